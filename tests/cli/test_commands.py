"""The commands, on real folders and on a real server."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import chromadb
import pytest
import typer

from stepcache_core import Generation, Outcome, Request, StepCacheEngine, __version__
from stepcache_core.cli.failures import EXIT_CODES
from stepcache_core.portable import record_fields
from stepcache_core.testing import ScriptedModel
from tests.chroma_server import chroma_server
from tests.cli.stores import CAPITAL, ROOT, LikeMiniLM, fill, folder, foreign, process, run, run_json

__all__ = ["folder", "foreign"]


# -- nothing there ----------------------------------------------------------------------------------------------------

READERS = [["stats"], ["inspect"], ["inspect", "abcd"], ["explain", "Say it"], ["export", "out"], ["forget", "abcd"]]


@pytest.mark.parametrize("command", [*READERS, ["clear", "--yes"]], ids=" ".join)
def test_a_command_that_reads_makes_no_folder(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "store"
    assert "--path" in run(*command, "--path", path, code=3)
    assert not path.exists()


@pytest.mark.parametrize("command", READERS, ids=" ".join)
def test_a_command_that_reads_leaves_a_folder_of_other_things_alone(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    run(*command, "--path", tmp_path, code=3)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_the_folder_may_be_named_by_the_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEPCACHE_PATH", str(folder))
    assert run_json("stats")["place"] == str(folder)


def test_the_version_is_told_without_a_folder() -> None:
    assert run("--version") == f"stepcache {__version__}\n"


# -- explain ----------------------------------------------------------------------------------------------------------


def test_explain_shows_the_decision_with_every_verdict(folder: Path) -> None:
    output = run("explain", "Solve 7x - 9 = 40", "--path", folder)
    assert output.startswith("REPLAY")
    assert "was: Subtract 5 from both sides:" in output
    assert "3x = 15 does not hold" in output


@pytest.mark.parametrize(
    ("prompt", "outcome"),
    [
        (CAPITAL, "exact"),
        ("Hello! What is the capital of France?", "reuse"),
        ("Please find the value of x: 3x + 5 = 20", "reuse"),
        ("Solve 7x - 9 = 40", "replay"),
        ("What is the capital of Spain?", "skip"),
        ("Say something else altogether", "miss"),
    ],
)
def test_explain_as_json_tells_the_outcome_and_the_candidates(prompt: str, outcome: str, folder: Path) -> None:
    (only,) = run_json("explain", prompt, "--path", folder)["partitions"]
    assert only["outcome"] == outcome
    assert bool(only["candidates"]) == (outcome != "miss")
    assert all(candidate["prompt"] for candidate in only["candidates"])


def test_explain_judges_a_prompt_in_every_partition_the_best_first(folder: Path) -> None:
    with StepCacheEngine(path=folder, embedder=LikeMiniLM()) as engine:
        engine.answer(Request.from_prompt(CAPITAL, model="other"), lambda _: Generation("Paris"))
    found = run_json("explain", "Solve 7x - 9 = 40", "--path", folder)
    assert [(one["outcome"], one["records"]) for one in found["partitions"]] == [("replay", 2), ("miss", 1)]
    assert re.search(r"Partition [0-9a-f]{12}, 1 record: MISS", run("explain", "Solve 7x - 9 = 40", "--path", folder))


def test_explain_of_a_namespace_without_records_is_a_miss(folder: Path) -> None:
    assert run("explain", "Say it", "--path", folder, "--namespace", "none").startswith("MISS")


def test_explain_reads_a_prompt_from_standard_input(folder: Path) -> None:
    output = run("explain", "-", "--path", folder, "--json", typed=CAPITAL)
    assert json.loads(output)["partitions"][0]["outcome"] == "exact"


def test_explain_without_the_folders_embedder_goes_by_keys_and_says_so(foreign: Path) -> None:
    assert run_json("explain", "Solve 7x - 9 = 40", "--path", foreign)["partitions"][0]["outcome"] == "replay"
    output = run("explain", "Hello! What is the capital of France?", "--path", foreign)
    assert output.startswith("MISS")
    assert "similar prompts were not looked for" in output


def test_explain_stores_nothing(folder: Path) -> None:
    before = run_json("stats", "--path", folder)["namespaces"]
    run("explain", "Solve 7x - 9 = 40", "--path", folder)
    assert run_json("stats", "--path", folder)["namespaces"] == before


# -- stats and inspect ------------------------------------------------------------------------------------------------


def test_stats_tells_what_the_folder_holds_and_what_a_hit_of_each_would_save(folder: Path) -> None:
    found = run_json("stats", "--path", folder)
    assert sorted(found["namespaces"]) == ["default", "other"]
    default = found["namespaces"]["default"]
    assert default["tasks"] == {"linear_equation": 1, "": 1}
    assert default["outcomes"] == {"miss": 2}
    assert (default["records"], default["verified"], default["partitions"]) == (2, 1, 1)
    assert (default["prompt_tokens"], default["completion_tokens"]) == (15, 31)
    assert found["bytes"] > 0
    output = run("stats", "--path", folder, "--namespace", "default")
    assert "46 tokens" in output
    assert "1 linear_equation" in output
    assert "other" not in output


def test_stats_counts_rejected_pairs_apart(folder: Path) -> None:
    with StepCacheEngine(path=folder, embedder=LikeMiniLM()) as engine:
        answer = engine.answer(Request.from_prompt(CAPITAL), ScriptedModel([]).generate)
        assert answer.record_id is not None
        engine.reject(answer.record_id, Request.from_prompt("Hello! " + CAPITAL))
    found = run_json("stats", "--path", folder)
    assert found["rejections"] == 1
    assert sorted(found["namespaces"]) == ["default", "other"]
    assert re.search(r"rejected pairs +1", run("stats", "--path", folder))


def test_inspect_lists_the_newest_records_and_shows_one_by_its_id_or_the_beginning_of_it(folder: Path) -> None:
    listed = run("inspect", "--path", folder)
    assert "3 records" in listed
    (short,) = re.findall(
        r"^  ([0-9a-f]{12})  Solve 3x \+ 5 = 20\n +MISS \(linear_equation\), 2 steps", listed, re.MULTILINE
    )
    shown = run("inspect", short, "--path", folder)
    assert "> Solve 3x + 5 = 20" in shown
    assert "3x = 15 has the problem's solution" in shown
    whole = run_json("inspect", short, "--path", folder)
    assert run("inspect", whole["id"], "--path", folder) == shown
    with StepCacheEngine(path=folder, embedder=LikeMiniLM()) as engine:
        assert whole in [record_fields(record) for record in engine.records()]


def test_inspect_lists_no_more_than_it_is_asked_to(folder: Path) -> None:
    assert len(run_json("inspect", "--path", folder, "--limit", "2")) == 2
    assert "of 3, the newest first" in run("inspect", "--path", folder, "--limit", "2")
    run("inspect", "--path", folder, "--limit", "0", code=2)


def test_inspect_shows_the_whole_of_a_long_record(folder: Path) -> None:
    long = "\n\n".join(f"paragraph {number} " + "word " * 300 + "end" for number in range(30))
    with StepCacheEngine(path=folder, embedder=LikeMiniLM()) as engine:
        record_id = engine.store(Request.from_prompt("Write a long text"), Generation(long))
    assert run("inspect", record_id, "--path", folder).count("word end") == 30


def test_a_beginning_that_several_records_share_is_refused(folder: Path) -> None:
    assert "no record is called abc;" in run("inspect", "abc", "--path", folder, code=3)
    assert "no record is called abcdef" in run("inspect", "abcdef", "--path", folder, code=3)
    with StepCacheEngine(path=folder, embedder=LikeMiniLM()) as engine:
        fields = [record_fields(record) for record in engine.records()]
    twins = [{"stepcache": 1, "record": {**fields[0], "id": f"twin-{n}"}, "aliases": [], "near": False} for n in "ab"]
    (folder.parent / "twins.jsonl").write_text("\n".join(map(json.dumps, twins)))
    run("import", folder.parent / "twins.jsonl", "--path", folder)
    assert "2 records begin with twin" in run("inspect", "twin", "--path", folder, code=1)


# -- export and import ------------------------------------------------------------------------------------------------


def test_export_and_import_are_an_exact_round_trip_through_a_new_folder(folder: Path, tmp_path: Path) -> None:
    assert "3 records written" in run("export", tmp_path / "one.jsonl", "--path", folder)
    said = run("import", tmp_path / "one.jsonl", "--path", tmp_path / "new")
    assert "3 records imported" in said
    assert "signed as this store's own" in said
    assert run_json("export", tmp_path / "two.jsonl", "--path", tmp_path / "new")["exported"] == 3
    one, two = (sorted((tmp_path / name).read_text().splitlines()) for name in ("one.jsonl", "two.jsonl"))
    assert one == two
    with StepCacheEngine(path=tmp_path / "new", embedder=LikeMiniLM()) as engine:
        hit = engine.answer(Request.from_prompt("Solve 7x - 9 = 40"), ScriptedModel([]).generate)
    assert hit.outcome is Outcome.REPLAY


def test_export_does_not_write_over_a_file(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    assert "exists" in run("export", tmp_path / "mine", "--path", folder, code=1)
    assert (tmp_path / "mine").read_text() == "mine"


def test_import_says_what_it_means_to_trust_a_file() -> None:
    assert "import only what you trust" in " ".join(run("import", "--help").replace("│", " ").split())


def test_import_of_what_is_no_export_changes_nothing_and_quotes_nothing(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "in").write_text('{"a secret": 1}\n')
    output = run("import", tmp_path / "in", "--path", folder, code=1)
    assert "line 1" in output
    assert "secret" not in output
    run("import", tmp_path / "missing", "--path", folder, code=1)


def test_import_into_a_folder_of_another_embedder_says_how_to_do_it(folder: Path, foreign: Path) -> None:
    run("export", folder.parent / "out.jsonl", "--path", folder)
    before = run_json("stats", "--path", foreign)
    assert "StepCacheEngine(embedder=...)" in run("import", folder.parent / "out.jsonl", "--path", foreign, code=1)
    assert run_json("stats", "--path", foreign)["namespaces"] == before["namespaces"]


# -- forget and clear -------------------------------------------------------------------------------------------------


def test_forget_removes_one_record(folder: Path) -> None:
    record_id = run_json("inspect", "--path", folder, "--namespace", "other")[0]["id"]
    assert record_id in run("forget", record_id[:10], "--path", folder)
    run("forget", record_id, "--path", folder, code=3)
    assert [len(run_json("inspect", "--path", folder))] == [2]


def test_clear_asks_and_does_nothing_on_a_no(folder: Path) -> None:
    assert "Remove all 3 records in" in run("clear", "--path", folder, typed="n\n", code=1)
    assert len(run_json("inspect", "--path", folder)) == 3
    run("clear", "--path", folder, typed="y\n")
    assert run_json("inspect", "--path", folder) == []


def test_clear_of_a_namespace_leaves_the_others(folder: Path) -> None:
    assert run_json("clear", "--path", folder, "--namespace", "default", "--yes") == {
        "removed": 2, "namespace": "default"
    }  # fmt: skip
    assert list(run_json("stats", "--path", folder)["namespaces"]) == ["other"]


@pytest.mark.parametrize(
    "command", [["stats"], ["inspect"], ["inspect", "abcd"], ["export", "out"], ["forget", "abcd"], ["clear", "--yes"]],
    ids=" ".join,
)  # fmt: skip
def test_a_namespace_without_records_is_nothing_there(
    command: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    assert "no record is of namespace defualt" in run(*command, "--path", folder, "--namespace", "defualt", code=3)
    assert not Path("out").exists()


def test_an_export_into_a_folder_that_is_not_there_names_the_folder(folder: Path) -> None:
    assert f"there is no folder {folder / 'none'}" in run("export", folder / "none" / "out", "--path", folder, code=1)


def test_all_but_what_needs_vectors_works_on_a_folder_of_any_embedder(foreign: Path) -> None:
    assert run_json("stats", "--path", foreign)["embedder"] == "hash-48"
    record_id = run_json("inspect", "--path", foreign)[0]["id"]
    run("export", foreign.parent / "out.jsonl", "--path", foreign)
    run("forget", record_id, "--path", foreign)
    run("clear", "--path", foreign, "--yes")


# -- a server ---------------------------------------------------------------------------------------------------------


def test_every_command_works_on_a_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stepcache_core.cli.place.OnnxMiniLMEmbedder", LikeMiniLM)
    with chroma_server() as (host, port):
        where = ["--url", f"http://{host}:{port}"]
        fill(StepCacheEngine(client=chromadb.HttpClient(host=host, port=port), embedder=LikeMiniLM()))
        assert run_json("stats", *where)["namespaces"]["default"]["records"] == 2
        assert run("explain", "Solve 7x - 9 = 40", *where).startswith("REPLAY")
        run("export", tmp_path / "out.jsonl", *where)
        run("clear", "--yes", *where)
        run("import", tmp_path / "out.jsonl", "--url", f"{host}:{port}")
        record_id = run_json("inspect", *where)[0]["id"]
        run("forget", record_id, *where)
        assert len(run_json("inspect", *where)) == 2
        assert not Path(".stepcache").exists()


@pytest.mark.parametrize(
    ("url", "said"), [("127.0.0.1:1", "chroma run"), ("ftp://x", "host:port"), ("h:99999", "host:port")]
)
def test_a_server_that_does_not_answer_is_named_with_the_remedy(url: str, said: str) -> None:
    output = run("stats", "--url", url, code=1)
    assert url in output
    assert said in output


# -- the rest ---------------------------------------------------------------------------------------------------------


def test_the_demo_says_which_extra_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    here = importlib.util.find_spec
    monkeypatch.setattr("stepcache_core.cli.app.find_spec", lambda name: None if name == "xllamacpp" else here(name))
    output = run("demo", code=1)
    assert "'xllamacpp' is not installed" in output
    assert "pip install 'stepcache[demo]'" in output


def test_the_demo_command_runs_the_demonstration(monkeypatch: pytest.MonkeyPatch) -> None:
    demo = pytest.importorskip("stepcache_langchain.demo")
    monkeypatch.setattr("stepcache_core.cli.app.find_spec", lambda name: True)
    monkeypatch.setattr(demo, "main", lambda: typer.echo("the demonstration"))
    assert run("demo") == "the demonstration\n"


def test_exit_codes_and_completion_stand_in_the_help() -> None:
    words = " ".join(run("--help").replace("│", " ").split())
    assert EXIT_CODES in words
    assert "--install-completion" in words
    run("stats", "--no-such-option", code=2)


def test_no_prompt_reaches_an_error_or_a_log(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    (folder / "chroma.sqlite3").write_bytes(b"no database")
    for command in (["explain", "a secret prompt"], ["inspect", "abcd"], ["stats"]):
        output = run(*command, "--path", folder, code=1)
        assert "can't be read" in output
        assert "stepcache doctor" in output
        assert "secret" not in output + caplog.text


def test_a_command_is_a_process_that_prints_json_and_ends_with_its_code(folder: Path) -> None:
    found = process("stats", "--path", folder, "--json", cwd=folder.parent)
    assert (found.returncode, found.stderr) == (0, "")
    assert json.loads(found.stdout)["namespaces"]["default"]["records"] == 2
    nothing = process("stats", cwd=folder.parent)
    assert (nothing.returncode, nothing.stdout) == (3, "")
    assert nothing.stderr.startswith("stepcache: .stepcache holds no StepCache records")
    assert not (folder.parent / ".stepcache").exists()


def test_a_console_without_unicode_still_gets_its_answer(folder: Path) -> None:
    found = process("inspect", "--path", folder, cwd=folder.parent, PYTHONIOENCODING="ascii")
    assert found.returncode == 0


def test_the_shell_is_offered_the_commands() -> None:
    program = "import sys; sys.argv = ['stepcache']; from stepcache_core.cli import main; main()"
    offered = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT), "_STEPCACHE_COMPLETE": "complete_bash",
             "COMP_WORDS": "stepcache ex", "COMP_CWORD": "1"},
        capture_output=True, text=True, check=False,
    ).stdout  # fmt: skip
    assert offered.split() == ["explain", "export"]


def test_importing_the_command_line_loads_nothing_heavy() -> None:
    program = (
        "import sys, stepcache_core.cli.app; print({'chromadb', 'onnxruntime', 'sympy', 'torch'} & set(sys.modules))"
    )
    output = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout
    assert output.strip() == "set()"
