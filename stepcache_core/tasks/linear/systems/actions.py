"""Operations that an answer says it does to known equations, and what they make of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.algebra import NotLinearError
from stepcache_core.tasks.linear.polynomial import Expression, Polynomial
from stepcache_core.tasks.linear.systems.known import Known, Sides, same
from stepcache_core.tasks.linear.systems.statement_kinds import Action

MAX_ACTIONS: Final = 4
"""Operations that may be said one after the other before the equation that they lead to."""
OF_TWO: Final = frozenset({"sum", "difference"})
"""Signs of operations on two equations."""
MAX_PAIRS: Final = 400
"""Pairs of equations of which the sum is looked at."""


class Pending:
    """Operations said one after the other, waiting for the equation that they lead to.

    Args:
        known: The equations that they may be done to.
    """

    def __init__(self, known: Known) -> None:
        self.known = known
        self.actions: list[Action] = []

    def lead_to(self, forms: Sides) -> bool:
        """Whether the operations make an equation; a sum or difference of two may be rearranged."""
        if not self.actions:
            return False
        results = self.results()
        if self.actions[-1].sign not in OF_TWO:
            return any(same(forms, result) for result in results)
        zeros = {_zero(result) for result in results}
        zero = _zero(forms)
        return zero in zeros or (len(self.actions[-1].of) != 2 and zero.scaled(Fraction(-1)) in zeros)

    def may_wait(self, forms: Sides) -> bool:
        """Whether an equation only says again what the operations are done to."""
        of_two = any(action.sign in OF_TWO for action in self.actions)
        known = self.known.states[: len(self.known.problem.equations)] if of_two else self.known.states
        return any(same(forms, state) for state in known)

    def said(self) -> str:
        """The operations as they are said."""
        return "'" + ", ".join(_say(action) for action in self.actions) + "'"

    def results(self) -> list[Sides]:
        """What the operations make of the known equations."""
        values = self.known.values
        states = list(self.known.states)
        # With values put in, an equation and its old self would make any operation on two seem right.
        if not any(action.sign in OF_TWO for action in self.actions):
            states += [(left.at(values), right.at(values)) for left, right in self.known.states]
        for action in self.actions:
            states = self.after(action, states)
        return states

    def after(self, action: Action, states: list[Sides]) -> list[Sides]:
        """What one operation makes of equations."""
        named = [[state for state in states if self.is_form_of(state, index)] for index in action.of]
        if action.sign in OF_TWO:
            return _combined(action, named, states)
        try:
            operand = Expression(action.operand, {}, {}).polynomial
        except NotLinearError:
            return []
        states = named[0] if named else states
        if action.sign in "+-":
            sign = Fraction(1 if action.sign == "+" else -1)
            return [(left.plus(operand, sign), right.plus(operand, sign)) for left, right in states]
        if not operand.is_constant or not operand.constant:
            return []
        factor = operand.constant if action.sign == "*" else 1 / operand.constant
        return [(left.scaled(factor), right.scaled(factor)) for left, right in states]

    def is_form_of(self, state: Sides, index: int) -> bool:
        """Whether an equation is one of the problem's, or a multiple of it; or the derived one of that number."""
        equations = self.known.problem.equations
        if index < len(equations):
            return _zero(state).is_multiple_of(equations[index].difference)
        labelled = self.known.labels.get(index)
        return state not in self.known.states[: len(equations)] if labelled is None else same(state, labelled)


def _combined(action: Action, named: Sequence[list[Sides]], states: list[Sides]) -> list[Sides]:
    """The sums or differences of two equations; of two named ones, the last is what the first is taken from."""
    sign = Fraction(1 if action.sign == "sum" else -1)
    taken = named[0] if named else states
    kept = named[1] if len(named) > 1 else states
    pairs = [(one, two) for two in taken for one in kept if one is not two][:MAX_PAIRS]
    return [(one[0].plus(two[0], sign), one[1].plus(two[1], sign)) for one, two in pairs]


def _zero(sides: Sides) -> Polynomial:
    return sides[0].minus(sides[1])


def _say(action: Action) -> str:
    operand = "".join(token.text for token in action.operand)
    return f"{action.words} {operand}".strip()
