"""An instruction beside stated values is never passed over: the prompt then does not say itself what the object is."""

from __future__ import annotations

import pytest

from stepcache_core import Request
from stepcache_core.tasks import JsonTask

TASK = JsonTask()
FACTS = "name: Ada Lovelace, age: 36, city: London"
PLAIN = [
    "Return a JSON object with the keys name, age and city: {facts}.",
    "Return a JSON object with the keys name, age and city for a person: {facts}.",
    "Return a JSON object with the keys name, age and city. {facts}.",
    "Write a JSON object that describes a person. Use exactly these keys: name, age and city. Data: {facts}.",
    "Give me a person as JSON with the fields name, age and city: {facts}.",
    "{facts}. Return name, age and city as a JSON object.",
    "Extract name, age and city as JSON from the following text:\n\n{facts}.",
    'Turn this into JSON with the keys name, age and city:\n"{facts}."',
    'Return JSON in this format: {{"name": "...", "age": 0, "city": "..."}}\nfor a person: {facts}.',
]
INSTRUCTIONS = [
    "Initials suffice.",
    "Use initials for people.",
    "Numbers as words please.",
    "Swap first and last names.",
    "Use single quotes.",
    "Actually it is Rome.",
    "Make it about someone else.",
    "Everything mirrored.",
    "An abbreviated form will do.",
    "It is a year later now.",
    "German values.",
]


def solved(prompt: str) -> str | None:
    problem = TASK.parse(Request.from_prompt(prompt))
    return None if problem is None else TASK.solve(problem)


@pytest.mark.parametrize("plain", PLAIN)
def test_without_an_instruction_the_prompt_says_what_the_object_is(plain: str) -> None:
    assert solved(plain.format(facts=FACTS)) is not None


@pytest.mark.parametrize("instruction", INSTRUCTIONS)
@pytest.mark.parametrize("plain", PLAIN)
def test_a_sentence_more_is_not_passed_over(plain: str, instruction: str) -> None:
    before, after = plain.split("{facts}")
    sentence = instruction.rstrip(".")
    for prompt in (
        f"{instruction} {plain}",
        f"{instruction}\n{plain}",
        f"{plain} {instruction}",
        f"{plain}\n\n{sentence}",
        f"{before}{instruction} {{facts}}{after}",
        f"{before}{sentence}\n{{facts}}{after}",
        f"{before}{{facts}} ({sentence.lower()}){after}",
        f"{before}{{facts}} - {sentence.lower()}{after}",
        f"{before}{{facts}}; {sentence.lower()}{after}",
    ):
        assert solved(prompt.format(facts=FACTS)) is None, prompt


@pytest.mark.parametrize(
    "prompt",
    [
        "Return a JSON object with the keys name, age and city in German: {facts}.",
        "Return a JSON object with the keys name, age and city for a person in french: {facts}.",
        "Write a JSON object that describes a person with short names. Use exactly these keys: name, age and city. "
        "Data: {facts}.",
        "Give me a shortened person as JSON with the fields name, age and city: {facts}.",
        "Return a JSON object with the keys name, age and city as a summary: {facts}.",
        "Give me a translation as JSON with the fields name, age and city: {facts}.",
        "Return the initials as JSON with the keys name, age and city: {facts}.",
        "Return a JSON object with the keys name, age and city of the other person: {facts}.",
    ],
)
def test_words_that_may_turn_a_value_into_another_are_not_passed_over(prompt: str) -> None:
    assert solved(prompt.format(facts=FACTS)) is None


def test_a_verb_is_no_label_although_a_key_is_spelled_like_it() -> None:
    asked = "Return a JSON object with the keys make and year: make Skoda, year 2009. Make it about another one."
    assert solved(asked) is None


def test_a_value_ends_where_a_sentence_begins() -> None:
    asked = "Return JSON with the keys name, city and opens.\n\nname: Kiosk; city: Rome; opens: 9:30"
    assert solved(asked) is not None
    assert solved(f"{asked} Round the time to hours.") is None
