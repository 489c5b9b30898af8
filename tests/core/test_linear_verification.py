"""Verdicts of the linear task: nothing wrong passes, and right answers in the usual forms do."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from stepcache_core.model import Status, Step, join
from tests.core.linear_samples import LATEX, PLAIN, TASK, WORKED, parse, passes

PROBLEM = parse("Solve 3x + 5 = 20")

RIGHT = [
    "We need to isolate x on one side of the equation.\n\n3x = 15\n\nx = 5",
    "x = **5**",
    "Subtract five from both sides and divide both sides by three: x = 5",
    "Move 5 to the other side: 3x = 20 - 5\n3x = 15\n\nx = 5",
    "Move the constant term 5 from the left side to the right side: 3x = 15\n\nx = 5",
    "To get rid of the +5, subtract 5 from both sides: 3x = 15\n\nx = 5",
    "Subtract 5 from both sides. This is because subtracting 5 from both sides of an equation maintains the equality:"
    "\n3x = 15\n\nDivide both sides by 3. Dividing both sides by the same number keeps it balanced.\nx = 5",
    "- Subtract 5 from both sides:\n- 3x = 15\n- x = 5",
    "x = 5\n\nCheck: LHS = 3(5) + 5 = 20, RHS = 20, LHS = RHS ✓",
    "x = 5. Let me know if you have any questions!",
    "1. Isolate the variable x.\n2. Solve for x.\n\nSubtracting 5: 3x = 15, so x = 5",
    "x = 5",
    "5 = x",
    "x=5.",
    "**x = 5**",
    "`x = 5`",
    "The solution is x = 5.",
    "- Subtract 5 from both sides: 3x = 15\n- \\(x = 5\\)",
    "* 3x = 15\n* x = 5",
    "**Step 1:** Subtract 5 from both sides.\n\n3x = 15\n\n**2.** Divide both sides by 3.\n\n"
    "x = 5\n\nThe answer is **5**.",
    "## Step 1: Subtract 5 from both sides\n3x = 15\n\n## Step 2: Divide both sides by 3\nx = 5",
    "The solution is 5.",
    "x is 5",
    "x equals 5.",
    "The answer is 5",
    "Answer: 5",
    "\\boxed{5}",
    "$$\\boxed{x = 5}$$",
    "x = \\boxed{5}",
    "x = 5.0",
    "x = (5)",
    "So the value of x is 5.",
    "Therefore, the solution to the equation is \\(x = 5\\).",
    "x = \\frac{15}{3} = 5",
    "We have 3x + 5 = 20 ⇒ 3x = 15 ⇒ x = 5",
    "\\begin{align*}\n3x + 5 &= 20 \\\\\n3x &= 15 \\\\\nx &= 5\n\\end{align*}",
    "3x + 5 = 20\n3x = 15   (subtract 5 from both sides)\nx = 5   (divide both sides by 3)",
    "To solve for x, we subtract 5 from both sides and then divide by 3.\n\n"
    "1. Subtract 5: 3x = 15\n2. Divide by 3: x = 5",
    "To check, substitute x = 5 into the original equation:\n\n"
    "3(5) + 5 = 20\n15 + 5 = 20\n20 = 20\n\nThe solution is x = 5",
    "Divide both sides by the coefficient of x, which is 3: x + 5/3 = 20/3.\n\nSubtract 5/3 from both sides: x = 5",
]

WRONG = [
    "x = 5 with the other sign", "x = 5 second", "x = **5** **6**", "x = **5** - 1", "x = **5** apples", "- 5 = x",
    "Subtract six from both sides: 3x = 15\nx = 5", "Divide both sides by twenty three: x = 5",
    "Move 6 to the other side: 3x = 15\nx = 5", "Move -5 to the other side: 3x = 15\nx = 5",
    "Move 5 to the left side: 3x = 15\nx = 5", "Distribute the 3: 3x + 5 = 20\nx = 5",
    "To get rid of the +6, subtract 5 from both sides: 3x = 15\nx = 5", "cancel the -5: 3x = 15\nx = 5",
    "x = 5\nLHS = 21", "x = 5\nRHS = 19", "x = 5\nLHS = RHS = 21", "x = 5\nLHS = 3(5) + 5 = 21",
    "x = 5, which is approximately 6", "x = 5\n3x equals 3x + 5", "x = 5\nx and 3x are equal",
    "Subtract 5 from both sides. Subtract 5 from both sides: 3x = 10\nx = 5",
    "Subtract 5 from both sides and divide by 1: 3x = 15\nx = 5", "```\nx = 5\n```", "```output\n[5]\n```\nx = 5",
    "x is not 5", "x ≠ 5", "x = 5 is wrong", "x = 5 is wrong, x = 6", "- x = 5", "x = 10\n- 5",
    "y = 5", "x = 5, y = 5", "x = 5 or x = 6",
    "x = 5.x", "x = 05", "x = 2 +- 3", "x = \\(5\\)", "\\(x = 5\\)x", "-\\(x = 5\\)", "x = 5 & x = 6",

    "x = 5 or 6", "x = ±5", "x = 5 apples", "x = 5%", "x = 5 %", "x = 5°", "x = 5 kg", "x = 5k", "x = 50",
    "x = 5.0000001", "x = 5.1.", "x = -5", "x = 5/2", "x = 0.5", "x = .5", "x = 5e3", "x = 5,000", "x = 5,6",
    "x = 5 6", "x = 5 1/2", "x = 5...", "x = 5!", "x = 5^2", "x = 5²", "x = 5**2", "x = |5|", "x = √5", "x > 5",
    "x >= 5", "x ≈ 5.1", "x ≈ 5", "x = 15/3", "x = 20 - 15", "2x = 10", "3x = 15", "x + 1 = 6", "5",
    "The answer is 6", "The answer is 5 or 6", "The answer is not 5", "answer: -5", "\\boxed{6}", "\\boxed{y = 5}",
    "\\boxed{5}\n\n\\boxed{6}", "x = 5\n\nActually, x = 6", "x = 5\n\nTherefore x = 4", "x = 4\n\nSo x = 5",
    "The solution is x = 5 if 3 > 4", "The equation has no solution",
    "x = 5. The equation has infinitely many solutions.", "Suppose x = 5.", "Is x = 5?",
    "Let x = 5. Then 3(5) + 5 = 21", "x = 5 and 3(5) + 5 = 25", "x = five", "x = 5 - wait, that is wrong",
    "x = 5 (incorrect)", "~~x = 5~~", "x = 5 + 0i", "x = {5, 6}", "x ∈ {5}", "x → 5", "x = 5 mod 7", "5x = 5",
    "xx = 5", "x5 = 5", "x' = 5", "-x = 5", "x = - -5", "x := 5", "x == 5", "x != 5", "x =/= 5", "not x = 5",
    "no: x = 5", "x = 5 is one of the solutions", "\"x = 5\"", "x = `5`6", "the opposite: x = 5", "X = 5", "0x = 0",
    "0x = 0\nx = 5", "0 = 0\nx = 5", "x = x\nx = 5", "3x + 5 = 3x + 5\nx = 5", "6 = 7\nx = 5", "20 - 5 = 16\nx = 5",
    "x = 5\n20 - 5 = 16", "x = 5\n\ny = 6", "x = 5 dollars", "x = $5", "x = 5 x", "x = 5x - 20", "x=5\n**2",
    "x = **5**0", "x = 5*", "*x = 5*2", "x = 5\n* 2", "x = 5 +\n 1", "x = 5\n+ 1 = 6", "x = 5\n - 1",
    "x = 5 \\times 2", "x = \\frac{5}{2}", "x = \\frac 52", "x = \\frac52", "x = 5\\%", "x = \\text{not } 5",
    "\\text{not } x = 5", "x \\neq 5", "x \\not= 5", "x = 5 \\quad \\text{(false)}", "\\( x = \\) 5",
    "x is 5 more than 0", "x is 5 times as big", "x is less than 5", "the answer is x = 5 minus 3", "x = 5 squared",
    "Add 7 to both sides of 3x + 5 = 20: x = 5", "4(5) + 0 = 20\nx = 5",
    "Subtract 6 from both sides: 3x = 15\nx = 5", "3x = 15 since 3 * 6 = 15\nx = 5", "x = 5\n\n```\nx = 6\n```",
    "x = 5 # x = 6", "<x = 5>", "x = 5; x = 6", "x = 5\tx = 6", "x = 5 x = 6", "x = 5\r\nx = 6", "x = 5\u2028x = 6",
    "x = ５", "x = 5̶", "x = \u202e5", "ｘ = 5", "χ = 5", "x = 5\x00", "x = 5_1",
    "The original equation: 6x + 10 = 40\nx = 5", "x = 5 ± 1", "x = 5: false", "no solution", "x = 5 only if 2 = 3",
    "x = 5 in base 6", "x = 5 when y = 2", "x = 5'", 'x = 5"', "x = (5", "If x = 5 then x = 5", "Answer: 5 x",
    "x = 5*x/x", "x = 5 = 5.5", "x = 5 = x + 1", "To solve the equation 6x + 10 = 40:\n\n3x = 15\n\nx = 5", "",
    "I cannot solve this.", "Subtract 5 from both sides.\n\nx = 5\n\nAdd 4 to both sides: x = 5",
    "The coefficient of x is 4.\n\nx = 5", "Falsch: x = 5",
    "Every value of x is a solution: there are infinitely many solutions.", "x = 5 fails", "x = 5, almost",
]  # fmt: skip


@pytest.mark.parametrize("text", RIGHT)
def test_a_right_answer_in_a_usual_form_passes(text: str) -> None:
    verdict = TASK.verify_answer(PROBLEM, text)
    assert verdict.is_pass, verdict.reason
    assert passes(PROBLEM, text)


@pytest.mark.parametrize("text", WRONG)
def test_an_answer_that_is_wrong_or_says_something_else_never_passes(text: str) -> None:
    assert not TASK.verify_answer(PROBLEM, text).is_pass


@pytest.mark.parametrize(("prompt", "text"), WORKED)
def test_every_step_of_a_worked_answer_passes(prompt: str, text: str) -> None:
    problem = parse(prompt)
    steps = TASK.segment(problem, text)
    assert join(steps) == text
    assert [verdict.status for verdict in TASK.verify(problem, steps)] == [Status.PASS] * len(steps)
    assert TASK.verify_answer(problem, text).is_pass


def mutations(text: str) -> list[str]:
    """The text with one number, sign or variable changed, but for the numbers of the list items."""
    changed = []
    for match in re.finditer(r"(?<![\w.])\d+(?:\.\d+)?|(?<=[\w)}] )[+-](?= )|\b[xy]\b|(?<=\d)[xy]\b", text):
        found, start, end = match.group(), match.start(), match.end()
        line = text[text.rfind("\n", 0, start) + 1 : end + 2]
        if re.match(r"(?:Step )?\d+[.:]", line) and "\n" not in line[:6] and len(line) <= 9:
            continue
        others = {"+": ["-"], "-": ["+"], "x": ["z"], "y": ["z"]}.get(found) or [str(int(found) + 1), f"{found}0"]
        changed += [text[:start] + other + text[end:] for other in others]
    return changed


@pytest.mark.parametrize(("prompt", "text"), WORKED)
def test_a_worked_answer_with_one_thing_changed_never_passes(prompt: str, text: str) -> None:
    problem = parse(prompt)
    assert len(mutations(text)) >= 4
    assert [changed for changed in mutations(text) if passes(problem, changed)] == []


@pytest.mark.parametrize(("prompt", "text"), WORKED)
def test_the_first_failing_step_of_a_changed_answer_is_the_changed_one_or_the_next(prompt: str, text: str) -> None:
    problem = parse(prompt)
    steps = TASK.segment(problem, text)
    for changed in mutations(text):
        others = TASK.segment(problem, changed)
        at = next(i for i, (one, other) in enumerate(zip(steps, others, strict=True)) if one.text != other.text)
        first = next(i for i, verdict in enumerate(TASK.verify(problem, others)) if not verdict.is_pass)
        assert first in (at, at + 1), changed


@pytest.mark.parametrize(("prompt", "text"), WORKED)
def test_steps_of_one_problem_fail_for_another(prompt: str, text: str) -> None:
    for other in ("Solve 3x + 5 = 23", "Solve 7y = 5", "Solve 5x + 3 = 2x + 21", "Solve 2x + 10 = 21"):
        verdicts = TASK.verify(parse(other), TASK.segment(parse(other), text))
        assert any(verdict.is_fail for verdict in verdicts)
        assert not TASK.verify_answer(parse(other), text).is_pass


def test_steps_of_an_equation_with_the_same_solution_do_not_pass_for_this_one() -> None:
    other = parse("Solve 2x + 10 = 20")
    assert not passes(other, LATEX)
    assert not passes(other, PLAIN)
    assert not TASK.verify_answer(other, LATEX).is_pass


def statuses(problem_text: str, *texts: str) -> list[str]:
    return [str(verdict.status) for verdict in TASK.verify(parse(problem_text), [Step(text) for text in texts])]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("3x = 15", "pass"),
        ("3x = 16", "fail"),
        ("0x = 0", "fail"),
        ("6x + 10 = 40", "pass"),
        ("4x - 2 = 18", "unknown"),
        ("3x + 5 - 5 = 20 - 5", "pass"),
        ("20 - 5 = 15", "pass"),
        ("20 - 5 = 14", "fail"),
        ("7 + 8 = 15", "unknown"),
        ("3(5) + 5 = 20", "pass"),
        ("5(3) + 5 = 20", "unknown"),
        ("Subtract 5 from both sides: 3x = 15", "pass"),
        ("Subtract 6 from both sides: 3x = 15", "fail"),
        ("Add 5 to both sides: 3x = 15", "fail"),
        ("Subtract 5 from both sides and divide both sides by 3: x = 5", "pass"),
        ("Subtract 5 from the left side: 3x = 15", "unknown"),
        ("Subtract 5 from both sides.", "unknown"),
        ("We move the 5: 3x = 15", "pass"),
        ("We move the 6: 3x = 15", "unknown"),
        ("3y = 15", "fail"),
        ("Let's solve the equation.", "unknown"),
        ("x^2 = 25", "unknown"),
        ("3x = 15, as the oracle says", "unknown"),
        ("the term 3x", "pass"),
        ("the term 4x", "unknown"),
        ("We need to isolate x.", "pass"),
        ("We need to isolate y.", "fail"),
        ("Step 2 x = 10", "unknown"),
        ("Step 2: x = 5", "pass"),
        ("**Step 2** x = 5", "pass"),
        ("**Answer 2** x = 10", "fail"),
        ("the equation 3x + 5 = 20", "pass"),
        ("x = 5, as 3x = 15", "pass"),
        ("x = 5, as 4x = 20", "unknown"),
        ("x = 5, so x + 1 = 6", "unknown"),
        ("9x = 45", "unknown"),
        ("4.5x + 7.5 = 30", "unknown"),
        ("x + 5/3 = 20/3", "pass"),
        ("x ≈ 5.00", "pass"),
        ("x ≈ 4.99", "fail"),
    ],
)
def test_a_single_step_gets_its_verdict(text: str, status: str) -> None:
    assert statuses("Solve 3x + 5 = 20", text) == [status]


def test_an_operation_may_lead_to_the_equation_of_the_next_step() -> None:
    assert statuses("Solve 3x + 5 = 20", "Subtract 5 from both sides:\n\n", "3x = 15") == ["pass", "pass"]
    assert statuses("Solve 3x + 5 = 20", "Subtract 4 from both sides:\n\n", "3x = 15") == ["fail", "pass"]


def test_reasons_say_what_does_not_hold_and_why() -> None:
    (verdict,) = TASK.verify(PROBLEM, [Step("3x = 16")])
    assert verdict.reason == "3x = 16 does not hold: x = 5 solves the problem"
    (verdict,) = TASK.verify(PROBLEM, [Step("We note: 3y = 15")])
    assert verdict.reason == "speaks of y; the problem asks for x"


def test_a_rounded_value_passes_as_a_step_but_is_no_final_answer() -> None:
    problem = parse("Solve 7x = 15")
    verdicts = TASK.verify(problem, [Step("x = 15/7 ≈ 2.14")])
    assert verdicts[0].is_pass
    assert "rounded to 2 places" in verdicts[0].reason
    assert TASK.verify_answer(problem, "x = 15/7 ≈ 2.14").is_pass
    assert not TASK.verify_answer(problem, "x ≈ 2.14").is_pass
    assert not TASK.verify_answer(problem, "x = 2.14").is_pass
    assert not TASK.verify_answer(problem, "x = 15/7 ≈ 2.15").is_pass


@pytest.mark.parametrize(
    ("prompt", "right", "wrong"),
    [
        ("Solve x + 1 = x", "The equation has no solution.", "x = 0"),
        ("Solve x + 1 = x", "There is no solution.", "Every value of x is a solution."),
        ("Solve 2x + 1 = 2x + 3", "0x = 2\n\nThere is no solution.", "x = 1"),
        ("Solve 0x = 0", "There are infinitely many solutions.", "x = 0"),
        ("Solve 2(x + 1) = 2x + 2", "Every value of x is a solution.", "The equation has no solution."),
    ],
)
def test_no_solution_and_every_number_are_answers_of_their_own(prompt: str, right: str, wrong: str) -> None:
    problem = parse(prompt)
    assert TASK.verify_answer(problem, right).is_pass
    assert TASK.verify_answer(problem, wrong).is_fail


@pytest.mark.parametrize(
    "text", ["Let's solve the equation step by step.\n\n", "Simplifying, we get:", "\n\n", "Sure!"]
)
def test_prose_that_states_nothing_may_stand(text: str) -> None:
    assert TASK.may_stand(text)


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "It is five.",
        "x = 5",
        "not so",
        "There is no solution.",
        "Subtract it.",
        "It has two sides.",
        "A 'quote'",
        "ça va",
        "Multiply by the same.",
        "the train",
        "y is isolated",
    ],
)
def test_prose_that_may_state_something_may_not_stand(text: str) -> None:
    assert not TASK.may_stand(text)


NUMBERS = st.integers(-30, 30)
EQUATIONS = st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS)


@settings(deadline=None, max_examples=200)
@given(EQUATIONS, EQUATIONS)
def test_solve_gives_the_solution_and_passes_for_no_equation_with_another(
    one: tuple[int, ...], other: tuple[int, ...]
) -> None:
    first, second = (parse("Solve {}x + ({}) = {}x + ({})".format(*numbers)) for numbers in (one, other))
    text = TASK.solve(first)
    assert text is not None
    if first.solution is not None:
        a, b, c, d = one
        assert a * first.solution + b == c * first.solution + d
    assert TASK.verify_answer(first, text).is_pass
    assume((first.solution, first.is_identity) != (second.solution, second.is_identity))
    assert TASK.verify_answer(second, text).is_fail


@settings(deadline=None, max_examples=150)
@given(NUMBERS.filter(bool), NUMBERS, NUMBERS)
def test_a_value_passes_exactly_when_it_is_the_solution(a: int, b: int, value: int) -> None:
    problem = parse(f"Solve {a}x + ({b}) = 7")
    assert TASK.verify_answer(problem, f"x = {value}").is_pass == (problem.solution == Fraction(value))


@settings(deadline=None, max_examples=200)
@given(st.text(alphabet=st.sampled_from("x=5 3+-*/()[]{}\\$^.,:!\n15y20"), max_size=40))
def test_no_scribble_makes_a_verdict_raise(text: str) -> None:
    steps = TASK.segment(PROBLEM, text)
    assert join(steps) == text
    assert len(TASK.verify(PROBLEM, steps)) == len(steps)
    TASK.verify_answer(PROBLEM, text)
    TASK.may_stand(text)


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=200))
def test_segmentation_loses_nothing(text: str) -> None:
    assert join(TASK.segment(PROBLEM, text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "x = 10**1000000000",
        "x = " + "(" * 10_000 + "5" + ")" * 10_000,
        "x = " + "9" * 100_000,
        "x = " + "9*" * 3_900 + "9",
        "x = 5 " * 1_300,
        "x" * 1_000_000,
        "= " * 3_900,
        "\\frac{" * 1_300,
        "**" * 3_900,
        "subtract 5 from both sides " * 290,
        "the value of " * 600 + "5",
        "\ud800 = 5",
        "x = 5\x00\x01",
        "\\boxed{" * 800 + "5" + "}" * 800,
        "$" * 7_001,
    ],
)
def test_a_hostile_answer_is_not_passed_and_raises_nothing(text: str) -> None:
    steps = TASK.segment(PROBLEM, text)
    assert join(steps) == text
    assert len(TASK.verify(PROBLEM, steps)) == len(steps)
    assert not passes(PROBLEM, text)
    new = parse("Solve 4x + 5 = 20")
    replayed = TASK.replay(PROBLEM, new, steps)
    assert replayed is None or (passes(new, join(replayed)) and text not in join(replayed))


WORKED_OUT = "Subtract 5 from both sides: 3x = 15.\n\nDivide both sides by 3: x = 5."


@pytest.mark.parametrize(
    "sentence",
    [
        "The right side is 3x.", "The variable is on the right side.", "Cancel the 3.", "Check: RHS = 3(5) + 5.",
        "The coefficient of x is on the right side.", "3x is the constant term.", "The equation has a fraction.",
        "This is a one-step equation.", "The variables are on both sides.", "x is on both sides.",
        "Use the distributive property.", "Combine like terms.", "Move the variable to the right.",
        "Isolate x on the right.", "The equation is true for all x.", "Undo addition with division.",
        "The equation involves division.", "We use multiplication.", "The last term is 3x.", "Find the constant.",
        "The number next to x is 5.", "The result is 3x.", "On the right side we have 3x.", "x is in the denominator.",
        "All terms are on the left.", "Move the 5 to the left.", "Remove the 3 from both sides.",
    ],
)  # fmt: skip
def test_what_is_not_so_of_the_form_of_an_equation_is_doubted(sentence: str) -> None:
    (alone,) = TASK.verify(PROBLEM, [Step(sentence)])
    assert not alone.is_pass
    assert not TASK.verify_answer(PROBLEM, f"{WORKED_OUT}\n\n{sentence}").is_pass


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("Solve 3x + 5 = 20", f"To isolate x, move the constant to the right side.\n\n{WORKED_OUT}"),
        ("Solve 3x + 5 = 20", "Undo the addition by subtracting 5 from both sides: 3x = 15.\n\nSo x = 5."),
        ("Solve 2(x + 3) = 14", "Use the distributive property: 2x + 6 = 14.\n\nSo x = 4."),
        ("Solve 5x + 3 = 2x + 12", "Move the variables to the left side and the constants to the right side: "
         "5x - 2x = 12 - 3.\n\nCombine like terms: 3x = 9.\n\nSo x = 3."),
        ("Solve x/3 + 2 = 4", "Subtract 2 from both sides: x/3 = 2.\n\nClear the fraction: x = 6."),
    ],
)  # fmt: skip
def test_what_is_so_of_the_form_of_an_equation_passes(prompt: str, answer: str) -> None:
    problem = parse(prompt)
    assert all(verdict.is_pass for verdict in TASK.verify(problem, TASK.segment(problem, answer)))
    assert TASK.verify_answer(problem, answer).is_pass
