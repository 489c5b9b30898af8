"""A worked answer to two or three equations, in the task's own words: one letter after the other is eliminated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import Final

from stepcache_core.model import Source, Step, join
from stepcache_core.tasks.linear.notation import Notation, notation_of
from stepcache_core.tasks.linear.polynomial import Polynomial
from stepcache_core.tasks.linear.solve import solve_system
from stepcache_core.tasks.linear.steps import cut
from stepcache_core.tasks.linear.systems.problem import SystemProblem
from stepcache_core.tasks.linear.systems.verify import verify_system, verify_system_answer
from stepcache_core.tasks.linear.worked import Layout, joined, layout_of

_MAX_LETTERS: Final = 3
_NAMES: Final = ("first", "second")


def whole_system(problem: SystemProblem, notation: Notation, layout: Layout) -> list[str] | None:
    """The steps of a whole answer; None where it is not as many linear equations as letters, with one solution."""
    letters = sorted(problem.letters)
    if problem.functions or problem.kind != "one" or not 2 <= len(letters) <= _MAX_LETTERS:
        return None
    if len(problem.equations) != len(letters) or not all(one.difference.is_linear for one in problem.equations):
        return None
    writer = _Writer(letters, notation, layout)
    rows = [_Row.of(one.difference, letters) for one in problem.equations]
    writer.say("", *(writer.equation(row) for row in rows))
    if writer.eliminate(rows, names=_NAMES if len(rows) == 2 else ()) is None:
        return None
    closing = layout.step(0, "", solve_system(problem))
    return [*writer.steps, *([] if writer.steps[-1].strip() == closing.strip() else [closing])]


def replay_system(problem: SystemProblem, steps: Sequence[Step]) -> tuple[Step, ...] | None:
    """A worked answer in the notation and layout of a cached one, each step verified; None where there is none."""
    texts = [step.text for step in steps]
    written = whole_system(problem, notation_of("".join(texts)), layout_of(texts, ()))
    if written is None:
        return None
    replayed = tuple(Step(text, Source.REPLAY) for text in joined(written))
    verdicts = verify_system(problem, replayed)
    if not all(verdict.is_pass for verdict in verdicts):
        return None
    if not verify_system_answer(problem, [step.text for step in cut(join(replayed))]).is_pass:
        return None
    return tuple(step.with_verdict(verdict) for step, verdict in zip(replayed, verdicts, strict=True))


@dataclass(frozen=True, slots=True)
class _Row:
    """`factors` times the letters is `total`, in whole numbers."""

    factors: tuple[int, ...]
    total: int

    @classmethod
    def of(cls, form: Polynomial, letters: Sequence[str]) -> _Row:
        """The row of a linear form that is zero, its denominators cleared."""
        values = [form.coefficient((letter,)) for letter in letters] + [-form.constant]
        scale = lcm(*(value.denominator for value in values))
        *factors, total = (int(value * scale) for value in values)
        return cls(tuple(factors), total)

    def times(self, factor: int) -> _Row:
        return _Row(tuple(each * factor for each in self.factors), self.total * factor)

    def plus(self, other: _Row, sign: int) -> _Row:
        factors = tuple(one + sign * two for one, two in zip(self.factors, other.factors, strict=True))
        return _Row(factors, self.total + sign * other.total)


@dataclass(slots=True)
class _Writer:
    letters: Sequence[str]
    notation: Notation
    layout: Layout
    steps: list[str] = field(default_factory=list)
    labelled: int = 0

    def say(self, words: str, *equations: str) -> None:
        self.steps.append(self.layout.step(self.labelled, words, *equations))
        self.labelled += bool(words)

    def equation(self, row: _Row) -> str:
        """`2x + 3y = 12`."""
        text = ""
        for letter, factor in zip(self.letters, row.factors, strict=True):
            if factor and not text:
                text = self.notation.monomial(Fraction(factor), letter)
            elif factor:
                term = self.notation.monomial(Fraction(abs(factor)), letter)
                text = self.notation.shifted(text, term, Fraction(factor))
        return f"{text or '0'} = {row.total}"

    def eliminate(self, rows: Sequence[_Row], names: Sequence[str]) -> dict[str, Fraction] | None:
        """The values of all letters in the rows, with the steps that lead to them."""
        alone = next((row for row in rows if sum(map(bool, row.factors)) == 1), None)
        if alone is not None:
            values = self.value(alone)
            rest = [row for row in rows if row is not alone]
            source = names[rows.index(rest[0])] if names and len(rest) == 1 else ""
        else:
            place = self.cheapest(rows)
            others = [row for row in rows if not row.factors[place]]
            pairs = [pair for pair in combinations(rows, 2) if all(row.factors[place] for row in pair)]
            needed = len(rows) - 1 - len(others)
            reduced = [*others, *(self.combined(pair, place, names) for pair in pairs[:needed])]
            found = self.eliminate(reduced, ())
            if found is None:
                return None
            values = found
            source_row = next(row for row in rows if row.factors[place])
            rest, source = [source_row], names[rows.index(source_row)] if names else ""
        if len(rest) == 1:
            return values | self.put_in(rest[0], values, source)
        further = self.eliminate([self.without(row, values) for row in rest], ()) if rest else {}
        return None if further is None else values | further

    def without(self, row: _Row, values: dict[str, Fraction]) -> _Row:
        """The equation with values put in, its denominators cleared."""
        known = [values.get(letter) for letter in self.letters]
        total = row.total - sum(
            (factor * value for factor, value in zip(row.factors, known, strict=True) if value is not None), Fraction(0)
        )
        factors = [factor if value is None else 0 for factor, value in zip(row.factors, known, strict=True)]
        scale = total.denominator
        rest = _Row(tuple(factor * scale for factor in factors), int(total * scale))
        if rest.factors != row.factors:
            self.say("", self.equation(rest))
        return rest

    def cheapest(self, rows: Sequence[_Row]) -> int:
        """The letter whose elimination needs the smallest multiples."""

        def cost(place: int) -> tuple[bool, int]:
            factors = [abs(row.factors[place]) for row in rows if row.factors[place]]
            return (len(factors) < 2, sum(lcm(*factors) // each for each in factors))

        return min(range(len(self.letters)), key=cost)

    def combined(self, pair: tuple[_Row, _Row], place: int, names: Sequence[str]) -> _Row:
        """The two equations without one letter, with the multiples that are needed for it."""
        one, two = pair
        common = lcm(one.factors[place], two.factors[place])
        scaled = []
        for index, row in enumerate(pair):
            factor = common // abs(row.factors[place])
            scaled.append(row.times(factor))
            if factor != 1:
                words = f"Multiply the {names[index]} equation by {factor}:" if names else ""
                self.say(words, self.equation(scaled[-1]))
        same_sign = (one.factors[place] > 0) == (two.factors[place] > 0)
        result = scaled[0].plus(scaled[1], -1 if same_sign else 1)
        words = ""
        if names and same_sign:
            words = "Subtract the second equation from the first equation:"
        elif names:
            words = "Add the first equation and the second equation:"
        self.say(words, self.equation(result))
        return result

    def value(self, row: _Row) -> dict[str, Fraction]:
        """The value of the only letter of an equation."""
        (place,) = (index for index, factor in enumerate(row.factors) if factor)
        letter, factor = self.letters[place], row.factors[place]
        value = Fraction(row.total, factor)
        if factor != 1:
            self.say(f"Divide both sides by {factor}:", f"{letter} = {self.notation.number(value)}")
        return {letter: value}

    def put_in(self, row: _Row, values: dict[str, Fraction], source: str) -> dict[str, Fraction]:
        """The value of the last letter of an equation of which the others are known."""
        if not any(factor and letter in values for letter, factor in zip(self.letters, row.factors, strict=True)):
            return self.value(row)
        known = Fraction(0)
        written = ""
        unknown = -1
        for index, (letter, factor) in enumerate(zip(self.letters, row.factors, strict=True)):
            if not factor:
                continue
            if letter not in values:
                unknown = index
                term = self.notation.monomial(Fraction(abs(factor)), letter)
            else:
                known += factor * values[letter]
                number = self.notation.number(values[letter])
                size = "" if abs(factor) == 1 else str(abs(factor))
                term = f"{size}({number})" if size or values[letter] < 0 or "/" in number else number
            sign = Fraction(factor)
            if written:
                written = self.notation.shifted(written, term, sign)
            else:
                written = term if sign > 0 else f"{self.notation.minus}{term}"
        letter = self.letters[unknown]
        if source:
            put = ", ".join(f"{name} = {self.notation.number(value)}" for name, value in values.items())
            self.say(f"Substitute {put} into the {source} equation:", f"{written} = {row.total}")
        else:
            self.say("", f"{written} = {row.total}")
        rest = row.total - known
        left = self.notation.monomial(Fraction(row.factors[unknown]), letter)
        if known and abs(row.factors[unknown]) != 1:
            self.say("", f"{left} = {self.notation.number(rest)}")
        value = rest / row.factors[unknown]
        self.say("", f"{letter} = {self.notation.number(value)}")
        return {letter: value}
