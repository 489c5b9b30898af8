"""The figures as a section of RESULTS.md, and as a picture."""

from __future__ import annotations

import math
import platform
from collections.abc import Sequence
from importlib.metadata import version
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.results import RESULTS, write_section

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from benchmarks.scale.__main__ import Measured, Place
    from benchmarks.scale.roads import Spread, Walk

PICTURE = "results/scale.svg"
PAPER = 1_000_000
_MEGABYTE = 1e6
_COLORS = ("#1b7837", "#268bd2", "#d95f02", "#777777")


def section(found: Sequence[Measured], empty: dict[str, float], lookups: int, how_it_went: str) -> str:
    """Write the section; its text."""
    parts = [
        f"{circumstances()}; {how_it_went}. Records are made by the product (six equations to "
        "four open questions, half of them in one partition, half in partitions of twenty), laid out by the store's "
        "own code and written to Chroma in batches of 5,000 rows, which the product does not do: it writes each record "
        "by itself. Vectors of 384 numbers from hashed words. Each road is walked by "
        f"{lookups} requests of either layout: *first* for a record that this engine has not read before, *again* for "
        "the same requests once more, CPU for the mean CPU time of this process (of all its threads, and without the "
        "server's), which other programs disturb less than the rest. Milliseconds, unless said otherwise, through "
        "`StepCacheEngine.lookup`, hashing the words (about 0.1 ms) included. The median expected at a million records "
        "goes on from the last two sizes, as the logarithm of the size grows.",
        f"![Lookups by store size]({PICTURE})",
        "### A lookup, by road and number of records",
        _walks(found),
        "### Threads",
        "A mix of the four roads, a quarter each, through one engine.",
        _loads(found),
        "### Memory, disk, opening",
        _sizes(found, empty),
    ]
    return write_section("Store size", "\n\n".join(parts))


def circumstances() -> str:
    """The machine and the versions, in words."""
    machine = f"{cpu_count()} cores, {platform.system()} {platform.machine()}"
    return f"{machine}, Python {platform.python_version()}, chromadb {version('chromadb')}"


def on_paper(sizes: Sequence[int], values: Sequence[float], per_record: bool) -> float | None:
    """What the last two sizes let expect at a million records; None where there are no two.

    Args:
        sizes: Records, growing.
        values: What was measured at each.
        per_record: Whether the value grows with the number of records, or with its logarithm.
    """
    if len(sizes) < 2 or sizes[-1] >= PAPER:
        return None
    before, last, paper = ((n if per_record else math.log10(n)) for n in (*sizes[-2:], PAPER))
    slope = max(0.0, (values[-1] - values[-2]) / (last - before))  # Nothing shrinks with size: that is noise.
    return values[-1] + slope * (paper - last)


def _places(one: Measured) -> dict[str, Place]:
    return {"folder": one.folder, "server": one.server}


def _walks(found: Sequence[Measured]) -> str:
    heads = [f"{one.size:,}: first p50 / p95 / p99 | CPU | again p50 / p99 | CPU" for one in found]
    lines = [_row("place", "road", "layout", *heads, "1,000,000 on paper: first p50", "strays"),
             _row(*["---"] * 3, *["---:"] * (4 * len(found) + 2))]  # fmt: skip
    for place, inside in _places(found[0]).items():
        for index, walk in enumerate(inside.walks):
            walks = [_places(one)[place].walks[index] for one in found]
            cells = [
                f"{_spread(one.first)} | {_ms(one.first_cpu)} | {_ms(one.again.p50)} / {_ms(one.again.p99)} | "
                f"{_ms(one.again_cpu)}"
                for one in walks
            ]
            paper = on_paper([one.size for one in found], [one.first.p50 for one in walks], per_record=False)
            lines.append(_row(place, walk.road, walk.layout, *cells, _ms(paper), _strays(walks)))
    return "\n".join(lines)


def _strays(walks: Sequence[Walk]) -> str:
    return f"{sum(one.strays for one in walks)} of {sum(one.lookups for one in walks):,}"


def _loads(found: Sequence[Measured]) -> str:
    lines = [_row("place", "threads", *(f"{one.size:,}: lookups a second | p50 / p95 / p99" for one in found)),
             _row("---", *["---:"] * (1 + 2 * len(found)))]  # fmt: skip
    for place, inside in _places(found[0]).items():
        for index, load in enumerate(inside.loads):
            loads = [_places(one)[place].loads[index] for one in found]
            cells = [f"{one.per_second:,.0f} | {_spread(one.latency)}" for one in loads]
            lines.append(_row(place, str(load.threads), *cells))
    return "\n".join(lines)


def _sizes(found: Sequence[Measured], empty: dict[str, float]) -> str:
    sizes = [one.size for one in found]

    def row(what: str, values: Sequence[float], form: str, start: float | None = None, *, grows: bool = True) -> str:
        shown = [start, *values, on_paper(sizes, values, per_record=True) if grows else None]
        return _row(what, *("" if value is None else format(value, form) for value in shown))

    folders = [one.folder.opening for one in found]
    servers = [one.server.opening for one in found]
    held = [(one.server.server_memory or 0) / _MEGABYTE for one in found]
    return "\n".join([
        _row("", "empty", *(f"{size:,}" for size in sizes), "1,000,000 on paper"),
        _row("---", *["---:"] * (len(found) + 2)),
        row("disk, MB", [one.disk / _MEGABYTE for one in found], ",.0f"),
        row("memory of a new process after a lookup by each road, folder, MB",
            [one["memory"] / _MEGABYTE for one in folders], ",.0f", empty["memory"] / _MEGABYTE),
        row("the same, client of a server, MB", [one["memory"] / _MEGABYTE for one in servers], ",.0f"),
        row("memory of the server at the end, MB", held, ",.0f"),
        row("making a record, ms", [one.making * 1e3 for one in found], ".2f", grows=False),
        row("writing it in a batch, ms", [one.writing * 1e3 for one in found], ".2f", grows=False),
        row("a new process: imports, s", [one["import"] for one in folders], ".2f", empty["import"], grows=False),
        row("then opening the folder, s", [one["open"] for one in folders], ".3f", empty["open"]),
        row("then its first lookup, exact, s", [one["first lookup"] for one in folders], ".3f"),
        row("then its first lookup by embedding, s", [one["first embedding"] for one in folders], ".3f"),
        row("a client of the server: opening, s", [one["open"] for one in servers], ".3f"),
        row("a client of the server: its first lookup, s", [one["first lookup"] for one in servers], ".3f"),
    ])  # fmt: skip


def draw(found: Sequence[Measured]) -> Path:
    """Draw the picture; its path."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 3, figsize=(11, 3.8), layout="constrained")
    _draw_roads(axes[0], found, "folder")
    _draw_roads(axes[1], found, "server")
    largest = found[-1]
    for (place, inside), style in zip(_places(largest).items(), ("-", "--"), strict=True):
        threads = [load.threads for load in inside.loads]
        axes[2].plot(threads, [load.per_second for load in inside.loads], "o" + style, color=_COLORS[0], label=place)
    axes[2].set(xlabel="threads", ylabel="lookups a second", title=f"{largest.size:,} records", ylim=0)
    for one in axes:
        one.spines[["top", "right"]].set_visible(False)
        one.grid(alpha=0.3)
    axes[2].legend(frameon=False, fontsize=7)
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=8, frameon=False, fontsize=7)
    path = RESULTS.parent / PICTURE
    path.parent.mkdir(exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    return path


def _draw_roads(axes: Axes, found: Sequence[Measured], place: str) -> None:
    walks = [[walk for walk in _places(one)[place].walks if walk.layout == "one partition"] for one in found]
    for index, color in zip(range(len(walks[0])), _COLORS, strict=True):
        sizes, road = [one.size for one in found], walks[0][index].road
        axes.plot(sizes, [at[index].first.p50 * 1e3 for at in walks], "o-", color=color, label=f"{road}, first")
        axes.plot(sizes, [at[index].again.p50 * 1e3 for at in walks], "o:", color=color, label=f"{road}, again")
    axes.set(xscale="log", yscale="log", xlabel="records", ylabel="p50, ms", title=f"{place}, one partition")


def _spread(spread: Spread) -> str:
    return " / ".join(_ms(seconds) for seconds in (spread.p50, spread.p95, spread.p99))


def _ms(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds * 1e3:.2f}"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
