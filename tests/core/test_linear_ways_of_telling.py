"""Verdicts of the linear task on the ways in which models tell a solution: thinking aloud, lists, tables, questions."""

from __future__ import annotations

import pytest

from tests.core.linear_samples import TASK, parse, passes, replayed

ASKED = "Solve 3x + 5 = 20"
PROBLEM = parse(ASKED)
WORKED = "Subtract 5 from both sides: 3x = 15.\n\nDivide both sides by 3: x = 5."

RIGHT = {
    "a description of what is multiplied": (
        "First, we get rid of the 5 by subtracting 5 from both sides:\n\n3x = 15\n\nNext, we need to get rid of the 3 "
        "that's being multiplied by x. We can do this by dividing both sides by 3:\n\nx = 5"
    ),
    "what is added to what": "5 is added to 3x, so subtract 5: 3x = 15.\n\nx is multiplied by 3: x = 5.",
    "an operation in the passive": "5 is subtracted from both sides: 3x = 15.\n\nSo x = 5.",
    "the way told twice": (
        "I'll subtract 5 from both sides, which gives 3x = 15.\n\nThen I'll divide both sides by 3: x = 5.\n\n"
        "**Solution:**\n\n1. **Subtract 5 from both sides:**\n\n   3x = 15\n\n"
        "2. **Divide both sides by 3:**\n\n   x = 5\n"
    ),
    "a pause before the check": (
        "Subtracting 5 from both sides gives 3x = 15, so x = 5.\n\nWait, let me check that. Plugging x = 5 back in: "
        "3(5) + 5 = 15 + 5 = 20. Yes, that works.\n\n**Answer:** x = 5"
    ),
    "a table": (
        "| Step | Operation | Equation |\n|------|-----------|----------|\n| 1 | Start | 3x + 5 = 20 |\n"
        "| 2 | Subtract 5 from both sides | 3x = 15 |\n| 3 | Divide both sides by 3 | x = 5 |\n"
    ),
    "roman numbers": "(i) Subtract 5 from both sides: 3x = 15\n(ii) Divide both sides by 3: x = 5",
    "letters for the steps": "a) Subtract 5 from both sides: 3x = 15\nb) Divide both sides by 3: x = 5",
    "arrows": "3x + 5 = 20\n  ↓ subtract 5\n3x = 15\n  ↓ divide by 3\nx = 5",
    "signs for the eye": "🎯 Goal: find x\n\n1️⃣ Subtract 5: 3x = 15\n2️⃣ Divide by 3: x = 5\n\n🎉 x = 5",
    "an offer at the end": f"{WORKED}\n\nWould you like me to explain any step in more detail?",
    "another offer": f"{WORKED}\n\nIf you have any more questions, feel free to ask. I hope this helps!",
    "a value put in for the letter": f"{WORKED} Putting 5 in for x gives 3(5) + 5 = 20, which matches the right side.",
    "a value put into the equation": f"{WORKED}\n\nCheck by putting 5 back into the equation: 3(5) + 5 = 20.",
    "a letter replaced": f"{WORKED}\n\nTo check, replace x with 5: 3(5) + 5 = 20.",
    "the constant term": f"The coefficient of x is 3 and the constant term is 5. {WORKED}",
    "sides named with a colon": "x = 5. Left side: 3(5) + 5 = 20. Right side: 20.",
    "a quotient of negatives on the way": "3x = 15\n\nx = (20 - 5) / 3 = 15 / 3 = 5",
    "numbers of the equations": "3x + 5 = 20   (1)\nSubtract 5 from both sides:\n3x = 15   (2)\nx = 5   (3)",
    "an article before a number": "There is a +5 on the left side. " + WORKED,
}


@pytest.mark.parametrize("text", [pytest.param(text, id=way) for way, text in RIGHT.items()])
def test_a_right_answer_passes_in_any_way_of_telling_it(text: str) -> None:
    verdict = TASK.verify_answer(PROBLEM, text)
    assert verdict.is_pass, verdict.reason


def test_a_quotient_with_a_negative_divisor_is_worked_out_along_the_chain() -> None:
    assert TASK.verify_answer(parse("Solve -3x + 5 = 20"), "x = (20 - 5) / -3 = 15/-3 = -5").is_pass


@pytest.mark.parametrize(
    "text",
    [
        "Let y = 3x. Then y + 5 = 20, so y = 15. Since y = 3x, we get 3x = 15, so x = 5.",
        "This is of the form ax + b = c, where a = 3, b = 5 and c = 20.\n\n3x = 15\n\nx = 5",
        "3x = 15 (1)\n\nx = 5",
        "There is a +5 on the left side.\n\n3x = 15\n\nx = 5",
    ],
)
def test_a_right_answer_with_letters_or_marks_of_its_own_is_not_called_wrong(text: str) -> None:
    assert not TASK.verify_answer(PROBLEM, text).is_fail


@pytest.mark.parametrize("text", ["y = 5", "3x = 15\n\ny = 5", "We note that y = 5."])
def test_a_letter_that_has_no_meaning_is_wrong(text: str) -> None:
    assert TASK.verify_answer(PROBLEM, text).is_fail


@pytest.mark.parametrize(
    "sentence",
    [
        "x is multiplied by 5.", "The 5 is multiplied by x.", "x is divided by 3.", "5 is added to x.",
        "5 was added to both sides.", "Substituting 6 for x gives 20.", "Replace x with 4.", "Put 6 into the equation.",
        "The check gives 21.", "20 - 5 is 14.", "The sum is 21.", "x → 6", "x: 6", "The unknown is 6.",
        "So x is about 4.", "Any value of x works.", "It holds for all x.", "The variable cancels out.",
        "The x cancels.", "The x terms cancel.", "This eliminates the variable.", "This removes x from the left side.",
        "Both sides have x.", "This is the associative property.", "The answer is a decimal.",
        "The original equation is x = 5.", "x is the coefficient.", "5 is the coefficient of x.", "x = 5 cm.",
        "This is a quadratic equation.", "Multiply both sides by 3.", "Add 5 to both sides.", "I doubt that.",
        "Any number works.", "The equation is always true.", "The constant term is -20.", "x is not multiplied by 3.",
        "| x |\n|---|\n| 6 |", "| try | value |\n|---|---|\n| 6 | x |", "If you need help, the answer is six.",
        "Subtract 5 from the left side.", "We divide both sides by 3 first.", "The first step was to divide by 3.",
        "3x = 15   (2) is false.", "Left side: 15.", "Is it 6?", "Wait, that is wrong.", "This isolates the constant.",
    ],
)  # fmt: skip
def test_a_false_sentence_after_the_solution_never_passes(sentence: str) -> None:
    assert not TASK.verify_answer(PROBLEM, f"{WORKED}\n\n{sentence}").is_pass


@pytest.mark.parametrize(
    "sentence",
    [
        "The check gives 21.", "The difference is 14.", "Rounded, this is 6.", "The answer is 5 apples.",
        "It holds for all x.", "The equation is quadratic.", "Subtract 5 from the left side.", "x: 6",
        "5 is the coefficient of x.", "x is multiplied by 5.", "Substituting 6 for x gives 20.",
        "There is a 5 on the right side.", "Undo the subtraction.", "Divide the left side by 3.",
        "Subtract 5 from one side.", "The constant term of x is 3.",
    ],
)  # fmt: skip
def test_a_number_of_no_problem_and_a_false_claim_forbid_the_answer_before_the_solution_too(sentence: str) -> None:
    assert not TASK.verify_answer(PROBLEM, f"{sentence}\n\n{WORKED}").is_pass


def test_what_is_done_first_is_done_to_the_problem() -> None:
    later = "5x + 2 = 2x + 11, so 3x + 2 = 11.\n\nTo isolate x, first subtract 2: 3x = 9.\n\nDivide by 3: x = 3."
    assert TASK.verify_answer(parse("Solve 5x + 2 = 2x + 11"), later).is_pass
    assert TASK.verify_answer(PROBLEM, f"First, subtract 5 from both sides: 3x = 15.\n\nSo x = 5.\n\n{WORKED}").is_pass
    late = "3x = 15\n\nFirst, divide both sides by 3: x = 5"
    assert not TASK.verify_answer(PROBLEM, late).is_pass


def test_a_number_in_brackets_behind_one_space_may_be_a_factor() -> None:
    assert not TASK.verify_answer(PROBLEM, "3x = 15\n\nx = 5 (2)").is_pass
    assert passes(PROBLEM, "3x = 15   (1)\n\nx = 5   (2)")


def test_what_is_multiplied_is_written_anew() -> None:
    answer = "x is multiplied by 3, so divide both sides by 3: x = 7"
    assert replayed("Solve 3x = 21", "Solve 4x = 20", answer) == (
        "x is multiplied by 4, so divide both sides by 4: x = 5"
    )
    assert "multiplied" not in (replayed("Solve 3x = 21", "Solve x/4 = 20", answer) or "")


NOTHING_SOLVES = parse("Solve 2x + 3 = 2x + 5")
ALL_SOLVE = parse("Solve 2x + 4 = 2(x + 2)")


@pytest.mark.parametrize(
    "text",
    [
        "Subtract 2x from both sides: 3 = 5. This is a contradiction, so there is no solution.",
        "Subtracting \\(2x\\) from both sides gives \\(3 = 5\\), which is false. So the equation has no solution.",
        "When we subtract 2x from both sides we get 3 = 5, which is never true. So the equation has no solution.",
        "The variable cancels out and we are left with 3 = 5, which is false. Hence there is no solution.",
        "Both sides have 2x. That leaves 3 = 5. That is impossible, so no value of x satisfies the equation.",
        "No solution.",
    ],
)
def test_a_contradiction_is_shown_and_said(text: str) -> None:
    verdict = TASK.verify_answer(NOTHING_SOLVES, text)
    assert verdict.is_pass, verdict.reason
    assert not TASK.verify_answer(PROBLEM, text).is_pass
    assert not TASK.verify_answer(ALL_SOLVE, text).is_pass


@pytest.mark.parametrize(
    "text",
    [
        "Distribute the 2: 2x + 4 = 2x + 4. Subtract 2x from both sides: 4 = 4. This is always true, so there are "
        "infinitely many solutions.",
        "Expand the right side: 2x + 4 = 2x + 4. Both sides are identical, so every real number is a solution.",
        "The equation is an identity: it is true for all values of x.",
        "Infinitely many solutions.",
    ],
)
def test_an_identity_is_shown_and_said(text: str) -> None:
    verdict = TASK.verify_answer(ALL_SOLVE, text)
    assert verdict.is_pass, verdict.reason
    assert not TASK.verify_answer(PROBLEM, text).is_pass
    assert not TASK.verify_answer(NOTHING_SOLVES, text).is_pass


@pytest.mark.parametrize(
    "text",
    [
        "3 = 5, which is true, so there is no solution.",
        "3 = 6, which is false.\n\nThere is no solution.",
        "Subtract 2x from both sides: 3 = 6.\n\nThere is no solution.",
        "Add 2x to both sides: 3 = 5. There is no solution.",
        "There is no solution, which is false.",
        "It is false that there is no solution.",
        "3 = 5. This is always true, so there are infinitely many solutions.",
    ],
)
def test_a_contradiction_wrongly_shown_never_passes(text: str) -> None:
    assert not TASK.verify_answer(NOTHING_SOLVES, text).is_pass


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ("x = 3/7 ≈ 0.43 (rounded to two decimal places)", True),
        ("x = 3/7 ≈ 0.43, rounded to the nearest hundredth", True),
        ("x = 3/7 ≈ 0.43 (rounded to three decimal places)", False),
        ("x = 3/7 ≈ 0.44 (rounded to two decimal places)", False),
        ("x = 3/7, or approximately 0.429", True),
        ("x = 3/7, or approximately 0.42", False),
        ("x = 3/7 or 4/7", False),
    ],
)
def test_a_rounded_value_is_told_as_it_is(text: str, is_right: bool) -> None:
    assert TASK.verify_answer(parse("Solve 7x = 3"), text).is_pass is is_right


def test_a_value_in_another_form_is_the_same_value() -> None:
    problem = parse("Solve 4x - 9 = 0")
    assert TASK.verify_answer(problem, "4x = 9, so x = 9/4, or 2.25 as a decimal.").is_pass
    assert not TASK.verify_answer(problem, "4x = 9, so x = 9/4, or 2.5 as a decimal.").is_pass


def test_a_value_is_not_replayed_in_two_forms_that_are_one() -> None:
    asked, answer = "Solve 4x - 9 = 0", "4x = 9, so x = 9/4, or 2.25."
    assert " or " not in (replayed(asked, "Solve 4x - 8 = 0", answer) or "")


def test_that_is_and_terms_with_a_hyphen_are_words() -> None:
    text = "We get all \\(x\\)-terms on one side and the constants on the other, i.e. \\(3x = 9\\). So x = 3."
    assert TASK.verify_answer(parse("Solve 5x + 2 = 2x + 11"), text).is_pass


KINDS = [
    ("x is a positive integer.", True), ("The solution is an odd number.", True),
    ("x = 5, which is a prime number.", True),     ("The value of x is positive.", True), ("x is even.", False),
    ("The answer is negative.", False), ("x is a composite number.", False), ("The solution is not an integer.", False),
    ("The answer is a positive even number.", False), ("x = 5, which is an even number.", False),
    ("The coefficient of x is even.", False), ("It is negative.", False), ("15 is even.", False),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "is_so"), KINDS)
def test_what_kind_of_number_the_solution_is_said_to_be_is_judged(sentence: str, is_so: bool) -> None:
    assert TASK.verify_answer(PROBLEM, f"{WORKED}\n\n{sentence}").is_pass is is_so


def test_a_false_kind_is_wrong_before_the_solution_too_and_is_not_replayed() -> None:
    assert TASK.verify_answer(PROBLEM, f"x is even.\n\n{WORKED}").is_fail
    answer = f"{WORKED}\n\nThe solution is a positive integer."
    assert "positive integer" in (replayed(ASKED, "Solve 4x + 7 = 27", answer) or "")
    assert "positive" not in (replayed(ASKED, "Solve 4x + 7 = -5", answer) or "")


@pytest.mark.parametrize("question", ["What should we do first?", "How do we isolate x?", "What next?"])
def test_a_question_of_what_to_do_states_nothing(question: str) -> None:
    assert TASK.verify_answer(PROBLEM, f"{WORKED}\n\n{question} x = 5").is_pass


@pytest.mark.parametrize("question", ["Is this right?", "Is x = 5?", "What if x = 6?", "Why is it wrong?"])
def test_a_question_of_whether_it_is_so_is_doubted(question: str) -> None:
    assert not TASK.verify_answer(PROBLEM, f"{WORKED}\n\n{question}").is_pass


def test_the_letter_is_eliminated_from_the_side_that_it_leaves() -> None:
    problem = parse("Solve 5x + 2 = 2x + 14")
    told = "Subtract 2x from both sides to eliminate x from the {} side: 3x + 2 = 14. Subtract 2: 3x = 12. So x = 4."
    assert TASK.verify_answer(problem, told.format("right")).is_pass
    assert not TASK.verify_answer(problem, told.format("left")).is_pass


def test_a_table_is_replayed_to_its_last_row_or_not_at_all() -> None:
    table = RIGHT["a table"]
    assert (replayed(ASKED, "Solve 4x + 7 = 27", table) or "").count("|\n") == 5
    other = replayed(ASKED, "Solve 9 = 2x + 1", table) or ""
    assert "|" not in other
    assert other.endswith("x = 4")
