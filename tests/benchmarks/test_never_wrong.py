"""Whatever is served without the model is right: all workloads, with a model that answers as it should."""

from __future__ import annotations

import pytest

from benchmarks.microbench.oracle import judge
from benchmarks.microbench.workload import Case, built_in, read, shuffled, warm_prompts
from stepcache_core import Request, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from tests.benchmarks.right_model import FOURTH, SECOND, THIRD, RightModel


@pytest.mark.parametrize(
    "cases", [read(SECOND), read(THIRD), read(FOURTH), built_in(42)], ids=["second", "third", "fourth", "seed 42"]
)
def test_the_model_answers_rightly(cases: list[Case]) -> None:
    model = RightModel(cases)
    for case in cases:
        judgement = judge(case.check, model.generate(Request.from_prompt(case.prompt)).text)
        assert judgement.strict, (case.id, judgement.reason)


@pytest.mark.parametrize(
    ("cases", "least"),
    [
        (built_in(42), 0.6),
        (built_in(45), 0.6),
        (built_in(46), 0.5),
        (read(SECOND), 0.5),
        (read(THIRD), 0.05),
        (read(FOURTH), 0.08),
    ],
    ids=["seed 42", "seed 45", "seed 46", "second", "third", "fourth"],
)
def test_no_answer_that_is_served_without_the_model_is_wrong(cases: list[Case], least: float) -> None:
    model = RightModel(cases)
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())
    for prompt in warm_prompts(cases):
        engine.answer(Request.from_prompt(prompt), model.generate)
    free, asked_again, wrong = 0, 0, []
    for case in shuffled(cases, 42):
        before = model.calls
        answer = engine.answer(Request.from_prompt(case.prompt), model.generate)
        asked_again += max(0, model.calls - before - 1)
        if model.calls == before:
            free += 1
            judgement = judge(case.check, answer.text)
            wrong += [] if judgement.strict else [(case.id, answer.outcome, case.prompt, answer.text, judgement.reason)]
    assert wrong == []
    assert free >= least * len(cases)
    assert asked_again <= len(cases) / 50  # a right answer is taken at once, and what is missing asked for once
