"""What every store does while it is read and written, by many threads and again and again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from stepcache_core.store import Store
from tests.store_samples import record, unit


def test_what_was_looked_for_in_vain_is_found_once_it_is_put(store: Store) -> None:
    for _ in range(2):
        assert store.get("default", "r1") is None
        assert store.find("default", ["a"]) == []
    store.put(record("r1"), None, ["a"])
    assert store.get("default", "r1") == record("r1")
    assert store.find("default", ["a"]) == [record("r1")]


@pytest.mark.parametrize("way", ["deleted", "trimmed", "cleared", "cleared with all"])
def test_a_record_read_before_is_gone_when_it_was_removed(store: Store, way: str) -> None:
    store.put(record("r1"), unit(1), ["a"])
    for _ in range(2):
        assert store.get("default", "r1") == record("r1")
        assert store.find("default", ["a"]) == [record("r1")]
    if way == "deleted":
        store.delete("default", "r1")
    elif way == "trimmed":
        store.trim("default", 0)
    else:
        store.clear("default" if way == "cleared" else None)
    assert store.get("default", "r1") is None
    assert store.find("default", ["a"]) == []
    store.put(record("r1", text="anew"), None, ["a"])
    assert store.find("default", ["a"]) == [record("r1", text="anew")]


def test_a_record_read_before_is_read_as_it_was_last_put(store: Store) -> None:
    for turn in range(4):
        put = record("r1", text=f"x = {turn}")
        store.put(put, None, ["a"])
        for _ in range(2):
            assert store.get("default", "r1") == put
            assert store.find("default", ["a"]) == [put]
    store.put(record("r2"), None, ["a"])
    assert store.find("default", ["a"]) == [record("r2")]


def test_every_thread_reads_its_own_last_write(store: Store) -> None:
    def work(number: int) -> None:
        name = f"r{number}"
        for turn in range(4):
            put = record(name, text=str(turn))
            store.put(put, None, [name])
            assert store.get("default", name) == put
            assert store.find("default", [name]) == [put]
        store.delete("default", name)
        assert store.get("default", name) is None
        assert store.find("default", [name]) == []

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(work, range(16)))


def test_sixteen_threads_work_on_one_store_without_error(store: Store) -> None:
    def work(seed: int) -> None:
        random = Random(seed)
        for _ in range(12):
            number = random.randrange(30)
            match random.randrange(6):
                case 0 | 1:
                    store.put(record(f"r{number}", partition=f"p{number % 3}"), unit(number), [f"a{number}"])
                case 2:
                    got = store.get("default", f"r{number}")
                    assert got is None or got.id == f"r{number}"
                case 3:
                    assert all(r.id == f"r{number}" for r in store.find("default", [f"a{number}"]))
                case 4:
                    near = store.nearest("default", f"p{number % 3}", unit(number), 3)
                    assert all(c.record.partition == f"p{number % 3}" for c in near)
                case _:
                    store.delete("default", f"r{number}")

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(work, range(16)))
    assert store.rejected == 0


def test_a_hundred_simultaneous_puts_of_one_record_leave_one(store: Store) -> None:
    # https://github.com/langchain-ai/langchain/issues/23904
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda _: store.put(record("r1"), unit(1), ["a"]), range(100)))
    assert store.count("default") == 1
    assert store.find("default", ["a"]) == [record("r1")]
