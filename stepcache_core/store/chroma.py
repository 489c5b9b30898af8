"""Records in Chroma: a folder of this process, or a server that many processes and machines share.

Each namespace is one collection; its rows are records and pointers (see `put`), each a signed document. A folder
belongs to one process at a time, as Chroma's own folders do: several processes share a server. So what was read of a
folder may be kept in memory (`hot_rows`); of a server, every call asks anew.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

import numpy as np

from stepcache_core.errors import EmbedderMismatchError, InvalidArgumentError, StepCacheError
from stepcache_core.model import Record
from stepcache_core.store.base import EXPIRED_AT_ONCE, Candidate, Entry, Vector
from stepcache_core.store.chroma_collections import (
    close_folder,
    close_rows,
    collection_name,
    count_records,
    folder_at,
    folder_of,
    holds_records,
    make_collection,
    namespace_of,
    open_folder,
    own_collections,
    pinned_embedder,
    read_documents,
    rows_made_until,
)
from stepcache_core.store.chroma_connection import Connection, connection_to
from stepcache_core.store.chroma_listing import batches, listed
from stepcache_core.store.geometry import placed, unit_vector
from stepcache_core.store.rows import RECORD, RowSeal, alias_row, created_at, lay_out, listed_aliases, record_row
from stepcache_core.store.signing import INTEGRITY_KEY, Signer, key_from_environment, key_of_folder
from stepcache_core.store.write_guard import ROOM_TO_REMOVE, ROOM_TO_STORE

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection

_T = TypeVar("_T")

# Hits asked for beyond the limit: some may be gone, untrusted, or of a partition whose block is alike.
_SPARE_HITS = 8
_MOST_HITS = 1024

# From this size on, trimming makes room for a while at once: to find the oldest takes a look at every row.
_AMPLE = 512
_AMPLE_SHARE = 32


class ChromaStore:
    """Keeps records in Chroma, found by key and by nearness.

    Nothing is opened before first use. Exactly one of `path` and `client` is given.

    The key that signs the records is `key`; else the environment's STEPCACHE_KEY; else, in a folder, a key made at
    first use and kept in its file `stepcache.key`, readable by its owner only. With a `client` and neither of the first
    two, a public constant stands in: damage is detected, but anyone who can write to the server can forge a record.

    A folder, or a database of a server, holds the records of one embedder: with another one, every call but `clear`
    and `close` raises `EmbedderMismatchError`.

    Args:
        path: A folder, made at need. Only one process may have it open.
        client: A Chroma client, for a server that many share; it is not closed with the store.
        embedder_name: Identity of the embedder; it is pinned in each collection.
        dimension: Length of the embedder's vectors, or a function that tells it when it is first needed.
        key: Secret bytes; all who share records need the same.

    Raises:
        InvalidArgumentError: An argument is missing or of the wrong kind.
    """

    local = False

    def __init__(
        self,
        path: str | Path | None = None,
        client: ClientAPI | None = None,
        *,
        embedder_name: str,
        dimension: int | Callable[[], int],
        key: bytes | None = None,
    ) -> None:
        if (path is None) == (client is None):
            raise InvalidArgumentError("ChromaStore(path=..., client=...): give exactly one of the two")
        self._folder = None if path is None else folder_at(path)
        self._embedder_name = embedder_name
        self._ask_dimension = dimension if callable(dimension) else None
        self._known_dimension = None if callable(dimension) else _require_dimension(dimension)
        self._signer = None if key is None else Signer(key)
        self._given_client = client
        self._connection: Connection | None = None
        self._collections: dict[str, Collection] = {}
        self._sizes: dict[UUID, tuple[int, int]] = {}
        self._lock = threading.Lock()
        self._embedder_checked = False
        self._closed = False

    def __repr__(self) -> str:
        where = f"path={str(self._folder)!r}" if self._folder else "client=..."
        return f"ChromaStore({where}, embedder_name={self._embedder_name!r})"

    @property
    def _dimension(self) -> int:
        if self._known_dimension is None and self._ask_dimension is not None:
            self._known_dimension = _require_dimension(self._ask_dimension())
        assert self._known_dimension is not None  # noqa: S101  # it is given, or asked for above
        return self._known_dimension

    @property
    def rejected(self) -> int:
        connection = self._connection
        return connection.seal.rejected if connection else 0

    def open(self) -> None:
        """Open the store now; every other call does so at need.

        Raises:
            EmbedderMismatchError: Its records were made with another embedder.
            StepCacheError: The store was closed, or its key can't be read.
        """
        self._opened()

    def get(self, namespace: str, record_id: str) -> Record | None:
        return next(iter(self._read_records(namespace, [record_id])), None)

    def find(self, namespace: str, aliases: Sequence[str]) -> list[Record]:
        row_ids = [alias_row(alias) for alias in dict.fromkeys(aliases)]
        if not row_ids:
            return []
        seal = self._opened().seal
        documents = self._read(namespace, row_ids)
        targets = [seal.open_pointer(namespace, row_id, documents[row_id]) for row_id in row_ids if row_id in documents]
        record_ids = list(dict.fromkeys(target for target in targets if target is not None))
        return self._read_records(namespace, record_ids) if record_ids else []

    def nearest(self, namespace: str, partition: str, vector: Vector, limit: int) -> list[Candidate]:
        if limit < 1:
            raise InvalidArgumentError(f"limit={limit}: give 1 or more")
        unit = unit_vector(vector, self._dimension)
        return self._on(namespace, lambda rows: self._nearest(rows, namespace, partition, unit, limit), [])

    def put(self, record: Record, vector: Vector | None, aliases: Sequence[str] = ()) -> None:
        """Store a record in one write: its own row, and for each alias a small row that points to it."""
        connection = self._opened()
        rows = lay_out(record, vector, aliases, self._dimension, connection.seal)

        def write(collection: Collection) -> None:
            with connection.writing(record.namespace, rows.ids, ROOM_TO_STORE):
                collection.upsert(rows.ids, np.stack(rows.spots), rows.metadatas, rows.documents)  # type: ignore[arg-type]

        self._on(record.namespace, write, None, make=True)

    def delete(self, namespace: str, record_id: str) -> bool:
        row_id = record_row(record_id)

        def remove(rows: Collection) -> bool:
            found = rows.get(ids=[row_id], include=["metadatas"])
            self._remove(rows, namespace, found["ids"], found["metadatas"] or [])
            return bool(found["ids"])

        return self._on(namespace, remove, False)

    def trim(self, namespace: str, max_entries: int) -> int:
        """Remove the oldest records; in a large namespace a few more than must go, so that most calls find room."""
        return self._on(namespace, lambda rows: self._trim(rows, namespace, max_entries), 0)

    def expire(self, namespace: str, moment: float) -> int:
        def remove(rows: Collection) -> int:
            found = rows_made_until(rows, moment, EXPIRED_AT_ONCE)
            self._remove(rows, namespace, found["ids"], found["metadatas"] or [])
            return len(found["ids"])

        return self._on(namespace, remove, 0)

    def clear(self, namespace: str | None = None) -> None:
        """Remove the records of a namespace, or all StepCache records, whichever embedder made them.

        What else lives in the same Chroma stays.
        """
        from chromadb.errors import NotFoundError

        with self._lock:
            connection = self._connect()
            self._collections.clear()
            self._sizes.clear()
        with connection.sweeping():
            for collection in own_collections(connection.client):
                if namespace is None or collection.name == collection_name(namespace):
                    try:
                        connection.client.delete_collection(collection.name)
                    except NotFoundError:
                        continue  # Another process cleared it meanwhile.

    def count(self, namespace: str) -> int:
        return self._on(namespace, count_records, 0)

    def namespaces(self) -> list[str]:
        found = set()
        for collection in own_collections(self._opened().client):
            namespace = namespace_of(collection)
            if namespace is not None and self._on(namespace, holds_records, False):
                found.add(namespace)
        return sorted(found)

    def entries(self, namespace: str) -> Iterator[Entry]:
        return self._on(namespace, lambda rows: listed(rows, namespace, self._opened().seal), iter(()))

    def close(self) -> None:
        """Let go of the folder, so that another process may open it; a client that was given stays open."""
        with self._lock:
            connection, self._connection = self._connection, None
            self._closed = True
            self._collections.clear()
        if connection is not None and self._folder is not None:
            close_folder(connection.client)

    def _opened(self) -> Connection:
        """The connection, once the embedder is known to fit what is stored."""
        connection = self._connection
        if connection is not None and self._embedder_checked:
            return connection
        with self._lock:
            connection = self._connect()
            if not self._embedder_checked:
                for collection in own_collections(connection.client):
                    self._check_embedder(collection)
                self._embedder_checked = True
            return connection

    def _connect(self) -> Connection:
        """The connection, made at need; the lock is held."""
        if self._closed:
            raise StepCacheError(f"{self!r} is closed; make a new one")
        if self._connection is None:
            client = open_folder(self._folder) if self._folder else cast("ClientAPI", self._given_client)
            seal = RowSeal(self._signer or self._find_signer())
            folder = self._folder or folder_of(client)
            self._connection = connection_to(client, seal, folder, reads_hot=self._folder is not None)
        return self._connection

    def _find_signer(self) -> Signer:
        key = key_from_environment()
        if key is None:
            key = key_of_folder(self._folder) if self._folder else INTEGRITY_KEY
        return Signer(key)

    def _check_embedder(self, collection: Collection) -> None:
        name, dimension = pinned_embedder(collection)
        if name != self._embedder_name or self._known_dimension not in {None, dimension}:
            where = f"the folder {self._folder}" if self._folder else f"the Chroma collection {collection.name!r}"
            raise EmbedderMismatchError(
                f"{where} holds records made with the embedder {name!r} (dimension {dimension}), but this store uses "
                f"{self._embedder_name!r} (dimension {self._known_dimension or 'not yet known'}), and their vectors "
                "can't be compared; go back to the first embedder, use another folder or database, or remove the old "
                "records with clear()"
            )

    def _on(self, namespace: str, action: Callable[[Collection], _T], absent: _T, *, make: bool = False) -> _T:
        """What the action gives on the namespace's collection; `absent` where there is none and none is to be made."""
        from chromadb.errors import NotFoundError

        client = self._opened().client
        cached = self._collections.get(namespace)
        if cached is not None:
            try:
                return action(cached)
            except NotFoundError:
                # Another process cleared the namespace, and may have made it anew.
                self._collections.pop(namespace, None)
        try:
            return action(self._collection(client, namespace, make=make))
        except NotFoundError:
            if make:
                raise
            return absent

    def _collection(self, client: ClientAPI, namespace: str, *, make: bool) -> Collection:
        if make:
            dimension = self._dimension
            with self._opened().guarded(ROOM_TO_STORE):
                collection = make_collection(client, namespace, self._embedder_name, dimension)
        else:
            collection = client.get_collection(collection_name(namespace), embedding_function=None)
        self._check_embedder(collection)
        self._collections[namespace] = collection
        return collection

    def _trim(self, rows: Collection, namespace: str, max_entries: int) -> int:
        row_count = rows.count()
        if self._has_room(rows.id, row_count, max_entries):
            return 0
        record_count = count_records(rows)
        self._sizes[rows.id] = (record_count, row_count)
        if record_count <= max_entries:
            return 0
        spare = max_entries // _AMPLE_SHARE if max_entries >= _AMPLE else 0
        found = rows.get(where={"kind": RECORD}, include=["metadatas"])
        by_age = sorted(zip(found["ids"], found["metadatas"] or [], strict=True), key=lambda row: created_at(row[1]))
        oldest = by_age[: max(0, len(by_age) - max_entries + spare)]
        self._remove(rows, namespace, [row_id for row_id, _ in oldest], [metadata for _, metadata in oldest])
        self._sizes[rows.id] = (len(by_age) - len(oldest), rows.count())
        return len(oldest)

    def _has_room(self, collection: UUID, row_count: int, max_entries: int) -> bool:
        """Whether the number of rows alone, records and pointers together, shows that none need go."""
        if row_count <= max_entries:
            return True
        known_records, known_rows = self._sizes.get(collection, (0, 0))
        grown = row_count - known_rows
        return max_entries >= _AMPLE and grown >= 0 and known_records + grown <= max_entries

    def _nearest(self, rows: Collection, namespace: str, partition: str, unit: Vector, limit: int) -> list[Candidate]:
        target = placed(unit, partition)
        ask = limit + _SPARE_HITS
        while True:
            close = close_rows(rows, target, ask)
            candidates: list[Candidate] = []
            for start in range(0, len(close), limit):
                candidates += self._weigh(rows, namespace, partition, target, close[start : start + limit])
                if len(candidates) >= limit:
                    break
            if len(candidates) >= limit or len(close) < ask or ask >= _MOST_HITS:
                return sorted(candidates, key=lambda candidate: -(candidate.similarity or 0.0))[:limit]
            ask = min(ask * 4, _MOST_HITS)

    def _weigh(
        self, rows: Collection, namespace: str, partition: str, target: Vector, row_ids: list[str]
    ) -> list[Candidate]:
        """The candidates among the hits, read again by id: the index may be older than the rows."""
        seal = self._opened().seal
        found = rows.get(ids=row_ids, include=["documents", "embeddings"])
        spots = np.asarray(found["embeddings"], dtype=np.float32)
        candidates = []
        for row_id, document, spot in zip(found["ids"], found["documents"] or [], spots, strict=True):
            record = seal.open_record(namespace, row_id, document)
            if record is not None and record.partition == partition:
                candidates.append(Candidate(record, self._similarity(target, spot)))
        return candidates

    def _similarity(self, target: Vector, spot: Vector) -> float:
        cosine = float(np.einsum("i,i->", target[: self._dimension], spot[: self._dimension]))
        return min(1.0, max(-1.0, cosine))

    def _read(self, namespace: str, row_ids: list[str]) -> dict[str, str | None]:
        """The documents of those rows that exist."""

        def ask(unknown: list[str]) -> dict[str, str | None] | None:
            return self._on(namespace, lambda rows: read_documents(rows, unknown), None)

        connection = self._opened()
        if connection.hot is not None and connection.reads_hot:
            return connection.hot.read(namespace, row_ids, ask)
        return ask(row_ids) or {}

    def _read_records(self, namespace: str, record_ids: list[str]) -> list[Record]:
        row_ids = [record_row(record_id) for record_id in record_ids]
        documents = self._read(namespace, row_ids)
        seal = self._opened().seal
        records = [seal.open_record(namespace, row_id, documents[row_id]) for row_id in row_ids if row_id in documents]
        return [record for record in records if record is not None]

    def _remove(self, rows: Collection, namespace: str, row_ids: list[str], metadatas: Sequence[Any]) -> None:
        """Remove record rows, and the pointers that still lead to them."""
        connection = self._opened()
        gone = set(row_ids)
        dangling = []
        aliases = {alias for metadata in metadatas for alias in listed_aliases(metadata)}
        for batch in batches(sorted(map(alias_row, aliases))):
            found = rows.get(ids=batch, include=["documents"])
            for row, document in zip(found["ids"], found["documents"] or [], strict=True):
                target = connection.seal.open_pointer(namespace, row, document)
                if target is not None and record_row(target) in gone:
                    dangling.append(row)
        for batch in batches([*row_ids, *dangling]):
            with connection.writing(namespace, batch, ROOM_TO_REMOVE):
                rows.delete(ids=batch)


def _require_dimension(dimension: object) -> int:
    if isinstance(dimension, bool) or not isinstance(dimension, int) or dimension < 1:
        raise InvalidArgumentError(f"ChromaStore(dimension={dimension!r}): give the length of the embedder's vectors")
    return dimension
