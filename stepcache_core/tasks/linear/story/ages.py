"""Ages at another time: `in x years Tom will be 9 + x years old`, `in 6 years Tom will be twice as old as Ann`.

Such a sentence is read only where the age of everyone in it is one that the problem begins with, or that a letter has
been given the name of. What it says then follows by adding up, whatever the letters are, or it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.lexer import STOP
from stepcache_core.tasks.linear.polynomial import Polynomial, letter_of, number
from stepcache_core.tasks.linear.reading import SENTENCE_END, Item, read
from stepcache_core.tasks.linear.spoken.words import Said
from stepcache_core.tasks.linear.story.amounts import Word, stands_here, with_amounts
from stepcache_core.tasks.linear.story.names import Names
from stepcache_core.tasks.linear.story.told import Story
from stepcache_core.tasks.linear.story.words import (
    DETERMINERS,
    LEADING,
    MEASURES,
    NARRATED,
    NOW,
    QUANTITIES,
    bare,
)

_YEARS: Final = frozenset({"year", "years"})
_OLD: Final[tuple[list[str], ...]] = ([], ["years"], ["years", "old"], ["year", "old"], ["years", "of", "age"])
_BEHIND: Final = (("ago",), ("from", "now"), ("later",))
_THEN: Final = (("will", "be"),)
_ONCE: Final = (("was",), ("were",))
_EXACTLY: Final = frozenset({"exactly", "only", "just"})
_TIMES: Final = {"twice": Fraction(2), "thrice": Fraction(3), "half": Fraction(1, 2)}
_POSSESSIVE: Final = frozenset({"his", "her"})
_ENDS: Final = SENTENCE_END | {":"}
_LEADING: Final = LEADING - {"in", "after", "it", "will", "if", "suppose", "assume", "assuming"} | {"|"}
_JOINING: Final = frozenset({"|", "and", "while"})
_NO_NAMES: Final = frozenset({"he", "she", "it", "i", "you", "they", "we", "N"})
MAX_NAME: Final = 5
"""Words a name and what stands before it may have, and one."""


@dataclass(frozen=True, slots=True)
class Person:
    """Someone whose age the problem tells.

    Attributes:
        name: The words of the name.
        age: The age at the time of the problem.
        owner: The only one told of before, whose `his` or `her` this is; empty where it may be another's.
    """

    name: frozenset[str]
    age: Fraction
    owner: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Age:
    form: Polynomial
    text: str
    is_told: bool


class Ages:
    """Reads what an answer says of ages at another time.

    Args:
        story: The word problem.
        names: What its letters are called so far.
        are_proved: Tells whether the names are what the letters of the problem stand for.
    """

    def __init__(self, story: Story, names: Names, are_proved: Callable[[], bool]) -> None:
        self.story = story
        self.names = names
        self.are_proved = are_proved
        self.people = _people_of(story)

    def without_sums(self, text: str) -> tuple[str, bool]:
        """The text with its sentences of ages at another time in signs, and whether one says what must be so."""
        is_said = False
        edits: list[tuple[int, int, str]] = []
        for items in _sentences(read(text)):
            said = self.sentence(items)
            if said is not None:
                is_said = is_said or not said
                edits.append((items[0].start, items[-1].end, f". {said} ." if said else NARRATED))
        for start, end, said in reversed(edits):
            text = text[:start] + said + text[end:]
        return text, is_said

    def sentence(self, items: Sequence[Item]) -> str | None:
        """What a sentence says: an empty string for what must be so, an equation that is to judge, or None."""
        words: Sequence[Word] = with_amounts(items)
        while words and words[0].name in _LEADING:
            words = words[1:]
        while words and words[-1].name in {"|", "so", "then"}:
            words = words[:-1]
        words = [word for word in words if word.name not in _EXACTLY]
        letters = frozenset[str]().union(*(word.form.letters for word in words if word.form is not None))
        if any(word.name == "=" for word in words) or not letters <= self.names.values.keys():
            return None
        said = _time_before(words) or _time_taken(words) or _time_behind(words)
        if said is None:
            return None
        years, is_past, words = said
        found = [self.clause(clause, years, is_past=is_past) for clause in _clauses(words)]
        return ", ".join(filter(None, found)) if found and None not in found else None

    def clause(self, words: Sequence[Word], years: Word, *, is_past: bool) -> str | None:
        """As `sentence`, for a part of one with a verb of its own."""
        for verb in _ONCE if is_past else _THEN:
            at = next((at for at in range(len(words)) if stands_here(words, at, verb)), 0)
            if at:
                of_whom, what = words[:at], words[at + len(verb) :]
                is_amount = bool(what) and [word.name for word in what[1:]] in _OLD
                judge = self.value if is_amount else self.comparison
                return judge(of_whom, what, years, is_past=is_past)
        return None

    def value(self, of_whom: Sequence[Word], what: Sequence[Word], years: Word, *, is_past: bool) -> str | None:
        """`Tom will be 9 + x years old`, `Tom's age will be 9 + x`."""
        age, stated = self.age_of(of_whom), what[0].form
        if age is None or stated is None or years.form is None:
            return None
        then = age.form.minus(years.form) if is_past else age.form.plus(years.form)
        if then.is_constant and then.constant <= 0:
            return None
        return _judged(then.minus(stated), _shifted(age, years, is_past=is_past), what[0].text)

    def comparison(self, of_whom: Sequence[Word], what: Sequence[Word], years: Word, *, is_past: bool) -> str | None:
        """`Tom will be twice as old as Ann`, `Tom's age will be twice Ann's age`, of ages that are told."""
        factor, length = _factor(what)
        rest = what[length:]
        of_age = [word.name for word in of_whom[-1:]] == ["age"]
        if not length or not (of_age or stands_here(rest, 0, ("as", "old", "as"))):
            return None
        one, other = self.age_of(of_whom), self.age_of(rest if of_age else rest[3:])
        if of_age and [word.name for word in rest[-1:]] != ["age"]:
            return None
        if one is None or other is None or years.form is None or not (one.is_told and other.is_told):
            return None
        sign = Fraction(-1 if is_past else 1)
        then = other.form.plus(years.form, sign)
        if then.is_constant and then.constant <= 0:
            return None
        difference = one.form.plus(years.form, sign).minus(then.scaled(factor))
        right = f"{factor} * ({_shifted(other, years, is_past=is_past)})"
        return _judged(difference, _shifted(one, years, is_past=is_past), right)

    def age_of(self, words: Sequence[Word]) -> _Age | None:
        """The age now of the one that the words name."""
        if any(word.form is not None for word in words):
            return None
        said = [word.name for word in words if word.name not in DETERMINERS]
        said = said[:-1] if len(said) > 1 and said[-1] == "age" and said[-2].endswith("'s") else said
        if not said or not NOW.isdisjoint(said) or "age" in said or len({*map(bare, said)}) < len(said):
            return None
        owner = frozenset(bare(word) for word in said[:-1]) if said[-2:-1] and said[-2].endswith("'s") else frozenset()
        name = frozenset(map(bare, said))
        for person in self.people:
            if name == person.name or (owner == person.owner and owner and name - owner == person.name):
                return _Age(number(person.age), str(person.age), is_told=True)
        own = self.names.without_owners([Said(word) for word in said], self.story)
        name = frozenset(bare(word.name) for word in own)
        letters = [
            letter for letter, known in self.names.of.items() if "age" in known and known - MEASURES - NOW == name
        ]
        if len(letters) != 1 or not self.are_proved():
            return None
        return _Age(letter_of(letters[0]), letters[0], is_told=False)


def _people_of(story: Story) -> list[Person]:
    """Those whose ages the problem tells in its first sentences, which tell nothing else."""
    people: list[Person] = []
    for items in _sentences(story.items):
        clauses = list(_clauses(with_amounts(items)))
        told = [_told(clause) for clause in clauses]
        if not told or not all(told):
            break
        for name, age, is_owned in filter(None, told):
            owner = people[0].name if is_owned and len(people) == 1 else frozenset[str]()
            people.append(Person(name, age, owner))
    names = [person.name for person in people]
    return people if len({*names}) == len(names) else []


def _told(words: Sequence[Word]) -> tuple[frozenset[str], Fraction, bool] | None:
    """`her mother is 39 years old`: the name, the age, and whether someone is called hers."""
    words = [word for word in words if word.name not in NOW]
    at = next((at for at, word in enumerate(words) if word.name == "is"), 0)
    said, what = [word.name for word in words[:at]], words[at + 1 :]
    age = what[0].form if what else None
    if age is None or not age.is_constant or [word.name for word in what[1:]] not in _OLD:
        return None
    name = frozenset(bare(word) for word in said if word not in DETERMINERS)
    is_plain = name and len(said) < MAX_NAME and not any(word.endswith("'s") for word in said)
    if not is_plain or name & (LEADING | QUANTITIES | MEASURES | _NO_NAMES):
        return None
    return name, age.constant, said[0] in _POSSESSIVE


def _sentences(items: Sequence[Item]) -> Iterator[list[Item]]:
    sentence: list[Item] = []
    for item in items:
        if item.kind != STOP or item.text not in _ENDS:
            sentence.append(item)
        elif sentence:
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _clauses(words: Sequence[Word]) -> Iterator[Sequence[Word]]:
    first = 0
    for at in range(len(words) + 1):
        if at == len(words) or words[at].name in _JOINING:
            if first < at:
                yield words[first:at]
            first = at + 1


def _time_before(words: Sequence[Word]) -> tuple[Word, bool, Sequence[Word]] | None:
    """The years, whether they are past, and the rest, of `in x years`, `after x years`, `x years ago`."""
    leads = bool(words) and words[0].name in {"in", "after"}
    if len(words) < leads + 2 or words[leads].form is None or words[leads + 1].name not in _YEARS:
        return None
    behind = next((each for each in _BEHIND if stands_here(words, leads + 2, each)), ())
    if leads == bool(behind):
        return None
    return words[leads], behind == ("ago",), words[leads + 2 + len(behind) :]


def _time_behind(words: Sequence[Word]) -> tuple[Word, bool, Sequence[Word]] | None:
    """As `_time_before`, for a time at the end of a sentence with one clause."""
    for at in range(1, len(words)):
        found = None if words[at].name == "after" or words[at - 1].name == "in" else _time_before(words[at:])
        if found is not None:
            years, is_past, rest = found
            return (years, is_past, words[:at]) if not rest and len(list(_clauses(words[:at]))) == 1 else None
    return None


def _time_taken(words: Sequence[Word]) -> tuple[Word, bool, Sequence[Word]] | None:
    """As `_time_before`, for `it will take 5 years for Tom to be twice as old as Ann`."""
    if not stands_here(words, 0, ("it", "will", "take")) or len(words) < 7 or words[3].form is None:
        return None
    at = next((at for at in range(5, len(words)) if stands_here(words, at, ("to", "be"))), 0)
    if words[4].name not in _YEARS or words[5].name != "for" or not at:
        return None
    return words[3], False, [*words[6:at], Word("will"), *words[at + 1 :]]


def _factor(words: Sequence[Word]) -> tuple[Fraction, int]:
    """How many times something is said to be, and in how many words."""
    if not words:
        return Fraction(0), 0
    form = words[0].form
    if form is not None and form.is_constant and stands_here(words, 1, ("times",)):
        return form.constant, 2
    return _TIMES.get(words[0].name, Fraction(0)), words[0].name in _TIMES


def _judged(difference: Polynomial, left: str, right: str) -> str:
    """Nothing to judge where both are the same whatever the letters are; else the equation that it is."""
    return f"{left} = {right}" if difference.terms else ""


def _shifted(age: _Age, years: Word, *, is_past: bool) -> str:
    return f"{age.text} {'-' if is_past else '+'} ({years.text})"
