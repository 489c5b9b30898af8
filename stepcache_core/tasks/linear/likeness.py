"""How far two equations are alike, so that what the words of an answer say of the one is true of the other.

"This is a two-step equation", "the answer is a whole number", "we undo the addition": such words name nothing that is
recomputed. They are true of another equation only where that has the same shape and the same kind of solution; words
for adding and taking away only where it has the same signs, too.
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from stepcache_core.tasks.linear.lexer import NUMBER
from stepcache_core.tasks.linear.reading import canonical
from stepcache_core.tasks.linear.recognise import LinearProblem
from stepcache_core.tasks.linear.systems.problem import SystemProblem

Shape: TypeAlias = tuple[object, ...]

_DESCRIBES: Final = re.compile(
    r"\b(?:(?:one|two|three|four|five|six|multi|several|few)[ -]steps?|steps? (?:is|are) needed|fractions?|fractional"
    r"|decimals?|whole|integers?|brackets?|parenthes[ie]s|denominators?|numerators?|like[ -]terms?"
    r"|multiplication|division|cross-multipl\w{1,6}|left|right|lhs|rhs|both sides (?:have|has|contain|are)"
    r"|distribut\w{1,6}|expan\w{1,6}|factor\w{0,6}|collect\w{0,6}|gather\w{0,5}|group\w{0,4}|combin\w{1,5}|transpos\w{1,5}"
    r"|mov(?:e|es|ed|ing)|reduced?|simplest|simple|simpler|straightforward|eas(?:y|ier|ily)|lowest|standard form"
    r"|appears?|occurs?|once|twice|alone|already|only|single"
    r"|(?:is|are|stands?|found|has|have|variables?) (?:alone )?on (?:both|each|either|one))\b",
    re.IGNORECASE,
)
"""Words for what an equation has, for what is done to it, and for the kind of its solution."""
_DESCRIBES_SIGNS: Final = re.compile(
    r"\b(?:addition|subtraction|cancel\w{0,6}|(?:first|last|single|only) (?:term|number)"
    r"|(?:equation|expression|problem|side|it) (?:ends?|starts?|begins?) with)\b",
    re.IGNORECASE,
)
"""Words for what its signs say."""
_QUANTITY: Final = r"(?:constants?|coefficients?|numerators?|denominators?|factors?|divisors?|addends?)"
_COINCIDES: Final = re.compile(
    r"\b(?:constants?|coefficients?|numbers?|numerators?|denominators?|values?|solutions?|results?|terms?)\b"
    r"[^.\n=\d]{0,30}\b(?:(?:are|is|be) (?:the )?(?:same|equal\b(?! to\W{0,4}\d))|equals? the)\b"
    rf"|(?<![\d.])\b(?:[a-z]|it|this|that|variable|unknown|solution|answer|value|result)\W{{0,4}}"
    rf"(?:is|equals|matches)(?: also| equal to| the same as){{0,2}} (?:the|our|its) (?:\w+ ){{0,2}}{_QUANTITY}\b",
    re.IGNORECASE,
)
"""Words that say of two numbers that they are one, as they may be by chance."""
_POINTS: Final = re.compile(r"\b(?:first|second|third|last|other|upper|lower|top|bottom)\b", re.IGNORECASE)
"""Words for one of several equations."""


_OF_A_NUMBER: Final = re.compile(r"(?<![nx)])[+-]")
"""Signs between no two terms."""


def shape_of(problem: LinearProblem) -> Shape:
    """How an equation is written, without its numbers and their signs, and of what kind its solution is."""
    factor, rest = problem.difference
    solution = problem.solution
    is_decimal = any(token.kind == NUMBER and "." in token.text for side in problem.sides for token in side)
    written = "=".join(canonical(side).replace(problem.variable, "x") for side in problem.sides)
    return (
        re.sub(r"[+-]", "±", _OF_A_NUMBER.sub("", re.sub(r"[\d.]+", "n", written))),
        is_decimal,
        abs(factor) == 1,
        rest == 0,
        None if solution is None else solution.denominator == 1,
    )


def signs_of(problem: LinearProblem) -> str:
    """The signs of an equation, in order."""
    return "".join(sign for side in problem.sides for sign in canonical(side) if sign in "+-*/")


def says_what_may_differ(text: str, old: LinearProblem, new: LinearProblem) -> bool:
    """Whether an answer to one equation may say of it in words what is not so of the other."""
    if _COINCIDES.search(text) is not None:
        return (old.left, old.right) != (new.left, new.right)
    if shape_of(old) == shape_of(new) and signs_of(old) == signs_of(new):
        return False
    return _DESCRIBES_SIGNS.search(text) is not None or (
        _DESCRIBES.search(text) is not None and shape_of(old) != shape_of(new)
    )


def says_what_may_differ_of_several(text: str, old: SystemProblem, new: SystemProblem) -> bool:
    """Whether an answer to some equations may say of them in words what is not so of others, or in another order."""
    if [one.spelling for one in old.equations] == [one.spelling for one in new.equations]:
        return False
    return any(words.search(text) is not None for words in (_DESCRIBES, _DESCRIBES_SIGNS, _COINCIDES, _POINTS))
