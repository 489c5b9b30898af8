"""Verdicts of the linear task on what an answer claims in words: of all solutions, and to its reader."""

from __future__ import annotations

import pytest

from stepcache_core.tasks.linear.wording import without_smileys
from tests.core.linear_samples import TASK, parse, passes, replayed
from tests.core.system_samples import must_parse

PROBLEM = parse("Solve 3x + 5 = 20")
NOTHING_SOLVES = parse("Solve 2x + 3 = 2x + 5")
ALL_SOLVE = parse("Solve 2(x + 2) = 2x + 4")
SYSTEM = must_parse("Solve the system: 2x + 3y = 12, x - y = 1")
NOTHING_SOLVES_BOTH = must_parse("Solve the system x + y = 2, 2x + 2y = 5")
WORKED = "Subtract 5 from both sides: 3x = 15.\n\nDivide both sides by 3: x = 5."


@pytest.mark.parametrize(
    "claim",
    [
        "There is no solution.",
        "Answer: no solution",
        "There are infinitely many solutions.",
        "The equation is an identity.",
        "3x = 15 is an identity.",
        "x can be any real number.",
        "x is even.",
    ],
)
def test_a_claim_of_all_solutions_that_is_false_fails(claim: str) -> None:
    assert TASK.verify_answer(PROBLEM, f"{WORKED} {claim}").is_fail


@pytest.mark.parametrize(
    "remark",
    [
        "It has no solutions other than x = 5.",
        "There are no solutions besides x = 5.",
        "There is no solution that is a fraction.",
        "There is no solution when the constant is gone.",
        "No solution is lost by dividing by 3.",
        "Dividing both sides removes no solution.",
        "It does not have infinitely many solutions.",
        "If the variable had cancelled, there would be no solution.",
        "Does the equation have no solution?",
        "The equation is not an identity.",
        "The equation is always true only for x = 5.",
        "Both sides are identical when x = 5.",
        "Both sides are identical: 20 = 20.",
        "20 = 20 is an identity.",
        "x can be any real number, but here x = 5.",
        "The constant can be any real number.",
        "x is not even.",
        "The solution is not negative.",
        "The coefficient of x is 3.",
    ],
)
def test_a_claim_that_is_turned_round_or_of_something_else_fails_no_right_answer(remark: str) -> None:
    assert not TASK.verify_answer(PROBLEM, f"{WORKED} {remark}").is_fail
    assert not TASK.verify_answer(PROBLEM, f"{WORKED}\n\n{remark}").is_fail


@pytest.mark.parametrize(
    "claim",
    [
        "Since 3 = 5 is false, the equation has no solution.",
        "This leads to no solution.",
        "No solution exists.",
        "**Answer:** no solution",
        "The solution set is empty.",
        "There are no solutions to this equation.",
    ],
)
def test_that_there_is_no_solution_is_said_in_many_ways(claim: str) -> None:
    text = f"Subtract 2x from both sides: 3 = 5. {claim}"
    assert passes(NOTHING_SOLVES, text)
    assert TASK.verify_answer(PROBLEM, claim).is_fail


@pytest.mark.parametrize(
    "claim",
    [
        "2x + 4 = 2x + 4 is an identity.",
        "The equation holds for all real numbers.",
        "Since both sides are identical, the equation is an identity.",
        "x can be any real number.",
    ],
)
def test_that_every_number_solves_it_is_said_in_many_ways(claim: str) -> None:
    assert passes(ALL_SOLVE, f"Expand: 2x + 4 = 2x + 4. {claim}")


@pytest.mark.parametrize(
    "claim",
    [
        "There is no solution when x = 3.",
        "There is no solution but x = 2.",
        "There is no solution that is an integer.",
        "Is there no solution?",
        "This removes no solution.",
        "Both sides are identical.",
        "3 = 5 is an identity.",
        "3 = 5 is true, so there is no solution.",
    ],
)
def test_a_claim_of_some_solutions_is_none_of_all(claim: str) -> None:
    assert not TASK.verify_answer(NOTHING_SOLVES, f"Subtract 2x from both sides: 3 = 5. {claim}").is_pass


@pytest.mark.parametrize(
    "offer",
    [
        "Would you like me to solve another equation?",
        "Let me know if you'd like to see a different method.",
        "Let me know if anything is unclear!",
        "Let me know if you don't understand something.",
        "Hope this helps. 😊",
        "I hope this helps",
        "If you'd like more examples, let me know.",
        "If you have any other questions, feel free to ask!",
        "Would you like to see how to solve a quadratic equation instead?",
    ],
)
def test_an_offer_states_nothing(offer: str) -> None:
    assert passes(PROBLEM, f"{WORKED}\n\n{offer}")


@pytest.mark.parametrize(
    "statement",
    [
        "I hope this helps: the answer was six.",
        "I hope that makes sense, although the answer is not correct.",
        "Let me know if x equals six works.",
        "Let me know if you want the real answer, since this one is false.",
        "Feel free to ask why this answer is wrong.",
        "Would you like me to explain why the answer is twenty-one?",
    ],
)
def test_an_offer_that_says_something_of_the_answer_is_none(statement: str) -> None:
    assert not passes(PROBLEM, f"{WORKED} {statement}")
    assert not passes(PROBLEM, f"{WORKED}\n\n{statement}")


def test_a_long_text_without_a_face_at_its_end_stays_as_it_is() -> None:
    assert without_smileys(f"{' ' * 50_000}x") == f"{' ' * 50_000}x"


@pytest.mark.parametrize(
    "remark",
    [
        "There is no solution other than (3, 2).",
        "It does not have infinitely many solutions.",
        "Parallel lines have no solution, but these intersect.",
        "Does the system have no solution?",
    ],
)
def test_a_claim_that_is_turned_round_fails_no_right_answer_to_a_system(remark: str) -> None:
    worked = "From the second equation, x = y + 1. So 2(y + 1) + 3y = 12, 5y = 10, y = 2 and x = 3."
    assert TASK.verify_answer(SYSTEM, worked).is_pass
    assert not TASK.verify_answer(SYSTEM, f"{worked} {remark}").is_fail
    assert TASK.verify_answer(SYSTEM, f"{worked} There is no solution.").is_fail


@pytest.mark.parametrize("claim", ["There is no solution that is whole.", "There is no solution when x = 2."])
def test_a_claim_of_some_solutions_of_a_system_is_none_of_all(claim: str) -> None:
    worked = "Multiply the first equation by 2: 2x + 2y = 4."
    assert TASK.verify_answer(NOTHING_SOLVES_BOTH, f"{worked} There is no solution.").is_pass
    assert not TASK.verify_answer(NOTHING_SOLVES_BOTH, f"{worked} {claim}").is_pass


def test_a_constant_that_is_taken_away_is_not_replayed_as_one_that_is_added() -> None:
    answer = f"The constant term is 5. {WORKED}"
    assert "The constant term is 7." in (replayed("Solve 3x + 5 = 20", "Solve 4x + 7 = 27", answer) or "")
    assert "constant term is 7" not in (replayed("Solve 3x + 5 = 20", "Solve 4x - 7 = 13", answer) or "")


@pytest.mark.parametrize(
    ("sentence", "is_so"),
    [
        ("The solution is not an integer.", True),
        ("x is not a whole number.", True),
        ("x = 9/4, which is not an integer.", True),
        ("The solution is not positive.", False),
        ("x is not a rational number.", False),
        ("x is not a positive rational number.", False),
        ("x is not an integer, not.", False),
    ],
)
def test_what_kind_of_number_the_solution_is_not_is_judged(sentence: str, is_so: bool) -> None:
    assert TASK.verify_answer(parse("Solve 4x - 9 = 0"), f"4x = 9, so x = 9/4. {sentence}").is_pass is is_so


@pytest.mark.parametrize(
    "remark",
    [
        "This is an even number: 20.",
        "The value is even: 20.",
        "Here a = 3, b = 5 and c = 20.",
    ],
)
def test_what_may_be_said_of_something_else_fails_no_right_answer(remark: str) -> None:
    assert not TASK.verify_answer(PROBLEM, f"{WORKED} {remark}").is_fail


def test_the_number_behind_the_reciprocal_of_the_coefficient_is_not_called_the_coefficient() -> None:
    answer = "Multiply both sides by the reciprocal of the coefficient, 4/3: x = 8."
    assert not TASK.verify_answer(parse("Solve (3/4)x = 6"), answer).is_fail


REASONED = (
    "| # | Equation | Reason |\n|---|---|---|\n| 1 | 3x + 5 = 20 | Given |\n"
    "| 2 | 3x = 15 | {} 5 from both sides |\n| 3 | x = 5 | Divide both sides by {} |"
)


def test_a_row_may_tell_how_its_equation_came_about() -> None:
    assert passes(PROBLEM, REASONED.format("Subtract", 3))
    assert not passes(PROBLEM, REASONED.format("Subtract", 4))
    assert not passes(PROBLEM, REASONED.format("Add", 3))
    written = replayed("Solve 3x + 5 = 20", "Solve 4x + 7 = 27", REASONED.format("Subtract", 3)) or ""
    assert "| 3 | x = 5 | Divide both sides by 4 |" in written


@pytest.mark.parametrize("box", [r"$\boxed{\text{No solution}}$", r"\boxed{\text{no solution}}"])
def test_words_may_stand_in_a_box(box: str) -> None:
    assert passes(NOTHING_SOLVES, f"3 = 5, which is false.\n\n{box}")
    assert TASK.verify_answer(PROBLEM, f"{WORKED}\n\n{box}").is_fail
    assert not TASK.verify_answer(PROBLEM, f"{WORKED}\n\n\\boxed{{\\text{{x is six}}}}").is_pass


SUBSTITUTED = "From equation (2), x = y + 1. Substituting x from the {} equation into the {}: 2(y + 1) + 3y = 12. "
FOUND = "So 5y = 10, y = 2 and x = 3."


def test_what_is_put_from_one_equation_into_another_leads_on_from_the_other() -> None:
    assert TASK.verify_answer(SYSTEM, SUBSTITUTED.format("second", "first") + FOUND).is_pass
    assert not TASK.verify_answer(SYSTEM, SUBSTITUTED.format("first", "second") + FOUND).is_pass
    assert TASK.verify_answer(SYSTEM, f"x = y + 1 from (2). Then 2(y + 1) + 3y = 12. {FOUND}").is_pass


def test_an_offer_behind_an_answer_to_a_system_states_nothing_either() -> None:
    worked = f"x = y + 1. Then 2(y + 1) + 3y = 12. {FOUND}"
    assert TASK.verify_answer(SYSTEM, f"{worked} Let me know if you have any other questions. Hope this helps!").is_pass
    assert not TASK.verify_answer(SYSTEM, f"{worked} Let me know if the answer is wrong.").is_pass
