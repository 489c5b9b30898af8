"""The steps of one answer written anew for another equation: each statement by the role it has on the way.

What has no role in the new problem, or a number that no role explains, ends the writing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from stepcache_core.tasks.linear.algebra import Linear, Number, constant, magnitude, quotient
from stepcache_core.tasks.linear.derivation import Derivation, Move, Name, Sides
from stepcache_core.tasks.linear.lexer import LABEL, NAME, NUMBER, Token, lex
from stepcache_core.tasks.linear.notation import Notation, notation_of, rounded
from stepcache_core.tasks.linear.reading import Run, Side, canonical
from stepcache_core.tasks.linear.rewriting import (
    NoReplayError,
    Rewrite,
    only_signs,
    renumbered,
    says_again,
    without_gaps,
)
from stepcache_core.tasks.linear.statement_kinds import (
    EXPAND,
    MOVE,
    Coefficient,
    Equation,
    Form,
    Introduction,
    Mention,
    Operation,
    Property,
    SideValue,
    Statement,
    Truth,
    Value,
)
from stepcache_core.tasks.linear.vocabulary import SPELLED
from stepcache_core.tasks.linear.worked import notation_for

_OPPOSITE: Final = {
    "subtract": "add",
    "subtracting": "adding",
    "subtracted": "added",
    "subtracts": "adds",
} | {"add": "subtract", "adding": "subtracting", "added": "subtracted", "adds": "subtracts"}


class Rewritten:
    """One answer written anew, along one reading of its way."""

    def __init__(
        self, was: Derivation, now: Derivation, texts: Sequence[str], stated: Sequence[Sequence[Statement]]
    ) -> None:
        self.was, self.now, self.stated = was, now, stated
        self.old, self.new = was.problem, now.problem
        self.rewrites = [Rewrite(text) for text in texts]
        self.notation = notation_for(self.new, "".join(texts))
        self.names: dict[str, list[Name]] = {}
        for notation in _spellings("".join(texts)):
            for name, text in self.was.texts(notation):
                names = self.names.setdefault(_key(lex(text)), [])
                if name not in names:
                    names.append(name)
        self.written: dict[Notation, dict[Name, str]] = {}
        self.idle = {index for index, move in enumerate(self.now.moves) if move.is_idle}
        self.at: int = 0

    def leading(self) -> list[tuple[str, int]]:
        """The steps up to the first that has no role, each with how many moves have been made after it."""
        written: list[tuple[str, int]] = []
        for stated, rewrite in zip(self.stated, self.rewrites, strict=True):
            try:
                for statement in stated:
                    self.rewrite(statement, rewrite)
                self.letters(rewrite)
            except NoReplayError:
                break
            written.append((rewrite.result(), self.at))
        return written

    def closing(self) -> list[str]:
        """The step, where it says no more than the problem and its solution."""
        is_result = all(isinstance(statement, Equation | Value) for statement in self.stated[0])
        return [text for text, _ in self.leading()] if is_result and self.stated[0] else []

    def texts(self) -> list[str]:
        for stated, rewrite in zip(self.stated, self.rewrites, strict=True):
            for statement in stated:
                self.rewrite(statement, rewrite)
        kept: list[str] = []
        dropped = 0
        for rewrite in self.rewrites:
            idle = [at for at, move in rewrite.moves if move in self.idle]
            if idle and len(idle) == len(rewrite.moves):
                dropped += 1
                continue
            for at in idle:
                rewrite.drop_line(at, [place for place, move in rewrite.moves if move not in self.idle])
            self.letters(rewrite)
            written = rewrite.result()
            if dropped and kept and says_again(written, kept[-1]):
                dropped += 1
                continue
            kept.append(renumbered(written, dropped) if dropped else written)
        return without_gaps(kept, self.rewrites[-1].text) if dropped else kept

    def rewrite(self, statement: Statement, rewrite: Rewrite) -> None:
        match statement:
            case Equation(run):
                self.equation(run, rewrite)
            case SideValue(run):
                for side in run.sides:
                    self.put_side(side, rewrite, ("state",) if side.names else _PUT_IN)
            case Value(side):
                self.put_side(side, rewrite, ("solution",))
            case Operation():
                self.operation(statement, rewrite)
            case Coefficient():
                self.coefficient(statement, rewrite)
            case Mention():
                self.mention(statement, rewrite)
            case Form() | Introduction() | Truth() | Property():
                pass  # whether it is so of the new equation is judged there
            case _:
                raise NoReplayError

    def equation(self, run: Run, rewrite: Rewrite) -> None:
        moves: set[int] = set()
        index = None
        for sides in pairs(run, self.old.variable):
            if sides not in self.was.states:
                raise NoReplayError
            index = max(i for i, state in enumerate(self.was.states) if state == sides)
            moves.update(range(self.at, index))
            self.at = max(self.at, index)
        span = run.sides[run.continues].span[0], run.sides[-1].span[1]
        before, rewrite.last = rewrite.last, span
        if moves and moves <= self.idle and before is not None and only_signs(rewrite.text[before[1] : span[0]]):
            rewrite.put((before[1], span[1]), "")
            return
        rewrite.moves += [(span[0], move) for move in moves]
        kinds = _IN_EQUATIONS if run.names else _IN_ARITHMETIC
        for position, side in enumerate(run.sides):
            if position == 0 and run.continues:
                continue
            if position and run.relations[position - 1] == "≈":
                self.put_rounded(side, rewrite)
            else:
                self.put_side(side, rewrite, kinds, min(position, 1), index)
        if run.continues and not run.names and rewrite.says_one_twice([side.span for side in run.sides]):
            raise NoReplayError  # "x = 9/4, or 2.25" of a whole number
        rewrite.merge_repeated([side.span for side in run.sides])

    def put_rounded(self, side: Side, rewrite: Rewrite) -> None:
        """The solution rounded to as many places as before."""
        shown, places = side.form.constant, len(side.text.partition(".")[2])
        old, new = self.old.solution, self.new.solution
        if old is None or new is None or not places or abs(old - shown) * 2 * 10**places > 1:
            raise NoReplayError
        if (old * 10**places).denominator > 1 == (new * 10**places).denominator:
            raise NoReplayError  # "about" would be said of an exact number
        rewrite.put(side.span, rounded(new, places))

    def put_side(
        self, side: Side, rewrite: Rewrite, kinds: tuple[str, ...], place: int = 0, at: int | None = None
    ) -> None:
        """Writes a side anew: the one at this `place` of the equation after `at` moves; by default, of the last one."""
        span = side.span
        notation = notation_of(rewrite.text[span[0] : span[1]], self.notation)
        names = [name for name in self.names.get(_key(side.tokens), ()) if name[0] in kinds]
        if not names:
            raise NoReplayError
        # Two roles may read alike for the old numbers: the one of this place in the answer is meant.
        near = self.at if at is None else at
        best = min(names, key=lambda name: (self.distance(name, near), name[2] != place, kinds.index(name[0])))
        if notation not in self.written:
            self.written[notation] = dict(self.now.texts(notation))
        written = self.written[notation]
        if best not in written:
            raise NoReplayError
        rewrite.put(span, written[best])

    def distance(self, name: Name, at: int) -> int:
        """How far a role is from the equation after `at` moves."""
        kind, index, _ = name
        if kind == "solution":
            return 0 if at == len(self.was.states) - 1 else 1
        if kind in _MOVED:
            return abs(at - 1 - index)
        if kind in _PUT_IN:
            return index
        return abs(at - index)

    def operation(self, operation: Operation, rewrite: Rewrite) -> None:
        if operation.sign == EXPAND:
            self.expansion(operation, rewrite)
            return
        index = self.move_of(operation)
        rewrite.moves.append((operation.verb[0], index))
        move = self.now.moves[index]
        if move.is_idle or (operation.side is None and operation.spelled is None):
            return
        factor = move.shift.coefficient(self.new.variable)
        amount = factor or move.shift.constant
        if operation.sign == MOVE:
            self.put_operand(operation, rewrite, amount, letter=bool(factor))
            return
        if operation.sign in "*/":
            amount = move.divisor if operation.sign == "/" else quotient(1, move.divisor)
            old = self.was.moves[index].divisor if operation.sign == "/" else quotient(1, self.was.moves[index].divisor)
            if amount.denominator > 1 == old.denominator and amount.numerator in {1, -1} and not self.notation.decimal:
                raise NoReplayError  # what is divided by 4 is multiplied by 4, not divided by 1/4
            self.put_operand(operation, rewrite, amount)
            return
        self.put_operand(operation, rewrite, magnitude(amount), letter=bool(factor))
        if ("-" if amount > 0 else "+") != operation.sign:
            self.turn_round(operation, rewrite)

    def put_operand(self, operation: Operation, rewrite: Rewrite, amount: Number, *, letter: bool = False) -> None:
        side, spelled = operation.side, operation.spelled
        if side is None:
            if spelled is not None:
                rewrite.put(spelled, _IN_WORDS.get(amount) or self.notation.number(amount))
            return
        notation = notation_of(rewrite.text[slice(*side.span)], self.notation)
        if not side.tokens[0].inside and notation.fraction.startswith("\\"):
            notation = replace(notation, fraction="/")
        rewrite.put(side.span, notation.monomial(amount, self.new.variable) if letter else notation.number(amount))

    def expansion(self, operation: Operation, rewrite: Rewrite) -> None:
        """A factor that is multiplied into a bracket: the one before the same bracket of the new problem."""
        was, now = self.old.products, self.new.products
        if operation.operand is None or len(was) != len(now):
            raise NoReplayError
        for (factor, _), (other, _) in zip(was, now, strict=True):
            if abs(factor) == abs(operation.operand.constant):
                self.put_operand(operation, rewrite, other if factor == operation.operand.constant else -other)
                return
        raise NoReplayError

    def turn_round(self, operation: Operation, rewrite: Rewrite) -> None:
        written = rewrite.text[slice(*operation.verb)]
        verb = _OPPOSITE[operation.words]
        rewrite.put(operation.verb, verb.capitalize() if written[:1].isupper() else verb)
        if operation.preposition is not None:
            word = "from" if verb.startswith("subtract") else "to"
            if rewrite.text[slice(*operation.preposition)].lower() != word:
                rewrite.put(operation.preposition, word)

    def move_of(self, operation: Operation) -> int:
        """The move of the derivation that an operation speaks of: the one at hand, or else the next like it."""
        preferred: tuple[int, ...] = (*range(max(0, self.at - 1), len(self.was.moves)), *range(self.at))
        for index in sorted(preferred, key=lambda place: place != self.at):
            if _is_move(operation, self.was.moves[index]):
                return index
        raise NoReplayError

    def coefficient(self, said: Coefficient, rewrite: Rewrite) -> None:
        side = said.side
        value = side.form.constant
        if said.inverse:
            value = quotient(1, value)
        for position, form in enumerate(self.was.states[self.at]):
            if form.terms and form.coefficient(self.old.variable) == value:
                span = side.span
                factor = self.now.states[self.at][position].coefficient(self.new.variable)
                if said.inverse:
                    factor = quotient(1, factor) if factor else 0
                if factor in {0, 1} or (factor.denominator > 1 and value.denominator == 1):
                    break  # nobody says that x is multiplied by 1/4 where it is divided by 4
                rewrite.put(span, self.notation.number(factor))
                return
        raise NoReplayError

    def mention(self, mention: Mention, rewrite: Rewrite) -> None:
        side, form = mention.side, mention.side.form
        if [token.text for token in side.tokens] == [self.old.variable]:
            return
        if side.operations > (1 if form.terms else 0):
            self.put_side(side, rewrite, ("state", "collected", "turned"))
            return
        for value, letter in self.meant(mention):
            size = value if mention.signed else magnitude(value)
            text = self.notation.monomial(size, self.new.variable) if letter else self.notation.number(size)
            plus = mention.span[0] < side.span[0] and value > 0
            rewrite.put(mention.span, f"+{text}" if plus else text)
            return
        raise NoReplayError

    def meant(self, mention: Mention) -> Iterator[tuple[Number, bool]]:
        """The new numbers that may be meant, the nearest first, and whether each stands before the variable."""
        form = mention.side.form
        wanted = {form.constant, -form.constant} if not mention.signed else {form.constant}
        for index in sorted(range(len(self.was.states)), key=lambda place: abs(place - self.at)):
            for was, now in zip(self.was.states[index], self.now.states[index], strict=True):
                factor = was.coefficient(self.old.variable)
                if form.terms:
                    if form.constant or not factor:
                        continue
                    if abs(form.terms[0][1]) == abs(factor):
                        yield now.coefficient(self.new.variable), True
                elif was.constant in wanted:
                    yield now.constant, False
                elif factor in wanted:
                    yield now.coefficient(self.new.variable), False

    def letters(self, rewrite: Rewrite) -> None:
        """Renames the variable wherever it stands alone; a number that has no role ends the replay."""
        rewritten = [(begin, end) for begin, end, _ in rewrite.edits]
        for token in lex(rewrite.text, self.old.variable):
            if token.kind == LABEL or any(begin <= token.start and token.end <= end for begin, end in rewritten):
                continue
            if token.kind == NUMBER:
                raise NoReplayError
            if token.kind == NAME and token.text == self.old.variable:
                rewrite.put((token.start, token.end), self.new.variable)


_MOVED: Final = ("moved", "moved collected", "moved turned", "gathered", "times last", "times first", "times above")
_PUT_IN: Final = ("put in", "put in collected", "bracket", "multiplied", "total")
_IN_EQUATIONS: Final = ("state", *_MOVED, "collected", "expanded", "turned", "solution", *_PUT_IN)
_IN_ARITHMETIC: Final = ("put in", "put in collected", *_MOVED, "solution", "bracket", "multiplied", "state", "total")
_IN_WORDS: Final[dict[Number, str]] = {number: word for word, number in SPELLED.items()}


def _spellings(text: str) -> list[Notation]:
    """The notations whose numbers may read otherwise: fractions before the variable, decimals."""
    spellings = [Notation()]
    if "\\frac" in text:
        spellings.append(Notation(fraction="\\frac"))
    if re.search(r"\d\.\d", text):
        spellings.append(Notation(decimal=True))
    return spellings


def _key(tokens: Sequence[Token]) -> str:
    return canonical(tokens).replace("(", "").replace(")", "")


def pairs(run: Run, variable: str) -> list[Sides]:
    """The links of a chain that are equations in the variable."""
    pairs: list[Sides] = []
    for (left, right), relation in zip(pairwise(run.sides), run.relations, strict=True):
        if relation == "≈":
            continue
        if left.expression is None or right.expression is None:
            raise NoReplayError
        forms = left.expression.form, right.expression.form
        if forms[0].coefficient(variable) != forms[1].coefficient(variable):
            pairs.append(forms)
    return pairs


def _is_move(operation: Operation, move: Move) -> bool:
    if move.swaps:
        return False
    if operation.sign == MOVE:
        operand = operation.operand if operation.operand is not None else Linear()
        return move.divisor == 1 and move.shift in (operand, operand.times(-1))
    if operation.sign in "*/":
        if move.shift != Linear():
            return False
        if operation.operand is None:
            return operation.sign == "/"
        factor = move.divisor if operation.sign == "/" else quotient(1, move.divisor)
        return operation.operand == constant(factor)
    operand = operation.operand if operation.operand is not None else Linear()
    wanted = operand if operation.sign == "-" else operand.times(-1)
    return move.divisor == 1 and move.shift == wanted
