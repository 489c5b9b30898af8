"""The benchmark's contenders: each serves by its own rule, from its own store, with calls of its own."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from benchmarks.microbench.contenders import ABOUT, CONTENDERS, Contender, PaperAlgorithm
from stepcache_core.testing import HashEmbedder
from tests.benchmarks.scripted import ScriptedModel

SOLVED = {
    "Solve 3x + 5 = 20": "3x = 15\n\nx = 5",
    "Solve 3x + 5 = 26": "3x = 21\n\nx = 7",
    "Solve 3y + 5 = 20": "3y = 15\n\ny = 5",
}
ASKED = "Return a JSON object with the keys name and age for Ada, age 36, city London."
MORE = "Return a JSON object with the keys name, age and city for Ada, age 36, city London."
WHOLE = '{"name": "Ada", "age": 36, "city": "London"}'


class Nearby(HashEmbedder):
    """Takes every prompt for a near neighbour of every other."""

    def embed(self, texts):  # type: ignore[no-untyped-def]
        return super().embed(["same" for _ in texts])


@pytest.fixture(params=list(CONTENDERS))
def contender(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Contender]:
    if request.param == "gptcache":
        pytest.importorskip("gptcache")
        pytest.importorskip("faiss")
    made = CONTENDERS[request.param](ScriptedModel(SOLVED.__getitem__), HashEmbedder(), tmp_path / "store")
    yield made
    made.close()


T = TypeVar("T")


def returned(pieces: Generator[str, None, T]) -> tuple[str, T]:
    """The pieces of a generator joined, and what it returns."""
    text = ""
    while True:
        try:
            text += next(pieces)
        except StopIteration as end:
            return text, end.value


def ask(contender: Contender, prompt: str) -> tuple[str, str, int]:
    """Text, outcome, and how many calls of the model it took."""
    contender.model.begin()
    text, served = returned(contender.ask(prompt))
    return text, served.outcome, len(contender.model.calls)


def test_every_contender_is_described() -> None:
    assert list(ABOUT) == list(CONTENDERS)


def test_a_first_request_is_the_models(contender: Contender) -> None:
    text, outcome, calls = ask(contender, "Solve 3x + 5 = 20")
    assert text == SOLVED["Solve 3x + 5 = 20"]
    assert outcome in {"model", "miss"}
    assert calls == 1
    assert contender.records() == (0 if contender.stateless else 1)


def test_the_same_request_costs_no_call_where_there_is_a_cache(contender: Contender) -> None:
    first, _, _ = ask(contender, "Solve 3x + 5 = 20")
    again, outcome, calls = ask(contender, "Solve 3x + 5 = 20")
    assert again == first
    assert (outcome, calls) == (("model", 1) if contender.stateless else ("exact" if contender.stats() else "hit", 0))


def test_what_the_engines_ledger_counts_is_what_the_client_counts(contender: Contender) -> None:
    _, _, calls = ask(contender, "Solve 3x + 5 = 20")
    stats = contender.stats()
    if stats is not None:
        (call,) = contender.model.calls
        assert (stats.model_calls, stats.spent) == (calls, call.generation.usage)


@pytest.mark.parametrize("name", ["gptcache", "chroma 0.95"])
def test_a_semantic_cache_serves_a_near_prompts_answer_whatever_it_says(name: str, tmp_path: Path) -> None:
    if name == "gptcache":
        pytest.importorskip("gptcache")
        pytest.importorskip("faiss")
    cache = CONTENDERS[name](ScriptedModel(SOLVED.__getitem__), Nearby(), tmp_path / "store")
    ask(cache, "Solve 3x + 5 = 20")
    assert ask(cache, "Solve 3x + 5 = 26") == (SOLVED["Solve 3x + 5 = 20"], "hit", 0)
    cache.close()


def test_an_exact_cache_serves_no_other_prompt(tmp_path: Path) -> None:
    cache = CONTENDERS["exact"](ScriptedModel(SOLVED.__getitem__), Nearby(), tmp_path / "store")
    ask(cache, "Solve 3x + 5 = 20")
    assert ask(cache, "Solve 3x + 5 = 26") == (SOLVED["Solve 3x + 5 = 26"], "miss", 1)


def test_stepcache_recomputes_where_the_papers_algorithm_asks_the_model(tmp_path: Path) -> None:
    ours = CONTENDERS["stepcache"](ScriptedModel(SOLVED.__getitem__), Nearby(), tmp_path / "ours")
    paper = CONTENDERS["paper"](ScriptedModel(SOLVED.__getitem__), Nearby(), tmp_path / "paper")
    for one in (ours, paper):
        ask(one, "Solve 3x + 5 = 20")
    assert ask(ours, "Solve 3x + 5 = 26") == (SOLVED["Solve 3x + 5 = 26"], "replay", 0)
    assert ask(paper, "Solve 3x + 5 = 26") == (SOLVED["Solve 3x + 5 = 26"], "skip", 1)
    ours.close()
    paper.close()


def test_the_papers_algorithm_reuses_what_passes_against_the_new_request(tmp_path: Path) -> None:
    paper = CONTENDERS["paper"](ScriptedModel(SOLVED.__getitem__), Nearby(), tmp_path / "store")
    ask(paper, "Solve 3x + 5 = 20")
    text, outcome, calls = ask(paper, "Find x if 3x + 5 = 20")
    assert (text, outcome, calls) == (SOLVED["Solve 3x + 5 = 20"], "reuse", 0)
    paper.close()


def test_the_papers_algorithm_has_the_whole_object_written_again(tmp_path: Path) -> None:
    model = ScriptedModel(lambda prompt: '{"name": "Ada", "age": 36}' if prompt == ASKED else WHOLE)
    paper = PaperAlgorithm(model, Nearby(), tmp_path / "store")
    ask(paper, ASKED)
    assert ask(paper, MORE) == (WHOLE, "patch", 1)
    assert "Return the whole corrected JSON value" in model.asked[-1]
    paper.close()


def test_a_decision_is_kept_for_the_report(tmp_path: Path) -> None:
    ours = CONTENDERS["stepcache"](ScriptedModel(SOLVED.__getitem__), Nearby(), tmp_path / "store")

    def reason() -> Generator[str, None, str]:
        return (yield from ours.ask("Solve 3x + 5 = 20")).reason

    assert returned(reason())[1] == "nothing similar is cached"
    ours.close()
