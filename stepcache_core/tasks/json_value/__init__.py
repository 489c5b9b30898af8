"""One JSON value: what a prompt asks for, checked, mended, replayed for other requests, and patched by a model."""

from stepcache_core.tasks.json_value.problem import JsonProblem
from stepcache_core.tasks.json_value.task import JsonTask

__all__ = ["JsonProblem", "JsonTask"]
