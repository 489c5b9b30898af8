"""Values that a prompt states for a key: by the key's own name ("age 36"), or by what stands around them.

"For Ada Lovelace", "born in London" and "by Frank Herbert" say what a name, a city and an author are without naming
the key. Such a fact is read only where the prompt offers one value for one key; which is less sure than a fact that
names its key, so that an object that says otherwise is doubted, not called wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stepcache_core.capitals import any_alphabet
from stepcache_core.tasks.json_value.grounding import NUMBER_IN_WORDS
from stepcache_core.tasks.json_value.reading.ends import goes_on
from stepcache_core.tasks.json_value.reading.listing import is_turned, listed
from stepcache_core.tasks.json_value.reading.patterns import AnyCase, compiled, spans_of
from stepcache_core.tasks.json_value.reading.phrases import unquoted
from stepcache_core.tasks.json_value.spelling import words_of
from stepcache_core.tasks.json_value.syntax.members import JSON_NUMBER


@dataclass(frozen=True, slots=True)
class Fact:
    """A value stated for a key.

    Attributes:
        key: The key.
        value: The value as the prompt writes it, without quotes.
        start: Where it starts in the prompt.
        end: Where it ends.
        inferred: Whether what it is as JSON is not sure: the prompt states it without naming the key, or in quotes that
            may make a text of a number.
    """

    key: str
    value: str
    start: int
    end: int
    inferred: bool = False


def facts(text: str, names: Mapping[str, str]) -> tuple[Fact, ...]:
    """The facts in `text`, in order, one at most for each key; `names` gives the key that a word means."""
    found = {fact.key: fact for fact in named(text, names)}
    for one in listed(text, names):
        if _is_no_number(one.key, one.value):
            continue
        found[one.key] = Fact(one.key, unquoted(one.value), one.start, one.end, _is_text(one.value))
    for fact in _inferred(text, dict.fromkeys(names.values())):
        if fact.key not in found and not any(one.start < fact.end and fact.start < one.end for one in found.values()):
            found[fact.key] = fact
    told = (fact for fact in found.values() if NUMBER_IN_WORDS.fullmatch(fact.value) is None)
    return tuple(sorted(told, key=lambda fact: fact.start))


GOES_ON = compiled(r"\s{0,4},?\s{0,4}(?:or|unless|except|if|but not|when)\b")
"""What makes another statement of one that it follows."""


def around(found: re.Match[str]) -> tuple[str, str]:
    """The text just before a phrase's key and just after the phrase."""
    return found.string[max(0, found.start() - 40) : found.start("key")], found.string[found.end() : found.end() + 24]


# --- by the key's name -----------------------------------------------------------------------------------------------

_NAME = any_alphabet(r"(?-i:[A-Z][\w'’-]{0,40}(?:\s[A-Z][\w'’-]{0,40}){0,4})")
_QUOTED = r"\"[^\"\n]{1,120}\"|“[^”\n]{1,120}”"
_STATED = re.compile(
    r"(?<![\w'\"`-])(?P<key>[A-Za-z_][\w-]{0,63})(?:\s{0,3}[:=]\s{0,3}|\s{1,3}(?P<copula>is\s{1,3})?)"
    rf"(?P<value>{_QUOTED}|\d{{4}}-\d\d-\d\d|\+?\d[\d() -]{{5,18}}\d|-?\d{{1,15}}(?:\.\d{{1,15}})?"
    r"|https?://[^\s,;<>\"']{1,200}[\w/]|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}"
    rf"|{_NAME}|(?P<word>[a-z][\w-]{{0,40}}))"
    r"(?=\s{0,3}(?:[,;)\n]|[.!](?:\s|$)|$|and\s{1,3}))"
)
_OPENS_A_FACT = re.compile(
    r"(?:^|[.,;:(!\n]\s{0,4}|[,;.\s](?:and|with|the|whose|has|an?|where|its|his|her|their)\s{1,3}|^(?:the|and)\s{1,3})$",
    re.IGNORECASE,
)
"""What may stand before the key: with any other word ("old age 36") another value may be meant."""
_CHOICE_FOLLOWS = re.compile(r"[^.!?\n]{0,120}\bor\b", re.IGNORECASE)
_SET_APART = re.compile(r"[,;]\s{0,3}\Z")
_SEGMENT_END = re.compile(r"\s{0,3}(?:[,;.!]|\Z)")
_NO_VALUE = frozenset(
    "and or the a an is are be first last only also too included required optional given known used needed here below "
    "above following asc desc ascending descending me us him her them you mine ours yours hers theirs".split()
)


def named(text: str, names: Mapping[str, str]) -> Iterator[Fact]:
    """The values that `text` states by a word that means a key; `names` gives the key of each, in lower case."""
    if not any(_STATED.match(text, start) for start, _ in spans_of(text, names)):
        return
    found = [(names.get(one["key"].lower()), one) for one in _STATED.finditer(text)]
    keys = [key for key, _ in found if key is not None]
    for key, one in found:
        if key is None or keys.count(key) > 1:
            continue
        before, after = around(one)
        if _OPENS_A_FACT.search(before[-12:]) is None or GOES_ON.match(after):
            continue
        if one["word"] is not None and not _is_a_value(one, before):
            continue
        is_plain = one["word"] in {None, "true", "false", "yes", "no"} and not _is_no_number(key, one["value"])
        is_turned_or_text = (
            is_turned(one["value"]) or _is_text(one["value"]) or text[one.end("value") :][:1] in {"!", "?"}
        )
        is_one_of_its_line = _LABELLED.search(one[0]) is None or not _goes_on_in_words(text, one.end("value"), names)
        is_sure = is_plain and not is_turned_or_text and is_one_of_its_line and not goes_on(text, *one.span("value"))
        yield Fact(key, unquoted(one["value"]), *one.span("value"), inferred=not is_sure)


_LABELLED = re.compile(r"\A[\w-]+\s{0,3}[:=]")
_IN_WORDS = re.compile(
    r"\s{0,3},\s{1,3}(?:(?:and|with|the|its|his|her|their|an?)\s{1,3})?+(?P<word>[^\W\d][\w-]*+)(?!\s?[:=])"
)


def _goes_on_in_words(text: str, end: int, names: Mapping[str, str]) -> bool:
    """Whether words stand behind a value and a comma that are no other fact: "note: Reply, please"."""
    following = _IN_WORDS.match(text, end)
    return following is not None and following["word"].lower() not in names


_POINTED = frozenset("version release revision build chapter section firmware edition isbn".split())
"""Words of keys under which a point parts two numbers: version 2.10 is not 2.1."""


def _is_no_number(key: str, value: str) -> bool:
    return "." in value and value.replace(".", "").isdigit() and not _POINTED.isdisjoint(words_of(key))


def _is_text(value: str) -> bool:
    """Whether quotes make a text of what would be a number or a truth value without them."""
    plain = unquoted(value)
    return plain != value and (JSON_NUMBER.fullmatch(plain) is not None or plain in {"true", "false"})


def _is_a_value(one: re.Match[str], before: str) -> bool:
    """Whether a word in lower case is the value of the key before it: after "is", or alone with its key."""
    word = one["word"]
    if word in {"true", "false"}:
        return True
    if word in _NO_VALUE or _CHOICE_FOLLOWS.match(one.string, one.end()):
        return False
    is_segment = _SET_APART.search(before) is not None and _SEGMENT_END.match(one.string, one.end()) is not None
    return one["copula"] is not None or (is_segment and one.string[one.end("key")].isspace())


# --- by what stands around a value -----------------------------------------------------------------------------------

_WORKS = "book|novel|film|movie|song|album|play|poem|painting|series|show|game"
_PERSONS = "person|user|customer|employee|student|patient|client|member"
_THINGS = (
    rf"{_WORKS}|{_PERSONS}|author|writer|scientist|artist|band|company|"
    r"firm|product|item|city|town|country|planet|animal|dog|cat|place|team|event|mountain|river|star"
)
_WHO = rf"(?P<value>{_QUOTED}|{_NAME})"
_END = r"(?=\s{0,3}(?:[,;)\n]|[.!](?:\s|$)|$))"
_STOP = (
    r"(?=\s{0,3}(?:[,;)\n]|[.!](?:\s|$)|$)|\s{1,3}(?:who|with|born|aged|from|in|at|by|whose|living|based|"
    r"and (?:the|her|his|its|their|age))\b)"
)
_LISTED_ON = re.compile(rf"\s{{0,3}},?\s{{0,3}}(?:(?:and|or)\s{{1,3}})?{_NAME}\s{{0,3}}(?:,|\.|$|and\b|or\b)")
_POSSESSIVE = ("'s", "’s", "'", "’")
_DENIED = re.compile(r"\b(?:not|except|without|than|no|never|unlike|or|nor)\s{1,3}\Z", re.IGNORECASE)


def _phrase(words: str, *needs: str, opens: str = "") -> AnyCase:
    return compiled(words + _STOP, *needs, opens=opens)


_SUBJECT = tuple(
    map(
        _phrase,
        (
            rf"json(?: (?:object|record|document))? (?:for|about|describing) (?:(?:the|an?|our) )?"
            rf"(?:(?P<noun>{_THINGS}) (?:of |named |called )?)?{_WHO}",
            rf"\b(?P<noun>{_THINGS}) (?:named|called) {_WHO}",
            rf"(?:^|[.!?] )(?:the|our) (?P<noun>{_PERSONS}) is {_WHO}",
        ),
    )
)
_OF_AGE = compiled(rf"(?:^|[.!?:] )(?P<value>{_NAME}) is (?:aged )?\d{{1,3}}(?: years old\b|{_END})")
_WORK = _phrase(rf"\b(?:{_WORKS}) (?:is )?{_WHO}", opens=_WORKS.replace("|", " "))
_PLACE = _phrase(
    rf"\b(?:born|lives?|lived|living|based|located|resides|residing|works?|working) in {_WHO}",
    opens="born live lives lived living based located resides residing work works working",
)
_BIRTHPLACE = _phrase(rf"\bborn in {_WHO}", opens="born")
_MAKER = _phrase(rf"\bby {_WHO}", opens="by")
_TRAVELLED = rf"{_STOP[:-1]}|\s{{1,3}}(?:on|via|for|departs?|leaves?)\b)"
_ORIGIN = compiled(rf"\bfrom (?P<value>{_NAME}) to {_NAME}{_TRAVELLED}", opens="from")
_DESTINATION = compiled(rf"\bfrom {_NAME} to (?P<value>{_NAME}){_TRAVELLED}", opens="from")
_AGE = (
    _phrase(r"\b(?:aged|is) (?P<value>\d{1,3})", opens="aged is"),
    compiled(r"\b(?P<value>\d{1,3})(?: years old|-years?-old)\b", "old"),
)


def _one(*patterns: AnyCase) -> Callable[[str], tuple[int, int] | None]:
    """Finds the one place where a value stands; None where there are several, or one that is denied or listed on."""

    def find(text: str) -> tuple[int, int] | None:
        spans: set[tuple[int, int]] = set()
        for found in (match for pattern in patterns for match in pattern.finditer(text)):
            start, end = found.span("value")
            if _DENIED.search(text[: found.start()][-12:]) or _DENIED.search(text[:start][-12:]):
                continue
            if _LISTED_ON.match(text, end) or GOES_ON.match(text, end) or text[start:end].endswith(_POSSESSIVE):
                return None
            spans.add((start, end))
        return min(spans) if len(spans) == 1 else None

    return find


_BY_PLACE: tuple[tuple[frozenset[str], Callable[[str], tuple[int, int] | None]], ...] = (
    (frozenset({"name", "full name"}), _one(*_SUBJECT, _OF_AGE)),
    (frozenset({"title"}), _one(_WORK)),
    (frozenset({"author", "artist", "director", "composer", "painter", "writer", "singer"}), _one(_MAKER)),
    (frozenset({"city", "town", "location"}), _one(_PLACE)),
    (frozenset({"birthplace", "birth place", "place of birth", "birth city"}), _one(_BIRTHPLACE)),
    (frozenset({"age"}), _one(*_AGE)),
    (frozenset({"from", "origin", "from city", "origin city", "departure city"}), _one(_ORIGIN)),
    (frozenset({"to", "destination", "to city", "destination city", "arrival city"}), _one(_DESTINATION)),
)
"""The keys for which a place in the prompt states a value, by their words; of each line a prompt may ask for one."""


def _inferred(text: str, keys: Mapping[str, None]) -> Iterator[Fact]:
    spoken = {key: " ".join(words_of(key)) for key in keys}
    for key, words in spoken.items():
        state = words.removeprefix("is ")
        if not state or state not in text:
            continue
        said = list(re.finditer(rf"\bis\s{{1,3}}{re.escape(state)}{_END}", text))
        if len(said) == 1:
            yield Fact(key, "true", *said[0].span(), inferred=True)
    for meant, find in _BY_PLACE:
        asked = [key for key, words in spoken.items() if words in meant]
        if len(asked) != 1:
            continue
        span = find(text)
        if span is not None:
            yield Fact(asked[0], unquoted(text[span[0] : span[1]]), *span, inferred=True)


# --- inside nested objects -------------------------------------------------------------------------------------------


def facts_inside(told: str, schemas: Sequence[Mapping[str, Any]], keys: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Key and value of each fact for a key of a nested object.

    Args:
        told: What the prompt tells.
        schemas: The JSON Schemas of the object.
        keys: The keys that prose names for its top level.
    """
    outer = {key for schema in schemas for key in _properties(schema)} | set(keys)
    rules = [rule for schema in schemas for rule in _properties(schema).values()]
    nested = [one for rule in rules for one in (rule, *_all_of(rule))]
    inner = {key.lower(): key for one in nested for key in _properties(one) if key not in outer}
    return tuple((fact.key, fact.value) for fact in facts(told, inner)) if inner else ()


def _properties(schema: Any) -> Mapping[str, Any]:
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    return properties if isinstance(properties, Mapping) else {}


def _all_of(rule: Any) -> Sequence[Any]:
    some = rule.get("allOf") if isinstance(rule, Mapping) else None
    return some if isinstance(some, list) else ()


# --- of the type that is asked for -----------------------------------------------------------------------------------

_YES_OR_NO = {"yes": "true", "no": "false"}
_NUMBER = re.compile(r"[-+]?\d+(?P<part>\.\d*[1-9]\d*)?(?:\.0*)?")


def in_type(
    stated: Sequence[tuple[str, str]], schemas: Sequence[Mapping[str, Any]]
) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """The stated values as the types of their keys have them, and what is left to whoever answers.

    A "yes" for a boolean is true. A fraction, for a key that asks for a whole number, is not the value yet.
    """
    told: list[tuple[str, str]] = []
    derived: list[str] = []
    for key, text in stated:
        types = set(_types(key, schemas))
        number = _NUMBER.fullmatch(text) if "integer" in types else None
        if number is not None and number["part"]:
            derived.append(f"a whole number for {key}, which is stated as {text}")
        else:
            told.append((key, _YES_OR_NO.get(text.lower(), text) if "boolean" in types else text))
    return tuple(told), tuple(derived)


def _types(key: str, schemas: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for rule in (_properties(schema).get(key) for schema in schemas):
        for one in (rule, *_all_of(rule)):
            if isinstance(one, Mapping) and isinstance(one.get("type"), str):
                yield one["type"]
