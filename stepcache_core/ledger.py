"""The account of calls, tokens and seconds, spent and saved."""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from stepcache_core.model import NO_USAGE, Answer, Outcome, Usage
from stepcache_core.shown import Shown

_log = logging.getLogger("stepcache")


@dataclass(frozen=True, slots=True)
class Stats(Shown):
    """The account at one moment.

    Attributes:
        requests: Requests answered.
        outcomes: How many of them ended in each outcome.
        model_calls: Calls to the model that came to an end, repairs and patches included; what a stream that was
            given up or a call that failed has cost is not known here.
        spent: Tokens these calls cost.
        saved: Tokens not spent, by what the reused records had cost when they were made.
        model_seconds: Wall seconds spent in the model.
        saved_seconds: Wall seconds not spent in it, by what the reused records had taken.
        own_seconds: Wall seconds spent in StepCache itself.
        faults: Failures that the caller did not have to see, by part (the store, the embedder, a task, a request that
            could not be described) and kind.
        audits: Hits that went to the model as well (`Policy.shadow`, `Policy.bypass_rate`).
        agreed: How many of these the model answered alike.
        joined: Requests that waited for an identical one already under way.
        rejected: Stored records found unfit to be trusted.
    """

    requests: int = 0
    outcomes: Mapping[Outcome, int] = field(default_factory=dict)
    model_calls: int = 0
    spent: Usage = NO_USAGE
    saved: Usage = NO_USAGE
    model_seconds: float = 0.0
    saved_seconds: float = 0.0
    own_seconds: float = 0.0
    faults: Mapping[str, int] = field(default_factory=dict)
    audits: int = 0
    agreed: int = 0
    joined: int = 0
    rejected: int = 0

    def rows(self) -> list[tuple[str, str]]:
        """The account as (what, figure) pairs."""
        shares = [(f"outcome {outcome.value}", str(count)) for outcome, count in self.outcomes.items()]
        faults = [(f"fault {part}", str(count)) for part, count in sorted(self.faults.items())]
        return [
            ("requests", str(self.requests)),
            *shares,
            ("model calls", str(self.model_calls)),
            ("tokens spent", str(self.spent.total_tokens)),
            ("tokens saved", str(self.saved.total_tokens)),
            ("model seconds", f"{self.model_seconds:.2f}"),
            ("seconds saved", f"{self.saved_seconds:.2f}"),
            ("own seconds", f"{self.own_seconds:.3f}"),
            ("audited hits", f"{self.audits} ({self.agreed} agreed)"),
            ("joined requests", str(self.joined)),
            ("rejected records", str(self.rejected)),
            *faults,
        ]

    def __str__(self) -> str:
        width = max(len(what) for what, _ in self.rows())
        return "\n".join(f"{what:<{width}}  {figure}" for what, figure in self.rows())


class Ledger:
    """Counts what happens; safe to use from many threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._outcomes: Counter[Outcome] = Counter()
        self._faults: Counter[str] = Counter()
        self._model_calls = self._audits = self._agreed = self._joined = 0
        self._spent = self._saved = Usage()
        self._model_seconds = self._saved_seconds = self._own_seconds = 0.0

    def enter_answer(self, answer: Answer, own_seconds: float) -> None:
        """Enter a request that has been answered, or looked up."""
        with self._lock:
            self._outcomes[answer.outcome] += 1
            self._saved += answer.saved
            self._saved_seconds += answer.saved_seconds
            self._own_seconds += own_seconds

    def enter_call(self, usage: Usage, seconds: float) -> None:
        """Enter a call of the model that returned."""
        with self._lock:
            self._model_calls += 1
            self._spent += usage
            self._model_seconds += seconds

    def enter_audit(self, agreed: bool) -> None:
        """Enter a hit that went to the model as well."""
        with self._lock:
            self._audits += 1
            self._agreed += agreed

    def enter_join(self) -> None:
        """Enter a request that waited for an identical one."""
        with self._lock:
            self._joined += 1

    def enter_fault(self, part: str, error: BaseException | str) -> None:
        """Enter a failure the caller does not see; the first of each kind is logged, without any text of a request.

        Args:
            part: What failed.
            error: What it raised, or the class name of that.
        """
        kind = error if isinstance(error, str) else type(error).__name__
        key = f"{part}: {kind}"
        with self._lock:
            first = key not in self._faults
            self._faults[key] += 1
        if first:
            _log.warning("%s failed with %s; the model answers instead", part, kind)

    def stats(self, rejected: int = 0) -> Stats:
        """The account as it stands."""
        with self._lock:
            return Stats(
                requests=self._outcomes.total(),
                outcomes={outcome: self._outcomes[outcome] for outcome in Outcome if self._outcomes[outcome]},
                model_calls=self._model_calls,
                spent=self._spent,
                saved=self._saved,
                model_seconds=self._model_seconds,
                saved_seconds=self._saved_seconds,
                own_seconds=self._own_seconds,
                faults=dict(self._faults),
                audits=self._audits,
                agreed=self._agreed,
                joined=self._joined,
                rejected=rejected,
            )
