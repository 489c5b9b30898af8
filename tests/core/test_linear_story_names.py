"""What the letters of worked word problems stand for: names that the problem proves, and values said by them."""

from __future__ import annotations

import pytest

from stepcache_core.model import Status
from stepcache_core.tasks.linear import SystemProblem
from tests.core.linear_stories import status, told

FAMILY = told(
    "The ages of Petra and her uncle add up to 48. Her uncle is 3 times as old as Petra. How old are they?",
    "x + y = 48",
    "y = 3*x",
)
FUNDS = told(
    "Nina invests $ 9,000 , part at 6 % and part at 8 % . A year's interest is 620 . How much is invested at each?",
    "x + y = 9000",
    "0.06*x + 0.08*y = 620",
)
NUMBERS = told(
    "The sum of two numbers is 17. One number is 4 times the other, less 3. Find them.", "x + y = 17", "x = 4*y - 3"
)
DIVIDED = told(
    "The sum of two numbers is 17. If the larger is divided by the smaller, the quotient is 3 and the remainder is 1.",
    "x + y = 17",
    "x = 3*y + 1",
)
VANS = told(
    "The faster van is 10 miles per hour faster than the slower van. They start 200 miles apart.",
    "x = y + 10",
    "2*x + 2*y = 200",
)
CLASSES = told(
    "The ratio of cats to dogs in the shelter is 3 to 2. There are 20 cats and dogs. How many cats are there?",
    "2*x = 3*y",
    "x + y = 20",
)
YEARS = told(
    "Eva is 6 years older than Ken. In 4 years Eva will be twice as old as Ken was 3 years ago. How old are they?",
    "x = y + 6",
    "x + 4 = 2*(y - 3)",
)
RIGHT_NAMES = {
    "family": (FAMILY, "Let x be Petra's age and y be her uncle's age."),
    "funds": (FUNDS, 'Let\'s call the amount invested at 6% "x" and the amount invested at 8% interest "y".'),
    "numbers": (NUMBERS, "Let's call the larger number x and the smaller number y."),
    "divided": (DIVIDED, "Let's call the larger number x and the smaller number y."),
    "vans": (VANS, "Let the speed of the slower van be y (in mi/h) and the speed of the faster van be x (in mi/h)."),
    "classes": (CLASSES, "Let x be the number of cats and y be the number of dogs."),
    "years": (YEARS, "Let x be Eva's age and y be Ken's age."),
}


def status_with_names(name: str, text: str) -> Status:
    problem, naming = RIGHT_NAMES[name]
    return status(problem, naming, text)


@pytest.mark.parametrize("name", ["family", "numbers", "vans", "classes", "years"])
def test_names_pass_that_the_sentences_of_the_problem_prove(name: str) -> None:
    assert status(*RIGHT_NAMES[name]) is Status.PASS


@pytest.mark.parametrize(
    ("problem", "naming"),
    [
        (FAMILY, "Let y be Petra's age and x be her uncle's age."),
        (FAMILY, "Let x be Petra's age and y be her aunt's age."),
        (FAMILY, "Let y be Petra's age."),
        (FAMILY, "Let x be Petra's age and y be her uncle's age in 3 years."),
        (VANS, "Let the speed of the slower van be x and the speed of the faster van be y."),
        (VANS, "Let the time of the slower van be y and the time of the faster van be x."),
        (NUMBERS, "Let's call the smaller number x and the larger number y."),
        (CLASSES, "Let y be the number of cats and x be the number of dogs."),
        (CLASSES, "Let x be the number of birds and y be the number of dogs."),
        (FUNDS, "Let x be the amount invested at 8% and y be the amount invested at 6%."),
        (FUNDS, "Let x be the amount invested at 7% and y be the amount invested at 8%."),
        (YEARS, "Let y be Eva's age and x be Ken's age."),
    ],
)
def test_names_that_change_places_or_are_not_the_problems_never_pass(problem: SystemProblem, naming: str) -> None:
    assert status(problem, naming) is not Status.PASS


def test_the_name_of_the_only_letter_passes_where_the_problem_asks_for_it_alone() -> None:
    one = told("A hall has 12 rows of 30 seats. How many seats are there?", "x = 12*30")
    assert status(one, "Let's call the number of seats x.") is Status.PASS
    assert status(one, "Let's call the number of rows x.") is not Status.PASS
    two = told("Twice as many cats as dogs are 12. How many cats are there? How many dogs are there?", "2*x = 12")
    assert status(two, "Let's call the number of cats x.") is not Status.PASS


def test_one_name_passes_where_the_problem_gives_the_other() -> None:
    assert status(FAMILY, "Let x be Petra's age.") is Status.PASS


def test_names_pass_only_as_long_as_the_problem_tells_the_same() -> None:
    naming = RIGHT_NAMES["family"][1]
    changed = told(
        "The ages of Petra and her uncle add up to 48. Petra is 3 times as old as her uncle.", "x+y=48", "y=3*x"
    )
    assert status(changed, naming) is not Status.PASS


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("family", "So Petra's uncle is 36 years old."),
        ("family", "The total of their ages is 48: x + y = 48"),
        ("family", "The uncle's age is 3 times Petra's age, or 3x."),
        ("family", "We know that the uncle is 3 times as old as Petra and that the sum of their ages is 48."),
        ("funds", "Therefore, Nina invested $5,000 at 6% and $4,000 at 8%."),
        ("funds", "So $5000 was invested at 6% interest and $4000 was invested at 8%."),
        ("funds", "The total amount invested is $9,000: x + y = 9000"),
        ("numbers", "So our answer of 13 and 4 is correct."),
        ("numbers", "Therefore, the smallest number is 4."),
        ("divided", "The larger number (x) divided by the smaller number (y) is 3 with a remainder of 1."),
        ("divided", "When x is divided by y, the quotient is 3 and the remainder is 1."),
        ("vans", "So the slower van is going 45 mi/h and the faster van is going 55 mi/h."),
        ("vans", "The faster van is traveling 10 mph faster."),
        ("vans", "The slower van travels 10 miles per hour slower than the faster van."),
        ("classes", "The ratio of cats to dogs is 3 to 2: 2x = 3y"),
        ("classes", "Therefore, the number of cats in the shelter is 12."),
        ("years", "In 4 years, Eva will be twice as old as Ken was 3 years ago: x + 4 = 2(y - 3)"),
    ],
)
def test_what_is_said_by_the_names_and_is_so_passes(name: str, text: str) -> None:
    assert status_with_names(name, text) is Status.PASS


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("family", "So Petra's uncle is 12 years old."),
        ("family", "So Petra's uncle's uncle is 36 years old."),
        ("family", "So Ida's uncle is 36 years old."),
        ("family", "So the uncle's Petra's sister is 36 years old."),
        ("family", "The total of their ages was 48: x + y = 48"),
        ("family", "The total of their ages is 47: x + y = 48"),
        ("family", "The total of their weights is 48: x + y = 48"),
        ("family", "The uncle's age is 3 times Petra's age, or 2x."),
        ("family", "We know that the uncle is 3 times as old as Petra and that the sum of their ages is 47."),
        ("family", "We know that the uncle is 3 times as old as Petra and not that the sum of their ages is 48."),
        ("funds", "Therefore, Nina invested $4,000 at 6% and $5,000 at 8%."),
        ("funds", "Therefore, Nina invested $5,000 at 6% and $4,000 at 9%."),
        ("funds", "Therefore, Nina invested $5,000 less at 6% than $4,000 at 8%."),
        ("funds", "Therefore, the bank invested $5,000 at 6% and $4,000 at 8%."),
        ("funds", "So $5000 was lost at 6% interest and $4000 was lost at 8%."),
        ("funds", "The total interest is $9,000: x + y = 9000"),
        ("numbers", "So our answer of 12 and 5 is correct."),
        ("numbers", "So our answer of 13 and 4 is incorrect."),
        ("numbers", "Therefore, the smallest number is 13."),
        ("divided", "The smaller number (y) divided by the larger number (x) is 3 with a remainder of 1."),
        ("divided", "The larger number (x) divided by the smaller number (y) is 3 with a remainder of 2."),
        ("divided", "The larger number (x) divided by the smaller number (y) is 1 with a remainder of 3."),
        ("vans", "So the slower van is going 55 mi/h and the faster van is going 45 mi/h."),
        ("vans", "So the slower van is going 45 km/h and the faster van is going 55 km/h."),
        ("vans", "The slower van is traveling 10 mph faster."),
        ("vans", "The faster van is traveling 55 mph faster: x = 55"),
        ("vans", "The faster van travels 10 miles per hour slower than the slower van."),
        ("classes", "The ratio of dogs to cats is 3 to 2: 2x = 3y"),
        ("classes", "The ratio of cats to dogs is 2 to 3: 2x = 3y"),
        ("classes", "Therefore, the number of cats in the shelter is 8."),
        ("classes", "Therefore, the number of cats in the street is 12."),
        ("years", "In 3 years, Eva will be twice as old as Ken was 4 years ago: x + 4 = 2(y - 3)"),
        ("years", "In 4 years, Ken will be twice as old as Eva was 3 years ago: x + 4 = 2(y - 3)"),
        ("years", "In 4 years, Eva will be twice as old as Ken is: x + 4 = 2(y - 3)"),
        ("years", "In 4 years, Eva will be twice as old as Ken will be 3 years ago: x + 4 = 2(y - 3)"),
    ],
)
def test_what_is_said_by_the_names_and_is_not_so_never_passes(name: str, text: str) -> None:
    assert status_with_names(name, text) is not Status.PASS


def test_a_value_may_be_put_in_for_its_letter_only() -> None:
    right = ("x = 4y - 3", "5y - 3 = 17", "5y = 20", "y = 4")
    assert status(NUMBERS, *right, "Substituting 4 for y in the equation: x = 4(4) - 3") is Status.PASS
    assert status(NUMBERS, *right, "Substituting 5 for y in the equation: x = 4(4) - 3") is not Status.PASS
    assert status(NUMBERS, *right, "Substituting 4 for x in the equation: x = 4(4) - 3") is not Status.PASS


def test_one_number_is_the_one_that_is_not_named_beside_it() -> None:
    problem = told("One number is 4 more than twice the second number. Their total is 25.", "x = 2*y + 4", "x + y = 25")
    assert status(problem, "Let's call the first number x and the second number y.") is Status.PASS
    assert status(problem, "Let's call the first number y and the second number x.") is not Status.PASS


def test_what_one_of_each_costs_is_proved_by_what_several_cost() -> None:
    problem = told(
        "3 pens and 2 rulers cost 12 dollars. 1 pen and 4 rulers cost 14 dollars.", "3*x + 2*y = 12", "x + 4*y = 14"
    )
    assert status(problem, "Let x be the cost of a pen and y be the cost of a ruler.") is Status.PASS
    assert status(problem, "Let y be the cost of a pen and x be the cost of a ruler.") is not Status.PASS


def test_the_first_of_two_things_is_either_where_the_problem_tells_nothing_apart() -> None:
    equations = ("2*x - 2*y = 4", "x + y = 16")
    text = "Two runners start together. They are 4 miles apart after 2 hours, and 16 miles in opposite directions."
    naming = "Let x be the speed of the first runner and y be the speed of the second runner."
    assert status(told(text, *equations), naming) is Status.PASS
    assert status(told(f"{text} One of them starts at 9, the other at 10.", *equations), naming) is not Status.PASS
    assert status(told(f"{text} The first one is 20 years old.", *equations), naming) is not Status.PASS
    assert status(told(text, *equations), naming.replace("second runner", "second car")) is not Status.PASS
