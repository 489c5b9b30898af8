"""Whether a name that a request gives may not be all of it: beside a title, a bracket or another name."""

from __future__ import annotations

import re

from stepcache_core.capitals import any_alphabet

PROPER_NAME = re.compile(any_alphabet(r"[A-Z][\w'’.-]*+(?:\s[A-Z][\w'’.-]*+)*+"))
"""A name as long as its capitals go on."""
_CALLED_OTHERWISE = re.compile(
    any_alphabet(
        r"\b(?i:n[ée]e|aka|a\.k\.a|alias|(?:also|better|formerly|legally|otherwise)\s(?:known|called|named)|real\sname|middle"
        r"|pseudonym|(?:pen|stage|birth|maiden|married)\sname|short\sfor|stands\sfor)\b|\bborn(?:\sas)?\s(?=[A-Z])"
    )
)
"""Words beside which a name may not be all of it."""
_SPOKEN_OF_NAMES = re.compile(
    r"\b(?:names?|named|surnames?|nick(?:name|named)?|initials?|called|calls|known|signs|signed|spelled|changed)\b",
    re.IGNORECASE,
)
_TITLED = re.compile(
    r"\b(?:Mr|Mrs|Ms|Mx|Dr|Prof|Professor|Doctor|Sir|Lady|Lord|Dame|Rev|Reverend|Father|Sister|Capt|Captain|Gen|General"
    r"|Col|Colonel|Lt|Sgt|Judge|President|Queen|King|Prince|Princess|Jr|Sr|PhD|MD|Esq|MBE|OBE|III|II)\b"
)
"""What may belong to a full name and not to the name alone."""


def may_be_called_otherwise(value: str, told: str) -> bool:
    """Whether the request speaks of a title or of another name of whom it tells, beside the value or elsewhere."""
    name = re.escape(value)
    label = re.compile(rf"\b(?:full[\s_-]?)?name\b(?=\W{{0,4}}(?:is\b)?\W{{0,4}}{name})", re.IGNORECASE)
    rest = label.sub(" ", told)
    is_bracketed = re.search(rf"{name}[\"”'’]?\s{{0,3}}\(", rest) is not None
    speaks_of_names = any(pattern.search(rest) for pattern in (_CALLED_OTHERWISE, _SPOKEN_OF_NAMES, _TITLED))
    return is_bracketed or speaks_of_names or _is_part_of_another(value, told)


def _is_part_of_another(value: str, told: str) -> bool:
    """Whether a longer name that is told, or one with an initial, has a word of this one; or a shorter one has."""
    words = set(value.split())
    names = (set(name.rstrip(".").split()) for name in PROPER_NAME.findall(told))
    return any(words & name and 1 < len(name) != len(words) for name in names)
