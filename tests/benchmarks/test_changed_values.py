"""One value in a request is another: what is served without the model says the new one, in every workload."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from benchmarks.microbench.oracle import CheckError, judge, solution
from benchmarks.microbench.workload import Case, built_in, read, warm_prompts
from stepcache_core import Request, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from tests.benchmarks.right_model import FOURTH, SECOND, THIRD, RightModel


def changed(case: Case, rng: Random) -> Iterator[Case]:
    """The case with one of the values that its check wants put in another's place, wherever that is plain."""
    for path, value in case.check.get("values", {}).items():
        text = str(value)
        if isinstance(value, bool) or len(re.findall(rf"(?<![\w.]){re.escape(text)}(?!\w|\.\d)", case.prompt)) != 1:
            continue
        new: Any = (
            value + rng.randint(1, 9) if isinstance(value, int | float) else f"{text[:-1]}{_other(text[-1], rng)}"
        )
        if json.dumps(case.check).count(json.dumps(value)) == 1:
            prompt = re.sub(rf"(?<![\w.]){re.escape(text)}(?!\w|\.\d)", lambda _, new=new: str(new), case.prompt)
            yield replace(case, prompt=prompt, check={**case.check, "values": {**case.check["values"], path: new}})
    sides = [side for equation in case.check.get("equations", ()) for side in equation]
    for number in sorted(set(re.findall(r"(?<![\w./])\d+(?![\w./])", " ".join(sides)))):
        spot = re.compile(rf"(?<![\w./,]){number}(?![\w./,]\d|[./]\d|\w*\.\d)(?=\D|\Z)")
        if len(spot.findall(case.prompt)) == sum(len(spot.findall(side)) for side in sides) == 1:
            new = str(int(number) + rng.randint(1, 9))
            equations = [[spot.sub(new, side) for side in equation] for equation in case.check["equations"]]
            check = {**case.check, "equations": equations}
            with suppress(CheckError):  # an equation that every number solves, or none
                solution(check)
                yield replace(case, prompt=spot.sub(new, case.prompt), check=check)


def _other(letter: str, rng: Random) -> str:
    return rng.choice([other for other in "aeioux" if other != letter]) if letter.isalpha() else letter + "7"


@pytest.mark.parametrize(
    "cases",
    [built_in(42), built_in(47), read(SECOND), read(THIRD), read(FOURTH)],
    ids=["seed 42", "seed 47", "second", "third", "fourth"],
)
def test_a_changed_value_is_never_answered_with_the_old_one(cases: list[Case]) -> None:
    rng = Random("changed values")
    model = RightModel(cases)
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())
    for prompt in dict.fromkeys([*warm_prompts(cases), *(case.prompt for case in cases)]):
        engine.answer(Request.from_prompt(prompt), model.generate)
    asked, wrong = 0, []
    for case in rng.sample(cases, min(120, len(cases))):
        for other in changed(case, rng):
            asked += 1
            plan = engine.explain(Request.from_prompt(other.prompt))
            if not plan.needs_model:
                text = "".join(step.text for step in plan.steps)
                judgement = judge(other.check, text)
                wrong += [] if judgement.strict else [(case.id, other.prompt, text, judgement.reason)]
    assert asked
    assert wrong == []
