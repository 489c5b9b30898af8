"""Letting the model write: afresh or after steps that stand, checked, repaired within bounds, brought to a right end.

What a task can work out itself is not asked of the model a second time.

A streaming caller is shown a step as soon as it has passed, but only if what has been shown can be brought to a right
end in any case: nothing that was shown is ever taken back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from stepcache_core.admission import is_whole
from stepcache_core.checking import Checked, check, standing
from stepcache_core.draft import Case, Draft
from stepcache_core.effects import Flow, Generate, Generated
from stepcache_core.model import Generation, Request, Source, Status, Step, join
from stepcache_core.plan import Recognised


@dataclass(frozen=True, slots=True)
class Written:
    """What came of it.

    Attributes:
        draft: The answer, its steps with their verdicts.
        status: Of the whole answer: PASS, UNKNOWN where no one can tell, FAIL where it could not be made right.
        is_fallback: Whether the task, not the model, brought it to its end.
        is_pattern: Whether it is worked out in full, and so may be replayed for other problems.
        sent: How many characters a streaming caller has been shown.
    """

    draft: Draft
    status: Status
    is_fallback: bool
    sent: int
    is_pattern: bool = True

    @property
    def rest(self) -> str:
        """What a streaming caller has yet to be shown."""
        return self.draft.text[self.sent :]


def generate(case: Case, request: Request, release: Callable[[str], str] | None = None) -> Flow[Generation]:
    """Call the model, and enter in the case what that cost."""
    generated: Generated = yield Generate(request, release)
    case.usage += generated.generation.usage
    case.seconds += generated.seconds
    return generated.generation


def generate_unchecked(case: Case) -> Flow[Generation]:
    """Call the model with the request as it is; a stream is shown as it comes."""
    return (yield from generate(case, case.request, release=lambda written: written))


def write(
    case: Case,
    recognised: Recognised,
    attempts: int,
    kept: tuple[Step, ...] = (),
    wrong: Checked | None = None,
    sent: tuple[Step, ...] = (),
) -> Flow[Written]:
    """Let the model write what comes after the kept steps, until it is right.

    Args:
        case: The request, and what it has cost.
        recognised: Its task and problem.
        attempts: How often the model may be called, 1 or more.
        kept: Steps that stand.
        wrong: The answer they come from, with what was wrong with it; None to answer afresh.
        sent: The steps a streaming caller has been shown already, the first of `kept`.
    """
    afresh = wrong is None
    first: Draft | None = None
    undecided: Draft | None = None
    asked: set[str] = set()
    for _ in range(attempts):
        request = _request(case, recognised, kept, wrong)
        if request.prompt in asked:
            break  # the model would say the same again
        asked.add(request.prompt)
        release = _Release(recognised, kept, wrong, sent)
        generation = yield from generate(case, request, release)
        draft = Draft(_stitched(recognised, kept, wrong, generation.text), generation)
        sent = release.sent
        checked = check(recognised, draft.steps, cut_off=not is_whole(generation))
        fits = join(checked.steps).startswith(join(sent))
        if fits and not checked.wrong:
            draft = replace(draft, steps=checked.steps)
            if checked.right or (afresh and wrong is None):
                return Written(draft, checked.verdict.status, False, len(join(sent)))
            undecided = draft
        first = first or draft
        kept = checked.steps[: checked.kept]
        if not join(kept).startswith(join(sent)):
            kept = sent
        wrong = checked
        finished = _finished(recognised, kept) or _finished(recognised, sent)
        if finished is not None:
            ended = Draft(finished.steps, draft.generation)
            return Written(ended, Status.PASS, True, len(join(sent)))
        if undecided is not None:
            break  # nothing can be said of it that would help the model
        if not afresh and not is_whole(generation):
            break  # it was to write a part, and ran on to its limit: asked for that part again, it would again
    ending = end(recognised, kept) or end(recognised, sent)
    if ending is not None:
        return Written(Draft(ending.steps, draft.generation), Status.PASS, True, len(join(sent)), is_pattern=False)
    if undecided is not None:
        return Written(undecided, Status.UNKNOWN, False, len(join(sent)))
    return Written(first or draft, Status.FAIL, False, len(join(sent)))


def end(recognised: Recognised, kept: tuple[Step, ...]) -> Checked | None:
    """The kept steps brought to a right end without a model; None where the task cannot."""
    return _finished(recognised, kept) or _ended_with(recognised, kept, recognised.task.solve(recognised.problem))


def _finished(recognised: Recognised, kept: tuple[Step, ...]) -> Checked | None:
    """The kept steps with the rest worked out by the task, where it can."""
    return _ended_with(recognised, kept, recognised.task.finish(recognised.problem, join(kept)))


def _ended_with(recognised: Recognised, kept: tuple[Step, ...], ending: str | None) -> Checked | None:
    if ending is None:
        return None
    before = kept[-1].text if kept else "\n\n"
    gap = "" if before.endswith("\n\n") else "\n" if before.endswith("\n") else "\n\n"
    added = recognised.task.segment(recognised.problem, gap + ending)
    checked = check(recognised, (*kept, *(Step(step.text, Source.FALLBACK) for step in added)))
    return checked if checked.right and join(checked.steps).startswith(join(kept)) else None


def _request(case: Case, recognised: Recognised, kept: tuple[Step, ...], wrong: Checked | None) -> Request:
    """What the model is asked; after the first time, it is told what was wrong before."""
    if wrong is None:
        return case.request
    before = join(kept)
    failed = join(wrong.steps)[len(before) :]
    prompt = recognised.task.patch_prompt(case.request, recognised.problem, before, failed, wrong.failure)
    return case.request.with_prompt(prompt)


def _stitched(recognised: Recognised, kept: tuple[Step, ...], wrong: Checked | None, text: str) -> tuple[Step, ...]:
    task, problem, before = recognised.task, recognised.problem, join(kept)
    if wrong is None:
        return task.segment(problem, text)
    whole = task.stitch(problem, before, join(wrong.steps)[len(before) :], text)
    rest = whole[len(before) :] if whole.startswith(before) else text
    return (*kept, *task.segment(problem, rest))


_EAGER_CHARS = 400
"""A longer text is looked at when it has grown by an eighth, not at every line: a look judges all of it anew."""


class _Release:
    """Says of a text that is still being written what of the answer is final already."""

    def __init__(
        self, recognised: Recognised, kept: tuple[Step, ...], wrong: Checked | None, sent: tuple[Step, ...]
    ) -> None:
        self._recognised = recognised
        self._kept = kept
        self._wrong = wrong
        self._looked_at = 0
        self._shown_before = len(join(sent))
        self.sent = sent

    def __call__(self, text: str) -> str:
        """The part of the answer that may be shown, beyond what was shown before the model began."""
        line_end = text.rfind("\n") + 1
        wait = self._looked_at // 8 if self._looked_at > _EAGER_CHARS else 0
        if line_end > self._looked_at + wait:
            self._looked_at = line_end
            self._look(text)
        return join(self.sent)[self._shown_before :]

    def _look(self, text: str) -> None:
        if join(self._kept).strip().startswith(text.strip()):
            return  # the model may be repeating the beginning
        steps = _stitched(self._recognised, self._kept, self._wrong, text)[:-1]  # the last one may not be complete
        passing = steps[
            : standing(self._recognised, steps, self._recognised.task.verify(self._recognised.problem, steps))
        ]
        if len(passing) > len(self.sent) and end(self._recognised, passing) is not None:
            self.sent = passing
