"""The many ways in which people ask for one JSON object, each taken for exactly what it says; look-alikes are not."""

from __future__ import annotations

import pytest

from tests.core.json_samples import TASK, parse
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


@pytest.mark.parametrize(
    ("prompt", "one", "other"),
    [
        ("The {} reads the fields name and price. Return JSON for a mug.", "page", "German page"),
        ('Text: a.\nNote: b.\nFill in this template from the {}: {{"name": ""}}', "text", "note"),
        ('Return JSON in this format: {{"name": "", "price": "price in {}"}}. A mug.', "cents", "euros"),
        ("Return JSON with the keys sku and price for a book{}.", "", " with no words"),
        ("Return JSON with the keys sku and price for a house{}.", "", " with nothing around it"),
        ("Return JSON with these fields:\n- n: integer\n- b: {}\n\nText: 8 of 10", "1 to 5", "1 to 10"),
        ("Return JSON with these fields:\n- n: integer\n- b: {}\n\nText: at 8 pm", "HH:MM", "HH:MM, local time"),
        (
            "Return JSON with these fields:\n- n: integer\n- b: {}\n\nText: x",
            "list of two short texts",
            "list of two texts",
        ),
        ("Return JSON with these fields:\n- n: integer\n- b: number{}\n\nText: x", "", " in euros"),
        ("Invent a {} and describe it as a JSON object:\n- name: string\n- bays: integer", "bike shop", "boat shop"),
    ],
)
def test_what_may_change_a_value_is_a_change_however_it_is_said(prompt: str, one: str, other: str) -> None:
    old, new = parse(prompt.format(one)), parse(prompt.format(other))
    assert old is not None
    assert new is not None
    assert not TASK.compatible(old, new)
    assert not TASK.compatible(new, old)


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        (
            'Return JSON with the keys title and genre for: "title: Dune, genre: drama."',
            {"title": "Dune", "genre": "drama"},
        ),
        (
            "Return JSON with the keys name and open (true or false).\n\nName: Elm\nOpen: no",
            {"name": "Elm", "open": "false"},
        ),
        ("Return JSON with the keys name and kilos (integer).\n\nName: Elm\nKilos: 4.2", {"name": "Elm"}),
    ],
)
def test_a_stated_value_is_taken_as_it_is_meant_for_its_key(prompt: str, told: dict[str, str]) -> None:
    problem = parse(prompt)
    assert problem is not None
    assert dict(problem.stated) == told


def test_a_stated_yes_is_true_or_the_word_and_its_opposite_is_wrong() -> None:
    problem = parse("Return JSON with the keys name and open.\n\nName: Elm\nOpen: yes")
    assert problem is not None
    for written in ("true", '"yes"'):
        assert TASK.verify_answer(problem, f'{{"name": "Elm", "open": {written}}}').is_pass
    assert TASK.verify_answer(problem, '{"name": "Elm", "open": false}').is_fail


def test_there_are_enough_ways_of_asking_and_look_alikes() -> None:
    assert (
        len(LINES) + len(INLINE) + len(NESTED) + len(TOLD_LINE_BY_LINE) + len(SHOWN) + len(FORM_ONLY) + len(UNREAD)
        >= 120
    )
    assert len(set(OTHERWISE)) >= 80


@pytest.mark.parametrize(
    "filler",
    ["no text ", " ", "- a - b ", "a/b/", "\n- a: list of objects with a", "each line is a key and its value "],
)
def test_long_prompts_of_any_of_these_words_are_read_without_raising(filler: str) -> None:
    long = (filler * 3000)[:6000]
    parse(f"Return JSON with keys a, b. {long}")
    parse(f"Invent a {long} and describe it as JSON with keys a, b.")
