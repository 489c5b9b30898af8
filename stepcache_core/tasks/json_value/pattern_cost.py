"""How long Python's `re` may look for a pattern, told from how the pattern is written.

`re` tries one way after the other, and a match under way cannot be stopped. Whoever writes
a prompt may write the pattern, so it is matched only where few ways are to be tried.
"""

from __future__ import annotations

import functools
import math
import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""(?P<opening>\((?:\?(?:[:=!>]|<[=!]|P?<\w{1,40}>))?)
    |(?P<closing>\))
    |(?P<bar>\|)
    |(?P<repeat>(?:[*+?]|\{(?!\})(?P<low>\d{0,20})(?P<comma>,?)(?P<high>\d{0,20})\})[?+]?)
    |(?P<atom>\\.|\[\^?\]?(?:\\.|[^\]\\])*+\]|[^\\\[])""",
    re.VERBOSE | re.DOTALL,
)
_WORD = r"(?:\\[dw]|[A-Za-z0-9]|\[(?:a-z|A-Z|0-9|\\[dw]|[A-Za-z0-9](?!-))+\])"
_SEPARATED = re.compile(
    r"(?:\\?[-., /:@#]|\\s|\[[-., ]+\]){1,3}"
    rf"{_WORD}{{0,10}}(?:{_WORD}(?:[+*]|\{{\d{{1,3}},\d{{0,3}}\}}))?{_WORD}{{0,10}}"
)
"""What is repeated after a separator that it holds nowhere else, as `-[a-z]+` in a slug: it fits in one way only."""


_MOST = 100.0
"""The logarithm of more ways than can ever be tried."""


@dataclass(slots=True)
class _Group:
    """A group while it is read: the ways its parts may match a text, each after the other."""

    start: int
    ways: float = 1.0
    last: float = 1.0
    branches: int = 1
    last_start: int = 0

    def add(self, ways: float, start: int) -> None:
        self.ways *= self.last
        self.last, self.last_start = ways, start

    @property
    def whole(self) -> float:
        return self.ways * self.last * self.branches


@functools.lru_cache(maxsize=1024)
def tries(expression: str, length: int) -> float:
    """A bound of how many ways `re` may try to find a pattern in a text of that length; infinite where none is seen."""
    groups = [_Group(0)]
    at = 0
    while at < len(expression):
        token = _TOKEN.match(expression, at)
        if token is None:
            return math.inf
        group = groups[-1]
        if token["opening"]:
            if expression.startswith("?", token.end()):
                return math.inf  # flags and comments change how the rest is to be read
            groups.append(_Group(token.end()))
        elif token["closing"]:
            if len(groups) == 1:
                return math.inf
            groups[-2].add(groups.pop().whole, group.start)
        elif token["bar"]:
            group.branches += 1
        elif token["repeat"]:
            body = expression[group.last_start : at].removesuffix(")")
            group.last = _repeated(group.last, body, token, length)
        else:
            group.add(1.0, at)
        at = token.end()
    is_anchored = expression.startswith(("^", "\\A")) and groups[0].branches == 1
    return groups[0].whole * (1 if is_anchored else length + 1) if len(groups) == 1 else math.inf


def _repeated(ways: float, body: str, token: re.Match[str], length: int) -> float:
    sign = token["repeat"][0]
    if sign == "?":
        return 2 * ways
    low = int(token["low"] or 0) if sign == "{" else 0
    high = int(token["high"] or length) if token["comma"] else low if sign == "{" else length
    options = max(1, min(high, length) - low + 1)
    if ways == 1:
        return options
    if _SEPARATED.fullmatch(body):
        return length + 1
    most = min(high, length)
    return options * ways**most if most * math.log(ways) < _MOST else math.inf
