"""A number said to be another one's reciprocal: "the reciprocal of 3/4, which is 4/3", "4/3, the reciprocal of 3/4"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from stepcache_core.tasks.linear.algebra import constant, quotient
from stepcache_core.tasks.linear.cursor import Cursor
from stepcache_core.tasks.linear.lexer import STOP, WORD
from stepcache_core.tasks.linear.reading import Item, Side
from stepcache_core.tasks.linear.statement_kinds import Coefficient, Doubt, Operation, Statement

_INTRODUCING: Final = frozenset({"which", "is", "equals", "or", "namely"})


class Reciprocal(NamedTuple):
    """The reciprocal of a number, as it is named.

    Attributes:
        of: The number.
        value: What the reciprocal is said to be, where it is said.
        after: Where reading goes on.
    """

    of: Side
    value: Side | None
    after: int

    @property
    def holds(self) -> bool:
        """Whether the number has a reciprocal, and that is what it is said to be."""
        number = self.of.form.constant
        return number != 0 and (self.value is None or number * self.value.form.constant == 1)


def reciprocal_at(items: Sequence[Item], at: int) -> Reciprocal | None:
    """`the reciprocal of 3/4, which is 4/3` at a place; None where something else stands."""
    for word in ("the", "reciprocal", "of"):
        if _text(items, at, WORD) != word:
            return None
        at += 1
    of = _number(items, at)
    if of is None:
        return None
    stop = _text(items, at + 1, STOP)
    value_at = begin = at + 1 + (stop in {",", "("})
    while _text(items, value_at, WORD) in _INTRODUCING:
        value_at += 1
    value = _number(items, value_at) if value_at > begin or stop == "(" else None
    if value is None:
        return Reciprocal(of, None, at + 1)
    closes = stop == "(" and _text(items, value_at + 1, STOP) == ")"
    return Reciprocal(of, value, value_at + 1 + closes)


def multiplied_by(cursor: Cursor, inverse: Reciprocal) -> list[Statement]:
    """What is stated where both sides are multiplied by a reciprocal, with the verb at the cursor."""
    if not inverse.holds:
        return [Doubt("what the reciprocal is said to be", cursor.sentence, grave=True)]
    place, by = cursor.at, constant(quotient(1, inverse.of.form.constant))
    verb = cursor.items[place].text
    done = Operation("*", by, verb, cursor.sentence, cursor.span(place), inverse.value, remarks=cursor.remark)
    return [Coefficient(inverse.of, cursor.sentence), done]


def read_reciprocal(cursor: Cursor, found: Sequence[Statement]) -> tuple[list[Statement], int] | None:
    """`the reciprocal of 3/4` after an operation by that number; None where the word at the cursor stands otherwise."""
    last = found[-1] if found else None
    inverse = reciprocal_at(cursor.items, cursor.at - 1)
    if inverse is None or not isinstance(last, Operation) or last.sign != "*" or last.operand is None:
        return None
    if last.operand.terms or last.operand.constant * inverse.of.form.constant != 1:
        return [Doubt("what the reciprocal is said to be", cursor.sentence, grave=True)], inverse.after
    return [Coefficient(inverse.of, cursor.sentence)], inverse.after


def _text(items: Sequence[Item], at: int, kind: str) -> str:
    return items[at].text if 0 <= at < len(items) and items[at].kind == kind else ""


def _number(items: Sequence[Item], at: int) -> Side | None:
    run = items[at].run if at < len(items) else None
    return run.sides[0] if run is not None and not run.is_equation and run.readable and not run.names else None
