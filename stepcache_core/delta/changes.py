"""A change, its kind, and the delta that they make up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from stepcache_core.shown import Shown

_SHOWN = 6


class ChangeKind(StrEnum):
    """The kind of thing that changed; of several, the one that stands first here."""

    NUMBER = "number"
    """Digits, number words, ordinals, fractions, versions, dates, times, amounts."""
    UNIT = "unit"
    """Units of measure, currencies, percent."""
    QUOTED = "quoted text"
    CODE = "code"
    """Text between backticks, and identifiers such as `max_len`, `maxLen` and `len()`."""
    LINK = "link"
    """URLs, e-mail addresses and paths."""
    POLARITY = "polarity"
    """Negation, exception, modality, and the opposites on/off, increase/decrease and their like."""
    COMPARISON = "comparison"
    """Comparatives, superlatives and directions: more/less, before/after, ascending/descending, from/to."""
    LANGUAGE = "language"
    FORMAT = "format"
    """What the answer should look like, and how long it should be."""
    TONE = "tone"
    """Audience and manner."""
    ENTITY = "entity"
    """Proper names, as far as their capital letter tells."""
    QUANTIFIER = "quantifier"
    CONJUNCTION = "conjunction"
    QUESTION = "question"
    """What kind of thing is asked: how, why, when, who."""
    TIME = "time"
    """Tense and words for time."""
    POSITION = "position"
    """First, second, last, next, the other."""
    ORDER = "order"
    """The same words in another order."""
    SYMBOL = "symbol"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Change:
    """One difference.

    Attributes:
        kind: What sort of thing changed.
        old: The text in the old prompt; empty when something was added.
        new: The text in the new prompt; empty when something was removed.
        old_span: Where `old` stands in the old prompt, as character offsets.
        new_span: Where `new` stands in the new prompt.
    """

    kind: ChangeKind
    old: str
    new: str
    old_span: tuple[int, int]
    new_span: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.kind}: {self.old or 'nothing'!r} became {self.new or 'nothing'!r}"


class Delta(Shown):
    """All that changed between two prompts, in the order of the new one.

    Whether anything changed is known at once; what it was is worked out when `changes` is first asked for.

    Args:
        changes: The changes, or what works them out; it must give at least one.
    """

    __slots__ = ("_changes",)

    def __init__(self, changes: tuple[Change, ...] | Callable[[], tuple[Change, ...]] = ()) -> None:
        self._changes = changes

    @property
    def changes(self) -> tuple[Change, ...]:
        if callable(self._changes):
            self._changes = self._changes()
        return self._changes

    @property
    def empty(self) -> bool:
        """Whether nothing that may decide the answer has changed."""
        return not self._changes

    def __eq__(self, other: object) -> bool:
        return self.changes == other.changes if isinstance(other, Delta) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.changes)

    def __repr__(self) -> str:
        return f"Delta({self.changes!r})"

    def __reduce__(self) -> tuple[type[Delta], tuple[tuple[Change, ...]]]:
        return Delta, (self.changes,)

    def __str__(self) -> str:
        shown = [str(change) for change in self.changes[:_SHOWN]]
        if len(self.changes) > _SHOWN:
            shown.append(f"and {len(self.changes) - _SHOWN} more changes")
        return "; ".join(shown) or "nothing changed"
