"""`python -m benchmarks.microbench` from end to end, against a small OpenAI-compatible server."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest

from benchmarks.microbench import __main__ as command
from benchmarks.microbench.model_calls import Model, ServerError
from benchmarks.microbench.workload import built_in, one_of_each, read, write
from stepcache_core import Generation, Request
from stepcache_core.testing import HashEmbedder
from tests.benchmarks.scripted import answers_of


class Server(BaseHTTPRequestHandler):
    """Streams the scripted answer in two pieces, then the usage."""

    script: ClassVar[Any]
    bodies: ClassVar[list[dict[str, Any]]]
    sends_usage: ClassVar[bool]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.bodies.append(body)
        text = type(self).script(body["messages"][-1]["content"])
        middle = len(text) // 2
        chunks: list[dict[str, Any]] = [
            {"choices": [{"index": 0, "delta": {"content": text[:middle]}, "finish_reason": None}]},
            {"choices": [{"index": 0, "delta": {"content": text[middle:]}, "finish_reason": "stop"}]},
        ]
        if self.sends_usage:
            usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
            chunks.append({"choices": [], "usage": usage})
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for chunk in chunks:
            whole = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", **chunk}
            self.wfile.write(f"data: {json.dumps(whole)}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture
def base_url() -> Iterator[str]:
    Server.bodies, Server.sends_usage = [], True
    Server.script = staticmethod(lambda prompt: "x = 5")
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
        server.shutdown()


@pytest.fixture(autouse=True)
def hashed_embeddings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "OnnxMiniLMEmbedder", HashEmbedder)


def bench(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", ["microbench", *arguments])
    command.main()


def test_a_call_is_streamed_at_temperature_0_and_comes_back_with_its_usage(base_url: str) -> None:
    model = Model(base_url, "m", {"cache_prompt": False})
    *pieces, last = model.stream(Request.from_prompt("x + 1 = 6"))
    assert "".join(map(str, pieces)) == "x = 5"
    assert isinstance(last, Generation)
    assert (last.text, last.usage.prompt_tokens, last.usage.completion_tokens) == ("x = 5", 11, 7)
    (body,) = Server.bodies
    assert body["temperature"] == 0
    assert body["stream"] is True
    assert body["cache_prompt"] is False


def test_a_server_without_usage_is_an_error_not_a_zero(base_url: str) -> None:
    Server.sends_usage = False
    with pytest.raises(ServerError, match="no usage"):
        list(Model(base_url, "m", {}).stream(Request.from_prompt("x + 1 = 6")))


def test_a_workload_file_is_run_written_down_and_reported(
    base_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    cases = one_of_each(built_in(7, bases=1))
    write(cases, tmp_path / "own.jsonl")
    Server.script = staticmethod(answers_of(cases))
    arguments = (
        *("--base-url", base_url, "--model-name", "m", "--workload", str(tmp_path / "own.jsonl")),
        *("--contenders", "no cache", "stepcache", "--output", str(tmp_path / "out")),
    )
    bench(monkeypatch, *arguments, "--seeds", "1")
    asked = len(Server.bodies)
    bench(monkeypatch, *arguments, "--seeds", "1", "2")
    printed = capsys.readouterr()
    told = json.loads((tmp_path / "out" / "report.json").read_text())
    assert told["seeds"] == [1, 2]
    assert told["run"]["workload_name"] == "own.jsonl"
    assert told["contenders"]["no cache"][0]["strict"] == 1
    assert told["contenders"]["no cache"][0]["prompt_tokens"] == 11
    assert len(Server.bodies) == asked  # another order of the same requests
    assert f"own.jsonl, {len(cases)} requests a seed, seeds 1, 2" in printed.out
    assert printed.err == ""
    assert (tmp_path / "out" / "latency.png").exists()


@pytest.mark.parametrize(
    ("warm", "source", "code"),
    [([], "by the model: own-1 (miss)", 0), (["The capital?"], "from the cache: own-1 (exact)", 1)],
)
def test_a_quick_run_names_each_wrong_answer_and_fails_for_one_that_the_cache_served(
    warm: list[str],
    source: str,
    code: int,
    base_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = {"task": "capitals", "prompt": "The capital?", "check": {"kind": "json", "keys": ["capital"]}}
    (tmp_path / "own.jsonl").write_text(json.dumps({"id": "own-1", "warm": warm, **line}))
    quick = ("--base-url", base_url, "--model-name", "m", "--workload", str(tmp_path / "own.jsonl"), "--quick")
    with pytest.raises(SystemExit) as end:
        bench(monkeypatch, *quick, "--contenders", "no cache", "stepcache")
    assert end.value.code == code
    assert f"WRONG, {source}: no strict JSON" in capsys.readouterr().out
    Server.script = staticmethod(lambda prompt: '{"capital": "Paris"}')
    with pytest.raises(SystemExit) as end:
        bench(monkeypatch, *quick, "--contenders", "no cache", "stepcache")
    assert end.value.code == 0
    assert "WRONG" not in capsys.readouterr().out


def test_a_seeds_requests_can_be_written_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench(monkeypatch, "--seeds", "43", "--write-workload", str(tmp_path / "cases.jsonl"))
    assert read(tmp_path / "cases.jsonl") == built_in(43)


def test_a_workload_that_cannot_be_used_ends_with_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own.jsonl").write_text("{")
    with pytest.raises(SystemExit, match=r"microbench: .*own.jsonl, line 1"):
        bench(monkeypatch, "--workload", str(tmp_path / "own.jsonl"))


def test_a_server_that_is_not_there_ends_the_run_with_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("--base-url", "http://127.0.0.1:9/v1", "--model-name", "m", "--quick", "--contenders", "no cache")
    with pytest.raises(SystemExit, match="microbench: the server: Connection error"):
        bench(monkeypatch, *arguments)


def test_a_server_needs_the_models_name(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bench(monkeypatch, "--base-url", "http://127.0.0.1:9/v1")
    assert "belong together" in capsys.readouterr().err
