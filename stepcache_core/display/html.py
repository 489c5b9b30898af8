"""A view as HTML for notebooks: plain elements that read well where every style is stripped, as GitHub does.

No script, no style sheet, nothing to fetch. Text keeps the page's own colour, and backgrounds are translucent, so that
it is readable on light and on dark pages; colour only underlines what a word says.
"""

from __future__ import annotations

from collections.abc import Sequence

from stepcache_core.display.difference import Kind, Run, clipped
from stepcache_core.display.safe_text import escaped
from stepcache_core.display.view import StepView, View, view_of
from stepcache_core.model import Source, Status, Verdict

_STEPS_SHOWN = 8
_LINES_SHOWN = 12
_CHARACTERS_SHOWN = 900
_MOST_CHARACTERS = 20_000
_MOST_STEPS = 400
_SUMMARY = 90

_MARKS = {Status.PASS: "✓", Status.FAIL: "✗", Status.UNKNOWN: "·"}
# Each has a contrast of 3:1 and more to white and to #111.
_COLOURS = {Source.CACHE: "#2e8b57", Source.REPLAY: "#2a86b5", Source.MODEL: "#b3741a", Source.FALLBACK: "#a65aa0"}
_GREY = "#808080"

# Jupyter sets text between dollar signs as mathematics; these classes keep it from that.
_ROOT = (
    '<div class="stepcache tex2jax_ignore mathjax_ignore" style="max-width:58rem;line-height:1.45;'
    'overflow-wrap:anywhere;text-align:left">'
)
_QUIET = 'style="opacity:.8"'
_PRE = (
    'style="margin:.15em 0;padding:0;border:0;background:none;color:inherit;white-space:pre-wrap;'
    'overflow-wrap:anywhere;font-family:ui-monospace,monospace;font-size:.95em;unicode-bidi:isolate"'
)
_OLD = 'style="background:rgba(220,60,60,.22);text-decoration:line-through"'
_NEW = 'style="background:rgba(50,160,80,.28);text-decoration:underline"'
_LIST = 'style="margin:.4em 0;padding-left:1.8em"'
_ITEM = 'style="margin:.45em 0"'
_CELL = 'style="text-align:left;padding:.1em 1.2em .1em 0;border:0"'


def as_html(value: object) -> str:
    """A value that shows itself, as one HTML element.

    Raises:
        TypeError: The value is none that shows itself.
    """
    return f"{_ROOT}{_body(view_of(value), with_title=True)}</div>"


def _body(view: View, *, with_title: bool) -> str:
    pieces = [_heading(view)] if with_title else []
    if view.note and not with_title:
        pieces.append(f"<div>{escaped(view.note)}</div>")
    if view.prompt is not None:
        pieces.append(_text((Run(Kind.SAME, view.prompt),)))
    if view.facts:
        facts = " · ".join(f"<span {_QUIET}>{escaped(name)}:</span> {escaped(fact)}" for name, fact in view.facts)
        pieces.append(f"<div>{facts}</div>")
    if view.rows:
        pieces.append(_table(view.rows))
    pieces.append(_steps(view.steps))
    pieces += [_folded(escaped(part.title), _body(part, with_title=False)) for part in view.parts]
    return "".join(pieces)


def _heading(view: View) -> str:
    colour = _COLOURS[view.source] if view.source else _GREY
    title = f'<b style="border-bottom:3px solid {colour}">{escaped(view.title)}</b>'
    return f'<div style="margin-bottom:.3em">{title} {escaped(view.note)}</div>'


def _table(rows: Sequence[tuple[str, str]]) -> str:
    lines = "".join(
        f'<tr><th align="left" {_CELL}>{escaped(name)}</th><td align="left" {_CELL}>{escaped(figure)}</td></tr>'
        for name, figure in rows
    )
    return f'<table style="border-collapse:collapse;margin:.3em 0">{lines}</table>'


def _steps(steps: Sequence[StepView]) -> str:
    if not steps:
        return ""
    items = [_step(step) for step in steps[:_MOST_STEPS]]
    first, rest = items[:_STEPS_SHOWN], items[_STEPS_SHOWN:]
    html = f"<ol {_LIST}>{''.join(first)}</ol>"
    if not rest:
        return html
    beyond = f"<div>… and {len(steps) - len(items)} more</div>" if len(steps) > len(items) else ""
    more = f'<ol start="{len(first) + 1}" {_LIST}>{"".join(rest)}</ol>{beyond}'
    return html + _folded(f"{len(steps) - len(first)} more steps", more)


def _step(step: StepView) -> str:
    colour = _COLOURS[Source(step.word)] if step.word in _COLOURS else _GREY
    word = f"<b>{escaped(step.word)}</b>"
    verdict, reason = ("", "") if step.verdict is None else _verdict(step.verdict)
    content = f"<div>{word}{verdict}</div>{_text(step.runs)}{reason}"
    return f'<li {_ITEM}><div style="border-left:4px solid {colour};padding-left:.7em">{content}</div></li>'


def _verdict(verdict: Verdict) -> tuple[str, str]:
    mark = f" {_MARKS[verdict.status]} {escaped(verdict.status.value)}"
    return mark, f"<div {_QUIET}><small>{escaped(verdict.reason)}</small></div>"


def _text(runs: Sequence[Run]) -> str:
    """A step's text or a prompt; a long one folds behind its beginning."""
    shown, left_out = clipped(_without_outer_newlines(runs), _MOST_CHARACTERS)
    text = "".join(run.text for run in shown)
    pre = f"<pre {_PRE}>{''.join(_run(run) for run in shown)}</pre>"
    if left_out:
        pre += f"<div {_QUIET}>… {left_out:,} more characters, not shown here</div>"
    if len(text) <= _CHARACTERS_SHOWN and text.count("\n") < _LINES_SHOWN:
        return pre
    return _folded(
        f"{escaped(' '.join(text[:_SUMMARY].split()))} … <small>({len(text) + left_out:,} characters)</small>", pre
    )


def _without_outer_newlines(runs: Sequence[Run]) -> tuple[Run, ...]:
    # A step's text ends with the blank line before the next one, which the list itself brings.
    trimmed = [run.text for run in runs]
    if trimmed:
        trimmed[0] = trimmed[0].lstrip("\r\n")
        trimmed[-1] = trimmed[-1].rstrip("\r\n")
    return tuple(Run(run.kind, text) for run, text in zip(runs, trimmed, strict=True))


def _run(run: Run) -> str:
    match run.kind:
        case Kind.OLD:
            return f"<del {_OLD}>{escaped(run.text)}</del>"
        case Kind.NEW:
            return f"<ins {_NEW}>{escaped(run.text)}</ins>"
        case _:
            return escaped(run.text)


def _folded(summary: str, content: str) -> str:
    return f'<details style="margin:.3em 0"><summary style="cursor:pointer">{summary}</summary>{content}</details>'
