"""A place in the items of an answer to several equations, and what stands round it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stepcache_core.tasks.linear.descriptions import PUTTING
from stepcache_core.tasks.linear.lexer import MATH, STOP, WORD
from stepcache_core.tasks.linear.reading import Item, Run
from stepcache_core.tasks.linear.systems.statement_kinds import Refers, Statement, Unclear
from stepcache_core.tasks.linear.systems.tags import is_bracketed, tag_of

_OF_A_LETTER: Final = frozenset({"the", "value", "expression", "of", "for"})
_ORIGINS: Final = frozenset({"from", "using", "rearrange", "rearranging", "rewrite", "rewriting"})


class Place:
    """Goes over the items once, and collects what they state.

    Args:
        items: The items; delimiters of mathematics have done their work.
        letters: The letters that the problem has.
    """

    def __init__(self, items: Sequence[Item], letters: frozenset[str]) -> None:
        self.items = [item for item in items if item.kind != MATH]
        self.letters = letters
        self.at = 0
        self.sentence = 0
        self.found: list[Statement] = []

    def unclear(self, what: str, *, claims: bool = False, grave: bool = False) -> None:
        self.found.append(Unclear(what[:40], self.sentence, claims, grave))

    def word_at(self, at: int) -> str:
        return self.items[at].text if 0 <= at < len(self.items) and self.items[at].kind == WORD else ""

    def run_at(self, at: int) -> Run | None:
        return self.items[at].run if 0 <= at < len(self.items) else None

    def stop_at(self, at: int) -> str:
        return self.items[at].text if 0 <= at < len(self.items) and self.items[at].kind == STOP else ""

    def tag_at(self, at: int) -> str:
        """The number that stands here and can name an equation, or an empty string."""
        return tag_of(self.run_at(at))

    def is_bracketed_tag(self, at: int) -> bool:
        return is_bracketed(self.run_at(at))

    def letter_at(self, at: int) -> str:
        """The letter of the problem that stands here alone, or an empty string."""
        run = self.run_at(at)
        name = run.sides[0].text if run is not None and len(run.sides[0].tokens) == 1 and not run.is_equation else ""
        return name if name in self.letters else ""

    def refer(self, index: int, at: int) -> None:
        """Adds that an equation, from which the next one is to come, is named by the words that begin at a place."""
        at -= 1
        while self.word_at(at) in {"the", "original", "equation", "equations"}:
            at -= 1
        before = self.run_at(at - 1)
        if self.word_at(at) == "from" and before is not None and before.is_equation:
            return  # "x = y + 1 from (2)" says where that equation comes from, not the next
        is_origin = self.word_at(at) in _ORIGINS
        self.found.append(Refers(index, self.sentence, is_origin, self.letter_put_in(at) if is_origin else ""))

    def letter_put_in(self, at: int) -> str:
        """The letter of "substituting y" and "plug the expression for y" right before a place, or an empty string."""
        before = at - 2
        while self.word_at(before) in _OF_A_LETTER:
            before -= 1
        return self.letter_at(at - 1) if self.word_at(before) in PUTTING else ""

    def matches(self, phrase: Sequence[str]) -> bool:
        return all(self.word_at(self.at + offset) == word for offset, word in enumerate(phrase))
