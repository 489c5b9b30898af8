"""A folder belongs to one process at a time: a second one is told so, whatever became of the first."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stepcache_core import FolderInUseError, Generation, Outcome, Request, StepCacheEngine
from stepcache_core.store import ChromaStore
from stepcache_core.store.folder_lock import LOCK_FILE, holder_of
from stepcache_core.testing import HashEmbedder, ScriptedModel

ROOT = Path(__file__).parents[2]

HOLD = """
import sys
from stepcache_core import StepCacheEngine
from stepcache_core.testing import HashEmbedder, ScriptedModel
from stepcache_core import Request

engine = StepCacheEngine(path=sys.argv[1], embedder=HashEmbedder())
engine.answer(Request.from_prompt("Say it"), ScriptedModel(["it"]).generate)
print("held", flush=True)
sys.stdin.readline()
"""

TRY = """
import sys
from stepcache_core import FolderInUseError, StepCacheEngine
from stepcache_core.testing import HashEmbedder

try:
    StepCacheEngine(path=sys.argv[1], embedder=HashEmbedder())
    print("opened")
except FolderInUseError as error:
    print(error)
"""


@contextmanager
def another_process_with(folder: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def what_another_process_gets(folder: Path) -> str:
    run = subprocess.run([sys.executable, "-c", TRY, str(folder)], cwd=ROOT, capture_output=True, text=True, check=True)
    return run.stdout.strip()


def test_a_folder_another_process_has_open_is_refused_with_the_remedy(tmp_path: Path) -> None:
    with another_process_with(tmp_path) as process:
        with pytest.raises(FolderInUseError) as refusal:
            StepCacheEngine(path=tmp_path, embedder=HashEmbedder())
        message = str(refusal.value)
        assert [
            part for part in (str(tmp_path), str(process.pid), "chroma run", "client=") if part not in message
        ] == []


def test_after_a_kill_the_folder_is_free(tmp_path: Path) -> None:
    with another_process_with(tmp_path) as process:
        process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        process.wait()
        with StepCacheEngine(path=tmp_path, embedder=HashEmbedder()) as engine:
            answer = engine.answer(Request.from_prompt("Say it"), ScriptedModel([]).generate)
    assert answer.outcome is Outcome.EXACT


def test_a_folder_found_in_use_later_on_leaves_the_models_answer(tmp_path: Path) -> None:
    engine = StepCacheEngine(path=tmp_path / "new", embedder=HashEmbedder())
    with another_process_with(tmp_path / "new") as process:
        answer = engine.answer(Request.from_prompt("Say it"), lambda _: Generation("ours"))
        assert (answer.text, answer.record_id) == ("ours", None)
        assert engine.stats().faults["store: FolderInUseError"] > 0
        process.kill()
        process.wait()
        again = engine.answer(Request.from_prompt("Say it"), ScriptedModel([]).generate)
    assert again.text == "it"
    engine.close()


def test_several_engines_of_one_process_share_a_folder_and_the_last_to_close_frees_it(tmp_path: Path) -> None:
    first, second = (StepCacheEngine(path=tmp_path, embedder=HashEmbedder()) for _ in range(2))
    first.answer(Request.from_prompt("Say it"), lambda _: Generation("it"))
    first.close()
    assert second.answer(Request.from_prompt("Say it"), ScriptedModel([]).generate).outcome is Outcome.EXACT
    assert "in use by another process" in what_another_process_gets(tmp_path)
    second.close()
    second.close()
    assert what_another_process_gets(tmp_path) == "opened"


def test_an_engine_closed_in_another_thread_frees_the_folder(tmp_path: Path) -> None:
    engine = StepCacheEngine(path=tmp_path, embedder=HashEmbedder())
    closing = threading.Thread(target=engine.close)
    closing.start()
    closing.join()
    assert what_another_process_gets(tmp_path) == "opened"


def test_an_engine_refused_for_its_embedder_does_not_keep_the_folder(tmp_path: Path) -> None:
    with StepCacheEngine(path=tmp_path, embedder=HashEmbedder(32)) as engine:
        engine.answer(Request.from_prompt("Say it"), lambda _: Generation("it"))
    with pytest.raises(Exception, match="hash-32"):
        StepCacheEngine(path=tmp_path, embedder=HashEmbedder(48))
    assert "hash-32" in subprocess.run(
        [sys.executable, "-c", TRY, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    ).stderr  # fmt: skip


def child_opens(folder: Path, findings: multiprocessing.SimpleQueue[str]) -> None:
    try:
        ChromaStore(folder, embedder_name="hash-64", dimension=64).open()
        findings.put("opened")
    except FolderInUseError:
        findings.put("in use")


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_for_a_forked_child_the_folder_is_its_parents_and_stays_so(tmp_path: Path) -> None:
    with StepCacheEngine(path=tmp_path, embedder=HashEmbedder()):
        forked = multiprocessing.get_context("fork")
        findings: multiprocessing.SimpleQueue[str] = forked.SimpleQueue()
        child = forked.Process(target=child_opens, args=(tmp_path, findings))
        child.start()
        assert findings.get() == "in use"
        child.join()
        assert "in use by another process" in what_another_process_gets(tmp_path)


def test_a_folder_that_cannot_be_locked_is_opened_with_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / LOCK_FILE).mkdir()
    with caplog.at_level(logging.WARNING, "stepcache"), StepCacheEngine(path=tmp_path, embedder=HashEmbedder()) as ours:
        answer = ours.answer(Request.from_prompt("Say it"), lambda _: Generation("it"))
    assert answer.record_id is not None
    assert "can't be locked" in caplog.text


@pytest.mark.parametrize("content", ["", "no number", "\xff"])
def test_a_holder_that_cannot_be_told_is_not_named(tmp_path: Path, content: str) -> None:
    assert holder_of(tmp_path) is None
    (tmp_path / "stepcache.pid").write_bytes(content.encode("latin-1"))
    assert holder_of(tmp_path) is None


def test_the_holder_is_named_by_its_process_id(tmp_path: Path) -> None:
    with StepCacheEngine(path=tmp_path, embedder=HashEmbedder()):
        assert holder_of(tmp_path) == os.getpid()
