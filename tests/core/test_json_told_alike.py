"""Requests that tell the same text of the same thing and differ in the words that ask, and those that only seem to."""

from __future__ import annotations

import pytest

from stepcache_core.model import Request
from stepcache_core.tasks.json_value.problem import are_alike
from tests.core.json_samples import TASK, problem_of

KEYS = "title, artist and width_cm"
PAINTING = '"Salt Flats" was painted by Ines Aydin. It is 84 cm wide.'
PLAIN = f"Extract {KEYS} as JSON from the following text:\n\n{PAINTING}"
NURSE = "Ines Aydin is 34 years old and works as nurse in Bergen."
LABELLED = "sku QX-4, colour dark red, price 12.5, stock 3."


def ways_alike(one: str, other: str) -> tuple[bool, bool]:
    """Whether the first vouches for the second, and the second for the first."""
    old, new = (TASK.parse(Request.from_prompt(prompt)) for prompt in (one, other))
    if old is None or new is None:
        return (False, False)
    return are_alike(old, new), are_alike(new, old)


@pytest.mark.parametrize(
    "prompt",
    [
        f"Return a JSON object with the keys {KEYS} for a painting: {PAINTING}",
        f"Create a JSON object for a painting with {KEYS}. {PAINTING}",
        f"Give me a painting as JSON with the fields {KEYS}: {PAINTING}",
        f"Write a JSON object that describes a painting. Use exactly these keys: {KEYS}. Data: {PAINTING}",
        f"Turn this into JSON with the keys {KEYS}: {PAINTING}",
        f"{PAINTING} Return {KEYS} as a JSON object.",
        f"Produce JSON with the following keys: {KEYS}. It describes a painting. {PAINTING}",
        f"Output only a JSON object (keys: {KEYS}) for a painting with these details: {PAINTING}",
        f"Make me a JSON record of a painting; the properties are {KEYS}. {PAINTING}",
        f"Here is what I know about a painting: {PAINTING}\nPlease put it into one JSON object whose keys are {KEYS}.",
    ],
)
def test_a_plain_name_for_what_is_told_changes_nothing(prompt: str) -> None:
    assert all(ways_alike(PLAIN, prompt))
    assert set(problem_of(PLAIN).signatures) & set(problem_of(prompt).signatures)


@pytest.mark.parametrize(
    "asked",
    [
        "for the painting",
        "for the second painting",
        "for the painter",
        "for another painting",
        "for a beginner",
        "for a child",
        "for a painting in German",
        "for a German painting",
        "for a painting by someone else",
        "for a larger painting",
        "for a fictional painting",
        "for a painting shop's website",
        "from the second sentence",
        "for a painting and its frame",
        "in German",
    ],
)
def test_a_name_that_may_choose_or_say_more_is_a_change(asked: str) -> None:
    assert not any(ways_alike(PLAIN, f"Return a JSON object with the keys {KEYS} {asked}: {PAINTING}"))


@pytest.mark.parametrize(
    "told",
    [
        PAINTING.replace("84", "48"),
        PAINTING.replace("painted", "sold"),
        PAINTING.replace("Ines Aydin", "Ines, Aydin"),
        PAINTING + " It was sold in 2009.",
        PAINTING + " Translate the title.",
        PAINTING.replace(" cm", " mm"),
        PAINTING.replace("It is", "It is not"),
    ],
)
def test_another_text_is_another_subject_whatever_it_is_called(told: str) -> None:
    assert not any(ways_alike(PLAIN, f"Return a JSON object with the keys {KEYS} for a painting: {told}"))
    assert not any(ways_alike(PLAIN, f'Convert this note into JSON. My script reads {KEYS}.\n"{told}"'))


def test_two_names_for_one_text_are_a_change() -> None:
    painting = f"Return a JSON object with the keys {KEYS} for a painting: {PAINTING}"
    assert all(ways_alike(painting, painting.replace("JSON object", "JSON record")))
    assert not any(ways_alike(painting, painting.replace("a painting:", "a museum:")))
    assert not any(ways_alike(painting, painting.replace("a painting:", "a book:")))


@pytest.mark.parametrize(
    ("keys", "label", "told"),
    [
        ("name and city", "a company", "Ines Aydin works for Harrow Tools in Bergen."),
        ("name, role and city", "a patient", "Ines Aydin is a nurse in Bergen and treats Omar Brandt of Oslo."),
        ("name, role and age", "a patient", "Ines Aydin is 34 and works as nurse. Omar Brandt is 51 and a baker."),
        ("name, role and age", "a patient", "Ines Aydin is 34 and works as nurse. Her brother is 51 and a baker."),
        ("name, age and breed", "a dog", "Ines Aydin is 34 and has a dog, Rex, that is 5."),
        ("name and age", "a dog", "Ines Aydin is 34 and lives with Rex, 5."),
        ("name, employees and city", "a company", "Ines Aydin lives in Bergen and founded Harrow with 40 people."),
        ("seats and stars", "a restaurant", "The Elm has 80 seats and 4 stars. The restaurant in it has 40 and 2."),
        ("rooms and rent", "a flat", "The house has 5 rooms at a rent of 900. The attic has 2 rooms at a rent of 500."),
        ("sku and note", "a product", "Note: QX-4 is a red mug that costs 5."),
        ("title and advice", "a student", '"Salt Flats" was painted by Ines Aydin in 2009.'),
        ("title and summary", "a customer", '"Salt Flats" was painted by Ines Aydin in 2009.'),
        ("title and text", "a book", "Write 3 lines about Bergen."),
        ("name and power", "a robot", "Use 3 heroes from Bergen."),
        ("dish and minutes", "a dish", "Take 3 eggs, keep 2 for later."),
        ("dish and minutes", "a dish", "It must be ready in 20 minutes."),
    ],
)  # fmt: skip
def test_a_name_stays_where_the_text_may_be_read_of_something_else(keys: str, label: str, told: str) -> None:
    named = f"Return a JSON object with the keys {keys} for {label}: {told}"
    bare = f"Turn this into JSON with the keys {keys}: {told}"
    assert not any(ways_alike(named, bare))


def test_a_person_is_the_only_one_told_of() -> None:
    named = f"Return a JSON object with the keys name, role and city for an employee: {NURSE}"
    assert all(ways_alike(named, f"Turn this into JSON with the keys name, role and city: {NURSE}"))
    assert all(ways_alike(named, f"Turn this into JSON with the keys role and city: {NURSE}"))
    assert not any(ways_alike(named, named.replace("Bergen.", "Bergen with Omar Brandt.")))


@pytest.mark.parametrize(
    ("told", "is_same"),
    [
        ("price 12.5, stock 3, colour dark red, sku QX-4.", True),
        ("price 12.5, stock 3, colour red dark, sku QX-4.", False),
        ("price 12.5, stock dark red, colour 3, sku QX-4.", False),
        ("price 12.5, stock 3, colour dark red, cut 8, sku QX-4.", False),
        ("price 12.5, stock 3 less than before, colour dark red, sku QX-4.", False),
    ],
)
def test_keys_with_their_values_tell_the_same_in_any_order(told: str, is_same: bool) -> None:
    keys = "sku, colour and price"
    one = f"Turn this into JSON with the keys {keys}: {LABELLED}"
    assert ways_alike(one, f"Return a JSON object with the keys {keys} for a product: {told}") == (is_same, is_same)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("food olives, feta cheese, drink cola, size 3", "food olives, drink cola, feta cheese, size 3"),
        ("food olives, drink cola, size 3, rest as before", "drink cola, rest as before, food olives, size 3"),
    ],
)
def test_order_counts_where_a_piece_may_go_on_with_the_one_before(one: str, other: str) -> None:
    prompt = "Turn this into JSON with the keys food and drink: {}."
    assert TASK.solve(problem_of(prompt.format(one))) is None
    assert not any(ways_alike(prompt.format(one), prompt.format(other)))


def test_a_first_fact_that_is_left_out_with_its_key_leaves_the_rest() -> None:
    whole = "Return a JSON object with the keys sku and price for a product: sku QX-4, price 12.5, stock 3."
    reduced = "Return a JSON object with the key price for a product: price 12.5, stock 3."
    assert all(ways_alike(whole, reduced))
    assert not any(ways_alike(whole, reduced.replace("stock 3", "stock 4")))


@pytest.mark.parametrize(
    ("asked", "is_same"),
    [
        ("Make up a riddle about frogs and return it as JSON with question and answer.", True),
        ("Please invent a riddle about frogs as one JSON object having question and answer.", True),
        ("Please invent a riddle about birds as one JSON object having question and answer.", False),
        ("Please invent a German riddle about frogs as one JSON object having question and answer.", False),
        ("For our app I need a riddle about frogs as JSON with the keys question and answer.", False),
    ],
)
def test_what_is_made_by_writing_it_is_made_up_anyway(asked: str, is_same: bool) -> None:
    plain = "Generate a riddle about frogs as JSON with the fields question and answer."
    assert ways_alike(plain, asked) == (is_same, is_same)


def test_long_texts_are_compared_without_raising() -> None:
    for filler in ("a b, ", '"a" ', "The a b is. ", "A is, ", "x: y; "):
        problem_of(f"Return a JSON object with the keys {KEYS} for a painting: {filler * 3000}"[:15_000])
