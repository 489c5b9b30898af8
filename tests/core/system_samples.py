"""Systems that the linear task takes."""

from __future__ import annotations

from stepcache_core.model import Request
from stepcache_core.tasks.linear import SystemProblem
from tests.core.linear_samples import TASK


def parse(prompt: str) -> SystemProblem | None:
    """The system that a prompt asks to be solved, if the task takes it for one."""
    problem = TASK.parse(Request.from_prompt(prompt))
    return problem if isinstance(problem, SystemProblem) else None


def must_parse(prompt: str) -> SystemProblem:
    """The system of a prompt that the task has to take."""
    problem = parse(prompt)
    assert problem is not None, prompt
    return problem


PROMPT = "Solve the system: 2x + y = 7, x - y = 2"
PROBLEM = must_parse(PROMPT)
