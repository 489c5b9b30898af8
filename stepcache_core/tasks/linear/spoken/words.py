"""A text as the words of a spoken equation, with its numbers and letters told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.lexer import BAD, MATH, NAME, NUMBER, OPERATOR, STOP, WORD, Token
from stepcache_core.tasks.linear.reading import Item
from stepcache_core.tasks.linear.wording import BLANK


@dataclass(frozen=True, slots=True)
class Said:
    """A word of a spoken equation: `N` is a number, `U` the unknown, `BLANK` its value left open, `|` a stop."""

    name: str
    value: Fraction = Fraction(0)
    letter: str = ""


class NotPlainError(ValueError):
    """The words say no equation, or can be taken in more than one way."""


_STOPS: Final = frozenset(".,:?!\n;—–…")
_ONES: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_NUMBERS: Final = {word: value for value, word in enumerate(_ONES)} | {
    word: 10 * value for value, word in enumerate(_TENS, start=2)
}


def words_of(items: Sequence[Item]) -> list[Said]:
    """The words of a text.

    Raises:
        NotPlainError: It has mathematics in it that is more than a number or a letter.
    """
    words: list[Said] = []
    for item in items:
        if item.kind == WORD:
            _add_word(words, item.text)
        elif item.kind == BLANK:
            words.append(Said("BLANK", letter=item.text))
        elif item.kind == STOP and item.text in _STOPS:
            if words and words[-1].name != "|" and item.text != ":":
                words.append(Said("|"))
        elif item.run is not None:
            for index, side in enumerate(item.run.sides):
                if index:
                    words.append(Said("="))
                words.extend(_plain(side.tokens))
            if any(relation != "=" for relation in item.run.relations) or item.run.continues or item.run.boxed:
                raise NotPlainError
        elif item.kind != MATH:
            raise NotPlainError
    return words


def _plain(tokens: Sequence[Token]) -> list[Said]:
    """A number or a letter alone; nothing for the missing side of `= 20`."""
    kinds = [token.kind for token in tokens]
    if kinds == [NUMBER]:
        return [Said("N", Fraction(tokens[0].text))]
    if kinds == [OPERATOR, NUMBER] and tokens[0].text == "-":
        return [Said("N", -Fraction(tokens[1].text))]
    if kinds == [NAME]:
        return [Said("U", letter=tokens[0].text)]
    if kinds == [NUMBER, BAD] and tokens[1].text == "%":
        return [Said("N", Fraction(tokens[0].text)), Said("percent")]
    if not kinds:
        return []
    raise NotPlainError


def _add_word(words: list[Said], text: str) -> None:
    """A word; the words of a number become one number: `one hundred and twenty-five`."""
    parts = [_NUMBERS.get(part) for part in text.split("-")]
    value: int | None = None
    if len(parts) == 1:
        value = parts[0]
    elif len(parts) == 2 and parts[0] and parts[1] and parts[0] >= 20 and 0 < parts[1] < 10:
        value = parts[0] + parts[1]
    before = words[-1] if words and words[-1].name == "N" else None
    if value is not None:
        if before is not None and before.value >= 20 and _joins(before.value, value):
            words[-1] = Said("N", before.value + value)
            return
        words.append(Said("N", Fraction(value)))
    elif text in {"hundred", "thousand"} and before is not None and 1 <= before.value <= 9:
        words[-1] = Said("N", before.value * (100 if text == "hundred" else 1000))
    else:
        words.append(Said(text))


def _joins(before: Fraction, value: int) -> bool:
    return (before % 100 == 0 and 0 < value < 100) or (before % 10 == 0 and 0 < value < 10)
