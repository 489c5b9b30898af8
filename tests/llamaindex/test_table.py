"""Twelve operations on five classes of LLM, each in both colours where it has two: as the bare LLM, cold and warm."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("llama_index.llms.openai_like", reason="LlamaIndex and its OpenAI integrations are not installed")

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.llms import LLM
from llama_index.core.prompts import PromptTemplate
from llama_index.core.tools import FunctionTool
from pydantic import BaseModel

from tests.llamaindex.doubles import CountedFunctionMock, CountedMock, openai, openai_like, user, wrap
from tests.llamaindex.providers import Wire

QUESTION = "What is the capital of France?"
TEMPLATE = PromptTemplate("Facts are below.\n{context_str}\nQuery: {query_str}\nAnswer: ")
FILLED = {"context_str": "Paris is the capital of France.", "query_str": QUESTION}


class Colour(BaseModel):
    """A colour."""

    name: str
    weight: int


def paint(name: str, weight: int) -> str:
    """Paint something."""
    return f"painted {name} with {weight}"


TOOL = FunctionTool.from_defaults(paint)
PARSE = PromptTemplate("Which colour is {thing}?")

LLMS: dict[str, Callable[[Wire], LLM]] = {
    "gpt-4o-mini": openai,
    "gpt-3.5-turbo": lambda wire: openai(wire, "gpt-3.5-turbo"),
    "OpenAILike": openai_like,
    "MockLLM": lambda _: CountedMock(is_chat_model=True),
    "MockFunctionCallingLLM": lambda _: CountedFunctionMock(is_chat_model=True),
}


async def agent(llm: LLM, *, streaming: bool) -> Any:
    made = FunctionAgent(tools=[TOOL], llm=llm, streaming=streaming)
    result = await made.run(user_msg="Paint it, please.")
    return str(result), [(call.tool_name, call.tool_kwargs, str(call.tool_output)) for call in result.tool_calls]


OPERATIONS: dict[str, tuple[Callable[[Any], Any], ...]] = {
    "complete": (lambda llm: llm.complete(QUESTION), lambda llm: llm.acomplete(QUESTION)),
    "chat": (lambda llm: llm.chat(user(QUESTION)), lambda llm: llm.achat(user(QUESTION))),
    "stream_complete": (lambda llm: llm.stream_complete(QUESTION), lambda llm: llm.astream_complete(QUESTION)),
    "stream_chat": (lambda llm: llm.stream_chat(user(QUESTION)), lambda llm: llm.astream_chat(user(QUESTION))),
    "predict": (lambda llm: llm.predict(TEMPLATE, **FILLED), lambda llm: llm.apredict(TEMPLATE, **FILLED)),
    "stream": (lambda llm: llm.stream(TEMPLATE, **FILLED), lambda llm: llm.astream(TEMPLATE, **FILLED)),
    "structured_predict": (
        lambda llm: llm.structured_predict(Colour, PARSE, thing="the sky"),
        lambda llm: llm.astructured_predict(Colour, PARSE, thing="the sky"),
    ),
    "stream_structured_predict": (
        lambda llm: llm.stream_structured_predict(Colour, PARSE, thing="the sky"),
        lambda llm: llm.astream_structured_predict(Colour, PARSE, thing="the sky"),
    ),
    "as_structured_llm": (
        lambda llm: llm.as_structured_llm(Colour).chat(user("The sky")),
        lambda llm: llm.as_structured_llm(Colour).achat(user("The sky")),
    ),
    "predict_and_call": (
        lambda llm: llm.predict_and_call([TOOL], "Paint it"),
        lambda llm: llm.apredict_and_call([TOOL], "Paint it"),
    ),
    "FunctionAgent": (lambda llm: agent(llm, streaming=False),),
    "FunctionAgent streaming": (lambda llm: agent(llm, streaming=True),),
}
CASES = [
    pytest.param(llm, operation, number, id=f"{llm} {operation}{' async' * number}")
    for llm in LLMS
    for operation, colours in OPERATIONS.items()
    for number in range(len(colours))
]


async def outcome(operation: Callable[[Any], Any], llm: Any) -> Any:
    """What an operation gives or raises, streams as the list of their chunks."""
    try:
        given = operation(llm)
        if isinstance(given, Awaitable):
            given = await given
        if isinstance(given, AsyncIterator):
            return [one async for one in given]
        return list(given) if isinstance(given, Iterator) else given
    except Exception as error:  # noqa: BLE001  # what the bare LLM raises, the wrapped one must raise too
        return type(error), str(error)


def is_error(given: Any) -> bool:
    return isinstance(given, tuple) and isinstance(given[0], type) and issubclass(given[0], Exception)


def essence(given: Any) -> Any:
    """What of an outcome must not depend on whether it was made, or found."""
    if isinstance(given, list) and given and hasattr(given[-1], "delta"):
        last = given[-1]
        calls = (
            [block for block in last.message.blocks if block.block_type == "tool_call"]
            if hasattr(last, "message")
            else []
        )
        return "".join(one.delta or "" for one in given), calls
    if isinstance(given, list):
        return "".join(given) if all(isinstance(one, str) for one in given) else repr(given[-1:])
    return repr(given)  # classes and errors made for the occasion are equal in nothing else


@pytest.mark.parametrize(("llm", "operation", "colour"), CASES)
async def test_it_is_as_the_bare_llm_cold_and_warm(llm: str, operation: str, colour: int) -> None:
    act = OPERATIONS[operation][colour]
    wires = Wire(), Wire()
    bare, wrapped = LLMS[llm](wires[0]), LLMS[llm](wires[1])
    bare_wire, wire = (getattr(one, "wire", default) for one, default in zip((bare, wrapped), wires, strict=True))
    wrapped = wrap(wrapped)

    expected, cold = await outcome(act, bare), await outcome(act, wrapped)
    assert essence(cold) == essence(expected)
    assert repr(cold) == repr(expected)
    assert wire.sent == bare_wire.sent

    sent = wire.calls
    warm = await outcome(act, wrapped)
    assert essence(warm) == essence(expected)
    was_refused = operation.endswith("structured_predict") or operation == "as_structured_llm"
    if not (was_refused and is_error(expected)):  # then asking again may help
        assert wire.calls == sent


@pytest.mark.parametrize("llm", LLMS)
def test_it_is_of_every_class_the_bare_llm_is_of(llm: str) -> None:
    bare = LLMS[llm](Wire())
    wrapped = wrap(LLMS[llm](Wire()))
    for kind in type(bare).__mro__:
        assert isinstance(wrapped, kind)
    assert wrapped.metadata == bare.metadata
    assert wrapped.class_name() == bare.class_name()
    assert wrapped.to_payload() == bare.to_payload()
    assert wrapped.model_dump() == bare.model_dump()


def test_a_chat_message_of_the_caller_is_not_touched() -> None:
    history: list[ChatMessage] = user(QUESTION)
    wrap(openai(Wire())).chat(history)
    assert history == user(QUESTION)
