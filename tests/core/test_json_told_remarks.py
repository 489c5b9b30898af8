"""What may make another value of one that a request states beside its key: nothing is served from the request alone."""

from __future__ import annotations

import pytest

from stepcache_core import Request
from stepcache_core.model import Status
from stepcache_core.tasks.json_value import JsonTask
from stepcache_core.tasks.json_value.reading.listing import is_one_value
from stepcache_core.tasks.json_value.rewritten import is_read_from

TASK = JsonTask()
ASKED = "Return a JSON object with the keys name, age and city."


def solved(prompt: str) -> str | None:
    problem = TASK.parse(Request.from_prompt(prompt))
    return None if problem is None else TASK.solve(problem)


@pytest.mark.parametrize(
    "value",
    ["Ada Byron", "36", "dark red", "Login page", "12 EUR", "$12", "12%", "+47 555 123 99", "2024-05-01 10:30", "5 km",
     "3 May 2024", "University of Oslo", "9:30", "a@b.org", "T-1903", "used car", "42 years old", '"in (old) use"'],
)  # fmt: skip
def test_a_plain_value_is_one_value(value: str) -> None:
    assert is_one_value(value)


@pytest.mark.parametrize(
    "value",
    ["London (Use capital letters)", "London in capitals", "36 in words", "about 36", "not shipped", "unknown",
     "36 +5%?", "36 roughly", "London uppercase", "36 doubled", "36 or 37", "birthday was yesterday 36",
     "language: French 36",
     "36 - 1", "36+1", "2 * 18", "36-1", "9/10", "tomorrow", "ditto", "himself", "same as Ada", "last Friday",
     "London her brother's (twin)", "36 Use words instead", "3 – 5", "~36", "n/a", "-", "1.250", "1.250 EUR",
     "random", "anything", "Empty", "undefined", "your choice", "**London**", "~~London~~ Paris"],
)  # fmt: skip
def test_a_value_with_a_remark_or_without_a_value_is_not(value: str) -> None:
    assert not is_one_value(value)


@pytest.mark.parametrize(
    "fact",
    ["currency: CHF", "event_date: 2024-05-01", "made: 2024-05-01", "job title: Welder"],
)
def test_another_fact_says_nothing_of_the_values(fact: str) -> None:
    assert solved(f"{ASKED} name: Ada Byron, {fact}, age: 36, city: London.") is not None
    assert solved(f"{ASKED} name: Ada Byron, age: 36, city: London, {fact}.") is not None


@pytest.mark.parametrize(
    "remark",
    ["mask: yes", "uppercase: yes", "anonymise: yes", "rounded: yes", "increment: 5", "offset: 5", "multiply: 2",
     "into: French", "transliterate: Greek", "Casing: Upper", "Spelling: British", "real_age: 37", "city_now: Paris",
     "new_city: Paris", "valid: no", "limit: 30", "Precision: 1", "colour: all in capitals"],
)  # fmt: skip
def test_a_label_that_may_be_an_instruction_is_left_to_the_model(remark: str) -> None:
    for prompt in (
        f"{ASKED} name: Ada Byron, {remark}, age: 36, city: London.",
        f"{ASKED} name: Ada Byron, age: 36, city: London, {remark}.",
        f"{ASKED}\n\nRecord:\nname: Ada Byron\nage: 36\ncity: London\n{remark}",
    ):
        assert solved(prompt) is None, prompt


@pytest.mark.parametrize("aside", ["as of 2030", "+5", "in 1850", "(x 2)", "* 12"])
def test_a_number_or_a_sign_that_stands_beside_the_values_is_left_to_the_model(aside: str) -> None:
    assert solved(f"{ASKED} name: Ada Byron, age: 36, city: London. {aside}") is None
    assert solved(f"{aside}\n{ASKED} name: Ada Byron, age: 36, city: London.") is None


@pytest.mark.parametrize("value", ["London (Use capital letters)", "London in reverse order", "London. Use capitals"])
def test_a_remark_on_a_value_is_not_its_end(value: str) -> None:
    assert solved(f"{ASKED} name: Ada Byron, age: 36, city: {value}.") is None
    assert solved(f"{ASKED}\n\nRecord:\nname: Ada Byron\nage: 36\ncity: {value}") is None


@pytest.mark.parametrize(
    "facts",
    [
        'name: Ada Byron, age: "36", city: London',
        'name: "42", age: 36, city: London',
        "name: Ada, age: 36, city: “true”",
    ],
)
def test_quotes_that_make_a_text_of_a_number_are_left_to_the_model(facts: str) -> None:
    assert solved(f"{ASKED} {facts}.") is None
    assert solved(f"{ASKED}\n\nRecord:\n" + facts.replace(", ", "\n")) is None


@pytest.mark.parametrize(
    "facts", ['name: "Ada Byron", age: 36, city: "London"', "name: Ada Byron, age: 36, city: London"]
)
def test_quotes_around_words_are_not_part_of_them(facts: str) -> None:
    assert solved(f"{ASKED} {facts}.") == '{"name": "Ada Byron", "age": 36, "city": "London"}'


@pytest.mark.parametrize("age", ["36 - 1", "36 + 1", "2 * 18", "ditto"])
def test_a_value_that_is_to_be_worked_out_is_left_to_the_model(age: str) -> None:
    assert solved(f"{ASKED} name: Ada Byron, age: {age}, city: London.") is None


@pytest.mark.parametrize(
    "remark",
    [
        "日本語で",
        "日本語で。",
        "中文",
        "По-русски.",
        "من فضلك بالعربية",
        "ελληνικά",
        "auf deutsch",
        "bitte",
        "en français",
    ],
)
def test_a_remark_in_another_language_or_script_is_one(remark: str) -> None:
    assert solved(f"{ASKED} name Ada Byron, age 36, city London. {remark}") is None
    assert solved(f"{ASKED}\n\nname: Ada Byron\nage: 36\ncity: London {remark}") is None


@pytest.mark.parametrize("city", ["東京", "Łódź", "Москва", "São Paulo"])
def test_a_name_in_any_script_is_a_value(city: str) -> None:
    assert solved(f"{ASKED} name: Ada Byron, age: 36, city: {city}") == (
        f'{{"name": "Ada Byron", "age": 36, "city": "{city}"}}'
    )


@pytest.mark.parametrize("city", ["Westward Ho!", "London?", "London!?"])
def test_a_mark_behind_a_value_may_belong_to_it_or_put_it_in_doubt(city: str) -> None:
    assert solved(f"{ASKED} name: Ada Byron, age: 36, city: {city}") is None
    assert solved(f"{ASKED} name Ada Byron, city {city}, age 36.") is None
    assert solved(f"{ASKED}\n\nname: Ada Byron\nage: 36\ncity: {city}") is None
    assert solved(f'{ASKED}\n\nname: Ada Byron\nage: 36\ncity: "{city}"') is not None


@pytest.mark.parametrize("what", ["an anonymous user", "a privacy report", "a mirror entry", "a template"])
def test_what_the_object_is_called_may_say_how_its_values_are_written(what: str) -> None:
    asked = "Return a JSON object with the keys name, age and city for {}: name: Ada, age: 36, city: Oslo."
    assert solved(asked.format(what)) is None
    assert solved(asked.format("a user")) is not None


@pytest.mark.parametrize(
    ("prompt", "right"),
    [
        (
            "Return a JSON object with keys name and age for Bob, age 36. Change the age to 40.",
            '{"name": "Bob", "age": 40}',
        ),
        (
            "Return a JSON object with keys name and age: name Ada, age 36. Double the age.",
            '{"name": "Ada", "age": 72}',
        ),
        (
            "Return a JSON object with keys item and price.\n\nPrices are in thousands.\nitem: house\nprice: 250",
            '{"item": "house", "price": 250000}',
        ),
        (
            "Return a JSON object with keys name and age.\n\nname: Ada\nage: 36\ncorrection: 37",
            '{"name": "Ada", "age": 37}',
        ),
        (
            "Return a JSON object with keys item and quantity. item lamp, quantity 10, two of which broke.",
            '{"item": "lamp", "quantity": 8}',
        ),
        (
            "Return a JSON object with keys name and age. name: Ada, age: 36, in two years from now.",
            '{"name": "Ada", "age": 38}',
        ),
        (
            "Return a JSON object with keys name and city. name: Ada, city: London, moved to Rome last week.",
            '{"name": "Ada", "city": "Rome"}',
        ),
    ],
)
def test_an_answer_that_minds_a_remark_is_not_called_wrong(prompt: str, right: str) -> None:
    problem = TASK.parse(Request.from_prompt(prompt))
    assert problem is not None
    assert TASK.verify_answer(problem, right).status is Status.UNKNOWN


@pytest.mark.parametrize(
    ("data", "is_sure"),
    [
        ("name: Ada, city: London. name: Eve, city: Rome.", False),
        ("name: Ada, city: Rome (city: London before).", False),
        ("name: Ada, city: Rome. Age: 36, city: Rome.", True),
    ],
)
def test_one_of_several_values_under_a_label_is_not_vouched_for(data: str, *, is_sure: bool) -> None:
    problem = TASK.parse(Request.from_prompt(f"Return a JSON object with keys name and city. {data}"))
    assert problem is not None
    assert TASK.verify_answer(problem, '{"name": "Ada", "city": "Rome"}').is_pass is is_sure


def test_what_no_remark_makes_of_a_told_value_is_wrong() -> None:
    problem = TASK.parse(
        Request.from_prompt(
            "Return a JSON object with keys item and quantity. item lamp, quantity 10, two of which broke."
        )
    )
    assert problem is not None
    assert TASK.verify_answer(problem, '{"item": "lamp", "quantity": 7}').is_fail


def test_a_short_form_may_be_read_from_the_name_in_full() -> None:
    assert is_read_from("club", "US", "United States")
    assert not is_read_from("club", "UK", "United States")


_ANN = "name: Ann, age: 30, city: Oslo"
_PERSON = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "age": {"type": "integer"}, "city": {"type": "string"}},
    "required": ["name", "age", "city"],
    "additionalProperties": False,
}
_REMARKS = (
    "Someone twice as old as",
    "A person unlike this one",
    "The next person after",
    "A colleague of this person",
    "Anonymise",
    "Double the age",
    "Translate to German",
    "In ten years",
    "Create a test user based on",
    "Do not use these values",
)


@pytest.mark.parametrize("remark", _REMARKS)
@pytest.mark.parametrize(
    "prompt",
    [
        "Return JSON with keys name, age and city. {remark}: {told}",
        "Return JSON with keys name, age and city.\n\n{remark}:\n{told}",
        "{remark}: {told}",
        "{remark}:\n\n{told}",
        "{told}\n\n{remark}.",
    ],
)
def test_what_stands_before_or_behind_all_told_values_may_make_others_of_them(remark: str, prompt: str) -> None:
    schema = None if "JSON" in prompt else _PERSON
    problem = TASK.parse(Request.from_prompt(prompt.format(remark=remark, told=_ANN), response_schema=schema))
    if problem is not None:
        assert not TASK.verify_answer(problem, '{"name": "Bo", "age": 60, "city": "Rome"}').is_fail
        assert TASK.solve(problem) is None


@pytest.mark.parametrize(
    "prompt",
    [
        "{}",
        "Extract the person: {}",
        "Extract the person.\n\n{}",
        "Create a user. {}",
        "{}\n\nExtract the person.",
        "Add this contact: {}",
        "Here is the record: {}",
        "Return JSON with keys name, age and city for: {}",
        "Create a JSON object for a user with keys name, age and city: {}",
        "{}\n\nReturn JSON with keys name, age and city.",
    ],
)
def test_what_only_says_of_what_the_told_values_are_makes_no_others_of_them(prompt: str) -> None:
    schema = None if "JSON" in prompt else _PERSON
    problem = TASK.parse(Request.from_prompt(prompt.format(_ANN), response_schema=schema))
    assert problem is not None
    assert TASK.verify_answer(problem, '{"name": "Ann", "age": 31, "city": "Oslo"}').is_fail
