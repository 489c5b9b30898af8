"""The pairs of prompts that the rules are measured on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tests.public_data import read_rows

_MUST_DIFFER = {"Order does matter for asymmetric relations"}
_EXCHANGED = {
    "Change same name in both questions",
    "Change same location in both questions",
    "Change same number in both questions",
    "Change first name in one of the questions",
    "Change first and last name in one of the questions",
    "Change location in one of the questions",
    "Change numbers in one of the questions",
}
_VARIANTS = 5


@dataclass(frozen=True, slots=True)
class Pair:
    """Two prompts, whether one answer serves both, and where they come from."""

    old: str
    new: str
    same: bool
    source: str

    @property
    def digest(self) -> bytes:
        """The same for both orders of the two prompts."""
        return hashlib.sha256("\0".join(sorted((self.old, self.new))).encode()).digest()

    @property
    def key(self) -> str:
        return self.digest.hex()[:10]

    @property
    def only_measured(self) -> bool:
        """Whether it is of the quarter that nobody read while the rules were written."""
        return self.digest[0] & 3 == 3


def hard_pairs() -> list[Pair]:
    """The pairs of CheckList that need different answers, each once."""
    pairs: dict[tuple[str, str], Pair] = {}
    for row in read_rows("prompt_pairs_hard"):
        for old, new in _different(row):
            if old != new:
                pairs.setdefault((old, new), Pair(old, new, False, row["test"]))
    return list(pairs.values())


def _different(row: dict[str, Any]) -> Iterable[tuple[str, str]]:
    test, data = row["test"], row["data"]
    if row["label"] == 0 or test in _MUST_DIFFER:
        yield data[0], data[1]
    elif test in _EXCHANGED:
        first = data[0]
        for variant in data[1 : 1 + _VARIANTS]:
            yield from zip(first, variant, strict=True)


def equal_pairs() -> list[Pair]:
    """The pairs of CheckList that may share an answer."""
    return [
        Pair(*row["data"], True, row["test"])
        for row in read_rows("prompt_pairs_hard")
        if row["label"] == 1 and row["test"] not in _MUST_DIFFER and isinstance(row["data"][0], str)
    ]


def labelled_pairs() -> list[Pair]:
    """The question pairs of Quora."""
    return [Pair(row["a"], row["b"], bool(row["same"]), "labelled") for row in read_rows("prompt_pairs_labelled")]
