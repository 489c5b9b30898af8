"""What a request for JSON is about, apart from the words that ask: what it calls the thing, and what it tells of it.

"For a book: ..." and the same text without the label ask for the same object where the label only says what the text
tells of. A label that may choose among several things, or say whom the object is written for, stays a difference.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from stepcache_core.capitals import any_alphabet
from stepcache_core.delta import prompt_delta
from stepcache_core.tasks.json_value.reading.orders import ORDERS
from stepcache_core.tasks.json_value.reading.patterns import compiled


@dataclass(frozen=True, slots=True)
class Subject:
    """What a request is about.

    Attributes:
        label: What it calls the thing ("a book"); empty where it does not.
        told: What it tells, in the words of the request.
    """

    label: str
    told: str


_LABEL: Final = r"(?P<label>an? (?:[a-z][a-z-]{1,24} ){0,2}[a-z][a-z-]{1,24})"
_NOUNS: Final = r"(?:data|text|input|details|facts|values|information|info|note|description)"
_OPENINGS: Final = (
    compiled(
        rf"(?:for |about |of |describing )?{_LABEL}"
        rf"(?: (?:with|from|using) (?:(?:these|the|the following|this) ){{1,2}}{_NOUNS})?\s{{0,2}}[.:,;]{{1,3}} "
    ),
    compiled(rf"(?:it|this|the (?:json )?(?:object|record)) (?:describes|represents|is about) {_LABEL}[.:;] "),
    compiled(rf"here is (?:what|all|everything) (?:(?:that )?(?:i|we) )(?:know|have|noted) (?:about|of|on) {_LABEL}: "),
    compiled(rf"i have {_LABEL}: "),
)
"""How a label comes before what is told."""
_OF_ITSELF: Final = frozenset({"an object", "an instance"})
"""What the JSON itself is."""
_DATA_FOLLOW: Final = compiled(
    rf"(?:(?:please )?(?:use|take) (?:these|this|the|the following) |here (?:are|is) (?:the|these|this) "
    rf"|(?:the |this |these )?)(?P<noun>{_NOUNS})(?: below)?\s{{0,2}}: "
)
_ANY_LABEL: Final = compiled(rf"\b(?:{_NOUNS}|message|article|review|e-?mail|letter|report)s?\s{{0,2}}:")
_IN_QUOTES: Final = re.compile(r"\"(?P<straight>[^\"“”]{1,8000})\"[.!]{0,2}|“(?P<curly>[^\"“”]{1,8000})”[.!]{0,2}")


def apart(subject: str, keys: Collection[str]) -> Subject | None:
    """The label and what is told; None where it is not told in plain statements.

    A word that says that a text follows may be the name of a key, and then says of which one.
    """
    if not subject.startswith("JSON "):
        return None
    told = subject.removeprefix("JSON ")
    label = ""
    for opening in _OPENINGS:
        found = opening.match(told)
        if found is not None:
            label, told = found["label"].lower(), told[found.end() :]
            label = "" if label in _OF_ITSELF else label
            break
    named = _DATA_FOLLOW.match(told)
    asked = {key.lower() for key in keys}
    if named is not None and named["noun"].lower() not in asked and _ANY_LABEL.search(told, named.end()) is None:
        told = told[named.end() :]
    quoted = _IN_QUOTES.fullmatch(told)
    if quoted is not None:
        told = quoted["straight"] or quoted["curly"]
    return Subject(label, told) if _is_told(told) else None


# --- what is told ----------------------------------------------------------------------------------------------------

_SENTENCE_END: Final = re.compile(r"[.!](?=\s|\Z)|;(?=\s)|\n")
_SEPARATOR: Final = re.compile(r"[,;]\s")
_SEGMENT: Final = re.compile(r"(?P<key>[A-Za-z_][\w-]{0,63})(?P<sign>\s?[:=]\s?|\s)(?P<value>[^:=\s].{0,400})")
_NAME: Final = any_alphabet(r"(?-i:[A-Z][\w'’-]{0,40})(?:\s(?-i:[A-Z0-9])[\w'’-]{0,40}){0,4}")
_MARK: Final = r"<the\s[^<>\n]{1,64}>"
_VERB: Final = r"(?:is|are|was|were|has|have|had|does|did|can|will|(?-i:[a-z]{2,24}(?:s|ed)))"
_STATEMENT: Final = re.compile(
    rf"\s*(?:(?:{_NAME}|{_MARK}|\"[^\"\n]{{1,120}}\"|“[^”\n]{{1,120}}”|\d[\d.,-]{{0,20}}|it|he|she|they"
    rf"|(?:the|its|his|her|their)(?:\s[a-z-]{{2,24}}){{1,3}}))\s(?:{_VERB})\b.{{0,2000}}",
    re.IGNORECASE,
)
"""A sentence with a subject and a verb: of what bears a name, of a number, or of what was spoken of before."""
_GROUND: Final = re.compile(
    any_alphabet(rf"{_MARK}|\d|[\"“]|(?<![.!?]\s)(?<!\A)\b[A-Z][a-z]|\A") + rf"{_NAME}\s{_VERB}\b"
)
_SPEAKS_TO_THE_READER: Final = compiled(
    r"\b(?:please|you|your|must|should|shall|needs?|ensure|never|always|only|don['’]t|do not|instead|json"
    r"|object|keys?)\b"
)


def _is_told(text: str) -> bool:
    """Whether the text tells facts and asks for nothing: statements of what it names, or keys with their values."""
    if _GROUND.search(text) is None or _SPEAKS_TO_THE_READER.search(text) is not None or "?" in text:
        return False
    if _segments(text):
        return True
    sentences = [sentence for sentence in _SENTENCE_END.split(text) if sentence.strip()]
    return bool(sentences) and all(
        sentence.split()[0].lower() not in ORDERS and _STATEMENT.fullmatch(sentence) is not None
        for sentence in sentences
    )


def _segments(text: str) -> dict[str, str]:
    """The key and the whole text of each piece, where each is a key with its value; empty where one is not."""
    pieces = [piece.strip() for piece in _SEPARATOR.split(text.strip().rstrip("."))]
    found = [_SEGMENT.fullmatch(piece) for piece in pieces]
    keys = {one["key"].lower(): one[0] for one in found if one is not None and not _is_an_order(one)}
    return keys if len(keys) == len(pieces) > 1 and not any(map(_POINT.search, pieces)) else {}


def _is_an_order(segment: re.Match[str]) -> bool:
    return segment["key"].lower() in ORDERS and not segment["sign"].strip()


_POINT: Final = re.compile(r"[.!]\s")
_WORD: Final = re.compile(r"[a-z]+")
_IS_A_VALUE: Final = re.compile(any_alphabet(r"(?:yes|no|true|false)|.*\d.*|(?-i:[A-Z]).*"), re.IGNORECASE)

_TURNS: Final = frozenset(
    "in after before without but except plus minus not no never only add added adding subtract subtracted subtracting "
    "increase increased decrease decreased double doubled half halved twice triple multiply multiplied divide divided "
    "round rounded rounding translate translated convert converted uppercase lowercase upper lower capital capitals "
    "capitalised capitalized sort sorted reverse reversed mask masked hide hidden redact redacted anonymise anonymised "
    "anonymize anonymized abbreviate abbreviated format formatted update updated correct corrected fix fixed instead "
    "change changed replace replaced percent percentage discount tax next previous older younger later earlier later "
    "total sum average normalise normalised normalize normalized infer guess derive derived compute computed unless if "
    "when where each every all".split()
)
"""Words after which a value may not be the one that is told."""


def in_any_order(told: str, keys: Collection[str]) -> str:
    """The same with its pieces in one order, where each is a key with its value and each key asked for has its own.

    A piece for another key must be marked as one, or hold what only a value can be: it could go on with a list.
    """
    segments = _segments(told)
    asked = {key.lower() for key in keys}
    if not asked or not segments or not asked <= segments.keys():
        return told
    for key, text in segments.items():
        piece = _SEGMENT.fullmatch(text)
        words = [] if piece is None or piece["value"].lower() == "no" else _WORD.findall(piece["value"].lower())
        if piece is None or not _TURNS.isdisjoint(words):
            return told
        if key not in asked and not piece["sign"].strip() and _IS_A_VALUE.fullmatch(piece["value"]) is None:
            return told
    return "; ".join(sorted(segments.values(), key=str.lower)) + "."


# --- whether a label says more than what is told ----------------------------------------------------------------------

_PERSONS: Final = frozenset(
    "person user customer employee student patient client member passenger guest contact author writer scientist "
    "artist teacher player athlete driver candidate applicant worker buyer seller tenant subscriber".split()
)
RECORDS: Final = _PERSONS | frozenset(
    "account album animal apartment appliance appointment article artwork bike boat book booking building bus "
    "camera car cat city company computer concert conference country course delivery device dish dog event "
    "exhibition festival film firm flat flight game garment hotel house incident invoice item job laptop lecture "
    "listing machine match meeting mountain movie museum newspaper novel order package painting parcel park "
    "payment phone plane planet plant play podcast product project property purchase receipt recipe rental repair "
    "reservation restaurant river robot room school series shipment shop shop song sale star station store "
    "subscription task team ticket tool town train transaction trip vehicle village visit watch wine workshop".split()
)
"""What records are of."""
OF_WHAT_SORT: Final = frozenset(
    "apartment bank bike blog book bug bus car chess coffee concert conference cooking customer delivery doctor "
    "film flight football helpdesk hotel house job kitchen library mobile movie museum music news office online "
    "parcel phone product purchase rental repair restaurant sales school second-hand secondhand soccer software "
    "sports support tennis theatre theater train university used video weather web wine work".split()
)
"""Words before such a noun that choose none among several of its kind."""
_OF_ANYTHING: Final = frozenset(
    "name full_name id age city town country address email phone year date day time price cost type kind category "
    "color colour size weight height length number status url location place description language born birthday "
    "owner".split()
)
"""Keys that many kinds of thing have: they do not say of which one a text is read."""
_OF_A_NAME: Final = frozenset(
    "name full_name first_name last_name id age city town country address email phone birthday born location".split()
)
_WORDED_FOR_A_READER: Final = compiled(
    r"(?:\w{1,30}_)?(?:summary|abstract|explanations?|description|advice|tips?|hints?|message|text|comments?|notes?|remarks?"
    r"|headline|tagline|blurb|teaser|bio|greeting|reply|answer|questions?|tone|sentiment|mood|keywords|tags|topic|lesson"
    r"|moral|slogan|caption|review|recommendations?|reason|score|difficulty|translation|intro|introduction|content|body"
    r"|subject|instructions|steps|pitch|advert|ad|joke|story|poem)(?:_\w{1,30})?"
)
"""Keys whose values are written for someone, not found in what is told."""
_CAPITALISED: Final = re.compile(any_alphabet(r"(?<![\w\"“])[A-Z][\w'’-]{0,40}"))
_OPENS_A_SENTENCE: Final = re.compile(r"(?:\A|[.!;]\s|\n)\Z")
_NO_NAMES: Final = frozenset("a an at he her his in it its on she the their there they this".split())
_GOES_ON_WITH_A_NAME: Final = re.compile(any_alphabet(r"\b[A-Z][\w'’-]{0,40}\s\Z"))
_AT_A_PLACE: Final = re.compile(r"\b(?:in|at|from|to|near|since|on)\s\Z")
_BY_SOMEONE: Final = re.compile(r"\b(?:by|with|of)\s\Z")
RELATED: Final = re.compile(r"\b(?:his|her|their|whose|who|whom)\b|['’]s\b", re.IGNORECASE)
"""Words beside which another may be told of than the first."""


def label_says_nothing(label: str, told: str, keys: Collection[str]) -> bool:
    """Whether an object for these keys is the same with and without the label.

    The label must be the plain name of a kind of record, the keys must be of that kind and found in what is told, and
    nothing else that could bear the label may be told of.
    """
    *sorts, kind = label.split()[1:]
    lower = {key.lower() for key in keys}
    if kind not in RECORDS or not OF_WHAT_SORT.issuperset(sorts):
        return False
    if not lower or any(_WORDED_FOR_A_READER.fullmatch(key) for key in lower):
        return False
    segments = _segments(told)
    if segments and lower <= segments.keys():
        return True
    names_its_kind = any(kind in _WORD.findall(key) for key in lower)
    if lower <= _OF_ANYTHING or (not names_its_kind and _speaks_of(kind, told)):
        return False
    if any(_tells_twice(key, told) for key in lower):
        return False
    return lower.isdisjoint(_OF_A_NAME) or not _tells_of_others(told, is_person=kind in _PERSONS)


def _speaks_of(kind: str, told: str) -> bool:
    """Whether what is told comes to speak of such a thing, after it has begun with another."""
    return re.search(rf"(?<!\A)\b{re.escape(kind)}(?:s|es)?\b", told, re.IGNORECASE) is not None


def _tells_twice(key: str, told: str) -> bool:
    """Whether the text has the word for a key more than once, as where it tells of several things that have one."""
    word = re.escape(key.replace("_", " ").removesuffix("s"))
    return len(re.findall(rf"\b{word}(?:s|es)?\b", told, re.IGNORECASE)) > 1


def _tells_of_others(told: str, *, is_person: bool) -> bool:
    """Whether a name stands where it may be of another thing than the first, and not of a place or time."""
    if is_person and RELATED.search(told) is not None:
        return True
    for name in _CAPITALISED.finditer(told, 1):
        before = told[max(0, name.start() - 48) : name.start()]
        is_no_name = _OPENS_A_SENTENCE.search(before) is not None and name[0].lower() in _NO_NAMES
        if is_no_name or _GOES_ON_WITH_A_NAME.search(before) or _AT_A_PLACE.search(before):
            continue
        if is_person or _BY_SOMEONE.search(before) is None:
            return True
    return False


def is_same_subject(one: str, other: str, keys: Sequence[Collection[str]]) -> bool:
    """Whether two texts, each with its request in one form, tell the same of the same thing.

    Args:
        one: The one text.
        other: The other.
        keys: The keys that each of the two requests asks for.
    """
    left, right = (apart(text, asked) for text, asked in zip((one, other), keys, strict=True))
    if left is None or right is None:
        return False
    labels = {subject.label for subject in (left, right) if subject.label}
    if left.label != right.label and (
        len(labels) > 1 or not all(label_says_nothing(label, left.told, asked) for label in labels for asked in keys)
    ):
        return False
    pairs = [(left.told, right.told)]
    shared = set.intersection(*map(set, keys))
    pairs.append((in_any_order(left.told, shared), in_any_order(right.told, shared)))
    return any(one == other for one, other in pairs) or any(prompt_delta(*pair).empty for pair in pairs)
