"""Operations said one after the other, and what they make of an equation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stepcache_core.tasks.linear.algebra import Linear, constant
from stepcache_core.tasks.linear.compare import Sides, show
from stepcache_core.tasks.linear.facts import Facts
from stepcache_core.tasks.linear.statement_kinds import EXPAND, Operation, apply


class Group(NamedTuple):
    """Operations that wait for the equation that they lead to.

    Attributes:
        step: Index of the step that says them.
        start: The equation that they are done to.
        before: The equation before that one, where they may tell how it came about.
        sentence: The sentence of the first of them.
        operations: The operations.
        seen: How many equations the answer had stated when they were set aside.
    """

    step: int
    start: Sides
    before: Sides | None
    sentence: int
    operations: tuple[Operation, ...]
    seen: int = 0

    def with_next(self, operation: Operation) -> Group:
        return self._replace(operations=(*self.operations, operation))

    def set_aside(self, seen: int) -> Group:
        return self._replace(seen=seen)

    @property
    def only_rewrites(self) -> bool:
        return all(operation.sign == EXPAND for operation in self.operations)

    def parted(self) -> tuple[Group, Group] | None:
        """What was said before the last sentence and so only announced what is to come, and what the last one says."""
        sentence = self.operations[-1].sentence
        last = tuple(operation for operation in self.operations if operation.sentence == sentence)
        if len(last) == len(self.operations):
            return None
        return self._replace(operations=self.operations[: -len(last)]), self._replace(operations=last)

    def is_remark(self, sentence: int) -> bool:
        """Whether they told how the equation before came about, seen from an equation in `sentence`."""
        return self.operations[-1].remarks or (self.before is not None and sentence != self.sentence)

    def result(self, start: Sides, facts: Facts) -> Sides | None:
        """What the operations make of an equation; one that is said twice, or in other words, is done once."""
        before, sides = start, start
        if len(self.operations) > 1 and any(map(_is_idle, self.operations)):
            return None
        done: Operation | None = None
        for operation in self.operations:
            after = apply(operation, sides, facts.variable)
            repeats = done is not None and apply(operation, before, facts.variable) == sides
            if repeats and operation.sign != EXPAND:
                continue
            if after is None or (operation.sign == EXPAND and not facts.has_bracket(operation)):
                return None
            before, sides, done = sides, after, operation
        return sides

    def said(self) -> str:
        parts = []
        for operation in self.operations:
            operand = "the coefficient" if operation.operand is None else show(operation.operand)
            parts.append(f"{operation.words} {operand}")
        return "'" + ", ".join(parts) + "'"


def _is_idle(operation: Operation) -> bool:
    """Whether an operation leaves every equation as it is."""
    return operation.sign in "+-*/" and operation.operand == constant(int(operation.sign in "*/"))


def is_undone(form: Linear, operands: Sequence[Linear | None]) -> bool:
    """Whether one of these, of which None is the coefficient, takes a term away."""
    is_letter = not form.constant and [factor for _, factor in form.terms] == [1]
    return any(
        operand is None or form in (operand, operand.times(-1)) or (is_letter and bool(operand.terms))
        for operand in operands
    )
