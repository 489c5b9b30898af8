"""Whether what words say of how an equation is written is so: of the problem, or of what is derived just there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from stepcache_core.tasks.linear.algebra import Linear, constant
from stepcache_core.tasks.linear.compare import Sides
from stepcache_core.tasks.linear.facts import Facts
from stepcache_core.tasks.linear.reading import canonical
from stepcache_core.tasks.linear.statement_kinds import Form

_SIGNS: Final = {"addition": "+", "subtraction": "-", "multiplication": "*", "division": "/"}
_UNDONE_BY: Final = {"+": "-", "-": "+", "*": "/", "/": "*"}
_SIDES: Final = ("left", "right")


_CERTAIN: Final = frozenset(_SIGNS) | {"made of", "constant term", "value a constant", "value a coefficient"}


def is_surely_false(facts: Facts, known: int, form: Form) -> bool:
    """Whether a statement that does not hold is false, and not only said of something that is not seen.

    That an expression stands on one side is false where it stands on the other.
    """
    if form.what == "expression" and form.side in _SIDES:
        return has_form(facts, known, form._replace(side=_SIDES[1 - _SIDES.index(form.side)]))
    return form.what in _CERTAIN


def has_form(facts: Facts, known: int, form: Form) -> bool:
    """Whether a statement on the form holds.

    Args:
        facts: What is known when the whole answer is read.
        known: How many equations were known where the statement stands: it may speak of the last two of these, and of
            the one that comes next.
        form: The statement.
    """
    states = facts.states[max(0, known - 2) : known + 1]
    if form.what == "variable gone":
        return _is_variable_gone(facts, form.side)
    if not form.side:
        return _has_part(facts, form)
    if form.what.startswith("moved"):
        return any(_is_moved(form.what, _SIDES.index(form.side), states, facts))
    if form.side == "both":
        states = facts.states
    sides = [_SIDES.index(form.side)] if form.side in _SIDES else [0, 1]
    return any(all(_stands(facts, state, side, form) for side in sides) for state in states)


def _is_variable_gone(facts: Facts, side: str) -> bool:
    """Whether the variable falls out of the whole equation, or, as its terms are gathered, out of one side."""
    sides = [_SIDES.index(side)] if side else [0, 1]
    states = facts.states
    return facts.solution is None or any(
        state[at].terms and state[1 - at].terms and not later[at].terms
        for state, later in pairwise(states)
        for at in sides
    )


def _has_part(facts: Facts, form: Form) -> bool:
    written = _written(facts)
    match form.what:
        case "decimal":
            is_written = any("." in side for side in written)
            return is_written or facts.solution is None or facts.solution.denominator != 1
        case "fraction":
            return any("/" in side for side in written)
        case "bracket":
            return bool(facts.problem.products) or any("(" in side for side in written)
        case "like terms":
            return any(map(_has_like_terms, written)) or all(side.terms for side in facts.states[0])
        case "made of":
            return any(form.expression == side for state in facts.states for side in state)
        case "value a constant":
            return facts.solution in {side.constant for side in facts.states[0]}
        case "value a coefficient":
            return facts.solution in {side.coefficient(facts.variable) for side in facts.states[0]}
        case "constant term":
            constants = {side.constant for state in facts.states for side in state if side.constant}
            said = 0 if form.expression is None else form.expression.constant
            return said in constants
        case "one-step" | "two-step":
            return _steps_needed(facts) == (1 if form.what == "one-step" else 2)
    return _has_operation(facts, _SIGNS[form.what], own=form.whole)


def _steps_needed(facts: Facts) -> int | None:
    """How many operations undo the side with the variable, where only one side has it and nothing is in brackets."""
    factors = [form.coefficient(facts.variable) for form in facts.states[0]]
    if all(factors) or not any(factors) or facts.problem.products:
        return None
    side = facts.states[0][0 if factors[0] else 1]
    return (side.coefficient(facts.variable) != 1) + bool(side.constant)


def _written(facts: Facts) -> list[str]:
    """The sides of the problem, and of what was derived, as they are written."""
    derived = [side.tokens for pair in facts.written for side in pair]
    return [canonical(tokens) for tokens in (*facts.problem.sides, *derived)]


_TERM: Final = re.compile(r"[+-]?[^+-]+")


def _has_like_terms(side: str) -> bool:
    terms = _TERM.findall(side)
    with_letter = sum(re.search(r"[a-zA-Z]", term) is not None for term in terms)
    return with_letter > 1 or len(terms) - with_letter > 1


def _has_operation(facts: Facts, sign: str, *, own: bool) -> bool:
    """Whether the problem has an operation, or another that this one undoes."""
    wanted = sign if own else _UNDONE_BY[sign]
    forms = facts.states[0]
    written = [canonical(tokens) for tokens in facts.problem.sides]
    has = {
        "+": any("+" in side for side in written),
        "-": any("-" in side for side in written),
        "*": any(abs(form.coefficient(facts.variable)) not in {0, 1} for form in forms),
        "/": any("/" in side for side in written),
    }
    return has[wanted]


def _is_moved(what: str, side: int, states: Sequence[Sides], facts: Facts) -> list[bool]:
    """Of each two equations that follow each other, whether the terms were gathered on a side."""
    letter = facts.variable

    def holds(state: Sides, at: int) -> bool:
        return bool(state[at].coefficient(letter) if what.endswith("variable") else state[at].constant)

    return [holds(one, 1 - side) and not holds(other, 1 - side) for one, other in pairwise(states)]


def _stands(facts: Facts, state: Sides, at: int, form: Form) -> bool:
    side, opposite, letter = state[at], state[1 - at], facts.variable
    match form.what:
        case "variable":
            return bool(side.coefficient(letter))
        case "variable alone":
            return bool(side.coefficient(letter)) and (form.side == "both" or not opposite.coefficient(letter))
        case "constant":
            if form.side == "both":
                return bool(side.constant)
            return bool(side.constant) and (bool(side.terms) or not opposite.constant)
        case "something to simplify":
            return bool(side.terms) or any(len(pair[at].tokens) > 1 for pair in facts.written)
    return form.expression is not None and _is_in(form.expression, side, at, form, facts)


def _is_in(expression: Linear, side: Linear, at: int, form: Form, facts: Facts) -> bool:
    """Whether an expression is a side, or a term, a coefficient or a factor of it."""
    if expression == side:
        return True
    if form.whole:
        value = facts.solution
        problem = (facts.problem.left, facts.problem.right)[at]
        return value is not None and expression == constant(problem.at(facts.variable, value))
    negative = expression.times(-1)
    if expression.terms:
        return any(one.terms == side.terms and not one.constant for one in (expression, negative))
    numbers = {side.constant, side.coefficient(facts.variable)}
    sides = [facts.problem.sides[at], *(pair[at].tokens for pair in facts.written)]
    is_factor = any(
        re.search(rf"(?<![\d.]){re.escape(str(abs(expression.constant)))}\*?\(", canonical(each)) for each in sides
    )
    return bool({expression.constant, negative.constant} & numbers) or is_factor
