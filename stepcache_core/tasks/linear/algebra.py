"""Exact linear arithmetic: tokens of an expression to a linear form over `Fraction`.

There is no guessing of precedence where people disagree: a division followed by an implicit product (`2/3x`) is
refused, as are powers, a variable in a denominator, two numbers side by side and mixed numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

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


class Linear(NamedTuple):
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
        if not other.terms:
            return Linear(self.terms, self.constant - other.constant)
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


_Number: TypeAlias = int | Fraction
_Terms: TypeAlias = dict[str, _Number]
_Form: TypeAlias = tuple[_Terms, _Number]
"""A form while it is read: whole numbers stay integers, which are several times as fast as fractions."""

exact: Final = lru_cache(maxsize=4096)(Fraction)
"""The fraction of a number; the numbers of equations are few and come again."""
_NO_TERMS: Final[_Terms] = {}
_END: Final = Token("end", "", 0, 0)
_OPERANDS: Final = frozenset({NUMBER, NAME, OPEN, FRACTION, BOX})


class _Parser:
    """Recursive descent over a bounded number of tokens and a bounded depth."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = [*tokens, _END]
        self.at = 0
        self.depth = 0
        self.names: set[str] = set()
        self.products: list[tuple[Fraction, Linear]] = []
        self.operations = 0

    def expression(self) -> Expression:
        form = self.sum()
        if self.tokens[self.at] is not _END:
            raise NotLinearError("left over")
        return Expression(_exact(form), frozenset(self.names), tuple(self.products), self.operations)

    def sum(self) -> _Form:
        total = self.product()
        while (token := self.tokens[self.at]).kind == OPERATOR and token.text in "+-":
            self.at += 1
            self.operations += 1
            total = _plus(total, self.product(), 1 if token.text == "+" else -1)
            _bound(total)
        return total

    def product(self) -> _Form:
        value = self.factor()
        divided = False
        while True:
            previous, token = self.tokens[self.at - 1], self.tokens[self.at]
            if token.kind == OPERATOR and token.text in "*/":
                self.at += 1
                self.operations += 1
                operand = self.factor()
                divided = token.text == "/"
                value = _divide(value, operand) if divided else self.multiply(value, operand)
            elif token.kind in _OPERANDS:
                if divided or token.kind in {NUMBER, BOX} or (token.kind == OPEN and previous.kind == NAME):
                    raise NotLinearError("a product that can be read in two ways")
                if previous.kind == NUMBER and token.kind == FRACTION:
                    raise NotLinearError("a mixed number or a product")
                self.operations += token.kind != NAME
                value = self.multiply(value, self.primary())
            else:
                return value
            _bound(value)

    def multiply(self, left: _Form, right: _Form) -> _Form:
        if left[0] and right[0]:
            raise NotLinearError("a product of variables")
        (_, factor), form = (left, right) if right[0] else (right, left)
        if form[0] and form[1]:
            self.products.append((Fraction(factor), _exact(form)))
        return _times(form, factor)

    def factor(self) -> _Form:
        token = self.tokens[self.at]
        if token.kind != OPERATOR or token.text != "-":
            return self.primary()
        self.at += 1
        return _times(self.primary(), -1)

    def primary(self) -> _Form:
        token = self.tokens[self.at]
        self.at += 1
        if token.kind == NUMBER:
            return _NO_TERMS, int(token.text) if token.text.isdigit() else Fraction(token.text)
        if token.kind == NAME:
            self.names.add(token.text)
            return {token.text: 1}, 0
        if token.kind == OPEN:
            return self.group(token.text)
        if token.kind == BOX:
            return self.group("{")
        if token.kind == FRACTION:
            self.operations += 1
            return _divide(self.braced(), self.braced())
        raise NotLinearError("no operand")

    def braced(self) -> _Form:
        token = self.tokens[self.at]
        if token.kind != OPEN or token.text != "{":
            raise NotLinearError("a fraction without braces")
        self.at += 1
        return self.group("{")

    def group(self, opening: str) -> _Form:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise NotLinearError("too deep")
        value = self.sum()
        closing = self.tokens[self.at]
        if closing.kind != CLOSE or closing.text != _CLOSING[opening]:
            raise NotLinearError("unbalanced")
        self.at += 1
        self.depth -= 1
        return value


def _plus(left: _Form, right: _Form, factor: int) -> _Form:
    total = left[1] + right[1] * factor
    if not right[0]:
        return left[0], total
    terms = dict(left[0])
    for name, value in right[0].items():
        terms[name] = terms.get(name, 0) + value * factor
    return {name: value for name, value in terms.items() if value}, total


def _times(form: _Form, factor: _Number) -> _Form:
    if not factor:
        return _NO_TERMS, 0
    return {name: value * factor for name, value in form[0].items()} if form[0] else _NO_TERMS, form[1] * factor


def _divide(left: _Form, right: _Form) -> _Form:
    if right[0] or not right[1]:
        raise NotLinearError("division by a variable or by zero")
    return _times(left, Fraction(1, right[1]))


def _bound(form: _Form) -> None:
    for value in (form[1], *form[0].values()):
        if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
            raise NotLinearError("a number too large")


def _exact(form: _Form) -> Linear:
    terms = tuple([(name, exact(value)) for name, value in sorted(form[0].items())]) if form[0] else ()
    return Linear(terms, exact(form[1]))


def show(value: Fraction) -> str:
    """A number as text: `5`, `-3`, `15/7`."""
    return str(value)
