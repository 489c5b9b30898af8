"""How far two equations are alike, so that what the words of an answer say of the one is true of the other.

"This is a two-step equation", "the answer is a whole number", "we undo the addition": such words name nothing that is
recomputed. They are true of another equation only where that has the same shape and the same kind of solution; words
for adding and taking away only where it has the same signs, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, TypeAlias

from stepcache_core.tasks.linear.algebra import Linear, NotLinearError, Number
from stepcache_core.tasks.linear.lexer import NUMBER
from stepcache_core.tasks.linear.polynomial import Expression
from stepcache_core.tasks.linear.reading import Side, canonical, read
from stepcache_core.tasks.linear.recognise import LinearProblem
from stepcache_core.tasks.linear.systems.problem import SystemProblem

Shape: TypeAlias = tuple[object, ...]

_DESCRIBES: Final = re.compile(
    r"\b(?:(?:one|two|three|four|five|six|multi|several|few)[ -]steps?|steps? (?:is|are) needed|fractions?|fractional"
    r"|decimals?|whole|integers?|denominators?|numerators?|multiplication|division|cross-multipl\w{1,6}|reduced?"
    r"|simplest|simpler|nice|lowest|standard form)\b",
    re.IGNORECASE,
)
"""Words for the kind of an equation's numbers and of its solution, and for how many steps lead there."""
_DESCRIBES_SIGNS: Final = re.compile(
    r"\b(?:addition|subtraction|cancel\w{0,6}|again|constants?(?: term)?\W{1,4}\d"
    r"|(?:first|last|single|only) (?:term|number)"
    r"|(?:equation|expression|problem|side|it) (?:ends?|starts?|begins?) with)\b",
    re.IGNORECASE,
)
"""Words for what its signs say."""
_DESCRIBES_FORM: Final = re.compile(
    r"\b(?:brackets?|parenthes[ie]s|like[ -]terms?|left|right|lhs|rhs|expan\w{1,6}|distribut\w{1,6}|factor\w{0,6}"
    r"|combin\w{1,5}|commut\w{1,6}|associat\w{1,5}|collect\w{0,6}|gather\w{0,5}|group\w{0,4}|transpos\w{1,5}|mov(?:e|es|ed|ing)"
    r"|constants?|coefficients?|(?:variable|x)[ -]terms?|together|once|twice|alone|already|only|single|appears?|occurs?"
    r"|(?:all|both|one|single|few|several) operations?"
    r"|(?:all|both|every|each)(?: of)?(?: the)? terms?"
    r"|(?:both|each|either)(?: of the)? sides? (?:also )?(?:are|contains?|ha(?:s|ve)|involves?|shares?)"
    r"|(?:is|are|stands?|found|has|have|variables?) (?:alone )?on (?:both|each|either|one)"
    r"|on (?:one|a single) side|same side|basic|eas(?:y|ier|ily)|quick|simple|straightforward)\b",
    re.IGNORECASE,
)
"""Words for what stands where in an equation, for what there is to do in it, and for how hard that is."""
_COINCIDES: Final = re.compile(
    r"\b(?:constants?|coefficients?|numbers?|numerators?|denominators?|values?|solutions?|results?|terms?)\b"
    r"[^.\n=\d]{0,30}\b(?:(?:are|is|be) (?:the )?(?:same|equal\b(?! to\W{0,4}\d))|equals? the)\b"
    r"|\b(?:is|are|equals?|gives?|which) also\b|\bsame as (?:the|our|its)\b|\b(?:re)?appears? again\b|\breappears?\b"
    r"|(?<!\bsides )\b(?:is|are|has|have|gets?|gives?|obtain|back) the same"
    r" (?:number|value|constant|coefficient|term)\b"
    r"|\bsame (?:number|value|constant|coefficient|term) (?:again|as|appears|occurs|stands|is)\b"
    r"|\b(?:[a-z]|variable|unknown|solution|answer|value|result|numbers?|constants?|coefficients?)\W{0,4}"
    r"(?:is|are|lies|stands|appears|occurs|comes|follows)(?: also)? "
    r"(?:(?:above|below|before|after|among|beside|like|in)\b[^.\n=\d]{0,20}\b(?:constants?|coefficients?|numbers?|values?|solutions?|equation)"
    r"|(?:a|an|the|our) (?:given|original|initial) (?:number|constant|coefficient|value))\b"
    r"|\b(?:is|equals?|back|gives?|get|obtain) (?:the |our |its )(?:original |initial |given )?"
    r"(?:coefficient|constant)\b(?! (?:of|term|on)\b|\W{0,4}\d)"
    r"|(?<![\d.])\b(?:[a-z]|it|this|that|variable|unknown|solution|answer|value|result)\W{0,4}"
    r"(?:is|equals|matches)(?: also| equal to| the same as){0,2} (?:the|our|its) (?:\w+ ){0,2}"
    r"(?:constants?|coefficients?|numerators?|denominators?|factors?|divisors?|addends?)\b",
    re.IGNORECASE,
)
"""Words that say of two numbers that they are one, as they may be by chance."""
_POINTS: Final = re.compile(r"\b(?:first|second|third|last|other|upper|lower|top|bottom)\b", re.IGNORECASE)
"""Words for one of several equations."""
_OF_ONE_EQUATION: Final = (_DESCRIBES, _DESCRIBES_SIGNS, _DESCRIBES_FORM, _COINCIDES, _POINTS)


_OF_A_NUMBER: Final = re.compile(r"(?<![nx)])[+-]")
"""Signs between no two terms."""


def form_of(problem: LinearProblem) -> str:
    """How an equation is written, without its numbers and their signs."""
    written = "=".join(canonical(side).replace(problem.variable, "x") for side in problem.sides)
    return re.sub(r"[+-]", "±", _OF_A_NUMBER.sub("", re.sub(r"[\d.]+", "n", written)))


def shape_of(problem: LinearProblem) -> Shape:
    """The form of an equation, and of what kind its numbers and its solution are."""
    factor, rest = problem.difference
    is_decimal = any(token.kind == NUMBER and "." in token.text for side in problem.sides for token in side)
    return form_of(problem), is_decimal, abs(factor) == 1, rest == 0, *_kind_of(problem)


def _kind_of(problem: LinearProblem) -> Shape:
    """Whether the solution is whole; of a fraction, whether it ends as a decimal, and whether it is to be reduced."""
    solution = problem.solution
    if solution is None or solution.denominator == 1:
        return (solution is not None,)
    left = solution.denominator
    for prime in (2, 5):
        while left % prime == 0:
            left //= prime
    factor, _ = problem.difference
    return False, left == 1, abs(factor) == solution.denominator


def signs_of(problem: LinearProblem) -> str:
    """The signs of an equation, in order."""
    return "".join(sign for side in problem.sides for sign in canonical(side) if sign in "+-*/")


def says_what_may_differ(text: str, old: LinearProblem, new: LinearProblem) -> bool:
    """Whether an answer to one equation may say of it in words what is not so of the other."""
    if _COINCIDES.search(text) is not None:
        return (old.left, old.right) != (new.left, new.right)
    if shape_of(old) == shape_of(new) and signs_of(old) == signs_of(new):
        return False
    if _DESCRIBES_FORM.search(text) is not None and form_of(old) != form_of(new):
        return True
    return _DESCRIBES_SIGNS.search(text) is not None or (
        _DESCRIBES.search(text) is not None and shape_of(old) != shape_of(new)
    )


def says_what_may_differ_of_several(text: str, old: SystemProblem, new: SystemProblem) -> bool:
    """Whether an answer to some equations may say of them in words what is not so of others, or in another order."""
    if [one.spelling for one in old.equations] == [one.spelling for one in new.equations]:
        return False
    return any(words.search(text) is not None for words in _OF_ONE_EQUATION)


def states_another_equation(text: str, old: LinearProblem, new: LinearProblem) -> bool:
    """Whether an answer states the equation it was asked, where the other one is but solved by the same number.

    "The equation is 3x + 5 = 20" is no step to the solution of 6x + 10 = 40, though it follows.
    """
    asked = _values_of(old.left, old.right)
    if old.solution != new.solution or asked == _values_of(new.left, new.right):
        return False
    return any(
        _values_of(left.form, right.form) == asked for left, right in _links(text) if len(left.names | right.names) == 1
    )


def states_another_equation_of_several(text: str, old: SystemProblem, new: SystemProblem) -> bool:
    """Whether an answer states an equation it was asked that is none of the others' own."""
    asked = {frozenset({one.left, one.right}) for one in old.equations}
    asked -= {frozenset({one.left, one.right}) for one in new.equations}
    return bool(asked) and any(frozenset(map(_polynomial, link)) in asked for link in _links(text))


def _links(text: str) -> Iterator[tuple[Side, Side]]:
    runs = (item.run for item in read(text))
    return (link for run in runs if run is not None and run.readable for link in pairwise(run.sides))


def _values_of(left: Linear, right: Linear) -> frozenset[tuple[Number, Number]]:
    """The coefficient and the constant of both sides, whatever the one letter is and whichever side is left."""
    return frozenset((sum(value for _, value in side.terms), side.constant) for side in (left, right))


def _polynomial(side: Side) -> object:
    try:
        return Expression(side.tokens, {}, {}).polynomial
    except NotLinearError:
        return side
