"""Courtesies around a prompt, and the prompts in which even a courtesy may be what is asked about."""

from __future__ import annotations

import re

_WH = "what|who|whom|whose|when|where|which|why|how"
_OPENING = re.compile(
    r"(?:(?:hi|hello|hey|good (?:morning|evening|afternoon))(?=\s?[,.!\n])"
    r"|(?:could|can|would|will) you (?:please|kindly)|please|kindly"
    rf"|(?:(?:could|can|would|will) you (?:please )?)?tell me(?=,? (?:{_WH})\b)"
    rf"|(?:i (?:would like|want|need)|i['’]d like) to know(?=,? (?:{_WH})\b)"
    rf"|(?:does any(?:one|body)|do you) know(?=,? (?:{_WH})\b))\b[\s,.!:]*",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"(?:,|(?<=[.!?]))\s*(?:please|thanks|thank you(?: very much| so much)?|thanks in advance)[\s.!?]*\Z",
    re.IGNORECASE,
)
_CLOSING_CHARS = 60
_ABOUT_THE_TEXT = re.compile(
    r"\b(?:(?i:translat\w*|rewrit\w*|rephras\w*|reword\w*|paraphras\w*|proofread\w*|spell\w*|grammar|punctuat\w*|edit|correct"
    r"|polish|formal\w*|polite\w*|tone|style|mood|sentiment|greet\w*|e-?mail|letters?|message|dialogue|conversation"
    r"|reply|respond|response|continue|complete|finish|repeat|quote|transcri\w*|summar\w*|classif\w*|categor\w*"
    r"|count|how many|words?|characters?|sentences?|text|phrase|language|say|said|mean\w*|rhym\w*)|in [A-Z]\w+)\b",
)
"""Prompts that may be about their own wording: there a greeting or a "please" can be what is asked about."""
_MAX_COURTESIES = 4


def without_courtesies(prompt: str) -> str:
    """The prompt without a greeting, a "please" or a "thank you" around it."""
    return prompt[slice(*courteous_span(prompt))]


def courteous_span(prompt: str) -> tuple[int, int]:
    """Where the prompt itself stands, between the courtesies around it."""
    whole = start, end = len(prompt) - len(prompt.lstrip()), len(prompt.rstrip())
    closing = _CLOSING.search(prompt, max(start, end - _CLOSING_CHARS), end)
    if closing:
        end = closing.start()
    for _ in range(_MAX_COURTESIES):
        opening = _OPENING.match(prompt, start, end)
        if not opening or opening.end() >= end:
            break
        start = opening.end()
    if (start, end) != whole and _ABOUT_THE_TEXT.search(prompt) is not None:
        return whole
    return start, end
