"""Failures, deadlines, streams and concurrency: what surrounds the policy."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence

import pytest

from stepcache_core import Outcome, Policy, Request, drivers, hangs
from stepcache_core.model import Record
from stepcache_core.store.base import Vector
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder, ScriptedModel
from tests.engines import engine_of
from tests.toy_task import TotalsTask, totals

REQUEST = Request.from_prompt("Total: 2 3")


class RaisingStore(MemoryStore):
    """A disk that refuses whatever is asked."""

    local = False

    def get(self, namespace: str, record_id: str) -> Record | None:
        raise OSError("Input/output error on secret-prompt")

    def put(self, record: Record, vector: Vector | None, aliases: Sequence[str] = ()) -> None:
        raise PermissionError("read-only file system")


class HangingEmbedder(HashEmbedder):
    def __init__(self) -> None:
        super().__init__()
        self.calls = 0
        self.hangs = True
        self.release = threading.Event()

    def embed(self, texts: Sequence[str]) -> Vector:
        self.calls += 1
        if self.hangs:
            self.release.wait(30)
        return super().embed(texts)


class RaisingEmbedder(HashEmbedder):
    def embed(self, texts: Sequence[str]) -> Vector:
        raise ConnectionError("no route to host, key=sk-secret")


class FaultyTask(TotalsTask):
    def parse(self, request: Request) -> None:
        raise RecursionError("deep")


@pytest.mark.parametrize("embedder", [HashEmbedder(), RaisingEmbedder()])
def test_a_store_that_refuses_leaves_the_models_answer_and_is_counted(
    embedder: HashEmbedder, caplog: pytest.LogCaptureFixture
) -> None:
    """https://github.com/langchain-ai/langchain/issues/16866."""
    engine, model = engine_of(store=RaisingStore(), embedder=embedder), ScriptedModel(["a", "b"])
    for text in "ab":
        answer = engine.answer(REQUEST, model.generate)
        assert (answer.text, answer.outcome, answer.record_id) == (text, Outcome.MISS, None)
    faults = engine.stats().faults
    assert faults["store: OSError"] == 2
    assert faults["store: PermissionError"] == 2
    assert [record.message for record in caplog.records].count(
        "store failed with OSError; the model answers instead"
    ) == 1
    assert "secret" not in caplog.text


class Panic(BaseException):
    """As `pyo3_runtime.PanicException`, which libraries in Rust raise."""


async def test_a_part_that_panics_leaves_the_models_answer_and_is_counted() -> None:
    class PanickingEmbedder(HashEmbedder):
        def embed(self, texts: Sequence[str]) -> Vector:
            raise Panic

    engine, model = engine_of(embedder=PanickingEmbedder()), ScriptedModel(["a"])
    assert engine.answer(REQUEST, model.generate).outcome is Outcome.MISS
    assert (await engine.aanswer(REQUEST, model.agenerate)).outcome is Outcome.EXACT
    assert set(engine.stats().faults) == {"embedder: Panic"}


@pytest.mark.parametrize("vector", [[float("nan")] * 64, [0.0] * 64, [1.0] * 64, [1.0], None])
def test_a_vector_that_is_none_keeps_no_answer_from_being_stored_for_the_same_request(vector: object) -> None:
    class OddEmbedder(HashEmbedder):
        def embed(self, texts: Sequence[str]) -> Vector:
            return [vector for _ in texts]  # type: ignore[return-value]

    engine, model = engine_of(embedder=OddEmbedder()), ScriptedModel(["a"])
    assert engine.answer(REQUEST, model.generate).record_id is not None
    assert engine.answer(REQUEST, model.generate).outcome is Outcome.EXACT
    assert all(fault.startswith("embedder: ") for fault in engine.stats().faults)


async def test_a_store_that_refuses_does_the_same_to_an_asynchronous_caller() -> None:
    engine, model = engine_of(store=RaisingStore()), ScriptedModel(["a"])
    assert (await engine.aanswer(REQUEST, model.agenerate)).text == "a"
    assert engine.stats().faults["store: OSError"] == 1


def test_an_embedder_that_hangs_costs_one_deadline_and_is_left_alone_until_it_returns() -> None:
    """https://github.com/BerriAI/litellm/pull/37742."""
    embedder, model = HangingEmbedder(), ScriptedModel(["a", "b", "c"])
    engine = engine_of(embedder=embedder, policy=Policy(deadline=0.05))
    assert engine.answer(Request.from_prompt("one"), model.generate).text == "a"
    assert engine.answer(Request.from_prompt("two"), model.generate).text == "b"
    assert embedder.calls == 1
    assert engine.stats().faults == {"embedder: TimeoutError": 1, "embedder: PartUnavailableError": 3}
    embedder.release.set()
    while any(thread.name == "stepcache-embedder" for thread in threading.enumerate()):
        time.sleep(0.001)
    engine.answer(Request.from_prompt("three"), model.generate)
    assert embedder.calls == 2


def test_a_part_whose_call_never_returns_is_tried_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that has gone silent says nothing of the server behind it."""
    monkeypatch.setattr(hangs, "FIRST_REST_SECONDS", 0.2)
    embedder, model = HangingEmbedder(), ScriptedModel(lambda _: "a")
    engine = engine_of(embedder=embedder, policy=Policy(deadline=0.05))
    for prompt in ("one", "two", "three"):
        engine.answer(Request.from_prompt(prompt), model.generate)
    assert embedder.calls == 1
    time.sleep(0.2)
    for prompt in ("four", "five"):
        engine.answer(Request.from_prompt(prompt), model.generate)
    assert embedder.calls == 2, "one tries, and hangs: the next waits twice as long"
    embedder.hangs = False
    time.sleep(0.4)
    for prompt in ("six", "seven"):
        engine.answer(Request.from_prompt(prompt), model.generate)
    assert embedder.calls == 4, "it is there again, although two calls still hang"
    embedder.release.set()


async def test_an_embedder_that_hangs_blocks_no_event_loop() -> None:
    embedder, model = HangingEmbedder(), ScriptedModel(["a"])
    engine = engine_of(embedder=embedder, policy=Policy(deadline=0.2))
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    ticking = asyncio.create_task(tick())
    answer = await engine.aanswer(Request.from_prompt("one"), model.agenerate)
    ticking.cancel()
    embedder.release.set()
    assert answer.text == "a"
    assert ticks >= 3


def test_without_a_deadline_a_part_that_hangs_still_lets_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drivers, "STALL_SECONDS", 0.05)
    monkeypatch.setattr(drivers, "LOADING_SECONDS", 0.05)
    embedder, model = HangingEmbedder(), ScriptedModel(["a"])
    assert engine_of(embedder=embedder).answer(REQUEST, model.generate).text == "a"
    embedder.release.set()


class SlowEmbedder(HashEmbedder):
    """Takes a while for each text."""

    def embed(self, texts: Sequence[str]) -> Sequence[Vector]:
        time.sleep(0.3)
        return super().embed(texts)


def test_a_part_may_take_longer_for_its_first_answer_as_it_may_have_to_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drivers, "STALL_SECONDS", 0.1)
    engine, model = engine_of(embedder=SlowEmbedder()), ScriptedModel(["a", "b"])
    engine.answer(Request.from_prompt("one"), model.generate)
    assert engine.stats().faults == {}
    engine.answer(Request.from_prompt("two"), model.generate)
    assert "embedder: TimeoutError" in engine.stats().faults


def test_a_task_that_raises_is_counted_and_recognises_nothing() -> None:
    engine, model = engine_of(tasks=(FaultyTask(),)), ScriptedModel(["a"])
    assert engine.answer(REQUEST, model.generate).task == ""
    assert engine.stats().faults == {"task totals: RecursionError": 1}


@pytest.mark.parametrize("method", ["segment", "verify", "verify_answer", "compatible", "may_stand", "mend", "solve"])
def test_a_task_that_fails_anywhere_has_passed_nothing(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine, model = engine_of(tasks=(TotalsTask(),)), ScriptedModel(lambda _: totals(2, 3))
    engine.answer(REQUEST, model.generate)

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(TotalsTask, method, fail)
    answer = engine.answer(Request.from_prompt("Total: 2 4"), model.generate)
    assert answer.outcome in {Outcome.SKIP, Outcome.MISS, Outcome.PATCH}
    assert not answer.verified
    assert "task totals: ZeroDivisionError" in engine.stats().faults or method in {"may_stand", "compatible"}


_METHODS = (
    "parse segment verify verify_answer compatible replay solve finish may_stand may_mislead mend account patch_prompt "
    "stitch"
).split()


@pytest.mark.parametrize("given", [5, "s", ["s"], [None], object(), True])
@pytest.mark.parametrize("method", _METHODS)
def test_a_task_that_gives_what_it_must_not_takes_no_request_down(method: str, given: object) -> None:
    task = type("OddTask", (TotalsTask,), {method: lambda *_: given})()
    engine = engine_of(tasks=(task,), policy=Policy(min_similarity=0.0))
    for prompt, text in (("Total: 1 2", totals(1, 3)), ("Total: 1 2", totals(1, 2)), ("Total: 1 5", totals(1, 2))):
        assert engine.answer(Request.from_prompt(prompt), ScriptedModel(lambda _, text=text: text).generate).text
        assert "".join(engine.stream(Request.from_prompt(f"{prompt} 1"), ScriptedModel(lambda _: "2 -> 2").stream))


@pytest.mark.parametrize("leaving", [KeyboardInterrupt, SystemExit])
def test_what_ends_the_program_passes_through(leaving: type[BaseException]) -> None:
    class Leaving(HashEmbedder):
        def embed(self, texts: Sequence[str]) -> Vector:
            raise leaving

    with pytest.raises(leaving):
        engine_of(embedder=Leaving()).answer(REQUEST, ScriptedModel(["a"]).generate)


async def test_no_cancellation_is_lost_to_a_part_that_answers_at_that_very_moment() -> None:
    model = ScriptedModel([])
    for number in range(50):
        request = asyncio.create_task(engine_of().aanswer(Request.from_prompt(f"number {number}"), model.agenerate))
        await asyncio.sleep(0)
        time.sleep(0.002)  # noqa: ASYNC251  # the embedder is done, and the loop has not been told
        request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await request
