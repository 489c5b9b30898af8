"""Exact linear arithmetic: tokens of an expression to a linear form over `Fraction`.

There is no guessing of precedence where people disagree: a division followed by an implicit product (`2/3x`) is
refused, as are powers, a variable in a denominator, two numbers side by side and mixed numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.lexer import BOX, CLOSE, FRACTION, NAME, NUMBER, OPEN, OPERATOR, Token

MAX_TOKENS: Final = 300
"""Tokens an expression may have."""
MAX_DEPTH: Final = 24
"""Brackets that may be open at once."""
MAX_BITS: Final = 1024
"""Size a numerator or denominator may grow to."""

ZERO: Final = Fraction(0)
ONE: Final = Fraction(1)
_CLOSING: Final = {"(": ")", "[": "]", "{": "}"}


class NotLinearError(ValueError):
    """The tokens are no linear expression, or not one that can be read in only one way."""


@dataclass(frozen=True, slots=True)
class Linear:
    """A linear form: the sum of coefficient times variable, plus a constant.

    Attributes:
        terms: Variable and coefficient, sorted by variable; no coefficient is zero.
        constant: The constant.
    """

    terms: tuple[tuple[str, Fraction], ...] = ()
    constant: Fraction = ZERO

    @property
    def is_constant(self) -> bool:
        return not self.terms

    def coefficient(self, variable: str) -> Fraction:
        """The coefficient of `variable`; zero where it does not occur."""
        for name, value in self.terms:
            if name == variable:
                return value
        return ZERO

    def plus(self, other: Linear) -> Linear:
        constant = self.constant + other.constant
        if not other.terms:
            return Linear(self.terms, constant)
        if not self.terms:
            return Linear(other.terms, constant)
        totals = dict(self.terms)
        for name, value in other.terms:
            totals[name] = totals.get(name, ZERO) + value
        return Linear(tuple(sorted((name, value) for name, value in totals.items() if value)), constant)

    def times(self, factor: Fraction) -> Linear:
        if not factor:
            return Linear()
        return Linear(tuple((name, value * factor) for name, value in self.terms), self.constant * factor)

    def minus(self, other: Linear) -> Linear:
        return self.plus(other.times(-ONE))

    def at(self, variable: str, value: Fraction) -> Fraction:
        """The value of a form of no other variable, where `variable` is `value`."""
        return self.coefficient(variable) * value + self.constant


def constant(value: Fraction) -> Linear:
    return Linear((), value)


@dataclass(slots=True)
class Expression:
    """An expression that was read.

    Attributes:
        form: Its exact value.
        names: Every variable written in it, also those that cancel.
        products: The form of each bracket that is multiplied by a number, and that number.
        operations: How many additions, products and quotients it has; a minus sign before a number is none.
    """

    form: Linear
    names: frozenset[str]
    products: tuple[tuple[Fraction, Linear], ...]
    operations: int


def parse_expression(tokens: Sequence[Token]) -> Expression:
    """The linear form that `tokens` write.

    Raises:
        NotLinearError: They write none, or can be read in more than one way.
    """
    if not tokens or len(tokens) > MAX_TOKENS:
        raise NotLinearError("empty or too long")
    return _Parser(tokens).expression()


class _Parser:
    """Recursive descent over a bounded number of tokens and a bounded depth."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0
        self.names: set[str] = set()
        self.products: list[tuple[Fraction, Linear]] = []
        self.operations = 0

    def expression(self) -> Expression:
        form = self.sum()
        if self.at != len(self.tokens):
            raise NotLinearError("left over")
        return Expression(form, frozenset(self.names), tuple(self.products), self.operations)

    def peek(self) -> Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def sum(self) -> Linear:
        total = self.product()
        while (token := self.peek()) and token.kind == OPERATOR and token.text in "+-":
            self.at += 1
            self.operations += 1
            term = self.product()
            total = total.plus(term) if token.text == "+" else total.minus(term)
            _bound(total)
        return total

    def product(self) -> Linear:
        value, previous = self.factor(), self.tokens[self.at - 1]
        divided = False
        while token := self.peek():
            if token.kind == OPERATOR and token.text in "*/":
                self.at += 1
                self.operations += 1
                operand = self.factor()
                divided = token.text == "/"
                value = _divide(value, operand) if divided else self._multiply(value, operand)
            elif token.kind in {NUMBER, NAME, OPEN, FRACTION, BOX}:
                if divided or token.kind in {NUMBER, BOX} or (token.kind == OPEN and previous.kind == NAME):
                    raise NotLinearError("a product that can be read in two ways")
                if previous.kind == NUMBER and token.kind == FRACTION:
                    raise NotLinearError("a mixed number or a product")
                self.operations += token.kind != NAME
                value = self._multiply(value, self.factor(signed=False))
            else:
                break
            previous = self.tokens[self.at - 1]
            _bound(value)
        return value

    def _multiply(self, left: Linear, right: Linear) -> Linear:
        if left.terms and right.terms:
            raise NotLinearError("a product of variables")
        factor, form = (left, right) if right.terms else (right, left)
        if form.terms and form.constant:
            self.products.append((factor.constant, form))
        return form.times(factor.constant)

    def factor(self, *, signed: bool = True) -> Linear:
        sign = ONE
        while signed and (token := self.peek()) and token.kind == OPERATOR and token.text == "-":
            if sign != ONE:
                raise NotLinearError("more than one sign")
            sign = -ONE
            self.at += 1
        value = self.primary()
        return value if sign == ONE else value.times(sign)

    def primary(self) -> Linear:
        token = self.peek()
        if token is None:
            raise NotLinearError("ends too early")
        self.at += 1
        if token.kind == NUMBER:
            return constant(Fraction(token.text))
        if token.kind == NAME:
            self.names.add(token.text)
            return Linear(((token.text, ONE),))
        if token.kind == OPEN:
            return self.group(token.text)
        if token.kind == BOX:
            return self.group("{")
        if token.kind == FRACTION:
            self.operations += 1
            return _divide(self.braced(), self.braced())
        raise NotLinearError("no operand")

    def braced(self) -> Linear:
        token = self.peek()
        if token is None or token.kind != OPEN or token.text != "{":
            raise NotLinearError("a fraction without braces")
        self.at += 1
        return self.group("{")

    def group(self, opening: str) -> Linear:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise NotLinearError("too deep")
        value = self.sum()
        closing = self.peek()
        if closing is None or closing.kind != CLOSE or closing.text != _CLOSING[opening]:
            raise NotLinearError("unbalanced")
        self.at += 1
        self.depth -= 1
        return value


def _divide(left: Linear, right: Linear) -> Linear:
    if right.terms or not right.constant:
        raise NotLinearError("division by a variable or by zero")
    return left.times(1 / right.constant)


def _bound(form: Linear) -> None:
    values = [form.constant, *(value for _, value in form.terms)]
    if any(max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS for value in values):
        raise NotLinearError("a number too large")


def show(value: Fraction) -> str:
    """A number as text: `5`, `-3`, `15/7`."""
    return str(value)
