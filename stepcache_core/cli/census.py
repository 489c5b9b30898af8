"""What a store holds: how many records, of which kinds, and what a hit of each would save."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stepcache_core.cli.place import namespaces_of
from stepcache_core.display.view import View, moment
from stepcache_core.model import NO_USAGE, Usage
from stepcache_core.store.base import Store


@dataclass(slots=True)
class Census:
    """The records of one namespace, or of several.

    Attributes:
        records: How many there are.
        verified: How many of them passed their task's check whole.
        tasks: How many of each task; those of none under an empty name.
        outcomes: How many came about in each way.
        partitions: In how many settings (model, parameters, history and so on) they were asked for.
        usage: Tokens they cost; each is saved again by every hit.
        seconds: Model seconds they took, likewise.
        oldest: When the first was stored, in seconds since the epoch.
        newest: When the last was.
    """

    records: int = 0
    verified: int = 0
    tasks: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    partitions: int = 0
    usage: Usage = NO_USAGE
    seconds: float = 0.0
    oldest: float | None = None
    newest: float | None = None

    def view(self, title: str) -> View:
        """To be shown."""
        span = "" if self.oldest is None or self.newest is None else f"{moment(self.oldest)} to {moment(self.newest)}"
        rows = [
            ("records", f"{self.records}, of which {self.verified} verified whole"),
            ("tasks", ", ".join(f"{count} {task or 'without a task'}" for task, count in self.tasks.most_common())),
            ("outcomes", ", ".join(f"{count} {outcome.upper()}" for outcome, count in self.outcomes.most_common())),
            ("partitions", str(self.partitions)),
            ("a hit of each saves", f"{self.usage.total_tokens} tokens, {self.seconds:.2f} s"),
            ("stored", span),
        ]
        return View(title, rows=tuple(row for row in rows if row[1]))

    def fields(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "records": self.records,
            "verified": self.verified,
            "tasks": dict(self.tasks),
            "outcomes": dict(self.outcomes),
            "partitions": self.partitions,
            "prompt_tokens": self.usage.prompt_tokens,
            "completion_tokens": self.usage.completion_tokens,
            "seconds": self.seconds,
            "oldest": self.oldest,
            "newest": self.newest,
        }


def take(store: Store, namespace: str) -> Census:
    """The census of a namespace."""
    census, partitions = Census(), set()
    for entry in store.entries(namespace):
        record = entry.record
        census.records += 1
        census.verified += record.verified
        census.tasks[record.task] += 1
        census.outcomes[record.outcome.value] += 1
        census.usage += record.usage
        census.seconds += record.seconds
        census.oldest = record.created_at if census.oldest is None else min(census.oldest, record.created_at)
        census.newest = record.created_at if census.newest is None else max(census.newest, record.created_at)
        partitions.add(record.partition)
    census.partitions = len(partitions)
    return census


def take_each(store: Store, namespace: str | None) -> dict[str, Census]:
    """The census of one namespace, or of each that holds records to answer from.

    Raises:
        NothingThereError: No record is of the namespace asked for.
    """
    return {name: take(store, name) for name in namespaces_of(store, namespace)}


def size_of(folder: Path) -> int:
    """Bytes of a folder's files."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def readable(size: int) -> str:
    """A number of bytes for people."""
    return f"{size / 2**20:.1f} MiB" if size >= 2**20 else f"{size / 2**10:.1f} KiB"
