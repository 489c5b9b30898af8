"""What may be read from a value that is told otherwise."""

from __future__ import annotations

import pytest

from stepcache_core.model import Json
from stepcache_core.tasks.json_value.rewritten import is_read_from


@pytest.mark.parametrize("empty", [[], {}, [[]], {"a": {}}])
def test_what_holds_nothing_is_not_read_from_a_value(empty: Json) -> None:
    assert not is_read_from(empty, "English and French")


def test_a_list_is_read_from_its_items() -> None:
    assert is_read_from(["English", "French"], "English and French")
    assert not is_read_from(["English", "German"], "English and French")
