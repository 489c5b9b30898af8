"""Canonical form, exact key and partition hash of a request.

The exact key covers everything that decides an answer; the partition covers everything but the last user text. Both
are sha256 over one canonical JSON text, so no delimiter in any field can make two different requests collide.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from pathlib import PurePath
from typing import Any
from uuid import UUID

from stepcache_core.model import Message, Request

_MAX_DEPTH = 100
_VERSION = 1


class UnkeyableError(ValueError):
    """A request holds something that has no stable canonical form, such as an object known only by its address."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The two identities of a request.

    Attributes:
        exact: Names this very request.
        partition: Names all requests that may share steps with it.
    """

    exact: str
    partition: str

    def alias(self, signature: str) -> str:
        """The key under which records of a problem with that signature are found in this partition."""
        return _digest(["alias", self.partition, signature])


def keys_of(request: Request) -> Keys:
    """The keys of a request.

    Raises:
        UnkeyableError: A value is not JSON-like (None, bool, int, float, str, bytes, list, tuple, set, mapping, enum,
            date, UUID, path, pydantic object or class), or nests deeper than 100 levels.
    """
    last_is_user = bool(request.messages) and request.messages[-1].role == "user"
    history = request.messages[:-1] if last_is_user else request.messages
    frame = [
        "partition",
        _VERSION,
        request.namespace,
        request.model,
        canonical(request.params),
        canonical(request.tools),
        canonical(request.response_schema),
        [_message(message) for message in history],
        canonical(request.messages[-1].extra) if last_is_user else None,
        last_is_user,
    ]
    return keys_in(_digest(frame), request.prompt)


def keys_in(partition: str, prompt: str) -> Keys:
    """The keys of a request of that partition, by its last user text."""
    return Keys(exact=_digest(["exact", partition, prompt]), partition=partition)


def _message(message: Message) -> list[Any]:
    return [message.role, message.content, canonical(message.extra)]


def canonical(value: Any, depth: int = 0) -> Any:
    """`value` as lists and strings whose JSON text is equal exactly when the values are.

    Types are kept apart (`1`, `1.0`, `True` and `"1"` differ), and the order of a mapping's keys is not.
    """
    if depth > _MAX_DEPTH:
        raise UnkeyableError(f"nested deeper than {_MAX_DEPTH} levels")
    match value:
        case Enum():
            return ["enum", type(value).__qualname__, canonical(value.value, depth + 1)]
        case None | bool() | str():
            return value
        case int():
            return ["int", hex(value)]
        case float():
            return ["float", "nan" if math.isnan(value) else value.hex()]
        case Decimal():
            return ["decimal", str(value)]
        case datetime.date() | datetime.time() | datetime.timedelta() | UUID() | PurePath():
            return [type(value).__name__, str(value)]
        case bytes() | bytearray():
            return ["bytes", hashlib.sha256(value).hexdigest()]
        case Mapping():
            items = [[canonical(key, depth + 1), canonical(item, depth + 1)] for key, item in value.items()]
            return ["map", sorted(items, key=_text)]
        case set() | frozenset():
            return ["set", sorted((canonical(item, depth + 1) for item in value), key=_text)]
        case Sequence():
            return ["list", [canonical(item, depth + 1) for item in value]]
        case type() if hasattr(value, "model_json_schema"):
            return ["schema", canonical(_described(value.model_json_schema), depth + 1)]
        case _ if hasattr(value, "get_secret_value"):
            return ["secret"]
        case _ if isinstance(getattr(type(value), "model_fields", None), Mapping):
            return ["model", type(value).__qualname__, canonical(_fields_of(value, depth + 1), depth + 1)]
        case _ if hasattr(value, "model_dump"):
            name = type(value).__qualname__
            return ["model", name, canonical(_described(lambda: value.model_dump(mode="json")), depth + 1)]
    raise UnkeyableError(f"a {type(value).__name__} has no stable canonical form; give JSON-like values")


def is_found_by_name(value: Any) -> bool:
    """Whether a class or a function is what its name says; `functools.wraps` gives many the name of one."""
    owner = getattr(value, "__objclass__", value)
    found: Any = sys.modules.get(getattr(owner, "__module__", None) or "")
    for part in value.__qualname__.split("."):
        found = getattr(found, part, None)
    return found is value


def _fields_of(value: Any, depth: int) -> dict[str, Any]:
    """The fields of a pydantic object; its own dump may leave out what a subclass adds or what is marked `exclude`."""
    fields = dict(getattr(value, "__pydantic_extra__", None) or {})
    for name, field in type(value).model_fields.items():
        given = getattr(value, name)
        if field.exclude:
            try:
                canonical(given, depth + 1)
            except UnkeyableError:
                continue  # a client, a lock: what is neither shown nor described decides nothing
        fields[name] = given
    return fields


def _described(describe: Callable[[], Any]) -> Any:
    """What a pydantic object says of itself; a class of which no schema can be made has no key."""
    try:
        return describe()
    except Exception as error:
        raise UnkeyableError(f"a value cannot be described as JSON ({type(error).__name__})") from error


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _digest(value: Any) -> str:
    return hashlib.sha256(_text(value).encode("utf-8", "surrogatepass")).hexdigest()
