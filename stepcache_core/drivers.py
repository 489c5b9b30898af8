"""Perform the engine's effects: synchronous, asynchronous, streaming. One policy, thin shells.

Stores and embedders that may wait for a disk or a network run on daemon threads, so that the request's deadline holds
even against one that hangs, and so that no call of theirs ever blocks an event loop.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Generator, Iterable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from stepcache_core.effects import Embed, Emit, Find, Flow, Generate, Generated, Save
from stepcache_core.embedding.base import Embedder
from stepcache_core.errors import InvalidArgumentError
from stepcache_core.hangs import Hangs
from stepcache_core.ledger import Ledger
from stepcache_core.lifetimes import Lifetimes
from stepcache_core.model import Generation, Request
from stepcache_core.policy import Policy
from stepcache_core.store.base import Candidate, Store, Vector

STALL_SECONDS = 10.0
"""Without `Policy.deadline`, what a request waits for a store or an embedder before it goes on without."""
LOADING_SECONDS = 60.0
"""The same for a part's first answer, before which it may load its libraries and fetch its weights."""

GenerateCall = Callable[[Request], Generation]
AsyncGenerateCall = Callable[[Request], Awaitable[Generation]]
StreamCall = Callable[[Request], Iterable[str | Generation]]
AsyncStreamCall = Callable[[Request], AsyncIterable[str | Generation]]
T = TypeVar("T")


class PartUnavailableError(Exception):
    """A part still hangs in an earlier call, or the request's time is spent."""


class PartCrashedError(Exception):
    """A part raised what is no `Exception`, as libraries in Rust do where they panic; that is its cause."""


@dataclass(slots=True)
class Budget:
    """What is left of one request's time for store and embedder.

    Attributes:
        seconds: What it may have.
        elsewhere: Wall seconds that were not ours: the model's, and those of a stream's consumer between two pieces.
        started: When the request began, on `time.perf_counter`.
    """

    seconds: float
    elsewhere: float = 0.0
    started: float = field(default_factory=time.perf_counter)

    @property
    def own_seconds(self) -> float:
        return time.perf_counter() - self.started - self.elsewhere

    @property
    def left(self) -> float:
        return self.seconds - self.own_seconds


class Parts:
    """The store and the embedder, as the drivers use them: every failure is counted and answered with "nothing there".

    Args:
        store: Where records are kept.
        embedder: What turns prompts into vectors.
        policy: For `ttl`, `max_entries` and `deadline`.
        ledger: Where faults are entered.
        clock: Seconds since the epoch.
    """

    def __init__(
        self, store: Store, embedder: Embedder, policy: Policy, ledger: Ledger, clock: Callable[[], float]
    ) -> None:
        self.store = store
        self.embedder = embedder
        self.policy = policy
        self.ledger = ledger
        self._clock = clock
        self._hangs = Hangs()
        self._loaded: set[str] = set()
        self._lifetimes = Lifetimes(store, policy.ttl, clock)

    def budget(self) -> Budget:
        return Budget(STALL_SECONDS if self.policy.deadline is None else self.policy.deadline)

    def perform(self, effect: Find | Embed | Save, budget: Budget) -> Any:
        """Perform an effect and wait for it, within the budget."""
        part, call, nothing = self._call_for(effect)
        future: Future[Any] | None = None
        try:
            if part == "store" and self.store.local:
                return call()
            self._allow_for_loading(part, budget)
            future = self._start(part, call, budget)
            result = future.result(timeout=max(0.0, budget.left))
            self._loaded.add(part)
            return result
        except Exception as error:  # noqa: BLE001  # whatever a part may raise, the model still answers
            self._enter_fault(part, error, future)
        return nothing

    async def aperform(self, effect: Find | Embed | Save, budget: Budget) -> Any:
        """The same, without blocking the event loop."""
        part, call, nothing = self._call_for(effect)
        future: Future[Any] | None = None
        try:
            if part == "store" and self.store.local:
                return call()
            self._allow_for_loading(part, budget)
            future = self._start(part, call, budget)
            # Not `wait_for`: of Python 3.11 it loses a cancellation that comes with the result.
            async with asyncio.timeout(max(0.0, budget.left)):
                result = await asyncio.wrap_future(_observed(future))
            self._loaded.add(part)
            return result
        except Exception as error:  # noqa: BLE001  # as in perform
            self._enter_fault(part, error, future)
        return nothing

    def _allow_for_loading(self, part: str, budget: Budget) -> None:
        if self.policy.deadline is None and part not in self._loaded:
            budget.seconds = max(budget.seconds, LOADING_SECONDS)

    def _call_for(self, effect: Find | Embed | Save) -> tuple[str, Callable[[], Any], Any]:
        match effect:
            case Find():
                return "store", lambda: self._find(effect), []
            case Embed():
                return "embedder", lambda: self._embed(effect), None
            case Save():
                return "store", lambda: self._save(effect), False

    def _start(self, part: str, call: Callable[[], T], budget: Budget) -> Future[T]:
        if budget.left <= 0 or not self._hangs.may_call(part):
            raise PartUnavailableError
        future: Future[T] = Future()
        started = time.monotonic()

        def returned() -> T:
            try:
                return call()
            finally:
                self._hangs.returned(part, started)

        def run() -> None:
            try:
                result = returned()
            except (Exception, KeyboardInterrupt, SystemExit) as error:  # noqa: BLE001  # raised where it is awaited
                future.set_exception(error)
            except BaseException as error:  # noqa: BLE001
                crash = PartCrashedError()
                crash.__cause__ = error
                future.set_exception(crash)
            else:
                future.set_result(result)

        threading.Thread(target=run, name=f"stepcache-{part}", daemon=True).start()
        return future

    def _enter_fault(self, part: str, error: Exception, future: Future[Any] | None) -> None:
        self.ledger.enter_fault(part, (isinstance(error, PartCrashedError) and error.__cause__) or error)
        if future is not None and not future.done():
            self._hangs.enter(part, future)

    def _find(self, effect: Find) -> list[Candidate]:
        if effect.record_id is not None:
            record = self.store.get(effect.namespace, effect.record_id)
            candidates = [] if record is None else [Candidate(record)]
        elif effect.vector is not None:
            candidates = self.store.nearest(effect.namespace, effect.partition, effect.vector, effect.limit)
        else:
            candidates = [Candidate(record) for record in self.store.find(effect.namespace, effect.aliases)]
        return [candidate for candidate in candidates if self._lifetimes.is_alive(candidate.record)]

    def _embed(self, effect: Embed) -> Vector:
        from stepcache_core.store.geometry import unit_vector

        # One that cannot be placed must not keep the record from being stored for the same request.
        return unit_vector(self.embedder.embed([effect.text])[0], self.embedder.dimension)

    def _save(self, effect: Save) -> bool:
        record = replace(effect.record, created_at=self._clock())
        self.store.put(record, effect.vector, effect.aliases)
        self._lifetimes.sweep(record.namespace)
        if self.policy.max_entries is not None:
            self.store.trim(record.namespace, self.policy.max_entries)
        return True


def _observed(future: Future[T]) -> Future[T]:
    """A future that follows another, so that cancelling the one who waits does not touch the call itself."""
    follower: Future[T] = Future()

    def follow(done: Future[T]) -> None:
        if not follower.set_running_or_notify_cancel():
            return
        error = done.exception()
        if error is not None:
            follower.set_exception(error)
        else:
            follower.set_result(done.result())

    future.add_done_callback(follow)
    return follower


# -- one shell for each colour ----------------------------------------------------------------------------------------


def drive(flow: Flow[T], parts: Parts, budget: Budget, generate: GenerateCall | None = None) -> T:
    """Run a flow to its end; what the model raises ends it and reaches the caller."""

    def whole(request: Request) -> tuple[Generation]:
        return (_require_generation(_require(generate)(request)),)

    stream = drive_stream(flow, parts, budget, whole)
    while True:
        try:
            next(stream)
        except StopIteration as end:
            result: T = end.value
            return result


async def adrive(flow: Flow[T], parts: Parts, budget: Budget, generate: AsyncGenerateCall | None = None) -> T:
    """The asynchronous twin of `drive`."""

    async def whole(request: Request) -> AsyncIterator[Generation]:
        yield _require_generation(await _require_awaitable(_require(generate)(request)))

    results: list[T] = []
    async for _ in adrive_stream(flow, parts, budget, whole, results.append):
        pass
    return results[0]


def drive_stream(flow: Flow[T], parts: Parts, budget: Budget, generate: StreamCall) -> Generator[str, None, T]:
    """Run a flow and yield text as soon as it is final; one that is not consumed to its end stores nothing.

    An empty piece of the model's is handed on at once, with whatever may be shown by then: a sign of life, by which a
    caller can act before the model writes, and pass on what is no text.
    """
    reply: Any = None
    try:
        while True:
            try:
                effect = flow.send(reply)
            except StopIteration as end:
                result: T = end.value
                return result
            match effect:
                case Emit():
                    reply = None
                    if effect.text:
                        handed_over = time.perf_counter()
                        yield effect.text
                        budget.elsewhere += time.perf_counter() - handed_over
                case Generate():
                    started, held = time.perf_counter(), 0.0
                    gathered = _Gathered()
                    for piece in _require_pieces(_require(generate)(effect.request), Iterable):
                        text = gathered.add(piece, effect.release)
                        if text or piece == "":
                            handed_over = time.perf_counter()
                            yield text
                            held += time.perf_counter() - handed_over
                    reply = _generated(gathered.generation(), started, held, budget, parts.ledger)
                case _:
                    reply = parts.perform(effect, budget)
    finally:
        flow.close()


async def adrive_stream(
    flow: Flow[T], parts: Parts, budget: Budget, generate: AsyncStreamCall, done: Callable[[T], object]
) -> AsyncGenerator[str, None]:
    """The asynchronous twin of `drive_stream`; the flow's result goes to `done`."""
    reply: Any = None
    try:
        while True:
            try:
                effect = flow.send(reply)
            except StopIteration as end:
                done(end.value)
                return
            match effect:
                case Emit():
                    reply = None
                    if effect.text:
                        handed_over = time.perf_counter()
                        yield effect.text
                        budget.elsewhere += time.perf_counter() - handed_over
                case Generate():
                    started, held = time.perf_counter(), 0.0
                    gathered = _Gathered()
                    pieces = _require_pieces(_require(generate)(effect.request), AsyncIterable)
                    async with _closing(pieces):
                        async for piece in pieces:
                            text = gathered.add(piece, effect.release)
                            if text or piece == "":
                                handed_over = time.perf_counter()
                                yield text
                                held += time.perf_counter() - handed_over
                    reply = _generated(gathered.generation(), started, held, budget, parts.ledger)
                case _:
                    reply = await parts.aperform(effect, budget)
    finally:
        flow.close()


@asynccontextmanager
async def _closing(pieces: AsyncIterable[object]) -> AsyncIterator[None]:
    """Closes a model's stream that is left half-way at once, and with it the model's connection."""
    try:
        yield
    finally:
        if isinstance(pieces, AsyncGenerator):
            await pieces.aclose()


def _generated(generation: Generation, started: float, held: float, budget: Budget, ledger: Ledger) -> Generated:
    """What the model gave since `started`, and the seconds it took, without those for which a caller held a piece."""
    elapsed = time.perf_counter() - started
    seconds = elapsed - held
    budget.elsewhere += elapsed
    ledger.enter_call(generation.usage, seconds)
    return Generated(generation, seconds)


class _Gathered:
    """The pieces of a stream, the generation that may close it, and what of it has been shown."""

    def __init__(self) -> None:
        self._text = ""
        self._last: Generation | None = None
        self._shown = 0

    def add(self, piece: str | Generation, release: Callable[[str], str] | None) -> str:
        """Take a piece; what may be shown on account of it."""
        if isinstance(piece, str):
            self._text += piece
        else:
            self._last = _require_generation(piece)
            self._text = self._text or piece.text
        if release is None:
            return ""
        shown = release(self._text)
        text, self._shown = shown[self._shown :], len(shown)
        return text

    def generation(self) -> Generation:
        return Generation(self._text) if self._last is None else replace(self._last, text=self._text)


def _require(generate: T | None) -> T:
    if generate is None or not callable(generate):
        raise InvalidArgumentError("generate: give a function that takes a Request and calls your model")
    return generate


def _require_generation(value: object) -> Generation:
    if not isinstance(value, Generation):
        raise InvalidArgumentError(f"generate: it must return a stepcache_core.Generation, got {type(value).__name__}")
    return value


def _require_awaitable(value: Awaitable[Generation]) -> Awaitable[Generation]:
    if not inspect.isawaitable(value):
        raise InvalidArgumentError("generate: aanswer needs an async function; for a plain one use answer")
    return value


def _require_pieces(value: T, kind: type) -> T:
    if not isinstance(value, kind):
        raise InvalidArgumentError(
            "generate: stream needs a function that gives the answer's text in pieces, astream an asynchronous one; "
            f"got {type(value).__name__} (for a whole Generation use answer or aanswer)"
        )
    return value
