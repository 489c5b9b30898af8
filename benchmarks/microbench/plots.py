"""A run's figures as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.microbench.contenders import ABOUT
from benchmarks.microbench.measures import Figures, all_figures
from benchmarks.microbench.running import Log, evaluated

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLORS = dict(zip(ABOUT, ["#777777", "#b58900", "#cb4b16", "#d33682", "#268bd2", "#2aa198"], strict=True))
OUTCOMES = {
    "exact": "#1b7837", "hit": "#5aae61", "reuse": "#7fbf7b", "replay": "#a6dba0",
    "patch": "#fdb863", "fallback": "#e08214", "skip": "#b2abd2", "miss": "#8073ac", "model": "#777777",
    "bypass": "#bbbbbb",
}  # fmt: skip


def draw(log: Log, folder: Path) -> list[Path]:
    """Draw the pictures into a folder; their paths."""
    import matplotlib

    matplotlib.use("Agg")
    found = all_figures(log, list(ABOUT))
    drawn = {
        "latency": lambda axes: _latency(axes, log, found),
        "outcomes": lambda axes: _outcomes(axes, found),
        "tokens": lambda axes: _tokens(axes, found),
        "correctness": lambda axes: _correctness(axes, found),
    }
    return [_save(name, picture, folder) for name, picture in drawn.items()]


def _save(name: str, picture: Any, folder: Path) -> Path:
    from matplotlib import pyplot

    figure: Figure
    figure, axes = pyplot.subplots(figsize=(7.5, 3.4), layout="constrained")
    axes.spines[["top", "right"]].set_visible(False)
    picture(axes)
    path = folder / f"{name}.png"
    figure.savefig(path, dpi=100, metadata={"Software": None})
    pyplot.close(figure)
    return path


def _latency(axes: Axes, log: Log, found: dict[str, list[Figures]]) -> None:
    for name in found:
        seconds = np.sort([row.seconds for row in evaluated(log) if row.contender == name])
        axes.step(seconds, np.arange(1, len(seconds) + 1) / len(seconds), where="post", color=COLORS[name], label=name)
    axes.set(xscale="log", xlabel="seconds to the whole answer", ylabel="share of requests", ylim=(0, 1.01))
    axes.set_title("Latency, all seeds")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, fontsize=8)


def _mean(several: list[Figures], read: Any) -> float:
    return float(np.mean([read(one) for one in several]))


def _outcomes(axes: Axes, found: dict[str, list[Figures]]) -> None:
    left = np.zeros(len(found))
    for outcome, color in OUTCOMES.items():
        shares = np.array([_mean(several, lambda one: one.outcomes.get(outcome, 0.0)) for several in found.values()])  # noqa: B023
        if shares.any():
            axes.barh(list(found), shares, left=left, color=color, label=outcome)
            left += shares
    axes.invert_yaxis()
    axes.set(xlabel="share of requests", xlim=(0, 1), title="Outcomes")
    axes.legend(frameon=False, fontsize=8, ncols=2, loc="center left", bbox_to_anchor=(1, 0.5))


def _tokens(axes: Axes, found: dict[str, list[Figures]]) -> None:
    prompt = np.array([_mean(several, lambda one: one.prompt_tokens) for several in found.values()])
    completion = np.array([_mean(several, lambda one: one.completion_tokens) for several in found.values()])
    axes.barh(list(found), prompt, color="#9ecae1", label="prompt")
    bars = axes.barh(list(found), completion, left=prompt, color="#3182bd", label="completion")
    axes.bar_label(bars, [f"{total:.0f}" for total in prompt + completion], padding=3, fontsize=8)
    axes.invert_yaxis()
    axes.set(xlabel="tokens a request", title="Tokens")
    axes.legend(frameon=False, fontsize=8)


def _correctness(axes: Axes, found: dict[str, list[Figures]]) -> None:
    places = np.arange(len(found))
    measures = {
        "right": ("#2aa198", lambda one: one.strict),
        "right to a lenient reader": ("#a9d8d4", lambda one: one.lenient),
        "wrong, from the cache": ("#dc322f", lambda one: len(one.wrong_from_cache) / one.requests),
    }
    for number, (label, (color, read)) in enumerate(measures.items()):
        shares = [_mean(several, read) for several in found.values()]
        bars = axes.barh(places + (number - 1) * 0.27, shares, height=0.25, color=color, label=label)
        axes.bar_label(bars, [f"{share:.1%}" for share in shares], padding=2, fontsize=7)
    axes.set_yticks(places, list(found))
    axes.invert_yaxis()
    axes.set(xlabel="share of requests", xlim=(0, 1.1), title="Answers")
    axes.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))
