"""Forty reports of users of LangChain's caches, and of caches like ours; each a test, with its link.

Where both can hold it, a case is tested through the cache (`cache=StepCache(...)`) and through the wrapper. What no
LangChain cache can mend is a strict xfail: it will tell when LangChain has.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.callbacks import get_usage_metadata_callback
from langchain_core.language_models import BaseChatModel, BaseLLM
from langchain_core.load import dumps
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.outputs import ChatGeneration, Generation
from langchain_core.runnables import Runnable
from langgraph.graph import START, MessagesState, StateGraph
from pydantic import BaseModel

from stepcache_core import InvalidArgumentError, Policy, Record, StepCacheEngine
from stepcache_core.store.base import Store
from stepcache_core.store.chroma import ChromaStore
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import FakeClock, HashEmbedder
from stepcache_langchain import StepCache, StepCacheChatModel, StepCacheLLM
from tests.langchain.doubles import (
    BrokenEmbedder,
    BrokenStore,
    CountingChatModel,
    CountingLLM,
    LocalChatModel,
    Runs,
    added,
    make_engine,
)
from tests.langchain.test_llm import Handler, LocalLLM
from tests.toy_task import TotalsTask, totals

CAPITAL, PARAPHRASE = "What is the capital of France?", "Please, what is the capital of France? Thanks!"
LINES = "First the one thing.\n\nThen the other thing."
TOOL = {"type": "function", "function": {"name": "lookup", "parameters": {"type": "object", "properties": {}}}}


class Made(NamedTuple):
    """A model to ask, and the one behind it that counts."""

    model: BaseChatModel
    inner: Any


Make = Callable[..., Made]


def _through_the_cache(inner: Any = None, *, namespace: str = "default", **parts: Any) -> Made:
    inner = inner or CountingChatModel()
    engine = parts.pop("engine", None) or make_engine(**parts)
    inner.cache = StepCache(engine=engine, namespace=namespace)
    return Made(inner, inner)


def _through_the_wrapper(inner: Any = None, *, namespace: str = "default", **parts: Any) -> Made:
    inner = inner or CountingChatModel()
    engine = parts.pop("engine", None) or make_engine(**parts)
    return Made(StepCacheChatModel(llm=inner, engine=engine, namespace=namespace), inner)


@pytest.fixture(params=[_through_the_cache, _through_the_wrapper], ids=["cache", "wrapper"])
def make(request: pytest.FixtureRequest) -> Make:
    """Both ways to put StepCache before a model."""
    return request.param  # type: ignore[no-any-return]


def outcome(message: Any) -> str:
    return str(message.response_metadata["stepcache"]["outcome"])


def asked_in_a_graph(model: Runnable[Any, Any]) -> Any:
    def answer(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    return StateGraph(MessagesState).add_node("answer", answer).add_edge(START, "answer").compile()


# https://github.com/langchain-ai/langchain/issues/23701, /13119, /pull/15575
def test_01_a_second_stream_is_a_hit_and_sums_to_the_same_message() -> None:
    model, inner = _through_the_wrapper(LocalChatModel())
    cold, warm = list(model.stream(LINES)), list(model.stream(LINES))
    assert inner.calls == 1
    assert all(isinstance(chunk, AIMessageChunk) for chunk in warm)
    assert added(cold).content == added(warm).content


@pytest.mark.xfail(strict=True, reason="BaseChatModel.stream never asks a cache; use StepCacheChatModel")
def test_01_a_second_stream_is_a_hit_of_the_cache() -> None:
    model, inner = _through_the_cache(LocalChatModel())
    assert [len(list(model.stream(LINES))) for _ in range(2)]
    assert inner.calls == 1


# https://github.com/langchain-ai/langchain/issues/9762
def test_02_a_hit_sends_tokens() -> None:
    model, inner = _through_the_wrapper(LocalChatModel(streaming=True))
    for _ in range(2):
        runs = Runs()
        model.invoke(LINES, config={"callbacks": [runs]})
        assert "".join(runs.tokens) == f"You said: {LINES}"
    assert inner.calls == 1


# https://github.com/langchain-ai/langchain/issues/35308
def test_03_the_second_turn_of_a_warm_chat_is_a_hit(make: Make) -> None:
    model, inner = make()
    for _ in range(2):
        history: list[BaseMessage] = [HumanMessage("first")]
        history.append(model.invoke(history))
        model.invoke([*history, HumanMessage("second")])
    assert inner.calls == 2


# https://github.com/langchain-ai/langchain/issues/33883, /pull/33915, /32622
def test_04_ids_of_messages_and_tool_calls_are_no_part_of_the_key(make: Make) -> None:
    model, inner = make()
    for run in "ab":
        call = {"name": "lookup", "args": {}, "id": f"call_{run}"}
        model.invoke(
            [
                HumanMessage("q", id=run),
                AIMessage("", tool_calls=[call], id=f"m{run}", response_metadata={"id": run}),
                ToolMessage("r", tool_call_id=f"call_{run}", id=f"t{run}"),
                HumanMessage(CAPITAL, id=f"h{run}"),
            ]
        )
    assert inner.calls == 1


# https://github.com/langchain-ai/langchain/pull/31117
def test_05_the_order_of_keys_is_no_part_of_the_key(make: Make) -> None:
    model, inner = make()
    for args in ({"x": 1, "y": {"a": 1, "b": 2}}, {"y": {"b": 2, "a": 1}, "x": 1}):
        call = {"name": "lookup", "args": args, "id": "1"}
        model.invoke([AIMessage("", tool_calls=[call]), ToolMessage("r", tool_call_id="1"), HumanMessage("q")])
    assert inner.calls == 1


# https://github.com/langchain-ai/langchain/issues/39598
def test_06_a_setting_changed_on_the_model_counts() -> None:
    model, inner = _through_the_wrapper(LocalChatModel(temperature=0.1))
    for temperature in (0.1, 0.9):
        inner.temperature = temperature
        model.invoke(CAPITAL)
    assert inner.calls == 2


@pytest.mark.xfail(strict=True, reason="langchain-core keeps a model's llm_string; use StepCacheChatModel")
def test_06_a_setting_changed_on_the_model_counts_with_the_cache() -> None:
    class Serialisable(LocalChatModel):
        @classmethod
        def is_lc_serializable(cls) -> bool:
            return True

    model, inner = _through_the_cache(Serialisable(temperature=0.1))
    for temperature in (0.1, 0.9):
        inner.temperature = temperature
        model.invoke(CAPITAL)
    assert inner.calls == 2


def _calls_with_other_arguments(model: BaseLLM, inner: LocalLLM) -> int:
    for arguments in ({}, {"temperature": 0.9}, {"stop": ["x"]}, {"logit_bias": {"1": 1}}):
        model.invoke(CAPITAL, **arguments)  # type: ignore[arg-type]
    return inner.calls


# https://github.com/langchain-ai/langchain/issues/40403
def test_07_arguments_of_a_call_of_a_string_model_count() -> None:
    inner = LocalLLM()
    assert _calls_with_other_arguments(StepCacheLLM(llm=inner, engine=make_engine()), inner) == 4


@pytest.mark.xfail(strict=True, reason="BaseLLM leaves a call's arguments out of its llm_string; use StepCacheLLM")
def test_07_arguments_of_a_call_of_a_string_model_count_with_the_cache() -> None:
    inner = LocalLLM(cache=StepCache(engine=make_engine()))
    assert _calls_with_other_arguments(inner, inner) == 4


# https://github.com/567-labs/instructor/issues/2585, https://github.com/BetterDB-inc/monitor/pull/117
def test_08_other_sampling_parameters_never_share(make: Make) -> None:
    model, inner = make()
    for arguments in ({}, {"temperature": 0.7}, {"seed": 1}, {"seed": 2}, {"top_p": 0.5}, {"max_tokens": 9}):
        model.bind(**arguments).invoke(CAPITAL)
        model.bind(**arguments).invoke(PARAPHRASE)
    assert inner.calls == 6


# https://github.com/langchain-ai/langchain-redis/issues/22
def test_09_a_lax_threshold_serves_no_other_questions_answer(make: Make) -> None:
    model, _ = make(min_similarity=0.0)
    for question in ("1+1", "Tell me a joke", "21+1"):
        assert model.invoke(question).content == f"You said: {question}"


# https://github.com/langchain-ai/langchain/issues/25161
def test_10_the_users_words_are_compared_and_not_the_json_round_them(make: Make) -> None:
    embedded: list[str] = []

    class Watched(HashEmbedder):
        def embed(self, texts: Sequence[str]) -> Any:
            embedded.extend(texts)
            return super().embed(texts)

    model, inner = make(engine=StepCacheEngine(MemoryStore(), Watched(), []))
    for question in ("Tell me a joke", "What to do when bored?"):
        model.invoke([SystemMessage("Be kind."), HumanMessage(question)])
    assert inner.calls == 2
    assert set(embedded) == {"Tell me a joke", "What to do when bored?"}


# https://github.com/BerriAI/litellm/issues/12234, https://github.com/zilliztech/GPTCache/issues/651
def test_11_of_many_questions_none_is_given_anothers_answer(make: Make) -> None:
    model, inner = make(min_similarity=0.0)
    verbs, things = ("paint", "sell", "repair", "weigh", "draw"), ("a boat", "two boats", "my house", "no house", "it")
    questions = [f"How do I {verb} {thing}?" for verb, thing in itertools.product(verbs, things)]
    for question in questions:
        assert model.invoke(question).content == f"You said: {question}"
    assert inner.calls == len(questions)


# https://github.com/langchain-ai/langchain/issues/14640
def test_12_the_threshold_is_a_similarity_and_holds_at_both_ends(make: Make) -> None:
    for min_similarity, calls in ((0.0, 1), (1.0, 2)):
        model, inner = make(min_similarity=min_similarity)
        model.invoke(CAPITAL)
        model.invoke(PARAPHRASE)
        assert inner.calls == calls
    for wrong in (-0.1, 1.1):
        with pytest.raises(InvalidArgumentError, match="min_similarity"):
            Policy(min_similarity=wrong)


# https://github.com/langchain-ai/langchain/issues/29517
def test_13_a_paraphrase_is_a_hit(make: Make) -> None:
    model, inner = make()
    first = model.invoke(CAPITAL)
    again = model.invoke(PARAPHRASE)
    assert (again.content, outcome(again), inner.calls) == (first.content, "reuse", 1)


# https://github.com/BerriAI/litellm/issues/29086
def test_14_the_partition_leaves_the_question_out(make: Make) -> None:
    model, inner = make()
    frame = [SystemMessage("Be brief."), HumanMessage("Hi"), AIMessage("Hello")]
    for question in (CAPITAL, PARAPHRASE):
        model.invoke([*frame, HumanMessage(question)])
    assert inner.calls == 1


class Joke(BaseModel):
    setup: str
    punchline: str


# https://github.com/langchain-ai/langchain/issues/27264, /29003, /25613, langchain-redis/issues/52
@pytest.mark.parametrize("kept_in", ["memory", "folder"])
def test_15_structured_output_of_a_hit_is_an_equal_object(kept_in: str, tmp_path: Path) -> None:
    inner, store = LocalChatModel(), MemoryStore()
    results = []
    for _ in range(2):
        where: dict[str, Any] = {"store": store} if kept_in == "memory" else {"path": tmp_path / "cache"}
        with StepCacheEngine(embedder=HashEmbedder(), **where) as engine:
            model, _ = _through_the_wrapper(inner, engine=engine)
            results.append(model.with_structured_output(Joke, method="json_schema").invoke("a joke"))
    assert inner.calls == 1
    assert results[0] == results[1] == Joke(setup="a joke", punchline="a joke")


# found by reading langchain-core: a class in `response_format` is in the key by its path alone
def test_16_a_class_with_other_fields_and_the_same_name_is_another_schema(make: Make) -> None:
    def version(*fields: str) -> type[BaseModel]:
        return type("Joke", (BaseModel,), {"__annotations__": dict.fromkeys(fields, str)})

    model, _ = make(LocalChatModel())
    for schema in (version("setup"), version("setup", "punchline")):
        result = model.with_structured_output(schema, method="json_schema").invoke("a joke")
        assert type(result) is schema


# https://github.com/langchain-ai/langchain/issues/22389, /7722, /6803, GPTCache/issues/585
def test_17_types_outlive_a_restart_and_a_spoilt_record_is_a_miss(tmp_path: Path) -> None:
    chat, text = [ChatGeneration(message=AIMessage("Paris"))], [Generation(text="Paris")]
    for turn in range(2):
        with StepCacheEngine(path=tmp_path / "cache", embedder=HashEmbedder()) as engine:
            cache = StepCache(engine=engine)
            if turn == 0:
                cache.update(dumps([HumanMessage("q")]), "m", chat)
                cache.update("q", "m", text)
            (message,) = cache.lookup(dumps([HumanMessage("q")]), "m") or []
            assert isinstance(message, ChatGeneration)
            assert cache.lookup("q", "m") == text
    for payload in ({"lc": 1}, {"schema": 1, "generations": [{"text": 5}]}, "text"):
        store = MemoryStore()
        cache = StepCache(engine=make_engine(store=store))
        cache.update("q", "m", text)
        _replace_payload(store, payload)
        assert cache.lookup("q", "m") is None


def _replace_payload(store: Store, payload: Any) -> None:
    record = _only_record(store)
    store.put(replace(record, payload=payload), None)


def _only_record(store: Any) -> Record:
    (slot,) = store._shelves["default"].slots.values()
    record: Record = slot.record
    return record


# https://github.com/langchain-ai/langchain-redis/pull/171
def test_18_all_of_several_answers_are_kept_and_no_named_class_is_made(make: Make) -> None:
    model, inner = make(CountingChatModel(script=lambda _: ["a", "b", "c"], n=3))
    for _ in range(2):
        result = model.generate([[HumanMessage(CAPITAL)]])
        assert [one.text for one in result.generations[0]] == ["a", "b", "c"]
    assert inner.calls == 1
    store = MemoryStore()
    cache = StepCache(engine=make_engine(store=store))
    cache.update("q", "m", [Generation(text="a")])
    hostile = {"lc": 1, "type": "constructor", "id": ["subprocess", "Popen"], "kwargs": {"args": ["false"]}}
    _replace_payload(store, {"schema": 1, "generations": [hostile]})
    assert cache.lookup("q", "m") is None


# CVE-2025-68664, GHSA-c67j-w6g6-q2cm, https://github.com/redis-developer/langgraph-redis/pull/142
def test_19_a_secret_named_in_user_data_stays_a_dict(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-leaked")
    named = {"lc": 1, "type": "secret", "id": ["OPENAI_API_KEY"]}
    reply = AIMessage(["text", {"type": "text", "text": "more", "note": named}], additional_kwargs={"note": named})
    model, inner = make(CountingChatModel(script=lambda _: reply))
    for _ in range(2):
        message = model.invoke([HumanMessage([{"type": "text", "text": "q"}], additional_kwargs={"note": named})])
        assert message.additional_kwargs["note"] == named
        assert message.content == reply.content
        assert "sk-leaked" not in str(message)
    assert inner.calls <= 2


# https://github.com/langchain-ai/langchain-redis/pull/168
def test_20_a_lookup_warns_of_nothing(make: Make) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model, inner = make()
        for _ in range(2):
            model.invoke(CAPITAL)
    assert inner.calls == 1


class TurningLoop:
    """An event loop that turns; a part can see whether it goes on doing so while the part works."""

    def __init__(self) -> None:
        self.stopped: list[str] = []
        self._turned = threading.Event()

    async def turn(self) -> None:
        while True:
            await asyncio.sleep(0.001)
            self._turned.set()

    def work(self, what: str) -> None:
        """Ends when the loop has turned twice; one that this call blocks never does."""
        for _ in range(2):
            self._turned.clear()
            if not self._turned.wait(5):
                self.stopped.append(what)


class WorkingEmbedder(HashEmbedder):
    def __init__(self, loop: TurningLoop) -> None:
        super().__init__()
        self.loop = loop

    def embed(self, texts: Sequence[str]) -> Any:
        self.loop.work("embed")
        return super().embed(texts)


class WorkingStore(MemoryStore):
    local = False

    def __init__(self, loop: TurningLoop) -> None:
        super().__init__()
        self.loop = loop

    def get(self, *args: Any) -> Any:
        self.loop.work("get")
        return super().get(*args)

    def put(self, *args: Any) -> None:
        self.loop.work("put")
        super().put(*args)


# https://github.com/langchain-ai/langchain-redis/pull/187, /175, /issues/21
@pytest.mark.parametrize("mending", [False, True], ids=["plain", "with a mending model"])
async def test_21_nothing_blocks_the_event_loop(make: Make, mending: bool) -> None:
    loop = TurningLoop()
    engine = StepCacheEngine(WorkingStore(loop), WorkingEmbedder(loop), [TotalsTask()], Policy(min_similarity=0.5))
    replies = itertools.cycle([totals(1, 2, 3), "4 -> 7\n"])
    inner = CountingChatModel(script=lambda _: next(replies))
    model, _ = make(inner, engine=engine)
    if mending and isinstance(inner.cache, StepCache):
        inner.cache = StepCache(engine=engine, llm=CountingChatModel(script=lambda _: next(replies)))
    turning = asyncio.create_task(loop.turn())
    for prompt in ("Total: 1 2 3", "Total: 1 2 4", "Total: 1 2 4"):
        await model.ainvoke(prompt)
    turning.cancel()
    assert loop.stopped == []
    assert engine.stats().faults == {}


# https://github.com/langchain-ai/langchain/issues/23904
async def test_22_fifty_identical_requests_at_once_raise_nothing_and_make_one_call() -> None:
    model, inner = _through_the_wrapper(CountingChatModel(seconds=0.02))
    messages = await asyncio.gather(*(model.ainvoke(CAPITAL) for _ in range(50)))
    assert {message.content for message in messages} == {f"You said: {CAPITAL}"}
    with ThreadPoolExecutor(50) as pool:
        list(pool.map(lambda _: model.invoke("another"), range(50)))
    assert inner.calls == 2


# https://github.com/SynapseKit/SynapseKit/issues/778
def test_23_sixteen_threads_of_two_hundred_calls_raise_nothing(make: Make) -> None:
    engine = make_engine()
    model, inner = make(engine=engine)

    def work(thread: int) -> None:
        for call in range(200):
            question = f"question {call % 20} of {thread % 4}"
            assert model.invoke(question).content == f"You said: {question}"

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(work, range(16)))
    assert inner.calls >= 80
    assert not engine.stats().faults


# https://github.com/langchain-ai/langchain/issues/16866, /pull/17171
@pytest.mark.parametrize("broken", ["store", "embedder", "task"])
def test_24_a_failing_part_never_fails_the_call(make: Make, broken: str, caplog: pytest.LogCaptureFixture) -> None:
    class BrokenTask(TotalsTask):
        def parse(self, request: Any) -> Any:
            raise RuntimeError("task")

    store = BrokenStore() if broken == "store" else MemoryStore()
    embedder = BrokenEmbedder() if broken == "embedder" else HashEmbedder()
    engine = StepCacheEngine(store, embedder, [BrokenTask() if broken == "task" else TotalsTask()])
    model, _ = make(engine=engine)
    for prompt in (CAPITAL, "Who are you?", "Total: 1 2"):
        assert model.invoke(prompt).content == f"You said: {prompt}"
    assert sum(engine.stats().faults.values()) > 1
    assert 1 <= len(caplog.records) <= 2


# https://github.com/langchain-ai/langchain/issues/9537, langchainjs/issues/3391
def test_25_handlers_of_a_string_model_see_a_hit_and_that_it_is_one() -> None:
    handler, model = Handler(), StepCacheLLM(llm=CountingLLM(), engine=make_engine())
    for _ in range(2):
        model.invoke(CAPITAL, config={"callbacks": [handler]})
    assert handler.events == ["start", "end"] * 2
    info = handler.results[1].generations[0][0].generation_info
    assert info is not None
    assert info["stepcache"]["outcome"] == "exact"


# https://github.com/langchain-ai/langchain/pull/32437, GPTCache/issues/402
def test_26_a_hit_costs_nothing_and_a_patch_only_itself() -> None:
    replies = iter([totals(1, 2, 3), "4 -> 7\n"])
    model, _ = _through_the_wrapper(
        CountingChatModel(script=lambda _: AIMessage(next(replies), response_metadata={"model_name": "m"}))
    )
    with get_usage_metadata_callback() as counted:
        model.invoke("Total: 1 2 3")
        hit = model.invoke("Total: 1 2 3")
    assert counted.usage_metadata["m"]["total_tokens"] == 15
    assert hit.usage_metadata == {"input_tokens": 0, "output_tokens": 0, "total_tokens": 0}
    assert hit.response_metadata["stepcache"]["saved_tokens"] == 15
    patch = model.invoke("Total: 1 2 4")
    assert outcome(patch) == "patch"
    assert patch.usage_metadata == {"input_tokens": 10, "output_tokens": 5, "total_tokens": 15}


def test_26_a_hit_of_the_cache_has_no_cost() -> None:
    model, _ = _through_the_cache()
    model.invoke(CAPITAL)
    usage: Any = model.invoke(CAPITAL).usage_metadata
    assert (usage["total_tokens"], usage["total_cost"]) == (0, 0)


# https://github.com/langchain-ai/langchainjs/issues/10092
def test_27_another_image_is_another_request_and_no_image_is_kept(make: Make) -> None:
    store = MemoryStore()
    model, inner = make(store=store)
    for picture in ("AAAA", "BBBB", "AAAA"):
        image = {"type": "image", "base64": picture, "mime_type": "image/png"}
        model.invoke([HumanMessage([{"type": "text", "text": CAPITAL}, image])])
    assert inner.calls == 2
    assert "AAAA" not in repr(store._shelves["default"].slots)


# https://github.com/BerriAI/litellm/issues/9265
def test_28_content_of_blocks_and_texts_mixed_works(make: Make) -> None:
    model, inner = make()
    for _ in range(2):
        model.invoke([HumanMessage(["one", {"type": "text", "text": "two"}])])
    assert inner.calls == 1


# https://github.com/BerriAI/litellm/pull/37367
def test_29_a_prompt_beyond_the_embedders_window_is_served_exactly_and_told_from_another(make: Make) -> None:
    engine = make_engine(min_similarity=0.0)
    model, inner = make(engine=engine)
    long = "word " * 100_000
    for prompt in (long + "one", long + "one", long + "two"):
        assert model.invoke(prompt).content == f"You said: {prompt}"
    assert inner.calls == 2
    assert not engine.stats().faults


# https://github.com/redis/redis-vl-python/issues/603, https://github.com/langchain-ai/langchain/pull/12760
def test_30_a_hit_does_not_lengthen_a_records_life(make: Make) -> None:
    clock = FakeClock()
    engine = StepCacheEngine(MemoryStore(), HashEmbedder(), [], Policy(ttl=60), clock=clock)
    model, inner = make(engine=engine)
    model.invoke(CAPITAL)
    clock.now += 40
    model.invoke(CAPITAL)
    assert inner.calls == 1
    clock.now += 40
    model.invoke(CAPITAL)
    assert inner.calls == 2


# https://github.com/langchain-ai/langchain/issues/7141
def test_31_the_question_decides_within_one_frame_and_frames_never_share(make: Make) -> None:
    model, inner = make()
    for frame in ("Context: Paris is large.", "Context: Paris is small."):
        for question in (CAPITAL, PARAPHRASE):
            model.invoke([SystemMessage(frame), HumanMessage(question)])
    assert inner.calls == 2


# https://github.com/langchain-ai/langchain/issues/21695
def test_32_bound_tools_have_one_key_in_every_process(tmp_path: Path) -> None:
    code = (
        "from stepcache_langchain.convert import request_of_prompt\n"
        "from stepcache_core.partition import keys_of\n"
        "from langchain_core.load import dumps\n"
        "from langchain_core.messages import HumanMessage\n"
        "from tests.langchain.doubles import LocalChatModel\n"
        "from tests.langchain.test_roads import weather\n"
        "bound = LocalChatModel().bind_tools([weather])\n"
        "llm_string = bound.bound._get_llm_string(**bound.kwargs)\n"
        "print(keys_of(request_of_prompt(dumps([HumanMessage('q')]), llm_string, 'default')).exact)\n"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
    model, inner = _through_the_cache()
    for _ in range(2):
        model.bind(tools=[lambda: None]).invoke(CAPITAL)
    assert inner.calls == 2


# https://github.com/HKUDS/LightRAG/pull/3446
@pytest.mark.parametrize(
    "reply",
    [
        AIMessage("cut", response_metadata={"finish_reason": "length"}),
        AIMessage("cut", response_metadata={"stop_reason": "max_tokens", "finish_reason": None}),
        AIMessage("", response_metadata={"finish_reason": "content_filter"}),
        AIMessage("no", additional_kwargs={"refusal": "no"}),
        AIMessage("I'm sorry, but I can't help with that."),
        AIMessage(""),
        AIMessage("", invalid_tool_calls=[{"name": "f", "args": "{", "id": "1", "error": "e"}]),
    ],
)
def test_33_an_answer_that_is_not_whole_is_not_stored(make: Make, reply: AIMessage) -> None:
    model, inner = make(CountingChatModel(script=lambda _: reply))
    for _ in range(2):
        assert model.invoke(CAPITAL).content == reply.content
    assert inner.calls == 2


# https://github.com/langchain-ai/langgraphjs/issues/1229, langgraph/issues/6265
async def test_34_a_graph_shows_a_hit_in_chunks_of_one_id() -> None:
    model, inner = _through_the_wrapper(LocalChatModel())
    graph = asked_in_a_graph(model)
    for _ in range(2):
        given_ = {"messages": [HumanMessage(LINES)]}
        chunks = [chunk async for chunk, _ in graph.astream(given_, stream_mode="messages")]
        assert len(chunks) > 1
        assert len({chunk.id for chunk in chunks}) == 1
        assert "".join(chunk.content for chunk in chunks) == f"You said: {LINES}"
    assert inner.calls == 1


# found by running LangGraph; cf. https://github.com/langchain-ai/langgraphjs/issues/2730
def test_35_two_hits_in_one_thread_leave_four_messages(make: Make) -> None:
    model, inner = make()
    model.invoke(CAPITAL)
    answer, again = model.invoke(CAPITAL), model.invoke(PARAPHRASE)
    from langgraph.graph.message import add_messages

    history: Any = []
    for message in (HumanMessage(CAPITAL), answer, HumanMessage(PARAPHRASE), again):
        history = add_messages(history, [message])
    assert [message.type for message in history] == ["human", "ai", "human", "ai"]
    assert len({message.id for message in history}) == 4
    assert inner.calls == 1


# found by running LangGraph: a run inside a lookup is shown to the user
async def test_36_what_mends_an_answer_is_not_shown_to_the_user(make: Make) -> None:
    replies = iter([totals(1, 2, 3), "4 -> 8\n", "4 -> 7\n"])

    class Scripted(LocalChatModel):
        def _answer(self, *_: Any) -> AIMessage:
            return AIMessage(next(replies))

    engine = make_engine()
    inner = Scripted()
    model, _ = make(inner, engine=engine)
    if isinstance(inner.cache, StepCache):
        inner.cache = StepCache(engine=engine, llm=Scripted())
    model.invoke("Total: 1 2 3")
    given_ = {"messages": [HumanMessage("Total: 1 2 4")]}
    chunks = [chunk async for chunk, _ in asked_in_a_graph(model).astream(given_, stream_mode="messages")]
    assert "".join(chunk.content for chunk in chunks) == totals(1, 2, 4)


# found by running langchain-core: what a cache is given goes to the user as well
def test_37_edits_of_cold_and_warm_answers_do_not_reach_the_cache(make: Make) -> None:
    call = {"name": "lookup", "args": {"x": [1]}, "id": "1", "type": "tool_call"}
    reply = AIMessage(["Paris"], tool_calls=[call], additional_kwargs={"k": [1]}, name="a")
    model, inner = make(CountingChatModel(script=lambda _: reply))
    for _ in range(3):
        message = model.bind(tools=[TOOL]).invoke(CAPITAL)
        assert (message.content, message.additional_kwargs) == (["Paris"], {"k": [1]})
        assert (message.tool_calls, message.name) == ([call], "a")
        message.content.clear()  # type: ignore[union-attr]
        message.tool_calls[0]["args"]["x"].append(2)
        message.additional_kwargs["k"].append(2)
        message.name = "b"
    assert inner.calls == 1


# found by running langchain-core: a tuple is a miss in silence, an empty list a hit that fails
@given(st.text(), st.text(), st.booleans())
@settings(deadline=None, max_examples=30)
def test_38_a_lookup_gives_a_list_of_one_or_more_or_none(prompt: str, llm_string: str, stored: bool) -> None:
    cache = StepCache(engine=StepCacheEngine(MemoryStore(), HashEmbedder()))
    if stored:
        cache.update(prompt, llm_string, [Generation(text="a")])
    found = cache.lookup(prompt, llm_string)
    assert found is None or (type(found) is list and len(found) >= 1)
    cache.update(prompt, llm_string, [])


# https://github.com/langchain-ai/langchain/issues/30257
def test_39_a_distance_of_the_backend_becomes_a_similarity(tmp_path: Path) -> None:
    embedder = HashEmbedder()
    near, far = embedder.embed(["one two three", "quite another thing"])
    store = ChromaStore(tmp_path / "cache", embedder_name=embedder.name, dimension=embedder.dimension)
    with closing(store):
        store.put(Record("r", "p", "default", "one two three", ()), near)
        for vector, similarity in ((near, 1.0), (far, float(near @ far)), (-near, -1.0)):
            (candidate,) = store.nearest("default", "p", vector, 1)
            assert candidate.similarity == pytest.approx(similarity, abs=1e-4)


# langchain_community's RedisSemanticCache.clear needs an argument that nobody gives it
async def test_40_clear_needs_no_arguments(make: Make) -> None:
    cache = StepCache(engine=make_engine())
    cache.clear()
    await cache.aclear()
    cache.update("q", "m", [Generation(text="a")])
    cache.clear()
    assert cache.lookup("q", "m") is None


def test_all_forty_cases_are_here() -> None:
    numbers = {int(name[5:7]) for name in globals() if name.startswith("test_") and name[5:7].isdigit()}
    assert numbers == set(range(1, 41))
