"""A task as the engine uses it: with a default for what it does not offer, and unable to take a request down.

Each failure of its own is counted and answered with doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from stepcache_core.ledger import Ledger
from stepcache_core.model import Request, Step, Verdict, join
from stepcache_core.patching import continuation_prompt, stitch_continuation
from stepcache_core.tasks.base import Task

T = TypeVar("T")

_DOUBT = Verdict.unknown("the task failed to judge it")
_MENDED = "mended without a model"


class GuardedTask:
    """Wraps any `Task`; holds it to its contract as far as that can be checked cheaply.

    Args:
        task: The task; of `FullTask` it offers what it likes.
        ledger: Where its failures are entered.
    """

    def __init__(self, task: Task[Any], ledger: Ledger) -> None:
        self._task: Any = task
        self._ledger = ledger
        self.name = task.name
        self.patches_whole: bool = getattr(task, "patches_whole", False)
        self.replay_proves_itself: bool = getattr(task, "replay_proves_itself", False)
        self.corrects: bool = getattr(task, "corrects", True)

    def signatures(self, problem: Any) -> tuple[str, ...]:
        return self._guard(lambda: tuple(getattr(problem, "signatures", ())), ())

    def parse(self, request: Request) -> Any | None:
        return self._guard(lambda: self._task.parse(request), None)

    def segment(self, problem: Any, text: str) -> tuple[Step, ...]:
        whole: tuple[Step, ...] = (Step(text),) if text else ()
        steps = self._guard(lambda: tuple(self._task.segment(problem, text)), whole)
        return steps if join(steps) == text else whole

    def verify(self, problem: Any, steps: Sequence[Step]) -> tuple[Verdict, ...]:
        doubts = (_DOUBT,) * len(steps)
        verdicts = self._guard(lambda: tuple(self._task.verify(problem, steps)), doubts)
        return verdicts if len(verdicts) == len(steps) else doubts

    def verify_answer(self, problem: Any, text: str) -> Verdict:
        return self._guard(lambda: self._task.verify_answer(problem, text), _DOUBT)

    def compatible(self, old: Any, new: Any) -> bool:
        return self._guard(lambda: self._task.compatible(old, new), False)

    def replay(self, old: Any, new: Any, steps: Sequence[Step]) -> tuple[Step, ...] | None:
        replayed: tuple[Step, ...] | None = self._guard(lambda: self._task.replay(old, new, steps), None)
        return replayed

    def solve(self, problem: Any) -> str | None:
        solution: str | None = self._guard(lambda: self._task.solve(problem), None)
        return solution

    def finish(self, problem: Any, kept: str) -> str | None:
        return self._offered("finish", None, problem, kept)

    def may_stand(self, text: str) -> bool:
        return self._offered("may_stand", False, text)

    def may_mislead(self, old: Any, new: Any, text: str) -> bool:
        method: Callable[..., bool] | None = getattr(self._task, "may_mislead", None)
        return method is not None and self._guard(lambda: method(old, new, text), True)

    def mend(self, problem: Any, text: str) -> str | None:
        return self._offered("mend", None, problem, text)

    def account(self, problem: Any, text: str) -> str:
        return self._offered("account", _MENDED, problem, text) or _MENDED

    def patch_prompt(self, request: Request, problem: Any, kept: str, failed: str, reason: str) -> str:
        plain = continuation_prompt(request.prompt, kept, reason)
        return self._offered("patch_prompt", plain, request, problem, kept, failed, reason)

    def stitch(self, problem: Any, kept: str, failed: str, generated: str) -> str:
        return self._offered("stitch", stitch_continuation(kept, generated), problem, kept, failed, generated)

    def _offered(self, name: str, default: T, *arguments: Any) -> T:
        method: Callable[..., T] | None = getattr(self._task, name, None)
        return default if method is None else self._guard(lambda: method(*arguments), default)

    def _guard(self, call: Callable[[], T], otherwise: T) -> T:
        try:
            return call()
        except Exception as error:  # noqa: BLE001  # a verifier that fails has not passed anything
            self._ledger.enter_fault(f"task {self.name}", error)
            return otherwise
