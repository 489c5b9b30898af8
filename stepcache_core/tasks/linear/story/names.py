"""What the letters of a worked word problem are called: how its answer names them, and where it speaks of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Final

from stepcache_core.tasks.linear.algebra import NotLinearError
from stepcache_core.tasks.linear.polynomial import Expression
from stepcache_core.tasks.linear.reading import Side, read
from stepcache_core.tasks.linear.spoken.words import Said
from stepcache_core.tasks.linear.story.definitions import DEFINITIONS, TWO_NUMBERS
from stepcache_core.tasks.linear.story.told import RATE, Story
from stepcache_core.tasks.linear.story.words import (
    BETWEEN_NAMES,
    DETERMINERS,
    LESS,
    MEASURES,
    MORE,
    NARRATED,
    NOW,
    QUANTITIES,
    UNITS,
    WITHIN_NAMES,
    bare,
    name_word,
    rate_word,
)
from stepcache_core.tasks.linear.systems.known import names_in

_WHOLE: Final = frozenset({"total", "sum", "both"})


class Names:
    """The names of the letters, as an answer gives them one after the other.

    Args:
        values: The value of each letter of the problem.
        vocabulary: The words of the problem that do not say how much.
    """

    def __init__(self, values: Mapping[str, Fraction], vocabulary: frozenset[str]) -> None:
        self.values = values
        self.vocabulary = vocabulary
        self.of: dict[str, frozenset[str]] = {}
        self.heads: dict[str, str] = {}

    @property
    def words(self) -> frozenset[str]:
        return frozenset[str]().union(*self.of.values())

    @property
    def shared(self) -> frozenset[str]:
        """The words that the names of all letters have; none where a letter has no name, or none has a value."""
        are_named = bool(self.of) and self.of.keys() == self.values.keys()
        return frozenset.intersection(*self.of.values()) if are_named else frozenset()

    def tell_all(self, content: frozenset[str]) -> bool:
        """Whether words say all that the letters are parts of: acid solution, or solution, but not acid."""
        heads = {self.heads[letter] for letter in self.of if letter in self.heads}
        nouns = content - MEASURES
        return not nouns or self.shared - MEASURES <= content or (len(heads) == 1 and heads <= nouns & self.shared)

    def without_owners(self, words: Sequence[Said], story: Story) -> list[Said]:
        """The words without `Nora's` in `Nora's father`, where the problem tells of Nora and of her father alone."""
        out: list[Said] = []
        for word, after in zip_longest(words, words[1:]):
            owner, owned = bare(word.name), bare(after.name) if after else ""
            own = [letter for letter, name in self.of.items() if owned in name - MEASURES and owner not in name]
            others = [letter for letter, name in self.of.items() if owner in name - MEASURES and owned not in name]
            is_owner = word.name.endswith("'s") and len(self.values) == 2 and len(own) == len(others) == 1
            if not is_owner or own == others or not story.owns(owner, owned):
                out.append(word)
                continue
            while out and bare(out[-1].name) in self.of[others[0]]:
                out.pop()
        return out

    def without_definitions(self, text: str) -> str:
        """Notes what letters stand for, and gives the text without it: a definition states no value.

        `the faster one x + 6` defines the last letter that has no name, and states the equation that it is.
        """

        def noted(match: re.Match[str]) -> str:
            pairs = [(letter, name_of(name)) for letter, name in _named(match)]
            names = {letter: name for letter, name in pairs if letter in self.values}
            if not all(self.may_name(letter, name) for letter, name in names.items()):
                return match.group()
            before = dict(self.of)
            self.of |= names
            self.heads |= {letter: _head_of(name) for letter, name in _named(match)}
            said = NARRATED
            for written, name in pairs:
                if written in names:
                    continue
                letter = self.letter_written(written, name)
                if not letter:
                    self.of = before
                    return match.group()
                self.of[letter] = name
                said += f". {letter} = {written} ."
            return said

        for pattern in DEFINITIONS:
            text = pattern.sub(noted, text)
        match = next(filter(None, (pattern.search(text) for pattern in TWO_NUMBERS)), None)
        if not self.of and match is not None:
            letters, noun = (match["l1"], match["l2"]), bare(match["noun"].lower())
            if set(letters) == self.values.keys() and len(letters) == 2:
                self.of = {letter: frozenset({noun, f"={letter}"}) for letter in letters}
                text = text[: match.start()] + NARRATED + text[match.end() :]
        return text

    def may_name(self, letter: str, name: frozenset[str]) -> bool:
        """Whether a name says what a letter is, and nothing of how much, and fits what other letters are."""
        if letter not in self.values or not name or name & (QUANTITIES - MORE - LESS):
            return False
        if any(word.endswith("%") and word not in self.vocabulary for word in name):
            return False
        if self.of.get(letter, name) != name or any(
            known == name for other, known in self.of.items() if other != letter
        ):
            return False
        value, values = self.values[letter], self.values.values()
        return not (name & MORE and value < max(values)) and not (name & LESS and value > min(values))

    def letter_written(self, written: str, name: frozenset[str]) -> str:
        """The only letter without a name, where an expression in the others has its value; else an empty string."""
        items = read(written)
        run = items[0].run if len(items) == 1 else None
        return "" if run is None or run.is_equation else self.letter_of(run.sides[0], name)

    def letter_of(self, side: Side, name: frozenset[str]) -> str:
        """As `letter_written`, for a side of an equation."""
        letters = names_in(side.tokens)
        letter = self.letter_for(name)
        if not letter or not letters or not letters <= self.of.keys():
            return ""
        try:
            value = Expression(side.tokens, self.values, {}).polynomial
        except NotLinearError:
            return ""
        return letter if value.is_constant and value.constant == self.values[letter] else ""

    def letter_for(self, name: frozenset[str]) -> str:
        """The only letter that has no name, where the problem's own words give it one; else an empty string."""
        unnamed = [letter for letter in self.values if letter not in self.of]
        if len(unnamed) != 1 or not self.of or name & _WHOLE:
            return ""
        told = name - MEASURES - NOW - MORE - LESS <= self.vocabulary
        return unnamed[0] if told and self.may_name(unnamed[0], name) else ""

    def letter_named(self, words: frozenset[str]) -> str:
        """The only letter whose name has all of the words, or an empty string."""
        if not words - UNITS:
            return ""
        found = [
            letter for letter, name in self.of.items() if words <= name and (name <= MEASURES or not words <= MEASURES)
        ]
        return found[0] if len(found) == 1 else ""

    def at(self, words: Sequence[Said], at: int) -> tuple[int, str]:
        """The longest run of words at a place that names one letter only."""
        known = self.words | UNITS
        found = (0, "")
        content: set[str] = set()
        for end in range(at, len(words)):
            name = words[end].name
            word = name_word(name)
            if word in known and name not in {"N", "U"}:
                content.add(word)
                letter = self.letter_named(frozenset(content))
                if letter:
                    found = (end + 1 - at, letter)
            elif name not in (WITHIN_NAMES if end > at or content else DETERMINERS):
                break
        return found


def _named(match: re.Match[str]) -> list[tuple[str, str]]:
    """What is named in a definition, and the words of each name."""
    return [(match[letter], match[name]) for letter, name in (("l1", "n1"), ("l2", "n2")) if match[letter]]


def _head_of(text: str) -> str:
    """The noun that the other words of a name say more of: `solution` in `volume of the 10% acid solution`."""
    phrase = re.split(r" (?:in|at|on|from|with|for|by|to|that|which)\b", text.lower().rpartition(" of ")[2])[0]
    words = re.findall(r"[a-z']+", phrase)
    return name_word(words[-1]) if words else ""


def name_of(text: str) -> frozenset[str]:
    """The words of a name, without those that it is the same without."""
    words = frozenset(name_word(word) for word in re.findall(r"[a-z']+", text.lower()) if word not in BETWEEN_NAMES)
    return words | {rate_word(Fraction(rate)) for rate in RATE.findall(text)}
