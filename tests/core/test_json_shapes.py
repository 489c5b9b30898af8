"""Shapes inside the prompt: a schema, an example, an array of one type."""

from __future__ import annotations

import pytest

from stepcache_core.model import Status
from tests.core.json_samples import TASK, parse

SCHEMA = (
    '{"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}}, "required": ["name"]}'
)


@pytest.mark.parametrize(
    "prompt",
    [
        f'Extract the person from "Ada is 36" matching this schema: {SCHEMA}',
        f"Return JSON for Ada that conforms to the following JSON schema: {SCHEMA}",
        f"Describe Ada in JSON. Use this schema:\n```json\n{SCHEMA}\n```",
        f"Give me a JSON object for Ada following the schema {SCHEMA}.",
    ],
)
def test_a_schema_in_the_prompt_is_the_schema_and_no_part_of_the_subject(prompt: str) -> None:
    problem = parse(prompt)
    assert problem is not None
    assert "{" not in problem.subject
    assert TASK.verify_answer(problem, '{"name": "Ada", "age": 36}').is_pass
    assert TASK.verify_answer(problem, '{"name": "Ada", "age": "36"}').is_fail
    assert TASK.verify_answer(problem, '{"age": 36}').is_fail


def test_an_example_gives_keys_and_types_and_its_values_are_no_answer() -> None:
    problem = parse(
        'Describe Ada in JSON in this format: {"name": "...", "age": 0, "tags": [""], "at": {"city": "..."}}'
    )
    assert problem is not None
    right = '{"name": "Ada", "age": 36, "tags": ["maths"], "at": {"city": "London"}}'
    assert TASK.verify_answer(problem, right).is_pass
    for wrong in (
        '{"name": "...", "age": 36, "tags": ["maths"], "at": {"city": "London"}}',
        '{"name": "Ada", "age": 36, "tags": ["maths"], "at": {"city": "..."}}',
        '{"name": "Ada", "age": "36", "tags": ["maths"], "at": {"city": "London"}}',
        '{"name": "Ada", "age": 36, "tags": [1], "at": {"city": "London"}}',
        '{"name": "Ada", "age": 36, "tags": ["maths"], "at": {}}',
        '{"name": "Ada", "age": 36, "tags": ["maths"], "at": {"city": "London"}, "more": 1}',
    ):
        assert TASK.verify_answer(problem, wrong).is_fail


def test_words_in_an_example_that_name_a_type_are_types() -> None:
    problem = parse(
        'Describe Ada in JSON in this format: {"id": "integer", "born": "YYYY-MM-DD", "mood": "good | bad"}'
    )
    assert problem is not None
    assert TASK.verify_answer(problem, '{"id": 1, "born": "1815-12-10", "mood": "good"}').is_pass
    assert TASK.verify_answer(problem, '{"id": "1", "born": "1815-12-10", "mood": "good"}').is_fail
    assert TASK.verify_answer(problem, '{"id": 1, "born": "1815", "mood": "good"}').is_fail
    assert TASK.verify_answer(problem, '{"id": 1, "born": "1815-12-10", "mood": "great"}').is_fail


def test_prompts_whose_shapes_give_a_shared_key_another_meaning_are_not_compatible() -> None:
    one = parse('Describe Ada in JSON in this format: {"name": "..."}')
    more = parse('Describe Ada in JSON in this format: {"name": "...", "age": 0}')
    other = parse('Describe Ada in JSON in this format: {"name": ["..."], "age": 0}')
    assert one is not None
    assert more is not None
    assert other is not None
    assert one.subject == more.subject == other.subject
    assert TASK.compatible(one, more)
    assert TASK.verify_answer(more, '{"name": "Ada"}').is_fail
    assert not TASK.compatible(one, other)
    assert not TASK.compatible(more, other)


@pytest.mark.parametrize(
    "prompt",
    [
        'Return JSON like {"name": "Ada"}.',
        'Extract JSON from {"a": 1} in this format: {"b": 1}',
        'Return JSON in this format: {"name": ...}',
        'Return JSON in this format: {"name": "Ada", "name": "Eve"}',
        "Return JSON in this format: {name: strange}",
        "Return JSON in this format: []",
        'Return JSON in this format: {"items": [1, "a"]}',
        "Return JSON in this format: " + "[" * 200 + "]" * 200,
    ],
)
def test_a_shape_that_is_in_doubt_is_left_alone(prompt: str) -> None:
    assert parse(prompt) is None


def test_an_array_of_one_type_is_asked_for_by_count_and_type() -> None:
    problem = parse("Return a JSON array of 3 strings: the largest cities of France.")
    assert problem is not None
    assert TASK.verify_answer(problem, '["Paris", "Marseille", "Lyon"]').is_pass
    assert TASK.verify_answer(problem, '["Paris", "Marseille"]').is_fail
    assert TASK.verify_answer(problem, '["Paris", "Marseille", 3]').is_fail
    assert TASK.verify_answer(problem, '{"cities": ["Paris", "Marseille", "Lyon"]}').is_fail


def test_an_array_of_objects_asks_for_the_keys_of_each() -> None:
    problem = parse("Return a JSON array of at least 2 objects with keys name and moons for the planets.")
    assert problem is not None
    assert TASK.verify_answer(problem, '[{"name": "Mars", "moons": 2}, {"name": "Earth", "moons": 1}]').is_pass
    assert TASK.verify_answer(problem, '[{"name": "Mars", "moons": 2}]').is_fail
    assert TASK.verify_answer(problem, '[{"name": "Mars", "moons": 2}, {"name": "Earth"}]').is_fail
    assert TASK.verify_answer(problem, '[{"name": "Mars", "moons": 2}, {"name": "Earth", "moons": 1, "x": 0}]').is_fail
    assert TASK.verify_answer(problem, '{"name": "Mars", "moons": 2}').status is Status.FAIL
