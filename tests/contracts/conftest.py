"""Every store there is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from stepcache_core.store import ChromaStore, MemoryStore, Store
from tests.chroma_server import Server, chroma_server
from tests.store_samples import DIMENSION


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with chroma_server() as running:
        yield running


@pytest.fixture(params=["memory", "chroma folder", "chroma server"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened: Store
    if request.param == "memory":
        opened = MemoryStore()
    elif request.param == "chroma folder":
        opened = ChromaStore(tmp_path / "store", embedder_name="test", dimension=DIMENSION)
    else:
        import chromadb

        running = request.getfixturevalue("server")
        client = chromadb.HttpClient(host=running.host, port=running.port)
        opened = ChromaStore(client=client, embedder_name="test", dimension=DIMENSION)
        opened.clear()
    yield opened
    opened.close()
