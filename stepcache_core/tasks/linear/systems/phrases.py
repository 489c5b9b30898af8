"""Phrases that claim something of the solutions of several equations, and phrases that state nothing of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from stepcache_core.tasks.linear.systems.statement_kinds import StatedClaim, Statement, Unclear

_CLAIMS: Final = (
    ("none", "has no solution"),
    ("none", "has no solutions"),
    ("none", "have no solution"),
    ("none", "have no solutions"),
    ("none", "there is no solution"),
    ("none", "there are no solutions"),
    ("none", "is inconsistent"),
    ("many", "has infinitely many solutions"),
    ("many", "have infinitely many solutions"),
    ("many", "there are infinitely many solutions"),
    ("contradiction", "is a contradiction"),
    ("contradiction", "a contradiction"),
    ("contradiction", "contradiction"),
    ("contradiction", "is false"),
    ("contradiction", "is impossible"),
    ("contradiction", "is not possible"),
    ("contradiction", "are inconsistent"),
    ("contradiction", "are parallel"),
    ("contradiction", "never intersect"),
    ("contradiction", "do not intersect"),
    ("tautology", "is an identity"),
    ("tautology", "is always true"),
    ("tautology", "are dependent"),
    ("tautology", "is dependent"),
)
BARE_CLAIMS: Final = (
    ("none", ("no", "solution")),
    ("none", ("no", "solutions")),
    ("none", ("no", "solution", "exists")),
    ("none", ("no", "solutions", "exist")),
    ("many", ("infinitely", "many", "solutions")),
    ("many", ("infinite", "solutions")),
)
"""Claims that are made where they are all that stands between two stops."""
_PLAIN: Final = (
    "either the substitution method or the elimination method",
    "either the elimination method or the substitution method",
    "either substitution or elimination",
    "either equation",
    "one of the variables",
    "one variable",
    "in other words",
    "equal to each other",
    "set up",
    "substitution or elimination",
    "elimination or substitution",
    "only one variable",
    "one variable in terms of the other",
    "in terms of the other",
    "solve for the other",
    "the other variable",
    "the other equation",
    "one way to do this",
    "one way to solve",
    "setting up",
    "setting",
    "another equation",
    "two expressions",
    *(
        f"{which} of {whose}{two}{old}equations"
        for which in ("one", "either")
        for whose in ("the ", "our ", "these ")
        for two in ("two ", "")
        for old in ("original ", "")
    ),
    *(f"{count} {noun}" for count in ("two", "three") for noun in ("equations", "variables", "unknowns")),
)
PHRASES: Final[dict[str, list[tuple[str, tuple[str, ...]]]]] = {}
"""Phrases that claim something of the solutions, or nothing, by their first words; the longest first."""
for _claim, _phrase in sorted([*_CLAIMS, *(("", _plain) for _plain in _PLAIN)], key=lambda each: -len(each[1].split())):
    PHRASES.setdefault(_phrase.split()[0], []).append((_claim, tuple(_phrase.split())))


def with_certainty(stated: Sequence[Statement]) -> list[Statement]:
    """The statements, with claims marked as unsure where their sentence is not all understood."""
    unclear = {each.sentence for each in stated if isinstance(each, Unclear)}
    return [
        replace(each, is_sure=False) if isinstance(each, StatedClaim) and each.sentence in unclear else each
        for each in stated
    ]
