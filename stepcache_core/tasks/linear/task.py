"""The task of linear equations: one equation in one variable, several at once, and chains that lead to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from stepcache_core.model import Request, Source, Step, Verdict, join
from stepcache_core.tasks.linear.chain import recognise_system
from stepcache_core.tasks.linear.likeness import (
    says_what_may_differ,
    says_what_may_differ_of_several,
    states_another_equation,
    states_another_equation_of_several,
)
from stepcache_core.tasks.linear.notation import notation_of
from stepcache_core.tasks.linear.recognise import LinearProblem, asks_one_thing, recognise_prompt
from stepcache_core.tasks.linear.replay import replay
from stepcache_core.tasks.linear.solve import solve, solve_spoken, solve_system
from stepcache_core.tasks.linear.spoken.recognise import SpokenProblem, recognise_spoken
from stepcache_core.tasks.linear.spoken.verify import verify_spoken, verify_spoken_answer
from stepcache_core.tasks.linear.steps import cut
from stepcache_core.tasks.linear.systems.problem import SystemProblem
from stepcache_core.tasks.linear.systems.read import METHODS
from stepcache_core.tasks.linear.systems.verify import verify_system, verify_system_answer
from stepcache_core.tasks.linear.systems.worked import replay_system, whole_system
from stepcache_core.tasks.linear.verify import may_stand, verify, verify_answer
from stepcache_core.tasks.linear.wording import without_smileys
from stepcache_core.tasks.linear.worked import finished, joined, layout_of
from stepcache_core.tasks.templates import unwrapped

EquationProblem: TypeAlias = LinearProblem | SpokenProblem | SystemProblem
"""One equation; one told in words about "a number"; several equations, or definitions that lead to some."""
_EQUATIONS_OF_A_WORKING = 3
"""The problem, its solution, and at least one equation between them."""


class LinearEquationTask:
    """Solves, verifies and replays answers to "Solve 3x + 5 = 20", and to several equations at once."""

    name = "linear_equation"
    replay_proves_itself = True

    def parse(self, request: Request) -> EquationProblem | None:
        if not asks_one_thing(request):
            return None
        prompt = without_smileys(unwrapped(request.messages[-1].content))
        return recognise_prompt(prompt) or recognise_system(prompt) or recognise_spoken(prompt)

    def segment(self, problem: EquationProblem, text: str) -> tuple[Step, ...]:
        return cut(text)

    def verify(self, problem: EquationProblem, steps: Sequence[Step]) -> tuple[Verdict, ...]:
        match problem:
            case LinearProblem():
                return verify(problem, steps)
            case SpokenProblem():
                return verify_spoken(problem, steps)
            case SystemProblem():
                return verify_system(problem, steps)

    def verify_answer(self, problem: EquationProblem, text: str) -> Verdict:
        texts = [step.text for step in cut(text)]
        match problem:
            case LinearProblem():
                verdict = verify_answer(problem, texts)
            case SpokenProblem():
                verdict = verify_spoken_answer(problem, texts)
            case SystemProblem():
                verdict = verify_system_answer(problem, texts)
        missing = problem.form.missing(problem.values, text) if verdict.is_pass else ""
        return Verdict.unknown(missing) if missing else verdict

    def compatible(self, old: EquationProblem, new: EquationProblem) -> bool:
        """Whether both are of a kind; an answer that was not asked for its steps may lack them, which `replay` sees."""
        return type(old) is type(new) and (old.wants_steps or not new.wants_steps)

    def may_mislead(self, old: EquationProblem, new: EquationProblem, text: str) -> bool:
        match old, new:
            case LinearProblem(), LinearProblem():
                return says_what_may_differ(text, old, new) or states_another_equation(text, old, new)
            case SpokenProblem(), SpokenProblem():
                one, other = old.equation, new.equation
                return says_what_may_differ(text, one, other) or states_another_equation(text, one, other)
            case SystemProblem(), SystemProblem():
                words_differ = says_what_may_differ_of_several(text, old, new)
                return words_differ or states_another_equation_of_several(text, old, new)
        return False

    def may_stand(self, text: str) -> bool:
        return may_stand(METHODS.sub("method", text))

    def replay(self, old: EquationProblem, new: EquationProblem, steps: Sequence[Step]) -> tuple[Step, ...] | None:
        """The steps worked out for another problem; None also where it asks for steps that the answer does not show."""
        if new.wants_steps and not old.wants_steps and not _shows_its_working(steps):
            return None
        replayed: tuple[Step, ...] | None = None
        if isinstance(old, LinearProblem) and isinstance(new, LinearProblem):
            replayed = replay(old, new, steps)
        elif isinstance(old, SystemProblem) and isinstance(new, SystemProblem):
            replayed = replay_system(new, steps)
        if replayed is None or not new.form.missing(new.values, join(replayed)):
            return replayed
        # The old answer was not asked for the form that this one is asked for; its own words have it.
        written = self.finish(new, "")
        return None if written is None else tuple(step.with_source(Source.REPLAY) for step in cut(written))

    def finish(self, problem: EquationProblem, kept: str) -> str | None:
        texts = [step.text for step in cut(kept)]
        match problem:
            case LinearProblem():
                return "".join(joined(finished(problem, texts)))
            case SystemProblem():
                written = whole_system(problem, notation_of(kept), layout_of(texts, texts))
                return "".join(joined(written)) if written else None
            case SpokenProblem():
                return None

    def solve(self, problem: EquationProblem) -> str | None:
        match problem:
            case LinearProblem():
                return solve(problem)
            case SpokenProblem():
                return solve_spoken(problem)
            case SystemProblem():
                return solve_system(problem)


def _shows_its_working(steps: Sequence[Step]) -> bool:
    return sum("=" in line for step in steps for line in step.text.splitlines()) >= _EQUATIONS_OF_A_WORKING
