"""What LangChain's strings and messages become: keys that hold all that decides an answer, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.load import dumps
from langchain_core.messages import AIMessage, BaseMessage, ChatMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, Generation, GenerationChunk
from langchain_core.utils.function_calling import convert_to_openai_tool
from langchain_openai import ChatOpenAI
from pydantic import BaseModel

from stepcache_core import Answer, Outcome, Request, Reuse, Step
from stepcache_core.partition import Keys, keys_of
from stepcache_langchain.convert import core_messages, is_chat, model_input, request_of_prompt
from stepcache_langchain.generations import NOT_KEPT, generation_of, served_generations

LLM = "{}---[('stop', None)]"


def request_of(*messages: BaseMessage, llm_string: str = LLM) -> Request:
    return request_of_prompt(dumps(list(messages)), llm_string, "default")


def keys(*messages: BaseMessage) -> Keys:
    return keys_of(request_of(*messages))


def openai(**settings: Any) -> ChatOpenAI:
    return ChatOpenAI(model="gpt-4o", api_key="none", **settings)  # type: ignore[arg-type]


def reuse_of(model: ChatOpenAI, **kwargs: Any) -> Reuse:
    return request_of(HumanMessage("q"), llm_string=model._get_llm_string(**kwargs)).reuse


def image(data: str) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}}


def test_the_users_words_are_the_prompt_and_not_the_json_around_them() -> None:
    request = request_of(SystemMessage("Be brief."), HumanMessage("What is 2 + 2?"))
    assert request.prompt == "What is 2 + 2?"
    assert [message.role for message in request.messages] == ["system", "user"]
    assert is_chat(request)


def test_a_plain_message_carries_nothing_besides_its_text() -> None:
    assert all(message.extra is None for message in request_of(SystemMessage("s"), HumanMessage("q")).messages)
    assert request_of(HumanMessage([{"type": "text", "text": "q"}])).messages[0].extra is None


@pytest.mark.parametrize("prompt", ["Sample prompt.", "", "[1, 2]", "[", "[]", "[{}]", '[{"lc": 1}]', "[" * 100_000])
def test_any_other_prompt_is_one_opaque_text(prompt: str) -> None:
    request = request_of_prompt(prompt, LLM, "default")
    assert request.prompt == prompt
    assert not is_chat(request)


def test_a_text_and_a_chat_of_the_same_words_are_kept_apart() -> None:
    assert keys_of(request_of(HumanMessage("q"))) != keys_of(request_of_prompt("q", LLM, "default"))


@given(st.text(max_size=60), st.text(max_size=60))
@settings(deadline=None, max_examples=50)
def test_two_user_texts_share_the_partition_and_nothing_more(one: str, other: str) -> None:
    first, second = keys(HumanMessage(one)), keys(HumanMessage(other))
    assert first.partition == second.partition
    assert (first.exact == second.exact) == (one == other)


HISTORY = [HumanMessage("a"), AIMessage("b"), HumanMessage("q")]
CALL = {"name": "f", "args": {"x": 1}, "id": "call_9"}


@pytest.mark.parametrize(
    "other",
    [
        [SystemMessage("s"), *HISTORY],
        [HumanMessage("a2"), *HISTORY[1:]],
        [HISTORY[0], AIMessage("b2"), HISTORY[2]],
        [HISTORY[0], AIMessage("b", tool_calls=[CALL]), HISTORY[2]],
        [HISTORY[0], AIMessage("b", name="bot"), HISTORY[2]],
        [*HISTORY[:2], HumanMessage("q", name="bob")],
        [*HISTORY[:2], HumanMessage([{"type": "text", "text": "q"}, image("AAAA")])],
        [*HISTORY[:2], HumanMessage("q", additional_kwargs={"effort": "high"})],
        [*HISTORY[:2], ChatMessage(role="user", content="q")],
        HISTORY[2:],
    ],
)
def test_whatever_else_a_model_is_sent_makes_another_partition(other: list[BaseMessage]) -> None:
    assert keys(*other).partition != keys(*HISTORY).partition


def test_other_images_make_another_partition_and_no_image_is_kept() -> None:
    one = request_of(HumanMessage([{"type": "text", "text": "What is this?"}, image("QUFB")]))
    other = request_of(HumanMessage([{"type": "text", "text": "What is this?"}, image("QkJC")]))
    assert one.prompt == other.prompt == "What is this?"
    assert keys_of(one).partition != keys_of(other).partition
    assert "QUFB" not in repr(one)


def test_text_blocks_cut_elsewhere_are_another_request() -> None:
    one = keys(HumanMessage(["a", "b\nc"]))
    assert one != keys(HumanMessage(["a\nb", "c"]))
    assert one == keys(HumanMessage(["a", {"type": "text", "text": "b\nc"}]))


def test_what_varies_from_run_to_run_is_no_part_of_the_key() -> None:
    # https://github.com/langchain-ai/langchain/issues/35308 and /33883
    cold = AIMessage("b", id="lc_run--1", response_metadata={"id": "x1"})
    warm = AIMessage(
        "b",
        id="lc_run--2",
        response_metadata={"id": "x2", "stepcache": {"outcome": "exact"}},
        usage_metadata={"input_tokens": 1, "output_tokens": 1, "total_tokens": 2, "total_cost": 0},  # type: ignore[typeddict-unknown-key]
    )
    assert keys(HISTORY[0], cold, HISTORY[2]) == keys(HISTORY[0], warm, HISTORY[2])


def test_tool_calls_are_known_by_their_place_and_not_by_their_random_id() -> None:
    def turn(call_id: str, answers: str) -> Keys:
        call = AIMessage("", tool_calls=[{**CALL, "id": call_id}, {**CALL, "id": f"{call_id}-b"}])  # type: ignore[typeddict-item]
        return keys(HumanMessage("q"), call, ToolMessage("r", tool_call_id=answers, artifact=object()))

    assert turn("call_1", "call_1") == turn("call_2", "call_2")
    assert turn("call_1", "call_1") != turn("call_1", "call_1-b")


def test_ids_inside_a_tools_arguments_decide_like_any_other_value() -> None:
    def turn(argument: str) -> Keys:
        return keys(AIMessage("", tool_calls=[{**CALL, "args": {"id": argument}}]), HumanMessage("q"))  # type: ignore[typeddict-item]

    assert len({turn(argument).exact for argument in ("lc_1", "lc_2", "call_9", "call-1")}) == 4


def test_the_order_of_keys_does_not_matter() -> None:
    # https://github.com/langchain-ai/langchain/pull/31117
    one, other = ({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"d": 3, "c": 2}, "a": 1})
    assert keys(AIMessage("", additional_kwargs=one)) == keys(AIMessage("", additional_kwargs=other))


def test_an_object_json_cannot_describe_keeps_the_request_out_of_the_cache() -> None:
    request = request_of(HumanMessage("q", additional_kwargs={"x": object()}))
    assert (request.reuse, request.undescribed) == (Reuse.NEVER, "UnkeyableError")


def test_an_ordinary_model_lets_steps_be_reused() -> None:
    assert reuse_of(openai(temperature=0.2)) is Reuse.STEPS
    assert reuse_of(openai(), temperature=0.9, max_tokens=5) is Reuse.STEPS
    assert reuse_of(openai(n=1)) is Reuse.STEPS


def add(a: int, b: int) -> int:
    """Add."""
    return a + b


class Capital(BaseModel):
    name: str


@pytest.mark.parametrize(
    ("settings_", "kwargs"),
    [
        ({}, {"tools": [convert_to_openai_tool(add)]}),
        ({}, {"stop": ["\n"]}),
        ({"stop": ["\n"]}, {}),
        ({}, {"response_format": {"type": "json_object"}}),
        ({"model_kwargs": {"response_format": {"type": "json_object"}}}, {}),
        ({"n": 3}, {}),
        ({}, {"n": 2}),
        ({"logprobs": True}, {}),
        ({}, {"functions": [{"name": "f"}]}),
    ],
)
def test_what_shapes_the_answer_is_matched_exactly_only(settings_: dict[str, Any], kwargs: dict[str, Any]) -> None:
    assert reuse_of(openai(**settings_), **kwargs) is Reuse.EXACT


@pytest.mark.parametrize(
    ("settings_", "kwargs"), [({"use_previous_response_id": True}, {}), ({}, {"conversation": "conv_1"})]
)
def test_a_conversation_that_the_server_keeps_is_never_cached(settings_: dict[str, Any], kwargs: Any) -> None:
    assert reuse_of(openai(**settings_), **kwargs) is Reuse.NEVER


@pytest.mark.parametrize("kwargs", [{"tools": [add]}, {"x": object()}, {"response_format": Capital}])
def test_addresses_and_bare_class_paths_are_never_cached(kwargs: dict[str, Any]) -> None:
    # https://github.com/langchain-ai/langchain/issues/21695
    assert reuse_of(openai(), **kwargs) is Reuse.NEVER


def test_credentials_in_the_llm_string_do_not_reach_the_request() -> None:
    model = openai(default_headers={"Authorization": "Bearer hunter2"})
    assert "hunter2" in model._get_llm_string()
    assert "hunter2" not in repr(request_of(HumanMessage("q"), llm_string=model._get_llm_string()))


def test_a_model_is_sent_the_messages_as_they_were_with_the_last_text_replaced() -> None:
    messages = [
        SystemMessage("s"),
        AIMessage("", tool_calls=[CALL]),  # type: ignore[list-item]
        ToolMessage("r", tool_call_id="call_9"),
        HumanMessage([image("AAAA"), {"type": "text", "text": "q"}], name="bob"),
    ]
    prompt = dumps(messages)
    request = request_of_prompt(prompt, LLM, "default")
    assert model_input(prompt, request, request) == messages
    replaced = model_input(prompt, request, request.with_prompt("patch"))
    assert replaced[:-1] == messages[:-1]
    assert replaced[-1] == HumanMessage([image("AAAA"), {"type": "text", "text": "patch"}], name="bob")


def test_user_data_that_looks_like_a_serialised_secret_stays_a_dict(monkeypatch: pytest.MonkeyPatch) -> None:
    # CVE-2025-68664
    monkeypatch.setenv("OPENAI_API_KEY", "hunter2")
    secret = {"lc": 1, "type": "secret", "id": ["OPENAI_API_KEY"]}
    message = HumanMessage("q", additional_kwargs={"note": secret})
    prompt = dumps([message])
    request = request_of_prompt(prompt, LLM, "default")
    assert model_input(prompt, request, request) == [message]
    answer = AIMessage("a", additional_kwargs={"note": secret})
    assert round_trip(ChatGeneration(message=answer))[0].message.additional_kwargs == {"note": secret}  # type: ignore[attr-defined]


def test_messages_and_their_serialised_form_have_one_key() -> None:
    messages = [*HISTORY[:1], AIMessage("", tool_calls=[CALL]), ToolMessage("r", tool_call_id="call_9"), HISTORY[2]]  # type: ignore[list-item]
    assert core_messages(messages) == request_of(*messages).messages


# -- generations ------------------------------------------------------------------------------------------------------


def round_trip(*generations: Generation) -> list[Generation]:
    packed = generation_of(generations)
    payload = json.loads(json.dumps(packed.payload))
    answer = Answer(packed.text, (Step(packed.text),), Outcome.EXACT, payload=payload)
    return served_generations(answer, chat=isinstance(generations[0], ChatGeneration))


@pytest.mark.parametrize(
    "message",
    [
        AIMessage("a"),
        AIMessage(["a", {"type": "text", "text": "b", "annotations": []}]),
        AIMessage([{"type": "reasoning", "reasoning": "r"}, {"type": "text", "text": "b"}]),
        AIMessage("a", tool_calls=[CALL], name="bot", additional_kwargs={"x": [1, None, {"y": 2.5}]}),  # type: ignore[list-item]
        AIMessage("a", response_metadata={"model_name": "m", "logprobs": {"content": [{"token": "a"}]}}),
        AIMessage("a", custom_field={"kept": True}),
    ],
)
def test_a_chat_answer_comes_back_equal_but_for_its_id_and_its_account(message: AIMessage) -> None:
    given_ = ChatGeneration(message=message.model_copy(update={"id": "run-1"}), generation_info={"k": [1]})
    (back,) = round_trip(given_)
    assert isinstance(back, ChatGeneration)
    assert back.generation_info == {"k": [1]}
    metadata = dict(back.message.response_metadata)
    assert metadata.pop("stepcache")["outcome"] == "exact"
    assert back.message.model_copy(update={"response_metadata": metadata, "usage_metadata": None}) == message


def test_a_text_answer_comes_back_equal() -> None:
    assert round_trip(Generation(text="a", generation_info={"reason": "x"}), Generation(text="b")) == [
        Generation(text="a", generation_info={"reason": "x"}),
        Generation(text="b"),
    ]
    assert round_trip(GenerationChunk(text="a")) == [Generation(text="a")]


@pytest.mark.parametrize(
    "message",
    [
        AIMessage("a", additional_kwargs={"parsed": Capital(name="Paris")}),
        AIMessage("a", additional_kwargs={"raw": b"\xff"}),
        AIMessage("a", additional_kwargs={"pair": (1, 2)}),
        AIMessage("a", additional_kwargs={"thing": object()}),
        AIMessage("a", additional_kwargs={"nan": float("nan")}),
        HumanMessage("a"),
    ],
)
def test_an_answer_json_cannot_hold_is_not_stored_at_all(message: BaseMessage) -> None:
    packed = generation_of([ChatGeneration(message=message)])
    assert packed.payload is None
    assert packed.finish_reason == NOT_KEPT


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (AIMessage("a", response_metadata={"finish_reason": "length"}), "length"),
        (AIMessage("a", response_metadata={"stop_reason": "max_tokens"}), "max_tokens"),
        (AIMessage("a", response_metadata={"done_reason": "stop"}), "stop"),
        (AIMessage("a", response_metadata={"status": "incomplete"}), "incomplete"),
        (AIMessage("a", additional_kwargs={"refusal": "No."}), "refusal"),
        (AIMessage([{"type": "refusal", "refusal": "No."}]), "refusal"),
        (AIMessage("a", invalid_tool_calls=[{"name": "f", "args": "{", "id": "1", "error": None}]), "invalid"),
        (AIMessage("a"), "stop"),
    ],
)
def test_the_reason_a_model_stopped_is_found_where_providers_put_it(message: AIMessage, reason: str) -> None:
    # https://github.com/HKUDS/LightRAG/pull/3446
    assert generation_of([ChatGeneration(message=message)]).finish_reason == reason


def test_one_truncated_answer_of_several_marks_them_all() -> None:
    whole, cut = AIMessage("a"), AIMessage("b", response_metadata={"finish_reason": "length"})
    generations = [ChatGeneration(message=message) for message in (whole, cut)]
    assert generation_of(generations).finish_reason == "length"


def test_usage_is_read_from_both_places() -> None:
    usage: Any = {"input_tokens": 3, "output_tokens": 4, "total_tokens": 7}
    assert generation_of([ChatGeneration(message=AIMessage("a", usage_metadata=usage))]).usage.total_tokens == 7
    old = AIMessage("a", response_metadata={"token_usage": {"prompt_tokens": 3, "completion_tokens": 4}})
    assert generation_of([ChatGeneration(message=old)]).usage.total_tokens == 7


@pytest.mark.parametrize(
    "payload",
    [
        {},
        [],
        {"schema": 2, "generations": [{"text": "a", "info": None}]},
        {"schema": 1, "generations": []},
        {"schema": 1, "generations": [{"lc": 1, "type": "constructor", "id": ["os", "system"], "kwargs": {}}]},
        {"schema": 1, "generations": [{"message": {"content": 5}, "info": None}]},
        {"schema": 1, "generations": [{"text": "a", "info": "x"}]},
    ],
)
def test_a_payload_of_another_make_is_refused(payload: Any) -> None:
    answer = Answer("a", (Step("a"),), Outcome.EXACT, payload=payload)
    with pytest.raises(ValueError, match=r"payload|validation"):
        served_generations(answer, chat=True)


def test_where_the_text_was_mended_the_text_wins() -> None:
    packed = generation_of([ChatGeneration(message=AIMessage("2 => 2"))])
    answer = Answer("2 -> 2", (Step("2 -> 2"),), Outcome.EXACT, task="totals", payload=packed.payload)
    (served,) = served_generations(answer, chat=True)
    assert served.text == "2 -> 2"
