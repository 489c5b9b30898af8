"""Worked answers in the task's own words: every one of them passes the task's own verifier."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from stepcache_core import Generation, Outcome, Request, Source, StepCacheEngine, Usage
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks import LinearEquationTask
from stepcache_core.testing import HashEmbedder

TASK = LinearEquationTask()


def finished(prompt: str, kept: str = "") -> str:
    """The whole answer, verified step by step."""
    problem = TASK.parse(Request.from_prompt(prompt))
    assert problem is not None, prompt
    rest = TASK.finish(problem, kept)
    assert rest is not None, prompt
    answer = kept + rest
    steps = TASK.segment(problem, answer)
    verdicts = TASK.verify(problem, steps)
    assert all(verdict.is_pass or TASK.may_stand(step.text) for step, verdict in zip(steps, verdicts, strict=True)), (
        [verdict.reason for verdict in verdicts if not verdict.is_pass],
        answer,
    )
    assert TASK.verify_answer(problem, answer).is_pass, answer
    return answer


@pytest.mark.parametrize(
    ("prompt", "kept", "expected"),
    [
        (
            "Solve 2(x - 3) = 4x + 10",
            "",
            "2(x - 3) = 4x + 10\n\nSimplify both sides:\n2x - 6 = 4x + 10\n\nSubtract 4x from both sides:\n"
            "-2x - 6 = 10\n\nAdd 6 to both sides:\n-2x = 16\n\nDivide both sides by -2:\nx = -8",
        ),
        (
            "Solve 2(x - 3) = 4x + 10",
            "Distribute the 2:\n2x - 6 = 4x + 10\n\n",
            "Subtract 4x from both sides:\n-2x - 6 = 10\n\nAdd 6 to both sides:\n-2x = 16\n\n"
            "Divide both sides by -2:\nx = -8",
        ),
        ("Solve 20 = 3x + 5", "20 = 3x + 5\n\n15 = 3x\n\n", "Divide both sides by 3:\n5 = x\n\nx = 5"),
        ("Solve x/4 + 1 = 6", "x/4 = 5\n\n", "Multiply both sides by 4:\nx = 20"),
        ("Solve 0.5x + 1.5 = 4", "0.5x = 2.5\n\n", "Multiply both sides by 2:\nx = 5"),
        ("Solve 3x = 2", "1. We have \\[ 3x = 2 \\]\n\n", "2. Divide both sides by 3:\n   \\[ x = 2/3 \\]"),
        ("Solve 3x + 5 = 20", "Step 1: 3x = 15\n\nStep 2: x = 5\n\n", "x = 5"),
        ("Solve 2x + 3 = 2x + 4", "", "2x + 3 = 2x + 4\n\nThe equation has no solution."),
        (
            "Solve 2x + 3y = 12 and 3x - y = 7",
            "",
            "2x + 3y = 12\n3x - y = 7\n\nMultiply the second equation by 3:\n9x - 3y = 21\n\n"
            "Add the first equation and the second equation:\n11x = 33\n\nDivide both sides by 11:\nx = 3\n\n"
            "Substitute x = 3 into the first equation:\n2(3) + 3y = 12\n\n3y = 6\n\ny = 2\n\nx = 3, y = 2",
        ),
    ],
)
def test_the_rest_is_worked_out_from_the_last_equation_that_stands(prompt: str, kept: str, expected: str) -> None:
    assert finished(prompt, kept) == kept + expected


NUMBERS = st.integers(-12, 12)
SIDES = st.one_of(
    st.builds("{}x + {}".format, NUMBERS.filter(bool), NUMBERS),
    st.builds("{}(x + {})".format, NUMBERS.filter(bool), NUMBERS),
    st.builds("{} - {}x".format, NUMBERS, st.integers(1, 9)),
    st.builds("x/{} + {}".format, st.integers(2, 9), NUMBERS),
    st.builds("0.{}x + {}.5".format, st.integers(1, 9), st.integers(0, 9)),
    st.builds("{}".format, NUMBERS),
)


@settings(deadline=None, max_examples=150)
@given(SIDES, SIDES)
def test_any_equation_is_worked_out_and_passes(left: str, right: str) -> None:
    prompt = f"Solve {left} = {right}".replace("+ -", "- ")
    assume("x" in prompt)
    finished(prompt)


@settings(deadline=None, max_examples=100)
@given(st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS), min_size=2, max_size=3))
def test_any_system_with_one_solution_is_worked_out_and_passes(rows: list[tuple[int, int, int, int]]) -> None:
    letters = "xyz"[: len(rows)]
    equations = []
    for *factors, total in rows:
        terms = [f"{factor}{letter}" for factor, letter in zip(factors, letters, strict=False) if factor]
        assume(terms)
        equations.append(f"{' + '.join(terms)} = {total}".replace("+ -", "- "))
    prompt = "Solve " + ", ".join(equations)
    problem = TASK.parse(Request.from_prompt(prompt))
    assume(getattr(problem, "kind", "") == "one" and len(getattr(problem, "letters", "")) == len(rows))
    finished(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "Solve x + y = 3, 2x + 2y = 6",
        "Solve x + y = 3, x + y = 4",
        "Three times a number is twelve. What is the number?",
    ],
)
def test_what_is_not_worked_out_is_left_to_the_bare_result(prompt: str) -> None:
    problem = TASK.parse(Request.from_prompt(prompt))
    assert problem is not None
    assert TASK.finish(problem, "") is None
    assert TASK.solve(problem)


def scripted(*texts: str) -> tuple[list[str], StepCacheEngine]:
    return list(texts), StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())


def test_an_answer_that_fails_is_finished_without_a_second_call_and_is_a_pattern_for_others() -> None:
    texts, engine = scripted("5x + 2 = 3x + 10\n\n5x = 3x + 9\n\nx = 4.5")

    def generate(request: Request) -> Generation:
        return Generation(texts.pop(), Usage(20, 10))

    first = engine.answer(Request.from_prompt("Solve 5x + 2 = 3x + 10"), generate)
    assert (first.outcome, first.verified, texts) == (Outcome.FALLBACK, True, [])
    assert [step.source for step in first.steps] == [Source.MODEL, Source.FALLBACK, Source.FALLBACK, Source.FALLBACK]
    assert first.text == (
        "5x + 2 = 3x + 10\n\nSubtract 3x from both sides:\n2x + 2 = 10\n\nSubtract 2 from both sides:\n2x = 8\n\n"
        "Divide both sides by 2:\nx = 4"
    )
    second = engine.answer(Request.from_prompt("Solve 7y - 1 = 2y + 24"), generate)
    assert (second.outcome, second.text.endswith("Divide both sides by 5:\ny = 5")) == (Outcome.REPLAY, True)


def test_a_system_is_answered_from_another_one_without_a_call() -> None:
    texts, engine = scripted("Adding them:\n3x = 6\n\nx = 2\n\ny = 1\n\nx = 2, y = 1")

    def generate(request: Request) -> Generation:
        return Generation(texts.pop(), Usage(20, 10))

    engine.answer(Request.from_prompt("Solve 2x + y = 5, x - y = 1"), generate)
    answer = engine.answer(Request.from_prompt("Solve 3x + 5y = 1, x + y = 3"), generate)
    assert (answer.outcome, answer.verified) == (Outcome.REPLAY, True)
    assert answer.text.endswith("x = 7, y = -4")
