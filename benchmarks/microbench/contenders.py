"""What is compared: no cache, caches as people use them, the paper's algorithm, and StepCache.

Each has its own store in its own folder and its own counted access to the one model; all that embed use one embedder.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol

from benchmarks.microbench.model_calls import MAX_TOKENS, Model
from stepcache_core import Answer, Generation, Policy, Request, StepCacheEngine, Verdict
from stepcache_core.embedding.base import Embedder
from stepcache_core.ledger import Stats
from stepcache_core.model import Step
from stepcache_core.plan import Plan
from stepcache_core.tasks import JsonTask, LinearEquationTask
from stepcache_core.tasks.base import Task
from stepcache_core.tasks.json_value.patching import whole_prompt

CHROMA_THRESHOLD = 0.95
HIT, MISS, MODEL = "hit", "miss", "model"


@dataclass(frozen=True, slots=True)
class Served:
    """How a request was answered: the outcome in the contender's own word, and why, where it can say."""

    outcome: str
    reason: str = ""


class Contender(Protocol):
    """One way to answer a request; `model` is how it reaches the model, `folder` where its store is."""

    model: Model
    folder: Path
    stateless: bool

    def ask(self, prompt: str) -> Generator[str, None, Served]:
        """The answer in pieces, each as soon as the caller may see it."""
        ...

    def records(self) -> int:
        """How many answers are stored."""
        ...

    def stats(self) -> Stats | None:
        """The product's own account; None where there is none."""
        ...

    def close(self) -> None: ...


def request_for(prompt: str, model_name: str) -> Request:
    return Request.from_prompt(prompt, model=model_name, params={"temperature": 0, "max_tokens": MAX_TOKENS})


class NoCache:
    """The bare model, and the frame of the caches: `find` an answer, or call the model and `keep` what it wrote."""

    stateless = True

    def __init__(self, model: Model, embedder: Embedder, folder: Path) -> None:
        self.model = model
        self.embedder = embedder
        self.folder = folder

    def ask(self, prompt: str) -> Generator[str, None, Served]:
        yield from self._from_model(prompt)
        return Served(MODEL)

    def _from_model(self, prompt: str) -> Generator[str, None, str]:
        text = ""
        for piece in self.model.stream(request_for(prompt, self.model.name)):
            if isinstance(piece, Generation):
                return piece.text
            text += piece
            yield piece
        return text

    def records(self) -> int:
        return 0

    def stats(self) -> Stats | None:
        return None

    def close(self) -> None:
        pass


class _Cache(NoCache):
    stateless = False

    def ask(self, prompt: str) -> Generator[str, None, Served]:
        found = self.find(prompt)
        if found is not None:
            yield found
            return Served(HIT)
        text = yield from self._from_model(prompt)
        self.keep(prompt, text)
        return Served(MISS)

    def find(self, prompt: str) -> str | None:
        raise NotImplementedError

    def keep(self, prompt: str, text: str) -> None:
        raise NotImplementedError


class ExactCache(_Cache):
    """LangChain's `InMemoryCache`: the same prompt, byte for byte."""

    def __init__(self, model: Model, embedder: Embedder, folder: Path) -> None:
        from langchain_core.caches import InMemoryCache

        super().__init__(model, embedder, folder)
        self._cache = InMemoryCache()
        self._kept = 0

    def find(self, prompt: str) -> str | None:
        found = self._cache.lookup(prompt, self.model.name)
        return found[0].text if found else None

    def keep(self, prompt: str, text: str) -> None:
        from langchain_core.outputs import Generation as LangChainGeneration

        self._cache.update(prompt, self.model.name, [LangChainGeneration(text=text)])
        self._kept += 1

    def records(self) -> int:
        return self._kept


class GPTCacheDefaults(_Cache):
    """GPTCache with its SQLite and FAISS stores, its distance evaluation and its default threshold."""

    def __init__(self, model: Model, embedder: Embedder, folder: Path) -> None:
        import faiss  # noqa: F401  # where these two are missing, GPTCache would install them by itself
        import gptcache
        import sqlalchemy  # noqa: F401
        from gptcache.manager import CacheBase, VectorBase, get_data_manager
        from gptcache.processor.pre import get_prompt
        from gptcache.similarity_evaluation import SearchDistanceEvaluation

        super().__init__(model, embedder, folder)
        folder.mkdir(parents=True)
        vectors = VectorBase("faiss", dimension=embedder.dimension, index_path=str(folder / "faiss.index"))
        self._data = get_data_manager(CacheBase("sqlite", sql_url=f"sqlite:///{folder / 'cache.db'}"), vectors)
        self._cache = gptcache.Cache()
        self._embedded: tuple[str, Any] = ("", None)
        self._cache.init(
            pre_embedding_func=get_prompt,
            embedding_func=self._embed,
            data_manager=self._data,
            similarity_evaluation=SearchDistanceEvaluation(),
        )

    def find(self, prompt: str) -> str | None:
        from gptcache.adapter import api

        found: str | None = api.get(prompt, cache_obj=self._cache)
        return found

    def keep(self, prompt: str, text: str) -> None:
        from gptcache.adapter import api

        api.put(prompt, text, cache_obj=self._cache)

    def records(self) -> int:
        return int(self._data.v.count())

    def close(self) -> None:
        self._data.close()
        # It closes its data once more when Python ends, and would complain that the folder is gone.
        self._cache.data_manager = SimpleNamespace(close=lambda: None)

    def _embed(self, text: str, **_: Any) -> Any:
        """Its adapters embed a prompt once for the search and the write; `api.get` and `api.put` would do it twice."""
        if self._embedded[0] != text:
            self._embedded = (text, self.embedder.embed([text])[0])
        return self._embedded[1]


class ChromaCosine(_Cache):
    """A Chroma folder: the nearest prompt's answer, if the cosine is high enough."""

    def __init__(self, model: Model, embedder: Embedder, folder: Path) -> None:
        import chromadb

        super().__init__(model, embedder, folder)
        self._client = chromadb.PersistentClient(str(folder), settings=chromadb.Settings(anonymized_telemetry=False))
        self._rows = self._client.create_collection(
            "answers", configuration={"hnsw": {"space": "cosine"}}, embedding_function=None
        )
        self._vector: Any = None

    def find(self, prompt: str) -> str | None:
        self._vector = self.embedder.embed([prompt])[0]
        found = self._rows.query(query_embeddings=[self._vector], n_results=1, include=["documents", "distances"])
        documents, distances = found["documents"], found["distances"]
        if not documents or not distances or not documents[0] or 1 - distances[0][0] < CHROMA_THRESHOLD:
            return None
        return documents[0][0]

    def keep(self, prompt: str, text: str) -> None:
        self._rows.add(ids=[str(self._rows.count())], embeddings=[self._vector], documents=[text])

    def records(self) -> int:
        return self._rows.count()

    def close(self) -> None:
        self._client.close()


class StepCache:
    """StepCache as it comes, its store a Chroma folder."""

    stateless = False

    def __init__(self, model: Model, embedder: Embedder, folder: Path) -> None:
        self.model = model
        self.folder = folder
        self.engine = self.make_engine(embedder, folder)
        self._plan: Plan | None = None
        self._watch()

    def make_engine(self, embedder: Embedder, folder: Path) -> StepCacheEngine:
        return StepCacheEngine(path=folder, embedder=embedder)

    def ask(self, prompt: str) -> Generator[str, None, Served]:
        answers: list[Answer] = []
        yield from self.engine.stream(request_for(prompt, self.model.name), self.model.stream, answers.append)
        return Served(answers[0].outcome.value, self._plan.reason if self._plan else "")

    def records(self) -> int:
        store = self.engine._parts.store
        return sum(store.count(namespace) for namespace in store.namespaces())

    def stats(self) -> Stats | None:
        return self.engine.stats()

    def close(self) -> None:
        self.engine.close()

    def _watch(self) -> None:
        """Keep each decision for the report; `explain` would tell it too, but warm what the timed request then uses."""
        decide = self.engine._engine.decide

        def watched(*arguments: Any) -> Any:
            self._plan = yield from decide(*arguments)
            return self._plan

        self.engine._engine.decide = watched  # type: ignore[method-assign, assignment]


# -- the paper's algorithm -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Unsigned:
    """A problem without its signatures, so that candidates are found by embedding alone."""

    problem: Any


class PaperTask:
    """A task as arXiv 2603.28795 has it: steps are verified and a final result can be computed, no more.

    No replay, no mending without a model, no repair of single members: a failing object is written again as a whole.
    """

    def __init__(self, task: Task[Any]) -> None:
        self._task = task
        self.name = task.name
        self.patches_whole = isinstance(task, JsonTask)

    def parse(self, request: Request) -> _Unsigned | None:
        problem = self._task.parse(request)
        return None if problem is None else _Unsigned(problem)

    def segment(self, problem: _Unsigned, text: str) -> tuple[Step, ...]:
        return self._task.segment(problem.problem, text)

    def verify(self, problem: _Unsigned, steps: Sequence[Step]) -> tuple[Verdict, ...]:
        return self._task.verify(problem.problem, steps)

    def verify_answer(self, problem: _Unsigned, text: str) -> Verdict:
        return self._task.verify_answer(problem.problem, text)

    def compatible(self, old: _Unsigned, new: _Unsigned) -> bool:
        return self._task.compatible(old.problem, new.problem)

    def may_stand(self, text: str) -> bool:
        return bool(getattr(self._task, "may_stand", lambda _: False)(text))

    def replay(self, old: _Unsigned, new: _Unsigned, steps: Sequence[Step]) -> None:
        return None

    def solve(self, problem: _Unsigned) -> str | None:
        return self._task.solve(problem.problem)


class PaperJsonTask(PaperTask):
    """The same, with the strict structured patch that asks for the whole object."""

    def patch_prompt(self, request: Request, problem: _Unsigned, kept: str, failed: str, reason: str) -> str:
        return whole_prompt(request.prompt, problem.problem, kept + failed, reason)

    def stitch(self, problem: _Unsigned, kept: str, failed: str, generated: str) -> str:
        return generated


class PaperAlgorithm(StepCache):
    """arXiv 2603.28795 as a policy of our engine: top-1 by embedding, verify, patch, skip, fall back."""

    def make_engine(self, embedder: Embedder, folder: Path) -> StepCacheEngine:
        tasks = [PaperTask(LinearEquationTask()), PaperJsonTask(JsonTask())]
        policy = Policy(top_k=1, reuse_paraphrases=False)
        return StepCacheEngine(path=folder, embedder=embedder, tasks=tasks, policy=policy)


CONTENDERS: dict[str, Callable[[Model, Embedder, Path], Contender]] = {
    "no cache": NoCache,
    "exact": ExactCache,
    "gptcache": GPTCacheDefaults,
    "chroma 0.95": ChromaCosine,
    "paper": PaperAlgorithm,
    "stepcache": StepCache,
}
ABOUT = {
    "no cache": "the bare model",
    "exact": "LangChain `InMemoryCache`, which has no store on disk",
    "gptcache": "GPTCache, default decision (`SearchDistanceEvaluation`, threshold 0.8), SQLite and FAISS",
    "chroma 0.95": "nearest prompt in a Chroma folder, cosine >= 0.95",
    "paper": "arXiv 2603.28795 as a policy of our engine with our verifiers: top-1 by embedding, verified prefix, "
    "patch, skip, fallback; no replay, no signatures, whole objects only",
    "stepcache": "StepCache, defaults, Chroma folder",
}
