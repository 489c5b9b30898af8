"""A clause that stands before a question, moved behind it where it says the same there."""

from __future__ import annotations

import re

from stepcache_core.delta.lexicon import NAMES
from stepcache_core.delta.plainness import FRONTED
from stepcache_core.delta.tokens import Token
from stepcache_core.delta.vocabulary import AUXILIARIES, WH

_PAST = frozenset("did was were had has have been".split())
_CLAUSES = frozenset(
    """after although and as because before but if or since that though unless until what when where whether which while
    who whom whose why""".split()
)
_TAKES_TO = frozenset("way ways how have has had need want like going able possible used supposed ought".split())
"""Words whose "to" is part of what is asked, as in "the best way to travel"."""
_BEFORE_ADJECTIVE = frozenset("it is are was were be more too so very".split())
_PRONOUNS = frozenset("it there I we they he she".split())
_DETERMINERS = frozenset("a an the my your his her our their its this that these those".split())
_SAYING = re.compile(
    r"\b(?:sa(?:y|id)|claim|predict|promise|announc|declar|deny|denied|warn|admit|report|think|thought|believ|know|knew"
    r"|expect|hope|want|plan|decide|agree|refuse|ask|told|tell|suggest|recommend|order|propos|forecast|vow|threaten)"
)


def main_clause_first(tokens: list[Token]) -> list[Token]:
    """A clause that stands in front moved behind: "if it rains, what should I do", "what should I do if it rains"."""
    if tokens[0][0] not in FRONTED:
        return tokens
    commas = [index for index, token in enumerate(tokens) if token[0].strip() == ","]
    main = tokens[commas[0] + 1 :] if len(commas) == 1 else []
    keys = [token[0] for token in main]
    if not main or keys[0] not in WH | AUXILIARIES or _has_second_verb(keys):
        return tokens
    if tokens[0][0] in {"in", "on"} and _has_infinitive(keys):
        return tokens
    if main[-1][0] == "?":
        main = main[:-1]
    return [*main, *tokens[: commas[0]]]


def whether_it_is(tokens: list[Token]) -> list[Token]:
    """What is left of "can you tell me if it is safe?" as the question "is it safe?"."""
    keys = [token[0] for token in tokens[:3]]
    is_asked = keys[0] == "whether" or (keys[0] == "if" and tokens[-1][0] == "?")
    if not is_asked or len(tokens) < 5 or keys[1] not in _PRONOUNS or keys[2] not in AUXILIARIES:
        return tokens
    if any(token[0].strip() == "," for token in tokens):
        return tokens
    rest = tokens[3:-1] if tokens[-1][0] == "?" else tokens[3:]
    return [tokens[2], tokens[1], *rest]


def _has_infinitive(keys: list[str]) -> bool:
    """Whether a place or time behind it may belong to what is to be done with a thing: "a visa to study in Rome"."""
    return any(
        keys[index - 1] not in _TAKES_TO and keys[index - 2] not in _BEFORE_ADJECTIVE and _may_be_verb(keys[index + 1])
        for index in range(2, len(keys) - 1)
        if keys[index] == "to"
    )


def _may_be_verb(word: str) -> bool:
    return word.isalpha() and word.islower() and word not in NAMES and word not in _DETERMINERS


def _has_second_verb(keys: list[str]) -> bool:
    """Whether what stands behind may belong to another verb: "who said he would go on Monday", "a man shot in May"."""
    is_past = not _PAST.isdisjoint(keys) or any(key.endswith("ed") for key in keys)
    return not _CLAUSES.isdisjoint(keys[1:]) or (is_past and "to" in keys) or _SAYING.search(" ".join(keys)) is not None
