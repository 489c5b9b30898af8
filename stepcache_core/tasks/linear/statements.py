"""What a step states: equations, operations on both sides, claims about the solutions; and what could not be read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from stepcache_core.tasks.linear.algebra import ONE, Linear
from stepcache_core.tasks.linear.lexer import BAD, FRACTION, LABEL, MATH, NAME, NUMBER, OPEN, QUOTE, STOP, WORD
from stepcache_core.tasks.linear.reading import SENTENCE_END, Item, Run, Side, read
from stepcache_core.tasks.linear.vocabulary import NEUTRAL, OPERATIONS, TECHNICAL


@dataclass(frozen=True, slots=True)
class Equation:
    """A stated equation, or a chain of them.

    Attributes:
        run: The run it was read from.
        restates: `given` where the words before it say that it is the problem's own equation, `here` where they
            say that it is the one to be solved now, else empty.
        sentence: Index of the sentence it stands in.
    """

    run: Run
    sentence: int
    restates: str = ""


@dataclass(frozen=True, slots=True)
class Value:
    """A value stated in words or in a box: "the solution is 5"; `side` is the value."""

    side: Side
    sentence: int


@dataclass(frozen=True, slots=True)
class Operation:
    """Something done to both sides; `operand` is None for "the coefficient of x".

    Attributes:
        sign: One of `+ - * /`.
        operand: What is added, subtracted, multiplied or divided by.
        words: The verb as it is written, in lower case.
        sentence: Index of the sentence it stands in.
        verb: The verb's place in the text.
        side: The operand as it is written.
        preposition: The place of `from` or `to` after the operand.
        remarks: Whether it stands in brackets after an equation, and so says how that one came about.
    """

    sign: str
    operand: Linear | None
    words: str
    sentence: int
    verb: tuple[int, int]
    side: Side | None = None
    preposition: tuple[int, int] | None = None
    remarks: bool = False


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A number said to be the coefficient of the variable."""

    side: Side
    sentence: int


@dataclass(frozen=True, slots=True)
class Mention:
    """An expression that the words around it only point at, such as "the term 3x"."""

    run: Run
    sentence: int
    named: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about all solutions: there is none (`none`), or every number is one (`all`)."""

    solutions: str
    sentence: int


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that could not be read, and so forbids to pass the step."""

    what: str
    sentence: int


Statement: TypeAlias = Equation | Value | Operation | Coefficient | Mention | Claim | Doubt

_BEGINNING: Final = frozenset({"solve", "solving", "start", "starting", "begin"})
_BOTH: Final = frozenset({"both", "each"})
_BETWEEN: Final = frozenset(
    "both sides of the equation each side through everything entire whole it this on by new resulting our that".split()
)
_IS: Final = frozenset({"is", "equals", "equal", "to", "be", "becomes", "was", "as", "has", "value"})
_VALUE_NOUNS: Final = frozenset({"solution", "answer", "value"})
_PURPOSES: Final = frozenset(
    "isolate get find solve move eliminate remove cancel obtain determine simplify clear undo bring keep make".split()
)
_POINTING: Final = frozenset({"constant", "term", "terms", "number", "constants"})

_NO_SOLUTION: Final = (
    ("has", "no", "solution"),
    ("has", "no", "solutions"),
    ("is", "no", "solution"),
    ("are", "no", "solutions"),
    ("have", "no", "solution"),
    ("have", "no", "solutions"),
    ("no", "value", "of", "", "satisfies", "the", "equation"),
    ("no", "value", "of", "", "satisfies", "this", "equation"),
)
_ALL_SOLUTIONS: Final = (
    ("every", "value", "of", "", "is", "a", "solution"),
    ("any", "value", "of", "", "is", "a", "solution"),
    ("all", "real", "numbers", "are", "solutions"),
    ("every", "real", "number", "is", "a", "solution"),
    ("there", "are", "infinitely", "many", "solutions"),
    ("has", "infinitely", "many", "solutions"),
    ("the", "solution", "is", "all", "real", "numbers"),
    ("true", "for", "all", "values", "of", ""),
    ("true", "for", "every", "value", "of", ""),
    ("true", "for", "all", "real", "numbers"),
)
_CLAIMS: Final[dict[str, list[tuple[str, tuple[str, ...]]]]] = {}
for _solutions, _phrases in (("none", _NO_SOLUTION), ("all", _ALL_SOLUTIONS)):
    for _phrase in _phrases:
        _CLAIMS.setdefault(_phrase[0], []).append((_solutions, _phrase))


@lru_cache(maxsize=512)
def statements(text: str, variable: str) -> tuple[Statement, ...]:
    """Everything that `text` states of an equation in `variable`, in order."""
    return tuple(_Reader(read(text, variable), variable).all())


class _Reader:
    """One pass over the items of a text."""

    def __init__(self, items: tuple[Item, ...], variable: str) -> None:
        # Delimiters have done their work: they ended the runs between them.
        self.items = [item for item in items if item.kind != MATH]
        self.variable = variable
        self.at = 0
        self.sentence = 0
        self.remark = False
        self.found: list[Statement] = []

    def all(self) -> list[Statement]:
        while self.at < len(self.items):
            item = self.items[self.at]
            if item.kind == STOP:
                self.stop(item.text)
            elif item.kind == LABEL:
                self.at += 1
            elif item.kind in {BAD, QUOTE}:
                self.doubt(item.text)
                self.at += 1
            elif item.kind == WORD:
                self.word(item)
            elif item.run is not None:
                self.run(item.run)
        return self.found

    def stop(self, text: str) -> None:
        self.sentence += text in SENTENCE_END
        if text == "?":
            self.doubt("a question")
        if text == "(":
            before = self.run_at(self.at - 1)
            self.remark = before is not None and before.is_equation
        elif text == ")":
            self.remark = False
        self.at += 1

    def doubt(self, what: str) -> None:
        self.found.append(Doubt(what[:40], self.sentence))

    def words_at(self, at: int) -> str:
        return self.items[at].text if at < len(self.items) and self.items[at].kind == WORD else ""

    def span(self, at: int) -> tuple[int, int]:
        return self.items[at].start, self.items[at].end

    def run_at(self, at: int) -> Run | None:
        return self.items[at].run if 0 <= at < len(self.items) else None

    def word(self, item: Item) -> None:
        for solutions, phrase in _CLAIMS.get(item.text, ()):
            if self.matches(phrase):
                self.found.append(Claim(solutions, self.sentence))
                self.at += len(phrase)
                return
        if item.text in OPERATIONS:
            self.operation(OPERATIONS[item.text])
            return
        if item.text == "coefficient" and self.coefficient():
            return
        if item.text not in NEUTRAL and item.text not in TECHNICAL:
            self.doubt(f"the word {item.text!r}")
        self.at += 1

    def matches(self, phrase: tuple[str, ...]) -> bool:
        """Whether the phrase stands here; an empty word in it is the variable."""
        for offset, word in enumerate(phrase):
            run = self.run_at(self.at + offset)
            if word == "":
                if run is None or not run.is_variable(self.variable):
                    return False
            elif self.words_at(self.at + offset) != word:
                return False
        return True

    def coefficient(self) -> bool:
        """`the coefficient of x, which is 3`, `the coefficient 3`."""
        at = self.at + 1
        if self.words_at(at) == "of":
            run = self.run_at(at + 1)
            if run is None or not run.is_variable(self.variable):
                return False
            at += 2
        if at < len(self.items) and self.items[at].kind == STOP and self.items[at].text == ",":
            at += 1
        while self.words_at(at) in {"which", "is"}:
            at += 1
        run = self.run_at(at)
        if run is None or run.is_equation or not run.readable or run.names:
            return False
        self.found.append(Coefficient(run.sides[0], self.sentence))
        self.at = at + 1
        return True

    def operation(self, sign: str) -> None:
        """Reads `subtract 5 from both sides`, `dividing both sides of the equation by 3` and their like."""
        first = self.at
        at = first + 1
        if sign in "*/":
            while self.words_at(at) in _BETWEEN and self.words_at(at) != "by":
                at += 1
            run = self.run_at(at)
            if run is not None and run.is_equation and run.readable and self.words_at(at + 1) == "by":
                self.found.append(Equation(run, self.sentence))
                at += 1
            if self.words_at(at) != "by":
                self.doubt(f"the operation {self.items[first].text!r}")
                self.at = first + 1
                return
            at += 1
            if self.words_at(at) == "the" and self.words_at(at + 1) == "coefficient":
                self.found.append(Operation(sign, None, self.items[first].text, self.sentence, self.span(first)))
                self.at = at + 1
                return
        while self.words_at(at) in {"the", "term", "constant", "number"}:
            at += 1
        run = self.run_at(at)
        if run is None or run.is_equation or run.expression is None:
            self.doubt(f"the operation {self.items[first].text!r}")
            self.at = first + 1
            return
        if not self.on_both_sides(at + 1, sign):
            self.doubt("an operation that is not on both sides")
        preposition = self.span(at + 1) if self.words_at(at + 1) in {"from", "to"} else None
        words, form = self.items[first].text, run.expression.form
        self.found.append(Operation(sign, form, words, self.sentence, self.span(first), run.sides[0], preposition))
        self.at = at + 1

    def on_both_sides(self, at: int, sign: str) -> bool:
        """Whether the words after an operand leave it an operation on both sides."""
        word, following = self.words_at(at), self.words_at(at + 1)
        if word in {"from", "to", "on", "of", "in", "across"}:
            return following in _BOTH or (word == "to" and following in _PURPOSES)
        # "add 3 and 4", "subtract 5 by ..." are other operations than one on both sides.
        if word == "and":
            return self.run_at(at + 1) is None
        return word not in {"by", "with", "inside", "left", "right"} and (sign in "+-" or word not in _BOTH)

    def run(self, run: Run) -> None:
        at = self.at
        self.at += 1
        if not run.readable:
            self.doubt("mathematics that cannot be read")
            return
        if self.words_at(at - 1) and _may_begin_with_a_label(run):
            self.doubt("a number that may belong to the word before it")
        if run.is_equation:
            self.found.append(Equation(run, self.sentence, self.restates(at)))
            return
        if run.is_variable(self.variable):
            self.variable_then_value()
            return
        if (run.boxed or self.follows_value_noun(at)) and not run.names:
            self.found.append(Value(run.sides[0], self.sentence))
            return
        named = self.words_at(at - 1) in _POINTING or self.words_at(at + 1) in _POINTING
        self.found.append(Mention(run, self.sentence, named))

    def restates(self, at: int) -> str:
        """Whether the equation here is introduced as the one that was asked."""
        for before in range(at - 1, max(-1, at - 9), -1):
            item = self.items[before]
            if item.kind == WORD:
                if item.text in {"given", "original"}:
                    return "given"
                if item.text in _BEGINNING and self.words_at(before + 1) != "for":
                    return "here"
            elif item.kind != STOP or item.text in SENTENCE_END:
                break
        return ""

    def variable_then_value(self) -> None:
        """`x is 5`, `x equals 5`, `x is equal to 5`."""
        at = self.at
        if self.words_at(at) not in {"is", "equals", "must"}:
            return
        while self.words_at(at) in _IS or self.words_at(at) == "must":
            at += 1
        run = self.run_at(at)
        if run is not None and not run.is_equation and run.readable and not run.names:
            self.found.append(Value(run.sides[0], self.sentence))
            self.at = at + 1

    def follows_value_noun(self, at: int) -> bool:
        """Whether the words before say that what stands here is the solution: `the answer is`, `Answer:`."""
        at -= 1
        colon = 0 <= at < len(self.items) and self.items[at].kind == STOP and self.items[at].text == ":"
        if colon:
            at -= 1
        linked = colon
        while self.words_at(at) in _IS and self.words_at(at) not in _VALUE_NOUNS and at >= 0:
            linked = True
            at -= 1
        while (at >= 0 and self.words_at(at) in {"of", "for", "to", "equation", "the", "this", "final"} | _BOTH) or (
            (run := self.run_at(at)) is not None and run.is_variable(self.variable)
        ):
            at -= 1
        return linked and at >= 0 and self.words_at(at) in _VALUE_NOUNS


def _may_begin_with_a_label(run: Run) -> bool:
    """Whether a run reads on from a word, as in "Step 2 x = 10", where 2 numbers the step."""
    tokens = run.sides[0].tokens
    return (
        len(tokens) > 1
        and tokens[0].kind == NUMBER
        and tokens[1].kind in {NAME, OPEN, FRACTION}
        and tokens[0].end < tokens[1].start
    )


def apply(operation: Operation, sides: tuple[Linear, Linear], coefficient: Linear) -> tuple[Linear, Linear] | None:
    """Both sides after the operation, or None where it is none that keeps the solutions."""
    operand = operation.operand if operation.operand is not None else coefficient
    left, right = sides
    if operation.sign == "+":
        return left.plus(operand), right.plus(operand)
    if operation.sign == "-":
        return left.minus(operand), right.minus(operand)
    if operand.terms or not operand.constant:
        return None
    factor = operand.constant if operation.sign == "*" else ONE / operand.constant
    return left.times(factor), right.times(factor)
