from __future__ import annotations

from collections.abc import Iterator

import pytest
from langchain_core.globals import set_llm_cache


@pytest.fixture(autouse=True)
def _no_global_cache() -> Iterator[None]:
    set_llm_cache(None)
    yield
    set_llm_cache(None)
