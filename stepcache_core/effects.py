"""What the engine asks the outside world for; the engine itself performs nothing.

Each effect says what its performer sends back. A performer never sends an exception for a failing store or embedder:
it counts the fault and sends the value that means "nothing there". A failing model is the caller's own failure and
ends the flow.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from stepcache_core.model import Generation, Record, Request
from stepcache_core.store.base import Vector


@dataclass(frozen=True, slots=True)
class Find:
    """Look into the store; sends back `list[Candidate]`, empty when nothing is there.

    Exactly one of `record_id`, `aliases` and `vector` is given. With a vector, `limit` candidates of the partition.
    """

    namespace: str
    partition: str
    record_id: str | None = None
    aliases: tuple[str, ...] = ()
    vector: Vector | None = None
    limit: int = 1


@dataclass(frozen=True, slots=True)
class Embed:
    """Embed one text; sends back a unit vector, or None when it cannot be had."""

    text: str


@dataclass(frozen=True, slots=True)
class Generate:
    """Call the model; sends back a `Generated`.

    Attributes:
        request: What to ask it.
        release: For a streaming caller: of the text written so far, the part that may be shown. What it gives only
            grows. Without it, nothing is shown before the whole is known.
    """

    request: Request
    release: Callable[[str], str] | None = None


@dataclass(frozen=True, slots=True)
class Generated:
    """What the model returned, and the wall seconds it took."""

    generation: Generation
    seconds: float


@dataclass(frozen=True, slots=True)
class Save:
    """Store a record; sends back whether it was stored."""

    record: Record
    vector: Vector | None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Emit:
    """Text that is final, for a streaming caller; sends back None."""

    text: str


Effect: TypeAlias = Find | Embed | Generate | Save | Emit
T = TypeVar("T")
Flow: TypeAlias = Generator[Effect, Any, T]
