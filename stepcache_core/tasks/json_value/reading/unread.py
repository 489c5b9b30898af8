"""What sounds like a constraint on values and was not understood."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from stepcache_core.tasks.json_value.reading.patterns import AnyCase, compiled

MAX_UNREAD: Final = 8


def unread(text: str) -> tuple[str, ...]:
    """The sentences that sound like a constraint on values."""
    plain = _DATA.sub(" … ", _TOLD_SO.sub(" ", _FORMAT.sub(" ", text)))
    sentences = (sentence for sentence in _SENTENCE.split(plain) if _sounds_like_one(sentence))
    return tuple(" ".join(sentence.split())[:160] for sentence in islice(sentences, MAX_UNREAD))


def _sounds_like_one(sentence: str) -> bool:
    return SOUNDS_LIKE_A_CONSTRAINT.search(sentence) is not None or _IN_ANOTHER_LANGUAGE.search(sentence) is not None


_SENTENCE = re.compile(r"(?<=[.!?;])\s|\n")
_DATA = AnyCase(
    r"\"[^\"\n]{0,2000}\"|“[^”\n]{0,2000}”|«[^»\n]{0,2000}»|<the [^<>\n]{1,64}>"
    r"|\b(?:text|sentence|input|review|article|e-?mail|message|paragraph|passage|note|comment|ticket|story|transcript)s?:\s[^\0]*",
    '"|“|«|<the|:',
)
"""Quoted text, and what follows a label that says that text follows."""
_FORMAT = compiled(
    r"\b(?:(?:return|output|respond|reply|answer|give|print|write|use|produce) (?:\w{1,10} ){0,2}only"
    r"|only (?:return|output|respond|reply|give|print|use|the|with|valid|json)"
    r"|(?:must|should|has to) be (?:an? )?(?:single )?(?:strictly )?(?:valid )?json"
    r"|(?:you )?(?:must|should|shall|always)(?: (?:always|only)){0,2} (?:respond|reply|answer|return|output)(?: only)?"
    r"(?: with| in)?(?: an?)?(?: single)?(?: valid)? json|exactly (?:one|1) (?:valid )?json"
    r"|format (?:\w{1,12} ){1,4}(?:as|into|in|to) (?:an? )?(?:valid )?json"
    r"|(?:with|use|using|these|of) (?:exactly|only)|formatted as json|json[\s-]format(?:ted)?|in json(?: format)?)\b",
    "json|only|exactly",
    opens="return output respond reply answer give print write use produce only must should has you shall always "
    "exactly format with using these of formatted json in",
)
_TOLD_SO = compiled(
    r"\b(?:is|are|was|were) (?:written )?in (?:english|german|french|spanish)\b", "english|german|french|spanish"
)
SOUNDS_LIKE_A_CONSTRAINT = compiled(
    r"\b(?:must|should|shall|ought|has to|have to|needs? to|required?|ensure|make sure|where|such that|"
    r"(?:each|every) (?:item|entry|element|row|member|one) (?:is|has|must|should|with|contains|holds)|"
    r"an object (?:with|of)|"
    r"hh:mm\w{0,3}|(?:12|24)-hour|am/pm|"
    r"either|one of|never|exactly|precisely|at least|at most|minimum|maximum|(?:min|max)\.?:? -?\d{1,15}|"
    r"(?:between|above|over|below|under|beyond|within|up to) -?\d{1,15}|(?:ex|in)clusive|"
    r"(?:no|not|fewer|less|greater|more|larger|smaller|higher|lower|longer|shorter) (?:\w{1,10} )?than|"
    r"(?:older|younger) than|unique|distinct|(?:sort|order)(?:ed)? (?:by|in)|sorted|alphabetical\w{0,2}|"
    r"upper[-\s]?case|lower[-\s]?case|capital letters?|"
    r"capitali[sz]ed?|rounded|round (?:to|the|it|all|up|down)|decimal places?|two decimals|"
    r"\d{1,6}[\s-](?:words?|characters?|digits?|letters?|sentences?|decimals?)|iso[\s-]?\d{1,6}|format(?:ted)?|yyyy|"
    r"as (?:an? )?(?:strings?|numbers?|integers?|booleans?|arrays?|lists?|dates?)|"
    r"not (?:as|an?|be|use|null|empty|strings?)|strings?|integers?|(?:whole|positive|negative|even|odd) numbers?|"
    r"in (?:cm|mm|km|kg|meters?|metres?|grams?|kilograms?|miles|feet|seconds|minutes|hours|days|years|euros?|"
    r"dollars?|usd|eur|percent|thousands|millions|celsius|fahrenheit|order|english|german|french|spanish)"
    r")\b|[<>≤≥]"
)
_IN_ANOTHER_LANGUAGE = compiled(
    r"\b(?:muss|müssen|sollen?|sollte|darf|dürfen|höchstens|mindestens|ausschließlich|(?:auf|ab)?gerundet|(?:auf|ab)runden"
    r"|rückwärts|(?:groß|klein)(?:buchstaben|geschrieben|schreiben)|(?:groß|klein) (?:schreiben|geschrieben)"
    r"|(?:doit|doivent|devrait|uniquement|majuscules?|minuscules?|arrondi\w{0,3}|n['’]indique\w{0,2}|à l['’]envers)"
    r"|(?:debe|deben|debería|únicamente|mayúsculas?|minúsculas?|redonde\w{1,4}|al menos|no incluyas?|al revés)"
    r"|(?:deve|devem|devono|soltanto|almeno|maiúscul\w{1,3}|minúscul\w{1,3}|maiuscol\w|minuscol\w|arrotond\w{1,4})"
    r"|(?:moet|moeten|hoofdletters|uitsluitend|versaler|måste|skal|skall|wielkimi|musi|tylko|büyük harf\w{0,4})"
    r"|(?:in|als|auf|en|como|comme|come) (?:monaten?|tagen|cent|zentimetern?|text|zahl"
    r"|mois|centimes|meses|céntimos|texto"
    r"|texte|testo|número|numéro|mesi|centesimi|maanden|tekst|månader|måneder|deutsch|français|español|italiano)"
    r"|должн\w{1,2}|только|заглавн\w{1,3}|строчн\w{1,3}|нельзя|месяц\w{1,3}|يجب|فقط|بأحرف)\b"
    r"|大文字|小文字|ください|のみ|月数|必须|必須|只能|大写|小写|以.{1,4}为单位|해야|대문자|소문자|으로만"
)
"""Words that set a rule, or say how a value is written, in languages of which no phrase is understood."""
