"""The local model: a real server, which needs its package, and for real answers its weights."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from stepcache_core import local_model, weights
from stepcache_core.errors import InvalidArgumentError, MissingExtraError
from stepcache_core.local_model import LocalModel, LocalModelError
from tests.local_model import running_local_model

needs_server = pytest.mark.skipif(find_spec("xllamacpp") is None, reason="xllamacpp is not installed")


@pytest.fixture(scope="module")
def running() -> Iterator[LocalModel]:
    with running_local_model() as model:
        yield model


def post(model: LocalModel, prompt: str) -> dict[str, Any]:
    address = urlsplit(model.base_url)
    assert address.hostname == "127.0.0.1"
    connection = http.client.HTTPConnection("127.0.0.1", address.port or 80, timeout=120)
    body = {
        "model": model.model_name,
        "messages": [{"role": "user", "content": prompt}],
        "temperature": 0,
        "max_tokens": 24,
    }
    connection.request(
        "POST", f"{address.path}/chat/completions", json.dumps(body), {"Content-Type": "application/json"}
    )
    reply: dict[str, Any] = json.loads(connection.getresponse().read())
    connection.close()
    return reply


def text_of(reply: dict[str, Any]) -> str:
    return str(reply["choices"][0]["message"]["content"])


def test_it_answers_as_openai_does_with_usage(running: LocalModel) -> None:
    reply = post(running, "What is the capital of France? One word.")

    assert "Paris" in text_of(reply)
    assert reply["model"] == running.model_name
    assert reply["usage"]["prompt_tokens"] > 0
    assert reply["usage"]["completion_tokens"] > 0


def test_at_temperature_zero_the_answer_does_not_depend_on_what_was_asked_before(running: LocalModel) -> None:
    first = post(running, "Solve 3x + 5 = 20")
    post(running, "Solve 3x + 5 = 26")

    again = post(running, "Solve 3x + 5 = 20")

    assert text_of(again) == text_of(first)
    assert again["usage"] == first["usage"]


def test_a_second_start_is_a_no_op_and_a_second_model_has_a_port_of_its_own(running: LocalModel) -> None:
    address = running.base_url
    assert running.start().base_url == address

    other = LocalModel(context=256).start()
    try:
        assert other.base_url != address
    finally:
        other.stop()
        other.stop()
    with pytest.raises(LocalModelError, match="call start"):
        _ = other.base_url


ORPHAN = """
import time
from stepcache_core.local_model import LocalModel
from tests.local_model import running_local_model
model = LocalModel(context=256).start()
print(model.base_url, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX")
def test_the_server_ends_with_its_owner_even_when_that_is_killed(running: LocalModel) -> None:
    with subprocess.Popen([sys.executable, "-c", ORPHAN], stdout=subprocess.PIPE) as owner:
        assert owner.stdout is not None
        port = urlsplit(owner.stdout.readline().decode().strip()).port or 0
        assert answers(port)
        os.kill(owner.pid, signal.SIGKILL)

    give_up = time.monotonic() + 30
    while answers(port) and time.monotonic() < give_up:
        time.sleep(0.1)
    assert not answers(port)


def answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


@needs_server
def test_a_file_that_is_no_model_is_told_with_the_servers_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file,) = weights.QWEN_CODER_05B.files
    (tmp_path / file.path).write_bytes(b"no model")
    monkeypatch.setattr(weights, "fetch", lambda spec: tmp_path)

    with pytest.raises(LocalModelError, match=r"did not start \(exit code [^)]*\): .*\S"):
        LocalModel().start()


def test_without_the_package_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_model, "find_spec", lambda name: None)

    with pytest.raises(MissingExtraError, match=r"stepcache\[demo\]"):
        LocalModel().start()


@pytest.mark.parametrize("settings", [{"threads": 0}, {"threads": True}, {"context": -1}, {"context": "4096"}])
def test_settings_that_cannot_work_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(InvalidArgumentError, match="whole number"):
        LocalModel(**settings)


@pytest.mark.parametrize("port", [-1, 65536, "8080", True])
def test_a_port_that_is_none_is_refused(port: Any) -> None:
    with pytest.raises(InvalidArgumentError, match="port"):
        LocalModel(port=port)


def test_it_has_no_address_before_it_runs() -> None:
    with pytest.raises(LocalModelError, match="call start"):
        _ = LocalModel().base_url
