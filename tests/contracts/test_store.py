"""What every store does, whatever it keeps its records in."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stepcache_core.errors import InvalidArgumentError
from stepcache_core.model import Usage
from stepcache_core.store import Entry, ExpiringStore, Store
from tests.store_samples import DIMENSION, record, turned, unit

AWKWARD_NAMES = [
    "gemma:latest",
    'a/b|c*d{e}f"g\\h,i',
    "  spaces\tand\nbreaks  ",
    "..",
    "é ≠ e\u0301",
    "שלום \u202e مرحبا",
    "😀",
    "lone \ud800 surrogate",
    "nul \x00 byte",
    "n" * 2000,
]


def test_it_fulfils_the_protocol(store: Store) -> None:
    assert isinstance(store, Store)


def test_a_record_comes_back_as_it_was_put(store: Store) -> None:
    put = record("r1", payload={"id": [1, 2.5, None, True, "\ud800", {"nested": []}]})
    store.put(put, unit(1))
    assert store.get("default", "r1") == put


def test_what_was_never_put_is_not_found(store: Store) -> None:
    assert store.get("default", "r1") is None
    assert store.find("default", ["a"]) == []
    assert store.nearest("default", "p", unit(1), 3) == []
    assert store.count("default") == 0
    assert store.namespaces() == []
    assert store.delete("default", "r1") is False
    assert store.trim("default", 0) == 0
    store.clear("default")
    store.clear()


def test_putting_the_same_id_again_replaces_the_record_and_its_place(store: Store) -> None:
    store.put(record("r1", text="old"), unit(1))
    store.put(record("r1", text="new"), unit(2))
    assert store.count("default") == 1
    (only,) = store.nearest("default", "p", unit(2), 5)
    assert only.record.text.endswith("new")
    assert only.similarity == pytest.approx(1, abs=1e-5)


def test_a_record_put_again_under_another_partition_leaves_the_first(store: Store) -> None:
    store.put(record("r1", partition="p"), unit(1))
    store.put(record("r1", partition="q"), unit(1))
    assert store.nearest("default", "p", unit(1), 5) == []
    assert [c.record.id for c in store.nearest("default", "q", unit(1), 5)] == ["r1"]


def test_a_record_put_again_without_a_vector_is_no_longer_near_anything(store: Store) -> None:
    store.put(record("r1"), unit(1))
    store.put(record("r1"), None)
    assert store.nearest("default", "p", unit(1), 5) == []
    assert store.get("default", "r1") == record("r1")


def test_aliases_find_records_in_the_order_asked_each_once(store: Store) -> None:
    store.put(record("r1"), None, ["one", "uno"])
    store.put(record("r2"), unit(2), ["two", "two"])
    found = store.find("default", ["two", "missing", "uno", "one", "two"])
    assert [r.id for r in found] == ["r2", "r1"]
    assert store.find("default", []) == []


def test_an_alias_moves_to_the_record_it_was_last_put_with(store: Store) -> None:
    store.put(record("r1"), None, ["a", "b"])
    store.put(record("r2"), None, ["a"])
    assert [r.id for r in store.find("default", ["a", "b"])] == ["r2", "r1"]
    store.delete("default", "r1")
    assert [r.id for r in store.find("default", ["a", "b"])] == ["r2"]


def test_an_alias_of_a_deleted_record_finds_nothing(store: Store) -> None:
    store.put(record("r1"), None, ["a"])
    assert store.delete("default", "r1") is True
    assert store.find("default", ["a"]) == []
    assert store.delete("default", "r1") is False


def test_an_alias_is_not_a_record_id_and_is_not_counted(store: Store) -> None:
    store.put(record("r1"), unit(1), ["a", "b", "c"])
    assert store.get("default", "a") is None
    assert store.find("default", ["r1"]) == []
    assert store.count("default") == 1
    assert [c.record.id for c in store.nearest("default", "p", unit(5), 10)] == ["r1"]


def test_the_nearest_come_first_with_their_cosine(store: Store) -> None:
    query = unit(1)
    cosines = [0.999, 0.95, 0.7, 0.2, -0.5]
    for place, cosine in enumerate(cosines):
        store.put(record(f"r{place}"), turned(query, cosine))
    found = store.nearest("default", "p", query, 4)
    assert [c.record.id for c in found] == ["r0", "r1", "r2", "r3"]
    assert [c.similarity for c in found] == pytest.approx(cosines[:4], abs=1e-5)


def test_an_opposite_vector_is_still_found_in_its_partition(store: Store) -> None:
    store.put(record("r1"), -unit(1))
    (only,) = store.nearest("default", "p", unit(1), 5)
    assert only.similarity == pytest.approx(-1, abs=1e-5)


def test_a_record_without_a_vector_is_found_by_key_only(store: Store) -> None:
    store.put(record("r1"), None, ["a"])
    assert store.nearest("default", "p", unit(1), 5) == []
    assert [r.id for r in store.find("default", ["a"])] == ["r1"]


def test_nearer_records_of_other_partitions_never_mask_ours(store: Store) -> None:
    # langchain-redis takes the nearest first and filters after: a nearer stranger hides the record that would do.
    query = unit(1)
    for other in range(60):
        store.put(record(f"other{other}", partition=f"p{other % 20}"), query)
    store.put(record("ours", partition="mine"), turned(query, 0.6))
    (found,) = store.nearest("default", "mine", query, 3)
    assert found.record.id == "ours"
    assert found.similarity == pytest.approx(0.6, abs=1e-5)
    assert store.nearest("default", "nobody's", query, 3) == []


def test_namespaces_never_see_each_other(store: Store) -> None:
    store.put(record("r1", namespace="alice", text="hers"), unit(1), ["a"])
    store.put(record("r1", namespace="bob", text="his"), unit(1), ["a"])
    for namespace, text in (("alice", "hers"), ("bob", "his")):
        got = store.get(namespace, "r1")
        assert got is not None
        assert got.text.endswith(text)
        assert store.find(namespace, ["a"]) == [got]
        assert [c.record for c in store.nearest(namespace, "p", unit(1), 5)] == [got]
    store.delete("alice", "r1")
    assert store.get("bob", "r1") is not None


def test_namespaces_that_hold_records_are_listed_in_order(store: Store) -> None:
    for namespace in ("b", "a", "c"):
        store.put(record("r1", namespace=namespace), None)
    store.delete("b", "r1")
    assert store.namespaces() == ["a", "c"]


def test_clearing_a_namespace_leaves_the_others(store: Store) -> None:
    store.put(record("r1", namespace="a"), unit(1), ["x"])
    store.put(record("r1", namespace="b"), unit(1), ["x"])
    store.clear("a")
    assert store.namespaces() == ["b"]
    assert store.get("a", "r1") is None
    assert store.nearest("a", "p", unit(1), 1) == []
    store.put(record("r2", namespace="a"), unit(1))
    assert store.count("a") == 1


def test_clearing_all_leaves_nothing_and_the_store_usable(store: Store) -> None:
    store.put(record("r1", namespace="a"), unit(1))
    store.put(record("r1", namespace="b"), unit(1))
    store.clear()
    assert store.namespaces() == []
    store.put(record("r2", namespace="a"), unit(1))
    assert store.namespaces() == ["a"]


def test_trimming_removes_the_oldest_whatever_the_order_they_came_in(store: Store) -> None:
    for age in (5, 1, 4, 2, 3):
        store.put(record(f"r{age}", created_at=float(age)), unit(age), [f"a{age}"])
    assert store.trim("default", 2) == 3
    assert store.count("default") == 2
    assert [r.id for r in store.find("default", [f"a{age}" for age in range(1, 6)])] == ["r4", "r5"]
    assert {c.record.id for c in store.nearest("default", "p", unit(1), 5)} == {"r4", "r5"}
    assert store.trim("default", 2) == 0


def test_those_made_until_a_moment_are_removed_with_their_aliases(store: Store) -> None:
    if not isinstance(store, ExpiringStore):
        pytest.skip("it removes a record past its time when it is next met")
    for age in (5, 1, 4, 2, 3):
        store.put(record(f"r{age}", created_at=float(age)), unit(age), [f"a{age}"])
    assert store.expire("default", 3.0) == 3
    assert [r.id for r in store.find("default", [f"a{age}" for age in range(1, 6)])] == ["r4", "r5"]
    assert {c.record.id for c in store.nearest("default", "p", unit(1), 5)} == {"r4", "r5"}
    assert store.expire("default", 3.0) == 0
    assert store.expire("nobody's", 3.0) == 0


def test_a_record_put_again_counts_with_its_new_age(store: Store) -> None:
    for age in (1, 2, 3):
        store.put(record(f"r{age}", created_at=float(age)), None)
    store.put(record("r1", created_at=4.0), None)
    assert store.trim("default", 2) == 1
    assert store.get("default", "r2") is None


def test_at_capacity_the_recent_records_are_still_found(store: Store) -> None:
    # https://github.com/vllm-project/semantic-router/issues/2313: after an eviction every search missed.
    for turn in range(60):
        store.put(record(f"r{turn}", created_at=float(turn)), unit(turn), [f"a{turn}"])
        store.trim("default", 20)
    assert store.count("default") == 20
    for turn in range(40, 60):
        assert store.nearest("default", "p", unit(turn), 1)[0].record.id == f"r{turn}"
        assert [r.id for r in store.find("default", [f"a{turn}"])] == [f"r{turn}"]


def test_a_callers_edit_never_reaches_the_store(store: Store) -> None:
    # https://github.com/stanfordnlp/dspy/issues/10373
    payload: dict[str, list[int]] = {"tokens": [1]}
    vector = unit(1)
    store.put(record("r1", payload=payload), vector, ["a"])  # type: ignore[arg-type]
    payload["tokens"].append(2)
    vector[:] = unit(2)
    found = [store.get("default", "r1"), *store.find("default", ["a"])]
    found += [c.record for c in store.nearest("default", "p", unit(1), 1)]
    for got in found:
        assert got is not None
        assert got.payload == {"tokens": [1]}
        got.payload["tokens"].append(3)  # type: ignore[index, call-overload, union-attr]
    (near,) = store.nearest("default", "p", unit(1), 1)
    assert near.record.payload == {"tokens": [1]}
    assert near.similarity == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("payload", [{"a": {1, 2}}, {"a": (1, 2)}, {1: "a"}, b"bytes", object()])
def test_a_payload_that_is_not_json_is_refused_and_nothing_is_stored(store: Store, payload: object) -> None:
    with pytest.raises(InvalidArgumentError, match="payload"):
        store.put(record("r1", payload=payload), unit(1), ["a"])  # type: ignore[arg-type]
    assert store.get("default", "r1") is None
    assert store.find("default", ["a"]) == []
    assert store.namespaces() == []


@pytest.mark.parametrize("field", ["seconds", "created_at"])
def test_a_time_that_is_not_finite_is_refused(store: Store, field: str) -> None:
    with pytest.raises(InvalidArgumentError, match=field):
        store.put(replace(record("r1"), **{field: float("nan")}), unit(1))
    assert store.namespaces() == []


@pytest.mark.parametrize(
    "vector",
    [np.zeros(DIMENSION), np.full(DIMENSION, np.nan), 2 * unit(1), np.ones((1, DIMENSION)), unit(1, DIMENSION + 1)],
    ids=["zero", "nan", "too long", "two axes", "other dimension"],
)
def test_a_vector_that_cannot_be_compared_is_refused(store: Store, vector: np.ndarray) -> None:
    store.put(record("r0"), unit(0))
    with pytest.raises(InvalidArgumentError, match="vector"):
        store.put(record("r1"), vector)
    with pytest.raises(InvalidArgumentError, match="vector"):
        store.nearest("default", "p", vector, 1)
    assert store.count("default") == 1


def test_fewer_than_one_neighbour_cannot_be_asked_for(store: Store) -> None:
    store.put(record("r0"), unit(0))
    with pytest.raises(InvalidArgumentError, match="limit"):
        store.nearest("default", "p", unit(0), 0)


@pytest.mark.parametrize("name", AWKWARD_NAMES)
def test_any_text_names_a_namespace_a_record_a_partition_and_an_alias(store: Store, name: str) -> None:
    # https://github.com/maximhq/bifrost/issues/5333: "gemma:latest" broke the query, and nothing ever hit.
    put = record(name, namespace=name, partition=name, text=name)
    store.put(put, unit(1), [name])
    store.put(record("neighbour", namespace=name + "x"), unit(1), [name + "x"])
    assert store.get(name, name) == put
    assert store.find(name, [name]) == [put]
    assert [c.record for c in store.nearest(name, name, unit(1), 1)] == [put]
    assert store.namespaces() == sorted([name, name + "x"])
    assert store.rejected == 0


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(st.characters(), max_size=40),
    tokens=st.integers(0, 10**12),
    payload=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters(), max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
        max_leaves=8,
    ),
)
def test_every_record_round_trips(store: Store, text: str, tokens: int, payload: object) -> None:
    put = replace(record(text, text=text, payload=payload), usage=Usage(tokens, 0))  # type: ignore[arg-type]
    store.put(put, None, [text])
    assert store.get("default", text) == put
    assert store.find("default", [text]) == [put]


def test_closing_twice_is_no_error(store: Store) -> None:
    store.put(record("r1"), None)
    store.close()
    store.close()


def test_entries_bring_each_record_once_with_what_it_was_put_with(store: Store) -> None:
    store.put(record("r1"), unit(1), ["one", "uno"])
    store.put(record("r2", partition="q"), None)
    store.put(record("other", namespace="elsewhere"), unit(3), ["one"])
    assert sorted(store.entries("default"), key=lambda entry: entry.record.id) == [
        Entry(record("r1"), ("one", "uno"), near=True),
        Entry(record("r2", partition="q"), (), near=False),
    ]
    assert list(store.entries("nowhere")) == []


def test_entries_name_the_aliases_that_still_lead_to_a_record(store: Store) -> None:
    store.put(record("r1"), unit(1), ["one", "uno"])
    store.put(record("r2"), unit(2), ["uno"])
    assert {entry.record.id: entry.aliases for entry in store.entries("default")} == {"r1": ("one",), "r2": ("uno",)}


def test_entries_go_on_while_records_come_and_go(store: Store) -> None:
    for number in range(5):
        store.put(record(f"r{number}"), unit(number))
    entries = store.entries("default")
    seen = [next(entries).record.id]
    store.put(record("new"), unit(9))
    store.delete("default", "r4" if seen != ["r4"] else "r3")
    seen += [entry.record.id for entry in entries]
    assert len(seen) == len(set(seen))
    assert {"r0", "r1", "r2"} <= set(seen)


def test_entries_end_where_the_namespace_is_cleared_meanwhile(store: Store) -> None:
    store.put(record("r1"), unit(1), ["one"])
    entries = store.entries("default")
    store.clear("default")
    assert list(entries) == []


@pytest.mark.parametrize("alias", AWKWARD_NAMES, ids=ascii)
def test_entries_bring_any_alias_back(store: Store, alias: str) -> None:
    store.put(record("r1"), unit(1), [alias])
    assert [entry.aliases for entry in store.entries("default")] == [(alias,)]
