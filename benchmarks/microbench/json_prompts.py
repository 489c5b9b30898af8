"""Requests for one JSON object as people make them: ten bases, and the ways in which each is asked again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from benchmarks.microbench.equation_prompts import Variant
from benchmarks.microbench.json_subjects import INVENTIONS, SUBJECTS, TEXT, Fact, Invention, Subject, ranged
from benchmarks.microbench.json_wordings import WORDINGS

FORMS = ("keys", "keys", "keys", "keys", "keys", "constraints", "schema", "example", "invention", "invention")
ASKED_AT_FIRST = 4


@dataclass(frozen=True, slots=True)
class Member:
    """A key asked for.

    Attributes:
        key: Its name.
        rule: JSON Schema of its value.
        note: What the prompt says of the value.
        values: What the value may be, where the prompt states it.
        pointer: Where below the key that value stands.
    """

    key: str
    rule: dict[str, Any]
    note: str = ""
    values: tuple[Any, ...] = ()
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, before it is worded.

    Attributes:
        form: How keys are named: by a list, a schema, an example.
        what: What the object describes.
        members: The keys asked for.
        facts: What is known, as (label, value) pairs.
        told: The same in sentences; empty where the prompt lists the pairs.
        style: Number of the way in which keys and pairs are written.
    """

    form: str
    what: str
    members: tuple[Member, ...]
    facts: tuple[tuple[str, str], ...]
    told: str
    style: int

    def worded(self, wording: str) -> str:
        facts = self.told.rstrip(".") or _pairs(self.facts, self.style)
        text = wording.format(what=self.what, keys=self._keys(), facts=facts)
        notes = [f"The {member.key} must be {member.note}." for member in self.members if member.note]
        if notes and self._notes_follow:
            text += ("\n\n" if "\n\n" in wording else " ") + " ".join(notes)
        return text

    def check(self) -> dict[str, Any]:
        keys = [member.key for member in self.members]
        check: dict[str, Any] = {"kind": "json", "keys": keys, "schema": _schema(self.members)}
        stated = {f"/{member.key}{member.pointer}": member.values for member in self.members if member.values}
        if stated:
            check["values"] = {path: values[0] for path, values in stated.items() if len(values) == 1}
            check["any_of"] = {path: list(values) for path, values in stated.items() if len(values) > 1}
        return check

    @property
    def _notes_follow(self) -> bool:
        """Whether what is said of a value stands in a sentence of its own, not in brackets behind its key."""
        return self.form not in {"schema", "example"} and self.style % 5 < 2

    def _keys(self) -> str:
        if self.form == "schema":
            return json.dumps(_schema(self.members), indent=2 if self.style % 2 else None)
        if self.form == "example":
            return json.dumps({member.key: _placeholder(member.rule) for member in self.members})
        mark = ("", '"', "", "`")[self.style % 4]
        named = [
            f"{mark}{member.key}{mark}" + (f" ({member.note})" if member.note and not self._notes_follow else "")
            for member in self.members
        ]
        return f"{', '.join(named[:-1])} and {named[-1]}"


def _schema(members: tuple[Member, ...]) -> dict[str, Any]:
    properties = {member.key: member.rule for member in members}
    required = [member.key for member in members]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _placeholder(rule: dict[str, Any]) -> Any:
    kinds: dict[str, Any] = {"integer": 0, "number": 0.5, "boolean": True, "array": ["..."]}
    return kinds.get(rule.get("type", ""), "...")


def _pairs(facts: tuple[tuple[str, str], ...], style: int) -> str:
    if style % 3 == 0:
        return ", ".join(f"{label} {value}" for label, value in facts)
    if style % 3 == 1:
        return ", ".join(f"{label}: {value}" for label, value in facts)
    return "; ".join(f"{label} = {value}" for label, value in facts)


# -- members ---------------------------------------------------------------------------------------------------------


def _stated(fact: Fact, form: str, told: str) -> Member:
    """A member whose value the prompt states; its type is a rule only where the prompt shows it."""
    values = (fact.value, *fact.also) if told else (fact.value,)
    if form in {"schema", "example"}:
        return Member(fact.key, {"type": fact.type}, values=values)
    if isinstance(fact.value, bool):
        values += (fact.shown,)
    return Member(fact.key, {}, values=values)


def _free(key: str, meaning: str, form: str) -> Member:
    return Member(key, TEXT if form != "schema" else {**TEXT, "description": meaning}, meaning)


def _bounded(rng: Random, member: Member) -> Member:
    tens = int(float(member.values[0])) // 10
    least, most = max(0, tens - rng.randint(0, 20)) * 10, (tens + rng.randint(1, 20)) * 10
    words = rng.choice(["a number between {} and {}", "at least {} and at most {}", "a number from {} to {}"])
    return replace(member, rule={"type": "number", "minimum": least, "maximum": most}, note=words.format(least, most))


def _constrained(rng: Random, member: Member, form: str) -> Member:
    """The member with another rule on its value."""
    number = isinstance(member.values[0], int | float) and not isinstance(member.values[0], bool)
    roads: list[Callable[[], Member]] = [
        lambda: replace(member, rule={"type": "array", "items": {}, "minItems": 1, "maxItems": 1},
                        note="a list", pointer="/0"),
    ]  # fmt: skip
    if number:
        roads.append(lambda: replace(member, rule={"type": "string"}, note="a string", values=(str(member.values[0]),)))
    if number and form != "example":
        roads += [lambda: _bounded(rng, member)] * 3
    if isinstance(member.values[0], str) and form != "example":
        capitals = {"type": "string", "pattern": "^[^a-z]*$"}
        roads.append(lambda: replace(member, rule=capitals, note="in capital letters"))
        roads.append(
            lambda: replace(member, rule={"type": "string", "maxLength": 80}, note="at most 80 characters long")
        )
    return rng.choice(roads)()


# -- variants of a request with facts --------------------------------------------------------------------------------


def _ask(rng: Random, subject: Subject, form: str, style: int) -> Asked:
    told = subject.told if style % 4 in {2, 3} else ""
    members = tuple(_stated(fact, form, told) for fact in subject.facts[:ASKED_AT_FIRST])
    if form == "constraints":
        chosen = rng.sample(range(len(members)), 2)
        members = tuple(_constrained(rng, one, form) if place in chosen else one for place, one in enumerate(members))
    known = subject.facts[: ASKED_AT_FIRST + style % 2]
    return Asked(form, subject.what, members, tuple((fact.key, fact.shown) for fact in known), told, style)


def _added(asked: Asked, subject: Subject, number: int) -> Asked:
    """One key more: two times in three its value is stated."""
    if number == 2:
        member = _free(*subject.free, asked.form)
        return replace(asked, members=(*asked.members, member))
    fact = subject.facts[ASKED_AT_FIRST + number]
    pair = (fact.key, fact.shown)
    facts = asked.facts if pair in asked.facts else (*asked.facts, pair)
    return replace(asked, members=(*asked.members, _stated(fact, asked.form, asked.told)), facts=facts)


def _removed(rng: Random, asked: Asked) -> Asked:
    """One key less; what is known of it may stay."""
    gone = rng.choice(asked.members)
    members = tuple(member for member in asked.members if member != gone)
    facts = asked.facts if rng.random() < 0.5 else tuple(pair for pair in asked.facts if pair[0] != gone.key)
    return replace(asked, members=members, facts=facts)


def _renamed(rng: Random, asked: Asked, other: dict[str, str]) -> Asked:
    """One key under another name; the facts are mostly left as they were."""
    old = rng.choice([member.key for member in asked.members if member.key in other])
    members = tuple(replace(one, key=other[old]) if one.key == old else one for one in asked.members)
    facts = asked.facts
    if rng.random() < 0.3:
        facts = tuple((other[old] if label == old else label, value) for label, value in facts)
    return replace(asked, members=members, facts=facts)


def _changed(rng: Random, asked: Asked) -> Asked:
    """Another rule on one value."""
    place = rng.choice([place for place, member in enumerate(asked.members) if member.values])
    changed = _constrained(rng, replace(asked.members[place], pointer=""), asked.form)
    return replace(asked, members=(*asked.members[:place], changed, *asked.members[place + 1 :]))


def _shuffled(rng: Random, asked: Asked) -> Asked:
    return replace(asked, facts=tuple(rng.sample(asked.facts, len(asked.facts))))


# -- variants of a request whose content the model makes up ----------------------------------------------------------


def _invent(invention: Invention, style: int) -> Asked:
    listed = tuple(Member(key, rule, note) for key, (note, rule) in invention.members.items())
    return Asked("invention", invention.what, listed, (), "", style)


def _reruled(rng: Random, asked: Asked, invention: Invention) -> Asked:
    key, low, high = invention.bounds
    note, rule = ranged(rng, low, high)
    return replace(
        asked, members=tuple(replace(one, note=note, rule=rule) if one.key == key else one for one in asked.members)
    )


# -- a base and its variants -----------------------------------------------------------------------------------------

_VERBS = frozenset("Return Create Give Extract Write Turn Fill Convert Answer Generate".split())
LIGHT: tuple[Callable[[str], str], ...] = (
    lambda text: f"{text} Thank you!",
    lambda text: f"Hi, {text}" if text.startswith("{") else f"Hello! {text}",
    lambda text: f"Please {text[0].lower()}{text[1:]}" if text.split()[0] in _VERBS else f"{text} Thanks in advance.",
)
Draw = Callable[[Random], Subject | Invention]


def layout(rng: Random) -> list[tuple[str, Draw]]:
    """Which of the ten bases has which form, and what it is about."""
    forms = rng.sample(FORMS, len(FORMS))
    subjects: Iterator[Draw] = iter(rng.sample(SUBJECTS, len(SUBJECTS)))
    inventions: Iterator[Draw] = iter(rng.sample(INVENTIONS, len(INVENTIONS)))
    return [(form, next(inventions if form == "invention" else subjects)) for form in forms]


def family(rng: Random, form: str, draw: Draw) -> tuple[str, list[Callable[[], Variant]]]:
    """A base prompt, and one function for each of its eighteen variants; each call draws anew."""
    plain, medium, heavy = WORDINGS[form]
    wording, style, about = rng.choice(plain), rng.randrange(12), draw(rng)
    if isinstance(about, Invention):
        asked = _invent(about, style)
        extra = list(about.extra.items())
        other = about.other
    else:
        asked = _ask(rng, about, form, style)
        other = {fact.key: fact.other for fact in about.facts}

    def put(perturbation: str, wording: str, asked: Asked) -> Variant:
        return perturbation, asked.worded(wording), asked.check()

    def like_the_base() -> str:
        return wording if rng.random() < 0.7 else rng.choice(plain)

    def added(number: int) -> Variant:
        if isinstance(about, Invention):
            key, (note, rule) = extra[number]
            return put("key added", like_the_base(), replace(asked, members=(*asked.members, Member(key, rule, note))))
        return put("key added", like_the_base(), _added(asked, about, number))

    def reruled() -> Variant:
        changed = _reruled(rng, asked, about) if isinstance(about, Invention) else _changed(rng, asked)
        return put("type or value constraint changed", like_the_base(), changed)

    def another() -> Variant:
        new = draw(rng)
        if isinstance(new, Invention):
            return put("subject changed", like_the_base(), replace(asked, what=new.what))
        return put("subject changed", like_the_base(), _about(new, asked))

    def added_by(number: int) -> Callable[[], Variant]:
        return lambda: added(number)

    return asked.worded(wording), [
        lambda: ("paraphrase, light", rng.choice(LIGHT)(asked.worded(wording)), asked.check()),
        lambda: put("paraphrase, medium", rng.choice(medium), asked),
        lambda: put("paraphrase, heavy", rng.choice(heavy), _shuffled(rng, asked)),
        *[added_by(number) for number in range(3)],
        *[lambda: put("key removed", like_the_base(), _removed(rng, asked))] * 3,
        *[lambda: put("key renamed", like_the_base(), _renamed(rng, asked, other))] * 3,
        *[reruled] * 3,
        *[another] * 3,
    ]


def _about(subject: Subject, asked: Asked) -> Asked:
    """The same request about another subject of the same kind; its rules hold for the new values, too."""
    by_key = {fact.key: fact for fact in subject.facts}
    members = []
    for old in asked.members:
        new = _stated(by_key[old.key], asked.form, asked.told)
        if old.note:
            values = tuple(map(str, new.values)) if old.rule.get("type") == "string" else new.values
            new = replace(old, values=values)
            if "minimum" in old.rule:
                new = _bounded(Random(new.key), replace(new, values=values))
        members.append(new)
    facts = tuple((label, by_key[label].shown) for label, _ in asked.facts)
    return replace(asked, members=tuple(members), facts=facts, told=subject.told if asked.told else "")
