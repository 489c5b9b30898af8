"""Shapes that a prompt shows instead of naming keys: a JSON Schema, an example object, a list of values of one type."""

from __future__ import annotations

import re
from dataclasses import dataclass

from stepcache_core.model import Json
from stepcache_core.tasks.json_value.reading.examples import example_meant, is_blank
from stepcache_core.tasks.json_value.reading.number_words import NUMBERS
from stepcache_core.tasks.json_value.reading.patterns import THE_WORD_JSON, AnyCase, compiled
from stepcache_core.tasks.json_value.reading.phrases import Rule
from stepcache_core.tasks.json_value.reading.skeletons import Skeleton, skeleton_at
from stepcache_core.tasks.json_value.syntax.text import BRACKETS, depth, loads, value_at

MAX_SHAPE_CHARS = 20_000
MAX_SHAPE_DEPTH = 20


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape found in a prompt.

    Attributes:
        rest: The prompt without the shape and the words that lead to it.
        schema: The JSON Schema that the shape means.
        example_keys: The keys of an example object: its values are to be replaced.
        samples: Those of its members that are numbers; not 0 and 1, which many a right value is.
    """

    rest: str
    schema: Rule
    example_keys: tuple[str, ...] = ()
    samples: tuple[tuple[str, int | float], ...] = ()


_WITH_WHAT = (
    r"(?P<what> (?:from|with|using|based on) (?:the|this|these|those) "
    r"(?:text|note|message|e-?mail|sentence|data|details|facts|information|values|letter|review"
    r"|report)(?: (?:below|above))?)?"
    r"(?:,? (?:and )?(?:(?:return|answer|reply|respond|output|give|send) (?:back |me |with ){0,2})?"
    r"(?:(?:as|in|only|just|the|raw|valid|filled(?:-in)?|completed|resulting|finished) ){0,4}json(?: only)?"
    r"(?:, nothing (?:else|more))?)?"
)
"""What a template is to be filled in with, and that the answer is JSON."""
_OPENED = (
    r"(?:```(?:json|ts|typescript|jsonc|text)?\s{0,4})?"
    r"(?:(?:export )?(?:interface|type|class) [A-Za-z]\w{0,40}\s?=?\s{0,3})?"
)
_TO_FILL_IN = (
    r"(?:please )?\b(?P<filled>fill(?: (?:in|out))?|complete|populate|use) "
    r"(?:the|this) (?:following )?(?:json )?"
    r"(?:template|skeleton|form|object|record|structure|schema)" + _WITH_WHAT + r"(?P<about> for [^.:{}\n]{1,80})?"
    r"\s{0,4}[:.]\s{0,4}" + _OPENED
)
_LABELLED = (
    r"(?:(?<=\n)|(?<=\A))(?:json )?(?P<label>schema|format|structure|shape|template|skeleton)(?: "
    r"\(\w{1,12}\))?\s{0,4}:\s{0,4}" + _OPENED
)
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
    r"(?P<json>json )?(?:typescript )?(?P<kind>schema|format|structure|shape|template|form|skeleton|type|interface)"
    r"(?: (?:below|here))?\s{0,4}[:.]?\s{0,4}" + _OPENED
)
_ASKED_FOR = (
    r"\b(?P<blank>(?:an?|one|single|valid|as|into|in|with|only) (?:(?:an?|valid|single) ){0,2}json(?: object| record)?)"
    r"\s{0,3}:\s{0,4}" + _OPENED
)
_LEAD = compiled(rf"(?:{_TO_FILL_IN}|{_LABELLED}|{_ALIKE}|{_VALIDATED}|{_FOLLOWED}|{_ASKED_FOR})$")
"""The words that say of a shape right after them that the answer is to have it."""
_BELOW = AnyCase(
    r"(?:,\s|\s)(?:(?:that|which)\s)?(?:match(?:es|ing)|conform(?:s|ing)\sto|follow(?:s|ing)|fit(?:s|ting)|according\sto|with|in)\s"
    r"the\s(?P<kind>schema|format|structure|shape)\sbelow(?P<said>\b[^{}\[\]]{0,2000}?)\n\s{0,4}\n\s{0,4}(?=[{\[])",
    "below",
)
"""A shape that is spoken of where the object is asked for, and stands by itself at the end."""
_SPOKEN_OF = compiled(r"\b(?:in )?(?:the|this|following) json(?: (?:schema|template|format))\b")
"""The shape that is shown elsewhere in the prompt, where it is only spoken of."""
_SHAPED_SO = compiled(
    r" (?:(?:that )?(?:match(?:es|ing)?|conform(?:s|ing)? to|follow(?:s|ing)?|fit(?:s|ting)?|according to|in|with)) "
    r"(?:the|this) (?:(?:given|above|below) )?(?:schema|skeleton|template|shape|structure|format)"
    r"(?: (?:below|above|given))?(?=\s{0,3}(?:[.,;:]|\Z))"
)
"""That the answer has it, where that is said apart from it."""
_WRITTEN_FOR = compiled(
    r"\b((?:write|create|generate|produce|build|give|return|make)(?: (?:me|us))?) the "
    r"(?:(?:corresponding|matching|resulting) )?json(?: (?:object|instance|document))?"
    r"(?= (?:for|of|about|describing)\b)"
)
"""The JSON of the shape that stands before it."""
_CLOSE_FENCE = re.compile(r"\s{0,4}```")


def shown(prompt: str) -> Shape | None:
    """The one schema or example that the prompt shows and says to be the form of the answer."""
    prompt = _BELOW.sub(r"\g<said>\n\n\g<kind>: ", prompt)
    opening = BRACKETS.search(prompt)
    if opening is None or opening[0] not in "{[":
        return None
    lead = _LEAD.search(prompt, max(0, opening.start() - 120), opening.start())
    if lead is None:
        return None
    read = _value_or_skeleton(prompt, opening.start())
    if read is None:
        return None
    value, skeleton, end = read
    fence = _CLOSE_FENCE.match(prompt, end) if "```" in lead[0] else None
    before, after = prompt[: lead.start()], prompt[end if fence is None else fence.end() :]
    if end - opening.start() > MAX_SHAPE_CHARS or BRACKETS.search(before) or BRACKETS.search(after) or "```" in after:
        return None
    kind = (lead["kind"] or lead["label"] or lead["like"] or "schema").lower()
    is_schema = kind == "schema" and isinstance(value, dict) and not _SCHEMA_WORDS.isdisjoint(value)
    schema = value if is_schema and isinstance(value, dict) else example_meant(value)
    keys = tuple(value) if isinstance(value, dict) and not is_schema else ()
    if skeleton is not None:
        schema, keys = skeleton.schema, skeleton.keys
    if schema is None:
        return None
    if lead["against"] is not None and not is_schema:
        return None
    if lead["blank"] is not None and skeleton is None and not is_blank(value):
        return None
    before, after = _SPOKEN_OF.sub("JSON", before), _WRITTEN_FOR.sub(r"\1 JSON", after)
    before, after = _SHAPED_SO.sub("", before), _SHAPED_SO.sub("", after)
    named = "" if THE_WORD_JSON.search(before + after) else " as JSON"
    if lead["filled"] is not None:
        named = f" Return JSON{lead['what'] or ''}{lead['about'] or ''}."
    before = f"{before.rstrip()}{named}"
    samples = _numbers_of(value) if keys and skeleton is None and isinstance(value, dict) else ()
    return Shape(f"{before}{_gap(before, after)}{after.lstrip()}", schema, keys, samples)


def _numbers_of(example: dict[str, Json]) -> tuple[tuple[str, int | float], ...]:
    return tuple(
        (key, value)
        for key, value in example.items()
        if isinstance(value, int | float) and not isinstance(value, bool) and value not in {0, 1}
    )


def _value_or_skeleton(prompt: str, start: int) -> tuple[Json, Skeleton | None, int] | None:
    """The JSON value or the skeleton that begins at a bracket, and where it ends."""
    try:
        if depth(prompt) <= MAX_SHAPE_DEPTH:
            end = value_at(prompt, start)[1]
            return loads(prompt[start:end]), None, end
    except (ValueError, RecursionError):
        pass
    skeleton = skeleton_at(prompt, start)
    return None if skeleton is None else (None, skeleton, skeleton.end)


CUT = "\ue000"
"""Stands for the shape where the words around it are read."""
MAX_BRACKETS = 8


_OPENS_A_SHAPE = re.compile(r"[{\[]\s*[{\[\"A-Za-z<]")


def cut_out(prompt: str) -> tuple[str, str]:
    """The prompt with a mark in place of the first shape that it shows, and that shape, which may be empty."""
    prompt = prompt.replace(CUT, " ")
    for opening, _ in zip(BRACKETS.finditer(prompt), range(MAX_BRACKETS), strict=False):
        read = _value_or_skeleton(prompt, opening.start()) if _OPENS_A_SHAPE.match(prompt, opening.start()) else None
        if read is not None:
            end = read[2]
            return prompt[: opening.start()] + CUT + prompt[end:], prompt[opening.start() : end]
    return prompt, ""


def _gap(before: str, after: str) -> str:
    """What joins the two: a line that ends ends a sentence."""
    if after[:1] in {".", ",", ";"}:
        return ""
    ends_here = after.lstrip(" `").startswith("\n") and before[-1:].isalnum()
    return ". " if ends_here else " "


_SCHEMA_WORDS = frozenset({"type", "properties", "$ref", "$schema", "anyOf", "oneOf", "allOf", "enum", "const"})


_TYPES = {"strings": "string", "numbers": "number", "integers": "integer", "booleans": "boolean", "objects": "object"}
_ARRAY = compiled(
    r"\bjson (?:array|list) (?:of|with|containing) (?:(?P<how>exactly|at least|at most) )?"
    rf"(?:(?P<n>\d{{1,3}}|{'|'.join(NUMBERS)}) )?(?P<type>{'|'.join(_TYPES)})\b",
    "array|list",
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
        count = int(number) if number.isdigit() else NUMBERS[number]
        how = (found["how"] or "exactly").lower()
        if not how.endswith("most"):
            schema["minItems"] = count
        if not how.endswith("least"):
            schema["maxItems"] = count
    replaced = "JSON object" if items["type"] == "object" else "JSON"
    return Shape(f"{prompt[: found.start()]}{replaced}{prompt[found.end() :]}", schema)
