"""What is written otherwise throughout a text: braces doubled, quotes escaped or tripled, marks of other keyboards.

A template doubles its braces, a value that was put into a string has its quotes escaped, Python opens long strings with
three quotes, and who types Chinese types other colons. Each reading changes all of these marks and nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from stepcache_core.tasks.json_value.syntax.text import JsonFaultError, loads


def written_plainly(text: str) -> Iterator[str]:
    """The text with such marks as JSON has them, where it has any."""
    yield from _with_single_braces(text)
    for reading in (_unescaped(text), _with_single_quotes(text), _with_ascii_marks(text)):
        if reading is not None:
            yield reading


_STRING = r"\"(?:[^\"\\]|\\.)*+(?:\"|\\?\Z)"
"""A string, up to the end of the text where nothing closes it."""
_RUN_OF_BRACES = re.compile(rf"(?P<string>{_STRING})|\{{++|\}}++", re.DOTALL)


def _with_single_braces(text: str) -> Iterator[str]:
    """With one brace for two, everywhere or only around it all: no object begins with another one."""
    if not (text.startswith("{{") and text.endswith("}}")):
        return
    yield text[1:-1]
    runs = list(_RUN_OF_BRACES.finditer(text))
    if all(run["string"] is not None or len(run[0]) % 2 == 0 for run in runs):
        yield _RUN_OF_BRACES.sub(lambda run: run["string"] or run[0][: len(run[0]) // 2], text)


_QUOTE = re.compile(r"(?P<before>\\*+)\"")


def _unescaped(text: str) -> str | None:
    """What a text would be inside a string, where each quote in it is escaped."""
    quotes = [len(quote["before"]) for quote in _QUOTE.finditer(text)]
    if not quotes or not all(count % 2 for count in quotes):
        return None
    try:
        meant: str = json.loads(f'"{text}"', strict=False)
    except ValueError:
        return None
    return meant


_TRIPLE = re.compile(r"(?<!\")\"{3}(?!\")(?P<content>(?:[^\"\\]|\"{1,2}(?!\"))*+)\"{3}(?!\")")


def _with_single_quotes(text: str) -> str | None:
    """With one quote for three around a string in which nothing is escaped."""
    plain = _TRIPLE.sub(lambda found: json.dumps(found["content"], ensure_ascii=False), text)
    return None if plain == text or '"""' in plain else plain


_OTHER_MARKS = str.maketrans("：，｛｝［］\u00a0\u3000", ":,{}[]  ")
_STRING_OR_MARKS = re.compile(rf"{_STRING}|“[^“”]*+”|(?P<marks>[：，｛｝［］\u00a0\u3000]+)", re.DOTALL)


def _with_ascii_marks(text: str) -> str | None:
    """With the marks outside its strings as ASCII has them."""
    plain = _STRING_OR_MARKS.sub(lambda found: (found["marks"] or "").translate(_OTHER_MARKS) or found[0], text)
    return None if plain == text else plain


def inside_a_string(text: str) -> str | None:
    """The object or array that a JSON string holds, as it is written in it; None where it holds something else."""
    try:
        held = loads(text)
        if not isinstance(held, str) or held.lstrip()[:1] not in {"{", "["}:
            return None
        loads(held)
    except JsonFaultError:
        return None
    return held
