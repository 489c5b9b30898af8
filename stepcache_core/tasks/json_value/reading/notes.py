"""What a note beside a key says of its value: "integer", "string, at most 40 characters", "list of objects with a".

A note is understood as a whole or not at all: a unit, a language, a description left over may change what is meant.
"""

from __future__ import annotations

import re
from typing import Any, Final

from stepcache_core.tasks.json_value.reading.patterns import compiled
from stepcache_core.tasks.json_value.reading.phrases import NOTES, SUBKEY, TYPE, Rule, type_named
from stepcache_core.tasks.json_value.reading.unread import SOUNDS_LIKE_A_CONSTRAINT

MAX_NOTE_CHARS: Final = 240
_REQUIRED: Final = compiled(r"\s{0,3}[,;(]?\s{0,3}\b(?:required|mandatory)\b\s{0,3}\)?")
_MAY_LACK: Final = compiled(
    r"\b(?:not|optional(?:ly)?|nullable|null|none|nil|if|when|where|unless|omit\w{0,4}|may be|can be|missing|absent|"
    r"default\w{0,3}|otherwise|else|empty)\b|\?"
)
_WITH_A_TYPE: Final = compiled(
    rf"(?:an? )?(?P<type>{TYPE})s?(?:\s{{0,3}}[,;:–-]\s{{0,3}}|\s{{0,3}}(?P<opened>\()"
    r"| (?:of |with |being )?)(?P<more>\S.*)"
)
_LIST_WITH_MORE: Final = compiled(
    rf"(?:an? )?(?:arrays?|lists?) of (?P<item>{TYPE})s?\s{{0,3}}[,;:–-]\s{{0,3}}(?P<more>\S.*)"
)
_MEMBER: Final = rf"{SUBKEY}(?:\s{{0,3}}\([^()\n]{{1,80}}\))?"
MEMBERS: Final = (
    rf"(?P<members>{_MEMBER}(?:\s{{0,4}},\s{{0,4}}(?:and\s{{1,4}})?{_MEMBER}|\s{{1,4}}and\s{{1,4}}{_MEMBER}){{0,15}})"
)
"""The keys of an object inside, each with a note of its own or none."""
_OBJECT: Final = compiled(
    rf"(?:an? )?(?:nested )?object (?:with|of|containing|having) (?:the )?(?:(?:keys|fields|properties) )?{MEMBERS}"
)
_ROWS: Final = compiled(
    r"(?:an? )?(?:array|list) of objects(?:\s{0,3},? each)?(?: (?:that|which) have)? ?"
    r"(?:(?:with|containing|having|of|has) )?"
    rf"(?:(?:exactly|only) )?(?:the )?(?P<named>(?:keys|fields|properties):? )?{MEMBERS}"
)
_ONLY_THINGS: Final = re.compile(r"\w+|(?:\w+s,\s?){0,15}\w+s,?\sand\s\w+s", re.IGNORECASE)
"""What rows are said to hold, rather than the names of their keys: "details", "names and prices"."""
_IN_MEMBERS: Final = re.compile(rf"(?P<key>{SUBKEY})(?:\s{{0,3}}\((?P<note>[^()\n]{{1,80}})\))?")


def from_note(note: str) -> Rule | None:
    """The rule in a note beside a key, such as "integer" or "one of open, closed"; None when it is not understood."""
    note = " ".join(note[: MAX_NOTE_CHARS + 1].strip(" \t:;,.").split())
    if not note or len(note) > MAX_NOTE_CHARS:
        return None
    bare = note[1:-1].strip() if note[0] == "(" and note.find(")") == len(note) - 1 else note
    bare = _REQUIRED.sub("", bare)
    return _plain(bare) or _inside(bare) or _with_a_type(bare)


def may_lack(note: str) -> bool:
    """Whether a note leaves it open if there is a value at all."""
    return _MAY_LACK.search(note[: MAX_NOTE_CHARS + 1]) is not None


def _plain(note: str) -> Rule | None:
    for pattern, meaning in NOTES:
        found = pattern.fullmatch(note)
        if found is not None:
            return meaning(found)
    return None


def _with_a_type(note: str) -> Rule | None:
    """The rule of "integer, 1 to 5": a type and one thing more that is said of such a value."""
    listed = _LIST_WITH_MORE.fullmatch(note)
    if listed is not None and says_what_it_is(listed["more"]):
        return {"type": "array", "items": type_named(listed["item"]), "description": listed["more"]}
    found = _WITH_A_TYPE.fullmatch(note)
    if found is None:
        return None
    more = found["more"]
    if found["opened"] is not None:
        if not more.endswith(")"):
            return None
        more = more[:-1]
    rule = _plain(more)
    if rule is None:
        return {**type_named(found["type"]), "description": more} if says_what_it_is(more) else None
    return _both(type_named(found["type"]), rule)


def _both(typed: Rule, rule: Rule) -> Rule | None:
    """One rule that says both; None where they contradict each other."""
    one, other = typed["type"], rule.get("type")
    if other is None and "enum" in rule:
        other = "integer"
    if one != other and {one, other} != {"number", "integer"}:
        return None
    return {**typed, **rule, "type": one if one == other else "integer"}


# --- what a value is ------------------------------------------------------------------------------------------------

_SAYS_MORE: Final = compiled(
    r"\b(?:not|no|only|without|with|if|when|unless|or|but|as|in|to|per|than|from|between|else|otherwise|default\w*|optional"
    r"|null\w*|empty|list|lists|array|arrays|object|objects|code|codes|iso|abbreviat\w+|initials?|translat\w+|short\w+"
    r"|letters?|digits?|characters?|words?|sentences?|decimals?|cents|percent\w*|thousands?|millions?|lower\w*|upper\w*|caps"
    r"|english|german|french|spanish|italian|portuguese|dutch|swedish|polish|russian|chinese|japanese|korean|arabic|hindi"
    r"|true|false|yes|example|e\.g|like|such|same|sorted|ordered|rounded|total|sum|average|count|number)\b"
)
"""Words after which more is said than what a value is: how it is written, counted or computed."""
_IS: Final = re.compile(
    r"(?:the|its|their|his|her|what|who|where|whether)\s[a-z][a-z'’]{0,30}(?:\s[a-z][a-z'’]{0,30}){0,7}"
)
_ONE_SENTENCE: Final = compiled(r"(?:(?:an?|one) (?:short |single )?(?:sentence|word|phrase)|a few words)")


def says_what_it_is(words: str) -> bool:
    """Whether words say of a value no more than what it is ("the full name of the guest")."""
    if _ONE_SENTENCE.fullmatch(words) is not None or _KIND.fullmatch(words) is not None:
        return True
    return (
        _IS.fullmatch(words) is not None
        and _SAYS_MORE.search(words) is None
        and SOUNDS_LIKE_A_CONSTRAINT.search(words) is None
    )


_KIND: Final = compiled(
    r"(?:the |its |their |his |her )?(?:(?:full|first|last|given|family|whole|complete|exact|short|official|legal"
    r"|public"
    r"|street|postal|billing|current|own) ){1,2}(?:name|title|address|text|description|date|summary)"
    r"(?: of the \w{1,30}(?: \w{1,30})?)?"
)


def kind_named(note: str) -> Rule | None:
    """What a note in brackets says, where it names a kind of name or text: "full name"."""
    note = " ".join(note.strip().split())
    return {"description": note} if _KIND.fullmatch(note) is not None else None


# --- objects inside ------------------------------------------------------------------------------------------------


def _inside(note: str) -> Rule | None:
    rows = _ROWS.fullmatch(note)
    if rows is not None:
        return rows_of(rows["members"]) if rows["named"] or not _ONLY_THINGS.fullmatch(rows["members"]) else None
    nested = _OBJECT.fullmatch(note)
    return None if nested is None else _object_of(nested["members"])


def rows_of(members: str) -> Rule | None:
    """The rule for a list of objects with these keys; None when a note beside one is not understood."""
    row = _object_of(members)
    return None if row is None else {"type": "array", "items": row}


def _object_of(members: str) -> Rule | None:
    properties: dict[str, Any] = {}
    for found in _IN_MEMBERS.finditer(members):
        key = found["key"].strip("\"'`")
        if key.lower() == "and":
            continue
        rule: Rule | None = {} if found["note"] is None else _plain(found["note"].strip())
        if rule is None or key in properties:
            return None
        properties[key] = rule
    return {"type": "object", "required": list(properties), "properties": properties, "additionalProperties": False}
