"""The default embedder: all-MiniLM-L6-v2 through onnxruntime and tokenizers, without torch."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from stepcache_core import weights
from stepcache_core.embedding.windows import Window, embed_in_windows, padded
from stepcache_core.errors import WeightsUnavailableError
from stepcache_core.store.base import Vector

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

MINILM_NAME = "all-MiniLM-L6-v2/fp32"
MINILM_DIMENSION = 384
MINILM_MAX_TOKENS = 256
RETRY_SECONDS = 60.0
"""After a failure to get the weights, how long further calls fail at once instead of trying again."""


class OnnxMiniLMEmbedder:
    """all-MiniLM-L6-v2 in float32, on one thread: about 5 ms for 20 words.

    The weights come at the first `embed` (`stepcache_core.weights`), and the graph is built from them in memory: the
    file that the sha256 was checked of is the only one that is trusted. Texts beyond 256 tokens are embedded in
    windows (`stepcache_core.embedding.windows`).

    Its `name` is that of `SentenceTransformerEmbedder()` too: the same weights give the same vectors (to 1e-6).
    """

    name = MINILM_NAME
    dimension = MINILM_DIMENSION
    max_tokens: int | None = MINILM_MAX_TOKENS

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._model: _Model | None = None
        self._failure: tuple[float, WeightsUnavailableError] | None = None

    def embed(self, texts: Sequence[str]) -> Vector:
        """Unit vectors, float32, of shape (len(texts), 384).

        Raises:
            WeightsUnavailableError: The weights could not be had.
        """
        model = self._model or self._load()
        return embed_in_windows(texts, model.tokenise, model.run, self.dimension)

    def _load(self) -> _Model:
        with self._lock:
            if self._model is None:
                if self._failure is not None and time.monotonic() - self._failure[0] < RETRY_SECONDS:
                    raise WeightsUnavailableError(str(self._failure[1]))
                try:
                    folder = weights.fetch(weights.MINILM)
                except WeightsUnavailableError as error:
                    self._failure = (time.monotonic(), error)
                    raise
                self._model = _Model(_tokeniser(folder / "tokenizer.json"), _session(folder / "model.safetensors"))
                self._failure = None
            return self._model


@dataclass(frozen=True, slots=True)
class _Model:
    tokeniser: Tokenizer
    session: InferenceSession

    def tokenise(self, text: str) -> list[Window]:
        encoding = self.tokeniser.encode(text)
        return [encoding.ids, *(rest.ids for rest in encoding.overflowing)]

    def run(self, windows: list[Window]) -> npt.NDArray[Any]:
        ids, mask = padded(windows)
        (vectors,) = self.session.run(["embedding"], {"input_ids": ids, "attention_mask": mask})
        return vectors  # type: ignore[no-any-return]


def _tokeniser(path: Path) -> Tokenizer:
    from tokenizers import Tokenizer

    tokeniser = Tokenizer.from_file(str(path))
    # The file brings settings of its own: pad to 128, cut at 128.
    tokeniser.no_padding()
    tokeniser.enable_truncation(MINILM_MAX_TOKENS)
    return tokeniser


def _session(path: Path) -> InferenceSession:
    import onnxruntime

    from stepcache_core.embedding import minilm_graph

    options = onnxruntime.SessionOptions()
    # One thread, and none that spins while it waits: a cache must leave the processors to the model it stands before.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry("session.inter_op.allow_spinning", "0")
    graph = minilm_graph.build(minilm_graph.read_safetensors(path))
    return onnxruntime.InferenceSession(graph.SerializeToString(), options, providers=["CPUExecutionProvider"])
