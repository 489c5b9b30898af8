"""What the words of a question say: its content, its names, and whether it names its subject itself."""

from __future__ import annotations

import re
from enum import Enum

from stepcache_core.capitals import any_alphabet
from stepcache_core.delta.lexicon import NAMES
from stepcache_core.delta.vocabulary import CAPITONYMS, LANGUAGES

ORDERS = frozenset(
    """define explain describe name state give tell translate convert calculate compute solve find simplify
    evaluate factor factorise factorize spell identify mention outline""".split()
)
"""Verbs that open an order which is a question in other words."""
_FUNCTION = frozenset(
    """a an the of in on at to for from by with into than and or but as if is are was were be been being am do does did
    done has have had can could will would shall should may might must what who whom whose which when where why how
    many much often there i you we me us my your our not no any some few several most more less per between one two
    three four five six seven eight nine ten about during after before under over up down out off while because
    since until""".split()
)
_GENERAL = frozenset(
    """example examples reason reasons explanation detail details description definition summary sentence sentences
    step steps way ways result results solution problem number numbers name names word words term terms item items
    thing things case part fact facts kind type sort time times""".split()
)
_NAMESAKES = frozenset(
    """alexandria amazon apple atlas birmingham cambridge chad chrome columbia congo darwin delta eclipse edge excel
    galaxy georgia go granada guinea jackson jaguar java jersey jordan lincoln macedonia madison mercury meta mustang
    newton oracle phoenix puma python richmond ruby rust safari saturn shell slack square stripe swift target tesla
    tripoli valencia venus victoria washington wellington windows word""".split()
)
"""Names with several well-known bearers; what a list is about tells which is meant."""
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+(?:[.,]\d+)*")
_QUOTED = re.compile(r"[\"“«`]")
_NAME_RUN = re.compile(any_alphabet(r"(?<=[\s('\"“-])[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*)+"))
_NAME_OF_WHAT = re.compile(
    any_alphabet(
        r"(?:\b(?:of|in|between|than|by|from|into)\s(?:the\s)?"
        r"|\bthe\s(?:play|novel|book|film|movie|opera|song|album|painting|poem|element|planet|river)\s)([A-Z][\w'’-]*)"
    )
)
_TITLES = frozenset(
    """act article book chapter part section scene volume verse stage phase level president king queen prince princess
    emperor pope prime minister chancellor governor mayor senate parliament congress union constitution government
    state states house court supreme army navy church bank ministry civil war revolution republic empire kingdom
    federation party assembly council cabinet company board director chief euro euros dollar dollars pound pounds
    i ii iii iv v vi vii viii ix x xi xii one two three four five""".split()
)
"""Capitalised words that name a part, an office or a body of something that another question may name."""
_COMPLEMENT = re.compile(r"\b(?:of|between|than|into|for)\s\w", re.IGNORECASE)
_IN_GENERAL = re.compile(r"(?:how|why) (?:do|does|is|are|can)\b", re.IGNORECASE)
_CALENDAR = frozenset(
    """january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday""".split()
)
_NAME = re.compile(any_alphabet(r"(?<=[\s('\"“-])[A-Z][\w'’-]*"))
THE = re.compile(r"\bthe\b", re.IGNORECASE)
_KNOWN_TO_ALL = re.compile(
    r"""the\s(?:(?:[\w'’-]+\s)?(?:symbol|formula|word|term|name|abbreviation|recipe|unit|acronym)\sfor\s\w
    |(?:human|solar|periodic)\s\w|(?:sun|moon|sky|earth|world|universe|internet|equator|ocean)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
_FOREMOST = re.compile(
    r"""the\s(?:second\s|third[\s-])?(?:most\s\w+|least\s\w+|best|worst
    |(?!(?:w|t|gu|r|for|inter|requ|harv|contin)est\b)\w{3,}est)\s(?:[\w'’-]+\s){1,3}(?:of|in|on|from|ever|among)\s\w""",
    re.IGNORECASE | re.VERBOSE,
)


def is_told_by_itself(question: str, start: int) -> bool:
    """Whether the "the" at `start` needs no one to have spoken of the thing: there is one only, or it is told which."""
    return _KNOWN_TO_ALL.match(question, start) is not None or _FOREMOST.match(question, start) is not None


_CONVERSION = re.compile(
    r"(?:convert|what is|how much is) \d+(?:[.,]\d+)* [a-z°]+(?: per [a-z]+)?"
    r" (?:to|into|in) [a-z°]+(?: per [a-z]+)?[.?]?",
    re.IGNORECASE,
)


class Subject(Enum):
    """How far a question says itself what it is about."""

    NEIGHBOURS = "neighbours"
    """It may take its subject, or the sense of its one word or name, from the questions beside it."""
    COMMON = "common"
    """It says enough, in common words or with a bare name, but after another name it may be taken to be about that."""
    NAMED = "named"
    """It bears a name of several words, a name that says of what or where, or a thing that is known to all."""


def subject_of(question: str) -> Subject:
    """Where a question has its subject from."""
    content = content_of(question)
    words = [word for word in content if not word[0].isdigit()]
    names = [name for name in names_in(question) if name.lower() not in _TITLES and name.lower() not in _CALENDAR]
    if _CONVERSION.fullmatch(question):
        return Subject.NAMED
    if len(words) < 2 or any(name.lower() in _NAMESAKES for name in names):
        is_sum = not names and sum(len(number) < 4 for number in content if number not in words) > 1
        return Subject.NAMED if is_sum else Subject.NEIGHBOURS
    articles = [the.start() for the in THE.finditer(question)]
    if (
        _QUOTED.search(question)
        or any(_KNOWN_TO_ALL.match(question, start) for start in articles)
        or any(_is_full(run) for run in _NAME_RUN.findall(question))
        or any(_is_full(f"Of {name}") for name in _NAME_OF_WHAT.findall(question))
    ):
        return Subject.NAMED
    is_said = _COMPLEMENT.search(question) or any(_FOREMOST.match(question, start) for start in articles)
    is_general = _IN_GENERAL.match(question) or words_of(question)[0] in ORDERS
    return Subject.COMMON if names or (len(words) > 2 and (is_said or is_general)) else Subject.NEIGHBOURS


def _is_full(run: str) -> bool:
    """Whether two capitalised words or more are more than a title or a set of initials."""
    words = [word.lower() for word in run.split() if not (word.isupper() and len(word) > 1)]
    return len(words) > 1 and any(word not in _TITLES and word not in _CALENDAR and word != "of" for word in words)


def content_of(text: str) -> list[str]:
    """The words that say what a text is about, in lower case, singular as far as an -s tells."""
    words = words_of(text)
    opener = words[:1] if words and words[0] in ORDERS else []
    return [
        word.removesuffix("s") if len(word) > 3 else word
        for word in words[len(opener) :]
        if word not in _FUNCTION and word not in _GENERAL
    ]


def words_of(text: str) -> list[str]:
    """Its words and numbers in lower case, without an owner's -'s."""
    return [word.lower().replace("’", "'").removesuffix("'s") for word in _WORD.findall(text)]


def names_in(question: str) -> list[str]:
    """Its capitalised words, but for the first, and its words in letters that have no capitals."""
    capitalised = [name.removesuffix("'s").removesuffix("’s") for name in _NAME.findall(question) if name != "I"]
    if question.isascii():
        return capitalised
    return capitalised + [word for word in _WORD.findall(question) if word[0].isalpha() and not _has_case(word[0])]


_SCENE = re.compile(r"\b(?P<by>using|in|with|on|for|from|of|to|by)\s(?P<name>[a-z]+)", re.IGNORECASE)
_NAMES_IN_ANY_CASE = NAMES | LANGUAGES | CAPITONYMS


def sets_a_scene(question: str) -> bool:
    """Whether it bears a name, in capitals or not, that a question after it may be about: in python, using pandas."""
    return bool(names_in(question)) or any(
        found["by"].lower() == "using" or found["name"].lower() in _NAMES_IN_ANY_CASE
        for found in _SCENE.finditer(question)
    )


def _has_case(letter: str) -> bool:
    return letter.lower() != letter.upper()
