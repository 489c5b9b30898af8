"""What a store is: records by key, by alias and by nearness, in namespaces.

One test suite (`tests/contracts/`) runs over every store here, and may be run over yours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from stepcache_core.model import Record

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Vector: TypeAlias = "npt.NDArray[np.float32]"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stored record that may help, and how near its prompt is.

    Attributes:
        record: A copy of what is stored.
        similarity: Cosine of the two prompts' embeddings, or None where it was found by a key.
    """

    record: Record
    similarity: float | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A stored record with all that it was put with, but for its vector.

    Attributes:
        record: A copy of what is stored.
        aliases: Those that lead to it, sorted.
        near: Whether it was put with a vector, so that similar prompts find it.
    """

    record: Record
    aliases: tuple[str, ...] = ()
    near: bool = False


EXPIRED_AT_ONCE = 100
"""Records that one call of `expire` removes at most, so that the request it is part of does not wait long."""


@runtime_checkable
class ExpiringStore(Protocol):
    """What a store may offer beyond `Store`: without it, a record past its time is removed when it is next met."""

    def expire(self, namespace: str, moment: float) -> int:
        """Remove up to `EXPIRED_AT_ONCE` records made at that moment or before; how many were removed.

        Args:
            namespace: Whose records.
            moment: Seconds since the epoch, as in `Record.created_at`.
        """
        ...


@runtime_checkable
class Store(Protocol):
    """Keeps records; safe to use from many threads at once.

    Methods raise whatever goes wrong in the backend: the engine counts it and lets the model answer. A record
    that is stored but can't be trusted (corrupt, foreign, signed with another key) is never returned and never
    raises: it is left out, and counted in `rejected`.
    """

    local: bool
    """True when no call can wait for a disk or a network, so that the engine may call it on its own thread."""

    @property
    def rejected(self) -> int:
        """How many stored records were found unfit to be trusted since this store was opened."""
        ...

    def get(self, namespace: str, record_id: str) -> Record | None:
        """The record of that id, or None."""
        ...

    def find(self, namespace: str, aliases: Sequence[str]) -> list[Record]:
        """The records last put under each alias, in the order of `aliases`, without those missing, each record once."""
        ...

    def nearest(self, namespace: str, partition: str, vector: Vector, limit: int) -> list[Candidate]:
        """Up to `limit` records of that partition, the most similar first.

        Records that were put without a vector have no place here.

        Args:
            namespace: Where to look.
            partition: Only records of this partition; nearer ones of others never take their place.
            vector: A unit vector of the embedder's dimension, float32.
            limit: 1 or more.

        Raises:
            InvalidArgumentError: The vector is none of these (`geometry.unit_vector` finds out); the limit is below 1.
        """
        ...

    def put(self, record: Record, vector: Vector | None, aliases: Sequence[str] = ()) -> None:
        """Store a record, whole or not at all, in place of an earlier one of the same id; move the aliases to it.

        When this returns, the record outlives the death of the process (for stores that keep anything at all).

        Raises:
            InvalidArgumentError: The payload is no JSON, a time is not finite, or the vector is no unit vector of the
                embedder's dimension; nothing was stored. (`codec.copy_json`, `codec.check_times`,
                `geometry.unit_vector` find out.)
        """
        ...

    def delete(self, namespace: str, record_id: str) -> bool:
        """Remove a record; True if it was there."""
        ...

    def trim(self, namespace: str, max_entries: int) -> int:
        """Remove the oldest records of a namespace until at most `max_entries` stand; how many were removed."""
        ...

    def clear(self, namespace: str | None = None) -> None:
        """Remove all records of one namespace, or all that this store holds; without any, this is a no-op."""
        ...

    def count(self, namespace: str) -> int:
        """How many records a namespace holds."""
        ...

    def namespaces(self) -> list[str]:
        """The namespaces that hold records, sorted."""
        ...

    def entries(self, namespace: str) -> Iterator[Entry]:
        """The records of a namespace one after the other, in no promised order.

        Those put or removed meanwhile may come or not; all others come once.
        """
        ...

    def close(self) -> None:
        """Release what the store holds; a second call is a no-op."""
        ...
