"""The tables and the plot."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.false_hits.costs import cost_lines
from benchmarks.false_hits.pairs import Pair, equal_pairs, hard_pairs, labelled_pairs
from benchmarks.false_hits.readings import READINGS
from benchmarks.false_hits.rules import (
    GPTCACHE_COSINE,
    REDISVL_COSINE,
    THRESHOLDS,
    Score,
    Served,
    Vectors,
    by_content_words,
    by_delta,
    by_gptcache,
    by_stepcache,
    cosines,
    embedded,
    gptcache_is_installed,
    precision_of_cosine,
)
from stepcache_core.embedding.base import Embedder

_SPLIT = (
    "The first row is mostly of pairs that were read: what the rules do on other questions is the last row, and "
    "it has few pairs. First a half was read and a half kept; as the kept half scored far lower, half of it was "
    "read too. No pair of the last quarter was read, but its score was looked at along the way, and one count "
    "of the function words in which pairs differ was taken over all pairs."
)
_RUN = 300
"""How many pairs of each set GPTCache itself is run on."""


@dataclass(frozen=True, slots=True)
class Set:
    """One set of pairs, with what all rules need of them."""

    pairs: Sequence[Pair]
    cosine: npt.NDArray[np.float32]
    delta: Served

    @classmethod
    def of(cls, pairs: Sequence[Pair], vectors: Vectors) -> Set:
        return cls(pairs, cosines(pairs, vectors), by_delta(pairs))

    def score(self, served: Served) -> Score:
        return Score.of(self.pairs, served)

    def part(self, chosen: Served) -> Set:
        pairs = [pair for pair, is_chosen in zip(self.pairs, chosen, strict=True) if is_chosen]
        return Set(pairs, self.cosine[chosen], self.delta[chosen])

    def ours(self) -> Served:
        return by_stepcache(self.pairs, self.cosine)


def report(embedder: Embedder, plot: Path) -> str:
    """The section of `RESULTS.md`; draws the curve."""
    pairs = hard_pairs(), labelled_pairs(), equal_pairs()
    vectors = embedded([pair for some in pairs for pair in some], embedder)
    hard, labelled, equal = (Set.of(some, vectors) for some in pairs)
    draw(plot, labelled)
    return "\n".join(
        [
            f"{len(hard.pairs):,} pairs that need different answers (CheckList), {len(labelled.pairs):,} labelled "
            f"pairs (Quora), of which {labelled.score(labelled.ours()).same:,} are labelled as asking the same, and "
            f"{len(equal.pairs):,} pairs that CheckList takes for equal; embeddings by {embedder.name}.",
            "",
            "Recall is the share of the pairs labelled the same that is served; served of all counts every pair. Equal "
            "content words in order show how many of the labelled pairs differ in function words and endings only.",
            "",
            *_rule_lines(hard, labelled, equal),
            "",
            *_peer_lines((hard, labelled), vectors),
            "",
            f"![Precision against recall]({plot.parent.name}/{plot.name})",
            "",
            "### StepCache beside a cosine threshold of the same recall",
            "",
            *_half_lines(labelled),
            "",
            _SPLIT,
            "",
            "### StepCache by its lowest similarity",
            "",
            *_similarity_lines(labelled),
            "",
            *_listed("StepCache's false hits on pairs that need different answers", hard),
            *_listed("StepCache's hits on labelled pairs whose label says different", labelled),
            "### Cost of `prompt_delta`",
            "",
            *cost_lines(),
            "",
            *_by_kind(hard),
        ]
    )


def _rule_lines(hard: Set, labelled: Set, equal: Set) -> Iterator[str]:
    yield (
        "| rule | false hits, different answers | labelled: precision | recall | served of all | false "
        "| served of CheckList's equal pairs |"
    )
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for name, served in _rules(hard, labelled, equal):
        one, other, third = (some.score(some_served) for some, some_served in served)
        yield (
            f"| {name} | {one.false} ({one.false / one.pairs:.2%}) | {other.precision:.3f} | {other.recall:.1%} "
            f"| {other.share:.1%} | {other.false} | {third.share:.1%} |"
        )


def _rules(*sets: Set) -> Iterator[tuple[str, list[tuple[Set, Served]]]]:
    yield "StepCache", [(some, some.ours()) for some in sets]
    yield "equal content words in order", [(some, by_content_words(some.pairs)) for some in sets]
    yield (
        f"GPTCache 0.1.44 defaults (cosine >= {GPTCACHE_COSINE:.2f})",
        [(some, some.cosine >= GPTCACHE_COSINE) for some in sets],
    )
    yield (
        f"redisvl SemanticCache defaults (cosine >= {REDISVL_COSINE:.2f})",
        [(some, some.cosine >= REDISVL_COSINE) for some in sets],
    )
    for threshold in THRESHOLDS:
        yield f"cosine >= {threshold:g}", [(some, some.cosine >= threshold) for some in sets]


def _peer_lines(sets: Sequence[Set], vectors: Vectors) -> Iterator[str]:
    if gptcache_is_installed():
        chooser = random.Random(42)
        chosen = [place for some in sets for place in chooser.sample(list(enumerate(some.pairs)), _RUN)]
        pairs = [pair for _, pair in chosen]
        agreed = int((by_gptcache(pairs, vectors) == (cosines(pairs, vectors) >= GPTCACHE_COSINE)).sum())
        yield (
            f"GPTCache was run as it comes (SQLite, FAISS, `SearchDistanceEvaluation`) on {len(pairs)} of these pairs, "
            f"each in an empty cache: it decided {agreed} times as the rule in the table does."
        )
    else:
        yield "GPTCache is not installed here: the table applies its rule to the cosines."
    yield (
        "redisvl needs a Redis whose search module knows vector fields. Debian 12 has Redis 7.0.15 and RediSearch "
        "1.2.2, which refuses redisvl 0.28's index (`Could not parse field spec`); so the table applies its rule, a "
        "cosine distance of at most 0.1, to the cosines."
    )


def _half_lines(labelled: Set) -> Iterator[str]:
    measured = np.array([pair.only_measured for pair in labelled.pairs], dtype=bool)
    yield "| pairs | labelled the same | served | right | precision | recall | precision of the cosine | points above |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for name, some in (
        ("all", labelled),
        ("three quarters, read while the rules were written", labelled.part(~measured)),
        ("one quarter, only measured on", labelled.part(measured)),
    ):
        score = some.score(some.ours())
        other = precision_of_cosine(some.cosine, some.pairs, score.recall)
        yield (
            f"| {name} | {score.same} | {score.served} | {score.right} | {score.precision:.3f} | {score.recall:.1%} "
            f"| {other:.3f} | {(score.precision - other) * 100:+.1f} |"
        )


def _similarity_lines(labelled: Set) -> Iterator[str]:
    yield "| cosine at least | served | precision | recall |"
    yield "| ---: | ---: | ---: | ---: |"
    for threshold, score in _our_curve(labelled):
        yield f"| {threshold:g} | {score.served} | {score.precision:.3f} | {score.recall:.1%} |"


def _our_curve(labelled: Set) -> list[tuple[float, Score]]:
    return [(threshold, labelled.score(labelled.delta & (labelled.cosine >= threshold))) for threshold in THRESHOLDS]


def _listed(title: str, some: Set) -> Iterator[str]:
    wrong = [pair for pair, served in zip(some.pairs, some.ours(), strict=True) if served and not pair.same]
    yield from (f"### {title}: {len(wrong)}", "")
    if wrong:
        yield from ("| old | new | read as |", "| --- | --- | --- |")
    for pair in wrong:
        old, new = (json.dumps(text, ensure_ascii=False).replace("|", r"\|") for text in (pair.old, pair.new))
        yield f"| {old} | {new} | {READINGS.get(pair.key, f'not read yet ({pair.key})')} |"
    yield ""


def _by_kind(hard: Set) -> Iterator[str]:
    total = Counter(pair.source for pair in hard.pairs)
    counts = [
        Counter(pair.source for pair, served in zip(hard.pairs, rule, strict=True) if served)
        for rule in (hard.ours(), hard.cosine >= GPTCACHE_COSINE, hard.cosine >= 0.95)
    ]
    yield from ("### Pairs that need different answers, by kind", "")
    yield from (
        "| kind | pairs | StepCache | GPTCache defaults | cosine >= 0.95 |",
        "| --- | ---: | ---: | ---: | ---: |",
    )
    for source, count in total.most_common():
        yield f"| {source} | {count} | {' | '.join(str(some[source]) for some in counts)} |"


def draw(path: Path, labelled: Set) -> None:
    """Precision against recall: the cosine threshold swept, and StepCache by its lowest similarity."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    mpl.rcParams["svg.hashsalt"] = "false hits"
    cosine = [labelled.score(labelled.cosine >= threshold) for threshold in THRESHOLDS]
    default = labelled.score(labelled.ours())
    figure, axes = pyplot.subplots(figsize=(6.5, 4), layout="constrained")
    axes.plot([score.recall for score in cosine], [score.precision for score in cosine], "o-", label="cosine threshold")
    ours = [score for _, score in _our_curve(labelled) if score.served]
    axes.plot([score.recall for score in ours], [score.precision for score in ours], ".-", label="StepCache, swept too")
    axes.plot(default.recall, default.precision, "D", label="StepCache, default")
    for threshold, name in ((GPTCACHE_COSINE, "GPTCache"), (REDISVL_COSINE, "redisvl")):
        score = labelled.score(labelled.cosine >= threshold)
        axes.annotate(name, (score.recall, score.precision), textcoords="offset points", xytext=(6, 6))
    axes.set(
        xlabel="recall: served, of the pairs labelled the same",
        ylabel="precision: labelled the same, of the served",
        title="Quora question pairs",
    )
    axes.legend()
    axes.grid(alpha=0.3)
    path.parent.mkdir(exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
