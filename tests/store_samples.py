"""Records and vectors for the tests of stores."""

from __future__ import annotations

import numpy as np

from stepcache_core.model import Json, Outcome, Record, Source, Status, Step, Usage, Verdict
from stepcache_core.store.base import Vector

DIMENSION = 16


def unit(seed: int, dimension: int = DIMENSION) -> Vector:
    """A unit vector that depends on the seed only."""
    vector = np.random.default_rng(seed).normal(size=dimension).astype(np.float32)
    return vector / np.linalg.norm(vector)


def turned(vector: Vector, cosine: float) -> Vector:
    """A unit vector at that cosine to `vector`."""
    other = unit(987_654, len(vector))
    other = other - (other @ vector) * vector
    other = other / np.linalg.norm(other)
    return (cosine * vector + np.sqrt(1 - cosine**2) * other).astype(np.float32)


def record(
    record_id: str,
    *,
    namespace: str = "default",
    partition: str = "p",
    text: str = "x = 5",
    created_at: float = 1.0,
    payload: Json = None,
) -> Record:
    steps = (
        Step("Subtract 5: 3x = 15\n", Source.CACHE, Verdict(Status.PASS, "true of the equation")),
        Step(text, Source.MODEL, Verdict(Status.UNKNOWN, "not judged")),
    )
    return Record(
        id=record_id,
        partition=partition,
        namespace=namespace,
        prompt="Solve 3x + 5 = 20",
        steps=steps,
        task="linear",
        verified=True,
        outcome=Outcome.PATCH,
        usage=Usage(12, 34),
        seconds=1.25,
        created_at=created_at,
        payload=payload,
    )
