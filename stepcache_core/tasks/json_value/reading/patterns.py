"""Patterns that match in any case, and the cheap tests that tell on most texts that one of them cannot.

A search in any case tries every branch at every word. Here the text is first put in small letters, once for all
patterns: a pattern that cannot do without some word is not tried where that word is missing, and the others look for
their place in the small letters. What is found is what the pattern itself matches at that place.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from typing import Final

_IN_CAPITALS: Final = re.compile(r"\\.|\(\?P[<=]\w+[>)]|(?P<letter>[A-Z])")
"""A capital in a pattern, apart from its signs and the names of its groups."""


@lru_cache(maxsize=64)
def folded(text: str) -> str:
    """The text in small letters, one for one, with each sign that counts as a plain letter in any case as that."""
    return text.lower() if text.isascii() else text.replace("İ", "i").lower().replace("ſ", "s").replace("ı", "i")


class AnyCase:
    """A pattern that matches in any case; what it offers means what it means for a compiled pattern.

    Args:
        pattern: The regular expression.
        needs: Groups of words or pieces of them, parted by bars, in small letters: a text that the pattern matches has
            one of each group.
    """

    def __init__(self, pattern: str, *needs: str) -> None:
        self.pattern = pattern
        self.needs = tuple(tuple(group.split("|")) for group in needs)

    @cached_property
    def _exact(self) -> re.Pattern[str]:
        return re.compile(self.pattern, re.IGNORECASE)

    @cached_property
    def _finder(self) -> re.Pattern[str] | None:
        """The pattern for a text in small letters; None where a part of it minds the case of letters."""
        if "(?-i:" in self.pattern:
            return None
        small = _IN_CAPITALS.sub(lambda found: found[0].lower() if found["letter"] else found[0], self.pattern)
        return re.compile(small)

    def may_be_in(self, text: str) -> bool:
        """Whether the text has the words without which there is no match."""
        small = folded(text)
        for group in self.needs:
            for word in group:
                if word in small:
                    break
            else:
                return False
        return True

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        if not self.may_be_in(text):
            return None
        if self._finder is None:
            return self._exact.search(text, start, end)
        place = self._finder.search(folded(text), start, end)
        return None if place is None else self._exact.match(text, place.start(), end)

    def match(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        return self._exact.match(text, start, end)

    def fullmatch(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        return self._exact.fullmatch(text, start, end)

    def finditer(self, text: str, start: int = 0) -> Iterator[re.Match[str]]:
        if not self.may_be_in(text):
            return
        if self._finder is None:
            yield from self._exact.finditer(text, start)
            return
        for place in self._finder.finditer(folded(text), start):
            found = self._exact.match(text, place.start())
            if found is not None:
                yield found

    def sub(self, by: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        if self.search(text) is None:
            return text
        pieces: list[str] = []
        at = 0
        for found in self.finditer(text):
            pieces += [text[at : found.start()], found.expand(by) if isinstance(by, str) else by(found)]
            at = found.end()
            count -= 1
            if count == 0:
                break
        return "".join(pieces) + text[at:]


def compiled(words: str, *needs: str) -> AnyCase:
    r"""The pattern, in any case, with each of its spaces standing for white space (`\s{1,4}`)."""
    return AnyCase(words.replace(" ", r"\s{1,4}"), *needs)
