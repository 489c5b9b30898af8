"""A collection's records one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from stepcache_core.store.base import Entry
from stepcache_core.store.geometry import is_placed
from stepcache_core.store.rows import RECORD, RowSeal, alias_row, listed_aliases

if TYPE_CHECKING:
    from chromadb.api.models.Collection import Collection

_BATCH = 1000


def batches(row_ids: Sequence[str]) -> Iterator[list[str]]:
    """The ids in lists that one call to Chroma can take."""
    for start in range(0, len(row_ids), _BATCH):
        yield list(row_ids[start : start + _BATCH])


def listed(rows: Collection, namespace: str, seal: RowSeal) -> Iterator[Entry]:
    """The records of a namespace's collection that can be trusted, with the aliases that still lead to them."""
    row_ids = rows.get(where={"kind": RECORD}, include=[])["ids"]
    return _entries(rows, row_ids, namespace, seal)


def _entries(rows: Collection, row_ids: Sequence[str], namespace: str, seal: RowSeal) -> Iterator[Entry]:
    """The records of those rows; they end where the collection is removed meanwhile."""
    from chromadb.errors import NotFoundError

    for batch in batches(row_ids):
        try:
            entries = _entries_of(rows, batch, namespace, seal)
        except NotFoundError:
            return
        yield from entries


def _entries_of(rows: Collection, batch: list[str], namespace: str, seal: RowSeal) -> list[Entry]:
    found = rows.get(ids=batch, include=["documents", "metadatas", "embeddings"])
    spots = np.asarray(found["embeddings"], dtype=np.float32)
    columns = zip(found["ids"], found["documents"] or [], found["metadatas"] or [], spots, strict=True)
    entries = []
    for row_id, document, metadata, spot in columns:
        record = seal.open_record(namespace, row_id, document)
        if record is not None:
            entries.append(Entry(record, tuple(listed_aliases(metadata)), is_placed(spot)))
    targets = _targets(rows, namespace, seal, entries)
    return [replace(entry, aliases=_leading_here(entry, targets)) for entry in entries]


def _leading_here(entry: Entry, targets: Mapping[str, str | None]) -> tuple[str, ...]:
    """Of an entry's aliases those whose pointers say so: what a row says beside its document is not signed."""
    return tuple(sorted(alias for alias in entry.aliases if targets.get(alias) == entry.record.id))


def _targets(rows: Collection, namespace: str, seal: RowSeal, entries: Sequence[Entry]) -> dict[str, str | None]:
    """Which record each of their aliases leads to."""
    by_row = {alias_row(alias): alias for entry in entries for alias in entry.aliases}
    targets: dict[str, str | None] = {}
    for batch in batches(list(by_row)):
        found: Any = rows.get(ids=batch, include=["documents"])
        for row_id, document in zip(found["ids"], found["documents"] or [], strict=True):
            targets[by_row[row_id]] = seal.open_pointer(namespace, row_id, document)
    return targets
