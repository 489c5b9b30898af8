"""Sentences of a worked word problem that say something of its quantities, as the equations that they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Final

from stepcache_core.tasks.linear.polynomial import Expression
from stepcache_core.tasks.linear.reading import read
from stepcache_core.tasks.linear.spoken.sentence import equation_in_words
from stepcache_core.tasks.linear.spoken.words import Said
from stepcache_core.tasks.linear.story.names import Names
from stepcache_core.tasks.linear.story.sums import division_in_words, mixture_in_words, ratio_in_words, total_said
from stepcache_core.tasks.linear.story.times import at_the_time, at_two_times, times_in
from stepcache_core.tasks.linear.story.told import Story
from stepcache_core.tasks.linear.story.values import is_measured_in, unit_after, values_said
from stepcache_core.tasks.linear.story.words import (
    ARTICLES,
    COMPARING,
    COMPARISONS,
    DIMENSIONS,
    LEADING,
    MEASURES,
    MOVES,
    MOVING,
    NOW,
    QUANTITIES,
    SIZES,
    TRAILING,
    UNITS,
    bare,
    name_word,
    rate_word,
    stands,
)

_NUMBERS: Final = frozenset({"number", "integer"})
_SECONDS: Final = frozenset({"second", "seconds"})


class Sentences:
    """Reads what sentences say of named quantities.

    Args:
        story: The word problem.
        names: What its letters are called so far.
        values: The value of each letter.
    """

    def __init__(self, story: Story, names: Names, values: Mapping[str, Fraction]) -> None:
        self.story = story
        self.names = names
        self.values = values

    def in_signs(self, words: Sequence[Said]) -> str:
        """The equation that a sentence says of named quantities, or an empty string."""
        if not self.story.has_units_of(words):
            return ""
        if any(one.name.endswith("'s") and bare(one.name) == bare(two.name) for one, two in pairwise(words)):
            return ""
        words = self.names.without_owners(self.story.without_rates(self.with_rates(words)), self.story)
        times = times_in(words)
        if not times:
            return self.led_to(words, self.equation)
        at, length, _ = times[-1]
        if len(times) == 1 and at > 1 and words[at - 1].name == "and":
            now, then = self.led_to(words[: at - 1], self.equation), self.in_signs(words[at:])
            if now and then:
                return f"{now}, {then}"
        last = at
        if len(times) > 2 or (len(times) == 2 and last + length < len(words)):
            return ""
        for at, length, _ in reversed(times):
            words = [*words[:at], *words[at + length :]]
        return self.led_to(words, partial(self.at_other_times, [years for _, _, years in times]))

    def with_rates(self, words: Sequence[Said]) -> list[Said]:
        """The words with `8 percent` as one word, where it stands in a name."""
        out: list[Said] = []
        for word in words:
            rate = rate_word(out[-1].value) if word.name == "percent" and out and out[-1].name == "N" else ""
            if rate in self.names.words:
                out[-1] = Said(rate)
            else:
                out.append(word)
        return out

    def led_to(self, words: Sequence[Said], read: Callable[[Sequence[Said]], str]) -> str:
        """What is read from the words, or from those that are left without their first ones, which say nothing."""
        while words:
            said = read(words)
            if said or words[0].name not in LEADING:
                return said
            words = words[1:]
        return ""

    def equation(self, words: Sequence[Said]) -> str:
        said = words
        words = _there_are([word for word in self.with_letters(words) if word.name not in NOW])
        if not self.has_units_of_what_is_measured(words, said):
            return ""
        while words and words[-1].name in TRAILING:
            words = words[:-1]
        words = self.without_place(words)
        if not self.compares_what_is_measured(words, said):
            return ""
        for place, word in enumerate(words):
            if word.name == "and" and 0 < place < len(words) - 1:
                parts = [equation_in_words(part) for part in (words[:place], words[place + 1 :])]
                if all(parts):
                    return ", ".join(parts)
        return (
            self.pair_of_values(words)
            or equation_in_words(words)
            or division_in_words(words)
            or ratio_in_words(self.with_letters(told := self.story.without_places(said)))
            or mixture_in_words(words, said)
            or self.values_said(said)
            or self.values_said(told)
            or self.named_in_words(said)
            or total_said(told, self.names, self.values)
        )

    def named_in_words(self, words: Sequence[Said]) -> str:
        """`the father is 4 times as old as she is`, which names the last letter that has no name."""
        at = next((at for at, word in enumerate(words) if word.name in {"is", "are"}), 0)
        name = frozenset(name_word(word.name) for word in words[:at] if word.name not in ARTICLES)
        name |= {"age"} if any(word.name in {"old", "older", "younger"} for word in words) else set()
        letter = self.names.letter_for(name) if name and "N" not in name else ""
        if not letter:
            return ""
        said = equation_in_words([Said("U", letter=letter), *self.with_letters(words[at:])])
        run = read(said)[0].run if said else None
        if run is None or letter in run.sides[-1].names or not run.names <= self.values.keys():
            return ""
        one, other = (Expression(side.tokens, self.values, {}).polynomial for side in run.sides)
        if one != other or len(run.names) < 2:
            return ""
        self.names.of[letter] = name
        return said

    def at_other_times(self, years: Sequence[Fraction], words: Sequence[Said]) -> str:
        """`A will be twice as old as B`, said of their ages in so many years, or of one in years and one years ago."""
        if any(word.name in NOW for word in words):
            return ""
        words = self.with_letters(words)
        letters = [word.letter for word in words if word.name == "U"]
        then = at_the_time(words, years[0]) if len(years) == 1 else at_two_times(words, years[0], years[1])
        of_ages = all("age" in self.names.of.get(letter, ()) for letter in letters)
        return equation_in_words(then) if then is not None and of_ages else ""

    def values_said(self, words: Sequence[Said]) -> str:
        """`the slower car is going 42 mph`, `our answer of 9 and 12 is correct`."""
        if stands(("answer", "of"), words, 0) and stands(("is", "correct"), words, len(words) - 2):
            words = [Said("is"), *words[2:-2]]
            if pair := self.pair_of_values([Said("number"), Said("are"), *words[1:]]):
                return pair if self.are_numbers() else ""
        return ", ".join(
            f"{letter} = {value}" for letter, value in values_said(self.without_actor(words), self.names.of)
        )

    def without_actor(self, words: Sequence[Said]) -> Sequence[Said]:
        """The words without who does what they say, where the problem says so too: `Nina invested 500`."""
        if len(words) < 3 or words[0].name in self.names.words | MEASURES | QUANTITIES:
            return words
        deed = bare(words[1].name)
        told = deed in self.names.words and self.story.tells_that(bare(words[0].name), deed)
        return words[1:] if told else words

    def are_numbers(self) -> bool:
        """Whether the problem asks for two numbers and nothing that they measure."""
        told = any(self.story.tells_of_two(noun) for noun in _NUMBERS)
        return told or (len(self.names.of) == 2 and all(name & _NUMBERS for name in self.names.of.values()))

    def without_place(self, words: list[Said]) -> list[Said]:
        """The words without the place of the story that they end with: `in the history class`."""
        for at in range(len(words) - 1, 0, -1):
            if words[at].name in {"in", "at", "on"} and at + 1 < len(words):
                place = {bare(word.name) for word in words[at + 1 :] if word.name not in ARTICLES}
                return words[:at] if place and place <= self.story.vocabulary - self.names.words - UNITS else words
        return words

    def pair_of_values(self, words: Sequence[Said]) -> str:
        """`the two numbers are 5 and 7`, where there are two of them: in either order."""
        if [word.name for word in words[-4:]] != ["are", "N", "and", "N"] or len(self.values) != 2:
            return ""
        noun = {bare(word.name) for word in words[:-4] if word.name not in ARTICLES and word.name != "N"}
        if len(noun) != 1 or not noun <= _NUMBERS:
            return ""
        if any(word.name == "N" and word.value != len(self.values) for word in words[:-4]):
            return ""
        stated = [words[-3].value, words[-1].value]
        letters = list(self.values)
        if stated != [self.values[letter] for letter in letters]:
            letters.reverse()
        return ", ".join(f"{letter} = {value}" for letter, value in zip(letters, stated, strict=True))

    def compares_what_is_measured(self, words: Sequence[Said], said: Sequence[Said]) -> bool:
        """Whether what is compared is what the names of the letters measure: a speed is not older than another."""
        names = [self.names.of.get(word.letter, frozenset()) for word in words if word.name == "U"]
        measured = [name & (MEASURES - UNITS - _NUMBERS | {"age"}) for name in names]
        spoken = frozenset(one.name for one, two in pairwise(said) if two.name in {"than", "as"})
        return not any(
            spoken & comparing and any(measures and not measures & fitting for measures in measured)
            for comparing, fitting in COMPARING
        )

    def has_units_of_what_is_measured(self, words: Sequence[Said], said: Sequence[Said]) -> bool:
        """Whether the units of numbers, and those at the end, are of what the letters measure: no age is in dollars."""
        units = [unit_after(said, at) for at, word in enumerate(said, 1) if word.name == "N"]
        units += [[bare(word.name)] for word in words[-1:] if bare(word.name) in DIMENSIONS]
        if any(one.name == "N" and two.name in _SECONDS for one, two in pairwise(said)):
            return False
        letters = {word.letter for word in words if word.name == "U"} or self.values.keys()
        names = [self.names.of.get(letter, frozenset()) for letter in letters]
        return all(is_measured_in(name, unit) for unit in units if unit for name in names)

    def compared(self, words: Sequence[Said]) -> Sequence[Said]:
        """`A is travelling 5 mph faster than B` as `A is 5 mph faster than B`, where the letters are speeds."""
        after = [*words[1:], Said("than")]
        is_comparison = any(
            word.name in {"faster", "slower"} and other.name == "than" for word, other in zip(words, after, strict=True)
        )
        if not is_comparison or not self.names.shared & {"speed", "rate"}:
            return words
        out: list[Said] = []
        for word in words:
            if word.name in MOVES:
                out.append(Said("is"))
            elif word.name not in MOVING or not (out and out[-1].name in {"is", "was"}):
                out.append(word)
        mentioned = {letter for at in range(len(out)) if (letter := self.names.at(out, at)[1])}
        if out[-1].name in {"faster", "slower"} and len(mentioned) == 1 and len(self.values) == 2:
            (other,) = self.values.keys() - mentioned
            out += [Said("than"), Said("U", letter=other)]
        return [Said("is") if word.name == "was" else word for word in out]

    def with_letters(self, words: Sequence[Said]) -> list[Said]:
        """The words with letters for the quantities they name, and comparisons said in one way."""
        words = self.compared(words)
        out: list[Said] = []
        at = 0
        while at < len(words):
            if both := self.both(words, at):
                at += both
                one, other = self.values
                out += [Said("U", letter=one), Said("and"), Said("U", letter=other)]
                continue
            comparison = next((each for each in COMPARISONS if stands(each[0], words, at)), None)
            length, letter = self.named_at(words, at, out) if comparison is None else (0, "")
            if comparison is not None:
                out += [Said(word) for word in comparison[1]]
                at += len(comparison[0])
            elif letter:
                out.append(Said("U", letter=letter))
                at += length
                at += at < len(words) and words[at] == out[-1]
            elif words[at].name in UNITS and out and (out[-1].name == "N" or words[at - 1].name in UNITS):
                at += 1
            elif words[at].name == "per" and at + 1 < len(words) and words[at + 1].name in UNITS:
                at += 2
            else:
                out.append(words[at])
                at += 1
        return out

    def named_at(self, words: Sequence[Said], at: int, before: Sequence[Said]) -> tuple[int, str]:
        """How many words here name a quantity, and which: by its name, as the larger number, as the other one."""
        length, letter = self.names.at(words, at)
        if letter or len(self.values) != 2:
            return length, letter
        first = at + (words[at].name == "the")
        size = SIZES.get(name_word(words[first].name)) if first < len(words) else None
        noun = bare(words[first + 1].name) if first + 1 < len(words) else ""
        if size and noun in _NUMBERS and self.are_numbers() and len(set(self.values.values())) == 2:
            return first + 2 - at, size(self.values, key=lambda each: self.values[each])
        mentioned = {word.letter for word in before if word.name == "U"}
        if noun in _NUMBERS and words[at].name == "N" and words[at].value == 1 and self.are_numbers():
            later = {self.names.at(words, place)[1] for place in range(first + 2, len(words))} - {""}
            if len(later) == 1 and {"other", "another"}.isdisjoint(word.name for word in words):
                (other,) = self.values.keys() - later
                return 2, other
        if words[at].name == "the" and stands(("other",), words, first) and len(mentioned) == 1:
            (other,) = self.values.keys() - mentioned
            return first + 1 + (noun in self.names.shared | _NUMBERS | {"one"}) - at, other
        return 0, ""

    def both(self, words: Sequence[Said], at: int) -> int:
        """How many words here name both quantities, after "the sum of", where there are just two; else 0."""
        if len(self.values) != 2 or [word.name for word in words[at - 2 : at]] not in (["sum", "of"], ["total", "of"]):
            return 0
        end = at
        while end < len(words) and (words[end].name in ARTICLES or (words[end].name == "N" and words[end].value == 2)):
            end += 1
        noun = bare(words[end].name) if end < len(words) else ""
        is_of_both = noun in self.names.shared
        return end + 1 - at if is_of_both or (noun in _NUMBERS and self.are_numbers()) else 0


def _there_are(words: list[Said]) -> list[Said]:
    """`there are 5 U` said as `U is 5`."""
    if [word.name for word in words[:4]] in (["there", "are", "N", "U"], ["there", "is", "N", "U"]):
        return [words[3], Said("is"), words[2], *words[4:]]
    return list(words)
