"""What a task is: a family of requests whose answers can be checked.

A task never guesses. `parse` returns None unless the whole request is understood and asks for exactly what the
task does; `verify` and `verify_answer` say PASS only for what they have proved against *this* problem; doubt is
UNKNOWN. No method raises on any text, and each is bounded in time whatever the text is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar, runtime_checkable

from stepcache_core.model import Request, Step, Verdict

P = TypeVar("P")
"""A task's problem: the constraints of one request, parsed; a frozen value that compares by content.

It may have a property `signatures: tuple[str, ...]`: keys under which records of like problems are found without an
embedding, the most specific first. The first names the problem itself: requests that share it want the same answer.
Later ones name wider families whose steps can be replayed for each other.
"""


@runtime_checkable
class Task(Protocol[P]):
    """A verifier of one family of requests; stateless, and safe to share between threads.

    `FullTask` says what a task may offer beyond this.
    """

    name: str
    """A short stable name; it is stored with each record."""

    def parse(self, request: Request) -> P | None:
        """The request's problem, or None when the request is not, or not only, of this family."""
        ...

    def segment(self, problem: P, text: str) -> tuple[Step, ...]:
        """The steps of an answer, in order; joined they give `text` back byte for byte."""
        ...

    def verify(self, problem: P, steps: Sequence[Step]) -> tuple[Verdict, ...]:
        """One verdict for each step, against this problem and in the light of the steps before it."""
        ...

    def verify_answer(self, problem: P, text: str) -> Verdict:
        """The verdict on the whole answer: does it answer the problem, rightly and completely?"""
        ...

    def compatible(self, old: P, new: P) -> bool:
        """Whether steps of an answer to `old` may be considered for `new` at all.

        False wherever the two requests differ in something that the verdicts do not cover.
        """
        ...

    def replay(self, old: P, new: P, steps: Sequence[Step]) -> tuple[Step, ...] | None:
        """The steps recomputed for `new`, in the wording of `steps`, which answer `old`; None when it cannot be done.

        The engine verifies the result whole before it is served.
        """
        ...

    def solve(self, problem: P) -> str | None:
        """The minimal right answer, computed; None when the task cannot compute one."""
        ...


class FullTask(Task[P], Protocol[P]):
    """What a task may offer beyond `Task`; for each part it does not have, the engine does as said here."""

    patches_whole: bool
    """Whether a model is asked to mend an answer of which no step stands (an object), not to write it anew: False."""

    replay_proves_itself: bool
    """Whether `replay` refuses all that the two requests do not prove, so that it may be tried where they are not
    `compatible`: False."""

    corrects: bool
    """Whether what fails or is doubted of a model's fresh answer may be put right; else it is only judged: True."""

    def may_stand(self, text: str) -> bool:
        """Whether an UNKNOWN step may be kept between passing ones, as it states nothing of the problem: False."""
        ...

    def may_mislead(self, old: P, new: P, text: str) -> bool:
        """Whether an answer to `old` may say in words, which no verdict judges, what is not so of `new`: False.

        Its steps are then not kept as they are; `replay` may still work them out anew.
        """
        ...

    def finish(self, problem: P, kept: str) -> str | None:
        """What brings the kept steps to a right and complete end, worked out as a model would: None.

        Where there is one, no model is asked to repair an answer, and the result is a pattern for other problems,
        which the bare result that `solve` gives is not.
        """
        ...

    def mend(self, problem: P, text: str) -> str | None:
        """The same answer put right without a model, no content added or lost; None when nothing helps: None."""
        ...

    def account(self, problem: P, text: str) -> str:
        """What `mend` does to the text, in words: "mended without a model"."""
        ...

    def patch_prompt(self, request: Request, problem: P, kept: str, failed: str, reason: str) -> str:
        """The user text that asks a model for what comes after `kept`: `patching.continuation_prompt`.

        `kept` is the text of the steps that stand, `failed` the text from the first failing step on, and `reason` what
        its verdict says.
        """
        ...

    def stitch(self, problem: P, kept: str, failed: str, generated: str) -> str:
        """The whole answer, from what the model wrote for `patch_prompt`: `patching.stitch_continuation`."""
        ...
