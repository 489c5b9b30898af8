"""What stands around an equation: courtesies and roles are served, what may ask for more is left to the model."""

from __future__ import annotations

import pytest

from stepcache_core import Message, Outcome, Request, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks import FramedEquationTask, LinearEquationTask
from stepcache_core.testing import HashEmbedder, ScriptedModel

UNDERSTOOD, FRAMED = LinearEquationTask(), FramedEquationTask()
WORKED = "Subtract 5 from both sides:\n3x = 15\n\nDivide both sides by 3:\nx = 5"
WORKED_ANEW = "Subtract 7 from both sides:\n4x = 24\n\nDivide both sides by 4:\nx = 6"
ONE, OTHER = "3x + 5 = 20", "4x + 7 = 31"


def served(prompt: str, system: str | None = None, answer: str = WORKED, other: str = OTHER) -> str:
    """What is served for the second equation, where a model has answered for the first."""
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())
    requests = [Request.from_prompt(prompt.replace("{e}", equation), system=system) for equation in (ONE, other)]
    engine.answer(requests[0], ScriptedModel([answer]).generate)
    return engine.answer(requests[1], ScriptedModel(lambda _: "asked").generate).text


@pytest.mark.parametrize(
    "prompt",
    [
        "pls solve {e}",
        "Plz solve {e} thx",
        "solve {e} asap, cheers!",
        "Solve {e} \U0001f64f",
        "Solve {e}. Thanks \U0001f60a",
        "You are a math tutor. Solve {e}.",
        "You are a helpful assistant.\n\nSolve {e} step by step.",
        "Act as a math teacher. Solve {e} for x.",
        "You are an expert in algebra. What is x if {e}?",
    ],
)
def test_courtesies_faces_and_roles_say_nothing_of_the_solution(prompt: str) -> None:
    assert UNDERSTOOD.parse(Request.from_prompt(prompt.replace("{e}", ONE))) is not None
    assert served(prompt) == WORKED_ANEW


@pytest.mark.parametrize(
    "prompt",
    [
        "You are a math tutor. Solve {e}, but do not give the answer.",
        "You are not a tutor. Solve {e}",
        "You are a tutor who speaks French. Solve {e}",
        "Solve {e} \U0001f34e",
        "Solve {e}!! \U0001f600",
    ],
)
def test_what_may_turn_them_round_is_not_understood(prompt: str) -> None:
    assert UNDERSTOOD.parse(Request.from_prompt(prompt.replace("{e}", ONE))) is None


@pytest.mark.parametrize(
    ("system", "taken"),
    [
        ("You are ChatGPT, a large language model trained by OpenAI.", True),
        ("You are Qwen, created by Alibaba Cloud. You are a helpful assistant.", True),
        ("You are Claude.", True),
        ("You are Claude, made by Anthropic. Answer in French.", False),
        ("You are Gemini, a pirate.", False),
        ("You are Bob.", False),
    ],
)
def test_a_model_may_be_called_by_its_name(system: str, taken: bool) -> None:
    assert (UNDERSTOOD.parse(Request.from_prompt("Solve 3x = 9", system=system)) is not None) is taken


@pytest.mark.parametrize(
    "prompt",
    [
        "### Instruction:\nSolve {e}\n\n### Response:",
        "<problem>\n{e}\n</problem>\n\nSolve it.",
        "Solve for x:\n```\n{e}\n```",
        "System: You are a helpful assistant.\nHuman: Solve {e}\nAI:",
        "<|im_start|>user\nSolve {e}<|im_end|>\n<|im_start|>assistant\n",
        "[INST] Solve {e} [/INST]",
        "<s>[INST] <<SYS>>\nYou are a helpful assistant.\n<</SYS>>\n\nSolve {e} [/INST]",
        "<start_of_turn>user\nSolve {e}<end_of_turn>\n<start_of_turn>model\n",
        "Please reason step by step, and put your final answer within \\boxed{}. Solve {e}",
        "Hi there,\n\nplease solve {e}.\n\nBest regards,\nAnna",
        "Context:\nAlgebra is fun, says José.\n\nQuestion: Solve {e}\nAnswer:",
    ],
)
def test_templates_of_models_and_applications_are_served(prompt: str) -> None:
    assert served(prompt) == WORKED_ANEW


def test_an_empty_box_is_filled_with_the_other_result() -> None:
    prompt = "Solve {e} for the app. Put the final result in \\boxed{}."
    assert served(prompt, answer=f"{WORKED}\n\\boxed{{5}}") == f"{WORKED_ANEW}\n\\boxed{{6}}"


IN_ANOTHER_LANGUAGE = [
    "Wenn die Lösung gerade ist, antworte nur mit JA.",
    "Falls x gerade ist, schreibe JA.",
    "Si x est pair, dis OUI.",
    "Si x es par, di SI.",
    "Se x for par, escreva PAR.",
    "Als x deelbaar door twee is, zeg JA.",
    "Hvis x er lige, skriv LIGE.",
    "Om x är jämnt, skriv JA.",
    "Jos x on parillinen, sano JOO.",
    "Jika x genap, tulis YA.",
    "Если x чётное, напиши ДА.",
    "如果 x 是偶数, 只写 EVEN。",
    "You are a tutor. Wenn x gerade ist, sag nur JA.",
]


@pytest.mark.parametrize("words", IN_ANOTHER_LANGUAGE)
def test_words_of_another_language_may_tell_equations_apart(words: str) -> None:
    assert served("Solve {e} for the app.", system=words) == "asked"
    assert served(f"Solve {{e}} for the app. {words}") == "asked"


@pytest.mark.parametrize(
    "system",
    [
        "You are the tutor of Frau de Vries and José García in La Paz.",
        "You are inside the app of Café du Monde.",
        "Keep it short, en route to the exam.",
        "Welcome to Zürich!",
    ],
)
def test_names_from_elsewhere_do_not_make_another_language(system: str) -> None:
    assert (served("Solve {e} for the app.", system=system) == WORKED_ANEW) is ("Zürich" not in system)


@pytest.mark.parametrize(
    "words",
    [
        "Write large values in words.",
        "Use separators in long numbers.",
        "Equations having brackets get NO.",
        "Subtraction is forbidden.",
        "Refuse equations the pupils know.",
        "Vary your wording.",
        "Answer differently each time.",
    ],
)
def test_words_that_choose_among_equations_or_answers_are_left_to_the_model(words: str) -> None:
    assert served("Solve {e} for the app.", system=words) == "asked"
    assert served(f"Solve {{e}} for the app. {words}") == "asked"


def test_what_is_said_of_a_letter_before_the_prompt_holds_for_that_letter() -> None:
    of_letters = "The letter x is a price and y a weight; say BOB to weights."
    assert served("Solve {e} for the app.", of_letters) == WORKED_ANEW
    assert served("Solve {e} for the app.", of_letters, other="4y + 7 = 31") == "asked"
    assert served("Solve {e} for the app.", "I am a tutor.", other="4y + 7 = 31") == WORKED_ANEW.replace("x", "y")


def test_what_is_attached_may_say_more_but_who_speaks_and_what_a_server_is_to_keep_say_nothing() -> None:
    prompt = f"Solve {ONE} for the app."
    kept = Message(
        "system", "You are a helpful assistant.", extra={"content": [["text", {"cache_control": "ephemeral"}]]}
    )
    image = {"content": [["text", {}], ["sha256", "0a"]]}
    assert FRAMED.parse(Request(messages=(Message("user", prompt, extra=image),))) is None
    assert FRAMED.parse(Request(messages=(Message("user", prompt, extra=[image]),))) is None
    assert FRAMED.parse(Request(messages=(Message("user", prompt, extra={"name": "bob"}),))) is not None
    assert UNDERSTOOD.parse(Request(messages=(kept, Message("user", f"Solve {ONE}.")))) is not None
    assert UNDERSTOOD.parse(Request(messages=(kept, Message("user", f"Solve {ONE}.", extra=image)))) is None


def test_small_talk_before_a_prompt_is_no_hindrance() -> None:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())
    talk = (Message("user", "Hi!"), Message("assistant", "Hello! How can I help you today?"))
    requests = [Request(messages=(*talk, Message("user", f"Solve {equation}."))) for equation in (ONE, OTHER)]
    engine.answer(requests[0], ScriptedModel([WORKED]).generate)
    answer = engine.answer(requests[1], ScriptedModel([]).generate)
    assert (answer.outcome, answer.text) == (Outcome.REPLAY, WORKED_ANEW)


@pytest.mark.parametrize(
    "history",
    [
        ("Let a = 3.", "Fine."),
        ("From now on x is a whole number mod 7.", "Fine."),
        ("Never give me the answer.", "I will not."),
        ("Solve 2x + 1 = 9.", "x = 4"),
    ],
)
def test_what_was_agreed_on_before_is_left_to_the_model(history: tuple[str, str]) -> None:
    talk = (Message("user", history[0]), Message("assistant", history[1]))
    request = Request(messages=(*talk, Message("user", f"Solve {ONE}.")))
    assert UNDERSTOOD.parse(request) is None
    assert FRAMED.parse(request) is None
