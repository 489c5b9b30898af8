"""Several equations at once: what they determine, exactly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.algebra import ONE
from stepcache_core.tasks.linear.answer_form import ANY_FORM, AnswerForm
from stepcache_core.tasks.linear.lexer import Token
from stepcache_core.tasks.linear.polynomial import Function, Monomial, Polynomial
from stepcache_core.tasks.linear.reading import canonical

MAX_EQUATIONS: Final = 24
"""Equations a problem may have."""
MAX_LETTERS: Final = 16
"""Letters they may have together."""

Row = tuple[str, Polynomial]
"""A pivot letter, and an equation in which it stands with coefficient one."""


@dataclass(frozen=True, slots=True)
class Given:
    """An equation of a problem.

    Attributes:
        left: The left side; functions are applied, letters stand as they are written.
        right: The right side.
        sides: The tokens of both sides.
    """

    left: Polynomial
    right: Polynomial
    sides: tuple[tuple[Token, ...], tuple[Token, ...]] = field(default=((), ()), compare=False, repr=False)

    @property
    def difference(self) -> Polynomial:
        """What is zero."""
        return self.left.minus(self.right)

    @property
    def spelling(self) -> str:
        return "=".join(canonical(side) for side in self.sides)


@dataclass(frozen=True, slots=True)
class Solved:
    """What a set of equations determines.

    Attributes:
        values: The letters that can have one value only.
        rows: The reduced rows of all equations; empty where they contradict each other.
        consistent: Whether any numbers satisfy them.
        decided: Whether nothing is left that is not linear.
    """

    values: Mapping[str, Fraction]
    rows: tuple[Row, ...]
    consistent: bool
    decided: bool

    def reduced(self, form: Polynomial) -> Polynomial:
        """What is left of a form after all that the equations say; zero where they imply that it is zero."""
        return _reduced(form.at(self.values), self.rows)


def eliminate(forms: Iterable[Polynomial]) -> tuple[Row, ...] | None:
    """The reduced rows of linear forms that are zero (Gauss and Jordan), or None where they contradict each other."""
    rows: list[Row] = []
    for form in forms:
        rest = _reduced(form, rows)
        if rest.is_constant:
            if rest.constant:
                return None
            continue
        (pivot,), factor = rest.terms[0]
        new = rest.scaled(ONE / factor)
        rows = [(other, row.plus(new, -row.coefficient((pivot,)))) for other, row in rows]
        rows.append((pivot, new))
    return tuple(rows)


def _reduced(form: Polynomial, rows: Iterable[Row]) -> Polynomial:
    for pivot, row in rows:
        form = form.plus(row, -form.coefficient((pivot,)))
    return form


def solve_forms(forms: Sequence[Polynomial]) -> Solved:
    """Solves equations of which each product of letters becomes linear once one of them is known."""
    values: dict[str, Fraction] = {}
    while True:
        left = [form.at(values) for form in forms]
        rows = eliminate(form for form in left if form.is_linear)
        if rows is None:
            return Solved({}, (), consistent=False, decided=all(form.is_linear for form in left))
        new = {pivot: -row.constant for pivot, row in rows if row.letters == {pivot}}
        if not new:
            return Solved(values, rows, consistent=True, decided=all(form.is_linear for form in left))
        values |= new


@dataclass(frozen=True, slots=True)
class SystemProblem:
    """Several equations and definitions, of which the values of some letters are asked.

    Attributes:
        asked: The letters asked for.
        equations: All equations, definitions among them, in the order of the prompt.
        is_chain: Whether statements before the question define what it is about.
        asks_all: Whether the prompt asks for the solution as a whole.
        wants_steps: Whether it asks for the steps.
        functions: The functions it defines.
        solved: What the equations determine.
        story: The word problem that the equations are of; empty where the prompt states the equations.
        form: The form in which the prompt wants the answer.
    """

    asked: tuple[str, ...]
    equations: tuple[Given, ...]
    is_chain: bool = False
    asks_all: bool = False
    wants_steps: bool = False
    functions: tuple[tuple[str, Function], ...] = ()
    solved: Solved = field(default=Solved({}, (), consistent=True, decided=True), compare=False, repr=False)
    story: str = ""
    form: AnswerForm = ANY_FORM

    @property
    def letters(self) -> frozenset[str]:
        """Every letter of its equations."""
        return frozenset().union(*(one.left.letters | one.right.letters for one in self.equations), self.asked)

    @property
    def kind(self) -> str:
        """`one`, `none` or `many`: how many solutions there are for the letters asked."""
        if not self.solved.consistent:
            return "none"
        return "one" if all(letter in self.solved.values for letter in self.asked) else "many"

    @property
    def truth(self) -> str:
        """What solves it, in words."""
        if self.kind == "none":
            return "the problem has no solution"
        if self.kind == "many":
            return "the problem has infinitely many solutions"
        return ", ".join(f"{letter} = {self.solved.values[letter]}" for letter in self.asked) + " solves the problem"

    @property
    def solution(self) -> Fraction | None:
        """The value of the only letter asked for; None where there is no such value or more than one is asked."""
        return self.solved.values.get(self.asked[0]) if len(self.asked) == 1 else None

    @property
    def values(self) -> dict[str, Fraction]:
        """The values of the letters asked for; nothing where they have no single ones."""
        return {letter: self.solved.values[letter] for letter in self.asked} if self.kind == "one" else {}

    @property
    def signatures(self) -> tuple[str, ...]:
        """The problem itself, its shape with the numbers taken out, what is asked of how many equations, and any."""
        kind = f"linear_equation:{'chain' if self.is_chain else 'system'}"
        head = f"{kind}:{'steps' if self.wants_steps else 'plain'}"
        asked = "all" if self.asks_all else ",".join(self.asked)
        functions = ";".join(f"{name}({one.parameter}):{_show(one.body)}" for name, one in self.functions)
        exact = ";".join(one.spelling for one in self.equations)
        shape = re.sub(r"[+-]", "±", re.sub(r"[\d.]+", "n", exact))
        own = (
            f"{head}{self.form.name}:{asked}:{exact}:{functions}",
            f"{head}:shape:{asked}:{shape}",
            f"{head}:family:{len(self.equations)}:{len(self.asked)}",
            f"{head}:any",
        )
        return (*own, f"{kind}:plain:any") if self.wants_steps else own


def _show(form: Polynomial) -> str:
    return "+".join(f"{value}{_product(monomial)}" for monomial, value in form.terms)


def _product(monomial: Monomial) -> str:
    return "*".join(monomial)
