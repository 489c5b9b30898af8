"""A total that a worked word problem tells beside its equation: said of what the problem says it of, or unread."""

from __future__ import annotations

import pytest

from stepcache_core.model import Status
from tests.core.linear_stories import status, told

MIXED = told(
    "A chemist mixes a 20 % acid solution with a 60 % acid solution to make 30 liters of a 36 % acid solution. How "
    "much of each does she use?",
    "x + y = 30",
    "0.2*x + 0.6*y = 0.36*30",
)
LITERS = (
    "Let x be the number of liters of the 20% acid solution and y be the number of liters of the 60% acid solution."
)
DRIVEN = told(
    "Two vans start 200 miles apart and drive towards each other. The faster van is 10 miles per hour faster than the "
    "slower van. They meet after 2 hours.",
    "x = y + 10",
    "2*x + 2*y = 200",
)
SPEEDS = "Let y be the speed of the slower van and x be the speed of the faster van."
INVESTED = told(
    "Nina invested $ 8000 into two funds. The bond fund pays 8 % and the stock fund 6 % interest. She earned $ 580 in "
    "interest.",
    "x + y = 8000",
    "0.08*x + 0.06*y = 580",
)
AMOUNTS = "Let x be the amount invested in the bond fund and y be the amount invested in the stock fund."


@pytest.mark.parametrize(
    "text",
    [
        "The total volume of the solution is 30 liters, so:\n\nx + y = 30",
        "We know that the total volume is 30 liters, so we can write: x + y = 30",
        "The total volume of the two solutions is 30 liters. So we can write an equation:\n\nx + y = 30",
        "x + y = 30 (the total amount of solution needed is 30 liters)",
        "x + y = 30 (total amount of solution)",
    ],
)
def test_the_total_of_what_the_letters_are_passes_beside_their_sum(text: str) -> None:
    assert status(MIXED, text) is Status.PASS
    assert status(MIXED, LITERS, text) is Status.PASS


@pytest.mark.parametrize(
    "text",
    [
        "The total volume of acid is 30 liters, so: x + y = 30",
        "The total volume of the 20% solution is 30 liters, so: x + y = 30",
        "The total volume of water is 30 liters, so: x + y = 30",
        "The total volume is 31 liters, so: x + y = 30",
        "The total volume is 30 gallons, so: x + y = 30",
        "The total volume is not 30 liters, so: x + y = 30",
        "The total volume was more than 30 liters, so: x + y = 30",
        "The total volume should be 30 liters, so: x + y = 30",
        "The total cost is 30 dollars, so: x + y = 30",
        "The total cost is 30, so: x + y = 30",
        "The total distance is 30 miles, so: x + y = 30",
        "The difference of the volumes is 30 liters, so: x + y = 30",
        "The total volume is 30 liters, so: 0.2x + 0.6y = 0.36(30)",
        "The total volume is 30 liters, so: 30 - y = x",
        "The total volume is 30 liters, and nobody believes that x + y = 30",
        "x + y = 30 (total amount of acid)",
    ],
)
def test_a_total_of_something_else_never_passes(text: str) -> None:
    assert status(MIXED, LITERS, text) is not Status.PASS


@pytest.mark.parametrize(
    "text",
    [
        "The total distance traveled by the two vans is 200 miles, so: 2x + 2y = 200",
        "The sum of the distances is 200 miles: 2x + 2y = 200",
        "2x + 2y = 200 (the total distance traveled by both vans is 200 miles)",
    ],
)
def test_the_total_way_of_all_that_move_passes_beside_the_sum_of_ways(text: str) -> None:
    assert status(DRIVEN, SPEEDS, "x = y + 10", text) is Status.PASS


@pytest.mark.parametrize(
    "text",
    [
        "The total distance traveled by the faster van is 200 miles, so: 2x + 2y = 200",
        "The total distance traveled by the planes is 200 miles, so: 2x + 2y = 200",
        "The total distance traveled by the two planes is 200 miles, so: 2x + 2y = 200",
        "The total speed is 200 mph, so: 2x + 2y = 200",
        "The total time is 200 hours, so: 2x + 2y = 200",
        "The total of the speeds is 200, so: 2x + 2y = 200",
    ],
)
def test_a_total_that_is_no_way_of_all_never_passes(text: str) -> None:
    assert status(DRIVEN, SPEEDS, "x = y + 10", text) is not Status.PASS


@pytest.mark.parametrize(
    "text",
    [
        "We know that Nina invested a total of $8000, so:\n\nx + y = $8000",
        "The total amount invested is $8,000, so: x + y = 8000",
    ],
)
def test_a_total_of_money_passes_in_the_words_of_the_problem(text: str) -> None:
    assert status(INVESTED, AMOUNTS, text) is Status.PASS


@pytest.mark.parametrize(
    "text",
    [
        "The total amount invested is $580, so: 0.08x + 0.06y = 580",
        "The total interest is $8000, so: x + y = 8000",
        "The bank invested a total of $8000, so: x + y = 8000",
        "Nina lost a total of $8000, so: x + y = 8000",
        "The total interest earned in the bond fund is $580, so: 0.08x + 0.06y = 580",
    ],
)
def test_a_total_of_other_money_never_passes(text: str) -> None:
    assert status(INVESTED, AMOUNTS, text) is not Status.PASS


def test_a_total_of_ages_is_that_of_now() -> None:
    ages = told("Ann is 5 times as old as Bo. Ann and Bo have 48 years together.", "x = 5*y", "x + y = 48")
    assert status(ages, "The total of their ages is 48 years: x + y = 48") is Status.PASS
    assert status(ages, "The total of their ages was 48 years: x + y = 48") is not Status.PASS
    assert status(ages, "The total of their ages will be 48 years: x + y = 48") is not Status.PASS


def test_a_part_of_what_the_letters_measure_is_not_their_total() -> None:
    acid = told("A jar takes 30 liters, twice as much 10% acid solution as 5% acid solution.", "x + y = 30", "x = 2*y")
    names = "Let x be the volume of the 10% acid solution and y be the volume of the 5% acid solution."
    assert status(acid, names, "The total volume of acid solution is 30 liters.") is Status.PASS
    assert status(acid, names, "The total volume of solution is 30 liters.") is Status.PASS
    assert status(acid, names, "The total volume of acid is 30 liters.") is not Status.PASS
