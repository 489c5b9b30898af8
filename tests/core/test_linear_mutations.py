"""Right solutions in many styles pass; with one thing changed none does, and the changed step is found."""

from __future__ import annotations

import random
import re
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepcache_core.model import Step, join
from tests.core.linear_changes import Change, changes
from tests.core.linear_samples import TASK, parse, passes
from tests.core.linear_worked import STYLES, Worked, worked_solutions


@lru_cache
def solutions(style: str) -> tuple[Worked, ...]:
    return tuple(worked for worked in worked_solutions(9 * len(STYLES), seed=5) if worked.style == style)


def step_at(steps: tuple[Step, ...], place: int) -> int:
    """The index of the step in which a character of the answer stands."""
    end = 0
    for index, step in enumerate(steps):
        end += len(step.text)
        if place < end:
            return index
    raise AssertionError(place)


def changed(style: str) -> list[tuple[Worked, Change]]:
    rng = random.Random(style)
    found = []
    for worked in solutions(style):
        all_of_it = list(changes(worked, rng))
        found += [(worked, change) for change in rng.sample(all_of_it, min(6, len(all_of_it)))]
    return found


@pytest.mark.parametrize("style", STYLES)
def test_a_right_solution_passes_in_every_style(style: str) -> None:
    for worked in solutions(style):
        assert passes(parse(worked.prompt), worked.answer), worked.answer


@pytest.mark.parametrize("style", STYLES)
def test_no_solution_with_one_thing_changed_is_accepted(style: str) -> None:
    for worked, change in changed(style):
        assert not TASK.verify_answer(parse(worked.prompt), change.text).is_pass, change.text


@pytest.mark.parametrize("style", STYLES)
def test_the_first_step_that_does_not_pass_is_the_changed_one_or_the_next(style: str) -> None:
    for worked, change in changed(style):
        problem = parse(worked.prompt)
        steps = TASK.segment(problem, change.text)
        verdicts = TASK.verify(problem, steps)
        stands = [
            verdict.is_pass or (not verdict.is_fail and TASK.may_stand(step.text))
            for step, verdict in zip(steps, verdicts, strict=True)
        ]
        at = step_at(steps, change.at)
        assert stands.index(False) in (at, at + 1), change.text


@pytest.mark.parametrize("style", STYLES)
def test_a_solution_is_replayed_for_other_constants_or_not_at_all(style: str) -> None:
    own = solutions(style)
    replayed = 0
    for worked in own:
        problem = parse(worked.prompt)
        steps = TASK.segment(problem, worked.answer)
        same = TASK.replay(problem, problem, steps)
        assert same is not None, worked.answer
        assert re.findall(r"\d+", join(same)) == re.findall(r"\d+", worked.answer)
        for other in own:
            new = parse(other.prompt)
            result = TASK.replay(problem, new, steps)
            replayed += result is not None and new != problem
            assert result is None or passes(new, join(result))
    assert replayed >= len(own)


SEEDS = st.integers(0, 100_000)


@settings(deadline=None, max_examples=60)
@given(SEEDS, SEEDS)
def test_rendered_solutions_pass_for_their_equation_and_fail_for_any_with_another_solution(one: int, two: int) -> None:
    for first, second in zip(worked_solutions(14, one), worked_solutions(14, two), strict=True):
        problem, other = parse(first.prompt), parse(second.prompt)
        assert problem.solution == first.solution
        assert TASK.solve(problem) is not None
        assert TASK.verify_answer(problem, str(TASK.solve(problem))).is_pass
        assert passes(problem, first.answer), first.answer
        if (problem.variable, first.solution) != (other.variable, second.solution):
            steps = TASK.segment(other, first.answer)
            assert any(verdict.is_fail for verdict in TASK.verify(other, steps))
            assert not TASK.verify_answer(other, first.answer).is_pass
