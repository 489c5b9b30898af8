"""LLM providers on a mocked wire: what they are sent is recorded, and what they answer follows from it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx

SECRET = "sk-VERY-SECRET-KEY"
USAGE = {
    "prompt_tokens": 11,
    "completion_tokens": 4,
    "total_tokens": 15,
    "prompt_tokens_details": {"cached_tokens": 3},
}


@dataclass
class Wire:
    """Answers as OpenAI, Anthropic and Ollama do, and keeps the bodies it was sent.

    Attributes:
        sent: Path and body of each request, in order; Ollama's questions about a model are not kept.
        finish_reason: Of every answer without a tool call.
        pieces: How often a streamed body has been asked for its next event.
    """

    sent: list[tuple[str, Any]] = field(default_factory=list)
    finish_reason: str = "stop"
    seconds: float = 0.0
    pieces: int = 0
    content: str | None = None
    reasoning: str | None = None

    def sync_client(self) -> httpx.Client:
        return httpx.Client(transport=httpx.MockTransport(self._answer), base_url="http://wire")

    def async_client(self) -> httpx.AsyncClient:
        async def answer(request: httpx.Request) -> httpx.Response:
            return self._answer(request, is_async=True)

        return httpx.AsyncClient(transport=httpx.MockTransport(answer), base_url="http://wire")

    @property
    def calls(self) -> int:
        return len(self.sent)

    def _answer(self, request: httpx.Request, is_async: bool = False) -> httpx.Response:
        path, body = request.url.path, json.loads(request.content or b"{}")
        if path == "/api/show":
            return httpx.Response(200, json={"model_info": {"llama.context_length": 4096}})
        self.sent.append((path, body))
        if path.startswith("/api/"):
            return httpx.Response(200, json=self._ollama(body))
        if path.endswith("/messages"):
            return httpx.Response(200, json=self._anthropic(body))
        if path.endswith("/chat/completions"):
            events, whole = self._chunks(body), self.completion(body)
        else:
            events, whole = self._text_chunks(body), self._text_completion(body)
        if not body.get("stream"):
            return httpx.Response(200, json=whole)
        stream: Any = _AsyncBody(self, events) if is_async else _Body(self, events)
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=stream)

    # -- OpenAI -------------------------------------------------------------------------------------------------------

    def completion(self, body: Any) -> Any:
        call = wanted_call(body)
        message: dict[str, Any] = {"role": "assistant", "content": None if call else self._content(body)}
        if call:
            message["tool_calls"] = [{"id": "call_1", "type": "function", "function": call}]
        if self.reasoning:
            message["reasoning_content"] = self.reasoning
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if call else self.finish_reason}
        return {**_head(body, "chat.completion"), "choices": [choice], "usage": USAGE}

    def _chunks(self, body: Any) -> Iterator[Any]:
        head, call = _head(body, "chat.completion.chunk"), wanted_call(body)

        def one(delta: Any, reason: str | None = None) -> Any:
            return {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}

        yield one({"role": "assistant", "content": ""})
        if call:
            named = {
                "index": 0,
                "id": "call_1",
                "type": "function",
                "function": {"name": call["name"], "arguments": ""},
            }
            yield one({"tool_calls": [named]})
            for piece in _cut(call["arguments"]):
                yield one({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]})
        else:
            for piece in _cut(self._content(body)):
                yield one({"content": piece})
        yield one({}, "tool_calls" if call else self.finish_reason)
        if (body.get("stream_options") or {}).get("include_usage"):
            yield {**head, "choices": [], "usage": USAGE}

    def _text_completion(self, body: Any) -> Any:
        choice = {"index": 0, "text": self._content(body), "finish_reason": self.finish_reason, "logprobs": None}
        return {**_head(body, "text_completion"), "choices": [choice], "usage": USAGE}

    def _text_chunks(self, body: Any) -> Iterator[Any]:
        for piece in _cut(self._content(body)):
            choice = {"index": 0, "text": piece, "finish_reason": None, "logprobs": None}
            yield {**_head(body, "text_completion"), "choices": [choice]}
        choice = {"index": 0, "text": "", "finish_reason": self.finish_reason, "logprobs": None}
        yield {**_head(body, "text_completion"), "choices": [choice]}

    def _content(self, body: Any) -> str:
        if self.content is not None:
            return self.content
        schema = ((body.get("response_format") or {}).get("json_schema") or {}).get("schema")
        if schema:
            return json.dumps(sample(schema))
        return f"You said: {last_text(body)[-60:]}"

    # -- Anthropic and Ollama -----------------------------------------------------------------------------------------

    def _anthropic(self, body: Any) -> Any:
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": [{"type": "text", "text": self._content(body)}],
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 11, "output_tokens": 4},
        }

    def _ollama(self, body: Any) -> Any:
        message: dict[str, Any] = {"role": "assistant", "content": self._content(body)}
        if self.reasoning:
            message["thinking"] = self.reasoning
        return {
            "model": body["model"],
            "created_at": "2026-01-01T00:00:00Z",
            "message": message,
            "done": True,
            "done_reason": "stop",
            "prompt_eval_count": 11,
            "eval_count": 4,
        }


@dataclass
class _Body(httpx.SyncByteStream):
    wire: Wire
    events: Iterator[Any]

    def __iter__(self) -> Iterator[bytes]:
        for event in self.events:
            self.wire.pieces += 1
            yield f"data: {json.dumps(event)}\n\n".encode()
        yield b"data: [DONE]\n\n"


@dataclass
class _AsyncBody(httpx.AsyncByteStream):
    wire: Wire
    events: Iterator[Any]

    async def __aiter__(self) -> Any:
        for event in self.events:
            self.wire.pieces += 1
            yield f"data: {json.dumps(event)}\n\n".encode()
        yield b"data: [DONE]\n\n"


def _head(body: Any, kind: str) -> dict[str, Any]:
    return {"id": "id-1", "object": kind, "created": 1, "model": body["model"]}


def _cut(text: str) -> list[str]:
    return [text[start : start + 9] for start in range(0, len(text), 9)]


def last_text(body: Any) -> str:
    if "prompt" in body:
        return str(body["prompt"])
    content = body["messages"][-1]["content"]
    if isinstance(content, list):
        return " ".join(str(part.get("text", "")) for part in content)
    return str(content)


def wanted_call(body: Any) -> dict[str, str] | None:
    """The call of the first tool offered, once, unless the conversation holds a tool's answer already."""
    if not body.get("tools") or any(message["role"] == "tool" for message in body["messages"]):
        return None
    function = body["tools"][0]["function"]
    return {"name": function["name"], "arguments": json.dumps(sample(function["parameters"]))}


def sample(schema: Any, whole: Any = None) -> Any:
    """A value that fits a simple schema."""
    whole = whole or schema
    if "$ref" in schema:
        return sample(whole["$defs"][schema["$ref"].rsplit("/", 1)[1]], whole)
    match schema.get("type"):
        case "object":
            return {name: sample(one, whole) for name, one in schema.get("properties", {}).items()}
        case "array":
            return [sample(schema["items"], whole)]
        case "integer" | "number":
            return 7
        case "boolean":
            return True
    return "blue"
