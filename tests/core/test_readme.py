"""What the README shows runs as it stands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"


def python_blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def test_the_example_without_a_framework_runs(tmp_path: Path) -> None:
    (block,) = [block for block in python_blocks() if "def generate(" in block]
    run = subprocess.run(
        [sys.executable, "-c", block],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(README.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "x = 5" in run.stdout
    assert "REPLAY" in run.stdout


def test_every_example_is_valid_python() -> None:
    assert len(python_blocks()) >= 2
    for block in python_blocks():
        compile(block, str(README), "exec")


def test_both_commands_are_there() -> None:
    text = README.read_text(encoding="utf-8")
    assert "make demo" in text
    assert "make test" in text
