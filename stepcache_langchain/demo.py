"""The demo: a dozen requests on a real local model, with StepCache and without, and the account of both.

    python -m stepcache_langchain.demo

The cache is a Chroma folder, `.stepcache-demo` in the working directory. It stays there, so that a second run finds
what the first one learnt.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from langchain_core.globals import set_llm_cache
from langchain_core.messages import AIMessage
from langchain_openai import ChatOpenAI
from rich.console import Console
from rich.table import Table
from rich.text import Text

from stepcache_core.drivers import GenerateCall
from stepcache_core.embedding.onnx_minilm import OnnxMiniLMEmbedder
from stepcache_core.facade import StepCacheEngine
from stepcache_core.local_model import LocalModel
from stepcache_core.model import Answer, Request, Source, Status
from stepcache_langchain.cache import StepCache
from stepcache_langchain.chat_model import StepCacheChatModel

FOLDER = Path(".stepcache-demo")

PORT = 47821
"""LangChain counts a model's address as part of its identity: at the same one the answers of earlier runs count."""

ADA = "Ada Lovelace, age 36, email ada@math.org, born in London"
THROUGH_THE_CACHE = [
    "Solve 3x + 5 = 20",
    "Please find the value of x: 3x + 5 = 20",
    "Solve 7x - 9 = 40",
    "Solve 4y + 6 = 34 for y",
    f"Return a JSON object with the keys name, age and email for {ADA}.",
    f"Return a JSON object with the keys name and email for {ADA}.",
    f"Return a JSON object with the keys name, age, email and country for {ADA}.",
]
THROUGH_THE_WRAPPER = [
    "Solve 2(x - 3) = 4x + 10",
    "Solve 2(x - 3) = 4x + 10",
    "Create a JSON object with the keys title, author and year: Dune by Frank Herbert, 1965.",
    "What is the capital of France?",
    "Hello! What is the capital of France, please?",
]

_COLOURS = {Source.CACHE: "green", Source.REPLAY: "cyan", Source.MODEL: "yellow", Source.FALLBACK: "magenta"}
_MARKS = {Status.PASS: "✓", Status.FAIL: "✗", Status.UNKNOWN: "·"}
_SHOWN_OF_A_STEP = 64


class WatchedEngine(StepCacheEngine):
    """An engine that keeps the last answer, so that its steps can be shown; LangChain itself sees only the text."""

    last: Answer | None = None

    def answer(self, request: Request, generate: GenerateCall) -> Answer:
        self.last = super().answer(request, generate)
        return self.last

    def lookup(self, request: Request, generate: GenerateCall | None = None) -> Answer | None:
        self.last = super().lookup(request, generate)
        return self.last


@dataclass(slots=True)
class Account:
    """What a way of asking has cost so far."""

    calls: int = 0
    tokens: int = 0
    seconds: float = 0.0


def main() -> None:
    """Run the demo."""
    console = Console(highlight=False)
    is_known = FOLDER.exists()
    console.print("StepCache on Qwen2.5-Coder-0.5B, one thread, temperature 0.", style="bold")
    if is_known:
        console.print(f"The folder {FOLDER} is here from an earlier run: what it holds will be reused.")
    console.print("Loading the embedder and the model (fetched once, checked by sha256) ...", style="dim")
    embedder = OnnxMiniLMEmbedder()
    embedder.embed(["loads the model"])
    port = PORT if is_free(PORT) else 0
    with LocalModel(port=port) as local, WatchedEngine(path=FOLDER, embedder=embedder) as engine:
        engine.explain(Request.from_prompt("opens the folder"))

        def chat(cache: bool | None = None) -> ChatOpenAI:
            return ChatOpenAI(
                cache=cache,
                base_url=local.base_url,
                model=local.model_name,
                api_key=lambda: "none",
                temperature=0,
                max_completion_tokens=600,
                extra_body={"cache_prompt": False},
            )

        bare, plain = Account(), chat(cache=False)
        console.rule("set_llm_cache(StepCache(llm=...)), then ChatOpenAI as ever")
        with llm_cache(StepCache(llm=chat(), engine=engine)):
            cached = chat()
            for prompt in THROUGH_THE_CACHE:
                show(console, prompt, engine, cached.invoke(prompt), ask_bare(plain, prompt, bare))
        console.rule("StepCacheChatModel(llm=ChatOpenAI(...), engine=engine)")
        wrapper = StepCacheChatModel(llm=chat(), engine=engine)
        for prompt in THROUGH_THE_WRAPPER:
            show(console, prompt, engine, wrapper.invoke(prompt), ask_bare(plain, prompt, bare))
        settle(console, engine, bare)


def is_free(port: int) -> bool:
    """Whether nothing listens there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


@contextmanager
def llm_cache(cache: StepCache) -> Iterator[None]:
    """LangChain's global cache, for a while."""
    set_llm_cache(cache)
    try:
        yield
    finally:
        set_llm_cache(None)


def ask_bare(model: ChatOpenAI, prompt: str, account: Account) -> float:
    """Ask without StepCache, enter it in the account, and say how long it took."""
    started = time.perf_counter()
    message = model.invoke(prompt)
    seconds = time.perf_counter() - started
    account.calls += 1
    account.tokens += (message.usage_metadata or {"total_tokens": 0})["total_tokens"]
    account.seconds += seconds
    return seconds


def show(console: Console, prompt: str, engine: WatchedEngine, message: AIMessage, bare_seconds: float) -> None:
    """Print a request, its outcome, its steps with their verdicts, and what it cost."""
    answer = engine.last
    console.print()
    console.print(Text("> " + prompt, style="bold"), soft_wrap=True)
    if answer is None:
        console.print(
            Text(f"  MISS, no task recognises it: the application's own model answers: {_short(str(message.content))}")
        )
        return
    near = "" if answer.similarity is None else f", similarity {answer.similarity:.3f}"
    console.print(
        Text(
            f"  {answer.outcome.value.upper()}{' (' + answer.task + ')' if answer.task else ''}{near}: "
            f"{answer.usage.total_tokens} tokens, {answer.seconds:.3f} s; without StepCache {bare_seconds:.3f} s"
        )
    )
    for step in answer.steps:
        line = Text(f"  {_MARKS[step.verdict.status]} {step.source.value:<8} ", style=_COLOURS[step.source])
        line.append(_short(step.text), style="default")
        line.append(f"  [{_short(step.verdict.reason)}]", style="dim")
        console.print(line, soft_wrap=True)


def settle(console: Console, engine: WatchedEngine, bare: Account) -> None:
    """Print the account of both ways."""
    stats = engine.stats()
    seconds = stats.model_seconds + stats.own_seconds
    console.rule("the account")
    table = Table("", "calls", "tokens", "seconds", box=None)
    table.add_row("without StepCache", str(bare.calls), str(bare.tokens), f"{bare.seconds:.2f}")
    table.add_row("with StepCache", str(stats.model_calls), str(stats.spent.total_tokens), f"{seconds:.2f}")
    console.print(table)
    outcomes = ", ".join(f"{count} {outcome.value.upper()}" for outcome, count in stats.outcomes.items())
    console.print(f"Outcomes: {outcomes}. StepCache's own time: {stats.own_seconds:.2f} s in all.")
    if stats.model_calls:
        console.print("Run it once more: what this run learnt is in the folder.", style="dim")


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN_OF_A_STEP else text[: _SHOWN_OF_A_STEP - 1] + "…"


if __name__ == "__main__":
    main()
