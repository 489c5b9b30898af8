"""Who may share: a namespace by name, or read from the configuration of the run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol, Self, TypeAlias, TypeVar

from langchain_core.runnables import RunnableConfig, ensure_config

from stepcache_core.errors import InvalidArgumentError

Namespace: TypeAlias = str | Callable[[RunnableConfig], str]
"""A name, or a function that reads one from the run's configuration, such as a tenant from `configurable`."""


class Tenanted(Protocol):
    """A pydantic model with a namespace."""

    namespace: Namespace

    def model_copy(self, *, update: Mapping[str, Any] | None = None) -> Self: ...


Model = TypeVar("Model", bound=Tenanted)


def namespace_of(namespace: Namespace, config: RunnableConfig | None = None) -> str:
    """The name that holds for a run; without `config`, for the run this is called in.

    Raises:
        InvalidArgumentError: The function gave no name.
        Exception: Whatever else the function raises; nobody is given somebody else's records then.
    """
    name = namespace if isinstance(namespace, str) else namespace(ensure_config(config))
    if not isinstance(name, str) or not name:
        raise InvalidArgumentError("namespace=...: the function must give a non-empty string")
    return name


def require_namespace(owner: str, namespace: object) -> None:
    """Refuse what can never name a namespace."""
    if not (callable(namespace) or (isinstance(namespace, str) and namespace)):
        raise InvalidArgumentError(
            f"{owner}(namespace=...): give a non-empty string, or a function from a RunnableConfig to one"
        )


def for_run(model: Model, config: RunnableConfig | None) -> Model:
    """The model, or one whose namespace is settled for a run: below `invoke`, LangChain drops most of `config`."""
    given = model.namespace
    if isinstance(given, str):
        return model
    try:
        namespace: Namespace = namespace_of(given, config)
    except Exception as error:  # noqa: BLE001  # the run passes by the cache, and its requests are counted as faults
        namespace = partial(_refused, error)
    return model.model_copy(update={"namespace": namespace})


def _refused(error: Exception, _: RunnableConfig) -> str:
    """The namespace of a run that has none."""
    raise error
