"""Constraints on values as prompts state them in prose, compiled to JSON Schema.

Each phrase that is understood becomes a rule and leaves the text; whatever is left and still sounds like a
constraint is named as unread, and no value passes while something is. A value that the prompt states for a key
("age 36") is kept apart: an object must carry it, and another prompt may state another one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from stepcache_core.tasks.json_value.reading.facts import GOES_ON, Fact, around, facts
from stepcache_core.tasks.json_value.reading.intent import without_format_rules
from stepcache_core.tasks.json_value.reading.notes import MEMBERS, rows_of
from stepcache_core.tasks.json_value.reading.patterns import compiled, spans_of
from stepcache_core.tasks.json_value.reading.phrases import (
    AFTER_A_KEY,
    ALL_DATES,
    BE,
    DATE,
    DENIED,
    END,
    PHRASES,
    Meaning,
    Rule,
)
from stepcache_core.tasks.json_value.reading.unread import unread


@dataclass(frozen=True, slots=True)
class Constraints:
    """What a prompt's prose asks of the values.

    Attributes:
        told: The text without the constraints that were understood.
        rest: The same with each stated value as a mark.
        rules: By key, the JSON Schemas its value must fit.
        stated: Key and value, as text, of each value that the prompt states.
        unread: Phrases that sound like a constraint and were not understood.
        inferred: The keys of stated values that the prompt does not name there.
    """

    told: str
    rest: str
    rules: Mapping[str, Sequence[Rule]] = field(default_factory=dict)
    stated: tuple[tuple[str, str], ...] = ()
    unread: tuple[str, ...] = ()
    inferred: tuple[str, ...] = ()


def read(text: str, keys: Sequence[str], described: Collection[str] = ()) -> Constraints:
    """The constraints that `text`, a prompt without its list of keys, puts on the values of `keys`.

    Args:
        text: The prompt.
        keys: The keys asked for.
        described: Those of which more is said than their type: what the prompt tells may not be the value as it is.
    """
    names = _spoken(keys)
    rules: dict[str, list[Rule]] = {}

    def take(found: re.Match[str], meaning: Meaning) -> str:
        key = names.get(found["key"].lower())
        before, after = around(found)
        is_whole = DENIED.search(before) is None and GOES_ON.match(after) is None
        rule = meaning(found) if key is not None and is_whole else None
        if key is None or rule is None:
            return found[0]
        rules.setdefault(key, []).append(rule)
        return "\0"

    text = text.replace("\0", " ")
    if any(_is_a_word(text, start) for start, _ in spans_of(text, names)):
        ends = _ends_of_keys(text, names)
        for phrase in PHRASES:
            if phrase.may_be_in(text, ends):
                changed = phrase.whole.sub(partial(take, meaning=phrase.meaning), text)
                if changed != text:
                    text, ends = changed, _ends_of_keys(changed, names)
    text = _rows(_dates(text, keys, rules), keys, rules)
    if "\0" in text:
        text = _GAP.sub(_closed_gap, text)
    told = text
    found = facts(text, {word: key for word, key in names.items() if key not in described})
    text = _marked(text, found)
    stated = tuple((fact.key, fact.value) for fact in found)
    consts = tuple(
        (key, str(rule["const"]))
        for key, some in rules.items()
        for rule in some
        if isinstance(rule.get("const"), str | int | float) and not isinstance(rule["const"], bool)
    )
    inferred = tuple(fact.key for fact in found if fact.inferred)
    return Constraints(told, text, rules, stated + consts, unread(without_format_rules(text)), inferred)


def _marked(text: str, found: Sequence[Fact]) -> str:
    """The text with a mark in place of each stated value."""
    pieces: list[str] = []
    at = 0
    for fact in found:
        pieces += [text[at : fact.start], f"<the {fact.key}>"]
        at = fact.end
    return "".join(pieces) + text[at:]


_MAY_GO_ON = re.compile(rf"{AFTER_A_KEY}\s")
_IN_A_WORD = re.compile(r"(?<=[\w-])")


def _is_a_word(text: str, start: int) -> bool:
    """Whether a name that starts there is not the end of a hyphened word."""
    return _IN_A_WORD.match(text, start) is None


def _ends_of_keys(text: str, names: Mapping[str, str]) -> list[int]:
    """Where a word for a key ends after which a phrase may go on."""
    return [end for _, end in spans_of(text, names) if _MAY_GO_ON.match(text, end) is not None]


def _spoken(keys: Sequence[str]) -> dict[str, str]:
    """The key that each word means: itself in any case, or its plural."""
    plurals = {f"{key.lower()}{ending}": key for key in keys for ending in ("s", "es")}
    return plurals | {key.lower(): key for key in keys}


_GAP = re.compile(r"(?P<before>[.!?])?(?:[\s,;]{0,8}\0[\s,;\0]*+(?P<after>[.!?])?)+")
"""Where phrases were taken out, with the punctuation that closed them."""


def _closed_gap(gap: re.Match[str]) -> str:
    """What stands where phrases were taken out: a line that ended there still does."""
    return (gap["before"] or gap["after"] or "") + ("\n" if "\n" in gap[0] else " ")


def _dates(text: str, keys: Sequence[str], rules: dict[str, list[Rule]]) -> str:
    """Reads "dates as YYYY-MM-DD" for the keys that say they hold a date."""
    dated = [key for key in keys if re.search(r"(?:^|_|-)dates?$|[a-z]Date$", key)]
    if not dated or ALL_DATES.search(text) is None:
        return text
    for key in dated:
        rules.setdefault(key, []).append(dict(DATE))
    return ALL_DATES.sub("\0", text)


_EACH = compiled(
    r"(?:^|(?<=[.!;,]\s)|(?<=\n))(?:and |where |with )?(?:each|every) (?P<noun>[a-z]\w{1,40}) "
    rf"(?:(?:{BE}) |has |with |contains |holds )(?:an? object )?(?:with |containing |having |that has )?"
    rf"(?:(?:exactly|only|just) )?(?:(?:the )?(?:keys|fields|properties):? )?{MEMBERS}"
    rf"(?:\s{{0,3}},?\s{{0,3}}and nothing else)?{END}"
)


def _rows(text: str, keys: Sequence[str], rules: dict[str, list[Rule]]) -> str:
    """Reads "each row is an object with name and quantity" for the one key whose values are such things."""

    def take(found: re.Match[str]) -> str:
        noun = found["noun"].lower()
        plurals = {f"{noun}s", f"{noun}es", f"{noun[:-1]}ies"}
        meant = [key for key in keys if key.lower() in plurals]
        rule = rows_of(found["members"]) if len(meant) == 1 and _IS_A_ROW.search(found[0]) is not None else None
        if rule is None:
            return found[0]
        rules.setdefault(meant[0], []).append(rule)
        return "\0"

    return _EACH.sub(take, text) if "object" in text or "keys" in text or "fields" in text else text


_IS_A_ROW = compiled(r"\b(?:object|keys|fields)\b")
