"""Broken JSON, mended where that is provable.

json-repair proposes a value, and it is accepted only when every character of the broken text is accounted for,
because a repair that loses or invents content is worse than none
(https://github.com/mangiucugna/json_repair/issues/174, /46, /85, /89).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from stepcache_core.tasks.json_value.syntax.text import MAX_DEPTH, RETRACTION, depth, skip_space

MAX_REPAIR_CHARS = 8_000
"""Longer broken texts are not mended: json-repair can take quadratic time."""


def repaired(body: str) -> str | None:
    """The text of a broken object or array with its syntax put right, or None when that is not provable.

    What may be mended: quotes of the wrong kind or missing, quotes inside a string that are not escaped, raw line
    breaks in strings, missing or trailing commas, true, false and null in another spelling, and numbers without a
    digit before or after the point. Numbers keep their digits. Comments say nothing of the value and are left out,
    unless their words take something back. A truncated text, an ellipsis, a duplicate key and brackets that do not
    match give None.
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
_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>(?:0|[1-9][0-9]*+)?)(?P<point>\.?)(?P<part>(?<=\.)[0-9]*+|)(?P<exponent>(?:(?<=[0-9])[eE][+-]?[0-9]++)?)(?![\w.+/-])"
)
_COMMENT = re.compile(r"//[^\n]*+|/\*[^*]*+\*++(?:[^/*][^*]*+\*++)*+/|(?<=\s)\#[^\n]*+")
_BARE_KEY = re.compile(r"[\w$][\w$.-]*+")
_OF_ANOTHER_LANGUAGE = re.compile(r"0[xXoObB][0-9a-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:[dDfFlLnN]|[uU][lL]{0,2})")
"""A number as a program writes it: 0x1F, 10n, 1.5f."""
_BARE_VALUE = re.compile(r"\w[\w .@-]*+")
_BARE_WORD = re.compile(r"[A-Za-z]++(?![\w.-])")
_NOT_IN_A_KEY = re.compile(r"[,:{}\[\]][ \t]*+\n|\n\s*+[,:{}\[\]]|\s[\"'”’]|(?<!\\)[\"'”’]\s")
"""A line break or a quote there may well end the key."""
_A_LETTER = re.compile(r"[^\W\d_eE]")
_CODE = re.compile(r"(?:\d{1,9}\.){2,8}\d{1,9}|\d{4}-\d\d-\d\d|\d{1,9}/\d{1,9}(?:/\d{1,9})?")
"""Digits that no number is written with: a version, an address, a date, a part of a whole."""
_STRUCTURE = frozenset(",:{}[]")
_GOES_ON_OUTSIDE = re.compile(r"\s*+(?:[+|&]\s*+[\"'“‘]|//|/\*)|\s++\#")
"""What follows a string that is joined to another one, or commented on."""


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
        end = self._past_space(self.at)
        if items and self.source[end] == ",":
            self._space()
            self.at = end + 1
        self._space()
        self._mark(closing)

    def _separator(self, *, in_object: bool) -> None:
        following = self._past_space(self.at)
        if self.source[following] == ",":
            self.at = following + 1
        elif "\n" not in self.source[self.at : following] and not (in_object and self.source[following] in "\"'"):
            raise _MismatchError
        self.written.append(",")

    def _number(self, value: object) -> None:
        digits = self._match(_NUMBER)
        found = _NUMBER.fullmatch(digits)
        if found is None or not (found["whole"] or found["part"]):
            raise _MismatchError
        whole, part = found["whole"] or "0", found["part"] or "0"
        strict = f"{found['sign'].removeprefix('+')}{whole}{'.' + part if found['point'] else ''}{found['exponent']}"
        same = strict == str(value) if isinstance(value, int) else isinstance(value, float) and float(strict) == value
        if not same:
            raise _MismatchError
        self.written.append(strict)

    def _string(self, value: str, bare: re.Pattern[str]) -> None:
        closing = _CLOSING_QUOTE.get(self.source[self.at])
        if closing is None:
            self._bare_string(value, bare)
        else:
            value = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            start = self.at = self.at + 1
            for character in value:
                self._character(character, closing, start)
            is_doubtful_key = bare is _BARE_KEY and _NOT_IN_A_KEY.search(self.source, start, self.at) is not None
            if self.source[self.at] != closing or is_doubtful_key:
                raise _MismatchError
            self.at += 1
        self.written.append(json.dumps(value, ensure_ascii=False))

    def _bare_string(self, value: str, bare: re.Pattern[str]) -> None:
        code = _CODE.match(self.source, self.at)
        if code is not None and code[0] == value:
            self.at = code.end()
            return
        word = self._match(bare).rstrip(" ")
        is_key = bare is _BARE_KEY
        if word != value or not (is_key or _A_LETTER.search(word)):
            raise _MismatchError
        if not is_key and _OF_ANOTHER_LANGUAGE.fullmatch(word) is not None:
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
        if _GOES_ON_OUTSIDE.match(self.source, at + 1) is not None:
            return True
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
        end = self._past_space(self.at)
        self.written.append(_COMMENT.sub("", self.source[self.at : end]))
        self.at = end

    def _past_space(self, at: int) -> int:
        """Where the white space and the comments at `at` end."""
        while True:
            at = skip_space(self.source, at)
            comment = _COMMENT.match(self.source, at)
            if comment is None:
                return at
            if RETRACTION.search(comment[0]) or comment[0].count('"') % 2:
                raise _MismatchError
            at = comment.end()
