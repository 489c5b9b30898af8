"""Agents and graphs: `StepCacheMiddleware` in `create_agent`, and the wrapper in LangGraph, cold and then warm."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware, ModelFallbackMiddleware, ModelRetryMiddleware
from langchain.agents.structured_output import ProviderStrategy, ToolStrategy
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from pydantic import BaseModel
from typing_extensions import TypedDict

from stepcache_core import InvalidArgumentError, MissingExtraError, Outcome, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from stepcache_langchain import StepCacheChatModel
from stepcache_langchain.middleware import StepCacheMiddleware
from tests.langchain.doubles import (
    BrokenStore,
    CountingChatModel,
    LocalChatModel,
    last_text,
    make_cache,
    make_engine,
    spoil,
)
from tests.toy_task import totals

CAPITAL = "What is the capital of France?"
RAN: list[str] = []
"""The side effects of the tool."""


@tool
def weather(place: str) -> str:
    """The weather at a place."""
    RAN.append(place)
    return f"sunny in {place}"


@pytest.fixture(autouse=True)
def _nothing_ran() -> None:
    RAN.clear()


@pytest.fixture(params=["sync", "async"])
def run(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Both colours of running an agent or a graph."""

    async def ask(graph: Any, text: str, **kwargs: Any) -> dict[str, Any]:
        given = {"messages": [HumanMessage(text)]}
        result = graph.invoke(given, **kwargs) if request.param == "sync" else await graph.ainvoke(given, **kwargs)
        return dict(result)

    return ask


@pytest.fixture(params=["sync", "async"])
def shown(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """What `stream_mode="messages"` shows, in both colours."""

    async def ask(graph: Any, text: str, **kwargs: Any) -> list[BaseMessage]:
        given = {"messages": [HumanMessage(text)]}
        if request.param == "sync":
            return [chunk for chunk, _ in graph.stream(given, stream_mode="messages", **kwargs)]
        return [chunk async for chunk, _ in graph.astream(given, stream_mode="messages", **kwargs)]

    return ask


def told(messages: list[BaseMessage]) -> list[tuple[Any, ...]]:
    """Messages without ids and accounts."""
    return [
        (m.type, m.content, m.name, [(c["name"], c["args"]) for c in m.tool_calls] if isinstance(m, AIMessage) else [])
        for m in messages
    ]


def ids(messages: list[BaseMessage]) -> list[str | None]:
    return [message.id for message in messages]


def chat_graph(model: Any) -> Any:
    def answer(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    graph = StateGraph(MessagesState)
    graph.add_node("answer", answer)
    graph.add_edge(START, "answer")
    return graph.compile(checkpointer=InMemorySaver())


def react_graph(model: Any) -> Any:
    bound = model.bind_tools([weather])

    async def amodel(state: MessagesState) -> dict[str, Any]:
        return {"messages": [await bound.ainvoke(state["messages"])]}

    def call(state: MessagesState) -> dict[str, Any]:
        return {"messages": [bound.invoke(state["messages"])]}

    from langchain_core.runnables import RunnableLambda

    graph = StateGraph(MessagesState)
    graph.add_node("model", RunnableLambda(call, afunc=amodel))
    graph.add_node("tools", ToolNode([weather]))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", tools_condition)
    graph.add_edge("tools", "model")
    return graph.compile()


# -- the wrapper in graphs --------------------------------------------------------------------------------------------


async def test_a_chat_of_two_turns_is_the_same_without_the_cache_cold_and_warm(run: Any) -> None:
    inner, engine = LocalChatModel(), make_engine()
    heard = []
    for model in (LocalChatModel(), *(StepCacheChatModel(llm=inner, engine=engine) for _ in range(2))):
        graph, thread = chat_graph(model), {"config": {"configurable": {"thread_id": "1"}}}
        await run(graph, "first", **thread)
        messages = (await run(graph, "second", **thread))["messages"]
        assert len(set(ids(messages))) == 4
        heard.append(told(messages))
    assert heard[0] == heard[1] == heard[2]
    assert inner.calls == 2


async def test_two_hits_in_one_thread_lose_no_message(run: Any) -> None:
    # https://github.com/langchain-ai/langgraphjs/issues/2730
    model = StepCacheChatModel(llm=LocalChatModel(), engine=make_engine())
    model.invoke(CAPITAL)
    graph = react_graph(model)
    first = (await run(graph, "hello"))["messages"]
    again = graph.invoke({"messages": [*first, HumanMessage("hello")]})["messages"]
    assert [message.type for message in again] == ["human", "ai", "human", "ai"]
    assert len(set(ids(again))) == 4


async def test_a_react_graph_is_the_same_without_the_cache_cold_and_warm_and_its_tools_run(run: Any) -> None:
    inner, engine = LocalChatModel(), make_engine()
    heard = []
    for model in (LocalChatModel(), *(StepCacheChatModel(llm=inner, engine=engine) for _ in range(2))):
        messages = (await run(react_graph(model), "weather in Paris"))["messages"]
        assert messages[1].tool_calls[0]["id"] == messages[2].tool_call_id
        assert len(set(ids(messages))) == len(messages) == 4
        heard.append(told(messages))
    assert heard[0] == heard[1] == heard[2]
    assert inner.calls == 2
    assert RAN == ["weather in Paris"] * 3


async def test_tokens_of_a_hit_are_shown_in_chunks_of_one_id(shown: Any) -> None:
    # https://github.com/langchain-ai/langgraphjs/issues/1229
    inner = LocalChatModel()
    model = StepCacheChatModel(llm=inner, engine=make_engine())
    for _ in range(2):
        chunks = await shown(react_graph(model), "One thing.\n\nAnother thing.")
        assert len([chunk for chunk in chunks if chunk.content]) >= 2
        assert {type(chunk) for chunk in chunks} == {AIMessageChunk}
        assert len({chunk.id for chunk in chunks}) == 1
        assert "".join(str(chunk.content) for chunk in chunks) == "You said: One thing.\n\nAnother thing."
    assert inner.calls == 1


async def test_only_the_answer_is_shown_of_a_patch(shown: Any) -> None:
    replies = iter([totals(1, 2, 3), "4 -> 8\n", "4 -> 7\n"])
    model = StepCacheChatModel(llm=CountingChatModel(script=lambda _: next(replies)), engine=make_engine())
    model.invoke("Total: 1 2 3")

    def answer(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    graph = StateGraph(MessagesState).add_node("answer", answer).add_edge(START, "answer").compile()
    chunks = await shown(graph, "Total: 1 2 4")
    assert "".join(str(chunk.content) for chunk in chunks) == totals(1, 2, 4)
    assert len({chunk.id for chunk in chunks}) == 1


async def test_the_tenant_of_a_graphs_run_is_read_from_its_configuration(run: Any) -> None:
    inner = LocalChatModel()
    model = StepCacheChatModel(llm=inner, engine=make_engine(), namespace=lambda c: c["configurable"]["tenant"])
    graph = react_graph(model)
    for tenant in ("a", "a", "b"):
        await run(graph, CAPITAL, config={"configurable": {"tenant": tenant}})
    assert inner.calls == 2


# -- the middleware ---------------------------------------------------------------------------------------------------


def agent(model: Any, engine: StepCacheEngine | None = None, **parts: Any) -> Any:
    before = parts.pop("before", [])
    after = parts.pop("after", [])
    namespace = parts.pop("namespace", "default")
    middleware = [StepCacheMiddleware(engine, namespace)] if engine is not None else []
    return create_agent(model, parts.pop("tools", [weather]), middleware=[*before, *middleware, *after], **parts)


async def test_an_agent_is_the_same_without_the_cache_cold_and_warm_and_its_tools_run(run: Any) -> None:
    inner, engine = LocalChatModel(), make_engine()
    heard = []
    for made in (agent(LocalChatModel()), agent(inner, engine), agent(inner, engine)):
        messages = (await run(made, "weather in Paris"))["messages"]
        assert messages[1].tool_calls[0]["id"] == messages[2].tool_call_id
        assert len(set(ids(messages))) == len(messages) == 4
        heard.append(told(messages))
    assert heard[0] == heard[1] == heard[2]
    assert inner.calls == 2
    assert RAN == ["weather in Paris"] * 3
    assert messages[1].response_metadata["stepcache"]["outcome"] == "exact"
    assert messages[1].usage_metadata == {"input_tokens": 0, "output_tokens": 0, "total_tokens": 0}


async def test_what_is_like_an_earlier_request_calls_no_tool_on_its_account(run: Any) -> None:
    inner = LocalChatModel()
    made = agent(inner, make_engine())
    await run(made, "weather in Paris")
    await run(made, "Please, weather in Paris!")
    assert inner.calls == 4


class Report(BaseModel):
    place: str


@dataclasses.dataclass
class Place:
    place: str


class PlaceDict(TypedDict):
    place: str


@pytest.mark.parametrize(
    "response_format",
    [
        ToolStrategy(Report),
        ToolStrategy(Report, tool_message_content="noted"),
        ToolStrategy(Place),
        ToolStrategy(PlaceDict),
        ToolStrategy(Report | Place),  # type: ignore[arg-type]
        ToolStrategy({"title": "report", "type": "object", "properties": {"place": {"type": "string"}}}),
        Report,
    ],
)
async def test_structured_responses_are_made_anew_after_a_restart(run: Any, response_format: Any) -> None:
    inner, store = LocalChatModel(), MemoryStore()
    results = []
    for _ in range(2):
        made = agent(inner, StepCacheEngine(store, HashEmbedder()), tools=[], response_format=response_format)
        results.append(await run(made, "report or Report on Place in Paris"))
    cold, warm = results
    assert inner.calls == 1
    assert type(cold["structured_response"]) is type(warm["structured_response"])
    assert cold["structured_response"] == warm["structured_response"]
    assert cold["structured_response"] is not warm["structured_response"]
    assert told(cold["messages"]) == told(warm["messages"])


async def test_structured_responses_of_the_providers_own_method_are_served_too(run: Any) -> None:
    inner, engine = LocalChatModel(), make_engine()
    results = [
        await run(agent(inner, engine, tools=[], response_format=ProviderStrategy(_Joke)), "a joke") for _ in range(2)
    ]
    assert inner.calls == 1
    assert (
        results[0]["structured_response"]
        == results[1]["structured_response"]
        == _Joke(setup="a joke", punchline="a joke")
    )


async def test_how_strictly_a_schema_is_meant_and_how_it_is_described_makes_another_call(run: Any) -> None:
    inner, engine = LocalChatModel(), make_engine()
    described = dataclasses.make_dataclass("Place", [("place", str)], namespace={"__doc__": "Only a capital."})
    for response_format in (
        ProviderStrategy(_Joke),
        ProviderStrategy(_Joke, strict=True),
        ToolStrategy(Place),
        ToolStrategy(described),
    ):
        await run(agent(inner, engine, tools=[], response_format=response_format), "a joke of Place")
    assert engine.stats().outcomes == {Outcome.MISS: 4}


class _Joke(BaseModel):
    setup: str
    punchline: str


async def test_an_agent_without_tools_is_answered_from_verified_steps(run: Any) -> None:
    replies = iter([totals(1, 2, 3), "4 -> 7\n"])
    inner = CountingChatModel(script=lambda _: next(replies))
    made = agent(inner, make_engine(), tools=[], system_prompt="Add up.", name="adder")
    await run(made, "Total: 1 2 3")
    (_, message) = (await run(made, "Total: 1 2 4"))["messages"]
    assert (message.content, message.name) == (totals(1, 2, 4), "adder")
    assert message.response_metadata["stepcache"]["outcome"] == "patch"
    assert isinstance(inner.asked[-1][0], SystemMessage)
    assert "Total: 1 2 4" in last_text(inner.asked[-1])
    assert (await run(made, "Total: 1 2 4"))["messages"][1].name == "adder"
    assert inner.calls == 2


async def test_of_an_agents_answer_that_is_put_right_the_wrong_tokens_are_not_shown(shown: Any) -> None:
    replies = iter(["1 -> 1\n2 -> 4\n", "2 -> 3\n"])

    class Streaming(LocalChatModel):
        def _answer(self, *_: Any) -> AIMessage:
            return AIMessage(next(replies))

    chunks = await shown(agent(Streaming(), make_engine(), tools=[]), "Total: 1 2")
    assert "".join(str(chunk.content) for chunk in chunks) == totals(1, 2)


async def test_an_agents_tokens_are_shown_on_a_miss_and_its_message_on_a_hit(shown: Any) -> None:
    made = agent(LocalChatModel(), make_engine())
    cold, warm = await shown(made, "one two"), await shown(made, "one two")
    assert len(cold) > 2
    assert "".join(str(chunk.content) for chunk in cold) == "You said: one two"
    assert [message.content for message in warm] == ["You said: one two"]


async def test_another_frame_is_another_call(run: Any) -> None:
    engine, inner = make_engine(), LocalChatModel()
    for parts in (
        {},
        {"system_prompt": "Be brief."},
        {"tools": []},
        {"name": "other"},
        {"response_format": ToolStrategy(Report), "tools": []},
        {"response_format": ToolStrategy(Place), "tools": []},
        {"namespace": "other"},
    ):
        await run(agent(inner, engine, **parts), "hello")
    await run(agent(LocalChatModel(temperature=0.5), engine), "hello")
    assert engine.stats().outcomes[Outcome.MISS] == engine.stats().requests == 8


async def test_the_tenant_of_an_agents_run_is_read_from_its_configuration(run: Any) -> None:
    inner, engine = LocalChatModel(), make_engine()
    made = agent(inner, engine, namespace=lambda config: config["configurable"]["tenant"])
    for tenant in ("a", "a", "b"):
        await run(made, "hello", config={"configurable": {"tenant": tenant}})
    assert inner.calls == 2
    for _ in range(2):
        await run(made, "hello")
    assert inner.calls == 4
    assert engine.stats().faults == {"request: KeyError": 2}


async def test_a_retry_inside_is_run_on_a_miss_only(run: Any) -> None:
    replies: Any = iter([ConnectionError("503"), "fine"])
    inner = CountingChatModel(script=lambda _: next(replies))
    retry = ModelRetryMiddleware(max_retries=1, initial_delay=0.0, jitter=False)
    made = agent(inner, make_engine(), tools=[], after=[retry])
    for _ in range(2):
        assert (await run(made, CAPITAL))["messages"][-1].content == "fine"
    assert inner.calls == 2


async def test_inside_of_a_fallback_each_models_answers_are_its_own(run: Any) -> None:
    primary, other = CountingChatModel(model="a"), CountingChatModel(model="b", script=lambda _: "from the fallback")
    replies = iter([ConnectionError("down"), "from the primary"])
    primary.script = lambda _: next(replies)
    engine = make_engine()
    made = create_agent(primary, [], middleware=[ModelFallbackMiddleware(other), StepCacheMiddleware(engine)])
    texts = [(await run(made, "hello"))["messages"][-1].content for _ in range(3)]
    assert texts == ["from the fallback", "from the primary", "from the primary"]
    assert engine.stats().outcomes == {Outcome.MISS: 2, Outcome.EXACT: 1}


async def test_the_request_of_the_agent_is_not_changed(run: Any) -> None:
    seen: list[Any] = []

    class Watch(AgentMiddleware[Any, Any, Any]):
        def wrap_model_call(self, request: Any, handler: Any) -> Any:
            response = handler(request)
            seen.append(last_text(request.messages))
            return response

        async def awrap_model_call(self, request: Any, handler: Any) -> Any:
            response = await handler(request)
            seen.append(last_text(request.messages))
            return response

    replies = iter([totals(1, 2, 3), "4 -> 7\n"])
    made = agent(CountingChatModel(script=lambda _: next(replies)), make_engine(), tools=[], before=[Watch()])
    for prompt in ("Total: 1 2 3", "Total: 1 2 4"):
        await run(made, prompt)
    assert seen == ["Total: 1 2 3", "Total: 1 2 4"]


async def test_what_the_model_raises_reaches_the_agent(run: Any) -> None:
    made = agent(CountingChatModel(script=lambda _: ConnectionError("503")), make_engine(), tools=[])
    with pytest.raises(ConnectionError, match="503"):
        await run(made, CAPITAL)


async def test_with_a_broken_store_the_agent_answers_as_ever(run: Any) -> None:
    engine = make_engine(store=BrokenStore())
    made = agent(LocalChatModel(), engine)
    for _ in range(2):
        assert len((await run(made, "weather in Paris"))["messages"]) == 4
    assert engine.stats().faults


async def test_an_agent_whose_model_is_the_wrapper_is_cached_once(run: Any) -> None:
    inner, store = LocalChatModel(), MemoryStore()
    engine = make_engine(store=store)
    made = agent(StepCacheChatModel(llm=inner, engine=engine), engine)
    for _ in range(2):
        messages = (await run(made, "weather in Paris"))["messages"]
    assert inner.calls == 2
    assert isinstance(messages[2], ToolMessage)


def test_arguments_that_cannot_work_are_named() -> None:
    with pytest.raises(InvalidArgumentError, match="StepCacheMiddleware"):
        StepCacheMiddleware(make_engine(), "")
    for engine in (".stepcache", None, make_cache()):
        with pytest.raises(InvalidArgumentError, match=r"StepCacheMiddleware\(engine=...\): give a StepCacheEngine"):
            StepCacheMiddleware(engine)  # type: ignore[arg-type]


def test_without_langchain_the_rest_works_and_the_middleware_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['langchain'] = None\n"
        "import stepcache_langchain\n"
        "from stepcache_langchain import *\n"
        "try:\n"
        "    from stepcache_langchain import StepCacheMiddleware\n"
        "except ImportError as error:\n"
        "    print(type(error).__name__, error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"{MissingExtraError.__name__} the package 'langchain' is not installed")
    assert "pip install 'stepcache[agents]'" in done.stdout


def test_the_middleware_is_there_with_langchain() -> None:
    import stepcache_langchain

    assert stepcache_langchain.StepCacheMiddleware is StepCacheMiddleware
    with pytest.raises(AttributeError, match="Nothing"):
        _ = stepcache_langchain.Nothing


async def test_a_record_that_cannot_be_read_is_answered_by_the_model_and_written_anew(run: Any) -> None:
    inner, store = LocalChatModel(), MemoryStore()
    made = agent(inner, make_engine(store=store))
    await run(made, "hello")
    spoil(store)
    for _ in range(2):
        assert (await run(made, "hello"))["messages"][1].content == "You said: hello"
    assert inner.calls == 2


async def test_a_structured_response_that_did_not_fit_is_not_kept(run: Any) -> None:
    def call(**args: Any) -> AIMessage:
        return AIMessage("", tool_calls=[{"name": "Report", "args": args, "id": f"call_{len(args)}"}])

    replies = iter([call(), call(place="Paris"), call(place="Paris")])

    class Scripted(LocalChatModel):
        def _answer(self, *_: Any) -> AIMessage:
            return next(replies)

    inner = Scripted()
    made = agent(inner, make_engine(), tools=[], response_format=ToolStrategy(Report))
    lengths = []
    for _ in range(3):
        result = await run(made, "report")
        assert result["structured_response"] == Report(place="Paris")
        lengths.append(len(result["messages"]))
    assert lengths == [5, 3, 3]
    assert inner.calls == 3


async def test_tokens_of_an_agent_round_the_wrapper_are_shown_on_a_hit_too(shown: Any) -> None:
    inner = LocalChatModel()
    made = create_agent(StepCacheChatModel(llm=inner, engine=make_engine()), [weather])
    for _ in range(2):
        chunks = await shown(made, "One thing.\n\nAnother thing.")
        assert len([chunk for chunk in chunks if chunk.content]) >= 2
        assert len({chunk.id for chunk in chunks}) == 1
        assert "".join(str(chunk.content) for chunk in chunks) == "You said: One thing.\n\nAnother thing."
    assert inner.calls == 1
