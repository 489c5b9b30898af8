"""What an embedder is, and how foreign ones are taken in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from stepcache_core.store.base import Vector


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into unit vectors; safe to use from many threads at once."""

    @property
    def name(self) -> str:
        """Identity of the model and its pipeline; vectors of two names are never compared."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        ...

    @property
    def max_tokens(self) -> int | None:
        """Window in tokens, or None when unknown or unlimited."""
        ...

    def embed(self, texts: Sequence[str]) -> Vector:
        """Unit vectors, float32, of shape (len(texts), dimension).

        A text beyond the window is never cut silently: its vector covers the whole text.
        """
        ...
