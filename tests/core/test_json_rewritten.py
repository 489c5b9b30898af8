"""What may be read from a value that is told otherwise."""

from __future__ import annotations

import json

import pytest

from stepcache_core import Request
from stepcache_core.model import Json, Status
from stepcache_core.tasks.json_value import JsonTask
from stepcache_core.tasks.json_value.rewritten import is_read_from


@pytest.mark.parametrize("empty", [[], {}, [[]], {"a": {}}])
def test_what_holds_nothing_is_not_read_from_a_value(empty: Json) -> None:
    assert not is_read_from("languages", empty, "English and French")


def test_a_list_is_read_from_its_items() -> None:
    assert is_read_from("languages", ["English", "French"], "English and French")
    assert not is_read_from("languages", ["English", "German"], "English and French")


# --- what is told otherwise than an object has it --------------------------------------------------------------------

_LAMP = "Convert this into a JSON object with the keys name, {key} and color.\n\nname: Lamp\n{key}: {told}\ncolor: red"


@pytest.mark.parametrize(
    ("key", "told", "right"),
    [
        ("active", "True", True),
        ("active", "FALSE", False),
        ("active", "Y", True),
        ("active", "On", True),
        ("in_stock", "yes", True),
        ("vegetarian", "no", False),
        ("is_active", "1", True),
        ("price", "1 500", 1500),
        ("price", "1'500", 1500),
        ("price", "2 Millionen", 2_000_000),
        ("price", "99c", 0.99),
        ("price", "20 Euro", 20),
        ("price", "EUR 20", "20 EUR"),
        ("count", "no", 0),
        ("count", "III", 3),
        ("duration", "1h30", 90),
        ("authors", "Ada Lovelace", ["Ada Lovelace"]),
        ("children", "no", []),
    ],
)
def test_a_value_told_otherwise_is_the_models(key: str, told: str, right: Json) -> None:
    task = JsonTask()
    problem = task.parse(Request.from_prompt(_LAMP.format(key=key, told=told)))
    assert problem is not None
    assert task.solve(problem) is None
    assert not task.verify_answer(problem, json.dumps({"name": "Lamp", key: right, "color": "red"})).is_fail


def test_the_opposite_of_a_told_truth_value_is_wrong() -> None:
    task = JsonTask()
    problem = task.parse(Request.from_prompt(_LAMP.format(key="active", told="True")))
    assert problem is not None
    assert task.verify_answer(problem, '{"name": "Lamp", "active": false, "color": "red"}').is_fail


@pytest.mark.parametrize(
    ("key", "told", "written"),
    [
        ("price", "39.90", "39.90"),
        ("age", "36", "36"),
        ("active", "true", "true"),
        ("floor", "1", "1"),
        ("gender", "F", '"F"'),
        ("sku", "1 500", '"1 500"'),
        ("zip", "0150", '"0150"'),
    ],
)
def test_a_value_told_as_an_object_has_it_needs_no_model(key: str, told: str, written: str) -> None:
    task = JsonTask()
    problem = task.parse(Request.from_prompt(_LAMP.format(key=key, told=told)))
    assert problem is not None
    assert task.solve(problem) == f'{{"name": "Lamp", "{key}": {written}, "color": "red"}}'


def test_digits_that_are_no_number_are_the_models() -> None:
    task = JsonTask()
    problem = task.parse(Request.from_prompt(_LAMP.format(key="phone", told="5551234")))
    assert problem is not None
    assert task.solve(problem) is None


@pytest.mark.parametrize(
    ("key", "told", "truth", "passes"),
    [
        ("in_stock", "yes", True, True),
        ("vegetarian", "No", False, True),
        ("has_children", "no", False, True),
        ("in_stock", "yes", False, False),
        ("country", "NO", False, False),
        ("count", "no", False, False),
        ("children", "no", False, False),
    ],
)
def test_a_truth_value_told_in_a_word_is_right_where_nothing_is_counted(
    key: str, told: str, truth: bool, passes: bool
) -> None:
    task = JsonTask()
    problem = task.parse(Request.from_prompt(_LAMP.format(key=key, told=told)))
    assert problem is not None
    assert task.verify_answer(problem, json.dumps({"name": "Lamp", key: truth, "color": "red"})).is_pass is passes


@pytest.mark.parametrize(
    ("written", "told", "expected"), [("true", "no", "false"), ('"yes"', "no", '"no"'), ("true", "on request", None)]
)
def test_a_truth_value_told_in_a_word_is_replayed_as_the_model_wrote_it(
    written: str, told: str, expected: str | None
) -> None:
    task = JsonTask()
    old, new = (task.parse(Request.from_prompt(_LAMP.format(key="in_stock", told=each))) for each in ("yes", told))
    assert old is not None
    assert new is not None
    steps = task.segment(old, f'{{"name": "Lamp", "in_stock": {written}, "color": "red"}}')
    replayed = task.replay(old, new, steps)
    assert (None if replayed is None else "".join(step.text for step in replayed)) == (
        None if expected is None else f'{{"name": "Lamp", "in_stock": {expected}, "color": "red"}}'
    )


@pytest.mark.parametrize("written", ["true", '"yes"'])
def test_a_told_truth_value_keeps_its_form_where_another_fact_is_gone(written: str) -> None:
    task = JsonTask()
    prompt = "Turn this into a JSON object with the keys {keys}.\n\nname: Lamp\n{more}in_stock: yes\n\nOnly the JSON."
    old = task.parse(Request.from_prompt(prompt.format(keys="name, color and in_stock", more="color: red\n")))
    new = task.parse(Request.from_prompt(prompt.format(keys="name and in_stock", more="")))
    assert old is not None
    assert new is not None
    steps = task.segment(old, f'{{"name": "Lamp", "color": "red", "in_stock": {written}}}')
    replayed = task.replay(old, new, steps)
    assert replayed is not None
    assert replayed[0].text == f'{{"name": "Lamp", "in_stock": {written}}}'


_SHOP = "Return a JSON object with keys item, shop and price for: The lamp at IKEA costs {} and was bought in 2024."


@pytest.mark.parametrize(
    ("told", "price"),
    [
        ("12.50 EUR", 12.5),
        ("$3.00", 3),
        ("0.50", 0.5),
        ("12,5", 12.5),
        ("1,240.50", 1240.5),
        ("1.240,50", 1240.5),
        ("€1,240", 1240),
        ("1'240", 1240),
        ("1 240 000", 1_240_000),
    ],
)
def test_a_number_that_json_writes_otherwise_stands_in_the_request(told: str, price: float) -> None:
    task = JsonTask()
    problem = task.parse(Request.from_prompt(_SHOP.format(told)))
    assert problem is not None
    assert task.verify_answer(problem, json.dumps({"item": "lamp", "shop": "IKEA", "price": price})).is_pass
    assert not task.verify_answer(problem, json.dumps({"item": "lamp", "shop": "IKEA", "price": price + 1})).is_pass


_ADA = "Extract name, age and email as JSON from: Ada Lovelace is 36 and lives in London."


@pytest.mark.parametrize("nothing", ["null", '""'])
def test_what_a_request_may_not_tell_may_be_left_out_of_its_object(nothing: str) -> None:
    """Asked again, a model would make it up."""
    task = JsonTask()
    problem = task.parse(Request.from_prompt(_ADA))
    assert problem is not None
    verdict = task.verify_answer(problem, f'{{"name": "Ada Lovelace", "age": 36, "email": {nothing}}}')
    assert verdict.status is Status.UNKNOWN


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        (f"{_ADA[:-1]}, email: ada@x.org.", '{"name": "Ada Lovelace", "age": 36, "email": null}'),
        (_ADA.replace("from: ", "from: a fictional woman. "), '{"name": "Ada Lovelace", "age": 36, "email": null}'),
        (_ADA, '{"name": null, "age": null, "email": null}'),
        (_ADA, '{"name": "Ada Lovelace", "age": 36, "email": "..."}'),
    ],
)
def test_nothing_in_the_place_of_a_value_that_is_to_be_had_is_wrong(prompt: str, text: str) -> None:
    task = JsonTask()
    problem = task.parse(Request.from_prompt(prompt))
    assert problem is not None
    assert task.verify_answer(problem, text).is_fail


@pytest.mark.parametrize(
    ("key", "told", "right"),
    [
        ("dob", "03.05.1990", "1990-05-03"),
        ("time", "3pm", "15:00"),
        ("active", "enabled", True),
        ("in_stock", "12", True),
        ("country", "Germany", "DE"),
        ("country", "USA", "United States"),
        ("language", "English", "en"),
        ("email", "private", None),
        ("email", "null", None),
        ("numbers", "1, 2 and 3", [1, 2, 3]),
    ],
)
def test_what_an_object_reads_from_a_told_value_is_not_overwritten(key: str, told: str, right: Json) -> None:
    task = JsonTask()
    problem = task.parse(
        Request.from_prompt(f"Return a JSON object with keys name and {key} for: name: Ann, {key}: {told}.")
    )
    assert problem is not None
    assert not task.verify_answer(problem, json.dumps({"name": "Ann", key: right})).is_fail


@pytest.mark.parametrize(
    ("key", "told", "wrong"),
    [
        ("date", "1990-05-03", "1990-05-04"),
        ("country", "Germany", "France"),
        ("active", "no", True),
        ("email", "ann@x.org", None),
        ("city", "Oslo", None),
        ("age", "36", 37),
    ],
)
def test_what_no_object_reads_from_a_told_value_is_wrong(key: str, told: str, wrong: Json) -> None:
    task = JsonTask()
    problem = task.parse(
        Request.from_prompt(f"Return a JSON object with keys name and {key} for: name: Ann, {key}: {told}.")
    )
    assert problem is not None
    assert task.verify_answer(problem, json.dumps({"name": "Ann", key: wrong})).is_fail


def test_the_name_of_a_type_is_a_mark_for_a_value_only_where_no_type_is_spoken_of() -> None:
    task = JsonTask()
    for key, told, is_wrong in (
        ("form", "the column id is a string.", False),
        ("type", "the column id.", False),
        ("form", "the column id.", True),
    ):
        problem = task.parse(Request.from_prompt(f"Return a JSON object with keys column and {key} for: {told}"))
        assert problem is not None
        verdict = task.verify_answer(problem, json.dumps({"column": "id", key: "string"}))
        assert verdict.is_fail is is_wrong
