"""A text as a reader takes it: words, stops, and runs of mathematics whose sides are parsed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from stepcache_core.remembered import remembered
from stepcache_core.tasks.linear.algebra import (
    MAX_TOKENS,
    Expression,
    Linear,
    NotLinearError,
    Number,
    number,
    parse_expression,
)
from stepcache_core.tasks.linear.lexer import (
    BAD,
    BOX,
    CLOSE,
    FRACTION,
    MATH,
    MAX_TEXT,
    NAME,
    NUMBER,
    OPEN,
    OPERATOR,
    RELATION,
    STOP,
    Token,
    lex,
)

_MATHEMATICAL: Final = frozenset({NUMBER, NAME, OPERATOR, RELATION, OPEN, CLOSE, FRACTION, BOX})
_IN_A_RUN: Final = _MATHEMATICAL | {BAD}
_OPENING: Final = frozenset({OPEN, BOX})
_BRACKETS: Final = _OPENING | {CLOSE}
SENTENCE_END: Final = frozenset({".", "!", "?", ";", "\n", "…"})


class Side(NamedTuple):
    """One side of an equation: its tokens, the expression they write (None where it cannot be read), and its text."""

    tokens: tuple[Token, ...]
    expression: Expression | None
    text: str

    @property
    def form(self) -> Linear:
        """The exact value of a side that can be read."""
        if self.expression is None:
            raise NotLinearError("a side that cannot be read")
        return self.expression.form

    @property
    def names(self) -> frozenset[str]:
        """The variables written in it."""
        return self.expression.names if self.expression else frozenset()

    @property
    def operations(self) -> int:
        """How many operations it has; 0 also where it cannot be read."""
        return self.expression.operations if self.expression else 0

    @property
    def span(self) -> tuple[int, int]:
        """Its place in the text."""
        return self.tokens[0].start, self.tokens[-1].end


class Run(NamedTuple):
    """A run of mathematics without words in it.

    Attributes:
        sides: What stands between the relations; one side means an expression that is no equation.
        relations: `=` or `≈` between neighbouring sides.
        boxed: Whether the whole of it, or its last side, stands in a box.
        continues: Whether it begins with a relation and carries on the run before.
    """

    sides: tuple[Side, ...]
    relations: tuple[str, ...]
    boxed: bool = False
    continues: bool = False

    @property
    def is_equation(self) -> bool:
        return bool(self.relations)

    @property
    def readable(self) -> bool:
        return None not in [side.expression for side in self.sides]

    @property
    def expression(self) -> Expression | None:
        """What a run that is no equation writes."""
        return self.sides[0].expression if len(self.sides) == 1 else None

    @property
    def names(self) -> frozenset[str]:
        return frozenset().union(*[side.expression.names for side in self.sides if side.expression is not None])

    def is_variable(self, variable: str) -> bool:
        """Whether the run is the bare letter `variable`."""
        return len(self.sides) == 1 and [token.text for token in self.sides[0].tokens] == [variable]


class Mathematics(NamedTuple):
    """A run at its place in the text; it has what a token has."""

    start: int
    end: int
    run: Run
    kind: str = "run"
    text: str = ""


Item: TypeAlias = Token | Mathematics
"""A word, a stop, something unreadable, a label such as `1.`, or a run."""


@remembered(512, long=800)
def read(text: str, variable: str = "") -> tuple[Item, ...]:
    """What `text` says, in order; a text that is too long is one unreadable item."""
    if len(text) > MAX_TEXT:
        return (Token(BAD, "a text too long to check", 0, len(text)),)
    items: list[Item] = []
    tokens = lex(text, variable)
    run: list[Token] = []
    for at, token in enumerate(tokens):
        kind = token.kind
        if kind in _IN_A_RUN:
            run.append(token)
            continue
        if run:
            _add_run(items, run, text)
            run = []
        if kind == MATH and _touches(tokens, at):
            items.append(Token(BAD, "mathematics that touches other mathematics", token.start, token.end))
        else:
            items.append(token)
    if run:
        _add_run(items, run, text)
    return tuple(items)


def _touches(tokens: list[Token], at: int) -> bool:
    """Whether a delimiter stands right between two pieces of mathematics, so that they would be read as one."""
    if tokens[at].text == "(":
        return at > 0 and tokens[at - 1].kind in _IN_A_RUN and tokens[at - 1].end == tokens[at].start
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    return following is not None and following.kind in _IN_A_RUN and following.start == tokens[at].end


def _add_run(items: list[Item], tokens: list[Token], text: str) -> None:
    """Adds a run of mathematics; a sign in it that is not known makes it unreadable."""
    if tokens[0].kind not in _BRACKETS and tokens[-1].kind not in _BRACKETS:
        items.append(_run(items, tokens, text))
        return
    first, last = _without_brackets_of_prose(tokens)
    items.extend([token._replace(kind=STOP) for token in tokens[:first]])
    if first < last:
        items.append(_run(items, tokens[first:last], text))
    items.extend([token._replace(kind=STOP) for token in tokens[last:]])


def _run(before: list[Item], tokens: list[Token], text: str) -> Item:
    start, end = tokens[0].start, tokens[-1].end
    if len(tokens) > MAX_TOKENS or (tokens[0].kind == BAD and all(token.kind == BAD for token in tokens)):
        return Token(BAD, text[start:end][:40], start, end)
    wrapped = _is_wrapped(tokens)
    boxed = wrapped and tokens[0].kind == BOX
    if boxed or (wrapped and any(token.kind == RELATION for token in tokens)):
        tokens = tokens[1:-1]
    groups: list[list[Token]] = [[]]
    relations: list[str] = []
    for token in tokens:
        if token.kind == RELATION:
            relations.append(token.text)
            groups.append([])
        else:
            groups[-1].append(token)
    sides = [_side(group, text) for group in groups]
    continues = False
    if relations and not groups[0]:
        continued = _run_before(before)
        if continued is not None and continued.is_equation:
            sides[0] = continued.sides[-1]
            continues = True
    boxed = boxed or (bool(groups[-1]) and groups[-1][0].kind == BOX and _is_wrapped(groups[-1]))
    run = Run(tuple(sides), tuple(relations), boxed, continues)
    return Mathematics(start, end, run)


def _run_before(items: list[Item]) -> Run | None:
    for item in reversed(items):
        if item.run is not None:
            return item.run
        if item.kind != MATH and not (item.kind == STOP and item.text in {"\n", "\\\\"}):
            return None
    return None


def _side(tokens: list[Token], text: str) -> Side:
    expression: Expression | None
    try:
        expression = parse_expression(tokens)
    except NotLinearError:
        expression = None
    written = text[tokens[0].start : tokens[-1].end] if tokens else ""
    return Side(tuple(tokens), expression, written[:80])


def _without_brackets_of_prose(tokens: list[Token]) -> tuple[int, int]:
    """Where mathematics begins and ends, without the brackets at either end that belong to the prose around."""
    open_at: list[int] = []
    unmatched: set[int] = set()
    for index, token in enumerate(tokens):
        if token.kind not in _BRACKETS:
            continue
        if token.kind != CLOSE:
            open_at.append(index)
        elif open_at:
            open_at.pop()
        else:
            unmatched.add(index)
    unmatched.update(open_at)
    first, last = 0, len(tokens)
    while first < last and first in unmatched and tokens[first].kind != BOX:
        first += 1
    while first < last and last - 1 in unmatched and tokens[last - 1].kind != BOX:
        last -= 1
    return first, last


def _is_wrapped(tokens: list[Token]) -> bool:
    if len(tokens) < 2 or tokens[-1].kind != CLOSE or tokens[0].kind not in _OPENING:
        return False
    depth = 0
    for index, token in enumerate(tokens):
        depth += (token.kind in _OPENING) - (token.kind == CLOSE)
        if depth == 0:
            return index == len(tokens) - 1
    return False


def may_round(tokens: Sequence[Token]) -> bool:
    """Whether `[x]` may be the whole part of x, or `{x}` the rest: signs that group stand around other brackets."""
    has_braces = any(token.kind in {FRACTION, BOX} for token in tokens)
    innermost, names_something = "", False
    for token in tokens:
        if token.kind == OPEN:
            innermost, names_something = token.text, False
        elif token.kind == NAME:
            names_something = True
        elif token.kind == CLOSE:
            if names_something and (innermost == "[" or (innermost == "{" and not has_braces)):
                return True
            innermost = ""
    return False


def literals(tokens: Sequence[Token]) -> list[Number]:
    """The numbers written in `tokens`."""
    return [number(token.text) for token in tokens if token.kind == NUMBER]


def canonical(tokens: Sequence[Token], variable: str = "", value: Number | None = None) -> str:
    """The expression in one spelling, whatever signs of multiplication, fractions and spaces it was written with.

    With `value`, as it reads once `variable` is replaced by that number.
    """
    return _Spelling(tokens, variable, value).text()


class _Spelling:
    def __init__(self, tokens: Sequence[Token], variable: str, value: Number | None) -> None:
        self.tokens, self.variable, self.value = tokens, variable, value
        self.at = 0

    def text(self) -> str:
        return self._until_close()

    def _until_close(self) -> str:
        out: list[str] = []
        while self.at < len(self.tokens) and self.tokens[self.at].kind != CLOSE:
            token = self.tokens[self.at]
            self.at += 1
            if token.kind == OPERATOR:
                out.append(token.text)
                continue
            piece = self._piece(token)
            if out and out[-1] not in "+-*/":
                out.append("*")
            out.append(piece)
        return _drop_signs_of_products(out)

    def _piece(self, token: Token) -> str:
        if token.kind == NAME and token.text == self.variable and self.value is not None:
            return str(self.value) if self.value.denominator == 1 and self.value >= 0 else f"({self.value})"
        if token.kind in {OPEN, BOX}:
            inner = self._group()
            return inner if _is_atom(inner) or token.kind == BOX else f"({inner})"
        if token.kind == FRACTION:
            return "/".join(part if _is_term(part) else f"({part})" for part in (self._braces(), self._braces()))
        return token.text

    def _braces(self) -> str:
        self.at += 1
        return self._group()

    def _group(self) -> str:
        inner = self._until_close()
        self.at += 1
        return inner


def _is_atom(text: str) -> bool:
    return text.replace(".", "", 1).isalnum() and (text.isalpha() or not any(char.isalpha() for char in text))


def _is_term(text: str) -> bool:
    return bool(text) and text.replace(".", "", 1).isalnum()


def _drop_signs_of_products(pieces: list[str]) -> str:
    out: list[str] = []
    for index, piece in enumerate(pieces):
        if (
            piece == "*"
            and 0 < index < len(pieces) - 1
            and _is_term(pieces[index - 1])
            and pieces[index + 1].isalpha()
            and not pieces[index - 1].isalpha()
        ):
            continue
        out.append(piece)
    return "".join(out)
