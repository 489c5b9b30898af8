"""Which requests ask for one JSON value and nothing else, and for which one.

Recognition is a verdict too: a request that is taken wrongly gets an answer it did not ask for. A schema sent with
the request says it outright. In prose the whole prompt must be accounted for: one phrase that asks for JSON, one
list of keys that can be spelled out or one shape that is shown, and nothing that hints at a second job, another
format or a question about JSON.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from stepcache_core.delta import without_courtesies
from stepcache_core.model import Message, Request
from stepcache_core.remembered import remembered
from stepcache_core.tasks.json_value.described import described_in
from stepcache_core.tasks.json_value.problem import JsonProblem, keys_of
from stepcache_core.tasks.json_value.reading.asking import plainly_asked
from stepcache_core.tasks.json_value.reading.before import SYSTEMS, as_said_before, asks_beside, may_ask_for_more
from stepcache_core.tasks.json_value.reading.bodies import asked_outright
from stepcache_core.tasks.json_value.reading.constraints import Constraints, read
from stepcache_core.tasks.json_value.reading.facts import facts_inside, in_type
from stepcache_core.tasks.json_value.reading.frameworks import asks_more, framed
from stepcache_core.tasks.json_value.reading.given import with_given
from stepcache_core.tasks.json_value.reading.intent import (
    asks_for_another_job,
    asks_for_json,
    asks_for_more,
    denies_a_key,
    is_denied,
    speaks_of_keys,
    without_asking,
    without_format_rules,
)
from stepcache_core.tasks.json_value.reading.keys import (
    NO_OTHER_KEYS,
    OPEN,
    KeyClause,
    key_clause,
    names_keys,
    with_notes,
)
from stepcache_core.tasks.json_value.reading.letters import said_plainly
from stepcache_core.tasks.json_value.reading.lines import keys_spelled_out
from stepcache_core.tasks.json_value.reading.manners import may_be_denied
from stepcache_core.tasks.json_value.reading.patterns import THE_WORD_JSON, compiled
from stepcache_core.tasks.json_value.reading.phrases import Rule
from stepcache_core.tasks.json_value.reading.roles import without_opening_roles, without_roles
from stepcache_core.tasks.json_value.reading.shapes import Shape, array_asked, shown
from stepcache_core.tasks.json_value.reading.template import as_said, without_bare_asks
from stepcache_core.tasks.json_value.reading.unread import unread
from stepcache_core.tasks.json_value.syntax.text import canonical
from stepcache_core.tasks.shaping import shapes_its_answer
from stepcache_core.tasks.templates import unwrapped

MAX_PROSE_CHARS = 20_000
"""Longer prompts are not searched for keys or constraints."""


_ASKED_AS_A_QUESTION = re.compile(
    r"\A(\s*(?:can|could|will|would)\s+you\s(?:[^.!?\n]|\.(?=\w)){1,2000}"
    r",\s(?:and\s)?(?:age|amount|born|city|colou?r|country|currency|date|department|email|height|hours|job|phone|price"
    r"|quantity|role|salary|size|state|status|street|total|town|weight|year|zip)(?:\s?[:=])?\s[^,.!?\n]{1,60})\?\s*\Z",
    re.IGNORECASE,
)
"""A request in one sentence that ends with a value of which a question mark is no part."""


def recognise(request: Request) -> JsonProblem | None:
    """The value that the request asks for, or None when it asks for something else, or for something more."""
    prompt = _ASKED_AS_A_QUESTION.sub(r"\1", request.prompt)
    if not prompt.strip() or request.tools or shapes_its_answer(request, is_json=True):
        return None
    if prompt != request.prompt:
        request = request.with_prompt(prompt)
    try:
        schemas = _schemas(request)
        if len({canonical(schema) for schema in schemas}) > 1:
            return None
        found = _with_schema(prompt, schemas[0]) if schemas else _from_instructions(request) or _from_prose(request)
    except ValueError:
        # A schema that is not JSON, such as one that holds a Python class, cannot be compared.
        return None
    if found is None:
        return None
    is_attached = request.messages[-1].extra is not None
    return replace(as_said_before(found, _before(request), is_attached=is_attached), written=prompt)


def _before(request: Request) -> tuple[Message, ...]:
    """The messages before the prompt, without the framework's instructions that one of them may hold."""
    *before, _ = request.messages
    frames = ((message, framed(message.content)) for message in before)
    return tuple(message if frame is None else replace(message, content=frame.rest) for message, frame in frames)


def _schemas(request: Request) -> list[Mapping[str, Any]]:
    offered = (_unwrapped(request.response_schema), _wrapped_schema(request.params.get("response_format")))
    return [schema for schema in offered if schema is not None]


def _unwrapped(schema: Any) -> Mapping[str, Any] | None:
    wrapped = _wrapped_schema(schema)
    return wrapped if wrapped is not None else schema


def _wrapped_schema(response_format: Any) -> Mapping[str, Any] | None:
    """The schema inside OpenAI's `response_format`: `{"type": "json_schema", "json_schema": {"schema": ...}}`."""
    if not isinstance(response_format, Mapping) or response_format.get("type") != "json_schema":
        return None
    named = response_format.get("json_schema")
    schema = named.get("schema") if isinstance(named, Mapping) else None
    if not isinstance(named, Mapping) or not isinstance(schema, Mapping):
        return None
    described = named.get("description")
    return {"description": described, **schema} if isinstance(described, str) else schema


def _with_schema(prompt: str, schema: Mapping[str, Any]) -> JsonProblem:
    """The problem of a request that carries its schema; the prompt may still constrain the values."""
    if len(prompt) > MAX_PROSE_CHARS:
        return JsonProblem(_normalised(prompt), schema, unread=("the prompt is too long to be read for constraints",))
    asked = read(prompt, keys_of(schema), described_in(schema))
    return _problem(asked, schema, (), closed=False)


def _from_instructions(request: Request) -> JsonProblem | None:
    """The problem of a request with a framework's format instructions, in the prompt or in the system prompt."""
    *before, _ = request.messages
    if len(before) > 1 or any(message.role not in SYSTEMS for message in before):
        return None
    found = framed(request.prompt)
    if found is not None:
        systems = [message.content for message in before]
        if asks_more(found.rest) or any(map(_speaks_of_more, systems)):
            return None
        return _with_schema(found.rest, found.schema)
    found = framed(before[0].content) if before else None
    if found is None or asks_more(f"{found.rest}\n{request.prompt}") or unread(found.rest):
        return None
    return _with_schema(request.prompt, found.schema)


def _normalised(text: str) -> str:
    """The text without rules of form ("no other text") and with each run of spaces made one."""
    of_content = without_format_rules(text)
    return " ".join((text if of_content == text else _LEFT_OVER.sub("", of_content)).split())


_LEFT_OVER = re.compile(r"(?<=[.!?])[\s,;]*+[.!]+|(?<![\s,;])[\s,;]++(?=[.!]|\Z)")
"""Marks that closed what was taken out."""


# --- prose -----------------------------------------------------------------------------------------------------


_MENTIONS_JSON = re.compile(r"json|[{\[]", re.IGNORECASE)
"""The word, or what may be a shape: without either, no object is asked for."""
_PLEASE = compiled(
    r"\A\s*(?:please|pls|plz),? (?=(?:return|give|provide|produce|output|generate|create|respond|reply)\b)"
)
"""A courtesy wherever JSON is asked for, whatever its values are about."""


_ENDS_WITH_A_VALUE = re.compile(r"(?:\A|[,;(\n])\s{0,3}[\w-]{1,40}\s?[:=]\s?[^\s,;:=.!?][^,;:=.!?\n]{0,200}\Z")
_ENDS_WITH_A_NUMBER = re.compile(r"[:=]\s?[+-]?\d{1,15}(?:[.,]\d{1,15})?\Z")


def _without_courtesies(prompt: str) -> tuple[str, str]:
    """The prompt without courtesies around it, but for one that may end a value; and that: "note: Many thanks"."""
    bare = without_courtesies(prompt)
    tail = prompt[prompt.rfind(bare) + len(bare) :].rstrip()
    if tail[:1].isspace() and _ENDS_WITH_A_VALUE.search(bare) and not _ENDS_WITH_A_NUMBER.search(bare):
        return bare + tail, tail.strip(" \t\n.!?")
    return bare, ""


def _doubting(problem: JsonProblem, courtesy: str) -> JsonProblem:
    """The problem with no value told for sure of which the end may be said to the reader: "city: Rome thanks"."""
    doubtful = (key for key, text in problem.stated if text.endswith(courtesy) and key not in problem.inferred)
    return replace(problem, inferred=(*problem.inferred, *doubtful))


def _from_prose(request: Request) -> JsonProblem | None:
    if _MENTIONS_JSON.search(request.prompt) is None:
        return None
    said = without_opening_roles(unwrapped(request.prompt[: MAX_PROSE_CHARS + 1]))
    bare, courtesy = _without_courtesies(said)
    prompt = _PLEASE.sub("", bare, count=1)
    *before, last = request.messages
    if len(prompt) > MAX_PROSE_CHARS or len(before) > 1 or any(message.role not in SYSTEMS for message in before):
        return None
    if last.extra is not None:
        return None  # an attachment may say what the values are, too
    systems = tuple(message.content for message in before)
    if any(len(text) > MAX_PROSE_CHARS for text in systems):
        return None
    found = _of_prose(prompt, systems)
    return _doubting(found, courtesy) if found is not None and courtesy else found


@remembered(512, long=4_000)
def _of_prose(prompt: str, systems: tuple[str, ...]) -> JsonProblem | None:
    if any(map(_speaks_of_more, systems)):
        return None
    found = _in_prose(prompt)
    if found is None or not (asks_beside(prompt) or any(map(may_ask_for_more, systems))):
        return found
    return replace(found, closed=False, may_hold_more=True)


def _in_prose(prompt: str) -> JsonProblem | None:
    plain = _asked(prompt)
    if plain is not None and plain.stated and not plain.unread:
        return plain
    template = _from_template(prompt)
    if plain is None or template is None:
        return plain or template
    return plain if template.unread or template.all_keys != plain.all_keys else template


def _speaks_of_more(system: str) -> bool:
    """Whether a system prompt says more than who answers, as another job or what the values must be."""
    rest = without_roles(system)
    return asks_for_more(rest) or bool(unread(rest))


def _from_template(prompt: str) -> JsonProblem | None:
    """The problem of a prompt as an application writes it: instructions, and the text that they are for."""
    template = as_said(prompt)
    if template is None or not (template.given or template.asks.split() != prompt.split()):
        return None
    problem = _asked(template.asks)
    if problem is None or may_be_denied(template.form, problem.all_keys):
        return None
    about = replace(
        problem, subject=without_bare_asks(problem.subject), told=without_bare_asks(problem.told or problem.subject)
    )
    return with_given(about, template.given) if template.given else about


def _asked(prompt: str) -> JsonProblem | None:
    """The problem of a prompt as a person says it."""
    prompt = keys_spelled_out(asked_outright(said_plainly(prompt)))
    shape = shown(prompt)
    if shape is not None:
        return _of_shape(shape)
    array = array_asked(prompt)
    if array is not None and array.schema["items"] != {"type": "object"}:
        return _of_shape(array)
    return _of_keys(prompt if array is None else array.rest, None if array is None else array.schema)


def _of_shape(shape: Shape) -> JsonProblem | None:
    """The problem of a prompt that shows its schema or an example, or asks for values of one type."""
    mention = THE_WORD_JSON.search(shape.rest)
    if mention is None or names_keys(shape.rest):
        return None
    keys = keys_of(shape.schema)
    asked = read(shape.rest, keys, described_in(shape.schema))
    if not asks_for_json(shape.rest, mention.end()) or _asks_for_more(asked):
        return None
    after = shape.rest[mention.end() :]
    if asks_for_another_job(after) and asks_for_another_job(read(after, keys).rest):
        return None
    if denies_a_key(asked.rest, keys):
        return None
    problem = _problem(asked, shape.schema, shape.example_keys, closed=bool(shape.example_keys))
    return replace(problem, samples=shape.samples)


def _of_keys(prompt: str, array: Rule | None) -> JsonProblem | None:
    """The problem of a prompt that names the keys of one object, or of each object of an array."""
    exclusion = NO_OTHER_KEYS.search(prompt)
    bare = with_notes(prompt if exclusion is None else _without(prompt, exclusion))
    clause = key_clause(bare)
    if clause is None:
        return None
    rest = _joined(bare[: clause.start].rstrip(), bare[clause.end :].lstrip())
    asked = read(rest, clause.keys, [key for key, rule in clause.rules if "description" in rule])
    if not asks_for_json(bare, clause.end) or _asks_for_more(asked) or names_keys(asked.rest):
        return None
    if denies_a_key(asked.rest, clause.keys) or is_denied(bare[: clause.start]) or speaks_of_keys(asked.rest):
        return None
    after = bare[clause.end :]
    if THE_WORD_JSON.search(bare[: clause.end]) is None:
        after = without_asking(after)
    if _MAY_BE_NESTED.match(after) or (
        asks_for_another_job(after) and asks_for_another_job(read(after, clause.keys).rest)
    ):
        return None
    asks = clause.words + without_format_rules(asked.rest)
    closed = clause.closed or exclusion is not None or OPEN.search(asks) is None
    if clause.annotated:
        # With an annotation cut out, "a (whole), b" and "a, b (whole)" would look alike.
        asked = Constraints(bare, bare, asked.rules, (), (*asked.unread, "a note beside a key that was not understood"))
    fixed = tuple((key, rule["const"]) for key, rule in clause.rules if isinstance(rule.get("const"), str))
    asked = replace(asked, stated=asked.stated + fixed)
    rules = _merged(asked, clause)
    if array is not None:
        wanted = {"type": "object", "required": list(clause.keys), "properties": {key: {} for key in clause.keys}}
        items = {**wanted, **rules, "additionalProperties": not closed} if closed else {**wanted, **rules}
        if any(key not in asked.inferred for key, _ in asked.stated):
            return None
        return JsonProblem(_normalised(asked.told), None, rules={**array, "items": items}, unread=asked.unread)
    problem = _problem(asked, None, clause.keys, closed=closed, rules=rules)
    return replace(problem, sole=clause.closed or exclusion is not None)


def _asks_for_more(asked: Constraints) -> bool:
    """Whether the prose, or a value that is only taken to be stated, hints at something else."""
    inferred = "; ".join(value for key, value in asked.stated if key in asked.inferred)
    return asks_for_more(asked.rest) or (bool(inferred) and asks_for_more(inferred))


_MAY_BE_NESTED = compiled(r"\s{0,4}(?:with|containing|having) (?:keys\b|[a-z_]\w{0,63}(?:,| and\s))")
"""Another list of keys right after the first: whose they are cannot be told."""


def _merged(asked: Constraints, clause: KeyClause | None) -> Rule:
    """All rules by key as one JSON Schema; empty when there are none."""
    found: dict[str, list[Rule]] = {key: list(some) for key, some in asked.rules.items()}
    for key, rule in clause.rules if clause is not None else ():
        found.setdefault(key, []).append(rule)
    if not found:
        return {}
    return {"properties": {key: some[0] if len(some) == 1 else {"allOf": some} for key, some in found.items()}}


def _problem(
    asked: Constraints,
    schema: Mapping[str, Any] | None,
    keys: Sequence[str],
    *,
    closed: bool,
    rules: Rule | None = None,
) -> JsonProblem:
    rules = _merged(asked, None) if rules is None else rules
    stated, derived = in_type(asked.stated, (schema or {}, rules))
    subject = plainly_asked(_normalised(asked.rest))
    return JsonProblem(
        subject,
        schema,
        tuple(keys),
        closed,
        rules or None,
        tuple(sorted(stated)),
        asked.unread + derived,
        subject if asked.told == asked.rest else plainly_asked(_normalised(asked.told)),
        asked.inferred,
        facts_inside(asked.told, (schema or {}, rules), keys),
    )


def _without(prompt: str, found: re.Match[str]) -> str:
    """The prompt without a phrase, and without the mark that closes it where it is a sentence of its own."""
    before, after = prompt[: found.start()], prompt[found.end() :]
    if before.rstrip().endswith((".", "!", "?", ":")):
        after = after[1:] if after[:1] in {".", "!"} else after
        return f"{before} {after}"
    return _joined(before, after)


def _joined(before: str, after: str) -> str:
    return before + after if after.startswith((",", ".", ";", ":", "!", "?")) else f"{before} {after}"
