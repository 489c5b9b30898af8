"""Verdicts on the steps and on the whole of an answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from stepcache_core.model import Step, Verdict
from stepcache_core.tasks.linear.compare import is_final
from stepcache_core.tasks.linear.courtesies import without_courtesies
from stepcache_core.tasks.linear.findings import Findings, note_narration
from stepcache_core.tasks.linear.judge import Judge
from stepcache_core.tasks.linear.lexer import MAX_TEXT
from stepcache_core.tasks.linear.recognise import LinearProblem
from stepcache_core.tasks.linear.story.narration import narrated
from stepcache_core.tasks.linear.vocabulary import SAFE_TO_STAND, harmless_phrases
from stepcache_core.tasks.linear.wording import without_smileys

_PROSE_SIGNS: Final = frozenset(" \t\n\r.,:;!?-*#_()'’—–")

_ITEM_NUMBER: Final = re.compile(
    r"^[ \t]*(?:\#{1,6}[ \t]+)?(?:\*\*)?(?:[Ss]tep[ \t]+)?[0-9]{1,3}[.):][ \t]+(?=(?:\*\*)?[A-Za-z]{2})", re.MULTILINE
)
"""The number of a list's item, with words after it."""


def verify(problem: LinearProblem, steps: Sequence[Step]) -> tuple[Verdict, ...]:
    """One verdict for each step."""
    judge = Judge(problem)
    if problem.story:
        narration = narrated(problem.story, problem.values, [step.text for step in steps])
        judge.judge(narration.texts)
        note_narration(judge.findings, narration.naming, narration.following)
    else:
        judge.judge([step.text for step in steps])
    return tuple([found.verdict() for found in judge.findings])


def verify_answer(problem: LinearProblem, texts: Sequence[str]) -> Verdict:
    """The verdict on a whole answer, given as the texts of its steps."""
    if sum(map(len, texts)) > MAX_TEXT:
        return Verdict.unknown("the answer is too long to check")
    if problem.story:
        texts = narrated(problem.story, problem.values, texts).texts
    judge = Judge(problem)
    judge.judge(texts)
    for number, found in enumerate(judge.findings, start=1):
        if found.wrong:
            return Verdict.failed(f"step {number}: {found.wrong[0]}")
    if judge.final_step < 0:
        return Verdict.unknown(f"no value of {problem.variable} is stated")
    if problem.solution is not None and (judge.final is None or not is_final(judge.final)):
        return Verdict.unknown(f"the last value of {problem.variable} is not worked out")
    for number, found in enumerate(judge.findings, start=1):
        doubt = _forbidding_doubt(found, judge, number - 1)
        if doubt:
            return Verdict.unknown(f"step {number}: {doubt}")
    unknown = [number for number, found in enumerate(judge.findings, start=1) if found.doubtful]
    note = f" (not judged, with no false equation in them: steps {', '.join(map(str, unknown))})" if unknown else ""
    return Verdict.passed(f"{judge.facts.truth()}, and the answer says so{note}")


def _forbidding_doubt(found: Findings, judge: Judge, index: int) -> str:
    """Why a step forbids to trust the answer it stands in, or an empty string.

    From the step of the final value on everything must be understood. Before it, prose may say what it likes as
    long as nothing in it could turn a statement round.
    """
    doubts = found.doubtful if index >= judge.final_step else found.grave
    return doubts[0] if doubts else ""


def may_stand(text: str) -> bool:
    """Whether a text states nothing: plain words from a closed list, no number, no letter that could be a variable."""
    if len(text) > 2_000:
        return False
    text = _ITEM_NUMBER.sub("", without_courtesies(without_smileys(text)))
    plain = "".join(" " if char in _PROSE_SIGNS and char not in "'’-" else char for char in text).lower()
    words = [word.replace("’", "'").strip("'-") for word in plain.split()]
    at = 0
    while at < len(words):
        phrases = harmless_phrases(words[at], words[at + 1]) if at + 1 < len(words) else ()
        phrase = next((each for each in phrases if tuple(words[at : at + len(each)]) == each), None)
        if phrase is None and words[at] and words[at] not in SAFE_TO_STAND:
            return False
        if phrase is None and len(words[at]) == 1 and words[at] not in {"a", "i"}:
            return False
        at += len(phrase) if phrase else 1
    return True
