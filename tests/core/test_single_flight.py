"""Identical requests at once: one goes to the model, and none waits for what can never come."""

from __future__ import annotations

import asyncio
import gc
import itertools
import multiprocessing
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest

from stepcache_core import Generation, Outcome, Request, flights
from stepcache_core.testing import ScriptedModel
from tests.engines import engine_of

REQUEST = Request.from_prompt("Total: 2 3")

T = TypeVar("T")


def in_time(call: Callable[[], T]) -> T:
    """What a call gives, unless it hangs."""
    given: list[T] = []
    thread = threading.Thread(target=lambda: given.append(call()), daemon=True)
    thread.start()
    thread.join(5)
    assert given, "it hangs"
    return given[0]


async def test_cancelling_a_request_cancels_it_and_frees_those_who_wait_for_it() -> None:
    engine = engine_of()
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
    engine, calls = engine_of(), 0

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
    engine = engine_of()

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
    engine, calls = engine_of(), []

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
    engine, calls = engine_of(), []

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
    engine, asked = engine_of(), asyncio.Event()

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
    engine = engine_of()

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
    engine, release = engine_of(), threading.Event()

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
    engine, numbers = engine_of(), itertools.count(1)

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
    engine = engine_of()
    inner = ScriptedModel(["deep"])
    answer = engine.answer(REQUEST, lambda request: Generation(engine.answer(request, inner.generate).text))
    assert answer.text == "deep"
