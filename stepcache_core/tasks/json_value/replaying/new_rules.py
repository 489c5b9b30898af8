"""Rules on one value that changed from one request to another, where what was cached shows that the value stands.

A value that was copied from what both requests tell is the same whatever its bounds, and whether it is written as a
number, as a text or as the one item of a list. Nothing follows for a value that was judged, summed up or made up: 4 of
5 is not 4 of 10.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from stepcache_core.model import Json
from stepcache_core.tasks.json_value.problem import SEVERAL, JsonProblem
from stepcache_core.tasks.json_value.reading.phrases import IN_CAPITALS, Rule, capitals_of
from stepcache_core.tasks.json_value.replaying.copying import (
    is_number_copied,
    is_text_copied,
    may_be_text,
    stands_alone,
)
from stepcache_core.tasks.json_value.spelling import names_several
from stepcache_core.tasks.json_value.syntax.members import JSON_NUMBER, Members
from stepcache_core.tasks.json_value.syntax.text import canonical


@dataclass(frozen=True, slots=True)
class _Change:
    """What is asked of one key, before and after, and what it holds.

    Attributes:
        key: The key.
        old: What was asked of its value, as one schema.
        new: What is asked now.
        written: The value as it is written.
        told: What the new request says.
        is_stated: Whether both requests state this value, by the name of the key.
    """

    key: str
    old: Rule
    new: Rule
    written: str
    told: str
    is_stated: bool

    @property
    def value(self) -> Json:
        value: Json = json.loads(self.written)
        return value

    @property
    def words(self) -> frozenset[str]:
        """The words of the rule that say something else now."""
        both = self.old.keys() | self.new.keys()
        return frozenset(word for word in both if canonical(self.old.get(word)) != canonical(self.new.get(word)))


def ruled_anew(old: JsonProblem, new: JsonProblem, members: Members) -> tuple[JsonProblem, Members]:
    """Both under the rules of `new` for each key whose value is proved to stand under them, in the form they want."""
    old_facts, new_facts = ({key: text for key, text in one.stated if key not in one.inferred} for one in (old, new))
    for member in members.items:
        before, after = (_rule(problem, member.key) for problem in (old, new))
        if before is None or after is None or canonical(before) == canonical(after):
            continue
        is_stated = (member.key in old_facts) and old_facts[member.key] == new_facts.get(member.key)
        standing = _standing(_Change(member.key, before, after, member.value, new.told, is_stated))
        if standing is not None:
            members = members.with_member(member.key, member.with_value(standing))
            old = _with_rules_of(old, new, member.key)
    return old, members


def _rule(problem: JsonProblem, key: str) -> Rule | None:
    """What the schema and the prose ask of a key, as one rule; None where that is not so simple."""
    asked: list[Rule] = []
    for schema in (problem.schema, problem.rules):
        rule = ((schema or {}).get("properties") or {}).get(key, {})
        if not isinstance(rule, Mapping) or "allOf" in rule or isinstance(rule.get("type"), list):
            return None
        asked.append(dict(rule))
    one, other = asked
    if {one.get("type"), other.get("type")} == {"number", "integer"}:
        one = other = one | other | {"type": "integer"}
    if any(canonical(one[word]) != canonical(other[word]) for word in one.keys() & other.keys()):
        return None
    return one | other


def _with_rules_of(old: JsonProblem, new: JsonProblem, key: str) -> JsonProblem:
    schema, rules = (_with_rule_of(*pair, key) for pair in ((old.schema, new.schema), (old.rules, new.rules)))
    return replace(old, schema=schema, rules=rules)


def _with_rule_of(old: Mapping[str, Any] | None, new: Mapping[str, Any] | None, key: str) -> Mapping[str, Any] | None:
    properties = dict((old or {}).get("properties") or {})
    properties.pop(key, None)
    if new is not None and key in (new.get("properties") or {}):
        properties[key] = new["properties"][key]
    others = {word: rule for word, rule in (old or {}).items() if word != "properties"}
    return {**others, "properties": properties} if properties or others else None


_TYPE = {"type"}
_BOUNDS = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
_LIST = {"type", "items", "minItems", "maxItems"}
_LENGTH = {"type", "maxLength"}
_SIMPLE = _BOUNDS | _LIST | _LENGTH


def _standing(change: _Change) -> str | None:
    """The value as the new rule asks for it; None where it is not proved to stand."""
    words = change.words
    if "pattern" in words:
        return _in_capitals(change)
    if not words <= _SIMPLE or any(rule.get("type") not in _TYPES for rule in (change.old, change.new)):
        return None
    was_list, is_list = (rule.get("type") == "array" for rule in (change.old, change.new))
    if was_list or is_list:
        return _as_list(change) if is_list and not was_list else _as_item(change) if not is_list else None
    if words & _BOUNDS and not _keeps_its_bounds(change):
        return None
    if "maxLength" in words and not _keeps_its_length(change):
        return None
    if "type" in words and not _keeps_its_type(change):
        return None
    return change.written if words <= _BOUNDS | _LENGTH else None


_TYPES = (None, "string", "number", "integer", "array")


def _in_capitals(change: _Change) -> str | None:
    """A text in the capitals that are now asked for, and nothing else is."""
    value = change.value
    plain = {**change.new, "type": change.old.get("type")}
    is_new = "pattern" not in change.old and change.new.get("pattern") == IN_CAPITALS["pattern"]
    if not is_new or not isinstance(value, str) or change.old.get("type") not in {None, "string"}:
        return None
    if any(canonical(plain.get(word)) != canonical(change.old.get(word)) for word in change.words - {"pattern"}):
        return None
    capitals = capitals_of(value)
    return None if capitals is None else json.dumps(capitals, ensure_ascii=False)


def _as_list(change: _Change) -> str | None:
    """The value as the one item of a list; texts of which there is only one where it is told."""
    value = change.value
    if not change.old.keys() <= _TYPE or not change.new.keys() <= _LIST:
        return None
    if not change.new.get("minItems", 0) <= 1 <= change.new.get("maxItems", 1):
        return None
    item = change.new.get("items", {})
    is_text = item == {"type": "string"} and not isinstance(value, str)
    if is_text and not may_be_text(change.key, change.written, change.told):
        return None
    if not is_text and item not in ({}, {"type": "string"}):
        return None
    is_one = change.is_stated and SEVERAL.search(str(value)) is None and not names_several(change.key)
    if not is_one and not stands_alone(change.key, change.written, change.told):
        return None
    return f"[{json.dumps(change.written)}]" if is_text else f"[{change.written}]"


def _as_item(change: _Change) -> str | None:
    """The one item of a list, for which now a text or a number is wanted."""
    value = change.value
    if not isinstance(value, list) or len(value) != 1 or not change.old.keys() <= _LIST:
        return None
    (item,) = value
    written = json.dumps(item, ensure_ascii=False)
    wanted = {"string": str, "number": int | float, "integer": int}.get(change.new.get("type", ""))
    if wanted is None or not isinstance(item, wanted) or isinstance(item, bool) or not change.new.keys() <= _LENGTH:
        return None
    is_alone = stands_alone(change.key, written, change.told)
    return written if is_alone and len(str(item)) <= change.new.get("maxLength", len(str(item))) else None


def _keeps_its_bounds(change: _Change) -> bool:
    """Whether the number is told, and other bounds would have picked no other number that is told."""
    if change.is_stated:
        return True
    bounds = [change.old[word] for word in _BOUNDS & change.old.keys()]
    if not is_number_copied(change.key, change.written, change.told) or float(change.written) in bounds:
        return False
    numbers = {float(number) for number in _NUMBERS.findall(change.told)} - {float(change.written)}
    return not any(_is_within(number, change.new) and not _is_within(number, change.old) for number in numbers)


_NUMBERS = re.compile(r"(?<![\w.])\d{1,15}(?:\.\d{1,15})?(?![\w])")


def _is_within(number: float, rule: Rule) -> bool:
    return (
        rule.get("minimum", number) <= number <= rule.get("maximum", number)
        and ("exclusiveMinimum" not in rule or number > rule["exclusiveMinimum"])
        and ("exclusiveMaximum" not in rule or number < rule["exclusiveMaximum"])
    )


def _keeps_its_length(change: _Change) -> bool:
    """Whether it was copied and is short enough; a text that had to be short before may now be given in full."""
    most, before = change.new.get("maxLength"), change.old.get("maxLength")
    value = change.value
    text = value if isinstance(value, str) else change.written
    if most is None or len(text) > most:
        return change.is_stated and most is None
    if change.is_stated or not isinstance(value, str):
        return True
    return (before is None or most <= before) and is_text_copied(value, change.told)


def _keeps_its_type(change: _Change) -> bool:
    """Whether the value is written alike as a text and as a number, or is of the new type anyway."""
    value, wanted = change.value, change.new.get("type")
    if isinstance(value, str) and wanted in {None, "string"}:
        is_number = JSON_NUMBER.fullmatch(value) is not None
        return change.old.get("type") is None or (is_text_copied(value, change.told) and not is_number)
    if isinstance(value, str):
        return is_number_copied(change.key, value, change.told, of_any_kind=True)
    if wanted == "string":
        return may_be_text(change.key, change.written, change.told)
    return change.old.get("type") != "string" and is_number_copied(
        change.key, change.written, change.told, of_any_kind=True
    )
