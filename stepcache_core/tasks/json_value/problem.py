"""The value that a request for JSON asks for, and when two requests ask for the same content."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stepcache_core.capitals import any_alphabet
from stepcache_core.delta import essence, prompt_delta
from stepcache_core.tasks.json_value.grounding import MADE_UP
from stepcache_core.tasks.json_value.reading.phrases import IN_CAPITALS
from stepcache_core.tasks.json_value.reading.subjects import apart, in_any_order, is_same_subject
from stepcache_core.tasks.json_value.reading.telling import tells_only_values
from stepcache_core.tasks.json_value.spelling import words_of
from stepcache_core.tasks.json_value.syntax.text import canonical


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
        sole: Whether the prompt says outright that no other keys may.
        rules: The constraints that prose puts on values, compiled to one JSON Schema.
        stated: Key and value, as text, of each value that the prompt states for a key.
        unread: Phrases that sound like a constraint and were not understood; while there is one, nothing passes.
        inferred: The keys in `stated` that the prompt does not name where it states their values.
        inside: As `stated`, for keys of nested objects.
        samples: The numbers that an example in the prompt holds, by key.
        written: The prompt itself.
        may_hold_more: Whether a system prompt may ask for more than the object, or for another one: then an answer that
            has more is neither wrong nor put right.
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
    samples: tuple[tuple[str, int | float], ...] = field(default=(), compare=False)
    written: str = field(default="", compare=False, repr=False)
    may_hold_more: bool = False
    sole: bool = field(default=False, compare=False)
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
        keys = keys_of(self.schema)
        return keys if set(keys) == set(self.schema.get("required", ())) else ()

    @property
    def named_keys(self) -> tuple[str, ...]:
        """The keys that the request names, in prose or in its schema; the object may have others."""
        return self.required_keys or keys_of(self.schema or {})

    def wants_list(self, key: str) -> bool:
        """Whether the value of a key must be a list."""
        return self._wants(key, "array")

    def wants_text(self, key: str) -> bool:
        """Whether the value of a key must be a text."""
        return self._wants(key, "string")

    def _wants(self, key: str, kind: str) -> bool:
        members = ((rules or {}).get("properties", {}).get(key) for rules in (self.schema, self.rules))
        return any(isinstance(member, Mapping) and member.get("type") == kind for member in members)

    def one_item(self, key: str, value: str) -> bool:
        """Whether a stated value is the one item of the list that a key must hold, as it is written."""
        return self.wants_list(key) and SEVERAL.search(value) is None

    def wants_capitals(self, key: str) -> bool:
        """Whether the value of a key must be in capital letters, however the prompt writes it."""
        return bool((self.rules or {}).get("properties", {}).get(key) == IN_CAPITALS)

    @property
    def _told_alone(self) -> Iterator[str]:
        """What is told without what it is called, as far as requests are alike that call it otherwise or not at all."""
        for text in dict.fromkeys((self.subject, self.told)):
            parts = apart(text, self.named_keys)
            if parts is not None:
                yield in_any_order(parts.told, self.named_keys)

    @property
    def signatures(self) -> tuple[str, ...]:
        """The problem itself, what it is about, and, where the prompt states the value of every key, just that.

        What is told is a family twice: with the keys and rules too, so that a request of the same form is found where
        others have asked the same text for other keys since.
        """
        subject = essence(self.subject)
        form = [self.schema_text, self.required_keys, self.closed, self.rules_text, self.stated]
        told = [essence(text) for text in self._told_alone]
        asked = [self.schema_text, sorted(self.required_keys), self.rules_text]
        families = dict.fromkeys([essence(self.subject), essence(self.told), *told])
        same_keys = [[*asked, each] for each in dict.fromkeys(told)]
        own = tuple(_hash(canonical(each)) for each in ([*form, subject], *families, *same_keys))
        return (*own, _TOLD_WHOLE) if self.is_told_whole else own


SEVERAL = re.compile(r"[,;/|&+\n]|\b(?:and|or)\b", re.IGNORECASE)
"""What a text may have between several items."""
_TOLD_WHOLE = "json:the value of every key"


def are_alike(old: JsonProblem, new: JsonProblem) -> bool:
    """Whether both ask for the same content, but for what is judged: keys, form, counts and values stated for a key.

    A schema says what its values mean, and so does a scale or a list of choices: 4 of 5 is not 4 of 10, and with one
    choice more another may fit better. They must be equal, except where the values are made up anyway.
    """
    if not _alike_in_form(old, new) or _hold_what_others_leave(old, new) or _show_other_samples(old, new):
        return False
    gained, lost = _keys_alone(new, old), _keys_alone(old, new)
    pairs: tuple[tuple[str, str], ...] = (
        (old.subject, new.subject),
        (old.told, new.told),
        (_without_facts(old.subject, lost), _without_facts(new.subject, gained)),
    )
    if new.unread or not (
        any(one == other for one, other in pairs)
        or any(prompt_delta(*pair).empty for pair in pairs)
        or any(is_same_subject(*pair, (old.named_keys, new.named_keys)) for pair in pairs)
    ):
        return False
    after = dict(new.stated)
    if any(after.get(key, value) != value for key, value in old.stated) and not _may_all_be_copied(new):
        return False
    if old.rules_text == new.rules_text:
        return True
    # A number that is told may have been written as a text for the other request.
    stated = {key for key, text in new.stated if not text[-1:].isdigit()} | set(old.required_keys).difference(
        new.required_keys
    )
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


def _show_other_samples(old: JsonProblem, new: JsonProblem) -> bool:
    """Whether the examples have other numbers for a key that no value is stated for: they may show its unit."""
    one, other = dict(old.samples), dict(new.samples)
    told = {key for key, _ in new.stated}
    return any(one[key] != other[key] for key in one.keys() & other.keys() - told)


_REST = frozenset(
    "additional else etc extra extras further leftover leftovers misc miscellaneous other others remainder "
    "remaining rest unassigned unmatched unparsed".split()
)
"""Words of keys that hold what no other key does."""
_WHOLES = frozenset({"address", "street", "location"})
_PARTS = frozenset(
    "apartment building city country district floor house number postal postcode region state street town zip".split()
)
"""Words of keys for what stands in an address, unless it has a key of its own."""


def _hold_what_others_leave(old: JsonProblem, new: JsonProblem) -> bool:
    """Whether a key of both requests, whose value is not told by its name, holds what stands under no other key."""
    before, after = set(old.named_keys), set(new.named_keys)
    told = {key for key, _ in new.stated}
    both = [set(words_of(key)) for key in (before & after) - told]
    if before != after and any(not _REST.isdisjoint(words) for words in both):
        return True
    dropped = {word for key in before - after for word in words_of(key)}
    return not _PARTS.isdisjoint(dropped) and any(not _WHOLES.isdisjoint(words) for words in both)


def _may_all_be_copied(problem: JsonProblem) -> bool:
    """Whether each key's value is stated, or may stand in what else the prompt tells.

    Where stated values changed and another value was made up or derived, nothing of an old object can be kept.
    """
    told = _MARK.sub("", problem.subject)
    return set(problem.required_keys) <= {key for key, _ in problem.stated} or _COPIED.search(told) is not None


_MARK = re.compile(r"<the [^<>\n]{1,64}>")
_COPIED = re.compile(any_alphabet(r"[\d\"“@]|(?<=[\w,]\s)(?!JSON\b)[A-Z]\w"))


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
    return _LEFT_FIRST.sub("", subject) if keys else subject


_LEFT_FIRST = re.compile(r"(?:(?<=[:.])|(?<=\AJSON))[,;](?=\s)")
"""The mark that stood between the first fact and the second."""


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


def keys_of(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys that a schema names at its top level."""
    properties = schema.get("properties")
    return tuple(map(str, properties)) if isinstance(properties, Mapping) else ()
