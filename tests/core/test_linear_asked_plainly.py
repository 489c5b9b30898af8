"""Everyday ways to ask for a solution, and questions of the same words that want something else."""

from __future__ import annotations

import pytest

from stepcache_core import Request
from tests.core.linear_samples import TASK

PLAINLY = [
    "How do I solve 3x + 5 = 20?", "How do you solve 3x + 5 = 20?", "How to solve 3x + 5 = 20",
    "How can I solve 3x + 5 = 20?", "How would you solve 3x + 5 = 20?", "How do I find x in 3x + 5 = 20?",
    "How should we solve the equation 3x + 5 = 20 for x?", "I need help solving 3x + 5 = 20",
    "I need some help with solving 3x + 5 = 20.", "Solve this equation for me: 3x + 5 = 20",
    "Solve the following for x: 3x + 5 = 20", "Solve 3x + 5 = 20 pls", "whats x if 3x+5=20",
    "Isolate the variable: 3x + 5 = 20", "Find the unknown: 3x + 5 = 20", "I'd like to know what x is in 3x + 5 = 20",
]  # fmt: skip
SOMETHING_ELSE = [
    "How do I graph 3x + 5 = 20?", "How many steps does 3x + 5 = 20 take?", "How would you teach 3x + 5 = 20?",
    "How do you check 3x + 5 = 20?", "How can I solve 3x + 5 = 20 in Python?", "How do I solve 3x + 5 = 20 for y?",
    "How hard is it to solve 3x + 5 = 20?", "Do you know how to solve 3x + 5 = 20?", "Explain how to solve 3x + 5 = 20",
    "How do you solve 3x + 5 = 20 without algebra?", "I need help checking 3x + 5 = 20",
    "I don't know how to solve 3x + 5 = 20", "Solve this equation for my friend's age: 3x + 5 = 20",
    "Solve the following for 2x: 3x + 5 = 20", "Name the variable: 3x + 5 = 20", "Find the constant: 3x + 5 = 20",
    "whats the slope if 3x+5=20", "How is 3x + 5 = 20 solved by a computer?", "How do I type 3x + 5 = 20?",
    "Solve 3x + 5 = 20 and find 2x", "If 3x + 5 = 20, what is 6x + 10?", "Is x = 4 a solution of 3x + 5 = 20?",
    "Is x even if 3x + 5 = 20?", "I got x = 4 for 3x + 5 = 20. Am I right?", "3x + 5 = 20. Which step comes next?",
    "Solve 3x + 5 = 21 and give a decimal", "Find -x when 3x + 5 = 20", "Solve 3x + 5 = 20 with 3 replaced by 4",
]  # fmt: skip


@pytest.mark.parametrize("prompt", PLAINLY)
def test_a_plain_question_is_answered(prompt: str) -> None:
    problem = TASK.parse(Request.from_prompt(prompt))
    assert problem is not None
    assert problem.values == {"x": 5}
    assert problem.wants_steps is ("how " in prompt.lower())


@pytest.mark.parametrize("prompt", SOMETHING_ELSE)
def test_a_question_that_wants_something_else_is_left_to_the_model(prompt: str) -> None:
    assert TASK.parse(Request.from_prompt(prompt)) is None


@pytest.mark.parametrize(
    ("prompt", "number"),
    [
        ("A number increased by 15 is 40. What is it?", 25),
        ("8 is subtracted from a number to give 15. What is the number?", 23),
        ("If a number is doubled and 3 is added, the result is 17. Find the number.", 7),
        ("A number is multiplied by 4 and then 6 is subtracted from the result. The result is 10. Find the number.", 4),
    ],
)
def test_deeds_in_the_passive_are_read(prompt: str, number: int) -> None:
    problem = TASK.parse(Request.from_prompt(prompt))
    assert problem is not None
    assert problem.values == {"": number}


@pytest.mark.parametrize(
    "prompt",
    [
        "If a number is doubled and 3 is added to the number, the result is 17. Find the number.",
        "A number is doubled and 3 is multiplied. The result is 17. Find the number.",
        "A number is doubled and 3 is subtracted from 17. Find the number.",
        "A number is 15 more. What is it?",
    ],
)
def test_deeds_that_may_be_taken_in_two_ways_are_not_read(prompt: str) -> None:
    assert TASK.parse(Request.from_prompt(prompt)) is None
