"""The way a worked answer goes from the equation to its solution, told by the role of each move, not by its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Final

from stepcache_core.tasks.linear.algebra import Linear, Number, constant, magnitude, quotient
from stepcache_core.tasks.linear.expansion import multiplied_out
from stepcache_core.tasks.linear.notation import Notation
from stepcache_core.tasks.linear.recognise import LinearProblem

Sides = tuple[Linear, Linear]
Name = tuple[str, int, int]
"""What a side is, after which move, and which side it is."""
ZERO_FORM: Final = Linear()


@dataclass(frozen=True, slots=True)
class Move:
    """What one role does to one equation.

    Attributes:
        shift: What is subtracted from both sides.
        divisor: What both sides are then divided by.
        swaps: Whether the sides change places.
    """

    shift: Linear = ZERO_FORM
    divisor: Number = 1
    swaps: bool = False

    @property
    def is_idle(self) -> bool:
        return self.shift == Linear() and self.divisor == 1 and not self.swaps

    def applied(self, sides: Sides) -> Sides:
        left, right = (side.minus(self.shift).over(self.divisor) for side in sides)
        return (right, left) if self.swaps else (left, right)


def _left_constant(sides: Sides) -> Move:
    return Move(constant(sides[0].constant))


def _right_constant(sides: Sides) -> Move:
    return Move(constant(sides[1].constant))


def _left_variable(sides: Sides) -> Move:
    return Move(Linear(sides[0].terms))


def _right_variable(sides: Sides) -> Move:
    return Move(Linear(sides[1].terms))


def _coefficient(sides: Sides) -> Move | None:
    one, other = sides
    if bool(one.terms) == bool(other.terms):
        return None
    return Move(divisor=(one.terms or other.terms)[0][1])


def _collect_left(sides: Sides) -> Move:
    return Move(Linear(sides[1].terms, sides[0].constant))


def _collect_right(sides: Sides) -> Move:
    return Move(Linear(sides[0].terms, sides[1].constant))


def _denominators(sides: Sides) -> Move:
    numbers = [value for side in sides for value in (side.constant, *(factor for _, factor in side.terms))]
    return Move(divisor=quotient(1, lcm(*(number.denominator for number in numbers))))


def _swap(sides: Sides) -> Move:
    return Move(swaps=True)


ROLES: Final[dict[str, Callable[[Sides], Move | None]]] = {
    "left constant": _left_constant,
    "right constant": _right_constant,
    "right variable": _right_variable,
    "left variable": _left_variable,
    "coefficient": _coefficient,
    "collect left": _collect_left,
    "collect right": _collect_right,
    "denominators": _denominators,
    "swap": _swap,
}


@dataclass(frozen=True, slots=True)
class Derivation:
    """An equation and what the roles, one after the other, make of it.

    Attributes:
        problem: The problem.
        states: The equation after each role, the problem's own first.
        moves: What each role did; one less than the states.
    """

    problem: LinearProblem
    states: tuple[Sides, ...]
    moves: tuple[Move, ...]

    def texts(self, notation: Notation) -> Iterator[tuple[Name, str]]:
        """Every side that an answer may write, by a name that does not depend on the numbers."""
        problem, value = self.problem, self.problem.solution
        letter = problem.variable
        for index, state in enumerate(self.states):
            for side in (0, 1):
                text = self._side(index, side, notation)
                yield ("state", index, side), text
                form = state[side]
                collected = notation.linear(form, letter)
                if index == 0:
                    yield ("collected", 0, side), collected
                    if expanded := self._expanded(side, notation):
                        yield ("expanded", 0, side), expanded
                yield ("turned", index, side), notation.turned(form, letter)
                if index < len(self.moves):
                    yield from self._moved_texts(index, side, text, notation)
        if value is None:
            return
        yield ("solution", 0, 0), notation.number(value)
        for side in (0, 1):
            for factor, form in self.problem.products:
                if form.times(factor) == self.states[0][side]:
                    inner = form.at(letter, value)
                    yield ("bracket", 0, side), notation.times(notation.number(factor), inner)
        for index, state in enumerate(self.states):
            for side in (0, 1):
                yield ("put in", index, side), self._put_in(index, side, value, notation)
                yield ("put in collected", index, side), self._put_in_collected(state[side], value, notation)
                yield ("multiplied", index, side), self._multiplied(state[side], value, notation)
                yield ("total", index, side), notation.number(state[side].at(letter, value))

    def _side(self, index: int, side: int, notation: Notation) -> str:
        letter = self.problem.variable
        if index == 0:
            return notation.written(self.problem.sides[side], letter, letter)
        return notation.linear(self.states[index][side], letter)

    def _expanded(self, side: int, notation: Notation) -> str:
        """The side with its brackets multiplied out; an empty string where it has none."""
        text = ""
        for form in multiplied_out(self.problem.sides[side]):
            factor = form.coefficient(self.problem.variable)
            amount = factor or form.constant
            written = notation.monomial(factor, self.problem.variable) if factor else notation.number(amount)
            text = notation.shifted(text, written, amount) if text else written
        return text

    def _moved_texts(self, index: int, side: int, text: str, notation: Notation) -> Iterator[tuple[Name, str]]:
        move, form, letter = self.moves[index], self.states[index][side], self.problem.variable
        yield ("moved", index, side), self._moved(text, move, notation)
        yield ("moved collected", index, side), self._moved(notation.linear(form, letter), move, notation)
        yield ("moved turned", index, side), self._moved(notation.turned(form, letter), move, notation)
        shifted = Linear(move.shift.terms)
        if shifted.terms and form.terms:
            gathered = self._moved(notation.monomial(form.terms[0][1], letter), Move(shifted), notation)
            gathered = notation.shifted(gathered, notation.number(form.constant), form.constant)
            yield ("gathered", index, side), self._moved(gathered, Move(constant(move.shift.constant)), notation)
        factor = quotient(1, move.divisor)
        if factor != 1 and factor.denominator == 1:
            yield ("times last", index, side), notation.product_of(text, factor, first=False)
            yield ("times first", index, side), notation.product_of(text, factor, first=True)
            if form.terms and not form.constant:
                inner = form.terms[0][1]
                above = notation.monomial(inner.numerator * factor, letter)
                yield ("times above", index, side), notation.quotient(above, inner.denominator)

    def _moved(self, text: str, move: Move, notation: Notation) -> str:
        factor = move.shift.coefficient(self.problem.variable)
        if factor:
            text = notation.shifted(text, notation.monomial(factor, self.problem.variable), -factor)
            if factor < 0:
                text = text.replace(f"+{notation.space}{notation.minus}", f"+{notation.space}")
        if move.shift.constant:
            text = notation.shifted(text, notation.number(magnitude(move.shift.constant)), -move.shift.constant)
        return notation.quotient(text, move.divisor) if move.divisor != 1 else text

    def _put_in(self, index: int, side: int, value: Number, notation: Notation) -> str:
        letter = self.problem.variable
        if index == 0:
            return notation.written(self.problem.sides[side], letter, letter, value)
        return self._put_in_collected(self.states[index][side], value, notation)

    def _put_in_collected(self, form: Linear, value: Number, notation: Notation) -> str:
        factor = form.coefficient(self.problem.variable)
        if not factor:
            return notation.number(form.constant)
        number = notation.number(factor)
        if factor in (1, -1):
            product = notation.number(value) if factor == 1 else f"{notation.minus}({notation.number(value)})"
        else:
            product = notation.times(f"({number})" if "/" in number else number, value)
        return notation.shifted(product, notation.number(form.constant), form.constant)

    def _multiplied(self, form: Linear, value: Number, notation: Notation) -> str:
        product = form.coefficient(self.problem.variable) * value
        if not form.terms:
            return notation.number(form.constant)
        return notation.shifted(notation.number(product), notation.number(form.constant), form.constant)


def start(problem: LinearProblem) -> Derivation:
    return Derivation(problem, ((problem.left, problem.right),), ())


def follow(derivation: Derivation, role: str) -> Derivation | None:
    """The derivation with one more role, or None where the role does not fit."""
    move = ROLES[role](derivation.states[-1])
    if move is None:
        return None
    state = move.applied(derivation.states[-1])
    return Derivation(derivation.problem, (*derivation.states, state), (*derivation.moves, move))


def follow_all(derivation: Derivation, roles: Sequence[str]) -> Derivation | None:
    """The derivation with more roles, or None where one of them does not fit."""
    further: Derivation | None = derivation
    for role in roles:
        further = follow(further, role) if further is not None else None
    return further


def ways_between(before: Sides, after: Sides) -> list[tuple[str, ...]]:
    """The roles that lead from one equation to another, each way at most two, those with one role first.

    More than one way means that the numbers alone do not tell which was meant.
    """
    once: list[tuple[str, Sides]] = []
    for name, role in ROLES.items():
        move = role(before)
        if move is not None and not move.is_idle:
            once.append((name, move.applied(before)))
    ways: list[tuple[str, ...]] = [(name,) for name, between in once if between == after]
    for name, between in once:
        for second in ("swap", "coefficient"):
            further = ROLES[second](between)
            if further is not None and not further.is_idle and further.applied(between) == after:
                ways.append((name, second))
    return ways
