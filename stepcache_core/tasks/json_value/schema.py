"""JSON Schema, prepared once and applied in bounded time: draft 7 and 2020-12, whatever the schema names, no network.

What Python's `jsonschema` cannot decide as the specification means it leaves a value unjudged, never passed.
"""

from __future__ import annotations

import itertools
import json
import re
import time
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from stepcache_core.model import Json, Verdict
from stepcache_core.remembered import remembered

MAX_PATTERN_CHARS = 10_000
"""Longer strings are not matched against a schema's `pattern`."""
PATTERN_SECONDS = 0.25
"""How long patterns are looked for, all together, while one value is judged: a prompt may hold one without end."""
MAX_PATTERN_PARTS = 20_000
"""How many parts a pattern may have once what it repeats a fixed number of times is written out, as `regex` does."""
MAX_REFERENCES = 2_000
"""How many references to other rules may be followed while one value is judged: they may multiply."""
MAX_UNIQUE_ITEMS = 300
"""Longer arrays are not checked for unique items: jsonschema may compare every pair."""
PREPARED_SCHEMAS = 128


def clipped(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


class _UndecidedError(Exception):
    """The schema's rule cannot be decided here in bounded time, or means something else in its own regex dialect."""


def judge_by_schema(schema_text: str, value: Json) -> Verdict:
    prepared = _prepared(schema_text)
    if isinstance(prepared, str):
        return Verdict.unknown(prepared)
    try:
        error = next(_errors(prepared, value), None)
        if error is None:
            return Verdict.passed("fits the JSON Schema")
        return Verdict.failed(clipped(f"{error.json_path}: {clipped(error.message, 200)} ({error.validator})", 400))
    except _UndecidedError as undecided:
        return Verdict.unknown(str(undecided))
    except Exception as error:  # noqa: BLE001
        # A $ref that cannot be resolved, a pattern that Python cannot compile, a number too large for
        # multipleOf, a recursion without end: each leaves the value unjudged, never passed.
        return Verdict.unknown(f"the schema cannot be applied: {type(error).__name__}: {clipped(str(error), 200)}")


@dataclass(slots=True)
class _Effort:
    """What judging a value has taken so far."""

    references: int = 0
    pattern_seconds: float = 0.0


_effort: ContextVar[_Effort] = ContextVar("stepcache_schema_effort")


def _errors(prepared: Any, value: Json) -> Iterator[Any]:
    _effort.set(_Effort())
    return iter(prepared.iter_errors(value))


@remembered(PREPARED_SCHEMAS, long=40_000)
def _prepared(schema_text: str) -> Any:
    """A jsonschema validator that fetches nothing, or a string that says why there is none."""
    import jsonschema  # type: ignore[import-untyped]
    from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

    schema = json.loads(schema_text)
    named = schema.get("$schema") if isinstance(schema, dict) else None
    cls = jsonschema.validators.validator_for(schema, default=None)
    if cls is None:
        if named is not None:
            return f"the schema's dialect is not known: {clipped(str(named), 100)}"
        cls = jsonschema.Draft202012Validator
    try:
        cls.check_schema(schema)
    except Exception as error:  # noqa: BLE001
        return f"the schema itself is invalid: {clipped(str(error).partition(chr(10))[0], 200)}"
    bounded = jsonschema.validators.extend(
        cls, _bounded_rules(cls.VALIDATORS, has_patterns='"patternProperties"' in schema_text)
    )
    # Older drafts know fewer formats, but their authors mean today's by the same names.
    formats = jsonschema.Draft202012Validator.FORMAT_CHECKER
    return bounded(schema, registry=REGISTRY, format_checker=formats)


def _bounded_rules(rules: Mapping[str, Any], *, has_patterns: bool) -> dict[str, Any]:
    """The rules of a dialect within bounds; `has_patterns` says whether the schema has patterns for keys."""

    def properties(validator: Any, named: Mapping[str, Any], instance: Any, schema: Any) -> Iterator[Any]:
        for name, rule in named.items() if isinstance(instance, dict) else ():
            if not (name in instance and _names_its_type(rule) and validator.is_type(instance[name], rule["type"])):
                yield from rules["properties"](validator, {name: rule}, instance, schema) or ()

    def pattern(validator: Any, expression: str, instance: Any, schema: Any) -> Iterator[Any]:
        from jsonschema import ValidationError

        if isinstance(instance, str) and not _is_found(expression, instance):
            yield ValidationError(f"{instance!r} does not match {expression!r}")

    def pattern_properties(validator: Any, patterns: Mapping[str, Any], instance: Any, schema: Any) -> Iterator[Any]:
        for expression, rule in patterns.items() if isinstance(instance, dict) else ():
            for key in instance:
                if _is_found(expression, key):
                    yield from validator.descend(instance[key], rule, path=key, schema_path=expression)

    def additional_properties(validator: Any, rule: Any, instance: Any, schema: Any) -> Iterator[Any]:
        patterns = schema.get("patternProperties") or ()
        if patterns and isinstance(instance, dict):
            instance = {
                key: value for key, value in instance.items() if not any(_is_found(one, key) for one in patterns)
            }
            schema = {name: said for name, said in schema.items() if name != "patternProperties"}
        yield from rules["additionalProperties"](validator, rule, instance, schema) or ()

    def unevaluated_properties(validator: Any, rule: Any, instance: Any, schema: Any) -> Iterator[Any]:
        # The patterns that decide here may stand in any part of the schema, and jsonschema looks for them itself.
        if isinstance(instance, dict) and has_patterns:
            raise _UndecidedError("unevaluatedProperties is not checked beside patternProperties")
        yield from rules["unevaluatedProperties"](validator, rule, instance, schema) or ()

    def unique_items(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterator[Any]:
        if wanted and isinstance(instance, list) and len(instance) > MAX_UNIQUE_ITEMS:
            raise _UndecidedError(f"uniqueItems is not checked beyond {MAX_UNIQUE_ITEMS} items")
        yield from rules["uniqueItems"](validator, wanted, instance, schema) or ()

    def counted(rule: Any) -> Any:
        def reference(validator: Any, target: str, instance: Any, schema: Any) -> Iterator[Any]:
            effort = _effort.get()
            effort.references += 1
            if effort.references > MAX_REFERENCES:
                raise _UndecidedError(f"more than {MAX_REFERENCES} references are not followed")
            yield from rule(validator, target, instance, schema) or ()

        return reference

    bounded = {
        "properties": properties,
        "pattern": pattern,
        "patternProperties": pattern_properties,
        "additionalProperties": additional_properties,
        "unevaluatedProperties": unevaluated_properties,
        "uniqueItems": unique_items,
        **{name: counted(rules[name]) for name in ("$ref", "$dynamicRef") if name in rules},
    }
    return {name: rule for name, rule in bounded.items() if name in rules}


_OF_A_TYPE = frozenset({"type", "title", "description"})


def _names_its_type(rule: Any) -> bool:
    """Whether a rule asks for one type and nothing else, which is told without a validator of its own."""
    return isinstance(rule, dict) and isinstance(rule.get("type"), str) and rule.keys() <= _OF_A_TYPE


_DIALECT = re.compile(r"\\[dDwWsSbB]")
_MAY_BE_FUZZY = re.compile(r"\{(?!(?:\d+,?\d*|,\d+)\})")
"""What `regex` may take for a match with errors, and `re` for a brace."""


def _is_found(expression: str, text: str) -> bool:
    """Whether a pattern is found in a text; by `regex`, as a search of `re` cannot be stopped.

    Raises:
        _UndecidedError: It may mean something else in ECMA 262, or is not told in time.
    """
    import regex  # type: ignore[import-untyped]

    _check_dialect(expression, text)
    re.compile(expression)  # what is none of Python's patterns is none here
    effort = _effort.get()
    left = PATTERN_SECONDS - effort.pattern_seconds
    if left <= 0 or _MAY_BE_FUZZY.search(expression) is not None or _parts(expression) > MAX_PATTERN_PARTS:
        raise _UndecidedError("pattern that may take too long or be read in two ways is not matched")
    began = time.perf_counter()
    try:
        return regex.search(expression, text, flags=regex.V0, timeout=left) is not None
    except TimeoutError:
        raise _UndecidedError("pattern that takes too long is not matched") from None
    finally:
        effort.pattern_seconds += time.perf_counter() - began


_PART = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*+\]|\{(?P<times>\d{1,9})|(?P<opening>\()|(?P<closing>\))|.", re.DOTALL)


def _parts(expression: str) -> int:
    """How many parts a pattern has once what it repeats a fixed number of times is written out."""
    groups: list[list[int]] = [[]]
    for part in _PART.finditer(expression):
        if part["opening"]:
            groups.append([])
        elif part["closing"] and len(groups) > 1:
            inner = sum(groups.pop())
            groups[-1].append(inner)
        elif part["times"] and groups[-1]:
            groups[-1][-1] *= max(1, int(part["times"]))
        else:
            groups[-1].append(1)
    return sum(map(sum, groups))


def _check_dialect(expression: str, text: str) -> None:
    """Refuses what Python may read otherwise than ECMA 262, the dialect of JSON Schema (core, section 6.4)."""
    if len(text) > MAX_PATTERN_CHARS:
        raise _UndecidedError(f"pattern is not matched against more than {MAX_PATTERN_CHARS} characters")
    if text.endswith("\n") and "$" in expression:
        raise _UndecidedError("pattern with $ against a text that ends in a line break")
    if not text.isascii() and _DIALECT.search(expression) is not None:
        raise _UndecidedError("pattern with a character class against text beyond ASCII")


@dataclass(frozen=True, slots=True)
class Misfit:
    """One place where a value does not fit a schema.

    Attributes:
        path: Keys and indexes that lead there.
        rule: The keyword that failed.
        wanted: What the keyword, or the branches of an `anyOf` together, ask for.
        schema: The schema that the keyword stands in.
    """

    path: tuple[str | int, ...]
    rule: str
    wanted: Any
    schema: Any


MAX_MISFITS = 50


def misfits(schema_text: str, value: Json) -> tuple[Misfit, ...]:
    """Where and how a value does not fit; empty also when the schema cannot be applied."""
    prepared = _prepared(schema_text)
    if isinstance(prepared, str):
        return ()
    try:
        errors = list(itertools.islice(_errors(prepared, value), MAX_MISFITS))
    except Exception:  # noqa: BLE001
        # What cannot be applied was reported as unjudged; there is nothing to put right either.
        return ()
    return tuple(_misfit(error) for error in errors)


def _misfit(error: Any) -> Misfit:
    branches = [one for one in error.context or () if not one.relative_path]
    if error.validator == "anyOf" and branches and all(one.validator == "type" for one in branches):
        wanted = [kind for one in branches for kind in _as_list(one.validator_value)]
        return Misfit(tuple(error.absolute_path), "type", wanted, error.schema)
    return Misfit(tuple(error.absolute_path), error.validator, error.validator_value, error.schema)


def _as_list(kinds: Any) -> list[Any]:
    return kinds if isinstance(kinds, list) else [kinds]
