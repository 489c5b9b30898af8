"""Verbs that tell the reader to do something."""

from __future__ import annotations

from typing import Final

ORDERS: Final = frozenset(
    "abbreviate add anonymise anonymize answer apply assume avoid base be begin calculate call capitalise "
    "capitalize censor change choose combine compute consider convert copy correct count create deduct delete "
    "describe disregard do double drop encode end ensure exclude expand explain fill find fix focus follow "
    "format generate get give guess halve have hide ignore imagine include increase infer insert invent keep "
    "leave let limit list look lowercase make mask mention multiply normalise normalize obfuscate omit output "
    "paraphrase pick pretend print provide pseudonymise pseudonymize put randomise randomize read redact "
    "remove rename replace report return reverse round see select set shorten show skip sort spell start "
    "state strip subtract summarise summarize suppose swap take tell think translate transliterate treat "
    "triple truncate try turn update uppercase use write".split()
)
"""Where they come first in a sentence, they speak to whoever answers."""
