"""What a caller gave the engine, as the engine needs it; what it can't use is refused with words that help.

Each of these raises InvalidArgumentError.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stepcache_core.embedding.base import Embedder
from stepcache_core.errors import InvalidArgumentError
from stepcache_core.model import Generation, Request
from stepcache_core.tasks.base import Task


def require_request(request: object) -> Request:
    if not isinstance(request, Request):
        raise InvalidArgumentError(
            f"request: give a stepcache_core.Request, got {type(request).__name__}; "
            "for a plain prompt use Request.from_prompt(text), for LangChain's set_llm_cache a StepCache(engine=...)"
        )
    return request


def require_generation(generation: object) -> Generation:
    if not isinstance(generation, Generation):
        raise InvalidArgumentError(
            f"generation: give a stepcache_core.Generation, got {type(generation).__name__}; "
            "for a plain text use Generation(text)"
        )
    return generation


def embedder_of(given: object | None) -> Embedder:
    if given is None:
        from stepcache_core.embedding.onnx_minilm import OnnxMiniLMEmbedder

        return OnnxMiniLMEmbedder()
    from stepcache_core.embedding.adapt import as_embedder

    return as_embedder(given)


def tasks_of(given: Sequence[Task[Any]] | None) -> Sequence[Task[Any]]:
    if given is None:
        from stepcache_core.tasks import default_tasks

        return default_tasks()
    if isinstance(given, Task):
        raise InvalidArgumentError("StepCacheEngine(tasks=...): give a sequence of tasks, not a single one")
    for task in given:
        if isinstance(task, type):
            raise InvalidArgumentError(
                f"StepCacheEngine(tasks=...): {task.__name__} is a class; give an instance of it"
            )
        if not isinstance(task, Task):
            raise InvalidArgumentError(
                f"StepCacheEngine(tasks=...): a {type(task).__name__} is no Task; see stepcache_core.tasks.base"
            )
    return given
