"""A new process that opens a store, answers, and says what that took: `python -m benchmarks.scale.opening ...`.

It prints one line of JSON. `memory` is what the process holds at its end, in bytes.
"""

from __future__ import annotations

import json
import sys
import time

BEGAN = time.perf_counter()


def main(where: str, size: int) -> None:
    import psutil

    from benchmarks.scale.filling import asked, entry
    from benchmarks.scale.roads import ROADS, chosen
    from benchmarks.scale.serving import open_engine

    imported = time.perf_counter()
    with open_engine(where) as engine:
        opened = time.perf_counter()
        first = asked(0, entry(0).prompt)
        asking = time.perf_counter()
        engine.lookup(first)
        answered = time.perf_counter()
        report = {"import": imported - BEGAN, "open": opened - imported, "first lookup": answered - asking}
        for road in ROADS if size else ():
            request = road.request(chosen(size, 1, road.kind)[0])
            asking = time.perf_counter()
            engine.lookup(request)
            report[f"first {road.name}"] = time.perf_counter() - asking
        report["memory"] = psutil.Process().memory_info().rss
    print(json.dumps(report))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
