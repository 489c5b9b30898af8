"""What stands before the prompt, in a system prompt or earlier turns, and may make other values of those told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from stepcache_core.model import Message
from stepcache_core.tasks.json_value.problem import JsonProblem
from stepcache_core.tasks.json_value.reading.manners import without_manners
from stepcache_core.tasks.json_value.reading.patterns import compiled
from stepcache_core.tasks.json_value.reading.telling import ASKING

_WORD: Final = re.compile(r"[^\W\d_][\w'’-]*|\S")
_MARK: Final = re.compile(r"[.,;:!()\"“”'’*#-]")
_SAYS_NOTHING: Final = ASKING | frozenset(
    "a ai all also always am api assistant assistants assisting backend based be been bot careful carefully chatbot "
    "clear concise content converter converts correct correctly data-extraction desired do document documents "
    "endpoint engine exact exactly expert extracted extracting extraction extractor extracts files follow following "
    "formats formatted friendly from given good great helpful helpfully helps human humans i'm information-extraction "
    "instruction instructions into is its job machine machine-readable messages model must my no not nothing objects "
    "of on other our parsed parser parses parsing polite precise precisely prompt prompts provided provides read "
    "reads reliable replies request requested requests respectful responds response responses result results return "
    "returning returns role schema service should skilled specialised specialist specialized step strictly structured "
    "structures structuring system systems task tasks text-to-json texts that that's their they tool tools turns "
    "understand unstructured user user's users very we what who will without work works writes you're your".split()
)
"""Words of a system prompt that says who answers, and that the answer is JSON."""


def as_said_before(problem: JsonProblem, before: Sequence[Message]) -> JsonProblem:
    """The problem; with no value taken as stated where what stands before it may say how to write values, or others.

    Where that speaks of keys, the prompt's may not be all of them.
    """
    if all(message.role == "system" and _says_nothing(message.content) for message in before):
        return problem
    is_closed = problem.closed and not any(_OF_KEYS.search(message.content) for message in before)
    return replace(problem, subject=problem.told, stated=(), inferred=(), inside=(), closed=is_closed)


_OF_KEYS: Final = compiled(
    r"\b(?:keys?|fields?|propert(?:y|ies)|attributes?|members?|add|include|insert|append|extend)\b"
)


def _says_nothing(text: str) -> bool:
    return all(
        word.lower() in _SAYS_NOTHING or _MARK.fullmatch(word) is not None
        for word in _WORD.findall(without_manners(text).content)
    )
