"""An object and the request it answered, with the names that another request gives to the same keys."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from stepcache_core.tasks.json_value.problem import JsonProblem, keys_of
from stepcache_core.tasks.json_value.reading.facts import Fact, named
from stepcache_core.tasks.json_value.replaying.key_names import Renaming, is_same_name
from stepcache_core.tasks.json_value.spelling import Words, words_of
from stepcache_core.tasks.json_value.syntax.members import Members, stated_value


def renamed(old: JsonProblem, new: JsonProblem, members: Members) -> tuple[JsonProblem, Members] | None:
    """Both with each key that `new` calls otherwise under its new name; None where a key is new, or proved no other.

    A key that is new, with a value that `new` states for it, is none that was renamed.
    """
    names = _names(old, new, members)
    if names is None:
        return None
    for before, after in names.items():
        member = next(one for one in members.items if one.key == before)
        members = members.with_member(before, member.renamed(after))
    return _under(names, old, new) if names else old, members


def _names(old: JsonProblem, new: JsonProblem, members: Members) -> dict[str, str] | None:
    """The new name of each key that was renamed in its place."""
    keys, wanted = (problem.required_keys or keys_of(problem.schema or {}) for problem in (old, new))
    stated = {key for key, _ in new.stated}
    gained = [key for key in wanted if key not in keys and key not in stated and key not in members.keys]
    if not gained:
        return {}
    if len(keys) != len(wanted):
        return None
    pairs = {keys[wanted.index(key)]: key for key in gained}
    beside = frozenset(words_of(key) for key in wanted if key in keys)
    values = {member.key: json.loads(member.value) for member in members.items}
    for before, after in pairs.items():
        if before in wanted or before not in values:
            return None
        renaming = Renaming(words_of(before), words_of(after), values[before], new.told, new.subject, beside)
        if not is_same_name(renaming):
            return None
    return pairs


def under_told_labels(problem: JsonProblem) -> JsonProblem:
    """The problem with each value stated that the prompt tells under another name of its key: a ticket's `ticket_id`.

    The same problem where that does not give the one value of each key that no value is stated for.
    """
    stated = dict(problem.stated)
    keys = problem.all_keys
    missing = [key for key in keys if key not in stated]
    if not missing or len(missing) == len(keys):
        return problem
    labels = {word.lower(): word for word in _LABEL.findall(problem.subject) if word not in keys}
    told = [fact for fact in named(problem.subject, labels) if not fact.inferred]
    found: dict[str, Fact] = {}
    for key in missing:
        beside = frozenset(words_of(one) for one in keys if one != key)
        same = [fact for fact in told if is_same_name(_told_as(fact, key, problem, beside))]
        if len(same) != 1 or same[0] in found.values():
            return problem
        found[key] = same[0]
    subject = problem.subject
    for key, fact in sorted(found.items(), key=lambda pair: -pair[1].start):
        before = re.sub(rf"{re.escape(fact.key)}(?=\W{{1,8}}\Z)", key, subject[: fact.start])
        subject = f"{before}<the {key}>{subject[fact.end :]}"
    more = [(key, fact.value) for key, fact in found.items()]
    return replace(problem, subject=subject, stated=tuple(sorted([*problem.stated, *more])))


_LABEL = re.compile(r"(?<![\w-])[A-Za-z_][\w-]{0,63}")


def _told_as(fact: Fact, key: str, problem: JsonProblem, beside: frozenset[Words]) -> Renaming:
    value = json.loads(stated_value(fact.value))
    return Renaming(words_of(fact.key), words_of(key), value, problem.told, problem.subject, beside)


def _under(names: Mapping[str, str], old: JsonProblem, new: JsonProblem) -> JsonProblem:
    """The problem with these keys under their new names.

    A value that it states under a name that `new` does not is told, but stated for no key.
    """
    still_stated = {key for key, _ in new.stated}
    stated: list[tuple[str, str]] = []
    subject = old.subject
    for key, text in old.stated:
        after = names.get(key, key)
        if after == key or after in still_stated:
            stated.append((after, text))
        mark = f"<the {after}>" if after == key or after in still_stated else text
        subject = subject.replace(f"<the {key}>", mark)
    return replace(
        old,
        subject=subject,
        schema=_with_names(old.schema, names),
        required_keys=tuple(names.get(key, key) for key in old.required_keys),
        rules=_with_names(old.rules, names),
        stated=tuple(sorted(stated)),
        inferred=tuple(names.get(key, key) for key in old.inferred),
    )


def _with_names(schema: Mapping[str, Any] | None, names: Mapping[str, str]) -> Mapping[str, Any] | None:
    """A schema with the keys of its top level under their new names."""
    if schema is None:
        return None
    written = dict(schema)
    if isinstance(schema.get("properties"), Mapping):
        written["properties"] = {names.get(key, key): rule for key, rule in schema["properties"].items()}
    if isinstance(schema.get("required"), list):
        written["required"] = [names.get(key, key) for key in schema["required"]]
    return written
