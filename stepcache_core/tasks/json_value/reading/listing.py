"""Values told in a row, each beside its key: "brand = Bosch; watt = 700", "city Oslo, rooms 2"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from stepcache_core.capitals import any_alphabet
from stepcache_core.tasks.json_value.reading.ends import (
    goes_on,
    is_a_name_with_an_initial,
    is_abbreviated,
    is_an_initial,
)
from stepcache_core.tasks.json_value.reading.orders import ORDERS
from stepcache_core.tasks.json_value.reading.patterns import spans_of
from stepcache_core.tasks.json_value.spelling import written_as_one

MAX_VALUE_CHARS: Final = 120
MAX_PIECE_CHARS: Final = 600
"""Longer pieces hold no key with its value."""
_PIECE_END = re.compile(r"[;\n]|,(?!(?<=\d,)\d)|[.!?]+(?=\s|\Z)")
_ITEM = (
    r"[\"'`]?(?P<key>[A-Za-z_][\w-]{0,63}(?:\s[\w-]{1,40}(?=\s{0,3}[:=])){0,2})[\"'`]?"
    r"(?P<sign>\s{0,3}[:=]\s{0,3}|\s{1,3})(?P<value>\S.*?)[.!?]*\s*\Z"
)
_ITEM_ALONE = re.compile(r"\s*(?:[-*•]\s|(?:and|with|the)\s)?" + _ITEM)
_ITEM_AT_THE_END = re.compile(r"(?<=[:(])\s+" + _ITEM)
"""A key and its value: a whole piece, or the end of one after a colon."""
_HEAD = re.compile(
    r"\b(?:for|about|describing)\s{1,3}(?:(?:the|an?|our)\s{1,3}(?:person|user|customer|employee|student|patient|client|"
    r"member|author|contact|candidate|player|company|firm|product|item|city|country|planet)\s{1,3})?"
    + any_alphabet(r"(?P<value>[A-Z][\w'’.-]{0,40}(?:\s[A-Z][\w'’.-]{0,40}){0,4})\s{0,3}\Z")
)
"""What a row begins with where it tells of something by its name: "for Ada Lovelace, age 36"."""
_NAMES = ("name", "full_name", "fullName")
_PLAIN = re.compile(any_alphabet(r"[\"“'`]?[A-Z0-9+-]|https?://|[\w.+-]+@[\w-]+\.|true\b|false\b|(?:yes|no)\Z"))
"""How a value begins that no description of one begins with."""
_COMPLETE = re.compile(r"-?\d[\d.]*|\d{4}-\d\d-\d\d|\"[^\"]*\"|[\w.+-]+@[\w.-]+|https?://\S+|true|false")
"""Values that no comma goes on with."""
_DESCRIBES = re.compile(
    r"\A(?:an?|the|any|some|each|one|either|between|from|in|as|at|of|up|least|most|optional|required|see|must|should|"
    r"where|whether|with|for|is|are|not)\b"
    r"|\b(?:strings?|numbers?|integers?|booleans?|arrays?|lists?|objects?|dates?|text|null|optional|required|or|"
    r"e\.g|i\.e|etc|yyyy|format|of the|per)\b|[<>{}\[\]|?\0]|\.\.\.|…",
    re.IGNORECASE,
)
"""What says of a key how its value should be, not what it is."""

_QUALIFIED = re.compile(
    r"[+-]?\d\S*\s+(?:in|at|on|as|by|since|until|till|before|after|from|to|when|if|next|last|ago|plus|minus)\b",
    re.IGNORECASE,
)
"""A number with words that may make another of it: "36 in 2020"."""
_POINTS_BACK = re.compile(r"(?:it|this|that|these|those|them|him|her|me|us|my|your|sure)\b", re.IGNORECASE)
"""How what follows a verb begins, which is spelled like a key: "make it short"."""


_SEVERAL = re.compile(r"[/|&+]|\b(?:and|or)\b", re.IGNORECASE)


def _is_plural(key: str) -> bool:
    return key.endswith("s") and not key.endswith(("ss", "us", "is"))


@dataclass(frozen=True, slots=True)
class Listed:
    """A value in a row, and where it stands."""

    key: str
    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of a prompt between two separators; without a key, `value` is all of it."""

    key: str | None
    value: str
    start: int
    is_labelled: bool
    ends: str


def is_one_value(text: str) -> bool:
    """Whether a text that stands beside a label is one value, without a remark that may make another of it."""
    is_plain = not is_turned(text) and _EMPHASISED.fullmatch(text) is None
    return is_plain and any(shape.fullmatch(text) is not None for shape in _SHAPES)


def is_turned(text: str) -> bool:
    """Whether a value that is not in quotes is told with what may make another of it, or with an order after it."""
    if _WHOLLY_QUOTED.fullmatch(text) is not None or text.lower() in {"yes", "no", "true", "false"}:
        return False
    ordered = not ORDERS.isdisjoint(word.lower() for word in _WORD.findall(text)[1:])
    return ordered or _TURNED.search(text) is not None


_EMPHASISED: Final = re.compile(r"([*~]).*\1")
"""Between marks that show how it looks, or that it was struck out, and that may belong to it or not."""
_WHOLLY_QUOTED: Final = re.compile(r"\"[^\"\n]*\"|“[^“”\n]*”|'[^'\n]*'")
_NAME: Final = r"(?:[^\W\d_a-z]|[+#$€£]?\d)[^\s()\[\]=:]*(?::\d\d)?"
_PARTICLE: Final = r"(?:a|and|at|d[aeiou]s?|del|der|di|el|et|for|la|le|les|of|on|the|to|van|von|y|zu)"
_LOWER: Final = any_alphabet(
    r"(?!(?:a|after|against|an|and|as|at|before|by|for|from|if|in|into|is|of|on|or|the|through|to|until|was|were|when|with)"
    r"\b)[^\W\d_A-Z][^\s\d()\[\]=:.]*"
)
_UNIT: Final = (
    r"(?:[a-z]{1,30}s|[kmcdµ]?[mglW][²³23]?|[kKMGT]?B|[kM]?Hz|[kM]?Wh?|min|sec|hr?|inch|feet|ft|lb|oz|mph|km/h|percent"
    r"|cup|day|hour|minute|month|person|piece|week|year|[A-Z]{2,4}|%|°?[CF]|[€$£])"
)
_SHAPES: Final = (
    _WHOLLY_QUOTED,
    re.compile(r"(?=[^\s]*[^\W_])[^\s()\[\]=]+"),
    re.compile(rf"{_NAME}(?:\s(?:{_PARTICLE}\s){{0,3}}{_NAME}){{0,12}}\.?"),
    re.compile(any_alphabet(r"(?:[A-Z][^\s\d()\[\]=:.]*\s)?") + rf"{_LOWER}(?:\s{_LOWER}){{0,5}}"),
    re.compile(rf"[+-]?\d[\d.,]*(?:[\s-]{_UNIT}(?:\sold)?)?"),
    re.compile(r"[+(]?\d[\d\s()/.:T+-]{0,40}"),
)
"""One word, a name, words in lower case, a number with its unit, and a number or date in groups."""
_TURNED: Final = re.compile(
    r"\b(?:about|abbrev\w*|actually|almost|approx\w*|around|but|circa|ca|corrected|double[ds]?|exactly|expected|fewer"
    r"|half|halved|hidden|initials|instead|less|masked|maybe|minus|more|nearly|never|no longer|none|not|now|only|other"
    r"|over|perhaps|please|plus|previous(?:ly)?|probably|redacted|removed|reversed?|roughly|rounded|some|swapped|tbd|than"
    r"|then|times|translated|triple[ds]?|twice|unclear|under|undisclosed|unknown|unless|withheld|without|wrong"
    r"|(?:upper|lower|camel|snake)[-_\s]?case[ds]?|capitali[sz]ed|anonymi[sz]ed|encoded|n/?a|(?:if|or)(?=\s)"
    r"|(?:except|ignore|leave|next|no|skip|spelled|today)(?=\s|\Z))\b|[~≈?]|[–—]|…"
    r"|(?<![\d.,])[1-9]\d{0,2}\.\d{3}(?![\d.,])"
    r"|(?<![\w.])\d[\d.,]*\s?(?:k|mn|bn|mio|thousand|million|billion|hundred|dozen)\b"
    r"|\d\s(?:of|to|and|for|at|on)\s\d|\d\s\+|[½¼¾⅓⅔]|\d\s[-−x]\s\d|\d\s?[*×÷^]\s?\d|(?<![\w+.-])\d[\d.,]*\+\d"
    r"|\d\s/\s\d|\A\d{1,3}[-/]\d{1,3}\Z|\b(?:ditto|idem|ibid|likewise|tomorrow|tonight|yesterday)\b"
    r"|\A(?:above|any|anybody|anyone|anything|below|blank|empty|everybody|everyone|everything|former|he|her|herself|hers"
    r"|him|himself|his|it|itself|latter|me|mine|missing|myself|nan|nobody|nothing|ours|random|same|self|she|somebody"
    r"|someone|something|that|theirs|them|themselves|these|they|this|those|undefined|unspecified|us|we|whatever|whichever"
    r"|whoever|you|yours|yourself)\Z|\A(?:coming|last|my|our|same|this|your)\s"
    r"|(?<=\s)(?:backwards|tba|tbc|sic|(?:upper|lower|small)\s?case[ds]?|(?:no|without|with)\s[a-z]{2,20}"
    r"|(?:first|last)\s(?:letters?|names?|words?)|(?:surname|given\sname|family\sname|last\sname)s?\sfirst"
    r"|(?:in|as)\s(?:arabic|capitals?|chinese|code|danish|digits|dutch|english|figures|french|german|greek|hindi"
    r"|initials|italian|japanese|korean|latin|letters|norwegian|numbers?|polish|portuguese|reverse|roman|russian|spanish"
    r"|strings?|swedish|text|turkish|words?))(?=\s|\Z)"
    r"|(?<=\s)(?:(?:auf|en|em|in|op|po|på)\s(?:alemán|allemand|anglais|arabe|chino|deutsch|englisch|engels|engelsk|español"
    r"|espagnol|français|francés|französisch|inglés|inglese|inglês|italiano|italien|italienisch|latein|majuscules?|mayúsculas"
    r"|minuscules?|minúsculas|nederlands|norsk|polsku|português|russisch|russe|ruso|spanisch|svenska|tedesco)"
    r"|aber|ancien|bitte|ehemals|früher|gro(?:ß|ss)(?:geschrieben)?|kleingeschrieben|mais|nicht|nur|oder|ohne|pero|perdón"
    r"|pardon|rückwärts|sans|sauf|seulement|sin|statt|sólo|vorher)(?=[\s,;]|\Z)"
    r"|\d,\d|[a-z\u00df-\u024f]\s+(?![a-z\u00df-\u024f])[^\W\d_]",
    re.IGNORECASE,
)
"""Words beside which a value is not the one that stands there, or none does; "1.250", which may part thousands.

After a word in Latin letters, one in another script may be a remark on it.
"""
_WORD: Final = re.compile(r"[A-Za-z]+")


def listed(text: str, names: Mapping[str, str]) -> Iterator[Listed]:
    """The values that are told in a row of two or more; `names` gives the key that a word means.

    A value ends where the next one begins. In a row with more descriptions than values nothing is told.
    """
    if not names or (not _has_sign(text) and not spans_of(text, names)):
        return
    pieces = list(_pieces(text, names))
    keys = [names.get((piece.key or "").lower()) for piece in pieces]
    row: list[_Piece] = []
    for piece in (*pieces, None):
        if piece is not None and piece.key is not None:
            row.append(piece)
            continue
        if row and _goes_on(row[-1], piece):
            row.pop()
        if row and row[-1].ends in {",", ";"} and _may_go_on_behind(text, row[-1]):
            # What follows may belong to the last value, or be another one of it.
            row.pop()
        yield from (one for one in _told(row, names) if keys.count(one.key) < 2)
        headed = None if piece is None else _named(piece, names)
        row = [] if headed is None else [headed]


def _may_go_on_behind(text: str, last: _Piece) -> bool:
    """Whether what follows the comma after a value may belong to it."""
    return _COMPLETE.fullmatch(last.value) is None or goes_on(text, last.start, last.start + len(last.value))


def _goes_on(last: _Piece, following: _Piece | None) -> bool:
    """Whether the point after a value may be part of it."""
    is_pointed = last.ends == "." and following is not None
    return is_pointed and (is_abbreviated(last.value) or is_an_initial(last.value))


def _pieces(text: str, names: Mapping[str, str]) -> Iterator[_Piece]:
    at = 0
    for end in (*_PIECE_END.finditer(text), None):
        stop = len(text) if end is None else end.start()
        content = text[at:stop]
        items = _items(content, names) if len(content) <= MAX_PIECE_CHARS else []
        item = next((one for one in items if _spelled(one["key"], names).lower() in names), items[0] if items else None)
        # Of a sentence that was cut out, the comma after it may be left.
        sign = "." if content.rstrip().endswith((".", "!", "?")) else "" if end is None else end[0][0]
        value = None if item is None else _inside_quotes(text, at + item.start("value"), item["value"])
        if item is not None and value is not None:
            start, is_labelled = at + item.start("value"), bool(item["sign"].strip())
            behind = content[item.end("value") :] + ("" if end is None else end[0])
            # The mark may belong to a name ("Yahoo!"), or put the value in doubt.
            sign = "?" if {"!", "?"} & set(behind) else sign
            yield _Piece(_spelled(item["key"], names), value, start, is_labelled, sign)
        elif content.strip():
            yield _Piece(None, content, at, False, sign)
        at = stop if end is None else end.end()


def _has_sign(text: str) -> bool:
    return ":" in text or "=" in text


def _items(content: str, names: Mapping[str, str]) -> list[re.Match[str]]:
    if not _has_sign(content) and names.keys().isdisjoint(map(str.lower, _FIRST_WORDS.findall(content[:240])[:3])):
        return []
    tries = _ITEM_ALONE.match(content), _ITEM_AT_THE_END.search(content) if _OPENED.search(content) else None
    return [found for found in tries if found is not None and _is_item(found, names)]


_OPENED: Final = re.compile(r"[:(]\s")
_FIRST_WORDS: Final = re.compile(r"[\w-]+")
"""Without a sign between it and its value, a key is one of the first words of a piece."""


def _inside_quotes(text: str, start: int, value: str) -> str | None:
    """The value without the mark that closes what was opened before it; None where it holds half of a pair."""
    for opening, closing in (('"', '"'), ("“", "”"), ("«", "»"), ("(", ")"), ("[", "]")):
        if _is_balanced(value, opening, closing):
            continue
        bare = value.rstrip(".!?")
        value = bare[:-1].rstrip(".!? ")
        closes = bare.endswith(closing) and not _is_balanced(text[:start], opening, closing)
        if not closes or not _is_balanced(value, opening, closing):
            return None
    return value or None


def _is_balanced(text: str, opening: str, closing: str) -> bool:
    return text.count(opening) % 2 == 0 if opening == closing else text.count(opening) == text.count(closing)


def _named(piece: _Piece, names: Mapping[str, str]) -> _Piece | None:
    """The name that a piece ends with, as the first value of a row."""
    found = _HEAD.search(piece.value) if piece.ends == "," else None
    keys = [key for key in _NAMES if key.lower() in names]
    if found is None or len(keys) != 1:
        return None
    return _Piece(keys[0], found["value"], piece.start + found.start("value"), True, ",")


def _is_item(item: re.Match[str], names: Mapping[str, str]) -> bool:
    if item["sign"].strip():
        return True
    return item["key"].lower() in names and _POINTS_BACK.match(item["value"]) is None


def _spelled(label: str, names: Mapping[str, str]) -> str:
    """A label of several words as the key is spelled: "In stock" is `in_stock`."""
    return next((key for key in written_as_one(label.split()) if key.lower() in names), label)


_OF_WORDS: Final = re.compile(any_alphabet(r"\S\s[^\W\dA-Z_]"))


def _may_end_with_its_point(piece: _Piece, row: list[_Piece]) -> bool:
    """Whether the point after a value is part of it: of a name in short, or of words where other lines have none."""
    if is_abbreviated(piece.value) or is_a_name_with_an_initial(piece.value):
        return True
    return _OF_WORDS.search(piece.value) is not None and any(one.ends == "\n" for one in row if one is not piece)


def _told(row: list[_Piece], names: Mapping[str, str]) -> Iterator[Listed]:
    asked = [(names[piece.key.lower()], piece) for piece in row if piece.key and piece.key.lower() in names]
    keys = [key for key, _ in asked]
    if len(asked) < 2 or len(set(keys)) != len(keys):
        return
    if any(_DESCRIBES.search(piece.value) or len(piece.value) > MAX_VALUE_CHARS for _, piece in asked):
        return
    if any(_QUALIFIED.match(piece.value) for _, piece in asked):
        return
    if 2 * sum(_PLAIN.match(piece.value) is not None for _, piece in asked) < len(asked):
        return
    for key, piece in asked:
        if (
            piece.ends == "?"
            or not is_one_value(piece.value)
            or (_is_plural(key) and _SEVERAL.search(piece.value) is not None)
        ):
            continue
        if piece.ends == "." and _may_end_with_its_point(piece, row):
            continue
        if not piece.is_labelled and len(asked) < 3 and " " in piece.value and not _PLAIN.match(piece.value):
            continue
        if names.keys().isdisjoint(re.findall(r"[\w-]+", piece.value.lower())):
            yield Listed(key, piece.value, piece.start, piece.start + len(piece.value))
