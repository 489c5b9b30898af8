"""What StepCache tells LlamaIndex's instrumentation: sizes, hashes and outcomes, never a prompt or an answer.

The events go to the dispatcher `stepcache.llama_index`, and from there to every handler of the root dispatcher.
"""

from __future__ import annotations

from typing import Any

from llama_index.core.instrumentation import get_dispatcher  # type: ignore[attr-defined, unused-ignore]
from llama_index.core.instrumentation.events.base import BaseEvent  # type: ignore[attr-defined, unused-ignore]
from llama_index.core.instrumentation.events.llm import (
    LLMChatEndEvent,
    LLMChatStartEvent,
    LLMCompletionEndEvent,
    LLMCompletionStartEvent,
)
from llama_index.core.llms.llm import LLM

from stepcache_core.model import Answer, Outcome
from stepcache_llamaindex.requests import Call

_dispatcher = get_dispatcher("stepcache.llama_index")
_HIT = {"stepcache.hit": True}


class StepCacheEvent(BaseEvent):  # type: ignore[misc, unused-ignore]
    """Base of all events of StepCache.

    Attributes:
        key: sha256 that names the request, or an empty string where it has none.
    """

    key: str

    @classmethod
    def class_name(cls) -> str:
        return cls.__name__


class StepCacheLookupEvent(StepCacheEvent):
    """A request is about to be looked up.

    Attributes:
        operation: `chat` or `complete`.
        messages: How many messages it has.
        characters: How many characters of text they have together.
    """

    operation: str
    messages: int
    characters: int


class StepCacheHitEvent(StepCacheEvent):
    """A request was answered without the model.

    Attributes:
        outcome: `exact`, `reuse` or `replay`.
        task: The task that verified it, or an empty string.
        steps: How many steps the answer has.
        saved_tokens: What the answer had cost when it was made.
    """

    outcome: str
    task: str
    steps: int
    saved_tokens: int


class StepCachePatchEvent(StepCacheEvent):
    """A request was answered from cached steps and, from the first failing one on, anew.

    Attributes:
        outcome: `patch` or `fallback`.
        task: The task that verified it.
        steps_kept: Steps served from the cache.
        steps_made: Steps that the model or the task wrote.
        spent_tokens: What that cost.
    """

    outcome: str
    task: str
    steps_kept: int
    steps_made: int
    spent_tokens: int


class StepCacheMissEvent(StepCacheEvent):
    """The model answered.

    Attributes:
        outcome: `miss` or `skip`.
        spent_tokens: What that cost, repairs included.
    """

    outcome: str
    spent_tokens: int


class StepCacheBypassEvent(StepCacheEvent):
    """The cache stayed out of the way.

    Attributes:
        reason: Why, without any text of the request.
    """

    reason: str


class StepCacheStoreEvent(StepCacheEvent):
    """An answer was stored.

    Attributes:
        characters: Its length.
    """

    characters: int


def looked_up(call: Call) -> None:
    """Say that a call is looked up."""
    messages = len(call.messages) if call.prompt is None else 1
    operation = "chat" if call.is_chat else "complete"
    _dispatcher.event(
        StepCacheLookupEvent(key=call.key, operation=operation, messages=messages, characters=call.characters)
    )


def answered(call: Call, answer: Answer, *, asked: bool) -> None:
    """Say how a call was answered; `asked` is whether the model was."""
    key = call.key
    kept = sum(step.source.value == "cache" for step in answer.steps)
    spent = answer.usage.total_tokens
    named: dict[str, Any] = {"key": key, "outcome": answer.outcome.value}
    event: StepCacheEvent
    match answer.outcome:
        case Outcome.BYPASS:
            event = StepCacheBypassEvent(key=key, reason=call.refusal or "the policy audits this hit")
        case Outcome.MISS | Outcome.SKIP:
            event = StepCacheMissEvent(**named, spent_tokens=spent)
        case Outcome.PATCH | Outcome.FALLBACK:
            made = len(answer.steps) - kept
            event = StepCachePatchEvent(**named, task=answer.task, steps_kept=kept, steps_made=made, spent_tokens=spent)
        case _:
            saved = answer.saved.total_tokens
            event = StepCacheHitEvent(**named, task=answer.task, steps=len(answer.steps), saved_tokens=saved)
    _dispatcher.event(event)
    if asked and answer.record_id is not None:
        stored(answer.record_id, len(answer.text))


def stored(key: str, characters: int) -> None:
    """Say that an answer was stored."""
    _dispatcher.event(StepCacheStoreEvent(key=key, characters=characters))


def bypassed(reason: str) -> None:
    """Say that a call is not looked up at all."""
    _dispatcher.event(StepCacheBypassEvent(key="", reason=reason))


def hit_started(llm: LLM, call: Call, arguments: dict[str, Any]) -> None:
    """Begin, for tracers, the pair of LLM events that the model would have sent; tagged `stepcache.hit`.

    Callback handlers are not told: to them an LLM event is a call that was paid for.
    """
    told: dict[str, Any] = {"model_dict": llm.to_payload(), "additional_kwargs": arguments, "tags": dict(_HIT)}
    if call.prompt is None:
        _dispatcher.event(LLMChatStartEvent(messages=list(call.messages), **told))
    else:
        _dispatcher.event(LLMCompletionStartEvent(prompt=call.prompt, **told))


def hit_ended(call: Call, response: Any) -> None:
    """End that pair."""
    if call.prompt is None:
        _dispatcher.event(LLMChatEndEvent(messages=list(call.messages), response=response, tags=dict(_HIT)))
    else:
        _dispatcher.event(LLMCompletionEndEvent(prompt=call.prompt, response=response, tags=dict(_HIT)))
