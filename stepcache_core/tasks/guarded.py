"""A task that cannot take a request down with it: each failure of its own is counted and answered with doubt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from stepcache_core.ledger import Ledger
from stepcache_core.model import Request, Step, Verdict, join
from stepcache_core.patching import continuation_prompt, stitch_continuation
from stepcache_core.tasks.base import Problem, Task

T = TypeVar("T")

_DOUBT = Verdict.unknown("the task failed to judge it")


class GuardedTask:
    """Wraps any task; holds it to its contract as far as that can be checked cheaply.

    Args:
        task: The task.
        ledger: Where its failures are entered.
    """

    def __init__(self, task: Task[Any], ledger: Ledger) -> None:
        self._task = task
        self._ledger = ledger
        self.name = task.name
        self.patches_whole = task.patches_whole

    def parse(self, request: Request) -> Problem | None:
        return self._guard(lambda: self._task.parse(request), None)

    def segment(self, problem: Problem, text: str) -> tuple[Step, ...]:
        whole: tuple[Step, ...] = (Step(text),) if text else ()
        steps = self._guard(lambda: self._task.segment(problem, text), whole)
        return steps if join(steps) == text else whole

    def verify(self, problem: Problem, steps: Sequence[Step]) -> tuple[Verdict, ...]:
        doubts = (_DOUBT,) * len(steps)
        verdicts = self._guard(lambda: self._task.verify(problem, steps), doubts)
        return verdicts if len(verdicts) == len(steps) else doubts

    def verify_answer(self, problem: Problem, text: str) -> Verdict:
        return self._guard(lambda: self._task.verify_answer(problem, text), _DOUBT)

    def compatible(self, old: Problem, new: Problem) -> bool:
        return self._guard(lambda: self._task.compatible(old, new), False)

    def may_stand(self, text: str) -> bool:
        return self._guard(lambda: self._task.may_stand(text), False)

    def replay(self, old: Problem, new: Problem, steps: Sequence[Step]) -> tuple[Step, ...] | None:
        return self._guard(lambda: self._task.replay(old, new, steps), None)

    def mend(self, problem: Problem, text: str) -> str | None:
        return self._guard(lambda: self._task.mend(problem, text), None)

    def solve(self, problem: Problem) -> str | None:
        return self._guard(lambda: self._task.solve(problem), None)

    def patch_prompt(self, request: Request, problem: Problem, kept: str, failed: str, reason: str) -> str:
        plain = continuation_prompt(request.prompt, kept, reason)
        return self._guard(lambda: self._task.patch_prompt(request, problem, kept, failed, reason), plain)

    def stitch(self, kept: str, generated: str) -> str:
        return self._guard(lambda: self._task.stitch(kept, generated), stitch_continuation(kept, generated))

    def _guard(self, call: Callable[[], T], otherwise: T) -> T:
        try:
            return call()
        except Exception as error:  # noqa: BLE001  # a verifier that fails has not passed anything
            self._ledger.enter_fault(f"task {self.name}", error)
            return otherwise
