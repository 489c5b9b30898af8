"""The form in which an answer is wanted, and whether it has it; that its values are right is judged elsewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.lexer import NUMBER, lex

_CLAUSES: Final = re.compile(r"\n|\\\\(?=\s)|[,;→⇒⟹]|\b(?:and|so|then|thus|therefore|gives|into|in)\b", re.IGNORECASE)
_EQUATED: Final = re.compile(r"(?<![^\W_])([A-Za-z])[\s*$&]*\Z")
"""A letter by itself, before a sign of equality."""
_MARKUP: Final = re.compile(r"\\[()\[\]]|[$*\s]|\\boxed(?=\{)")


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """What a prompt asks of the form of its answer.

    Attributes:
        fraction: Values that are not whole are fractions in lowest terms, nowhere decimals.
        line: The last line is the letter, `=` and its value; for several letters, the last lines or a list.
        end: The last line states a value that is asked for, and nothing else: no check follows.
    """

    fraction: bool = False
    line: bool = False
    end: bool = False

    def missing(self, values: Mapping[str, Fraction], text: str) -> str:
        """What an answer with these values has not, in words; an empty string where its form is right."""
        if self.fraction and (value := _not_a_fraction(values, text)) is not None:
            return f"{value} is asked for as a fraction"
        if self.line and (letter := _without_line(values, text)):
            return f"a last line {letter} = ... is asked for"
        if self.end and values and not _ends_with_one(values, text):
            return "the result is asked for at the end"
        return ""

    @property
    def name(self) -> str:
        """The form in a signature; empty where none is asked for."""
        asked = {"-fraction": self.fraction, "-line": self.line, "-end": self.end}
        return "".join(name for name, is_asked in asked.items() if is_asked)


ANY_FORM: Final = AnswerForm()
"""Nothing is asked of the form."""


def _not_a_fraction(values: Mapping[str, Fraction], text: str) -> Fraction | None:
    decimals = {Fraction(token.text) for token in lex(text) if token.kind == NUMBER and "." in token.text}
    for value in values.values():
        if value.denominator == 1:
            continue
        above, below = abs(value.numerator), value.denominator
        written = re.search(
            rf"(?<![\d./]){above}\s*/\s*{below}(?![\d/]|\.\d)|frac\s*\{{\s*-?{above}\s*\}}\s*\{{\s*{below}\s*\}}", text
        )
        if written is None or abs(value) in decimals:
            return value
    return None


def _without_line(values: Mapping[str, Fraction], text: str) -> str:
    ends = re.split(r"\n|,|\band\b", text) if len(values) > 1 else text.splitlines()
    lines = [plain for line in ends if (plain := _MARKUP.sub("", line).strip(".{}"))]
    last = lines[-len(values) :] if values else []
    return next((letter for letter in values if not any(line.startswith(f"{letter}=") for line in last)), "")


def _ends_with_one(values: Mapping[str, Fraction], text: str) -> bool:
    """Whether the last clause states a value: `x = 15/3 = 5`, or no equality and a 5; not a check of one side."""
    clauses = [clause for clause in _CLAUSES.split(text) if any(map(str.isdigit, clause))]
    last = clauses[-1] if clauses else ""
    if "=" in last:
        equated = _EQUATED.search(last.partition("=")[0])
        return equated is not None and (equated[1] in values or "" in values)
    return any(re.search(rf"(?<![\d.]){abs(value.numerator)}(?!\d)", last) is not None for value in values.values())
