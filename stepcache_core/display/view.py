"""What there is to show of a value, before anything is said of HTML or of a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import SequenceMatcher

from stepcache_core.delta import Delta
from stepcache_core.display.difference import Kind, Run, compared, same
from stepcache_core.ledger import Stats
from stepcache_core.model import Answer, Outcome, Record, Source, Step, Usage, Verdict
from stepcache_core.plan import Considered, Plan

LEFT_OUT = "left out"

MEANING = {
    Outcome.EXACT: "the same request was answered before",
    Outcome.REUSE: "what is served stands for this request too; no model was called",
    Outcome.REPLAY: "the task recomputed what had to change; no model was called",
    Outcome.PATCH: "what stands was kept, and the model wrote the rest",
    Outcome.SKIP: "something similar is cached, but nothing of it may be reused: the model answered",
    Outcome.MISS: "nothing similar was cached: the model answered",
    Outcome.FALLBACK: "the model's answer could not be made right: the task's own result is served",
    Outcome.BYPASS: "the cache stayed out of the way: the model answered",
}

_SOURCE_OF_OUTCOME = {
    Outcome.EXACT: Source.CACHE,
    Outcome.REUSE: Source.CACHE,
    Outcome.REPLAY: Source.REPLAY,
    Outcome.FALLBACK: Source.FALLBACK,
}


@dataclass(frozen=True, slots=True)
class StepView:
    """One step to show.

    Attributes:
        word: Its source, or that it was left out.
        runs: Its text; where it stands in for a cached step, compared with that.
        verdict: The verdict on it, or None where there is none to show.
    """

    word: str
    runs: tuple[Run, ...]
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class View:
    """A value to show: a heading, what it comes to, its steps in order, and further parts that fold.

    Attributes:
        title: One or two words.
        note: What the title means, in a sentence.
        source: Whose colour the title has.
        prompt: A prompt to quote.
        facts: Short (name, value) pairs, for one line.
        rows: (name, value) pairs, a line each.
        steps: The steps.
        parts: Views inside this one.
    """

    title: str
    note: str = ""
    source: Source | None = None
    prompt: str | None = None
    facts: tuple[tuple[str, str], ...] = ()
    rows: tuple[tuple[str, str], ...] = ()
    steps: tuple[StepView, ...] = ()
    parts: tuple[View, ...] = ()


def view_of(value: object) -> View:
    """What there is to show of a value.

    Raises:
        TypeError: The value is none that shows itself.
    """
    match value:
        case View():
            return value
        case Answer():
            return _answer(value)
        case Plan():
            return _plan(value)
        case Record():
            return _record(value)
        case Delta():
            return _delta(value)
        case Stats():
            return View("StepCache", "the account since this engine was made", rows=tuple(value.rows()))
    raise TypeError(f"a {type(value).__name__} can't be shown; give an Answer, Plan, Record, Delta or Stats")


def _answer(answer: Answer) -> View:
    facts = [
        ("task", answer.task),
        ("checked", "passed whole" if answer.verified else ""),
        ("steps", sources(answer.steps)),
        ("similarity", "" if answer.similarity is None else f"{answer.similarity:.3f}"),
        ("tokens", _spent_and_saved(answer.usage.total_tokens, answer.saved.total_tokens, "d")),
        ("seconds", _spent_and_saved(answer.seconds, answer.saved_seconds, ".3f")),
    ]
    return View(
        answer.outcome.value.upper(),
        MEANING[answer.outcome],
        _source_of(answer.outcome),
        facts=_told(facts),
        steps=_beside(answer.reused, answer.steps),
    )


def _plan(plan: Plan) -> View:
    used = plan.used
    facts = [("task", plan.task)]
    if used is not None:
        facts.append(("at stake", _cost(used.record.usage, used.record.seconds)))
    cached = used.record.steps if used is not None and not plan.needs_model else ()
    return View(
        plan.outcome.value.upper(),
        plan.reason,
        _source_of(plan.outcome),
        facts=_told(facts),
        steps=_beside(cached, plan.steps),
        parts=tuple(_considered(number, one, plan) for number, one in enumerate(plan.considered, 1)),
    )


def _considered(number: int, one: Considered, plan: Plan) -> View:
    is_used = one is plan.used
    near = "found by key" if one.similarity is None else f"similarity {one.similarity:.3f}"
    # What is served as it stands is shown above; what was never judged is the record's matter.
    judged = () if is_used and plan.outcome is Outcome.REUSE else one.verdicts
    return View(
        f"Candidate {number}, {near}{', used' if is_used else ''}",
        one.reason,
        prompt=one.record.prompt,
        facts=_told([("record", one.record.id), ("task", one.record.task)]),
        rows=_changes(one.delta) if one.delta is not None else (),
        steps=tuple(
            StepView(Source.CACHE, same(step.text), verdict)
            for step, verdict in zip(one.record.steps, judged, strict=False)
        ),
    )


def _record(record: Record) -> View:
    facts = [
        ("record", record.id),
        ("namespace", record.namespace),
        ("task", record.task),
        ("checked", "passed whole" if record.verified else ""),
        ("cost", _cost(record.usage, record.seconds)),
        ("stored", moment(record.created_at)),
    ]
    return View(
        f"Record, {record.outcome.value.upper()} when made",
        prompt=record.prompt,
        facts=_told(facts),
        steps=tuple(StepView(step.source, same(step.text), step.verdict) for step in record.steps),
    )


def _delta(delta: Delta) -> View:
    title = "Nothing changed" if delta.empty else counted(len(delta.changes), "change")
    note = "between the prompts, of what may decide the answer"
    return View(title, note, rows=_changes(delta))


def _changes(delta: Delta) -> tuple[tuple[str, str], ...]:
    return tuple((one.kind.value, f"{one.old or 'nothing'} → {one.new or 'nothing'}") for one in delta.changes)


def _beside(cached: Sequence[Step], steps: Sequence[Step]) -> tuple[StepView, ...]:
    """The steps, each compared with the cached step it stands in for; cached steps that nothing stands in for."""
    before, after = [step.text for step in cached], [step.text for step in steps]
    views: list[StepView] = []
    for tag, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        for offset in range(m - k):
            step = steps[k + offset]
            replaces = tag == "replace" and offset < j - i
            runs = compared(before[i + offset], step.text) if replaces else same(step.text)
            views.append(StepView(step.source, runs, step.verdict))
        if tag != "equal":
            views += [StepView(LEFT_OUT, (Run(Kind.OLD, text),)) for text in before[i + (m - k) : j]]
    return tuple(views)


def sources(steps: Sequence[Step]) -> str:
    """How many steps came from where: `3 cache, 1 model`."""
    counted = Counter(step.source for step in steps)
    return ", ".join(f"{counted[source]} {source.value}" for source in Source if counted[source])


def counted(number: int, thing: str) -> str:
    """`1 record`, `2 records`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def moment(seconds: float) -> str:
    """A time in seconds since the epoch, in UTC to the second."""
    try:
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (ValueError, OverflowError, OSError):
        return f"{seconds:g} s since the epoch"


def _cost(usage: Usage, seconds: float) -> str:
    return f"{usage.total_tokens} tokens, {seconds:.3f} s"


def _spent_and_saved(spent: float, saved: float, form: str) -> str:
    return f"{spent:{form}}" + (f", saved {saved:{form}}" if saved else "")


def _told(facts: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple(fact for fact in facts if fact[1])


def _source_of(outcome: Outcome) -> Source:
    return _SOURCE_OF_OUTCOME.get(outcome, Source.MODEL)
