"""An equation said in one sentence: two sides with "is" or a word like it between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.spoken.words import NotPlainError, Said

_DEFINITE: Final = ("the number", "that number", "the same number", "this number", "the unknown number")
INDEFINITE: Final = ("a number", "some number", "an unknown number", "a certain number")


@dataclass(frozen=True, slots=True)
class _Multiple:
    """A multiple of the unknown, or of a sum; of a part ("half of"), words right after it may belong to either."""

    text: str
    of_a_sum: bool = False
    is_part: bool = False


def equation_in_words(words: Sequence[Said], unknown: str = "") -> str:
    """The equation that words say, in signs, with a letter for "a number"; an empty string where they say none."""
    try:
        return Speech(words, unknown).equation()
    except NotPlainError:
        return ""


class Speech:
    """Recursive descent over the words of one equation; gives it in signs."""

    def __init__(self, words: Sequence[Said], unknown: str) -> None:
        self.words = words
        self.unknown = unknown
        self.at = 0
        self.mentions = 0

    def equation(self) -> str:
        left = self.side()
        for relation in _RELATIONS:
            if self.take(relation):
                right = self.side()
                if self.at == len(self.words) and self.mentions:
                    return f"{left} = {right}"
                break
        raise NotPlainError

    def take(self, phrase: str) -> bool:
        """Whether the phrase stands here; if so, goes past it."""
        names = phrase.split()
        if [word.name for word in self.words[self.at : self.at + len(names)]] != names:
            return False
        self.at += len(names)
        return True

    def number(self) -> Fraction | None:
        if self.at < len(self.words) and self.words[self.at].name == "N":
            self.at += 1
            return self.words[self.at - 1].value
        return None

    def must(self, value: Fraction | None) -> str:
        if value is None or value < 0:
            raise NotPlainError
        return _show(value)

    def letter(self) -> str:
        """The unknown, or an empty string."""
        if self.take("U"):
            self.mentions += 1
            return self.words[self.at - 1].letter or self.unknown
        for phrases, indefinite in ((INDEFINITE, True), (_DEFINITE, False)):
            for phrase in phrases:
                if self.take(phrase):
                    if indefinite and self.mentions:
                        raise NotPlainError
                    self.mentions += 1
                    return self.unknown
        return ""

    def side(self) -> str:
        """One side: a number, a term, a term and a number, or a multiple of a sum."""
        number = self.number()
        if number is not None:
            return self.after_number(number)
        if self.take("the sum of"):
            return self.sum()
        multiple = self.multiple()
        if multiple is not None:
            return self.changed(multiple)
        for phrase, build in _OF_TWO:
            if self.take(phrase):
                return build(self)
        term = self.letter()
        if not term:
            raise NotPlainError
        for phrase, sign in _AFTER_UNKNOWN:
            if self.take(phrase):
                return f"{term} {sign} {self.must(self.number())}"
        return self.changed(_Multiple(term))

    def changed(self, multiple: _Multiple) -> str:
        """A multiple with what is added to it, right behind or set off by stops: `twice x, increased by 4,`."""
        if not self.take("|"):
            return multiple.text if multiple.of_a_sum or multiple.is_part else self.shifted(multiple.text)
        for phrase, sign in _AFTER_STOP:
            if self.take(phrase):
                number = self.must(self.number())
                self.take("|")
                return f"{multiple.text} {sign} {number}"
        raise NotPlainError

    def after_number(self, number: Fraction) -> str:
        for phrase, sign in _AFTER_NUMBER:
            if self.take(phrase):
                return f"{self.term()} {sign} {self.must(number)}"
        self.at -= 1
        multiple = self.multiple()
        if multiple is not None:
            return self.changed(multiple)
        self.at += 1
        for phrase, sign in (("plus", "+"), ("minus", "-")):
            if self.take(phrase):
                return f"{self.must(number)} {sign} {self.term()}"
        return _show(number)

    def term(self) -> str:
        """A number, the unknown, a multiple of it or a part of it."""
        multiple = self.multiple()
        if multiple is not None:
            if multiple.of_a_sum:
                raise NotPlainError
            return multiple.text
        number = self.number()
        if number is not None:
            return self.must(number)
        letter = self.letter()
        if letter and self.take("divided by"):
            return f"{letter} / {self.must(self.number())}"
        if not letter:
            raise NotPlainError
        return letter

    def multiple(self) -> _Multiple | None:
        """`three times a number`, `twice the sum of a number and 7`, or None."""
        factor = self.factor()
        if factor is None:
            return None
        if self.take("the sum of"):
            return _Multiple(f"{self.must(factor)}({self.sum()})", of_a_sum=True)
        letter = self.letter()
        if not letter:
            raise NotPlainError
        return _Multiple(f"{self.must(factor)} * {letter}", is_part=factor < 1)

    def factor(self) -> Fraction | None:
        """`three times`, `twice`, `half of`, `two thirds of`, `20 percent of`, or None."""
        start = self.at
        factor = self.number()
        if factor is None:
            factor = next((value for phrase, value in _FACTORS if self.take(phrase)), None)
            if factor is not None or not self.take("a"):
                return factor
            factor = Fraction(1)
        elif self.take("times"):
            return factor
        elif self.take("percent of"):
            return factor / 100
        part = next((value for phrase, value in _PARTS if self.take(phrase)), None)
        if part is None:
            self.at = start
            return None
        return factor * part

    def sum(self) -> str:
        one = self.term()
        if not self.take("and"):
            raise NotPlainError
        return f"{one} + {self.term()}"

    def shifted(self, term: str) -> str:
        for phrase, sign in (("plus", "+"), ("minus", "-")):
            if self.take(phrase):
                return f"{term} {sign} {self.must(self.number())}"
        return term

    def product(self) -> str:
        one, two = self.pair()
        return f"{one} * {two}"

    def quotient(self) -> str:
        one, two = self.pair()
        return f"{one} / {two}"

    def pair(self) -> tuple[str, str]:
        number = self.number()
        one = self.must(number) if number is not None else self.letter()
        if not one or not self.take("and"):
            raise NotPlainError
        number = self.number()
        two = self.must(number) if number is not None else self.letter()
        if not two:
            raise NotPlainError
        return one, two


_FACTORS: Final = (
    ("twice", Fraction(2)),
    ("double", Fraction(2)),
    ("thrice", Fraction(3)),
    ("triple", Fraction(3)),
    ("half of", Fraction(1, 2)),
    ("half", Fraction(1, 2)),
)
_PARTS: Final = tuple(
    (f"{name} of", Fraction(1, number))
    for number, names in (
        (2, "half"),
        (3, "third thirds"),
        (4, "quarter quarters fourth fourths"),
        (5, "fifth fifths"),
        (6, "sixth sixths"),
        (7, "seventh sevenths"),
        (8, "eighth eighths"),
        (9, "ninth ninths"),
        (10, "tenth tenths"),
    )
    for name in names.split()
)
_RELATIONS: Final = (
    "is equal to",
    "is the same as",
    "is as much as",
    "comes to",
    "amounts to",
    "equals",
    "makes",
    "yields",
    "gives",
    "is",
    "=",
)
_AFTER_NUMBER: Final = (
    ("more than", "+"),
    ("added to", "+"),
    ("less than", "-"),
    ("subtracted from", "-"),
    ("taken from", "-"),
    ("taken away from", "-"),
)
_AFTER_STOP: Final = (
    ("plus", "+"),
    ("increased by", "+"),
    ("minus", "-"),
    ("decreased by", "-"),
    ("diminished by", "-"),
    ("reduced by", "-"),
)
_AFTER_UNKNOWN: Final = (
    ("divided by", "/"),
    ("multiplied by", "*"),
    ("times", "*"),
    ("increased by", "+"),
    ("decreased by", "-"),
    ("diminished by", "-"),
    ("reduced by", "-"),
)
_OF_TWO: Final[tuple[tuple[str, Callable[[Speech], str]], ...]] = (
    ("the product of", Speech.product),
    ("the quotient of", Speech.quotient),
)


def _show(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"({value})"
