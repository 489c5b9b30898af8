"""The many ways in which people ask for the solution of equations, and the form they want it in."""

from __future__ import annotations

from fractions import Fraction

import pytest

from stepcache_core import Generation, Request, StepCacheEngine, Usage
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks.linear import LinearEquationTask, LinearProblem, SpokenProblem, SystemProblem
from stepcache_core.testing import HashEmbedder
from tests.core.linear_wordings import LEFT, TAKEN

TASK = LinearEquationTask()


def solution_of(prompt: str) -> dict[str, Fraction | None] | None:
    """What the task makes of a prompt: the value of each letter asked, of none for "a number"."""
    match TASK.parse(Request.from_prompt(prompt)):
        case LinearProblem(variable=letter, solution=value):
            return {letter: value}
        case SpokenProblem(solution=value):
            return {"": value}
        case SystemProblem(asked=asked, solved=solved):
            return {letter: solved.values.get(letter) for letter in asked}
        case _:
            return None


@pytest.mark.parametrize(("prompt", "solution"), TAKEN)
def test_a_wording_is_taken_and_its_problem_solved(prompt: str, solution: str) -> None:
    pairs = [each.split("=") for each in solution.split(" ")]
    assert solution_of(prompt) == {letter: Fraction(value) for letter, value in pairs}


@pytest.mark.parametrize("prompt", LEFT)
def test_a_prompt_that_only_looks_like_one_is_left_alone(prompt: str) -> None:
    assert solution_of(prompt) is None


FRACTION = "Solve 6g = 15, leaving the answer as a fraction."
LINE = "Solve 6g = 15 and finish with a line g = ..."
END = "Solve 6g = 15 and end with the final answer."
FRACTIONS = "Find u and v if 2u = v and u + v = 1. Leave the answers as fractions."
LINES = "Solve 3u + v = 11 and u - v = 1 and end with u = ... and v = ..."


@pytest.mark.parametrize(
    ("prompt", "text", "passes"),
    [
        (FRACTION, "g = 5/2", True),
        (FRACTION, "g = \\frac{5}{2}", True),
        (FRACTION, "6g = 15\n\nDivide both sides by 6: g = 5/2", True),
        (FRACTION, "g = 2.5", False),
        (FRACTION, "g = 5/2 = 2.5", False),
        (FRACTION, "g = 15/6", False),
        (FRACTION, "g = 15/6 = 2.5", False),
        (FRACTION.replace("6g = 15", "6g = -15"), "g = -5/2", True),
        (FRACTION.replace("6g = 15", "6g = -15"), "g = -2.5", False),
        (FRACTION.replace("15", "18"), "g = 3", True),
        ("Solve 6g = 15, no rounding.", "g = 2.5", True),
        ("Solve 6g = 15.", "g = 2.5", True),
        ("Solve 6g = 14, no rounding.", "g = 2.33", False),
        (FRACTIONS, "u = 1/3, v = 2/3", True),
        (LINES, "u = 3, v = 2", True),
        (LINES, "3u + v = 11\n\nu - v = 1\n\nu = 3\n\nv = 2", True),
        (LINES, "The value of u is 3 and the value of v is 2.", False),
        (FRACTIONS.replace("= 1.", "= 1.5."), "u = 1/2, v = 1", True),
        (FRACTIONS.replace("= 1.", "= 1.5."), "u = 0.5, v = 1", False),
        (LINE, "6g = 15\n\ng = 5/2", True),
        (LINE, "6g = 15\n\n**g = 5/2**", True),
        (LINE, "6g = 15\n\n\\[ g = \\frac{5}{2} \\]", True),
        (LINE, "The value of g is 5/2.", False),
        (LINE, "g = 5/2\n\nThe value of g is 5/2.", False),
        ("Solve 6g = 15.", "The value of g is 5/2.", True),
        (END, "6g = 15\n\ng = 5/2", True),
        (END, "6g = 15, so g = 15/6 = 5/2.", True),
        (END, "\\[\\begin{aligned} 6g &= 15 \\\\ g &= \\frac{5}{2} \\end{aligned}\\]", True),
        (END, "6g = 15\n\n\\[\ng = \\frac{5}{2}\n\\]", True),
        (END, "g = 5/2\n\nThe solution is **5/2**.", True),
        (END, "g = 5/2\n\nCheck: 6(5/2) = 15", False),
        ("Solve 6g = 15. Give the answer at the end.", "g = 5/2\n\n6(5/2) = 15", False),
        (LINES.partition(" and end")[0] + " and finish with the result", "u = 3\n\nSo u = 3 and v = 2.", True),
        (LINES.partition(" and end")[0] + " and finish with the result", "u = 3, v = 2\n\n3(3) + 2 = 11", False),
        ("Nine more than k is 12. Find k and finish with k = ...", "k = 3", True),
        ("Nine more than k is 12. Find k and finish with k = ...", "The value of k is 3.", False),
    ],
)
def test_an_answer_must_have_the_form_that_is_asked_for(prompt: str, text: str, passes: bool) -> None:
    problem = TASK.parse(Request.from_prompt(prompt))
    assert problem is not None
    assert TASK.verify_answer(problem, text).is_pass is passes


@pytest.mark.parametrize("prompt", [FRACTION, LINE, END, FRACTIONS, LINES, *(prompt for prompt, _ in TAKEN)])
def test_the_answer_that_the_task_gives_has_the_form_asked_for(prompt: str) -> None:
    problem = TASK.parse(Request.from_prompt(prompt))
    assert problem is not None
    assert TASK.verify_answer(problem, TASK.solve(problem) or "").is_pass


def test_a_form_that_is_asked_for_is_part_of_the_problem() -> None:
    prompts = ("Solve 6g = 15.", FRACTION, LINE, END, "Solve 6g = 15, leaving it as a fraction, and end with g = ...")
    problems = [TASK.parse(Request.from_prompt(prompt)) for prompt in prompts]
    assert len({problem.signatures[0] for problem in problems if problem is not None}) == len(prompts)


@pytest.mark.parametrize(
    ("prompt", "cached"),
    [(FRACTION, "g = 2.5"), (LINE, "The value of g is 5/2."), (END, "g = 2.5\n\nCheck: 6(2.5) = 15")],
)
def test_a_cached_answer_in_another_form_is_not_served(prompt: str, cached: str) -> None:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())

    def model(request: Request) -> Generation:
        return Generation("g = 5/2" if request.prompt.startswith(prompt) else cached, Usage(1, 1))

    assert engine.answer(Request.from_prompt("Solve 6g = 15."), model).text == cached
    answer = engine.answer(Request.from_prompt(prompt), model)
    assert answer.text != cached
    assert answer.text.endswith("g = 5/2")


@pytest.mark.parametrize(
    "piece", ["help me ", "please show me how to ", "as a fraction ", "x = ? ", "the next ", "then "]
)
@pytest.mark.parametrize("equation", ["3x = 9", "u + v = 3, u - v = 1", "five more than x is 9"])
def test_words_without_end_are_not_taken(piece: str, equation: str) -> None:
    assert solution_of(piece * 200 + equation) is None
    assert solution_of(equation + " but " + piece * 20) is None
