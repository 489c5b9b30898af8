"""Streams of `StepCacheChatModel`: verified steps at once, then the model's, and nothing stored that was not read."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.callbacks import get_usage_metadata_callback
from langchain_core.globals import set_llm_cache
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage, message_chunk_to_message
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGenerationChunk
from pydantic import Field

from stepcache_core import Generation, Policy, Step, StepCacheEngine, Verdict
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks import LinearEquationTask
from stepcache_core.testing import HashEmbedder
from stepcache_langchain import StepCache, StepCacheChatModel
from tests.langchain.doubles import (
    CountingChatModel,
    CountingLimiter,
    LocalChatModel,
    Runs,
    added,
    make_engine,
    spoil,
)
from tests.toy_task import Totals, TotalsTask, totals

CAPITAL, PARAPHRASE = "What is the capital of France?", "Please, what is the capital of France? Thanks!"
LINES = "First the one thing.\n\nThen the other thing."


class SummingTask(TotalsTask):
    """Totals that may be cut short by their sum: the task can bring any right beginning to a right end."""

    def solve(self, problem: Totals) -> str:
        return f"Sum: {sum(problem.numbers)}\n"

    def verify(self, problem: Totals, steps: Sequence[Step]) -> tuple[Verdict, ...]:
        right = Verdict.passed("the sum holds")
        judged = super().verify(problem, steps)
        return tuple(right if self._sums(problem, step) else one for step, one in zip(steps, judged, strict=True))

    def verify_answer(self, problem: Totals, text: str) -> Verdict:
        *_, last = self.segment(problem, text)
        return Verdict.passed("summed") if self._sums(problem, last) else super().verify_answer(problem, text)

    def _sums(self, problem: Totals, step: Step) -> bool:
        return step.text.strip() == self.solve(problem).strip()


class ScriptedStream(CountingChatModel):
    """Streams scripted chunks, and writes in `log` when it is called and at each chunk it makes."""

    chunks: Any = ()
    log: list[str] = Field(default_factory=list)

    def model_post_init(self, _: Any) -> None:
        self.chunks = iter(self.chunks)

    def _stream(self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> Iterator[Any]:
        self.asked.append(messages)
        self.log.append("called")
        for chunk in next(self.chunks):
            if isinstance(chunk, BaseException):
                raise chunk
            self.log.append("wrote")
            message = AIMessageChunk(content=chunk) if isinstance(chunk, str) else chunk
            yield ChatGenerationChunk(message=message)


async def _sync(model: Any, given: Any, **kwargs: Any) -> AsyncIterator[AIMessageChunk]:
    for chunk in model.stream(given, **kwargs):
        yield chunk


async def _async(model: Any, given: Any, **kwargs: Any) -> AsyncIterator[AIMessageChunk]:
    async for chunk in model.astream(given, **kwargs):
        yield chunk


@pytest.fixture(params=[_sync, _async], ids=["sync", "async"])
def stream(request: pytest.FixtureRequest) -> Any:
    """Both colours of every stream."""
    return request.param


async def read(pieces: AsyncIterator[AIMessageChunk]) -> list[AIMessageChunk]:
    return [piece async for piece in pieces]


def wrap(inner: Any, **parts: Any) -> StepCacheChatModel:
    return StepCacheChatModel(llm=inner, engine=parts.pop("engine", None) or make_engine(**parts))


def summing() -> StepCacheEngine:
    return StepCacheEngine(MemoryStore(), HashEmbedder(), [SummingTask()], Policy(min_similarity=0.5))


def usage(tokens_in: int, tokens_out: int) -> AIMessageChunk:
    spent = {"input_tokens": tokens_in, "output_tokens": tokens_out, "total_tokens": tokens_in + tokens_out}
    return AIMessageChunk(content="", usage_metadata=spent, response_metadata={"finish_reason": "stop"})  # type: ignore[arg-type]


async def test_a_second_stream_calls_no_model_and_sums_to_the_same_message(stream: Any) -> None:
    # https://github.com/langchain-ai/langchain/issues/23701
    inner = LocalChatModel()
    model = wrap(inner)
    cold, warm = await read(stream(model, LINES)), await read(stream(model, LINES))
    assert inner.calls == 1
    assert added(cold).content == added(warm).content == f"You said: {LINES}"
    for chunks in (cold, warm):
        assert {type(chunk) for chunk in chunks} == {AIMessageChunk}
        assert len({chunk.id for chunk in chunks}) == 1
        assert [chunk.chunk_position for chunk in chunks] == [None] * (len(chunks) - 1) + ["last"]
    assert cold[0].id != warm[0].id
    assert [chunk.content for chunk in warm] == ["You said: First the one thing.\n\n", "Then the other thing."]
    assert [chunk.content for chunk in cold][:3] == ["You ", "said: ", "First "]


async def test_a_stream_says_once_what_it_cost_and_how_it_was_answered(stream: Any) -> None:
    model = wrap(LocalChatModel())
    for outcome, total in (("miss", 15), ("exact", 0)):
        chunks = await read(stream(model, CAPITAL))
        assert [chunk.usage_metadata["total_tokens"] for chunk in chunks if chunk.usage_metadata] == [total]
        assert added(chunks).response_metadata["stepcache"]["outcome"] == outcome
        assert added(chunks).response_metadata["finish_reason"] == "stop"
    assert added(chunks).response_metadata["stepcache"]["saved_tokens"] == 15


async def test_streams_and_calls_serve_each_others_answers(stream: Any) -> None:
    inner = LocalChatModel()
    model = wrap(inner)
    await read(stream(model, "one"))
    assert model.invoke("one").content == "You said: one"
    model.invoke("two")
    assert added(await read(stream(model, "two"))).content == "You said: two"
    assert inner.calls == 2


async def test_the_verified_beginning_of_a_patch_comes_before_the_model_is_called(stream: Any) -> None:
    inner = ScriptedStream(chunks=[["4 -", "> 7\n", usage(3, 4)]])
    model = wrap(inner, engine=summing())
    model.engine.store(model._request([HumanMessage("Total: 1 2 3")], None, {}), Generation(totals(1, 2, 3)))
    pieces = stream(model, "Total: 1 2 4")
    first = await anext(pieces)
    assert (first.content, inner.log) == ("1 -> 1\n2 -> 3\n", [])
    rest = await read(pieces)
    message = added([first, *rest])
    assert message.content == totals(1, 2, 4)
    assert message.response_metadata["stepcache"]["outcome"] == "patch"
    assert message.response_metadata["stepcache"]["steps"] == {"cache": 2, "model": 1}
    assert message.usage_metadata == {"input_tokens": 3, "output_tokens": 4, "total_tokens": 7}
    assert rest[-1].chunk_position == "last"
    assert added(await read(stream(model, "Total: 1 2 4"))).content == totals(1, 2, 4)
    assert inner.calls == 1


async def test_a_beginning_that_could_not_be_brought_to_an_end_is_held_until_it_is_right(stream: Any) -> None:
    inner = ScriptedStream(chunks=[["4 -", "> 8\n"], ["4 -> 7\n"]])
    model = wrap(inner)
    model.engine.store(model._request([HumanMessage("Total: 1 2 3")], None, {}), Generation(totals(1, 2, 3)))
    assert added(await read(stream(model, "Total: 1 2 4"))).content == totals(1, 2, 4)
    assert inner.calls == 2


async def test_a_wrong_fresh_answer_is_put_right_before_it_is_shown(stream: Any) -> None:
    inner = ScriptedStream(chunks=[["1 -> 1\n", "2 -> 4\n", usage(10, 5)], ["2 -> 3\n", usage(10, 5)]])
    chunks = await read(stream(wrap(inner), "Total: 1 2"))
    assert added(chunks).content == totals(1, 2)
    assert added(chunks).usage_metadata == {"input_tokens": 20, "output_tokens": 10, "total_tokens": 30}


async def test_a_right_fresh_answer_comes_in_the_models_own_chunks(stream: Any) -> None:
    inner = ScriptedStream(chunks=[["1 -> 1\n", "2 -> ", "3\n", usage(1, 2)]])
    chunks = await read(stream(wrap(inner), "Total: 1 2"))
    assert [chunk.content for chunk in chunks[:3]] == ["1 -> 1\n", "2 -> ", "3\n"]
    assert added(chunks).usage_metadata == {"input_tokens": 1, "output_tokens": 2, "total_tokens": 3}


async def test_fresh_steps_are_shown_as_they_pass_where_the_task_can_bring_them_to_an_end(stream: Any) -> None:
    inner = ScriptedStream(chunks=[["1 -> 1\n2", " -> 3\n4", " -> 7\n"]])
    pieces = stream(wrap(inner, engine=summing()), "Total: 1 2 4")
    first = await anext(pieces)
    assert first.content == "1 -> 1\n"
    assert inner.log.count("wrote") < 3
    assert added([first, *(await read(pieces))]).content == totals(1, 2, 4)


async def test_an_equation_with_other_numbers_is_streamed_without_the_model(stream: Any) -> None:
    worked = "Step 1: 3x + 5 = 20\nStep 2: 3x = 15\nStep 3: x = 5\n"
    inner = ScriptedStream(chunks=[[worked]])
    model = wrap(inner, engine=StepCacheEngine(MemoryStore(), HashEmbedder(), [LinearEquationTask()]))
    await read(stream(model, "Solve 3x + 5 = 20 for x. Show your steps."))
    chunks = await read(stream(model, "Solve 3x + 5 = 26 for x. Show your steps."))
    assert [chunk.content for chunk in chunks] == ["Step 1: 3x + 5 = 26\n", "Step 2: 3x = 21\n", "Step 3: x = 7\n"]
    assert chunks[-1].response_metadata["stepcache"]["outcome"] == "replay"


async def test_a_stream_that_is_left_stores_nothing(stream: Any) -> None:
    inner = LocalChatModel()
    model = wrap(inner)
    pieces = stream(model, CAPITAL)
    await anext(pieces)
    await pieces.aclose()
    await read(stream(model, CAPITAL))
    assert inner.calls == 2
    await read(stream(model, CAPITAL))
    assert inner.calls == 2


def test_two_identical_streams_read_in_turn_do_not_wait_for_each_other() -> None:
    inner = LocalChatModel()
    model = wrap(inner)
    for one, other in zip(model.stream(CAPITAL), model.stream(CAPITAL), strict=True):
        assert one.content == other.content
    assert inner.calls == 2


async def test_a_stream_that_breaks_raises_and_stores_nothing(stream: Any) -> None:
    inner = ScriptedStream(chunks=[["You ", ConnectionError("gone")], ["fine"]])
    model = wrap(inner)
    with pytest.raises(ConnectionError, match="gone"):
        await read(stream(model, CAPITAL))
    assert added(await read(stream(model, CAPITAL))).content == "fine"


async def test_a_stream_that_was_cut_off_is_not_stored(stream: Any) -> None:
    cut = AIMessageChunk(content="", response_metadata={"finish_reason": "length"})
    inner = ScriptedStream(chunks=[["You said", cut], ["You said", cut]])
    model = wrap(inner)
    for _ in range(2):
        assert added(await read(stream(model, CAPITAL))).response_metadata["finish_reason"] == "length"
    assert inner.calls == 2


@pytest.mark.parametrize(("end", "calls"), [({}, 2), ({"finish_reason": "stop"}, 1), ({"status": "completed"}, 1)])
async def test_a_stream_of_openais_that_never_says_why_it_ended_is_not_stored(
    stream: Any, end: dict[str, str], calls: int
) -> None:
    said = AIMessageChunk(content="You said", response_metadata={"model_provider": "openai"})
    inner = ScriptedStream(chunks=[[said, AIMessageChunk(content=".", response_metadata=end)] for _ in range(2)])
    model = wrap(inner)
    for _ in range(2):
        assert added(await read(stream(model, CAPITAL))).content == "You said."
    assert inner.calls == calls


async def test_a_model_without_a_stream_answers_in_one_piece(stream: Any) -> None:
    inner = CountingChatModel()
    model = wrap(inner)
    cold, warm = await read(stream(model, CAPITAL)), await read(stream(model, CAPITAL))
    assert [chunk.content for chunk in cold] == [f"You said: {CAPITAL}", ""]
    assert [chunk.content for chunk in warm] == [f"You said: {CAPITAL}"]
    assert added(cold).usage_metadata == {"input_tokens": 10, "output_tokens": 5, "total_tokens": 15}
    assert inner.calls == 1


async def test_a_paraphrase_is_streamed_from_the_cache(stream: Any) -> None:
    inner = LocalChatModel()
    model = wrap(inner)
    first = added(await read(stream(model, CAPITAL)))
    assert added(await read(stream(model, PARAPHRASE))).content == first.content
    assert inner.calls == 1


async def test_tool_calls_come_as_chunks_at_once_and_again_on_a_hit(stream: Any) -> None:
    head = AIMessageChunk("", tool_call_chunks=[tool_call_chunk(name="f", args="", id="call_1", index=0)])
    tail = AIMessageChunk("", tool_call_chunks=[tool_call_chunk(args='{"x": 1}', index=0)])
    inner = ScriptedStream(chunks=[[head, tail, usage(1, 1)]])
    model = wrap(inner).bind(tools=[{"type": "function", "function": {"name": "f", "parameters": {}}}])
    pieces = stream(model, CAPITAL)
    first = await anext(pieces)
    assert first.tool_call_chunks[0]["name"] == "f"
    assert inner.log == ["called", "wrote"]
    cold = added([first, *(await read(pieces))])
    warm = added(await read(stream(model, CAPITAL)))
    call = {"name": "f", "args": {"x": 1}, "id": "call_1", "type": "tool_call"}
    assert cold.tool_calls == warm.tool_calls == [call]
    assert inner.calls == 1


async def test_reasoning_is_shown_while_the_answer_is_still_to_come_and_kept_with_it(stream: Any) -> None:
    thought = AIMessageChunk([{"type": "reasoning", "reasoning": "hm", "index": 0}])
    answer = AIMessageChunk([{"type": "text", "text": "Paris", "index": 1}])
    inner = ScriptedStream(chunks=[[thought, answer, usage(1, 1)]])
    model = wrap(inner)
    pieces = stream(model, CAPITAL)
    assert (await anext(pieces)).content == thought.content
    assert inner.log == ["called", "wrote"]
    await read(pieces)
    warm = added(await read(stream(model, CAPITAL)))
    assert warm.content == [*thought.content, *answer.content]  # type: ignore[misc]
    assert added(await read(stream(model, PARAPHRASE))).content == "Paris"
    assert inner.calls == 1


async def test_a_whole_stream_is_the_message_that_invoke_gives(stream: Any) -> None:
    model = wrap(LocalChatModel())
    message = model.invoke(LINES)
    hit = model.invoke(LINES)
    streamed = message_chunk_to_message(added(await read(stream(model, LINES))))
    assert isinstance(streamed, AIMessage)
    assert streamed.model_copy(update={"id": hit.id}) == hit
    assert streamed.content == message.content


async def test_handlers_get_tokens_on_a_hit_as_they_do_on_a_miss(stream: Any) -> None:
    # https://github.com/langchain-ai/langchain/issues/9762
    model = wrap(LocalChatModel())
    for _ in range(2):
        runs = Runs()
        await read(stream(model, LINES, config={"callbacks": [runs]}))
        assert "".join(runs.tokens) == f"You said: {LINES}"
        assert (len(runs.started), len(runs.ended)) == (1, 1)


@pytest.mark.parametrize("colour", ["sync", "async"])
async def test_a_model_set_up_to_stream_sends_tokens_from_invoke_on_hits_too(colour: str) -> None:
    # https://github.com/langchain-ai/langchain/issues/9762
    inner = LocalChatModel(streaming=True)
    model = wrap(inner)
    for _ in range(2):
        runs = Runs()
        config: Any = {"callbacks": [runs]}
        message = model.invoke(LINES, config) if colour == "sync" else await model.ainvoke(LINES, config)
        assert message.content == "".join(runs.tokens) == f"You said: {LINES}"
    assert (inner.calls, inner.streamed) == (1, 1)


async def test_streams_are_counted_once_in_the_usage_callback(stream: Any) -> None:
    model = wrap(LocalChatModel())
    with get_usage_metadata_callback() as counted:
        for _ in range(3):
            await read(stream(model, CAPITAL))
    assert counted.usage_metadata["local"]["total_tokens"] == 15


async def test_the_rate_limiter_is_waited_for_by_streams_that_miss_only(stream: Any) -> None:
    limiter, other = CountingLimiter(), CountingLimiter()
    for model in (
        wrap(LocalChatModel(rate_limiter=limiter)),
        StepCacheChatModel(llm=LocalChatModel(), engine=make_engine(), rate_limiter=other),
    ):
        for _ in range(3):
            await read(stream(model, CAPITAL))
    assert (limiter.acquired, other.acquired) == (1, 1)


@pytest.mark.parametrize("disabled", [True, "tool_calling"])
async def test_a_model_that_must_not_stream_does_not(stream: Any, disabled: Any) -> None:
    inner = LocalChatModel(disable_streaming=disabled)
    model = wrap(inner).bind(tools=[{"type": "function", "function": {"name": "lookup", "parameters": {}}}])
    for _ in range(2):
        (piece,) = await read(stream(model, CAPITAL))
        assert piece.content == f"You said: {CAPITAL}"
    assert (inner.calls, inner.streamed) == (1, 0)


async def test_events_of_a_hit_are_those_of_a_miss() -> None:
    model = wrap(LocalChatModel())
    seen = []
    for _ in range(2):
        events = [event async for event in model.astream_events(LINES, version="v2")]
        kinds = [event["event"] for event in events]
        chunks = [event["data"]["chunk"] for event in events if event["event"] == "on_chat_model_stream"]  # type: ignore[typeddict-item]
        assert "".join(chunk.content for chunk in chunks) == f"You said: {LINES}"
        seen.append([kind for i, kind in enumerate(kinds) if i == 0 or kind != kinds[i - 1]])
    assert seen[0] == seen[1] == ["on_chat_model_start", "on_chat_model_stream", "on_chat_model_end"]


async def test_a_global_cache_stands_aside_for_what_a_streaming_model_asks_itself(stream: Any) -> None:
    class Asking(CountingChatModel):
        def _stream(self, messages: Any, *args: Any, **kwargs: Any) -> Iterator[Any]:
            yield ChatGenerationChunk(message=AIMessageChunk(content=str(hidden.invoke(messages).content)))

        async def _astream(self, messages: Any, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
            yield ChatGenerationChunk(message=AIMessageChunk(content=str((await hidden.ainvoke(messages)).content)))

    hidden, store = CountingChatModel(), MemoryStore()
    engine = make_engine(store=store)
    set_llm_cache(StepCache(engine=engine))
    assert added(await read(stream(wrap(Asking(), engine=engine), CAPITAL))).content == f"You said: {CAPITAL}"
    assert (hidden.calls, store.count("default")) == (1, 1)


async def test_in_shadow_the_models_stream_is_shown(stream: Any) -> None:
    inner = LocalChatModel()
    model = wrap(inner, shadow=True)
    for _ in range(2):
        assert added(await read(stream(model, CAPITAL))).content == f"You said: {CAPITAL}"
    assert inner.calls == 2


async def test_content_blocks_of_version_one_are_streamed_on_hits_too(stream: Any) -> None:
    model = wrap(LocalChatModel(output_version="v1"))
    cold, warm = [added(await read(stream(model, CAPITAL))) for _ in range(2)]
    assert cold.content_blocks[0]["text"] == warm.content_blocks[0]["text"] == f"You said: {CAPITAL}"  # type: ignore[typeddict-item]
    assert isinstance(warm.content, list)


async def test_a_record_that_cannot_be_read_is_answered_by_the_model(stream: Any) -> None:
    inner, store = LocalChatModel(), MemoryStore()
    model = wrap(inner, store=store)
    await read(stream(model, CAPITAL))
    spoil(store)
    assert added(await read(stream(model, CAPITAL))).content == f"You said: {CAPITAL}"
    assert inner.calls == 2


async def test_a_stream_of_one_answer_is_not_taken_for_several(stream: Any) -> None:
    inner = LocalChatModel()
    model = wrap(inner).bind(n=2)
    for _ in range(2):
        await read(stream(model, CAPITAL))
    model.invoke(CAPITAL)
    assert inner.calls == 3


_REPLIES = [totals(1, 2, 4), "1 -> 1\n2 -> 3\n", "1 -> 1\n2 -> 5\n4 -> 9\n", "4 -> 7\n", "4 => 7\n", "what?\n", ""]


@given(
    replies=st.lists(st.sampled_from(_REPLIES), min_size=5, max_size=5),
    sizes=st.lists(st.integers(1, 9), min_size=1, max_size=4),
    cached=st.booleans(),
    ends=st.booleans(),
)
@settings(deadline=None, max_examples=60)
def test_a_stream_sums_to_what_invoke_gives_however_it_is_cut(
    replies: list[str], sizes: list[int], cached: bool, ends: bool
) -> None:
    """With the same model behind both; only where a step was shown early may a repair begin further on."""
    results = []
    for streams in (False, True):
        engine = summing() if ends else make_engine()
        inner = ScriptedStream(chunks=[cut(reply, sizes) for reply in replies])
        model = wrap(_unstreamed(inner) if not streams else inner, engine=engine)
        if cached:
            model.engine.store(model._request([HumanMessage("Total: 1 2 3")], None, {}), Generation(totals(1, 2, 3)))
        if streams:
            chunks = list(model.stream("Total: 1 2 4"))
            assert [chunk.chunk_position for chunk in chunks] == [None] * (len(chunks) - 1) + ["last"]
            assert len({chunk.id for chunk in chunks}) == 1
            message: Any = added(chunks)
        else:
            message = model.invoke("Total: 1 2 4")
        results.append(message)
        again = model.invoke("Total: 1 2 4") if message.response_metadata["stepcache"]["record_id"] else message
        assert again.content == message.content
    invoked, streamed = results
    assert streamed.usage_metadata == invoked.usage_metadata
    if not ends:
        assert streamed.content == invoked.content
        assert streamed.response_metadata["stepcache"]["outcome"] == invoked.response_metadata["stepcache"]["outcome"]


def _unstreamed(inner: ScriptedStream) -> CountingChatModel:
    """The same model, in one piece."""
    texts = iter(["".join(part for part in chunks if isinstance(part, str)) for chunks in inner.chunks])
    return CountingChatModel(script=lambda _: next(texts))


def cut(text: str, sizes: list[int]) -> list[Any]:
    """A text in chunks of these sizes, over and over, and what it cost."""
    parts, lengths = [], itertools.cycle(sizes)
    while text:
        size = next(lengths)
        parts.append(text[:size])
        text = text[size:]
    return [*parts, usage(10, 5)]
