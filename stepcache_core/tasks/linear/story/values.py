"""What a sentence says of the value of a named quantity: `the slower train is travelling at 42 mph`.

A sentence is read only where its words are the name of one quantity, a number, and a verb that says nothing more than
that the quantity has this value. The unit of the number must be one of what the name measures.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.spoken.words import Said
from stepcache_core.tasks.linear.story.words import (
    BETWEEN_NAMES,
    DIMENSIONS,
    HAVING,
    LESS,
    MEASURED_BY,
    MEASURES,
    MORE,
    MOVING,
    NOW,
    UNSETTLED,
    bare,
    name_word,
)

_SILENT: Final = BETWEEN_NAMES - UNSETTLED | NOW | frozenset("being there".split())
_BEING: Final = frozenset({"is", "are", "was", "were"})
_PAST: Final = frozenset({"was", "were"})
"""What is said so of an age is not its value now."""
Values = list[tuple[str, Fraction]]


def values_said(words: Sequence[Said], names: Mapping[str, frozenset[str]]) -> Values:
    """The letters and values that a sentence states; empty where it states none, or anything beside them."""
    found: Values = []
    verbs: list[str] = []
    for words_of_part in _parts(words):
        part = _Part.of(words_of_part)
        if part is None:
            return []
        verbs = verbs if part.goes_on and found else part.verbs
        letter = part.letter(names, verbs, is_next=bool(found))
        if not letter or letter in [each for each, _ in found]:
            return []
        found.append((letter, part.value))
    return found


def _parts(words: Sequence[Said]) -> list[list[Said]]:
    """The words between `and`s, of which each has a number of its own."""
    parts: list[list[Said]] = [[]]
    for word in words:
        if word.name == "and" and any(each.name == "N" for each in parts[-1]):
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of a sentence with one number.

    Attributes:
        value: The number.
        unit: The words of its unit.
        verbs: Words that say that something has a value.
        words: What is left of it, as the words of a name.
        goes_on: Whether it begins with its number, and has the verb of the part before.
        is_statement: Whether words stand before its number, or it says what is or was.
        is_past: Whether it is said of the past.
    """

    value: Fraction
    unit: Sequence[str]
    verbs: list[str]
    words: frozenset[str]
    goes_on: bool
    is_statement: bool
    is_past: bool

    @classmethod
    def of(cls, words: Sequence[Said]) -> _Part | None:
        places = [at for at, word in enumerate(words) if word.name == "N"]
        if len(places) != 1:
            return None
        number = places[0]
        unit = unit_after(words, number + 1)
        after = words[number + 1 + len(unit) : number + 2 + len(unit)]
        if any(word.name in MORE | LESS for word in after):
            return None
        rest = [word.name for at, word in enumerate(words) if not number <= at <= number + len(unit)]
        verbs = [word for word in rest if word in HAVING]
        said = frozenset(name_word(word) for word in rest if not (word in _SILENT or word in HAVING))
        is_statement = bool(number) or not _BEING.isdisjoint(rest)
        return cls(words[number].value, unit, verbs, said, not number, is_statement, not _PAST.isdisjoint(rest))

    def letter(self, names: Mapping[str, frozenset[str]], verbs: Sequence[str], *, is_next: bool) -> str:
        """The only quantity that it may be said of, or an empty string; `is_next` where a part stands before it."""
        if not self.unit and not (MOVING.isdisjoint(verbs) and (verbs or self.is_statement or is_next)):
            return ""
        letters = [
            letter
            for letter, name in names.items()
            if self.is_name(name, [other for each, other in names.items() if each != letter], is_next=is_next)
            and is_measured_in(name, self.unit)
            and all(HAVING[verb] & name for verb in verbs)
            and not ("age" in name and self.is_past)
        ]
        return letters[0] if len(letters) == 1 else ""

    def is_name(self, name: frozenset[str], others: Collection[frozenset[str]], *, is_next: bool) -> bool:
        """Whether the words are a name, but for those that say what it measures.

        Where the name of another quantity has some of the words too, these and one that only this name has are
        enough, as long as the unit or the verb is that of what the name measures.
        """
        telling = name - MEASURES - NOW
        if not telling or not self.words <= name:
            return False
        if telling <= self.words:
            return True
        shared = telling & frozenset[str]().union(*others)
        is_contrasted = bool(shared) and shared <= self.words and bool(self.words & telling - shared)
        goes_on = self.goes_on and is_next and bool(self.words & telling - shared)
        return goes_on or (is_contrasted and bool(self.unit or self.verbs))


def unit_after(words: Sequence[Said], at: int) -> list[str]:
    """The unit that a number is followed by: `years old`, `miles per hour`."""
    unit: list[str] = []
    while at < len(words) and (bare(words[at].name) in DIMENSIONS or (unit and words[at].name in {"per", "old"})):
        unit.append(bare(words[at].name))
        at += 1
    return unit


def is_measured_in(name: frozenset[str], unit: Sequence[str]) -> bool:
    """Whether a number with this unit can be what a name measures."""
    if not unit:
        return True
    dimension = "speed" if unit[1:] == ["per", "hour"] else DIMENSIONS[unit[0]] if "per" not in unit else ""
    return any(dimension in MEASURED_BY.get(word, ()) or dimension == DIMENSIONS.get(word) for word in name)
