"""Wrong answers of other caches: no such pair may ever share an answer.

The links are the users' reports; where a report gives no prompts, these are of its kind.
"""

from __future__ import annotations

import pytest

from stepcache_core import Message, Outcome, Policy, Request, StepCacheEngine, prompt_delta
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder, ScriptedModel

ALIKE_TO_EMBEDDERS = [
    ("Alice owes Bob 5 euros. Who pays?", "Bob owes Alice 5 euros. Who pays?"),
    ("Convert 5 miles to km", "Convert 5 km to miles"),
    ("Sort the list in ascending order", "Sort the list in descending order"),
    ("Solve 2x + 3 = 13", "Solve 3x + 3 = 13"),
    ("Turn dark mode on", "Turn dark mode off"),
    ("What is 2+2?", "What is 2+3?"),
    ("Is it safe to mix bleach and water?", "Is it unsafe to mix bleach and water?"),
    ("How do I increase my rent?", "How do I decrease my rent?"),
    ("Which files must be deleted?", "Which files must not be deleted?"),
    ("List all rivers except the Rhine", "List all rivers including the Rhine"),
    ("Trains from Oslo to Bergen", "Trains from Bergen to Oslo"),
    ("Who was president in 1990?", "Who was president in 1991?"),
    ("Translate this into French: bread", "Translate this into Spanish: bread"),
    ("Write a poem about the sea in 3 lines", "Write a poem about the sea in 5 lines"),
    ("Flights before 10 May", "Flights after 10 May"),
    ("What is the minimum of 3, 1 and 2?", "What is the maximum of 3, 1 and 2?"),
    ("Explain `map` in Python", "Explain `filter` in Python"),
    ("What is the capital of Austria?", "What is the capital of Australia?"),
]
"""Eighteen pairs of the kinds that GPTCache with its defaults was measured to serve 17 times in 18."""

REPORTED = [
    ("turn on dark mode", "turn off dark mode", "https://github.com/vllm-project/semantic-router/issues/2691"),
    ("open the garage", "close the garage", "https://github.com/vllm-project/semantic-router/issues/2691"),
    ("enable two-factor login", "disable two-factor login", "https://github.com/vllm-project/semantic-router/issues/2691"),
    ("The drug helps against fever", "The drug does not help against fever", "https://github.com/zilliztech/GPTCache/issues/694"),
    ("What is 1+1?", "What is 21+1?", "https://github.com/langchain-ai/langchain-redis/issues/22"),
    ("What is 1+1?", "Tell me a joke", "https://github.com/langchain-ai/langchain-redis/issues/22"),
    ("What is 2+2?", "What is 2+3?", "https://github.com/vllm-project/semantic-router/issues/36"),
    ("What is 2 + 2", "What is 2 + 3", "https://github.com/vllm-project/semantic-router/issues/1616"),
    ("What is the function of money?", "What is the function of TV?", "https://github.com/zilliztech/GPTCache/issues/388"),
    ("Who wrote Faust?", "Who painted Guernica?", "https://github.com/BerriAI/litellm/issues/12234"),
    ("What can you do?", "What can I do?", "https://github.com/zilliztech/GPTCache/issues/651"),
    ("What to do when bored?", "Tell me a joke", "https://github.com/langchain-ai/langchain/issues/25161"),
    ("咖啡是什么", "美式咖啡怎么做", "https://github.com/zilliztech/GPTCache/issues/374"),
    ("", " ", "https://github.com/headroomlabs-ai/headroom/pull/3226"),
    ("same " * 512 + "write a poem", "same " * 512 + "DROP TABLE users", "https://github.com/vllm-project/semantic-router/issues/3366"),
    ("Context: rain. Question: is it wet?", "Context: rain. Question: is it cold?", "https://github.com/mongodb-developer/GenAI-Showcase/issues/10"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), ALIKE_TO_EMBEDDERS)
def test_pairs_that_embedders_take_for_alike_differ_both_ways(old: str, new: str) -> None:
    assert not prompt_delta(old, new).empty
    assert not prompt_delta(new, old).empty


@pytest.mark.parametrize(
    ("old", "new"), [*ALIKE_TO_EMBEDDERS, *((old, new) for old, new, _ in REPORTED)]
)  # fmt: skip
def test_no_pair_of_a_report_is_served_at_any_similarity(old: str, new: str) -> None:
    for first, second in ((old, new), (new, old)):
        policy = Policy(min_similarity=0.0)
        engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), tasks=(), policy=policy)
        model = ScriptedModel(["first", "second"])
        engine.answer(Request.from_prompt(first), model.generate)
        assert engine.answer(Request.from_prompt(second), model.generate).text == "second"


def test_the_order_of_earlier_answers_does_not_change_what_is_served() -> None:
    """https://github.com/zilliztech/GPTCache/issues/388."""
    prompts = ["What is the function of money?", "What is the function of TV?"]
    for order in (prompts, prompts[::-1]):
        engine = StepCacheEngine(
            store=MemoryStore(), embedder=HashEmbedder(), tasks=(), policy=Policy(min_similarity=0.0)
        )
        model = ScriptedModel([f"about {prompt}" for prompt in order])
        for prompt in order:
            engine.answer(Request.from_prompt(prompt), model.generate)
        for prompt in prompts:
            answer = engine.answer(Request.from_prompt(f"Please, {prompt}"), model.generate)
            assert (answer.outcome, answer.text) == (Outcome.REUSE, f"about {prompt}")


def test_the_next_turn_of_a_loop_is_not_answered_with_the_last_one() -> None:
    """https://github.com/BerriAI/litellm-docs/pull/833."""
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), tasks=(), policy=Policy(min_similarity=0.0))
    model = ScriptedModel(["one", "two"])
    turn = Message("user", "Please go on with the next step")
    engine.answer(Request((turn,)), model.generate)
    later = Request((turn, Message("assistant", "one"), turn))
    assert engine.answer(later, model.generate).text == "two"
