"""Whether a prompt does no more than tell the values of the keys it asks for, and so says itself what the object is."""

from __future__ import annotations

import re
from collections.abc import Collection

from stepcache_core.capitals import any_alphabet
from stepcache_core.tasks.json_value.reading.listing import is_one_value
from stepcache_core.tasks.json_value.reading.orders import ORDERS
from stepcache_core.tasks.json_value.reading.patterns import THE_WORD_JSON
from stepcache_core.tasks.json_value.reading.subjects import OF_WHAT_SORT, RECORDS
from stepcache_core.tasks.json_value.spelling import letters_of

_LABEL = r"(?:\b[\w-]{1,64}(?:\s[\w-]{1,40}){0,2}\s{0,3}[:=]|\b[\w-]{1,64}(?:\s{1,3}(?:is|are|of))?)"
_FACT = re.compile(rf"(?:(?P<label>{_LABEL})\s{{0,3}})?<the\s(?P<key>[^<>\n]{{1,64}})>", re.IGNORECASE)
_BEFORE_A_VALUE = frozenset("named called by in from at of for is are aged".split())
"""Words before a value that is told without its key."""
_WHEREABOUTS = re.compile(
    any_alphabet(r"\b(?:born|based|living|lives|located|working|works)\s{1,3}in\s{1,3}[A-Z][\w'’-]{1,40}")
)
_SENTENCE_END = re.compile(r"[.!?;][\"”'’)]{0,2}(?=\s|\Z)|\n")
_DOUBTFUL = re.compile(r"[^\W\d_][\w'’-]*|[+*/%~≈<>≠±^]|\d[\d.]*")
"""Words, and signs and numbers that may make another value of one."""
_BETWEEN = re.compile(rf"(?<=>)([^<>]{{0,400}}?)(?:{_LABEL}\s{{0,3}})<the\s")
"""What stands between two values, without the key of the second."""
_ATTRIBUTE = (
    r"(?:account|address|age|album|amount|area|artist|author|bedrooms|birthday|born|bought|brand|built|capacity|capital|carrier|category"
    r"|city|client|color|colour|company|component|contact|country|course|cpu|currency|customer|date|day|deadline|department"
    r"|departs|departure|arrives|arrival|destination|diagnosis|director|doctor|duration|email|employee|employer|engine"
    r"|event|film|firm|flight|founded|from|fuel|gate|genre|guests|height|host|hotel|hours|id|ingredients|invoice|isbn|item"
    r"|job|kind|joined|km|line|location|made|maker|manager|manufacturer|material|mileage|model|month|name|nationality"
    r"|occupation|opened|order|organi[sz]er|origin|owner|pages|patient|person|phone|place|platform|player|population"
    r"|position|price|priority|product|profession|publisher|published|quantity|qty|recipient|region|released|rent|reporter|role"
    r"|room|rooms|salary|seat|seats|sender|severity|shop|size|sku|sold|song|stars|start|state|station|status|stock|store|street"
    r"|student|supplier|surname|teacher|team|temperature|ticket|time|title|topping|total|town|track|university|vendor"
    r"|venue|version|watt|weekday|weight|width|year|zip)"
)
_KEY = rf"{_ATTRIBUTE}(?:[\s_-]{_ATTRIBUTE}){{0,2}}"
"""The key of a fact: what a thing has. Any other word may say how to write the others, or that one is another."""
_OTHER_FACT = re.compile(
    rf"(?<=[,;\n])\s{{0,3}}{_KEY}\s{{0,3}}[:=]\s{{0,3}}(?P<value>[^,;\n]{{1,120}})(?=[,;\n])", re.IGNORECASE
)
_LAST_FACT = re.compile(
    rf"(?<=[:=] )(<the [^<>\n]{{1,64}}>)\s{{0,3}}[,;\n]\s{{0,3}}{_KEY}\s{{0,3}}[:=]\s{{0,3}}"
    + any_alphabet(
        r"(?:\d[\d.:-]{0,30}\b|(?:yes|no|true|false)\b|(?-i:[A-Z])[\w'’-]{0,40}(?:\s(?-i:[A-Z])[\w'’-]{0,40}){0,3})"
        r"(?=\s{0,3}(?:[.;,\n]|\Z))"
    ),
    re.IGNORECASE,
)
"""The last two facts of a labelled row; the second, for a key not asked for, is a number, a name or yes or no."""
_LABELS = frozenset(
    "data details facts fact info information values value input here is are the this following these below given as "
    "follows for it its and with of note text use using please thanks thank you".split()
)
"""Words that may stand beside facts and say nothing of the values."""
ASKING = _LABELS | frozenset(
    "json lines object record document dictionary output form format representation valid strict plain single one only "
    "just return write give create make build produce generate put turn convert transform fill extract get provide "
    "represent express encode structure parse print answer respond reply send need want would like can could will "
    "kindly me us i a an that them in to into from out up about describing describes representing represents "
    "which".split()
)
"""Words that ask for the object and say nothing of the values."""
_NO_NOUN = (
    r"(?:in|with|without|as|by|using|at|on|under|over|to|from|into|than|but|and|or|not|for|who|which|that|whose|where|"
    r"when|if|per|like|short|shorter|brief|terse|concise|abbreviated|other|different|next|previous|similar|older|younger|earlier|"
    r"later|half|double|triple|percentage|version|summary|translation|list|array|copy|excerpt|variant|style|subset|draft|"
    r"anonymous|counterexample|dummy|fictional|fictitious|inverse|mirror|nickname|opposite|placeholder|privacy|private|"
    r"pseudonymous|reverse|template|abbreviation|correction|paraphrase|guess|total|sum|average|(?!used\b)[a-z-]{3,40}(?:ed|ised|ized))\b"
)
"""What an object is not merely called: words that may turn its values into others."""
_WHAT = re.compile(
    r"(?:\b(?:(?i:json)|for|about|describ(?:es|ing)|represent(?:s|ing)|write|give\s(?:me|us)|of)|\A|,)"
    rf"\s{{0,3}}\b(?:an?|one|this|my|our)(?:\s(?!{_NO_NOUN})[a-z][a-z-]{{0,40}}){{1,4}}(?![\w-])"
    rf"|\bJSON(?:\s(?!{_NO_NOUN})[a-z][a-z-]{{0,40}}){{0,2}}\s(?:documents|entries|forms|records|rows|sheets)(?![\w-])"
)
"""What the object is: "for a used car"."""
_WHOM = re.compile(
    any_alphabet(
        r"\b(?:for|about|describing|JSON(?=[^.!?;]{1,160}[:,]))\s{1,3}"
        r"(?P<name>[A-Z][\w'’-]{1,40}(?:\s[A-Z][\w'’-]{1,40}){1,3})(?![\w-])"
    )
)
"""Or whom it is about, by a whole name."""


def tells_only_values(subject: str, keys: Collection[str]) -> bool:
    """Whether nothing is said beside the request for JSON and the values, each a mark such as `<the name>`.

    The sentence that asks may say in a plain noun what the object is; any other word than those that ask or introduce
    facts is doubt, and so is a key that is spoken of.
    """
    if any(
        not _is_label(word)
        for gap in _BETWEEN.findall(subject)
        for word in _DOUBTFUL.findall(_OTHER_FACT.sub(_unless_remarked, gap))
    ):
        return False
    spoken_of = re.compile(
        rf"\b(?:the|its|their|his|her|this|that|all|each|every|any)\s(?:{'|'.join(map(re.escape, keys))})\b",
        re.IGNORECASE,
    )
    facts = _LAST_FACT.sub(r"\1", subject)
    plain = re.sub(r"\s{2,}", " ", _FACT.sub(_beside, _WHEREABOUTS.sub(" ", facts)))
    return not any(
        spoken_of.search(sentence) or not _says_nothing_of_values(sentence) for sentence in _SENTENCE_END.split(plain)
    )


_TURNING = re.compile(
    r"\b(?:(?i:actually|adjusted|amended|changed?|corrected|correction|discount(?:ed)?|erratum|instead|millions?|revised"
    r"|thousands?|units?|updated?)|(?i:new)(?=\s(?:<|[a-z])))\b"
)
"""Words that may make another value of one that is told in the same sentence."""


def has_a_remark(subject: str) -> bool:
    """Whether some sentence neither asks nor tells a value: it may say how to write one, or some of them.

    So may what leads up to the first value ("Twice as old as: name ..."), and a line behind the last one.
    """
    if _TURNING.search(subject) is not None:
        return True
    return not all(map(_is_no_remark, _SENTENCE_END.split(subject)))


def _is_no_remark(sentence: str) -> bool:
    first = _FACT.search(sentence)
    if first is None:
        is_no_request = THE_WORD_JSON.search(sentence) is None
        return _says_nothing_of_values(sentence) or (is_no_request and _leads_on(sentence))
    before = sentence[: first.start()] + _beside(first)
    behind = _NEXT_LINE.match(sentence, sentence.rfind(">") + 1)
    return _leads_on(before) and (behind is None or _leads_on(behind[0]) or _says_nothing_of_values(behind[0]))


_NEXT_LINE = re.compile(any_alphabet(r"\s+[A-Z](?!\S*\s?[:=]).*"), re.DOTALL)
"""A sentence right behind a value, as on the next line; another label with its value is none."""
_LEADING = (
    ASKING
    | RECORDS
    | OF_WHAT_SORT
    | frozenset("add book called enter import insert log named new process register save store submit whose".split())
)
"""Words before values that say what these are of, or where they go."""


def _leads_on(before: str) -> bool:
    """Whether the words before the first value say nothing of the values: what they are of, or whom."""
    asks = THE_WORD_JSON.search(before) is not None
    words = _DOUBTFUL.findall(_WHOM.sub(_unless_ordered, _WHAT.sub(" ", before)) if asks else before)
    # A name in a request for JSON is that of whom it is about.
    doubtful = (word for word in words if not asks or word[0].islower() or word.lower() in ORDERS)
    return all(word.lower() in _LEADING for word in doubtful)


def _unless_remarked(fact: re.Match[str]) -> str:
    """Nothing, where a fact for another key is one value and no more."""
    return " " if is_one_value(fact["value"].strip()) else fact[0]


def _beside(fact: re.Match[str]) -> str:
    """What stands before a value and is not the label of its key."""
    words = re.findall(r"[\w-]+", fact["label"] or "")
    if words and words[-1].lower() in {"is", "are", "of"}:
        words.pop()
    for count in (3, 2, 1):
        if letters_of("".join(words[-count:])) == letters_of(fact["key"]):
            return f" {' '.join(words[:-count])} "
    if words and words[-1].lower() in _BEFORE_A_VALUE:
        words.pop()
    return f" {' '.join(words)} "


def _says_nothing_of_values(sentence: str) -> bool:
    asks = THE_WORD_JSON.search(sentence) is not None
    words = _DOUBTFUL.findall(_WHOM.sub(_unless_ordered, _WHAT.sub(" ", sentence)) if asks else sentence)
    return all(word.lower() in (ASKING if asks else _LABELS) for word in words)


def _unless_ordered(whom: re.Match[str]) -> str:
    """Nothing, where a name has no word that tells the reader to do something."""
    return whom[0] if not ORDERS.isdisjoint(whom["name"].lower().split()) else " "


def _is_label(word: str) -> bool:
    return word.lower() in _LABELS
