"""Keys never collide for different requests, and never differ for the same one."""

from __future__ import annotations

import subprocess
import sys
from datetime import date, datetime
from enum import Enum
from pathlib import PurePath
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from stepcache_core import Message, Request
from stepcache_core.partition import UnkeyableError, canonical, keys_of

NASTY = st.text(alphabet=st.sampled_from('a"\\,:|/*{}[]\x00\n 1é\ud83d\ude00😀'), max_size=6)
JSON_LIKE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | NASTY,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NASTY, inner, max_size=3),
    max_leaves=6,
)
MESSAGES = st.lists(
    st.builds(Message, role=st.sampled_from(["system", "user", "assistant"]), content=NASTY, extra=JSON_LIKE),
    min_size=1,
    max_size=3,
)
REQUESTS = st.builds(
    Request,
    messages=MESSAGES.map(tuple),
    namespace=NASTY.filter(bool),
    model=NASTY,
    params=st.dictionaries(NASTY, JSON_LIKE, max_size=2),
    tools=st.lists(st.dictionaries(NASTY, JSON_LIKE, max_size=2), max_size=2).map(tuple),
    response_schema=st.none() | st.dictionaries(NASTY, JSON_LIKE, max_size=2),
)


def identity(value: Any) -> Any:
    """A reading of a value in which Python's own equality tells types apart."""
    if isinstance(value, dict):
        return ("map", frozenset((key, identity(item)) for key, item in value.items()))
    if isinstance(value, list | tuple):
        return ("list", tuple(identity(item) for item in value))
    return (type(value).__name__, repr(value))


def request_identity(request: Request) -> Any:
    return (
        tuple((m.role, m.content, identity(m.extra)) for m in request.messages),
        request.namespace,
        request.model,
        identity(request.params),
        identity(request.tools),
        identity(request.response_schema),
    )


@settings(deadline=None, max_examples=300)
@given(REQUESTS, REQUESTS)
def test_two_requests_share_an_exact_key_only_if_they_are_equal(one: Request, other: Request) -> None:
    """https://github.com/HKUDS/LightRAG/issues/3392 and https://github.com/laravel/ai/issues/839."""
    assert (keys_of(one).exact == keys_of(other).exact) == (request_identity(one) == request_identity(other))


@settings(deadline=None, max_examples=200)
@given(REQUESTS, NASTY)
def test_only_the_last_user_text_leaves_the_partition_as_it_is(request: Request, prompt: str) -> None:
    if request.messages[-1].role != "user":
        return
    other = request.with_prompt(prompt)
    assert keys_of(other).partition == keys_of(request).partition
    assert (keys_of(other).exact == keys_of(request).exact) == (prompt == request.prompt)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"model": "ab", "namespace": "c"}, {"model": "a", "namespace": "bc"}),
        ({"params": {"a": 1}}, {"params": {"a": 1.0}}),
        ({"params": {"a": True}}, {"params": {"a": 1}}),
        ({"params": {"a": "1"}}, {"params": {"a": 1}}),
        ({"params": {"a": ["x", "y"]}}, {"params": {"a": ["x-y"]}}),
        ({"params": {"seed": 1}}, {"params": {"seed": 2}}),
        ({"params": {"temperature": 0.0}}, {"params": {"temperature": -0.0}}),
        ({"tools": ({"name": "a"}, {"name": "b"})}, {"tools": ({"name": "b"}, {"name": "a"})}),
        ({"params": {"tool_choice": "none"}}, {"params": {}}),
        ({"params": {"image": b"\x00"}}, {"params": {"image": b"\x01"}}),
        ({"params": {"a": "\ud83d\ude00"}}, {"params": {"a": "\U0001f600"}}),
    ],
)
def test_what_decides_an_answer_decides_the_partition(one: dict[str, Any], other: dict[str, Any]) -> None:
    """https://github.com/567-labs/instructor/issues/2585."""
    assert keys_of(Request.from_prompt("p", **one)).partition != keys_of(Request.from_prompt("p", **other)).partition


def test_the_order_of_a_mappings_keys_decides_nothing() -> None:
    """https://github.com/maximhq/bifrost/issues/2791."""
    one = Request.from_prompt("p", params={"a": {"x": 1, "y": 2}, "b": 3})
    other = Request.from_prompt("p", params={"b": 3, "a": {"y": 2, "x": 1}})
    assert keys_of(one) == keys_of(other)


def test_a_fresh_process_with_another_hash_seed_gives_the_same_keys() -> None:
    program = (
        "from stepcache_core import Request; from stepcache_core.partition import keys_of;"
        "print(keys_of(Request.from_prompt('p', params={'s': {'b', 'a', 'c'}, 'x': {'k': 1, 'l': 2}})).exact)"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(runs) == 1


def test_a_schema_class_is_known_by_its_schema_and_not_by_its_name() -> None:
    def schema(**fields: Any) -> type[BaseModel]:
        return type("Person", (BaseModel,), {"__annotations__": fields})

    one, same, other = schema(name=str), schema(name=str), schema(name=str, age=int)
    assert canonical(one) == canonical(same)
    assert canonical(one) != canonical(other)
    assert keys_of(Request.from_prompt("p", response_schema=one)) == keys_of(
        Request.from_prompt("p", response_schema=same)
    )


class Part(BaseModel):
    pass


class Named(Part):
    name: str = ""


class Whole(BaseModel):
    part: Part = Part()
    hidden: int = Field(default=0, exclude=True)
    hook: Any = Field(default=print, exclude=True)


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@pytest.mark.parametrize(
    ("one", "same", "other"),
    [
        (Whole(part=Named(name="a")), Whole(part=Named(name="a")), Whole(part=Named(name="b"))),
        (Whole(hidden=1), Whole(hidden=1, hook=len), Whole(hidden=2)),
        (Colour.RED, Colour.RED, Colour.BLUE),
        (date(2026, 1, 1), date(2026, 1, 1), date(2026, 1, 2)),
        (datetime(2026, 1, 1), datetime(2026, 1, 1), date(2026, 1, 1)),
        (UUID(int=1), UUID(int=1), UUID(int=2)),
        (PurePath("a/b"), PurePath("a/b"), PurePath("a/c")),
    ],
)
def test_values_are_told_apart_by_all_they_hold(one: Any, same: Any, other: Any) -> None:
    assert canonical([one]) == canonical([same])
    assert canonical([one]) != canonical([other])


@pytest.mark.parametrize("value", [object(), lambda: None, print, type("T", (), {})()])
def test_what_is_known_only_by_its_address_has_no_key(value: object) -> None:
    with pytest.raises(UnkeyableError, match="no stable canonical form"):
        canonical({"hook": value})


def test_deep_nesting_has_no_key_instead_of_a_crash() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(UnkeyableError, match="nested deeper"):
        canonical(deep)


def test_a_request_keeps_its_own_copy_of_what_it_was_given() -> None:
    """https://github.com/BerriAI/litellm/issues/7316 and https://github.com/stanfordnlp/dspy/issues/10375."""
    schema: dict[str, Any] = {"type": "object", "required": ["a"]}
    tools = [{"name": "search"}]
    request = Request.from_prompt("p", response_schema=schema, tools=tools)
    before = keys_of(request)
    schema["required"].append("b")
    tools.append({"name": "more"})
    assert keys_of(request) == before
