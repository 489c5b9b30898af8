"""Which requests ask for one JSON value and nothing else, and for which one.

Recognition is a verdict too: a request that is taken wrongly gets an answer it did not ask for. A schema sent with
the request says it outright. In prose the whole prompt must be accounted for: one phrase that asks for JSON, one
list of keys that can be spelled out or one shape that is shown, and nothing that hints at a second job, another
format or a question about JSON.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stepcache_core.delta import essence, prompt_delta, without_courtesies
from stepcache_core.model import Request
from stepcache_core.tasks.json_asking import plainly_asked
from stepcache_core.tasks.json_constraints import Constraints, read, unread
from stepcache_core.tasks.json_facts import facts_inside
from stepcache_core.tasks.json_grounding import MADE_UP
from stepcache_core.tasks.json_intent import (
    asks_for_another_job,
    asks_for_json,
    asks_for_more,
    denies_a_key,
    is_denied,
    without_format_rules,
)
from stepcache_core.tasks.json_keys import KEY_HEAD, NO_OTHER_KEYS, OPEN, KeyClause, key_clause, with_notes
from stepcache_core.tasks.json_phrases import IN_CAPITALS, Rule
from stepcache_core.tasks.json_shapes import Shape, array_asked, shown
from stepcache_core.tasks.json_telling import tells_only_values
from stepcache_core.tasks.json_text import canonical

MAX_PROSE_CHARS = 20_000
"""Longer prompts are not searched for keys or constraints."""


@dataclass(frozen=True, slots=True)
class JsonProblem:
    """The value a request asks for; equal when all that decides it is.

    Attributes:
        subject: What it is about: the prompt without its list of keys and the constraints that were understood, each
            stated value as a mark, each run of spaces made one.
        told: The same with the stated values themselves; where none is stated, the subject.
        schema: The JSON Schema the request carries or shows; read it only.
        required_keys: Keys named in prose, in the order named, that must stand at the top level.
        closed: Whether no other keys may: "with the keys a and b" means these two, "including a and b" at least these.
        rules: The constraints that prose puts on values, compiled to one JSON Schema.
        stated: Key and value, as text, of each value that the prompt states for a key.
        unread: Phrases that sound like a constraint and were not understood; while there is one, nothing passes.
        inferred: The keys in `stated` that the prompt does not name where it states their values.
        inside: As `stated`, for keys of nested objects.
    """

    subject: str
    schema: Mapping[str, Any] | None = field(default=None, compare=False)
    required_keys: tuple[str, ...] = ()
    closed: bool = False
    rules: Mapping[str, Any] | None = field(default=None, compare=False)
    stated: tuple[tuple[str, str], ...] = ()
    unread: tuple[str, ...] = ()
    told: str = field(default="", compare=False)
    inferred: tuple[str, ...] = field(default=(), compare=False)
    inside: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    schema_text: str | None = field(init=False, repr=False, default=None)
    rules_text: str | None = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        object.__setattr__(self, "told", self.told or self.subject)
        if self.schema is not None:
            object.__setattr__(self, "schema_text", canonical(self.schema))
        if self.rules is not None:
            object.__setattr__(self, "rules_text", canonical(self.rules))

    @property
    def is_told_whole(self) -> bool:
        """Whether the prompt states one value for every key, and says nothing else."""
        told = [key for key, _ in self.stated]
        keys = self.all_keys
        return (
            bool(keys)
            and len(set(told)) == len(told)
            and set(keys) <= set(told).difference(self.inferred)
            and tells_only_values(self.subject, keys)
        )

    @property
    def all_keys(self) -> tuple[str, ...]:
        """The keys that the object must have, where it needs no others; empty where that is not known."""
        if self.required_keys or self.schema is None or self.schema.get("additionalProperties") is not False:
            return self.required_keys
        keys = _keys_of(self.schema)
        return keys if set(keys) == set(self.schema.get("required", ())) else ()

    def wants_list(self, key: str) -> bool:
        """Whether the value of a key must be a list."""
        for rules in (self.schema, self.rules):
            member = (rules or {}).get("properties", {}).get(key)
            if isinstance(member, Mapping) and member.get("type") == "array":
                return True
        return False

    def wants_capitals(self, key: str) -> bool:
        """Whether the value of a key must be in capital letters, however the prompt writes it."""
        return bool((self.rules or {}).get("properties", {}).get(key) == IN_CAPITALS)

    @property
    def signatures(self) -> tuple[str, ...]:
        """The problem itself, what it is about, and, where the prompt states the value of every key, just that."""
        subject = essence(self.subject)
        form = [self.schema_text, self.required_keys, self.closed, self.rules_text, self.stated]
        families = (subject, essence(self.told)) if self.told != self.subject else (subject,)
        own = _hash(canonical([*form, subject])), *(_hash(canonical(family)) for family in families)
        return (*own, _TOLD_WHOLE) if self.is_told_whole else own


_TOLD_WHOLE = "json:the value of every key"


def are_alike(old: JsonProblem, new: JsonProblem) -> bool:
    """Whether both ask for the same content, but for what is judged: keys, form, counts and values stated for a key.

    A schema says what its values mean, and so does a scale or a list of choices: 4 of 5 is not 4 of 10, and with one
    choice more another may fit better. They must be equal, except where the values are made up anyway.
    """
    if not _alike_in_form(old, new):
        return False
    gained, lost = _keys_alone(new, old), _keys_alone(old, new)
    pairs: tuple[tuple[str, str], ...] = (
        (old.subject, new.subject),
        (old.told, new.told),
        (_without_facts(old.subject, lost), _without_facts(new.subject, gained)),
    )
    if new.unread or not (
        any(one == other for one, other in pairs) or any(prompt_delta(*pair).empty for pair in pairs)
    ):
        return False
    after = dict(new.stated)
    if any(after.get(key, value) != value for key, value in old.stated) and not _may_all_be_copied(new):
        return False
    if old.rules_text == new.rules_text:
        return True
    stated = {key for key, _ in new.stated} | set(old.required_keys).difference(new.required_keys)
    if not set(_words_of(_FORM, old.rules, stated)) <= set(_words_of(_FORM, new.rules, stated)):
        return False
    if MADE_UP.search(new.subject) is not None:
        return True
    settled = {key for key, _ in old.stated} & {key for key, _ in new.stated}
    settled |= set(old.required_keys) ^ set(new.required_keys)
    return set(_words_of(_SCALE, old.rules, settled)) == set(_words_of(_SCALE, new.rules, settled))


def _alike_in_form(old: JsonProblem, new: JsonProblem) -> bool:
    """Whether the schemas are the same, but for members that only one of them has."""
    if old.schema_text == new.schema_text:
        return True
    if old.schema is None or new.schema is None:
        return False
    one, other = (schema.get("properties") for schema in (old.schema, new.schema))
    if not isinstance(one, Mapping) or not isinstance(other, Mapping):
        return False
    shared = [{key: each[key] for key in one if key in other} for each in (one, other)]
    frames = [
        {word: schema[word] for word in schema if word not in {"properties", "required"}}
        for schema in (old.schema, new.schema)
    ]
    return canonical(shared[0]) == canonical(shared[1]) and canonical(frames[0]) == canonical(frames[1])


def _may_all_be_copied(problem: JsonProblem) -> bool:
    """Whether each key's value is stated, or may stand in what else the prompt tells.

    Where stated values changed and another value was made up or derived, nothing of an old object can be kept.
    """
    told = _MARK.sub("", problem.subject)
    return set(problem.required_keys) <= {key for key, _ in problem.stated} or _COPIED.search(told) is not None


_MARK = re.compile(r"<the [^<>\n]{1,64}>")
_COPIED = re.compile(r"[\d\"“@]|(?<=[\w,]\s)(?!JSON\b)[A-Z]\w")


def _keys_alone(problem: JsonProblem, other: JsonProblem) -> tuple[str, ...]:
    """The keys that only one of two requests asks for, and for which it states a value by name."""
    asked = set(problem.required_keys).difference(other.required_keys)
    return tuple(key for key, _ in problem.stated if key in asked and key not in problem.inferred)


_BEFORE_A_FACT = r"(?:\s?[,;])?\s(?:and\s)?(?:(?:the|an?|with|its|his|her)\s)?"


def _without_facts(subject: str, keys: Sequence[str]) -> str:
    """The subject without the statements of these keys' values: what they say concerns no other key."""
    for key in keys:
        name = re.escape(key)
        subject = re.sub(rf"{_BEFORE_A_FACT}{name}(?:\sis|\s?[:=])?\s?<the {name}>", "", subject)
    return subject


_SCALE = frozenset(
    {
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "enum",
        "minLength",
        "maxLength",
        "const",
        "description",
    }
)


_FORM = frozenset({"type", "pattern", "format", "minItems", "maxItems"})
"""A value that was brought into a form for one request is not in the form of another that does not ask for it."""


def _words_of(
    wanted: Collection[str], rules: Any, settled: Collection[str], path: str = "$"
) -> Iterator[tuple[str, str, str]]:
    """These words of the rules, by path, with what they say; not those of keys that are settled."""
    for word, rule in rules.items() if isinstance(rules, Mapping) else ():
        if word in wanted and not isinstance(rule, Mapping):
            yield path, word, canonical(rule)
        elif isinstance(rule, list):
            for one in rule:
                yield from _words_of(wanted, one, settled, path)
        elif path != "$.properties" or word not in settled:
            yield from _words_of(wanted, rule, settled, f"{path}.{word}")


def _hash(text: str) -> str:
    return "json:" + hashlib.sha256(text.encode()).hexdigest()


def recognise(request: Request) -> JsonProblem | None:
    """The value that the request asks for, or None when it asks for something else, or for something more."""
    prompt = request.prompt
    if not prompt.strip() or request.tools:
        return None
    try:
        schemas = _schemas(request)
        if not schemas:
            return _from_prose(request)
        if len({canonical(schema) for schema in schemas}) > 1:
            return None
        return _with_schema(prompt, schemas[0])
    except ValueError:
        # A schema that is not JSON, such as one that holds a Python class, cannot be compared.
        return None


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
    return schema if isinstance(schema, Mapping) else None


def _with_schema(prompt: str, schema: Mapping[str, Any]) -> JsonProblem:
    """The problem of a request that carries its schema; the prompt may still constrain the values."""
    if len(prompt) > MAX_PROSE_CHARS:
        return JsonProblem(_normalised(prompt), schema, unread=("the prompt is too long to be read for constraints",))
    asked = read(prompt, _keys_of(schema))
    return _problem(asked, schema, (), closed=False)


def _keys_of(schema: Mapping[str, Any]) -> tuple[str, ...]:
    properties = schema.get("properties")
    return tuple(map(str, properties)) if isinstance(properties, Mapping) else ()


def _normalised(text: str) -> str:
    """The text without rules of form ("no other text") and with each run of spaces made one."""
    of_content = without_format_rules(text)
    return " ".join((text if of_content == text else _LEFT_OVER.sub("", of_content)).split())


_LEFT_OVER = re.compile(r"(?<=[.!?])\s*[.!]+|[\s,;]+(?=\s*(?:[.!]|\Z))")
"""Marks that closed what was taken out."""


# --- prose -----------------------------------------------------------------------------------------------------


_PLEASE = re.compile(
    r"\A\s*please,?\s{1,4}(?=(?:return|give|provide|produce|output|generate|create|respond|reply)\b)", re.IGNORECASE
)
"""A courtesy wherever JSON is asked for, whatever its values are about."""


def _from_prose(request: Request) -> JsonProblem | None:
    prompt = _PLEASE.sub("", without_courtesies(request.prompt[: MAX_PROSE_CHARS + 1]), count=1)
    *before, _ = request.messages
    if len(prompt) > MAX_PROSE_CHARS or len(before) > 1 or any(message.role != "system" for message in before):
        return None
    systems = [message.content for message in before]
    if any(len(text) > MAX_PROSE_CHARS or asks_for_more(text) or unread(text) for text in systems):
        return None
    shape = shown(prompt)
    if shape is not None:
        return _of_shape(shape)
    array = array_asked(prompt)
    if array is not None and array.schema["items"] != {"type": "object"}:
        return _of_shape(array)
    return _of_keys(prompt if array is None else array.rest, None if array is None else array.schema)


def _of_shape(shape: Shape) -> JsonProblem | None:
    """The problem of a prompt that shows its schema or an example, or asks for values of one type."""
    mention = re.search(r"\bjson\b", shape.rest, re.IGNORECASE)
    if mention is None or KEY_HEAD.search(shape.rest):
        return None
    keys = _keys_of(shape.schema)
    asked = read(shape.rest, keys)
    if not asks_for_json(shape.rest, mention.end()) or _asks_for_more(asked):
        return None
    after = shape.rest[mention.end() :]
    if asks_for_another_job(after) and asks_for_another_job(read(after, keys).rest):
        return None
    if denies_a_key(asked.rest, keys):
        return None
    return _problem(asked, shape.schema, shape.example_keys, closed=bool(shape.example_keys))


def _of_keys(prompt: str, array: Rule | None) -> JsonProblem | None:
    """The problem of a prompt that names the keys of one object, or of each object of an array."""
    exclusion = NO_OTHER_KEYS.search(prompt)
    bare = with_notes(prompt if exclusion is None else prompt[: exclusion.start()] + " " + prompt[exclusion.end() :])
    clause = key_clause(bare)
    if clause is None:
        return None
    rest = _joined(bare[: clause.start].rstrip(), bare[clause.end :].lstrip())
    asked = read(rest, clause.keys)
    if not asks_for_json(bare, clause.end) or _asks_for_more(asked) or KEY_HEAD.search(asked.rest):
        return None
    if denies_a_key(asked.rest, clause.keys) or is_denied(bare[: clause.start]):
        return None
    after = bare[clause.end :]
    if _MAY_BE_NESTED.match(after) or (
        asks_for_another_job(after) and asks_for_another_job(read(after, clause.keys).rest)
    ):
        return None
    asks = bare[clause.start : clause.end] + without_format_rules(asked.rest)
    closed = clause.closed or exclusion is not None or OPEN.search(asks) is None
    if clause.annotated:
        # With an annotation cut out, "a (whole), b" and "a, b (whole)" would look alike.
        asked = Constraints(bare, bare, asked.rules, (), (*asked.unread, "a note beside a key that was not understood"))
    rules = _merged(asked, clause)
    if array is not None:
        wanted = {"type": "object", "required": list(clause.keys), "properties": {key: {} for key in clause.keys}}
        items = {**wanted, **rules, "additionalProperties": not closed} if closed else {**wanted, **rules}
        if any(key not in asked.inferred for key, _ in asked.stated):
            return None
        return JsonProblem(_normalised(asked.told), None, rules={**array, "items": items}, unread=asked.unread)
    return _problem(asked, None, clause.keys, closed=closed, rules=rules)


def _asks_for_more(asked: Constraints) -> bool:
    """Whether the prose, or a value that is only taken to be stated, hints at something else."""
    inferred = "; ".join(value for key, value in asked.stated if key in asked.inferred)
    return asks_for_more(asked.rest) or (bool(inferred) and asks_for_more(inferred))


_MAY_BE_NESTED = re.compile(
    r"\s{0,4}(?:with|containing|having)\s{1,4}(?:keys\b|[a-z_]\w{0,63}(?:,|\s{1,4}and\s))", re.IGNORECASE
)
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
    return JsonProblem(
        plainly_asked(_normalised(asked.rest)),
        schema,
        tuple(keys),
        closed,
        rules or None,
        tuple(sorted(asked.stated)),
        asked.unread,
        plainly_asked(_normalised(asked.told)),
        asked.inferred,
        facts_inside(asked.told, (schema or {}, rules), keys),
    )


def _joined(before: str, after: str) -> str:
    return before + after if after.startswith((",", ".", ";", ":", "!", "?")) else f"{before} {after}"
