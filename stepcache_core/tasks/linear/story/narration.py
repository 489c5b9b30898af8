"""Prose of a worked word problem, where the equations are known: what it says of quantities is said in signs.

An answer names its letters ("Let x be the number of adults"), and then speaks of them by these names. A sentence that
says something of named quantities becomes the equation that it is ("the father is 3 times as old as the son" is
`y = 3x`), and is judged like any other. What only repeats the problem's own words, and words of the problem that
carry no number, comparison or negation, say nothing of an equation. All else stays as it is, and is not understood.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.lexer import CLOSE, LABEL, NAME, NUMBER, OPEN, STOP, WORD
from stepcache_core.tasks.linear.reading import Item, Mathematics, Run, read
from stepcache_core.tasks.linear.spoken.words import NotPlainError, Said, words_of
from stepcache_core.tasks.linear.story.ages import Ages
from stepcache_core.tasks.linear.story.names import Names
from stepcache_core.tasks.linear.story.proof import names_are_proved
from stepcache_core.tasks.linear.story.sentences import Sentences
from stepcache_core.tasks.linear.story.text import plain_step, plain_story
from stepcache_core.tasks.linear.story.times import time_at
from stepcache_core.tasks.linear.story.told import Story
from stepcache_core.tasks.linear.story.totals import Totals, added_up
from stepcache_core.tasks.linear.story.ways import Ways
from stepcache_core.tasks.linear.story.words import (
    BETWEEN_NAMES,
    IMPLIED,
    JUDGED_BY_THE_READER,
    LEADING,
    NARRATED,
    PASSED_OVER,
    QUANTITIES,
    TOLD,
    UNITS,
    bare,
    name_word,
    rate_word,
    stands,
)

Edit = tuple[int, int, str]
MAX_CLAUSE: Final = 40
"""Words a sentence may have that is looked at."""


@dataclass(frozen=True, slots=True)
class Narration:
    """An answer to a word problem with its prose said in signs.

    Attributes:
        texts: Its steps.
        naming: Indices of those that give letters the names of what they stand for, where the problem proves the names.
        following: Indices of those that say what follows from what the problem tells, whatever the letters are.
    """

    texts: Sequence[str]
    naming: Sequence[int] = ()
    following: Sequence[int] = ()


def narrated(story: str, values: Mapping[str, Fraction], texts: Sequence[str]) -> Narration:
    """The steps of an answer with their prose in signs; as they are where there is no story."""
    if not story:
        return Narration(texts)
    narrator = Narrator(story, values)
    said: list[str] = []
    naming: list[int] = []
    following: list[int] = []
    for index, text in enumerate(texts):
        before = len(narrator.names.of)
        said.append(narrator.say(text))
        naming += [index] * (len(narrator.names.of) > before)
        following += [index] * narrator.follows
    is_proved = bool(naming) and narrator.names_are_proved()
    return Narration(said, naming if is_proved else (), following)


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
        self.sentences = Sentences(self.story, self.names, values)
        self.ages = Ages(self.story, self.names, self.names_are_proved)
        self.ways = Ways(self.story, self.names, values, self.names_are_proved)
        self.follows = False

    def say(self, text: str) -> str:
        """A step with its prose in signs wherever that can be read in one way."""
        text = self.names.without_definitions(plain_step(text))
        text, is_age = self.ages.without_sums(text)
        text, is_way = self.ways.without_ways(text)
        self.follows = is_age or is_way
        edits: list[Edit] = []
        pieces = list(self.pieces(text, read(text)))
        for place, (items, is_joined) in enumerate(pieces):
            whole = self.clause(items) if is_joined else self.said_otherwise(items, edits) or self.clause(items)
            if not whole and self.is_total([each for each, _ in pieces], place, text):
                whole = [(items[0].start, items[-1].end, NARRATED)]
            edits += whole or self.narrated(items)
        for start, end, said in reversed(edits):
            text = text[:start] + said + text[end:]
        return text

    def pieces(self, text: str, items: Sequence[Item]) -> Iterator[tuple[Sequence[Item], bool]]:
        """The clauses of a text; what only says when something is so is joined to what comes after it."""
        clauses = list(_clauses(items))
        at = 0
        while at < len(clauses):
            one, after = clauses[at], clauses[at + 1] if at + 1 < len(clauses) else None
            joins = after and text[one[-1].end : after[0].start].strip() == "," and self.says_when(one)
            yield ([*one, *after], True) if after and joins else (one, False)
            at += 2 if joins else 1

    def told(self) -> list[str]:
        """The equations that the sentences of the problem are, with the names that the letters have by now."""
        pieces = self.pieces(self.story.text, self.story.items)
        said = [self.sentences.in_signs(self.words(items)) for items, _ in pieces if len(items) <= MAX_CLAUSE]
        return [each for each in said if each]

    def names_are_proved(self) -> bool:
        """Whether the letters are what they are called by now."""
        return names_are_proved(self.names, self.story, self.values, self.told())

    # -- sentences ---------------------------------------------------------------------------------------------------

    def clause(self, items: Sequence[Item]) -> list[Edit]:
        """What a piece of text without a stop in it, or with one after the time it speaks of, becomes as a whole."""
        start, end = items[0].start, items[-1].end
        if (said := self.expression_named(items)) and len(items) <= MAX_CLAUSE:
            return [(start, end, said)]
        if any(item.run is not None and item.run.is_equation for item in items):
            return []
        if len(items) <= MAX_CLAUSE and (said := self.sentences.in_signs(self.words(items))):
            return [(start, end, f". {said} .")]
        return [(start, end, NARRATED)] if self.story.says(items) else []

    def is_total(self, pieces: Sequence[Sequence[Item]], place: int, text: str) -> bool:
        """Whether a piece of text says only what the equation before it, in a remark, or the next one adds up to."""
        items = pieces[place]
        words = self.words(items) if len(items) <= MAX_CLAUSE else []
        while words and words[0].name in LEADING:
            words = words[1:]
        if not words or any(item.run is not None and item.run.is_equation for item in items):
            return False
        before = pieces[place - 1] if place else ()
        is_remark = bool(before) and text[before[-1].end : items[0].start].strip() == "("
        run = before[-1].run if is_remark else _equation_after(pieces[place + 1 :])
        added = added_up(run, self.values) if run is not None else None
        return added is not None and Totals(self.story, self.names).tells(words, added, is_remark=is_remark)

    def said_otherwise(self, items: Sequence[Item], before: Sequence[Edit]) -> list[Edit]:
        """`or 2x`, `so it would be 2x` behind a sentence that says what a letter is: another word for the same."""
        run, words = items[-1].run, [item.text for item in items[:-1]]
        if words == ["or"] and run is not None and run.is_equation:
            return [(items[0].start, items[0].end, NARRATED)]
        said = read(before[-1][2]) if before and before[-1][2].startswith(". ") else ()
        letter = next((item.run.sides[0].text for item in said if item.run is not None), "")
        verb = next((each for each in IMPLIED if words[-len(each) :] == list(each)), ())
        is_other = words == ["or"] or (verb and words[-len(verb) - 1 : -len(verb)] == ["it"] and len(words) < 5)
        if run is None or run.is_equation or letter not in self.values or not is_other:
            return []
        return [(items[0].start, items[-1].end, f". {letter} = {run.sides[0].text} .")]

    def says_when(self, items: Sequence[Item]) -> bool:
        """Whether a piece of text says no more than `in 5 years`, or when something is done."""
        if any(item.text == "when" for item in items[:6]):
            return True
        words = self.words(items)
        while words and words[0].name in LEADING - {"in"}:
            words = words[1:]
        return bool(words) and (time_at(words, 0)[0] == len(words) or [word.name for word in words] == ["year", "ago"])

    def words(self, items: Sequence[Item]) -> list[Said]:
        """The words of a piece of text without those that say nothing; none where it holds more than words."""
        try:
            words = words_of([_without_brackets(item) for item in items])
        except NotPlainError:
            return []
        out: list[Said] = []
        at = 0
        while at < len(words):
            phrase = next((each for each in PASSED_OVER if stands(each, words, at)), None)
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
        name = frozenset(name_word(word) for word in words if word not in BETWEEN_NAMES)
        if not name or (run.is_equation and run.sides[0].tokens) or not (letter := self.names.letter_of(side, name)):
            return ""
        self.names.of[letter] = name
        chain = " = ".join(side.text for side in run.sides if side.tokens)
        return f". {letter} = {chain} ."

    def narrated(self, items: Sequence[Item]) -> list[Edit]:
        """Names of quantities, and words of the problem that say nothing of an equation."""
        edits: list[Edit] = []
        words = [_word_of_a_name(item) for item in items]
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
            if stands(("how",), words, at) and at + 1 < len(items) and words[at + 1].name in {"much", "many"}:
                edits.append((items[at].start, items[at + 1].end, NARRATED))
                at += 2
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
        plain = noun in {"numbers", "unknowns", "variables"} and len(self.values) == 2
        return 2 * (told or plain)


def _equation_after(pieces: Iterable[Sequence[Item]]) -> Run | None:
    """The equation that comes next, behind words that say no more than that it does."""
    for items in pieces:
        words = items if items[-1].run is None else items[:-1]
        if any(item.kind != WORD or item.text not in LEADING | TOLD for item in words):
            return None
        if items[-1].run is not None:
            return items[-1].run
    return None


_SUBORDINATE: Final = frozenset({"since", "because"})


def _clauses(items: Sequence[Item]) -> Iterator[list[Item]]:
    clause: list[Item] = []
    for item in items:
        if item.kind in {STOP, LABEL}:
            if clause:
                yield clause
            clause = []
        elif clause and (item.text in _SUBORDINATE or (item.text == "that" and clause[-1].text == "and")):
            if before := clause[: len(clause) - (item.text == "that")]:
                yield before
            clause = [item]
        else:
            clause.append(item)
    if clause:
        yield clause


def _word_of_a_name(item: Item) -> Said:
    """What may stand in a name: a word, or a rate of so many percent."""
    if item.kind == WORD or item.run is None:
        return Said(item.text if item.kind == WORD else "")
    tokens = item.run.sides[0].tokens if len(item.run.sides) == 1 else ()
    is_rate = len(tokens) == 2 and tokens[0].kind == NUMBER and tokens[1].text == "%"
    return Said(rate_word(Fraction(tokens[0].text)) if is_rate else "")


def _without_brackets(item: Item) -> Item:
    """A letter in brackets, as behind the name that it has, as the letter."""
    run = item.run
    tokens = run.sides[0].tokens if run is not None and len(run.sides) == 1 else ()
    if run is None or [token.kind for token in tokens] != [OPEN, NAME, CLOSE]:
        return item
    return Mathematics(item.start, item.end, run._replace(sides=(run.sides[0]._replace(tokens=tokens[1:2]),)))
