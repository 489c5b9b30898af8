"""For any list of which one question changed: no block of a changed question is served, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from stepcache_core import Outcome, Request, Source, prompt_delta
from stepcache_core.model import join
from stepcache_core.questions.blocks import Blocks, blocks_of
from stepcache_core.questions.listing import listing_of
from stepcache_core.testing import ScriptedModel
from tests.core.question_samples import make_engine, numbered

COUNTRIES = ("France", "Spain", "Italy", "Norway", "Kenya", "Peru", "Japan", "Ghana")
FORMS = (
    "What is the capital of {}?",
    "How many people live in {}?",
    "Who was the first president of {}?",
    "Which river in {} is longest?",
    "What about {}?",
    "Why is it colder in {}?",
    "Why?",
)
TAILS = ("", " It is well known.", "\n   - a detail\n   - another", "\n```\n9. code\n```", " (see above)", "\n2. so")
questions = st.builds(str.format, st.sampled_from(FORMS), st.sampled_from(COUNTRIES))
texts = st.text(st.characters(codec="utf-8"), max_size=40) | st.sampled_from(TAILS)


@given(st.data(), st.lists(questions, min_size=2, max_size=6), questions)
def test_no_block_of_a_changed_question_is_ever_served_and_the_join_is_lossless(
    data: st.DataObject, old: list[str], changed: str
) -> None:
    new = list(old)
    new[data.draw(st.integers(0, len(old) - 1))] = changed
    new = data.draw(st.permutations(new))[: data.draw(st.integers(2, len(new)))]
    marks = [f"mark{place}of{len(old)}" for place in range(len(old))]
    answers = [f"I say {mark}.{data.draw(texts)}" for mark in marks]
    engine = make_engine()
    engine.answer(Request.from_prompt(numbered(old)), ScriptedModel([numbered(answers)]).generate)

    def reply(request: Request) -> str:
        if request.prompt == numbered(new):
            return "afresh"
        lines = request.prompt.split("\n\n")[0].splitlines()
        return "\n".join(f"{line.split('.')[0]}. New for {line.split('. ', 1)[1]}" for line in lines)

    answer = engine.answer(Request.from_prompt(numbered(new)), ScriptedModel(reply).generate)
    assert join(answer.steps) == answer.text
    if answer.outcome not in {Outcome.PATCH, Outcome.REPLAY}:
        return
    assert len(answer.steps) == len(new)
    for place, (step, question) in enumerate(zip(answer.steps, new, strict=True), 1):
        assert step.text.startswith(f"{place}. ")
        if step.source is Source.MODEL:
            assert step.text.strip() == f"{place}. New for {question}"
            continue
        (source,) = [was for was, mark in enumerate(marks) if mark in step.text]
        assert prompt_delta(old[source], question).empty
        assert step.text.split(". ", 1)[1].strip() == answers[source].strip()


@given(st.lists(texts, min_size=2, max_size=5), st.sampled_from([numbered, "\n".join, "".join]))
def test_an_answer_cut_into_blocks_gives_its_text_back(pieces: list[str], joined: Callable[[list[str]], str]) -> None:
    text = joined(pieces)
    for labels in (None, [str(place) for place in range(1, len(pieces) + 1)]):
        blocks = blocks_of(text, [f"What is the capital of {name}?" for name in COUNTRIES[: len(pieces)]], labels)
        assert not isinstance(blocks, Blocks) or blocks.text == text


@given(st.lists(questions, min_size=2, max_size=6), st.sampled_from(["", "Answer these questions:\n", "Hello! "]))
def test_a_list_is_read_back_with_the_span_of_each_question(asked: list[str], opening: str) -> None:
    prompt = numbered(asked, opening)
    listing = listing_of(prompt)
    if opening == "Hello! ":
        assert listing is None or listing.texts == asked
        return
    assert listing is not None
    assert listing.texts == asked
    assert [prompt[slice(*question.span)] for question in listing.questions] == asked
    assert listing.only(list(range(len(asked)))) == prompt
