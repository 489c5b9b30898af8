"""How the steps of worked solutions are judged: changed steps found, real answers, replay, cost.

Each function returns figures and prints nothing; `python -m benchmarks.verifiers_steps` shows them all.
"""

from __future__ import annotations

import gc
import random
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

from stepcache_core.model import Request, Step, Verdict, join
from stepcache_core.tasks.linear import LinearEquationTask, LinearProblem
from stepcache_core.tasks.linear.findings import NOTHING_TO_CHECK
from stepcache_core.tasks.linear.lexer import NAME, lex
from stepcache_core.tasks.linear.polynomial import Expression
from stepcache_core.tasks.linear.reading import Run, Side, read
from stepcache_core.tasks.linear.recognise import problem_of
from stepcache_core.tasks.linear.statements import statements
from stepcache_core.tasks.linear.story.narration import narrated
from stepcache_core.tasks.linear.systems.problem import Given, SystemProblem, solve_forms
from tests.core.linear_changes import changes
from tests.core.linear_worked import Worked, worked_solutions
from tests.public_data import read_rows

TASK = LinearEquationTask()


def problem_in(prompt: str) -> LinearProblem:
    problem = TASK.parse(Request.from_prompt(prompt))
    if not isinstance(problem, LinearProblem):
        raise TypeError(f"not recognised: {prompt}")
    return problem


def stands(step: Step, verdict: Verdict) -> bool:
    return verdict.is_pass or (not verdict.is_fail and TASK.may_stand(step.text))


# -- changed solutions -------------------------------------------------------------------------------------------------


@dataclass
class Mutations:
    """Right solutions, how many of them pass, and what became of those with one thing changed."""

    solutions: int = 0
    right_passed: int = 0
    changed: int = 0
    located: int = 0
    missed: list[str] = field(default_factory=list)
    accepted: list[str] = field(default_factory=list)

    @property
    def located_share(self) -> float:
        return self.located / self.changed


def mutation_figures(solutions: int = 560, seed: int = 1) -> Mutations:
    """Every place of every solution changed once; a change that leaves the mathematics as good is left out."""
    rng = random.Random(seed)
    figures = Mutations(solutions)
    for worked in worked_solutions(solutions, seed):
        problem = problem_in(worked.prompt)
        steps = TASK.segment(problem, worked.answer)
        judged = zip(steps, TASK.verify(problem, steps), strict=True)
        figures.right_passed += (
            all(stands(*each) for each in judged) and TASK.verify_answer(problem, worked.answer).is_pass
        )
        for change in changes(worked, rng):
            figures.changed += 1
            others = TASK.segment(problem, change.text)
            first = _first_not_standing(problem, others)
            at = _step_at(others, change.at)
            if first in (at, at + 1):
                figures.located += 1
            else:
                figures.missed.append(change.text)
            if TASK.verify_answer(problem, change.text).is_pass:
                figures.accepted.append(change.text)
    return figures


def _first_not_standing(problem: LinearProblem, steps: Sequence[Step]) -> int:
    for index, (step, verdict) in enumerate(zip(steps, TASK.verify(problem, steps), strict=True)):
        if not stands(step, verdict):
            return index
    return -1


def _step_at(steps: Sequence[Step], place: int) -> int:
    end = 0
    for index, step in enumerate(steps):
        end += len(step.text)
        if place < end:
            return index
    return len(steps)


# -- replay ------------------------------------------------------------------------------------------------------------


@dataclass
class Replays:
    """How many worked solutions could be replayed, by what changed in the equation; none of them unsound."""

    tried: dict[str, int] = field(default_factory=dict)
    replayed: dict[str, int] = field(default_factory=dict)
    unsound: list[str] = field(default_factory=list)


def replay_figures(solutions: int = 280, seed: int = 3) -> Replays:
    figures = Replays()
    rng = random.Random(seed)
    for worked in worked_solutions(solutions, seed):
        old = problem_in(worked.prompt)
        steps = TASK.segment(old, worked.answer)
        for kind, equation in _other_equations(worked, rng):
            new = TASK.parse(Request.from_prompt(f"Solve {f'${equation}$' if '$' in worked.prompt else equation}"))
            if not isinstance(new, LinearProblem) or new.solution is None:
                continue
            figures.tried[kind] = figures.tried.get(kind, 0) + 1
            result = TASK.replay(old, new, steps)
            if result is not None:
                figures.replayed[kind] = figures.replayed.get(kind, 0) + 1
                if not TASK.verify_answer(new, join(result)).is_pass:
                    figures.unsound.append(join(result))
    return figures


def _other_equations(worked: Worked, rng: random.Random) -> Iterator[tuple[str, str]]:
    text, letter = worked.equation, worked.letter

    def other(match: re.Match[str]) -> str:
        return rng.choice(["0.5", "1.5", "0.25", "2.5"]) if "." in match.group() else str(rng.randint(2, 19))

    def flipped(equation: str) -> str:
        return re.sub(r"(?<=[\w)}] )[-+](?= )", lambda sign: "-" if sign.group() == "+" else "+", equation)

    for _ in range(4):
        yield "other constants", re.sub(r"(?<![\d.])\d+(?:\.\d+)?", other, text)
    yield "signs turned round", flipped(text)
    yield "signs turned round", flipped(re.sub(r"(?<![\d.])\d+(?:\.\d+)?", other, text))
    yield "variable renamed", re.sub(rf"(?<![a-zA-Z\\]){letter}(?![a-zA-Z])", "q", text)
    yield "first sign turned round", text[1:] if text.startswith("-") else f"-{text}"
    yield "coefficient of one", re.sub(rf"(?<![\d.])\d+(?:\.\d+)?(?=[{letter}(])", "", text, count=1)


# -- cost --------------------------------------------------------------------------------------------------------------


def step_costs(steps: int = 2000, seed: int = 3) -> dict[str, tuple[float, float]]:
    """Microseconds (p50, p99) to judge one step of an equation, each text seen for the first time or again.

    The last two entries are over every step of the worked solutions, each judged by itself.
    """
    forms = {
        "3x = 15": "{a}x = {c}",
        "3x + 5 - 5 = 20 - 5": "{a}x + {b} - {b} = {d} - {b}",
        "Subtract 5 from both sides: 3x = 15": "Subtract {b} from both sides: {a}x = {c}",
    }
    costs = {}
    # What other figures left behind is not this one's garbage.
    gc.collect()
    gc.freeze()
    for name, form in forms.items():
        rng = random.Random(seed)
        work = []
        for _ in range(steps):
            a, b, x = rng.randint(2, 99), rng.randint(1, 999), rng.randint(-99, 99)
            problem = problem_in(f"Solve {a}x + {b} = {a * x + b}")
            work.append((problem, Step(form.format(a=a, b=b, c=a * x, d=a * x + b))))
        costs[f"{name!r}, seen for the first time"] = _microseconds(work)
    solutions = [(problem_in(worked.prompt), worked.answer) for worked in worked_solutions(560, seed)]
    work = [(problem, step) for problem, answer in solutions for step in TASK.segment(problem, answer)]
    costs["'any of the worked solutions', seen for the first time"] = _microseconds(work)
    costs["'any of the worked solutions', seen before"] = _microseconds(work, again=True)
    gc.unfreeze()
    return costs


def _microseconds(work: Sequence[tuple[LinearProblem, Step]], *, again: bool = False) -> tuple[float, float]:
    seconds = []
    for problem, step in work:
        read.cache_clear()
        statements.cache_clear()
        if again:
            TASK.verify(problem, (step,))
        begin = time.perf_counter()
        TASK.verify(problem, (step,))
        seconds.append(time.perf_counter() - begin)
    seconds.sort()
    return seconds[len(seconds) // 2] * 1e6, seconds[int(len(seconds) * 0.99)] * 1e6


# -- real worked answers to word problems ------------------------------------------------------------------------------


@dataclass
class WordProblems:
    """Real worked answers judged against the gold equations of their word problem.

    Attributes:
        rows: Answers of this verdict.
        steps: Their steps.
        judged: Steps that pass or fail.
        silent: Steps of which the verdict says that they state nothing to check.
        with_equation: Steps that state an equation.
        judged_with_equation: Those of them that pass or fail.
        judged_without_prose: Those of them that pass or fail when their equations alone are judged.
        accepted: Ids of the rows whose last values are accepted.
        in_part: Ids of those, and of the rows that state only some of the letters and those right.
        whole: Ids of those that are accepted whole, prose and all.
        moved: Ids of rows whose values are accepted against gold equations of which one number was changed, though
            they are not the solution of those.
        coinciding: Ids of rows whose values are by chance that solution, so that it is right to accept them.
        unreadable: Ids of rows whose gold equations are not read.
    """

    rows: int = 0
    steps: int = 0
    judged: int = 0
    silent: int = 0
    with_equation: int = 0
    judged_with_equation: int = 0
    judged_without_prose: int = 0
    accepted: list[int] = field(default_factory=list)
    in_part: list[int] = field(default_factory=list)
    whole: list[int] = field(default_factory=list)
    moved: list[int] = field(default_factory=list)
    coinciding: list[int] = field(default_factory=list)
    unreadable: list[int] = field(default_factory=list)


def word_problem_figures() -> dict[str, WordProblems]:
    """By the verdict that the answers were given."""
    figures: dict[str, WordProblems] = {}
    for row in read_rows("linear_word_problems"):
        _judge_row(row, figures.setdefault(row["model_verdict"], WordProblems()))
    return figures


def _judge_row(row: dict[str, Any], figures: WordProblems) -> None:
    figures.rows += 1
    problem = gold_problem(row["equations"], row["question"])
    if problem is None:
        figures.unreadable.append(row["id"])
        return
    reading = max(
        (_Reading(problem, text) for text in renamings(row["model_answer"], problem)),
        key=lambda each: (each.accepted, each.passed),
    )
    for step, verdict in zip(reading.steps, reading.verdicts, strict=True):
        judged = verdict.status != "unknown"
        states = any(item.run is not None and item.run.is_equation for item in read(step.text))
        figures.steps += 1
        figures.judged += judged
        figures.silent += verdict.reason == NOTHING_TO_CHECK
        figures.with_equation += states
        figures.judged_with_equation += judged and states
    for verdict in TASK.verify(problem, mathematics_of(reading.steps)):
        figures.judged_without_prose += verdict.status != "unknown"
    figures.accepted += [row["id"]] * reading.accepted
    figures.in_part += [row["id"]] * (reading.accepted or is_right_as_far_as_stated(problem, reading.values))
    figures.whole += [row["id"]] * TASK.verify_answer(problem, reading.text).is_pass
    for moved in moved_problems(row["equations"], problem):
        if TASK.verify_answer(moved, reading.values).is_pass:
            coincides = values_stated(reading.values) == solution_of(moved)
            (figures.coinciding if coincides else figures.moved).append(row["id"])


def mathematics_of(steps: Sequence[Step]) -> list[Step]:
    """The steps that state equations, with nothing but those equations in them."""
    found = []
    for step in steps:
        items = [item for item in read(step.text) if item.run is not None and item.run.is_equation]
        if items:
            found.append(Step("\n".join(step.text[item.start : item.end] for item in items) + "\n\n"))
    return found


class _Reading:
    """An answer with its letters named in one way, and what is found in it."""

    def __init__(self, problem: LinearProblem | SystemProblem, text: str) -> None:
        self.text = text
        self.steps = TASK.segment(problem, text)
        values = problem.values if isinstance(problem, LinearProblem) else problem.solved.values
        self.values = last_values("".join(narrated(problem.story, values, [step.text for step in self.steps]).texts))
        self.verdicts = TASK.verify(problem, self.steps)
        self.passed = sum(verdict.is_pass for verdict in self.verdicts)
        self.accepted = TASK.verify_answer(problem, self.values).is_pass


def is_right_as_far_as_stated(problem: LinearProblem | SystemProblem, values: str) -> bool:
    """Whether the values of those letters that an answer states are accepted, where it says the others in prose."""
    if isinstance(problem, LinearProblem):
        return False
    stated = tuple(letter for letter in problem.asked if f"{letter} = " in values)
    return bool(stated) and TASK.verify_answer(replace(problem, asked=stated), values).is_pass


def gold_problem(equations: Sequence[str], story: str = "") -> LinearProblem | SystemProblem | None:
    """The problem that gold equations pose, or None where they are not read or not linear."""
    runs: list[Run] = []
    words = sorted({word for equation in equations for word in re.findall(r"[A-Za-z_]{2,}", equation)})
    names = dict(zip(words, "xyzuvw", strict=False))
    for equation in equations:
        spelled = re.sub(r"[A-Za-z_]{2,}", lambda word: names.get(word.group(), word.group()), equation)
        items = read(re.sub(r"\s+", " ", spelled.strip()))
        if len(items) != 1 or items[0].run is None or len(items[0].run.sides) != 2:
            return None
        runs.append(items[0].run)
    if len(runs) == 1 and runs[0].readable and len(runs[0].names) == 1:
        problem = problem_of(runs[0], next(iter(runs[0].names)), equations[0], "show your steps")
        return problem and replace(problem, story=story)
    try:
        sides = [[Expression(side.tokens, {}, {}).polynomial for side in run.sides] for run in runs]
    except ValueError:
        return None
    given = tuple(
        Given(left, right, (run.sides[0].tokens, run.sides[1].tokens))
        for run, (left, right) in zip(runs, sides, strict=True)
    )
    letters = sorted(frozenset().union(*(one.left.letters | one.right.letters for one in given)))
    solved = solve_forms([one.difference for one in given])
    if not letters or not solved.consistent or set(solved.values) != set(letters):
        return None
    return SystemProblem(tuple(letters), given, wants_steps=True, story=story, solved=solved)


def renamings(answer: str, problem: LinearProblem | SystemProblem) -> Iterator[str]:
    """The answer with its letters named as the gold equations name theirs, in every way; at most some hundred."""
    wanted = [problem.variable] if isinstance(problem, LinearProblem) else sorted(problem.letters)
    runs = [item.run for item in read(answer) if item.run is not None and item.run.is_equation]
    letters = sorted(frozenset().union(*(run.names for run in runs)))[:5]
    places = [(token.start, token.end) for token in lex(answer) if token.kind == NAME and token.text in letters]
    if "A" in letters:
        # Inside of a sentence a capital A is no article.
        places = sorted({*places, *(match.span() for match in re.finditer(r"(?<=[a-z,] )A\b", answer))})
    spare = iter("qrsuvwzkmnbcdefg")
    others = {letter: next(each for each in spare if each not in wanted) for letter in letters}
    count = min(len(wanted), len(letters))
    for chosen, named in product(permutations(letters, count), combinations(wanted, count)):
        names = others | dict(zip(chosen, named, strict=True))
        text = answer
        for start, end in reversed(places):
            text = text[:start] + names.get(answer[start:end], answer[start:end]) + text[end:]
        yield text


def last_values(text: str) -> str:
    """The last value that a text states for each letter, and nothing else."""
    return "\n\n".join(f"{letter} = {value.text}" for letter, value in _sides_stated(text).items())


def values_stated(text: str) -> dict[str, Fraction | int]:
    """The last value that a text states for each letter."""
    return {letter: value.form.constant for letter, value in _sides_stated(text).items()}


def _sides_stated(text: str) -> dict[str, Side]:
    values: dict[str, Side] = {}
    for item in read(text):
        if item.run is None or not item.run.is_equation or not item.run.readable:
            continue
        first, last = item.run.sides[0], item.run.sides[-1]
        if len(first.tokens) == 1 and first.tokens[0].kind == NAME and not last.names:
            values[first.text] = last
    return values


def moved_problems(
    equations: Sequence[str], problem: LinearProblem | SystemProblem
) -> Iterable[LinearProblem | SystemProblem]:
    """The gold equations with one number changed, wherever that changes every value asked for."""
    for index, equation in enumerate(equations):
        for match in re.finditer(r"(?<![\d.])\d+(?:\.\d+)?", equation):
            other = f"{match.group()}7" if "." in match.group() else str(int(match.group()) + 1)
            changed = equation[: match.start()] + other + equation[match.end() :]
            moved = gold_problem([*equations[:index], changed, *equations[index + 1 :]], problem.story)
            if moved is not None and all(
                solution_of(moved)[name] != value for name, value in solution_of(problem).items()
            ):
                yield moved


def solution_of(problem: LinearProblem | SystemProblem) -> dict[str, Fraction | None]:
    if isinstance(problem, LinearProblem):
        return {problem.variable: problem.solution}
    return dict(problem.solved.values)


def main() -> None:
    mutations = mutation_figures()
    print(
        f"changed solutions: {mutations.right_passed} of {mutations.solutions} right ones pass; "
        f"{mutations.located} of {mutations.changed} changes found at their step or the next "
        f"({mutations.located_share:.2%}); {len(mutations.accepted)} accepted"
    )
    replays = replay_figures()
    for kind, tried in replays.tried.items():
        print(f"replay, {kind}: {replays.replayed.get(kind, 0)} of {tried}")
    print(f"replay: {len(replays.unsound)} unsound")
    for name, (median, last) in step_costs().items():
        print(f"cost of {name}: p50 {median:.0f} µs, p99 {last:.0f} µs")
    for verdict, figures in word_problem_figures().items():
        print(f"word problems, {verdict!r}: {figures.rows} rows, gold not read in {len(figures.unreadable)}")
        print(
            f"    steps judged {figures.judged} of {figures.steps}; of the {figures.with_equation} with an equation "
            f"{figures.judged_with_equation}, without their prose {figures.judged_without_prose}"
        )
        print(
            f"    last values accepted {len(figures.accepted)}, as far as stated {len(figures.in_part)}, whole "
            f"{len(figures.whole)}; against changed equations {figures.moved}, "
            f"right against them by chance {figures.coinciding}"
        )


if __name__ == "__main__":
    main()
