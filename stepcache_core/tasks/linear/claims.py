"""Phrases that claim something of all solutions: that there is none, or that every number is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stepcache_core.tasks.linear.cursor import Cursor
from stepcache_core.tasks.linear.reading import Run
from stepcache_core.tasks.linear.statement_kinds import Claim, Doubt, Property, Statement

_NO_SOLUTION: Final = (
    ("has", "no", "solution"),
    ("has", "no", "solutions"),
    ("is", "no", "solution"),
    ("are", "no", "solutions"),
    ("have", "no", "solution"),
    ("have", "no", "solutions"),
    ("no", "value", "of", "", "satisfies", "the", "equation"),
    ("no", "value", "of", "", "satisfies", "this", "equation"),
    ("no", "solution", "exists"),
    ("no", "solutions", "exist"),
    ("no", "solution"),
    ("no", "solutions"),
    ("solution", "set", "is", "empty"),
)
_ALL_OF_THEM: Final = (("all", "values", "of", ""), ("every", "value", "of", ""), ("all", "real", "numbers"))
_ALL_SOLUTIONS: Final = (
    ("every", "value", "of", "", "is", "a", "solution"),
    ("any", "value", "of", "", "is", "a", "solution"),
    ("all", "real", "numbers", "are", "solutions"),
    ("every", "real", "number", "is", "a", "solution"),
    ("there", "are", "infinitely", "many", "solutions"),
    ("has", "infinitely", "many", "solutions"),
    ("the", "solution", "is", "all", "real", "numbers"),
    *((holds, "for", *what) for holds in ("true", "holds") for what in _ALL_OF_THEM),
    ("infinitely", "many", "solutions"),
    ("is", "an", "identity"),
    ("equation", "is", "always", "true"),
    ("both", "sides", "are", "identical"),
    ("can", "be", "any", "real", "number"),
    ("any", "real", "number", "is", "a", "solution"),
)
CLAIMS: Final[dict[tuple[str, ...], list[tuple[str, tuple[str, ...]]]]] = {}
"""Phrases that claim something of the solutions, by their first two words."""
for _solutions, _phrases in (("none", _NO_SOLUTION), ("all", _ALL_SOLUTIONS)):
    for _phrase in _phrases:
        CLAIMS.setdefault(_phrase[:2], []).append((_solutions, _phrase))

RESTRICTING: Final = frozenset("but that though when where which with yet".split())
"""Words behind a claim that may make it one of some solutions only, or take it back."""
_BEFORE_NONE: Final = frozenset(
    "and answer are conclude gives has have hence implies is mean means so that then therefore thus to yields".split()
)
"""Words behind which "no solution" alone claims something; "this loses no solution" does not."""
_NAMED_WITHOUT: Final = frozenset({"it", "this", "that", "which", "solution", "value", "values"})
_OF_A_SUBJECT: Final = frozenset({"is", "can"})
"""First words of claims that say nothing without what stands before them."""


def read_claim(cursor: Cursor, opening: tuple[str, str]) -> tuple[list[Statement], int] | None:
    """The claim that begins with two words at the cursor; a doubt where it may be of something else."""
    for solutions, phrase in CLAIMS.get(opening, ()):
        if cursor.matches(phrase, cursor.at):
            end = cursor.at + len(phrase)
            if _is_restricted(cursor, end) or not _has_its_subject(cursor, phrase):
                return [Doubt("what is claimed of some solutions", cursor.sentence, grave=True)], end
            is_of_sides = phrase[0] == "both"
            of = _equation_beside(cursor, end) if is_of_sides else _equation_at(cursor, cursor.at - 1)
            return [Claim(solutions, cursor.sentence, of, is_sure=not is_of_sides)], end
    return None


def _equation_at(cursor: Cursor, at: int) -> Run | None:
    run = cursor.run_at(at)
    return run if run is not None and run.is_equation and run.readable else None


def _equation_beside(cursor: Cursor, end: int) -> Run | None:
    """The equation of a check: `20 = 20. Both sides are identical`, `both sides are identical: 20 = 20`."""
    before = cursor.at - 1
    while cursor.stop_at(before) or cursor.words_at(before) in {"and", "so", "since", "the"}:
        before -= 1
    return _equation_at(cursor, before) or _equation_at(cursor, end + bool(cursor.stop_at(end)))


def _is_restricted(cursor: Cursor, end: int) -> bool:
    return cursor.words_at(end + (cursor.stop_at(end) == ",")) in RESTRICTING


def _has_its_subject(cursor: Cursor, phrase: Sequence[str]) -> bool:
    """Whether the words before a claim let it be one of the equation, or of its letter."""
    at = cursor.at - 1
    before, run = cursor.words_at(at), cursor.run_at(at)
    if phrase[:2] in {("no", "solution"), ("no", "solutions")}:
        return run is None and (not before or before in _BEFORE_NONE)
    if phrase[0] not in _OF_A_SUBJECT or phrase[:3] == ("is", "no", "solution"):
        return True
    if phrase[0] == "can":
        return before in _NAMED_WITHOUT or (run is not None and run.is_variable(cursor.variable))
    return before in {*_NAMED_WITHOUT, "equation"} or (run is not None and run.is_equation)


def with_certainty(stated: Sequence[Statement]) -> list[Statement]:
    """The statements, with claims and properties marked as unsure where their sentence is not all understood."""
    doubtful = {each.sentence for each in stated if isinstance(each, Doubt)}
    return [
        each._replace(is_sure=False) if isinstance(each, Claim | Property) and each.sentence in doubtful else each
        for each in stated
    ]
