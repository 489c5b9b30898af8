"""What a step of an answer to several equations states: equations, values, operations, claims; and doubts."""

from __future__ import annotations

import re
from typing import Final

from stepcache_core.tasks.linear.claims import RESTRICTING
from stepcache_core.tasks.linear.lexer import BAD, LABEL, QUOTE, STOP, WORD
from stepcache_core.tasks.linear.reading import SENTENCE_END, Item, Run, read
from stepcache_core.tasks.linear.systems.operations import read_action, read_combination
from stepcache_core.tasks.linear.systems.phrases import BARE_CLAIMS, PHRASES, with_certainty
from stepcache_core.tasks.linear.systems.place import Place
from stepcache_core.tasks.linear.systems.spelling import plain
from stepcache_core.tasks.linear.systems.statement_kinds import (
    Aim,
    Named,
    Pointed,
    Refers,
    Stated,
    StatedClaim,
    StatedValue,
    Statement,
)
from stepcache_core.tasks.linear.systems.tags import ORDINALS, ends_with_a_tag, without_tag
from stepcache_core.tasks.linear.vocabulary import DANGEROUS, NEUTRAL, OPERATIONS

SYSTEM_WORDS: Final = frozenset(
    """
    system systems second third substitution elimination eliminated simultaneous simultaneously pair function
    functions defined define definition evaluate evaluated calculated earlier earlier-found known unique
    first-equation second-equation coordinates ordered unknowns becomes become lines intersect intersection label
    decimals labels labeled labelled labeling labelling express expressing back-substitute back-substituting
    back-substitution
    """.split()
)
"""Words that say nothing of several equations, beside those that say nothing of one."""
METHODS: Final = re.compile(
    r"\b(?:either the (?:substitution|elimination) method or the (?:substitution|elimination) method"
    r"|systems?|elimination|(?:back-)?substitution|simultaneous|functions?|label(?:s|l?ed|l?ing)?)\b",
    re.IGNORECASE,
)
"""Those of them, and a phrase, that may stand in a step that states nothing."""

_COUNTS: Final = {"two": 2, "three": 3}
_AN_EQUATION: Final = frozenset(
    {"", "the", "this", "that", "equation", "equations", "both", "each", "two", "number", *ORDINALS}
)
"""Words that name an equation, the empty one for a number or a bracket."""
_ANSWER_NOUNS: Final = frozenset({"answer", "solution", "solutions", "answers"})


def stated(text: str, letters: frozenset[str]) -> list[Statement]:
    """Everything that `text` states."""
    found = _Reader(read(plain(text, letters), "a" if "a" in letters else ""), letters).all()
    return with_certainty(found)


class _Reader(Place):
    """One pass over the items of a text.

    Attributes:
        answers: Whether the sentence calls what it states the answer.
        introduces: Whether a colon stands before, so that what comes on the next line is of the same sentence.
    """

    answers = False
    introduces = False

    def all(self) -> list[Statement]:
        while self.at < len(self.items):
            item = self.items[self.at]
            if item.kind == STOP:
                self.stop(item.text)
                continue
            self.introduces = False
            if item.kind == LABEL:
                self.at += 1
            elif item.kind in {BAD, QUOTE}:
                self.unclear(item.text, grave=True)
                self.at += 1
            elif item.kind == WORD:
                self.word(item)
            elif item.run is not None:
                self.run(item.run)
        return self.found

    def stop(self, text: str) -> None:
        self.introduces = text == ":" or (self.introduces and text == "\n")
        if text == "?":
            self.unclear("a question")
        if text in SENTENCE_END and not self.introduces:
            self.sentence += 1
            self.answers = self.answers and text == "\n"
        self.at += 1

    def word(self, item: Item) -> None:
        for solutions, phrase in PHRASES.get(item.text, ()):
            if self.matches(phrase):
                if _COUNTS.get(phrase[0], 0) > len(self.letters):
                    self.unclear(" ".join(phrase))
                self.found += [StatedClaim(solutions, self.sentence)] if solutions else []
                self.at += len(phrase)
                if solutions and self.word_at(self.at + (self.stop_at(self.at) == ",")) in RESTRICTING:
                    self.unclear("what is claimed of some solutions", grave=True)
                return
        if self.claims_alone():
            return
        if item.text in OPERATIONS:
            read_action(self, OPERATIONS[item.text])
            return
        if self.is_the_nth():
            self.refer(ORDINALS[item.text], self.at)
            self.at += 1
            return
        if item.text in ORDINALS and self.word_at(self.at + 1) == "equation":
            self.refer(ORDINALS[item.text], self.at)
            self.at += 2
            return
        if item.text in _ANSWER_NOUNS:
            self.answers = True
        elif item.text not in NEUTRAL and item.text not in SYSTEM_WORDS:
            self.unclear(f"the word {item.text!r}", grave=item.text in DANGEROUS)
        self.at += 1
        if item.text == "equation" and self.names_in_words(self.at):
            self.at += 1
        elif item.text in {"equation", "equations"}:
            self.skip_tags()

    def is_the_nth(self) -> bool:
        """Whether this ends `from the second`, with no noun after it."""
        is_nth = self.word_at(self.at) in ORDINALS and self.word_at(self.at - 1) == "the"
        before, after = self.word_at(self.at - 2), self.word_at(self.at + 1)
        return is_nth and before in {"from", "into", "in", "using"} and after in {"", "gives", "we", "to", "for"}

    def claims_alone(self) -> bool:
        """`No solution.`, `Infinitely many solutions`."""
        if self.at and self.items[self.at - 1].kind not in {STOP, LABEL}:
            return False
        for solutions, phrase in BARE_CLAIMS:
            after = self.at + len(phrase)
            if self.matches(phrase) and (after == len(self.items) or self.items[after].kind == STOP):
                self.found.append(StatedClaim(solutions, self.sentence))
                self.at = after
                return True
        return False

    def names_in_words(self, at: int) -> bool:
        """Whether this is the number of `x + y = 5 (equation 1)`."""
        tag, run = self.tag_at(at), self.run_at(at - 3)
        if not tag or self.items[at - 2].text != "(" or run is None or not run.is_equation:
            return False
        self.found.append(Named(run, ORDINALS[tag], self.sentence))
        return True

    def skip_tags(self) -> None:
        """`equation (1)`, `equations 1 and 2`: numbers that name equations."""
        while tag := self.tag_at(self.at):
            self.refer(ORDINALS[tag], self.at)
            self.at += 1
            if self.word_at(self.at) in {"and", "from", "to"} and self.tag_at(self.at + 1):
                self.at += 1

    def run(self, run: Run) -> None:
        at = self.at
        self.at += 1
        if run.is_equation:
            if any(not side.tokens for side in run.sides):
                self.unclear("an equation without a side", claims=True)
            elif ends_with_a_tag(run):
                untagged = without_tag(run)
                self.found.append(Stated(untagged, self.sentence, self.answers))
                self.found.append(Named(untagged, ORDINALS[run.sides[-1].tokens[-2].text], self.sentence))
            else:
                self.found.append(Stated(run, self.sentence, self.answers or run.boxed))
                self.note_label(run, at)
            return
        tokens = run.sides[0].tokens
        if len(tokens) == 1 and tokens[0].text in self.letters:
            self.found.append(Aim(tokens[0].text, self.aim(at), self.sentence))
            self.letter(tokens[0].text, at)
            return
        if read_combination(self, run):
            return
        if self.names_the_equation_before(at) or self.is_put_in(run):
            return
        if self.is_bracketed_tag(at) and self.word_at(at - 1) in _BEFORE_A_TAG:
            self.refer(ORDINALS[self.tag_at(at)], at)
            return
        if run.boxed or self.follows_answer(at):
            self.found.append(StatedValue("", tokens, self.sentence))
            return
        if self.word_at(at - 1) in _IS and not run.names:
            self.unclear("a number that something is said to be", claims=True)
            return
        is_factor = self.word_at(at - 1 - (self.word_at(at - 1) == "the")) in {"distribute", "distributing"}
        self.found.append(Pointed(run, self.sentence, is_factor))

    def note_label(self, run: Run, at: int) -> None:
        """Notes the `(1)` with which the line of an equation begins."""
        before = self.items[at - 1] if at else None
        label = before.text.strip() if before is not None and before.kind == LABEL else ""
        if label.startswith("(") and (number := label.strip("()")) in ORDINALS:
            self.found.append(Named(run, ORDINALS[number], self.sentence, begins_a_line=True))

    def names_the_equation_before(self, at: int) -> bool:
        r"""Whether this is the `(1)` of `x + y = 5 \quad (1)`."""
        if not self.is_bracketed_tag(at):
            return False
        before = at - 1
        while before >= 0 and self.items[before].kind == STOP and self.items[before].text.startswith("\\q"):
            before -= 1
        run = self.run_at(before)
        if before == at - 1 or run is None or not run.is_equation:
            return False
        self.found.append(Named(run, ORDINALS[self.tag_at(at)], self.sentence))
        return True

    def is_put_in(self, run: Run) -> bool:
        """`substitute 5 for x`, `substitute 2y + 1 for x`, which say what x is."""
        first = self.at - 2 - (self.word_at(self.at - 2) in {"the", "value", "in", "expression"})
        name = self.letter_at(self.at + 1)
        if not name or self.word_at(self.at) != "for" or self.word_at(first) not in _PUTTING:
            return False
        self.says(name, self.at + 1, run)
        self.at += 2
        return True

    def says(self, name: str, at: int, run: Run) -> None:
        """Adds that a letter, which stands at a place, is what a run writes."""
        letter = self.run_at(at)
        if letter is None or not run.names & self.letters:
            self.found.append(StatedValue(name, run.sides[0].tokens, self.sentence))
        else:
            self.found.append(Stated(Run((*letter.sides, *run.sides), ("=",)), self.sentence, answers=False))

    def aim(self, at: int) -> str:
        """What the words round a letter aim at: `eliminate x`, `isolate x`, `find the value of x`."""
        before, after = at - 1, at + 1
        while self.word_at(before) in {"the", "variable"}:
            before -= 1
        while self.word_at(after) in {"is", "are", "be", "will", "term", "terms"}:
            after += 1
        if self.word_at(before).startswith("eliminat") or self.word_at(after).startswith(("eliminated", "cancel")):
            return "gone"
        in_terms = self.word_at(at + 1) == "in" and self.word_at(at + 2) == "terms"
        if self.word_at(before) == "for" and self.word_at(before - 1) in _STANDING_FOR:
            return "replaced"
        if self.solves_an_equation(before):
            return "alone in each" if {self.word_at(before - 1), self.word_at(before - 2)} & _EACH else "alone"
        if self.word_at(before).startswith("isolat"):
            return "alone"
        if in_terms and self.letter_at(at + 4) == self.letter_at(at):
            self.unclear("a letter in terms of itself")
        if in_terms:
            return "alone" if self.word_at(before).startswith("express") else ""
        if self.seeks(before):
            return "alone" if self.word_at(before) == "for" and self.names_a_source() else "sought"
        return "had" if self.word_at(before) == "of" and self.has_value(before) else ""

    def names_a_source(self) -> bool:
        """Whether the sentence has named an equation: `from (2), solve for x`."""
        return any(isinstance(one, Refers) and one.sentence == self.sentence for one in self.found)

    def has_value(self, at: int) -> bool:
        """Whether `of` ends "we have the value of"."""
        before = at - 2 - (self.word_at(at - 2) == "the")
        return self.word_at(at - 1) == "value" and self.word_at(before) in {"have", "know", "found", "using"}

    def seeks(self, at: int) -> bool:
        """Whether the words that end here look for the value of what comes next: `find`, `solve for`, `x and`."""
        if self.word_at(at) == "and" and self.letter_at(at - 1):
            last = next((one for one in reversed(self.found) if isinstance(one, Aim)), None)
            return last is not None and (last.kind, last.sentence) == ("sought", self.sentence)
        if self.word_at(at) == "for":
            return self.word_at(at - 1).startswith("solv")
        if self.word_at(at) == "of" and self.word_at(at - 1) in {"value", "values"}:
            at -= 2 + (self.word_at(at - 2) == "the")
        return self.word_at(at) in _FINDING

    def solves_an_equation(self, at: int) -> bool:
        """Whether `for` ends "solve the first equation for"; "solve for x by using the first" isolates nothing."""
        if self.word_at(at) != "for":
            return False
        before = at - 1
        while before >= 0 and self.items[before].kind != STOP and self.word_at(before) in _AN_EQUATION:
            before -= 1
        return before < at - 1 and self.word_at(before).startswith("solv")

    def letter(self, name: str, first: int) -> None:
        """`x is 5`, `x equals 5`, `x must be 5`; `replace x with 5`."""
        at = self.at
        if self.word_at(first - 1).startswith("replac") and self.word_at(at) in {"with", "by"}:
            run = self.run_at(at + 1)
            if run is not None and not run.is_equation:
                self.says(name, first, run)
                self.at = at + 2
            return
        while self.word_at(at) in _IS or self.word_at(at) in {"must", "to"}:
            at += 1
        run = self.run_at(at)
        if at == self.at or run is None:
            return
        if run.is_equation or run.names or self.word_at(at + 1) in DANGEROUS:
            self.unclear("what a letter is said to be", claims=True)
        else:
            self.found.append(StatedValue(name, run.sides[0].tokens, self.sentence))
            self.at = at + 1

    def follows_answer(self, at: int) -> bool:
        """`the answer is`, `Answer:`."""
        at -= 1
        linked = False
        while self.word_at(at) in _LINKS or (at >= 0 and self.items[at].text == ":"):
            linked = True
            at -= 1
        return linked and self.word_at(at) in {"answer", "solution"}


_IS: Final = frozenset("is are was be equal equals becomes".split())
_LINKS: Final = frozenset("is equals to the problem question".split())
_FINDING: Final = frozenset("find finding determine determining calculate calculating get obtain compute".split())
_BEFORE_A_TAG: Final = frozenset("from into in using rearrange rearranging solve solving for consider take".split())
_EACH: Final = frozenset({"both", "each", "equations"})
_STANDING_FOR: Final = frozenset({"expression", "it", "this"})
_PUTTING: Final = frozenset("substitute substituting plug plugging put putting".split())
