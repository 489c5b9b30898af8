"""Replay: the same wording and notation, another equation, every step verified."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepcache_core.model import Source, Step, join
from tests.core.linear_samples import (
    BOTH_SIDES,
    BRACKET,
    LATEX,
    PLAIN,
    QUOTIENT,
    STARRED,
    TASK,
    WORKED,
    parse,
    passes,
    replayed,
)


def test_a_latex_answer_is_replayed_with_its_wording_and_a_sign_flip_turns_the_operation_round() -> None:
    assert replayed("Solve 3x + 5 = 20", "Solve 4y - 7 = 10", LATEX) == (
        "To solve the equation \\( 4y - 7 = 10 \\), follow these steps:\n\n"
        "1. Add 7 to both sides of the equation to isolate the term with \\( y \\):\n"
        "   \\[ 4y - 7 + 7 = 10 + 7 \\]\n"
        "   Simplifying this, we get:\n"
        "   \\[ 4y = 17 \\]\n\n"
        "2. Divide both sides of the equation by 4 to solve for \\( y \\):\n"
        "   \\[ \\frac{4y}{4} = \\frac{17}{4} \\]\n"
        "   Simplifying this, we get:\n"
        "   \\[ y = \\frac{17}{4} \\]\n\n"
        "So, the solution is \\( y = \\frac{17}{4} \\)."
    )


def test_a_plain_answer_keeps_its_chain_and_its_check() -> None:
    assert replayed("Solve 3x + 5 = 20", "Solve -2t + 3 = 9", PLAIN) == (
        "Given equation: -2t + 3 = 9\n\n"
        "Step 1: Subtract 3 from both sides.\n-2t = 9 - 3\n-2t = 6\n\n"
        "Step 2: Divide both sides by -2.\nt = 6/(-2) = -3\n\n"
        "Check: -2(-3) + 3 = 6 + 3 = 9 ✓\n\n"
        "**Answer:** t = -3"
    )


def test_what_stands_on_the_next_line_is_no_notation() -> None:
    worked = "x + 5 = 20\nx = 15"
    assert replayed("Solve x + 5 = 20", "Solve 3x + 5 = 20", worked) == (
        "3x + 5 = 20\n3x = 15\n\nDivide both sides by 3:\nx = 5"
    )


def test_a_coefficient_of_one_drops_the_division_step() -> None:
    text = replayed("Solve 3x + 5 = 20", "Solve x + 5 = 9", LATEX)
    assert text is not None
    assert "ivide" not in text
    assert text.endswith("\\[ x = 4 \\]\n\nSo, the solution is \\( x = 4 \\).")


def test_a_constant_of_zero_drops_the_subtraction_and_renumbers_the_steps() -> None:
    text = replayed("Solve 3x + 5 = 20", "Solve 7k = 21", PLAIN)
    assert text == (
        "Given equation: 7k = 21\n\n"
        "Step 1: Divide both sides by 7.\nk = 21/7 = 3\n\n"
        "Check: 7(3) = 21 ✓\n\n"
        "**Answer:** k = 3"
    )


ORDERED = "First, subtract 5 from both sides:\n3x = 15\n\nNext, divide both sides by 3:\nx = 5"
NUMBERED = (
    "1. Subtract 5 from both sides: 3x + 5 - 5 = 20 - 5\n2. Simplify: 3x = 15\n"
    "3. Divide both sides by 3: 3x/3 = 15/3\n4. Simplify: x = 5"
)


def test_a_step_that_counts_on_one_that_is_gone_is_written_anew() -> None:
    text = replayed("Solve 3x + 5 = 20", "Solve 4x = 20", ORDERED)
    assert text == "4x = 20\n\nDivide both sides by 4:\nx = 5"
    text = replayed("Solve 3x + 5 = 20", "Solve 4x = 20", NUMBERED)
    assert text == "4x = 20\n\n1. Divide both sides by 4:\n   x = 5"


def test_what_would_be_said_twice_is_said_once() -> None:
    text = replayed("Solve 3x + 5 = 20", "Solve x + 5 = 9", NUMBERED)
    assert text == "1. Subtract 5 from both sides: x + 5 - 5 = 9 - 5\n2. Simplify: x = 4"


def test_nothing_is_checked_before_it_is_found() -> None:
    text = "Subtract 5 from both sides: 3x = 15. Divide both sides by 3: x = 5. Check: 3(5) + 5 = 20."
    written = replayed("Solve 3x + 5 = 20", "Solve 20 = 3x + 5", text)
    assert written is not None
    assert "Check" not in written


def test_a_law_is_named_only_where_it_is_used() -> None:
    text = (
        "By the commutative property, 5 + 3x = 20. Subtract 5 from both sides: 3x = 15. Divide both sides by 3: x = 5."
    )
    written = replayed("Solve 3x + 5 = 20", "Solve 2(x + 1) = 8", text)
    assert written is not None
    assert "commutative" not in written


@pytest.mark.parametrize(
    ("old", "text", "new", "gone"),
    [
        ("3x = 14", "Divide both sides by 3: x = 14/3 ≈ 4.67.", "3x = 15", "≈"),
        ("3x = 14", "Divide both sides by 3: x = 14/3, which is about 4.67.", "4x = 14", "about"),
        (
            "3x + 5 = 2x + 20",
            "Subtract 5 from both sides: 3x = 2x + 15. Again, subtract 2x from both sides: x = 15.",
            "3x - 5 = 2x + 20",
            "Again",
        ),
        ("3x + 5 = 20", "Remove the constant 5. 3x = 15. Divide both sides by 3: x = 5.", "3x - 5 = 20", "constant 5"),
        ("5x - 4x = 3", "Combine: x = 3.", "5x - 3x = 4", "Simplify"),
        ("3x + 5 = 20", "x = 5\n\nBecause 3x + 5 = 20 gives 3x = 15.", "x - 3 = 3x + 7", "3(-5) + 7 gives"),
    ],
)
def test_what_was_so_of_the_old_numbers_alone_is_not_said(old: str, text: str, new: str, gone: str) -> None:
    written = replayed(f"Solve {old}", f"Solve {new}", text)
    assert written is not None
    assert gone not in written


def test_signs_of_multiplication_stay_as_the_cached_answer_writes_them() -> None:
    text = replayed("Solve 3x + 5 = 20", "Solve 4x - 7 = 9", STARRED)
    assert text is not None
    assert text.startswith("We start with 4*x - 7 = 9.\n\nAdding 7 to both sides gives 4*x = 16.")
    assert text.endswith("\\boxed{4}.")


@pytest.mark.parametrize(
    ("old", "text", "new", "expected"),
    [
        (
            "Solve 3x + 5 = 20",
            "Move 5 to the other side: 3x = 20 - 5\n3x = 15\n\nx = 5",
            "Solve 4x - 7 = 9",
            "Move -7 to the other side: 4x = 9 + 7\n4x = 16\n\nx = 4",
        ),
        (
            "Solve 3x + 5 = 20",
            "To get rid of the +5, subtract 5 from both sides: 3x = 15\n\nDivide both sides by three: x = 5",
            "Solve 4x - 7 = 9",
            "To get rid of the -7, add 7 to both sides: 4x = 16\n\nDivide both sides by four: x = 4",
        ),
        (
            "Solve 3(x + 2) = 21",
            "Distribute the 3: 3x + 6 = 21\n\n3x = 15\n\nx = 5",
            "Solve -4(y - 3) = 20",
            "Distribute the -4: -4y + 12 = 20\n\n-4y = 8\n\ny = -2",
        ),
        (
            "Solve 0.5x + 1.5 = 4",
            "Subtract 1.5 from both sides: 0.5x = 2.5\n\nDivide both sides by 0.5: x = 5",
            "Solve 1.5x - 0.5 = 7",
            "Add 0.5 to both sides: 1.5x = 7.5\n\nDivide both sides by 1.5: x = 5",
        ),
        (
            "Solve 3x + 5 = 20",
            "3x = 15   (subtract 5 from both sides)\nx = 5   (divide both sides by 3)",
            "Solve x + 5 = 9",
            "x = 4   (subtract 5 from both sides)\n",
        ),
        (
            "Solve 12 - 5x = 2",
            "12 - 5x - 12 = 2 - 12\n-5x = -10\n\nx = 2\n\nCheck: LHS = 12 - 5(2) = 2",
            "Solve 9 - 2x = 15",
            "9 - 2x - 9 = 15 - 9\n-2x = 6\n\nx = -3\n\nCheck: LHS = 9 - 2(-3) = 15",
        ),
        (
            "Solve 7x = 15",
            "x = 15/7, which is approximately 2.14",
            "Solve 3x = 11",
            "x = 11/3, which is approximately 3.67",
        ),
    ],
)
def test_every_way_to_say_a_move_is_replayed(old: str, text: str, new: str, expected: str) -> None:
    assert replayed(old, new, text) == expected


def test_where_the_numbers_leave_the_role_of_a_move_open_the_one_that_fits_both_is_found() -> None:
    assert replayed("Solve 4 = 3x + 4", "Solve 10 = 3x + 4", "0 = 3x\n\n0 = x") == "6 = 3x\n\n2 = x"


NEW = {
    "Solve 3x + 5 = 20": [
        "Solve 4x - 7 = 9",
        "Solve -2t + 3 = 8",
        "Solve -x + 4 = 9",
        "Solve 0.5x + 1 = 3",
        "Solve \\(6x - 2 = 10\\)",
        "Solve 3x + 5 = 5",
        "Solve 4x + 1/2 = 3",
        "Solve \\frac{2}{3}x + 1 = 5",
        "Solve 2*x + 6 = 10",
        "Solve x + 5 = 9",
        "Solve 7k = 21",
        "Solve 11n - 30 = -41",
    ],
    "Solve 5x + 3 = 2x + 15": [
        "Solve 7y - 3 = 2y + 22",
        "Solve 4x + 6 = x - 9",
        "Solve 3x + 1 = 2x + 8",
        "Solve 2x + 3 = 5x + 15",
        "Solve 5x + 3 = -2x + 17",
        "Solve x - 4 = 3x + 8",
    ],
    "Solve 3(x + 2) = 21": ["Solve 4(y - 3) = 20", "Solve -2(x + 5) = 6", "Solve 2(x + 1) = 9"],
    "Solve x/4 = 3": ["Solve y/7 = -2", "Solve x/2 = 3/4"],
    "Solve 2y = 7": ["Solve 5x = 3", "Solve -4n = 8"],
    "Solve y - 4 = 9": ["Solve x + 4 = 9", "Solve z - 11 = -2"],
    "Solve 20 = 3x + 5": ["Solve 9 = 4x - 7", "Solve 1 = -x + 5"],
}


@pytest.mark.parametrize(("old", "text"), WORKED)
def test_every_worked_answer_is_replayed_for_equations_of_its_shape(old: str, text: str) -> None:
    for new in NEW[old]:
        result = replayed(old, new, text)
        assert result is not None, new
        assert passes(parse(new), result)


@pytest.mark.parametrize(("old", "text"), WORKED)
def test_a_renamed_variable_is_always_replayed_and_back_again(old: str, text: str) -> None:
    letter = parse(old).variable
    renamed = old.replace(f"{letter}", "w")
    result = replayed(old, renamed, text)
    assert result is not None
    assert letter not in {piece for piece in result.replace("w", " ").split() if len(piece) == 1}
    assert replayed(renamed, old, result) == text


@pytest.mark.parametrize(("old", "text"), WORKED)
def test_replay_for_the_same_problem_changes_nothing(old: str, text: str) -> None:
    assert replayed(old, old, text) == text


def test_replayed_steps_say_where_they_come_from_and_carry_their_verdicts() -> None:
    old, new = parse("Solve 3x + 5 = 20"), parse("Solve 4x + 5 = 21")
    steps = TASK.replay(old, new, TASK.segment(old, LATEX))
    assert steps is not None
    assert {step.source for step in steps} == {Source.REPLAY}
    assert all(step.verdict.is_pass for step in steps)


def test_from_the_step_on_that_another_shape_does_not_have_the_rest_is_worked_out() -> None:
    assert replayed("Solve 3x + 5 = 20", "Solve 3x + 5 = x + 19", LATEX) == (
        "To solve the equation \\( 3x + 5 = x + 19 \\), follow these steps:\n\n"
        "1. Subtract 5 from both sides of the equation to isolate the term with \\( x \\):\n"
        "   \\[ 3x + 5 - 5 = x + 19 - 5 \\]\n"
        "   Simplifying this, we get:\n"
        "   \\[ 3x = x + 14 \\]\n\n"
        "2. Subtract x from both sides:\n"
        "   \\[ 2x = 14 \\]\n\n"
        "3. Divide both sides by 2:\n"
        "   \\[ x = 7 \\]\n\n"
        "So, the solution is \\( x = 7 \\)."
    )


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("Solve 3x + 5 = 20", "Solve 3x + 5 = x", PLAIN),
        ("Solve 3x + 5 = 20", "Solve 0x = 5", PLAIN),
        ("Solve 3x + 5 = 20", "Solve 3x + 5 = 3x + 5", PLAIN),
        ("Solve 3x + 5 = 20", "Solve 2(3x - 1) = 4(x + 1) - x", STARRED),
        ("Solve x + 5 = 9", "Solve 3x + 5 = 20", "Subtract 5 from both sides:\n\nx = 4"),
        ("Solve 3x + 5 = 20", "Solve 4x + 5 = 21", "As 3 apples and 5 pears make 20, x = 5"),
        ("Solve 3x + 5 = 20", "Solve 4x + 5 = 21", "Move the 7 over.\n\nx = 5"),
        ("Solve 3x + 5 = 20", "Solve 4x + 5 = 21", "x = 6"),
        ("Solve 3x + 5 = 20", "Solve 4x + 5 = 21", "x^2 = 25, x = 5"),
        ("Solve 3x + 5 = 20", "Solve 4x + 5 = 21", "It is obvious."),
        ("Solve 3(x + 2) = 21", "Solve 3x + 6 = 21", "Distribute 3:\n\n3x + 6 = 21\n\n3x = 15\n\nx = 5"),
    ],
)
def test_what_has_no_role_in_the_new_problem_is_never_kept_and_the_result_is_right(
    old: str, new: str, text: str
) -> None:
    result = replayed(old, new, text)
    assert result is not None
    assert passes(parse(new), result)
    assert not any(alien in result for alien in ("apples", "the 7", "x^2", "obvious"))


def test_no_steps_are_no_pattern() -> None:
    assert replayed("Solve 3x + 5 = 20", "Solve 4x + 5 = 21", "") is None


COEFFICIENTS = st.integers(-12, 12).filter(bool)
CONSTANTS = st.integers(-40, 40)


@settings(deadline=None, max_examples=120)
@given(COEFFICIENTS, CONSTANTS, CONSTANTS, st.sampled_from("xyzkn"), st.sampled_from([LATEX, PLAIN, STARRED]))
def test_any_equation_of_the_shape_is_replayed_and_right(a: int, b: int, c: int, letter: str, text: str) -> None:
    sign = "-" if b < 0 else "+"
    new = f"Solve {a}{letter} {sign} {abs(b)} = {c}".replace(f"1{letter}", letter if abs(a) == 1 else f"1{letter}")
    result = replayed("Solve 3x + 5 = 20", new, text)
    assert result is not None
    assert passes(parse(new), result)


@settings(deadline=None, max_examples=60)
@given(COEFFICIENTS, CONSTANTS.filter(bool), COEFFICIENTS, CONSTANTS)
def test_any_equation_with_the_variable_on_both_sides_is_replayed_right(a: int, b: int, c: int, d: int) -> None:
    new = f"Solve {a}x + {b} = {c}x + {d}".replace("+ -", "- ")
    result = replayed("Solve 5x + 3 = 2x + 15", new, BOTH_SIDES)
    assert result is not None
    assert passes(parse(new), result)


def test_steps_that_are_cut_otherwise_are_replayed_too() -> None:
    old, new = parse("Solve 3(x + 2) = 21"), parse("Solve 2(x + 1) = 10")
    for text in (BRACKET, QUOTIENT):
        whole = TASK.replay(old, new, [Step(text)])
        assert whole is None or passes(new, join(whole))
