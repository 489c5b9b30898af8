"""How the answer to a word problem gives its letters the names of quantities."""

from __future__ import annotations

import re
from typing import Final

_WORD: Final = (
    r"(?!(?:be|is|are|was|were|represents?|denotes?|stands?|using|let|call|and|or|as|by|to|equals?|with|for)\b)"
    r"[A-Za-z][A-Za-z'’-]+"
)
_RATE: Final = r"\d{1,3}(?:\.\d{1,3})?%"
_BY_WHOM: Final = r"(?:by|for|with)(?= (?:the|an?|his|her|its|their|each|[A-Za-z]{4,}))"
"""A preposition inside of a name: `hit by the first team`, `the price for adults`."""
_TAKEN: Final = rf"(?: it (?:takes?|will take|would take)(?: (?:for )?{_WORD}(?: {_WORD}){{0,3}})? to (?:be )?{_WORD})?"
"""The end of a name of a time: `it takes for the two to meet`."""
_NOUN: Final = (
    rf"(?P<n@>(?:(?:a|{_BY_WHOM}|{_RATE}|{_WORD}) ){{0,9}}(?:{_RATE}|{_WORD}{_TAKEN}))(?: \(in [a-z/ ]{{1,20}}\))?"
)
_LETTER: Final = r"[*_]{0,2}(?P<l@>[A-Za-z])[*_]{0,2}(?![\w'’])"
_L1, _L2, _N1, _N2 = (part.replace("@", str(place)) for part in (_LETTER, _NOUN) for place in (1, 2))
_TERM: Final = r"(?:\d{1,9}(?:\.\d{1,4})?[A-Za-z]?|[A-Za-z])"
_E1, _E2 = (rf"(?P<{name}>{_TERM}(?: ?[-+] ?{_TERM}){{0,2}})(?![\w'’])" for name in ("l1", "l2"))
_WE: Final = (
    r"\b(?:(?:now|first),? )?(?:(?:let's|let’s|let us|we can|we will|we'll|we|i'll|i will) )?(?:also )?(?:start by )?"
)
_USE: Final = r"(?:use|using|let)"
_NAMES: Final = r"(?:call|denote|represent|define|name|calling|denoting|representing|defining)"
_AS: Final = r"(?:,? (?:as|by|with|using))?,?"
_BE: Final = (
    r"(?: (?:be|represent|represents|denote|denotes|stand for|stands for|equal)| to (?:represent|denote)| as| for)"
)
_STANDS_FOR: Final = r" (?:represents|denotes|stands for)"
_IS: Final = r" (?:be|be denoted by|be represented by|be called)"
_UNIT: Final = (
    r"(?: (?:mph|kph|km|kilometers|miles|years(?: old)?|hours|dollars|cents|gallons|liters|pounds|ounces))?"
    r"(?: \(in [a-z/ ]{1,20}\))?"
)
_ENDS: Final = _UNIT + r"(?=\s*(?:[.,:;!?()\n]|$))"
_NO_SECOND: Final = r"(?P<n2>)(?P<l2>)"
DEFINITIONS: Final = tuple(
    re.compile(pattern + _ENDS, re.IGNORECASE)
    for pattern in (
        rf"{_WE}{_USE} {_L1}{_BE} {_N1},? and (?:let )?{_E2}{_BE} {_N2}",
        rf"{_WE}{_USE} {_E1}{_BE} {_N1}{_NO_SECOND}",
        rf"(?:\bwhere )?\b{_L1}{_STANDS_FOR} {_N1},? and {_L2}{_STANDS_FOR} {_N2}",
        rf"(?:\bwhere )?\b{_L1}{_STANDS_FOR} {_N1}{_NO_SECOND}",
        rf"{_WE}{_NAMES} {_N1}{_AS} {_L1}{_UNIT},? and {_N2}{_AS} {_E2}",
        rf"{_WE}{_NAMES} {_N1}{_AS} {_E1}{_NO_SECOND}",
        rf"{_WE}let {_N1}{_IS} {_L1}{_UNIT},? and {_N2}{_IS} {_E2}",
        rf"{_WE}let {_N1}{_IS} {_E1}{_NO_SECOND}",
        rf"{_WE}(?:assume|suppose|say) (?:that )?{_N1} is {_L1}{_NO_SECOND}",
    )
)
"""How letters are given the names of quantities."""
TWO_NUMBERS: Final = tuple(
    re.compile(rf"{_WE}(?:call|denote|represent|let|define|name) {pattern}{_ENDS}", re.IGNORECASE)
    for pattern in (
        rf"(?:the|these|our) (?:two )?(?P<noun>numbers|integers) (?:be |as |by )?{_L1} and {_L2}",
        rf"one (?:of the )?(?P<noun>numbers?|integers?) (?:be |as |by )?{_L1},? and the other"
        rf"(?: (?:one|number|integer))? (?:be |as |by )?{_L2}",
    )
)
"""How two numbers get letters where the words do not tell which is which."""
