"""Texts as vectors: the contract, the default embedder, and ways to bring another."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stepcache_core.embedding.adapt import as_embedder
    from stepcache_core.embedding.base import Embedder
    from stepcache_core.embedding.onnx_minilm import OnnxMiniLMEmbedder
    from stepcache_core.embedding.sentence_transformer import SentenceTransformerEmbedder

__all__ = ["Embedder", "OnnxMiniLMEmbedder", "SentenceTransformerEmbedder", "as_embedder"]

_HOMES = {
    "Embedder": "base",
    "OnnxMiniLMEmbedder": "onnx_minilm",
    "SentenceTransformerEmbedder": "sentence_transformer",
    "as_embedder": "adapt",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
