"""Whether an answer has the form that its call announced: the tools it may call, the schema of its JSON.

An answer in another form is the caller's to refuse, and is not kept: the same request asked again, as by a retry, would
get it again. What a lenient reader would take, such as "7" for a number, is in form.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any, TypeGuard

_MAX_DEPTH = 20
_ELSEWHERE = frozenset({"$ref", "allOf", "not", "if"})
"""Rules that are not followed: a value under them is taken to be in form."""
_YES_AND_NO = frozenset("true false yes no on off t f y n 1 0".split())


def may_be_taken(schema: object, value: object, depth: int = 0) -> bool:
    """Whether some reader of a JSON Schema might take a value; False only where it is plainly wrong."""
    if not isinstance(schema, Mapping) or depth > _MAX_DEPTH or not _ELSEWHERE.isdisjoint(schema):
        return True
    if value is None and schema.get("nullable") is True:  # as OpenAPI and Gemini write it
        return True
    options = schema.get("anyOf") or schema.get("oneOf")
    if isinstance(options, Sequence):
        return any(may_be_taken(option, value, depth + 1) for option in options)
    allowed = schema.get("enum")
    if isinstance(allowed, list) and not _is_among(allowed, value):
        return False
    kinds = schema.get("type")
    if isinstance(kinds, list):
        return any(may_be_taken({**schema, "type": kind}, value, depth + 1) for kind in kinds)
    return _is_of_kind(schema, kinds, value, depth) and _is_within(schema, value)


def _is_among(allowed: list[Any], value: object) -> bool:
    return value in allowed or (isinstance(value, str) and _reads_as_number(value) and float(value) in allowed)


def _is_of_kind(schema: Mapping[str, Any], kind: object, value: object, depth: int) -> bool:
    match kind:
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


def _is_within(schema: Mapping[str, Any], value: object) -> bool:
    """Whether a number or a length is within the bounds of a schema; what stands for a number is not looked into."""
    match value:
        case bool():
            return True
        case int() | float():
            low, high = schema.get("minimum"), schema.get("maximum")
            above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
            return not (
                (_is_number(low) and value < low)
                or (_is_number(high) and value > high)
                or (_is_number(above) and value <= above)
                or (_is_number(below) and value >= below)
            )
        case str() if schema.get("type") == "string":
            fewest, most = schema.get("minLength"), schema.get("maxLength")
        case list():
            fewest, most = schema.get("minItems"), schema.get("maxItems")
        case _:
            return True
    return not ((_is_number(fewest) and len(value) < fewest) or (_is_number(most) and len(value) > most))


def _is_number(bound: object) -> TypeGuard[float]:
    return isinstance(bound, int | float) and not isinstance(bound, bool)


def _has_members(schema: Mapping[str, Any], value: Mapping[str, Any], depth: int) -> bool:
    required = schema.get("required")
    if isinstance(required, list) and not all(name in value for name in required if isinstance(name, str)):
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


def calls_may_be_taken(
    tools: Sequence[object], choice: object, calls: Sequence[tuple[str, object]], judged: Container[str] = ()
) -> bool:
    """Whether the tools that had to be called are called with arguments that they might take.

    Where the model chose to call them it is told what was wrong, and that is a step of its way like any other.

    Args:
        tools: What was offered.
        choice: Of tool, as a provider takes it.
        calls: The names and arguments.
        judged: Names of tools whose arguments the caller's own classes judge: they may take more than they announce.
    """
    if not requires_a_call(tools, choice):
        return True
    offered = parameters_of(tools)
    return not offered or all(
        name in offered and (name in judged or may_be_taken(offered[name], given)) for name, given in calls
    )


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


def schema_of_text(arguments: Mapping[str, object]) -> Mapping[str, Any] | None:
    """The schema of the JSON that an answer's text has to be, however a provider names it in the arguments of a call.

    Empty where any object is, None where any text is.
    """
    if arguments.get("response_mime_type") == "application/json":
        given = arguments.get("response_json_schema") or arguments.get("response_schema")
        return given if isinstance(given, Mapping) else {}
    named = arguments.get("format")
    if named == "json":
        return {}
    if isinstance(named, Mapping) and named.get("type") == "object":
        return named
    return _schema_in(arguments.get("response_format"))


def _schema_in(response_format: object) -> Mapping[str, Any] | None:
    match response_format:
        case {"type": "json_schema", "json_schema": {"schema": Mapping() as schema}}:
            return schema
        case {"type": "json_schema", "schema": Mapping() as schema}:
            return schema
        case {"type": "json_object" | "json_schema"}:
            return {}
    return None
