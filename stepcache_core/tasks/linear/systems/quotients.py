"""Equations with a quotient by letters: `y / x = 9/8` is `8y = 9x` where x is not zero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from stepcache_core.tasks.linear.algebra import ONE, NotLinearError
from stepcache_core.tasks.linear.lexer import BOX, CLOSE, NAME, OPEN, OPERATOR, Token
from stepcache_core.tasks.linear.polynomial import Expression, Polynomial, number


def cross_multiplied(
    left: Sequence[Token], right: Sequence[Token], values: Mapping[str, Fraction]
) -> tuple[Polynomial, Polynomial] | None:
    """Both sides multiplied by what stands below them; None where they cannot be read or the values make that zero."""
    if not (_divides_by_letters(left) or _divides_by_letters(right)):
        return None
    try:
        (one, below), (other, under) = _parts(left), _parts(right)
        for divisor in (below.at(values), under.at(values)):
            if not divisor.is_constant or not divisor.constant:
                return None
        return one.times(under), other.times(below)
    except NotLinearError:
        return None


def _divides_by_letters(side: Sequence[Token]) -> bool:
    """Whether a letter stands behind a stroke."""
    strokes = (at for at, token in enumerate(side) if token.kind == OPERATOR and token.text == "/")
    return any(token.kind == NAME for at in strokes for token in side[at:])


def _parts(side: Sequence[Token]) -> tuple[Polynomial, Polynomial]:
    """What stands above and what stands below the only stroke of a side."""
    depth = 0
    strokes: list[int] = []
    for at, token in enumerate(side):
        depth += (token.kind in {OPEN, BOX}) - (token.kind == CLOSE)
        if token.kind == OPERATOR and not depth:
            if token.text != "/":
                strokes = []
                break
            strokes.append(at)
    above, below = (side[: strokes[0]], side[strokes[0] + 1 :]) if len(strokes) == 1 else (side, ())
    return _form(above), _form(below) if below else number(ONE)


def _form(tokens: Sequence[Token]) -> Polynomial:
    return Expression(tokens, {}, {}).polynomial
