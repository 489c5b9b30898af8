"""What stands before a list of questions, and whether it may ask something of the answer as a whole."""

from __future__ import annotations

import re

_LIMIT = (
    r"(?:in|with) (?:at most )?(?:one|a|a single|1|two|2|three|3) (?:short |single |full )?(?:sentence|word|line)s?"
)
_NOUN = r"(?:(?:short|quick|simple|quiz|trivia|general knowledge|independent|unrelated) )*questions?(?: below)?"
_HOW = r"(?:,? (?:briefly|concisely|shortly|clearly|separately|independently|one by one))?"
_EACH = rf"each (?:of (?:the|these|my) (?:following )?|of the following )?{_NOUN}{_HOW}(?:,? {_LIMIT})?"
_ALL = (
    rf"(?:all (?:of )?)?(?:the following|these|the|my)(?: {_NOUN})?{_HOW}"
    rf"(?:,? (?:each {_LIMIT}|{_LIMIT} (?:each|per question|for each(?: question)?)))?"
)
_ANSWER = r"(?:please |kindly )?(?:briefly |concisely )?(?:answer|reply to|respond to)"
_OPENING = re.compile(
    rf"(?:{_ANSWER} (?:{_EACH}|{_ALL}|briefly|concisely)|(?:(?:here are )?(?:my|some|the) )?{_NOUN}) ?[.:!]?"
    r"(?: number (?:your|the) answers[.:]?)?",
    re.IGNORECASE,
)
_OF_THE_WHOLE = re.compile(
    r"\b(?:total|overall|altogether|whole|entire|together|across|ranks?|ranking|order|sort\w*|compar\w+|summar\w+|tables?"
    r"|json|xml|yaml|csv|html|words?|characters?|sentences?|lines?|paragraphs?|tokens?|limit\w*|at most|no more than"
    r"|maximum|max|exactly|count\w*|first|last|finally|end|begin|start|conclu\w+|introduc\w+|scores?|sum|average|story"
    r"|stories|poem|rhym\w+|continu\w+|previous\w*|earlier|other|another|same|different|vary|varied|repeat\w*|only one"
    r"|format|lists?|bullets?|sequence|each other|(?:if|when|unless) (?:any|one|some|all))\b",
    re.IGNORECASE,
)


def doubt_about_opening(opening: str) -> str | None:
    """Nothing before the list but "answer these questions" and its like leaves every answer to its own question."""
    text = " ".join(opening.split())
    if not text or _OPENING.fullmatch(text):
        return None
    return f"what stands before the list ({text[:60]!r}) may be about all of it"


def doubt_about_instructions(instructions: str) -> str | None:
    """A system message may ask something of the answer as a whole."""
    found = _OF_THE_WHOLE.search(instructions)
    return f"the system message may ask something of the whole answer ({found.group()!r})" if found else None
