"""What is kept of answers, for which requests, and for how long."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from stepcache_core import Generation, Message, Outcome, Policy, Request, Reuse, StepCacheEngine
from stepcache_core.store.base import Vector
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import FakeClock, HashEmbedder, ScriptedModel
from tests.engines import ask, make_engine
from tests.toy_task import TotalsTask, totals


class CountingEmbedder(HashEmbedder):
    """Counts what it embeds."""

    calls = 0

    def embed(self, texts: Sequence[str]) -> Vector:
        self.calls += len(texts)
        return super().embed(texts)


@pytest.mark.parametrize(
    ("generation", "why"),
    [
        (Generation("Half an ans", finish_reason="length"), "truncated"),
        (Generation("…", finish_reason="content_filter"), "filtered"),
        (Generation("I'm sorry, but I can't assist with that."), "refused"),
        (Generation("   "), "empty"),
        (Generation(""), "empty"),
        (Generation("no", finish_reason="something new"), "unknown reason"),
    ],
)
def test_what_may_not_be_stored_is_served_and_asked_again(generation: Generation, why: str) -> None:
    """https://github.com/HKUDS/LightRAG/pull/3446."""
    engine, model = make_engine(), ScriptedModel([generation, "whole"])
    assert engine.answer(ask("Say it"), model.generate).record_id is None, why
    assert engine.answer(ask("Say it"), model.generate).text == "whole"


def test_a_model_error_reaches_the_caller_and_nothing_is_stored() -> None:
    engine, model = make_engine(), ScriptedModel([RuntimeError("503"), "fine"])
    with pytest.raises(RuntimeError, match="503"):
        engine.answer(ask("Say it"), model.generate)
    assert engine.answer(ask("Say it"), model.generate).outcome is Outcome.MISS


def test_a_request_the_caller_keeps_out_bypasses_the_cache_both_ways() -> None:
    engine, model = make_engine(), ScriptedModel(["a", "b"])
    request = ask("Say it", reuse=Reuse.NEVER)
    assert engine.answer(request, model.generate).outcome is Outcome.BYPASS
    assert engine.answer(request, model.generate).text == "b"


def test_a_request_without_a_stable_key_bypasses_the_cache_and_is_counted() -> None:
    engine, model = make_engine(), ScriptedModel(["a"])
    answer = engine.answer(ask("Say it", params={"hook": object()}), model.generate)
    assert answer.outcome is Outcome.BYPASS
    assert engine.stats().faults == {"partition: UnkeyableError": 1}


def test_a_call_that_could_not_be_described_bypasses_the_cache_and_its_cause_is_counted() -> None:
    engine, model = make_engine(), ScriptedModel(["a"])
    request = Request.of_undescribed(KeyError("a secret"))
    assert engine.answer(request, model.generate).outcome is Outcome.BYPASS
    assert engine.stats().faults == {"request: KeyError": 1}
    assert engine.explain(request).reason == "the call could not be described as a request (KeyError)"


def test_an_exact_only_request_is_never_served_from_a_similar_one() -> None:
    engine, model = make_engine(min_similarity=0.0), ScriptedModel(["a", "b"])
    engine.answer(ask("Say it"), model.generate)
    assert engine.answer(ask("Please say it", reuse=Reuse.EXACT), model.generate).outcome is Outcome.MISS
    assert engine.answer(ask("Please say it", reuse=Reuse.EXACT), model.generate).outcome is Outcome.EXACT


@pytest.mark.parametrize(
    "other",
    [
        {"namespace": "other"},
        {"model": "other"},
        {"params": {"temperature": 0.5}},
        {"tools": ({"name": "search"},)},
        {"response_schema": {"type": "object"}},
        {"system": "Be brief."},
    ],
)
def test_nothing_is_shared_across_partitions(other: dict[str, object]) -> None:
    engine = make_engine(TotalsTask(), min_similarity=0.0)
    model = ScriptedModel([totals(2, 3), totals(2, 3)])
    engine.answer(ask("Total: 2 3"), model.generate)
    answer = engine.answer(ask("Total: 2 3", **other), model.generate)
    assert answer.outcome is Outcome.MISS
    assert model.calls == 2


def test_the_same_last_turn_after_another_history_is_a_miss() -> None:
    """https://github.com/zilliztech/GPTCache/issues/8."""
    engine, model = make_engine(min_similarity=0.0), ScriptedModel(["56", "65"])

    def after(subject: str) -> Request:
        return Request(
            (Message("user", f"Who leads {subject}?"), Message("assistant", "X."), Message("user", "How old?"))
        )

    engine.answer(after("Apple"), model.generate)
    assert engine.answer(after("OpenAI"), model.generate).outcome is Outcome.MISS


def test_an_empty_prompt_is_matched_exactly_only() -> None:
    """https://github.com/headroomlabs-ai/headroom/pull/3226."""
    engine, model = make_engine(min_similarity=0.0), ScriptedModel(["a", "b"])
    engine.answer(ask(" "), model.generate)
    assert engine.answer(ask(""), model.generate).outcome is Outcome.MISS
    assert engine.answer(ask(""), model.generate).outcome is Outcome.EXACT


def test_a_record_lives_as_long_as_its_ttl_and_hits_do_not_lengthen_it() -> None:
    """https://github.com/redis/redis-vl-python/issues/603."""
    clock, model = FakeClock(), ScriptedModel(["a", "b"])
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), tasks=(), policy=Policy(ttl=10), clock=clock)
    engine.answer(ask("Say it"), model.generate)
    clock.now += 9
    assert engine.answer(ask("Say it"), model.generate).outcome is Outcome.EXACT
    clock.now += 1
    assert engine.answer(ask("Say it"), model.generate).outcome is Outcome.MISS


def test_records_past_their_time_that_nobody_asks_for_are_removed_as_others_are_stored() -> None:
    clock, store, model = FakeClock(), MemoryStore(), ScriptedModel(lambda _: "a")
    engine = StepCacheEngine(store=store, embedder=HashEmbedder(), tasks=(), policy=Policy(ttl=1000), clock=clock)
    for number in range(250):
        engine.answer(ask(f"Say {number}"), model.generate)
    clock.now += 1000
    for number in range(3):
        engine.answer(ask(f"Tell {number}"), model.generate)
    assert store.count("default") == 3
    clock.now += 100
    assert engine.answer(ask("Tell 2"), model.generate).outcome is Outcome.EXACT


def test_an_endless_ttl_removes_nothing() -> None:
    store, model = MemoryStore(), ScriptedModel(lambda _: "a")
    engine = StepCacheEngine(store=store, embedder=HashEmbedder(), tasks=(), policy=Policy(ttl=float("inf")))
    for number in range(3):
        engine.answer(ask(f"Say {number}"), model.generate)
    assert store.count("default") == 3


@pytest.mark.parametrize("step_back", [0, -60])
def test_a_ttl_of_zero_or_a_clock_set_back_never_serves(step_back: int) -> None:
    """https://github.com/themains/know-your-ip/pull/24."""
    clock, model = FakeClock(), ScriptedModel(["a", "b"])
    policy = Policy(ttl=0 if step_back == 0 else 100)
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), tasks=(), policy=policy, clock=clock)
    engine.answer(ask("Say it"), model.generate)
    clock.now += step_back
    assert engine.answer(ask("Say it"), model.generate).outcome is Outcome.MISS


def test_a_namespace_keeps_at_most_as_many_records_as_the_policy_allows() -> None:
    clock, store = FakeClock(), MemoryStore()
    engine = StepCacheEngine(store=store, embedder=HashEmbedder(), tasks=(), policy=Policy(max_entries=3), clock=clock)
    for number in range(9):
        clock.now += 1
        engine.answer(ask(f"Say {number}"), ScriptedModel([f"{number}"]).generate)
    assert store.count("default") <= 3
    assert engine.explain(ask("Say 8")).outcome is Outcome.EXACT


def test_a_prompt_that_is_compared_with_none_costs_no_embedding_and_is_found_again() -> None:
    embedder = CountingEmbedder()
    engine = StepCacheEngine(MemoryStore(), embedder, [], Policy())
    prompt, model = "Say it. " + "word " * 50_000, ScriptedModel(["a", "b"])
    assert engine.answer(ask(prompt), model.generate).outcome is Outcome.MISS
    assert engine.answer(ask(prompt), model.generate).outcome is Outcome.EXACT
    assert engine.store(ask(f"{prompt} again"), Generation("c")) is not None
    assert embedder.calls == 0


@pytest.mark.parametrize("given", ["2 -> 7\n", "2 => 2\n3 => 5\n"])
def test_without_correction_an_answer_of_the_callers_is_kept_as_the_models_is_unjudged(given: str) -> None:
    engine, model = make_engine(TotalsTask(), correct_fresh=False), ScriptedModel([given])
    assert engine.store(ask("Total: 2 3"), Generation(given)) is not None
    assert engine.answer(ask("Sum up: 2 3"), model.generate).record_id is not None
    for prompt in ("Total: 2 3", "Sum up: 2 3"):
        answer = engine.answer(ask(prompt), model.generate)
        assert (answer.outcome, answer.text, answer.verified) == (Outcome.EXACT, given, False)


def test_with_correction_a_wrong_answer_of_the_callers_is_not_kept() -> None:
    engine = make_engine(TotalsTask())
    assert engine.store(ask("Total: 2 3"), Generation("2 -> 7\n")) is None


def test_in_the_shadow_an_answer_of_the_callers_is_judged_and_a_lookup_leaves_hits_uncounted() -> None:
    engine = make_engine(TotalsTask(), shadow=True)
    assert engine.store(ask("Total: 2 3"), Generation("2 -> 7\n")) is None
    assert engine.store(ask("Total: 2 3"), Generation(totals(2, 3))) is not None
    assert engine.lookup(ask("Total: 2 3")) is None
    assert engine.stats().audits == 0
