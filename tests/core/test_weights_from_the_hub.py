"""Weights from the hub: its real client, in a process of its own as it reads its settings once, and a server here."""

from __future__ import annotations

import hashlib
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.core.weight_samples import CONTENT

pytestmark = pytest.mark.usefixtures("cache")


ASK_HUB = """
import json
from stepcache_core import weights
from stepcache_core.errors import WeightsUnavailableError
from tests.core.weight_samples import TINY

try:
    print(json.dumps({"folder": str(weights.fetch(TINY, [("the hub", weights.from_hub)]))}))
except WeightsUnavailableError as error:
    print(json.dumps({"error": str(error)}))
"""


@contextmanager
def hub(content: dict[str, bytes]) -> Iterator[tuple[str, list[str]]]:
    seen: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.answer(with_body=False)

        def do_GET(self) -> None:
            self.answer(with_body=True)

        def answer(self, *, with_body: bool) -> None:
            seen.append(f"{self.command} {self.path}")
            body = content.get(self.path.removeprefix("/someone/tiny/resolve/main/").removeprefix(COMMIT_PATH))
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Length", str(len(body or b"")))
            self.send_header("ETag", f'"{hashlib.sha256(body or b"").hexdigest()}"')
            self.send_header("X-Repo-Commit", "0" * 40)
            self.end_headers()
            if with_body and body is not None:
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", seen
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


COMMIT_PATH = f"/someone/tiny/resolve/{'0' * 40}/"


def ask_hub(address: str, home: Path, **settings: str) -> tuple[dict[str, str], str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("HF_")}
    environment = {**inherited, "HF_ENDPOINT": address, "HF_HOME": str(home), "NO_PROXY": "127.0.0.1", **settings}
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", ASK_HUB],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        cwd=root,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, str] = json.loads(done.stdout)
    return result, done.stderr


def test_files_are_had_from_the_hub_and_from_then_on_from_its_local_cache(tmp_path: Path, cache: Path) -> None:
    with hub(CONTENT) as (address, seen):
        result, _ = ask_hub(address, tmp_path / "home")
        assert "folder" in result, result
        assert {path: (Path(result["folder"]) / path).read_bytes() for path in CONTENT} == CONTENT

        asked = len(seen)
        result, _ = ask_hub(address, tmp_path / "home", STEPCACHE_CACHE=str(tmp_path / "another"))
        assert result == {"folder": str(tmp_path / "another" / "tiny")}
        assert len(seen) == asked


def test_a_file_of_another_size_on_the_hub_is_not_downloaded(tmp_path: Path) -> None:
    with hub({**CONTENT, "model.bin": b"another model"}) as (address, seen):
        result, _ = ask_hub(address, tmp_path / "home")

    assert "its model.bin has 13 bytes instead of 12,000" in result["error"]
    assert [line for line in seen if line.startswith("GET /someone")] == []


def test_an_unreachable_hub_is_a_reason_and_names_no_address(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

    result, logged = ask_hub(f"http://127.0.0.1:{port}", tmp_path / "home")

    assert "the hub: not reachable" in result["error"]
    assert str(port) not in result["error"] + logged


def test_a_hub_that_never_answers_is_given_up(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        result, _ = ask_hub(f"http://127.0.0.1:{listener.getsockname()[1]}", tmp_path / "home")

    assert "the hub: no" in result["error"]


def test_in_offline_mode_the_hub_is_not_asked(tmp_path: Path) -> None:
    with hub(CONTENT) as (address, seen):
        result, _ = ask_hub(address, tmp_path / "home", HF_HUB_OFFLINE="1")

    assert "OfflineModeIsEnabled" in result["error"]
    assert seen == []
