"""How far the verifiers can be trusted, on public data and on changed solutions: the table in `RESULTS.md`.

    python -m benchmarks.verifiers

The public sets are read from the folder named by STEPCACHE_DATA (`tests/public_data.py`). All figures are from this
one run.
"""

from __future__ import annotations

import platform
import sys
import time

from benchmarks import verifiers_json, verifiers_linear, verifiers_steps
from benchmarks.results import write_section


def table() -> str:
    """All figures as Markdown."""
    return "\n".join(
        ["| measure | result |", "| --- | --- |", *(f"| {what} | {figure} |" for what, figure in figures())]
    )


def figures() -> list[tuple[str, str]]:
    """All figures as (what, figure) pairs."""
    return [*linear_figures(), *step_figures(), *json_figures()]


def linear_figures() -> list[tuple[str, str]]:
    recognised, solved, cost = verifiers_linear.figures().values()
    return [
        ("linear: prompts of other kinds taken", f"{len(recognised['taken'])} of {recognised['prompts']:,}"),
        *(
            (f"linear_equations, {module}: solved right", f"{solved['right'][module]} of {rows} ({share:.1%})")
            for (module, rows), share in zip(solved["rows"].items(), solved["share"].values(), strict=True)
        ),
        ("linear_equations: solved wrong", str(len(solved["wrong"]))),
        *((f"linear: {what}", f"{figure:.0f}") for what, figure in cost.items()),
    ]


def step_figures() -> list[tuple[str, str]]:
    mutations, replays = verifiers_steps.mutation_figures(), verifiers_steps.replay_figures()
    rows = [
        ("right worked solutions that pass", f"{mutations.right_passed} of {mutations.solutions}"),
        (
            "one change in one step: found at that step or the next",
            f"{mutations.located:,} of {mutations.changed:,} ({mutations.located_share:.1%})",
        ),
        ("one change in one step: accepted", str(len(mutations.accepted))),
        (
            "replays of worked solutions for other equations",
            f"{sum(replays.replayed.values()):,} of {sum(replays.tried.values()):,}, {len(replays.unsound)} unsound",
        ),
        *(
            (f"verify the step {name}", f"p50 {median:.0f} µs, p99 {last:.0f} µs")
            for name, (median, last) in verifiers_steps.step_costs().items()
        ),
    ]
    for verdict, one in verifiers_steps.word_problem_figures().items():
        rows.append(
            (
                f"linear_word_problems, {verdict!r} ({one.rows} rows)",
                f"{one.judged} of {one.steps} steps judged ({one.silent} state nothing to check); "
                f"of {one.with_equation} with an equation {one.judged_with_equation}, {one.judged_without_prose} "
                f"without their prose; last values accepted {len(one.accepted)}, as far as stated {len(one.in_part)}, "
                f"whole answers {len(one.whole)}; against a changed system {len(one.moved)} "
                f"({len(one.coinciding)} whose values are that system's solution)",
            )
        )
    return rows


def json_figures() -> list[tuple[str, str]]:
    schemas, broken = verifiers_json.schema_verdicts(), verifiers_json.malformed()
    recognised, cost = verifiers_json.recognition(), verifiers_json.cost()
    return [
        ("JSON: prompts of other kinds taken", f"{len(recognised['taken'])} of {recognised['prompts']:,}"),
        ("json_schemas: verdict as labelled", f"{schemas['agree']:,} of {schemas['instances']:,}"),
        *(
            (f"malformed_json, {source}", ", ".join(f"{what} {count}" for what, count in sorted(counts.items())))
            for source, counts in broken["by source"].items()
        ),
        *(
            (f"malformed_json, lost: {why}", str(count))
            for why, count in sorted(broken["lost, by class"].items(), key=lambda one: -one[1])
        ),
        *((f"JSON, 20 members: {what}", f"{figure:.0f}") for what, figure in cost.items()),
    ]


def main() -> None:
    started = time.perf_counter()
    rows = table()
    where = f"Python {platform.python_version()}, {platform.machine()}, {time.perf_counter() - started:.0f} s in all."
    sys.stdout.write(write_section("Verifiers", f"{where}\n\n{rows}"))


if __name__ == "__main__":
    main()
