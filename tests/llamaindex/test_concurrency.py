"""Many threads, many tasks, one event loop that must not stall, and one engine for several frameworks."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

pytest.importorskip("llama_index.llms.openai_like", reason="LlamaIndex and its OpenAI integrations are not installed")

from llama_index.core.base.llms.types import ChatResponse

from stepcache_core import StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from tests.llamaindex.doubles import ScriptedLLM, make_engine, openai, user, wrap
from tests.llamaindex.providers import Wire
from tests.toy_task import TotalsTask

QUESTION = "What is the capital of France?"


def test_sixteen_threads_with_the_same_question_make_one_call() -> None:
    inner = ScriptedLLM(seconds=0.2)
    llm = wrap(inner)
    ready = threading.Barrier(16)

    def ask(_: int) -> Any:
        ready.wait()
        return llm.chat(user(QUESTION)).message.content

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(ask, range(16)))
    assert set(answers) == {f"You said: {QUESTION}"}
    assert inner.calls == 1
    stats = llm._stepcache.engine.stats()
    assert sum(stats.outcomes.values()) == 16


async def test_sixteen_tasks_with_the_same_question_make_one_call() -> None:
    inner = ScriptedLLM(seconds=0.1)
    llm = wrap(inner)
    answers = await asyncio.gather(*(llm.achat(user(QUESTION)) for _ in range(16)))
    assert {answer.message.content for answer in answers} == {f"You said: {QUESTION}"}
    assert inner.calls == 1


def test_sixteen_threads_with_questions_of_their_own_get_their_own_answers() -> None:
    llm = wrap(ScriptedLLM())

    def ask(number: int) -> list[Any]:
        question = f"What is {number % 8} + {number}?"
        streamed = list(llm.stream_chat(user(question)))[-1].message.content
        return [question, streamed, llm.chat(user(question)).message.content]

    with ThreadPoolExecutor(16) as pool:
        for question, streamed, whole in pool.map(ask, range(48)):
            assert streamed == whole == f"You said: {question}"


async def test_a_slow_store_does_not_block_the_event_loop() -> None:
    """https://github.com/run-llama/llama_index/pull/21968 and /issues/11842."""
    loop_runs = threading.Event()

    class WaitingStore(MemoryStore):
        local = False
        waited: list[bool]

        def get(self, *args: Any) -> Any:
            self.waited.append(loop_runs.wait(5))
            return super().get(*args)

    store = WaitingStore()
    store.waited = []
    llm = wrap(ScriptedLLM(), store=store)

    async def beat() -> None:
        await asyncio.sleep(0)
        loop_runs.set()

    await asyncio.gather(llm.achat(user(QUESTION)), beat())
    assert store.waited
    assert all(store.waited)


async def test_the_inner_llm_is_awaited_and_other_tasks_run_meanwhile() -> None:
    """https://github.com/run-llama/llama_index/pull/21968."""
    gate = asyncio.Event()

    class Gated(ScriptedLLM):
        async def achat(self, messages: Any, **kwargs: Any) -> ChatResponse:
            await gate.wait()
            return await super().achat(messages, **kwargs)

    async def opens() -> None:
        gate.set()

    answer, _ = await asyncio.gather(wrap(Gated()).achat(user(QUESTION)), opens())
    assert answer.message.content == f"You said: {QUESTION}"


async def test_a_cancelled_request_is_cancelled_and_stores_nothing() -> None:
    inner = ScriptedLLM(seconds=30)
    llm = wrap(inner)
    task = asyncio.create_task(llm.achat(user(QUESTION)))
    while not inner.calls:  # noqa: ASYNC110  # it is counted, not signalled
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    inner.seconds = 0
    assert (await llm.achat(user(QUESTION))).message.content == f"You said: {QUESTION}"
    assert inner.calls == 2


def test_the_other_way_round_an_llm_that_asks_another_wrapped_one_is_looked_up_once_each() -> None:
    engine = make_engine()
    small = ScriptedLLM(model="small")
    wrapped = wrap(small, engine=engine)
    router = wrap(ScriptedLLM(lambda messages: wrapped.chat(messages).message, model="router"), engine=engine)
    assert router.chat(user(QUESTION)) == router.chat(user(QUESTION))
    assert small.calls == 1
    assert {outcome.value: count for outcome, count in engine.stats().outcomes.items()} == {"exact": 1, "miss": 2}


def test_langchain_and_llamaindex_on_one_store_never_cross() -> None:
    pytest.importorskip("langchain_core", reason="LangChain is not installed")
    from langchain_core.language_models import FakeListChatModel

    from stepcache_langchain import StepCacheChatModel

    engine = StepCacheEngine(MemoryStore(), HashEmbedder(), [TotalsTask()])
    wire = Wire()
    chain = StepCacheChatModel(llm=FakeListChatModel(responses=["LangChain's", "LangChain's own again"]), engine=engine)
    llms = [wrap(ScriptedLLM(model=model), engine=engine) for model in ("a", "b")] + [wrap(openai(wire), engine=engine)]
    for _ in range(2):
        assert chain.invoke(QUESTION).content == "LangChain's"
        for llm in llms:
            assert llm.chat(user(QUESTION)).message.content == f"You said: {QUESTION}"
    assert {outcome.value: count for outcome, count in engine.stats().outcomes.items()} == {"exact": 4, "miss": 4}
