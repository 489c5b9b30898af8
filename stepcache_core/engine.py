"""The way a request goes: one generator of effects that reads like the design's diagram.

    request
      ├ bypass?       caching refused by the caller, or nothing cacheable     -> BYPASS
      ├ exact         the same request in the same partition                  -> EXACT
      ├ parse         which task recognises it, and what is the problem
      ├ retrieve      by the problem's signatures first, else by embedding
      ├ verify        every candidate's steps against the new problem
      │    all pass                                                           -> REUSE
      ├ replay        the task recomputes the failing steps; all pass         -> REPLAY
      ├ patch         the model goes on from the first failing step           -> PATCH
      ├ compatible?   nothing may be reused, or there is no candidate         -> SKIP / MISS: the model answers
      ├ check         the whole answer is verified; bounded repair; still wrong -> FALLBACK, or the model from scratch
      └ commit        store what may be stored

The method of verified prefix, contiguous patch and fallback is that of arXiv 2603.28795. Nothing here performs
anything: stores, embedders, models and clocks are the driver's.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

from stepcache_core.admission import is_refusal, is_whole
from stepcache_core.checking import (
    Checked,
    candidate_by_delta,
    candidate_by_task,
    check,
    incomparable,
    judge_fresh,
    plan_by_questions,
    with_verdicts,
)
from stepcache_core.draft import Case, Draft, answer_of, draft_of, patched_answer_of, used_in
from stepcache_core.effects import Embed, Emit, Find, Flow, Save
from stepcache_core.ledger import Ledger
from stepcache_core.model import (
    Answer,
    Generation,
    Outcome,
    Record,
    Request,
    Reuse,
    Source,
    Status,
    Step,
    Verdict,
    join,
)
from stepcache_core.partition import Keys, UnkeyableError, keys_of
from stepcache_core.plan import Considered, Plan, Recognised, bypass
from stepcache_core.policy import Policy
from stepcache_core.rejection import REJECTIONS, rejection_id
from stepcache_core.store.base import Candidate
from stepcache_core.tasks.base import Task
from stepcache_core.tasks.guarded import GuardedTask
from stepcache_core.writing import end, generate, generate_unchecked, write


class Engine:
    """The policy, without a store, a model or a clock.

    Args:
        tasks: Asked in order; the first that recognises a request takes it. A failing one does no harm.
        policy: How to decide.
        ledger: Where audits and faults of tasks are entered.
        chance: A uniform number from [0, 1), for `Policy.bypass_rate`.
    """

    def __init__(
        self, tasks: Sequence[Task[Any]], policy: Policy, ledger: Ledger, chance: Callable[[], float] = random.random
    ) -> None:
        self._tasks = tuple(GuardedTask(task, ledger) for task in tasks)
        self._policy = policy
        self._ledger = ledger
        self._chance = chance

    def answer(self, request: Request, keys: Keys | None) -> Flow[Answer]:
        """The whole way. `keys` are what `keys_for` gives."""
        plan = yield from self.decide(request, keys)
        return (yield from self._carry_out(Case(request, plan), is_audited=self._is_audited(plan)))

    def lookup(self, request: Request, keys: Keys | None, *, may_generate: bool) -> Flow[Answer | None]:
        """The way as far as an answer is this engine's business; None where it is the caller's own model's.

        Without `may_generate`, whatever needs a model is the caller's; with it, only what no task would check.
        """
        plan = yield from self.decide(request, keys)
        is_checked = self._may_patch(plan) or self._corrects(plan.recognised) is not None
        if plan.needs_model and not (may_generate and is_checked):
            return None
        is_audited = self._is_audited(plan)
        if is_audited and not may_generate:
            return None
        return (yield from self._carry_out(Case(request, plan), is_audited=is_audited))

    def _carry_out(self, case: Case, *, is_audited: bool) -> Flow[Answer]:
        if is_audited:
            return (yield from self._audit(case))
        if not case.plan.needs_model:
            return (yield from self._serve(case.plan))
        if self._may_patch(case.plan):
            patched = yield from (self._patch_questions(case) if case.plan.is_by_questions else self._patch(case))
            if patched is not None:
                return patched
        return (yield from self._answer_afresh(case))

    def store(self, request: Request, generation: Generation, keys: Keys | None) -> Flow[str | None]:
        """Store an answer that the caller's own model gave; the record's id, or None if it was not stored.

        As a fresh answer of `answer`, it is checked unless the policy leaves fresh answers unchecked.
        """
        if keys is None:
            return None
        recognised = self._recognise(request) if request.reuse is Reuse.STEPS else None
        draft, status = judge_fresh(recognised if self._policy.correct_fresh else None, generation)
        plan = Plan(Outcome.MISS, "stored by the caller", keys=keys, recognised=recognised)
        return (yield from self._commit(Case(request, plan, generation.usage), draft, Outcome.MISS, status))

    # -- bypass, exact, parse, retrieve, verify, replay -------------------------------------------------------------

    def keys_for(self, request: Request) -> Keys | None:
        """The request's keys, or None where it must bypass the cache."""
        if request.undescribed:
            self._ledger.enter_fault("request", request.undescribed)
        if request.reuse is Reuse.NEVER or not request.messages or request.namespace == REJECTIONS:
            return None
        try:
            return keys_of(request)
        except UnkeyableError as error:
            self._ledger.enter_fault("partition", error)
            return None

    def decide(self, request: Request, keys: Keys | None) -> Flow[Plan]:
        """Everything up to the first call of a model."""
        if keys is None:
            return bypass(request)
        for exact in (yield Find(request.namespace, keys.partition, record_id=keys.exact)):
            steps = tuple(step.with_source(Source.CACHE) for step in exact.record.steps)
            used = Considered(exact.record, None, (), len(steps), True, "the same request was answered before")
            return Plan(Outcome.EXACT, used.reason, steps, used, (used,), keys)

        if request.reuse is Reuse.EXACT:
            return Plan(Outcome.MISS, "only the same request may be reused, and it is not cached", keys=keys)
        recognised = self._recognise(request)
        plan = Plan(Outcome.MISS, "nothing similar is cached", keys=keys, recognised=recognised)
        if recognised:
            aliases = tuple(keys.alias(signature) for signature in recognised.task.signatures(recognised.problem))
            found = yield Find(request.namespace, keys.partition, aliases=aliases)
            plan = yield from self._weigh(request, plan, keys, found)
        if not plan.needs_model:
            return plan
        if (reason := incomparable(request.prompt)) is not None:
            return replace(plan, reason=reason)
        vector = yield Embed(request.prompt)
        if vector is None:
            return plan
        near = yield Find(request.namespace, keys.partition, vector=vector, limit=self._policy.top_k)
        return (yield from self._weigh(request, replace(plan, vector=vector), keys, near))

    def _weigh(self, request: Request, plan: Plan, keys: Keys, candidates: Sequence[Candidate]) -> Flow[Plan]:
        """The plan, after these candidates have been looked at too; those rejected for this request are passed over."""
        cleared = plan.used.record.id if plan.used else None
        rejected: frozenset[str] = frozenset()
        while True:
            judged = self._judge(request, plan, candidates, rejected)
            if judged.used is None or judged.used.record.id == cleared:
                return judged
            record_id = judged.used.record.id
            if (yield Find(REJECTIONS, keys.partition, record_id=rejection_id(record_id, keys))):
                rejected |= {record_id}
            elif (yield Find(REJECTIONS, keys.partition, record_id=rejection_id(keys.exact, keys))):
                return replace(plan, outcome=Outcome.SKIP, reason="an answer to this very request was rejected")
            else:
                return judged

    def _judge(self, request: Request, plan: Plan, candidates: Sequence[Candidate], rejected: frozenset[str]) -> Plan:
        """The plan, after these candidates have been looked at too; `rejected` are not to be used."""
        considered = list(plan.considered)
        seen = {one.record.id for one in considered}
        for candidate in candidates:
            if candidate.record.id in seen or not self._is_near(plan, candidate):
                continue
            if candidate.record.id in rejected:
                reason = "it was rejected as an answer to this request"
                considered.append(Considered(candidate.record, candidate.similarity, (), 0, False, reason))
                continue
            one = self._consider(request, plan.recognised, candidate)
            considered.append(one)
            if one.whole:
                steps = with_verdicts(one.record.steps, one.verdicts, Source.CACHE)
                return replace(plan, outcome=Outcome.REUSE, reason=one.reason, steps=steps, used=one,
                               considered=tuple(considered))  # fmt: skip
        if not considered:
            return plan
        fresh = considered[len(plan.considered) :]
        plan = replace(plan, outcome=Outcome.SKIP, reason=considered[-1].reason, considered=tuple(considered))
        if plan.recognised is None:
            return plan_by_questions(plan, considered)
        for one in sorted(fresh, key=attrgetter("promise"), reverse=True):
            replayed = self._replay(request, plan.recognised, one) if one.verdicts or one.may_be_replayed else None
            if replayed is not None:
                reason = "the task recomputed the steps for this problem, and all of them pass"
                return replace(plan, outcome=Outcome.REPLAY, reason=reason, steps=replayed, used=one)
        best = max((one for one in considered if one.verdicts), key=attrgetter("promise"), default=None)
        if best is not None and (best.kept or plan.recognised.task.patches_whole):
            steps = with_verdicts(best.record.steps[: best.kept], best.verdicts, Source.CACHE)
            reason = f"{best.kept} of {len(best.verdicts)} cached steps stand; then: {best.failure}"
            return replace(plan, outcome=Outcome.PATCH, reason=reason, steps=steps, used=best)
        return plan

    def _is_near(self, plan: Plan, candidate: Candidate) -> bool:
        in_partition = plan.keys is not None and candidate.record.partition == plan.keys.partition
        return in_partition and (candidate.similarity is None or candidate.similarity >= self._policy.min_similarity)

    def _recognise(self, request: Request) -> Recognised | None:
        for task in self._tasks:
            problem = task.parse(request)
            if problem is not None:
                return Recognised(task, problem)
        return None

    def _consider(self, request: Request, recognised: Recognised | None, candidate: Candidate) -> Considered:
        by_task = None if recognised is None else candidate_by_task(request, recognised, candidate)
        if by_task is not None and recognised is not None and recognised.task.corrects:
            return by_task
        by_delta = candidate_by_delta(request, candidate, self._policy.reuse_paraphrases)
        return by_delta if by_task is None or (by_delta.whole and not by_task.whole) else by_task

    def _replay(self, request: Request, recognised: Recognised, one: Considered) -> tuple[Step, ...] | None:
        task, problem = recognised.task, recognised.problem
        old = task.parse(request.with_prompt(one.record.prompt))
        steps = task.replay(old, problem, one.record.steps) if old is not None else None
        if not steps:
            return None
        checked = check(recognised, steps)
        if not checked.right or not checked.every_step_stands:
            return None
        cached = {step.text for step in one.record.steps}
        return tuple(step.with_source(Source.CACHE if step.text in cached else Source.REPLAY) for step in checked.steps)

    # -- what is served without a model -----------------------------------------------------------------------------

    def _serve(self, plan: Plan) -> Flow[Answer]:
        used = used_in(plan)
        text = join(plan.steps)
        yield Emit(text)
        return Answer(
            text=text,
            steps=plan.steps,
            outcome=plan.outcome,
            verified=used.record.verified
            if plan.outcome is Outcome.EXACT
            else bool(plan.recognised and not used.delta),
            saved=used.saved,
            saved_seconds=used.record.seconds * used.share,
            record_id=used.record.id,
            similarity=used.similarity,
            task=plan.task or used.record.task,
            payload=used.record.payload if plan.outcome is not Outcome.REPLAY else None,
            reused=used.record.steps,
        )

    def _is_audited(self, plan: Plan) -> bool:
        """Whether this hit goes to the model as well; left to chance, so to be asked once for a request."""
        if plan.needs_model and not plan.is_by_questions:
            return False
        return self._policy.shadow or (self._policy.bypass_rate > 0 and self._chance() < self._policy.bypass_rate)

    def _audit(self, case: Case) -> Flow[Answer]:
        """Serve the model's answer in place of a hit, and enter whether the hit would have been as good."""
        draft = draft_of(None, (yield from generate_unchecked(case)))
        recognised = case.plan.recognised
        right = recognised is not None and check(recognised, draft.steps).right
        splice = used_in(case.plan).splice
        agreed = right or draft.text == join(case.plan.steps) or (splice is not None and splice.agrees(draft.text))
        self._ledger.enter_audit(agreed=agreed)
        return answer_of(case, draft, Outcome.BYPASS, None)

    # -- the model: afresh, or from the first failing step on ---------------------------------------------------------

    def _answer_afresh(self, case: Case) -> Flow[Answer]:
        """The model's answer, checked and put right where a task can."""
        recognised = self._corrects(case.plan.recognised)
        outcome = Outcome.SKIP if case.plan.outcome is Outcome.PATCH else case.plan.outcome
        if recognised is None:
            judging = case.plan.recognised if self._policy.correct_fresh else None
            generation = yield from generate_unchecked(case)
            draft, status = judge_fresh(judging, generation)
            record_id = yield from self._commit(case, draft, outcome, status)
            if draft.text != generation.text:  # mended to be stored, and served as it came
                return answer_of(case, draft_of(None, generation), outcome, record_id)
            return replace(answer_of(case, draft, outcome, record_id), verified=status is Status.PASS)
        written = yield from write(case, recognised, 1 + self._policy.max_repairs)
        outcome = Outcome.FALLBACK if written.is_fallback else outcome
        yield Emit(written.rest)
        record_id = yield from self._commit(case, written.draft, outcome, written.status, written.is_pattern)
        return replace(answer_of(case, written.draft, outcome, record_id), verified=written.status is Status.PASS)

    def _corrects(self, recognised: Recognised | None) -> Recognised | None:
        """The task and problem by which a fresh answer is put right where it is wrong; None leaves it as it comes."""
        corrects = recognised is not None and recognised.task.corrects and self._policy.correct_fresh
        return recognised if corrects and not self._policy.shadow else None

    def _may_patch(self, plan: Plan) -> bool:
        """Whether the model is to write only what is missing; in the shadow, a task's problem is answered afresh."""
        return plan.outcome is Outcome.PATCH and not (self._policy.shadow and plan.recognised)

    def _patch(self, case: Case) -> Flow[Answer | None]:
        """The verified prefix with the model's continuation, or None where that did not come out right.

        A streaming caller sees the prefix before the model is called, if it can be brought to a right end in any case.
        """
        plan, used = case.plan, used_in(case.plan)
        recognised = plan.recognised
        assert recognised is not None  # noqa: S101  # only a task's candidate is ever patched
        sent = plan.steps if end(recognised, plan.steps) is not None else ()
        yield Emit(join(sent))
        wrong = Checked(used.record.steps, Verdict.failed(used.failure), used.kept)
        written = yield from write(case, recognised, 1 + self._policy.max_repairs, plan.steps, wrong, sent)
        if written.status is Status.FAIL:
            return None
        outcome = Outcome.FALLBACK if written.is_fallback else Outcome.PATCH
        yield Emit(written.rest)
        record_id = yield from self._commit(case, written.draft, outcome, written.status, written.is_pattern)
        answer = patched_answer_of(case, written.draft, outcome, record_id)
        return replace(answer, verified=written.status is Status.PASS)

    def _patch_questions(self, case: Case) -> Flow[Answer | None]:
        """The blocks that stand with the model's answers to the other questions, or None where these came otherwise.

        A streaming caller sees nothing before the model's answers are known to fit.
        """
        splice = used_in(case.plan).splice
        assert splice is not None  # noqa: S101  # the plan was made from one
        generation = yield from generate(case, case.request.with_prompt(splice.prompt))
        steps = splice.spliced(generation)
        if steps is None:
            return None
        draft = Draft(steps, generation)
        yield Emit(draft.text)
        record_id = yield from self._commit(case, draft, Outcome.PATCH, Status.UNKNOWN)
        return patched_answer_of(case, draft, Outcome.PATCH, record_id)

    # -- commit -------------------------------------------------------------------------------------------------------

    def _commit(
        self, case: Case, draft: Draft, outcome: Outcome, status: Status, is_pattern: bool = True
    ) -> Flow[str | None]:
        """Store what may be stored; the record's id, or None. What is no pattern is found for its own problem only."""
        plan, keys = case.plan, case.plan.keys
        is_fallback, verified = outcome is Outcome.FALLBACK, status is Status.PASS
        if (
            keys is None
            or status is Status.FAIL
            or not draft.text.strip()
            or not (is_fallback or is_whole(draft.generation))
        ):
            return None
        if not verified and is_refusal(draft.text):
            return None
        record = Record(
            id=keys.exact,
            partition=keys.partition,
            namespace=case.request.namespace,
            prompt=case.request.prompt,
            steps=draft.steps,
            task=plan.task,
            verified=verified,
            outcome=outcome,
            usage=case.usage,
            seconds=case.seconds,
            payload=draft.generation.payload if outcome in {Outcome.MISS, Outcome.SKIP} else None,
        )
        recognised = plan.recognised
        signatures = recognised.task.signatures(recognised.problem) if recognised and verified else ()
        vector = plan.vector
        if not is_pattern:
            signatures, vector = signatures[:1], None
        elif vector is None and case.request.reuse is Reuse.STEPS and incomparable(case.request.prompt) is None:
            vector = yield Embed(case.request.prompt)
        stored: bool = yield Save(record, vector, tuple(keys.alias(signature) for signature in signatures))
        return record.id if stored else None
