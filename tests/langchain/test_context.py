"""What stands around a prompt in a chat: system prompts, marks for a cache of the server, stop words, a prefill."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from stepcache_core import StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from stepcache_langchain import StepCache, StepCacheChatModel
from tests.langchain.doubles import CountingChatModel

WORKED = "Subtract 5 from both sides:\n3x = 15\n\nDivide both sides by 3:\nx = 5"
WORKED_ANEW = "Subtract 7 from both sides:\n4x = 24\n\nDivide both sides by 4:\nx = 6"
TOLD = "Return a JSON object with the keys name and age. name: Ada; age: 36."
BARE = '{"name": "Ada", "age": 36}'
KEPT = [{"type": "text", "text": "You are a helpful assistant.", "cache_control": {"type": "ephemeral"}}]


@pytest.fixture(params=["wrapped", "cache"])
def ask(request: pytest.FixtureRequest) -> Any:
    """Asks a model behind a new engine: messages, the answer it would give, arguments."""
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())
    replies: list[str] = []
    inner = CountingChatModel(script=lambda _: replies[-1])
    model = StepCacheChatModel(llm=inner, engine=engine) if request.param == "wrapped" else inner
    if request.param == "cache":
        inner.cache = StepCache(engine=engine, llm=CountingChatModel(script=lambda _: replies[-1]))

    def asked(messages: list[BaseMessage], reply: str, **arguments: Any) -> str:
        replies.append(reply)
        return str(model.invoke(messages, **arguments).content)

    return asked


@pytest.mark.parametrize(
    "before",
    [
        [],
        [SystemMessage("You are a helpful assistant.")],
        [SystemMessage(KEPT)],
        [SystemMessage("You are ChatGPT, a large language model trained by OpenAI.")],
        [HumanMessage("Hi!"), AIMessage("Hello! How can I help you?")],
    ],
)
def test_an_ordinary_chat_is_served(ask: Any, before: list[BaseMessage]) -> None:
    assert ask([*before, HumanMessage("Solve 3x + 5 = 20.")], WORKED) == WORKED
    assert ask([*before, HumanMessage("Solve 4x + 7 = 31.")], "asked") == WORKED_ANEW


@pytest.mark.parametrize(
    ("before", "reply"),
    [
        ([SystemMessage("Never give the answer.")], "What would you subtract first?"),
        ([SystemMessage("Answer with a single number.")], "5"),
        ([HumanMessage("Solve 2x + 1 = 9."), AIMessage("4")], "5"),
        ([HumanMessage("Let a = 3."), AIMessage("Fine.")], "x = 5, and a = 3"),
    ],
)
def test_what_obeys_the_chat_is_handed_on_and_kept_for_the_same_question(
    ask: Any, before: list[BaseMessage], reply: str
) -> None:
    assert ask([*before, HumanMessage("Solve 3x + 5 = 20.")], reply) == reply
    assert ask([*before, HumanMessage("Solve 4x + 7 = 31.")], "asked") == "asked"
    assert ask([*before, HumanMessage("Solve 3x + 5 = 20.")], "asked again") == reply


@pytest.mark.parametrize(
    ("system", "reply"),
    [
        ("Speak like a pirate.", f"Arr!\n{BARE}"),
        ("Every object carries a timestamp.", '{"name": "Ada", "age": 36, "timestamp": 1}'),
    ],
)
def test_an_object_keeps_what_a_system_prompt_asks_for(ask: Any, system: str, reply: str) -> None:
    assert ask([SystemMessage(system), HumanMessage(TOLD)], reply) == reply


def test_an_answer_that_was_cut_or_goes_on_with_a_prefill_is_not_made_whole(ask: Any) -> None:
    assert ask([HumanMessage(TOLD)], BARE[:-1], stop=["}"]) == BARE[:-1]
    assert ask([HumanMessage(TOLD), AIMessage("{")], BARE[1:]) == BARE[1:]
