"""Every other way a chat model is used: tools, structured output, configuration, copies, pickles, tenants."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langchain_core.callbacks import get_usage_metadata_callback
from langchain_core.language_models import BaseChatModel, GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.rate_limiters import InMemoryRateLimiter
from langchain_core.runnables import ConfigurableField, Runnable, RunnableBinding, RunnableLambda
from langchain_core.tools import tool
from pydantic import BaseModel, field_validator
from typing_extensions import TypedDict

from stepcache_core import InvalidArgumentError, Outcome, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from stepcache_langchain import StepCache, StepCacheChatModel
from tests.langchain.doubles import CountingChatModel, LocalChatModel, Runs, make_engine, spoil

CAPITAL = "What is the capital of France?"


@tool
def weather(place: str) -> str:
    """The weather at a place."""
    return f"sunny in {place}"


class Joke(BaseModel):
    """A joke."""

    setup: str
    punchline: str


class JokeDict(TypedDict):
    """A joke."""

    setup: str
    punchline: str


async def _sync(model: Any, given: Any, **kwargs: Any) -> Any:
    return model.invoke(given, **kwargs)


async def _async(model: Any, given: Any, **kwargs: Any) -> Any:
    return await model.ainvoke(given, **kwargs)


async def _stream(model: Any, given: Any, **kwargs: Any) -> Any:
    *_, last = model.stream(given, **kwargs)
    return last


async def _astream(model: Any, given: Any, **kwargs: Any) -> Any:
    *_, last = [piece async for piece in model.astream(given, **kwargs)]
    return last


@pytest.fixture(params=[_sync, _async], ids=["sync", "async"])
def ask(request: pytest.FixtureRequest) -> Any:
    """Both colours of every call."""
    return request.param


@pytest.fixture(params=[_sync, _async, _stream, _astream], ids=["invoke", "ainvoke", "stream", "astream"])
def ask_any(request: pytest.FixtureRequest) -> Any:
    """All ways through a chain."""
    return request.param


def wrap(inner: BaseChatModel | None = None, **parts: Any) -> StepCacheChatModel:
    fields = {name: parts.pop(name) for name in ("namespace", "engine") if name in parts}
    return StepCacheChatModel(
        llm=inner or LocalChatModel(), **{"engine": fields.pop("engine", None) or make_engine(**parts), **fields}
    )


def calls(model: StepCacheChatModel) -> int:
    return int(model.llm.calls)  # type: ignore[attr-defined]


def outcome(message: AIMessage) -> str:
    return str(message.response_metadata["stepcache"]["outcome"])


# -- tools ------------------------------------------------------------------------------------------------------------


def test_bound_tools_are_in_the_providers_format_and_bound_to_the_wrapper() -> None:
    model = wrap()
    bound = model.bind_tools([weather], tool_choice="any", strict=True)
    given = model.llm.bind_tools([weather], tool_choice="any", strict=True)
    assert isinstance(bound, RunnableBinding)
    assert isinstance(given, RunnableBinding)
    assert bound.bound is model
    assert bound.kwargs == given.kwargs


async def test_bound_tools_are_called_again_by_the_same_request_only(ask: Any) -> None:
    model = wrap()
    bound = model.bind_tools([weather])
    cold, warm = await ask(bound, "weather in Paris"), await ask(bound, "weather in Paris")
    assert warm.tool_calls == cold.tool_calls != []
    assert warm.id != cold.id
    assert warm.usage_metadata == {"input_tokens": 0, "output_tokens": 0, "total_tokens": 0}
    await ask(bound, "Please, weather in Paris!")
    await ask(model.bind_tools([weather], tool_choice="any"), "weather in Paris")
    await ask(model, "weather in Paris")
    assert calls(model) == 4
    history = [HumanMessage("weather in Paris"), warm, ToolMessage("sun", tool_call_id=warm.tool_calls[0]["id"])]
    assert (await ask(bound, history)).content == "You said: sun"


async def test_the_cache_serves_bare_tool_calls_to_the_same_request_only(ask: Any) -> None:
    inner = LocalChatModel(cache=StepCache(engine=make_engine()))
    bound = inner.bind_tools([weather])
    cold, warm = await ask(bound, "weather in Paris"), await ask(bound, "weather in Paris")
    assert warm.tool_calls == cold.tool_calls != []
    await ask(bound, "Please, weather in Paris!")
    assert inner.calls == 2


async def test_a_model_that_binds_tools_to_a_copy_of_itself_is_wrapped_all_the_same(ask: Any) -> None:
    class Copying(LocalChatModel):
        def bind_tools(self, tools: Any, **kwargs: Any) -> Runnable[Any, AIMessage]:
            return LocalChatModel.bind_tools(self.model_copy(update={"temperature": 0.0}), tools, **kwargs)

    model = wrap(Copying())
    bound = model.bind_tools([weather])
    await ask(bound, "weather in Paris")
    assert outcome(await ask(bound, "weather in Paris")) == "exact"
    assert calls(model) == 1


async def test_a_model_that_hides_itself_when_it_binds_tools_still_works(ask: Any) -> None:
    class Hiding(LocalChatModel):
        def bind_tools(self, tools: Any, **kwargs: Any) -> Runnable[Any, AIMessage]:
            return RunnableLambda(super().bind_tools(tools, **kwargs).invoke)

    assert (await ask(wrap(Hiding()).bind_tools([weather]), "weather in Paris")).tool_calls


def test_tools_have_the_same_key_in_another_process(tmp_path: Path) -> None:
    # https://github.com/langchain-ai/langchain/issues/21695
    code = (
        "import sys\n"
        "from stepcache_core import StepCacheEngine\n"
        "from stepcache_core.testing import HashEmbedder\n"
        "from stepcache_langchain import StepCacheChatModel\n"
        "from tests.langchain.doubles import LocalChatModel\n"
        "from tests.langchain.test_roads import weather\n"
        "inner = LocalChatModel()\n"
        "with StepCacheEngine(path=sys.argv[1], embedder=HashEmbedder()) as engine:\n"
        "    model = StepCacheChatModel(llm=inner, engine=engine).bind_tools([weather])\n"
        "    print(inner.calls, model.invoke('weather in Paris').tool_calls[0]['args'], inner.calls)\n"
    )
    printed = [
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "cache")],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    ]
    assert printed == ["0 {'place': 'weather in Paris'} 1", "0 {'place': 'weather in Paris'} 0"]


# -- structured output ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["function_calling", "json_mode", "json_schema"])
@pytest.mark.parametrize("schema", [Joke, JokeDict, Joke.model_json_schema()], ids=["class", "typed", "dict"])
async def test_structured_output_is_the_same_on_a_hit_after_a_restart(ask_any: Any, method: str, schema: Any) -> None:
    # https://github.com/langchain-ai/langchain/issues/27264
    inner, store = LocalChatModel(), MemoryStore()
    results = []
    for _ in range(2):
        model = wrap(inner, engine=StepCacheEngine(store, HashEmbedder()))
        results.append(await ask_any(model.with_structured_output(schema, method=method), "a joke"))
    assert inner.calls == 1
    cold, warm = results
    assert type(cold) is type(warm)
    assert cold == warm
    assert (cold if isinstance(cold, dict) else cold.model_dump()) == {"setup": "a joke", "punchline": "a joke"}
    assert (cold is warm) is False


@pytest.mark.parametrize("method", ["function_calling", "json_mode", "json_schema"])
async def test_the_raw_message_comes_along_where_it_is_asked_for(ask: Any, method: str) -> None:
    inner = LocalChatModel()
    model = wrap(inner).with_structured_output(Joke, method=method, include_raw=True)
    for expected in ("miss", "exact"):
        result = await ask(model, "a joke")
        assert outcome(result["raw"]) == expected
        assert (result["parsed"], result["parsing_error"]) == (Joke(setup="a joke", punchline="a joke"), None)
    assert inner.calls == 1


async def test_a_class_of_the_same_name_with_other_fields_is_another_schema(ask: Any) -> None:
    inner = LocalChatModel()

    def version(*fields: str) -> type[BaseModel]:
        return type("Joke", (BaseModel,), {"__annotations__": dict.fromkeys(fields, str)})

    for schema in (version("setup"), version("setup"), version("setup", "punchline")):
        result = await ask(wrap(inner, engine=_ENGINE).with_structured_output(schema, method="json_schema"), "a joke")
        assert type(result) is schema
    assert inner.calls == 2
    _ENGINE.clear()


_ENGINE = StepCacheEngine(MemoryStore(), HashEmbedder())


async def test_objects_that_are_edited_do_not_reach_the_cache(ask: Any) -> None:
    model = wrap().with_structured_output(Joke, method="json_schema")
    for _ in range(3):
        joke = await ask(model, "a joke")
        assert joke.setup == "a joke"
        joke.setup = "edited"


# -- configuration and copies -----------------------------------------------------------------------------------------


async def test_configured_forms_of_the_model_are_answered_from_the_cache(ask_any: Any) -> None:
    inner = LocalChatModel()
    model = wrap(inner)
    fallback = wrap(CountingChatModel(script=lambda _: ConnectionError("503")), engine=model.engine)
    forms: list[Runnable[Any, Any]] = [
        model,
        model.with_config(tags=["x"], run_name="y"),
        model.with_retry(stop_after_attempt=2),
        model.with_fallbacks([fallback]),
        fallback.with_fallbacks([model]),
        model.model_copy(),
        model.model_copy(deep=True),
        copy.copy(model),
        copy.deepcopy(model),
        model.configurable_fields(namespace=ConfigurableField(id="namespace")),
    ]
    for form in forms:
        await ask_any(form, CAPITAL)
    assert inner.calls == 1


async def test_a_retry_asks_the_model_again_and_stores_what_it_gave(ask: Any) -> None:
    replies: Any = iter([ConnectionError("503"), "fine"])
    model = wrap(CountingChatModel(script=lambda _: next(replies)))
    retrying = model.with_retry(stop_after_attempt=2, wait_exponential_jitter=False)
    for _ in range(2):
        assert (await ask(retrying, CAPITAL)).content == "fine"
    assert calls(model) == 2


def test_a_fake_whose_script_is_used_up_is_not_taken_for_an_answer() -> None:
    model = wrap(GenericFakeChatModel(messages=iter(["a"])))
    assert model.invoke("x").content == "a"
    with pytest.raises(RuntimeError, match="StopIteration"):
        model.invoke("y")


async def test_a_configurable_namespace_is_another_cache(ask: Any) -> None:
    inner = LocalChatModel()
    model = wrap(inner).configurable_fields(namespace=ConfigurableField(id="namespace"))
    for namespace in ("a", "b", "a"):
        await ask(model, CAPITAL, config={"configurable": {"namespace": namespace}})
    assert inner.calls == 2


async def test_settings_changed_on_the_wrapped_model_count_at_once(ask: Any) -> None:
    # https://github.com/langchain-ai/langchain/issues/39598
    inner = LocalChatModel(temperature=0.1)
    model = wrap(inner)
    for temperature in (0.1, 0.9, 0.1):
        inner.temperature = temperature
        await ask(model, CAPITAL)
    assert inner.calls == 2
    await ask(model.model_copy(update={"llm": LocalChatModel(temperature=0.5)}), CAPITAL)
    assert inner.calls == 2
    assert model.engine.stats().outcomes[Outcome.MISS] == 3


def test_a_pickled_model_opens_the_same_folder(tmp_path: Path) -> None:
    with StepCacheEngine(path=tmp_path / "cache", embedder=HashEmbedder()) as engine:
        model = wrap(LocalChatModel(), engine=engine)
        model.invoke(CAPITAL)
        again = pickle.loads(pickle.dumps(model))
        assert again.llm == model.llm
        assert outcome(again.invoke(CAPITAL)) == "exact"
        again.engine.close()


def test_an_engine_that_cannot_be_pickled_says_so() -> None:
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(wrap())


def test_batches_are_answered_one_by_one() -> None:
    model = wrap()
    assert [m.content for m in model.batch(["a", "b", "a"], config={"max_concurrency": 1})] == [
        "You said: a",
        "You said: b",
        "You said: a",
    ]
    assert calls(model) == 2


async def test_asynchronous_batches_make_one_call_for_identical_prompts() -> None:
    model = wrap()
    await model.abatch([CAPITAL] * 20)
    assert calls(model) == 1


# -- what it says of itself -------------------------------------------------------------------------------------------


def test_the_wrapper_brings_what_the_wrapped_model_brings() -> None:
    inner = LocalChatModel(tags=["inner"], metadata={"team": "a"}, profile={"max_input_tokens": 7})
    model = wrap(inner)
    assert model.profile == {"max_input_tokens": 7}
    assert model.tags == ["inner"]
    assert model.metadata is not None
    assert model.metadata["team"] == "a"
    assert model._get_ls_params(model="x")["ls_model_name"] == "x"
    assert model._get_ls_params() == inner._get_ls_params()
    assert model.cache is False


def test_tokens_are_counted_as_the_wrapped_model_counts_them() -> None:
    class Counting(LocalChatModel):
        def get_token_ids(self, text: str) -> list[int]:
            return [7] * len(text)

    model = wrap(Counting())
    assert model.get_token_ids("ab") == [7, 7]
    assert model.get_num_tokens("ab") == 2
    assert model.get_num_tokens_from_messages([HumanMessage("ab")]) == model.llm.get_num_tokens_from_messages(
        [HumanMessage("ab")]
    )


def test_what_the_provider_reports_of_a_call_comes_through_on_a_miss() -> None:
    class Reporting(LocalChatModel):
        def _generate(self, *args: Any, **kwargs: Any) -> Any:
            result = super()._generate(*args, **kwargs)
            result.llm_output = {"token_usage": {"total_tokens": 15}, "model_name": "local"}
            return result

        def _combine_llm_outputs(self, _llm_outputs: Any, /) -> dict[str, Any]:
            return {"calls": sum(output is not None for output in _llm_outputs)}

    model = wrap(Reporting())
    result = model.generate([[HumanMessage("a")], [HumanMessage("a")], [HumanMessage("b")]])
    assert result.llm_output == {"calls": 2}


def test_settings_given_to_the_wrapper_are_not_lost_in_silence() -> None:
    with pytest.warns(UserWarning, match="max_tokens, temperature: without effect here"):
        StepCacheChatModel(llm=LocalChatModel(), engine=make_engine(), temperature=0, max_tokens=5)


def test_a_rate_limiter_of_the_wrapper_becomes_the_wrapped_models() -> None:
    limiter = InMemoryRateLimiter(requests_per_second=1000)
    model = StepCacheChatModel(llm=LocalChatModel(), engine=make_engine(), rate_limiter=limiter)
    assert (model.rate_limiter, model.llm.rate_limiter) == (None, limiter)


async def test_tokens_are_counted_once_on_every_road(ask_any: Any) -> None:
    model = wrap()
    with get_usage_metadata_callback() as counted:
        for form in (model, model.with_config(tags=["x"]), model.bind_tools([weather])):
            for _ in range(2):
                await ask_any(form, CAPITAL)
    assert counted.usage_metadata["local"]["total_tokens"] == 30


async def test_handlers_see_one_run_on_every_road(ask_any: Any) -> None:
    runs, model = Runs(), wrap()
    for _ in range(2):
        await ask_any(model.with_structured_output(Joke), "a joke", config={"callbacks": [runs]})
    assert (runs.started, len(runs.ended)) == (["a joke", "a joke"], 2)


# -- tenants ----------------------------------------------------------------------------------------------------------


def _tenant(config: Any) -> str:
    return str(config["configurable"]["tenant"])


@pytest.mark.parametrize(
    "road",
    [lambda m: m, lambda m: m.bind_tools([weather]), lambda m: m.with_config(tags=["x"]), lambda m: m | str],
    ids=["plain", "tools", "config", "chain"],
)
async def test_tenants_read_from_the_configuration_never_share(ask_any: Any, road: Callable[[Any], Any]) -> None:
    inner = LocalChatModel()
    model = road(wrap(inner, namespace=_tenant))
    for tenant in ("a", "b", "a", "b"):
        await ask_any(model, CAPITAL, config={"configurable": {"tenant": tenant}})
    assert inner.calls == 2


@pytest.mark.parametrize(
    ("tenant", "fault"), [({}, "request: KeyError"), ({"tenant": ""}, "request: InvalidArgumentError")]
)
async def test_a_run_without_a_tenant_passes_by_the_cache(ask_any: Any, tenant: dict[str, str], fault: str) -> None:
    inner = LocalChatModel()
    model = wrap(inner, namespace=lambda config: config["configurable"]["tenant"])
    for _ in range(2):
        await ask_any(model, CAPITAL, config={"configurable": tenant})
    assert inner.calls == 2
    assert model.engine.stats().faults == {fault: 2}


async def test_a_batch_of_several_tenants_is_kept_apart() -> None:
    inner = LocalChatModel()
    model = wrap(inner, namespace=_tenant)
    configs: list[Any] = [{"configurable": {"tenant": tenant}} for tenant in ("a", "b", "a")]
    await model.abatch([CAPITAL] * 3, configs)
    model.batch([CAPITAL] * 3, configs)
    assert inner.calls == 2


async def test_a_cache_reads_the_tenant_of_the_chain_it_is_called_in(ask: Any) -> None:
    inner = CountingChatModel(cache=StepCache(engine=make_engine(), namespace=_tenant))

    def answer(text: str) -> AIMessage:
        return inner.invoke(text)

    async def aanswer(text: str) -> AIMessage:
        return await inner.ainvoke(text)

    chain = RunnableLambda(answer, aanswer)
    for tenant in ("a", "b", "a", "b"):
        await ask(chain, CAPITAL, config={"configurable": {"tenant": tenant}})
    assert inner.calls == 2
    for _ in range(2):
        await ask(inner, CAPITAL)
    assert inner.calls == 4


def test_a_cache_clears_the_namespace_of_the_run_it_is_called_in() -> None:
    cache = StepCache(engine=make_engine(), namespace=_tenant)
    inner = CountingChatModel(cache=cache)

    def ask_and(then: Callable[[], None]) -> Runnable[str, Any]:
        return RunnableLambda(lambda text: (inner.invoke(text), then()))

    for tenant in ("a", "b"):
        ask_and(lambda: None).invoke(CAPITAL, {"configurable": {"tenant": tenant}})
    RunnableLambda(lambda _: cache.clear()).invoke(None, {"configurable": {"tenant": "a"}})
    for tenant in ("a", "b"):
        ask_and(lambda: None).invoke(CAPITAL, {"configurable": {"tenant": tenant}})
    assert inner.calls == 3


def test_namespaces_that_cannot_work_are_named() -> None:
    for namespace in ("", 5):
        with pytest.raises(InvalidArgumentError, match="namespace"):
            StepCache(engine=make_engine(), namespace=namespace)  # type: ignore[arg-type]


def test_json_of_a_hit_can_be_dumped() -> None:
    model = wrap()
    model.invoke(CAPITAL)
    assert json.dumps(model.invoke(CAPITAL).response_metadata["stepcache"])


async def test_a_record_that_cannot_be_read_is_answered_by_the_model_and_written_anew(ask: Any) -> None:
    store = MemoryStore()
    model = wrap(store=store)
    await ask(model, CAPITAL)
    spoil(store)
    for _ in range(2):
        assert (await ask(model, CAPITAL)).content == f"You said: {CAPITAL}"
    assert calls(model) == 2


async def test_an_object_that_no_longer_passes_its_class_is_asked_for_anew(ask: Any) -> None:
    allowed = {"a joke"}

    class Checked(BaseModel):
        setup: str

        @field_validator("setup")
        @classmethod
        def _known(cls, value: str) -> str:
            if value not in allowed:
                raise ValueError("not allowed")
            return value

    inner = LocalChatModel()
    model = wrap(inner).with_structured_output(Checked, method="json_schema")
    await ask(model, "a joke")
    allowed.clear()
    with pytest.raises(ValueError, match="not allowed"):
        await ask(model, "a joke")
    assert inner.calls == 2
