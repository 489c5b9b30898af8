"""JSON as models write it: reading it strictly, and taking it out of chatter.

Nothing here judges content. The strict reader follows RFC 8259 (no NaN, no comments, no duplicate keys, section 4
asks names to be unique).
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import Any, NoReturn

from stepcache_core.model import Json

MAX_CHARS = 1_000_000
"""Longer texts are not read."""
MAX_DEPTH = 100
"""Deeper values are not read: readers, validators and printers recurse."""


class JsonFaultError(ValueError):
    """The text is not one strictly valid JSON value; the message says where and why."""


class JsonBoundError(JsonFaultError):
    """The text is larger, or its numbers are greater, than what is read here; it may be valid JSON."""


def _members(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise JsonFaultError(f"the key {key!r} stands twice in one object")
            seen.add(key)
    return members


def _no_constant(name: str) -> NoReturn:
    raise JsonFaultError(f"{name} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise JsonBoundError("a number is too large to be compared")
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_members, parse_constant=_no_constant, parse_float=_finite)
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[{}\[\]]', re.DOTALL)


def depth(text: str) -> int:
    """How deep brackets outside strings nest at most, in time linear in the text and without recursion."""
    deepest = level = 0
    for token in _TOKENS.finditer(text):
        mark = token[0]
        if mark in {"{", "["}:
            level += 1
            deepest = max(deepest, level)
        elif mark in {"}", "]"}:
            level -= 1
    return deepest


def _check_bounds(text: str) -> None:
    if len(text) > MAX_CHARS:
        raise JsonBoundError(f"longer than {MAX_CHARS} characters")
    if text.count("{") + text.count("[") > MAX_DEPTH and depth(text) > MAX_DEPTH:
        raise JsonBoundError(f"nested deeper than {MAX_DEPTH}")


def _fault(error: ValueError) -> JsonFaultError:
    if isinstance(error, JsonFaultError):
        return error
    if isinstance(error, json.JSONDecodeError):
        return JsonFaultError(f"malformed JSON at line {error.lineno} column {error.colno}: {error.msg}")
    return JsonBoundError("a number has too many digits to be compared")


def loads(text: str) -> Json:
    """The value of a text that is one JSON value and nothing else but JSON whitespace.

    Raises:
        JsonFaultError: It is not, a key stands twice in an object, or a number is not finite.
        JsonBoundError: It is larger or deeper than what is read here.
    """
    _check_bounds(text)
    try:
        value: Json = _DECODER.decode(text)
    except ValueError as error:
        raise _fault(error) from None
    return value


def canonical(value: Any) -> str:
    """One text for equal values: keys sorted, no spaces, ASCII.

    Raises:
        ValueError: The value is not JSON, or nests too deep.
    """
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"))
    except (TypeError, RecursionError) as error:
        raise ValueError(f"not a JSON value: {error}") from error


_SPACE = re.compile(r"[ \t\r\n]*+")


def skip_space(text: str, at: int) -> int:
    """Where the JSON white space at `at` ends."""
    match = _SPACE.match(text, at)
    return match.end() if match else at


def value_at(text: str, at: int) -> tuple[Any, int]:
    """The value that starts at `at` in a text, and where it ends.

    Raises:
        ValueError: There is none, or it nests deeper than what is read here.
    """
    try:
        return _DECODER.raw_decode(text, at)
    except RecursionError:
        raise JsonBoundError(f"nested deeper than {MAX_DEPTH}") from None


# --- one value in chatter -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The piece of a text that looks like its one JSON value, and what stands around it.

    Attributes:
        body: From the first bracket to the last closing one.
        chatter: The words around it, without code fences.
    """

    body: str
    chatter: str


_OPENERS = re.compile(r"[{\[]")
BRACKETS = re.compile(r"[{}\[\]]")
_ITEM_BEFORE = re.compile(r"(?:[\d\"']|\b(?:true|false|null))\s*+,\s*+\Z")
_FENCE = re.compile(r"`{2,8}[ \t]{0,4}(?:jsonc?|json5|javascript|js|text)?(?![\w])", re.IGNORECASE)
_MEMBER_LIKE = re.compile(r"""["'”’]\s{0,8}:""")
RETRACTION = re.compile(
    r"\b(?:actually|apolog\w*|correct(?:ed|ion|ions)|instead|mistake\w*|oops|wrong|incorrect|invalid|sorry|"
    r"wait|however|unfortunately|cannot|can't|unable|replace|placeholders?|template|fill in|should be|"
    r"must be|alternativ\w*|first draft|draft|not (?:valid|right|accurate)|made up|another|second|version|option)\b",
    re.IGNORECASE,
)
_INTRODUCTION = re.compile(
    r"(?:(?:sure|certainly|of course|okay|ok|absolutely|yes)\b[\s,.!:]{0,4})?(?:here(?:'s|’s| is| you go| are)?\b"
    r"[^.!?\n]{0,120})?[\s.:!]{0,4}",
    re.IGNORECASE,
)


def excerpt(text: str) -> Excerpt | None:
    """The one bracketed piece of a text, or None when it may hold several or belong to something larger.

    No bracket may stand around it: a value cut out of a broken outer one would pass for the whole. Words that
    take the value back ("actually, the age is 31") also give None.
    """
    if len(text) > MAX_CHARS:
        return None
    text = text.strip().strip("\ufeff").strip()
    opening = _OPENERS.search(text)
    if opening is None or text.startswith('"'):
        return None
    start = opening.start()
    end = _value_end(text, start) or text.rfind("}" if text[start] == "{" else "]") + 1
    if end <= start:
        return None
    before, after = text[:start], text[end:]
    if BRACKETS.search(before) or BRACKETS.search(after) or after.lstrip().startswith((",", ":", '"')):
        return None
    if _ITEM_BEFORE.search(before) is not None:
        return None
    chatter = " ".join(f"{_FENCE.sub(' ', before)} {_FENCE.sub(' ', after)}".split())
    if _MEMBER_LIKE.search(chatter) or RETRACTION.search(chatter):
        return None
    return Excerpt(text[start:end], chatter)


def broken(text: str) -> str | None:
    """All that stands after an opening fence or an introduction and before a closing fence, if a bracket begins it.

    For texts of which no bracketed piece can be taken out, as their brackets do not match.
    """
    if len(text) > MAX_CHARS:
        return None
    text = text.strip().strip("\ufeff").strip()
    first = BRACKETS.search(text)
    if first is None or not is_introduction(_FENCE.sub(" ", text[: first.start()])):
        return None
    return _LAST_FENCE.sub("", text[first.start() :])


_LAST_FENCE = re.compile(r"\s*+`{3}\s*+\Z")


def _value_end(text: str, start: int) -> int | None:
    try:
        _check_bounds(text)
        return _DECODER.raw_decode(text, start)[1]
    except ValueError:
        return None


def is_introduction(chatter: str) -> bool:
    """Whether words around an object merely present it ("Sure! Here is the JSON:")."""
    return _INTRODUCTION.fullmatch(chatter) is not None
