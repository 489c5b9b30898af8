"""The pages for people, and the programs that stand in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))

_BLOCK = re.compile(r"^```python\n(?P<code>.*?)^```\n(?:\n```text\n(?P<output>.*?)^```\n)?", re.DOTALL | re.MULTILINE)
_IMPORT = re.compile(r"^(?:from|import) ([\w.]+)", re.MULTILINE)
_MARK = "-- the next block --"


@dataclass(frozen=True, slots=True)
class Block:
    """A Python block of a page.

    Attributes:
        line: Where its code begins, counted from 1.
        code: What runs.
        output: What the `text` block right below it says that it prints; None where there is none.
    """

    line: int
    code: str
    output: str | None


def blocks_of(page: Path) -> list[Block]:
    """The Python blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(text.count("\n", 0, match.start("code")) + 1, match["code"], match["output"])
        for match in _BLOCK.finditer(text)
    ]


def modules_of(blocks: list[Block]) -> set[str]:
    """The modules that blocks import."""
    return {name for block in blocks for name in _IMPORT.findall(block.code)}


def program_of(blocks: list[Block]) -> str:
    """All blocks of a page as one program, each on its own lines of the page, so that a traceback leads there."""
    lines: list[str] = []
    for block in blocks:
        lines += [""] * (block.line - 2 - len(lines))
        lines += [f"print({_MARK!r})", *block.code.splitlines()]
    return "\n".join(lines)


def outputs_of(printed: str) -> list[str]:
    """What each block of a program printed."""
    return printed.split(f"{_MARK}\n")[1:]
