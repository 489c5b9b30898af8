"""What a step may state of an equation: equations, values, operations on both sides, claims, and doubts."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from stepcache_core.tasks.linear.algebra import Linear, constant
from stepcache_core.tasks.linear.compare import Sides
from stepcache_core.tasks.linear.reading import Run, Side


class Equation(NamedTuple):
    """A stated equation, or a chain of them.

    Attributes:
        run: The run it was read from.
        restates: `given` where the words before it say that it is the problem's own equation, `itself` where they say
            so and nothing else, `here` where they say that it is the one to be solved now, else empty.
        sentence: Index of the sentence it stands in.
    """

    run: Run
    sentence: int
    restates: str = ""


class Value(NamedTuple):
    """A value stated in words or in a box: "the solution is 5".

    Attributes:
        side: The value.
        sentence: Index of the sentence it stands in.
        is_stated: Whether it is stated to be the solution, and not only put in for the variable.
    """

    side: Side
    sentence: int
    is_stated: bool = True


class Operation(NamedTuple):
    """Something done to both sides.

    Attributes:
        sign: One of `+ - * /`; `MOVE` for a term taken to the other side, `EXPAND` for a bracket multiplied out.
        operand: What is added, subtracted, multiplied or divided by, moved, or multiplied into the bracket; None for
            "the coefficient of x".
        words: The verb as it is written, in lower case.
        sentence: Index of the sentence it stands in.
        verb: The verb's place in the text.
        side: The operand as it is written, unless in words.
        spelled: The place of an operand that is written in words.
        preposition: The place of `from` or `to` after the operand.
        remarks: Whether it stands in brackets after an equation, and so says how that one came about.
        towards: The side that a term is moved to, `left` or `right`, where the words say so.
        opens: Whether it is said to be done first.
    """

    sign: str
    operand: Linear | None
    words: str
    sentence: int
    verb: tuple[int, int]
    side: Side | None = None
    spelled: tuple[int, int] | None = None
    preposition: tuple[int, int] | None = None
    remarks: bool = False
    towards: str = ""
    opens: bool = False


MOVE: Final = ">"
EXPAND: Final = "("


class Coefficient(NamedTuple):
    """A number said to be the coefficient of the variable.

    Attributes:
        side: The number.
        sentence: Index of the sentence it stands in.
        inverse: Whether the variable is said to be divided by it.
    """

    side: Side
    sentence: int
    inverse: bool = False


class Mention(NamedTuple):
    """An expression that the words around it only point at, such as "the term 3x" or "cancel the +5".

    Attributes:
        side: The expression.
        sentence: Index of the sentence it stands in.
        named: Whether the words call it a term or a number of the equation.
        signed: Whether a sign is written before it.
        span: Its place in the text, with the sign.
        undone: Whether it is said to be cancelled, and so must be what the next operation of the sentence takes away.
        counts: Whether it says how many steps there are, or which one this is.
    """

    side: Side
    sentence: int
    named: bool
    signed: bool
    span: tuple[int, int]
    undone: bool = False
    counts: bool = False


class SideValue(NamedTuple):
    """What one side of the equation comes to once the solution is put in: "LHS = 3(5) + 5 = 20"."""

    run: Run
    is_left: bool
    sentence: int


class Claim(NamedTuple):
    """A claim about all solutions.

    Attributes:
        solutions: `none` where there is none, `all` where every number is one.
        sentence: Index of the sentence it stands in.
        of: The equation that the words name, where that is written right before them.
        is_sure: Whether all of its sentence is understood; else it may be turned round, or be of something else.
    """

    solutions: str
    sentence: int
    of: Run | None = None
    is_sure: bool = True


class Doubt(NamedTuple):
    """Something that could not be read, and so forbids to pass the step.

    Attributes:
        what: What was not understood.
        sentence: Index of the sentence it stands in.
        grave: Whether it may turn a statement round, so that no answer with it can be trusted.
    """

    what: str
    sentence: int
    grave: bool = False


class Form(NamedTuple):
    """What words say of how an equation is written: which parts it has, or what stands on which side.

    Attributes:
        what: One of `made of`, `constant term`, `value a constant`, `value a coefficient`, `fraction`, `decimal`,
            `bracket`, `like terms`, `one-step`, `two-step`, `variable gone`, or an operation such as `addition`; of
            a side, one of `variable`, `variable alone`, `moved variable`, `constant`, `moved constant`,
            `expression`, `something to simplify`, `variable gone`.
        side: `left`, `right` or `both`; empty where no side is spoken of.
        sentence: Index of the sentence it stands in.
        expression: The expression that is said to stand there.
        whole: Whether it is said to be all of the side; of an operation, whether it is the problem's own.
    """

    what: str
    side: str
    sentence: int
    expression: Linear | None = None
    whole: bool = False


class Truth(NamedTuple):
    """What is said right behind an equation of numbers: "3 = 5, which is false"."""

    run: Run
    holds: bool
    sentence: int


class Property(NamedTuple):
    """What kind of number the solution is said to be, or not to be: "x is even"; `is_sure` is as of a `Claim`."""

    name: str
    sentence: int
    is_sure: bool = True
    says_not: bool = False


class Introduction(NamedTuple):
    """Letters of its own that an answer gives a meaning: "let y = 3x", "where a = 3 and b = 5"."""

    letters: frozenset[str]
    sentence: int


Statement: TypeAlias = (
    Equation
    | Value
    | SideValue
    | Operation
    | Coefficient
    | Mention
    | Claim
    | Doubt
    | Form
    | Introduction
    | Truth
    | Property
)


def apply(operation: Operation, sides: Sides, variable: str) -> Sides | None:
    """Both sides after the operation, or None where it is none that keeps the solutions."""
    left, right = sides
    operand = operation.operand
    if operand is None:
        operand = constant(left.coefficient(variable) - right.coefficient(variable))
    if operation.sign == EXPAND:
        return sides
    if operation.sign == MOVE:
        found = _term(operand, sides, operation)
        return None if found is None else (left.minus(found), right.minus(found))
    if operation.sign == "+":
        return left.plus(operand), right.plus(operand)
    if operation.sign == "-":
        return left.minus(operand), right.minus(operand)
    if operand.terms or not operand.constant:
        return None
    if operation.sign == "*":
        return left.times(operand.constant), right.times(operand.constant)
    return left.over(operand.constant), right.over(operand.constant)


def _term(operand: Linear, sides: Sides, operation: Operation) -> Linear | None:
    """The term of an equation that is moved; one that is named without a sign may have either."""
    signed = operation.side is not None and operation.side.text.startswith(("-", "−"))
    for wanted in (operand,) if signed else (operand, operand.times(-1)):
        for name, side in zip(("left", "right"), sides, strict=True):
            occurs = wanted.terms == side.terms if wanted.terms else wanted.constant == side.constant
            if occurs and name != operation.towards:
                return wanted
    return None
