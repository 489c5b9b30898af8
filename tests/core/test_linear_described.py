"""What an answer says of its equation in words alone is served only for an equation of which it is true."""

from __future__ import annotations

import pytest

from stepcache_core import Generation, Outcome, Request, StepCacheEngine, Usage
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks import FramedEquationTask, LinearEquationTask
from stepcache_core.testing import HashEmbedder
from tests.core.linear_samples import replayed

ASKED = "Solve 3x + 5 = 20 step by step"
WORKED = "Subtract 5 from both sides:\n3x = 15\n\nDivide both sides by 3:\nx = 5"

DESCRIBED = {
    "how many steps it takes": ("This is a two-step equation.", "We solve it in two steps.", "**Two-step equation**"),
    "what it has": (
        "The equation contains fractions.",
        "First we remove the fraction.",
    ),
    "the kind of its solution": (
        "The result is a whole number.",
        "The solution is a fraction.",
        "The value is a decimal.",
        "The result is nice.",
        "The fraction is in simplest form.",
    ),
    "the operations by their nouns": (
        "We undo the addition with subtraction.",
        "Method: subtraction, then division",
        "The inverse of multiplication is division.",
    ),
    "numbers that are one by chance": (
        "The result is also the coefficient.",
        "We get back the original constant.",
        "The same number appears again.",
        "The solution has the same value as the constant.",
        "This is the same as the coefficient.",
        "The value of x is the coefficient.",
        "The coefficient and the constant are the same.",
        "The solution equals the coefficient.",
        "The numerator and denominator are equal.",
        "The same number appears on both sides.",
        "Here x is above the coefficient.",
        "The solution is below the constant.",
        "x is in the given numbers.",
        "The solution is the given number.",
        "The solution appears in the equation itself.",
    ),
}
DESCRIBED_BY_ITS_FORM = {
    "where the variable stands": (
        "The variable is on the left side.",
        "The variable appears on both sides.",
        "x is alone on the right side.",
        "We keep the variable on the right side.",
    ),
    "what it has": ("The equation has parentheses.", "There are like terms to combine."),
    "what there is to do": (
        "We need to expand the expression.",
        "Use the distributive property.",
        "Combine the constants.",
        "We collect the variables.",
        "We eliminate the constant first.",
        "There is a coefficient to remove.",
        "We move the variable terms together.",
        "One step, one operation.",
    ),
    "what its sides have": (
        "Both sides contain the variable.",
        "There are constants on both sides.",
        "### Both sides have constants",
        "All terms contain the variable.",
        "The variable appears once.",
        "The variable is on one side.",
    ),
    "how hard it is": ("This is a simple equation.", "This is easy."),
}
CLAIMS, CLAIMS_OF_FORM = (
    [pytest.param(claim, id=f"{kind}: {claim}") for kind, claims in described.items() for claim in claims]
    for described in (DESCRIBED, DESCRIBED_BY_ITS_FORM)
)
UNLIKE = ["Solve 3x = 12", "Solve 7x - 4 = 2x + 19", "Solve 4(x - 2) = 21", "Solve x/4 - 5 = 7", "Solve 4x + 6 = 11"]


@pytest.mark.parametrize("claim", CLAIMS)
@pytest.mark.parametrize("prompt", UNLIKE)
def test_a_description_is_not_replayed_for_an_equation_that_is_not_alike(claim: str, prompt: str) -> None:
    for answer in (f"{claim}\n\n{WORKED}", f"{WORKED}\n\n{claim}"):
        assert claim not in (replayed(ASKED, prompt, answer) or "")


@pytest.mark.parametrize(
    ("asked", "claim", "answer", "prompt"),
    [
        (ASKED, "x appears once.", WORKED, "Solve 7x - 4 = 2x + 21 step by step"),
        ("Solve 7x - 4 = 2x + 21", "Both sides have the variable.", "5x = 25\n\nx = 5", "Solve 3x + 5 = 20"),
        ("Solve 7x - 4 = 2x + 21", "We collect the x terms.", "5x = 25\n\nx = 5", "Solve 3x + 5 = 20"),
        ("Solve 7x - 4 = 2x + 21", "Move all x terms to one side.", "5x = 25\n\nx = 5", "Solve 3x + 5 = 20"),
        (
            "Solve 4(x - 2) = 12",
            "We use the distributive property.",
            "4x - 8 = 12\n\n4x = 20\n\nx = 5",
            "Solve 3x + 5 = 20",
        ),
        ("Solve 4(x - 2) = 12", "Expand first.", "4x - 8 = 12\n\n4x = 20\n\nx = 5", "Solve 3x + 5 = 20"),
        ("Solve 5x + 5 = 30", "x is the coefficient.", "5x = 25\n\nx = 5", "Solve 3x + 5 = 20"),
        ("Solve 5x + 5 = 30", "**x equals the coefficient.**", "5x = 25\n\nx = 5", "Solve 3x + 5 = 20"),
        (ASKED, "The unknown is at the left.", WORKED, "Solve 20 = 3x + 5 step by step"),
    ],
)
def test_what_is_true_of_the_first_equation_is_not_said_of_one_that_is_not_alike(
    asked: str, claim: str, answer: str, prompt: str
) -> None:
    for text in (f"{claim}\n\n{answer}", f"{answer}\n\n{claim}"):
        plan = engine_with(asked, text).explain(Request.from_prompt(prompt))
        assert not plan.needs_model
        assert claim not in "".join(step.text for step in plan.steps)


@pytest.mark.parametrize("claim", CLAIMS_OF_FORM)
@pytest.mark.parametrize("prompt", [*UNLIKE[:-1], "Solve 9 = 2 - 3x", "Solve 3x = 2x + 7"])
def test_words_for_the_form_are_not_replayed_for_an_equation_of_another(claim: str, prompt: str) -> None:
    for answer in (f"{claim}\n\n{WORKED}", f"{WORKED}\n\n{claim}"):
        assert claim not in (replayed(ASKED, prompt, answer) or "")


@pytest.mark.parametrize(
    ("asked", "value", "prompt", "claim"),
    [
        ("Solve 2x = 5", "5/2", "Solve 3x = 5", "We get a decimal."),
        ("Solve 3x = 5", "5/3", "Solve 6x = 10", "The fraction is in simplest form."),
        ("Solve 6x = 10", "10/6 = 5/3", "Solve 3x = 5", "We reduce the fraction."),
    ],
)
def test_a_fraction_that_ends_or_is_to_be_reduced_is_another_kind(
    asked: str, value: str, prompt: str, claim: str
) -> None:
    assert claim in (replayed(asked, asked, f"x = {value}\n\n{claim}") or "")
    assert claim not in (replayed(asked, prompt, f"x = {value}\n\n{claim}") or "")


@pytest.mark.parametrize(
    "words",
    [
        "Do the same on both sides.",
        "Add the same number to both sides.",
        "Both sides have the same value.",
        "The variable is isolated.",
        "Divide both sides by the coefficient of x.",
    ],
)
def test_words_that_are_true_of_any_equation_are_kept(words: str) -> None:
    assert words in (replayed(ASKED, "Solve 4x + 7 = 27", f"{WORKED}\n\n{words}\n\nx = 5") or "")


def engine_with(prompt: str, answer: str) -> StepCacheEngine:
    tasks = (LinearEquationTask(), FramedEquationTask())
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), tasks=tasks)
    engine.answer(Request.from_prompt(prompt), lambda _: Generation(answer, Usage(10, 10)))
    return engine


@pytest.mark.parametrize(
    ("asked", "claim", "prompt"),
    [
        ("Solve 3x + 5 = 20", "The variable is on the left side.", "Solve 20 = 3x + 5"),
        ("Solve 3(x + 1) = 18", "The equation has parentheses.", "Solve 3x + 3 = 18"),
        ("Solve 3x + 5 = 20", "This is a two-step equation.", "Solve 3x = 15"),
        ("Solve x + y = 10 and x - y = 2", "The first equation has like terms.", "Solve x - y = 2 and x + y = 10"),
        ("Solve x + y = 10 and x - y = 2", "There are like terms to combine.", "Solve x - y = 2 and x + y = 10"),
        ("Solve x + y = 10 and x - y = 2", "The letters are on the left.", "Solve 10 = x + y and 2 = x - y"),
    ],
)
def test_steps_that_pass_are_not_reused_with_a_description_of_another_equation(
    asked: str, claim: str, prompt: str
) -> None:
    solved = "x = 6\n\ny = 4" if "y" in asked else "x = 5"
    engine = engine_with(asked, f"{claim}\n\n{solved}")
    assert claim not in "".join(step.text for step in engine.explain(Request.from_prompt(prompt)).steps)


@pytest.mark.parametrize(
    "opening",
    ["{} (given)", "The equation is {}.", "**Problem:** {}", "We have {}.", "{}, which is the original equation", "{}"],
)
@pytest.mark.parametrize(
    ("asked", "likewise"),
    [
        ("3x + 5 = 20", "6x + 10 = 40"),
        ("3x + 5 = 20", "5 = 20 - 3x"),
        ("x + y = 10 and x - y = 2", "2x + 2y = 20 and x - y = 2"),
    ],
)
def test_no_equation_is_shown_as_the_one_asked_that_only_has_its_solution(
    asked: str, likewise: str, opening: str
) -> None:
    solved = "x = 6\n\ny = 4" if "y" in asked else WORKED
    written = asked.partition(" and ")[0]
    engine = engine_with(f"Solve {asked}", f"{opening.format(written)}\n\n{solved}")
    plan = engine.explain(Request.from_prompt(f"Solve {likewise}"))
    assert plan.outcome is Outcome.REPLAY
    assert written not in "".join(step.text for step in plan.steps).splitlines()[0]


def test_words_about_a_number_are_not_put_in_the_equation_of_others() -> None:
    engine = engine_with("Three times a number plus 5 is 20. Find the number.", f"Then 3x + 5 = 20.\n\n{WORKED}")
    assert engine.explain(Request.from_prompt("Three times a number is 15. Find the number.")).needs_model
    assert not engine.explain(Request.from_prompt("5 plus three times a number is 20. Find the number.")).needs_model


@pytest.mark.parametrize("prompt", UNLIKE)
def test_the_model_is_not_asked_where_only_the_words_are_doubted(prompt: str) -> None:
    engine = engine_with(ASKED, f"This is a two-step equation.\n\n{WORKED}")
    assert engine.explain(Request.from_prompt(prompt)).outcome is Outcome.REPLAY


def test_a_description_is_kept_for_an_equation_that_is_written_alike() -> None:
    text = replayed(ASKED, "Solve 4x + 7 = 27", f"This is a two-step equation.\n\n{WORKED}")
    assert text == (
        "This is a two-step equation.\n\nSubtract 7 from both sides:\n4x = 20\n\nDivide both sides by 4:\nx = 5"
    )


def test_words_for_adding_and_taking_away_mind_signs_and_the_others_do_not() -> None:
    for claim, is_kept in (("This is a two-step equation.", True), ("We undo the addition.", False)):
        text = replayed(ASKED, "Solve 4x - 7 = -27", f"{claim}\n\n{WORKED}")
        assert text is not None
        assert (claim in text) is is_kept
        assert text.endswith("x = -5")


def test_a_template_whose_answer_describes_its_equation_is_left_to_the_model() -> None:
    template = "Tutor: find the value of x in {}, and comment on each line for the class."
    engine = engine_with(template.format("3x + 5 = 20"), f"This is a two-step equation.\n\n{WORKED}")
    assert engine.explain(Request.from_prompt(template.format("5x + 4 = 2x + 19"))).needs_model
