"""What was read of a folder is kept in memory, and never outlives what the folder holds."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import chromadb
import pytest
from chromadb.api.models.Collection import Collection
from chromadb.config import Settings

from stepcache_core.store import ChromaStore
from stepcache_core.store.chroma_collections import collection_name
from stepcache_core.store.hot_rows import HotRows, hot_rows_of
from stepcache_core.store.rows import record_row
from tests.chroma_server import chroma_server
from tests.store_samples import DIMENSION, record, unit

KEY = b"one key for all"


def open_store(folder: Path) -> ChromaStore:
    return ChromaStore(folder, embedder_name="mini", dimension=DIMENSION, key=KEY)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "store"


@pytest.fixture
def store(folder: Path) -> Iterator[ChromaStore]:
    opened = open_store(folder)
    yield opened
    opened.close()


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The row ids of each time that Chroma is asked for rows."""
    seen: list[object] = []
    get = Collection.get

    def noted(self: Collection, ids: object = None, **options: object) -> object:
        seen.append(ids)
        return get(self, ids, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Collection, "get", noted)
    return seen


def test_what_was_read_once_is_read_again_without_asking_chroma(store: ChromaStore, reads: list[object]) -> None:
    store.put(record("r1"), unit(1), ["a"])
    for _ in range(3):
        assert store.get("default", "r1") == record("r1")
        assert store.find("default", ["a"]) == [record("r1")]
        assert store.get("default", "absent") is None
        assert store.get("nobody's", "r1") is None
    assert len(reads) == 3  # The record, the pointer, and the row that is absent; "nobody's" has no collection.


def test_of_several_rows_only_those_not_read_before_are_asked_for(store: ChromaStore, reads: list[object]) -> None:
    store.put(record("r1"), None, ["a", "b"])
    store.find("default", ["a"])
    assert store.find("default", ["b", "a", "c"]) == [record("r1")]
    assert [len(ids) for ids in reads if isinstance(ids, list)] == [1, 1, 2]


def test_a_server_is_asked_each_time(reads: list[object]) -> None:
    with chroma_server() as server:
        client = chromadb.HttpClient(host=server.host, port=server.port)
        store = ChromaStore(client=client, embedder_name="mini", dimension=DIMENSION)
        store.put(record("r1"), None)
        for _ in range(3):
            assert store.get("default", "r1") == record("r1")
    assert len(reads) == 3


def test_a_client_that_was_given_is_asked_each_time(tmp_path: Path, reads: list[object]) -> None:
    with chromadb.PersistentClient(str(tmp_path)) as client:  # type: ignore[attr-defined]
        store = ChromaStore(client=client, embedder_name="mini", dimension=DIMENSION)
        store.put(record("r1"), None)
        for _ in range(3):
            assert store.get("default", "r1") == record("r1")
    assert len(reads) == 3


@pytest.mark.parametrize("way", ["the same path", "a link", "a client"])
def test_every_store_of_a_folder_sees_at_once_what_another_wrote(
    store: ChromaStore, folder: Path, tmp_path: Path, way: str
) -> None:
    store.open()
    (tmp_path / "link").symlink_to(folder)
    if way == "a client":
        client = chromadb.PersistentClient(str(folder.resolve()), settings=Settings(anonymized_telemetry=False))
        other = ChromaStore(client=client, embedder_name="mini", dimension=DIMENSION, key=KEY)
    else:
        other = open_store(folder if way == "the same path" else tmp_path / "link")
    for turn in range(10):
        expected = [record("r1", text=str(turn - 1))] if turn else []
        assert store.find("default", ["a"]) == expected
        other.put(record("r1", text=str(turn)), unit(1), ["a"])
        assert store.get("default", "r1") == record("r1", text=str(turn))
    other.put(record("r2"), None, ["a"])
    assert store.find("default", ["a"]) == [record("r2")]
    other.delete("default", "r2")
    assert store.find("default", ["a"]) == []
    other.trim("default", 0)
    assert store.get("default", "r1") is None
    other.put(record("r1"), None)
    assert store.get("default", "r1") == record("r1")
    other.clear()
    assert store.get("default", "r1") is None
    other.close()


def test_another_key_reads_nothing_of_what_is_kept(store: ChromaStore, folder: Path) -> None:
    store.put(record("r1"), None)
    assert store.get("default", "r1") is not None
    other = ChromaStore(folder, embedder_name="mini", dimension=DIMENSION, key=b"another key")
    assert other.get("default", "r1") is None
    assert other.rejected == 1
    other.close()


def test_what_another_program_removed_is_no_longer_served(store: ChromaStore, folder: Path) -> None:
    for number in range(2):
        store.put(record(f"r{number}"), None)
        assert store.get("default", f"r{number}") is not None
    program = (
        "import sys, chromadb; client = chromadb.PersistentClient(sys.argv[1]); "
        "client.get_collection(sys.argv[2], embedding_function=None).delete(ids=[sys.argv[3]])"
    )
    subprocess.run(
        [sys.executable, "-c", program, folder, collection_name("default"), record_row("r0")],
        check=True,
    )
    assert store.get("default", "r0") is None
    assert store.get("default", "r1") is not None


def test_sixteen_threads_on_two_stores_always_read_their_last_write(store: ChromaStore, folder: Path) -> None:
    other = open_store(folder)

    def work(number: int) -> None:
        writer, reader = (store, other) if number % 2 else (other, store)
        name = f"r{number}"
        for turn in range(6):
            put = record(name, text=str(turn))
            writer.put(put, None, [name, "shared"])
            for one in (reader, writer, reader):
                assert one.get("default", name) == put
                assert one.find("default", [name]) == [put]
                assert len(one.find("default", ["shared"])) <= 1
        assert writer.delete("default", name)
        assert reader.get("default", name) is None
        assert reader.find("default", [name]) == []

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(work, range(16)))
    other.close()


def test_what_is_kept_goes_with_the_last_store_of_the_folder(store: ChromaStore, folder: Path) -> None:
    other = open_store(folder)
    for one in (store, other):
        one.put(record("r1"), None)
        one.get("default", "r1")
    store.close()
    assert hot_rows_of(folder.resolve()).used > 0
    other.close()
    gc.collect()
    assert hot_rows_of(folder.resolve()).used == 0


# -- the copy by itself -------------------------------------------------------------------------------------------


class Folder:
    """A folder whose rows are a dictionary; it counts how often it is asked."""

    def __init__(self, path: Path) -> None:
        self.database = path / "chroma.sqlite3"
        self.rows: dict[str, str | None] = {}
        self.asked = 0
        self.commits = 0
        self.commit()

    def commit(self, **rows: str | None) -> None:
        self.rows |= rows
        self.commits += 1
        self.database.write_text("x" * self.commits)

    def ask(self, row_ids: list[str]) -> dict[str, str | None]:
        self.asked += 1
        return {row_id: self.rows[row_id] for row_id in row_ids if row_id in self.rows}


@pytest.fixture
def disk(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


@pytest.fixture
def hot(tmp_path: Path) -> HotRows:
    return HotRows(tmp_path, room=10_000)


def test_a_row_that_is_written_while_it_is_being_read_is_not_kept(hot: HotRows, disk: Folder) -> None:
    disk.commit(a="old", b="other")

    def overtaken(row_ids: list[str]) -> dict[str, str | None]:
        found = disk.ask(row_ids)
        with hot.writing("n", ["a"]):
            disk.commit(a="new")
        return found

    assert hot.read("n", ["a", "b"], overtaken) == {"a": "old", "b": "other"}
    assert hot.read("n", ["a", "b"], disk.ask) == {"a": "new", "b": "other"}
    assert disk.asked == 2
    assert hot.read("n", ["a", "b"], disk.ask) == {"a": "new", "b": "other"}
    assert disk.asked == 2


def test_a_row_that_is_read_while_it_is_being_written_is_not_kept(hot: HotRows, disk: Folder) -> None:
    disk.commit(a="old")
    hot.read("n", ["a"], disk.ask)
    with hot.writing("n", ["a"]), hot.writing("n", ["a"]):
        assert hot.read("n", ["a"], disk.ask) == {"a": "old"}
        disk.commit(a="new")
        assert hot.read("n", ["a"], disk.ask) == {"a": "new"}
    assert disk.asked == 3
    hot.read("n", ["a"], disk.ask)
    hot.read("n", ["a"], disk.ask)
    assert disk.asked == 4


def test_a_collection_that_is_made_while_it_is_looked_for_is_found(hot: HotRows, disk: Folder) -> None:
    def overtaken(_: list[str]) -> None:
        with hot.writing("n", ["a"]):
            disk.commit(a="new")

    assert hot.read("n", ["b"], overtaken) == {}
    assert hot.read("n", ["a"], disk.ask) == {"a": "new"}


@pytest.mark.parametrize("begins", ["before", "after"])
def test_rows_that_are_swept_away_while_they_are_read_are_not_kept(hot: HotRows, disk: Folder, begins: str) -> None:
    disk.commit(a="old")

    def overtaken(row_ids: list[str]) -> dict[str, str | None]:
        found = disk.ask(row_ids)
        with hot.sweeping():
            disk.rows.clear()
        return found

    if begins == "before":
        hot.read("n", ["a"], overtaken)
    else:
        with hot.sweeping():
            hot.read("n", ["a"], disk.ask)
            disk.rows.clear()
    assert hot.read("n", ["a"], disk.ask) == {}


def test_a_commit_that_was_none_of_ours_drops_everything(hot: HotRows, disk: Folder) -> None:
    disk.commit(a="old")
    hot.read("n", ["a"], disk.ask)
    disk.commit(a="new")
    assert hot.read("n", ["a"], disk.ask) == {"a": "new"}


def test_without_a_database_to_watch_nothing_is_kept(hot: HotRows, disk: Folder) -> None:
    disk.commit(a="old")
    disk.database.unlink()
    for _ in range(3):
        hot.read("n", ["a"], disk.ask)
    assert disk.asked == 3


def test_a_reading_that_fails_reaches_the_caller_and_keeps_nothing(hot: HotRows, disk: Folder) -> None:
    def failing(_: list[str]) -> None:
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="gone"):
        hot.read("n", ["a"], failing)
    disk.commit(a="there")
    assert hot.read("n", ["a"], disk.ask) == {"a": "there"}


def test_a_write_that_fails_leaves_the_row_to_be_read_anew(hot: HotRows, disk: Folder) -> None:
    disk.commit(a="old")
    hot.read("n", ["a"], disk.ask)

    def write() -> None:
        with hot.writing("n", ["a"]):
            disk.commit(a="new")
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        write()
    assert hot.read("n", ["a"], disk.ask) == {"a": "new"}
    hot.read("n", ["a"], disk.ask)
    assert disk.asked == 2


def test_the_rows_read_longest_ago_leave_when_there_is_no_more_room(hot: HotRows, disk: Folder) -> None:
    disk.commit(**{f"r{number}": "x" * 600 for number in range(30)})
    for number in range(30):
        hot.read("n", [f"r{number}"], disk.ask)
        hot.read("n", ["r0"], disk.ask)
        assert hot.used <= 10_000
    asked = disk.asked
    hot.read("n", ["r0", "r29"], disk.ask)
    assert disk.asked == asked
    hot.read("n", ["r1"], disk.ask)
    assert disk.asked == asked + 1


def test_a_document_that_would_crowd_out_the_others_is_not_kept(hot: HotRows, disk: Folder) -> None:
    disk.commit(small="x", large="x" * 5_000)
    for _ in range(2):
        assert len(hot.read("n", ["small", "large"], disk.ask)) == 2
    assert disk.asked == 2
    hot.read("n", ["small"], disk.ask)
    assert disk.asked == 2


def test_a_row_without_a_document_is_handed_on_and_not_kept(hot: HotRows, disk: Folder) -> None:
    disk.commit(stranger=None)
    for _ in range(2):
        assert hot.read("n", ["stranger"], disk.ask) == {"stranger": None}
    assert disk.asked == 2
