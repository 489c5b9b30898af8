"""System prompts that ask for more than the object: an answer that obeys them is handed on as the model wrote it."""

from __future__ import annotations

import pytest

from stepcache_core import Message, Outcome, Request, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks.json_value import JsonTask
from stepcache_core.testing import HashEmbedder, ScriptedModel

TASK = JsonTask()
TOLD = "Return a JSON object with the keys name, city and age. Ada Byron lives in London and is 36 years old."
REWORDED = TOLD.replace("Return", "Give me")
BARE = '{"name": "Ada Byron", "city": "London", "age": 36}'
FENCED = f"```json\n{BARE}\n```"
INTRODUCED = f"Sure! Here is the JSON object:\n\n{BARE}"


def ask(system: str, prompt: str = TOLD) -> Request:
    return Request.from_prompt(prompt, system=system)


def new_engine() -> StepCacheEngine:
    return StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())


@pytest.mark.parametrize(
    ("system", "answer"),
    [
        ("Every object carries a timestamp.", BARE.replace("}", ', "timestamp": "2026-01-01"}')),
        ("Stamp each object with created_at.", BARE.replace("}", ', "created_at": "2026-01-01"}')),
        ("Füge immer den Schlüssel quelle hinzu.", BARE.replace("}", ', "quelle": "chat"}')),
        ("Ajoute la clé pays.", BARE.replace("}", ', "pays": "UK"}')),
        ("始终添加字段 source。", BARE.replace("}", ', "source": "chat"}')),
        ("Ages are private.", '{"name": "Ada Byron", "city": "London"}'),
        ("Keys are in French.", '{"nom": "Ada Byron", "ville": "London", "age": 36}'),
        ("Use single quotes.", BARE.replace('"', "'")),
        ("Always greet the user by name.", f"Hello Ada!\n{BARE}"),
        ("Speak like a pirate.", f"Arr!\n{BARE}"),
        ("You are a pirate and say Arr before anything else.", f"Arr!\n{BARE}"),
        ("You always thank the user.", f"Thank you!\n{BARE}"),
        ("Cite your sources.", f"{BARE}\nSource: your message."),
        ("Sign every message with Bot 7.", f"{BARE}\nBot 7"),
        ("Your users want a comment on every answer.", f"{BARE}\nLondon is large."),
        ("Antworte mit einem Gruß vorab.", f"Hallo!\n{BARE}"),
        ("Ask back where you are not sure.", "Is Ada Byron her full name?"),
        ("Your output is stored with the country of the city.", BARE.replace("}", ', "country": "UK"}')),
        ("We store names together with their initials.", BARE.replace("}", ', "initials": "AB"}')),
        ("We need the country as well.", BARE.replace("}", ', "country": "UK"}')),
        ("The users like a greeting.", f"Hello!\n{BARE}"),
    ],
)
def test_what_a_system_prompt_asks_for_is_neither_cut_off_nor_asked_for_again(system: str, answer: str) -> None:
    engine, model = new_engine(), ScriptedModel([answer])
    assert engine.answer(ask(system), model.generate).text == answer
    assert engine.answer(ask(system, REWORDED), ScriptedModel([answer]).generate).text == answer


def test_the_model_is_asked_the_request_itself_where_a_cached_answer_has_more_than_the_object() -> None:
    engine = new_engine()
    engine.answer(ask("Speak like a pirate."), ScriptedModel([f"Arr!\n{BARE}"]).generate)
    model = ScriptedModel([f"Arr, matey!\n{BARE}"])
    assert engine.answer(ask("Speak like a pirate.", REWORDED), model.generate).outcome is Outcome.SKIP
    assert [request.prompt for request in model.requests] == [REWORDED]


ORDINARY = [
    "You are a helpful assistant.",
    "You are ChatGPT, a large language model trained by OpenAI.",
    "You are a helpful, respectful and honest assistant.",
    "You are an API that returns JSON. Do not include explanations.",
    "You are an expert at information extraction.",
    "You are a JSON generator. Output only valid JSON, no prose.",
    "You are a customer support assistant for an online shop.",
    "You are a travel agent.",
    "You are an assistant that helps the HR department of a small company with staff records.",
    "You extract contact details from emails for our CRM.",
    "You are a teacher.",
    "Be accurate and concise.",
    "You are a bot in our Slack workspace.",
    "You are a senior data engineer with ten years of experience.",
    "You will be given a text. Extract the requested information.",
    "The user will give you notes. Turn them into JSON.",
    "You are part of a data pipeline. Your answers are stored in a database.",
    "This is a benchmark of language models.",
    "We are testing your abilities.",
    "You are a cooking assistant. You know many recipes.",
]


@pytest.mark.parametrize("system", ORDINARY)
@pytest.mark.parametrize("answer", [FENCED, INTRODUCED, BARE.replace("}", ', "country": "UK"}')])
def test_under_an_ordinary_system_prompt_the_bare_object_is_made_of_an_answer_and_reused(
    system: str, answer: str
) -> None:
    engine = new_engine()
    assert engine.answer(ask(system), ScriptedModel([answer]).generate).text == BARE
    assert engine.answer(ask(system, REWORDED), ScriptedModel([]).generate).text == BARE


def test_a_bare_object_is_right_and_a_code_fence_no_part_of_it_whatever_the_system_prompt_says() -> None:
    for answer in (BARE, FENCED):
        engine = new_engine()
        assert engine.answer(ask("Speak like a pirate."), ScriptedModel([answer]).generate).text == BARE
        assert engine.answer(ask("Speak like a pirate.", REWORDED), ScriptedModel([]).generate).text == BARE


def test_the_developer_sets_the_scene_as_a_system_prompt_does() -> None:
    developer = Message("developer", "You are a helpful assistant.")
    assert TASK.parse(Request(messages=(developer, Message("user", TOLD)))) is not None


@pytest.mark.parametrize("place", ["{words} {prompt}", "{prompt} {words}"])
@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("Every object carries a timestamp.", BARE.replace("}", ', "timestamp": "2026-01-01"}')),
        ("Every answer has a confidence between 0 and 1.", BARE.replace("}", ', "confidence": 0.9}')),
        ("Use upper case keys.", '{"NAME": "Ada Byron", "CITY": "London", "AGE": 36}'),
        ("Use single quotes.", BARE.replace('"', "'")),
        ("Speak like a pirate.", f"Arr!\n{BARE}"),
        ("Greet warmly, sign off kindly.", f"Hi!\n{BARE}\nBest, Bot"),
        ("Cite your sources.", f"{BARE}\nSource: your message."),
        ("Füge immer den Schlüssel quelle hinzu.", BARE.replace("}", ', "quelle": "chat"}')),
        ("Ajoute la clé pays.", BARE.replace("}", ', "pays": "UK"}')),
    ],
)
def test_so_it_is_where_the_prompt_itself_asks_for_more(place: str, words: str, answer: str) -> None:
    request = Request.from_prompt(place.format(words=words, prompt=TOLD))
    assert new_engine().answer(request, ScriptedModel([answer]).generate).text == answer


@pytest.mark.parametrize(
    "prompt",
    [
        f"{TOLD} Thank you!",
        f"Please help me. {TOLD}",
        f"{TOLD} Use it for our records.",
        f"{TOLD} She signs with her full name, and each reply is logged.",
        f'{TOLD} Her motto: "Speak softly. Greet everyone."',
        f"I am signing up customers. {TOLD}",
        f"{TOLD} Every object is one row.",
    ],
)
def test_what_is_told_beside_the_object_asks_for_no_more(prompt: str) -> None:
    assert new_engine().answer(Request.from_prompt(prompt), ScriptedModel([INTRODUCED]).generate).text == BARE


def test_an_attachment_may_say_otherwise_than_the_prompt_what_the_values_are() -> None:
    schema = {
        "type": "object",
        "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
        "required": ["name", "age"],
        "additionalProperties": False,
    }
    read = '{"name": "Bo Lind", "age": 37}'
    for extra in (None, [{"type": "image", "digest": "0a"}]):
        message = Message("user", "Return a JSON object. name: Ada; age: 36.", extra=extra)
        answer = new_engine().answer(
            Request(messages=(message,), response_schema=schema), ScriptedModel([read] * 3).generate
        )
        assert (answer.text == read) is (extra is not None)
