"""Exact linear arithmetic: tokens of an expression to a linear form over `Fraction`.

There is no guessing of precedence where people disagree: a division followed by an implicit product (`2/3x`) is
refused, as are powers, a variable in a denominator, two numbers side by side and mixed numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from stepcache_core.tasks.linear.lexer import BOX, CLOSE, FRACTION, NAME, NUMBER, OPEN, OPERATOR, Token

MAX_TOKENS: Final = 300
"""Tokens an expression may have."""
MAX_DEPTH: Final = 24
"""Brackets that may be open at once."""
MAX_BITS: Final = 1024
"""Size a numerator or denominator may grow to."""
_SMALL: Final = 10**15
"""Whole numbers below it need no measuring."""

Number: TypeAlias = int | Fraction
"""A whole number is an integer wherever it can be, several times as fast as a fraction; `quotient` keeps it exact."""
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

    terms: tuple[tuple[str, Number], ...] = ()
    constant: Number = 0

    @property
    def is_constant(self) -> bool:
        return not self.terms

    def coefficient(self, variable: str) -> Number:
        """The coefficient of `variable`; zero where it does not occur."""
        for name, value in self.terms:
            if name == variable:
                return value
        return 0

    def plus(self, other: Linear) -> Linear:
        constant = self.constant + other.constant
        if not other.terms:
            return Linear(self.terms, constant)
        if not self.terms:
            return Linear(other.terms, constant)
        totals = dict(self.terms)
        for name, value in other.terms:
            totals[name] = totals.get(name, 0) + value
        return Linear(tuple(sorted((name, value) for name, value in totals.items() if value)), constant)

    def times(self, factor: Number) -> Linear:
        if not factor:
            return Linear()
        return Linear(tuple([(name, value * factor) for name, value in self.terms]), self.constant * factor)

    def over(self, divisor: Number) -> Linear:
        """The form divided by a number that is not zero."""
        terms = tuple([(name, quotient(value, divisor)) for name, value in self.terms])
        return Linear(terms, quotient(self.constant, divisor))

    def minus(self, other: Linear) -> Linear:
        if not other.terms:
            return Linear(self.terms, self.constant - other.constant)
        return self.plus(other.times(-1))

    def at(self, variable: str, value: Number) -> Number:
        """The value of a form of no other variable, where `variable` is `value`."""
        return self.coefficient(variable) * value + self.constant


def constant(value: Number) -> Linear:
    return Linear((), value)


def number(digits: str) -> Number:
    """The number that a token writes."""
    return int(digits) if digits.isdigit() else Fraction(digits)


def magnitude(value: Number) -> Number:
    return -value if value < 0 else value


def quotient(dividend: Number, divisor: Number) -> Number:
    """The exact quotient; `/` would make a float of two integers."""
    if isinstance(dividend, int) and isinstance(divisor, int):
        return Fraction(dividend, divisor) if dividend % divisor else dividend // divisor
    value = Fraction(dividend, divisor)
    return value.numerator if value.denominator == 1 else value


class Expression(NamedTuple):
    """An expression that was read.

    Attributes:
        form: Its exact value.
        names: Every variable written in it, also those that cancel.
        products: The form of each bracket that is multiplied by a number, and that number.
        operations: How many additions, products and quotients it has; a minus sign before a number is none.
    """

    form: Linear
    names: frozenset[str]
    products: tuple[tuple[Number, Linear], ...]
    operations: int


def parse_expression(tokens: Sequence[Token]) -> Expression:
    """The linear form that `tokens` write.

    Raises:
        NotLinearError: They write none, or can be read in more than one way.
    """
    if not tokens or len(tokens) > MAX_TOKENS:
        raise NotLinearError("empty or too long")
    return _monomial(tokens) or _Parser(tokens).expression()


def _monomial(tokens: Sequence[Token]) -> Expression | None:
    """`15`, `x`, `-3x`, as most sides are, read without the parser; None where there is more."""
    negative = tokens[0].kind == OPERATOR and tokens[0].text == "-"
    at = int(negative)
    factor: Number = -1 if negative else 1
    if at < len(tokens) and tokens[at].kind == NUMBER:
        factor = number(tokens[at].text)
        # A product of an integer with a fraction costs ten times what a sign does.
        if negative:
            factor = -factor
        at += 1
        if at == len(tokens):
            return Expression(constant(factor), frozenset(), (), 0)
    if at + 1 != len(tokens) or tokens[at].kind != NAME:
        return None
    name = tokens[at].text
    return Expression(Linear(((name, factor),) if factor else ()), frozenset((name,)), (), 0)


_Terms: TypeAlias = dict[str, Number]
_Form: TypeAlias = tuple[_Terms, Number]
"""A form while it is read."""

_NO_TERMS: Final[_Terms] = {}
_END: Final = Token("end", "", 0, 0)
_OPERANDS: Final = frozenset({NUMBER, NAME, OPEN, FRACTION, BOX})
_AMBIGUOUS: Final = frozenset({NUMBER, BOX})
"""What is no product with the operand right before it: `3 4` and `3 \\boxed{4}` may be meant otherwise."""


class _Parser:
    """Recursive descent over a bounded number of tokens and a bounded depth."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = [*tokens, _END]
        self.at = 0
        self.depth = 0
        self.names: set[str] = set()
        self.products: list[tuple[Number, Linear]] = []
        self.operations = 0

    def expression(self) -> Expression:
        form = self.sum()
        if self.tokens[self.at] is not _END:
            raise NotLinearError("left over")
        return Expression(_linear(form), frozenset(self.names), tuple(self.products), self.operations)

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
                if divided or token.kind in _AMBIGUOUS or (token.kind == OPEN and previous.kind == NAME):
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
            self.products.append((factor, _linear(form)))
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
            value, following = number(token.text), self.tokens[self.at]
            if following.kind != NAME or not value:
                return _NO_TERMS, value
            self.at += 1
            self.names.add(following.text)
            return {following.text: value}, 0
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


def _times(form: _Form, factor: Number) -> _Form:
    if not factor:
        return _NO_TERMS, 0
    return {name: value * factor for name, value in form[0].items()} if form[0] else _NO_TERMS, form[1] * factor


def _divide(left: _Form, right: _Form) -> _Form:
    if right[0] or not right[1]:
        raise NotLinearError("division by a variable or by zero")
    divisor = right[1]
    return {name: quotient(value, divisor) for name, value in left[0].items()}, quotient(left[1], divisor)


def _bound(form: _Form) -> None:
    for value in (form[1], *form[0].values()):
        if value.__class__ is int and -_SMALL < value < _SMALL:
            continue
        if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
            raise NotLinearError("a number too large")


def _linear(form: _Form) -> Linear:
    return Linear(tuple(sorted(form[0].items())), form[1])
