"""A store that lives in the process: for tests, for short runs, and in front of a slower one."""

from __future__ import annotations

import heapq
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from stepcache_core.errors import InvalidArgumentError
from stepcache_core.model import Record
from stepcache_core.store.base import EXPIRED_AT_ONCE, Candidate, Entry, Vector
from stepcache_core.store.codec import check_times, copy_json
from stepcache_core.store.geometry import unit_vector


class MemoryStore:
    """Keeps records in dictionaries and searches them whole, so that nothing near is ever missed.

    What goes in and out is a copy. Records are lost with the process.
    """

    local = True

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._shelves: dict[str, _Shelf] = {}

    def __repr__(self) -> str:
        return f"MemoryStore({sum(len(shelf.slots) for shelf in self._shelves.copy().values())} records)"

    @property
    def rejected(self) -> int:
        """Always 0: nobody else can reach the records."""
        return 0

    def get(self, namespace: str, record_id: str) -> Record | None:
        with self._lock:
            shelf = self._shelves.get(namespace)
            slot = shelf.slots.get(record_id) if shelf else None
        return _copy(slot.record) if slot else None

    def find(self, namespace: str, aliases: Sequence[str]) -> list[Record]:
        with self._lock:
            shelf = self._shelves.get(namespace)
            if shelf is None:
                return []
            ids = dict.fromkeys(shelf.aliases[alias] for alias in aliases if alias in shelf.aliases)
            records = [shelf.slots[record_id].record for record_id in ids]
        return [_copy(record) for record in records]

    def nearest(self, namespace: str, partition: str, vector: Vector, limit: int) -> list[Candidate]:
        with self._lock:
            shelf = self._shelves.get(namespace)
            matrix = shelf.matrices.get(partition) if shelf else None
            if shelf is None or matrix is None:
                return []
            hits = [(shelf.slots[record_id].record, score) for record_id, score in matrix.nearest(vector, limit)]
        return [Candidate(_copy(record), score) for record, score in hits]

    def put(self, record: Record, vector: Vector | None, aliases: Sequence[str] = ()) -> None:
        check_times(record)
        own = _copy(record)
        with self._lock:
            shelf = self._shelves.setdefault(record.namespace, _Shelf())
            shelf.put(own, vector, aliases)

    def delete(self, namespace: str, record_id: str) -> bool:
        with self._lock:
            shelf = self._shelves.get(namespace)
            if shelf is None or record_id not in shelf.slots:
                return False
            self._remove(namespace, shelf, record_id)
            return True

    def trim(self, namespace: str, max_entries: int) -> int:
        with self._lock:
            shelf = self._shelves.get(namespace)
            removed = 0
            while shelf is not None and len(shelf.slots) > max_entries:
                self._remove(namespace, shelf, shelf.oldest())
                removed += 1
            return removed

    def expire(self, namespace: str, moment: float) -> int:
        with self._lock:
            shelf = self._shelves.get(namespace)
            if shelf is None:
                return 0
            slots = shelf.slots.items()
            expired = [record_id for record_id, slot in slots if slot.record.created_at <= moment][:EXPIRED_AT_ONCE]
            for record_id in expired:
                self._remove(namespace, shelf, record_id)
            return len(expired)

    def clear(self, namespace: str | None = None) -> None:
        with self._lock:
            if namespace is None:
                self._shelves.clear()
            else:
                self._shelves.pop(namespace, None)

    def count(self, namespace: str) -> int:
        with self._lock:
            shelf = self._shelves.get(namespace)
            return len(shelf.slots) if shelf else 0

    def namespaces(self) -> list[str]:
        with self._lock:
            return sorted(namespace for namespace, shelf in self._shelves.items() if shelf.slots)

    def entries(self, namespace: str) -> Iterator[Entry]:
        with self._lock:
            shelf = self._shelves.get(namespace)
            ids = list(shelf.slots) if shelf else []
        for record_id in ids:
            with self._lock:
                shelf = self._shelves.get(namespace)
                slot = shelf.slots.get(record_id) if shelf else None
                if shelf is None or slot is None:
                    continue
                matrix = shelf.matrices.get(slot.record.partition)
                aliases, near = tuple(sorted(slot.aliases)), matrix is not None and matrix.holds(record_id)
            yield Entry(_copy(slot.record), aliases, near)

    def close(self) -> None:
        """Nothing is held but memory, which goes with the store itself."""

    def _remove(self, namespace: str, shelf: _Shelf, record_id: str) -> None:
        shelf.remove(record_id)
        if not shelf.slots:
            del self._shelves[namespace]


def _copy(record: Record) -> Record:
    if record.payload is None:
        return record
    return replace(record, payload=copy_json(record.payload))


@dataclass(slots=True)
class _Slot:
    record: Record
    turn: int
    aliases: set[str]


@dataclass(slots=True)
class _Shelf:
    """The records of one namespace."""

    slots: dict[str, _Slot] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    matrices: dict[str, _Matrix] = field(default_factory=dict)
    ages: list[tuple[float, int, str]] = field(default_factory=list)
    turns: int = 0

    def put(self, record: Record, vector: Vector | None, aliases: Sequence[str]) -> None:
        unit = None if vector is None else unit_vector(vector, self._dimension())
        earlier = self.slots.get(record.id)
        if earlier is not None:
            self._unplace(earlier.record)
        self.turns += 1
        slot = _Slot(record, self.turns, earlier.aliases if earlier else set())
        self.slots[record.id] = slot
        for alias in aliases:
            if alias in self.aliases:
                self.slots[self.aliases[alias]].aliases.discard(alias)
            self.aliases[alias] = record.id
            slot.aliases.add(alias)
        if unit is not None:
            self.matrices.setdefault(record.partition, _Matrix(len(unit))).put(record.id, unit)
        self._enter_age(record, slot.turn)

    def remove(self, record_id: str) -> None:
        slot = self.slots.pop(record_id)
        for alias in slot.aliases:
            del self.aliases[alias]
        self._unplace(slot.record)

    def oldest(self) -> str:
        """The id of the oldest record, of equals the one put first."""
        while True:
            _, turn, record_id = heapq.heappop(self.ages)
            slot = self.slots.get(record_id)
            if slot is not None and slot.turn == turn:
                return record_id

    def _enter_age(self, record: Record, turn: int) -> None:
        heapq.heappush(self.ages, (record.created_at, turn, record.id))
        # Overwritten and deleted records leave their entries behind.
        if len(self.ages) > 2 * len(self.slots) + 64:
            self.ages = [(slot.record.created_at, slot.turn, key) for key, slot in self.slots.items()]
            heapq.heapify(self.ages)

    def _dimension(self) -> int | None:
        return next((matrix.dimension for matrix in self.matrices.values()), None)

    def _unplace(self, record: Record) -> None:
        matrix = self.matrices.get(record.partition)
        if matrix is not None:
            matrix.remove(record.id)
            if not matrix.ids:
                del self.matrices[record.partition]


class _Matrix:
    """The vectors of one partition, in a table that doubles when it is full."""

    __slots__ = ("_rows", "_table", "dimension", "ids")

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self.ids: list[str] = []
        self._rows: dict[str, int] = {}
        self._table = np.empty((4, dimension), dtype=np.float32)

    def put(self, record_id: str, unit: Vector) -> None:
        row = len(self.ids)
        if row == len(self._table):
            self._table = np.concatenate([self._table, np.empty_like(self._table)])
        self._table[row] = unit
        self._rows[record_id] = row
        self.ids.append(record_id)

    def holds(self, record_id: str) -> bool:
        return record_id in self._rows

    def remove(self, record_id: str) -> None:
        row = self._rows.pop(record_id, None)
        if row is None:
            return
        last = self.ids.pop()
        if last != record_id:
            self._table[row] = self._table[len(self.ids)]
            self.ids[row] = last
            self._rows[last] = row

    def nearest(self, vector: Vector, limit: int) -> list[tuple[str, float]]:
        if limit < 1:
            raise InvalidArgumentError(f"limit={limit}: give 1 or more")
        unit = unit_vector(vector, self.dimension)
        # einsum stays on this thread: a BLAS pool costs more in waiting than such a product takes.
        scores = np.einsum("ij,j->i", self._table[: len(self.ids)], unit)
        top = min(limit, len(scores))
        best = np.argpartition(-scores, top - 1)[:top]
        ordered = best[np.argsort(-scores[best], kind="stable")]
        return [(self.ids[row], float(min(1.0, max(-1.0, scores[row])))) for row in ordered]
