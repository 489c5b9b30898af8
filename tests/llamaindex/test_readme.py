"""What the README shows for LlamaIndex runs as it stands, against an OpenAI-compatible server on loopback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

pytest.importorskip("llama_index.llms.openai_like", reason="LlamaIndex and its OpenAI integrations are not installed")

from tests.llamaindex.providers import Wire

ROOT = Path(__file__).parents[2]


@pytest.fixture
def served() -> Iterator[tuple[str, Wire]]:
    wire = Wire(content="Step 1: 3x + 5 = 20\nStep 2: 3x = 15\nStep 3: x = 5\n")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            wire.sent.append((self.path, body))
            reply = json.dumps(wire.completion(body)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, *_: object) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1", wire
        server.shutdown()


def test_the_example_for_llamaindex_runs(tmp_path: Path, served: tuple[str, Wire]) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "stepcache_llamaindex" in block]
    assert blocks
    address, wire = served
    env = {**os.environ, "PYTHONPATH": str(ROOT), "OPENAI_API_KEY": "none", "OPENAI_API_BASE": address}
    run = subprocess.run(
        [sys.executable, "-c", "\n".join(blocks)], cwd=tmp_path, env=env, capture_output=True, text=True, check=True
    )
    assert "x = 5" in run.stdout
    assert "x = 7" in run.stdout
    assert wire.calls == 1
