"""What holds of the delta for any prompts."""

from __future__ import annotations

import copy
import pickle

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from stepcache_core import ChangeKind, prompt_delta
from stepcache_core.delta import essence

WORDS = """how do can I i to what which is are the a an best difference between of build sheds what's don't cannot
    can't not two 2 3 % percent India india colour color anyone anybody in French please , ? . ! - 'x' `x` \n US USA one
    does we could who who's it wood why mean differ from and if that you your my should way ways some possible really
    ever have actually good think exactly symptoms person become needed order fact questions a question""".split(" ")
sentences = st.lists(st.sampled_from([word.strip(" ") for word in WORDS if word.strip(" ")]), max_size=9).map(" ".join)
prompts = st.one_of(st.text(max_size=60), sentences)
plain_words = st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=8)
names = st.sampled_from("Alice Bob Carla Deepak Elif Fatima Goran Hana Ivan Juan Kemal".split())


@settings(deadline=None, max_examples=200)
@given(prompts)
def test_nothing_changes_between_a_prompt_and_itself(prompt: str) -> None:
    assert prompt_delta(prompt, prompt).empty
    assert prompt_delta(prompt, f"  {prompt} ").empty


@settings(deadline=None, max_examples=500)
@given(prompts, prompts)
def test_the_delta_is_empty_both_ways_or_neither(old: str, new: str) -> None:
    assert prompt_delta(old, new).empty == prompt_delta(new, old).empty
    assert prompt_delta(old, new).empty == (prompt_delta(old, new).changes == ())


@settings(deadline=None, max_examples=500)
@given(prompts, prompts)
def test_prompts_of_equal_essence_do_not_differ(old: str, new: str) -> None:
    if essence(old) == essence(new):
        assert prompt_delta(old, new).empty


@settings(deadline=None, max_examples=300)
@given(prompts, prompts)
def test_every_change_shows_the_text_at_its_spans(old: str, new: str) -> None:
    for change in prompt_delta(old, new).changes:
        assert old[slice(*change.old_span)] == change.old
        assert new[slice(*change.new_span)] == change.new
        assert change.old or change.new


@settings(deadline=None, max_examples=200)
@given(st.text(), st.integers(0, 10**6), st.integers(0, 10**6), st.text())
def test_another_number_is_always_a_change(before: str, one: int, other: int, after: str) -> None:
    assume(one != other)
    assert not prompt_delta(f"{before} {one} {after}", f"{before} {other} {after}").empty


@settings(deadline=None, max_examples=300)
@given(prompts, prompts, st.sampled_from("0123456789"), st.sampled_from("0123456789"))
def test_changing_any_digit_is_a_change(before: str, after: str, one: str, other: str) -> None:
    assume(one != other)
    assert not prompt_delta(before + one + after, before + other + after).empty


@settings(deadline=None, max_examples=400)
@given(sentences, st.integers(0, 9))
def test_inserting_not_is_a_change_wherever_it_stands(prompt: str, place: int) -> None:
    words = prompt.split(" ")
    assert not prompt_delta(prompt, " ".join([*words[:place], "not", *words[place:]])).empty


@settings(deadline=None, max_examples=300)
@given(
    st.sampled_from(["How do I tell {0} that {1} left?", "What does {0} owe {1}?", "Is it {0} or {1}?",
                     "Does {0} beat {1}?", "What is the difference between {0} and {1}?", "Who is older, {0} or {1}?",
                     "How does {0} differ from {1}?", "Why {0} can't see {1}?", "Which book of {0} is best for {1}?",
                     "If {0} calls, what should {1} do?", "What is the best gift for {0} from {1}?"]),
    names, names,
)  # fmt: skip
def test_swapping_two_names_is_a_change_of_order(form: str, one: str, other: str) -> None:
    assume(one != other)
    changes = prompt_delta(form.format(one, other), form.format(other, one)).changes
    assert [change.kind for change in changes] == [ChangeKind.ORDER]


@settings(deadline=None, max_examples=300)
@given(st.lists(plain_words, min_size=3, max_size=12), plain_words, st.data())
def test_a_word_without_a_counterpart_is_a_change(words: list[str], other: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(1, len(words) - 1))
    changed = [*words[:place], f"{other}zz", *words[place + 1 :]]
    assume(changed != words)
    assert not prompt_delta(" ".join(words), " ".join(changed)).empty
    assert not prompt_delta(" ".join(words), " ".join(words[:place] + words[place + 1 :])).empty


@settings(deadline=None, max_examples=300)
@given(sentences, st.integers(0, 20), st.sampled_from("0123456789"))
def test_another_digit_in_a_question_is_a_change(prompt: str, place: int, digit: str) -> None:
    words = ["What", "is", *prompt.split(" "), "7", "kg", "of", "it", "?"]
    old = " ".join(words)
    digits = [index for index, character in enumerate(old) if character.isdigit()]
    place = digits[place % len(digits)]
    assume(old[place] != digit)
    assert not prompt_delta(old, old[:place] + digit + old[place + 1 :]).empty


def test_a_delta_survives_copying_and_pickling() -> None:
    delta = prompt_delta("Turn it on", "Turn it off")
    assert pickle.loads(pickle.dumps(delta)) == copy.deepcopy(delta) == delta
    assert len({delta, prompt_delta("Turn it on", "Turn it off")}) == 1
