"""Responses as JSON and back, and where they may not be kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("llama_index.llms.openai_like", reason="LlamaIndex and its OpenAI integrations are not installed")

from hypothesis import given, settings
from hypothesis import strategies as st
from llama_index.core.base.llms.types import (
    CachePoint,
    ChatMessage,
    ChatResponse,
    CompletionResponse,
    ImageBlock,
    LogProb,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
)
from openai.types.chat import ChatCompletion
from openai.types.responses import ResponseUsage
from pydantic import BaseModel

from stepcache_llamaindex.responses import Gathered, packed, unpacked, usage_of
from tests.llamaindex.providers import USAGE

RAW = ChatCompletion.model_validate(
    {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Paris"}}],
        "usage": USAGE,
        "an_extra": {"of": ["the", "provider's"]},
    }
)

texts = st.text(max_size=20)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
    | st.binary(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
blocks = st.one_of(
    st.builds(TextBlock, text=texts),
    st.builds(ThinkingBlock, content=texts, additional_information=st.dictionaries(texts, texts, max_size=2)),
    st.builds(
        ToolCallBlock, tool_call_id=texts, tool_name=texts, tool_kwargs=st.dictionaries(texts, json_values) | texts
    ),
)
messages = st.builds(
    ChatMessage,
    role=st.sampled_from(["user", "assistant", "tool"]),
    blocks=st.lists(blocks, max_size=3),
    additional_kwargs=st.dictionaries(st.sampled_from(["name", "usage", "$map", "$model"]), json_values, max_size=2),
)
responses = st.one_of(
    st.builds(
        ChatResponse,
        message=messages,
        raw=st.none() | json_values | st.just(RAW),
        delta=st.none() | texts,
        additional_kwargs=st.dictionaries(texts, json_values, max_size=2),
    ),
    st.builds(
        CompletionResponse, text=texts, raw=st.none() | json_values, additional_kwargs=st.dictionaries(texts, texts)
    ),
)


@settings(deadline=None, max_examples=150)
@given(responses, st.booleans())
def test_any_response_comes_back_equal_through_json(response: Any, streamed: bool) -> None:
    payload = packed(response, streamed=streamed)
    assert payload is not None
    back = unpacked(json.loads(json.dumps(payload)), streamed=streamed)
    assert type(back) is type(response)
    assert back == response.model_copy(update={"delta": ""} if streamed else {})


def test_every_kind_of_block_and_what_the_provider_sent_come_back() -> None:
    message = ChatMessage(
        role="assistant",
        blocks=[
            TextBlock(text="a"),
            ImageBlock(image=b"\x89PNG"),
            CachePoint(cache_control={"type": "ephemeral", "ttl": "5m"}),
            ThinkingBlock(content="hm", additional_information={"signature": "s"}),
            ToolCallBlock(tool_call_id="c", tool_name="f", tool_kwargs='{"x": 1'),
        ],
    )
    logprobs = [[LogProb(token="a", logprob=-0.5, bytes=[97])]]
    response = ChatResponse(message=message, raw=RAW, logprobs=logprobs, additional_kwargs={"prompt_tokens": 11})
    back = unpacked(packed(response, streamed=False), streamed=False)
    assert back == response
    assert type(back.raw) is ChatCompletion
    assert back.raw.usage.prompt_tokens_details.cached_tokens == 3


def test_usage_of_a_server_that_leaves_parts_of_it_out_comes_back() -> None:
    usage = ResponseUsage.construct(input_tokens=11, input_tokens_details={"cached_tokens": 3})
    response = ChatResponse(message=ChatMessage("a", role="assistant"), additional_kwargs={"usage": usage})
    back = unpacked(packed(response, streamed=False), streamed=False)
    assert back == response
    assert back.additional_kwargs["usage"].input_tokens_details.cached_tokens == 3


def test_a_raw_that_json_cannot_hold_is_dropped_and_its_usage_kept() -> None:
    """https://github.com/run-llama/llama_index/issues/15851."""

    class Foreign(BaseModel):
        usage: dict[str, int]

    for raw in (
        Foreign(usage={"input_tokens": 3, "output_tokens": 2}),
        {"usage": {"prompt_tokens": 3, "completion_tokens": 2}, "of": object()},
    ):
        response = ChatResponse(message=ChatMessage(role="assistant", content="a"), raw=raw)
        back = unpacked(packed(response, streamed=False), streamed=False)
        assert back.message == response.message
        assert usage_of(back) == usage_of(response)


def test_what_would_not_come_back_otherwise_is_not_kept() -> None:
    message = ChatMessage(role="assistant", content="a", additional_kwargs={"of": object()})
    assert packed(ChatResponse(message=message), streamed=False) is None


@pytest.mark.parametrize(
    "name",
    [
        "os:system",
        "subprocess:Popen",
        "stepcache_core.facade:StepCacheEngine",
        "openai.types.chat:__loader__",
        "openai.types.chat:",
        "llama_index.llms.openai.base:SyncOpenAI",
        "llama_index.llms.openai.base:OpenAI",
        "llama_index.llms.not_loaded:Anything",
    ],
)
def test_a_payload_can_name_no_other_class(name: str) -> None:
    payload: Any = {"schema": 1, "streamed": False, "response": {"$model": name, "fields": {"$map": []}}}
    with pytest.raises(ValueError, match="payload"):
        unpacked(payload, streamed=False)


@pytest.mark.parametrize(
    "payload",
    [
        None,
        [],
        {},
        {"schema": 2, "streamed": False, "response": None},
        {"schema": 1, "streamed": False, "response": "x"},
    ],
)
def test_what_is_no_payload_is_refused(payload: Any) -> None:
    with pytest.raises(ValueError, match="payload"):
        unpacked(payload, streamed=False)


def test_chunks_that_are_not_cumulative_are_put_together_by_their_deltas() -> None:
    gathered = Gathered()
    for delta in ("a", "b", "c"):
        gathered.add(ChatResponse(message=ChatMessage(role="assistant", content=delta), delta=delta))
    made = gathered.made()
    assert made is not None
    assert made.response.message.content == made.text == "abc"


def test_a_stream_without_deltas_is_read_by_its_texts() -> None:
    gathered = Gathered()
    for text in ("a", "ab", "abc"):
        gathered.add(CompletionResponse(text=text))
    made = gathered.made()
    assert made is not None
    assert made.text == "abc"
