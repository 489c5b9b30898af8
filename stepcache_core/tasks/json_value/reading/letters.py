"""Requests worded as letters are, said as plain ones: why the JSON is needed comes first, or what is told of.

A sentence that says only who stores, reads or checks the JSON is left out; whatever else it says stays, and with it
the request is what it was: taken as it stands, or not at all.
"""

from __future__ import annotations

import re
from typing import Final

from stepcache_core.tasks.json_value.reading.asking import is_made_anyway
from stepcache_core.tasks.json_value.reading.bodies import READER
from stepcache_core.tasks.json_value.reading.intent import FOR_A_READER
from stepcache_core.tasks.json_value.reading.patterns import THE_WORD_JSON, compiled

_STARTS: Final = r"(?:\A|(?<=[.!?:]\s)|(?<=\n))"
_PROGRAM: Final = (
    r"(?:the|our|my|an?) (?:code|script|parser|program|app|service|server|api|pipeline|database|back[\s-]?end|importer"
    r"|import|system|tool|client|software)"
)
"""What reads any JSON, whatever it is about."""
_OCCASION: Final = (
    rf"(?:{_PROGRAM}|(?:the|our|my|an?) (?:(?:small|quick|unit|new) )?(?:tests?|demo|prototype|mock-?up)"
    r"(?: (?:page|site|app|screen))?)"
)
_THINGS: Final = r"(?:things|records|entries|items|notes|data|messages|documents)"
_TEXT: Final = (
    r"(?:text|note|message|sentence|paragraph|description|record|entry|data|details|facts|information|values)"
)
_OBJECT: Final = r"(?:the|an|one|a single) (?:json )?(?:object|record|document)"
_WITH: Final = r"(?:with|having|containing|that has|which has|that contains|whose (?:keys|fields) are)"
_ASK: Final = (
    r"(?:write|return|make|create|build|produce|give(?: me| us)?|send(?: me| us)?|output|(?:answer|reply|respond) with)"
)
_SAMPLES_NEEDED: Final = compiled(
    r"\A(?:i|we) need (?:some )?(?:sample|test|example|demo) (?:data|records|entries|values)"
    rf"(?: for {_OCCASION})?[.!] ",
    "need",
)
_AT_WORK: Final = compiled(
    rf"\A(?:i am|i['’]m|we are|we['’]re) (?:filling(?: in| out)?|building|testing|writing|making|developing|"
    rf"programming|setting up|working on) (?:{READER}|{_OCCASION})(?: automatically| at the moment| right now)?[.!] \Z"
)
"""What the object is needed for, where that says nothing of what it holds."""
_JSON_IS_READ: Final = (
    rf"(?:(?:we|i|they) (?:store|keep|save|exchange|send|file) (?:such|these|those|all|our|all our) {_THINGS} "
    rf"(?:as|in) json|{_PROGRAM} (?:only )?(?:parses|reads|expects|takes|wants|accepts|stores|understands|needs) "
    r"(?:only |plain )?json(?: only)?)"
)
_ASKED_AFTER: Final = compiled(
    rf"{_STARTS}{_JSON_IS_READ}(?:,? (?:so|and so) |[.!;] (?:so,? )?)(?=\w)",
    opens="we i they the our my a an",
)
"""That the answer is to be JSON, said before an object is asked for."""
_AN_OBJECT: Final = compiled(rf"(?:please )?{_ASK} {_OBJECT} (?={_WITH}\b)")
_WISH: Final = compiled(
    rf"{_STARTS}(?P<occasion>{FOR_A_READER}|for {_OCCASION},? )?(?:i['’]d like|i would like|i (?:need|want)|give me) "
    r"(?P<thing>(?:an?|one) [^.:;!?\n\"{}]{1,160})\. \Z"
)
_QUOTED_FIRST: Final = compiled(
    rf"(?:please )?(?:read|take|look at) (?P<told>\"[^\"\n]{{1,8000}}\"|“[^“”\n]{{1,8000}}”) and (?:then )?"
    rf"(?P<ask>{_ASK} {_OBJECT} (?={_WITH}\b))"
)
_TAKE_THIS: Final = compiled(
    rf"{_STARTS}(?:please )?(?:take|read|look at|use) this(?: {_TEXT})?: ", "this", opens="please take read look use"
)
_THEN_ANSWER: Final = compiled(
    r" (?:then|now) (?:answer|reply|respond) with (?:only )?json(?: only)?,? (?:with|having|containing) "
    r"(?P<keys>[^.!?\n]{1,600}?) (?:filled in|as (?:its )?keys)(?=[.!])"
)
_EXAMPLE_EXPECTED: Final = compiled(
    rf"{_STARTS}(?:{READER}|the other (?:team|side|party|end)|(?:our|my|their) (?:team|partner|client|colleagues?)) "
    r"(?:expects?|takes?|wants?|accepts?|reads?|needs?) "
    r"(?:(?:json )?(?:messages|objects|records|bodies|payloads|entries)"
    r"|json|an? (?:json )?(?:message|object|record|body|payload)) "
    r"(?:like|shaped like|of the form|in the form)(?: this)?:?\s{1,4}(?=\{)",
    "{",
)
_ONE_FOR_THIS: Final = compiled(
    rf"(?<=}})\s{{1,8}}(?:please )?{_ASK} (?:one|it|that|this|such an? (?:message|object|record|body|payload)) "
    rf"(?:for|from|about|of) (?:this|the following)(?: {_TEXT})?: "
)
_SCHEMA_CHECKED: Final = compiled(
    rf"{_STARTS}{READER} (?:validates|checks|verifies) (?:its|the|all|every|each) "
    r"(?:inputs?|requests?|body|bodies|data|payloads?) (?:with|against|by)"
    r"(?: (?:this|the following) (?:json )?schema)?:?\s{1,4}(?=\{)",
    "{",
    "validates|checks|verifies",
)
_I_HAVE: Final = compiled(r"(?<=})\s{1,8}(?:i|we) have (?=\w)")
_WHAT_TO_SEND: Final = compiled(
    r" (?:what|which) json (?:do|should|must|can) (?:i|we) (?:send|post|pass|submit|give it|use)\?\s{0,4}\Z"
)
_SAME_SHAPE: Final = compiled(
    r"(?<=[.!?\n]\s)(?:please )?(?:(?:can|could|would|will) you (?:please )?)?(?:put|bring|write|give me|return) "
    r"(?:it|this|that|these) (?:in|into) (?:the same|exactly the same) (?:shape|form|format|structure) as"
    r"(?: this)?:?\s{1,4}(?=\{)",
    "{",
    "same",
)
_QUESTION_MARK: Final = re.compile(r"(?<=\})\s{0,3}\?\s*\Z")


def said_plainly(prompt: str) -> str:
    """The prompt with its request said outright and first; as it is where it is not worded so."""
    prompt = _SAMPLES_NEEDED.sub("", prompt, count=1)
    for plain in (_read_as_json, _told_first, _example_expected, _schema_checked, _same_shape):
        said = plain(prompt)
        if said is not None:
            return said
    return prompt


def _read_as_json(prompt: str) -> str | None:
    """An object that is asked for after it was said that JSON is what is read or stored."""
    found = _ASKED_AFTER.search(prompt)
    if found is None or THE_WORD_JSON.search(prompt, 0, found.start()) is not None:
        return None
    before = prompt[: found.start()]
    quoted = _QUOTED_FIRST.match(prompt, found.end())
    if quoted is not None:
        return f"{before}Return a JSON object {prompt[quoted.end() :].rstrip()}\n\n{quoted['told']}"
    asked = _AN_OBJECT.match(prompt, found.end())
    if asked is None:
        return None
    wish = _WISH.search(before)
    if wish is None:
        return f"{before}Return a JSON object {prompt[asked.end() :]}"
    if wish["occasion"] and not is_made_anyway(wish["thing"]):
        return None
    return f"{before[: wish.start()]}Give me {wish['thing']} as a JSON object {prompt[asked.end() :]}"


def _told_first(prompt: str) -> str | None:
    """What is told first, and then that the answer is JSON with these keys."""
    lead = _TAKE_THIS.search(prompt)
    asked = _THEN_ANSWER.search(prompt, lead.end()) if lead is not None else None
    if lead is None or asked is None or THE_WORD_JSON.search(prompt, 0, asked.start()) is not None:
        return None
    told = prompt[lead.end() : asked.start()].strip()
    before = _AT_WORK.sub("", prompt[: lead.start()])
    return f"{before}Return a JSON object with {asked['keys']}{prompt[asked.end() :].rstrip()} {told}"


def _example_expected(prompt: str) -> str | None:
    """An example of what someone expects, and a request for one of these."""
    expected = _EXAMPLE_EXPECTED.search(prompt)
    asked = _ONE_FOR_THIS.search(prompt, expected.end()) if expected is not None else None
    if expected is None or asked is None:
        return None
    shape = prompt[expected.end() : asked.start()]
    return f"{prompt[: expected.start()]}Return JSON like this: {shape}\n\n{prompt[asked.end() :]}"


def _schema_checked(prompt: str) -> str | None:
    """The schema by which something checks what it gets, and the question which JSON to send it."""
    checked = _SCHEMA_CHECKED.search(prompt)
    have = _I_HAVE.search(prompt, checked.end()) if checked is not None else None
    asked = _WHAT_TO_SEND.search(prompt, have.end()) if have is not None else None
    if checked is None or have is None or asked is None:
        return None
    shape, told = prompt[checked.end() : have.start()], prompt[have.end() : asked.start()]
    return f"{prompt[: checked.start()]}Return JSON that matches this schema: {shape}\nfor {told}"


def _same_shape(prompt: str) -> str | None:
    """What is told, and then an example whose shape it is to have."""
    found = _SAME_SHAPE.search(prompt)
    if found is None:
        return None
    shape = _QUESTION_MARK.sub("", prompt[found.end() :])
    return f"{prompt[: found.start()]}Convert it to JSON of the form {shape}"
