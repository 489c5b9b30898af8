"""What is found in an answer to several equations: what is stated must hold, and be seen to follow."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from stepcache_core.tasks.linear.algebra import NotLinearError
from stepcache_core.tasks.linear.compare import is_literal
from stepcache_core.tasks.linear.findings import Findings
from stepcache_core.tasks.linear.lexer import CLOSE, MAX_TEXT, NAME, OPEN, Token
from stepcache_core.tasks.linear.polynomial import Expression, Polynomial
from stepcache_core.tasks.linear.reading import Side, canonical
from stepcache_core.tasks.linear.systems.actions import MAX_ACTIONS, Pending
from stepcache_core.tasks.linear.systems.aims import Aims, Sources
from stepcache_core.tasks.linear.systems.known import Known, Sides, is_worked_out, letter_that_is, names_in
from stepcache_core.tasks.linear.systems.problem import SystemProblem
from stepcache_core.tasks.linear.systems.quotients import cross_multiplied
from stepcache_core.tasks.linear.systems.read import stated
from stepcache_core.tasks.linear.systems.statement_kinds import (
    Action,
    Aim,
    Named,
    Pointed,
    Refers,
    Stated,
    StatedClaim,
    StatedValue,
    Unclear,
)

_REASONS: Final = {"contradiction": "none", "tautology": "many"}
_SAID: Final = {"none": "no solution", "many": "infinitely many solutions"} | {each: f"a {each}" for each in _REASONS}
MAX_STATEMENTS: Final = 100
"""Statements an answer may make; what comes after them is not judged."""


class SystemJudge:
    """Judges an answer's steps in order; one is made for each answer."""

    def __init__(self, problem: SystemProblem) -> None:
        self.problem = problem
        self.solved = problem.solved
        self.functions = dict(problem.functions)
        self.parameters = {function.parameter for function in self.functions.values()}
        self.letters = problem.letters
        self.known = Known(problem)
        self.findings: list[Findings] = []
        self.final: dict[str, int] = {}
        self.claimed = -1
        self.absurd: set[Polynomial] = set()
        self.pending = Pending(self.known)
        self.action_step = -1
        self.aims = Aims(self.known)
        self.sources = Sources(self.known)
        self.foreign: list[tuple[Findings, str]] = []
        self.forbidding = ""
        self.judged = 0

    def judge(self, texts: Sequence[str]) -> None:
        """Fills `findings`, one for each text, and the steps in which values are stated."""
        unread = MAX_TEXT
        for index, text in enumerate(texts):
            self.findings.append(Findings())
            unread -= len(text)
            if unread < 0:
                self.findings[index].doubtful.append("the answer is too long to check")
                continue
            try:
                self.step(index, text)
            except NotLinearError:
                self.findings[index].doubtful.append("numbers too large to check")
        self.close_actions()
        self.judge_foreign()
        for index in self.aims.all_reached:
            self.findings[index].named.append("letters that the problem has")

    def judge_foreign(self) -> None:
        """Letters that the problem has not are helpers where all that is asked is stated; else they are mistaken."""
        answered = self.claimed >= 0 if self.problem.kind != "one" else self.final.keys() >= set(self.problem.asked)
        for found, says in self.foreign:
            (found.grave if answered else found.wrong).append(says)
            found.doubtful += [says] if answered else []

    def step(self, index: int, text: str) -> None:
        found = self.findings[index]
        for statement in stated(text, self.letters | self.functions.keys() | self.parameters):
            self.judged += 1
            if self.judged > MAX_STATEMENTS or self.known.is_full:
                found.doubtful.append("more statements than are checked")
                return
            match statement:
                case Unclear():
                    self.doubt(f"not understood: {statement.what}", index, forbids=statement.claims)
                    self.pending.is_muddled = bool(self.pending.actions)
                    found.grave += [f"not understood: {statement.what}"] if statement.grave else []
                case StatedClaim():
                    self.claim(statement, index)
                case Stated():
                    self.chain(statement, index)
                case StatedValue():
                    self.value(statement, index)
                case Action():
                    if self.action_step != index or len(self.pending.actions) >= MAX_ACTIONS:
                        self.close_actions()
                    self.pending.actions.append(statement)
                    self.action_step = index
                case Refers():
                    self.sources.add(statement, index)
                case Aim():
                    why = self.aims.add(statement, index)
                    found.doubtful += [why] if why else []
                case Named():
                    self.named(statement, index)
                case Pointed():
                    self.pointed(statement, found)

    def doubt(self, what: str, index: int, *, forbids: bool) -> None:
        """Notes what is not understood; where it may contradict the rest, no later statement makes up for it."""
        self.findings[index].doubtful.append(what)
        if forbids:
            self.forbidding = self.forbidding or f"step {index + 1}: {what}"

    def claim(self, claim: StatedClaim, index: int) -> None:
        found = self.findings[index]
        is_reason = claim.solutions in _REASONS
        if _REASONS.get(claim.solutions, claim.solutions) == self.problem.kind:
            found.right.append(f"there is {_SAID[claim.solutions]}")
            self.claimed = self.claimed if is_reason else index
        elif claim.is_sure and not is_reason:
            found.wrong.append(f"it is not so that there is {_SAID[claim.solutions]}: {self.problem.truth}")
        else:
            self.doubt(f"not understood: where there is {_SAID[claim.solutions]}", index, forbids=True)

    # -- equations ---------------------------------------------------------------------------------------------------

    def chain(self, statement: Stated, index: int) -> None:
        """Judges each link of a chain of equal sides."""
        found = self.findings[index]
        sides = statement.run.sides
        if statement.answers and not self.is_about_what_is_asked(sides):
            self.doubt("the answer is said to be something that was not asked", index, forbids=True)
        if self.definition(sides, found):
            return
        if any(self.is_strange(side.tokens, found) for side in sides):
            return
        grounded = False
        for position, (relation, (one, other)) in enumerate(zip(statement.run.relations, pairwise(sides), strict=True)):
            pair = cross_multiplied(one.tokens, other.tokens, self.solved.values)
            left, right = pair or (self.form(one.tokens, found), self.form(other.tokens, found))
            if left is None or right is None:
                return
            if relation != "=":
                found.doubtful.append("an approximation, which is not judged")
                continue
            both = sides[position], sides[position + 1]
            names = names_in(both[0].tokens) | names_in(both[1].tokens)
            if names & (self.letters | self.functions.keys()):
                grounded = self.link(both, (left, right), index)
            else:
                if not position and self.sources.are_others(both, (index, statement.sentence)):
                    found.doubtful.append(f"{sides[0].text} is not of the equation that is named")
                    return
                grounded = self.numbers(both, (left, right), found, grounded=grounded or statement.run.continues)
            self.look_for(sides[position : position + 2], statement)
            self.note_value(sides, position, index)

    def look_for(self, sides: Sequence[Side], statement: Stated) -> None:
        """Notes where the value of a letter is found when another one is sought."""
        step = self.aims.mistaken(sides)
        if step >= 0:
            self.findings[step].doubtful.append(f"what is found then is {statement.run.sides[0].text}")

    def is_about_what_is_asked(self, sides: Sequence[Side]) -> bool:
        names = frozenset[str]().union(*(names_in(side.tokens) for side in sides))
        return not names or bool(names & set(self.problem.asked))

    def is_strange(self, tokens: Sequence[Token], found: Findings) -> bool:
        """Whether an expression has letters that the problem has not; if so, notes them."""
        strange = names_in(tokens) - self.letters - self.functions.keys()
        if strange:
            says = f"speaks of {', '.join(sorted(strange))}, which the problem does not"
            if self.problem.kind == "many":  # an answer may make a formula, with a letter of its own
                found.doubtful.append(says)
            else:
                self.foreign.append((found, says))
        return bool(strange)

    def form(self, tokens: Sequence[Token], found: Findings) -> Polynomial | None:
        if self.is_strange(tokens, found):
            return None
        for values in ({}, self.known.values):
            try:
                return Expression(tokens, values, self.functions).polynomial
            except NotLinearError:
                continue
        found.doubtful.append("mathematics that cannot be read")
        return None

    def definition(self, sides: Sequence[Side], found: Findings) -> bool:
        """Judges `f(x) = 3*x + 5`, the definition of a function said again; False where it is none."""
        left = sides[0].tokens
        if len(sides) != 2 or [token.kind for token in left] != [NAME, OPEN, NAME, CLOSE]:
            return False
        function = self.functions.get(left[0].text)
        if function is None or left[2].text != function.parameter:
            return False
        try:
            body = Expression(sides[1].tokens, {}, self.functions, function.parameter).polynomial
        except NotLinearError:
            found.doubtful.append("mathematics that cannot be read")
            return True
        if body == function.body:
            found.right.append(f"{sides[0].text} is defined so")
        else:
            found.wrong.append(f"{sides[0].text} is not defined as {sides[1].text}")
        return True

    def link(self, sides: tuple[Side, Side], forms: Sides, index: int) -> bool:
        """Judges `left = right` where letters stand in it; True where it holds and follows."""
        found = self.findings[index]
        said = f"{sides[0].text} = {sides[1].text}"
        difference = forms[0].minus(forms[1])
        if not difference.terms:
            return self.identity(sides, forms, said, found)
        is_value = self.is_value(sides, forms)
        if self.solved.consistent and not self.is_true(sides, difference, said, found):
            return False
        follows = is_value or self.known.follows(difference) or self.pending.leading_to(forms) is not None
        if not self.solved.consistent and not follows and (letter_that_is(sides[0]) or letter_that_is(sides[1])):
            found.wrong.append(f"{said} does not follow: {self.problem.truth}")
            return False
        if not follows:
            self.pending.is_muddled = bool(self.pending.actions)
            found.doubtful.append(f"{said} is not seen to follow")
            return False
        if not self.sources.give(forms, is_value=is_value):
            found.doubtful.append(f"{said} is not seen to come from the equation that is named")
            return False
        missed = self.aims.missed(sides, difference)
        if missed:
            found.doubtful.append(f"{said} is not seen to have {missed}")
            return False
        if difference.is_constant:
            self.absurd |= {difference, difference.scaled(Fraction(-1))}
        found.right.append(f"{said} follows")
        if self.leads(forms, said, found):
            self.known.add(forms, [side.tokens for side in sides])
            return True
        return False

    def is_true(self, sides: tuple[Side, Side], difference: Polynomial, said: str, found: Findings) -> bool:
        """Whether the solutions satisfy an equation; if not, notes why."""
        rest = self.solved.reduced(difference)
        if not rest.terms:
            return True
        if rest.is_constant:
            found.wrong.append(f"{said} does not hold: {self.problem.truth}")
        elif (letter_that_is(sides[0]) or letter_that_is(sides[1])) and not self.is_example(sides):
            found.wrong.append(f"{said} is not implied by the problem")
        else:
            found.doubtful.append(f"{said} is not implied by the problem")
        return False

    def is_example(self, sides: tuple[Side, Side]) -> bool:
        """Whether a value may be one of the many that the answer has said there are."""
        return self.claimed >= 0 and not (names_in(sides[0].tokens) and names_in(sides[1].tokens))

    def is_value(self, sides: tuple[Side, Side], forms: Sides) -> bool:
        """Whether it states the value of a letter."""
        for side, other in (sides, sides[::-1]):
            letter = letter_that_is(side)
            if letter and not names_in(other.tokens):
                right = forms[1] if side is sides[0] else forms[0]
                return self.solved.consistent and self.solved.values.get(letter) == right.constant
        return False

    def identity(self, sides: tuple[Side, Side], forms: Sides, said: str, found: Findings) -> bool:
        """An equation that any numbers satisfy says something only where it rewrites a side or applies a function."""
        rewrites = canonical(sides[0].tokens) != canonical(sides[1].tokens)
        applies = bool(names_in(sides[0].tokens) & self.functions.keys())
        if rewrites and (applies or (not forms[0].is_constant and self.known.is_part(forms[0]))):
            found.right.append(f"{said} rewrites a part of the problem")
            return True
        found.doubtful.append(f"{said} holds for any numbers and says nothing of the problem")
        return False

    def numbers(self, sides: tuple[Side, Side], forms: Sides, found: Findings, *, grounded: bool) -> bool:
        """Judges `left = right` without a letter."""
        said = f"{sides[0].text} = {sides[1].text}"
        if forms[0] != forms[1]:
            words = self.pending.said()
            if self.problem.kind == "none" and self.pending.lead_to(forms):
                found.right.append(f"{words} leads to {said}, which is false: there is no solution")
            elif forms[0].minus(forms[1]) in self.absurd:
                found.right.append(f"{said} is false, and follows: there is no solution")
            elif self.problem.kind == "none" and is_literal(sides[0]) and is_literal(sides[1]):
                found.doubtful.append(f"{said} is false, as it must be where there is no solution")
            else:
                found.wrong.append(f"{said} is false")
            return False
        literal = is_literal(sides[0]) and is_literal(sides[1])
        total = literal and forms[0].constant in self.known.totals() and bool(forms[0].terms)
        if grounded or total or (not literal and self.known.bears(sides[0].tokens)):
            found.right.append(f"{said} holds")
            return True
        found.doubtful.append(f"{said} is true, but it is not seen what it has to do with the problem")
        return False

    def note_value(self, sides: Sequence[Side], position: int, index: int) -> None:
        """Notes `x = 15/3 = 5` and `5 = x`: a value that is worked out."""
        letter = letter_that_is(sides[0])
        other = sides[position + 1]
        if not letter and position == 0 and len(sides) == 2:
            letter, other = letter_that_is(sides[1]), sides[0]
        found = self.findings[index]
        if (
            letter
            and letter in self.solved.values
            and not found.wrong
            and (is_literal(other) and is_worked_out(other.tokens))
        ):
            self.known.find(letter)
            self.final[letter] = index

    def named(self, statement: Named, index: int) -> None:
        """Judges the number that an equation is given: that of one of the problem's must be its own."""
        forms = [self.form(side.tokens, self.findings[index]) for side in statement.run.sides[-2:]]
        if forms[0] is None or forms[1] is None:
            return
        if not self.known.may_be_numbered((forms[0], forms[1]), statement):
            self.doubt("an equation with the number of another", index, forbids=True)

    # -- values in words ---------------------------------------------------------------------------------------------

    def value(self, statement: StatedValue, index: int) -> None:
        """`x is 5`, or `the answer is 5` where one letter is asked."""
        found = self.findings[index]
        letter = statement.letter or (self.problem.asked[0] if len(self.problem.asked) == 1 else "")
        form = self.form(statement.tokens, found)
        if form is None:
            return
        if not letter or not form.is_constant or letter not in self.letters:
            self.doubt("a value of which it is not seen what it is", index, forbids=True)
        elif self.solved.values.get(letter) != form.constant:
            found.wrong.append(f"{letter} = {form.constant} does not hold: {self.problem.truth}")
        else:
            found.right.append(f"{letter} = {form.constant} holds")
            self.known.find(letter)
            if is_worked_out(statement.tokens):
                self.final[letter] = index

    def pointed(self, statement: Pointed, found: Findings) -> None:
        tokens = statement.run.sides[0].tokens
        if [token.kind for token in tokens] in ([NAME, OPEN, NAME, CLOSE], [NAME]) and tokens[0].text in self.functions:
            return
        if [token.kind for token in tokens] == [NAME] and tokens[0].text in self.parameters:
            return
        if statement.is_factor and self.known.has_factor(tokens):
            return
        form = self.form(tokens, found)
        if form is None:
            return
        if not form.letters or not (self.known.is_part(form) or self.known.has_term(form)):
            found.doubtful.append(f"not understood: what {statement.run.sides[0].text} is said to be")

    # -- operations --------------------------------------------------------------------------------------------------

    def leads(self, forms: Sides, said: str, found: Findings) -> bool:
        """Whether the operations said before lead to an equation; True also where none wait, or it restates one."""
        if not self.pending.actions:
            return True
        words = self.pending.said()
        last = self.pending.actions[-1]
        if self.pending.lead_to(forms):
            if kept := self.aims.keeps(forms[0].minus(forms[1]), last, self.action_step):
                found.doubtful.append(f"{said} still has {kept}")
            found.right.append(f"{words} leads there")
            if self.findings[self.action_step] is not found:
                self.findings[self.action_step].right.append(f"{words} leads to the next equation")
            return True
        if self.pending.may_wait(forms):
            return True
        if self.findings[self.action_step] is not found:
            self.close_actions()
            return True
        says = found.doubtful if self.pending.is_muddled else found.wrong
        says.append(f"{words} does not lead to {said}")
        self.pending.actions.clear()
        return False

    def close_actions(self) -> None:
        if self.pending.actions:
            self.doubt(f"no equation shows what {self.pending.said()} leads to", self.action_step, forbids=True)
        self.pending.actions.clear()
