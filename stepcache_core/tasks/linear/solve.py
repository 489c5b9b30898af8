"""The minimal right answer, computed."""

from __future__ import annotations

from stepcache_core.tasks.linear.recognise import LinearProblem

NO_SOLUTION = "The equation has no solution."
ALL_SOLUTIONS = "Every value of {} is a solution: there are infinitely many solutions."


def solve(problem: LinearProblem) -> str:
    """`x = 5`, or a sentence where there is no solution or no only one."""
    solution = problem.solution
    if solution is not None:
        return f"{problem.variable} = {solution}"
    return ALL_SOLUTIONS.format(problem.variable) if problem.is_identity else NO_SOLUTION
