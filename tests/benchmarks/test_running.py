"""The benchmark's run: who is asked what, what is written down, how an interrupted run goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.microbench.model_calls import Model, Shared
from benchmarks.microbench.report import markdown
from benchmarks.microbench.running import EVALUATION, WARM, Log, RunError, run
from benchmarks.microbench.workload import Case, built_in, one_of_each, warm_prompts
from stepcache_core.testing import HashEmbedder
from tests.benchmarks.scripted import ScriptedModel, answers_of

ABOUT = {"model": "scripted"}
NAMES = ["no cache", "exact", "chroma 0.95", "paper", "stepcache"]


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return one_of_each(built_in(42, bases=2))


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return Log(tmp_path / "rows.jsonl", ABOUT, {"Machine": "a test"})


class Models:
    """Hands out scripted models, and keeps them."""

    def __init__(self, script: Callable[[str], str], shared: Shared | None = None) -> None:
        self.script = script
        self.shared = Shared() if shared is None else shared
        self.made: list[ScriptedModel] = []

    def __call__(self) -> Model:
        self.made.append(ScriptedModel(self.script, self.shared))
        return self.made[-1]

    @property
    def asked(self) -> list[str]:
        return [prompt for model in self.made for prompt in model.asked]


def test_every_contender_answers_every_case_once_after_the_warm_prompts(cases: list[Case], log: Log) -> None:
    models = Models(answers_of(cases))
    run(cases, 42, NAMES, models, HashEmbedder(), log)
    for name in NAMES:
        rows = [row for row in log.rows.values() if row.contender == name]
        warm = [row for row in rows if row.phase == WARM]
        assert len(warm) == (0 if name == "no cache" else len(warm_prompts(cases)))
        assert rows[: len(warm)] == warm
        assert sorted(row.id for row in rows[len(warm) :]) == sorted(case.id for case in cases)
    asked = [call for row in log.rows.values() for call in row.calls]
    assert len(asked) > len(models.asked) == len(set(models.asked))
    assert {name for _, name in log.stored} == set(NAMES)


def test_the_contenders_take_turns_in_drawn_order(cases: list[Case], log: Log) -> None:
    run(cases, 42, NAMES, Models(answers_of(cases)), HashEmbedder(), log)
    rows = [row for row in log.rows.values() if row.phase == EVALUATION]
    turns = [rows[place : place + len(NAMES)] for place in range(0, len(rows), len(NAMES))]
    assert all(len({row.id for row in turn}) == 1 for turn in turns)
    assert len({turn[0].contender for turn in turns}) > 2


def test_answers_are_judged_and_calls_are_counted_by_client_and_ledger(cases: list[Case], log: Log) -> None:
    run(cases, 42, NAMES, Models(answers_of(cases)), HashEmbedder(), log)
    for row in log.rows.values():
        assert row.spent == row.client
        assert (row.ledger is None) == (row.contender not in {"paper", "stepcache"})
        assert 0 <= row.first_seconds <= row.seconds
        if row.contender == "no cache":
            assert row.strict
            assert len(row.calls) == 1


def test_a_wrong_answer_without_a_call_is_wrong_from_the_cache(cases: list[Case], log: Log) -> None:
    run(cases, 42, ["no cache", "exact"], Models(lambda _: "I do not know."), HashEmbedder(), log)
    rows = [row for row in log.rows.values() if row.phase == EVALUATION]
    assert not any(row.strict or row.lenient or row.is_wrong_from_cache for row in rows)
    again = [Case(f"{case.id} again", case.task, (), case.prompt, case.check) for case in cases]
    run(cases + again, 43, ["exact"], Models(lambda _: "I do not know."), HashEmbedder(), log)
    served = {row.id: row for row in log.rows.values() if row.seed == 43 and row.phase == EVALUATION}
    assert all(served[case.id].is_wrong_from_cache != served[f"{case.id} again"].is_wrong_from_cache for case in cases)


def test_an_interrupted_run_goes_on_where_it_was(cases: list[Case], tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    first = Models(answers_of(cases))
    run(cases, 42, NAMES, first, HashEmbedder(), Log(whole, ABOUT, {}))
    lines = whole.read_text().splitlines(keepends=True)
    broken.write_text("".join(lines[:40]) + lines[40][:30])
    models = Models(answers_of(cases))
    run(cases, 42, NAMES, models, HashEmbedder(), Log(broken, ABOUT, {}))

    def told(path: Path) -> list[tuple[str, ...]]:
        rows = Log(path, ABOUT, {}).rows.values()
        return [(row.phase, row.id, row.contender, row.outcome, row.text) for row in rows]

    assert told(broken) == told(whole)
    assert 0 < len(models.asked) < len(first.asked)
    assert set(models.asked) < set(first.asked)


def test_a_finished_run_asks_nothing_again(cases: list[Case], log: Log) -> None:
    run(cases, 42, NAMES, Models(answers_of(cases)), HashEmbedder(), log)
    models = Models(answers_of(cases))
    run(cases, 42, NAMES, models, HashEmbedder(), Log(log.path, ABOUT, {}))
    assert models.asked == []


def test_a_file_of_another_run_is_refused(log: Log) -> None:
    with pytest.raises(RunError, match="it differs in model"):
        Log(log.path, {"model": "another"}, {})


def test_the_circumstances_of_the_beginning_are_kept(log: Log) -> None:
    assert Log(log.path, ABOUT, {"Machine": "another"}).circumstances == {"Machine": "a test"}


def test_a_missing_package_is_named(cases: list[Case], log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "faiss", None)
    with pytest.raises(RunError, match="gptcache needs the package faiss: pip install --group bench"):
        run(cases, 42, ["gptcache"], Models(answers_of(cases)), HashEmbedder(), log)


def test_an_error_of_the_model_ends_the_run_and_what_was_done_is_kept(cases: list[Case], log: Log) -> None:
    right = answers_of(cases)

    def script(prompt: str) -> str:
        if prompt == cases[3].prompt:
            raise ConnectionError("the server has gone")
        return right(prompt)

    with pytest.raises(ConnectionError):
        run(cases, 42, ["no cache"], Models(script), HashEmbedder(), log)
    run(cases, 42, ["no cache"], Models(right), HashEmbedder(), Log(log.path, ABOUT, {}))
    assert len(Log(log.path, ABOUT, {}).rows) == len(cases)


def test_a_later_run_of_other_code_asks_only_what_is_new(cases: list[Case], tmp_path: Path) -> None:
    right, path = answers_of(cases), tmp_path / "calls.jsonl"
    earlier = Models(right, Shared(path, "one"))
    run(cases[1:], 42, ["no cache"], earlier, HashEmbedder(), Log(tmp_path / "one.jsonl", ABOUT, {}))
    path.write_text(path.read_text() + '{"run": "one", "cut off')
    later = Models(right, Shared(path, "two"))
    log = Log(tmp_path / "two.jsonl", ABOUT | {"workload_name": "a test"}, {})
    run(cases, 42, ["no cache"], later, HashEmbedder(), log)
    assert later.asked == [cases[0].prompt]
    kept = {row.id: row.calls[0].is_kept for row in log.rows.values()}
    assert kept == {case.id: case is not cases[0] for case in cases}
    assert f"Of the {len(cases)} calls in these figures, {len(cases) - 1} were measured in an earlier run" in markdown(
        log, []
    )


def test_a_run_that_goes_on_has_measured_its_calls_itself(cases: list[Case], tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    run(
        cases,
        42,
        ["no cache"],
        Models(answers_of(cases), Shared(path, "one")),
        HashEmbedder(),
        Log(tmp_path / "1", ABOUT, {}),
    )
    log = Log(tmp_path / "2", ABOUT, {})
    run(cases, 42, ["no cache"], Models(answers_of(cases), Shared(path, "one")), HashEmbedder(), log)
    assert not any(call.is_kept for row in log.rows.values() for call in row.calls)
