"""How much of a prompt may be put in other words: all of a plain question, its opening only, or nothing."""

from __future__ import annotations

from enum import IntEnum

from stepcache_core.delta.tokens import Token
from stepcache_core.delta.vocabulary import LANGUAGES, OPENERS


class Freedom(IntEnum):
    """What of a prompt may be put in other words."""

    NOTHING = 0
    FORM = 1
    """It may name a work by its title, or a thing by how it is spelled: its form, but none of its other words."""
    ALL = 2


_MAX_CHARS = 300
_MAX_TOKENS = 60
_MARKS = frozenset(",-%$/&().'")
_ABOUT_WORDING = tuple(
    """translat rewrit rephras reword paraphras proofread spell grammar punctuat correct formal polite sentiment greet
    reply replies respon continue repeat transcri summar classif text phrase abbreviat contraction syllab vowel
    consonant hyphen apostroph suffix prefix capitali uppercase lowercase say said typing pronounc pronunciation rhym
    slang idiom vocabular synonym antonym verb noun adjective adverb tense plural singular british dialect
    accent""".split()
)
_ABOUT_WORDING_WHOLE = frozenset(
    "tone many word words letter letters character characters sentence sentences type mood".split()
)
_NAMED = tuple(
    """mean writ wrote quot lyric song sing sang sung album movie film episode titl call name naming print json xml yaml
    csv html css sql regex string variable function propert parameter attribute code coding book novel poem game brand
    logo domain password hashtag emoji article""".split()
)
_NAMED_WHOLE = frozenset("band show series key keys field fields column columns".split())


def _by_head(stems: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    heads = dict.fromkeys(stem[:3] for stem in stems)
    return {head: tuple(stem for stem in stems if stem.startswith(head)) for head in heads}


_ABOUT_WORDING_BY_HEAD, _NAMED_BY_HEAD = _by_head(_ABOUT_WORDING), _by_head(_NAMED)
_SLOW = LANGUAGES | _ABOUT_WORDING_WHOLE | _NAMED_WHOLE
_HEADS = _ABOUT_WORDING_BY_HEAD.keys() | _NAMED_BY_HEAD.keys()
_NAMED_LIKE_A_LANGUAGE = ("ish", "ese", "ian", "ic", "ch")
_FOREIGN = LANGUAGES - {"english"}
_INTO = frozenset({"in", "into", "to", "from"})
_FRAGMENT = frozenset({"difference", "differences"})
FRONTED = frozenset("if when according in on whether".split())
"""First words of what may stand before a question, or behind it."""
_BEFORE_A_LETTER = frozenset("a an capital double silent".split())
_OF_A_FORM = frozenset({("in", "capitals"), ("the", "term"), ("the", "spelling")})
_FORMS = frozenset(form for _, form in _OF_A_FORM)
_HAVING = frozenset("have has had with without need needs there drop lose".split())
_NO_OPENERS = _FRAGMENT | FRONTED


def freedom(tokens: list[Token], text: str) -> Freedom:
    """How much of a prompt may be put in other words.

    Args:
        tokens: Of the whole prompt, between its courtesies.
        text: What they are the tokens of.
    """
    if not 1 < len(tokens) <= _MAX_TOKENS or len(text) > _MAX_CHARS:
        return Freedom.NOTHING
    opener = tokens[0][0]
    if opener not in OPENERS and opener.split("'")[0] not in OPENERS and opener not in _NO_OPENERS:
        return Freedom.NOTHING
    found = Freedom.NOTHING if _names_a_letter([token[0] for token in tokens]) else Freedom.ALL
    for index, token in enumerate(tokens[:-1] if tokens[-1][0] == "?" else tokens):
        key, group = token[0], token[1]
        if group == "word":
            if key[:3] in _HEADS or key in _SLOW or not key.islower():
                found = min(found, _freedom_of_word(tokens, index))
                if found is Freedom.NOTHING:
                    return found
        elif group == "symbol":
            if key.strip() not in _MARKS:
                return Freedom.NOTHING
        elif group != "number" or key[0] == "\u2060":
            return Freedom.NOTHING
    return found


def _names_a_letter(keys: list[str]) -> bool:
    """Whether a letter is asked about, or a form: "does colour have a u", "in capitals", "the term photograph".

    In a capital it may be a mark: "how do I get an A".
    """
    return any(
        _is_a_letter(keys, place) if len(key) == 1 else (keys[place - 1], key) in _OF_A_FORM
        for place, key in enumerate(keys)
        if place and (len(key) == 1 or key in _FORMS)
    )


def _is_a_letter(keys: list[str], place: int) -> bool:
    before, key = keys[place - 1 : place + 1]
    if before not in _BEFORE_A_LETTER or not key.isalpha() or keys[place + 1 : place + 2] == ["-"]:
        return False
    return key.islower() or before in {"capital", "silent"} or not _HAVING.isdisjoint(keys)


def _freedom_of_word(tokens: list[Token], index: int) -> Freedom:
    key = tokens[index][0]
    lowered = key.lower()
    if lowered in _ABOUT_WORDING_WHOLE or lowered.startswith(_ABOUT_WORDING_BY_HEAD.get(lowered[:3], ())):
        return Freedom.NOTHING
    if lowered in LANGUAGES or (key[0].isupper() and key.endswith(_NAMED_LIKE_A_LANGUAGE)):
        if index and tokens[index - 1][0] in _INTO:
            return Freedom.NOTHING
        if lowered in LANGUAGES and tokens[index + 1 : index + 2] and tokens[index + 1][0] in {"for", "of"}:
            return Freedom.NOTHING
        return Freedom.FORM if lowered in _FOREIGN else Freedom.ALL
    return (
        Freedom.FORM
        if lowered in _NAMED_WHOLE or lowered.startswith(_NAMED_BY_HEAD.get(lowered[:3], ()))
        else Freedom.ALL
    )
