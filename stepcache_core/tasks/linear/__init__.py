"""Linear equations: one, several at once, and chains that lead to them; solved, verified, replayed."""

from stepcache_core.tasks.linear.framed import FramedEquationTask, FramedProblem
from stepcache_core.tasks.linear.recognise import LinearProblem
from stepcache_core.tasks.linear.spoken.recognise import SpokenProblem
from stepcache_core.tasks.linear.systems.problem import SystemProblem
from stepcache_core.tasks.linear.task import LinearEquationTask

__all__ = [
    "FramedEquationTask",
    "FramedProblem",
    "LinearEquationTask",
    "LinearProblem",
    "SpokenProblem",
    "SystemProblem",
]
