"""The keys of a JSON Schema of which it says more than what can be judged: what a value is, or how it is written.

"price: 30" tells the value of a plain `price`; of one that a schema calls "Price in cents" it may not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from stepcache_core.tasks.json_value.spelling import words_of

_JUDGED: Final = frozenset(
    "type enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems "
    "maxItems uniqueItems nullable default deprecated readOnly writeOnly".split()
)
"""What is judged, or says nothing of a value that is told."""
_FORMATS: Final = frozenset("date date-time time email uri url uuid ipv4 ipv6 hostname".split())
_FRAME: Final = frozenset(
    "type properties required additionalProperties unevaluatedProperties minProperties maxProperties propertyOrdering "
    "strict name if then else not dependentRequired $defs definitions $schema $id title description".split()
)
"""Words at the top of a schema that say nothing of one value alone, or are judged."""
_CHOICES: Final = frozenset({"anyOf", "allOf", "oneOf"})
_MAX_DEPTH: Final = 8
_PLAIN: Final = frozenset(
    "a about account ad all always an and applicant application article basic book booking business card client "
    "collection company contact contained contains conversation customer cv data describes describing details document "
    "email employee event extract extracted extraction facts fields for found from has holding holds identifying in "
    "individual info information input invoice is its item job json list listing member mentioned message model movie "
    "object of one order our output page parsed patient person personal product profile receipt recipe record "
    "represents representing reservation response result resume review schema single some structure structured student "
    "support system text that the this ticket to tool use user with your".split()
)
"""Words of a description that say no more than of what it is."""
_TURNS: Final = frozenset(
    "as cents code codes formatted hex in iso lower lowercase of only per percent rounded short snake translated upper "
    "uppercase usd eur with without".split()
)
"""Words of a title after which it says more than of what it is."""


def described_in(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys of whose values a schema says more than a type: what they are, or which members they have."""
    properties = schema.get("properties")
    rules = properties if isinstance(properties, Mapping) else {}
    if not _is_plain_frame(schema, [str(key) for key in rules]):
        return tuple(map(str, rules))
    return tuple(str(key) for key, rule in rules.items() if _says_more(str(key), rule, schema))


def _is_plain_frame(schema: Mapping[str, Any], keys: list[str]) -> bool:
    if not schema.keys() <= _FRAME:
        return False
    title = words_of(str(schema.get("title", "")))
    said = re.findall(r"[^\W_]+|\S", str(schema.get("description", "")).lower())
    named = {*title, *(word for key in keys for word in words_of(key))}
    return _TURNS.isdisjoint(title) and all(
        word in _PLAIN or word in named or word.removesuffix("s") in named or word in ".,;:" for word in said
    )


def _says_more(key: str, rule: Any, schema: Mapping[str, Any], depth: int = 0) -> bool:
    if isinstance(rule, bool):
        return False
    if not isinstance(rule, Mapping) or depth > _MAX_DEPTH:
        return True
    for word, said in rule.items():
        if word == "items":
            more = _says_more(key, said, schema, depth + 1)
        elif word in _CHOICES and isinstance(said, list):
            more = any(_says_more(key, one, schema, depth + 1) for one in said)
        elif word == "$ref":
            meant = _referred_to(said, schema)
            more = meant is None or _says_more(key, _without_own_name(meant), schema, depth + 1)
        elif word == "title":
            more = bool(set(words_of(str(said))) - set(words_of(key)))
        elif word == "format":
            more = said not in _FORMATS
        else:
            more = word not in _JUDGED
        if more:
            return True
    return False


def _without_own_name(rule: Any) -> Any:
    """A definition without the title that is its name, which frameworks derive from a class."""
    is_named = isinstance(rule, Mapping) and _TURNS.isdisjoint(words_of(str(rule.get("title", ""))))
    return {word: said for word, said in rule.items() if word != "title"} if is_named else rule


def _referred_to(reference: Any, schema: Mapping[str, Any]) -> Any:
    """What a reference inside the schema leads to; None for any other."""
    found = re.fullmatch(r"#/(?P<place>\$defs|definitions)/(?P<name>[^/~%]+)", str(reference))
    definitions = schema.get(found["place"]) if found is not None else None
    return definitions.get(found["name"]) if found is not None and isinstance(definitions, Mapping) else None
