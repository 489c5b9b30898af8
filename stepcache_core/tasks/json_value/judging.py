"""What is said of a value: the stated values first, then the keys, then the schema, then the constraints of prose."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from stepcache_core.model import Json, Verdict
from stepcache_core.tasks.json_value.grounding import (
    doubtful_key,
    is_mixed_up,
    may_be_asked_for,
    may_be_corrected,
    may_be_untold,
    stands_for_another,
    tells_numbers,
    told_variously,
)
from stepcache_core.tasks.json_value.problem import JsonProblem
from stepcache_core.tasks.json_value.reading.telling import has_a_remark
from stepcache_core.tasks.json_value.rewritten import is_open, is_read_from, is_told_truth
from stepcache_core.tasks.json_value.schema import clipped, judge_by_schema
from stepcache_core.tasks.json_value.spelling import words_of
from stepcache_core.tasks.json_value.syntax.members import leaves, stated_value
from stepcache_core.tasks.json_value.syntax.text import (
    Excerpt,
    JsonBoundError,
    JsonFaultError,
    canonical,
    excerpt,
    is_introduction,
    loads,
)

MAX_REASON_CHARS = 300


def judge(problem: JsonProblem, text: str) -> Verdict:
    """PASS only for the bare value: a caller will hand the text to a JSON reader as it is."""
    verdict = _judge(problem, text)
    if verdict.is_fail and problem.may_hold_more:
        return Verdict.unknown(f"the system prompt may ask for it: {verdict.reason}")
    return verdict


def _judge(problem: JsonProblem, text: str) -> Verdict:
    try:
        return judge_value(problem, loads(text))
    except JsonBoundError as bound:
        return Verdict.unknown(f"not read: {bound}")
    except JsonFaultError as fault:
        return _judge_wrapped(problem, text, fault)


def judge_value(problem: JsonProblem, value: Json) -> Verdict:
    """The verdict on a value that has been read; FAIL goes before UNKNOWN, and UNKNOWN before PASS."""
    stated = carries_stated(problem, value) if problem.stated else None
    if stated is not None and stated.is_fail:
        return stated
    fault = _key_fault(problem, value) if problem.required_keys else None
    if fault is not None:
        return Verdict.failed(fault)
    verdicts = [judge_by_schema(text, value) for text in (problem.schema_text, problem.rules_text) if text is not None]
    for verdict in verdicts:
        if verdict.is_fail:
            return verdict
    doubts = [verdict for verdict in (*verdicts, stated) if verdict is not None and not verdict.is_pass]
    if doubts:
        return doubts[0]
    inside = _says_otherwise_inside(problem, value)
    if inside is not None:
        return Verdict.unknown(inside)
    unasked = unasked_objects(problem, value)
    if unasked:
        return Verdict.unknown(f"{path(unasked[0])}: an object, where the request speaks of no keys inside")
    besides = _beside_the_list(problem, value)
    if besides is not None:
        return Verdict.unknown(f"{besides}: a key that is not listed, and may be asked for")
    blank = _left_blank(problem, value)
    if blank is not None:
        return Verdict.unknown(f"{blank}, which the request may not tell")
    ungrounded = _ungrounded(problem, value)
    if ungrounded is not None:
        return Verdict.unknown(f"{ungrounded}: a value that stands nowhere in the request, or elsewhere")
    if problem.unread:
        return Verdict.unknown(f"a constraint that was not understood: {clipped(problem.unread[0], 160)!r}")
    form = f"one object with the keys asked for: {', '.join(problem.required_keys)}" if problem.required_keys else ""
    fits = "; ".join(part for part in (form, *(verdict.reason for verdict in verdicts[-1:])) if part)
    return Verdict.passed(fits or "one JSON value")


def carries_stated(problem: JsonProblem, value: Json) -> Verdict | None:
    """None when the value carries each value that the prompt states; else what it carries instead."""
    doubt: Verdict | None = None
    for key, text in problem.stated:
        if not isinstance(value, dict):
            return Verdict.failed("$: not an object")
        if key not in value:
            lacks = f"$: the key {key!r} is missing"
            if key not in problem.inferred:
                return Verdict.failed(lacks)
            doubt = doubt or Verdict.unknown(lacks)
            continue
        carried = value[key]
        if isinstance(carried, list) and len(carried) == 1 and problem.one_item(key, text):
            carried = carried[0]
        if means(carried, text.upper() if problem.wants_capitals(key) else text):
            continue
        if is_told_truth(key, carried, text) and not problem.wants_text(key):
            continue
        reason = f"{path(key)}: {clipped(repr(value[key]), 80)}, but the request states {text!r}"
        is_told_openly = is_open(key, text) and not problem.wants_text(key) and not _contradicts(carried, text)
        is_derived = (
            is_told_openly or is_read_from(key, carried, text) or may_be_corrected(problem.subject, key, carried, text)
        )
        is_sure = key not in problem.inferred and (not isinstance(value[key], str) or not _alike(str(value[key]), text))
        if is_sure and not is_derived and not has_a_remark(problem.subject) and _may_stand(problem, key, text):
            return Verdict.failed(reason)
        doubt = doubt or Verdict.unknown(reason)
    return doubt


def _says_otherwise_inside(problem: JsonProblem, value: Json) -> str | None:
    """Where a nested object has another value than the prompt states for its key."""
    if not problem.inside or not isinstance(value, dict):
        return None
    for outer, nested in value.items():
        for key, text in problem.inside:
            if isinstance(nested, dict) and key in nested and not means(nested[key], text):
                return (
                    f"{path(outer)}{path(key)[1:]}: {clipped(repr(nested[key]), 80)}, but the request states {text!r}"
                )
    return None


def unasked_objects(problem: JsonProblem, value: Json) -> tuple[str, ...]:
    """The keys of a request that tells facts whose value is an object of which neither prose nor a schema speaks."""
    if not isinstance(value, dict) or not any(isinstance(value.get(key), dict) for key in problem.required_keys):
        return ()
    if not tells_numbers(problem.told):
        return ()
    said: dict[str, Any] = (problem.schema or {}).get("properties", {}) | (problem.rules or {}).get("properties", {})
    return tuple(key for key in problem.required_keys if isinstance(value.get(key), dict) and not said.get(key))


def _ungrounded(problem: JsonProblem, value: Json) -> str | None:
    """Where values seem made up, or mixed up, although the request says what they are."""
    if isinstance(value, list):
        rows = [row for row in value if isinstance(row, dict)]
        return "$" if rows and is_mixed_up(problem.told, rows) else None
    if not isinstance(value, dict) or not problem.required_keys:
        return None
    settled = [key for key, _ in problem.stated if key not in problem.inferred]
    key = doubtful_key(problem.told, value, problem.required_keys, settled)
    if key is None:
        several = told_variously(problem.told, problem.required_keys)
        key = next((one for one in problem.required_keys if one in several and _is_scalar(value[one])), None)
    return None if key is None else path(key)


def _is_scalar(value: Json) -> bool:
    return not isinstance(value, list | dict)


def means(value: Json, text: str) -> bool:
    """Whether a JSON scalar is the value that a prompt writes as `text`."""
    if isinstance(value, bool) or value is None:
        return text == {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int | float):
        try:
            return Decimal(str(value)) == Decimal(text)
        except InvalidOperation:
            return False
    return isinstance(value, str) and value == text


def _may_stand(problem: JsonProblem, key: str, text: str) -> bool:
    """Whether what is told for a key may be its value under the rules of the key: "shut" is none of open, closed."""
    readings: list[Json] = [text, text.lower(), text.upper(), text.capitalize(), [text], json.loads(stated_value(text))]
    for schema in (problem.schema, problem.rules):
        rule = ((schema or {}).get("properties") or {}).get(key)
        if schema is None or rule is None:
            continue
        asked = canonical({**schema, "properties": {key: rule}, "required": [key]})
        if all(judge_by_schema(asked, {key: reading}).is_fail for reading in readings):
            return False
    return True


def _contradicts(value: Json, text: str) -> bool:
    """Whether a value is the opposite of a truth value that is told."""
    told = {"yes": True, "y": True, "true": True, "no": False, "n": False, "false": False}.get(text.lower())
    return isinstance(value, bool) and told is not None and value is not told


def _alike(one: str, other: str) -> bool:
    one, other = one.casefold(), other.casefold()
    return one in other or other in one


_PLACEHOLDER = re.compile(
    r"\.{3}|…|<[^<>]{1,80}>|\[[^\[\]]{1,80}\]|string|number|value|placeholder|todo|tbd|x{3,}"
    r"|your[ _-][\w -]{1,40}[ _-]here",
    re.IGNORECASE,
)


_BLANK = re.compile(r"\.{3}|…|<[^<>]{1,80}>")


def _key_fault(problem: JsonProblem, value: Json) -> str | None:
    if not isinstance(value, dict):
        return "$: not an object"
    missing = missing_keys(problem, value)
    if missing:
        return f"$: the key {missing[0]!r} is missing" + (f", and {len(missing) - 1} more" if len(missing) > 1 else "")
    for key in problem.required_keys:
        fault = member_fault(problem, value, key)
        if fault is not None:
            return fault
    if problem.closed:
        for key in value:
            if key not in problem.required_keys and not may_be_wanted(problem, key):
                return f"{path(key)}: a key that was not asked for"
    return None


def _beside_the_list(problem: JsonProblem, value: Json) -> str | None:
    """Where an object has a key that is not listed, though it need have no others."""
    if not problem.closed or not problem.required_keys or not isinstance(value, dict):
        return None
    key = next((key for key in value if key not in problem.required_keys), None)
    return None if key is None else path(key)


def may_be_wanted(problem: JsonProblem, key: str) -> bool:
    """Whether a key that is not listed may be asked for in other words."""
    return not problem.sole and may_be_asked_for(problem.told, key)


def member_fault(problem: JsonProblem, value: dict[str, Json], key: str) -> str | None:
    """Why what a key holds is no answer, whatever the rules say."""
    if _holds_nothing(value[key]) and may_be_untold(problem.told, value, key):
        return None
    sample = dict(problem.samples).get(key) if problem.samples else None
    if sample is not None and value[key] == sample and stands_for_another(problem.told, sample, value):
        return f"{path(key)}: {sample!r} is the example's, and the request tells another number"
    content = value[key]
    if isinstance(content, str) and content.lower() in _NAMES_OF_TYPES and _tells_of_a_type(problem.told, key, content):
        return None
    return content_fault(key, content)


_NAMES_OF_TYPES = frozenset({"string", "number", "value"})


def _tells_of_a_type(told: str, key: str, name: str) -> bool:
    """Whether the name of a type may be what is asked for, and not its mark."""
    return words_of(key)[-1:] == ("type",) or re.search(rf"\b{name}s?\b", told, re.IGNORECASE) is not None


def _holds_nothing(content: Json) -> bool:
    return content is None or (isinstance(content, str) and not content.strip())


def _left_blank(problem: JsonProblem, value: Json) -> str | None:
    """Where an object has nothing for a key asked for."""
    if not isinstance(value, dict):
        return None
    key = next((key for key in problem.required_keys if _holds_nothing(value[key])), None)
    return None if key is None else f"{path(key)}: nothing"


def content_fault(key: str, content: Json) -> str | None:
    """Why what a key holds is no answer, whatever the rules say: nothing, or a mark in place of a value."""
    if content is None:
        return f"{path(key)}: null"
    if isinstance(content, str) and not content.strip():
        return f"{path(key)}: empty"
    if isinstance(content, str) and len(content) <= 100 and _PLACEHOLDER.fullmatch(content.strip()):
        return f"{path(key)}: {content!r} is a placeholder"
    if isinstance(content, dict | list) and any(
        isinstance(leaf, str) and len(leaf) <= 100 and _BLANK.fullmatch(leaf) for leaf in leaves(content)
    ):
        return f"{path(key)}: a placeholder inside"
    return None


def missing_keys(problem: JsonProblem, value: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys asked for that the object has not, in the order asked for."""
    wanted = problem.required_keys
    if not wanted and problem.schema is not None:
        required = problem.schema.get("required")
        wanted = tuple(key for key in required if isinstance(key, str)) if isinstance(required, list) else ()
    return tuple(key for key in wanted if key not in value)


def path(key: str) -> str:
    return f"$.{key}" if key.isidentifier() else f"$[{clipped(repr(key), 80)}]"


def _judge_wrapped(problem: JsonProblem, text: str, fault: JsonFaultError) -> Verdict:
    piece = excerpt(text)
    if piece is None:
        return Verdict.failed(clipped(str(fault), MAX_REASON_CHARS))
    try:
        verdict = judge_value(problem, loads(piece.body))
    except JsonBoundError as bound:
        return Verdict.unknown(f"not read: {bound}")
    except JsonFaultError as inner:
        return Verdict.failed(clipped(str(inner), MAX_REASON_CHARS))
    return Verdict.failed(f"{_wrapping(piece)}; inside: {verdict.reason}")


def _wrapping(piece: Excerpt) -> str:
    if not piece.chatter:
        return "the value stands in a code fence or after a byte order mark"
    if is_introduction(piece.chatter):
        return "the value stands after an introduction"
    return f"the value stands among other words: {clipped(piece.chatter, 120)!r}"
