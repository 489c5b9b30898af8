"""Sixty prompts on a real local model: how many final answers are right, with StepCache and without.

Thirty linear equations (each of ten asked in other words, with the variable renamed, with new constants) and thirty
JSON objects (each of ten in three of: other words, a key added, a key removed, a key renamed). Every prompt is asked
of the bare model, of the model with `set_llm_cache(StepCache(llm=...))`, and of `StepCacheChatModel`, in turn, so that
drift hits all alike. The oracle shares no code with what it judges: sympy for equations, the stated facts for JSON.

    python -m benchmarks.real_model [--model 0.5b|1.5b] [--base-url URL --model-name NAME]
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sympy
from langchain_core.globals import set_llm_cache
from langchain_core.messages import AIMessage
from langchain_openai import ChatOpenAI
from tqdm.auto import tqdm

from benchmarks.results import write_section
from stepcache_core import StepCacheEngine
from stepcache_core.embedding import OnnxMiniLMEmbedder
from stepcache_core.local_model import LocalModel
from stepcache_core.weights import QWEN_CODER_05B, QWEN_CODER_15B
from stepcache_langchain import StepCache, StepCacheChatModel

Oracle = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Case:
    """A prompt, which of the bases it varies, and what tells whether an answer is right."""

    prompt: str
    kind: str
    right: Oracle
    truth: dict[str, Any] = field(default_factory=dict)


# -- equations -----------------------------------------------------------------------------------------------------

EQUATIONS = [
    ("3{v} + 5 = 20", "7{v} - 9 = 40"),
    ("4{v} - 7 = 21", "9{v} + 4 = 31"),
    ("-2{v} + 11 = 3", "-5{v} + 2 = 27"),
    ("6{v} = 42", "8{v} = 20"),
    ("{v} + 13 = 4", "{v} + 6 = 15"),
    ("2({v} + 3) = 14", "5({v} + 2) = 45"),
    ("5{v} + 2 = 3{v} + 10", "7{v} + 1 = 2{v} + 21"),
    ("{v}/4 + 1 = 6", "{v}/3 + 2 = 9"),
    ("0.5{v} + 1.5 = 4", "1.5{v} + 0.5 = 8"),
    ("11{v} + 16 = -50", "12{v} + 20 = -40"),
]
ASKED = ["Solve {e} for {v}.", "Find {v} if {e}.", "Solve the equation {e}.", "What is {v} when {e}?"]
ASKED_ANEW = [
    "Please solve for {v}: {e}",
    "Determine the value of {v}: {e}",
    "Solve {e}",
    "Find the value of {v} in {e}.",
]


def equation_cases() -> tuple[list[Case], list[Case]]:
    bases, variants = [], []
    for number, (equation, other) in enumerate(EQUATIONS):
        asked, anew = ASKED[number % 4], ASKED_ANEW[number % 4]
        renamed = "ymktnpzwab"[number]
        for into, kind, words, text, variable in (
            (bases, "equation base", asked, equation, "x"),
            (variants, "paraphrase", anew, equation, "x"),
            (variants, "renamed variable", asked, equation, renamed),
            (variants, "new constants", asked, other, "x"),
        ):
            stated = text.format(v=variable)
            into.append(Case(words.format(e=stated, v=variable), kind, equation_oracle(stated, variable)))
    return bases, variants


def equation_oracle(equation: str, variable: str) -> Oracle:
    symbol = sympy.Symbol(variable)
    spelled = re.sub(rf"(\d|\))\s*(?=[{variable}(])", r"\1*", equation)
    left, right = (sympy.sympify(side, locals={variable: symbol}, rational=True) for side in spelled.split("="))
    (truth,) = sympy.solve(left - right, symbol)

    def right_answer(text: str) -> bool:
        plain = text.replace("−", "-").replace("\\,", "").replace("$", "")
        boxed = re.findall(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", plain)
        stated = re.findall(
            rf"(?<![\w)]){variable}\s*(?:=|is)\s*(-?\s*(?:\\d?frac\{{-?\d+\}}\{{-?\d+\}}|[\d./]+))", plain
        )
        last = boxed[-1] if boxed else (stated[-1] if stated else "")
        last = last.split("=")[-1]
        last = re.sub(r"\\d?frac\{(-?\d+)\}\{(-?\d+)\}", r"(\1)/(\2)", last).replace(" ", "").rstrip(".")
        if not re.fullmatch(r"[-()\d./]+", last):
            return False
        return bool(sympy.Rational(sympy.sympify(last, rational=True)) == truth)

    return right_answer


# -- objects -------------------------------------------------------------------------------------------------------

OBJECTS: list[tuple[str, dict[str, Any], tuple[str, Any], tuple[str, str]]] = [
    ("a person: name Ada Lovelace, age 36, email ada@math.org, country England",
     {"name": "Ada Lovelace", "age": 36, "email": "ada@math.org"}, ("country", "England"), ("name", "full_name")),
    ("a book: title Dune, author Frank Herbert, year 1965, pages 412",
     {"title": "Dune", "author": "Frank Herbert", "year": 1965}, ("pages", 412), ("author", "writer")),
    ("a city: name Lyon, country France, population 522000, river Rhone",
     {"name": "Lyon", "country": "France", "population": 522000}, ("river", "Rhone"), ("name", "city")),
    ("a product: id 17, title Lamp, price 24, color white",
     {"id": 17, "title": "Lamp", "price": 24}, ("color", "white"), ("title", "label")),
    ("a film: title Alien, director Ridley Scott, year 1979, minutes 117",
     {"title": "Alien", "director": "Ridley Scott", "year": 1979}, ("minutes", 117), ("year", "released")),
    ("a planet: name Mars, moons 2, radius_km 3390, color red",
     {"name": "Mars", "moons": 2, "radius_km": 3390}, ("color", "red"), ("moons", "moon_count")),
    ("a song: title Yesterday, artist The Beatles, year 1965, seconds 125",
     {"title": "Yesterday", "artist": "The Beatles", "year": 1965}, ("seconds", 125), ("artist", "band")),
    ("an animal: species Snow leopard, legs 4, continent Asia, diet meat",
     {"species": "Snow leopard", "legs": 4, "continent": "Asia"}, ("diet", "meat"), ("legs", "leg_count")),
    ("an order: id 981, customer Grace Hopper, total 58, currency EUR",
     {"id": 981, "customer": "Grace Hopper", "total": 58}, ("currency", "EUR"), ("total", "amount")),
    ("a recipe: dish Pancakes, servings 4, minutes 20, difficulty easy",
     {"dish": "Pancakes", "servings": 4, "minutes": 20}, ("difficulty", "easy"), ("minutes", "duration")),
]  # fmt: skip
OBJECT_KINDS = ("paraphrase", "key added", "key removed", "key renamed")


def object_cases() -> tuple[list[Case], list[Case]]:
    bases, variants = [], []
    for number, (facts, truth, added, renamed) in enumerate(OBJECTS):
        bases.append(object_case("object base", facts, truth))
        for kind in [kind for place, kind in enumerate(OBJECT_KINDS) if place != number % 4]:
            changed = dict(truth)
            if kind == "key added":
                changed[added[0]] = added[1]
            elif kind == "key removed":
                changed.popitem()
            elif kind == "key renamed":
                changed = {renamed[1] if key == renamed[0] else key: value for key, value in truth.items()}
            variants.append(object_case(kind, facts, changed))
    return bases, variants


def object_case(kind: str, facts: str, truth: dict[str, Any]) -> Case:
    *most, last = truth
    asked = f"Return a JSON object with the keys {', '.join(most)} and {last} for {facts}."
    if kind == "paraphrase":
        asked = f"Hello, please return a JSON object with the keys {', '.join(most)} and {last} for {facts}. Thank you!"

    def right(text: str) -> bool:
        try:
            value = json.loads(text)
        except ValueError:
            return False
        return isinstance(value, dict) and folded(value) == folded(truth)

    return Case(asked, kind, right, truth)


def folded(value: dict[str, Any]) -> dict[str, str]:
    """Members with their values as text without regard to case: a model may well capitalise a name."""
    return {key: str(item).casefold() for key, item in value.items()}


def is_right_to_a_lenient_reader(case: Case, text: str) -> bool:
    """Whether an answer is right, or would be inside its one code fence, members nobody asked for left aside."""
    if case.right(text):
        return True
    fenced = re.findall(r"```(?:json)?\s*\n(.*?)```", text, re.DOTALL)
    try:
        value = json.loads(fenced[0] if len(fenced) == 1 else text)
    except ValueError:
        return False
    return isinstance(value, dict) and bool(case.truth) and folded(case.truth).items() <= folded(value).items()


# -- the run -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """What one contender did."""

    right: Counter[str] = field(default_factory=Counter)
    lenient: int = 0
    seconds: list[float] = field(default_factory=list)
    tokens: int = 0
    wrong: list[tuple[str, str]] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)

    def enter(self, case: Case, message: AIMessage, seconds: float) -> None:
        text = str(message.content)
        self.seconds.append(seconds)
        self.tokens += (message.usage_metadata or {}).get("total_tokens", 0)
        if case.right(text):
            self.right[case.kind] += 1
        else:
            self.wrong.append((case.prompt, text))
        self.lenient += is_right_to_a_lenient_reader(case, text)
        self.outcomes[message.response_metadata.get("stepcache", {}).get("outcome", "model")] += 1


def run(base_url: str, model_name: str, folder: Path) -> dict[str, Tally]:
    def chat() -> ChatOpenAI:
        return ChatOpenAI(
            base_url=base_url, model=model_name, api_key="none", temperature=0, max_tokens=600,
            extra_body={"cache_prompt": False}, max_retries=0, timeout=300,
        )  # fmt: skip

    equation_bases, equations = equation_cases()
    object_bases, objects = object_cases()
    embedder = OnnxMiniLMEmbedder()
    embedder.embed(["loads the model"])
    cache = StepCache(path=folder / "cache", llm=chat(), embedder=embedder)
    wrapper = StepCacheChatModel(llm=chat(), engine=StepCacheEngine(path=folder / "wrapper", embedder=embedder))
    bare, cached = chat(), chat()
    contenders = {"bare model": bare, "StepCache(llm=...)": cached, "StepCacheChatModel": wrapper}
    tallies = {name: Tally() for name in contenders}

    @contextmanager
    def cache_for(name: str) -> Iterator[None]:
        set_llm_cache(cache if name == "StepCache(llm=...)" else None)
        try:
            yield
        finally:
            set_llm_cache(None)

    cases = equation_bases + object_bases + equations + objects
    for case in tqdm(cases, desc="prompts"):
        for name, model in contenders.items():
            is_base = case.kind.endswith("base")
            if is_base and name == "bare model":
                continue
            with cache_for(name):
                started = time.perf_counter()
                message = model.invoke(case.prompt)
                seconds = time.perf_counter() - started
            if not is_base:
                tallies[name].enter(case, message, seconds)
            elif not case.right(str(message.content)):
                print(f"{name}: a base was answered wrong: {case.prompt!r} -> {message.content!r}")
    return tallies


def report(tallies: dict[str, Tally]) -> str:
    """The tallies as a table, and every answer that was wrong."""
    lines = [
        "| | right | right to a lenient reader | mean s | median s | tokens a request | outcomes |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, tally in tallies.items():
        count = len(tally.seconds)
        outcomes = ", ".join(f"{number} {outcome}" for outcome, number in tally.outcomes.most_common())
        mean, median = statistics.mean(tally.seconds), statistics.median(tally.seconds)
        lines.append(
            f"| {name} | {tally.right.total()}/{count} | {tally.lenient}/{count} | {mean:.2f} | {median:.3f} "
            f"| {tally.tokens / count:.1f} | {outcomes} |"
        )
    for name, tally in tallies.items():
        if name != "bare model":
            lines += [f"\nWrong, {name}: `{prompt}` -> `{text!r}`" for prompt, text in tally.wrong]
    return "\n".join(lines)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--model", choices=["0.5b", "1.5b"], default="0.5b")
    arguments.add_argument("--base-url", help="another OpenAI-compatible server")
    arguments.add_argument("--model-name", default="default")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.base_url:
            print(report(run(given.base_url, given.model_name, Path(folder))))
            return
        with LocalModel({"0.5b": QWEN_CODER_05B, "1.5b": QWEN_CODER_15B}[given.model]) as model:
            table = report(run(model.base_url, model.model_name, Path(folder)))
    print(write_section(f"Sixty prompts on Qwen2.5-Coder-{given.model}", table))


if __name__ == "__main__":
    main()
