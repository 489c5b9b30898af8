"""Prose of worked word problems: names, other times, values with units, totals, quotients, numbers."""

from __future__ import annotations

import pytest

from stepcache_core.model import Status
from tests.core.linear_stories import status, told

AGES = told(
    "Mr. Reed is 4 times as old as his niece Ida. In 6 years Mr. Reed will be 3 times as old as Ida will be. "
    "How old are they now?",
    "x = 4*y",
    "x + 6 = 3*(y + 6)",
)
NAMED = "Let's call Ida's current age y and Mr. Reed's current age x."
SPEEDS = told(
    "Two vans start 200 miles apart and drive towards each other. The faster van is 10 miles per hour faster than the "
    "slower van. They meet after 2 hours. How fast is each?",
    "x = y + 10",
    "2*x + 2*y = 200",
)
SLOWER = 'Let\'s call the speed of the slower van "y" (in miles per hour).'
SOLD = told(
    "Zoe sold a total of 30 cakes and pies. The ratio of cakes to pies is 2 to 3. How many of each did she sell?",
    "x + y = 30",
    "3*x = 2*y",
)
BAKED = "Let x be the number of cakes and y be the number of pies."


@pytest.mark.parametrize(
    "text",
    [
        "In 6 years, Mr. Reed will be 3 times as old as Ida: x + 6 = 3(y + 6)",
        "We also know that six years from now, the sum of their ages will be 72.",
        "Therefore, Mr. Reed is currently 48 years old and Ida is 12 years old.",
        "So our answer of Ida being 12 years old and Mr. Reed being 48 years old is correct.",
        "Now that we know that Ida is 12 years old, we can find Mr. Reed's age: x = 4(12) = 48",
    ],
)
def test_prose_of_ages_that_is_so_passes(text: str) -> None:
    assert status(AGES, NAMED, "x = 48", "y = 12", text) is Status.PASS


@pytest.mark.parametrize(
    "text",
    [
        "In 5 years, Mr. Reed will be 3 times as old as Ida: x = 4y",
        "In 6 years, Mr. Reed will be 4 times as old as Ida: x = 4y",
        "In 6 years, Mr. Reed is 4 times as old as his niece Ida: x = 4y",
        "6 years ago, Mr. Reed was 4 times as old as Ida: x = 4y",
        "In 6 years, Ida will be 12 years old: y = 12",
        "6 years ago, Ida's current age was 12: y = 12",
        "Therefore, Mr. Reed was 48 years old.",
        "Mr. Reed was 48 years old and Ida was 12 years old.",
        "Last year Ida was 12 years old.",
        "Next year Ida is 12 years old.",
        "Ida is 12 years older: y = 12",
        "Ida is about 12 years old: y = 12",
        "Ida is 12 years old and Mr. Reed: y = 12",
        "So our answer of Ida being 48 years old is correct.",
        "So our answer of Ida being 12 years old is incorrect.",
        "So Ida is 12 months old.",
        "For every 12 years of Ida there is one of x = 48",
        "If Ida is 12 years old, then x = 48",
        "The sister of Ida is 12 years old.",
    ],
)
def test_prose_of_ages_that_is_not_so_never_passes(text: str) -> None:
    assert status(AGES, NAMED, "x = 48", "y = 12", text) is not Status.PASS


@pytest.mark.parametrize(
    "naming",
    [
        "Then the speed of the faster van is y + 10.",
        'Let\'s call the speed of the slower van "y" and the speed of the faster van "y + 10".',
    ],
)
def test_an_expression_names_the_last_letter(naming: str) -> None:
    assert status(SPEEDS, SLOWER, naming) is Status.PASS
    assert status(SPEEDS, SLOWER, naming, "So the faster van is traveling at 55 mph.") is Status.PASS
    assert status(SPEEDS, SLOWER, naming, "So the faster van is traveling at 45 mph.") is Status.FAIL


@pytest.mark.parametrize(
    "naming",
    [
        "Then the speed of the faster van is y + 12.",
        "Then the speed of the faster van is 2y + 10.",
        "Then the total speed of the vans is y + 10.",
        "Then the speed of the slower van is y + 10.",
        "Then the speed of the bicycle is y + 10.",
        "Then the speed of the faster van is not y + 10.",
    ],
)
def test_an_expression_that_is_not_its_value_or_has_no_name_of_the_problem_names_nothing(naming: str) -> None:
    assert status(SPEEDS, SLOWER, naming) is not Status.PASS
    assert status(SPEEDS, SLOWER, naming, "So the faster van is traveling at 55 mph.") is Status.UNKNOWN


@pytest.mark.parametrize(
    "text",
    [
        "The faster van travels 55 miles: x = 55",
        "The faster van traveled for 55 hours: x = 55",
        "The faster van traveled 55: x = 55",
        "The faster van costs 55 dollars: x = 55",
        "The faster van is 55 km long: x = 55",
    ],
)
def test_a_number_that_measures_something_else_is_no_value(text: str) -> None:
    assert status(SPEEDS, SLOWER, "Then the speed of the faster van is y + 10.", "x = 55", text) is not Status.PASS


def test_the_total_of_the_problem_is_told_in_its_own_words_only() -> None:
    assert status(SOLD, BAKED, "The total number of cakes and pies is 30: x + y = 30") is Status.PASS
    assert status(SOLD, BAKED, "The total number of cakes is 30: x + y = 30") is not Status.PASS
    assert status(SOLD, BAKED, "The total number of cakes and pies is 31: x + y = 30") is not Status.PASS
    assert status(SOLD, BAKED, "The total number of cakes and pies is not 30: x + y = 30") is not Status.PASS


def test_a_quotient_of_letters_is_the_equation_that_it_makes() -> None:
    assert status(SOLD, BAKED, "x / y = 2/3") is Status.PASS
    assert status(SOLD, BAKED, "x / y = 2/3", "From the first equation: x = (2/3)y") is Status.PASS
    assert status(SOLD, BAKED, "x / y = 3/2") is Status.FAIL
    assert status(SOLD, BAKED, "x / (x - 12) = 2/3") is not Status.PASS
    assert status(SOLD, BAKED, "30 / (x - 12) = y / (x - 12)") is not Status.PASS


def test_a_formula_in_words_says_nothing() -> None:
    formula = "We use the formula distance = rate × time"
    assert status(SPEEDS, SLOWER, f"{formula}: 2x + 2y = 200") is Status.PASS
    assert status(SPEEDS, SLOWER, formula) is Status.UNKNOWN
    assert status(SPEEDS, SLOWER, "We use the formula distance = rate + time: 2x + 2y = 200") is not Status.PASS
    assert status(SPEEDS, SLOWER, "We use the formula distance = rate × time + 3: 2x + 2y = 200") is not Status.PASS


def test_constants_may_be_collected_in_an_equation_that_is_named() -> None:
    named = "Substituting this into the second equation:"
    given = ("x = 4y   (equation 1)", "x + 6 = 3(y + 6)   (equation 2)")
    assert status(AGES, *given, f"{named} 4y = 3y + 12") is Status.PASS
    assert status(AGES, *given, f"{named} 2y = 24") is not Status.PASS


def test_a_derived_equation_may_get_a_new_number_and_a_given_one_keeps_its_own() -> None:
    given = ("x = 4y   (equation 1)", "x + 6 = 3(y + 6)   (equation 2)")
    assert status(AGES, *given, "x = 3y + 12   (equation 3)") is Status.PASS
    assert status(AGES, *given, "x = 4y   (equation 3)") is not Status.PASS
    assert status(AGES, *given, "x = 3y + 12   (equation 1)") is not Status.PASS


def test_only_a_factor_of_a_bracket_can_be_distributed() -> None:
    given = ("x = 4y", "x + 6 = 3(y + 6)")
    assert status(AGES, *given, "Distribute the 3: x + 6 = 3y + 18") is Status.PASS
    assert status(AGES, *given, "Distribute the 4: x + 6 = 3y + 18") is not Status.PASS


def test_a_hyphenated_number_of_the_problem_is_not_passed_over() -> None:
    parts = told("Ann is three-fourths as old as Bo. Together they are 42. How old?", "x = 0.75*y", "x + y = 42")
    assert status(parts, "Ann is three-fourths as young as Bo, and x + y = 42") is not Status.PASS
