"""What each cache serves, and how often that is right."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt
from tqdm.auto import tqdm

from benchmarks.false_hits.pairs import Pair
from stepcache_core import Policy
from stepcache_core.checking import paraphrase
from stepcache_core.embedding.base import Embedder

THRESHOLDS = [0.60, 0.65, 0.70, 0.75, 0.80, 0.85, 0.90, 0.93, 0.95, 0.96, 0.97, 0.98, 0.985, 0.99, 0.995]
GPTCACHE_COSINE = 0.60
"""GPTCache 0.1.44, `SearchDistanceEvaluation()` and `similarity_threshold=0.8` over FAISS: d² <= 0.8 of at most 4.0,
where d² = 2 - 2 cosine for unit vectors."""
REDISVL_COSINE = 0.90
"""redisvl 0.28, `SemanticCache(distance_threshold=0.1)`: the nearest record at a cosine distance of at most 0.1."""
_FUNCTION_WORDS = frozenset(
    """a an the of to in on for with at by from is are was were be been being do does did can could should would
    will shall may might must i you we one me my your our their his her its it what which how why when where
    who whom that this these those some any and or so as if there have has had best good way ways most""".split()
)

Served = npt.NDArray[np.bool_]
Vectors = Mapping[str, npt.NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Score:
    """How a rule does on one set of pairs.

    Attributes:
        pairs: How many there are.
        same: How many of them are labelled as asking the same.
        served: For how many the one prompt is answered with the other's answer.
        right: How many of these are labelled as asking the same.
    """

    pairs: int
    same: int
    served: int
    right: int

    @classmethod
    def of(cls, pairs: Sequence[Pair], served: Served) -> Score:
        same = np.array([pair.same for pair in pairs], dtype=bool)
        return cls(len(pairs), int(same.sum()), int(served.sum()), int((served & same).sum()))

    @property
    def false(self) -> int:
        return self.served - self.right

    @property
    def precision(self) -> float:
        """The share of the served pairs that is labelled the same; 1 where none is served."""
        return self.right / self.served if self.served else 1.0

    @property
    def recall(self) -> float:
        """The share of the pairs labelled the same that is served."""
        return self.right / self.same if self.same else 0.0

    @property
    def share(self) -> float:
        """The share of all pairs that is served."""
        return self.served / self.pairs


def embedded(pairs: Sequence[Pair], embedder: Embedder) -> Vectors:
    """The unit vector of every prompt."""
    prompts = sorted({prompt for pair in pairs for prompt in (pair.old, pair.new)}, key=len)
    vectors: dict[str, npt.NDArray[np.float32]] = {}
    for start in tqdm(range(0, len(prompts), 32), desc="embedding", leave=False):
        batch = prompts[start : start + 32]
        vectors.update(zip(batch, embedder.embed(batch), strict=True))
    return vectors


def cosines(pairs: Sequence[Pair], vectors: Vectors) -> npt.NDArray[np.float32]:
    return np.array([float(vectors[pair.old] @ vectors[pair.new]) for pair in pairs], dtype=np.float32)


def by_delta(pairs: Sequence[Pair]) -> Served:
    """What StepCache may serve at any similarity, where no task verifies."""
    return np.array([paraphrase(pair.old, pair.new)[1] is None for pair in pairs], dtype=bool)


def by_stepcache(pairs: Sequence[Pair], cosine: npt.NDArray[np.float32]) -> Served:
    """What `Policy()` serves where no task verifies."""
    served: Served = by_delta(pairs) & (cosine >= Policy().min_similarity)
    return served


def by_content_words(pairs: Sequence[Pair]) -> Served:
    """For comparison: the same content words in the same order, whatever stands between them and behind their stem."""

    def content(prompt: str) -> list[str]:
        words = re.findall(r"[^\W_]+(?:['’][^\W_]+)*", prompt.lower())
        return [word.removesuffix("s") for word in words if word not in _FUNCTION_WORDS]

    return np.array([content(pair.old) == content(pair.new) for pair in pairs], dtype=bool)


def gptcache_is_installed() -> bool:
    return all(find_spec(name) is not None for name in ("gptcache", "faiss", "sqlalchemy"))


def by_gptcache(pairs: Sequence[Pair], vectors: Vectors) -> Served:
    """GPTCache itself: the old prompt is put into an empty cache with its defaults, then the new one is looked up."""
    from gptcache import Cache, Config
    from gptcache.adapter.api import get, put
    from gptcache.manager import CacheBase, VectorBase, get_data_manager
    from gptcache.processor.pre import get_prompt
    from gptcache.similarity_evaluation import SearchDistanceEvaluation

    served = []
    cache = Cache()
    with tempfile.TemporaryDirectory() as folder:
        index = VectorBase("faiss", dimension=384, index_path=str(Path(folder) / "faiss.index"))
        store = get_data_manager(CacheBase("sqlite", sql_url="sqlite://"), index)
        cache.init(
            pre_embedding_func=get_prompt,
            embedding_func=lambda prompt, **_: vectors[prompt],
            data_manager=store,
            similarity_evaluation=SearchDistanceEvaluation(),
            config=Config(),
        )
        for pair in tqdm(pairs, desc="GPTCache", leave=False, mininterval=5):
            put(pair.old, "answered", cache_obj=cache)
            served.append(get(pair.new, cache_obj=cache) is not None)
            for stored in store.s.get_ids(deleted=False):
                store.v.delete([stored])
                store.s.mark_deleted([stored])
            store.s.clear_deleted_data()
        index.flush = lambda: None
    return np.array(served, dtype=bool)


def precision_of_cosine(cosine: npt.NDArray[np.float32], pairs: Sequence[Pair], recall: float) -> float:
    """The precision of the cosine threshold that serves this share of the pairs labelled the same."""
    same = np.array([pair.same for pair in pairs], dtype=bool)[np.argsort(-cosine, kind="stable")]
    wanted = round(recall * same.sum())
    if not wanted:
        return float("nan")
    return float(wanted / (np.searchsorted(np.cumsum(same), wanted) + 1))
