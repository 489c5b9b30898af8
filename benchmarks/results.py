"""`RESULTS.md`: one section for each benchmark, replaced whole by each of its runs."""

from __future__ import annotations

import re
from pathlib import Path

RESULTS = Path(__file__).parent / "RESULTS.md"


def write_section(title: str, body: str) -> str:
    """Put a section in its place, or at the end; the section as it is written."""
    section = f"## {title}\n\n{body.strip()}\n"
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else "# Results\n"
    before, found, rest = text.partition(f"## {title}\n")
    after = re.search(r"^## ", rest, re.MULTILINE)
    later = rest[after.start() :] if found and after else ""
    RESULTS.write_text(f"{before.rstrip()}\n\n{section}" + (f"\n{later}" if later else ""), encoding="utf-8")
    return section
