"""A clause that stands before a question, moved behind it where it says the same there."""

from __future__ import annotations

import re

from stepcache_core.delta.plainness import FRONTED
from stepcache_core.delta.tokens import Token
from stepcache_core.delta.vocabulary import AUXILIARIES, WH

_PAST = frozenset("did was were had has have been".split())
_CLAUSES = frozenset(
    """after although and as because before but if or since that though unless until what when where whether which while
    who whom whose why""".split()
)
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
    if not main or main[0][0] not in WH | AUXILIARIES or _has_second_verb([token[0] for token in main]):
        return tokens
    if main[-1][0] == "?":
        main = main[:-1]
    return [*main, *tokens[: commas[0]]]


def _has_second_verb(keys: list[str]) -> bool:
    """Whether what stands behind may belong to another verb: "who said he would go on Monday", "a man shot in May"."""
    is_past = not _PAST.isdisjoint(keys) or any(key.endswith("ed") for key in keys)
    return not _CLAUSES.isdisjoint(keys[1:]) or (is_past and "to" in keys) or _SAYING.search(" ".join(keys)) is not None
