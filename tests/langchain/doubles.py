"""Scripted LangChain models and broken parts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.language_models import LLM, BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import Field

from stepcache_core import Policy, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from stepcache_langchain import StepCache
from tests.toy_task import TotalsTask

Reply = str | AIMessage | BaseException
Script = Callable[[list[BaseMessage]], "Reply | list[Reply]"]


def last_text(messages: Sequence[BaseMessage]) -> str:
    return str(messages[-1].text)


def echo(messages: Sequence[BaseMessage]) -> str:
    return f"You said: {last_text(messages)}"


class CountingChatModel(BaseChatModel):
    """Answers from a function and remembers what it was asked; 10 tokens in, 5 out for each answer."""

    script: Script = echo
    asked: list[list[BaseMessage]] = Field(default_factory=list)
    model: str = "counting"
    temperature: float | None = None
    n: int = 1
    finish_reason: str = "stop"
    seconds: float = 0.0

    @property
    def calls(self) -> int:
        return len(self.asked)

    @property
    def _llm_type(self) -> str:
        return "counting"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model": self.model, "temperature": self.temperature}

    def _generate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> ChatResult:
        self.asked.append(messages)
        time.sleep(self.seconds)
        replies = self.script(messages)
        generations = []
        for reply in replies if isinstance(replies, list) else [replies]:
            if isinstance(reply, BaseException):
                raise reply
            generations.append(ChatGeneration(message=self._message(reply)))
        return ChatResult(generations=generations)

    def _message(self, reply: str | AIMessage) -> AIMessage:
        message = AIMessage(content=reply) if isinstance(reply, str) else reply.model_copy(deep=True)
        message.usage_metadata = {"input_tokens": 10, "output_tokens": 5, "total_tokens": 15}
        message.response_metadata = {"finish_reason": self.finish_reason, **message.response_metadata}
        return message


class CountingLLM(LLM):
    """A string model that echoes and remembers what it was asked."""

    asked: list[str] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "counting-llm"

    def _call(self, prompt: str, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> str:
        self.asked.append(prompt)
        return f"You said: {prompt}"


class BrokenStore(MemoryStore):
    def get(self, *_: Any) -> Any:
        raise OSError("disk")

    find = nearest = put = get  # type: ignore[assignment]


class BrokenEmbedder(HashEmbedder):
    def embed(self, texts: Sequence[str]) -> Any:
        raise RuntimeError("no embedding")


class Runs(BaseCallbackHandler):
    """The runs of chat models that a handler sees, by the last text each was sent, and the tokens."""

    def __init__(self) -> None:
        self.started: list[str] = []
        self.ended: list[Any] = []
        self.tokens: list[str] = []
        self._lock = threading.Lock()

    def on_chat_model_start(self, serialized: Any, messages: Any, **kwargs: Any) -> None:
        with self._lock:
            self.started.append(last_text(messages[0]))

    def on_llm_end(self, response: Any, **kwargs: Any) -> None:
        self.ended.append(response)

    def on_llm_new_token(self, token: Any, **kwargs: Any) -> None:
        self.tokens.append(str(token))


def make_engine(*, replays: bool = False, solves: bool = False, store: Any = None, **policy: Any) -> StepCacheEngine:
    return StepCacheEngine(
        store=store or MemoryStore(),
        embedder=HashEmbedder(),
        tasks=[TotalsTask(replays=replays, solves=solves)],
        policy=Policy(**{"min_similarity": 0.5, **policy}),
    )


def make_cache(llm: Any = None, namespace: str = "default", **parts: Any) -> StepCache:
    return StepCache(llm=llm, namespace=namespace, engine=make_engine(**parts))
