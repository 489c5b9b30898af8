"""Worked answers to word problems whose equations are known: prose of quantities is judged, never waved through."""

from __future__ import annotations

import pytest

from stepcache_core.model import Request, Status
from stepcache_core.tasks.linear import SystemProblem
from tests.core import linear_stories
from tests.core.linear_stories import TASK, told

STORY = (
    "The sum of the ages of Nora and her father is 52 years. The father is 3 times as old as Nora. "
    "How old are Nora and her father?"
)
DEFINED = "Let's call Nora's age x and her father's age y."


AGES = told(STORY, "x + y = 52", "y = 3*x")


def status(*texts: str, problem: SystemProblem = AGES) -> Status:
    """The verdict on the last of several steps."""
    return linear_stories.status(problem, *texts)


@pytest.mark.parametrize(
    "text",
    [
        "The sum of their ages is 52: x + y = 52",
        "We know that the father is 3 times as old as Nora, so we can write: y = 3x",
        "So Nora is 13 years old.",
        "Therefore, Nora is 13 years old and her father is 39 years old.",
        "To find the father's age, we put this in: y = 3(13) = 39",
        "- x + y = 52 (the sum of their ages is 52)\n- y = 3x (the father is 3 times as old as Nora)",
    ],
)
def test_prose_that_says_what_the_problem_says_passes(text: str) -> None:
    assert status(DEFINED, "x + y = 52", "y = 3x", text) is Status.PASS


@pytest.mark.parametrize(
    "text",
    [
        "The sum of their ages is 53: x + y = 52",
        "The difference of their ages is 52: x + y = 52",
        "We know that the father is 4 times as old as Nora, so we can write: y = 3x",
        "We know that Nora is 3 times as old as the father, so we can write: y = 3x",
        "The father is not 3 times as old as Nora: y = 3x",
        "So Nora is 14 years old.",
        "So Nora is not 13 years old.",
        "Therefore, Nora is 39 years old and her father is 13 years old.",
        "In 13 years Nora is 26 years old: x = 13",
        "So Nora's mother is 13 years old.",
        "Nobody believes that x = 13",
    ],
)
def test_prose_that_says_something_else_never_passes(text: str) -> None:
    assert status(DEFINED, "x + y = 52", "y = 3x", text) is not Status.PASS


def test_names_that_the_problem_proves_pass() -> None:
    assert status(DEFINED) is Status.PASS
    assert status("Let's call Nora's age y and her father's age x.") is not Status.PASS


@pytest.mark.parametrize("text", ["Let y be the age of her father.", "Let's use algebra to solve this."])
def test_what_states_no_value_is_unknown(text: str) -> None:
    assert status(text) is Status.UNKNOWN


def test_a_name_that_tells_which_is_more_must_fit_the_values() -> None:
    numbers = told("The larger of two numbers is 3 more than the smaller. Their sum is 7.", "x = y + 3", "x + y = 7")
    right, wrong = "Let's call the larger number x and the smaller number y.", "Let's call the smaller number x."
    assert status(right, "The smaller number is 2.", problem=numbers) is Status.PASS
    assert status(wrong, "The smaller number is 5.", problem=numbers) is not Status.PASS


def test_two_numbers_may_be_said_in_either_order_but_no_others() -> None:
    numbers = told("The sum of two numbers is 7 and their difference is 3.", "x + y = 7", "x - y = 3")
    assert status("Therefore, the two numbers are 2 and 5.", problem=numbers) is Status.PASS
    assert status("Therefore, the two numbers are 5 and 2.", problem=numbers) is Status.PASS
    assert status("Therefore, the two numbers are 3 and 4.", problem=numbers) is Status.FAIL


def test_the_first_equation_is_the_first_of_the_answer() -> None:
    first, second = "y = 3x   (equation 1)", "x + y = 52   (equation 2)"
    assert status(first, second, "Substituting y = 3x into the second equation: x + 3x = 52") is Status.PASS
    assert status(first, second, "From the first equation: x + 3x = 52") is not Status.PASS


def test_a_story_told_in_the_answer_to_a_bare_equation_is_not_understood() -> None:
    problem = TASK.parse(Request.from_prompt("Solve the system: x + y = 52, y = 3x"))
    assert isinstance(problem, SystemProblem)
    assert status(DEFINED, "So Nora is 13 years old.", problem=problem) is Status.UNKNOWN
    assert status("The sum of the ages of Nora and her father is 52: x + y = 52", problem=problem) is Status.UNKNOWN


def test_a_multiple_of_a_letter_is_no_value_of_it() -> None:
    problem = TASK.parse(Request.from_prompt("Solve the system: x = 4, y = 4x"))
    assert isinstance(problem, SystemProblem)
    assert status("y is 4 times x", problem=problem) is Status.UNKNOWN
