"""`StepCacheLLM`: what is reused, what is patched, what is kept apart, and what passes by."""

from __future__ import annotations

import asyncio
import copy
import functools
import pickle
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

pytest.importorskip("llama_index.llms.openai_like", reason="LlamaIndex and its OpenAI integrations are not installed")

from hypothesis import given, settings
from hypothesis import strategies as st
from llama_index.core import Settings
from llama_index.core.base.llms.generic_utils import messages_to_prompt
from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    ImageBlock,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
)
from llama_index.core.llms import LLM, MockLLM
from llama_index.core.llms.function_calling import FunctionCallingLLM
from llama_index.core.prompts import ChatPromptTemplate, PromptTemplate
from openai import OpenAI as OpenAIClient
from pydantic import ConfigDict, PrivateAttr

from stepcache_core import Policy, StepCacheEngine
from stepcache_core.errors import InvalidArgumentError
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks import LinearEquationTask
from stepcache_core.testing import HashEmbedder
from stepcache_llamaindex import StepCacheLLM
from tests.llamaindex.doubles import ScriptedLLM, make_engine, openai, openai_like, user, wrap
from tests.llamaindex.providers import SECRET, Wire
from tests.toy_task import TotalsTask, totals

CAPITAL, PARAPHRASE = "What is the capital of France?", "Please, what is the capital of France? Thanks!"
Ask = Callable[..., Awaitable[str]]


def outcomes(llm: Any) -> dict[str, int]:
    return {outcome.value: count for outcome, count in llm._stepcache.engine.stats().outcomes.items()}


async def _chat(llm: Any, given: Any, **kwargs: Any) -> str:
    return str(llm.chat(given, **kwargs).message.content)


async def _achat(llm: Any, given: Any, **kwargs: Any) -> str:
    return str((await llm.achat(given, **kwargs)).message.content)


async def _stream(llm: Any, given: Any, **kwargs: Any) -> str:
    chunks = list(llm.stream_chat(given, **kwargs))
    return _of_chunks(chunks)


async def _astream(llm: Any, given: Any, **kwargs: Any) -> str:
    chunks = [chunk async for chunk in await llm.astream_chat(given, **kwargs)]
    return _of_chunks(chunks)


def _of_chunks(chunks: list[Any]) -> str:
    text = "".join(chunk.delta for chunk in chunks)
    assert chunks[-1].message.content == text
    shown = ""
    for chunk in chunks:
        shown += chunk.delta
        assert chunk.message.content == shown
    return text


@pytest.fixture(params=[_chat, _achat, _stream, _astream], ids=["chat", "achat", "stream_chat", "astream_chat"])
def ask(request: pytest.FixtureRequest) -> Ask:
    """The four ways to chat; the streams' chunks are checked for being cumulative."""
    return request.param  # type: ignore[no-any-return]


# -- what is reused ---------------------------------------------------------------------------------------------------


async def test_the_second_same_request_costs_nothing(ask: Ask) -> None:
    inner = ScriptedLLM()
    llm = wrap(inner)
    assert await ask(llm, user(CAPITAL)) == await ask(llm, user(CAPITAL)) == f"You said: {CAPITAL}"
    assert inner.calls == 1
    assert outcomes(llm) == {"exact": 1, "miss": 1}


async def test_a_paraphrase_is_served_and_another_question_is_not(ask: Ask) -> None:
    inner = ScriptedLLM()
    llm = wrap(inner)
    first = await ask(llm, user(CAPITAL))
    assert await ask(llm, user(PARAPHRASE)) == first
    assert await ask(llm, user("What is the capital of Spain?")) == "You said: What is the capital of Spain?"
    assert inner.calls == 2


async def test_a_changed_problem_is_patched_after_its_passing_steps(ask: Ask) -> None:
    replies = iter([totals(1, 2, 3), "4 -> 7\n"])
    inner = ScriptedLLM(lambda _: next(replies))
    llm = wrap(inner)
    system = ChatMessage(role="system", content="Add up.")
    await ask(llm, [system, *user("Total: 1 2 3")])
    assert await ask(llm, [system, *user("Total: 1 2 4")]) == totals(1, 2, 4)
    assert outcomes(llm) == {"miss": 1, "patch": 1}
    assert inner.asked[-1][0] is system
    assert "Total: 1 2 4" in str(inner.asked[-1][-1].content)


async def test_a_task_replays_and_solves_where_it_can(ask: Ask) -> None:
    llm = wrap(ScriptedLLM(lambda _: totals(1, 2)), replays=True, solves=True)
    await ask(llm, user("Total: 1 2"))
    assert await ask(llm, user("Total: 1 5")) == totals(1, 5)
    assert await ask(llm, user("Total: 7 7 7")) == totals(7, 7, 7)
    assert outcomes(llm) == {"miss": 1, "replay": 1, "fallback": 1}


async def test_a_wrong_answer_of_the_model_is_repaired_before_it_is_shown(ask: Ask) -> None:
    replies = iter(["1 -> 1\n2 -> 4\n", "2 -> 3\n"])
    assert await ask(wrap(ScriptedLLM(lambda _: next(replies))), user("Total: 1 2")) == totals(1, 2)


def test_a_linear_equation_with_other_numbers_needs_no_model() -> None:
    inner = ScriptedLLM(lambda _: "Step 1: 3x + 5 = 20\nStep 2: 3x = 15\nStep 3: x = 5\n")
    llm = wrap(inner, engine=StepCacheEngine(MemoryStore(), HashEmbedder(), [LinearEquationTask()]))
    llm.chat(user("Solve 3x + 5 = 20"))
    assert "x = 7" in llm.chat(user("Solve 3x + 5 = 26")).message.content
    assert inner.calls == 1


def test_chat_and_stream_serve_each_other() -> None:
    wire = Wire()
    llm = wrap(openai(wire))
    whole = llm.chat(user(CAPITAL))
    chunks = list(llm.stream_chat(user(CAPITAL)))
    assert wire.calls == 1
    assert chunks[-1].message.content == whole.message.content
    assert chunks[-1].raw == {"usage": {"prompt_tokens": 11, "completion_tokens": 4, "total_tokens": 15}}
    other = wrap(openai(wire))
    streamed = list(other.stream_chat(user(CAPITAL)))
    whole = other.chat(user(CAPITAL))
    assert wire.calls == 2
    assert whole.message.content == streamed[-1].message.content
    assert whole.delta is None


def test_completions_and_chats_are_kept_apart() -> None:
    wire = Wire()
    llm = wrap(openai(wire))
    llm.chat(user(CAPITAL))
    llm.complete(CAPITAL)
    llm.complete(CAPITAL, formatted=True)
    assert wire.calls == 3
    llm.complete(CAPITAL)
    llm.complete(CAPITAL, formatted=True)
    assert wire.calls == 3


# -- what is kept apart -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changed",
    [
        {"model": "gpt-4o"},
        {"temperature": 0.9},
        {"max_tokens": 5},
        {"api_base": "http://other/v1"},
        {"system_prompt": "Be brief."},
        {"additional_kwargs": {"seed": 7}},
        {"default_headers": {"X-Team": "blue"}},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_setting_that_may_change_the_answer_changes_the_key(changed: dict[str, Any]) -> None:
    wire, engine = Wire(), make_engine()
    wrap(openai(wire), engine=engine).chat(user(CAPITAL))
    other = wrap(openai(wire, **changed), engine=engine)
    other.chat(user(CAPITAL))
    assert wire.calls == 2
    other.chat(user(CAPITAL))
    assert wire.calls == 2


def test_a_client_that_points_elsewhere_is_another_model() -> None:
    engine, wires = make_engine(), [Wire(), Wire()]
    for number in (0, 1, 0, 1):
        llm = openai(wires[number])
        address = f"http://host{number}/v1"
        llm._client = OpenAIClient(api_key=SECRET, base_url=address, http_client=wires[number].sync_client())
        wrap(llm, engine=engine).chat(user(CAPITAL))
    assert [wire.calls for wire in wires] == [1, 1]


def test_a_client_that_the_llm_makes_itself_changes_no_key() -> None:
    wire = Wire()
    inner = openai(wire)
    llm = wrap(inner)
    llm.chat(user(CAPITAL))
    inner.chat(user(CAPITAL))  # now the bare one has made a client, too
    wrap(inner, engine=llm._stepcache.engine).chat(user(CAPITAL))
    assert wire.calls == 2


@pytest.mark.parametrize(
    "changed",
    [
        {"api_key": "sk-another"},
        {"timeout": 5.0},
        {"max_retries": 9},
        {"default_headers": {"Authorization": "Bearer 2"}},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_credentials_and_limits_of_time_do_not(changed: dict[str, Any]) -> None:
    wire, engine = Wire(), make_engine()
    wrap(openai(wire, **{"default_headers": {"Authorization": "Bearer 1"}}), engine=engine).chat(user(CAPITAL))
    changed = {"default_headers": {"Authorization": "Bearer 1"}, **changed}
    wrap(openai(wire, **changed), engine=engine).chat(user(CAPITAL))
    assert wire.calls == 1


def test_a_setting_changed_later_counts_from_then_on_on_either_side() -> None:
    wire = Wire()
    inner = openai(wire)
    llm = wrap(inner)
    llm.chat(user(CAPITAL))
    inner.temperature = 0.9
    assert llm.temperature == 0.9
    llm.chat(user(CAPITAL))
    llm.max_tokens = 7
    assert inner.max_tokens == 7
    llm.chat(user(CAPITAL))
    assert [body.get("temperature") for _, body in wire.sent] == [0.1, 0.9, 0.9]
    assert wire.sent[-1][1]["max_tokens"] == 7


def test_an_llm_that_validates_what_it_is_set_to_and_takes_more_than_it_declares() -> None:
    class Careful(ScriptedLLM):
        model_config = ConfigDict(validate_assignment=True, extra="allow")

    inner = Careful(style="plain")
    llm = wrap(inner)
    llm.chat(user(CAPITAL))
    llm.temperature = 0.9
    llm.chat(user(CAPITAL))
    llm.style = "ornate"
    llm.chat(user(CAPITAL))
    llm.chat(user(CAPITAL))
    assert inner.calls == 3


class Before(ScriptedLLM):
    """Stands before other LLMs."""

    others: Any = None


class Between(ScriptedLLM):
    next: LLM


def _louder(prompt: str) -> str:
    return prompt.upper()


@pytest.mark.parametrize(
    ("others", "called"),
    [
        (lambda: Between(next=ScriptedLLM(temperature=1.0)), 2),
        (lambda: [ScriptedLLM(), ScriptedLLM(temperature=1.0)], 2),
        (lambda: {"fast": ScriptedLLM(model="other")}, 2),
        (lambda: Between(next=ScriptedLLM(system_prompt="Be brief.")), 2),
        (lambda: ScriptedLLM(completion_to_prompt=_louder), 3),  # a function: it passes by the cache
        (lambda: Between(next=ScriptedLLM()), 1),
    ],
)
def test_what_the_llms_that_an_llm_holds_are_set_to_counts_too(others: Callable[[], Any], called: int) -> None:
    engine = make_engine()
    plain = Before(others=Between(next=ScriptedLLM()))
    llms = [plain, Before(others=others()), Before(others=others())]
    for llm in llms:
        wrap(llm, engine=engine).chat(user(CAPITAL))
    assert sum(llm.calls for llm in llms) == called


def test_namespaces_do_not_see_each_other() -> None:
    inner, engine = ScriptedLLM(), make_engine()
    for namespace in ("a", "b", "a"):
        wrap(inner, namespace, engine=engine).chat(user(CAPITAL))
    assert inner.calls == 2


def test_roles_history_and_order_of_messages_count() -> None:
    inner = ScriptedLLM()
    llm = wrap(inner)
    first, second = ChatMessage(role="user", content="A"), ChatMessage(role="assistant", content="B")
    for talk in ([first, *user(CAPITAL)], [second, *user(CAPITAL)], [first, second, *user(CAPITAL)], [second, first]):
        llm.chat(talk)
        llm.chat(talk)
    assert inner.calls == 4


@pytest.mark.parametrize("kwargs", [{"stop": ["x"]}, {"logit_bias": {"1": 2}}, {"response_format": {"type": "text"}}])
def test_with_an_argument_that_shapes_the_answer_only_the_same_request_is_served(kwargs: dict[str, Any]) -> None:
    wire = Wire()
    llm = wrap(openai(wire))
    llm.chat(user(CAPITAL), **kwargs)
    llm.chat(user(CAPITAL), **kwargs)
    assert wire.calls == 1
    llm.chat(user(PARAPHRASE), **kwargs)
    llm.chat(user(CAPITAL))
    assert wire.calls == 3


@pytest.mark.parametrize(
    "before",
    [
        ChatMessage(role="tool", content="5", additional_kwargs={"tool_call_id": "1"}),
        ChatMessage(role="assistant", blocks=[ThinkingBlock(content="hm"), TextBlock(text="B")]),
        ChatMessage(role="assistant", blocks=[ToolCallBlock(tool_name="f", tool_kwargs={}, tool_call_id="1")]),
    ],
    ids=["tool message", "thinking", "tool call"],
)
def test_in_a_conversation_with_tools_or_reasoning_only_the_same_request_is_served(before: ChatMessage) -> None:
    inner = ScriptedLLM()
    llm = wrap(inner)
    for text in (CAPITAL, CAPITAL, PARAPHRASE):
        llm.chat([before, *user(text)])
    assert inner.calls == 2


def test_where_one_block_of_text_ends_counts() -> None:
    inner = ScriptedLLM()
    llm = wrap(inner)
    for texts in (("a\nb", "c"), ("a", "b\nc"), ("a\nb\nc",), ("a", "b\nc")):
        llm.chat([ChatMessage(role="user", blocks=[TextBlock(text=text) for text in texts])])
    assert inner.calls == 3


def test_an_image_counts_by_its_content() -> None:
    inner = ScriptedLLM()
    llm = wrap(inner)
    for image in (b"one", b"two", b"one"):
        llm.chat([ChatMessage(role="user", blocks=[TextBlock(text="What is it?"), ImageBlock(image=image)])])
    assert inner.calls == 2


def test_an_image_that_is_its_own_address_counts_by_its_content() -> None:
    inner = ScriptedLLM()
    llm = wrap(inner)
    for content in ("aGk=", "aG8=", "aGk="):
        image = ImageBlock(url=f"data:image/png;base64,{content}")
        llm.chat([ChatMessage(role="user", blocks=[TextBlock(text="What is it?"), image])])
    assert inner.calls == 2


@pytest.mark.parametrize("name", ["url", "path"])
def test_a_tools_argument_is_content_whatever_its_name(name: str) -> None:
    inner = ScriptedLLM()
    llm = wrap(inner)
    for value in ("http://pictures/1", "http://pictures/2", "http://pictures/1"):
        called = ToolCallBlock(tool_call_id="1", tool_name="read", tool_kwargs={name: value})
        llm.chat([ChatMessage(role="assistant", blocks=[called]), *user("Go on")])
    assert inner.calls == 2


# -- what passes by ---------------------------------------------------------------------------------------------------


def test_content_kept_elsewhere_is_never_cached(tmp_path: Any) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    inner = ScriptedLLM()
    llm = wrap(inner)
    for block in (ImageBlock(path=picture), ImageBlock(url="http://pictures/1.png")):
        for _ in range(2):
            llm.chat([ChatMessage(role="user", blocks=[TextBlock(text="What is it?"), block])])
    assert inner.calls == 4
    assert outcomes(llm) == {"bypass": 4}


async def test_an_argument_without_a_stable_form_passes_by(ask: Ask) -> None:
    inner = ScriptedLLM()
    llm = wrap(inner)
    for _ in range(2):
        assert await ask(llm, user(CAPITAL), handler=object()) == f"You said: {CAPITAL}"
    assert inner.calls == 2
    assert outcomes(llm) == {"bypass": 2}


def test_what_is_nested_too_deeply_for_a_key_passes_by() -> None:
    deep: Any = "x"
    for _ in range(60):
        deep = {"in": deep}
    llm = wrap(ScriptedLLM())
    answer = llm.chat([ChatMessage(role="user", content="Hi", additional_kwargs={"deep": deep})])
    assert answer.message.content == "You said: Hi"
    assert outcomes(llm) == {"bypass": 1}


def test_an_llm_with_a_setting_without_a_stable_form_passes_by() -> None:
    class Odd(ScriptedLLM):
        hook: Any = None

    inner = Odd(hook=lambda text: text)
    llm = wrap(inner)
    llm.chat(user(CAPITAL))
    llm.chat(user(CAPITAL))
    assert inner.calls == 2


def test_a_function_under_the_name_of_one_of_llama_index_passes_by() -> None:
    class Odd(ScriptedLLM):
        hook: Any = None

    engine = make_engine()
    for style in ("plain", "ornate"):
        inner = Odd(hook=functools.wraps(messages_to_prompt)(lambda text, style=style: style))
        assert wrap(inner, engine=engine).chat(user(CAPITAL)).message.content
        assert inner.calls == 1


def test_what_an_llm_counts_makes_no_other_request() -> None:
    class Counting(ScriptedLLM):
        total_tokens: int = 0
        _call_count: int = PrivateAttr(0)

        def chat(self, messages: Any, **kwargs: Any) -> Any:
            self.total_tokens += 15
            self._call_count += 1
            return super().chat(messages, **kwargs)

    inner = Counting()
    llm = wrap(inner)
    llm.chat(user(CAPITAL))
    llm.chat(user(CAPITAL))
    assert inner.calls == 1


def test_what_a_conversation_kept_by_the_server_goes_on_from_is_another_request() -> None:
    responses = pytest.importorskip("llama_index.llms.openai").OpenAIResponses
    engine, asked = make_engine(), []

    class Answering(responses):  # type: ignore[misc, valid-type]
        def chat(self, messages: Any, **kwargs: Any) -> Any:
            asked.append(self._previous_response_id)
            return ChatResponse(message=ChatMessage(f"After {self._previous_response_id}", role="assistant"))

    for before in ("resp_1", "resp_2", "resp_1"):
        llm = Answering(model="gpt-4o", api_key=SECRET, previous_response_id=before)
        assert wrap(llm, engine=engine).chat(user("What is my name?")).message.content == f"After {before}"
    assert asked == ["resp_1", "resp_2"]


@pytest.mark.parametrize("tracks", [True, False])
def test_a_server_that_keeps_the_conversation_hears_of_each_request(tracks: bool) -> None:
    class Tracking(ScriptedLLM):
        track_previous_responses: bool = False

    inner = Tracking(track_previous_responses=tracks)
    kwargs = {} if tracks else {"conversation": "conv_1"}
    llm = wrap(inner)
    for _ in range(2):
        llm.chat(user(CAPITAL), **kwargs)
    assert inner.calls == 2


def test_a_prompt_function_of_the_users_counts_by_what_it_makes() -> None:
    wire, engine = Wire(), make_engine()

    def brackets(prompt: str) -> str:
        return f"[{prompt}]"

    def braces(prompt: str) -> str:
        return f"<{prompt}>"

    for function in (brackets, braces, brackets):
        llm = wrap(openai_like(wire, is_chat_model=False, completion_to_prompt=function, max_tokens=9), engine=engine)
        llm.complete(CAPITAL)
    assert [body["prompt"] for _, body in wire.sent] == [f"[{CAPITAL}]", f"<{CAPITAL}>"]


@pytest.mark.parametrize("reason", ["length", "content_filter"])
@pytest.mark.parametrize("stream", [False, True])
def test_an_answer_that_was_cut_off_is_not_stored(reason: str, stream: bool) -> None:
    wire = Wire(finish_reason=reason)
    llm = wrap(openai(wire))
    for _ in range(2):
        _ = list(llm.stream_chat(user(CAPITAL))) if stream else llm.chat(user(CAPITAL))
    assert wire.calls == 2


async def test_what_the_model_raises_reaches_the_caller_and_is_not_stored(ask: Ask) -> None:
    replies: Any = iter([RuntimeError("down"), "Paris"])
    llm = wrap(ScriptedLLM(lambda _: next(replies)))
    with pytest.raises(RuntimeError, match="down"):
        await ask(llm, user(CAPITAL))
    assert await ask(llm, user(CAPITAL)) == "Paris"


@pytest.mark.parametrize("broken", ["store", "embedder"])
async def test_a_broken_part_of_the_cache_does_no_harm(ask: Ask, broken: str) -> None:
    class BrokenStore(MemoryStore):
        def get(self, *_: Any) -> Any:
            raise OSError("disk")

        find = nearest = put = get  # type: ignore[assignment]

    class BrokenEmbedder(HashEmbedder):
        def embed(self, texts: Any) -> Any:
            raise RuntimeError("no embedding")

    store: Any = BrokenStore() if broken == "store" else MemoryStore()
    embedder = BrokenEmbedder() if broken == "embedder" else HashEmbedder()
    llm = wrap(ScriptedLLM(), engine=StepCacheEngine(store, embedder, [], Policy()))
    assert await ask(llm, user(CAPITAL)) == f"You said: {CAPITAL}"


# -- streams ----------------------------------------------------------------------------------------------------------


async def test_an_abandoned_stream_is_not_stored_and_is_closed_at_once() -> None:
    inner = ScriptedLLM()
    llm = wrap(inner)
    for chunk in llm.stream_chat(user(CAPITAL)):
        assert chunk.delta == "You"
        break
    stream = await llm.astream_chat(user(CAPITAL))
    async for chunk in stream:
        assert chunk.delta == "You"
        break
    await stream.aclose()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert inner._client.closed == 1
    assert outcomes(llm) == {}
    assert llm.chat(user(CAPITAL)).message.content == f"You said: {CAPITAL}"
    assert inner.calls == 3


class EndingTask(TotalsTask):
    def solve(self, problem: object) -> str:
        return "7 -> 12\n"


def prefix_ready() -> tuple[Any, ScriptedLLM]:
    store = MemoryStore()
    wrap(ScriptedLLM(lambda _: totals(2, 3, 4)), store=store).chat(user("Total: 2 3 4"))
    inner = ScriptedLLM(lambda _: "7 -> 12\n")
    return wrap(inner, engine=StepCacheEngine(store, HashEmbedder(), [EndingTask()])), inner


def test_the_verified_prefix_is_shown_before_the_model_is_asked() -> None:
    llm, inner = prefix_ready()
    stream = llm.stream_chat(user("Total: 2 3 7"))
    assert [next(stream).delta, next(stream).delta] == ["2 -> 2\n", "3 -> 5\n"]
    assert inner.calls == 0
    rest = list(stream)
    assert [chunk.delta for chunk in rest] == ["7 -> 12\n", ""]
    assert rest[-1].message.content == totals(2, 3, 7)
    assert rest[-1].raw["usage"]["total_tokens"] == 15


async def test_the_same_holds_for_an_asynchronous_stream() -> None:
    llm, inner = prefix_ready()
    stream = await llm.astream_chat(user("Total: 2 3 7"))
    assert [(await anext(stream)).delta, (await anext(stream)).delta] == ["2 -> 2\n", "3 -> 5\n"]
    assert inner.calls == 0
    assert [chunk.delta async for chunk in stream] == ["7 -> 12\n", ""]


def test_a_stream_that_breaks_in_the_middle_is_not_stored() -> None:
    class Breaking(ScriptedLLM):
        def stream_chat(self, messages: Any, **kwargs: Any) -> Any:
            def chunks() -> Any:
                yield from list(super(Breaking, self).stream_chat(messages))[:2]
                raise ConnectionError("cut")

            return chunks()

    llm = wrap(Breaking())
    with pytest.raises(ConnectionError):
        list(llm.stream_chat(user(CAPITAL)))
    assert llm.chat(user(CAPITAL)).message.content == f"You said: {CAPITAL}"
    assert outcomes(llm) == {"miss": 1}


def test_a_model_that_streams_nothing_streams_nothing() -> None:
    class Silent(ScriptedLLM):
        def stream_chat(self, messages: Any, **kwargs: Any) -> Any:
            yield from ()

    llm = wrap(Silent())
    assert list(llm.stream_chat(user(CAPITAL))) == []
    assert list(llm.stream_chat(user(CAPITAL))) == []


# -- templates: the query and its context -----------------------------------------------------------------------------

QA = PromptTemplate("Context is below.\n{context_str}\nAnswer the query.\nQuery: {query_str}\nAnswer: ")


class SeenEmbedder(HashEmbedder):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def embed(self, texts: Any) -> Any:
        self.seen += texts
        return super().embed(texts)


def rag(inner: LLM | None = None) -> tuple[Any, SeenEmbedder]:
    embedder = SeenEmbedder()
    engine = StepCacheEngine(MemoryStore(), embedder, [], Policy(min_similarity=0.5))
    return wrap(inner or ScriptedLLM(), engine=engine), embedder


@pytest.mark.parametrize("partial", [False, True])
async def test_the_embedding_sees_the_query_and_the_model_sees_all(partial: bool) -> None:
    inner = ScriptedLLM()
    llm, embedder = rag(inner)
    arguments = {"context_str": "Paris is a city.", "query_str": CAPITAL}
    template, given = (
        (QA.partial_format(query_str=CAPITAL), {"context_str": "Paris is a city."}) if partial else (QA, arguments)
    )
    llm.predict(template, **given)
    await llm.apredict(template, **given)
    assert embedder.seen == [CAPITAL]
    assert inner.asked == [user(QA.format(**arguments))]


def test_with_the_same_context_a_paraphrase_is_served_and_with_another_it_is_not() -> None:
    inner = ScriptedLLM()
    llm, _ = rag(inner)
    first = llm.predict(QA, context_str="Paris is a city.", query_str=CAPITAL)
    assert llm.predict(QA, context_str="Paris is a city.", query_str=PARAPHRASE) == first
    assert "".join(llm.stream(QA, context_str="Paris is a city.", query_str=PARAPHRASE)) == first
    assert inner.calls == 1
    llm.predict(QA, context_str="Paris is a city!", query_str=CAPITAL)
    llm.predict(QA, context_str="Paris is a city.", query_str="What is the capital of Spain?")
    assert inner.calls == 3


def test_in_a_template_about_the_wording_of_the_query_a_paraphrase_is_another_query() -> None:
    inner = ScriptedLLM()
    llm, _ = rag(inner)
    template = PromptTemplate("Glossary: {context_str}\nTranslate into German: {query_str}\n")
    llm.predict(template, context_str="-", query_str="Where is the station?")
    llm.predict(template, context_str="-", query_str="Please, where is the station?")
    assert inner.calls == 2


def test_a_query_that_reads_like_a_task_is_not_taken_for_one_inside_a_template() -> None:
    """A reranker's answer to an equation is a list of documents, not its solution."""
    inner = ScriptedLLM(lambda _: "Doc: 1, Relevance: 7")
    llm = wrap(inner, solves=True)
    template = PromptTemplate("Documents: {context_str}\nName the relevant ones.\nQuestion: {query_str}\nAnswer:")
    for _ in range(2):
        assert llm.predict(template, context_str="Doc 1", query_str="Total: 1 2") == "Doc: 1, Relevance: 7"
    assert inner.calls == 1


def test_a_chat_template_with_a_system_message_keeps_its_roles() -> None:
    inner = ScriptedLLM()
    llm, embedder = rag(inner)
    template = ChatPromptTemplate(
        message_templates=[
            ChatMessage(role="system", content="You answer from the context."),
            ChatMessage(role="user", content="{context_str}\nQuery: {query_str}\nAnswer: "),
        ]
    )
    llm.predict(template, context_str="Paris.", query_str=CAPITAL)
    assert [message.role.value for message in inner.asked[0]] == ["system", "user"]
    assert embedder.seen == [CAPITAL]


# -- the object -------------------------------------------------------------------------------------------------------


def test_it_can_be_the_settings_llm() -> None:
    before = Settings._llm
    try:
        llm = wrap(ScriptedLLM())
        Settings.llm = llm
        assert Settings.llm is llm
        assert isinstance(Settings.llm, StepCacheLLM)
    finally:
        Settings._llm = before


def test_it_is_a_function_calling_llm_only_where_the_wrapped_one_is() -> None:
    assert isinstance(wrap(openai(Wire())), FunctionCallingLLM)
    assert not isinstance(wrap(ScriptedLLM()), FunctionCallingLLM)


def test_copies_share_the_engine_and_have_settings_of_their_own() -> None:
    llm = wrap(ScriptedLLM())
    for copied in (copy.copy(llm), copy.deepcopy(llm), llm.model_copy(), llm.model_copy(deep=True)):
        assert type(copied) is type(llm)
        assert copied._stepcache is llm._stepcache
        copied.temperature = 0.7
        assert llm.temperature == 0.0
        copied.chat(user(CAPITAL))
    assert outcomes(llm) == {"exact": 3, "miss": 1}
    assert llm.model_copy(update={"temperature": 0.9}).temperature == 0.9


def test_a_pickle_comes_back_with_its_engine_in_the_same_process() -> None:
    llm = wrap(openai(Wire(), temperature=0.4), "tenant")
    loaded = pickle.loads(pickle.dumps(llm))
    assert type(loaded) is type(llm)
    assert loaded.temperature == 0.4
    assert loaded._stepcache.engine is llm._stepcache.engine
    assert loaded._stepcache.scope.namespace == "tenant"


async def test_without_an_engine_it_is_the_bare_llm(ask: Ask) -> None:
    inner = ScriptedLLM()
    llm = wrap(inner)
    llm._stepcache.engine = None  # as after a pickle was loaded in another process
    for _ in range(2):
        assert await ask(llm, user(CAPITAL)) == f"You said: {CAPITAL}"
    assert inner.calls == 2


def test_it_wraps_every_class_once() -> None:
    assert type(wrap(ScriptedLLM())) is type(wrap(ScriptedLLM()))
    assert type(wrap(MockLLM())).__name__ == "StepCacheMockLLM"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"llm": "gpt-4o"}, "llm"),
        ({"engine": None}, "engine"),
        ({"namespace": ""}, "namespace"),
        ({"llm": "wrapped"}, "llm"),
    ],
)
def test_what_cannot_work_is_refused_with_the_argument_s_name(arguments: dict[str, Any], named: str) -> None:
    given = {"llm": ScriptedLLM(), "engine": make_engine(), **arguments}
    if given["llm"] == "wrapped":
        given["llm"] = wrap()
    with pytest.raises(InvalidArgumentError, match=rf"StepCacheLLM\({named}="):
        StepCacheLLM(**given)


def test_what_is_served_is_a_copy() -> None:
    llm = wrap(ScriptedLLM())
    messages = user(CAPITAL)
    first = llm.chat(messages)
    first.message.blocks[0].text = "edited"
    first.raw["usage"]["prompt_tokens"] = -1
    messages[0].blocks[0].text = "edited too"
    second = llm.chat(user(CAPITAL))
    assert second.message.content == f"You said: {CAPITAL}"
    second.message.additional_kwargs["x"] = 1
    assert llm.chat(user(CAPITAL)) == llm.chat(user(CAPITAL))
    assert "x" not in llm.chat(user(CAPITAL)).message.additional_kwargs


def test_a_stored_answer_that_can_no_longer_be_read_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from stepcache_llamaindex import responses

    wire = Wire()
    llm = wrap(openai(wire))
    ways: list[Callable[[], Any]] = [
        lambda: llm.chat(user(CAPITAL), stop=["x"]).message.content,
        lambda: list(llm.stream_chat(user(CAPITAL), stop=["x"]))[-1].message.content,
        lambda: asyncio.run(llm.achat(user(CAPITAL), stop=["x"])).message.content,
    ]
    first = ways[0]()
    for schema, way in enumerate(ways, 2):
        monkeypatch.setattr(responses, "_PAYLOAD_SCHEMA", schema)
        calls = wire.calls
        assert [way(), way()] == [first, first]
        assert wire.calls == calls + 1


@settings(deadline=None, max_examples=60)
@given(
    st.one_of(
        st.text(alphabet="ab 0\n\r\u2028é", max_size=40),
        st.lists(st.sampled_from(["1 -> 1\n", "2 -> 3\n", "2 -> 4\n", "so: ", "\n"]), max_size=5).map("".join),
    ),
    st.sampled_from(["Total: 1 2", "Tell me more"]),
)
def test_a_stream_comes_to_what_the_whole_answer_is_cold_and_warm(text: str, prompt: str) -> None:
    whole = wrap(ScriptedLLM(lambda _: text), solves=True).chat(user(prompt)).message.content or ""
    llm = wrap(ScriptedLLM(lambda _: text), solves=True)
    for _ in range(2):
        assert _of_chunks(list(llm.stream_chat(user(prompt)))) == whole
