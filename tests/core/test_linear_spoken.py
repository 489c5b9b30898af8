"""Equations said in words."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepcache_core.model import Request
from stepcache_core.tasks.linear import LinearEquationTask, LinearProblem, SpokenProblem

TASK = LinearEquationTask()
PROMPT = "Five more than three times a number is twenty. Find the number."


def parse(prompt: str) -> LinearProblem | SpokenProblem | None:
    problem = TASK.parse(Request.from_prompt(prompt))
    assert problem is None or isinstance(problem, LinearProblem | SpokenProblem)
    return problem


@pytest.mark.parametrize(
    ("prompt", "solution"),
    [
        (PROMPT, "5"),
        ("Find the number if five more than three times a number is twenty.", "5"),
        ("Three less than twice x equals 9. Find x.", "6"),
        ("Solve: three less than twice x equals 9.", "6"),
        ("The sum of a number and 7 is 15. What is the number?", "8"),
        ("Twice a number minus 3 equals 11. What is the number?", "7"),
        ("If a number divided by 4 is 6, what is the number?", "24"),
        ("A number increased by 12 is 40. Find the number.", "28"),
        ("20% of x = 8. Find x.", "40"),
        ("20 percent of a number is 8. Find the number.", "40"),
        ("If twice the sum of a number and 3 is 16, find the number.", "5"),
        ("Half of a number is 21. What is the number?", "42"),
        ("The product of 6 and a number is 42. Find the number.", "7"),
        ("The quotient of a number and 3 is five. Find the number.", "15"),
        ("7 subtracted from a number is 3. Find the number.", "10"),
        ("Five more than a number is twice the number. Find the number.", "5"),
        ("Three times a number is one hundred twenty-six. What is the number?", "42"),
        ("Five times a number is two hundred. What is the number?", "40"),
        ("Four times a number is one thousand. What is the number?", "250"),
        ("Three times a number plus 5 is 20. Find the number. Show your steps.", "5"),
        ("Twenty minus twice a number is 6. Find the number.", "7"),
        ("What number plus 7 equals 19?", "12"),
        ("Which number times 3 is 24?", "8"),
        ("What number divided by 4 gives 6? Show your steps.", "24"),
        ("Which number is 3 more than 8?", "11"),
    ],
)
def test_takes_and_solves_an_equation_said_plainly(prompt: str, solution: str) -> None:
    problem = parse(prompt)
    assert problem is not None
    assert problem.solution == Fraction(solution)
    text = TASK.solve(problem)
    assert text is not None
    assert TASK.verify_answer(problem, text).is_pass


@pytest.mark.parametrize(
    "prompt",
    [
        "Three times a number plus 5 doubled is 20. Find the number.",
        "3 less twice x is 5. Find x.",
        "Three less a number is 5. Find the number.",
        "The difference between a number and 3 is 5. Find the number.",
        "The difference of a number and 3 is 5. Find the number.",
        "Five more than three times a number is twenty.",
        "Five more than three times a number is twenty. Write the equation.",
        "Five more than three times a number is twenty. Find twice the number.",
        "Five more than three times a number is twenty apples. Find the number.",
        "Five more than three times a number is not twenty. Find the number.",
        "Five more than three times a number is less than twenty. Find the number.",
        "Five more than three times a number is about twenty. Find the number.",
        "Five more than three times a number is twenty. Find x.",
        "Five more than three times x is twenty. Find y.",
        "Five more than three times x is twenty. Find the number.",
        "Five more than three times a number plus two is twenty. Find the number.",
        "Twice the sum of a number and 3 minus 4 is 16. Find the number.",
        "Twice a number increased by 3 is 15. Find the number.",
        "A number plus a number is 10. Find the number.",
        "What number plus a number is 10?",
        "What number times itself is 9?",
        "What number plus x equals 19?",
        "What number plus 7 equals 19? Double it.",
        "What number plus 7 is more than 19?",
        "What number is closest to 20?",
        "What even number plus 7 equals 19?",
        "What number of apples plus 7 equals 19?",
        "What number between 1 and 10 plus 7 equals 9?",
        "A number plus another number is 10. Find the number.",
        "A number squared is 9. Find the number.",
        "The square of a number is 9. Find the number.",
        "The product of a number and the number is 9. Find the number.",
        "Half a number plus 3 is 7 times 2. Find the number.",
        "12 divided by a number is 3. Find the number.",
        "The quotient of 12 and a number is 3. Find the number.",
        "A number divided by 0 is 3. Find the number.",
        "x is 5 more than y. Find x.",
        "5 is 5. Find the number.",
        "Three numbers add to 20. Find the number.",
        "Tom has five more than three times a number of apples. Find the number.",
        "Translate into an equation: five more than a number is 7.",
        "Explain why five more than three times a number is twenty.",
        "The sum of one hundred and five and a number is 200. Find the number.",
        "Two twenty times a number is 40. Find the number.",
        "Find the number of apples if five more than a number is 7.",
        "20% of x + 5 = 13. Find x.",
        "x + 20% = 12. Find x.",
        "Find the number if it rains.",
        "I divide a number by 5 and am left with 2. What is the number?",
        "I divide a number by 3 and 2 is left over. What is the number?",
    ],
)
def test_leaves_alone_what_can_be_taken_in_two_ways_or_asks_for_more(prompt: str) -> None:
    assert parse(prompt) is None


SPOKEN = parse(PROMPT)


@pytest.mark.parametrize(
    "text",
    [
        "The number is 5.",
        "the number is 5",
        "x = 5",
        "n = 5",
        "x = 5 where x is the number",
        "The answer is 5.",
        "Let x be the number.\n\n3x + 5 = 20\n\nSubtract 5 from both sides: 3x = 15\n\nx = 5\n\nThe number is 5.",
        "Let n represent the number: 3n + 5 = 20\n\n3n = 15\n\nDivide both sides by 3: n = 5",
        "Let x = the number.\n\n3x + 5 = 20\n3x = 15\nx = 5\n\nSo, the number is 5.",
        "The number is 5.\n\nHere's why: 3(5) + 5 = 15 + 5 = 20.",
    ],
)
def test_an_answer_may_choose_its_letter_or_use_words(text: str) -> None:
    assert SPOKEN is not None
    assert TASK.verify_answer(SPOKEN, text).is_pass
    assert all(verdict.is_pass for verdict in TASK.verify(SPOKEN, TASK.segment(SPOKEN, text)))


@pytest.mark.parametrize(
    "text",
    [
        "The number is 6.",
        "n = 6",
        "x = 5, y = 5",
        "n = 5, so x = 5",
        "Twice the number is 5.",
        "The number is not 5.",
        "The number is 5 or 6.",
        "The number of apples is 5.",
        "The number is 5 more than 1.",
        "The number is 5%",
        "The number 5",
        "3x + 5 = 21\n\nx = 5",
        "3n + 5 = 20\n\nn = 4",
        "",
    ],
)
def test_an_answer_that_is_wrong_or_says_something_else_never_passes(text: str) -> None:
    assert SPOKEN is not None
    assert not TASK.verify_answer(SPOKEN, text).is_pass


def test_an_equation_in_words_shares_nothing_with_one_that_names_its_letter() -> None:
    spoken, named = parse(PROMPT), parse("Five more than three times x is twenty. Find x.")
    assert isinstance(spoken, SpokenProblem)
    assert isinstance(named, LinearProblem)
    assert not set(spoken.signatures) & set(named.signatures)
    assert not TASK.compatible(spoken, named)
    assert spoken.signatures[0].startswith(TASK.name)


@settings(deadline=None, max_examples=100)
@given(st.integers(1, 99), st.integers(1, 99), st.integers(0, 200))
def test_numbers_are_taken_as_they_are_said(a: int, b: int, c: int) -> None:
    problem = parse(f"{b} more than {a} times a number is {c}. Find the number.")
    assert problem is not None
    assert problem.solution == Fraction(c - b, a)


@pytest.mark.parametrize("prompt", ["find the number if " * 15, "twice " * 45 + "x is 3. Find x.", "one hundred " * 24])
def test_hostile_words_are_not_taken(prompt: str) -> None:
    assert parse(prompt) is None
