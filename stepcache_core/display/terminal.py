"""A view for a terminal: the same words with and without colour, each line with its own indent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stepcache_core.display.difference import Kind, Run, clipped
from stepcache_core.display.safe_text import visible
from stepcache_core.display.view import StepView, View, view_of
from stepcache_core.model import Source, Status

if TYPE_CHECKING:
    from rich.console import RenderableType

COLOURS = {Source.CACHE: "green", Source.REPLAY: "cyan", Source.MODEL: "yellow", Source.FALLBACK: "magenta"}
MARKS = {Status.PASS: "✓", Status.FAIL: "✗", Status.UNKNOWN: "·"}
_STYLES = {Kind.SAME: "", Kind.OLD: "red strike", Kind.NEW: "green underline"}
_INSTEAD_OF = "was: "
_PROMPT = "> "


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a value is shown before it folds.

    Attributes:
        steps: Of a list of steps.
        characters: Of one text.
    """

    steps: int = 12
    characters: int = 600


FOLDED = Limits()
WHOLE = Limits(steps=1_000_000_000, characters=1_000_000_000)
"""Nothing folds."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line, which may go on below.

    Attributes:
        indent: Columns left free before it.
        pieces: Text and style of each.
        label: What stands before the first piece, dim; further lines begin below that piece.
    """

    indent: int
    pieces: tuple[tuple[str, str], ...]
    label: str = ""

    @property
    def text(self) -> str:
        words = "".join(piece for piece, _ in self.pieces)
        hanging = "\n" + " " * (self.indent + len(self.label))
        return " " * self.indent + self.label + words.replace("\n", hanging)

    def painted(self) -> RenderableType:
        from rich.padding import Padding
        from rich.table import Table
        from rich.text import Text

        painted: RenderableType = Text.assemble(*self.pieces, overflow="fold")
        if self.label:
            grid = Table.grid(expand=True)
            grid.add_column(width=len(self.label))
            grid.add_column(ratio=1, overflow="fold")
            grid.add_row(Text(self.label, "dim"), painted)
            painted = grid
        return Padding(painted, (0, 0, 0, self.indent))


def as_text(value: object, limits: Limits = FOLDED) -> str:
    """A value that shows itself, as plain text without colour.

    Raises:
        TypeError: The value is none that shows itself.
    """
    return "\n".join(line.text for line in _lines(view_of(value), 0, limits))


def as_terminal(value: object, limits: Limits = FOLDED) -> RenderableType:
    """The same with colour, and folded at the terminal's width, for `rich`.

    Raises:
        TypeError: The value is none that shows itself.
    """
    from rich.console import Group

    return Group(*(line.painted() for line in _lines(view_of(value), 0, limits)))


def _lines(view: View, indent: int, limits: Limits) -> Iterator[Line]:
    colour = f" {COLOURS[view.source]}" if view.source else ""
    yield _line(indent, (view.title, f"bold{colour}"), (f"  {view.note}" if view.note else "", ""))
    inner = indent + 2
    if view.prompt is not None:
        yield _text(inner, (Run(Kind.SAME, view.prompt),), limits, _PROMPT)
    if view.facts:
        yield _line(inner, (" · ".join(f"{name}: {fact}" for name, fact in view.facts), "dim"))
    names = [visible(name).replace("\n", " ") for name, _ in view.rows]
    width = max(map(len, names), default=0)
    for name, (_, figure) in zip(names, view.rows, strict=True):
        yield _line(inner, (figure, ""), label=f"{name:<{width}}  ")
    for number, step in enumerate(view.steps[: limits.steps], 1):
        yield from _step(inner, number, step, limits)
    if len(view.steps) > limits.steps:
        yield _line(inner, (f"… {len(view.steps) - limits.steps} more steps", "dim"))
    for part in view.parts:
        yield from _lines(part, inner, limits)


def _step(indent: int, number: int, step: StepView, limits: Limits) -> Iterator[Line]:
    colour = COLOURS[Source(step.word)] if step.word in COLOURS else "dim"
    verdict = "" if step.verdict is None else f"  {MARKS[step.verdict.status]} {step.verdict.status.value}"
    yield _line(indent, (f"{number}. ", ""), (step.word, f"bold {colour}"), (verdict, ""))
    old = tuple(run for run in step.runs if run.kind is not Kind.NEW)
    new = tuple(run for run in step.runs if run.kind is not Kind.OLD)
    yield _text(indent + 3, new or old, limits)
    if new and old != new:
        yield _text(indent + 3, old, limits, _INSTEAD_OF)
    if step.verdict is not None:
        yield _line(indent + 3, (f"[{step.verdict.reason}]", "dim"))


def _text(indent: int, runs: Sequence[Run], limits: Limits, label: str = "") -> Line:
    shown, left_out = clipped(runs, limits.characters)
    more = f" … {left_out:,} more characters" if left_out else ""
    pieces = ((run.text, _STYLES[run.kind]) for run in _without_last_newlines(shown))
    return _line(indent, *pieces, (more, "dim"), label=label)


def _without_last_newlines(runs: Sequence[Run]) -> Sequence[Run]:
    return (*runs[:-1], *(Run(run.kind, run.text.rstrip("\r\n")) for run in runs[-1:]))


def _line(indent: int, *pieces: tuple[str, str], label: str = "") -> Line:
    seen = ((visible(piece).expandtabs(4), style) for piece, style in pieces if piece)
    return Line(indent, tuple(seen), label)
