"""A real Chroma server on loopback, for as long as a `with` block runs."""

from __future__ import annotations

import http.client
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

START_SECONDS = 30.0
_ATTEMPTS = 3
_CHROMA = "import sys; from chromadb.cli.cli import app; sys.argv[0] = 'chroma'; app()"


class Server(NamedTuple):
    host: str
    port: int


@contextmanager
def chroma_server() -> Iterator[Server]:
    """Start this environment's `chroma run` on a free loopback port, over a folder that goes with it."""
    with tempfile.TemporaryDirectory(prefix="chroma-server-", ignore_cleanup_errors=True) as folder:
        process, server = _start(Path(folder))
        try:
            yield server
        finally:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _start(folder: Path) -> tuple[subprocess.Popen[bytes], Server]:
    log = folder / "server.log"
    for _ in range(_ATTEMPTS):
        # Another program may take the port between the look and the start: then the server ends, and we try again.
        server = Server("127.0.0.1", _free_port())
        arguments = ["run", "--path", str(folder / "db"), "--host", server.host, "--port", str(server.port)]
        with log.open("ab") as output:
            process = subprocess.Popen(
                [sys.executable, "-c", _CHROMA, *arguments], cwd=folder, stdout=output, stderr=subprocess.STDOUT
            )
        deadline = time.monotonic() + START_SECONDS
        while process.poll() is None and time.monotonic() < deadline:
            if _answers(server):
                return process, server
            time.sleep(0.05)
        process.kill()
        process.wait()
    raise RuntimeError(f"chroma run did not start:\n{log.read_text(errors='replace')[-2000:]}")


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _answers(server: Server) -> bool:
    connection = http.client.HTTPConnection(*server, timeout=2)
    try:
        connection.request("GET", "/api/v2/heartbeat")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()
