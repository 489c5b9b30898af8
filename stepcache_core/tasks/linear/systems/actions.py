"""Operations that an answer says it does to known equations, and what they make of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.algebra import NotLinearError
from stepcache_core.tasks.linear.polynomial import Expression, Polynomial
from stepcache_core.tasks.linear.systems.known import Known, Sides, same
from stepcache_core.tasks.linear.systems.statement_kinds import OF_SEVERAL, Action

MAX_ACTIONS: Final = 4
"""Operations that may be said one after the other before the equation that they lead to."""
MAX_PAIRS: Final = 400
"""Pairs of equations of which the sum is looked at."""


@dataclass(frozen=True, slots=True)
class Thread:
    """Operations that go on from each other, and the equations that they make.

    Attributes:
        actions: The operations.
        results: What they make of known equations.
    """

    actions: tuple[Action, ...]
    results: Sequence[Sides]

    @property
    def of(self) -> set[int]:
        return {index for action in self.actions for index in action.of}

    @property
    def may_be_rearranged(self) -> bool:
        return self.actions[-1].sign in OF_SEVERAL

    def leads_to(self, forms: Sides) -> bool:
        """Whether they make an equation; one made of several may be rearranged."""
        if not self.may_be_rearranged:
            return any(same(forms, result) for result in self.results)
        zeros = {_zero(result) for result in self.results}
        zero = _zero(forms)
        return zero in zeros or (not self.actions[-1].is_ordered and zero.scaled(Fraction(-1)) in zeros)


class Pending:
    """Operations said one after the other, waiting for the equations that they lead to.

    Args:
        known: The equations that they may be done to.
    """

    def __init__(self, known: Known) -> None:
        self.known = known
        self.actions: list[Action] = []
        self.is_muddled = False
        """Whether something stands between them and the next equation that may be what leads there."""

    def leading_to(self, forms: Sides) -> Thread | None:
        """The operations that lead to an equation."""
        return next((thread for thread in self.threads() if thread.leads_to(forms)), None)

    def lead_to(self, forms: Sides) -> bool:
        """Whether operations lead to an equation; those that do have found it, and wait no longer."""
        thread = self.leading_to(forms)
        if thread is None:
            return False
        self.actions = [action for action in self.actions if action not in thread.actions]
        self.is_muddled = self.is_muddled and bool(self.actions)
        return True

    def may_wait(self, forms: Sides) -> bool:
        """Whether an equation only says again what the operations are done to."""
        of_several = any(action.sign in OF_SEVERAL for action in self.actions)
        known = self.known.states[: len(self.known.problem.equations)] if of_several else self.known.states
        return any(same(forms, state) for state in known)

    def said(self) -> str:
        """The operations as they are said."""
        return "'" + ", ".join(_say(action) for action in self.actions) + "'"

    def threads(self) -> list[Thread]:
        """The operations in the order in which they go on from each other; on different equations they do not."""
        threads: list[Thread] = []
        for action in self.actions:
            if action.sign in OF_SEVERAL:
                threads = [Thread(tuple(self.actions), self.of_several(action, threads))]
            elif threads and not (action.of and threads[-1].of and threads[-1].of.isdisjoint(action.of)):
                last = threads.pop()
                threads.append(Thread((*last.actions, action), self.after(action, last.results)))
            else:
                threads.append(Thread((action,), self.after(action, self.states_to_change())))
        return threads

    def states_to_change(self) -> list[Sides]:
        """The known equations, also with the known values put in."""
        # With values put in, an equation and its old self would make any operation on two seem right.
        if any(action.sign in OF_SEVERAL for action in self.actions):
            return self.known.states
        values = self.known.values
        return [*self.known.states, *((left.at(values), right.at(values)) for left, right in self.known.states)]

    def after(self, action: Action, states: Sequence[Sides]) -> list[Sides]:
        """What an operation on one equation makes of equations."""
        try:
            operand = Expression(action.operand, {}, {}).polynomial
        except NotLinearError:
            return []
        if action.of:
            states = self.forms_of(action.of[0], states)
        if action.sign in "+-":
            sign = Fraction(1 if action.sign == "+" else -1)
            return [(left.plus(operand, sign), right.plus(operand, sign)) for left, right in states]
        if not operand.is_constant or not operand.constant:
            return []
        factor = operand.constant if action.sign == "*" else 1 / operand.constant
        return [(left.scaled(factor), right.scaled(factor)) for left, right in states]

    def of_several(self, action: Action, threads: Sequence[Thread]) -> list[Sides]:
        """The sums or differences of equations, one of each thread, or what threads made and another one."""
        states = self.known.states
        if action.sign == "combination":
            results: list[Sides] = [(Polynomial(), Polynomial())]
            for index, factor in action.factors:
                forms = self.forms_of(index, states)
                results = [_plus(one, two, factor) for one in results for two in forms][:MAX_PAIRS]
            return results
        sign = Fraction(1 if action.sign == "sum" else -1)
        made = [thread.results for thread in threads]
        if len(action.of) == 1:
            pairs = self.pairs_with_one(action, made[-1] if made else self.at_hand)
        else:
            pools = [(made[-2], made[-1])] if len(made) > 1 else [(made[0], states)] if made else [(states, states)]
            pairs = [
                pair
                for first, second in (*pools, *((two, one) for one, two in pools if made))
                for pair in self.named_pairs(action, first, second)
            ]
        return [_plus(one, two, sign) for one, two in pairs[:MAX_PAIRS]]

    @property
    def at_hand(self) -> list[Sides]:
        """The equation that was established last; all of the problem's, where none was."""
        return self.known.states if self.known.latest is None else [self.known.latest]

    def pairs_with_one(self, action: Action, others: Sequence[Sides]) -> list[tuple[Sides, Sides]]:
        """Pairs of an equation that is named and what was made before, the second to be taken from the first."""
        named = self.forms_of(action.of[0], self.known.states)
        pairs = [(one, two) for one in named for two in others if not _zero(one).is_multiple_of(_zero(two))]
        return pairs if action.is_taken_from else [(two, one) for one, two in pairs]

    def named_pairs(self, action: Action, first: Sequence[Sides], second: Sequence[Sides]) -> list[tuple[Sides, Sides]]:
        """Pairs of equations, the second to be taken from the first; of two that are named, the last is the first."""
        taken = self.forms_of(action.of[0], first) if action.of else first
        kept = self.forms_of(action.of[1], second) if len(action.of) > 1 else second
        return [(two, one) for one in taken for two in kept if one is not two]

    def forms_of(self, index: int, states: Sequence[Sides]) -> list[Sides]:
        """The equations that are one of the problem's, or a multiple of it; or the derived one of that number."""
        equations = self.known.problem.equations
        if index < len(equations):
            given = equations[index].difference
            own = [(one.left, one.right) for one in equations]
            return [
                state
                for state in states
                if _zero(state).is_multiple_of(given) and (same(state, own[index]) or state not in own)
            ]
        labelled = self.known.labels.get(index)
        if labelled is None:
            return [state for state in states if state not in self.known.states[: len(equations)]]
        return [state for state in states if same(state, labelled)]


def _plus(one: Sides, two: Sides, factor: Fraction) -> Sides:
    return one[0].plus(two[0], factor), one[1].plus(two[1], factor)


def _zero(sides: Sides) -> Polynomial:
    return sides[0].minus(sides[1])


def _say(action: Action) -> str:
    operand = "".join(token.text for token in action.operand)
    return f"{action.words} {operand}".strip()
