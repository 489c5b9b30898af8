"""Verdicts on the steps and on the whole of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stepcache_core.model import Step, Verdict
from stepcache_core.tasks.linear.compare import is_final
from stepcache_core.tasks.linear.judge import Findings, Judge
from stepcache_core.tasks.linear.lexer import MAX_TEXT, WORD
from stepcache_core.tasks.linear.reading import read
from stepcache_core.tasks.linear.recognise import LinearProblem
from stepcache_core.tasks.linear.vocabulary import DANGEROUS, SAFE_TO_STAND

_PROSE_SIGNS: Final = frozenset(" \t\n\r.,:;!?-*#_()'’—–")


def verify(problem: LinearProblem, steps: Sequence[Step]) -> tuple[Verdict, ...]:
    """One verdict for each step."""
    judge = Judge(problem)
    judge.judge([step.text for step in steps])
    return tuple(found.verdict() for found in judge.findings)


def verify_answer(problem: LinearProblem, texts: Sequence[str]) -> Verdict:
    """The verdict on a whole answer, given as the texts of its steps."""
    if sum(map(len, texts)) > MAX_TEXT:
        return Verdict.unknown("the answer is too long to check")
    judge = Judge(problem)
    judge.judge(texts)
    for number, found in enumerate(judge.findings, start=1):
        if found.wrong:
            return Verdict.failed(f"step {number}: {found.wrong[0]}")
    if judge.final_step < 0:
        return Verdict.unknown(f"no value of {problem.variable} is stated")
    if problem.solution is not None and (judge.final is None or not is_final(judge.final)):
        return Verdict.unknown(f"the last value of {problem.variable} is not worked out")
    for number, (text, found) in enumerate(zip(texts, judge.findings, strict=True), start=1):
        doubt = _forbidding_doubt(text, problem.variable, found, judge, number - 1)
        if doubt:
            return Verdict.unknown(f"step {number}: {doubt}")
    unknown = [number for number, found in enumerate(judge.findings, start=1) if found.doubtful]
    note = f" (not judged, with no false equation in them: steps {', '.join(map(str, unknown))})" if unknown else ""
    return Verdict.passed(f"{judge.truth()}, and the answer says so{note}")


def _forbidding_doubt(text: str, variable: str, found: Findings, judge: Judge, index: int) -> str:
    """Why a step forbids to trust the answer it stands in, or an empty string.

    From the step of the final value on everything must be understood. Before it, prose may say what it likes as
    long as no word in it could turn a statement round.
    """
    if not found.doubtful:
        return ""
    if index >= judge.final_step:
        return found.doubtful[0]
    for item in read(text, variable):
        if item.kind == WORD and item.text in DANGEROUS:
            return f"the word {item.text!r} may turn a statement round"
        if item.run is None and item.kind not in {WORD, "stop", "label", "math"}:
            return f"not understood: {item.text[:40]}"
        if item.run is not None and not item.run.readable:
            return "mathematics that cannot be read"
    return ""


def may_stand(text: str) -> bool:
    """Whether a text states nothing: plain words from a closed list, no number, no letter that could be a variable."""
    if len(text) > 2_000:
        return False
    words = "".join(" " if char in _PROSE_SIGNS and char not in "'’-" else char for char in text).lower().split()
    return all(
        word.replace("’", "'").strip("'-") in SAFE_TO_STAND or not word.strip("'-") for word in words
    ) and not any(len(word) == 1 and word not in {"a", "i", "-"} for word in words)
