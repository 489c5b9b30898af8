"""Where the list of keys stands in a prompt: the phrases that lead to one."""

from __future__ import annotations

import re
from dataclasses import replace

from stepcache_core.remembered import remembered
from stepcache_core.tasks.json_value.reading.bodies import READER
from stepcache_core.tasks.json_value.reading.key_lists import CONNECTORS, NOT_KEYS, KeyClause, listed, slashed
from stepcache_core.tasks.json_value.reading.number_words import NUMBERS
from stepcache_core.tasks.json_value.reading.patterns import AnyCase, compiled

__all__ = ["NO_OTHER_KEYS", "OPEN", "KeyClause", "key_clause", "names_keys", "with_notes"]

_KEYS = r"(?:key\s+names|field\s+names|keys?|fields?|properties|attributes)"
_MODIFIER = (
    r"(?:the|these|those|exactly|only|just|precisely|following|required|mandatory|top[- ]level|string|json|named|its"
    r"|single|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2})"
)
_LEAD = r"(?:with|having|has|have|contain(?:s|ing)?|includ(?:es?|ing)|using|use|of|that\s+has|that\s+contains)"
KEY_HEAD = AnyCase(
    rf"\b(?:(?:and\s+)?{_LEAD}\s{{1,4}})?(?:an?\s{{1,4}})?(?P<modifiers>(?:{_MODIFIER}\s{{1,4}}){{0,5}}){_KEYS}\b"
    r"(?P<link>\s{0,4}(?::|=|are\b|(?:should|must)\s+be\b|named\b|called\b|namely\b)){0,2}[\s:]{0,6}"
    r"(?=[\"'`“‘\w\-*•])",
    "key|field|properties|attributes",
)
_BARE_HEAD = compiled(
    r"\bjson(?: (?:object|format|form|dictionary|document|output|response|record))?,?\s{0,4}"
    r"(?P<link>\bwith\b|\bcontaining\b|\bhaving\b|\bincluding\b|:|\()[\s:]{0,5}"
    r"(?P<modifiers>(?:(?:only|just|exactly) )?)\s{0,4}(?=[\"'`“‘\w]|(?<=\n)\s{0,4}[-*•]\s)"
)
_OF_A_THING_HEAD = compiled(
    r"\bjson(?: (?:object|record|document|dictionary|profile))? (?:for|about|of|describing|representing) "
    r"[^.!?\n;:()]{1,80}? (?P<link>with|having|containing) (?P<modifiers>)(?=[\"'`“‘\w])"
)
"""JSON for a thing, and with what: the keys, if what is listed can only be keys."""
_THAT_HAS_HEAD = compiled(
    r"\bjson(?: (?:object|record|document|dictionary|body))? "
    r"(?P<link>(?:that|which) (?:has|holds|contains)) (?P<modifiers>(?:(?:only|just|exactly) )?)"
    r"(?=[\"'`“‘\w])"
)
_DASH_HEAD = compiled(
    r"\bjson(?: (?:object|record|document|dictionary|body))?(?P<link> [-–—]) (?P<modifiers>)"
    r"(?=[\"'`“‘\w])"
)
_READER_HEAD = compiled(
    rf"(?:\A|(?<=[.!?;:,]\s)|(?<=\n))(?:(?P<reader>{READER}) "
    r"(?P<link>reads|expects|needs|wants|takes|accepts|uses|stores|requires) "
    r"(?P<modifiers>(?:(?:the|these|exactly|only|just|following) ){0,3})"
    rf"(?:(?P<noun>{_KEYS}|columns)\b[\s:]{{0,4}})?"
    r"|(?:the|its) (?P<columns>columns) (?:are|should be)(?: (?:called|named))?[\s:]{1,4})"
    r"(?=[\"'`“‘\w])",
    "reads|expects|needs|wants|takes|accepts|uses|stores|requires|columns",
    opens="the our my a an its",
)
"""What reads the object, and which keys it reads: "The page expects title and year"."""
_AS_JSON_HEAD = compiled(
    r"(?:\A|(?<=[.!?:]\s)|\n)\s{0,4}(?:please )?"
    r"(?P<link>(?:extract|return|give|provide|output|get|identify|report)(?: (?:me|only|just|us)){0,2}) "
    r"(?:the )?(?P<modifiers>)(?=[\"'`“‘\w])"
)
"""What is to be returned "as JSON": likewise."""
_AS_JSON = compiled(r" (?:as|in) (?:an? )?(?:\w{1,12} )?json\b")
_TRAILING_HEAD = compiled(rf" as (?:(?:the|its) (?:only )?)?{_KEYS}\b")
NO_OTHER_KEYS = compiled(
    r"(?:[,;]\s{0,4})?\b(?:and |but )?(?:with )?"
    r"(?:no|without(?: any)?|(?:do not|don't|never) (?:add|include|use|return)(?: any)?) "
    rf"(?:(?:other|extra|additional|more|further) {_KEYS}|(?:others|more)(?=\s{{0,3}}(?:[.!,;]|\Z)))\b"
    r"|(?:[,;]\s{0,4})?\b(?:and |but )?not a single (?:other )?(?:key|field)"
    r"(?: (?:more|else|besides))?",
    "no|without|don|never",
    "key|field|properties|attributes|others|more",
)
OPEN = compiled(
    r"\b(?:includ\w+|contain\w*|at least|minimum|more|additional|other|extra|further|else|any|free|relevant|"
    r"useful|appropriate|suitable|optional\w*|such as|like|plus|etc)\b"
)
"""Words that leave a list of keys open; without one, the keys named are the keys wanted."""
_VAGUE_BARE_KEYS = frozenset(
    "details information examples example explanation explanations notes schema braces quotes arrays objects nested "
    "nesting everything values data results".split()
)
_COUNTS = {"single": 1, **NUMBERS}


def key_clause(prompt: str) -> KeyClause | None:
    """The first list of keys whose every key is spelled out; None when there is none, or it is in doubt."""
    head = next((one for one in _heads(prompt) if _leads_to_keys(prompt, one)), None)
    if head is not None and _TRAILS.search(prompt, max(0, head.start() - 32), head.start()) is not None:
        head = None
    reader = _READER_HEAD.search(prompt) if head is not None else None
    if head is not None and reader is not None and reader.start() <= head.start() <= reader.end():
        return _read(prompt)
    if head is not None:
        clause = slashed(prompt, head) or listed(prompt, head, head.end())
        return clause if clause is not None and _count_agrees(head["modifiers"], clause.keys) else None
    return _after_json(prompt) or _said_of_json(prompt) or _of_a_thing(prompt) or _as_json(prompt) or _read(prompt)


_TRAILS = compiled(r"\bas (?:the )?(?:only )?\Z")


@remembered(32, long=4_000)
def _heads(prompt: str) -> tuple[re.Match[str], ...]:
    """The phrases that may lead to a list of keys, in order."""
    return tuple(KEY_HEAD.finditer(prompt))


def _after_json(prompt: str) -> KeyClause | None:
    """The keys of "JSON with name and age"."""
    head = _BARE_HEAD.search(prompt)
    if head is None:
        return None
    clause = listed(prompt, head, head.end())
    if clause is None or (len(clause.keys) < 2 and prompt[head.end()] not in '"`“'):
        return None
    if any(key.lower() in _VAGUE_BARE_KEYS for key in clause.keys):
        return None
    trailing = _TRAILING_HEAD.match(prompt, clause.end)
    end = clause.end if trailing is None else trailing.end()
    # The word JSON stays in the subject: only what follows it is the list.
    return replace(clause, start=head.start("link"), end=end)


def _said_of_json(prompt: str) -> KeyClause | None:
    """Those of "a JSON object that has title and year", and of "as JSON - title, year - please"."""
    for pattern in (_THAT_HAS_HEAD, _DASH_HEAD):
        head = pattern.search(prompt)
        clause = listed(prompt, head, head.end()) if head is not None else None
        if head is not None and clause is not None and _can_only_be_keys(prompt, clause):
            return replace(clause, start=head.start("link"))
    return None


def _read(prompt: str) -> KeyClause | None:
    """Those of "The page expects title, author and year"."""
    head = _READER_HEAD.search(prompt)
    clause = listed(prompt, head, head.end()) if head is not None else None
    if head is None or clause is None:
        return None
    named = head["noun"] or head["columns"]
    return clause if named or _can_only_be_keys(prompt, clause) else None


def _of_a_thing(prompt: str) -> KeyClause | None:
    """Those of "a JSON object for a parcel with weight_kg, sender and price"."""
    head = _OF_A_THING_HEAD.search(prompt)
    clause = listed(prompt, head, head.end()) if head is not None else None
    if head is None or clause is None or not _can_only_be_keys(prompt, clause):
        return None
    return replace(clause, start=head.start("link"))


def _as_json(prompt: str) -> KeyClause | None:
    """Those of "Extract name, role and age as JSON"."""
    for head in _AS_JSON_HEAD.finditer(prompt):
        clause = listed(prompt, head, head.end())
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
    "account address age album alt amount answer area artist artists attendees author authors balance battery bio "
    "birthday birthplace body brand breed budget calories capacity capital caption category city code color "
    "colour comment comments company component condition content contents continent cost count country county "
    "currency customer date day deadline delivery department depth description destination difficulty director "
    "discount distance district duration email employer end ends engine event expires explanation family fare fee "
    "field fields file filename first_name flight format frequency fuel full_name gate gender genre grade guest "
    "guests headline height hint hobbies hobby host hotel hour hours humidity id image ingredients instructions "
    "isbn issue item items job keywords kind label language last_name latitude length level license line link "
    "links location longitude make manager material member members menu message method mileage minutes model "
    "month mood name nationality nickname note notes number occupation order organiser organizer origin owner "
    "page pages password patient payment people person phone pilot place plan platform player players points "
    "population position postcode preview price priority product profession publisher quantity question quote "
    "range rank rate rating reason recipient region release remark rent reporter result review role room rooms "
    "route salary score seat seats sender sentiment server servings severity shape shipping size skills sku slug "
    "source species speed stage start starts state station status stock street student subject subtitle summary "
    "supplier surname symbol tag tagline tags target team temperature terms theme time title topic total town "
    "track tracking type unit units url user username value vendor venue version volume warranty website weekday "
    "weight width winner year zip".split()
)
"""Words that name what things have, as databases and forms do."""


def names_keys(text: str) -> bool:
    """Whether a list of keys may stand in the text: "a field guide" leads to none."""
    return any(_leads_to_keys(text, head) for head in _heads(text))


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


_NESTED = re.compile(
    r"(?P<article>\b(?:an?|the)\s{1,3})?\b(?P<key>[A-Za-z_][\w-]{0,63})"
    r"(?:\s{1,3}(?:nested\s{1,3})?object|,?\s{1,3}(?:which\s{1,3}is\s{1,3})?an?\s{1,3}(?:nested\s{1,3})?object)?"
    r"\s{1,3}(?:with|containing|having)\s{1,3}(?:the\s{1,3})?(?:(?:keys|fields|properties)\s{1,3})?"
    r"(?P<keys>[a-z_][\w-]{0,63}(?:,\s{0,3}[a-z_][\w-]{0,63}){0,10},?\s{1,3}and\s{1,3}[a-z_][\w-]{0,63})"
    r"(?=\s{0,3}(?:[.!](?:\s|$)|$|\s(?:for|about|describing)\s))"
)


_OF_BOTH = compiled(
    r"(?P<one>[\"'`“]?\b[a-z_][\w-]{0,63}[\"'`”]?) and (?P<other>[\"'`“]?[a-z_][\w-]{0,63}[\"'`”]?)"
    r" \((?:both )?(?P<type>number|string|integer|boolean)s\)",
    "(",
    "numbers|strings|integers|booleans",
)
"""One note for two keys, as its plural says."""
_ANOTHER = compiled(r"(?:, (?:and )?| and )[\"'`“]")


def _noted_alike(found: re.Match[str]) -> str:
    """Both keys with the note; where another quoted key follows, in one row with it."""
    link = "," if _ANOTHER.match(found.string, found.end()) else " and"
    return f"{found['one']} ({found['type']}){link} {found['other']} ({found['type']})"


def with_notes(prompt: str) -> str:
    """The prompt with each nested list of keys ("address with street and city") as a note beside its key.

    Only where nothing but the end of the list follows: "address with street and city, and age" may mean either.
    """
    head = next(iter(_heads(prompt)), None)
    if head is None:
        return prompt
    prompt = _OF_BOTH.sub(_noted_alike, prompt)
    listed_to = _LIST.match(prompt, head.end())
    if listed_to is None or _NESTED.search(prompt, head.end(), listed_to.end() + MAX_NESTED_CHARS) is None:
        return prompt
    return _NESTED.sub(lambda found: _as_note(prompt, head.end(), found), prompt)


_LIST = re.compile(r"[\w\"'`,\s-]*+")
"""The signs that a plain list of keys is made of."""
MAX_NESTED_CHARS = 2_000
"""Longer than any list of keys inside that is read."""


def _as_note(prompt: str, listed_from: int, found: re.Match[str]) -> str:
    before = prompt[listed_from : found.start()]
    in_list = found.start() >= listed_from and re.fullmatch(
        r"(?:[\w\"'`-]{1,66}(?:\s{0,3},\s{0,3}|\s{1,3}and\s{1,3}|,\s{0,3}and\s{1,3})){0,64}", before
    )
    if not in_list or found["key"].lower() in NOT_KEYS | CONNECTORS | {"object", "json", "keys"}:
        return found[0]
    return f"{found['key']} (object with {found['keys']})"
