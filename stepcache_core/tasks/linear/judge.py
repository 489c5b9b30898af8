"""What is found in an answer: whatever it states must hold for this problem, and follow from what stands before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from stepcache_core.tasks.linear.algebra import magnitude
from stepcache_core.tasks.linear.arithmetic import Grounds
from stepcache_core.tasks.linear.compare import Sides, is_literal, same, show
from stepcache_core.tasks.linear.facts import Facts
from stepcache_core.tasks.linear.findings import Findings
from stepcache_core.tasks.linear.form_judge import has_form, is_surely_false
from stepcache_core.tasks.linear.groups import Group, is_undone
from stepcache_core.tasks.linear.lexer import MAX_TEXT
from stepcache_core.tasks.linear.own_letters import own_letters
from stepcache_core.tasks.linear.reading import Run, Side, canonical
from stepcache_core.tasks.linear.recognise import Difference, LinearProblem
from stepcache_core.tasks.linear.statement_kinds import (
    Claim,
    Coefficient,
    Doubt,
    Equation,
    Form,
    Mention,
    Operation,
    Property,
    SideValue,
    Statement,
    Truth,
    Value,
    apply,
)
from stepcache_core.tasks.linear.statements import statements
from stepcache_core.tasks.linear.values import (
    judge_approximation,
    judge_claim,
    judge_coefficient,
    judge_property,
    judge_side_value,
    judge_truth,
    judge_value_put_in,
)

MAX_STATEMENTS: Final = 200
"""Statements an answer may make; what comes after them is not judged."""
MAX_STATES: Final = 32
"""Different equations that an answer may derive."""


class Judge:
    """Judges an answer's steps in order; one is made for each answer."""

    def __init__(self, problem: LinearProblem) -> None:
        self.facts = Facts(problem)
        self.findings: list[Findings] = []
        self.later: list[tuple[int, Sides]] = []
        self.open: list[Group] = []
        self.numeric: list[tuple[int, Run]] = []
        self.alone: list[tuple[int, Side]] = []
        self.openings: list[tuple[int, int, Operation]] = []
        self.forms: list[tuple[int, int, Form]] = []
        self.final: Side | None = None
        self.final_step = -1
        self.final_sentence = -1
        self.judged = 0
        self.texts: Sequence[str] = ()

    def judge(self, texts: Sequence[str]) -> None:
        """Fills `findings`, one for each text, and the final value that the answer states."""
        unread, self.texts = MAX_TEXT, texts
        for index, text in enumerate(texts):
            self.findings.append(Findings())
            unread -= len(text)
            if unread < 0:
                self.findings[index].forbid("the answer is too long to check")
                continue
            self.step(index, statements(text, self.facts.variable))
        self.close_groups()
        self.judge_openings()
        self.ground_numbers()
        self.judge_forms()

    def step(self, index: int, stated: Sequence[Statement]) -> None:
        found = self.findings[index]
        group: Group | None = None
        last_sentence = -1
        for statement in stated:
            self.judged += 1
            if self.judged > MAX_STATEMENTS or len(self.facts.states) > MAX_STATES:
                found.forbid("more statements than are checked")
                break
            match statement:
                case Equation():
                    if group is not None and group.is_remark(statement.sentence):
                        self.set_aside(group)
                        group = None
                    group = self.equation(statement, index, group)
                    last_sentence = statement.sentence
                case Operation():
                    after = statement.remarks or last_sentence == statement.sentence
                    group = self.operation(statement, index, group, after=after)
                    self.undoing(stated, statement, found)
                case Mention():
                    self.mention(statement, index)
                case Value() if statement.is_stated:
                    self.value(statement.side, statement.sentence, index, "=")
                case Value():
                    judge_value_put_in(self.facts, statement.side, found)
                case SideValue():
                    judge_side_value(self.facts, statement, found)
                case Coefficient():
                    judge_coefficient(self.facts, statement, found)
                case Doubt():
                    found.doubtful.append(f"not understood: {statement.what}")
                    if statement.grave:
                        found.grave.append(f"not understood: {statement.what}")
                case Truth():
                    judge_truth(self.facts, statement, found)
                case Property():
                    judge_property(self.facts, statement, found)
                case Claim():
                    if judge_claim(self.facts, statement, found):
                        self.final_step, self.final_sentence = index, statement.sentence
                case Form():
                    self.forms.append((index, len(self.facts.states), statement))
        if group is not None:
            self.set_aside(group)
        undone = [each for each in stated if isinstance(each, Mention) and each.undone]
        operands = [each.operand for each in stated if isinstance(each, Operation)] if undone else []
        for each in undone:
            if not is_undone(each.side.form, operands):
                found.doubtful.append(f"not understood: how {each.side.text} is undone")

    def operation(self, operation: Operation, index: int, group: Group | None, *, after: bool) -> Group:
        """The operations that wait for their equation; `after` says that they may tell of the one before."""
        if group is not None and group.operations[-1].remarks != operation.remarks:
            self.set_aside(group)
            group = None
        if group is not None:
            return group.with_next(operation)
        states = self.facts.states
        if operation.opens and len(states) > 1:
            self.openings.append((index, len(states), operation))
        before = states[-2] if after and len(states) > 1 else None
        return Group(index, states[-1], before, operation.sentence, (operation,))

    def set_aside(self, group: Group) -> None:
        """Leaves a group to be judged when the whole answer is read."""
        self.open.append(group.set_aside(len(self.later)))

    def equation(self, equation: Equation, index: int, group: Group | None) -> Group | None:
        """Judges each link of a chain; gives the group of operations that still waits for its equation."""
        run, found = equation.run, self.findings[index]
        names = run.names
        if self.speaks_of_others(names, found):
            return group
        if not names and not run.continues:
            return self.numbers(run, index, group)
        for position, relation in enumerate(run.relations):
            left, right = run.sides[position], run.sides[position + 1]
            if (difference := self.link(left, right, relation, equation, index)) is not None:
                group = self.follow(left, right, difference, index, group)
        return group

    def link(self, left: Side, right: Side, relation: str, equation: Equation, index: int) -> Difference | None:
        """Judges `left = right`; its difference when it is an equation in the variable with the problem's solutions."""
        found, facts = self.findings[index], self.facts
        if relation == "≈":
            judge_approximation(self.facts, left, right, found)
            return None
        forms = one, other = left.form, right.form
        said = f"{left.text} = {right.text}"
        difference = factor, rest = facts.difference(one, other)
        if not (left.names or right.names):
            if rest:
                self.false_numbers(left, right, said, found)
            else:
                found.right.append(f"{said} holds")
                if self.final is left and (is_literal(right) or not is_literal(left)):
                    self.final = right
            return None
        if not factor:
            return self.without_variable(left, right, difference, said, found)
        if not facts.has_solution_of(difference):
            found.wrong.append(f"{said} does not hold: {facts.truth()}")
            return None
        if equation.restates and equation.run.sides[0] is left and not facts.may_be_restated(forms, left, equation):
            found.wrong.append(f"{said} is not the equation that was asked")
            return None
        if not facts.reachable(forms, difference):
            found.doubtful.append(f"{said} has the same solution, but it is not seen how it follows")
            return None
        found.right.append(f"{said} has the problem's solution")
        if facts.is_bare(left) and not right.names:
            self.value(right, equation.sentence, index, "")
        elif facts.is_bare(right) and not left.names:
            self.value(left, equation.sentence, index, "")
        return difference

    def false_numbers(self, left: Side, right: Side, said: str, found: Findings) -> None:
        if self.facts.is_contradiction and is_literal(left) and is_literal(right):
            found.forbid(f"{said} is false, but it is not seen how it follows")
        else:
            found.wrong.append(f"{said} is false")

    def without_variable(
        self, left: Side, right: Side, difference: Difference, said: str, found: Findings
    ) -> Difference | None:
        """An equation from which the variable falls out: all numbers satisfy it, or none does."""
        facts, forms = self.facts, (left.form, right.form)
        if difference[1]:
            if not facts.is_contradiction:
                found.wrong.append(f"{said} holds for no {facts.variable}: {facts.truth()}")
            elif facts.reachable(forms, difference):
                found.right.append(f"{said} has no solution, as the problem has none")
                return difference
            else:
                found.doubtful.append(f"{said} has no solution, but it is not seen how it follows")
            return None
        if facts.problem.is_identity and facts.reachable(forms, difference):
            found.right.append(f"{said} holds for every {facts.variable}, as the problem does")
            return difference
        if forms[0].terms and canonical(left.tokens) != canonical(right.tokens):
            if facts.rewrites_a_part(left):
                found.right.append(f"{said} rewrites a part of the equation")
                return None
            if left.operations > right.operations:
                found.doubtful.append(f"{said} is true, but not seen in the equation")
                return None
        found.wrong.append(f"{said} holds for every {facts.variable} and says nothing of the problem")
        return None

    def follow(self, left: Side, right: Side, difference: Difference, index: int, group: Group | None) -> Group | None:
        """Notes an accepted equation, and whether the operations before it lead to it."""
        forms = (left.form, right.form)
        found = self.findings[index]
        waiting: Group | None = None
        if group is not None:
            if same(forms, group.result(group.start, self.facts)):
                found.right.append(f"{group.said()} leads there")
            elif (parted := group.parted()) and same(forms, parted[1].result(group.start, self.facts)):
                found.right.append(f"{parted[1].said()} leads there")
                self.set_aside(parted[0])
            elif same(forms, group.start):
                waiting = group
            elif self.is_told_again(group, forms):
                found.right.append(f"{group.said()} leads there, as was shown before")
            else:
                found.wrong.append(f"{group.said()} does not lead to {left.text} = {right.text}")
        self.later.append((index, forms))
        self.facts.note(left, right, difference)
        return waiting

    def is_told_again(self, group: Group, forms: Sides) -> bool:
        """Whether the answer tells its way a second time, and here goes from an equation to the one it led to."""
        states = self.facts.states
        ways = combinations(states, 2)
        return any(same(forms, later) and same(forms, group.result(state, self.facts)) for state, later in ways)

    def close_groups(self) -> None:
        """Judges the operations that no equation followed in their own step."""
        for group in self.open:
            found = self.findings[group.step]
            following = [forms for _, forms in self.later[group.seen :]]
            result = group.result(group.start, self.facts)
            if any(same(forms, result) for forms in following):
                found.right.append(f"{group.said()} leads to a later equation")
            elif self.led_there(group, result):
                found.right.append(f"{group.said()} led there")
            elif following and any(not same(forms, group.start) for forms in following):
                found.wrong.append(f"{group.said()} does not lead to the next equation")
            else:
                doubt = f"no equation shows what {group.said()} leads to"
                found.doubtful.append(doubt)
                if self.is_solved(group.start):
                    found.grave.append(doubt)

    def led_there(self, group: Group, result: Sides | None) -> bool:
        """Whether operations said after an equation tell how it came about."""
        if group.before is not None and same(group.start, group.result(group.before, self.facts)):
            return True
        if self.is_solved(group.start) and any(self.is_told_again(group, later) for later in self.facts.states[1:]):
            return True
        return group.only_rewrites and len(self.facts.written) > 1 and same(group.start, result)

    def is_solved(self, state: Sides) -> bool:
        return self.facts.solution is not None and self.facts.states_a_value(state)

    def numbers(self, run: Run, index: int, group: Group | None) -> Group | None:
        """A chain without the variable: each link is arithmetic."""
        found, facts = self.findings[index], self.facts
        for position, relation in enumerate(run.relations):
            left, right = run.sides[position], run.sides[position + 1]
            said = f"{left.text} {relation} {right.text}"
            apart = facts.difference(left.form, right.form)
            if relation == "≈":
                judge_approximation(self.facts, left, right, found)
            elif facts.solution is None and facts.reachable((left.form, right.form), apart):
                found.right.append(f"{said} is what the problem comes to")
                return self.follow(left, right, apart, index, group)
            elif left.form != right.form:
                self.false_numbers(left, right, said, found)
                return group
        self.numeric.append((index, run))
        return group

    def judge_openings(self) -> None:
        """What is said to be done first is done to the problem as it was asked, or something else follows it."""
        states = self.facts.states
        for index, known, operation in self.openings:
            if len(states) > known + 1:
                continue
            beginnings = [state for state in states if self.facts.is_as_asked(state)]
            results = [apply(operation, state, self.facts.variable) for state in beginnings]
            if not any(same(state, result) for state in states for result in results):
                self.findings[index].forbid(f"'{operation.words} ...' is not what is done first")

    def judge_forms(self) -> None:
        """Judges what is said of how equations are written, when all of them are known."""
        for index, known, form in self.forms:
            what = f"{form.what} on {form.side}" if form.side else form.what
            doubt = f"not understood: what is said of the equation ({what})"
            if has_form(self.facts, known, form):
                self.findings[index].named.append(what)
            elif is_surely_false(self.facts, known, form):
                self.findings[index].forbid(doubt)
            else:
                self.findings[index].doubtful.append(doubt)

    def ground_numbers(self) -> None:
        """Arithmetic that is true still has to be this problem's arithmetic."""
        if not (self.numeric or self.alone):
            return
        grounds = Grounds(self.facts.problem, self.facts.states, self.facts.written)
        for index, side in self.alone:
            if magnitude(side.form.constant) not in grounds.known:
                self.findings[index].grave.append(f"not understood: {side.text} is no number of this problem")
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
            if self.facts.solution is None or stated != self.facts.solution:
                found.wrong.append(f"{self.facts.variable} = {side.text} does not hold: {self.facts.truth()}")
                return
            found.right.append(f"{self.facts.variable} = {side.text} solves the problem")
        self.final, self.final_step, self.final_sentence = side, index, sentence

    def speaks_of_others(self, names: frozenset[str], found: Findings) -> bool:
        """Whether there are letters beside the variable: wrong, unless the answer itself has given them a meaning."""
        strange = names - {self.facts.variable}
        if not strange:
            return False
        if strange <= own_letters(self.texts, self.facts.variable):
            found.forbid(f"not understood: what {', '.join(sorted(strange))} stands for")
        else:
            found.wrong.append(f"speaks of {', '.join(sorted(strange))}; the problem asks for {self.facts.variable}")
        return True

    def mention(self, mention: Mention, index: int) -> None:
        found = self.findings[index]
        side = mention.side
        if self.speaks_of_others(side.names, found):
            return
        if self.facts.occurs(side.form, mention):
            found.named.append(side.text)
        else:
            doubt = f"not understood: what {side.text} is said to be"
            found.doubtful.append(doubt)
            if mention.named:
                found.grave.append(doubt)
            if not side.names and not mention.counts and not self.facts.problem.story:
                self.alone.append((index, side))

    def undoing(self, stated: Sequence[Statement], operation: Operation, found: Findings) -> None:
        """A term that a sentence says it cancels must be the one that its operation takes away."""
        for mention in stated:
            if isinstance(mention, Mention) and mention.undone and mention.sentence == operation.sentence:
                form, operand = mention.side.form, operation.operand
                if operand is not None and not is_undone(form, [operand]):
                    doubt = f"{operation.words} {show(operand)} does not undo {mention.side.text}"
                    found.forbid(doubt)
