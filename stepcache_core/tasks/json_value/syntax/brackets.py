"""Brackets put right: what is missing, left over or of the wrong kind, where all the smallest edits mean one value.

Only brackets are touched. A bracket that was opened was meant: who writes from left to right forgets to close, and does
not open by chance. Several edits of the same kind may be needed, but never two kinds at once: a bracket that was moved
makes another structure. No container is closed before anything stands in it. At the end of a text nothing is closed but
one object, as `completed` says: what a text that breaks off has lost cannot be known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from stepcache_core.tasks.json_value.syntax.text import MAX_DEPTH

MAX_EDITS = 4
MAX_MOVES = 20_000
"""How many steps the search may take: a text that needs more is left alone."""
MAX_READINGS = 16

_TOKEN = re.compile(
    r"\s*+(?:(?P<mark>[{}\[\],:])|(?P<scalar>\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'(?=\s*[,:}\]\n]|\s*$)"
    r"|(?![\"'])[^\s{}\[\],:\"][^{}\[\],:\"\n]*+))",
    re.DOTALL,
)
_COMMENT = re.compile(r"(?://|/\*|(?<=\s)\#)")
_CLOSES = {"{": "}", "[": "]"}
_NAME = re.compile(r"[\"']?[\w .-]{1,64}[\"']?")
_WHOLE_END = re.compile(r"(?:[\"'}\]]|\b(?:true|false|null|True|False|None))\Z")
"""Ends that nothing can be missing from; a number may have lost digits, a bare word letters."""


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    start: int
    end: int
    after_line_break: bool

    @property
    def is_scalar(self) -> bool:
        return self.text not in {"{", "}", "[", "]", ",", ":"}


@dataclass(frozen=True, slots=True)
class _State:
    """Where a reading stands: the next token, the brackets open, what is due, and the edits so far."""

    at: int
    opened: str
    due: str  # "value", "first" (the first thing in a container), "key" or "after" (a value)
    edits: tuple[tuple[int, int, str], ...] = ()
    kind: str = ""

    def on(self, due: str, opened: str | None = None, steps: int = 1) -> _State:
        return _State(self.at + steps, self.opened if opened is None else opened, due, self.edits, self.kind)

    def edited(self, kind: str, edit: tuple[int, int, str], on: _State) -> Iterator[_State]:
        if self.kind in {"", kind} and len(self.edits) < MAX_EDITS:
            yield _State(on.at, on.opened, on.due, (*self.edits, edit), kind)


def balanced(text: str) -> tuple[str, ...]:
    """The texts with the fewest bracket edits that make it one value; none where there is no such edit."""
    tokens = _tokens(text)
    if tokens is None:
        return ()
    level = [_State(0, "", "value")]
    moves = 0
    while level:
        found: dict[str, None] = {}
        dearer: list[_State] = []
        seen: set[_State] = set()
        while level:
            state = level.pop()
            moves += 1
            if moves > MAX_MOVES or len(found) > MAX_READINGS:
                return ()
            if state in seen or len(state.opened) > MAX_DEPTH:
                continue
            seen.add(state)
            if state.at == len(tokens) and not state.opened and state.due == "after":
                found.setdefault(_applied(text, state.edits))
                continue
            for following in _moves(tokens, state):
                (level if len(following.edits) == len(state.edits) else dearer).append(following)
        if found:
            return tuple(found)
        level = dearer
    return ()


def completed(text: str) -> str | None:
    """The text with the brackets closed that are open at its end, if nothing but these is wrong with it."""
    tokens = _tokens(text)
    if tokens is None:
        return None
    opened: list[str] = []
    for token in tokens:
        if token.text in _CLOSES:
            opened.append(_CLOSES[token.text])
        elif token.text in {"}", "]"} and (not opened or opened.pop() != token.text):
            return None
    return text.rstrip() + "".join(reversed(opened)) if opened else None


def is_whole_but_for_a_brace(text: str, closed: str) -> bool:
    """Whether a text that breaks off lacks only the last bracket of an object, and its last value no character."""
    return closed == text.rstrip() + "}" and _WHOLE_END.search(text.rstrip()) is not None


def _tokens(text: str) -> list[_Token] | None:
    tokens: list[_Token] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            return None
        found = (match["mark"] or match["scalar"]).rstrip()
        if match["mark"] is None and found[0] not in "\"'" and _COMMENT.search(found) is not None:
            return None
        start = match.start("mark" if match["mark"] else "scalar")
        tokens.append(_Token(found, start, start + len(found), "\n" in text[at:start]))
        at = match.end()
    return tokens


def _moves(tokens: list[_Token], state: _State) -> Iterator[_State]:
    token = tokens[state.at] if state.at < len(tokens) else None
    top = state.opened[-1:]
    if state.due != "after" and not (token is not None and token.text in "}]" and state.due in {"first", "key"}):
        yield from _of_value(tokens, state, token, top)
    elif token is not None and token.text in {"}", "]"}:
        yield from _of_closing(state, token, top)
    elif token is not None and top and token.text == ",":
        yield state.on("key")
    elif token is not None and top and token.after_line_break and (token.is_scalar or token.text in "{["):
        yield state.on("key", steps=0)
    if state.due == "after" and top and token is not None:
        end = tokens[state.at - 1].end
        yield from state.edited("missing", (end, end, _CLOSES[top]), state.on("after", state.opened[:-1], steps=0))


def _of_value(tokens: list[_Token], state: _State, token: _Token | None, top: str) -> Iterator[_State]:
    if token is None:
        return
    has_colon = token.is_scalar and state.at + 1 < len(tokens) and tokens[state.at + 1].text == ":"
    in_object = top == "{" and state.due in {"first", "key"}
    if in_object:
        if has_colon:
            yield state.on("value", steps=2)
    elif has_colon:
        if top == "[" and state.due in {"first", "key"} and _NAME.fullmatch(token.text) is not None:
            begun = state.on("value", state.opened + "{", steps=2)
            yield from state.edited("unopened", (token.start, token.start, "{"), begun)
    elif token.is_scalar:
        if top:
            yield state.on("after")
    elif token.text in {"{", "["}:
        yield state.on("first", state.opened + token.text)
    elif token.text in {"}", "]"} and not top:
        yield from state.edited("left over", (token.start, token.end, ""), state.on("value"))


def _of_closing(state: _State, token: _Token, top: str) -> Iterator[_State]:
    if top and token.text == _CLOSES[top]:
        yield state.on("after", state.opened[:-1])
    elif top and state.due == "after":
        replaced = state.on("after", state.opened[:-1])
        yield from state.edited("wrong", (token.start, token.end, _CLOSES[top]), replaced)
    if state.due == "after" and token.text == "}":  # one "]" too many may be one "[" too few
        yield from state.edited("left over", (token.start, token.end, ""), state.on("after"))


def _applied(text: str, edits: tuple[tuple[int, int, str], ...]) -> str:
    pieces: list[str] = []
    at = 0
    for start, end, replacement in edits:
        pieces += [text[at:start], replacement]
        at = end
    return "".join(pieces) + text[at:]
