"""Requests worded as letters are, said as plain ones: why the JSON is needed comes first, or what is told of.

A sentence that says only who stores, reads or checks the JSON is left out; whatever else it says stays, and with it
the request is what it was: taken as it stands, or not at all.
"""

from __future__ import annotations

import re
from typing import Final

from stepcache_core.tasks.json_bodies import READER
from stepcache_core.tasks.json_intent import FOR_A_READER
from stepcache_core.tasks.json_phrases import compiled

_STARTS: Final = r"(?:\A|(?<=[.!?:]\s)|(?<=\n))"
_OCCASION: Final = rf"(?:{READER}|(?:the|our|my|an?) (?:(?:small|quick|unit|new) )?(?:test|tests|demo|prototype|mock-?up))"
_THINGS: Final = r"(?:things|records|entries|items|notes|data|messages|documents)"
_TEXT: Final = r"(?:text|note|message|sentence|paragraph|description|record|entry|data|details|facts|information|values)"
_OBJECT: Final = r"(?:the|an|one|a single) (?:json )?(?:object|record|document)"
_WITH: Final = r"(?:with|having|containing|that has|which has|that contains|whose (?:keys|fields) are)"
_ASK: Final = r"(?:write|return|make|create|build|produce|give(?: me| us)?|send(?: me| us)?|output|(?:answer|reply|respond) with)"
_NEEDED: Final = compiled(
    rf"\A(?:(?:i|we) need (?:some )?(?:sample|test|example|demo) (?:data|records|entries|values)(?: for {_OCCASION})?"
    rf"|(?:i am|i['’]m|we are|we['’]re) (?:filling(?: in| out)?|building|testing|writing|making|developing|programming|"
    rf"setting up|working on) {_OCCASION}(?: automatically| at the moment| right now)?)[.!] "
)
"""What the object is needed for, where that says nothing of what it holds."""
_JSON_IS_READ: Final = (
    rf"(?:(?:we|i|they) (?:store|keep|save|exchange|send|file) (?:such|these|those|all|our|all our) {_THINGS} (?:as|in) json"
    rf"|{READER} (?:only )?(?:parses|reads|expects|takes|wants|accepts|stores|understands|needs) (?:only |plain )?json(?: only)?)"
)
_ASKED_AFTER: Final = compiled(rf"{_STARTS}{_JSON_IS_READ}(?:,? (?:so|and so) |[.!;] (?:so,? )?)(?=\w)")
"""That the answer is to be JSON, said before an object is asked for."""
_AN_OBJECT: Final = compiled(rf"(?:please )?{_ASK} {_OBJECT} (?={_WITH}\b)")
_WISH: Final = compiled(
    rf"{_STARTS}(?:{FOR_A_READER}|for {_OCCASION},? )?(?:i['’]d like|i would like|i (?:need|want)|give me) "
    r"(?P<thing>(?:an?|one) [^.:;!?\n\"{}]{1,160})\. \Z"
)
_QUOTED_FIRST: Final = compiled(
    rf"(?:please )?(?:read|take|look at) (?P<told>\"[^\"\n]{{1,8000}}\"|“[^“”\n]{{1,8000}}”) and (?:then )?"
    rf"(?P<ask>{_ASK} {_OBJECT} (?={_WITH}\b))"
)
_TOLD_FIRST: Final = re.compile(
    rf"{_STARTS}(?:please\s)?(?:take|read|look\sat|use)\sthis(?:\s{_TEXT})?:\s(?P<told>[^{{}}]{{1,8000}}?)\s(?:then|now)\s"
    r"(?:answer|reply|respond)\swith\s(?:only\s)?json(?:\sonly)?,?\s(?:with|having|containing)\s"
    r"(?P<keys>[^.!?\n]{1,600}?)\s(?:filled\sin|as\s(?:its\s)?keys)(?=[.!])",
    re.IGNORECASE,
)
_EXAMPLE_EXPECTED: Final = compiled(
    rf"{_STARTS}(?:{READER}|the other (?:team|side|party|end)|(?:our|my|their) (?:team|partner|client|colleagues?)) "
    r"(?:expects?|takes?|wants?|accepts?|reads?|needs?) (?:(?:json )?(?:messages|objects|records|bodies|payloads|entries)"
    r"|json|an? (?:json )?(?:message|object|record|body|payload)) (?:like|shaped like|of the form|in the form)(?: this)?:?"
    r"\s{1,4}(?=\{)"
)
_ONE_FOR_THIS: Final = compiled(
    rf"(?<=}})\s{{1,8}}(?:please )?{_ASK} (?:one|it|that|this|such an? (?:message|object|record|body|payload)) "
    rf"(?:for|from|about|of) (?:this|the following)(?: {_TEXT})?: "
)
_SCHEMA_CHECKED: Final = compiled(
    rf"{_STARTS}{READER} (?:validates|checks|verifies) (?:its|the|all|every|each) (?:input|inputs|request|requests|body|bodies|"
    r"data|payload|payloads) (?:with|against|by)(?: (?:this|the following) (?:json )?schema)?:?\s{1,4}(?=\{)"
)
_WHAT_TO_SEND: Final = re.compile(
    r"(?<=\})\s{1,8}(?:i|we)\shave\s(?P<told>[^{}?]{1,8000}?)\s(?:what|which)\sjson\s(?:do|should|must|can)\s(?:i|we)\s"
    r"(?:send|post|pass|submit|give\sit|use)\?\s*\Z",
    re.IGNORECASE,
)
_SAME_SHAPE: Final = compiled(
    rf"(?<=[.!?\n]\s)(?:please )?(?:(?:can|could|would|will) you (?:please )?)?(?:put|bring|write|give me|return) "
    r"(?:it|this|that|these) (?:in|into) (?:the same|exactly the same) (?:shape|form|format|structure) as(?: this)?:?\s{1,4}"
    r"(?=\{)"
)
_QUESTION_MARK: Final = re.compile(r"(?<=\})\s{0,3}\?\s*\Z")


def said_plainly(prompt: str) -> str:
    """The prompt with its request said outright and first; as it is where it is not worded so."""
    prompt = _NEEDED.sub("", prompt, count=1)
    for plain in (_read_as_json, _told_first, _example_expected, _schema_checked, _same_shape):
        said = plain(prompt)
        if said is not None:
            return said
    return prompt


def _read_as_json(prompt: str) -> str | None:
    """Of "We store such things as JSON. Write the object with ...": the object, as JSON."""
    found = _ASKED_AFTER.search(prompt)
    if found is None or re.search(r"\bjson\b", prompt[: found.start()], re.IGNORECASE) is not None:
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
    return f"{before[: wish.start()]}Give me {wish['thing']} as a JSON object {prompt[asked.end() :]}"


def _told_first(prompt: str) -> str | None:
    """Of "Take this: ... Then answer with JSON only, with ... filled in.": what is told comes last."""
    found = _TOLD_FIRST.search(prompt)
    if found is None or re.search(r"\bjson\b", found["told"], re.IGNORECASE) is not None:
        return None
    asked = f"Return a JSON object with {found['keys']}{prompt[found.end() :].rstrip()}"
    return f"{prompt[: found.start()]}{asked} {found['told']}"


def _example_expected(prompt: str) -> str | None:
    """Of "They expect messages like {...} Write one for this: ...": JSON of this form."""
    expected = _EXAMPLE_EXPECTED.search(prompt)
    asked = _ONE_FOR_THIS.search(prompt, expected.end()) if expected is not None else None
    if expected is None or asked is None:
        return None
    shape = prompt[expected.end() : asked.start()]
    return f"{prompt[: expected.start()]}Return JSON like this: {shape}\n\n{prompt[asked.end() :]}"


def _schema_checked(prompt: str) -> str | None:
    """Of "Our API validates its input with {...} I have ... What JSON do I send?": JSON of this schema."""
    checked = _SCHEMA_CHECKED.search(prompt)
    asked = _WHAT_TO_SEND.search(prompt, checked.end()) if checked is not None else None
    if checked is None or asked is None:
        return None
    shape = prompt[checked.end() : asked.start()]
    return f"{prompt[: checked.start()]}Return JSON that matches this schema: {shape}\nfor {asked['told']}"


def _same_shape(prompt: str) -> str | None:
    """Of "... Can you put it in the same shape as {...}?": JSON of this form."""
    found = _SAME_SHAPE.search(prompt)
    if found is None:
        return None
    shape = _QUESTION_MARK.sub("", prompt[found.end() :])
    return f"{prompt[: found.start()]}Convert it to JSON of the form {shape}"
