"""Questions for what a noun stands in relation to, and for what a thing is: articles and number that decide nothing."""

from __future__ import annotations

from stepcache_core.delta.lexicon import SUPERLATIVES
from stepcache_core.delta.nouns import MASS_TOO, is_surely_counted, kind
from stepcache_core.delta.tokens import Token

_ONE_OR_MANY = {
    word: one
    for one in """difference similarity distinction advantage disadvantage benefit drawback symptom cause effect impact
        consequence requirement application qualification solution reason""".split()
    for word in (one, f"{one[:-1]}ies" if one.endswith("y") else f"{one}s")
}
"""Nouns that are asked for in either number: "the difference between" are all differences."""
_IN_ITS_NUMBER = frozenset(
    """definition meaning tips purpose importance significance role population pros procedure types kinds rules uses
    functions features properties examples stages steps parts components elements principles requirements facts ways
    methods adaptations characteristics""".split()
)
"""Nouns that "what is" asks for by what follows them, so that a missing article before them can only be "the"."""
_FOR_OR_OF = frozenset("rules requirements requirement reason reasons symptom symptoms cause causes".split())
_RELATIVE = frozenset("of between for on in to about".split())
_SOME = (("some", "of", "the"), ("the",), ("some",))
_FOREMOST = frozenset(
    """most least first last second third next only sole single leading main primary principal chief key root real true
    major top best worst biggest""".split()
)
"""Adjectives of one among many: the leading cause of death is one, its leading causes are a list."""
_VARIOUS = frozenset({"different", "various"})
_IN_NAMES = frozenset(
    """white black red blue green yellow orange golden silver gray pink brown big great long new old high dark bright
    north south east west grand royal holy""".split()
)
"""Adjectives that many a name begins with: the white house, a white house."""
_DETERMINERS = frozenset(
    """the a an my your his her our their its this that these those some any all no not you it he she they we I there
    going wrong happening one so as to of for in on with between""".split()
)


def related(tokens: list[Token]) -> list[Token]:
    """The tokens of a question without the articles and the number that decide nothing in it."""
    keys = [token[0] for token in tokens]
    if keys[0] in {"difference", "differences"} and keys[1] == "between":
        place = tokens[0][2], tokens[0][3]
        tokens = [("what", "word", *place), ("is", "word", *place), *tokens[: -1 if keys[-1] == "?" else None]]
        keys = [token[0] for token in tokens]
    if keys[0] != "what" or len(keys) < 3 or keys[1] not in {"is", "are", "were", "was"}:
        return tokens
    noun = _relational(keys)
    if noun:
        return _asked_for(tokens, keys, noun)
    return _defined(tokens) if keys[1] in {"is", "are"} else tokens


def _relational(keys: list[str]) -> int:
    """Where the noun stands that is asked for by what follows it; 0 for none."""
    start = 2 + _size_of_some(keys)
    for place in range(start, min(start + 3, len(keys) - 2)):
        key = keys[place]
        if keys[place + 1] in _RELATIVE and (key in _ONE_OR_MANY or key in _IN_ITS_NUMBER):
            return place
        if not key.islower() or key in _DETERMINERS:
            return 0
    return 0


def _size_of_some(keys: list[str]) -> int:
    return next((len(some) for some in _SOME if tuple(keys[2 : 2 + len(some)]) == some), 0)


def _asked_for(tokens: list[Token], keys: list[str], noun: int) -> list[Token]:
    start = 2 + _size_of_some(keys)
    start += start < noun and keys[start] in _VARIOUS
    one = _ONE_OR_MANY.get(keys[noun]) if not any(map(_is_foremost, keys[start:noun])) else None
    verb = tokens[1]
    if one:
        verb = ("is" if keys[1] in {"is", "are"} else "was", *tokens[1][1:])
    named = tokens[noun] if one is None else (one, *tokens[noun][1:])
    rest, relation = tokens[noun + 2 :], tokens[noun + 1]
    if keys[noun] in _FOR_OR_OF and relation[0] == "for":
        relation = ("of", *relation[1:])
    if keys[noun + 1] == "between":
        rest = _compared(rest)
    elif keys[noun] in _ONE_OR_MANY or keys[noun].endswith("s"):
        rest = _in_general(rest, may_be_named=keys[noun] not in _ONE_OR_MANY)
    return [tokens[0], verb, *tokens[start:noun], named, relation, *rest]


def _is_foremost(word: str) -> bool:
    return word in _FOREMOST or word in SUPERLATIVES


def _compared(tokens: list[Token]) -> list[Token]:
    """What a relation holds between: of two kinds, neither article nor number nor order decides."""
    keys = [token[0] for token in tokens]
    if keys.count("and") != 1 or not all(token[1] == "word" for token in tokens):
        return tokens
    middle = keys.index("and")
    first, second = (_in_general(part, is_compared=True) for part in (tokens[:middle], tokens[middle + 1 :]))
    ones, others = [token[0] for token in first], [token[0] for token in second]
    are_alike = len(ones) == len(others) and (len(ones) == 1 or ones[-1] == others[-1])
    if are_alike and others < ones and all(key.islower() and len(key) > 1 for key in (*ones, *others)):
        first, second = second, first
    return [*first, tokens[middle], *second]


def _in_general(tokens: list[Token], *, is_compared: bool = False, may_be_named: bool = False) -> list[Token]:
    """A kind of thing, named by one of its words alone: "a blue whale" and "blue whales" as "blue whale".

    Without an article a single word may be a substance, a game or a product: "weeds" and "a weed", but not "weed".
    What is compared with another thing is hardly the product that bears the name of a thing. Where rules, features or
    parts are asked for it may be one in several words, too: "fight club".
    """
    is_one = bool(tokens) and tokens[0][0] == "a" and len(tokens) > 1 and tokens[-1][0] not in MASS_TOO
    if is_one:
        tokens = tokens[1:]
    if not tokens or len(tokens) > 3 or any(token[0] in _DETERMINERS for token in tokens):
        return [("the", "definite", *token[2:]) if token[0] == "the" else token for token in tokens]
    last = tokens[-1]
    one = kind(last[0], is_alone=len(tokens) == 1)
    if (
        (len(tokens) == 1 or may_be_named)
        and (is_one or one != last[0])
        and not (is_compared and is_surely_counted(one))
    ):
        return [(f"a {one}", *last[1:])]
    return [*tokens[:-1], (one, *last[1:])]


def _defined(tokens: list[Token]) -> list[Token]:
    """One wording for what asks for a kind of thing: what is a light wave, what are light waves.

    In the singular without an article it may be a work, a game or a product: fight club, poker, docker. So may a
    plural alone of which "is" is said: windows, friends.
    """
    thing = tokens[2:]
    if not 1 <= len(thing) <= 3 or thing[0][0] in SUPERLATIVES or thing[0][0] in _IN_NAMES:
        return tokens
    if not all(token[0].islower() and token[0] not in _DETERMINERS for token in thing):
        return tokens
    last = thing[-1][0]
    one = kind(last, is_alone=len(thing) == 1)
    if one == last or (tokens[1][0] == "is" and len(thing) == 1):
        return tokens
    return [tokens[0], ("is", *tokens[1][1:]), ("a", *thing[0][1:]), *thing[:-1], (one, *thing[-1][1:])]
