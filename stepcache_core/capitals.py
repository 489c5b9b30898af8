"""The capital letters of all alphabets, for patterns that know a name by its first letter: Ada, Élodie, Łukasz."""

from __future__ import annotations

import re
from itertools import chain, groupby

_LATIN_GREEK_CYRILLIC_ARMENIAN = range(0xC0, 0x590)
_VIETNAMESE = range(0x1E00, 0x1F00)


def _class_of(codes: list[int]) -> str:
    """Ascending code points as the inside of a character class, in as few ranges as there are: these compile faster."""
    runs = ([code for _, code in run] for _, run in groupby(enumerate(codes), key=lambda place: place[1] - place[0]))
    return "".join(chr(run[0]) if len(run) == 1 else f"{chr(run[0])}-{chr(run[-1])}" for run in runs)


_ASCII = re.compile(r"A-Z(?!a-z)")
_BEYOND_ASCII = _class_of(
    [code for code in chain(_LATIN_GREEK_CYRILLIC_ARMENIAN, _VIETNAMESE) if chr(code).isupper()],
)


def any_alphabet(pattern: str) -> str:
    """The pattern with each of its `A-Z` standing for the capitals of all alphabets; `A-Za-z` stays as it is."""
    return _ASCII.sub(lambda found: found[0] + _BEYOND_ASCII, pattern)
