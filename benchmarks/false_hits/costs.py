"""What `prompt_delta` costs, by the length of the prompts, in processor time: other programs may run beside it."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator

from stepcache_core import prompt_delta
from tests.public_data import PROMPTS, prompts

_PAIRS = 600
_GROWTH = (100, 1_000, 10_000, 100_000)
_REPEATS = 7


def cost_lines() -> Iterator[str]:
    """The tables as Markdown."""
    yield "| two prompts of 28 to 32 words | p50 µs | p95 µs | p50 µs, with the changes worked out |"
    yield "| --- | ---: | ---: | ---: |"
    for name, pairs in _of_thirty_words().items():
        decided = [_seconds(old, new, False) * 1e6 for old, new in pairs]
        shown = [_seconds(old, new, True) * 1e6 for old, new in pairs]
        p95 = statistics.quantiles(decided, n=20)[-1]
        yield f"| {name} | {statistics.median(decided):.0f} | {p95:.0f} | {statistics.median(shown):.0f} |"
    yield ""
    yield "| words in each prompt | unlike: ms | µs a word | one word changed: ms | µs a word |"
    yield "| ---: | ---: | ---: | ---: | ---: |"
    for size in _GROWTH:
        cells = []
        for old, new in _of_words(size):
            taken = statistics.median([_seconds(old, new, True) for _ in range(_REPEATS)])
            cells += [f"{taken * 1e3:.2f}", f"{taken * 1e6 / size:.2f}"]
        yield f"| {size:,} | {' | '.join(cells)} |"


def _of_thirty_words() -> dict[str, list[tuple[str, str]]]:
    found = sorted({text for name in PROMPTS for text in prompts(name) if 28 <= len(text.split()) <= 32})
    chooser = random.Random(42)
    chooser.shuffle(found)
    questions = [text for text in found if text.rstrip().endswith("?")]
    return {
        "unlike": [(chooser.choice(found), chooser.choice(found)) for _ in range(_PAIRS)],
        "unlike, both questions": [(chooser.choice(questions), chooser.choice(questions)) for _ in range(_PAIRS)],
        "alike, one word changed": [(text, _changed(text, chooser)) for text in found[:_PAIRS]],
        "alike, with a courtesy": [(text, f"Please, {text}") for text in found[:_PAIRS]],
    }


def _changed(text: str, chooser: random.Random) -> str:
    words = text.split(" ")
    words[chooser.randrange(len(words))] = "lighthouse"
    return " ".join(words)


def _of_words(size: int) -> list[tuple[str, str]]:
    chooser = random.Random(size)
    words = " ".join(prompts("mbpp")).split()
    one, other = ([chooser.choice(words) for _ in range(size)] for _ in range(2))
    changed = [*one[: size // 2], "lighthouse", *one[size // 2 + 1 :]]
    return [(" ".join(one), " ".join(other)), (" ".join(one), " ".join(changed))]


def _seconds(old: str, new: str, with_changes: bool) -> float:
    start = time.thread_time()
    delta = prompt_delta(old, new)
    if with_changes:
        _ = delta.changes
    return time.thread_time() - start
