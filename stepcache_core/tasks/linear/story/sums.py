"""What is said of all quantities of a word problem together, and of a division that leaves a remainder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.spoken.words import Said
from stepcache_core.tasks.linear.story.names import Names
from stepcache_core.tasks.linear.story.words import (
    BETWEEN_NAMES,
    MEASURES,
    QUANTITIES,
    TOTAL,
    UNITS,
    UNSETTLED,
    name_word,
)

_EQUAL: Final = frozenset("is are equals equal given as must add adds up comes come to and has have there".split())
"""Words that put a total and its number together."""
_ALL: Final = frozenset({"two", "both"})


def total_said(words: Sequence[Said], named: Names, values: Mapping[str, Fraction]) -> str:
    """`the total number of teachers is 45`, where every letter is a number of teachers, as the sum of the letters.

    It is read only where it is so: words can mean another total than that of the letters.
    """
    names = named.of
    numbers = [word.value for word in words if word.name == "N"]
    if len(numbers) > 1 and numbers[0] == len(values):
        numbers = numbers[1:]
    silent = BETWEEN_NAMES - UNSETTLED | _EQUAL | _ALL
    said = [word.name for word in words if word.name not in silent and word.name != "N"]
    if not UNSETTLED.isdisjoint(said):
        return ""
    adds = any(word.name in {"add", "adds"} for word in words)
    is_past = any(word.name in {"was", "were"} for word in words)
    if is_past and any("age" in name for name in names.values()):
        return ""
    if len(numbers) != 1 or names.keys() != values.keys() or len(values) < 2 or sum(values.values()) != numbers[0]:
        return ""
    if sum(word in TOTAL for word in said) + adds != 1 or "U" in said:
        return ""
    content = frozenset(name_word(word) for word in said if word not in TOTAL and word not in UNITS)
    shared = frozenset.intersection(*names.values())
    measures = MEASURES & frozenset[str]().union(*names.values()) | {"number"}
    own = content - shared - measures
    if content & QUANTITIES or not (content & shared or "age" in shared & frozenset(said)):
        return ""
    if not named.tell_all(content) or (own and not all(own & name for name in names.values())):
        return ""
    if not own <= frozenset[str]().union(*names.values()):
        return ""
    return f"{' + '.join(values)} = {numbers[0]}"


def mixture_in_words(words: Sequence[Said], spoken: Sequence[Said]) -> str:
    """`3 apples and 2 pears cost 7 dollars`, where the letters are what one of each costs; `spoken` has all words."""
    said = [word.name for word in words if word.name not in {"the", "a", "of", "|"} | UNITS | _COSTING]
    if said != ["N", "U", "and", "N", "U", "N"] or not any(word.name in _COSTING for word in spoken):
        return ""
    terms = [word.letter or str(word.value) for word in words if word.name in {"N", "U"}]
    return f"{terms[0]} * {terms[1]} + {terms[2]} * {terms[3]} = {terms[4]}"


def ratio_in_words(words: Sequence[Said]) -> str:
    """`the ratio of x to y is 3 to 2`, `the x to y ratio is 3 to 2`."""
    said = [word.name for word in words if word.name not in {"the", "a", "of", "|"}]
    if said not in _RATIOS:
        return ""
    one, other, share, rest = (word.letter or str(word.value) for word in words if word.name in {"N", "U"})
    return f"{rest} * {one} = {share} * {other}"


def division_in_words(words: Sequence[Said]) -> str:
    """`x divided by y is 3 with a remainder of 2`, in whichever words."""
    said = [word.name for word in words if word.name not in {"the", "a", "of", "when", "if", "|"}]
    for pattern in _DIVISIONS:
        if said == pattern:
            operands = [word for word in words if word.name in {"N", "U"}]
            dividend, divisor, quotient, rest = (each.letter or str(each.value) for each in operands)
            return f"{dividend} = {quotient} * {divisor} + {rest}"
    return ""


_COSTING: Final = frozenset("cost costs weigh weighs provide provides contain contains".split())
_RATIOS: Final = [phrase.split() for phrase in ("ratio U to U is N to N", "U to U ratio is N to N")]
_DIVISIONS: Final = tuple(
    [*dividend.split(), "divided", "by", divisor, *quotient.split(), *remainder.split()]
    for dividend, divisor in (("U", "U"), ("U is", "U"), ("N", "N"), ("N is", "N"))
    for quotient in ("is N", "gives N", "has quotient N", "gives quotient N", "quotient is N", "equals N")
    for remainder in ("with remainder N", "and remainder N", "and remainder is N")
)
