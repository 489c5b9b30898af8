"""LangChain's own suites for caches, over the store in memory and a Chroma folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from langchain_tests.integration_tests import AsyncCacheTestSuite, SyncCacheTestSuite

from stepcache_core import StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from stepcache_langchain import StepCache


def _cache(kind: str, folder: Path) -> Iterator[StepCache]:
    where = {"store": MemoryStore()} if kind == "memory" else {"path": folder / "cache"}
    with StepCacheEngine(embedder=HashEmbedder(), tasks=[], **where) as engine:  # type: ignore[arg-type]
        yield StepCache(engine=engine)


@pytest.fixture(params=["memory", "chroma"])
def empty_cache(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StepCache]:
    yield from _cache(request.param, tmp_path)


class TestStepCacheSync(SyncCacheTestSuite):
    @pytest.fixture
    def cache(self, empty_cache: StepCache) -> StepCache:
        return empty_cache


class TestStepCacheAsync(AsyncCacheTestSuite):
    @pytest.fixture
    def cache(self, empty_cache: StepCache) -> StepCache:
        return empty_cache
