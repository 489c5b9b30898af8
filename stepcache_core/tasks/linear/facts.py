"""What is known of a problem while an answer is read: its solution, and the equations that the answer has derived."""

from __future__ import annotations

from stepcache_core.tasks.linear.algebra import Linear, Number, constant, quotient
from stepcache_core.tasks.linear.compare import Sides, is_multiple
from stepcache_core.tasks.linear.reading import Side, canonical
from stepcache_core.tasks.linear.recognise import Difference, LinearProblem, difference
from stepcache_core.tasks.linear.statement_kinds import Equation, Mention, Operation


class Facts:
    """The problem, and what the answer has shown so far.

    Attributes:
        problem: The problem.
        variable: The letter asked for.
        solution: Its only value, or None.
        states: The problem's equation and each different one that was accepted, in order.
        written: The accepted equations as they are written.
    """

    __slots__ = ("_differences", "_letter", "_solution", "problem", "states", "variable", "written")

    def __init__(self, problem: LinearProblem) -> None:
        self.problem = problem
        self.variable = problem.variable
        self.states: list[Sides] = [(problem.left, problem.right)]
        self.written: list[tuple[Side, Side]] = []
        self._differences = [problem.difference]
        self._solution: Number | None = None
        self._letter = Linear(((self.variable, 1),))

    @property
    def solution(self) -> Number | None:
        """The problem's only solution, or None; worked out when it is first asked for."""
        if self._solution is None and self._differences[0][0]:
            factor, rest = self._differences[0]
            self._solution = quotient(-rest, factor)
        return self._solution

    def difference(self, left: Linear, right: Linear) -> Difference:
        """Coefficient and constant of what the left side is more than the right."""
        return difference(left, right, self.variable)

    def has_solution_of(self, difference: Difference) -> bool:
        """Whether `factor * x + rest = 0` has the problem's only solution; `factor` is not zero."""
        factor, rest = difference
        wanted, amount = self._differences[0]
        one = factor.numerator * amount.numerator * rest.denominator * wanted.denominator
        other = rest.numerator * wanted.numerator * factor.denominator * amount.denominator
        return one == other and bool(wanted)

    @property
    def is_contradiction(self) -> bool:
        """Whether the problem has no solution."""
        factor, rest = self._differences[0]
        return not factor and bool(rest)

    def truth(self) -> str:
        if self.solution is not None:
            return f"{self.variable} = {self.solution} solves the problem"
        return "every number solves the problem" if self.problem.is_identity else "the problem has no solution"

    def note(self, left: Side, right: Side, difference: Difference) -> None:
        """Adds an accepted equation."""
        forms = (left.form, right.form)
        self.written.append((left, right))
        if forms != self.states[-1]:
            self.states.append(forms)
            self._differences.append(difference)

    def is_as_asked(self, state: Sides) -> bool:
        """Whether an equation is the problem's own, but for how its sides are written and which is the left one."""
        return state in (self.states[0], self.states[0][::-1])

    def is_bare(self, side: Side) -> bool:
        """Whether a side is the variable alone."""
        return len(side.tokens) == 1 and side.tokens[0].text == self.variable

    def coefficient_of(self, sides: Sides) -> Linear:
        return constant(sides[0].coefficient(self.variable) - sides[1].coefficient(self.variable))

    def may_be_restated(self, forms: Sides, left: Side, equation: Equation) -> bool:
        """Whether an equation introduced as the given one is that; later in an answer any earlier one may be meant."""
        if forms == self.states[0] or (self.is_bare(left) and equation.restates != "itself"):
            return True
        return equation.restates == "here" and bool(self.written)

    def reachable(self, forms: Sides, difference: Difference) -> bool:
        """Whether one operation on both sides leads here from an equation before, or the solution is stated.

        From the solution itself anything with that solution could be made up: `3x = 15` from `x = 5`.
        """
        if self._differences[0][0] and self.states_a_value(forms):
            return True
        before = [
            (state, other)
            for at, (state, other) in enumerate(zip(self.states, self._differences, strict=True))
            if not at or not self.states_a_value(state)
        ]
        # Adding the same to both sides leaves their difference as it is; swapping the sides turns it round.
        turned = -difference[0], -difference[1]
        if any(other in (difference, turned) for _, other in before):
            return True
        return any(is_multiple(forms, state) or is_multiple(forms, state[::-1]) for state, _ in reversed(before))

    def states_a_value(self, forms: Sides) -> bool:
        """Whether one side is the variable alone, and the other a number."""
        one, other = forms
        if one.terms:
            return one == self._letter and not other.terms
        return other == self._letter

    def rewrites_a_part(self, part: Side) -> bool:
        """Whether an expression is a side, a multiplied bracket, or some terms side by side of an equation here."""
        parts = {form for state in self.states for form in state}
        parts |= {form.times(factor) for factor, form in self.problem.products}
        if part.form in parts:
            return True
        wanted = canonical(part.tokens)
        sides = [*self.problem.sides, *(side.tokens for pair in self.written for side in pair)]
        return any(_is_part(wanted, canonical(side)) for side in sides)

    def has_bracket(self, expansion: Operation) -> bool:
        """Whether the factor that is multiplied into a bracket stands before one."""
        written = [(side.expression.products, side.tokens) for pair in self.written for side in pair if side.expression]
        written += [(self.problem.products, tokens) for tokens in self.problem.sides]
        for products, tokens in written:
            factors = {factor for factor, _ in products}
            factors |= {-factor for factor in factors if canonical(tokens).find(f"-{factor}*(") > 0}
            if any(expansion.operand == constant(factor) for factor in factors):
                return True
        return False

    def occurs(self, form: Linear, mention: Mention) -> bool:
        """Whether a term, or a number that the words call one, occurs in the equation, with its sign if it has one."""
        recent = [side for state in (self.states[0], *self.states[-2:]) for side in state]
        candidates = (form,) if mention.signed else (form, form.times(-1))
        if form == self._letter:
            return True
        if form.terms:
            return any(one in (side, Linear(side.terms)) for one in candidates for side in recent)
        numbers = {side.constant for side in recent} | {side.coefficient(self.variable) for side in recent}
        numbers |= {factor for factor, _ in self.problem.products}
        return mention.named and any(one.constant in numbers for one in candidates)

    def is_coefficient(self, value: Number) -> bool:
        """Whether a number is the variable's coefficient in the last equation."""
        known = {form.coefficient(self.variable) for form in self.states[-1]} - {0}
        return value in known or constant(value) == self.coefficient_of(self.states[-1])

    def exact_of(self, side: Side) -> Number | None:
        """The exact value of a number, or of the variable alone."""
        if not side.names:
            return side.form.constant
        return self.solution if self.is_bare(side) else None


def _is_part(wanted: str, side: str) -> bool:
    """Whether `wanted` stands in `side` between signs of a sum, and not after a minus that it does not have."""
    at = side.find(wanted)
    return at >= 0 and side[max(0, at - 1) : at] in {"", "+"} and side[at + len(wanted) :][:1] in {"", "+", "-"}
