"""Letters and chats that come to ask for one JSON object, and those that ask for something else, or for more."""

from __future__ import annotations

import pytest

from tests.core.json_samples import TASK, parse

KEYS = "title, artist and width_cm"
PAINTING = '"Salt Flats" was painted by Ines Aydin. It is 84 cm wide.'
UNQUOTED = "Salt Flats was painted by Ines Aydin. It is 84 cm wide"
SHAPE = '{"title": "...", "artist": "...", "width_cm": 0}'
SCHEMA = (
    '{"type": "object", "properties": {"title": {"type": "string"}, "width_cm": {"type": "integer"}}, '
    '"required": ["title", "width_cm"], "additionalProperties": false}'
)


def is_taken_as(letter: str, plain: str) -> bool:
    """Whether the letter is taken for the same as the plain request, either way round."""
    taken, known = parse(letter), parse(plain)
    assert known is not None
    return (
        taken is not None
        and not taken.unread
        and (taken.required_keys, taken.rules, taken.schema) == (known.required_keys, known.rules, known.schema)
        and TASK.compatible(known, taken)
        and TASK.compatible(taken, known)
    )


@pytest.mark.parametrize(
    "letter",
    [
        f'We keep these records as JSON. Read "{UNQUOTED}" and write the object with {KEYS}.',
        f"I'm building our import form. Take this: {UNQUOTED}. Then answer with JSON only, with {KEYS} filled in.",
        f"Take this note: {UNQUOTED}. Now reply with JSON, with {KEYS} filled in.",
        f'Could you turn this note into JSON? Our parser reads {KEYS} and nothing else.\n"{UNQUOTED}."',
        f"For our database I need the data below in JSON. The columns are called {KEYS}.\n\n{UNQUOTED}.",
        f"Here is what we know about a painting: {UNQUOTED}.\nPut it into one JSON object whose keys are {KEYS}.",
    ],
)
def test_who_reads_the_json_says_nothing_of_what_it_holds(letter: str) -> None:
    assert is_taken_as(letter, f"Extract {KEYS} as JSON from the following text:\n\n{UNQUOTED}.")


@pytest.mark.parametrize(
    "letter",
    [
        f"The other team expects messages like\n{SHAPE}\n\nWrite one for this: {PAINTING}",
        f"Our API takes objects of the form {SHAPE}\nGive me one for the following text: {PAINTING}",
        f"{PAINTING} Can you put it in the same shape as {SHAPE} ?",
        f"{PAINTING} Please bring this into the same form as {SHAPE}",
    ],
)
def test_an_example_of_what_is_expected_is_the_shape_asked_for(letter: str) -> None:
    assert is_taken_as(letter, f"Return JSON in this format: {SHAPE}\nfor a painting: {PAINTING}")


def test_a_schema_by_which_input_is_checked_is_the_schema_asked_for() -> None:
    letter = (
        f"Our server checks every request against\n\n{SCHEMA}\n\nI have a painting: {PAINTING} What JSON do I send?"
    )
    assert is_taken_as(letter, f"Fill this JSON schema for a painting: {PAINTING}\n\nSchema: {SCHEMA}")


@pytest.mark.parametrize(
    "letter",
    [
        "I need sample data for a test. Please invent a fictional guest as a JSON object having name and room.",
        "For a demo page I'd like a fictional guest. My code parses JSON, so answer with an object with name and room.",
        "I'd like a fictional guest. Our app only reads JSON. Give me one object with name and room.",
    ],
)
def test_samples_for_a_test_are_what_is_invented(letter: str) -> None:
    assert is_taken_as(letter, "Create a JSON object for a fictional guest with the keys name and room.")


@pytest.mark.parametrize(
    "letter",
    [
        f'We keep these records as JSON in German. Read "{UNQUOTED}" and write the object with {KEYS}.',
        f'We keep these records as JSON, without accents. Read "{UNQUOTED}" and write the object with {KEYS}.',
        f'We keep these records as JSON. Read "{UNQUOTED}" and write the objects with {KEYS}.',
        f'We keep these records as JSON. Read "{UNQUOTED}", translate it and write the object with {KEYS}.',
        f'We do not keep these records as JSON. Read "{UNQUOTED}" and write the object with {KEYS}.',
        f'We keep these records as JSON. Read "{UNQUOTED}" and write the object with {KEYS}. Explain your choice.',
        f"I'm filling a form. Take this: {UNQUOTED}. Then translate it and answer with JSON, with {KEYS} filled in.",
        f"I'm filling a French form. Take this: {UNQUOTED}. Then answer with JSON only, with {KEYS} filled in.",
        f"Take this: {UNQUOTED}. Then answer with JSON only, with {KEYS} filled in by the painter.",
        f"Take this: {UNQUOTED}. Then answer with JSON only, with {KEYS} filled in. Then write a poem.",
        f'Could you turn this note into JSON? Our parser reads German dates, {KEYS}.\n"{UNQUOTED}."',
        f'Could you turn this note into JSON? Our parser reads {KEYS} in upper case.\n"{UNQUOTED}."',
    ],
)
def test_what_the_reader_wants_besides_is_no_mere_purpose(letter: str) -> None:
    assert not is_taken_as(letter, f"Extract {KEYS} as JSON from the following text:\n\n{UNQUOTED}.")


@pytest.mark.parametrize(
    "letter",
    [
        f"The other team expects messages like\n{SHAPE}\n\nWrite two for this: {PAINTING}",
        f"The other team expects messages like\n{SHAPE}\n\nWrite a parser for this: {PAINTING}",
        f"The other team expects short messages like\n{SHAPE}\n\nWrite one for this: {PAINTING}",
        f"The other team expects messages like\n{SHAPE}\n\nWrite one for this, in German: {PAINTING}",
        f"The other team rejects messages like\n{SHAPE}\n\nWrite one for this: {PAINTING}",
        f"{PAINTING} Can you put it in the same shape as {SHAPE} but in German?",
        f"{PAINTING} Can you put it in nearly the same shape as {SHAPE} ?",
        f"{PAINTING} Why can you not put it in the same shape as {SHAPE} ?",
    ],
)
def test_an_example_that_is_not_simply_to_be_filled_is_left_alone(letter: str) -> None:
    assert not is_taken_as(letter, f"Return JSON in this format: {SHAPE}\nfor a painting: {PAINTING}")


@pytest.mark.parametrize(
    "letter",
    [
        f"Our server checks every request against\n\n{SCHEMA}\n\nWe have one: {PAINTING} What is wrong with it?",
        f"Our server checks every request against\n\n{SCHEMA}\n\nI have one: {PAINTING} Which JSON must I not send?",
        f"Our server checks some requests against\n\n{SCHEMA}\n\nI have a painting: {PAINTING} What JSON do I send?",
    ],
)
def test_another_question_about_a_schema_is_left_alone(letter: str) -> None:
    assert not is_taken_as(letter, f"Fill this JSON schema for a painting: {PAINTING}\n\nSchema: {SCHEMA}")


@pytest.mark.parametrize(
    "letter",
    [
        "I need sample data for a French test. Invent a fictional guest as a JSON object having name and room.",
        "For a French page I'd like a fictional guest. Our app reads JSON. Answer with an object with name and room.",
        "For a demo page I'd like a headline. My code parses JSON, so answer with an object with name and room.",
        "I'd like a fictional guest. My code parses JSON badly, so answer with an object with name and room.",
        "I'd like a fictional guest. My code parses JSON, so answer with a list that has name and room.",
        "I'd like a fictional guest of the hotel. My code parses JSON, so answer with an object with name and room.",
    ],
)
def test_samples_of_another_kind_are_a_change(letter: str) -> None:
    assert not is_taken_as(letter, "Create a JSON object for a fictional guest with the keys name and room.")
    assert not is_taken_as(letter, "Create a JSON object for a headline with the keys name and room.")


@pytest.mark.parametrize(
    "filler",
    [
        "take this: ",
        "then answer with json, with a ",
        "} i have ",
        'read "a" and write ',
        "we store such data as json. ",
        "I'd like a b. ",
    ],
)
def test_long_letters_are_read_without_raising(filler: str) -> None:
    parse(f"{(filler * 3000)[:15_000]} Return JSON with the keys a and b.")
    parse(f"Take this: {(filler * 3000)[:15_000]} Then answer with JSON only, with a and b filled in.")
