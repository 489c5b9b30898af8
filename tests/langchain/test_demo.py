"""The demo, as a newcomer runs it: a real local model, a Chroma folder, twice."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from stepcache_core import weights
from stepcache_core.errors import WeightsUnavailableError


def run_demo(folder: Path) -> str:
    root = Path(__file__).parents[2]
    run = subprocess.run(
        [sys.executable, "-m", "stepcache_langchain.demo"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(root), "COLUMNS": "160"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def calls_with_stepcache(output: str) -> int:
    found = re.search(r"with StepCache +(\d+) ", output)
    assert found, output
    return int(found[1])


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    for package in ("xllamacpp", "langchain_openai", "rich"):
        if find_spec(package) is None:
            pytest.skip(f"{package} is not installed: pip install 'stepcache[demo]'")
    try:
        weights.fetch(weights.QWEN_CODER_05B)
    except WeightsUnavailableError as error:
        pytest.skip(f"the 0.5B model cannot be had: {error}")
    folder = tmp_path_factory.mktemp("demo")
    return run_demo(folder), run_demo(folder)


def test_the_first_run_reuses_replays_and_patches_on_the_real_model(outputs: tuple[str, str]) -> None:
    first = outputs[0]
    for outcome in ("EXACT", "REUSE", "REPLAY", "PATCH", "MISS"):
        assert re.search(rf"^  {outcome}\b", first, re.MULTILINE), outcome
    assert calls_with_stepcache(first) < 12


def test_the_second_run_needs_the_model_for_nothing(outputs: tuple[str, str]) -> None:
    assert calls_with_stepcache(outputs[1]) == 0
