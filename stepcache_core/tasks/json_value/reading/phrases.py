"""The phrases in which prompts constrain values, and the JSON Schema that each means.

In the patterns here a space stands for a little white space of any kind, so that they read like what they match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from stepcache_core.capitals import any_alphabet
from stepcache_core.tasks.json_value.reading.number_words import NUMBERS
from stepcache_core.tasks.json_value.reading.patterns import AnyCase, compiled, folded

Rule = dict[str, Any]
Meaning = Callable[[re.Match[str]], Rule | None]
"""What a phrase says; None when, looked at closely, it says nothing that can be judged."""


_NUMBERS = {"zero": 0, **NUMBERS}
_N = r"(?:[-−]?\d{1,15}(?:\.\d{1,15})?|zero|one|two|three|four|five|six|seven|eight|nine|ten)"
END = r"(?=\s{0,4}(?:[,;)\n\0]|[.!](?:\s|$)|$|(?:and|but|for)\s|where\s))"
BE = r"(?:(?:must|should|has to|have to|needs? to) be|is|are|being)"
_MUST = r"(?:(?:must|should|has to|have to) (?:be|equal)|must read)"
_LEAD = r"(?:[,;]\s{0,4})?\b(?:(?:and|but|where|with|whose|while|so that|give|use|write) ){0,2}(?:the |an? )?"
_COMPARE = (
    (r"(?:greater|more|larger|higher|bigger|older) than|above|over|>(?!=)", "exclusiveMinimum"),
    (r"(?:less|smaller|lower|fewer|younger) than|below|under|<(?!=)", "exclusiveMaximum"),
    (r"at least|no less than|not less than|a minimum of|>=|≥", "minimum"),
    (r"at most|(?:no|not) more than|a maximum of|up to|<=|≤", "maximum"),
)
_COMPARISON = "|".join(words for words, _ in _COMPARE)
_TYPES: dict[str, Rule] = {
    "string": {"type": "string"},
    "text": {"type": "string"},
    "number": {"type": "number"},
    "numeric": {"type": "number"},
    "float": {"type": "number"},
    "decimal number": {"type": "number"},
    "floating-point number": {"type": "number"},
    "text string": {"type": "string"},
    "true/false": {"type": "boolean"},
    "decimal": {"type": "number"},
    "integer": {"type": "integer"},
    "int": {"type": "integer"},
    "whole number": {"type": "integer"},
    "boolean": {"type": "boolean"},
    "bool": {"type": "boolean"},
    "true or false": {"type": "boolean"},
    "object": {"type": "object"},
    "array": {"type": "array"},
    "list": {"type": "array"},
    "positive number": {"type": "number", "exclusiveMinimum": 0},
    "positive integer": {"type": "integer", "exclusiveMinimum": 0},
    "non-negative number": {"type": "number", "minimum": 0},
    "non-negative integer": {"type": "integer", "minimum": 0},
    "date": {"type": "string", "format": "date", "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
    "email address": {"type": "string", "format": "email"},
}
DATE = _TYPES.pop("date")
TYPE = "|".join(sorted(_TYPES, key=len, reverse=True))
_LISTED = rf"(?:arrays?|lists?) of (?P<item>{TYPE})s?"
_ISO = r"(?:the )?(?:format )?(?:yyyy-mm-dd|iso(?:[\s-]{0,2}8601)? dates?)(?: format)?"
_WRITTEN = r"\s{0,3}[,:(]?\s{0,3}(?:(?:written |formatted )?(?:as|in)(?: the)? (?:format )?)?"
_A_DATE = (
    rf"(?:an? |the )?(?:iso(?:[\s-]{{0,2}}8601)? )?(?:date|day|string|text)(?: string)?{_WRITTEN}"
    r"(?:yyyy-mm-dd|iso(?:[\s-]{0,2}8601)?(?: dates?)?)(?: format)?\s{0,2}\)?"
)
_TIME = r"(?:(?:the )?format )?hh:mm(?: format)?(?:\s{0,3}[,(]?\s{0,3}24[\s-]?h(?:ours?)?(?: clock)?\)?)?"
_A_TIME = (
    rf"(?:an? |the )?(?:24[\s-]?h(?:our)? )?(?:clock )?(?:time|string|text)(?: string)?{_WRITTEN}{_TIME}\s{{0,2}}\)?"
)
_IN_QUOTES = r"(?:\"[^\"\n]{1,80}\"|'[^'\n]{1,80}'|`[^`\n]{1,80}`|“[^”\n]{1,80}”)"
_VALUE = r"(?:\"[^\"\n]{0,80}\"|'[^'\n]{0,80}'|`[^`\n]{0,80}`|“[^”\n]{0,80}”|[\w.+-]{0,39}[\w+-])"


# --- what a phrase says --------------------------------------------------------------------------------------------


def _number(word: str) -> int | float:
    word = word.lower().replace("−", "-")
    if word in _NUMBERS:
        return _NUMBERS[word]
    return float(word) if "." in word else int(word)


_RELATION = compiled(
    r"(?:\w*_)?(?:distances?|differences?|gaps?|intervals?|ratios?|sums?|products?|quotients?|remainders?|totals?|counts?|"
    r"numbers?|averages?|means?|medians?|min|max|minimum|maximum|ranges?|results?|answers?|values?|durations?|times?|days|"
    r"primes|evens|odds|integrals?|midpoints?|percentages?|shares?|items|steps)(?:_\w*)?"
)
"""Keys whose words may take "between 3 and 7" or "above 5" as what is computed, not as bounds of the result."""
_BOUND = compiled(r"\b(?:must|should|has to|have to|needs? to) be\b")
_IS = compiled(r"\b(?:is|are|being)\b|:")


def _is_of_the_value(found: re.Match[str]) -> bool:
    """Whether a range is what the value must lie in: "the distance between 3 and 7" is not."""
    key = found.groupdict().get("key")
    if key is None:
        return True  # a note beside the key
    if _BOUND.search(found[0]) is not None:
        return True
    if _RELATION.fullmatch(key) is not None:
        return False
    lead, rest = found[0][: found.start("key") - found.start()], found[0][found.end("key") - found.start() :]
    if _IS.match(rest.lstrip()) is not None:
        return True
    return re.search(r"\b(?:the|an?)\s+$", lead, re.IGNORECASE) is None and re.search(r"\bfrom\b", rest) is None


def _between(found: re.Match[str]) -> Rule | None:
    if not _is_of_the_value(found):
        return None
    low, high = _number(found["low"]), _number(found["high"])
    type_ = "integer" if _WHOLE.search(found[0]) is not None else "number"
    return {"type": type_, "minimum": low, "maximum": high} if low <= high else None


_WHOLE = compiled(r"\b(?:integer|whole number)\b")


IN_CAPITALS: Rule = {"type": "string", "pattern": "^[^a-zß-öø-ÿ]*$"}


def capitals_of(text: str) -> str | None:
    """The text in capitals; None where a letter has no capital of its own, as ß."""
    capitals = text.upper()
    return capitals if len(capitals) == len(text) else None


def _in_capitals(found: re.Match[str]) -> Rule:
    return dict(IN_CAPITALS)


def _compared(found: re.Match[str]) -> Rule | None:
    if not _is_of_the_value(found):
        return None
    rule = next(rule for words, rule in _COMPARE if compiled(words).fullmatch(found["than"]))
    return {"type": "number", rule: _number(found["n"])}


def _counted(found: re.Match[str]) -> Rule | None:
    count = _number(found["n"])
    if not isinstance(count, int) or count < 0:
        return None
    how = (found["how"] or "exactly").lower().split()
    if how[-1] in {"least", "minimum"}:
        return {"type": "array", "minItems": count}
    if how[-1] in {"most", "maximum", "to"} or "more" in how:
        return {"type": "array", "maxItems": count}
    return {"type": "array", "minItems": count, "maxItems": count}


def _counted_list(found: re.Match[str]) -> Rule | None:
    rule = _counted(found)
    item = found.groupdict().get("item")
    return rule if rule is None or item is None else {**rule, "items": type_named(item)}


def _described(found: re.Match[str]) -> Rule:
    """A text that is told of: what it is about cannot be judged, but it must be the same for another request."""
    return {"type": "string", "description": " ".join(found[0].split())}


def _from_to(found: re.Match[str]) -> Rule | None:
    low, high = _number(found["low"]), _number(found["high"])
    if not isinstance(low, int) or not isinstance(high, int) or not 0 <= low <= high:
        return None
    return {"type": "array", "minItems": low, "maxItems": high, "items": type_named(found["item"])}


def _short_texts(found: re.Match[str]) -> Rule | None:
    rule = _counted(found) if found["n"] else {"type": "array"}
    return rule and {**rule, "items": {"type": "string", "description": " ".join(found["texts"].lower().split())}}


def _long(found: re.Match[str]) -> Rule | None:
    count = _number(found["n"])
    if not isinstance(count, int) or count < 0:
        return None
    least = re.search(r"least|minimum", found["how"].lower()) is not None
    exactly = "exactly" in found["how"].lower()
    rule: Rule = {"type": "string"}
    if least or exactly:
        rule["minLength"] = count
    if not least:
        rule["maxLength"] = count
    return rule


def _typed(found: re.Match[str]) -> Rule:
    if found["item"]:
        return {"type": "array", "items": type_named(found["item"])}
    return type_named(found["type"])


def type_named(words: str) -> Rule:
    words = " ".join(folded(words).split())
    return _TYPES.get(words) or _TYPES[words.removesuffix("s")]


def _one_of(found: re.Match[str]) -> Rule | None:
    listed = [unquoted(item) for item in re.findall(_VALUE, found["values"]) if item.lower() not in {"or", "and"}]
    if len(listed) < 2 or len(set(listed)) != len(listed) or any(item.lower() in _TYPES for item in listed):
        return None
    if found.string.startswith(",", found.end()) and re.search(r"\b(?:or|and)\b", found["values"]) is None:
        return None  # "one of open, closed, in review": the list goes on
    if set(listed) == {"true", "false"}:
        return {"type": "boolean"}
    if all(re.fullmatch(r"-?\d{1,15}", item) for item in listed):
        return {"enum": [int(item) for item in listed]}
    return {"type": "string", "enum": listed}


def _equal(found: re.Match[str]) -> Rule | None:
    value = found["value"]
    if re.match(r"\s{0,4},[^.;\n]{0,200}\bor\s", found.string[found.end() : found.end() + 220]):
        return None  # "must be Ada, Eve or Bob"
    if re.fullmatch(_NUMERAL, value):
        return {"const": _number(value)}
    if value in {"true", "false"}:
        return {"const": value == "true"}
    return {"const": unquoted(value)}


_CLOSES = {'"': '"', "'": "'", "`": "`", "“": "”"}


def unquoted(value: str) -> str:
    """The value without its quotes; a sign that begins a name ("'s-Hertogenbosch") is none."""
    return value[1:-1] if len(value) > 1 and _CLOSES.get(value[0]) == value[-1] else value


def _constant(found: re.Match[str]) -> Rule:
    return {"const": unquoted(found["value"])}


def _strings(found: re.Match[str]) -> Rule:
    return {"type": "string", "enum": [unquoted(found["one"]), unquoted(found["other"])]}


def _date(_: re.Match[str]) -> Rule:
    return dict(DATE)


def _time(_: re.Match[str]) -> Rule:
    return {"type": "string", "pattern": r"^(?:[01][0-9]|2[0-3]):[0-5][0-9]$"}


def _object(found: re.Match[str]) -> Rule | None:
    keys = [word.strip("\"'`") for word in re.split(r"\s{0,4},\s{0,4}(?:and\s{1,4})?|\s{1,4}and\s{1,4}", found["keys"])]
    if len(set(keys)) != len(keys):
        return None
    return {"type": "object", "required": keys, "properties": {key: {} for key in keys}, "additionalProperties": False}


_KEY = r"[\"'`]?(?P<key>[A-Za-z_][\w-]{0,63})[\"'`]?"
_WHOLE_KEY = _KEY.replace("{0,63}", "{0,63}+")
AFTER_A_KEY = r"[\"'`]?"
_NUMERAL = r"[-−]?\d{1,15}(?:\.\d{1,15})?"
SUBKEY = r"[\"'`]?[A-Za-z_][\w-]{0,63}[\"'`]?"
_SUBKEYS = rf"(?P<keys>{SUBKEY}(?:\s{{0,4}},\s{{0,4}}(?:and\s{{1,4}})?{SUBKEY}|\s{{1,4}}and\s{{1,4}}{SUBKEY}){{0,15}})"
_SAYS = rf"(?:{BE} |:\s{{0,3}})?"
_BETWEEN = (
    rf"(?:an? (?:number|integer|whole number|value) )?(?:between|from) (?P<low>{_N}) (?:and|to) (?P<high>{_N})"
    r"(?: \(?inclusive\)?)?"
)
_CHOICE = (
    r"(?:one of|either|any of)\s{0,3}(?:the (?:values|strings) )?:?\s{0,3}"
    rf"(?P<values>{_VALUE}(?:\s{{0,3}},\s{{0,3}}(?:(?:or|and) )?{_VALUE}| (?:or|and) {_VALUE}){{1,20}})"
)
_HOW = r"exactly|precisely|at least|at most|(?:no|not) more than|up to|a minimum of|a maximum of"
_TYPE_WORDS = (
    rf"(?:(?:an?|all|its) )?(?:valid )?(?:{_LISTED}|(?P<type>{TYPE})s?)"
    rf"(?:(?:\s{{0,3}},)? not (?:as )?(?:an? )?(?:{TYPE})s?)?"
)
_CHARS = r"(?:characters|chars|letters)"
_LIST_OF = rf"(?:an? )?(?:list|array) (?:of|with) (?:(?P<how>{_HOW}) )?(?P<n>{_N}) "
_FROM_TO = (
    rf"(?:at least|no less than|a minimum of) (?P<low>{_N}),? and (?:at most|no more than|a maximum of) (?P<high>{_N})"
)
_CAPITALS = r"(?:(?:written )?in |all )(?:capital letters|capitals|upper[-\s]?case(?: letters)?)"
_DESCRIBED = (
    r"(?:an? |the )?"
    r"(?:(?:short|brief|concise|long|one-line|one-sentence|single-line|plain|human-readable|catchy) ){0,3}"
    r"(?:\w{1,24} )?(?:text|title|summary|description|remark|note|comment|sentence|paragraph|explanation|phrase|slogan|"
    r"message|tagline|blurb|teaser)(?: (?:for|of|about|on) (?:the |an? )?\w{1,24}(?: \w{1,24}){0,2})?"
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase that says something of a key's value.

    Attributes:
        whole: All of it, with what leads to the key.
        after: What follows the key's last letter; None where the key comes last.
        meaning: What it says.
    """

    whole: AnyCase
    after: AnyCase | None
    meaning: Meaning

    def may_be_in(self, text: str, keys_end: Sequence[int]) -> bool:
        """Whether it may speak of one of the keys that end at these places of the text."""
        return self.after is None or any(self.after.match(text, end) is not None for end in keys_end)


def _of_key(words: str, meaning: Meaning) -> Phrase:
    return Phrase(compiled(f"{_LEAD}{_WHOLE_KEY} {words}{END}"), compiled(f"{AFTER_A_KEY} {words}{END}"), meaning)


DENIED = compiled(
    r"\b(?:avoid|not|no|never|except|exclud\w{1,4}|without|unless|if|when|than|n['’]t) (?:\w{1,10} ){0,2}$"
)
_COUNT_OF_KEY = compiled(
    r"(?:^|(?<=[.,;:\n])|\band\b)\s{0,4}(?:(?:give|include|list|provide|use|with|there (?:must|should) be) )?"
    rf"(?P<how>{_HOW}) (?P<n>{_N}) {_KEY}" + END,
    "exactly|precisely|at|than|up|minimum|maximum",
)
PHRASES: tuple[Phrase, ...] = (
    _of_key(rf"{_SAYS}{_FROM_TO}", _between),
    _of_key(rf"{BE} {_LIST_OF}(?P<item>{TYPE})s?", _counted_list),
    _of_key(rf"{BE} {_LIST_OF}(?:items?|elements?|entries|entry|values?)", _counted_list),
    _of_key(rf"{BE} {_CAPITALS}", _in_capitals),
    _of_key(rf"{_MUST} {_DESCRIBED}", _described),
    _of_key(rf"{_SAYS}{_CHOICE}", _one_of),
    _of_key(rf"{_SAYS}{_BETWEEN}", _between),
    _of_key(
        rf"(?:(?:must|should) (?:be|have) |has |is )?"
        rf"(?P<how>{_HOW}|no longer than) (?P<n>{_N}) {_CHARS}(?: long)?",
        _long,
    ),
    _of_key(
        rf"(?:(?:must|should) (?:have|contain|hold)|has|have|contains?|with) "
        rf"(?P<how>{_HOW}) (?P<n>{_N}) (?:items?|elements?|entries|values|strings)",
        _counted,
    ),
    _of_key(rf"{_SAYS}(?P<than>{_COMPARISON})\s{{0,3}}(?P<n>{_N})", _compared),
    _of_key(
        rf"(?:{BE}|has|having|contains|as) (?:an? )?(?:nested )?"
        rf"(?:object )?(?:with|containing|having|of) (?:the )?(?:keys|fields|properties) {_SUBKEYS}",
        _object,
    ),
    _of_key(rf"(?:{BE} |as ){_TYPE_WORDS}", _typed),
    _of_key(rf"(?:{BE} )?(?:(?:as|in|formatted as) )?(?:an? )?{_ISO}", _date),
    _of_key(rf"(?:{BE} )?(?:(?:as|in|formatted as) )?{_TIME}", _time),
    _of_key(
        rf"{_MUST} (?P<value>\"[^\"\n]{{1,80}}\"|“[^”\n]{{1,80}}”|`[^`\n]{{1,80}}`|{_NUMERAL}|true|false"
        + any_alphabet(r"|(?-i:[A-Z][\w'’-]{0,40}(?:\s[A-Z][\w'’-]{0,40}){0,4}))"),
        _equal,
    ),
    Phrase(_COUNT_OF_KEY, None, _counted),
)
NOTES: tuple[tuple[AnyCase, Meaning], ...] = tuple(
    (compiled(words), meaning)
    for words, meaning in (
        (_TYPE_WORDS, _typed),
        (_BETWEEN, _between),
        (rf"{_LIST_OF}(?P<item>{TYPE})s?", _counted_list),
        (rf"{_LIST_OF}(?:items?|elements?|entries|entry|values?)", _counted_list),
        (rf"(?P<how>{_HOW}|no longer than) (?P<n>{_N}) {_CHARS}(?: long)?", _long),
        (_FROM_TO, _between),
        (_CAPITALS, _in_capitals),
        (_DESCRIBED, _described),
        (_NUMERAL.replace("[-−]?", "(?P<low>[-−]?", 1) + rf")\s{{0,2}}[-–]\s{{0,2}}(?P<high>{_NUMERAL})", _between),
        (rf"(?P<low>{_NUMERAL}) to (?P<high>{_NUMERAL})", _between),
        (
            rf"(?:an? )?(?:list|array) of (?P<low>{_N})(?: to |\s{{0,2}}[-–]\s{{0,2}})(?P<high>{_N}) "
            rf"(?P<item>{TYPE})s?",
            _from_to,
        ),
        (rf"(?P<than>{_COMPARISON})\s{{0,3}}(?P<n>{_N})", _compared),
        (_CHOICE, _one_of),
        (rf"(?P<values>{_VALUE}(?:,\s{{0,3}}{_VALUE}){{0,20}},? or {_VALUE})", _one_of),
        (r"(?P<values>\"[^\"\n]{1,80}\"(?:\s{0,2}\|\s{0,2}\"[^\"\n]{1,80}\"){1,20})", _one_of),
        (rf"(?:always|the (?:fixed )?(?:string|value|text)|literally|fixed:) (?P<value>{_IN_QUOTES})", _constant),
        (rf"(?:either )?the string (?P<one>{_IN_QUOTES}) or (?:the string )?(?P<other>{_IN_QUOTES})", _strings),
        (rf"(?:an? )?(?:in |as )?{_ISO}", _date),
        (_A_DATE, _date),
        (rf"(?:in |as )?{_TIME}", _time),
        (_A_TIME, _time),
        (
            rf"(?:an? )?(?:list|array) (?:of|with) (?:(?:(?P<how>{_HOW}) )?(?P<n>{_N}) )?"
            r"(?P<texts>(?:short|brief|plain|simple) (?:texts?|strings?|words?|phrases?|sentences?|names?))",
            _short_texts,
        ),
        (
            rf"(?:an? )?(?:nested )?object (?:with|of|containing) (?:the )?(?:(?:keys|fields|properties) )?{_SUBKEYS}",
            _object,
        ),
        (rf"with (?:(?:keys|fields|properties) )?{_SUBKEYS}", _object),
    )
)
ALL_DATES = compiled(rf"{_LEAD}(?:all )?dates (?:{BE} )?(?:as|in|formatted as) {_ISO}{END}", "dates")
