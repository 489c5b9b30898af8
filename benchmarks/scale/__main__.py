"""Lookups, memory, disk and opening by store size, in a Chroma folder and on a Chroma server.

    python -m benchmarks.scale [--sizes 1000 10000 100000] [--lookups 200] [--output FILE.json]

One folder is filled up to each size in turn, by the product's own records written in batches. At each size a new
process opens it, then lookups by each road are timed, alone and from several threads; then a server is started over
the same folder, and all of it is done again through the server. Half of the records lie in one partition, half in
partitions of twenty. Vectors are made of hashed words: embedding a prompt is another benchmark's business.
The section is written anew after each size, so that a run that is stopped leaves the sizes it reached.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil
from tqdm.auto import tqdm

from benchmarks.scale.filling import fill
from benchmarks.scale.report import draw, section
from benchmarks.scale.roads import ROADS, Load, Walk, load, walk
from benchmarks.scale.serving import chroma_server, open_engine

ROOT = Path(__file__).parents[2]
THREADS = (1, 2, 4, 8, 16)


@dataclass(frozen=True, slots=True)
class Place:
    """What was measured of one store in one place.

    Attributes:
        opening: Seconds of a new process, by what it did, and the bytes it held.
        server_memory: Bytes that the server held in the end; None for a folder.
    """

    opening: dict[str, float]
    walks: list[Walk]
    loads: list[Load]
    server_memory: int | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured at one size.

    Attributes:
        size: Records in the store.
        making: Seconds that one of the records added last took to be made.
        writing: Seconds that it took to be written, in a batch.
        disk: Bytes of the folder.
    """

    size: int
    making: float
    writing: float
    disk: int
    folder: Place
    server: Place


def measure(folder: Path, sizes: list[int], lookups: int) -> Iterator[Measured]:
    """Fill a folder up to each size in turn, and measure there."""
    before = 0
    for size in tqdm(sizes, "sizes", disable=None):
        making, writing = (seconds / (size - before) for seconds in fill(folder, range(before, size)))
        disk = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
        in_folder = look(str(folder), size, lookups)
        with chroma_server(folder) as served:
            on_server = look(served.where, size, lookups, served.process_id)
        yield Measured(size, making, writing, disk, in_folder, on_server)
        before = size


def look(where: str, size: int, lookups: int, server: int | None = None) -> Place:
    """Open a store in a new process, then look up in it from this one."""
    opening = json.loads(_run_opening(where, size))
    with open_engine(where) as engine:
        walks = [walk(engine, road, size, lookups, large) for road in ROADS for large in (True, False)]
        loads = [load(engine, size, 2 * lookups, threads) for threads in THREADS]
    return Place(opening, walks, loads, psutil.Process(server).memory_info().rss if server else None)


def _run_opening(where: str, size: int) -> str:
    command = [sys.executable, "-m", "benchmarks.scale.opening", where, str(size)]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000], help="records, growing")
    parser.add_argument("--lookups", type=int, default=200, help="requests of each road and layout, each asked twice")
    parser.add_argument("--output", type=Path, help="a file for all figures, as JSON")
    arguments = parser.parse_args()
    began, busy = time.perf_counter(), os.getloadavg()[0]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        empty = json.loads(_run_opening(str(Path(folder) / "empty"), 0))
        found: list[Measured] = []
        for one in measure(Path(folder) / "store", sorted(arguments.sizes), arguments.lookups):
            found.append(one)
            elapsed = f"{(time.perf_counter() - began) / 60:.0f} minutes in all"
            others = f"load average {busy:.1f} before the run and {os.getloadavg()[0]:.1f} at its end"
            draw(found)
            written = section(found, empty, arguments.lookups, f"{elapsed}, {others}")
            if arguments.output:
                arguments.output.write_text(json.dumps([asdict(each) for each in found], indent=1), encoding="utf-8")
    print(written)


if __name__ == "__main__":
    main()
