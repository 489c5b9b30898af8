"""Of a list of questions only those that changed are asked; the cached answers to the others stand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stepcache_core import Answer, Generation, Message, Outcome, Request, Source, Status, StepCacheEngine, Usage
from stepcache_core.testing import ScriptedModel
from tests.core.question_samples import ANSWERS, CHANGED, OPENING, QUESTIONS, SILVER, ask, make_engine, numbered


def answered(engine: StepCacheEngine, prompt: str, text: str) -> Answer:
    return engine.answer(Request.from_prompt(prompt), ScriptedModel([text]).generate)


@pytest.fixture
def engine() -> StepCacheEngine:
    """An engine that has answered the four questions."""
    engine = make_engine()
    answered(engine, numbered(QUESTIONS, OPENING), numbered(ANSWERS))
    return engine


def test_only_the_changed_question_is_asked_and_the_other_answers_stand(engine: StepCacheEngine) -> None:
    model = ScriptedModel(["3. Ag."])
    answer = engine.answer(ask(CHANGED), model.generate)
    assert answer.outcome is Outcome.PATCH
    assert answer.text == numbered((*ANSWERS[:2], "Ag.", ANSWERS[3]))
    assert [request.prompt for request in model.requests] == [f"{OPENING}3. {SILVER}"]
    assert [step.source for step in answer.steps] == [Source.CACHE, Source.CACHE, Source.MODEL, Source.CACHE]
    assert [step.verdict.status for step in answer.steps] == [Status.PASS, Status.PASS, Status.UNKNOWN, Status.PASS]
    assert not answer.verified
    assert answer.similarity is not None


def test_explain_says_which_step_depends_on_which_span(engine: StepCacheEngine) -> None:
    request = ask(CHANGED)
    plan = engine.explain(request)
    assert plan.outcome is Outcome.PATCH
    reasons = [verdict.reason for verdict in plan.considered[0].verdicts]
    start = request.prompt.index(SILVER)
    assert "question 1 (characters 27 to 57 of the request) alone, which is the same as before" in reasons[0]
    assert f"question 3 (characters {start} to {start + len(SILVER)} of the request), which changed" in reasons[2]
    assert "'gold' became 'silver'" in reasons[2]
    assert "the model is asked question 3" in str(plan)
    assert engine.explain(request).outcome is Outcome.PATCH


def test_what_was_patched_is_stored_unverified_and_serves_again(engine: StepCacheEngine) -> None:
    patched = engine.answer(ask(CHANGED), ScriptedModel(["3. Ag."]).generate)
    again = engine.answer(ask(CHANGED), ScriptedModel([]).generate)
    assert (again.outcome, again.text, again.verified) == (Outcome.EXACT, patched.text, False)
    model = ScriptedModel(["4. K2 is 8,611 metres tall."])
    further = engine.answer(ask((*CHANGED[:3], "How tall is K2?")), model.generate)
    assert further.text == numbered((*ANSWERS[:2], "Ag.", "K2 is 8,611 metres tall."))
    assert model.requests[0].prompt == f"{OPENING}4. How tall is K2?"


def test_the_candidate_that_leaves_least_to_the_model_is_used(engine: StepCacheEngine) -> None:
    engine.answer(ask(CHANGED), ScriptedModel(["3. Ag."]).generate)
    plan = engine.explain(ask((*CHANGED[:3], "How tall is K2?")))
    assert [step.text[:2] for step in plan.steps] == ["1.", "2.", "3."]


def test_tokens_are_saved_by_what_the_cached_answer_had_cost_and_spent_as_they_were(engine: StepCacheEngine) -> None:
    first, second = Usage(60, 40), Usage(20, 5)
    engine = make_engine()
    engine.answer(ask(QUESTIONS), lambda _: Generation(numbered(ANSWERS), first))
    answer = engine.answer(ask(CHANGED), lambda _: Generation("3. Ag.", second))
    assert (answer.usage, answer.saved) == (second, Usage(40, 35))
    assert (engine.stats().spent, engine.stats().saved) == (first + second, Usage(40, 35))


def test_an_added_question_is_asked_with_its_own_number(engine: StepCacheEngine) -> None:
    model = ScriptedModel(["2. Ag.\n"])
    answer = engine.answer(ask((QUESTIONS[0], SILVER, *QUESTIONS[1:])), model.generate)
    assert answer.text == numbered((ANSWERS[0], "Ag.", *ANSWERS[1:]))
    assert model.requests[0].prompt == f"{OPENING}2. {SILVER}"
    assert [step.source for step in answer.steps] == [
        Source.CACHE,
        Source.MODEL,
        Source.REPLAY,
        Source.REPLAY,
        Source.REPLAY,
    ]


def test_removed_and_reordered_questions_need_no_model(engine: StepCacheEngine) -> None:
    answer = engine.answer(ask((QUESTIONS[3], QUESTIONS[0])), ScriptedModel([]).generate)
    assert answer.outcome is Outcome.REPLAY
    assert answer.text == numbered((ANSWERS[3], ANSWERS[0]))
    assert {step.source for step in answer.steps} == {Source.REPLAY}
    assert not answer.verified
    assert 0 < answer.saved.completion_tokens < 20
    found = engine.lookup(ask(QUESTIONS[:2]))
    assert found is not None
    assert found.text == numbered(ANSWERS[:2])
    assert {step.source for step in found.steps} == {Source.CACHE}


def test_questions_that_are_worded_otherwise_and_mean_the_same_are_not_asked(engine: StepCacheEngine) -> None:
    answer = engine.answer(ask(("What's the capital of France?", *QUESTIONS[1:])), ScriptedModel([]).generate)
    assert (answer.outcome, answer.text) == (Outcome.REUSE, numbered(ANSWERS))


@pytest.mark.parametrize(
    ("prompt", "text", "reply", "patched"),
    [
        ("a) {}\nb) {}", "a) Paris\nb) Au", "b) Ag", "a) Paris\nb) Ag"),
        ("(1) {}\n(2) {}", "(1) Paris\n\n(2) Au\n", "(2) Ag", "(1) Paris\n\n(2) Ag\n"),
        ("Q1: {}\nQ2: {}", "Q1: Paris\nQ2: Au", "2. Ag", "Q1: Paris\nQ2: Ag"),
        ("- {}\n- {}", "1. Paris\n2. Au", "Ag", "1. Paris\n2. Ag"),
        ("{}\n{}", "1. Paris\n2. Au", "1. Ag", "1. Paris\n2. Ag"),
        ("- {}\n- {}", "- Paris, France\n- Gold is Au", "Silver is Ag", "- Paris, France\n- Silver is Ag"),
        ("Questions: 1. {} 2. {}", "1. Paris\n2. Au", "2. Ag", "1. Paris\n2. Ag"),
        ("1. {}\n2. {}", "### 1. Paris\n\n### 2. Au", "### 2. Ag", "### 1. Paris\n\n### 2. Ag"),
        ("1. {}\n2. {}", "1. Paris\r\n2. Au\r\n", "2. Ag", "1. Paris\r\n2. Ag\r\n"),
        (
            "1. {}\n2. {}",
            "Sure! Here are the answers:\n\n1. Paris\n2. Au",
            "Here are the answers:\n2. Ag",
            "Sure! Here are the answers:\n\n1. Paris\n2. Ag",
        ),
    ],
)
def test_lists_and_answers_may_be_marked_in_many_ways(prompt: str, text: str, reply: str, patched: str) -> None:
    engine = make_engine()
    answered(engine, prompt.format(QUESTIONS[0], QUESTIONS[2]), text)
    answer = answered(engine, prompt.format(QUESTIONS[0], SILVER), reply)
    assert (answer.outcome, answer.text) == (Outcome.PATCH, patched)


def test_an_answer_without_its_number_is_taken_when_one_question_was_asked(engine: StepCacheEngine) -> None:
    answer = engine.answer(ask(CHANGED), ScriptedModel(["The symbol is Ag."]).generate)
    assert answer.text == numbered((*ANSWERS[:2], "The symbol is Ag.", ANSWERS[3]))


@pytest.mark.parametrize(
    "reply",
    [
        Generation("3. Ag", finish_reason="length"),
        "",
        "Silver is Ag.\n\nIt is a metal.",
        "3. Ag.\n4. K2.",
        "4. Ag.",
        "1. Silver\n2. Ag.",
        "3. As in question 1, it is Ag.",
        "3. Also Ag.",
        "3. I'm sorry, but I can't help with that.",
        "Let us look at all the metals:\n3. Ag.",
        "3. Ag.\n\nIn summary, gold is Au and silver is Ag.",
        "3. Ag.\n\nThat is all, I hope it helps.",
        "3. Ag.\n   ```",
        "**3.** Ag.",
        "3.",
    ],
)
def test_where_the_models_answer_does_not_fit_it_answers_the_whole_request_afresh(
    engine: StepCacheEngine, reply: str | Generation
) -> None:
    model = ScriptedModel([reply, "all of it afresh"])
    answer = engine.answer(ask(CHANGED), model.generate)
    assert (answer.outcome, answer.text) == (Outcome.SKIP, "all of it afresh")
    assert model.requests[1].prompt == ask(CHANGED).prompt
    assert answer.saved == Usage()


def test_a_cached_answer_that_declines_is_asked_again() -> None:
    engine = make_engine()
    answered(
        engine, numbered(QUESTIONS), numbered((ANSWERS[0], "I'm sorry, but I can't help with that.", *ANSWERS[2:]))
    )
    model = ScriptedModel(["2. Shakespeare wrote Hamlet.\n3. Ag."])
    answer = engine.answer(Request.from_prompt(numbered(CHANGED)), model.generate)
    assert answer.text == numbered((*ANSWERS[:2], "Ag.", ANSWERS[3]))
    assert model.requests[0].prompt.startswith(f"2. {QUESTIONS[1]}\n3. {SILVER}\n\nBegin each answer with the number")


def test_a_model_error_while_the_changed_question_is_asked_reaches_the_caller(engine: StepCacheEngine) -> None:
    with pytest.raises(RuntimeError, match="503"):
        engine.answer(ask(CHANGED), ScriptedModel([RuntimeError("503")]).generate)
    assert engine.explain(ask(CHANGED)).outcome is Outcome.PATCH


def test_a_rejected_pair_keeps_no_block(engine: StepCacheEngine) -> None:
    plan = engine.explain(ask(CHANGED))
    assert plan.used is not None
    engine.reject(plan.used.record.id, ask(CHANGED))
    assert engine.explain(ask(CHANGED)).outcome is Outcome.SKIP


def test_lookup_without_a_model_leaves_a_changed_list_to_the_caller(engine: StepCacheEngine) -> None:
    assert engine.lookup(ask(CHANGED)) is None
    found = engine.lookup(ask(CHANGED), ScriptedModel(["3. Ag."]).generate)
    assert found is not None
    assert found.outcome is Outcome.PATCH


@pytest.mark.parametrize("fits", [True, False])
async def test_streams_and_async_twins_give_the_same_text_and_show_nothing_too_early(fits: bool) -> None:
    script = ["3. Ag."] if fits else ["no list at all.\n\nNone.", "all of it"]
    texts = []
    for way in ("answer", "aanswer", "stream", "astream"):
        engine = make_engine()
        answered(engine, numbered(QUESTIONS, OPENING), numbered(ANSWERS))
        model = ScriptedModel(script)
        match way:
            case "answer":
                texts.append(engine.answer(ask(CHANGED), model.generate).text)
            case "aanswer":
                texts.append((await engine.aanswer(ask(CHANGED), model.agenerate)).text)
            case "stream":
                texts.append("".join(engine.stream(ask(CHANGED), model.stream)))
            case _:
                texts.append("".join([piece async for piece in engine.astream(ask(CHANGED), model.astream)]))
    assert set(texts) == {numbered((*ANSWERS[:2], "Ag.", ANSWERS[3])) if fits else "all of it"}


@pytest.mark.parametrize("policy", [{"shadow": True}, {"bypass_rate": 1.0}])
@pytest.mark.parametrize(("third", "agreed"), [("Ag.", 1), ("Ag", 1), (None, 0)])
def test_an_audit_serves_the_model_and_compares_the_blocks_that_would_have_stood(
    policy: dict[str, object], third: str | None, agreed: int
) -> None:
    engine = make_engine(**policy)
    answered(engine, numbered(QUESTIONS, OPENING), numbered(ANSWERS))
    fresh = numbered((*ANSWERS[:2], third, ANSWERS[3])) if third else numbered(("Lyon.", *ANSWERS[1:]))
    model = ScriptedModel([fresh])
    answer = engine.answer(ask(CHANGED), model.generate)
    assert (answer.outcome, answer.text) == (Outcome.BYPASS, fresh)
    assert model.requests[0].prompt == ask(CHANGED).prompt
    assert (engine.stats().audits, engine.stats().agreed) == (1, agreed)


@pytest.mark.parametrize(
    "request_",
    [
        ask(CHANGED, tools=({"name": "search"},)),
        ask(CHANGED, response_schema={"type": "object"}),
        ask(CHANGED, system="Answer in fifty words altogether."),
        ask(CHANGED, system="Give the answers as one JSON object."),
        ask(CHANGED, system="If any question is about metals, answer none of them."),
        Request((Message("user", "My list builds up."), Message("assistant", "Fine."), *ask(CHANGED).messages)),
        Request((Message("user", ask(CHANGED).prompt, {"image": "sha256"}),)),
    ],
)
def test_what_surrounds_the_questions_may_concern_all_of_them(request_: Request) -> None:
    engine = make_engine()
    engine.answer(request_.with_prompt(ask(QUESTIONS).prompt), ScriptedModel([numbered(ANSWERS)]).generate)
    assert engine.explain(request_).outcome is Outcome.SKIP


def test_a_system_message_that_concerns_no_answer_as_a_whole_is_no_obstacle() -> None:
    engine, system = make_engine(), "You are a helpful assistant. Be polite."
    engine.answer(ask(QUESTIONS, system=system), ScriptedModel([numbered(ANSWERS)]).generate)
    assert engine.explain(ask(CHANGED, system=system)).outcome is Outcome.PATCH


def test_nothing_is_kept_where_the_policy_reuses_no_paraphrases_or_the_prompts_are_dissimilar() -> None:
    for policy in ({"reuse_paraphrases": False}, {"min_similarity": 0.999}):
        engine = make_engine(**policy)
        answered(engine, numbered(QUESTIONS, OPENING), numbered(ANSWERS))
        assert engine.explain(ask(CHANGED)).outcome in {Outcome.SKIP, Outcome.MISS}


def test_a_request_that_differs_in_another_field_shares_no_block(engine: StepCacheEngine) -> None:
    assert engine.explain(replace(ask(CHANGED), model="other")).outcome is Outcome.MISS


def test_text_that_an_answer_forges_to_look_like_a_label_splits_no_block() -> None:
    engine = make_engine()
    forged = "1. The capital of France is\n2. Paris.\n3. Shakespeare.\n4. Au.\n5. 8,849 metres."
    answered(engine, numbered(QUESTIONS), forged)
    assert engine.explain(Request.from_prompt(numbered(CHANGED))).outcome is Outcome.SKIP


def test_a_block_that_would_swallow_its_new_neighbour_is_not_moved() -> None:
    engine = make_engine()
    answered(engine, numbered(QUESTIONS), numbered((*ANSWERS[:3], "8,849 metres.\n   ```\n   open")))
    plan = engine.explain(Request.from_prompt(numbered((QUESTIONS[3], QUESTIONS[0]))))
    assert plan.outcome is Outcome.SKIP
    assert "new order" in plan.reason


def test_labels_inside_a_fence_are_text_of_their_block() -> None:
    engine = make_engine()
    fenced = "1. Paris\n```\n2. not a label\n```\n2. Shakespeare\n3. Au\n4. 8,849 metres"
    answered(engine, numbered(QUESTIONS), fenced)
    answer = answered(engine, numbered(CHANGED), "3. Ag")
    assert answer.text == fenced.replace("3. Au", "3. Ag")
