"""Prompts for the arrivals of a trace, and what the product itself decides about each.

At a reuse rate of r, a share r of the requests goes back to a shared template (drawn by Zipf's law, so that a few are
asked often and most seldom), and all others are open questions that are asked once and never again. Of the templates a
third are linear equations, a third JSON objects, a third open questions. A template is asked in its own words first;
after that in its own words, in others, or with other values, at equal odds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
from tqdm.auto import tqdm

from benchmarks.scale.prompts import MAKERS, Entry, generation, open_question, request
from benchmarks.trace.server import Fate
from stepcache_core import Generation, Outcome, Request, StepCacheEngine
from stepcache_core.store import MemoryStore
from stepcache_core.testing import HashEmbedder

TEMPLATES = 500
EXPONENT = 1.0
_KINDS = tuple(MAKERS.values())
_SERVED = {Outcome.EXACT, Outcome.REUSE, Outcome.REPLAY}


@dataclass(frozen=True, slots=True)
class Ask:
    """One request: an entry, in its own words (`prompt`), in others (`reworded`), or with other values (`like`)."""

    entry: Entry
    wording: str

    @property
    def prompt(self) -> str:
        text: str = getattr(self.entry, self.wording)
        return text


def asks(count: int, rate: float, seed: int) -> Iterator[Ask]:
    """As many requests, of that reuse rate."""
    random = Random(f"{seed} {rate}")
    weights = 1 / np.arange(1, TEMPLATES + 1) ** EXPONENT
    drawn = np.random.default_rng(seed).choice(TEMPLATES, size=count, p=weights / weights.sum())
    known: set[int] = set()
    for turn in range(count):
        if random.random() >= rate:
            yield Ask(open_question(TEMPLATES + turn), "prompt")
            continue
        number = int(drawn[turn])
        wording = random.choice(("prompt", "reworded", "like")) if number in known else "prompt"
        known.add(number)
        yield Ask(_KINDS[number % len(_KINDS)](number), wording)


@dataclass(frozen=True, slots=True)
class Decision:
    """What the product decided about a request.

    Attributes:
        outcome: EXACT, REUSE, REPLAY; or MISS, whenever the model is asked.
        source: The place of the request whose record was served.
        lookup: Seconds of StepCache's own until it served the answer, or asked the model.
        storing: Seconds of its own after the model's answer.
    """

    outcome: Outcome
    source: int | None
    lookup: float
    storing: float


def decide(engine: StepCacheEngine, requests: Sequence[Ask], title: str) -> list[Decision]:
    """Ask the product each in turn; the model knows the answer to an entry's own words, and takes no time."""
    made: dict[str, int] = {}
    found = []
    for place, ask in enumerate(tqdm(requests, title, disable=None, leave=False)):
        calls: list[float] = []
        began = time.perf_counter()
        answer = engine.answer(request(ask.prompt), partial(_generate, ask.entry, calls))
        ended = time.perf_counter()
        if answer.outcome in _SERVED:
            found.append(Decision(answer.outcome, made[answer.record_id or ""], ended - began, 0.0))
            continue
        if answer.record_id is not None:
            made[answer.record_id] = place
        found.append(Decision(Outcome.MISS, None, calls[0] - began, ended - calls[0]))
    return found


def _generate(entry: Entry, calls: list[float], _: Request) -> Generation:
    calls.append(time.perf_counter())
    return generation(entry)


class Costs:
    """StepCache's own seconds, as measured, to be drawn from."""

    def __init__(self, measured: Sequence[Decision]) -> None:
        self._lookups = {outcome: [one.lookup for one in measured if one.outcome is outcome] for outcome in Outcome}
        self._hits = [one.lookup for one in measured if one.outcome is not Outcome.MISS]
        self._storing = [one.storing for one in measured if one.outcome is Outcome.MISS]

    @property
    def miss(self) -> float:
        """Mean seconds on a miss, storing included."""
        return float(np.mean(self._lookups[Outcome.MISS]) + np.mean(self._storing))

    @property
    def hit(self) -> float:
        """Mean seconds on a hit, over the hits measured."""
        return float(np.mean(self._hits))

    def median(self, outcome: Outcome) -> float:
        return float(np.median(self._lookups[outcome])) if self._lookups[outcome] else float("nan")

    @property
    def median_storing(self) -> float:
        return float(np.median(self._storing))

    def fates(self, decisions: Sequence[Decision], seed: int) -> list[Fate]:
        """What each decision costs, drawn from what such decisions cost when they were measured."""
        random = Random(seed)
        return [
            Fate(
                lookup=random.choice(self._lookups[one.outcome] or self._hits),
                storing=random.choice(self._storing) if one.outcome is Outcome.MISS else 0.0,
                source=one.source,
                same=one.outcome is Outcome.EXACT,
            )
            for one in decisions
        ]


def measured_costs(folder: Path | None, embedder: HashEmbedder | None, count: int, seed: int) -> Costs:
    """What lookups and writes cost, on a workload half of which is shared.

    Args:
        folder: Of a Chroma store; None for a store in memory.
        embedder: None for the product's default.
        count: Requests asked; the first tenth warms up and is left out.
        seed: For the workload.
    """
    store = None if folder else MemoryStore()
    with StepCacheEngine(store=store, embedder=embedder, path=folder) as engine:
        measured = decide(engine, list(asks(count, 0.5, seed)), "own costs")
    return Costs(measured[count // 10 :])
