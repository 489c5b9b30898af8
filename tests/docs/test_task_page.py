"""The page on writing a task names all that a task may offer."""

from __future__ import annotations

import re

from stepcache_core.tasks.base import FullTask, Task
from tests.docs.pages import ROOT

PAGE = (ROOT / "docs" / "writing-a-task.md").read_text(encoding="utf-8")


def names_of(protocol: type) -> set[str]:
    own = {*vars(protocol), *protocol.__annotations__}
    return {name for name in own if not name.startswith("_")}


def test_the_eight_names_and_every_optional_one_are_there() -> None:
    required, optional = names_of(Task), names_of(FullTask)
    assert len(required) == 8
    for name in required:
        assert f"`{name}`" in PAGE, name
    assert set(re.findall(r"^\| `(\w+)", PAGE, re.MULTILINE)) == optional
