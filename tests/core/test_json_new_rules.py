"""A rule on one value that changed leaves a copied value as it is, but for its form; any other is asked anew."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stepcache_core import Generation, Request, StepCacheEngine
from stepcache_core.model import Outcome, Step, join
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from tests.core.json_samples import TASK, problem_of

ASKED = "Return a JSON object with the keys remark and {}{}. {}"


def under(key: str, before: str, after: str, value: Any, data: str) -> Any:
    """The value under the new rule, a note beside its key; None where a model is asked."""
    notes = (f" ({note})" if note else "" for note in (before, after))
    old, new = (problem_of(ASKED.format(key, note, data)) for note in notes)
    text = json.dumps({"remark": "none", key: value}, ensure_ascii=False)
    assert TASK.verify_answer(old, text).is_pass, "the value answers the first request"
    steps = TASK.replay(old, new, (Step(text),))
    return None if steps is None else json.loads(join(steps))[key]


JAZZ = "Harbor Jazz Night takes place in Bergen, the hall holds 1050 people, 46 of them are seated."
CAR = "Hugo sells a white Volvo built in 2024. It ran 10000 km and costs 12600."
FILM = '"Blue Orchard" is a drama from France directed by Omar Okafor, released in 2016, with a length of 178 minutes.'


@pytest.mark.parametrize(
    ("key", "before", "after", "value", "data", "expected"),
    [
        ("city", "", "in capital letters", "Bergen", JAZZ, "BERGEN"),
        ("code", "", "in capital letters", "fm-7 é", "It is fm-7 é.", "FM-7 É"),
        ("city", "", "at most 80 characters", "Bergen", JAZZ, "Bergen"),
        ("city", "at most 80 characters", "at most 20 characters", "Bergen", JAZZ, "Bergen"),
        ("capacity", "", "a number from 980 to 1100", 1050, JAZZ, 1050),
        ("capacity", "a number from 980 to 1100", "a number from 900 to 1060", 1050, JAZZ, 1050),
        ("year", "a number from 2000 to 2030", "a number from 1990 to 2040", 2024, CAR, 2024),
        ("rooms", "", "between 1 and 50", 3, "The flat has 3 rooms and a garden.", 3),
        ("year", "integer", "string", 2024, CAR, "2024"),
        ("year", "string", "integer", "2024", CAR, 2024),
        ("year", "integer", "number", 2024, CAR, 2024),
        ("director", "", "a list", "Omar Okafor", FILM, ["Omar Okafor"]),
        ("year", "", "a list", 2016, FILM, [2016]),
        ("title", "", "a list", "Blue Orchard", FILM, ["Blue Orchard"]),
        ("director", "a list", "a string", ["Omar Okafor"], FILM, "Omar Okafor"),
        ("destination", "", "a list", "Malmo", "The flight leaves from Ghent to Malmo.", ["Malmo"]),
    ],
)
def test_a_value_that_was_copied_stands_under_another_rule(
    key: str, before: str, after: str, value: Any, data: str, expected: Any
) -> None:
    assert under(key, before, after, value, data) == expected


@pytest.mark.parametrize(
    ("key", "before", "after", "value", "data"),
    [
        # What was written in capitals cannot be told from what should not be.
        ("city", "in capital letters", "", "BERGEN", JAZZ),
        ("street", "", "in capital letters", "Große Straße 1", "It is Große Straße 1."),
        ("city", "", "in capital letters", ["Bergen"], JAZZ),
        # A text that is not copied, or that had to be short before.
        ("mood", "", "at most 80 characters", "cheerful", JAZZ),
        ("title", "at most 12 characters", "at most 80 characters", "Blue", FILM),
        ("title", "at most 12 characters", "", "Blue", FILM),
        ("city", "", "at most 3 characters", "Bergen", JAZZ),
        # A number of a scale, or one that is not told.
        ("score", "between 1 and 5", "between 1 and 10", 4, "It has 4 chapters."),
        ("rating", "between 1 and 500", "between 1 and 900", 178, FILM),
        ("difficulty", "between 1 and 5", "between 1 and 10", 4, "The climb takes 4 hours."),
        ("level", "", "between 1 and 6", 3, "The game has 3 levels and a map."),
        ("charm", "between 1 and 5", "between 1 and 10", 4, "The flat has 4 rooms."),
        ("length", "between 1 and 200", "between 1 and 300", 178, "It got 178 out of 300 votes."),
        # Other bounds would have picked another number, or the number is their end.
        ("price", "between 1 and 12000", "between 1 and 20000", 10000, CAR),
        ("price", "between 1 and 12000", "", 10000, CAR),
        ("length", "between 1 and 178", "between 1 and 300", 178, FILM),
        ("capacity", "", "between 1100 and 2000", 1050, JAZZ),
        # A number with its unit, a number that is written otherwise, digits that are no number.
        ("price", "number", "string", 64, "A ticket costs 64 euros."),
        ("price", "number", "string", 64, "A ticket costs $64."),
        ("code", "string", "integer", "007", "The code is 007."),
        ("year", "string", "", "2024", CAR),
        ("code", "string", "number", "ab", "It is ab."),
        # One of several, or what may go on.
        ("color", "", "a list", "red", "It is red, green and blue."),
        ("color", "", "a list", "blue", "It is red, green and blue."),
        ("color", "", "a list", "blue", "It is blue, red and green."),
        ("color", "", "a list", "red", "It is red; green."),
        ("stop", "", "a list", "Malmo", "The flight leaves from Ghent to Malmo."),
        ("stop", "", "a list", "Ghent", "The flight leaves from Ghent to Malmo."),
        ("languages", "", "a list", "French", "She speaks French well."),
        ("author", "", "a list", "Ada Byron", "It is by Ada Byron, Tim Roth."),
        ("pilot", "", "a list", "Ada Byron", "Flown by Ada Byron, assisted by Tim Roth."),
        ("author", "", "a list", "Ada Byron", "It is by Ada Byron with Tim Roth."),
        ("author", "", "a list", "Ada Byron", "It is by Ada Byron. Another author is Tim Roth."),
        ("author", "", "a list", "Ada Byron and Tim Roth", "It is by Ada Byron and Tim Roth."),
        ("color", "", "a list of exactly 2 strings", "red", "It is red."),
        ("pilot", "a list", "a string", ["Omar", "Tim"], "It was flown by Omar and Tim."),
        # Choices, dates and what is described say what a value means.
        ("city", "", "one of Bergen, Oslo", "Bergen", JAZZ),
        ("year", "between 1 and 3000", "one of 2016, 2017", 2016, FILM),
    ],
)
def test_a_value_that_may_be_another_under_the_new_rule_is_left_to_the_model(
    key: str, before: str, after: str, value: Any, data: str
) -> None:
    assert under(key, before, after, value, data) is None


def test_a_scale_is_another_in_an_example_too() -> None:
    asked = 'Return JSON in this format: {{"film": "...", "stars": {}}} for a review of Alien: I saw it 4 times.'
    old, new = (problem_of(asked.format(shown)) for shown in ("0", '["..."]'))
    assert TASK.replay(old, new, (Step('{"film": "Alien", "stars": 3}'),)) is None


def test_a_value_in_an_example_is_written_as_the_new_example_shows_it() -> None:
    asked = 'Return JSON in this format: {{"color": "...", "year": {}}} for a used car: ' + CAR
    number, text, listed = (problem_of(asked.format(shown)) for shown in ("0", '"..."', '["..."]'))
    steps = (Step('{"color": "white", "year": 2024}'),)
    for new, expected in ((text, "2024"), (listed, ["2024"])):
        replayed = TASK.replay(number, new, steps)
        assert replayed is not None
        assert json.loads(join(replayed)) == {"color": "white", "year": expected}


def test_the_same_object_is_not_served_unless_its_value_is_proved() -> None:
    asked = "Return JSON with keys {} and reason for the film Alien, {} between 1 and {}."
    for key in ("score", "charm"):
        old, new = (problem_of(asked.format(key, key, most)) for most in (5, 10))
        assert not TASK.compatible(old, new)
        assert TASK.replay(old, new, (Step(json.dumps({key: 4, "reason": "good"})),)) is None


def test_the_engine_serves_a_value_that_is_proved_and_asks_the_model_for_any_other() -> None:
    asked = "Return JSON with keys city and {} for an event: {}, {} between 1 and {}."
    calls: list[str] = []

    def model(request: Request) -> Generation:
        calls.append(request.prompt)
        return Generation(json.dumps({"city": "Bergen", "capacity" if "capacity" in request.prompt else "charm": 400}))

    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())
    for key, data, served in (
        ("capacity", "the hall in Bergen is for 400 people", Outcome.REPLAY),
        ("charm", "the hall in Bergen is a pleasant one", Outcome.SKIP),
    ):
        old, new = (asked.format(key, data, key, most) for most in (500, 900))
        engine.answer(Request.from_prompt(old), model)
        assert engine.explain(Request.from_prompt(new)).outcome is served
        assert engine.answer(Request.from_prompt(new), model).outcome is served
    assert len(calls) == 3
