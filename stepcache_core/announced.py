"""Whether an answer has the form that its call announced: the tools it may call, the schema of its JSON.

An answer in another form is the caller's to refuse, and is not kept: the same request asked again, as by a retry, would
get it again. What a lenient reader would take, such as "7" for a number, is in form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_MAX_DEPTH = 20
_ELSEWHERE = frozenset({"$ref", "allOf", "not", "if"})
"""Rules that are not followed: a value under them is taken to be in form."""
_YES_AND_NO = frozenset("true false yes no on off t f y n 1 0".split())


def may_be_taken(schema: object, value: object, depth: int = 0) -> bool:
    """Whether some reader of a JSON Schema might take a value; False only where members or types are plainly wrong."""
    if not isinstance(schema, Mapping) or depth > _MAX_DEPTH or not _ELSEWHERE.isdisjoint(schema):
        return True
    options = schema.get("anyOf") or schema.get("oneOf")
    if isinstance(options, Sequence):
        return any(may_be_taken(option, value, depth + 1) for option in options)
    allowed = schema.get("enum")
    if isinstance(allowed, list) and value not in allowed:
        return False
    kinds = schema.get("type")
    if isinstance(kinds, list):
        return any(may_be_taken({**schema, "type": kind}, value, depth + 1) for kind in kinds)
    match kinds:
        case "object":
            return isinstance(value, Mapping) and _has_members(schema, value, depth)
        case "array":
            return isinstance(value, list) and all(may_be_taken(schema.get("items"), item, depth + 1) for item in value)
        case "string":
            return isinstance(value, str) or (value is not None and "format" in schema)
        case "integer" | "number":
            return isinstance(value, int | float) or (isinstance(value, str) and _reads_as_number(value))
        case "boolean":
            return isinstance(value, bool | int | float) or str(value).casefold() in _YES_AND_NO
    return True


def _has_members(schema: Mapping[str, Any], value: Mapping[str, Any], depth: int) -> bool:
    required = schema.get("required")
    if isinstance(required, list) and not all(name in value for name in required):
        return False
    rules = schema.get("properties")
    return not isinstance(rules, Mapping) or all(
        may_be_taken(rules.get(name), item, depth + 1) for name, item in value.items()
    )


def _reads_as_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def parameters_of(tools: Sequence[object]) -> dict[str, object] | None:
    """The schema of each tool's arguments by its name, however a provider writes it; None where one has no name."""
    found: dict[str, object] = {}
    for tool in tools:
        function = tool.get("function", tool) if isinstance(tool, Mapping) else None
        name = function.get("name") if isinstance(function, Mapping) else None
        if not isinstance(function, Mapping) or not isinstance(name, str):
            return None
        schemas = (function.get(key) for key in ("parameters", "input_schema", "inputSchema"))
        found[name] = next((schema for schema in schemas if isinstance(schema, Mapping)), None)
    return found


def calls_may_be_taken(tools: Sequence[object], calls: Sequence[tuple[str, object]]) -> bool:
    """Whether the tools that are called were offered, where any were, with arguments that they might take."""
    offered = parameters_of(tools)
    return not offered or all(name in offered and may_be_taken(offered[name], given) for name, given in calls)


def requires_a_call(tools: Sequence[object], choice: object) -> bool:
    """Whether a choice of tool leaves no answer but a call."""
    match choice:
        case True | "any" | "required":
            return bool(tools)
        case str():
            return choice in (parameters_of(tools) or {})
        case {"type": "function" | "tool" | "any"}:
            return bool(tools)
    return False


def schema_of_text(response_format: object) -> Mapping[str, Any] | None:
    """The schema of the JSON that an answer's text has to be; empty where any object is, None where any text is."""
    match response_format:
        case {"type": "json_schema", "json_schema": {"schema": Mapping() as schema}}:
            return schema
        case {"type": "json_schema", "schema": Mapping() as schema}:
            return schema
        case {"type": "json_object" | "json_schema"}:
            return {}
    return None
