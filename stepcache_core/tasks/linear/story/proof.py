"""Whether the names that an answer gives to its letters are what the letters of the problem stand for.

The equations of a problem do not say what their letters are; its own sentences do. Names are proved where these
sentences, read with the names, hold for the values of the letters, and would not hold if the names changed places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Final

from stepcache_core.tasks.linear.algebra import ONE, NotLinearError
from stepcache_core.tasks.linear.polynomial import Expression, Polynomial, number
from stepcache_core.tasks.linear.reading import read
from stepcache_core.tasks.linear.story.names import Names
from stepcache_core.tasks.linear.story.told import Story
from stepcache_core.tasks.linear.story.words import LESS, MEASURES, MORE

MAX_LETTERS: Final = 3
_SIZES: Final = frozenset({"larger", "smaller"})
_NUMBERS: Final = frozenset({"number", "integer", "unknown"})
_ORDER: Final = frozenset({"first", "second"})
_TELLING_APART: Final = _ORDER | {"1", "other", "another", "former", "latter"} | MORE | LESS


def names_are_proved(names: Names, story: Story, values: Mapping[str, Fraction], told: Sequence[str]) -> bool:
    """Whether the letters are what their names say.

    Args:
        names: The names.
        story: The word problem.
        values: The value of each letter.
        told: The equations that the sentences of the problem are when read with these names.
    """
    if names.of.keys() != values.keys() or len(values) > MAX_LETTERS:
        return False
    if len(values) == 1:
        ((letter, name),) = names.of.items()
        is_told = _hold(told, values) and not _hold(told, {letter: values[letter] + 1})
        return (name <= _NUMBERS and bool(name & story.vocabulary)) or story.asks_for(name) or is_told
    if len(set(values.values())) < len(values):
        return False
    return _are_numbers(names, story) or _are_two_of_a_kind(names, story) or _are_told(told, values)


def _are_numbers(names: Names, story: Story) -> bool:
    """Whether the problem tells of two numbers, and the names are the larger and the smaller, or tell nothing apart.

    A name that says which is larger fits the values. Where the problem does not say which one is the first, either is.
    """
    told = any(story.tells_of_two(each) or story.tells_of_one_and_other(each) for each in _NUMBERS)
    if not told or len(names.of) != 2 or not names.shared & _NUMBERS:
        return False
    own = [{word for word in name - _NUMBERS if not word.startswith("=")} for name in names.of.values()]
    is_free = all(words <= _ORDER for words in own) and _ORDER.isdisjoint(story.words)
    return is_free or own[0] | own[1] == _SIZES


def _are_two_of_a_kind(names: Names, story: Story) -> bool:
    """Whether the names are the first and the second of two things that the problem does not tell apart."""
    own = [name - names.shared for name in names.of.values()]
    is_told = any(story.tells_of_two(noun) for noun in names.shared - MEASURES)
    is_free = _TELLING_APART.isdisjoint(story.words)
    return is_told and is_free and len(own) == 2 and own[0] | own[1] == _ORDER


def _are_told(told: Sequence[str], values: Mapping[str, Fraction]) -> bool:
    """Whether what the problem tells holds, and not with the letters in any other order."""
    return _hold(told, values) and not any(
        _hold(told, dict(zip(values, other, strict=True)))
        for other in permutations(values.values())
        if list(other) != list(values.values())
    )


def _hold(told: Sequence[str], values: Mapping[str, Fraction]) -> bool:
    differences = [difference for said in told for difference in _differences(said, values)]
    return bool(differences) and not any(difference.terms for difference in differences)


def _differences(said: str, values: Mapping[str, Fraction]) -> list[Polynomial]:
    """What the sides of equations differ by; one that cannot be read is taken to be false."""
    found: list[Polynomial] = []
    for item in read(said):
        if item.run is None:
            continue
        try:
            left, right = (Expression(side.tokens, values, {}).polynomial for side in item.run.sides)
        except (NotLinearError, ValueError):
            return [number(ONE)]
        found.append(left.minus(right))
    return found
