"""What an answer says to its reader and not of its equation: offers of help, and that it will now check itself."""

from __future__ import annotations

import re
from typing import Final

from stepcache_core.tasks.linear.vocabulary import DANGEROUS, SPELLED

_OFFER: Final = re.compile(
    r"(?:(?<=[.!?\n])|\A)[ \t]*(?:would you like (?:me )?to|would you like (?:an|to see)|do you want me to"
    r"|do you have any (?:other |more |further )?questions"
    r"|if you(?: have| need| would like|['’]d like) (?:any|more|help|further)\b[^.!?:;\n=\d\\$<>,]{0,80},? "
    r"(?:please |just )*(?:let me know|feel free|ask|i'm here|i am here|i can|i'd be)"
    r"|let me know if|please let me know if|feel free to (?:ask|reach|let|contact)"
    r"|(?:i )?hope (?:this|that) (?:helps|makes sense)"
    r"|does (?:this|that) (?:help|make sense))\b[^.!?:;\n=\d\\$<>]{0,120}(?:[.!?]+|\Z)",
    re.IGNORECASE,
)
"""A sentence that offers something, with no figure and no equation in it."""
_OFFERED: Final = frozenset(
    """
    if don't another other different alternative alternatively instead or over more further many without except
    unless might maybe perhaps possibly around between only than one two three unclear doubt doubts unsure remember
    quadratic cubic nonlinear non-linear inequality inequalities square root roots
    """.split()
)
"""Words that may turn a statement round, but not an offer: another problem, a different method, more detail."""
_STATING: Final = DANGEROUS - _OFFERED | frozenset(SPELLED) - _OFFERED
"""Words with which an offer says something of the answer it stands in: that it is wrong, or six."""
_WORD: Final = re.compile(r"[a-z]+(?:['’-][a-z]+)*")
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
    return _PAUSE.sub(_spaces, _OFFER.sub(_without_offer, text))


def _without_offer(offer: re.Match[str]) -> str:
    words = [word.replace("’", "'") for word in _WORD.findall(offer[0].lower())]
    return _spaces(offer) if _STATING.isdisjoint(words) else offer[0]


def _spaces(match: re.Match[str]) -> str:
    return " " * len(match[0])
