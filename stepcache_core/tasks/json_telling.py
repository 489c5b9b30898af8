"""Whether a prompt does no more than tell the values of the keys it asks for, and so says itself what the object is."""

from __future__ import annotations

import re
from collections.abc import Collection

_LABEL = r"(?:\b[\w-]{1,64}(?:\s[\w-]{1,40}){0,2}\s{0,3}[:=]|\b[\w-]{1,64}(?:\s{1,3}(?:is|are|of))?)"
_FACT = re.compile(rf"(?:{_LABEL}\s{{0,3}})?<the\s[^<>\n]{{1,64}}>", re.IGNORECASE)
_FORM = re.compile(
    r"\b(?:in|as|to|into|with|like)\s{1,4}(?:(?:an?|one|single|valid|strict|plain|compact|the)\s{1,4}){0,4}json\b"
    r"(?:\s{1,4}(?:object|format|form|record|document|output))?",
    re.IGNORECASE,
)
_CONVERTED = re.compile(r"\b(?:convert|format|turn|transform)\b(?=[^.!?\n]{0,60}\bjson\b)", re.IGNORECASE)
_WHEREABOUTS = re.compile(r"\b(?:born|based|living|lives|located|working|works)\s{1,3}in\s{1,3}[A-Z][\w'’-]{1,40}")
_SENTENCE_END = re.compile(r"[.!?;](?=\s|\Z)|\n")
_WORD = re.compile(r"[A-Za-z][\w'’-]*")
_BETWEEN = re.compile(rf"(?<=>)([^<>]{{0,400}}?)(?:{_LABEL}\s{{0,3}})<the\s")
"""What stands between two values, without the key of the second."""
_KEY = (
    r"(?!(?:actual|actually|adjusted|adjustment|case|correct|corrected|correction|edit|encoding|erratum|final|format|fix|"
    r"hint|language|locale|minus|modified|new|note|notes|output|plus|real|really|revised|rounding|rule|rules|scale|style|"
    r"time_?zone|tone|true|units?|update|updated)\b)[\w-]{1,64}"
)
"""The key of a fact; not a word that says how to write the others, or that one of them is another."""
_OTHER_FACT = re.compile(rf"(?<=[,;\n])\s{{0,3}}{_KEY}\s{{0,3}}[:=][^,;\n]{{1,120}}(?=[,;\n])", re.IGNORECASE)
_LAST_FACT = re.compile(
    rf"(?<=[:=] )(<the [^<>\n]{{1,64}}>)\s{{0,3}}[,;\n]\s{{0,3}}{_KEY}\s{{0,3}}[:=]\s{{0,3}}"
    r"(?:\d[\d.:-]{0,30}\b|(?-i:[A-Z])[\w'’-]{0,40}(?:\s(?-i:[A-Z])[\w'’-]{0,40}){0,3})(?=\s{0,3}(?:[.;,\n]|\Z))",
    re.IGNORECASE,
)
"""The last two facts of a labelled row, of which the second is for a key that is not asked for: a number or a name."""
_LABELS = frozenset(
    "data details facts fact info information values value input here is are the this following these below given as "
    "follows for it its and with of note please thanks thank you".split()
)
"""Words that may stand beside facts and say nothing of the values."""
TURNS = frozenset(
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


def tells_only_values(subject: str, keys: Collection[str]) -> bool:
    """Whether nothing is said beside the request for JSON and the values, each a mark such as `<the name>`.

    A sentence of its own may hold facts and the words that introduce them; the one that asks may say what the
    object is for. Any other sentence, a key that is spoken of, or a word that may turn a value into another is doubt.
    """
    spoken_of = re.compile(
        rf"\b(?:the|its|their|his|her|this|that|all|each|every|any)\s(?:{'|'.join(map(re.escape, keys))})\b",
        re.IGNORECASE,
    )
    if any(
        not _is_label(word) for gap in _BETWEEN.findall(subject) for word in _WORD.findall(_OTHER_FACT.sub(" ", gap))
    ):
        return False
    facts = _LAST_FACT.sub(r"\1", subject)
    plain = _FORM.sub(" json ", _FACT.sub(" ", _CONVERTED.sub(" ", _WHEREABOUTS.sub(" ", facts))))
    for sentence in _SENTENCE_END.split(plain):
        words = [word.lower() for word in _WORD.findall(sentence)]
        if spoken_of.search(sentence) or not TURNS.isdisjoint(words):
            return False
        if "json" not in words and not all(map(_is_label, words)):
            return False
    return True


def _is_label(word: str) -> bool:
    return word.lower() in _LABELS
