"""One thing changed in a worked solution: a number, a sign, an operator, a verb or the variable.

Nothing here uses the code under test: what a change makes of the mathematics is told by this module's own few lines.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tests.core.linear_worked import SPELLED, Worked, bare

_VERBS = {"subtract": "add", "add": "subtract", "divide": "multiply", "multiply": "divide"} | {
    "subtracting": "adding", "adding": "subtracting", "dividing": "multiplying", "multiplying": "dividing"
}  # fmt: skip
_PLACES = re.compile(
    r"(?P<number>(?<![\d.\\])\d+(?:\.\d+)?)|(?P<sign>(?<=[\w)}] )[-+](?= ))|(?P<minus>-(?=[\d(a-z\\]))"
    r"|(?P<operator>(?<=[\w)])/(?=[\w(])|\*|\\times)|(?P<letter>(?<![a-zA-Z\\{])[a-z](?![a-zA-Z{]))"
)


@dataclass(frozen=True)
class Change:
    """One thing changed: the kind, the changed answer, and where the change begins in it."""

    kind: str
    text: str
    at: int


def changes(worked: Worked, rng: random.Random) -> Iterator[Change]:
    """Every place of the answer changed in one way, but for changes that leave its mathematics as good."""
    for piece in re.finditer("«([^»]*)»", worked.text):
        for match in _PLACES.finditer(piece.group(1)):
            kind = match.lastgroup or ""
            others = _others(kind, match.group(), worked.letter, rng)
            begin, end = piece.start(1) + match.start(), piece.start(1) + match.end()
            changed = worked.text[:begin] + others + worked.text[end:]
            mathematics = changed[piece.start(1) : piece.end(1) + len(changed) - len(worked.text)]
            if kind != "letter" and still_true(mathematics, worked):
                continue
            # A term that is named without its sign is still that term.
            if kind == "minus" and worked.text[: piece.start()].endswith((" the ", "Move ")):
                continue
            yield Change(kind, bare(changed), len(bare(worked.text[:begin])))
    for match in re.finditer(r"(?i)\b(?:" + "|".join(_VERBS) + r")\b", worked.text):
        verb = _VERBS[match.group().lower()]
        # Multiplying by -1 is dividing by -1.
        if re.match(r"[^«\n]*by «-1»", worked.text[match.end() :]):
            continue
        verb = verb.capitalize() if match.group()[0].isupper() else verb
        changed = worked.text[: match.start()] + verb + worked.text[match.end() :]
        yield Change("verb", bare(changed), len(bare(worked.text[: match.start()])))
    for match in re.finditer("«(" + "|".join(SPELLED) + ")»", worked.text):
        other = rng.choice([word for word in SPELLED[2:] if word != match.group(1)])
        changed = worked.text[: match.start(1)] + other + worked.text[match.end(1) :]
        yield Change("number", bare(changed), len(bare(worked.text[: match.start()])))


def _others(kind: str, found: str, letter: str, rng: random.Random) -> str:
    if kind == "number":
        whole = int(found.split(".", maxsplit=1)[0])
        return rng.choice(
            [f"{whole + rng.choice([1, 2, 5])}{found[len(str(whole)) :]}", f"{found}{rng.randrange(1, 9)}"]
        )
    if kind == "letter":
        return rng.choice([each for each in "xyz" if each != letter])
    return {"+": "-", "/": "*"}.get(found, "+" if kind == "sign" or kind == "operator" else "")


def still_true(mathematics: str, worked: Worked) -> bool:
    """Whether a chain of equations is still one of true equations once the solution is put in.

    A bare expression or number is what the words say of it; its change always counts, unless it is a zero's sign.
    """
    sides = [_evaluated(side, worked) for side in mathematics.replace("&", "").split("=")]
    if len(sides) < 2:
        return sides[0] == 0
    return None not in sides and len(set(sides)) == 1


def _evaluated(text: str, worked: Worked) -> Fraction | None:
    plain = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", text)
    plain = re.sub(r"\\frac\{(.*)\}\{([^{}]*)\}", r"((\1)/(\2))", plain).replace("\\times", "*")
    plain = re.sub(r"(?<=[\d)a-z])\s*(?=[(a-z])|(?<=[)a-z])(?=\d)", "*", plain)
    try:
        return _walk(ast.parse(plain.strip(), mode="eval").body, worked, plain.strip())
    except (SyntaxError, ValueError, ZeroDivisionError):
        return None


def _walk(node: ast.expr, worked: Worked, source: str) -> Fraction:
    match node:
        case ast.Constant():
            return Fraction(ast.get_source_segment(source, node) or "")
        case ast.Name(id=name) if name == worked.letter:
            return worked.solution
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_walk(operand, worked, source)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _walk(operand, worked, source)
        case ast.BinOp(left=left, op=operator, right=right):
            one, other = _walk(left, worked, source), _walk(right, worked, source)
            match operator:
                case ast.Add():
                    return one + other
                case ast.Sub():
                    return one - other
                case ast.Mult():
                    return one * other
                case ast.Div():
                    return one / other
    raise ValueError(source)
