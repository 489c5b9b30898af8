"""Linear equations: one equation in one variable, solved, verified step by step, and replayed."""

from stepcache_core.tasks.linear.recognise import LinearProblem
from stepcache_core.tasks.linear.task import LinearEquationTask

__all__ = ["LinearEquationTask", "LinearProblem"]
