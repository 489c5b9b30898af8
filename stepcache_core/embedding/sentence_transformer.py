"""Any Sentence-Transformers model as an embedder, for those who have torch."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from stepcache_core import weights
from stepcache_core.embedding.onnx_minilm import MINILM_DIMENSION, MINILM_MAX_TOKENS, MINILM_NAME
from stepcache_core.embedding.windows import Window, embed_in_windows, padded, unit
from stepcache_core.errors import InvalidArgumentError, MissingExtraError
from stepcache_core.store.base import Vector

_DEFAULT_MODELS = frozenset({"all-MiniLM-L6-v2", "sentence-transformers/all-MiniLM-L6-v2"})


class SentenceTransformerEmbedder:
    """A Sentence-Transformers model; texts beyond its window are embedded in windows.

    The default model is loaded from the very file that `OnnxMiniLMEmbedder` uses, runs in float32 on the CPU, and
    has its name: a folder made with one can be opened with the other. Any other model is called
    `sentence-transformers/<name>`. Give `name` where that does not tell two models apart: two folders of one name,
    or one that was trained further.

    Args:
        model: A model's name, the path of its folder, or a loaded `SentenceTransformer`.
        name: The embedder's name, in place of the one made from `model`.

    Raises:
        MissingExtraError: The package `sentence-transformers` is not installed; raised at first use.
        InvalidArgumentError: `model` is none of these; or, at first use, it has a window but no fast tokeniser.
    """

    def __init__(self, model: Any = "all-MiniLM-L6-v2", *, name: str | None = None) -> None:
        self._is_default = isinstance(model, str) and model in _DEFAULT_MODELS
        if not isinstance(model, str | Path) and not callable(getattr(model, "encode", None)):
            raise InvalidArgumentError(
                "SentenceTransformerEmbedder(model=...): give a model's name, a folder or a SentenceTransformer, "
                f"got {type(model).__name__}"
            )
        self._source = model
        self._lock = threading.Lock()
        self._tokeniser_lock = threading.Lock()
        self._model: Any = None
        self._dimension = MINILM_DIMENSION if self._is_default else None
        self.name = name or (MINILM_NAME if self._is_default else f"sentence-transformers/{_short_name(model)}")

    @property
    def dimension(self) -> int:
        """Length of a vector; loads the model, unless it is the default one."""
        if self._dimension is None:
            self._dimension = int(self._loaded().encode(["dimension"], show_progress_bar=False).shape[-1])
        return self._dimension

    @property
    def max_tokens(self) -> int | None:
        """The model's window; loads the model, unless it is the default one."""
        return MINILM_MAX_TOKENS if self._is_default else _window_of(self._loaded())

    def embed(self, texts: Sequence[str]) -> Vector:
        """Unit vectors, float32, of shape (len(texts), dimension)."""
        model = self._loaded()
        if _window_of(model) is None:
            vectors = model.encode(list(texts), show_progress_bar=False) if texts else np.zeros((0, self.dimension))
            return unit(vectors)
        return embed_in_windows(texts, self._tokenise, self._run, self.dimension)

    def _loaded(self) -> Any:
        if self._model is None:
            with self._lock:
                if self._model is None:
                    self._model = self._load()
        return self._model

    def _load(self) -> Any:
        model = self._source
        if isinstance(model, str | Path):
            try:
                from sentence_transformers import SentenceTransformer
            except ImportError as error:
                raise MissingExtraError("sentence-transformers", "sentence-transformers") from error
            if self._is_default:
                folder = weights.fetch(weights.MINILM_FOLDER)
                model = SentenceTransformer(str(folder), device="cpu", local_files_only=True)
            else:
                model = SentenceTransformer(str(model))
        if _window_of(model) is not None and not getattr(model.tokenizer, "is_fast", False):
            raise InvalidArgumentError(
                f"SentenceTransformerEmbedder: {self.name} has no fast tokeniser, so its longer texts can't be "
                "windowed; give a function to as_embedder() instead"
            )
        return model.eval()

    def _tokenise(self, text: str) -> list[Window]:
        prompt = (self._model.prompts or {}).get(self._model.default_prompt_name, "")
        with self._tokeniser_lock:  # a call changes the truncation that all calls share
            encoding = self._model.tokenizer(
                prompt + text, truncation=True, max_length=_window_of(self._model), return_overflowing_tokens=True
            )
        windows: list[Window] = encoding["input_ids"]
        return windows

    def _run(self, windows: list[Window]) -> npt.NDArray[Any]:
        import torch

        ids, mask = padded(windows, self._model.tokenizer.pad_token_id or 0)
        device = self._model.device
        with torch.inference_mode():
            features = {
                "input_ids": torch.from_numpy(ids).to(device),
                "attention_mask": torch.from_numpy(mask).to(device),
            }
            vectors: npt.NDArray[Any] = self._model(features)["sentence_embedding"].float().cpu().numpy()
        return vectors


def _window_of(model: Any) -> int | None:
    window = getattr(model, "max_seq_length", None)
    return None if window is None or not math.isfinite(window) else int(window)


def _short_name(model: Any) -> str:
    if isinstance(model, str | Path):
        return Path(model).name
    card = getattr(model, "model_card_data", None)
    return Path(getattr(card, "base_model", None) or type(model).__name__).name
