"""Prose of a worked word problem, where the equations are known: what it says of quantities is said in signs.

An answer names its letters ("Let x be the number of adults"), and then speaks of them by these names. A sentence that
says something of named quantities becomes the equation that it is ("the father is 3 times as old as the son" is
`y = 3x`), and is judged like any other. What only repeats the problem's own words, and words of the problem that
carry no number, comparison or negation, say nothing of an equation. All else stays as it is, and is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.lexer import LABEL, STOP, WORD
from stepcache_core.tasks.linear.reading import Item, read
from stepcache_core.tasks.linear.said import NotPlainError, Said, words_of
from stepcache_core.tasks.linear.speech import equation_in_words
from stepcache_core.tasks.linear.story_words import (
    ARTICLES,
    COMPARISONS,
    DEFINITIONS,
    JUDGED_BY_THE_READER,
    LEADING,
    LESS,
    LISTED,
    MEASURES,
    MORE,
    NARRATED,
    NOW,
    QUANTITIES,
    TOLD,
    TRAILING,
    TWO_NUMBERS,
    UNITS,
)

Edit = tuple[int, int, str]
MAX_CLAUSE: Final = 40
"""Words a sentence may have that is looked at."""
_QUOTED_LETTER: Final = re.compile(r"[\"'`“‘]([A-Za-z])([.,]?)[\"'`”’](?![A-Za-z])")
_CITED: Final = re.compile(r"[\"“]([^\"“”\n]{8,})[\"”]")
_MONEY: Final = re.compile(r"\$\s?(?=\d)")
_CLOSED_MATHEMATICS: Final = re.compile(r"[\w)}]\$")


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
        self.story = [word for word in _content(read(story)) if word]
        self.vocabulary = frozenset(self.story) - QUANTITIES
        self.values = values
        self.names: dict[str, frozenset[str]] = {}

    def say(self, text: str) -> str:
        """A step with its prose in signs wherever that can be read in one way."""
        text = _QUOTED_LETTER.sub(r"\1\2", LISTED.sub(r"\1* ", text))
        text = _CITED.sub(r" \1 ", text)
        if not _CLOSED_MATHEMATICS.search(text):
            text = _MONEY.sub("", text)
        text = self.without_definitions(text)
        edits: list[Edit] = []
        for clause in _clauses(read(text)):
            edits += self.clause(clause)
        for start, end, said in reversed(edits):
            text = text[:start] + said + text[end:]
        return text

    # -- names -------------------------------------------------------------------------------------------------------

    def without_definitions(self, text: str) -> str:
        """Notes what letters stand for; a definition states no value."""

        def noted(match: re.Match[str]) -> str:
            pairs = [(match[letter], match[name]) for letter, name in (("l1", "n1"), ("l2", "n2")) if match[letter]]
            names = {letter: _name(name) for letter, name in pairs}
            if not all(map(self.may_name, names, names.values())):
                return match.group()
            self.names |= names
            return NARRATED

        for pattern in DEFINITIONS:
            text = pattern.sub(noted, text)
        if not self.names and (match := TWO_NUMBERS.search(text)) is not None:
            letters, noun = (match["l1"], match["l2"]), _bare(match["noun"].lower())
            if set(letters) == self.values.keys() and len(letters) == 2:
                self.names = {letter: frozenset({noun, f"={letter}"}) for letter in letters}
                text = text[: match.start()] + NARRATED + text[match.end() :]
        return text

    def may_name(self, letter: str, name: frozenset[str]) -> bool:
        """Whether a name says what a letter is, and nothing of how much, and fits what other letters are."""
        if letter not in self.values or not name or name & (QUANTITIES - MORE - LESS):
            return False
        if self.names.get(letter, name) != name or any(
            known == name for other, known in self.names.items() if other != letter
        ):
            return False
        value, values = self.values[letter], self.values.values()
        return not (name & MORE and value < max(values)) and not (name & LESS and value > min(values))

    def letter_named(self, words: frozenset[str]) -> str:
        """The only letter whose name has all of the words, or an empty string."""
        if not words - UNITS:
            return ""
        found = [
            letter
            for letter, name in self.names.items()
            if words <= name and (name <= MEASURES or not words <= MEASURES)
        ]
        return found[0] if len(found) == 1 else ""

    # -- sentences ---------------------------------------------------------------------------------------------------

    def clause(self, items: Sequence[Item]) -> list[Edit]:
        """What becomes of a piece of text without a stop in it."""
        if any(item.run is not None and item.run.is_equation for item in items):
            return self.narrated(items)
        start, end = items[0].start, items[-1].end
        if len(items) <= MAX_CLAUSE and (said := self.in_signs(items)):
            return [(start, end, f". {said} .")]
        if self.repeats_the_story(items):
            return [(start, end, NARRATED)]
        return self.narrated(items)

    def narrated(self, items: Sequence[Item]) -> list[Edit]:
        """Names of quantities, and words of the problem that say nothing of an equation."""
        edits: list[Edit] = []
        words = [Said(item.text if item.kind == WORD else "") for item in items]
        at = 0
        while at < len(items):
            length, letter = self.name_at(words, at)
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
        word = text if text in TOLD else _bare(text)
        if not word or text in JUDGED_BY_THE_READER or word in QUANTITIES:
            return False
        return word in TOLD or word in self.vocabulary or any(word in name for name in self.names.values())

    def both_at(self, words: Sequence[Said], at: int) -> int:
        """The length of `two numbers`, `both trains` where there are two of them."""
        if at + 1 >= len(words) or words[at].name not in {"two", "both"} or words[at + 1].name in UNITS:
            return 0
        noun = words[at + 1].name
        told = ["two", _bare(noun)] in (self.story[place : place + 2] for place in range(len(self.story)))
        plain = noun in {"numbers", "unknowns", "equations", "variables"} and len(self.values) == 2
        return 2 * (told or plain)

    def in_signs(self, items: Sequence[Item]) -> str:
        """The equation that a sentence says of named quantities, or an empty string."""
        try:
            words = words_of(items)
        except NotPlainError:
            return ""
        first = 0
        while first < len(words):
            said = self.equation(words[first:])
            if said:
                return said
            if words[first].name not in LEADING:
                return ""
            first += 1
        return ""

    def equation(self, words: Sequence[Said]) -> str:
        words = _there_are([word for word in self.with_letters(words) if word.name not in NOW])
        while words and words[-1].name in TRAILING:
            words = words[:-1]
        words = self.without_place(words)
        for place, word in enumerate(words):
            if word.name == "and" and 0 < place < len(words) - 1:
                parts = [equation_in_words(part) for part in (words[:place], words[place + 1 :])]
                if all(parts):
                    return ", ".join(parts)
        return self.pair_of_values(words) or equation_in_words(words)

    def without_place(self, words: list[Said]) -> list[Said]:
        """The words without the place of the story that they end with: `in the history class`."""
        for at in range(len(words) - 1, 0, -1):
            if words[at].name in {"in", "at", "on"} and at + 1 < len(words):
                place = {_bare(word.name) for word in words[at + 1 :] if word.name not in ARTICLES}
                names = frozenset[str]().union(*self.names.values())
                return words[:at] if place and place <= self.vocabulary - names - UNITS else words
        return words

    def pair_of_values(self, words: Sequence[Said]) -> str:
        """`the two numbers are 5 and 7`, where there are two of them: in either order."""
        if [word.name for word in words[-4:]] != ["are", "N", "and", "N"] or len(self.values) != 2:
            return ""
        noun = {_bare(word.name) for word in words[:-4] if word.name not in ARTICLES and word.name != "N"}
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
                one, other = self.names
                out += [Said("U", letter=one), Said("and"), Said("U", letter=other)]
                continue
            length, letter = self.name_at(words, at)
            if letter:
                out.append(Said("U", letter=letter))
                at += length
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
        if len(self.values) != 2 or len(self.names) != 2 or [word.name for word in words[at - 2 : at]] != ["sum", "of"]:
            return 0
        end = at
        while end < len(words) and (words[end].name in ARTICLES or (words[end].name == "N" and words[end].value == 2)):
            end += 1
        noun = _bare(words[end].name) if end < len(words) else ""
        return end + 1 - at if all(noun in name for name in self.names.values()) else 0

    def name_at(self, words: Sequence[Said], at: int) -> tuple[int, str]:
        """The longest run of words here that names one letter only."""
        known = frozenset[str]().union(*self.names.values()) | UNITS
        found = (0, "")
        content: set[str] = set()
        for end in range(at, len(words)):
            name = words[end].name
            word = _bare(name)
            if word in known and name not in {"N", "U"}:
                content.add(word)
                letter = self.letter_named(frozenset(content))
                if letter:
                    found = (end + 1 - at, letter)
            elif name not in ARTICLES:
                break
        return found

    def repeats_the_story(self, items: Sequence[Item]) -> bool:
        """Whether a piece of text says what the problem says, in its words and in their order."""
        said = _content(items)
        while said and said[0] in LEADING:
            said = said[1:]
        if len(said) < 2 or "" in said:
            return False
        return any(self.story[at : at + len(said)] == said for at in range(len(self.story)))


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


def _content(items: Sequence[Item]) -> list[str]:
    """The words and numbers of a text but for articles and their like; a sign that is neither is an empty string."""
    found: list[str] = []
    for item in items:
        if item.kind == WORD:
            word = _bare(item.text)
            found += [word] if word not in ARTICLES else []
        elif item.run is not None:
            expression = item.run.expression
            plain = expression is not None and not expression.names and not expression.operations
            found.append(str(expression.form.constant) if plain and expression else "")
        elif item.kind != STOP:
            found.append("")
    return found


def _bare(word: str) -> str:
    """A word without the ending of a genitive or of a plural."""
    word = word.removesuffix("'s").removesuffix("'")
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _name(text: str) -> frozenset[str]:
    return frozenset(_bare(word) for word in re.findall(r"[a-z']+", text.lower()) if word not in ARTICLES)


def _there_are(words: list[Said]) -> list[Said]:
    """`there are 5 U` said as `U is 5`."""
    if [word.name for word in words[:4]] in (["there", "are", "N", "U"], ["there", "is", "N", "U"]):
        return [words[3], Said("is"), words[2], *words[4:]]
    return list(words)


def _stands(phrase: Sequence[str], words: Sequence[Said], at: int) -> bool:
    return [word.name for word in words[at : at + len(phrase)]] == list(phrase)
