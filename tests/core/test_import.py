"""`import stepcache_core` is light: nothing heavy, no file of ours, no socket."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = [
    "chromadb", "onnxruntime", "onnx", "sympy", "torch", "jsonschema", "json_repair", "tokenizers", "pydantic",
    "huggingface_hub", "numpy", "langchain_core", "llama_index", "sentence_transformers",
    "rich", "typer", "packaging", "matplotlib", "pandas", "IPython",
]  # fmt: skip


def run(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_the_core_imports_nothing_heavy() -> None:
    loaded = run(f"import sys, stepcache_core; print([name for name in {HEAVY!r} if name in sys.modules])")
    assert loaded.strip() == "[]"


def test_the_core_opens_no_socket_and_writes_no_file_at_import() -> None:
    """https://github.com/zilliztech/GPTCache/issues/530."""
    program = """
import sys
seen = []
def hook(event, args):
    if event.startswith(("socket.", "subprocess.", "os.mkdir", "os.rename")):
        seen.append(event)
    if event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+"):
        seen.append(event)
sys.dont_write_bytecode = True
sys.addaudithook(hook)
import stepcache_core
print(seen)
"""
    assert run(program).strip() == "[]"


@pytest.mark.parametrize(
    ("ours", "framework", "other"),
    [
        ("stepcache_langchain", "langchain_core", "llama_index"),
        ("stepcache_llamaindex", "llama_index", "langchain_core"),
    ],
)
def test_the_adapters_do_not_load_each_other(ours: str, framework: str, other: str) -> None:
    pytest.importorskip(framework)
    assert run(f"import sys, {ours}; print({other!r} in sys.modules)").strip() == "False"
