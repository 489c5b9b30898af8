"""An answer that its caller does not take is not kept: a retry, and the next run, ask the model again."""

from __future__ import annotations

import json
import operator
from collections.abc import Sequence
from copy import deepcopy
from enum import IntEnum
from functools import reduce
from typing import Any

import pytest
from langchain_core.messages import AIMessage, ToolCall
from langchain_core.output_parsers import PydanticToolsParser
from langchain_core.runnables import Runnable
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator
from typing_extensions import TypedDict

from stepcache_langchain import StepCacheChatModel
from tests.langchain.doubles import LocalChatModel, make_cache, make_engine

PROMPT = "Describe a person, aged 36, as JSON"


class Person(BaseModel):
    """A person."""

    name: str
    age: int = Field(ge=0, le=150)


class Scripted(LocalChatModel):
    """Gives replies in turn; a dict becomes the call of a tool where tools are offered, else JSON."""

    replies: list[Any] = Field(default_factory=list)

    def _answer(self, messages: Any, stop: Any, kwargs: Any) -> AIMessage:
        reply = deepcopy(self.replies[min(self.calls, len(self.replies)) - 1])
        if isinstance(reply, AIMessage):
            return reply
        if isinstance(reply, dict) and kwargs.get("tools"):
            return AIMessage("", tool_calls=[ToolCall(name="Person", args=reply, id="call_1")])
        message = AIMessage(reply if isinstance(reply, str) else json.dumps(reply))
        form = kwargs.get("response_format")
        if isinstance(form, type) and issubclass(form, BaseModel):
            message.additional_kwargs["parsed"] = form.model_validate_json(message.text)
        return message


RIGHT = {"name": "Ada", "age": 36}
WRONG: list[Any] = [
    {"name": "Ada"},
    {"name": "Ada", "age": "old"},
    {"name": "Ada", "age": 360},
    {"name": None, "age": 36},
]


def wrapped(*replies: Any) -> tuple[Scripted, StepCacheChatModel]:
    inner = Scripted(replies=list(replies))
    return inner, StepCacheChatModel(llm=inner, engine=make_engine())


@pytest.fixture(params=["invoke", "ainvoke", "stream", "astream"])
def ask(request: pytest.FixtureRequest) -> Any:
    async def one(model: Runnable[Any, Any], prompt: str = PROMPT) -> Any:
        match request.param:
            case "invoke":
                return model.invoke(prompt)
            case "ainvoke":
                return await model.ainvoke(prompt)
            case "astream":
                return reduce(operator.add, [chunk async for chunk in model.astream(prompt)])
        return reduce(operator.add, model.stream(prompt))

    return one


@pytest.mark.parametrize("method", ["function_calling", "json_mode"])
@pytest.mark.parametrize("wrong", [*WRONG, "Ada is 36."], ids=str)
async def test_structured_output_that_was_refused_is_asked_for_again(ask: Any, method: str, wrong: Any) -> None:
    inner, model = wrapped(wrong, RIGHT)
    structured = model.with_structured_output(Person, method=method, include_raw=True)
    first = await ask(structured)
    assert first.get("parsed") is None
    assert (await ask(structured))["parsed"] == Person(name="Ada", age=36)
    assert (await ask(structured))["parsed"] == Person(name="Ada", age=36)
    assert inner.calls == 2


@pytest.mark.parametrize("method", ["function_calling", "json_mode", "json_schema"])
@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_retry_round_a_parser_gets_another_answer(method: str, wrong: Any) -> None:
    inner, model = wrapped(wrong, RIGHT)
    structured = model.with_structured_output(Person, method=method)
    retried = structured.with_retry(stop_after_attempt=2, wait_exponential_jitter=False)
    assert retried.invoke(PROMPT) == Person(name="Ada", age=36)
    assert retried.invoke(PROMPT) == Person(name="Ada", age=36)
    assert inner.calls == 2


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_class_bound_as_a_tool_counts_with_its_validators(wrong: Any) -> None:
    inner, model = wrapped(wrong, RIGHT)
    chain = model.bind_tools([Person]) | PydanticToolsParser(tools=[Person], first_tool_only=True)
    retried = chain.with_retry(stop_after_attempt=2, wait_exponential_jitter=False)
    assert retried.invoke(PROMPT) == retried.invoke(PROMPT) == Person(name="Ada", age=36)
    assert inner.calls == 2


@pytest.mark.parametrize("right", [RIGHT, {"name": "Ada", "age": "36"}, {"name": "Ada", "age": 36.0}], ids=str)
@pytest.mark.parametrize("method", ["function_calling", "json_mode"])
async def test_what_the_parser_takes_is_kept(ask: Any, method: str, right: Any) -> None:
    inner, model = wrapped(right)
    structured = model.with_structured_output(Person, method=method, include_raw=True)
    for _ in range(2):
        assert (await ask(structured))["parsed"] == Person(name="Ada", age=36)
    assert inner.calls == 1


async def test_json_in_a_fence_is_kept(ask: Any) -> None:
    inner, model = wrapped(f"```json\n{json.dumps(RIGHT)}\n```")
    structured = model.with_structured_output(Person, method="json_mode", include_raw=True)
    for _ in range(2):
        assert (await ask(structured))["parsed"] == Person(name="Ada", age=36)
    assert inner.calls == 1


async def test_an_answer_in_words_to_a_call_that_has_to_call_a_tool_is_not_kept(ask: Any) -> None:
    inner, model = wrapped("I would rather not say.", RIGHT)
    forced = model.bind_tools([Person], tool_choice="any")
    free = model.bind_tools([Person])
    texts: Sequence[Any] = [await ask(forced), await ask(forced), await ask(forced)]
    assert [bool(getattr(message, "content", "")) for message in texts] == [True, False, False]
    assert inner.calls == 2
    inner.replies = ["I would rather not say."]
    assert [(await ask(free)).tool_calls for _ in range(2)] == [[], []]
    assert inner.calls == 3


async def test_an_answer_kept_for_another_caller_is_asked_for_once_more_where_it_is_refused(ask: Any) -> None:
    inner, model = wrapped({"name": "Ada", "age": 360}, RIGHT)

    class Anyone(BaseModel):
        """Anyone."""

        age: int

    lax = model.bind(response_format={"type": "json_object"})
    assert "360" in (await ask(lax)).text
    strict = model.with_structured_output(Person, method="json_mode", include_raw=True)
    for _ in range(3):
        assert (await ask(strict))["parsed"] == Person(name="Ada", age=36)
    anyone = model.with_structured_output(Anyone, method="json_mode", include_raw=True)
    assert (await ask(anyone))["parsed"] == Anyone(age=36)
    assert inner.calls == 2


@pytest.mark.parametrize("wrong", [WRONG[0], WRONG[1], "not JSON at all"], ids=str)
def test_the_cache_keeps_no_call_that_breaks_the_schema_it_was_offered(wrong: Any) -> None:
    inner = Scripted(replies=[wrong, RIGHT], cache=make_cache())
    structured = inner.with_structured_output(Person, method="function_calling", include_raw=True)
    results = [structured.invoke(PROMPT)["parsed"] for _ in range(3)]
    assert results == [None, Person(name="Ada", age=36), Person(name="Ada", age=36)]
    assert inner.calls == 2


def test_a_class_with_a_title_of_its_own_is_found_by_it() -> None:
    class Human(Person):
        """A person."""

        model_config = ConfigDict(title="Person")

    inner, model = wrapped({**RIGHT, "age": 360}, RIGHT)
    structured = model.with_structured_output(Human, method="function_calling", include_raw=True)
    assert [structured.invoke(PROMPT)["parsed"] for _ in range(3)][1:] == [Human(name="Ada", age=36)] * 2
    assert inner.calls == 2


class Renamed(BaseModel):
    """A person."""

    model_config = ConfigDict(title="Person")
    name: str
    age: int = 0

    @model_validator(mode="before")
    @classmethod
    def _take_years(cls, given: dict[str, Any]) -> dict[str, Any]:
        given["age"] = given.pop("years")
        return given


class WithoutTheLast(BaseModel):
    """A person."""

    model_config = ConfigDict(title="Person")
    tags: list[str]

    @field_validator("tags", mode="before")
    @classmethod
    def _drop_one(cls, tags: list[str]) -> list[str]:
        tags.pop()
        return tags


@pytest.mark.parametrize(
    ("schema", "reply", "expected"),
    [
        (Renamed, {"name": "Ada", "years": 36}, Renamed.model_construct(name="Ada", age=36)),
        (WithoutTheLast, {"tags": ["a", "b"]}, WithoutTheLast.model_construct(tags=["a"])),
    ],
)
@pytest.mark.parametrize("method", ["function_calling", "json_mode"])
async def test_a_validator_that_changes_what_it_is_given_leaves_the_answer_as_it_is(
    ask: Any, method: str, schema: type[BaseModel], reply: Any, expected: BaseModel
) -> None:
    inner, model = wrapped(reply)
    structured = model.with_structured_output(schema, method=method, include_raw=True)
    for _ in range(3):
        assert (await ask(structured))["parsed"] == expected
    assert inner.calls == 1


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Lenient(BaseModel):
    """A person."""

    model_config = ConfigDict(title="Person", populate_by_name=True, coerce_numbers_to_str=True)
    full_name: str = Field(alias="fullName")
    tags: list[str] = []
    level: Level = Level.LOW

    @field_validator("tags", mode="before")
    @classmethod
    def _split(cls, tags: Any) -> Any:
        return tags.split(", ") if isinstance(tags, str) else tags


@pytest.mark.parametrize(
    "reply",
    [
        {"fullName": "Ada"},
        {"full_name": "Ada"},
        {"fullName": 7},
        {"fullName": "Ada", "tags": "a, b"},
        {"fullName": "Ada", "level": "2"},
    ],
    ids=str,
)
@pytest.mark.parametrize("method", ["function_calling", "json_mode", "json_schema"])
def test_what_the_class_takes_beyond_what_it_announces_is_kept(method: str, reply: Any) -> None:
    inner, model = wrapped(reply)
    structured = model.with_structured_output(Lenient, method=method)
    assert structured.invoke(PROMPT) == structured.invoke(PROMPT) == Lenient.model_validate(deepcopy(reply))
    assert inner.calls == 1


@pytest.mark.parametrize("bound", [{"format": "json"}, {"response_mime_type": "application/json"}], ids=str)
def test_a_format_that_another_provider_names_counts(bound: dict[str, Any]) -> None:
    inner, model = wrapped("Ada is 36.", RIGHT)
    bound_model = model.bind(**bound)
    assert [bound_model.invoke(PROMPT).text for _ in range(3)] == ["Ada is 36.", *[json.dumps(RIGHT)] * 2]
    assert inner.calls == 2


class Described(TypedDict):
    """A person."""

    name: str
    age: int


SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name", "age"]}


@pytest.mark.parametrize(
    ("schema", "name"),
    [
        (Described, "Described"),
        ({"title": "Person", "description": "A person.", **SCHEMA}, "Person"),
        ({"name": "Person", "description": "A person.", "parameters": SCHEMA}, "Person"),
        (
            {"type": "function", "function": {"name": "Person", "description": "A person.", "parameters": SCHEMA}},
            "Person",
        ),
    ],
    ids=str,
)
@pytest.mark.parametrize("method", ["function_calling", "json_mode"])
@pytest.mark.parametrize("reply", [RIGHT, {"name": "Ada"}, {"name": "Ada", "age": None}], ids=str)
async def test_where_no_parser_checks_the_schema_what_it_takes_is_kept(
    ask: Any, method: str, schema: Any, name: str, reply: Any
) -> None:
    answer = AIMessage("", tool_calls=[ToolCall(name=name, args=reply, id="call_1")])
    inner, model = wrapped(answer if method == "function_calling" else reply)
    structured = model.with_structured_output(schema, method=method, include_raw=True)
    for _ in range(2):
        assert (await ask(structured))["parsed"] == reply
    assert inner.calls == 1


def test_where_no_parser_checks_the_schema_words_in_place_of_json_are_not_kept() -> None:
    inner, model = wrapped("Ada is 36.", RIGHT)
    structured = model.with_structured_output(Described, method="json_mode", include_raw=True)
    assert [structured.invoke(PROMPT)["parsed"] for _ in range(3)] == [None, RIGHT, RIGHT]
    assert inner.calls == 2
