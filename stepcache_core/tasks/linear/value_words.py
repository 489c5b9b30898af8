"""What words say of a value: how it is rounded, which other form it has, what kind of number it is."""

from __future__ import annotations

from typing import Final

from stepcache_core.tasks.linear.compare import is_literal
from stepcache_core.tasks.linear.cursor import Cursor
from stepcache_core.tasks.linear.reading import Run
from stepcache_core.tasks.linear.statement_kinds import Doubt, Equation, Property, Statement
from stepcache_core.tasks.linear.vocabulary import SPELLED

APPROXIMATELY: Final = frozenset({"approximately", "about", "roughly"})
OTHER_FORMS: Final = APPROXIMATELY | {"or"}
PROPERTIES: Final = frozenset("even odd prime composite positive negative integer whole natural rational".split())
_BEFORE_A_PROPERTY: Final = PROPERTIES | frozenset({"a", "an", "not", "indeed", "also"})
_SOLUTION: Final = frozenset({"solution", "answer", "value"})
_VAGUE: Final = frozenset({"it", "this", "value"})
"""Subjects that are the solution as long as nothing else is meant: "this is an even number: 20"."""
_NEAREST: Final = {"tenth": 1, "hundredth": 2, "thousandth": 3}


def past_rounding(cursor: Cursor, last: Statement | None) -> int:
    """Where `rounded to two decimal places` ends, if the value before it is so; else 0."""
    if not isinstance(last, Equation) or last.run.relations[-1] != "≈" or cursor.words_at(cursor.at + 1) != "to":
        return 0
    shown = len(last.run.sides[-1].text.partition(".")[2])
    if cursor.matches(("the", "nearest"), cursor.at + 2):
        return cursor.at + 5 if _NEAREST.get(cursor.words_at(cursor.at + 4)) == shown else 0
    run = cursor.run_at(cursor.at + 2)
    places = SPELLED.get(cursor.words_at(cursor.at + 2))
    if run is not None and run.expression is not None and not run.names and run.expression.form.constant == shown:
        places = shown
    said = cursor.words_at(cursor.at + 3), cursor.words_at(cursor.at + 4)
    return cursor.at + 5 if places == shown and said in {("decimal", "places"), ("decimal", "place")} else 0


def read_other_form(cursor: Cursor, found: list[Statement]) -> tuple[list[Statement], int] | None:
    """`x = 9/4, or 2.25`, `x = 14/3, which is approximately 4.67`: the value before in another form."""
    word, last = cursor.words_at(cursor.at), found[-1] if found else None
    if word == "or" and cursor.words_at(cursor.at + 1) in APPROXIMATELY:
        return [], cursor.at + 1
    run = cursor.run_at(cursor.at + 1)
    if not isinstance(last, Equation) or run is None or run.is_equation or not is_literal(run.sides[0]):
        return None
    exact, shown = last.run.sides[-1], run.sides[0]
    if word == "or" and (not is_literal(exact) or exact.form != shown.form):
        return None
    if word != "or" and last.sentence != cursor.sentence:
        return None
    relation = "=" if word == "or" else "≈"
    return [Equation(Run((exact, shown), (relation,), continues=True), cursor.sentence)], cursor.at + 2


def read_property(cursor: Cursor, found: list[Statement]) -> tuple[list[Statement], int] | None:
    """`x is a positive integer`, `x = 9/4, which is not an integer`."""
    at = cursor.at - 1
    words: list[str] = []
    while cursor.words_at(at) in _BEFORE_A_PROPERTY:
        words.append(cursor.words_at(at))
        at -= 1
    if cursor.words_at(at) != "is" or not _is_of_the_solution(cursor, at - 1):
        return None
    is_sure = cursor.words_at(at - 1) not in _VAGUE
    is_one = PROPERTIES.isdisjoint({*words, cursor.words_at(cursor.at + 1)})
    says_not = (
        words.count("not") == 1 and is_one and found[-1:] == [Doubt("the word 'not'", cursor.sentence, grave=True)]
    )
    if says_not:
        found.pop()
    return [Property(cursor.words_at(cursor.at), cursor.sentence, is_sure, says_not)], cursor.past(
        cursor.at + 1, {"number"}
    )


def _is_of_the_solution(cursor: Cursor, at: int) -> bool:
    """Whether what ends here is the variable, its value or its equation."""
    if cursor.words_at(at) in {"which", "it", "this"}:
        at -= 1
        at -= cursor.stop_at(at) in {",", "."}
        run = cursor.run_at(at)
        return run is not None and run.is_equation and _is_value_of(run, cursor.variable)
    if cursor.words_at(at) in _SOLUTION:
        return cursor.words_at(at - 1) in {"the", "final", "this", "our", "exact"}
    run = cursor.run_at(at)
    if run is None or not (run.is_variable(cursor.variable) or _is_value_of(run, cursor.variable)):
        return False
    before = cursor.words_at(at - 1)
    return before not in _OF_ANOTHER or (before in {"of", "for"} and cursor.words_at(at - 2) in _SOLUTION)


_OF_ANOTHER: Final = frozenset("of for in by with from to before after beside on minus plus times".split())


def _is_value_of(run: Run, variable: str) -> bool:
    return [token.text for token in run.sides[0].tokens] == [variable] and not run.sides[-1].names
