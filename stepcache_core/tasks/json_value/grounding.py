"""Doubt about values that seem made up, or put in another's place, where the request says what they are."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from stepcache_core.capitals import any_alphabet
from stepcache_core.model import Json
from stepcache_core.remembered import remembered
from stepcache_core.tasks.json_value.reading.listing import is_one_value
from stepcache_core.tasks.json_value.reading.number_words import NUMBERS
from stepcache_core.tasks.json_value.rewritten import may_say_nothing
from stepcache_core.tasks.json_value.spelling import words_of
from stepcache_core.tasks.json_value.syntax.members import leaves


@dataclass(frozen=True, slots=True)
class _Ground:
    """What a request says, prepared once.

    Attributes:
        text: Its words in lower case, with dates and numbers also as JSON would write them.
        numbers: Each number in it.
        repeats_a_number: Whether it has a number twice.
        subjects: The names of which a sentence says something, in lower case.
        sentences: Its sentences, in lower case.
        listed: The names inside sentences, in lower case.
        makes_up: Whether it asks for values that are made up.
    """

    text: str
    numbers: tuple[str, ...]
    repeats_a_number: bool
    subjects: tuple[str, ...]
    sentences: tuple[str, ...]
    listed: tuple[str, ...]
    makes_up: bool


MADE_UP = re.compile(
    r"\b(?:fictional|fictitious|made[- ]up|imaginary|invent(?:ed)?|random(?:ly)?|fake|dummy|hypothetical)\b",
    re.IGNORECASE,
)
_MONTHS = "january february march april may june july august september october november december".split()
_TENS = {word: 10 * n for n, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
_TEENS = {word: n for n, word in enumerate("thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(), 13)}
_UNITS = {word: n for n, word in enumerate("one two three four five six seven eight nine".split(), 1)}
_FEW = {word: n for n, word in enumerate("two three four five six seven eight nine ten eleven twelve".split(), 2)}
_IN_FEW = re.compile(rf"\b({'|'.join(_FEW)})\b", re.IGNORECASE)
_SPELLED = re.compile(rf"\b(?:({'|'.join(_TENS)})(?:[-\s]({'|'.join(_UNITS)}))?|({'|'.join(_TEENS)}))\b", re.IGNORECASE)
_SMALL = "|".join((*_UNITS, *_TEENS, "zero", "ten", "eleven", "twelve"))
NUMBER_IN_WORDS = re.compile(rf"(?:{_SMALL}|(?:{'|'.join(_TENS)})(?:[-\s](?:{'|'.join(_UNITS)}))?)", re.IGNORECASE)
"""A number that an object may well hold in digits."""
_MONTH = "|".join(f"{month}|{month[:3]}" for month in _MONTHS)
_DATE = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<month>{_MONTH})\.?,?\s(?P<year>\d{{4}})"
    rf"|(?P<month2>{_MONTH})\.?\s(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?,?\s(?P<year2>\d{{4}}))\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\w.])\d{1,15}(?:\.\d{1,15})?(?![\w]|\.\d)")
_IN_GROUPS = re.compile(
    r"(?<![\w.,'’-])(?P<whole>\d{1,3}(?:(?P<sign>[,.'’ \u00a0\u202f])\d{3})(?:(?P=sign)\d{3}){0,4})"
    r"(?:(?!(?P=sign))[.,](?P<part>\d{1,9}))?(?![\w'’]|[.,-]\d)"
)
"""A number whose thousands are parted."""
_POINTED = re.compile(r"(?<![\w.,'’-])(?P<whole>\d{0,15})(?P<sign>[.,])(?P<part>\d{1,15})(?![\w'’]|[.,-]\d)")
"""A number with a part, behind a point or a comma."""
_SUBJECT = re.compile(
    any_alphabet(
        r"\b([A-Z][\w’-]{0,40}(?:\s[A-Z][\w’-]{0,40}){0,4})\s(?:is|was|has|lives|lived|works|worked|likes|owns)\b"
    )
)
_LISTED = re.compile(
    any_alphabet(r"(?<=[\w,]\s)(?!JSON\b)[A-Z][\w’-]{0,40}(?:\s[A-Z][\w’-]{0,40}){0,4}(?=\s?(?:[,(.;!?]|\band\b|$))")
)
_SENTENCE = re.compile(r"(?<=[.!?;])\s")


@remembered(256, long=2_000)
def _ground(told: str) -> _Ground:
    digits = [str(_TENS.get(tens.lower(), 0) + _UNITS.get(unit.lower(), 0) or _TEENS.get(teen.lower(), 0))
              for tens, unit, teen in _SPELLED.findall(told)]  # fmt: skip
    dates = [_as_iso(date) for date in _DATE.finditer(told)]
    text = " ".join([told.casefold(), *digits, *dates])
    subjects = tuple(dict.fromkeys(name.casefold() for name in _SUBJECT.findall(told)))
    numbers = [_POINTED.sub(_without_zeros, number) for number in _NUMBER.findall(text)]
    few = [str(_FEW[few.lower()]) for few in _IN_FEW.findall(told)]
    text = " ".join([text, *few, *_as_json_writes(told)])
    sentences = tuple(sentence.casefold() for sentence in _SENTENCE.split(told))
    repeats = bool(few) or len(set(numbers)) < len(numbers)
    makes_up = MADE_UP.search(told) is not None
    return _Ground(text, tuple(dict.fromkeys(numbers)), repeats, subjects, sentences, _listed(told), makes_up)


def _as_json_writes(told: str) -> Iterator[str]:
    """The numbers that JSON writes otherwise: 12.5 for "12.50" and "12,5", 1240.5 for "1,240.50" and "1.240,50"."""
    for found in _IN_GROUPS.finditer(told):
        yield _in_digits(re.sub(r"\D", "", found["whole"]), found["part"] or "")
    for found in _POINTED.finditer(told):
        yield _in_digits(found["whole"], found["part"])


def _without_zeros(found: re.Match[str]) -> str:
    return _in_digits(found["whole"], found["part"])


def _in_digits(whole: str, part: str) -> str:
    whole, part = whole.lstrip("0") or "0", part.rstrip("0")
    return f"{whole}.{part}" if part else whole


def _listed(told: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.casefold() for name in _LISTED.findall(told)))


def _as_iso(date: re.Match[str]) -> str:
    month = (date["month"] or date["month2"]).lower()[:3]
    index = next(n for n, name in enumerate(_MONTHS, 1) if name.startswith(month))
    return f"{date['year'] or date['year2']}-{index:02}-{int(date['day'] or date['day2']):02}"


def doubtful_key(told: str, value: Mapping[str, Json], keys: Sequence[str], settled: Sequence[str]) -> str | None:
    """A key whose value seems made up, or taken from another's place, where values are to be taken from the request.

    Where the request states the values of most keys, its subject's name apart, that is any value that stands nowhere
    in it; where at least one value is copied from it, and it holds numbers, any other value with digits; and always a
    list that has a name which stands nowhere in it beside one that does, or one more often than it stands there.

    Args:
        told: What the request says.
        value: The object.
        keys: The keys asked for.
        settled: Those for which the request states a value by name.
    """
    ground = _ground(told)
    added_to = None if ground.makes_up else next((key for key in keys if _adds_a_name(ground, value[key])), None)
    if added_to is not None:
        return added_to
    scalars: dict[str, str | float] = {}
    for key in keys:
        content = value[key]
        if isinstance(content, str | int | float) and not isinstance(content, bool):
            scalars[key] = content
    twice = None if ground.makes_up else _told_once(ground, {key: _of_one(value[key]) for key in keys}, settled)
    if twice is not None:
        return twice
    foreign = [key for key, content in scalars.items() if key not in settled and not _stands_in(ground.text, content)]
    if sum(key.lower() not in _NAME_KEYS for key in settled) * 2 > len(keys):
        return next(iter(foreign), None)
    if not ground.numbers or ground.makes_up:
        return _misplaced(ground, scalars)
    numeric = [key for key in foreign if not isinstance(scalars[key], str)]
    if len(foreign) == len(scalars):
        displaces = 0 < len(numeric) <= len(ground.numbers)
        return numeric[0] if displaces else _misplaced(ground, scalars)
    with_digits = (key for key in foreign if key in numeric or _has_digits(scalars[key]))
    return next(with_digits, None) or _repeated(ground, scalars) or _misplaced(ground, scalars)


def _adds_a_name(ground: _Ground, content: Json) -> bool:
    if not isinstance(content, list):
        return False
    names = [item for item in content if isinstance(item, str) and item[:1].isupper()]
    is_repeated = any(names.count(name) > len(list(_places(ground.text, name))) > 0 for name in names)
    return is_repeated or len({_stands_in(ground.text, name) for name in names}) == 2


def stands_for_another(told: str, number: float, value: dict[str, Json]) -> bool:
    """Whether a request does not tell this number of an object, and tells one that the object has nowhere."""
    told_numbers = set(_ground(told).numbers)
    held = {_POINTED.sub(_without_zeros, str(leaf)) for leaf in leaves(value)}
    return str(number) not in told_numbers and not told_numbers <= held


def may_be_corrected(subject: str, key: str, value: Json, text: str) -> bool:
    """Whether a value may be what a remark in the same sentence makes of the one told for its key: "10, 2 broke".

    Args:
        subject: What the request says, with a mark in place of each value that is told.
        key: The key.
        value: What an object has for it.
        text: What is told for it.
    """
    _, mark, after = subject.partition(f"<the {key}>")
    remarks = [piece for piece in _PIECE.split(_TELLS_END.split(after)[0]) if mark and "<the " not in piece]
    if isinstance(value, str):
        return any(_stands_in(piece.casefold(), value) and len(piece.split()) > 2 for piece in remarks)
    if isinstance(value, bool) or not isinstance(value, int | float) or _NUMBER.fullmatch(text) is None:
        return False
    numbers = {Decimal(number) for piece in remarks for number in _NUMBER.findall(piece)}
    numbers |= {Decimal(NUMBERS[word]) for piece in remarks for word in piece.lower().split() if word in NUMBERS}
    told, held = Decimal(text), Decimal(str(value))
    return any(held in {told + number, told - number, told * number} for number in numbers)


@remembered(256, long=2_000)
def told_variously(told: str, keys: tuple[str, ...]) -> frozenset[str]:
    """The keys with each of which a request labels several values: "city: Oslo ... city: Rome"."""
    return frozenset(key for key in keys if _is_told_variously(told, key))


def _is_told_variously(told: str, key: str) -> bool:
    return len({text.casefold() for text in _labelled(told, key)}) > 1


def _labelled(told: str, key: str) -> Iterator[str]:
    """What stands behind a key's own words and a colon."""
    label = r"[\s_-]".join(map(re.escape, words_of(key)))
    told_as = rf"(?<![\w-]){label}\s?[:=]\s{{0,3}}((?:[^,;(\n.!?]|[.!?](?=\S)){{1,80}})"
    return (value.strip() for value in re.findall(told_as, told, re.IGNORECASE))


_IS_A_TYPE = r"(?:array|boolean|integer|list|number|object|string)s?\b"
_OPENS_A_FACT = re.compile(r"(?:\A|[,;:.(\n]\s*|\b(?:and|with|an?|the|its|his|her|their|whose)\s)\Z", re.IGNORECASE)
_COUNTED = re.compile(r"\d\s?\Z")
"""Before the unit of a number: in "178 minutes" the minutes are told."""
_TELLS_IT = re.compile(
    any_alphabet(
        rf"\s?[:=](?!\s?{_IS_A_TYPE})|\s(?:(?:was|of|[a-z]{{1,20}}s)\s)?"
        r"(?:[A-Z\d\"“'+]|\S{1,64}@|(?:yes|no|true|false)(?=[\s.,;]|\Z))"
    )
)
"""A value behind a key's own words: "furnished yes", "the ticket costs 46"."""


def may_be_asked_for(told: str, key: str) -> bool:
    """Whether a request speaks of a key, and does more than tell its value: "The city is needed, too."."""
    words = words_of(key)
    spoken = r"[\s_-]".join(map(re.escape, words))
    mentions = re.finditer(rf"(?<![\w-]){spoken}(?![\w-])", told, re.IGNORECASE)
    return bool(words) and any(
        not _COUNTED.search(before) and (_OPENS_A_FACT.search(before) is None or not _TELLS_IT.match(told, one.end()))
        for one in mentions
        for before in (told[max(0, one.start() - 12) : one.start()],)
    )


def may_be_untold(told: str, value: Mapping[str, Json], key: str) -> bool:
    """Whether an object may have nothing for a key because the request does not tell it, as it tells other values.

    Args:
        told: What the request says.
        value: The object.
        key: The key for which it has nothing.
    """
    ground = _ground(told)
    if ground.makes_up or any(is_one_value(text) and not may_say_nothing(text) for text in _labelled(told, key)):
        return False
    held = (leaf for other, content in value.items() if other != key for leaf in leaves(content))
    return any(
        isinstance(leaf, str | int | float) and not isinstance(leaf, bool) and _stands_in(ground.text, leaf)
        for leaf in held
    )


_PIECE = re.compile(r"[,;](?=\s)")
_TELLS_END = re.compile(r"[.!?](?=\s|\Z)|\n")


def tells_numbers(told: str) -> bool:
    """Whether a request holds numbers that its object is to be made of, and has nothing made up."""
    ground = _ground(told)
    return bool(ground.numbers) and not ground.makes_up


def _has_digits(content: str | float) -> bool:
    return isinstance(content, str) and len(content) <= 40 and sum(map(str.isdigit, content)) * 2 > len(content)


def _stands_in(text: str, content: str | float) -> bool:
    return next(_places(text, content), None) is not None


def _places(text: str, content: str | float) -> Iterator[int]:
    """Where a value stands in a text as a whole word or number; 3 does not stand in 3.5."""
    word = str(content).casefold()
    at = text.find(word) if word else -1
    while at >= 0:
        before, after = text[max(0, at - 1) : at], text[at + len(word) : at + len(word) + 2]
        if _JOINS_BEFORE.match(before) is None and _JOINS_AFTER.match(after) is None:
            yield at
        at = text.find(word, at + 1)


_JOINS_BEFORE = re.compile(r"[\w.]")
_JOINS_AFTER = re.compile(r"\w|[.,]\d")


def _of_one(content: Json) -> Json:
    """The item of a list of one; else the value itself."""
    return content[0] if isinstance(content, list) and len(content) == 1 else content


def _told_once(ground: _Ground, contents: Mapping[str, Json], settled: Sequence[str]) -> str | None:
    """A key with the text of a key before it, where the request tells this text once: one of them has it wrongly."""
    holders: dict[str, str] = {}
    for key, content in contents.items():
        if not isinstance(content, str) or not content:
            continue
        other = holders.setdefault(content.casefold(), key)
        if other != key and not {key, other} <= set(settled) and len(list(_places(ground.text, content))) == 1:
            return key if key not in settled else other
    return None


def _repeated(ground: _Ground, scalars: Mapping[str, str | float]) -> str | None:
    """A key whose number another key has too, while the request gives it once and gives another that none has."""
    written = {key: str(content) for key, content in scalars.items() if not isinstance(content, str)}
    unused = set(ground.numbers).difference(written.values())
    for key, number in written.items():
        if unused and list(written.values()).count(number) > 1 and not ground.repeats_a_number:
            return key
    return None


_THING_KEYS = frozenset("city country town company product person user event book film movie song planet".split())
"""Keys that, where they come first, hold what the object is about."""
_NAME_KEYS = frozenset({"name", "full_name", "fullname", "full name"})


def _misplaced(ground: _Ground, scalars: Mapping[str, str | float]) -> str | None:
    """The key of a name that is none of those the request tells of, or of which it says something else."""
    if ground.makes_up:
        return None
    first = next(iter(scalars), "")
    if (
        first.lower() in _THING_KEYS
        and len(ground.listed) == 1
        and not _stands_in(ground.text, scalars[first])
        and not _carry(scalars, ground.listed)
    ):
        return first
    key = next((key for key in scalars if key.lower() in _NAME_KEYS), None)
    if key is None or not ground.subjects:
        return None
    name = str(scalars[key]).casefold()
    if not _stands_in(ground.text, name):
        carried = any(
            _stands_in(str(content).casefold(), one) for content in scalars.values() for one in ground.subjects
        )
        return None if carried else key
    if len(ground.subjects) > 1 and name in ground.subjects:
        about = " ".join(sentence for sentence in ground.sentences if _stands_in(sentence, name))
        for other, content in scalars.items():
            if not isinstance(content, str) and str(content) in ground.numbers and not _stands_in(about, content):
                return other
    return None


def _carry(scalars: Mapping[str, str | float], names: Sequence[str]) -> bool:
    return any(_stands_in(str(content).casefold(), name) for content in scalars.values() for name in names)


def is_mixed_up(told: str, items: Sequence[Json]) -> bool:
    """Whether the rows of an array mix what the request says of several things, or leave out one that it names."""
    text = told.casefold()
    names = _listed(told)
    spans: list[tuple[int, int]] = []
    carried: set[str] = set()
    for item in items:
        places = [place for leaf in leaves(item) for place in _place(text, leaf)]
        carried.update(str(leaf).casefold() for leaf in leaves(item))
        if places:
            spans.append((min(places), max(places)))
    left_out = [name for name in names if name not in carried]
    overlap = any(one[1] > other[0] for one, other in itertools.pairwise(sorted(spans)))
    return overlap or (0 < len(left_out) < len(names))


def _place(text: str, leaf: Json) -> Iterator[int]:
    """Where a scalar stands in the text, if it does once."""
    if isinstance(leaf, str | int | float) and not isinstance(leaf, bool):
        found = list(itertools.islice(_places(text, leaf), 2))
        if len(found) == 1:
            yield found[0]
