"""The prompts of a replayed trace, what the product decides about them, and a whole small run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import benchmarks.results
import benchmarks.trace.__main__ as trace
import benchmarks.trace.report as report
from benchmarks.trace.workload import Ask, Costs, Decision, asks, decide
from stepcache_core import Outcome, StepCacheEngine
from stepcache_core.store import MemoryStore
from stepcache_core.testing import HashEmbedder


@pytest.fixture
def engine() -> StepCacheEngine:
    return StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())


def repeated(requests: list[Ask]) -> int:
    return len(requests) - len({ask.entry.prompt for ask in requests})


def test_a_reuse_rate_is_the_share_that_goes_back_to_shared_templates() -> None:
    assert repeated(list(asks(400, 0.0, seed=1))) == 0
    few, many = repeated(list(asks(400, 0.3, seed=1))), repeated(list(asks(400, 0.9, seed=1)))
    assert 10 < few < 400 * 0.3
    assert few < many < 400 * 0.9


def test_the_same_seed_gives_the_same_requests() -> None:
    assert list(asks(50, 0.5, seed=1)) == list(asks(50, 0.5, seed=1))
    assert list(asks(50, 0.5, seed=1)) != list(asks(50, 0.5, seed=2))


def test_a_template_is_asked_in_its_own_words_first() -> None:
    seen: set[str] = set()
    for ask in asks(300, 0.9, seed=1):
        assert ask.wording == "prompt" or ask.entry.prompt in seen
        seen.add(ask.entry.prompt)


def test_the_product_decides_and_says_which_answer_it_served(engine: StepCacheEngine) -> None:
    requests = list(asks(200, 0.8, seed=3))
    found = decide(engine, requests, "test")
    assert {one.outcome for one in found} == {Outcome.EXACT, Outcome.REUSE, Outcome.REPLAY, Outcome.MISS}
    for place, one in enumerate(found):
        assert (one.source is None) == (one.outcome is Outcome.MISS)
        if one.source is not None:
            assert one.source < place
            assert found[one.source].outcome is Outcome.MISS
        if one.outcome is Outcome.EXACT:
            assert requests[one.source or 0].prompt == requests[place].prompt


def test_nothing_is_served_where_nothing_is_shared(engine: StepCacheEngine) -> None:
    assert {one.outcome for one in decide(engine, list(asks(60, 0.0, seed=3)), "test")} == {Outcome.MISS}


def test_costs_are_drawn_from_what_was_measured_for_the_same_outcome() -> None:
    measured = [
        Decision(Outcome.EXACT, 0, 1.0, 0.0),
        Decision(Outcome.REUSE, 0, 2.0, 0.0),
        Decision(Outcome.MISS, None, 3.0, 4.0),
        Decision(Outcome.MISS, None, 5.0, 6.0),
    ]
    costs = Costs(measured)
    assert costs.hit == pytest.approx(1.5)
    assert costs.miss == pytest.approx(4 + 5)
    decided = [Decision(one.outcome, one.source, 0.0, 0.0) for one in measured] * 20
    fates = costs.fates(decided, seed=1)
    assert {fate.lookup for fate in fates[0::4]} == {1.0}
    assert all(fate.same and fate.source == 0 and fate.storing == 0 for fate in fates[0::4])
    assert {fate.lookup for fate in fates[1::4]} == {2.0}
    assert not any(fate.same for fate in fates[1::4])
    assert {(fate.lookup, fate.source) for fate in fates[2::4]} == {(3.0, None), (5.0, None)}
    assert {fate.storing for fate in fates[2::4]} == {4.0, 6.0}


def test_an_outcome_that_was_not_measured_costs_what_other_hits_cost() -> None:
    costs = Costs([Decision(Outcome.EXACT, 0, 1.0, 0.0), Decision(Outcome.MISS, None, 3.0, 4.0)])
    assert costs.fates([Decision(Outcome.REPLAY, 0, 0.0, 0.0)], seed=1)[0].lookup == 1.0


def test_a_small_run_writes_its_section_and_its_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [f"2023-11-16 18:{n // 60:02}:{n % 60:02}.0000000,{100 + n},{10 + n % 7}" for n in range(60)]
    (tmp_path / "made_up.csv").write_text("\n".join(["TIMESTAMP,ContextTokens,GeneratedTokens", *rows]))
    monkeypatch.setattr(benchmarks.results, "RESULTS", tmp_path / "RESULTS.md")
    monkeypatch.setattr(report, "RESULTS", tmp_path / "RESULTS.md")
    monkeypatch.setattr(sys, "argv", ["trace", str(tmp_path / "made_up.csv"), "--measured", "60", "--embedder", "hash"])
    trace.main()
    written = (tmp_path / "RESULTS.md").read_text()
    assert "## Arrival traces" in written
    assert "| no cache | 0.0% |" in written
    assert "| 90% |" in written
    assert 0 < (tmp_path / "results" / "trace.svg").stat().st_size < 200_000
