"""Lists of fields as applications write them, one a line with its type, said as a list of keys.

"- `age` (integer): the age in years" is a key with a note. Lines that are no field stay what they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from stepcache_core.tasks.json_value.reading.notes import from_note, kind_named
from stepcache_core.tasks.json_value.reading.number_words import NUMBERS
from stepcache_core.tasks.json_value.reading.patterns import compiled

MIN_FIELDS: Final = 2
MAX_FIELDS: Final = 64
BULLET: Final = re.compile(r"(?P<indent>[ \t]*)(?:[-*•–]|\d{1,2}[.)])[ \t]+(?P<item>\S[^\n]*)")
_TYPE: Final = (
    r"(?:an? )?(?:(?:list|array) of )?(?:(?:whole|decimal) numbers?|strings?|numbers?|integers?|ints?|floats?"
    r"|booleans?|bools?"
    r"|texts?|decimals?|true/false|lists?|arrays?|objects?|str)"
)
_FIELD: Final = compiled(
    r"(?P<open>[\"'`]|\*\*)?(?P<key>[A-Za-z_][\w-]{0,63})(?(open)[\"'`*]{1,2})"
    r"(?:\s{0,3}\((?P<typed>[^()\n]{1,160})\)(?=\s{0,3}(?:[:=,.;–—-]|\Z)))?"
    r"(?:\s{0,3}[:=–—]\s{0,3}|\s{1,3}-\s{1,3}|,\s{1,3}(?=an?\s))?(?P<note>[^\n]{0,300}?)[\s.;,]{0,4}"
)
_TYPED: Final = compiled(rf"(?P<type>{_TYPE})\b(?:\s{{0,3}}[.,:;–—-]\s{{1,3}}| )?(?P<more>.*)")
_ALIASES: Final = {"int": "integer", "ints": "integers", "str": "string", "bool": "boolean", "float": "number"}
_THESE: Final = compiled(
    r"(?:(?:with|using|of|has|having|containing|contains|including) )?(?P<exactly>(?:exactly|only|just) )?"
    r"(?:(?:the|these|those|all) )?(?P<exactly2>(?:exactly|only|just) )?(?P<points>following )?"
    r"(?:(?P<n>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten) )?(?:json )?"
    r"(?:fields|keys|properties|attributes)(?P<below> (?:listed |given |described "
    r")?below)?(?P<colon>\s?:)?(?=[\s.,]|\Z)"
)


@dataclass(frozen=True, slots=True)
class Field:
    """A key, and the note beside it."""

    key: str
    note: str


def as_field(item: str) -> Field | None:
    """The field that a line is; None where it says something else."""
    found = _FIELD.fullmatch(item.strip())
    if found is None:
        return None
    typed, note = found["typed"], " ".join(found["note"].split())
    if typed is not None:
        if _TYPED.fullmatch(typed) is None and from_note(typed) is None:
            return None
        note = f"{typed}, {_uncapitalised(note)}" if note else typed
    plain = _TYPED.fullmatch(note)
    if plain is not None:
        kind = " ".join(_ALIASES.get(word.lower(), word) for word in plain["type"].split())
        more = _uncapitalised(plain["more"].strip(" ."))
        note = f"{kind}, {more}" if more else kind
    elif found["open"] is None and from_note(note) is None and kind_named(note) is None:
        return None
    return Field(found["key"], note) if note else None


def _uncapitalised(words: str) -> str:
    """The words without a capital that only begins them."""
    return words[:1].lower() + words[1:] if re.match(r"[A-Z][a-z']*\s", words) else words


def may_be_field(item: str) -> bool:
    """Whether a line may well be a key with a note that was not understood."""
    return _MAY_BE.match(item) is not None


_MAY_BE: Final = re.compile(
    r"[\"'`*]{0,3}[A-Za-z_][\w-]{0,63}[\"'`*]{0,3}(?:\s{0,3}[:=(]|\s{1,3}[–—-]\s|[\"'`*.,;]{0,3}\s{0,3}\Z)|[\"`]|\*\*"
)


def bare_key(item: str) -> Field | None:
    """The key that a line is and nothing else."""
    found = re.fullmatch(r"[\"'`]?([A-Za-z_][\w-]{0,63})[\"'`]?[,;]?", item.strip())
    return None if found is None else Field(found[1], "")


def with_keys_named(asks: str, fields: Sequence[Field]) -> str | None:
    """The text with a list of these fields at its end; None where it speaks of another number of them."""
    asked = list(_THESE.finditer(asks))
    pointing = [
        one for one in asked if one["points"] or one["below"] or one["colon"] or one["exactly"] or one["exactly2"]
    ]
    if len(pointing) > 1 or not MIN_FIELDS <= len(fields) <= MAX_FIELDS:
        return None
    exactly = ""
    for found in pointing:
        number = found["n"]
        if number and (NUMBERS.get(number.lower()) or int(number)) != len(fields):
            return None
        exactly = "exactly " if found["exactly"] or found["exactly2"] else ""
        named = "" if re.match(r"(?:with|using|of|has|having|contain|includ)", found[0], re.IGNORECASE) else " this"
        before, after = asks[: found.start()].rstrip(), asks[found.end() :]
        asks = (
            f"{before}{named}{after}"
            if after[:1].strip() or not after.strip()
            else f"{before}{named} {after.lstrip(' ')}"
        )
    listed = "\n".join(f"- {field.key}: {field.note}" if field.note else f"- {field.key}" for field in fields)
    return f"{asks.rstrip(' ,:')}\nUse {exactly}the keys:\n{listed}"
