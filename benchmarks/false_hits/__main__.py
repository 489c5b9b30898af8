"""Writes the section and the plot."""

from __future__ import annotations

from benchmarks.false_hits.report import report
from benchmarks.results import RESULTS, write_section
from stepcache_core.embedding import OnnxMiniLMEmbedder


def main() -> None:
    print(write_section("False hits", report(OnnxMiniLMEmbedder(), RESULTS.parent / "results" / "false_hits.svg")))


if __name__ == "__main__":
    main()
