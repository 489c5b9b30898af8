"""How the engine decides: every choice a user can make, in one value."""

from __future__ import annotations

import math
from dataclasses import dataclass

from stepcache_core.errors import InvalidArgumentError


@dataclass(frozen=True, slots=True)
class Policy:
    """How the engine decides.

    Attributes:
        min_similarity: Cosine below which a cached request is no candidate, 0 to 1.
        top_k: Candidates looked at, 1 or more.
        reuse_paraphrases: Whether an answer no task verifies may be served when nothing that decides it changed.
        correct_fresh: Whether the model's own answers, and those given to `StepCacheEngine.store`, are checked, and put
            right where a task can. Unchecked ones are kept unverified: whatever they are, the same request gets them.
        max_repairs: Further model calls to repair an answer that failed its check, 0 or more.
        ttl: Seconds a record lives, counted from when it was stored, 0 or more; None for ever. What nobody asks for
            is removed as others are stored in its namespace.
        max_entries: Records kept in a namespace, the oldest leave first; None for no bound.
        deadline: Seconds the embedder and the store together may take of one request; None leaves only the
            guards against a part that hangs (`drivers.STALL_SECONDS`, `drivers.LOADING_SECONDS`).
        shadow: Decide and count, but always serve the model's own answer, neither patched nor put right; what is
            stored of it is checked all the same.
        bypass_rate: Share of hits, 0 to 1, that go to the model all the same, so that hits can be audited. A lookup
            that is given no model leaves such a hit to the caller, and counts no audit: it sees nothing to compare.

    Raises:
        InvalidArgumentError: A value is out of its range.
    """

    min_similarity: float = 0.85
    top_k: int = 5
    reuse_paraphrases: bool = True
    correct_fresh: bool = True
    max_repairs: int = 1
    ttl: float | None = None
    max_entries: int | None = None
    deadline: float | None = None
    shadow: bool = False
    bypass_rate: float = 0.0

    def __post_init__(self) -> None:
        _require_number("min_similarity", self.min_similarity, 0.0, 1.0)
        _require_number("bypass_rate", self.bypass_rate, 0.0, 1.0)
        _require_count("top_k", self.top_k, 1)
        _require_count("max_repairs", self.max_repairs, 0)
        if self.max_entries is not None:
            _require_count("max_entries", self.max_entries, 1)
        if self.ttl is not None:
            _require_number("ttl", self.ttl, 0.0, math.inf)
        if self.deadline is not None:
            _require_number("deadline", self.deadline, 0.0, math.inf)
        for name in ("reuse_paraphrases", "correct_fresh", "shadow"):
            if not isinstance(getattr(self, name), bool):
                raise InvalidArgumentError(f"Policy({name}=...): give True or False")


def _require_number(name: str, value: object, low: float, high: float) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise InvalidArgumentError(f"Policy({name}={value!r}): give a number from {low:g} to {high:g}")


def _require_count(name: str, value: object, low: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < low:
        raise InvalidArgumentError(f"Policy({name}={value!r}): give a whole number of {low} or more")
