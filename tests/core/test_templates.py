"""Prompts in the templates of chat and instruction models are read as what is said in them."""

from __future__ import annotations

import pytest

from stepcache_core import Request, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks import LinearEquationTask
from stepcache_core.tasks.templates import unwrapped
from stepcache_core.testing import HashEmbedder, ScriptedModel

ASKED, GIVEN = "Return a JSON object with the keys name and age.", "name: {n}\nage: {a}"
SCENE = "You are a helpful assistant."
OF_CHATS = [
    "<|im_start|>user\n{asked}<|im_end|>\n<|im_start|>assistant\n",
    "<|im_start|>system\n{scene}<|im_end|>\n<|im_start|>user\n{asked}<|im_end|>\n<|im_start|>assistant\n",
    "[INST] {asked} [/INST]",
    "<s>[INST] <<SYS>>\n{scene}\n<</SYS>>\n\n{asked} [/INST]",
    "<start_of_turn>user\n{asked}<end_of_turn>\n<start_of_turn>model\n",
    "<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\n{asked}<|eot_id|>"
    "<|start_header_id|>assistant<|end_header_id|>\n\n",
    "<|user|>\n{asked}<|end|>\n<|assistant|>",
    "### Instruction:\n{asked}\n\n### Response:",
    "Below is an instruction that describes a task. Write a response that appropriately completes the request.\n\n"
    "### Instruction:\n{asked}\n\n### Response:\n",
    "Q: {asked}\nA:",
    "Question: {asked}\n\nAnswer:",
]
WITH_INPUT = [
    "### Instruction:\n{asked}\n\n### Input:\n{given}\n\n### Response:",
    "Below is an instruction that describes a task, paired with an input that provides further context. Write a "
    "response that appropriately completes the request.\n\n"
    "### Instruction:\n{asked}\n\n### Input:\n{given}\n\n### Response:",
]


def served(first: str, second: str, answer: str) -> str:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())
    engine.answer(Request.from_prompt(first), ScriptedModel([answer]).generate)
    return engine.answer(Request.from_prompt(second), ScriptedModel(lambda _: "asked").generate).text


@pytest.mark.parametrize("template", OF_CHATS)
def test_an_object_is_served_in_the_template_of_a_model(template: str) -> None:
    one, other = (
        template.format(scene=SCENE, asked=f"{ASKED} name: {name}; age: {age}.")
        for name, age in (("Ada", 36), ("Bo", 41))
    )
    assert served(one, other, '```json\n{"name": "Ada", "age": 36}\n```') == '{"name": "Bo", "age": 41}'


@pytest.mark.parametrize("template", WITH_INPUT)
def test_what_stands_under_input_is_given(template: str) -> None:
    one, other = (
        template.format(asked=ASKED, given=GIVEN.format(n=name, a=age)) for name, age in (("Ada", 36), ("Bo", 41))
    )
    assert served(one, other, '{"name": "Ada", "age": 36}') == '{"name": "Bo", "age": 41}'


@pytest.mark.parametrize("template", OF_CHATS)
def test_an_equation_in_the_template_of_a_model_is_solved(template: str) -> None:
    prompt = template.format(scene=SCENE, asked="Solve 3x + 5 = 20.")
    assert LinearEquationTask().parse(Request.from_prompt(prompt)) is not None
    assert LinearEquationTask().parse(Request.from_prompt(prompt.replace("20.", "20. Answer in French."))) is None


@pytest.mark.parametrize(
    "prompt",
    [
        "Q: Solve 2x + 1 = 9.\nA: x = 4\n\nQ: Solve 3x + 5 = 20.\nA:",
        "Q: Solve 3x + 5 = 20.\nHint: x is odd.\nA:",
        "### Instruction:\nSolve it.\n\n### Example:\n2x = 4\n\n### Input:\n3x + 5 = 20\n\n### Response:",
        "### Instruction:\nSolve 3x + 5 = 20.\n\n### Response:\nx =",
        "### Instruction:\nSolve 2x = 4.\n\n### Response:\n2\n\n### Instruction:\nSolve 3x = 9.\n\n### Response:",
        "<|im_start|>user\nSolve 2x = 4.<|im_end|>\n<|im_start|>assistant\n2<|im_end|>\n"
        "<|im_start|>user\nSolve 3x = 9.<|im_end|>\n<|im_start|>assistant\n",
        "<|im_start|>user\nSolve 3x = 9.<|im_end|>\n<|im_start|>assistant\nx =",
        "[INST] Solve 2x = 4. [/INST] 2 [INST] Solve 3x = 9. [/INST]",
        "What does <|im_start|>user mean?",
        "Q: Solve 2x + 1 = 9.\nq: Solve 3x + 5 = 20.\nA:",
        "Q: Solve 3x + 5 = 20.\n**A:** x = 4\nA:",
        "Q: Solve 3x + 5 = 20.\n- A: x = 4\nA:",
        "Q: Solve 3x + 5 = 20.\n  expected answer: x = 4\nA:",
        "Q: Solve 3x + 5 = 20.\n2. question: And 2x = 4?\nA:",
        "<|im_start|>user name=Ada\nSolve 3x = 9.<|im_end|>\n<|im_start|>assistant\n",
        "A: 3x = 9",
        "Q:",
        "",
    ],
)
def test_several_turns_a_beginning_of_the_answer_and_other_parts_are_left_as_they_are(prompt: str) -> None:
    assert unwrapped(prompt) == prompt
    assert LinearEquationTask().parse(Request.from_prompt(prompt)) is None


def test_what_the_scene_of_a_template_asks_for_stays_in_the_prompt() -> None:
    answer = 'Arr! {"name": "Ada", "age": 36}'
    prompt = OF_CHATS[1].format(scene="Speak like a pirate.", asked=f"{ASKED} name: Ada; age: 36.")
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())
    assert engine.answer(Request.from_prompt(prompt), ScriptedModel([answer]).generate).text == answer


@pytest.mark.parametrize("piece", ["<|im_start|>user\n", "\n### Input:\n", "Q: a\nA:", "[INST] ", "\n\n", "<s>", " "])
def test_prompts_of_any_length_are_read_alike(piece: str) -> None:
    for opening in ("", "<|im_start|>user\n", "### Instruction:\n", "Q: ", "[INST] "):
        for end in ("", "\nA:"):
            few, many = opening + piece * 5 + end, opening + piece * 5_000 + end
            assert (unwrapped(few) == few) == (unwrapped(many) == many)


@pytest.mark.parametrize(
    "words", ["pls {asked}", "plz {asked} thx", "You are a helpful assistant. {asked}", "{asked} Cheers!"]
)
def test_short_courtesies_and_roles_in_a_prompt_for_an_object_say_nothing_of_it(words: str) -> None:
    one, other = (
        words.format(asked=f"{ASKED[0].lower()}{ASKED[1:]} name: {name}; age: {age}.")
        for name, age in (("Ada", 36), ("Bo", 41))
    )
    assert served(one, other, '{"name": "Ada", "age": 36}') == '{"name": "Bo", "age": 41}'
