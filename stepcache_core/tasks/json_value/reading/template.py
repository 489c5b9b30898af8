"""Prompts as applications write them, said as a person would: roles, labelled parts, lists of fields, letters.

"You convert notes into JSON." is "Convert notes into JSON."; what stands under "Output format:" is what is to be
returned; a list of fields with their types names the keys. Only words that say nothing of what a value holds are
left out; whatever else is said stays, to be read as in any prompt.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import Final

from stepcache_core.tasks.json_value.reading.data import after_the_shape, parted
from stepcache_core.tasks.json_value.reading.fields import (
    BULLET,
    Field,
    as_field,
    bare_key,
    may_be_field,
    with_keys_named,
)
from stepcache_core.tasks.json_value.reading.manners import without_manners
from stepcache_core.tasks.json_value.reading.patterns import THE_WORD_JSON, AnyCase, compiled
from stepcache_core.tasks.json_value.reading.shapes import CUT, cut_out


@dataclass(frozen=True, slots=True)
class Template:
    """A prompt as a person would say it.

    Attributes:
        asks: What it asks.
        given: The text that it gives for that; empty where none is set apart.
        form: What it says of the answer's form alone, which is no longer in `asks`.
    """

    asks: str
    given: str
    form: str


def as_said(prompt: str) -> Template | None:
    """The prompt, said as a person would; None where its list of fields is in doubt."""
    letter, signature = _letter(prompt)
    parts = parted(letter)
    asks, given = (letter, "") if parts is None else (parts.asks, parts.given)
    asks, shape = cut_out(asks)
    if shape and not given:
        asks, given = after_the_shape(asks)
    read = _read_lines(_SHORT_WITH.sub("with ", _TAG.sub("\n", asks)).split("\n"))
    if read is None:
        return None
    text, fields = read
    mannered = without_manners(text)
    said = _spoken(mannered.content)
    if mannered.wants_json and THE_WORD_JSON.search(said) is None:
        said = f"{said}\nReturn JSON.".strip()
    if fields:
        named = with_keys_named(said, fields)
        if named is None:
            return None
        said = named
    return Template(said.replace(CUT, shape), f"{given}\n{signature}".strip(), mannered.form)


# --- letters -------------------------------------------------------------------------------------------------------

_DEAR: Final = re.compile(
    r"\A\s*(?:dear|hello|hi|hey) (?:assistant|team|all|both|sir|madam|sir or madam|ai|model|bot|friend|friends"
    r"|colleagues?"
    r"|everyone|there|support|helper)[,!][ \t]*\n+",
    re.IGNORECASE,
)
_REGARDS: Final = re.compile(
    r"\n[ \t]*(?:(?:with )?(?:kind |best |warm |many )?regards|sincerely(?: yours)?|yours(?: \w+)?|cheers|best(?: "
    r"wishes)?"
    r"|(?:many )?thanks(?: (?:in advance|a lot|so much))?|thank you(?: (?:in advance|very much|so much))?)[,.!]?[ \t]*"
    r"(?P<signature>(?:\n+[^\n.:;=?!{}\"<>\d]{1,40}){0,2})\s*\Z",
    re.IGNORECASE,
)


def _letter(prompt: str) -> tuple[str, str]:
    """The prompt without what makes a letter of it, and who signs it: that may be told of, too."""
    opened = _DEAR.match(prompt)
    if opened is None:
        return prompt, ""
    closed = _REGARDS.search(prompt, opened.end())
    end, signature = (len(prompt), "") if closed is None else (closed.start(), closed["signature"].strip())
    return prompt[opened.end() : end], signature


_SHORT_WITH: Final = compiled(r"\bw/\s?(?!o\b)(?=\w)")

# --- labelled parts, and lists ------------------------------------------------------------------------------------

_TAG: Final = re.compile(
    r"</?(?:instructions?|rules?|task|role|output[_-]?format|format|output|requirements?|guidelines?|constraints?|fields?"
    r"|keys?|schema|system|prompt|json|response[_-]?format)>",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(
    r"[ \t]*(?P<marked>#{1,6} |\*\*)?(?:(?:your|the|additional|general|important|further|extraction|formatting) ){0,2}"
    r"(?P<label>instructions?|rules?|requirements?|guidelines?|constraints?|notes?|important|task|goal|objective|role|system"
    r"|(?P<fields>(?:(?:json|output|required) )?(?:fields?|keys?|properties|attributes)(?: to (?:extract|return"
    r"|fill))?)"
    r"|(?P<shape>(?:(?:json|output|response|expected|target) )?(?:schema|skeleton|shape|structure|template))"
    r"|(?P<output>(?:(?:output|response|answer|return|expected|required|json|target|desired) )?format"
    r"|(?:(?:expected|desired|required|json|target) )?(?:output|response|answer|result)))"
    r"(?:\*\*)?[ \t]*(?P<colon>:)?(?:\*\*)?[ \t]*(?P<rest>[^\n]*)",
    re.IGNORECASE,
)
_A_JSON: Final = compiled(r"(?:(?:an?|one|single|valid|strict|raw|plain|flat|only|just|the) ){0,4}json\b")
_ENDS: Final = re.compile(r"[.;,:!?]\s*\Z")


def _read_lines(lines: list[str]) -> tuple[str, list[Field]] | None:
    """The lines as sentences, and the fields that some of them are; None where these are in doubt."""
    said: list[str] = []
    fields: list[Field] = []
    indents: set[int] = set()
    names_keys = in_doubt = False
    for place, line in enumerate(lines):
        bullet = BULLET.fullmatch(line)
        if bullet is not None:
            item = bullet["item"]
            field = as_field(item) or (bare_key(item) if names_keys else None)
            indents.add(len(bullet["indent"].expandtabs()))
            if field is not None:
                fields.append(field)
                continue
            in_doubt |= may_be_field(item)
            if bare_key(item) is not None:
                return None
            said.append(item[:1].upper() + item[1:] + ("" if _ENDS.search(item) else "."))
            continue
        label = _LABEL.fullmatch(line)
        if label is not None and (label["colon"] or (label["marked"] and not label["rest"])):
            names_keys = bool(label["fields"])
            said += _labelled(label, _next_line(lines, place))
            continue
        if line.strip():
            names_keys = _OF_KEYS.search(line) is not None
        said.append(line)
    text = "\n".join(said)
    if fields and (len({field.key for field in fields}) != len(fields) or len(indents) > 1):
        return None
    return None if in_doubt and (fields or _OF_KEYS.search(text)) else (text, fields)


_OF_KEYS: Final = compiled(r"\b(?:keys|fields|properties|attributes)\b(?:[^.!?\n]{0,80}:|\s{0,4}(?:\n|\Z))")


def _next_line(lines: list[str], place: int) -> str:
    return next((line for line in lines[place + 1 :] if line.strip()), "")


def _labelled(label: re.Match[str], following: str) -> list[str]:
    """What a labelled part says, without its label where that says nothing more."""
    rest = label["rest"].strip()
    if label["fields"]:
        return [label[0]] if rest or BULLET.fullmatch(following) is None else [""]
    if label["shape"] or (label["output"] and (rest or following).lstrip(" `").startswith(CUT)):
        return [f"\nSchema: {rest}" if label["shape"] and "schema" in label["shape"].lower() else f"\nFormat: {rest}"]
    if label["output"] and _A_JSON.match(rest) is not None:
        return [f"Return {rest}" if _ENDS.search(rest) else f"Return {rest}."]
    return ["", rest]


# --- who is spoken to ----------------------------------------------------------------------------------------------

_VERBS: Final = {
    f"{verb}s": verb
    for verb in "convert extract turn transform return output produce generate create write respond read label "
    "structure fill pull detect rate describe invent map put encode take answer list".split()
} | {"parses": "parse", "replies": "reply", "classifies": "classify", "identifies": "identify"}
_VERB: Final = "|".join(_VERBS.values())
_TRADE: Final = (
    r"data|text|information|info|extraction|entity|document|structured|json|helpful|precise|careful|expert|ai|smart"
    r"|reliable|strict|automated|automatic|accurate|meticulous|professional|skilled|experienced|deterministic|stateless"
    r"|diligent|senior|back-?end|nlp|recognition|parsing|conversion|classification|metadata|language|large|output"
    r"|order|invoice|product|e-?mail|resume|cv|contact|ticket|support|customer|record|form|content|catalogue"
    r"|catalog|receipt|review|api|and|of|for|the|our|named|service|processing|information-extraction|data-extraction"
)
_ROLE: Final = compiled(
    rf"(?:you are|you['’]re|act as|as)(?: now)? (?:an?|the|our|my) (?:(?:{_TRADE})[\s,]{{1,3}}){{0,6}}"
    r"(?:engine|extractor|parser|assistant|service|api|endpoint|end-point|bot|system|converter|tool|function|model|ai|machine"
    r"|module|component|generator|transformer|agent|expert|specialist|classifier|processor|pipeline|robot|annotator"
    r"|microservice|analyst|engineer|extraction|step)"
    r"(?: (?:for|in|inside|behind|of) (?:an?|the|our|my) [\w'’\s-]{1,60}?)?"
    rf"(?:\s?(?:[.;!\n]|,(?! (?:that|which|who) )|\Z)\s?|,? (?:that|which|who) (?:(?:only|always|strictly) )?"
    rf"(?P<does>{'|'.join(_VERBS)})\b)"
)
_SAID: Final = (
    (compiled(r"(?:human|user|system|prompt|assistant):\s{0,3}"), ""),
    (compiled(r"parse (?=[^.!?\n]{1,120} (?:in)?to (?:an? )?(?:valid )?json\b)"), "Convert "),
    (compiled(r"(?:(?:please|kindly|now),? ){1,2}(?=\w)"), ""),
    (compiled(r"(?:ok(?:ay)?|so|well|right)[,.!]? (?=(?:i |we )?(?:just )?(?:need|want|give|please)\b)"), ""),
    (compiled(r"(?=(?:need|want) (?:this|that|it|an?|the|these) )"), "I "),
    (
        compiled(
            rf"(?:(?:your|the|our) (?:only |main )?(?:task|job|goal|role|mission|objective)(?: here)?"
            rf"(?: is|:|\s?=)(?: simply)?(?: to)? (?=(?:{_VERB})\b)"
            rf"|(?:i|we)(?: would|['’]d)? (?:want|need|like) you to (?=(?:{_VERB})\b)"
            rf"|you (?:(?:must|should|will|have to|need to|are to|always|only|are asked to) ){{0,3}}(?=(?:{_VERB})\b))"
        ),
        "",
    ),
    (
        compiled(
            rf"(?P<reads>(?:read|take|look at|study|review|consider|go through|analy[sz]e) [^.!?\n]{{1,160}}?),? "
            rf"and (?:then )?"
            rf"(?=(?:{_VERB}|give|provide|make|draft|send)\b)"
        ),
        r"\g<reads>. Please ",
    ),
    (
        compiled(
            r"(?:it|this|the (?:output|answer|response|result|reply)) "
            r"(?:should|must|has to|needs to|is to|shall|will) be (?=(?:(?:an?|one|a single|valid) ){1,3}json\b)"
        ),
        "Return ",
    ),
    (compiled(r"(?=(?:an? |one |single |valid |raw |plain |bare ){1,3}json (?:object|record)\b)"), "Return "),
)


def _spoken(text: str) -> str:
    """The text as what is to be done, whoever is spoken to."""
    text = "\n".join(line.strip(" \t") for line in text.split("\n")).strip()
    text = _ROW_BELOW.sub(r"\1 ", text)
    sentences = ["", *_SENTENCE_START.split(text)]
    said = (each if _IS_LABELLED.search(before) else _said(each) for before, each in itertools.pairwise(sentences))
    return re.sub(r"\n{3,}", "\n\n", "".join(said)).strip()


_IS_LABELLED: Final = re.compile(
    r"(?:\A|[,;(]\s|\A[-*•]\s)(?!(?:assistant|human|input|instructions?|prompt|question|request|system|task|user):)"
    r"[\w-]{1,40}(?:\s[\w-]{1,40})?:\s\Z",
    re.IGNORECASE,
)
"""The label of a value, which speaks to nobody."""


_ROW_BELOW: Final = AnyCase(
    r"(\b(?:keys|fields|properties)[^.:!?\n]{0,40}:)\s*\n\s*(?=[\"'`]?[A-Za-z_]\w{0,40}[\"'`]?(?: "
    r"\([^()\n]{1,60}\))?,)",
    "keys|fields|properties",
    ":",
)
"""A list of keys in a row, on the line after the words that lead to it."""


_SENTENCE_START: Final = re.compile(r"(?<=[.!?:]\s)|(?<=\n)")


def _said(sentence: str) -> str:
    role = _ROLE.match(sentence)
    if role is not None:
        sentence = (_VERBS[role["does"].lower()] if role["does"] else "") + sentence[role.end() :]
    for pattern, said in _SAID:
        found = pattern.match(sentence)
        if found is not None:
            sentence = found.expand(said) + sentence[found.end() :]
    return sentence


_BARELY: Final = compiled(
    r"(?:return|output|produce|give(?: me)?|(?:reply|respond|answer) with|i need|provide|generate|write|create)"
    r" (?:(?:an?|one|single|valid|strict|raw|plain|the|flat) ){0,4}json(?: object| record| document)?\s{0,3}[.:,]?"
)
_SENTENCE: Final = re.compile(r"(?<=[.!?:])\s+|\n+")


def without_bare_asks(subject: str) -> str:
    """What a request is about, without sentences that do no more than ask for JSON where another one does."""
    kept = [one for one in _SENTENCE.split(subject) if one and _BARELY.fullmatch(one) is None]
    about = " ".join(kept)
    return about if THE_WORD_JSON.search(about) else f"JSON {about}".strip()
