"""The task of linear equations: one equation in one variable."""

from __future__ import annotations

from collections.abc import Sequence

from stepcache_core.model import Request, Step, Verdict
from stepcache_core.patching import continuation_prompt, stitch_continuation
from stepcache_core.tasks.linear.recognise import LinearProblem, recognise
from stepcache_core.tasks.linear.replay import replay
from stepcache_core.tasks.linear.solve import solve
from stepcache_core.tasks.linear.steps import cut
from stepcache_core.tasks.linear.verify import may_stand, verify, verify_answer


class LinearEquationTask:
    """Solves, verifies and replays answers to "Solve 3x + 5 = 20"."""

    name = "linear_equation"
    patches_whole = False

    def parse(self, request: Request) -> LinearProblem | None:
        return recognise(request)

    def segment(self, problem: LinearProblem, text: str) -> tuple[Step, ...]:
        return cut(text)

    def verify(self, problem: LinearProblem, steps: Sequence[Step]) -> tuple[Verdict, ...]:
        return verify(problem, steps)

    def verify_answer(self, problem: LinearProblem, text: str) -> Verdict:
        return verify_answer(problem, [step.text for step in cut(text)])

    def compatible(self, old: LinearProblem, new: LinearProblem) -> bool:
        return old.wants_steps == new.wants_steps

    def may_stand(self, text: str) -> bool:
        return may_stand(text)

    def replay(self, old: LinearProblem, new: LinearProblem, steps: Sequence[Step]) -> tuple[Step, ...] | None:
        return replay(old, new, steps)

    def mend(self, problem: LinearProblem, text: str) -> str | None:
        return None

    def solve(self, problem: LinearProblem) -> str | None:
        return solve(problem)

    def patch_prompt(self, request: Request, problem: LinearProblem, kept: str, failed: str, reason: str) -> str:
        return continuation_prompt(request.prompt, kept, reason)

    def stitch(self, kept: str, generated: str) -> str:
        return stitch_continuation(kept, generated)
