"""Records outlive the process that put them, however it ends, and processes share them through a server."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import chromadb
import pytest

from stepcache_core.store import ChromaStore
from tests.chroma_server import chroma_server
from tests.store_samples import DIMENSION, record, unit

ROOT = Path(__file__).parents[2]

PUT_MANY = """
import sys
from stepcache_core.store import ChromaStore
from tests.store_samples import DIMENSION, record, unit

store = ChromaStore(sys.argv[1], embedder_name="mini", dimension=DIMENSION)
for number in range(int(sys.argv[2])):
    store.put(record(f"r{number}", partition=f"p{number % 7}"), unit(number), [f"a{number}"])
    print(number, flush=True)
"""

ON_SERVER = """
import sys
import chromadb
from stepcache_core.store import ChromaStore
from tests.store_samples import DIMENSION, record, unit

client = chromadb.HttpClient(host=sys.argv[1], port=int(sys.argv[2]))
store = ChromaStore(client=client, embedder_name="mini", dimension=DIMENSION)
for line in sys.stdin:
    command, number = line.split()
    if command == "put":
        store.put(record(f"r{number}"), unit(int(number)), [f"a{number}"])
        print("done", flush=True)
    else:
        near = [c.record.id for c in store.nearest("default", "p", unit(int(number)), 1)]
        by_alias = [r.id for r in store.find("default", [f"a{number}"])]
        got = store.get("default", f"r{number}")
        print(*near, *by_alias, got and got.id, flush=True)
"""


def start(program: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def missing_from(store: ChromaStore, numbers: list[int]) -> list[int]:
    return [
        number
        for number in numbers
        if store.get("default", f"r{number}") is None
        or [r.id for r in store.find("default", [f"a{number}"])] != [f"r{number}"]
        or store.nearest("default", f"p{number % 7}", unit(number), 1)[0].record.id != f"r{number}"
    ]


def test_a_new_process_finds_what_an_earlier_one_put(tmp_path: Path) -> None:
    with start(PUT_MANY, tmp_path, 20) as writer:
        output, _ = writer.communicate(timeout=60)
    assert output.split() == [str(number) for number in range(20)]
    store = ChromaStore(tmp_path, embedder_name="mini", dimension=DIMENSION)
    assert missing_from(store, list(range(20))) == []
    assert store.rejected == 0
    store.close()


@pytest.mark.parametrize("seed", [1, 2])
def test_every_acknowledged_record_survives_a_kill_in_the_middle_of_writing(tmp_path: Path, seed: int) -> None:
    # https://github.com/chroma-core/chroma/issues/7090: more than a thousand rows were gone after a restart.
    last = Random(seed).randrange(20, 180)
    acknowledged = []
    with start(PUT_MANY, tmp_path, 200) as writer:
        assert writer.stdout is not None
        for line in writer.stdout:
            acknowledged.append(int(line))
            if len(acknowledged) == last:
                writer.kill()
    assert writer.returncode != 0
    assert len(acknowledged) >= last
    store = ChromaStore(tmp_path, embedder_name="mini", dimension=DIMENSION)
    assert missing_from(store, acknowledged) == []
    # The write that was under way is there whole, or not at all.
    unsure = len(acknowledged)
    whole = store.get("default", f"r{unsure}") is not None
    assert store.count("default") == len(acknowledged) + whole
    assert bool(store.find("default", [f"a{unsure}"])) == whole
    assert store.rejected == 0
    store.put(record("after"), unit(1))
    store.close()


def test_two_processes_on_one_server_see_each_others_writes_at_once() -> None:
    with chroma_server() as server, start(ON_SERVER, *server) as one, start(ON_SERVER, *server) as other:

        def ask(process: subprocess.Popen[str], command: str, number: int) -> str:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(f"{command} {number}\n")
            process.stdin.flush()
            return process.stdout.readline().strip()

        for number in range(10):
            writer, reader = (one, other) if number % 2 else (other, one)
            assert ask(writer, "put", number) == "done"
            assert ask(reader, "read", number) == f"r{number} r{number} r{number}"
        client = chromadb.HttpClient(host=server.host, port=server.port)
        store = ChromaStore(client=client, embedder_name="mini", dimension=DIMENSION)
        store.clear()
        assert ask(one, "read", 1) == "None"
        assert ask(other, "put", 3) == "done"
        assert ask(one, "read", 3) == "r3 r3 r3"
        assert store.count("default") == 1


def test_clients_that_make_one_namespace_at_the_same_time_share_it() -> None:
    with chroma_server() as server:
        stores = [
            ChromaStore(
                client=chromadb.HttpClient(host=server.host, port=server.port),
                embedder_name="mini",
                dimension=DIMENSION,
            )
            for _ in range(8)
        ]
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda number: stores[number].put(record(f"r{number}"), unit(number)), range(8)))
        assert [store.count("default") for store in stores] == [8] * 8


def test_a_search_while_the_first_record_is_being_written_finds_it_or_nothing() -> None:
    # A real server answers "Error creating hnsw segment reader: Nothing found on disk" in that instant.
    with chroma_server() as server:
        client = chromadb.HttpClient(host=server.host, port=server.port)
        store = ChromaStore(client=client, embedder_name="mini", dimension=DIMENSION)

        def search(namespace: str) -> set[int]:
            return {len(store.nearest(namespace, "p", unit(1), 1)) for _ in range(15)}

        with ThreadPoolExecutor(4) as pool:
            for turn in range(12):
                namespace = f"n{turn}"
                store.put(record("r0", namespace=namespace), None)
                store.clear(namespace)
                searches = [pool.submit(search, namespace) for _ in range(4)]
                store.put(record("r1", namespace=namespace), unit(1))
                assert all(seen.result() <= {0, 1} for seen in searches)
                assert len(store.nearest(namespace, "p", unit(1), 1)) == 1
