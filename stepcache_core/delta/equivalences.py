"""What English says in more than one way: rewritings that keep the meaning, for plain questions only.

A rule stands here only when general grammar shows that it cannot change the answer: contractions, "how do I" and "how
can I" before a verb of purpose, the article before a superlative, two spellings of a word, digits and number words.
Nothing is rewritten in a prompt that is not one plain question, or that may be about its own wording.
"""

from __future__ import annotations

from stepcache_core.delta.tokens import Token
from stepcache_core.delta.vocabulary import AGENTIVE, LANGUAGES, NAMES, OPENERS, RELATIONAL, SPELLINGS, SUPERLATIVES

MAX_CHARS = 300
_MAX_TOKENS = 50

_WORDING_STEMS = tuple(
    """translat rewrit rephras reword paraphras proofread spell grammar punctuat edit correct formal polite
    sentiment greet reply replies respon continue repeat quot transcri summar classif count text phrase
    abbreviat contraction syllab vowel consonant capitali uppercase lowercase say said tell told writ wrote type
    typing pronounc pronunciation mean rhym lyric song sing sang sung album movie film episode titl call name
    naming print json xml yaml csv html css sql regex string variable function propert parameter attribute code
    coding slang idiom vocabular synonym antonym verb noun adjective adverb tense plural singular british
    dialect accent book novel poem game brand logo domain password hashtag emoji article""".split()
)
_WORDING_WORDS = frozenset(
    """tone many word words letter letters character characters sentence sentences band show series key keys field
    fields column columns""".split()
)
"""Stems, and whole words, that tell that a prompt may be about its own wording, or names a work by its title."""
_WORDING_HEADS = frozenset(word[:3] for word in (*_WORDING_STEMS, *_WORDING_WORDS))
_NAMED_LIKE_A_LANGUAGE = ("ish", "ese", "ian", "ic", "ch")
_FOREIGN = LANGUAGES - {"english"}
_MARKS = frozenset(",-%$/&().'")
_IS = frozenset("what who where when how that there here".split())
_AFTER_IS = SUPERLATIVES | frozenset(
    "the a an my your his her our their its this that these those it he she in on at wrong".split()
)
"""Words that show that "'s" before them stands for "is", not for "has" and not for an owner."""
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
_VARIED = {*SPELLINGS, *_DIGITS, "i", "cannot"}
_BEFORE_ME = frozenset({"do", "can", "could", "should", "would", "did", "if", "when"})
_HOW = (
    ("how", "do", "I"), ("how", "can", "I"), ("how", "could", "I"), ("how", "would", "I"), ("how", "to"),
    ("how", "does", "one"), ("how", "can", "one"), ("how", "could", "one"),
)  # fmt: skip
_FUNCTION_WORDS = frozenset(
    """the of to for and with from at by is are was were do does did how what why where your that can could should would
    """.split()
)


def rewritten(tokens: list[Token], text: str) -> list[Token]:
    """The tokens in one canonical wording; unchanged unless they make up one plain question.

    Args:
        tokens: Of the whole prompt, between its courtesies.
        text: What they are the tokens of.
    """
    if not _is_plain(tokens, text):
        return tokens
    return _framed(_uniform(_expanded(tokens)))


def _is_plain(tokens: list[Token], text: str) -> bool:
    if not 1 < len(tokens) <= _MAX_TOKENS or len(text) > MAX_CHARS or tokens[0][0].split("'")[0] not in OPENERS:
        return False
    before = ""
    for key, group, *_ in tokens[:-1] if tokens[-1][0] == "?" else tokens:
        if group == "word":
            lowered = key.lower()
            if lowered[:3] in _WORDING_HEADS and (lowered.startswith(_WORDING_STEMS) or lowered in _WORDING_WORDS):
                return False
            if lowered in _FOREIGN or (before in {"in", "into"} and _may_be_a_language(key)):
                return False
            if before.lower() == "english" and lowered in {"for", "of"}:
                return False
        elif group == "symbol":
            if key.strip() not in _MARKS:
                return False
        elif group != "number" or key[0] == "\u2060":
            return False
        before = key
    return True


def _may_be_a_language(key: str) -> bool:
    return key.lower() == "english" or (key[0].isupper() and key.endswith(_NAMED_LIKE_A_LANGUAGE))


def _expanded(tokens: list[Token]) -> list[Token]:
    """Contractions written out, as far as it is plain what they stand for."""
    result: list[Token] = []
    for index, token in enumerate(tokens):
        key = _BARE.get(token[0], token[0])
        if "'" not in key or len(key) < 3:
            result.append(token)
            continue
        following = tokens[index + 1][0] if index + 1 < len(tokens) else ""
        result += [(word, *token[1:]) for word in _parts(key, following)]
    return result


def _parts(key: str, following: str) -> tuple[str, ...]:
    if key.lower() in _IRREGULAR:
        verb = _IRREGULAR[key.lower()]
        return (verb, "not") if verb else (key,)
    for ending, word in _ENDINGS.items():
        if key.endswith(ending):
            return key[: -len(ending)], word
    if key.endswith("'s") and key[:-2] in _IS and following in _AFTER_IS:
        return key[:-2], "is"
    return (key,)


def _uniform(tokens: list[Token]) -> list[Token]:
    """One spelling for each word, digits for number words, one case for names that have no other meaning."""
    result: list[Token] = []
    for index, token in enumerate(tokens):
        key = token[0]
        if key not in _VARIED and key.islower():
            result.append(token)
            continue
        before = result[-1][0] if result else ""
        after = tokens[index + 1][0] if index + 1 < len(tokens) else ""
        if key == "cannot":
            result += [("can", *token[1:]), ("not", *token[1:])]
        elif token[1] == "word":
            result.append((_uniform_word(key, before, after), *token[1:]))
        elif key.strip() == "%":
            result.append(("percent", *token[1:]))
        else:
            result.append(token)
    return result


def _uniform_word(key: str, before: str, after: str) -> str:
    lowered = key.lower()
    if lowered in NAMES or (lowered in _FUNCTION_WORDS and key.istitle()):
        return lowered
    if key == "i" and before in _BEFORE_ME and _is_said_of_me(after):
        return "I"
    if key == "USA" and not after[:1].isupper():
        return "US"
    if key in _DIGITS:
        return key if "-" in {before, after} else _DIGITS[key]
    return SPELLINGS.get(key, key)


def _is_said_of_me(verb: str) -> bool:
    return verb in AGENTIVE or verb in {"have", "need", "want", "am"}


def _framed(tokens: list[Token]) -> list[Token]:
    """One opening for questions that ask for a way, and the article that can only be "the"."""
    keys = tuple([token[0] for token in tokens[:6]])
    if keys[:3] == ("how", "much", "time") and keys[3:] == ("does", "it", "take"):
        return [tokens[0], ("long", "word", tokens[1][2], tokens[2][3]), *tokens[3:]]
    for frame in _HOW:
        size = len(frame)
        if keys[:size] == frame and len(tokens) > size + 1 and keys[size] in AGENTIVE:
            opening = ("how to", "frame", tokens[0][2], tokens[size - 1][3])
            return [opening, *tokens[size:]]
    if keys[0] == "which" and keys[2:3] == ("is",) and keys[1].islower() and SUPERLATIVES.intersection(keys[3:5]):
        return [_asked_of_what(tokens[0]), *tokens[1:]]
    if keys[0] not in {"what", "which", "who"} or keys[1] not in {"is", "are"}:
        return tokens
    article = 1 if keys[2:3] == ("the",) else 0
    noun = keys[2 + article : 3 + article]
    if noun and noun[0] in SUPERLATIVES:
        return [_asked_of_what(tokens[0]), tokens[1], *tokens[2 + article :]]
    if (
        keys[0] == "what"
        and noun
        and noun[0] in RELATIONAL
        and keys[3 + article : 4 + article] in {("of",), ("between",)}
    ):
        return [*tokens[:2], *tokens[2 + article :]]
    if keys[2:4] == ("your", "favorite"):
        return [_asked_of_what(tokens[0]), *tokens[1:]]
    return tokens


def _asked_of_what(token: Token) -> Token:
    return ("what", *token[1:]) if token[0] == "which" else token
