"""Patterns that match in any case, and the cheap tests that tell of most texts that one of them cannot match there.

A search in any case tries every branch at every place. Here the text is first put in small letters, once for all
patterns. A pattern that cannot do without some word is not tried where that word is missing; one whose matches all
begin with one of a few words is tried at these words only; the others look for their place in the small letters.
What is found is what the pattern itself matches at that place.
"""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from stepcache_core.remembered import remembered

_CAPITAL: Final = re.compile(r"\\.|\(\?P[<=]\w+[>)]|(?P<letter>[A-Z])")
"""A capital in a pattern, apart from its signs and the names of its groups."""
_WORD: Final = re.compile(r"\w+")


@remembered(64, long=4_000)
def folded(text: str) -> str:
    """The text in small letters, one for one, with each sign that counts as a plain letter in any case as that."""
    return text.lower() if text.isascii() else text.replace("İ", "i").lower().replace("ſ", "s").replace("ı", "i")


@remembered(32, long=4_000)
def _places_of_words(text: str) -> Mapping[str, Sequence[int]]:
    """Where each word of the text, in small letters, begins."""
    places: dict[str, list[int]] = {}
    for word in _WORD.finditer(folded(text)):
        places.setdefault(word[0], []).append(word.start())
    return places


def spans_of(text: str, names: Iterable[str]) -> Sequence[tuple[int, int]]:
    """Where these names stand in the text in any case, each as whole words, or as the end of a hyphened one."""
    return _spans_of(text, tuple(names))


@remembered(32, long=4_000)
def _spans_of(text: str, names: tuple[str, ...]) -> Sequence[tuple[int, int]]:
    small = folded(text)
    spans: set[tuple[int, int]] = set()
    for name in [name for name in map(folded, names) if name in small]:
        last = _WORD.findall(name)[-1:]
        if not last or not name.endswith(last[0]):
            continue
        for place in _places_of_words(text).get(last[0], ()):
            end = place + len(last[0])
            if small.startswith(name, max(0, end - len(name))) and small[end : end + 1] != "-":
                spans.add((end - len(name), end))
    return sorted(spans)


class AnyCase:
    """A pattern that matches in any case; its methods are those of a compiled pattern.

    Args:
        pattern: The regular expression.
        needs: Groups of words or pieces of them, in small letters, parted by bars: a text in which the pattern matches
            has one of each group.
        opens: The whole words, in small letters, with one of which every match begins, and "^" where it may begin with
            the text; empty where it may begin otherwise.
    """

    def __init__(self, pattern: str, *needs: str, opens: str = "") -> None:
        self.pattern = pattern
        self.opens = tuple(opens.split())
        self.needs = (
            *(group.split("|") for group in needs),
            *([] if "^" in opens else [list(self.opens)] if opens else []),
        )

    @cached_property
    def _exact(self) -> re.Pattern[str]:
        return re.compile(self.pattern, re.IGNORECASE)

    @cached_property
    def _small(self) -> re.Pattern[str] | None:
        """The pattern for a text in small letters; None where a part of it minds the case of letters."""
        if "(?-i:" in self.pattern:
            return None
        return re.compile(_CAPITAL.sub(lambda one: one[0].lower() if one["letter"] else one[0], self.pattern))

    def may_match_in(self, text: str) -> bool:
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
        if not self.may_match_in(text):
            return None
        if self.opens:
            return next(self._at_words(text, start, end), None)
        if self._small is None:
            return self._exact.search(text, start, end)
        place = self._small.search(folded(text), start, end)
        return None if place is None else self._exact.match(text, place.start(), end)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        if not self.may_match_in(text):
            return iter(())
        if self.opens:
            return self._at_words(text, 0, sys.maxsize)
        if self._small is None:
            return self._exact.finditer(text)
        places = (place.start() for place in self._small.finditer(folded(text)))
        return (found for place in places if (found := self._exact.match(text, place)) is not None)

    def match(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        if self._small is not None and self._small.match(folded(text), start, end) is None:
            return None
        return self._exact.match(text, start, end)

    def fullmatch(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        if self._small is not None and self._small.fullmatch(folded(text), start, end) is None:
            return None
        return self._exact.fullmatch(text, start, end)

    def sub(self, by: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        pieces: list[str] = []
        at = 0
        for found in itertools.islice(self.finditer(text), count or None):
            pieces += [text[at : found.start()], _put(by, found)]
            at = found.end()
        return "".join(pieces) + text[at:] if pieces else text

    def _at_words(self, text: str, start: int, end: int) -> Iterator[re.Match[str]]:
        words, small = _places_of_words(text), folded(text)
        first = [0] if "^" in self.opens else []
        for place in sorted({*first, *(at for word in self.opens for at in words.get(word, ()))}):
            if place < start or (self._small is not None and self._small.match(small, place, end) is None):
                continue
            found = self._exact.match(text, place, end)
            if found is not None:
                yield found
                start = found.end()


def _put(by: str | Callable[[re.Match[str]], str], found: re.Match[str]) -> str:
    """What stands in place of what was found."""
    if not isinstance(by, str):
        return by(found)
    return found.expand(by) if "\\" in by else by


def compiled(words: str, *needs: str, opens: str = "") -> AnyCase:
    r"""The pattern, in any case, with each of its spaces standing for white space (`\s{1,4}`)."""
    return AnyCase(words.replace(" ", r"\s{1,4}"), *needs, opens=opens)


def stems(words: str) -> str:
    """What texts with one of these words, parted by bars, hold of it: each word up to what may vary in it."""
    return "|".join(re.split(r"\\| |.\?|.\*|\[|\(", word, maxsplit=1)[0] for word in words.split("|"))


THE_WORD_JSON: Final = AnyCase(r"\bjson\b", "json")
