"""Word problems with their equations, and the verdicts on steps of answers to them."""

from __future__ import annotations

from stepcache_core.model import Status, Step
from stepcache_core.tasks.linear import LinearEquationTask, LinearProblem, SystemProblem
from stepcache_core.tasks.linear.polynomial import Expression
from stepcache_core.tasks.linear.reading import read
from stepcache_core.tasks.linear.systems.problem import Given, solve_forms

TASK = LinearEquationTask()


def told(story: str, *equations: str) -> SystemProblem:
    """The problem of a story whose equations are these."""
    given = []
    for equation in equations:
        run = read(equation)[0].run
        assert run is not None
        left, right = (Expression(side.tokens, {}, {}).polynomial for side in run.sides)
        given.append(Given(left, right, (run.sides[0].tokens, run.sides[1].tokens)))
    solved = solve_forms([one.difference for one in given])
    letters = tuple(sorted({letter for one in given for letter in one.left.letters | one.right.letters}))
    return SystemProblem(letters, tuple(given), wants_steps=True, solved=solved, story=story)


def status(problem: LinearProblem | SystemProblem, *texts: str) -> Status:
    """The verdict on the last of several steps."""
    return TASK.verify(problem, [Step(f"{text}\n\n") for text in texts])[-1].status
