"""The page on the command line names every command, option and exit code there is, and none that is not."""

from __future__ import annotations

import re
from typing import Any

import typer

from stepcache_core.cli import failures
from stepcache_core.cli.app import app
from tests.docs.pages import ROOT

PAGE = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")


def commands() -> dict[str, Any]:
    group: Any = typer.main.get_command(app)
    return dict(group.commands)


def test_every_command_has_its_row() -> None:
    assert re.findall(r"^\| `stepcache (\w+)", PAGE, re.MULTILINE) == list(commands())


def test_every_option_has_its_row() -> None:
    options = {name for command in commands().values() for option in command.params for name in option.opts}
    assert set(re.findall(r"^\| `(--[\w-]+)", PAGE, re.MULTILINE)) == {name for name in options if name[:2] == "--"}


def test_every_exit_code_has_its_row() -> None:
    codes = {0, 2, failures.FAILED, failures.NOTHING_THERE, failures.UNHEALTHY}
    assert set(map(int, re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE))) == codes
