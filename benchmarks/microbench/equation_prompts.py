"""Linear equations as people ask for them: ten bases, and the ways in which each is asked again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

BASES = 10
VARIABLES = "xyzabcdkmnpqrstuvw"


@dataclass(frozen=True, slots=True)
class Equation:
    """Two sides in Python's notation, with `*` between every pair of factors, in one variable."""

    left: str
    right: str
    variable: str

    @property
    def shown(self) -> str:
        """As people write it."""
        return f"{self.left} = {self.right}".replace("*", "")

    def swapped(self) -> Equation:
        return Equation(self.right, self.left, self.variable)

    def check(self) -> dict[str, Any]:
        return {"kind": "equation", "equations": [[self.left, self.right]], "variable": self.variable}


# -- shapes: each draws constants so that the solution is a number people would ask for ------------------------------


def _terms(*terms: tuple[int, str]) -> str:
    """A sum of terms: (-3, "x"), (5, "") -> "-3*x + 5"."""
    text = ""
    for factor, name in terms:
        if factor == 0:
            continue
        size = str(abs(factor))
        body = (name if size == "1" else f"{size}*{name}") if name else size
        text += (f" {'-' if factor < 0 else '+'} " if text else "-" if factor < 0 else "") + body
    return text or "0"


def _solution(rng: Random) -> int:
    return rng.choice([number for number in range(-12, 16) if number])


def _sum(rng: Random, v: str) -> Equation:
    a, b, s = rng.randint(2, 12), rng.randint(1, 30), _solution(rng)
    return Equation(_terms((a, v), (b, "")), str(a * s + b), v)


def _difference(rng: Random, v: str) -> Equation:
    a, b, s = rng.randint(2, 12), rng.randint(1, 30), _solution(rng)
    return Equation(_terms((a, v), (-b, "")), str(a * s - b), v)


def _negative(rng: Random, v: str) -> Equation:
    a, b, s = rng.randint(2, 9), rng.randint(1, 30), _solution(rng)
    return Equation(_terms((-a, v), (b, "")), str(-a * s + b), v)


def _product(rng: Random, v: str) -> Equation:
    a = rng.randint(3, 15)
    return Equation(_terms((a, v)), str(rng.randint(-60, 99)), v)


def _shift(rng: Random, v: str) -> Equation:
    b = rng.choice([number for number in range(-40, 60) if number])
    return Equation(_terms((1, v), (b, "")), str(_solution(rng) + b), v)


def _bracket(rng: Random, v: str) -> Equation:
    a, b, s = rng.randint(2, 9), rng.choice([-7, -5, -4, -2, -1, 1, 2, 3, 6, 8]), _solution(rng)
    return Equation(f"{a}*({_terms((1, v), (b, ''))})", str(a * (s + b)), v)


def _both_sides(rng: Random, v: str) -> Equation:
    c, more, b, s = rng.randint(1, 6), rng.randint(1, 6), rng.randint(1, 20), _solution(rng)
    return Equation(_terms((c + more, v), (b, "")), _terms((c, v), (more * s + b, "")), v)


def _quotient(rng: Random, v: str) -> Equation:
    a, b, s = rng.randint(2, 9), rng.choice([-6, -3, -1, 2, 5, 11]), _solution(rng)
    return Equation(f"{v}/{a} {'-' if b < 0 else '+'} {abs(b)}", str(s + b), v)


def _decimals(rng: Random, v: str) -> Equation:
    a, b, s = rng.choice([2, 4, 5, 12, 15, 25]), rng.choice([3, 7, 14, 25, 36]), _solution(rng)
    return Equation(f"{a / 10:g}*{v} + {b / 10:g}", f"{(a * s + b) / 10:g}", v)


def _fraction(rng: Random, v: str) -> Equation:
    a, b, s = rng.randint(2, 8), rng.choice([-9, -4, -2, 1, 3, 5, 10]), _solution(rng)
    return Equation(f"({_terms((1, v), (b, ''))})/{a}", str(s), v)


SHAPES: tuple[Callable[[Random, str], Equation], ...] = (
    _sum, _difference, _negative, _product, _shift, _bracket, _both_sides, _quotient, _decimals, _fraction,
)  # fmt: skip


# -- wordings --------------------------------------------------------------------------------------------------------

PLAIN = (
    "Solve {e} for {v}.",
    "Solve the equation {e}.",
    "Find {v} if {e}.",
    "What is {v} when {e}?",
    "Solve for {v}: {e}",
    "{e}. Find {v}.",
    "Find the value of {v} that satisfies {e}.",
    "Determine {v} from {e}.",
    "Solve this linear equation step by step: {e}",
    "Solve {e} and show your steps.",
)
MEDIUM = (
    "Work out the value of {v} given that {e}.",
    "Calculate {v} in the equation {e}.",
    "Which value of {v} makes {e} true?",
    "Given {e}, compute {v}.",
    "Please find the solution of {e} for the unknown {v}.",
    "Can you solve {e} for me?",
    "For what value of {v} does {e} hold?",
)
HEAVY = (
    "I need help with my homework. The question is: {e}. What does {v} equal?",
    "My daughter has to solve {e} and we both get stuck. Could you walk us through it and tell us {v}?",
    "Hey, quick algebra question - if {e}, what's {v}?",
    "I'm practising for a test tomorrow. Show me how to isolate {v} in {e} and give the result at the end.",
    "For which number {v} is {left} the same as {right}?",
    "Here's an equation from my textbook:\n\n{e}\n\nExplain each step and finish with the value of {v}.",
    "Somebody wrote {e} on the whiteboard. Tell me what {v} has to be, with the working.",
)
SYSTEMS = (
    "Solve the system of equations: {e} and {f}.",
    "Solve for {v} and {w}: {e}, {f}",
    "Find {v} and {w} such that {e} and {f}.",
    "Solve this pair of simultaneous equations:\n{e}\n{f}",
)
LIGHT: tuple[Callable[[str], str], ...] = (
    lambda text: f"Please {text[0].lower()}{text[1:]}",
    lambda text: f"{text} Thanks!",
    lambda text: f"Hi! {text}",
    lambda text: f"{text.rstrip('.')} please.",
)


def _worded(wording: str, equation: Equation) -> str:
    sides = {"left": equation.left.replace("*", ""), "right": equation.right.replace("*", "")}
    return wording.format(e=equation.shown, v=equation.variable, **sides)


def _light(rng: Random, wording: str, prompt: str) -> str:
    if wording.startswith("{"):  # a prompt that begins with its equation takes no word before it
        return f"{prompt} Thanks!"
    if wording.endswith("{e}") or prompt.endswith("?"):
        return rng.choice([LIGHT[0], LIGHT[2]])(prompt)
    return rng.choice(LIGHT)(prompt)


# -- structure -------------------------------------------------------------------------------------------------------


def _bracketed(rng: Random, equation: Equation) -> Equation:
    """The equation with brackets that it did not have: one pair round its left side, or a second pair."""
    v, a = equation.variable, rng.randint(2, 6)
    if " " in equation.left and "(" not in equation.left and v not in equation.right:
        return Equation(f"{a}*({equation.left})", f"{a * float(equation.right):g}", v)
    b, c, d, s = rng.randint(2, 5), rng.randint(1, 9), rng.randint(1, 9), _solution(rng)
    left = f"{a}*({_terms((1, v), (c, ''))}) + {b}*({_terms((1, v), (-d, ''))})"
    return Equation(left, str(a * (s + c) + b * (s - d)), v)


def _system(rng: Random, equation: Equation) -> tuple[str, dict[str, Any]]:
    v = equation.variable
    w = rng.choice([letter for letter in "yzkmnt" if letter != v])
    a, b, c, d = rng.randint(1, 5), rng.randint(1, 5), rng.randint(1, 5), rng.randint(1, 5)
    d += a * d + b * c == 0
    x, y = _solution(rng), _solution(rng)
    first = [_terms((a, v), (b, w)), str(a * x + b * y)]
    second = [_terms((c, v), (-d, w)), str(c * x - d * y)]
    shown = [" = ".join(sides).replace("*", "") for sides in (first, second)]
    prompt = rng.choice(SYSTEMS).format(e=shown[0], f=shown[1], v=v, w=w)
    return prompt, {"kind": "equation", "equations": [first, second], "variables": [v, w]}


# -- a base and its variants -----------------------------------------------------------------------------------------

Variant = tuple[str, str, dict[str, Any]]
"""Perturbation, prompt, check."""


def family(rng: Random, number: int) -> tuple[str, list[Callable[[], Variant]]]:
    """A base prompt, and one function for each of its twelve variants; each call draws anew."""
    shape, wording = SHAPES[number % len(SHAPES)], rng.choice(PLAIN)
    equation = shape(rng, "x" if rng.random() < 0.7 else rng.choice(VARIABLES))
    base = _worded(wording, equation)

    def asked(perturbation: str, wording: str, equation: Equation) -> Variant:
        return perturbation, _worded(wording, equation), equation.check()

    def like_the_base() -> str:
        return wording if rng.random() < 0.7 else rng.choice(PLAIN)

    def renamed() -> Variant:
        letter = rng.choice([letter for letter in VARIABLES if letter != equation.variable])
        left, right = (side.replace(equation.variable, letter) for side in (equation.left, equation.right))
        return asked("variable renamed", like_the_base(), Equation(left, right, letter))

    def constants() -> Variant:
        return asked("constants changed", like_the_base(), shape(rng, equation.variable))

    return base, [
        lambda: ("paraphrase, light", _light(rng, wording, base), equation.check()),
        lambda: asked("paraphrase, medium", rng.choice(MEDIUM), equation),
        lambda: asked("paraphrase, heavy", rng.choice(HEAVY), equation),
        *[renamed] * 3,
        *[constants] * 3,
        lambda: asked("structure: other side", like_the_base(), equation.swapped()),
        lambda: asked("structure: brackets", like_the_base(), _bracketed(rng, equation)),
        lambda: ("structure: a system", *_system(rng, equation)),
    ]
