"""What Chroma leaves of the indexes of collections that are gone is removed when the folder is opened anew."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import chromadb
import pytest

from stepcache_core.store import ChromaStore, chroma_indexes
from stepcache_core.store.chroma_indexes import remove_left_over
from tests.store_samples import DIMENSION, record, unit


def open_store(folder: Path) -> ChromaStore:
    store = ChromaStore(folder, embedder_name="mini", dimension=DIMENSION)
    store.open()
    return store


def indexes(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.is_dir()}


def test_a_folder_does_not_grow_with_namespaces_that_were_cleared(tmp_path: Path) -> None:
    for number in range(4):
        store = open_store(tmp_path)
        store.put(record("gone", namespace=f"tenant {number}"), unit(1))
        store.clear()
        store.close()
    open_store(tmp_path).close()
    assert indexes(tmp_path) == set()


def test_what_is_held_stays_and_is_found(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.put(record("stays"), unit(1))
    store.put(record("gone", namespace="tenant"), unit(2))
    store.clear("tenant")
    store.close()
    store = open_store(tmp_path)
    assert [found.record.id for found in store.nearest("default", "p", unit(1), 3)] == ["stays"]
    assert len(indexes(tmp_path)) == 1
    store.close()


def test_the_indexes_of_other_programs_and_what_is_none_stay(tmp_path: Path) -> None:
    with chromadb.PersistentClient(str(tmp_path)) as client:  # type: ignore[attr-defined]
        theirs = client.create_collection("theirs", embedding_function=None)
        theirs.add(ids=["one"], embeddings=[[1.0, 0.0]])
    before = indexes(tmp_path)
    for name in (str(uuid4()), "notes"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine.txt").write_text("mine")
        before.add(name)
    open_store(tmp_path).close()
    assert before
    assert indexes(tmp_path) == before
    with chromadb.PersistentClient(str(tmp_path)) as client:  # type: ignore[attr-defined]
        found = client.get_collection("theirs", embedding_function=None).query(
            query_embeddings=[[1.0, 0.0]], n_results=1
        )
    assert found["ids"] == [["one"]]


def test_while_another_store_has_the_folder_open_nothing_is_removed(tmp_path: Path) -> None:
    first = open_store(tmp_path)
    first.put(record("gone"), unit(1))
    first.clear()
    before = indexes(tmp_path)
    open_store(tmp_path).close()
    assert indexes(tmp_path) == before
    first.close()


def test_a_folder_whose_database_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / str(uuid4())).mkdir()
    remove_left_over(tmp_path)
    (tmp_path / "chroma.sqlite3").write_text("not one" * 1000)
    remove_left_over(tmp_path)
    assert len(indexes(tmp_path)) == 1


def test_an_index_that_another_program_makes_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = chroma_indexes._indexes_held
    with chromadb.PersistentClient(str(tmp_path)) as client:  # type: ignore[attr-defined]

        def fill(name: str) -> None:
            collection = client.create_collection(name, embedding_function=None)
            collection.add(ids=["one"], embeddings=[[1.0, 0.0]])

        def then_fill(database: Path) -> frozenset[str] | None:
            before = held(database)
            fill("after")
            return before

        fill("before")
        monkeypatch.setattr(chroma_indexes, "_indexes_held", then_fill)
        remove_left_over(tmp_path)
    assert len(indexes(tmp_path)) == 2


def test_a_folder_that_cannot_be_listed_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    open_store(tmp_path).close()
    monkeypatch.setattr(Path, "iterdir", refuse)
    remove_left_over(tmp_path)
