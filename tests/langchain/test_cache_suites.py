"""LangChain's own suites for caches, over the store in memory, a Chroma folder and a Chroma server."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chromadb
import pytest
from langchain_tests.integration_tests import AsyncCacheTestSuite, SyncCacheTestSuite

from stepcache_core import StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from stepcache_langchain import StepCache
from tests.chroma_server import Server, chroma_server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with chroma_server() as running:
        yield running


@pytest.fixture(params=["memory", "folder", "server"])
def empty_cache(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StepCache]:
    where: dict[str, Any] = {}
    match request.param:
        case "memory":
            where["store"] = MemoryStore()
        case "folder":
            where["path"] = tmp_path / "cache"
        case "server":
            host, port = request.getfixturevalue("server")
            where["client"] = chromadb.HttpClient(host=host, port=port)
    with StepCacheEngine(embedder=HashEmbedder(), tasks=[], **where) as engine:
        yield StepCache(engine=engine, namespace=uuid.uuid4().hex)


class TestStepCacheSync(SyncCacheTestSuite):
    @pytest.fixture
    def cache(self, empty_cache: StepCache) -> StepCache:
        return empty_cache


class TestStepCacheAsync(AsyncCacheTestSuite):
    @pytest.fixture
    def cache(self, empty_cache: StepCache) -> StepCache:
        return empty_cache
