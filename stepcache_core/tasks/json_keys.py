"""The list of keys in a prompt: where it starts, where it ends, and what each item says of its key."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from stepcache_core.tasks.json_constraints import from_note
from stepcache_core.tasks.json_phrases import Rule

MAX_KEYS = 64


@dataclass(frozen=True, slots=True)
class KeyClause:
    """A list of keys, all of them spelled out.

    Attributes:
        start: Where the phrase that leads to it starts in the prompt.
        end: Where it ends.
        keys: The keys in the order named.
        closed: Whether the phrase itself says that there are no others.
        rules: What notes beside keys ask of their values.
        annotated: Whether a note was not understood.
    """

    start: int
    end: int
    keys: tuple[str, ...]
    closed: bool
    rules: tuple[tuple[str, Rule], ...] = field(default=(), hash=False)
    annotated: bool = False


_KEYS = r"(?:key\s+names|field\s+names|keys?|fields?|properties|attributes)"
_MODIFIER = (
    r"(?:the|these|those|exactly|only|just|precisely|following|required|mandatory|top[- ]level|string|json|named|its"
    r"|single|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2})"
)
_LEAD = r"(?:with|having|has|have|contain(?:s|ing)?|includ(?:es?|ing)|using|use|of|that\s+has|that\s+contains)"
KEY_HEAD = re.compile(
    rf"\b(?:(?:and\s+)?{_LEAD}\s{{1,4}})?(?:an?\s{{1,4}})?(?P<modifiers>(?:{_MODIFIER}\s{{1,4}}){{0,5}}){_KEYS}"
    r"(?P<link>\s{0,4}(?::|=|are\b|(?:should|must)\s+be\b|named\b|called\b|namely\b)){0,2}[\s:]{0,6}"
    r"(?=[\"'`“‘\w\-*•])",
    re.IGNORECASE,
)
_BARE_HEAD = re.compile(
    r"\bjson(?:\s{1,4}(?:object|format|form|dictionary|document|output|response|record))?\s{0,4}"
    r"(?P<link>\bwith\b|\bcontaining\b|\bhaving\b|\bincluding\b|:|\()\s{0,4}"
    r"(?P<modifiers>(?:(?:only|just|exactly)\s{1,4})?)\s{0,4}(?=[\"'`“‘\w]|(?<=\n)\s{0,4}[-*•]\s)",
    re.IGNORECASE,
)
_OF_A_THING_HEAD = re.compile(
    r"\bjson(?:\s{1,4}(?:object|record|document|dictionary|profile))?\s{1,4}(?:for|about|of|describing|representing)\s{1,4}"
    r"[^.!?\n;:()]{1,80}?\s{1,4}(?P<link>with|having|containing)\s{1,4}(?P<modifiers>)(?=[\"'`“‘\w])",
    re.IGNORECASE,
)
"""JSON for a thing, and with what: the keys, if what is listed can only be keys."""
_AS_JSON_HEAD = re.compile(
    r"(?:\A|(?<=[.!?:]\s)|\n)\s{0,4}(?:please\s{1,4})?"
    r"(?P<link>(?:extract|return|give|provide|output|get|identify|report)(?:\s{1,4}(?:me|only|just|us)){0,2})\s{1,4}"
    r"(?:the\s{1,4})?(?P<modifiers>)(?=[\"'`“‘\w])",
    re.IGNORECASE,
)
"""What is to be returned "as JSON": likewise."""
_AS_JSON = re.compile(r"\s{1,4}(?:as|in)\s{1,4}(?:an?\s{1,4})?(?:\w{1,12}\s{1,4})?json\b", re.IGNORECASE)
_TRAILING_HEAD = re.compile(rf"\s{{1,4}}as\s{{1,4}}(?:(?:the|its)\s{{1,4}}(?:only\s{{1,4}})?)?{_KEYS}\b", re.IGNORECASE)
NO_OTHER_KEYS = re.compile(
    r"(?:[,;]\s{0,4})?\b(?:and\s{1,4}|but\s{1,4})?(?:with\s{1,4})?"
    r"(?:no|without(?:\s{1,4}any)?|(?:do\s{1,4}not|don't|never)\s{1,4}(?:add|include|use|return)(?:\s{1,4}any)?)\s{1,4}"
    rf"(?:other|extra|additional|more|further)\s{{1,4}}{_KEYS}\b[.!]?",
    re.IGNORECASE,
)
OPEN = re.compile(
    r"\b(?:includ\w+|contain\w*|at\s{1,4}least|minimum|more|additional|other|extra|further|else|any|free|relevant|"
    r"useful|appropriate|suitable|optional\w*|such\s{1,4}as|like|plus|etc)\b",
    re.IGNORECASE,
)
"""Words that leave a list of keys open; without one, the keys named are the keys wanted."""
_QUOTED_KEY = re.compile(r"\"([^\"\n]{1,64})\"|`([^`\n]{1,64})`|'([^'\n]{1,64})'|“([^”\n]{1,64})”|‘([^’\n]{1,64})’")
_BARE_KEY = re.compile(r"[A-Za-z_][\w-]{0,63}(?![\w’'/@-])")
_BULLET = re.compile(r"\s{0,8}\n\s{0,8}(?:[-*•]|\d{1,2}[.)])\s{1,8}")
_FIRST_BULLET = re.compile(r"(?:[-*•]|\d{1,2}[.)])\s{1,8}")
_SEPARATOR = re.compile(r"\s{0,8}(?:,\s{0,8}(?:(?:and|&)\s{1,8})?|(?:\band\b|&)\s{1,8})", re.IGNORECASE)
_ANNOTATION = re.compile(r"\s{0,4}\([^()\n]{0,120}\)|:[ \t]{1,4}[^\n]{1,160}(?=\n|$)")
_CLOSE = re.compile(r"\s{0,4}(?:only\b|and\s{1,4}nothing\s{1,4}else\b)", re.IGNORECASE)
_EXACTLY = re.compile(r"\b(?:exactly|only|just|precisely)\b", re.IGNORECASE)
_FIRST_WORD = re.compile(r"[A-Za-z]{1,40}\b")
_WORD = re.compile(r"\s{0,8},?\s{0,8}(?:and\s{1,8})?([A-Za-z]{1,40})\b")
_LIST_END = re.compile(r"\s{0,8}(?:$|[.!?;:](?=\s|$)|\)|\n)")
_GOES_ON = re.compile(r"\s{0,4}[;|/\n]\s{0,4}[\"'`]?[\w-]{1,64}[\"'`]?[ \t]{0,4}(?:[;|/\n,]|\.?\s{0,4}$)")
"""A list that goes on after a separator that is not understood."""
_CONNECTORS = frozenset(
    "for about describing describes that which from based representing on regarding concerning summarizing "
    "summarising given extracted where in to with when as only please make ensure each both all no nothing "
    "without do don return respond reply output give keep use extract".split()
)
_VERBS = frozenset(
    "explain describe translate tell say list compare rate show suggest recommend write provide create generate draw "
    "plot discuss analyze analyse define mention ask help teach outline elaborate justify add include append "
    "sort summarize summarise convert then also finally afterwards walk calculate solve answer".split()
)
_NOT_KEYS = frozenset(
    "the a an following any these those your some it this such so etc like of is are be or but e.g keys fields "
    "key field indentation newlines whitespace spaces formatting markdown comments".split()
)
_VAGUE_BARE_KEYS = frozenset(
    "details information examples example explanation explanations notes schema braces quotes arrays objects nested "
    "nesting everything values data results".split()
)
_COUNTS = {"single": 1} | {
    word: n for n, word in enumerate("one two three four five six seven eight nine ten".split(), 1)
}


def key_clause(prompt: str) -> KeyClause | None:
    """The first list of keys whose every key is spelled out; None when there is none, or it is in doubt."""
    head = KEY_HEAD.search(prompt)
    if head is not None and _TRAILS.search(prompt, 0, head.start()) is not None:
        head = None
    if head is not None and not (head["modifiers"] or head["link"] or _starts_with_lead(head[0])):
        head = head if prompt[: head.start()].rstrip().endswith((":", ",", ".", "(", ";")) else None
    if head is not None:
        clause = _listed(prompt, head, head.end())
        return clause if clause is not None and _count_agrees(head["modifiers"], clause.keys) else None
    return _after_json(prompt) or _of_a_thing(prompt) or _as_json(prompt)


_TRAILS = re.compile(r"\bas\s{1,4}(?:the\s{1,4})?(?:only\s{1,4})?\Z", re.IGNORECASE)


def _after_json(prompt: str) -> KeyClause | None:
    """The keys of "JSON with name and age"."""
    head = _BARE_HEAD.search(prompt)
    if head is None:
        return None
    clause = _listed(prompt, head, head.end())
    if clause is None or (len(clause.keys) < 2 and prompt[head.end()] not in '"`“'):
        return None
    if any(key.lower() in _VAGUE_BARE_KEYS for key in clause.keys):
        return None
    trailing = _TRAILING_HEAD.match(prompt, clause.end)
    end = clause.end if trailing is None else trailing.end()
    # The word JSON stays in the subject: only what follows it is the list.
    return replace(clause, start=head.start("link"), end=end)


def _of_a_thing(prompt: str) -> KeyClause | None:
    """Those of "a JSON object for a parcel with weight_kg, sender and price"."""
    head = _OF_A_THING_HEAD.search(prompt)
    clause = _listed(prompt, head, head.end()) if head is not None else None
    if head is None or clause is None or not _can_only_be_keys(prompt, clause):
        return None
    return replace(clause, start=head.start("link"))


def _as_json(prompt: str) -> KeyClause | None:
    """Those of "Extract name, role and age as JSON"."""
    for head in _AS_JSON_HEAD.finditer(prompt):
        clause = _listed(prompt, head, head.end())
        if clause is not None and _AS_JSON.match(prompt, clause.end) and _can_only_be_keys(prompt, clause):
            return replace(clause, start=head.end("link"))
    return None


def _can_only_be_keys(prompt: str, clause: KeyClause) -> bool:
    """Whether a list without the word "keys" names attributes and not things: eggs and milk are no keys of a recipe.

    An item is a key for sure where it is the name of a common attribute, is written as no word of prose is, or has
    its value told elsewhere; three of four must be.
    """
    rest = prompt[: clause.start] + " " + prompt[clause.end :]
    listed = prompt[clause.start : clause.end]
    sure = sum(
        key.lower() in _ATTRIBUTES
        or re.search(r"_|[a-z][A-Z]|\d", key) is not None
        or re.search(rf"[\"'`“‘]{re.escape(key)}[\"'`”’]", listed) is not None
        or re.search(rf"(?<![\w-]){re.escape(key)}\s{{0,3}}[:=]", rest, re.IGNORECASE) is not None
        or re.search(rf"(?:^|[,;:.]\s{{1,3}}){re.escape(key)}\s{{1,3}}[^\s,;]", rest, re.IGNORECASE) is not None
        for key in clause.keys
    )
    return sure > 1 and 4 * sure >= 3 * len(clause.keys)


_ATTRIBUTES = frozenset(
    "address age amount answer area assignee author bio brand capacity capital cast category city color colour "
    "comment company component continent cost country currency customer d date day department description "
    "destination difficulty director distance duration email end flight gate gender genre headline height hint "
    "humidity ingredients isbn item job keywords kind language length license location minutes model month name "
    "note occupation organiser organizer origin owner pages password phone points population postcode price product "
    "publisher quantity question rating region release remark rent reporter riority role rooms salary score seat "
    "seats servings severity size sku speed start state status stock street summary supplier symbo tagline tags "
    "temperature time title total type unit url username venue version website weight width year zip".split()
)
"""Words that name what things have, as databases and forms do."""


def _starts_with_lead(head: str) -> bool:
    return re.match(rf"(?:and\s+)?{_LEAD}\s", head, re.IGNORECASE) is not None


def _count_agrees(modifiers: str, keys: tuple[str, ...]) -> bool:
    stated = [int(word) if word.isdigit() else _COUNTS.get(word) for word in modifiers.lower().split()]
    return all(count is None or count == len(keys) for count in stated)


def _listed(prompt: str, head: re.Match[str], at: int) -> KeyClause | None:
    keys: list[str] = []
    rules: list[tuple[str, Rule]] = []
    annotated = is_last = False
    bullet = _FIRST_BULLET.match(prompt, at)
    between = _SEPARATOR if bullet is None else _BULLET
    at = at if bullet is None else bullet.end()
    while len(keys) < MAX_KEYS:
        item = _item(prompt, at)
        if item is None:
            return None
        keys.append(item[0])
        end = item[1]
        note = _ANNOTATION.match(prompt, end)
        if note is not None and (bullet is not None or note[0].lstrip().startswith("(")):
            rule = from_note(note[0].strip().removeprefix("(").removesuffix(")"))
            end = note.end()
            if rule is None:
                annotated = True
            else:
                rules.append((item[0], rule))
        separator = between.match(prompt, end)
        if separator is None or _reserved(prompt, separator.end()):
            break
        if is_last and separator[0].strip() == ",":
            break
        is_last = bullet is None and re.search(r"and|&", separator[0], re.IGNORECASE) is not None
        at = separator.end()
    if len(set(keys)) != len(keys) or _GOES_ON.match(prompt, end):
        return None
    closing = _CLOSE.match(prompt, end)
    if head["link"] == "(" and prompt[end : end + 1] == ")":
        end += 1
    end = end if closing is None else closing.end()
    word = _WORD.match(prompt, end)
    if _LIST_END.match(prompt, end) is None and (word is None or word[1].lower() not in _CONNECTORS | _VERBS | {"as"}):
        return None
    closed = closing is not None or _EXACTLY.search(head["modifiers"]) is not None
    return KeyClause(head.start(), end, tuple(keys), closed, tuple(rules), annotated)


def _item(prompt: str, at: int) -> tuple[str, int] | None:
    quoted = _QUOTED_KEY.match(prompt, at)
    if quoted is not None:
        key = next(group for group in quoted.groups() if group is not None)
        return None if key.strip() != key or key.endswith((",", ".")) else (key, quoted.end())
    bare = _BARE_KEY.match(prompt, at)
    if bare is None or bare[0].endswith("-"):
        return None
    if bare[0].lower() in _NOT_KEYS | _CONNECTORS and not (bare[0] == "a" and _SEPARATOR.match(prompt, bare.end())):
        return None
    return bare[0], bare.end()


def _reserved(prompt: str, at: int) -> bool:
    word = _FIRST_WORD.match(prompt, at)
    if word is None or word[0].lower() not in _CONNECTORS | _VERBS:
        return False
    return word[0].lower() not in _NOUNS_TOO or _ITEM_END.match(prompt, word.end()) is None


_NOUNS_TOO = frozenset("answer comment rate plot list name outline show".split())
"""Verbs that are a key where nothing follows that they could be about."""
_ITEM_END = re.compile(r"\s{0,4}(?:,|\(|\band\b|&|$|[.!?;:](?=\s|$)|\n)")


_NESTED = re.compile(
    r"(?P<article>\b(?:an?|the)\s{1,3})?\b(?P<key>[A-Za-z_][\w-]{0,63})"
    r"(?:\s{1,3}(?:nested\s{1,3})?object|,?\s{1,3}(?:which\s{1,3}is\s{1,3})?an?\s{1,3}(?:nested\s{1,3})?object)?"
    r"\s{1,3}(?:with|containing|having)\s{1,3}(?:the\s{1,3})?(?:(?:keys|fields|properties)\s{1,3})?"
    r"(?P<keys>[a-z_][\w-]{0,63}(?:,\s{0,3}[a-z_][\w-]{0,63}){0,10},?\s{1,3}and\s{1,3}[a-z_][\w-]{0,63})"
    r"(?=\s{0,3}(?:[.!](?:\s|$)|$|\s(?:for|about|describing)\s))"
)


def with_notes(prompt: str) -> str:
    """The prompt with each nested list of keys ("address with street and city") as a note beside its key.

    Only where nothing but the end of the list follows: "address with street and city, and age" may mean either.
    """
    head = KEY_HEAD.search(prompt)
    if head is None:
        return prompt
    return _NESTED.sub(lambda found: _as_note(prompt, head.end(), found), prompt)


def _as_note(prompt: str, listed_from: int, found: re.Match[str]) -> str:
    before = prompt[listed_from : found.start()]
    in_list = found.start() >= listed_from and re.fullmatch(
        r"(?:[\w\"'`-]{1,66}(?:\s{0,3},\s{0,3}|\s{1,3}and\s{1,3}|,\s{0,3}and\s{1,3})){0,64}", before
    )
    if not in_list or found["key"].lower() in _NOT_KEYS | _CONNECTORS | {"object", "json", "keys"}:
        return found[0]
    return f"{found['key']} (object with {found['keys']})"
