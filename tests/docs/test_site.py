"""The documentation builds without a warning, and needs nothing from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

_ASSET = re.compile(r"<(?:script|img|iframe|link)\b[^>]*?\b(?:src|href)=[\"']?(?:https?:)?//[^\"'> ]*")
_IMPORT = re.compile(r"(?:@import|url\()\s*[\"']?(?:https?:)?//[^\"') ]*")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if find_spec("mkdocs") is None:
        pytest.skip("mkdocs is not installed: pip install --group docs")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) >= 15
    for page in pages:
        assert not _ASSET.findall(page.read_text(encoding="utf-8")), page.name
    for sheet in site.rglob("*.css"):
        assert not _IMPORT.findall(sheet.read_text(encoding="utf-8")), sheet.name


@pytest.mark.parametrize(
    ("module", "page", "not_there"),
    [
        ("stepcache_core", "core", {"__version__"}),
        ("stepcache_core.tasks", "tasks", set()),
        ("stepcache_core.store", "storage", {"Vector"}),
        ("stepcache_core.embedding", "storage", set()),
        ("stepcache_langchain", "langchain", set()),
        ("stepcache_llamaindex", "llamaindex", set()),
    ],
)
def test_every_public_name_is_documented(site: Path, module: str, page: str, not_there: set[str]) -> None:
    names = pytest.importorskip(module).__all__
    shown = (site / "api" / f"{page}.html").read_text(encoding="utf-8")
    assert {name for name in names if not re.search(rf'id="{module}(?:\.\w+)*\.{name}"', shown)} == not_there
