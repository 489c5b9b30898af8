"""Verdicts on the steps and on the whole of an answer to several equations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from stepcache_core.model import Step, Verdict
from stepcache_core.tasks.linear.algebra import NotLinearError
from stepcache_core.tasks.linear.findings import Findings, note_narration
from stepcache_core.tasks.linear.lexer import MAX_TEXT
from stepcache_core.tasks.linear.polynomial import Expression
from stepcache_core.tasks.linear.reading import read
from stepcache_core.tasks.linear.story.narration import narrated
from stepcache_core.tasks.linear.systems.judge import SystemJudge
from stepcache_core.tasks.linear.systems.problem import Given, SystemProblem
from stepcache_core.tasks.linear.systems.quotients import cross_multiplied


def verify_system(problem: SystemProblem, steps: Sequence[Step]) -> tuple[Verdict, ...]:
    """One verdict for each step."""
    narration = narrated(problem.story, problem.solved.values, [step.text for step in steps])
    judge = SystemJudge(_in_the_order_of(narration.texts, problem))
    judge.judge(narration.texts)
    note_narration(judge.findings, narration.naming, narration.following)
    return tuple(found.verdict() for found in judge.findings)


def verify_system_answer(problem: SystemProblem, texts: Sequence[str]) -> Verdict:
    """The verdict on a whole answer: each letter asked for must be stated, and nothing false."""
    if sum(map(len, texts)) > MAX_TEXT:
        return Verdict.unknown("the answer is too long to check")
    texts = narrated(problem.story, problem.solved.values, texts).texts
    judge = SystemJudge(_in_the_order_of(texts, problem))
    judge.judge(texts)
    for number, found in enumerate(judge.findings, start=1):
        if found.wrong:
            return Verdict.failed(f"step {number}: {found.wrong[0]}")
    if judge.forbidding:
        return Verdict.unknown(judge.forbidding)
    if problem.kind != "one":
        last = judge.claimed
        if last < 0:
            return Verdict.unknown("it is not said how many solutions there are")
    else:
        missing = [letter for letter in problem.asked if letter not in judge.final]
        if missing:
            return Verdict.unknown(f"no value of {missing[0]} is stated and worked out")
        last = max(judge.final[letter] for letter in problem.asked)
    for index, found in enumerate(judge.findings):
        doubt = _forbidding_doubt(found, settled=index >= last)
        if doubt:
            return Verdict.unknown(f"step {index + 1}: {doubt}")
    return Verdict.passed(f"{problem.truth}, and the answer says so")


def _in_the_order_of(texts: Sequence[str], problem: SystemProblem) -> SystemProblem:
    """A word problem with its equations in the order and the form of the answer, whose own first is "the first"."""
    if not problem.story:
        return problem
    equations: list[Given] = []
    rest = list(problem.equations)
    for item in (item for text in texts for item in read(text)):
        for left, right in pairwise(item.run.sides) if item.run is not None else ():
            try:
                one, other = cross_multiplied(left.tokens, right.tokens, problem.solved.values) or (
                    Expression(left.tokens, {}, {}).polynomial,
                    Expression(right.tokens, {}, {}).polynomial,
                )
            except NotLinearError:
                continue
            given = Given(one, other, (left.tokens, right.tokens))
            if _is_one_of(given, rest):
                rest = [each for each in rest if not _is_one_of(given, [each])]
                equations.append(given)
    return replace(problem, equations=(*equations, *rest))


def _is_one_of(equation: Given, others: Sequence[Given]) -> bool:
    """Whether an equation is a multiple of one of the others."""
    return any(equation.difference.is_multiple_of(other.difference) for other in others)


def _forbidding_doubt(found: Findings, *, settled: bool) -> str:
    """Why a step forbids to trust its answer; prose before the values are stated may say what turns nothing round."""
    if settled and found.doubtful:
        return found.doubtful[0]
    if found.grave:
        return found.grave[0]
    return next((doubt for doubt in found.doubtful if doubt.startswith("mathematics")), "")
