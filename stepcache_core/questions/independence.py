"""Whether a question, or its answer, can be understood alone. General English grammar; doubt counts as dependence.

Each function that gives a doubt gives it in words, and None where there is none.
"""

from __future__ import annotations

import re

from stepcache_core.capitals import any_alphabet
from stepcache_core.delta.vocabulary import ASKING, LANGUAGES
from stepcache_core.questions.wording import (
    ORDERS,
    THE,
    Subject,
    content_of,
    is_told_by_itself,
    names_in,
    subject_of,
    words_of,
)

_OPENER = re.compile(
    r"(?:(?:in|on|at|from|to|by|for|of|with|during|after|before|under) )?(?P<word>[a-z]+)", re.IGNORECASE
)
_ALSO_FOREIGN = frozenset("was is am are had do".split())
_FOREIGN_REFERENCE = re.compile(
    r"\b(?:er|sie|es|ihn|ihm|ihr|ihre|sein|seine|diese[rsmn]?|das|die|der|den|dem|dort|da|auch|hij|zij|ze|het|dit|dat"
    r"|deze|daar|ook|zijn|haar|tego|nich)\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?;]\s+\S")
_REFERENCE = re.compile(
    r"""\b(?:it|its|itself|they|them|their|theirs|themselves|he|him|his|himself|she|her|hers|herself|this|that|these
    |those|such|same|above|below|previous|previously|earlier|former|latter|following|next|last|preceding|prior|others?
    |another|else|also|too|again|instead|otherwise|respectively|each|both|either|neither|all|every|everything|together
    |altogether|total|overall|combined|compar\w+|contrast|similar|similarly|likewise|then|thus|therefore|hence|so|here
    |ones|(?:the|which)\ one|any\ of|some\ of|most\ of|none\ of|questions?|answers?|continue|repeat|rest|remaining
    |(?<!\ba\ )list
    |rank\w*|sum\ up|recap|given|assum\w+|suppos\w+|based\ on|besides|(?:if|why)\ not|(?:what|how)\ (?:about|if)
    |(?:did|have|would|do)\ you|(?:as|in|into|to)\ an?\ (?:table|list)|as\ (?:json|xml|yaml|csv|bullet\w*)
    |(?<!is\ )(?<!are\ )(?<!was\ )(?<!were\ )there
    |(?:item|part|step|number|no|point|line|statement|case|exercise|problem|example)s?\.?\ ?\#?\d+
    |repl(?:y|ies)|responses?|alternatives?|still|anymore|vice\ versa|in\ turn|as\ well|in\ response|accordingly
    |how\ many\ (?:do|does|did|are|were|has|have|had|can|will)|(?:has|have|had|needs?|gets?)\ (?:one|any)(?=\W*\Z)
    |an?\ (?:second|third|fourth|fifth|extra|additional|further)(?=\ \w)|Q\d+
    |explain\ (?:(?:why|how)\ )?(?:in|with|by|on|at|for)
    |meanwhile|afterwards?|beforehand|react\w*|differs?(?!\ from\ \w)|differ\w+(?!\ (?:from|between)\ \w)
    |(?:after|before|since|until|beyond)(?=\W*\Z)
    |how\ (?:far|near|close|distant)(?!.{1,80}\b(?:from|to|between)\b)
    |(?:results?|outcomes?|conclusions?|findings?|relation|relationship|connection|link)(?!\ (?:of|between)\ \w)
    |(?:more|less|fewer|better|worse|bigger|smaller|larger|higher|lower|longer|shorter|older|younger|newer|cheaper|faster
     |slower|stronger|weaker|taller|heavier|lighter|closer|nearer|farther|further|later|sooner|greater|richer|deeper|wider)
     (?!(?:\ \w+){0,3}\ than\ \w))\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""Words that take their meaning from what was said elsewhere, in the list or in its answers."""

_NAMED = re.compile(
    any_alphabet(
        r"[Tt]he\s(?:(?:play|novel|book|film|movie|opera|song|album|painting|poem|element|planet|river)\s)?"
        r"(?P<name>[A-Z0-9\"“`][\w'’-]*)(?P<noun>\s[a-z])?"
    )
)
_DEMONYM = re.compile(r"\w*(?:ish|ese|ian|ch|can|ean)")
_WITH_OF = re.compile(r"the\s(?:[\w'’-]+\s){1,3}(?:of|between)\s(?!in\b|on\b|at\b)[\w\"“'`]", re.IGNORECASE)
_WITH_OF_AT_ONCE = re.compile(r"the\s[\w'’-]+\s(?:of|between)\s(?!in\b|on\b|at\b)[\w\"“'`]", re.IGNORECASE)
_ASKED_FOR = re.compile(r"\b(?:what|who|which|where)(?:\s(?:is|are|was|were)|['’]s)\s\Z", re.IGNORECASE)
_AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might)\s\Z", re.IGNORECASE
)

_LONGEST = 300
_SYMBOL = re.compile(
    r"(?<![^\W\d_])[B-HJ-Zb-hj-z](?![^\W\d_'’])|`[^`]+`|\"[^\"]+\"|“[^”]+”|\b\w+\(|\b\w*_\w+\b|\b[a-z]+[A-Z]\w*"
)
_PREMISE = re.compile(
    r"\b(?:if|when|while|ha[sd]|have|owns?|buys?|bought|gives?|gave|gets?|got|left|remains?|let|call\w*|named?|said"
    r"|imagin\w+|invent\w*|creat\w+|writ\w+|compos\w+|design\w*|choos\w+|pick\w*|made|makes?|chos\w+)\b"
    r"|,\s(?:who|which|whose|aged)\b|\b(?:is|are|was|were|weighs?|costs?)\s\d",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"(?:list|name|give|mention|outline|identify|state)\b|(?:what|which|who) (?:are|were)\b"
    r"|.*\b(?:steps|ways|how (?:do|can|should|would|could|to)"
    r"|(?:two|three|four|five|six|seven|eight|nine|ten|[2-9]|10) (?:\w+ )?\w+s)\b",
    re.IGNORECASE,
)


def doubt_about_question(question: str) -> str | None:
    """A question that is not one plain sentence, or that points to something outside of it."""
    opener = _OPENER.match(question)
    word = opener["word"].lower() if opener else ""
    if word not in ASKING and word not in ORDERS:
        return f"{_shortened(question)} does not open as a question or an order does"
    if _SENTENCE_END.search(question) or "\n" in question or len(question) > _LONGEST:
        return f"{_shortened(question)} is more than one plain sentence"
    if word in _ALSO_FOREIGN and _FOREIGN_REFERENCE.search(question):
        return f"{_shortened(question)} is not English"
    found = _REFERENCE.search(question)
    if found:
        return f"{found.group()!r} in {_shortened(question)} may refer to another question or to the list"
    for the in THE.finditer(question):
        if not _is_said_which(question, the.start()):
            return f"{question[the.start() :].rstrip('?.')!r} may be something that another question speaks of"
    if not content_of(question) or (word in ORDERS and subject_of(question) is Subject.NEIGHBOURS):
        return f"{_shortened(question)} does not say what it is about"
    return None


def _is_said_which(question: str, start: int) -> bool:
    """Whether what follows "the" says what is meant."""
    if is_told_by_itself(question, start):
        return True
    named = _NAMED.match(question, start)
    if named and not (named["noun"] and (_DEMONYM.fullmatch(named["name"]) or named["name"].lower() in LANGUAGES)):
        return True
    before = question[:start]
    is_subject = _AUXILIARY.search(before) is not None and _ASKED_FOR.search(before) is None
    return (_WITH_OF_AT_ONCE if is_subject else _WITH_OF).match(question, start) is not None


def share_premise(one: str, other: str) -> str | None:
    """What two questions both speak of so that one may set a premise for the other: a symbol, a name in a story."""
    symbols = _symbols_in(one) & _symbols_in(other)
    if symbols:
        return min(symbols)
    names = set(names_in(one)) & set(names_in(other))
    if names and (_PREMISE.search(one) or _PREMISE.search(other)):
        return min(names)
    persons = _persons_in(one) & _persons_in(other)
    if _CONDITION.search(one) or _CONDITION.search(other):
        return min(persons | (set(content_of(one)) & set(content_of(other))), default=None)
    return min(persons) if persons - {"you"} and (_OWN.search(one) or _OWN.search(other)) else None


_CONDITION = re.compile(
    r"\b(?:if|when|while|unless|provided|although|because)\b(?!\W*\Z)(?<!\Aif)(?<!\Awhen)", re.IGNORECASE
)
_OWN = re.compile(any_alphabet(r"\b(?:[Mm]y|[Oo]ur)\s(?:[A-Z]|\d|(?:two|three|four|five|six)\b)"))
"""What the asker tells of what is theirs: my Toyota, our two cats."""
_PERSONS = {
    "you": "you",
    "your": "you",
    "yours": "you",
    "i": "I",
    "me": "I",
    "my": "I",
    "mine": "I",
    "we": "we",
    "us": "we",
    "our": "we",
    "ours": "we",
}


def _persons_in(question: str) -> set[str]:
    return {_PERSONS[word] for word in words_of(question) if word in _PERSONS}


_SCOPE = re.compile(
    r"\b(?:in|during|under|within|using|by|at|as|on|per|before|after|since|until|according to|excluding|including"
    r"|without|ignoring|except|other than|for (?:\d+|two|three|four|five|six|seven|eight|nine|ten))\s[\w\"“]",
    re.IGNORECASE,
)
_CRITERION = re.compile(r"\b(by|per|within|using|as|according to|excluding|including|without|ignoring|except)\s[\w\"“]")
"""What a question may be scoped by beside the place or time that another one names itself."""


def lends_its_scope(one: str, other: str) -> bool:
    """Whether what a question says may hold for a later one, too.

    Of the same matter: in which year, unit, base, work or field. Of any: in which manner, for whom. Of a like order or
    word: into what, in which language.
    """
    if _MANNER.search(one) and not _MANNER.search(other):
        return True
    if _LANGUAGE_OF_WORD.search(one) and _WORD_FOR.search(other):
        return True
    verb = words_of(one)[0]
    if verb in _TRANSFORMS and verb == words_of(other)[0]:
        return not set(_COMPLEMENT.findall(one.lower())) <= set(_COMPLEMENT.findall(other.lower()))
    is_scoped = _SCOPE.search(one) is not None and _SCOPE.search(other) is None
    is_scoped = is_scoped or not set(_CRITERION.findall(one.lower())) <= set(_CRITERION.findall(other.lower()))
    return is_scoped and not set(content_of(one)).isdisjoint(content_of(other))


_TRANSFORMS = frozenset(
    """translate convert calculate compute solve simplify evaluate factor factorise factorize spell""".split()
)
"""Orders that say once into what, by what or how exactly."""
_COMPLEMENT = re.compile(r"\b(into|to|in|as|for|by|using|with)\s[\w\"“]")
_MANNER = re.compile(
    r"\b(?:(?:in|with|using) (?:at most |under |only |just )?"
    r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|a|an|a few|simple|plain|layman['’]?s?|few|short)"
    r" (?:\w+ )?(?:words?|sentences?|lines?|terms|paragraphs?|pages?|points?|english|language|examples?)"
    r"|(?:for|to) (?:an? |the )?(?:\w+ )?(?:child|children|kids?|beginners?|experts?|laym[ae]n|students?|adults?|teens?"
    r"|\w+ists?|scholars?|teachers?|engineers?|doctors?|old))\b",
    re.IGNORECASE,
)
_LANGUAGE_OF_WORD = re.compile(r"\bthe [a-z]+ (?:words?|names?|terms?|expressions?) for\b", re.IGNORECASE)
_WORD_FOR = re.compile(r"\bthe (?:words?|names?|terms?|expressions?) for\b", re.IGNORECASE)


def asks_for_several(question: str) -> bool:
    """Whether its answer may be a list itself, which could be taken for answers to several questions."""
    return _SEVERAL.match(question) is not None


def _symbols_in(question: str) -> set[str]:
    return set(_SYMBOL.findall(question))


# -- an answer --------------------------------------------------------------------------------------------------------

_CROSS_REFERENCE = re.compile(
    r"""\b(?:(?:above|below)(?!\ (?:sea|zero|freezing|ground|mean|\d))|previous|previously|earlier|aforementioned|former
    |latter|preceding|foregoing|similarly|likewise|same|again|ditto|ibid|idem|respectively|overall|altogether|together
    |as\ (?:mentioned|noted|said|stated|discussed|explained|described|shown|before)|see\ (?:also|question|answer|no)
    |in\ (?:summary|conclusion|total|short|contrast)|to\ (?:summari[sz]e|sum\ up|conclude)|all\ of\ (?:these|them)
    |(?:other|next|last|first|second|third|fourth|fifth|sixth|these|those|all|both)
     \ (?:questions?|answers?|items?|ones?)
    |(?:questions?|answers?|items?|points?)\ ?\#?\(?(?:\d+|[a-z]|one|two|three|four|five|six|above|before))\b
    |Q\d+|(?:of|than|after|before|since|half|twice|double)\ (?:that|this)(?=\s*[,.;:!?)]|\s*\Z)
    |(?:half|twice|double|triple)\ (?:of\ )?(?:that|this)|(?:from|by|using|in|with|via|see)\ \(\d{1,2}\)(?=\W)
    |q\.v\.|(?:,\ too|\ as\ well|\ either)[.!]?\s*\Z
    |\[\^?\w{1,3}\]|\b(?:as|as\ in|see|like|unlike|from|cf\.?)\ \(?\#?\d{1,2}\)?(?=\s*[.,;:)]|\s*\Z)""",
    re.IGNORECASE | re.VERBOSE,
)
_COUNTS = "one|two|three|four|five|six|seven|eight|nine|ten"
_LEANING_START = re.compile(
    r"[\W_]*(?:also|too|another|others?|so (?:is|are|was|were|does|did)|neither|nor|both|however|but|and|then|therefore"
    r"|thus|hence|instead|this|these|that|those|here too|unlike|like|compared|in addition|additionally|furthermore"
    r"|moreover|on the other hand|meanwhile|conversely|(?:yes|no),? (?:also|too)|as well|one more|an? \w+er one"
    r"|to (?:begin|start) with|last but not least|(?:just|much) like|by contrast|in turn|speaking of|building on"
    r"|(?:coming|moving|turning|switching|going|getting|on|back) (?:to|on|back|topics)"
    r"|(?:finally|lastly|last|firstly|first|secondly|second|thirdly|third|next)(?=[,:])"
    rf"|(?:an?|{_COUNTS}|\d+|several|some|many) \w+ (?:later|earlier|before|after(?:wards)?)(?=[,.]))\b",
    re.IGNORECASE,
)
_FOOTNOTE = re.compile(r"[†‡]")


def doubt_about_answer(block: str) -> str | None:
    """An answer that points to another one."""
    start = _LEANING_START.match(block)
    found = start or _CROSS_REFERENCE.search(block) or _FOOTNOTE.search(block)
    return f"its answer says {found.group().strip()!r}, which may point to another answer" if found else None


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}...")
