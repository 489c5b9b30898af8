"""A place in the items of a text, and what stands round it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from stepcache_core.tasks.linear.lexer import MATH, STOP, WORD
from stepcache_core.tasks.linear.reading import Item, Run


class Cursor:
    """Goes over the items of a text once; every look beside it is safe at both ends.

    Args:
        items: The items.
        variable: The letter that is asked for.

    Attributes:
        texts: The words and stops that stand in them anywhere.
    """

    def __init__(self, items: Sequence[Item], variable: str) -> None:
        # Delimiters have done their work: they ended the runs between them.
        self.items = [item for item in items if item.kind != MATH]
        self.texts = frozenset([item.text for item in self.items])
        self.variable = variable
        self.at = 0
        self.sentence = 0
        self.remark = False

    def words_at(self, at: int) -> str:
        """The word at a place, or an empty string."""
        if 0 <= at < len(self.items):
            item = self.items[at]
            return item.text if item.kind == WORD else ""
        return ""

    def run_at(self, at: int) -> Run | None:
        return self.items[at].run if 0 <= at < len(self.items) else None

    def stop_at(self, at: int) -> str:
        return self.items[at].text if 0 <= at < len(self.items) and self.items[at].kind == STOP else ""

    def span(self, at: int) -> tuple[int, int]:
        return self.items[at].start, self.items[at].end

    def past(self, at: int, words: Collection[str]) -> int:
        """The first place from `at` on where none of the words stands."""
        while self.words_at(at) in words:
            at += 1
        return at

    def matches(self, phrase: Sequence[str], at: int) -> bool:
        """Whether a phrase stands at a place; an empty word in it is the variable."""
        for offset, word in enumerate(phrase, start=at):
            if word:
                if self.words_at(offset) != word:
                    return False
            elif (run := self.run_at(offset)) is None or not run.is_variable(self.variable):
                return False
        return True
