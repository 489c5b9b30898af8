"""Worked answers as models write them, for the tests of the linear task."""

from __future__ import annotations

from stepcache_core.model import Request, Step, join
from stepcache_core.tasks.linear import LinearEquationTask, LinearProblem, SystemProblem

TASK = LinearEquationTask()

LATEX = (
    "To solve the equation \\( 3x + 5 = 20 \\), follow these steps:\n\n"
    "1. Subtract 5 from both sides of the equation to isolate the term with \\( x \\):\n"
    "   \\[ 3x + 5 - 5 = 20 - 5 \\]\n"
    "   Simplifying this, we get:\n"
    "   \\[ 3x = 15 \\]\n\n"
    "2. Divide both sides of the equation by 3 to solve for \\( x \\):\n"
    "   \\[ \\frac{3x}{3} = \\frac{15}{3} \\]\n"
    "   Simplifying this, we get:\n"
    "   \\[ x = 5 \\]\n\n"
    "So, the solution is \\( x = 5 \\)."
)
"""What a real model wrote for 3x + 5 = 20."""

PLAIN = (
    "Given equation: 3x + 5 = 20\n\n"
    "Step 1: Subtract 5 from both sides.\n3x = 20 - 5\n3x = 15\n\n"
    "Step 2: Divide both sides by 3.\nx = 15/3 = 5\n\n"
    "Check: 3(5) + 5 = 15 + 5 = 20 ✓\n\n"
    "**Answer:** x = 5"
)

STARRED = (
    "We start with 3*x + 5 = 20.\n\n"
    "Subtracting 5 from both sides gives 3*x = 15.\n\n"
    "Dividing both sides by 3 gives x = 5.\n\n"
    "The answer is \\boxed{5}."
)

SHORT = "3x = 15\n\nx = 5"

BOTH_SIDES = (
    "Start with the equation 5x + 3 = 2x + 15.\n\n"
    "1. Subtract 2x from both sides:\n5x + 3 - 2x = 2x + 15 - 2x\n3x + 3 = 15\n\n"
    "2. Subtract 3 from both sides:\n3x = 12\n\n"
    "3. Divide both sides by 3:\nx = 4\n\n"
    "The solution is x = 4."
)

BRACKET = (
    "We solve \\(3(x + 2) = 21\\).\n\n"
    "Expand the left side:\n\\[3x + 6 = 21\\]\n\n"
    "Subtract 6 from both sides:\n\\[3x = 15\\]\n\n"
    "Divide both sides by 3:\n\\[x = 5\\]\n\n"
    "Check: \\(3(5 + 2) = 21\\)"
)

QUOTIENT = "Multiply both sides by 4:\nx = 3 * 4\nx = 12\n\nThe solution is x = 12."

WORKED = [
    ("Solve 3x + 5 = 20", LATEX),
    ("Solve 3x + 5 = 20", PLAIN),
    ("Solve 3x + 5 = 20", STARRED),
    ("Solve 3x + 5 = 20", SHORT),
    ("Solve 5x + 3 = 2x + 15", BOTH_SIDES),
    ("Solve 3(x + 2) = 21", BRACKET),
    ("Solve x/4 = 3", QUOTIENT),
    ("Solve 2y = 7", "Divide both sides by 2:\n\ny = 7/2"),
    ("Solve y - 4 = 9", "Add 4 to both sides:\n\ny - 4 + 4 = 9 + 4\n\ny = 13"),
    ("Solve 20 = 3x + 5", "20 - 5 = 3x\n\n15 = 3x\n\n5 = x\n\nx = 5"),
]
"""Prompts and right worked answers in one notation or another."""


def parse(prompt: str) -> LinearProblem:
    problem = TASK.parse(Request.from_prompt(prompt))
    assert problem is not None, prompt
    return problem


def passes(problem: LinearProblem | SystemProblem, text: str) -> bool:
    """Whether an answer would be served: each step passes or states nothing, and the whole passes."""
    steps = TASK.segment(problem, text)
    verdicts = TASK.verify(problem, steps)
    sound = all(
        verdict.is_pass or (not verdict.is_fail and TASK.may_stand(step.text))
        for step, verdict in zip(steps, verdicts, strict=True)
    )
    return sound and TASK.verify_answer(problem, text).is_pass


def replayed(old: str, new: str, text: str) -> str | None:
    problem = parse(old)
    steps: tuple[Step, ...] | None = TASK.replay(problem, parse(new), TASK.segment(problem, text))
    return None if steps is None else join(steps)
