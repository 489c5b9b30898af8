"""Constraints on values in prose: what is understood is judged, what is not keeps an answer from passing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepcache_core.model import Request, Status
from stepcache_core.tasks.json_value import JsonProblem, JsonTask
from stepcache_core.tasks.json_value.reading.constraints import read
from stepcache_core.tasks.json_value.reading.notes import from_note

TASK = JsonTask()
KEYS = "name, age, status, tags, price, id, born_date, amount, address and title"
FITS: dict[str, Any] = {
    "name": "Ada",
    "age": 20,
    "status": "open",
    "tags": ["a", "b", "c"],
    "price": 5,
    "id": "7",
    "born_date": "1815-12-10",
    "amount": 3,
    "address": {"street": "Main St", "city": "Oslo"},
    "title": "Engine",
}


def problem_of(constraint: str) -> JsonProblem:
    problem = TASK.parse(
        Request.from_prompt(f"Return a JSON object with keys {KEYS} for a fictional thing{constraint}")
    )
    assert problem is not None
    return problem


@pytest.mark.parametrize(
    ("constraint", "changed"),
    [
        (", age between 18 and 30.", {"age": 31}),
        (", with age between 18 and 30.", {"age": "20"}),
        (". The age must be between 18 and 30.", {"age": 17}),
        (", where age is between 18 and 30.", {"age": 17.9}),
        (", age at least 18.", {"age": 17}),
        (", age over 18.", {"age": 18}),
        (". The age is at most 30.", {"age": 31}),
        (", price greater than 0.", {"price": 0}),
        (", price > 0.", {"price": -1}),
        (", price no more than 10.", {"price": 10.5}),
        (", status is one of open or closed.", {"status": "pending"}),
        (". The status must be one of: open, closed, or pending.", {"status": "Open"}),
        ('. The status must be either "open" or "closed".', {"status": "new"}),
        (", with exactly 3 tags.", {"tags": ["a", "b"]}),
        (". Give exactly three tags.", {"tags": ["a", "b", "c", "d"]}),
        (", at least 2 tags.", {"tags": ["a"]}),
        (". The tags must have at most 3 items.", {"tags": ["a", "b", "c", "d"]}),
        (". The name must be Ada.", {"name": "Eve"}),
        ('. The name must be "Ada".', {"name": "ada"}),
        (". The age must be 20.", {"age": 21}),
        (", dates as YYYY-MM-DD.", {"born_date": "10 December 1815"}),
        (", born_date in the format YYYY-MM-DD.", {"born_date": "1815-13-10"}),
        (", amounts as numbers, not strings.", {"amount": "3"}),
        (", id as a string.", {"id": 7}),
        (". The age should be a positive integer.", {"age": 0}),
        (", tags as a list of strings.", {"tags": ["a", 1]}),
        (". The address is an object with keys street and city.", {"address": {"street": "Main St"}}),
        (". The title must be at most 10 characters long.", {"title": "Analytical Engine"}),
    ],
)
def test_a_constraint_that_is_understood_is_judged_with_path_and_rule(constraint: str, changed: dict[str, Any]) -> None:
    problem = problem_of(constraint)
    assert problem.unread == ()
    assert TASK.verify_answer(problem, json.dumps(FITS)).is_pass
    verdict = TASK.verify_answer(problem, json.dumps(FITS | changed))
    assert verdict.is_fail
    assert f"$.{next(iter(changed))}" in verdict.reason


def test_constraints_that_are_understood_leave_the_subject_as_if_they_were_not_there() -> None:
    plain = problem_of(".")
    assert problem_of(", age between 18 and 30, with exactly 3 tags.").subject == plain.subject
    assert problem_of(". The age must be below 30. The name must be Ada.").subject == plain.subject


@pytest.mark.parametrize(
    "constraint",
    [
        ". The person must be over 30.",
        ", age above 18 years.",
        ", age between 18 and 30 exclusive.",
        ". Avoid age between 18 and 30.",
        ", sorted by age.",
        ". The name must be unusual.",
        ". The title should be in italics.",
        ", price in euros.",
        ". Round the price to two decimals.",
        ", for a house with at least 3 rooms.",
        ". The tags must be unique.",
        ". Make sure it is realistic.",
    ],
)
def test_what_sounds_like_a_constraint_and_is_not_understood_leaves_every_answer_unjudged(constraint: str) -> None:
    problem = TASK.parse(
        Request.from_prompt(f"Return a JSON object with keys {KEYS} for a fictional thing{constraint}")
    )
    assert problem is None or problem.unread
    if problem is not None:
        assert TASK.verify_answer(problem, json.dumps(FITS)).status is Status.UNKNOWN


def test_words_of_a_quoted_text_are_no_constraint() -> None:
    problem = TASK.parse(Request.from_prompt('Give JSON with keys mood and score. Text: "You must be at least 18."'))
    assert problem is not None
    assert problem.unread == ()


def test_a_constraint_in_the_prompt_counts_beside_a_schema() -> None:
    schema = {"type": "object", "properties": {"age": {"type": "integer"}}}
    problem = TASK.parse(Request.from_prompt("Invent a user, age between 18 and 30.", response_schema=schema))
    assert problem is not None
    assert TASK.verify_answer(problem, '{"age": 20}').is_pass
    assert TASK.verify_answer(problem, '{"age": 40}').is_fail
    vague = TASK.parse(Request.from_prompt("Invent a user who must be retired.", response_schema=schema))
    assert vague is not None
    assert TASK.verify_answer(vague, '{"age": 20}').status is Status.UNKNOWN


def test_a_value_that_the_prompt_states_for_a_key_must_be_carried() -> None:
    prompt = "Return a JSON object with keys name, age and email for Ada Lovelace, age 36, email ada@math.org."
    problem = TASK.parse(Request.from_prompt(prompt))
    assert problem is not None
    assert problem.stated == (("age", "36"), ("email", "ada@math.org"), ("name", "Ada Lovelace"))
    right = {"name": "Ada Lovelace", "age": 36, "email": "ada@math.org"}
    assert TASK.verify_answer(problem, json.dumps(right)).is_pass
    assert TASK.verify_answer(problem, json.dumps(right | {"age": 37})).is_fail
    assert "$.email" in TASK.verify_answer(problem, json.dumps(right | {"email": "ada@x.org"})).reason


@pytest.mark.parametrize(
    "text",
    ["Ada, age 36, and Eve, age 41.", "Ada, old age 36.", "Ada, age 36 years.", "Ada, age 36%.", "the ages 36 to 40"],
)
def test_a_value_is_not_taken_for_stated_where_it_may_mean_something_else(text: str) -> None:
    assert read(text, ("age",)).stated == ()


@pytest.mark.parametrize(
    "text",
    [
        "the distance between 3 and 7.",
        "The age between 3 and 7.",
        "3, 8 and 9, count above 5.",
        "sum from 1 to 10.",
        ", total under 30.",
        "age from 3 to 7.",
    ],
)
def test_a_range_that_may_be_what_is_computed_is_no_bound(text: str) -> None:
    assert read(text, ("distance", "age", "count", "sum", "total")).rules == {}


@pytest.mark.parametrize(
    ("note", "rule"),
    [
        ("integer", {"type": "integer"}),
        ("a string", {"type": "string"}),
        ("list of strings", {"type": "array", "items": {"type": "string"}}),
        ("open or closed", {"type": "string", "enum": ["open", "closed"]}),
        ("1-5", {"type": "number", "minimum": 1, "maximum": 5}),
        ("between 0 and 1", {"type": "number", "minimum": 0, "maximum": 1}),
        ("true or false", {"type": "boolean"}),
        ("whole", None),
        ("in cm", None),
        ("street, city", None),
        ("optional", None),
    ],
)
def test_a_note_beside_a_key_is_a_rule_where_it_is_plain(note: str, rule: object) -> None:
    assert from_note(note) == rule


@pytest.mark.parametrize(
    "prompt",
    [
        "Return a JSON object with keys name and address with street and city for Ada.",
        "Return a JSON object with keys name and an address object with keys street and city.",
        "Return a JSON object with keys name and address (an object with street and city) for Ada.",
    ],
)
def test_keys_of_a_nested_object_are_asked_of_it(prompt: str) -> None:
    problem = TASK.parse(Request.from_prompt(prompt))
    assert problem is not None
    assert problem.required_keys == ("name", "address")
    assert TASK.verify_answer(problem, '{"name": "Ada", "address": {"street": "A", "city": "B"}}').is_pass
    assert TASK.verify_answer(problem, '{"name": "Ada", "address": {"street": "A"}}').is_fail
    assert TASK.verify_answer(problem, '{"name": "Ada", "address": "A, B"}').is_fail


def test_a_nested_list_that_may_end_in_two_places_is_left_alone() -> None:
    prompt = "Return a JSON object with keys name, address with street and city, and age for Ada."
    assert TASK.parse(Request.from_prompt(prompt)) is None


@settings(deadline=None, max_examples=100)
@given(st.integers(-1000, 1000), st.integers(0, 1000), st.integers(-3000, 3000))
def test_a_range_passes_exactly_the_numbers_in_it(low: int, width: int, age: int) -> None:
    prompt = f"Return a JSON object with keys name and age for a user, age between {low} and {low + width}."
    problem = TASK.parse(Request.from_prompt(prompt))
    assert problem is not None
    verdict = TASK.verify_answer(problem, json.dumps({"name": "Ada", "age": age}))
    assert verdict.is_pass == (low <= age <= low + width)


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=200))
def test_reading_constraints_never_raises(text: str) -> None:
    read(text, ("name", "age", "s"))


@pytest.mark.parametrize(
    "filler", ["age ", "the ", "age is ", "1 ", "age between 1 and ", '"', "a, ", "text: ", " \0", "one of a or "]
)
def test_a_long_text_of_anything_is_read(filler: str) -> None:
    read(filler * (20_000 // len(filler)), ("age", "name"))


def test_a_form_that_only_the_old_request_asked_for_is_not_taken_over() -> None:
    text = "Return JSON with the keys gate and seat for this: You sit in 12B, and board at C7."
    plain = TASK.parse(Request.from_prompt(text))
    listed = TASK.parse(Request.from_prompt(f"{text} The gate must be a list."))
    assert plain is not None
    assert listed is not None
    assert not TASK.compatible(listed, plain)
    assert TASK.compatible(plain, listed)


def test_a_stated_value_is_wanted_in_capitals_where_the_prompt_says_so() -> None:
    problem = TASK.parse(
        Request.from_prompt(
            "Return JSON with the keys id, name and unit: id 7, name Ada, unit kg. The unit must be in capitals."
        )
    )
    assert problem is not None
    assert TASK.solve(problem) == '{"id": 7, "name": "Ada", "unit": "KG"}'
    assert TASK.verify_answer(problem, '{"id": 7, "name": "Ada", "unit": "kg"}').is_fail
    assert not TASK.verify_answer(problem, '{"id": 7, "name": "ADA", "unit": "KG"}').is_pass


def test_a_type_is_known_by_its_letters_in_any_case() -> None:
    assert read("The contact must be an EMAİL ADDRESS.", ("contact",)).rules == {
        "contact": [{"type": "string", "format": "email"}]
    }


@pytest.mark.parametrize(
    "sentence",
    [
        "Der Name muss rückwärts stehen.",
        "Alter in Monaten.",
        "Die Stadt darf nicht genannt werden.",
        "Le nom doit être en majuscules.",
        "La edad en meses.",
        "No incluyas la ciudad.",
        "Il nome deve essere maiuscolo.",
        "De naam moet in hoofdletters.",
        "名前は大文字で書いてください。",
        "Имя заглавными буквами.",
        "يجب أن يكون الاسم بأحرف كبيرة.",
        "이름은 대문자로.",
    ],
)
def test_a_constraint_in_another_language_leaves_every_answer_unjudged(sentence: str) -> None:
    problem = JsonTask().parse(
        Request.from_prompt(f"Return a JSON object with the keys name and age. {sentence} Ada, 36.")
    )
    assert problem is not None
    assert problem.unread
    assert not JsonTask().verify_answer(problem, '{"name": "Ada", "age": 36}').is_pass
