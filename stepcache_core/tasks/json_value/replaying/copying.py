"""Whether a value was copied from what a request tells: where it stands there, and what stands around it."""

from __future__ import annotations

import json
import re
from collections.abc import Collection

from stepcache_core.capitals import any_alphabet
from stepcache_core.model import Json
from stepcache_core.tasks.json_value.problem import SEVERAL
from stepcache_core.tasks.json_value.spelling import names_several, words_of
from stepcache_core.tasks.json_value.syntax.members import JSON_NUMBER, members_of

_SCALE = frozenset(
    "chance confidence difficulty grade importance index intensity level likelihood mark marks percent percentage "
    "point points priority probability progress quality rank ranking rate rating ratio relevance risk satisfaction "
    "score sentiment severity share stars strength urgency".split()
)
"""Words of keys whose number is one of a scale, and another on another scale."""
_ON_A_SCALE = re.compile(r"\d\s?/\s?\d|%|\b(?:out\sof|percent|scale|stars?|points?)\b", re.IGNORECASE)


def is_number_copied(key: str, written: str, told: str, *, of_any_kind: bool = False) -> bool:
    """Whether a number stands once in what is told, as it is written, and is none that was judged.

    Args:
        key: Its key.
        written: The number.
        told: What the request says.
        of_any_kind: Whether it may be one of a scale, as the scale is the same for both requests.
    """
    if JSON_NUMBER.fullmatch(written) is None or len(_places(written, told)) != 1:
        return False
    if of_any_kind:
        return True
    if not _SCALE.isdisjoint(words_of(key)) or _ON_A_SCALE.search(told) is not None:
        return False
    return sum(map(str.isdigit, written)) > 2 or _is_beside(key, written, told)


def _is_beside(key: str, written: str, told: str) -> bool:
    """Whether the number stands beside the words of its key: "rooms 2", "capacity is 40", "41 years old" for an age."""
    spoken, number = r"[\s_-]{0,3}".join(map(re.escape, words_of(key))), re.escape(written)
    behind = r"years?[\s-]old" if words_of(key) == ("age",) else spoken
    return (
        re.search(
            rf"(?<![\w-]){spoken}(?:\s?[:=]|\s{{1,3}}is)?\s{{0,3}}{number}(?![\w-]|[.,]\d)"
            rf"|(?<![\w.,-]){number}[\s-]{{1,3}}(?:{behind}|(?:are|is)\sin\s{spoken})\b",
            told,
            re.IGNORECASE,
        )
        is not None
    )


def _places(written: str, told: str) -> list[re.Match[str]]:
    """Where a value stands as a whole: 3 does not stand in 3.5, 30, 3-5 or v3."""
    alone = rf"(?<![\w.,@/-]){re.escape(written)}(?![\w@/]|[.,-]\w)"
    return list(re.finditer(alone, told))


def is_text_copied(value: str, told: str) -> bool:
    """Whether a text stands in what is told, letter by letter."""
    return bool(value.strip()) and bool(_places(value, told))


_GOES_ON = r"(?:and|are|as|at|by|for|from|has|have|in|is|on|to|was|were|with)\b"


def may_be_text(key: str, written: str, told: str) -> bool:
    """Whether a number may be written as a text just so: it has no unit where it is told, or one that its key names."""
    places = _places(written, told)
    if JSON_NUMBER.fullmatch(written) is None or len(places) != 1:
        return False
    (place,) = places
    if told[: place.start()].rstrip()[-1:] in set("$€£¥#"):
        return False
    named = "|".join(map(re.escape, words_of(key)))
    old = r"|years?\sold\b" if words_of(key) == ("age",) else ""
    follows = re.compile(
        rf"\s{{0,3}}(?:[,;)\n]|[.!](?:\s|\Z)|\Z)|\s{{1,3}}(?:{_GOES_ON}|(?:{named})s?\b{old})", re.IGNORECASE
    )
    return follows.match(told, place.end()) is not None


_MORE = re.compile(
    r"\b(?:also|another|others?|additional\w*|both|co|et\sal|etc|further|joint\w*|more|plus|several|together|two|three|"
    r"second\w*|various)\b",
    re.IGNORECASE,
)
_LISTED_BEFORE = re.compile(r"(?:\b(?:and|or)|[/&+])\s{0,3}[\"“]?\Z", re.IGNORECASE)
_LISTED_BEHIND = re.compile(r"[\"”]?\s{0,3}(?:,\s{0,3})?(?:(?:and|or|with|plus|as)\b|[/&+])", re.IGNORECASE)
_AND_ELSE = re.compile(r"[\"”]?\s{1,3}and\s(?:is|was|has|came|costs?|lives?|works?)\b", re.IGNORECASE)
_TO_ANOTHER = re.compile(any_alphabet(r"[\"”]?\s{1,3}(?:(?i:to|until|via)|[-–—])\s{1,3}[\"“]?[A-Z\d]"))
_FROM_ANOTHER = re.compile(
    any_alphabet(r"[A-Z\d][\w'’.-]{0,40}[\"”]?\s{1,3}(?:(?i:to|until|via)|[-–—])\s{1,3}[\"“]?\Z")
)
_ENDS_OF_A_WAY = frozenset("arrival departure destination end from origin start to".split())
_PARTED = re.compile(r"[\"”]?\s{0,3}[,;\n]\s{0,3}")
_NEXT_FACT = re.compile(
    r"(?:and\s)?(?:it\s(?:is|was|has|costs)\b|the\s\w{1,40}\s(?:is|was|has|costs)\b"
    r"|[a-z]\w{0,40}(?:\s?[:=]|\s\d{4}-\d\d-\d\d\b)|[a-z]\w{2,40}ed\s(?:at|from|in|on|to)\b|with\san?\s\w{1,40}\sof\s\d)"
)


def stands_alone(key: str, written: str, told: str) -> bool:
    """Whether a value stands once in what is told, and is not one of several there.

    A text under a plural would be one of several, and a place on a way is one of two unless its key says which.
    What is told after a comma, a semicolon or on the next line must be another fact for sure.
    """
    value: Json = json.loads(written)
    text = value if isinstance(value, str) else written
    if value is None or isinstance(value, bool | list | dict) or SEVERAL.search(text) or not text.strip():
        return False
    if isinstance(value, str) and names_several(key):
        return False
    places = _places(text, told)
    if len(places) != 1 or _MORE.search(told) is not None or _LISTED_BEFORE.search(told[: places[0].start()]):
        return False
    start, end = places[0].span()
    if _TO_ANOTHER.match(told, end) or _FROM_ANOTHER.search(told[:start]):
        return not _ENDS_OF_A_WAY.isdisjoint(words_of(key))
    parted = _PARTED.match(told, end)
    if parted is not None and parted.end() < len(told):
        return _NEXT_FACT.match(told, parted.end()) is not None
    return _LISTED_BEHIND.match(told, end) is None or _AND_ELSE.match(told, end) is not None


_HEADS = frozenset("book car dish game item model name object product song title vehicle".split())
"""Words that end keys whose value may have more words when these have no key of their own."""


def would_take_in(cached: str, dropped: Collection[str], told: str) -> bool:
    """Whether a name in an object stands right beside what a dropped key holds: the drill of a "Bosch drill"."""
    members = members_of(cached)
    if members is None or not dropped:
        return False
    value = {one.key: json.loads(one.value) for one in members.items}
    left = [str(value[key]) for key in dropped if isinstance(value.get(key), str | int | float)]
    heads = [text for key, text in value.items() if key not in dropped and not _HEADS.isdisjoint(words_of(key)[-1:])]
    pairs = [(head, text) for head in heads if isinstance(head, str) and head for text in left if text]
    # In "2 lamps" the number is none of the name.
    pairs += [(text, head) for head, text in pairs if not text.isdigit()]
    return any(
        re.search(rf"(?<!\w){re.escape(one)}[\s:–-]{{1,3}}{re.escape(other)}(?!\w)", told) is not None
        for one, other in pairs
    )
