"""LlamaIndex's responses as the engine's generations, and an engine's answer as LlamaIndex's responses.

A response is kept as plain JSON. It is built again from pydantic classes of the packages listed here, and only from
such as this process has loaded: nothing stored can name a function, import a module or hold a pickle.
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    CompletionResponse,
    MessageRole,
    TextBlock,
    ToolCallBlock,
)
from pydantic import BaseModel

from stepcache_core.model import NO_USAGE, Answer, Generation, Json, Outcome, Usage
from stepcache_llamaindex.forms import is_in_form
from stepcache_llamaindex.requests import Call

Response: TypeAlias = "ChatResponse | CompletionResponse"

NOT_KEPT = "not kept"
"""Finish reason of an answer that must not be stored; the engine stores none that a model did not end itself."""

FROM_MODEL = frozenset({Outcome.MISS, Outcome.SKIP, Outcome.BYPASS})
"""Outcomes whose text is what the model itself wrote."""

_PAYLOAD_SCHEMA = 1
_INTEGRATIONS = "llama_index.llms."
_PACKAGES = (
    "llama_index.core.base.llms.types",
    _INTEGRATIONS,
    "openai.types.",
    "anthropic.types.",
    "ollama._types",
)
_MADE_UNCHECKED = "openai.types."
"""Whose client makes responses without validation: of servers that are merely like OpenAI's, parts may be missing."""
_MAX_DEPTH = 60
_REASONS = ("finish_reason", "stop_reason", "stopReason", "done_reason", "status")

# -- the model's answer -----------------------------------------------------------------------------------------------


def text_of(response: Response) -> str:
    """The text of a response."""
    return response.text if isinstance(response, CompletionResponse) else response.message.content or ""


@dataclass(frozen=True, slots=True)
class Made:
    """What a model made of one call.

    Attributes:
        response: Its response; of a stream, the last chunk with the text of all.
        text: The text the engine was given.
        reason: Why the model stopped.
        streamed: Whether it came as a stream.
    """

    response: Response
    text: str
    reason: str
    streamed: bool = False

    @classmethod
    def of(cls, response: Response) -> Made:
        """A response that came whole."""
        return cls(response, text_of(response), reason_in(response) or "stop")


def generation_of(call: Call, made: Made) -> Generation:
    """What a model made, with all of it as payload.

    An answer that JSON cannot hold, that is empty, or that is more than a text where its steps may serve other
    requests, or that is not in the form its caller wants, is marked `NOT_KEPT`.
    """
    response, text = made.response, made.text
    payload = packed(response, streamed=made.streamed)
    is_fit = is_plain(response) if call.is_free else not _is_empty(response) and _is_in_form(call, response)
    kept = payload is not None and is_fit
    if not text.strip() and not call.is_free:
        # What is served is the payload; the engine stores no answer without a text.
        text = ", ".join(["tool calls", *(block.tool_name for block in _tool_calls(response))])
    return Generation(text, usage_of(response), made.reason if kept else NOT_KEPT, payload)


def is_plain(response: Response) -> bool:
    """Whether a response is one text and nothing else, so that its steps may serve other requests."""
    if isinstance(response, CompletionResponse):
        return "tool_calls" not in response.additional_kwargs
    message = response.message
    if message.additional_kwargs.get("tool_calls") or getattr(response, "citations", None):
        return False
    return len(message.blocks) <= 1 and all(type(block) is TextBlock for block in message.blocks)


def _tool_calls(response: Response) -> list[ToolCallBlock]:
    blocks = [] if isinstance(response, CompletionResponse) else response.message.blocks
    return [block for block in blocks if isinstance(block, ToolCallBlock)]


def _is_in_form(call: Call, response: Response) -> bool:
    calls = [(block.tool_name, block.tool_kwargs) for block in _tool_calls(response)]
    message = {} if isinstance(response, CompletionResponse) else response.message.additional_kwargs
    # Calls that a provider puts in its own objects alone are not read.
    return bool(message.get("tool_calls") and not calls) or is_in_form(
        call.request, call.output, text_of(response), calls
    )


def _is_empty(response: Response) -> bool:
    if text_of(response).strip() or _tool_calls(response):
        return False
    return isinstance(response, CompletionResponse) or not response.message.additional_kwargs.get("tool_calls")


def reason_in(response: Response) -> str | None:
    """Why a model stopped, as far as this response or chunk says so."""
    extra = response.additional_kwargs
    message = {} if isinstance(response, CompletionResponse) else response.message.additional_kwargs
    raw = response.raw
    choices = _get(raw, "choices")
    first = choices[0] if isinstance(choices, list | tuple) and choices else None
    if _get(_get(first, "message"), "refusal"):
        return "refusal"
    for source in (first, raw, _get(raw, "delta"), _get(raw, "response"), message, extra):
        for name in _REASONS:
            reason = _get(source, name)
            if isinstance(reason, str) and reason:
                return reason
    return None


def gives_reasons(response: Response) -> bool:
    """Whether a stream of such chunks says at its end why it ended; one that does not was cut off."""
    return _get(response.raw, "choices") is not None


def usage_of(response: Response) -> Usage:
    """Tokens, wherever the provider's integration puts them."""
    raw, message = response.raw, {} if isinstance(response, CompletionResponse) else response.message.additional_kwargs
    for usage in (
        _get(raw, "usage"),
        _get(raw, "usage_metadata"),
        message.get("usage"),
        response.additional_kwargs,
        message,
    ):
        asked = _count(usage, ("prompt_tokens", "input_tokens", "prompt_token_count"))
        written = _count(usage, ("completion_tokens", "output_tokens", "candidates_token_count"))
        if asked or written:
            return Usage(asked, written)
    return NO_USAGE


def _count(usage: Any, names: Sequence[str]) -> int:
    counts = (_get(usage, name) for name in names)
    return next((count for count in counts if type(count) is int and count > 0), 0)


def _get(source: Any, name: str) -> Any:
    return source.get(name) if isinstance(source, Mapping) else getattr(source, name, None)


# -- payload ----------------------------------------------------------------------------------------------------------


def packed(response: Response, *, streamed: bool) -> Json:
    """A response as JSON, or None where it would not come back equal.

    What a provider sent (`raw`) is left out where that alone would not come back; the usage in it is kept.
    """
    for candidate in (response, response.model_copy(update={"raw": _usage_alone(response)})):
        try:
            payload: Json = {"schema": _PAYLOAD_SCHEMA, "streamed": streamed, "response": _encoded(candidate)}
            payload = json.loads(json.dumps(payload, allow_nan=False))
            if _decoded(payload["response"]) == candidate:  # type: ignore[index, call-overload]
                return payload
        except (ValueError, TypeError, RecursionError, AttributeError):
            continue
    return None


def unpacked(payload: Json, *, streamed: bool) -> Response:
    """The response of a payload.

    Args:
        payload: What `packed` made.
        streamed: Whether it is wanted as the last chunk of a stream. Where it was recorded the other way, `raw`
            would be of the wrong kind: only the usage in it is served.

    Raises:
        ValueError: It is none of ours, or of another version.
    """
    match payload:
        case {"schema": schema, "streamed": bool() as recorded, "response": kept} if schema == _PAYLOAD_SCHEMA:
            response = _decoded(kept)
            if isinstance(response, ChatResponse | CompletionResponse):
                raw = response.raw if recorded == streamed else _usage_alone(response)
                delta = "" if streamed else None if recorded else response.delta
                return response.model_copy(update={"raw": raw, "delta": delta})
    raise ValueError("the payload of the record is not one of this version")


def _usage_alone(response: Response) -> dict[str, Any] | None:
    usage = usage_of(response)
    return None if usage == NO_USAGE else usage_dict(usage)


def usage_dict(usage: Usage) -> dict[str, Any]:
    """Usage as OpenAI puts it in a response, and as LlamaIndex's token counter reads it."""
    counts = {
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "total_tokens": usage.total_tokens,
    }
    return {"usage": counts}


def _encoded(value: Any, depth: int = 0) -> Json:
    if depth > _MAX_DEPTH:
        raise ValueError("nested too deeply")
    match value:
        case None | bool() | int() | float() | str():
            return value.value if isinstance(value, Enum) else value
        case bytes():
            return {"$bytes": base64.b64encode(value).decode()}
        case list():
            return [_encoded(item, depth + 1) for item in value]
        case dict():
            items: list[Json] = [[_encoded(key, depth + 1), _encoded(item, depth + 1)] for key, item in value.items()]
            return {"$map": items}
        case BaseModel():
            kind = type(value)
            if not _is_listed(kind.__module__):
                raise ValueError(f"a {kind.__qualname__} is not stored")
            fields = {name: getattr(value, name) for name in type(value).model_fields if name in value.model_fields_set}
            fields |= value.__pydantic_extra__ or {}
            return {"$model": f"{kind.__module__}:{kind.__qualname__}", "fields": _encoded(fields, depth + 1)}
    raise ValueError(f"a {type(value).__name__} is not stored")


def _decoded(value: Any) -> Any:
    match value:
        case list():
            return [_decoded(item) for item in value]
        case {"$bytes": str() as text}:
            return base64.b64decode(text)
        case {"$map": list() as items}:
            return {_decoded(key): _decoded(item) for key, item in items}
        case {"$model": str() as name, "fields": fields}:
            kind, given = _class_of(name), _decoded(fields)
            return kind.model_construct(**given) if name.startswith(_MADE_UNCHECKED) else kind.model_validate(given)
        case dict():
            raise ValueError("the payload of the record holds something else than a response")
    return value


def _is_listed(module: str) -> bool:
    return module.startswith(_PACKAGES)


def _class_of(name: str) -> type[BaseModel]:
    module, _, qualname = name.partition(":")
    found: Any = sys.modules.get(module) if _is_listed(module) else None
    for part in qualname.split("."):
        found = None if part.startswith("_") else getattr(found, part, None)
    # Of the integrations only their responses: an LLM is a pydantic class, too.
    base = (ChatResponse, CompletionResponse) if module.startswith(_INTEGRATIONS) else BaseModel
    if isinstance(found, type) and issubclass(found, base):
        return found
    raise ValueError("the payload of the record names a class that is not loaded")


# -- the answer that is served ----------------------------------------------------------------------------------------


def served(call: Call, answer: Answer, made: Sequence[Made], *, streamed: bool = False) -> Response | None:
    """An answer as LlamaIndex takes it: what the model gave, what was stored of it, or a new response of its text.

    None where what was stored cannot be read, as after an upgrade of a provider's package, and a text would not do.
    """
    if made and answer.outcome in FROM_MODEL and (not call.is_free or made[0].text == answer.text):
        return made[0].response
    if not made and answer.outcome is Outcome.EXACT and answer.payload is not None:
        stored = _stored(call, answer, streamed=streamed)
        if stored is not None or not call.is_free:
            return stored
    raw = None if answer.usage == NO_USAGE else usage_dict(answer.usage)
    whole = chunk(call, answer.text, "" if streamed else None)
    return whole.model_copy(update={"raw": raw})


def _stored(call: Call, answer: Answer, *, streamed: bool) -> Response | None:
    try:
        response = unpacked(answer.payload, streamed=streamed)
    except (ValueError, TypeError, RecursionError):
        return None
    is_ours = isinstance(response, ChatResponse) == call.is_chat
    is_right = (
        not is_plain(response) or text_of(response) == answer.text if call.is_free else _is_in_form(call, response)
    )
    return response if is_ours and is_right else None


def chunk(call: Call, text: str, delta: str | None) -> Response:
    """A piece of an answer: the text so far, and what has just come."""
    if call.is_chat:
        return ChatResponse(message=ChatMessage(role=MessageRole.ASSISTANT, content=text), delta=delta)
    return CompletionResponse(text=text, delta=delta)


# -- a stream that is gathered ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class Gathered:
    """The chunks of one stream of the model, and what they come to."""

    text: str = ""
    last: Response | None = None
    reason: str | None = None
    gives_reasons: bool = False

    def add(self, one: Response) -> str:
        """Take a chunk; the text it adds."""
        whole = text_of(one)
        delta = one.delta if one.delta is not None else whole[len(self.text) :] if whole.startswith(self.text) else ""
        self.text += delta
        self.last = one
        self.reason = reason_in(one) or self.reason
        self.gives_reasons = self.gives_reasons or gives_reasons(one)
        return delta

    def _response(self) -> Response | None:
        # The chunks of some LLMs are not cumulative: there the deltas are right.
        if self.last is None or text_of(self.last) == self.text:
            return self.last
        if isinstance(self.last, CompletionResponse):
            return self.last.model_copy(update={"text": self.text})
        message = self.last.message
        if any(type(block) is not TextBlock for block in message.blocks):
            return self.last
        message = message.model_copy(update={"blocks": [TextBlock(text=self.text)]})
        return self.last.model_copy(update={"message": message})

    def made(self) -> Made | None:
        """What the stream came to; None where there was no chunk."""
        response = self._response()
        if response is None:
            return None
        return Made(response, self.text, self.reason or (NOT_KEPT if self.gives_reasons else "stop"), streamed=True)
