"""Whether a text has sentences in another language than English, of whose words nothing is known."""

from __future__ import annotations

import re
from typing import Final

from stepcache_core.tasks.linear.vocabulary import NEUTRAL

_ENGLISH: Final = NEUTRAL | frozenset(
    """
    am could did does had he her him his i if is no not she should they was were who why will would yes
    """.split()
)
_OTHERS: Final = frozenset(
    """
    aber als aquando auf avec bei bir cada che como con cuando dan dans das dass dat dei del della den denn der des
    det diese een ein eine einen en er es est et eğer falls fordi für gdy gli het hvis ich ikke il ise ist jeg jest
    jeśli jika jos kalau kdyby kein keine kiedy la las le les lo los maar mit mon nach nej nicht nie niet nur och
    oder og om ook ou oui para parce pokud por pour puis qualora quand quando que qui se sein si sie sind sinon soit
    sua sur tak tylko um una und une uns von vous wann wanneer wenn werden wie wird yang za zu zum zur är å è é
    """.split()
)
"""Small words of other languages that are no words of English."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_OTHER_SCRIPT: Final = re.compile(r"[^\W\d_\x00-\u024f\u0370-\u03ff]|[\u0370-\u03ff]{2}")
"""A letter that is neither Latin nor Greek, or a word of Greek ones."""
_SENTENCE_END: Final = re.compile(r"[.!?;:\n]")


def has_another_language(text: str) -> bool:
    """Whether a sentence of it may be in another language, or it has letters of another script."""
    if _OTHER_SCRIPT.search(text) is not None:
        return True
    return any(map(_may_be_another, _SENTENCE_END.split(text)))


def _may_be_another(sentence: str) -> bool:
    words = [word.lower() for word in _WORD.findall(sentence)]
    others = sum(word in _OTHERS or not word.isascii() for word in words)
    return others > 0 and others >= sum(word in _ENGLISH for word in words)
