"""What the pages show runs as it stands, and prints what they say: each page is one program."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from stepcache_core import WeightsUnavailableError, weights
from tests.chroma_server import chroma_server
from tests.docs.model_server import model_server
from tests.docs.pages import PAGES, ROOT, blocks_of, modules_of, outputs_of, program_of

SERVER = 'host="localhost", port=8000'
"""Where the pages have a Chroma server."""


@pytest.fixture(scope="module")
def environment() -> Iterator[dict[str, str]]:
    with model_server() as address:
        served = {"OPENAI_API_KEY": "none", "OPENAI_API_BASE": address, "OPENAI_BASE_URL": address}
        yield {**os.environ, **served, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}


def require(modules: set[str]) -> None:
    """Skip the test where what a page needs is not here."""
    for module in sorted(modules):
        parent, _, _ = module.rpartition(".")
        if (parent and find_spec(parent.partition(".")[0]) is None) or find_spec(module) is None:
            pytest.skip(f"{module} is not installed")
    if "stepcache_core.local_model" in modules:
        if find_spec("xllamacpp") is None:
            pytest.skip("xllamacpp is not installed: pip install 'stepcache[demo]'")
        try:
            weights.fetch(weights.QWEN_CODER_05B)
        except WeightsUnavailableError as error:
            pytest.skip(f"the 0.5B model cannot be had: {error}")


def run(program: str, folder: Path, environment: dict[str, str]) -> list[str]:
    """What each block of a program prints."""
    (folder / "page.py").write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "page.py"], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return outputs_of(done.stdout)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks_of(page)], ids=lambda page: page.relative_to(ROOT).as_posix()
)
def test_a_page_runs_from_top_to_bottom_and_prints_what_it_shows(
    page: Path, tmp_path: Path, environment: dict[str, str]
) -> None:
    blocks = blocks_of(page)
    require(modules_of(blocks))
    program = program_of(blocks)
    if SERVER in program:
        with chroma_server() as server:
            own = f'host="{server.host}", port={server.port}'
            printed = run(program.replace(SERVER, own), tmp_path, environment)
    else:
        printed = run(program, tmp_path, environment)
    for block, output in zip(blocks, printed, strict=True):
        if block.output is not None:
            assert output == block.output, f"{page.name}:{block.line}"


def test_the_readme_names_both_commands_and_shows_every_way_in() -> None:
    readme = PAGES[0].read_text(encoding="utf-8")
    for shown in ("make demo", "make test", "set_llm_cache(StepCache(", "StepCacheLLM(llm=", "engine.answer("):
        assert shown in readme
