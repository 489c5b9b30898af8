"""What English says in more than one way: rewritings that keep the meaning, for plain questions only.

A rule stands here only when general grammar shows that it cannot change the answer. Nothing is rewritten in a prompt
that is more than one plain question, or that may be about its own wording.
"""

from __future__ import annotations

import re

from stepcache_core.delta.courtesies import may_be_about_its_words
from stepcache_core.delta.lexicon import AGENTIVE, NAMES, SUPERLATIVES
from stepcache_core.delta.nouns import BARE, MASS_TOO
from stepcache_core.delta.plainness import Freedom, freedom
from stepcache_core.delta.questions import asked
from stepcache_core.delta.synonyms import (
    BEFORE_A_VERB,
    FILLERS,
    MEASURES,
    ONE_FOR_ANOTHER,
    PHRASE_OPENERS,
    PHRASES,
    VERBS,
)
from stepcache_core.delta.tokens import Token
from stepcache_core.delta.vocabulary import WH

_IS = frozenset("what who where when how that there here".split())
_AFTER_IS = SUPERLATIVES | frozenset(
    "the a an my your his her our their its this that these those it he she in on at wrong".split()
)
"""Words that show that "'s" before them stands for "is", not for "has" and not for an owner."""
_MAY_FOLLOW_HAS = re.compile(
    r"\w*(?:ed|en|wn|ly|ght)|already|almost|also|become|been|begun|born|both|built|come|cut|done|ever|found|gone|got|had"
    r"|held|hit|just|kept|led|left|lost|made|met|never|not|paid|put|read|run|said|sent|set|shot|sold|spent|still|told|up"
    r"|won|yet|app|"
)
"""What at the start of a question lets "'s" stand for "has": a participle or an adverb before one; and idioms."""
_ENDINGS = {"n't": "not", "'re": "are", "'ve": "have", "'ll": "will", "'m": "am"}
_IRREGULAR = {"can't": "can", "won't": "will", "shan't": "shall", "ain't": ""}
_BARE = {
    word.replace("'", ""): word
    for word in """what's don't doesn't didn't isn't aren't wasn't weren't couldn't wouldn't shouldn't haven't hasn't
    hadn't I'm I've""".split()
}
"""Contractions without their apostrophe, where that makes no other word."""
_DIGITS = {
    word: str(number)
    for number, word in enumerate("two three four five six seven eight nine ten eleven twelve".split(), start=2)
}
_PLACE_OF_NUMBER = {"list": 1, "name": 1, "suggest": 1, "recommend": 1, "give": 2, "tell": 2}
"""Where the number stands in an order for several things."""
_BEFORE_ME = frozenset("do can could should would did will may must am have if when that because than".split())
_I = frozenset({"i", "i'm", "i've", "i'll", "i'd"})
_SAID_OF_ME = frozenset(
    """am have want need was will would can could don't did do think know feel should must had didn't can't""".split()
)
_NO_VERB = frozenset("and or is in as to for of with from at by than equals equal times plus minus squared".split())
_FUNCTION_WORDS = frozenset(
    """the of to for and with from at by is are was were do does did how what why where your that can could should would
    """.split()
)
_SUBJECTS = frozenset("I you we he she they people most everyone".split())
_NEEDS_THAT = frozenset("it so now such given in except is are was and or than of like is not only".split())
_WHETHER = frozenset("does did do can will".split())
_OF_ONE_WORD_MORE = frozenset("a an the my your his her our their".split())
_BEFORE_A_WORD = frozenset("use used using".split())
"""What is used may be a word: the question is about till, not about until."""
_UNHYPHENED = frozenset("self non anti multi semi well so".split())
_VALUES = frozenset("true false none null nil bool boolean int integer foo bar baz".split())
_BE = frozenset("is are was were isn't".split())
_SAID_OF_WORDS = frozenset(
    """american british english canadian australian right wrong proper standard valid acceptable archaic dated slang
    informal incorrect old outdated""".split()
)
_SPANS = frozenset("minute hour day week month year mile meter kilometer km kg pound inch liter percent".split())
_BEFORE_A_PLACE = frozenset({",", "in", "of", "to", "from", "near", "for"})
"""What stands before OK where it may be Oklahoma, as a name does: Tulsa, OK."""
_LONG = 9
_LONG_IN_ISE = 7
_SHORTEST_STEM = 3
_ISE = re.compile(r"is(e|ed|es|er|ers|ing|able|ation|ations)\Z")
_ALWAYS_IN_ISE = frozenset({"prom", *(word[:-3] for word in AGENTIVE | MASS_TOO | BARE if word.endswith("ise"))})
"""The beginnings of words that other rules know by their spelling: promise, exercise, advertise."""
_DOUBLED = re.compile(r"(.)\1+")
_DOUBLING = ("ing", "ed", "er", "ers", "son", "sen")
"""Endings of words that a doubled letter may tell apart: planning and planing, Patterson and Paterson."""
_SHORT = 5
_NEVER_NAMES = ("ism", "isms", "ness", "ology")
_EPONYMOUS = frozenset("syndrome disease disorder law theorem resolution resolutions".split())
_PLAIN_KEYS = {**ONE_FOR_ANOTHER, **_DIGITS}
_TOUCHED = frozenset("the that ever really to one cannot".split()).union(
    _PLAIN_KEYS, VERBS, MEASURES, FILLERS, PHRASE_OPENERS, _EPONYMOUS
)
"""Words that a rule may hold for, of those in lower case."""


def rewritten(tokens: list[Token], text: str) -> list[Token]:
    """The tokens in one canonical wording; but for the pronoun I, unchanged unless they make up one plain question.

    Args:
        tokens: Of the whole prompt, between its courtesies.
        text: What they are the tokens of.
    """
    allowed = freedom(tokens, text)
    said = _with_pronoun(tokens)
    if allowed is Freedom.NOTHING:
        said = _counted(said)
        return tokens if said is tokens or may_be_about_its_words(text) else said
    tokens = said
    if allowed is Freedom.FORM:
        return asked([*_expanded(tokens[:3], tokens[3:4]), *(_named(token) for token in tokens[3:])])
    if tokens[0][0] in _BE and _is_of_a_word(tokens[1][0], tokens[2:3]):
        return tokens
    uniform = _uniform(_expanded(tokens, []))
    if len(uniform) < 2 or _is_choice_of_one(uniform):
        return tokens
    return [_spelled(token) if len(token[0]) >= _LONG else token for token in asked(uniform)]


def _counted(tokens: list[Token]) -> list[Token]:
    """An order for several things with their number in digits: "list five rivers"."""
    place = _PLACE_OF_NUMBER.get(tokens[0][0]) if tokens else None
    if place is None or len(tokens) < place + 2 or (place == 2 and tokens[1][0] != "me"):
        return tokens
    key = tokens[place][0]
    if key not in _DIGITS or not tokens[place + 1][0].isalpha():
        return tokens
    return [*tokens[:place], (_DIGITS[key], "number", *tokens[place][2:]), *tokens[place + 1 :]]


def _is_of_a_word(word: str, following: list[Token]) -> bool:
    """Whether it is asked of a word if it is the right one: "is tyre American", "is licence right in the US"."""
    has_two_forms = word in _PLAIN_KEYS or _in_ize(word) != word
    return has_two_forms and bool(following) and following[0][0].lower() in _SAID_OF_WORDS


def _is_choice_of_one(tokens: list[Token]) -> bool:
    """Whether two wordings of one thing are set against each other, so that they are what is asked about."""
    keys = [token[0] for token in tokens]
    return any(
        keys[index - size : index] == keys[index + 1 : index + 1 + size]
        for index, key in enumerate(keys)
        if key in {"or", "and", "vs"}
        for size in range(1, min(3, index) + 1)
    )


def _with_pronoun(tokens: list[Token]) -> list[Token]:
    """The pronoun I in its capital, where its neighbours show that it is no other "i".

    What stands behind a colon or on another line may be a text of which the spelling is asked.
    """
    result = tokens
    for index, token in enumerate(tokens):
        key = token[0]
        if key.strip() == ":" or key[0] == "\n":
            break
        if key in _I and (key != "i" or _is_pronoun(tokens, index)):
            if result is tokens:
                result = tokens.copy()
            result[index] = (f"I{key[1:]}", *token[1:])
    return result


def _is_pronoun(tokens: list[Token], index: int) -> bool:
    before = tokens[index - 1][0] if index else ""
    after = tokens[index + 1][0] if index + 1 < len(tokens) else ""
    if after in _SAID_OF_ME:
        return True
    return before in _BEFORE_ME and after.isalpha() and after.islower() and len(after) > 1 and after not in _NO_VERB


def _named(token: Token) -> Token:
    lowered = token[0].lower()
    return (lowered, *token[1:]) if lowered in NAMES else token


def _expanded(tokens: list[Token], after: list[Token]) -> list[Token]:
    """Contractions written out, as far as it is plain what they stand for."""
    result: list[Token] = []
    for index, token in enumerate(tokens):
        key = token[0]
        if ("'" not in key and key not in _BARE) or len(key) < 3:
            result.append(token)
            continue
        key = _BARE.get(key, key)
        following = [*tokens[index + 1 : index + 2], *after][:1]
        parts = _parts(key, following[0][0] if following else "", opens=not index)
        result += [(word, *token[1:]) for word in parts]
    return result


def _parts(key: str, following: str, *, opens: bool) -> tuple[str, ...]:
    if key.lower() in _IRREGULAR:
        verb = _IRREGULAR[key.lower()]
        return (verb, "not") if verb else (key,)
    for ending, word in _ENDINGS.items():
        if key.endswith(ending):
            return key[: -len(ending)], word
    is_asked = opens and key[:-2] in WH and _MAY_FOLLOW_HAS.fullmatch(following) is None
    if key.endswith("'s") and (is_asked or (key[:-2] in _IS and following in _AFTER_IS)):
        return key[:-2], "is"
    return (key,)


def _uniform(tokens: list[Token]) -> list[Token]:
    """One spelling and one word for what is the same, digits for number words, names in one case."""
    result: list[Token] = []
    keys = [token[0] for token in tokens]
    past_phrase = 0
    for index, token in enumerate(tokens):
        if index < past_phrase:
            continue
        key = keys[index]
        if key not in _TOUCHED and key.islower() and token[1] == "word":
            result.append((_in_ize(key), *token[1:]) if "is" in key[_SHORTEST_STEM:] else token)
            continue
        before = result[-1][0] if result else ""
        after = keys[index + 1] if index + 1 < len(keys) else ""
        if token[1] != "word":
            result += _uniform_mark(token, before, after, keys)
            continue
        if key in PHRASE_OPENERS and (key, after) in PHRASES and (key, before) != ("because", "it"):
            size, meant = _phrase(keys, index)
            if size:
                result += [(word, "word", token[2], tokens[index + size - 1][3]) for word in meant]
                past_phrase = index + size
                continue
        if key in _EPONYMOUS and before.endswith("'s"):
            result[-1] = (before[:-2], *result[-1][1:])
        if key == "cannot":
            result += [("can", *token[1:]), ("not", *token[1:])]
        elif not _says_nothing(keys, index, before):
            result.append((_uniform_word(key, before, after), *token[1:]))
    return result


def _says_nothing(keys: list[str], index: int, before: str) -> bool:
    """Whether a word may go in its place: fillers, the article of a superlative, a relative "that", a second "to"."""
    key = keys[index]
    after = keys[index + 1] if index + 1 < len(keys) else ""
    if key == "the":
        return after in SUPERLATIVES or after == "the"
    if key == "that":
        return index > 1 and after in _SUBJECTS and before not in _NEEDS_THAT
    if key == "ever":
        return before in {"have", "has"} and not SUPERLATIVES.isdisjoint(keys[:index])
    if key == "really":
        subject_ends = 3 if keys[1] in _OF_ONE_WORD_MORE else 2
        return keys[0] in _WHETHER and index == subject_ends
    if key == "basically":
        return index < 3 and keys[0] in WH
    return key in FILLERS or (key == "to" and after == "to")


def _uniform_mark(token: Token, before: str, after: str, keys: list[str]) -> list[Token]:
    mark = token[0].strip()
    if mark == "%":
        return [("percent", *token[1:])]
    if token[0] == " & " and _is_prose(before) and _is_prose(after):
        return [("and", *token[1:])]
    if mark == "-" and (before in _UNHYPHENED or after.endswith("ed")):
        return []
    if mark == "," and after in {"and", "or"} and sum(key.strip() == "," for key in keys) == 1:
        return []
    return [token]


def _is_prose(word: str) -> bool:
    """Whether a word beside "&" shows that it joins two things, not two values in a program."""
    return len(word) > 2 and word.isalpha() and word.lower() not in _VALUES


def _phrase(keys: list[str], index: int) -> tuple[int, tuple[str, ...]]:
    """How many words the phrase that begins here has, and what stands for them; (0, ()) for none."""
    for rest, meant in PHRASES[keys[index], keys[index + 1]]:
        end = index + 2 + len(rest)
        if tuple(keys[index + 2 : end]) == rest:
            is_named = keys[end - 1] == "USA" and end < len(keys) and keys[end][:1].isupper()
            return (0, ()) if is_named else (end - index, meant)
    return 0, ()


def _uniform_word(key: str, before: str, after: str) -> str:
    if not key.islower():
        lowered = key.lower()
        if key.istitle() and len(key) > _SHORT and lowered.endswith(_NEVER_NAMES):
            return lowered
        if lowered in NAMES or (lowered in _FUNCTION_WORDS and key.istitle()):
            return lowered
        if lowered in SUPERLATIVES and key.istitle() and not after[:1].isupper():
            return lowered
        if key == "OK":
            is_behind_a_name = before[:1].isupper() and after not in {"for", "with", "if"}
            return key if is_behind_a_name or before.strip() in _BEFORE_A_PLACE else "ok"
        return "US" if key == "USA" and not after[:1].isupper() else key
    if key == "one" and after in _SPANS and before != "-":
        return "1"
    if key in _DIGITS and "-" in {before, after}:
        return key
    if key in MEASURES and before.isdigit():
        return MEASURES[key]
    if before in BEFORE_A_VERB and key in VERBS:
        return VERBS[key]
    if before in _BEFORE_A_WORD or (key == "an" and (not after.isalpha() or after in _FUNCTION_WORDS)):
        return key
    return _PLAIN_KEYS.get(key) or _in_ize(key)


def _in_ize(word: str) -> str:
    """A longer word in -ise, -ised or -isation in -ize: no two of them tell two words apart."""
    ending = _ISE.search(word) if len(word) >= _LONG_IN_ISE and "is" in word[_SHORTEST_STEM:] else None
    if ending is None or word[: ending.start()] in _ALWAYS_IN_ISE:
        return word
    return f"{word[: ending.start()]}iz{ending[1]}"


def _spelled(token: Token) -> Token:
    """A long word with each doubled letter single: there a second one is a matter of spelling alone."""
    key = token[0]
    if not key.islower() or key.endswith(_DOUBLING):
        return token
    return (_DOUBLED.sub(r"\1", key), *token[1:])
