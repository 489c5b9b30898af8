"""`StepCacheLLM` round real LangChain string models."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.caches import InMemoryCache
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.globals import set_llm_cache
from langchain_core.language_models import BaseLLM, FakeListLLM, FakeStreamingListLLM
from langchain_core.outputs import Generation, GenerationChunk, LLMResult
from pydantic import Field, ValidationError

from stepcache_core import Outcome, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from stepcache_langchain import StepCacheLLM
from tests.langchain.doubles import BrokenStore, CountingChatModel, CountingLLM, make_engine, spoil
from tests.toy_task import totals

CAPITAL, PARAPHRASE = "What is the capital of France?", "Please, what is the capital of France? Thanks!"


class LocalLLM(BaseLLM):
    """A string model that streams, counts tokens and remembers what it was asked."""

    replies: dict[str, str] = Field(default_factory=dict)
    asked: list[tuple[str, dict[str, Any]]] = Field(default_factory=list)
    temperature: float = 0.0
    n: int = 1
    finish_reason: str = "stop"
    spent: dict[str, Any] = Field(
        default_factory=lambda: {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    )

    @property
    def calls(self) -> int:
        return len(self.asked)

    @property
    def _llm_type(self) -> str:
        return "local-llm"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"temperature": self.temperature}

    def _text(self, prompt: str, kwargs: dict[str, Any]) -> str:
        self.asked.append((prompt, kwargs))
        return next((text for part, text in self.replies.items() if part in prompt), f"You said: {prompt}")

    def _generate(self, prompts: list[str], stop: Any = None, run_manager: Any = None, **kwargs: Any) -> LLMResult:
        info = {"finish_reason": self.finish_reason}
        texts = [self._text(prompt, kwargs) for prompt in prompts]
        return LLMResult(
            generations=[[Generation(text=text, generation_info=info)] * self.n for text in texts],
            llm_output={"token_usage": self.spent, "model_name": "local"},
        )

    def _stream(self, prompt: str, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> Iterator[Any]:
        for word in self._text(prompt, kwargs).split(" "):
            yield GenerationChunk(text=word + " ")
        yield GenerationChunk(text="", generation_info={"finish_reason": self.finish_reason})


async def _sync(model: Any, prompt: str, **kwargs: Any) -> str:
    return str(model.invoke(prompt, **kwargs))


async def _async(model: Any, prompt: str, **kwargs: Any) -> str:
    return str(await model.ainvoke(prompt, **kwargs))


async def _stream(model: Any, prompt: str, **kwargs: Any) -> str:
    return "".join(model.stream(prompt, **kwargs))


async def _astream(model: Any, prompt: str, **kwargs: Any) -> str:
    return "".join([piece async for piece in model.astream(prompt, **kwargs)])


@pytest.fixture(params=[_sync, _async], ids=["invoke", "ainvoke"])
def ask(request: pytest.FixtureRequest) -> Any:
    """Both colours of every call."""
    return request.param


@pytest.fixture(params=[_sync, _async, _stream, _astream], ids=["invoke", "ainvoke", "stream", "astream"])
def ask_any(request: pytest.FixtureRequest) -> Any:
    """All ways to ask."""
    return request.param


def wrap(inner: BaseLLM, **parts: Any) -> StepCacheLLM:
    namespace = parts.pop("namespace", "default")
    return StepCacheLLM(llm=inner, engine=parts.pop("engine", None) or make_engine(**parts), namespace=namespace)


async def test_a_model_that_reports_no_number_of_tokens_is_answered_all_the_same(ask: Any) -> None:
    engine = make_engine()
    model = wrap(LocalLLM(spent={"prompt_tokens": "unknown", "completion_tokens": None}), engine=engine)
    assert await ask(model, CAPITAL) == f"You said: {CAPITAL}"
    assert engine.stats().spent.total_tokens == 0


class Handler(BaseCallbackHandler):
    def __init__(self) -> None:
        self.events: list[str] = []
        self.tokens: list[str] = []
        self.results: list[LLMResult] = []

    def on_llm_start(self, *args: Any, **kwargs: Any) -> None:
        self.events.append("start")

    def on_llm_new_token(self, token: Any, **kwargs: Any) -> None:
        self.tokens.append(str(token))

    def on_llm_end(self, response: Any, **kwargs: Any) -> None:
        self.events.append("end")
        self.results.append(response)


async def test_the_second_same_prompt_costs_nothing(ask_any: Any) -> None:
    inner = LocalLLM()
    model = wrap(inner)
    assert (await ask_any(model, CAPITAL)).strip() == (await ask_any(model, CAPITAL)).strip() == f"You said: {CAPITAL}"
    assert inner.calls == 1


async def test_a_paraphrase_is_served_and_another_question_is_not(ask_any: Any) -> None:
    inner = LocalLLM()
    model = wrap(inner)
    first = await ask_any(model, CAPITAL)
    assert (await ask_any(model, PARAPHRASE)).strip() == first.strip()
    assert "Spain" in await ask_any(model, "What is the capital of Spain?")
    assert inner.calls == 2


@pytest.mark.parametrize("kwargs", [{"temperature": 0.9}, {"stop": ["x"]}, {"logit_bias": {"1": 5}}, {"suffix": "x"}])
async def test_the_arguments_of_a_call_make_another_request(ask_any: Any, kwargs: dict[str, Any]) -> None:
    # https://github.com/langchain-ai/langchain/issues/40403
    inner = LocalLLM()
    model = wrap(inner)
    for given in ({}, kwargs, kwargs, {}):
        await ask_any(model, CAPITAL, **given)
    assert inner.calls == 2


async def test_settings_count_as_they_are_at_the_call(ask: Any) -> None:
    inner = LocalLLM()
    model = wrap(inner)
    for temperature in (0.0, 0.9, 0.0):
        inner.temperature = temperature
        await ask(model, CAPITAL)
    assert inner.calls == 2


async def test_handlers_see_a_run_on_a_hit_too_and_what_it_saved(ask: Any) -> None:
    # https://github.com/langchain-ai/langchain/issues/9537
    handler, model = Handler(), wrap(LocalLLM())
    for _ in range(2):
        await ask(model, CAPITAL, config={"callbacks": [handler]})
    assert handler.events == ["start", "end"] * 2
    cold, warm = (result.generations[0][0].generation_info for result in handler.results)
    assert cold is not None
    assert warm is not None
    assert (cold["stepcache"]["outcome"], warm["stepcache"]["outcome"]) == ("miss", "exact")
    assert (cold["finish_reason"], warm["finish_reason"]) == ("stop", "stop")
    assert warm["stepcache"]["saved_tokens"] == 15
    spent = [(result.llm_output or {})["token_usage"]["total_tokens"] for result in handler.results]
    assert spent == [15, 0]


async def test_a_changed_problem_is_patched(ask_any: Any) -> None:
    inner = LocalLLM(replies={"Total: 1 2 3": totals(1, 2, 3), "Total: 1 2 4": "4 -> 7\n"})
    model = wrap(inner)
    await _sync(model, "Total: 1 2 3")
    assert (await ask_any(model, "Total: 1 2 4")).strip() == totals(1, 2, 4).strip()
    assert model.engine.stats().outcomes[Outcome.PATCH] == 1


async def test_streams_give_tokens_to_handlers_on_hits_too() -> None:
    inner = LocalLLM()
    model = wrap(inner)
    for _ in range(2):
        handler = Handler()
        text = "".join(model.stream(CAPITAL, config={"callbacks": [handler]}))
        assert "".join(handler.tokens) == text
        info = handler.results[0].generations[0][0].generation_info
        assert info is not None
        assert "stepcache" in info
    assert inner.calls == 1


@pytest.mark.parametrize("colour", ["sync", "async"])
async def test_a_stream_that_is_left_stores_nothing(colour: str) -> None:
    inner = LocalLLM()
    model = wrap(inner)
    for _ in range(2):
        if colour == "sync":
            pieces = model.stream(CAPITAL)
            next(pieces)
            pieces.close()  # type: ignore[attr-defined]
        else:
            apieces = model.astream(CAPITAL)
            await anext(apieces)
            await apieces.aclose()  # type: ignore[attr-defined]
    assert inner.calls == 2


async def test_a_model_without_a_stream_gives_one_piece() -> None:
    inner = CountingLLM()
    model = wrap(inner)
    for _ in range(2):
        assert "".join(model.stream(CAPITAL)) == f"You said: {CAPITAL}"
        assert await _astream(model, CAPITAL) == f"You said: {CAPITAL}"
    assert len(inner.asked) == 1


async def test_a_batch_asks_only_for_what_is_missing() -> None:
    inner = LocalLLM()
    model = wrap(inner)
    model.invoke("a")
    assert model.batch(["a", "b", "a"]) == ["You said: a", "You said: b", "You said: a"]
    assert await model.abatch(["a", "b", "c"]) == ["You said: a", "You said: b", "You said: c"]
    assert inner.calls == 3


async def test_many_identical_prompts_at_once_make_one_call() -> None:
    inner = LocalLLM()
    model = wrap(inner)
    await asyncio.gather(*(model.ainvoke(CAPITAL) for _ in range(50)))
    assert inner.calls == 1


async def test_several_answers_are_served_whole(ask: Any) -> None:
    inner = LocalLLM(n=2)
    model = wrap(inner)
    for _ in range(2):
        assert len(model.generate([CAPITAL]).generations[0]) == 2
    assert inner.calls == 1


@pytest.mark.parametrize("reason", ["length", "content_filter"])
async def test_answers_that_were_cut_off_are_not_stored(ask_any: Any, reason: str) -> None:
    inner = LocalLLM(finish_reason=reason)
    model = wrap(inner)
    for _ in range(2):
        await ask_any(model, CAPITAL)
    assert inner.calls == 2


def _tenant(config: Any) -> str:
    return str(config["configurable"]["tenant"])


async def test_tenants_never_share(ask_any: Any) -> None:
    inner = LocalLLM()
    model = wrap(inner, namespace=_tenant)
    for tenant in ("a", "b", "a"):
        await ask_any(model, CAPITAL, config={"configurable": {"tenant": tenant}})
    assert inner.calls == 2
    for _ in range(2):
        await ask_any(model, CAPITAL)
    assert inner.calls == 4


async def test_a_batch_of_several_tenants_is_kept_apart() -> None:
    inner = LocalLLM()
    model = wrap(inner, namespace=_tenant)
    configs: list[Any] = [{"configurable": {"tenant": tenant}} for tenant in ("a", "b", "a")]
    assert model.batch([CAPITAL] * 3, configs) == [f"You said: {CAPITAL}"] * 3
    await model.abatch([CAPITAL] * 3, configs)
    assert inner.calls == 2
    model.batch([CAPITAL] * 2, {"configurable": {"tenant": "c"}})
    await model.abatch([CAPITAL] * 2, {"configurable": {"tenant": "c"}})
    assert inner.calls == 3


async def test_arguments_without_a_stable_form_pass_by_the_cache(ask_any: Any) -> None:
    inner = LocalLLM()
    model = wrap(inner)
    for _ in range(2):
        assert (await ask_any(model, CAPITAL, x=object())).strip() == f"You said: {CAPITAL}"
    assert inner.calls == 2


async def test_with_a_broken_store_the_model_answers_as_ever(ask_any: Any) -> None:
    model = wrap(LocalLLM(), store=BrokenStore())
    for _ in range(2):
        assert (await ask_any(model, CAPITAL)).strip() == f"You said: {CAPITAL}"
    assert model.engine.stats().faults


async def test_what_the_model_raises_reaches_the_caller(ask_any: Any) -> None:
    class Broken(LocalLLM):
        def _text(self, prompt: str, kwargs: dict[str, Any]) -> str:
            raise ConnectionError("503")

    with pytest.raises(ConnectionError, match="503"):
        await ask_any(wrap(Broken()), CAPITAL)


async def test_a_global_cache_does_not_stand_before_the_wrapper(ask: Any) -> None:
    other = InMemoryCache()
    set_llm_cache(other)
    inner = LocalLLM()
    model = wrap(inner, shadow=True)
    for _ in range(2):
        await ask(model, CAPITAL)
    assert (inner.calls, other._cache) == (2, {})


def test_a_pickled_model_opens_the_same_folder(tmp_path: Path) -> None:
    with StepCacheEngine(path=tmp_path / "cache", embedder=HashEmbedder()) as engine:
        model = wrap(LocalLLM(), engine=engine)
        model.invoke(CAPITAL)
        again = pickle.loads(pickle.dumps(model))
        again.invoke(CAPITAL)
        assert again.llm.calls == 1
        again.engine.close()


def test_the_wrapper_says_of_itself_what_the_wrapped_model_says() -> None:
    inner = LocalLLM(temperature=0.5, tags=["x"])
    model = wrap(inner)
    assert model._llm_type == inner._llm_type
    assert model._identifying_params == inner._identifying_params
    assert model._get_ls_params() == inner._get_ls_params()
    assert model.tags == ["x"]
    assert model.cache is False


def test_the_fakes_of_langchain_work_too() -> None:
    model = wrap(FakeListLLM(responses=["a", "b"]))
    assert [model.invoke(prompt) for prompt in ("x", "x", "y")] == ["a", "a", "b"]
    streaming = wrap(FakeStreamingListLLM(responses=["abc"]))
    assert ["".join(streaming.stream("x")) for _ in range(2)] == ["abc", "abc"]


def test_arguments_that_cannot_work_are_named() -> None:
    with pytest.raises(ValidationError, match="namespace"):
        wrap(LocalLLM(), namespace="")
    with pytest.raises(ValidationError, match="for a chat model use StepCacheChatModel"):
        StepCacheLLM(llm=CountingChatModel(), engine=make_engine())  # type: ignore[arg-type]


def test_settings_given_to_the_wrapper_are_not_lost_in_silence() -> None:
    with pytest.warns(UserWarning, match="StepCacheLLM: temperature: without effect here"):
        StepCacheLLM(llm=LocalLLM(), engine=make_engine(), temperature=0)  # type: ignore[call-arg]


async def test_of_a_record_that_cannot_be_read_the_text_is_served(ask: Any) -> None:
    inner, store = LocalLLM(), MemoryStore()
    model = wrap(inner, store=store)
    await ask(model, CAPITAL)
    spoil(store)
    assert await ask(model, CAPITAL) == f"You said: {CAPITAL}"
    assert inner.calls == 1


async def test_a_stream_that_was_put_right_is_stored(ask_any: Any) -> None:
    replies = iter(["1 -> 1\n2 -> 4\n", "2 -> 3\n"])

    class Scripted(LocalLLM):
        def _text(self, prompt: str, kwargs: dict[str, Any]) -> str:
            self.asked.append((prompt, kwargs))
            return next(replies)

    inner = Scripted()
    model = wrap(inner)
    for _ in range(2):
        assert (await ask_any(model, "Total: 1 2")).strip() == totals(1, 2).strip()
    assert inner.calls == 2


@pytest.mark.parametrize("settings", [{"n": 2}, {"model_kwargs": {"n": 2}}])
async def test_a_stream_of_one_answer_is_not_taken_for_several(settings: dict[str, Any]) -> None:
    class Several(CountingLLM):
        n: int = 1
        model_kwargs: dict[str, Any] = Field(default_factory=dict)

        def _generate(self, prompts: list[str], *_: Any, **__: Any) -> LLMResult:
            self.asked.extend(prompts)
            return LLMResult(generations=[[Generation(text="a"), Generation(text="b")]])

        async def _agenerate(self, prompts: list[str], *_: Any, **__: Any) -> LLMResult:
            return self._generate(prompts)

    model = StepCacheLLM(llm=Several(**settings), engine=make_engine())
    assert "".join(model.stream("q")) == "a"
    assert "".join([piece async for piece in model.astream("q")]) == "a"
    assert [one.text for one in model.generate(["q"]).generations[0]] == ["a", "b"]
