"""Putting a value right without a model, cheapest first; each rung is judged by the verifier before it counts."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from stepcache_core.model import Json
from stepcache_core.tasks.json_value.judging import judge, may_be_wanted, means, path
from stepcache_core.tasks.json_value.problem import JsonProblem
from stepcache_core.tasks.json_value.reading.phrases import capitals_of
from stepcache_core.tasks.json_value.replaying.copying import stands_alone
from stepcache_core.tasks.json_value.schema import Misfit, misfits
from stepcache_core.tasks.json_value.spelling import letters_of
from stepcache_core.tasks.json_value.syntax.members import members_of
from stepcache_core.tasks.json_value.syntax.readings import the_reading
from stepcache_core.tasks.json_value.syntax.scalars import NUMBER, scalar_in
from stepcache_core.tasks.json_value.syntax.text import JsonFaultError, broken, excerpt, loads, skip_space, value_at
from stepcache_core.tasks.json_value.syntax.throughout import inside_a_string


@dataclass(frozen=True, slots=True)
class Mended:
    """A value put right.

    Attributes:
        text: The bare value.
        account: What was done, in order.
    """

    text: str
    account: tuple[str, ...]


MAX_BROKEN_CHARS = 16_000
"""Longer texts of which no value can be taken out as it stands are left alone."""


def mended(problem: JsonProblem, text: str) -> Mended | None:
    """The value out of its chatter, its syntax, types and keys put right; None when that makes it no better.

    A value that fails only for its form is mended too where no one can tell whether what it says is right.
    """
    before = judge(problem, text)
    if before.is_pass:
        return None
    account: list[str] = []
    body = _fenced(text) if problem.may_hold_more else _body(problem, text)
    if body is None:
        return None
    if body != text:
        account.append("the value was taken out of what stood around it")
    for rung in () if problem.may_hold_more else _RUNGS:
        if judge(problem, body).is_pass:
            break
        body, done = rung(problem, body)
        account += done
    after = judge(problem, body)
    is_better = after.is_pass or (before.is_fail and not after.is_fail)
    return Mended(body, tuple(account)) if account and is_better else None


def _fenced(text: str) -> str | None:
    """The value that stands in a code fence, or after a byte order mark, and among no words."""
    piece = excerpt(text)
    return piece.body if piece is not None and not piece.chatter else None


def _body(problem: JsonProblem, text: str) -> str | None:
    """The piece of the text that is the value, or is to become it."""
    piece = excerpt(text)
    if piece is not None:
        return piece.body
    whole = text.strip()
    if _is_strict(whole) or _is_python_word(problem, whole):
        return whole
    if len(text) > MAX_BROKEN_CHARS:
        return None
    return broken(text) or scalar_in(text, problem.schema, lambda written: judge(problem, written).is_pass)


_PYTHON_WORDS = {"True": "true", "False": "false", "None": "null"}
"""How Python writes what JSON writes otherwise."""


def _is_python_word(problem: JsonProblem, body: str) -> bool:
    """Whether a bare word can only be a literal: where a string would do, the word may be meant as text."""
    return body in _PYTHON_WORDS and not judge(problem, json.dumps(body)).is_pass


_Rung = Callable[[JsonProblem, str], tuple[str, list[str]]]


def _syntax(problem: JsonProblem, body: str) -> tuple[str, list[str]]:
    if _is_strict(body):
        return body, []
    lists_members = bool(problem.required_keys) or bool((problem.schema or {}).get("required"))
    fixed = _PYTHON_WORDS.get(body) or the_reading(
        body, lambda text: _comes_right(problem, text), lists_members=lists_members
    )
    return (body, []) if fixed is None else (fixed, ["its syntax was put right"])


def _comes_right(problem: JsonProblem, body: str) -> bool:
    """Whether the other rungs make a strict text pass."""
    for rung in _AFTER_SYNTAX:
        body, _ = rung(problem, body)
    return judge(problem, body).is_pass


def _types(problem: JsonProblem, body: str) -> tuple[str, list[str]]:
    """Writes a scalar as the type that a rule fixes, where both ways of writing it mean the same.

    A text is put in the capitals asked for; a value that the prompt states for a key that must hold a list is its one
    item.
    """
    done: list[str] = []
    for misfit in misfits_of(problem, body):
        start, end = _span(body, misfit.path)
        written = _as_type(body[start:end], misfit) or _as_asked(problem, body[start:end], misfit)
        if written is not None:
            body = body[:start] + written + body[end:]
            done.append(f"{_json_path(misfit.path)} was written as {written}")
    return body, done


def _keys(problem: JsonProblem, body: str) -> tuple[str, list[str]]:
    """Writes a key as it was asked for, where only its case or the marks between its words differ."""
    members = members_of(body)
    if members is None:
        return body, []
    named: defaultdict[str, list[str]] = defaultdict(list)
    for key in problem.named_keys:
        named[letters_of(key)].append(key)
    written = Counter(map(letters_of, members.keys))
    done: list[str] = []
    for member in members.items:
        letters = letters_of(member.key)
        meant = named.get(letters, [])
        if member.key not in meant and len(meant) == written[letters] == 1:
            members = members.with_member(member.key, member.renamed(meant[0]))
            done.append(f"{path(member.key)} was renamed to {meant[0]}")
    return (members.text, done) if done else (body, [])


def without_forbidden(problem: JsonProblem, body: str) -> tuple[str, list[str]]:
    """Leaves out members whose keys are not allowed; says which."""
    members = members_of(body)
    if members is None:
        return body, []
    allowed = set(members.keys)
    if problem.closed:
        allowed = {key for key in allowed if key in problem.required_keys or may_be_wanted(problem, key)}
    for misfit in misfits_of(problem, body):
        properties = misfit.schema.get("properties", {}) if isinstance(misfit.schema, dict) else {}
        if misfit.rule == "additionalProperties" and misfit.wanted is False and not misfit.path:
            if "patternProperties" in misfit.schema:
                return body, []
            allowed &= set(properties)
    kept = [key for key in members.keys if key in allowed]
    if not kept or len(kept) == len(members.keys):
        return body, []
    return members.only(kept).text, [f"{path(key)} was left out" for key in members.keys if key not in allowed]


def _unwrapped(problem: JsonProblem, body: str) -> tuple[str, list[str]]:
    """Takes an object or array out of the JSON string that holds its text."""
    held = inside_a_string(body)
    return (body, []) if held is None else (held, ["it was taken out of a string"])


_AFTER_SYNTAX: tuple[_Rung, ...] = (_keys, _types, without_forbidden, _types)
_RUNGS: tuple[_Rung, ...] = (_unwrapped, _syntax, *_AFTER_SYNTAX)


def misfits_of(problem: JsonProblem, body: str) -> tuple[Misfit, ...]:
    """Where a text does not fit the problem's schema and the constraints of its prose; none in what is no JSON."""
    try:
        value = loads(body)
    except JsonFaultError:
        return ()
    schemas = (problem.schema_text, problem.rules_text)
    return tuple(one for text in schemas if text is not None for one in misfits(text, value))


def _as_asked(problem: JsonProblem, written: str, misfit: Misfit) -> str | None:
    key = misfit.path[0] if len(misfit.path) == 1 else None
    value: Json = json.loads(written)
    if misfit.rule == "pattern" and isinstance(key, str) and problem.wants_capitals(key) and isinstance(value, str):
        capitals = capitals_of(value)
        return None if capitals is None else json.dumps(capitals, ensure_ascii=False)
    stated = next((text for one, text in problem.stated if one == key), None)
    if not isinstance(key, str) or stated is None or not means(value, stated):
        return None
    if misfit.rule == "type" and problem.one_item(key, stated):
        is_one = key not in problem.inferred or stands_alone(key, written, problem.told)
        return f"[{written}]" if is_one else None
    return None


_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_MAY_BE_THOUSANDS = re.compile(r"-?[1-9][0-9]{0,2}\.[0-9]{3}")
"""Where the point may part thousands, as in many a language: "1.500"."""


def _as_type(written: str, misfit: Misfit) -> str | None:
    value: Json = json.loads(written) if written[:1] not in "{[" else None
    if misfit.rule == "const":
        wanted = [misfit.wanted]
    elif misfit.rule == "enum" and isinstance(misfit.wanted, list):
        wanted = misfit.wanted
    elif misfit.rule == "type":
        return _as_kind(written, value, misfit.wanted if isinstance(misfit.wanted, list) else [misfit.wanted])
    else:
        return None
    same = [one for one in wanted if isinstance(one, str | int | float) and _same_content(value, written, one)]
    if isinstance(value, str) and not same:
        same = [one for one in wanted if isinstance(one, str) and one.casefold() == value.strip().casefold()]
    return json.dumps(same[0], ensure_ascii=False) if len(same) == 1 else None


def _same_content(value: Json, written: str, wanted: str | float) -> bool:
    """Whether the two differ only in being a string or a number."""
    if isinstance(value, str) and isinstance(wanted, int | float) and not isinstance(wanted, bool):
        return json.dumps(wanted) == value
    return (
        isinstance(wanted, str) and isinstance(value, int | float) and not isinstance(value, bool) and wanted == written
    )


def _as_kind(written: str, value: Json, kinds: list[str]) -> str | None:
    if isinstance(value, str):
        if "integer" in kinds and _INTEGER.fullmatch(value):
            return value
        if "number" in kinds and NUMBER.fullmatch(value) and _MAY_BE_THOUSANDS.fullmatch(value) is None:
            return value
        if "boolean" in kinds and value in {"true", "false", "True", "False"}:
            return value.lower()
        return None
    if isinstance(value, int | float) and not isinstance(value, bool) and "string" in kinds:
        return f'"{written}"' if NUMBER.fullmatch(written) else None
    return None


def _span(text: str, steps: tuple[str | int, ...]) -> tuple[int, int]:
    """Where the value that `steps` lead to stands in a strictly valid text."""
    at = skip_space(text, 0)
    for step in steps:
        at = skip_space(text, at + 1)
        index = 0
        while True:
            if isinstance(step, str):
                name, end = value_at(text, at)
                at = skip_space(text, skip_space(text, end) + 1)
            if (name if isinstance(step, str) else index) == step:
                break
            _, end = value_at(text, at)
            at = skip_space(text, skip_space(text, end) + 1)
            index += 1
    return at, value_at(text, at)[1]


def _json_path(steps: tuple[str | int, ...]) -> str:
    return "$" + "".join(f"[{step}]" if isinstance(step, int) else path(step)[1:] for step in steps)


def _is_strict(text: str) -> bool:
    try:
        loads(text)
    except JsonFaultError:
        return False
    return True
