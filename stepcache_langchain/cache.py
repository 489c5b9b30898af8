"""`StepCache`: what `set_llm_cache` and a model's `cache=` take."""

from __future__ import annotations

import logging
import os
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from langchain_core.caches import RETURN_VAL_TYPE, BaseCache
from langchain_core.callbacks import CallbackManager
from langchain_core.globals import get_llm_cache
from langchain_core.language_models import BaseLanguageModel
from langchain_core.outputs import Generation as LangChainGeneration
from langchain_core.runnables import Runnable, RunnableConfig

from stepcache_core.errors import InvalidArgumentError
from stepcache_core.facade import StepCacheEngine
from stepcache_core.ledger import Stats
from stepcache_core.model import Answer, Generation, Request, Reuse
from stepcache_core.policy import Policy
from stepcache_core.store.base import Store
from stepcache_core.tasks.base import Task
from stepcache_langchain import convert, generations
from stepcache_langchain.forms import are_in_form
from stepcache_langchain.tenancy import Namespace, namespace_of, require_namespace

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

_log = logging.getLogger(__name__)

_aside: ContextVar[bool] = ContextVar("stepcache_langchain_aside", default=False)
"""Whether StepCache itself is asking a model: a cache in front of that model must not answer, store or ask again."""


@contextmanager
def standing_aside() -> Iterator[None]:
    """While StepCache itself asks a model, every `StepCache` in this context neither answers nor stores."""
    token = _aside.set(True)
    try:
        yield
    finally:
        _aside.reset(token)


class StepCache(BaseCache):
    """A LangChain cache that serves verified steps, not just equal prompts.

    Without `llm`, `lookup` answers what needs no model: the same request, one whose cached steps all pass, or one
    whose steps a task can recompute. With `llm`, requests that a task recognises are answered here altogether: patched
    from the first failing step on, or written afresh and checked. All other requests go to the application's own model.

    LangChain gives a cache two strings and no more, hence these limits, which `StepCacheChatModel` does not have: calls
    with tools, output formats, stop words or several answers are matched exactly only; an `llm_string` with an
    address in memory or the path of a class is not cached. Answers with tool calls are served to the same request only.

    Args:
        path: Folder of the Chroma collection; for one process at a time. It is opened at first use.
        llm: The model to patch and repair with, as a chat model, a string model or any Runnable that gives a message
            or a text; usually the application's own.
        namespace: Who may share; two namespaces never see each other's records. A function reads it from the
            `RunnableConfig` of the chain or graph the call is made in; LangChain shows a cache no other, so outside
            of one, give `StepCacheChatModel` the function. Where it gives none, nothing is served or stored.
        engine: A `StepCacheEngine` to use instead of a new one; then none of the other parts may be given.
        client: A Chroma client instead of a folder.
        store: A store instead of a folder.
        embedder: As for `StepCacheEngine`.
        tasks: As for `StepCacheEngine`.
        policy: As for `StepCacheEngine`.

    Raises:
        InvalidArgumentError: An argument cannot work, or two contradict each other.

    Example:
        ```python
        set_llm_cache(StepCache(llm=ChatOpenAI(model="gpt-4o-mini")))
        ```
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        llm: Runnable[Any, Any] | None = None,
        namespace: Namespace = "default",
        *,
        engine: StepCacheEngine | None = None,
        client: ClientAPI | None = None,
        store: Store | None = None,
        embedder: object | None = None,
        tasks: Sequence[Task[Any]] | None = None,
        policy: Policy | None = None,
    ) -> None:
        parts = {"path": path, "client": client, "store": store, "embedder": embedder, "tasks": tasks, "policy": policy}
        given = [name for name, part in parts.items() if part is not None]
        if engine is not None and given:
            raise InvalidArgumentError(
                f"StepCache: give engine=... or {given[0]}=..., not both; the engine has its own"
            )
        if engine is not None and not isinstance(engine, StepCacheEngine):
            raise InvalidArgumentError(f"StepCache(engine=...): give a StepCacheEngine, got {type(engine).__name__}")
        if llm is not None and not isinstance(llm, Runnable):
            raise InvalidArgumentError(
                f"StepCache(llm=...): give a LangChain model or another Runnable, got {type(llm).__name__}"
            )
        require_namespace("StepCache", namespace)
        self.namespace = namespace
        self._engine = engine or StepCacheEngine(store, embedder, tasks, policy, path=path, client=client)
        self._llm = llm
        self._lock = threading.Lock()
        self._faults: Counter[str] = Counter()

    @property
    def engine(self) -> StepCacheEngine:
        """The engine behind the cache."""
        return self._engine

    def stats(self) -> Stats:
        """The engine's account, with the faults of this adapter."""
        stats = self._engine.stats()
        with self._lock:
            return replace(stats, faults={**stats.faults, **self._faults})

    def lookup(self, prompt: str, llm_string: str) -> list[LangChainGeneration] | None:
        """The generations for a prompt, or None where the application has to ask its model. Never raises."""
        if _aside.get():
            return None
        try:
            request = convert.request_of_prompt(prompt, llm_string, namespace_of(self.namespace))
            answer = self._answer(prompt, request)
            return None if answer is None else generations.served_generations(answer, chat=convert.is_chat(request))
        except Exception as error:  # noqa: BLE001  # a cache that fails is a cache that has nothing
            self._enter_fault("lookup", error)
            return None

    async def alookup(self, prompt: str, llm_string: str) -> list[LangChainGeneration] | None:
        """The asynchronous twin of `lookup`."""
        if _aside.get():
            return None
        try:
            request = convert.request_of_prompt(prompt, llm_string, namespace_of(self.namespace))
            answer = await self._aanswer(prompt, request)
            return None if answer is None else generations.served_generations(answer, chat=convert.is_chat(request))
        except Exception as error:  # noqa: BLE001  # as in lookup
            self._enter_fault("lookup", error)
            return None

    def update(self, prompt: str, llm_string: str, return_val: RETURN_VAL_TYPE) -> None:
        """Store what the application's model answered, if it may be stored. Never raises."""
        if _aside.get() or not return_val:
            return
        try:
            request, generation = self._offered(prompt, llm_string, return_val)
            self._engine.store(request, generation)
        except Exception as error:  # noqa: BLE001  # the answer was paid for; it must reach the application
            self._enter_fault("update", error)

    async def aupdate(self, prompt: str, llm_string: str, return_val: RETURN_VAL_TYPE) -> None:
        """The asynchronous twin of `update`."""
        if _aside.get() or not return_val:
            return
        try:
            request, generation = self._offered(prompt, llm_string, return_val)
            await self._engine.astore(request, generation)
        except Exception as error:  # noqa: BLE001  # as in update
            self._enter_fault("update", error)

    def clear(self, **kwargs: Any) -> None:
        """Remove the records of this cache's namespace, and no others; `kwargs` mean nothing here.

        A namespace that is a function is that of the run this is called in.
        """
        self._engine.clear(namespace_of(self.namespace))

    async def aclear(self, **kwargs: Any) -> None:
        """The asynchronous twin of `clear`."""
        await self._engine.aclear(namespace_of(self.namespace))

    # -- answering ----------------------------------------------------------------------------------------------------

    def _answer(self, prompt: str, request: Request) -> Answer | None:
        llm = self._llm
        if llm is None or request.reuse is not Reuse.STEPS:
            return self._engine.lookup(request)

        def generate(asked: Request) -> Generation:
            given = convert.model_input(prompt, request, asked)
            with standing_aside():
                result = without_cache(llm).invoke(given, config=_unseen())
            return _generation(request, result)

        return self._engine.lookup(request, generate)

    async def _aanswer(self, prompt: str, request: Request) -> Answer | None:
        llm = self._llm
        if llm is None or request.reuse is not Reuse.STEPS:
            return await self._engine.alookup(request)

        async def generate(asked: Request) -> Generation:
            given = convert.model_input(prompt, request, asked)
            with standing_aside():
                result = await without_cache(llm).ainvoke(given, config=_unseen())
            return _generation(request, result)

        return await self._engine.alookup(request, generate)

    def _offered(
        self, prompt: str, llm_string: str, returned: Sequence[LangChainGeneration]
    ) -> tuple[Request, Generation]:
        request = convert.request_of_prompt(prompt, llm_string, namespace_of(self.namespace))
        if request.reuse is Reuse.STEPS and not generations.is_plain_text(returned):
            request = replace(request, reuse=Reuse.EXACT)
        generation = generations.generation_of(returned)
        fits = are_in_form(convert.arguments_in(llm_string), returned)
        return request, generation if fits else replace(generation, finish_reason=generations.NOT_KEPT)

    def _enter_fault(self, where: str, error: Exception) -> None:
        key = f"langchain {where}: {type(error).__name__}"
        with self._lock:
            first = key not in self._faults
            self._faults[key] += 1
        if first:
            _log.warning("StepCache: %s failed with %s; the model answers instead", where, type(error).__name__)


def _generation(request: Request, result: object) -> Generation:
    generation = generations.generation_for(request, [generations.message_generation(result)])
    # To a prompt of a string model the answer is text, whatever kind of model wrote it.
    return generation if convert.is_chat(request) else replace(generation, payload=None)


def without_cache(llm: Runnable[Any, Any]) -> Runnable[Any, Any]:
    """The model as it stands where no other cache is in front of it, else a copy without one.

    A `StepCache` in front needs no copy: it stands aside. The model itself is preferred, because a copy has its own
    counters, clients and connection pools.
    """
    if not isinstance(llm, BaseLanguageModel) or llm.cache is False:
        return llm
    cache = llm.cache if isinstance(llm.cache, BaseCache) else get_llm_cache()
    if isinstance(cache, StepCache) or (cache is None and llm.cache is None):
        return llm
    return llm.model_copy(update={"cache": False})


def _unseen() -> RunnableConfig:
    """A run that the application's handlers do not see, and whose tokens LangGraph does not show to its users."""
    # Not `callbacks=[]`: `BaseLLM.agenerate` of langchain-core 1.8 takes the first of an empty list.
    return {"callbacks": CallbackManager([]), "tags": ["nostream", "stepcache"], "run_name": "stepcache"}
