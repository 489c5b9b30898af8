"""What a Chroma folder is kept from: a write that finds no room on the disk.

After such a write Chroma 1.x still reads, but the next one that finds room waits for ever, and holds the interpreter's
lock meanwhile: every thread of the process stands still.
"""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stepcache_core.errors import StepCacheError

ROOM_TO_STORE = 16 * 2**20
"""Bytes that must be free for a record to be stored."""
ROOM_TO_REMOVE = 4 * 2**20
"""Bytes that must be free for records to be removed: that takes some, too, and must be possible longer."""


class WriteGuard:
    """Refuses writes to a folder while there is no room for them, and after one that failed inside Chroma."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._has_failed = False

    @contextmanager
    def writing(self, room: int) -> Iterator[None]:
        """To be held while Chroma writes.

        Raises:
            OSError: Less than `room` bytes are free.
            StepCacheError: An earlier write failed inside Chroma.
        """
        from chromadb.errors import InternalError

        if self._has_failed:
            raise StepCacheError(f"a write to {self._folder} failed; it is written to again when it is opened anew")
        if shutil.disk_usage(self._folder).free < room:
            raise OSError(errno.ENOSPC, f"less than {room // 2**20} MiB are free", str(self._folder))
        try:
            yield
        except InternalError:
            self._has_failed = True
            raise
