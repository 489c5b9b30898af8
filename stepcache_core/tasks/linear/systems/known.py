"""What an answer to several equations has established so far, and whether another equation follows from it.

Once the solution is unique, every equation that is true at it is a combination of the given ones, so truth alone
shows nothing. An equation follows only by a step that can be seen: a multiple of one known equation, known values
put into it, the sum or difference of two, or a letter eliminated between two.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Final

from stepcache_core.tasks.linear.algebra import ONE
from stepcache_core.tasks.linear.lexer import CLOSE, NAME, NUMBER, OPEN, OPERATOR, Token
from stepcache_core.tasks.linear.polynomial import Polynomial
from stepcache_core.tasks.linear.reading import Side, canonical
from stepcache_core.tasks.linear.systems.problem import SystemProblem
from stepcache_core.tasks.linear.systems.statement_kinds import Named

_TERM: Final = re.compile(r"[+-][^+-]+")
MAX_KNOWN: Final = 24
"""Different equations that an answer may establish."""

Sides = tuple[Polynomial, Polynomial]


class Known:
    """The equations of the problem and those that the answer derived from them; and the values it has found."""

    def __init__(self, problem: SystemProblem) -> None:
        self.problem = problem
        self.states: list[Sides] = [(one.left, one.right) for one in problem.equations]
        self.written: list[Sequence[Token]] = [side for one in problem.equations for side in one.sides]
        self.latest: Sides | None = None
        self.labels: dict[int, Sides] = {}
        self.values: dict[str, Fraction] = {}
        self.put_in: set[str] = set()
        self.spelled = self.summed = 0
        for one in problem.equations:
            if (
                len(one.left.letters) == 1
                and one.left.terms == (((*one.left.letters,), ONE),)
                and not one.right.letters
            ):
                self.find(next(iter(one.left.letters)))

    def find(self, letter: str) -> None:
        """Notes that the answer has the value of a letter."""
        value = self.problem.solved.values.get(letter)
        if value is not None:
            self.values[letter] = value

    def add(self, sides: Sides, tokens: Sequence[Sequence[Token]]) -> None:
        self.written.extend(tokens)
        self.latest = sides
        if sides not in self.states:
            self.states.append(sides)

    @property
    def is_full(self) -> bool:
        return len(self.states) > MAX_KNOWN

    def follows(self, form: Polynomial) -> bool:
        """Whether `form` being zero is one step away from what is known."""
        if not form.terms:
            return False
        forms = [left.minus(right) for left, right in self.states]
        for known in forms:
            gone = {letter: value for letter, value in self.values.items() if letter not in form.letters}
            if form.is_multiple_of(known) or form.is_multiple_of(known.at(gone)):
                return True
        linear = [known for known in forms if known.is_linear]
        if any(_is_sum(form, one, other) for one, other in combinations(linear, 2)):
            return True
        normal = {_normal(known): None for known in (*linear, *(known.at(self.values) for known in forms))}
        with_letters = [(known, known.letters) for known in normal if known.is_linear]
        letters = form.letters
        return any(
            letters <= first | second and _is_elimination(form, one, other, (first & second) - letters)
            for (one, first), (other, second) in combinations(with_letters, 2)
        )

    def follows_from(self, sides: Sides, index: int, beside: Collection[int] = ()) -> bool:
        """Whether it comes from one equation of the problem: rearranged, or with what is known put into it.

        What is put in for a letter is what an equation says that it is, or one of the problem's that are `beside` it.
        """
        given = self.numbered(index)
        if given is None:
            return False
        form, source = sides[0].minus(sides[1]), given[0].minus(given[1])
        gone = {letter: value for letter, value in self.values.items() if letter not in form.letters}
        if form.is_multiple_of(source) or same(sides, (given[0].at(gone), given[1].at(gone))):
            return True
        linear = [state for state in self.states if state[0].minus(state[1]).is_linear]
        named = [one for other in beside if other != index and (one := self.numbered(other)) is not None]
        others = [left.minus(right) for left, right in named]
        written = [state for state in self.states if state[0].minus(state[1]).is_multiple_of(source)]
        return source.is_linear and any(
            same(sides, replaced) or _is_tidied(sides, replaced)
            for letter in source.letters - form.letters
            for other in (*others, *(left.minus(right) for left, right in linear if _tells(left, right, letter)))
            if letter in other.letters
            for one in (given, *written)
            for replaced in (_with_letter_replaced(one, other, letter),)
        )

    def numbered(self, index: int) -> Sides | None:
        """The equation of a number less one: one of the problem's, or a derived one that was given that number."""
        equations = self.problem.equations
        return (equations[index].left, equations[index].right) if index < len(equations) else self.labels.get(index)

    def tells(self, index: int, letter: str) -> bool:
        """Whether the equation of a number less one says what a letter is, or has been brought to say it."""
        sides = self.numbered(index)
        if not letter or sides is None:
            return False
        source = sides[0].minus(sides[1])
        return any(
            left.minus(right).is_multiple_of(source) and _tells(left, right, letter) for left, right in self.states
        )

    def may_be_numbered(self, sides: Sides, named: Named) -> bool:
        """Whether an equation may have a number: one of the problem's has its own; notes that of a derived one."""
        given = [(one.left, one.right) for one in self.problem.equations]
        is_given = any(same(sides, one) for one in given)
        if named.begins_a_line:
            return not is_given or (named.index < len(given) and same(sides, given[named.index]))
        if named.index < len(given):
            return self.follows_from(sides, named.index)
        self.labels[named.index] = sides
        return not is_given

    def has_factor(self, tokens: Sequence[Token]) -> bool:
        """Whether a number stands right before a bracket of a known equation."""
        factor = [token.text for token in tokens if token.kind == NUMBER]
        return any(
            [one.text] == factor and other.kind == OPEN and one.kind == NUMBER
            for side in self.written
            for one, other in pairwise(side)
        )

    def is_part(self, form: Polynomial) -> bool:
        """Whether `form` is a side of a known equation."""
        return any(form in sides for sides in self.states)

    def totals(self) -> set[Fraction]:
        """What the sides of the known equations come to."""
        forms = [form.at(self.problem.solved.values) for sides in self.states for form in sides]
        return {form.constant for form in forms if form.is_constant}

    def has_term(self, form: Polynomial) -> bool:
        """Whether an expression is one term of an equation that holds, or its opposite."""
        terms = {term for left, right in self.states for term in (*left.terms, *right.terms)}
        return len(form.terms) == 1 and (form.terms[0] in terms or form.scaled(Fraction(-1)).terms[0] in terms)

    def is_drawn_from(self, sides: Sides, index: int, beside: Collection[int]) -> bool:
        """Whether an equation follows from one of the problem's, or works out a side of it."""
        return self.follows_from(sides, index, beside) or self._works_out_a_side(sides, index)

    def _works_out_a_side(self, sides: Sides, index: int) -> bool:
        """Whether an equation puts what is known into a side of one of the problem's: `2y = 24` into `x = 2y`."""
        return any(
            one == own and own.letters <= self.values.keys() and other == own.at(self.values)
            for own in self.numbered(index) or ()
            for one, other in (sides, sides[::-1])
            if own.letters
        )

    def bears(self, tokens: Sequence[Token]) -> bool:
        """Whether arithmetic that begins with `tokens` is this problem's.

        It may have the terms of a sum in any order, and each of them worked out: `56 + 15` for `4x + 3y`.
        """
        values = self.problem.solved.values
        for side in self.written[self.spelled :]:
            self.put_in.add(self.with_solution(side))
            self.put_in.add(_in_any_order(_with_values(side, values), side))
        self.spelled = len(self.written)
        for sides in self.states[self.summed :]:
            self.put_in |= {_worked_out(form, values) for form in sides}
        self.summed = len(self.states)
        return _bare(canonical(tokens)) in self.put_in or _in_any_order(tokens, tokens) in self.put_in - {""}

    def borne_by(self, tokens: Sequence[Token]) -> set[int]:
        """The equations of the problem of which arithmetic is a side, with the solution put in."""
        if len(tokens) < 2:
            return set()
        spelling, given = _bare(canonical(tokens)), self.problem.equations
        return {at for at, one in enumerate(given) if spelling in map(self.with_solution, one.sides)}

    def with_solution(self, side: Sequence[Token]) -> str:
        return _bare(canonical(_with_values(side, self.problem.solved.values)))


def same(one: Sides, other: Sides) -> bool:
    """Whether two equations are equal up to the order of their sides."""
    return one in (other, other[::-1])


def _tells(left: Polynomial, right: Polynomial, letter: str) -> bool:
    """Whether an equation says what a letter, or a multiple of it, is: `x = y + 2`, `2y = 8 - x`."""
    return any(
        one.letters == {letter} and len(one.terms) == 1 and letter not in other.letters
        for one, other in ((left, right), (right, left))
    )


def _is_tidied(sides: Sides, other: Sides) -> bool:
    """Whether an equation is another one with its constants collected, or a multiple of another one.

    Both at once would make any two equations in one letter with the same solution the same.
    """
    for left, right in (sides, sides[::-1]):
        side, form = (right, other[1]) if other[0].is_constant else (left, other[0])
        if form.is_constant:
            return False
        letters, coefficient = form.terms[0]
        factor = side.coefficient(letters) / coefficient
        rests = left.plus(other[0], -factor), right.plus(other[1], -factor)
        collected = not rests[0].terms or not left.constant or not right.constant
        shifted = rests[0].is_constant and rests[0] == rests[1] and collected
        if factor and shifted and (factor == 1 or not rests[0].terms):
            return True
    return False


def _normal(form: Polynomial) -> Polynomial:
    return form.scaled(ONE / form.terms[0][1]) if form.terms else form


def _is_sum(form: Polynomial, one: Polynomial, other: Polynomial) -> bool:
    return form.is_multiple_of(one.plus(other)) or form.is_multiple_of(one.minus(other))


def _is_elimination(form: Polynomial, one: Polynomial, other: Polynomial, letters: frozenset[str]) -> bool:
    """Whether one of the letters, eliminated between two equations, leaves `form`."""
    for letter in letters:
        factor = one.coefficient((letter,)) / other.coefficient((letter,))
        if form.is_multiple_of(one.plus(other, -factor)):
            return True
    return False


def _with_letter_replaced(sides: Sides, by: Polynomial, letter: str) -> Sides:
    """Both sides with a letter replaced by what an equation says that it is."""
    zero = by.scaled(ONE / by.coefficient((letter,)))
    left, right = (side.plus(zero, -side.coefficient((letter,))) for side in sides)
    return left, right


def _with_values(tokens: Sequence[Token], values: Mapping[str, Fraction]) -> list[Token]:
    out: list[Token] = []
    for token in tokens:
        if token.kind != NAME or token.text not in values:
            out.append(token)
            continue
        value = values[token.text]
        out.append(Token(OPEN, "(", token.start, token.start))
        if value < 0:
            out.append(Token(OPERATOR, "-", token.start, token.start))
        out.append(Token(NUMBER, str(abs(value.numerator)), token.start, token.end))
        if value.denominator != 1:
            out.append(Token(OPERATOR, "/", token.end, token.end))
            out.append(Token(NUMBER, str(value.denominator), token.end, token.end))
        out.append(Token(CLOSE, ")", token.end, token.end))
    return out


def _bare(spelling: str) -> str:
    return spelling.replace("(", "").replace(")", "")


def _in_any_order(tokens: Sequence[Token], written: Sequence[Token]) -> str:
    """The terms of a sum, sorted; an empty string where a bracket is written in it."""
    return "" if any(token.kind == OPEN for token in written) else _sorted(_bare(canonical(tokens)))


def _sorted(spelling: str) -> str:
    terms = _TERM.findall(spelling if spelling.startswith("-") else f"+{spelling}")
    return " ".join(sorted(terms)) if len(terms) > 1 else ""


def _worked_out(form: Polynomial, values: Mapping[str, Fraction]) -> str:
    """As `_in_any_order`, with a number for each term."""
    terms = [Polynomial((term,)).at(values) for term in form.terms]
    if any(not term.is_constant for term in terms):
        return ""
    return _sorted("".join(f"{'-' if term.constant < 0 else '+'}{abs(term.constant)}" for term in terms).lstrip("+"))


def names_in(tokens: Sequence[Token]) -> frozenset[str]:
    """The letters written in an expression."""
    return frozenset(token.text for token in tokens if token.kind == NAME)


def letter_that_is(side: Side) -> str:
    """The letter that a side is, or an empty string."""
    return side.tokens[0].text if len(side.tokens) == 1 and side.tokens[0].kind == NAME else ""


def is_worked_out(tokens: Sequence[Token]) -> bool:
    """Whether a number is worked out: `5`, `-5`, `2.5`, `15/7`, but not `15/3` and no sum."""
    text = canonical(tokens).strip("()").lstrip("-").strip("()")
    numerator, slash, denominator = text.partition("/")
    if not slash:
        return text.replace(".", "", 1).isdigit()
    digits = numerator.isdigit() and denominator.isdigit() and int(denominator) > 0
    return digits and Fraction(int(numerator), int(denominator)).denominator != 1
