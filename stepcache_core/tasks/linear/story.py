"""Prose of a worked word problem, where the equations are known: what it says of quantities is said in signs.

An answer names its letters ("Let x be the number of adults"), and then speaks of them by these names. A sentence that
says something of named quantities becomes the equation that it is ("the father is 3 times as old as the son" is
`y = 3x`), and is judged like any other. What only repeats the problem's own words, and words of the problem that
carry no number, comparison or negation, say nothing of an equation. All else stays as it is, and is not understood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Final

from stepcache_core.tasks.linear.lexer import CLOSE, LABEL, NAME, OPEN, STOP, WORD
from stepcache_core.tasks.linear.polynomial import Expression
from stepcache_core.tasks.linear.reading import Item, read
from stepcache_core.tasks.linear.said import NotPlainError, Said, words_of
from stepcache_core.tasks.linear.speech import equation_in_words
from stepcache_core.tasks.linear.story_names import Names
from stepcache_core.tasks.linear.story_text import plain_step, plain_story
from stepcache_core.tasks.linear.story_time import at_the_time, time_at
from stepcache_core.tasks.linear.story_told import Story
from stepcache_core.tasks.linear.story_values import values_said
from stepcache_core.tasks.linear.story_words import (
    ARTICLES,
    COMPARISONS,
    IMPLIED,
    JUDGED_BY_THE_READER,
    LEADING,
    NARRATED,
    NOW,
    PASSED_OVER,
    QUANTITIES,
    TOLD,
    TRAILING,
    UNITS,
    bare,
)

Edit = tuple[int, int, str]
MAX_CLAUSE: Final = 40
"""Words a sentence may have that is looked at."""

def in_signs(story: str, values: Mapping[str, Fraction], texts: Sequence[str]) -> list[str]:
    """The steps of an answer to a word problem, with their prose said in signs; as they are where there is no story."""
    if not story:
        return list(texts)
    narrator = Narrator(story, values)
    return [narrator.say(text) for text in texts]


class Narrator:
    """Says the steps of one answer in signs, in their order.

    Args:
        story: The word problem.
        values: The value of each letter of its equations.
    """

    def __init__(self, story: str, values: Mapping[str, Fraction]) -> None:
        self.story = Story(plain_story(story))
        self.values = values
        self.names = Names(values, self.story.vocabulary)

    def say(self, text: str) -> str:
        """A step with its prose in signs wherever that can be read in one way."""
        text = self.names.without_definitions(plain_step(text))
        edits: list[Edit] = []
        clauses = list(_clauses(read(text)))
        at = 0
        while at < len(clauses):
            items, after = clauses[at], clauses[at + 1] if at + 1 < len(clauses) else None
            if after and text[items[-1].end : after[0].start].strip() == "," and self.says_when(items):
                edits += self.clause([*items, *after]) or self.narrated(items) + self.narrated(after)
                at += 2
            else:
                edits += self.clause(items) or self.narrated(items)
                at += 1
        for start, end, said in reversed(edits):
            text = text[:start] + said + text[end:]
        return text

    # -- sentences ---------------------------------------------------------------------------------------------------

    def clause(self, items: Sequence[Item]) -> list[Edit]:
        """What a piece of text without a stop in it, or with one after the time it speaks of, becomes as a whole."""
        start, end = items[0].start, items[-1].end
        if (said := self.expression_named(items)) and len(items) <= MAX_CLAUSE:
            return [(start, end, said)]
        if any(item.run is not None and item.run.is_equation for item in items):
            return []
        if len(items) <= MAX_CLAUSE and (said := self.in_signs(items)):
            return [(start, end, f". {said} .")]
        return [(start, end, NARRATED)] if self.story.says(items) else []

    def says_when(self, items: Sequence[Item]) -> bool:
        """Whether a piece of text says no more than `in 5 years`."""
        words = self.words(items)
        while words and words[0].name in LEADING - {"in"}:
            words = words[1:]
        return bool(words) and time_at(words, 0)[0] == len(words)

    def words(self, items: Sequence[Item]) -> list[Said]:
        """The words of a piece of text without those that say nothing; none where it holds more than words."""
        try:
            words = words_of([_without_brackets(item) for item in items])
        except NotPlainError:
            return []
        out: list[Said] = []
        at = 0
        while at < len(words):
            phrase = next((each for each in PASSED_OVER if _stands(each, words, at)), None)
            out += [words[at]] if phrase is None else []
            at += len(phrase or " ")
        return out

    def expression_named(self, items: Sequence[Item]) -> str:
        """`then the faster car is x + 6`, which names the last letter that has no name: the equation that it is."""
        at = next((at for at, item in enumerate(items) if item.run is not None), 0)
        run = items[at].run
        words = [item.text for item in items[:at]]
        rest = items[at + 1 :]
        if (
            run is None
            or any(item.kind != WORD for item in items[:at])
            or any(bare(item.text) not in UNITS for item in rest)
        ):
            return ""
        if not run.is_equation:
            verb = next((each for each in IMPLIED if words[-len(each) :] == list(each)), None)
            words = words[: -len(verb)] if verb else []
        while words and words[0] in LEADING:
            words = words[1:]
        side = run.sides[-1] if not run.is_equation or run.sides[0].tokens else run.sides[1]
        name = frozenset(bare(word) for word in words if word not in ARTICLES)
        if not name or (run.is_equation and run.sides[0].tokens) or not (letter := self.names.letter_of(side, name)):
            return ""
        self.names.of[letter] = name
        chain = " = ".join(side.text for side in run.sides if side.tokens)
        return f". {letter} = {chain} ."

    def narrated(self, items: Sequence[Item]) -> list[Edit]:
        """Names of quantities, and words of the problem that say nothing of an equation."""
        edits: list[Edit] = []
        words = [Said(item.text if item.kind == WORD else "") for item in items]
        at = 0
        while at < len(items):
            length, letter = self.names.at(words, at)
            length = length or self.both_at(words, at)
            if length:
                after = items[at + length].run if at + length < len(items) else None
                is_side = after is not None and after.is_equation and not after.sides[0].tokens
                is_whole = at == 0 or words[at - 1].name in LEADING
                said = letter if letter and is_side and is_whole else NARRATED
                edits.append((items[at].start, items[at + length - 1].end, said))
                at += length
                continue
            if self.is_narration(words[at].name):
                edits.append((items[at].start, items[at].end, NARRATED))
            at += 1
        return edits

    def is_narration(self, text: str) -> bool:
        """Whether a word tells the story, and says nothing of an equation."""
        word = text if text in TOLD else bare(text)
        if not word or text in JUDGED_BY_THE_READER or not QUANTITIES.isdisjoint((word, text, *text.split("-"))):
            return False
        return word in TOLD or word in self.story.vocabulary or word in self.names.words

    def both_at(self, words: Sequence[Said], at: int) -> int:
        """The length of `two numbers`, `both trains` where there are two of them."""
        if at + 1 >= len(words) or words[at].name not in {"two", "both"} or words[at + 1].name in UNITS:
            return 0
        noun = words[at + 1].name
        told = self.story.tells_of_two(bare(noun))
        plain = noun in {"numbers", "unknowns", "equations", "variables"} and len(self.values) == 2
        return 2 * (told or plain)

    def in_signs(self, items: Sequence[Item]) -> str:
        """The equation that a sentence says of named quantities, or an empty string."""
        words = self.words(items)
        if not self.story.has_units_of(words):
            return ""
        for at in range(len(words)):
            length, years = time_at(words, at)
            if years is not None:
                return self.led_to([*words[:at], *words[at + length :]], partial(self.at_another_time, years))
        return self.led_to(words, self.equation)

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
        while words and words[-1].name in TRAILING:
            words = words[:-1]
        words = self.without_place(words)
        for place, word in enumerate(words):
            if word.name == "and" and 0 < place < len(words) - 1:
                parts = [equation_in_words(part) for part in (words[:place], words[place + 1 :])]
                if all(parts):
                    return ", ".join(parts)
        return (
            self.pair_of_values(words)
            or equation_in_words(words)
            or self.values_said(said)
            or self.named_in_words(said)
        )

    def named_in_words(self, words: Sequence[Said]) -> str:
        """`the father is 4 times as old as she is`, which names the last letter that has no name."""
        at = next((at for at, word in enumerate(words) if word.name in {"is", "are"}), 0)
        name = frozenset(bare(word.name) for word in words[:at] if word.name not in ARTICLES)
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

    def at_another_time(self, years: Fraction, words: Sequence[Said]) -> str:
        """`A will be twice as old as B`, said of their ages in so many years."""
        if any(word.name in NOW for word in words):
            return ""
        words = self.with_letters(words)
        letters = [word.letter for word in words if word.name == "U"]
        then = at_the_time(words, years)
        of_ages = all("age" in self.names.of.get(letter, ()) for letter in letters)
        return equation_in_words(then) if then is not None and of_ages else ""

    def values_said(self, words: Sequence[Said]) -> str:
        """`the slower car is going 42 mph`, `our answer of 9 and 12 is correct`."""
        if _stands(("answer", "of"), words, 0) and _stands(("is", "correct"), words, len(words) - 2):
            words = [Said("is"), *words[2:-2]]
            if pair := self.pair_of_values([Said("number"), Said("are"), *words[1:]]):
                return pair if self.story.tells_of_two("number") or self.story.tells_of_two("integer") else ""
        return ", ".join(f"{letter} = {value}" for letter, value in values_said(words, self.names.of))

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
        if len(noun) != 1 or not noun <= {"number", "integer"}:
            return ""
        if any(word.name == "N" and word.value != len(self.values) for word in words[:-4]):
            return ""
        stated = [words[-3].value, words[-1].value]
        letters = list(self.values)
        if stated != [self.values[letter] for letter in letters]:
            letters.reverse()
        return ", ".join(f"{letter} = {value}" for letter, value in zip(letters, stated, strict=True))

    def with_letters(self, words: Sequence[Said]) -> list[Said]:
        """The words with letters for the quantities they name, and comparisons said in one way."""
        out: list[Said] = []
        at = 0
        while at < len(words):
            if both := self.both(words, at):
                at += both
                one, other = self.values
                out += [Said("U", letter=one), Said("and"), Said("U", letter=other)]
                continue
            length, letter = self.names.at(words, at)
            if letter:
                out.append(Said("U", letter=letter))
                at += length
                at += at < len(words) and words[at] == out[-1]
                continue
            comparison = next((each for each in COMPARISONS if _stands(each[0], words, at)), None)
            if comparison is not None:
                out += [Said(word) for word in comparison[1]]
                at += len(comparison[0])
            elif words[at].name in UNITS and out and (out[-1].name == "N" or words[at - 1].name in UNITS):
                at += 1
            elif words[at].name == "per" and at + 1 < len(words) and words[at + 1].name in UNITS:
                at += 2
            else:
                out.append(words[at])
                at += 1
        return out

    def both(self, words: Sequence[Said], at: int) -> int:
        """How many words here name both quantities, after "the sum of", where there are just two; else 0."""
        if len(self.values) != 2 or [word.name for word in words[at - 2 : at]] not in (["sum", "of"], ["total", "of"]):
            return 0
        end = at
        while end < len(words) and (words[end].name in ARTICLES or (words[end].name == "N" and words[end].value == 2)):
            end += 1
        noun = bare(words[end].name) if end < len(words) else ""
        is_of_both = len(self.names.of) == 2 and all(noun in name for name in self.names.of.values())
        return end + 1 - at if is_of_both or (noun in {"number", "integer"} and self.story.tells_of_two(noun)) else 0


def _clauses(items: Sequence[Item]) -> Iterator[list[Item]]:
    clause: list[Item] = []
    for item in items:
        if item.kind in {STOP, LABEL}:
            if clause:
                yield clause
            clause = []
        else:
            clause.append(item)
    if clause:
        yield clause


def _without_brackets(item: Item) -> Item:
    """A letter in brackets, as behind the name that it has, as the letter."""
    tokens = item.run.sides[0].tokens if item.run is not None and len(item.run.sides) == 1 else ()
    return tokens[1] if [token.kind for token in tokens] == [OPEN, NAME, CLOSE] else item


def _there_are(words: list[Said]) -> list[Said]:
    """`there are 5 U` said as `U is 5`."""
    if [word.name for word in words[:4]] in (["there", "are", "N", "U"], ["there", "is", "N", "U"]):
        return [words[3], Said("is"), words[2], *words[4:]]
    return list(words)


def _stands(phrase: Sequence[str], words: Sequence[Said], at: int) -> bool:
    return [word.name for word in words[at : at + len(phrase)]] == list(phrase)
