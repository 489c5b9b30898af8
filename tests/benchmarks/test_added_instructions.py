"""One instruction more, and nothing is served from the cache: whatever it says, no verifier has understood it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from benchmarks.microbench.workload import EQUATIONS, Case, built_in, read, warm_prompts
from stepcache_core import Request, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from tests.benchmarks.right_model import FOURTH, SECOND, THIRD, RightModel

CASES, INSTRUCTIONS_EACH = 50, 6
TO_OBJECTS = """Use capital letters for all values.
Translate the values into German.
Round all numbers.
Mask the names.
If any number is above 30, set it to 30.
Swap first and last names.
Write dates as DD.MM.YYYY.
Return it as YAML instead.
Prices are in euros, I need dollars.
Leave the name out.
Abbreviate everything.
Everything is one year later now.
Numbers as words please.
Use null for whatever is unknown.
Put it inside a key called data.
Prefix each value with its key.
Actually the city is Rome.
Make it about someone else.
Explain each key afterwards.
Also give me the Python code.
Keys in camelCase.
All strings reversed.
Increase the numbers by 10 percent.
No numbers, only strings.
Initials suffice.
Only the last two keys.
Add a key id with 1.
Use single quotes.
Lowercase everything.
Convert units to imperial.""".splitlines()
TO_EQUATIONS = """Round the answer to one decimal.
Answer in French.
Then double the result.
Only set it up, do not solve.
Check whether 3 is a solution.
Explain why it is linear.
Write Python code for it.
Give the answer as a word.
Use the quadratic formula.
Give the solution modulo 7.
Assume the number on the right is doubled.
Graph it too.
Give the negative of the solution.
Find the sum of the digits of the answer.
Answer with yes or no: is it positive?
Then add 1.
Ignore the constant.
Use the absolute value.
Make up a similar one.
Which step is hardest?
Replace x by 2x first.
How many steps does it take?
Without using subtraction.
Explain it to a child.
Give the answer in minutes.
Is the solution an integer?
Start from the last step.
Where is the mistake?
Let the right side be y.
State the inverse of the solution.""".splitlines()


def with_instruction(prompt: str, instruction: str) -> Iterator[str]:
    yield f"{instruction} {prompt}"
    yield f"{prompt} {instruction}"
    yield f"{prompt}\n\n{instruction}"
    first, mark, rest = prompt.partition(". ")
    if mark:
        yield f"{first}. {instruction} {rest}"


@pytest.mark.parametrize(
    "cases",
    [built_in(42), built_in(45), read(SECOND), read(THIRD), read(FOURTH)],
    ids=["seed 42", "seed 45", "second", "third", "fourth"],
)
def test_an_added_instruction_is_never_passed_over(cases: list[Case]) -> None:
    rng = Random("added instructions")
    model = RightModel(cases)
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())
    for prompt in warm_prompts(cases):
        engine.answer(Request.from_prompt(prompt), model.generate)
    passed_over = [
        prompt
        for case in rng.sample(cases, CASES)
        for instruction in rng.sample(TO_EQUATIONS if case.task == EQUATIONS else TO_OBJECTS, INSTRUCTIONS_EACH)
        for prompt in with_instruction(case.prompt, instruction)
        if not engine.explain(Request.from_prompt(prompt)).needs_model
    ]
    assert passed_over == []
