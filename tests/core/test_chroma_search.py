"""In one index of many partitions, every record of ours is found, and the oldest leave in ample batches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from stepcache_core.store import ChromaStore
from stepcache_core.store.geometry import BLOCK_WIDTH, OWN_PARTITION, SCALE, block, placed
from stepcache_core.store.rows import record_row
from tests.store_samples import record, turned, unit

DIMENSION = 64


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ChromaStore]:
    opened = ChromaStore(tmp_path / "store", embedder_name="mini", dimension=DIMENSION)
    yield opened
    opened.close()


def test_five_hundred_identical_vectors_of_other_partitions_do_not_mask_ours(store: ChromaStore) -> None:
    query = unit(1, DIMENSION)
    for number in range(500):
        store.put(record(f"other{number}", partition=f"p{number}"), query)
    store.put(record("ours", partition="mine"), turned(query, 0.5))
    (found,) = store.nearest("default", "mine", query, 5)
    assert found.record.id == "ours"
    assert found.similarity == pytest.approx(0.5, abs=1e-5)


def test_untrusted_rows_in_front_do_not_mask_a_record_behind_them(store: ChromaStore) -> None:
    query = unit(1, DIMENSION)
    for number in range(30):
        store.put(record(f"old{number}"), turned(query, 0.99))
    store.put(record("ours"), turned(query, 0.9))
    old = [record_row(f"old{number}") for number in range(30)]
    rows = store._collections["default"]
    spots = rows.get(ids=old, include=["embeddings"])["embeddings"]
    rows.update(ids=old, embeddings=spots, documents=["spoilt"] * len(old))
    assert [c.record.id for c in store.nearest("default", "p", query, 3)] == ["ours"]
    assert store.rejected == 30


@pytest.mark.parametrize("partitions", [1, 150])
def test_every_record_is_the_nearest_to_its_own_prompt(store: ChromaStore, partitions: int) -> None:
    vectors = [unit(number, DIMENSION) for number in range(150)]
    for number, vector in enumerate(vectors):
        store.put(record(f"r{number}", partition=f"p{number % partitions}"), vector)
    missed = []
    for number, vector in enumerate(vectors):
        found = store.nearest("default", f"p{number % partitions}", turned(vector, 0.97), 1)
        if [c.record.id for c in found] != [f"r{number}"]:
            missed.append(number)
    assert missed == []


def test_a_large_namespace_is_trimmed_a_little_below_its_bound(store: ChromaStore) -> None:
    for number in range(3):
        store.put(record(f"r{number}", created_at=float(number)), None, [f"a{number}"])
    collection = store._collections["default"]
    spots = np.stack([placed(unit(number, DIMENSION), "p") for number in range(530)])
    collection.add(
        ids=[f"row{number}" for number in range(530)],
        embeddings=spots,
        metadatas=[{"kind": "record", "created_at": float(10 + number)} for number in range(530)],
    )
    assert store.trim("default", 512) == 533 - 496
    assert store.count("default") == 496
    assert store.find("default", ["a0", "a1", "a2"]) == []
    for number in range(16):
        store.put(record(f"new{number}", created_at=1000.0 + number), None, [f"b{number}"])
        assert store.trim("default", 512) == 0
    store.put(record("last", created_at=2000.0), None)
    assert store.trim("default", 512) == 17
    assert store.count("default") == 496
    assert store.get("default", "last") is not None


def lay_rows(store: ChromaStore, count: int, kind: str) -> None:
    store._collections["default"].add(
        ids=[f"{kind}{number}" for number in range(count)],
        embeddings=np.stack([placed(unit(number, DIMENSION), "p") for number in range(count)]),
        metadatas=[{"kind": kind, "created_at": float(number)} for number in range(count)],
    )


def test_what_is_known_of_a_large_namespace_is_forgotten_when_it_is_cleared(store: ChromaStore) -> None:
    store.put(record("r"), None)
    lay_rows(store, 520, "record")
    lay_rows(store, 600, "alias")
    assert store.trim("default", 512) == 521 - 496
    store.clear("default")
    store.put(record("r"), None)
    lay_rows(store, 520, "record")
    assert store.trim("default", 512) == 521 - 496


def test_a_large_namespace_that_others_changed_is_counted_again(store: ChromaStore) -> None:
    store.put(record("r", created_at=1000.0), None)
    lay_rows(store, 520, "record")
    lay_rows(store, 600, "alias")
    store.trim("default", 512)
    rows = store._collections["default"]
    rows.delete(ids=[f"alias{number}" for number in range(600)])
    lay_rows(store, 25, "record")
    assert store.count("default") == 521
    assert store.trim("default", 512) == 521 - 496


def test_a_block_is_the_partitions_alone_and_those_of_others_are_far() -> None:
    blocks = np.stack([block(f"partition:p{number}") for number in range(300)])
    assert blocks.shape == (300, BLOCK_WIDTH)
    assert np.allclose(np.linalg.norm(blocks, axis=1), SCALE)
    assert np.array_equal(block("partition:p7"), blocks[7])
    squared = 2 * SCALE**2 - 2 * blocks @ blocks.T
    np.fill_diagonal(squared, np.inf)
    assert squared.min() > 0.5
    assert np.median(squared[np.isfinite(squared)]) > OWN_PARTITION
