"""What an exact hit costs through `model.invoke`: StepCache beside LangChain's own caches, in one run.

    python -m benchmarks.langchain_overhead

`SQLiteCache` is in langchain-community, which is no dependency of this project; without it that row is left out.
Every cache holds the same answers; the model is a fake that must not be called.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from langchain_core.caches import BaseCache, InMemoryCache
from langchain_core.language_models import BaseChatModel, FakeListChatModel
from langchain_core.messages import HumanMessage, SystemMessage

from stepcache_core import StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from stepcache_langchain import StepCache, StepCacheChatModel

ANSWER = "The capital of France is Paris. It lies on the Seine, and has been the seat of its government.\n\n" * 4
SYSTEM = SystemMessage("You are a patient assistant who answers in a few sentences. " * 10)


def questions(count: int) -> list[list[Any]]:
    """Distinct requests, each of a system prompt and a question."""
    return [[SYSTEM, HumanMessage(f"What is the capital of country number {number}?")] for number in range(count)]


def candidates(folder: Path) -> dict[str, Callable[[], BaseChatModel]]:
    """The models to ask, by what is in front of them."""

    def cached(cache: BaseCache | bool) -> BaseChatModel:
        return FakeListChatModel(responses=[ANSWER], cache=cache)

    def engine(**where: Any) -> StepCacheEngine:
        return StepCacheEngine(embedder=HashEmbedder(), **where)

    found: dict[str, Callable[[], BaseChatModel]] = {
        "no cache, a model that takes no time": lambda: cached(False),
        "InMemoryCache": lambda: cached(InMemoryCache()),
    }
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from langchain_community.cache import SQLiteCache
    except ImportError:
        pass
    else:
        found["SQLiteCache"] = lambda: cached(SQLiteCache(str(folder / "cache.db")))
    return found | {
        "StepCache, in memory": lambda: cached(StepCache(engine=engine(store=MemoryStore()))),
        "StepCacheChatModel, in memory": lambda: StepCacheChatModel(
            llm=cached(False), engine=engine(store=MemoryStore())
        ),
        "StepCache, Chroma folder": lambda: cached(StepCache(engine=engine(path=folder / "a"))),
        "StepCacheChatModel, Chroma folder": lambda: StepCacheChatModel(
            llm=cached(False), engine=engine(path=folder / "b")
        ),
    }


def microseconds(model: BaseChatModel, requests: list[list[Any]], rounds: int) -> list[float]:
    """How long each call took, after each request has been answered once."""
    for request in requests:
        model.invoke(request)
    taken = []
    for _ in range(rounds):
        for request in requests:
            started = time.perf_counter()
            model.invoke(request)
            taken.append((time.perf_counter() - started) * 1e6)
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=100, help="how many distinct requests the caches hold")
    parser.add_argument("--rounds", type=int, default=10, help="how often each is asked again")
    arguments = parser.parse_args()
    requests = questions(arguments.requests)
    base: float | None = None
    print("| in front of the model | p50 µs | p95 µs | p99 µs | p50 in InMemoryCaches |")
    print("| --- | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # SQLiteCache warns at each lookup
        for name, make in candidates(Path(folder)).items():
            cuts = statistics.quantiles(microseconds(make(), requests, arguments.rounds), n=100)
            p50, p95, p99 = cuts[49], cuts[94], cuts[98]
            base = p50 if name == "InMemoryCache" else base
            times = f"{p50 / base:.2f}" if base else ""
            print(f"| {name} | {p50:.0f} | {p95:.0f} | {p99:.0f} | {times} |")


if __name__ == "__main__":
    main()
