"""The many ways in which people ask for one JSON object: each is taken for exactly what it says, look-alikes are not."""

from __future__ import annotations

import pytest

from stepcache_core.model import Request
from stepcache_core.tasks.json_output import JsonProblem, JsonTask
from tests.core.json_ways_of_asking import (
    FORM_ONLY,
    INLINE,
    LINES,
    NESTED,
    OTHERWISE,
    SHOWN,
    TOLD_LINE_BY_LINE,
    UNREAD,
    Rule,
)

TASK = JsonTask()


def parse(prompt: str) -> JsonProblem | None:
    return TASK.parse(Request.from_prompt(prompt))


@pytest.mark.parametrize(("prompt", "keys", "rules"), [*LINES, *INLINE, *NESTED])
def test_an_object_is_asked_for_with_exactly_these_keys_and_rules(
    prompt: str, keys: str, rules: dict[str, Rule]
) -> None:
    problem = parse(prompt)
    assert problem is not None
    assert problem.required_keys == tuple(keys.split())
    assert (problem.rules or {}).get("properties", {}) == rules
    assert problem.closed
    assert problem.unread == ()


@pytest.mark.parametrize("prompt", UNREAD)
def test_a_note_that_is_not_understood_stays_unread(prompt: str) -> None:
    problem = parse(prompt)
    assert problem is not None
    assert problem.unread


@pytest.mark.parametrize("prompt", OTHERWISE)
def test_what_only_looks_like_it_is_left_alone(prompt: str) -> None:
    assert parse(prompt) is None


@pytest.mark.parametrize(("prompt", "keys"), SHOWN)
def test_a_template_that_is_to_be_filled_in_shows_the_keys(prompt: str, keys: str) -> None:
    problem = parse(prompt)
    assert problem is not None
    assert problem.required_keys == tuple(keys.split())
    assert problem.unread == ()


@pytest.mark.parametrize(("prompt", "told"), TOLD_LINE_BY_LINE)
def test_lines_of_a_key_and_its_value_say_what_the_object_is(prompt: str, told: str) -> None:
    problem = parse(prompt)
    assert problem is not None
    assert TASK.solve(problem) == told


@pytest.mark.parametrize("rule", FORM_ONLY)
def test_a_rule_of_form_asks_for_nothing_more(rule: str) -> None:
    plain = parse("Return a JSON object with the keys title and year for Dune, 1965.")
    ruled = parse(f"Return a JSON object with the keys title and year for Dune, 1965. {rule}")
    assert plain is not None
    assert ruled == plain
