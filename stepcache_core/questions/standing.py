"""Which blocks of a cached answer stand for a new list of questions: all doubts are raised here."""

from __future__ import annotations

from stepcache_core.admission import is_refusal
from stepcache_core.delta import essence, prompt_delta
from stepcache_core.model import Record, Request
from stepcache_core.questions.blocks import Blocks, blocks_of, may_close_the_answer, runs_on
from stepcache_core.questions.independence import (
    doubt_about_answer,
    doubt_about_question,
    lends_its_scope,
    share_premise,
)
from stepcache_core.questions.listing import Listing, listing_of
from stepcache_core.questions.opening import doubt_about_instructions, doubt_about_opening
from stepcache_core.questions.splice import Splice
from stepcache_core.questions.wording import Subject, sets_a_scene, subject_of


def splice_of(request: Request, record: Record) -> Splice | str | None:
    """What of a record's answer stands for a request.

    Returns:
        A splice with one block at least that stands; or why nothing does; or None where not both are lists.
    """
    old, new = listing_of(record.prompt), listing_of(request.prompt)
    if old is None or new is None:
        return None
    doubt = _doubt_about_frame(request, old, new)
    if doubt:
        return doubt
    for question in (*old.questions, *new.questions):
        doubt = doubt_about_question(question.text)
        if doubt:
            return doubt
    answer = blocks_of(record.text, old.texts, old.labels)
    if isinstance(answer, str):
        return answer
    splice = Splice(old, new, answer, _pairs(old, new, answer))
    if not splice.asked and not splice.is_cut_alike(splice.steps):
        return "the cached answers cannot be put in the new order"
    return _doubt_about(splice) or splice


def _doubt_about_frame(request: Request, old: Listing, new: Listing) -> str | None:
    """A doubt about what surrounds the questions."""
    *before, last = request.messages
    if any(message.role not in {"system", "developer"} for message in before) or last.extra is not None:
        return "every step may depend on the conversation or the attachments before the questions"
    delta = prompt_delta(old.opening, new.opening)
    if not delta.empty:
        end = len(new.opening.rstrip())
        return (
            f"every step depends on what stands before the questions (characters 0 to {end}), which changed ({delta})"
        )
    if old.marker != new.marker:
        return "every step may depend on how the questions are marked, which changed"
    doubts = (doubt_about_instructions(message.content) for message in before)
    return doubt_about_opening(new.opening) or next((doubt for doubt in doubts if doubt), None)


def _pairs(old: Listing, new: Listing, answer: Blocks) -> tuple[int | None, ...]:
    """For each new question the same old one: the one at its place, else the first that no other has taken."""
    olds = [essence(question.text) for question in old.questions]
    news = [essence(question.text) for question in new.questions]
    usable = [not is_refusal(block.body.strip()) for block in answer.blocks]
    usable[-1] = usable[-1] and not may_close_the_answer(answer.blocks[-1], old.texts)
    free = {was for was in range(len(olds)) if usable[was] and not (was < len(news) and news[was] == olds[was])}
    kept: list[int | None] = []
    for place, wanted in enumerate(news):
        if place < len(olds) and olds[place] == wanted:
            kept.append(place if usable[place] else None)
            continue
        was = next((was for was in sorted(free) if olds[was] == wanted), None)
        free.discard(-1 if was is None else was)
        kept.append(was)
    return tuple(kept)


def _doubt_about(splice: Splice) -> str | None:
    """A doubt about the blocks that would stand, or about asking the other questions without them."""
    kept = [(place, was) for place, was in enumerate(splice.kept) if was is not None]
    if not kept:
        return "no question is the same as one whose block stands alone"
    blocks = splice.answer.blocks
    for place, was in kept:
        doubt = doubt_about_answer(blocks[was].body)
        if doubt:
            return f"question {was + 1} of the cached request: {doubt}"
        if _leans(splice, place, was) or _has_another_scope(splice, place, was):
            return f"question {place + 1} may take its meaning from its neighbours, and they are not the same"
    if len(blocks) - 1 in splice.kept and runs_on(blocks[-1], blocks[:-1]):
        return "the cached answer may end with words about all of it"
    for place in splice.asked:
        subject, before = subject_of(splice.new.texts[place]), splice.new.texts[max(0, place - 1) : place]
        is_scoped = any(lends_its_scope(text, splice.new.texts[place]) for text in splice.new.texts[:place])
        is_common = subject is Subject.COMMON and any(sets_a_scene(text) for text in before)
        if subject is Subject.NEIGHBOURS or is_common or is_scoped:
            return f"question {place + 1} may take its meaning from its neighbours, which the model would not see"
    return _doubt_about_premises(splice, kept)


def _leans(splice: Splice, place: int, was: int) -> bool:
    """Whether a question may be about something else now: one beside it changed, or a name before it."""
    before, after = _changed_beside(splice, place, was, -1), _changed_beside(splice, place, was, 1)
    match subject_of(splice.new.texts[place]):
        case Subject.NEIGHBOURS:
            return bool(before or after)
        case Subject.COMMON:
            return any(sets_a_scene(question) for question in before)
        case Subject.NAMED:
            return False


def _has_another_scope(splice: Splice, place: int, was: int) -> bool:
    """Whether one of the questions before it, of which the scope may hold for it, is not the same."""
    stood = splice.kept[:place]
    news = [text for text, before in zip(splice.new.texts, stood, strict=False) if before is None or before > was]
    olds = [text for at, text in enumerate(splice.old.texts[:was]) if at not in stood]
    return any(lends_its_scope(other, splice.new.texts[place]) for other in (*olds, *news))


def _changed_beside(splice: Splice, place: int, was: int, step: int) -> list[str]:
    """The question beside a place before and now, where they are not the same; empty text for an end of the list."""
    olds = ["", *splice.old.texts, ""]
    news = ["", *splice.new.texts, ""]
    kept = [-1, *splice.kept, len(splice.old.questions)]
    old, new = was + step + 1, place + step + 1
    return [] if kept[new] == was + step else [olds[old], news[new]]


def _doubt_about_premises(splice: Splice, kept: list[tuple[int, int]]) -> str | None:
    """A question that is new, gone or moved, and one that stands, may be parts of one story."""
    old, new = splice.old.questions, splice.new.questions
    order = [was for _, was in kept]
    moved = order != sorted(order)
    others = [new[place].text for place in splice.asked]
    others += [question.text for was, question in enumerate(old) if was not in order]
    for number, (place, _) in enumerate(kept):
        rest = [new[place].text for place, _ in kept[number + 1 :]] if moved else []
        for other in (*others, *rest):
            shared = share_premise(new[place].text, other)
            if shared:
                return f"question {place + 1} and {other!r} both speak of {shared!r}, so one may depend on the other"
    return None
