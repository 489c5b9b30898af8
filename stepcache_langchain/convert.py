"""LangChain's prompts and messages as the engine's requests, and back."""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from stepcache_core.model import Message, Request, Reuse
from stepcache_core.model_settings import KEPT_BY_THE_SERVER
from stepcache_core.partition import UnkeyableError, canonical
from stepcache_core.remembered import remembered

_CLASSES: Mapping[str, type[BaseMessage]] = {
    "human": HumanMessage,
    "HumanMessageChunk": HumanMessage,
    "ai": AIMessage,
    "AIMessageChunk": AIMessage,
    "system": SystemMessage,
    "SystemMessageChunk": SystemMessage,
    "tool": ToolMessage,
    "ToolMessageChunk": ToolMessage,
    "function": FunctionMessage,
    "chat": ChatMessage,
}
_ROLES: Mapping[type[BaseMessage], str] = {
    HumanMessage: "user",
    AIMessage: "assistant",
    SystemMessage: "system",
    ToolMessage: "tool",
    FunctionMessage: "function",
}
_LEFT_OUT = frozenset({"type", "content", "id", "response_metadata", "usage_metadata", "artifact", "example"})
"""Fields of a message that are keyed elsewhere, never reach a model, or vary from run to run."""
_CALLS = ("tool_calls", "invalid_tool_calls")
_CALL_IDS = frozenset({"id", "call_id", "tool_call_id", "tool_use_id"})

# -- the request ------------------------------------------------------------------------------------------------------

_MOST_ARGUMENTS = 200_000
_UNSTABLE = re.compile(r" at 0x[0-9a-fA-F]|<class '")
_CONVERSATION_ELSEWHERE = re.compile(
    rf"""['"](?:{"|".join(sorted(KEPT_BY_THE_SERVER))})['"][ ]?[,:][ ]?+(?!None|null|False|false|''|""|\{{\}})"""
)
_SHAPES_THE_ANSWER = re.compile(
    r"""['"](?:tools|functions|tool_choice|function_call|response_format|response_schema|response_mime_type"""
    r"""|json_schema|text_format|format|guided_\w{1,40}|grammar|modalities|logprobs|top_logprobs|stop|stop_sequences)['"]"""
    r"""[ ]?[,:][ ]?+(?!None|null|False|false|''|""|\[\]|\{\}|\(\))"""
    r"""|['"](?:n|best_of)['"][ ]?[,:][ ]?+(?![01]\b|None|null)"""
)


def request_of_prompt(prompt: str, llm_string: str, namespace: str) -> Request:
    """The request behind the two strings that LangChain gives a cache.

    The `llm_string` enters as a hash: it may hold header credentials. Where it names tools, an output format, stop
    words or several answers, the request is matched exactly only. It is not cacheable where the string holds an
    address in memory (it differs in each process) or the mere path of a class (an edited schema would share the key),
    nor where the model's server keeps the conversation.
    """
    reuse, digest = _read_llm_string(llm_string)
    nodes = _message_nodes(prompt)
    form = "text" if nodes is None else "chat"
    try:
        messages = (Message("user", prompt),) if nodes is None else _core_messages([_fields(node) for node in nodes])
    except UnkeyableError as error:
        return Request.of_undescribed(error, namespace)
    return Request(messages, namespace=namespace, model=f"{form}:{digest}", reuse=reuse)


@remembered(64, long=8_000)
def arguments_in(llm_string: str) -> Mapping[str, Any]:
    """The arguments of a call, which end the `llm_string` as Python writes them; none where they are not plain."""
    for written in (llm_string, llm_string.partition("---")[2], llm_string.rpartition("---")[2]):
        try:
            if len(written) <= _MOST_ARGUMENTS and written.startswith("[("):
                return dict(ast.literal_eval(written))
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            continue
    return {}


def is_chat(request: Request) -> bool:
    """Whether the prompt of `request_of_prompt` was the JSON of chat messages, and not a text."""
    return request.model.startswith("chat:")


@remembered(256, long=8_000)
def _read_llm_string(llm_string: str) -> tuple[Reuse, str]:
    digest = hashlib.sha256(llm_string.encode("utf-8", "surrogatepass")).hexdigest()
    if _UNSTABLE.search(llm_string) or _CONVERSATION_ELSEWHERE.search(llm_string):
        return Reuse.NEVER, digest
    return Reuse.EXACT if _SHAPES_THE_ANSWER.search(llm_string) else Reuse.STEPS, digest


def _message_nodes(prompt: str) -> list[dict[str, Any]] | None:
    """The serialised messages of a chat prompt, or None where the prompt is anything else."""
    if not prompt.startswith("["):
        return None
    try:
        nodes = json.loads(prompt)
    except (ValueError, RecursionError):
        return None
    return nodes if nodes and all(_is_message_node(node) for node in nodes) else None


def _is_message_node(node: object) -> bool:
    match node:
        case {
            "lc": 1,
            "type": "constructor",
            "id": list(),
            "kwargs": {"type": str() as kind, "content": str() | list()},
        }:
            return kind in _CLASSES
    return False


def _fields(node: Mapping[str, Any]) -> dict[str, Any]:
    """A serialised message's fields, without those that may hold any object at all."""
    kwargs = {name: value for name, value in node["kwargs"].items() if name not in {"artifact", "response_metadata"}}
    if _CLASSES[kwargs["type"]] is AIMessage and isinstance(kwargs.get("additional_kwargs"), dict):
        kwargs["additional_kwargs"] = {k: v for k, v in kwargs["additional_kwargs"].items() if k != "parsed"}
    plain: dict[str, Any] = _unescaped(kwargs)
    return plain


def _unescaped(value: Any) -> Any:
    """User data as it was before `langchain_core.load.dumps` escaped it.

    Raises:
        UnkeyableError: An object stands in it that JSON does not hold.
    """
    if isinstance(value, list):
        return [_unescaped(item) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"__lc_escaped__"}:
        return value["__lc_escaped__"]
    if "lc" in value:
        raise UnkeyableError("a message holds an object that its JSON does not describe")
    return {key: _unescaped(item) for key, item in value.items()}


def core_messages(messages: Sequence[BaseMessage]) -> tuple[Message, ...]:
    """LangChain's messages as the engine's.

    Raises:
        UnkeyableError: A message is of no known type, or holds what has no stable form.
    """
    return _core_messages([message.model_dump(exclude={"artifact", "response_metadata"}) for message in messages])


def _core_messages(messages: Sequence[dict[str, Any]]) -> tuple[Message, ...]:
    names = {call_id: f"call-{number}" for number, call_id in enumerate(dict.fromkeys(_call_ids(messages)), 1)}
    return tuple(_core_message(fields, names) for fields in messages)


def _call_ids(messages: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for fields in messages:
        for name in _CALLS:
            for call in fields.get(name) or ():
                if isinstance(call, Mapping) and isinstance(call.get("id"), str):
                    yield call["id"]


def _core_message(fields: Mapping[str, Any], names: Mapping[str, str]) -> Message:
    kind = _CLASSES.get(fields["type"])
    if kind is None:
        raise UnkeyableError(f"a message of type {fields['type']!r} is none that a model is sent")
    role = _ROLES.get(kind) or f"chat:{fields.get('role')}"
    text, layout = _text_and_layout(fields["content"], names)
    extra = {name: value for name, value in fields.items() if name not in _LEFT_OUT and _is_given(value)}
    calls = {name: [_named(call, names) for call in extra[name]] for name in _CALLS if name in extra}
    if kind is AIMessage and "additional_kwargs" in extra:
        given = extra.pop("additional_kwargs")
        again = {"parsed", "tool_calls"} if calls else {"parsed"}
        kept = {name: value for name, value in given.items() if name not in again and value is not None}
        extra |= {"additional_kwargs": kept} if kept else {}
    if "tool_call_id" in extra:
        extra |= _named({"tool_call_id": extra["tool_call_id"]}, names)
    extra |= calls
    if layout is not None:
        extra["content"] = layout
    return Message(role, text, extra or None)


def _is_given(value: object) -> bool:
    return value is not None and value not in ("", [], {})


def _text_and_layout(content: str | list[Any], names: Mapping[str, str]) -> tuple[str, list[Any] | None]:
    """A message's text, and what its content is besides: the other blocks as digests, never as data."""
    if isinstance(content, str):
        return content, None
    texts: list[str] = []
    layout: list[Any] = []
    for block in content:
        match block:
            case str() as text:
                texts.append(text)
                layout.append(["text", {}])
            case {"type": "text", "text": str() as text, **rest}:
                texts.append(text)
                layout.append(["text", _named(rest, names)])
            case _:
                layout.append(["sha256", _digest(_named(block, names))])
    if layout == [["text", {}]]:
        return texts[0], None
    if len(texts) > 1:
        layout.append(["lengths", [len(text) for text in texts]])
    return "\n".join(texts), layout


def _named(value: Any, names: Mapping[str, str]) -> Any:
    """A tool call or a content block without ids that vary from run to run; what it holds is not looked into."""
    if not isinstance(value, Mapping):
        return value
    return {
        key: ["call", names[item]] if key in _CALL_IDS and isinstance(item, str) and item in names else item
        for key, item in value.items()
        if not (key == "id" and isinstance(item, str) and item.startswith("lc_"))
    }


def _digest(value: Any) -> str:
    text = json.dumps(canonical(value), ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# -- what the model is sent -------------------------------------------------------------------------------------------


def model_input(prompt: str, request: Request, asked: Request) -> str | list[BaseMessage]:
    """What a model is sent for `asked`, the request of `prompt` or one that differs in the last user text."""
    nodes = _message_nodes(prompt)
    if nodes is None:
        return asked.prompt
    messages = [_CLASSES[node["kwargs"]["type"]].model_validate(_fields(node)) for node in nodes]
    return with_last_text(messages, request, asked)


def with_last_text(messages: Sequence[BaseMessage], request: Request, asked: Request) -> list[BaseMessage]:
    """The messages of `request`, with the last user text of `asked`; all else is as it was."""
    if asked.prompt == request.prompt:
        return list(messages)
    *before, last = messages
    return [*before, last.model_copy(update={"content": _with_text(last.content, asked.prompt)})]


def _with_text(content: str | list[Any], text: str) -> str | list[Any]:
    if isinstance(content, str):
        return text
    others = [block for block in content if not is_text_block(block)]
    at = next(index for index, block in enumerate(content) if is_text_block(block))
    return [*others[:at], {"type": "text", "text": text}, *others[at:]]


def is_text_block(block: object) -> bool:
    """Whether a block of a message's content is text."""
    return isinstance(block, str) or (isinstance(block, Mapping) and block.get("type") == "text")
