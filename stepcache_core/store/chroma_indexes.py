"""The folders of Chroma's vector indexes: one beside the database for each collection, and for each that is gone."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import UUID

DATABASE = "chroma.sqlite3"

_FILES = frozenset({"data_level0.bin", "header.bin", "index_metadata.pickle", "length.bin", "link_lists.bin"})


def remove_left_over(folder: Path) -> None:
    """Remove the indexes of collections that are gone: Chroma leaves their files, and nothing else takes them away.

    To be called while no client has the folder open. Where the database can't tell what it holds, nothing is removed.
    """
    # Looked at first: whatever comes to be beside us is in the database before it has a folder.
    there = _indexes_in(folder)
    held = _indexes_held(folder / DATABASE) if there else None
    if held is None:
        return
    for index in there:
        if index.name not in held:
            shutil.rmtree(index, ignore_errors=True)


def _indexes_in(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if _is_index(path)]
    except OSError:
        return []  # as below


def _indexes_held(database: Path) -> frozenset[str] | None:
    if not database.is_file():
        return None
    try:
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True, timeout=0)) as connection:
            return frozenset(str(row[0]) for row in connection.execute("SELECT id FROM segments"))
    except sqlite3.Error:
        return None


def _is_index(path: Path) -> bool:
    try:
        is_named_so = str(UUID(path.name)) == path.name
    except ValueError:
        return False
    if not is_named_so or path.is_symlink() or not path.is_dir():
        return False
    try:
        return {one.name for one in path.iterdir()} <= _FILES
    except OSError:
        return False  # what can't be looked into is not taken away
