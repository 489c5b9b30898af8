"""A side with its brackets multiplied out and nothing collected: `4(x - 3) + 7` as `4x - 12 + 7`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stepcache_core.tasks.linear.algebra import Linear, NotLinearError, constant, parse_expression
from stepcache_core.tasks.linear.lexer import CLOSE, NAME, OPEN, OPERATOR, Token


def multiplied_out(tokens: Sequence[Token]) -> tuple[Linear, ...]:
    """The terms of a sum, each a multiple of the letter or a number, in the order written; none without a bracket."""
    if all(token.kind != OPEN for token in tokens):
        return ()
    try:
        return tuple(piece for term in _terms(tokens) for piece in _pieces(term))
    except NotLinearError:
        return ()


def _terms(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """What stands between the signs outside all brackets, each with the sign before it."""
    begun, depth = 0, 0
    for at, token in enumerate(tokens):
        depth += (token.kind == OPEN) - (token.kind == CLOSE)
        is_sign = token.kind == OPERATOR and token.text in "+-" and depth == 0
        if is_sign and at and tokens[at - 1].kind != OPERATOR:
            yield tokens[begun:at]
            begun = at
    yield tokens[begun:]


def _pieces(term: Sequence[Token]) -> Iterator[Linear]:
    sign = 1
    if term[0].kind == OPERATOR and term[0].text == "+":
        term = term[1:]
    elif term[0].kind == OPERATOR and term[0].text == "-":
        sign, term = -1, term[1:]
    form = parse_expression(term).form.times(sign)
    opened = next((at for at, token in enumerate(term) if token.kind == OPEN), None)
    parts = [Linear(form.terms), constant(form.constant)]
    if opened is not None and all(token.kind != NAME for token in next(_terms(term[opened + 1 :]))):
        parts.reverse()
    yield from (part for part in parts if part.terms or part.constant)
