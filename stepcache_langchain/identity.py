"""What tells one model from another: its class, and all it is set to as it is now."""

from __future__ import annotations

import dataclasses
import datetime
import enum
import functools
import hashlib
import inspect
import json
import re
import uuid
import weakref
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from pathlib import PurePath
from types import CodeType, EllipsisType, FunctionType, ModuleType, SimpleNamespace
from typing import Any

from langchain_core.language_models import BaseChatModel, BaseLanguageModel, BaseLLM
from pydantic import BaseModel

from stepcache_core.model_settings import address_of, changes_by_itself, keeps_what_it_did, without_credentials
from stepcache_core.partition import UnkeyableError, canonical, is_found_by_name

_SETTINGS = (
    "model model_name deployment_name temperature top_p top_k min_p max_tokens max_completion_tokens max_output_tokens "
    "seed stop stop_sequences n best_of frequency_penalty presence_penalty repetition_penalty repeat_penalty "
    "logit_bias logprobs top_logprobs reasoning reasoning_effort thinking verbosity model_kwargs extra_body "
    "default_headers default_query base_url openai_api_base azure_endpoint openai_organization api_version "
    "response_format response_mime_type response_schema format system num_ctx num_predict mirostat safety_settings "
    "service_tier suffix output_version"
).split()
"""Attributes that decide an answer under the names providers give them, read at each call beside the model's own
`_identifying_params`, which many leave empty."""

_SAID = "identifying params"

DELIVERY = frozenset("stream streaming stream_usage stream_options".split())
"""Settings and arguments that say how an answer is brought, and nothing of what it is."""

_CLIENT = re.compile(r"(?:\w{1,40}_)?client")
_DECIDES_NOTHING = re.compile(
    r"i|\w{0,40}(?:timeout|max_retries|api_?key)\w{0,40}|(?:\w{1,40}_)?(?:password|credentials?|secret(?:_access)?(?:_key)?)"
    r"|(?:\w{1,40}_)?callback(?:s|_manager)?|(?:access_|auth_|bearer_|hf_|\w{1,40}_api_)?token|\w{0,40}token_provider"
    r"|streaming|stream_usage|stream_options|http_socket_options"
)
"""Fields of a model's class that say how it is reached."""
_MACHINERY = frozenset("_thread threading asyncio concurrent logging queue ssl httpx requests aiohttp tenacity".split())
"""Packages whose objects bring an answer, and decide nothing of it."""
_ADDRESSES = frozenset({"pydantic.networks", "pydantic_core._pydantic_core", "httpx._urls", "yarl._url"})
_MOST_ITEMS = 20_000
_MOST_LEVELS = 50
_MOST_IN_STATE = 1_000
_LEVELS_OF_STATE = 3

_SHAPES_THE_ANSWER = frozenset(
    "stop stop_sequences logprobs top_logprobs response_format response_mime_type response_schema format tools "
    "functions tool_choice modalities suffix".split()
)


def settings_of(llm: BaseChatModel | BaseLLM) -> dict[str, Any]:
    """A model's settings as they are now."""
    own = {name: getattr(llm, name) for name in _settings_of_class(type(llm))}
    extra = {name: value for name, value in (llm.model_extra or {}).items() if name in _SETTINGS}
    named = {name: value for name, value in {**own, **extra}.items() if value is not None}
    said = {name: value for name, value in llm._identifying_params.items() if name not in DELIVERY}
    # What a model says of itself may be one text for all of its kind: it stands beside what it is set to.
    return {**_fields_of_its_own(llm), **named, _SAID: said}


def identity_of(llm: BaseChatModel | BaseLLM, settings: Mapping[str, Any]) -> str:
    """A model's class and settings, hashed: headers may hold credentials.

    A setting that cannot be described (a function without a name, a loaded pipeline) is known in this process only.

    Raises:
        UnkeyableError: A setting has no stable form.
    """
    name = f"{type(llm).__module__}.{type(llm).__qualname__}"
    described = _Describing().describe(settings)
    text = json.dumps([name, llm._llm_type, described], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def shapes_the_answer(settings: Mapping[str, Any]) -> bool:
    """Whether a model is set up to give anything but one free text."""
    said = settings.get(_SAID) or {}
    levels = [
        settings,
        said,
        *(level.get(name) for level in (settings, said) for name in ("model_kwargs", "extra_body")),
    ]
    return any(
        any(level.get(name) for name in _SHAPES_THE_ANSWER)
        or any((level.get(name) or 1) != 1 for name in ("n", "best_of"))
        for level in levels
        if isinstance(level, Mapping)
    )


def _fields_of_its_own(llm: BaseChatModel | BaseLLM) -> dict[str, Any]:
    """What the model's own class is set to beside that, such as a persona, and where its clients point."""
    held = {name: llm.__dict__.get(name) for name in _own_fields_of_class(type(llm))}
    held |= {name: value for name, value in (llm.model_extra or {}).items() if not _DECIDES_NOTHING.fullmatch(name)}
    clients = {name for name in held if _CLIENT.fullmatch(name)}
    addresses = sorted({address_of(held[name]) for name in clients} - {""})
    return {
        **{name: value for name, value in held.items() if name not in clients and _is_a_setting(name, value)},
        **_private_settings(llm),
        **({"client addresses": addresses} if addresses else {}),
    }


def _is_a_setting(name: str, value: object) -> bool:
    if value is None or hasattr(value, "get_secret_value") or _is_machinery(value):
        return False
    return not keeps_what_it_did(name, value)


def _is_machinery(value: object) -> bool:
    module = type(value).__module__
    return module not in _ADDRESSES and module.partition(".")[0] in _MACHINERY


def _is_private_setting(name: str) -> bool:
    name = name.lstrip("_")
    return not changes_by_itself(name) and _DECIDES_NOTHING.fullmatch(name) is None


def _private_settings(model: BaseModel) -> dict[str, Any]:
    private = model.__pydantic_private__ or {}
    return {name: value for name, value in private.items() if _is_private_setting(name) and _is_plain(value)}


def _is_plain(value: object, levels: int = 4) -> bool:
    """Whether a value is a text, a number, or a short list or mapping of such."""
    match value:
        case str() | bytes() | bool() | int() | float() | enum.Enum():
            return True
        case list() | tuple() | set() | frozenset() if levels and len(value) <= _MOST_IN_STATE:
            return all(_is_plain(item, levels - 1) for item in value)
        case dict() if levels and len(value) <= _MOST_IN_STATE:
            return all(_is_plain(part, levels - 1) for item in value.items() for part in item)
    return False


@lru_cache(maxsize=256)
def _own_fields_of_class(kind: type[BaseChatModel | BaseLLM]) -> tuple[str, ...]:
    general = BaseChatModel.model_fields.keys() | BaseLLM.model_fields.keys()
    return tuple(name for name in kind.model_fields if name not in general and not _DECIDES_NOTHING.fullmatch(name))


@lru_cache(maxsize=256)
def _settings_of_class(kind: type[BaseChatModel | BaseLLM]) -> tuple[str, ...]:
    # Asking a pydantic object for an attribute it does not have takes a microsecond or three, at each of thirty names.
    return tuple(
        name
        for name in _SETTINGS
        if name in kind.model_fields or (hasattr(kind, name) and not inspect.isroutine(getattr(kind, name)))
    )


class _Describing:
    """Puts any setting into the lists and strings of `canonical`, within bounds."""

    def __init__(self) -> None:
        self._items = 0

    def describe(self, value: Any, depth: int = 0) -> Any:
        """A description that is equal exactly where the settings are.

        Raises:
            UnkeyableError: There is none, or it would be too long.
        """
        self._items += 1
        if depth > _MOST_LEVELS or self._items > _MOST_ITEMS:
            raise UnkeyableError("a setting is too large to be told from others")
        match value:
            case enum.Enum():
                return ["enum", _name(type(value)), value.name, self.describe(value.value, depth + 1)]
            case None | str() | bytes() | int() | float():
                return canonical(value)
            case BaseLanguageModel():
                settings = settings_of(value) if isinstance(value, BaseChatModel | BaseLLM) else value.__dict__
                return ["llm", _name(type(value)), self.describe(settings, depth + 1)]
            case Mapping():
                items = [
                    [self.describe(key, depth + 1), self.describe(without_credentials(key, item), depth + 1)]
                    for key, item in value.items()
                ]
                return ["map", sorted(items, key=json.dumps)]
            case set() | frozenset():
                return ["set", sorted((self.describe(item, depth + 1) for item in value), key=json.dumps)]
            case Sequence():
                return ["list", [self.describe(item, depth + 1) for item in value]]
            case Decimal() | PurePath() | uuid.UUID() | datetime.date() | datetime.time() | datetime.timedelta():
                return [_name(type(value)), str(value)]
            case complex() | EllipsisType() | Fraction() | datetime.timezone():
                return [_name(type(value)), str(value)]
            case SimpleNamespace():
                return ["namespace", _name(type(value)), self.describe(vars(value), depth + 1)]
            case functools.partial():
                return [
                    "partial",
                    *(self.describe(part, depth + 1) for part in (value.func, value.args, value.keywords)),
                ]
            case FunctionType() if is_found_by_name(value):
                return self._function(value, depth)
            case CodeType():
                return ["code", value.co_code.hex(), *value.co_names, self.describe(value.co_consts, depth + 1)]
            case re.Pattern():
                return ["pattern", value.pattern, value.flags]
            case _ if type(value).__module__ in _ADDRESSES:
                return ["address", str(value)]
            case type() if hasattr(value, "model_json_schema"):
                return canonical(value)
            case BaseModel():
                fields = {name: getattr(value, name) for name in type(value).model_fields} | (value.model_extra or {})
                return ["model", _name(type(value)), self.describe(fields | _private_settings(value), depth + 1)]
            case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
                fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
                return ["dataclass", _name(type(value)), self.describe(fields, depth + 1)]
            case Iterator():
                return ["iterator", _name(type(value))]  # what is used up is no setting
            case _ if hasattr(value, "get_secret_value"):
                return ["secret"]
        return self._opaque(value, depth)

    def _function(self, function: FunctionType, depth: int) -> list[Any]:
        """A function by its name and by what is written in it, as it may be written anew under the same name."""
        inner = getattr(function, "__wrapped__", None)
        given = (function.__defaults__, function.__kwdefaults__, function.__code__)
        within = self.describe(inner, depth + 1) if isinstance(inner, FunctionType) else None
        return ["named", _name(function), self.describe(given, depth + 1), within]

    def _opaque(self, value: Any, depth: int) -> list[Any]:
        """A class or a built-in function by its name; anything else by one that it has in this process only.

        Raises:
            UnkeyableError: It cannot even be given one.
        """
        if inspect.ismethod(value):
            return ["bound", *self._known(value.__func__, depth), *self._known(value.__self__, depth)]
        return self._known(value, depth)

    def _known(self, value: Any, depth: int) -> list[Any]:
        if isinstance(value, type) or inspect.isroutine(value):
            return ["named", _name(value)] if is_found_by_name(value) else ["here", _name_here(value)]
        return ["here", _name_here(value), self._state(value, depth)]

    def _state(self, value: Any, depth: int, level: int = 1) -> Any:
        """What an object is set to as it is now, as far as that is plain, and the same of those it holds."""
        held = {name: item for name, item in _attributes(value).items() if _is_private_setting(name)}
        plain = {name: item for name, item in held.items() if _is_plain(item)}
        within = [
            [name, self._state(item, depth + 1, level + 1)]
            for name, item in sorted(held.items())
            if level < _LEVELS_OF_STATE and name not in plain and _attributes(item)
        ]
        return [self.describe(plain, depth + 1), within]


def _attributes(value: Any) -> Mapping[str, Any]:
    """What an object holds, where that may decide an answer."""
    if isinstance(value, type | ModuleType) or inspect.isroutine(value) or _is_machinery(value):
        return {}
    return {name: item for name, item in getattr(value, "__dict__", {}).items() if not _CLIENT.fullmatch(name)}


def _name(named: Any) -> str:
    return f"{getattr(getattr(named, '__objclass__', named), '__module__', None)}.{named.__qualname__}"


_names_here: dict[int, tuple[weakref.ref[Any], str]] = {}


def _name_here(value: Any) -> str:
    """A name that an object has in this process only.

    Raises:
        UnkeyableError: It cannot be given one.
    """
    key = id(value)
    known = _names_here.get(key)
    if known is None or known[0]() is not value:
        try:
            known = weakref.ref(value, lambda _: _names_here.pop(key, None)), uuid.uuid4().hex
        except TypeError as error:
            raise UnkeyableError(f"a {type(value).__name__} has no stable form") from error
        _names_here[key] = known
    return known[1]
