"""The signs in a prompt that stand for words: a dash, an answer left open, an equality that is said."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from stepcache_core.tasks.linear.lexer import BAD, NAME, OPERATOR, STOP, WORD, Token
from stepcache_core.tasks.linear.reading import Item, Mathematics, Run, read

BLANK: Final = "blank"
"""The kind of `x = ?`, `x = ...` and `x = __`: a letter whose value is left open; the item's text is the letter."""
ARROWS: Final = frozenset("-> --> => → ⇒ ⟹".split())

_EQUALITIES: Final = (("equals",), ("is", "equal", "to"), ("is", "the", "same", "as"))
_ASKED_EQUALITIES: Final = (("equal", "to"), ("the", "same", "as"))
"""Equalities whose verb stands before both expressions: "for which x is 3x + 5 equal to 20"."""
_LONGEST: Final = 4
_LAST_WORDS: Final = frozenset({"equals", "to", "as"})


@lru_cache(maxsize=512)
def understood(prompt: str, variable: str = "") -> tuple[Item, ...]:
    """What a prompt says, with all of these signs put into words."""
    return tuple(joined(tidied(read(prompt, variable))))


def tidied(items: Sequence[Item]) -> list[Item]:
    """The items with a dash between words, and brackets around words, as stops; an answer left open is a `BLANK`."""
    out = [
        _tidy(items, at) if item.run is not None and len(item.run.sides[0].tokens) == 1 else item
        for at, item in enumerate(items)
    ]
    opened = -1
    for at, item in enumerate(out):
        if item.kind == STOP and item.text == "(":
            opened = at if at + 1 < len(out) and out[at + 1].kind == WORD else -1
        elif item.kind == STOP and item.text == ")" and opened >= 0:
            out[opened], out[at] = (out[end]._replace(text=",") for end in (opened, at))
            opened = -1
    return out


def _tidy(items: Sequence[Item], at: int) -> Item:
    """An item whose first side is a single sign."""
    item, run = items[at], items[at].run
    if run is None:
        return item
    tokens = run.sides[0].tokens
    if not run.is_equation:
        is_dash = tokens[0].kind == OPERATOR and tokens[0].text == "-" and 0 < at < len(items) - 1
        is_dash = is_dash and items[at - 1].kind == items[at + 1].kind == WORD
        return Token(STOP, "–", item.start, item.end) if is_dash else item
    if tokens[0].kind == NAME and run.relations == ("=",) and not run.continues and _is_open(run, items, at):
        return Token(BLANK, tokens[0].text, item.start, item.end)
    return item


def _is_open(run: Run, items: Sequence[Item], at: int) -> bool:
    right = run.sides[1].tokens
    if right:
        return all(token.kind == BAD and token.text == "_" for token in right)
    following = items[at + 1].text if at + 1 < len(items) else "."
    return following in {"?", ".", "…", "\n"}


def joined(items: Sequence[Item]) -> list[Item]:
    """The items with an equality that is said between two expressions, "3x + 5 is equal to 20", as an equation."""
    out: list[Item] = []
    for item in items:
        may_end = item.run is not None and out and out[-1].text in _LAST_WORDS and not item.run.is_equation
        words = _equality_before(out) if may_end else 0
        if words and item.run is not None and (left := out[-words - 1]).run is not None:
            sides = left.run.sides + item.run.sides
            text = f"{sides[0].text} = {sides[1].text}"
            del out[-words - 1 :]
            out.append(Mathematics(left.start, item.end, Run(sides, ("=",)), text=text))
        else:
            out.append(item)
    return out


def _equality_before(items: Sequence[Item]) -> int:
    """How many words at the end say that an expression before them equals what comes next."""
    for count in range(min(_LONGEST, len(items) - 1), 0, -1):
        left = items[-count - 1]
        words = items[-count:]
        if left.run is None or left.run.is_equation or any(word.kind != WORD for word in words):
            continue
        said = tuple(word.text for word in words)
        if said in _EQUALITIES or (said in _ASKED_EQUALITIES and _asks_when(items[: -count - 1])):
            return count
    return 0


def _asks_when(items: Sequence[Item]) -> bool:
    """Whether the last words ask when something holds: `for which x is`, `when is`; not whether it does."""
    if len(items) < 2 or items[-1].text not in {"is", "does", "will", "would"}:
        return False
    return items[-2].text == "when" or (items[-2].run is not None and not items[-2].run.is_equation)
