"""The signs in a prompt that stand for words: a dash, an answer left open, an equality that is said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from stepcache_core.remembered import remembered
from stepcache_core.tasks.linear.lexer import BAD, CLOSE, FRACTION, NAME, NUMBER, OPEN, OPERATOR, STOP, WORD, Token
from stepcache_core.tasks.linear.reading import Item, Mathematics, Run, read

BLANK: Final = "blank"
"""The kind of `x = ?`, `x = ...` and `x = __`: a letter whose value is left open; the item's text is the letter."""
ARROWS: Final = frozenset("-> --> => → ⇒ ⟹".split())

_EQUALITIES: Final = (("equals",), ("is", "equal", "to"), ("is", "the", "same", "as"))
_ASKED_EQUALITIES: Final = (("equal", "to"), ("the", "same", "as"))
"""Equalities whose verb stands before both expressions: "for which x is 3x + 5 equal to 20"."""
_LONGEST: Final = 4
_LAST_WORDS: Final = frozenset({"equals", "to", "as"})


_SMILEYS: Final = re.compile(
    "(?<![ \t])[ \t]*+[\U0001f600-\U0001f64f\U0001f44b-\U0001f44f\U0001f91d\U0001f3fb-\U0001f3ff]{1,8}\\s*\\Z"
)
"""Faces and hands at the end; other signs may be things that are counted."""


def without_smileys(text: str) -> str:
    """The text without the faces and hands at its end."""
    return _SMILEYS.sub("", text)


@remembered(512, long=800)
def understood(prompt: str, variable: str = "") -> tuple[Item, ...]:
    """What a prompt says, with all of these signs put into words."""
    items = joined(tidied(read(prompt, variable)))
    return tuple(_or_doubt(items, at, prompt) if items[at].run is not None else items[at] for at in range(len(items)))


def _or_doubt(items: Sequence[Item], at: int, prompt: str) -> Item:
    """Mathematics, or a `BAD` token where something at its ends may be the text's: a number of it, or a dash."""
    item, run = items[at], items[at].run
    before = [one.text if one.kind == WORD else "" for one in items[max(at - 2, 0) : at]]
    if run is None or not (
        _begins_with_a_label(run.sides[0].tokens)
        or _ends_with_a_label(run.sides[-1].tokens)
        or _begins_with_a_dash(run.sides[0].tokens, before, prompt)
        or _begins_with_a_count(run.sides[0].tokens, before)
    ):
        return item
    return Token(BAD, prompt[item.start : item.end], item.start, item.end)


def _is_label(tokens: Sequence[Token]) -> bool:
    """`(1)`, `[1]` or `(x)`."""
    first, inner, last = (token.kind for token in tokens)
    return first == OPEN and inner in {NUMBER, NAME} and last == CLOSE and tokens[0].text in "(["


def _begins_with_a_label(side: Sequence[Token]) -> bool:
    """`(2) x + 3`, with a space: a product, or the number of an equation."""
    return len(side) > 3 and _is_label(side[:3]) and side[3].kind in _OPERANDS and side[2].end < side[3].start


def _ends_with_a_label(side: Sequence[Token]) -> bool:
    """`7 (2)`, `7(2)`: a product, or the number of an equation, or its marks; `7(x)` only with a space."""
    if len(side) < 4 or not _is_label(side[-3:]):
        return False
    before = side[-4]
    is_apart = before.end < side[-3].start or (before.kind == side[-2].kind == NUMBER)
    return before.kind in _ENDS and is_apart


def _begins_with_a_dash(side: Sequence[Token], before: Sequence[str], prompt: str) -> bool:
    """A dash with a space where words may end: `the equation - 2x`, `for x -2x`."""
    said = before[-1] if before else ""
    if len(side) < 3:
        return False
    first, second = side[:2]
    if first.kind == OPERATOR and first.text == "-" and first.end < second.start:
        return bool(said) or not prompt[prompt.rfind("\n", 0, first.start) + 1 : first.start].strip()
    if first.kind != NAME or said != "for" or second.kind != OPERATOR or second.text not in "+-":
        return False
    return first.end < second.start and any(token.kind == NAME for token in side[2:])


def _begins_with_a_count(side: Sequence[Token], before: Sequence[str]) -> bool:
    """`question 3 - 2x`, `exercise 4.2x`, `equation 2 x`: the number may be that of the question."""
    if len(side) < 2 or side[0].kind != NUMBER or not before or before[0] in {"the", "this", "my", "following"}:
        return False
    is_apart = side[0].end < side[1].start
    if before[-1] == "equation":
        return is_apart and side[1].kind == NAME
    return before[-1] in _COUNTED and (is_apart or "." in side[0].text)


_OPERANDS: Final = frozenset({NUMBER, NAME, OPEN, FRACTION})
_ENDS: Final = frozenset({NUMBER, NAME, CLOSE})
_COUNTED: Final = frozenset("question exercise problem task part homework number".split())


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
