"""Shapes that a prompt shows instead of naming keys: a JSON Schema, an example object, a list of values of one type."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from stepcache_core.model import Json
from stepcache_core.tasks.json_notes import from_note
from stepcache_core.tasks.json_phrases import Rule, compiled
from stepcache_core.tasks.json_text import JsonFaultError, depth, loads, value_at

MAX_SHAPE_CHARS = 20_000
MAX_SHAPE_DEPTH = 20


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape found in a prompt.

    Attributes:
        rest: The prompt without the shape and the words that lead to it.
        schema: The JSON Schema that the shape means.
        example_keys: The keys of an example object: its values are to be replaced.
    """

    rest: str
    schema: Rule
    example_keys: tuple[str, ...] = ()


_WITH_WHAT = (
    r"(?P<what> (?:from|with|using|based on) (?:the|this|these|those) "
    r"(?:text|note|message|e-?mail|sentence|data|details|facts|information|values|letter|review"
    r"|report)(?: (?:below|above))?)?"
    r"(?:,? (?:and )?(?:(?:return|answer|reply|respond|output|give|send) (?:back |me |with ){0,2})?"
    r"(?:(?:as|in|only|just|the|raw|valid|filled(?:-in)?|completed|resulting|finished) ){0,4}json(?: only)?"
    r"(?:, nothing (?:else|more))?)?"
)
"""What a template is to be filled in with, and that the answer is JSON."""
_OPENED = r"(?:```(?:json)?\s{0,4})?"
_TO_FILL_IN = (
    r"(?:please )?\b(?P<filled>fill(?: (?:in|out))?|complete|populate|use) "
    r"(?:the|this) (?:following )?(?:json )?"
    r"(?:template|skeleton|form|object|record|structure|schema)" + _WITH_WHAT + r"(?P<about> for [^.:{}\n]{1,80})?"
    r"\s{0,4}[:.]\s{0,4}" + _OPENED
)
_LABELLED = r"(?:(?<=\n)|(?<=\A))(?:json )?(?P<label>schema|format|structure|shape|template)\s{0,4}:\s{0,4}" + _OPENED
_ALIKE = r"(?:[,;:]\s{0,4})?\b(?P<like>shaped like(?: this)?|like this|of the form)\s{0,4}:?\s{0,4}" + _OPENED
_VALIDATED = (
    r"(?:[.;] (?:it|the (?:json|object|answer|output)) "
    r"(?:will|must|should|has to|is going to) (?:be validated|validate)"
    r"|\b(?:that|which) (?:validates|passes)) (?P<against>against) "
    r"(?:(?:the|this) (?:following )?(?:json )?schema\s{0,4}:?\s{0,4})?" + _OPENED
)
_FOLLOWED = (
    r"(?:\bvalid )?(?:[,;:]\s{0,4})?(?:\b(?:and )?(?:please )?(?:use|follow) )?"
    r"\b(?:(?:that )?(?:match(?:es|ing)?|conform(?:s|ing)? to|follow(?:s|ing)?|fit(?:s|ting)?|"
    r"according to|adher(?:es?|ing) to|with|in|using|of|by|given|under) )?"
    r"(?:exactly )?(?:the|this|a|an) (?:exact )?(?:following )?(?:exact )?"
    r"(?P<json>json )?(?P<kind>schema|format|structure|shape|template|form)"
    r"(?: (?:below|here))?\s{0,4}[:.]?\s{0,4}" + _OPENED
)
_LEAD = compiled(rf"(?:{_TO_FILL_IN}|{_LABELLED}|{_ALIKE}|{_VALIDATED}|{_FOLLOWED})$")
"""The words that say of a shape right after them that the answer is to have it."""
_BELOW = re.compile(
    r"(?:,\s|\s)(?:(?:that|which)\s)?(?:match(?:es|ing)|conform(?:s|ing)\sto|follow(?:s|ing)|fit(?:s|ting)|according\sto|with|in)\s"
    r"the\s(?P<kind>schema|format|structure|shape)\sbelow(?P<said>\b[^{}\[\]]{0,2000}?)\n\s{0,4}\n\s{0,4}(?=[{\[])",
    re.IGNORECASE,
)
"""A shape that is spoken of where the object is asked for, and stands by itself at the end."""
_SPOKEN_OF = compiled(r"\b(?:in )?(?:the|this|following) json(?: (?:schema|template|format))\b")
"""The shape that is shown elsewhere in the prompt, where it is only spoken of."""
_WRITTEN_FOR = compiled(
    r"\b((?:write|create|generate|produce|build|give|return|make)(?: (?:me|us))?) the "
    r"(?:(?:corresponding|matching|resulting) )?json(?: (?:object|instance|document))?"
    r"(?= (?:for|of|about|describing)\b)"
)
"""The JSON of the shape that stands before it."""
_CLOSE_FENCE = re.compile(r"\s{0,4}```")
_BRACKET = re.compile(r"[{}\[\]]")


def shown(prompt: str) -> Shape | None:
    """The one schema or example that the prompt shows and says to be the form of the answer."""
    prompt = _BELOW.sub(r"\g<said>\n\n\g<kind>: ", prompt)
    opening = _BRACKET.search(prompt)
    if opening is None or opening[0] not in "{[":
        return None
    lead = _LEAD.search(prompt, max(0, opening.start() - 120), opening.start())
    if lead is None:
        return None
    try:
        _, end = value_at(prompt, opening.start()) if depth(prompt) <= MAX_SHAPE_DEPTH else (None, 0)
        body = prompt[opening.start() : end]
        value = loads(body)
    except (ValueError, RecursionError):
        return None
    fence = _CLOSE_FENCE.match(prompt, end) if "```" in lead[0] else None
    before, after = prompt[: lead.start()], prompt[end if fence is None else fence.end() :]
    if not body or len(body) > MAX_SHAPE_CHARS or _BRACKET.search(before) or _BRACKET.search(after) or "```" in after:
        return None
    kind = (lead["kind"] or lead["label"] or lead["like"] or "schema").lower()
    is_schema = kind == "schema" and isinstance(value, dict) and not _SCHEMA_WORDS.isdisjoint(value)
    schema = value if is_schema and isinstance(value, dict) else _example_meant(value)
    if schema is None:
        return None
    keys = tuple(value) if isinstance(value, dict) and not is_schema else ()
    if lead["against"] is not None and not is_schema:
        return None
    before, after = _SPOKEN_OF.sub("JSON", before), _WRITTEN_FOR.sub(r"\1 JSON", after)
    named = "" if re.search(r"\bjson\b", before + after, re.IGNORECASE) else " as JSON"
    if lead["filled"] is not None:
        named = f" Return JSON{lead['what'] or ''}{lead['about'] or ''}."
    before = f"{before.rstrip()}{named}"
    return Shape(f"{before}{_gap(before, after)}{after.lstrip()}", schema, keys)


def _gap(before: str, after: str) -> str:
    """What joins the two: a line that ends ends a sentence."""
    if after[:1] in {".", ",", ";"}:
        return ""
    ends_here = after.lstrip(" `").startswith("\n") and before[-1:].isalnum()
    return ". " if ends_here else " "


_SCHEMA_WORDS = frozenset({"type", "properties", "$ref", "$schema", "anyOf", "oneOf", "allOf", "enum", "const"})


def _example_meant(value: Json) -> Rule | None:
    if not isinstance(value, dict | list) or not value:
        return None
    try:
        return _example(value)
    except JsonFaultError:
        return None


_NO_EXAMPLE = re.compile(r"(?:\.{3}|…|_{1,8}|<[^<>\n]{0,80}>|text|string|value)?", re.IGNORECASE)
_WITH_A_UNIT = re.compile(r"\b(?:in|per|as|number|amount|count)\b", re.IGNORECASE)
_TYPE_WORD = re.compile(r"(?:<)?(?P<note>[^<>\n]{1,120})(?:>)?")


def _example(value: Json) -> Rule:
    """What an example asks of a value: its keys, and the types of its values."""
    if isinstance(value, dict):
        return {
            "type": "object",
            "required": list(value),
            "properties": {key: _example(item) for key, item in value.items()},
            "additionalProperties": False,
        }
    if isinstance(value, list):
        kinds = [_example(item) for item in value]
        if any(json.dumps(kind) != json.dumps(kinds[0]) for kind in kinds):
            raise JsonFaultError("an example with items of several kinds")
        return {"type": "array", "items": kinds[0]} if kinds else {"type": "array"}
    if isinstance(value, bool):
        return {"type": "boolean"}
    if isinstance(value, int | float):
        return {"type": "number"}
    if value is None:
        return {}
    return _example_text(value)


def _example_text(text: str) -> Rule:
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
    if rule is not None or _NO_EXAMPLE.fullmatch(text.strip()):
        return rule or {"type": "string"}
    # "price in cents" says of the value what only another such example says too.
    return {"description": text} if _WITH_A_UNIT.search(text) else {"type": "string", "description": text}


_TYPES = {"strings": "string", "numbers": "number", "integers": "integer", "booleans": "boolean", "objects": "object"}
_NUMBERS = {word: n for n, word in enumerate("one two three four five six seven eight nine ten".split(), 1)}
_ARRAY = compiled(
    r"\bjson (?:array|list) (?:of|with|containing) (?:(?P<how>exactly|at least|at most) )?"
    rf"(?:(?P<n>\d{{1,3}}|{'|'.join(_NUMBERS)}) )?(?P<type>{'|'.join(_TYPES)})\b"
)


def array_asked(prompt: str) -> Shape | None:
    """The array of values of one type that the prompt asks for; for objects, `rest` asks for one of them."""
    found = _ARRAY.search(prompt)
    if found is None or _ARRAY.search(prompt, found.end()) is not None:
        return None
    items = {"type": _TYPES[found["type"].lower()]}
    schema: Rule = {"type": "array", "items": items}
    number = (found["n"] or "").lower()
    if number:
        count = int(number) if number.isdigit() else _NUMBERS[number]
        how = (found["how"] or "exactly").lower()
        if not how.endswith("most"):
            schema["minItems"] = count
        if not how.endswith("least"):
            schema["maxItems"] = count
    replaced = "JSON object" if items["type"] == "object" else "JSON"
    return Shape(f"{prompt[: found.start()]}{replaced}{prompt[found.end() :]}", schema)
