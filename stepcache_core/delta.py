"""What changed between two prompts, typed.

The delta is conservative: whatever is not known to be without influence on the answer counts as a change. Only
surrounding courtesies, white space, closing punctuation and the capital letter of a sentence's first word are known
to have none. A wrong change costs a model call; a missed one would serve a wrong answer.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum


class ChangeKind(StrEnum):
    """The kind of thing that changed; the most telling kind among the tokens concerned."""

    NUMBER = "number"
    QUOTED = "quoted text"
    CODE = "code"
    POLARITY = "polarity"
    ENTITY = "entity"
    ORDER = "order"
    SYMBOL = "symbol"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Change:
    """One difference.

    Attributes:
        kind: What sort of thing changed.
        old: The text in the old prompt; empty when something was added.
        new: The text in the new prompt; empty when something was removed.
        old_span: Where `old` stands in the old prompt, as character offsets.
        new_span: Where `new` stands in the new prompt.
    """

    kind: ChangeKind
    old: str
    new: str
    old_span: tuple[int, int]
    new_span: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.kind}: {self.old or 'nothing'!r} became {self.new or 'nothing'!r}"


@dataclass(frozen=True, slots=True)
class Delta:
    """All that changed between two prompts, in the order of the new one."""

    changes: tuple[Change, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing that may decide the answer has changed."""
        return not self.changes

    def __str__(self) -> str:
        return "; ".join(map(str, self.changes)) or "nothing changed"


@dataclass(frozen=True, slots=True)
class _Token:
    key: str
    kind: ChangeKind
    start: int
    end: int


_TOKEN = re.compile(
    r"""
    (?P<code>```[^`]*```|`[^`\n]+`)
  | (?P<quoted>"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|(?<!\w)'[^'\n]*'(?!\w))
  | (?P<number>\d+(?:[.,:/]\d+)*)
  | (?P<word>(?:[^\W\d_][\u0300-\u036f]*)+(?:['’](?:[^\W\d_][\u0300-\u036f]*)+)*)
  | (?P<symbol>\n[ \t]*|\S)
    """,
    re.VERBOSE,
)

_POLARITY = frozenset(
    """not no never none nothing neither nor without except unless only must may cannot can't don't doesn't isn't
    aren't won't on off enable disable enabled disabled open closed increase decrease""".split()
)

_OPENING_COURTESY = re.compile(
    r"(?:(?:hi|hello|hey|good (?:morning|evening|afternoon))(?=\s?[,.!\n])"
    r"|(?:could|can|would|will) you (?:please|kindly)|please|kindly"
    r"|(?:(?:could|can|would|will) you )?tell me(?=,? (?:what|who|when|where|which)\b))\b[\s,.!:]*",
    re.IGNORECASE,
)
_CLOSING_COURTESY = re.compile(
    r"(?:,|(?<=[.!?]))\s*(?:please|thanks|thank you(?: very much| so much)?|thanks in advance)[\s.!?]*\Z",
    re.IGNORECASE,
)
_ABOUT_THE_TEXT = re.compile(
    r"\b(?:(?i:translat\w*|rewrit\w*|rephras\w*|reword\w*|paraphras\w*|proofread\w*|spell\w*|grammar|punctuat\w*|edit|correct"
    r"|polish|formal\w*|polite\w*|tone|style|mood|sentiment|greet\w*|e-?mail|letters?|message|dialogue|conversation"
    r"|reply|respond|response|continue|complete|finish|repeat|quote|transcri\w*|summar\w*|classif\w*|categor\w*"
    r"|count|how many|words?|characters?|sentences?|text|phrase|language|say|said|mean\w*|rhym\w*)|in [A-Z]\w+)\b",
)
"""Prompts that may be about their own wording: there a greeting or a "please" can be what is asked about."""
_QUESTION_WORDS = frozenset(
    "what who whom whose which when where why how is are was were do does did can could will would should has".split()
)
_MAX_COURTESIES = 4
_MAX_ALIGNED_TOKENS = 400


def prompt_delta(old: str, new: str) -> Delta:
    """What changed from one prompt to another.

    Args:
        old: The prompt that was answered.
        new: The prompt that is asked.

    Returns:
        The typed changes with their spans; `delta.empty` means that the answer to `old` answers `new`.
    """
    if old == new:
        return Delta()
    olds, news = _tokens(old), _tokens(new)
    head = 0
    while head < min(len(olds), len(news)) and olds[head].key == news[head].key:
        head += 1
    tail = 0
    while tail < min(len(olds), len(news)) - head and olds[-1 - tail].key == news[-1 - tail].key:
        tail += 1
    olds, news = olds[head : len(olds) - tail], news[head : len(news) - tail]
    if not olds and not news:
        return Delta()
    if Counter(token.key for token in olds) == Counter(token.key for token in news):
        return Delta((_change(ChangeKind.ORDER, old, new, olds, news),))
    if max(len(olds), len(news)) > _MAX_ALIGNED_TOKENS:
        return Delta((_change(_most_telling(olds + news), old, new, olds, news),))
    matcher = SequenceMatcher(None, [t.key for t in olds], [t.key for t in news], autojunk=False)
    return Delta(
        tuple(
            _change(_most_telling(olds[i1:i2] + news[j1:j2]), old, new, olds[i1:i2], news[j1:j2])
            for tag, i1, i2, j1, j2 in matcher.get_opcodes()
            if tag != "equal"
        )
    )


def essence(prompt: str) -> tuple[str, ...]:
    """What decides the answer to a prompt: equal for two prompts exactly when the delta between them is empty."""
    return tuple(token.key for token in _tokens(prompt))


def without_courtesies(prompt: str) -> str:
    """The prompt without a greeting, a "please" or a "thank you" around it."""
    return prompt[slice(*_courteous_span(prompt))]


def _tokens(prompt: str) -> list[_Token]:
    start, end = _courteous_span(prompt)
    tokens: list[_Token] = []
    opening = ""
    for match in _TOKEN.finditer(prompt, start, end):
        text = unicodedata.normalize("NFC", match.group())
        name = match.lastgroup or "symbol"
        if name == "symbol" and text in ".!?" and (match.end() >= end or prompt[match.end()].isspace()):
            is_asked = opening in _QUESTION_WORDS
            opening = ""
            if text != "?" or is_asked:
                continue
        key, kind = _key(text, name, sentence_start=not opening)
        opening = opening or key
        tokens.append(_Token(key, kind, match.start(), match.end()))
    return tokens


def _key(text: str, name: str, sentence_start: bool) -> tuple[str, ChangeKind]:
    if name == "word":
        lowered = text.casefold().replace("’", "'")
        if lowered in _POLARITY:
            return lowered, ChangeKind.POLARITY
        if sentence_start and text[1:].islower():
            return lowered, ChangeKind.WORD
        return text.replace("’", "'"), ChangeKind.ENTITY if text[0].isupper() else ChangeKind.WORD
    kinds = {
        "code": ChangeKind.CODE,
        "quoted": ChangeKind.QUOTED,
        "number": ChangeKind.NUMBER,
        "symbol": ChangeKind.SYMBOL,
    }
    return text, kinds[name]


def _courteous_span(prompt: str) -> tuple[int, int]:
    """Where the prompt itself stands, between the courtesies around it."""
    end = len(prompt.rstrip())
    if _ABOUT_THE_TEXT.search(prompt) is not None:
        return len(prompt) - len(prompt.lstrip()), end
    closing = _CLOSING_COURTESY.search(prompt, max(0, end - 60), end)
    if closing:
        end = closing.start()
    start = len(prompt) - len(prompt.lstrip())
    for _ in range(_MAX_COURTESIES):
        opening = _OPENING_COURTESY.match(prompt, start, end)
        if not opening or opening.end() >= end:
            break
        start = opening.end()
    return start, end


_TELLING = tuple(ChangeKind)


def _most_telling(tokens: list[_Token]) -> ChangeKind:
    return min((token.kind for token in tokens), key=_TELLING.index)


def _change(kind: ChangeKind, old: str, new: str, olds: list[_Token], news: list[_Token]) -> Change:
    old_span, new_span = _span(olds), _span(news)
    return Change(kind, old[slice(*old_span)], new[slice(*new_span)], old_span, new_span)


def _span(tokens: list[_Token]) -> tuple[int, int]:
    return (tokens[0].start, tokens[-1].end) if tokens else (0, 0)
