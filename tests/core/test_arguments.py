"""Wrong arguments raise an error that names the argument and the fix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from stepcache_core import (
    Generation,
    InvalidArgumentError,
    Message,
    Policy,
    Request,
    StepCacheEngine,
    StepCacheError,
    Usage,
)
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks import JsonTask
from stepcache_core.testing import HashEmbedder


class Unschematic(BaseModel):
    hook: Callable[[], None]


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        ({"min_similarity": 1.7}, r"min_similarity=1\.7\): give a number from 0 to 1"),
        ({"min_similarity": float("nan")}, "min_similarity"),
        ({"min_similarity": "0.9"}, "min_similarity"),
        ({"min_similarity": True}, "min_similarity"),
        ({"top_k": 0}, "top_k=0\\): give a whole number of 1 or more"),
        ({"max_repairs": -1}, "max_repairs"),
        ({"max_entries": 0}, "max_entries"),
        ({"ttl": "1h"}, "ttl"),
        ({"ttl": -1}, "ttl=-1\\): give a number from 0"),
        ({"deadline": -1}, "deadline"),
        ({"bypass_rate": 2}, "bypass_rate"),
        ({"shadow": "yes"}, "shadow"),
    ],
)
def test_a_policy_out_of_range_names_the_field_and_the_range(policy: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidArgumentError, match=message):
        Policy(**policy)


@pytest.mark.parametrize("value", [0, 0.0, 1, 1.0])
def test_the_ends_of_the_similarity_range_are_taken_as_they_are(value: float) -> None:
    """https://github.com/redis/redis-vl-python/issues/649."""
    assert Policy(min_similarity=value).min_similarity == value


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"messages": "hello"}, "give a tuple of Message"),
        ({"messages": ("hello",)}, r"Request\.from_prompt"),
        ({"messages": (), "namespace": ""}, "namespace"),
        ({"messages": (), "model": None}, "model"),
        ({"messages": (), "params": []}, "params"),
        ({"messages": (), "params": {"lock": __import__("threading").Lock()}}, "params.*cannot be copied"),
        ({"messages": (), "response_schema": "object"}, "response_schema"),
        ({"messages": (), "response_schema": Unschematic}, "response_schema=Unschematic.*no JSON Schema"),
        ({"messages": (), "reuse": True}, "reuse"),
        ({"messages": None}, "messages.*give a tuple, got NoneType"),
        ({"messages": {"role": "user"}}, "messages.*give a tuple, got dict"),
        ({"messages": (), "tools": None}, "tools.*give a tuple, got NoneType"),
        ({"messages": (), "tools": "search"}, "tools.*give a tuple, got str"),
        ({"messages": (), "tools": {"name": "search"}}, "tools.*give a tuple, got dict"),
    ],
)
def test_a_wrong_request_names_the_argument(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidArgumentError, match=message):
        Request(**arguments)


def test_wrong_messages_and_generations_name_what_they_got() -> None:
    with pytest.raises(InvalidArgumentError, match="NoneType"):
        Message("user", None)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgumentError, match="got bytes"):
        Generation(b"text")  # type: ignore[arg-type]
    with pytest.raises(InvalidArgumentError, match=r"usage.*give a stepcache_core\.Usage.*got tuple"):
        Generation("text", (3, 4))  # type: ignore[arg-type]
    with pytest.raises(InvalidArgumentError, match=r"finish_reason.*got int"):
        Generation("text", finish_reason=3)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgumentError, match=r"whole numbers.*got str and NoneType"):
        Usage("3", None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"policy": {"top_k": 3}}, "policy"),
        ({"store": MemoryStore(), "path": "somewhere"}, "one of store, path and client"),
        ({"store": "redis://localhost"}, "no Store.*path="),
        ({"client": "localhost:8000"}, "client.*a str is no Chroma client.*HttpClient"),
        ({"path": __file__}, "path.*is no folder"),
        ({"path": f"{__file__}/within"}, r"path.*\.py' is no folder"),
        ({"path": MemoryStore()}, "path=...: give the path of a folder, got MemoryStore$"),
        ({"embedder": "no-such-embedder", "store": MemoryStore()}, "embedder"),
        ({"tasks": ("linear",), "store": MemoryStore(), "embedder": HashEmbedder()}, "tasks.*no Task"),
        ({"tasks": JsonTask(), "store": MemoryStore(), "embedder": HashEmbedder()}, "tasks.*not a single one"),
        ({"tasks": [JsonTask], "store": MemoryStore(), "embedder": HashEmbedder()}, "tasks.*JsonTask is a class"),
    ],
)
def test_an_engine_of_parts_that_cannot_work_names_the_part(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidArgumentError, match=message):
        StepCacheEngine(**arguments)


def test_a_prompt_where_a_request_is_needed_is_told_how_to_make_one() -> None:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), tasks=())
    with pytest.raises(InvalidArgumentError, match=r"Request\.from_prompt\(text\)"):
        engine.answer("Solve it", lambda _: Generation(""))  # type: ignore[arg-type]


async def test_a_text_where_a_generation_is_needed_is_told_how_to_make_one() -> None:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), tasks=())
    with pytest.raises(InvalidArgumentError, match=r"Generation\(text\)"):
        engine.store(Request.from_prompt("Say it"), "said")  # type: ignore[arg-type]
    with pytest.raises(InvalidArgumentError, match=r"Generation\(text\)"):
        await engine.astore(Request.from_prompt("Say it"), "said")  # type: ignore[arg-type]


def test_a_stream_without_pieces_is_told_what_it_needs() -> None:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), tasks=())
    request = Request.from_prompt("Say it")
    with pytest.raises(InvalidArgumentError, match=r"stream needs a function.*got Generation"):
        list(engine.stream(request, lambda _: Generation("said")))  # type: ignore[arg-type,return-value]
    with pytest.raises(InvalidArgumentError, match="give a function that takes a Request"):
        list(engine.stream(request, None))  # type: ignore[arg-type]


async def test_an_asynchronous_stream_of_a_plain_function_is_told_what_it_needs() -> None:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), tasks=())
    with pytest.raises(InvalidArgumentError, match="astream an asynchronous one; got list"):
        async for _ in engine.astream(Request.from_prompt("Say it"), lambda _: ["said"]):  # type: ignore[arg-type,return-value]
            pass


def test_every_error_of_ours_has_one_base() -> None:
    from stepcache_core import errors

    raised = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    assert all(issubclass(kind, StepCacheError) for kind in raised)
