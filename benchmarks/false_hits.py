"""False hits: whose answer is served for a prompt that needs another one?

StepCache's rule for text that no task verifies (nothing that decides the answer has changed, and cosine at least
`Policy.min_similarity`) beside a plain cosine threshold, GPTCache and redisvl, on the same pairs with the same
embeddings (all-MiniLM-L6-v2).

Two public sets, read from the folder named by STEPCACHE_DATA (`tests/public_data.py`):

- `prompt_pairs_hard.jsonl`, the CheckList suite for Quora question pairs. Pairs that need different answers: those
  labelled 0, those of the test on asymmetric relations (its name says so, its label does not), and, from the lists,
  a prompt against itself with a name, a place or a number exchanged.
- `prompt_pairs_labelled.jsonl`, Quora question pairs. The labels are noisy, so precision is given with coverage.

    python -m benchmarks.false_hits [--plot false_hits.png]
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from tqdm.auto import tqdm

from benchmarks.results import write_section
from stepcache_core import Policy
from stepcache_core.checking import paraphrase
from stepcache_core.embedding import OnnxMiniLMEmbedder
from stepcache_core.embedding.base import Embedder
from tests.public_data import read_rows

THRESHOLDS = [0.60, 0.65, 0.70, 0.75, 0.80, 0.85, 0.90, 0.93, 0.95, 0.96, 0.97, 0.98, 0.985, 0.99, 0.995]
GPTCACHE_COSINE = 0.60
"""GPTCache 0.1.44, `SearchDistanceEvaluation()` and `similarity_threshold=0.8` over FAISS: d² <= 0.8 of at most 4.0,
where d² = 2 - 2 cosine for unit vectors."""
REDISVL_COSINE = 0.90
"""redisvl's `SemanticCache(distance_threshold=0.1)`: cosine distance, so cosine >= 0.9."""
_MUST_DIFFER = {"Order does matter for asymmetric relations"}
_EXCHANGED = {
    "Change same name in both questions",
    "Change same location in both questions",
    "Change same number in both questions",
    "Change first name in one of the questions",
    "Change first and last name in one of the questions",
    "Change location in one of the questions",
    "Change numbers in one of the questions",
}
_VARIANTS = 5
_FUNCTION_WORDS = frozenset(
    """a an the of to in on for with at by from is are was were be been being do does did can could should would
    will shall may might must i you we one me my your our their his her it its what which how why when where
    who whom that this these those some any and or so as if there have has had best good way ways most""".split()
)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two prompts, whether one answer serves both, and where they come from."""

    old: str
    new: str
    same: bool
    source: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A cache's decision, over all pairs at once."""

    name: str
    serves: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Score:
    """How a rule does on one set of pairs."""

    served: int
    false: int
    pairs: int

    @property
    def precision(self) -> float:
        return 1 - self.false / self.served if self.served else float("nan")

    @property
    def coverage(self) -> float:
        return self.served / self.pairs


# -- the pairs -------------------------------------------------------------------------------------------------------


def hard_pairs() -> list[Pair]:
    """The pairs of CheckList that need different answers, each once."""
    pairs: dict[tuple[str, str], Pair] = {}
    for row in read_rows("prompt_pairs_hard"):
        for old, new in _different(row):
            if old != new:
                pairs.setdefault((old, new), Pair(old, new, False, row["test"]))
    return list(pairs.values())


def _different(row: dict[str, Any]) -> Iterable[tuple[str, str]]:
    test, data = row["test"], row["data"]
    if row["label"] == 0 or test in _MUST_DIFFER:
        yield data[0], data[1]
    elif test in _EXCHANGED:
        first = data[0]
        for variant in data[1 : 1 + _VARIANTS]:
            yield from zip(first, variant, strict=True)


def equal_pairs() -> list[Pair]:
    """The pairs of CheckList that may share an answer: for the coverage only."""
    return [
        Pair(*row["data"], True, row["test"])
        for row in read_rows("prompt_pairs_hard")
        if row["label"] == 1 and row["test"] not in _MUST_DIFFER and isinstance(row["data"][0], str)
    ]


def labelled_pairs() -> list[Pair]:
    return [Pair(row["a"], row["b"], bool(row["same"]), "labelled") for row in read_rows("prompt_pairs_labelled")]


# -- the rules -------------------------------------------------------------------------------------------------------


def cosines(pairs: Sequence[Pair], embedder: Embedder) -> npt.NDArray[np.float32]:
    """The cosine of each pair; every prompt is embedded once."""
    prompts = sorted({prompt for pair in pairs for prompt in (pair.old, pair.new)}, key=len)
    vectors: dict[str, npt.NDArray[np.float32]] = {}
    for start in tqdm(range(0, len(prompts), 32), desc="embedding", leave=False):
        batch = prompts[start : start + 32]
        vectors.update(zip(batch, embedder.embed(batch), strict=True))
    return np.array([float(vectors[pair.old] @ vectors[pair.new]) for pair in pairs], dtype=np.float32)


def stepcache_rule(pairs: Sequence[Pair], cosine: npt.NDArray[np.float32]) -> Rule:
    """What `Policy()` serves where no task verifies."""
    equal = np.array([paraphrase(pair.old, pair.new)[1] is None for pair in pairs])
    return Rule("StepCache", equal & (cosine >= Policy().min_similarity))


def content_rule(pairs: Sequence[Pair]) -> Rule:
    """For comparison: the same content words in the same order, whatever stands between them and behind their stem."""

    def content(prompt: str) -> list[str]:
        words = re.findall(r"[^\W_]+(?:['’][^\W_]+)*", prompt.lower())
        return [word.removesuffix("s") for word in words if word not in _FUNCTION_WORDS]

    return Rule("equal content words in order", np.array([content(pair.old) == content(pair.new) for pair in pairs]))


def cosine_rules(cosine: npt.NDArray[np.float32]) -> list[Rule]:
    named = [
        Rule(f"GPTCache 0.1.44 defaults (cosine >= {GPTCACHE_COSINE:.2f})", cosine >= GPTCACHE_COSINE),
        Rule(f"redisvl SemanticCache defaults (cosine >= {REDISVL_COSINE:.2f})", cosine >= REDISVL_COSINE),
    ]
    return named + [Rule(f"cosine >= {threshold:g}", cosine >= threshold) for threshold in THRESHOLDS]


def score(rule: Rule, pairs: Sequence[Pair]) -> Score:
    same = np.array([pair.same for pair in pairs])
    return Score(int(rule.serves.sum()), int((rule.serves & ~same).sum()), len(pairs))


def precision_at_coverage(cosine: npt.NDArray[np.float32], pairs: Sequence[Pair], served: int) -> float:
    """The precision of a cosine threshold that serves as many pairs; ties are shared out evenly."""
    same = np.array([pair.same for pair in pairs])
    if served == 0:
        return float("nan")
    lowest = np.sort(cosine)[-served]
    above, at = cosine > lowest, cosine == lowest
    right = same[above].sum() + same[at].mean() * (served - above.sum())
    return float(right / served)


# -- the report ------------------------------------------------------------------------------------------------------


def report(embedder: Embedder | None = None) -> tuple[str, list[tuple[float, float]], tuple[float, float]]:
    """The tables as Markdown; the (coverage, precision) points of the cosine curve, and StepCache's."""
    embedder = embedder or OnnxMiniLMEmbedder()
    hard, labelled, equal = hard_pairs(), labelled_pairs(), equal_pairs()
    all_cosines = cosines([*hard, *labelled, *equal], embedder)
    of_hard, of_labelled = all_cosines[: len(hard)], all_cosines[len(hard) : len(hard) + len(labelled)]
    of_equal = all_cosines[len(hard) + len(labelled) :]
    rows = []
    points = []
    for hard_rule, labelled_rule, equal_rule in zip(
        [stepcache_rule(hard, of_hard), content_rule(hard), *cosine_rules(of_hard)],
        [stepcache_rule(labelled, of_labelled), content_rule(labelled), *cosine_rules(of_labelled)],
        [stepcache_rule(equal, of_equal), content_rule(equal), *cosine_rules(of_equal)],
        strict=True,
    ):
        one, other, third = score(hard_rule, hard), score(labelled_rule, labelled), score(equal_rule, equal)
        points.append((other.coverage, other.precision))
        rows.append(
            f"| {hard_rule.name} | {one.false} ({one.false / one.pairs:.2%}) | {other.precision:.3f} "
            f"| {other.coverage:.1%} | {other.false} | {third.coverage:.1%} |"
        )
    ours = stepcache_rule(labelled, of_labelled)
    like = precision_at_coverage(of_labelled, labelled, int(ours.serves.sum()))
    lines = [
        "# False hits",
        "",
        f"{len(hard)} pairs that need different answers (CheckList), {len(labelled)} labelled pairs (Quora), "
        f"{len(equal)} pairs that CheckList takes for equal; embeddings by {embedder.name}.",
        "",
        "The rows of GPTCache and redisvl apply their default decision rules to the same cosines. Equal content words "
        "in order show how many of the labelled pairs differ in function words and endings only.",
        "",
        "| rule | false hits, different answers | precision, labelled | coverage, labelled | false, labelled | "
        "coverage, CheckList's equal pairs |",
        "| --- | --- | --- | --- | --- | --- |",
        *rows,
        "",
        f"A cosine threshold that serves as many labelled pairs as StepCache has precision {like:.3f}; StepCache has "
        f"{points[0][1]:.3f}.",
        "",
        *_listing("StepCache's false hits on pairs that need different answers", hard, stepcache_rule(hard, of_hard)),
        *_listing("StepCache's hits on labelled pairs whose label says different", labelled, ours),
        *_by_test(hard, cosine_rules(of_hard)[0].serves, of_hard >= 0.95),
    ]
    return "\n".join(lines) + "\n", points[2:], points[0]


def _listing(title: str, pairs: Sequence[Pair], rule: Rule) -> Iterator[str]:
    wrong = [pair for pair, served in zip(pairs, rule.serves, strict=True) if served and not pair.same]
    yield from (f"### {title}: {len(wrong)}", "")
    yield from (f"- {json.dumps(pair.old, ensure_ascii=False)} / {json.dumps(pair.new, ensure_ascii=False)}"
                for pair in wrong)  # fmt: skip
    yield ""


def _by_test(
    pairs: Sequence[Pair], gptcache: npt.NDArray[np.bool_], strict_cosine: npt.NDArray[np.bool_]
) -> Iterator[str]:
    total = Counter(pair.source for pair in pairs)
    loose = Counter(pair.source for pair, served in zip(pairs, gptcache, strict=True) if served)
    tight = Counter(pair.source for pair, served in zip(pairs, strict_cosine, strict=True) if served)
    yield from ("### Pairs that need different answers, by kind", "")
    yield from ("| kind | pairs | GPTCache defaults | cosine >= 0.95 |", "| --- | --- | --- | --- |")
    yield from (f"| {source} | {count} | {loose[source]} | {tight[source]} |" for source, count in total.most_common())


def plot(path: Path, curve: Sequence[tuple[float, float]], ours: tuple[float, float]) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.5, 4), layout="constrained")
    coverage, precision = zip(*sorted(curve), strict=True)
    axes.plot(coverage, precision, "o-", label="cosine threshold")
    axes.plot(*ours, "D", label="StepCache")
    axes.set(xlabel="share of labelled pairs served", ylabel="share of these labelled equal", title="Quora pairs")
    axes.legend()
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=150)
    pyplot.close(figure)


def main(show: Callable[[str], object] = print) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plot", type=Path, help="where to draw the curve (needs matplotlib)")
    arguments = parser.parse_args()
    text, curve, ours = report()
    show(write_section("False hits", text.removeprefix("# False hits\n")))
    if arguments.plot:
        plot(arguments.plot, curve, ours)


if __name__ == "__main__":
    main()
