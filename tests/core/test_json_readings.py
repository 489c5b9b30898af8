"""Broken texts of which only one value can be meant, and texts that may mean several: those stay as they are."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepcache_core.tasks.json_value import JsonProblem, JsonTask
from stepcache_core.tasks.json_value.syntax.brackets import balanced
from tests.core.json_samples import json_values

TASK = JsonTask()
ANYTHING = JsonProblem("anything", {})


def mend(text: str, schema: dict[str, Any] | None = None) -> Any:
    mended = TASK.mend(ANYTHING if schema is None else JsonProblem("x", schema), text)
    return None if mended is None else json.loads(mended)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, 2}', {"a": [1, 2]}),
        ('{"a": [1, 2, "b": 3}', {"a": [1, 2], "b": 3}),
        ('[{"a": ["x"}, {"a": ["y"]}]', [{"a": ["x"]}, {"a": ["y"]}]),
        ('{"a": ["x"}, "b": ["y"]}', {"a": ["x"], "b": ["y"]}),
        ('[{"a": 1}}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
        ('{"a": 1}, "b": 2}', {"a": 1, "b": 2}),
        (']\n{"a": 1}', {"a": 1}),
        ('["a": 1}, {"b": 2}]', [{"a": 1}, {"b": 2}]),
        ("{'a': ['b', 'c'}", {"a": ["b", "c"]}),
        ('{"a": 1}, {"a": 2}', [{"a": 1}, {"a": 2}]),
    ],
)
def test_a_bracket_is_put_right_where_that_can_mean_one_value_only(text: str, value: object) -> None:
    assert mend(text) == value


@pytest.mark.parametrize(
    "text",
    [
        '{"a": {"b": 1, "c": 2}',  # whose is c?
        '{"a": {"b": 1}, "c": 2}}',
        "[[1, 2]",
        "[1] [2]",
        "[]]",
        '{"a": ["b"]], "c": 1}',
        '{"a": ["b", "c"',  # more may have been to come
        '[{"a": "b"}, {"a": "c"',
        '[{"a": 1}, {"b": 2} {"c": 3}',
        '{"a": {"b": 1}',
        "[{]",  # nothing stands in it yet
        '{"a": [}',
        "[",
        '{"a"',
        '{"a":',
        '{"a": "b"}, "c": }',
        '{"a": 1},',
        '{"a": 1}; {"a": 2}',
        '{"a": "x" // b\n',
        "The value {'a': 1",
    ],
)
def test_a_bracket_is_left_alone_where_content_may_be_missing_or_several_values_meant(text: str) -> None:
    assert mend(text) is None


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ('{"a": ["x"], "b": "c"', '{"a": ["x"], "b": "c"}'),
        ('```json\n{"a": 1, "b": true\n```', '{"a": 1, "b": true}'),
        ('Here is the JSON: {"a": 1, "b": {"c": 2}', '{"a": 1, "b": {"c": 2}}'),
        ('{"a": 1, "b": 2', None),
        ('{"a": 1, "b": "c', None),
        ('{"a": 1, "b": ["c"', None),
        ('{"a": 1, "b": {"c": "d"', None),
        ('{"a": 1', None),
        ('{"a": 1, "b": "c",', None),
    ],
)
def test_the_last_brace_is_added_where_the_members_are_known_and_all_there(text: str, mended: str | None) -> None:
    """With anything less known, a text that breaks off may have lost members, items, letters or digits."""
    assert TASK.mend(JsonProblem("x", None, ("a", "b")), text) == mended
    assert TASK.mend(ANYTHING, text) is None


def test_what_the_request_asks_for_settles_whose_a_member_is() -> None:
    text = '{"a": {"b": 1, "c": 2}'
    assert mend(text, {"required": ["a", "c"]}) == {"a": {"b": 1}, "c": 2}
    assert mend(text, {"required": ["a"], "maxProperties": 1}) == {"a": {"b": 1, "c": 2}}
    assert mend(text, {"required": ["a"]}) is None
    assert TASK.mend(JsonProblem("x", None, ("a", "c")), text) == '{"a": {"b": 1}, "c": 2}'


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"key:"value"}', {"key": "value"}),
        ('{"a": "b, "c": "d"}', {"a": "b", "c": "d"}),
        ('{\n "a": "b,\n "c": 1\n}', {"a": "b", "c": 1}),
        ('{a": 1, "b": 2}', {"a": 1, "b": 2}),
        ('{""a"":[{""b"":\'\'c d\'\',""e"":""5""}]}', {"a": [{"b": "c d", "e": "5"}]}),
    ],
)
def test_a_quote_is_put_right_where_that_can_mean_one_value_only(text: str, value: object) -> None:
    assert mend(text) == value


@pytest.mark.parametrize(
    "text",
    [
        '["a, "b"]',
        '{"key": ""value"}',
        '{"code": "f() { return 1; }',
        '{"a": "x "b": "y "c": "z"}',
        '{"a": "b", "c"}',
        '{"size": "5" pipe, "n": "2"}',
        '["x "yes", and left", "n"]',
        '["value1" value2", "value3"]',
        '{\n  }age": 1}',
        '{"name:: "x"}',
        '{"a: {},\n b": 1}',
        '[""quoted""]',
        '{"a": :b"}',
        '{"a": [0, {}, "]}',
        '{"a" null "b": 1}',
    ],
)
def test_a_quote_is_left_alone_where_it_may_be_content_or_one_too_many(text: str) -> None:
    assert mend(text) is None


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ({"type": "boolean"}, "The answer is below.\n\nAnswer: **True**", True),
        ({"type": "boolean"}, "false.", False),
        ({"type": "number"}, "12,111.123", 12111.123),
        ({"type": "number"}, "12.5.", 12.5),
        ({"type": "integer"}, "1,234,567", 1234567),
        ({"type": "string"}, "hello", "hello"),
        ({"enum": ["open", "closed"]}, "The status is open.", "open"),
        ({"enum": ["open", "closed"]}, '"Open"', "open"),
        ({"const": "TWO"}, '"Two" is the answer', "TWO"),
    ],
)
def test_a_scalar_is_taken_out_of_words_where_one_is_asked_for(kind: dict[str, Any], text: str, value: object) -> None:
    assert mend(text, kind) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ({"type": "boolean"}, "It is not true"),
        ({"type": "boolean"}, "Answer: true. Well, false."),
        ({"type": "boolean"}, "Not\ntrue"),
        ({"type": "boolean"}, "True or false"),
        ({"type": "boolean"}, "It would be wrong to say:\ntrue"),
        ({"type": "number"}, "1,234"),
        ({"type": "number"}, "1/5"),
        ({"type": "number"}, "12.11.12"),
        ({"type": "number"}, "about 5"),
        ({"type": "integer"}, "12.5."),
        ({"type": "string"}, "hello world"),
        ({"enum": ["open", "closed"]}, "open or closed"),
        ({"enum": ["open", "closed"]}, "The status is not open."),
        ({"enum": ["open", "reopened"]}, "It was reopened, open at last"),
        ({"enum": ["open", "Open"]}, "OPEN"),
        ({}, "hello"),
        ({"type": ["string", "null"]}, "None"),
    ],
)
def test_a_scalar_is_not_taken_out_of_words_that_leave_it_in_doubt(kind: dict[str, Any], text: str) -> None:
    assert mend(text, kind) is None


@settings(deadline=None, max_examples=80)
@given(st.dictionaries(st.text("ab", min_size=1, max_size=2), json_values, min_size=1, max_size=4), st.data())
def test_without_one_bracket_the_value_comes_back_or_nothing_does(value: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(value)
    brackets = [at for at, mark in enumerate(text) if mark in "}]" and not _in_a_string(text, at)]
    at = data.draw(st.sampled_from(brackets))
    mended = mend(text[:at] + text[at + 1 :])
    assert mended is None or json.dumps(mended) == text


def _in_a_string(text: str, at: int) -> bool:
    return text[:at].replace("\\\\", "").replace('\\"', "").count('"') % 2 == 1


def test_a_text_with_too_many_ways_to_read_it_is_given_up_soon() -> None:
    assert balanced("[" + "[1, 2, 3, 4]," * 400 + "[1, 2, 3") == ()
    assert balanced('{"a":' * 90 + '"x"' + ', "b": 1}' * 40) == ()
