"""The request behind a call of a wrapped model: its identity and settings as they are now, and the call's arguments."""

from __future__ import annotations

import hashlib
import json
import re
import warnings
from collections.abc import Callable, Mapping, Sized
from dataclasses import replace
from functools import lru_cache
from typing import Any

from langchain_core.language_models import BaseChatModel, BaseLLM

from stepcache_core.model import Message, Request, Reuse
from stepcache_core.partition import canonical
from stepcache_langchain.tenancy import Namespace, namespace_of

_SETTINGS = (
    "model model_name deployment_name temperature top_p top_k min_p max_tokens max_completion_tokens max_output_tokens "
    "seed stop stop_sequences n best_of frequency_penalty presence_penalty repetition_penalty repeat_penalty "
    "logit_bias logprobs top_logprobs reasoning reasoning_effort thinking verbosity model_kwargs extra_body "
    "default_headers default_query base_url openai_api_base azure_endpoint openai_organization api_version "
    "response_format response_mime_type response_schema format system num_ctx num_predict mirostat safety_settings "
    "service_tier suffix"
).split()
"""Attributes that decide an answer under the names providers give them, read at each call beside the model's own
`_identifying_params`, which many leave empty."""

_DECIDES_NOTHING = re.compile(
    r"i|\w{0,40}(?:timeout|max_retries|api_?key|secret|password|credentials?|client|callback)\w{0,40}"
    r"|(?:access_|auth_|bearer_|hf_|\w{1,40}_api_)?token|streaming|stream_usage|stream_options|http_\w{1,40}"
)
"""Fields of a model's class that say how it is reached."""
_COUNTS_OR_KEEPS = re.compile(
    r"(?:\w{1,40}_)?(?:asked|calls?|counts?|counter|seen|log|logs|history|used|streamed)"
    r"|(?:total|used|spent|last|previous)_(?:calls?|tokens|cost|usage|response|prompt|message|error|run)s?"
)
"""Fields that keep what a model did, and so change by themselves, unless they hold yes or no."""
_MOST_ITEMS = 200

_SAMPLING = frozenset(
    "temperature top_p top_k min_p max_tokens max_completion_tokens max_output_tokens seed frequency_penalty "
    "presence_penalty repetition_penalty repeat_penalty model model_name timeout user".split()
)
"""Arguments of a call that leave the form of its answer alone; with any other, only the same request is reused."""

_DELIVERY = frozenset("stream stream_usage stream_options".split())
"""Arguments that say how an answer is brought, and nothing of what it is."""

_SHAPES_THE_ANSWER = frozenset(
    "stop stop_sequences logprobs top_logprobs response_format response_mime_type response_schema format tools "
    "functions tool_choice modalities suffix".split()
)


def request_of_call(
    llm: BaseChatModel | BaseLLM,
    messages: Callable[[], tuple[Message, ...]],
    namespace: Namespace,
    stop: list[str] | None,
    kwargs: Mapping[str, Any],
) -> Request:
    """The request of a call; one that passes by the cache where anything in it has no stable form."""
    arguments = {name: value for name, value in kwargs.items() if name not in _DELIVERY}
    tools = arguments.pop("tools", None)
    try:
        settings = settings_of(llm)
        canonical(kwargs)  # a class whose schema cannot be made raises here, and not in the engine
        request = Request(
            messages=messages(),
            namespace=namespace_of(namespace),
            model=identity_of(llm, settings),
            params={**arguments, "stop": stop},
            tools=tuple(tools) if isinstance(tools, list | tuple) else () if tools is None else ({"tools": tools},),
        )
    except Exception:  # noqa: BLE001  # the call is answered all the same; the ledger counts the bypass
        return Request((), reuse=Reuse.NEVER)
    is_free = not tools and arguments.keys() <= _SAMPLING and not stop and not shapes_the_answer(settings)
    return request if is_free else replace(request, reuse=Reuse.EXACT)


def warn_of_foreign_settings(wrapper: type[BaseChatModel | BaseLLM], given: object) -> None:
    """Warn of arguments that a wrapper does not know: most likely they are meant for the wrapped model."""
    if not isinstance(given, Mapping):
        return
    known = {name for field, about in wrapper.model_fields.items() for name in (field, about.alias) if name}
    foreign = sorted(name for name in given if not name.startswith("_") and name not in known)
    if foreign:
        named = ", ".join(foreign)
        warnings.warn(f"{wrapper.__name__}: {named}: without effect here; give it to the wrapped model", stacklevel=3)


def settings_of(llm: BaseChatModel | BaseLLM) -> dict[str, Any]:
    """A model's settings as they are now."""
    own = {name: getattr(llm, name) for name in _settings_of_class(type(llm))}
    extra = {name: value for name, value in (llm.model_extra or {}).items() if name in _SETTINGS}
    named = {name: value for name, value in {**own, **extra}.items() if value is not None and not callable(value)}
    return {**_fields_of_its_own(llm), **named, **llm._identifying_params}


def _fields_of_its_own(llm: BaseChatModel | BaseLLM) -> dict[str, Any]:
    """What the model's own class is set to beside that, such as a persona, as far as it is plain values."""
    held = {name: llm.__dict__.get(name) for name in _own_fields_of_class(type(llm))}
    extra = {name: value for name, value in (llm.model_extra or {}).items() if not _DECIDES_NOTHING.fullmatch(name)}
    return {name: value for name, value in {**held, **extra}.items() if _is_a_setting(name, value)}


def _is_a_setting(name: str, value: object) -> bool:
    if not _is_plain(value) or (isinstance(value, Sized) and not value):
        return False
    keeps = _COUNTS_OR_KEEPS.fullmatch(name) is not None
    return value is not None and (isinstance(value, bool) or not keeps)


@lru_cache(maxsize=256)
def _own_fields_of_class(kind: type[BaseChatModel | BaseLLM]) -> tuple[str, ...]:
    general = BaseChatModel.model_fields.keys() | BaseLLM.model_fields.keys()
    return tuple(name for name in kind.model_fields if name not in general and not _DECIDES_NOTHING.fullmatch(name))


def _is_plain(value: object) -> bool:
    """Whether a value is a scalar or a few of them; what is deeper is more likely to be what the model works on."""
    match value:
        case Mapping():
            items = [item for pair in value.items() for item in pair]
        case list() | tuple() | set() | frozenset():
            items = list(value)
        case _:
            items = [value]
    return len(items) <= _MOST_ITEMS and all(isinstance(item, str | bool | int | float | None) for item in items)


@lru_cache(maxsize=256)
def _settings_of_class(kind: type[BaseChatModel | BaseLLM]) -> tuple[str, ...]:
    # Asking a pydantic object for an attribute it does not have takes a microsecond or three, at each of thirty names.
    return tuple(name for name in _SETTINGS if name in kind.model_fields or hasattr(kind, name))


def identity_of(llm: BaseChatModel | BaseLLM, settings: Mapping[str, Any]) -> str:
    """A model's class and settings, hashed: headers may hold credentials.

    Raises:
        UnkeyableError: A setting has no stable form.
    """
    name = f"{type(llm).__module__}.{type(llm).__qualname__}"
    text = json.dumps([name, llm._llm_type, canonical(settings)], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def shapes_the_answer(settings: Mapping[str, Any]) -> bool:
    """Whether a model is set up to give anything but one free text."""
    extra = [settings[name] for name in ("model_kwargs", "extra_body") if isinstance(settings.get(name), Mapping)]
    return any(
        any(level.get(name) for name in _SHAPES_THE_ANSWER)
        or any((level.get(name) or 1) != 1 for name in ("n", "best_of"))
        for level in (settings, *extra)
    )
