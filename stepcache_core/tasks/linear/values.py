"""What is said of numbers: a rounded value, a coefficient, what a side comes to, that there is none or any will do."""

from __future__ import annotations

from math import isqrt
from typing import Final

from stepcache_core.tasks.linear.algebra import Number, constant, magnitude, quotient
from stepcache_core.tasks.linear.compare import is_literal
from stepcache_core.tasks.linear.facts import Facts
from stepcache_core.tasks.linear.findings import Findings
from stepcache_core.tasks.linear.reading import Side
from stepcache_core.tasks.linear.statement_kinds import Claim, Coefficient, Property, SideValue, Truth

MAX_DIVISOR: Final = 10_000
"""The largest number that is tried as a divisor."""


def judge_approximation(facts: Facts, left: Side, right: Side, found: Findings) -> None:
    said = f"{left.text} ≈ {right.text}"
    exact = facts.exact_of(left)
    digits = "".join(token.text for token in right.tokens).lstrip("-")
    shown = right.form.constant
    if exact is None or right.names or not is_literal(right) or "/" in digits:
        found.doubtful.append(f"{said} cannot be judged")
        return
    places = len(digits.partition(".")[2])
    if magnitude(exact - shown) * 2 * 10**places <= 1:
        found.right.append(f"{said} is {exact} rounded to {places} places")
    else:
        found.wrong.append(f"{said} is not near enough: {exact} rounds otherwise")


def judge_value_put_in(facts: Facts, side: Side, found: Findings) -> None:
    """A value put in for the variable, which is no statement of the solution."""
    if facts.solution is not None and side.form.constant == facts.solution:
        found.right.append(f"{side.text} is put in for {facts.variable}")
    else:
        found.wrong.append(f"{side.text} is put in for {facts.variable}: {facts.truth()}")


def judge_coefficient(facts: Facts, said: Coefficient, found: Findings) -> None:
    value = said.side.form.constant
    if said.inverse and not value:
        found.wrong.append("nothing is divided by 0")
        return
    value = quotient(1, value) if said.inverse else value
    if facts.is_coefficient(value):
        found.right.append(f"the coefficient is {value}")
    elif any(facts.coefficient_of(state) == constant(value) for state in facts.states):
        found.forbid(f"not understood: of which equation {value} is the coefficient")
    else:
        found.wrong.append(f"{value} is not the coefficient of {facts.variable} there")


def judge_side_value(facts: Facts, stated: SideValue, found: Findings) -> None:
    """`LHS = 3(5) + 5 = 20`: one side of the problem, with the solution put in."""
    form = facts.problem.left if stated.is_left else facts.problem.right
    said = " = ".join(side.text for side in stated.run.sides)
    if facts.solution is None or stated.run.names - {facts.variable}:
        found.doubtful.append(f"not understood: what {said} is said to be")
        return
    total = constant(form.at(facts.variable, facts.solution))
    if not form.terms and stated.run.sides[0].operations:
        found.doubtful.append(f"not understood: {said} is put into a side without {facts.variable}")
        return
    if all(side.form in (total, form) for side in stated.run.sides):
        found.right.append(f"the {'left' if stated.is_left else 'right'} side is {said}")
    else:
        found.wrong.append(f"{said} is not the {'left' if stated.is_left else 'right'} side")


def judge_truth(facts: Facts, stated: Truth, found: Findings) -> None:
    """An equation of numbers that is called true or false; a false one may stand where there is no solution."""
    said = " = ".join(side.text for side in stated.run.sides)
    holds = len({side.form for side in stated.run.sides}) == 1
    if holds == stated.holds and (holds or facts.is_contradiction):
        found.right.append(f"{said} is {'true' if holds else 'false'}, as is said")
    else:
        found.wrong.append(f"{said} is {'true' if holds else 'false'}, and not as is said")


def judge_claim(facts: Facts, claim: Claim, found: Findings) -> bool:
    """Judges a claim of all solutions; whether it is one of the problem's, and right."""
    said = "no solution" if claim.solutions == "none" else "every number as a solution"
    denied = f"it is not so that the equation has {said}: {facts.truth()}"
    if facts.solution is None and (claim.solutions == "all") == facts.problem.is_identity:
        found.right.append(f"the equation has {said}")
        return True
    if claim.solutions == "all" and claim.of is not None and len({side.form for side in claim.of.sides}) == 1:
        found.right.append("an equation that is always true is called so")
    elif claim.is_sure:
        found.wrong.append(denied)
    else:
        found.forbid(f"not understood: {denied}")
    return False


def judge_property(facts: Facts, stated: Property, found: Findings) -> None:
    said = f"{'not ' if stated.says_not else ''}{stated.name}"
    if facts.solution is None:
        found.doubtful.append(f"not understood: what is said to be {said}")
    elif _has_property(facts.solution, stated.name) != stated.says_not:
        found.right.append(f"{facts.solution} is {said}")
    elif stated.is_sure:
        found.wrong.append(f"{facts.solution} is not {said}")
    else:
        found.forbid(f"not understood: whether {facts.solution} is said to be {stated.name}")


def _has_property(value: Number, name: str) -> bool:
    is_whole = value.denominator == 1
    match name:
        case "positive":
            return value > 0
        case "negative":
            return value < 0
        case "rational":
            return True
        case "integer":
            return is_whole
        case "whole" | "natural":
            return is_whole and value >= 0
        case "even" | "odd":
            return is_whole and (value.numerator % 2 == 0) == (name == "even")
    divisors = range(2, min(isqrt(abs(value.numerator)), MAX_DIVISOR) + 1)
    is_composite = any(value.numerator % number == 0 for number in divisors)
    return is_whole and value > 1 and is_composite == (name == "composite")
