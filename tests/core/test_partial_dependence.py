"""Where a step may depend on what changed, no step is kept: doubt counts as dependence."""

from __future__ import annotations

import pytest

from stepcache_core import Outcome, Plan, Request
from stepcache_core.testing import ScriptedModel
from tests.core.question_samples import ANSWERS, OPENING, QUESTIONS, SILVER, make_engine, numbered

FRANCE, SPAIN = "What is the capital of France?", "What is the capital of Spain?"
HAMLET = "Who wrote the play Hamlet?"


def plan_for(old: str, new: str, text: str) -> Plan:
    engine = make_engine()
    engine.answer(Request.from_prompt(old), ScriptedModel([text]).generate)
    return engine.explain(Request.from_prompt(new))


@pytest.mark.parametrize(
    "alone",
    [
        "How tall is Mount Everest?",
        "What is the largest planet in the solar system?",
        "How does a vaccine protect the human body?",
        "What is the chemical symbol for gold?",
        "In which year did World War II end?",
        "Who painted the Mona Lisa?",
        "What is 12 times 7?",
        "Is Paris larger than Madrid?",
        'Translate "good morning" into French.',
        "How many people live in Norway?",
        "Who was the first president of the United States?",
    ],
)
def test_a_question_that_names_its_subject_is_kept_beside_any_other_and_asked_alone(alone: str) -> None:
    for old, new in (((FRANCE, alone), (SPAIN, alone)), ((FRANCE, HAMLET), (FRANCE, alone))):
        plan = plan_for(numbered(old), numbered(new), "1. I know: 5.\n2. I know: 7.")
        assert plan.outcome is Outcome.PATCH, plan.reason


@pytest.mark.parametrize(
    "common",
    [
        "What is the boiling point of water?",
        "Why do leaves change colour in autumn?",
        "Explain how bees make honey.",
        "Who succeeded Napoleon?",
        "What is the difference between DNA and RNA?",
        "What is the GDP per capita?",
        "What crown did Frederick wear?",
    ],
)
def test_a_question_in_common_words_is_kept_and_asked_but_not_after_a_name_that_the_model_would_not_see(
    common: str,
) -> None:
    gold, text = "What is the chemical symbol for gold?", "1. I know: 5.\n2. I know: 7."
    for old, new in (
        ((gold, common), (SILVER, common)),
        ((gold, HAMLET), (gold, common)),
        ((common, FRANCE), (common, SPAIN)),
    ):
        assert plan_for(numbered(old), numbered(new), text).outcome is Outcome.PATCH
    for old, new in (((FRANCE, common), (SPAIN, common)), ((FRANCE, HAMLET), (FRANCE, common))):
        assert plan_for(numbered(old), numbered(new), text).outcome is Outcome.SKIP


@pytest.mark.parametrize(
    "leaning",
    [
        "How many people live in it?",
        "How far is Berlin?",
        "Is that city older than Rome?",
        "Who is this person?",
        "What is the same for Italy?",
        "How does the first answer compare with Rome?",
        "Compare them.",
        "What do they have in common?",
        "What about the capital of Italy?",
        "And the capital of Italy?",
        "What is also true of Italy?",
        "Explain the previous answer.",
        "What is the sum of all the answers?",
        "What is the total population of France?",
        "Which of the above is larger than Rome?",
        "What would it be instead in Italy?",
        "What are the capitals of Italy and Greece respectively?",
        "What river flows through each city in Europe?",
        "What is the second one called in Italy?",
        "Which one is older than Rome?",
        "How many inhabitants does the city have?",
        "When was the author of the play born in England?",
        "Who was the king at that time in England?",
        "What is the largest city?",
        "Which city is larger?",
        "What is the difference?",
        "What is the main difference for tourists in Italy?",
        "Why?",
        "How so?",
        "Give an example.",
        "Give two more examples from Italy.",
        "If so, why is Rome older than Paris?",
        "Summarize the answers in one sentence.",
        "Rank the cities by size.",
        "Then name a river in Italy.",
        "Using the result, name a river in Italy.",
        "What did you say about Italy?",
        "What is the capital of the neighbouring country?",
        "Name another city in Italy.",
        "How long does the journey from Paris take?",
        "Multiply the result by 4.",
        "What was his name in Italy?",
        "How many rivers are in the country?",
        "Who lives there in Italy?",
        "Is number 1 true in Italy?",
        "What is the capital of Italy? Answer in relation to France.",
        "Paris has 2 million inhabitants. How many live in Rome?",
        "The capital of Italy",
        "Rome",
        "Was the English author born in London?",
        "What language is the likely one in Italy?",
        "Was machte er in Paris?",
        "Is hij ook in Parijs geboren?",
        "Give short replies.",
        "How did Caesar react?",
        "How does Rome differ?",
        "Would Rome be a good alternative?",
        "Is Paris still popular in Europe?",
        "What did Caesar do in Gaul after?",
        "State sources.",
        "Who wrote " + "very " * 80 + "long novels about Rome?",
    ],
)
def test_a_question_that_may_lean_on_another_one_is_not_kept(leaning: str) -> None:
    for old, new in (((FRANCE, HAMLET, leaning), (SPAIN, HAMLET, leaning)), ((FRANCE, leaning), (FRANCE, HAMLET))):
        text = numbered([f"It says {word}." for word in ("alpha", "beta", "gamma")[: len(old)]])
        plan = plan_for(numbered(old), numbered(new), text)
        assert plan.outcome is Outcome.SKIP
        assert "no step is kept" in plan.reason


DENMARK, MONACO = "What is the capital of Denmark?", "What is the capital of Monaco?"


@pytest.mark.parametrize(
    ("old", "new", "leaning"),
    [
        (DENMARK, MONACO, "What language is spoken?"),
        (DENMARK, MONACO, "Why are taxes high?"),
        (DENMARK, MONACO, "Name one river."),
        (DENMARK, MONACO, "Who leads the Senate?"),
        (DENMARK, MONACO, "Who was Prime Minister in May?"),
        (DENMARK, MONACO, "How many states are in the Union?"),
        (DENMARK, MONACO, "When did the Civil War end?"),
        ("What does the Treaty of Rome say?", "What does the Treaty of Bonn say?", "What does Article 5 say?"),
        ("Who wrote the play Faust?", "Who wrote the play Nathan?", "What happens in Act II?"),
        ("Who wrote the play Faust?", "Who wrote the play Nathan?", "What happens in Act I?"),
        (DENMARK, MONACO, "Why did prices rise so sharply?"),
        ("Where is the island of Sumatra?", "Who made the language Lisp?", "What is Java?"),
        ("Who won the World Cup in Japan?", "Who won the Tour of Italy?", "Which team came second in 1998?"),
        ("Who won the World Cup in Japan?", "Who won the Tour of Italy?", "Who lost in 1998?"),
        ("Where in Paris is the Louvre?", "Where in Madrid is the Prado?", "What is the price of tickets?"),
        ("Where in Paris is the Louvre?", "Where in Madrid is the Prado?", "How many rooms are open in May?"),
        ("Where in Paris is the Louvre?", "Where in Madrid is the Prado?", "What is the price of tickets for adults?"),
        ("What is the capital of Texas?", "What is the capital of Armenia?", "What is the capital of Georgia?"),
        ("What is 3 times x if x is 2?", "What is 3 times x if x is 5?", "What is 4 times x?"),
        (
            "How many plums has Ann if Ann picks 3?",
            "How many plums has Ann if Ann picks 9?",
            "How many plums does Ann eat?",
        ),
        ("Who is 30 if Tom, who is 29, ages?", "Who is 31 if Tom, who is 29, ages?", "How old was Tom in 1990?"),
        ("Define a function `area` of discs.", "Define a function `area` of cubes.", "How fast is `area` in C code?"),
        ("Is max_len in Python 2 code set?", "Is max_len in Python 3 code set?", "Where is max_len used in Ruby code?"),
    ],
)
def test_a_question_that_takes_its_subject_or_its_premise_from_the_changed_one_is_not_kept(
    old: str, new: str, leaning: str
) -> None:
    plan = plan_for(numbered((old, leaning)), numbered((new, leaning)), f"1. Of {old} I know.\n2. Of {leaning} I know.")
    assert plan.outcome is Outcome.SKIP
    assert "no step is kept" in plan.reason


@pytest.mark.parametrize("leaning", ["What language is spoken?", "How many legs does a spider have?", "What is Java?"])
def test_a_question_without_a_subject_of_its_own_stands_as_long_as_its_neighbours_do(leaning: str) -> None:
    questions, text = (DENMARK, leaning, HAMLET, FRANCE), numbered(("Known.", "Known.", "Known.", "Known."))
    kept = plan_for(numbered(questions), numbered((DENMARK, leaning, HAMLET, SPAIN)), text)
    assert kept.outcome is Outcome.PATCH
    for changed in ((MONACO, leaning, HAMLET, FRANCE), (DENMARK, leaning, SPAIN, FRANCE), (DENMARK, HAMLET, leaning)):
        assert plan_for(numbered(questions), numbered(changed), text).outcome is Outcome.SKIP


@pytest.mark.parametrize(
    "opening",
    [
        "Answer these questions in 100 words altogether:",
        "Answer these questions in three sentences:",
        "Answer these questions as a table:",
        "Answer these questions as JSON:",
        "Answer these four questions:",
        "Rank the answers to these questions:",
        "Answer these questions, then compare the answers:",
        "Answer these questions and give the total:",
        "Answer the following questions about the story:",
        "Alice lives in Paris and writes plays. Answer these questions:",
        "Answer these questions as a pirate who tells one long story:",
        "Answer only the hardest of these questions:",
        "Stop when you do not know an answer. Answer these questions:",
        "For each of these cities, answer in French:",
        "Beantworte diese Fragen:",
    ],
)
def test_an_opening_that_may_ask_something_of_the_whole_keeps_nothing(opening: str) -> None:
    old, new = (
        numbered(QUESTIONS, f"{opening}\n"),
        numbered((*QUESTIONS[:3], "How tall is Mont Blanc?"), f"{opening}\n"),
    )
    plan = plan_for(old, new, numbered(ANSWERS))
    assert plan.outcome is Outcome.SKIP
    assert "before the list" in plan.reason


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (OPENING, "Answer each of these questions in one sentence:\n"),
        ("", OPENING),
        ("In 3 sentences each:\n", "In 5 bullet points each:\n"),
        ("A train leaves at noon.\n", "A train leaves at ten.\n"),
    ],
)
def test_every_step_depends_on_an_opening_that_changed(old: str, new: str) -> None:
    plan = plan_for(numbered(QUESTIONS, old), numbered(QUESTIONS, new), numbered(ANSWERS))
    assert plan.outcome is Outcome.SKIP
    assert all("every step depends on what stands before" in verdict.reason for verdict in plan.considered[0].verdicts)


def test_with_another_form_asked_for_every_step_may_depend_on_the_changed_span() -> None:
    plan = plan_for("Explain tides in 3 sentences", "Explain tides in 5 bullet points", "One.\n\nTwo.\n\nThree.")
    assert plan.outcome is Outcome.SKIP
    verdicts = plan.considered[0].verdicts
    assert len(verdicts) == 3
    assert all("'5 bullet points' (characters 17 to 32) changed" in verdict.reason for verdict in verdicts)


@pytest.mark.parametrize(
    "ending",
    [
        "\n\nKeep all of it under 100 words.",
        "\nCompare the answers.",
        "\n\nAnswer as JSON.",
        "\n5) Who is he?",
        "\n- And why?",
    ],
)
def test_a_list_with_anything_after_or_between_its_items_is_no_list(ending: str) -> None:
    changed = (*QUESTIONS[:3], "How tall is Mont Blanc?")
    plan = plan_for(numbered(QUESTIONS) + ending, numbered(changed) + ending, numbered(ANSWERS))
    assert plan.outcome is Outcome.SKIP


@pytest.mark.parametrize(
    "answers",
    [
        ("As in 2, Paris.", *ANSWERS[1:]),
        (ANSWERS[0], "Similarly, an Englishman.", *ANSWERS[2:]),
        (ANSWERS[0], "See question 3.", *ANSWERS[2:]),
        (ANSWERS[0], "Also Shakespeare.", *ANSWERS[2:]),
        (ANSWERS[0], "Unlike gold, it was written by Shakespeare.", *ANSWERS[2:]),
        (ANSWERS[0], "Shakespeare, as mentioned.", *ANSWERS[2:]),
        (ANSWERS[0], "The same man.", *ANSWERS[2:]),
        (ANSWERS[0], "Shakespeare (see above).", *ANSWERS[2:]),
        (*ANSWERS[:3], "8,849 metres.\n\nIn short: Paris, Shakespeare, Au and 8,849 metres."),
        (ANSWERS[1], ANSWERS[0], *ANSWERS[2:]),
        (*ANSWERS[:3], ""),
        ANSWERS[:3],
        (*ANSWERS, "Anything else?"),
    ],
)
def test_answers_that_point_to_each_other_or_do_not_fall_into_one_block_each_are_not_kept(
    answers: tuple[str, ...],
) -> None:
    new = numbered((*QUESTIONS[:2], SILVER, QUESTIONS[3]))
    assert plan_for(numbered(QUESTIONS), new, numbered(answers)).outcome is Outcome.SKIP


@pytest.mark.parametrize(
    "text",
    [
        "Paris, Shakespeare, Au and 8,849 metres.",
        "| 1. | Paris |\n| 2. | Shakespeare |\n| 3. | Au |\n| 4. | 8,849 metres |",
        '{"1": "Paris", "2": "Shakespeare", "3": "Au", "4": "8,849 metres"}',
        "These four are easy, the first three above all:\n" + numbered(ANSWERS),
        "1. Paris.\n**2.** Shakespeare.\n3. Au.\n4. 8,849 metres.",
        "1. Paris.\n3. Shakespeare.\n2. Au.\n4. 8,849 metres.",
        "a) Paris.\nb) Shakespeare.\nc) Au.\nd) 8,849 metres.",
        "Paris.\nShakespeare.\nAu.\n8,849 metres.",
    ],
)
def test_an_answer_in_any_other_form_is_not_cut(text: str) -> None:
    new = numbered((*QUESTIONS[:2], SILVER, QUESTIONS[3]))
    assert plan_for(numbered(QUESTIONS), new, text).outcome is Outcome.SKIP


def test_a_numbered_list_that_answers_one_question_is_not_taken_for_answers_to_all() -> None:
    old = ("Name three fruits of the Amazon forest.", FRANCE, HAMLET)
    assert (
        plan_for(numbered(old), numbered((old[0], SPAIN, HAMLET)), "1. Acai\n2. Guarana\n3. Papaya").outcome
        is Outcome.SKIP
    )


def test_unnumbered_lines_are_kept_only_where_each_restates_its_question() -> None:
    old, new = f"- {FRANCE}\n- {HAMLET}", f"- {SPAIN}\n- {HAMLET}"
    assert plan_for(old, new, "- Paris\n- Shakespeare").outcome is Outcome.SKIP
    assert plan_for(old, new, "- Paris, France\n- Hamlet is by Shakespeare").outcome is Outcome.PATCH


def test_a_list_that_changes_with_time_is_matched_exactly_only() -> None:
    old, new = (FRANCE, "Who is the current president of France?"), (SPAIN, "Who is the current president of France?")
    assert plan_for(numbered(old), numbered(new), "1. Paris\n2. Macron").outcome is Outcome.SKIP


def test_moved_questions_with_a_common_premise_keep_nothing() -> None:
    old = ("How many plums has Ann if Ann picks 3?", "How many plums has Ann left?", HAMLET)
    plan = plan_for(numbered(old), numbered((old[1], old[0], HAMLET)), numbered(("3", "3", "Shakespeare")))
    assert plan.outcome is Outcome.SKIP


@pytest.mark.parametrize(
    ("scoped", "otherwise", "kept"),
    [
        ("What is 2+2 in base 3?", "What is 2+2?", "What is 2+1?"),
        ("How tall is Mount Everest in feet?", "How tall is Mount Everest in metres?", "How tall is Mount Fuji?"),
        (
            "What is the symbol for gold in chemistry?",
            "What is the symbol for gold in heraldry?",
            "What is the symbol for lead?",
        ),
        (
            "What is the GDP of Germany in 2020?",
            "What is the GDP of Germany in 1990?",
            "What is the population of Germany?",
        ),
        (
            "Who plays Sherlock Holmes in the 2010 series?",
            "Who plays Sherlock Holmes in the 2009 film?",
            "Who plays John Watson?",
        ),
    ],
)
def test_a_question_is_not_kept_where_the_scope_of_one_before_it_changed(
    scoped: str, otherwise: str, kept: str
) -> None:
    text = numbered(["It says alpha.", "It says beta."])
    for old, new in (((scoped, kept), (otherwise, kept)), ((scoped, kept), (kept, scoped))):
        assert plan_for(numbered(old), numbered(new), text).outcome is Outcome.SKIP


@pytest.mark.parametrize("name", ["Tom", "Élodie", "Øystein", "Жанна", "李明", "محمد"])
def test_nothing_is_kept_of_a_name_that_the_changed_question_tells_a_story_of(name: str) -> None:
    hat = f"What is the colour of the hat of {name}?"
    old, new = (f"What is the sum of money if {name} has {pounds} pounds?" for pounds in (3, 5))
    text = "1. The sum of money is ten pounds.\n2. The colour of the hat is red."
    assert plan_for(numbered((old, hat)), numbered((new, hat)), text).outcome is Outcome.SKIP
