"""Which arithmetic is this problem's: a true sum of another problem's numbers proves nothing here."""

from __future__ import annotations

from collections.abc import Sequence

from stepcache_core.tasks.linear.algebra import Number, magnitude
from stepcache_core.tasks.linear.compare import Sides
from stepcache_core.tasks.linear.reading import Run, Side, canonical, literals
from stepcache_core.tasks.linear.recognise import LinearProblem


class Grounds:
    """What the arithmetic of an answer may rest on.

    Args:
        problem: The problem.
        states: Its equation, and those the answer derives from it.
        written: The sides of the equations as the answer writes them.
    """

    def __init__(self, problem: LinearProblem, states: Sequence[Sides], written: Sequence[tuple[Side, Side]]) -> None:
        variable, value = problem.variable, problem.solution
        forms = [form for state in states for form in state]
        numbers = [number for side in problem.sides for number in literals(side)]
        numbers += [form.constant for form in forms] + [factor for form in forms for _, factor in form.terms]
        self.totals: set[Number] = set()
        self.put_in: set[str] = set()
        if value is not None:
            self.totals = {form.at(variable, value) for form in forms}
            numbers += [value, *self.totals, *(form.coefficient(variable) * value for form in forms)]
            sides = [*problem.sides, *(side.tokens for pair in written for side in pair)]
            self.put_in = {_bare(canonical(side, variable, value)) for side in sides}
        self.known = {magnitude(part) for number in numbers for part in _parts(number)}

    def bear(self, run: Run) -> bool:
        """Whether a chain of numbers that is true belongs to the problem.

        It does when it begins with a side in which the solution was put in, or is a plain sum of numbers that all
        occur here; equal numbers side by side only where both sides of an equation come to that.
        """
        first = run.sides[0]
        if not any(side.operations for side in run.sides):
            return first.form.constant in self.totals
        if first.form.constant in self.totals and _bare(canonical(first.tokens)) in self.put_in:
            return True
        return _is_plain_sum(first) and all(
            magnitude(number) in self.known for side in run.sides for number in literals(side.tokens)
        )


def _parts(number: Number) -> tuple[Number, int, int]:
    return number, number.numerator, number.denominator


def _bare(spelling: str) -> str:
    return spelling.replace("(", "").replace(")", "")


def _is_plain_sum(side: Side) -> bool:
    """Whether a side is at most one operation on two numbers, or sums alone."""
    return side.operations <= 1 or not any(sign in canonical(side.tokens) for sign in "*/")
