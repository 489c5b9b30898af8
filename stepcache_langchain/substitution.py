"""A Runnable that a provider built round its own model, with another model in that one's place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import Runnable, RunnableParallel, RunnableSequence, RunnableWithFallbacks
from langchain_core.runnables.base import RunnableBindingBase
from langchain_core.runnables.passthrough import RunnableAssign

Model = TypeVar("Model", bound=Runnable[Any, Any])


def substituted(runnable: Model, put: Callable[[BaseChatModel], BaseChatModel]) -> Model:
    """The Runnable with `put(model)` in place of each chat model in it; what is no container of Runnables stays."""
    return cast("Model", _substituted(runnable, put))


def _substituted(runnable: Runnable[Any, Any], put: Callable[[BaseChatModel], BaseChatModel]) -> Runnable[Any, Any]:
    match runnable:
        case BaseChatModel():
            return put(runnable)
        case RunnableBindingBase():
            return runnable.model_copy(update={"bound": _substituted(runnable.bound, put)})
        case RunnableSequence():
            first, *middle, last = [_substituted(step, put) for step in runnable.steps]
            return runnable.model_copy(update={"first": first, "middle": middle, "last": last})
        case RunnableParallel():
            steps = {name: _substituted(step, put) for name, step in runnable.steps__.items()}
            return runnable.model_copy(update={"steps__": steps})
        case RunnableAssign():
            return runnable.model_copy(update={"mapper": _substituted(runnable.mapper, put)})
        case RunnableWithFallbacks():
            fallbacks = [_substituted(one, put) for one in runnable.fallbacks]
            return runnable.model_copy(
                update={"runnable": _substituted(runnable.runnable, put), "fallbacks": fallbacks}
            )
    return runnable
