"""Lists of questions, their answers, and engines for them."""

from __future__ import annotations

from collections.abc import Sequence

from stepcache_core import Request, StepCacheEngine
from tests import engines

QUESTIONS = (
    "What is the capital of France?",
    "Who wrote the play Hamlet?",
    "What is the chemical symbol for gold?",
    "How tall is Mount Everest?",
)
ANSWERS = ("The capital of France is Paris.", "Shakespeare wrote Hamlet.", "Au.", "Mount Everest is 8,849 metres tall.")
SILVER = "What is the chemical symbol for silver?"
CHANGED = (*QUESTIONS[:2], SILVER, QUESTIONS[3])
OPENING = "Answer these questions:\n"


def numbered(texts: Sequence[str], opening: str = "") -> str:
    return opening + "\n".join(f"{number}. {text}" for number, text in enumerate(texts, 1))


def ask(questions: Sequence[str], **fields: object) -> Request:
    return Request.from_prompt(numbered(questions, OPENING), **fields)  # type: ignore[arg-type]


def make_engine(**policy: object) -> StepCacheEngine:
    return engines.make_engine(**{"min_similarity": 0.0, **policy})
