"""The words of a sentence together with its amounts, which may be written with letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from stepcache_core.tasks.linear.algebra import NotLinearError
from stepcache_core.tasks.linear.lexer import STOP, WORD
from stepcache_core.tasks.linear.polynomial import Expression, Polynomial, number
from stepcache_core.tasks.linear.reading import Item
from stepcache_core.tasks.linear.spoken.words import NotPlainError, words_of

MAX_WORDS: Final = 40
"""Words a sentence may have that is looked at."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word, or an amount; `form` is what the amount comes to."""

    name: str
    form: Polynomial | None = None
    text: str = ""


def with_amounts(items: Sequence[Item]) -> list[Word]:
    """The words and amounts of a sentence; none where it holds more than these.

    The last amount may have a sign of equality before it: `the distance = 60t`.
    """
    if len(items) > MAX_WORDS:
        return []
    out: list[Word] = []
    spoken: list[Item] = []
    try:
        for item in items:
            if item.kind in {WORD, STOP}:
                spoken.append(item)
                continue
            out += [*_spoken(spoken), _amount(item)]
            spoken = []
        return [*out, *_spoken(spoken)]
    except (NotPlainError, NotLinearError):
        return []


def _spoken(items: Sequence[Item]) -> list[Word]:
    said = words_of(items)
    return [Word(w.name, number(w.value), str(w.value)) if w.name == "N" else Word(w.name) for w in said]


def _amount(item: Item) -> Word:
    """An expression in numbers and letters, behind a sign of equality or not."""
    run = item.run
    if run is None or run.boxed or any(side.tokens for side in run.sides[:-1]) or run.relations not in ((), ("=",)):
        raise NotPlainError
    side = run.sides[-1]
    return Word("=" if run.is_equation else "N", Expression(side.tokens, {}, {}).polynomial, side.text)


def stands_here(words: Sequence[Word], at: int, phrase: Sequence[str]) -> bool:
    """Whether a phrase stands at a place."""
    return [word.name for word in words[at : at + len(phrase)]] == list(phrase)
