"""The request behind a call of a wrapped model: its identity and settings as they are now, and the call's arguments."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from langchain_core.language_models import BaseChatModel, BaseLLM
from langchain_core.runnables import Runnable

from stepcache_core.errors import InvalidArgumentError
from stepcache_core.facade import StepCacheEngine
from stepcache_core.model import Message, Request, Reuse
from stepcache_core.model_settings import SAMPLING, require_no_conversation_elsewhere
from stepcache_core.partition import canonical
from stepcache_langchain.identity import DELIVERY, identity_of, settings_of, shapes_the_answer
from stepcache_langchain.tenancy import Namespace, namespace_of


def request_of_call(
    llm: BaseChatModel | BaseLLM,
    messages: Callable[[], tuple[Message, ...]],
    namespace: Namespace,
    stop: list[str] | None,
    kwargs: Mapping[str, Any],
) -> Request:
    """The request of a call; one that passes by the cache where anything in it has no stable form."""
    arguments = {name: value for name, value in kwargs.items() if name not in DELIVERY}
    tools = arguments.pop("tools", None)
    try:
        settings = settings_of(llm)
        require_no_conversation_elsewhere(settings, kwargs)
        canonical(kwargs)  # a class whose schema cannot be made raises here, and not in the engine
        request = Request(
            messages=messages(),
            namespace=namespace_of(namespace),
            model=identity_of(llm, settings),
            params={**arguments, "stop": stop},
            tools=tuple(tools) if isinstance(tools, list | tuple) else () if tools is None else ({"tools": tools},),
        )
    except Exception as error:  # noqa: BLE001  # the call is answered all the same; the ledger counts the fault
        return Request.of_undescribed(error)
    is_free = not tools and arguments.keys() <= SAMPLING and not stop and not shapes_the_answer(settings)
    return request if is_free else replace(request, reuse=Reuse.EXACT)


def to_stream(request: Request, llm: BaseChatModel | BaseLLM, kwargs: Mapping[str, Any]) -> Request:
    """The request of a stream. It brings one answer; where several are wanted it must not be taken for all of them."""
    within = (kwargs.get("extra_body"), getattr(llm, "extra_body", None), getattr(llm, "model_kwargs", None))
    wanted = [kwargs.get("n") or getattr(llm, "n", None), *(one.get("n") for one in within if isinstance(one, Mapping))]
    return request if all((number or 1) == 1 for number in wanted) else replace(request, reuse=Reuse.NEVER)


def warn_of_foreign_settings(wrapper: type[BaseChatModel | BaseLLM], given: object) -> None:
    """Warn of arguments that a wrapper does not know: most likely they are meant for the wrapped model."""
    if not isinstance(given, Mapping):
        return
    known = {name for field, about in wrapper.model_fields.items() for name in (field, about.alias) if name}
    foreign = sorted(name for name in given if not name.startswith("_") and name not in known)
    if foreign:
        named = ", ".join(foreign)
        warnings.warn(f"{wrapper.__name__}: {named}: without effect here; give it to the wrapped model", stacklevel=3)


def require_parts(wrapper: type[BaseChatModel | BaseLLM], given: object) -> None:
    """Refuse what a wrapper can't wrap or use, with words that help; what pydantic says of it is of no use to a reader.

    Raises:
        InvalidArgumentError: `llm` is no model of the wrapper's kind, or `engine` is no engine.
    """
    if not isinstance(given, Mapping):
        return
    name, kind = wrapper.__name__, BaseChatModel if issubclass(wrapper, BaseChatModel) else BaseLLM
    llm, engine = given.get("llm"), given.get("engine")
    if "llm" in given and not isinstance(llm, kind | Mapping):
        raise InvalidArgumentError(f"{name}(llm=...): give a {kind.__name__}, got {type(llm).__name__}{_hint(llm)}")
    if "engine" in given:
        require_engine(name, engine)


def require_engine(owner: str, engine: object) -> None:
    """Refuse what is no engine.

    Raises:
        InvalidArgumentError: It is none.
    """
    if not isinstance(engine, StepCacheEngine):
        hint = "; the cache's is cache.engine" if isinstance(getattr(engine, "engine", None), StepCacheEngine) else ""
        raise InvalidArgumentError(
            f"{owner}(engine=...): give a StepCacheEngine, such as StepCacheEngine(path=...), "
            f"got {type(engine).__name__}{hint}"
        )


def _hint(llm: object) -> str:
    match llm:
        case BaseLLM():
            return "; for a string model use StepCacheLLM"
        case BaseChatModel():
            return "; for a chat model use StepCacheChatModel"
        case Runnable():
            return "; wrap the model itself, and put retries, fallbacks, bound arguments and choices round the wrapper"
        case str():
            return "; make the model first, as with init_chat_model"
    return ""
