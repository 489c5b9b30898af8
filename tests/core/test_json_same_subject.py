"""Requests that are worded otherwise and ask for the same object, and those that seem to."""

from __future__ import annotations

import pytest

from stepcache_core.model import Request
from tests.core.json_samples import TASK, problem_of

MUSEUM = "Create a JSON object for a small museum with the keys town and rooms."


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
    assert TASK.compatible(problem_of(MUSEUM), problem_of(prompt))
    assert TASK.compatible(problem_of(prompt), problem_of(MUSEUM))


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
    assert problem is None or not TASK.compatible(problem_of(MUSEUM), problem)


@pytest.mark.parametrize(
    ("prompt", "is_same"),
    [
        ("Hey, could you convert this note into JSON? My script reads name, age and town.\n"
         "Ada is 36, from Oslo.", True),
        ("For our database I need the data below in JSON. The columns are called name, age and town.\n\n"
         "Ada is 36, from Oslo.", True),
        ("Could you please put this into JSON with the keys name, age and town: Ada is 36, from Oslo.", True),
        ("For our French database I need the data below in JSON. The columns are called name, age and town.\n\n"
         "Ada is 36, from Oslo.", False),
        ("Hey, could you convert this note into German JSON? My script reads name, age and town.\n"
         "Ada is 36, from Oslo.", False),
    ],
)  # fmt: skip
def test_courtesies_and_what_reads_the_object_say_nothing_of_what_it_holds(prompt: str, is_same: bool) -> None:
    plain = problem_of("Extract name, age and town as JSON from the following text:\n\nAda is 36, from Oslo.")
    problem = TASK.parse(Request.from_prompt(prompt))
    assert (problem is not None and TASK.compatible(plain, problem)) is is_same


def test_a_schema_may_be_spoken_of_and_stand_at_the_end() -> None:
    schema = '{"type": "object", "properties": {"isbn": {"type": "string"}}, "required": ["isbn"]}'
    problem = problem_of(f"Write JSON conforming to the schema below for a novel. title Dune, isbn 978-0.\n\n{schema}")
    assert problem.schema is not None
    assert problem == problem_of(f"Write JSON for a novel. title Dune, isbn 978-0.\n\nSchema: {schema}")


def test_what_is_invented_anyway_is_the_same_however_it_is_asked_for() -> None:
    made = problem_of("Make up an imaginary museum and give it to me as JSON with the keys town and rooms.")
    assert TASK.compatible(
        problem_of("Create a JSON object for an imaginary museum with the keys town and rooms."), made
    )
    assert not TASK.compatible(
        problem_of("Create a JSON object for an imaginary zoo with the keys town and rooms."), made
    )
