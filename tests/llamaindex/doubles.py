"""LLMs on a mocked wire, LlamaIndex's own mocks with their calls counted, and what is listened with."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    ChatResponseAsyncGen,
    ChatResponseGen,
    CompletionResponse,
    CompletionResponseGen,
    LLMMetadata,
)
from llama_index.core.bridge.pydantic import Field, PrivateAttr
from llama_index.core.instrumentation import get_dispatcher
from llama_index.core.instrumentation.event_handlers import BaseEventHandler
from llama_index.core.llms import LLM, MockLLM
from llama_index.core.llms.callbacks import llm_chat_callback, llm_completion_callback
from llama_index.core.llms.mock import MockFunctionCallingLLM
from llama_index.llms.openai import OpenAI
from llama_index.llms.openai_like import OpenAILike

from stepcache_llamaindex import StepCacheLLM
from tests.engines import totals_engine as make_engine
from tests.llamaindex.providers import SECRET, Wire


def openai(wire: Wire, model: str = "gpt-4o-mini", **settings: Any) -> OpenAI:
    settings = {"api_key": SECRET, "max_retries": 0, **settings}
    return OpenAI(model=model, http_client=wire.sync_client(), async_http_client=wire.async_client(), **settings)


def openai_like(wire: Wire, **settings: Any) -> OpenAILike:
    settings = {"is_chat_model": True, "is_function_calling_model": True, **settings}
    return OpenAILike(
        model="small",
        api_key=SECRET,
        api_base="http://wire/v1",
        max_retries=0,
        http_client=wire.sync_client(),
        async_http_client=wire.async_client(),
        **settings,
    )


class CountedMock(MockLLM):
    """LlamaIndex's mock, with the prompts it was sent."""

    _client: Any = PrivateAttr(default_factory=Wire)

    @property
    def wire(self) -> Wire:
        return self._client  # type: ignore[no-any-return]

    @llm_completion_callback()
    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        self.wire.sent.append(("complete", prompt))
        return CompletionResponse(text=f"text for {prompt[-40:]}")

    @llm_completion_callback()
    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        self.wire.sent.append(("stream_complete", prompt))
        return super().stream_complete(prompt, formatted=formatted, **kwargs)


class CountedFunctionMock(MockFunctionCallingLLM):
    """LlamaIndex's function calling mock, with the number of its calls."""

    _client: Any = PrivateAttr(default_factory=Wire)

    @property
    def wire(self) -> Wire:
        return self._client  # type: ignore[no-any-return]

    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        self.wire.sent.append(("chat", [str(message) for message in messages]))
        return super().chat(messages, **kwargs)

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        self.wire.sent.append(("complete", prompt))
        return super().complete(prompt, formatted=formatted, **kwargs)


Script = Callable[[Sequence[ChatMessage]], "str | ChatMessage | BaseException"]


class ScriptedLLM(LLM):
    """Answers chats from a function, with usage, whole and in pieces, in both colours; counts its calls."""

    model: str = "scripted"
    temperature: float = 0.0
    seconds: float = Field(default=0.0)
    timeout: float = 1.0

    _client: Any = PrivateAttr()

    def __init__(self, script: Script | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self._client = _Script(script or (lambda messages: f"You said: {messages[-1].content}"))

    @classmethod
    def class_name(cls) -> str:
        return "ScriptedLLM"

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(is_chat_model=True, model_name=self.model)

    @property
    def asked(self) -> list[list[ChatMessage]]:
        return self._client.asked  # type: ignore[no-any-return]

    @property
    def calls(self) -> int:
        return len(self.asked)

    @llm_chat_callback()
    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        message = self._client.answer(messages)
        time.sleep(self.seconds)
        return ChatResponse(message=message, raw={"usage": {"prompt_tokens": 10, "completion_tokens": 5}})

    @llm_chat_callback()
    def stream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseGen:
        def chunks() -> ChatResponseGen:
            yield from self._client.chunks(messages)

        return chunks()

    @llm_chat_callback()
    async def achat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        message = self._client.answer(messages)
        await asyncio.sleep(self.seconds)
        return ChatResponse(message=message, raw={"usage": {"prompt_tokens": 10, "completion_tokens": 5}})

    @llm_chat_callback()
    async def astream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseAsyncGen:
        async def chunks() -> ChatResponseAsyncGen:
            try:
                for chunk in self._client.chunks(messages):
                    yield chunk
            finally:
                self._client.closed += 1

        return chunks()

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> Any:
        raise NotImplementedError

    stream_complete = acomplete = astream_complete = complete


class _Script:
    def __init__(self, script: Script) -> None:
        self.script = script
        self.asked: list[list[ChatMessage]] = []
        self.given = 0
        self.closed = 0
        self._lock = threading.Lock()

    def __deepcopy__(self, memo: object) -> _Script:
        return self

    def answer(self, messages: Sequence[ChatMessage]) -> ChatMessage:
        with self._lock:
            self.asked.append(list(messages))
        reply = self.script(messages)
        if isinstance(reply, BaseException):
            raise reply
        return reply if isinstance(reply, ChatMessage) else ChatMessage(role="assistant", content=reply)

    def chunks(self, messages: Sequence[ChatMessage]) -> Iterator[ChatResponse]:
        text = self.answer(messages).content or ""
        shown = ""
        for number, word in enumerate(text.split(" ")):
            delta = f" {word}" if number else word
            shown += delta
            self.given += 1
            yield ChatResponse(message=ChatMessage(role="assistant", content=shown), delta=delta)
        usage = {"usage": {"prompt_tokens": 10, "completion_tokens": 5}}
        yield ChatResponse(message=ChatMessage(role="assistant", content=shown), delta="", raw=usage)


def wrap(llm: LLM | None = None, namespace: str = "default", **parts: Any) -> Any:
    engine = parts.pop("engine", None) or make_engine(**parts)
    return StepCacheLLM(llm=llm or ScriptedLLM(), engine=engine, namespace=namespace)


def user(text: str) -> list[ChatMessage]:
    return [ChatMessage(role="user", content=text)]


class Listener(BaseEventHandler):
    """Every event that LlamaIndex's dispatchers send."""

    events: list[Any] = Field(default_factory=list)

    def handle(self, event: Any, **kwargs: Any) -> None:
        self.events.append(event)

    def of(self, *names: str) -> list[Any]:
        return [event for event in self.events if event.class_name() in names]

    def names(self, start: str = "StepCache") -> list[str]:
        return [event.class_name() for event in self.events if event.class_name().startswith(start)]


@contextmanager
def listening() -> Iterator[Listener]:
    root, listener = get_dispatcher(), Listener()
    root.add_event_handler(listener)
    try:
        yield listener
    finally:
        root.event_handlers.remove(listener)
