"""What the JSON task makes of a prompt."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from stepcache_core import Request
from stepcache_core.tasks.json_value import JsonProblem, JsonTask

TASK = JsonTask()
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
"""Any strict JSON value."""


def parse(prompt: str, **fields: Any) -> JsonProblem | None:
    """The problem of a request with that prompt, if it is one of the task's."""
    return TASK.parse(Request.from_prompt(prompt, **fields))


def problem_of(prompt: str) -> JsonProblem:
    """The problem of a prompt that the task has to take."""
    problem = parse(prompt)
    assert problem is not None, prompt
    return problem
