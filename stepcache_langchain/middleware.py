"""`StepCacheMiddleware`: the cache round the model calls of an agent made by `langchain.agents.create_agent`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import Context, copy_context
from dataclasses import replace
from typing import Any

from langchain.agents.middleware import AgentMiddleware, ModelRequest, ModelResponse
from langchain.agents.structured_output import AutoStrategy, ProviderStrategy, ToolStrategy
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration
from langchain_core.runnables import ensure_config
from langchain_core.runnables.config import set_config_context
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import TypeAdapter

from stepcache_core.facade import StepCacheEngine
from stepcache_core.model import Answer, Generation, Outcome, Request, Reuse
from stepcache_langchain import convert, generations
from stepcache_langchain.calls import request_of_call, require_engine
from stepcache_langchain.chat_model import StepCacheChatModel
from stepcache_langchain.tenancy import Namespace, require_namespace

_PAYLOAD_SCHEMA = "agent 1"


class StepCacheMiddleware(AgentMiddleware[Any, Any, Any]):
    """Answers an agent's model calls from the cache.

    A call with tools or a structured response is answered from the same call only: its tool calls keep their ids, its
    message gets a new one, and the structured response is made anew. The tools themselves always run. A call
    without them is answered from verified steps, patched and checked, as by `StepCacheChatModel`.

    Put it after (inside of) middleware that changes requests or the model, as a fallback does, and before (outside of)
    retries. Of a fallback inside of it nothing is known: its answers would be kept as the primary model's.

    Args:
        engine: Where answers are looked up and kept; it may be shared.
        namespace: Who may share; a function reads it from the `RunnableConfig` of the agent's run.

    Example:
        ```python
        agent = create_agent(model, tools, middleware=[StepCacheMiddleware(StepCacheEngine())])
        ```
    """

    def __init__(self, engine: StepCacheEngine, namespace: Namespace = "default") -> None:
        super().__init__()
        require_engine("StepCacheMiddleware", engine)
        require_namespace("StepCacheMiddleware", namespace)
        self.engine = engine
        self.namespace = namespace

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        """Answer a model call; `handler` is called only where the model is needed."""
        call = _Call(request, self.namespace)

        def generate(asked: Request) -> Generation:
            held = call.is_ours(asked) or (call.may_be_judged and bool(self.engine.explain(call.asked).task))
            with _hidden() if held else nullcontext(copy_context()) as context:
                return call.take(context.run(handler, call.sent(asked)))

        answer = self.engine.answer(call.asked, generate)
        try:
            response = call.response(answer)
        except generations.UnreadableRecordError:
            answer = self.engine.answer(replace(call.asked, reuse=Reuse.NEVER), generate)
            response = call.response(answer)
            self.engine.store(call.asked, call.generation())
        if kept := call.kept_exactly(answer):
            self.engine.store(*kept)
        return response

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """The asynchronous twin of `wrap_model_call`."""
        call = _Call(request, self.namespace)

        async def generate(asked: Request) -> Generation:
            held = call.is_ours(asked) or (call.may_be_judged and bool((await self.engine.aexplain(call.asked)).task))
            with _hidden() if held else nullcontext(copy_context()) as context:
                return call.take(await asyncio.create_task(_awaited(handler(call.sent(asked))), context=context))

        answer = await self.engine.aanswer(call.asked, generate)
        try:
            response = call.response(answer)
        except generations.UnreadableRecordError:
            answer = await self.engine.aanswer(replace(call.asked, reuse=Reuse.NEVER), generate)
            response = call.response(answer)
            await self.engine.astore(call.asked, call.generation())
        if kept := call.kept_exactly(answer):
            await self.engine.astore(*kept)
        return response


class _Call:
    """One model call of an agent, as the engine sees it, and what came of it."""

    def __init__(self, request: ModelRequest[Any], namespace: Namespace) -> None:
        self._request = request
        self._schemas = [spec.schema for spec in _specs(request.response_format)]
        self._agent = ensure_config().get("metadata", {}).get("lc_agent_name")
        self._responses: list[ModelResponse[Any]] = []
        self.asked = self._as_asked(namespace)

    def _as_asked(self, namespace: Namespace) -> Request:
        given = self._request
        messages = [*([given.system_message] if given.system_message else []), *given.messages]
        model = given.model.llm if isinstance(given.model, StepCacheChatModel) else given.model
        try:
            arguments = {
                **given.model_settings,
                **({"tools": [_tool(tool) for tool in given.tools]} if given.tools else {}),
                **({"tool_choice": given.tool_choice} if given.tool_choice is not None else {}),
                **({"response_format": _described(given.response_format)} if given.response_format else {}),
            }
        except Exception as error:  # noqa: BLE001  # a tool or schema without a description: the model answers, and is not kept
            return Request.of_undescribed(error)
        asked = request_of_call(model, lambda: convert.core_messages(messages), namespace, None, arguments)
        # The agent's name is on its messages.
        return replace(asked, params={**asked.params, "agent": self._agent}) if asked.messages else asked

    def sent(self, asked: Request) -> ModelRequest[Any]:
        """The request for the model: the agent's own, or one that differs in the last user text."""
        if not self.asked.messages or asked.prompt == self.asked.prompt:
            return self._request
        return self._request.override(
            messages=convert.with_last_text(self._request.messages, self.asked, asked)  # type: ignore[arg-type]
        )

    def is_ours(self, asked: Request) -> bool:
        """Whether what the model writes now is not what the user asked, but a patch or a repair."""
        return asked.prompt != self.asked.prompt

    @property
    def may_be_judged(self) -> bool:
        """Whether a task may find the model's answer wrong, so that its tokens must not be shown before that."""
        return self.asked.reuse is Reuse.STEPS

    def take(self, response: ModelResponse[Any]) -> Generation:
        """Take the model's answer; the engine's view of it."""
        self._responses.append(response)
        return self._generation(response)

    def generation(self) -> Generation:
        """The engine's view of the first answer taken."""
        return self._generation(self._responses[0])

    def kept_exactly(self, answer: Answer) -> tuple[Request, Generation] | None:
        """As the function of this name in `generations`, of the first response."""
        if not self._responses or not generations.kept_exactly(self.asked, answer, _chat(self._responses[0])):
            return None
        exact = replace(self.asked, reuse=Reuse.EXACT)
        return exact, self._generation(self._responses[0], exact)

    def response(self, answer: Answer) -> ModelResponse[Any]:
        """What the agent gets.

        Raises:
            UnreadableRecordError: The record cannot be read.
        """
        if self._responses and answer.outcome in generations.FROM_MODEL:
            own = self._responses[0]
            if generations.is_own(answer, _chat(own)):
                return replace(own, result=_accounted(own.result, answer))
        if answer.outcome is Outcome.EXACT and answer.payload is not None:
            try:
                kept = self._unpacked(answer.payload)
            except (ValueError, TypeError, LookupError) as error:
                raise generations.UnreadableRecordError("the payload of the record cannot be read") from error
            if generations.is_own(answer, _chat(kept)):
                return replace(kept, result=_accounted(kept.result, answer))
        (generation,) = generations.fresh_chat_generations(answer)
        return ModelResponse(result=[_message(generation).model_copy(update={"name": self._agent})])

    def _generation(self, response: ModelResponse[Any], request: Request | None = None) -> Generation:
        generation = generations.generation_for(request or self.asked, _chat(response))
        if generation.payload is None:
            return generation
        payload = self._packed(response)
        return replace(
            generation, payload=payload, finish_reason=generation.finish_reason if payload else generations.NOT_KEPT
        )

    def _packed(self, response: ModelResponse[Any]) -> Any:
        """The response as JSON, or None where it would not come back equal, or did not fit the schema asked for."""
        first, *others = response.result
        if any(not isinstance(message, ToolMessage) for message in others):
            return None
        if others and response.structured_response is None:
            return None
        payload: dict[str, Any] = {
            "schema": _PAYLOAD_SCHEMA,
            "message": first.model_dump(mode="json", exclude={"id"}, warnings=False),
            "tool_messages": [message.model_dump(mode="json", exclude={"id"}) for message in others],
        }
        if response.structured_response is not None:
            for index, schema in enumerate(self._schemas):
                packed = _as_json(schema, response.structured_response)
                if packed is not None:
                    payload["structured"] = {"schema": index, "value": packed[0]}
                    return payload
            return None
        return payload

    def _unpacked(self, payload: Any) -> ModelResponse[Any]:
        """The response of a payload.

        Raises:
            ValueError: It is none of ours.
        """
        match payload:
            case {"schema": schema, "message": dict() as message, "tool_messages": list() as others} if (
                schema == _PAYLOAD_SCHEMA
            ):
                structured = payload.get("structured")
                return ModelResponse(
                    result=[AIMessage.model_validate(message), *map(ToolMessage.model_validate, others)],
                    structured_response=structured
                    and _adapter(self._schemas[structured["schema"]]).validate_python(structured["value"]),
                )
        raise ValueError("the payload of the record is not a model call of an agent")


@contextmanager
def _hidden() -> Iterator[Context]:
    """A context in which LangGraph does not show a model's tokens: they are not yet known to be right."""
    config = ensure_config()
    with set_config_context({**config, "tags": [*config.get("tags", []), "nostream"]}) as context:
        yield context


async def _awaited(response: Awaitable[ModelResponse[Any]]) -> ModelResponse[Any]:
    return await response


def _chat(response: ModelResponse[Any]) -> list[ChatGeneration]:
    return [ChatGeneration(message=message) for message in response.result[:1]]


def _message(generation: Any) -> BaseMessage:
    message: BaseMessage = generation.message
    return message


def _accounted(messages: Sequence[BaseMessage], answer: Answer) -> list[BaseMessage]:
    first, *others = messages
    (generation,) = generations.accounted([ChatGeneration(message=first)], answer)
    return [_message(generation), *others]


def _tool(tool: Any) -> dict[str, Any]:
    """A tool's description. One that a provider defines itself is a dict already."""
    return tool if isinstance(tool, dict) else convert_to_openai_tool(tool)


def _specs(response_format: Any) -> list[Any]:
    """What a structured response may be: a schema each, as the model is told it."""
    match response_format:
        case None:
            return []
        case ToolStrategy():
            return list(response_format.schema_specs)
        case ProviderStrategy():
            return [response_format.schema_spec]
        case AutoStrategy():
            return _specs(ToolStrategy(response_format.schema))
    return _specs(ToolStrategy(response_format))


def _described(response_format: Any) -> dict[str, Any]:
    """What decides an answer of a response format: how the model is asked for it, and its schemas."""
    schemas = [
        # A dict without a title is named at random.
        [None if isinstance(one.schema, dict) else one.name, one.description, one.strict, one.json_schema]
        for one in _specs(response_format)
    ]
    content = getattr(response_format, "tool_message_content", None)
    return {"strategy": type(response_format).__name__, "schemas": schemas, "tool_message": content}


def _adapter(schema: Any) -> TypeAdapter[Any]:
    return TypeAdapter(dict[str, Any] if isinstance(schema, dict) else schema)


def _as_json(schema: Any, value: Any) -> tuple[Any] | None:
    """A structured response as JSON, or None where it is not of this schema or would not come back equal."""
    adapter = _adapter(schema)
    try:
        packed = adapter.dump_python(value, mode="json", by_alias=True, warnings="error")
        rebuilt = adapter.validate_python(packed)
    except (ValueError, TypeError):
        return None
    return (packed,) if type(rebuilt) is type(value) and rebuilt == value else None
