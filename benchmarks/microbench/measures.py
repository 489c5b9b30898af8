"""The figures of a run: per contender and seed, their mean and spread over seeds, and the goals they are held to."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.microbench.running import EVALUATION, WARM, Log, Row


@dataclass(frozen=True, slots=True)
class Figures:
    """What one contender did in one seed; seconds and tokens are per request, shares are of its requests.

    Attributes:
        mean, median, p95, p99: Seconds to the whole answer.
        first_mean, first_median: Seconds to the first piece of it.
        calls, prompt_tokens, completion_tokens: By the product's ledger where there is one.
        strict, lenient: Share of right answers.
        without_call: Share served without a call of the model.
        wrong_from_cache: Ids served without a call and wrong even to a lenient reader.
        strictly_wrong_from_cache: How many were served without a call and are not right as they stand.
        outcomes: Share of each outcome.
        ledger_differs: Requests in which the ledger and the client count differently.
        warm_calls, warm_tokens: What the warm-up cost, in all.
    """

    requests: int
    mean: float
    median: float
    p95: float
    p99: float
    first_mean: float
    first_median: float
    calls: float
    prompt_tokens: float
    completion_tokens: float
    strict: float
    lenient: float
    without_call: float
    wrong_from_cache: tuple[str, ...]
    strictly_wrong_from_cache: int
    outcomes: dict[str, float]
    records: int
    bytes: int
    faults: dict[str, int]
    ledger_differs: int
    warm_calls: int
    warm_tokens: int

    @property
    def total_tokens(self) -> float:
        return self.prompt_tokens + self.completion_tokens


def figures(log: Log, contender: str, seed: int, task: str | None = None) -> Figures:
    """The figures of one contender in one seed; with `task`, of that task's requests alone."""
    rows = [row for row in log.rows.values() if (row.contender, row.seed) == (contender, seed)]
    rows = [row for row in rows if task in {None, row.task}]
    warm, rows = [row for row in rows if row.phase == WARM], [row for row in rows if row.phase == EVALUATION]
    count = len(rows)
    seconds, first = [row.seconds for row in rows], [row.first_seconds for row in rows]
    calls, prompt, completion = (sum(row.spent[place] for row in rows) / count for place in range(3))
    outcomes = Counter(row.outcome for row in rows)
    stored = log.stored.get((seed, contender))
    return Figures(
        requests=count,
        mean=statistics.fmean(seconds),
        median=statistics.median(seconds),
        p95=float(np.percentile(seconds, 95)),
        p99=float(np.percentile(seconds, 99)),
        first_mean=statistics.fmean(first),
        first_median=statistics.median(first),
        calls=calls,
        prompt_tokens=prompt,
        completion_tokens=completion,
        strict=sum(row.strict for row in rows) / count,
        lenient=sum(row.lenient for row in rows) / count,
        without_call=sum(not row.calls for row in rows) / count,
        wrong_from_cache=tuple(row.id for row in rows if row.is_wrong_from_cache),
        strictly_wrong_from_cache=sum(not row.calls and not row.strict for row in rows),
        outcomes={outcome: number / count for outcome, number in outcomes.most_common()},
        records=stored.records if stored else 0,
        bytes=stored.bytes if stored else 0,
        faults=stored.faults if stored else {},
        ledger_differs=sum(row.spent != row.client for row in (*warm, *rows)),
        warm_calls=sum(row.spent[0] for row in warm),
        warm_tokens=sum(row.spent[1] + row.spent[2] for row in warm),
    )


def seeds_of(log: Log) -> list[int]:
    return sorted({row.seed for row in log.rows.values()})


def tasks_of(log: Log) -> list[str]:
    return sorted({row.task for row in log.rows.values() if row.phase == EVALUATION})


def all_figures(log: Log, names: Sequence[str], task: str | None = None) -> dict[str, list[Figures]]:
    """By contender, its figures in each seed it was asked in."""
    counted = [row for row in log.rows.values() if row.phase == EVALUATION and task in {None, row.task}]
    asked = {(row.contender, row.seed) for row in counted}
    return {
        name: [figures(log, name, seed, task) for seed in seeds_of(log) if (name, seed) in asked]
        for name in names
        if any(contender == name for contender, _ in asked)
    }


@dataclass(frozen=True, slots=True)
class Spread:
    """A figure over the seeds: its mean, and its standard deviation where there are two or more."""

    mean: float
    deviation: float | None

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        return cls(statistics.fmean(values), statistics.stdev(values) if len(values) > 1 else None)

    def shown(self, form: str = ".3f", scale: float = 1.0, unit: str = "") -> str:
        text = format(self.mean * scale, form)
        return text + (f" ± {format(self.deviation * scale, form)}" if self.deviation is not None else "") + unit


@dataclass(frozen=True, slots=True)
class Goal:
    """One line of the table of goals."""

    name: str
    paper: str
    goal: str
    measured: str
    met: bool


def goals(bare: Sequence[Figures], ours: Sequence[Figures]) -> list[Goal]:
    """The goals, each as a ratio within one run: the bare model against StepCache, seed by seed."""

    def over_seeds(measure: Callable[[Figures, Figures], float]) -> Spread:
        return Spread.of([measure(before, after) for before, after in zip(bare, ours, strict=True)])

    def ratio(name: str, paper: str, least: float, read: Callable[[Figures], float]) -> Goal:
        found = over_seeds(lambda before, after: read(before) / read(after))
        return Goal(f"{name}, no cache / StepCache", paper, f">= {least:g}", found.shown(".1f"), found.mean >= least)

    saved = over_seeds(lambda before, after: 1 - after.total_tokens / before.total_tokens)
    before, right = Spread.of([one.strict for one in bare]), Spread.of([one.strict for one in ours])
    wrong = sum(one.strictly_wrong_from_cache for one in ours)
    served = Spread.of([one.without_call for one in ours])
    called = Spread.of([1 - one.without_call for one in ours])
    return [
        ratio("mean latency", "3.2", 20, lambda one: one.mean),
        ratio("median latency", "242", 300, lambda one: one.median),
        ratio("p95 latency", "1.02", 5, lambda one: one.p95),
        Goal("total tokens saved", "24 %", ">= 80 %", saved.shown(".1f", 100, " %"), saved.mean >= 0.8),
        Goal(
            "correct, no cache -> StepCache",
            "72.5 -> 100 %",
            "100 %",
            f"{before.shown('.1f', 100)} -> {right.shown('.1f', 100, ' %')}",
            right.mean == 1,
        ),
        Goal("wrong answers served from cache", "not given", "0", str(wrong), wrong == 0),
        Goal("served without a model call", "79.7 %", ">= 93 %", served.shown(".1f", 100, " %"), served.mean >= 0.93),
        Goal("patched, skipped or missed", "20.3 %", "<= 7 %", called.shown(".1f", 100, " %"), called.mean <= 0.07),
    ]


@dataclass(frozen=True, slots=True)
class Cost:
    """What requests of one kind and outcome cost, over all seeds; `share` is of the contender's whole time."""

    task: str
    perturbation: str
    outcome: str
    requests: int
    mean: float
    share: float
    wrong: int


def costs(rows: Sequence[Row]) -> list[Cost]:
    """Where the time went, the dearest kind first."""
    kinds: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        kinds.setdefault((row.task, row.perturbation, row.outcome), []).append(row)
    whole = sum(row.seconds for row in rows)
    found = [
        Cost(
            *kind,
            requests=len(members),
            mean=statistics.fmean(row.seconds for row in members),
            share=sum(row.seconds for row in members) / whole,
            wrong=sum(not row.strict for row in members),
        )
        for kind, members in kinds.items()
    ]
    return sorted(found, key=lambda one: -one.share)
