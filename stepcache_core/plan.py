"""What the engine has decided for a request, and why; `engine.explain` returns it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from stepcache_core.delta import Delta
from stepcache_core.model import Outcome, Record, Request, Reuse, Step, Usage, Verdict
from stepcache_core.partition import Keys
from stepcache_core.questions import Splice
from stepcache_core.shown import Shown
from stepcache_core.store.base import Vector
from stepcache_core.tasks.guarded import GuardedTask


@dataclass(frozen=True, slots=True)
class Recognised:
    """A request's task and its problem."""

    task: GuardedTask
    problem: Any


@dataclass(frozen=True, slots=True)
class Considered:
    """A candidate, and what became of it.

    Attributes:
        record: The cached record.
        similarity: Cosine of the prompts' embeddings, or None where it was found by a key.
        verdicts: One for each of the record's steps, against the new request; empty when it never came to that.
        kept: How many leading steps may be served.
        whole: Whether all of it may be served.
        reason: Why, in words.
        delta: What changed between the two prompts; None where that is not what decides.
        splice: For two lists of questions, the blocks that stand and the questions that have to be asked; then `kept`
            is 0, as it need not be the leading steps that stand.
        may_be_replayed: Whether its task may recompute its steps, where no verdict on them would prove anything.
    """

    record: Record
    similarity: float | None
    verdicts: tuple[Verdict, ...]
    kept: int
    whole: bool
    reason: str
    delta: Delta | None = None
    splice: Splice | None = field(default=None, repr=False)
    may_be_replayed: bool = False

    @property
    def share(self) -> float:
        """The share of the record's text that stands for the request, where that is served without a model."""
        return self.splice.share if self.splice else 1.0

    @property
    def saved(self) -> Usage:
        """What it saves where it is served without a model."""
        usage = self.record.usage
        return Usage(usage.prompt_tokens, round(usage.completion_tokens * self.share))

    @property
    def promise(self) -> tuple[int, float]:
        """What candidates are ordered by, the greatest first: the steps that may be kept, then the similarity."""
        return (self.kept, 1.0 if self.similarity is None else self.similarity)

    @property
    def failure(self) -> str:
        """What the first step that could not be kept was refused for."""
        if self.kept < len(self.verdicts):
            return self.verdicts[self.kept].reason
        return self.reason


@dataclass(frozen=True, slots=True)
class Plan(Shown):
    """A decision, before any model is called.

    Attributes:
        outcome: EXACT, REUSE and REPLAY are served as they stand; PATCH keeps `steps` and lets the model write
            what is missing; SKIP, MISS and BYPASS are the model's.
        reason: Why, in words.
        steps: The steps that will be served from the cache.
        used: The candidate that `steps` come from.
        considered: Every candidate looked at, in order.
        keys: The request's identities, or None for a BYPASS.
        recognised: The request's task and problem, if it is a task's.
        vector: The prompt's embedding, if it was needed.
    """

    outcome: Outcome
    reason: str
    steps: tuple[Step, ...] = ()
    used: Considered | None = None
    considered: tuple[Considered, ...] = ()
    keys: Keys | None = field(default=None, repr=False)
    recognised: Recognised | None = field(default=None, repr=False)
    vector: Vector | None = field(default=None, repr=False, compare=False)

    @property
    def task(self) -> str:
        """Name of the task that recognised the request, or an empty string."""
        return self.recognised.task.name if self.recognised else ""

    @property
    def needs_model(self) -> bool:
        """Whether a model has to be called for it."""
        return self.outcome not in {Outcome.EXACT, Outcome.REUSE, Outcome.REPLAY}

    @property
    def is_by_questions(self) -> bool:
        """Whether it takes the answers to single questions out of a list of them."""
        return self.used is not None and self.used.splice is not None

    def __str__(self) -> str:
        lines = [f"{self.outcome.value.upper()}: {self.reason}"]
        for number, candidate in enumerate(self.considered, 1):
            near = "by key" if candidate.similarity is None else f"similarity {candidate.similarity:.3f}"
            lines.append(f"  candidate {number} ({near}): {candidate.reason}")
            lines += [f"    step {i}: {v.status.value}: {v.reason}" for i, v in enumerate(candidate.verdicts, 1)]
        return "\n".join(lines)


def bypass(request: Request) -> Plan:
    """The plan for a request without keys."""
    if request.undescribed:
        return Plan(Outcome.BYPASS, f"the call could not be described as a request ({request.undescribed})")
    refused = request.reuse is Reuse.NEVER
    return Plan(Outcome.BYPASS, "the caller refused caching" if refused else "the request has no stable key")
