"""The rows of a folder that were read of late, kept in memory, so that asking for them again asks no disk.

A folder belongs to one process. All stores of the process that have it open share one copy, and each of them says what
it is about to write: such a row is dropped before the write begins and may be kept again only by a reading that began
after it ended. So what the copy holds is what the folder holds, for every thread and every store.

What is kept is the sealed document, not what was in it: whoever reads it opens it with his own key, each time. That a
row, or a whole collection, is not there is kept too.

A second process is not meant to write to the folder. If one does all the same (or a program with a Chroma client of
its own), the database file has changed without a write of ours, and everything is dropped. This defence is blind
to a change that falls into a write of ours, or into the same tick of the file system's clock.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias
from weakref import WeakValueDictionary

ROOM = 32 * 2**20
"""Bytes that the kept rows of one folder may take together."""

_DATABASE = "chroma.sqlite3"
_ROW_COST = 400  # Bytes of a key, its entry, and the string that holds a document.
_LARGEST_SHARE = 8
_COLLECTION = ""  # No row is called so: it stands for the namespace's collection itself.

_Key: TypeAlias = tuple[str, str]
_Stamp: TypeAlias = tuple[int, int, int] | None


class HotRows:
    """A copy of the documents of a folder's rows, of those read last; safe to use from many threads.

    Args:
        folder: Where the database is.
        room: Bytes that it may take.
    """

    def __init__(self, folder: Path, room: int = ROOM) -> None:
        self._database = folder / _DATABASE
        self._room = room
        self._lock = threading.Lock()
        self._kept: OrderedDict[_Key, str | None] = OrderedDict()
        self._used = 0
        self._stamp: _Stamp = None
        self._under_write: Counter[_Key] = Counter()
        self._sweeps = 0
        self._readings: dict[int, set[_Key]] = {}
        self._turns = 0

    @property
    def used(self) -> int:
        """Bytes that it takes."""
        return self._used

    def read(
        self, namespace: str, row_ids: Sequence[str], ask: Callable[[list[str]], Mapping[str, str | None] | None]
    ) -> dict[str, str | None]:
        """The documents of those rows that exist.

        Args:
            namespace: Whose rows.
            row_ids: Their ids.
            ask: Reads those that are not kept; None if the namespace has no collection.
        """
        found: dict[str, str | None] = {}
        unknown: list[str] = []
        with self._lock:
            self._drop_if_others_wrote()
            if (namespace, _COLLECTION) in self._kept:
                self._kept.move_to_end((namespace, _COLLECTION))
                return {}
            for row_id in row_ids:
                key = (namespace, row_id)
                if key not in self._kept:
                    unknown.append(row_id)
                    continue
                self._kept.move_to_end(key)
                document = self._kept[key]
                if document is not None:
                    found[row_id] = document
            if not unknown:
                return found
            self._turns += 1
            turn = self._turns
            self._readings[turn] = {(namespace, row_id) for row_id in (*unknown, _COLLECTION)}
        documents: Mapping[str, str | None] | None = None
        has_answer = False
        try:
            documents = ask(unknown)
            has_answer = True
        finally:
            with self._lock:
                unspoilt = self._readings.pop(turn)
                if has_answer and not self._sweeps:
                    self._keep(namespace, unknown, documents, unspoilt)
        return found | dict(documents or {})

    @contextmanager
    def writing(self, namespace: str, row_ids: Iterable[str]) -> Iterator[None]:
        """To be held while these rows are written or removed."""
        keys = {(namespace, row_id) for row_id in (*row_ids, _COLLECTION)}
        with self._lock:
            self._drop_if_others_wrote()
            self._under_write.update(keys)
            self._drop(keys)
        try:
            yield
        finally:
            with self._lock:
                self._under_write -= Counter(keys)
                for unspoilt in self._readings.values():
                    unspoilt.difference_update(keys)
                self._stamp = self._look()

    @contextmanager
    def sweeping(self) -> Iterator[None]:
        """To be held while whole collections are removed."""
        with self._lock:
            self._sweeps += 1
            self._drop_all()
        try:
            yield
        finally:
            with self._lock:
                self._sweeps -= 1
                self._drop_all()

    def _keep(
        self, namespace: str, asked: list[str], documents: Mapping[str, str | None] | None, unspoilt: set[_Key]
    ) -> None:
        if documents is None:
            rows: list[tuple[_Key, str | None]] = [((namespace, _COLLECTION), None)]
        else:
            # A row without a document is not ours; it is asked for each time.
            rows = [((namespace, row), documents.get(row)) for row in asked if documents.get(row, "") is not None]
        for key, document in rows:
            cost = _cost(document)
            if key in unspoilt and not self._under_write[key] and cost <= self._room // _LARGEST_SHARE:
                self._drop([key])
                self._kept[key] = document
                self._used += cost
        while self._used > self._room:
            self._used -= _cost(self._kept.popitem(last=False)[1])

    def _drop_if_others_wrote(self) -> None:
        stamp = self._look()
        if stamp is not None and stamp == self._stamp:
            return
        if stamp is not None and self._under_write:
            return  # It may be the write under way; its end takes the new stamp.
        self._drop_all()
        self._stamp = stamp

    def _look(self) -> _Stamp:
        """What changes with every commit; None where there is no database to look at."""
        try:
            status = self._database.stat()
        except OSError:
            return None
        return status.st_ino, status.st_mtime_ns, status.st_size

    def _drop(self, keys: Iterable[_Key]) -> None:
        for key in keys:
            if key in self._kept:
                self._used -= _cost(self._kept.pop(key))

    def _drop_all(self) -> None:
        self._kept.clear()
        self._used = 0
        for unspoilt in self._readings.values():
            unspoilt.clear()


def _cost(document: str | None) -> int:
    return _ROW_COST + len(document or "")


_OPEN: WeakValueDictionary[Path, HotRows] = WeakValueDictionary()
_OPENING = threading.Lock()


def hot_rows_of(folder: Path) -> HotRows:
    """The copy that all stores of this process share for a folder; it goes with the last of them."""
    with _OPENING:
        found = _OPEN.get(folder)
        if found is None:
            found = _OPEN[folder] = HotRows(folder)
        return found
