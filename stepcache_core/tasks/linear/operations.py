"""Operations on both sides, read from prose: "subtract 5 from both sides", "move 2x to the left side"."""

from __future__ import annotations

from typing import Final, NamedTuple

from stepcache_core.tasks.linear.algebra import Linear, constant
from stepcache_core.tasks.linear.cursor import Cursor
from stepcache_core.tasks.linear.reading import Side
from stepcache_core.tasks.linear.reciprocals import multiplied_by, reciprocal_at
from stepcache_core.tasks.linear.statement_kinds import MOVE, Doubt, Equation, Operation, Statement
from stepcache_core.tasks.linear.vocabulary import SPELLED

BOTH: Final = frozenset({"both", "each"})
_BETWEEN: Final = frozenset(
    "both sides of the equation each every term terms side through everything entire whole it this on by new resulting "
    "our that".split()
)
_NOUNS: Final = frozenset({"the", "term", "constant", "number", "value"})
_PURPOSES: Final = frozenset(
    "isolate get find solve move eliminate remove cancel obtain determine simplify clear undo bring keep make".split()
)
_SAME: Final = frozenset("number value amount quantity constant term thing operation expression".split())
_LEFT: Final = frozenset({"left", "left-hand"})
_RIGHT: Final = frozenset({"right", "right-hand"})
_ONE_SIDE: Final = _LEFT | _RIGHT | {"one"}
_SIDES: Final = frozenset("other opposite left right left-hand right-hand".split())
_BELOW: Final = frozenset({"denominator", "lcd", "lcm"})


_BEFORE_A_VERB: Final = frozenset("we i let us let's you can need to must should have will by of all is was".split())
_FIRST: Final = frozenset({"first", "firstly"})
_ENDING: Final = frozenset("first and then to so which".split())


class _Operand(NamedTuple):
    form: Linear
    side: Side | None
    spelled: tuple[int, int] | None
    after: int


def read_operation(cursor: Cursor, sign: str) -> tuple[list[Statement], int]:
    """What the verb at the cursor says is done to the equation, and where reading goes on."""
    if sign in "*/":
        return _scaled(cursor, sign)
    return _shifted(cursor, sign)


def read_rewriting(cursor: Cursor, sign: str) -> tuple[list[Statement], int] | None:
    """A term moved to the other side or a factor multiplied into a bracket; None where the verb says neither."""
    first = cursor.at
    operand = _operand(cursor, cursor.past(first + 1, _NOUNS))
    if operand is None:
        return None
    if sign == MOVE:
        after = _other_side(cursor, operand.after)
        if not after:
            return None
    elif operand.form.terms:
        return None
    else:
        after = operand.after
    words = {cursor.words_at(at) for at in range(operand.after, after)} if sign == MOVE else set()
    towards = "right" if words & _RIGHT else "left" if words & _LEFT else ""
    if words & _RIGHT and words & _LEFT:
        towards = "right" if cursor.words_at(after - 2) in _RIGHT or cursor.words_at(after - 3) in _RIGHT else "left"
    return [_said(cursor, sign, operand)._replace(towards=towards)], after


def _scaled(cursor: Cursor, sign: str) -> tuple[list[Statement], int]:
    first, at = cursor.at, cursor.at + 1
    if _is_of_one_side(cursor, at):
        return [Doubt("an operation that is not on both sides", cursor.sentence, grave=True)], first + 1
    found: list[Statement] = []
    while cursor.words_at(at) in _BETWEEN and cursor.words_at(at) != "by":
        at += 1
    run = cursor.run_at(at)
    if run is not None and run.is_equation and run.readable and cursor.words_at(at + 1) == "by":
        found.append(Equation(run, cursor.sentence))
        at += 1
    if cursor.words_at(at) != "by":
        return [_doubt(cursor)], first + 1
    at += 1
    if cursor.matches(("the", "coefficient"), at):
        verb = cursor.items[first].text
        found.append(Operation(sign, None, verb, cursor.sentence, cursor.span(first), remarks=cursor.remark))
        return found, at + 1
    inverse = reciprocal_at(cursor.items, at) if sign == "*" else None
    if inverse is not None:
        return found + multiplied_by(cursor, inverse), inverse.after
    if generic := _generic(cursor, at):
        return found, generic
    if cursor.words_at(at) == "the" and cursor.words_at(at + 1) in _BELOW:
        at += 2
        at += cursor.stop_at(at) == ","
        at = cursor.past(at, {"which", "is", "of"})
    return _finish(cursor, sign, at, found)


def _shifted(cursor: Cursor, sign: str) -> tuple[list[Statement], int]:
    at = cursor.at + 1
    if generic := _generic(cursor, at):
        return [], generic
    return _finish(cursor, sign, at, [])


def _finish(cursor: Cursor, sign: str, at: int, found: list[Statement]) -> tuple[list[Statement], int]:
    """The operand, or two of them joined by "and", and the words that make it an operation on both sides."""
    first = cursor.at
    operand = _operand(cursor, cursor.past(at, _NOUNS))
    if operand is None:
        return [_doubt(cursor)], first + 1
    operands = [operand]
    if sign in "+-" and cursor.words_at(operand.after) == "and":
        second = _operand(cursor, cursor.past(operand.after + 1, _NOUNS))
        if second is not None and cursor.words_at(second.after) in {"from", "to"}:
            operands.append(second)
    after = operands[-1].after
    if not _on_both_sides(cursor, after, sign):
        is_of_one = cursor.words_at(after) in {"from", "to", "on"} and _is_of_one_side(cursor, after + 1)
        found.append(Doubt("an operation that is not on both sides", cursor.sentence, is_of_one))
    preposition = cursor.span(after) if cursor.words_at(after) in {"from", "to"} else None
    found += [_said(cursor, sign, each, preposition) for each in operands]
    return found, after


def _said(cursor: Cursor, sign: str, operand: _Operand, preposition: tuple[int, int] | None = None) -> Operation:
    return Operation(
        sign,
        operand.form,
        cursor.items[cursor.at].text,
        cursor.sentence,
        cursor.span(cursor.at),
        operand.side,
        operand.spelled,
        preposition,
        cursor.remark,
        opens=_opens(cursor),
    )


def _is_of_one_side(cursor: Cursor, at: int) -> bool:
    """Whether `the left side` or `one side` stands here, and not `the left side and the right side`."""
    at = cursor.past(at, {"the"})
    end = cursor.past(at, _ONE_SIDE | {"hand", "side"})
    return cursor.words_at(at) in _ONE_SIDE and cursor.words_at(end - 1) == "side" and cursor.words_at(end) != "and"


def _opens(cursor: Cursor) -> bool:
    """Whether the sentence says `first` right before its only verb so far, or right after what it does."""
    if _FIRST.isdisjoint(cursor.texts):
        return False
    before = cursor.at - 1
    while cursor.words_at(before) in _BEFORE_A_VERB or cursor.stop_at(before) == ",":
        before -= 1
    if cursor.words_at(before) == "step" and cursor.words_at(before - 1) == "first":
        return True
    if cursor.words_at(before) in _FIRST:
        return cursor.words_at(before - 1) not in {"the", "in", "our"}
    after = cursor.at + 1
    while cursor.words_at(after) not in _ENDING and cursor.stop_at(after) == "" and after < len(cursor.items):
        after += 1
    return cursor.words_at(after) == "first"


def _operand(cursor: Cursor, at: int) -> _Operand | None:
    """A number or an expression, in figures or, up to ninety-nine, in words."""
    run = cursor.run_at(at)
    if run is not None:
        if run.is_equation or run.expression is None:
            return None
        return _Operand(run.expression.form, run.sides[0], None, at + 1)
    number = SPELLED.get(cursor.words_at(at))
    if number is None or cursor.words_at(at + 1) in SPELLED or cursor.run_at(at + 1) is not None:
        return None
    return _Operand(constant(number), None, cursor.span(at), at + 1)


def _generic(cursor: Cursor, at: int) -> int:
    """Where `the same number`, `a number` ends, which names no operand; 0 where something else stands."""
    if cursor.matches(("a", "number"), at):
        return at + 2
    at = cursor.past(at, {"the"})
    return at + 2 if cursor.words_at(at) == "same" and cursor.words_at(at + 1) in _SAME else 0


def _on_both_sides(cursor: Cursor, at: int, sign: str) -> bool:
    """Whether the words after an operand leave it an operation on both sides."""
    word, following = cursor.words_at(at), cursor.words_at(at + 1)
    if word in {"from", "to", "on", "of", "in", "across"}:
        return following in BOTH or (word == "to" and following in _PURPOSES)
    # "add 3 and 4", "subtract 5 by ..." are other operations than one on both sides.
    if word == "and":
        return cursor.run_at(at + 1) is None and following not in SPELLED
    return word not in {"by", "with", "inside", "left", "right"} and (sign in "+-" or word not in BOTH)


def _other_side(cursor: Cursor, at: int) -> int:
    """Where `to the other side` ends, which may stand after `from the left side`; 0 where it does not stand."""
    at = cursor.past(at, {"term", "terms"})
    for prepositions in ({"from"}, {"to", "onto"}):
        at = cursor.past(at, {"over"})
        if cursor.words_at(at) in prepositions:
            end = cursor.past(at + 1, {"the", "hand"} | _SIDES)
            if cursor.words_at(end) != "side" or cursor.words_at(end - 1) not in _SIDES | {"hand"}:
                return 0
            at = end + 1
        elif "to" in prepositions:
            return 0
    return at


def _doubt(cursor: Cursor) -> Doubt:
    return Doubt(f"the operation {cursor.items[cursor.at].text!r}", cursor.sentence)
