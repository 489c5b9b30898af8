"""The words that ask for JSON and say nothing of what it holds, made one: "X as JSON" and "a JSON object for X"."""

from __future__ import annotations

import re
from typing import Final

from stepcache_core.tasks.json_value.grounding import MADE_UP
from stepcache_core.tasks.json_value.reading.intent import FOR_A_READER
from stepcache_core.tasks.json_value.reading.patterns import AnyCase, compiled

_READER: Final = FOR_A_READER.replace(" ", r"\s")
_FOR_A_READER: Final = compiled(FOR_A_READER)
_FIRST: Final = (
    rf"(?:{_READER}(?=i\b))?(?:(?:now|next),?\s)?(?:please\s|kindly\s|"
    r"(?:can|could|would|will)\syou\s(?:please\s|kindly\s)?)?"
)
"""Courtesies, and what will read the object."""
_MAKE: Final = (
    r"(?:create|write|return|give|provide|produce|output|generate|make|build|compose|draft|print|present|show|fill(?:\sin)?|"
    r"(?:respond|reply|answer)\s(?:with|using)|i\s(?:need|want)|i(?:\swould|['’]d)\slike)(?:\s(?:me|us|back|up|out)){0,2}"
)
_PUT: Final = (
    r"(?:extract|convert|turn|transform|put|represent|format|express|encode|structure|parse|get|return|give|write|provide|"
    r"produce|output|generate|make|create|present|i\s(?:need|want)|i(?:\swould|['’]d)\slike)(?:\s(?:me|us|back|out)){0,2}"
)
_JSON: Final = (
    r"(?:(?:an?|one|the|single|valid|strict|plain|raw|short|small|simple|only|just)\s){0,5}json"
    r"(?:\s(?:object|record|document|format|form|output|dictionary|representation))?"
)
_WHAT: Final = (
    r"(?:(?:all\sof\s)?(?:this|that|it|these|the\sfollowing|the|this\sfollowing)"
    r"(?:\s(?:following|given|above|below|plain))?(?:\s(?:text|data|information|info|details|facts|sentence|note|description|"
    r"paragraph|passage|input|record|message|values))?(?:\s(?:below|above))?)"
)
_MADE: Final = re.compile(
    rf"\A{_FIRST}{_MAKE}\s{_JSON}"
    r"(?:,?\s(?:for|about|of|describing|representing|(?:that|which)\s(?:describes|represents|is\sabout)))?(?=[\s,.:;!?]|\Z)",
    re.IGNORECASE,
)
_MADE_UP: Final = re.compile(
    rf"\A{_FIRST}(?:invent|imagine|make\sup|think\s(?:up|of)|come\sup\swith)\s"
    r"(?P<thing>[^.:;!?\n]{1,160}?),?\s(?:and|then)\s"
    rf"(?:{_PUT}|describe)\s(?:it|them|him|her|that)\s(?:(?:to|for)\s(?:me|us)\s)?(?:as|in|to|into)\s{_JSON}"
    r"(?=[\s,.:;!?]|\Z)",
    re.IGNORECASE,
)
_INVENTED_AS: Final = re.compile(
    rf"\A{_FIRST}(?:invent|imagine|make\sup|think\sup|come\sup\swith)\s(?P<thing>[^.:;!?\n]{{1,160}}?)\s(?:as|in)\s{_JSON}"
    r"(?=[\s,.:;!?]|\Z)",
    re.IGNORECASE,
)
_WRITTEN: Final = re.compile(
    r"\A(?:an?|one)\s(?:[a-z-]{2,24}\s){0,2}(?:question|recipe|riddle|joke|story|poem|exercise|puzzle|haiku"
    r"|limerick)(?=\s(?:about|on|for|of|with)\b|\Z)",
    re.IGNORECASE,
)
"""What is made by writing it: to make one up is to write one."""
_PUT_WHAT_FOLLOWS: Final = re.compile(
    rf"\A{_FIRST}{_PUT}\s(?:{_WHAT}\s)?(?:as|in|to|into)\s{_JSON}(?:\s(?:from|of|for|using|based\son)\s{_WHAT})?"
    r"(?=[\s,.:;!?]|\Z)",
    re.IGNORECASE,
)
_PUT_A_THING: Final = re.compile(
    rf"\A{_FIRST}{_PUT}\s(?P<thing>(?!{_WHAT}\s(?:as|in|to|into)\s)[^.:;!?\n]{{1,160}}?)\s(?:as|in|into)\s{_JSON}"
    r"(?=[\s,.:;!?]|\Z)",
    re.IGNORECASE,
)
_AT_THE_END: Final = re.compile(
    rf"(?<=[.!?]\s)(?:please\s)?{_PUT}\s(?:{_WHAT}\s)?(?:as|in|to|into)\s{_JSON}(?:\swhose)?[.!]?\Z", re.IGNORECASE
)
_GREETING: Final = re.compile(
    r"\A(?:hello|hi|hey|good\s(?:morning|day|afternoon|evening))(?:\sthere)?[!,.]?\s", re.IGNORECASE
)
_THE_OBJECT: Final = AnyCase(r"(?:[,;.]\s?|\s)(?:the|this|that)\s(?:json\s)?object\s?(?=\.?\Z)", "object")
"""What is left of a sentence that says which keys the object has."""
_LED_TO: Final = re.compile(
    r"\A\s?,?\s?(?:and\s)?(?=(?:write|give|return|create|make|generate|produce|build)\s)", re.IGNORECASE
)
"""What joined the request to a shape that was shown before it."""
_TIE: Final = re.compile(r"[.:;](?=\s)")
_EMPTY: Final = AnyCase(r"\s?\(\s?\)", "(")
_LOOSE: Final = re.compile(r"[\s,;]+(?=[.!?])|(?<=[^.])\.(?=\.\Z)")


def plainly_asked(subject: str) -> str:
    """The text with its request for JSON in one form: the word, and what it is for.

    Only where the words that ask are known ones; whatever else is said stays as it is.
    """
    subject = _LED_TO.sub("", _GREETING.sub("", _EMPTY.sub("", subject)))
    last = _AT_THE_END.search(subject)
    if last is not None:
        return f"JSON {subject[: last.start()].rstrip()}"
    if _THE_OBJECT.may_match_in(subject[-9:]):
        subject = _THE_OBJECT.sub("", subject)
    for pattern in (_MADE_UP, _INVENTED_AS, _MADE, _PUT_WHAT_FOLLOWS, _PUT_A_THING):
        found = pattern.match(subject)
        if found is not None and not (pattern is not _PUT_WHAT_FOLLOWS and _FOR_A_READER.match(subject)):
            thing = found.groupdict().get("thing")
            if pattern in {_MADE_UP, _INVENTED_AS} and not is_made_anyway(str(thing)):
                thing = f"invented: {thing}"
            after = subject[found.end() :]
            rest = _LOOSE.sub("", after.lstrip(" :,;.?!"))
            tie = _TIE.match(after)
            if thing and rest and tie is not None:
                thing += tie[0]
            return " ".join(part for part in ("JSON", thing, rest) if part)
    return subject


def is_made_anyway(thing: str) -> bool:
    """Whether a thing is made up, or made by writing it, however it is asked for."""
    return MADE_UP.search(thing) is not None or _WRITTEN.match(thing) is not None
