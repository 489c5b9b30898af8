"""What counts as a change between two prompts, and what does not."""

from __future__ import annotations

import pytest

from stepcache_core import ChangeKind, prompt_delta
from stepcache_core.delta import essence, exact_only


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("What is the capital of France?", "what is the capital of France"),
        ("What is the capital of France?", "Hello! Could you tell me what is the capital of France, please?"),
        ("Explain the tides.", "Can you please explain the tides?"),
        ("Explain the tides.", "Explain the tides please"),
        ("List three rivers.", "Please list three rivers. Thank you!"),
        ("List  three\trivers", "List three rivers"),
        ("Don’t panic", "Don't panic"),
        ("Cafe\u0301 hours", "Café hours"),
        ("What is 1+1?", "What is 1 + 1 ?"),
        ("How far is 5km?", "How far is 5 km?"),
        ("I want to know what light is", "What light is"),
        ("Stop!", "stop."),
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
        ("Sort ascending", "Sort descending", ChangeKind.COMPARISON),
        ("The minimum of these", "The maximum of these", ChangeKind.COMPARISON),
        ("Is it fine to run before noon?", "Is it fine to run after noon?", ChangeKind.COMPARISON),
        ("How can I become more calm?", "How can I become less calm?", ChangeKind.COMPARISON),
        ("A week in Rome", "A week without Rome", ChangeKind.POLARITY),
        ("May I enter?", "Must I enter?", ChangeKind.POLARITY),
        ("All of these work", "None of these work", ChangeKind.POLARITY),
        ("Do all of them fly?", "Do some of them fly?", ChangeKind.QUANTIFIER),
        ("Is he a cook and a poet?", "Is he a cook or a poet?", ChangeKind.CONJUNCTION),
        ("The first of them", "The last of them", ChangeKind.POSITION),
        ("the 1st of them", "the 2nd of them", ChangeKind.NUMBER),
        ("List three rivers", "List four rivers", ChangeKind.NUMBER),
        ("One half of it", "One third of it", ChangeKind.NUMBER),
        ("Python 3.11 or later", "Python 3.12 or later", ChangeKind.NUMBER),
        ("Meet at 10:30", "Meet at 10:45", ChangeKind.NUMBER),
        ("from 2020-2021", "from 2020-2022", ChangeKind.NUMBER),
        ("It costs $5", "It costs €5", ChangeKind.UNIT),
        ("5 kg of rice", "5 lbs of rice", ChangeKind.UNIT),
        ("a rise of 5%", "a rise of 5", ChangeKind.UNIT),
        ("Answer in French", "Answer in German", ChangeKind.LANGUAGE),
        ("Polish food: is it good?", "polish food: is it good?", ChangeKind.LANGUAGE),
        ("As a table, please: x", "As a list, please: x", ChangeKind.FORMAT),
        ("Make it brief", "Make it detailed", ChangeKind.FORMAT),
        ("for children", "for experts", ChangeKind.TONE),
        ("How do bees fly?", "Why do bees fly?", ChangeKind.QUESTION),
        ("Is she a nurse?", "Was she a nurse?", ChangeKind.TIME),
        ("Who won yesterday?", "Who won today?", ChangeKind.TIME),
        ("See https://a.example/x", "See https://a.example/y", ChangeKind.LINK),
        ("Mail ann@a.example", "Mail bob@a.example", ChangeKind.LINK),
        ("Rename maxLen", "Rename minLen", ChangeKind.CODE),
        ("Rename max_len", "Rename maxlen", ChangeKind.CODE),
        ("What is 5!", "What is 5?", ChangeKind.SYMBOL),
        ("No. Stop it", "No stop it", ChangeKind.SYMBOL),
        ("[1 -5]", "[1 - 5]", ChangeKind.SYMBOL),
        ("x1 = 5", "x 1 = 5", ChangeKind.NUMBER),
        ("He ate: bread", "He ate; bread", ChangeKind.SYMBOL),
        ("Have fun", "Have fun?", ChangeKind.SYMBOL),
        ("The cat sat on the ...", "The cat sat on the", ChangeKind.SYMBOL),
        ("help us", "help US", ChangeKind.ENTITY),
        ("Let's eat, grandma", "Let's eat grandma", ChangeKind.SYMBOL),
        ("You are tired.", "You are tired?", ChangeKind.SYMBOL),
        ("if x:\n    y\nz", "if x:\n    y\n    z", ChangeKind.SYMBOL),
        ("was kostet das?", "what does it cost?", ChangeKind.QUESTION),
        ("Wie hoch ist der Turm", "Wie hoch ist der Baum", ChangeKind.ENTITY),
        ("¿Cuántos son 2 y 3?", "¿Cuántos son 2 y 4?", ChangeKind.NUMBER),
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
        ("Please rewrite this. Make it more polite.", "Rewrite this. Make it more polite."),
        ("Please translate to French: go home, please", "Please translate to French: go home"),
        ("Can you translate where are you?", "Translate where are you"),
        ("Hello world in C", "Hi world in C"),
        ("Say it, please", "Say it"),
        ("What does it mean to please", "What does it mean to"),
        ("Can you please help me. He is here?", "help me. He is here"),
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


def test_a_change_of_many_parts_is_shown_by_its_first_ones() -> None:
    text = str(prompt_delta(" ".join(f"a{i} same" for i in range(20)), " ".join(f"b{i} same" for i in range(20))))
    assert text.count("became") == 6
    assert text.endswith("and 14 more changes")


def test_a_change_at_the_end_of_a_very_long_prompt_is_seen() -> None:
    """https://github.com/vllm-project/semantic-router/issues/3366."""
    shared = "the same words again and again " * 30_000
    assert not prompt_delta(shared + "write a poem", shared + "drop the table").empty


def test_long_prompts_without_a_common_word_are_compared_in_bounded_time() -> None:
    delta = prompt_delta("a 1 " * 100_000, "b 1 " * 100_000)
    assert [change.kind for change in delta.changes] == [ChangeKind.WORD]


@pytest.mark.parametrize(
    "piece", ["'", '"', "`", "“", "a@", "a.", "1.", "https://", "'a ", "é\u0301", "hi, ", "_", "\n "]
)
def test_hostile_repetitions_are_read_in_linear_time(piece: str) -> None:
    prompt = piece * 50_000
    assert not prompt_delta(prompt, prompt + " x y").empty


@pytest.mark.parametrize(
    "prompt",
    ["", " ", "Continue", "Yes!", "Hello", "What is the weather in Oslo?", "Who is the current mayor of Oslo?",
     "What happened in Oslo last week?", "What is the latest version of Python?", "Is the shop open now?",
     "What time is it in Oslo?", "the gold price, please", "What is the exchange rate of the krone?"],
)  # fmt: skip
def test_prompts_that_are_volatile_or_tiny_are_matched_exactly_only(prompt: str) -> None:
    """https://github.com/headroomlabs-ai/headroom/pull/3226."""
    assert exact_only(prompt) is not None


@pytest.mark.parametrize("prompt", ["What is the capital of France?", "Define entropy", "How do snowflakes form?"])
def test_other_prompts_may_be_matched_by_a_paraphrase(prompt: str) -> None:
    assert exact_only(prompt) is None
    assert len(essence(prompt)) > 1
