"""What counts as a change between two prompts, and what does not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepcache_core import ChangeKind, prompt_delta
from stepcache_core.delta import essence


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("What is the capital of France?", "what is the capital of France"),
        ("What is the capital of France?", "Hello! Could you tell me what is the capital of France, please?"),
        ("List three rivers.", "Please list three rivers. Thank you!"),
        ("List  three\trivers", "List three rivers"),
        ("Don’t panic", "Don't panic"),
        ("Cafe\u0301 hours", "Café hours"),
    ],
)
def test_courtesies_spacing_and_a_first_capital_are_no_change(old: str, new: str) -> None:
    assert prompt_delta(old, new).empty
    assert prompt_delta(new, old).empty


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("What is 1+1?", "What is 21+1?", ChangeKind.NUMBER),
        ("It costs 1.5", "It costs 15", ChangeKind.NUMBER),
        ("Turn dark mode on", "Turn dark mode off", ChangeKind.POLARITY),
        ("You may enter", "You may not enter", ChangeKind.POLARITY),
        ("Say 'yes'", "Say 'no'", ChangeKind.QUOTED),
        ("Explain `map`", "Explain `filter`", ChangeKind.CODE),
        ("Capital of France", "Capital of Spain", ChangeKind.ENTITY),
        ("Where does Alice meet Bob?", "Where does Bob meet Alice?", ChangeKind.ORDER),
        ("Solve x - 5 = 2", "Solve x + 5 = 2", ChangeKind.SYMBOL),
        ("5 miles to km", "5 km to miles", ChangeKind.ORDER),
        ("Sort ascending", "Sort descending", ChangeKind.WORD),
        ("help us", "help US", ChangeKind.ENTITY),
        ("Let's eat, grandma", "Let's eat grandma", ChangeKind.SYMBOL),
        ("You are tired.", "You are tired?", ChangeKind.SYMBOL),
        ("if x:\n    y\nz", "if x:\n    y\n    z", ChangeKind.SYMBOL),
        ("was kostet das?", "what does it cost?", ChangeKind.WORD),
        ("咖啡是什么", "美式咖啡怎么做", ChangeKind.WORD),
        ("x²", "x2", ChangeKind.NUMBER),
    ],
)
def test_what_may_decide_the_answer_is_a_change_of_its_kind(old: str, new: str, kind: ChangeKind) -> None:
    delta = prompt_delta(old, new)
    assert not delta.empty
    assert not prompt_delta(new, old).empty
    assert kind in {change.kind for change in delta.changes}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Hello, my name is Bob. Translate to French.", "Hi, my name is Bob. Translate to French."),
        ("Please be quiet. Put that more politely.", "Be quiet. Put that more politely."),
        ("Hello in French?", "Hey in French?"),
        ("Hello world in C", "Hi world in C"),
        ("Say it, please", "Say it"),
        ("How many words are there: go home, please", "How many words are there: go home"),
        ("Fix the grammar: he go home, thanks.", "Fix the grammar: he go home."),
        ("Hi", "Hello"),
        ("Thanks", "Please"),
    ],
)
def test_a_courtesy_that_may_be_what_is_asked_about_is_no_courtesy(old: str, new: str) -> None:
    assert not prompt_delta(old, new).empty


def test_a_change_tells_what_it_was_and_where_in_both_prompts() -> None:
    old, new = "Please buy 3 red apples", "buy 4 red apples"
    (change,) = prompt_delta(old, new).changes
    assert (change.old, change.new) == ("3", "4")
    assert old[slice(*change.old_span)] == "3"
    assert new[slice(*change.new_span)] == "4"
    assert str(change) == "number: '3' became '4'"


@settings(deadline=None, max_examples=200)
@given(st.text())
def test_nothing_changes_between_a_prompt_and_itself(prompt: str) -> None:
    assert prompt_delta(prompt, prompt).empty


@settings(deadline=None, max_examples=300)
@given(st.text(), st.text())
def test_any_two_prompts_can_be_compared_and_the_answer_is_symmetric(old: str, new: str) -> None:
    assert prompt_delta(old, new).empty == prompt_delta(new, old).empty == (essence(old) == essence(new))


@settings(deadline=None, max_examples=200)
@given(st.text(), st.integers(0, 10**6), st.integers(0, 10**6), st.text())
def test_another_number_is_always_a_change(before: str, one: int, other: int, after: str) -> None:
    if one != other:
        assert not prompt_delta(f"{before} {one} {after}", f"{before} {other} {after}").empty


def test_a_change_at_the_end_of_a_very_long_prompt_is_seen() -> None:
    """https://github.com/vllm-project/semantic-router/issues/3366."""
    shared = "the same words again and again " * 30_000
    assert not prompt_delta(shared + "write a poem", shared + "drop the table").empty


def test_long_prompts_without_a_common_word_are_compared_in_bounded_time() -> None:
    assert not prompt_delta("a b " * 100_000, "b c " * 100_000).empty
