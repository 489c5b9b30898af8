"""The requests of a run: the built-in ones of a seed, or those of a file.

A file holds one JSON object a line; `README.md` in this package's parent folder describes its fields.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.microbench import equation_prompts, json_prompts
from benchmarks.microbench.equation_prompts import Variant
from benchmarks.microbench.oracle import CheckError, judge

EQUATIONS, JSON = "linear_equation", "json"
ATTEMPTS = 200
"""Draws after which a variant that equals an earlier prompt is an error."""


class WorkloadError(ValueError):
    """A workload file that cannot be used; the message names file and line."""


@dataclass(frozen=True, slots=True)
class Case:
    """One request to be answered and judged.

    Attributes:
        id: Its name, once in a workload.
        task: The family it belongs to, for the report.
        warm: Prompts that every cache has seen before.
        prompt: What is asked.
        check: What an answer must be (`oracle`).
        perturbation: What it changes of its base, for the report.
    """

    id: str
    task: str
    warm: tuple[str, ...]
    prompt: str
    check: dict[str, Any]
    perturbation: str = ""

    def line(self) -> str:
        fields = {"id": self.id, "task": self.task, "perturbation": self.perturbation, "warm": list(self.warm)}
        return json.dumps(fields | {"prompt": self.prompt, "check": self.check}, ensure_ascii=False)


def built_in(seed: int, bases: int = equation_prompts.BASES) -> list[Case]:
    """The workload of a seed: 12 equations and 18 objects a base; `bases` of the 10 bases of each task."""
    equation_rng, json_rng = Random(f"equations {seed}"), Random(f"json {seed}")
    families = [(EQUATIONS, equation_prompts.family(equation_rng, n)) for n in range(equation_prompts.BASES)]
    layout = json_prompts.layout(json_rng)
    families += [(JSON, json_prompts.family(json_rng, form, draw)) for form, draw in layout]
    seen = {base for _, (base, _) in families}
    cases: list[Case] = []
    for number, (task, (base, variants)) in enumerate(families):
        for place, vary in enumerate(variants):
            perturbation, prompt, check = _unseen(vary, seen)
            name = f"s{seed}-{task}-{number % equation_prompts.BASES + 1}-{place + 1}"
            cases.append(Case(name, task, (base,), prompt, check, perturbation))
    kept = {base for task in (EQUATIONS, JSON) for base in _bases(cases, task)[:bases]}
    return [case for case in cases if case.warm[0] in kept]


def _unseen(vary: Callable[[], Variant], seen: set[str]) -> Variant:
    for _ in range(ATTEMPTS):
        variant = vary()
        if variant[1] not in seen:
            seen.add(variant[1])
            return variant
    raise AssertionError(f"no new variant in {ATTEMPTS} draws, the last one was {variant[1]!r}")


def _bases(cases: Iterable[Case], task: str) -> list[str]:
    return list(dict.fromkeys(prompt for case in cases if case.task == task for prompt in case.warm))


def warm_prompts(cases: Iterable[Case]) -> list[str]:
    """What every cache sees first, each prompt once, in the order of the cases."""
    return list(dict.fromkeys(prompt for case in cases for prompt in case.warm))


def one_of_each(cases: Iterable[Case]) -> list[Case]:
    """One case of every task and perturbation, from different bases as far as there are any."""
    kept: dict[tuple[str, str], Case] = {}
    used: Counter[tuple[str, ...]] = Counter()
    for case in cases:
        kind = (case.task, case.perturbation)
        if kind not in kept or used[case.warm] < used[kept[kind].warm] - 1:
            if kind in kept:
                used[kept[kind].warm] -= 1
            kept[kind] = case
            used[case.warm] += 1
    return list(kept.values())


def shuffled(cases: Sequence[Case], seed: int) -> list[Case]:
    """The order in which the cases are asked."""
    return Random(f"order {seed}").sample(cases, len(cases))


def read(path: Path) -> list[Case]:
    """The cases of a file.

    Raises:
        WorkloadError: A line is not what a workload has.
    """
    cases: list[Case] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            cases.append(_case(line, f"{path}, line {number}"))
    names = [case.id for case in cases]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise WorkloadError(f"{path}: these ids stand twice: {', '.join(twice)}")
    if not cases:
        raise WorkloadError(f"{path}: no cases in it")
    return cases


def _case(line: str, where: str) -> Case:
    try:
        fields = json.loads(line)
    except ValueError as error:
        raise WorkloadError(f"{where}: no JSON object ({error})") from error
    wanted = {"id": str, "task": str, "prompt": str, "check": dict}
    for name, kind in wanted.items():
        if not isinstance(fields, dict) or not isinstance(fields.get(name), kind):
            raise WorkloadError(f"{where}: {name!r} must be there as {kind.__name__}")
    warm = fields.get("warm", [])
    if not isinstance(warm, list) or not all(isinstance(prompt, str) for prompt in warm):
        raise WorkloadError(f"{where}: 'warm' must be a list of prompts")
    perturbation = str(fields.get("perturbation", ""))
    try:
        judge(fields["check"], "")
    except CheckError as error:
        raise WorkloadError(f"{where}: {error}") from error
    return Case(fields["id"], fields["task"], tuple(warm), fields["prompt"], fields["check"], perturbation)


def write(cases: Iterable[Case], path: Path) -> None:
    """Write cases in the form that `read` takes."""
    path.write_text("".join(f"{case.line()}\n" for case in cases), encoding="utf-8")
