"""What changed between two texts, word by word, for people to see. It decides nothing: `stepcache_core.delta` does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

_WORD = re.compile(r"\s*(?:\d+|[^\W\d]+|[^\w\s])|\s+")
_MOST_WORDS = 600
"""Between the parts that two texts share at both ends; beyond it, all of that is shown as replaced."""
_LEAST_SHARED = 0.35
"""Of the longer text; with less, a word here and there that happens to be the same only confuses."""


class Kind(StrEnum):
    """Whether a run of text stands in both texts, in the old one only, or in the new one only."""

    SAME = "same"
    OLD = "old"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Run:
    """A run of text of one kind."""

    kind: Kind
    text: str


def same(text: str) -> tuple[Run, ...]:
    """A text that nothing is compared with."""
    return (Run(Kind.SAME, text),)


def compared(old: str, new: str) -> tuple[Run, ...]:
    """The runs of both texts: without the new ones they give `old`, without the old ones `new`."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    middle = _runs(before[start : len(before) - end], after[start : len(after) - end])
    runs = _joined([*same("".join(after[:start])), *middle, *same("".join(after[len(after) - end :]))])
    shared = sum(len(run.text) for run in runs if run.kind is Kind.SAME)
    if shared < _LEAST_SHARED * max(len(old), len(new)):
        return _joined([Run(Kind.OLD, old), Run(Kind.NEW, new)])
    return runs


def _joined(runs: Sequence[Run]) -> tuple[Run, ...]:
    """Without empty runs, and neighbours of one kind as one."""
    joined: list[Run] = []
    for run in runs:
        if joined and joined[-1].kind is run.kind:
            joined[-1] = Run(run.kind, joined[-1].text + run.text)
        elif run.text:
            joined.append(run)
    return tuple(joined)


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))


def _runs(before: Sequence[str], after: Sequence[str]) -> Iterator[Run]:
    if max(len(before), len(after)) > _MOST_WORDS:
        yield from (Run(Kind.OLD, "".join(before)), Run(Kind.NEW, "".join(after)))
        return
    for tag, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            yield Run(Kind.SAME, "".join(after[k:m]))
        else:
            old, new = "".join(before[i:j]), "".join(after[k:m])
            space = _common(old, new) if old[:1].isspace() else 0
            yield from (Run(Kind.SAME, new[:space]), Run(Kind.OLD, old[space:]), Run(Kind.NEW, new[space:]))


def clipped(runs: Sequence[Run], most: int) -> tuple[tuple[Run, ...], int]:
    """The first `most` characters, and how many were left out."""
    kept: list[Run] = []
    left = most
    for run in runs:
        if left > 0:
            kept.append(Run(run.kind, run.text[:left]))
        left -= len(run.text)
    return tuple(kept), max(0, -left)
