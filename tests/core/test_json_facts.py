"""What a prompt states for a key: objects that say otherwise do not pass, and other facts make another object."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stepcache_core import Outcome, Policy, Request, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks.json_value import JsonProblem, JsonTask
from stepcache_core.testing import HashEmbedder, ScriptedModel

TASK = JsonTask()


def asking(keys_and_facts: str) -> str:
    return f"Return a JSON object with keys {keys_and_facts}"


def problem_of(keys_and_facts: str) -> JsonProblem:
    problem = TASK.parse(Request.from_prompt(asking(keys_and_facts)))
    assert problem is not None
    return problem


def test_labels_behind_one_that_was_named_before_them_are_no_words_of_its_value() -> None:
    problem = TASK.parse(
        Request.from_prompt(
            "Fill this JSON schema for an event: event: City Marathon, city: Leeds, capacity: 220, organizer: Liam."
            '\n\nSchema: {"type": "object", "properties": {"event": {"type": "string"}, "city": {"type": "string"}, '
            '"capacity": {"type": "integer"}}, "required": ["event"], "additionalProperties": false}'
        )
    )
    assert problem is not None
    assert dict(problem.stated) == {"event": "City Marathon", "city": "Leeds", "capacity": "220"}
    assert problem.inferred == ()


@pytest.mark.parametrize(
    ("prompt", "stated"),
    [
        ("name and age for Ada Lovelace, age 36.", {"name": "Ada Lovelace", "age": "36"}),
        ("name and age for Ada Lovelace, aged 36.", {"name": "Ada Lovelace", "age": "36"}),
        ("name and age. Ada is 36 years old.", {"name": "Ada", "age": "36"}),
        ("name and age for a 36-year-old user named Ada.", {"name": "Ada", "age": "36"}),
        ("name and city for Ada Lovelace, born in London.", {"name": "Ada Lovelace", "city": "London"}),
        ("full_name and employer for Ada, employer Acme.", {"full_name": "Ada", "employer": "Acme"}),
        ('title and author for the book "Dune" by Frank Herbert.', {"title": "Dune", "author": "Frank Herbert"}),
        ("title and director. The film is Alien by Ridley Scott.", {"title": "Alien", "director": "Ridley Scott"}),
        ("'from' and 'to' for a flight from Oslo to New York.", {"from": "Oslo", "to": "New York"}),
        ("from_city and to_city. It flies from Oslo to Rome on 2026-03-05.", {"from_city": "Oslo", "to_city": "Rome"}),
        ("host and port. The host is db1 and the port is 5432.", {"host": "db1", "port": "5432"}),
        ("id and status for order 4711, status shipped.", {"status": "shipped"}),
        ("name and phone for Ada, phone +44 20 7946 0958.", {"name": "Ada", "phone": "+44 20 7946 0958"}),
        ("event and date. The event is Launch and the date is 2026-03-05.", {"event": "Launch", "date": "2026-03-05"}),
        ("name and active for the user Ada. The user is active.", {"name": "Ada", "active": "true"}),
        ("name and active for Ada, active: false.", {"name": "Ada", "active": "false"}),
        ("name and population for the city of Oslo.", {"name": "Oslo"}),
    ],
)
def test_a_fact_is_read_by_the_keys_name_or_by_what_stands_around_it(prompt: str, stated: dict[str, str]) -> None:
    assert dict(problem_of(prompt).stated) == stated


@pytest.mark.parametrize(
    "prompt",
    [
        "name and age for Ada, Bob and Eve.",
        "name and age for Ada and Bob.",
        "name and age for Ada's father.",
        "name and age for Apple laptops.",
        "name and age for the CEO of Apple.",
        "title and body for a letter to Ada.",
        "title and summary for an article about Ada Lovelace.",
        "sentiment and topic. The sentiment is positive, negative or neutral.",
        "name and price. The name is required.",
        "city and country for people who live in London, or in Paris.",
        "author and year for books by Jane Austen, Frank Herbert and Mary Shelley.",
    ],
)
def test_no_fact_is_read_where_several_things_or_another_thing_may_be_meant(prompt: str) -> None:
    assert problem_of(prompt).stated == ()


ADA = "name, age, email and city for Ada Lovelace, age 36, email ada@math.org, born in London."
RIGHT = {"name": "Ada Lovelace", "age": 36, "email": "ada@math.org", "city": "London"}
DUNE = 'title and author for the book "Dune" by Frank Herbert.'


def test_an_object_that_says_nothing_of_what_is_asked_about_does_not_pass() -> None:
    prompt = "What is the capital of France? Answer in JSON with keys country and capital."
    problem = TASK.parse(Request.from_prompt(prompt))
    assert problem is not None
    assert not TASK.verify_answer(problem, '{"country": "Germany", "capital": "Berlin"}').is_pass
    assert TASK.verify_answer(problem, '{"country": "France", "capital": "Paris"}').is_pass


def test_a_member_that_a_schema_leaves_open_may_be_missing_though_a_fact_is_inferred_for_it() -> None:
    schema = {"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}}}
    problem = TASK.parse(Request.from_prompt("Extract as told. Ada is 36 years old.", response_schema=schema))
    assert problem is not None
    assert not TASK.verify_answer(problem, '{"age": 36}').is_fail
    assert TASK.verify_answer(problem, '{"name": "Ada", "age": 36}').is_pass
    assert not TASK.verify_answer(problem, '{"name": "Eve", "age": 36}').is_pass


TWO = "Return a JSON array of objects with keys name and age for Ada, 36, and Bob, 40."


@pytest.mark.parametrize(
    ("prompt", "value"),
    [
        (ADA, RIGHT | {"name": "Eve Lovelace"}),
        (ADA, RIGHT | {"name": "Grace Hopper"}),
        (ADA, RIGHT | {"name": "London", "city": "Ada Lovelace"}),
        (ADA, RIGHT | {"name": "Ada"}),
        (ADA, RIGHT | {"name": "ADA LOVELACE"}),
        (ADA, RIGHT | {"name": "ada lovelace"}),
        (ADA, RIGHT | {"name": "Lovelace Ada"}),
        (ADA, RIGHT | {"name": ["Ada Lovelace"]}),
        (ADA, RIGHT | {"name": {"first": "Ada", "last": "Lovelace"}}),
        (ADA, RIGHT | {"name": 36, "age": "Ada Lovelace"}),
        (ADA, RIGHT | {"age": 37}),
        (ADA, RIGHT | {"age": 36.5}),
        (ADA, RIGHT | {"age": [36]}),
        (ADA, RIGHT | {"age": True}),
        (ADA, RIGHT | {"age": "thirty-six"}),
        (ADA, RIGHT | {"email": "eve@math.org"}),
        (ADA, RIGHT | {"email": None}),
        (ADA, RIGHT | {"city": "Paris"}),
        (ADA, RIGHT | {"city": ""}),
        ("name and nationality for Ada Lovelace.", {"name": "Grace Hopper", "nationality": "American"}),
        ("name and active for the user Ada. The user is active.", {"name": "Ada", "active": False}),
        ("name and active for Ada, active is false.", {"name": "Ada", "active": True}),
        ("name and verified for Ada, verified: true.", {"name": "Ada", "verified": False}),
        ("name and birth_date for Ada, born on 10 December 1815.", {"name": "Ada", "birth_date": "1815-12-11"}),
        ("name and birth_date for Ada, born on December 10, 1815.", {"name": "Ada", "birth_date": "1816-12-10"}),
        ("title and date. The event Launch is on 2026-03-05.", {"title": "Launch", "date": "2026-05-03"}),
        ("name and age. Ada is thirty-six years old.", {"name": "Ada", "age": 63}),
        ("name and age. Ada is 36 years old.", {"name": "Ada", "age": 35}),
        ("name and age. Ada is 36 years old. Bob is 40.", {"name": "Bob", "age": 36}),
        ("name and age. The age is unknown. The person is Ada.", {"name": "Ada", "age": 36}),
        ("'from' and 'to' for a flight from Oslo to Rome.", {"from": "Rome", "to": "Oslo"}),
        ("'from' and 'to' for a flight from Oslo to Rome on 2026-03-05.", {"from": "Rome", "to": "Rome"}),
        ("host and port. The host is db1 and the port is 5432.", {"host": "db2", "port": 5432}),
        ("sku and price for the mug with sku MUG-7 and price 12.50.", {"sku": "MUG-8", "price": 12.5}),
        ("sku and price for the mug with sku MUG-7 and price 12.50.", {"sku": "MUG-7", "price": 12.05}),
        ("name and phone for Ada, phone +44 20 7946 0958.", {"name": "Ada", "phone": "+44 20 7946 0959"}),
        ("id and status for order 4711, status shipped.", {"id": 4711, "status": "pending"}),
        ("id and status for order 4711, status shipped.", {"id": 4712, "status": "shipped"}),
        (DUNE, {"title": "Dune", "author": "Isaac Asimov"}),
        (DUNE, {"title": "Emma", "author": "Frank Herbert"}),
        (DUNE, {"title": "Frank Herbert", "author": "Dune"}),
        ("title and year for the book Dune.", {"title": "Emma", "year": 1815}),
        ("width and height for a 3 by 4 rectangle.", {"width": 5, "height": 6}),
        ("width and height for a 3 by 4 rectangle.", {"width": 4, "height": 4}),
        ("name and ages for Ada, ages 3 and 4.", {"name": "Ada", "ages": [3, 5]}),
        (
            "name, address with street and city for Ada, city London.",
            {"name": "Ada", "address": {"street": "High Street 1", "city": "Paris"}},
        ),
        ("city and population for Paris.", {"city": "London", "population": 9000000}),
        ("name and population for Paris.", {"name": "London", "population": 9000000}),
    ],
)
def test_an_object_that_says_otherwise_than_the_prompt_does_not_pass(prompt: str, value: dict[str, Any]) -> None:
    assert not TASK.verify_answer(problem_of(prompt), json.dumps(value)).is_pass


@pytest.mark.parametrize(
    ("prompt", "value"),
    [
        (ADA, RIGHT),
        (ADA, dict(reversed(RIGHT.items()))),
        ("name and nationality for Ada Lovelace.", {"name": "Ada Lovelace", "nationality": "British"}),
        ("name and active for the user Ada. The user is active.", {"name": "Ada", "active": True}),
        ("name and birth_date for Ada, born on 10 December 1815.", {"name": "Ada", "birth_date": "1815-12-10"}),
        ("title and date. The event Launch is on 2026-03-05.", {"title": "Launch", "date": "2026-03-05"}),
        ("name and age. Ada is thirty-six years old.", {"name": "Ada", "age": 36}),
        ("name and age. Ada is 36 years old. Bob is 40.", {"name": "Bob", "age": 40}),
        ("'from' and 'to' for a flight from Oslo to Rome.", {"from": "Oslo", "to": "Rome"}),
        ("sku and price for the mug with sku MUG-7 and price 12.50.", {"sku": "MUG-7", "price": 12.5}),
        ("id and status for order 4711, status shipped.", {"id": 4711, "status": "shipped"}),
        (DUNE, {"title": "Dune", "author": "Frank Herbert"}),
        (
            "name, address with street and city for Ada, city London.",
            {"name": "Ada", "address": {"street": "High Street", "city": "London"}},
        ),
        ("width and height for a 3 by 4 rectangle.", {"width": 3, "height": 4}),
        ("city and country for the capital of France.", {"city": "Paris", "country": "France"}),
        ("capital and population for France.", {"capital": "Paris", "population": 68000000}),
        ("name, age and email for a fictional user.", {"name": "Bob", "age": 30, "email": "bob@example.org"}),
    ],
)
def test_an_object_that_says_what_the_prompt_says_passes_and_may_add_what_it_leaves_open(
    prompt: str, value: dict[str, Any]
) -> None:
    assert TASK.verify_answer(problem_of(prompt), json.dumps(value)).is_pass


@pytest.mark.parametrize(
    ("rows", "passes"),
    [
        ([{"name": "Ada", "age": 36}, {"name": "Bob", "age": 40}], True),
        ([{"name": "Ada", "age": 40}, {"name": "Bob", "age": 36}], False),
        ([{"name": "Ada", "age": 36}], False),
    ],
)
def test_the_rows_of_an_array_do_not_mix_what_is_said_of_several_things(rows: object, passes: bool) -> None:
    problem = TASK.parse(Request.from_prompt(TWO))
    assert problem is not None
    assert TASK.verify_answer(problem, json.dumps(rows)).is_pass is passes


def test_a_list_of_words_need_not_hold_each_name_in_the_prompt() -> None:
    prompt = "Return a JSON array of 3 strings: large cities in France, of which Paris is the first."
    problem = TASK.parse(Request.from_prompt(prompt))
    assert problem is not None
    assert TASK.verify_answer(problem, '["Paris", "Lyon", "Nice"]').is_pass


def asked(first: str, value: dict[str, Any], then: str, reply: str) -> tuple[Outcome, str, int]:
    """The outcome, the text and the model's calls for `then`, after `value` has answered `first`."""
    policy = Policy(min_similarity=0.2)
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), tasks=(TASK,), policy=policy)
    engine.answer(Request.from_prompt(asking(first)), ScriptedModel([json.dumps(value)]).generate)
    model = ScriptedModel(lambda _: reply)
    answer = engine.answer(Request.from_prompt(asking(then)), model.generate)
    return answer.outcome, answer.text, len(model.requests)


GRACE = "name, age, email and city for Grace Hopper, age 45, email grace@navy.mil, born in New York."


@pytest.mark.parametrize(
    ("first", "value", "then", "expected"),
    [
        (ADA, RIGHT, GRACE, {"name": "Grace Hopper", "age": 45, "email": "grace@navy.mil", "city": "New York"}),
        (DUNE, {"title": "Dune", "author": "Frank Herbert"},
         'title and author for the book "Emma" by Jane Austen.', {"title": "Emma", "author": "Jane Austen"}),
        ("'from' and 'to' for a flight from Oslo to Rome.", {"from": "Oslo", "to": "Rome"},
         "'from' and 'to' for a flight from Paris to Berlin.", {"from": "Paris", "to": "Berlin"}),
        ("host and port. The host is db1 and the port is 5432.", {"host": "db1", "port": 5432},
         "host and port. The host is db7 and the port is 6543.", {"host": "db7", "port": 6543}),
        ("name and active for Ada, active: true.", {"name": "Ada", "active": True},
         "name and active for Bob, active: false.", {"name": "Bob", "active": False}),
        ("name and age for Ada, age 36.", {"name": "Ada", "age": 36},
         "name, age and email for Ada, age 36, email ada@x.org.", {"name": "Ada", "age": 36, "email": "ada@x.org"}),
        ("name and age for Ada, age 36, of the city London.", {"name": "Ada", "age": 36},
         "name, age and city for Ada, age 36, city London.", {"name": "Ada", "age": 36, "city": "London"}),
        ("name and age for Ada, age 36.", {"name": "Ada", "age": 36},
         "name and age for Ada, age 36. The age must be a string.", {"name": "Ada", "age": "36"}),
        ("name and age for Ada, age 36.", {"name": "Ada", "age": 36},
         "name and age for Ada, age 36. Do not include any explanation.", {"name": "Ada", "age": 36}),
        ("name and age for Ada, age 36, age between 30 and 40.", {"name": "Ada", "age": 36},
         "name and age for Eve, age 45, age between 40 and 50.", {"name": "Eve", "age": 45}),
    ],
)  # fmt: skip
def test_where_every_value_is_stated_another_subject_needs_no_model(
    first: str, value: dict[str, Any], then: str, expected: dict[str, Any]
) -> None:
    outcome, text, calls = asked(first, value, then, "the model was asked")
    assert (json.loads(text), calls) == (expected, 0)
    assert outcome in {Outcome.REPLAY, Outcome.REUSE}


@pytest.mark.parametrize(
    ("first", "value", "then"),
    [
        ("name and country for Ada, born in London.", {"name": "Ada", "country": "England"},
         "name and country for Grace, born in New York."),
        ("name and slug for Ada Lovelace.", {"name": "Ada Lovelace", "slug": "ada-lovelace"},
         "name and slug for Grace Hopper."),
        ("name and nickname for Ada.", {"name": "Ada", "nickname": "Ada"}, "name and nickname for Grace."),
        ("name, age and is_adult for Ada, age 36.", {"name": "Ada", "age": 36, "is_adult": True},
         "name, age and is_adult for Tim, age 12."),
        ("name and is_adult for Tim.", {"name": "Tim", "is_adult": True}, "name, is_adult and age for Tim, age 12."),
        ("min and max. Numbers: 3, 9.", {"min": 3, "max": 9}, "min and max. Numbers: 8, 2."),
        ("name and age for the older of Ada (36) and Eve (30).", {"name": "Ada", "age": 36},
         "name and age for the older of Ada (20) and Eve (30)."),
        ("name and city for Ada, born in London.", {"name": "Ada", "city": "London"},
         "name and city for Ada, living in Paris."),
        ("name and city for Ada, born in London.", {"name": "Ada", "city": "London"},
         "name and city for Ada, born in London and now in Paris."),
        ("name for Ada Lovelace.", {"name": "Ada Lovelace"}, "name for Ada Lovelace's mother."),
        ("title, author and genre for the book Dune by Frank Herbert.",
         {"title": "Dune", "author": "Frank Herbert", "genre": "science fiction"},
         "title, author and genre for the book Emma by Jane Austen."),
        ("name and age for Ada, age 36.", {"name": "Ada", "age": 36}, "name and age for Ada, age 36 in 2020."),
        ("name and active for the user Ada. The user is active.", {"name": "Ada", "active": True},
         "name and active for the user Ada. The user was active."),
        ("name and price for Mug, price 5.", {"name": "Mug", "price": 5}, "name and total for Mug, price 5."),
        ("status and id for order 4711, status shipped.", {"status": "shipped", "id": 4711},
         "status and id for order 4711, status not shipped."),
        ("name and language for Ada, who speaks English.", {"name": "Ada", "language": "English"},
         "name and language for Eve, who speaks French."),
    ],
)  # fmt: skip
def test_where_a_value_may_depend_on_what_changed_the_model_answers(
    first: str, value: dict[str, Any], then: str
) -> None:
    outcome, text, calls = asked(first, value, then, "the model was asked")
    assert text == "the model was asked"
    assert calls > 0
    assert outcome is Outcome.SKIP


@pytest.mark.parametrize("name", ["Élodie", "Åsa", "Łukasz", "Жанна", "Ωmega"])
@pytest.mark.parametrize(
    "prompt",
    [
        "name and age for {} Lind, age 36.",
        "name and age. {} is 36 years old.",
        "name and age for Bo and {}, age 36.",
        "name and age for Bo, {}, age 36.",
        "guest and city: guest {}, Bo and Cy, city Oslo.",
        "author and title: title Home, author J. {}.",
        "origin and destination: from {} to Oslo by train.",
        "name and city: name Bo. {} lives in city Oslo.",
    ],
)
def test_a_name_tells_the_same_whatever_alphabet_its_capital_is_of(prompt: str, name: str) -> None:
    plain, other = problem_of(prompt.format("Ada")), problem_of(prompt.format(name))
    assert dict(other.stated) == {key: value.replace("Ada", name) for key, value in plain.stated}


@pytest.mark.parametrize(
    ("name", "stated"),
    [
        ("U.S.", None),
        ("J.R.R.", None),
        ("Washington D.C.", None),
        ("Ada K.", None),
        ("Ada King.", "Ada King"),
        ("'s-Hertogenbosch", "'s-Hertogenbosch"),
        ("’s-Gravenhage", "’s-Gravenhage"),
        ("'Ada King'", "Ada King"),
    ],
)
def test_a_sign_at_either_end_of_a_name_may_be_part_of_it(name: str, stated: str | None) -> None:
    for told in (f"name: {name}, age: 36, team: Red", f"age: 36\nteam: Red\nname: {name}"):
        problem = problem_of(f"name, age and team.\n\n{told}")
        sure = {key: value for key, value in problem.stated if key not in problem.inferred}
        assert sure.get("name") == stated


@pytest.mark.parametrize(
    ("note", "stated"),
    [
        ("Please ring me", None),
        ("now open", None),
        ("Reply, please", None),
        ("Many thanks", "Many thanks"),
        ("Keep it dry.", None),
        ("Keep it dry", "Keep it dry"),
    ],
)
@pytest.mark.parametrize(
    "told", ["id: 7, team: Red, note: {}", "id: 7\nnote: {}\nteam: Red", "id: 7\nteam: Red\nnote: {}"]
)
def test_a_courtesy_or_a_stop_may_be_part_of_a_value(note: str, stated: str | None, told: str) -> None:
    problem = problem_of(f"id, note and team.\n\n{told.format(note)}")
    sure = {key: value for key, value in problem.stated if key not in problem.inferred}
    is_the_end_of_a_row = told.startswith("id: 7, ") and note.endswith(".")
    is_said_to_the_reader = told.endswith("{}") and note.endswith("thanks")
    expected = None if is_said_to_the_reader else "Keep it dry" if is_the_end_of_a_row else stated
    assert sure.get("note") == expected


@pytest.mark.parametrize("courtesy", ["thanks", "thanks!", "plz", "thank you", "please", "cheers"])
@pytest.mark.parametrize("told", ["id: {}, team: {}", "id: {}\nteam: {}", "id: {}; team: {}"])
def test_a_courtesy_behind_the_last_value_is_not_written_into_it(courtesy: str, told: str) -> None:
    asked_for = "id and team.\n\n" + told
    first, then = (f"{asked_for.format(*values)} {courtesy}" for values in ((7, "Red"), (8, "Blue")))
    outcome, text, _ = asked(first, {"id": 7, "team": "Red"}, then, '{"id": 8, "team": "Blue"}')
    assert outcome in {Outcome.SKIP, Outcome.REPLAY}
    assert text == '{"id": 8, "team": "Blue"}'


@pytest.mark.parametrize("courtesy", ["thanks", "Thanks!", "plz", "please", "thank you"])
def test_a_courtesy_behind_a_number_is_no_part_of_it(courtesy: str) -> None:
    problem = problem_of(f"team and id.\n\nteam: Red; id: 7 {courtesy}")
    assert dict(problem.stated) == {"team": "Red", "id": "7"}
    assert not problem.inferred


def test_a_value_in_quotes_and_one_before_her_and_a_label_are_told_for_sure() -> None:
    for told in ('name: "Ada, Bo", age: 36, team: "Red"', "name: Ada, her team: Red, age: 36"):
        assert not problem_of(f"name, age and team.\n\n{told}").inferred


def test_who_is_spoken_to_is_no_label_of_a_value() -> None:
    problem = TASK.parse(
        Request.from_prompt("User: please return JSON with keys name and city. name: Ada, city: Oslo.")
    )
    assert problem is not None
    assert dict(problem.stated) == {"name": "Ada", "city": "Oslo"}
