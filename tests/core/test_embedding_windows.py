"""How texts longer than a model's window are embedded, with a model that says which token ids it saw."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stepcache_core.embedding.windows import EXCERPT_CHARACTERS, MAX_CHARACTERS, MAX_WINDOWS, embed_in_windows, unit

# Windows, with a model that says which token ids it saw


def one_hot(windows: list[list[int]]) -> Any:
    return np.stack([np.bincount(window, minlength=4).astype(float) for window in windows])


def test_windows_are_weighted_by_their_tokens() -> None:
    vectors = embed_in_windows(["text"], lambda _: [[0, 0, 0], [1]], one_hot, 4)

    assert vectors[0] == pytest.approx(np.array([3.0, 1.0, 0.0, 0.0]) / math.sqrt(10.0))


def test_of_too_many_windows_an_even_spread_with_both_ends_is_taken() -> None:
    seen: list[int] = []

    def run(windows: list[list[int]]) -> Any:
        seen.extend(window[0] for window in windows)
        return np.ones((len(windows), 4))

    embed_in_windows(["text"], lambda _: [[index] for index in range(1000)], run, 4)

    assert len(seen) == MAX_WINDOWS
    assert (min(seen), max(seen)) == (0, 999)
    assert max(np.diff(sorted(seen))) <= 1000 / MAX_WINDOWS * 1.1


@pytest.mark.parametrize("length", [MAX_CHARACTERS, MAX_CHARACTERS + 1, 50 * MAX_CHARACTERS])
def test_what_is_tokenised_of_a_text_is_bounded_and_has_both_ends(length: int) -> None:
    seen: list[str] = []

    def tokenise(text: str) -> list[list[int]]:
        seen.append(text)
        return [[1]]

    embed_in_windows(["a" + "x" * (length - 2) + "z"], tokenise, one_hot, 4)

    assert sum(map(len, seen)) <= MAX_WINDOWS * EXCERPT_CHARACTERS
    assert seen[0][0] == "a"
    assert seen[-1][-1] == "z"


@given(st.lists(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=3, max_size=3), max_size=4))
def test_rows_become_unit_and_zeros_stay_zeros(rows: list[list[float]]) -> None:
    vectors = unit(np.array(rows).reshape(-1, 3))

    for row, vector in zip(rows, vectors, strict=True):
        assert float(np.linalg.norm(vector)) == pytest.approx(1.0 if any(row) else 0.0, abs=1e-5)
