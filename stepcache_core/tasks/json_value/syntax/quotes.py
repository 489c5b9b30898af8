"""Quotes put right: those inside a string that are not escaped, one that is missing, and quotes that are all doubled.

Each reading changes quotes and backslashes only. A quote that may as well be content, end a string or be one too
many is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from stepcache_core.tasks.json_value.syntax.text import MAX_DEPTH, JsonFaultError, canonical, loads

MAX_MOVES = 5_000
"""How many steps the search for the ends of strings may take."""
MAX_LOOKS = 60_000
"""How many quotes it may look at in all, as often as it looks at them."""
MAX_TRIED_CHARS = 10_000_000
"""How many characters there may be to read in all where a quote is tried in each place."""

_SCALAR = re.compile(r"\s*+(?:true|false|null|-?(?:0|[1-9]\d{0,17})(?:\.\d{1,17})?(?:[eE][+-]?\d{1,3})?)(?=\s*+[,\]}])")
_MARK = re.compile(r"\s*+([{}\[\],:\"])")
_QUOTE = re.compile(r"(?:[^\"\\]|\\.)*+\"", re.DOTALL)
_CLOSES = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class _State:
    """Where a reading stands: the place in the text, the brackets open, what is due, and the inner quotes so far."""

    at: int
    opened: str
    due: str  # "value", "key" or "after" (a value)
    inner: tuple[int, ...] = ()


def escaped(text: str) -> str | None:
    """The text with its inner quotes escaped, where they can be told from those that end a string in one way only."""
    if '"' not in text:
        return None
    found: set[tuple[int, ...]] = set()
    waiting = [_State(0, "", "value")]
    moves, looks = 0, count(1)
    while waiting:
        state = waiting.pop()
        moves += 1
        if moves > MAX_MOVES or len(state.opened) > MAX_DEPTH or next(looks) > MAX_LOOKS:
            return None
        if state.due == "after" and not state.opened:
            if not text[state.at :].strip():
                found.add(state.inner)
        else:
            waiting += _moves(text, state, looks)
        if len(found) > 1:
            return None
    inner = next(iter(found), ())
    if not inner or _is_doubtful(text, inner):
        return None
    pieces = [text[start:end] for start, end in zip((0, *inner), (*inner, len(text)), strict=True)]
    return "\\".join(pieces)


def _moves(text: str, state: _State, looks: Iterator[int]) -> Iterator[_State]:
    top = state.opened[-1:]
    if state.due == "value":
        scalar = _SCALAR.match(text, state.at)
        if scalar is not None:
            yield _State(scalar.end(), state.opened, "after", state.inner)
            return
    mark = _MARK.match(text, state.at)
    if mark is None:
        return
    at = mark.end()
    if state.due == "after":
        if mark[1] == ",":
            yield _State(at, state.opened, "key" if top == "{" else "value", state.inner)
        elif mark[1] == _CLOSES[top]:
            yield _State(at, state.opened[:-1], "after", state.inner)
    elif mark[1] == '"':
        yield from _strings(text, state, at, "key" if state.due == "key" else top, looks)
    elif state.due == "value" and mark[1] in "{[":
        yield _State(at, state.opened + mark[1], "key" if mark[1] == "{" else "value", state.inner)
    elif top and mark[1] == _CLOSES[top]:
        yield _State(at, state.opened[:-1], "after", state.inner)


def _strings(text: str, state: _State, start: int, place: str, looks: Iterator[int]) -> Iterator[_State]:
    """The ends that a string may have: quotes before what must follow it."""
    inner = state.inner
    while (quote := _QUOTE.match(text, start)) is not None and next(looks) <= MAX_LOOKS:
        start = quote.end()
        following = _MARK.match(text, start)
        mark = following[1] if following is not None else ""
        if place == "key" and following is not None and mark == ":":
            yield _State(following.end(), state.opened, "value", inner)
            return
        if place != "key" and mark and mark in f",{_CLOSES.get(place, '')}":
            yield _State(start, state.opened, "after", inner)
        inner = (*inner, start - 1)


def _is_doubtful(text: str, inner: tuple[int, ...]) -> bool:
    """Whether an inner quote may be one that ends or begins a string after all, something else being wrong.

    A pair of quotes around words is a quotation, though a comma stands beside it, if no array's items stand so too; a
    colon makes a key of it. A single one may be content, or one too many.
    """
    if len(inner) % 2:
        return True
    for opening, closing in zip(inner[::2], inner[1::2], strict=True):
        quoted = text[opening - 1 : closing + 2]
        if _QUOTATION.fullmatch(quoted) is None or text[closing + 1 :].lstrip()[:1] in _ENDS:
            return True
        beside = text[:opening].rstrip()[-1:], text[closing + 1]
        if any(mark in _STRUCTURE for mark in beside) or ("," in beside and "[" in text):
            return True
    return False


_STRUCTURE = frozenset('{}[]:"')
_ENDS = frozenset(':}]"')
_QUOTATION = re.compile(r"[\s(]\"[^\s\"](?:[^\"]{0,200}[^\s\"])?\"[\s.,;!?)]")


_PLACE = re.compile(r"(?=\s*+[:,}\]\n])|(?<=[{,\[:\n])\s*+")


def with_a_quote(text: str) -> str | None:
    """The text with the one quote that is missing, where it can be missing in one place only.

    Not at the end: what nothing closes may have been cut off. Nor where the text is as well put right by a quote less.
    """
    if text.count('"') % 2 == 0:
        return None
    last = text.rfind('"')
    found: dict[str, str | None] = {}
    places = {match.end() for match in _PLACE.finditer(text) if match.end() <= last}
    if len(places) * len(text) > MAX_TRIED_CHARS:
        return None
    for at in places:
        added = f'{text[:at]}"{text[at:]}'
        value = _value(added)
        if value is not None and found.get(value, added) is not None:
            found[value] = added if _is_at_a_word(text, at) else None
    if len(found) != 1:
        return None
    lessened = (_value(text[: quote.start()] + text[quote.end() :]) for quote in re.finditer('"', text))
    return next(iter(found.values())) if all(value is None for value in lessened) else None


def _is_at_a_word(text: str, at: int) -> bool:
    """Whether a quote put there opens a string before a word, or closes one after a word."""
    is_opening = text.count('"', 0, at) % 2 == 0
    edge = text[at] if is_opening else text[at - 1]
    return not edge.isspace() and edge != "," and edge not in _STRUCTURE


def _value(text: str) -> str | None:
    try:
        return canonical(loads(text))
    except JsonFaultError:
        return None


_DOUBLED = re.compile(r"\"\"|''")
_DOUBLED_KEY = re.compile(r"(?:\"\"|'')\s*+:")
_SINGLE = re.compile(r"(?<!\")\"(?!\")|\"{3}|(?<!')'(?!')|'{3}")


def undoubled(text: str) -> str | None:
    """The text with one quote for each two, where every quote in it is doubled, as in a field of a CSV file."""
    if _SINGLE.search(text) is not None or _DOUBLED_KEY.search(text) is None:
        return None
    return _DOUBLED.sub(lambda quotes: quotes[0][0], text)
