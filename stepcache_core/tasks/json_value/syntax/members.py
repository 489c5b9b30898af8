"""The members of an object as it is written, so that it can be edited without touching what is not concerned."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stepcache_core.model import Json
from stepcache_core.tasks.json_value.syntax.text import JsonFaultError, loads, skip_space, value_at

JSON_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,17})(?:\.\d{1,17})?")
"""A number as JSON writes it."""


def stated_value(text: str) -> str:
    """A stated value as JSON: a number or a truth value where it is written as JSON writes one, else a string."""
    return text if JSON_NUMBER.fullmatch(text) or text in {"true", "false"} else json.dumps(text, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Member:
    """One member: its key, and its text from the key's quote to the value's end, as three pieces."""

    key: str
    name: str
    colon: str
    value: str

    @property
    def text(self) -> str:
        return self.name + self.colon + self.value

    def renamed(self, key: str) -> Member:
        return replace(self, key=key, name=json.dumps(key, ensure_ascii=False))

    def with_value(self, value: str) -> Member:
        return replace(self, value=value)


@dataclass(frozen=True, slots=True)
class Members:
    """An object in pieces.

    Attributes:
        opening: From the bracket to the first key.
        items: The members in order.
        separators: What stands between each two of them.
        closing: From the last value's end to the end.
    """

    opening: str
    items: tuple[Member, ...]
    separators: tuple[str, ...]
    closing: str

    @property
    def text(self) -> str:
        pieces = zip(self.items, (*self.separators, ""), strict=True)
        return self.opening + "".join(member.text + separator for member, separator in pieces) + self.closing

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(member.key for member in self.items)

    def only(self, keys: Sequence[str]) -> Members:
        """The object with only these of its members, in this order."""
        if tuple(keys) == self.keys:
            return self
        by_key = {member.key: member for member in self.items}
        separators = self.separators[:1] * (len(keys) - 1)
        return replace(self, items=tuple(by_key[key] for key in keys), separators=separators)

    def with_member(self, key: str, member: Member) -> Members:
        """The object with another member in place of the one that is named `key`."""
        return replace(self, items=tuple(member if one.key == key else one for one in self.items))

    @property
    def separator(self) -> str:
        """What stands, or would stand, between two members."""
        return self.separators[0] if self.separators else f",{self.opening.lstrip()[1:] or ' '}"

    def plus(self, members: Sequence[Member]) -> Members:
        """The object with more members at its end, in its own layout."""
        separators = (*self.separators, *(self.separator,) * len(members))
        return replace(self, items=(*self.items, *members), separators=separators)


def members_of(text: str) -> Members | None:
    """The members of a strictly valid, non-empty object; None for every other text."""
    try:
        if not isinstance(loads(text), dict):
            return None
    except JsonFaultError:
        return None
    at = first = skip_space(text, skip_space(text, 0) + 1)
    found: list[Member] = []
    ends: list[tuple[int, int]] = []
    while text[at] != "}":
        key, after_key = value_at(text, at)
        start = skip_space(text, skip_space(text, after_key) + 1)
        _, end = value_at(text, start)
        found.append(Member(key, text[at:after_key], text[after_key:start], text[start:end]))
        ends.append((at, end))
        at = skip_space(text, end)
        if text[at] == ",":
            at = skip_space(text, at + 1)
    if not found:
        return None
    separators = tuple(text[one[1] : other[0]] for one, other in itertools.pairwise(ends))
    return Members(text[:first], tuple(found), separators, text[ends[-1][1] :])


def begun_members(text: str) -> str | None:
    """The object of a text that breaks off in the middle, with only its members that are certainly complete.

    None when it does not merely break off, or no member is complete. A number at the very end may have lost digits.
    """
    at = skip_space(text, 0)
    complete: int | None = None
    keys: set[str] = set()
    if text[at : at + 1] != "{":
        return None
    while True:
        at = skip_space(text, at + 1)
        try:
            key, end = value_at(text, at)
            colon = skip_space(text, end)
            if not isinstance(key, str) or text[colon : colon + 1] not in {":", ""}:
                return None
            value, end = value_at(text, skip_space(text, colon + 1))
        except json.JSONDecodeError as error:
            if error.pos < len(text.rstrip()) and not error.msg.startswith("Unterminated string"):
                return None
            break
        except ValueError:
            return None
        at = skip_space(text, end)
        follows = text[at : at + 1]
        if follows not in {",", ""} or key in keys:
            return None
        if follows or isinstance(value, str | dict | list):
            keys.add(key)
            complete = end
        if not follows:
            break
    return None if complete is None else f"{text[:complete]}}}"


def leaves(value: Json) -> Iterator[Json]:
    """The scalars of a value, in order; keys are not among them."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting.extend(reversed(one.values()))
        elif isinstance(one, list):
            waiting.extend(reversed(one))
        else:
            yield one
