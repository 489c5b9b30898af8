"""What a step of an answer to several equations states: equations, values, operations, claims; and doubts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from stepcache_core.tasks.linear.algebra import NotLinearError, parse_expression
from stepcache_core.tasks.linear.lexer import BAD, CLOSE, LABEL, MATH, NUMBER, OPEN, QUOTE, STOP, WORD
from stepcache_core.tasks.linear.reading import SENTENCE_END, Item, Run, Side, canonical, read
from stepcache_core.tasks.linear.systems.points import spell_out
from stepcache_core.tasks.linear.systems.statement_kinds import (
    Action,
    Aim,
    Named,
    Pointed,
    Refers,
    Stated,
    StatedClaim,
    StatedValue,
    Statement,
    Unclear,
)
from stepcache_core.tasks.linear.vocabulary import DANGEROUS, NEUTRAL, OPERATIONS

SYSTEM_WORDS: Final = frozenset(
    """
    system systems second third substitution elimination eliminated simultaneous simultaneously pair function
    functions defined define definition evaluate evaluated calculated earlier earlier-found known unique
    first-equation second-equation coordinates ordered unknowns becomes become
    """.split()
)
"""Words that say nothing of several equations, beside those that say nothing of one."""
METHODS: Final = re.compile(
    r"\b(?:either the (?:substitution|elimination) method or the (?:substitution|elimination) method"
    r"|systems?|elimination|substitution|simultaneous|functions?)\b",
    re.IGNORECASE,
)
"""Those of them, and a phrase, that may stand in a step that states nothing."""


_CLAIMS: Final = (
    ("none", "has no solution"),
    ("none", "has no solutions"),
    ("none", "have no solution"),
    ("none", "have no solutions"),
    ("none", "there is no solution"),
    ("none", "there are no solutions"),
    ("none", "is inconsistent"),
    ("many", "has infinitely many solutions"),
    ("many", "have infinitely many solutions"),
    ("many", "there are infinitely many solutions"),
)
_PLAIN: Final = (
    "either the substitution method or the elimination method",
    "either the elimination method or the substitution method",
    "either substitution or elimination",
    "either equation",
    "one of the variables",
    "one variable",
    "in other words",
    "equal to each other",
    "set up",
    "substitution or elimination",
    "elimination or substitution",
    "only one variable",
    "one variable in terms of the other",
    "in terms of the other",
    "solve for the other",
    "the other variable",
    "the other equation",
    "one way to do this",
    "one way to solve",
    "setting up",
    "setting",
    "another equation",
    *(
        f"{which} of {whose}{two}{old}equations"
        for which in ("one", "either")
        for whose in ("the ", "our ", "these ")
        for two in ("two ", "")
        for old in ("original ", "")
    ),
    *(f"{count} {noun}" for count in ("two", "three") for noun in ("equations", "variables", "unknowns")),
)
_PHRASES: Final[dict[str, list[tuple[str, tuple[str, ...]]]]] = {}
"""Phrases that claim something of the solutions, or nothing, by their first words; the longest first."""
for _claim, _phrase in sorted([*_CLAIMS, *(("", _plain) for _plain in _PLAIN)], key=lambda each: -len(each[1].split())):
    _PHRASES.setdefault(_phrase.split()[0], []).append((_claim, tuple(_phrase.split())))
_COUNTS: Final = {"two": 2, "three": 3}
_WHOLE: Final = "the these this it both two three resulting new first second third and to from together up".split()
_OF_TWO: Final = rf"(?: (?:{'|'.join(_WHOLE)}|equations?|[1-4]))*"
_SUM: Final = re.compile(rf"(?:adding|adds|add)\b{_OF_TWO}")
_DIFFERENCE: Final = re.compile(rf"(?:subtracting|subtracts|subtract)\b{_OF_TWO}")
_ORDINALS: Final = {"first": 0, "1": 0, "second": 1, "2": 1, "third": 2, "3": 2, "4": 3}
_AN_EQUATION: Final = frozenset({"", "the", "this", "that", "equation", "number", *_ORDINALS})
"""Words that name an equation, the empty one for a number or a bracket."""
_ANSWER_NOUNS: Final = frozenset({"answer", "solution", "solutions", "answers"})


def stated(text: str, letters: frozenset[str]) -> list[Statement]:
    """Everything that `text` states."""
    return _Reader(read(spell_out(text, letters), "a" if "a" in letters else ""), letters).all()


class _Reader:
    def __init__(self, items: Sequence[Item], letters: frozenset[str]) -> None:
        self.items = [item for item in items if item.kind != MATH]
        self.letters = letters
        self.at = 0
        self.sentence = 0
        self.answers = False
        self.found: list[Statement] = []

    def all(self) -> list[Statement]:
        while self.at < len(self.items):
            item = self.items[self.at]
            if item.kind == STOP:
                self.stop(item.text)
            elif item.kind == LABEL:
                self.at += 1
            elif item.kind in {BAD, QUOTE}:
                self.unclear(item.text)
                self.at += 1
            elif item.kind == WORD:
                self.word(item)
            elif item.run is not None:
                self.run(item.run)
        return self.found

    def unclear(self, what: str, *, claims: bool = False) -> None:
        self.found.append(Unclear(what[:40], self.sentence, claims))

    def stop(self, text: str) -> None:
        if text in SENTENCE_END:
            self.sentence += 1
            self.answers = self.answers and text == "\n"
        if text == "?":
            self.unclear("a question")
        self.at += 1

    def word_at(self, at: int) -> str:
        return self.items[at].text if 0 <= at < len(self.items) and self.items[at].kind == WORD else ""

    def run_at(self, at: int) -> Run | None:
        return self.items[at].run if 0 <= at < len(self.items) else None

    def matches(self, phrase: Sequence[str]) -> bool:
        return all(self.word_at(self.at + offset) == word for offset, word in enumerate(phrase))

    def word(self, item: Item) -> None:
        for solutions, phrase in _PHRASES.get(item.text, ()):
            if self.matches(phrase):
                if _COUNTS.get(phrase[0], 0) > len(self.letters):
                    self.unclear(" ".join(phrase))
                self.found += [StatedClaim(solutions, self.sentence)] if solutions else []
                self.at += len(phrase)
                return
        if item.text in OPERATIONS:
            self.action(OPERATIONS[item.text])
            return
        if item.text in _ORDINALS and self.word_at(self.at + 1) == "equation":
            self.found.append(Refers(_ORDINALS[item.text], self.sentence))
            self.at += 2
            return
        if item.text in _ANSWER_NOUNS:
            self.answers = True
        elif item.text not in NEUTRAL and item.text not in SYSTEM_WORDS:
            self.unclear(f"the word {item.text!r}")
        self.at += 1
        if item.text == "equation" and self.names_in_words(self.at):
            self.at += 1
        elif item.text in {"equation", "equations"}:
            self.skip_tags()

    def names_in_words(self, at: int) -> bool:
        """Whether this is the number of `x + y = 5 (equation 1)`."""
        tag, run = _tag(self.run_at(at)), self.run_at(at - 3)
        if not tag or self.items[at - 2].text != "(" or run is None or not run.is_equation:
            return False
        self.found.append(Named(run, _ORDINALS[tag], self.sentence))
        return True

    def skip_tags(self) -> None:
        """`equation (1)`, `equations 1 and 2`: numbers that name equations."""
        while tag := _tag(self.run_at(self.at)):
            self.found.append(Refers(_ORDINALS[tag], self.sentence))
            self.at += 1
            if self.word_at(self.at) in {"and", "from", "to"} and _tag(self.run_at(self.at + 1)):
                self.at += 1

    def action(self, sign: str) -> None:
        """`subtract y from both sides`, `multiply the first equation by 2`, `add the two equations`."""
        first = self.at
        verb = self.items[first].text
        if sign in "+-" and self.of_two(sign):
            return
        at = first + 1
        of: list[int] = []
        if sign in "*/":
            while self.word_at(at) in _BETWEEN or self.names_an_equation(at):
                name = self.word_at(at) or _tag(self.run_at(at))
                of += [_ORDINALS[name]] if name in _ORDINALS else []
                at += 1
            run = self.run_at(at)
            if run is not None and run.is_equation and self.word_at(at + 1) == "by":
                self.found.append(Stated(run, self.sentence, answers=False))
                at += 1
            if self.word_at(at) != "by":
                self.unclear(f"the operation {verb!r}")
                self.at = first + 1
                return
            at += 1
        run = self.run_at(at)
        if run is None or run.is_equation:
            self.unclear(f"the operation {verb!r}")
            self.at = first + 1
            return
        if sign in "+-" and self.word_at(at + 1) in {"and", "from", "to"} and self.run_at(at + 2) is not None:
            self.unclear("arithmetic in words")
            self.at = at + 3
            return
        on_both = self.word_at(at + 1) in {"from", "to", "on"} and self.word_at(at + 2) in {"both", "each"}
        if sign in "+-" and not on_both:
            self.unclear("an operation that is not on both sides")
        self.found.append(Action(sign, run.sides[0].tokens, verb, self.sentence, tuple(of)))
        self.at = at + 1

    def names_an_equation(self, at: int) -> bool:
        called = self.word_at(at - 1) in {"equation", "equations"} or self.is_bracketed_tag(at)
        return called and bool(_tag(self.run_at(at)))

    def is_bracketed_tag(self, at: int) -> bool:
        """Whether this is `(1)`, which names an equation where a word that is done to equations stands before it."""
        run = self.run_at(at)
        return run is not None and bool(_tag(run)) and run.sides[0].tokens[0].kind == OPEN

    def of_two(self, sign: str) -> bool:
        """Whether the words here add or subtract whole equations."""
        words: list[str] = []
        at = first = self.at
        while at < len(self.items) and len(words) < 14:
            word = self.word_at(at) or _tag(self.run_at(at))
            if not word:
                break
            words.append(word)
            at += 1
        match = (_SUM if sign == "+" else _DIFFERENCE).match(" ".join(words))
        said = match.group().split() if match else []
        tags = sum(self.is_bracketed_tag(place) for place in range(first, first + len(said)))
        if not {"equation", "equations"} & set(said) and tags < 2:
            return False
        of = tuple(_ORDINALS[word] for word in said if word in _ORDINALS)
        kind = "sum" if sign == "+" else "difference"
        self.found.append(Action(kind, (), " ".join(said), self.sentence, of))
        self.at += len(said)
        return True

    def run(self, run: Run) -> None:
        at = self.at
        self.at += 1
        if run.is_equation:
            if any(not side.tokens for side in run.sides):
                self.unclear("an equation without a side", claims=True)
            elif _ends_with_a_tag(run):
                untagged = _without_tag(run)
                self.found.append(Stated(untagged, self.sentence, self.answers))
                self.found.append(Named(untagged, _ORDINALS[run.sides[-1].tokens[-2].text], self.sentence))
            else:
                self.found.append(Stated(run, self.sentence, self.answers or run.boxed))
            return
        tokens = run.sides[0].tokens
        if len(tokens) == 1 and tokens[0].text in self.letters:
            self.aim(tokens[0].text, at)
            self.letter(tokens[0].text)
            return
        if self.names_the_equation_before(at) or self.is_put_in(run):
            return
        if self.is_bracketed_tag(at) and self.word_at(at - 1) in {"from", "into", "in", "using"}:
            self.found.append(Refers(_ORDINALS[_tag(run)], self.sentence))
            return
        if run.boxed or self.follows_answer(at):
            self.found.append(StatedValue("", tokens, self.sentence))
            return
        if self.word_at(at - 1) in _IS and not run.names:
            self.unclear("a number that something is said to be", claims=True)
            return
        is_factor = self.word_at(at - 1 - (self.word_at(at - 1) == "the")) in {"distribute", "distributing"}
        self.found.append(Pointed(run, self.sentence, is_factor))

    def names_the_equation_before(self, at: int) -> bool:
        r"""Whether this is the `(1)` of `x + y = 5 \quad (1)`."""
        tag = self.items[at].run
        if not _tag(tag) or tag is None or tag.sides[0].tokens[0].kind != OPEN:
            return False
        before = at - 1
        while before >= 0 and self.items[before].kind == STOP and self.items[before].text.startswith("\\q"):
            before -= 1
        run = self.run_at(before)
        if before == at - 1 or run is None or not run.is_equation:
            return False
        self.found.append(Named(run, _ORDINALS[_tag(tag)], self.sentence))
        return True

    def is_put_in(self, run: Run) -> bool:
        """`substitute 5 for x`, which says what x is."""
        first = self.at - 2 - (self.word_at(self.at - 2) in {"the", "value", "in"})
        letter = self.run_at(self.at + 1)
        name = letter.sides[0].text if letter is not None and not letter.is_equation else ""
        is_said = self.word_at(first) in _PUTTING and self.word_at(self.at) == "for"
        if not is_said or name not in self.letters or run.names:
            return False
        self.found.append(StatedValue(name, run.sides[0].tokens, self.sentence))
        self.at += 2
        return True

    def aim(self, name: str, at: int) -> None:
        """`eliminate x`, `x is eliminated`, `isolate x`, `for x`."""
        before, after = at - 1, at + 1
        while self.word_at(before) in {"the", "variable"}:
            before -= 1
        while self.word_at(after) in {"is", "are", "be", "will", "term", "terms"}:
            after += 1
        if self.word_at(before).startswith("eliminat") or self.word_at(after).startswith(("eliminated", "cancel")):
            self.found.append(Aim(name, is_gone=True, sentence=self.sentence))
        elif self.word_at(before).startswith("isolat") or self.solves_an_equation(before):
            self.found.append(Aim(name, is_gone=False, sentence=self.sentence))

    def solves_an_equation(self, at: int) -> bool:
        """Whether `for` ends "solve the first equation for"; "solve for x by using the first" isolates nothing."""
        if self.word_at(at) != "for":
            return False
        before = at - 1
        while before >= 0 and self.items[before].kind != STOP and self.word_at(before) in _AN_EQUATION:
            before -= 1
        return before < at - 1 and self.word_at(before).startswith("solv")

    def letter(self, name: str) -> None:
        """`x is 5`, `x equals 5`, `x must be 5`."""
        at = self.at
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
_PUTTING: Final = frozenset("substitute substituting plug plugging put putting".split())
_BETWEEN: Final = frozenset(
    "both sides of the equation equations each side through everything entire whole it this first second third new "
    "resulting all terms".split()
)


def _tag(run: Run | None) -> str:
    """`1` of `1` or `(1)`, a number that can name an equation; else an empty string."""
    if run is None or run.is_equation:
        return ""
    tokens = [token for token in run.sides[0].tokens if token.kind not in {OPEN, CLOSE}]
    return tokens[0].text if len(tokens) == 1 and tokens[0].kind == NUMBER and tokens[0].text in _ORDINALS else ""


def _ends_with_a_tag(run: Run) -> bool:
    """Whether an equation ends like `x + y = 5 (1)`, which may be a product or a name."""
    tokens = run.sides[-1].tokens
    return (
        len(tokens) >= 4
        and [token.kind for token in tokens[-3:]] == [OPEN, NUMBER, CLOSE]
        and tokens[-4].end < tokens[-3].start
        and tokens[-2].text in _ORDINALS
    )


def _without_tag(run: Run) -> Run:
    tokens = run.sides[-1].tokens[:-3]
    try:
        expression = parse_expression(tokens)
    except NotLinearError:
        expression = None
    return run._replace(sides=(*run.sides[:-1], Side(tokens, expression, canonical(tokens))))
