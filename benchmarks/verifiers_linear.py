"""What the linear task takes, solves and judges, measured on public data that nobody here wrote.

`figures(data)` gives everything as plain numbers; the rows behind a number that should be zero are listed.

    python benchmarks/verifiers_linear.py [DATA_FOLDER]
"""

from __future__ import annotations

import itertools
import json
import re
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from stepcache_core import Request
from stepcache_core.tasks import LinearEquationTask
from stepcache_core.tasks.linear import SystemProblem
from stepcache_core.tasks.linear import reading as linear_reading
from stepcache_core.tasks.linear import statements as linear_statements

TASK = LinearEquationTask()
FOREIGN = {
    "gsm_variants": ("question",),
    "number_swaps": ("question", "changed_question"),
    "mbpp": ("text",),
    "prompt_pairs_labelled": ("a", "b"),
    "prompt_pairs_hard": ("data",),
    "verifiable_instructions": ("prompt",),
}
"""Sets none of whose prompts is a linear equation, and where their prompts stand."""


def figures(data: Path) -> dict[str, Any]:
    """All figures of this module."""
    return {
        "recognition": recognition(data),
        "solved": solved(data),
        "word_problems": word_problems(data),
        "cost": cost(data),
    }


def recognition(data: Path) -> dict[str, Any]:
    """How many prompts of other kinds are taken for equations: each is an error."""
    taken: list[str] = []
    asked = 0
    for name, keys in FOREIGN.items():
        for row in _rows(data, name):
            for prompt in (text for key in keys for text in _texts(row[key])):
                asked += 1
                if TASK.parse(Request.from_prompt(prompt)) is not None:
                    taken.append(prompt)
    return {"prompts": asked, "taken": taken}


def solved(data: Path) -> dict[str, Any]:
    """Rows solved right and wrong for each module of the set of equations, and the time all of it took."""
    total: Counter[str] = Counter()
    right: Counter[str] = Counter()
    wrong: list[str] = []
    own_answers_passed = 0
    start = time.perf_counter()
    for row in _rows(data, "linear_equations"):
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


def word_problems(data: Path) -> dict[str, Any]:
    """Real worked answers against the gold equations of their word problem.

    The equations are given to the task as a prompt; the answer's letters are matched to theirs in every way, since a
    model chooses its own. An answer is accepted if it passes whole in one of the ways. The gold equations with one
    number changed, so that the solution moves, must accept none.
    """
    count: Counter[str] = Counter()
    accepted_though_judged_wrong: list[dict[str, Any]] = []
    wrong_by_equations: list[dict[str, Any]] = []
    accepted_by_changed: list[dict[str, Any]] = []
    for row in _rows(data, "linear_word_problems"):
        prompt = _prompt_of(row["equations"])
        problem = TASK.parse(Request.from_prompt(prompt))
        count["rows"] += 1
        if problem is None:
            count["equations not taken"] += 1
            continue
        mathematics = _mathematics(row["model_answer"])
        judged_right = row["model_verdict"] == "has all the answers"
        count["judged right"] += judged_right
        judged, steps, accepted = _best_reading(problem, row["model_answer"])
        if judged_right:
            count["steps of right answers"] += steps
            count["of them with a verdict"] += judged
            count["right answers accepted"] += accepted
            judged, steps, bare = _best_reading(problem, mathematics)
            count["steps of their equations alone"] += steps
            count["of these with a verdict"] += judged
            count["right answers accepted by their equations alone"] += bare
        elif _best_reading(problem, mathematics)[2]:
            wrong_by_equations.append(row)
        elif accepted:
            accepted_though_judged_wrong.append(row)
        for changed in _changed(prompt):
            other = TASK.parse(Request.from_prompt(changed))
            if other is None or _solution(other) == _solution(problem):
                continue
            count["changed systems"] += 1
            if _best_reading(other, row["model_answer"])[2] or _best_reading(other, mathematics)[2]:
                accepted_by_changed.append({**row, "changed": changed})
            break
    return {
        **count,
        "accepted though judged wrong": accepted_though_judged_wrong,
        "accepted by their equations alone though judged wrong": wrong_by_equations,
        "accepted against a changed system": accepted_by_changed,
    }


def cost(data: Path) -> dict[str, float]:
    """Microseconds to recognise a prompt and to verify a short answer, median, nothing kept from call to call."""
    seconds: dict[str, list[float]] = {}
    for row in _rows(data, "linear_equations"):
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
    linear_statements.statements.cache_clear()


def _prompt_of(equations: Sequence[str]) -> str:
    return f"Solve {equations[0]}" if len(equations) == 1 else "Solve the system: " + ", ".join(equations)


def _best_reading(problem: Any, text: str) -> tuple[int, int, bool]:
    """Steps with a verdict, steps, and whether the answer is accepted, for the matching of letters that fits best."""
    wanted = sorted(problem.letters) if isinstance(problem, SystemProblem) else [problem.variable]
    found = sorted(set(re.findall(r"(?<![A-Za-z'’])([b-zB-Z])(?![A-Za-z'’])", text)))[:4]
    best = (0, 1, False)
    for letters in itertools.permutations(found, min(len(wanted), len(found))):
        renamed = _renamed(text, dict(zip(letters, wanted, strict=False)))
        steps = TASK.segment(problem, renamed)
        verdicts = TASK.verify(problem, steps)
        judged = sum(verdict.is_pass or verdict.is_fail for verdict in verdicts)
        accepted = TASK.verify_answer(problem, renamed).is_pass
        failed = sum(verdict.is_fail for verdict in verdicts)
        best = max(best, (judged - 2 * failed, len(steps), accepted), key=lambda one: (one[2], one[0]))
    return max(0, best[0]), best[1], best[2]


def _mathematics(text: str) -> str:
    """Only the equations of each paragraph: the words of a story are no part of a linear problem."""
    paragraphs = []
    for paragraph in text.split("\n\n"):
        runs = [item for item in linear_reading.read(paragraph) if item.run is not None and item.run.is_equation]
        readable = [paragraph[item.start : item.end] for item in runs if item.run is not None and item.run.readable]
        paragraphs += ["\n".join(readable)] if readable else []
    return "\n\n".join(paragraphs)


def _renamed(text: str, letters: dict[str, str]) -> str:
    return re.sub(
        r"(?<![A-Za-z'’])([b-zB-Z])(?![A-Za-z'’])", lambda match: letters.get(match.group(), match.group()), text
    )


def _changed(prompt: str) -> Iterator[str]:
    """The prompt with one number larger by one."""
    for match in re.finditer(r"(?<![\d.])\d+(?![\d.])", prompt):
        yield f"{prompt[: match.start()]}{int(match.group()) + 1}{prompt[match.end() :]}"


def _solution(problem: Any) -> Any:
    return dict(problem.solved.values) if isinstance(problem, SystemProblem) else problem.solution


def _rows(data: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (data / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "shared" / "data"
    for name, part in figures(folder).items():
        print(name)
        for key, value in part.items():
            shown = f"{len(value)} {value[:3]}" if isinstance(value, list) else value
            print(f"  {key}: {shown}")


if __name__ == "__main__":
    main()
