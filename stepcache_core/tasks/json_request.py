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
    if any(len(message.content) > MAX_PROSE_CHARS or _asks_for_more(message.content) for message in before):
        return None
    exclusion = _NO_OTHER_KEYS.search(prompt)
    bare = prompt if exclusion is None else prompt[: exclusion.start()] + " " + prompt[exclusion.end() :]
    clause = _key_clause(bare)
    if clause is None:
        return None
    rest = _joined(bare[: clause.start].rstrip(), bare[clause.end :].lstrip())
    if not _asks_for_json(bare, clause) or _asks_for_more(rest) or _KEY_HEAD.search(rest):
        return None
    if _denies_a_key(rest, clause.keys) or _denied(bare[: clause.start]):
        return None
    if _SECOND_JOB.search(_without_format_rules(bare[clause.end :])):
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


# --- what else the prompt asks for -------------------------------------------------------------------------------

_JSON = re.compile(r"\bjson\b", re.IGNORECASE)
_ASKING = re.compile(
    r"\W{0,4}(?:(?:from|using|given|based|for|about|with)\b[^,.:]{1,160}[,:]\s{1,4})?(?:(?:please|now|only|just|strictly)\s{1,4}){0,2}"
    r"(?:return|give|provide|produce|output|generate|create|write|respond|reply|answer|send|emit|make|build|format|present|"
    r"represent|express|extract|draft|compose|describe|summari[sz]e|list|convert|classify|identify|fill|use|show|print|turn|"
    r"encode|structure|report|analy[sz]e|get|find|rate|transform|label|score|detect|can|could|would|will|as|in|"
    r"i(?:\s{1,4}would|['’]d)\s{1,4}like|i\s{1,4}(?:need|want)|"
    r"(?:(?:your|the)\s{1,4})?(?:entire\s{1,4})?(?:answer|output|response|reply|result)\s{1,4}(?:should|must|has\s{1,4}to)\s{1,4}be)\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"^\W{0,4}(?:how|what|why|when|which|who|where|does|do|did|is|are|should|has|have|was|were)\b", re.IGNORECASE
)
_AS = re.compile(r"(?:\bas|\bin|,)\s{1,4}(?:an?\s{1,4})?(?:valid\s{1,4})?$", re.IGNORECASE)
_POLITE = re.compile(r"\W{0,4}(?:please|can|could|would|will)\b", re.IGNORECASE)
_OPENING = re.compile(r"\W{0,4}(?:(?:an?|one|the|only|valid|strict|single|this|your)\s{1,4}){0,4}", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|\n")


def _asks_for_json(prompt: str, clause: _KeyClause) -> bool:
    """Whether the word JSON stands where something is asked for, not where JSON is asked about."""
    mention = _JSON.search(prompt)
    if mention is None:
        return False
    ends = [end.end() for end in _SENTENCE_END.finditer(prompt, 0, mention.start())]
    start = ends[-1] if ends else 0
    lead = prompt[start : mention.start()]
    stop = _SENTENCE_END.search(prompt, max(mention.end(), clause.end))
    if _QUESTION.match(lead) is not None:
        # "What is the capital of France, as JSON with keys ...?" asks for a value; "What is JSON?" does not.
        return _AS.search(lead) is not None
    if stop is not None and stop[0] == "?" and _POLITE.match(lead) is None:
        return False
    return _OPENING.fullmatch(lead) is not None or _ASKING.match(lead) is not None


_FORMAT_RULE = re.compile(
    r"\b(?:please\s{1,4})?(?:"
    r"(?:do\s{1,4}not|don't|never)\s{1,4}(?:add|include|write|output|give|provide|use|return)\s{1,4}(?:any\s{1,4})?"
    r"(?:(?:other|extra|additional|further)\s{1,4})?(?:text|explanations?|commentary|comments?|prose|markdown|code\s{1,4}fences|notes)"
    r"|(?:with\s{1,4})?(?:no|without(?:\s{1,4}any)?)\s{1,4}(?:(?:other|extra|additional|further|surrounding)\s{1,4})?"
    r"(?:text|explanations?|commentary|comments?|prose|markdown|code\s{1,4}fences|preamble|notes)"
    r"|(?:return|output|respond\s{1,4}with|reply\s{1,4}with|give(?:\s{1,4}me)?|print)\s{1,4}(?:only|just)\s{1,4}"
    r"(?:the\s{1,4})?(?:valid\s{1,4}|raw\s{1,4})?json(?:\s{1,4}object)?"
    r"|only\s{1,4}(?:return|output|give|print)\s{1,4}(?:the\s{1,4})?(?:valid\s{1,4}|raw\s{1,4})?json(?:\s{1,4}object)?"
    r"|(?:and\s{1,4})?nothing\s{1,4}else"
    r")\b(?:\s{1,4}(?:or|and)\s{1,4}(?:text|explanations?|commentary|comments?|prose|markdown|notes)\b){0,2}",
    re.IGNORECASE,
)
_ASKED_JSON = re.compile(
    r"\b(?:write|make|build|draft|compose)(?:\s{1,4}(?:me|up|us))?(?:\s{1,4}(?:an?|one|the|valid|single|short|only)){0,4}"
    r"\s{1,4}json\b|\bconvert(?:\s{1,4}\w{1,24}){0,8}?\s{1,4}(?:to|into)\s{1,4}(?:an?\s{1,4})?(?:valid\s{1,4})?json\b"
    r"|\A\W{0,4}(?:please\s{1,4})?(?:describe|summari[sz]e|list)\b",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"```|[{}]|[\[\]]|\.jsonl?\b|\b(?:"
    r"explain\w*|explanations?|translat\w*|describe|elaborat\w*|justify|why|step[- ]by[- ]step|reasoning|think|"
    r"then|afterwards?|after\s+that|followed\s+by|also|additionally|in\s+addition|as\s+well|besides|finally|lastly|"
    r"secondly|next|plus|two\s+(?:json|versions|objects|examples)|both\s+(?:json|versions)|once|twice|again|"
    r"code|coding|script|function|program\w*|class|method|regex\w*|snippet|library|parser?|parsing|parsed|deseriali\w+|"
    r"seriali\w+|python|javascript|typescript|java|golang|rust|ruby|php|swift|kotlin|sql|bash|powershell|pandas|node|"
    r"react|jq|curl|api|endpoint|server|command|pydantic|dataclass|c\#|c\+\+|"
    r"fix|repair|valid(?:ate|ator|ation|ity)|debug|minif\w+|pretty[- ]?print\w*|lint|broken|malformed|invalid|error|"
    r"schemas?|jsonpath|json-ld|geojson|jsonl|ndjson|json5|jsonb|bson|json\s+lines|json\s+array|json\s+list|"
    r"json\s+objects|json\s+files?|objects|array\s+of|list\s+of\s+(?:json|dict\w*|records)|for\s+(?:each|every|all)|each\s+line|"
    r"one\s+per|per\s+line|every\s+line|several|multiple|"
    r"yaml|yml|xml|csv|tsv|toml|html|markdown|latex|table|bullet\w*|essay|poem|haiku|fences?|fenced|backticks?|"
    r"tags?|wrap\w*|enclos\w+|block|instead|rather\s+than|other\s+than|not\s+(?:use\s+|return\s+|in\s+|as\s+)?json|"
    r"(?:no|without|avoid|from|this|that|my|of|about)\s+(?:any\s+)?json|json\s+(?:to|into|or)|or\s+json|"
    r"(?:don't|do\s+not|never)\s+(?:\w+\s+){0,3}json|optional\w*|either|nested|write|draw|convert|difference|compare|"
    r"example\s+of|examples?|sample|template|placeholders?|mock|unless|if|null|empty|none|ignore|forget|plain\s+text"
    r")\b",
    re.IGNORECASE,
)
_SECOND_JOB = re.compile(
    r"(?:(?:^|[.!?;\n,])\s{0,8}(?:please\s{1,4})?|\band\s{1,8}(?:please\s{1,4})?)"
    r"(?:explain|describe|translate|tell|say|list|compare|rate|show|suggest|recommend|write|provide|create|generate|draw|"
    r"plot|discuss|analy[sz]e|define|name|mention|ask|help|teach|outline|elaborate|justify|comment|add|append|sort|"
    r"summari[sz]e|convert|calculate|solve|answer|give|make\s{1,4}(?:me|a|up)|state|let\s{1,4}me)\b(?!\s{0,4}[:=])"
    r"|(?:^|[.!?\n])\s{0,8}(?:what|how|who|when|where|is|are|which|can|could|would|do)\b",
    re.IGNORECASE,
)
_DENIAL = re.compile(
    r"\b(?:without|not|no|never|\w+n['’]t|omit\w*|leave\s{1,4}out|skip\w*|exclud\w+|except\w*|remov\w+|drop\w*|avoid\w*|"
    r"other\s{1,4}than|minus|lack\w*|missing|renam\w+|call|replac\w+)\b",
    re.IGNORECASE,
)


_ADDRESS = re.compile(r"(?<!\S)(?:https?://\S{1,500}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})")
"""The words inside an address ask for nothing."""


def _denies_a_key(rest: str, keys: tuple[str, ...]) -> bool:
    """Whether a sentence takes a key back ("leave out age")."""
    names = {key.lower() for key in keys}
    return any(
        _DENIAL.search(sentence) is not None and not names.isdisjoint(re.findall(r"[\w-]+", sentence.lower()))
        for sentence in _SENTENCE_END.split(_without_format_rules(rest))
    )


def _denied(lead: str) -> bool:
    """Whether the sentence that leads up to the keys forbids them ("without the keys")."""
    return _DENIAL.search(_SENTENCE_END.split(_without_format_rules(lead))[-1]) is not None


def _without_format_rules(text: str) -> str:
    return _FORMAT_RULE.sub(" ", text)


def _asks_for_more(text: str) -> bool:
    text = _ADDRESS.sub(" ", _without_format_rules(text))
    return _MORE.search(_ASKED_JSON.sub(" json ", text)) is not None
