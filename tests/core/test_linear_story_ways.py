"""How far each of two has come, in the answer to a word problem: its own speed in the time that is told, or unread."""

from __future__ import annotations

import pytest

from stepcache_core.model import Status, Step
from stepcache_core.tasks.linear import SystemProblem
from tests.core.linear_stories import TASK, told

EQUATIONS = ("2*x + 2*y = 200", "x = y + 10")
FASTER = "The faster van is 10 miles per hour faster than the slower van."
VANS = told(f"Two vans start 200 miles apart, facing each other. {FASTER} They meet after 2 hours.", *EQUATIONS)
SPEEDS = "Let y be the speed of the slower van and x be the speed of the faster van."


def status(text: str, problem: SystemProblem = VANS, naming: str = SPEEDS) -> Status:
    """The verdict on a step behind the one that names the letters."""
    return TASK.verify(problem, [Step(f"{naming}\n\n"), Step(f"{text}\n\n")])[-1].status


@pytest.mark.parametrize(
    "text",
    [
        "The distance traveled by the slower van is 2y miles.",
        "In 2 hours, the faster van will have traveled a distance of 2x miles.",
        "In two hours the slower van travels 2y miles. Similarly, the faster van travels 2(y + 10) miles.",
        "For the slower van, the distance covered in two hours is:\n\ndistance = y * 2",
        "For the faster van:\n\ndistance = (y + 10) * 2",
        "The faster van traveled for 2 hours at a rate of y + 10 miles per hour, which means that its distance was: 2x",
        "Distance of the faster van = 2x",
    ],
)
def test_the_way_of_the_one_that_is_named_is_its_speed_in_the_time(text: str) -> None:
    assert status(text) is Status.PASS


@pytest.mark.parametrize(
    "text",
    [
        "The distance traveled by the slower van is 2x miles.",
        "The distance traveled by the slower van is 3y miles.",
        "The distance traveled by the slower van is 2y kilometers.",
        "The distance traveled by the slower van is 2y hours.",
        "The distance traveled by the slower van is 2y miles more.",
        "The distance traveled by the slower van is not 2y miles.",
        "The distance traveled by the slower van is at least 2y miles.",
        "The distance traveled by the slower van would be 2y miles.",
        "The distance traveled by the slower car is 2y miles.",
        "The distance traveled by the van is 2y miles.",
        "The distance traveled by both vans is 2y miles.",
        "For the slower van, they travel a distance of 2y miles.",
        "If the slower van travels a distance of 2y miles",
        "The distance from the slower van is 2y miles.",
        "The slower van does not travel a distance of 2y miles.",
        "The slower van travels a distance of 2y miles and a half.",
        "The slower van travels a distance of about 2y miles.",
        "The distance left for the slower van is 2y miles.",
        "The distance between the slower van and the faster van is 2x.",
        "The total distance of the slower van is 2y.",
        "The speed of the slower van is 2y.",
        "The slower van travels 2y.",
        "The slower van travels for 2y hours.",
        "In 3 hours, the slower van travels 3y miles.",
        "In 3 hours, the slower van travels 2y miles.",
        "In 2 minutes, the slower van travels 2y miles.",
        "In 2 hours and 5 minutes, the slower van travels 2y miles.",
        "The slower van traveled for 2 hours at a rate of x miles per hour, which means that its distance was: 2y",
        "The slower van traveled for 2 hours at a rate of 2 miles per hour, which means that its distance was: 2y",
        "For the faster van:\n\ndistance = y + 10 * 2",
        "For the faster van:\n\ndistance = (y + 10) / 2",
        "For the faster van:\n\ndistance > 2x",
    ],
)
def test_a_way_of_another_or_at_another_speed_or_time_never_passes(text: str) -> None:
    assert status(text) is not Status.PASS


@pytest.mark.parametrize(
    "story",
    [
        f"Two vans start 200 miles apart. {FASTER}",
        f"Two vans start 200 miles apart. {FASTER} They meet after 2 hours. One stops 1 hour before.",
        f"Two vans start 200 miles apart. {FASTER} They meet after 2 minutes.",
        f"Two vans start 200 miles apart. {FASTER} They meet after 4 hours.",
        f"Two vans start 300 miles apart. {FASTER} They meet after 2 hours.",
    ],
)
def test_a_way_needs_the_one_time_in_which_both_come_as_far_as_is_told(story: str) -> None:
    assert status("The distance traveled by the slower van is 2y miles.", told(story, *EQUATIONS)) is not Status.PASS


@pytest.mark.parametrize(
    "naming",
    [
        "Let x be the speed of the slower van and y be the speed of the faster van.",
        "Let y be the time of the slower van and x be the time of the faster van.",
        "Let y be the speed of the slower van.",
        "Let's begin.",
    ],
)
def test_a_way_needs_the_names_that_the_problem_proves(naming: str) -> None:
    assert status("The distance traveled by the slower van is 2y miles.", naming=naming) is not Status.PASS
