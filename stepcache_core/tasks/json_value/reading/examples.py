"""Examples of an object: the keys and the types that they show, whatever their values."""

from __future__ import annotations

import json
import re
from typing import Any

from stepcache_core.model import Json
from stepcache_core.tasks.json_value.reading.notes import from_note
from stepcache_core.tasks.json_value.reading.phrases import Rule
from stepcache_core.tasks.json_value.spelling import words_of
from stepcache_core.tasks.json_value.syntax.members import leaves
from stepcache_core.tasks.json_value.syntax.text import JsonFaultError


def example_meant(value: Json) -> Rule | None:
    """The JSON Schema that an example object or list means; None where it means none."""
    if not isinstance(value, dict | list) or not value:
        return None
    try:
        return _example(value)
    except JsonFaultError:
        return None


_NO_EXAMPLE = re.compile(r"(?:\.{3}|…|_{1,8}|<(?P<note>[^<>\n]{0,80})>|text|string|value)?", re.IGNORECASE)
_SAYS_NOTHING = frozenset("a an goes here insert its of string text the their this value your".split())
"""Words that may stand beside those of its key in the place of a value."""
_WITH_A_UNIT = re.compile(r"\b(?:in|per|as|number|amount|count)\b", re.IGNORECASE)
_TYPE_WORD = re.compile(r"(?:<)?(?P<note>[^<>\n]{1,120})(?:>)?")


def _example(value: Json, key: str = "") -> Rule:
    """What an example asks of the value of a key: its keys, and the types of its values."""
    if isinstance(value, dict):
        return {
            "type": "object",
            "required": list(value),
            "properties": {key: _example(item, key) for key, item in value.items()},
            "additionalProperties": False,
        }
    if isinstance(value, list):
        kinds = [_example(item, key) for item in value]
        if any(json.dumps(kind) != json.dumps(kinds[0]) for kind in kinds):
            raise JsonFaultError("an example with items of several kinds")
        return {"type": "array", "items": kinds[0]} if kinds else {"type": "array"}
    if isinstance(value, bool):
        return {"type": "boolean"}
    if isinstance(value, int | float):
        return {"type": "number"}
    if value is None:
        return {}
    return example_text(value, key)


def example_text(text: str, key: str) -> Rule:
    """What a text in the place of a key's value asks of it: a type, choices, or what it is."""
    choices = [choice.strip() for choice in text.split("|")]
    if len(choices) > 1 and all(choices):
        types: list[Any] = [from_note(choice) for choice in choices]
        if any(types):
            return {
                "anyOf": [
                    {"type": "null"} if c == "null" else t or {"const": c} for c, t in zip(choices, types, strict=True)
                ]
            }
        return {"type": "string", "enum": choices}
    found = _TYPE_WORD.fullmatch(text)
    rule = from_note(found["note"]) if found is not None else None
    blank = _NO_EXAMPLE.fullmatch(text.strip())
    if rule is not None or (blank is not None and _says_no_more_than(key, blank["note"] or "")):
        return rule or {"type": "string"}
    # "price in cents" says of the value what only another such example says too.
    return {"description": text} if _WITH_A_UNIT.search(text) else {"type": "string", "description": text}


def _says_no_more_than(key: str, note: str) -> bool:
    """Whether a note such as "the name" only repeats its key: with any other word another value may be meant."""
    words = set(re.findall(r"[^\W_]+", note.lower()))
    return words <= {*_SAYS_NOTHING, *words_of(key)} and re.search(r"[^\w\s-]", note) is None


def is_blank(value: Json) -> bool:
    """Whether nothing in an example is a value: each leaf is empty, a zero or a word that stands for one."""
    return all(
        leaf in {None, 0, ""}
        or (isinstance(leaf, str) and (_NO_EXAMPLE.fullmatch(leaf) or "description" not in example_text(leaf, "")))
        for leaf in leaves(value)
        if not isinstance(leaf, bool)
    )
