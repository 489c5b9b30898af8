"""Prompts as applications write them: templates with a role, labelled parts, lists of fields, and text to work on."""

from __future__ import annotations

import re

import pytest

from stepcache_core import Generation, Request, StepCacheEngine, Usage
from stepcache_core.model import Step
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks.json_value.problem import are_alike, keys_of
from stepcache_core.tasks.json_value.reading.manners import without_manners
from stepcache_core.tasks.json_value.reading.notes import from_note
from stepcache_core.tasks.json_value.reading.skeletons import skeleton_at
from stepcache_core.testing import HashEmbedder
from tests.core.json_samples import TASK, parse, problem_of
from tests.core.json_templates import ASKED, OTHERWISE


@pytest.mark.parametrize(("prompt", "keys"), ASKED)
def test_a_template_asks_for_one_object_with_these_keys(prompt: str, keys: str) -> None:
    problem = problem_of(prompt)
    assert " ".join(problem.required_keys or keys_of(problem.schema or {})) == keys
    assert not problem.unread


@pytest.mark.parametrize("prompt", OTHERWISE)
def test_what_asks_for_something_else_or_leaves_a_key_open_is_not_taken(prompt: str) -> None:
    assert parse(prompt) is None


_OF_FORM = frozenset(
    "text input article email review ticket message log listing task todo because our strict ingredient".split()
)
"""Words of these templates that say nothing of what the object holds: labels, and reasons for the form."""


@pytest.mark.parametrize("prompt", [prompt for prompt, _ in ASKED])
def test_with_any_other_word_a_template_asks_for_another_object(prompt: str) -> None:
    """Each word and number in turn becomes another one: the data, the instructions, the fields."""
    problem, changed = problem_of(prompt), 0
    for found in re.finditer(r"[A-Z0-9][\w-]*", prompt):
        other = f"{prompt[: found.start()]}{int(found[0]) + 1 if found[0].isdigit() else 'Zorp'}{prompt[found.end() :]}"
        new = parse(other)
        if found[0].lower() in _OF_FORM or new is None or re.match(r"\d\.", prompt[found.start() :]):
            continue
        changed += 1
        assert not are_alike(problem, new) or problem.stated != new.stated, found
    assert changed


# --- the text that is given -----------------------------------------------------------------------------------------

SHEET = (
    'You turn part records into JSON.\n\nOutput format: one JSON object with exactly the keys "part_no", "name", '
    '"weight_kg", "spare". weight_kg is a number, spare is a boolean. No markdown.\n\nPart record:\n{given}'
)


def test_every_line_a_key_and_its_value_states_the_values() -> None:
    problem = problem_of(SHEET.format(given="Part no: B-12\nName: Bolt\nWeight (kg): 0.5\nSpare: no"))
    assert dict(problem.stated) == {"part_no": "B-12", "name": "Bolt", "weight_kg": "0.5", "spare": "false"}
    assert TASK.solve(problem) == '{"part_no": "B-12", "name": "Bolt", "weight_kg": 0.5, "spare": false}'


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ("Part no: B-12\nName: Bolt, zinc\nWeight (kg): 0.5\nSpare: no", "name"),
        ("Part no: B-12\nName: Bolt\nWeight (kg): 500 g\nSpare: no", "weight_kg"),
        ("Part no: B-12\nName: Bolt\nWeight (kg): 0.5\nSpare: two left", "spare"),
        ("Part no: B-12 (was B-11)\nName: Bolt\nWeight (kg): 0.5\nSpare: no", "part_no"),
    ],
)
def test_what_is_more_than_one_plain_value_of_the_type_is_not_stated(given: str, key: str) -> None:
    problem = problem_of(SHEET.format(given=given))
    assert key not in dict(problem.stated)
    assert TASK.solve(problem) is None


@pytest.mark.parametrize(
    "given",
    [
        "Part no: B-12\nName: Bolt\nWeight (kg): 0.5\nSpare: no\nPart no: B-13",
        "The name: Bolt is a thing of ours.\nPart no: B-12\nSome more words on it here",
    ],
)
def test_a_text_with_other_lines_or_a_key_twice_states_nothing(given: str) -> None:
    assert problem_of(SHEET.format(given=given)).stated == ()


def test_a_value_for_a_key_that_the_instructions_speak_of_is_not_taken_as_it_is() -> None:
    prompt = SHEET.replace("No markdown.", "No markdown. Reverse the name.")
    problem = problem_of(prompt.format(given="Part no: B-12\nName: Bolt\nWeight (kg): 0.5\nSpare: no"))
    assert "name" not in dict(problem.stated)
    assert TASK.solve(problem) is None


@pytest.mark.parametrize("more", ["Double all numbers.", "Our shop is in France.", "Numbers are net."])
def test_where_the_instructions_say_more_another_value_is_doubted_and_not_called_wrong(more: str) -> None:
    given = "Part no: B-12\nName: Bolt\nWeight (kg): 0.5\nSpare: no"
    problem = problem_of(SHEET.replace("No markdown.", f"No markdown. {more}").format(given=given))
    assert TASK.solve(problem) is None
    other = TASK.verify_answer(problem, '{"part_no": "B-12", "name": "Bolt", "weight_kg": 1, "spare": false}')
    assert not other.is_pass
    assert not other.is_fail


def test_a_value_of_which_a_note_says_what_it_is_is_not_taken_as_it_is() -> None:
    fields = "- name: string, the full name of the person\n- age: integer"
    problem = problem_of(f"Return JSON.\n\nFields:\n{fields}\n\nRecord:\nname: Ada\nage: 36")
    assert dict(problem.stated) == {"age": "36"}
    assert TASK.verify_answer(problem, '{"name": "Ada Lovelace", "age": 36}').is_pass


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Sender:\nTom Jones", "Recipient:\nTom Jones"),
        ("<sender>\nTom Jones\n</sender>", "<recipient>\nTom Jones\n</recipient>"),
        ("## Sender\nTom Jones", "## Recipient\nTom Jones"),
        ('Sender:\n"""\nTom Jones\n"""', 'Recipient:\n"""\nTom Jones\n"""'),
        ("Spam message:\nBuy now", "Wanted message:\nBuy now"),
    ],
)
def test_a_label_that_says_what_the_text_is_stays_part_of_it(one: str, other: str) -> None:
    asks = "You are a data extraction engine. Return a JSON object with the keys sender and recipient."
    assert not are_alike(problem_of(f"{asks}\n\n{one}"), problem_of(f"{asks}\n\n{other}"))


def test_a_value_that_a_note_fixes_is_stated_and_added_to_an_object_that_lacks_it() -> None:
    asks = "Invent a dog.\n\n* reply with a JSON object\n* `name`: string\n* `breed`: string"
    old, new = problem_of(asks), problem_of(f'{asks}\n* `town`: always "Graz"')
    replay = TASK.replay(old, new, (Step('{"name": "Rex", "breed": "pug"}'),))
    assert replay is not None
    assert replay[0].text == '{"name": "Rex", "breed": "pug", "town": "Graz"}'


def test_who_signs_a_letter_stays_part_of_it() -> None:
    asks = "please write a JSON object with the keys topic and sender. Only the JSON."
    letter = f'Dear assistant,\n\n{asks}\n\n"The fair is great."\n\nRegards,\n'
    assert not are_alike(problem_of(f"{letter}Tom"), problem_of(f"{letter}Mia"))


# --- through the engine -----------------------------------------------------------------------------------------------

EXTRACT = (
    "You are a data extraction engine. Extract the guest from the message as a JSON object with the keys {keys}. "
    'Respond only with valid JSON, no explanations.\n\nMessage:\n"""\n{message}\n"""'
)
STAY = "Good day, Lena Vogt here, room {room} please, for {nights} nights."


def answers(keys: str, room: int, nights: int) -> str:
    held = {"name": '"Lena Vogt"', "room": str(room), "nights": str(nights)}
    return "{" + ", ".join(f'"{key}": {held[key]}' for key in keys.split(", ")) + "}"


def test_the_same_template_with_other_text_is_asked_of_the_model() -> None:
    calls: list[str] = []
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())

    def ask(keys: str, room: int, nights: int) -> str:
        def generate(request: Request) -> Generation:
            calls.append(request.prompt)
            return Generation(f"Sure!\n```json\n{answers(keys, room, nights)}\n```", Usage(9, 9))

        return engine.answer(
            Request.from_prompt(EXTRACT.format(keys=keys, message=STAY.format(room=room, nights=nights))), generate
        ).text

    assert ask("name, room, nights", 12, 3) == answers("name, room, nights", 12, 3)
    assert ask("name, room, nights", 14, 3) == answers("name, room, nights", 14, 3)
    assert ask("name, room, nights", 12, 4) == answers("name, room, nights", 12, 4)
    assert len(calls) == 3
    assert ask("name, nights", 12, 3) == answers("name, nights", 12, 3)
    assert len(calls) == 3


# --- sentences of form ------------------------------------------------------------------------------------------------

FORM = [
    "Respond only with valid JSON.",
    "Do not wrap it in markdown.",
    "No prose.",
    "The output must go through json.loads directly.",
    "I run JSON.parse on the whole answer.",
    "Return ONLY the JSON object, no explanations, no markdown.",
    "Your response must be valid JSON and nothing else.",
    "Do not include any text before or after the JSON.",
    "Our loader fails on any other text.",
    "Just the object, thank you.",
    "Make sure the output is valid JSON.",
    "Do not add commentary, do not wrap the JSON in code fences.",
    "Start with { and end with }.",
    "Your answer must be a single JSON object, because our parser is strict.",
    "Only output JSON, no additional text, so that it can be parsed.",
    "It goes straight into our database.",
    "Strictly follow the schema above.",
    "IMPORTANT: return only valid JSON!",
]
CONTENT = [
    "Do not return JSON.",
    "Return text, not JSON.",
    "Wrap the JSON in a code fence.",
    "Include comments.",
    "Return the JSON in a markdown code block.",
    "It will be read by children.",
    "Add an explanation.",
    "Do not include age.",
    "Do not include prices without tax.",
    "Respond with JSON and an explanation.",
    "The output must be in German.",
    "Return only the title.",
    "Do not use YAML.",
    "The text must be short.",
    "Return only JSON Lines.",
    "Return only the JSON schema.",
    "Write for our database team.",
    "The answer must be parsed into two objects.",
]


@pytest.mark.parametrize("sentence", FORM)
def test_a_sentence_of_the_answers_form_alone_is_left_out(sentence: str) -> None:
    assert re.sub(r"\W", "", without_manners(sentence).content) == ""


@pytest.mark.parametrize("sentence", CONTENT)
def test_a_sentence_that_says_more_stays(sentence: str) -> None:
    assert without_manners(sentence).content == sentence


@pytest.mark.parametrize(("sentence", "rest"), [
    ("Give me the name, and nothing but the JSON, since it is pasted into a form.", "Give me the name."),
    ("I need the keys a and b (json only, no text!).", "I need the keys a and b."),
    ("Give a, and only the valid one, as it suits me.", "Give a, and only the valid one, as it suits me."),
])  # fmt: skip
def test_the_end_of_a_sentence_that_speaks_of_form_is_left_out(sentence: str, rest: str) -> None:
    assert without_manners(sentence).content == rest


# --- skeletons and notes ----------------------------------------------------------------------------------------------


def test_a_skeleton_means_types_literals_lists_and_members() -> None:
    skeleton = skeleton_at(
        '{"a": string, b: int | null; "c"?: "x" | "y", d: [{"e": number}, ...], f: string[], g: Array<bool>, h: '
        "<string>}",
        0,
    )
    assert skeleton is not None
    assert skeleton.keys == ()
    assert skeleton.schema["required"] == ["a", "b", "d", "f", "g", "h"]
    members = skeleton.schema["properties"]
    assert members["b"] == {"anyOf": [{"type": "integer"}, {"type": "null"}]}
    assert members["c"] == {"type": "string", "enum": ["x", "y"]}
    assert members["f"] == {"type": "array", "items": {"type": "string"}}
    assert members["d"]["items"]["properties"] == {"e": {"type": "number"}}


def test_a_nullable_member_may_be_null_and_an_optional_one_may_be_absent() -> None:
    problem = problem_of(
        'Extract as JSON.\n\nSchema: {"name": string, "age": int | null, "born"?: string}\n\nText:\nAda was here.'
    )
    for right in ('{"name": "Ada", "age": null}', '{"name": "Ada", "age": 36, "born": "1815"}'):
        assert TASK.verify_answer(problem, right).is_pass
    for wrong in ('{"age": 36}', '{"name": "Ada"}', '{"name": "Ada", "age": 1.5}', '{"name": "Ada", "age": 1, "x": 2}'):
        assert TASK.verify_answer(problem, wrong).is_fail


@pytest.mark.parametrize(
    "text",
    [
        '{"a": strange}',
        '{"a": string',
        '{"a": "Ada"}',
        '{"a": string, "a": string}',
        '{"a": string, "b": "Ada Lovelace"}',
        "{a: string // lower case\n}",
        "{a: number // in cents\n}",
        "{a: string // optional\n}",
        "{}",
    ],
)
def test_a_skeleton_of_which_anything_is_not_understood_is_none(text: str) -> None:
    assert skeleton_at(text, 0) is None


@pytest.mark.parametrize(
    ("note", "rule"),
    [
        ("string, the full name of the guest", {"type": "string", "description": "the full name of the guest"}),
        ("string, one sentence", {"type": "string", "description": "one sentence"}),
        ("array of strings, the topics", {"type": "array", "items": {"type": "string"}, "description": "the topics"}),
        ('always "X-1"', {"const": "X-1"}),
        ('the string "on" or the string "off"', {"type": "string", "enum": ["on", "off"]}),
    ],
)
def test_a_note_says_what_a_value_is(note: str, rule: object) -> None:
    assert from_note(note) == rule


@pytest.mark.parametrize(
    "note",
    [
        "integer, positive",
        "string, the name in lower case",
        "number, the price in cents",
        "string, the two-letter code",
        "string, Ada",
        "string, the name or null",
        "string, the German word",
        "integer, the number of letters",
        "string, lowercase",
        'always "X" or "Y"',
    ],
)
def test_a_note_that_says_more_is_not_understood(note: str) -> None:
    assert from_note(note) is None


@pytest.mark.parametrize("fence", ["```\n \n```", '"""   """', "'''\n\n'''"])
def test_marks_with_nothing_between_them_give_no_text(fence: str) -> None:
    problem = parse(f"Return a JSON object with the keys name and age for Ada, 36 years old.\n{fence}")
    assert problem is None or "Ada, 36 years old" in problem.told
