"""An open Chroma client, with what has to be seen to around each write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from stepcache_core.store.hot_rows import HotRows, hot_rows_of
from stepcache_core.store.rows import RowSeal
from stepcache_core.store.write_guard import ROOM_TO_REMOVE, WriteGuard

if TYPE_CHECKING:
    from chromadb.api import ClientAPI


@dataclass(frozen=True, slots=True)
class Connection:
    """An open client.

    Attributes:
        client: Chroma's.
        seal: What signs its rows.
        hot: Rows of its folder that are kept in memory; None for a server.
        reads_hot: Whether these may be read: where nobody else was handed the client.
        guard: What keeps writes from a full disk; None for a server.
    """

    client: ClientAPI
    seal: RowSeal
    hot: HotRows | None
    reads_hot: bool
    guard: WriteGuard | None

    @contextmanager
    def writing(self, namespace: str, row_ids: Sequence[str], room: int) -> Iterator[None]:
        with self.guarded(room), self.hot.writing(namespace, row_ids) if self.hot else nullcontext():
            yield

    @contextmanager
    def sweeping(self) -> Iterator[None]:
        with self.guarded(ROOM_TO_REMOVE), self.hot.sweeping() if self.hot else nullcontext():
            yield

    def guarded(self, room: int) -> AbstractContextManager[None]:
        return nullcontext() if self.guard is None else self.guard.writing(room)


def connection_to(client: ClientAPI, seal: RowSeal, folder: Path | None, *, reads_hot: bool) -> Connection:
    """The connection to a folder, or to a server, which has none."""
    if folder is None:
        return Connection(client, seal, None, reads_hot=reads_hot, guard=None)
    return Connection(client, seal, hot_rows_of(folder), reads_hot=reads_hot, guard=WriteGuard(folder))
