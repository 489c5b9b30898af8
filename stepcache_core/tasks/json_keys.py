"""The list of keys in a prompt: where it starts, where it ends, and what each item says of its key."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from stepcache_core.tasks.json_notes import from_note, may_lack
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
        words: The phrase that leads to it and the keys, without notes.
    """

    start: int
    end: int
    keys: tuple[str, ...]
    closed: bool
    rules: tuple[tuple[str, Rule], ...] = field(default=(), hash=False)
    annotated: bool = False
    words: str = ""


_KEYS = r"(?:key\s+names|field\s+names|keys?|fields?|properties|attributes)"
_MODIFIER = (
    r"(?:the|these|those|exactly|only|just|precisely|following|required|mandatory|top[- ]level|string|json|named|its"
    r"|single|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2})"
)
_LEAD = r"(?:with|having|has|have|contain(?:s|ing)?|includ(?:es?|ing)|using|use|of|that\s+has|that\s+contains)"
KEY_HEAD = re.compile(
    rf"\b(?:(?:and\s+)?{_LEAD}\s{{1,4}})?(?:an?\s{{1,4}})?(?P<modifiers>(?:{_MODIFIER}\s{{1,4}}){{0,5}}){_KEYS}\b"
    r"(?P<link>\s{0,4}(?::|=|are\b|(?:should|must)\s+be\b|named\b|called\b|namely\b)){0,2}[\s:]{0,6}"
    r"(?=[\"'`“‘\w\-*•])",
    re.IGNORECASE,
)
_BARE_HEAD = re.compile(
    r"\bjson(?:\s{1,4}(?:object|format|form|dictionary|document|output|response|record))?,?\s{0,4}"
    r"(?P<link>\bwith\b|\bcontaining\b|\bhaving\b|\bincluding\b|:|\()[\s:]{0,5}"
    r"(?P<modifiers>(?:(?:only|just|exactly)\s{1,4})?)\s{0,4}(?=[\"'`“‘\w]|(?<=\n)\s{0,4}[-*•]\s)",
    re.IGNORECASE,
)
_OF_A_THING_HEAD = re.compile(
    r"\bjson(?:\s{1,4}(?:object|record|document|dictionary|profile))?\s{1,4}(?:for|about|of|describing|representing)\s{1,4}"
    r"[^.!?\n;:()]{1,80}?\s{1,4}(?P<link>with|having|containing)\s{1,4}(?P<modifiers>)(?=[\"'`“‘\w])",
    re.IGNORECASE,
)
"""JSON for a thing, and with what: the keys, if what is listed can only be keys."""
_THAT_HAS_HEAD = re.compile(
    r"\bjson(?:\s{1,4}(?:object|record|document|dictionary|body))?\s{1,4}"
    r"(?P<link>(?:that|which)\s{1,4}(?:has|holds|contains))\s{1,4}(?P<modifiers>(?:(?:only|just|exactly)\s{1,4})?)"
    r"(?=[\"'`“‘\w])",
    re.IGNORECASE,
)
_DASH_HEAD = re.compile(
    r"\bjson(?:\s{1,4}(?:object|record|document|dictionary|body))?(?P<link>\s{1,4}[-–—])\s{1,4}(?P<modifiers>)"
    r"(?=[\"'`“‘\w])",
    re.IGNORECASE,
)
_READER_HEAD = re.compile(
    r"(?:\A|(?<=[.!?;:,]\s)|(?<=\n))(?:(?:the|our|my|its)\s{1,4}(?:[\w-]{1,24}\s{1,4}){1,3}?"
    r"(?P<link>reads|expects|needs|wants|takes|accepts|uses|stores|requires)\s{1,4}"
    r"(?P<modifiers>(?:(?:the|these|exactly|only|just|following)\s{1,4}){0,3})"
    rf"(?:(?P<noun>{_KEYS}|columns)\b[\s:]{{0,4}})?"
    r"|(?:the|its)\s{1,4}(?P<columns>columns)\s{1,4}(?:are|should\s{1,4}be)(?:\s{1,4}(?:called|named))?[\s:]{1,4})"
    r"(?=[\"'`“‘\w])",
    re.IGNORECASE,
)
"""What reads the object, and which keys it reads: "The page expects title and year"."""
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
    rf"(?:(?:other|extra|additional|more|further)\s{{1,4}}{_KEYS}|(?:others|more)(?=\s{{0,3}}(?:[.!,;]|\Z)))\b"
    r"|(?:[,;]\s{0,4})?\b(?:and\s{1,4}|but\s{1,4})?not\s{1,4}a\s{1,4}single\s{1,4}(?:other\s{1,4})?(?:key|field)"
    r"(?:\s{1,4}(?:more|else|besides))?",
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
_BULLETS = tuple(
    (re.compile(rf"{sign}\s{{1,8}}"), re.compile(rf"[,;]?\s{{0,8}}\n\s{{0,8}}{sign}\s{{1,8}}"))
    for sign in (r"[-–]", r"\*", "•", r"\d{1,2}[.)]")
)
"""How the first item of a list of lines begins, and how any other does."""
_NEXT_LINE = re.compile(r"[,;]?[ \t]{0,4}\n[ \t]{0,8}(?=[\"'`“‘\w])")
_SLASHED = re.compile(r"[a-z_]\w{0,63}(?:/[a-z_]\w{0,63}){2,63}+(?![\w/])", re.IGNORECASE)
_SEPARATOR = re.compile(r"\s{0,8}(?:,\s{0,8}(?:(?:and|&)\s{1,8})?|(?:\band\b|&)\s{1,8})", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\s{0,4}\((?P<note>[^()\n]{0,120}(?:\([^()\n]{0,80}\)[^()\n]{0,80}){0,4}+)\)")
_TO_LINE_END = re.compile(r"[ \t]{0,3}(?:[:=][ \t]{0,4}|[-–—][ \t]{1,4}|(?=\())(?P<note>[^\n]{1,240}(?=\n|$))")
_TO_SENTENCE_END = re.compile(r"\s{1,3}[-–—]\s{1,3}(?P<note>[^.;\n]{1,200})(?=[.;\n]|$)")
"""Notes beside a key: in brackets, or all the rest of its line."""
_CLOSE = re.compile(r"\s{0,4}(?:only\b|,?\s{0,4}and\s{1,4}nothing\s{1,4}(?:else|more)\b)", re.IGNORECASE)
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
    if head is not None and not _leads_to_keys(prompt, head):
        head = None
    reader = _READER_HEAD.search(prompt) if head is not None else None
    if head is not None and reader is not None and reader.start() <= head.start() <= reader.end():
        return _read(prompt)
    if head is not None:
        clause = _slashed(prompt, head) or _listed(prompt, head, head.end())
        return clause if clause is not None and _count_agrees(head["modifiers"], clause.keys) else None
    return _after_json(prompt) or _said_of_json(prompt) or _of_a_thing(prompt) or _as_json(prompt) or _read(prompt)


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


def _slashed(prompt: str, head: re.Match[str]) -> KeyClause | None:
    """The keys of "keys title/author/year"; of two, one may be the other's alternative."""
    found = _SLASHED.match(prompt, head.end())
    if found is None or _LIST_END.match(prompt, found.end()) is None:
        return None
    keys = tuple(found[0].split("/"))
    if len(set(keys)) != len(keys):
        return None
    return KeyClause(head.start(), found.end(), keys, _EXACTLY.search(head["modifiers"]) is not None, words=head[0])


def _said_of_json(prompt: str) -> KeyClause | None:
    """Those of "a JSON object that has title and year", and of "as JSON - title, year - please"."""
    for pattern in (_THAT_HAS_HEAD, _DASH_HEAD):
        head = pattern.search(prompt)
        clause = _listed(prompt, head, head.end()) if head is not None else None
        if head is not None and clause is not None and _can_only_be_keys(prompt, clause):
            return replace(clause, start=head.start("link"))
    return None


def _read(prompt: str) -> KeyClause | None:
    """Those of "The page expects title, author and year"."""
    head = _READER_HEAD.search(prompt)
    clause = _listed(prompt, head, head.end()) if head is not None else None
    if head is None or clause is None:
        return None
    named = head["noun"] or head["columns"]
    return clause if named or _can_only_be_keys(prompt, clause) else None


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
    noted = {key for key, _ in clause.rules}
    sure = sum(
        key in noted
        or key.lower() in _ATTRIBUTES
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
    "note occupation organiser organizer origin owner pages password phone points population postcode price priority product "
    "publisher quantity question rating region release remark rent reporter role rooms salary score seat "
    "seats servings severity size sku speed start state status stock street summary supplier symbol tagline tags "
    "temperature time title total type unit url username venue version website weight width year zip".split()
)
"""Words that name what things have, as databases and forms do."""


def names_keys(text: str) -> bool:
    """Whether a list of keys may stand in the text: "a field guide" leads to none."""
    return any(_leads_to_keys(text, head) for head in KEY_HEAD.finditer(text))


def _leads_to_keys(prompt: str, head: re.Match[str]) -> bool:
    return (
        bool(head["modifiers"] or head["link"])
        or _starts_with_lead(head[0])
        or prompt[max(0, head.start() - 80) : head.start()].rstrip().endswith((":", ",", ".", "(", ";"))
    )


def _starts_with_lead(head: str) -> bool:
    return re.match(rf"(?:and\s+)?{_LEAD}\s", head, re.IGNORECASE) is not None


def _count_agrees(modifiers: str, keys: tuple[str, ...]) -> bool:
    stated = [int(word) if word.isdigit() else _COUNTS.get(word) for word in modifiers.lower().split()]
    return all(count is None or count == len(keys) for count in stated)


@dataclass(frozen=True, slots=True)
class _Layout:
    """How a list of keys is written.

    Attributes:
        at: Where its first key starts.
        between: What stands between two keys.
        by_line: Whether each key has a line of its own.
        needs_notes: Whether only notes that are understood tell it from lines of text.
    """

    at: int
    between: re.Pattern[str]
    by_line: bool = False
    needs_notes: bool = False


def _layout(prompt: str, head: re.Match[str], at: int) -> _Layout:
    for first, between in _BULLETS:
        bullet = first.match(prompt, at)
        if bullet is not None:
            return _Layout(bullet.end(), between, by_line=True)
    begins_a_line = "\n" in prompt[head.start() : at]
    item = _item(prompt, at) if begins_a_line else None
    if item is not None and _TO_LINE_END.match(prompt, item[1]) is not None:
        return _Layout(at, _NEXT_LINE, by_line=True, needs_notes=True)
    return _Layout(at, _SEPARATOR)


@dataclass(slots=True)
class _Items:
    """The keys read so far, and what their notes say."""

    keys: list[str] = field(default_factory=list)
    rules: list[tuple[str, Rule]] = field(default_factory=list)
    annotated: bool = False

    def add(self, key: str, note: str | None) -> bool:
        """Takes in a key; False when its note leaves it open if the key is wanted."""
        self.keys.append(key)
        if note is None:
            return True
        rule = from_note(note)
        if rule is not None:
            self.rules.append((key, rule))
        self.annotated |= rule is None
        return rule is not None or not may_lack(note)


def _note(prompt: str, end: int, layout: _Layout) -> re.Match[str] | None:
    """What stands beside a key; after a dash only what is understood, as a dash may also go on with the sentence."""
    if layout.by_line:
        return _TO_LINE_END.match(prompt, end)
    dashed = _TO_SENTENCE_END.match(prompt, end)
    return dashed if dashed is not None and from_note(dashed["note"]) is not None else _IN_BRACKETS.match(prompt, end)


def _listed(prompt: str, head: re.Match[str], at: int) -> KeyClause | None:
    layout = _layout(prompt, head, at)
    items = _Items()
    spaced: set[bool] = set()
    at, is_last = layout.at, False
    while len(items.keys) < MAX_KEYS:
        item = _item(prompt, at)
        if item is None:
            return None
        key, end = item
        note = _note(prompt, end, layout)
        if not items.add(key, None if note is None else note["note"]):
            return None
        end = end if note is None else note.end()
        separator = layout.between.match(prompt, end)
        spaced |= {_BLANK_LINE.match(prompt, end) is not None} if separator is not None and layout.by_line else set()
        if separator is None or (not layout.by_line and _reserved(prompt, separator.end())):
            break
        if is_last and separator[0].strip() == ",":
            break
        is_last = not layout.by_line and re.search(r"and|&", separator[0], re.IGNORECASE) is not None
        at = separator.end()
    # Lines apart from the others may be of another list.
    if len(set(items.keys)) != len(items.keys) or len(spaced) > 1:
        return None
    if _GOES_ON.match(prompt, end) and not (layout.by_line and _BLANK_LINE.match(prompt, end)):
        return None
    if layout.needs_notes and (len(items.rules) < len(items.keys) or len(items.keys) < 2):
        return None
    return _closed(prompt, head, items, end)


def _closed(prompt: str, head: re.Match[str], items: _Items, end: int) -> KeyClause | None:
    """The list with what closes it; None when words follow that may go on with it."""
    closing = _CLOSE.match(prompt, end)
    if head["link"] == "(" and prompt[end : end + 1] == ")":
        end += 1
    dash = _DASH.match(prompt, end) if head.re is _DASH_HEAD else None
    end = max(end, closing.end() if closing is not None else 0, dash.end() if dash is not None else 0)
    word = _WORD.match(prompt, end)
    if (
        dash is None
        and _LIST_END.match(prompt, end) is None
        and (word is None or word[1].lower() not in _CONNECTORS | _VERBS | {"as"})
    ):
        return None
    closed = closing is not None or _EXACTLY.search(head["modifiers"] or "") is not None
    return KeyClause(
        head.start(),
        end,
        tuple(items.keys),
        closed,
        tuple(items.rules),
        items.annotated,
        f"{head[0]} {' '.join(items.keys)}",
    )


_BLANK_LINE = re.compile(r"[,;.]?[ \t]{0,4}\n[ \t]{0,4}\n")
_DASH = re.compile(r"\s{1,4}[-–—](?=[\s,.]|$)")


def _item(prompt: str, at: int) -> tuple[str, int] | None:
    quoted = _QUOTED_KEY.match(prompt, at)
    if quoted is not None:
        key = next(group for group in quoted.groups() if group is not None)
        return None if key.strip() != key or key.endswith((",", ".")) else (key, quoted.end())
    bare = _BARE_KEY.match(prompt, at)
    if bare is None or bare[0].endswith("-"):
        return None
    word = bare[0].lower()
    if word in _NOT_KEYS | _CONNECTORS and not (
        _is_noun_here(prompt, bare.end(), word) or (bare[0] == "a" and _SEPARATOR.match(prompt, bare.end()))
    ):
        return None
    return bare[0], bare.end()


def _reserved(prompt: str, at: int) -> bool:
    word = _FIRST_WORD.match(prompt, at)
    if word is None or word[0].lower() not in _CONNECTORS | _VERBS:
        return False
    return not _is_noun_here(prompt, word.end(), word[0].lower())


def _is_noun_here(prompt: str, end: int, word: str) -> bool:
    return word in _NOUNS_TOO and _ITEM_END.match(prompt, end) is not None


_NOUNS_TOO = frozenset(
    "answer comment draw extract from list make name outline plot rate show sort state to when".split()
)
"""Verbs and connectors that are a key where nothing follows that they could be about."""
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
