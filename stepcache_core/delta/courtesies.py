"""Courtesies around a prompt, and the prompts in which even a courtesy may be what is asked about."""

from __future__ import annotations

import re

from stepcache_core.capitals import any_alphabet

_WH = "what|who|whom|whose|when|where|which|why|how"
_WHAT = r"(?:me|us|the|this|these|my|some|all|a few|two|three|four|five|ten|\d+)\b"
_ASKED_FOR = (
    "explain|describe|outline|suggest|recommend|compare|calculate|"
    r"(?:give|show) (?:me|us|(?:an? )?(?:short |brief |simple )?"
    r"(?:definition|description|example|explanation|overview)s? of)|"
    rf"(?:list|name|define|find|solve) {_WHAT}|write (?:an?\b|{_WHAT})"
)
"""What only a request asks "you" for; "can you name a variable 2x" asks whether anyone can."""
_OPENING = re.compile(
    r"(?:(?:hi|hello|hey|good (?:morning|evening|afternoon))(?=\s?[,.!\n])"
    r"|please|kindly"
    rf"|(?:(?:could|can|would|will) you (?:please )?)?tell me(?=,? (?:{_WH})\b)"
    rf"|(?:i (?:would like|want|need)|i['’]d like) to know(?=,? (?:{_WH})\b)"
    rf"|(?:does any(?:one|body) know|do you(?: happen to)? know(?!,? \w+ to\b))(?=,? (?:{_WH})\b)"
    rf"|(?:can|could|will) (?:any|some)(?:one|body) (?:please )?(?:tell me|explain(?: to me)?)(?=,? (?:{_WH})\b)"
    r"|(?:can|could|will) (?:any|some)(?:one|body) (?:please )?tell(?=,? (?:what|who) (?:is|are|was|were)\b)"
    rf"|i(?: was|['’]m| am) (?:wondering|curious)(?=,? (?:{_WH})\b)"
    rf"|(?P<request>(?:could|can|would|will) you (?:please|kindly)|(?:could|can|will) you(?= (?:{_ASKED_FOR})\b)))"
    r"\b[\s,.!:]*",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"(?:(?:,|(?<=[.!?]))\s*|(?<=[a-z\d)])(?<!\bfor)(?<!\bof)(?<!\bto)(?<!\bor)(?<!\band)(?<!\bas)(?<!\bwith)\s+)"
    r"(?i:please|thanks|thank you(?: very much| so much)?|thanks in advance)[\s.!?]*\Z"
)
_CLOSING_CHARS = 60
_SENTENCE_END = re.compile(r"[.!?]\s|\n")
_ABOUT_THE_TEXT = re.compile(
    r"\b(?:translat\w*|rewrit\w*|rephras\w*|reword\w*|paraphras\w*|proofread\w*|spell\w*|grammar|punctuat\w*|edit|correct"
    r"|polish|formal\w*|polite\w*|tone|style|mood|sentiment|greet\w*|e-?mail|letters?|message|dialogue|conversation"
    r"|reply|respond|response|continue|complete|finish|repeat|quote|transcri\w*|summar\w*|classif\w*|categor\w*"
    r"|count|how many|words?|characters?|sentences?|text|phrase|language|say|said|mean\w*|rhym\w*)\b",
)
_IN_A_NAMED_FORM = re.compile(any_alphabet(r"\bin [A-Z]\w+"))
"""Two signs of a prompt that may be about its own wording: there a greeting can be what is asked about."""
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
        if opening["request"] and prompt[end - 1] == "?" and not _SENTENCE_END.search(prompt, start, end):
            end -= 1
    if (start, end) != whole and may_be_about_its_words(prompt):
        return whole
    return start, end


def may_be_about_its_words(prompt: str) -> bool:
    """Whether the prompt may ask about its own wording."""
    return _ABOUT_THE_TEXT.search(prompt.lower()) is not None or _IN_A_NAMED_FORM.search(prompt) is not None
