"""Courtesies around a prompt, and the prompts in which even a courtesy may be what is asked about."""

from __future__ import annotations

import re

from stepcache_core.capitals import any_alphabet
from stepcache_core.delta.lexicon import NAMES
from stepcache_core.delta.vocabulary import LANGUAGES

_WH = "what|who|whom|whose|when|where|which|why|how"
_ASK = rf"{_WH}|is|are|was|were|do|does|did|can|could|should|would|will"
_WHAT = r"(?:me|us|the|this|these|my|some|all|a few|two|three|four|five|ten|\d+)\b"
_ASKED_FOR = (
    "explain|describe|outline|suggest|recommend|compare|calculate|"
    r"help (?:me|us)|tell (?:me|us) (?:the|about|more)|(?:give|show) (?:me|us|(?:an? )?(?:short |brief |simple )?"
    r"(?:definition|description|example|explanation|overview)s? of)|"
    rf"(?:list|name|define|find|solve) {_WHAT}|write (?:an?\b|{_WHAT})"
)
_WHO, _VERB = "(?:it|there|i|we|they|he|she)", "(?:is|are|was|were|can|could|should|would|will|do|does|did)"
"""What only a request asks "you" for; "can you name a variable 2x" asks whether anyone can."""
_OPENING = re.compile(
    r"(?:(?:(?:hi|hello|hey)(?: there)?|good (?:morning|evening|afternoon))(?=\s?[,.!\n])"
    rf"|(?:so|ok|okay|well|alright|um|uh|hmm|sorry|excuse me|just (?:curious|wondering))(?=, (?:{_ASK})\b)"
    rf"|(?:(?:i have a )?(?:quick )?question|i have a (?:quick )?question for you)(?=[:,.] (?:{_ASK})\b)"
    rf"|may i ask(?: you)?(?=,? (?:{_WH})\b)"
    rf"|(?:(?:(?:could|can|would|will) you (?:please )?)?tell me|do you know|i wonder|i(?: was|['’]m| am) wondering)"
    rf"(?= (?:if|whether) {_WHO} {_VERB}\b)"
    r"|please|pls|plz|kindly"
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
    r"(?:(?:,|(?<=[.!?]))\s*|(?<=[a-z\d)])(?P<bare>\s+))"
    r"(?P<said>(?i:please|pls|plz|thx|cheers|thanks|thank you(?: very much| so much)?|thanks in advance))[\s.!?]*\Z"
)
_GOES_ON = re.compile(
    r"\b(?:for|of|to|or|and|as|with|than|is|are|was|were|an?|the|my|your|its|our|their|say|says|saying|words?|phrase"
    r"|named|called|titled|means?)\Z",
    re.IGNORECASE,
)
"""Ends of what is no whole question: what stands behind it is asked about, as in "another word for thanks"."""
_GOES_ON_WITH_A_NAME = re.compile(r"\b(?:in|on|by|from|about|does|did|has|had)\Z", re.IGNORECASE)
_TITLES = frozenset({"cheers", "thx"})
"""Courtesies that are names of works and makes, too."""
_BEGUN_CHARS = 20
_CLOSING_CHARS = 60
_SENTENCE_END = re.compile(r"[.!?]\s|\n")
_ABOUT_THE_TEXT = re.compile(
    r"\b(?:translat\w*|rewrit\w*|rephras\w*|reword\w*|paraphras\w*|proofread\w*|spell\w*|grammar|punctuat\w*|edit|correct"
    r"|polish|formal\w*|polite\w*|tone|style|mood|sentiment|greet\w*|e-?mail|letters?|message|dialogue|conversation"
    r"|reply|respond|response|continue|complete|finish|repeat|quote|transcri\w*|summar\w*|classif\w*|categor\w*"
    r"|count|how many|words?|characters?|sentences?|text|phrase|language|say|said|mean\w*|rhym\w*)\b",
)
_IN_A_NAME = re.compile(any_alphabet(r"\bin ([A-Z]\w+)"))
_FORMS = LANGUAGES | frozenset("javascript typescript php html mysql postgresql ubuntu linux photoshop".split())
"""Two signs of a prompt that may be about its own wording: there a greeting can be what is asked about."""
_MAX_COURTESIES = 4
_ORDER_ABOUT_A_TEXT = re.compile(
    r"\s*(?:(?:please|kindly|(?P<asked>(?:can|could|will|would) you))[ ,]+)+"
    r"(?P<verb>translate|summari[sz]e|rewrite|rephrase|reword|paraphrase|proofread)\b",
    re.IGNORECASE,
)
_SENTENCE_OR_TEXT = re.compile(r"[.!?]\s|[\n:]")
_INTO = re.compile(r"\b(?:in|into|to) [a-z]+ ?\?\Z", re.IGNORECASE)


def without_courtesies(prompt: str) -> str:
    """The prompt without a greeting, a "please" or a "thank you" around it."""
    return prompt[slice(*courteous_span(prompt))]


def courteous_span(prompt: str) -> tuple[int, int]:
    """Where the prompt itself stands, between the courtesies around it."""
    whole = start, end = len(prompt) - len(prompt.lstrip()), len(prompt.rstrip())
    order = _ORDER_ABOUT_A_TEXT.match(prompt, start, end)
    if order:
        return _ordered_span(prompt, order, *whole)
    closing = _CLOSING.search(prompt, max(start, end - _CLOSING_CHARS), end)
    if closing and not _is_asked_about(prompt, closing):
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


def _is_asked_about(prompt: str, closing: re.Match[str]) -> bool:
    """Whether what looks like a courtesy may be what a question is about: "who created Cheers?", "what is thx"."""
    gap, said = closing["bare"], closing["said"]
    if gap is None or "\n" in gap or prompt[closing.start() - 1].isdigit():
        return False
    if not said.islower() or ("?" in closing[0] and not said.startswith("pl")):
        return True
    before = prompt[max(0, closing.start() - _BEGUN_CHARS) : closing.start()]
    may_be_named = said in _TITLES and _GOES_ON_WITH_A_NAME.search(before) is not None
    return may_be_named or _GOES_ON.search(before) is not None


def _ordered_span(prompt: str, order: re.Match[str], start: int, end: int) -> tuple[int, int]:
    """The prompt without what is polite before its own order to work on a text; all of it where in doubt.

    A sentence after the first that speaks of a wording may be the order, and the first the text.
    """
    further = _SENTENCE_OR_TEXT.search(prompt, order.end(), end)
    if further and _ABOUT_THE_TEXT.search(prompt[further.end() : end].lower()):
        return start, end
    if order["asked"] and prompt[end - 1] == "?" and not further:
        is_of_the_order = order["verb"].lower().startswith("summar") or _INTO.search(prompt, order.end(), end)
        if not is_of_the_order:
            return start, end
        end -= 1
    return order.start("verb"), end


def may_be_about_its_words(prompt: str) -> bool:
    """Whether the prompt may ask about its own wording."""
    if _ABOUT_THE_TEXT.search(prompt.lower()) is not None:
        return True
    names = [name.lower() for name in _IN_A_NAME.findall(prompt)]
    return any(name in _FORMS or name not in NAMES for name in names)
