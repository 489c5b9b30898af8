"""A call's way through the engine: whole and streamed, synchronous and asynchronous."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Iterator
from contextlib import aclosing, closing, contextmanager
from dataclasses import replace
from typing import Any, Generic, TypeVar, cast

from llama_index.core.base.llms.types import ChatResponse, CompletionResponse
from llama_index.core.instrumentation.span import active_span_id
from llama_index.core.llms.llm import LLM

from stepcache_core.facade import StepCacheEngine
from stepcache_core.model import Answer, Generation, Request, Reuse
from stepcache_llamaindex import events
from stepcache_llamaindex.requests import Call
from stepcache_llamaindex.responses import (
    FROM_MODEL,
    NOT_KEPT,
    Gathered,
    Made,
    Response,
    chunk,
    generation_of,
    is_plain,
    served,
    text_of,
)

R = TypeVar("R", ChatResponse, CompletionResponse)

_TICK = "."
"""What the engine is told of a chunk without text, so that it hands the chunk over at once. Only in requests that are
matched exactly: there its text is never served, the payload is."""


class Answering:
    """One call on its way.

    Args:
        engine: Looks up, verifies and stores; where there is none, the LLM is asked.
        llm: The wrapped LLM.
        call: What it is asked.
        arguments: The call's other arguments.
    """

    def __init__(self, engine: StepCacheEngine | None, llm: LLM, call: Call, arguments: dict[str, Any]) -> None:
        self._engine = engine
        self._llm = llm
        self._call = call
        self._arguments = arguments
        self._span = active_span_id.get()
        self._made: list[Made] = []

    # -- whole --------------------------------------------------------------------------------------------------------

    def answer(self, ask: Callable[[Any], R]) -> R:
        """The answer, asking the wrapped LLM for what is missing."""
        if self._engine is None:
            return ask(self._bypassed())

        def generate(asked: Request) -> Generation:
            return self._generation(Made.of(ask(self._call.asked(asked))))

        events.looked_up(self._call)
        answer = self._engine.answer(self._call.request, generate)
        response = served(self._call, answer, self._made)
        if response is None:
            made = Made.of(ask(self._call.given))
            self._engine.store(self._call.request, generation_of(self._call, made))
            return cast("R", made.response)
        self._settle(answer, response)
        if self._is_kept_apart(answer):
            self._engine.store(*self._apart())
        return cast("R", response)

    async def aanswer(self, ask: Callable[[Any], Awaitable[R]]) -> R:
        """The asynchronous twin of `answer`."""
        if self._engine is None:
            return await ask(self._bypassed())

        async def generate(asked: Request) -> Generation:
            return self._generation(Made.of(await ask(self._call.asked(asked))))

        events.looked_up(self._call)
        answer = await self._engine.aanswer(self._call.request, generate)
        response = served(self._call, answer, self._made)
        if response is None:
            made = Made.of(await ask(self._call.given))
            await self._engine.astore(self._call.request, generation_of(self._call, made))
            return cast("R", made.response)
        self._settle(answer, response)
        if self._is_kept_apart(answer):
            await self._engine.astore(*self._apart())
        return cast("R", response)

    # -- streamed -----------------------------------------------------------------------------------------------------

    def stream(self, ask: Callable[[Any], Generator[R, None, None]]) -> Generator[R, None, None]:
        """The answer in chunks: what is verified at once, then the model's own as they come."""
        if self._engine is None:
            yield from ask(self._bypassed())
            return
        relay: Relay[R] = Relay(self._call)
        answers: list[Answer] = []

        def generate(asked: Request) -> Iterator[str | Generation]:
            gathered = relay.begin()
            with self._in_the_callers_span():
                stream = ask(self._call.asked(asked))
            with closing(stream) as chunks:
                for one in chunks:
                    piece = relay.enter(one)
                    if piece:
                        yield piece
            yield self._generation(gathered.made())

        events.looked_up(self._call)
        with closing(self._engine.stream(self._call.request, generate, answers.append)) as pieces:
            for piece in pieces:
                yield from relay.take(piece)
        response = served(self._call, answers[0], self._made, streamed=True)
        if response is None:
            gathered = Gathered()
            for one in ask(self._call.given):
                gathered.add(one)
                yield one
            self._engine.store(self._call.request, self._generation(gathered.made()))
            return
        yield from relay.finish(response, untouched=self._is_untouched(response))
        self._settle(answers[0], response)
        if self._is_kept_apart(answers[0]):
            self._engine.store(*self._apart())

    async def astream(self, ask: Callable[[Any], Awaitable[AsyncGenerator[R, None]]]) -> AsyncGenerator[R, None]:
        """The asynchronous twin of `stream`."""
        if self._engine is None:
            async for one in await ask(self._bypassed()):
                yield one
            return
        relay: Relay[R] = Relay(self._call)
        answers: list[Answer] = []
        opened: list[AsyncGenerator[R, None]] = []

        async def generate(asked: Request) -> AsyncIterator[str | Generation]:
            gathered = relay.begin()
            with self._in_the_callers_span():
                opened.append(await ask(self._call.asked(asked)))
            async for one in opened[-1]:
                piece = relay.enter(one)
                if piece:
                    yield piece
            yield self._generation(gathered.made())

        events.looked_up(self._call)
        stream = self._engine.astream(self._call.request, generate, answers.append)
        try:
            async with aclosing(stream) as pieces:
                async for piece in pieces:
                    for one in relay.take(piece):
                        yield one
        finally:
            # An abandoned stream of the provider's must not wait for the garbage collector to be closed.
            for chunks in opened:
                await chunks.aclose()
        response = served(self._call, answers[0], self._made, streamed=True)
        if response is None:
            gathered = Gathered()
            async for one in await ask(self._call.given):
                gathered.add(one)
                yield one
            await self._engine.astore(self._call.request, self._generation(gathered.made()))
            return
        for one in relay.finish(response, untouched=self._is_untouched(response)):
            yield one
        self._settle(answers[0], response)
        if self._is_kept_apart(answers[0]):
            await self._engine.astore(*self._apart())

    # -- what is left to do -------------------------------------------------------------------------------------------

    @contextmanager
    def _in_the_callers_span(self) -> Iterator[None]:
        # A stream is asked for when its first chunk is taken, which may be after the span of the call has ended.
        token = active_span_id.set(self._span)
        try:
            yield
        finally:
            active_span_id.reset(token)

    def _bypassed(self) -> Any:
        events.bypassed("no engine in this process")
        return self._call.given

    def _generation(self, made: Made | None) -> Generation:
        if made is None:
            return Generation("", finish_reason=NOT_KEPT)
        self._made.append(made)
        return generation_of(self._call, made)

    def _is_untouched(self, response: Response) -> bool:
        """Whether what is served is what the model gave."""
        return any(response is made.response for made in self._made)

    def _settle(self, answer: Answer, response: Response) -> None:
        events.answered(self._call, answer, asked=bool(self._made))
        if not self._made and answer.outcome not in FROM_MODEL:
            events.hit_started(self._llm, self._call, self._arguments)
            events.hit_ended(self._call, response)

    def _is_kept_apart(self, answer: Answer) -> bool:
        """Whether an answer is more than a text, as with a model that reasons: it may serve the same request only."""
        return (
            self._call.is_free
            and answer.outcome in FROM_MODEL
            and answer.record_id is None
            and not answer.task
            and bool(self._made)
            and not is_plain(self._made[0].response)
        )

    def _apart(self) -> tuple[Request, Generation]:
        call = replace(self._call, request=replace(self._call.request, reuse=Reuse.EXACT))
        return call.request, generation_of(call, self._made[0])


class Relay(Generic[R]):
    """Turns the engine's pieces into chunks, the model's own wherever a piece is what the model just gave.

    Args:
        call: What is asked.
    """

    def __init__(self, call: Call) -> None:
        self._call = call
        self._gathered = Gathered()
        self._waiting: deque[tuple[str, R]] = deque()
        self._shown = ""
        self._is_direct = True
        self._was_asked = False

    def begin(self) -> Gathered:
        """The model is asked; after another attempt, or after cached steps, its chunks are not the answer's."""
        self._is_direct = self._is_direct and not self._shown and self._gathered.last is None
        self._was_asked = True
        self._waiting.clear()
        self._gathered = Gathered()
        return self._gathered

    def enter(self, one: R) -> str:
        """Take a chunk of the model's; what the engine is told of it."""
        delta = self._gathered.add(one)
        if self._is_direct:
            self._waiting.append((self._gathered.text, one))
        return delta if self._call.is_free else delta or _TICK

    def take(self, piece: str) -> Iterator[R]:
        """The chunks for a piece that the engine shows."""
        if not self._call.is_free:
            # A hit comes here too, before its payload is known: it waits for the end.
            yield from self._release()
            return
        start, self._shown = self._shown, self._shown + piece
        if self._is_direct and self._waiting:
            for text, one in self._until(self._shown):
                start = text
                yield one
        if start != self._shown:
            self._is_direct = False
            for line in self._shown[len(start) :].splitlines(keepends=True):
                start += line
                yield cast("R", chunk(self._call, start, line))

    def finish(self, response: Response, *, untouched: bool) -> Iterator[R]:
        """What closes the stream: the rest of the model's chunks, or one that is complete."""
        if self._was_asked and self._gathered.last is None:
            return  # a model that streams nothing
        if untouched and self._is_direct:
            yield from self._release()
            return
        if not self._call.is_free:
            text = ""
            for line in text_of(response).splitlines(keepends=True):
                text += line
                yield cast("R", chunk(self._call, text, line))
        yield cast("R", response.model_copy(update={"delta": ""}))

    def _release(self) -> Iterator[R]:
        while self._waiting:
            yield self._waiting.popleft()[1]

    def _until(self, shown: str) -> Iterator[tuple[str, R]]:
        while self._waiting and shown.startswith(self._waiting[0][0]):
            yield self._waiting.popleft()
