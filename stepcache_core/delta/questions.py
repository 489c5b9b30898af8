"""Openings of questions that ask the same, put in one wording."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain

from stepcache_core.delta.clauses import main_clause_first, whether_it_is
from stepcache_core.delta.lexicon import AGENTIVE, SUPERLATIVES
from stepcache_core.delta.nouns import singular
from stepcache_core.delta.omissions import marked
from stepcache_core.delta.purposes import is_become, is_no_request
from stepcache_core.delta.relations import related
from stepcache_core.delta.tokens import Token
from stepcache_core.delta.vocabulary import AUXILIARIES, WH

_ME = ("I", "my", "me", "myself", "mine")
_PERSONS = {
    "I": _ME,
    "you": ("you", "your", "you", "yourself", "yours"),
    "we": ("we", "our", "us", "ourselves", "ours"),
    "one": ("one", "one's", "one", "oneself", ""),
}
"""Pronouns of the persons who can stand for anyone: subject, owner, object, reflexive."""
_OF_A_PERSON = {word: person for person, words in _PERSONS.items() for word in words if word != "one"}
_WAYS = {
    (ask, be, *article.split(), *quality.split(), way, *end): person
    for way, be in (("way", "is"), ("ways", "are"), ("method", "is"), ("methods", "are"))
    for ask in ("what", "which")
    for article in ("the", "a", "some", "some of the", "")
    for quality in ("best", "good", "")
    for person, end in (("", ("to",)), *((person, (person, "can")) for person in _PERSONS if person != "we"))
}
_HOW: dict[tuple[str, ...], str] = {
    **_WAYS,
    **{("how", verb, "I"): "I" for verb in ("do", "can", "could", "would")},
    ("how", "do", "we"): "we",
    **{("how", verb, "you"): "you" for verb in ("do", "can")},
    **{("how", verb, "one"): "one" for verb in ("does", "can", "could", "would")},
    **{("how", person, "can"): person for person in _PERSONS if person != "we"},
    ("how", "to"): "",
}
"""Openings that ask for a way to do what follows, and who is to do it.

What "we" can do may be what mankind can: "how can we end poverty" is not "how can I end poverty".
"""
_ALLOWED: dict[tuple[str, ...], str] = {("can", person): person for person in ("I", "one")}
"""Openings that ask whether what follows can, or may, be done."""
_POSSIBLE: dict[tuple[str, ...], str] = {
    ("is", "it", "possible", "to"): "",
    ("is", "it", "possible", "for", "me", "to"): "I",
    ("is", "there", "anyway", "to"): "",
    **{("is", "there", article, "way", "to"): "" for article in ("a", "any")},
    **{("is", "there", article, "way", "I", "can"): "I" for article in ("a", "any")},
}
"""Openings that ask whether, and how, what follows can be done; whether it is allowed is not asked."""
_FRAMES = {
    **dict.fromkeys(_HOW, "how to"),
    **dict.fromkeys(_ALLOWED, "can I"),
    **dict.fromkeys(_POSSIBLE, "is it possible to"),
}
_WHO = _HOW | _ALLOWED | _POSSIBLE
_SAME_QUESTION: dict[tuple[str, ...], tuple[str, ...]] = {
    ("how", "much", "time", "does", "it", "take"): ("how", "long", "does", "it", "take"),
    ("what", "does", "it", "feel", "like", "to"): ("what", "is", "it", "like", "to"),
    ("how", "does", "it", "feel", "to"): ("what", "is", "it", "like", "to"),
    ("how", "is", "it", "like", "to"): ("what", "is", "it", "like", "to"),
    ("what", "do", "you", "think", "about"): ("what", "do", "you", "think", "of"),
    **{
        ("what", verb, "your", noun, preposition): ("what", "do", "you", "think", "of")
        for verb, nouns in (("is", ("opinion", "view", "take")), ("are", ("opinions", "views", "thoughts")))
        for noun in nouns
        for preposition in ("on", "about", "of")
    },
    ("what", "is", "the", "reason", "for"): ("what", "are", "reasons", "for"),
    ("what", "is", "meant", "by"): ("what", "is", "meaning", "of"),
    ("what", "do", "you", "mean", "by"): ("what", "is", "meaning", "of"),
    ("in", "which", "year"): ("what", "year"),
    ("in", "what", "year"): ("what", "year"),
    ("which", "year"): ("what", "year"),
    ("which", "is", "a", "good"): ("what", "is", "a", "good"),
    ("which", "is", "a", "suitable"): ("what", "is", "a", "suitable"),
    ("why", "is", "it", "that"): ("why",),
    **{
        ("what", verb, *article, noun, "why"): ("why",)
        for verb, noun in (("is", "reason"), ("are", "reasons"))
        for article in (("the",), ("some",), ())
    },
    **{
        (wh, "do", "you", "think", verb): (wh, verb)
        for wh in ("who", "what", "which", "why", "how", "when", "where")
        for verb in ("is", "are", "was", "were", "will", "would", "should", "can")
    },
    **{
        ("what", modal, person, "do", "to"): ("how", "can" if modal == "could" else modal, person)
        for modal in ("can", "could", "should")
        for person in ("I", "we", "one")
    },
    ("what", "can", "be", "done", "to"): ("how", "can", "one"),
    ("what", "exactly"): ("what",),
    ("who", "exactly"): ("who",),
    ("how", "exactly"): ("how",),
}


def _sizes(*openings: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], list[int]]:
    """How long the openings with the same first two words are, the longest first."""
    sizes: dict[tuple[str, ...], set[int]] = {}
    for opening in chain.from_iterable(openings):
        sizes.setdefault(opening[:2], set()).add(len(opening))
    return {first: sorted(of_first, reverse=True) for first, of_first in sizes.items()}


_SIZES_OF_SAME, _SIZES_OF_WAYS = _sizes(_SAME_QUESTION), _sizes(_WHO)
_ASSISTANT_DOES = frozenset(
    """access analyze answer avoid calculate choose collect communicate decide determine detect earn estimate evaluate
    filter generate handle identify improve interpret learn monitor organize process protect rank read report retrieve
    save search select share spend store talk train translate update verify work""".split()
)
_ASSISTANT_HAS = frozenset(
    """answer answers bias biases biased certain code context conscious conversation conversations correct creators data
    decisions developers guesses hallucinating history information instructions jokes knowledge language languages lying
    memory mind mistake mistaken mistakes model money output outputs predictions prompt prompts replies request requests
    response responses right rules sources sure temperature training user users weights word words wrong""".split()
)
"""What "how do you" may ask of the assistant itself, and what it may have or be."""
_BY_HAND = frozenset(
    """bake boil brew brush carve chop clean climb cook dress drink drive dry dye exercise flatten fold fry grill grow
    harvest iron kick kiss knit lift mow paint peel plant polish reheat ride sew sharpen shave smoke soften stretch swim
    tie tighten trim unlock walk warm wash water wear weave whiten wipe wrap zip""".split()
)
"""What takes a body: no assistant is asked how it does that."""
_SURELY_ANYONE = frozenset("a an if into over rid".split())
"""Words right behind other verbs that show one thing, or a matter of anyone's: a photo, into a school, rid of ants."""
_SIZES = frozenset("big bigger small smaller large larger great little better higher lower older younger top".split())
"""Words that say another thing of a person than of one who is a person: a better person, better."""
_ANYONE = {
    ("what", "should"): {"I", "you", "one"},
    ("how", "should"): {"I", "one"},
    ("where", "can"): {"I", "you", "one"},
    ("where", "could"): {"I", "you", "one"},
    ("what", "can"): {"I", "one"},
    ("how", "can"): {"I", "one"},
}
"""Questions that ask the same of whoever is named: "we" may be mankind."""
_OF_YOU = re.compile(
    r"do (?:if|when|after|before) (?!asked|told|given)"
    r"|(?:buy|camp|drink|eat|exchange|find|get|hike|park|rent|see|sell|ski|stay|swim|watch|wear) (?!help)(?!.*\byour)"
)
"""What is asked of "you" as of anyone; most else may be asked of the assistant."""
_QUANTIFIERS = frozenset(
    """all any anybody anyone anything both each either enough every everybody everyone everything few half many more
    most much nobody none noone one several some somebody someone something two only even just""".split()
)
"""Subjects for which it matters whether "not" stands before or after them: "why isn't everyone happy"."""
_HOW_MANY = frozenset("many few fewer much little long often far old".split())
"""Words that ask for a degree right behind "how": "how do few win" is not "how few win"."""
_BE = frozenset({"is", "are", "was", "were"})
_NO_SUBJECT = WH | frozenset("that if because when to and or not than people's".split())
_BOUNDS = frozenset("for to in of on at under with among from about I you we one that which who".split())
_SOME = (("some", "of", "the"), ("some", "of"), ("the",), ("some",))
_RANKED = frozenset(
    """airlines albums apps artists athletes attractions authors banks beaches blogs books brands business businesses
    cafes cameras cars channels cities colleges companies composers countries courses destinations exporters festivals
    films games gyms headphones hospitals hotels institutes jobs languages laptops movies museums novels parks phones
    places players podcasts poets recipes resorts restaurants schools singers sites smartphones songs startups stores
    tablets teams tools universities websites writers""".split()
)
_PRONE_TO_MOVE = frozenset("been born made done seen taken given known grown shown built found held kept sold".split())


def asked(tokens: list[Token]) -> list[Token]:
    """The tokens of a plain question, in lower case at its start, with its opening in one wording."""
    tokens = _replaced(whether_it_is(main_clause_first(tokens)))
    if len(tokens) < 2:
        return tokens
    keys = [token[0] for token in tokens]
    if keys[0] in {"how", "what", "which", "can", "is"}:
        framed = _way(tokens, keys)
        if framed is not None:
            return marked(framed)
    if keys[0] in WH:
        tokens = _inverted(_of_anyone(_best(_compared_or_explained(tokens, keys))))
    return marked(related(tokens))


def _compared_or_explained(tokens: list[Token], keys: list[str]) -> list[Token]:
    """Verbs put as nouns: "what does X mean" as "meaning of X", "how does X differ from Y" as "difference between"."""
    place = tokens[0][2:]
    if keys[:2] in (["what", "does"], ["what", "do"]) and keys[-1] == "mean" and len(keys) > 3:
        return [*_worded("what is meaning of", place), *tokens[2:-1]]
    if keys[0] != "how":
        return tokens
    if keys[1] in {"do", "does"} and keys[-1] == "differ" and keys.count("and") == 1:
        return [*_worded("what is difference between", place), *tokens[2:-1]]
    for verb, links in ((("do", "does"), ("differ", "from")), (("is", "are"), ("different", "from"))):
        for index in range(3, len(keys) - 2):
            if keys[1] in verb and (keys[index], keys[index + 1]) == links and AUXILIARIES.isdisjoint(keys[2:index]):
                linked = _worded("and", tokens[index][2:])
                return [*_worded("what is difference between", place), *tokens[2:index], *linked, *tokens[index + 2 :]]
    return tokens


def _worded(words: str, place: tuple[int, int]) -> list[Token]:
    return [(word, "word", *place) for word in words.split()]


def _replaced(tokens: list[Token]) -> list[Token]:
    for size in _SIZES_OF_SAME.get((tokens[0][0], tokens[1][0]), ()):
        meant = _SAME_QUESTION.get(tuple([token[0] for token in tokens[:size]]))
        if meant is not None and size <= len(tokens):
            start, end = tokens[0][2], tokens[size - 1][3]
            rest = tokens[size:-1] if tokens[0][0] == "in" and tokens[-1][0] == "?" else tokens[size:]
            return [*((word, "word", start, end) for word in meant), *rest]
    return tokens


def _way(tokens: list[Token], keys: list[str]) -> list[Token] | None:
    """One opening for the questions how, and for those whether, a thing can be done that is done on purpose."""
    for size in _SIZES_OF_WAYS.get((keys[0], keys[1]), ()):
        opening = tuple(keys[:size])
        frame, person = _FRAMES.get(opening, ""), _WHO.get(opening)
        if person is None or size >= len(keys):
            continue
        verb, rest = keys[size].lower(), tokens[size + 1 :]
        if not rest or not _is_done_on_purpose(verb, keys[size + 1]):
            return None
        if person == "you" and _is_the_assistants(verb, keys[size + 1 :]):
            return None
        if rest[-1][0] == "?":
            rest = rest[:-1]
        if frame == "how to" and is_no_request(opening, verb, keys[size + 1]):
            return None
        if frame == "how to" and (verb, keys[size + 1]) == ("earn", "money"):
            verb = "make"
        if verb == "be" and frame == "how to" and is_become(keys[size + 1 :]):
            verb = "become"
        if verb == "become" and rest and rest[-1][0] == "person" and rest[0][0] == "a" and rest[-2][0] not in _SIZES:
            rest = rest[1:-1]
        if not rest:
            return None
        said = _first_person(rest, person)
        if said is None and person != "I":
            return None
        rest = said or rest
        return [(frame, "frame", tokens[0][2], tokens[size - 1][3]), (verb, *tokens[size][1:]), *rest]
    return None


def _is_the_assistants(verb: str, keys: list[str]) -> bool:
    """Whether the assistant may be asked what it does: anything but what anyone does, or what takes a body."""
    if verb in _ASSISTANT_DOES or not _ASSISTANT_HAS.isdisjoint(keys):
        return True
    return verb not in _BY_HAND and keys[0] not in _SURELY_ANYONE


def _is_done_on_purpose(verb: str, after: str) -> bool:
    if verb.endswith("ly"):
        return after in AGENTIVE
    return (
        verb in AGENTIVE or verb == "be" or (verb == "know" and after in {"if", "that", "when", "whether", "I", "you"})
    )


def _first_person(tokens: list[Token], person: str) -> list[Token] | None:
    """The tokens with "my" for the owner that the general subject is, or None where another person comes in."""
    persons = {_OF_A_PERSON[token[0]] for token in tokens if token[0] in _OF_A_PERSON}
    if not persons:
        return tokens
    if len(persons) > 1 or (person and persons != {person}):
        return None
    theirs = _PERSONS[persons.pop()]
    return [(_ME[theirs.index(key)] if key in theirs else key, *rest) for key, *rest in tokens]  # type: ignore[misc]


def _of_anyone(tokens: list[Token]) -> list[Token]:
    """What is asked of anyone, "what should you do if your ...", as asked of me."""
    keys = [token[0] for token in tokens[:3]]
    if len(keys) < 3:
        return tokens
    if keys[0] == "what" and keys[1] in _PERSONS and keys[2] == "should":
        tokens = [tokens[0], tokens[2], tokens[1], *tokens[3:]]
        keys = [token[0] for token in tokens[:3]]
    if keys[2] not in _ANYONE.get((keys[0], keys[1]), ()):
        return tokens
    if keys[2] == "you" and _OF_YOU.match(" ".join(token[0] for token in tokens[3:])) is None:
        return tokens
    if keys[2] == "one":
        tokens = [*tokens[:2], ("I", *tokens[2][1:]), *tokens[3:]]
        keys[2] = "I"
    said = _first_person(tokens[2:], keys[2])
    return tokens if said is None else [*tokens[:2], *said]


def _best(tokens: list[Token]) -> list[Token]:
    """Put as "what is best X": which is the best X, what are some of the best X, which X is best."""
    keys = [token[0] for token in tokens]
    if keys[0] not in {"what", "which", "who"}:
        return tokens
    what = ("what", *tokens[0][1:]) if keys[0] == "which" else tokens[0]
    if keys[1] in _BE:
        size = next((len(some) for some in _SOME if tuple(keys[2 : 2 + len(some)]) == some), 0)
        noun = keys[2 + size : 3 + size]
        if noun == ["best"] or (noun == ["top"] and keys[1] == "are" and _is_ranked(keys[3 + size :])):
            return [what, *_recommended(tokens[1], ("best", *tokens[2 + size][1:]), tokens[3 + size :])]
        if noun and noun[0] in SUPERLATIVES:
            return [what, tokens[1], *tokens[2 + size :]]
        if noun == ["most"] and (size or keys[1] == "is"):
            return [what, tokens[1], ("the", *tokens[2][1:]), *tokens[2 + size :]]
        if keys[2:4] == ["your", "favorite"]:
            return [what, *_recommended(tokens[1], tokens[3], tokens[4:])]
        return tokens
    for place in (2, 3):
        if keys[0] == "which" and len(keys) > place + 1 and keys[place] in AUXILIARIES and keys[place + 1] in _PERSONS:
            return [what, *tokens[1:]]
        if keys[place : place + 1] and keys[place] in {"is", "are"} and tokens[place - 1][0].islower():
            best = place + 2 if keys[place + 1 : place + 2] == ["the"] else place + 1
            if keys[best : best + 1] and keys[best] in SUPERLATIVES:
                after = best + 2 if keys[best + 1 : best + 2] == ["one"] else best + 1
                if after >= len(keys) or keys[after] in _BOUNDS:
                    found = [*tokens[1:place], *tokens[after:]]
                    if keys[best] == "best":
                        return [what, *_recommended(tokens[place], tokens[best], found)]
                    return [what, tokens[place], tokens[best], *found]
    return tokens


def _is_ranked(keys: list[str]) -> bool:
    """Whether the noun is of what is ranked, so that the top is the best: not floors, not the notes of a scent."""
    end = next((index for index, key in enumerate(keys) if key in _BOUNDS or not key.isalpha()), len(keys))
    return any(key in _RANKED for key in keys[:end][-1:])


def _recommended(verb: Token, best: Token, tokens: list[Token]) -> list[Token]:
    """The best books for it as the best book for it: either asks for a recommendation."""
    end = next((i for i, token in enumerate(tokens) if token[0] in _BOUNDS or not token[0].isalpha()), len(tokens))
    if verb[0] not in {"is", "are"} or not end:
        return [verb, best, *tokens]
    noun = tokens[end - 1]
    return [("is", *verb[1:]), best, *tokens[: end - 1], (singular(noun[0]), *noun[1:]), *tokens[end:]]


def _inverted(tokens: list[Token]) -> list[Token]:
    """The verb before its subject, as in a question: why pigs can't fly, how gold is formed."""
    keys = [token[0] for token in tokens]
    if keys[0] in {"why", "how", "where", "when"} and keys[1] == "do" and len(keys) > 3 and "not" not in keys[2:4]:
        return tokens if keys[2] in _HOW_MANY else [tokens[0], *tokens[2:]]
    if keys[0] in {"what", "who", "where"} and len(keys) > 2 and keys[-1] in _BE and _NO_SUBJECT.isdisjoint(keys[1:]):
        return [tokens[0], tokens[-1], *tokens[1:-1]] if AUXILIARIES.isdisjoint(keys[1:-1]) else tokens
    if keys[0] not in {"why", "where", "how"}:
        return tokens
    if keys[1] in AUXILIARIES:
        if keys[3:4] == ["not"] and keys[2] not in {"you", "we", "not"} and not _is_quantified(keys[2:3]):
            return [*tokens[:2], tokens[3], tokens[2], *tokens[4:]]
        return tokens
    for place in range(2, min(6, len(keys) - 1)):
        if keys[place] in AUXILIARIES:
            negated = keys[place + 1] == "not"
            if negated and _is_quantified(keys[1:place]):
                return tokens
            if keys[0] == "how" and not (place == 2 and (_is_participle(keys[place + 1]) or negated)):
                return tokens
            moved = tokens[place : place + 1 + negated]
            return [tokens[0], *moved, *tokens[1:place], *tokens[place + 1 + negated :]]
        if keys[place] in _NO_SUBJECT or tokens[place][1] != "word":
            return tokens
    return tokens


def _is_quantified(subject: list[str]) -> bool:
    return any(word in _QUANTIFIERS or word.isdigit() for word in subject)


def _is_participle(word: str) -> bool:
    return word.endswith("ed") or word in _PRONE_TO_MOVE
