"""Changes to the text of one step, collected first and made together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

_NUMBER = re.compile(r"\A\s*(?:\#{1,6}\s+)?(?:\*\*)?(?:[Ss]tep\s+|\()?\d{1,3}[.):*]+\s*")
_GOES_ON = re.compile(
    rf"(?:{_NUMBER.pattern[2:]})?\W*(?:then|now|finally|afterwards?|again|so|hence|thus|therefore|simplif\w+|this|that|it)\b",
    re.IGNORECASE,
)
_IN_A_ROW = re.compile(r"\b(?:first(?:ly)?|next|second(?:ly)?|third(?:ly)?|last(?:ly)?)\b", re.IGNORECASE)


class NoReplayError(Exception):
    """Something in the old answer has no role."""


@dataclass(slots=True)
class Rewrite:
    """The changes to one step.

    Attributes:
        text: The step as it was.
        edits: Where it changes, and into what.
        moves: Where it speaks of which move.
        last: The place of the last equation.
    """

    text: str
    edits: list[tuple[int, int, str]] = field(default_factory=list)
    moves: list[tuple[int, int]] = field(default_factory=list)
    last: tuple[int, int] | None = None

    def put(self, span: tuple[int, int], text: str) -> None:
        self.edits.append((*span, text))

    def merge_repeated(self, spans: Sequence[tuple[int, int]]) -> None:
        """Takes out a link of a chain of three or more that would say the same as the one before."""
        if len(spans) < 3:
            return
        new = {(start, end): text for start, end, text in self.edits}
        for before, span in pairwise(spans):
            if new.get(before) is not None and new.get(before) == new.get(span):
                self.edits.remove((*span, new[span]))
                self.edits.append((before[1], span[1], ""))

    def says_one_twice(self, spans: Sequence[tuple[int, int]]) -> bool:
        """Whether what was written in two ways would be written in one."""
        new = {(start, end): text for start, end, text in self.edits}
        pairs = [(one, other) for one, other in pairwise(spans) if self.text[slice(*one)] != self.text[slice(*other)]]
        return any(one in new and new[one] == new.get(other) for one, other in pairs)

    def drop_line(self, at: int, others: Sequence[int]) -> None:
        """Takes out the line at a place, where nothing else of the answer stands in it.

        Raises:
            NoReplayError: Something else does.
        """
        begin = self.text.rfind("\n", 0, at) + 1
        end = self.text.find("\n", at)
        end = len(self.text) if end < 0 else end + 1
        if any(begin <= other < end for other in others):
            raise NoReplayError
        self.put((begin, end), "")

    def result(self) -> str:
        text = self.text
        edits = set(self.edits)
        gone = [(begin, end) for begin, end, new in edits if not new]
        for begin, end, new in sorted(edits, reverse=True):
            if not any(first <= begin and end <= last and (begin, end) != (first, last) for first, last in gone):
                text = text[:begin] + new + text[end:]
        return text


def renumbered(text: str, dropped: int) -> str:
    """A step whose number moves up because steps before it were dropped."""
    return re.sub(
        r"\A(\s*(?:\#{1,6}\s+)?(?:\*\*)?(?:[Ss]tep\s+|\()?)(\d{1,3})(?=[.):*])",
        lambda match: f"{match.group(1)}{max(1, int(match.group(2)) - dropped)}",
        text,
    )


def says_again(text: str, before: str) -> bool:
    """Whether a step says but for its number what the one before it says."""
    return _NUMBER.sub("", text).strip() == _NUMBER.sub("", before).strip()


def without_gaps(kept: list[str], last: str) -> list[str]:
    """The steps that are left after some were dropped, with the white space at the end as it was.

    Raises:
        NoReplayError: A word of theirs counts on a step that is gone: "next" at the start, "second" anywhere.
    """
    if not kept or _GOES_ON.match(kept[0]) or any(_IN_A_ROW.search(text) for text in kept):
        raise NoReplayError
    return [*kept[:-1], kept[-1].rstrip() + last[len(last.rstrip()) :]]


def only_signs(text: str) -> bool:
    """Whether nothing but line ends, arrows and alignment stands in a text."""
    return not any(char.isalnum() for char in text) and "(" not in text
