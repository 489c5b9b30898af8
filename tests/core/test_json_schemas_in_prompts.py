"""A schema that the prompt shows, in the words with which people lead to it, and keys that are verbs elsewhere."""

from __future__ import annotations

import pytest

from tests.core.json_samples import parse

SCHEMA = '{"type": "object", "properties": {"isbn": {"type": "string"}}, "required": ["isbn"]}'


@pytest.mark.parametrize(
    "prompt",
    [
        "Given the schema {}, write the JSON for a novel: Dune, number 978-0.",
        "Given this JSON schema {}, create the matching JSON object for a novel: Dune, number 978-0.",
        "Using the schema {}, produce JSON for this novel: Dune, number 978-0.",
        "Generate an object valid under this schema: {}\nUse these values: Dune, number 978-0.",
        "Fill this JSON schema for a novel: {}\nDune, number 978-0.",
        "Fill in this JSON schema: {}\nDune, number 978-0.",
        "Dune has the number 978-0. Please give me that as JSON. It will be validated against {}",
        "Dune has the number 978-0. Return JSON that validates against this schema: {}",
        "Extract the number from the text as JSON. The JSON must validate against the schema {}. Text: Dune, 978-0.",
        "Schema: {}\nText: Dune has the number 978-0.\nReturn the JSON object only.",
    ],
)
def test_the_schema_shown_is_the_one_the_answer_must_fit(prompt: str) -> None:
    problem = parse(prompt.replace("{}", SCHEMA))
    assert problem is not None
    assert problem.schema is not None
    assert problem.schema["required"] == ["isbn"]
    assert problem.unread == ()
    assert problem != parse(prompt.replace("{}", SCHEMA).replace("Dune", "Emma"))


@pytest.mark.parametrize(
    "prompt",
    [
        "Does this object validate against the schema {}? Dune has the number 978-0.",
        "Explain the schema {} and write the JSON for a novel.",
        "Write the JSON for a novel without the schema {}.",
        "Is there JSON that validates against {}?",
        "Write a validator that checks JSON against {}",
        "Fill in this JSON schema, then explain it: {}",
        "Simplify the JSON schema {} and give me the JSON of it.",
        "Given the schema {}, write the JSON for a novel and a test for it.",
        "Given the schema {}, write the JSON schema for a novel.",
        "Given the schema {}, write JSON for three novels, one per line.",
    ],
)
def test_a_schema_that_is_only_spoken_of_is_none(prompt: str) -> None:
    assert parse(prompt.replace("{}", SCHEMA)) is None


def test_an_example_is_nothing_to_validate_against() -> None:
    assert parse('Dune, 978-0. Please give me that as JSON. It will be validated against {"isbn": "..."}') is None


@pytest.mark.parametrize(
    ("prompt", "keys"),
    [
        ("Return a JSON object with the keys make, model and year for a car: make Fiat, model Uno, year 1990.", 3),
        ("Return JSON with the keys from, to and date for a train: from Basel, to Bern, date 2024-05-01.", 3),
        ("Return JSON with the keys name, list and rate. name: A, list: B, rate: 3.", 3),
        ("Return JSON with the keys title and year, from the text: Dune appeared in 1965.", 2),
        ("Return JSON with the keys title and year and make it short.", 2),
    ],
)
def test_a_verb_or_connector_is_a_key_where_nothing_follows_that_it_could_be_about(prompt: str, keys: int) -> None:
    problem = parse(prompt)
    assert problem is not None
    assert len(problem.required_keys) == keys


@pytest.mark.parametrize(
    "prompt",
    [
        "Return JSON with the keys a and b, and list, in a table, all of them.",
        "Return JSON with the keys name and age for Ada, 36. Start your answer with ANSWER:",
        "Return JSON with the keys name and age for Ada, 36. End the reply with a full stop.",
        "Return JSON with the keys name and age for Ada, 36, and a short comment after it.",
        "Return JSON with the keys name and age for Ada, 36, and a title above the JSON.",
    ],
)
def test_what_asks_for_something_beside_the_object_is_left_alone(prompt: str) -> None:
    assert parse(prompt) is None
