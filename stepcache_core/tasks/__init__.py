"""The tasks: families of requests whose answers can be verified. Each is loaded where it is first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stepcache_core.tasks.base import Task
    from stepcache_core.tasks.json_value import JsonTask
    from stepcache_core.tasks.linear import FramedEquationTask, LinearEquationTask

_HOMES = {
    "JsonTask": "stepcache_core.tasks.json_value",
    "FramedEquationTask": "stepcache_core.tasks.linear",
    "LinearEquationTask": "stepcache_core.tasks.linear",
}

__all__ = ["FramedEquationTask", "JsonTask", "LinearEquationTask", "default_tasks"]


def default_tasks() -> tuple[Task[Any], ...]:
    """New instances of all tasks, in the order in which the engine asks them."""
    from stepcache_core.tasks.json_value import JsonTask
    from stepcache_core.tasks.linear import FramedEquationTask, LinearEquationTask

    return (LinearEquationTask(), JsonTask(), FramedEquationTask())


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
