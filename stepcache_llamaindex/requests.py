"""LlamaIndex's prompts, messages, arguments and LLM settings as the engine's requests, and back."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any

from llama_index.core.base.llms.generic_utils import messages_to_prompt as generic_messages_to_prompt
from llama_index.core.base.llms.types import ChatMessage, TextBlock, ThinkingBlock, ToolCallBlock
from llama_index.core.llms.llm import LLM, default_completion_to_prompt
from llama_index.core.prompts import BasePromptTemplate
from pydantic import AnyUrl, BaseModel

from stepcache_core.delta import without_courtesies
from stepcache_core.model import Message, Request, Reuse
from stepcache_core.model_settings import (
    SAMPLING,
    address_of,
    changes_by_itself,
    keeps_what_it_did,
    require_no_conversation_elsewhere,
    without_credentials,
)
from stepcache_core.partition import UnkeyableError, canonical, is_found_by_name, keys_of
from stepcache_llamaindex.forms import output_class

_SHAPES_THE_ANSWER = frozenset(
    "stop stop_sequences logprobs top_logprobs response_format response_mime_type response_schema format json_mode "
    "grammar guided_json tools mcp_servers functions tool_choice modalities".split()
)
_TRANSPORT = frozenset(
    "callback_manager rate_limiter timeout request_timeout max_retries reuse_client http_client async_http_client "
    "verbose keep_alive".split()
)
"""Fields that decide nothing."""
_BEFORE = frozenset(
    "output_parser pydantic_program_mode query_wrapper_prompt messages_to_prompt completion_to_prompt".split()
)
"""Fields of the LLM asked that are used before a primitive is called, and so show in what it is given."""
_SECRET = re.compile(
    r"_?(?:\w{1,40}_)?(?:api_?key|secret|password|credentials?|key_id|access_key|(?:access|auth|session|bearer|id"
    r"|refresh|security)_token)|_?token|_?secret_\w{1,40}"
)
_CLIENT = re.compile(r"_?a?client|\w{0,40}_client")
_MAX_TEMPLATE = 20_000
_MAX_DEPTH = 20

# -- the query of a prompt template -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Query:
    """The user's query inside a template that has a context beside it.

    Attributes:
        text: The query.
        may_be_rephrased: Whether the template asks for what the query asks, and not for something about its wording,
            as "translate: {query_str}" would.
    """

    text: str
    may_be_rephrased: bool


_query: ContextVar[Query | None] = ContextVar("stepcache_llamaindex_query", default=None)


@contextmanager
def asking(llm: LLM, prompt: BasePromptTemplate, arguments: Mapping[str, Any]) -> Iterator[None]:
    """While a template is asked: which part of the text it makes is the user's query, where the rest is context.

    Requests of such a template may differ in the query only; the context is compared for equality, and no embedding
    sees it.
    """
    token = _query.set(_query_of(llm, prompt, arguments))
    try:
        yield
    finally:
        _query.reset(token)


def _query_of(llm: LLM, prompt: BasePromptTemplate, arguments: Mapping[str, Any]) -> Query | None:
    given = {**prompt.kwargs, **arguments}
    if not any("context" in name for name in given):  # context_str, context_msg, context_messages
        return None
    # The core knows whether a "please" may be part of what is asked; here it must not, in what the query stands in.
    polite = f"Please, {str(prompt.get_template(llm=llm)).strip()[:_MAX_TEMPLATE]}"
    return Query(str(given.get("query_str", "")), not without_courtesies(polite).startswith("Please"))


# -- a call -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scope:
    """Who may share answers.

    Attributes:
        namespace: The namespace.
        addresses: Where the clients point that an LLM was given ready made; its own settings do not say it.
    """

    namespace: str
    addresses: tuple[str, ...] = ()

    @classmethod
    def of(cls, llm: LLM, namespace: str) -> Scope:
        """The scope of an LLM as it is when it is wrapped; clients that it makes later follow its settings."""
        clients = [value for name, value in (llm.__pydantic_private__ or {}).items() if _CLIENT.fullmatch(name)]
        said = {str(getattr(llm, name)).rstrip("/") for name in type(llm).model_fields}
        return cls(namespace, tuple(sorted({address_of(client) for client in clients} - said - {""})))


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a primitive.

    Attributes:
        request: As the engine knows it.
        messages: What the caller gave to `chat` or one of its kin.
        prompt: What the caller gave to `complete` or one of its kin; None in a chat.
        key: The request's exact key; empty where it has none.
        refusal: Why it passes by the cache; empty where it does not.
        output: The class of the object that the caller makes of the answer.
    """

    request: Request
    messages: Sequence[ChatMessage] = ()
    prompt: str | None = None
    key: str = ""
    refusal: str = ""
    output: type[BaseModel] | None = None

    @property
    def is_chat(self) -> bool:
        """Whether it is of the `chat` family, and not of `complete`."""
        return self.prompt is None

    @property
    def is_free(self) -> bool:
        """Whether its answer is one text, whose steps may serve other requests."""
        return self.request.reuse is Reuse.STEPS

    @property
    def given(self) -> Any:
        """What the caller gave."""
        return self.messages if self.prompt is None else self.prompt

    @property
    def characters(self) -> int:
        """Characters of text in what was given."""
        return sum(len(message.content or "") for message in self.messages) + len(self.prompt or "")

    def asked(self, asked: Request) -> Any:
        """What the wrapped LLM is given for a request that differs from this call's in the last user text at most."""
        if asked.prompt == self.request.prompt:
            return self.given
        text = _refilled(asked)
        if self.prompt is not None:
            return text
        *before, last = self.messages
        others = [block for block in last.blocks if not isinstance(block, TextBlock)]
        return [*before, last.model_copy(update={"blocks": [TextBlock(text=text), *others]})]


def chat_call(llm: LLM, scope: Scope, messages: Sequence[ChatMessage], arguments: Mapping[str, Any]) -> Call:
    """A call of `chat` or of one of its kin."""
    output = output_class()
    try:
        own = llm.messages_to_prompt
        as_prompt = [own(messages)] if own is not None and own is not generic_messages_to_prompt else []
        operation = {"operation": "chat", "as_prompt": as_prompt}
        request = _request(llm, scope, [_message(message) for message in messages], arguments, operation)
        if not all(_is_plain(message) for message in messages):
            request = replace(request, reuse=Reuse.EXACT)
        return Call(request, messages, key=keys_of(request).exact, output=output)
    except Exception as error:  # noqa: BLE001  # the call is answered all the same, without the cache
        return Call(Request.of_undescribed(error, scope.namespace), messages, refusal=_refusal(error))


def completion_call(llm: LLM, scope: Scope, prompt: str, formatted: bool, arguments: Mapping[str, Any]) -> Call:
    """A call of `complete` or of one of its kin."""
    output = output_class()
    try:
        own = llm.completion_to_prompt
        as_prompt = [own(prompt)] if own is not None and own is not default_completion_to_prompt else []
        operation = {"operation": "complete", "formatted": formatted, "as_prompt": as_prompt}
        request = _request(llm, scope, [Message("user", prompt)], arguments, operation)
        return Call(request, prompt=prompt, key=keys_of(request).exact, output=output)
    except Exception as error:  # noqa: BLE001  # as in chat_call
        return Call(Request.of_undescribed(error, scope.namespace), prompt=prompt, refusal=_refusal(error))


def _request(
    llm: LLM,
    scope: Scope,
    messages: Sequence[Message],
    arguments: Mapping[str, Any],
    operation: Mapping[str, Any],
) -> Request:
    """The request of a call.

    Raises:
        UnkeyableError: Something in it has no stable form.
    """
    require_no_conversation_elsewhere(llm.__dict__, arguments)
    settings = _settings(llm)
    tools = _described_tools(arguments.get("tools"))
    others = {name: value for name, value in arguments.items() if name != "tools"}
    query = _query.get()
    framed = tuple(messages) if query is None else _framed(query.text, messages)
    free = not tools and others.keys() <= SAMPLING and not _shapes_the_answer(settings)
    if query is not None and (len(framed) == len(messages) or not query.may_be_rephrased):
        free = False
    return Request(
        messages=framed,
        namespace=scope.namespace,
        model=_identity(llm, scope, settings),
        params={**others, "stepcache_call": operation},
        tools=tools,
        reuse=Reuse.STEPS if free else Reuse.EXACT,
    )


def _refusal(error: Exception) -> str:
    return str(error) if isinstance(error, UnkeyableError) else type(error).__name__


# -- messages ---------------------------------------------------------------------------------------------------------


def _message(message: ChatMessage) -> Message:
    """A message with all that decides an answer.

    Raises:
        UnkeyableError: It holds what has no stable form, or refers to a file or an address.
    """
    layout = [_block(block) for block in message.blocks]
    extra: dict[str, Any] = {}
    if layout not in ([], [["text"]]):
        extra["blocks"] = layout
        extra["lengths"] = [len(block.text) for block in message.blocks if type(block) is TextBlock]
    if message.additional_kwargs:
        extra["arguments"] = canonical(message.additional_kwargs)
    return Message(message.role.value, message.content or "", extra or None)


def _block(block: Any) -> Any:
    if type(block) is TextBlock:
        return ["text"]
    fields = block.model_dump()
    if not isinstance(block, ToolCallBlock):  # what a tool is given is content itself, whatever its name
        _require_own_content(fields)
    own = {name: str(value).encode() if isinstance(value, AnyUrl) else value for name, value in fields.items()}
    return [type(block).__name__, canonical(own)]


def _require_own_content(fields: Any) -> None:
    """Refuse a block that stands for content kept elsewhere, which may change under the same name."""
    if isinstance(fields, Mapping):
        for name, value in fields.items():
            if name in {"path", "url"} and value is not None and not str(value).startswith("data:"):
                raise UnkeyableError(f"a message refers to content by its {name}")
            _require_own_content(value)
    elif isinstance(fields, list):
        for item in fields:
            _require_own_content(item)


def _is_plain(message: ChatMessage) -> bool:
    """Whether a message is no part of a conversation with tools, nor of a model's reasoning."""
    if message.role.value in {"tool", "function"} or "tool_calls" in message.additional_kwargs:
        return False
    return not any(isinstance(block, ToolCallBlock | ThinkingBlock) for block in message.blocks)


def _framed(query: str, messages: Sequence[Message]) -> tuple[Message, ...]:
    """The messages, with what surrounds the query made part of the history; as they are where it is not found."""
    *before, last = messages
    start, found, end = last.content.rpartition(query) if query.strip() else ("", "", "")
    if not found or last.role != "user" or last.extra is not None:
        return tuple(messages)
    # A role of its own: no task takes a request with such a message for a bare question.
    return (*before, Message("frame", start, {"end": end}), replace(last, content=query))


def _refilled(request: Request) -> str:
    """The last user text as the model sees it."""
    match request.messages:
        case (*_, Message(role="frame", content=start, extra={"end": str() as end}), Message(content=query)):
            return f"{start}{query}{end}"
    return request.prompt


def _described_tools(tools: Any) -> tuple[Mapping[str, Any], ...]:
    """Tools as schemas, whether they come as such or as LlamaIndex's tool objects.

    Raises:
        UnkeyableError: One is neither.
    """
    described: list[Mapping[str, Any]] = []
    for tool in tools or ():
        describe: Callable[..., Any] | None = getattr(getattr(tool, "metadata", None), "to_openai_tool", None)
        schema = describe(skip_length_check=True) if describe is not None else tool
        if not isinstance(schema, Mapping):
            raise UnkeyableError(f"a tool of type {type(tool).__name__} has no schema")
        described.append(schema)
    return tuple(described)


# -- the LLM ----------------------------------------------------------------------------------------------------------


def _settings(llm: LLM, depth: int = 0) -> dict[str, Any]:
    """All that an LLM is set to, as it is now; credentials, clients and limits of time left out.

    Args:
        llm: The LLM.
        depth: How many others hold it; 0 for the one that is asked.

    Raises:
        UnkeyableError: A setting has no stable form.
    """
    if getattr(llm, "context_window", None) == -1:
        # Ollama asks its server at first use and then keeps the answer in the field: the first call's key must not
        # differ from those of all later ones.
        _ = llm.metadata
    left_out = _TRANSPORT if depth else _TRANSPORT | _BEFORE
    own = {name: getattr(llm, name) for name in type(llm).model_fields if name not in left_out}
    own |= llm.__pydantic_extra__ or {}
    private = {name: value for name, value in (llm.__pydantic_private__ or {}).items() if name != "_stepcache"}
    settings = {
        **{name: value for name, value in own.items() if not keeps_what_it_did(name, value)},
        **{name: value for name, value in private.items() if not changes_by_itself(name.lstrip("_"))},
    }
    return {
        name: _described(_public(name, value), depth)
        for name, value in settings.items()
        if not _SECRET.fullmatch(name) and not _CLIENT.fullmatch(name) and not hasattr(value, "get_secret_value")
    }


def _described(value: Any, depth: int = 0) -> Any:
    """A setting in canonical form; LLMs in it by all that they are set to themselves.

    Raises:
        UnkeyableError: It has no stable form.
    """
    if depth > _MAX_DEPTH:
        raise UnkeyableError("an LLM holds itself")
    match value:
        case LLM():
            kind = type(value)
            return ["llm", kind.__module__, kind.__qualname__, sorted(_settings(value, depth + 1).items())]
        case list() | tuple() if any(isinstance(item, LLM) for item in value):
            return ["list", [_described(item, depth + 1) for item in value]]
        case Mapping() if any(isinstance(item, LLM) for item in value.values()):
            return ["map", sorted([str(key), _described(item, depth + 1)] for key, item in value.items())]
    return canonical(value)


def _public(name: str, value: Any) -> Any:
    of_llama_index = str(getattr(value, "__module__", "")).startswith("llama_index.core.")
    if of_llama_index and hasattr(value, "__qualname__") and is_found_by_name(value):
        return ["function", value.__module__, value.__qualname__]
    return without_credentials(name, value)


def _identity(llm: LLM, scope: Scope, settings: Mapping[str, Any]) -> str:
    kind = type(llm)
    known = [kind.__module__, kind.__qualname__, scope.addresses, sorted(settings.items())]
    text = json.dumps(known, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _shapes_the_answer(settings: Mapping[str, Any]) -> bool:
    """Whether an LLM is set up to give anything but one free text. `settings` are in canonical form."""
    named = [*settings.items(), *_items(settings.get("additional_kwargs")), *_items(settings.get("model_kwargs"))]
    for name, value in list(named):
        if name == "extra_body":
            named += _items(value)
    nothing = (None, False, "", ["int", "0x0"], ["map", []], ["list", []])
    return any(name in _SHAPES_THE_ANSWER and value not in nothing for name, value in named)


def _items(value: Any) -> list[Any]:
    """The items of a mapping in canonical form."""
    return value[1] if isinstance(value, list) and value[:1] == ["map"] else []
