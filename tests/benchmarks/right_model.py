"""A model that answers every request of the workloads as it should."""

from __future__ import annotations

from pathlib import Path

import benchmarks
from benchmarks.microbench.workload import Case
from stepcache_core import Generation, Request, Usage
from stepcache_core.tasks import LinearEquationTask
from tests.benchmarks.scripted import right_answer

WORKLOADS = Path(benchmarks.__file__).parent / "workloads"
SECOND, THIRD, FOURTH = (WORKLOADS / f"{name}.jsonl" for name in ("second", "third", "fourth"))
EQUATIONS = LinearEquationTask()


class RightModel:
    """Answers each request of a workload, and a repair of it, rightly; equations in steps."""

    def __init__(self, cases: list[Case]) -> None:
        # A base prompt has no check of its own: it asks for what its paraphrases ask for.
        bases = {case.warm[0]: case.check for case in cases if case.perturbation.startswith("paraphrase")}
        self.checks = bases | {case.prompt: case.check for case in cases}
        self.calls = 0

    def generate(self, request: Request) -> Generation:
        self.calls += 1
        problem = EQUATIONS.parse(request)
        worked = EQUATIONS.finish(problem, "") if problem is not None else None
        asked = max((prompt for prompt in self.checks if request.prompt.startswith(prompt)), key=len, default=None)
        check = None if asked is None else self.checks[asked]
        return Generation(worked or (right_answer(check) if check else "{}"), Usage(10, 10))
