"""Single-flight: of many identical requests at once, one goes to the model and the others wait for what it stores."""

from __future__ import annotations

import asyncio
import math
import os
import threading
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar

from stepcache_core.ledger import Ledger

_aboard: ContextVar[frozenset[str]] = ContextVar("stepcache_flights_aboard", default=frozenset())
"""Keys this context already flies: a model function that asks the engine the same again must not wait for itself."""


_PATIENCE = 1.0
"""Seconds after which one who waits looks whether the first can still land."""
_LONGEST_ON_A_LOOP = 30.0
"""Seconds after which a thread no longer waits for one on an event loop, which may need that very thread to land."""

_MOST_FAILURES = 1
"""Failures after which one who waits, instead of waiting for the next, goes at once: a model that is down must not be
waited for by one after the other."""


class _Flight:
    """A request under way.

    Attributes:
        landed: Done when it is answered, or given up.
        loop: The event loop that its answer needs; None for a plain thread.
        is_given_up: Whether it was cancelled, which says nothing of what the model would have done.
        has_failed: Whether it raised, which may be the first's own affair, such as its key, or a passing one.
    """

    __slots__ = ("has_failed", "is_given_up", "landed", "loop")

    def __init__(self) -> None:
        self.landed: Future[None] = Future()
        self.loop = _running_loop()
        self.is_given_up = self.has_failed = False

    @property
    def may_land(self) -> bool:
        """Whether it is still worth waiting for; a loop that was stopped may never run again."""
        return self.loop is None or self.loop.is_running()

    @property
    def is_to_be_flown_anew(self) -> bool:
        """Whether one of those who waited has to be the first, and the others wait on."""
        return self.is_given_up or self.has_failed or not (self.landed.done() or self.may_land)


class Flights:
    """Who is under way for which key; threads and event loops wait for each other alike. No lock is held meanwhile."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        # Reentrant: the collector may close a forgotten coroutine, and land its flight, at any allocation.
        self._lock = threading.RLock()
        self._under_way: dict[str, _Flight] = {}
        self._process = os.getpid()

    @contextmanager
    def join(self, key: str | None) -> Iterator[None]:
        """Enter at once as the first for this key, or when the first has landed.

        A thread that runs an event loop does not wait: the first may need that very loop to land.
        """
        leads, flight = self._board(key)
        if flight is not None and not leads and _running_loop() is None:
            self._ledger.enter_join()
            failures = 0
            while flight is not None and not leads:
                _wait(flight)
                failures += flight.has_failed
                if failures > _MOST_FAILURES or not flight.is_to_be_flown_anew:
                    break
                leads, flight = self._board(key)
        with self._flying(key, flight if leads else None):
            yield

    @asynccontextmanager
    async def ajoin(self, key: str | None) -> AsyncIterator[None]:
        """The asynchronous twin of `join`."""
        leads, flight = self._board(key)
        if flight is not None and not leads:
            self._ledger.enter_join()
            failures = 0
            while flight is not None and not leads:
                await _await(flight)
                failures += flight.has_failed
                if failures > _MOST_FAILURES or not flight.is_to_be_flown_anew:
                    break
                leads, flight = self._board(key)
        with self._flying(key, flight if leads else None):
            yield

    def _board(self, key: str | None) -> tuple[bool, _Flight | None]:
        if key is None or key in _aboard.get():
            return False, None
        if self._process != os.getpid():
            # Forked: those who lead the flights known here are threads of the parent, and will never land in this one.
            self._process, self._lock, self._under_way = os.getpid(), threading.RLock(), {}
        with self._lock:
            flight = self._under_way.get(key)
            if flight is None or not flight.may_land:
                flight = self._under_way[key] = _Flight()
                return True, flight
        return False, flight

    @contextmanager
    def _flying(self, key: str | None, leading: _Flight | None) -> Iterator[None]:
        if key is None or leading is None:
            yield
            return
        token = _aboard.set(_aboard.get() | {key})
        try:
            yield
        except Exception:
            leading.has_failed = True
            raise
        except BaseException:
            leading.is_given_up = True
            raise
        finally:
            self._land(key, leading)
            # A coroutine that is thrown away, as with its event loop, ends in another context than it began in.
            with suppress(ValueError):
                _aboard.reset(token)

    def _land(self, key: str, leading: _Flight) -> None:
        with self._lock:
            if self._under_way.get(key) is leading:
                del self._under_way[key]
        leading.landed.set_result(None)


def _wait(flight: _Flight) -> None:
    until = time.monotonic() + (math.inf if flight.loop is None else _LONGEST_ON_A_LOOP)
    while flight.may_land and not flight.landed.done() and time.monotonic() < until:
        with suppress(TimeoutError):
            flight.landed.result(timeout=_PATIENCE)


async def _await(flight: _Flight) -> None:
    landed = asyncio.wrap_future(flight.landed)
    while flight.may_land and not landed.done():
        await asyncio.wait([landed], timeout=_PATIENCE)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
