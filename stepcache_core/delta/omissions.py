"""Articles and owners that plain questions leave out at times, and the two ways to name a kind of thing."""

from __future__ import annotations

from collections.abc import Iterator

from stepcache_core.delta.lexicon import NAMES
from stepcache_core.delta.nouns import BARE, MASS_TOO, kind, singular
from stepcache_core.delta.tokens import Token

_OMISSIBLE, _OF_ANY, _OF_ONE = "omissible", "of any", "of one"
"""The groups of a token that may be missing from the other prompt, and of such an article before any one of a kind.

Before one word alone an article may be missing only where the word is in the plural: not for "create closure".
"""
_BE = frozenset("is are was were am be been being do does did can could will would should not such half many".split())
_FIXED_WITH_A = frozenset("little few lot bit couple number hundred thousand million".split())
_FIXED_WITH_THE = frozenset(
    """most little few many other others same first second third last next only whole rest number front case question
    way place charge end control view name point top matter time times future past present day dead""".split()
)
_IN_A_NAME = frozenset("and or of for to in on at with from by".split())
_OWN = frozenset(
    """hair skin scalp face teeth eyes nose lips nails hands legs feet back belly stomach body mind memory voice skills
    confidence weight height handwriting vocabulary self-esteem anger""".split()
)
"""What, with no owner named, is the asker's own, unless it is drawn or dealt in."""
_OF_ANYONE = frozenset("draw sketch paint buy sell find choose describe make edit photograph add".split())
_BETTERED = frozenset(
    "improve increase boost enhance strengthen develop sharpen clear control overcome manage reduce lose gain".split()
)
_OMITTED = frozenset({"a", "the", "my"})
_RELATING = frozenset(
    """above after as at before beyond by down for from in into of off on onto out over to under up with
    without""".split()
)
_LIGHT = frozenset(
    """be become bear break bring call carry cast catch change cross cut do draw fall feel find follow gain get give go
    grow have hit hold keep kick lay leave lend lose make pass pay play pull put raise read run runs save send set shake
    shut spill stand stay steal take takes turn use used using watch""".split()
)
"""Verbs that make one notion with a bare noun, as "take part" and "lose face", or with an adjective."""
_AFTER_A_PHRASE = (
    _RELATING
    | _BE
    | frozenset(
        """about against and around because but during if or since than that through until what when which while
        who""".split()
    )
)
_WITHOUT_ARTICLE = MASS_TOO | BARE
_NEAR = 4


def marked(tokens: list[Token]) -> list[Token]:
    """The tokens, with those marked that may be left out without changing what is asked."""
    keys = [token[0] for token in tokens]
    result = tokens
    for index, key in enumerate(keys):
        if key in _OMITTED and tokens[index][1] == "word" and _may_be_missing(keys, index):
            if result is tokens:
                result = tokens.copy()
            result[index] = (key, _group(keys, index), *tokens[index][2:])
    return result


def _group(keys: list[str], index: int) -> str:
    """How an article or owner may be missing; only a way to do a thing is the same for one thing and for several."""
    if keys[index] != "a":
        return _OMISSIBLE
    if keys[0] != "how to":
        return "word" if _ends_after(keys, index + 1) else _OMISSIBLE
    return _OF_ONE if _ends_after(keys, index + 1) else _OF_ANY


def _may_be_missing(keys: list[str], index: int) -> bool:
    key = keys[index]
    if not 0 < index < len(keys) - 1:
        return False
    before, after = keys[index - 1], keys[index + 1]
    if key == "my":
        is_own = after in _OWN and keys[1] not in _OF_ANYONE
        return keys[0] == "how to" and (is_own or (index == 2 and keys[1] in _BETTERED))
    if key == "the" and index == 2 and keys[0] == "what" and _belongs_to_a_name(keys[3:7]):
        return True
    if before in _BE or not after.isalpha() or not after.islower():
        return False
    if _may_be_one_notion(keys, index):
        return False
    if not _WITHOUT_ARTICLE.isdisjoint(_named(keys, index + 1)):
        return False
    if key == "the":
        return keys[0] == "how to" and after not in _FIXED_WITH_THE and singular(after) == after
    return after not in _FIXED_WITH_A


def _may_be_one_notion(keys: list[str], index: int) -> bool:
    """Whether the noun after an article, without it, may be part of a phrase of its own: in office, take part."""
    if keys[index - 1] not in _RELATING and keys[index - 1] not in _LIGHT:
        return False
    return _ends_after(keys, index + 1)


def _ends_after(keys: list[str], noun: int) -> bool:
    """Whether a noun phrase is but one word."""
    following = keys[noun + 1] if noun + 1 < len(keys) else ""
    return not following.isalpha() or following in _AFTER_A_PHRASE or following.endswith("ly")


def _belongs_to_a_name(keys: list[str]) -> bool:
    """Whether a noun of at most two words is followed by "of", "in" or the like, and a proper name."""
    for place in (1, 2):
        if keys[place : place + 1] and keys[place] in _IN_A_NAME and keys[place + 1 :]:
            return keys[place + 1][0].isupper() or keys[place + 1] in NAMES
    return False


def _named(keys: list[str], start: int) -> Iterator[str]:
    for key in keys[start : start + _NEAR]:
        if key in _IN_A_NAME:
            return
        yield key


def differ_in_nothing(olds: list[Token], news: list[Token]) -> bool:
    """Whether two runs of tokens are equal but for what may be left out, and for "a thing" and "things" in general."""
    i = j = 0
    skipped_old = skipped_new = -_NEAR
    while i < len(olds) or j < len(news):
        old = olds[i] if i < len(olds) else None
        new = news[j] if j < len(news) else None
        if old and new and old[0] == new[0]:
            if _wants_plural(olds[:i]) or _wants_plural(news[:j]):
                return False
            i, j = i + 1, j + 1
        elif _may_go(old) and not _may_go(new):
            skipped_old = i if old and old[1] != _OMISSIBLE else skipped_old
            i += 1
        elif _may_go(new) and not _may_go(old):
            skipped_new = j if new and new[1] != _OMISSIBLE else skipped_new
            j += 1
        elif old and new and _are_of_a_kind(old, new, i - skipped_old < _NEAR, j - skipped_new < _NEAR):
            i, j = i + 1, j + 1
        else:
            return False
    return not (_wants_plural(olds) or _wants_plural(news))


def _wants_plural(before: list[Token]) -> bool:
    """Whether the last token is an article that is missing elsewhere only before a plural, and here no plural comes."""
    return bool(before) and before[-1][1] == _OF_ONE


def _may_go(token: Token | None) -> bool:
    return token is not None and token[1] in {_OMISSIBLE, _OF_ANY, _OF_ONE}


def _are_of_a_kind(old: Token, new: Token, old_is_any: bool, new_is_any: bool) -> bool:
    if not old[1] == new[1] == "word":
        return False
    return (old_is_any and kind(new[0]) == old[0]) or (new_is_any and kind(old[0]) == new[0])
