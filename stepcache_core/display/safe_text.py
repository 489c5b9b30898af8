"""Text from prompts, models and disks made harmless to look at: nothing in it moves a cursor or turns a line around."""

from __future__ import annotations

import re
from html import escape

# Controls, bidirectional overrides and isolates, lone surrogates, and what can't stand in HTML or UTF-8.
_HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def visible(text: str) -> str:
    r"""The text with what would act instead of being seen written out (`\x1b`, `\u202e`), its lines ended by `\n`."""
    return _HIDDEN.sub(lambda match: ascii(match[0])[1:-1], text.replace("\r\n", "\n"))


def escaped(text: str) -> str:
    """The visible text as HTML, fit for content and for quoted attributes."""
    return escape(visible(text), quote=True)
