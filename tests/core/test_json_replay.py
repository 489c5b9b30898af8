"""What of a cached object is edited without a model: only what the two prompts prove."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepcache_core.model import Request, Step, join
from tests.core.json_samples import TASK, problem_of


def replay(old: str, new: str, text: str) -> str | None:
    steps = TASK.replay(problem_of(old), problem_of(new), (Step(text),))
    return None if steps is None else join(steps)


def asking(keys: str, facts: str = "for Ada Lovelace") -> str:
    return f"Return a JSON object with keys {keys} {facts}."


# --- values ------------------------------------------------------------------------------------------------------

ADA = "name, age, email"
ADA_36 = asking(ADA, "for Ada Lovelace, age 36, email ada@math.org")
ADA_37 = asking(ADA, "for Ada Lovelace, age 37, email ada@math.org")


def test_a_value_that_the_prompt_changed_is_put_in_its_place_and_nothing_else_is_touched() -> None:
    text = '{\n  "name": "Ada Lovelace",\n  "age":  36,\n  "email": "ada@math.org"\n}\n'
    assert replay(ADA_36, ADA_37, text) == text.replace("36", "37")
    as_text = text.replace("36", '"36"')
    assert replay(ADA_36, ADA_37, as_text) == as_text.replace("36", "37")


def test_the_old_object_does_not_pass_for_the_new_value() -> None:
    text = '{"name": "Ada Lovelace", "age": 36, "email": "ada@math.org"}'
    old, new = problem_of(ADA_36), problem_of(ADA_37)
    assert TASK.compatible(old, new)
    assert TASK.verify_answer(old, text).is_pass
    assert TASK.verify_answer(new, text).is_fail
    assert old.signatures[1] == new.signatures[1]
    assert old.signatures[2] != new.signatures[2]


@pytest.mark.parametrize(
    "members",
    [
        {"birth_year": 1815},
        {"is_adult": True},
        {"slug": "ada-36"},
        {"bio": "Ada Lovelace is 36 years old."},
        {"note": None},
        {"born": {"year": 1815}},
    ],
)
def test_a_value_is_not_put_in_place_where_another_may_be_derived_from_it(members: dict[str, Any]) -> None:
    keys = ", ".join(["name", "age", *members])
    old, new = (asking(keys, f"for Ada Lovelace, age {age}") for age in (36, 37))
    assert replay(old, new, json.dumps({"name": "Ada Lovelace", "age": 36} | members)) is None


def test_an_object_that_never_carried_the_old_value_is_not_edited() -> None:
    old, new = (asking("name, age, country", f"for Ada Lovelace, age {age}, a citizen of England") for age in (36, 37))
    assert replay(old, new, '{"name": "Ada Lovelace", "age": 36, "country": "England"}') is not None
    assert replay(old, new, '{"name": "Ada Lovelace", "age": 35, "country": "England"}') is None


def test_a_fact_that_is_gone_with_its_key_takes_nothing_else_along() -> None:
    facts = "for Ada Lovelace, age 36, born in London, salary 900, email ada@math.org"
    old, new = asking("name, salary, email", facts), asking("name, email", facts.replace(", salary 900", ""))
    result = replay(old, new, '{"name": "Ada Lovelace", "salary": 900, "email": "ada@math.org"}')
    assert result == '{"name": "Ada Lovelace", "email": "ada@math.org"}'
    old, new = asking("name, salary, bonus", facts), asking("name, bonus", facts.replace(", salary 900", ""))
    assert replay(old, new, '{"name": "Ada Lovelace", "salary": 900, "bonus": 90}') is None


def test_any_other_change_of_the_prompt_leaves_it_to_the_model() -> None:
    other = asking(ADA, "for the late Ada Lovelace, age 37, email ada@math.org")
    text = '{"name": "Ada Lovelace", "age": 36, "email": "ada@math.org"}'
    assert not TASK.compatible(problem_of(ADA_36), problem_of(other))
    assert replay(ADA_36, other, text) is None


def test_the_prompt_for_a_model_does_not_show_an_object_with_other_values() -> None:
    request = Request.from_prompt(ADA_37)
    text = '{"name": "Ada Lovelace", "age": 36, "email": "ada@math.org"}'
    prompt = TASK.patch_prompt(request, problem_of(ADA_37), "", text, "$.age: 36, but the request states '37'")
    assert "36" not in prompt
    assert ADA_37 in prompt


@settings(deadline=None, max_examples=60)
@given(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6))
def test_any_stated_number_is_replaced_exactly(old: int, new: int) -> None:
    text = json.dumps({"name": "Ada Lovelace", "age": old, "email": "ada@math.org"})
    result = replay(ADA_36.replace("36", str(old)), ADA_36.replace("36", str(new)), text)
    assert result is not None
    assert json.loads(result) == {"name": "Ada Lovelace", "age": new, "email": "ada@math.org"}


def test_a_new_key_gets_the_value_that_the_prompt_states_for_it() -> None:
    facts = "for Ada Lovelace, age 36, email ada@math.org"
    text = '{\n  "name": "Ada Lovelace",\n  "nationality": "British"\n}'
    result = replay(asking("name, nationality", facts), asking("name, age, email, nationality", facts), text)
    assert result is not None
    assert list(json.loads(result).items()) == [
        ("name", "Ada Lovelace"),
        ("age", 36),
        ("email", "ada@math.org"),
        ("nationality", "British"),
    ]
    assert replay(asking("name", facts), asking("name, shoe_size", facts), '{"name": "Ada Lovelace"}') is None


def test_an_object_that_the_prompt_states_whole_needs_no_model() -> None:
    whole = problem_of(asking("age, email", "for Ada Lovelace, age 36, email ada@math.org"))
    assert TASK.solve(whole) == '{"age": 36, "email": "ada@math.org"}'
    assert TASK.solve(problem_of(ADA_36)) == '{"name": "Ada Lovelace", "age": 36, "email": "ada@math.org"}'
    must_be_text = problem_of(asking("age (string), email", "for Ada Lovelace, age 36, email ada@math.org"))
    assert TASK.solve(must_be_text) == '{"age": "36", "email": "ada@math.org"}'


# --- keys --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"), [("firstName", "first_name"), ("zip_code", "zipCode"), ("Name", "name"), ("user-id", "userId")]
)
def test_a_key_in_another_spelling_is_renamed_in_place(before: str, after: str) -> None:
    text = f'{{"a": 1.0, "{before}": "x" , "b": 2}}'
    thing = "for a lighthouse"
    assert replay(asking(f"a, {before}, b", thing), asking(f"a, {after}, b", thing), text) == text.replace(
        before, after
    )


def test_a_whole_name_given_in_the_prompt_is_the_full_name() -> None:
    old, new = asking("name, born"), asking("full_name, born")
    assert replay(old, new, '{"name": "Ada Lovelace", "born": 1815}') == '{"full_name": "Ada Lovelace", "born": 1815}'
    assert replay(old, new, '{"name": "Ada", "born": 1815}') is None
    assert replay(old, new, '{"name": "Augusta Ada King", "born": 1815}') is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("age", "email"),
        ("name", "first_name"),
        ("price", "total_price"),
        ("date", "birth_date"),
        ("tags", "tag"),
        ("id", "user_id"),
        ("height", "height_cm"),
    ],
)
def test_another_key_is_no_renaming(before: str, after: str) -> None:
    assert replay(asking(f"a, {before}"), asking(f"a, {after}"), json.dumps({"a": 1, before: "x"})) is None


def test_a_key_that_moved_or_one_that_is_new_beside_it_is_no_renaming() -> None:
    assert replay(asking("firstName, b"), asking("b, first_name"), '{"firstName": "x", "b": 1}') is None
    old = asking("firstName, lastName")
    assert replay(old, asking("first_name, title"), '{"firstName": "x", "lastName": "y"}') is None
    both = replay(old, asking("first_name, last_name"), '{"firstName": "x", "lastName": "y"}')
    assert both == '{"first_name": "x", "last_name": "y"}'


def test_a_renamed_key_must_still_fit_the_rules_of_the_new_prompt() -> None:
    old, new = asking("a, userAge"), asking("a, user_age (integer)")
    assert replay(old, new, '{"a": 1, "userAge": 36}') == '{"a": 1, "user_age": 36}'
    assert replay(old, new, '{"a": 1, "userAge": "old"}') is None


# --- what depends on what changed, or on the keys ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "facts", "value", "then"),
    [
        ("name, price, quantity, total", "name Lamp, price 10, quantity 1",
         {"name": "Lamp", "price": 10, "quantity": 1, "total": 10}, "name Lamp, price 10, quantity 2"),
        ("a, b, larger", "a 3, b 2", {"a": 3, "b": 2, "larger": 3}, "a 3, b 5"),
        ("home, away, home_score, away_score, winner", "Oslo against Rome, home_score 2, away_score 1",
         {"home": "Oslo", "away": "Rome", "home_score": 2, "away_score": 1, "winner": "Oslo"},
         "Oslo against Rome, home_score 0, away_score 1"),
        ("first_name, last_name, display_name", "first_name Ada, last_name Byron",
         {"first_name": "Ada", "last_name": "Byron", "display_name": "Ada"}, "first_name Ada, last_name Moon"),
    ],
)  # fmt: skip
def test_a_value_that_only_happens_to_be_told_elsewhere_is_worked_out_anew(
    keys: str, facts: str, value: dict[str, Any], then: str
) -> None:
    old, new = (asking(keys, f"for the record of Berlin: {one}") for one in (facts, then))
    assert replay(old, new, json.dumps(value)) is None


@pytest.mark.parametrize("rest", ["other", "rest", "remaining", "other_details", "everything_else", "misc"])
def test_what_stands_under_no_other_key_depends_on_the_keys(rest: str) -> None:
    text = "Ada Byron, ada@x.org, phone 555, likes tea."
    old, new = (f"Return a JSON object with the keys {keys} for this text: {text}"
                for keys in (f"name, email, {rest}", f"name, {rest}"))  # fmt: skip
    value = {"name": "Ada Byron", "email": "ada@x.org", rest: "phone 555, likes tea"}
    assert replay(old, new, json.dumps(value)) is None
    assert not TASK.compatible(problem_of(old), problem_of(new))
    assert not TASK.compatible(problem_of(new), problem_of(old))
    assert replay(old.replace(rest, "hobby"), new.replace(rest, "hobby"),
                  json.dumps({"name": "Ada Byron", "email": "ada@x.org", "hobby": "tea"})) is not None  # fmt: skip


def test_a_street_without_a_key_for_its_number_has_it_itself() -> None:
    facts = "for this text: Ada lives at 12 Elm Road in Oslo."
    old, new = asking("street, house_number, city", facts), asking("street, city", facts)
    assert replay(old, new, '{"street": "Elm Road", "house_number": 12, "city": "Oslo"}') is None


@pytest.mark.parametrize(
    ("keys", "facts", "value"),
    [
        ("product, brand", "this text: We sold a Bosch drill to Ada.", {"product": "drill", "brand": "Bosch"}),
        ("model, version", "this text: Ada uses GPT 4.", {"model": "GPT", "version": 4}),
        ("title, subtitle", "this text: Ada wrote Dune: a tale.", {"title": "Dune", "subtitle": "a tale"}),
        ("name, prefix", "this text: Dr. Ada Byron called.", {"name": "Ada Byron", "prefix": "Dr."}),
    ],
)
def test_a_name_may_have_more_words_where_these_have_no_key(keys: str, facts: str, value: dict[str, Any]) -> None:
    first = keys.split(", ", maxsplit=1)[0]
    assert replay(asking(f"{keys}, city", f"for {facts}"), asking(f"{first}, city", f"for {facts}"),
                  json.dumps(value | {"city": "none"})) is None  # fmt: skip


def test_a_name_beside_a_count_or_apart_from_it_stays() -> None:
    for facts, held in (("Ada has 2 lamps.", {"quantity": 2}), ("A lamps seller, Ada, in red.", {"color": "red"})):
        (key,) = held
        old, new = (asking(keys, f"for this text: {facts}") for keys in (f"item, owner, {key}", "item, owner"))
        value = {"item": "lamps", "owner": "Ada", **held}
        assert replay(old, new, json.dumps(value)) == '{"item": "lamps", "owner": "Ada"}'


def test_a_value_that_is_told_without_its_key_stays_where_a_fact_is_gone_with_its_own() -> None:
    old = asking(
        "ticket_id, reporter, part", "for a ticket: ticket_id T-7, reporter Ada Byron, part mobile app, opened 2023"
    )
    new = asking("reporter, part", "for a ticket: reporter Ada Byron, part mobile app, opened 2023")
    text = '{"ticket_id": "T-7", "reporter": "Ada Byron", "part": "mobile app"}'
    assert replay(old, new, text) == '{"reporter": "Ada Byron", "part": "mobile app"}'


def test_a_number_made_up_may_be_one_that_only_the_old_prompt_has() -> None:
    old, new = (f"Generate a fictional user as JSON with the fields `name` and `age` (an integer between {low} and 66)."
                for low in (31, 28))  # fmt: skip
    assert TASK.compatible(problem_of(old), problem_of(new))
    assert not TASK.may_mislead(problem_of(old), problem_of(new), '{"name": "Ada Byron", "age": 31}')


@pytest.mark.parametrize(
    ("key", "told", "value"),
    [
        ("time", "time 10:30", "10:30"),
        ("license_plate", "license plate AB 123", "AB 123"),
        ("date", "date: May 1, 2024", "May 1, 2024"),
        ("years_of_experience", "years of experience 7", 7),
    ],
)
def test_a_value_that_stands_behind_its_key_stays_where_another_changed(key: str, told: str, value: Any) -> None:
    old, new = (
        asking(f"name, {key}, city", f"for this record: name Ada, {told}, city {city}") for city in ("Oslo", "York")
    )
    object_ = {"name": "Ada", key: value, "city": "Oslo"}
    assert replay(old, new, json.dumps(object_)) == json.dumps(object_ | {"city": "York"})


def test_who_a_record_is_of_stays_where_a_number_changed() -> None:
    old, new = (asking("passenger, origin, seat", f"for this text: Passenger Ada Byron, origin Oslo, seat: {seat}.")
                for seat in ("14C", "15A"))  # fmt: skip
    text = '{"passenger": "Ada Byron", "origin": "Oslo", "seat": "14C"}'
    assert replay(old, new, text) == text.replace("14C", "15A")
