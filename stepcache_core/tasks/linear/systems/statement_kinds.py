"""The kinds of statement that an answer to several equations makes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from stepcache_core.tasks.linear.lexer import Token
from stepcache_core.tasks.linear.reading import Run


@dataclass(frozen=True, slots=True)
class Stated:
    """An equation, or a chain of them.

    Attributes:
        run: The run it was read from.
        sentence: Index of its sentence.
        answers: Whether the sentence calls it the answer, or a box does.
    """

    run: Run
    sentence: int
    answers: bool


@dataclass(frozen=True, slots=True)
class StatedValue:
    """A value stated in words or in a box; `letter` is empty where the words name none."""

    letter: str
    tokens: tuple[Token, ...]
    sentence: int


OF_SEVERAL: Final = frozenset({"sum", "difference", "combination"})
"""Signs of operations on more than one equation."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something done to known equations.

    Attributes:
        sign: `+ - * /` on both sides of one equation, `sum` or `difference` of two, `combination` of numbered ones.
        operand: What is added, subtracted, multiplied or divided by.
        words: How it is said.
        sentence: Index of its sentence.
        of: Indices of the problem's equations that it names, in the order it names them.
        factors: The equations of a combination, each with its factor.
    """

    sign: str
    operand: tuple[Token, ...]
    words: str
    sentence: int
    of: tuple[int, ...] = ()
    factors: tuple[tuple[int, Fraction], ...] = ()

    @property
    def is_taken_from(self) -> bool:
        """Whether the only equation that is named is the one from which something is taken: `this from the second`."""
        return bool(re.search(r"\bfrom (?:\w+ )*?(?:first|second|third|[1-9])\b", self.words))

    @property
    def is_ordered(self) -> bool:
        """Whether the words leave no doubt which of two equations is taken from which."""
        return self.sign == "difference" and (len(self.of) > 1 or (bool(self.of) and " from " in self.words))


@dataclass(frozen=True, slots=True)
class Refers:
    """The words "the second equation": what comes next is said to come from it, or to be put into it.

    Only where it `is_origin`, as in "from the second equation", nothing else can come between. Where a letter is
    `put_in`, as in "substituting y from the first equation", what comes next is another one without that letter.
    """

    index: int
    sentence: int
    is_origin: bool = False
    put_in: str = ""


@dataclass(frozen=True, slots=True)
class Aim:
    """A letter of which words speak.

    Attributes:
        letter: The letter.
        kind: `gone` where it is to be eliminated; `alone` where an equation is to be solved for it, `alone in each`
            where all are; `replaced` where an expression is put in for it; `sought` where its value is; `had` where the
            value is said to be known; empty where the words say something else.
        sentence: Index of its sentence.
    """

    letter: str
    kind: str
    sentence: int


@dataclass(frozen=True, slots=True)
class Named:
    """An equation with the number of one beside it; `index` is that number less one.

    A number that `begins_a_line` may be that of a step, as long as it is not another equation of the problem.
    """

    run: Run
    index: int
    sentence: int
    begins_a_line: bool = False


@dataclass(frozen=True, slots=True)
class StatedClaim:
    """That there is no solution (`none`), or that there are infinitely many (`many`); or words for why that is so.

    The words are `contradiction` and `tautology`; elsewhere they may turn anything round. Where its sentence is not
    all understood, a claim is not `is_sure`: it may be turned round, or be of something else.
    """

    solutions: str
    sentence: int
    is_sure: bool = True


@dataclass(frozen=True, slots=True)
class Pointed:
    """An expression that the words only point at; `is_factor` where they say that it is multiplied out."""

    run: Run
    sentence: int
    is_factor: bool = False


@dataclass(frozen=True, slots=True)
class Unclear:
    """Something that could not be read.

    Attributes:
        what: What it is.
        sentence: Index of its sentence.
        claims: Whether it says what something is, and so may contradict the rest of the answer.
        grave: Whether it may turn a statement round.
    """

    what: str
    sentence: int
    claims: bool = False
    grave: bool = False


Statement: TypeAlias = Stated | StatedValue | Action | Refers | Aim | Named | StatedClaim | Pointed | Unclear
