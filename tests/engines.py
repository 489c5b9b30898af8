"""Engines on a memory store and a hashing embedder, and a request for them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from stepcache_core import Policy, Request, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks.base import Task
from stepcache_core.testing import HashEmbedder
from tests.toy_task import TotalsTask


def make_engine(
    *tasks: Task[Any], store: MemoryStore | None = None, clock: Callable[[], float] = time.time, **policy: Any
) -> StepCacheEngine:
    """An engine with just these tasks; all else is its policy."""
    return engine_of(tasks=tasks, store=store or MemoryStore(), clock=clock, policy=Policy(**policy))


def totals_engine(
    *, replays: bool = False, solves: bool = False, store: MemoryStore | None = None, **policy: Any
) -> StepCacheEngine:
    """An engine with the toy task, to which half of the words are near enough."""
    return make_engine(TotalsTask(replays=replays, solves=solves), store=store, **{"min_similarity": 0.5, **policy})


def engine_of(**parts: Any) -> StepCacheEngine:
    """An engine with these parts of its own, and without tasks unless they are given."""
    return StepCacheEngine(**{"store": MemoryStore(), "embedder": HashEmbedder(), "tasks": (), **parts})


def ask(prompt: str, **fields: Any) -> Request:
    """A request of one user message."""
    return Request.from_prompt(prompt, **fields)
