"""Streams: what is shown when, what is stored of them, and what they cost."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator, Sequence

import pytest

from stepcache_core import Answer, Generation, InvalidArgumentError, Outcome, Policy, Request, StepCacheEngine, Usage
from stepcache_core.model import Step, Verdict
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks import LinearEquationTask
from stepcache_core.testing import HashEmbedder, ScriptedModel
from tests.engines import engine_of
from tests.toy_task import Totals, TotalsTask, totals

REQUEST = Request.from_prompt("Total: 2 3")


class SlowKeepingStore(MemoryStore):
    """One that is called on a thread, within the deadline, as those on a disk are."""

    local = False


def test_a_stream_gives_the_models_pieces_as_they_come_and_stores_the_whole() -> None:
    engine, model = engine_of(), ScriptedModel(["one two three"])
    assert list(engine.stream(REQUEST, model.stream)) == ["one ", "two ", "three"]
    assert list(engine.stream(REQUEST, model.stream)) == ["one two three"]


def test_a_stream_hands_over_the_answer_at_its_end() -> None:
    engine, model = engine_of(), ScriptedModel([Generation("one two", Usage(3, 2))])
    answers: list[Answer] = []
    returned: list[Answer] = []

    def consume() -> Iterator[str]:
        returned.append((yield from engine.stream(REQUEST, model.stream, answers.append)))

    assert list(consume()) == ["one ", "two"]
    assert answers == returned
    assert answers[0].usage == Usage(3, 2)


WORKED = "Subtract 5 from both sides:\n3x = 15\n\nDivide both sides by 3:\nx = 5\n\nSo x = 5."


def test_a_step_is_streamed_as_soon_as_it_has_passed() -> None:
    engine, written = engine_of(tasks=(LinearEquationTask(),)), []

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
    engine = engine_of(tasks=(LinearEquationTask(),))
    model = ScriptedModel([WORKED.replace("x = 5", "x = 6"), repair])
    answers: list[Answer] = []
    pieces = list(engine.stream(Request.from_prompt("Solve 3x + 5 = 20"), model.stream, answers.append))
    assert pieces[0].startswith("Subtract 5 from both sides:\n3x = 15")
    assert "".join(pieces) == answers[0].text
    assert answers[0].verified
    assert "x = 6" not in answers[0].text


def test_a_consumer_that_takes_its_time_does_not_spend_the_deadline() -> None:
    engine, model = engine_of(store=SlowKeepingStore(), policy=Policy(deadline=0.2)), ScriptedModel(["one two"])
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
    clock, engine = Clock(monkeypatch), engine_of()

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
    clock, engine = Clock(monkeypatch), engine_of()

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
    engine, model = engine_of(), ScriptedModel(["one two three", "four"])
    stream = engine.stream(REQUEST, model.stream)
    assert next(stream) == "one "
    stream.close()
    assert engine.explain(REQUEST).outcome is Outcome.MISS


def test_a_stream_that_breaks_off_stores_nothing() -> None:
    def broken(_: Request) -> Iterator[str]:
        yield "one "
        raise ConnectionError("reset")

    engine = engine_of()
    with pytest.raises(ConnectionError):
        list(engine.stream(REQUEST, broken))
    assert engine.explain(REQUEST).outcome is Outcome.MISS


def test_a_patch_streams_its_verified_prefix_before_the_model_is_called() -> None:
    engine = engine_of(tasks=(TotalsTask(solves=False),))
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
    engine = engine_of(tasks=(TotalsTask(),))
    model = ScriptedModel(["2 -> 2\n3 -> 6\n", "3 -> 5\n"])
    assert list(engine.stream(REQUEST, model.stream)) == [totals(2, 3)]


async def test_an_asynchronous_stream_is_the_twin_of_the_other() -> None:
    engine, model = engine_of(), ScriptedModel(["one two"])
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

    stream = engine_of().astream(Request.from_prompt("one"), words)
    assert await anext(stream) == "a "
    await stream.aclose()
    assert closed == [True]


async def test_an_abandoned_asynchronous_stream_stores_nothing() -> None:
    engine, model = engine_of(), ScriptedModel(["one two three"])
    stream = engine.astream(REQUEST, model.astream)
    assert await anext(stream) == "one "
    await stream.aclose()  # type: ignore[attr-defined]
    assert engine.explain(REQUEST).outcome is Outcome.MISS


def test_a_model_function_that_gives_something_else_is_told_what_it_must_give() -> None:
    engine = engine_of()
    with pytest.raises(InvalidArgumentError, match=r"must return a stepcache_core\.Generation, got str"):
        engine.answer(REQUEST, lambda _: "text")  # type: ignore[arg-type, return-value]
    with pytest.raises(InvalidArgumentError, match="generate: give a function"):
        engine.answer(REQUEST, None)  # type: ignore[arg-type]


async def test_a_plain_function_where_an_async_one_is_needed_is_told_so() -> None:
    with pytest.raises(InvalidArgumentError, match="async function"):
        await engine_of().aanswer(REQUEST, ScriptedModel(["a"]).generate)  # type: ignore[arg-type]


async def test_an_async_generator_function_may_be_given_for_streams_without_a_closing_generation() -> None:
    async def pieces(_: Request) -> AsyncIterator[str]:
        yield "a"
        yield "b"

    engine = engine_of()
    assert [piece async for piece in engine.astream(REQUEST, pieces)] == ["a", "b"]
    assert engine.lookup(REQUEST).text == "ab"  # type: ignore[union-attr]
