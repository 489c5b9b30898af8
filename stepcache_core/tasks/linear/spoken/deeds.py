"""A number told by what is done to it: "I doubled a number, then added 5, and got 29".

Each deed works on the number that is named, or on the result of the deed before: "it" stands for the number as long as
nothing has been done to it, "the sum" for the result of an addition. What could be meant of either is not ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.spoken.sentence import Speech
from stepcache_core.tasks.linear.spoken.words import NotPlainError, Said

_VERBS: Final = {
    form: verb
    for verb, forms in (
        ("add", "add adds added adding"),
        ("subtract", "subtract subtracts subtracted subtracting"),
        ("take", "take takes took taking"),
        ("multiply", "multiply multiplies multiplied multiplying"),
        ("divide", "divide divides divided dividing"),
        ("increase", "increase increases increased increasing"),
        ("decrease", "decrease decreases decreased decreasing reduce reduces reduced reducing"),
        ("double", "double doubles doubled doubling"),
        ("triple", "triple triples tripled tripling treble trebled trebling"),
        ("halve", "halve halves halved halving"),
    )
    for form in forms.split()
}
_FACTORS: Final = {"double": Fraction(2), "triple": Fraction(3), "halve": Fraction(1, 2)}
_RESULTS: Final = {
    "add": ("the sum", "the total"),
    "increase": ("the sum", "the total"),
    "subtract": ("the difference",),
    "take": ("the difference",),
    "multiply": ("the product",),
    "double": ("the product",),
    "triple": ("the product",),
    "divide": ("the quotient",),
}
_ANY_RESULT: Final = ("the result", "that result", "this result", "the answer", "the outcome")
_THE_NUMBER: Final = ("it", "the number", "that number", "this number", "U")
_BETWEEN: Final = frozenset("| and then now next afterwards finally i you we he she they if when".split())
_OPENINGS: Final = (
    "think of",
    "thinks of",
    "thought of",
    "am thinking of",
    "i'm thinking of",
    "was thinking of",
    "is thinking of",
    "start with",
    "started with",
    "start from",
    "began with",
    "begin with",
    "choose",
    "chose",
    "pick",
    "picked",
    "take",
    "took",
)
_GIVES: Final = (
    "get",
    "got",
    "gets",
    "to get",
    "to give",
    "to make",
    "obtain",
    "obtained",
    "end with",
    "ended with",
    "end up with",
    "ended up with",
    "arrive at",
    "arrived at",
    "am left with",
    "are left with",
    "was left with",
    "were left with",
    "have left",
    "gives",
    "makes",
    "yields",
    "leaves",
    "equals",
    "is",
    "is equal to",
    "results in",
    "comes to",
    "produces",
)
_OF_A_REST: Final = frozenset("left leaves remains remain".split())
"""Words for what comes out that, said of a division, may mean its remainder."""
_LEFT: Final = ("is left", "is left over", "are left", "are left over", "remains", "remain")


def equation_of_deeds(words: Sequence[Said], unknown: str) -> str:
    """The equation in signs; an empty string where the words tell no deeds and their result in one way."""
    try:
        return _Deeds(words, unknown).equation()
    except NotPlainError:
        return ""


class _Deeds(Speech):
    """Recursive descent over deeds, in their order."""

    def __init__(self, words: Sequence[Said], unknown: str) -> None:
        super().__init__(words, unknown)
        self.last = ""

    def equation(self) -> str:
        self.pass_over()
        value = self.opening() or self.first()
        while True:
            self.pass_over()
            start = self.at
            result = self.result() if self.last else None
            if result is not None:
                if self.last == "divide" and any(word.name in _OF_A_REST for word in self.words[start:]):
                    raise NotPlainError
                break
            value = self.deed(value)
        self.take("|")
        if self.at < len(self.words) or not self.mentions:
            raise NotPlainError
        return f"{value} = {result}"

    def pass_over(self) -> None:
        while self.at < len(self.words) and self.words[self.at].name in _BETWEEN:
            self.at += 1

    def opening(self) -> str:
        """`I think of a number,`; an empty string where something is done to it at once."""
        start = self.at
        for phrase in _OPENINGS:
            if self.take(phrase):
                letter = self.letter()
                if letter and self.at < len(self.words) and self.words[self.at].name in _BETWEEN:
                    return letter
                self.at, self.mentions = start, 0
        return ""

    def verb(self) -> str:
        verb = _VERBS.get(self.words[self.at].name, "") if self.at < len(self.words) else ""
        self.at += bool(verb)
        return verb

    def first(self) -> str:
        """The first deed, which names the number."""
        self.last = self.verb()
        match self.last:
            case "add":
                return self.parted("to", "+")
            case "subtract":
                return self.parted("from", "-")
            case "take":
                return self.taking()
            case "":
                return self.passive()
            case _:
                return self.scaled(self.named())

    def parted(self, word: str, sign: str) -> str:
        """`5 to a number`, `twice x from 30`."""
        amount = self.term()
        if not self.take(word):
            raise NotPlainError
        return f"{self.term()} {sign} {amount}"

    def taking(self) -> str:
        """`5 away from x`, `away 5 from x`."""
        is_said = self.take("away")
        amount = self.term()
        if not (self.take("away from") or (is_said and self.take("from")) or self.take("from")):
            raise NotPlainError
        return f"{self.term()} - {amount}"

    def passive(self) -> str:
        """`twice x is taken away from 30`, `a number is multiplied by 4`."""
        amount = self.term()
        if self.take("is added to"):
            self.last = "add"
            return f"{self.term()} + {amount}"
        if any(self.take(phrase) for phrase in ("is subtracted from", "is taken away from", "is taken from")):
            self.last = "subtract"
            return f"{self.term()} - {amount}"
        if not self.take("is") or not self.mentions:
            raise NotPlainError
        self.last = self.verb()
        return self.scaled(amount)

    def named(self) -> str:
        """The number that the first deed is done to."""
        term = self.term()
        if not self.mentions:
            raise NotPlainError
        return term

    def scaled(self, value: str) -> str:
        """What the verb that was just read makes of a value: `by 6`, or nothing more after `doubled`."""
        if self.last in _FACTORS:
            return f"{self.must(_FACTORS[self.last])}({value})"
        signs = {"multiply": "*", "divide": "/", "increase": "+", "decrease": "-"}
        if self.last not in signs or not self.take("by"):
            raise NotPlainError
        return f"({value}) {signs[self.last]} {self.must(self.number())}"

    def deed(self, value: str) -> str:
        """One more deed, done to the value so far."""
        before, self.last = self.last, self.verb()
        if not self.last:
            return self.passive_deed(value, before)
        if self.last in {"add", "subtract", "take"}:
            away = self.take("away")
            amount = self.must(self.number())
            away = away or (self.last == "take" and self.take("away"))
            if self.take("to" if self.last == "add" else "from"):
                self.object(before)
            elif self.last == "take" and not away:
                raise NotPlainError
            return f"({value}) {'+' if self.last == 'add' else '-'} {amount}"
        if self.last in _FACTORS or not self.next_is("by"):
            self.object(before)
        return self.scaled(value)

    def passive_deed(self, value: str, before: str) -> str:
        """`3 is added`, `4 is subtracted from the result`: one more deed, done to the value so far."""
        amount = self.must(self.number())
        if not (self.take("is") or self.take("are")):
            raise NotPlainError
        self.last = self.verb()
        sign = {"add": "+", "subtract": "-"}.get(self.last)
        if sign is None:
            raise NotPlainError
        if self.take("to" if sign == "+" else "from"):
            self.object(before)
        return f"({value}) {sign} {amount}"

    def next_is(self, name: str) -> bool:
        return self.at < len(self.words) and self.words[self.at].name == name

    def object(self, before: str) -> None:
        """What a further deed is done to: the number while it is untouched, later the result of the deed before."""
        names = (*_RESULTS.get(before, ()), *_ANY_RESULT) if before else _THE_NUMBER
        if not any(self.take(name) for name in names):
            raise NotPlainError

    def result(self) -> str | None:
        """The number that comes out, or None where the deeds go on."""
        start = self.at
        if any(self.take(name) for name in (*_ANY_RESULT, *_RESULTS.get(self.last, ()))):
            if self.take("is") or self.take("was"):
                return self.must(self.number())
            raise NotPlainError
        for phrase in _GIVES:
            if self.take(phrase):
                return self.must(self.number())
        self.take("only")
        number = self.number()
        if number is not None and any(self.take(phrase) for phrase in reversed(_LEFT)):
            return self.must(number)
        self.at = start
        return None
