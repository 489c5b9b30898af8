"""Ages at another time in the answer to a word problem: they follow from the ages that are told, or are not read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stepcache_core.model import Status
from stepcache_core.tasks.linear import LinearProblem
from stepcache_core.tasks.linear.reading import read
from stepcache_core.tasks.linear.recognise import problem_of
from tests.core.linear_stories import status, told

OTTO = "Otto is 31 years old and his niece is seven. In how many years will Otto be three times as old as his niece?"
PAIR = told(
    "Hugo is 6 years older than Rita. In 4 years Hugo will be twice as old as Rita was 3 years ago. How old are they?",
    "x = y + 6",
    "x + 4 = 2*(y - 3)",
)
PAIR_NAMES = "Let x be Hugo's age and y be Rita's age."


def waiting(story: str = OTTO) -> LinearProblem:
    """The problem of one letter, the years that Otto waits."""
    run = read("31 + x = 3*(7 + x)")[0].run
    problem = problem_of(run, "x", "", "show your steps") if run is not None else None
    assert problem is not None
    return replace(problem, story=story)


@pytest.mark.parametrize(
    "text",
    [
        "In x years, Otto will be 31 + x years old and his niece will be 7 + x years old.",
        "After x years, Otto will be x + 31, and Otto's niece will be x + 7.",
        "In x years Otto will be three times as old as his niece, so: 31 + x = 3(7 + x)",
        "In 5 years, Otto will be 36 years old.",
        "Therefore, in 5 years, Otto will be three times as old as his niece.",
        "So Otto will be 3 times as old as his niece in 5 years.",
        "Otto's age will be three times his niece's age in 5 years.",
        "So it will take 5 years for Otto to be three times as old as his niece.",
        "3 years ago, Otto was 28 years old.",
    ],
)
def test_an_age_at_another_time_follows_from_the_age_that_is_told(text: str) -> None:
    assert status(waiting(), text) is Status.PASS


@pytest.mark.parametrize(
    "text",
    [
        "In x years, Otto will be 7 + x years old.",
        "In x years, his niece will be 31 + x years old.",
        "In x years, Otto will be 31 - x years old.",
        "In x months, Otto will be 31 + x years old.",
        "In x years, Otto's sister will be 7 + x years old.",
        "In x years, his niece's niece will be 7 + x years old.",
        "In x years, Rita's niece will be 7 + x years old.",
        "In x years, he will be 31 + x years old.",
        "x years ago, Otto was 31 + x years old.",
        "In x years, Otto was 31 + x years old.",
        "In x years, Otto should be 31 + x years old.",
        "In x years, Otto will be more than 31 + x years old.",
        "In x years, Otto will be 31 + x months old.",
        "In x years, Otto will be 31 + x years older.",
        "In x years, nobody says that Otto will be 31 + x years old.",
        "In 6 years, Otto will be three times as old as his niece.",
        "In 5 years, his niece will be three times as old as Otto.",
        "In 5 years, Otto will not be three times as old as his niece.",
        "In 5 years, Otto will be three times older than his niece.",
        "In 5 years, Otto will be three times as tall as his niece.",
        "In 5 months, Otto will be three times as old as his niece.",
        "In 5 years, Otto will be 37 years old.",
        "5 years ago, Otto was three times as old as his niece.",
        "In 5 years.",
        "Therefore, 5 years from now:",
        "10 years ago, his niece was -3 years old.",
        "In t years, Otto will be 31 + t years old.",
        "In 5 years, Otto will be three times as old as his niece is.",
        "In 5 years, Otto will be three times as old as his niece was.",
        "In 5 years, Otto will be 36 and his niece will be 12 times as old.",
        "In 5 years, Otto's age will be three times as old as his niece.",
        "It is false that in 5 years Otto will be 36 years old.",
        "Otto's father will be 36 years old in 5 years.",
        "In 5 years, Otto or his niece will be 36 years old.",
        "In 5 years, both will be 36 years old.",
        "In 5 years, Otto will be 36 years old in 4 years.",
        "It will not take 5 years for Otto to be three times as old as his niece.",
        "It will take 5 years for his niece to be three times as old as Otto.",
        "It will take 6 years for Otto to be three times as old as his niece.",
    ],
)
def test_an_age_at_another_time_that_does_not_follow_never_passes(text: str) -> None:
    assert status(waiting(), text) is not Status.PASS


@pytest.mark.parametrize(
    "story",
    [
        "In 2 years Otto is 31 years old and his niece is 7.",
        "Two years ago this was so. Otto is 31 years old and his niece is 7.",
        "Otto is 31 years old and his niece is 7 in three years.",
        "Otto is 31 years old and his niece is 24 years younger.",
        "Otto is 31 months old and his niece is 7 months old.",
        "Otto was 31 years old and his niece was 7.",
        "If Otto is 31 years old, then his niece is 7.",
        "Otto is 31 years old. His niece is 7 years old. Otto is 32 years old.",
        "Otto's niece is 31 years old. His niece is 7 years old.",
    ],
)
def test_only_a_problem_that_begins_with_the_ages_of_today_tells_them(story: str) -> None:
    assert status(waiting(story), "In x years, Otto will be 31 + x years old.") is not Status.PASS


def test_a_letter_with_a_proved_name_has_an_age_at_another_time() -> None:
    assert status(PAIR, PAIR_NAMES, "So 3 years ago, Hugo's age was x - 3 and Rita's age was y - 3.") is Status.PASS
    assert status(PAIR, PAIR_NAMES, "In 4 years, Hugo will be x + 4 years old.") is Status.PASS
    assert status(PAIR, PAIR_NAMES, "In 4 years, Hugo will be y + 4 years old.") is not Status.PASS
    assert status(PAIR, PAIR_NAMES, "In 4 years, Hugo will be x + 5 years old.") is not Status.PASS
    assert status(PAIR, "Let y be Hugo's age and x be Rita's age.", "In 4 years Hugo will be y + 4.") is not Status.PASS
    assert status(PAIR, "In 4 years, Hugo will be x + 4 years old.") is not Status.PASS


def test_what_is_only_supposed_of_another_time_is_not_judged() -> None:
    assert status(waiting(), "If in 5 years Otto will be 37 years old, this is another problem.") is Status.UNKNOWN
    assert status(waiting(), "Suppose in 5 years Otto will be 37 years old.") is Status.UNKNOWN


def test_one_of_several_before_is_nobodys_owner() -> None:
    problem = waiting("Otto is 31 years old. Rita is 30 years old. Her niece is 7 years old.")
    assert status(problem, "In x years, her niece will be 7 + x years old.") is Status.PASS
    assert status(problem, "In x years, Rita's niece will be 7 + x years old.") is not Status.PASS
    assert status(problem, "In x years, Otto's niece will be 7 + x years old.") is not Status.PASS


def test_a_title_is_part_of_a_name_with_a_space_and_without() -> None:
    problem = waiting("Mr.Brandt is 31 and his niece is 7 .")
    assert status(problem, "In 5 years, Mr. Brandt will be three times as old as his niece.") is Status.PASS
    assert status(problem, "In 5 years, Mrs. Brandt will be three times as old as his niece.") is not Status.PASS
