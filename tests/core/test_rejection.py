"""A pair that a user has rejected never matches again."""

from __future__ import annotations

from pathlib import Path

import pytest

from stepcache_core import Outcome, Policy, Request, StepCacheEngine
from stepcache_core.rejection import REJECTIONS
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import FakeClock, HashEmbedder, ScriptedModel
from tests import engines
from tests.toy_task import TotalsTask, totals

FIRST = Request.from_prompt("Where do swallows nest")
SECOND = Request.from_prompt("Hello! Where do swallows nest?")
THIRD = Request.from_prompt("Please, where do swallows nest?")


def make_engine(store: MemoryStore | None = None, clock: FakeClock | None = None, **policy: object) -> StepCacheEngine:
    return engines.make_engine(
        TotalsTask(), store=store, clock=clock or FakeClock(), **{"min_similarity": 0.0, **policy}
    )


def served(engine: StepCacheEngine, request: Request) -> str:
    answer = engine.lookup(request)
    assert answer is not None
    assert answer.record_id is not None
    return answer.record_id


def test_a_rejected_pair_is_not_served_again_and_others_still_are() -> None:
    """https://github.com/zilliztech/GPTCache/issues/548 and https://github.com/vllm-project/semantic-router/issues/1581."""
    engine = make_engine()
    engine.answer(FIRST, ScriptedModel(["in barns"]).generate)
    assert engine.reject(served(engine, SECOND), SECOND)
    plan = engine.explain(SECOND)
    assert plan.outcome is Outcome.SKIP
    assert "rejected" in plan.considered[0].reason
    assert engine.lookup(THIRD) is not None
    assert engine.lookup(FIRST) is not None


def test_the_pair_is_kept_apart_whichever_of_the_two_is_asked() -> None:
    engine = make_engine()
    engine.answer(FIRST, ScriptedModel(["in barns"]).generate)
    first_id = served(engine, SECOND)
    engine.reject(first_id, SECOND)
    engine.answer(SECOND, ScriptedModel(["under eaves"]).generate)
    engine.forget(first_id)
    assert engine.lookup(FIRST) is None


def test_another_candidate_takes_the_place_of_the_rejected_one() -> None:
    engine = make_engine()
    engine.answer(FIRST, ScriptedModel(["in barns"]).generate)
    engine.reject(served(engine, SECOND), SECOND)
    engine.answer(SECOND, ScriptedModel(["under eaves"]).generate)
    engine.reject(served(engine, THIRD), THIRD)
    answer = engine.lookup(THIRD)
    assert answer is not None
    engine.reject(str(answer.record_id), THIRD)
    assert engine.lookup(THIRD) is None


def test_rejecting_a_requests_own_answer_has_the_model_asked_anew() -> None:
    engine = make_engine()
    record_id = engine.answer(FIRST, ScriptedModel(["in trees"]).generate).record_id
    assert record_id is not None
    assert engine.reject(record_id, FIRST)
    assert engine.answer(FIRST, ScriptedModel(["in barns"]).generate).text == "in barns"
    assert engine.answer(FIRST, ScriptedModel([]).generate).text == "in barns"


def test_a_patched_answer_that_is_rejected_is_not_patched_again_from_the_same_steps() -> None:
    def asking(third: str) -> Request:
        first_two = "1. What is the capital of Australia?\n2. What is the chemical symbol of gold?"
        return Request.from_prompt(f"Answer these questions:\n{first_two}\n3. {third}")

    def answering(capital: str, length: str) -> str:
        return f"1. The capital of Australia is {capital}.\n2. The chemical symbol of gold is Au.\n3. {length}"

    engine, rhine = make_engine(), asking("How long is the Rhine?")
    nile = answering("Sydney", "The Nile is 6,650 km long.")
    right = answering("Canberra", "The Rhine is 1,230 km long.")
    engine.answer(asking("How long is the Nile?"), ScriptedModel([nile]).generate)
    patched = engine.answer(rhine, ScriptedModel(["1. The Rhine is 1,230 km long."]).generate)
    assert patched.outcome is Outcome.PATCH
    assert engine.reject(str(patched.record_id), rhine)
    assert "rejected" in engine.explain(rhine).reason
    assert engine.answer(rhine, ScriptedModel([right]).generate).text == right
    assert engine.answer(rhine, ScriptedModel([]).generate).text == right
    assert engine.explain(asking("How long is the Main?")).outcome is Outcome.PATCH


def test_what_a_task_would_reuse_replay_or_patch_is_rejected_alike() -> None:
    engine = make_engine()
    engine.answer(Request.from_prompt("Total: 2 3 4"), ScriptedModel([totals(2, 3, 4)]).generate)
    for prompt, outcome in (("please total: 2 3 4", Outcome.REUSE), ("Total: 2 3 7", Outcome.PATCH)):
        request = Request.from_prompt(prompt)
        plan = engine.explain(request)
        assert plan.outcome is outcome
        assert plan.used is not None
        engine.reject(plan.used.record.id, request)
        assert engine.explain(request).outcome is Outcome.SKIP


def test_neither_age_nor_number_ends_a_rejection() -> None:
    clock, store = FakeClock(), MemoryStore()
    engine = make_engine(store, clock, ttl=10, max_entries=2)
    engine.answer(FIRST, ScriptedModel(["in barns"]).generate)
    engine.reject(served(engine, SECOND), SECOND)
    clock.now += 100
    for number in range(5):
        engine.answer(Request.from_prompt(f"Say number {number}"), ScriptedModel(["so"]).generate)
    engine.answer(FIRST, ScriptedModel(["in barns"]).generate)
    assert engine.lookup(THIRD) is not None
    assert engine.lookup(SECOND) is None


async def test_a_rejection_outlives_its_process(tmp_path: Path) -> None:
    policy = Policy(min_similarity=0.0)
    with StepCacheEngine(path=tmp_path, embedder=HashEmbedder(), tasks=(), policy=policy) as engine:
        engine.answer(FIRST, ScriptedModel(["in barns"]).generate)
        assert await engine.areject(served(engine, SECOND), SECOND)
    with StepCacheEngine(path=tmp_path, embedder=HashEmbedder(), tasks=(), policy=policy) as engine:
        assert engine.lookup(THIRD) is not None
        assert engine.lookup(SECOND) is None


def test_a_tenant_that_calls_itself_as_the_rejections_are_kept_removes_none() -> None:
    engine = make_engine(max_entries=1)
    engine.answer(FIRST, ScriptedModel(["in barns"]).generate)
    assert engine.reject(served(engine, SECOND), SECOND)
    for number in range(2):
        tenants = Request.from_prompt(f"Question {number}", namespace=REJECTIONS)
        assert engine.answer(tenants, ScriptedModel(["a"]).generate).outcome is Outcome.BYPASS
    assert engine.explain(SECOND).outcome is Outcome.SKIP


def test_a_request_without_a_key_has_nothing_to_reject() -> None:
    assert not make_engine().reject("some record", Request.from_prompt("Say it", params={"hook": object()}))


@pytest.mark.parametrize("prompt", ["How is the weather today?", "Photosynthesis"])
def test_a_volatile_or_tiny_prompt_is_served_exactly_or_not_at_all(prompt: str) -> None:
    engine = make_engine()
    engine.answer(Request.from_prompt(prompt), ScriptedModel(["so"]).generate)
    assert engine.explain(Request.from_prompt(prompt)).outcome is Outcome.EXACT
    plan = engine.explain(Request.from_prompt(f"Please, {prompt}"))
    assert plan.outcome is Outcome.SKIP
    assert "exactly only" in plan.reason


def test_the_plan_shows_candidates_similarity_changes_and_decision_in_words() -> None:
    engine = make_engine()
    engine.answer(Request.from_prompt("Turn dark mode on"), ScriptedModel(["done"]).generate)
    plan = engine.explain(Request.from_prompt("Turn dark mode off"))
    (candidate,) = plan.considered
    assert candidate.delta is not None
    assert [change.new for change in candidate.delta.changes] == ["off"]
    assert str(plan).startswith("SKIP: no task verifies it, and the prompts differ (polarity: 'on' became 'off')")
    assert "candidate 1 (similarity 0." in str(plan)
