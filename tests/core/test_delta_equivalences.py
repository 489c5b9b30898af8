"""What English says in two ways without changing the answer, and where nothing may be rewritten."""

from __future__ import annotations

import pytest

from stepcache_core import prompt_delta


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("What's the capital of Norway?", "what is the capital of Norway"),
        ("What’s the boiling point of tin?", "What is the boiling point of tin?"),
        ("Who doesn't like plums?", "Who does not like plums?"),
        ("Why can't pigs fly?", "Why cannot pigs fly?"),
        ("Why cannot pigs fly?", "Why can not pigs fly?"),
        ("What if we're late?", "What if we are late?"),
        ("How do I build a shed?", "How can I build a shed?"),
        ("How do I build a shed?", "How to build a shed"),
        ("How could I build a shed?", "How does one build a shed?"),
        ("How do i build a shed?", "How do I build a shed?"),
        ("How Do I build a shed?", "How do I build a shed?"),
        ("Which is the tallest tree?", "What is the tallest tree?"),
        ("What is the tallest tree?", "What is tallest tree?"),
        ("What is the difference between rye and oats?", "What is difference between rye and oats?"),
        ("What are the symptoms of gout?", "What are symptoms of gout?"),
        ("What is your favourite colour?", "Which is your favorite color?"),
        ("How is steel recognised?", "How is steel recognized?"),
        ("Does anybody need a lighthouse?", "Does anyone need a lighthouse?"),
        ("What are the seven hills of Rome?", "What are the 7 hills of rome?"),
        ("What is 20% of 80?", "What is 20 percent of 80?"),
        ("Where is the USA?", "Where is the US?"),
        ("Can you tell me how to build a shed?", "How do I build a shed?"),
        ("Is it an hour?", "Is it a hour?"),
        ("Whats the tallest tree?", "What is the tallest tree?"),
        ("Why dont pigs fly?", "Why don't pigs fly?"),
        ("Which tree is the tallest?", "What tree is the tallest?"),
        ("How much time does it take to bake bread?", "How long does it take to bake bread?"),
    ],
)
def test_two_wordings_of_one_question_are_no_change(old: str, new: str) -> None:
    assert prompt_delta(old, new).empty
    assert prompt_delta(new, old).empty


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("How do I look?", "How can I look?", "a state, not a way"),
        ("How do I work?", "How can I work?", "nothing is worked"),
        ("How do you build a shed?", "How do I build a shed?", "it may be the assistant who is asked"),
        ("How do we build a shed?", "How can I build a shed?", "other people"),
        ("How should I build a shed?", "How do I build a shed?", "advice, not a way"),
        ("What is the best way to build a shed?", "How do I build a shed?", "one way, not any"),
        ("What are some ways to build a shed?", "How do I build a shed?", "several ways"),
        ("What are some good saws?", "What is a good saw?", "several or one"),
        ("What is a light?", "What is light?", "the article decides"),
        ("Is she the nurse?", "Is she a nurse?", "the article decides"),
        ("What is cost of living?", "What is the cost of living?", "a notion or a figure"),
        ("Who's left?", "Who is left?", "it may be 'has'"),
        ("What is one plus two?", "What is 1 plus 2?", "'one' may be a pronoun"),
        ("What is Ocean's Eleven?", "What is Ocean's 11?", "a title"),
        ("What are sixty-two apples?", "What are sixty-2 apples?", "a compound"),
        ("Where is US Today printed?", "Where is USA Today printed?", "a name"),
        ("What is java?", "What is Java?", "the capital decides"),
        ("What is an android?", "What is an Android?", "the capital decides"),
        ("Which is the Nile?", "What is the Nile?", "a choice or a definition"),
        ("Which children need most?", "What children need most?", "'what' may be the object"),
        ("How much time do bees take?", "How long do bees take?", "only as far as a rule says so"),
        ("Is the box open?", "Is the box not open?", "a negation"),
    ],
)
def test_wordings_that_only_look_alike_are_a_change(old: str, new: str, why: str) -> None:
    assert not prompt_delta(old, new).empty, why


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("How do I say I'm late in French?", "How do I say I am late in French?"),
        ("How do I get home in French?", "How can I get home in French?"),
        ("What's French for how do I build a shed?", "What is French for how do I build a shed?"),
        ("How do I spell colour?", "How do I spell color?"),
        ("How many letters are in colour?", "How many letters are in color?"),
        ("Is colour the correct spelling?", "Is color the correct spelling?"),
        ("Which verb is in what's up?", "Which verb is in what is up?"),
        ("How do I pronounce can't?", "How do I pronounce cannot?"),
        ("Who sang what's up?", "Who sang what is up?"),
        ("What does how do I build a shed mean?", "What does how can I build a shed mean?"),
        ("What's 'two'?", "What's '2'?"),
        ('Is "can\'t" a word?', 'Is "cannot" a word?'),
        ("How do I build `can't`?", "How do I build `cannot`?"),
        ("How do I build ```\nan hour\n```?", "How do I build ```\na hour\n```?"),
        ("How do I set the colour property?", "How do I set the color property?"),
        ("How do I fix this: I can't do it", "How do I fix this: I cannot do it"),
        ("How do I build a shed? It can't be wood.", "How can I build a shed? It can't be wood."),
        ("Translate: how do I build a shed?", "Translate: how can I build a shed?"),
        ("Rewrite: What's the plan?", "Rewrite: What is the plan?"),
        ("Shorten this: we're late", "Shorten this: we are late"),
        ("What's the plan?\nWe're late.", "What is the plan?\nWe are late."),
    ],
)
def test_nothing_is_rewritten_where_the_wording_may_be_what_is_asked_about(old: str, new: str) -> None:
    assert not prompt_delta(old, new).empty
