"""Where the records are that a command is about, and how it opens them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from stepcache_core.cli.failures import NothingThereError
from stepcache_core.embedding.base import Embedder
from stepcache_core.embedding.onnx_minilm import MINILM_DIMENSION, MINILM_NAME, OnnxMiniLMEmbedder
from stepcache_core.errors import InvalidArgumentError, StepCacheError
from stepcache_core.model import Record
from stepcache_core.rejection import REJECTIONS
from stepcache_core.store.base import Store, Vector

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

_T = TypeVar("_T")

DATABASE = "chroma.sqlite3"
_SHORTEST_PREFIX = 4
_URL = re.compile(r"(?:(?P<scheme>https?)://)?(?P<host>[\w.-]+|\[[0-9a-fA-F:]+\])(?::(?P<port>\d{1,5}))?/?")


@dataclass(frozen=True, slots=True)
class Place:
    """A folder, or a Chroma server."""

    path: Path
    url: str | None = None

    def __str__(self) -> str:
        return self.url or str(self.path)

    @property
    def exists(self) -> bool:
        """Whether there is anything to read; a server is asked only when it is opened."""
        return self.url is not None or (self.path / DATABASE).is_file()

    @contextmanager
    def client(self) -> Iterator[ClientAPI]:
        """A Chroma client of the place, which is made if need be.

        Raises:
            FolderInUseError: Another process has the folder open.
            StepCacheError: It can't be opened.
        """
        from stepcache_core.store.chroma_collections import close_folder, open_folder

        client = connect(self.url) if self.url else _guarded(lambda: open_folder(self.path.resolve()), self)
        try:
            yield client
        finally:
            if self.url is None:
                close_folder(client)


@dataclass(frozen=True, slots=True)
class Opened:
    """An open store, and the embedder its vectors are of, as far as the command line has it."""

    store: Store
    embedder: Embedder


class AbsentEmbedder:
    """Stands in for the embedder of a program, which the command line does not have."""

    max_tokens: int | None = None

    def __init__(self, name: str, dimension: int) -> None:
        self.name = name
        self.dimension = dimension

    def embed(self, texts: Sequence[str]) -> Vector:
        """Never gives a vector."""
        raise StepCacheError(
            f"the records here were embedded by {self.name!r}, which the command line does not have; "
            "do this from Python, with StepCacheEngine(embedder=...)"
        )


@contextmanager
def opened(place: Place, *, make: bool = False) -> Iterator[Opened]:
    """The store of a place, with the embedder that it holds vectors of.

    Raises:
        NothingThereError: There is no such folder, or it holds no store, and none is to be made.
        StepCacheError: It can't be opened.
    """
    from stepcache_core.store.chroma import ChromaStore

    if not make and not place.exists:
        raise NothingThereError(f"{place} holds no StepCache records (it has no {DATABASE}); say where with --path")
    with ExitStack() as closing:
        with place.client() as client:
            name, dimension = pinned(client, place)
            where = {"client": client} if place.url else {"path": place.path}
            store = ChromaStore(**where, embedder_name=name, dimension=dimension)
            closing.callback(store.close)
            store.open()
        yield Opened(store, OnnxMiniLMEmbedder() if name == MINILM_NAME else AbsentEmbedder(name, dimension))


def pinned(client: ClientAPI, place: Place) -> tuple[str, int]:
    """The embedder that all records of a place are of; the default one where there are none."""
    from stepcache_core.store.chroma_collections import own_collections, pinned_embedder

    found = {pinned_embedder(collection) for collection in _guarded(lambda: own_collections(client), place)}
    if not found:
        return MINILM_NAME, MINILM_DIMENSION
    if len(found) > 1:
        raise StepCacheError(f"{place} holds records of several embedders: {', '.join(sorted(map(str, found)))}")
    ((name, dimension),) = found
    if name is None or not isinstance(dimension, int):
        raise StepCacheError(f"{place} holds a collection that does not say which embedder made it")
    return name, dimension


def connect(url: str) -> ClientAPI:
    """A client of a Chroma server.

    Raises:
        InvalidArgumentError: The address is none.
        StepCacheError: No server answers there.
    """
    match = _URL.fullmatch(url)
    if match is None or int(match["port"] or 0) > 65535:
        raise InvalidArgumentError(f"--url {url}: give host:port or http(s)://host:port of a Chroma server")
    import chromadb
    from chromadb.config import Settings

    is_safe = match["scheme"] == "https"
    port = int(match["port"] or (443 if is_safe else 8000))
    settings = Settings(anonymized_telemetry=False)
    try:
        return chromadb.HttpClient(match["host"], port, ssl=is_safe, settings=settings)
    except Exception as error:
        raise StepCacheError(
            f"no Chroma server answers at {url} ({type(error).__name__}); "
            f"start one with: chroma run --path <folder> --host {match['host']} --port {port}"
        ) from error


def namespaces_of(store: Store, namespace: str | None) -> list[str]:
    """The namespace asked for, or all that hold records to answer from.

    Raises:
        NothingThereError: No record is of the namespace asked for.
    """
    there = store.namespaces()
    if namespace is None:
        return [each for each in there if each != REJECTIONS]
    if namespace not in there:
        raise NothingThereError(f"no record is of namespace {namespace}; `stepcache stats` lists the namespaces")
    return [namespace]


def find_record(store: Store, record_id: str, namespace: str | None) -> Record:
    """The record of that id, or the only one whose id begins so.

    Raises:
        NothingThereError: There is none, or no such namespace.
        StepCacheError: There are several.
    """
    namespaces = namespaces_of(store, namespace)
    for each in namespaces:
        record = store.get(each, record_id)
        if record is not None:
            return record
    found = []
    if len(record_id) >= _SHORTEST_PREFIX:
        entries = (entry for each in namespaces for entry in store.entries(each))
        found = [entry.record for entry in entries if entry.record.id.startswith(record_id)]
    if not found:
        raise NothingThereError(f"no record is called {record_id}; `stepcache inspect` lists them")
    if len(found) > 1:
        raise StepCacheError(f"{len(found)} records begin with {record_id}; give more of the id")
    return found[0]


def _guarded(call: Callable[[], _T], place: Place) -> _T:
    """What Chroma gives; its errors told by their kind alone, as their text may quote what is stored."""
    try:
        return call()
    except (StepCacheError, OSError):
        raise
    except Exception as error:
        raise StepCacheError(
            f"{place} can't be read ({type(error).__name__}); `stepcache doctor` may tell more"
        ) from error
