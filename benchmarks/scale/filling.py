"""Fill a folder with records that the product itself makes, many to a write.

Each record comes from `StepCacheEngine.store`, with its keys, verdicts, signatures and vector, and is laid out in rows
by the store's own code; only the writing differs: a batch of rows at a time, where the product writes each record
by itself.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from tqdm.auto import tqdm

from benchmarks.scale.prompts import Entry, equation, generation, open_question, request
from stepcache_core import Request, StepCacheEngine
from stepcache_core.model import Record
from stepcache_core.store import ChromaStore, Vector
from stepcache_core.store.rows import lay_out
from stepcache_core.testing import HashEmbedder

DIMENSION = 384
KEY = b"the key of this benchmark"
NAMESPACE = "default"
PARTITION_OF = 20
"""Every second record lies in one large partition; the others in small ones of so many records."""

_BATCH_ROWS = 5000


def embedder() -> HashEmbedder:
    """Vectors as long as the product's, made of hashed words: 100,000 real ones would take ten minutes."""
    return HashEmbedder(DIMENSION)


def entry(number: int) -> Entry:
    """Six equations, then four open questions, and so on; there are as many of each kind in either layout."""
    return equation(number) if number // 2 % 10 < 6 else open_question(number)


def is_in_large_partition(number: int) -> bool:
    return number % 2 == 0


def asked(number: int, prompt: str) -> Request:
    """The request for a prompt of that number's partition."""
    model = "" if is_in_large_partition(number) else f"model {number // (2 * PARTITION_OF)}"
    return request(prompt, model)


class BatchedStore(ChromaStore):
    """A Chroma store that writes many records at once, when it is told to."""

    local = True

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, embedder_name=embedder().name, dimension=DIMENSION, key=KEY)
        self._waiting: dict[str, tuple[Vector, str, dict[str, str | float]]] = {}
        self.write_seconds = 0.0

    def put(self, record: Record, vector: Vector | None, aliases: Sequence[str] = ()) -> None:
        rows = lay_out(record, vector, aliases, DIMENSION, self._opened().seal)
        self._waiting |= dict(zip(rows.ids, zip(rows.spots, rows.documents, rows.metadatas, strict=True), strict=True))
        if len(self._waiting) > _BATCH_ROWS:
            self.write()

    def write(self) -> None:
        """Write what was put since the last time."""
        if not self._waiting:
            return
        began = time.perf_counter()
        spots, documents, metadatas = zip(*self._waiting.values(), strict=True)
        ids = list(self._waiting)
        self._on(
            NAMESPACE,
            lambda rows: rows.upsert(ids, np.stack(spots), list(metadatas), list(documents)),
            None,
            make=True,
        )
        self._waiting.clear()
        self.write_seconds += time.perf_counter() - began


def fill(folder: Path, numbers: range) -> tuple[float, float]:
    """Store these entries in a folder; the seconds it took to make the records, and to write them.

    Raises:
        RuntimeError: The product did not store one of them.
    """
    store = BatchedStore(folder)
    began = time.perf_counter()
    stored = 0
    with StepCacheEngine(store=store, embedder=embedder()) as engine:
        for number in _progress(numbers):
            one = entry(number)
            stored += engine.store(asked(number, one.prompt), generation(one)) is not None
        store.write()
    if stored != len(numbers):
        raise RuntimeError(f"of the records {numbers} only {stored} were stored")
    return time.perf_counter() - began - store.write_seconds, store.write_seconds


def _progress(numbers: range) -> Iterator[int]:
    return iter(tqdm(numbers, "fill", unit="record", disable=None, leave=False))
