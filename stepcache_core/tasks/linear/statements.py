"""What a step states: equations, operations on both sides, claims about the solutions; and what could not be read."""

from __future__ import annotations

from typing import Final

from stepcache_core.remembered import remembered
from stepcache_core.tasks.linear.algebra import Linear, NotLinearError, parse_expression
from stepcache_core.tasks.linear.claims import CLAIMS, read_claim, with_certainty
from stepcache_core.tasks.linear.courtesies import may_be_courteous, without_courtesies
from stepcache_core.tasks.linear.cursor import Cursor
from stepcache_core.tasks.linear.descriptions import (
    PUTTING,
    introductions,
    read_coefficient,
    read_constant,
    read_description,
    read_truth,
    read_value_put_in,
)
from stepcache_core.tasks.linear.form_statements import forms
from stepcache_core.tasks.linear.lexer import BAD, LABEL, OPERATOR, QUOTE, STOP, WORD
from stepcache_core.tasks.linear.marks import is_mark, mark_of, may_begin_with_a_label
from stepcache_core.tasks.linear.operations import BOTH, read_operation, read_rewriting
from stepcache_core.tasks.linear.reading import SENTENCE_END, Item, Mathematics, Run, Side, read
from stepcache_core.tasks.linear.reciprocals import read_reciprocal
from stepcache_core.tasks.linear.statement_kinds import (
    Doubt,
    Equation,
    Mention,
    SideValue,
    Statement,
    Value,
)
from stepcache_core.tasks.linear.value_words import (
    OTHER_FORMS,
    PROPERTIES,
    past_rounding,
    read_other_form,
    read_property,
)
from stepcache_core.tasks.linear.vocabulary import (
    DANGEROUS,
    HARMLESS_BEGINNINGS,
    HARMLESS_OPENINGS,
    NEUTRAL,
    OPERATIONS,
    RELATING,
    REWRITINGS,
    TECHNICAL,
    harmless_phrases,
)

_BEGINNING: Final = frozenset({"solve", "solving", "start", "starting", "begin"})
_IS: Final = frozenset({"is", "equals", "equal", "to", "be", "becomes", "was", "as", "has", "value"})
_VALUE_NOUNS: Final = frozenset({"solution", "answer", "value"})
_UNDOING: Final = frozenset("rid cancel cancels eliminate eliminates eliminating remove removing undo undoing".split())
_BESIDE: Final = frozenset("after before beside by from in on to with".split())
"""Words after which the variable is not what the sentence speaks of: "the number next to x is 5"."""
_LEFT: Final = frozenset({"lhs", "left", "left-hand"})
_RIGHT: Final = frozenset({"rhs", "right", "right-hand"})
_ASKING: Final = frozenset("what how why which where when can so now".split())
_COUNTED: Final = frozenset(
    "step steps equation operations ways way parts stages things main simple easy quick".split()
)
_POINTING: Final = frozenset({"constant", "term", "terms", "number", "constants"})
_SIDES: Final = _LEFT | _RIGHT | {"side"}
_POINTED_AT: Final = _POINTING | frozenset(
    "the out cancel cancels eliminate eliminates eliminating remove removing".split()
)
_SIGNED: Final = _POINTED_AT | {"a"}

_IDLE: Final = NEUTRAL.difference(
    RELATING,
    OPERATIONS,
    REWRITINGS,
    PUTTING,
    OTHER_FORMS,
    PROPERTIES,
    ["coefficient", "constant", "reciprocal", "rounded"],
)
"""Words that say nothing by themselves."""
_OPENINGS: Final = CLAIMS.keys() | HARMLESS_OPENINGS
_PLAIN: Final = _IDLE.difference((first for first, _ in CLAIMS), HARMLESS_BEGINNINGS)
"""Words that say nothing and begin nothing that does."""


@remembered(512, long=800)
def statements(text: str, variable: str) -> tuple[Statement, ...]:
    """Everything that `text` states of an equation in `variable`, in order."""
    reader = _Reader(read(text, variable), variable, text)
    if may_be_courteous(reader.texts):
        text = without_courtesies(text)
        reader = _Reader(read(text, variable), variable, text)
    stated = with_certainty(reader.all())
    return (*introductions(reader), *stated, *forms(reader, stated))


class _Reader(Cursor):
    """One pass over the items of a text."""

    def __init__(self, items: tuple[Item, ...], variable: str, text: str) -> None:
        super().__init__(items, variable)
        self.text = text
        self.found: list[Statement] = []
        self.relates = False
        self.mentioned: set[Linear] = set()

    def all(self) -> list[Statement]:
        items, end = self.items, len(self.items)
        while (at := self.at) < end:
            item = items[at]
            kind = item.kind
            if kind == WORD:
                if item.text in _PLAIN:
                    self.at = at + 1
                else:
                    self.word(item)
            elif isinstance(item, Mathematics):
                self.run(item.run)
            elif kind == STOP:
                self.stop(item.text)
            elif kind == LABEL:
                self.at = at + 1
            elif kind == QUOTE and self.quotes_the_variable():
                self.at += 3
            elif kind in {BAD, QUOTE}:
                self.doubt(item.text, grave=True)
                self.at += 1
        return self.found

    def quotes_the_variable(self) -> bool:
        """Whether the variable alone stands in quotation marks here."""
        run = self.run_at(self.at + 1)
        closes = self.at + 2 < len(self.items) and self.items[self.at + 2].kind == QUOTE
        return closes and run is not None and run.is_variable(self.variable)

    def stop(self, text: str) -> None:
        if text == "?" and not self.asks_what_to_do():
            self.doubt("a question")
        if text in SENTENCE_END:
            self.sentence += 1
            self.relates = False
            self.mentioned.clear()
        if text == "(":
            before = self.run_at(self.at - 1)
            self.remark = before is not None and before.is_equation
        elif text == ")":
            self.remark = False
        self.at += 1

    def asks_what_to_do(self) -> bool:
        """Whether the question that ends here states nothing: `What should we do next?`, `How do we isolate x?`."""
        first = self.at
        while first and self.stop_at(first - 1) not in SENTENCE_END:
            first -= 1
        said = [each for each in self.found if each.sentence == self.sentence]
        letters = [each for each in said if isinstance(each, Mention) and each.side.text == self.variable]
        return self.words_at(first) in _ASKING and len(said) == len(letters)

    def doubt(self, what: str, *, grave: bool = False) -> None:
        self.found.append(Doubt(what[:40], self.sentence, grave))

    def word(self, item: Item) -> None:
        word = item.text
        if word in RELATING:
            self.relates = True
            self.doubt_relation()
        opening = (word, self.words_at(self.at + 1))
        if opening in _OPENINGS and self.phrase(opening):
            return
        if word in _IDLE:
            self.at += 1
            return
        if word in OPERATIONS:
            sign = OPERATIONS[word]
            self.take(read_description(self, sign, self.found) or read_operation(self, sign))
            return
        if word in PUTTING and (put_in := read_value_put_in(self)) is not None:
            self.take(put_in)
            return
        if word in REWRITINGS and (rewriting := read_rewriting(self, REWRITINGS[word])) is not None:
            self.take(rewriting)
            return
        if word == "coefficient" and (coefficient := read_coefficient(self, self.found)) is not None:
            self.take(coefficient)
            return
        if word == "reciprocal" and (named := read_reciprocal(self, self.found)) is not None:
            self.take(named)
            return
        if word == "constant" and (constant := read_constant(self)) is not None:
            self.take(constant)
            return
        if word in OTHER_FORMS and (other := read_other_form(self, self.found)) is not None:
            self.take(other)
            return
        if word in PROPERTIES and (said := read_property(self, self.found)) is not None:
            self.take(said)
            return
        if word == "rounded" and (end := past_rounding(self, self.found[-1] if self.found else None)):
            self.at = end
            return
        if word not in NEUTRAL and word not in TECHNICAL:
            self.doubt(f"the word {word!r}", grave=word in DANGEROUS or self.measures(self.at))
        self.at += 1

    def phrase(self, opening: tuple[str, str]) -> bool:
        """Passes a phrase that begins with these two words here; False where none stands."""
        if (claim := read_claim(self, opening)) is not None:
            self.take(claim)
            return True
        for phrase in harmless_phrases(*opening):
            if self.matches(phrase, self.at):
                self.at += len(phrase)
                return True
        return False

    def measures(self, at: int) -> bool:
        """Whether a word stands right behind the value, and so may be its unit: `x = 5 apples`."""
        run, last = self.run_at(at - 1), self.found[-1] if self.found else None
        if run is None or not isinstance(last, Equation | Value):
            return False
        is_value = not run.is_equation or run.sides[0].tokens[:1] == run.sides[0].tokens
        return is_value and not run.sides[-1].names and run.sides[-1].operations == 0

    def take(self, read: tuple[list[Statement], int]) -> None:
        stated, self.at = read
        self.found += stated

    def run(self, run: Run) -> None:
        at = self.at
        self.at += 1
        if not run.readable:
            readable = self.with_bold_value(at, run) or self.without_bullet(at, run) or self.without_plus(at, run)
            if readable is None:
                if not self.side_value(at, run):
                    self.doubt("mathematics that cannot be read", grave=True)
                return
            run = readable
        if is_mark(run) and self.follows_an_equation(at):
            return
        if (marked := mark_of(run)) is not None:
            if not marked.is_apart:
                self.doubt("a number in brackets that may be a factor or the number of the equation", grave=True)
                return
            run = marked.run
        if self.words_at(at - 1) and may_begin_with_a_label(run):
            self.doubt("a number that may belong to the word before it")
        if run.is_equation:
            self.found.append(Equation(run, self.sentence, self.restates(at)))
            if not run.names and (truth := read_truth(self, run)) is not None:
                self.take(truth)
            return
        if run.is_variable(self.variable) and self.variable_then_value():
            return
        if (run.boxed or self.follows_value_noun(at)) and not run.names:
            self.found.append(Value(run.sides[0], self.sentence))
            return
        named = self.words_at(at - 1) in _POINTED_AT or self.words_at(at + 1) in _POINTING
        named = named or (self.stop_at(at - 1) == ":" and self.words_at(at - 2) in _SIDES)
        side, span = run.sides[0], self.span(at)
        signed = span[0] < side.span[0] or side.text.startswith(("-", "−"))
        named = named or (signed and self.words_at(at - 1) == "a")
        counts = self.words_at(at + 1) in _COUNTED or self.words_at(at - 1) in _COUNTED or is_mark(run)
        self.found.append(Mention(side, self.sentence, named, signed, span, self.is_undone(at), counts))
        self.mentioned.add(side.form)
        self.doubt_relation()

    def follows_an_equation(self, at: int) -> bool:
        at -= 1
        while self.stop_at(at) not in {"", *SENTENCE_END}:
            at -= 1
        before = self.run_at(at)
        return before is not None and before.is_equation

    def doubt_relation(self) -> None:
        """Doubts a sentence that says of one expression that it is another one."""
        if self.relates and len(self.mentioned) > 1:
            self.doubt("what is said to be the same")

    def is_undone(self, at: int) -> bool:
        """Whether the words before say that what stands here is taken away: `cancel the`, `get rid of the`."""
        while self.words_at(at - 1) in {"the", "out", "constant", "term", "of", "number"}:
            at -= 1
        return self.words_at(at - 1) in _UNDOING

    def with_bold_value(self, at: int, run: Run) -> Run | None:
        """`x = **5**`: the value stands in bold text of its own."""
        value = self.run_at(at + 1)
        if not run.is_equation or run.sides[-1].tokens or value is None or value.is_equation:
            return None
        if self.text[self.items[at].end : self.items[at + 1].start].strip() != "**":
            return None
        whole = Run((*run.sides[:-1], value.sides[0]), run.relations, run.boxed or value.boxed)
        if not whole.readable:
            return None
        self.at = at + 2
        return whole

    def without_bullet(self, at: int, run: Run) -> Run | None:
        """`- 3x = 15` below another item of the same list; elsewhere the dash may be a minus."""
        first = run.sides[0].tokens[:1]
        if not first or first[0].kind != BAD or first[0].text.strip() != "-":
            return None
        if not any(item.kind == LABEL and item.text == first[0].text for item in self.items[:at]):
            return None
        return _from_token(run, 1)

    def without_plus(self, at: int, run: Run) -> Run | None:
        """`cancel the +5`: a number with its sign, not a sum."""
        first = run.sides[0].tokens[:1]
        if run.is_equation or not first or first[0].kind != OPERATOR or first[0].text != "+":
            return None
        return _from_token(run, 1) if self.words_at(at - 1) in _SIGNED else None

    def side_value(self, at: int, run: Run) -> bool:
        """`LHS = 3(5) + 5 = 20`, `LHS = RHS`."""
        if not run.is_equation or run.sides[0].tokens:
            return False
        before = at - 1 - (self.words_at(at - 1) == "side")
        before -= self.words_at(before) == "hand"
        name = self.words_at(before)
        if name not in _LEFT | _RIGHT:
            return False
        rest = Run(run.sides[1:], run.relations[1:])
        if rest.readable and "≈" not in run.relations:
            self.found.append(SideValue(rest, name in _LEFT, self.sentence))
            return True
        opposite = self.words_at(at + 1) in (_RIGHT if name in _LEFT else _LEFT)
        return run.relations == ("=",) and not run.sides[1].tokens and opposite

    def restates(self, at: int) -> str:
        """Whether the equation here is introduced as the one that was asked."""
        for before in range(at - 1, max(-1, at - 9), -1):
            item = self.items[before]
            if item.kind == WORD:
                if item.text in {"given", "original"}:
                    return "itself" if self.says_which(before, at) else "given"
                if item.text in _BEGINNING and self.words_at(before + 1) != "for":
                    return "here"
            elif item.kind != STOP or item.text in SENTENCE_END:
                break
        return ""

    def says_which(self, at: int, equation: int) -> bool:
        """Whether the words are `the original equation is`, and not `the solution of the original equation is`."""
        words = [self.words_at(place) for place in range(at, equation)]
        subject = self.words_at(at - 2) if self.words_at(at - 1) in {"the", "our"} else self.words_at(at - 1)
        return words[1:] in (["equation", "is"], ["equation", "was"]) and subject in {"", "so", "where", "and", "that"}

    def variable_then_value(self) -> bool:
        """`x is 5`, `x equals 5`, `x is equal to 5`."""
        at = self.at
        if self.words_at(at) not in {"is", "equals", "must"} or self.words_at(at - 2) in _BESIDE:
            return False
        at = self.past(at, _IS | {"must"})
        run = self.run_at(at)
        if run is None or run.is_equation or not run.readable or run.names:
            return False
        self.found.append(Value(run.sides[0], self.sentence))
        self.at = at + 1
        return True

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
        while (at >= 0 and self.words_at(at) in {"of", "for", "to", "equation", "the", "this", "final"} | BOTH) or (
            (run := self.run_at(at)) is not None and run.is_variable(self.variable)
        ):
            at -= 1
        return linked and at >= 0 and self.words_at(at) in _VALUE_NOUNS


def _from_token(run: Run, first: int) -> Run | None:
    """The run without what stands before a token of its first side; None where the rest cannot be read."""
    tokens = run.sides[0].tokens[first:]
    try:
        expression = parse_expression(tokens)
    except NotLinearError:
        return None
    start = tokens[0].start - run.sides[0].tokens[0].start
    rest = Run((Side(tokens, expression, run.sides[0].text[start:]), *run.sides[1:]), run.relations, run.boxed)
    return rest if rest.readable else None
