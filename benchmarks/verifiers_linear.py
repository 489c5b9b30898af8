"""What the linear task takes, solves and judges, measured on public data that nobody here wrote.

`figures()` gives everything as plain numbers; the rows behind a number that should be zero are listed.

    python -m benchmarks.verifiers_linear
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from fractions import Fraction
from typing import Any

from stepcache_core import Request
from stepcache_core.tasks import LinearEquationTask
from stepcache_core.tasks.linear import reading as linear_reading
from stepcache_core.tasks.linear import statements as linear_statements
from stepcache_core.tasks.linear import wording as linear_wording
from tests.public_data import PROMPTS, prompts, read_rows

TASK = LinearEquationTask()


def figures() -> dict[str, Any]:
    """All figures of this module."""
    return {"recognition": recognition(), "solved": solved(), "cost": cost()}


def recognition() -> dict[str, Any]:
    """How many prompts of other kinds are taken for equations: each is an error."""
    asked = [prompt for name in PROMPTS for prompt in prompts(name)]
    return {"prompts": len(asked), "taken": [one for one in asked if TASK.parse(Request.from_prompt(one)) is not None]}


def solved() -> dict[str, Any]:
    """Rows solved right and wrong for each module of the set of equations, and the time all of it took."""
    total: Counter[str] = Counter()
    right: Counter[str] = Counter()
    wrong: list[str] = []
    own_answers_passed = 0
    start = time.perf_counter()
    for row in read_rows("linear_equations"):
        module = row["module"]
        total[module] += 1
        problem = TASK.parse(Request.from_prompt(row["question"]))
        if problem is None:
            continue
        if problem.solution == Fraction(row["answer"]):
            right[module] += 1
        else:
            wrong.append(row["question"])
        own_answers_passed += TASK.verify_answer(problem, TASK.solve(problem) or "").is_pass
    return {
        "rows": dict(total),
        "right": dict(right),
        "share": {module: right[module] / count for module, count in total.items()},
        "wrong": wrong,
        "own_answers_passed": own_answers_passed,
        "seconds": time.perf_counter() - start,
    }


def cost() -> dict[str, float]:
    """Microseconds to recognise a prompt and to verify a short answer, median, nothing kept from call to call."""
    seconds: dict[str, list[float]] = {}
    for row in read_rows("linear_equations"):
        kind = "chain" if row["module"].endswith("composed") else "system" if "2d" in row["module"] else "equation"
        request = Request.from_prompt(row["question"])
        _forget()
        start = time.perf_counter()
        problem = TASK.parse(request)
        seconds.setdefault(f"parse {kind}", []).append(time.perf_counter() - start)
        if problem is None:
            continue
        steps = TASK.segment(problem, TASK.solve(problem) or "")
        _forget()
        start = time.perf_counter()
        TASK.verify(problem, steps)
        seconds.setdefault(f"verify final line of {kind}", []).append(time.perf_counter() - start)
    return {f"{name}, p50 µs": statistics.median(values) * 1e6 for name, values in seconds.items()}


def _forget() -> None:
    linear_reading.read.cache_clear()
    linear_wording.understood.cache_clear()
    linear_statements.statements.cache_clear()


def main() -> None:
    for name, part in figures().items():
        print(name)
        for key, value in part.items():
            shown = f"{len(value)} {value[:3]}" if isinstance(value, list) else value
            print(f"  {key}: {shown}")


if __name__ == "__main__":
    main()
