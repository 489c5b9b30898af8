"""A fraction is taken away by its reciprocal, in the words that models use for it."""

from __future__ import annotations

import pytest

from stepcache_core import Request
from stepcache_core.model import join
from tests.core.linear_samples import TASK, parse

PROBLEM = parse("Solve (3/4)x = 6")
WITH_PRODUCT = [
    "Multiply both sides by the reciprocal of 3/4, which is 4/3:\n\nx = 6 * (4/3)\n\nx = 8",
    "Multiply by the reciprocal of $\\frac{3}{4}$, which is $\\frac{4}{3}$:\n\n$x = 6 \\cdot \\frac{4}{3}$\n\n$x = 8$",
]
RIGHT = [
    "Multiply both sides by the reciprocal of 3/4, which is 4/3:\n\nx = 8",
    "Multiply both sides by the reciprocal of $\\frac{3}{4}$, which is $\\frac{4}{3}$:\n\n$x = 8$",
    "We multiply both sides by the reciprocal of 3/4 to get x = 8.",
    "Multiply both sides by 4/3, the reciprocal of 3/4:\n\nx = 8",
    "Multiply both sides by 4/3 (the reciprocal of 3/4): x = 8",
]


@pytest.mark.parametrize("text", RIGHT + WITH_PRODUCT)
def test_a_right_use_of_the_reciprocal_passes(text: str) -> None:
    assert all(verdict.is_pass for verdict in TASK.verify(PROBLEM, TASK.segment(PROBLEM, text)))
    assert TASK.verify_answer(PROBLEM, text).is_pass


@pytest.mark.parametrize(
    "text",
    [
        "Multiply both sides by the reciprocal of 3/4, which is 3/4: x = 8",
        "Multiply both sides by the reciprocal of 4/3, which is 3/4: x = 8",
        "Multiply both sides by the reciprocal of 4/3: x = 8",
        "Multiply both sides by the reciprocal of 0: x = 8",
        "Multiply both sides by 4/3, the reciprocal of 4/3: x = 8",
        "Multiply both sides by the reciprocal of 3/4, or 5/3: x = 8",
        "Divide both sides by the reciprocal of 3/4, which is 4/3: x = 8",
    ],
)
def test_a_wrong_one_does_not(text: str) -> None:
    assert not TASK.verify_answer(PROBLEM, text).is_pass


@pytest.mark.parametrize("text", RIGHT)
@pytest.mark.parametrize("prompt", ["Solve (2/5)x = 6", "Solve (5/7)y = -10 for y", "Solve (3/8)x = 9"])
def test_it_is_replayed_for_another_fraction(text: str, prompt: str) -> None:
    new = parse(prompt)
    replayed = TASK.replay(PROBLEM, new, TASK.segment(PROBLEM, text))
    assert replayed is not None
    assert TASK.verify_answer(new, join(replayed)).is_pass
    assert "reciprocal" in join(replayed)


def test_in_a_system_it_is_what_one_equation_is_multiplied_by() -> None:
    problem = TASK.parse(Request.from_prompt("Solve the system: x + y = 7, (3/4)x = 3"))
    assert problem is not None
    right = "Multiply both sides of the second equation by the reciprocal of 3/4, which is 4/3:\n\nx = 4\n\ny = 3"
    assert TASK.verify(problem, TASK.segment(problem, right))[0].is_pass
    for wrong in (right.replace("4/3", "5/3"), right.replace("second", "first"), right.replace("of 3/4", "of 4/3")):
        assert not TASK.verify(problem, TASK.segment(problem, wrong))[0].is_pass
