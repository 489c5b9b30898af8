"""Texts in which one thing is written otherwise throughout: they are read as they are meant, and nothing is lost."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepcache_core.tasks.json_value import JsonProblem, JsonTask
from stepcache_core.tasks.json_value.syntax.throughout import written_plainly
from tests.core.test_json_verdicts import json_values

TASK = JsonTask()


def mend(text: str, schema: dict[str, Any] | None = None) -> Any:
    mended = TASK.mend(JsonProblem("x", {"type": ["object", "array"]} if schema is None else schema), text)
    return None if mended is None else json.loads(mended)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{{"a": 1, "b": "{{x}}"}}', {"a": 1, "b": "{{x}}"}),
        ('{{"a": {{"c": [{{"d": "}}"}}]}}}}', {"a": {"c": [{"d": "}}"}]}}),
        ('{{"a": {"c": 1}, "b": 2}}', {"a": {"c": 1}, "b": 2}),
        ("{{'a': True}}", {"a": True}),
        (r"{\"a\": \"say \\\"hi\\\"\", \"b\": 2}", {"a": 'say "hi"', "b": 2}),
        (r"{\n  \"a\": 1\n}", {"a": 1}),
        (r'"{\"a\": 1}"', {"a": 1}),
        ('"[1, 2]"', [1, 2]),
        ('{"a": """x "y"\nz""", "b": 2}', {"a": 'x "y"\nz', "b": 2}),
        ('{"a"："x，y"，"b"：［1，2］}', {"a": "x，y", "b": [1, 2]}),
        ("{“a”：“x：y”，“b”：2}", {"a": "x：y", "b": 2}),
        ('{"a":\u00a01,\u00a0"b":\u00a0"x\u00a0y"}', {"a": 1, "b": "x\u00a0y"}),
    ],
)
def test_marks_that_are_all_written_otherwise_are_read_as_meant(text: str, value: object) -> None:
    assert mend(text) == value


@pytest.mark.parametrize(
    "text",
    [
        '{{"a": 1, "b": 2}',
        '{{"a": 1}, {"b": 2}}',
        r'{\"a\": 1, "b": 2}',
        r'{"a": """x\n""", "b": 2}',
        '{"a": "x" + "y", "b": 2}',
        '{"a": "x" | "y", "b": 2}',
        '{"a": "x" // or "y" here\n, "b": 2}',
        '{"a": 0x1F, "b": 2}',
        '{"a": 10n, "b": 1.5f}',
    ],
)
def test_marks_that_are_not_all_written_so_and_what_a_program_means_are_left_alone(text: str) -> None:
    assert mend(text) is None


def test_a_string_that_is_asked_for_is_no_object() -> None:
    assert mend('"[1, 2]"', {"type": "string", "maxLength": 2}) is None


@settings(deadline=None, max_examples=80)
@given(st.dictionaries(st.text('ab{}"\\', max_size=3), json_values, min_size=1, max_size=4), st.booleans())
def test_any_object_comes_back_out_of_a_string_and_out_of_doubled_braces(value: dict[str, Any], in_ascii: bool) -> None:
    written = json.dumps(value, ensure_ascii=in_ascii)
    assert json.dumps(mend(json.dumps(written))) == json.dumps(value)
    doubled = _outside_strings(written)
    assert json.dumps(mend(doubled)) in {json.dumps(value), "null"}
    assert json.dumps(mend(json.dumps(written)[1:-1])) in {json.dumps(value), "null"}


def _outside_strings(text: str) -> str:
    pieces, is_inside, is_escaped = [], False, False
    for sign in text:
        pieces.append(sign if is_inside or sign not in "{}" else sign * 2)
        is_inside ^= sign == '"' and not is_escaped
        is_escaped = sign == "\\" and not is_escaped
    return "".join(pieces)


@pytest.mark.parametrize("piece", ['\\"', '"', "{{", '"""', "“", "：", '{{"', "\\"])
def test_texts_of_any_length_are_read_alike(piece: str) -> None:
    for begin, end in (("", ""), ("{{", "}}")):
        few, many = (list(written_plainly(begin + piece * times + end)) for times in (20, 20_000))
        assert len(few) == len(many)
