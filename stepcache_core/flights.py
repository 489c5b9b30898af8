"""Single-flight: of many identical requests at once, one goes to the model and the others wait for what it stores."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar

from stepcache_core.ledger import Ledger

_aboard: ContextVar[frozenset[str]] = ContextVar("stepcache_flights_aboard", default=frozenset())
"""Keys this context already flies: a model function that asks the engine the same again must not wait for itself."""


class Flights:
    """Who is under way for which key; threads and event loops wait for each other alike. No lock is held meanwhile."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._lock = threading.Lock()
        self._under_way: dict[str, Future[None]] = {}

    @contextmanager
    def join(self, key: str | None) -> Iterator[None]:
        """Enter at once as the first for this key, or when the first has landed."""
        leads, flight = self._board(key)
        if flight is not None and not leads:
            flight.result()
        with self._flying(key, flight if leads else None):
            yield

    @asynccontextmanager
    async def ajoin(self, key: str | None) -> AsyncIterator[None]:
        """The asynchronous twin of `join`."""
        leads, flight = self._board(key)
        if flight is not None and not leads:
            await asyncio.shield(asyncio.wrap_future(flight))
        with self._flying(key, flight if leads else None):
            yield

    def _board(self, key: str | None) -> tuple[bool, Future[None] | None]:
        if key is None or key in _aboard.get():
            return False, None
        with self._lock:
            flight = self._under_way.get(key)
            if flight is None:
                flight = self._under_way[key] = Future()
                return True, flight
        self._ledger.enter_join()
        return False, flight

    @contextmanager
    def _flying(self, key: str | None, leading: Future[None] | None) -> Iterator[None]:
        if key is None or leading is None:
            yield
            return
        token = _aboard.set(_aboard.get() | {key})
        try:
            yield
        finally:
            _aboard.reset(token)
            with self._lock:
                del self._under_way[key]
            leading.set_result(None)
