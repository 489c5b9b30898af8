"""When something is said to hold of ages: now, so many years ago, in so many years."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.said import Said

_YEARS: Final = frozenset({"year", "years"})
_AFTER: Final = (("ago",), ("from", "now"), ("later",), ("hence",))
_PAST: Final = frozenset({"was", "were"})


def time_at(words: Sequence[Said], at: int) -> tuple[int, Fraction | None]:
    """The length of `in 5 years`, `5 years ago` or `5 years from now` here, and the years; 0 where none stands."""
    leads = at < len(words) and words[at].name == "in"
    number = at + leads
    if [word.name for word in words[number : number + 1]] != ["N"] or not _is_years(words, number + 1):
        return 0, None
    years, end = words[number].value, number + 2
    if leads:
        return end + _stands(words, end, ("time",)) - at, years
    for phrase in _AFTER:
        if _stands(words, end, phrase):
            return end + len(phrase) - at, -years if phrase == ("ago",) else years
    return 0, None


def at_the_time(words: Sequence[Said], years: Fraction) -> list[Said] | None:
    """What is said of ages at another time, said of the ages now; None where the tense is another one."""
    out: list[Said] = []
    at = 0
    while at < len(words):
        name = words[at].name
        if name == "U":
            sign = "-" if years < 0 else "+"
            out.append(Said("U", letter=f"({words[at].letter} {sign} {abs(years)})"))
        elif (years > 0 and name == "will" and _stands(words, at + 1, ("be",))) or (years < 0 and name in _PAST):
            out.append(Said("is"))
            at += name == "will"
        elif name in {"is", "are", "be", "will"} or name in _PAST:
            return None
        else:
            out.append(words[at])
        at += 1
    return out


def _is_years(words: Sequence[Said], at: int) -> bool:
    return at < len(words) and words[at].name in _YEARS


def _stands(words: Sequence[Said], at: int, phrase: Sequence[str]) -> bool:
    return [word.name for word in words[at : at + len(phrase)]] == list(phrase)
