"""Phrases that claim something of all solutions: that there is none, or that every number is one."""

from __future__ import annotations

from typing import Final

_NO_SOLUTION: Final = (
    ("has", "no", "solution"),
    ("has", "no", "solutions"),
    ("is", "no", "solution"),
    ("are", "no", "solutions"),
    ("have", "no", "solution"),
    ("have", "no", "solutions"),
    ("no", "value", "of", "", "satisfies", "the", "equation"),
    ("no", "value", "of", "", "satisfies", "this", "equation"),
    ("no", "solution"),
    ("no", "solutions"),
    ("solution", "set", "is", "empty"),
)
_ALL_SOLUTIONS: Final = (
    ("every", "value", "of", "", "is", "a", "solution"),
    ("any", "value", "of", "", "is", "a", "solution"),
    ("all", "real", "numbers", "are", "solutions"),
    ("every", "real", "number", "is", "a", "solution"),
    ("there", "are", "infinitely", "many", "solutions"),
    ("has", "infinitely", "many", "solutions"),
    ("the", "solution", "is", "all", "real", "numbers"),
    ("true", "for", "all", "values", "of", ""),
    ("true", "for", "every", "value", "of", ""),
    ("true", "for", "all", "real", "numbers"),
    ("infinitely", "many", "solutions"),
    ("is", "an", "identity"),
    ("equation", "is", "always", "true"),
    ("sides", "are", "identical"),
    ("can", "be", "any", "real", "number"),
    ("any", "real", "number", "is", "a", "solution"),
)
CLAIMS: Final[dict[tuple[str, ...], list[tuple[str, tuple[str, ...]]]]] = {}
"""Phrases that claim something of the solutions, by their first two words."""
for _solutions, _phrases in (("none", _NO_SOLUTION), ("all", _ALL_SOLUTIONS)):
    for _phrase in _phrases:
        CLAIMS.setdefault(_phrase[:2], []).append((_solutions, _phrase))
