"""How a text longer than a model's window is embedded: all of it, not its beginning.

A text is tokenised into consecutive windows, each as long as the model takes, without overlap. Its vector is the
mean of the windows' unit vectors, each weighted by its tokens, and normalised again. A text of one window has just
that window's vector, as the model would give it.

Time is bounded: of more than `MAX_WINDOWS` windows, that many are taken, spread evenly from the first to the last; and
of a text of more than `MAX_CHARACTERS`, only that many characters are tokenised, in evenly spread excerpts. Two long
texts can therefore differ only where nobody looked: nearness proposes, and must never decide alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt

from stepcache_core.store.base import Vector

MAX_WINDOWS = 16
EXCERPT_CHARACTERS = 2048
"""Ample for one window of 256 tokens in nearly every text."""
MAX_CHARACTERS = MAX_WINDOWS * EXCERPT_CHARACTERS
_BATCH = 16

Window: TypeAlias = list[int]
"""Token ids, with the model's special tokens around them."""

_Item = TypeVar("_Item")


def embed_in_windows(
    texts: Sequence[str],
    tokenise: Callable[[str], list[Window]],
    run: Callable[[list[Window]], npt.NDArray[Any]],
    dimension: int,
) -> Vector:
    """Unit vectors of texts of any length, shape (len(texts), dimension).

    Args:
        texts: Any strings, lone surrogates and empty ones included.
        tokenise: All windows of one text, in order; one at least.
        run: The model's vectors of up to `_BATCH` windows of similar length, in their order.
        dimension: Length of a vector.
    """
    windows_of = [_windows(text, tokenise) for text in texts]
    windows = [window for windows in windows_of for window in windows]
    vectors = np.zeros((len(windows), dimension), np.float32)
    by_length = sorted(range(len(windows)), key=lambda index: len(windows[index]))
    for start in range(0, len(by_length), _BATCH):
        batch = by_length[start : start + _BATCH]
        vectors[batch] = unit(run([windows[index] for index in batch]))
    result = np.zeros((len(texts), dimension), np.float32)
    first = 0
    for row, windows in enumerate(windows_of):
        weights = np.array([[len(window)] for window in windows], np.float32)
        part = vectors[first : first + len(windows)]
        result[row] = part[0] if len(windows) == 1 else (part * weights).sum(axis=0)
        first += len(windows)
    return unit(result)


def unit(vectors: npt.NDArray[Any]) -> Vector:
    """The rows scaled to length 1, as float32; a row of zeros stays one."""
    exact = np.asarray(vectors, np.float64)
    scale = np.abs(exact).max(axis=-1, keepdims=True, initial=0.0)
    exact = np.divide(exact, scale, out=np.zeros_like(exact), where=scale > 0)
    length = np.linalg.norm(exact, axis=-1, keepdims=True)
    scaled = np.divide(exact, length, out=np.zeros_like(exact), where=length > 0)
    return cast("Vector", scaled.astype(np.float32))


def padded(windows: Sequence[Window], padding: int = 0) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Token ids and attention mask of windows of unequal length, both of shape (windows, longest)."""
    longest = max(map(len, windows))
    ids = np.full((len(windows), longest), padding, np.int64)
    mask = np.zeros((len(windows), longest), np.int64)
    for row, window in enumerate(windows):
        ids[row, : len(window)] = window
        mask[row, : len(window)] = 1
    return ids, mask


def _windows(text: str, tokenise: Callable[[str], list[Window]]) -> list[Window]:
    if len(text) <= MAX_CHARACTERS:
        return _spread(tokenise(_well_formed(text)), MAX_WINDOWS)
    starts = np.linspace(0, len(text) - EXCERPT_CHARACTERS, MAX_WINDOWS).astype(int).tolist()
    return [tokenise(_well_formed(text[start : start + EXCERPT_CHARACTERS]))[0] for start in starts]


def _spread(items: list[_Item], limit: int) -> list[_Item]:
    if len(items) <= limit:
        return items
    return [items[index] for index in np.linspace(0, len(items) - 1, limit).round().astype(int).tolist()]


def _well_formed(text: str) -> str:
    """The text with surrogate pairs joined and lone surrogates replaced: tokenisers take valid Unicode only."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
