"""How far each of two has come: `the distance travelled by the slower car is 2x`, where x is its speed.

Such a sentence is read only where the letters are speeds, and the problem tells one time, in which they come together
as far as it tells. The way of the one that is named is then its speed in this time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from stepcache_core.tasks.linear.lexer import STOP
from stepcache_core.tasks.linear.polynomial import letter_of, number
from stepcache_core.tasks.linear.reading import SENTENCE_END, Item, read
from stepcache_core.tasks.linear.story.amounts import Word, with_amounts
from stepcache_core.tasks.linear.story.names import Names
from stepcache_core.tasks.linear.story.told import Story
from stepcache_core.tasks.linear.story.words import DIMENSIONS, MEASURES, NARRATED, NOW, bare, name_word

_MOTION: Final = frozenset({"speed", "rate"})
_HOURS: Final = frozenset({"hour", "hours"})
_SHORT_HOURS: Final = frozenset({"hour", "hr", "hrs", "h"})
_TIME: Final = _SHORT_HOURS | {"minute", "min", "day", "second"}
_WAY: Final = frozenset("traveled travelled covered travels covers travel".split())
_SILENT: Final = _WAY | frozenset(
    "the a an for of in at by has have had will is are was which that means so then thus therefore similarly likewise "
    "after it he she his her its distance |".split()
)


class Ways:
    """Reads what an answer says of the ways of those whose speeds its letters are.

    Args:
        story: The word problem.
        names: What its letters are called so far.
        values: The value of each letter.
        are_proved: Tells whether the names are what the letters of the problem stand for.
    """

    def __init__(
        self, story: Story, names: Names, values: Mapping[str, Fraction], are_proved: Callable[[], bool]
    ) -> None:
        self.names = names
        self.are_proved = are_proved
        self.values = values
        self.hours = _hours_of_both(story, values)
        self.units = frozenset(word for word in story.vocabulary if DIMENSIONS.get(word) == "length")

    def without_ways(self, text: str) -> tuple[str, bool]:
        """The text with its sentences of ways in signs, and whether one says what must be so."""
        if not self.hours or not self.are_speeds():
            return text, False
        follows = False
        edits: list[tuple[int, int, str]] = []
        for items in _sentences(read(text)):
            said = self.sentence(items)
            if said is not None:
                follows = follows or not said
                edits.append((items[0].start, items[-1].end, f". {said} ." if said else NARRATED))
        for start, end, said in reversed(edits):
            text = text[:start] + said + text[end:]
        return text, follows

    def are_speeds(self) -> bool:
        names = self.names.of
        return names.keys() == self.values.keys() and all(name & _MOTION for name in names.values())

    def sentence(self, items: Sequence[Item]) -> str | None:
        """What a sentence says: an empty string for what must be so, equations that are to judge, or None."""
        words = with_amounts(items)
        amounts = [at for at, word in enumerate(words) if word.form is not None]
        if not amounts or any(words[at].name == "=" for at in amounts[:-1]):
            return None
        way, after = words[amounts[-1]], words[amounts[-1] + 1 :]
        told = self.without_time_and_speed(words[: amounts[-1]])
        is_length = bool(after) and bare(after[0].name) in self.units
        if told is None or len(after) > is_length:
            return None
        before, speed = told
        said = {word.name for word in before}
        if "distance" not in said and not (is_length and said & _WAY):
            return None
        letter = self.letter_of(frozenset(name_word(word) for word in said - _SILENT - {NARRATED}))
        if not letter or way.form is None or not self.are_proved():
            return None
        pairs = [(letter_of(letter).scaled(self.hours), f"{self.hours} * {letter}", way)]
        pairs += [(letter_of(letter), letter, speed)] if speed is not None else []
        return ", ".join(f"{text} = {amount.text}" for form, text, amount in pairs if form != amount.form)

    def without_time_and_speed(self, words: Sequence[Word]) -> tuple[list[Word], Word | None] | None:
        """The words without `3 hours` and `at a rate of (x + 5) mph`, and the speed; None where the time is another."""
        out: list[Word] = []
        speed: Word | None = None
        at = 0
        while at < len(words):
            unit = words[at + 1].name if at + 1 < len(words) else ""
            is_rate = [word.name for word in out[-3:]] in (["a", "rate", "of"], ["a", "speed", "of"])
            if words[at].form is None:
                out.append(words[at])
                at += 1
            elif unit in _HOURS and words[at].form == number(self.hours):
                at += 2
            elif DIMENSIONS.get(unit) == "speed" and speed is None and is_rate:
                speed, out = words[at], out[:-3]
                at += 2
            else:
                return None
        return out, speed

    def letter_of(self, content: frozenset[str]) -> str:
        """The letter that is the speed of the one with this name."""
        found = [letter for letter, name in self.names.of.items() if name - MEASURES - NOW == content]
        return found[0] if len(found) == 1 else ""


def _hours_of_both(story: Story, values: Mapping[str, Fraction]) -> Fraction:
    """The only time that the problem tells, in which two come together as far as it tells; else zero."""
    told = [(one, two) for one, two in pairwise(story.words) if one[:1].isdigit()]
    times = {one for one, unit in told if bare(unit) in _TIME}
    lengths = {Fraction(one) for one, unit in told if DIMENSIONS.get(bare(unit)) == "length"}
    is_in_hours = all(bare(unit) not in _TIME or bare(unit) in _SHORT_HOURS for _, unit in told)
    if len(times) != 1 or len(values) != 2 or not is_in_hours:
        return Fraction(0)
    hours = Fraction(*times)
    one, other = values.values()
    return hours if {hours * (one + other)} & lengths else Fraction(0)


def _sentences(items: Sequence[Item]) -> Iterator[list[Item]]:
    """The items of each sentence; one that goes on behind a colon may do so in another line."""
    sentence: list[Item] = []
    for item in items:
        is_end = item.kind == STOP and item.text in SENTENCE_END
        goes_on = item.text == "\n" and bool(sentence) and sentence[-1].text == ":"
        if not is_end:
            sentence.append(item)
        elif sentence and not goes_on:
            yield sentence
            sentence = []
    if sentence:
        yield sentence
