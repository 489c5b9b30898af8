"""The command line: `stepcache demo | explain | stats | inspect | export | import | forget | clear | doctor`."""

from __future__ import annotations

import sys
from contextlib import suppress


def main() -> None:
    """Run the command line."""
    from stepcache_core.cli.app import app

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with suppress(AttributeError):  # a stream that some program put in place of the system's
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    app()
