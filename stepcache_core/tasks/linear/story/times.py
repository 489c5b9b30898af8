"""When something is said to hold of ages: now, so many years ago, in so many years."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.spoken.words import Said

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


def times_in(words: Sequence[Said]) -> list[tuple[int, int, Fraction]]:
    """The place, the length and the years of every time that is named."""
    found: list[tuple[int, int, Fraction]] = []
    at = 0
    while at < len(words):
        length, years = time_at(words, at)
        if years is not None:
            found.append((at, length, years))
        at += length or 1
    return found


def at_two_times(words: Sequence[Said], years: Fraction, last: Fraction) -> list[Said] | None:
    """What is said of ages at one time and of the last age at another: `A will be twice as old as B was`."""
    verb = ["was"] if last < 0 else ["will", "be"]
    place = len(words) - len(verb) - 1
    if place < 1 or words[place].name != "U" or [word.name for word in words[place + 1 :]] != verb:
        return None
    then = at_the_time(words[:place], years)
    return None if then is None else [*then, _shifted(words[place], last)]


def _shifted(word: Said, years: Fraction) -> Said:
    return Said("U", letter=f"({word.letter} {'-' if years < 0 else '+'} {abs(years)})")


def at_the_time(words: Sequence[Said], years: Fraction) -> list[Said] | None:
    """What is said of ages at another time, said of the ages now; None where the tense is another one."""
    words = _without_verb_of_the_last(words, years)
    out: list[Said] = []
    at = 0
    while at < len(words):
        name = words[at].name
        if name == "U":
            out.append(_shifted(words[at], years))
        elif (years > 0 and name == "will" and _stands(words, at + 1, ("be",))) or (years < 0 and name in _PAST):
            out.append(Said("is"))
            at += name == "will"
        elif name in {"is", "are", "be", "will"} or name in _PAST:
            return None
        else:
            out.append(words[at])
        at += 1
    return out


def _without_verb_of_the_last(words: Sequence[Said], years: Fraction) -> Sequence[Said]:
    """Without the end of `twice as old as B was then`, `twice as old as B will be`."""
    for verb in (("was", "then"), ("was",)) if years < 0 else (("will", "be", "then"), ("will", "be")):
        before = len(words) - len(verb)
        if before > 1 and _stands(words, before, verb) and words[before - 1].name == "U":
            return words[:before]
    return words


def _is_years(words: Sequence[Said], at: int) -> bool:
    return at < len(words) and words[at].name in _YEARS


def _stands(words: Sequence[Said], at: int, phrase: Sequence[str]) -> bool:
    return [word.name for word in words[at : at + len(phrase)]] == list(phrase)
