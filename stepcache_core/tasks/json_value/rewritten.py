"""What may be read from a value that a prompt writes otherwise: 2.5 from "2.5 kg", a date from its words."""

from __future__ import annotations

import re
from decimal import Decimal

from stepcache_core.capitals import any_alphabet
from stepcache_core.model import Json
from stepcache_core.tasks.json_value.spelling import names_several, words_of
from stepcache_core.tasks.json_value.syntax.members import leaves

_MEASURED = re.compile(
    r"[+-]?\d{1,15}(?:\.\d{1,15})?(?:[\s-]?(?:%|°?[CF]|[€$£]|[kmcdµ]?(?:m[²³23]?|g|[lL])|[kKMGT]B|[kM]?Hz|k?Wh?"
    r"|sec|min|hrs?|[hs]|[ap]\.?m\.?|inch|feet|ft|lbs?|oz|mph|km/h|px|USD|EUR|GBP|CHF)"
    r"|[\s-](?:percent|[a-z]{1,30}s|cup|day|hour|minute|month|person|piece|week|year|foot|[A-Z]{3})(?:\sold)?)"
    r"|[€$£]\s?\d{1,15}(?:\.\d{1,15})?"
)
"""A number and its unit."""
_NUMBER = re.compile(r"\d{1,15}(?:\.\d{1,15})?")
_FEWEST_DIGITS = 5


def is_measured(text: str) -> bool:
    """Whether a text is a number and its unit, of which an object may have the number alone."""
    return _MEASURED.fullmatch(text) is not None


_TRUTHS = frozenset("y n yes no none on off true false".split())
_STATES = frozenset(
    "active archived available checked completed confirmed deleted done enabled is has locked member open paid "
    "premium public published registered shipped stock subscribed valid verified visible".split()
)
"""Words of keys whose value may be a truth value."""
_AMOUNTS = frozenset(
    "age altitude amount amounts area attendees balance bathrooms battery bedrooms beds bonus budget calories "
    "capacity copies cost costs count deposit depth discount distance duration elevation fare fee fees floors "
    "guests headcount height horsepower hours humidity income inhabitants length likes mileage minutes months pages "
    "participants payment people percent percentage players points population power price prices qty quantity range "
    "rate rating ratio rent revenue rooms salary score seats seconds servings share speed stars stock subtotal sum "
    "tax temperature total turnover units vat views visitors voltage volume wage watt watts weeks weight width wins "
    "years".split()
)
"""Words that end keys whose value is a number, however it is told."""
_WRITTEN_IN_DIGITS = frozenset(
    "barcode card ean fax iban isbn mobile passport phone postcode ssn tel telephone upc zip zipcode".split()
)
"""Words that end keys whose digits are no number."""
_ONE_FOR_ALL = frozenset(
    "arrives closes departs ends headquarters lives news opens series species starts whereabouts works".split()
)
"""Words of keys that end as plurals do, and are none."""
_PLAIN_NUMBER = re.compile(r"[+-]?(?:0|[1-9]\d*)(?:\.\d+)?")


def is_open(key: str, text: str) -> bool:
    """Whether a text that is told for a key is as likely another JSON value: true for "Yes", 1500 for "1 500"."""
    words = words_of(key)
    last = words[-1] if words else ""
    is_amount = last in _AMOUNTS and not _is_of_state(key)
    if text in {"true", "false"}:
        return False
    if text.lower() in _TRUTHS:
        return True
    if text in {"0", "1"}:
        return not _STATES.isdisjoint(words)
    if _PLAIN_NUMBER.fullmatch(text) is not None:
        return last in _WRITTEN_IN_DIGITS
    is_of_several = last.endswith("s") and names_several(key) and last not in _ONE_FOR_ALL
    return is_amount or (is_of_several and not any(map(str.isdigit, text)))


_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_DATE = re.compile(
    rf"\d{{1,4}}(?:st|nd|rd|th)?[\s./-]{{1,3}}(?:of\s)?{_MONTH}\b|\b{_MONTH}[\s./-]{{1,3}}\d"
    r"|\b\d{1,2}\.?\s(?:de\s|of\s)?[^\W\d_]{3,12}\.?,?\s(?:de\s)?\d{4}\b"
    r"|\b\d{1,2}([./-])\d{1,2}\1\d{4}\b|\b\d{1,4}/\d{1,2}/\d{1,4}\b|\b\d{4}\.\d{1,2}\.\d{1,2}\b"
    r"|\d\s?[ap]\.?m\b",
    re.IGNORECASE,
)
_STANDARD_TIME = re.compile(
    r"\d{4}-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?)?|\d\d:\d\d(?::\d\d)?"
)
_OF_TIMES = frozenset("at birthday birthdate date deadline dob due time when".split())
"""Words of keys whose values are dates or times."""


def is_date_in_words(key: str, text: str) -> bool:
    """Whether a text is a date or a time in no standard form, in which an object is as likely to have it."""
    if _STANDARD_TIME.fullmatch(text):
        return False
    return not _OF_TIMES.isdisjoint(words_of(key)) or _DATE.search(text) is not None


_TOLD_TRUTHS = {"yes": True, "Yes": True, "no": False, "No": False}
"""How a truth value is told in words; "NO" may be Norway."""


def is_told_truth(key: str, value: Json, text: str) -> bool:
    """Whether a truth value is the one that a prompt tells in a word: true for "yes", but not for a number."""
    is_counted = names_several(key) or not _AMOUNTS.isdisjoint(words_of(key)[-1:])
    return isinstance(value, bool) and _TOLD_TRUTHS.get(text) is value and (not is_counted or _is_of_state(key))


def _is_of_state(key: str) -> bool:
    return not {"in", "is", "has"}.isdisjoint(words_of(key)[:1])


def told_truth(text: str) -> bool | None:
    """The truth value that a word tells; None where it tells none."""
    return _TOLD_TRUTHS.get(text)


_SURELY_A_VALUE = re.compile(any_alphabet(r"[A-Z\d@]"))


def may_say_nothing(text: str) -> bool:
    """Whether what is told for a key may be that there is no value: "private", "no", "null"."""
    return _SURELY_A_VALUE.search(text) is None


def is_read_from(key: str, value: Json, text: str) -> bool:
    """Whether a value may be what a prompt writes otherwise: true for "yes" or "enabled", a list for its items."""
    if isinstance(value, bool):
        return text.lower() not in _TRUTHS or text.lower() == ("yes" if value else "no")
    if value is None or value == "":
        return may_say_nothing(text)
    numbers = [Decimal(number) for number in _NUMBER.findall(text)]
    if isinstance(value, int | float):
        return _NUMBER.fullmatch(text.lstrip("+-")) is None and abs(Decimal(str(value))) in numbers
    if isinstance(value, list | dict):
        held = [str(leaf).casefold() for leaf in leaves(value)]
        if _RANGE.fullmatch(text) is not None:
            held = [held[0], held[-1]] if held else []
        return bool(held) and all(leaf in text.casefold() for leaf in held)
    if not isinstance(value, str):
        return False
    if is_date_in_words(key, text):
        return any(map(str.isdigit, value))
    if is_measured(text) and numbers == [Decimal(number) for number in _NUMBER.findall(value)]:
        return True
    return (
        _has_digits_of(value, text)
        or _is_code_of(key, value, text)
        or _is_short_for(text, value)
        or _is_short_for(value, text)
    )


def _has_digits_of(value: str, text: str) -> bool:
    """Whether both are one number with other marks, or another prefix."""
    one, other = (re.sub(r"\D", "", each).lstrip("0") for each in (value, text))
    return min(len(one), len(other)) >= _FEWEST_DIGITS and (one.endswith(other) or other.endswith(one))


_RANGE = re.compile(r"[\w.]{1,20}\s?(?:-|–|to|until)\s?[\w.]{1,20}")
"""From one to another: of which an object may list all that lies between."""
_CODED = frozenset("country currency language locale nation nationality region state unit".split())
"""Words that end keys whose values have names and codes."""
_CODE = re.compile(r"[A-Za-z]{2,3}")


def _is_code_of(key: str, value: str, text: str) -> bool:
    """Whether one may be the code of what the other names: "DE" and "Germany"."""
    is_coded = not _CODED.isdisjoint(words_of(key)[-1:])
    return is_coded and (_CODE.fullmatch(value) is None) != (_CODE.fullmatch(text) is None)


def _is_short_for(text: str, value: str) -> bool:
    words = re.findall(r"[^\W\d_][\w'’-]*", value)
    return (
        text.isupper()
        and len(words) > 1
        and text.replace(".", "") == "".join(word[0] for word in words if word[0].isupper())
    )
