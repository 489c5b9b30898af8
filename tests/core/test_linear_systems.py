"""Systems of linear equations: what is taken, how it is solved, and which answers pass."""

from __future__ import annotations

import re

import pytest

from stepcache_core.model import Request, Status, Step, join
from tests.core.linear_samples import TASK, passes
from tests.core.system_samples import PROBLEM, PROMPT, must_parse

ONE_ASKED = must_parse("Solve -4*m - v - 14 = 0, 5*v - 2 = 3*m - 3 for m.")


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("Solve -4*m - v - 14 = 0, 5*v - 2 = 3*m - 3 for m.", "m = -3"),
        (PROMPT, "x = 3, y = 1"),
        ("Solve the system of equations: 2x + y = 7 and x - y = 2.", "x = 3, y = 1"),
        ("Solve x + y = 5 and x - y = 1", "x = 3, y = 2"),
        ("Solve the following system of equations:\n2x + y = 7\nx - y = 2", "x = 3, y = 1"),
        ("Solve for x and y: 2x + y = 7, x - y = 2", "x = 3, y = 1"),
        ("Solve for y and x: 2x + y = 7, x - y = 2", "y = 1, x = 3"),
        ("Find x and y if 2x + y = 7 and x - y = 2.", "x = 3, y = 1"),
        ("If 2x + y = 7 and x - y = 2, what is x?", "x = 3"),
        ("Given 2x + y = 7 and x - y = 2, find y.", "y = 1"),
        ("2x + y = 7, x - y = 2. Solve for x and y.", "x = 3, y = 1"),
        ("Solve \\[\\begin{cases} 2x + y = 7 \\\\ x - y = 2 \\end{cases}\\]", "x = 3, y = 1"),
        ("Solve the system \\begin{align*} 2x + y &= 7 \\\\ x - y &= 2 \\end{align*}", "x = 3, y = 1"),
        ("Solve the system $2x + y = 7$ and $x - y = 2$ for $x$ and $y$. Show your steps.", "x = 3, y = 1"),
        ("Solve the system: x + y + z = 6, x - y = 0, z = 2", "x = 2, y = 2, z = 2"),
        ("Solve the system of equations 0.5x + y = 2, x - \\frac{1}{2}y = 3", "x = 16/5, y = 2/5"),
        ("Solve 1½x + y = 4, x - y = 1", "x = 2, y = 1"),
        ("Find a and b if a + b = 3 and a - b = 1.", "a = 2, b = 1"),
        ("Solve the system x + y = 2, x + y = 3.", "The system has no solution."),
        ("Solve the system x + y = 2, 2x + 2y = 4.", "The system has infinitely many solutions."),
    ],
)
def test_takes_and_solves_a_plain_system(prompt: str, answer: str) -> None:
    problem = must_parse(prompt)
    assert TASK.solve(problem) == answer
    assert TASK.verify_answer(problem, answer).is_pass


@pytest.mark.parametrize(
    "prompt",
    [
        "x + y = 5 and x - y = 1",
        "Solve 3x + 5y = 20 for x",
        "Solve x + y = 5 for x",
        "Solve x + y = 2, 2x + 2y = 4 for x",
        "Explain how to solve 2x + y = 7, x - y = 2",
        "Solve 2x + y = 7, x - y = 2 by graphing",
        "Solve 2x + y = 7, x - y = 2 by substitution",
        "Solve 2x + y = 7, x - y = 2 in Python",
        "Solve 2x + y = 7, x - y = 2 and explain each step",
        "Solve 2x + y = 7, x*y = 2",
        "Solve x^2 = 4, x + y = 3",
        "Solve x² + y = 4, x + y = 3",
        "Solve 2x + y = 7, x - y = 2 for z",
        "Solve 2x + y = 7, x - y = 2 for x + y",
        "Find x + y if 2x + y = 7 and x - y = 2",
        "Solve 2x + y > 7, x - y = 2",
        "How many solutions has the system x + y = 2, x + y = 3?",
        "Is the system x + y = 2, x + y = 3 consistent?",
        "Do not solve 2x + y = 7, x - y = 2.",
        "Write a word problem for 2x + y = 7, x - y = 2.",
        "Solve 2x + y = 7, x - y = 2 over the integers.",
        "Solve 2 1/2 x + y = 3, x = y",
        "Solve 2x = 4, 3x = 6",
        "Solve x + y = 2, x + y = 3, and tell a joke",
        "1. Solve x + y = 2. 2. Solve x - y = 3.",
        "Solve v + w + x + y = 1, v = 2, w = 3, x = 4",
        "Solve 2x + y = 7 = 3, x - y = 2",
        "Solve 2x + y ≈ 7, x - y = 2",
        "Solve 2X + y = 7, x - y = 2",
        "Solve [x] + y = 7, x - y = 2",
        "Solve 2x + y = 7 (1), x - y = 2 (2)",
        "Solve:\n2x + y = 7    (1)\nx - y = 2    (2)",
        "Solve 2x + y = 7 [1], x - y = 2 [2]",
        "Solve:\n2x + y = 7(1)\nx - y = 2(2)",
        "Solve:\n2x + y = 7 – (1)\nx - y = 2 – (2)",
        "Solve (1) 2x + y = 7, (2) x - y = 2",
        "Solve:\n[1] x + y = 7\n[2] x - y = 2",
        "Let a = 5 (2). Solve a + x = 3 for x.",
        "Solve:\n– 2x + y = 7\n– x - y = 2",
        "Solve this system - 2x + y = 7, x - y = 2",
    ],
)
def test_leaves_alone_what_asks_for_anything_else(prompt: str) -> None:
    assert TASK.parse(Request.from_prompt(prompt)) is None


ELIMINATION = (
    "To solve the system, we use elimination.\n\n"
    "1. Add the two equations: (2x + y) + (x - y) = 7 + 2\n   3x = 9\n   x = 3\n\n"
    "2. Substitute x = 3 into x - y = 2:\n   3 - y = 2\n   y = 1\n\n"
    "Check: 2(3) + 1 = 7 and 3 - 1 = 2.\n\n**x = 3, y = 1**"
)


SUBSTITUTION = (
    "From the second equation, x = y + 2.\n\n"
    "Substitute this into the first equation:\n\n2(y + 2) + y = 7\n2y + 4 + y = 7\n3y + 4 = 7\n3y = 3\ny = 1\n\n"
    "Then x = 1 + 2 = 3.\n\nThe solution is (x, y) = (3, 1)."
)


LATEX = (
    "\\[\\begin{cases} 2x + y = 7 \\\\ x - y = 2 \\end{cases}\\]\n"
    "Adding the two equations gives \\(3x = 9\\), so \\(x = 3\\). Then \\(y = x - 2 = 1\\).\n\n\\boxed{x = 3, y = 1}"
)


MULTIPLIED = (
    "Multiply the second equation by 2:\n\n2x - 2y = 4\n\n"
    "Subtract this from the first equation: 3y = 3.\n\nDivide both sides by 3: y = 1.\n\nThen x = 2 + 1 = 3.\n\n"
    "x = 3, y = 1"
)


IN_STEPS = (
    "To solve the system of equations:\n\n1. \\(2x + y = 7\\)\n2. \\(x - y = 2\\)\n\n"
    "We can use the method of elimination. Here are the steps:\n\n"
    "**Step 1: Add the two equations to eliminate \\(y\\).**\n\n"
    "\\[\n(2x + y) + (x - y) = 7 + 2\n\\]\n\n\\[\n3x = 9\n\\]\n\n"
    "**Step 2: Solve for \\(x\\).**\n\n\\[\nx = \\frac{9}{3} = 3\n\\]\n\n"
    "**Step 3: Substitute \\(x = 3\\) into one of the original equations to solve for \\(y\\).**\n\n"
    "Using the second equation:\n\n\\[\n3 - y = 2\n\\]\n\n\\[\n-y = -1\n\\]\n\n\\[\ny = 1\n\\]\n\n"
    "So, the solution to the system of equations is \\(x = 3\\) and \\(y = 1\\)."
)


NUMBERED = (
    "We have the following system:\n\n"
    "$$\n\\begin{align*}\n2x + y &= 7 \\quad (1) \\\\\nx - y &= 2 \\quad (2)\n\\end{align*}\n$$\n\n"
    "Adding equations (1) and (2), we get:\n\n$$\n3x = 9 \\implies x = 3\n$$\n\n"
    "Substituting $x = 3$ into equation (2):\n\n$$\n3 - y = 2 \\implies y = 1\n$$\n\n"
    "Thus, the solution is $\\boxed{(3, 1)}$."
)


WORKED = [ELIMINATION, SUBSTITUTION, LATEX, MULTIPLIED, IN_STEPS, NUMBERED]


LABELLED = (
    "Multiply equation (2) by 2: 2x - 2y = 4 (3)\nSubtract equation (3) from equation (1): 3y = 3\n"
    "Add (1) and (2): 3x = 9\nx = 3\nSubstitute x = 3 into (2): 3 - y = 2\ny = 1"
)


@pytest.mark.parametrize(
    "text", [*WORKED, LABELLED, "x = 3, y = 1", "y = 1 and x = 3", "$x = 3$, $y = 1$", "x is 3 and y is 1."]
)
def test_a_right_answer_passes(text: str) -> None:
    steps = TASK.segment(PROBLEM, text)
    assert join(steps) == text
    assert passes(PROBLEM, text)


def mutations(text: str) -> list[str]:
    """The text with one number, sign or letter changed, but for the numbers of the list items."""
    changed = []
    for match in re.finditer(r"(?<![\w.])\d+|(?<=[\w)}] )[+-](?= )|(?<![A-Za-z\\])[xy](?![A-Za-z])", text):
        found, start, end = match.group(), match.start(), match.end()
        if re.search(r"(?:^|\n|Step )$", text[:start]) and re.match(r"[.:]", text[end:]):
            continue
        others = {"+": ["-"], "-": ["+"], "x": ["z"], "y": ["z"]}.get(found) or [str(int(found) + 1), f"{found}0"]
        changed += [text[:start] + other + text[end:] for other in others]
    return changed


@pytest.mark.parametrize("text", WORKED)
def test_a_worked_answer_with_one_thing_changed_never_passes(text: str) -> None:
    assert len(mutations(text)) > 20
    assert [changed for changed in mutations(text) if passes(PROBLEM, changed)] == []


@pytest.mark.parametrize(
    "prompt",
    [
        "Solve the system: 2x + y = 7, x - y = 5",
        "Solve the system: 2x + y = 10, x - y = 2",
        "Solve the system: 2u + v = 7, u - v = 2",
        "Solve the system: 2y + x = 7, y - x = 2",
        "Solve the system: x + y = 2, x + y = 3",
        "Solve the system: x + y = 4, 2x + 2y = 8",
    ],
)
@pytest.mark.parametrize("text", [*WORKED, "x = 3, y = 1"])
def test_an_answer_to_another_system_does_not_pass(prompt: str, text: str) -> None:
    problem = must_parse(prompt)
    assert not passes(problem, text)
    assert not TASK.verify_answer(problem, text).is_pass


@pytest.mark.parametrize("text", WORKED[:2])
def test_steps_of_another_system_with_the_same_solution_do_not_pass(text: str) -> None:
    assert not passes(must_parse("Solve the system: 5x + 2y = 17, 3x - 4y = 5"), text)


@pytest.mark.parametrize(
    "text",
    [
        "x = 1, y = 3",
        "x = 3",
        "y = 1",
        "x = 3, y = 2",
        "x = 3, y = -1",
        "x = 3, y = 1, z = 2",
        "x = 3 and y = 1 is wrong",
        "x is not 3, y = 1",
        "x = 3, y is not 1",
        "x = 3 or y = 1",
        "x = 3, y = 1 or y = 2",
        "x = 3, y = 1, x = 4",
        "x = 3, y = 1. The system has no solution.",
        "x = 3, y = 1. The system has infinitely many solutions.",
        "3x = 10\nx = 3\ny = 1",
        "0 = 0\nx = 3, y = 1",
        "x + y = x + y\nx = 3, y = 1",
        "x + 4y = 7\nx = 3, y = 1",
        "3x - 2y = 7\nx = 3, y = 1",
        "7 + 8 = 15\nx = 3, y = 1",
        "Subtract the two equations: 3x = 9. x = 3, y = 1",
        "Multiply the first equation by 2: 2x - 2y = 4. x = 3, y = 1",
        "Subtract the first equation from the second equation: x + 2y = 5. x = 3, y = 1",
        "Substitute x = 3 into the first equation: 3 - y = 2. x = 3, y = 1",
        "Add 5 to both sides: 3x = 9\nx = 3, y = 1",
        "Divide both sides by 4: x = 3, y = 1",
        "Suppose x = 3, y = 1",
        "x = 3, y = 1?",
        "x = 3/1, y = 2 - 1",
        "x ≈ 3, y ≈ 1",
        "(x, y) = (1, 3)",
        "(y, x) = (3, 1)",
        "(x, y) = (3, 1, 2)",
        "The answer is 3",
        "\\boxed{x = 3, y = 2}",
        "x = 3, y = 1 apples",
        "y equals 3 = x = y + 2\n\nx = 3, y = 1",
        "x is 3 - y = 2\n\nx = 3, y = 1",
        "x = x is 4\n\nx = 3, y = 1",
        "The answer is (1, 3).\n\nx = 3, y = 1",
        "The answer is 3.\n\nx = 3, y = 1",
        "x = 35 =\n\nx = 3, y = 1",
        "The sum is 5.\n\nx = 3, y = 1",
        "2x + y = 7 (2)\n\nx = 3, y = 1",
        "x = 3 (2)\n\nx = 3, y = 1",
        "Subtract (1) from (2): x + 2y = 5\n\nx = 3, y = 1",
        "Add the equations to eliminate x: 3x = 9\n\nx = 3, y = 1",
        "Adding the equations, x is eliminated: 3x = 9\n\nx = 3, y = 1",
        "Solve the first equation for x:\ny = 7 - 2x\n\nx = 3, y = 1",
        "Isolate x in equation (1): y = 7 - 2x\n\nx = 3, y = 1",
        "Check in the second equation: 2(3) + 1 = 7\n\nx = 3, y = 1",
        "We have three equations: 2x + y = 7\n\nx = 3, y = 1",
        "",
    ],
)
def test_an_answer_that_is_wrong_or_says_something_else_never_passes(text: str) -> None:
    assert not passes(PROBLEM, text)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("m = -3", "pass"),
        ("The answer is -3.", "pass"),
        ("v = -2, so m = -3.", "pass"),
        ("v = -2", "unknown"),
        ("The answer is v = -2.", "unknown"),
        ("m = -3. The answer is v = -2.", "unknown"),
        ("m = -2", "fail"),
        ("m = 3", "fail"),
        ("The answer is -2.", "fail"),
        ("m = -3, v = 2", "fail"),
    ],
)
def test_the_letter_that_was_asked_must_be_stated(text: str, status: str) -> None:
    assert str(TASK.verify_answer(ONE_ASKED, text).status) == status


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("2x + y = 7", "pass"),
        ("y = 7 - 2x", "pass"),
        ("3x = 9", "pass"),
        ("x + 2y = 5", "pass"),
        ("3y = 3", "pass"),
        ("x = 3", "pass"),
        ("3x = 8", "fail"),
        ("x = 1", "fail"),
        ("2x + y = 8", "fail"),
        ("3x - 2y = 7", "unknown"),
        ("x + 4y = 7", "unknown"),
        ("0 = 0", "unknown"),
        ("x = x", "unknown"),
        ("xy = 3", "unknown"),
        ("3z = 9", "fail"),
        ("Add the equations: 3x = 9", "pass"),
        ("Subtract the equations: 3x = 9", "fail"),
        ("Multiply the second equation by 2: 2x - 2y = 4", "pass"),
        ("Multiply the first equation by 2: 2x - 2y = 4", "fail"),
        ("From the second equation, x = y + 2", "pass"),
        ("From the first equation, x = y + 2", "unknown"),
        ("Subtract y from both sides of 2x + y = 7: 2x + y - y = 7 - y", "pass"),
        ("2(3) + 1 = 7", "pass"),
        ("2(3) + 1 = 8", "fail"),
        ("1(3) + 4 = 7", "unknown"),
        ("6 + 1 = 7", "pass"),
        ("1 + 6 = 7", "pass"),
        ("6 + 1 = 8", "fail"),
        ("5 + 2 = 7", "unknown"),
        ("8 - 1 = 7", "unknown"),
        ("The system has no solution.", "fail"),
    ],
)
def test_a_single_step_gets_its_verdict(text: str, status: str) -> None:
    (verdict,) = TASK.verify(PROBLEM, [Step(text)])
    assert str(verdict.status) == status, verdict.reason


def test_a_side_of_the_equation_that_is_named_may_be_worked_out() -> None:
    problem = must_parse("Solve the system: x = 2y + 3, x + y = 12")

    def status(*texts: str) -> Status:
        return TASK.verify(problem, [Step(text) for text in texts])[-1].status

    assert status("y = 3", "From the first equation: 2y + 3 = 2 * 3 + 3 = 9") is Status.PASS
    assert status("y = 3", "From the second equation: 2y + 3 = 2 * 3 + 3 = 9") is Status.UNKNOWN
    assert status("From the first equation: 2y + 3 = 2 * 3 + 3 = 9") is Status.UNKNOWN
    assert status("y = 3", "From the first equation: 2y + 3 = 2 * 4 + 3 = 11") is Status.FAIL


@pytest.mark.parametrize(
    "words",
    [
        "Use the second equation to substitute for y in the first equation: 2x + (x - 2) = 7\n\n3x = 9\n\nx = 3",
        "Solve for x by using the second equation to put y in terms of x:\ny = x - 2\n2x + (x - 2) = 7\n3x = 9\nx = 3",
    ],
)
def test_a_letter_that_is_replaced_or_sought_by_means_of_an_equation_need_not_stand_alone(words: str) -> None:
    verdict = TASK.verify_answer(must_parse("Solve the system: 2x + y = 7, x - y = 2"), f"{words}\n\ny = 1")
    assert "alone" not in verdict.reason


@pytest.mark.parametrize("words", ["Add 7 and 2 to get 9. 3x = 9", "x = 3. Subtract 2 from 3: y = 3 - 2 = 1"])
def test_arithmetic_in_words_is_no_operation_on_an_equation(words: str) -> None:
    assert not TASK.verify(PROBLEM, [Step(words)])[0].is_fail
    assert TASK.verify_answer(PROBLEM, f"{words}\n\nx = 3, y = 1").is_pass


@pytest.mark.parametrize(
    ("more", "fails"),
    [
        ("x = t, y = 2 - t", False),
        ("For example, x = 1, y = 1.", False),
        ("y = 2 - x", False),
        ("y = x - 2", True),
        ("x + y = 3", True),
    ],
)
def test_one_of_many_solutions_may_be_shown(more: str, *, fails: bool) -> None:
    problem = must_parse("Solve the system x + y = 2, 2x + 2y = 4.")
    verdict = TASK.verify_answer(problem, f"The system has infinitely many solutions. {more}")
    assert verdict.is_fail is fails


def test_an_equation_with_a_value_put_in_passes_only_once_the_value_is_known() -> None:
    assert TASK.verify(PROBLEM, [Step("6 + y = 7")])[0].is_pass
    three = must_parse("Solve the system: x + y + z = 6, x - y + 2z = 5, 2x + y - z = 1")
    before = TASK.verify(three, [Step("1 + y + z = 6")])
    after = TASK.verify(three, [Step("x = 1"), Step("1 + y + z = 6")])
    assert before[0].status is Status.UNKNOWN
    assert [verdict.status for verdict in after] == [Status.PASS, Status.PASS]


@pytest.mark.parametrize(
    ("prompt", "right", "wrong"),
    [
        ("Solve the system x + y = 2, x + y = 3.", "There is no solution.", "x = 1, y = 1"),
        (
            "Solve the system x + y = 2, x + y = 3.",
            "The system is inconsistent.",
            "There are infinitely many solutions.",
        ),
        ("Solve the system x + y = 2, x + y = 3.", "Subtracting the equations: 0 = 1. There is no solution.", "0 = 1"),
        ("Solve the system x + y = 2, 2x + 2y = 4.", "There are infinitely many solutions.", "x = 1, y = 1"),
        ("Solve the system x + y = 2, 2x + 2y = 4.", "y = 2 - x. There are infinitely many solutions.", "No solution."),
        (PROMPT, "x = 3, y = 1", "The system has no solution."),
    ],
)
def test_no_solution_and_many_are_answers_of_their_own(prompt: str, right: str, wrong: str) -> None:
    problem = must_parse(prompt)
    assert TASK.verify_answer(problem, right).is_pass
    assert not TASK.verify_answer(problem, wrong).is_pass


def test_the_first_signature_is_the_exact_problem() -> None:
    same = must_parse("Solve the system: 2*x + y = 7, x - y = 2")
    other, renamed = (
        must_parse("Solve the system: 2x + y = 8, x - y = 2"),
        must_parse("Solve 2x + y = 7, x - y = 2 for x"),
    )
    assert PROBLEM.signatures[0] == same.signatures[0]
    assert len({PROBLEM.signatures[0], other.signatures[0], renamed.signatures[0]}) == 3
    assert PROBLEM.signatures[1:] == other.signatures[1:]
    assert all(signature.startswith(TASK.name) for signature in PROBLEM.signatures)


def test_a_system_is_not_compatible_with_an_equation() -> None:
    equation = TASK.parse(Request.from_prompt("Solve 2x = 6"))
    assert equation is not None
    assert not TASK.compatible(equation, PROBLEM)
    assert TASK.compatible(PROBLEM, must_parse("Solve the system: 2x + y = 8, x - y = 1"))
