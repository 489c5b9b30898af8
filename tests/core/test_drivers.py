"""Failures, deadlines, streams and concurrency: what surrounds the policy."""

from __future__ import annotations

import asyncio
import gc
import itertools
import multiprocessing
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest

from stepcache_core import (
    Answer,
    Generation,
    InvalidArgumentError,
    Outcome,
    Policy,
    Request,
    StepCacheEngine,
    Usage,
    drivers,
    flights,
    hangs,
)
from stepcache_core.model import Record, Step, Verdict
from stepcache_core.store.base import Vector
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks import LinearEquationTask
from stepcache_core.testing import HashEmbedder, ScriptedModel
from tests.toy_task import Totals, TotalsTask, totals

T = TypeVar("T")

REQUEST = Request.from_prompt("Total: 2 3")


class RaisingStore(MemoryStore):
    """A disk that refuses whatever is asked."""

    local = False

    def get(self, namespace: str, record_id: str) -> Record | None:
        raise OSError("Input/output error on secret-prompt")

    def put(self, record: Record, vector: Vector | None, aliases: Sequence[str] = ()) -> None:
        raise PermissionError("read-only file system")


class SlowKeepingStore(MemoryStore):
    """One that is called on a thread, within the deadline, as those on a disk are."""

    local = False


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


def in_time(call: Callable[[], T]) -> T:
    """What a call gives, unless it hangs."""
    given: list[T] = []
    thread = threading.Thread(target=lambda: given.append(call()), daemon=True)
    thread.start()
    thread.join(5)
    assert given, "it hangs"
    return given[0]


def make_engine(**parts: object) -> StepCacheEngine:
    return StepCacheEngine(**{"store": MemoryStore(), "embedder": HashEmbedder(), "tasks": (), **parts})  # type: ignore[arg-type]


@pytest.mark.parametrize("embedder", [HashEmbedder(), RaisingEmbedder()])
def test_a_store_that_refuses_leaves_the_models_answer_and_is_counted(
    embedder: HashEmbedder, caplog: pytest.LogCaptureFixture
) -> None:
    """https://github.com/langchain-ai/langchain/issues/16866."""
    engine, model = make_engine(store=RaisingStore(), embedder=embedder), ScriptedModel(["a", "b"])
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

    engine, model = make_engine(embedder=PanickingEmbedder()), ScriptedModel(["a"])
    assert engine.answer(REQUEST, model.generate).outcome is Outcome.MISS
    assert (await engine.aanswer(REQUEST, model.agenerate)).outcome is Outcome.EXACT
    assert set(engine.stats().faults) == {"embedder: Panic"}


@pytest.mark.parametrize("vector", [[float("nan")] * 64, [0.0] * 64, [1.0] * 64, [1.0], None])
def test_a_vector_that_is_none_keeps_no_answer_from_being_stored_for_the_same_request(vector: object) -> None:
    class OddEmbedder(HashEmbedder):
        def embed(self, texts: Sequence[str]) -> Vector:
            return [vector for _ in texts]  # type: ignore[return-value]

    engine, model = make_engine(embedder=OddEmbedder()), ScriptedModel(["a"])
    assert engine.answer(REQUEST, model.generate).record_id is not None
    assert engine.answer(REQUEST, model.generate).outcome is Outcome.EXACT
    assert all(fault.startswith("embedder: ") for fault in engine.stats().faults)


async def test_a_store_that_refuses_does_the_same_to_an_asynchronous_caller() -> None:
    engine, model = make_engine(store=RaisingStore()), ScriptedModel(["a"])
    assert (await engine.aanswer(REQUEST, model.agenerate)).text == "a"
    assert engine.stats().faults["store: OSError"] == 1


def test_an_embedder_that_hangs_costs_one_deadline_and_is_left_alone_until_it_returns() -> None:
    """https://github.com/BerriAI/litellm/pull/37742."""
    embedder, model = HangingEmbedder(), ScriptedModel(["a", "b", "c"])
    engine = make_engine(embedder=embedder, policy=Policy(deadline=0.05))
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
    engine = make_engine(embedder=embedder, policy=Policy(deadline=0.05))
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
    engine = make_engine(embedder=embedder, policy=Policy(deadline=0.2))
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
    assert make_engine(embedder=embedder).answer(REQUEST, model.generate).text == "a"
    embedder.release.set()


class SlowEmbedder(HashEmbedder):
    """Takes a while for each text."""

    def embed(self, texts: Sequence[str]) -> Sequence[Vector]:
        time.sleep(0.3)
        return super().embed(texts)


def test_a_part_may_take_longer_for_its_first_answer_as_it_may_have_to_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drivers, "STALL_SECONDS", 0.1)
    engine, model = make_engine(embedder=SlowEmbedder()), ScriptedModel(["a", "b"])
    engine.answer(Request.from_prompt("one"), model.generate)
    assert engine.stats().faults == {}
    engine.answer(Request.from_prompt("two"), model.generate)
    assert "embedder: TimeoutError" in engine.stats().faults


def test_a_task_that_raises_is_counted_and_recognises_nothing() -> None:
    engine, model = make_engine(tasks=(FaultyTask(),)), ScriptedModel(["a"])
    assert engine.answer(REQUEST, model.generate).task == ""
    assert engine.stats().faults == {"task totals: RecursionError": 1}


@pytest.mark.parametrize("method", ["segment", "verify", "verify_answer", "compatible", "may_stand", "mend", "solve"])
def test_a_task_that_fails_anywhere_has_passed_nothing(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine, model = make_engine(tasks=(TotalsTask(),)), ScriptedModel(lambda _: totals(2, 3))
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
    engine = make_engine(tasks=(task,), policy=Policy(min_similarity=0.0))
    for prompt, text in (("Total: 1 2", totals(1, 3)), ("Total: 1 2", totals(1, 2)), ("Total: 1 5", totals(1, 2))):
        assert engine.answer(Request.from_prompt(prompt), ScriptedModel(lambda _, text=text: text).generate).text
        assert "".join(engine.stream(Request.from_prompt(f"{prompt} 1"), ScriptedModel(lambda _: "2 -> 2").stream))


@pytest.mark.parametrize("leaving", [KeyboardInterrupt, SystemExit])
def test_what_ends_the_program_passes_through(leaving: type[BaseException]) -> None:
    class Leaving(HashEmbedder):
        def embed(self, texts: Sequence[str]) -> Vector:
            raise leaving

    with pytest.raises(leaving):
        make_engine(embedder=Leaving()).answer(REQUEST, ScriptedModel(["a"]).generate)


async def test_no_cancellation_is_lost_to_a_part_that_answers_at_that_very_moment() -> None:
    model = ScriptedModel([])
    for number in range(50):
        request = asyncio.create_task(make_engine().aanswer(Request.from_prompt(f"number {number}"), model.agenerate))
        await asyncio.sleep(0)
        time.sleep(0.002)  # noqa: ASYNC251  # the embedder is done, and the loop has not been told
        request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await request


async def test_cancelling_a_request_cancels_it_and_frees_those_who_wait_for_it() -> None:
    engine = make_engine()
    entered = asyncio.Event()

    async def slow(_: Request) -> Generation:
        entered.set()
        await asyncio.sleep(60)
        return Generation("late")

    first = asyncio.create_task(engine.aanswer(REQUEST, slow))
    await entered.wait()
    second = asyncio.create_task(engine.aanswer(REQUEST, ScriptedModel(["a"]).agenerate))
    await asyncio.sleep(0)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    assert (await second).text == "a"


async def test_of_many_who_wait_for_a_cancelled_request_one_goes_to_the_model() -> None:
    engine, calls = make_engine(), 0

    async def slow(_: Request) -> Generation:
        nonlocal calls
        calls += 1
        await asyncio.sleep(0.05)
        return Generation("a")

    first = asyncio.create_task(engine.aanswer(REQUEST, slow))
    await asyncio.sleep(0.01)
    others = [asyncio.create_task(engine.aanswer(REQUEST, slow)) for _ in range(20)]
    await asyncio.sleep(0.01)
    first.cancel()
    assert {answer.text for answer in await asyncio.gather(*others)} == {"a"}
    assert calls == 2
    assert engine.stats().joined == 20


def test_threads_do_not_wait_for_ever_for_a_request_that_needs_one_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flights, "_LONGEST_ON_A_LOOP", 0.05)
    monkeypatch.setattr(flights, "_PATIENCE", 0.01)
    engine = make_engine()

    def model(_: Request) -> Generation:
        return Generation("a")

    async def slow(request: Request) -> Generation:
        await asyncio.sleep(0.1)
        return await asyncio.to_thread(model, request)

    async def both() -> list[str]:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(2))
        first = asyncio.create_task(engine.aanswer(REQUEST, slow))
        await asyncio.sleep(0.01)
        others = [asyncio.to_thread(engine.answer, REQUEST, model) for _ in range(2)]
        return [answer.text for answer in await asyncio.gather(first, *others)]

    assert in_time(lambda: asyncio.run(both())) == ["a", "a", "a"]


def test_fifty_identical_requests_at_once_make_one_call_from_threads() -> None:
    engine, calls = make_engine(), []

    def slow(request: Request) -> Generation:
        calls.append(request)
        time.sleep(0.05)
        return Generation("a")

    answers = []
    threads = [threading.Thread(target=lambda: answers.append(engine.answer(REQUEST, slow))) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(calls) == 1
    assert sorted(answer.outcome for answer in answers) == [Outcome.EXACT] * 49 + [Outcome.MISS]
    assert engine.stats().joined + 1 >= 2


async def test_fifty_identical_requests_at_once_make_one_call_from_an_event_loop() -> None:
    engine, calls = make_engine(), []

    async def slow(request: Request) -> Generation:
        calls.append(request)
        await asyncio.sleep(0.05)
        return Generation("a")

    answers = await asyncio.gather(*(engine.aanswer(REQUEST, slow) for _ in range(50)))
    assert len(calls) == 1
    assert {answer.text for answer in answers} == {"a"}
    assert engine.stats().joined == 49


@pytest.mark.parametrize("is_forgotten", [True, False])
def test_a_request_that_was_lost_with_its_event_loop_keeps_no_other_waiting(is_forgotten: bool) -> None:
    engine, asked = make_engine(), asyncio.Event()

    async def never(request: Request) -> Generation:
        asked.set()
        await asyncio.sleep(1000)
        return Generation("never")

    loop = asyncio.new_event_loop()
    lost = loop.create_task(engine.aanswer(REQUEST, never))
    loop.run_until_complete(asked.wait())
    if is_forgotten:
        loop.close()
        del lost, loop
        gc.collect()
    assert in_time(lambda: engine.answer(REQUEST, ScriptedModel(["a"]).generate).text) == "a"
    assert asyncio.run(engine.aanswer(REQUEST, ScriptedModel([]).agenerate)).text == "a"
    if not is_forgotten:
        lost.cancel()
        with pytest.raises(asyncio.CancelledError):
            loop.run_until_complete(lost)
        loop.close()


def test_a_plain_call_on_an_event_loop_does_not_wait_for_what_needs_that_loop() -> None:
    engine = make_engine()

    async def slow(request: Request) -> Generation:
        await asyncio.sleep(0.05)
        return Generation("slow")

    async def both() -> list[str]:
        first = asyncio.create_task(engine.aanswer(REQUEST, slow))
        await asyncio.sleep(0.01)
        return [engine.answer(REQUEST, ScriptedModel(["a"]).generate).text, (await first).text]

    assert in_time(lambda: asyncio.run(both())) == ["a", "slow"]
    assert engine.stats().joined == 0


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_does_not_wait_for_a_thread_of_its_parent() -> None:
    engine, release = make_engine(), threading.Event()

    def slow(request: Request) -> Generation:
        release.wait()
        return Generation("parent")

    parent = threading.Thread(target=lambda: engine.answer(REQUEST, slow))
    parent.start()
    while not engine._flights._under_way:
        time.sleep(0.001)
    forked = multiprocessing.get_context("fork")
    texts: multiprocessing.SimpleQueue[str] = forked.SimpleQueue()
    child = forked.Process(
        target=lambda: texts.put(engine.answer(REQUEST, ScriptedModel(["child"]).generate).text), daemon=True
    )
    child.start()
    child.join(5)
    release.set()
    parent.join()
    assert child.exitcode == 0
    assert texts.get() == "child"


@pytest.mark.parametrize(("failing", "calls"), [(1, 2), (2, 10), (10, 10)])
@pytest.mark.parametrize("in_threads", [True, False])
def test_after_one_failure_one_of_those_who_wait_asks_and_after_two_all_do(
    failing: int, calls: int, in_threads: bool
) -> None:
    engine, numbers = make_engine(), itertools.count(1)

    def model(_: Request) -> Generation:
        number = next(numbers)
        time.sleep(0.2)
        if number <= failing:
            raise ConnectionError("503")
        return Generation("a")

    def ask() -> str:
        try:
            return engine.answer(REQUEST, model).text
        except ConnectionError:
            return "down"

    async def aask() -> str:
        try:
            return (await engine.aanswer(REQUEST, lambda request: asyncio.to_thread(model, request))).text
        except ConnectionError:
            return "down"

    async def aask_all() -> list[str]:
        return await asyncio.gather(*(aask() for _ in range(10)))

    if in_threads:
        with ThreadPoolExecutor(10) as threads:
            told = [asked.result() for asked in [threads.submit(ask) for _ in range(10)]]
    else:
        told = asyncio.run(aask_all())
    assert sorted(told) == ["a"] * (10 - failing) + ["down"] * failing
    assert next(numbers) == calls + 1


def test_a_model_function_that_asks_the_engine_the_same_again_does_not_wait_for_itself() -> None:
    engine = make_engine()
    inner = ScriptedModel(["deep"])
    answer = engine.answer(REQUEST, lambda request: Generation(engine.answer(request, inner.generate).text))
    assert answer.text == "deep"


def test_a_stream_gives_the_models_pieces_as_they_come_and_stores_the_whole() -> None:
    engine, model = make_engine(), ScriptedModel(["one two three"])
    assert list(engine.stream(REQUEST, model.stream)) == ["one ", "two ", "three"]
    assert list(engine.stream(REQUEST, model.stream)) == ["one two three"]


def test_a_stream_hands_over_the_answer_at_its_end() -> None:
    engine, model = make_engine(), ScriptedModel([Generation("one two", Usage(3, 2))])
    answers: list[Answer] = []
    returned: list[Answer] = []

    def consume() -> Iterator[str]:
        returned.append((yield from engine.stream(REQUEST, model.stream, answers.append)))

    assert list(consume()) == ["one ", "two"]
    assert answers == returned
    assert answers[0].usage == Usage(3, 2)


WORKED = "Subtract 5 from both sides:\n3x = 15\n\nDivide both sides by 3:\nx = 5\n\nSo x = 5."


def test_a_step_is_streamed_as_soon_as_it_has_passed() -> None:
    engine, written = make_engine(tasks=(LinearEquationTask(),)), []

    def slowly(_: Request) -> Iterator[str]:
        for line in WORKED.splitlines(keepends=True):
            written.append(line)
            yield line

    stream = engine.stream(Request.from_prompt("Solve 3x + 5 = 20"), slowly)
    first = next(stream)
    assert first.startswith("Subtract 5 from both sides:\n3x = 15")
    assert "".join(written) != WORKED
    assert first + "".join(stream) == WORKED
    assert engine.explain(Request.from_prompt("Solve 3x + 5 = 20")).outcome is Outcome.EXACT


@pytest.mark.parametrize("repair", ["x = 5", "x = 7", "", "So x = 6.\n\nx = 6", WORKED])
def test_what_was_streamed_is_never_taken_back_and_the_whole_is_right(repair: str) -> None:
    engine = make_engine(tasks=(LinearEquationTask(),))
    model = ScriptedModel([WORKED.replace("x = 5", "x = 6"), repair])
    answers: list[Answer] = []
    pieces = list(engine.stream(Request.from_prompt("Solve 3x + 5 = 20"), model.stream, answers.append))
    assert pieces[0].startswith("Subtract 5 from both sides:\n3x = 15")
    assert "".join(pieces) == answers[0].text
    assert answers[0].verified
    assert "x = 6" not in answers[0].text


def test_a_consumer_that_takes_its_time_does_not_spend_the_deadline() -> None:
    engine, model = make_engine(store=SlowKeepingStore(), policy=Policy(deadline=0.2)), ScriptedModel(["one two"])
    for _ in engine.stream(REQUEST, model.stream):
        time.sleep(0.15)
    assert engine.explain(REQUEST).outcome is Outcome.EXACT
    for _ in engine.stream(Request.from_prompt("Total: 2 4"), lambda _: [Generation("x"), Generation("x")]):
        time.sleep(0.3)
    assert engine.explain(Request.from_prompt("Total: 2 4")).outcome is Outcome.EXACT
    assert not engine.stats().faults


class Clock:
    """A clock that stands still but for what is slept by it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr("stepcache_core.drivers.time.perf_counter", lambda: self.now)

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_the_models_seconds_are_without_those_of_the_consumer(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, engine = Clock(monkeypatch), make_engine()

    def slow(_: Request) -> Iterator[str]:
        for piece in ("one ", "two"):
            clock.sleep(1)
            yield piece

    for _ in engine.stream(REQUEST, slow):
        clock.sleep(30)
    assert engine.stats().model_seconds == 2


async def test_the_models_seconds_are_without_those_of_an_asynchronous_consumer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, engine = Clock(monkeypatch), make_engine()

    async def slow(_: Request) -> AsyncIterator[str]:
        for piece in ("one ", "two"):
            clock.sleep(1)
            yield piece

    async for _ in engine.astream(REQUEST, slow):
        clock.sleep(30)
    assert engine.stats().model_seconds == 2


def test_a_long_answer_is_not_judged_anew_at_each_of_its_lines() -> None:
    judged: list[int] = []

    class CountingTask(TotalsTask):
        def finish(self, problem: Totals, kept: str) -> str:
            return totals(*problem.numbers).removeprefix(kept)

        def verify(self, problem: Totals, steps: Sequence[Step]) -> tuple[Verdict, ...]:
            judged.append(len(steps))
            return super().verify(problem, steps)

    numbers = [1] * 800
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), tasks=(CountingTask(),))
    model = ScriptedModel([totals(*numbers)])
    pieces = list(engine.stream(Request.from_prompt("Total: " + " ".join(map(str, numbers))), model.stream))
    assert "".join(pieces) == totals(*numbers)
    assert len(pieces) > 40, "it is shown while it is written"
    assert sum(judged) < 300 * len(numbers)


def test_an_abandoned_stream_stores_nothing() -> None:
    """https://github.com/BerriAI/litellm/issues/24579."""
    engine, model = make_engine(), ScriptedModel(["one two three", "four"])
    stream = engine.stream(REQUEST, model.stream)
    assert next(stream) == "one "
    stream.close()
    assert engine.explain(REQUEST).outcome is Outcome.MISS


def test_a_stream_that_breaks_off_stores_nothing() -> None:
    def broken(_: Request) -> Iterator[str]:
        yield "one "
        raise ConnectionError("reset")

    engine = make_engine()
    with pytest.raises(ConnectionError):
        list(engine.stream(REQUEST, broken))
    assert engine.explain(REQUEST).outcome is Outcome.MISS


def test_a_patch_streams_its_verified_prefix_before_the_model_is_called() -> None:
    engine = make_engine(tasks=(TotalsTask(solves=False),))
    engine.answer(Request.from_prompt("Total: 2 3 4"), ScriptedModel([totals(2, 3, 4)]).generate)

    class EndingTask(TotalsTask):
        def solve(self, problem: object) -> str:
            return "7 -> 12\n"

    streaming = StepCacheEngine(store=engine._parts.store, embedder=HashEmbedder(), tasks=(EndingTask(),))
    model = ScriptedModel(["7 -> 12\n"])
    stream = streaming.stream(Request.from_prompt("Total: 2 3 7"), model.stream)
    assert next(stream) == totals(2, 3)
    assert model.calls == 0
    assert "".join(stream) == "7 -> 12\n"


def test_what_a_task_has_to_check_is_held_back_until_it_is_checked() -> None:
    engine = make_engine(tasks=(TotalsTask(),))
    model = ScriptedModel(["2 -> 2\n3 -> 6\n", "3 -> 5\n"])
    assert list(engine.stream(REQUEST, model.stream)) == [totals(2, 3)]


async def test_an_asynchronous_stream_is_the_twin_of_the_other() -> None:
    engine, model = make_engine(), ScriptedModel(["one two"])
    assert [piece async for piece in engine.astream(REQUEST, model.astream)] == ["one ", "two"]
    assert [piece async for piece in engine.astream(REQUEST, model.astream)] == ["one two"]
    assert engine.stats().outcomes == {Outcome.EXACT: 1, Outcome.MISS: 1}


async def test_an_abandoned_asynchronous_stream_closes_the_models_own_at_once() -> None:
    closed = []

    async def words(request: Request) -> AsyncIterator[str]:
        try:
            for word in ("a ", "b ", "c "):
                yield word
        finally:
            closed.append(True)

    stream = make_engine().astream(Request.from_prompt("one"), words)
    assert await anext(stream) == "a "
    await stream.aclose()
    assert closed == [True]


async def test_an_abandoned_asynchronous_stream_stores_nothing() -> None:
    engine, model = make_engine(), ScriptedModel(["one two three"])
    stream = engine.astream(REQUEST, model.astream)
    assert await anext(stream) == "one "
    await stream.aclose()  # type: ignore[attr-defined]
    assert engine.explain(REQUEST).outcome is Outcome.MISS


def test_a_model_function_that_gives_something_else_is_told_what_it_must_give() -> None:
    engine = make_engine()
    with pytest.raises(InvalidArgumentError, match=r"must return a stepcache_core\.Generation, got str"):
        engine.answer(REQUEST, lambda _: "text")  # type: ignore[arg-type, return-value]
    with pytest.raises(InvalidArgumentError, match="generate: give a function"):
        engine.answer(REQUEST, None)  # type: ignore[arg-type]


async def test_a_plain_function_where_an_async_one_is_needed_is_told_so() -> None:
    with pytest.raises(InvalidArgumentError, match="async function"):
        await make_engine().aanswer(REQUEST, ScriptedModel(["a"]).generate)  # type: ignore[arg-type]


async def test_an_async_generator_function_may_be_given_for_streams_without_a_closing_generation() -> None:
    async def pieces(_: Request) -> AsyncIterator[str]:
        yield "a"
        yield "b"

    engine = make_engine()
    assert [piece async for piece in engine.astream(REQUEST, pieces)] == ["a", "b"]
    assert engine.lookup(REQUEST).text == "ab"  # type: ignore[union-attr]
