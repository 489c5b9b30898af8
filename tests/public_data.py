"""Public evaluation sets that are no part of the project: where they are, and how they are read.

The folder is named by the environment's STEPCACHE_DATA; without it, `shared/data` beside the checkout is looked at.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(os.environ.get("STEPCACHE_DATA") or Path(__file__).parents[2] / "shared" / "data")

PROMPTS = {
    "gsm_variants": ("question",),
    "number_swaps": ("question", "changed_question"),
    "mbpp": ("text",),
    "prompt_pairs_labelled": ("a", "b"),
    "prompt_pairs_hard": ("data",),
    "verifiable_instructions": ("prompt",),
}
"""Sets whose prompts are neither equations to solve nor objects of named keys, and the fields they stand in."""


def read_rows(name: str) -> list[dict[str, Any]]:
    """The rows of one set.

    Raises:
        FileNotFoundError: It is not there.
    """
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of one set, for a test: it is skipped where the set is absent."""
    import pytest

    if not (FOLDER / f"{name}.jsonl").is_file():
        pytest.skip(f"the public evaluation set {name} is absent; set STEPCACHE_DATA to its folder")
    return read_rows(name)


def texts(value: Any) -> Iterator[str]:
    """The strings in a field that holds one, or lists of them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)


def prompts(name: str) -> list[str]:
    """All prompts of one set of `PROMPTS`."""
    return [text for row in read_rows(name) for key in PROMPTS[name] for text in texts(row.get(key))]
