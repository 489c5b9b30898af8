"""Each synchronous name has an asynchronous twin that gives the same results."""

from __future__ import annotations

import inspect
from dataclasses import replace

import pytest

from stepcache_core import Answer, Generation, Request, StepCacheEngine
from stepcache_core.model import Reuse
from stepcache_core.testing import FakeClock, ScriptedModel
from tests import engines
from tests.toy_task import TotalsTask, totals

PROMPTS = [
    "Total: 2 3 4",
    "please total: 2 3 4",
    "Total: 2 3 9",
    "Total: 1",
    "Total: 2 3 9",
    "Say something",
    "Please say something",
    "Say nothing",
    "",
]


def make_engine(**policy: object) -> StepCacheEngine:
    return engines.make_engine(TotalsTask(), clock=FakeClock(), **policy)


def reply(request: Request) -> str:
    first = request.prompt.splitlines()[0] if request.prompt else ""
    if "Total" in first or "total" in first:
        return totals(*map(int, first.split(":")[1].split()))
    return f"about {first}"


def untimed(answer: Answer) -> Answer:
    return replace(answer, seconds=0.0, saved_seconds=0.0)


def test_every_method_has_its_twin() -> None:
    methods = {name for name, _ in inspect.getmembers(StepCacheEngine, inspect.isfunction) if not name.startswith("_")}
    plain = {name for name in methods if f"a{name}" in methods}
    assert methods == plain | {f"a{name}" for name in plain} | {"stats"}
    for name in plain:
        ours = list(inspect.signature(getattr(StepCacheEngine, name)).parameters)
        assert ours == list(inspect.signature(getattr(StepCacheEngine, f"a{name}")).parameters), name


@pytest.mark.parametrize(
    "policy",
    [
        {},
        {"min_similarity": 0.0},
        {"min_similarity": 0.05},
        {"min_similarity": 1.0},
        {"reuse_paraphrases": False, "min_similarity": 0.3},
        {"correct_fresh": False},
        {"shadow": True},
        {"ttl": 0},
        {"max_entries": 1},
        {"top_k": 1, "min_similarity": 0.0},
    ],
)
async def test_twins_decide_alike_under_every_policy(policy: dict[str, object]) -> None:
    """https://github.com/redis/redis-vl-python/issues/444."""
    sync, twin = make_engine(**policy), make_engine(**policy)
    for prompt in PROMPTS:
        request = Request.from_prompt(prompt)
        assert str(sync.explain(request)) == str(await twin.aexplain(request))
        found, twins = sync.lookup(request), await twin.alookup(request)
        assert (found and untimed(found)) == (twins and untimed(twins))
        one = sync.answer(request, ScriptedModel(reply).generate)
        other = await twin.aanswer(request, ScriptedModel(reply).agenerate)
        assert untimed(one) == untimed(other)
        pieces = list(sync.stream(request, ScriptedModel(reply).stream))
        assert pieces == [piece async for piece in twin.astream(request, ScriptedModel(reply).astream)]
    ours, theirs = sync.stats(), twin.stats()
    assert (ours.outcomes, ours.spent, ours.saved, ours.audits) == (
        theirs.outcomes, theirs.spent, theirs.saved, theirs.audits
    )  # fmt: skip


async def test_twins_store_forget_clear_and_close_alike() -> None:
    sync, twin = make_engine(), make_engine()
    request = Request.from_prompt("Say it")
    record_id = sync.store(request, Generation("it"))
    assert record_id is not None
    assert record_id == await twin.astore(request, Generation("it"))
    assert sync.forget(record_id)
    assert await twin.aforget(record_id)
    exact = replace(request, reuse=Reuse.EXACT)
    sync.store(exact, Generation("it"))
    await twin.astore(exact, Generation("it"))
    sync.clear()
    await twin.aclear()
    assert sync.lookup(exact) is None
    assert await twin.alookup(exact) is None
    sync.close()
    await twin.aclose()
