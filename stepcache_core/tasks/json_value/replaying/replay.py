"""An object that answered one request, edited for another without a model: members left out, renamed, substituted.

Each edit is made only when the two requests prove it; the text of every other member stays as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from stepcache_core.model import Json
from stepcache_core.tasks.json_value.judging import carries_stated, judge, means
from stepcache_core.tasks.json_value.mending import mended
from stepcache_core.tasks.json_value.problem import JsonProblem, are_alike
from stepcache_core.tasks.json_value.reading.subjects import RELATED
from stepcache_core.tasks.json_value.reading.telling import has_a_remark, tells_only_values
from stepcache_core.tasks.json_value.replaying.new_rules import ruled_anew
from stepcache_core.tasks.json_value.replaying.renaming import renamed, under_told_labels
from stepcache_core.tasks.json_value.replaying.whole_names import PROPER_NAME
from stepcache_core.tasks.json_value.rewritten import (
    is_date_in_words,
    is_measured,
    is_open,
    is_told_truth,
    told_truth,
)
from stepcache_core.tasks.json_value.spelling import Words, names_several, words_of
from stepcache_core.tasks.json_value.syntax.members import (
    JSON_NUMBER,
    Member,
    Members,
    leaves,
    members_of,
    stated_value,
)
from stepcache_core.tasks.json_value.syntax.text import loads


def replayed(old: JsonProblem, new: JsonProblem, text: str) -> str | None:
    """The object for `new`, or None where a model is needed."""
    members = members_of(text)
    if members is None or carries_stated(old, loads(text)) is not None:
        return None
    under_new_names = renamed(old, new, members)
    if under_new_names is None:
        return None
    old, members = ruled_anew(under_new_names[0], new, under_new_names[1])
    if not are_alike(old, new):
        return None
    for edit in (_completed, _substituted, _reduced):
        edited = edit(old, new, members)
        if edited is None:
            return None
        members = edited
    if any(names_several(one.key) and new.wants_list(one.key) and one.value[:1] != "[" for one in members.items):
        return None
    if judge(new, members.text).is_pass:
        return members.text
    in_form = mended(new, members.text)
    return None if in_form is None else in_form.text


# --- keys that are new, with values that the prompt states ---


def _completed(old: JsonProblem, new: JsonProblem, members: Members) -> Members | None:
    """With each key that is new and for which the prompt states a value."""
    stated = {key: text for key, text in new.stated if key not in new.inferred or _is_its_name(key, text, new.told)}
    gained = [key for key in new.required_keys if key not in members.keys and key in stated]
    if any(_may_be_rewritten(new, key, stated[key]) for key in gained) or not _are_as_told(new, gained):
        return None
    colon = members.items[0].colon
    return members.plus(
        [Member(key, json.dumps(key, ensure_ascii=False), colon, stated_value(stated[key])) for key in gained]
    )


def _are_as_told(new: JsonProblem, gained: Sequence[str]) -> bool:
    """Whether the values of new keys are surely the ones that are told.

    "City with its country" is not understood: a value stands as it is told where nothing else is said of any, or
    where a rule fixes it.
    """
    rules = (new.rules or {}).get("properties", {})
    fixed = all("const" in rules.get(key, {}) for key in gained)
    return fixed or tells_only_values(new.subject, new.all_keys)


def _may_be_rewritten(problem: JsonProblem, key: str, text: str) -> bool:
    """Whether another object that is right may have something else than the text that is told."""
    if problem.wants_list(key) and names_several(key):
        return True
    if is_date_in_words(key, text):
        return True
    return not problem.wants_text(key) and (is_measured(text) or is_open(key, text))


def _is_its_name(key: str, text: str, told: str) -> bool:
    """Whether a value told without its key is the name of the one thing that is told of: it comes first."""
    if words_of(key) not in {("name",), ("full", "name")} or RELATED.search(told) or _NAME_SAID.search(told):
        return False
    first = _PROPER_NAME.search(told.removeprefix("JSON"))
    return first is not None and first[0].rstrip(".") == text


_NAME_SAID = re.compile(r"names?\b", re.IGNORECASE)
_PROPER_NAME = re.compile(rf"(?<![\w\"“]){PROPER_NAME.pattern}(?!\s?:)")


# --- values that the prompt changed -----------------------------------------------------------------------------


def _substituted(old: JsonProblem, new: JsonProblem, members: Members) -> Members | None:
    """With the values that `new` states; None when anything else in the object may depend on what changed.

    Nothing else does when every other value is of a sort that is told and not worked out, and each of its scalars
    stands word for word in the prompt, not as the value of another key: it was copied, not derived or chosen. Where
    facts are but gone with their keys, it is enough that it stands there.
    """
    before, after = dict(old.stated), dict(new.stated)
    changed = [key for key in after if key in before and before[key] != after[key]]
    if not changed and (old.told == new.told or set(before) == set(after)):
        return members
    if any(key in new.required_keys and key not in after for key in before):
        return None
    if any(key in new.inferred and key not in old.inferred for key in changed):
        return None
    if any(is_date_in_words(key, after[key]) and not is_date_in_words(key, before[key]) for key in changed):
        return None
    if changed and has_a_remark(new.subject) and not tells_only_values(new.subject, new.all_keys):
        return None
    dropped = set(old.required_keys).difference(new.required_keys) if new.closed else ()
    edited = members
    for member in members.items:
        if member.key in dropped:
            continue
        value = json.loads(member.value)
        if member.key in changed:
            written = _written_like(member.key, value, before[member.key], after[member.key])
            if written is None:
                return None
            edited = edited.with_member(member.key, member.with_value(written))
        elif member.key not in after and not _is_told_of(member.key, value, new.subject, has_changed=bool(changed)):
            return None
    return edited


def _written_like(key: str, value: Json, before: str, after: str) -> str | None:
    if isinstance(value, str) and value == before:
        return json.dumps(after, ensure_ascii=False)
    if isinstance(value, bool) and {before, after} <= {"true", "false"} and means(value, before):
        return after
    if is_told_truth(key, value, before):
        truth = told_truth(after)
        return None if truth is None else json.dumps(truth)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and means(value, before) and JSON_NUMBER.fullmatch(after):
        return after
    return None


_GIVEN = frozenset(
    "address airline album artist author birthplace brand buyer city client colour color company composer country "
    "currency customer department destination director email employee employer genre guest hotel id isbn job landlord "
    "language location maker manufacturer material model name nationality occupation origin owner passenger patient "
    "phone place profession publisher recipient role seller sender sku street student surname tenant title town "
    "university url username vendor venue website zip".split()
)
"""Words of keys whose values depend on no other value of the record."""
_WHICH = frozenset("birth case family first full given home invoice last middle order postal ticket user".split())


def _is_told_of(key: str, value: Json, subject: str, *, has_changed: bool) -> bool:
    """Whether a value that the prompt states under no key of its own was copied from what else it tells."""
    words = words_of(key)
    is_given = not _GIVEN.isdisjoint(words) and set(words) <= _GIVEN | _WHICH
    if has_changed and not is_given:
        return _stands_behind_its_key(words, value, subject)
    return all(_is_copied(leaf, subject) for leaf in leaves(value))


def _stands_behind_its_key(words: Words, value: Json, subject: str) -> bool:
    """Whether a value is all that stands behind the words of its key: "time 10:30," and "license plate: AB 123."."""
    if value is None or isinstance(value, bool | list | dict):
        return False
    text = value if isinstance(value, str) else json.dumps(value)
    label = r"[\s_-]".join(map(re.escape, words))
    ends = r"(?=\s*(?:[,;]|\.?\s*\Z|\.\s|\n))"
    told = rf"(?<![\w-]){label}(?:\s{{0,3}}[:=]\s{{0,3}}|\s)(?-i:{re.escape(text)}){ends}"
    return bool(words and text) and re.search(told, subject, re.IGNORECASE) is not None


def _is_copied(leaf: Json, ground: str) -> bool:
    if leaf is None or isinstance(leaf, bool):
        return False
    text = leaf if isinstance(leaf, str) else json.dumps(leaf)
    return bool(text) and re.search(rf"(?<![\w.@-]){re.escape(text)}(?![\w@-]|\.\w)", ground) is not None


# --- keys that are no longer asked for --------------------------------------------------------------------------


def _reduced(old: JsonProblem, new: JsonProblem, members: Members) -> Members | None:
    """Without the keys that are no longer asked for, in the order now asked for."""
    if not new.required_keys:
        return members
    dropped = set(old.required_keys) - set(new.required_keys)
    kept = [key for key in members.keys if key not in dropped and (not new.closed or key in new.required_keys)]
    if old.required_keys != new.required_keys:
        order = {key: place for place, key in enumerate(new.required_keys)}
        kept.sort(key=lambda key: order.get(key, len(order)))
    return members.only(kept) if kept else None


# --- an object that the prompt states whole ------------------------------------------------------------------------


def solved(problem: JsonProblem) -> str | None:
    """The object, where the prompt states a value for each of its keys and that fits; None otherwise."""
    return _passing(problem, _members_told(under_told_labels(problem), "{", ": ", ", ", "}"))


def told_whole(problem: JsonProblem, cached: str) -> str | None:
    """The same, in the layout of a cached object."""
    like = members_of(cached)
    if like is None:
        return solved(problem)
    told = under_told_labels(problem)
    written = _members_told(told, like.opening, like.items[0].colon, like.separator, like.closing, like)
    return _passing(problem, written)


def _members_told(
    problem: JsonProblem, opening: str, colon: str, separator: str, closing: str, like: Members | None = None
) -> str | None:
    if not problem.is_told_whole:
        return None
    stated = dict(problem.stated)
    pairs = []
    for key in problem.all_keys:
        held = None if like is None else _held(like, key)
        truth = _truth_written_like(held, stated[key])
        if truth is None and _may_be_rewritten(problem, key, stated[key]):
            return None
        if isinstance(held, str) and held.endswith(_STOPS) and not stated[key].endswith(_STOPS):
            return None
        value = truth or stated_value(stated[key].upper() if problem.wants_capitals(key) else stated[key])
        if problem.wants_list(key):
            if not problem.one_item(key, stated[key]):
                return None
            value = f"[{value}]"
        pairs.append(f"{json.dumps(key, ensure_ascii=False)}{colon}{value}")
    return opening + separator.join(pairs) + closing


_STOPS = (".", "!", "?")
"""Marks that a told value seems to have no part in, and that an object for a request like it has kept."""


def _held(like: Members, key: str) -> Json:
    return next((json.loads(one.value) for one in like.items if one.key == key), None)


def _truth_written_like(held: Json, text: str) -> str | None:
    """How a truth value that is told in a word is written, where an object for a request like it has one there."""
    truth = told_truth(text)
    if truth is None or not (isinstance(held, bool) or (isinstance(held, str) and told_truth(held) is not None)):
        return None
    return json.dumps(truth if isinstance(held, bool) else text)


def _passing(problem: JsonProblem, text: str | None) -> str | None:
    if text is None or judge(problem, text).is_pass:
        return text
    in_form = mended(problem, text)
    return in_form.text if in_form is not None and judge(problem, in_form.text).is_pass else None
