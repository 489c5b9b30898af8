"""What instrumentation and callbacks are told: every request once, no prompts, and no hit as spend."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("llama_index.llms.openai_like", reason="LlamaIndex and its OpenAI integrations are not installed")

from llama_index.core.callbacks import CallbackManager, CBEventType, LlamaDebugHandler, TokenCountingHandler
from llama_index.core.instrumentation import get_dispatcher
from llama_index.core.instrumentation.span_handlers import SimpleSpanHandler
from llama_index.core.prompts import PromptTemplate
from pydantic import BaseModel

from stepcache_core import Policy, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from tests.llamaindex.doubles import ScriptedLLM, listening, make_engine, openai, user, wrap
from tests.llamaindex.providers import SECRET, Wire
from tests.toy_task import totals

PRIMITIVES: dict[str, Any] = {
    "chat": lambda llm: llm.chat(user("Hello there")),
    "complete": lambda llm: llm.complete("Hello there"),
    "stream_chat": lambda llm: list(llm.stream_chat(user("Hello there"))),
    "stream_complete": lambda llm: list(llm.stream_complete("Hello there")),
    "achat": lambda llm: llm.achat(user("Hello there")),
    "acomplete": lambda llm: llm.acomplete("Hello there"),
    "astream_chat": lambda llm: llm.astream_chat(user("Hello there")),
    "astream_complete": lambda llm: llm.astream_complete("Hello there"),
}


async def run(primitive: str, llm: Any) -> None:
    given = PRIMITIVES[primitive](llm)
    if primitive.startswith("a"):
        given = await given
        if primitive.startswith("astream"):
            assert [chunk async for chunk in given]


@pytest.mark.parametrize("primitive", PRIMITIVES)
async def test_a_request_is_looked_up_once_and_its_llm_events_are_paired(primitive: str) -> None:
    """https://github.com/run-llama/llama_index/issues/14165 and /6594."""
    family = "Completion" if "complete" in primitive else "Chat"
    llm = wrap(openai(Wire()))
    for names in (["Lookup", "Miss", "Store"], ["Lookup", "Hit"]):
        with listening() as heard:
            await run(primitive, llm)
        assert heard.names() == [f"StepCache{name}Event" for name in names]
        assert len(heard.of(f"LLM{family}StartEvent")) == len(heard.of(f"LLM{family}EndEvent")) == 1
        (end,) = heard.of(f"LLM{family}EndEvent")
        assert end.tags.get("stepcache.hit", False) == ("Hit" in names)
        assert end.response is not None


@pytest.mark.parametrize("primitive", PRIMITIVES)
async def test_the_model_s_span_is_a_child_of_the_call_s(primitive: str) -> None:
    root, spans = get_dispatcher(), SimpleSpanHandler()
    root.add_span_handler(spans)
    try:
        await run(primitive, wrap(openai(Wire())))
    finally:
        root.span_handlers.remove(spans)
    parents = {span.id_.rsplit("-", 5)[0]: span.parent_id for span in spans.completed_spans}
    assert str(parents[f"OpenAI.{primitive}"]).startswith(f"StepCacheOpenAI.{primitive}-")


def counted(llm: Any) -> TokenCountingHandler:
    counter = TokenCountingHandler(tokenizer=str.split)
    llm.callback_manager = CallbackManager([counter])
    return counter


@pytest.mark.parametrize("primitive", PRIMITIVES)
async def test_tokens_are_counted_as_with_the_bare_llm_and_once(primitive: str) -> None:
    """https://github.com/run-llama/llama_index/issues/19740, /12214, /17673 and /9243."""
    bare, llm = openai(Wire()), wrap(openai(Wire()))
    expected, counter = counted(bare), counted(llm)
    await run(primitive, bare)
    for _ in range(2):
        await run(primitive, llm)
        assert counter.prompt_llm_token_count == expected.prompt_llm_token_count > 0
        assert counter.completion_llm_token_count == expected.completion_llm_token_count > 0


async def test_usage_of_a_stream_is_in_its_last_chunk_when_it_is_replayed() -> None:
    """https://github.com/run-llama/llama_index/issues/17673 and /17372."""
    llm = wrap(openai(Wire(), additional_kwargs={"stream_options": {"include_usage": True}}))
    for _ in range(2):
        last = list(llm.stream_chat(user("Hello there")))[-1]
        assert last.raw.usage.prompt_tokens == 11
        assert last.raw.usage.prompt_tokens_details.cached_tokens == 3
        assert last.additional_kwargs["total_tokens"] == 15


def test_callback_handlers_see_the_calls_that_are_made_and_those_only() -> None:
    """https://github.com/run-llama/llama_index/issues/16311."""
    llm = wrap(openai(Wire()))
    debug = LlamaDebugHandler(print_trace_on_end=False)
    llm.callback_manager = CallbackManager([debug])
    llm.chat(user("Hello there"))
    llm.chat(user("Hello there"))
    assert len(debug.get_event_pairs(CBEventType.LLM)) == 1


def test_events_say_how_it_went_and_hold_no_prompt_answer_or_secret() -> None:
    """https://github.com/run-llama/llama_index/issues/12853."""
    replies = iter([totals(1, 2, 3), "4 -> 7\n", "The moon is blue."])
    llm = wrap(ScriptedLLM(lambda _: next(replies)))
    with listening() as heard:
        for text in ("Total: 1 2 3", "Total: 1 2 3", "Total: 1 2 4", "What about the moon?"):
            llm.chat(user(text))
    told = [event for event in heard.events if event.class_name().startswith("StepCache")]
    text = json.dumps([event.model_dump(mode="json") for event in told])
    assert not any(word in text for word in ("Total", "moon", "->"))
    (hit,), (patch,) = heard.of("StepCacheHitEvent"), heard.of("StepCachePatchEvent")
    assert (hit.outcome, hit.task, hit.steps, hit.saved_tokens) == ("exact", "totals", 3, 15)
    assert (patch.outcome, patch.task, patch.steps_kept, patch.steps_made, patch.spent_tokens) == (
        "patch",
        "totals",
        2,
        1,
        15,
    )
    lookups = heard.of("StepCacheLookupEvent")
    assert [(one.operation, one.messages, one.characters) for one in lookups] == [("chat", 1, 12)] * 3 + [
        ("chat", 1, 20)
    ]
    assert lookups[0].key == lookups[1].key != lookups[2].key
    assert hit.key == lookups[0].key
    assert {one.key for one in heard.of("StepCacheStoreEvent")} == {lookups[0].key, lookups[2].key, lookups[3].key}


def test_a_bypass_says_why() -> None:
    engine = make_engine()
    with listening() as heard:
        wrap(engine=engine).chat(user("secret words"), odd=object())
    (bypass,) = heard.of("StepCacheBypassEvent")
    assert engine.stats().faults == {"request: UnkeyableError": 1}
    assert "object has no stable canonical form" in bypass.reason
    assert "secret" not in bypass.reason


@pytest.mark.parametrize("passes_by", [True, False])
async def test_an_object_that_is_asked_for_past_the_cache_is_told_of(passes_by: bool) -> None:
    class Parsing(ScriptedLLM):
        def structured_predict(self, output_cls: Any, prompt: Any, *args: Any, **kwargs: Any) -> Any:
            if not passes_by:
                self.chat(user("a colour"))
            return output_cls(name="blue")

        async def astructured_predict(self, output_cls: Any, prompt: Any, *args: Any, **kwargs: Any) -> Any:
            return self.structured_predict(output_cls, prompt, *args, **kwargs)

    class Colour(BaseModel):
        name: str

    llm, prompt = wrap(Parsing()), PromptTemplate("Which colour is {thing}?")
    with listening() as heard:
        assert llm.structured_predict(Colour, prompt, thing="the sky") == Colour(name="blue")
        assert await llm.astructured_predict(Colour, prompt, {}, thing="the sky") == Colour(name="blue")
    reasons = {one.reason for one in heard.of("StepCacheBypassEvent")}
    assert reasons == ({"the LLM asks its client past the cache"} if passes_by else set())


def test_a_handler_that_fails_does_no_harm() -> None:
    with listening() as heard:
        heard.events = None  # type: ignore[assignment]
        assert wrap(ScriptedLLM()).chat(user("Hello")).message.content == "You said: Hello"


def test_no_credential_reaches_the_store_or_an_event(tmp_path: Any) -> None:
    """https://github.com/run-llama/llama_index/issues/12853."""
    headers = {"Authorization": f"Bearer {SECRET}", "X-Api-Key": SECRET}
    with (
        listening() as heard,
        StepCacheEngine(path=tmp_path, embedder=HashEmbedder(), tasks=[], policy=Policy()) as engine,
    ):
        llm = wrap(openai(Wire(), default_headers=headers), engine=engine)
        for _ in range(2):
            llm.chat(user("Hello there"))
        assert engine.stats().model_calls == 1
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert not any(SECRET.encode() in path.read_bytes() for path in files)
    assert SECRET not in repr([event.model_dump() for event in heard.events])


def test_the_rate_limiter_is_waited_for_when_the_model_is_called_and_never_on_a_hit() -> None:
    class Limiter:
        acquired = 0

        def acquire(self) -> None:
            self.acquired += 1

    llm = wrap(ScriptedLLM())
    llm.rate_limiter = limiter = Limiter()
    llm.chat(user("Hello"))
    llm.chat(user("Hello"))
    assert limiter.acquired == 1


def test_with_a_policy_that_audits_the_model_answers_and_nothing_breaks() -> None:
    inner = ScriptedLLM()
    llm = wrap(inner, engine=StepCacheEngine(MemoryStore(), HashEmbedder(), [], Policy(shadow=True)))
    with listening() as heard:
        for _ in range(2):
            assert llm.chat(user("Hello")).message.content == "You said: Hello"
    assert inner.calls == 2
    assert [event.reason for event in heard.of("StepCacheBypassEvent")] == ["the policy audits this hit"]
