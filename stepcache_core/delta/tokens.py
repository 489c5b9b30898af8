"""A prompt as tokens; two tokens are equal when their keys are.

Spaces are forgotten only where they decide nothing: between words, around operators between operands, before a comma.
Case is forgotten only in the first word of a sentence, and not even there for words such as Polish/polish.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TypeAlias

from stepcache_core.delta.vocabulary import ASKING, CAPITONYMS, UNITS

Token: TypeAlias = tuple[str, str, int, int]
"""Key, group (one of `_GROUPS`, or "frame" for an opening in its one wording), start and end."""

_GROUPS = ("", "word", "code", "quoted", "link", "number", "name", "symbol")
"""In the order of the pattern's capturing groups."""
_PATTERN = r"""
    [ ]*+(?:
    ({letters}(?![@_:(]|\.\w)(?:['’]{letters})*+)
  | (```[^`]*```|`[^`\n]+`)
  | ("[^"\n]*"|“[^“”\n]*”|«[^«»\n]*»|‘[^‘’\n]*’(?!\w)|(?<!\w)'[^'\n]*'(?!\w))
  | (https?://[^\s]++|(?<!\w)[\w.+-]{{1,64}}@[\w-]++(?:\.[\w-]++)++)
  | (\d++(?:[.,:/]\d++)*+)
  | ({letters}(?:['’]{letters})*+)
  | (\n[ \t]*|\S)
    )"""
_ASCII_TOKEN = re.compile(_PATTERN.format(letters="[A-Za-z]++"), re.VERBOSE)
_TOKEN = re.compile(_PATTERN.format(letters=r"[^\W\d_]++(?:[\u0300-\u036f]++[^\W\d_]*+)*+"), re.VERBOSE)
_OPERATORS = frozenset("+*/=×÷<>≤≥^")
_ATTACHED = frozenset(",;:!?")
_MARKS_IN_IT = frozenset("regex regexp regexes pattern patterns glob globs wildcard wildcards".split())
"""Words for texts in which a point and a question mark are signs."""


def tokens_of(prompt: str, start: int, end: int) -> list[Token]:
    """The tokens of a span of a prompt."""
    is_ascii = prompt.isascii()
    tokens: list[Token] = []
    append = tokens.append
    at_start = True
    glue_at = -1
    for match in (_ASCII_TOKEN if is_ascii else _TOKEN).finditer(prompt, start, end):
        index = match.lastindex or 0
        first, last = match.span(index)
        key = prompt[first:last]
        if index == 1 and not at_start and first != glue_at and (is_ascii or key.isascii()):
            append((key, "word", first, last))
            glue_at = last
            continue
        group = _GROUPS[index]
        if not key.isascii():
            key = unicodedata.normalize("NFC", key)
        if group in {"word", "name"}:
            key = key.replace("’", "'")
            if at_start:
                at_start = False
                if key[1:].islower() and key.lower() not in CAPITONYMS:
                    key = key.lower()
            if first == glue_at and not (tokens[-1][1] == "number" and key.lower() in UNITS):
                key = "\u2060" + key
            glue_at = last
        elif group == "number":
            at_start = False
            if first == glue_at:
                key = "\u2060" + key
            glue_at = last
        elif group == "symbol":
            if key in ".!?" and (last >= end or prompt[last].isspace()):
                at_start = True
            elif key[0] != "\n":
                at_start = False
            if key[0] != "\n":
                key = _spaced(prompt, key, first, last, start, end)
        else:
            at_start = False
        append((key, group, first, last))
    return _without_closing(tokens)


def _spaced(prompt: str, symbol: str, first: int, last: int, start: int, end: int) -> str:
    """A symbol with the spaces beside it that may decide what it means."""
    before = first > start and prompt[first - 1].isspace()
    after = last < end and prompt[last].isspace()
    if symbol in _ATTACHED:
        before = False
    elif before == after and (symbol in _OPERATORS or (symbol in "-−" and _between_digits(prompt, first, last))):
        before = after = False
    return (" " if before else "") + symbol + (" " if after else "")


def _between_digits(prompt: str, first: int, last: int) -> bool:
    left, right = prompt[max(0, first - 2) : first].strip(), prompt[last : last + 2].strip()
    return left[-1:].isdigit() and right[:1].isdigit()


def _without_closing(tokens: list[Token]) -> list[Token]:
    """Without the mark that ends the prompt, unless it may be an operator or turns a statement into a question.

    The mark may also end a text that the prompt presents after a colon, and then belongs to it.
    """
    if not tokens or tokens[-1][1] != "symbol":
        return tokens
    if any(key.strip() == ":" if group == "symbol" else key in _MARKS_IN_IT for key, group, *_ in tokens):
        return tokens
    marks = {"?": 0, "!": 0, ".": 0}
    count = 0
    while count < len(tokens) and tokens[-1 - count][0].strip() in marks and count < 3:
        marks[tokens[-1 - count][0].strip()] += 1
        count += 1
    if not count or count == len(tokens) or marks["."] > 1 or (marks["."] and marks["!"]):
        return tokens
    if marks["!"] and _may_be_operand(tokens[-1 - count]):
        return tokens
    if marks["?"] and not _is_asked(tokens[:-count]):
        return tokens
    return tokens[:-count]


def _may_be_operand(token: Token) -> bool:
    """Whether an exclamation mark after it may be a factorial."""
    key, group = token[:2]
    return group in {"number", "symbol", "code"} or len(key.lstrip("\u2060")) == 1


def _is_asked(tokens: list[Token]) -> bool:
    """Whether the last sentence opens like a question."""
    opening = ""
    fresh = True
    for key, group, *_ in tokens:
        if group == "symbol":
            fresh = fresh or key.strip() in {".", "!", "?"}
        elif fresh:
            opening, fresh = key, False
    return opening.lower().split("'")[0] in ASKING
