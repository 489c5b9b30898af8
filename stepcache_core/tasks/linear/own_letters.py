"""The letters of its own that an answer gives a meaning: "let y = 3x", "where a = 3 and b = 5"."""

from __future__ import annotations

from collections.abc import Sequence

from stepcache_core.tasks.linear.lexer import MAX_TEXT
from stepcache_core.tasks.linear.statement_kinds import Introduction
from stepcache_core.tasks.linear.statements import statements


def own_letters(texts: Sequence[str], variable: str) -> frozenset[str]:
    """The letters beside the variable to which an answer gives a meaning; none where it is too long."""
    if sum(map(len, texts)) > MAX_TEXT:
        return frozenset()
    stated = [each for text in texts for each in statements(text, variable)]
    return frozenset().union(*[each.letters for each in stated if isinstance(each, Introduction)])
