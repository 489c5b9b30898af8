"""Embedders of another make: LangChain's, LlamaIndex's, functions, and what can embed nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import pytest

from stepcache_core.embedding import OnnxMiniLMEmbedder, SentenceTransformerEmbedder, as_embedder
from stepcache_core.errors import InvalidArgumentError


def plain(texts: list[str]) -> list[list[float]]:
    """A function as users have them."""
    return [[float(len(text)), 1.0] for text in texts]


# Embedders of another make


class WithDocuments:
    """As LangChain's `Embeddings`."""

    model = "some-model"
    api_key = "sk-secret"

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[float(len(text)), 1.0] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


class WithBatch:
    """As LlamaIndex's `BaseEmbedding`."""

    model_name = "https://user:password@example.org/model"

    def get_text_embedding_batch(self, texts: list[str], show_progress: bool = False) -> list[list[float]]:
        return [[0.0, 3.0] for _ in texts]

    def __call__(self, nodes: Sequence[object]) -> Sequence[object]:
        return nodes


def test_langchain_embeddings_are_accepted_under_class_and_model() -> None:
    embedder = as_embedder(WithDocuments())

    assert embedder.name == "WithDocuments/some-model"
    assert embedder.dimension == 2
    assert embedder.embed(["abc"])[0] == pytest.approx(np.array([3.0, 1.0]) / math.sqrt(10.0))


def test_llamaindex_embeddings_are_accepted_and_an_address_is_no_name() -> None:
    embedder = as_embedder(WithBatch())

    assert embedder.name == "WithBatch"
    assert embedder.embed(["a", "b"]).tolist() == [[0.0, 1.0], [0.0, 1.0]]


@pytest.mark.parametrize(
    ("module", "maker", "size"),
    [
        ("langchain_core.embeddings", "DeterministicFakeEmbedding", "size"),
        ("llama_index.core.embeddings", "MockEmbedding", "embed_dim"),
    ],
)
def test_the_frameworks_own_embeddings_are_accepted(module: str, maker: str, size: str) -> None:
    foreign = getattr(pytest.importorskip(module), maker)(**{size: 8})

    embedder = as_embedder(foreign)

    assert embedder.name.startswith(maker)
    assert embedder.dimension == 8
    assert embedder.embed(["a", "b"]).shape == (2, 8)


def test_an_embedder_is_returned_as_it_is_without_loading_it() -> None:
    onnx, torch = OnnxMiniLMEmbedder(), SentenceTransformerEmbedder("no/such/model")

    assert as_embedder(onnx) is onnx
    assert as_embedder(torch) is cast("Any", torch)


def test_a_function_is_named_by_its_place_or_as_the_caller_says() -> None:
    assert as_embedder(plain).name == f"{__name__}.plain"
    assert as_embedder(plain, name="mine").name == "mine"


def test_a_vector_of_zeros_stays_one() -> None:
    assert as_embedder(lambda texts: [[0.0, 0.0]]).embed(["a"]).tolist() == [[0.0, 0.0]]


@pytest.mark.parametrize(
    ("result", "complaint"),
    [
        ([[1.0, math.nan]], "NaN"),
        ([[math.inf, 1.0]], "infinity"),
        ([[1.0], [2.0]], "shape"),
        ([1.0], "shape"),
        ([[]], "shape"),
        (None, "returned"),
        ([["x"]], "no vectors"),
        ([[1.0, 2.0], [1.0]], "no vectors"),
    ],
)
def test_what_are_no_vectors_is_refused(result: Any, complaint: str) -> None:
    with pytest.raises(InvalidArgumentError, match=complaint):
        as_embedder(lambda texts: result).embed(["one text"])


def test_a_dimension_that_changes_is_refused() -> None:
    embedder = as_embedder(lambda texts: [[1.0] * len(texts[0])])
    embedder.embed(["ab"])

    with pytest.raises(InvalidArgumentError, match="vectors of 3 numbers, earlier of 2"):
        embedder.embed(["abc"])


def test_an_asynchronous_function_is_refused() -> None:
    async def embed(texts: list[str]) -> list[list[float]]:
        return plain(texts)

    with pytest.raises(InvalidArgumentError, match="asynchronous"):
        as_embedder(embed).embed(["text"])


@pytest.mark.parametrize("thing", [None, 3, "all-MiniLM-L6-v2", object(), OnnxMiniLMEmbedder, WithDocuments])
def test_what_cannot_embed_is_refused_with_the_fix(thing: object) -> None:
    with pytest.raises(InvalidArgumentError, match="give an"):
        as_embedder(thing)


def test_a_model_that_is_neither_name_nor_folder_nor_model_is_refused() -> None:
    with pytest.raises(InvalidArgumentError, match="give a model's name"):
        SentenceTransformerEmbedder(3)
