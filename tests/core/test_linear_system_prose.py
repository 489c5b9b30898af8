"""Worked answers to systems as models write them: right ones pass, and what their words say of the work must be so."""

from __future__ import annotations

import re

import pytest

from stepcache_core import Outcome, Policy, Request, StepCacheEngine
from stepcache_core.model import Status, Step
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks.linear import SystemProblem
from stepcache_core.testing import HashEmbedder, ScriptedModel
from tests.core.linear_samples import TASK, passes
from tests.core.system_samples import must_parse

PROBLEM = must_parse("Solve the system: 2x + 3y = 12, x - y = 1")
THREE = must_parse("Solve the system: x + y + z = 6, 2x - y + z = 3, x + 2y - z = 2")
NONE = must_parse("Solve the system x + y = 2, 2x + 2y = 5")
MANY = must_parse("Solve the system x + y = 2, 2x + 2y = 4")

ELIMINATION = (
    "\\[\n2x + 3y = 12 \\tag{1}\n\\]\n\\[\nx - y = 1 \\tag{2}\n\\]\n\n"
    "### Step 1: Eliminate \\(x\\)\n\nMultiply Eq. (2) by 2:\n\n2x - 2y = 2 ... (3)\n\n"
    "Subtract Eq. (3) from Eq. (1) to eliminate \\(x\\):\n\n5y = 10\ny = 2\n\n"
    "### Step 2: Solve for \\(x\\)\n\nBack-substitute y = 2 into (2):\n\nx - 2 = 1\nx = 3\n\n"
    "**Check:**\n\n- Equation (1): 2(3) + 3(2) = 6 + 6 = 12 ✓\n- Equation (2): 3 - 2 = 1 ✓\n\n"
    "**Final Answer:**\n\n- x = 3\n- y = 2"
)
BOTH_MULTIPLIED = (
    "Multiply the first equation by 2 and the second equation by 6:\n\n4x + 6y = 24\n6x - 6y = 6\n\n"
    "Adding these two equations eliminates y:\n\n(4x + 6y) + (6x - 6y) = 24 + 6\n10x = 30\nx = 3\n\n"
    "Substitute 3 for x in the second equation:\n\n3 - y = 1\ny = 2\n\nThe lines intersect at (3, 2)."
)
SUBSTITUTION = (
    "Let's label the equations:\n\n(1) 2x + 3y = 12\n(2) x - y = 1\n\n"
    "From equation (2), we can express x in terms of y:\n\nx = y + 1\n\n"
    "Now substitute this expression for x into equation (1):\n\n2(y + 1) + 3y = 12\n5y + 2 = 12\n5y = 10\ny = 2\n\n"
    "Now that we have the value of y, we can find x:\n\nx = 2 + 1 = 3\n\n"
    "| Variable | Value |\n|---|---|\n| x | 3 |\n| y | 2 |"
)
NUMBERED_SUMS = (
    "2x + 3y = 12   ...(i)\nx - y = 1   ...(ii)\n\n3 × (ii): 3x - 3y = 3\n\n(i) + 3 × (ii): 5x = 15 ⟹ x = 3\n\n"
    "Equation 1 - 2 × Equation 2: 5y = 10\n\ny = 2\n\n\\boxed{x = 3 \\quad \\text{and} \\quad y = 2}"
)
IN_PROSE = (
    "Adding 3 times the second equation to the first equation gives $5x = 15$, so $x = 3$. From the second, "
    "$y = x - 1$. Replacing $x$ with $3$ gives $y = 3 - 1 = 2$. The solution is $(x, y) = \\boxed{(3, 2)}$."
)
COMPARED = (
    "Solve both equations for x:\n\nx = 6 - 1.5y\nx = y + 1\n\nSet the two expressions equal to each other:\n\n"
    "6 - 1.5y = y + 1\n2.5y = 5\ny = 2\n\nThen x = 2 + 1 = 3.\n\n```\nx = 3\ny = 2\n```"
)
AT_ONCE = "Multiply the first by 2 and the second by 3, then add them: 7x + 3y = 27.\n\nx = 3, y = 2"
WORKED = [ELIMINATION, BOTH_MULTIPLIED, SUBSTITUTION, NUMBERED_SUMS, IN_PROSE, COMPARED]
OF_THREE = (
    "Add equation (1) and equation (3):\n\n\\[ 2x + 3y = 8 \\quad (4) \\]\n\n"
    "Subtract (1) from (2):\n\n\\[ x - 2y = -3 \\quad (5) \\]\n\nFrom (5), \\( x = 2y - 3 \\). "
    "Substitute this into (4):\n\n"
    "\\[ 2(2y - 3) + 3y = 8 \\]\n\\[ 7y - 6 = 8 \\]\n\\[ y = 2 \\]\n\n"
    "Then \\( x = 2(2) - 3 = 1 \\) and \\( z = 6 - 1 - 2 = 3 \\).\n\n**x = 1, y = 2, z = 3**"
)


@pytest.mark.parametrize("text", [*WORKED, AT_ONCE])
def test_a_right_worked_answer_passes_step_by_step(text: str) -> None:
    assert passes(PROBLEM, text)


def test_derived_equations_of_three_may_have_numbers() -> None:
    assert passes(THREE, OF_THREE)
    assert not passes(THREE, OF_THREE.replace("From (5)", "From (4)"))
    assert not passes(THREE, OF_THREE.replace("into (4)", "into (5)"))


def test_an_equation_may_be_simplified_before_something_is_put_into_it() -> None:
    problem = must_parse("Solve the system: x - 3 = 2(y - 3), (x + 7) + (y + 7) = 83")
    text = (
        "Simplify: x = 2y - 3\n\nx + y = 69\n\nSubstitute this into the {} equation:\n\n(2y - 3) + y = 69\n\n"
        "3y = 72\n\ny = 24\n\nx = 45"
    )
    assert passes(problem, text.format("second"))
    assert not passes(problem, text.format("first"))


def mutations(text: str) -> list[str]:
    """The text with one number, sign, letter, operation or named equation changed, but for numbers of steps."""
    changed = []
    swaps = {"add": "subtract", "adding": "subtracting", "first": "second", "x": "y", "+": "-", "(1)": "(2)"}
    swaps |= {"(i)": "(ii)", "equation 1": "equation 2", "multiply": "divide", "is": "is not"}
    swaps |= {new: old for old, new in swaps.items()}
    words = "|".join(sorted(map(re.escape, swaps), key=len, reverse=True))
    for match in re.finditer(rf"(?<![\w\\.])\d+(?!\d*[.:)]\s)|(?<![\w\\{{])(?:{words})(?![\w'])", text, re.IGNORECASE):
        found, start, end = match.group(), match.start(), match.end()
        if re.search(r"(?:^|\n|Step )$", text[:start]) or (
            found in "+-" and not text[end : end + 1].strip("(0123456789xy ")
        ):
            continue
        others = [swaps[found.lower()]] if found.lower() in swaps else [str(int(found) + 1), f"{found}0"]
        changed += [text[:start] + other + text[end:] for other in others]
    return changed


@pytest.mark.parametrize("text", WORKED)
def test_a_worked_answer_with_one_thing_changed_never_passes(text: str) -> None:
    assert len(mutations(text)) > 20
    assert [changed for changed in mutations(text) if passes(PROBLEM, changed)] == []


@pytest.mark.parametrize(
    "text",
    [
        "D = (2)(-1) - (3)(1) = -5\n\nx = (-15)/(-5) = 3, y = (-10)/(-5) = 2",
        "Using Cramer's rule:\n\nD = -2 - 3 = -5\nD_x = -12 - 3 = -15\nD_y = 2 - 12 = -10\n\nx = 3, y = 2",
        "\\[\\left[\\begin{array}{cc|c} 1 & 0 & 3 \\\\ 0 & 1 & 2 \\end{array}\\right]\\]\n\nSo x = 3 and y = 2.",
        "Let k be the slope: k = 1.\n\nx = 3, y = 2",
        "Multiply the first by 2 and the second by 3, then put them together: 7x + 3y = 27. From there x = 3, y = 2.",
    ],
)
def test_an_answer_that_helps_itself_with_other_letters_is_left_as_it_is(text: str) -> None:
    assert not passes(PROBLEM, text)
    assert not TASK.verify_answer(PROBLEM, text).is_fail
    assert not any(verdict.is_fail for verdict in TASK.verify(PROBLEM, TASK.segment(PROBLEM, text)))


@pytest.mark.parametrize("text", ["a = 3, b = 2", "x = 3, b = 2", "k = 1\n\nx = 3"])
def test_an_answer_for_other_letters_that_lacks_those_asked_is_wrong(text: str) -> None:
    assert TASK.verify_answer(PROBLEM, text).is_fail


ENDINGS = """
x = 3, y = 2 | **x = 3, y = 2** | $x = 3$ and $y = 2$ | (x, y) = (3, 2) | The solution is (3, 2).
The solution set is {(3, 2)}. | $\\boxed{(3, 2)}$ | \\boxed{x = 3, \\; y = 2} | \\boxed{x = 3 \\text{ and } y = 2}
$$\\boxed{x = 3} \\quad \\text{and} \\quad \\boxed{y = 2}$$ | The solution is $(x, y) = \\boxed{(3, 2)}$. | x = 3; y = 2
The ordered pair is (3, 2). | The lines intersect at (3, 2). | Thus, x is 3 and y is 2.
"""


@pytest.mark.parametrize("ending", [part.strip() for part in re.split(r"\s\|\s|\n", ENDINGS) if part.strip()])
def test_the_solution_may_be_set_in_many_ways(ending: str) -> None:
    assert passes(PROBLEM, ending)
    swapped = ending.replace("3", "#").replace("2", "3").replace("#", "2")
    assert not TASK.verify_answer(PROBLEM, swapped).is_pass
    assert not passes(PROBLEM, f"{ending}\n\n{swapped}")


def test_a_point_may_have_fractions() -> None:
    problem = must_parse("Solve the system: x + y = 1, x - y = 2")
    assert passes(problem, "The solution is (\\frac{3}{2}, -\\frac{1}{2}).")
    assert not TASK.verify_answer(problem, "The solution is (\\frac{1}{2}, -\\frac{3}{2}).").is_pass


FALSE = """
Adding the equations eliminates x: 3x + 2y = 13. | Adding the equations eliminates x. | The lines are parallel.
No solution. | Infinitely many solutions. | This is a contradiction. | This is false. | The equations are dependent.
Equation (1) is x - y = 1. | (2) 2x + 3y = 12 | 2x + 3y = 12 ... (2) | 2x + 3y = 12 \\tag{2} | x - y = 1 (equation 1)
(1) + (2): 3x + 2y = 12 | (1) - (2): 3x + 2y = 13 | 2 × (1): 4x + 6y = 12 | (2) × 2: 4x + 6y = 24
2 × the second equation: 4x + 6y = 24 | Equation 1 + Equation 2: x + 4y = 11
Adding 2 times the first equation to the second gives 5x + 5y = 20.
Subtracting twice the second equation from the first gives 4x + y = 14.
Multiply the first equation by 2 and the second equation by 3: 4x + 6y = 24, 2x - 2y = 2
Multiply the first equation by 3 and the second equation by 2: 4x + 6y = 24, 3x - 3y = 3
Multiply the second equation by 3 and subtract it from the first equation: 5x = 15
Multiply the second equation by 3 and add it to the second equation: 5x = 15
Multiply the second equation by 2: 2x - 2y = 2. Subtracting this from the second equation gives 5y = 10.
Subtract the first from the second: x + 4y = 11 | Adding the first and the second: x + 4y = 11
Replace y with x + 1. | Replacing x with y - 1 in the first equation. | Substitute y - 1 for x. | Substitute 2 for x.
Check using equation (1):\\n3 - 2 = 1 | For equation (2): 2(3) + 3(2) = 12 | From the first: x = y + 1
Solve both equations for y: x = y + 1 | Isolate y: x = y + 1 | From the first equation, solve for y: x = y + 1
Express y in terms of y: y = x - 1 | Express y in terms of x: x = y + 1 | From (1): x = y + 1 | Using Eq. 1: x = 1 + y
Adding y to both sides of the first equation: x = y + 1 | Now we know the value of z. | z = 4 | - x = 2\\n- y = 3
The lines intersect at (2, 3). | | x | 2 |
"""


@pytest.mark.parametrize("claim", [part.strip() for part in re.split(r" \| (?!x \|)|\n", FALSE) if part.strip()])
@pytest.mark.parametrize("answer", [SUBSTITUTION, BOTH_MULTIPLIED])
def test_a_false_word_anywhere_in_a_right_answer_keeps_it_from_being_served(claim: str, answer: str) -> None:
    steps = answer.split("\n\n")
    said = claim.replace("\\n", "\n")
    for place in (0, len(steps) // 2, len(steps)):
        assert not passes(PROBLEM, "\n\n".join([*steps[:place], said, *steps[place:]])), (place, claim)


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (
            NONE,
            "Multiply the first equation by 2:\n\n2x + 2y = 4\n\nSubtract this from the second equation:\n\n0 = 1\n\n"
            "This is a contradiction, so the system has no solution.",
        ),
        (
            NONE,
            "From the first equation, y = 2 - x.\n\nSubstitute into the second equation:\n\n"
            "2x + 2(2 - x) = 5\n4 = 5\n\nThis is false, so there is no solution.",
        ),
        (NONE, "The lines are parallel, so there is no solution."),
        (NONE, "**No solution**"),
        (NONE, "\\[ \\boxed{\\text{No solution}} \\]"),
        (MANY, "The equations are dependent, so there are infinitely many solutions."),
        (MANY, "Infinitely many solutions."),
    ],
)
def test_how_many_solutions_there_are_may_be_said_with_its_reason(problem: SystemProblem, text: str) -> None:
    assert passes(problem, text)
    for other in (one for one in (PROBLEM, NONE, MANY) if one is not problem):
        assert not passes(other, text)
        assert not TASK.verify_answer(other, text).is_pass


def test_the_order_of_a_difference_is_the_one_that_is_said() -> None:
    text = "Multiply the first equation by 2: 2x + 2y = 4. Subtract this from the second equation: {}. No solution."
    assert TASK.verify_answer(NONE, text.format("0 = 1")).is_pass
    assert not passes(NONE, text.format("0 = -1"))


def test_a_heading_stands_only_where_its_aim_is_reached() -> None:
    heading = Step("**Step 1: Eliminate y.**\n\n")
    assert TASK.verify(PROBLEM, [heading])[0].is_pass is False
    reached, missed = Step("Add 3 times the second equation to the first equation: 5x = 15"), Step("5y = 10")
    assert TASK.verify(PROBLEM, [heading, reached])[0].is_pass
    assert not TASK.verify(PROBLEM, [heading, missed])[0].is_pass


@pytest.mark.parametrize(
    "prompt",
    [
        "Find the values of x and y that satisfy 2x + 3y = 12 and x - y = 1.",
        "Find the values of x and y that satisfy both equations: 2x + 3y = 12 and x - y = 1.",
        "Find real numbers x and y such that 2x + 3y = 12 and x - y = 1.",
        "Solve the system of equations below.\n\n2x + 3y = 12\nx - y = 1",
        "Solve simultaneously: 2x + 3y = 12; x - y = 1",
        "Solve for x and y given that 2x + 3y = 12 and x - y = 1.",
        "The equations are 2x + 3y = 12 and x - y = 1. Find x and y.",
        "Solve the system:\n1. 2x + 3y = 12\n2. x - y = 1",
        "Solve the system:\n(1) 2x + 3y = 12\n(2) x - y = 1",
        "Solve the system:\n* 2x + 3y = 12\n* x - y = 1",
        "Solve the system of two equations 2x + 3y = 12 and x - y = 1",
    ],
)
def test_ordinary_ways_to_ask_for_a_system_are_taken(prompt: str) -> None:
    assert must_parse(prompt).values == {"x": 3, "y": 2}


@pytest.mark.parametrize(
    "prompt",
    [
        "Solve the system of three equations 2x + 3y = 12, x - y = 1",
        "Solve:\n1. 2x + 3y = 12\n2. x - y = 1",
        "Solve the system:\n1. 2x + 3y = 12\n3. x - y = 1",
        "Solve the system:\n1. 2x + 3y = 12\nx - y = 1",
        "Find integers x and y that satisfy 2x + 3y = 12 and x - y = 1.",
        "Find positive real numbers x and y such that 2x + 3y = 12 and x - y = 1.",
        "Find x and y that satisfy 2x + 3y = 12 or x - y = 1.",
    ],
)
def test_what_may_be_another_task_is_not_taken(prompt: str) -> None:
    assert TASK.parse(Request.from_prompt(prompt)) is None


@pytest.mark.parametrize("text", WORKED)
@pytest.mark.parametrize(
    "prompt",
    [
        "Solve the system: x - y = 1, 2x + 3y = 12",
        "Solve the system: 12 = 2x + 3y, 2x - 2y = 2",
        "Solve the system: 2x + 3y = 13, x - y = 4",
        "Solve the system: 2a + 3b = 12, a - b = 1",
        "If 2x + 3y = 12 and x - y = 1, what is y?",
    ],
)
def test_what_is_served_for_another_system_passes_for_it_without_a_model(text: str, prompt: str) -> None:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), policy=Policy(min_similarity=0.3))
    engine.answer(Request.from_prompt("Solve the system: 2x + 3y = 12, x - y = 1"), ScriptedModel([text]).generate)
    answer = engine.answer(Request.from_prompt(prompt), ScriptedModel([]).generate)
    assert answer.outcome in {Outcome.REUSE, Outcome.REPLAY}
    assert passes(must_parse(prompt), answer.text)
    engine.close()


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("Substituting y from equation (1):\n\nx + 2x - 5 = 16", Status.PASS),
        ("Plug the expression for y from equation (1) in:\n\nx + (2x - 5) = 16", Status.PASS),
        ("Substituting x from equation (1):\n\nx + 2x - 5 = 16", Status.UNKNOWN),
        ("Substituting y from equation (1):\n\n2x - y = 5", Status.UNKNOWN),
    ],
)
def test_what_an_equation_says_a_letter_is_goes_into_another_one(said: str, status: Status) -> None:
    problem = must_parse("Solve the system: y = 2x - 5, x + y = 16")
    steps = TASK.segment(problem, f"y = 2x - 5   (1)\nx + y = 16   (2)\n\n{said}\n\n3x = 21")
    assert TASK.verify(problem, steps)[1].status is status


def test_what_is_put_in_may_come_from_an_equation_that_was_rearranged_under_its_number() -> None:
    problem = must_parse("Solve the system: y - 5 = 2(x - 5), (x + 8) + (y + 8) = 50")
    text = "y - 5 = 2x - 10\ny = 2x - 5   -----(1)\n\nSubstituting y from equation (1):\n\n(x + 8) + (2x - 5 + 8) = 50"
    assert TASK.verify(problem, TASK.segment(problem, text))[1].is_pass
