"""`stepcache doctor` tells what is wrong, and what to do about it."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from stepcache_core.cli import doctor
from stepcache_core.cli.doctor import Check, Health
from stepcache_core.cli.place import Place, opened
from tests.chroma_server import chroma_server
from tests.cli.stores import ROOT, LikeMiniLM, folder, foreign, process, run

__all__ = ["folder", "foreign"]

HOLD = """
import sys
from stepcache_core import StepCacheEngine
from tests.cli.stores import LikeMiniLM

with StepCacheEngine(path=sys.argv[1], embedder=LikeMiniLM()):
    print("held", flush=True)
    sys.stdin.readline()
"""


def checks_of(checks: list[Check], part: str) -> list[Check]:
    return [check for check in checks if check.part == part]


def the(checks: list[Check], part: str) -> Check:
    (only,) = checks_of(checks, part)
    return only


@pytest.fixture
def equipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Weights that are there, and an embedder that works."""
    monkeypatch.setenv("STEPCACHE_CACHE", str(tmp_path / "weights"))
    (tmp_path / "weights" / "all-MiniLM-L6-v2").mkdir(parents=True)
    monkeypatch.setattr("stepcache_core.weights.fetch", lambda weights, sources: tmp_path)
    monkeypatch.setattr(doctor, "OnnxMiniLMEmbedder", LikeMiniLM)


def examined(where: Path | str) -> list[Check]:
    return doctor.examine(Place(Path(), where) if isinstance(where, str) else Place(where))


# -- as a user meets it: a process of its own -------------------------------------------------------------------------


def doctor_process(path: Path, **environment: str) -> tuple[int, dict[str, dict[str, Any]]]:
    found = process("doctor", "--path", path, "--json", cwd=path.parent, **environment)
    assert found.returncode in {0, 4}, found.stderr
    report = json.loads(found.stdout)
    assert report["healthy"] == (found.returncode == 0)
    return found.returncode, {check["part"]: check for check in report["checks"]}


def test_no_weights(folder: Path, tmp_path: Path) -> None:
    code, checks = doctor_process(folder, STEPCACHE_CACHE=str(tmp_path / "empty"))
    assert code == 4
    assert checks["weights"]["health"] == "problem"
    assert str(tmp_path / "empty") in checks["weights"]["finding"]
    assert "fetch(MINILM)" in checks["weights"]["remedy"]
    assert checks["embedder"]["health"] == "note"
    assert not (tmp_path / "empty").exists()


def test_the_wrong_embedder_for_the_folder(foreign: Path) -> None:
    code, checks = doctor_process(foreign)
    assert code == 4
    assert checks["store's embedder"]["health"] == "problem"
    assert "'hash-48'" in checks["store's embedder"]["finding"]
    assert "stepcache clear" in checks["store's embedder"]["remedy"]


def test_a_folder_in_use_by_another_process(folder: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        code, checks = doctor_process(folder)
        assert code == 4
        assert f"in use by another process ({holder.pid})" in checks["store"]["finding"]
        assert "chroma run" in checks["store"]["remedy"]
        assert "in use by another process" in process("stats", "--path", folder, cwd=folder.parent).stderr
        holder.communicate("\n", timeout=60)
    assert doctor_process(folder)[1]["store"]["health"] == "ok"


# -- each finding -----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("equipped")
def test_where_all_is_well_it_says_so(folder: Path) -> None:
    output = run("doctor", "--path", folder)
    assert output.startswith("StepCache doctor  nothing to mend")
    assert "3 records" in output


@pytest.mark.usefixtures("equipped")
def test_a_missing_extra_is_told_with_the_line_that_brings_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = metadata.version

    def version(name: str) -> str:
        if name == "xllamacpp":
            raise metadata.PackageNotFoundError(name)
        return here(name)

    monkeypatch.setattr(metadata, "version", version)
    check = the(examined(tmp_path), "extra demo")
    assert check.health is Health.NOTE
    assert check.finding == "not here: xllamacpp"
    assert check.remedy == "if you want it: pip install 'stepcache[demo]'"


@pytest.mark.usefixtures("equipped")
@pytest.mark.parametrize(
    ("package", "part", "said"),
    [("chromadb", "dependencies", "chromadb is 0.0.1"), ("langchain-core", "extra agents", "langchain-core is 0.0.1")],
)
def test_a_version_that_does_not_fit_is_told(
    package: str, part: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("langchain_core")
    here = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: "0.0.1" if name == package else here(name))
    check = the(examined(tmp_path), part)
    assert check.health is Health.PROBLEM
    assert said in check.finding
    assert "pip install" in check.remedy


def test_a_damaged_weight_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEPCACHE_CACHE", str(tmp_path))
    (tmp_path / "all-MiniLM-L6-v2").mkdir()
    (tmp_path / "all-MiniLM-L6-v2" / "tokenizer.json").write_text("{}")
    check = the(examined(tmp_path / "store"), "weights")
    assert check.health is Health.PROBLEM
    assert "tokenizer.json was rejected" in check.finding
    assert "remove the file" in check.remedy


@pytest.mark.usefixtures("equipped")
def test_an_embedder_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(LikeMiniLM):
        def embed(self, texts: object) -> Any:
            raise RuntimeError("illegal instruction")

    monkeypatch.setattr(doctor, "OnnxMiniLMEmbedder", Broken)
    check = the(examined(tmp_path), "embedder")
    assert check.health is Health.PROBLEM
    assert "illegal instruction" in check.finding


@pytest.mark.usefixtures("equipped")
def test_a_folder_that_is_not_there_is_no_problem_and_is_not_made(tmp_path: Path) -> None:
    check = the(examined(tmp_path / "a" / "b"), "store")
    assert check.health is Health.NOTE
    assert "made at the first answer" in check.finding
    assert "holds no records yet" in the(examined(tmp_path), "store").finding
    assert not (tmp_path / "a").exists()


@pytest.mark.usefixtures("equipped")
def test_a_file_in_place_of_the_folder_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "is not a folder" in the(examined(tmp_path / "file"), "store").finding


@pytest.mark.usefixtures("equipped")
def test_a_damaged_database_is_a_problem_with_a_last_resort(folder: Path) -> None:
    (folder / "chroma.sqlite3").write_bytes(b"no database")
    check = the(examined(folder), "store")
    assert check.health is Health.PROBLEM
    assert "can't be read" in check.finding
    assert "start anew" in check.remedy


@pytest.mark.usefixtures("equipped")
def test_records_signed_with_another_key_are_counted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEPCACHE_KEY", "another")
    check = the(examined(folder), "signatures")
    assert check.health is Health.PROBLEM
    assert "3 rows" in check.finding
    assert "STEPCACHE_KEY" in check.remedy


@pytest.mark.usefixtures("equipped")
def test_more_namespaces_than_chroma_can_hold_open_are_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = pytest.importorskip("resource")
    with opened(Place(folder)) as place:
        held = len(place.store.namespaces())

    def with_limit(soft: int) -> list[Check]:
        monkeypatch.setattr(limit, "getrlimit", lambda _: (soft, soft))
        return checks_of(examined(folder), "namespaces")

    (check,) = with_limit(held * 5 - 1)
    assert check.health is Health.PROBLEM
    assert f"{held} namespaces" in check.finding
    assert f"ulimit -n {held * 10}" in check.remedy
    assert with_limit(held * 5) == with_limit(limit.RLIM_INFINITY) == []


@pytest.mark.usefixtures("equipped")
def test_a_server_is_examined_like_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STEPCACHE_KEY", raising=False)
    with chroma_server() as (host, port):
        checks = examined(f"{host}:{port}")
        assert the(checks, "store").health is Health.OK
        assert "STEPCACHE_KEY" in the(checks, "signatures").remedy
    gone = the(examined(f"{host}:{port}"), "store")
    assert gone.health is Health.PROBLEM
    assert "chroma run" in gone.finding
