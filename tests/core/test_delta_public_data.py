"""The delta on public question pairs: what needs another answer is not served, and what is served is the same."""

from __future__ import annotations

from stepcache_core.checking import paraphrase
from tests.public_data import rows


def is_served(old: str, new: str) -> bool:
    return paraphrase(old, new)[1] is None


def test_no_hard_pair_that_needs_different_answers_is_served() -> None:
    pairs = [row["data"] for row in rows("prompt_pairs_hard") if row["label"] == 0]
    pairs += [row["data"] for row in rows("prompt_pairs_hard") if row["test"].startswith("Order does matter")]
    assert len(pairs) > 1000
    assert [pair for pair in pairs if is_served(*pair)] == []


def test_what_is_served_of_the_labelled_pairs_is_labelled_the_same() -> None:
    labelled = rows("prompt_pairs_labelled")
    served = [row for row in labelled if is_served(row["a"], row["b"])]
    right = sum(row["same"] for row in served)
    assert right >= 0.97 * len(served)
    assert right >= 0.05 * sum(row["same"] for row in labelled)
