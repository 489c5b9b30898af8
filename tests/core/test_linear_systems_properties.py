"""Systems of linear equations: what holds for many systems, many scribbles and hostile texts."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from stepcache_core.model import Request, join
from tests.core.linear_samples import TASK, passes
from tests.core.system_samples import PROBLEM, parse

NUMBERS = st.integers(-12, 12)


SYSTEMS = st.integers(2, 3).flatmap(
    lambda size: st.lists(st.lists(NUMBERS, min_size=size + 1, max_size=size + 1), min_size=size, max_size=size)
)


def prompt_of(rows: list[list[int]]) -> str:
    letters = "xyz"[: len(rows)]
    sides = [" + ".join(f"({a})*{letter}" for a, letter in zip(row, letters, strict=False)) for row in rows]
    return "Solve the system: " + ", ".join(f"{side} = {row[-1]}" for side, row in zip(sides, rows, strict=True))


@settings(deadline=None, max_examples=150)
@given(SYSTEMS, SYSTEMS)
def test_solve_satisfies_every_equation_and_passes_for_no_system_with_another_solution(
    one: list[list[int]], other: list[list[int]]
) -> None:
    first, second = parse(prompt_of(one)), parse(prompt_of(other))
    assume(first is not None and second is not None)
    assert first is not None
    assert second is not None
    text = TASK.solve(first)
    assert text is not None
    assert TASK.verify_answer(first, text).is_pass
    if first.kind == "one":
        values = [first.solved.values[letter] for letter in "xyz"[: len(one)]]
        for *coefficients, total in one:
            assert sum(a * value for a, value in zip(coefficients, values, strict=True)) == total
    assume(first.kind != second.kind or (first.kind == "one" and first.solved.values != second.solved.values))
    assert not TASK.verify_answer(second, text).is_pass


@settings(deadline=None, max_examples=100)
@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_values_pass_exactly_when_they_are_the_solution(a: int, b: int, x: int, y: int) -> None:
    problem = parse(f"Solve the system: x + ({a})*y = 3, x - ({b})*y = 2")
    assume(problem is not None and problem.kind == "one")
    assert problem is not None
    right = problem.solved.values == {"x": Fraction(x), "y": Fraction(y)}
    assert TASK.verify_answer(problem, f"x = {x}, y = {y}").is_pass == right


TRUE = """
3x = 9 | x - y = 2 | 2x + y = 7 | x = 3 | y = 1 | x = y + 2 | 2(3) + 1 = 7 | x = 9/3 = 3 | x is 3 | y = 7 - 2x
the solution is x = 3 and y = 1 | add the two equations: 3x = 9 | the answer is (3, 1)
"""


FALSE = """
x = 4 | 3x = 10 | x - y = 3 | y = -1 | 2(3) + 1 = 8 | x = 9/3 = 4 | x = 10/3 = 3 | x is 4 | y equals 3 | x = 35 =
(x, y) = (1, 3) | the answer is (1, 3) | the system has no solution | x is not 3 | x > 3 | x = 3 or x = 4 | x ≠ 3
z = 1 | x = 3x | the sum is 5 | subtract the two equations: 3x = 9
"""


def fragments(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[|\n]", text) if part.strip()]


@settings(deadline=None, max_examples=300)
@given(
    st.lists(st.sampled_from(fragments(TRUE)), max_size=3),
    st.sampled_from(fragments(FALSE)),
    st.lists(st.sampled_from(fragments(TRUE)), max_size=2),
    st.sampled_from([". ", "\n\n", "\n", ", ", " and ", " so ", "; "]),
)
def test_one_false_statement_among_right_ones_is_enough(
    before: list[str], false: str, after: list[str], by: str
) -> None:
    text = by.join([*before, false, *after]) + "\n\nx = 3, y = 1"
    assert not passes(PROBLEM, text)
    assert not TASK.verify_answer(PROBLEM, text).is_pass


@settings(deadline=None, max_examples=200)
@given(st.text(alphabet=st.sampled_from("xy=31 +-*/()[]{}\\$^.,:!\n25z"), max_size=50))
def test_no_scribble_makes_a_verdict_raise(text: str) -> None:
    steps = TASK.segment(PROBLEM, text)
    assert join(steps) == text
    assert len(TASK.verify(PROBLEM, steps)) == len(steps)
    TASK.verify_answer(PROBLEM, text)


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 2_000 + "3" + ")" * 2_000,
        "x + y = 4\n" * 500,
        "add the two equations " * 250,
        "subtract the second equation from the first " * 120,
        "equation 1 and 2 " * 300,
        "x = " + "9" * 30 + "*" + "9" * 30 + "*x",
        "(x, y) = (" * 500,
        "\\boxed{x = 3, " * 300,
        "x = 3^99999999",
        "\n".join(f"{n}x + {n}y = {4 * n}" for n in range(1, 200)),
    ],
)
def test_a_hostile_answer_is_not_passed_and_raises_nothing(text: str) -> None:
    steps = TASK.segment(PROBLEM, text)
    assert len(TASK.verify(PROBLEM, steps)) == len(steps)
    assert not passes(PROBLEM, text)


@pytest.mark.parametrize(
    "prompt",
    [
        "Solve " + "x + y = 1, " * 80,
        "Solve " + "EQ and " * 150,
        "Let a = 1. " * 85 + "Solve a*x = 1 for x.",
        "Suppose x = y and " * 50 + "solve it",
        "Let f(x) = " + "x**12*" * 100 + "x. Let m = f(9). Solve m*y = 3 for y.",
        "Let f(x) = x**12. Let a = f(999999999999). Let b = f(a). Let c = f(b). Solve c*y = 3 for y.",
        "given given given " * 50,
        "x = y, " * 60 + "foo",
        "x = y and " * 60 + "foo",
        "let x = y and " * 40 + "foo",
        "given the system " * 40 + "x = y foo",
        "x = y then then and and then " * 30 + "foo",
    ],
)
def test_hostile_prompts_are_not_taken(prompt: str) -> None:
    assert TASK.parse(Request.from_prompt(prompt)) is None


def test_a_worked_answer_says_nothing_twice_and_puts_nothing_in_where_it_does_not_stand() -> None:
    old = TASK.parse(Request.from_prompt("Solve 2x + y = 7, x - y = 2"))
    steps = TASK.segment(old, "3x = 9\n\nx = 3\n\ny = 1")
    for prompt, ending in (
        ("Solve 2x + y = 8, x - y = 1 for y", "2(3) + y = 8\n\ny = 2"),
        ("Solve 2x = 6, 4y = 8", "Divide both sides by 2:\nx = 3\n\nDivide both sides by 4:\ny = 2\n\nx = 3, y = 2"),
    ):
        replayed = TASK.replay(old, TASK.parse(Request.from_prompt(prompt)), steps)
        assert replayed is not None
        assert "".join(step.text for step in replayed).endswith(ending)
