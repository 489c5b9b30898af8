"""The notebooks run from a clean kernel, with a real model and without, and what they keep is fit to be shown."""

from __future__ import annotations

import base64
import json
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("nbclient", reason="nbclient is not installed: pip install --group notebooks")
pytest.importorskip("pandas", reason="pandas is not installed: pip install --group notebooks")

from stepcache_core import WeightsUnavailableError, weights
from tests.notebooks.running import NOTEBOOKS, executed

# Every run prints the same in these: they ask no model.
REPEATABLE = [path for path in NOTEBOOKS if path.name[:2] in {"02", "05"}]
WITH_A_MODEL = [path for path in NOTEBOOKS if path not in REPEATABLE]
NEEDS = {"01": "langchain_openai", "03": "llama_index.llms.openai_like", "04": "langchain_openai"}

_OF_A_MACHINE = re.compile(r"/(?:home|root|Users|tmp|var|opt|work|mnt)/|[A-Z]:\\\\|file://|\.venv|site-packages")
_MOST_BYTES = 200_000
_MOST_BYTES_OF_A_PICTURE = 60_000


def cells(path: Path) -> list[dict[str, Any]]:
    return [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def printed_by(cell: Any) -> str:
    """What a cell printed; values that show themselves may hold times."""
    return "".join("".join(output.get("text", "")) for output in cell["outputs"])


def first_cell(notebook: Any) -> Any:
    return next(cell for cell in notebook.cells if cell.cell_type == "code")


def require(path: Path) -> None:
    module = NEEDS.get(path.name[:2])
    if module and (find_spec(module.partition(".")[0]) is None or find_spec(module) is None):
        pytest.skip(f"{module} is not installed")


def named(path: Path) -> str:
    return path.stem


def test_the_five_are_there_in_order() -> None:
    assert [path.name[:3] for path in NOTEBOOKS] == ["01_", "02_", "03_", "04_", "05_"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_a_notebook_keeps_the_outputs_of_one_run_from_top_to_bottom(path: Path) -> None:
    run = cells(path)
    assert [cell["execution_count"] for cell in run] == list(range(1, len(run) + 1))
    assert any(cell["outputs"] for cell in run)
    for cell in run:
        for output in cell["outputs"]:
            assert output["output_type"] != "error"
            assert output.get("name") != "stderr", output


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_a_notebook_holds_nothing_of_the_machine_it_ran_on_and_is_small(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert _OF_A_MACHINE.findall(text) == []
    assert len(text) < _MOST_BYTES
    assert json.loads(text)["metadata"].keys() <= {"kernelspec", "language_info"}
    for cell in cells(path):
        for output in cell["outputs"]:
            picture = output.get("data", {}).get("image/png", "")
            assert len(base64.b64decode("".join(picture))) < _MOST_BYTES_OF_A_PICTURE


@pytest.mark.parametrize("path", REPEATABLE, ids=named)
def test_a_notebook_without_a_model_prints_what_it_keeps(path: Path) -> None:
    for kept, cell in zip(cells(path), [c for c in executed(path).cells if c.cell_type == "code"], strict=True):
        assert printed_by(cell) == printed_by(kept), "keep the new outputs with: python -m tests.notebooks.running"


@pytest.mark.parametrize("path", WITH_A_MODEL, ids=named)
def test_a_notebook_runs_with_the_real_model(path: Path) -> None:
    require(path)
    pytest.importorskip("xllamacpp", reason="xllamacpp is not installed: pip install 'stepcache[demo]'")
    try:
        weights.fetch(weights.QWEN_CODER_05B)
    except WeightsUnavailableError as error:
        pytest.skip(f"the 0.5B model cannot be had: {error}")
    assert printed_by(first_cell(executed(path))).startswith("A real model on this machine")


@pytest.mark.parametrize("path", WITH_A_MODEL, ids=named)
def test_a_notebook_runs_without_the_real_model_and_says_so(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require(path)
    (tmp_path / "xllamacpp.py").write_text("raise ImportError('there is no model here')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert "a scripted one stands in" in printed_by(first_cell(executed(path)))
