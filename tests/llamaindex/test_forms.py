"""An answer that its caller's program refuses is not kept: asked again, the model may do better."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

pytest.importorskip("llama_index.llms.openai_like", reason="LlamaIndex and its OpenAI integrations are not installed")

from llama_index.core.llms import LLM
from llama_index.core.program import FunctionCallingProgram
from llama_index.core.prompts import PromptTemplate
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from stepcache_llamaindex import StepCacheLLM
from tests.llamaindex.doubles import make_engine, openai, openai_like
from tests.llamaindex.providers import Wire

PROMPT = PromptTemplate("Describe {who} as JSON")
RIGHT = {"name": "Ada", "age": 36}


class Person(BaseModel):
    """A person."""

    name: str
    age: int = Field(ge=0, le=150)

    @field_validator("name")
    @classmethod
    def _is_capitalised(cls, name: str) -> str:
        if not name.istitle():
            raise ValueError("a name begins with a capital letter")
        return name


class InTurn(Wire):
    """Gives replies in turn, as JSON or as the arguments of the tool that is offered."""

    replies: list[Any]

    def _reply(self) -> str:
        reply = self.replies[min(self.calls, len(self.replies)) - 1]
        return reply if isinstance(reply, str) else json.dumps(reply)

    def _content(self, body: Any) -> str:
        return self._reply()

    def completion(self, body: Any) -> Any:
        whole = super().completion(body)
        for call in whole["choices"][0]["message"].get("tool_calls", ()):
            call["function"]["arguments"] = self._reply()
        return whole


def in_turn(*replies: Any) -> InTurn:
    wire = InTurn()
    wire.replies = list(replies)
    return wire


MODELS: dict[str, Callable[[Wire], LLM]] = {
    "response format": openai,
    "tools": lambda wire: openai(wire, "gpt-3.5-turbo"),
    "prompt": lambda wire: openai_like(wire, is_function_calling_model=False),
}
WRONG: list[Any] = [
    {"name": "Ada"},
    {**RIGHT, "age": "old"},
    {**RIGHT, "age": 360},
    {**RIGHT, "name": "ada"},
    "Ada is 36",
]


async def predicted(llm: LLM, way: str) -> Any:
    try:
        if way == "async":
            return await llm.astructured_predict(Person, PROMPT, who="Ada")
        if way == "llm":
            return llm.as_structured_llm(Person).complete(PROMPT.format(who="Ada")).raw
        return llm.structured_predict(Person, PROMPT, who="Ada")
    except (ValueError, TypeError, AssertionError) as error:
        return error


@pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
@pytest.mark.parametrize("way", ["sync", "async", "llm"])
@pytest.mark.parametrize("wrong", WRONG, ids=str)
async def test_an_object_that_was_refused_is_asked_for_again(make: Any, way: str, wrong: Any) -> None:
    wire = in_turn(wrong, RIGHT)
    llm = StepCacheLLM(llm=make(wire), engine=make_engine())
    assert isinstance(await predicted(llm, way), Exception)
    for _ in range(2):
        assert await predicted(llm, way) == Person(name="Ada", age=36)
    assert wire.calls == 2


@pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
@pytest.mark.parametrize("right", [RIGHT, {**RIGHT, "age": "36"}], ids=str)
async def test_an_object_that_is_taken_is_kept(make: Any, right: Any) -> None:
    wire = in_turn(right)
    llm = StepCacheLLM(llm=make(wire), engine=make_engine())
    for _ in range(2):
        assert await predicted(llm, "sync") == Person(name="Ada", age=36)
    assert wire.calls == 1


@pytest.mark.parametrize("wrong", WRONG[:3], ids=str)
def test_a_call_that_breaks_the_schema_of_its_tool_is_not_kept(wrong: Any) -> None:
    wire = in_turn(wrong, RIGHT)
    llm = StepCacheLLM(llm=openai(wire), engine=make_engine())
    program = FunctionCallingProgram.from_defaults(output_cls=Person, prompt=PROMPT, llm=llm, tool_required=True)
    with pytest.raises(ValueError):  # noqa: PT011  # LlamaIndex's own
        program(who="Ada")
    assert program(who="Ada") == program(who="Ada") == Person(name="Ada", age=36)
    assert wire.calls == 2


class Strict(BaseModel):
    """A person."""

    model_config = ConfigDict(strict=True)
    born: date
    names: tuple[str, ...]


@pytest.mark.parametrize("name", ["response format", "prompt"])
def test_what_a_strict_class_takes_from_json_is_kept(name: str) -> None:
    wire = in_turn({"born": "1815-12-10", "names": ["Ada"]})
    llm = StepCacheLLM(llm=MODELS[name](wire), engine=make_engine())
    for _ in range(2):
        assert llm.structured_predict(Strict, PROMPT, who="Ada") == Strict(born=date(1815, 12, 10), names=("Ada",))
    assert wire.calls == 1


class Renamed(BaseModel):
    """A person."""

    name: str
    age: int = 0

    @model_validator(mode="before")
    @classmethod
    def _take_years(cls, given: dict[str, Any]) -> dict[str, Any]:
        given["age"] = given.pop("years")
        return given


@pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
def test_a_validator_that_changes_what_it_is_given_leaves_the_answer_as_it_is(make: Any) -> None:
    wire = in_turn({"name": "Ada", "years": 36})
    llm = StepCacheLLM(llm=make(wire), engine=make_engine())
    for _ in range(3):
        assert llm.structured_predict(Renamed, PROMPT, who="Ada") == Renamed.model_construct(name="Ada", age=36)
    assert wire.calls == 1
