"""The README's LangChain section runs as it stands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
_THEN = """
from tests.langchain.doubles import CountingChatModel
model = CountingChatModel()
for _ in range(2):
    print(model.invoke("What is the capital of France?").content)
print(model.calls)
"""


@pytest.mark.skipif(find_spec("langchain_openai") is None, reason="langchain_openai is not installed")
def test_the_example_with_langchain_puts_a_cache_before_every_model(tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    (block,) = [block for block in blocks if "set_llm_cache" in block]
    run = subprocess.run(
        [sys.executable, "-c", block + _THEN],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(README.parent), "OPENAI_API_KEY": "none"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split("\n")[:3] == ["You said: What is the capital of France?"] * 2 + ["1"]
