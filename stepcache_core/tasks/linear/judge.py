"""What is found in an answer: whatever it states must hold for this problem, and follow from what stands before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from stepcache_core.model import Verdict
from stepcache_core.tasks.linear.algebra import Linear, constant
from stepcache_core.tasks.linear.arithmetic import Grounds
from stepcache_core.tasks.linear.compare import (
    Sides,
    is_literal,
    is_multiple,
    same,
    show,
)
from stepcache_core.tasks.linear.lexer import MAX_TEXT
from stepcache_core.tasks.linear.reading import Run, Side, canonical
from stepcache_core.tasks.linear.recognise import LinearProblem
from stepcache_core.tasks.linear.statements import (
    Claim,
    Coefficient,
    Doubt,
    Equation,
    Mention,
    Operation,
    Statement,
    Value,
    apply,
    statements,
)

MAX_STATEMENTS: Final = 200
"""Statements an answer may make; what comes after them is not judged."""
MAX_STATES: Final = 32
"""Different equations that an answer may derive."""
NOTHING_TO_CHECK: Final = "states nothing to check"


@dataclass(slots=True)
class Findings:
    """What was found in one step."""

    wrong: list[str] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)
    right: list[str] = field(default_factory=list)

    def verdict(self) -> Verdict:
        if self.wrong:
            return Verdict.failed(self.wrong[0])
        if self.doubtful:
            return Verdict.unknown(self.doubtful[0])
        if not self.right:
            return Verdict.unknown(NOTHING_TO_CHECK)
        return Verdict.passed("; ".join(self.right[:4]))


@dataclass(slots=True)
class _Group:
    """Operations said one after the other, waiting for the equation that they lead to."""

    step: int
    start: Sides
    before: Sides | None
    operations: list[Operation]
    sentence: int

    def is_remark(self, sentence: int) -> bool:
        """Whether they told how the equation before came about, seen from an equation in `sentence`."""
        return self.operations[-1].remarks or (self.before is not None and sentence != self.sentence)

    def result(self, start: Sides, judge: Judge) -> Sides | None:
        sides: Sides | None = start
        for operation in self.operations:
            if sides is None:
                return None
            sides = apply(operation, sides, judge.coefficient_of(sides))
        return sides


class Judge:
    """Judges an answer's steps in order; one is made for each answer."""

    def __init__(self, problem: LinearProblem) -> None:
        self.problem = problem
        self.variable = problem.variable
        self.solution = problem.solution
        self.states: list[Sides] = [(problem.left, problem.right)]
        self.written: list[tuple[Side, Side]] = []
        self.findings: list[Findings] = []
        self.later: list[tuple[int, Sides]] = []
        self.open: list[tuple[_Group, int]] = []
        self.numeric: list[tuple[int, Run]] = []
        self.final: Side | None = None
        self.final_step = -1
        self.final_sentence = -1
        self.judged = 0

    def judge(self, texts: Sequence[str]) -> None:
        """Fills `findings`, one for each text, and the final value that the answer states."""
        unread = MAX_TEXT
        for index, text in enumerate(texts):
            self.findings.append(Findings())
            unread -= len(text)
            if unread < 0:
                self.findings[index].doubtful.append("the answer is too long to check")
                continue
            self.step(index, statements(text, self.variable))
        self.close_groups()
        self.ground_numbers()

    def step(self, index: int, stated: Sequence[Statement]) -> None:
        found = self.findings[index]
        group: _Group | None = None
        last_sentence = -1
        for statement in stated:
            self.judged += 1
            if self.judged > MAX_STATEMENTS or len(self.states) > MAX_STATES:
                found.doubtful.append("more statements than are checked")
                break
            match statement:
                case Doubt():
                    found.doubtful.append(f"not understood: {statement.what}")
                case Claim():
                    self.claim(statement, index)
                case Operation():
                    if group is not None and group.operations[-1].remarks != statement.remarks:
                        self.open.append((group, len(self.later)))
                        group = None
                    if group is None:
                        after = statement.remarks or last_sentence == statement.sentence
                        before = self.states[-2] if after and len(self.states) > 1 else None
                        group = _Group(index, self.states[-1], before, [], statement.sentence)
                    group.operations.append(statement)
                case Equation():
                    if group is not None and group.is_remark(statement.sentence):
                        self.open.append((group, len(self.later)))
                        group = None
                    group = self.equation(statement, index, group)
                    last_sentence = statement.sentence
                case Value():
                    self.value(statement.side, statement.sentence, index, "=")
                case Coefficient():
                    self.coefficient(statement, found)
                case Mention():
                    self.mention(statement, found)
        if group is not None:
            self.open.append((group, len(self.later)))

    def claim(self, claim: Claim, index: int) -> None:
        found = self.findings[index]
        holds = self.solution is None and (claim.solutions == "all") == self.problem.is_identity
        said = "no solution" if claim.solutions == "none" else "every number as a solution"
        if holds:
            found.right.append(f"the equation has {said}")
            self.final_step, self.final_sentence = index, claim.sentence
        else:
            found.wrong.append(f"it is not so that the equation has {said}: {self.truth()}")

    def truth(self) -> str:
        if self.solution is not None:
            return f"{self.variable} = {self.solution} solves the problem"
        return "every number solves the problem" if self.problem.is_identity else "the problem has no solution"

    def equation(self, equation: Equation, index: int, group: _Group | None) -> _Group | None:
        """Judges each link of a chain; gives the group of operations that still waits for its equation."""
        run, found = equation.run, self.findings[index]
        strange = run.names - {self.variable}
        if strange:
            found.wrong.append(f"speaks of {', '.join(sorted(strange))}; the problem asks for {self.variable}")
            return group
        if not run.names and not run.continues:
            return self.numbers(run, index, group)
        for position, relation in enumerate(run.relations):
            left, right = run.sides[position], run.sides[position + 1]
            if self.link(left, right, relation, equation, index):
                group = self.follow(left, right, index, group)
        return group

    def link(self, left: Side, right: Side, relation: str, equation: Equation, index: int) -> bool:
        """Judges `left = right`; True when it is an equation in the variable that has the problem's solutions."""
        found = self.findings[index]
        if relation == "≈":
            self.approximation(left, right, found)
            return False
        forms = (left.form, right.form)
        difference = forms[0].minus(forms[1])
        said = f"{left.text} = {right.text}"
        if not (left.names or right.names):
            if difference.constant:
                self.false_numbers(left, right, said, found)
            else:
                found.right.append(f"{said} holds")
                if self.final is left and is_literal(right):
                    self.final = right
            return False
        if difference.is_constant:
            return self.without_variable(left, right, difference.constant, said, found)
        value = -difference.constant / difference.coefficient(self.variable)
        if value != self.solution:
            found.wrong.append(f"{said} does not hold: {self.truth()}")
            return False
        if equation.restates and equation.run.sides[0] is left and not self.may_be_restated(forms, left, equation):
            found.wrong.append(f"{said} is not the equation that was asked")
            return False
        if not self.reachable(forms):
            found.doubtful.append(f"{said} has the same solution, but it is not seen how it follows")
            return False
        found.right.append(f"{said} has the problem's solution")
        if self.is_bare(left) and not right.names:
            self.value(right, equation.sentence, index, "")
        elif self.is_bare(right) and not left.names:
            self.value(left, equation.sentence, index, "")
        return True

    def may_be_restated(self, forms: Sides, left: Side, equation: Equation) -> bool:
        """Whether an equation introduced as the given one is that; later in an answer any earlier one may be meant."""
        if forms == self.states[0] or self.is_bare(left):
            return True
        return equation.restates == "here" and bool(self.written)

    def is_bare(self, side: Side) -> bool:
        return [token.text for token in side.tokens] == [self.variable]

    def false_numbers(self, left: Side, right: Side, said: str, found: Findings) -> None:
        contradiction = self.solution is None and not self.problem.is_identity
        if contradiction and is_literal(left) and is_literal(right):
            found.doubtful.append(f"{said} is false, as it must be where there is no solution")
        else:
            found.wrong.append(f"{said} is false")

    def without_variable(self, left: Side, right: Side, difference: Fraction, said: str, found: Findings) -> bool:
        """An equation from which the variable falls out: all numbers satisfy it, or none does."""
        forms = (left.form, right.form)
        if difference:
            if self.solution is None and not self.problem.is_identity:
                return self.accept_if_reachable(forms, said, found)
            found.wrong.append(f"{said} holds for no {self.variable}: {self.truth()}")
            return False
        if self.problem.is_identity and self.reachable(forms):
            found.right.append(f"{said} holds for every {self.variable}, as the problem does")
            return True
        parts = {form for state in self.states for form in state} | {
            form.times(factor) for factor, form in self.problem.products
        }
        if forms[0].terms and forms[0] in parts and canonical(left.tokens) != canonical(right.tokens):
            found.right.append(f"{said} rewrites a part of the equation")
            return False
        found.wrong.append(f"{said} holds for every {self.variable} and says nothing of the problem")
        return False

    def accept_if_reachable(self, forms: Sides, said: str, found: Findings) -> bool:
        if self.reachable(forms):
            found.right.append(f"{said} has no solution, as the problem has none")
            return True
        found.doubtful.append(f"{said} has no solution, but it is not seen how it follows")
        return False

    def reachable(self, forms: Sides) -> bool:
        """Whether one operation on both sides leads here from an equation before, or the solution is stated."""
        left, right = forms
        if self.solution is not None and {left, right} == {
            Linear(((self.variable, Fraction(1)),)),
            constant(self.solution),
        }:
            return True
        for state in reversed(self.states):
            for one, other in (state, state[::-1]):
                if left.minus(one) == right.minus(other) or is_multiple(forms, (one, other)):
                    return True
        return False

    def coefficient_of(self, sides: Sides) -> Linear:
        return constant(sides[0].coefficient(self.variable) - sides[1].coefficient(self.variable))

    def follow(self, left: Side, right: Side, index: int, group: _Group | None) -> _Group | None:
        """Notes an accepted equation, and whether the operations before it lead to it."""
        forms = (left.form, right.form)
        found = self.findings[index]
        waiting: _Group | None = None
        if group is not None:
            if same(forms, group.start) and not same(forms, group.result(group.start, self)):
                waiting = group
            elif same(forms, group.result(group.start, self)):
                found.right.append(f"{_said(group)} leads there")
            else:
                found.wrong.append(f"{_said(group)} does not lead to {left.text} = {right.text}")
        self.later.append((index, forms))
        self.written.append((left, right))
        if forms != self.states[-1]:
            self.states.append(forms)
        return waiting

    def close_groups(self) -> None:
        """Judges the operations that no equation followed in their own step."""
        for group, seen in self.open:
            found = self.findings[group.step]
            following = [forms for _, forms in self.later[seen:]]
            result = group.result(group.start, self)
            if any(same(forms, result) for forms in following):
                found.right.append(f"{_said(group)} leads to a later equation")
            elif group.before is not None and same(group.start, group.result(group.before, self)):
                found.right.append(f"{_said(group)} led there")
            elif following and any(not same(forms, group.start) for forms in following):
                found.wrong.append(f"{_said(group)} does not lead to the next equation")
            else:
                found.doubtful.append(f"no equation shows what {_said(group)} leads to")

    def approximation(self, left: Side, right: Side, found: Findings) -> None:
        said = f"{left.text} ≈ {right.text}"
        exact = self.solution if self.is_bare(left) else None
        if not left.names:
            exact = left.form.constant
        digits = "".join(token.text for token in right.tokens).lstrip("-")
        shown = right.form.constant
        if exact is None or right.names or not is_literal(right) or "/" in digits:
            found.doubtful.append(f"{said} cannot be judged")
            return
        places = len(digits.partition(".")[2])
        if abs(exact - shown) * 2 * 10**places <= 1:
            found.right.append(f"{said} is {exact} rounded to {places} places")
        else:
            found.wrong.append(f"{said} is not near enough: {exact} rounds otherwise")

    def numbers(self, run: Run, index: int, group: _Group | None) -> _Group | None:
        """A chain without the variable: each link is arithmetic."""
        found = self.findings[index]
        for position, relation in enumerate(run.relations):
            left, right = run.sides[position], run.sides[position + 1]
            said = f"{left.text} {relation} {right.text}"
            if relation == "≈":
                self.approximation(left, right, found)
            elif left.form != right.form:
                self.false_numbers(left, right, said, found)
                return group
        self.numeric.append((index, run))
        return group

    def ground_numbers(self) -> None:
        """Arithmetic that is true still has to be this problem's arithmetic."""
        if not self.numeric:
            return
        grounds = Grounds(self.problem, self.states, self.written)
        for index, run in self.numeric:
            found = self.findings[index]
            said = " = ".join(side.text for side in run.sides)
            if grounds.bear(run):
                found.right.append(f"{said} holds")
            else:
                found.doubtful.append(f"{said} is true, but its numbers are not seen in this problem")

    def value(self, side: Side, sentence: int, index: int, relation: str) -> None:
        """A value stated for the variable."""
        found = self.findings[index]
        stated = side.form.constant
        if relation:
            if self.solution is None or stated != self.solution:
                found.wrong.append(f"{self.variable} = {side.text} does not hold: {self.truth()}")
                return
            found.right.append(f"{self.variable} = {side.text} solves the problem")
        self.final, self.final_step, self.final_sentence = side, index, sentence

    def coefficient(self, said: Coefficient, found: Findings) -> None:
        value = said.side.form.constant
        known = {form.coefficient(self.variable) for form in self.states[-1]} - {Fraction(0)}
        if value in known or constant(value) == self.coefficient_of(self.states[-1]):
            found.right.append(f"the coefficient is {value}")
        else:
            found.wrong.append(f"{value} is not the coefficient of {self.variable} there")

    def mention(self, mention: Mention, found: Findings) -> None:
        side = mention.run.sides[0]
        strange = side.names - {self.variable}
        if strange:
            found.wrong.append(f"speaks of {', '.join(sorted(strange))}; the problem asks for {self.variable}")
            return
        forms = [form for state in self.states for form in state]
        terms = {Linear(form.terms) for form in forms if form.terms} | {form for form in forms if form.terms}
        if side.names and (side.form in terms or side.form.times(Fraction(-1)) in terms):
            return
        if mention.named and not side.names and abs(side.form.constant) in {abs(form.constant) for form in forms}:
            return
        found.doubtful.append(f"not understood: what {side.text} is said to be")


def _said(group: _Group) -> str:
    parts = []
    for operation in group.operations:
        operand = "the coefficient" if operation.operand is None else show(operation.operand)
        parts.append(f"{operation.words} {operand}")
    return "'" + ", ".join(parts) + "'"
