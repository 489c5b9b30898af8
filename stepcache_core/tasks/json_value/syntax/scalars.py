"""A bare number, word or choice taken out of the words that a model put around it, where a schema asks for one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from stepcache_core.tasks.json_value.syntax.text import RETRACTION

MAX_TEXT_CHARS = 2_000

NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,17})?")
_GROUPED = re.compile(r"-?[1-9][0-9]{0,2}(?:(?:,[0-9]{3}){1,5}\.[0-9]{1,17}|(?:,[0-9]{3}){2,5})")
"""Groups of three before a point, or several of them: a single comma may as well be a decimal one."""
_TRUTH = re.compile(
    r"(?:\A|(?<=[:\n])|(?<=\n\n))[\s*_\"'`]{0,6}(?P<word>true|false)[*_\"'`]{0,4}\s{0,4}(?:\Z|[.!](?=\s|\Z)|\n)",
    re.IGNORECASE,
)
_ANY_TRUTH = re.compile(r"\b(?:true|false|yes|no|not|never|neither|\w+n['’]t)\b", re.IGNORECASE)
_DENIAL = re.compile(r"\b(?:not|no|nor|never|neither|none|except|unless|or|but|rather|than|\w+n['’]t)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_][\w-]{0,63}")


def scalar_in(text: str, schema: Mapping[str, Any] | None, fits: Callable[[str], bool]) -> str | None:
    """The one scalar that the text states, as JSON; None where the schema asks for no scalar, or it is in doubt.

    Args:
        text: What the model wrote.
        schema: What was asked for.
        fits: Whether a value written as JSON is what was asked for.
    """
    if schema is None or len(text) > MAX_TEXT_CHARS:
        return None
    text = text.strip()
    kind = str(schema.get("type"))
    if "const" in schema or "enum" in schema:
        written = _choice(text, schema["enum"] if "enum" in schema else [schema["const"]])
    elif kind in {"number", "integer"}:
        written = _number(text)
    elif kind == "boolean":
        written = _truth(text)
    elif kind == "string":
        written = json.dumps(text, ensure_ascii=False) if _WORD.fullmatch(text) else None
    else:
        return None
    return written if written is not None and fits(written) else None


def _number(text: str) -> str | None:
    text = text.removesuffix(".")
    if _GROUPED.fullmatch(text):
        return text.replace(",", "")
    return text if NUMBER.fullmatch(text) else None


def _truth(text: str) -> str | None:
    """A truth value that stands alone in its line or after a label, if the text says nothing else of the kind."""
    found = _TRUTH.search(text)
    if found is None or RETRACTION.search(text) is not None or len(_ANY_TRUTH.findall(text)) != 1:
        return None
    return found["word"].lower()


def _choice(text: str, choices: Any) -> str | None:
    """The one choice that is named, once and in any case, in a text that denies nothing."""
    if not isinstance(choices, list) or not all(isinstance(one, str) and one.strip() for one in choices):
        return None
    words = {one: re.findall(rf"(?<!\w){re.escape(one)}(?!\w)", text, re.IGNORECASE) for one in choices}
    named = [one for one in choices if words[one]]
    if len(named) != 1 or len(words[named[0]]) != 1:
        return None
    if _DENIAL.search(text.replace(words[named[0]][0], "")) is not None or RETRACTION.search(text) is not None:
        return None
    return json.dumps(named[0], ensure_ascii=False)
