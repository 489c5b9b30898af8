"""Integrations of other makes, on a mocked wire."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("llama_index.llms.openai_like", reason="LlamaIndex and its OpenAI integrations are not installed")

from llama_index.core.base.llms.types import ThinkingBlock
from llama_index.core.prompts import PromptTemplate

from tests.llamaindex.doubles import make_engine, openai, user, wrap
from tests.llamaindex.providers import USAGE, Wire

QUESTION, PARAPHRASE = "What is the capital of France?", "Please, what is the capital of France?"


def anthropic(wire: Wire) -> Any:
    module = pytest.importorskip("llama_index.llms.anthropic", reason="llama-index-llms-anthropic is not installed")
    from anthropic import Anthropic, AsyncAnthropic

    llm = module.Anthropic(model="claude-3-7-sonnet-20250219", api_key="sk-ant-SECRET")
    llm._client = Anthropic(api_key="sk-ant-SECRET", http_client=wire.sync_client())
    llm._aclient = AsyncAnthropic(api_key="sk-ant-SECRET", http_client=wire.async_client())
    return llm


def ollama(wire: Wire) -> Any:
    module = pytest.importorskip("llama_index.llms.ollama", reason="llama-index-llms-ollama is not installed")
    from ollama import AsyncClient, Client

    client, aclient = Client(host="http://wire"), AsyncClient(host="http://wire")
    client._client, aclient._client = wire.sync_client(), wire.async_client()
    return module.Ollama(model="qwen", client=client, async_client=aclient)


def langchain(wire: Wire) -> Any:
    module = pytest.importorskip("llama_index.llms.langchain", reason="llama-index-llms-langchain is not installed")
    chat = pytest.importorskip("langchain_openai", reason="langchain-openai is not installed")
    model = chat.ChatOpenAI(
        model="gpt-4o-mini",
        api_key="sk-SECRET",
        base_url="http://wire/v1",
        http_client=wire.sync_client(),
        http_async_client=wire.async_client(),
    )
    return module.LangChainLLM(model)


PROVIDERS = pytest.mark.parametrize("make", [anthropic, ollama, langchain], ids=lambda make: make.__name__)


@PROVIDERS
def test_it_sends_and_gives_what_the_bare_llm_does_and_then_nothing_more(make: Any) -> None:
    bare_wire, wire = Wire(), Wire()
    bare, llm = make(bare_wire), wrap(make(wire))
    for act in (
        lambda one: one.chat(user(QUESTION)),
        lambda one: one.complete(QUESTION),
        lambda one: asyncio.run(one.achat(user(QUESTION))),
        lambda one: one.predict(PromptTemplate("{x}?"), x="Where"),
    ):
        expected = act(bare)
        cold, sent = act(llm), wire.calls
        warm = act(llm)
        for given in (cold, warm):
            assert type(given) is type(expected)
            assert getattr(given, "message", given) == getattr(expected, "message", expected)
            assert repr(getattr(given, "raw", None)) == repr(getattr(expected, "raw", None))
        assert wire.calls == sent
    assert [body for body in wire.sent if body in bare_wire.sent] == wire.sent
    assert isinstance(llm, type(bare))


@PROVIDERS
def test_a_paraphrase_is_served(make: Any) -> None:
    wire = Wire()
    llm = wrap(make(wire))
    first = llm.chat(user(QUESTION)).message.content
    assert llm.chat(user(PARAPHRASE)).message.content == first
    assert wire.calls == 1


def test_ollama_s_key_is_the_same_before_and_after_it_asked_its_server_for_the_window() -> None:
    wire = Wire()
    llm = wrap(ollama(wire))
    assert llm.context_window == -1
    llm.chat(user(QUESTION))
    assert llm.context_window == 4096
    llm.chat(user(QUESTION))
    other = wrap(ollama(wire), engine=llm._stepcache.engine)
    other.chat(user(QUESTION))
    assert wire.calls == 1


def test_anthropic_s_own_response_class_comes_back() -> None:
    llm = wrap(anthropic(Wire()))
    first, second = llm.chat(user(QUESTION)), llm.chat(user(QUESTION))
    assert type(second).__name__ == "AnthropicChatResponse"
    assert second == first
    assert second.raw["usage"].input_tokens == 11


def test_langchain_s_model_counts_with_its_settings_and_is_there_as_before() -> None:
    wire, engine = Wire(), make_engine()
    first = langchain(wire)
    llm = wrap(first, engine=engine)
    assert llm.llm is first.llm
    llm.chat(user(QUESTION))
    warmer = langchain(wire)
    warmer.llm.temperature = 0.9
    wrap(warmer, engine=engine).chat(user(QUESTION))
    wrap(langchain(wire), engine=engine).chat(user(QUESTION))
    assert wire.calls == 2


@pytest.mark.parametrize("make", [openai, ollama], ids=["openai", "ollama"])
def test_an_answer_with_reasoning_serves_the_same_request_only(make: Any) -> None:
    wire = Wire(reasoning="Let me think.")
    llm = wrap(make(wire))
    first = llm.chat(user(QUESTION))
    second = llm.chat(user(QUESTION))
    assert any(isinstance(block, ThinkingBlock) for block in first.message.blocks)
    assert second.message == first.message
    assert wire.calls == 1
    llm.chat(user(PARAPHRASE))
    assert wire.calls == 2


def test_usage_is_read_wherever_a_provider_puts_it() -> None:
    for make, expected in ((openai, USAGE["total_tokens"]), (ollama, 15), (anthropic, 15)):
        llm = wrap(make(Wire()))
        llm.chat(user(QUESTION))
        assert llm._stepcache.engine.stats().spent.total_tokens == expected
