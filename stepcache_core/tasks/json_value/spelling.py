"""How keys are spelled: their words, and the ways in which the same key is written otherwise.

Each way forgives something else, and the places that use them must: a model writes a key with other marks or letters
(`letters_of`), another request shortens its words (`in_full`), a prompt says it in words (`written_as_one`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from stepcache_core.delta.synonyms import ONE_FOR_ANOTHER

Words = tuple[str, ...]
_WORDS = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|\d+")
_MARKS = re.compile(r"[\s_-]")
_SHORT = {
    "addr": "address", "avg": "average", "dept": "department", "img": "image", "lang": "language", "max": "maximum",
    "msg": "message", "num": "number", "qty": "quantity", "tel": "phone",
}  # fmt: skip
"""Words that databases shorten, where the short form stands for no other word."""
_LONG = {one.lower(): other.lower() for one, other in ONE_FOR_ANOTHER.items()} | _SHORT


def words_of(key: str) -> Words:
    """The words of a key, in lower case: "firstName" and "first_name" have the same."""
    return tuple(word.lower() for word in _WORDS.findall(key))


def in_full(words: Words) -> Words:
    """The words, each in its one spelling and not shortened: "qty" is "quantity", "colour" is as "color"."""
    return tuple(_LONG.get(word, word) for word in words)


_GROUPS = frozenset(
    "band board cast children club committee crew criteria crowd data family feet group list men media panel people "
    "set staff team teeth women".split()
)


def names_several(key: str) -> bool:
    """Whether a key speaks of several things, or of one that has several in it: "authors", "crew"."""
    last = (words_of(key) or ("",))[-1]
    return last in _GROUPS or (last.endswith("s") and not last.endswith(("ss", "us", "is")))


def letters_of(key: str) -> str:
    """A key without its case and the marks between its words: "First Name" and "first_name" have the same letters."""
    return _MARKS.sub("", key).casefold()


def written_as_one(words: Sequence[str]) -> Iterator[str]:
    """The keys that words in a row may be: "in stock" is `in_stock`, `in-stock` or `instock`."""
    return (sign.join(words) for sign in ("_", "-", ""))
