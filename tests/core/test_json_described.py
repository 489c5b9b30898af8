"""What a schema says of a value beside its type: what the prompt tells may then not be the value as it is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stepcache_core import Message, Request
from stepcache_core.model import Status
from stepcache_core.tasks.json_value import JsonTask

TASK = JsonTask()
LAMP = "Create JSON for a product: name Lamp, price 30, color red."
CENTS = {"type": "integer", "description": "in cents"}


def schema(price: dict[str, Any] | None = None, **frame: Any) -> dict[str, Any]:
    properties = {"name": {"type": "string"}, "price": price or {"type": "integer"}, "color": {"type": "string"}}
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
        **frame,
    }


def solved(shape: dict[str, Any], **how: Any) -> str | None:
    request = Request(messages=(Message("user", LAMP),), **(how or {"response_schema": shape}))
    problem = TASK.parse(request)
    assert problem is not None
    return TASK.solve(problem)


@pytest.mark.parametrize(
    "shape",
    [
        schema({"type": "integer", "title": "Price in cents"}),
        schema({"type": "integer", "examples": [3000]}),
        schema({"type": "integer", "x-unit": "cents"}),
        schema({"type": "integer", "format": "cents"}),
        schema({"anyOf": [CENTS, {"type": "null"}]}),
        schema({"$ref": "#/$defs/Cents"}, **{"$defs": {"Cents": CENTS}}),
        schema({"allOf": [{"$ref": "#/definitions/Cents"}]}, definitions={"Cents": CENTS}),
        schema({"$ref": "https://example.org/cents"}),
        schema(description="A product. Prices are in cents."),
        schema(title="ProductInCents"),
        schema(description="A product in our system, as in the catalogue."),
        schema(examples=[{"name": "LAMP", "price": 3000, "color": "#f00"}]),
        schema(allOf=[{"properties": {"price": {"description": "in cents"}}}]),
        schema(**{"$comment": "prices in cents"}),
    ],
)
def test_a_told_value_of_which_the_schema_says_more_is_the_models(shape: dict[str, Any]) -> None:
    assert solved(shape) is None
    cents = TASK.parse(Request(messages=(Message("user", LAMP),), response_schema=shape))
    assert cents is not None
    assert not TASK.verify_answer(cents, '{"name": "Lamp", "price": 3000, "color": "red"}').is_fail


@pytest.mark.parametrize(
    "shape",
    [
        schema(title="ProductInfo", description="Information about a product."),
        schema(description="Details of a product, extracted from the message."),
        schema(title="Listing", description="Always use this tool to structure your response to the user."),
        schema({"type": "integer", "title": "Price", "minimum": 0}),
        schema({"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None}),
        schema({"$ref": "#/$defs/Money"}, **{"$defs": {"Money": {"title": "Money", "type": "integer"}}}),
    ],
)
def test_a_schema_that_only_names_what_it_is_of_changes_nothing(shape: dict[str, Any]) -> None:
    assert solved(shape) == '{"name": "Lamp", "price": 30, "color": "red"}'


def test_the_description_beside_a_response_schema_is_part_of_it() -> None:
    plain = {"name": "product", "schema": schema()}
    for described in ({}, {"description": "Prices in cents"}):
        response_format = {"type": "json_schema", "json_schema": plain | described}
        found = solved(schema(), params={"response_format": response_format})
        assert (found is None) is bool(described)


@pytest.mark.parametrize(
    ("rule", "told", "right"),
    [
        ({"type": "string", "enum": ["open", "closed"]}, "Shut", "closed"),
        ({"type": "string", "enum": ["DE", "FR"]}, "Germany", "DE"),
        ({"type": "boolean"}, "Unpaid", False),
        ({"type": "integer"}, "Ground", 0),
        ({"type": "string", "format": "date"}, "5.5.2024", "2024-05-05"),
        ({"type": "string", "pattern": "^[a-z-]+$"}, "Big Lamp", "big-lamp"),
        ({"$ref": "#/$defs/State"}, "Shut", "closed"),
        ({"type": "number"}, "1,000", 1000),
    ],
)
def test_a_told_value_that_its_rule_forbids_is_not_held_against_one_that_fits(
    rule: dict[str, Any], told: str, right: object
) -> None:
    shape = schema(rule, **{"$defs": {"State": {"type": "string", "enum": ["open", "closed"]}}})
    request = Request(messages=(Message("user", LAMP.replace("30", told)),), response_schema=shape)
    problem = TASK.parse(request)
    assert problem is not None
    value = {"name": "Lamp", "price": right, "color": "red"}
    assert TASK.verify_answer(problem, json.dumps(value)).status is Status.UNKNOWN
    assert TASK.verify_answer(problem, json.dumps(value | {"color": "blue"})).is_fail


def test_a_told_value_that_its_rule_allows_is_held_against_any_other() -> None:
    shape = schema({"type": "string", "enum": ["DE", "FR"]})
    problem = TASK.parse(Request(messages=(Message("user", LAMP.replace("30", "DE")),), response_schema=shape))
    assert problem is not None
    assert TASK.verify_answer(problem, '{"name": "Lamp", "price": "FR", "color": "red"}').is_fail
