"""What the words of an answer aim at: a letter that is to be eliminated, or one that is to stand alone."""

from __future__ import annotations

from collections.abc import Sequence

from stepcache_core.tasks.linear.polynomial import Polynomial
from stepcache_core.tasks.linear.reading import Side
from stepcache_core.tasks.linear.systems.known import Known, letter_that_is
from stepcache_core.tasks.linear.systems.statement_kinds import Aim


class Aims:
    """The aims that wait for an equation that reaches them or does not.

    Args:
        known: The equations known so far.
    """

    def __init__(self, known: Known) -> None:
        self.known = known
        self.gone = ""
        self.alone: set[str] = set()
        self.sentence = (-1, -1)

    def add(self, aim: Aim, index: int) -> None:
        if aim.is_gone:
            self.gone = aim.letter
            return
        if self.sentence != (index, aim.sentence):
            self.alone.clear()
        self.sentence = (index, aim.sentence)
        self.alone.add(aim.letter)

    def missed(self, sides: Sequence[Side], form: Polynomial, source_sentence: tuple[int, int]) -> str:
        """What an equation should have come to; empty where it does, or where nothing waits for it."""
        return self._kept(form) or self._hidden(sides, source_sentence)

    def _kept(self, form: Polynomial) -> str:
        """The first new equation with fewer letters is the one of which a letter was eliminated."""
        given = [one.difference for one in self.known.problem.equations]
        is_reduced = len(form.letters) < max(len(one.letters) for one in given)
        if not self.gone or not is_reduced or any(form.is_multiple_of(one) for one in given):
            return ""
        letter, self.gone = self.gone, ""
        return f"{letter} eliminated" if letter in form.letters else ""

    def _hidden(self, sides: Sequence[Side], source_sentence: tuple[int, int]) -> str:
        """The first letter that stands alone is the one for which a named equation is solved."""
        letters = {letter for side in sides if (letter := letter_that_is(side))} - self.known.values.keys()
        if not self.alone or not letters or self.sentence != source_sentence:
            return ""
        aims, self.alone = self.alone, set()
        return "" if letters & aims else f"{' or '.join(sorted(aims))} alone"
