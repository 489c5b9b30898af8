"""What is mended without a model: nothing of the content may be lost or invented."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepcache_core.model import Status
from stepcache_core.tasks.json_value import JsonProblem, JsonTask
from stepcache_core.tasks.json_value.reading.phrases import IN_CAPITALS
from stepcache_core.tasks.json_value.syntax import quotes
from stepcache_core.tasks.json_value.syntax.repair import repaired
from tests.core.json_samples import json_values

TASK = JsonTask()
ANYTHING = JsonProblem("anything", {})
PERSON = JsonProblem("a person", None, ("name", "age"))


def mend(text: str) -> str | None:
    return TASK.mend(ANYTHING, text)


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ('```json\n{"a": 1}\n```', '{"a": 1}'),
        ('```\n{"a": 1}\n```', '{"a": 1}'),
        ('```JSON\n{"a": "```py\\nx```"}\n```\n', '{"a": "```py\\nx```"}'),
        ('\ufeff{"a": 1}', '{"a": 1}'),
        ('Sure! Here is the JSON:\n\n{"a":  1.50}', '{"a":  1.50}'),
        ('```json\n{"a": 1}', '{"a": 1}'),
        ('```json\n{"a": "\ufeffb"}\n```', '{"a": "\ufeffb"}'),
        ("Here you go: [1, 2]. Enjoy!", "[1, 2]"),
        ('{"a": 1}\n\nThis object holds one member.', '{"a": 1}'),
        ('```json\n{"a": 123456789012345678901234567890.10}\n```', '{"a": 123456789012345678901234567890.10}'),
    ],
)
def test_the_value_is_taken_out_of_what_surrounds_it_as_it_was_written(text: str, bare: str) -> None:
    assert mend(text) == bare


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ('{"a": 1,}', '{"a": 1}'),
        ('{"a": [1, 2,],}', '{"a": [1, 2]}'),
        ("{'a': 'it is'}", '{"a": "it is"}'),
        ("{a: 1, b_c: 2}", '{"a": 1, "b_c": 2}'),
        ('{"a": True, "b": None, "c": FALSE}', '{"a": true, "b": null, "c": false}'),
        ('{"a": 1\n "b": 2}', '{"a": 1,\n "b": 2}'),
        ('{"a": "x\ny"}', '{"a": "x\\ny"}'),
        ('{"a": "\u202eb\x00"}', '{"a": "\u202eb\\u0000"}'),
        ("{“a”: “b”}", '{"a": "b"}'),
        ('{"a": 1.50, "b": 12345678901234567890123,}', '{"a": 1.50, "b": 12345678901234567890123}'),
        ('{"town": New York, "n": 1}', '{"town": "New York", "n": 1}'),
        ('{"path": "C:\\data\\q",}', '{"path": "C:\\\\data\\\\q"}'),
        ("{'a': 'it\\'s',}", '{"a": "it\'s"}'),
        ("```json\n{'a': 1,}\n```", '{"a": 1}'),
        ('{"a": 1 /* about a */}', '{"a": 1 }'),
        ('{"a": 1, // about a\n "b": 2}', '{"a": 1, \n "b": 2}'),
        ('{"a": 1 // about a\n, "b": 2}', '{"a": 1, "b": 2}'),
        ('{"a": 1, # about a\n "b": "# no // comment"}', '{"a": 1, \n "b": "# no // comment"}'),
        (
            '{"version": 1.10.2, "when": 2026-01-05, "part": 1/3}',
            '{"version": "1.10.2", "when": "2026-01-05", "part": "1/3"}',
        ),
        ('{"a": .25, "b": 1., "c": +2}', '{"a": 0.25, "b": 1.0, "c": 2}'),
    ],
)
def test_syntax_is_put_right_and_every_digit_kept(text: str, fixed: str) -> None:
    assert mend(text) == fixed


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1',
        '{"a": "b',
        '{"a": "b}',
        "{'a': 'b}",
        '[{"a": 1}, {"a": 2',
        '{"a": 1, "a": 2,}',
        '{"a": 30 // should be 31\n}',
        '{"a": 1 /* placeholder */}',
        '{"a": 1 // about a}',
        '{"a": 07}',
        '{"a": [1, 2, ...]}',
        '{"a": NaN,}',
        '{"a": Infinity,}',
        '{"a": undefined}',
        '{"a": tru}',
        '{"a": 1,, "b": 2}',
        '{"a", "b"}',
        '{"a": }',
        '{"a": "b", "c"}',
        '{"a": ["x" "y"]}',
        '{"a": "x", y", "b": 1}',
        '{"a": 1} {"b": 2}',
        '{"a": 1}, "b": 2',
        '{"a": 1}\n"b": 2',
        '"say {}',
        '"data": {"a": 1}',
        "{name} is {x}",
        "see [1]: ```{}```",
        '{"a": 30}\nActually, a should be 31.',
        'Sorry, I made a mistake: {"a": 30}',
        'First option: {"a": 30}',
        "no JSON here",
        "",
    ],
)
def test_where_content_may_be_lost_or_is_in_doubt_nothing_is_mended(text: str) -> None:
    assert mend(text) is None


def test_keys_are_found_among_very_many_members() -> None:
    problem = JsonProblem("x", required_keys=("name", "age"))
    others = ", ".join(f'"k{number}": {number}' for number in range(20_000))
    mended = TASK.mend(problem, f'{{"Name": "Ada", "AGE": 36, {others}}}')
    assert mended is not None
    assert mended.startswith('{"name": "Ada", "age": 36')


def test_a_bare_value_that_fits_needs_no_mending() -> None:
    assert mend(' {"a": 1}\n') is None


def test_mended_syntax_must_still_fit() -> None:
    assert TASK.mend(PERSON, '```json\n{"name": "Ada"}\n```') is None
    assert TASK.mend(PERSON, "{'name': 'Ada',}") is None
    assert TASK.mend(PERSON, "{'name': 'Ada', 'age': 36,}") == '{"name": "Ada", "age": 36}'


def test_an_unquoted_identifier_is_kept_to_its_last_character() -> None:
    """https://github.com/mangiucugna/json_repair/issues/174: it was cut to 57eee."""
    text = '{"rowId": 57eeeeb1-450b-482c-81b9-4be77e95dee2}'
    assert mend(text) == '{"rowId": "57eeeeb1-450b-482c-81b9-4be77e95dee2"}'


@pytest.mark.parametrize(
    "text",
    [
        # https://github.com/mangiucugna/json_repair/issues/89
        '{"a": "first "second": third", "b": 2}',
    ],
)
def test_unescaped_quotes_that_might_end_the_string_are_not_guessed_at(text: str) -> None:
    assert mend(text) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"text": "the word "ipsum" means itself"}', {"text": 'the word "ipsum" means itself'}),
        # https://github.com/mangiucugna/json_repair/issues/46: text was dropped and empty keys were added
        ('{"note": "lorem, "ipsum" sic "tamet". Go on"}', {"note": 'lorem, "ipsum" sic "tamet". Go on'}),
        # https://github.com/mangiucugna/json_repair/issues/85
        ('{"text": "he said "yes", and left", "n": 1}', {"text": 'he said "yes", and left', "n": 1}),
    ],
)
def test_words_in_quotes_inside_a_string_are_kept_with_their_quotes(text: str, value: object) -> None:
    mended = mend(text)
    assert mended is not None
    assert json.loads(mended) == value


def test_a_surrogate_pair_becomes_its_character() -> None:
    """https://github.com/mangiucugna/json_repair/issues/227: two lone surrogates could not be encoded."""
    mended = mend('{"v":"\\ud83d\\ude00",}')
    assert mended is not None
    assert json.loads(mended.encode()) == {"v": "😀"}


@settings(deadline=None, max_examples=150)
@given(
    st.dictionaries(st.text(max_size=8), json_values, max_size=4) | st.lists(json_values, max_size=4),
    st.sampled_from(["{}", "```json\n{}\n```", "Here is the JSON:\n{}", "Sure!\n```\n{}\n```\nDone.", "\ufeff{}\n"]),
    st.booleans(),
)
def test_any_object_or_array_comes_back_out_of_chatter(value: object, wrapping: str, ascii_only: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only)
    wrapped = wrapping.replace("{}", text)
    found = wrapped if TASK.verify_answer(ANYTHING, wrapped).is_pass else mend(wrapped)
    assert found is not None
    assert json.loads(found) == value


@settings(deadline=None, max_examples=150)
@given(st.text("{}[]\":,\\'abe1.- \n/tnu`", max_size=40))
def test_no_text_makes_the_mender_raise_and_what_it_gives_is_strict_json(text: str) -> None:
    mended = mend(text)
    if mended is not None:
        json.loads(mended)
        assert TASK.verify_answer(ANYTHING, mended).is_pass


_CONTENT = str.maketrans("", "", " \n\"',\\`")


@settings(deadline=None, max_examples=150)
@given(
    st.dictionaries(st.text("ab cé", min_size=1, max_size=6), st.text("xyz ,{}:'1é", max_size=8), max_size=4),
    st.data(),
)
def test_a_repair_loses_and_invents_no_character(value: dict[str, str], data: st.DataObject) -> None:
    text = json.dumps(value, ensure_ascii=False)
    at = data.draw(st.integers(0, len(text) - 1))
    broken = text[:at] + data.draw(st.sampled_from(["", ",", '"', "\n", "}", ":"])) + text[at + 1 :]
    fixed = repaired(broken)
    if fixed is not None:
        rewritten = json.dumps(json.loads(fixed), ensure_ascii=False).replace("\\n", "")
        assert rewritten.translate(_CONTENT) == broken.replace("\n", "").translate(_CONTENT)


def test_members_that_a_closed_list_does_not_name_are_left_out_and_the_rest_stays_as_written() -> None:
    closed = JsonProblem("a person", None, ("name", "age"), closed=True)
    text = '```json\n{\n  "name": "Ada",\n  "country": "England",\n  "age": 36.0\n}\n```'
    assert TASK.mend(closed, text) == '{\n  "name": "Ada",\n  "age": 36.0\n}'
    assert TASK.mend(PERSON, text) == '{\n  "name": "Ada",\n  "country": "England",\n  "age": 36.0\n}'
    assert TASK.mend(closed, '{"name": "Ada", "country": "England"}') is None


TYPED = JsonProblem("x", {"properties": {"n": {"type": "integer"}, "b": {"type": "boolean"}, "s": {"type": "string"},
                                         "o": {"anyOf": [{"type": "number"}, {"type": "null"}]},
                                         "l": {"items": {"type": "number"}}}})  # fmt: skip


@pytest.mark.parametrize(
    ("text", "fixed", "account"),
    [
        ('{"n": "30"}', '{"n": 30}', "$.n was written as 30"),
        ('{"n":  "-7" }', '{"n":  -7 }', "$.n was written as -7"),
        ('{"b": "true"}', '{"b": true}', "$.b was written as true"),
        ('{"b": "False"}', '{"b": false}', "$.b was written as false"),
        ('{"s": 30}', '{"s": "30"}', '$.s was written as "30"'),
        ('{"s": 1.50}', '{"s": "1.50"}', '$.s was written as "1.50"'),
        ('{"o": "1.50"}', '{"o": 1.50}', "$.o was written as 1.50"),
        ('{"l": [1, "2", 3.0]}', '{"l": [1, 2, 3.0]}', "$.l[1] was written as 2"),
    ],
)
def test_a_scalar_is_written_as_the_type_that_a_schema_fixes(text: str, fixed: str, account: str) -> None:
    mended = TASK.mended(TYPED, text)
    assert mended is not None
    assert mended.text == fixed
    assert mended.account == (account,)


@pytest.mark.parametrize(
    "text",
    [
        '{"n": "30.5"}',
        '{"n": "030"}',
        '{"n": "thirty"}',
        '{"n": " 30"}',
        '{"n": "1e3"}',
        '{"n": 30.5}',
        '{"n": [30]}',
        '{"b": "yes"}',
        '{"b": 1}',
        '{"s": true}',
        '{"s": null}',
        '{"o": "1,5"}',
        '{"o": "1.500"}',
        '{"l": ["2", "two"]}',
    ],
)
def test_a_type_is_not_changed_where_that_would_change_the_value(text: str) -> None:
    assert TASK.mend(TYPED, text) is None


def test_what_each_rung_did_is_told_in_order() -> None:
    problem = JsonProblem("x", None, ("name", "age"), closed=True, rules={"properties": {"age": {"type": "integer"}}})
    mended = TASK.mended(problem, "Here you go:\n```json\n{'name': 'Ada', 'age': '36', 'town': 'London',}\n```")
    assert mended is not None
    assert json.loads(mended.text) == {"name": "Ada", "age": 36}
    assert mended.account == (
        "the value was taken out of what stood around it",
        "its syntax was put right",
        "$.age was written as 36",
        "$.town was left out",
    )


def test_a_key_that_the_schema_forbids_is_left_out() -> None:
    closed = JsonProblem("x", {"properties": {"a": {"type": "integer"}}, "additionalProperties": False})
    assert TASK.mend(closed, '{"a": 1.0, "b": 2}') == '{"a": 1.0}'
    assert TASK.mend(closed, '{"b": 2}') is None
    inner = JsonProblem("x", {"properties": {"a": {"additionalProperties": False}}})
    assert TASK.mend(inner, '{"a": {"b": 1}}') is None


@pytest.mark.parametrize(
    ("keys", "text", "bare"),
    [
        (("name", "age"), '{"Name": "Ada", "Age": 36}', '{"name": "Ada", "age": 36}'),
        (("first_name", "age"), '{"firstName": "Ada", "AGE": 36}', '{"first_name": "Ada", "age": 36}'),
        (("name", "age"), '{"Name": "Ada", "age": 36, "City": "Rome"}', '{"name": "Ada", "age": 36}'),
        (("name", "age"), '{"Name": "Ada", "NAME": "Eve", "age": 36}', None),
        (("name", "Name"), '{"name": "Ada", "NAME": "Eve"}', None),
        (("name", "age"), '{"names": "Ada", "age": 36}', None),
    ],
)
def test_a_key_is_spelled_as_it_was_asked_for(keys: tuple[str, ...], text: str, bare: str | None) -> None:
    assert TASK.mend(JsonProblem("x", None, keys, closed=True), text) == bare


def test_a_key_is_spelled_as_the_schema_has_it() -> None:
    rules = {"itemCount": {"type": "integer"}}
    schema = JsonProblem("x", {"properties": rules, "required": ["itemCount"], "additionalProperties": False})
    assert TASK.mend(schema, '{"item_count": 3}') == '{"itemCount": 3}'


def test_a_text_is_put_into_the_capitals_that_were_asked_for() -> None:
    problem = JsonProblem("x", None, ("name", "city"), rules={"properties": {"name": IN_CAPITALS}})
    assert TASK.mend(problem, '{"name": "Ada Lovelace", "city": "Rome"}') == '{"name": "ADA LOVELACE", "city": "Rome"}'


def test_a_bare_word_of_python_is_mended_only_where_it_cannot_be_text() -> None:
    assert TASK.mend(JsonProblem("x", {"type": "boolean"}), "True") == "true"
    assert TASK.mend(JsonProblem("x", {"type": ["boolean", "string"]}), "True") is None
    assert TASK.mend(ANYTHING, "None") is None


@pytest.mark.parametrize("text", ['{"a": 1}\n{"a": 2}', '{"a": 1}\n{"a": 1}', "[1] [2]", '{"a": 1} or {"a": 2}', "1 2"])
def test_of_several_values_none_is_chosen(text: str) -> None:
    assert TASK.verify_answer(ANYTHING, text).is_fail
    assert TASK.mend(ANYTHING, text) is None


@settings(deadline=None, max_examples=100)
@given(st.integers(), st.booleans(), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=10))
def test_coercion_never_changes_what_is_written(n: int, b: bool, o: float, s: str) -> None:
    value = {"n": n, "b": b, "o": o, "s": s}
    as_text = json.dumps({key: item if isinstance(item, str) else json.dumps(item) for key, item in value.items()})
    mended = TASK.mend(TYPED, as_text)
    if mended is not None:
        assert json.loads(mended) == value


def test_a_value_is_taken_out_of_its_fence_also_where_no_one_can_tell_that_it_is_right() -> None:
    doubtful = JsonProblem("a person", None, ("name", "age"), closed=True, unread=("as in the passport",))
    fenced = '```json\n{"name": "Ada", "age": 36, "town": "London"}\n```'
    assert TASK.mend(doubtful, fenced) == '{"name": "Ada", "age": 36}'
    assert TASK.verify_answer(doubtful, '{"name": "Ada", "age": 36}').status is Status.UNKNOWN
    assert TASK.mend(doubtful, '```json\n{"name": "Ada"}\n```') is None
    assert TASK.mend(doubtful, '{"name": "Ada", "age": 36}') is None


@pytest.mark.parametrize(
    ("rule", "stated", "text", "fixed"),
    [
        ({"type": "array"}, "Ada", '{"name": "Ada"}', '{"name": ["Ada"]}'),
        ({"type": "array"}, "36", '{"name": 36}', '{"name": [36]}'),
        (IN_CAPITALS, "Zoë", '{"name": "Zoë"}', '{"name": "ZOË"}'),
    ],
)
def test_a_stated_value_is_put_into_the_form_that_is_asked_for(
    rule: dict[str, Any], stated: str, text: str, fixed: str
) -> None:
    problem = JsonProblem("x", None, ("name",), rules={"properties": {"name": rule}}, stated=(("name", stated),))
    assert TASK.mend(problem, text) == fixed


@pytest.mark.parametrize("value", ["Ada and Eve", "Ada, Eve", "Ada/Eve"])
def test_what_may_be_several_items_is_not_made_the_one_item_of_a_list(value: str) -> None:
    problem = JsonProblem(
        "x", None, ("name",), rules={"properties": {"name": {"type": "array"}}}, stated=(("name", value),)
    )
    assert TASK.mend(problem, json.dumps({"name": value})) is None
    assert not TASK.verify_answer(problem, json.dumps({"name": [value]})).is_pass


@pytest.mark.parametrize("nested", ["[", "[1,", '{"a":'])
def test_what_nests_deeper_than_python_recurses_is_left_alone(nested: str) -> None:
    assert mend(nested * 3_000) is None


def test_inner_quotes_are_looked_for_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = '{"text": "He said "no way" twice today"}'
    assert quotes.escaped(broken) is not None
    monkeypatch.setattr(quotes, "MAX_LOOKS", 4)
    assert quotes.escaped(broken) is None


def test_a_missing_quote_is_tried_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = '{"name": "Bob, "age": 3}'
    assert quotes.with_a_quote(broken) is not None
    monkeypatch.setattr(quotes, "MAX_TRIED_CHARS", 50)
    assert quotes.with_a_quote(broken) is None
