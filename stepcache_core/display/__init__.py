"""How answers, plans, records, deltas and accounts look in a notebook and in a terminal."""

from __future__ import annotations

from stepcache_core.display.html import as_html
from stepcache_core.display.terminal import as_terminal, as_text

__all__ = ["as_html", "as_terminal", "as_text"]
