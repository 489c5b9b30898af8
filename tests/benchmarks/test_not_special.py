"""Nothing of the benchmark is known to the product: its names, numbers and things stand nowhere in the packages."""

from __future__ import annotations

import re
from pathlib import Path

import benchmarks
import stepcache_core
from benchmarks.microbench.workload import built_in, read

PACKAGES = [path for path in Path(stepcache_core.__file__).parent.parent.glob("stepcache_*") if path.is_dir()]

WORKLOADS = sorted((Path(benchmarks.__file__).parent / "workloads").glob("*.jsonl"))


def test_no_seven_words_of_any_request_stand_in_the_packages() -> None:
    source = "\n".join(
        " ".join(file.read_text(encoding="utf-8").split())
        for each in PACKAGES
        for file in each.rglob("*.py")
        if file.name != "demo.py"
    )
    runs = {
        " ".join(words[place : place + 7])
        for cases in (*map(built_in, (42, 43, 44)), *map(read, WORKLOADS))
        for case in cases
        for words in [re.sub(r"\s+", " ", case.prompt).split(" ")]
        for place in range(len(words) - 6)
    }
    assert len(runs) > 3000
    assert sorted(run for run in runs if run in source) == []
