"""What a sentence says of the value of a named quantity: `the slower train is travelling at 42 mph`.

A sentence is read only where its words are the whole name of one quantity, a number, and a verb that says nothing
more than that the quantity has this value. The unit of the number must be one of what the name measures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.said import Said
from stepcache_core.tasks.linear.story_words import (
    ARTICLES,
    DIMENSIONS,
    HAVING,
    MEASURED_BY,
    MEASURES,
    MOVING,
    NOW,
    bare,
)

_SILENT: Final = ARTICLES | NOW | frozenset("being there".split())
_PAST: Final = frozenset({"was", "were"})
"""What is said so of an age is not its value now."""
Values = list[tuple[str, Fraction]]


def values_said(words: Sequence[Said], names: Mapping[str, frozenset[str]]) -> Values:
    """The letters and values that a sentence states; empty where it states none, or anything beside them."""
    found: Values = []
    for part in _parts(words):
        one = _value_said(part, names)
        if one is None or one[0] in [letter for letter, _ in found]:
            return []
        found.append(one)
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


def _value_said(words: Sequence[Said], names: Mapping[str, frozenset[str]]) -> tuple[str, Fraction] | None:
    places = [at for at, word in enumerate(words) if word.name == "N"]
    if len(places) != 1:
        return None
    number = places[0]
    unit = _unit_after(words, number + 1)
    rest = [word.name for at, word in enumerate(words) if not number <= at <= number + len(unit)]
    verbs = [word for word in rest if word in HAVING]
    if not number or (not unit and not MOVING.isdisjoint(verbs)):
        return None
    said = frozenset(bare(word) for word in rest if not (word in _SILENT or word in HAVING))
    letters = [
        letter
        for letter, name in names.items()
        if _is_name(said, name)
        and _measures(name, unit)
        and all(HAVING[verb] & name for verb in verbs)
        and ("age" not in name or _PAST.isdisjoint(rest))
    ]
    return (letters[0], words[number].value) if len(letters) == 1 else None


def _unit_after(words: Sequence[Said], at: int) -> list[str]:
    """The unit that a number is followed by: `years old`, `miles per hour`."""
    unit: list[str] = []
    while at < len(words) and (bare(words[at].name) in DIMENSIONS or (unit and words[at].name in {"per", "old"})):
        unit.append(bare(words[at].name))
        at += 1
    return unit


def _is_name(said: frozenset[str], name: frozenset[str]) -> bool:
    """Whether words are a name, but for the words that say what it measures."""
    telling = name - MEASURES - NOW
    return bool(telling) and telling <= said <= name


def _measures(name: frozenset[str], unit: Sequence[str]) -> bool:
    """Whether a number with this unit can be what a name measures."""
    if not unit:
        return True
    dimension = "speed" if unit[1:] == ["per", "hour"] else DIMENSIONS[unit[0]] if "per" not in unit else ""
    return any(dimension in MEASURED_BY.get(word, ()) for word in name)
