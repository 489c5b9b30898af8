"""JSON as models write it: reading it strictly, taking it out of chatter, and mending its syntax.

Nothing here judges content. The strict reader follows RFC 8259 (no NaN, no comments, no duplicate keys, section 4
asks names to be unique). The mender lets json-repair propose a value and accepts it only when every character of
the broken text is accounted for, because a repair that loses or invents content is worse than none
(https://github.com/mangiucugna/json_repair/issues/174, /46, /85, /89).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from stepcache_core.model import Json

MAX_CHARS = 1_000_000
"""Longer texts are not read."""
MAX_DEPTH = 100
"""Deeper values are not read: readers, validators and printers recurse."""
MAX_REPAIR_CHARS = 8_000
"""Longer broken texts are not mended: json-repair can take quadratic time."""


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
    """The value that starts at `at` in a text that `loads` has read, and where it ends."""
    return _DECODER.raw_decode(text, at)


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
_BRACKETS = re.compile(r"[{}\[\]]")
_FENCE = re.compile(r"`{2,8}[ \t]{0,4}(?:jsonc?|json5|javascript|js|text)?(?![\w])", re.IGNORECASE)
_MEMBER_LIKE = re.compile(r"""["'”’]\s{0,8}:""")
_RETRACTION = re.compile(
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
    if _BRACKETS.search(before) or _BRACKETS.search(after) or after.lstrip().startswith((",", ":", '"')):
        return None
    chatter = " ".join(f"{_FENCE.sub(' ', before)} {_FENCE.sub(' ', after)}".split())
    if _MEMBER_LIKE.search(chatter) or _RETRACTION.search(chatter):
        return None
    return Excerpt(text[start:end], chatter)


def _value_end(text: str, start: int) -> int | None:
    try:
        _check_bounds(text)
        return _DECODER.raw_decode(text, start)[1]
    except ValueError:
        return None


def is_introduction(chatter: str) -> bool:
    """Whether words around an object merely present it ("Sure! Here is the JSON:")."""
    return _INTRODUCTION.fullmatch(chatter) is not None


# --- syntax repair ---------------------------------------------------------------------------------------------


def repaired(body: str) -> str | None:
    """The text of a broken object or array with its syntax put right, or None when that is not provable.

    What may be mended: quotes of the wrong kind or missing, quotes inside a string that are not escaped, raw line
    breaks in strings, missing or trailing commas, and true, false and null in another spelling. Numbers keep their
    digits. A truncated text, a comment, an ellipsis, a duplicate key and brackets that do not match give None.
    """
    if len(body) > MAX_REPAIR_CHARS or depth(body) > MAX_DEPTH:
        return None
    from json_repair import repair_json

    try:
        proposal = repair_json(body, return_objects=True, skip_json_loads=True)
    except Exception:  # noqa: BLE001
        # Whatever broke json-repair, the text stays unmended, and that is what the caller is told.
        return None
    return _Alignment(body).text_of(proposal)


class _MismatchError(Exception):
    """The proposal does not account for the text."""


_CLOSING_QUOTE = {'"': '"', "'": "'", "“": "”", "‘": "’"}
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "'": "'"}
_LITERALS = {"true": True, "false": False, "null": None, "none": None}
_NOT_WORDS = (*_LITERALS, "nan", "infinity", "undefined")
"""No string is meant by these, nor by their beginnings."""
_UNICODE_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?(?![\w.+/-])")
_BARE_KEY = re.compile(r"[\w$][\w$.-]*+")
_BARE_VALUE = re.compile(r"\w[\w .@-]*+")
_BARE_WORD = re.compile(r"[A-Za-z]++(?![\w.-])")
_A_LETTER = re.compile(r"[^\W\d_eE]")
_STRUCTURE = frozenset(",:{}[]")


class _Alignment:
    """Walks a proposed value and the broken text side by side; each character must belong to both."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.written: list[str] = []

    def text_of(self, proposal: object) -> str | None:
        try:
            self._value(proposal)
        except (_MismatchError, IndexError, RecursionError):
            return None
        return "".join(self.written) if self.at == len(self.source) else None

    def _value(self, value: object) -> None:
        self._space()
        if isinstance(value, dict):
            self._items("{", "}", list(value.items()))
        elif isinstance(value, list):
            self._items("[", "]", value)
        elif isinstance(value, str):
            self._string(value, _BARE_VALUE)
        elif value is None or isinstance(value, bool):
            word = self._match(_BARE_WORD)
            if word.lower() not in _LITERALS or _LITERALS[word.lower()] is not value:
                raise _MismatchError
            self.written.append(json.dumps(value))
        else:
            self._number(value)

    def _items(self, opening: str, closing: str, items: Sequence[Any]) -> None:
        self._mark(opening)
        for index, item in enumerate(items):
            if index:
                self._separator(in_object=opening == "{")
            self._space()
            if opening == "{":
                key, value = item
                self._string(key, _BARE_KEY)
                self._space()
                self._mark(":")
                self._value(value)
            else:
                self._value(item)
        end = skip_space(self.source, self.at)
        if items and self.source[end] == ",":
            self.at = end + 1
        self._space()
        self._mark(closing)

    def _separator(self, *, in_object: bool) -> None:
        following = skip_space(self.source, self.at)
        if self.source[following] == ",":
            self.at = following + 1
        elif "\n" not in self.source[self.at : following] and not (in_object and self.source[following] in "\"'"):
            raise _MismatchError
        self.written.append(",")

    def _number(self, value: object) -> None:
        digits = self._match(_NUMBER)
        same = digits == str(value) if isinstance(value, int) else isinstance(value, float) and float(digits) == value
        if not same:
            raise _MismatchError
        self.written.append(digits)

    def _string(self, value: str, bare: re.Pattern[str]) -> None:
        closing = _CLOSING_QUOTE.get(self.source[self.at])
        if closing is None:
            self._bare_string(value, bare)
        else:
            value = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            start = self.at = self.at + 1
            for character in value:
                self._character(character, closing, start)
            if self.source[self.at] != closing:
                raise _MismatchError
            self.at += 1
        self.written.append(json.dumps(value, ensure_ascii=False))

    def _bare_string(self, value: str, bare: re.Pattern[str]) -> None:
        word = self._match(bare).rstrip(" ")
        is_key = bare is _BARE_KEY
        if word != value or not (is_key or _A_LETTER.search(word)):
            raise _MismatchError
        if not is_key and any(literal.startswith(word.lower()) for literal in _NOT_WORDS):
            raise _MismatchError

    def _character(self, character: str, closing: str, start: int) -> None:
        source, at = self.source, self.at
        if source[at] == "\\":
            meant, self.at = self._escape(at)
        else:
            meant, self.at = source[at], at + 1
            if meant == closing and (at == start or self._beside_structure(at)):
                raise _MismatchError
        if meant != character:
            raise _MismatchError

    def _escape(self, at: int) -> tuple[str, int]:
        """What the escape at `at` stands for, and where it ends; an unknown one keeps its backslash."""
        first = _UNICODE_ESCAPE.match(self.source, at)
        if first is None:
            meant = _ESCAPES.get(self.source[at + 1])
            return (meant, at + 2) if meant is not None else ("\\", at + 1)
        high = int(first[1], 16)
        second = _UNICODE_ESCAPE.match(self.source, first.end())
        if 0xD800 <= high < 0xDC00 and second is not None and 0xDC00 <= int(second[1], 16) < 0xE000:
            return chr(0x10000 + ((high - 0xD800) << 10) + int(second[1], 16) - 0xDC00), second.end()
        return chr(high), first.end()

    def _beside_structure(self, at: int) -> bool:
        """Whether a quote inside a string might as well end it there."""
        before = self.source[max(0, at - 40) : at].rstrip()[-1:]
        after = self.source[at + 1 : at + 40].lstrip()[:1]
        return before in _STRUCTURE or after in _STRUCTURE or after in _CLOSING_QUOTE or before in _CLOSING_QUOTE

    def _match(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.source, self.at)
        if match is None:
            raise _MismatchError
        self.at = match.end()
        return match[0]

    def _mark(self, mark: str) -> None:
        if self.source[self.at] != mark:
            raise _MismatchError
        self.at += 1
        self.written.append(mark)

    def _space(self) -> None:
        end = skip_space(self.source, self.at)
        self.written.append(self.source[self.at : end])
        self.at = end
