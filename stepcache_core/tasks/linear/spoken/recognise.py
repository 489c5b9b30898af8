"""Equations said in words: "five more than three times a number is twenty".

Only what every reader takes in one way is read: one sum, difference, product or quotient in each side, with at most a
multiple of the unknown in it. "Three times a number plus five doubled" and "three less twice x" are not ours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.answer_form import AnswerForm
from stepcache_core.tasks.linear.asking import FIND, POLITE
from stepcache_core.tasks.linear.lexer import NAME, Token
from stepcache_core.tasks.linear.manner import plain
from stepcache_core.tasks.linear.reading import read
from stepcache_core.tasks.linear.recognise import LinearProblem, problem_of
from stepcache_core.tasks.linear.spoken.deeds import equation_of_deeds
from stepcache_core.tasks.linear.spoken.sentence import INDEFINITE, equation_in_words
from stepcache_core.tasks.linear.spoken.words import NotPlainError, Said, words_of
from stepcache_core.tasks.linear.wording import tidied

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
    def form(self) -> AnswerForm:
        return self.equation.form

    @property
    def values(self) -> dict[str, Fraction]:
        """The only solution, for which there is no letter; nothing where there is none."""
        return {} if self.solution is None else {"": self.solution}

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
        problem = problem_of(run, letter, written, "steps" if self.wants_steps else "")
        return problem if problem is not None else self.equation


_THE_NUMBER: Final = (
    r"(?:the|that|this|my|your|his|her|their|the unknown|the original|the starting) number(?! (?:of|with|which|that)\b)"
)
_IT: Final = rf"(?:the value of )?(?:{_THE_NUMBER}|U)"
_PERSON: Final = r"(?:i|you|we|he|she|they)"
_ASKED: Final = (
    rf"(?:(?:{FIND}|what is|what's|what was|solve for|how (?:big|much|large) is|(?:what|which) number (?:is|was)) {_IT}"
    rf"|what is it|{FIND} what {_IT} (?:is|equals)|what does {_IT} equal|(?:what|which) number (?:is|was) it"
    rf"|(?:what|which) number (?:did|do|does) {_PERSON} (?:start with|start from|begin with|think of|take|choose|pick)"
    rf"|(?:what|which) number (?:am|is|are|was|were) {_PERSON} thinking of)"
)
_REQUEST: Final = re.compile(
    rf"(?>{POLITE})(?:{_ASKED} (?:\| )?"
    r"(?:(?:if|when|given that|such that|so that|where|for which) )?(?P<one>.+?)"
    rf"|solve (?:for {_IT} )?(?:\| )?(?P<two>.+?)(?: for {_IT})?"
    rf"|(?:(?:if|when|suppose|suppose that|given that) )?(?P<three>.+?) (?:\| )?(?:then )?{POLITE}{_ASKED}"
    r"|(?:what|which) (?P<four>number .+?))"
    r"(?: \|)?(?: please| thanks| thank you)?(?: \|)?"
)
_OTHER_NUMBER: Final = re.compile(r"\bnumber\b(?! (?:is|was) U\b)")


def recognise_spoken(prompt: str) -> LinearProblem | SpokenProblem | None:
    """The problem a prompt asks in words, or None where any part of it is not understood."""
    if len(prompt) > MAX_SPOKEN:
        return None
    try:
        all_words = words_of(tidied(read(prompt)))
    except NotPlainError:
        return None
    letters = {word.letter for word in all_words if word.letter}
    if len(letters) > 1 or not any(word.name == "N" for word in all_words):
        return None
    letter = next(iter(letters), "")
    words = _with_letter(all_words)
    if letter and len(words) == len(all_words) and _OTHER_NUMBER.search(_sentence(words)):
        return None
    equation = _equation(words, letter or UNKNOWN) or _equation(_plain(words), letter or UNKNOWN)
    run = read(equation)[0].run if equation else None
    problem = run and problem_of(run, letter or UNKNOWN, equation, _sentence(all_words, "VAR"))
    if not problem:
        return None
    return replace(problem, equation=prompt) if letter else SpokenProblem(problem)


def _sentence(words: Sequence[Said], unknown: str = "U") -> str:
    return " ".join(unknown if word.name == "U" else word.name for word in words)


def _with_letter(words: Sequence[Said]) -> list[Said]:
    """The words with `a number n` as the letter alone."""
    for name in INDEFINITE:
        names = [*name.split(), "U"]
        for at in range(len(words) - len(names) + 1):
            if [word.name for word in words[at : at + len(names)]] == names:
                return [*words[:at], *words[at + len(names) - 1 :]]
    return list(words)


def _plain(words: Sequence[Said]) -> list[Said]:
    """The words without what is said of the manner."""
    left = [words[at] for at, _ in plain(_sentence(words, "VAR").split(" "))]
    return [word for at, word in enumerate(left) if word.name != "|" or (at and left[at - 1].name != "|")]


def _equation(words: Sequence[Said], unknown: str) -> str:
    """The equation of which words ask the solution, in signs; an empty string where they ask something else."""
    sentence = _sentence(words)
    request = _REQUEST.fullmatch(sentence)
    if request is None:
        return ""
    group = next(name for name in ("one", "two", "three", "four") if request[name] is not None)
    first = sentence.count(" ", 0, request.start(group))
    said = list(words[first : first + request[group].count(" ") + 1])
    if group == "four":  # "what number plus 7 is 19": a number plus 7 is 19
        said.insert(0, Said("a"))
    # A number beside a letter would be another one.
    if any(word.letter for word in words) and any(word.name == "number" for word in said):
        return ""
    return equation_in_words(said, unknown) or equation_of_deeds(said, unknown)
