"""Replay: the steps of a worked answer, recomputed for another equation.

Each equation and operation of the old answer is recognised by its role (the problem restated, both sides after the
constant is taken away, the check), and written anew for the new problem in the notation of the old one. From the
first step on that has no role in the new problem, as its equation has another shape, the task works out the rest in
its own words; a closing step that only states the result is kept. The result must pass this task's own verifier, or
there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from stepcache_core.model import Source, Step, join
from stepcache_core.tasks.linear.algebra import Linear, constant
from stepcache_core.tasks.linear.derivation import Derivation, Move, Sides, follow_all, start, ways_between
from stepcache_core.tasks.linear.lexer import has_table
from stepcache_core.tasks.linear.likeness import says_what_may_differ
from stepcache_core.tasks.linear.recognise import LinearProblem
from stepcache_core.tasks.linear.rewriting import NoReplayError, without_gaps
from stepcache_core.tasks.linear.roles import Rewritten, pairs
from stepcache_core.tasks.linear.statement_kinds import Equation, Statement
from stepcache_core.tasks.linear.statements import statements
from stepcache_core.tasks.linear.steps import cut
from stepcache_core.tasks.linear.verify import may_stand, verify, verify_answer
from stepcache_core.tasks.linear.worked import joined, layout_of, notation_for, steps_from, whole

MAX_REPLAYED: Final = 8_000
"""Characters an answer that is replayed may have."""
MAX_STATEMENTS: Final = 120
"""Equations and operations it may state."""
MAX_WAYS: Final = 6
"""Readings that are tried where the numbers leave it open which role a move has."""
MAX_CUT: Final = 4
"""Leading steps that are given up, one after the other, where what they lead to does not pass."""


_CHECKS: Final = re.compile(r"\b(?:check|verif|substitut|plug|put)", re.IGNORECASE)


def replay(old: LinearProblem, new: LinearProblem, steps: Sequence[Step]) -> tuple[Step, ...] | None:
    """The steps for `new`, each verified, or None."""
    texts = [step.text for step in steps]
    if not any(texts) or sum(map(len, texts)) > MAX_REPLAYED:
        return None
    if old.solution is None or new.solution is None or says_what_may_differ("".join(texts), old, new):
        return verified_steps(new, _all_worked(new, texts))
    stated = [statements(text, old.variable) for text in texts]
    if sum(map(len, stated)) > MAX_STATEMENTS:
        return None
    equations = [sides for each in stated for statement in each for sides in _equations(statement, old.variable)]
    ways = list(islice(_derivations(start(old), start(new), equations), MAX_WAYS))
    for was, now in ways:
        try:
            written = Rewritten(was, now, texts, stated).texts()
        except NoReplayError:
            continue
        if (verified := verified_steps(new, written)) is not None:
            return verified
    if has_table(join(steps)):  # a table is written to its last row, or not at all
        return verified_steps(new, _all_worked(new, texts))
    for was, now in ways:
        for written in _worked_on(was, now, texts, stated):
            if (verified := verified_steps(new, written)) is not None:
                return verified
    return None


def verified_steps(problem: LinearProblem, texts: Sequence[str]) -> tuple[Step, ...] | None:
    """The texts as steps with their verdicts, or None where they are not a right answer."""
    steps = tuple(Step(text, Source.REPLAY) for text in texts)
    verdicts = verify(problem, steps)
    sound = all(
        verdict.is_pass or (not verdict.is_fail and may_stand(step.text))
        for step, verdict in zip(steps, verdicts, strict=True)
    )
    if not sound or not verify_answer(problem, [step.text for step in cut(join(steps))]).is_pass:
        return None
    return tuple(step.with_verdict(verdict) for step, verdict in zip(steps, verdicts, strict=True))


def _derivations(
    was: Derivation, now: Derivation, equations: Sequence[Sides]
) -> Iterator[tuple[Derivation, Derivation]]:
    """The old answer's way from equation to equation, and the new problem on the same way, in every reading.

    A way ends where the old answer does something that has no role, or that cannot be done to the new problem.
    """
    for place, sides in enumerate(equations):
        if sides in was.states:
            continue
        goes_on = False
        for roles in ways_between(was.states[-1], sides):
            further, likewise = follow_all(was, roles), follow_all(now, roles)
            if further is not None and likewise is not None:
                goes_on = True
                yield from _derivations(further, likewise, equations[place + 1 :])
        if not goes_on:
            yield was, now
        return
    yield was, now


def _worked_on(
    was: Derivation, now: Derivation, texts: Sequence[str], stated: Sequence[Sequence[Statement]]
) -> Iterator[list[str]]:
    """The leading steps that have a role, and the rest worked out; with the most steps first, and the closing one."""
    leading = Rewritten(was, now, texts, stated).leading()
    closing = Rewritten(_at_its_end(was.problem), _at_its_end(now.problem), texts[-1:], stated[-1:]).closing()
    notation = notation_for(now.problem, "".join(texts))
    for count in range(len(leading), max(0, len(leading) - MAX_CUT), -1):
        kept = [text for text, _ in leading[:count]]
        reached = Derivation(now.problem, now.states[: leading[count - 1][1] + 1], ())
        if _CHECKS.search("".join(kept)) is not None and not _is_solved(reached):
            continue
        rest = _without_repetition(steps_from(reached, notation, layout_of(texts, kept)), kept[-1])
        if not rest and count < len(texts):
            try:
                kept = without_gaps(kept, texts[-1])
            except NoReplayError:
                continue
        if count < len(texts):
            yield joined([*kept, *rest, *closing])
        yield joined([*kept, *rest])
    yield _all_worked(now.problem, texts)


def _without_repetition(rest: list[str], before: str) -> list[str]:
    """The steps without a first one, if it has no number, whose equation the step before them states."""
    lines = rest[0].strip().splitlines() if rest else []
    repeats = bool(lines) and re.search(rf"(?<!\S){re.escape(lines[-1].strip())}(?![\w/])", before) is not None
    return rest[1:] if repeats and not lines[0][:1].isdigit() else rest


def _is_solved(reached: Derivation) -> bool:
    left, right = reached.states[-1]
    return left == Linear(((reached.problem.variable, 1),)) and not right.terms


def _at_its_end(problem: LinearProblem) -> Derivation:
    """The equation and its solution, as an answer's last words speak of them."""
    solved = Linear(((problem.variable, 1),)), constant(problem.solution or 0)
    return Derivation(problem, ((problem.left, problem.right), solved), (Move(),))


def _all_worked(problem: LinearProblem, texts: Sequence[str]) -> list[str]:
    """A whole answer, with nothing of the old one but its notation and layout."""
    return joined(whole(problem, notation_for(problem, "".join(texts)), layout_of(texts, ())))


def _equations(statement: Statement, variable: str) -> list[Sides]:
    return pairs(statement.run, variable) if isinstance(statement, Equation) else []
