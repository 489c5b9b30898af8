"""What may be stored at all, whatever it says."""

from __future__ import annotations

import re

from stepcache_core.model import Generation

_WHOLE = frozenset(
    """stop end_turn eos eos_token stop_sequence complete completed finished end tool_calls tool_use
    function_call""".split()
)
"""Finish reasons of answers that are whole; any other is taken as cut off, filtered or refused."""

_REFUSAL = re.compile(
    r"\W*+(?:i['’]?m sorry|i am sorry|sorry|i apologi[sz]e|unfortunately)?,?\s*(?:but\s+)?"
    r"(?:as an ai\b[^.\n]{0,80}?,?\s*)?"
    r"i\s?(?:can['’]?t|cannot|can not|am unable to|['’]m unable to|am not able to|won['’]?t)\s+"
    r"(?:assist|help|comply|fulfil+|provide|answer|do that|discuss|create|generate|respond)\b",
    re.IGNORECASE,
)


def is_whole(generation: Generation) -> bool:
    """Whether the model came to its own end; an empty finish reason says nothing against it."""
    return not generation.finish_reason or generation.finish_reason.casefold() in _WHOLE


def is_refusal(text: str) -> bool:
    """Whether an answer opens by declining; it may be asked again with better luck."""
    return _REFUSAL.match(text) is not None
