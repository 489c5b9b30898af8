"""A task small enough to reason about: running totals.

A request `Total: 2 3 4` is answered by one line for each number, `2 -> 2`, `3 -> 5`, `4 -> 9`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from stepcache_core import Request, Step, Verdict

_PROMPT = re.compile(r"(?:please )?total:((?: -?\d{1,9})+)", re.IGNORECASE)
_LINE = re.compile(r"(-?\d{1,9}) -> (-?\d{1,9})\s*")


@dataclass(frozen=True, slots=True)
class Totals:
    numbers: tuple[int, ...]

    @property
    def signatures(self) -> tuple[str, ...]:
        return (f"totals:{self.numbers}", f"totals of {len(self.numbers)}")


def totals(*numbers: int) -> str:
    """The right answer."""
    lines, running = [], 0
    for number in numbers:
        running += number
        lines.append(f"{number} -> {running}\n")
    return "".join(lines)


class TotalsTask:
    name = "totals"

    def __init__(self, *, replays: bool = False, solves: bool = False) -> None:
        self._replays = replays
        self._solves = solves

    def parse(self, request: Request) -> Totals | None:
        match = _PROMPT.fullmatch(request.prompt.strip())
        return Totals(tuple(map(int, match[1].split()))) if match else None

    def segment(self, problem: Totals, text: str) -> tuple[Step, ...]:
        return tuple(Step(line) for line in text.splitlines(keepends=True))

    def verify(self, problem: Totals, steps: Sequence[Step]) -> tuple[Verdict, ...]:
        verdicts, place, running = [], 0, 0
        for step in steps:
            match = _LINE.fullmatch(step.text)
            if match is None:
                verdicts.append(Verdict.unknown("states nothing to check"))
            elif place >= len(problem.numbers) or int(match[1]) != problem.numbers[place]:
                verdicts.append(Verdict.failed(f"{match[1]} is not the next number"))
            elif int(match[2]) != running + int(match[1]):
                verdicts.append(Verdict.failed(f"{match[2]} is not the total"))
            else:
                running, place = int(match[2]), place + 1
                verdicts.append(Verdict.passed("the total holds"))
        return tuple(verdicts)

    def verify_answer(self, problem: Totals, text: str) -> Verdict:
        verdicts = self.verify(problem, self.segment(problem, text))
        failing = next((verdict for verdict in verdicts if verdict.is_fail), None)
        if failing:
            return failing
        passing = sum(verdict.is_pass for verdict in verdicts)
        if passing == len(problem.numbers):
            return Verdict.passed("every total holds")
        return Verdict.failed("incomplete") if passing else Verdict.unknown("no total is stated")

    def compatible(self, old: Totals, new: Totals) -> bool:
        return True

    def may_stand(self, text: str) -> bool:
        return not any(character.isdigit() for character in text)

    def replay(self, old: Totals, new: Totals, steps: Sequence[Step]) -> tuple[Step, ...] | None:
        return self.segment(new, totals(*new.numbers)) if self._replays else None

    def mend(self, problem: Totals, text: str) -> str | None:
        mended = text.replace("=>", "->")
        return mended if mended != text else None

    def solve(self, problem: Totals) -> str | None:
        return totals(*problem.numbers) if self._solves else None
