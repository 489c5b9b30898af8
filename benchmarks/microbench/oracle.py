"""Whether an answer is right: by sympy for equations, by jsonschema and stated values for JSON.

It shares no code with what it judges, and reads no prompt: each case brings a `check`, whose fields
`benchmarks/README.md` describes.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import jsonschema
import sympy


class CheckError(ValueError):
    """A case's `check` that cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the oracle says.

    Attributes:
        strict: Right as it stands.
        lenient: Right to a reader who forgives a code fence or words around a JSON object.
        reason: Why it is not right in the strict sense; empty where it is.
    """

    strict: bool
    lenient: bool
    reason: str = ""


def judge(check: dict[str, Any], answer: str) -> Judgement:
    """Judge an answer.

    Raises:
        CheckError: The check is of no known kind, or contradicts itself.
    """
    match check.get("kind"):
        case "equation":
            reason = _wrong_values(solution(check), answer)
            return Judgement(not reason, not reason, reason)
        case "json":
            return _judge_json(check, answer)
        case kind:
            raise CheckError(f"check: kind must be 'equation' or 'json', not {kind!r}")


# -- equations -------------------------------------------------------------------------------------------------------


def solution(check: dict[str, Any]) -> dict[str, Fraction]:
    """The value of each variable, as the check states it or sympy finds it."""
    if "solution" in check:
        return {name: _value(str(value)) for name, value in check["solution"].items()}
    names = check.get("variables") or [check.get("variable")]
    sides = check.get("equations")
    if not sides or not all(isinstance(name, str) for name in names):
        raise CheckError("check: an equation needs 'solution', or 'equations' with 'variable' or 'variables'")
    return _solved(tuple((str(left), str(right)) for left, right in sides), tuple(names))


@cache
def _solved(sides: tuple[tuple[str, str], ...], names: tuple[str, ...]) -> dict[str, Fraction]:
    symbols = [sympy.Symbol(name) for name in names]
    found = sympy.solve([_expression(left) - _expression(right) for left, right in sides], symbols, dict=True)
    if len(found) != 1 or set(found[0]) != set(symbols) or not all(value.is_Rational for value in found[0].values()):
        raise CheckError(f"check: {sides} has not one rational solution for {', '.join(names)}")
    return {symbol.name: Fraction(int(value.p), int(value.q)) for symbol, value in found[0].items()}


def _value(text: str) -> Fraction:
    number = _expression(text)
    if not number.is_Rational:
        raise CheckError(f"check: {text!r} is no exact number")
    return Fraction(int(number.p), int(number.q))


_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.USub: lambda a: -a,
    ast.UAdd: lambda a: a,
}


def _expression(text: str) -> Any:
    """A sympy expression of +, -, *, / over exact numbers and names."""
    try:
        return _node(ast.parse(text.strip(), mode="eval").body, text)
    except (SyntaxError, ZeroDivisionError, RecursionError) as error:
        raise CheckError(f"check: {text!r} cannot be read ({error})") from error


def _node(node: ast.expr, text: str) -> Any:
    match node:
        case ast.BinOp(left, op, right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_node(left, text), _node(right, text))
        case ast.UnaryOp(op, operand) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_node(operand, text))
        case ast.Constant(int() | float()):
            return sympy.Rational(ast.get_source_segment(text.strip(), node))
        case ast.Name(name):
            return sympy.Symbol(name)
    raise CheckError(f"check: {text!r} holds more than +, -, *, /, numbers and names")


def _wrong_values(truth: dict[str, Fraction], answer: str) -> str:
    for name, value in truth.items():
        stated = final_value(answer, name, alone=len(truth) == 1)
        if stated is None:
            return f"states no value of {name}"
        if stated != value:
            return f"says {name} = {stated}, it is {value}"
    return ""


_NUMBER = r"\d+(?:\.\d+)?"
_ARITHMETIC = rf"[-+(\s]*{_NUMBER}[)]*(?:\s*[-+*/][-+(\s]*{_NUMBER}[)]*)*+"
_GOES_ON = r"(?!\.?\d|[\w(\\^]|\s*[-+*/^]\s*[\w(\\])"


def final_value(answer: str, name: str, alone: bool = True) -> Fraction | None:
    """The value that an answer states last for a variable; exact: 2.33 is not 7/3.

    Args:
        answer: What was answered; LaTeX is read as far as models use it for numbers.
        name: The variable.
        alone: Whether a bare `\\boxed{5}` counts as its value.
    """
    text = _plain(answer)
    variable = rf"(?<![\w)\]^.*/+-])(?<![*/+-] ){re.escape(name)}(?!\w)"
    value = rf"({_ARITHMETIC}(?:\s*={_ARITHMETIC})*){_GOES_ON}"
    roads = [
        rf"{variable}\s*(?:=|\bis equal to\b|\bequals\b|\bis\b)\s*{value}",
        rf"(?<![\w)+*/=.-])\s*({_ARITHMETIC})\s*=\s*{name}(?!\s*[\w(+*/^=-])",
    ]
    if alone:
        roads.append(rf"⟦\s*{value}\s*⟧")
    last = max((found for road in roads for found in re.finditer(road, text)), key=lambda one: one.end(), default=None)
    if last is None:
        return None
    try:
        return _value(last[1].split("=")[-1])
    except CheckError:
        return None


def _plain(text: str) -> str:
    """The text without the dress that LaTeX and Markdown put on numbers; boxes become ⟦ ⟧."""
    text = text.replace("−", "-").replace("–", "-").replace("×", "*").replace("\\cdot", "*").replace("\\times", "*")
    text = re.sub(r"÷|\\div\b", "/", text)
    text = re.sub(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}", r"((\1)/(\2))", text)
    text = re.sub(r"\\[dt]?frac\s*(\d)\s*(\d)", r"((\1)/(\2))", text)
    text = re.sub(r"\\(?:boxed|fbox)\s*\{((?:[^{}]|\{[^{}]*\})*)\}", r"⟦ \1 ⟧", text)
    text = re.sub(r"\\(?:text|mathrm|mathbf|textbf)\s*\{([^{}]*)\}", r" \1 ", text)
    text = re.sub(r"\\(?:left|right|quad|qquad|displaystyle)\b|\\[()\[\],;!:]|[$&`]|\*\*|\\\\", " ", text)
    return re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)


# -- JSON ------------------------------------------------------------------------------------------------------------


def _judge_json(check: dict[str, Any], answer: str) -> Judgement:
    try:
        reason = _wrong_object(check, _strict(answer))
    except ValueError as error:
        reason = f"no strict JSON: {error}"
    if not reason:
        return Judgement(True, True)
    return Judgement(False, any(not _wrong_object(check, value) for value in _within(answer)), reason)


def _strict(text: str) -> Any:
    def constant(name: str) -> Any:
        raise ValueError(f"{name} is not JSON")

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) < len(pairs):
            raise ValueError("a key stands twice")
        return dict(pairs)

    return json.loads(text, parse_constant=constant, object_pairs_hook=members)


def _within(text: str) -> Iterator[Any]:
    """The objects and arrays that stand in a text, outermost ones."""
    decoder, place = json.JSONDecoder(), 0
    while found := re.compile(r"[{\[]").search(text, place):
        try:
            value, place = decoder.raw_decode(text, found.start())
        except ValueError:
            place = found.start() + 1
        else:
            yield value


def _wrong_object(check: dict[str, Any], value: Any) -> str:
    keys = check.get("keys")
    if keys is not None and (not isinstance(value, dict) or set(value) != set(keys)):
        return f"not exactly the keys {', '.join(keys)}"
    if "schema" in check:
        error = next(_validator(json.dumps(check["schema"], sort_keys=True)).iter_errors(value), None)
        if error is not None:
            return f"{error.json_path}: {error.message}"
    wanted = {path: [one] for path, one in check.get("values", {}).items()} | dict(check.get("any_of", {}))
    for path, values in wanted.items():
        found, there = _at(value, path)
        if not there:
            return f"{path} is not there"
        if not any(_same(found, one) for one in values):
            return f"{path} is {found!r}, it must be {' or '.join(map(repr, values))}"
    return ""


@cache
def _validator(schema: str) -> Any:
    kind = jsonschema.Draft202012Validator
    try:
        kind.check_schema(json.loads(schema))
    except jsonschema.SchemaError as error:
        raise CheckError(f"check: the schema is none ({error.message})") from error
    return kind(json.loads(schema), format_checker=kind.FORMAT_CHECKER)


def _at(value: Any, pointer: str) -> tuple[Any, bool]:
    """What stands at a JSON Pointer (RFC 6901), and whether anything does."""
    if pointer and not pointer.startswith("/"):
        raise CheckError(f"check: {pointer!r} is no JSON Pointer; it begins with '/'")
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None, False
    return value, True


def _same(found: Any, wanted: Any) -> bool:
    """Equal as a reader takes it: letters' case and spacing aside, and a number may be written as text.

    Types are the schema's affair.
    """
    if isinstance(found, dict | list) or isinstance(wanted, dict | list):
        return bool(found == wanted)
    return _folded(found) == _folded(wanted)


def _folded(value: Any) -> str | Fraction:
    text = " ".join(json.dumps(value).split()) if not isinstance(value, str) else " ".join(value.split())
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return text.casefold()
