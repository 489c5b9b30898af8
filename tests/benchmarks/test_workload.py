"""The benchmark's workload: what a seed gives, and the file format."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.microbench.oracle import judge
from benchmarks.microbench.workload import (
    EQUATIONS,
    JSON,
    Case,
    WorkloadError,
    built_in,
    one_of_each,
    read,
    shuffled,
    warm_prompts,
    write,
)
from tests.benchmarks.scripted import right_answer

SEEDS = (42, 43, 44, 7)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_has_ten_bases_a_task_and_each_perturbation_three_times_a_base(seed: int) -> None:
    cases = built_in(seed)
    assert len(cases) == 300
    assert len(warm_prompts(cases)) == 20
    counts = Counter((case.task, case.perturbation.partition(",")[0].partition(":")[0]) for case in cases)
    assert counts == {
        (EQUATIONS, "paraphrase"): 30,
        (EQUATIONS, "variable renamed"): 30,
        (EQUATIONS, "constants changed"): 30,
        (EQUATIONS, "structure"): 30,
        (JSON, "paraphrase"): 30,
        (JSON, "key added"): 30,
        (JSON, "key removed"): 30,
        (JSON, "key renamed"): 30,
        (JSON, "type or value constraint changed"): 30,
        (JSON, "subject changed"): 30,
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_no_prompt_stands_twice_nor_among_the_bases(seed: int) -> None:
    cases = built_in(seed)
    prompts = [case.prompt for case in cases] + warm_prompts(cases)
    assert len(set(prompts)) == len(prompts)
    assert len({case.id for case in cases}) == len(cases)


@pytest.mark.parametrize("seed", range(8))
def test_every_check_can_be_fulfilled_and_an_empty_answer_fulfils_none(seed: int) -> None:
    for case in built_in(seed):
        assert judge(case.check, right_answer(case.check)).strict, case
        assert not judge(case.check, "").strict, case
        assert not judge(case.check, "{}").strict, case


@pytest.mark.parametrize("seed", range(8))
def test_every_stated_text_and_number_stands_in_its_prompt(seed: int) -> None:
    for case in built_in(seed):
        for path, value in case.check.get("values", {}).items():
            if not isinstance(value, bool):
                shown = f"{value:.2f}" if isinstance(value, float) else str(value)
                assert shown in case.prompt, (path, case)


def test_a_seed_gives_the_same_requests_again_and_another_gives_others() -> None:
    assert built_in(42) == built_in(42)
    assert not {case.prompt for case in built_in(42)} & {case.prompt for case in built_in(43)}


def test_fewer_bases_are_the_first_of_the_same_workload() -> None:
    few, all_of_them = built_in(42, bases=2), built_in(42)
    assert len(few) == 60
    assert {case.id for case in few} <= {case.id for case in all_of_them}


def test_one_of_each_has_every_task_and_perturbation_once_and_from_several_bases() -> None:
    cases = built_in(42, bases=2)
    kept = one_of_each(cases)
    kinds = [(case.task, case.perturbation) for case in kept]
    assert sorted(kinds) == sorted({(case.task, case.perturbation) for case in cases})
    assert len(warm_prompts(kept)) == 4


def test_the_order_is_the_seeds() -> None:
    cases = built_in(42, bases=1)
    assert shuffled(cases, 1) == shuffled(cases, 1) != shuffled(cases, 2)
    assert sorted(case.id for case in shuffled(cases, 1)) == sorted(case.id for case in cases)


def test_a_workload_that_was_written_is_read_as_it_was(tmp_path: Path) -> None:
    cases = built_in(42, bases=1)
    write(cases, tmp_path / "cases.jsonl")
    assert read(tmp_path / "cases.jsonl") == cases


def test_a_file_needs_no_more_than_the_documented_fields(tmp_path: Path) -> None:
    file = tmp_path / "own.jsonl"
    check = {"kind": "equation", "solution": {"x": "5"}}
    file.write_text(json.dumps({"id": "a", "task": "mine", "prompt": "x + 1 = 6", "check": check}) + "\n\n")
    assert read(file) == [Case("a", "mine", (), "x + 1 = 6", check)]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no cases"),
        ("{", "line 1: no JSON object"),
        ("[]", "line 1: 'id' must be there"),
        ('{"id": "a", "task": "t", "prompt": 3, "check": {}}', "line 1: 'prompt' must be there as str"),
        ('{"id": "a", "task": "t", "prompt": "p", "check": {}, "warm": "p"}', "line 1: 'warm' must be a list"),
        ('{"id": "a", "task": "t", "prompt": "p", "check": {"kind": "poem"}}', "line 1: check: kind must be"),
        ('{"id": "a", "task": "t", "prompt": "p", "check": {"kind": "json"}}\n' * 2, "ids stand twice: a"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_its_line(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "own.jsonl"
    file.write_text(text)
    with pytest.raises(WorkloadError, match=complaint):
        read(file)
