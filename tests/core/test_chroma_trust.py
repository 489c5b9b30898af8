"""What was edited, moved, forged or spoilt in Chroma is never served, never raises, and is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chromadb
import pytest

from stepcache_core.store import ChromaStore
from stepcache_core.store.chroma_collections import collection_name
from stepcache_core.store.codec import encode_pointer, encode_record
from stepcache_core.store.rows import ALIAS, RECORD, alias_row, record_row
from stepcache_core.store.signing import INTEGRITY_KEY, Place, Signer
from tests.store_samples import DIMENSION, record, unit

KEY = b"the right key"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Any]:
    with chromadb.PersistentClient(str(tmp_path / "chroma")) as opened:  # type: ignore[attr-defined]
        yield opened


@pytest.fixture
def store(client: Any) -> ChromaStore:
    opened = ChromaStore(client=client, embedder_name="mini", dimension=DIMENSION, key=KEY)
    opened.put(record("r1"), unit(1), ["a1"])
    opened.put(record("r2"), unit(2), ["a2"])
    opened.put(record("other", namespace="other"), unit(3), ["a3"])
    return opened


def rows_of(client: Any, namespace: str = "default") -> Any:
    return client.get_collection(collection_name(namespace), embedding_function=None)


def overwrite(client: Any, documents: dict[str, str]) -> None:
    rows = rows_of(client)
    spots = [rows.get(ids=[row_id], include=["embeddings"])["embeddings"][0] for row_id in documents]
    rows.update(ids=list(documents), embeddings=spots, documents=list(documents.values()))


def document(client: Any, row_id: str, namespace: str = "default") -> str:
    return str(rows_of(client, namespace).get(ids=[row_id])["documents"][0])


R1, R2, A1, A2 = record_row("r1"), record_row("r2"), alias_row("a1"), alias_row("a2")


def resealed(body: str, row_id: str = R1, kind: str = RECORD, key: bytes = KEY) -> str:
    return Signer(key).seal(body, Place("default", row_id, kind))


SPOILT: dict[str, Callable[[Any], str]] = {
    "one letter changed": lambda client: document(client, R1).replace("x = 5", "x = 6"),
    "cut short": lambda client: document(client, R1)[:-10],
    "empty": lambda _: "",
    "no JSON": lambda _: "spoilt \u2603",
    "without a seal": lambda _: encode_record(record("r1")),
    "another record's document": lambda client: document(client, R2),
    "another namespace's document": lambda client: document(client, record_row("other"), "other"),
    "a pointer's document": lambda client: document(client, A1),
    "sealed with another key": lambda _: resealed(encode_record(record("r1")), key=b"another key"),
    "sealed with the public key": lambda _: resealed(encode_record(record("r1")), key=INTEGRITY_KEY),
    "sealed, of another namespace": lambda _: resealed(encode_record(record("r1", namespace="other"))),
    "sealed, of another id": lambda _: resealed(encode_record(record("r2"))),
    "sealed, of a later schema": lambda _: resealed(encode_record(record("r1")).replace('"schema":1', '"schema":2')),
    "sealed, nested without end": lambda _: resealed("[" * 50_000),
    "sealed, a step missing": lambda _: resealed(encode_record(record("r1")).replace('"steps":[[', '"steps":["", [')),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_spoilt_record_is_left_out_everywhere_and_counted_once(
    store: ChromaStore, client: Any, spoil: Callable[[Any], str]
) -> None:
    overwrite(client, {R1: spoil(client)})
    for _ in range(2):
        assert store.get("default", "r1") is None
        assert store.find("default", ["a1", "a2"]) == [record("r2")]
        assert [c.record.id for c in store.nearest("default", "p", unit(1), 2)] == ["r2"]
    assert store.rejected == 1


def test_two_documents_that_changed_places_are_both_left_out(store: ChromaStore, client: Any) -> None:
    overwrite(client, {R1: document(client, R2), R2: document(client, R1)})
    assert store.get("default", "r1") is None
    assert store.get("default", "r2") is None
    assert store.nearest("default", "p", unit(1), 2) == []
    assert store.rejected == 2


@pytest.mark.parametrize(
    "spoil",
    [
        lambda client: document(client, A2),
        lambda client: document(client, R1),
        lambda _: encode_pointer("r2"),
        lambda _: resealed(encode_pointer("r2"), A1, ALIAS, b"another key"),
        lambda _: resealed("{}", A1, ALIAS),
    ],
    ids=["another alias's", "a record", "without a seal", "another key", "sealed nonsense"],
)
def test_a_spoilt_pointer_leads_nowhere(store: ChromaStore, client: Any, spoil: Callable[[Any], str]) -> None:
    overwrite(client, {A1: spoil(client)})
    assert store.find("default", ["a1"]) == []
    assert store.find("default", ["a2"]) == [record("r2")]
    assert store.rejected == 1


def test_rows_of_strangers_in_our_collection_are_left_out(store: ChromaStore, client: Any) -> None:
    spot = rows_of(client).get(ids=[R1], include=["embeddings"])["embeddings"][0]
    rows_of(client).add(ids=["stranger"], embeddings=[spot], documents=["hello"], metadatas=[{"kind": RECORD}])
    rows_of(client).add(ids=["silent"], embeddings=[spot])
    assert [c.record.id for c in store.nearest("default", "p", unit(1), 5)] == ["r1", "r2"]
    assert store.rejected == 2
    assert store.trim("default", 1) == 2
    assert store.count("default") == 1


def test_metadata_of_strangers_does_not_disturb_trimming(store: ChromaStore, client: Any) -> None:
    rows_of(client).update(ids=[R1], metadatas=[{"created_at": "yesterday", "aliases": "[" * 9999}])
    assert store.trim("default", 1) == 1
    assert store.get("default", "r1") is None
    assert store.get("default", "r2") == record("r2")


def test_a_forged_list_of_aliases_cannot_remove_anothers_pointer(store: ChromaStore, client: Any) -> None:
    rows_of(client).update(ids=[R1], metadatas=[{"aliases": '["a2", 5]'}])
    store.delete("default", "r1")
    assert store.find("default", ["a2"]) == [record("r2")]


def test_a_vector_moved_to_another_partition_brings_no_record_there(store: ChromaStore, client: Any) -> None:
    store.put(record("q1", partition="q"), unit(1))
    spot = rows_of(client).get(ids=[record_row("q1")], include=["embeddings"])["embeddings"][0]
    rows_of(client).update(ids=[R1], embeddings=[spot])
    assert [c.record.id for c in store.nearest("default", "q", unit(1), 5)] == ["q1"]


def test_a_store_with_another_key_reads_nothing(store: ChromaStore, client: Any) -> None:
    other = ChromaStore(client=client, embedder_name="mini", dimension=DIMENSION, key=b"wrong")
    assert other.get("default", "r1") is None
    assert other.find("default", ["a1"]) == []
    assert other.nearest("default", "p", unit(1), 5) == []
    assert other.rejected == 3
    assert store.get("default", "r1") == record("r1")


def test_a_put_mends_what_was_spoilt(store: ChromaStore, client: Any) -> None:
    overwrite(client, {R1: "spoilt", A1: "spoilt"})
    assert store.find("default", ["a1"]) == []
    store.put(record("r1"), unit(1), ["a1"])
    assert store.find("default", ["a1"]) == [record("r1")]
