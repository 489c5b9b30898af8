"""What the JSON task makes of a prompt."""

from __future__ import annotations

from typing import Any

from stepcache_core import Request
from stepcache_core.tasks.json_value import JsonProblem, JsonTask

TASK = JsonTask()


def parse(prompt: str, **fields: Any) -> JsonProblem | None:
    """The problem of a request with that prompt, if it is one of the task's."""
    return TASK.parse(Request.from_prompt(prompt, **fields))


def problem_of(prompt: str) -> JsonProblem:
    """The problem of a prompt that the task has to take."""
    problem = parse(prompt)
    assert problem is not None, prompt
    return problem
