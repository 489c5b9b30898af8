"""Executes the notebooks from a clean kernel.

    python -m tests.notebooks.running [part of a name ...]

keeps the outputs in the notebooks themselves.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

import nbformat
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
SECONDS = 180
"""How long a cell may take."""


class ThisInterpreter(KernelSpecManager):
    """Knows one kernel, whatever is registered on this machine: the interpreter that is running."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        command = [sys.executable, "-m", "ipykernel_launcher", "--log-level=ERROR", "-f", "{connection_file}"]
        return KernelSpec(argv=command)


def executed(notebook: Path) -> nbformat.NotebookNode:
    """The notebook as it comes out of a clean kernel, run in a copy of its folder that nothing was left in.

    Raises:
        nbclient.exceptions.CellExecutionError: A cell raised.
    """
    document = nbformat.read(notebook, as_version=4)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "notebooks"
        shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        manager = AsyncKernelManager(kernel_spec_manager=ThisInterpreter())
        client = NotebookClient(
            document,
            km=manager,
            timeout=SECONDS,
            resources={"metadata": {"path": str(folder)}},
            record_timing=False,
        )
        path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(FOLDER.parent)]))
        return client.execute(env={**os.environ, "PYTHONPATH": path})


def keep_outputs(notebook: Path) -> None:
    """Execute a notebook and write it with its outputs, and with nothing of this machine."""
    document = executed(notebook)
    document.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    for cell in document.cells:
        cell.metadata = {}
    nbformat.write(document, notebook)


if __name__ == "__main__":
    for path in NOTEBOOKS:
        if not sys.argv[1:] or any(part in path.name for part in sys.argv[1:]):
            keep_outputs(path)
