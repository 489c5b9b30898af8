"""A prompt as tokens; two tokens are equal when their keys are.

Spaces are forgotten only where they decide nothing: between words, around operators between operands, before a comma.
Case is forgotten only in the first word of a sentence, and not even there for words such as Polish/polish.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TypeAlias

from stepcache_core.delta.vocabulary import ASKING, CAPITONYMS, NUMBER_WORDS, UNITS

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
_ASKING_OF_ONE = frozenset({"can", "do", "have", "will"})
_SUBJECTS = frozenset({"i", "you", "we", "they", "he", "she"})
"""Verbs that open an order, too, and the pronouns behind which they open a question."""
_CODE = frozenset("(_@.")
"""Signs right behind a name that show it to be one of code: `Date.now`, `Map(`."""
_ATTACHED = frozenset(",;:!?")
_MARKS_IN_IT = frozenset("regex regexp regexes pattern patterns glob globs wildcard wildcards".split())
"""Words for texts in which a point and a question mark are signs."""
_KEEPS_ITS_CLOSING = _MARKS_IN_IT | {":", " :", ": ", " : "}


_LOWERCASE_WORD = re.compile(r"[a-z]+")
_ABOUT_MARKS = frozenset(
    """grammar grammatical grammatically ungrammatical punctuate punctuated punctuation capital capitals capitalize
    capitalized capitalise capitalised capitalization capitalisation uppercase lowercase correct correctly
    corrected correction corrections incorrect spell spelled spelling typo typos proofread edit edited editing polish
    polished sentence sentences headline headlines caption captions period periods comma commas exclamation tone
    verbatim exact exactly""".split()
)
"""Signs of a prompt that asks about how a text is written, to which its capitals and closing mark belong."""
_OF_A_COUNTRY = re.compile(r"\bcapitals? (?:cit(?:y|ies)\b|of (?!letters?\b|words?\b|the (?:letters?|words?)\b))")
"""Capitals that are no letters."""
_ABOUT_SPACES = frozenset(
    """space spaces spaced spacing whitespace whitespaces blank blanks gap gaps character characters char chars length
    indent indents indented indentation align aligned alignment tab tabs trim trimmed strip column columns bash zsh
    shell sh makefile dockerfile yaml yml dotenv env ini csv tsv pep lint linter linting format formatted formatter
    formatting
    byte bytes verbatim exact exactly regex regexp regexes pattern patterns""".split()
)
"""Signs of a prompt in which a space may decide what is right: `x = 5` and `x=5` in a shell."""


def tokens_of(prompt: str, start: int, end: int) -> list[Token]:
    """The tokens of a span of a prompt."""
    is_ascii = prompt.isascii()
    lowered = prompt[start:end].lower()
    words = set(_LOWERCASE_WORD.findall(_OF_A_COUNTRY.sub("", lowered)))
    is_about_marks = not words.isdisjoint(_ABOUT_MARKS) or "full stop" in lowered or "question mark" in lowered
    is_about_spaces = not words.isdisjoint(_ABOUT_SPACES)
    tokens: list[Token] = []
    append = tokens.append
    at_start = True
    glue_at = -1
    past = start
    for match in (_ASCII_TOKEN if is_ascii else _TOKEN).finditer(prompt, start, end):
        index = match.lastindex or 0
        first, last = match.span(index)
        key = prompt[first:last]
        if is_about_spaces and tokens and (first - past > 1 or prompt[past:first] == "\t"):
            append((prompt[past:first], "symbol", past, first))
        past = last
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
                is_code = group == "name" and prompt[last : last + 1] in _CODE
                if key[1:].islower() and key.lower() not in CAPITONYMS and not is_code:
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
                at_start = not is_about_marks
            elif key[0] != "\n":
                at_start = False
            if key[0] != "\n":
                key = _spaced(prompt, key, first, last, start, end, is_about_spaces)
        else:
            at_start = False
        append((key, group, first, last))
    return _with_its_marks(tokens) if is_about_marks else _without_closing(tokens)


def _with_its_marks(tokens: list[Token]) -> list[Token]:
    """The tokens with the closing mark, but for that of a question of one sentence, which is none of a text in it."""
    marks = [token for token in tokens if token[1] == "symbol" and token[0].strip() in {".", "!", "?", ":"}]
    is_question = len(marks) <= 1 and not any(token[0][0] == "\n" for token in tokens)
    return _without_closing(tokens) if is_question and (not marks or marks[0][0].strip() == "?") else tokens


def _spaced(prompt: str, symbol: str, first: int, last: int, start: int, end: int, decides: bool) -> str:
    """A symbol with the spaces beside it that may decide what it means."""
    before = first > start and prompt[first - 1].isspace()
    after = last < end and prompt[last].isspace()
    if decides:
        return (" " if before else "") + symbol + (" " if after else "")
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
    if not _KEEPS_ITS_CLOSING.isdisjoint([token[0] for token in tokens]):
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
    return group in {"number", "symbol", "code"} or len(key.lstrip("\u2060")) == 1 or key in NUMBER_WORDS


def _is_asked(tokens: list[Token]) -> bool:
    """Whether the last sentence opens like a question."""
    opening = subject = ""
    for token in reversed(tokens):
        if token[1] != "symbol":
            opening, subject = token[0].lower().split("'")[0], opening
        elif opening and token[0].strip() in {".", "!", "?"}:
            break
    return opening in ASKING or (opening in _ASKING_OF_ONE and subject in _SUBJECTS)
