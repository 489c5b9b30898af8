"""What the words of an answer aim at, a letter to be eliminated, to stand alone or to be found; and their sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from stepcache_core.tasks.linear.polynomial import Polynomial
from stepcache_core.tasks.linear.reading import Side
from stepcache_core.tasks.linear.systems.known import Known, Sides, letter_that_is, names_in
from stepcache_core.tasks.linear.systems.statement_kinds import OF_SEVERAL, Action, Aim, Refers

Sentence = tuple[int, int]
"""Index of a step, and of a sentence in it."""


class Sources:
    """The equations that the words of one sentence name: what comes next is said to come from them.

    Args:
        known: The equations known so far.
    """

    def __init__(self, known: Known) -> None:
        self.known = known
        self.named: set[int] = set()
        self.sentence: Sentence = (-1, -1)
        self.is_origin = False
        self.put_in = ""

    def add(self, refers: Refers, index: int) -> None:
        """Notes an equation; those named in one sentence are taken together."""
        if self.sentence != (index, refers.sentence) or self.put_in:
            self.named.clear()  # of "put x from (2) into (1)", the next equation is what becomes of the last
        self.sentence = (index, refers.sentence)
        self.named.add(refers.index)
        self.is_origin, self.put_in = refers.is_origin, refers.put_in

    def give(self, forms: Sides, *, is_value: bool) -> bool:
        """Whether an equation comes from those that are named; what is put into them may stand between."""
        given = len(self.known.problem.equations)
        if not self.named or is_value:
            return True
        comes = any(self.known.is_drawn_from(forms, source, self.named) for source in self._sources(given))
        if not comes and not self.is_origin and forms in self.known.states[given:]:
            return True
        self.named.clear()
        return comes

    def _sources(self, given: int) -> Collection[int]:
        """The equations of which one is said to become the next: those named, or those that they go into."""
        goes_into_others = any(self.known.tells(source, self.put_in) for source in self.named)
        return set(range(given)) - self.named if goes_into_others else self.named

    def are_others(self, sides: tuple[Side, Side], sentence: Sentence) -> bool:
        """Whether arithmetic is that of one of the problem's equations, where its sentence names others."""
        spelled = {index for side in sides for index in self.known.borne_by(side.tokens)}
        return sentence == self.sentence and bool(spelled) and not spelled & self.named


class Aims:
    """The aims that wait for an equation that reaches them or does not.

    Args:
        known: The equations known so far.
    """

    def __init__(self, known: Known) -> None:
        self.known = known
        self.gone = ""
        self.gone_in: Sentence = (-1, -1)
        self.gone_for: list[int] = []
        self.alone: set[str] = set()
        self.sentence: Sentence = (-1, -1)
        self.in_each = ""
        self.told: set[str] = set()
        self.sought: set[str] = set()
        self.sought_in: Sentence = (-1, -1)
        self.said: Counter[int] = Counter()
        self.reached: Counter[int] = Counter()

    def add(self, aim: Aim, index: int) -> str:
        """Notes an aim, and gives why it cannot be one; letters that one sentence seeks are taken together."""
        self.said[index] += 1
        sentence = (index, aim.sentence)
        match aim.kind:
            case "gone":
                before, self.gone, self.gone_in = self.gone, aim.letter, sentence
                self.gone_for = [*self.gone_for, index] if before == aim.letter else [index]
                if before not in ("", aim.letter) and len(self.known.problem.letters) == len((before, aim.letter)):
                    return f"{before} was to be eliminated, not {aim.letter}"
            case "alone":
                if self.sentence != sentence:
                    self.alone.clear()
                self.sentence = sentence
                self.alone.add(aim.letter)
            case "alone in each":
                self.in_each, self.sentence = aim.letter, sentence
            case "replaced" if aim.letter not in self.told:
                return f"no expression for {aim.letter} stands before"
            case "had" if aim.letter not in self.known.values:
                return f"the value of {aim.letter} is not known by then"
            case "replaced" | "had":
                self.reached[index] += 1
            case "sought":
                if self.sought_in != sentence:
                    self.sought.clear()
                self.sought_in = sentence
                self.sought.add(aim.letter)
        return ""

    @property
    def all_reached(self) -> set[int]:
        """The steps that aim at something with each letter that stands in their words, and at what comes true."""
        return {step for step, count in self.said.items() if self.reached[step] >= count}

    def missed(self, sides: Sequence[Side], form: Polynomial) -> str:
        """What an equation should have come to; empty where it does, or where nothing waits for it."""
        letters = {letter for side in sides if (letter := letter_that_is(side))}
        is_expressed = bool(letters) and all(names_in(side.tokens) for side in sides)
        if letters:
            self.told |= letters
        if self.in_each and is_expressed and self.in_each not in letters:
            return f"{self.in_each} alone"
        if self.in_each and is_expressed:
            self.reached[self.sentence[0]] += 1
        return self._kept(form) or self._hidden(letters if is_expressed else letters - self.known.values.keys())

    def keeps(self, form: Polynomial, action: Action, step: int) -> str:
        """The letter that an operation on several equations is said to eliminate, and that is still in its equation."""
        is_meant = self.gone_in == (step, action.sentence) and action.sign in OF_SEVERAL
        return self.gone if is_meant and self.gone in form.letters else ""

    def mistaken(self, sides: Sequence[Side]) -> int:
        """The step that seeks another letter than the one whose value is found here, or -1."""
        letters = [letter_that_is(side) for side in sides]
        is_value = any(not names_in(side.tokens) for side in sides)
        found = {letter for letter in letters if letter} - self.known.values.keys()
        if is_value and found:
            self.in_each = ""
        if not self.sought or not found:
            return -1
        if found & self.sought:
            self.reached[self.sought_in[0]] += len(found & self.sought)
            self.sought -= found
            return -1
        if not is_value:
            return -1
        self.sought.clear()
        return self.sought_in[0]

    def _kept(self, form: Polynomial) -> str:
        """The first new equation with fewer letters is the one of which a letter was eliminated."""
        given = [one.difference for one in self.known.problem.equations]
        is_reduced = len(form.letters) < max(len(one.letters) for one in given)
        if not self.gone or not is_reduced or any(form.is_multiple_of(one) for one in given):
            return ""
        letter, self.gone = self.gone, ""
        self.reached.update(self.gone_for if letter not in form.letters else ())
        return f"{letter} eliminated" if letter in form.letters else ""

    def _hidden(self, letters: set[str]) -> str:
        """The first letter that stands alone is the one that was to be isolated, or for which an equation is solved."""
        if not self.alone or not letters:
            return ""
        aims, self.alone = self.alone, set()
        self.reached[self.sentence[0]] += len(aims) if letters & aims else 0
        return "" if letters & aims else f"{' or '.join(sorted(aims))} alone"
