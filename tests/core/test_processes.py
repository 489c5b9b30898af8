"""What one process learnt serves another: after a restart, and at once through a Chroma server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import chromadb
import pytest

from stepcache_core import (
    EmbedderMismatchError,
    Generation,
    Outcome,
    Request,
    StepCacheEngine,
)
from stepcache_core.testing import HashEmbedder, ScriptedModel
from tests.chroma_server import chroma_server

WORKED = "Subtract 5 from both sides:\n3x = 15\n\nDivide both sides by 3:\nx = 5"

PROGRAM = f"""
import sys
import chromadb
from stepcache_core import Generation, Request, StepCacheEngine
from stepcache_core.testing import HashEmbedder

where, *prompts = sys.argv[1:]
place = {{"path": where}} if ":" not in where else {{
    "client": chromadb.HttpClient(host=where.split(":")[0], port=int(where.split(":")[1]))}}
engine = StepCacheEngine(embedder=HashEmbedder(), **place)
for prompt in prompts:
    answer = engine.answer(Request.from_prompt(prompt), lambda _: Generation({WORKED!r}))
    print(answer.outcome.value, answer.text.splitlines()[-1], flush=True)
engine.close()
"""


def another_process(where: str, *prompts: str) -> list[str]:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, where, *prompts],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return run.stdout.splitlines()


def test_a_new_process_reuses_what_an_earlier_one_stored(tmp_path: Path) -> None:
    assert another_process(str(tmp_path), "Solve 3x + 5 = 20") == ["miss x = 5"]
    assert another_process(
        str(tmp_path), "Solve 3x + 5 = 20", "Please solve 3x + 5 = 20 for x.", "Solve 2y + 5 = 19 for y"
    ) == ["exact x = 5", "reuse x = 5", "replay y = 7"]


def test_two_processes_on_one_server_reuse_what_the_other_stored_at_once() -> None:
    with chroma_server() as (host, port):
        where = f"{host}:{port}"
        ours = StepCacheEngine(client=chromadb.HttpClient(host=host, port=port), embedder=HashEmbedder())
        assert another_process(where, "Solve 3x + 5 = 20") == ["miss x = 5"]
        model = ScriptedModel(["The capital of France is Paris."])
        answer = ours.answer(Request.from_prompt("Please solve 3x + 5 = 20 for x."), model.generate)
        assert answer.outcome is Outcome.REUSE
        ours.answer(Request.from_prompt("What is the capital of France?"), model.generate)
        assert another_process(where, "What is the capital of France?", "Please, what is the capital of France?") == [
            "exact The capital of France is Paris.",
            "reuse The capital of France is Paris.",
        ]


def test_a_folder_of_another_embedder_is_refused_by_name_when_the_engine_is_made(tmp_path: Path) -> None:
    """https://github.com/chroma-core/chroma/issues/2748."""
    with StepCacheEngine(path=tmp_path, embedder=HashEmbedder(64)) as engine:
        engine.answer(Request.from_prompt("one"), lambda _: Generation("1"))
    with pytest.raises(EmbedderMismatchError, match=r"hash-64.*hash-32.*another folder"):
        StepCacheEngine(path=tmp_path, embedder=HashEmbedder(32))


def test_a_folder_that_cannot_be_made_leaves_the_models_answer(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    engine = StepCacheEngine(path=in_the_way / "store", embedder=HashEmbedder())
    in_the_way.write_text("not a folder")
    model = ScriptedModel(["a", "b"])
    assert [engine.answer(Request.from_prompt("Say it"), model.generate).text for _ in range(2)] == ["a", "b"]
    assert sum(engine.stats().faults.values()) >= 4


def test_a_server_that_goes_away_leaves_the_models_answer() -> None:
    with chroma_server() as (host, port):
        engine = StepCacheEngine(client=chromadb.HttpClient(host=host, port=port), embedder=HashEmbedder())
        assert engine.answer(Request.from_prompt("one"), lambda _: Generation("1")).record_id is not None
    answer = engine.answer(Request.from_prompt("one"), lambda _: Generation("again"))
    assert (answer.outcome, answer.text, answer.record_id) == (Outcome.MISS, "again", None)
    assert any(part.startswith("store: ") for part in engine.stats().faults)


@pytest.mark.parametrize(
    "prompt",
    [
        "",
        " \n\t ",
        "a" * 1_000_000,
        "word " * 200_000,
        "lone \ud800 surrogate \udfff",
        "".join(map(chr, range(32))) + "\x7f\x85\ufeff\ufffe",
        "\u202eحل المعادلة 3x + 5 = 20\u202c",
        "Solve x^1000000000 = 1",
        "Solve x**(10**9) = 3 for x",
        f"Solve {'(' * 10_000}x{')' * 10_000} = 3",
        f"Solve x + {'9' * 100_000} = 3",
        "Return JSON with the keys a and b: " + "[" * 100_000,
        "😀" * 1000,
    ],
    ids=lambda prompt: ascii(prompt[:24]),
)
def test_no_prompt_raises_out_of_answer_and_each_is_answered_exactly_again(prompt: str, tmp_path: Path) -> None:
    reply = Generation("[" * 100_000 if "JSON" in prompt else "fine \ud800")
    with StepCacheEngine(path=tmp_path, embedder=HashEmbedder()) as engine:
        first = engine.answer(Request.from_prompt(prompt), lambda _: reply)
        again = engine.answer(Request.from_prompt(prompt), lambda _: reply)
        assert first.text == again.text == reply.text
        assert not {part for part in engine.stats().faults if not part.startswith("task json")}
        assert again.outcome is (Outcome.EXACT if first.record_id else first.outcome)
