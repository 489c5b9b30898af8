"""Records and pointers as JSON text, and back again with every type checked.

The text is ASCII, whatever the record holds: a backend that takes UTF-8 only still keeps lone surrogates.
"""

from __future__ import annotations

import json
import math
from enum import StrEnum
from typing import Any, NoReturn, TypeVar

from stepcache_core.errors import InvalidArgumentError
from stepcache_core.model import Json, Outcome, Record, Source, Status, Step, Usage, Verdict
from stepcache_core.store.signing import SCHEMA_VERSION

MAX_PAYLOAD_DEPTH = 100

_E = TypeVar("_E", bound=StrEnum)


class DecodeError(ValueError):
    """A text is not a record, or not a pointer, of this schema version."""


def copy_json(value: Json) -> Json:
    """A copy that shares nothing with `value` that could be edited.

    Raises:
        InvalidArgumentError: The value is not JSON, or is nested deeper than `MAX_PAYLOAD_DEPTH`.
    """
    return _copy_json(value, MAX_PAYLOAD_DEPTH)


def _copy_json(value: Json, depth: int) -> Json:
    if value is None or isinstance(value, str | int | float):
        return value
    if depth == 0:
        raise InvalidArgumentError(f"Record(payload=...): it is nested deeper than {MAX_PAYLOAD_DEPTH} levels")
    if isinstance(value, list):
        return [_copy_json(item, depth - 1) for item in value]
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise InvalidArgumentError(
                    f"Record(payload=...): a key of type {type(key).__name__} is not JSON; use str"
                )
        return {key: _copy_json(item, depth - 1) for key, item in value.items()}
    raise InvalidArgumentError(
        f"Record(payload=...): a value of type {type(value).__name__} is not JSON; "
        "use None, bool, int, float, str, list or dict"
    )


def check_times(record: Record) -> None:
    """Refuse times that can't be compared.

    Raises:
        InvalidArgumentError: One of them is not finite.
    """
    for name in ("seconds", "created_at"):
        if not math.isfinite(getattr(record, name)):
            raise InvalidArgumentError(f"Record({name}=...): give a finite number")


def encode_record(record: Record) -> str:
    """The record as JSON text in ASCII.

    Raises:
        InvalidArgumentError: A time is not finite, or the payload is not JSON.
    """
    check_times(record)
    return _dump(
        {
            "schema": SCHEMA_VERSION,
            "id": record.id,
            "partition": record.partition,
            "namespace": record.namespace,
            "prompt": record.prompt,
            "steps": [_encode_step(step) for step in record.steps],
            "task": record.task,
            "verified": record.verified,
            "outcome": record.outcome.value,
            "usage": [record.usage.prompt_tokens, record.usage.completion_tokens],
            "seconds": float(record.seconds),
            "created_at": float(record.created_at),
            "payload": copy_json(record.payload),
        }
    )


def _encode_step(step: Step) -> list[str]:
    return [step.text, step.source.value, step.verdict.status.value, step.verdict.reason]


def decode_record(text: str) -> Record:
    """The record of a text that `encode_record` wrote.

    Raises:
        DecodeError: The text is anything else, or of another schema version.
    """
    fields = _load(text)
    steps = _take(fields, "steps", list)
    payload: Any = _take(fields, "payload", object)
    prompt_tokens, completion_tokens = _take_list(fields, "usage", 2)
    record = Record(
        id=_take(fields, "id", str),
        partition=_take(fields, "partition", str),
        namespace=_take(fields, "namespace", str),
        prompt=_take(fields, "prompt", str),
        steps=tuple(_decode_step(step) for step in steps),
        task=_take(fields, "task", str),
        verified=_take(fields, "verified", bool),
        outcome=_member(Outcome, _take(fields, "outcome", str)),
        usage=Usage(_count(prompt_tokens), _count(completion_tokens)),
        seconds=_finite(_take(fields, "seconds", float)),
        created_at=_finite(_take(fields, "created_at", float)),
        payload=payload,
    )
    if fields:
        _refuse(f"unknown fields {sorted(fields)}")
    return record


def _decode_step(step: object) -> Step:
    if not isinstance(step, list) or len(step) != 4 or not all(isinstance(part, str) for part in step):
        _refuse("a step is not a list of four strings")
    text, source, status, reason = step
    return Step(text, _member(Source, source), Verdict(_member(Status, status), reason))


def encode_pointer(record_id: str) -> str:
    """The text of a row that leads from an alias to a record."""
    return _dump({"schema": SCHEMA_VERSION, "record": record_id})


def decode_pointer(text: str) -> str:
    """The id of the record that a pointer leads to.

    Raises:
        DecodeError: The text is anything else, or of another schema version.
    """
    return _take(_load(text), "record", str)


def _dump(fields: dict[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=True, separators=(",", ":"))


def _load(text: str) -> dict[str, Any]:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DecodeError(f"not JSON: {type(error).__name__}") from error
    if not isinstance(fields, dict):
        _refuse("not a JSON object")
    if _take(fields, "schema", int) != SCHEMA_VERSION:
        _refuse(f"not of schema version {SCHEMA_VERSION}")
    return fields


_T = TypeVar("_T")


def _take(fields: dict[str, Any], name: str, kind: type[_T]) -> _T:
    if name not in fields:
        _refuse(f"no field {name!r}")
    value = fields.pop(name)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        _refuse(f"{name!r} is a {type(value).__name__}, not a {kind.__name__}")
    return value


def _take_list(fields: dict[str, Any], name: str, length: int) -> list[Any]:
    value: list[Any] = _take(fields, name, list)
    if len(value) != length:
        _refuse(f"{name!r} has {len(value)} items, not {length}")
    return value


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        _refuse("a token count is not a whole number")
    return value


def _finite(value: float) -> float:
    if not math.isfinite(value):
        _refuse("a time is not finite")
    return value


def _member(enum: type[_E], value: str) -> _E:
    try:
        return enum(value)
    except ValueError as error:
        raise DecodeError(f"{value!r} is no {enum.__name__.lower()}") from error


def _refuse(reason: str) -> NoReturn:
    raise DecodeError(reason)
