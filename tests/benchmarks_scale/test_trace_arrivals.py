"""Traces are read as they are published, and their blocks counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.trace.arrivals import Arrival, read_trace, shared_prefixes

AZURE = """TIMESTAMP,ContextTokens,GeneratedTokens
2023-11-16 18:15:50.9951690,396,109
2023-11-16 18:15:46.6805900,374,44
"""


def test_an_azure_trace_is_read_in_the_order_of_arrival(tmp_path: Path) -> None:
    path = tmp_path / "trace.csv"
    path.write_text(AZURE)
    first, second = read_trace(path)
    assert first == Arrival(0.0, 374, 44)
    assert second.at == pytest.approx(4.314579, abs=1e-5)
    assert (second.prompt_tokens, second.output_tokens) == (396, 109)


def test_a_mooncake_trace_keeps_its_blocks(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    rows = [{"timestamp": 1000 + 1500 * n, "input_length": 700, "output_length": 5, "hash_ids": [0, n]} for n in (1, 2)]
    path.write_text("\n".join(map(json.dumps, rows)))
    assert read_trace(path) == [Arrival(0.0, 700, 5, (0, 1)), Arrival(1.5, 700, 5, (0, 2))]


def test_a_file_of_another_kind_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("hello")
    with pytest.raises(ValueError, match=r"notes\.txt"):
        read_trace(path)


def test_reuse_is_counted_by_tokens_by_beginnings_and_by_whole_prompts() -> None:
    arrivals = [
        Arrival(0, 1200, 1, (0, 1, 2)),
        Arrival(1, 1200, 1, (0, 1, 3)),  # Goes on from the first: 1,024 of its 1,200 tokens are known.
        Arrival(2, 700, 1, (0, 4)),  # Only the block that all begin with is known.
        Arrival(3, 1200, 1, (0, 1, 2)),  # The first one again.
    ]
    found = shared_prefixes(arrivals)
    assert found.requests == 4
    assert found.tokens == pytest.approx((1024 + 512 + 1200) / (3 * 1200 + 700))
    assert found.begun == pytest.approx(2 / 4)
    assert found.whole == pytest.approx(1 / 4)


def test_a_trace_without_blocks_shares_nothing() -> None:
    found = shared_prefixes([Arrival(0, 10, 1)])
    assert (found.tokens, found.begun, found.whole) == (0, 0, 0)
