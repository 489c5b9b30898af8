"""Scripted LangChain models and broken parts."""

from __future__ import annotations

import json
import re
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.language_models import LLM, BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, ToolMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.output_parsers import JsonOutputParser, PydanticOutputParser
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.rate_limiters import BaseRateLimiter
from langchain_core.runnables import Runnable, RunnableLambda, RunnableMap, RunnablePassthrough
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import BaseModel, ConfigDict, Field

from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from stepcache_langchain import StepCache
from tests.engines import totals_engine as make_engine

Reply = str | AIMessage | BaseException
Script = Callable[[list[BaseMessage]], "Reply | list[Reply]"]


def last_text(messages: Sequence[BaseMessage]) -> str:
    return str(messages[-1].text)


def added(chunks: Sequence[AIMessageChunk]) -> AIMessageChunk:
    """The message that the chunks of a stream make up."""
    whole = chunks[0]
    for chunk in chunks[1:]:
        whole = whole + chunk
    return whole


class CountingLimiter(BaseRateLimiter):
    """Lets everything pass, and counts it."""

    def __init__(self) -> None:
        self.acquired = 0

    def acquire(self, *, blocking: bool = True) -> bool:
        self.acquired += 1
        return True

    async def aacquire(self, *, blocking: bool = True) -> bool:
        return self.acquire(blocking=blocking)


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


def spoil(store: MemoryStore) -> None:
    """Put a payload of another make into every record."""
    for slot in list(store._shelves["default"].slots.values()):
        store.put(replace(slot.record, payload={"schema": 1, "generations": [{"message": 5}]}), None)


def make_cache(llm: Any = None, namespace: str = "default", **parts: Any) -> StepCache:
    return StepCache(llm=llm, namespace=namespace, engine=make_engine(**parts))


class LocalChatModel(BaseChatModel):
    """A whole chat model of a few lines: streams, calls tools, fits schemas by all three methods, counts tokens.

    It calls a tool that its last message names or that it is made to call; arguments come from the message. Without a
    tool to call it repeats what it was told. Nothing in it is random but the ids of tool calls.
    """

    model_name: str = Field(default="local", alias="model")
    temperature: float | None = None
    max_tokens: int | None = None
    stop: list[str] | None = None
    streaming: bool = False
    asked: list[list[BaseMessage]] = Field(default_factory=list, repr=False)
    streamed: int = 0

    model_config = ConfigDict(populate_by_name=True)

    @property
    def calls(self) -> int:
        return len(self.asked)

    @property
    def _llm_type(self) -> str:
        return "local"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model_name": self.model_name, "temperature": self.temperature, "max_tokens": self.max_tokens}

    def bind_tools(
        self, tools: Sequence[Any], *, tool_choice: str | None = None, strict: bool | None = None, **kwargs: Any
    ) -> Runnable[Any, AIMessage]:
        return self.bind(
            tools=[convert_to_openai_tool(tool, strict=strict) for tool in tools],
            **({"tool_choice": tool_choice} if tool_choice else {}),
            **kwargs,
        )

    def with_structured_output(
        self, schema: Any, *, include_raw: bool = False, method: str = "function_calling", **kwargs: Any
    ) -> Runnable[Any, Any]:
        if method == "function_calling":
            return super().with_structured_output(schema, include_raw=include_raw, **kwargs)
        is_class = isinstance(schema, type) and issubclass(schema, BaseModel)
        named = {"ls_structured_output_format": {"kwargs": {"method": method}, "schema": schema}}
        parser: Runnable[Any, Any]
        if method == "json_mode":
            bound = self.bind(response_format={"type": "json_object"}, **named)
            parser = PydanticOutputParser(pydantic_object=schema) if is_class else JsonOutputParser()
        else:
            # As langchain-openai: the class goes along, and the object comes back in `additional_kwargs`.
            bound = self.bind(response_format=schema if is_class else convert_to_openai_tool(schema), **named)
            parser = RunnableLambda(_parsed) if is_class else JsonOutputParser()
        if not include_raw:
            return bound | parser
        with_parsed = RunnablePassthrough.assign(parsed=itemgetter("raw") | parser, parsing_error=lambda _: None)
        without = RunnablePassthrough.assign(parsed=lambda _: None)
        return RunnableMap(raw=bound) | with_parsed.with_fallbacks([without], exception_key="parsing_error")

    def _generate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> ChatResult:
        self.asked.append(messages)
        message = self._answer(messages, stop or self.stop, kwargs)
        message.usage_metadata = UsageMetadata(input_tokens=10, output_tokens=5, total_tokens=15)
        message.response_metadata = self._metadata(message, kwargs)
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _stream(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> Iterator[ChatGenerationChunk]:
        self.asked.append(messages)
        self.streamed += 1
        message = self._answer(messages, stop or self.stop, kwargs)
        for word in re.findall(r"\S+\s*|\s+", str(message.content)):
            yield ChatGenerationChunk(message=AIMessageChunk(content=word))
        for index, call in enumerate(message.tool_calls):
            head = tool_call_chunk(name=call["name"], args="", id=call["id"], index=index)
            tail = tool_call_chunk(args=json.dumps(call["args"]), index=index)
            for part in (head, tail):
                yield ChatGenerationChunk(message=AIMessageChunk(content="", tool_call_chunks=[part]))
        last = AIMessageChunk(
            content="",
            additional_kwargs=message.additional_kwargs,
            response_metadata=self._metadata(message, kwargs),
            usage_metadata=UsageMetadata(input_tokens=10, output_tokens=5, total_tokens=15),
            chunk_position="last",
        )
        yield ChatGenerationChunk(message=last)

    def _metadata(self, message: AIMessage, kwargs: Any) -> dict[str, Any]:
        reason = "tool_calls" if message.tool_calls else "stop"
        return {"model_name": kwargs.get("model", self.model_name), "finish_reason": reason}

    def _answer(self, messages: list[BaseMessage], stop: list[str] | None, kwargs: Any) -> AIMessage:
        said = last_text(messages)
        choice = kwargs.get("tool_choice")
        functions = {tool["function"]["name"]: tool["function"] for tool in kwargs.get("tools", ())}
        named = [name for name in functions if name in said or name.removeprefix("get_") in said]
        if functions and not isinstance(messages[-1], ToolMessage) and (named or choice):
            name = choice if choice in functions else (named or list(functions))[0]
            args = _filled(functions[name]["parameters"], said)
            return AIMessage("", tool_calls=[{"name": name, "args": args, "id": f"call_{uuid.uuid4().hex[:8]}"}])
        form = kwargs.get("response_format")
        if isinstance(form, type):
            fields = _filled(form.model_json_schema(), said)
            parsed = form.model_validate(fields)
            return AIMessage(json.dumps(fields), additional_kwargs={"parsed": parsed})
        if form is not None:
            schema = form.get("function", {}).get("parameters", _JOKE)
            return AIMessage(json.dumps(_filled(schema, said)))
        text = f"You said: {said or '(nothing)'}"
        for word in stop or ():
            text = text.partition(word)[0]
        return AIMessage(text)


_JOKE = {"properties": {"setup": {"type": "string"}, "punchline": {"type": "string"}}}


def _filled(schema: dict[str, Any], said: str) -> dict[str, Any]:
    """Arguments for a schema: numbers and texts that were said."""
    numbers = iter(re.findall(r"\d+", said))
    filled: dict[str, Any] = {}
    for name, field in schema.get("properties", {}).items():
        filled[name] = int(next(numbers, 7)) if field.get("type") == "integer" else said
    return filled


def _parsed(message: AIMessage) -> Any:
    if "parsed" not in message.additional_kwargs:
        raise ValueError("Structured Output response does not have a 'parsed' field")
    return message.additional_kwargs["parsed"]
