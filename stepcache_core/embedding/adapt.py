"""Embedders made elsewhere: LangChain's, LlamaIndex's, or a plain function."""

from __future__ import annotations

import inspect
import re
import threading
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from stepcache_core.embedding.base import Embedder
from stepcache_core.embedding.sentence_transformer import SentenceTransformerEmbedder
from stepcache_core.embedding.windows import unit
from stepcache_core.errors import InvalidArgumentError
from stepcache_core.store.base import Vector

_ACCEPTED = (
    "give an Embedder, a LangChain Embeddings, a LlamaIndex BaseEmbedding, a SentenceTransformer, "
    "or a function from a list of texts to a list of vectors"
)
_MODEL_ATTRIBUTES = ("model", "model_name", "model_id", "deployment", "repo_id")
_PLAIN_NAME = re.compile(r"[\w.@:/+-]{1,120}")


def as_embedder(embedder: object, *, name: str | None = None) -> Embedder:
    """Take an embedder of another make.

    Vectors are scaled to length 1 and checked for shape, finiteness and an unchanging dimension. The name is the
    object's class and its model (nothing else of it, so no secret); give `name` where that does not tell two
    embedders apart, as with two lambdas.

    Args:
        embedder: An `Embedder` (returned unchanged), a LangChain `Embeddings`, a LlamaIndex `BaseEmbedding`, a
            `SentenceTransformer`, or a function `list[str] -> vectors`.
        name: The embedder's name, in place of the one made from the object; not for an `Embedder`.

    Raises:
        InvalidArgumentError: It is none of these.
    """
    if isinstance(embedder, type):
        raise InvalidArgumentError(f"as_embedder({embedder.__name__}): this is a class; give an instance of it")
    if _has(embedder, "name", "dimension", "max_tokens") and callable(getattr(embedder, "embed", None)):
        return cast("Embedder", embedder)
    if _has(embedder, "encode", "max_seq_length", "similarity"):
        return SentenceTransformerEmbedder(embedder, name=name)
    for method in ("embed_documents", "get_text_embedding_batch"):
        if callable(function := getattr(embedder, method, None)):
            return AdaptedEmbedder(function, name or _name_of(embedder))
    if callable(embedder):
        return AdaptedEmbedder(embedder, name or _name_of(embedder))
    raise InvalidArgumentError(f"embedder: {type(embedder).__name__} can't embed; {_ACCEPTED}")


def _has(thing: object, *attributes: str) -> bool:
    """Whether it has them, without running a property that may load a model."""
    missing = object()
    return all(inspect.getattr_static(thing, attribute, missing) is not missing for attribute in attributes)


def _name_of(thing: object) -> str:
    function = getattr(thing, "__qualname__", None)
    kind = f"{getattr(thing, '__module__', '')}.{function}" if function else type(thing).__name__
    for attribute in _MODEL_ATTRIBUTES:
        model = getattr(thing, attribute, None)
        # An address may carry a key; a model's name is plain.
        if isinstance(model, str) and _PLAIN_NAME.fullmatch(model) and "://" not in model and "@" not in model:
            return f"{kind}/{model}"
    return kind


class AdaptedEmbedder:
    """A function from texts to vectors as an `Embedder`; as safe to share between threads as the function is."""

    def __init__(self, function: Callable[[list[str]], Any], name: str) -> None:
        self._function = function
        self._dimension: int | None = None
        self._lock = threading.Lock()
        self.name = name
        self.max_tokens: int | None = None

    @property
    def dimension(self) -> int:
        """Length of a vector; found by embedding one word if nothing was embedded yet."""
        if self._dimension is None:
            self.embed(["dimension"])
        return cast("int", self._dimension)

    def embed(self, texts: Sequence[str]) -> Vector:
        """Unit vectors, float32, of shape (len(texts), dimension); a vector of zeros stays one.

        Raises:
            InvalidArgumentError: What the function returned are not that many finite vectors of one length.
        """
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        return unit(self._checked(self._function(list(texts)), len(texts)))

    def _checked(self, result: Any, count: int) -> Any:
        if inspect.isawaitable(result):
            if inspect.iscoroutine(result):
                result.close()
            raise InvalidArgumentError(f"the embedder {self.name} is asynchronous; give a function that is not")
        try:
            vectors = np.asarray(result, np.float64)
        except (TypeError, ValueError) as error:
            raise InvalidArgumentError(
                f"the embedder {self.name} returned no vectors of one length: {error}"
            ) from error
        if vectors.ndim != 2 or vectors.shape[0] != count or vectors.shape[1] == 0:
            raise InvalidArgumentError(
                f"the embedder {self.name} returned an array of shape {vectors.shape} for {count} texts; "
                f"({count}, dimension) is wanted"
            )
        if not np.isfinite(vectors).all():
            raise InvalidArgumentError(f"the embedder {self.name} returned a vector with NaN or infinity in it")
        with self._lock:
            if self._dimension is None:
                self._dimension = vectors.shape[1]
        if vectors.shape[1] != self._dimension:
            raise InvalidArgumentError(
                f"the embedder {self.name} returned vectors of {vectors.shape[1]} numbers, earlier of {self._dimension}"
            )
        return vectors
