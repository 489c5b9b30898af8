"""An answer cut into steps: each displayed equation stays with the sentence that introduces it."""

from __future__ import annotations

import re
from typing import Final

from stepcache_core.model import Step

MAX_STEPS: Final = 400
"""Steps beyond which the rest of a text is one step."""

_BEGINS: Final = re.compile(r"(?:\#{1,6}\s|(?:\*\*)?(?:step|Step|STEP)\s+\d|(?:\*\*)?\d{1,3}[.)]\s|\(\d{1,3}\)\s)")
_DISPLAY: Final = re.compile(r"\s*(?:\\\[|\$\$|\\begin\{)")
_OPENS: Final = re.compile(r"\\\[|\\begin\{")
_CLOSES: Final = re.compile(r"\\\]|\\end\{")


def cut(text: str) -> tuple[Step, ...]:
    """The steps of an answer; joined they give `text` back byte for byte."""
    pieces: list[str] = []
    open_displays = 0
    dollars = 0
    blank = False
    introduces = False
    for line in text.splitlines(keepends=True):
        content = line.strip()
        if not content:
            blank = True
        else:
            inside = open_displays > 0 or dollars % 2 == 1
            attached = introduces or _DISPLAY.match(line) or inside
            begins = bool(_BEGINS.match(line)) and not inside
            if pieces and (begins or (blank and not attached)) and len(pieces) < MAX_STEPS:
                pieces.append("")
            open_displays = max(0, open_displays + len(_OPENS.findall(line)) - len(_CLOSES.findall(line)))
            dollars += line.count("$$")
            introduces = content.rstrip("*_").endswith(":")
            blank = False
        if not pieces:
            pieces.append("")
        pieces[-1] += line
    return tuple(Step(piece) for piece in pieces)
