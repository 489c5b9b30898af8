"""How the command line says that something went wrong: one line on standard error, and an exit code."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from stepcache_core.errors import StepCacheError

FAILED = 1
NOTHING_THERE = 3
UNHEALTHY = 4

EXIT_CODES = (
    "Exit codes: 0 done; 1 it failed, or you said no; 2 wrong usage; 3 no such folder, namespace or record; "
    "4 doctor found something to mend."
)


class NothingThereError(StepCacheError):
    """The folder, the namespace or the record asked for does not exist."""


class FailingGroup(TyperGroup):
    """Commands whose expected failures end in a message instead of a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (StepCacheError, OSError) as error:
            typer.echo(f"stepcache: {error}", err=True)
            raise typer.Exit(NOTHING_THERE if isinstance(error, NothingThereError) else FAILED) from error
