"""Parts that hang: each is left alone until it returns, but for one try now and then.

A call over a connection that has gone silent may never return, although the server is there again.
"""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

FIRST_REST_SECONDS = 60.0
"""How long a part that hangs is left alone before the first try; twice as long before each further one."""
LONGEST_REST_SECONDS = 3600.0


@dataclass(slots=True)
class _Hang:
    """The calls of a part that did not return in time, with the moments at which they were given up."""

    calls: dict[Future[Any], float] = field(default_factory=dict)
    rest: float = 0.0
    next_try: float = 0.0


class Hangs:
    """Which parts hang; safe to use from many threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of: dict[str, _Hang] = {}

    def may_call(self, part: str) -> bool:
        """Whether a part may be called; of all who ask while it hangs, one in a while."""
        if part not in self._of:
            return True
        with self._lock:
            hang, now = self._of.get(part), time.monotonic()
            if hang is None:
                return True
            if now < hang.next_try:
                return False
            hang.rest = min(2 * hang.rest, LONGEST_REST_SECONDS)
            hang.next_try = now + hang.rest
            return True

    def enter(self, part: str, call: Future[Any]) -> None:
        """Enter a call that did not return in time."""
        with self._lock:
            now = time.monotonic()
            if part not in self._of:
                self._of[part] = _Hang(rest=FIRST_REST_SECONDS, next_try=now + FIRST_REST_SECONDS)
            self._of[part].calls[call] = now
        call.add_done_callback(lambda _: self._end(part, call))

    def returned(self, part: str, started: float) -> None:
        """Enter that a call begun at that moment (`time.monotonic`) returned: what hung before it is forgotten."""
        if part not in self._of:
            return
        with self._lock:
            hang = self._of.get(part)
            for call in [call for call, since in hang.calls.items() if since <= started] if hang else ():
                self._drop(part, call)

    def _end(self, part: str, call: Future[Any]) -> None:
        with self._lock:
            self._drop(part, call)

    def _drop(self, part: str, call: Future[Any]) -> None:
        hang = self._of.get(part)
        if hang is not None:
            hang.calls.pop(call, None)
            if not hang.calls:
                del self._of[part]
