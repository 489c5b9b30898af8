"""A key that another request calls otherwise keeps its value only where both names mean the same for sure."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stepcache_core import Generation, Request, StepCacheEngine
from stepcache_core.model import Outcome, Step, join
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from tests.core.json_samples import TASK, problem_of


def renamed(before: str, after: str, value: Any, data: str, thing: str = "", beside: str = "remark") -> Any:
    """What stands under the new name; None where a model is asked."""
    asked = "Return a JSON object with the keys {}, {}{}. {}"
    about = f" for {thing}" if thing else ""
    old, new = (problem_of(asked.format(key, beside, about, data)) for key in (before, after))
    steps = TASK.replay(old, new, (Step(json.dumps({before: value, beside: "none"})),))
    if steps is None:
        return None
    answer = json.loads(join(steps))
    assert list(answer) == [after, beside]
    return answer[after]


JAZZ = "Harbor Jazz Night takes place in Bergen on 2021-12-21. It is {} Nora Alvarez, the capacity is 40."
TICKET = "Priya Novak reported ticket T-1903 about the login page."


@pytest.mark.parametrize(
    ("before", "after", "value", "data", "thing"),
    [
        ("organizer", "organized_by", "Nora Alvarez", JAZZ.format("organized by"), ""),
        ("organized_by", "organizer", "Nora Alvarez", JAZZ.format("organized by"), ""),
        ("reporter", "reportedBy", "Priya Novak", TICKET, ""),
        ("owner", "owned_by", "Ada Byron", "The boat is Ada Byron's.", ""),
        ("author", "written_by", "Ada Byron", '"Notes" was written by Ada Byron and came out in 1843.', ""),
        ("pages", "page_count", 650, "The novel has 650 pages and is in English.", ""),
        ("rooms", "number_of_rooms", 2, "The flat has rooms: 2, rent: 900.", ""),
        ("room_count", "num_rooms", 2, "The flat has 2 rooms and a garden.", ""),
        ("title", "book_title", "Dune", '"Dune" came out in 1965.', "a book"),
        ("book_title", "title", "Dune", '"Dune" came out in 1965.', "a book"),
        ("date", "event_date", "2021-12-21", JAZZ.format("by"), "an event"),
        ("name", "product_name", "trail backpack", "Article FM-256 is a white trail backpack.", "a product"),
        ("name", "company_name", "Nordlys", "Since 1990 Nordlys makes lamps.", "a company"),
        ("id", "ticket_id", "T-1903", "T-1903 is about the login page.", "a support ticket"),
        ("customer", "customer_name", "Maria Haddad", "Maria Haddad bought a lamp.", "an order"),
        ("event", "event_name", "Harbor Jazz Night", JAZZ.format("by"), "an event"),
        ("colour", "color", "red", "It is red.", ""),
        ("qty", "quantity", 3, "There are 3 of them.", ""),
        ("email", "email_address", "ada@math.org", "The address is ada@math.org.", ""),
        ("email", "contact_email", "ada@math.org", "The address is ada@math.org.", ""),
        ("zip", "postal_code", "5020", "Graz Road 1, 5020 Bergen.", ""),
        ("phone", "telephoneNumber", "+47 555 123 99", "Call +47 555 123 99.", ""),
        ("dob", "date_of_birth", "1815-12-10", "Ada, born on 1815-12-10.", ""),
        ("surname", "last_name", "Byron", "Ada Byron lived here.", ""),
        ("currency", "currency_code", "GBP", "It costs 12.50 GBP.", ""),
        ("age", "years_old", 41, "Maria Whitfield is 41 years old.", ""),
        ("ingredients", "ingredient_list", ["flour", "eggs"], "Banana bread.", ""),
        ("name", "full_name", "Ada Byron", "", "a fictional user"),
        ("name", "full_name", "Ada Byron", "Here lived Ada Byron, born in London.", ""),
    ],
)
def test_a_name_that_means_the_same_keeps_its_value(before: str, after: str, value: Any, data: str, thing: str) -> None:
    assert renamed(before, after, value, data, thing) == value


@pytest.mark.parametrize(
    ("before", "after", "value", "data", "thing"),
    [
        # Another thing, or one of several.
        ("city", "country", "Bergen", JAZZ.format("by"), ""),
        ("city", "town", "Oxford", "Ada lives in Didcot near Oxford.", ""),
        ("price", "total_price", 12, "It costs 12 each.", "a product"),
        ("price", "unit_price", 12, "It costs 12.", "a unit"),
        ("name", "username", "Ada Byron", "Ada Byron.", "a user"),
        ("name", "user_name", "Ada Byron", "Ada Byron.", "a user"),
        ("date", "start_date", "2021-12-21", JAZZ.format("by"), "an event"),
        ("status", "state", "open", "It is open.", ""),
        ("id", "number", "7", "The order is 7.", ""),
        ("id", "order_number", "7", "Order 7.", "an order"),
        ("year", "published", 1966, "It came out in 1966.", ""),
        ("email", "work_email", "ada@math.org", "The address is ada@math.org.", ""),
        ("number", "phone_number", "5551234", "Model 5551234.", "a phone"),
        # The machine that prints is not the one who does.
        ("printer", "printed_by", "Laser Nine", "Printed on Laser Nine.", ""),
        ("user", "used_by", "Ada Byron", "Ada Byron has it.", ""),
        # The request speaks of the new name, and of something else under it.
        ("organizer", "organized_by", "Tim Roth", JAZZ.format("organized by"), ""),
        ("organizer", "organized_by", "Nora Alvarez", "It was organized by Nora Alvarez and Tim Roth.", ""),
        ("owner", "owned_by", "Ada Byron", "The owner is Ada Byron; it is owned and run by Tim Roth.", ""),
        ("author", "written_by", "Ada Byron", "By Ada Byron, the preface was written by Tim Roth.", ""),
        ("email", "email_address", "a@b.org", "Email a@b.org (private), email address c@d.org (work).", ""),
        ("email", "contact_email", "a@b.org", "It is a@b.org or c@d.org.", ""),
        ("phone", "phone_number", "Pixel Eight", "Phone Pixel Eight, phone number 555 1234.", ""),
        ("colour", "color", "red", "The colour is red, the color code is 7.", ""),
        (
            "customer",
            "customer_name",
            "Gold Coast",
            "By the customer Gold Coast, whose name is in the book.",
            "an order",
        ),
        ("customer", "customer_name", "K77", "Customer K77.", "an order"),
        ("currency", "currency_code", "pounds", "It costs 12 pounds.", ""),
        ("currency_code", "currency", "EUR", "The currency is the euro (EUR).", ""),
        ("link", "url", "https://a.org/x", "The link is https://a.org/x and the page https://a.org/.", ""),
        ("phone", "phone_number", "555 1234", "Call 555 1234 for the shop, 555 9876 at night.", ""),
        # A count must be told beside its noun, and nowhere else.
        ("rooms", "room_count", 2, "The flat has rooms: 2, on another floor are 3 rooms.", ""),
        ("rooms", "room_count", "2 and a half", "The flat has 2 and a half rooms.", ""),
        ("sales", "sale_count", 500, "The sales: 500 in a year.", ""),
        ("pages", "page_count", 12, "See page 12.", ""),
        # What the object is must be said, and the data must not speak of another such thing.
        ("title", "book_title", "Dune", '"Dune" came out in 1965.', ""),
        ("title", "job_title", "Doctor", "Doctor Ada Byron is a nurse.", "an employee"),
        ("title", "book_title", "Doctor", "Doctor Ada Byron wrote the book Dune.", "a book"),
        ("date", "event_date", "2021-11-30", "On 2021-11-30 the event was moved to 2021-12-21.", "an event"),
        ("name", "order_name", "Ada Byron", "Ada Byron ordered a lamp.", "an order"),
        ("ticket_id", "id", "T-1903", "T-1903 of the customer whose id is in the book.", "a support ticket"),
        ("name", "company_name", "Ada Byron", "Run by Ada Byron, Nordlys makes lamps.", "a company"),
        ("name", "company_name", "Nordlys", "Run by Ada Byron, Nordlys makes lamps.", "a company"),
        ("author", "written_by", "Ada Byron", "Alien, after a novel of Ada Byron.", "a film"),
        # Not a whole name, or an age that is told in nothing.
        ("name", "full_name", "Ada", "", "a fictional user"),
        ("name", "full_name", "Ada Byron", "Ada Byron, born Augusta King, lived here.", ""),
        ("name", "full_name", "Ada Byron", "Ada Byron signs as Augusta Ada Byron in the register.", ""),
        ("name", "full_name", "Ada Byron", "It is Ada Byron, better known as Ada Lovelace.", ""),
        ("full_name", "name", "Dr. Ada Byron", "Dr. Ada Byron works here.", ""),
        ("name", "full_name", "Ada Byron", "Mrs. Ada Byron works here.", ""),
        ("name", "full_name", "Ada Byron", "Ada Byron (Countess of Lovelace) works here.", ""),
        ("name", "full_name", "Ada Byron", "Ada Byron, with the second name King, works here.", ""),
        ("full_name", "name", "Augusta Ada Byron", "Ada Byron works here. She signs as Augusta Ada Byron.", ""),
        ("age", "years_old", 18, "Rex is 18 months of age.", ""),
        ("age", "years", 41, "Maria Whitfield is 41 years old.", ""),
        ("ingredients", "ingredient_list", "flour and eggs", "Banana bread.", ""),
    ],
)
def test_a_name_that_may_mean_something_else_is_left_to_the_model(
    before: str, after: str, value: Any, data: str, thing: str
) -> None:
    assert renamed(before, after, value, data, thing) is None


@pytest.mark.parametrize(
    ("before", "after", "value", "beside"),
    [
        ("email", "contact_email", "ada@math.org", "work_email"),
        ("phone", "phone_number", "555 123 99", "telephone"),
        ("name", "full_name", "Ada Byron", "first_name"),
        ("organizer", "organized_by", "Ada Byron", "co_organizer"),
    ],
)
def test_a_key_beside_it_that_may_mean_the_same_is_doubt(before: str, after: str, value: str, beside: str) -> None:
    data = "This is of Ada Byron, ada@math.org, 555 123 99."
    assert renamed(before, after, value, data) == value
    assert renamed(before, after, value, data, beside=beside) is None


def test_a_renamed_key_keeps_its_value_under_the_same_rule_only() -> None:
    asked = "Return a JSON object with the keys film and {0}, for a review of Alien. The {0} must be {1}."
    text = '{"film": "Alien", "myStars": 4}'
    old = problem_of(asked.format("myStars", "between 1 and 5"))
    same = problem_of(asked.format("my_stars", "between 1 and 5"))
    other = problem_of(asked.format("my_stars", "between 1 and 10"))
    replayed = TASK.replay(old, same, (Step(text),))
    assert replayed is not None
    assert join(replayed) == '{"film": "Alien", "my_stars": 4}'
    assert TASK.replay(old, other, (Step(text),)) is None


def test_a_key_of_a_schema_is_renamed_too() -> None:
    def asked(key: str) -> str:
        schema = {"type": "object", "properties": {key: {"type": "string"}, "year": {"type": "integer"}},
                  "required": [key, "year"], "additionalProperties": False}  # fmt: skip
        return f"Return a JSON object that matches this JSON schema:\n{json.dumps(schema)}\n\nfor a film: Alien (1979)."

    steps = (Step('{"title": "Alien", "year": 1979}'),)
    replayed = TASK.replay(problem_of(asked("title")), problem_of(asked("film_title")), steps)
    assert replayed is not None
    assert join(replayed) == '{"film_title": "Alien", "year": 1979}'
    assert TASK.replay(problem_of(asked("title")), problem_of(asked("subtitle")), steps) is None


LABELLED = "Write a JSON object that describes a support ticket. Use exactly these keys: {}. Data: {}."


def test_an_object_is_told_whole_under_other_names_of_its_keys() -> None:
    data = "ticket_id T-5087, reporter Aisha Sharma, opened 2023-03-13"
    whole = TASK.solve(problem_of(LABELLED.format("id, reported_by and opened", data)))
    assert whole is not None
    assert json.loads(whole) == {"id": "T-5087", "reported_by": "Aisha Sharma", "opened": "2023-03-13"}


@pytest.mark.parametrize(
    ("keys", "data"),
    [
        ("id, reporter and state", "ticket_id T-5087, reporter Aisha Sharma, status open"),
        ("id and reporter", "ticket_id T-5087, customer_id K-7, reporter Aisha Sharma"),
        ("reported_by and opened", "reporter Aisha Sharma, reported by Tim Roth, opened 2023-03-13"),
    ],
)
def test_an_object_is_not_told_whole_under_names_that_may_mean_something_else(keys: str, data: str) -> None:
    assert TASK.solve(problem_of(LABELLED.format(keys, data))) is None


def test_the_engine_serves_an_object_under_the_new_name_without_the_model() -> None:
    def asked(key: str) -> str:
        return f"Return a JSON object with the keys title, {key} and year. Alien was directed by Ridley Scott in 1979."

    calls: list[str] = []

    def model(request: Request) -> Generation:
        calls.append(request.prompt)
        return Generation('{"title": "Alien", "director": "Ridley Scott", "year": 1979}')

    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())
    engine.answer(Request.from_prompt(asked("director")), model)
    with_actor = engine.explain(Request.from_prompt(asked("actor")))
    answer = engine.answer(Request.from_prompt(asked("directorName")), model)
    assert with_actor.needs_model
    assert answer.outcome is Outcome.REPLAY
    assert json.loads(answer.text) == {"title": "Alien", "directorName": "Ridley Scott", "year": 1979}
    assert len(calls) == 1
