"""Exact comparisons of equations and of their sides."""

from __future__ import annotations

from stepcache_core.tasks.linear.algebra import Linear, Number, quotient
from stepcache_core.tasks.linear.reading import Side, canonical

Sides = tuple[Linear, Linear]


def show(form: Linear) -> str:
    pieces = [f"{'' if value == 1 else value}{name}" for name, value in form.terms]
    if form.constant or not pieces:
        pieces.append(str(form.constant))
    return " + ".join(pieces)


def same(one: Sides, other: Sides | None) -> bool:
    return other is not None and (one == other or one == other[::-1])


def is_multiple(forms: Sides, state: Sides) -> bool:
    """Whether an equation is another one multiplied or divided by a number, to some end.

    Of whole numbers it is a whole number, or what leaves a letter alone: `3x = 15` is not made of `2x = 10`.
    """
    values = [*_values(state[0], forms[0]), *_values(state[1], forms[1])]
    factor = next((quotient(new, old) for old, new in values if old), None)
    if factor is None or factor == 0 or any(old * factor != new for old, new in values):
        return False
    if factor.numerator in (1, -1) or factor.denominator == 1 or any(old.denominator != 1 for old, _ in values):
        return True
    return any(value in (1, -1) for form in forms for _, value in form.terms)


def _values(old: Linear, new: Linear) -> list[tuple[Number, Number]]:
    names = {name for name, _ in old.terms} | {name for name, _ in new.terms}
    return [(old.coefficient(name), new.coefficient(name)) for name in names] + [(old.constant, new.constant)]


def is_literal(side: Side) -> bool:
    """Whether a side is one number as it stands: `5`, `-5`, `2.5`, `15/7`."""
    if side.expression is None or side.names:
        return False
    return side.operations == 0 or (side.operations == 1 and _is_quotient(side))


def _is_quotient(side: Side) -> bool:
    text = canonical(side.tokens).strip("()").lstrip("-")
    return text.count("/") == 1 and all(part.isdigit() for part in text.split("/"))


def is_final(side: Side) -> bool:
    """Whether a side is a number worked out: a quotient that is a whole number is not."""
    if not is_literal(side) or side.expression is None:
        return False
    return side.operations == 0 or side.form.constant.denominator != 1
