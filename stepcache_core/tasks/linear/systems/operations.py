"""What an answer says it does to equations: "multiply the first by 2 and the second by 3", "add them", "(1) + (2)"."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.reading import Run
from stepcache_core.tasks.linear.reciprocals import reciprocal_at
from stepcache_core.tasks.linear.systems.place import Place
from stepcache_core.tasks.linear.systems.statement_kinds import Action, Stated
from stepcache_core.tasks.linear.systems.tags import ORDINALS, factors_of

_WHOLE: Final = (
    "the these this those it them both two three one other another resulting result new modified scaled multiplied "
    "original first second third and to from together up"
).split()
_OF_TWO: Final = rf"(?: (?:{'|'.join(_WHOLE)}|equations?|[1-9])\b)*"
_SUM: Final = re.compile(rf"(?:adding|adds|add)\b{_OF_TWO}")
_DIFFERENCE: Final = re.compile(rf"(?:subtracting|subtracts|subtract)\b{_OF_TWO}")
_BETWEEN: Final = frozenset(
    "both sides of the equation equations each side through everything entire whole it this first second third new "
    "resulting all every term terms in original last".split()
)
"""Words between a verb and the `by` that says what an equation is multiplied or divided by."""
_OF_A_MULTIPLE: Final = frozenset({"the", "equation", "to", "from", *ORDINALS})
_MAX_WORDS: Final = 14
_MIN_OF_THREE: Final = 3
"""Letters of a problem of three equations, at least."""


def read_action(place: Place, sign: str) -> None:
    """`subtract y from both sides`, `multiply the first equation by 2`, `add the two equations`."""
    if sign in "+-":
        if not (_of_two(place, sign) or _with_a_multiple(place, sign)):
            _on_both_sides(place, sign)
    elif not _scaled(place, sign):
        place.unclear(f"the operation {place.word_at(place.at)!r}")
        place.at += 1


def read_combination(place: Place, run: Run) -> bool:
    """`(1) + (2)`, `2 × (1) - (2)`: a sum of numbered equations."""
    factors = factors_of(run)
    if factors:
        place.found.append(Action("combination", (), run.sides[0].text, place.sentence, factors=factors))
    return bool(factors)


def _scaled(place: Place, sign: str) -> bool:
    """`multiply equation (1) by 2 and equation (2) by 3`."""
    verb = place.word_at(place.at)
    at: int | None = place.at + 1
    is_one = False
    while at is not None:
        of, run_at, by = _what_is_scaled(place, at)
        operand = place.run_at(by + 1)
        inverse = reciprocal_at(place.items, by + 1) if sign == "*" else None
        if place.word_at(by) == "by" and inverse is not None and inverse.holds and not is_one and run_at is None:
            place.found.append(Action("/", inverse.of.tokens, f"{verb} by the reciprocal of", place.sentence, of))
            place.at = inverse.after
            return True
        if place.word_at(by) != "by" or operand is None or operand.is_equation or (is_one and not of):
            return is_one
        if run_at is not None and (run := place.run_at(run_at)) is not None:
            place.found.append(Stated(run, place.sentence, answers=False))
        place.found.append(Action(sign, operand.sides[0].tokens, verb, place.sentence, of))
        is_one = True
        place.at = by + 2
        at = place.at + (place.stop_at(place.at) == ",")
        at = at + 1 if place.word_at(at) == "and" else None
    return True


def _what_is_scaled(place: Place, at: int) -> tuple[tuple[int, ...], int | None, int]:
    """The equations named from a place on, the place of one that is written out, and that of the `by`."""
    of: list[int] = []
    while place.word_at(at) in _BETWEEN or _names_an_equation(place, at):
        name = place.word_at(at) or place.tag_at(at)
        of += [ORDINALS[name]] if name in ORDINALS else []
        at += 1
    run = place.run_at(at)
    if run is not None and run.is_equation and place.word_at(at + 1) == "by":
        return tuple(of), at, at + 1
    return tuple(of), None, at


def _with_a_multiple(place: Place, sign: str) -> bool:
    """`add 3 times the second equation to the first`, `subtract twice (1) from (2)`."""
    run = place.run_at(place.at + 1)
    times = [token.text for token in run.sides[0].tokens] if run is not None and not run.is_equation else []
    at = place.at + 2
    if len(times) == 1 and times[0].isdigit() and place.word_at(at) == "times":
        factor = Fraction(times[0])
        at += 1
    elif place.word_at(at - 1) == "twice":
        factor = Fraction(2)
    else:
        return False
    of: list[int] = []
    while (word := place.word_at(at) or place.tag_at(at)) in _OF_A_MULTIPLE:
        of += [ORDINALS[word]] if word in ORDINALS else []
        at += 1
    if len(of) != len(("added", "kept")):
        return False
    words = f"{place.word_at(place.at)} a multiple"
    factors = ((of[1], Fraction(1)), (of[0], factor if sign == "+" else -factor))
    place.found.append(Action("combination", (), words, place.sentence, factors=factors))
    place.at = at
    return True


def _names_an_equation(place: Place, at: int) -> bool:
    called = place.word_at(at - 1) in {"equation", "equations"} or place.is_bracketed_tag(at)
    return called and bool(place.tag_at(at))


def _on_both_sides(place: Place, sign: str) -> None:
    at = place.at + 1
    verb = place.word_at(place.at)
    run = place.run_at(at)
    if run is None or run.is_equation:
        place.unclear(f"the operation {verb!r}")
        place.at += 1
        return
    if place.word_at(at + 1) in {"and", "from", "to"} and place.run_at(at + 2) is not None:
        place.unclear("arithmetic in words")
        place.at = at + 3
        return
    on_both = place.word_at(at + 1) in {"from", "to", "on"} and place.word_at(at + 2) in {"both", "each"}
    if not on_both:
        place.unclear("an operation that is not on both sides")
    place.at = at + 1
    of: list[int] = []
    if on_both:
        place.at = at + 3
        while place.word_at(place.at) in {"side", "sides", "of", "the", *ORDINALS} or _names_an_equation(
            place, place.at
        ):
            name = place.word_at(place.at) or place.tag_at(place.at)
            of += [ORDINALS[name]] if name in ORDINALS else []
            place.at += 1
    place.found.append(Action(sign, run.sides[0].tokens, verb, place.sentence, tuple(of)))


def _of_two(place: Place, sign: str) -> bool:
    """Whether the words here add or subtract whole equations."""
    words: list[str] = []
    at = first = place.at
    while at < len(place.items) and len(words) < _MAX_WORDS:
        word = place.word_at(at) or place.tag_at(at)
        if not word:
            break
        words.append(word)
        at += 1
    match = (_SUM if sign == "+" else _DIFFERENCE).match(" ".join(words))
    said = match.group().split() if match else []
    named = sum(place.is_bracketed_tag(first + offset) or word in _NTH for offset, word in enumerate(said))
    if not {"equation", "equations", "them"} & set(said) and named < 2:
        return False
    of = tuple(ORDINALS[word] for word in said if word in ORDINALS)
    kind = "sum" if sign == "+" else "difference"
    if "three" in said and len(place.letters) < _MIN_OF_THREE:
        place.unclear("three equations")
    place.found.append(Action(kind, (), " ".join(said), place.sentence, of))
    place.at += len(said)
    return True


_NTH: Final = frozenset({"first", "second", "third"})
