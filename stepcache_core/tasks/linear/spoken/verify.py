"""Verdicts on answers about "a number": in the answer's own letter, or in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from stepcache_core.model import Step, Verdict
from stepcache_core.tasks.linear.lexer import MAX_TEXT, NAME, lex
from stepcache_core.tasks.linear.spoken.recognise import UNKNOWN, SpokenProblem
from stepcache_core.tasks.linear.verify import verify, verify_answer

_STANDS_FOR: Final = re.compile(r"\b(?:represents?|denotes?|stands? for) the (?:unknown )?number\b(?! of\b)")
_IS_SET: Final = re.compile(r"\b([A-Za-z]) *= *the (?:unknown |required |original )?number\b(?! of\b)")
_THE_NUMBER: Final = re.compile(r"\b[Tt]he (?:unknown |required |original )?number\b(?! of\b)")


def verify_spoken(problem: SpokenProblem, steps: Sequence[Step]) -> tuple[Verdict, ...]:
    """One verdict for each step."""
    letter = _letter([step.text for step in steps])
    if not letter:
        return (Verdict.unknown("more than one letter, where one number is asked"),) * len(steps)
    return verify(problem.named(letter), [Step(_in_letters(step.text, letter)) for step in steps])


def verify_spoken_answer(problem: SpokenProblem, texts: Sequence[str]) -> Verdict:
    """The verdict on a whole answer."""
    letter = _letter(texts)
    if not letter:
        return Verdict.unknown("more than one letter, where one number is asked")
    return verify_answer(problem.named(letter), [_in_letters(text, letter) for text in texts])


def _letter(texts: Sequence[str]) -> str:
    """The letter that an answer uses for the number; empty where it uses several."""
    if sum(map(len, texts)) > MAX_TEXT:
        return UNKNOWN
    letters = {token.text for text in texts for token in lex(text) if token.kind == NAME}
    if len(letters) > 1:
        return ""
    return next(iter(letters), UNKNOWN)


def _in_letters(text: str, letter: str) -> str:
    named = _IS_SET.sub(r"\1 be the number", _STANDS_FOR.sub(f"be {letter}", text))
    return _THE_NUMBER.sub(letter, named)
