"""Right worked solutions of random equations in many styles.

Nothing here uses the code under test: equations are solved and written by this module's own few lines. In a solution
every piece of mathematics stands between `«` and `»` until it is handed out.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

Pair = tuple[Fraction, Fraction]
"""Coefficient and constant of one side."""


@dataclass(frozen=True)
class Pen:
    """How numbers and terms are written."""

    latex: bool = False
    decimal: bool = False

    def number(self, value: Fraction) -> str:
        sign, size = "-" if value < 0 else "", abs(value)
        if size.denominator == 1:
            return f"{sign}{size.numerator}"
        if self.decimal:
            return f"{sign}{float(size):.6f}".rstrip("0")
        if self.latex:
            return f"{sign}\\frac{{{size.numerator}}}{{{size.denominator}}}"
        return f"{sign}{size.numerator}/{size.denominator}"

    def term(self, factor: Fraction, letter: str) -> str:
        sign, size = "-" if factor < 0 else "", abs(factor)
        if size == 1:
            return sign + letter
        if size.denominator == 1 or self.decimal or self.latex:
            return f"{sign}{self.number(size)}{letter}"
        if size.numerator == 1:
            return f"{sign}{letter}/{size.denominator}"
        return f"{sign}({self.number(size)}){letter}"

    def side(self, pair: Pair, letter: str) -> str:
        factor, constant = pair
        if not factor:
            return self.number(constant)
        return self.plus(self.term(factor, letter), constant)

    def plus(self, text: str, value: Fraction) -> str:
        return f"{text} {'-' if value < 0 else '+'} {self.number(abs(value))}" if value else text

    def over(self, text: str, divisor: Fraction) -> str:
        if self.latex:
            return f"\\frac{{{text}}}{{{self.number(divisor)}}}"
        below = self.number(divisor)
        above = text if re.fullmatch(r"-?[\d.]*[a-z]?", text) else f"({text})"
        return f"{above}/{below if divisor > 0 else f'({below})'}"

    def into(self, text: str, factor: Fraction) -> str:
        sign = " \\times " if self.latex else " * "
        whole = text if re.fullmatch(r"[\w.]+|\\frac\{\w+\}\{\w+\}", text) else f"({text})"
        return f"{whole}{sign}{self.number(factor) if factor > 0 else f'({self.number(factor)})'}"


@dataclass(frozen=True)
class Move:
    """One move: the verb (`add`, `subtract`, `divide`, `multiply`, `distribute`), its operand, and what it gives."""

    verb: str
    operand: str
    shown: str
    after: str
    term: str = ""
    spelled: str = ""


@dataclass(frozen=True)
class Worked:
    """A worked solution.

    Attributes:
        prompt: The request.
        text: The answer, its mathematics between `«` and `»`.
        letter: The variable.
        solution: The solution.
        style: Which style it is written in.
        equation: The equation as the prompt has it.
    """

    prompt: str
    text: str
    letter: str
    solution: Fraction
    style: str
    equation: str

    @property
    def answer(self) -> str:
        return bare(self.text)


def bare(text: str) -> str:
    return text.replace("«", "").replace("»", "")


@dataclass(frozen=True)
class Solved:
    """An equation, the moves to its solution, and its check."""

    equation: str
    letter: str
    solution: Fraction
    value: str
    moves: tuple[Move, ...]
    checks: tuple[str, str]
    pen: Pen

    @property
    def checked(self) -> str:
        """The side into which the solution is put."""
        return "LHS" if self.letter in self.equation.partition("=")[0] else "RHS"


SPELLED = "zero one two three four five six seven eight nine ten eleven twelve".split()


def _scale(pen: Pen, letter: str, left: Pair, right: Pair, divisor: Fraction) -> Move:
    after = " = ".join(pen.side((factor / divisor, rest / divisor), letter) for factor, rest in (left, right))
    sides = pen.side(left, letter), pen.side(right, letter)
    whole = divisor.denominator == 1 or pen.decimal
    shown = " = ".join(pen.over(side, divisor) if whole else pen.into(side, 1 / divisor) for side in sides)
    operand = pen.number(divisor if whole else 1 / divisor)
    spelled = SPELLED[int(operand)] if operand.isdigit() and int(operand) < len(SPELLED) else operand
    return Move("divide" if whole else "multiply", operand, shown, after, "", spelled)


def _shift(pen: Pen, letter: str, left: Pair, right: Pair, shift: Pair) -> tuple[Move, Pair, Pair]:
    factor, constant = shift
    one, other = ((pair[0] - factor, pair[1] - constant) for pair in (left, right))
    amount = pen.term(abs(factor), letter) if factor else pen.number(abs(constant))
    sign, verb = ("+", "add") if (factor or constant) < 0 else ("-", "subtract")
    shown = " = ".join(f"{pen.side(pair, letter)} {sign} {amount}" for pair in (left, right))
    term = f"-{amount}" if verb == "add" else amount
    return Move(verb, amount, shown, f"{pen.side(one, letter)} = {pen.side(other, letter)}", term), one, other


SHAPES = [
    *("plain", "plain", "plain", "turned", "both", "bracket", "bracket both"),
    *("quotient", "decimal", "minus", "product", "sum"),
]


def solved(rng: random.Random, *, latex: bool) -> Solved:
    """A random equation of one of ten shapes, solved."""
    letter = rng.choice("xxxxyztnkmw")
    shape = rng.choice(SHAPES)
    pen = Pen(latex, decimal=shape == "decimal")

    def whole(low: int = -12, high: int = 12, no: tuple[int, ...] = (0,)) -> Fraction:
        return Fraction(rng.choice([n for n in range(low, high + 1) if n not in no]))

    value = whole(-9, 12, ()) if rng.random() < 0.8 else Fraction(whole(), rng.choice([2, 3, 4, 5]))
    a, b, c = whole(no=(0, 1, -1)), whole(-20, 20), Fraction(0)
    if shape == "decimal":
        a, b, value = Fraction(rng.choice([1, 3, 5, 15, 25]), 10), whole() / 2, whole()
    if shape in {"both", "bracket both"}:
        c = whole(no=(0, int(a)))
    a = {"quotient": Fraction(1, rng.choice([2, 3, 4, 5, 7])), "minus": Fraction(-1), "sum": Fraction(1)}.get(shape, a)
    b = Fraction(0) if shape == "product" else b
    moves: list[Move] = []
    left: Pair
    right: Pair
    if shape.startswith("bracket"):
        left, right = (a, a * b), (c, a * (value + b) - c * value)
        bracket = pen.side((Fraction(1), b), letter)
        equation = f"{pen.number(a)}({bracket}) = {pen.side(right, letter)}"
        checks = f"{pen.number(a)}({pen.number(value)}{pen.plus('', b)})", pen.number(a * (value + b))
        moves.append(Move("distribute", pen.number(a), "", f"{pen.side(left, letter)} = {pen.side(right, letter)}"))
    else:
        left, right = (a, b), (c, a * value + b - c * value)
        if shape == "turned":
            left, right = right, left
        equation = f"{pen.side(left, letter)} = {pen.side(right, letter)}"
        put = pen.number(value) if a == 1 else f"({pen.number(value)})"
        factor = {Fraction(1): "", Fraction(-1): "-"}.get(a, pen.number(a))
        checks = pen.plus(f"({factor}){put}" if "/" in factor else factor + put, b), pen.number(a * value + b)
    turned = not left[0]
    if not turned and right[0]:
        move, left, right = _shift(pen, letter, left, right, (right[0], Fraction(0)))
        moves.append(move)
    if constant := (right if turned else left)[1]:
        move, left, right = _shift(pen, letter, left, right, (Fraction(0), constant))
        moves.append(move)
    if (factor_left := (right if turned else left)[0]) != 1:
        moves.append(_scale(pen, letter, left, right, factor_left))
    return Solved(equation, letter, value, pen.number(value), tuple(moves), checks, pen)


def _command(move: Move, operand: str = "", *, form: str = "", of: str = "") -> str:
    """`subtract 5 from both sides`, in the imperative or, with `form="ing"`, as a noun; `of` follows the sides."""
    verb = (
        move.verb if not form else {"divide": "dividing", "multiply": "multiplying"}.get(move.verb, f"{move.verb}ing")
    )
    verb = verb.replace("distributeing", "distributing")
    number = f"«{operand or move.operand}»"
    if move.verb == "distribute":
        return f"{verb} the {number} on the left side{of}"
    if move.verb in {"divide", "multiply"}:
        return f"{verb} both sides{of} by {number}"
    return f"{verb} {number} {'from' if move.verb == 'subtract' else 'to'} both sides{of}"


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:]


def _numbered_latex(one: Solved) -> str:
    x = one.letter
    out = [f"To solve the equation \\(«{one.equation}»\\), we need to isolate \\(«{x}»\\). Here are the steps:\n\n"]
    for number, move in enumerate(one.moves, start=1):
        out.append(f"{number}. {_cap(_command(move, of=' of the equation'))}:\n")
        if move.shown:
            out.append(f"   \\[\n   «{move.shown}»\n   \\]\n   Simplifying this, we get:\n")
        out.append(f"   \\[\n   «{move.after}»\n   \\]\n\n")
    out.append(f"Therefore, the solution to the equation \\(«{one.equation}»\\) is \\(\\boxed{{«{one.value}»}}\\).")
    return "".join(out)


def _bold_goals(one: Solved) -> str:
    x = one.letter
    out = [
        f"To find the value of \\( «{x}» \\) in the equation \\( «{one.equation}» \\), "
        f"we need to isolate \\( «{x}» \\) on one side of the equation. Here are the steps:\n\n"
    ]
    for number, move in enumerate(one.moves, start=1):
        start, reason = (_command(move, form="ing", of=of) for of in (" of the equation", " of an equation"))
        why = f". This is because {reason} maintains the equality" if move.verb in {"add", "subtract"} else ""
        out.append(f"{number}. **Isolate the term with \\(«{x}»\\)**:\n   Start by {start}{why}:\n")
        out.append(f"   \\[\n   «{move.after}»\n   \\]\n\n")
    out.append(f"So, the value of \\( «{x}» \\) is \\(\\boxed{{«{one.value}»}}\\).")
    return "".join(out)


def _headings(one: Solved) -> str:
    out = []
    for number, move in enumerate(one.moves, start=1):
        again = _cap(_command(move, form="ing", of=" of the equation"))
        out.append(f"## Step {number}: {_cap(_command(move))}\n{again} gives us «{move.after}».\n\n")
    out.append(f"The final answer is: $\\boxed{{«{one.value}»}}$")
    return "".join(out)


def _lines(one: Solved) -> str:
    return "\n".join([f"«{one.equation}»", *(f"«{move.after}»" for move in one.moves)])


def _prose(one: Solved) -> str:
    out = [f"We start with «{one.equation}».\n\n"]
    out += [f"{_cap(_command(move, form='ing'))} gives «{move.after}».\n\n" for move in one.moves]
    return "".join(out) + f"So the answer is «{one.letter} = {one.value}»."


def _bold_steps(one: Solved) -> str:
    out = [f"Sure! Let's solve the equation $«{one.equation}»$ step by step.\n\n"]
    for number, move in enumerate(one.moves, start=1):
        shown = f"$$«{move.shown}»$$\n\n" if move.shown else ""
        out.append(f"**Step {number}:** {_cap(_command(move))}.\n\n{shown}$$«{move.after}»$$\n\n")
    out.append(f"**Check:** $«{one.checks[0]} = {one.checks[1]}»$ ✓\n\n**Answer:** $«{one.letter} = {one.value}»$")
    return "".join(out)


def _remarks(one: Solved) -> str:
    lines = [f"«{one.equation}»"]
    lines += [f"«{move.after}»   ({_command(move)})" for move in one.moves]
    return "\n".join(lines)


def _bullets(one: Solved) -> str:
    lines = [f"- {_cap(_command(move))}: «{move.after}»" for move in one.moves]
    return "\n".join([*lines, f"- The solution is «{one.letter} = {one.value}»."])


def _arrows(one: Solved) -> str:
    return " ⇒ ".join([f"«{one.equation}»", *(f"«{move.after}»" for move in one.moves)])


def _aligned(one: Solved) -> str:
    rows = " \\\\\n".join(f"«{line.replace('=', '&=', 1)}»" for line in (one.equation, *(m.after for m in one.moves)))
    return f"\\begin{{align*}}\n{rows}\n\\end{{align*}}\n\nThe solution is \\(«{one.letter} = {one.value}»\\)."


def _moved(one: Solved) -> str:
    out = [f"Given: «{one.equation}»\n\n"]
    for number, move in enumerate(one.moves, start=1):
        said = f"Move «{move.term}» to the other side" if move.term else _cap(_command(move))
        out.append(f"{number}) {said}:\n   «{move.after}»\n\n")
    return "".join(out) + f"Therefore «{one.letter} = {one.value}»"


def _spelled(one: Solved) -> str:
    names = ["First", "Next", "Then", "Finally", "Lastly"]
    out = [
        f"{name}, we {_command(move, move.spelled)}: «{move.after}».\n\n"
        for name, move in zip(names, one.moves, strict=False)
    ]
    return "".join(out) + f"The value of «{one.letter}» is «{one.value}»."


def _sides(one: Solved) -> str:
    out = [f"Step {n}: {_cap(_command(move))}.\n«{move.after}»\n\n" for n, move in enumerate(one.moves, start=1)]
    return (
        "".join(out)
        + f"Check: {one.checked} = «{one.checks[0]} = {one.checks[1]}».\n\nThe answer is «{one.letter} = {one.value}»."
    )


def _announced(one: Solved) -> str:
    out = [f"To isolate «{one.letter}» in «{one.equation}», we do the following:\n\n"]
    for number, move in enumerate(one.moves, start=1):
        purpose = "To get rid of the" if move.term else "Now"
        said = f"{purpose} «{move.term}» on that side, {_command(move)}" if move.term else f"Now {_command(move)}"
        out.append(f"{number}. {said}:\n«{move.after}»\n\n")
    return "".join(out) + f"The solution is «{one.value}»."


STYLES: dict[str, tuple[Callable[[Solved], str], bool]] = {
    "numbered latex": (_numbered_latex, True),
    "bold goals": (_bold_goals, True),
    "headings": (_headings, False),
    "lines": (_lines, False),
    "prose": (_prose, False),
    "bold steps": (_bold_steps, True),
    "remarks": (_remarks, False),
    "bullets": (_bullets, False),
    "arrows": (_arrows, False),
    "aligned": (_aligned, True),
    "moved": (_moved, False),
    "spelled": (_spelled, False),
    "sides": (_sides, False),
    "announced": (_announced, False),
}
"""Each style, and whether it writes LaTeX."""


def worked_solutions(count: int, seed: int = 1) -> list[Worked]:
    """So many right solutions, the styles in turn."""
    rng = random.Random(seed)
    found = []
    names = list(STYLES)
    while len(found) < count:
        style = names[len(found) % len(names)]
        write, latex = STYLES[style]
        one = solved(rng, latex=latex)
        if not one.moves:
            continue
        prompt = f"Solve {f'${one.equation}$' if latex else one.equation}"
        found.append(Worked(prompt, write(one), one.letter, one.solution, style, one.equation))
    return found
