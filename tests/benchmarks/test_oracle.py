"""The benchmark's oracle: what it takes for right, and what it does not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from benchmarks.microbench.oracle import CheckError, final_value, judge, solution

FIVE: dict[str, Any] = {"kind": "equation", "equations": [["3*x + 5", "20"]], "variable": "x"}
THIRD: dict[str, Any] = {"kind": "equation", "solution": {"x": "7/3"}}
PAIR: dict[str, Any] = {"kind": "equation", "equations": [["x + y", "7"], ["x - y", "1"]], "variables": ["x", "y"]}
ADA: dict[str, Any] = {
    "kind": "json",
    "keys": ["name", "age"],
    "schema": {"type": "object", "properties": {"age": {"type": "integer"}}},
    "values": {"/name": "Ada", "/age": 36},
}


@pytest.mark.parametrize(
    "answer",
    [
        "x = 5",
        "3x = 15, so x = 5.",
        "Subtract 5: \\(3x = 15\\). Therefore \\( x = \\frac{15}{3} = 5 \\).",
        "The answer is \\boxed{5}",
        "\\[\\boxed{x = 5}\\]",
        "**x = 5**",
        "x = (20 - 5)/3 = 5",
        "First I thought x = 4. No: x = 5",
        "So the value of x is 5.",
        "x equals 5",
        "x = 5.0",
        "x = 5\n\nTherefore we are done (in 2 steps).",
        "x = 5 solves 3x + 5 = 20",
        "The solution is 5 = x.",
        "$x = 5$. Check: 3(5) + 5 = 20.",
        "x = \\dfrac{10}{2}",
    ],
)
def test_an_answer_that_ends_in_the_solution_is_right(answer: str) -> None:
    assert judge(FIVE, answer).strict


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "5",
        "x = 6",
        "x = 5, or rather x = 6",
        "x = 5x",
        "x = 5 + 3y",
        "y = 5",
        "3x = 5",
        "max = 5",
        "-x = 5",
        "x = 50",
        "x = 5.5",
        "x = 5/2",
        "\\boxed{6} because x = 5 is too small: \\boxed{6}",
        "I cannot solve this.",
    ],
)
def test_any_other_answer_is_wrong(answer: str) -> None:
    judgement = judge(FIVE, answer)
    assert not judgement.strict
    assert not judgement.lenient
    assert judgement.reason


@pytest.mark.parametrize(
    "answer", ["x = 7/3", "x = \\frac{7}{3}", "x = \\frac73", "x = 14/6", "x = 7 ÷ 3", "x = 7 \\div 3"]
)
def test_a_fraction_is_right_in_any_exact_form(answer: str) -> None:
    assert judge(THIRD, answer).strict


@pytest.mark.parametrize("answer", ["x = 2.33", "x = 2.3333333333", "x = 2"])
def test_a_rounded_fraction_is_wrong(answer: str) -> None:
    assert not judge(THIRD, answer).strict


def test_a_system_is_right_when_all_its_values_are() -> None:
    assert judge(PAIR, "Adding them: 2x = 8, x = 4; then y = 3.").strict
    assert not judge(PAIR, "x = 4").strict
    assert not judge(PAIR, "x = 4, y = 4").strict
    assert not judge(PAIR, "\\boxed{4}").strict


def test_a_value_stated_last_counts_even_where_the_variable_is_renamed_on_the_way() -> None:
    assert final_value("p = 41/5 and q = -7/5.", "p") == Fraction(41, 5)
    assert final_value("**p = \\frac{41}{5}**\n\nDone", "p") == Fraction(41, 5)
    assert final_value("n = -3 and then n = -\\frac{1}{2}", "n") == Fraction(-1, 2)


def test_the_solution_is_found_by_sympy_or_taken_as_stated() -> None:
    assert solution(FIVE) == {"x": 5}
    assert solution(PAIR) == {"x": 4, "y": 3}
    assert solution({"kind": "equation", "solution": {"m": "-0.25"}}) == {"m": Fraction(-1, 4)}
    assert solution({"kind": "equation", "equations": [["0.1*x", "0.3"]], "variable": "x"}) == {"x": 3}


@pytest.mark.parametrize(
    "check",
    [
        {},
        {"kind": "poem"},
        {"kind": "equation"},
        {"kind": "equation", "equations": [["x", "x"]], "variable": "x"},
        {"kind": "equation", "equations": [["x*x", "4"]], "variable": "x"},
        {"kind": "equation", "equations": [["__import__('os')", "4"]], "variable": "x"},
        {"kind": "equation", "equations": [["3 x", "4"]], "variable": "x"},
        {"kind": "json", "schema": {"type": "nonsense"}},
        {"kind": "json", "values": {"name": "Ada"}},
    ],
)
def test_a_check_that_cannot_be_used_says_so(check: dict[str, Any]) -> None:
    with pytest.raises(CheckError, match="check:"):
        judge(check, "{}")


@pytest.mark.parametrize(
    "answer",
    [
        '{"name": "Ada", "age": 36}',
        '\n{"age": 36, "name": "ADA"}\n',
        '{"name": "Ada", "age": 36.0}',
    ],
)
def test_the_bare_object_is_right(answer: str) -> None:
    assert judge(ADA, answer).strict


@pytest.mark.parametrize(
    "answer",
    ['```json\n{"name": "Ada", "age": 36}\n```', 'Here you are: {"name": "Ada", "age": 36}. Anything else?'],
)
def test_a_fence_or_words_around_it_are_forgiven_by_the_lenient_reader_only(answer: str) -> None:
    judgement = judge(ADA, answer)
    assert not judgement.strict
    assert judgement.lenient


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "{",
        "[]",
        '{"name": "Ada"}',
        '{"name": "Ada", "age": 37}',
        '{"name": "Ada", "age": "36"}',
        '{"name": "Ada", "age": 36, "city": "London"}',
        '{"name": "Ada", "age": 36.5}',
        "{'name': 'Ada', 'age': 36}",
        '{"person": {"name": "Ada", "age": 36}}',
    ],
)
def test_any_other_object_is_wrong_to_both(answer: str) -> None:
    judgement = judge(ADA, answer)
    assert not judgement.strict
    assert not judgement.lenient
    assert judgement.reason


def test_a_key_that_stands_twice_and_a_number_that_is_none_are_no_strict_json() -> None:
    assert not judge({"kind": "json"}, '{"a": 1, "a": 1}').strict
    assert not judge({"kind": "json"}, '{"a": NaN}').strict


def test_formats_and_nested_values_are_checked() -> None:
    check = {
        "kind": "json",
        "schema": {"properties": {"to": {"items": {"type": "string", "format": "email"}}}},
        "values": {"/to/0": "ada@math.org"},
        "any_of": {"/cc~1bcc": [True, "yes"]},
    }
    assert judge(check, '{"to": ["ada@math.org"], "cc/bcc": "Yes"}').strict
    assert not judge(check, '{"to": ["ada"], "cc/bcc": true}').strict
    assert not judge(check, '{"to": ["ada@math.org"], "cc/bcc": "no"}').strict
