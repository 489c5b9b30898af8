"""A prompt as a list of questions: numbered, lettered, bulleted or line by line, with what stands before them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from stepcache_core.delta.courtesies import courteous_span

_MOST = 50
_MARKER = re.compile(
    r"(?P<before>[ \t]*(?:(?:Q|Question)[ ]?)?\(?)(?P<label>\d{1,2}|[A-Za-z])(?P<after>[.):])[ \t]+"
    r"|(?P<bullet>[ \t]*[-*+•])[ \t]+",
    re.IGNORECASE,
)
_INLINE = re.compile(r"(?<!\S)(?P<before>\(?)(?P<label>\d{1,2})(?P<after>[.)])[ \t]+")
_LINE = re.compile(r"[^\r\n]+")


@dataclass(frozen=True, slots=True)
class Question:
    """One item of a list.

    Attributes:
        text: What is asked, without its marker.
        span: Where `text` stands in the prompt, as character offsets.
        line: The item as it stands in the prompt, with its marker.
    """

    text: str
    span: tuple[int, int]
    line: str


@dataclass(frozen=True, slots=True)
class Listing:
    """A prompt that is a list.

    Attributes:
        opening: All before the first item, with the white space that ends it.
        questions: The items, two or more.
        marker: The form of the items' markers, equal for two lists that are marked alike.
        separator: What stands between two items.
    """

    opening: str
    questions: tuple[Question, ...]
    marker: tuple[str, ...]
    separator: str

    @property
    def texts(self) -> list[str]:
        return [question.text for question in self.questions]

    @property
    def labels(self) -> list[str] | None:
        """The numbers or letters that the items bear; None where they bear none."""
        return labels_from(self.marker[1], len(self.questions)) if len(self.marker) > 1 else None

    def only(self, places: list[int]) -> str:
        """The prompt with some of its items only, each with its own marker."""
        return self.opening + self.separator.join(self.questions[place].line for place in places)


def listing_of(prompt: str) -> Listing | None:
    """The list that a prompt is, or None: nothing but an opening and at least two items of one form, a line each."""
    start, end = courteous_span(prompt)
    lines = [match for match in _LINE.finditer(prompt, 0, end) if match.group().strip()]
    if not lines or start == end:
        return None
    first = next((index for index, line in enumerate(lines) if _MARKER.match(line.group())), None)
    if first is None:
        if len(lines) == 1:
            return _inline(prompt, end)
        first = 1 if lines[0].group().rstrip().endswith(":") else 0
        if not all(line.group().rstrip().endswith("?") for line in lines[first:]):
            return None
    elif len(lines) == 1:
        return _inline(prompt, end)
    return _listing(prompt, [line.span() for line in lines[first:]], _MARKER, "\n")


def _inline(prompt: str, end: int) -> Listing | None:
    """A numbered list that is written on one line."""
    starts = [match.start() for match in _INLINE.finditer(prompt, 0, end)]
    return _listing(prompt, list(pairwise([*starts, end])), _INLINE, " ")


def _listing(prompt: str, spans: list[tuple[int, int]], marked: re.Pattern[str], separator: str) -> Listing | None:
    if not 2 <= len(spans) <= _MOST:
        return None
    markers = [marked.match(prompt, *span) for span in spans]
    form = _form(markers)
    if form is None:
        return None
    questions = []
    for (start, end), marker in zip(spans, markers, strict=True):
        text_start = marker.end() if marker else start
        text = prompt[text_start:end].strip()
        text_start = prompt.index(text, text_start)
        line = prompt[start : text_start + len(text)]
        questions.append(Question(text, (text_start, text_start + len(text)), line))
    if not all(question.text for question in questions):
        return None
    return Listing(prompt[: spans[0][0]], tuple(questions), form, separator)


def _form(markers: list[re.Match[str] | None]) -> tuple[str, ...] | None:
    """What is common to the markers, if they count on from 1 or from a, are the same bullet, or are none at all."""
    found = [marker for marker in markers if marker is not None]
    if not found:
        return ("",)
    if len(found) < len(markers):
        return None
    forms = {tuple(marker.groupdict().get(name) or "" for name in ("before", "after", "bullet")) for marker in found}
    if len(forms) > 1:
        return None
    ((before, after, bullet),) = forms
    if bullet:
        return (bullet,)
    labels = [marker["label"] for marker in found]
    return next(
        ((before, first, after) for first in ("1", "a", "A") if labels == labels_from(first, len(labels))), None
    )


def labels_from(first: str, count: int) -> list[str]:
    """The labels that count on from `first`, which is a number or a letter."""
    if first.isdigit():
        return [str(int(first) + place) for place in range(count)]
    return [chr(ord(first) + place) for place in range(count)]
