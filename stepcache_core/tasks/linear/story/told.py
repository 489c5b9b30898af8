"""The word problem itself: whether a piece of an answer says no more than its words say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from stepcache_core.tasks.linear.lexer import MATH, STOP, WORD
from stepcache_core.tasks.linear.reading import SENTENCE_END, Item, read
from stepcache_core.tasks.linear.spoken.words import Said
from stepcache_core.tasks.linear.story.words import (
    ARTICLES,
    BETWEEN_NAMES,
    DETERMINERS,
    DIMENSIONS,
    LEADING,
    MEASURES,
    QUANTITIES,
    SMALLER_UNITS,
    TOTAL,
    UNITS,
    bare,
    name_word,
    rate_word,
)
from stepcache_core.tasks.linear.vocabulary import SPELLED

MAX_TOTAL: Final = 8
"""Words of a problem in which it tells a total, but for articles and their like."""
RATE: Final = re.compile(r"(?<![\d.])(\d{1,3}(?:\.\d{1,3})?)%")
"""A rate of so many percent."""
_STEM: Final = 4
"""Letters in which the forms of a verb are the same."""
_OTHER: Final = frozenset({"other", "another"})
_PLACING: Final = frozenset({"in", "at", "on"})
_ASKED: Final = r"(?:what (?:is|was|are|were)|find|calculate|determine|how many)"
_OTHER_TIME: Final = r"(?:in \d|in \w{1,9} years?|ago|later|hence|from now|after|before|when)"
_IF: Final = rf"(?:if (?:(?!\b{_OTHER_TIME}\b)[^?]){{1,400}}, (?:then )?)?"
_QUESTION: Final = re.compile(rf"{_IF}{_ASKED} (?P<asked>[a-z' ]{{3,80}}?) ?[.?!]?")
"""A whole sentence that asks, under a condition or none, for something that its words alone say."""
_SENTENCE: Final = re.compile(r"(?:[^.?!]|[.](?=\d)){1,2000}[.?!]{0,4}")
_ASKING: Final = re.compile(
    r"\b(?:what|how|which|who|whose|find|calculate|determine|compute|solve|evaluate|estimate|tell|give|show|state)\b"
)
"""Words that ask, or that may ask."""
_TIMES: Final = frozenset({"ago", "later", "hence"})
"""Words that end the name of another time, as `from now` does."""
_POSSESSIVE: Final = frozenset({"his", "her"})
_GOING_ON: Final = frozenset({"and", "or"})
"""Words next to a piece of a problem that is not all of a list."""
_SAME: Final = {word: [str(number)] for word, number in SPELLED.items()} | {
    "twice": ["2", "time"],
    "thrice": ["3", "time"],
}
"""Words that say what a number says."""


class Story:
    """The words of a word problem.

    Attributes:
        words: Its words and numbers, in their order; a sign that is neither is an empty string.
        vocabulary: Those of them that do not say how much.
    """

    def __init__(self, text: str) -> None:
        self.text = text.lower()
        self.items = read(text)
        self.words = _content(self.items)
        self.ends = _sentence_ends(self.items)
        self.vocabulary = frozenset(self.words) - QUANTITIES - {""} | {
            rate_word(Fraction(rate)) for rate in RATE.findall(text)
        }

    @property
    def places(self) -> set[str]:
        """The nouns behind `in`, `at` and `on`, where the problem has no other one of the kind."""
        plain = [item.text for item in self.items if item.text not in DETERMINERS]
        found = {bare(noun) for place, noun in pairwise(plain) if place in _PLACING}
        return {noun for noun in found if plain.count(noun) + plain.count(f"{noun}s") == 1} - UNITS - QUANTITIES

    def asks_for(self, name: frozenset[str]) -> bool:
        """Whether the only question of the problem is for what the name says, in all of its words."""
        sentences = [sentence.strip() for sentence in _SENTENCE.findall(self.text)]
        asking = [sentence for sentence in sentences if sentence.endswith("?") or _ASKING.search(sentence)]
        question = _QUESTION.fullmatch(asking[0]) if len(asking) == 1 else None
        if question is None or len(_ASKING.findall(asking[0])) != 1:
            return False
        words = frozenset(name_word(word) for word in re.findall(r"[a-z']+", question["asked"]))
        words -= BETWEEN_NAMES | {"there"}
        return words == name or ("how many" in asking[0] and words | {"number"} == name)

    def tells_that(self, actor: str, deed: str) -> bool:
        """Whether the problem says of someone that he does this, in whatever tense."""
        return len(deed) > _STEM and any(
            one == actor and two[:_STEM] == deed[:_STEM] for one, two in pairwise(self.words)
        )

    def owns(self, owner: str, owned: str) -> bool:
        """Whether the problem speaks of someone and then, in the same sentence, of `his` this; and of no other one."""
        is_told, has_owner = False, False
        for item, after in pairwise(self.items):
            if item.kind == STOP and item.text in SENTENCE_END:
                has_owner = False
            if item.kind != WORD:
                continue
            has_owner = has_owner or bare(item.text) == owner
            if after.kind == WORD and bare(after.text) == owned:
                is_told = is_told or (has_owner and item.text in _POSSESSIVE)
                if item.text.endswith("'s") and bare(item.text) != owner:
                    return False
        return is_told

    def without_places(self, words: Sequence[Said]) -> list[Said]:
        """The words without `in the school`, where the problem has all in one school."""
        out: list[Said] = []
        at = 0
        while at < len(words):
            end = at + 1
            while words[at].name in _PLACING and end < len(words) and words[end].name in DETERMINERS:
                end += 1
            if words[at].name in _PLACING and end < len(words) and bare(words[end].name) in self.places:
                at = end + 1
            else:
                out.append(words[at])
                at += 1
        return out

    def without_rates(self, words: Sequence[Said]) -> list[Said]:
        """The words without `per week`, where the problem tells all of a week and of no other time."""
        rates = {other for word, other in pairwise(self.words) if word == "per"}
        out: list[Said] = []
        for word in words:
            if out and out[-1].name == "per" and {bare(word.name)} == rates:
                out.pop()
            else:
                out.append(word)
        return out

    def says(self, items: Sequence[Item]) -> bool:
        """Whether a piece of text says what the problem says, in its words and in their order, or one of its totals."""
        said = _content(items)
        while said and said[0] in LEADING:
            said = said[1:]
        if len(said) < 2 or "" in said:
            return False
        ends = [at + len(said) for at in range(len(self.words)) if self.words[at : at + len(said)] == said]
        return any(not self.has_a_time_beside(end - len(said), end) for end in ends) or self.totals(said)

    def has_a_time_beside(self, start: int, end: int) -> bool:
        """Whether `5 years ago` stands before a piece of the problem or after it, which says something else without."""
        first = max((at for at in self.ends if at <= start), default=0)
        last = min((at for at in self.ends if at >= end), default=len(self.words))
        after = self.words[end : min(end + 4, last)]
        comes_next = bool(after) and after[0][:1].isdigit() and _names_a_time(after)
        return comes_next or _names_a_time(self.words[first:start])

    def totals(self, said: Sequence[str]) -> bool:
        """Whether words say what the only number near a place of the problem is the total of, in its words."""
        telling = frozenset(said) - MEASURES
        if len(_numbers(telling)) != 1 or TOTAL.isdisjoint(said) or "time" in said or telling & QUANTITIES - TOTAL:
            return False
        return any(
            frozenset(self.words[at:end]) - MEASURES == telling
            and not TOTAL.isdisjoint(self.words[at:end])
            and MEASURES & frozenset(said) - {"number", "total"} <= frozenset(self.words[at:end])
            and "time" not in self.words[at:end]
            and _GOING_ON.isdisjoint((*self.words[at - 1 : at], *self.words[end : end + 1]))
            for at in range(len(self.words))
            for end in range(at + len(telling), min(at + MAX_TOTAL, len(self.words)) + 1)
        )

    def tells_of_two(self, noun: str) -> bool:
        """Whether the problem speaks of `two numbers`."""
        return ("2", noun) in pairwise(self.words)

    def tells_of_one_and_other(self, noun: str) -> bool:
        """Whether it speaks of `one number` and of the other."""
        return ("1", noun) in pairwise(self.words) and not _OTHER.isdisjoint(self.words)

    def has_units_of(self, words: Sequence[Said]) -> bool:
        """Whether the units of numbers are the problem's, which has one of a kind, or the usual ones."""
        for at, word in enumerate(words[1:]):
            dimension = DIMENSIONS.get(bare(word.name))
            if words[at].name != "N" or dimension is None:
                continue
            told = {other for other in self.vocabulary if DIMENSIONS.get(other) == dimension}
            if told - {bare(word.name)} or (not told and bare(word.name) in SMALLER_UNITS):
                return False
        return True


def _names_a_time(words: Sequence[str]) -> bool:
    return not _TIMES.isdisjoint(words) or ("from", "now") in pairwise(words)


def _sentence_ends(items: Sequence[Item]) -> list[int]:
    """How many words stand before the end of each sentence."""
    ends: list[int] = []
    count = 0
    for item in items:
        count += len(_content([item]))
        if item.kind == STOP and item.text in SENTENCE_END:
            ends.append(count)
    return ends


def _numbers(words: Iterable[str]) -> list[str]:
    return [word for word in words if word[:1].isdigit()]


def _content(items: Sequence[Item]) -> list[str]:
    """The words and numbers of a text but for articles and their like; a sign that is neither is an empty string."""
    found: list[str] = []
    for item in items:
        if item.kind == WORD:
            found += _SAME.get(item.text) or ([] if item.text in ARTICLES else [bare(item.text)])
        elif item.run is not None:
            expression = item.run.expression
            plain = expression is not None and not expression.names and not expression.operations
            found.append(str(expression.form.constant) if plain and expression else "")
        elif item.kind not in {STOP, MATH} and item.text != "$":
            found.append("")
    return found
