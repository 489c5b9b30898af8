from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of this test's own in which weights are kept."""
    monkeypatch.setenv("STEPCACHE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"
