"""The essence of a prompt, and the typed changes between two."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from stepcache_core.delta.changes import Change, ChangeKind, Delta
from stepcache_core.delta.courtesies import courteous_span
from stepcache_core.delta.equivalences import rewritten
from stepcache_core.delta.omissions import differ_in_nothing
from stepcache_core.delta.tokens import Token, tokens_of
from stepcache_core.delta.vocabulary import KINDS

_MAX_ALIGNED_TOKENS = 400
_RANKS = {kind: rank for rank, kind in enumerate(ChangeKind)}
_GROUPS = {"code": ChangeKind.CODE, "quoted": ChangeKind.QUOTED, "link": ChangeKind.LINK, "number": ChangeKind.NUMBER,
           "frame": ChangeKind.QUESTION}  # fmt: skip
_ORDINAL = frozenset({"st", "nd", "rd", "th"})
_SYMBOLS = {**dict.fromkeys("%$€£°₹¥", ChangeKind.UNIT), **dict.fromkeys("_{}", ChangeKind.CODE)}
_IDENTIFIER = re.compile(r"[a-z]+[A-Z]")


def prompt_delta(old: str, new: str) -> Delta:
    """What changed from one prompt to another.

    Args:
        old: The prompt that was answered.
        new: The prompt that is asked.

    Returns:
        The typed changes with their spans; `delta.empty` means that the answer to `old` answers `new`.
    """
    if old == new:
        return Delta()
    olds, news = _tokens(old), _tokens(new)
    shortest = min(len(olds), len(news))
    head = 0
    while head < shortest and olds[head][0] == news[head][0]:
        head += 1
    tail = 0
    while tail < shortest - head and olds[-1 - tail][0] == news[-1 - tail][0]:
        tail += 1
    olds, news = olds[head : len(olds) - tail], news[head : len(news) - tail]
    if differ_in_nothing(olds, news):
        return Delta()
    return Delta(lambda: _changes(old, new, olds, news))


def essence(prompt: str) -> tuple[str, ...]:
    """What decides the answer to a prompt: equal for two prompts exactly when the delta between them is empty."""
    return tuple([token[0] for token in _tokens(prompt)])


def _tokens(prompt: str) -> list[Token]:
    start, end = courteous_span(prompt)
    return rewritten(tokens_of(prompt, start, end), prompt[start:end])


def _changes(old: str, new: str, olds: list[Token], news: list[Token]) -> tuple[Change, ...]:
    """The changes between two unequal runs of tokens that neither begin nor end alike."""
    if not olds or not news or len(olds) == len(news) == 1:
        return (_change(_most_telling(olds, news), old, new, olds, news),)
    if len(olds) == len(news) and sorted([token[0] for token in olds]) == sorted([token[0] for token in news]):
        return (_change(ChangeKind.ORDER, old, new, olds, news),)
    if max(len(olds), len(news)) > _MAX_ALIGNED_TOKENS:
        return (_change(_most_telling(_exchanged(olds, news)), old, new, olds, news),)
    return tuple(_aligned(old, new, olds, news))


def _exchanged(olds: list[Token], news: list[Token]) -> list[Token]:
    """The tokens that one side has more of."""
    counts = Counter([token[0] for token in olds])
    counts.subtract(Counter([token[0] for token in news]))
    return [token for token in (*olds, *news) if counts[token[0]]]


def _aligned(old: str, new: str, olds: list[Token], news: list[Token]) -> list[Change]:
    matcher = SequenceMatcher(None, [token[0] for token in olds], [token[0] for token in news], autojunk=False)
    return [
        _change(_most_telling(olds[i1:i2], news[j1:j2]), old, new, olds[i1:i2], news[j1:j2])
        for tag, i1, i2, j1, j2 in matcher.get_opcodes()
        if tag != "equal"
    ]


def _kind(token: Token) -> ChangeKind:
    key, group = token[0].strip("\u2060 "), token[1]
    if group in _GROUPS:
        return _GROUPS[group]
    if group == "symbol":
        return _SYMBOLS.get(key, ChangeKind.SYMBOL)
    if token[0][0] == "\u2060" and key in _ORDINAL:
        return ChangeKind.NUMBER
    if key != "US":
        kind = KINDS.get(key.lower())
        if kind is not None:
            return kind
    if _IDENTIFIER.match(key):
        return ChangeKind.CODE
    return ChangeKind.ENTITY if key[:1].isupper() else ChangeKind.WORD


def _most_telling(*runs: Sequence[Token]) -> ChangeKind:
    return min((_kind(token) for run in runs for token in run), key=_RANKS.__getitem__)


def _change(kind: ChangeKind, old: str, new: str, olds: list[Token], news: list[Token]) -> Change:
    old_span, new_span = _span(olds), _span(news)
    return Change(kind, old[slice(*old_span)], new[slice(*new_span)], old_span, new_span)


def _span(tokens: list[Token]) -> tuple[int, int]:
    """From the first to the last place, as a rewriting may have moved a token."""
    if not tokens:
        return (0, 0)
    return min([token[2] for token in tokens]), max([token[3] for token in tokens])
