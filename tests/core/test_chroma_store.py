"""How the Chroma store opens, closes, and lives beside others in one folder or database."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import chromadb
import pytest

from stepcache_core import Generation, Request, StepCacheEngine
from stepcache_core.errors import EmbedderMismatchError, InvalidArgumentError, StepCacheError
from stepcache_core.store import ChromaStore
from stepcache_core.store.chroma_collections import collection_name
from stepcache_core.store.signing import KEY_FILE, KEY_VARIABLE
from stepcache_core.testing import HashEmbedder
from tests.store_samples import DIMENSION, record, unit


def open_store(folder: Path, **changes: Any) -> ChromaStore:
    return ChromaStore(folder, **{"embedder_name": "mini", "dimension": DIMENSION, **changes})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "store"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Any]:
    with chromadb.PersistentClient(str(tmp_path / "foreign")) as opened:  # type: ignore[attr-defined]
        yield opened


def test_making_a_store_touches_no_disk_and_loads_no_chroma(folder: Path) -> None:
    program = (
        "import sys; from stepcache_core.store import ChromaStore; "
        "ChromaStore(sys.argv[1], embedder_name='mini', dimension=4); assert 'chromadb' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program, folder], check=True)
    assert not folder.exists()


def test_exactly_one_of_folder_and_client_is_given(folder: Path) -> None:
    with pytest.raises(InvalidArgumentError, match="exactly one"):
        ChromaStore(embedder_name="mini", dimension=4)
    with pytest.raises(InvalidArgumentError, match="exactly one"):
        ChromaStore(folder, object(), embedder_name="mini", dimension=4)  # type: ignore[arg-type]


@pytest.mark.parametrize("dimension", [0, -1, 2.0, True, "4"])
def test_a_dimension_that_is_no_length_is_refused(folder: Path, dimension: Any) -> None:
    with pytest.raises(InvalidArgumentError, match="dimension"):
        open_store(folder, dimension=dimension)


def test_a_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    store = open_store(tmp_path / "a" / "b")
    store.put(record("r1"), unit(1))
    store.close()
    assert (tmp_path / "a" / "b" / KEY_FILE).is_file()


def test_a_store_closed_and_opened_again_in_one_process_finds_its_records(folder: Path) -> None:
    for turn in range(3):
        store = open_store(folder)
        store.put(record(f"r{turn}"), unit(turn), [f"a{turn}"])
        store.close()
    store = open_store(folder)
    assert store.count("default") == 3
    assert [r.id for r in store.find("default", ["a0", "a1", "a2"])] == ["r0", "r1", "r2"]
    assert store.nearest("default", "p", unit(1), 1)[0].record.id == "r1"
    store.close()


def test_two_stores_on_one_folder_see_each_others_records_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    one, other = open_store(Path("store")), open_store(tmp_path / "store")
    one.put(record("r1"), unit(1), ["a"])
    assert [c.record.id for c in other.nearest("default", "p", unit(1), 1)] == ["r1"]
    other.put(record("r2"), unit(2))
    assert one.count("default") == 2
    one.close()
    assert other.get("default", "r1") is not None
    other.close()


def test_a_relative_folder_stays_where_it_was_when_the_store_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = open_store(Path("store"))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    store.put(record("r1"), None)
    store.close()
    assert (tmp_path / "store" / KEY_FILE).is_file()


def test_a_folder_below_the_home_is_the_same_one_however_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    with StepCacheEngine(path="~/store", embedder=HashEmbedder(), tasks=()) as engine:
        engine.answer(Request.from_prompt("Hello"), lambda _: Generation("hi"))
    for path in ("~/store", tmp_path / "store"):
        with pytest.raises(EmbedderMismatchError):
            StepCacheEngine(path=path, embedder=HashEmbedder(32))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such bits")
def test_a_folder_that_is_made_is_its_owners_alone_and_one_that_was_there_stays_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir(mode=0o755)
    for name in ("made", "there"):
        open_store(tmp_path / name).put(record("r1"), None)
    assert [oct((tmp_path / name).stat().st_mode)[-3:] for name in ("made", "there")] == ["700", "755"]


def test_without_room_nothing_is_written_and_what_is_there_is_served(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a write that finds the disk full, Chroma's next one would stop the whole process."""
    store, real = open_store(folder), shutil.disk_usage(folder.parent)
    store.put(record("r1"), None)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: real._replace(free=1000))
    for write in (lambda: store.put(record("r2"), None), lambda: store.delete("default", "r1"), store.clear):
        with pytest.raises(OSError, match="MiB are free"):
            write()
    assert store.get("default", "r1") is not None
    monkeypatch.undo()
    store.put(record("r2"), None)
    assert store.count("default") == 2


@pytest.mark.parametrize("path", ["~nobody-of-this-name/store", "zero\0byte", 3])
def test_what_can_be_no_folder_is_an_error_that_names_it(path: Any) -> None:
    with pytest.raises(InvalidArgumentError, match="path="):
        StepCacheEngine(path=path, embedder=HashEmbedder())


def test_a_folder_that_cannot_be_looked_at_leaves_the_models_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)

    def refused(folder: Path, strict: bool = False) -> Path:
        raise PermissionError(folder)

    for folder in (tmp_path / ("long" * 200), loop / "store"):
        engine = StepCacheEngine(path=folder, embedder=HashEmbedder(), tasks=())
        assert engine.answer(Request.from_prompt("Hello"), lambda _: Generation("hi")).text == "hi"
        assert engine.stats().faults
    monkeypatch.setattr(Path, "resolve", refused)
    assert StepCacheEngine(path=tmp_path / "later", embedder=HashEmbedder()).stats().requests == 0


def test_threads_that_open_one_folder_at_once_share_it(folder: Path) -> None:
    stores = [open_store(folder) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: stores[number].put(record(f"r{number}"), unit(number)), range(8)))
    assert {store.count("default") for store in stores} == {8}
    for store in stores:
        store.close()


def test_a_folder_that_is_open_with_other_settings_is_an_error_that_says_what_to_do(folder: Path) -> None:
    with chromadb.PersistentClient(str(folder)) as client:  # type: ignore[attr-defined]
        with pytest.raises(StepCacheError, match=r"client=\.\.\."):
            open_store(folder).open()
        store = ChromaStore(client=client, embedder_name="mini", dimension=DIMENSION)
        store.put(record("r1"), unit(1))
        assert store.count("default") == 1


def test_a_closed_store_says_so(folder: Path) -> None:
    store = open_store(folder)
    store.close()
    for call in (store.open, store.namespaces, store.clear, lambda: store.get("default", "r1")):
        with pytest.raises(StepCacheError, match="closed"):
            call()


@pytest.mark.parametrize("changes", [{"embedder_name": "other"}, {"dimension": DIMENSION + 1}])
@pytest.mark.parametrize("namespace", ["default", "new"])
def test_records_of_another_embedder_are_refused_by_name(folder: Path, changes: dict[str, Any], namespace: str) -> None:
    # https://github.com/chroma-core/chroma/issues/2748: the same dimension, another pipeline, mixed in silence.
    first = open_store(folder)
    first.put(record("r1"), unit(1))
    first.close()
    store = open_store(folder, **changes)
    with pytest.raises(EmbedderMismatchError) as refused:
        store.get(namespace, "r1")
    message = str(refused.value)
    assert "'mini'" in message
    assert repr(changes.get("embedder_name", "mini")) in message
    assert str(folder) in message
    assert "clear()" in message
    with pytest.raises(EmbedderMismatchError):
        store.open()
    store.close()


def test_a_refused_folder_can_be_cleared_and_then_used(folder: Path) -> None:
    first = open_store(folder)
    first.put(record("r1"), unit(1))
    first.close()
    store = open_store(folder, embedder_name="other")
    store.clear()
    store.put(record("r2"), unit(2))
    assert store.namespaces() == ["default"]
    assert store.count("default") == 1
    store.close()


def test_another_embedder_that_came_meanwhile_is_noticed(client: Any) -> None:
    store = ChromaStore(client=client, embedder_name="mini", dimension=DIMENSION)
    assert store.get("default", "r1") is None
    ChromaStore(client=client, embedder_name="other", dimension=DIMENSION).put(record("r1"), unit(1))
    with pytest.raises(EmbedderMismatchError, match="other"):
        store.put(record("r2"), unit(2))
    with pytest.raises(EmbedderMismatchError, match="other"):
        store.nearest("default", "p", unit(1), 1)


def test_collections_of_other_programs_are_neither_listed_nor_cleared(client: Any) -> None:
    for name in ("documents", "stepcache-notes"):
        client.create_collection(name).add(ids=["1"], embeddings=[[1.0, 2.0]], documents=["mine"])
    store = ChromaStore(client=client, embedder_name="mini", dimension=DIMENSION)
    store.put(record("r1"), unit(1))
    assert store.namespaces() == ["default"]
    store.clear()
    assert sorted(c.name for c in client.list_collections()) == ["documents", "stepcache-notes"]
    assert client.get_collection("documents").count() == 1


def test_a_client_that_was_given_stays_open(client: Any) -> None:
    store = ChromaStore(client=client, embedder_name="mini", dimension=DIMENSION)
    store.put(record("r1"), unit(1))
    store.close()
    assert client.get_collection(collection_name("default")).count() == 1


def test_a_namespace_cleared_by_another_store_is_made_anew(client: Any) -> None:
    one, other = (ChromaStore(client=client, embedder_name="mini", dimension=DIMENSION) for _ in range(2))
    one.put(record("r1"), unit(1), ["a"])
    other.clear("default")
    assert one.get("default", "r1") is None
    assert one.find("default", ["a"]) == []
    assert one.nearest("default", "p", unit(1), 1) == []
    one.put(record("r2"), unit(2))
    other.clear()
    one.put(record("r3"), unit(3))
    assert other.count("default") == 1


def test_the_key_shows_nowhere_but_in_its_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "s3cret")
    store = open_store(folder)
    store.put(record("r1"), unit(1))
    store.close()
    assert "s3cret" not in repr(store)
    assert not (folder / KEY_FILE).exists()
    for place, _, names in os.walk(folder):
        assert all(b"s3cret" not in (Path(place) / name).read_bytes() for name in names)


def test_a_deleted_record_takes_its_pointers_with_it_but_not_those_that_moved(client: Any) -> None:
    # https://github.com/zilliztech/GPTCache/issues/632: what was left behind grew without bound.
    store = ChromaStore(client=client, embedder_name="mini", dimension=DIMENSION)
    store.put(record("r1"), unit(1), ["a", "b"])
    store.put(record("r2"), unit(2), ["b"])
    store.delete("default", "r1")
    assert client.get_collection(collection_name("default")).count() == 2
    assert [r.id for r in store.find("default", ["a", "b"])] == ["r2"]
    store.trim("default", 0)
    assert client.get_collection(collection_name("default")).count() == 0
