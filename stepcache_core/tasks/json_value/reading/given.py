"""The text that a request gives to be worked on, as part of what it asks: what it states for a key, and all of it.

A text in which every line is a key and its value states these values; of any other text nothing is taken as stated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from stepcache_core.tasks.json_value.described import described_in
from stepcache_core.tasks.json_value.problem import JsonProblem, keys_of
from stepcache_core.tasks.json_value.reading.facts import in_type
from stepcache_core.tasks.json_value.reading.listing import is_one_value
from stepcache_core.tasks.json_value.reading.telling import tells_only_values
from stepcache_core.tasks.json_value.spelling import written_as_one

_PAIR: Final = re.compile(
    r"[ \t]{0,8}(?:[-*•][ \t]{1,3})?[\"'`]?(?P<label>[^\W\d][\w ()/.-]{0,60}?)[\"'`]?"
    r"[ \t]{0,3}[:=][ \t]{0,3}(?P<value>\S[^\n]{0,200}?)[ \t]{0,8}"
)
_GOES_ON: Final = re.compile(
    r"[,;\"“”`|()]|[.!?](?:\s|\Z)|\b(?:and|or|but|if|was|old|new|formerly|now|approx\w*|about|ca)\b", re.IGNORECASE
)
"""What a value may hold that is more than one plain value."""
_NUMBER: Final = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?")
_YES_OR_NO: Final = frozenset({"yes", "no", "true", "false"})


@dataclass(frozen=True, slots=True)
class _Given:
    """A value that the text states, and where its label and it stand."""

    key: str
    value: str
    start: int
    end: int


def with_given(problem: JsonProblem, text: str) -> JsonProblem:
    """The problem with the text that it is to be solved for."""
    members = _members(problem)
    told = dict(problem.stated)
    spoken_of = set(re.findall(r"[\w-]+", problem.told.lower()))
    described = described_in(problem.schema or {})
    # "Write the title backwards": what is given for such a key may not be its value.
    names = {key.lower(): key for key in members if key not in {*told, *described} and key.lower() not in spoken_of}
    found = [one for one in _pairs(text, names) if _is_a_value(one.value, members[one.key])]
    pieces: list[str] = []
    at = 0
    for one in found:
        pieces += [text[at : one.start], f"{one.key}: <the {one.key}>"]
        at = one.end
    marked = "".join(pieces) + text[at:]
    given, _ = in_type([(one.key, one.value) for one in found], [{"properties": members}])
    return replace(
        problem,
        subject=f"{problem.subject}\n{_one_spaced(marked)}",
        told=f"{problem.told}\n{_one_spaced(text)}",
        stated=tuple(sorted({**told, **dict(given)}.items())),
        # Where more is said than what is asked for, it may say that a value is not the one beside its label.
        inferred=problem.inferred + (() if tells_only_values(problem.subject, members) else tuple(dict(given))),
    )


def _one_spaced(text: str) -> str:
    return "\n".join(" ".join(line.split()) for line in text.split("\n") if line.strip())


def _members(problem: JsonProblem) -> dict[str, Any]:
    """What is asked of the value of each key."""
    keys = dict.fromkeys((*problem.required_keys, *keys_of(problem.schema or {})))
    rules = (problem.rules or {}).get("properties", {})
    shown = (problem.schema or {}).get("properties", {})
    return {key: {**_mapping(shown.get(key)), **_mapping(rules.get(key))} for key in keys}


def _mapping(rule: Any) -> Mapping[str, Any]:
    return rule if isinstance(rule, Mapping) else {}


def _is_a_value(text: str, rule: Mapping[str, Any]) -> bool:
    """Whether what stands beside a label is the value as it is: one plain value of the type asked for."""
    if _GOES_ON.search(text) is not None or not is_one_value(text) or not rule.keys() <= {"type", "minimum", "maximum"}:
        return False
    if rule.get("type") in {"number", "integer"}:
        return _NUMBER.fullmatch(text) is not None
    if rule.get("type") == "boolean":
        return text.lower() in _YES_OR_NO
    return bool(rule.get("type", "string") == "string")


def _pairs(text: str, names: Mapping[str, str]) -> Iterator[_Given]:
    """The values of a text in which every line, or every piece of its one line, is a key and its value."""
    separator = ";" if "\n" not in text.strip() and ";" in text else "\n"
    pairs: list[_Given] = []
    at = 0
    for line in text.split(separator):
        start, at = at, at + len(line) + 1
        found = _PAIR.fullmatch(line) if line.strip() else None
        if found is None and line.strip() and not (start == 0 and line.rstrip().endswith(":")):
            return
        key = None if found is None else _meant(found["label"], names)
        if found is not None and key is not None:
            pairs.append(_Given(key, found["value"], start, start + found.end("value")))
    if len({one.key for one in pairs}) == len(pairs):
        yield from pairs


def _meant(label: str, names: Mapping[str, str]) -> str | None:
    """The key that a label spells in words."""
    words = re.findall(r"\w+", label.lower())
    found = {names[key] for key in written_as_one(words) if key in names}
    return next(iter(found)) if len(found) == 1 else None
