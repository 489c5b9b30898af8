"""The text of a word problem and of its answer, its notation made plain: quotation marks, money, units, lists."""

from __future__ import annotations

import re
from typing import Final

from stepcache_core.tasks.linear.story.words import NARRATED

_QUOTED_LETTER: Final = re.compile(r"(?:(?<![A-Za-z])['‘]|[\"`“])([A-Za-z])([.,]?)[\"'`”’](?![A-Za-z])")
_QUOTED_EXPRESSION: Final = re.compile(
    r"(?:(?<![A-Za-z])['‘]|[\"`“])([0-9A-Za-z](?:[0-9 .+*/()-]|(?<![A-Za-z])[A-Za-z]){1,30}?)([.,]?)"
    r"(?:['’](?![A-Za-z])|[\"`”])"
)
_TITLE: Final = re.compile(r"\b(Mrs?|Ms|Dr)\.\s*(?=[A-Z])")
_CITED: Final = re.compile(r"[\"“]([^\"“”\n]{8,})[\"”]")
_APART: Final = re.compile(r"(?<=[a-z]) (?='s\b)")
"""The space before a genitive, in a text that was cut into its tokens."""
_ALONE_IN_MATHEMATICS: Final = re.compile(r"\$(-?\d{1,9}(?:\.\d{1,4})?|[A-Za-z])\$")
_MONEY: Final = re.compile(r"\$\s?(?=\d)")
_CLOSED_MATHEMATICS: Final = re.compile(r"[\w)}]\$")
_PER_HOUR: Final = re.compile(
    r"\b(?:(?P<km>km|kilomet(?:er|re)s?)|mi(?:les?)?)(?:\s?/\s?| per )(?:h|hrs?|hours?)\b", re.IGNORECASE
)
_SHORT_HOURS: Final = re.compile(r"(?<=\d )hrs?\b(?:\.(?=\s[a-z]{2}|\s?[,;:)]))?")
"""Hours cut short, with their full stop where the sentence goes on."""
_FORMULA: Final = re.compile(
    r"\b(?:distance\s*=\s*(?:rate|speed)\s*(?:[×*]|\\times|x|times)\s*time"
    r"|time\s*=\s*distance\s*/\s*(?:rate|speed)|(?:rate|speed)\s*=\s*distance\s*/\s*time)\b(?!\s*[-+*/×=^(\d])",
    re.IGNORECASE,
)
"""A formula of motion, with words for its letters: it says nothing of this problem."""
_PERCENT: Final = re.compile(
    r"(?:\ban? (?:annual |yearly )?(?:interest )?rate of )?(?<![\d.])(\d{1,3}(?:\.\d{1,3})?) ?(?:%|percent\b)"
    r"(?: (?:annual |yearly |simple )?interest(?: rate)?\b)?"
)
"""A rate of so many percent, of interest too."""
_BASED: Final = re.compile(r"\bbased on (?:the|this|that) (?:sum|total|difference|ratio|product)\b", re.IGNORECASE)
"""What an equation is said to be based on, where the sentence before says what that is."""
_FENCE: Final = re.compile(r"(?m)^[ \t]*(?:```|~~~)[A-Za-z]{0,12}[ \t]*$")
_LISTED: Final = re.compile(r"(?m)^([ \t]*)-[ \t]+(?=\S)")
"""A dash at the start of a line: an item of a list (CommonMark 5.2), not a minus."""


def plain_story(text: str) -> str:
    """A word problem with its titles, genitives and units spelled in one way."""
    return _with_units_in_words(_APART.sub("", _TITLE.sub(r"\1 ", text)))


def plain_step(text: str) -> str:
    """A step of an answer without what only sets its letters and amounts off."""
    text = _TITLE.sub(r"\1 ", _LISTED.sub(r"\1* ", _FENCE.sub("", text)))
    text = _QUOTED_EXPRESSION.sub(r"\1\2", _QUOTED_LETTER.sub(r"\1\2", text))
    text = _with_units_in_words(_FORMULA.sub(NARRATED, _BASED.sub(NARRATED, _CITED.sub(r". \1 .", text))))
    text = _ALONE_IN_MATHEMATICS.sub(r"\1", text)
    return text if _CLOSED_MATHEMATICS.search(text) else _MONEY.sub("", text)


def _with_units_in_words(text: str) -> str:
    text = _PERCENT.sub(r"\1%", text)
    text = _PER_HOUR.sub(lambda unit: "kph" if unit["km"] else "mph", text)
    return _SHORT_HOURS.sub("hours", text)
