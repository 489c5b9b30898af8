"""Records for stores of any size, the roads to them, and a whole small run."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import benchmarks.results
import benchmarks.scale.__main__ as scale
import benchmarks.scale.report as report
from benchmarks.scale.filling import KEY, asked, entry, fill, is_in_large_partition
from benchmarks.scale.prompts import MAKERS, equation, generation, request
from benchmarks.scale.report import on_paper
from benchmarks.scale.roads import ROADS, Spread, chosen, walk
from benchmarks.scale.serving import open_engine
from stepcache_core import Outcome, StepCacheEngine
from stepcache_core.partition import keys_of
from stepcache_core.store import ChromaStore, MemoryStore
from stepcache_core.testing import HashEmbedder


@pytest.mark.parametrize("kind", MAKERS)
def test_the_product_accepts_every_answer_and_recognises_the_second_wording(kind: str) -> None:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(384))
    outcomes = []
    for number in range(20):
        one = MAKERS[kind](number)
        assert engine.store(request(one.prompt), generation(one)) is not None
        outcomes.append(engine.explain(request(one.reworded)).outcome)
    assert outcomes.count(Outcome.REUSE) >= 18


def test_the_same_number_gives_the_same_entry_and_others_differ() -> None:
    assert equation(7) == equation(7)
    assert len({entry(number).prompt for number in range(300)}) == 300


def test_half_of_the_records_share_a_partition_and_the_others_lie_by_twenties() -> None:
    partitions = [keys_of(asked(number, "a prompt")).partition for number in range(200)]
    large = {partition for number, partition in enumerate(partitions) if is_in_large_partition(number)}
    small = [partition for number, partition in enumerate(partitions) if not is_in_large_partition(number)]
    assert len(large) == 1
    assert sorted(map(small.count, set(small))) == [20] * 5


def test_records_written_in_batches_are_those_that_the_product_writes(tmp_path: Path) -> None:
    fill(tmp_path / "batched", range(30))
    single = ChromaStore(tmp_path / "single", embedder_name="hash-384", dimension=384, key=KEY)
    with StepCacheEngine(store=single, embedder=HashEmbedder(384), clock=lambda: 5.0) as engine:
        for number in range(30):
            engine.store(asked(number, entry(number).prompt), generation(entry(number)))
        batched = ChromaStore(tmp_path / "batched", embedder_name="hash-384", dimension=384, key=KEY)
        assert batched.count("default") == single.count("default") == 30
        for number in range(30):
            keys = keys_of(asked(number, entry(number).prompt))
            mine, its = batched.get("default", keys.exact), single.get("default", keys.exact)
            assert mine is not None
            assert its is not None
            assert (mine.steps, mine.partition, mine.verified) == (its.steps, its.partition, its.verified)
        batched.close()


def test_each_road_leads_where_it_says(tmp_path: Path) -> None:
    fill(tmp_path, range(60))
    with open_engine(str(tmp_path)) as engine:
        for road in ROADS:
            for large in (True, False):
                found = walk(engine, road, 60, 8, large)
                assert (found.strays, found.lookups) == (0, 16)


def test_only_stored_entries_of_the_right_kind_and_layout_are_chosen() -> None:
    numbers = chosen(100, 12, "open", large=False)
    assert len(set(numbers)) == 12
    assert all(number < 100 and number % 2 and entry(number).kind == "open" for number in numbers)


def test_a_spread_is_that_of_all_values() -> None:
    found = Spread.of([float(n) for n in range(101)])
    assert (found.p50, found.p95, found.p99) == (50, 95, 99)


def test_a_million_records_are_extrapolated_from_the_last_two_sizes() -> None:
    assert on_paper([1_000, 10_000, 100_000], [7, 10, 100], per_record=True) == pytest.approx(1000)
    assert on_paper([1_000, 10_000, 100_000], [7, 2, 3], per_record=False) == pytest.approx(4)
    assert on_paper([1_000, 10_000], [3, 2], per_record=False) == 2
    assert on_paper([1_000], [3], per_record=True) is None


def test_a_small_run_writes_its_section_its_picture_and_its_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benchmarks.results, "RESULTS", tmp_path / "RESULTS.md")
    monkeypatch.setattr(report, "RESULTS", tmp_path / "RESULTS.md")
    monkeypatch.setattr(scale, "THREADS", (1, 4))
    output = tmp_path / "figures.json"
    monkeypatch.setattr(sys, "argv", ["scale", "--sizes", "60", "--lookups", "4", "--output", str(output)])
    scale.main()
    written = (tmp_path / "RESULTS.md").read_text()
    assert "## Store size" in written
    for place in ("folder", "server"):
        for road in ROADS:
            assert f"| {place} | {road.name} | one partition |" in written
    assert [one["size"] for one in json.loads(output.read_text())] == [60]
    assert 0 < (tmp_path / "results" / "scale.svg").stat().st_size < 200_000
