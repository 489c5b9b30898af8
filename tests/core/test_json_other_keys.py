"""Keys that a request asks for beside those it lists: an object that has them is not cut down to the list."""

from __future__ import annotations

import pytest

from stepcache_core import Request
from stepcache_core.model import Status
from stepcache_core.tasks.json_value import JsonProblem, JsonTask

TASK = JsonTask()
ASKED = "Return a JSON object with the keys name and age for: name: Ann, age: 30, city: Oslo, job: cook."
WITH_CITY = '{"name": "Ann", "age": 30, "city": "Oslo"}'


def parse(prompt: str) -> JsonProblem | None:
    return TASK.parse(Request.from_prompt(prompt))


@pytest.mark.parametrize(
    "said",
    [
        "The city is needed, too.",
        "Put the city in.",
        "city should be there.",
        "And city.",
        "Extend it by city.",
        "The object must have city.",
        "city is required.",
        "(and city)",
        "city: string",
        "Use city as a key.",
        "A third key holds the city.",
        "There should be three keys.",
        "You may add fields.",
        "Every fact gets a key.",
        "The rest goes under their own keys.",
    ],
)
def test_a_key_that_may_be_asked_for_is_not_left_out(said: str) -> None:
    for prompt in (f"{ASKED} {said}", f"{said} {ASKED}"):
        problem = parse(prompt)
        if problem is not None:
            assert TASK.verify_answer(problem, WITH_CITY).status is Status.UNKNOWN
            assert TASK.mend(problem, WITH_CITY) is None


@pytest.mark.parametrize(
    "prompt",
    [
        ASKED,
        ASKED.replace("the keys", "only the keys").replace("cook.", "cook. It is a city in the north."),
        "Return a JSON object with the keys name and age for Ann, age 30, city Oslo.",
        "Return a JSON object with the keys name and age for Ann, age 30. Her city is Oslo.",
        "Return a JSON object with the keys name and age for Ann, age 30, 1 city and 2 jobs.",
        "Return a JSON object with the keys name and age for Ann, age 30, city yes, job no.",
        "Return a JSON object with the keys name and age for Ann, age 30; a city costs 46 euros.",
    ],
)
def test_a_key_of_which_only_the_value_is_told_is_left_out(prompt: str) -> None:
    problem = parse(prompt)
    assert problem is not None
    assert TASK.verify_answer(problem, WITH_CITY).is_fail
    assert TASK.mend(problem, WITH_CITY) == '{"name": "Ann", "age": 30}'


@pytest.mark.parametrize(
    "said", ["Capitalise the keys.", "Upper-case keys, please.", "Prefix the keys with x_.", "Make it an array."]
)
def test_more_that_is_said_of_the_keys_is_the_models(said: str) -> None:
    assert parse(f"{ASKED} {said}") is None


@pytest.mark.parametrize(
    "said",
    [
        "Include all the keys.",
        "Use exactly these keys.",
        "Use double quotes for the keys.",
        "Keep the order of the keys.",
        "Fill in all fields.",
        "Stick to these keys.",
        "Every field needs a value.",
        "No additional fields.",
    ],
)
def test_what_is_so_of_any_object_with_these_keys_says_nothing_more(said: str) -> None:
    assert parse(f"{ASKED} {said}") is not None
