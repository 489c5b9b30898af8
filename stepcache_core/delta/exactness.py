"""Prompts whose words alone do not fix their answer: only the very same request may be served for them."""

from __future__ import annotations

import re

from stepcache_core.delta.comparison import essence

_VOLATILE = re.compile(
    r"""\b(?:today|tonight|tomorrow|yesterday|nowadays|now|currently|current|latest|newest|recent|recently|lately|upcoming
    |as\sof|so\sfar|at\sthe\smoment|at\spresent|up[-\s]to[-\s]date
    |(?:this|last|next|past|coming)\s(?:hour|morning|afternoon|evening|night|week|weekend|month|quarter|season|year|decade
      |monday|tuesday|wednesday|thursday|friday|saturday|sunday)
    |what\stime|the\stime|(?:the|what)\s(?:date|day)|weather|forecast|news|headlines|scores?
    |(?:stock|share|market|gold|oil|bitcoin)\sprices?|exchange\srates?)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_FEWEST_TOKENS = 2


def exact_only(prompt: str) -> str | None:
    """Why a prompt is matched exactly only, in words; None where a paraphrase of it may be served."""
    if len(essence(prompt)) < _FEWEST_TOKENS:
        return "a prompt of one word or none is matched exactly only"
    volatile = _VOLATILE.search(prompt)
    if volatile:
        return f"its answer may change with time ({volatile.group()!r}), so it is matched exactly only"
    return None
