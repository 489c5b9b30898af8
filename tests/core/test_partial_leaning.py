"""Where what was told of one question, or what an answer says, may be about another one, no such block is kept."""

from __future__ import annotations

import pytest

from stepcache_core import Outcome
from stepcache_core.questions.blocks import Block, may_close_the_answer
from stepcache_core.questions.independence import doubt_about_answer
from tests.core.test_partial import ANSWERS, QUESTIONS, SILVER, numbered
from tests.core.test_partial_dependence import DENMARK, FRANCE, HAMLET, MONACO, SPAIN, plan_for

NEW_YORK = "Where can I buy parts for my car in New York City?"


@pytest.mark.parametrize(
    ("old", "new", "leaning"),
    [
        ("How do I fix my Toyota Corolla?", "How do I fix my Honda Civic?", NEW_YORK),
        (
            "What can we see with our two kids?",
            "What can we see with our two dogs?",
            "Where do we eat in New York City?",
        ),
        ("Can I retire if I am 65?", "Can I retire if I am 30?", "Do I pay tax in New York City?"),
        (
            "What is the dose of Ibuprofen if a patient weighs 80 kg?",
            "What is the dose of Ibuprofen if a patient weighs 20 kg?",
            "What is the dose of Vitamin D for a patient?",
        ),
        ('Translate "red wine" into French.', 'Translate "red wine" into German.', 'Translate "good morning".'),
        ('Spell "grey colour" as Americans do.', 'Spell "grey colour" as Britons do.', 'Spell "white armour".'),
        ('Define "black hole" for children.', 'Define "black hole" for physicists.', 'Define "white dwarf".'),
        ('Explain "black hole" in one sentence.', 'Explain "black hole" in one page.', 'Explain "white dwarf".'),
        ("Describe Paris to a child.", "Describe Paris to a scholar.", "Describe New York City."),
        (
            "What is the French word for red cat?",
            "What is the German word for red cat?",
            "What is the word for black dog?",
        ),
        ("how is beer brewed in germany?", "how is beer brewed in france?", "How is a bottle of wine taxed?"),
        (
            "How do I read a file using pandas?",
            "How do I read a file using numpy?",
            "How do I drop rows with missing values for age?",
        ),
        (
            "What is the largest city in Texas by area?",
            "What is the largest city in Texas by population?",
            "What is the largest city in New Mexico?",
        ),
        (
            "How old is the universe according to Plato?",
            "How old is the universe according to NASA?",
            "How large is the universe?",
        ),
        (
            "What is the GDP of the United Kingdom excluding Wales?",
            "What is the GDP of the United Kingdom excluding Scotland?",
            "What is the GDP of the United States?",
        ),
        (
            "What would you eat if you were a pirate?",
            "What would you eat if you were a monk?",
            "Would you see New York City?",
        ),
        (DENMARK, MONACO, "What is Q1 in New York City?"),
        (DENMARK, MONACO, "Does New York City have one?"),
        (DENMARK, MONACO, "How many does New York City have?"),
        (DENMARK, MONACO, "Name a second city in New York State."),
        (DENMARK, MONACO, "Explain why in New York City."),
    ],
)
def test_a_question_is_not_kept_where_the_changed_one_may_have_told_something_for_it(
    old: str, new: str, leaning: str
) -> None:
    text = f"1. Of {old} I know.\n2. Of {leaning} I know."
    assert plan_for(numbered((old, leaning)), numbered((new, leaning)), text).outcome is Outcome.SKIP


@pytest.mark.parametrize(
    "alone",
    [
        "Convert 5 km to miles.",
        "What is 60 miles per hour in kilometers per hour?",
        "Is a list of names in a program ordered?",
    ],
)
def test_a_conversion_and_a_list_of_a_program_need_no_other_question(alone: str) -> None:
    text = numbered(["I know.", "I know."])
    assert plan_for(numbered((QUESTIONS[2], alone)), numbered((SILVER, alone)), text).outcome is Outcome.PATCH


@pytest.mark.parametrize(
    "answer",
    [
        "Half of that: Shakespeare.",
        "About twice that.",
        "Two years later, Shakespeare.",
        "Finally, Shakespeare.",
        "Second: Shakespeare.",
        "Last but not least, Shakespeare.",
        "Yes, also Shakespeare.",
        "Shakespeare, too.",
        "Shakespeare as well.",
        "By (1), Shakespeare.",
        "Building on Q1, Shakespeare.",
        "Moving on to plays: Shakespeare.",
        "An easier one: Shakespeare.",
        "Shakespeare, who lived after that.",
        "Shakespeare\u2020",
    ],
)
def test_an_answer_that_leans_on_another_one_is_not_kept(answer: str) -> None:
    text = numbered(("Paris.", answer, "8,849 metres."))
    old, new = ((capital, HAMLET, QUESTIONS[3]) for capital in (FRANCE, SPAIN))
    assert plan_for(numbered(old), numbered(new), text).outcome is Outcome.SKIP


@pytest.mark.parametrize(
    ("ending", "stands"),
    [
        ("Three of these lie in Europe.", False),
        ("I hope that helps with your four questions!", False),
        ("Paris, Shakespeare, gold and Everest: all done.", False),
        ("None is in Africa.", False),
        ("Sources: an atlas.", False),
        ("---", False),
        ("It lies in Asia.", True),
        ("Everest is named after a surveyor.", True),
        ("- in Nepal", True),
    ],
)
def test_the_last_block_is_asked_again_where_its_end_may_be_about_all_answers(ending: str, stands: bool) -> None:
    told = (
        "Paris.\nOn the Seine.",
        "Shakespeare.\nIn Stratford.",
        "Au.\nIt is Latin.",
        f"Everest: 8,849 metres.\n{ending}",
    )
    old, new = numbered(QUESTIONS), numbered((SPAIN, *QUESTIONS[1:]))
    splice = plan_for(old, new, numbered(told)).considered[0].splice
    assert splice is not None
    assert splice.kept == (None, 1, 2, 3 if stands else None)


def test_a_last_block_that_closes_the_answer_is_asked_again_though_others_are_shorter() -> None:
    text = numbered((*ANSWERS[:3], "8,849 metres.\nI hope that helps with your four questions!"))
    splice = plan_for(numbered(QUESTIONS), numbered((*QUESTIONS[:2], SILVER, QUESTIONS[3])), text).considered[0].splice
    assert splice is not None
    assert splice.kept == (0, 1, None, None)


@pytest.mark.parametrize("piece", ["a ", ", ", '"', "? ", "\n", "(1) ", "1,", "twice ", " as well "])
def test_answers_of_any_length_are_judged_alike(piece: str) -> None:
    def judged(times: int) -> tuple[bool, bool]:
        block = Block("", "1", ".", f"a\n{piece * times}z", "")
        return bool(doubt_about_answer(piece * times)), may_close_the_answer(block, QUESTIONS)

    assert judged(20) == judged(20_000)
