"""What a worked word problem states of a quantity: now, as it is, in a unit of what the quantity measures."""

from __future__ import annotations

import pytest

from stepcache_core.model import Status
from stepcache_core.tasks.linear.story.text import plain_story
from stepcache_core.tasks.linear.story.words import bare
from tests.core.linear_stories import status, told

COSTS = told(
    "A pen costs 3 times as much as a book. The sum of the cost of a pen and the cost of a book is 8 dollars.",
    "x = 3*y",
    "x + y = 8",
)
AGES = told(
    "Petra's uncle is 3 times as old as Petra. The sum of their ages is 48 years.",
    "y = 3*x",
    "x + y = 48",
)


def status_of_costs(text: str) -> Status:
    return status(COSTS, "Let x be the cost of a pen and y be the cost of a book.", text)


def status_of_ages(text: str) -> Status:
    return status(AGES, "Let Petra's age be x and her uncle's age be y.", text)


@pytest.mark.parametrize(
    "text",
    [
        "The pen costs 6 dollars.",
        "The cost of a pen is 6 dollars.",
        "The total cost of the pen and the book is 8 dollars.",
    ],
)
def test_a_cost_that_is_so_passes(text: str) -> None:
    assert status_of_costs(text) is Status.PASS


@pytest.mark.parametrize("text", ["Petra is 12.", "Petra is 12 years old.", "The total of the ages is 48 years."])
def test_an_age_that_is_so_passes(text: str) -> None:
    assert status_of_ages(text) is Status.PASS


@pytest.mark.parametrize(
    "text",
    [
        "The pen used to cost 6 dollars.",
        "The pen will cost 6 dollars.",
        "The pen would cost 6 dollars.",
        "The pen should cost 6 dollars.",
        "A pen needed 6 dollars.",
        "The cost of the pen will be 6 dollars.",
        "The cost of the pen used to be 6 dollars.",
        "The cost of the pen is required to be 6 dollars.",
        "The total cost of the pen and the book should be 8 dollars.",
    ],
)
def test_what_a_cost_was_or_will_or_should_be_states_nothing(text: str) -> None:
    assert status_of_costs(text) is Status.UNKNOWN


@pytest.mark.parametrize(
    "text",
    [
        "Petra used to be 12.",
        "The uncle will be 36.",
        "The uncle would be 36.",
        "The uncle's age should be 36.",
        "The total of their ages will be 48.",
    ],
)
def test_what_an_age_was_or_will_or_should_be_states_nothing(text: str) -> None:
    assert status_of_ages(text) is Status.UNKNOWN


@pytest.mark.parametrize(
    "text",
    [
        "The pen is 6 inches.",
        "The cost of a pen is 6 years.",
        "The sum of the cost of a pen and the cost of a book is 8 inches.",
        "The sum of the costs is 8 seconds.",
    ],
)
def test_a_cost_is_in_no_other_unit_than_money(text: str) -> None:
    assert status_of_costs(text) is Status.UNKNOWN


@pytest.mark.parametrize(
    "text",
    [
        "Petra is 12 inches.",
        "Petra's age is 12 miles.",
        "Petra's age is 12 seconds.",
        "Petra's age is 12 dollars and her uncle's age is 36 years.",
        "The uncle's age is 24 miles more than Petra's age.",
        "The total of the ages is 48 dollars.",
        "The total of their ages is 48 inches.",
    ],
)
def test_an_age_is_in_no_other_unit_than_time(text: str) -> None:
    assert status_of_ages(text) is Status.UNKNOWN


@pytest.mark.parametrize(
    ("plural", "singular"),
    [("inches", "inch"), ("dishes", "dish"), ("boxes", "box"), ("classes", "class"), ("prices", "price")],
)
def test_a_word_without_the_ending_of_its_plural(plural: str, singular: str) -> None:
    assert bare(plural) == bare(singular) == singular


@pytest.mark.parametrize(
    "story",
    [
        "Five books cost 20 dollars. What is the price of a book?",
        "If 5 books cost 20 dollars, what is the price of a book?",
        "Five books cost $20.00. Find the price of a book.",
    ],
)
def test_the_only_question_gives_the_only_letter_its_name(story: str) -> None:
    assert status(told(story, "20 = 5*x"), "Let x be the price of a book.") is Status.PASS


@pytest.mark.parametrize(
    "story",
    [
        "What is the price of a book? How many books can you buy for $20?",
        "What is the price of a book? 20 dollars buy 5 pens: how much is 1 pen?",
        "Find the price of a book. Calculate 5% of it.",
        "Five books cost 20 dollars. What is the price of a book, and of a pen?",
        "Five books cost 20 dollars. In 5 years, what is the price of a book?",
        "If 5 books cost 20 dollars 5 years ago, what is the price of a book?",
    ],
)
def test_a_question_beside_another_or_for_more_proves_no_name(story: str) -> None:
    assert status(told(story, "20 = 5*x"), "Let x be the price of a book.") is not Status.PASS


def test_letters_without_a_single_solution_have_no_names() -> None:
    problem = told("The sum of their ages is 9 years.", "x + y = 9", "2*x + 2*y = 18")
    assert status(problem, "The faster van travels 5 mph faster than the other van.") is Status.UNKNOWN


def test_hours_cut_short_keep_the_full_stop_of_their_sentence() -> None:
    assert plain_story("It takes 5 hrs. The van goes on.") == "It takes 5 hours. The van goes on."
    assert plain_story("It takes 5 hrs. of work.") == "It takes 5 hours of work."


def test_what_the_problem_says_of_another_time_it_does_not_say_of_now() -> None:
    ages = told("Three years ago Ann was twice as old as Bo. Ann is 4 years older.", "x - 3 = 2*(y - 3)", "x = y + 4")
    assert status(ages, "Three years ago Ann was twice as old as Bo: x - 3 = 2(y - 3)") is Status.PASS
    assert status(ages, "Ann is twice as old as Bo: x - 3 = 2(y - 3)") is Status.UNKNOWN
    assert status(ages, "Ann was twice as old as Bo: x - 3 = 2(y - 3)") is Status.UNKNOWN


def test_the_time_of_the_next_sentence_is_not_that_of_this_one() -> None:
    ages = told("Ann is three-fourths as old as Bo. Four years ago Ann was 5.", "x = 0.75*y", "x - 4 = 5")
    assert status(ages, "We know that Ann is three-fourths as old as Bo, so: x = 0.75y") is Status.PASS


def test_what_the_problem_says_is_not_said_without_a_rate_in_it() -> None:
    costs = told("A pen and a 20% bigger ruler cost 9 dollars. The pen costs 1 dollar more.", "x + y = 9", "x = y + 1")
    assert status(costs, "A pen and a bigger ruler cost 9 dollars: x + y = 9") is Status.UNKNOWN


def test_a_year_ago_is_a_time() -> None:
    ages = told("A year ago, Ann was twice as old as Bo. Ann is 9 years older.", "x - 1 = 2*(y - 1)", "x = y + 9")
    assert status(ages, "We know that a year ago, Ann was twice as old as Bo: x - 1 = 2(y - 1)") is Status.PASS
    assert status(ages, "We know that Ann was twice as old as Bo: x - 1 = 2(y - 1)") is Status.UNKNOWN
