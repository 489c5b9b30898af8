"""The minimal right answer, computed."""

from __future__ import annotations

from stepcache_core.tasks.linear.recognise import LinearProblem
from stepcache_core.tasks.linear.spoken.recognise import SpokenProblem
from stepcache_core.tasks.linear.systems.problem import SystemProblem

NO_SOLUTION = "The equation has no solution."
ALL_SOLUTIONS = "Every value of {} is a solution: there are infinitely many solutions."


def solve(problem: LinearProblem) -> str:
    """`x = 5`, or a sentence where there is no solution or no only one."""
    solution = problem.solution
    if solution is not None:
        return f"{problem.variable} = {solution}"
    return ALL_SOLUTIONS.format(problem.variable) if problem.is_identity else NO_SOLUTION


def solve_system(problem: SystemProblem) -> str:
    """`m = -3`, `x = 3, y = 1`, or a sentence where there is no solution or no only one."""
    if problem.kind == "none":
        return "The system has no solution."
    if problem.kind == "many":
        return "The system has infinitely many solutions."
    return ", ".join(f"{letter} = {problem.solved.values[letter]}" for letter in problem.asked)


def solve_spoken(problem: SpokenProblem) -> str:
    """`The number is 5.`, or a sentence where there is no such number or no only one."""
    solution = problem.equation.solution
    if solution is not None:
        return f"The number is {solution}."
    return "Every number is a solution." if problem.equation.is_identity else NO_SOLUTION
