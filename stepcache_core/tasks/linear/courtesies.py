"""What an answer says to its reader and not of its equation: offers of help, and that it will now check itself."""

from __future__ import annotations

import re
from typing import Final

_OFFER: Final = re.compile(
    r"(?:(?<=[.!?\n])|\A)[ \t]*(?:would you like (?:me )?to|would you like (?:an|to see)|do you want me to"
    r"|do you have any (?:other |more |further )?questions"
    r"|if you (?:have|need|would like|'d like) (?:any|more|help|further)\b[^.!?\n=\d\\$<>,]{0,80},? "
    r"(?:please |just )*(?:let me know|feel free|ask|i'm here|i am here|i can|i'd be)"
    r"|let me know if|please let me know if|feel free to (?:ask|reach|let|contact)"
    r"|(?:i )?hope (?:this|that) (?:helps|makes sense)"
    r"|does (?:this|that) (?:help|make sense))\b[^.!?\n=\d\\$<>]{0,120}[.!?]+",
    re.IGNORECASE,
)
"""A sentence that offers something; it holds no number and no equation, and so says nothing of any."""
_PAUSE: Final = re.compile(
    r"\b(?:wait|hmmm?|hold on)\b[ ,.…!—–-]{1,4}(?=(?:but )?(?:let me|let's|i should|i'll|i will|i need to|i want to)"
    r" (?:just |also |quickly )?(?:double[- ]check|check|verify|confirm|make sure)\b)",
    re.IGNORECASE,
)
"""A pause before a check; what the check comes to is judged."""

_SIGNS: Final = frozenset({"you", "know", "free", "hope", "does", "wait", "hold", "hmm", "hmmm"})


def may_be_courteous(words: frozenset[str]) -> bool:
    """Whether a text of these words, in lower case, may say something to its reader."""
    return not _SIGNS.isdisjoint(words)


def without_courtesies(text: str) -> str:
    """The text with spaces in place of what says nothing of its equation, every other character where it was."""
    return _PAUSE.sub(_spaces, _OFFER.sub(_spaces, text))


def _spaces(match: re.Match[str]) -> str:
    return " " * len(match[0])
