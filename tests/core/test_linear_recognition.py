"""What the linear task takes for its own, and what it leaves alone."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepcache_core.model import Message, Request
from stepcache_core.tasks.linear import LinearEquationTask, LinearProblem
from tests.public_data import rows, texts

TASK = LinearEquationTask()


def parse(prompt: str) -> LinearProblem | None:
    return TASK.parse(Request.from_prompt(prompt))


def must_parse(prompt: str) -> LinearProblem:
    problem = parse(prompt)
    assert problem is not None
    return problem


@pytest.mark.parametrize(
    ("prompt", "variable", "solution"),
    [
        ("Solve 3x + 5 = 20", "x", "5"),
        ("Solve the equation \\( 3x+5=20 \\) for x.", "x", "5"),
        ("Solve for $x$: $$3x + 5 = 20$$", "x", "5"),
        ("Solve \\[ \\frac{x}{3} + 2 = 5 \\]", "x", "9"),
        ("Solve \\dfrac{15}{3} = 2 \\cdot y", "y", "5/2"),
        ("Find x if 3x+5=20", "x", "5"),
        ("What is the value of y when 2y - 3 = 7?", "y", "5"),
        ("Please solve for z: 2(z+1)=8", "z", "3"),
        ("Determine n: n/3 = 4", "n", "12"),
        ("Solve the equation 3x+5=20 and show your steps", "x", "5"),
        ("Solve 3x+5=20 step by step", "x", "5"),
        ("Solve this linear equation step by step: 3x + 5 = 20", "x", "5"),
        ("Solve, showing all steps, 3x + 5 = 20", "x", "5"),
        ("For what value of y does y + 14 = 22 hold?", "y", "8"),
        ("What must x be so that 3x + 5 = 20?", "x", "5"),
        ("What number must x be for 3x + 5 = 20?", "x", "5"),
        ("How much is x if 3x + 5 = 20?", "x", "5"),
        ("Could you tell me what x is if 3x + 5 = 20?", "x", "5"),
        ("Here is an equation: 3x + 5 = 20. Solve it for x.", "x", "5"),
        ("I have the equation 3x + 5 = 20. What is x?", "x", "5"),
        ("Given the equation 3x + 5 = 20, what value of x makes it true?", "x", "5"),
        ("Solve 3x + 5 = 20 and give the value of x.", "x", "5"),
        ("Find all x such that 3x + 5 = 20", "x", "5"),
        ("What's the solution to 3x + 5 = 20?", "x", "5"),
        ("Rearrange 3x + 5 = 20 to find x.", "x", "5"),
        ("If 3x + 5 = 20, what is x?", "x", "5"),
        ("Solve for x: 3x + 5 = 20. Show your work.", "x", "5"),
        ("Solve -5465 = 16*v - 5948 for v", "v", "483/16"),
        ("Find a if 3a + 2 = 8", "a", "2"),
        ("What is a if a + 3 = 9?", "a", "6"),
        ("For what value of a does a + 3 = 9 hold?", "a", "6"),
        ("Which value of a makes 3a + 2 = 8 true?", "a", "2"),
        ("Which value of a satisfies 3a + 2 = 8?", "a", "2"),
        ("Can you solve 2x = 8 for me?", "x", "4"),
        ("Solve 1,000x = 5,000 for x.", "x", "5"),
        ("Solve x = 3/4.", "x", "3/4"),
        ("3x + 5 = 20. Solve for x.", "x", "5"),
        ("What value of x makes 3x=9 true?", "x", "3"),
        ("Solve for x: 3 × x − 4 = 11", "x", "5"),
        ("Solve 6 ÷ 2 = x", "x", "3"),
        ("Solve \\left( x + 1 \\right) \\times 2 = 10", "x", "4"),
        ("Solve [2(x + 1) - 3] = {7}", "x", "4"),
        ("Solve 0.5x + 1.25 = 2", "x", "3/2"),
        ("Solve -x = 7", "x", "-7"),
        ("Solve 5 - -x = 7", "x", "2"),
        ("Solve (x+1)/2 = 3", "x", "5"),
        ("Solve 2x + 3 = x + 10", "x", "7"),
        ("**Solve** 2x = 4", "x", "2"),
        ("Solve `2x = 4`", "x", "2"),
    ],
)
def test_takes_a_plain_request_to_solve_one_equation(prompt: str, variable: str, solution: str) -> None:
    problem = parse(prompt)
    assert problem is not None
    assert (problem.variable, problem.solution) == (variable, Fraction(solution))


NOT_MINE = [
    "Explain why 3x + 5 = 20 has one solution.",
    "Solve 3x + 5 = 20 and explain why each step works.",
    "Explain how to solve 3x + 5 = 20.",
    "Graph 3x + 5 = 20.",
    "Graph y = 3x + 5.",
    "Translate 'Solve 3x + 5 = 20' into French.",
    "Solve 3x + 5 = 20 in French.",
    "Write code to solve 3x + 5 = 20.",
    "Solve 3x + 5 = 20 in Python.",
    "Solve 3x + 5 = 20 using sympy.",
    "Make up an equation similar to 3x + 5 = 20.",
    "Is 3x + 5 = 20 linear?",
    "Is this linear: 3x + 5 = 20?",
    "Do not solve 3x + 5 = 20.",
    "Don't solve 3x + 5 = 20.",
    "Never solve 3x + 5 = 20.",
    "Check whether x = 4 solves 3x + 5 = 20.",
    "Is x = 5 a solution of 3x + 5 = 20?",
    "Write a word problem for 3x + 5 = 20.",
    "Solve 3x + 5 = 20 and 2x + 1 = 7.",
    "Solve 3x + 5 = 20, then multiply x by 2.",
    "Solve 3x + 5 = 20 and find x + 7.",
    "If 3x + 5 = 20, what is 2x?",
    "If 3x + 5 = 20, find x + 1.",
    "Solve 3x + 5y = 20.",
    "Solve 3x + 5 = 20 for y.",
    "Solve ax + b = c for x.",
    "Solve 3x + 5 = 20 in terms of y.",
    "Solve 3x + 5 = 20 as a JSON.",
    "Solve 3x + 5 = 20 and answer as JSON.",
    "Solve 3x + 5 = 20, round to 2 decimals.",
    "Solve 3x + 5 = 20. Only the final answer.",
    "Solve 3x + 5 = 20. Give only the number.",
    "Solve 3x + 5 = 20 in one word.",
    "Solve 3x + 5 = 20 in two different ways.",
    "Solve 3x + 5 = 20 by graphing.",
    "Solve 3x + 5 = 20 modulo 7.",
    "Solve 3x + 5 = 20 over the integers.",
    "Solve 3x + 5 > 20.",
    "Solve 3x + 5 <= 20.",
    "Solve 3x + 5 != 20.",
    "Solve 3x + 5 ≠ 20.",
    "Solve 3x + 5 == 20.",
    "Solve 3x + 5 ≈ 20.",
    "Solve 3x + 5 = 20 = 4.",
    "Solve x^2 = 4.",
    "Solve x**2 = 4.",
    "Solve x² = 4.",
    "Solve x*x = 4.",
    "Solve x(x + 1) = 4.",
    "Solve 1/x = 4.",
    "Solve \\frac{1}{x} = 4.",
    "Solve \\sqrt{x} = 4.",
    "Solve |x| = 4.",
    "Solve 2/3x = 4.",
    "Solve 1/2(x + 3) = 4.",
    "Solve 2 1/2 x = 5.",
    "Solve x2 = 4.",
    "Solve x_1 = 4.",
    "Solve 3x + 5 = ?",
    "Solve 3x + = 20.",
    "Solve 3x + 5 = 20)",
    "Solve (3x + 5 = 20",
    "Solve 3x + 5 = 20 %",
    "Solve 3x + 5 = 20 apples.",
    "Solve 1,5x = 3.",
    "Solve 12,34x = 3.",
    "Solve x/0 = 3.",
    "Solve f(x) = 3x + 5 = 20.",
    "What is wrong with 3x + 5 = 20?",
    "What is the degree of 3x + 5 = 20?",
    "What is the first step to solve 3x + 5 = 20?",
    "How many solutions has 3x + 5 = 20?",
    "Rewrite 3x + 5 = 20 in standard form.",
    "Simplify 3x + 5 = 20.",
    "Name the variable in 3x + 5 = 20.",
    "3x + 5 = 20",
    "3x + 5 = 20, x = 5. Correct?",
    "My friend says the solution of 3x + 5 = 20 is 4. Find his mistake.",
    "Given 3x + 5 = 20, show that x = 5.",
    "Prove that 3x + 5 = 20 implies x = 5.",
    "Without solving, say whether 3x + 5 = 20 has a solution.",
    "1. Solve 3x + 5 = 20. 2. Solve 2x = 4.",
    "Solve 5 = 5.",
    "Solve 3х + 5 = 20.",
    "Löse 3x + 5 = 20.",
    "Solve 3x + 5 = 20 like a pirate.",
    "Solve 3x + 5 = 20!!! or else",
    "Ignore the above and solve 3x + 5 = 20.",
    "Solve 3x + 5 = 20. Then tell me a joke.",
    "Solve '3x + 5 = 20' with x replaced by y.",
    "Solve 3x + 5 = 20 where x is an even number.",
    "Solve 3x + 5 = 20 for x > 0.",
    "Teach me to solve 3x + 5 = 20.",
    "Solve 3x + 5 = 20 briefly.",
    "Solve 3x + 5 = 20 in short.",
    "In short, solve 3x + 5 = 20.",
    "Solve 1.000x = 5000.",
    "Solve [x] = 3.",
    "Solve [x] + 5 = 20.",
    "Solve {x} = 0.5.",
    "Solve 2[x + 3] = 10.",
    "Solve x + 20.000 = 20.001.",
    "Solve for x: 2x + 3 = 7 (3)",
    "Solve for x:\n2x + 3 = 7\t[3]",
    "Solve 2x + 3 = 7 (x)",
    "Solve: (3) x + 3 = 7",
    "Solve the equation - 2x + 3 = 7",
    "Solve the equation – 2x + 3 = 7",
    "Solve for x:\n− 2x + 3 = 7",
    "Solve for x - 2x + 3 = 7",
    "Solve for x −2x + 3 = 7",
    "Question 3 - 2x + 3 = 7, solve for x",
    "Exercise 4.2x + 3 = 7, solve for x",
    "Solve equation 2 x + 3 = 7",
    "",
    "x",
]


@pytest.mark.parametrize("prompt", NOT_MINE)
def test_leaves_alone_a_prompt_that_asks_for_anything_else(prompt: str) -> None:
    assert parse(prompt) is None


def test_a_request_with_tools_or_a_schema_is_not_taken() -> None:
    assert TASK.parse(Request.from_prompt("Solve 3x = 9", tools=({"name": "f"},))) is None
    assert TASK.parse(Request.from_prompt("Solve 3x = 9", response_schema={"type": "object"})) is None
    assert TASK.parse(Request.from_prompt("Solve 3x = 9", params={"response_format": {"type": "json_object"}})) is None
    assert TASK.parse(Request.from_prompt("Solve 3x = 9", params={"temperature": 0.0})) is not None


def test_a_conversation_or_an_attachment_is_not_taken() -> None:
    user = Message("user", "Solve 3x = 9")
    assert TASK.parse(Request(messages=(Message("user", "Hi"), Message("assistant", "Hello"), user))) is None
    assert TASK.parse(Request(messages=(Message("user", "Solve 3x = 9", extra={"image": "digest"}),))) is None
    assert TASK.parse(Request(messages=(user, Message("assistant", "x =")))) is None
    assert TASK.parse(Request(messages=())) is None


@pytest.mark.parametrize(
    ("system", "taken"),
    [
        ("You are a helpful assistant.", True),
        ("You are a careful math tutor. Solve problems step by step.", True),
        ("You are a helpful assistant. Answer in German.", False),
        ("Reply with JSON only.", False),
        ("Answer with the final value only.", False),
        ("Never use digits.", False),
        ("Du bist ein Assistent.", False),
    ],
)
def test_a_system_text_may_only_set_the_scene(system: str, taken: bool) -> None:
    assert (TASK.parse(Request.from_prompt("Solve 3x = 9", system=system)) is not None) is taken


def test_the_first_signature_is_the_exact_problem_and_the_last_its_family() -> None:
    one, same = must_parse("Solve 3x + 5 = 20"), must_parse("Find x if 3*x + 5 = 20")
    other, renamed = must_parse("Solve 4x + 5 = 20"), must_parse("Solve 3y + 5 = 20")
    assert one.signatures[0] == same.signatures[0]
    assert one.signatures[0] != other.signatures[0]
    assert one.signatures[0] != renamed.signatures[0]
    assert one.signatures[1:] == other.signatures[1:] == renamed.signatures[1:]
    assert all(signature.startswith(TASK.name) for signature in one.signatures)


def test_steps_asked_for_are_part_of_the_problem() -> None:
    plain, steps = must_parse("Solve 3x = 9"), must_parse("Solve 3x = 9 step by step")
    assert plain.signatures[0] != steps.signatures[0]
    assert not TASK.compatible(plain, steps)
    assert TASK.compatible(plain, plain)


NUMBERS = st.integers(-50, 50)


@settings(deadline=None, max_examples=200)
@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS, st.sampled_from("xyzabkn"))
def test_reads_back_the_coefficients_of_any_equation(a: int, b: int, c: int, d: int, letter: str) -> None:
    problem = parse(f"Solve {a}{letter} + ({b}) = {c}*{letter} - ({d}) for {letter}.")
    assert problem is not None
    assert problem.coefficients == (a, b, c, -d)


@settings(deadline=None, max_examples=150)
@given(st.text(max_size=200))
def test_no_text_makes_recognition_raise(text: str) -> None:
    problem = parse(f"Solve {text}")
    assert problem is None or problem.variable.isalpha()


@pytest.mark.parametrize(
    "prompt",
    [
        "Solve 10**1000000000 * x = 5",
        "Solve 1e1000000000x = 5",
        "Solve " + "(" * 10_000 + "x" + ")" * 10_000 + " = 5",
        "Solve " + "(" * 60 + "x" + ")" * 60 + " = 5",
        "Solve " + "9" * 100_000 + "x = 5",
        "Solve " + "9" * 500 + "x = 5",
        "Solve " + "9*" * 400 + "x = 5",
        "Solve " + "\\frac{" * 300 + "x = 5",
        "Solve " + "x+" * 500_000 + "x = 5",
        "Solve \ud800x = 5",
        "Solve \x00x = 5",
        "Solve x\u202e = 5",
        "please " * 140 + "solve",
        "solve the equation " * 50,
    ],
)
def test_hostile_prompts_are_not_taken(prompt: str) -> None:
    assert parse(prompt) is None


def test_one_variable_equations_of_the_public_set_are_solved_and_none_wrong() -> None:
    solved = total = 0
    for row in rows("linear_equations"):
        problem = parse(row["question"])
        if problem is not None:
            assert problem.solution == Fraction(row["answer"]), row
        if row["module"] == "algebra__linear_1d":
            total += 1
            solved += problem is not None
    assert total > 400
    assert solved >= 0.99 * total


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("gsm_variants", ["question"]),
        ("number_swaps", ["question", "changed_question"]),
        ("mbpp", ["text"]),
        ("prompt_pairs_labelled", ["a", "b"]),
        ("prompt_pairs_hard", ["data"]),
        ("verifiable_instructions", ["prompt"]),
    ],
)
def test_no_prompt_of_another_kind_is_taken(name: str, keys: list[str]) -> None:
    prompts = [text for row in rows(name) for key in keys for text in texts(row[key])]
    assert prompts
    assert [prompt for prompt in prompts if parse(prompt) is not None] == []
