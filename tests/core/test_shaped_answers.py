"""Settings of a request that shape its answer: what was cut, continued or constrained by them is left as it is."""

from __future__ import annotations

from typing import Any

import pytest

from stepcache_core import Message, Request, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks import default_tasks
from stepcache_core.testing import HashEmbedder, ScriptedModel

OBJECT = "Return a JSON object with the keys name and age. name: Ada; age: 36."
PLAIN = "Solve 3x + 5 = 20."
TEMPLATE = "Solve it for the school app: 3x + 5 = 20"


def ask(prompt: str, params: dict[str, Any]) -> Request:
    return Request(messages=(Message("user", prompt),), params=params)


def is_taken(prompt: str, params: dict[str, Any]) -> bool:
    return any(task.parse(ask(prompt, params)) is not None for task in default_tasks())


@pytest.mark.parametrize("prompt", [OBJECT, PLAIN, TEMPLATE])
@pytest.mark.parametrize(
    "params",
    [
        {"stop": ["}"]},
        {"stop": "\n"},
        {"stop": ["</s>", "6"]},
        {"options": {"stop": ["}"]}},
        {"n": 2},
        {"suffix": "}"},
        {"prefix": '{"name":'},
        {"echo": True},
        {"grammar": "root ::= [a-z]+"},
        {"guided_choice": ["a", "b"]},
        {"extra_body": {"guided_regex": "[a-z]+"}},
        {"guided_json": {"type": "object"}},
        {"format": {"type": "object"}},
        {"response_format": {"type": "grammar", "value": "root ::= x"}},
        {"logprobs": True},
        {"modalities": ["text", "audio"]},
    ],
)
def test_no_task_takes_a_request_whose_answer_a_setting_shapes(prompt: str, params: dict[str, Any]) -> None:
    assert not is_taken(prompt, params)


@pytest.mark.parametrize("prompt", [OBJECT, PLAIN, TEMPLATE])
@pytest.mark.parametrize(
    "params",
    [
        {},
        {"temperature": 0.2, "max_tokens": 500, "seed": 7, "top_p": 0.9},
        {"stop": None, "n": 1, "logprobs": False, "tools": [], "tool_choice": "auto"},
        {"stop": ["<|im_end|>", "</s>"]},
        {"response_format": {"type": "text"}},
        {"extra_body": {"top_k": 20}},
    ],
)
def test_settings_that_leave_the_form_alone_are_no_hindrance(prompt: str, params: dict[str, Any]) -> None:
    assert is_taken(prompt, params)


@pytest.mark.parametrize(
    "params",
    [{"response_format": {"type": "json_object"}}, {"format": "json"}, {"response_mime_type": "application/json"}],
)
def test_a_setting_that_asks_for_json_adds_nothing_to_a_prompt_that_does(params: dict[str, Any]) -> None:
    assert is_taken(OBJECT, params)
    assert not is_taken(PLAIN, params)
    assert not is_taken(TEMPLATE, params)


def test_a_mark_of_the_template_that_the_prompt_holds_may_stand_in_its_answer() -> None:
    assert not is_taken("Return a JSON object with the keys name and age. name: </s>; age: 36.", {"stop": ["</s>"]})


def test_an_answer_that_was_cut_at_a_stop_word_is_handed_on_as_it_came() -> None:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())
    cut = '{"name": "Ada", "age": 36'
    assert engine.answer(ask(OBJECT, {"stop": ["}"]}), ScriptedModel([cut]).generate).text == cut
