"""Which requests ask for one JSON value and nothing else, and for which one.

Recognition is a verdict too: a request that is taken wrongly gets an answer it did not ask for. A schema sent with
the request says it outright. In prose the whole prompt must be accounted for: one phrase that asks for JSON, one
list of keys that can be spelled out, and nothing that hints at a second job, another format or a question about JSON.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stepcache_core.delta import essence, without_courtesies
from stepcache_core.model import Request
from stepcache_core.tasks.json_intent import (
    asks_for_another_job,
    asks_for_json,
    asks_for_more,
    denies_a_key,
    is_denied,
)
from stepcache_core.tasks.json_text import canonical

MAX_PROSE_CHARS = 20_000
"""Longer prompts are not searched for keys."""
MAX_KEYS = 64


@dataclass(frozen=True, slots=True)
class JsonProblem:
    """The object a request asks for; equal when schema, keys and subject are.

    Attributes:
        subject: What the object is about: the prompt without its list of keys, each run of spaces made one.
        schema: The JSON Schema the value must fit; read it only.
        required_keys: Keys named in prose, in the order named, that must stand at the top level.
        closed: Whether no other keys may: "with the keys a and b" means these two, "including a and b" at least these.
    """

    subject: str
    schema: Mapping[str, Any] | None = field(default=None, compare=False)
    required_keys: tuple[str, ...] = ()
    closed: bool = False
    schema_text: str | None = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        if self.schema is not None:
            object.__setattr__(self, "schema_text", canonical(self.schema))

    @property
    def signatures(self) -> tuple[str, ...]:
        subject = essence(self.subject)
        return (
            _hash(canonical([self.schema_text, self.required_keys, self.closed, subject])),
            _hash(canonical(subject)),
        )


def _hash(text: str) -> str:
    return "json:" + hashlib.sha256(text.encode()).hexdigest()


def recognise(request: Request) -> JsonProblem | None:
    """The object that the request asks for, or None when it asks for something else, or for something more."""
    prompt = request.prompt
    if not prompt.strip() or request.tools:
        return None
    try:
        schemas = _schemas(request)
        if not schemas:
            return _from_prose(request)
        if len({canonical(schema) for schema in schemas}) > 1:
            return None
        return JsonProblem(_normalised(prompt), schemas[0])
    except ValueError:
        # A schema that is not JSON, such as one that holds a Python class, cannot be compared.
        return None


def _schemas(request: Request) -> list[Mapping[str, Any]]:
    offered = (_unwrapped(request.response_schema), _wrapped_schema(request.params.get("response_format")))
    return [schema for schema in offered if schema is not None]


def _unwrapped(schema: Any) -> Mapping[str, Any] | None:
    wrapped = _wrapped_schema(schema)
    return wrapped if wrapped is not None else schema


def _wrapped_schema(response_format: Any) -> Mapping[str, Any] | None:
    """The schema inside OpenAI's `response_format`: `{"type": "json_schema", "json_schema": {"schema": ...}}`."""
    if not isinstance(response_format, Mapping) or response_format.get("type") != "json_schema":
        return None
    named = response_format.get("json_schema")
    schema = named.get("schema") if isinstance(named, Mapping) else None
    return schema if isinstance(schema, Mapping) else None


def _joined(before: str, after: str) -> str:
    return before + after if after.startswith((",", ".", ";", ":", "!", "?")) else f"{before} {after}"


def _normalised(text: str) -> str:
    return " ".join(text.split())


# --- prose -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _KeyClause:
    start: int
    end: int
    keys: tuple[str, ...]
    closed: bool
    annotated: bool


def _from_prose(request: Request) -> JsonProblem | None:
    prompt = without_courtesies(request.prompt[: MAX_PROSE_CHARS + 1])
    *before, _ = request.messages
    if len(prompt) > MAX_PROSE_CHARS or len(before) > 1 or any(message.role != "system" for message in before):
        return None
    if any(len(message.content) > MAX_PROSE_CHARS or asks_for_more(message.content) for message in before):
        return None
    exclusion = _NO_OTHER_KEYS.search(prompt)
    bare = prompt if exclusion is None else prompt[: exclusion.start()] + " " + prompt[exclusion.end() :]
    clause = _key_clause(bare)
    if clause is None:
        return None
    rest = _joined(bare[: clause.start].rstrip(), bare[clause.end :].lstrip())
    if not asks_for_json(bare, clause.end) or asks_for_more(rest) or _KEY_HEAD.search(rest):
        return None
    if denies_a_key(rest, clause.keys) or is_denied(bare[: clause.start]):
        return None
    if asks_for_another_job(bare[clause.end :]):
        return None
    # With an annotation cut out, "a (whole), b" and "a, b (whole)" would look alike.
    subject = _normalised(bare if clause.annotated else rest)
    closed = clause.closed or exclusion is not None or _OPEN.search(bare[clause.start : clause.end] + rest) is None
    return JsonProblem(subject, None, clause.keys, closed)


_KEYS = r"(?:key\s+names|field\s+names|keys?|fields?|properties|attributes)"
_MODIFIER = (
    r"(?:the|these|those|exactly|only|just|precisely|following|required|mandatory|top[- ]level|string|json|named|its"
    r"|single|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2})"
)
_LEAD = r"(?:with|having|has|have|contain(?:s|ing)?|includ(?:es?|ing)|using|use|of|that\s+has|that\s+contains)"
_KEY_HEAD = re.compile(
    rf"\b(?:(?:and\s+)?{_LEAD}\s{{1,4}})?(?:an?\s{{1,4}})?(?P<modifiers>(?:{_MODIFIER}\s{{1,4}}){{0,5}}){_KEYS}"
    r"(?P<link>\s{0,4}(?::|=|are\b|(?:should|must)\s+be\b|named\b|called\b|namely\b)){0,2}[\s:]{0,6}"
    r"(?=[\"'`“‘\w\-*•])",
    re.IGNORECASE,
)
_BARE_HEAD = re.compile(
    r"\bjson(?:\s{1,4}(?:object|format|form|dictionary|document|output|response|record))?\s{0,4}"
    r"(?P<link>\bwith\b|\bcontaining\b|\bhaving\b|\bincluding\b|:|\()\s{0,4}"
    r"(?P<modifiers>(?:(?:only|just|exactly)\s{1,4})?)(?=[\"'`“‘\w])",
    re.IGNORECASE,
)
_TRAILING_HEAD = re.compile(rf"\s{{1,4}}as\s{{1,4}}(?:(?:the|its)\s{{1,4}}(?:only\s{{1,4}})?)?{_KEYS}\b", re.IGNORECASE)
_NO_OTHER_KEYS = re.compile(
    r"(?:[,;]\s{0,4})?\b(?:and\s{1,4}|but\s{1,4})?(?:with\s{1,4})?"
    r"(?:no|without(?:\s{1,4}any)?|(?:do\s{1,4}not|don't|never)\s{1,4}(?:add|include|use|return)(?:\s{1,4}any)?)\s{1,4}"
    rf"(?:other|extra|additional|more|further)\s{{1,4}}{_KEYS}\b[.!]?",
    re.IGNORECASE,
)
_OPEN = re.compile(
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


def _key_clause(prompt: str) -> _KeyClause | None:
    """The first list of keys whose every key is spelled out; None when there is none, or it is in doubt."""
    head = _KEY_HEAD.search(prompt)
    if head is not None and not (head["modifiers"] or head["link"] or _starts_with_lead(head[0])):
        head = head if prompt[: head.start()].rstrip().endswith((":", ",", ".", "(", ";")) else None
    if head is not None:
        clause = _listed(prompt, head, head.end())
        return clause if clause is not None and _count_agrees(head["modifiers"], clause.keys) else None
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
    return _KeyClause(head.start("link"), end, clause.keys, clause.closed, clause.annotated)


def _starts_with_lead(head: str) -> bool:
    return re.match(rf"(?:and\s+)?{_LEAD}\s", head, re.IGNORECASE) is not None


def _count_agrees(modifiers: str, keys: tuple[str, ...]) -> bool:
    stated = [int(word) if word.isdigit() else _COUNTS.get(word) for word in modifiers.lower().split()]
    return all(count is None or count == len(keys) for count in stated)


def _listed(prompt: str, head: re.Match[str], at: int) -> _KeyClause | None:
    keys: list[str] = []
    annotated = False
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
            annotated, end = True, note.end()
        separator = between.match(prompt, end)
        if separator is None or _reserved(prompt, separator.end()):
            break
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
    return _KeyClause(head.start(), end, tuple(keys), closed, annotated)


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
    return word is not None and word[0].lower() in _CONNECTORS | _VERBS
