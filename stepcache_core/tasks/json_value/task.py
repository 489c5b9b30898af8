"""Requests for one JSON value: checked against a JSON Schema, the keys and the constraints that the prompt names.

A value that fits proves only its form. What it says is vouched for by the request being about the same thing:
`compatible` wants the two prompts equal but for the keys, the constraints that were understood and the values that
are stated for a key, so an object that answers another question is never reused. A prompt that states the value of
every key says itself what the object is: then it is written anew.
"""

from __future__ import annotations

from collections.abc import Sequence

from stepcache_core.copied import is_of_its_day, is_written_otherwise
from stepcache_core.model import Request, Source, Step, Verdict, join
from stepcache_core.tasks.json_value.judging import judge
from stepcache_core.tasks.json_value.mending import Mended, mended
from stepcache_core.tasks.json_value.patching import members_prompt, merged, wanted_members, whole_prompt
from stepcache_core.tasks.json_value.problem import JsonProblem, are_alike
from stepcache_core.tasks.json_value.reading.request import recognise
from stepcache_core.tasks.json_value.replaying.copying import would_take_in
from stepcache_core.tasks.json_value.replaying.replay import replayed, solved, told_whole


class JsonTask:
    """Verifies answers that must be one JSON value and nothing else."""

    name = "json"
    patches_whole = True
    replay_proves_itself = True

    def parse(self, request: Request) -> JsonProblem | None:
        return recognise(request)

    def segment(self, problem: JsonProblem, text: str) -> tuple[Step, ...]:
        """One step: an object is right or wrong as a whole."""
        return (Step(text),) if text else ()

    def verify(self, problem: JsonProblem, steps: Sequence[Step]) -> tuple[Verdict, ...]:
        if len(steps) == 1:
            return (self.verify_answer(problem, steps[0].text),)
        whole = self.verify_answer(problem, join(steps))
        return tuple(Verdict.unknown(f"only one piece of an answer: {whole.reason}") for _ in steps)

    def verify_answer(self, problem: JsonProblem, text: str) -> Verdict:
        """PASS only for the bare value: a caller will hand the text to a JSON reader as it is."""
        return judge(problem, text)

    def compatible(self, old: JsonProblem, new: JsonProblem) -> bool:
        """Not where a key is dropped and others are left open: of an object that has it, the judge would pass it."""
        leaves_out = not new.closed and not set(old.required_keys) <= set(new.required_keys)
        return not leaves_out and are_alike(old, new)

    def may_mislead(self, old: JsonProblem, new: JsonProblem, text: str) -> bool:
        """Whether an object holds what only the old request makes right.

        Words that the new prompt writes otherwise, a date of that day, a name whose other half had a key of its own.
        Where a system prompt may ask for more than the object, one that is not right as it is would be made so without
        what else is asked for.
        """
        if new.may_hold_more and not judge(new, text).is_pass:
            return True
        if is_of_its_day(new.written, text) or would_take_in(text, _dropped(old, new), new.written):
            return True
        return is_written_otherwise(old.written, new.written, text, new.named_keys)

    def may_stand(self, text: str) -> bool:
        return False

    def replay(self, old: JsonProblem, new: JsonProblem, steps: Sequence[Step]) -> tuple[Step, ...] | None:
        """The object without the keys no longer asked for, with a key renamed and stated values put in their place."""
        cached = join(steps)
        is_halved = would_take_in(cached, _dropped(old, new), new.written)
        text = None if is_halved else replayed(old, new, cached)
        if text is None or self.may_mislead(old, new, text):
            text = told_whole(new, cached)
        return None if text is None else (Step(text, Source.REPLAY),)

    def mend(self, problem: JsonProblem, text: str) -> str | None:
        """The bare value, put right in form only: chatter, syntax, types that a rule fixes, forbidden keys."""
        found = self.mended(problem, text)
        return None if found is None else found.text

    def mended(self, problem: JsonProblem, text: str) -> Mended | None:
        """As `mend`, with the account of what was done."""
        return mended(problem, text)

    def account(self, problem: JsonProblem, text: str) -> str:
        """What `mend` does to the text, in words."""
        found = self.mended(problem, text)
        return "; ".join(found.account) if found is not None else ""

    def finish(self, problem: JsonProblem, kept: str) -> str | None:
        return None if kept else solved(problem)

    def solve(self, problem: JsonProblem) -> str | None:
        """The object, where the prompt states the value of each key."""
        return solved(problem)

    def patch_prompt(self, request: Request, problem: JsonProblem, kept: str, failed: str, reason: str) -> str:
        """Asks for only the members that are missing or not fit where the others stand, else for the whole value."""
        wanted = wanted_members(problem, kept + failed)
        if wanted:
            return members_prompt(request.prompt, problem, kept + failed, wanted)
        return whole_prompt(request.prompt, problem, kept + failed, reason)

    def stitch(self, problem: JsonProblem, kept: str, failed: str, generated: str) -> str:
        """What stands of the object that failed, with the members it lacked; or the whole value, if that was asked."""
        return merged(problem, kept + failed, generated)


def _dropped(old: JsonProblem, new: JsonProblem) -> set[str]:
    """The keys that are no longer asked for."""
    return set(old.named_keys).difference(new.named_keys)
