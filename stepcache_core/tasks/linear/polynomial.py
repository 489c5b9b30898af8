"""Exact polynomials over `Fraction`: what chains of definitions need beyond a linear form.

A letter whose value is known is a number here, so a product of two letters, a quotient by a letter and a function at
a number are read where the known values make them plain. A power is read of numbers, and of the parameter inside
the body of a function. What could be read in two ways is refused, by the same rules as in `algebra`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Final

from stepcache_core.tasks.linear.algebra import MAX_BITS, MAX_DEPTH, MAX_TOKENS, ONE, ZERO, NotLinearError
from stepcache_core.tasks.linear.lexer import BAD, BOX, CLOSE, FRACTION, NAME, NUMBER, OPEN, OPERATOR, Token

MAX_DEGREE: Final = 12
"""Highest power of a monomial."""
MAX_TERMS: Final = 60
"""Terms a polynomial may have."""

Monomial = tuple[str, ...]
"""The letters of a product, sorted, each as often as it occurs; empty for a constant."""
_CLOSING: Final = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Polynomial:
    """A sum of products of letters.

    Attributes:
        terms: Monomial and coefficient, sorted; no coefficient is zero.
    """

    terms: tuple[tuple[Monomial, Fraction], ...] = ()

    @property
    def letters(self) -> frozenset[str]:
        """The letters that are left in it."""
        return frozenset(letter for monomial, _ in self.terms for letter in monomial)

    @property
    def is_linear(self) -> bool:
        return all(len(monomial) <= 1 for monomial, _ in self.terms)

    @property
    def is_constant(self) -> bool:
        return not self.terms or self.terms[0][0] == ()

    @property
    def constant(self) -> Fraction:
        """The term without a letter."""
        return self.coefficient(())

    def coefficient(self, monomial: Monomial) -> Fraction:
        return next((value for other, value in self.terms if other == monomial), ZERO)

    def plus(self, other: Polynomial, factor: Fraction = ONE) -> Polynomial:
        """The sum of this and `factor` times the other."""
        totals = dict(self.terms)
        for monomial, value in other.terms:
            totals[monomial] = totals.get(monomial, ZERO) + value * factor
        return _polynomial(totals)

    def minus(self, other: Polynomial) -> Polynomial:
        return self.plus(other, -ONE)

    def scaled(self, factor: Fraction) -> Polynomial:
        return Polynomial().plus(self, factor)

    def times(self, other: Polynomial) -> Polynomial:
        totals: dict[Monomial, Fraction] = {}
        for left, one in self.terms:
            for right, two in other.terms:
                monomial = tuple(sorted(left + right))
                totals[monomial] = totals.get(monomial, ZERO) + one * two
        return _polynomial(totals)

    def at(self, values: Mapping[str, Fraction]) -> Polynomial:
        """This with numbers for the letters whose values are known."""
        if not any(letter in values for letter in self.letters):
            return self
        totals: dict[Monomial, Fraction] = {}
        for monomial, coefficient in self.terms:
            rest = tuple(letter for letter in monomial if letter not in values)
            known = prod((values[letter] for letter in monomial if letter in values), start=ONE)
            totals[rest] = totals.get(rest, ZERO) + coefficient * known
        return _polynomial(totals)

    def is_multiple_of(self, other: Polynomial) -> bool:
        """Whether one is the other times a number that is not zero."""
        if len(self.terms) != len(other.terms) or not self.terms:
            return False
        factor = self.terms[0][1] / other.terms[0][1]
        return all(
            one[0] == two[0] and one[1] == two[1] * factor for one, two in zip(self.terms, other.terms, strict=True)
        )


def _polynomial(totals: Mapping[Monomial, Fraction]) -> Polynomial:
    # The longest products first: the constant, if there is one, is the last.
    terms = sorted(((m, v) for m, v in totals.items() if v), key=lambda term: (-len(term[0]), term[0]))
    if len(terms) > MAX_TERMS or (terms and len(terms[0][0]) > MAX_DEGREE):
        raise NotLinearError("a polynomial too large")
    for _, value in terms:
        if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
            raise NotLinearError("a number too large")
    return Polynomial(tuple(terms))


def number(value: Fraction) -> Polynomial:
    return Polynomial((((), value),)) if value else Polynomial()


def letter_of(name: str) -> Polynomial:
    return Polynomial((((name,), ONE),))


@dataclass(frozen=True, slots=True)
class Function:
    """A function of one letter: `f(x) = 3*x + 5`."""

    parameter: str
    body: Polynomial

    def of(self, argument: Polynomial) -> Polynomial:
        """Its value; a function that is not linear has one only at a number."""
        if not argument.is_constant and any(monomial.count(self.parameter) > 1 for monomial, _ in self.body.terms):
            raise NotLinearError("a power of something unknown")
        total = Polynomial()
        for monomial, value in self.body.terms:
            rest = tuple(letter for letter in monomial if letter != self.parameter)
            product = Polynomial(((rest, value),))
            for _ in range(len(monomial) - len(rest)):
                product = product.times(argument)
            total = total.plus(product)
        return total


class Expression:
    """Tokens read as a polynomial.

    Args:
        tokens: What is written.
        values: The letters whose values are known.
        functions: The functions that are defined, by letter.
        parameter: The letter of which powers may be taken.

    Raises:
        NotLinearError: They write none, or can be read in more than one way.
    """

    def __init__(
        self,
        tokens: Sequence[Token],
        values: Mapping[str, Fraction],
        functions: Mapping[str, Function],
        parameter: str = "",
    ) -> None:
        if not tokens or len(tokens) > MAX_TOKENS:
            raise NotLinearError("empty or too long")
        self._tokens = tokens
        self._values, self._functions, self._parameter = values, functions, parameter
        self._at = 0
        self._depth = 0
        self.letters: set[str] = set()
        self.operations = 0
        self.polynomial = self._sum()
        if self._at != len(tokens):
            raise NotLinearError("left over")

    def _peek(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _sum(self) -> Polynomial:
        total = self._product()
        while (token := self._peek()) and token.kind == OPERATOR and token.text in "+-":
            self._at += 1
            self.operations += 1
            term = self._product()
            total = total.plus(term, ONE if token.text == "+" else -ONE)
        return total

    def _product(self) -> Polynomial:
        value = self._factor()
        previous = self._tokens[self._at - 1]
        divided = False
        while token := self._peek():
            if token.kind == OPERATOR and token.text in "*/":
                self._at += 1
                self.operations += 1
                operand = self._factor()
                divided = token.text == "/"
                value = _quotient(value, operand) if divided else value.times(operand)
            elif token.kind in {NUMBER, NAME, OPEN, FRACTION, BOX}:
                if divided or token.kind in {NUMBER, BOX} or (token.kind == OPEN and previous.kind == NAME):
                    raise NotLinearError("a product that can be read in two ways")
                if previous.kind == NUMBER and (token.kind == FRACTION or is_power_sign(self._tokens[self._at - 2])):
                    raise NotLinearError("a mixed number, or what belongs to an exponent or not")
                self.operations += token.kind != NAME
                value = value.times(self._factor(signed=False))
            else:
                break
            previous = self._tokens[self._at - 1]
        return value

    def _factor(self, *, signed: bool = True) -> Polynomial:
        if signed and (token := self._peek()) and token.kind == OPERATOR and token.text == "-":
            self._at += 1
            return self._factor(signed=False).scaled(-ONE)
        base = self._primary()
        if not self._is_power():
            return base
        self._at += 1
        self.operations += 1
        exponent = self._exponent()
        if self._is_power() or not (base.is_constant or base.letters == {self._parameter}):
            raise NotLinearError("a power of something unknown, or of a power")
        value = number(ONE)
        for _ in range(exponent):
            value = value.times(base)
        return value

    def _is_power(self) -> bool:
        token = self._peek()
        return token is not None and is_power_sign(token)

    def _exponent(self) -> int:
        token = self._peek()
        if token is None or token.kind not in {NUMBER, OPEN}:
            raise NotLinearError("no exponent")
        exponent = self._primary()
        value = exponent.constant
        if not exponent.is_constant or value.denominator != 1 or not 1 <= value <= MAX_DEGREE:
            raise NotLinearError("an exponent that is no small whole number")
        return int(value)

    def _primary(self) -> Polynomial:
        token = self._peek()
        if token is None:
            raise NotLinearError("ends too early")
        self._at += 1
        if token.kind == NUMBER:
            return number(Fraction(token.text))
        if token.kind == NAME:
            return self._name(token.text)
        if token.kind in {OPEN, BOX}:
            return self._group("{" if token.kind == BOX else token.text)
        if token.kind == FRACTION:
            self.operations += 1
            return _quotient(self._braced(), self._braced())
        raise NotLinearError("no operand")

    def _name(self, name: str) -> Polynomial:
        function = self._functions.get(name)
        if function is not None:
            token = self._peek()
            if token is None or token.kind != OPEN or token.text != "(":
                raise NotLinearError("a function without its argument")
            self._at += 1
            self.operations += 1
            return function.of(self._group("(")).at(self._values)
        self.letters.add(name)
        value = self._values.get(name)
        return letter_of(name) if value is None else number(value)

    def _braced(self) -> Polynomial:
        token = self._peek()
        if token is None or token.kind != OPEN or token.text != "{":
            raise NotLinearError("a fraction without braces")
        self._at += 1
        return self._group("{")

    def _group(self, opening: str) -> Polynomial:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise NotLinearError("too deep")
        value = self._sum()
        closing = self._peek()
        if closing is None or closing.kind != CLOSE or closing.text != _CLOSING[opening]:
            raise NotLinearError("unbalanced")
        self._at += 1
        self._depth -= 1
        return value


def is_power_sign(token: Token) -> bool:
    """Whether a token that the lexer does not know raises to a power: `^`, or two stars."""
    return token.kind == BAD and (token.text == "^" or (token.text in "()" and token.end - token.start == 2))


def _quotient(left: Polynomial, right: Polynomial) -> Polynomial:
    if not right.is_constant or not right.constant:
        raise NotLinearError("division by something unknown or by zero")
    return left.scaled(1 / right.constant)
