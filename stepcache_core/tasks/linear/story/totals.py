"""A total that is told beside its equation: `the total volume is 30 liters, so x + y = 30`.

The equation is judged for itself. What is said of it says no more than the equation does where the number is one that
the problem tells of the same thing, and the other side of the equation adds up what there is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.algebra import NotLinearError
from stepcache_core.tasks.linear.lexer import CLOSE, NAME, NUMBER, OPEN, OPERATOR, STOP, WORD, Token
from stepcache_core.tasks.linear.polynomial import Expression
from stepcache_core.tasks.linear.reading import Item, Run
from stepcache_core.tasks.linear.spoken.words import Said
from stepcache_core.tasks.linear.story.names import Names
from stepcache_core.tasks.linear.story.told import Story
from stepcache_core.tasks.linear.story.values import unit_after
from stepcache_core.tasks.linear.story.words import (
    BETWEEN_NAMES,
    DETERMINERS,
    DIMENSIONS,
    MEASURED_BY,
    MEASURES,
    QUANTITIES,
    TOTAL,
    UNITS,
    UNSETTLED,
    bare,
    name_word,
)

_PLAIN: Final = frozenset({NUMBER, NAME, OPERATOR, OPEN, CLOSE})
_SILENT: Final = BETWEEN_NAMES - UNSETTLED | frozenset(
    "needed required equal equals must add adds up come comes both all which has have together".split()
)
"""Words that put a total and its number together, and those without which it is the same."""
_PAST: Final = frozenset({"was", "were"})
_COVERED: Final = frozenset("travel traveled travelled cover covered between".split())
_COUNTED: Final = frozenset({"number", "quantity", "integer"})
_MOTION: Final = frozenset({"speed", "rate"})
_OPENING: Final = DETERMINERS | {"of"}
_END_OF_A_PHRASE: Final = BETWEEN_NAMES - _OPENING | frozenset(
    "from that which how what into between among during after before if when than so then".split()
)
"""Words that no name goes on with."""


@dataclass(frozen=True, slots=True)
class Added:
    """An equation that adds up.

    Attributes:
        number: What its parts come to.
        is_of_letters: Whether its parts are the letters of the problem, each once.
    """

    number: Fraction
    is_of_letters: bool


def added_up(run: Run, values: Mapping[str, Fraction]) -> Added | None:
    """What an equation with a number alone on one side adds up on the other; None where it adds up nothing."""
    if not run.is_equation or not run.readable or run.relations != ("=",):
        return None
    for total, other in (run.sides, run.sides[::-1]):
        parts = _parts(other.tokens)
        if [token.kind for token in total.tokens] != [NUMBER] or len(parts) < 2:
            continue
        try:
            sums = [Expression(part, values, {}).polynomial for part in parts]
        except NotLinearError:
            continue
        number = Fraction(total.tokens[0].text)
        if all(each.is_constant for each in sums) and sum(each.constant for each in sums) == number:
            amounts = sorted(each.constant for each in sums)
            return Added(number, is_of_letters=amounts == sorted(values.values()))
    return None


def _parts(tokens: Sequence[Token]) -> list[list[Token]]:
    """What a side of an equation adds up, each part with a letter; nothing where it takes away."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.kind == OPEN) - (token.kind == CLOSE)
        if token.kind not in _PLAIN or (token.text == "-" and not depth):
            return []
        if token.text == "+" and not depth:
            parts.append([])
        else:
            parts[-1].append(token)
    has_letters = all(any(token.kind == NAME for token in part) for part in parts)
    return parts if has_letters else []


class Totals:
    """Tells whether what is said beside an equation is the total that the equation is.

    Args:
        story: The word problem.
        names: The names of its letters so far.
    """

    def __init__(self, story: Story, names: Names) -> None:
        self.story = story
        self.names = names

    def tells(self, words: Sequence[Said], added: Added, *, is_remark: bool) -> bool:
        """Whether the words say that what is added up comes to its number; a remark need not say the number."""
        words = self._without_count(words)
        places = [at for at, word in enumerate(words) if word.name == "N"]
        if len(places) > 1 or not (places or is_remark) or any(words[at].value != added.number for at in places):
            return False
        unit = [word for at in places for word in unit_after(words, at + 1)]
        said = [word.name for word in words if word.name not in _SILENT and word.name not in {"N", "|"}]
        if not _PAST.isdisjoint(word.name for word in words) and self._is_of_ages(said):
            return False
        adds = any(word.name in {"add", "adds"} for word in words)
        if sum(word in TOTAL for word in said) + adds != 1 or not QUANTITIES.isdisjoint({*said} - TOTAL):
            return False
        content = frozenset(name_word(word) for word in said if word not in TOTAL) - UNITS - {"U"}
        told = _Told.of(self.story, added.number)
        if told is None or "U" in said or not told.is_in(unit) or not told.is_measured(content & MEASURES):
            return False
        content -= MEASURES
        return (
            told.is_of(content)
            or (added.is_of_letters and self._is_of_letters(content))
            or (told.dimension == "length" and self._is_of_ways(content, said))
        )

    def _is_of_ages(self, said: Sequence[str]) -> bool:
        """Whether it is said of ages, which are other ones at other times."""
        return "age" in {bare(word) for word in said} or any("age" in name for name in self.names.of.values())

    def _without_count(self, words: Sequence[Said]) -> list[Said]:
        """The words without `two` in `the two solutions`, where that is how many letters or such things there are."""
        out: list[Said] = []
        for at, word in enumerate(words):
            noun = bare(words[at + 1].name) if at + 1 < len(words) else ""
            counts = word.name == "N" and at > 0 and words[at - 1].name in _OPENING | {"all"} and noun not in UNITS
            if not (
                counts and (word.value == len(self.names.values) or (word.value == 2 and self.story.tells_of_two(noun)))
            ):
                out.append(word)
        return out

    def _is_of_letters(self, content: frozenset[str]) -> bool:
        """Whether the words are what the names of all letters share, or name all of them; or no noun at all."""
        if not content:
            return True
        own = content - self.names.shared
        return (
            bool(self.names.shared)
            and self.names.tell_all(content)
            and own <= frozenset[str]().union(*self.names.of.values())
            and (not own or all(own & name for name in self.names.of.values()))
        )

    def _is_of_ways(self, content: frozenset[str], said: Sequence[str]) -> bool:
        """Whether the words are of the ways of all that move, whose speeds or whose time the letters are."""
        if "distance" not in {bare(word) for word in said}:
            return False
        speeds = (
            all(name & _MOTION for name in self.names.of.values()) and self.names.of.keys() == self.names.values.keys()
        )
        moving = {word for word in content - _COVERED if not self.story.tells_of_two(word)}
        return (speeds or len(self.names.values) == 1) and moving <= self.names.shared - MEASURES


@dataclass(frozen=True, slots=True)
class _Told:
    """What a problem tells of a number that it has once.

    Attributes:
        before: The words before the number, in their order.
        phrase: The words behind it and its unit, up to the end of the phrase.
        unit: Its unit, or an empty string.
        dimension: What the unit is one of, or an empty string.
    """

    before: Sequence[str]
    phrase: Sequence[str]
    unit: str
    dimension: str

    @classmethod
    def of(cls, story: Story, number: Fraction) -> _Told | None:
        plain = [_plain(item, story.text[item.start : item.end].strip()) for item in story.items]
        places = [at for at, word in enumerate(plain) if word == str(number)]
        if len(places) != 1:
            return None
        at = places[0]
        is_money = plain[at - 1 : at] == ["$"]
        unit = plain[at + 1] if plain[at + 1 : at + 2] and plain[at + 1] in DIMENSIONS else ""
        end = at + 1 + bool(unit)
        phrase: list[str] = []
        while end < len(plain) and plain[end] not in {"|", "per"} and (plain[end] not in _END_OF_A_PHRASE):
            phrase += [plain[end]] * (plain[end] not in _OPENING)
            end += 1
        if end < len(plain) and plain[end] == "per":
            return None
        before = [word for word in plain[:at] if word not in _OPENING | TOTAL | {"$"}]
        return cls(before, phrase, unit, "money" if is_money else DIMENSIONS.get(unit, ""))

    def is_in(self, unit: Sequence[str]) -> bool:
        """Whether a number with this unit, or with none, may be the one that is told."""
        return not unit or list(unit) == [self.unit] or (self.dimension == "money" and list(unit) == ["dollar"])

    def is_measured(self, measures: frozenset[str]) -> bool:
        """Whether all measures are those of the unit."""
        return all(
            not self.dimension if word in _COUNTED else self.dimension in MEASURED_BY.get(word, ()) for word in measures
        )

    def is_of(self, content: frozenset[str]) -> bool:
        """Whether the problem tells the number of just these words, which stand next to it."""
        if not content or "and" in self.phrase or "or" in self.phrase:
            return False
        rest = content - {*self.phrase}
        if self.phrase and self.phrase[-1] not in content:
            return False
        return not rest or {*self.before[-len(rest) :]} == rest


def _plain(item: Item, text: str) -> str:
    """A word of the problem, a number of it, a stop or a sign of money; what is none of them is an empty string."""
    if item.kind == WORD:
        return item.text if item.text in _END_OF_A_PHRASE | _OPENING else name_word(item.text)
    if item.kind == STOP or text == "$":
        return "|" if item.kind == STOP else text
    expression = item.run.expression if item.run is not None else None
    is_number = expression is not None and not expression.names and not expression.operations
    return str(expression.form.constant) if expression is not None and is_number else ""
