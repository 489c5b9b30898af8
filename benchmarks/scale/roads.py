"""What a lookup costs, by the road on which its answer is found."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random

from benchmarks.scale.filling import asked, entry, is_in_large_partition
from benchmarks.scale.prompts import open_question
from stepcache_core import Outcome, Request, StepCacheEngine

NEVER_STORED = 10**9
"""Entries from this number on are in no store."""


@dataclass(frozen=True, slots=True)
class Road:
    """A way to an answer: which request takes it, for an entry of that number, and how it ends."""

    name: str
    kind: str
    request: Callable[[int], Request]
    outcome: Outcome | None


ROADS = (
    Road("exact", "equation", lambda number: asked(number, entry(number).prompt), Outcome.EXACT),
    Road("signature", "equation", lambda number: asked(number, entry(number).reworded), Outcome.REUSE),
    Road("embedding", "open", lambda number: asked(number, entry(number).reworded), Outcome.REUSE),
    Road("none (a miss)", "open", lambda number: asked(number, open_question(NEVER_STORED + number).prompt), None),
)


@dataclass(frozen=True, slots=True)
class Spread:
    """Seconds of many lookups."""

    p50: float
    p95: float
    p99: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Spread:
        cuts = statistics.quantiles(seconds, n=100, method="inclusive")
        return cls(cuts[49], cuts[94], cuts[98])


@dataclass(frozen=True, slots=True)
class Walk:
    """Lookups along one road.

    Attributes:
        road: Its name.
        layout: `one partition` or `many partitions`.
        first: Each record met for the first time by this engine.
        again: The same requests once more.
        first_cpu: Mean CPU seconds of this process for one of `first`, whatever else the machine is busy with.
        again_cpu: The same for one of `again`.
        strays: How many lookups ended otherwise than the road says.
        lookups: How many there were, both times together.
    """

    road: str
    layout: str
    first: Spread
    again: Spread
    first_cpu: float
    again_cpu: float
    strays: int
    lookups: int


def chosen(size: int, count: int, kind: str, large: bool | None = None, seed: int = 0) -> list[int]:
    """Numbers of stored entries of that kind, in a large partition, in small ones, or (None) in either."""
    numbers = list(range(size))
    Random(seed).shuffle(numbers)
    fitting = (n for n in numbers if large in {None, is_in_large_partition(n)} and entry(n).kind == kind)
    return [number for number, _ in zip(fitting, range(count), strict=False)]


def walk(engine: StepCacheEngine, road: Road, size: int, count: int, large: bool) -> Walk:
    """Look up `count` requests of a road, each twice."""
    requests = [road.request(number) for number in chosen(size, count, road.kind, large, seed=len(road.name))]
    (first, first_cpu, strays), (again, again_cpu, more) = (_look_up(engine, road, requests) for _ in range(2))
    layout = "one partition" if large else "many partitions"
    return Walk(
        road.name, layout, Spread.of(first), Spread.of(again), first_cpu, again_cpu, strays + more, 2 * len(requests)
    )


def _look_up(engine: StepCacheEngine, road: Road, requests: Sequence[Request]) -> tuple[list[float], float, int]:
    seconds, strays = [], 0
    cpu = time.process_time()
    for request in requests:
        began = time.perf_counter()
        answer = engine.lookup(request)
        seconds.append(time.perf_counter() - began)
        strays += (answer and answer.outcome) != road.outcome
    return seconds, (time.process_time() - cpu) / len(requests), strays


@dataclass(frozen=True, slots=True)
class Load:
    """Lookups of all roads from several threads at once.

    Attributes:
        threads: How many.
        per_second: Lookups finished in a second, by all threads together.
        latency: Of each.
    """

    threads: int
    per_second: float
    latency: Spread


def load(engine: StepCacheEngine, size: int, count: int, threads: int) -> Load:
    """Look up as many requests of each road as of the others, from several threads."""
    share = count // len(ROADS)
    requests = [road.request(n) for road in ROADS for n in chosen(size, share, road.kind, seed=threads)]
    Random(threads).shuffle(requests)

    def timed(request: Request) -> float:
        began = time.perf_counter()
        engine.lookup(request)
        return time.perf_counter() - began

    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        seconds = list(pool.map(timed, requests))
    return Load(threads, len(requests) / (time.perf_counter() - began), Spread.of(seconds))
