"""How expressions are written: read off a piece of text, and used to write others like it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from stepcache_core.tasks.linear.algebra import Linear, Number, magnitude
from stepcache_core.tasks.linear.lexer import BOX, CLOSE, FRACTION, NAME, NUMBER, OPEN, OPERATOR, Token


@dataclass(frozen=True, slots=True)
class Notation:
    r"""A way of writing.

    Attributes:
        coefficient: What stands between a number and the variable: nothing, ` \cdot `, `*`.
        product: What stands between two numbers; `(` means that the second is put in brackets.
        fraction: What `a` over `b` is written with: `\frac`, `\dfrac`, `/`, ` / `, ` ÷ `.
        space: What stands on both sides of plus and minus.
        minus: The sign.
        decimal: Whether numbers are written as decimals where they can be.
    """

    coefficient: str = ""
    product: str = "("
    fraction: str = "/"
    space: str = " "
    minus: str = "-"
    decimal: bool = False

    def number(self, value: Number) -> str:
        """A number, its sign in front."""
        sign = self.minus if value < 0 else ""
        value = magnitude(value)
        if value.denominator == 1:
            return f"{sign}{value.numerator}"
        if self.decimal and (text := _decimal(value)):
            return sign + text
        if self.fraction.startswith("\\"):
            return f"{sign}{self.fraction}{{{value.numerator}}}{{{value.denominator}}}"
        return f"{sign}{value.numerator}{self.fraction}{value.denominator}"

    def monomial(self, factor: Number, variable: str) -> str:
        """`3x`, `-x`, `x/3`, `(2/3)x`."""
        sign = self.minus if factor < 0 else ""
        factor = magnitude(factor)
        if factor == 1:
            return sign + variable
        text = self.number(factor)
        if factor.denominator != 1 and not text.startswith("\\") and self.fraction.strip() in text:
            if factor.numerator == 1:
                return f"{sign}{variable}{self.fraction}{factor.denominator}"
            text = f"({text})"
        return f"{sign}{text}{self.coefficient}{variable}"

    def linear(self, form: Linear, variable: str) -> str:
        """`3x + 5`."""
        factor = form.coefficient(variable)
        if not factor:
            return self.number(form.constant)
        return self.shifted(self.monomial(factor, variable), self.number(form.constant), form.constant)

    def turned(self, form: Linear, variable: str) -> str:
        """`5 + 3x`."""
        factor = form.coefficient(variable)
        if not factor or not form.constant:
            return self.linear(form, variable)
        return self.shifted(self.number(form.constant), self.monomial(magnitude(factor), variable), factor)

    def shifted(self, text: str, addend: str, amount: Number) -> str:
        """`text` plus the amount that `addend` writes."""
        if not amount:
            return text
        sign = self.minus if amount < 0 else "+"
        return f"{text}{self.space}{sign}{self.space}{addend.removeprefix(self.minus)}"

    def quotient(self, text: str, divisor: Number) -> str:
        """`text` over the divisor."""
        below = self.number(divisor)
        if self.fraction.startswith("\\"):
            return f"{self.fraction}{{{text}}}{{{below}}}"
        above = text if re.fullmatch(r"-?[\w.*]+", text) else f"({text})"
        return f"{above}{self.fraction}{below if divisor > 0 and divisor.denominator == 1 else f'({below})'}"

    def times(self, left: str, right: Number) -> str:
        """`left` times a number."""
        text = self.number(right)
        if self.product == "(":
            return f"{left}({text})"
        return f"{left}{self.product}{text if right >= 0 and right.denominator == 1 else f'({text})'}"

    def product_of(self, text: str, factor: Number, *, first: bool) -> str:
        """`text` multiplied by a number that is written first or last."""
        number, sign = self.number(factor), "*" if self.product == "(" else self.product
        whole = text if re.fullmatch(r"[\w.]+|\\[dt]?frac\{\w+\}\{\w+\}", text) else f"({text})"
        if first:
            return f"{number}({text})" if self.product == "(" and whole != text else f"{number}{sign}{whole}"
        return f"{whole}{sign}{number if factor > 0 else f'({number})'}"

    def written(self, tokens: Sequence[Token], variable: str, letter: str, value: Number | None = None) -> str:
        """Tokens in this notation, with `letter`, or a value, for their variable."""
        out: list[str] = []
        for index, token in enumerate(tokens):
            before = tokens[index - 1] if index else None
            if token.kind == OPERATOR and token.text in "+-":
                unary = before is None or before.kind in {OPERATOR, OPEN, FRACTION}
                sign = self.minus if token.text == "-" else "+"
                out.append(sign if unary else f"{self.space}{sign}{self.space}")
            elif token.kind == OPERATOR and token.text == "*":
                after = tokens[index + 1] if index + 1 < len(tokens) else None
                if after is not None and after.kind == NAME and before is not None and before.kind == NUMBER:
                    out.append(self.coefficient if value is None else "")
                elif after is not None and after.kind == OPEN:
                    out.append(self.coefficient)
                else:
                    out.append("*" if self.product == "(" else self.product)
            elif token.kind == OPERATOR:
                out.append("/" if self.fraction.startswith("\\") else self.fraction)
            elif token.kind == NAME and token.text == variable:
                out.append(self._put_in(before, value) if value is not None else self._letter(tokens, index, letter))
            elif token.kind == FRACTION:
                out.append(self.fraction if self.fraction.startswith("\\") else "\\frac")
            elif token.kind in {OPEN, CLOSE, NUMBER, NAME}:
                out.append(token.text)
            elif token.kind == BOX:
                out.append("{")
        return "".join(out)

    def _letter(self, tokens: Sequence[Token], index: int, letter: str) -> str:
        glued = index > 0 and tokens[index - 1].kind == NUMBER
        return (self.coefficient if glued else "") + letter

    def _put_in(self, before: Token | None, value: Number) -> str:
        if before is not None and before.kind in {NUMBER, CLOSE}:
            return self.times("", value)
        if before is not None and before.kind == OPERATOR and before.text == "*":
            return self.times("", value)
        text = self.number(value)
        first = before is None or before.kind == OPEN
        return text if value.denominator == 1 and (first or value >= 0) else f"({text})"


def rounded(value: Number, places: int) -> str:
    """A decimal of so many places, rounded; `places` is at least 1."""
    whole, rest = divmod(round(magnitude(value) * 10**places), 10**places)
    return f"{'-' if value < 0 else ''}{whole}.{rest:0{places}d}"


def _decimal(value: Number) -> str:
    """A terminating decimal, or an empty string."""
    for places in range(1, 13):
        scaled = value * 10**places
        if scaled.denominator == 1:
            whole, rest = divmod(scaled.numerator, 10**places)
            return f"{whole}.{rest:0{places}d}"
    return ""


_COEFFICIENT = re.compile(r"\d([^\S\n]*(?:\*|\\cdot\b|\\times\b|×|·|⋅)[^\S\n]*|[^\S\n]*)[A-Za-z](?![A-Za-z])")
_PRODUCT = re.compile(r"[\d)}]([^\S\n]*(?:\*|\\cdot\b|\\times\b|×|·|⋅)[^\S\n]*)(?:\(?-?\d|\\[dt]?frac)")
_FRACTION = re.compile(r"\\[dt]?frac|[\w)]([^\S\n]*[/÷][^\S\n]*|[^\S\n]*\\div[^\S\n]*)[\w(]")
_SUM = re.compile(r"[\w)}]([^\S\n]*)[+\-−][^\S\n]*[\w(\\]")


def notation_of(text: str, otherwise: Notation | None = None) -> Notation:
    """The notation of a text; what does not occur in it is taken from `otherwise`."""
    base = otherwise or Notation()
    coefficient, product, fraction, total = (
        pattern.search(text) for pattern in (_COEFFICIENT, _PRODUCT, _FRACTION, _SUM)
    )
    over = base.fraction
    if fraction is not None:
        over = fraction.group(1) or fraction.group(0)
    return Notation(
        coefficient.group(1) if coefficient else base.coefficient,
        product.group(1) if product else base.product,
        over,
        total.group(1) if total else base.space,
        "−" if "−" in text else base.minus,
        base.decimal or bool(re.search(r"\d\.\d", text)),
    )
