"""The two places a store can be: a folder of this process, and a Chroma server on loopback over that folder."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import chromadb

from benchmarks.scale.filling import DIMENSION, KEY, embedder
from stepcache_core import StepCacheEngine
from stepcache_core.store import ChromaStore

_CHROMA = "import sys; from chromadb.cli.cli import app; sys.argv[0] = 'chroma'; app()"
_START_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Served:
    """A server, as its clients name it, and its process."""

    where: str
    process_id: int


def open_engine(where: str) -> StepCacheEngine:
    """An engine on a folder, or on a server given as `host:port`."""
    host, _, port = where.rpartition(":")
    if not port.isdigit():
        store = ChromaStore(Path(where), embedder_name=embedder().name, dimension=DIMENSION, key=KEY)
    else:
        client = chromadb.HttpClient(host=host, port=int(port))
        store = ChromaStore(client=client, embedder_name=embedder().name, dimension=DIMENSION, key=KEY)
    store.open()
    return StepCacheEngine(store=store, embedder=embedder())


@contextmanager
def chroma_server(folder: Path) -> Iterator[Served]:
    """`chroma run` over a folder that no process has open.

    Raises:
        RuntimeError: It does not answer; the message holds what it printed.
    """
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = int(listener.getsockname()[1])
    arguments = ["run", "--path", str(folder), "--host", "127.0.0.1", "--port", str(port)]
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen([sys.executable, "-c", _CHROMA, *arguments], stdout=log, stderr=subprocess.STDOUT)
        try:
            if not _is_up(process, port):
                log.seek(0)
                raise RuntimeError(f"chroma run did not start:\n{log.read()[-2000:].decode(errors='replace')}")
            yield Served(f"127.0.0.1:{port}", process.pid)
        finally:
            process.terminate()
            process.wait()


def _is_up(process: subprocess.Popen[bytes], port: int) -> bool:
    deadline = time.monotonic() + _START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            chromadb.HttpClient(host="127.0.0.1", port=port).heartbeat()
        except Exception:  # noqa: BLE001  # not yet up: chromadb wraps a refused connection in several types
            time.sleep(0.1)
        else:
            return True
    return False
