"""Whether a value goes on after a mark that seems to end it: "St. Gallen", "1,250", "Ann, Bo and Cy"."""

from __future__ import annotations

import re
from typing import Final

from stepcache_core.capitals import any_alphabet

_ABBREVIATED: Final = re.compile(
    r"(?:\A|[\s\"“'(])(?:St|Ste|Sta|Dr|Mr|Mrs|Ms|Mme|Mlle|Prof|Mt|Ft|Gen|Col|Lt|Sgt|Capt|Cpt|Rev|Hon|Jr|Sr|Inc|Ltd|Co"
    r"|Corp|Bros|Dept|Univ|Nr|Vol|Ed|Fig|vs|Ave|Blvd|Rd|Str|Hwy|Apt|approx|ca|min|max|Jan|Feb|Mar|Apr|Aug|Sept?|Oct"
    r"|Nov|Dec)\Z"
)
_IN_LETTERS: Final = re.compile(r"(?:\A|[\s\"“'(])(?:[^\W\d_]{1,2}\.)+[^\W\d_]\Z")
"""A name or a word of which only letters are written: "U.S.", "J.R.R.", "p.m."."""
_INITIAL: Final = re.compile(any_alphabet(r"(?:\A|[\s.\"“'(])[A-Z]\Z"))
_WITH_AN_INITIAL: Final = re.compile(any_alphabet(r"[A-Z][\w'’-]{1,40}\s[A-Z]\Z"))
_POINT: Final = re.compile(r"\.(?!\w)")
_GOES_ON_AS_A_NAME: Final = re.compile(
    any_alphabet(r"\.\s{1,3}(?![\w-]{1,40}(?:\s[\w-]{1,40}){0,2}\s?(?:[:=]|\bis\b))[A-Z]")
)
_ANOTHER_NUMBER: Final = re.compile(
    r",\d|\s{0,3}(?:and|or|&)\s{1,3}\d"
    r"|,\s{1,3}[+-]?\d{1,15}(?:\.\d{1,15})?(?=\s{0,3}(?:[,;.!)\n]|\Z|(?:and|or|&)\s))"
)
_NAME: Final = r"[A-Z][\w'’.-]{0,40}(?:\s[A-Z][\w'’.-]{0,40}){0,4}"
_ANOTHER: Final = re.compile(
    any_alphabet(
        rf"\s{{0,3}},\s{{0,3}}(?:(?:and|or)\s{{1,3}})?{_NAME}\s{{0,3}}(?=[,;.!)\n]|\Z|(?:and|or)\b)"
        rf"|\s{{0,3}},?\s{{1,3}}(?:and|or|&)\s{{1,3}}[\"“]?(?!{_NAME}\s?[:=])(?!{_NAME}\sis\b)[A-Z\d]"
    )
)
"""One more name of the same sort; a label with its own value is none."""


def is_abbreviated(value: str) -> bool:
    """Whether the point after a value belongs to its last word, so that it goes on or ends with it."""
    return _ABBREVIATED.search(value) is not None or _IN_LETTERS.search(value) is not None


def is_an_initial(value: str) -> bool:
    """Whether the last word of a value is a letter that may stand for a name."""
    return _INITIAL.search(value) is not None


def is_a_name_with_an_initial(value: str) -> bool:
    """Whether a value is a name of which the last part is its first letter: "Ada K."."""
    return _WITH_AN_INITIAL.search(value) is not None


def goes_on(text: str, start: int, end: int) -> bool:
    """Whether the value in `text` from `start` to `end` may go on, or be the first of several."""
    value = text[start:end]
    if _POINT.match(text, end) and (
        is_abbreviated(value)
        or is_a_name_with_an_initial(value)
        or (is_an_initial(value) and _GOES_ON_AS_A_NAME.match(text, end))
    ):
        return True
    if value[-1:].isdigit():
        return _ANOTHER_NUMBER.match(text, end) is not None
    return _ANOTHER.match(text, end) is not None
