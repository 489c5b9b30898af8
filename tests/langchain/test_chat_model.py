"""`StepCacheChatModel` round real LangChain models."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from threading import Lock
from types import SimpleNamespace
from typing import Any

import pytest
from langchain_core.caches import InMemoryCache
from langchain_core.callbacks import get_usage_metadata_callback
from langchain_core.globals import set_llm_cache
from langchain_core.language_models import FakeListChatModel, GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.prompts import ChatPromptTemplate
from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError

from stepcache_core import Outcome, Policy, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks import LinearEquationTask
from stepcache_core.testing import HashEmbedder
from stepcache_langchain import StepCache, StepCacheChatModel
from tests.langchain.doubles import (
    BrokenEmbedder,
    BrokenStore,
    CountingChatModel,
    CountingLimiter,
    CountingLLM,
    Runs,
    last_text,
    make_cache,
    make_engine,
)
from tests.toy_task import TotalsTask, totals

Ask = Callable[..., Awaitable[AIMessage]]
CAPITAL, PARAPHRASE = "What is the capital of France?", "Please, what is the capital of France? Thanks!"
TOOL = {"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}


async def _sync(model: Any, given: Any, **kwargs: Any) -> AIMessage:
    return model.invoke(given, **kwargs)  # type: ignore[no-any-return]


async def _async(model: Any, given: Any, **kwargs: Any) -> AIMessage:
    return await model.ainvoke(given, **kwargs)  # type: ignore[no-any-return]


@pytest.fixture(params=[_sync, _async], ids=["sync", "async"])
def ask(request: pytest.FixtureRequest) -> Ask:
    """Both colours of every call."""
    return request.param  # type: ignore[no-any-return]


def wrap(inner: Any = None, namespace: str = "default", **parts: Any) -> StepCacheChatModel:
    engine = parts.pop("engine", None) or make_engine(**parts)
    return StepCacheChatModel(llm=inner or CountingChatModel(), engine=engine, namespace=namespace)


def calls(model: StepCacheChatModel) -> int:
    assert isinstance(model.llm, CountingChatModel)
    return model.llm.calls


def account(message: AIMessage) -> dict[str, Any]:
    return dict(message.response_metadata["stepcache"])


async def test_the_second_same_request_costs_nothing(ask: Ask) -> None:
    model = wrap()
    cold, warm = await ask(model, CAPITAL), await ask(model, CAPITAL)
    assert cold.content == warm.content == f"You said: {CAPITAL}"
    assert [account(message)["outcome"] for message in (cold, warm)] == ["miss", "exact"]
    assert cold.usage_metadata == {"input_tokens": 10, "output_tokens": 5, "total_tokens": 15}
    assert warm.usage_metadata == {"input_tokens": 0, "output_tokens": 0, "total_tokens": 0}
    assert account(warm)["saved_tokens"] == 15
    assert account(warm)["steps"] == {"cache": 1}
    assert calls(model) == 1


async def test_every_answer_has_an_id_of_its_own(ask: Ask) -> None:
    model = wrap()
    ids = [(await ask(model, prompt)).id for prompt in (CAPITAL, CAPITAL, PARAPHRASE)]
    assert None not in ids
    assert len(set(ids)) == 3


async def test_a_paraphrase_is_served_and_another_question_is_not(ask: Ask) -> None:
    model = wrap()
    first = await ask(model, CAPITAL)
    assert (await ask(model, PARAPHRASE)).content == first.content
    assert (await ask(model, "What is the capital of Spain?")).content == "You said: What is the capital of Spain?"


async def test_a_changed_problem_is_patched_and_only_the_patch_is_paid_for(ask: Ask) -> None:
    replies = iter([totals(1, 2, 3), "4 -> 7\n"])
    model = wrap(CountingChatModel(script=lambda _: next(replies)))
    system = SystemMessage("Add up.")
    await ask(model, [system, HumanMessage("Total: 1 2 3")])
    message = await ask(model, [system, HumanMessage("Total: 1 2 4")])
    assert message.content == totals(1, 2, 4)
    assert account(message)["outcome"] == "patch"
    assert account(message)["steps"] == {"cache": 2, "model": 1}
    assert message.usage_metadata is not None
    assert message.usage_metadata["total_tokens"] == 15
    asked = model.llm.asked[-1]  # type: ignore[attr-defined]
    assert asked[0] is system
    assert "Total: 1 2 4" in last_text(asked)


async def test_a_repair_is_paid_for_with_the_first_attempt(ask: Ask) -> None:
    replies = iter(["1 -> 1\n2 -> 4\n", "2 -> 3\n"])
    message = await ask(wrap(CountingChatModel(script=lambda _: next(replies))), "Total: 1 2")
    assert message.content == totals(1, 2)
    assert message.usage_metadata == {"input_tokens": 20, "output_tokens": 10, "total_tokens": 30}


async def test_a_task_that_replays_or_solves_needs_no_right_answer_from_the_model(ask: Ask) -> None:
    model = wrap(CountingChatModel(script=lambda _: totals(1, 2)), replays=True, solves=True)
    await ask(model, "Total: 1 2")
    assert account(await ask(model, "Total: 1 5"))["outcome"] == "replay"
    fallback = await ask(model, "Total: 7 7 7")
    assert (fallback.content, account(fallback)["outcome"]) == (totals(7, 7, 7), "fallback")


async def test_a_linear_equation_with_other_numbers_is_replayed_without_the_model(ask: Ask) -> None:
    worked = "Step 1: 3x + 5 = 20\nStep 2: 3x = 15\nStep 3: x = 5\n"
    engine = StepCacheEngine(MemoryStore(), HashEmbedder(), [LinearEquationTask()])
    model = wrap(CountingChatModel(script=lambda _: worked), engine=engine)
    await ask(model, "Solve 3x + 5 = 20 for x. Show your steps.")
    message = await ask(model, "Solve 3x + 5 = 26 for x. Show your steps.")
    assert message.content == worked.replace("20", "26").replace("15", "21").replace("x = 5", "x = 7")
    assert (account(message)["outcome"], account(message)["task"]) == ("replay", "linear_equation")
    assert calls(model) == 1


# -- what makes another request ---------------------------------------------------------------------------------------


async def test_the_models_settings_count_as_they_are_at_the_call(ask: Ask) -> None:
    # https://github.com/langchain-ai/langchain/issues/39598
    inner = CountingChatModel(temperature=0.1)
    model = wrap(inner)
    await ask(model, CAPITAL)
    inner.temperature = 0.9
    await ask(model, CAPITAL)
    inner.temperature = 0.1
    await ask(model, CAPITAL)
    assert inner.calls == 2


class Tone(Enum):
    CALM = "calm"


@dataclass
class Limits:
    words: int


class Form(BaseModel):
    answer: str


class FurnishedModel(CountingChatModel):
    """Has settings of its own, of which `_identifying_params` says nothing."""

    persona: str | None = None
    cached_content: str | None = None
    may_search: bool = False
    creativity: float = 0.5
    use_history: bool = False
    stop_token: str = ""
    thinking_budget: int | None = None
    betas: list[str] = Field(default_factory=list)
    voice: dict[str, Any] = Field(default_factory=dict)
    api_key: str = ""
    streamed: int = 0
    examples: list[Any] = Field(default_factory=list)
    opening: SystemMessage | None = None
    answers_with: type[BaseModel] | None = None
    tone: Tone | None = None
    limits: Limits | None = None
    behind: Any = None
    prepare: Callable[[str], str] | None = None
    client_profile: str = ""
    word_count: int = 0
    chat_history: list[str] = Field(default_factory=list)
    client: Any = None
    deadline: Decimal | None = None
    lock: Any = None
    ad_token_provider: Any = None
    default_headers: dict[str, str] = Field(default_factory=dict)
    model_config = ConfigDict(arbitrary_types_allowed=True)
    _mood: Any = PrivateAttr("")
    _out_format: str = PrivateAttr("text")
    _last_seconds: float = PrivateAttr(0.0)

    def __init__(self, mood: Any = "", last_seconds: float = 0.0, out_format: str = "text", **settings: Any) -> None:
        super().__init__(**settings)
        self._mood, self._last_seconds, self._out_format = mood, last_seconds, out_format


@pytest.mark.parametrize(
    "settings",
    [
        {"persona": "a pirate"},
        {"cached_content": "files/1"},
        {"may_search": True},
        {"creativity": 0.9},
        {"use_history": True},
        {"stop_token": "END"},
        {"thinking_budget": 100},
        {"betas": ["long-context"]},
        {"voice": {"name": "Ada"}},
        {"voice": {"name": {"first": "Ada"}}},
        {"examples": [{"role": "user", "content": "hi"}]},
        {"examples": [str(number) for number in range(300)]},
        {"opening": SystemMessage("You are a pirate.")},
        {"answers_with": Form},
        {"tone": Tone.CALM},
        {"limits": Limits(50)},
        {"deadline": Decimal("1.5")},
        {"behind": CountingChatModel(temperature=1.0)},
        {"behind": SimpleNamespace(style="calm")},
        {"behind": Fraction(1, 3)},
        {"behind": CountingChatModel().bind(stop=["x"])},
        {"behind": [CountingChatModel(), CountingChatModel(model="b")]},
        {"prepare": str.upper},
        {"prepare": lambda text: text},
        {"client_profile": "a child"},
        {"client": SimpleNamespace(base_url="http://elsewhere/v1")},
        {"word_count": 50},
        {"chat_history": ["You are a pirate."]},
        {"mood": "sad"},
        {"mood": ["sad"]},
        {"persona": ""},
        {"out_format": "html"},
        {"prepare": functools.partial(str.upper)},
    ],
)
async def test_any_setting_of_a_models_own_class_makes_another_request(ask: Ask, settings: dict[str, Any]) -> None:
    engine = make_engine()
    plain, other = wrap(FurnishedModel(), engine=engine), wrap(FurnishedModel(**settings), engine=engine)
    await ask(plain, CAPITAL)
    assert account(await ask(other, CAPITAL))["outcome"] == "miss"
    assert account(await ask(other, PARAPHRASE))["outcome"] == "reuse"


@pytest.mark.parametrize("kwargs", [{}, {"conversation": "conv_1"}, {"extra_body": {"conversation": {"id": "conv_1"}}}])
async def test_a_server_that_keeps_the_conversation_hears_of_each_request(ask: Ask, kwargs: dict[str, Any]) -> None:
    class Continuing(CountingChatModel):
        use_previous_response_id: bool = False

    model = wrap(Continuing(use_previous_response_id=not kwargs))
    for turn in ("resp_1", "resp_2"):
        await ask(model, [AIMessage("Hello.", response_metadata={"id": turn}), HumanMessage("My name?")], **kwargs)
    assert calls(model) == 2


async def test_blocks_of_version_one_are_not_served_where_a_text_is_expected(ask: Ask) -> None:
    engine = make_engine()
    await ask(wrap(CountingChatModel(output_version="v1"), engine=engine), CAPITAL)
    assert (await ask(wrap(engine=engine), CAPITAL)).content == f"You said: {CAPITAL}"


async def test_two_settings_without_a_name_are_two_settings(ask: Ask) -> None:
    engine, functions = make_engine(), [lambda text: text, lambda text: text]
    models = [wrap(FurnishedModel(prepare=function), engine=engine) for function in functions * 2]
    for model in models:
        await ask(model, CAPITAL)
    assert [calls(model) for model in models] == [1, 1, 0, 0]


async def test_how_an_answer_is_brought_makes_no_other_request(ask: Ask) -> None:
    class Delivering(CountingChatModel):
        streaming: bool = False

        @property
        def _identifying_params(self) -> dict[str, Any]:
            return {"model": self.model, "stream": self.streaming}  # as langchain-openai

    engine = make_engine()
    await ask(wrap(Delivering(), engine=engine), CAPITAL)
    assert account(await ask(wrap(Delivering(streaming=True), engine=engine), CAPITAL))["outcome"] == "exact"


class Voice:
    def __init__(self, style: str) -> None:
        self.style = style
        self.inner: Any = None


def plainly(text: str) -> str:
    return text


def styled(style: str) -> Callable[[str], str]:
    @functools.wraps(plainly)
    def inner(text: str) -> str:
        return style + text

    return inner


async def test_two_functions_under_one_name_are_two_settings(ask: Ask) -> None:
    engine = make_engine()
    models = [wrap(FurnishedModel(prepare=styled(style)), engine=engine) for style in ("Ahoy: ", "O ")]
    for model in models:
        await ask(model, CAPITAL)
    assert [calls(model) for model in models] == [1, 1]


async def test_a_function_written_anew_under_its_name_is_another_setting(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = make_engine()
    await ask(wrap(FurnishedModel(prepare=plainly), engine=engine), CAPITAL)
    again, anew = (wrap(FurnishedModel(prepare=plainly), engine=engine) for _ in range(2))
    await ask(again, CAPITAL)
    monkeypatch.setattr(plainly, "__code__", (lambda text: text + "!").__code__)
    await ask(anew, CAPITAL)
    assert [calls(again), calls(anew)] == [0, 1]


async def test_an_object_in_a_setting_counts_as_it_is_at_the_call(ask: Ask) -> None:
    voice = Voice("calm")
    voice.inner = Voice("low")
    model = wrap(FurnishedModel(behind=voice))
    for style, depth in [("calm", "low"), ("calm", "low"), ("loud", "low"), ("loud", "high")]:
        voice.style, voice.inner.style = style, depth
        await ask(model, CAPITAL)
    assert calls(model) == 3


async def test_what_a_model_says_of_itself_hides_no_setting(ask: Ask) -> None:
    class Boaster(FurnishedModel):
        @property
        def _identifying_params(self) -> dict[str, Any]:
            return {"model": "custom", "prepare": functools.partial(Voice("calm").__init__, "loud"), "voices": {}}

    engine = make_engine()
    models = [wrap(Boaster(model=name), engine=engine) for name in "ab"]
    for model in models:
        await ask(model, CAPITAL)
    assert [calls(model) for model in models] == [1, 1]


async def test_bound_methods_and_partials_made_anew_at_each_call_are_the_same_setting(ask: Ask) -> None:
    voice = Voice("calm")

    class Maker(FurnishedModel):
        @property
        def _identifying_params(self) -> dict[str, Any]:
            return {"method": voice.__init__, "partial": functools.partial(plainly, "x")}  # type: ignore[misc]

    model = wrap(Maker())
    for _ in range(2):
        await ask(model, CAPITAL)
    assert calls(model) == 1


@pytest.mark.parametrize(
    "settings",
    [
        {"api_key": "renewed"},
        {"streamed": 7},
        {"last_seconds": 3.5},
        {"lock": Lock()},
        {"client": object()},
        {"ad_token_provider": lambda: "renewed"},
        {"default_headers": {"Authorization": "Bearer renewed"}},
    ],
)
async def test_a_key_and_a_count_make_no_other_request(ask: Ask, settings: dict[str, Any]) -> None:
    engine = make_engine()
    await ask(wrap(FurnishedModel(), engine=engine), CAPITAL)
    assert account(await ask(wrap(FurnishedModel(**settings), engine=engine), CAPITAL))["outcome"] == "exact"


async def test_models_and_namespaces_on_one_engine_share_nothing(ask: Ask) -> None:
    engine = make_engine()
    models = [
        wrap(CountingChatModel(model="a"), engine=engine),
        wrap(CountingChatModel(model="b"), engine=engine),
        wrap(CountingChatModel(model="a"), engine=engine, namespace="other"),
    ]
    for model in models:
        await ask(model, CAPITAL)
    assert [calls(model) for model in models] == [1, 1, 1]
    again = wrap(CountingChatModel(model="a"), engine=engine)
    await ask(again, CAPITAL)
    assert calls(again) == 0
    assert engine.stats().outcomes[Outcome.EXACT] == 1


@pytest.mark.parametrize(
    "kwargs",
    [{"temperature": 0.5}, {"stop": ["\n"]}, {"tools": [TOOL]}, {"response_format": {"type": "json_object"}}, {"x": 1}],
)
async def test_the_calls_arguments_reach_the_model_and_make_another_request(ask: Ask, kwargs: dict[str, Any]) -> None:
    seen: list[dict[str, Any]] = []

    class Recording(CountingChatModel):
        def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> Any:
            seen.append({**kwargs, **({"stop": stop} if stop else {})})
            return super()._generate(messages)

    model = wrap(Recording(script=lambda _: '{"capital": "Paris"}'))
    await ask(model, CAPITAL)
    await ask(model, CAPITAL, **kwargs)
    await ask(model, CAPITAL, **kwargs)
    assert seen == [{}, kwargs]


@pytest.mark.parametrize("kwargs", [{"stop": ["\n"]}, {"tools": [TOOL]}, {"logprobs": True}, {"unknown": 1}])
async def test_calls_that_shape_the_answer_are_matched_exactly_only(ask: Ask, kwargs: dict[str, Any]) -> None:
    model = wrap(CountingChatModel(script=lambda messages: totals(1, 2)))
    for prompt in (CAPITAL, PARAPHRASE, "Total: 1 2", "Total: 1 3"):
        assert account(await ask(model, prompt, **kwargs))["task"] == ""
    assert calls(model) == 4


async def test_a_model_set_up_for_another_form_is_matched_exactly_only(ask: Ask) -> None:
    model = wrap(CountingChatModel(script=lambda _: ["a", "b"], n=2))
    for prompt in (CAPITAL, CAPITAL, PARAPHRASE):
        result = (
            model.generate([[HumanMessage(prompt)]])
            if ask is _sync
            else await model.agenerate([[HumanMessage(prompt)]])
        )
        assert [one.text for one in result.generations[0]] == ["a", "b"]
    assert calls(model) == 2


async def test_several_answers_nobody_announced_are_served_to_the_same_request_only() -> None:
    model = wrap(CountingChatModel(script=lambda _: ["a", "b"]))
    for prompt in (CAPITAL, CAPITAL, PARAPHRASE):
        assert len(model.generate([[HumanMessage(prompt)]]).generations[0]) == 2
    assert calls(model) == 2


class Capital(BaseModel):
    name: str


class Schemaless(BaseModel):
    call: Callable[[], None]


@pytest.mark.parametrize(
    "kwargs", [{"x": object()}, {"tools": [lambda: None]}, {"x": [object()]}, {"response_format": Schemaless}]
)
async def test_arguments_without_a_stable_form_pass_by_the_cache(ask: Ask, kwargs: dict[str, Any]) -> None:
    model = wrap()
    for _ in range(2):
        message = await ask(model, CAPITAL, **kwargs)
        assert (message.content, account(message)["outcome"]) == (f"You said: {CAPITAL}", "bypass")


async def test_a_class_as_output_format_is_known_by_its_schema(ask: Ask) -> None:
    def version(*fields: str) -> type[BaseModel]:
        return type("Capital", (BaseModel,), {"__annotations__": dict.fromkeys(fields, str)})

    model = wrap()
    for schema in (version("name"), version("name"), version("name", "country")):
        await ask(model, CAPITAL, response_format=schema)
    assert calls(model) == 2


async def test_images_and_histories_make_another_request(ask: Ask) -> None:
    def shown(picture: str) -> list[BaseMessage]:
        return [
            HumanMessage(
                [{"type": "text", "text": CAPITAL}, {"type": "image", "base64": picture, "mime_type": "image/png"}]
            )
        ]

    model = wrap()
    for messages in (shown("AAAA"), shown("BBBB"), shown("AAAA"), [AIMessage("Hi"), HumanMessage(CAPITAL)]):
        await ask(model, messages)
    assert calls(model) == 3


@pytest.mark.parametrize("kwargs", [{"tools": [TOOL]}, {}], ids=["announced", "unannounced"])
async def test_tool_calls_are_served_untouched_to_the_same_request_only(ask: Ask, kwargs: dict[str, Any]) -> None:
    reply = AIMessage("", tool_calls=[{"name": "f", "args": {"x": 1}, "id": "call_1"}])
    model = wrap(CountingChatModel(script=lambda _: reply))
    ids = set()
    for prompt in (CAPITAL, CAPITAL, PARAPHRASE):
        message = await ask(model, prompt, **kwargs)
        assert message.tool_calls == reply.tool_calls
        ids.add(message.id)
    assert len(ids) == 3
    assert calls(model) == 2
    await ask(model, [HumanMessage("q"), reply, ToolMessage("r", tool_call_id="call_1")], **kwargs)
    assert calls(model) == 3


# -- transparency -----------------------------------------------------------------------------------------------------


async def test_handlers_see_one_run_and_count_its_tokens_once(ask: Ask) -> None:
    reply = AIMessage("a", response_metadata={"model_name": "m"})
    runs, model = Runs(), wrap(CountingChatModel(script=lambda _: reply))
    chain = (ChatPromptTemplate.from_template("{q}") | model).with_config(callbacks=[runs])
    with get_usage_metadata_callback() as usage:
        await ask(chain, {"q": "one"})
        assert usage.usage_metadata["m"]["total_tokens"] == 15
        await ask(chain, {"q": "one"})
    assert usage.usage_metadata["m"]["total_tokens"] == 15
    assert runs.started == ["one", "one"]
    assert len(runs.ended) == 2


async def test_handlers_of_the_wrapped_model_still_see_its_runs(ask: Ask) -> None:
    runs = Runs()
    model = wrap(CountingChatModel(callbacks=[runs]))
    await ask(model, CAPITAL)
    assert runs.started == [CAPITAL]


async def test_the_rate_limiter_is_waited_for_by_misses_only(ask: Ask) -> None:
    limiter = CountingLimiter()
    model = wrap(CountingChatModel(rate_limiter=limiter))
    for prompt in (CAPITAL, CAPITAL, PARAPHRASE, "Who are you?"):
        await ask(model, prompt)
    assert limiter.acquired == 2


class ExplodedError(Exception):
    pass


async def test_what_the_model_raises_reaches_the_caller_as_it_is(ask: Ask) -> None:
    error = ExplodedError("boom")
    replies: Any = iter([error, "fine"])
    model = wrap(CountingChatModel(script=lambda _: next(replies)))
    with pytest.raises(ExplodedError) as caught:
        await ask(model, CAPITAL)
    assert caught.value is error
    assert (await ask(model, CAPITAL)).content == "fine"


@pytest.mark.parametrize(
    "engine",
    [
        lambda: make_engine(store=BrokenStore()),
        lambda: StepCacheEngine(MemoryStore(), BrokenEmbedder(), [TotalsTask()]),
    ],
    ids=["store", "embedder"],
)
async def test_with_a_broken_part_the_model_answers_as_ever(ask: Ask, engine: Callable[[], StepCacheEngine]) -> None:
    model = wrap(engine=engine())
    for prompt in (CAPITAL, PARAPHRASE):
        assert (await ask(model, prompt)).content == f"You said: {prompt}"
    assert model.engine.stats().faults


async def test_editing_cold_and_warm_answers_does_not_reach_the_cache(ask: Ask) -> None:
    reply = AIMessage(["Paris", {"type": "text", "text": "!", "note": [1]}], additional_kwargs={"k": [1]})
    model = wrap(CountingChatModel(script=lambda _: reply))
    for _ in range(3):
        message = await ask(model, CAPITAL)
        assert message.text == "Paris!"
        assert message.additional_kwargs == {"k": [1]}
        assert isinstance(message.content, list)
        message.content.clear()
        message.additional_kwargs["k"].append(2)
    assert calls(model) == 1


async def test_a_warm_conversation_has_the_keys_of_the_cold_one(ask: Ask) -> None:
    model = wrap()
    for _ in range(3):
        history: list[BaseMessage] = [HumanMessage("first")]
        history.append(await ask(model, history))
        await ask(model, [*history, HumanMessage("second")])
    assert calls(model) == 2


@pytest.mark.parametrize("reason", ["length", "content_filter"])
async def test_answers_that_were_cut_off_come_through_and_are_not_stored(ask: Ask, reason: str) -> None:
    model = wrap(CountingChatModel(finish_reason=reason))
    for _ in range(2):
        assert (await ask(model, CAPITAL)).response_metadata["finish_reason"] == reason
    assert calls(model) == 2


async def test_an_answer_json_cannot_hold_comes_through_whole_and_is_not_stored(ask: Ask) -> None:
    reply = AIMessage('{"name":"Paris"}', additional_kwargs={"parsed": Capital(name="Paris")})
    model = wrap(CountingChatModel(script=lambda _: reply))
    for _ in range(2):
        assert (await ask(model, CAPITAL)).additional_kwargs["parsed"] == Capital(name="Paris")
    assert calls(model) == 2


async def test_in_shadow_the_model_always_answers(ask: Ask) -> None:
    model = wrap(shadow=True)
    for _ in range(2):
        assert (await ask(model, CAPITAL)).content == f"You said: {CAPITAL}"
    assert calls(model) == 2
    assert model.engine.stats().audits == 1


async def test_a_global_cache_neither_stands_before_the_wrapper_nor_inside_it(ask: Ask) -> None:
    other = InMemoryCache()
    set_llm_cache(other)
    model = wrap(shadow=True)
    for _ in range(2):
        await ask(model, CAPITAL)
    assert calls(model) == 2
    assert other._cache == {}


async def test_under_a_global_stepcache_of_the_same_engine_nothing_is_stored_twice(ask: Ask) -> None:
    store = MemoryStore()
    engine = make_engine(store=store)
    set_llm_cache(StepCache(engine=engine))
    model = wrap(engine=engine)
    for _ in range(2):
        await ask(model, CAPITAL)
    assert calls(model) == 1
    assert store.count("default") == 1


async def test_many_identical_requests_at_once_make_one_call() -> None:
    # https://github.com/langchain-ai/langchain/issues/23904
    model = wrap(CountingChatModel(seconds=0.05))
    messages = await asyncio.gather(*(model.ainvoke(CAPITAL) for _ in range(50)))
    assert len({message.id for message in messages}) == 50
    assert {message.content for message in messages} == {f"You said: {CAPITAL}"}
    assert calls(model) == 1
    assert [message.content for message in model.batch([CAPITAL] * 16)] == [f"You said: {CAPITAL}"] * 16
    assert calls(model) == 1


def test_an_empty_conversation_passes_by() -> None:
    model = wrap(FakeListChatModel(responses=["a", "b"]))
    assert [model.invoke([]).content for _ in range(2)] == ["a", "b"]


def test_the_wrapper_says_of_itself_what_the_wrapped_model_says() -> None:
    inner = CountingChatModel(temperature=0.5)
    model = wrap(inner)
    assert model._llm_type == inner._llm_type
    assert model._identifying_params == inner._identifying_params
    assert model._get_ls_params(model="x") == inner._get_ls_params(model="x")
    assert model.cache is False


def test_the_fakes_of_langchain_work_too() -> None:
    model = wrap(GenericFakeChatModel(messages=iter(["a", "b"])))
    assert [model.invoke(prompt).content for prompt in ("x", "x", "y")] == ["a", "a", "b"]


def test_arguments_that_cannot_work_are_named() -> None:
    with pytest.raises(ValidationError, match="namespace"):
        wrap(namespace="")
    with pytest.raises(ValidationError, match="engine"):
        StepCacheChatModel(llm=CountingChatModel(), engine=Policy())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("llm", "words"),
    [
        (CountingChatModel().with_retry(), "got RunnableRetry; wrap the model itself"),
        (CountingChatModel().with_fallbacks([CountingChatModel()]), "wrap the model itself"),
        (CountingChatModel().bind(stop=["x"]), "wrap the model itself"),
        (CountingLLM(), "got CountingLLM; for a string model use StepCacheLLM"),
        ("gpt-4o-mini", "got str; make the model first"),
        (None, "give a BaseChatModel, got NoneType"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_chat_model_is_refused_with_what_to_do(llm: Any, words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        StepCacheChatModel(llm=llm, engine=make_engine())


@pytest.mark.parametrize("engine", [".stepcache", make_cache(), None])
def test_what_is_no_engine_is_refused_with_what_to_give(engine: Any) -> None:
    with pytest.raises(ValidationError, match=r"give a StepCacheEngine, such as StepCacheEngine\(path=...\), got"):
        StepCacheChatModel(llm=CountingChatModel(), engine=engine)
