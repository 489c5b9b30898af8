"""`StepCacheEngine`: the engine with its store, its embedder and its drivers, as users hold it."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Callable, Generator, Iterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from stepcache_core.arguments import embedder_of, require_generation, require_request, tasks_of
from stepcache_core.drivers import (
    AsyncGenerateCall,
    AsyncStreamCall,
    Budget,
    GenerateCall,
    Parts,
    StreamCall,
    adrive,
    adrive_stream,
    drive,
    drive_stream,
)
from stepcache_core.embedding.base import Embedder
from stepcache_core.engine import Engine
from stepcache_core.errors import InvalidArgumentError, StepCacheError
from stepcache_core.flights import Flights
from stepcache_core.ledger import Ledger, Stats
from stepcache_core.model import Answer, Generation, Record, Request
from stepcache_core.plan import Plan
from stepcache_core.policy import Policy
from stepcache_core.portable import export_file, import_file
from stepcache_core.rejection import REJECTIONS, rejection
from stepcache_core.store.base import Store
from stepcache_core.tasks.base import Task

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

DEFAULT_PATH = ".stepcache"


class StepCacheEngine:
    """Answers requests from verified steps, and lets a model write what is missing.

    Args:
        store: Where records are kept; None for a Chroma collection.
        embedder: An `Embedder`, a LangChain `Embeddings`, a LlamaIndex `BaseEmbedding` or a function from texts to
            vectors; None for all-MiniLM-L6-v2 through onnxruntime.
        tasks: What can be verified, asked in order; None for `stepcache_core.tasks.default_tasks()`.
        policy: How to decide.
        path: Folder of the Chroma collection, `.stepcache` unless said otherwise; for one process at a time.
        client: A Chroma client instead of a folder, such as `chromadb.HttpClient(...)`, for many processes.
        clock: Seconds since the epoch.

    Raises:
        InvalidArgumentError: An argument cannot work, or two contradict each other.
        EmbedderMismatchError: The folder or the server holds vectors of another embedder.
        FolderInUseError: Another process has the folder open.

    Safe to use from many threads and event loops at once. Model errors reach the caller; what the store, the embedder
    or a task raises never does: then the model answers, and `stats().faults` counts. What looks after the records
    (`clear`, `forget`, `reject`, `records`, `export_records`, `import_records`) raises what the store raises.
    """

    def __init__(
        self,
        store: Store | None = None,
        embedder: Embedder | Callable[[list[str]], Any] | object | None = None,
        tasks: Sequence[Task[Any]] | None = None,
        policy: Policy | None = None,
        *,
        path: str | os.PathLike[str] | None = None,
        client: ClientAPI | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        if policy is None:
            policy = Policy()
        elif not isinstance(policy, Policy):
            raise InvalidArgumentError(
                f"StepCacheEngine(policy=...): give a stepcache_core.Policy, got {type(policy).__name__}"
            )
        if sum(given is not None for given in (store, path, client)) > 1:
            raise InvalidArgumentError("StepCacheEngine: give one of store, path and client, not several")
        if store is not None and not isinstance(store, Store):
            raise InvalidArgumentError(
                f"StepCacheEngine(store=...): a {type(store).__name__} is no Store (stepcache_core.store.base); "
                "for a folder use path=..., for a Chroma client use client=..."
            )
        self.policy = policy
        self._given = partial(type(self), store, embedder, tasks, policy, path=path, client=client, clock=clock)
        self._ledger = Ledger()
        self._flights = Flights(self._ledger)
        embedder = embedder_of(embedder)
        store = store if store is not None else self._chroma(path, client, embedder)
        self._parts = Parts(store, embedder, policy, self._ledger, clock)
        self._engine = Engine(tasks_of(tasks), policy, self._ledger)

    def answer(self, request: Request, generate: GenerateCall) -> Answer:
        """Answer a request.

        Args:
            request: What is asked.
            generate: Calls the model; it is not called when the answer can be had without, and its exceptions reach
                the caller.
        """
        keys = self._engine.keys_for(require_request(request))
        with self._flights.join(keys.exact if keys else None):
            budget = self._parts.budget()
            return self._enter(drive(self._engine.answer(request, keys), self._parts, budget, generate), budget)

    async def aanswer(self, request: Request, generate: AsyncGenerateCall) -> Answer:
        """The asynchronous twin of `answer`."""
        keys = self._engine.keys_for(require_request(request))
        async with self._flights.ajoin(keys.exact if keys else None):
            budget = self._parts.budget()
            return self._enter(await adrive(self._engine.answer(request, keys), self._parts, budget, generate), budget)

    def stream(
        self, request: Request, generate: StreamCall, done: Callable[[Answer], object] | None = None
    ) -> Generator[str, None, Answer]:
        """Answer piece by piece: what is verified at once, then what the model writes, as it passes.

        Args:
            request: What is asked.
            generate: Calls the model and gives its text in pieces; a closing `Generation` may bring the usage, the
                finish reason and the payload. What a task has to check is held back until it is checked, step by step
                where the task could bring what has been shown to a right end by itself. An empty piece is handed on
                at once.
            done: Takes the answer when the stream has come to its end.

        Returns:
            The pieces; the `Answer` is the generator's return value, too. A stream not consumed to its end stores
            nothing.
        """
        keys = self._engine.keys_for(require_request(request))
        budget = self._parts.budget()
        answer = yield from drive_stream(self._engine.answer(request, keys), self._parts, budget, generate)
        answer = self._enter(answer, budget)
        if done is not None:
            done(answer)
        return answer

    async def astream(
        self, request: Request, generate: AsyncStreamCall, done: Callable[[Answer], object] | None = None
    ) -> AsyncGenerator[str, None]:
        """The asynchronous twin of `stream`; an asynchronous generator has no return value."""
        keys = self._engine.keys_for(require_request(request))
        budget = self._parts.budget()
        answers: list[Answer] = []
        flow = self._engine.answer(request, keys)
        async with aclosing(adrive_stream(flow, self._parts, budget, generate, answers.append)) as pieces:
            async for piece in pieces:
                yield piece
        answer = self._enter(answers[0], budget)
        if done is not None:
            done(answer)

    def lookup(self, request: Request, generate: GenerateCall | None = None) -> Answer | None:
        """An answer, or None where it is better had from the caller's own model: the half of `answer` a cache needs.

        Args:
            request: What is asked.
            generate: None to serve only what needs no model (EXACT, REUSE, REPLAY). With it, a request that a task
                recognises is answered altogether, patched or afresh, and checked, and a list of questions of which
                some changed is patched; all others are the caller's.
        """
        keys = self._engine.keys_for(require_request(request))
        with self._flights.join(keys.exact if keys and generate else None):
            budget = self._parts.budget()
            flow = self._engine.lookup(request, keys, may_generate=generate is not None)
            answer = drive(flow, self._parts, budget, generate)
            return answer and self._enter(answer, budget)

    async def alookup(self, request: Request, generate: AsyncGenerateCall | None = None) -> Answer | None:
        """The asynchronous twin of `lookup`."""
        keys = self._engine.keys_for(require_request(request))
        async with self._flights.ajoin(keys.exact if keys and generate else None):
            budget = self._parts.budget()
            flow = self._engine.lookup(request, keys, may_generate=generate is not None)
            answer = await adrive(flow, self._parts, budget, generate)
            return answer and self._enter(answer, budget)

    def store(self, request: Request, generation: Generation) -> str | None:
        """Store an answer the caller got elsewhere; the record's id, or None.

        As with the model's own, one that fails its check is not stored, unless `Policy.correct_fresh` is off.
        """
        keys = self._engine.keys_for(require_request(request))
        flow = self._engine.store(request, require_generation(generation), keys)
        return drive(flow, self._parts, self._parts.budget())

    async def astore(self, request: Request, generation: Generation) -> str | None:
        """The asynchronous twin of `store`."""
        keys = self._engine.keys_for(require_request(request))
        flow = self._engine.store(request, require_generation(generation), keys)
        return await adrive(flow, self._parts, self._parts.budget())

    def explain(self, request: Request) -> Plan:
        """The decision for a request, with every candidate and verdict; calls no model, stores and counts nothing."""
        keys = self._engine.keys_for(require_request(request))
        return drive(self._engine.decide(request, keys), self._parts, self._parts.budget())

    async def aexplain(self, request: Request) -> Plan:
        """The asynchronous twin of `explain`."""
        keys = self._engine.keys_for(require_request(request))
        return await adrive(self._engine.decide(request, keys), self._parts, self._parts.budget())

    def stats(self) -> Stats:
        """The account since this engine was made."""
        return self._ledger.stats(rejected=self._parts.store.rejected)

    def clear(self, namespace: str | None = None) -> None:
        """Remove the records of one namespace, or all of them."""
        self._parts.store.clear(namespace)

    def forget(self, record_id: str) -> bool:
        """Remove one record; True if it was there."""
        store = self._parts.store
        return any(store.delete(namespace, record_id) for namespace in store.namespaces())

    async def aclear(self, namespace: str | None = None) -> None:
        """The asynchronous twin of `clear`."""
        await asyncio.to_thread(self.clear, namespace)

    async def aforget(self, record_id: str) -> bool:
        """The asynchronous twin of `forget`."""
        return await asyncio.to_thread(self.forget, record_id)

    def reject(self, record_id: str, request: Request) -> bool:
        """Say that a record's answer is wrong for a request: that pair never matches again, after a restart either.

        When the record is the request's own, it is removed, and the model is asked anew: no steps of other records are
        put into its answer any more, which the one rejected may have been made of.

        Args:
            record_id: Whose answer was served (`Answer.record_id`, or that of a candidate in `explain`).
            request: What it was served for.

        Returns:
            True if something is now kept from being served.
        """
        keys = self._engine.keys_for(require_request(request))
        if keys is None:
            return False
        if record_id == keys.exact and not self._parts.store.delete(request.namespace, record_id):
            return False
        self._parts.store.put(rejection(record_id, keys), None)
        return True

    async def areject(self, record_id: str, request: Request) -> bool:
        """The asynchronous twin of `reject`."""
        return await asyncio.to_thread(self.reject, record_id, request)

    def records(self, namespace: str | None = None) -> Iterator[Record]:
        """The records of one namespace, or all that requests may be answered from, in no promised order."""
        store = self._parts.store
        for each in store.namespaces() if namespace is None else (namespace,):
            if each != REJECTIONS or namespace is not None:
                yield from (entry.record for entry in store.entries(each))

    async def arecords(self, namespace: str | None = None) -> AsyncGenerator[Record, None]:
        """The asynchronous twin of `records`."""
        records = self.records(namespace)
        while (record := await asyncio.to_thread(next, records, None)) is not None:
            yield record

    def export_records(self, file: str | os.PathLike[str], namespace: str | None = None) -> int:
        """Write records to a file of JSON Lines (`stepcache_core.portable`), in place of an earlier one.

        Args:
            file: Where to; it holds prompts and answers in plain text, so keep it as you keep those.
            namespace: Whose records; None for all.

        Returns:
            How many records were written.

        Raises:
            OSError: The file can't be written.
        """
        return export_file(self._parts.store, Path(file), namespace)

    async def aexport_records(self, file: str | os.PathLike[str], namespace: str | None = None) -> int:
        """The asynchronous twin of `export_records`."""
        return await asyncio.to_thread(self.export_records, file, namespace)

    def import_records(self, file: str | os.PathLike[str]) -> int:
        """Put the records of a file that `export_records` wrote into the store, in place of those of the same ids.

        They are embedded anew and signed with this store's key, and from then on served like any other: import only
        what you would trust as your own.

        Returns:
            How many records were imported.

        Raises:
            UnfitFileError: A line is no record; nothing was imported.
            WeightsUnavailableError: The default embedder's weights could not be had.
            OSError: The file can't be read.
        """
        return import_file(self._parts.store, self._parts.embedder, Path(file))

    async def aimport_records(self, file: str | os.PathLike[str]) -> int:
        """The asynchronous twin of `import_records`."""
        return await asyncio.to_thread(self.import_records, file)

    def close(self) -> None:
        """Release the store; a second call is a no-op."""
        self._parts.store.close()

    async def aclose(self) -> None:
        """The asynchronous twin of `close`."""
        await asyncio.to_thread(self.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Itself: copies of what holds an engine share its store and its account."""
        return self

    def __reduce__(self) -> tuple[Callable[[], StepCacheEngine], tuple[()]]:
        """An engine made of the same arguments, as far as these can be pickled; its account begins anew."""
        return self._given, ()

    def _chroma(self, path: str | os.PathLike[str] | None, client: ClientAPI | None, embedder: Embedder) -> Store:
        from stepcache_core.store.chroma import ChromaStore
        from stepcache_core.store.chroma_collections import folder_at

        if client is not None and not hasattr(client, "get_or_create_collection"):
            raise InvalidArgumentError(
                f"StepCacheEngine(client=...): a {type(client).__name__} is no Chroma client; "
                "give one such as chromadb.HttpClient(host=..., port=...)"
            )
        folder = folder_at(path if path is not None else DEFAULT_PATH) if client is None else None
        is_there = folder is not None and os.path.exists(folder)  # noqa: PTH110  # Path.exists raises where it must not look
        if folder is not None and (file := _file_on_the_way(folder)):
            raise InvalidArgumentError(f"StepCacheEngine(path=...): {str(file)!r} is no folder; give another path")
        store = ChromaStore(folder, client, embedder_name=embedder.name, dimension=lambda: embedder.dimension)
        if folder is None or is_there:
            try:
                store.open()
            except StepCacheError:
                store.close()
                raise
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException as error:  # noqa: BLE001  # it may be there later; until then the model answers
                self._ledger.enter_fault("store", error)
        return store

    def _enter(self, answer: Answer, budget: Budget) -> Answer:
        answer = replace(answer, seconds=time.perf_counter() - budget.started)
        self._ledger.enter_answer(answer, budget.own_seconds)
        return answer


def _file_on_the_way(folder: Path) -> Path | None:
    """What stands where a folder is to be, or one that it is to be in, and is none."""
    for place in (folder, *folder.parents):
        if os.path.exists(place):  # noqa: PTH110  # as above
            return None if place.is_dir() else place
    return None
