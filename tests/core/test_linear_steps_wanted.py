"""Whether an answer shows its working: one that does may answer either request, one that does not only the plain."""

from __future__ import annotations

import pytest

from stepcache_core import Generation, Outcome, Request, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder

WORKED = "3x + 5 = 20\n\nSubtract 5 from both sides:\n3x = 15\n\nDivide both sides by 3:\nx = 5"
SEVEN = "7x - 9 = 40\n\nAdd 9 to both sides:\n7x = 49\n\nDivide both sides by 7:\nx = 7"
SYSTEM = "x + y = 7\nx - y = 1\n\nAdd the equations:\n2x = 8\nx = 4\n\ny = 3\n\nx = 4, y = 3"


def outcome_after(answered: str, answer: str, asked: str) -> Outcome:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())
    engine.answer(Request.from_prompt(answered), lambda _: Generation(answer))
    return engine.explain(Request.from_prompt(asked)).outcome


@pytest.mark.parametrize(
    ("answered", "answer", "asked"),
    [
        ("Solve 3x + 5 = 20", WORKED, "Solve 7y - 9 = 40 step by step."),
        ("Solve 7x - 9 = 40 step by step.", SEVEN, "Find y: 2y + 1 = 9"),
        ("Solve x + y = 7, x - y = 1", SYSTEM, "Solve this system step by step: x + y = 9, x - y = 3"),
    ],
)
def test_an_answer_that_shows_its_working_answers_with_and_without_steps(
    answered: str, answer: str, asked: str
) -> None:
    assert outcome_after(answered, answer, asked) is Outcome.REPLAY


@pytest.mark.parametrize("answer", ["x = 5", "3x + 5 = 20\n\nx = 5", "The solution is x = 5."])
def test_an_answer_without_its_working_does_not_show_steps(answer: str) -> None:
    assert outcome_after("Solve 3x + 5 = 20", answer, "Solve 7y - 9 = 40") is Outcome.REPLAY
    assert outcome_after("Solve 3x + 5 = 20", answer, "Solve 7y - 9 = 40 step by step.") in {Outcome.MISS, Outcome.SKIP}
