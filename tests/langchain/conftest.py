from __future__ import annotations

from collections.abc import Iterator

import pytest
from langchain_core.globals import set_llm_cache

_ERRORS = ("LangChainDeprecationWarning", "LangChainPendingDeprecationWarning")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What LangChain will take away is not used here."""
    for item in items:
        if "tests/langchain/" in item.path.as_posix():
            for warning in _ERRORS:
                item.add_marker(pytest.mark.filterwarnings(f"error::langchain_core._api.deprecation.{warning}"))


@pytest.fixture(autouse=True)
def _no_global_cache() -> Iterator[None]:
    set_llm_cache(None)
    yield
    set_llm_cache(None)
