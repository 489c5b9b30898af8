"""Arrival traces of real services, replayed in virtual time against a simulated model, with StepCache and without.

    python -m benchmarks.trace AzureLLMInferenceTrace_conv.csv mooncake_conversation_trace.jsonl ...

Taken from the traces: when requests come, how long prompts and answers are. Simulated: the model (see
`benchmarks.trace.server` for the formula) and time, in which nothing sleeps. Made up: the prompts, a share of which go
back to shared templates (see `benchmarks.trace.workload`). Real: the product's decision about every request, and what
its lookups and writes cost, measured in this run with the default embedder and drawn from those measurements.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tqdm.auto import tqdm

from benchmarks.trace.arrivals import Arrival, read_trace
from benchmarks.trace.report import draw, section
from benchmarks.trace.server import NO_CACHE, Replay, Server, replay
from benchmarks.trace.workload import Costs, Decision, asks, decide, measured_costs
from stepcache_core import StepCacheEngine
from stepcache_core.store import MemoryStore
from stepcache_core.testing import HashEmbedder

RATES = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9)
RUSH = 2.0
"""How much faster the trace is replayed to see what the server can take."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A trace, and what became of it.

    Attributes:
        server: Sized for the trace as it was recorded.
        bare: Without StepCache, at the recorded speed; `rushed` at `RUSH` times that.
        cached: The same two with StepCache, for each reuse rate.
        in_memory: With the costs of a store in memory, at the recorded speed; `cached` has those of a Chroma folder.
    """

    name: str
    arrivals: list[Arrival]
    server: Server
    bare: Replay
    rushed: Replay
    cached: dict[float, tuple[Replay, Replay]]
    in_memory: dict[float, Replay]


def replay_all(
    name: str, arrivals: list[Arrival], server: Server, decisions: dict[float, list[Decision]], costs: dict[str, Costs]
) -> Replayed:
    """Replay one trace without StepCache, and with it at each reuse rate."""
    bare = [NO_CACHE] * len(arrivals)
    cached, in_memory = {}, {}
    for rate, decided in decisions.items():
        fates = costs["folder"].fates(decided[: len(arrivals)], seed=1)
        cached[rate] = replay(arrivals, fates, server), replay(arrivals, fates, server, RUSH)
        in_memory[rate] = replay(arrivals, costs["memory"].fates(decided[: len(arrivals)], seed=1), server)
    return Replayed(
        name, arrivals, server, replay(arrivals, bare, server), replay(arrivals, bare, server, RUSH), cached, in_memory
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("traces", type=Path, nargs="+", help="Azure's CSV files, Mooncake's JSON Lines")
    parser.add_argument("--limit", type=int, help="only so many requests of each trace")
    parser.add_argument("--prefill", type=float, default=8000, help="prompt tokens the model reads in a second")
    parser.add_argument("--token-ms", type=float, default=25, help="milliseconds for a token of the answer")
    parser.add_argument("--crowding", type=float, default=1, help="1: tokens take twice as long on a full server")
    parser.add_argument("--utilisation", type=float, default=0.8, help="share of the slots busy without StepCache")
    parser.add_argument("--measured", type=int, default=600, help="requests by which own costs are measured")
    parser.add_argument("--embedder", choices=("minilm", "hash"), default="minilm", help="whose time is measured")
    parser.add_argument("--seed", type=int, default=42)
    arguments = parser.parse_args()
    began, busy = time.perf_counter(), os.getloadavg()[0]
    traces = {path.stem: read_trace(path)[: arguments.limit] for path in arguments.traces}
    embedder = HashEmbedder() if arguments.embedder == "hash" else None
    costs = {"memory": measured_costs(None, embedder, arguments.measured, arguments.seed)}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        costs["folder"] = measured_costs(Path(folder), embedder, arguments.measured, arguments.seed)
    longest = max(map(len, traces.values()))
    decisions = {}
    for rate in tqdm(RATES, "reuse rates", disable=None):
        with StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder()) as engine:
            decisions[rate] = decide(engine, list(asks(longest, rate, arguments.seed)), f"reuse {rate:.0%}")
    model = Server(1, arguments.prefill, arguments.token_ms / 1000, arguments.crowding)
    found = [
        replay_all(name, arrivals, model.sized_for(arrivals, arguments.utilisation), decisions, costs)
        for name, arrivals in traces.items()
    ]
    draw(found)
    elapsed = f"{(time.perf_counter() - began) / 60:.0f} minutes in all"
    others = f"load average {busy:.1f} before the run and {os.getloadavg()[0]:.1f} after"
    print(section(found, costs, f"{elapsed}, {others}, embedder {arguments.embedder}"))


if __name__ == "__main__":
    main()
