"""How values show themselves; the pictures are made in `stepcache_core.display`, which is loaded when first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType


class Shown:
    """A value that a notebook shows as HTML, and `rich.print` in a terminal with its colours."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from stepcache_core.display import as_html

        return as_html(self)

    def __rich__(self) -> RenderableType:
        from stepcache_core.display import as_terminal

        return as_terminal(self)
