"""The figures as a section of RESULTS.md, and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.results import RESULTS, write_section
from benchmarks.scale.report import circumstances
from benchmarks.trace.arrivals import shared_prefixes
from benchmarks.trace.server import Replay, break_even
from stepcache_core import Outcome

if TYPE_CHECKING:
    from benchmarks.trace.__main__ import Replayed
    from benchmarks.trace.workload import Costs

PICTURE = "results/trace.svg"


def section(found: Sequence[Replayed], costs: dict[str, Costs], how_it_went: str) -> str:
    """Write the section; its text."""
    server = found[0].server
    parts = [
        f"{circumstances()}; {how_it_went}. From the traces: arrivals and lengths. Simulated, in virtual time: a model "
        "of as many slots as keep busy as said below without StepCache, first come, first served, where a request "
        f"holds a slot for prompt tokens / {server.prefill:,.0f} + output tokens x "
        f"{server.token_seconds * 1e3:g} ms x (1 + {server.crowding:g} x share of the other slots busy at its start); "
        "these rates are assumed. Made up: prompts, a share of which goes back to 500 shared templates (Zipf, exponent "
        "1; equations, objects, open questions; in the same words, in others, or with other values), the rest open "
        "questions asked once. The product decides about each of them itself. Its own costs are drawn from lookups and "
        "writes measured in this run; where other programs kept the machine busy, as the load average tells, they are "
        "too high.",
        f"![Latency by reuse rate]({PICTURE})",
        "### What StepCache itself costs, measured: milliseconds",
        _costs(costs, found),
        "Break-even: the share of requests that have to be hits for StepCache's own time to be won back, by the mean "
        "time of the model on an empty server (queues, which make every saved call worth more, left out).",
    ]
    for one in found:
        parts += [f"### {one.name}", _about(one, costs["folder"]), _rates(one)]
    return write_section("Arrival traces", "\n\n".join(parts))


def _utilisation(one: Replayed) -> float:
    return one.bare.model_seconds / one.server.slots / one.arrivals[-1].at


def idle_seconds(one: Replayed) -> float:
    """The mean time of the model for a request of the trace, on an empty server."""
    return fmean(one.server.seconds(arrival, 0.0) for arrival in one.arrivals)


def _costs(costs: dict[str, Costs], found: Sequence[Replayed]) -> str:
    hits = (Outcome.EXACT, Outcome.REUSE, Outcome.REPLAY)
    lines = [_row("store", *(f"{outcome.value}, p50" for outcome in hits), "a hit, mean", "looked up in vain, p50",
                  "storing, p50", "a miss, mean", *(f"break-even, {one.name}" for one in found)),
             _row("---", *["---:"] * (7 + len(found)))]  # fmt: skip
    for place, cost in costs.items():
        shares = [break_even(cost.hit, cost.miss, idle_seconds(one)) for one in found]
        values = [*(cost.median(outcome) for outcome in hits), cost.hit, cost.median(Outcome.MISS), cost.median_storing,
                  cost.miss]  # fmt: skip
        name = "Chroma folder" if place == "folder" else place
        lines.append(_row(name, *(f"{value * 1e3:.1f}" for value in values), *(f"{share:.2%}" for share in shares)))
    return "\n".join(lines)


def break_even_reuse(one: Replayed, cost: Costs) -> float:
    """The reuse rate from which on StepCache wins its own time back: as many hits as are needed, at the hits that the
    lowest rate brings for each request that is shared.
    """
    rate, (usual, _) = min((rate, both) for rate, both in one.cached.items() if rate)
    hits = usual.hits / len(usual.latencies)
    return min(1.0, break_even(cost.hit, cost.miss, idle_seconds(one)) * rate / hits) if hits else 1.0


def _about(one: Replayed, cost: Costs) -> str:
    prompts = fmean(arrival.prompt_tokens for arrival in one.arrivals)
    outputs = fmean(arrival.output_tokens for arrival in one.arrivals)
    empty = idle_seconds(one)
    text = (
        f"{len(one.arrivals):,} requests in {one.arrivals[-1].at / 60:.0f} minutes; on average {prompts:,.0f} prompt "
        f"and {outputs:,.0f} output tokens, {empty:.2f} s of an empty model. {one.server.slots} slots, "
        f"{_utilisation(one):.0%} busy. Without any reuse, StepCache changes the mean by "
        f"{_mean(one.in_memory[0.0]) - _mean(one.bare):+.3f} s with a store in memory, by "
        f"{_mean(one.cached[0.0][0]) - _mean(one.bare):+.3f} s with a Chroma folder; from a reuse rate of "
        f"{break_even_reuse(one, cost):.1%} on the folder wins its own time back. The table is the folder's."
    )
    if not one.arrivals[0].blocks:
        return text
    shared = shared_prefixes(one.arrivals)
    return (
        f"{text} The trace's own reuse, by its block hashes: {shared.tokens:.1%} of the prompt tokens lie in prefixes "
        f"seen before (work for a prefix cache, which lies under StepCache), {shared.begun:.1%} of the requests go on "
        f"from an earlier one's beginning, and {shared.whole:.1%} have a prompt all of whose blocks were seen before: "
        "no more than those can be the same request again."
    )


def _rates(one: Replayed) -> str:
    lines = [_row("reuse", "answered without the model", "mean s", "p50", "p95", "p99", "model seconds saved",
                  "StepCache's seconds a request", "at twice the speed: answered a second", "mean s", "p95"),
             _row(*["---:"] * 11),
             _rates_row("no cache", one.bare, one.rushed, one)]  # fmt: skip
    lines += [_rates_row(f"{rate:.0%}", *both, one) for rate, both in one.cached.items()]
    return "\n".join(lines)


def _rates_row(what: str, usual: Replay, rushed: Replay, one: Replayed) -> str:
    saved = one.bare.model_seconds - usual.model_seconds
    count = len(usual.latencies)
    return _row(
        what, f"{usual.hits / count:.1%}", *(f"{value:.2f}" for value in (_mean(usual), *_cuts(usual))),
        f"{saved:,.0f} ({saved / one.bare.model_seconds:.0%})", f"{usual.own_seconds / count:.4f}",
        f"{rushed.per_second:.2f}", f"{_mean(rushed):.2f}", f"{_cuts(rushed)[1]:.2f}",
    )  # fmt: skip


def _mean(one: Replay) -> float:
    return fmean(one.latencies)


def _cuts(one: Replay) -> tuple[float, float, float]:
    p50, p95, p99 = np.percentile(one.latencies, [50, 95, 99])
    return float(p50), float(p95), float(p99)


def draw(found: Sequence[Replayed]) -> Path:
    """Draw the picture; its path."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, grid = pyplot.subplots(1, len(found), figsize=(3.8 * len(found), 3.4), layout="constrained", squeeze=False)
    for axes, one in zip(grid[0], found, strict=True):
        rates = list(one.cached)
        replays = [usual for usual, _ in one.cached.values()]
        values = {"mean": [_mean(usual) for usual in replays]}
        values |= {name: [_cuts(usual)[at] for usual in replays] for at, name in enumerate(("p50", "p95", "p99"))}
        bare = dict(zip(values, (_mean(one.bare), *_cuts(one.bare)), strict=True))
        for (name, line), color in zip(values.items(), ("#268bd2", "#1b7837", "#d95f02", "#cb4b16"), strict=True):
            axes.plot(rates, line, "o-", color=color, label=name, markersize=3)
            axes.axhline(bare[name], color=color, linestyle=":", linewidth=1)
        axes.set(xlabel="reuse rate", ylabel="latency, s", title=one.name, ylim=0)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.3)
    grid[0][0].legend(frameon=False, fontsize=7, title="dotted: no cache", title_fontsize=7)
    path = RESULTS.parent / PICTURE
    path.parent.mkdir(exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    return path


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
