"""Replay: the steps of a worked answer, recomputed for another equation of the same shape.

Each equation and operation of the old answer is recognised by its role (the problem restated, both sides after the
constant is taken away, the check), and written anew for the new problem in the notation of the old one. Whatever
has no role makes the replay impossible. The result must pass this task's own verifier, or there is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Final

from stepcache_core.model import Source, Step, join
from stepcache_core.tasks.linear.algebra import Linear, constant
from stepcache_core.tasks.linear.derivation import Derivation, Move, Name, Sides, follow, roles_between, start
from stepcache_core.tasks.linear.lexer import LABEL, NAME, NUMBER, Token, lex
from stepcache_core.tasks.linear.notation import Notation, notation_of
from stepcache_core.tasks.linear.reading import Run, Side, canonical
from stepcache_core.tasks.linear.recognise import LinearProblem
from stepcache_core.tasks.linear.statements import (
    Claim,
    Coefficient,
    Equation,
    Mention,
    Operation,
    Statement,
    Value,
    statements,
)
from stepcache_core.tasks.linear.steps import cut
from stepcache_core.tasks.linear.verify import may_stand, verify, verify_answer

MAX_REPLAYED: Final = 8_000
"""Characters an answer that is replayed may have."""
MAX_STATEMENTS: Final = 120
"""Equations and operations it may state."""

_OPPOSITE: Final = {
    "subtract": "add",
    "subtracting": "adding",
    "subtracted": "added",
    "subtracts": "adds",
} | {"add": "subtract", "adding": "subtracting", "added": "subtracted", "adds": "subtracts"}


class _NoReplayError(Exception):
    """Something in the old answer has no role."""


@dataclass(slots=True)
class _Rewrite:
    """The changes to one step, and the moves that the step is about."""

    text: str
    edits: list[tuple[int, int, str]] = field(default_factory=list)
    moves: set[int] = field(default_factory=set)

    def put(self, span: tuple[int, int], text: str) -> None:
        self.edits.append((*span, text))

    def covers(self, token: Token) -> bool:
        return any(start <= token.start and token.end <= end for start, end, _ in self.edits)

    def merge_repeated(self, spans: Sequence[tuple[int, int]]) -> None:
        """Takes out a link of a chain of three or more that would say the same as the one before."""
        if len(spans) < 3:
            return
        new = {(start, end): text for start, end, text in self.edits}
        for before, span in pairwise(spans):
            if new.get(before) is not None and new.get(before) == new.get(span):
                self.edits.remove((*span, new[span]))
                self.edits.append((before[1], span[1], ""))

    def result(self) -> str:
        text = self.text
        for begin, end, new in sorted(set(self.edits), reverse=True):
            text = text[:begin] + new + text[end:]
        return text


def replay(old: LinearProblem, new: LinearProblem, steps: Sequence[Step]) -> tuple[Step, ...] | None:
    """The steps for `new`, each verified, or None."""
    if old.solution is None or new.solution is None or sum(len(step.text) for step in steps) > MAX_REPLAYED:
        return None
    try:
        texts = _Replay(old, new, [step.text for step in steps]).texts()
    except _NoReplayError:
        return None
    replayed = tuple(Step(text, Source.REPLAY) for text in texts)
    verdicts = verify(new, replayed)
    sound = all(
        verdict.is_pass or (not verdict.is_fail and may_stand(step.text))
        for step, verdict in zip(replayed, verdicts, strict=True)
    )
    if not sound or not verify_answer(new, [step.text for step in cut(join(replayed))]).is_pass:
        return None
    return tuple(step.with_verdict(verdict) for step, verdict in zip(replayed, verdicts, strict=True))


class _Replay:
    def __init__(self, old: LinearProblem, new: LinearProblem, texts: Sequence[str]) -> None:
        self.old, self.new = old, new
        self.stated = [statements(text, old.variable) for text in texts]
        self.rewrites = [_Rewrite(text) for text in texts]
        decimal = any("." in token.text for side in new.sides for token in side if token.kind == NUMBER)
        self.notation = notation_of("".join(texts), Notation(decimal=decimal))
        if sum(map(len, self.stated)) > MAX_STATEMENTS:
            raise _NoReplayError
        self.was, self.now = self.derive()
        self.names: dict[str, list[Name]] = {}
        for name, text in self.was.texts(_PLAIN):
            self.names.setdefault(_key(lex(text)), []).append(name)
        self.written: dict[Notation, dict[Name, str]] = {}
        self.at: int = 0

    def derive(self) -> tuple[Derivation, Derivation]:
        """The roles of the old answer, followed by the new problem too."""
        was, now = start(self.old), start(self.new)
        for stated in self.stated:
            for statement in stated:
                for sides in _equations(statement, self.old.variable):
                    if sides in was.states:
                        continue
                    roles = roles_between(was.states[-1], sides)
                    if roles is None:
                        raise _NoReplayError
                    for role in roles:
                        further, likewise = follow(was, role), follow(now, role)
                        if further is None or likewise is None:
                            raise _NoReplayError
                        was, now = further, likewise
        return was, now

    def texts(self) -> list[str]:
        for stated, rewrite in zip(self.stated, self.rewrites, strict=True):
            for statement in stated:
                self.rewrite(statement, rewrite)
        idle = {index for index, move in enumerate(self.now.moves) if move.is_idle}
        kept: list[str] = []
        dropped = 0
        for rewrite in self.rewrites:
            if rewrite.moves & idle:
                if rewrite.moves - idle:
                    raise _NoReplayError
                dropped += 1
                continue
            self.letters(rewrite)
            kept.append(_renumbered(rewrite.result(), dropped) if dropped else rewrite.result())
        return kept

    def rewrite(self, statement: Statement, rewrite: _Rewrite) -> None:
        match statement:
            case Equation(run):
                self.equation(run, rewrite)
            case Value(side):
                self.put_side(side, rewrite, ("solution",))
            case Operation():
                self.operation(statement, rewrite)
            case Coefficient(side):
                self.coefficient(side, rewrite)
            case Mention(run):
                self.mention(run, rewrite)
            case Claim():
                raise _NoReplayError
            case _:
                raise _NoReplayError

    def equation(self, run: Run, rewrite: _Rewrite) -> None:
        for sides in _pairs(run, self.old.variable):
            index = max(i for i, state in enumerate(self.was.states) if state == sides)
            rewrite.moves.update(range(self.at, index))
            self.at = max(self.at, index)
        for position, side in enumerate(run.sides[run.continues :]):
            self.put_side(side, rewrite, _IN_EQUATIONS if run.names else _IN_ARITHMETIC, place=min(position, 1))
        rewrite.merge_repeated([side.span for side in run.sides])

    def put_side(self, side: Side, rewrite: _Rewrite, kinds: tuple[str, ...], place: int = 0) -> None:
        span = side.span
        notation = notation_of(rewrite.text[span[0] : span[1]], self.notation)
        names = [name for name in self.names.get(_key(side.tokens), ()) if name[0] in kinds]
        if not names:
            raise _NoReplayError
        # Two roles may read alike for the old numbers: the one of this place in the answer is meant.
        best = min(names, key=lambda name: (self.distance(name), name[2] != place, kinds.index(name[0])))
        if notation not in self.written:
            self.written[notation] = dict(self.now.texts(notation))
        written = self.written[notation]
        if best not in written:
            raise _NoReplayError
        rewrite.put(span, written[best])

    def distance(self, name: Name) -> int:
        """How far a role is from the point that the answer has come to."""
        kind, index, _ = name
        if kind == "solution":
            return 0 if self.at == len(self.was.states) - 1 else 1
        if kind in {"moved", "times last", "times first"}:
            return abs(self.at - 1 - index)
        if kind in {"put in", "multiplied", "total"}:
            return index
        return abs(self.at - index)

    def operation(self, operation: Operation, rewrite: _Rewrite) -> None:
        index = self.move_of(operation)
        rewrite.moves.add(index)
        move = self.now.moves[index]
        if move.is_idle or operation.side is None:
            return
        span = operation.side.span
        notation = notation_of(rewrite.text[span[0] : span[1]], self.notation)
        if not operation.side.tokens[0].inside and notation.fraction.startswith("\\"):
            notation = replace(notation, fraction="/")
        if operation.sign in "*/":
            factor = move.divisor if operation.sign == "/" else 1 / move.divisor
            rewrite.put(span, notation.number(factor))
            return
        factor = move.shift.coefficient(self.new.variable)
        amount = factor or move.shift.constant
        size = abs(amount)
        rewrite.put(span, notation.monomial(size, self.new.variable) if factor else notation.number(size))
        if ("-" if amount > 0 else "+") != operation.sign:
            self.turn_round(operation, rewrite)

    def turn_round(self, operation: Operation, rewrite: _Rewrite) -> None:
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
        raise _NoReplayError

    def coefficient(self, side: Side, rewrite: _Rewrite) -> None:
        value = side.expression.form.constant if side.expression else None
        for position, form in enumerate(self.was.states[self.at]):
            if form.terms and form.coefficient(self.old.variable) == value:
                span = side.span
                factor = self.now.states[self.at][position].coefficient(self.new.variable)
                rewrite.put(span, self.notation.number(factor))
                return
        raise _NoReplayError

    def mention(self, run: Run, rewrite: _Rewrite) -> None:
        side = run.sides[0]
        form = run.expression.form if run.expression else Linear()
        span = side.span
        for position, state in enumerate(self.was.states[self.at]):
            likewise = self.now.states[self.at][position]
            if form.terms and form == Linear(state.terms):
                rewrite.put(span, self.notation.linear(Linear(likewise.terms), self.new.variable))
                return
            if not form.terms and abs(form.constant) == abs(state.constant) and state.constant:
                rewrite.put(span, self.notation.number(abs(likewise.constant)))
                return
        self.put_side(side, rewrite, ("state", "collected"))

    def letters(self, rewrite: _Rewrite) -> None:
        """Renames the variable wherever it stands alone; a number that has no role ends the replay."""
        for token in lex(rewrite.text, self.old.variable):
            if token.kind == LABEL or rewrite.covers(token):
                continue
            if token.kind == NUMBER:
                raise _NoReplayError
            if token.kind == NAME and token.text == self.old.variable:
                rewrite.put((token.start, token.end), self.new.variable)


_PLAIN: Final = Notation()
_IN_EQUATIONS: Final = (
    "state",
    "moved",
    "times last",
    "times first",
    "collected",
    "solution",
    "put in",
    "multiplied",
    "total",
)
_IN_ARITHMETIC: Final = ("put in", "moved", "times last", "times first", "solution", "multiplied", "state", "total")


def _key(tokens: Sequence[Token]) -> str:
    return canonical(tokens).replace("(", "").replace(")", "")


def _pairs(run: Run, variable: str) -> list[Sides]:
    """The links of a chain that are equations in the variable."""
    pairs: list[Sides] = []
    for left, right in pairwise(run.sides):
        if left.expression is None or right.expression is None:
            raise _NoReplayError
        forms = left.expression.form, right.expression.form
        if forms[0].coefficient(variable) != forms[1].coefficient(variable):
            pairs.append(forms)
        elif forms[0].terms:
            raise _NoReplayError
    return pairs


def _equations(statement: Statement, variable: str) -> list[Sides]:
    return _pairs(statement.run, variable) if isinstance(statement, Equation) else []


def _is_move(operation: Operation, move: Move) -> bool:
    if move.swaps:
        return False
    if operation.sign in "*/":
        if move.shift != Linear():
            return False
        if operation.operand is None:
            return operation.sign == "/"
        factor = move.divisor if operation.sign == "/" else 1 / move.divisor
        return operation.operand == constant(factor)
    operand = operation.operand if operation.operand is not None else Linear()
    wanted = operand if operation.sign == "-" else operand.times(Fraction(-1))
    return move.divisor == 1 and move.shift == wanted


def _renumbered(text: str, dropped: int) -> str:
    """A step whose number moves up because steps before it were dropped."""
    return re.sub(
        r"\A(\s*(?:\#{1,6}\s+)?(?:\*\*)?(?:[Ss]tep\s+|\()?)(\d{1,3})(?=[.):*])",
        lambda match: f"{match.group(1)}{max(1, int(match.group(2)) - dropped)}",
        text,
    )
