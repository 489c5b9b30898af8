"""The benchmark's report: figures, goals, tables and pictures of a run with a scripted model."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.microbench.measures import all_figures, costs, figures, goals
from benchmarks.microbench.model_calls import Call
from benchmarks.microbench.report import as_json, markdown
from benchmarks.microbench.running import EVALUATION, Log, Row, Stored

ANSWER = Call("x = 5", 10, 20, "stop", 2.0)


def row(contender: str, number: int, seed: int = 42, **changed: object) -> Row:
    plain = Row(
        seed, EVALUATION, f"case-{number}", "linear_equation", "constants changed", contender, "model", "", 2.0, 0.5,
        (ANSWER,), None, True, True, "", "x = 5",
    )  # fmt: skip
    return replace(plain, **changed)  # type: ignore[arg-type]


SERVED = {"outcome": "replay", "seconds": 0.01, "first_seconds": 0.01, "calls": (), "ledger": (0, 0, 0)}


@pytest.fixture
def log(tmp_path: Path) -> Log:
    """Two seeds of twenty requests: the bare model is right in half, StepCache always, with one call."""
    made = Log(
        tmp_path / "rows.jsonl",
        {"model": "scripted", "workload_name": "built-in"},
        {"Machine": "a test", "commit": "c0"},
    )
    for seed in (42, 43):
        for number in range(20):
            made.add(row("no cache", number, seed, strict=number % 2 == 0, seconds=2.0 + seed % 2))
            made.add(row("stepcache", number, seed, **SERVED))
            made.add(row("chroma 0.95", number, seed, outcome="hit", calls=(), strict=False, lenient=number > 2))
        made.add(row("stepcache", 20, seed, outcome="skip", ledger=(1, 10, 20), why="no | candidate", seconds=4.0))
        made.add(row("no cache", 20, seed))
        made.add(Stored(seed, "stepcache", 7, 9000, {}))
    return made


def test_figures_are_per_request_of_one_seed(log: Log) -> None:
    found = figures(log, "stepcache", 42)
    assert found.requests == 21
    assert found.median == 0.01
    assert found.mean == pytest.approx((20 * 0.01 + 4) / 21)
    assert found.p95 <= found.p99 <= 4
    assert found.calls == pytest.approx(1 / 21)
    assert found.total_tokens == pytest.approx(30 / 21)
    assert found.without_call == pytest.approx(20 / 21)
    assert found.outcomes == {"replay": pytest.approx(20 / 21), "skip": pytest.approx(1 / 21)}
    assert (found.strict, found.wrong_from_cache, found.records, found.bytes) == (1, (), 7, 9000)


def test_tokens_are_the_ledgers_and_a_client_that_counts_otherwise_is_noticed(log: Log) -> None:
    log.add(row("stepcache", 21, 42, ledger=(1, 10, 999)))
    found = figures(log, "stepcache", 42)
    assert found.ledger_differs == 1
    assert found.completion_tokens == pytest.approx((20 + 999) / 22)
    assert "the client counted otherwise for stepcache in 1 requests" in markdown(log, [])


def test_wrong_answers_from_a_cache_are_named(log: Log) -> None:
    found = figures(log, "chroma 0.95", 42)
    assert found.wrong_from_cache == ("case-0", "case-1", "case-2")
    assert found.strictly_wrong_from_cache == 20
    assert "- chroma 0.95: case-0, case-1, case-2" in markdown(log, [])


def test_a_goal_is_met_or_said_to_be_missed(log: Log) -> None:
    found = all_figures(log, ["no cache", "stepcache"])
    met = {goal.name: goal.met for goal in goals(found["no cache"], found["stepcache"])}
    assert met == {
        "mean latency, no cache / StepCache": False,
        "median latency, no cache / StepCache": False,
        "p95 latency, no cache / StepCache": True,
        "total tokens saved": True,
        "correct, no cache -> StepCache": True,
        "wrong answers served from cache": True,
        "served without a model call": True,
        "patched, skipped or missed": True,
    }
    assert "| mean latency, no cache / StepCache | 3.2 | >= 20 |" in markdown(log, [])
    assert markdown(log, []).count("**missed**") == 2


def test_the_spread_is_over_the_seeds(log: Log) -> None:
    means = [one.mean for one in all_figures(log, ["no cache"])["no cache"]]
    assert len(means) == 2
    assert f"{sum(means) / 2:.3f} ± {abs(means[0] - means[1]) / 2**0.5:.3f}" in markdown(log, [])


def test_the_dearest_requests_come_first_and_say_why(log: Log) -> None:
    ours = [one for one in log.rows.values() if one.contender == "stepcache"]
    assert [(cost.outcome, cost.requests) for cost in costs(ours)] == [("skip", 2), ("replay", 40)]
    text = markdown(log, ["results/latency.png"])
    assert "| case-20 | constants changed | skip | 4.00 | 1 | no \\| candidate |" in text
    assert "![latency](results/latency.png)" in text


def test_one_contender_alone_has_a_report_without_goals(tmp_path: Path) -> None:
    log = Log(tmp_path / "rows.jsonl", {"model": "scripted", "workload_name": "own.jsonl"}, {})
    log.add(row("stepcache", 1, **SERVED))
    assert "paper | goal" not in markdown(log, [])
    assert as_json(log)["goals"] == []


def test_a_contender_that_was_not_asked_in_every_seed_is_shown_as_that(log: Log) -> None:
    assert " only" not in markdown(log, [])
    log.add(row("paper", 1, 43))
    assert "; asked in seed 43 only" in markdown(log, [])


def test_the_json_holds_every_figure(log: Log) -> None:
    told = json.loads(json.dumps(as_json(log)))
    assert told["seeds"] == [42, 43]
    assert told["contenders"]["chroma 0.95"][0]["wrong_from_cache"] == ["case-0", "case-1", "case-2"]
    assert len(told["goals"]) == 8


def test_the_pictures_are_drawn(log: Log, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from benchmarks.microbench.plots import draw

    paths = draw(log, tmp_path)
    assert [path.name for path in paths] == ["latency.png", "outcomes.png", "tokens.png", "correctness.png"]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in paths)
