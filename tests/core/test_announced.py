"""What a lenient reader would take is in form; what none would is not."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from stepcache_core.announced import calls_may_be_taken, may_be_taken, requires_a_call, schema_of_text


class Place(BaseModel):
    city: str
    floor: int | None = None


class Person(BaseModel):
    name: str
    age: int
    score: float = 0.0
    adult: bool = True
    tags: list[str] = []
    places: list[Place] = []
    kind: str | int = ""


SCHEMA: dict[str, Any] = {"type": "object", "required": ["x"]}
RIGHT: dict[str, Any] = {"name": "Ada", "age": 36}
VALUES: list[Any] = [
    RIGHT,
    {**RIGHT, "age": "36"},
    {**RIGHT, "age": 36.0},
    {**RIGHT, "score": 1},
    {**RIGHT, "score": "1.5"},
    {**RIGHT, "adult": "yes"},
    {**RIGHT, "adult": 1},
    {**RIGHT, "tags": ["a"], "places": [{"city": "Paris"}]},
    {**RIGHT, "places": [{"city": "Paris", "floor": None}]},
    {**RIGHT, "kind": 3},
    {**RIGHT, "unknown": None},
    {"name": "Ada"},
    {**RIGHT, "age": "old"},
    {**RIGHT, "age": None},
    {**RIGHT, "name": 3},
    {**RIGHT, "adult": "perhaps"},
    {**RIGHT, "tags": "a"},
    {**RIGHT, "tags": [1]},
    {**RIGHT, "kind": []},
    [RIGHT],
    "Ada",
    None,
]


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_it_takes_what_pydantic_takes(value: Any) -> None:
    schema = Person.model_json_schema()
    place = schema.pop("$defs")["Place"]
    schema["properties"]["places"]["items"] = place
    try:
        TypeAdapter(Person).validate_python(value)
        expected = True
    except ValidationError:
        expected = False
    assert may_be_taken(schema, value) is expected


@pytest.mark.parametrize(
    ("rule", "taken", "refused"),
    [
        ({"type": "integer", "minimum": 0, "maximum": 150}, [0, 150, "36"], [-1, 151]),
        ({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}, [0.5], [0, 1]),
        ({"type": "string", "minLength": 1, "maxLength": 3}, ["a", "abc"], ["", "abcd"]),
        ({"type": "array", "minItems": 1, "maxItems": 2}, [[1], [1, 2]], [[], [1, 2, 3]]),
        ({"enum": ["red", "blue"]}, ["red"], ["green", None]),
        ({"type": "integer", "enum": [1, 2]}, [1, "1", 2.0], [3, "3", "one"]),
        ({"type": "string", "nullable": True, "enum": ["red"]}, ["red", None], ["green"]),
        ({"type": "string", "nullable": False}, ["red"], [None]),
    ],
    ids=str,
)
def test_bounds_count(rule: Any, taken: list[Any], refused: list[Any]) -> None:
    assert all(may_be_taken(rule, value) for value in taken)
    assert not any(may_be_taken(rule, value) for value in refused)


@pytest.mark.parametrize("schema", [None, True, {}, {"$ref": "#/x"}, {"allOf": [{"type": "string"}]}, {"type": "odd"}])
def test_rules_that_are_not_followed_refuse_nothing(schema: Any) -> None:
    assert may_be_taken(schema, {"a": 1})


def test_a_schema_and_a_value_without_end_are_followed_to_a_depth() -> None:
    schema: dict[str, Any] = {"type": "array"}
    schema["items"] = schema
    value: list[Any] = []
    value.append(value)
    assert may_be_taken(schema, value)


@pytest.mark.parametrize(
    "tool",
    [
        {"type": "function", "function": {"name": "f", "parameters": {"type": "object", "required": ["x"]}}},
        {"type": "function", "name": "f", "parameters": {"type": "object", "required": ["x"]}},
        {"name": "f", "input_schema": {"type": "object", "required": ["x"]}},
    ],
)
def test_tools_are_read_however_a_provider_writes_them(tool: Any) -> None:
    assert calls_may_be_taken([tool], "required", [("f", {"x": 1})])
    assert not calls_may_be_taken([tool], "required", [("f", {})])
    assert not calls_may_be_taken([tool], "required", [("g", {"x": 1})])
    assert calls_may_be_taken([tool], "auto", [("f", {})])
    assert calls_may_be_taken([], "required", [("g", {})])
    assert calls_may_be_taken([tool, {"type": "web_search"}], "required", [("g", {})])
    assert requires_a_call([tool], "f")


@pytest.mark.parametrize(
    ("choice", "required"),
    [("auto", False), ("none", False), (None, False), ("any", True), ("required", True), ({"type": "auto"}, False)],
)
def test_a_choice_of_tool_may_leave_no_answer_in_words(choice: Any, required: bool) -> None:
    assert requires_a_call([{"name": "f"}], choice) is required
    assert not requires_a_call([], choice)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"response_format": {"type": "json_schema", "json_schema": {"name": "x", "schema": SCHEMA}}}, SCHEMA),
        ({"response_format": {"type": "json_schema", "schema": SCHEMA}}, SCHEMA),
        ({"response_format": {"type": "json_object"}}, {}),
        ({"response_format": {"type": "text"}}, None),
        ({"format": SCHEMA}, SCHEMA),
        ({"format": "json"}, {}),
        ({"format": "markdown"}, None),
        ({"response_mime_type": "application/json", "response_schema": SCHEMA}, SCHEMA),
        ({"response_mime_type": "application/json", "response_json_schema": SCHEMA}, SCHEMA),
        ({"response_mime_type": "application/json"}, {}),
        ({"response_mime_type": "text/plain"}, None),
        ({"response_format": None, "format": None}, None),
        ({}, None),
    ],
    ids=str,
)
def test_an_output_format_names_the_schema_of_the_text(arguments: Any, expected: Any) -> None:
    assert schema_of_text(arguments) == expected


def test_what_the_callers_own_class_judges_is_not_judged_by_what_it_announces() -> None:
    tool = {"name": "f", "parameters": {"type": "object", "required": ["x"]}}
    assert calls_may_be_taken([tool], "any", [("f", {"X": 1})], {"f"})
    assert not calls_may_be_taken([tool], "any", [("g", {"x": 1})], {"f"})
