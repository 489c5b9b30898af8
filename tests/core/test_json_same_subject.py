"""Requests that are worded otherwise and ask for the same object, and those that seem to."""

from __future__ import annotations

import pytest

from stepcache_core.model import Request
from stepcache_core.tasks.json_output import JsonProblem, JsonTask

TASK = JsonTask()
MUSEUM = "Create a JSON object for a small museum with the keys town and rooms."


def parse(prompt: str) -> JsonProblem:
    problem = TASK.parse(Request.from_prompt(prompt))
    assert problem is not None
    return problem


@pytest.mark.parametrize(
    "prompt",
    [
        "Give me a small museum in JSON format; the object has the keys town and rooms.",
        "Generate a small museum as JSON with the fields town and rooms.",
        "I need a small museum as a JSON object with the keys town and rooms.",
        "I'd like a small museum in JSON, with the keys town and rooms.",
        "Write a JSON object describing a small museum. Keys: town and rooms.",
    ],
)
def test_the_words_that_ask_for_json_are_not_what_it_is_about(prompt: str) -> None:
    assert TASK.compatible(parse(MUSEUM), parse(prompt))
    assert TASK.compatible(parse(prompt), parse(MUSEUM))


@pytest.mark.parametrize(
    "prompt",
    [
        MUSEUM.replace("small", "large"),
        MUSEUM.replace("museum", "museum shop"),
        "Invent a small museum and return it as JSON with the keys town and rooms.",
        "Give me a small museum in JSON format; the object in it has the keys town and rooms.",
        "I need a small museum and its garden as a JSON object with the keys town and rooms.",
    ],
)
def test_what_it_is_about_is_compared_word_by_word(prompt: str) -> None:
    problem = TASK.parse(Request.from_prompt(prompt))
    assert problem is None or not TASK.compatible(parse(MUSEUM), problem)


def test_what_is_invented_anyway_is_the_same_however_it_is_asked_for() -> None:
    made = parse("Make up an imaginary museum and give it to me as JSON with the keys town and rooms.")
    assert TASK.compatible(parse("Create a JSON object for an imaginary museum with the keys town and rooms."), made)
    assert not TASK.compatible(parse("Create a JSON object for an imaginary zoo with the keys town and rooms."), made)
