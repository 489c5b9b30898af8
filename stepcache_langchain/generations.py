"""LangChain's generations as the engine's, and an engine's answer as LangChain's generations.

An answer is kept as plain JSON and built again from an allow-list of three classes (`Generation`, `ChatGeneration`,
`AIMessage`); nothing stored can name a class, a secret or a file.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from langchain_core.messages import AIMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, GenerationChunk
from langchain_core.outputs import Generation as LangChainGeneration
from pydantic import BaseModel

from stepcache_core.admission import is_whole
from stepcache_core.model import NO_USAGE, Answer, Generation, Outcome, Request, Reuse, Usage
from stepcache_langchain.convert import is_text_block

NOT_KEPT = "not kept"
"""Finish reason of an answer that would not come back whole; the engine stores none that a model did not end itself."""

FROM_MODEL = frozenset({Outcome.MISS, Outcome.SKIP, Outcome.BYPASS})
"""Outcomes whose text is what the model itself wrote."""

_PAYLOAD_SCHEMA = 1

_THOUGHTS = frozenset({"reasoning", "reasoning_content", "thinking", "redacted_thinking"})
"""Content blocks of a model's way to its answer; they are kept with it, and are no part of what it says."""

# -- the model's answer -----------------------------------------------------------------------------------------------


def generation_of(generations: Sequence[LangChainGeneration], parsed_as: type[BaseModel] | None = None) -> Generation:
    """What a model returned, with all of it as payload; an answer that JSON cannot hold is marked `NOT_KEPT`.

    Args:
        generations: The answers, one or more.
        parsed_as: The class of the objects that the provider made of them, where the call named one.
    """
    reasons = [_finish_reason(generation) for generation in generations]
    broken = [reason for reason in reasons if not is_whole(Generation("", finish_reason=reason))]
    payload = _payload_of(generations, parsed_as)
    reason = NOT_KEPT if payload is None else (broken or reasons)[0]
    return Generation(generations[0].text or calls_text(generations[0]), usage_of(generations), reason, payload)


def calls_text(generation: LangChainGeneration) -> str:
    """Tool calls as a text, for the engine, which keeps no answer without one; empty where there are none."""
    calls = getattr(generation.message, "tool_calls", ()) if isinstance(generation, ChatGeneration) else ()
    named = [{"name": call["name"], "args": call["args"]} for call in calls]
    return json.dumps(named, sort_keys=True, ensure_ascii=False, default=repr) if named else ""


def generation_for(
    request: Request, generations: Sequence[LangChainGeneration], parsed_as: type[BaseModel] | None = None
) -> Generation:
    """The same, of an answer the engine itself asked for.

    One that is more than a text must not be stored where its steps may serve other requests.
    """
    generation = generation_of(generations, parsed_as)
    if request.reuse is Reuse.STEPS and not is_plain_text(generations):
        return replace(generation, text=generations[0].text, finish_reason=NOT_KEPT)
    return generation


def kept_exactly(
    request: Request, answer: Answer, generations: Sequence[LangChainGeneration]
) -> tuple[Request, Generation] | None:
    """What to store for the very same request only: an answer of more than text that nobody announced; or None."""
    is_fit = answer.outcome in {Outcome.MISS, Outcome.SKIP} and (not answer.task or answer.verified)
    if request.reuse is not Reuse.STEPS or not is_fit or answer.record_id or is_plain_text(generations):
        return None
    return replace(request, reuse=Reuse.EXACT), generation_of(generations)


def is_plain_text(generations: Sequence[LangChainGeneration]) -> bool:
    """Whether the answer is one text and nothing else, so that its steps may serve other requests."""
    return len(generations) == 1 and _is_text_only(generations[0])


def message_generation(result: object) -> ChatGeneration:
    """What a Runnable returned, as a message.

    Raises:
        TypeError: It is neither a message nor a text.
    """
    if isinstance(result, AIMessage):
        return ChatGeneration(message=result)
    if isinstance(result, str):
        return ChatGeneration(message=AIMessage(content=result))
    raise TypeError(f"the model gave a {type(result).__name__}, neither a message nor a text")


def _is_text_only(generation: LangChainGeneration) -> bool:
    if not isinstance(generation, ChatGeneration):
        return True
    message = generation.message
    blocks = [] if isinstance(message.content, str) else message.content
    calls = isinstance(message, AIMessage) and (message.tool_calls or message.invalid_tool_calls)
    structured = any(message.additional_kwargs.get(name) for name in ("parsed", "tool_calls", "function_call", "audio"))
    return not calls and not structured and all(is_text_block(block) or _is_thought(block) for block in blocks)


def _is_thought(block: object) -> bool:
    return isinstance(block, Mapping) and block.get("type") in _THOUGHTS


def _finish_reason(generation: LangChainGeneration) -> str:
    reported: dict[str, Any] = {**(generation.generation_info or {})}
    if isinstance(generation, ChatGeneration):
        message = generation.message
        reported |= message.response_metadata
        blocks = message.content if isinstance(message.content, list) else []
        refused = any(isinstance(block, Mapping) and block.get("type") == "refusal" for block in blocks)
        if refused or message.additional_kwargs.get("refusal"):
            return "refusal"
        if isinstance(message, AIMessage) and message.invalid_tool_calls:
            return "invalid"
    for name in ("finish_reason", "stop_reason", "stopReason", "done_reason", "status"):
        if isinstance(reported.get(name), str):
            return str(reported[name])
    # OpenAI's servers say at the end why they end: a stream that never did was cut off.
    return NOT_KEPT if reported.get("model_provider") == "openai" else "stop"


def usage_of(generations: Sequence[LangChainGeneration]) -> Usage:
    """The tokens that the messages say they cost."""
    return sum((_usage_of_one(generation) for generation in generations), NO_USAGE)


def _usage_of_one(generation: LangChainGeneration) -> Usage:
    if not isinstance(generation, ChatGeneration) or not isinstance(generation.message, AIMessage):
        return NO_USAGE
    usage: Mapping[str, Any] = generation.message.usage_metadata or {}
    if "input_tokens" in usage:
        return Usage(_count(usage.get("input_tokens")), _count(usage.get("output_tokens")))
    return spent_in(generation.message.response_metadata)


def spent_in(reported: Mapping[str, Any]) -> Usage:
    """The tokens of a model's own account, where it gives one; what is no number counts for nothing."""
    tokens = reported.get("token_usage")
    if not isinstance(tokens, Mapping):
        return NO_USAGE
    return Usage(_count(tokens.get("prompt_tokens")), _count(tokens.get("completion_tokens")))


def _count(value: object) -> int:
    return value if isinstance(value, int) else 0


def _payload_of(generations: Sequence[LangChainGeneration], parsed_as: type[BaseModel] | None) -> Any:
    """The generations as JSON, or None where they would not come back equal."""
    try:
        packed = [_packed(generation) for generation in generations]
        payload = json.loads(json.dumps({"schema": _PAYLOAD_SCHEMA, "generations": packed}))
        rebuilt = _generations_of(payload, parsed_as)
    except (ValueError, TypeError, RecursionError):
        return None
    return payload if rebuilt == [_without_id(generation) for generation in generations] else None


def _packed(generation: LangChainGeneration) -> dict[str, Any]:
    if not isinstance(generation, ChatGeneration):
        return {"text": generation.text, "info": generation.generation_info}
    message = generation.message
    parsed = message.additional_kwargs.get("parsed")
    if not isinstance(parsed, BaseModel):
        dumped = message.model_dump(mode="json", exclude={"id"}, warnings=False)
        return {"message": dumped, "info": generation.generation_info}
    rest = {name: value for name, value in message.additional_kwargs.items() if name != "parsed"}
    message = message.model_copy(update={"additional_kwargs": rest})
    return {
        "message": message.model_dump(mode="json", exclude={"id"}, warnings=False),
        "info": generation.generation_info,
        "parsed": parsed.model_dump(mode="json", by_alias=True),
    }


def _without_id(generation: LangChainGeneration) -> LangChainGeneration:
    if type(generation) is GenerationChunk:
        return LangChainGeneration(text=generation.text, generation_info=generation.generation_info)
    if not isinstance(generation, ChatGeneration):
        return generation
    message = generation.message.model_copy(update={"id": None})
    return ChatGeneration(message=message, generation_info=generation.generation_info)


def _generations_of(payload: Any, parsed_as: type[BaseModel] | None) -> list[LangChainGeneration]:
    """The generations of a payload.

    Raises:
        ValueError: It is none.
    """
    match payload:
        case {"schema": schema, "generations": [_, *_] as packed} if schema == _PAYLOAD_SCHEMA:
            return [_unpacked(one, parsed_as) for one in packed]
    raise ValueError("the payload of the record is not one of this version")


def _unpacked(packed: Any, parsed_as: type[BaseModel] | None) -> LangChainGeneration:
    match packed:
        case {"message": dict() as fields, "info": dict() | None as info, "parsed": parsed} if parsed_as is not None:
            message = AIMessage.model_validate(fields)
            message.additional_kwargs["parsed"] = parsed_as.model_validate(parsed)
            return ChatGeneration(message=message, generation_info=info)
        case {"parsed": _}:
            raise ValueError("the payload of the record holds an object, and its class was not given")
        case {"message": dict() as message, "info": dict() | None as info}:
            return ChatGeneration(message=AIMessage.model_validate(message), generation_info=info)
        case {"text": str() as text, "info": dict() | None as info}:
            return LangChainGeneration(text=text, generation_info=info)
    raise ValueError("the payload of the record holds something else than generations")


# -- the answer that is served ----------------------------------------------------------------------------------------


class UnreadableRecordError(ValueError):
    """The payload of a record is of another make, or no longer fits the class it is to become."""


def served_generations(
    answer: Answer, *, chat: bool, parsed_as: type[BaseModel] | None = None
) -> list[LangChainGeneration]:
    """An answer as LangChain takes it: new objects that nobody else holds, messages without an id.

    The payload is used where it is the answer's own; where StepCache changed the text, the text wins.

    Args:
        answer: The engine's.
        chat: Whether messages are wanted, or texts.
        parsed_as: What the provider makes of its answers, to make it again.

    Raises:
        UnreadableRecordError: The payload is none of ours.
    """
    if (answer.outcome is Outcome.EXACT or answer.outcome in FROM_MODEL) and answer.payload is not None:
        try:
            generations = _generations_of(answer.payload, parsed_as)
        except (ValueError, TypeError) as error:
            raise UnreadableRecordError(f"the payload of the record cannot be read: {type(error).__name__}") from error
        if is_own(answer, generations):
            return accounted(generations, answer)
    return fresh_chat_generations(answer) if chat else [LangChainGeneration(text=answer.text)]


def is_own(answer: Answer, generations: Sequence[LangChainGeneration]) -> bool:
    """Whether the answer is these generations; where a task had a say, its text may be another by now."""
    return not answer.task or generations[0].text == answer.text


def fresh_chat_generations(answer: Answer) -> list[LangChainGeneration]:
    """An answer as a message of its text alone."""
    return accounted([ChatGeneration(message=AIMessage(content=answer.text))], answer)


def accounted(generations: Sequence[LangChainGeneration], answer: Answer) -> list[LangChainGeneration]:
    """The generations with what the request really cost, and how it was answered, in the messages' metadata."""
    keep_usage = answer.outcome in FROM_MODEL and (answer.usage in (NO_USAGE, usage_of(generations)))
    return [_accounted(generation, answer, keep_usage) for generation in generations]


def _accounted(generation: LangChainGeneration, answer: Answer, keep_usage: bool) -> LangChainGeneration:
    if not isinstance(generation, ChatGeneration) or not isinstance(generation.message, AIMessage):
        return generation
    metadata = {**generation.message.response_metadata, "stepcache": account_of(answer)}
    update: dict[str, Any] = {"response_metadata": metadata}
    if not keep_usage:
        update["usage_metadata"] = usage_metadata(answer.usage)
    message = generation.message.model_copy(update=update)
    return ChatGeneration(message=message, generation_info=generation.generation_info)


def account_of(answer: Answer) -> dict[str, Any]:
    """How a request was answered, and what that saved, as JSON."""
    return {
        "outcome": answer.outcome.value,
        "task": answer.task,
        "steps": dict(Counter(step.source.value for step in answer.steps)),
        "saved_tokens": answer.saved.total_tokens,
        "record_id": answer.record_id,
    }


def usage_metadata(usage: Usage) -> UsageMetadata:
    """Tokens as LangChain counts them."""
    return UsageMetadata(
        input_tokens=usage.prompt_tokens, output_tokens=usage.completion_tokens, total_tokens=usage.total_tokens
    )
