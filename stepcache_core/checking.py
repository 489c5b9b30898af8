"""Judging cached steps and fresh answers: the verdicts of a task, turned into what may be kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from stepcache_core.admission import is_whole
from stepcache_core.copied import is_written_otherwise
from stepcache_core.delta import Delta, exact_only, prompt_delta
from stepcache_core.draft import Draft, draft_of
from stepcache_core.model import Generation, Outcome, Request, Source, Status, Step, Verdict, join
from stepcache_core.plan import Considered, Plan, Recognised
from stepcache_core.questions import Splice, splice_of
from stepcache_core.store.base import Candidate

_SHOWN_SPANS = 3


@dataclass(frozen=True, slots=True)
class Checked:
    """An answer and what its task says of it.

    Attributes:
        steps: The steps with their verdicts; mended where the task could.
        verdict: On the whole answer.
        kept: How many leading steps stand.
    """

    steps: tuple[Step, ...]
    verdict: Verdict
    kept: int

    @classmethod
    def unjudged(cls, steps: tuple[Step, ...]) -> Self:
        return cls(steps, Verdict.unknown("no task judged it"), 0)

    @property
    def right(self) -> bool:
        return self.verdict.is_pass

    @property
    def wrong(self) -> bool:
        return self.verdict.is_fail

    @property
    def every_step_stands(self) -> bool:
        return self.kept == len(self.steps)

    @property
    def failure(self) -> str:
        """Why it is not right: the first failing step's reason, else that of the whole."""
        failing = (step.verdict.reason for step in self.steps if step.verdict.is_fail)
        return next(failing, self.verdict.reason)


def check(recognised: Recognised, steps: tuple[Step, ...], *, cut_off: bool = False) -> Checked:
    """Judge an answer whole, after what the task can mend without a model; one that was cut off is not mended."""
    task, problem = recognised.task, recognised.problem
    text = join(steps)
    mended = None if cut_off else task.mend(problem, text)
    if mended is not None:
        steps = task.segment(problem, mended)
    verdicts = task.verify(problem, steps)
    if mended is not None:
        account = task.account(problem, text)
        verdicts = tuple(Verdict(one.status, f"{one.reason} ({account})") for one in verdicts)
    judged = tuple(step.with_verdict(verdict) for step, verdict in zip(steps, verdicts, strict=True))
    return Checked(judged, task.verify_answer(problem, join(steps)), standing(recognised, steps, verdicts))


def judge_fresh(recognised: Recognised | None, generation: Generation) -> tuple[Draft, Status]:
    """A fresh answer in its steps, mended where its task can, and what the task says of it."""
    draft = draft_of(recognised, generation)
    if recognised is None:
        return draft, Status.UNKNOWN
    checked = check(recognised, draft.steps, cut_off=not is_whole(generation))
    return replace(draft, steps=checked.steps), checked.verdict.status


def standing(recognised: Recognised, steps: Sequence[Step], verdicts: Sequence[Verdict]) -> int:
    """How many leading steps stand: those that pass, and those between them that state nothing of the problem.

    When no step fails and at least one passes, closing words that state nothing stand too.
    """
    kept = 0
    for index, (step, verdict) in enumerate(zip(steps, verdicts, strict=True)):
        if verdict.is_pass:
            kept = index + 1
        elif verdict.is_fail or not recognised.task.may_stand(step.text):
            return kept
    return len(steps) if kept else 0


def with_verdicts(steps: Sequence[Step], verdicts: Sequence[Verdict], source: Source) -> tuple[Step, ...]:
    """The steps with one source and, as far as there are any, new verdicts."""
    return tuple(
        replace(step, source=source, verdict=verdicts[index] if index < len(verdicts) else step.verdict)
        for index, step in enumerate(steps)
    )


MAX_COMPARED_CHARS: Final = 200_000
"""To compare a longer prompt with all that are similar would take seconds."""


def incomparable(prompt: str) -> str | None:
    """Why a prompt is matched exactly only and no similar one is looked for; None where one is."""
    if not prompt.strip():
        return "a prompt without text is matched exactly only"
    if len(prompt) > MAX_COMPARED_CHARS:
        return f"a prompt of more than {MAX_COMPARED_CHARS} characters is matched exactly only"
    return None


def candidate_by_task(request: Request, recognised: Recognised, candidate: Candidate) -> Considered:
    """A candidate's steps, judged against the new problem."""
    record, similarity = candidate.record, candidate.similarity
    task, problem = recognised.task, recognised.problem
    old = task.parse(request.with_prompt(record.prompt))
    if old is None:
        return Considered(record, similarity, (), 0, False, f"its prompt is no {task.name} problem")
    if not task.compatible(old, problem) or task.may_mislead(old, problem, record.text):
        reason = "the two requests differ in what no verdict covers"
        return Considered(record, similarity, (), 0, False, reason, may_be_replayed=task.replay_proves_itself)
    verdicts = task.verify(problem, record.steps)
    kept = standing(recognised, record.steps, verdicts)
    if kept < len(record.steps):
        reason = f"step {kept + 1} of {len(record.steps)}: {verdicts[kept].reason}"
        return Considered(record, similarity, verdicts, kept, False, reason)
    whole = task.verify_answer(problem, record.text)
    if not whole.is_pass:
        return Considered(record, similarity, verdicts, kept, False, whole.reason)
    return Considered(record, similarity, verdicts, kept, True, f"all {kept} steps pass against this request")


def candidate_by_delta(request: Request, candidate: Candidate, reuse_paraphrases: bool) -> Considered:
    """A candidate no task can judge: it may be served only when nothing that decides the answer has changed."""
    record, similarity = candidate.record, candidate.similarity
    delta: Delta | None = None
    if not reuse_paraphrases:
        reason = "no task verifies it, and the policy does not reuse paraphrases"
    elif request.tools or request.response_schema is not None:
        reason = "with tools or a schema that no task verifies, only the same request is reused"
    else:
        delta, refusal = paraphrase(record.prompt, request.prompt)
        if refusal is None and is_written_otherwise(record.prompt, request.prompt, record.text):
            refusal = "the answer has words that this prompt writes otherwise"
        if refusal is None:
            verdict = Verdict(Status.PASS, "a paraphrase: nothing that decides the answer has changed")
            verdicts = (verdict,) * len(record.steps)
            return Considered(record, similarity, verdicts, len(record.steps), True, verdict.reason, delta)
        reason = f"no task verifies it, and {refusal}"
        if not delta.empty:
            return _candidate_by_questions(request, candidate, reason, delta)
    return Considered(record, similarity, (), 0, False, reason, delta)


def _candidate_by_questions(request: Request, candidate: Candidate, reason: str, delta: Delta) -> Considered:
    """A candidate for a prompt that changed; of two lists of questions, only some steps may depend on the change."""
    record, similarity = candidate.record, candidate.similarity
    splice = splice_of(request, record)
    if isinstance(splice, Splice):
        splice = exact_only(request.prompt) or splice
    if splice is None:
        verdicts = (Verdict.unknown(_dependence(delta)),) * len(record.steps)
        return Considered(record, similarity, verdicts, 0, False, reason, delta)
    if isinstance(splice, str):
        verdicts = (Verdict.unknown(splice),) * len(record.steps)
        return Considered(record, similarity, verdicts, 0, False, f"{reason}; no step is kept: {splice}", delta)
    verdicts = splice.verdicts_for(record.steps)
    return Considered(record, similarity, verdicts, 0, False, splice.reason, delta, splice)


def _dependence(delta: Delta) -> str:
    """What a step depends on that changed, where nothing tells steps apart by what they depend on."""
    spans = [f"{change.new!r} (characters {change.new_span[0]} to {change.new_span[1]})" for change in delta.changes]
    shown = ", ".join(spans[:_SHOWN_SPANS]) + (" and more" if len(spans) > _SHOWN_SPANS else "")
    return f"it may depend on any part of the request, and of that {shown} changed"


def plan_by_questions(plan: Plan, considered: Sequence[Considered]) -> Plan:
    """The plan, with the candidate for a list of questions that leaves the model least to write, if there is one."""
    able = [(len(one.splice.asked), -(one.similarity or 0.0), one) for one in considered if one.splice]
    if not able:
        return plan
    asked, _, used = min(able, key=lambda ranked: ranked[:2])
    assert used.splice is not None  # noqa: S101  # only such candidates were ranked
    steps = used.splice.steps
    served = Outcome.REUSE if join(steps) == used.record.text else Outcome.REPLAY
    return replace(plan, outcome=Outcome.PATCH if asked else served, reason=used.reason, steps=steps, used=used)


def paraphrase(old: str, new: str) -> tuple[Delta, str | None]:
    """What changed from one prompt to another, and why an answer to the old may not be served for the new.

    The reason is None where nothing that decides the answer has changed, and time alone does not change it.
    """
    delta = prompt_delta(old, new)
    if not delta.empty:
        return delta, f"the prompts differ ({delta})"
    return delta, exact_only(new)
