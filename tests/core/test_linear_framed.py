"""An equation in a template that is not understood to its last word: only a proved answer to the same words stands."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepcache_core import Generation, Outcome, Request, StepCacheEngine, Usage
from stepcache_core.model import Status
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks import FramedEquationTask, LinearEquationTask
from stepcache_core.testing import HashEmbedder, ScriptedModel

TASK = FramedEquationTask()
TEMPLATE = """You are the tutor inside a school app. Solve the equation below for our pupils.

House style:
- number every line
- keep one move per line
- the last line has to be `{v} = <number>`

Equation: {e}"""
WORKED = """1. Expand the brackets: 4x - 12 + 7 = 31
2. Combine like terms: 4x - 5 = 31
3. Add 5 to both sides: 4x = 36
4. Divide both sides by 4: x = 9

x = 9"""


def ask(equation: str, letter: str = "x", template: str = TEMPLATE) -> Request:
    return Request.from_prompt(template.replace("{v}", letter).replace("{e}", equation))


def engine_with(answer: str, equation: str = "4(x - 3) + 7 = 31", template: str = TEMPLATE) -> StepCacheEngine:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())
    engine.answer(ask(equation, template=template), ScriptedModel([answer]).generate)
    return engine


NEVER = ScriptedModel(lambda _: "the model was asked").generate


def test_such_a_template_is_no_request_that_is_understood() -> None:
    assert LinearEquationTask().parse(ask("4(x - 3) + 7 = 31")) is None
    assert TASK.parse(ask("4(x - 3) + 7 = 31")) is not None


@pytest.mark.parametrize(
    ("equation", "letter", "expected"),
    [
        ("5(x - 2) + 3 = 28", "x", "1. Expand the brackets: 5x - 10 + 3 = 28\n2. Combine like terms: 5x - 7 = 28\n"
         "3. Add 7 to both sides: 5x = 35\n4. Divide both sides by 5: x = 7\n\nx = 7"),
        ("4(k - 3) + 7 = 31", "k", WORKED.replace("x", "k").replace("Ekpand", "Expand")),
    ],
)  # fmt: skip
def test_a_proved_answer_is_worked_out_anew_in_its_own_words(equation: str, letter: str, expected: str) -> None:
    answer = engine_with(WORKED).answer(ask(equation, letter), NEVER)
    assert (answer.outcome, answer.text, answer.verified) == (Outcome.REPLAY, expected, True)


@pytest.mark.parametrize(
    "equation",
    [
        "4(x - 3) + 7 = 32",  # 37/4
        "4(x - 3) + 7 = 4x",  # none
        "4(x - 3)(x - 2) = 8",
        "4x + 7 = 31 and 2x = 12",
    ],
)
def test_a_solution_of_another_kind_is_left_to_the_model(equation: str) -> None:
    assert engine_with(WORKED).answer(ask(equation), NEVER).text == "the model was asked"


@pytest.mark.parametrize(("equation", "last"), [("4(x - 3) + 7 = -33", "x = -7"), ("4(x - 3) + 7 = -9", "x = -1")])
def test_a_solution_of_another_sign_is_worked_out_where_the_words_are_of_lessons_alone(
    equation: str, last: str
) -> None:
    answer = engine_with(WORKED).answer(ask(equation), NEVER)
    assert (answer.outcome, answer.text.splitlines()[-1]) == (Outcome.REPLAY, last)
    for things in ("of apples", "of pupils in the class", "of lines", "of metres"):
        template = TEMPLATE.replace("Solve the equation", f"Solve the equation for the number {things}")
        assert engine_with(WORKED, template=template).answer(ask(equation, template=template), NEVER).text == (
            "the model was asked"
        )


def test_other_words_around_the_equation_are_left_to_the_model() -> None:
    engine = engine_with(WORKED)
    for template in (TEMPLATE.replace("number every line", "number no line"), TEMPLATE + "\n\nIn rhymes."):
        assert engine.answer(ask("5(x - 2) + 3 = 28", template=template), NEVER).text == "the model was asked"


@pytest.mark.parametrize(
    "answer",
    [
        WORKED + "\n\nThe solution is a lucky number.",
        WORKED.replace("4x - 5 = 31", "4x + 5 = 31"),
        WORKED.replace("Combine like terms", "Combine like terms, as every child knows"),
        "Yes.\n\n" + WORKED,
        "x is nine",
    ],
)
def test_an_answer_with_a_word_that_is_not_proved_stands_for_no_other_equation(answer: str) -> None:
    served = engine_with(answer).answer(ask("5(x - 2) + 3 = 28"), NEVER)
    assert (served.outcome, served.text) == (Outcome.SKIP, "the model was asked")


def test_a_wrong_answer_is_the_models_own_and_costs_one_call() -> None:
    model = ScriptedModel([WORKED.replace("x = 9", "x = 8")])
    answer = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder()).answer(
        ask("4(x - 3) + 7 = 31"), model.generate
    )
    assert (answer.outcome, answer.verified, model.calls) == (Outcome.MISS, False, 1)
    assert answer.text == WORKED.replace("x = 9", "x = 8")


def test_an_answer_that_loses_its_layout_is_not_served() -> None:
    """With a coefficient of one there is no division, and a numbered line would be missing."""
    served = engine_with(WORKED).answer(ask("1(x - 3) + 7 = 31"), NEVER)
    assert served.text == "the model was asked"


@pytest.mark.parametrize(
    "words",
    [
        "If the solution is negative, say so.",
        "Round it to one decimal.",
        "Give it as a mixed number.",
        "Only for x > 4.",
        "Is the solution a prime?",
        "Otherwise write NONE.",
        "Say whether it is whole.",
        "Use at most 3 lines.",
        "Check the solution x = 5.",
        "Which of the two sides is larger?",
        "It must lie between the limits of the scale.",
        "My classmate made a mistake. Find it.",
        "Find x + 2.",
        "Find x\u00b2.",
        "Use the shorter way, whichever it is.",
        "Show a check for solutions that exceed twelve.",
        "Work in your head with small numbers.",
        "Add a line for brackets as needed.",
        "Write a comment once the solution is divisible by eleven.",
        "My friend got seventeen.",
        "Use a table for equations with brackets.",
        "Don't show much.",
        "Square both sides.",
        "Give the reciprocal of the solution.",
        "Write it in binary.",
        "Give its factorial.",
        "Give the floor of it.",
    ],
)
def test_words_that_may_tell_equations_apart_are_refused(words: str) -> None:
    assert TASK.parse(Request.from_prompt(f"Solve this for the school app. {words}\n\n3x + 5 = 20")) is None
    assert TASK.parse(Request.from_prompt("Solve this for the school app.\n\n3x + 5 = 20")) is not None


@pytest.mark.parametrize(
    "words",
    [
        "Think logically.",
        "It is from the algebra module.",
        "It goes to the archive.",
        "It is for our knowledge base.",
        "Be careful with signs.",
        "Don't skip any steps.",
        "Don't worry about the looks.",
    ],
)
def test_words_that_say_the_same_of_every_equation_are_kept(words: str) -> None:
    assert TASK.parse(Request.from_prompt(f"Solve this for the school app. {words}\n\n3x + 5 = 20")) is not None


@pytest.mark.parametrize(
    "prompt",
    [
        "The school app shows 3x + 5 = 20.",
        "Solve one of these for the app: 3x + 5 = 20, 2x = 4",
        "Solve this for the app: 3x + 5y = 20",
        "Solve this for the app: x^2 = 4",
        "Solve this for the app: 3x + 5 < 20",
        "Solve this for the app: sqrt(2x - 3) = 1",
        "Solve this for the app: \\sqrt{2x - 3} = 1",
        "Solve this for the app: round(2x - 3) = 1",
        "Solve this for the app: the square root of 2x - 3 = 1",
        "Solve this for the app.",
        "Solve this for the \0 app: 3x + 5 = 20",
        "Solve for the app: " + "word " * 1000 + "3x + 5 = 20",
    ],
)
def test_what_has_no_single_equation_to_be_solved_is_no_frame(prompt: str) -> None:
    assert TASK.parse(Request.from_prompt(prompt)) is None


@pytest.mark.parametrize(
    "words",
    [
        "Use any method you like.",
        "I got stuck on it.",
        "Show the necessary steps.",
        "It is the one that is in my homework.",
        "Feel free to use any notation.",
        "I read it in the canteen.",
        "I had it once at school.",
    ],
)
def test_words_of_everyday_tell_nothing_apart(words: str) -> None:
    assert TASK.parse(Request.from_prompt(f"Solve this for the school app. {words}\n\n3x + 5 = 20")) is not None


def test_counted_questions_marks_and_tags_tell_nothing_apart() -> None:
    prompt = "Question 3 (b) [4 marks]\n\n<task>Solve it for the exam board</task>: 3x + 5 = 20\n\n1. Keep it short."
    assert TASK.parse(Request.from_prompt(prompt)) is not None
    assert TASK.parse(Request.from_prompt(prompt.replace("marks", "tries"))) is None


def test_instructions_before_the_prompt_are_looked_at_too() -> None:
    plain = Request.from_prompt("Solve this for the school app: 3x + 5 = 20", system="You like short answers.")
    apart = Request.from_prompt("Solve this for the school app: 3x + 5 = 20", system="If it is negative, say NONE.")
    assert TASK.parse(plain) is not None
    assert TASK.parse(apart) is None


def test_a_fresh_answer_is_shown_as_it_comes() -> None:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())
    pieces = ["1. Subtract 5 from ", "both sides: 3x = 15\n", "2. Divide by 3: x = 5"]

    def model(_: Request) -> list[str | Generation]:
        return [*pieces, Generation("".join(pieces), Usage(1, 1))]

    prompt = "Solve this for the school app: 3x + 5 = 20"
    assert list(engine.stream(Request.from_prompt(prompt), model)) == pieces
    assert engine.answer(Request.from_prompt(prompt.replace("20", "26")), NEVER).text.endswith("x = 7")


def test_the_callers_own_model_answers_what_is_only_judged() -> None:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())
    assert engine.lookup(ask("4(x - 3) + 7 = 31"), ScriptedModel([WORKED]).generate) is None
    assert engine.store(ask("4(x - 3) + 7 = 31"), Generation(WORKED)) is not None
    found = engine.lookup(ask("5(x - 2) + 3 = 28"))
    assert found is not None
    assert found.outcome is Outcome.REPLAY


def test_a_mere_paraphrase_is_reused_as_without_a_task_and_not_called_verified() -> None:
    engine = engine_with(
        "It is nine, dear pupil.", "3x = 27", "What is x for the app, where {e}".replace(", where", ":")
    )
    answer = engine.answer(ask("3x = 27", template="Please, what is x for the app: {e}"), NEVER)
    assert (answer.outcome, answer.verified) == (Outcome.REUSE, False)


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 12), st.integers(1, 20), st.integers(1, 30), st.sampled_from("xyzkn"))
def test_whatever_is_served_solves_the_equation_line_by_line(factor: int, add: int, solution: int, letter: str) -> None:
    engine = engine_with(
        "1. Subtract 5 from both sides: 3x = 15\n2. Divide both sides by 3: x = 5\n\nx = 5", "3x + 5 = 20"
    )
    request = ask(f"{factor}{letter} + {add} = {factor * solution + add}", letter)
    answer = engine.answer(request, NEVER)
    problem = TASK.parse(request)
    assert problem is not None
    assert answer.outcome is Outcome.REPLAY
    assert answer.text.splitlines()[-1] == f"{letter} = {solution}"
    assert len(answer.text.splitlines()) == 4
    assert TASK.verify_answer(problem, answer.text).status is Status.PASS
    assert problem.problem.solution == Fraction(solution)
