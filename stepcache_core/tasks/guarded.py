"""A task as the engine uses it: with a default for what it does not offer, and unable to take a request down.

Each failure of its own is counted and answered with doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
        return self._guard(lambda: _each(str, getattr(problem, "signatures", ())), ())

    def parse(self, request: Request) -> Any | None:
        return self._guard(lambda: self._task.parse(request), None)

    def segment(self, problem: Any, text: str) -> tuple[Step, ...]:
        whole: tuple[Step, ...] = (Step(text),) if text else ()
        steps = self._guard(lambda: _each(Step, self._task.segment(problem, text)), whole)
        return steps if join(steps) == text else whole

    def verify(self, problem: Any, steps: Sequence[Step]) -> tuple[Verdict, ...]:
        doubts = (_DOUBT,) * len(steps)
        verdicts = self._guard(lambda: _each(Verdict, self._task.verify(problem, steps)), doubts)
        return verdicts if len(verdicts) == len(steps) else doubts

    def verify_answer(self, problem: Any, text: str) -> Verdict:
        return self._guard(lambda: _one(Verdict, self._task.verify_answer(problem, text)), _DOUBT)

    def compatible(self, old: Any, new: Any) -> bool:
        return self._guard(lambda: bool(self._task.compatible(old, new)), False)

    def replay(self, old: Any, new: Any, steps: Sequence[Step]) -> tuple[Step, ...] | None:
        def replayed() -> tuple[Step, ...] | None:
            given = self._task.replay(old, new, steps)
            return None if given is None else _each(Step, given)

        return self._guard(replayed, None)

    def solve(self, problem: Any) -> str | None:
        return self._offered("solve", str | None, None, problem)

    def finish(self, problem: Any, kept: str) -> str | None:
        return self._offered("finish", str | None, None, problem, kept)

    def may_stand(self, text: str) -> bool:
        return bool(self._offered("may_stand", object, False, text))

    def may_mislead(self, old: Any, new: Any, text: str) -> bool:
        method: Callable[..., bool] | None = getattr(self._task, "may_mislead", None)
        return method is not None and self._guard(lambda: bool(method(old, new, text)), True)

    def mend(self, problem: Any, text: str) -> str | None:
        return self._offered("mend", str | None, None, problem, text)

    def account(self, problem: Any, text: str) -> str:
        return self._offered("account", str | None, _MENDED, problem, text) or _MENDED

    def patch_prompt(self, request: Request, problem: Any, kept: str, failed: str, reason: str) -> str:
        plain = continuation_prompt(request.prompt, kept, reason)
        return self._offered("patch_prompt", str, plain, request, problem, kept, failed, reason)

    def stitch(self, problem: Any, kept: str, failed: str, generated: str) -> str:
        return self._offered("stitch", str, stitch_continuation(kept, generated), problem, kept, failed, generated)

    def _offered(self, name: str, kind: Any, default: T, *arguments: Any) -> T:
        method: Callable[..., T] | None = getattr(self._task, name, None)
        return default if method is None else self._guard(lambda: _one(kind, method(*arguments)), default)

    def _guard(self, call: Callable[[], T], otherwise: T) -> T:
        try:
            return call()
        except Exception as error:  # noqa: BLE001  # a verifier that fails has not passed anything
            self._ledger.enter_fault(f"task {self.name}", error)
            return otherwise


def _one(kind: Any, given: T) -> T:
    """What a task gave, if it is what it must be.

    Raises:
        TypeError: It is not.
    """
    if not isinstance(given, kind):
        raise TypeError(f"the task gave a {type(given).__name__}")
    return given


def _each(kind: type[T], given: Iterable[T]) -> tuple[T, ...]:
    return tuple(_one(kind, one) for one in given)
