"""What was found in the steps of an answer, and the verdict that it makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from stepcache_core.model import Verdict

NOTHING_TO_CHECK: Final = "states nothing to check"


@dataclass(slots=True)
class Findings:
    """What was found in one step."""

    wrong: list[str] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)
    grave: list[str] = field(default_factory=list)
    right: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)

    def forbid(self, doubt: str) -> None:
        """Notes a doubt with which no answer is trusted, wherever it stands."""
        self.doubtful.append(doubt)
        self.grave.append(doubt)

    def verdict(self) -> Verdict:
        if self.wrong:
            return Verdict.failed(self.wrong[0])
        if self.doubtful:
            return Verdict.unknown(self.doubtful[0])
        if not self.right and self.named:
            return Verdict.passed(f"names only what the problem has: {', '.join(self.named[:4])}")
        if not self.right:
            return Verdict.unknown(NOTHING_TO_CHECK)
        return Verdict.passed("; ".join(self.right[:4]))


def note_narration(findings: Sequence[Findings], naming: Sequence[int], following: Sequence[int]) -> None:
    """Notes of steps that they say what letters stand for, or what follows, as the problem does."""
    for step in naming:
        findings[step].named.append("what its letters stand for")
    for step in following:
        findings[step].right.append("what the problem tells leads to what is said")
