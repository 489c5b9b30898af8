"""`StepCache` behind real LangChain models."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from langchain_core.caches import InMemoryCache
from langchain_core.callbacks import get_usage_metadata_callback
from langchain_core.globals import set_llm_cache
from langchain_core.language_models import FakeListChatModel, FakeListLLM
from langchain_core.load import dumps
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langchain_core.outputs import ChatGeneration, Generation
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import Runnable, RunnableLambda

from stepcache_core import InvalidArgumentError, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks import LinearEquationTask
from stepcache_core.testing import HashEmbedder
from stepcache_langchain import StepCache
from tests.langchain.doubles import (
    BrokenEmbedder,
    BrokenStore,
    CountingChatModel,
    CountingLLM,
    Runs,
    last_text,
    make_cache,
    make_engine,
)
from tests.toy_task import TotalsTask, totals

Ask = Callable[[Runnable[Any, Any], Any], Awaitable[Any]]
CAPITAL, PARAPHRASE = "What is the capital of France?", "Please, what is the capital of France? Thanks!"


QUESTION_123 = [SystemMessage("Add up."), HumanMessage("Total: 1 2 3")]
QUESTION_124 = [SystemMessage("Add up."), HumanMessage("Total: 1 2 4")]


async def _sync(model: Runnable[Any, Any], given: Any) -> Any:
    return model.invoke(given)


async def _async(model: Runnable[Any, Any], given: Any) -> Any:
    return await model.ainvoke(given)


@pytest.fixture(params=[_sync, _async], ids=["sync", "async"])
def ask(request: pytest.FixtureRequest) -> Ask:
    """Both colours of every call."""
    return request.param  # type: ignore[no-any-return]


def account(message: AIMessage) -> dict[str, Any]:
    return dict(message.response_metadata["stepcache"])


# -- chat models ------------------------------------------------------------------------------------------------------


async def test_the_second_same_request_is_answered_without_the_model(ask: Ask) -> None:
    cache, model = make_cache(), CountingChatModel()
    set_llm_cache(cache)
    cold, warm = await ask(model, CAPITAL), await ask(model, CAPITAL)
    assert cold.content == warm.content
    assert model.calls == 1
    assert account(warm) == {
        "outcome": "exact",
        "task": "",
        "steps": {"cache": 1},
        "saved_tokens": 15,
        "record_id": account(warm)["record_id"],
    }
    assert account(warm)["record_id"]


async def test_a_paraphrase_is_served_and_another_question_is_not(ask: Ask) -> None:
    # https://github.com/langchain-ai/langchain/issues/29517 and /25161
    model = CountingChatModel(cache=make_cache())
    first = await ask(model, CAPITAL)
    again = await ask(model, PARAPHRASE)
    assert (again.content, account(again)["outcome"]) == (first.content, "reuse")
    await ask(model, "What is the capital of Spain?")
    assert model.calls == 2


async def test_of_many_unlike_questions_none_is_given_anothers_answer(ask: Ask) -> None:
    # https://github.com/langchain-ai/langchain-redis/issues/22
    model = CountingChatModel(cache=make_cache(min_similarity=0.0))
    for question in ("1+1", "Tell me a joke", "21+1", "What to do when bored?", "1-1", "Tell me a yoke"):
        assert (await ask(model, question)).content == f"You said: {question}"


@pytest.mark.parametrize(
    "other",
    [
        [SystemMessage("Answer in French."), HumanMessage(CAPITAL)],
        [HumanMessage("Hi"), AIMessage("Hello"), HumanMessage(CAPITAL)],
        [HumanMessage([{"type": "text", "text": CAPITAL}, {"type": "image", "url": "https://x/y.png"}])],
    ],
)
async def test_another_frame_round_the_same_words_is_another_request(ask: Ask, other: list[BaseMessage]) -> None:
    for text in (CAPITAL, PARAPHRASE):
        model = CountingChatModel(cache=make_cache())
        await ask(model, CAPITAL)
        assert (await ask(model, [*other[:-1], _reworded(other[-1], text)])).response_metadata == {
            "finish_reason": "stop"
        }


def _reworded(message: BaseMessage, text: str) -> BaseMessage:
    if isinstance(message.content, str):
        return HumanMessage(text)
    return HumanMessage([{"type": "text", "text": text}, *message.content[1:]])


async def test_other_settings_and_arguments_never_share(ask: Ask) -> None:
    # https://github.com/567-labs/instructor/issues/2585
    cache = make_cache()
    models = [CountingChatModel(cache=cache, temperature=temperature) for temperature in (0.1, 0.9)]
    for model in [*models, models[0].bind(seed=1), models[0].bind(seed=2)]:
        await ask(model, CAPITAL)
    assert [model.calls for model in models] == [3, 1]


async def test_with_stop_words_only_the_same_request_is_served(ask: Ask) -> None:
    model = CountingChatModel(cache=make_cache())
    stopped = model.bind(stop=["\n"])
    for prompt in (CAPITAL, CAPITAL, PARAPHRASE):
        await ask(stopped, prompt)
    assert model.calls == 2


async def test_a_warm_conversation_has_the_keys_of_the_cold_one(ask: Ask) -> None:
    # https://github.com/langchain-ai/langchain/issues/35308
    model = CountingChatModel(cache=make_cache())
    for _ in range(3):
        history: list[BaseMessage] = [HumanMessage("first")]
        history.append(await ask(model, history))
        await ask(model, [*history, HumanMessage("second")])
    assert model.calls == 2


async def test_no_two_messages_served_have_one_id(ask: Ask) -> None:
    model = CountingChatModel(cache=make_cache())
    ids = [(await ask(model, prompt)).id for prompt in (CAPITAL, CAPITAL, PARAPHRASE)]
    assert ids[0] is not None
    assert ids[1:] == [None, None]


async def test_editing_cold_and_warm_answers_does_not_reach_the_cache(ask: Ask) -> None:
    reply = AIMessage(["Paris", {"type": "text", "text": "!", "note": {"k": [1]}}], additional_kwargs={"k": {"v": [1]}})
    model = CountingChatModel(script=lambda _: reply, cache=make_cache())
    for _ in range(3):
        message = await ask(model, CAPITAL)
        assert message.text == "Paris!"
        assert message.content[1]["note"] == {"k": [1]}
        assert message.additional_kwargs == {"k": {"v": [1]}}
        assert message.name is None
        message.content[1]["note"]["k"].append(2)
        message.content.clear()
        message.additional_kwargs["k"]["v"].append(2)
        message.name = "agent"
    assert model.calls == 1


async def test_an_edited_hit_of_a_text_model_does_not_reach_the_cache(ask: Ask) -> None:
    cache = make_cache()
    cache.update("p", "l", [Generation(text="t", generation_info={"k": [1]})])
    for hit in (cache.lookup("p", "l"), await cache.alookup("p", "l")):
        assert hit == [Generation(text="t", generation_info={"k": [1]})]
        hit[0].generation_info["k"].append(2)  # type: ignore[index]
        hit.clear()


async def test_several_answers_are_kept_and_served_whole_to_the_same_request_only(ask: Ask) -> None:
    # https://github.com/langchain-ai/langchain-redis/pull/171
    model = CountingChatModel(script=lambda _: ["a", "b", "c"], cache=make_cache())
    prompts = [[HumanMessage(prompt)] for prompt in (CAPITAL, CAPITAL, PARAPHRASE)]
    results = [[one.text for one in model.generate([prompt]).generations[0]] for prompt in prompts]
    assert results == [["a", "b", "c"]] * 3
    assert model.calls == 2


async def test_an_answer_that_calls_tools_too_is_served_to_the_same_request_only(ask: Ask) -> None:
    reply = AIMessage("Let me look.", tool_calls=[{"name": "f", "args": {}, "id": "1"}])
    model = CountingChatModel(script=lambda _: reply, cache=make_cache())
    for prompt in (CAPITAL, CAPITAL, PARAPHRASE):
        assert (await ask(model, prompt)).tool_calls == reply.tool_calls
    assert model.calls == 2


@pytest.mark.parametrize("reason", ["length", "max_tokens", "content_filter", "MAX_TOKENS", "incomplete"])
async def test_answers_that_were_cut_off_are_not_stored(ask: Ask, reason: str) -> None:
    model = CountingChatModel(finish_reason=reason, cache=make_cache())
    for _ in range(2):
        await ask(model, CAPITAL)
    assert model.calls == 2


async def test_a_hit_costs_nothing_in_the_usage_callback(ask: Ask) -> None:
    # https://github.com/langchain-ai/langchain/pull/32437
    model = CountingChatModel(
        script=lambda _: AIMessage("a", response_metadata={"model_name": "m"}), cache=make_cache()
    )
    with get_usage_metadata_callback() as usage:
        await ask(model, CAPITAL)
        hit = await ask(model, CAPITAL)
    assert usage.usage_metadata["m"]["total_tokens"] == 15
    assert hit.usage_metadata == {"input_tokens": 0, "output_tokens": 0, "total_tokens": 0, "total_cost": 0}


async def test_two_namespaces_share_nothing_and_clear_only_themselves() -> None:
    engine = make_engine()
    one, other = (StepCache(engine=engine, namespace=namespace) for namespace in ("one", "other"))
    one.update("p", "l", [Generation(text="t")])
    assert other.lookup("p", "l") is None
    other.update("p", "l", [Generation(text="u")])
    one.clear()
    assert one.lookup("p", "l") is None
    assert other.lookup("p", "l") == [Generation(text="u")]
    await other.aclear()
    assert await other.alookup("p", "l") is None


def test_answers_outlive_the_process_in_a_chroma_folder(tmp_path: Path) -> None:
    model = CountingChatModel()
    for _ in range(2):
        with StepCacheEngine(path=tmp_path, embedder=HashEmbedder(), tasks=[]) as engine:
            model.cache = StepCache(engine=engine)
            assert model.invoke(CAPITAL).content == f"You said: {CAPITAL}"
    assert model.calls == 1


# -- string models ----------------------------------------------------------------------------------------------------


async def test_string_models_are_served_too(ask: Ask) -> None:
    model = CountingLLM(cache=make_cache())
    answers = [await ask(model, prompt) for prompt in (CAPITAL, CAPITAL, PARAPHRASE)]
    assert answers == [f"You said: {CAPITAL}"] * 3
    assert model.asked == [CAPITAL]


async def test_a_batch_of_a_string_model_asks_only_for_what_is_missing() -> None:
    model = CountingLLM(cache=make_cache())
    model.invoke("a")
    assert model.batch(["a", "b"]) == ["You said: a", "You said: b"]
    assert await model.abatch(["a", "b"]) == ["You said: a", "You said: b"]
    assert model.asked == ["a", "b"]


# -- verified steps, with and without a model to mend with ------------------------------------------------------------


def verifier(**settings: Any) -> CountingChatModel:
    """Writes what is missing of `Total: 1 2 4`."""
    return CountingChatModel(script=lambda _: "4 -> 7\n", **settings)


async def _teach(cache: StepCache, ask: Ask) -> CountingChatModel:
    """An application's model whose cache knows `Total: 1 2 3`."""
    model = CountingChatModel(script=lambda _: totals(1, 2, 3), cache=StepCache(engine=cache.engine))
    await ask(model, QUESTION_123)
    model.cache = cache
    return model


async def test_a_changed_problem_is_patched_by_the_given_model(ask: Ask) -> None:
    llm = verifier()
    cache = make_cache(llm)
    model = await _teach(cache, ask)
    message = await ask(model, QUESTION_124)
    assert message.content == totals(1, 2, 4)
    assert account(message)["outcome"] == "patch"
    assert account(message)["task"] == "totals"
    assert account(message)["steps"] == {"cache": 2, "model": 1}
    assert message.usage_metadata["total_tokens"] == 15
    (asked,) = llm.asked
    assert asked[0] == SystemMessage("Add up.")
    assert "Total: 1 2 4" in last_text(asked)
    assert last_text(asked) != "Total: 1 2 4"
    again = await ask(model, QUESTION_124)
    assert (again.content, account(again)["outcome"]) == (message.content, "exact")


async def test_a_task_that_replays_needs_no_model(ask: Ask) -> None:
    cache = make_cache(replays=True)
    model = await _teach(cache, ask)
    message = await ask(model, QUESTION_124)
    assert (message.content, account(message)["outcome"]) == (totals(1, 2, 4), "replay")
    assert message.usage_metadata["total_tokens"] == 0
    assert model.calls == 1


async def test_a_linear_equation_with_other_numbers_is_replayed_without_any_model(ask: Ask) -> None:
    worked = "Step 1: 3x + 5 = 20\nStep 2: 3x = 15\nStep 3: x = 5\n"
    cache = StepCache(store=MemoryStore(), embedder=HashEmbedder(), tasks=[LinearEquationTask()])
    model = CountingChatModel(script=lambda _: worked, cache=cache)
    await ask(model, "Solve 3x + 5 = 20 for x. Show your steps.")
    message = await ask(model, "Solve 3x + 5 = 26 for x. Show your steps.")
    assert message.content == worked.replace("20", "26").replace("15", "21").replace("x = 5", "x = 7")
    assert account(message)["outcome"] == "replay"
    assert model.calls == 1


async def test_without_a_model_to_mend_with_the_application_answers(ask: Ask) -> None:
    model = await _teach(make_cache(), ask)
    model.script = lambda _: totals(1, 2, 4)
    assert (await ask(model, QUESTION_124)).content == totals(1, 2, 4)
    assert model.calls == 2


async def test_a_wrong_answer_of_the_applications_model_is_not_stored(ask: Ask) -> None:
    model = CountingChatModel(script=lambda _: "1 -> 1\n2 -> 4\n", cache=make_cache())
    for _ in range(2):
        await ask(model, "Total: 1 2")
    assert model.calls == 2


async def test_a_fresh_answer_to_a_known_problem_is_checked_and_put_right(ask: Ask) -> None:
    replies = iter(["1 -> 1\n2 -> 4\n", "2 -> 3\n"])
    llm = CountingChatModel(script=lambda _: next(replies))
    model = CountingChatModel(cache=make_cache(llm))
    assert (await ask(model, "Total: 1 2")).content == totals(1, 2)
    assert (llm.calls, model.calls) == (2, 0)


async def test_requests_no_task_knows_are_left_to_the_applications_model(ask: Ask) -> None:
    llm = CountingChatModel()
    model = CountingChatModel(cache=make_cache(llm))
    await ask(model, CAPITAL)
    assert (llm.calls, model.calls) == (0, 1)


async def test_an_unchecked_policy_leaves_fresh_answers_to_the_applications_model(ask: Ask) -> None:
    llm = verifier()
    model = CountingChatModel(script=lambda _: totals(1, 2), cache=make_cache(llm, correct_fresh=False))
    await ask(model, "Total: 1 2")
    assert (llm.calls, model.calls) == (0, 1)


@pytest.mark.parametrize(
    "llm",
    [lambda: FakeListLLM(responses=["4 -> 7\n"]), lambda: RunnableLambda(lambda _: "4 -> 7\n"), verifier],
    ids=["string model", "runnable", "chat model"],
)
async def test_a_string_model_and_any_runnable_can_mend(ask: Ask, llm: Callable[[], Runnable[Any, Any]]) -> None:
    cache = make_cache(llm())
    cache.update("Total: 1 2 3", "l", [Generation(text=totals(1, 2, 3))])
    served = cache.lookup("Total: 1 2 4", "l") if ask is _sync else await cache.alookup("Total: 1 2 4", "l")
    assert served == [Generation(text=totals(1, 2, 4))]


async def test_a_string_model_can_mend_for_a_chat_model(ask: Ask) -> None:
    model = CountingChatModel(cache=make_cache(FakeListLLM(responses=[totals(1, 2)])))
    for outcome in ("miss", "exact"):
        message = await ask(model, "Total: 1 2")
        assert (message.content, account(message)["outcome"]) == (totals(1, 2), outcome)
    assert model.calls == 0


async def test_an_answer_with_tool_calls_of_the_mending_model_is_served_and_not_stored(ask: Ask) -> None:
    reply = AIMessage(totals(1, 2), tool_calls=[{"name": "f", "args": {}, "id": "1"}])
    llm = CountingChatModel(script=lambda _: reply)
    model = CountingChatModel(cache=make_cache(llm))
    for _ in range(2):
        assert (await ask(model, "Total: 1 2")).tool_calls == reply.tool_calls
    assert llm.calls == 2


async def test_a_runnable_that_gives_something_else_is_a_counted_miss(ask: Ask) -> None:
    cache = make_cache(RunnableLambda(lambda _: 42))
    model = CountingChatModel(script=lambda _: totals(1), cache=cache)
    assert (await ask(model, "Total: 1")).content == totals(1)
    assert cache.stats().faults["langchain lookup: TypeError"] == 1


# -- a model inside the cache of a model ------------------------------------------------------------------------------


async def test_a_mending_model_under_the_same_global_cache_does_not_recur(ask: Ask) -> None:
    llm = verifier()
    cache = make_cache(llm)
    await _teach(cache, ask)
    set_llm_cache(cache)
    assert llm.cache is None
    message = await ask(CountingChatModel(), QUESTION_124)
    assert message.content == totals(1, 2, 4)
    assert llm.calls == 1
    assert cache.stats().faults == {}


async def test_a_mending_model_hidden_in_a_chain_does_not_recur(ask: Ask) -> None:
    replies = iter([totals(1, 2, 3), "4 -> 7\n"])
    inner = CountingChatModel(script=lambda _: next(replies))
    cache = make_cache(RunnableLambda(lambda given: given) | inner)
    set_llm_cache(cache)
    model = CountingChatModel(model="outer", script=lambda _: "never")
    await ask(model, "Total: 1 2 3")
    assert (await ask(model, "Total: 1 2 4")).content == totals(1, 2, 4)
    assert (inner.calls, model.calls) == (2, 0)
    assert cache.stats().faults == {}


async def test_a_mending_model_is_not_answered_by_another_global_cache(ask: Ask) -> None:
    llm = verifier()
    set_llm_cache(InMemoryCache())
    for calls in (1, 2):
        model = await _teach(make_cache(llm), ask)
        assert account(await ask(model, QUESTION_124))["outcome"] == "patch"
        assert llm.calls == calls


async def test_the_applications_handlers_do_not_see_the_mending_models_runs(ask: Ask) -> None:
    cache = make_cache(verifier())
    model = await _teach(cache, ask)
    runs = Runs()
    prompt = ChatPromptTemplate.from_messages([("system", "Add up."), ("human", "{question}")])
    chain = (prompt | model).with_config(callbacks=[runs])
    assert (await ask(chain, {"question": "Total: 1 2 4"})).content == totals(1, 2, 4)
    assert runs.started == ["Total: 1 2 4"]
    assert len(runs.ended) == 1


# -- never in the way -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "engine",
    [
        lambda: make_engine(store=BrokenStore()),
        lambda: StepCacheEngine(MemoryStore(), BrokenEmbedder(), [TotalsTask()]),
    ],
    ids=["store", "embedder"],
)
async def test_with_a_broken_part_the_model_answers_as_ever(ask: Ask, engine: Callable[[], StepCacheEngine]) -> None:
    # https://github.com/langchain-ai/langchain/issues/16866
    cache, model = StepCache(engine=engine()), CountingChatModel()
    set_llm_cache(cache)
    for prompt in (CAPITAL, PARAPHRASE):
        assert (await ask(model, prompt)).content == f"You said: {prompt}"
    assert cache.stats().faults


async def test_when_the_mending_model_fails_the_applications_model_answers(
    ask: Ask, caplog: pytest.LogCaptureFixture
) -> None:
    cache = make_cache(CountingChatModel(script=lambda _: RuntimeError("secret prompt")))
    model = CountingChatModel(script=lambda _: totals(1, 2), cache=cache)
    with caplog.at_level(logging.WARNING):
        for prompt in ("Total: 1 2", "Total: 1 3"):
            assert (await ask(model, prompt)).content == totals(1, 2)
    assert cache.stats().faults["langchain lookup: RuntimeError"] == 2
    assert [record.getMessage() for record in caplog.records if record.name.startswith("stepcache")] == [
        "StepCache: lookup failed with RuntimeError; the model answers instead"
    ]


@pytest.mark.parametrize("stop", [KeyboardInterrupt, asyncio.CancelledError])
def test_being_stopped_is_no_fault_and_goes_on(stop: type[BaseException]) -> None:
    cache = make_cache(CountingChatModel(script=lambda _: stop()))
    with pytest.raises(stop):
        CountingChatModel(cache=cache).invoke("Total: 1 2")


async def test_a_cancelled_request_is_cancelled_while_it_is_mended() -> None:
    asked = asyncio.Event()

    async def wait(_: Any) -> str:
        asked.set()
        await asyncio.Event().wait()
        return "never"

    model = CountingChatModel(cache=make_cache(RunnableLambda(wait)))
    task = asyncio.create_task(model.ainvoke("Total: 1 2"))
    await asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert model.calls == 0


@pytest.mark.parametrize("prompt", [None, 5, b"x", "\ud800"])
async def test_odd_arguments_are_a_miss_and_never_raise(prompt: Any) -> None:
    cache = make_cache()
    generations = [Generation(text="t")]
    cache.update(prompt, "l", generations)
    await cache.aupdate(prompt, "l", generations)
    cache.update("p", "l", [])
    assert cache.lookup(prompt, "l") in (None, generations)
    assert await cache.alookup(prompt, "l") in (None, generations)
    assert cache.lookup("p", "l") is None


async def test_a_record_with_a_foreign_payload_is_a_counted_miss(ask: Ask) -> None:
    store = MemoryStore()
    cache = make_cache(store=store)
    model = CountingChatModel(cache=cache)
    record_id = account((await ask(model, CAPITAL), await ask(model, CAPITAL))[1])["record_id"]
    record = store.get("default", record_id)
    assert record is not None
    store.put(replace(record, payload={"lc": 1, "type": "constructor", "id": ["os", "system"]}), None)
    assert (await ask(model, CAPITAL)).content == f"You said: {CAPITAL}"
    assert cache.stats().faults["langchain lookup: UnreadableRecordError"] == 1


def test_a_hit_is_always_a_list_and_a_miss_always_none() -> None:
    cache = make_cache()
    prompt = dumps([HumanMessage("q")])
    assert cache.lookup(prompt, "l") is None
    cache.update(prompt, "l", (ChatGeneration(message=AIMessage("a")),))
    hit = cache.lookup(prompt, "l")
    assert type(hit) is list
    assert len(hit) == 1


async def test_many_at_once_from_threads_and_tasks_all_get_the_answer() -> None:
    model = CountingChatModel(cache=make_cache())
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(model.invoke, [CAPITAL] * 32))
    answers += await asyncio.gather(*(model.ainvoke(CAPITAL) for _ in range(32)))
    assert {answer.content for answer in answers} == {f"You said: {CAPITAL}"}
    assert model.cache.stats().faults == {}  # type: ignore[union-attr]


async def test_of_identical_requests_at_once_one_is_mended_and_the_others_wait() -> None:
    llm = CountingChatModel(script=lambda _: totals(1, 2), seconds=0.05)
    model = CountingChatModel(cache=make_cache(llm))
    answers = await asyncio.gather(*(model.ainvoke("Total: 1 2") for _ in range(8)))
    assert {answer.content for answer in answers} == {totals(1, 2)}
    assert (llm.calls, model.calls) == (1, 0)


# -- construction -----------------------------------------------------------------------------------------------------


def test_a_new_cache_opens_no_folder_and_no_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a connection was made")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("socket.socket.connect", refuse)
    StepCache(tasks=[])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"engine": make_engine(), "store": MemoryStore()}, "not both"),
        ({"engine": make_engine(), "path": "x"}, "not both"),
        ({"engine": object()}, "engine"),
        ({"llm": "gpt-4o"}, "llm"),
        ({"namespace": ""}, "namespace"),
    ],
)
def test_arguments_that_cannot_work_are_named(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidArgumentError, match=words):
        StepCache(**arguments)


def test_the_fakes_of_langchain_work_too() -> None:
    set_llm_cache(make_cache())
    model = FakeListChatModel(responses=["a", "b"])
    assert [model.invoke(prompt).content for prompt in ("x", "x", "y")] == ["a", "a", "b"]
