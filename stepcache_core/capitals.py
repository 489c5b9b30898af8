"""The capital letters of all alphabets, for patterns that know a name by its first letter: Ada, Élodie, Łukasz."""

from __future__ import annotations

import re

_BEYOND_ASCII = "".join(letter for letter in map(chr, range(0xC0, 0x2000)) if letter.isupper())
"""Those of Latin, Greek, Cyrillic, Armenian and Georgian beyond `A-Z`."""
_ASCII = re.compile(r"A-Z(?!a-z)")


def any_alphabet(pattern: str) -> str:
    """The pattern with each of its `A-Z` standing for the capitals of all alphabets; `A-Za-z` stays as it is."""
    return _ASCII.sub(lambda found: found[0] + _BEYOND_ASCII, pattern)
