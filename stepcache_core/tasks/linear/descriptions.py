"""What is said of the numbers of an equation, and of the value put in: "x is multiplied by 3", "put 5 in for x"."""

from __future__ import annotations

from typing import Final

from stepcache_core.tasks.linear.cursor import Cursor
from stepcache_core.tasks.linear.lexer import NAME, STOP
from stepcache_core.tasks.linear.reading import SENTENCE_END, Run
from stepcache_core.tasks.linear.statement_kinds import (
    Coefficient,
    Doubt,
    Form,
    Introduction,
    Mention,
    Operation,
    Statement,
    Truth,
    Value,
)
from stepcache_core.tasks.linear.vocabulary import SPELLED

_BEING: Final = frozenset("is are be being been was were that's it's".split())
_BETWEEN: Final = _BEING | frozenset("that which has currently also".split())
_PRONOUNS: Final = frozenset({"it", "variable", "unknown", "it's"})
PUTTING: Final = frozenset(
    "substitute substituting substituted plug plugging plugged put putting insert inserting replace replacing".split()
)
"""Verbs of putting a value in for the variable."""
_BEFORE_THE_VALUE: Final = frozenset("back in the value values of this our solution number".split())

_INTRODUCING: Final = frozenset("let set call define denote here where with".split())
_MEANING: Final = frozenset({"be", "represent", "represents", "denote", "denotes", "stand", "stands"})
_FORMS: Final = frozenset({"form", "formula", "type", "pattern", "standard"})
_OPENING: Final = _INTRODUCING | _FORMS


def introductions(cursor: Cursor) -> list[Introduction]:
    """The letters beside the variable to which a text gives a meaning."""
    if _OPENING.isdisjoint(cursor.texts):
        return []
    letters: set[str] = set()
    introduces = is_form = False
    for at, item in enumerate(cursor.items):
        if item.kind == STOP and item.text in SENTENCE_END:
            introduces = is_form = False
        introduces = introduces or item.text in _INTRODUCING
        is_form = is_form or item.text in _FORMS
        if item.run is None or not (introduces or is_form):
            continue
        first = item.run.sides[0].tokens
        is_meaning = len(first) == 1 and (item.run.is_equation or cursor.words_at(at + 1) in _MEANING)
        letters |= {token.text for token in first if is_meaning and token.kind == NAME}
        if is_form:
            letters |= {token.text for side in item.run.sides for token in side.tokens if token.kind == NAME}
    letters.discard(cursor.variable)
    return [Introduction(frozenset(letters), 0)] if letters else []


def read_description(cursor: Cursor, sign: str, found: list[Statement]) -> tuple[list[Statement], int] | None:
    """What the participle at the cursor says of an equation: `x is multiplied by 3`, `5 is added to 3x`.

    None where it tells of something that is done: "both sides are divided by 3".
    """
    at = cursor.at
    if not cursor.items[at].text.endswith("ed"):
        return None
    before = at - 1
    while cursor.words_at(before) in _BETWEEN:
        before -= 1
    if not any(cursor.words_at(place) in _BEING for place in range(before + 1, at)):
        return None
    if cursor.stop_at(before) == ",":
        before -= 1
    subject = cursor.run_at(before)
    if subject is not None and (subject.is_equation or subject.expression is None):
        return None
    if sign in "*/":
        is_letter = cursor.words_at(before) in _PRONOUNS or cursor.words_at(before + 1) == "it's"
        if subject is None and not is_letter:
            return None
        return _scaling(cursor, sign, subject)
    if subject is None or subject.names:
        return None
    return _shifting(cursor, sign, subject, before, found)


def _scaling(cursor: Cursor, sign: str, subject: Run | None) -> tuple[list[Statement], int] | None:
    """`multiplied by 3` of the variable, `multiplied by x` of a number."""
    by = cursor.at + 1
    if cursor.words_at(by) != "by":
        return None
    at = cursor.past(by + 1, {"the", "number", "coefficient"})
    operand = cursor.run_at(at)
    has_letter = subject is None or subject.is_variable(cursor.variable)
    if operand is None:
        return [Doubt("what is multiplied or divided", cursor.sentence)], at + (cursor.words_at(at) in SPELLED)
    if operand.is_equation or operand.expression is None:
        return None
    if has_letter and not operand.names:
        return [Coefficient(operand.sides[0], cursor.sentence, inverse=sign == "/")], at + 1
    if sign == "*" and subject is not None and not subject.names and operand.is_variable(cursor.variable):
        return [Coefficient(subject.sides[0], cursor.sentence)], at + 1
    if has_letter or not operand.names:
        return [Doubt("what is multiplied or divided", cursor.sentence, grave=True)], at + 1
    return None


def _shifting(
    cursor: Cursor, sign: str, subject: Run, before: int, found: list[Statement]
) -> tuple[list[Statement], int] | None:
    """`5 is added to 3x`, `5 is added to both sides`."""
    at = cursor.at + 1
    if cursor.words_at(at) not in {"to", "from"} or subject.expression is None:
        return None
    side = subject.sides[0]
    if found and isinstance(found[-1], Mention) and found[-1].side is side:
        found.pop()
    if cursor.words_at(at + 1) in {"both", "each"}:
        verb = cursor.items[cursor.at].text
        done = Operation(sign, side.form, verb, cursor.sentence, cursor.span(cursor.at), side, None, cursor.span(at))
        return [done._replace(remarks=cursor.remark)], at + 1
    number = Mention(side, cursor.sentence, True, False, cursor.span(before))
    place = cursor.past(at + 1, {"the", "term"})
    whole = cursor.run_at(place)
    if whole is None or whole.is_equation or whole.expression is None:
        return [number], at + 1
    form, other = side.form, whole.expression.form
    total = other.plus(form) if sign == "+" else other.minus(form)
    term = Mention(whole.sides[0], cursor.sentence, True, False, cursor.span(place))
    return [number, term, Form("made of", "", cursor.sentence, total)], place + 1


def read_value_put_in(cursor: Cursor) -> tuple[list[Statement], int] | None:
    """`substituting 5 for x`, `plug 5 back into the equation`, `replace x with 5`."""
    at = cursor.past(cursor.at + 1, _BEFORE_THE_VALUE)
    run = cursor.run_at(at)
    if run is None or run.is_equation or not run.readable:
        return None
    if run.is_variable(cursor.variable):
        value = cursor.run_at(at + 2) if cursor.words_at(at + 1) in {"with", "by"} else None
        if value is None or value.is_equation or not value.readable or value.names:
            return None
        return [Value(value.sides[0], cursor.sentence, is_stated=False)], at + 3
    if run.names:
        return None
    after = cursor.past(at + 1, {"back", "in"})
    is_named = cursor.words_at(after) in {"for", "as"} and _names_the_variable(cursor, after + 1)
    is_into = cursor.words_at(after) == "into" or (
        cursor.words_at(after - 1) == "in" and cursor.words_at(after) in {"the", "our"}
    )
    if not (is_named or is_into):
        return None
    return [Value(run.sides[0], cursor.sentence, is_stated=False)], after


def _names_the_variable(cursor: Cursor, at: int) -> bool:
    at = cursor.past(at, {"the", "variable", "unknown", "every", "each"})
    run = cursor.run_at(at)
    return cursor.words_at(at - 1) in {"variable", "unknown"} or (run is not None and run.is_variable(cursor.variable))


def read_constant(cursor: Cursor) -> tuple[list[Statement], int] | None:
    """`the constant term is 5`."""
    at = cursor.past(cursor.at + 1, {"term"})
    owner = cursor.run_at(at + 1) if cursor.words_at(at) == "of" else None
    if owner is not None and owner.is_variable(cursor.variable):
        return [Doubt("what the constant of the variable is", cursor.sentence, grave=True)], at + 2
    if cursor.words_at(at) not in {"is", "equals"}:
        return None
    run = cursor.run_at(at + 1)
    if run is None or run.is_equation or run.expression is None or run.names:
        return None
    side = run.sides[0]
    named = Mention(side, cursor.sentence, True, False, cursor.span(at + 1))
    return [named, Form("constant term", "", cursor.sentence, side.form)], at + 2


_TRUE: Final = frozenset({"true"})
_FALSE: Final = frozenset("false impossible untrue contradiction contradictory absurd".split())


def read_truth(cursor: Cursor, run: Run) -> tuple[list[Statement], int] | None:
    """`3 = 5, which is false`, `4 = 4. This is always true`: what the words behind an equation of numbers say of it."""
    at = cursor.at
    at += cursor.stop_at(at) in {",", ".", ";", ":"}
    at = cursor.past(at, {"but", "and", "since"})
    has_pronoun = cursor.words_at(at) in {"which", "this", "that"}
    if not has_pronoun and at > cursor.at:
        return None
    at += has_pronoun
    if cursor.words_at(at) != "is":
        return None
    says_not = False
    at += 1
    while cursor.words_at(at) in _BEFORE_TRUE:
        says_not = says_not or cursor.words_at(at) in {"not", "never"}
        at += 1
    word = cursor.words_at(at)
    if word not in _TRUE | _FALSE:
        return None
    at = cursor.past(at + 1, {"statement", "equation"})
    return [Truth(run, (word in _TRUE) != says_not, cursor.sentence)], at


_BEFORE_TRUE: Final = frozenset("a always never not clearly obviously of course".split())


def read_coefficient(cursor: Cursor, found: list[Statement]) -> tuple[list[Statement], int] | None:
    """`the coefficient of x, which is 3`, `the coefficient 3`, `3 is the coefficient of x`."""
    at = cursor.at + 1
    before = cursor.at - 1 - (cursor.words_at(cursor.at - 1) == "the")
    if cursor.matches(("reciprocal", "of"), before - 1):
        return None  # the number that comes next may be either
    if cursor.words_at(at) == "of":
        run = cursor.run_at(at + 1)
        if run is None or not run.is_variable(cursor.variable):
            return None
        at += 2
    if cursor.words_at(cursor.at - 1) == "the" and cursor.words_at(cursor.at - 2) == "is":
        subject, last = cursor.run_at(cursor.at - 3), found[-1] if found else None
        if subject is not None and not subject.names and isinstance(last, Mention):
            found.pop()
            return [Coefficient(last.side, cursor.sentence)], at
    at += cursor.stop_at(at) == ","
    at = cursor.past(at, {"which", "is"})
    run = cursor.run_at(at)
    if run is None or run.is_equation or not run.readable or run.names:
        return None
    return [Coefficient(run.sides[0], cursor.sentence)], at + 1
