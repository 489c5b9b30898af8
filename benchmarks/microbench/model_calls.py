"""The model as each contender calls it: streamed, counted, and its calls kept so that a run can be taken up again."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from openai import OpenAI

from stepcache_core import Generation, Request, Usage

MAX_TOKENS = 600
TIMEOUT_SECONDS = 600.0


class ServerError(RuntimeError):
    """The server does not give what the measurement needs."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the model, as it was answered.

    Attributes:
        is_kept: Whether it was measured in an earlier run, and kept from there.
    """

    text: str
    prompt_tokens: int
    completion_tokens: int
    finish_reason: str
    seconds: float
    is_kept: bool = False

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


class Shared:
    """The calls made so far, by their messages: at temperature 0 the same messages get the same answer.

    Args:
        path: A file that keeps them for later runs, which then ask the model only what is new; None keeps nothing.
        run: What tells this run from others, such as a digest of the code.
    """

    def __init__(self, path: Path | None = None, run: str = "") -> None:
        self._path = path
        self._run = run
        self._heard: dict[str, Heard] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
                if line.endswith("\n"):  # else it was cut off when a run was interrupted
                    self._enter(json.loads(line))

    def find(self, messages: Messages) -> Heard | None:
        return self._heard.get(_digest(messages))

    def add(self, messages: Messages, heard: Heard) -> None:
        key = _digest(messages)
        self._heard[key] = heard
        if self._path is not None:
            line = {"run": self._run, "messages": key, "pieces": heard.pieces, "call": heard.call.fields()}
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def _enter(self, line: dict[str, Any]) -> None:
        call = replace(Call(**line["call"]), is_kept=line["run"] != self._run)
        self._heard[line["messages"]] = Heard(tuple((seconds, piece) for seconds, piece in line["pieces"]), call)


Messages = Sequence[tuple[str, str]]
"""Role and content of each message."""


def _digest(messages: Messages) -> str:
    return hashlib.sha256(json.dumps(messages).encode()).hexdigest()[:32]


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
        self.shared = Shared() if shared is None else shared
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
        heard = self.shared.find(messages)
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
            self.shared.add(messages, Heard(tuple(pieces), call))
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
