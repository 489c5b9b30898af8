"""A worked answer in the task's own words: from an equation that stands, move by move, to the solution."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from stepcache_core.tasks.linear.algebra import magnitude, quotient
from stepcache_core.tasks.linear.derivation import ROLES, Derivation, Move, Sides, start
from stepcache_core.tasks.linear.lexer import NUMBER
from stepcache_core.tasks.linear.notation import Notation, notation_of
from stepcache_core.tasks.linear.reading import canonical
from stepcache_core.tasks.linear.recognise import LinearProblem
from stepcache_core.tasks.linear.solve import solve
from stepcache_core.tasks.linear.statement_kinds import Equation
from stepcache_core.tasks.linear.statements import statements

_LABEL: Final = re.compile(r"\s*(?:\#{1,6} +)?(\*\*)?(?:(Step|STEP|step) +)?(\d{1,3})([.):])(?=\s)")


@dataclass(frozen=True, slots=True)
class Layout:
    r"""How steps are set.

    Attributes:
        displayed: Whether equations stand between `\[` and `\]`.
        label: What stands before a step, with `{}` for its number; empty where steps have none.
        number: The number of the next step.
    """

    displayed: bool = False
    label: str = ""
    number: int = 1

    def step(self, place: int, words: str, *equations: str) -> str:
        """A step with these words and equations; `place` counts the steps that come before it, from 0."""
        label = self.label.format(self.number + place) if words else ""
        indent = " " * len(label) if label and not self.label.startswith("S") else ""
        lines = [f"{indent}\\[ {each} \\]" if self.displayed else indent + each for each in equations]
        return "\n".join([f"{label}{words}", *lines] if words else lines)


def layout_of(texts: Sequence[str], kept: Sequence[str]) -> Layout:
    """The layout of an answer, to go on after the steps of it that are kept."""
    labels = [match for text in texts if (match := _LABEL.match(text))]
    numbered = sum(bool(_LABEL.match(text)) for text in kept)
    label = ""
    if labels:
        _, word, _, sign = labels[0].groups()
        label = f"{word} {{}}{sign} " if word else f"{{}}{sign} "
    return Layout(any("\\[" in text for text in texts), label, numbered + 1)


def joined(steps: Sequence[str]) -> list[str]:
    """The steps with a blank line between them."""
    return [step if step.endswith("\n\n") else step.rstrip("\n") + "\n\n" for step in steps[:-1]] + [*steps[-1:]]


def notation_for(problem: LinearProblem, text: str) -> Notation:
    """The notation of a text; numbers are decimals where the problem's are."""
    decimal = any("." in token.text for side in problem.sides for token in side if token.kind == NUMBER)
    return notation_of(text, Notation(decimal=decimal))


def finished(problem: LinearProblem, kept: Sequence[str]) -> list[str]:
    """The steps that bring verified ones to the solution, in their notation and layout; a whole answer after none."""
    notation, layout = notation_for(problem, "".join(kept)), layout_of(kept, kept)
    if not kept:
        return whole(problem, notation, layout)
    first = problem.left, problem.right
    last = [sides for text in kept for sides in _equations(text, problem)][-1:]
    states = (first,) if last in ([], [first]) else (first, last[0])
    if len(states) == 1 and _equation(first, problem, notation) in "".join(kept):
        states = (first, first)  # its sides have been simplified already
    return steps_from(Derivation(problem, states, ()), notation, layout)


def _equations(text: str, problem: LinearProblem) -> Iterator[Sides]:
    """The equations a text states that have the problem's solution."""
    letter = problem.variable
    for statement in statements(text, letter):
        if not isinstance(statement, Equation):
            continue
        for left, right in pairwise(statement.run.sides):
            if left.expression is None or right.expression is None:
                continue
            difference = left.expression.form.minus(right.expression.form)
            factor = difference.coefficient(letter)
            if factor and quotient(-difference.constant, factor) == problem.solution:
                yield left.expression.form, right.expression.form


def whole(problem: LinearProblem, notation: Notation, layout: Layout) -> list[str]:
    """The steps of a whole answer, the equation first."""
    written = " = ".join(notation.written(side, problem.variable, problem.variable) for side in problem.sides)
    return [layout.step(0, "", written), *steps_from(start(problem), notation, layout)]


def steps_from(derivation: Derivation, notation: Notation, layout: Layout) -> list[str]:
    """The steps from the last equation of a derivation to the solution, or what there is to say without one."""
    problem, sides = derivation.problem, derivation.states[-1]
    if problem.solution is None:
        return [solve(problem)]
    said: list[tuple[str, Sides]] = []
    if len(derivation.states) == 1 and not _is_collected(problem, notation):
        said.append(("Simplify both sides:", sides))
    said += [(_words(move, problem, notation), state) for move, state in _moves(sides, problem.variable)]
    steps = [
        layout.step(place, words, _equation(state, problem, notation)) for place, (words, state) in enumerate(said)
    ]
    last = said[-1][1] if said else sides
    if not said or not last[0].terms:
        steps.append(layout.step(0, "", f"{problem.variable} = {notation.number(problem.solution)}"))
    return steps


def _moves(sides: Sides, variable: str) -> Iterator[tuple[Move, Sides]]:
    """What is done to both sides, one thing after the other, until the variable stands alone on the left or right."""
    roles: tuple[str, ...] = ("right variable", "left constant", "coefficient")
    if not sides[0].coefficient(variable):
        roles = ("right constant", "coefficient")
    for role in roles:
        move = ROLES[role](sides)
        if move is not None and not move.is_idle:
            sides = move.applied(sides)
            yield move, sides


def _words(move: Move, problem: LinearProblem, notation: Notation) -> str:
    if move.divisor != 1:
        factor = quotient(1, move.divisor)
        if abs(factor.numerator) > abs(factor.denominator) == 1:
            return f"Multiply both sides by {_in_prose(notation.number(factor))}:"
        return f"Divide both sides by {_in_prose(notation.number(move.divisor))}:"
    factor = move.shift.coefficient(problem.variable)
    amount = factor or move.shift.constant
    text = notation.monomial(magnitude(amount), problem.variable) if factor else notation.number(magnitude(amount))
    text = _in_prose(text)
    return f"Subtract {text} from both sides:" if amount > 0 else f"Add {text} to both sides:"


def _in_prose(text: str) -> str:
    return f"\\( {text} \\)" if "\\" in text else text


def _equation(sides: Sides, problem: LinearProblem, notation: Notation) -> str:
    return " = ".join(notation.linear(side, problem.variable) for side in sides)


def _is_collected(problem: LinearProblem, notation: Notation) -> bool:
    """Whether the problem's own sides are written as `ax + b`, or as `b + ax`."""
    letter = problem.variable
    for tokens, form in zip(problem.sides, (problem.left, problem.right), strict=True):
        written = notation.written(tokens, letter, letter)
        if written not in {notation.linear(form, letter), notation.turned(form, letter), canonical(tokens)}:
            return False
    return True
