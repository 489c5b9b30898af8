"""What LlamaIndex's users reported of caches and wrappers, as far as no other file here has it as a test.

Elsewhere: repeated, rephrased and changed RAG (test_rag.py), events and token counts (test_events.py), responses as
JSON (test_responses.py), copies and pickles (test_llm.py), a loop that must not stall (test_concurrency.py), and the
wire of every operation (test_table.py), which holds `run-llama/llama_index#16208`, `#18232` and `#18228`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("llama_index.llms.openai_like", reason="LlamaIndex and its OpenAI integrations are not installed")

from llama_index.core.agent.workflow import AgentWorkflow, CodeActAgent, FunctionAgent, ReActAgent
from llama_index.core.base.llms.types import ChatMessage, ToolCallBlock
from llama_index.core.prompts import PromptTemplate
from llama_index.core.tools import FunctionTool
from pydantic import BaseModel

from stepcache_core import Policy, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from tests.llamaindex.doubles import ScriptedLLM, make_engine, openai, user, wrap
from tests.llamaindex.providers import Wire

QUESTION, PARAPHRASE = "What is the capital of France?", "Please, what is the capital of France?"
ROOT = Path(__file__).parents[2]


class Colour(BaseModel):
    """A colour."""

    name: str
    weight: int


def paint(name: str, weight: int) -> str:
    """Paint something."""
    return f"painted {name} with {weight}"


TOOL = FunctionTool.from_defaults(paint)


# https://github.com/run-llama/llama_index/issues/12082
@pytest.mark.parametrize(("reuse_paraphrases", "calls"), [(True, 1), (False, 2)])
def test_2_reuse_of_what_is_merely_rephrased_can_be_switched_off(reuse_paraphrases: bool, calls: int) -> None:
    inner = ScriptedLLM()
    policy = Policy(min_similarity=0.5, reuse_paraphrases=reuse_paraphrases)
    llm = wrap(inner, engine=StepCacheEngine(MemoryStore(), HashEmbedder(), [], policy))
    for text in (QUESTION, QUESTION, PARAPHRASE):
        llm.chat(user(text))
    assert inner.calls == calls


PROGRAM = """
import sys
from stepcache_core import StepCacheEngine
from stepcache_core.testing import HashEmbedder
from tests.llamaindex.doubles import ScriptedLLM, openai, user, wrap
from tests.llamaindex.providers import Wire
wire = Wire()
with StepCacheEngine(path=sys.argv[1], embedder=HashEmbedder(), tasks=[]) as engine:
    llm = wrap(openai(wire), engine=engine)
    print(llm.chat(user("What is the capital of France?"), logit_bias={"7": 1}).raw.usage.total_tokens, wire.calls)
"""


# https://github.com/run-llama/llama_index/issues/6759, /8178, /3529, https://github.com/zilliztech/GPTCache/issues/554
def test_5_an_answer_outlives_the_process(tmp_path: Path) -> None:
    def run() -> str:
        command = [sys.executable, "-c", PROGRAM, str(tmp_path / "cache")]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout.strip()

    assert [run(), run()] == ["15 1", "15 0"]


# https://github.com/run-llama/llama_index/issues/20026
async def test_9_an_agent_with_an_output_class_gives_it_again_without_the_model() -> None:
    wire = Wire()
    llm = wrap(openai(wire))
    results = []
    for _ in range(2):
        agent = FunctionAgent(tools=[TOOL], llm=llm, output_cls=Colour)
        results.append((await agent.run(user_msg="Paint it")).get_pydantic_model(Colour))
    assert results == [Colour(name="blue", weight=7)] * 2
    assert wire.calls == 3


# https://github.com/run-llama/llama_index/issues/17978, /18363, /11013
@pytest.mark.parametrize("tool_required", [False, True])
async def test_11_12_13_a_replayed_tool_call_is_whole_and_the_same_in_all_four_ways(tool_required: bool) -> None:
    async def ways(llm: Any) -> list[Any]:
        def ask() -> dict[str, Any]:
            return {"tools": [TOOL], "user_msg": "Paint it", "tool_required": tool_required}

        chunks = list(llm.stream_chat_with_tools(**ask()))
        achunks = [chunk async for chunk in await llm.astream_chat_with_tools(**ask())]
        assert all(not chunk.delta for chunk in (*chunks, *achunks))
        whole, awhole = llm.chat_with_tools(**ask()), await llm.achat_with_tools(**ask())
        return [whole, awhole, chunks[-1], achunks[-1]]

    wire = Wire()
    llm = wrap(openai(wire))
    for response in [*(await ways(llm)), *(await ways(llm))]:
        (call,) = llm.get_tool_calls_from_response(response)
        assert (call.tool_id, call.tool_name, call.tool_kwargs) == ("call_1", "paint", {"name": "blue", "weight": 7})
        (block,) = [block for block in response.message.blocks if isinstance(block, ToolCallBlock)]
        assert json.loads(str(block.tool_kwargs)) == {"name": "blue", "weight": 7}
    assert wire.calls == 1
    assert wire.sent[0][1]["tool_choice"] == ("required" if tool_required else "auto")


def test_another_tool_schema_or_another_choice_of_tool_is_another_request() -> None:
    def scrub(name: str, times: int = 1) -> str:
        """Scrub something."""
        return name

    wire = Wire()
    llm = wrap(openai(wire))
    for tools, required in (
        ([TOOL], False),
        ([TOOL], True),
        ([FunctionTool.from_defaults(scrub)], False),
        ([TOOL], False),
    ):
        llm.chat_with_tools(tools, user_msg="Paint it", tool_required=required)
    assert wire.calls == 3


# https://github.com/run-llama/llama_index/issues/18632
@pytest.mark.parametrize("streaming", [False, True])
async def test_23_a_react_agent_works_streaming_and_not(streaming: bool) -> None:
    def script(messages: Sequence[ChatMessage]) -> str:
        if "Observation" in str(messages[-1].content):
            return "Thought: I can answer without using any more tools.\nAnswer: It is painted."
        return 'Thought: I need a tool.\nAction: paint\nAction Input: {"name": "blue", "weight": 7}'

    inner = ScriptedLLM(script)
    llm = wrap(inner)
    for _ in range(2):
        result = await ReActAgent(tools=[TOOL], llm=llm, streaming=streaming).run(user_msg="Paint it")
        assert str(result) == "It is painted."
        assert [str(call.tool_output) for call in result.tool_calls] == ["painted blue with 7"]
    assert inner.calls == 2


async def test_a_code_agent_and_a_workflow_of_agents_run_again_without_the_model() -> None:
    async def execute(code: str) -> str:
        return f"ran {code.strip()}"

    wire = Wire()
    llm = wrap(openai(wire))
    texts = []
    for _ in range(2):
        wire.content = "Done."
        coder = CodeActAgent(code_execute_fn=execute, llm=llm, tools=[paint])
        flow = AgentWorkflow.from_tools_or_functions([paint], llm=llm)
        texts.append([str(await coder.run(user_msg="Code it")), str(await flow.run(user_msg="Paint it"))])
        if len(texts) == 1:
            calls = wire.calls
    assert texts[0] == texts[1] == ["Done.", "Done."]
    assert wire.calls == calls > 0


# https://github.com/run-llama/llama_index/issues/18104
@pytest.mark.parametrize("tools", [False, True])
async def test_24_the_first_chunk_of_a_miss_is_there_before_the_last_is_made(tools: bool) -> None:
    wire = Wire()
    llm = wrap(openai(wire))
    stream = llm.stream_chat_with_tools([TOOL], user_msg="Paint it") if tools else llm.stream_chat(user(QUESTION))
    next(stream)
    early = wire.pieces
    assert len(list(stream)) > 2
    assert wire.pieces >= early + 3
    wire.pieces, llm = 0, wrap(openai(wire))
    astream = await (
        llm.astream_chat_with_tools([TOOL], user_msg="Paint it") if tools else llm.astream_chat(user(QUESTION))
    )
    await anext(astream)
    early = wire.pieces
    assert len([chunk async for chunk in astream]) > 2
    assert wire.pieces >= early + 3


# https://github.com/run-llama/llama_index/issues/18450
def test_25_the_system_prompt_is_sent_with_structured_output_and_counts() -> None:
    wire, engine = Wire(), make_engine()
    template = PromptTemplate("Which colour is {thing}?")
    for system in ("Be brief.", "Be verbose.", "Be brief."):
        llm = wrap(openai(wire, system_prompt=system), engine=engine)
        assert llm.structured_predict(Colour, template, thing="the sky") == Colour(name="blue", weight=7)
    assert [body["messages"][0]["content"] for _, body in wire.sent] == ["Be brief.", "Be verbose."]


# https://github.com/HKUDS/LightRAG/pull/2881
def test_26_another_model_is_another_answer() -> None:
    engine = make_engine()
    inners = [ScriptedLLM(model=model) for model in ("a", "b")]
    for inner in (*inners, *inners):
        wrap(inner, engine=engine).chat(user(QUESTION))
    assert [inner.calls for inner in inners] == [1, 1]


# https://github.com/langchain-ai/langchain/issues/29003
@pytest.mark.parametrize("model", ["gpt-4o-mini", "gpt-3.5-turbo"])
async def test_29_structured_output_comes_back_as_the_class_asked_for(model: str) -> None:
    wire = Wire()
    llm = wrap(openai(wire, model))
    template = PromptTemplate("Which colour is {thing}?")
    for _ in range(2):
        assert type(llm.structured_predict(Colour, template, thing="the sky")) is Colour
        assert type(await llm.astructured_predict(Colour, template, thing="the sky")) is Colour
        assert type(llm.as_structured_llm(Colour).complete("the sky").raw) is Colour
    assert wire.calls == 2


def test_a_class_with_other_fields_and_the_same_name_is_another_schema() -> None:
    wire = Wire()
    llm = wrap(openai(wire))
    other = type("Colour", (BaseModel,), {"__annotations__": {"name": str}, "__doc__": "A colour."})
    template = PromptTemplate("Which colour is {thing}?")
    llm.structured_predict(Colour, template, thing="the sky")
    llm.structured_predict(other, template, thing="the sky")
    assert wire.calls == 2


# https://github.com/run-llama/llama_index/pull/21894, /pull/21235
def test_28_nothing_of_llamaindex_is_patched() -> None:
    from llama_index.core.llms import LLM
    from llama_index.llms.openai import OpenAI

    before = {
        name: getattr(kind, name) for kind in (LLM, OpenAI) for name in ("chat", "achat", "predict", "stream_chat")
    }
    wrap(openai(Wire())).chat(user(QUESTION))
    assert before == {name: getattr(kind, name) for kind in (LLM, OpenAI) for name in before}
