"""Query engines, chat engines and rerankers over real indexes, with a scripted LLM; and one with a real one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("llama_index.llms.openai_like", reason="LlamaIndex and its OpenAI integrations are not installed")

from llama_index.core import SimpleDirectoryReader, VectorStoreIndex
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.bridge.pydantic import PrivateAttr
from llama_index.core.chat_engine.types import ChatMode
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.postprocessor import LLMRerank
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
from llama_index.llms.openai_like import OpenAILike

from stepcache_core import Policy, StepCacheEngine, weights
from stepcache_core.embedding.base import Embedder
from stepcache_core.embedding.onnx_minilm import OnnxMiniLMEmbedder
from stepcache_core.errors import WeightsUnavailableError
from stepcache_core.local_model import LocalModel
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from stepcache_llamaindex import StepCacheLLM
from tests.llamaindex.doubles import ScriptedLLM, wrap

QUESTION = "How high is the tower of Alba?"
POLITE = "Please, how high is the tower of Alba? Thanks!"
FACTS = ["The tower of Alba is 41 metres high.", "The bridge of Berta is 90 metres long."]


class Embedding(BaseEmbedding):
    """LlamaIndex's face of an embedder of ours."""

    _embedder: Any = PrivateAttr()

    def __init__(self, embedder: Embedder) -> None:
        super().__init__(model_name=embedder.name)
        self._embedder = embedder

    def _get_text_embedding(self, text: str) -> list[float]:
        return [float(number) for number in self._embedder.embed([text])[0]]

    _get_query_embedding = _get_text_embedding

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)


class SeenEmbedder(HashEmbedder):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def embed(self, texts: Sequence[str]) -> Any:
        self.seen += texts
        return super().embed(texts)


def reads(messages: Sequence[ChatMessage]) -> str:
    """Answers from the context only: the first sentence of all messages with a word of the query in it."""
    text = " ".join(str(message.content) for message in messages)
    found = [part for part in text.replace("\n", " ").split(".") if "Alba is" in part]
    return f"{found[0].split('tower of')[-1].strip()}." if found else "I don't know."


def make(script: Any = reads) -> tuple[ScriptedLLM, Any, SeenEmbedder]:
    inner, embedder = ScriptedLLM(script), SeenEmbedder()
    llm = wrap(inner, engine=StepCacheEngine(MemoryStore(), embedder, [], Policy(min_similarity=0.5)))
    return inner, llm, embedder


def index(facts: Sequence[str] = FACTS) -> VectorStoreIndex:
    return VectorStoreIndex([TextNode(text=fact) for fact in facts], embed_model=Embedding(HashEmbedder()))


def outcomes(llm: Any) -> dict[str, int]:
    return {outcome.value: count for outcome, count in llm._stepcache.engine.stats().outcomes.items()}


def test_a_repeated_and_a_rephrased_query_cost_nothing() -> None:
    """https://github.com/run-llama/llama_index/issues/14995 and /12411."""
    inner, llm, embedder = make()
    engine = index().as_query_engine(llm=llm)
    first = str(engine.query(QUESTION))
    assert "41" in first
    assert str(engine.query(QUESTION)) == first
    assert str(engine.query(POLITE)) == first
    assert inner.calls == 1
    assert embedder.seen == [QUESTION, POLITE]


@pytest.mark.parametrize("mode", ["compact", "refine", "tree_summarize", "accumulate"])
async def test_hits_and_misses_end_in_every_response_mode_in_both_colours(mode: Any) -> None:
    """https://github.com/run-llama/llama_index/issues/10645."""
    inner, llm, _ = make()
    engine = index().as_query_engine(llm=llm, response_mode=mode)
    first = str(engine.query(QUESTION))
    calls = inner.calls
    assert str(await engine.aquery(QUESTION)) == first
    assert str(engine.query(QUESTION)) == first
    assert inner.calls == calls


def test_a_streaming_query_engine_streams_on_a_miss_and_on_a_hit() -> None:
    inner, llm, _ = make()
    engine = index().as_query_engine(llm=llm, streaming=True)
    texts = ["".join(engine.query(QUESTION).response_gen) for _ in range(2)]
    assert texts[0] == texts[1]
    assert "41" in texts[0]
    assert inner.calls == 1


def test_a_changed_document_never_gives_the_old_answer() -> None:
    """https://github.com/HKUDS/LightRAG/pull/2881."""
    inner, llm, _ = make()
    assert "41" in str(index().as_query_engine(llm=llm).query(QUESTION))
    changed = ["The tower of Alba is 43 metres high.", FACTS[1]]
    for query in (QUESTION, POLITE):
        assert "43" in str(index(changed).as_query_engine(llm=llm).query(query))
    assert "don't know" in str(index([FACTS[1]]).as_query_engine(llm=llm).query(QUESTION))
    assert inner.calls == 3


def test_questions_over_one_context_do_not_share_an_answer() -> None:
    """https://github.com/BerriAI/litellm/issues/12234, mongodb-developer/GenAI-Showcase/issues/10."""
    inner, llm, _ = make(lambda messages: f"answer {len(inner.asked)}")
    engine = index().as_query_engine(llm=llm, similarity_top_k=2)
    answers = [str(engine.query(f"What does the text say of {thing}?")) for thing in ("Alba", "Berta", "41", "90")]
    assert answers == ["answer 1", "answer 2", "answer 3", "answer 4"]


@pytest.mark.parametrize("mode", [ChatMode.CONTEXT, ChatMode.CONDENSE_PLUS_CONTEXT, ChatMode.CONDENSE_QUESTION])
async def test_a_chat_engine_s_context_counts_wherever_it_stands(mode: ChatMode) -> None:
    """Some put it in the system message; https://github.com/HKUDS/LightRAG/pull/2881."""
    inner, llm, _ = make()
    for _ in range(2):
        assert "41" in str(index().as_chat_engine(chat_mode=mode, llm=llm).chat(QUESTION))
    calls = inner.calls
    assert "41" in str(await index().as_chat_engine(chat_mode=mode, llm=llm).achat(QUESTION))
    streamed = index().as_chat_engine(chat_mode=mode, llm=llm).stream_chat(QUESTION)
    assert "41" in "".join(streamed.response_gen)
    assert inner.calls == calls
    changed = index(["The tower of Alba is 43 metres high.", FACTS[1]])
    assert "43" in str(changed.as_chat_engine(chat_mode=mode, llm=llm).chat(QUESTION))


def test_a_reranker_is_answered_again_and_no_embedding_sees_its_documents() -> None:
    inner, llm, embedder = make(lambda _: "Doc: 2, Relevance: 9")
    nodes = [NodeWithScore(node=TextNode(text=fact), score=0.5) for fact in FACTS]
    ranker = LLMRerank(llm=llm, top_n=1)
    for query in (QUESTION, QUESTION, POLITE):
        (best,) = ranker.postprocess_nodes(nodes, QueryBundle(query))
        assert best.text == FACTS[1]
    # Its template says "respond with", so it may be about the wording: there only the same query is the same.
    assert inner.calls == 2
    assert embedder.seen == []


# -- with a real model ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def local() -> Iterator[LocalModel]:
    if find_spec("xllamacpp") is None:
        pytest.skip("xllamacpp is not installed")
    try:
        weights.fetch(weights.QWEN_CODER_05B)
        OnnxMiniLMEmbedder().embed(["loads"])
    except WeightsUnavailableError as error:
        pytest.skip(f"the weights of the 0.5B model or the embedder cannot be had: {error}")
    with LocalModel(context=1024) as model:
        yield model


def test_an_application_over_a_folder_of_texts_with_a_real_model(local: LocalModel, tmp_path: Path) -> None:
    embedder = OnnxMiniLMEmbedder()
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "alba.txt").write_text("The tower of Alba is 41 metres high. It was built in 1704.")
    (folder / "berta.txt").write_text("The bridge of Berta is 90 metres long. It was built in 1911.")
    inner = OpenAILike(
        api_base=local.base_url, model=local.model_name, api_key="none", temperature=0, max_tokens=24,
        is_chat_model=True, context_window=1024, timeout=120,
    )  # fmt: skip
    with StepCacheEngine(path=tmp_path / "cache", embedder=embedder) as engine:
        llm = StepCacheLLM(llm=inner, engine=engine)

        def ask(question: str) -> tuple[str, str]:
            before = outcomes(llm)
            documents = SimpleDirectoryReader(str(folder)).load_data()
            made = VectorStoreIndex.from_documents(documents, embed_model=Embedding(embedder))
            answer = str(made.as_query_engine(llm=llm, similarity_top_k=1).query(question))
            (outcome,) = {name for name, count in outcomes(llm).items() if count != before.get(name, 0)}
            return answer, outcome

        first, outcome = ask(QUESTION)
        assert "41" in first
        assert outcome == "miss"
        assert ask(QUESTION) == (first, "exact")
        assert ask(POLITE) == (first, "reuse")
        (folder / "alba.txt").write_text("The tower of Alba is 57 metres high. It was built in 1704.")
        changed, outcome = ask(QUESTION)
        assert "57" in changed
        assert "41" not in changed
        assert outcome in {"miss", "skip"}
        high, outcome = ask("Is the tower of Alba higher than 50 metres?")
        assert outcome == "skip"
        other, outcome = ask("Is the tower of Alba higher than 60 metres?")
        assert outcome == "skip", "a number in the question has changed, so the model is asked"
        assert high
        assert other
        assert engine.stats().model_calls == 4
