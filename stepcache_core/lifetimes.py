"""How long records live (`Policy.ttl`): none past its time is served, and none stays for ever because nobody asks."""

from __future__ import annotations

import math
from collections.abc import Callable

from stepcache_core.model import Record
from stepcache_core.rejection import REJECTIONS
from stepcache_core.store.base import ExpiringStore, Store

_SWEEPS_EVERY = 0.125
"""Of the time to live: how long a namespace in which nothing was past its time is not looked through again."""


class Lifetimes:
    """Keeps a store to the time its records have.

    Args:
        store: Where they are kept.
        ttl: Seconds that each has; None for ever.
        clock: Seconds since the epoch.
    """

    def __init__(self, store: Store, ttl: float | None, clock: Callable[[], float]) -> None:
        self._store = store
        self._ttl = ttl
        self._clock = clock
        self._swept: dict[str, float] = {}

    def is_alive(self, record: Record) -> bool:
        """Within its time to live; a clock set back does not lengthen it. A rejection lives for ever."""
        if self._ttl is None or record.namespace == REJECTIONS or 0 <= self._clock() - record.created_at < self._ttl:
            return True
        self._store.delete(record.namespace, record.id)
        return False

    def sweep(self, namespace: str) -> None:
        """Remove, now and then, records past their time that nobody may ask for again."""
        if self._ttl is None or math.isinf(self._ttl) or not isinstance(self._store, ExpiringStore):
            return
        now = self._clock()
        if 0 <= now - self._swept.get(namespace, -math.inf) < self._ttl * _SWEEPS_EVERY:
            return
        if not self._store.expire(namespace, now - self._ttl):
            self._swept[namespace] = now
