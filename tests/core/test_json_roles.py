"""System prompts that say who answers and for whom: the values of the request stay those it tells, or they may not."""

from __future__ import annotations

import pytest

from stepcache_core import Message, Request
from stepcache_core.tasks.json_value import JsonTask

TASK = JsonTask()
TOLD = "Return a JSON object with the keys name, city and age. Name: Ada Byron. City: London. Age: 36."


def solved(system: str) -> str | None:
    problem = TASK.parse(Request(messages=(Message("system", system), Message("user", TOLD))))
    return None if problem is None else TASK.solve(problem)


@pytest.mark.parametrize(
    "system",
    [
        "You are a JSON generator. Respond only with valid JSON.",
        "You extract data for our CRM.",
        "You are a data entry clerk.",
        "You are ChatGPT, a large language model trained by OpenAI.",
        "You are Qwen, created by Alibaba Cloud. You are a helpful assistant.",
        "You are an AI assistant for Acme Corp.",
        "You're a careful assistant of our shop. Be brief.",
        "You are a helpful AI assistant that only outputs valid JSON.",
        "You are a JSON-only API.",
        "You are a JSON formatter.",
        "You are a backend service that returns JSON.",
        "Extract the fields the user asks for.",
        "You are an expert at extracting structured data from text.",
        "You are an expert at converting text to JSON.",
        "You are a world-class data extraction engine.",
        "You are a math tutor.",
        "You are a helpful, honest and harmless assistant.",
        "Act as an intelligent assistant. Answer concisely.",
        "Your task is to extract data from text and return it as JSON.",
    ],
)
def test_who_answers_says_nothing_of_the_values(system: str) -> None:
    assert solved(system) == '{"name": "Ada Byron", "city": "London", "age": 36}'


@pytest.mark.parametrize(
    "system",
    [
        "You are a French translator.",
        "You are a French assistant.",
        "You are an assistant for the German shop.",
        "You are a language teacher.",
        "You are an anonymiser.",
        "You are a masking service.",
        "You are a privacy officer.",
        "You are a personal data protection specialist.",
        "You are a data cleaner that capitalises names.",
        "You are an uppercase API.",
        "You are a careful assistant who rounds numbers.",
        "You are a number formatter.",
        "You extract data and convert prices to euros.",
        "You are an expert at converting prices to euros.",
        "You are a currency converter.",
        "You are an assistant for a CRM which stores ages in months.",
        "You are an assistant for Acme Corp, which writes the month first.",
        "You are an assistant in Paris.",
        "You are an assistant for children.",
        "You are a pirate.",
        "You are an assistant that returns JSON lines.",
        "You are a JSON validator.",
        "You are a Python developer.",
        "You are Yoda, an assistant.",
        "You are a rude assistant.",
        "You are an assistant who is not helpful.",
        "You are an assistant. You never name anyone.",
        "You are a JSON API which returns the role.",
        "Names are written surname first.",
        "Extract data without names.",
        "Be creative.",
        "Today is Monday.",
    ],
)
def test_a_word_that_may_be_of_the_values_leaves_them_to_the_model(system: str) -> None:
    assert solved(system) is None
