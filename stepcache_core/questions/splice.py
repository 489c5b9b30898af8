"""A cached answer cut and joined for a new list of questions: blocks that stand, and places for the model to fill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from stepcache_core.admission import is_refusal, is_whole
from stepcache_core.delta import prompt_delta
from stepcache_core.model import Generation, Source, Step, Verdict, join
from stepcache_core.questions.blocks import Block, Blocks, blocks_of, runs_on
from stepcache_core.questions.independence import doubt_about_answer
from stepcache_core.questions.listing import Listing, labels_from

_NEUTRAL = Verdict.passed("it says nothing of any question")


@dataclass(frozen=True, slots=True)
class Splice:
    """What of a cached answer stands for a new list of questions.

    Attributes:
        old: The list that was answered.
        new: The list that is asked.
        answer: The cached answer, in blocks.
        kept: For each new question the place of the old one whose block stands, or None where the model is asked.
    """

    old: Listing
    new: Listing
    answer: Blocks
    kept: tuple[int | None, ...]

    @property
    def asked(self) -> list[int]:
        """The places of the questions that the model is asked."""
        return [place for place, was in enumerate(self.kept) if was is None]

    @property
    def prompt(self) -> str:
        """The user text that asks only what has to be asked, in the request's own words.

        Several questions out of a list are often answered in one go; then a line is added that asks for their numbers.
        """
        prompt = self.new.only(self.asked)
        if len(self.asked) == 1 or self.new.labels is None:
            return prompt
        return f"{prompt}\n\nBegin each answer with the number or letter of its question."

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that stand; without a question to ask they are the whole answer."""
        return self._joined({})

    def verdicts_for(self, steps: Sequence[Step]) -> tuple[Verdict, ...]:
        """Whether the cached answer's steps stand and what they depend on, however it was cut into them."""
        places = {was: place for place, was in enumerate(self.kept) if was is not None}
        spans, at = [], len(self.answer.introduction)
        for was, block in enumerate(self.answer.blocks):
            verdict = Verdict.passed(self._same(places[was])) if was in places else Verdict.unknown(self._changed(was))
            spans.append((at, at + len(block.text), verdict))
            at += len(block.text)
        result, start = [], 0
        for step in steps:
            end = start + len(step.text)
            touched = [verdict for first, last, verdict in spans if start < last and first < end]
            result.append(next((one for one in touched if not one.is_pass), touched[0] if touched else _NEUTRAL))
            start = end
        return tuple(result)

    def spliced(self, generation: Generation) -> tuple[Step, ...] | None:
        """The whole answer's steps; None if the model's text is not exactly what was asked for."""
        if not is_whole(generation):
            return None
        questions = [self.new.questions[place].text for place in self.asked]
        written = self._written(generation.text, questions)
        if written is None or any(is_refusal(body.strip()) or doubt_about_answer(body) for body in written):
            return None
        steps = self._joined(dict(zip(self.asked, written, strict=True)))
        return steps if self.is_cut_alike(steps) else None

    def is_cut_alike(self, steps: tuple[Step, ...]) -> bool:
        """Whether an answer falls into just these steps again, so that no block has swallowed its neighbour."""
        blocks = self._blocks_of(join(steps))
        texts = [] if blocks is None else [blocks.introduction, *(block.text for block in blocks.blocks)]
        return [text for text in texts if text] == [step.text for step in steps]

    def agrees(self, text: str) -> bool:
        """Whether an answer to the whole new list says the same in every block that would have been kept."""
        fresh = self._blocks_of(text)
        return fresh is not None and all(
            was is None or fresh.blocks[place].body.strip() == self.answer.blocks[was].body.strip()
            for place, was in enumerate(self.kept)
        )

    @property
    def share(self) -> float:
        """The share of the cached answer's characters that stand."""
        standing = sum(len(self.answer.blocks[was].text) for was in self.kept if was is not None)
        return min(1.0, (len(self.answer.introduction) + standing) / len(self.answer.text))

    @property
    def reason(self) -> str:
        """What is kept and what is asked, in words."""
        standing = len(self.kept) - len(self.asked)
        kept = f"the cached answers to {standing} of {len(self.kept)} questions stand alone and stay"
        asked = ", ".join(self._named(place) for place in self.asked)
        return f"{kept}; the model is asked {asked}" if asked else f"{kept}; no other question is asked"

    def _joined(self, written: Mapping[int, str]) -> tuple[Step, ...]:
        """The introduction as it was, and one step for each question that has its answer."""
        steps = [Step(self.answer.introduction, Source.CACHE, _NEUTRAL)] if self.answer.introduction else []
        for place, was in enumerate(self.kept):
            if was is not None:
                block = self._placed(self.answer.blocks[was], place, was)
                source = Source.CACHE if block.label == self.answer.blocks[was].label else Source.REPLAY
                steps.append(Step(block.text, source, Verdict.passed(self._same(place))))
            elif place in written:
                block = self._placed(replace(self.answer.blocks[0], body=written[place]), place, None)
                verdict = Verdict.unknown(f"the model was asked {self._named(place)}, and no task judges its answer")
                steps.append(Step(block.text, Source.MODEL, verdict))
        return tuple(steps)

    def _placed(self, block: Block, place: int, was: int | None) -> Block:
        """The block with the label and the white space of its new place."""
        first, last = self.answer.blocks[0], self.answer.blocks[-1]
        label = labels_from(first.label, place + 1)[-1] if first.label else ""
        if place + 1 == len(self.kept):
            return replace(block, label=label, gap=last.gap)
        return replace(block, label=label, gap=first.gap if was in {None, len(self.answer.blocks) - 1} else block.gap)

    def _written(self, text: str, questions: list[str]) -> list[str] | None:
        """The bodies of the model's blocks, one for each question that it was asked."""
        form = self.answer.blocks[0]
        asked = [labels_from(form.label, len(self.kept))[place] for place in self.asked] if form.label else None
        for labels in (asked, None):
            fresh = blocks_of(text, questions, labels)
            if isinstance(fresh, str):
                continue
            first, kept = fresh.blocks[0], [self.answer.blocks[was] for was in self.kept if was is not None]
            is_alike = first.style == form.style or not set("*_#") & set("".join((*first.style, *form.style)))
            if not is_alike or runs_on(fresh.blocks[-1], [*fresh.blocks[:-1], *kept]):
                return None
            space = "" if not form.before and not form.after else " "
            return [block.body if block.body[:1].isspace() else space + block.body for block in fresh.blocks]
        return None

    def _blocks_of(self, text: str) -> Blocks | None:
        blocks = blocks_of(text, self.new.texts, self.new.labels)
        return None if isinstance(blocks, str) else blocks

    def _named(self, place: int) -> str:
        start, end = self.new.questions[place].span
        return f"question {place + 1} (characters {start} to {end} of the request)"

    def _same(self, place: int) -> str:
        was = self.kept[place]
        assert was is not None  # noqa: S101  # only kept places are asked about
        if was == place:
            return f"it depends on {self._named(place)} alone, which is the same as before"
        return f"it depends on {self._named(place)} alone, which was question {was + 1} before"

    def _changed(self, was: int) -> str:
        """Why an old block does not stand."""
        if was < len(self.kept) and self.kept[was] is None:
            delta = prompt_delta(self.old.questions[was].text, self.new.questions[was].text)
            if not delta.empty:
                return f"it depends on {self._named(was)}, which changed ({delta})"
            return f"it depends on {self._named(was)}, and the cached block declines to answer or may speak of all"
        return f"it depends on question {was + 1} of the cached request, which is no longer asked"
