"""An answer's text as an ordered list of steps, without losing a byte.

A step begins where a person would say that one does: at a numbered or labelled line, at a list item of the outermost
level, at a paragraph after a blank line, at a fenced block. Lines indented under an item belong to it, and nothing is
split inside a fence, a display formula, or an answer that is one JSON value.
"""

from __future__ import annotations

import re

from stepcache_core.model import Step

_ITEM = re.compile(r"(?:\#{1,6}\s|[-*+•]\s|\(?\d{1,3}[.):]\s|\*{0,2}(?:step|part|case)\s+\d{1,3}\b)", re.IGNORECASE)
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_DISPLAY_DELIMITERS = (("\\[", "\\]"), ("$$", "$$"))


def segment(text: str) -> tuple[Step, ...]:
    """Split an answer into steps; `"".join(step.text for step in steps) == text` holds for any text.

    White space between two steps belongs to the earlier one; leading white space to the first.
    """
    if not text:
        return ()
    if _is_one_json_value(text):
        return (Step(text),)
    return tuple(Step(piece) for piece in _pieces(text))


def _is_one_json_value(text: str) -> bool:
    stripped = text.strip()
    return (stripped[:1], stripped[-1:]) in {("{", "}"), ("[", "]")}


def _pieces(text: str) -> list[str]:
    pieces: list[str] = []
    current: list[str] = []
    has_content = False
    after_blank = False
    closes_with: str | None = None
    """What ends the fence or formula we are in, or None outside."""

    for line in text.splitlines(keepends=True):
        stripped = line.strip()
        if closes_with is not None:
            current.append(line)
            if stripped.startswith(closes_with) if _FENCE.match(closes_with) else closes_with in stripped:
                after_blank = _FENCE.match(closes_with) is not None
                closes_with = None
            continue
        if not stripped:
            current.append(line)
            after_blank = True
            continue
        fence = _FENCE.match(line)
        indented = line[0] in " \t"
        starts = fence is not None or (not indented and (after_blank or _ITEM.match(line) is not None))
        if starts and has_content and not (fence is not None and indented):
            pieces.append("".join(current))
            current = []
        current.append(line)
        has_content = True
        after_blank = False
        closes_with = _unclosed_fence(stripped, fence.group(1)) if fence else _unclosed_display(stripped)
    pieces.append("".join(current))
    return pieces


def _unclosed_fence(line: str, marker: str) -> str | None:
    return None if marker in line[len(marker) :] else marker


def _unclosed_display(line: str) -> str | None:
    for opener, closer in _DISPLAY_DELIMITERS:
        start = line.rfind(opener)
        if start < 0:
            continue
        if opener == closer:
            if line.count(opener) % 2:
                return closer
        elif line.find(closer, start) < 0:
            return closer
    return None
