"""Equations said in words: "five more than three times a number is twenty".

Only what every reader takes in one way is read: one sum, difference, product or quotient in each side, with at most a
multiple of the unknown in it. "Three times a number plus five doubled" and "three less twice x" are not ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.asking import FIND, MANNER, POLITE, STEPS
from stepcache_core.tasks.linear.lexer import BAD, MATH, NAME, NUMBER, OPERATOR, STOP, WORD, Token
from stepcache_core.tasks.linear.reading import Item, read
from stepcache_core.tasks.linear.recognise import LinearProblem, problem_of

MAX_SPOKEN: Final = 300
"""Characters a request in words may have."""
UNKNOWN: Final = "x"
"""The letter that stands for "a number"."""


@dataclass(frozen=True, slots=True)
class SpokenProblem:
    """An equation in words about "a number", for which the words name no letter.

    Attributes:
        equation: The equation, with `x` for the number.
    """

    equation: LinearProblem

    @property
    def wants_steps(self) -> bool:
        return self.equation.wants_steps

    @property
    def solution(self) -> Fraction | None:
        """The number, or None where there is none or no only one."""
        return self.equation.solution

    @property
    def signatures(self) -> tuple[str, ...]:
        """As those of its equation, apart from equations that name their letter."""
        head = "linear_equation:"
        return tuple(text.replace(head, f"{head}spoken:", 1) for text in self.equation.signatures)

    def named(self, letter: str) -> LinearProblem:
        """The equation with another letter for the number."""

        def renamed(tokens: Sequence[Token]) -> tuple[Token, ...]:
            return tuple(token._replace(text=letter) if token.kind == NAME else token for token in tokens)

        left, right = (renamed(side) for side in self.equation.sides)
        written = "".join(token.text for token in (*left, Token("relation", "=", 0, 0), *right))
        run = read(written)[0].run
        assert run is not None  # noqa: S101  # the sides of an equation that was read, read again
        problem = problem_of(run, letter, written, wants_steps=self.wants_steps)
        return problem if problem is not None else self.equation


_ONES: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_NUMBERS: Final = {word: value for value, word in enumerate(_ONES)} | {
    word: 10 * value for value, word in enumerate(_TENS, start=2)
}
_DEFINITE: Final = ("the number", "that number", "the same number", "this number", "the unknown number")
_INDEFINITE: Final = ("a number", "some number", "an unknown number", "a certain number")
_IT: Final = r"(?:the value of )?(?:the number|that number|this number|the unknown number|U)"
_REQUEST: Final = re.compile(
    rf"{POLITE}(?:{MANNER} )?{POLITE}"
    rf"(?:(?:{FIND}|what is|what's) {_IT} (?:\| )?"
    r"(?:if|when|given that|such that|so that|where|for which) (?P<one>[^|]+)"
    rf"|solve (?:for {_IT} )?(?:\| )?(?P<two>[^|]+?)(?: for {_IT})?"
    rf"|(?:(?:if|when|suppose|suppose that|given that) )?(?P<three>[^|]+?) (?:\| )?(?:then )?"
    rf"(?:(?:{FIND}|what is|what's|solve for) {_IT}|what number is it))"
    rf"(?: \|)?(?: {MANNER}){{0,3}}(?: \|)?(?: please| thanks| thank you)?(?: \|)?"
)


@dataclass(frozen=True, slots=True)
class Said:
    """A word of a spoken equation: `N` for a number, `U` for the unknown; `|` for a stop."""

    name: str
    value: Fraction = Fraction(0)
    letter: str = ""


@dataclass(frozen=True, slots=True)
class _Multiple:
    text: str
    of_a_sum: bool = False


class NotPlainError(ValueError):
    """The words say no equation, or can be taken in more than one way."""


def recognise_spoken(prompt: str) -> LinearProblem | SpokenProblem | None:
    """The problem a prompt asks in words, or None where any part of it is not understood."""
    if len(prompt) > MAX_SPOKEN:
        return None
    try:
        words = words_of(read(prompt))
    except NotPlainError:
        return None
    sentence = " ".join(word.name for word in words)
    request = _REQUEST.fullmatch(sentence)
    if request is None:
        return None
    group = next(name for name in ("one", "two", "three") if request[name] is not None)
    first = sentence.count(" ", 0, request.start(group))
    last = first + request[group].count(" ") + 1
    letters = {word.letter for word in words if word.letter}
    if len(letters) > 1 or (letters and re.search(r"\bnumber\b", sentence)):
        return None
    letter = next(iter(letters), "")
    try:
        equation = _Speech(words[first:last], letter or UNKNOWN).equation()
    except NotPlainError:
        return None
    run = read(equation)[0].run
    problem = run and problem_of(run, letter or UNKNOWN, equation, wants_steps=bool(STEPS.search(sentence)))
    if not problem:
        return None
    return replace(problem, equation=prompt) if letter else SpokenProblem(problem)


def equation_in_words(words: Sequence[Said]) -> str:
    """The equation that words with letters in them say, in signs; an empty string where they say none."""
    try:
        return _Speech(words, "").equation()
    except NotPlainError:
        return ""


def words_of(items: Sequence[Item]) -> list[Said]:
    """The words of a text.

    Raises:
        NotPlainError: It has mathematics in it that is more than a number or a letter.
    """
    words: list[Said] = []
    for item in items:
        if item.kind == WORD:
            _add_word(words, item.text)
        elif item.kind == STOP and item.text in {".", ",", ":", "?", "!", "\n", ";"}:
            if words and words[-1].name != "|" and item.text != ":":
                words.append(Said("|"))
        elif item.run is not None:
            for index, side in enumerate(item.run.sides):
                if index:
                    words.append(Said("="))
                words.extend(_plain(side.tokens))
            if any(relation != "=" for relation in item.run.relations) or item.run.continues or item.run.boxed:
                raise NotPlainError
        elif item.kind != MATH:
            raise NotPlainError
    return words


def _plain(tokens: Sequence[Token]) -> list[Said]:
    """A number or a letter alone; nothing for the missing side of `= 20`."""
    kinds = [token.kind for token in tokens]
    if kinds == [NUMBER]:
        return [Said("N", Fraction(tokens[0].text))]
    if kinds == [OPERATOR, NUMBER] and tokens[0].text == "-":
        return [Said("N", -Fraction(tokens[1].text))]
    if kinds == [NAME]:
        return [Said("U", letter=tokens[0].text)]
    if kinds == [NUMBER, BAD] and tokens[1].text == "%":
        return [Said("N", Fraction(tokens[0].text)), Said("percent")]
    if not kinds:
        return []
    raise NotPlainError


def _add_word(words: list[Said], text: str) -> None:
    """A word; the words of a number become one number: `one hundred and twenty-five`."""
    parts = [_NUMBERS.get(part) for part in text.split("-")]
    value: int | None = None
    if len(parts) == 1:
        value = parts[0]
    elif len(parts) == 2 and parts[0] and parts[1] and parts[0] >= 20 and 0 < parts[1] < 10:
        value = parts[0] + parts[1]
    before = words[-1] if words and words[-1].name == "N" else None
    if value is not None:
        if before is not None and before.value >= 20 and _joins(before.value, value):
            words[-1] = Said("N", before.value + value)
            return
        words.append(Said("N", Fraction(value)))
    elif text in {"hundred", "thousand"} and before is not None and 1 <= before.value <= 9:
        words[-1] = Said("N", before.value * (100 if text == "hundred" else 1000))
    else:
        words.append(Said(text))


def _joins(before: Fraction, value: int) -> bool:
    return (before % 100 == 0 and 0 < value < 100) or (before % 10 == 0 and 0 < value < 10)


class _Speech:
    """Recursive descent over the words of one equation; gives it in signs."""

    def __init__(self, words: Sequence[Said], unknown: str) -> None:
        self.words = words
        self.unknown = unknown
        self.at = 0
        self.mentions = 0

    def equation(self) -> str:
        left = self.side()
        for relation in ("is equal to", "is the same as", "equals", "is", "gives", "="):
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
        for phrases, indefinite in ((_INDEFINITE, True), (_DEFINITE, False)):
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
            return multiple.text if multiple.of_a_sum else self.shifted(multiple.text)
        for phrase, build in _OF_TWO:
            if self.take(phrase):
                return build(self)
        term = self.letter()
        if not term:
            raise NotPlainError
        for phrase, sign in _AFTER_UNKNOWN:
            if self.take(phrase):
                return f"{term} {sign} {self.must(self.number())}"
        return self.shifted(term)

    def after_number(self, number: Fraction) -> str:
        for phrase, sign in (("more than", "+"), ("added to", "+"), ("less than", "-"), ("subtracted from", "-")):
            if self.take(phrase):
                return f"{self.term()} {sign} {self.must(number)}"
        self.at -= 1
        multiple = self.multiple()
        if multiple is not None:
            return multiple.text if multiple.of_a_sum else self.shifted(multiple.text)
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
        start = self.at
        factor = self.number()
        if factor is not None:
            if self.take("percent of"):
                factor /= 100
            elif not self.take("times"):
                self.at = start
                return None
        else:
            factor = next((value for phrase, value in _FACTORS if self.take(phrase)), None)
            if factor is None:
                return None
        if self.take("the sum of"):
            return _Multiple(f"{self.must(factor)}({self.sum()})", of_a_sum=True)
        letter = self.letter()
        if not letter:
            raise NotPlainError
        return _Multiple(f"{self.must(factor)} * {letter}")

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
    ("a third of", Fraction(1, 3)),
    ("a quarter of", Fraction(1, 4)),
)
_AFTER_UNKNOWN: Final = (
    ("divided by", "/"),
    ("multiplied by", "*"),
    ("times", "*"),
    ("increased by", "+"),
    ("decreased by", "-"),
)
_OF_TWO: Final[tuple[tuple[str, Callable[[_Speech], str]], ...]] = (
    ("the product of", _Speech.product),
    ("the quotient of", _Speech.quotient),
)


def _show(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"({value})"
