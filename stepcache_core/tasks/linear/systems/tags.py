"""Numbers that name equations: `(1)`, `equation 2`, the `(1)` after an equation, `2 × (1) - (2)`."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.algebra import NotLinearError, parse_expression
from stepcache_core.tasks.linear.lexer import CLOSE, NUMBER, OPEN, OPERATOR, Token
from stepcache_core.tasks.linear.reading import Run, Side, canonical

ORDINALS: Final = {"first": 0, "second": 1, "third": 2} | {str(number): number - 1 for number in range(1, 10)}


def tag_of(run: Run | None) -> str:
    """`1` of `1` or `(1)`, a number that can name an equation; else an empty string."""
    if run is None or run.is_equation:
        return ""
    tokens = [token for token in run.sides[0].tokens if token.kind not in {OPEN, CLOSE}]
    return tokens[0].text if len(tokens) == 1 and tokens[0].kind == NUMBER and tokens[0].text in ORDINALS else ""


def is_bracketed(run: Run | None) -> bool:
    """Whether this is `(1)`, which names an equation where a word that is done to equations stands before it."""
    return run is not None and bool(tag_of(run)) and run.sides[0].tokens[0].kind == OPEN


def ends_with_a_tag(run: Run) -> bool:
    """Whether an equation ends like `x + y = 5 (1)`, which may be a product or a name."""
    tokens = run.sides[-1].tokens
    return (
        len(tokens) >= 4
        and [token.kind for token in tokens[-3:]] == [OPEN, NUMBER, CLOSE]
        and tokens[-4].end < tokens[-3].start
        and tokens[-2].text in ORDINALS
    )


def without_tag(run: Run) -> Run:
    tokens = run.sides[-1].tokens[:-3]
    try:
        expression = parse_expression(tokens)
    except NotLinearError:
        expression = None
    return run._replace(sides=(*run.sides[:-1], Side(tokens, expression, canonical(tokens))))


def factors_of(run: Run) -> tuple[tuple[int, Fraction], ...]:
    """The equations and their factors of `2 × (1) - (2)`; nothing where it is not just that."""
    if run.is_equation:
        return ()
    factors: list[tuple[int, Fraction]] = []
    tokens = list(run.sides[0].tokens)
    while tokens:
        sign = tokens.pop(0).text if tokens[0].kind == OPERATOR and tokens[0].text in "+-" else ""
        if bool(sign) != bool(factors) and sign != "-":
            return ()
        before = _number(tokens)
        if [token.kind for token in tokens[:3]] != [OPEN, NUMBER, CLOSE] or tokens[1].text not in ORDINALS:
            return ()
        index = ORDINALS[tokens[1].text]
        del tokens[:3]
        after = _number(tokens, behind=True)
        factors.append((index, (before or 1) * (after or 1) * Fraction(-1 if sign == "-" else 1)))
    is_some = len(factors) > 1 or (len(factors) == 1 and factors[0][1] != 1)
    return tuple(factors) if is_some else ()


def _number(tokens: list[Token], *, behind: bool = False) -> Fraction | None:
    """Takes a factor, with its sign of multiplication, off the front of the tokens."""
    kinds = [(token.kind, token.text) for token in tokens[:2]]
    if behind:
        if len(kinds) == 2 and kinds[0] == (OPERATOR, "*") and kinds[1][0] == NUMBER:
            del tokens[:1]
            return Fraction(tokens.pop(0).text)
        return None
    if not kinds or kinds[0][0] != NUMBER:
        return None
    if len(kinds) == 2 and kinds[1] == (OPERATOR, "*"):
        del tokens[1]
    return Fraction(tokens.pop(0).text)
