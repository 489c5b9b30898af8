"""Which of Chroma's collections are StepCache's, how they are made, and what is asked of them."""

from __future__ import annotations

import json
import os
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, cast

from stepcache_core.errors import InvalidArgumentError, StepCacheError
from stepcache_core.store import folder_lock
from stepcache_core.store.base import Vector
from stepcache_core.store.chroma_indexes import remove_left_over
from stepcache_core.store.geometry import OWN_PARTITION
from stepcache_core.store.rows import RECORD, digest
from stepcache_core.store.signing import SCHEMA_VERSION

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.client import Client
    from chromadb.api.collection_configuration import CreateCollectionConfiguration
    from chromadb.api.models.Collection import Collection
    from chromadb.api.types import GetResult, QueryResult, Where

_PREFIX = "stepcache-"
_MARK = "stepcache_schema"
_PAGE = 1000
_PAUSES = (0.001, 0.01, 0.05)
"""Seconds between tries of a query."""
_WITHIN_REACH = OWN_PARTITION + 1e-3  # Room for the index's rounding.
# With Chroma's own 16 and 100, 13 of 300 records were not found among 40,000 rows of many partitions; with these, 5.
_INDEX: CreateCollectionConfiguration = {
    "hnsw": {"space": "l2", "ef_construction": 200, "ef_search": 100, "max_neighbors": 32}
}

# Chroma starts two engines on one folder when two threads open it at the same time.
_FOLDERS = threading.Lock()


def open_folder(folder: Path) -> ClientAPI:
    """A client of a folder; within a process all clients of a folder share one engine.

    Raises:
        FolderInUseError: Another process has the folder open.
        StepCacheError: A client of other settings has the folder open.
    """
    import chromadb
    from chromadb.config import Settings

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # what is in it is stored in plain text
    with _FOLDERS, ExitStack() as on_failure:
        is_first = folder_lock.hold(folder)
        on_failure.callback(folder_lock.release, folder)
        if is_first:
            remove_left_over(folder)
        try:
            client = chromadb.PersistentClient(str(folder), settings=Settings(anonymized_telemetry=False))
        except ValueError as error:
            raise StepCacheError(
                f"{folder} can't be opened ({error}); where this program has its own Chroma client of it, "
                "hand that one over: ChromaStore(client=...)"
            ) from error
        on_failure.pop_all()
        return client


def at_home(path: str | os.PathLike[str]) -> Path:
    """A path, with `~` as its user's home.

    Raises:
        InvalidArgumentError: It is no path, or begins with the home of a user who is not known.
    """
    try:
        folder = Path(path).expanduser()
    except TypeError as error:
        raise InvalidArgumentError(f"path=...: give the path of a folder, got {type(path).__name__}") from error
    except RuntimeError as error:
        raise InvalidArgumentError(f"path={path!r}: give the path of a folder ({error})") from error
    if "\0" in str(folder):
        raise InvalidArgumentError(f"path={path!r}: a path holds no zero byte")
    return folder


def folder_at(path: str | os.PathLike[str]) -> Path:
    """A folder by its one true path, as far as that can be told.

    It is told once, early: a later chdir must not move a store, and Chroma knows a folder by the text of its path.

    Raises:
        InvalidArgumentError: It is no path, or begins with the home of a user who is not known.
    """
    folder = at_home(path)
    try:
        return folder.resolve()
    except (OSError, RuntimeError):
        return folder.absolute()  # what stands in the way may be gone when the folder is opened


def close_folder(client: ClientAPI) -> None:
    """Let go of a folder; the last client to do so frees it for other processes."""
    folder = folder_of(client)
    with _FOLDERS:
        cast("Client", client).close()
        if folder is not None:
            folder_lock.release(folder)


def folder_of(client: ClientAPI) -> Path | None:
    """The folder that a client works on, or None where it has none."""
    settings = client.get_settings()
    return Path(settings.persist_directory).resolve() if settings.is_persistent else None


def make_collection(client: ClientAPI, namespace: str, embedder_name: str, dimension: int) -> Collection:
    """The collection of a namespace, made if there is none; an existing one keeps the embedder it was made with."""
    pinned = {
        _MARK: SCHEMA_VERSION,
        "namespace": json.dumps(namespace),
        "embedder": json.dumps(embedder_name),
        "dimension": dimension,
    }
    return client.get_or_create_collection(
        collection_name(namespace), metadata=pinned, configuration=_INDEX, embedding_function=None
    )


def own_collections(client: ClientAPI) -> list[Collection]:
    """StepCache's collections, of whatever schema version; never those of another program."""
    listed: list[Collection] = []
    while page := client.list_collections(limit=_PAGE, offset=len(listed)):
        listed.extend(page)
    return [c for c in listed if c.name.startswith(_PREFIX) and _MARK in (c.metadata or {})]


def collection_name(namespace: str) -> str:
    """The name of a namespace's collection: Chroma takes only short names of few characters."""
    return f"{_PREFIX}v{SCHEMA_VERSION}-{digest(namespace)[:40]}"


def namespace_of(collection: Collection) -> str | None:
    """The namespace a collection was made for, or None where that can't be told."""
    namespace = _load(collection, "namespace")
    return namespace if namespace is not None and collection.name == collection_name(namespace) else None


def pinned_embedder(collection: Collection) -> tuple[str | None, object]:
    """The name and dimension of the embedder that a collection was made with."""
    return _load(collection, "embedder"), (collection.metadata or {}).get("dimension")


def count_records(rows: Collection) -> int:
    """How many rows hold records; the rest are pointers."""
    return len(rows.get(where={"kind": RECORD}, include=[])["ids"])


def rows_made_until(rows: Collection, moment: float, limit: int) -> GetResult:
    """Ids and metadata of up to `limit` rows with records made at that moment or before."""
    old = cast("Where", {"created_at": {"$lte": moment}})
    return rows.get(where={"$and": [{"kind": RECORD}, old]}, include=["metadatas"], limit=limit)


def read_documents(rows: Collection, row_ids: list[str]) -> dict[str, str | None]:
    """The documents of those rows that exist."""
    found = rows.get(ids=row_ids, include=["documents"])
    return dict(zip(found["ids"], found["documents"] or [], strict=True))


def holds_records(rows: Collection) -> bool:
    """Whether any row holds a record."""
    return bool(rows.get(where={"kind": RECORD}, include=[], limit=1)["ids"])


def close_rows(rows: Collection, target: Vector, ask: int) -> list[str]:
    """Of the `ask` rows nearest to the target those that may be of its partition, the nearest first."""
    found = _query(rows, target, ask)
    distances = (found["distances"] or [[]])[0]
    return [row for row, distance in zip(found["ids"][0], distances, strict=True) if distance <= _WITHIN_REACH]


def _query(rows: Collection, target: Vector, ask: int) -> QueryResult:
    from chromadb.errors import InternalError

    # While a collection's first row is being written, a server finds no index of it for an instant ("Error creating
    # hnsw segment reader: Nothing found on disk"); a later query does.
    for pause in _PAUSES:
        try:
            return rows.query(query_embeddings=target, n_results=ask, include=["distances"])
        except InternalError:
            time.sleep(pause)
    return rows.query(query_embeddings=target, n_results=ask, include=["distances"])


def _load(collection: Collection, field: str) -> str | None:
    text = (collection.metadata or {}).get(field)
    try:
        value = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, str) else None
