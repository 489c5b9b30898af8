"""Brings the pictures of the results, which lie beside the benchmarks, to the page that shows them."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add each picture under the path that `benchmarks/RESULTS.md` knows it by."""
    for picture in sorted((ROOT / "benchmarks" / "results").rglob("*")):
        if picture.suffix in {".png", ".svg"}:
            files.append(File.generated(config, picture.relative_to(ROOT).as_posix(), abs_src_path=str(picture)))
    return files
