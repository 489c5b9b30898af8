"""Whether what a JSON answer took from one prompt stands in another one just so.

Two prompts may ask the same although the case of a letter, a space, a line break or a mark differs. An object that
holds the very words around such a place answers only the one of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import Final

from stepcache_core.model import Json

MAX_CHARS: Final = 100_000
"""Longer answers are not read."""


def is_written_otherwise(old: str, new: str, text: str, keys: Collection[str] = ()) -> bool:
    """Whether a text in a JSON answer stands in the old prompt, and not just so in the new one.

    Args:
        old: The prompt that was answered.
        new: The prompt that is asked.
        text: The answer.
        keys: The keys at the top of an object that matter; all of them where none is given.
    """
    if old == new or text.lstrip()[:1] not in {"{", "["} or len(text) > MAX_CHARS:
        return False
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if isinstance(value, dict):
        value = {key: value[key] for key in value if not keys or key in keys}
    words = {word for key in (value if isinstance(value, dict) else ()) for word in _WORD.findall(key.lower())}
    if _is_laid_out_otherwise(old, new) or (not _OF_LAYOUT.isdisjoint(words) and _layout(old) != _layout(new)):
        return True
    may_be_of_manner = not _OF_MANNER.isdisjoint(words) or _judges(value, old)
    if may_be_of_manner and _manner(old) != _manner(new):
        return True
    held = {each for each in _texts(value) if each.strip()}
    return any(_marks(each, old) not in (frozenset(), _marks(each, new)) for each in held)


_ON_A_DAY: Final = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend"
    r"|(?:this|last|next|past|coming|following|previous)\s(?:morning|evening|night|week|month|quarter|year|summer|winter)"
    r"|(?:in|within)\s(?:an?|one|two|three|four|five|six|seven|\d{1,3})\s(?:day|week|month|year)s?"
    r"|(?:days?|weeks?|months?|years?)\s(?:ago|from\snow)|heute|morgen|gestern|demain|hier|aujourd['’]hui|mañana|ayer|hoy)\b",
    re.IGNORECASE,
)
_DATE: Final = re.compile(r"\b(?P<year>\d{4})-\d\d(?:-\d\d)?|\b\d{1,2}[./]\d{1,2}[./](?P<at_the_end>\d{4})\b")


def is_of_its_day(prompt: str, text: str) -> bool:
    """Whether an answer in JSON holds a date that a prompt tells by the day on which it was asked ("tomorrow")."""
    if text.lstrip()[:1] not in {"{", "["} or _ON_A_DAY.search(prompt) is None:
        return False
    years = (date["year"] or date["at_the_end"] for date in _DATE.finditer(text))
    return any(year not in prompt for year in years)


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)
    elif isinstance(value, str):
        yield value


def _judges(value: Json, prompt: str) -> bool:
    """Whether a truth value in an answer stands nowhere in the prompt: whether a text is a question, or friendly."""
    if isinstance(value, dict | list):
        return any(_judges(item, prompt) for item in (value.values() if isinstance(value, dict) else value))
    return isinstance(value, bool) and re.search(rf"\b{value}\b", prompt, re.IGNORECASE) is None


def _marks(value: str, prompt: str) -> frozenset[str]:
    """The marks right after a value that may belong to it or put it in doubt; empty where it does not stand there."""
    found: set[str] = set()
    at = prompt.find(value)
    while at >= 0:
        end = at + len(value)
        before, after = prompt[max(0, at - 1) : at], prompt[end : end + 1]
        is_whole = not (_goes_on(before) and _goes_on(value[0])) and not (_goes_on(after) and _goes_on(value[-1]))
        found |= {after if after in {"!", "?"} else ""} if is_whole else set()
        at = prompt.find(value, at + 1)
    return frozenset(found)


def _goes_on(sign: str) -> bool:
    """Whether a sign is part of a word."""
    return sign.isalnum() or sign == "_"


_WORD: Final = re.compile(r"[a-z]+")
_OF_LAYOUT: Final = frozenset(
    "blank break breaks indent indentation layout line lines newline newlines paragraph paragraphs spaces stanza "
    "stanzas verse verses whitespace".split()
)
"""Words of keys whose values may depend on how a text is laid out."""
_OF_MANNER: Final = frozenset(
    "anger angry capitalization case closing courteous emotion emphasis excited excitement exclamation exclamations "
    "formal formality gratitude greeting mood polite politeness punctuation salutation sarcasm sarcastic "
    "sentiment shouting signature thanks tone urgency urgent".split()
)
"""Words of keys whose values may depend on how something is said."""
_GAP: Final = re.compile(r"(?:(?<!\S)\S++)?+(?:\s*\n\s*+|\s{2,}+)\S*+")
_SAID_SO: Final = re.compile(r"[!?]|\b(?:please|thanks|thank|kindly|cheers|hi|hello|hey|dear)\b|…|\.{3}", re.IGNORECASE)


def _layout(prompt: str) -> list[str]:
    """Each line break and longer gap, with the words around it."""
    return _GAP.findall(prompt)


_BETWEEN_WORDS: Final = re.compile(r"(?<!\S)(?P<word>\S++)(?P<gap>\s++)(?=(?P<next>\S++))")
_CLOSES: Final = tuple(".,:;!?")


def _is_laid_out_otherwise(old: str, new: str) -> bool:
    """Whether two words that follow each other in both prompts stand on one line, or in one column, only in one."""
    one, other = _gaps(old), _gaps(new)
    return any(one[pair] != other[pair] for pair in one.keys() & other.keys())


def _gaps(prompt: str) -> dict[tuple[str, str], set[tuple[int, int]]]:
    """The lines and columns between each two words; a mark parts what stands around it as a line does."""
    found: dict[tuple[str, str], set[tuple[int, int]]] = {}
    for gap in _BETWEEN_WORDS.finditer(prompt):
        *lines, last = gap["gap"].expandtabs().split("\n")
        wide = len(last) if lines or "\t" in gap["gap"] else 0
        is_parted = gap["word"].endswith(_CLOSES) and not (lines and wide)
        found.setdefault((gap["word"], gap["next"]), set()).add((0, 0) if is_parted else (min(len(lines), 2), wide))
    return found


_BEFORE_THE_ORDER: Final = re.compile(
    r"\s*(?:(?:hi|hello|hey)[,.!]\s*)?(?:please\s)?(?=(?:analy[sz]e|classify|create|extract|generate|give|label|rate|return)"
    r"\s[^.!?:\n]{0,200}\b(?:(?:as|in|into)\s(?:a\s)?json(?:\sobject)?\s*(?:[.:,?\n]|from\b|with\b|for\b|\Z)"
    r"|json\b[^.!?:\n]{0,200}\b(?:keys?|fields?)\b))",
    re.IGNORECASE,
)
"""What is said before a sentence that asks for JSON is no part of the text that the JSON is about."""


def _manner(prompt: str) -> list[str]:
    """The marks and courtesies of a prompt, in order, but for those before an order to give JSON."""
    order = _BEFORE_THE_ORDER.match(prompt)
    start = 0 if order is None else order.end()
    return [word.lower() for word in _SAID_SO.findall(prompt, start)]
