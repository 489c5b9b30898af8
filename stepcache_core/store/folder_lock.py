"""One process at a time in a folder: an advisory lock that the operating system lifts when its holder ends.

Chroma's folders belong to one process: a second one reads a stale index, and gets "Error finding id". All stores of a
process share one hold. The lock is the system's own (`flock`, or `msvcrt.locking` on Windows), so that neither a crash
nor a kill leaves it behind, and a notebook that is restarted finds the folder free. A forked child does not inherit the
hold: for it, the folder is its parent's. Where a folder can't be locked, on some network disks or because it is
read-only, that is logged, and the folder is opened all the same.
"""

from __future__ import annotations

import logging
import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from stepcache_core.errors import FolderInUseError

if TYPE_CHECKING:
    from filelock import BaseFileLock

LOCK_FILE = "stepcache.lock"
HOLDER_FILE = "stepcache.pid"
"""Holds the process id of the last holder; it means something only while the lock is held."""

_log = logging.getLogger("stepcache")


@dataclass(slots=True)
class _Hold:
    process: int
    lock: BaseFileLock | None
    stores: int = 0


_HELD: dict[Path, _Hold] = {}
_CHANGING = threading.Lock()


def hold(folder: Path) -> bool:
    """Hold a folder for this process; each hold needs its `release`.

    Returns:
        Whether this is the process's only hold so far.

    Raises:
        FolderInUseError: Another process holds it.
    """
    with _CHANGING:
        held = _HELD.get(folder)
        if held is None or held.process != os.getpid():
            held = _HELD[folder] = _Hold(os.getpid(), _lock(folder))
        held.stores += 1
        return held.stores == 1


def release(folder: Path) -> None:
    """Give up one hold; with the last one, the folder is free for other processes."""
    with _CHANGING:
        held = _HELD.get(folder)
        if held is None or held.process != os.getpid():
            return
        held.stores -= 1
        if held.stores == 0:
            del _HELD[folder]
            if held.lock is not None:
                held.lock.release()


def holder_of(folder: Path) -> int | None:
    """The id of the process that was the last to hold a folder, or None where that can't be told."""
    try:
        return int((folder / HOLDER_FILE).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _lock(folder: Path) -> BaseFileLock | None:
    from filelock import FileLock, Timeout

    # Threads share the hold: the one that closes a store is seldom the one that opened it.
    lock = FileLock(folder / LOCK_FILE, thread_local=False)
    try:
        lock.acquire(timeout=0)
        (folder / HOLDER_FILE).write_text(str(os.getpid()), encoding="ascii")
    except Timeout:
        holder = holder_of(folder)
        raise FolderInUseError(
            f"the folder {folder} is in use by another process{f' ({holder})' if holder else ''}, and a folder belongs "
            "to one process at a time; end that process or close its engine, use another folder, or share a server: "
            f"chroma run --path {folder}, and StepCacheEngine(client=chromadb.HttpClient(...)) in every process"
        ) from None
    except (OSError, NotImplementedError) as error:
        _log.warning("%s can't be locked (%s); see to it that one process at a time uses it", folder, error)
        lock.release()
        return None
    return lock
