"""Sentences that speak of an answer's form alone, as applications write them: what is left of a prompt without these.

"Respond only with valid JSON, no prose, as it goes straight into our importer." says that the answer is one JSON value
and nothing more, which is judged of every answer. A sentence is understood as a whole, or it stays.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from stepcache_core.tasks.json_value.reading.patterns import compiled
from stepcache_core.tasks.json_value.reading.shapes import CUT

_JSON: Final = (
    r"(?:(?:the|an?|one|this|that|your|its|my|single|valid|strictly|strict|raw|plain|bare|pure|clean|well-formed"
    r"|parse?able|proper|syntactically|correct|requested|resulting|required|final|whole|entire|complete|actual) ){0,5}"
    r"(?:json(?: (?:object|value|document|string|output|response|answer|instance|data|format|itself))?(?: itself)?"
    r"|object(?: itself)?)"
)
_IT: Final = rf"(?:it|{_JSON})"
_UNWANTED: Final = (
    r"(?:(?:any|other|extra|additional|further|surrounding|introductory|explanatory|leading|trailing|accompanying"
    r"|conversational|free|superfluous|unnecessary|markdown|code|json|triple|closing|opening|kind of|form of|the|an?"
    r"|single) ){0,4}"
    r"(?:text|prose|words?|explanations?|commentary|comments?|markdown|formatting|fences?|fencing|blocks?|codeblocks?"
    r"|backticks?|preamble|introductions?|intro|outro|notes?|remarks?|headings?|headers?|separators?|greetings?"
    r"|pleasantries|chit-?chat|apologies|conversation|chatter|commas|characters?|sentences?|disclaimers?|lines? of text"
    r"|code fences?|small talk|thoughts)"
)
_UNWANTED_ALL: Final = rf"{_UNWANTED}(?:(?:\s?,| or| and|\s?, or|\s?, and| nor|\s?/)\s?{_UNWANTED}){{0,8}}"
_PLACE: Final = (
    r"(?:before|after|around|outside(?: of)?|in front of|besides|other than|except(?: for)?|beyond|apart from|next to)"
)
_PLACED: Final = rf"(?: {_PLACE}(?:(?: or| and|,|/)\s?{_PLACE})?(?: {_IT})?)?"
_NOT: Final = (
    r"(?:please )?(?:(?:(?:you )?(?:must|should|may|shall) (?:not|never)|do not|don['’]?t|never|avoid|refrain from"
    r"|without|with no|no|omit|skip|leave out|and no|not)(?: (?:add|adding|include|including|write|writing|output"
    r"|outputting|return|returning|give|giving|provide|providing|use|using|put|putting|append|prepend|insert|print"
    r"|a single)(?: or (?:append|prepend|add|include|write|return))?)?)"
)
_FENCED: Final = (
    r"(?:please )?(?:do not|don['’]?t|never|(?:you )?(?:must|should) (?:not|never)) "
    rf"(?:wrap|enclose|surround|put|place|embed|return|format)(?: (?:{_IT}|(?:your|the) (?:answer|output|response"
    rf"|reply)))?"
    rf" (?:in|into|inside|with|within|as|using) {_UNWANTED_ALL}|(?:not|un)wrapped (?:in|by) {_UNWANTED_ALL}"
    rf"|without (?:wrapping|enclosing|putting) {_IT} (?:in|into|inside|with) {_UNWANTED_ALL}"
)
_NOTHING: Final = (
    rf"(?:and )?nothing (?:else|more|but {_JSON}|{_PLACE}(?:(?: or| and|,)\s?{_PLACE})? {_IT})(?: at all)?"
)
_SAY: Final = (
    r"(?:return|output|respond|reply|answer|give|print|send|produce|write|emit|provide|generate|i (?:just "
    r")?(?:need|want))"
    r"(?: (?:with|back|me|us|using|in|as|to me|strictly|always)){0,3}"
)
_JUST: Final = r"(?:only|just|strictly|solely|exclusively|nothing but)"
_ONLY: Final = (
    rf"(?:please )?(?:always |only |just |strictly )?(?:{_SAY} )?(?:(?:in|with|as) )?{_JUST} (?:with |in |as "
    rf")?{_JSON}(?: only)?"
    rf"|(?:please )?(?:always |only |just |strictly ){{1,2}}{_SAY} {_JSON}"
    rf"|(?:please )?(?:(?:always )?{_SAY} )?{_JSON} only"
    rf"|(?:please )?(?:always )?(?:respond|reply|answer|output|return)(?: (?:with|in|using))? (?:valid |strict "
    rf"|raw )?json"
    rf"(?: (?:format|object))?"
)
_ANSWER: Final = (
    r"(?:(?:your|the|this|that|its) (?:whole |entire |complete |final |full |raw |json )?"
    r"(?:answer|output|response|reply|result|message|json|object|text|value)|it|this|that)"
)
_MUST: Final = r"(?:must|should|has to|have to|needs? to|shall|will|is going to|is to|can|may)"
_IS_JSON: Final = (
    rf"{_ANSWER} (?:(?:{_MUST} )(?:only |always |strictly )?(?:be|contain|consist of|hold|include)|is)"
    rf"(?: (?:only|just|nothing but|strictly|exactly)){{0,2}} {_JSON}(?: only)?"
)
_MACHINE: Final = (
    r"(?:JSON\.parse(?:\(\))?|json\.loads?(?:\(\))?|(?:(?:an?|the|our|my|your|another|some|their) "
    r")?(?:[\w-]{1,20} ){0,2}"
    r"(?:program|script|parser|machine|code|software|system|service|pipeline|importer|import|form|database|spreadsheet"
    r"|app|application|api|back-?end|front-?end|tool|server|job|loader|function|crm|erp|site|website|catalogue|catalog"
    r"|store|table|file|workflow|process|decoder|tracker|queue|integration|validator|automation|dashboard|widget))"
)
_TAKEN: Final = (
    r"(?:parsed|parse?able|read|loaded|consumed|processed|pasted|imported|fed|stored|inserted|piped|passed|sent|handed|put"
    r"|deserialized|ingested|validated|machine-readable|machine readable|written|saved|valid|well-formed)"
)
_AS_IS: Final = r"(?:as is|as it is|as-is|directly|straight|automatically|unchanged|verbatim|untouched|immediately)"
_GOES: Final = (
    rf"{_ANSWER} (?:(?:{_MUST} be|is|gets|will get|is being)(?: {_AS_IS}| then| programmatically| able to be)? {_TAKEN}"
    rf"(?: {_AS_IS})?(?: (?:by|with|into|to|through|in|using|on) {_MACHINE})?(?: (?:by|with|using) {_MACHINE})?"
    rf"|(?:{_MUST} go|goes|{_MUST} pass|passes|{_MUST} survive)(?: {_AS_IS})?(?: (?:through|into|to|in))? {_MACHINE})"
    rf"(?: {_AS_IS})?"
    rf"|(?:we|i)(?: will|['’]ll)?(?: {_AS_IS})? (?:parse|load|import|feed|paste|store|read|process|call|run)"
    rf"(?: (?:{_ANSWER}|{_JSON}))?(?: {_AS_IS})?(?: (?:with|into|to|through|in|by|using))?(?: {_MACHINE})?"
    rf"(?: (?:on|over) {_ANSWER})?(?: {_AS_IS})?"
    rf"|{_MACHINE} (?:will )?(?:parses?|reads?|loads?|imports?|takes?|consumes?|expects?|accepts?) {_IT}(?: {_AS_IS})?"
)
_STRICT: Final = (
    rf"{_MACHINE} (?:(?:is|are) (?:very |quite |rather |extremely )?(?:strict|picky|fussy|unforgiving|simple|dumb)"
    r"(?: about (?:this|it|that))?"
    r"|(?:will )?(?:chokes?|fails?|breaks?|crash(?:es)?|stumbles?|rejects?)"
    r"(?: (?:on|with|at|over))?(?: (?:anything|everything|any(?:thing)?) (?:else|more|other than (?:that|this|json)"
    rf"|extra|around it)| {_UNWANTED}| otherwise)?"
    r"|(?:cannot|can['’]?t|can not|does not|doesn['’]?t) "
    rf"(?:handle|read|parse|cope with|digest|accept|deal with|take|understand) (?:anything (?:else|more)|{_UNWANTED}))"
)
_BECAUSE: Final = (
    rf"(?:\s?[,;–—-])?\s{{0,3}}(?:because|since|as|so that|so|for) (?:{_GOES}|{_STRICT}|{_ANSWER} can be {_TAKEN})"
)
_SURE: Final = (
    rf"(?:please )?(?:make sure|ensure|be sure|check|verify)(?: that)? (?:{_ANSWER}|{_JSON}) "
    rf"(?:is|are|can be|parses(?: as)?|will be) (?:{_JSON}|{_TAKEN}|syntactically (?:valid|correct))(?: json)?"
)
_FOLLOW: Final = (
    r"(?:please )?(?:strictly |always |exactly )?(?:follow|adhere to|stick to|keep to|respect|obey) "
    r"(?:exactly |strictly )?(?:the|this|that) (?:exact |above |given |following |output |json |required ){0,2}"
    r"(?:schema|format|structure|shape|template|skeleton)(?: (?:above|below|exactly|strictly|given)){0,2}"
)
_STARTS: Final = (
    r"(?:please )?(?:start|begin) (?:your (?:answer|output|response|reply) )?(?:directly |immediately )?with"
    r" (?:an? )?(?:opening )?[\"'`]?(?:\{|curly brace)[\"'`]?"
    r"(?: and (?:end|finish|close) (?:it )?with (?:an? )?(?:closing )?[\"'`]?(?:\}|curly brace)[\"'`]?)?"
)
_THANKS: Final = r"(?:many )?(?:thanks|thank you|please|cheers|thx)(?: (?:in advance|a lot|very much|so much))?"
_ONE: Final = (
    rf"(?:{_NOT} {_UNWANTED_ALL}{_PLACED}|{_FENCED}|{_NOTHING}|{_ONLY}|{_IS_JSON}|{_GOES}|{_STRICT}|{_SURE}|{_FOLLOW}"
    rf"|{_STARTS}|{_THANKS})(?:,? please)?"
)
_AND: Final = r"(?:\s?[,;:–—-]{1,2}\s?(?:and |but |or |so )?| and | but | (?=(?:no|not|without)\s))"
_WHOLE: Final = compiled(
    rf"\W{{0,4}}(?:important|note|remember)?\W{{0,4}}{_ONE}(?:{_AND}{_ONE}){{0,5}}(?:{_BECAUSE})?\W{{0,6}}"
)
_TAIL: Final = compiled(
    rf"(?:\s?\(|{_AND})(?:{_NOT} {_UNWANTED_ALL}{_PLACED}|{_FENCED}|{_NOTHING}|{_JUST} {_JSON}|{_STARTS})"
    rf"(?:{_AND}{_ONE}){{0,5}}(?:{_BECAUSE})?[!\s]{{0,4}}\)?(?=\W{{0,3}}\Z)|{_BECAUSE}(?=\W{{0,3}}\Z)"
)
_BRACKETED: Final = compiled(rf"\s?\({_ONE}(?:{_AND}{_ONE}){{0,5}}(?:{_BECAUSE})?[.!\s]{{0,4}}\)", "(")
MAX_SENTENCE_CHARS: Final = 600
"""Longer sentences speak of more."""
_SENTENCE: Final = re.compile(r"(?:[^.!?\n]|[.!?](?=[^\s.!?]))+[.!?]*[)\"”]?[ \t]*|\n+|[.!?]+[ \t]*")
_MENTIONS: Final = re.compile(r"\bjson\b|\bobject\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mannered:
    """A prompt and what was said in it of the answer's form.

    Attributes:
        content: The prompt without it.
        form: The sentences taken out.
    """

    content: str
    form: str

    @property
    def wants_json(self) -> bool:
        """Whether what was taken out says that the answer is JSON."""
        return _MENTIONS.search(self.form) is not None


def without_manners(text: str) -> Mannered:
    """The text without the sentences, and the ends of sentences, that speak of the answer's form alone."""
    kept: list[str] = []
    form: list[str] = [bracketed[0] for bracketed in _BRACKETED.finditer(text)]
    text = _BRACKETED.sub("", text)
    for sentence in _SENTENCE.findall(text):
        if len(sentence) > MAX_SENTENCE_CHARS or CUT in sentence:
            kept.append(sentence)
            continue
        if _WHOLE.fullmatch(sentence) is not None and not sentence.rstrip().endswith(":"):
            form.append(sentence)
            kept.append(" ")
            continue
        tail = _TAIL.search(sentence)
        if tail is None:
            kept.append(sentence)
            continue
        form.append(tail[0])
        kept.append(sentence[: tail.start()] + sentence[tail.end() :])
    return Mannered("".join(kept), " ".join(form))


_NOUNS: Final = frozenset(
    "explanation explanations commentary comment comments note notes remark remarks introduction intro outro preamble "
    "disclaimer greeting greetings thoughts heading headings header headers words sentence sentences prose code "
    "markdown conversation".split()
)


def may_be_denied(form: str, keys: Collection[str]) -> bool:
    """Whether a sentence that was taken to speak of the answer's form may forbid one of the keys."""
    return not _NOUNS.isdisjoint(key.lower() for key in keys) and not {key.lower() for key in keys}.isdisjoint(
        re.findall(r"\w+", form.lower())
    )
