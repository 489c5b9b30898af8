"""JSON requests on their whole way through the engine: what is served without a model is right for the new prompt."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepcache_core import Generation, Outcome, Policy, Request, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks.json_value import JsonTask
from stepcache_core.testing import HashEmbedder, ScriptedModel

NEVER = "the model was asked"


def answers(first: str, text: str, *later: tuple[str, str]) -> list[tuple[Outcome, str]]:
    """Ask `first`, which the model answers with `text`, then each later prompt, with the model's answer to it."""
    policy = Policy(min_similarity=0.3)
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), tasks=(JsonTask(),), policy=policy)
    engine.answer(Request.from_prompt(first), ScriptedModel([text]).generate)
    given_ = []
    for prompt, reply in later:
        answer = engine.answer(Request.from_prompt(prompt), ScriptedModel(lambda _, reply=reply: reply).generate)
        given_.append((answer.outcome, answer.text))
    return given_


FACTS = "for Ada Lovelace, age 36, email ada@math.org"
ADA = f"Return a JSON object with keys name, age and email {FACTS}."
OBJECT = '{"name": "Ada Lovelace", "age": 36, "email": "ada@math.org"}'


@pytest.mark.parametrize(
    ("prompt", "outcome", "text"),
    [
        (ADA.replace("Return", "Please return"), Outcome.REUSE, OBJECT),
        (ADA.replace("36", "37"), Outcome.REPLAY, OBJECT.replace("36", "37")),
        (ADA.replace("name, age and email", "name and age"), Outcome.REPLAY, '{"name": "Ada Lovelace", "age": 36}'),
        (ADA.replace("name,", "full_name,"), Outcome.REPLAY, OBJECT.replace('"name"', '"full_name"')),
        (ADA.replace("Ada Lovelace", "Eve Lovelace"), Outcome.REPLAY, OBJECT.replace("Ada Lovelace", "Eve Lovelace")),
        (ADA.replace("ada@math.org", "ada@x.org"), Outcome.REPLAY, OBJECT.replace("ada@math.org", "ada@x.org")),
        (f"{ADA[:-1]}, age between 30 and 40.", Outcome.REUSE, OBJECT),
    ],
)
def test_what_the_prompts_prove_is_served_without_a_model(prompt: str, outcome: Outcome, text: str) -> None:
    assert answers(ADA, OBJECT, (prompt, NEVER)) == [(outcome, text)]


LISTED = "Extract items and count as JSON from the following text:\n\nred\nwine\nglass"
QUESTION = "Return a JSON object with keys topic and is_question for the text: is the shop open"
SAMPLE = 'Return a JSON object like this: {"item": "lamp", "weight": 2.5} for: a chair of 4 kg.'


@pytest.mark.parametrize(
    ("first", "text", "prompt"),
    [
        (LISTED, '{"items": ["red", "wine", "glass"], "count": 3}', LISTED.replace("red\nwine", "red wine")),
        (LISTED, '{"items": ["red", "wine", "glass"], "count": 3}', LISTED.replace("\nwine", "\n  wine")),
        (QUESTION, '{"topic": "shop", "is_question": false}', f"{QUESTION}?"),
        (ADA, OBJECT.replace(", ", ",\n"), ADA.replace("a JSON", "a compact JSON")),
        (SAMPLE, '{"item": "chair", "weight": 4}', SAMPLE.replace("2.5", "2500")),
    ],
)
def test_how_a_text_is_laid_out_and_what_an_example_shows_may_decide(first: str, text: str, prompt: str) -> None:
    ((outcome, served),) = answers(first, text, (prompt, NEVER))
    assert outcome in {Outcome.SKIP, Outcome.MISS}
    assert served == NEVER


def test_where_sentences_break_decides_nothing() -> None:
    prompt = ADA.replace("email for", "email.\nIt is for")
    assert answers(prompt, OBJECT, (prompt.replace("\n", " "), NEVER)) == [(Outcome.REUSE, OBJECT)]


@pytest.mark.parametrize(
    "prompt",
    [
        ADA.replace("for", "without"),
        ADA.replace("name,", "nickname,"),
        f"{ADA[:-1]}, age between 40 and 50.",
        f"{ADA} The age must be over 40.",
        f"{ADA} Write the name in capital letters.",
        f"{ADA} All emails must be verified.",
        ADA.replace("36", "thirty-seven"),
    ],
)
def test_whatever_else_changed_is_left_to_the_model(prompt: str) -> None:
    ((outcome, text),) = answers(ADA, OBJECT, (prompt, NEVER))
    assert outcome in {Outcome.SKIP, Outcome.MISS}
    assert text == NEVER


def test_a_fresh_answer_that_breaks_a_constraint_in_prose_is_repaired() -> None:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), tasks=(JsonTask(),), policy=Policy())
    model = ScriptedModel(['{"name": "Ada", "age": 17}', '{"age": 18}'])
    request = Request.from_prompt("Return a JSON object with keys name and age for a user, age between 18 and 30.")
    answer = engine.answer(request, model.generate)
    assert answer.text == '{"name": "Ada", "age": 18}'
    assert answer.verified
    assert '"age" must fit {"type": "number", "minimum": 18, "maximum": 30}' in model.requests[1].prompt


def test_an_answer_that_was_cut_off_is_never_stored_even_where_only_its_last_brace_is_missing() -> None:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), tasks=(JsonTask(),), policy=Policy())
    request = Request.from_prompt("Return a JSON object with keys name and town for a fictional user.")
    text = '{"name": "Ada", "town": "Oslo"'
    answers_ = [engine.answer(request, lambda _: Generation(text, finish_reason="length")) for _ in range(2)]
    assert [answer.outcome for answer in answers_] == [Outcome.MISS, Outcome.MISS]
    whole = engine.answer(request, lambda _: Generation(text))
    assert (whole.outcome, whole.text, whole.verified) == (Outcome.MISS, text + "}", True)
    assert engine.answer(request, lambda _: Generation("again")).outcome is Outcome.EXACT


def test_an_answer_under_a_constraint_that_was_not_understood_is_served_but_not_vouched_for() -> None:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), tasks=(JsonTask(),), policy=Policy())
    request = Request.from_prompt("Return a JSON object with keys name and age for a user. The names must rhyme.")
    answer = engine.answer(request, ScriptedModel(['{"name": "Ada", "age": 17}']).generate)
    assert answer.text == '{"name": "Ada", "age": 17}'
    assert not answer.verified


_NAMES = st.sampled_from(["Ada Lovelace", "Alan Turing", "Grace Hopper"])
_AGES = st.integers(1, 99)
_CITIES = st.sampled_from(["London", "Oslo", "New York"])
_KEYS = st.permutations(["name", "age", "city"]).flatmap(
    lambda keys: st.integers(2, 3).map(lambda count: tuple(keys[:count]))
)


@settings(deadline=None, max_examples=80)
@given(st.lists(st.tuples(_NAMES, _AGES, _CITIES, _KEYS), min_size=2, max_size=4))
def test_no_answer_of_another_person_is_ever_served(people: list[tuple[str, int, str, tuple[str, ...]]]) -> None:
    engine = StepCacheEngine(
        store=MemoryStore(), embedder=HashEmbedder(), tasks=(JsonTask(),), policy=Policy(min_similarity=0.1)
    )
    for name, age, city, keys in people:
        right = {key: {"name": name, "age": age, "city": city}[key] for key in keys}
        prompt = f"Return a JSON object with keys {', '.join(keys)} for {name}, age {age}, city {city}."
        answer = engine.answer(Request.from_prompt(prompt), ScriptedModel(lambda _, r=right: json.dumps(r)).generate)
        assert json.loads(answer.text) == right


def test_a_part_that_ran_on_to_the_models_limit_is_not_asked_for_again() -> None:
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), tasks=(JsonTask(),))
    engine.answer(Request.from_prompt(ADA), ScriptedModel([OBJECT]).generate)
    whole = OBJECT.replace("}", ', "hobbies": ["maths"]}')
    asked: list[str] = []

    def runs_on(request: Request) -> Generation:
        asked.append(request.prompt)
        if len(asked) == 1:
            return Generation('{"hobbies": ["maths"' + ', "maths"' * 50, finish_reason="length")
        return Generation(whole)

    prompt = ADA.replace("name, age and email", "name, age, email and hobbies")
    answer = engine.answer(Request.from_prompt(prompt), runs_on)
    assert (answer.text, answer.outcome) == (whole, Outcome.SKIP)
    assert asked[1:] == [prompt]


TEXT = "Return a JSON object with the keys {keys} for this text. {text}"


@pytest.mark.parametrize(
    ("keys", "first", "value", "then"),
    [
        ("password and user", "The user is Bo. Hunter is the password.", {"password": "Hunter", "user": "Bo"},
         "The user is Bo. hunter is the password."),
        ("code and town", "Code AB 12, town Oslo.", {"code": "AB 12", "town": "Oslo"}, "Code AB  12, town Oslo."),
        ("expression and town", "In Oslo they wrote a+b here.", {"expression": "a+b", "town": "Oslo"},
         "In Oslo they wrote a + b here."),
        ("company and town", "In Oslo we met Yahoo", {"company": "Yahoo", "town": "Oslo"}, "In Oslo we met Yahoo!"),
        ("name and town", "Sinead O’Brien lives in Oslo.", {"name": "Sinead O’Brien", "town": "Oslo"},
         "Sinead O'Brien lives in Oslo."),
        ("lines and author", "One line.\nTwo lines by Ada.", {"lines": 2, "author": "Ada"},
         "One line. Two lines by Ada."),
        ("urgent and name", "Call Ada!!!", {"urgent": True, "name": "Ada"}, "Call Ada."),
        ("has_thanks and name", "Ada was here. Thanks!", {"has_thanks": True, "name": "Ada"}, "Ada was here."),
        ("product and brand", "Ada bought it. gap jeans.", {"product": "gap jeans", "brand": "none"},
         "Ada bought it. Gap jeans."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("asked", [TEXT, "Extract the data from the text and return a JSON object with the keys "
                                         "{keys}.\n\nText:\n{text}"])  # fmt: skip
def test_an_object_with_words_that_the_new_prompt_writes_otherwise_is_not_served(
    asked: str, keys: str, first: str, value: dict[str, object], then: str
) -> None:
    one, other = (asked.format(keys=keys, text=text) for text in (first, then))
    ((_, text),) = answers(one, json.dumps(value, ensure_ascii=False), (other, NEVER))
    assert text == NEVER


@pytest.mark.parametrize("then", ["Ada lives in Oslo", "Ada lives  in Oslo."])
def test_a_difference_that_touches_no_value_changes_nothing(then: str) -> None:
    first, then = (TEXT.format(keys="name and town", text=text) for text in ("Ada lives in Oslo.", then))
    assert answers(first, '{"name": "Ada", "town": "Oslo"}', (then, NEVER))[0][0] in {Outcome.REUSE, Outcome.EXACT}


@pytest.mark.parametrize(
    ("text", "date", "is_served"),
    [
        ("Ada comes tomorrow.", "2026-12-02", False),
        ("Ada comes next Friday at noon.", "2026-12-04", False),
        ("Ada came two weeks ago.", "2026-11-17", False),
        ("Ada comes on Friday, 4 December 2026.", "2026-12-04", True),
        ("Ada comes tomorrow.", "tomorrow", True),
    ],
)
def test_a_date_of_the_day_on_which_it_was_asked_is_not_served_for_another_request(
    text: str, date: str, is_served: bool
) -> None:
    first, then = (TEXT.format(keys=keys, text=text) for keys in ("name, date and place", "name and date"))
    value = {"name": "Ada", "date": date, "place": "here"}
    ((outcome, _),) = answers(first, json.dumps(value), (then, NEVER))
    assert (outcome is Outcome.REPLAY) is is_served


ASKED_BY_FACTS = "{} a JSON object with the keys name, age and city for name Ada, age 36, city Oslo{}"


@pytest.mark.parametrize("asked", ["Could you return", "Can you please return", "Could you give me", "Will you create"])
def test_a_request_put_as_a_question_puts_no_value_in_doubt(asked: str) -> None:
    first, then = ASKED_BY_FACTS.format("Return", "."), ASKED_BY_FACTS.format(asked, "?")
    value = '{"name": "Ada", "age": 36, "city": "Oslo"}'
    assert answers(first, value, (then, NEVER)) == [(Outcome.REUSE, value)]


def test_a_question_mark_that_may_belong_to_the_last_value_keeps_it_in_doubt() -> None:
    value = '{"author": "Ada", "title": "Who is he"}'
    for text in ("author Ada, title Who is he", "the author: Ada, and who is he"):
        first = f"Return a JSON object with the keys author and title for {text}."
        then = f"Could you return a JSON object with the keys author and title for {text}?"
        assert answers(first, value, (then, NEVER))[0][1] == NEVER


def test_a_courtesy_before_an_order_is_no_part_of_the_text_whose_mood_is_asked_for() -> None:
    asked = "Classify the sentiment of this review as JSON with the keys sentiment and score: The screen is superb."
    value = '{"sentiment": "positive", "score": 0.9}'
    for then, is_served in ((f"Hi! {asked}", True), (f"Please {asked[0].lower()}{asked[1:]}", True),
                            (f"{asked} Thanks!", False)):  # fmt: skip
        assert (answers(asked, value, (then, NEVER))[0][1] == value) is is_served
