"""Points said as the values of letters: `(x, y) = (3, 1)`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_NUMBER: Final = r"\s*([-−]?(?:\\[dt]?frac\{\d{1,15}\}\{\d{1,15}\}|(?:0|[1-9]\d{0,14})(?:/\d{1,15}|\.\d{1,15})?))\s*"
_POINT: Final = re.compile(
    r"(?:\\left)?\(\s*([a-z])\s*,\s*([a-z])\s*(?:,\s*([a-z])\s*)?(?:\\right)?\)\s*(?:=|is)\s*"
    rf"(?:\\left)?\({_NUMBER},{_NUMBER}(?:,{_NUMBER})?(?:\\right)?\)"
)
_BARE_POINT: Final = re.compile(
    rf"(?<![A-Za-z0-9)=])(?<![0-9)=]\s)(?<!\b[a-z]\s)(?:\\left)?\({_NUMBER},{_NUMBER}(?:,{_NUMBER})?(?:\\right)?\)(?![A-Za-z0-9(])"
)
_BOXED_POINT: Final = re.compile(rf"\\boxed\{{\s*(\({_NUMBER},{_NUMBER}(?:,{_NUMBER})?\))\s*\}}")
_AXES: Final = ("x", "y", "z")
_INNER: Final = r"(?:[^{}\\]|\\[,;:!]|\\q?quad|\\[dt]?frac\{-?\d{1,15}\}\{\d{1,15}\}|\\text\{ ?(?:and|,)? ?\})"
_BOX: Final = re.compile(rf"\\boxed\{{({_INNER}{{3,120}})\}}")


_PARTED: Final = re.compile(r",|quad|\band\b")
"""What stands between equations."""


def spell_out(text: str, letters: frozenset[str]) -> str:
    """The text with `(x, y) = (3, 1)` said as `x = 3, y = 1`, and a box round several equations taken off.

    A point without letters has the coordinates x, y and z, in a system of just these.
    """

    def spelled(names: Sequence[str | None], numbers: Sequence[str | None], match: re.Match[str]) -> str:
        pairs = [f"{name} = {value}" for name, value in zip(names, numbers, strict=False) if name and value]
        return ", ".join(pairs) if len(pairs) == sum(map(bool, names)) == sum(map(bool, numbers)) else match.group()

    if "(" in text:
        text = _BOXED_POINT.sub(r"\1", text)
        text = _POINT.sub(lambda match: spelled(match.group(1, 2, 3), match.group(4, 5, 6), match), text)
        axes = _AXES[: len(letters)]
        if letters == frozenset(axes):
            text = _BARE_POINT.sub(lambda match: spelled(axes, match.group(1, 2, 3), match), text)
    return _BOX.sub(_unboxed, text) if "boxed" in text else text


def _unboxed(match: re.Match[str]) -> str:
    """What a box holds, where that is several equations."""
    inner = match.group(1)
    return inner if _PARTED.search(inner) and inner.count("=") > 1 else match.group()
