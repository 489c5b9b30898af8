"""The simulated model: a server of so many slots, first come, first served, in virtual time.

A request that starts while `others` of the remaining slots are busy holds its slot for

    prompt tokens / prefill + output tokens * token_seconds * (1 + crowding * others / (slots - 1))

seconds. How crowded the server is, is looked at once, when the request starts.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchmarks.trace.arrivals import Arrival


@dataclass(frozen=True, slots=True)
class Server:
    """What the simulated model can do.

    Attributes:
        slots: Requests it works on at once.
        prefill: Prompt tokens it reads in a second, for each request.
        token_seconds: Seconds for each token it writes, when nobody else is there.
        crowding: How much longer a token takes when all other slots are busy; 1 is twice as long.
    """

    slots: int
    prefill: float
    token_seconds: float
    crowding: float

    def seconds(self, arrival: Arrival, crowd: float) -> float:
        """How long a request holds its slot; `crowd` is the share of the other slots that are busy."""
        token = self.token_seconds * (1 + self.crowding * crowd)
        return arrival.prompt_tokens / self.prefill + arrival.output_tokens * token

    def sized_for(self, arrivals: Sequence[Arrival], utilisation: float) -> Server:
        """The same with as many slots as these arrivals, without any cache, keep busy to that share."""
        work = sum(self.seconds(one, utilisation) for one in arrivals)
        return replace(self, slots=max(1, math.ceil(work / (utilisation * max(arrivals[-1].at, 1e-9)))))


@dataclass(frozen=True, slots=True)
class Fate:
    """What StepCache does with a request, and what that costs.

    Attributes:
        lookup: Seconds of its own until the answer is served, or until the model is asked.
        storing: Seconds of its own after the model's answer.
        source: Which request's stored answer is served, by its place in the trace; None where the model answers.
        same: Whether the source is this very request: then one that comes while the model still writes waits for it.
    """

    lookup: float = 0.0
    storing: float = 0.0
    source: int | None = None
    same: bool = False


NO_CACHE = Fate()


@dataclass(frozen=True, slots=True)
class Replay:
    """What became of a trace.

    Attributes:
        latencies: Seconds from arrival to the whole answer, of each request.
        model_seconds: Seconds that slots were held, in all.
        own_seconds: StepCache's own, in all.
        hits: Requests answered without the model.
        makespan: Seconds from the first arrival to the last answer.
    """

    latencies: tuple[float, ...]
    model_seconds: float
    own_seconds: float
    hits: int
    makespan: float

    @property
    def per_second(self) -> float:
        """Requests answered in a second."""
        return len(self.latencies) / self.makespan


def replay(arrivals: Sequence[Arrival], fates: Sequence[Fate], server: Server, speed: float = 1.0) -> Replay:
    """Replay a trace, `speed` times as fast as it was recorded; nothing sleeps.

    Requests take their turn in the order they came, and StepCache's own time is added before and after. The answer of a
    source that is not yet stored can't be served: the very same request waits for it, any other goes to the model.
    """
    free = [0.0] * server.slots
    stored: list[float] = []
    latencies = []
    model_seconds = own_seconds = 0.0
    hits = 0
    for arrival, fate in zip(arrivals, fates, strict=True):
        at = arrival.at / speed
        own_seconds += fate.lookup
        source = None if fate.source is None else stored[fate.source]
        if source is not None and (source <= at or fate.same):
            end = max(at, source) + fate.lookup
            hits += 1
        else:
            start = max(at + fate.lookup, free[0])
            busy = sum(until > start for until in free)
            seconds = server.seconds(arrival, busy / (server.slots - 1) if server.slots > 1 else 0.0)
            heapq.heapreplace(free, start + seconds)
            end = start + seconds + fate.storing
            model_seconds += seconds
            own_seconds += fate.storing
        stored.append(end)
        latencies.append(end - at)
    makespan = max((one.at / speed + late for one, late in zip(arrivals, latencies, strict=True)), default=0.0)
    return Replay(tuple(latencies), model_seconds, own_seconds, hits, makespan)


def break_even(hit: float, miss: float, model: float) -> float:
    """The share of hits from which on StepCache saves time, between 0 and 1.

    With a share p of hits a request takes `p * hit + (1 - p) * (miss + model)` seconds instead of `model`.

    Args:
        hit: StepCache's own seconds on a hit.
        miss: Its own seconds on a miss, storing included.
        model: Seconds of the model.
    """
    if miss + model <= hit:
        return 1.0
    return min(1.0, miss / (miss + model - hit))
