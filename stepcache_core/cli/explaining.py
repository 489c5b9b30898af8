"""What would become of a prompt, in each setting that a store holds answers of. No model is called."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

from stepcache_core.cli.place import Opened
from stepcache_core.drivers import Parts, drive
from stepcache_core.engine import Engine
from stepcache_core.ledger import Ledger
from stepcache_core.model import Outcome, Request, Step, Verdict
from stepcache_core.partition import keys_in, keys_of
from stepcache_core.plan import Considered, Plan
from stepcache_core.policy import Policy
from stepcache_core.tasks import default_tasks

MOST_PARTITIONS = 50

_BEST_FIRST = [
    Outcome.EXACT, Outcome.REUSE, Outcome.REPLAY, Outcome.PATCH, Outcome.SKIP, Outcome.MISS, Outcome.FALLBACK,
    Outcome.BYPASS,
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Explained:
    """The plan for a prompt in one partition, and how many records that holds."""

    partition: str
    records: int
    plan: Plan


@dataclass(frozen=True, slots=True)
class Explanation:
    """The plans for a prompt, the most promising first.

    Attributes:
        each: One for each partition looked at; at least one.
        passed_over: How many partitions were not looked at, being too many.
        faults: What went wrong on the way, by part and kind.
    """

    each: tuple[Explained, ...]
    passed_over: int
    faults: tuple[str, ...]


def explain(opened: Opened, prompt: str, namespace: str) -> Explanation:
    """The plans for a prompt in the partitions of a namespace, those with most records.

    A partition is a hash of the model, its parameters, the history and so on, and can't be read back: the prompt is
    judged as a plain one, without a system message, tools or a schema beside it.
    """
    partitions = Counter(entry.record.partition for entry in opened.store.entries(namespace))
    request = Request.from_prompt(prompt, namespace=namespace)
    ledger = Ledger()
    policy = Policy()
    parts = Parts(opened.store, opened.embedder, policy, ledger, time.time)
    engine = Engine(default_tasks(), policy, ledger)
    looked_at = partitions.most_common(MOST_PARTITIONS) or [(keys_of(request).partition, 0)]
    each = [
        Explained(name, count, drive(engine.decide(request, keys_in(name, prompt)), parts, parts.budget()))
        for name, count in looked_at
    ]
    each.sort(key=lambda one: _BEST_FIRST.index(one.plan.outcome))
    faults = tuple(ledger.stats().faults)
    return Explanation(tuple(each), max(0, len(partitions) - len(each)), faults)


def fields_of(explanation: Explanation) -> dict[str, Any]:
    """An explanation as JSON values."""
    return {
        "partitions": [
            {"partition": one.partition, "records": one.records, **_plan_fields(one.plan)} for one in explanation.each
        ],
        "passed_over": explanation.passed_over,
        "faults": list(explanation.faults),
    }


def _plan_fields(plan: Plan) -> dict[str, Any]:
    return {
        "outcome": plan.outcome.value,
        "reason": plan.reason,
        "task": plan.task,
        "record": plan.used.record.id if plan.used else None,
        "steps": [_step_fields(step) for step in plan.steps],
        "candidates": [_candidate_fields(one) for one in plan.considered],
    }


def _candidate_fields(one: Considered) -> dict[str, Any]:
    changes = one.delta.changes if one.delta is not None else ()
    return {
        "record": one.record.id,
        "prompt": one.record.prompt,
        "similarity": one.similarity,
        "kept": one.kept,
        "whole": one.whole,
        "reason": one.reason,
        "verdicts": [_verdict_fields(verdict) for verdict in one.verdicts],
        "changes": [{"kind": change.kind.value, "old": change.old, "new": change.new} for change in changes],
    }


def _step_fields(step: Step) -> dict[str, Any]:
    return {"text": step.text, "source": step.source.value, "verdict": _verdict_fields(step.verdict)}


def _verdict_fields(verdict: Verdict) -> dict[str, str]:
    return {"status": verdict.status.value, "reason": verdict.reason}
