"""Numbers that name something: equations, in brackets behind them (`3x = 15   (2)`), or a step, before one."""

from __future__ import annotations

from typing import NamedTuple

from stepcache_core.tasks.linear.algebra import NotLinearError, parse_expression
from stepcache_core.tasks.linear.lexer import CLOSE, FRACTION, NAME, NUMBER, OPEN
from stepcache_core.tasks.linear.reading import Run

_MAX_DIGITS = 2


class Marked(NamedTuple):
    """An equation without the number behind it.

    Attributes:
        run: The equation.
        is_apart: Whether so much space stands before the number that it is no factor.
    """

    run: Run
    is_apart: bool


def is_mark(run: Run) -> bool:
    """Whether a run is `(2)` alone."""
    tokens = run.sides[0].tokens
    if len(tokens) != len("(2)") or run.is_equation:
        return False
    return [token.kind for token in tokens] == [OPEN, NUMBER, CLOSE] and tokens[0].text == "("


def mark_of(run: Run) -> Marked | None:
    """An equation in letters that ends in a number in brackets, behind a space; None for any other."""
    last = run.sides[-1]
    tokens = last.tokens
    if not tokens or tokens[-1].text != ")" or not run.is_equation or not run.names:
        return None
    if [token.kind for token in tokens[-3:]] != [OPEN, NUMBER, CLOSE]:
        return None
    digits, before = tokens[-2].text, tokens[-4] if len(tokens) > len("(2)") else None
    space = 0 if before is None else tokens[-3].start - before.end
    if before is None or before.kind not in {NUMBER, NAME, CLOSE} or not space:
        return None
    if tokens[-3].text != "(" or not digits.isdigit() or len(digits) > _MAX_DIGITS:
        return None
    try:
        expression = parse_expression(tokens[:-3])
    except NotLinearError:
        return None
    text = last.text[: before.end - tokens[0].start]
    side = last._replace(tokens=tokens[:-3], expression=expression, text=text)
    return Marked(run._replace(sides=(*run.sides[:-1], side)), space > 1)


def may_begin_with_a_label(run: Run) -> bool:
    """Whether a run reads on from a word, as in "Step 2 x = 10", where 2 numbers the step."""
    tokens = run.sides[0].tokens
    return (
        len(tokens) > 1
        and tokens[0].kind == NUMBER
        and tokens[1].kind in {NAME, OPEN, FRACTION}
        and tokens[0].end < tokens[1].start
    )
