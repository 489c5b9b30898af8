"""Stores for the tests of the command line, and what a process of its own makes of a command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from stepcache_core import Answer, Generation, Request, StepCacheEngine, Usage
from stepcache_core.cli.app import app
from stepcache_core.embedding.onnx_minilm import MINILM_DIMENSION, MINILM_NAME
from stepcache_core.testing import FakeClock, HashEmbedder, ScriptedModel

ROOT = Path(__file__).parents[2]
SOLVED = "Subtract 5 from both sides:\n3x = 15\n\nDivide both sides by 3:\nx = 5"
CAPITAL = "What is the capital of France?"


class LikeMiniLM(HashEmbedder):
    """Hashed words under the default embedder's name: the command line takes it for that."""

    def __init__(self) -> None:
        super().__init__(MINILM_DIMENSION)
        self.name = MINILM_NAME


def fill(engine: StepCacheEngine) -> dict[str, Answer]:
    """Put a verified record, an open one and one of another namespace into an engine's store."""
    script = [Generation(SOLVED, Usage(10, 30)), Generation("Paris.", Usage(5, 1)), Generation("it", Usage(1, 1))]
    model = ScriptedModel(script)
    return {
        "equation": engine.answer(Request.from_prompt("Solve 3x + 5 = 20"), model.generate),
        "capital": engine.answer(Request.from_prompt(CAPITAL), model.generate),
        "other": engine.answer(Request.from_prompt("Say it", namespace="other"), model.generate),
    }


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A filled folder, and hashed words in place of the default embedder."""
    monkeypatch.setattr("stepcache_core.cli.place.OnnxMiniLMEmbedder", LikeMiniLM)
    path = tmp_path / "store"
    with StepCacheEngine(path=path, embedder=LikeMiniLM(), clock=FakeClock()) as engine:
        fill(engine)
    return path


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A folder of an embedder that the command line does not have."""
    path = tmp_path / "foreign"
    with StepCacheEngine(path=path, embedder=HashEmbedder(48)) as engine:
        fill(engine)
    return path


def run(*arguments: object, code: int = 0, typed: str = "") -> str:
    """All that a command prints, if it ends with that exit code."""
    result = CliRunner().invoke(app, [str(one) for one in arguments], input=typed)
    assert result.exit_code == code, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.output


def run_json(*arguments: object) -> Any:
    """The JSON document that a command prints."""
    return json.loads(run(*arguments, "--json"))


def process(*arguments: object, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "stepcache_core.cli", *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
