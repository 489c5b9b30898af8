"""The model as each contender calls it: streamed, counted, and its calls kept so that a run can be taken up again."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from openai import OpenAI

from stepcache_core import Generation, Request, Usage

MAX_TOKENS = 600
TIMEOUT_SECONDS = 600.0


class ServerError(RuntimeError):
    """The server does not give what the measurement needs."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the model, as it was answered."""

    text: str
    prompt_tokens: int
    completion_tokens: int
    finish_reason: str
    seconds: float

    @property
    def generation(self) -> Generation:
        return Generation(self.text, Usage(self.prompt_tokens, self.completion_tokens), self.finish_reason)

    def fields(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Heard:
    """A call that was really made: its pieces, each with the seconds after which it came."""

    pieces: tuple[tuple[float, str], ...]
    call: Call


Shared = dict[tuple[tuple[str, str], ...], Heard]
"""The calls of one seed, by their messages: at temperature 0 the same messages get the same answer."""


class Model:
    """Calls an OpenAI-compatible server at temperature 0; one instance for each contender.

    The contenders share their calls: what several of them ask is asked of the server once, and the seconds it took
    are every one's. So drift hits all alike, and a run takes no longer than its different calls.

    Args:
        base_url: Where the server listens.
        name: What the server calls the model.
        extra_body: Further fields of each call, such as `cache_prompt` for llama.cpp.
        shared: The calls made so far.
    """

    def __init__(self, base_url: str, name: str, extra_body: dict[str, Any], shared: Shared | None = None) -> None:
        self.name = name
        self.shared: Shared = {} if shared is None else shared
        self.waited = 0.0
        """Seconds of the request at hand that another contender has waited already for the same calls."""
        self._client = OpenAI(base_url=base_url, api_key="none", max_retries=0, timeout=TIMEOUT_SECONDS)
        self._extra_body = extra_body
        self._recorded: list[Call] | None = None
        self.calls: list[Call] = []

    def begin(self, recorded: Sequence[Call] | None = None) -> None:
        """Begin a request: `calls` is emptied; with `recorded`, its calls are answered from there, in order."""
        self.calls = []
        self.waited = 0.0
        self._recorded = None if recorded is None else list(recorded)

    def stream(self, request: Request) -> Iterator[str | Generation]:
        """The pieces of an answer as they come, and at the end all of it with its usage."""
        if self._recorded is not None:
            call = self._recorded.pop(0)
            yield call.text
        else:
            call = yield from self._asked_once(request)
        self.calls.append(call)
        yield call.generation

    def answer(self, request: Request) -> Generation:
        """The whole answer."""
        *_, last = self.stream(request)
        assert isinstance(last, Generation)
        return last

    def _asked_once(self, request: Request) -> Generator[str, None, Call]:
        messages = tuple((message.role, message.content) for message in request.messages)
        heard = self.shared.get(messages)
        if heard is None:
            started = time.perf_counter()
            pieces: list[tuple[float, str]] = []
            answering = self._call(request)
            while True:
                try:
                    piece = next(answering)
                except StopIteration as end:
                    call: Call = end.value
                    break
                pieces.append((time.perf_counter() - started, piece))
                yield piece
            self.shared[messages] = Heard(tuple(pieces), call)
            return call
        before = 0.0
        for seconds, piece in heard.pieces:
            self.waited += seconds - before
            before = seconds
            yield piece
        self.waited += max(0.0, heard.call.seconds - before)
        return heard.call

    def _call(self, request: Request) -> Generator[str, None, Call]:
        started = time.perf_counter()
        messages: Any = [{"role": message.role, "content": message.content} for message in request.messages]
        chunks = self._client.chat.completions.create(
            model=self.name,
            messages=messages,
            temperature=0,
            max_tokens=MAX_TOKENS,
            stream=True,
            stream_options={"include_usage": True},
            extra_body=self._extra_body,
        )
        text, usage, finish_reason = "", None, ""
        for chunk in chunks:
            usage = chunk.usage or usage
            for choice in chunk.choices:
                finish_reason = choice.finish_reason or finish_reason
                if choice.delta.content:
                    text += choice.delta.content
                    yield choice.delta.content
        if usage is None:
            raise ServerError("the server's stream brought no usage: it must honour stream_options.include_usage")
        seconds = time.perf_counter() - started
        return Call(text, usage.prompt_tokens, usage.completion_tokens, finish_reason, seconds)
