"""An answer on its way out: what the model has written, and what it has cost."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stepcache_core.model import NO_USAGE, Answer, Generation, Outcome, Request, Step, Usage, join
from stepcache_core.plan import Considered, Plan, Recognised
from stepcache_core.segmentation import segment


@dataclass(slots=True)
class Case:
    """One request under way: what was decided, and what the model has cost so far."""

    request: Request
    plan: Plan
    usage: Usage = NO_USAGE
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer on its way out, and the generation it came from."""

    steps: tuple[Step, ...]
    generation: Generation

    @property
    def text(self) -> str:
        return join(self.steps)


def draft_of(recognised: Recognised | None, generation: Generation) -> Draft:
    """The draft of a generation, in the steps of its task or, without one, of plain text."""
    steps = recognised.task.segment(recognised.problem, generation.text) if recognised else segment(generation.text)
    return Draft(steps, generation)


def answer_of(case: Case, draft: Draft, outcome: Outcome, record_id: str | None) -> Answer:
    """The answer made of a draft."""
    return Answer(
        text=draft.text,
        steps=draft.steps,
        outcome=outcome,
        usage=case.usage,
        record_id=record_id,
        task=case.plan.task,
        payload=draft.generation.payload if outcome is not Outcome.FALLBACK else None,
    )


def patched_answer_of(case: Case, draft: Draft, outcome: Outcome, record_id: str | None) -> Answer:
    """The answer made of a draft of which a part was cached."""
    used = used_in(case.plan)
    record = used.record
    return replace(
        answer_of(case, draft, outcome, record_id),
        similarity=used.similarity,
        saved=Usage(
            max(0, record.usage.prompt_tokens - case.usage.prompt_tokens),
            max(0, record.usage.completion_tokens - case.usage.completion_tokens),
        ),
        saved_seconds=max(0.0, record.seconds - case.seconds),
        payload=None,
        reused=record.steps,
    )


def used_in(plan: Plan) -> Considered:
    """The candidate that a plan was made from, as each for EXACT, REUSE, REPLAY and PATCH was."""
    assert plan.used is not None  # noqa: S101  # such a plan has one
    return plan.used
