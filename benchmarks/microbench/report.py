"""A run's figures as Markdown and as JSON."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from benchmarks.microbench.contenders import ABOUT
from benchmarks.microbench.measures import Cost, Figures, Goal, Spread, all_figures, costs, goals, seeds_of, tasks_of
from benchmarks.microbench.running import Log, Row, evaluated

BARE, OURS = "no cache", "stepcache"
LISTED_IDS = 10
LISTED_COSTS = 15
LISTED_SLOW = 10


def markdown(log: Log, plots: Sequence[str]) -> str:
    """The section for `RESULTS.md`; `plots` are paths as seen from there."""
    found = all_figures(log, list(ABOUT))
    parts = [_head(log, found)]
    parts.append(_goal_table(_goals(found)))
    parts += [_latency(found), _tokens(found), _answers(found), _by_task(log), _wrong(found), _ledger(found)]
    ours = [row for row in evaluated(log) if row.contender == OURS]
    if ours:
        parts += [_cost_table(costs(ours)), _slowest(ours)]
    parts += [f"![{path.rsplit('/', 1)[-1].removesuffix('.png')}]({path})" for path in plots]
    return "\n\n".join(part for part in parts if part)


def as_json(log: Log) -> dict[str, Any]:
    """All figures, unrounded."""
    found = all_figures(log, list(ABOUT))
    ours = [row for row in evaluated(log) if row.contender == OURS]
    return {
        "run": log.about,
        "circumstances": log.circumstances,
        "seeds": seeds_of(log),
        "goals": [asdict(goal) for goal in _goals(found)],
        "contenders": _plain(found),
        "by_task": {task: _plain(all_figures(log, list(ABOUT), task)) for task in tasks_of(log)},
        "stepcache_time": [asdict(cost) for cost in costs(ours)],
    }


def _goals(found: dict[str, list[Figures]]) -> list[Goal]:
    """None where one of the two was not asked, or not in every seed."""
    bare, ours = found.get(BARE, []), found.get(OURS, [])
    return goals(bare, ours) if bare and len(bare) == len(ours) else []


def _plain(found: dict[str, list[Figures]]) -> dict[str, Any]:
    return {name: [asdict(one) for one in several] for name, several in found.items()}


def _head(log: Log, found: dict[str, list[Figures]]) -> str:
    requests = next(iter(found.values()))[0].requests
    lines = [
        f"Model: {log.about['model']}. Workload: {log.about['workload_name']}, {requests} requests a seed, seeds "
        f"{', '.join(map(str, seeds_of(log)))}; warmed with the base prompts, which are not counted.",
        "; ".join(f"{name} {value}" for name, value in log.circumstances.items()) + ".",
        "Contenders answer each request in turn, in drawn order; what several of them ask the model is asked once, and "
        "the seconds it took count for each. Figures are means over the seeds ± their standard deviation.",
        *_kept_calls(log),
    ]
    listed = "\n".join(f"- **{name}**: {ABOUT[name]}{_in_some_seeds(log, name)}" for name in found)
    return "\n".join(lines) + "\n\n" + listed


def _in_some_seeds(log: Log, contender: str) -> str:
    asked = sorted({row.seed for row in evaluated(log) if row.contender == contender})
    return "" if asked == seeds_of(log) else f"; asked in seed {', '.join(map(str, asked))} only"


def _kept_calls(log: Log) -> list[str]:
    calls = [call for row in evaluated(log) for call in row.calls]
    kept = sum(call.is_kept for call in calls)
    if not kept:
        return []
    return [
        f"Of the {len(calls)} calls in these figures, {kept} were measured in an earlier run of other code, and kept."
    ]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows])


def _goal_table(several: Sequence[Goal]) -> str:
    if not several:
        return ""
    rows = [[goal.name, goal.paper, goal.goal, goal.measured, "yes" if goal.met else "**missed**"] for goal in several]
    return _table(["", "paper", "goal", "measured", "met"], rows)


Columns = Sequence[tuple[str, Callable[[Figures], float], str, float, str]]


def _by_contender(found: dict[str, list[Figures]], columns: Columns) -> list[list[str]]:
    return [
        [name] + [Spread.of([read(one) for one in several]).shown(form, scale, unit)
                  for _, read, form, scale, unit in columns]
        for name, several in found.items()
    ]  # fmt: skip


def _latency(found: dict[str, list[Figures]]) -> str:
    columns: Columns = [
        ("mean s", lambda one: one.mean, ".3f", 1, ""),
        ("median s", lambda one: one.median, ".4f", 1, ""),
        ("p95 s", lambda one: one.p95, ".3f", 1, ""),
        ("p99 s", lambda one: one.p99, ".3f", 1, ""),
        ("first token, mean s", lambda one: one.first_mean, ".3f", 1, ""),
        ("median s", lambda one: one.first_median, ".4f", 1, ""),
    ]
    return _table(["latency", *(column[0] for column in columns)], _by_contender(found, columns))


def _tokens(found: dict[str, list[Figures]]) -> str:
    columns: Columns = [
        ("served without a call", lambda one: one.without_call, ".1f", 100, " %"),
        ("calls", lambda one: one.calls, ".3f", 1, ""),
        ("prompt tokens", lambda one: one.prompt_tokens, ".1f", 1, ""),
        ("completion tokens", lambda one: one.completion_tokens, ".1f", 1, ""),
        ("total tokens", lambda one: one.total_tokens, ".1f", 1, ""),
        ("records", lambda one: one.records, ".0f", 1, ""),
        ("store kB", lambda one: one.bytes, ".0f", 1e-3, ""),
    ]
    return _table(["per request", *(column[0] for column in columns)], _by_contender(found, columns))


def _answers(found: dict[str, list[Figures]]) -> str:
    columns: Columns = [
        ("right", lambda one: one.strict, ".1f", 100, " %"),
        ("right to a lenient reader", lambda one: one.lenient, ".1f", 100, " %"),
    ]
    rows = _by_contender(found, columns)
    for row, several in zip(rows, found.values(), strict=True):
        wrong = sum(len(one.wrong_from_cache) for one in several)
        strictly = sum(one.strictly_wrong_from_cache for one in several)
        row += [f"{wrong} ({strictly})", _shares(several)]
    return _table(
        ["answers", *(column[0] for column in columns), "wrong from cache, all seeds (as they stand)", "outcomes"], rows
    )


def _by_task(log: Log) -> str:
    """The main figures of each task; nothing where there is only one."""
    columns: Columns = [
        ("mean s", lambda one: one.mean, ".3f", 1, ""),
        ("median s", lambda one: one.median, ".4f", 1, ""),
        ("served without a call", lambda one: one.without_call, ".1f", 100, " %"),
        ("right", lambda one: one.strict, ".1f", 100, " %"),
        ("right to a lenient reader", lambda one: one.lenient, ".1f", 100, " %"),
    ]
    rows = [
        [task, *row] for task in tasks_of(log) for row in _by_contender(all_figures(log, list(ABOUT), task), columns)
    ]
    if len(tasks_of(log)) < 2:
        return ""
    return _table(["task", "contender", *(column[0] for column in columns)], rows)


def _shares(several: Sequence[Figures]) -> str:
    names = sorted({name for one in several for name in one.outcomes},
                   key=lambda name: -sum(one.outcomes.get(name, 0) for one in several))  # fmt: skip
    shares = {name: Spread.of([one.outcomes.get(name, 0.0) for one in several]) for name in names}
    return ", ".join(f"{name} {share.mean:.1%}" for name, share in shares.items())


def _wrong(found: dict[str, list[Figures]]) -> str:
    lines = []
    for name, several in found.items():
        ids = [one_id for one in several for one_id in one.wrong_from_cache]
        if ids:
            shown = ids if name == OURS else ids[:LISTED_IDS]
            more = f" and {len(ids) - len(shown)} more (all in the JSON)" if len(ids) > len(shown) else ""
            lines.append(f"- {name}: {', '.join(shown)}{more}")
    if not lines:
        return "No wrong answer was served from any cache."
    return "Served without a call of the model, and wrong even to a lenient reader:\n" + "\n".join(lines)


def _ledger(found: dict[str, list[Figures]]) -> str:
    differing = {name: sum(one.ledger_differs for one in several) for name, several in found.items()}
    faults: Counter[str] = Counter()
    for name, several in found.items():
        for one in several:
            faults.update({f"{name}: {what}": number for what, number in one.faults.items()})
    warm = {name: Spread.of([float(one.warm_tokens) for one in several]).mean
            for name, several in found.items() if any(one.warm_calls for one in several)}  # fmt: skip
    told = [f"{name} {tokens:.0f}" for name, tokens in warm.items()]
    text = f"Warm-up, tokens a seed, not counted above: {', '.join(told)}. " if told else ""
    text += "Calls and tokens of the engines are those of `engine.stats()`; the client counted "
    wrong = [f"{name} in {number} requests" for name, number in differing.items() if number]
    text += f"otherwise for {', '.join(wrong)}." if wrong else "the same in every request."
    return text + (f" Faults: {dict(faults)}." if faults else "")


def _cost_table(several: Sequence[Cost]) -> str:
    several = [cost for cost in several if cost.share >= 0.005][:LISTED_COSTS]
    rows = [
        [cost.task, cost.perturbation, cost.outcome, str(cost.requests), f"{cost.mean:.3f}", f"{cost.share:.1%}",
         str(cost.wrong)]
        for cost in several
    ]  # fmt: skip
    return "Where StepCache's time went:\n\n" + _table(
        ["task", "perturbation", "outcome", "requests", "mean s", "share of all seconds", "wrong"], rows
    )


def _slowest(rows: Sequence[Row]) -> str:
    slow = sorted((row for row in rows if row.calls), key=lambda row: -row.seconds)[:LISTED_SLOW]
    if not slow:
        return ""
    listed = [[row.id, row.perturbation, row.outcome, f"{row.seconds:.2f}", str(len(row.calls)), _clipped(row.why)]
              for row in slow]  # fmt: skip
    return "Its slowest requests, and what the decision says:\n\n" + _table(
        ["id", "perturbation", "outcome", "s", "calls", "why"], listed
    )


def _clipped(text: str, size: int = 160) -> str:
    text = re.sub(r"\s+", " ", text)
    return text if len(text) <= size else f"{text[: size - 1]}…"
