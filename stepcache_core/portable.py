"""Records as JSON Lines: to carry them to another folder, server or embedder, or to read them with other tools.

A line is a JSON object with the record as it was stored (prompt, steps with their verdicts, usage, provenance), the
aliases that lead to it, and whether similar prompts find it. Neither vectors nor signatures leave: whoever imports a
file embeds the prompts anew and signs the records with his own key. So nothing tells a forged file from a true one: to
import it is to trust it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn
from uuid import uuid4

from stepcache_core.embedding.base import Embedder
from stepcache_core.errors import InvalidArgumentError, UnfitFileError
from stepcache_core.model import Record
from stepcache_core.rejection import REJECTIONS
from stepcache_core.store.base import Entry, Store

FORMAT = 1
_BATCH = 64


def record_fields(record: Record) -> dict[str, Any]:
    """All of a record as JSON values."""
    from stepcache_core.store.codec import encode_record

    fields: dict[str, Any] = json.loads(encode_record(record))
    return fields


def export_file(store: Store, file: Path, namespace: str | None = None) -> int:
    """Write the records of one namespace, or of all, to a file; how many they are.

    The file appears whole, in place of an earlier one, or not at all. With one namespace, the rejections that concern
    it go along.

    Raises:
        OSError: The file can't be written.
    """
    draft = file.with_name(f".{file.name[:100]}.{uuid4().hex}.draft")  # two exports at once have one each
    count = 0
    try:
        with draft.open("w", encoding="ascii", newline="\n") as lines:
            for entry in _shown(_entries(store, namespace), "exporting", _total(store, namespace)):
                lines.write(_line(entry))
                count += 1
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
    return count


def import_file(store: Store, embedder: Embedder, file: Path) -> int:
    """Put the records of a file into a store, in place of those of the same ids; how many they are.

    Every line is read before the first is put.

    Raises:
        UnfitFileError: A line is no record of this format.
        OSError: The file can't be read.
    """
    total = sum(1 for _ in _read(file))
    entries = _shown(_read(file), "importing", total)
    while batch := list(islice(entries, _BATCH)):
        near = [entry for entry in batch if entry.near]
        vectors = iter(embedder.embed([entry.record.prompt for entry in near]) if near else ())
        for entry in batch:
            store.put(entry.record, next(vectors) if entry.near else None, entry.aliases)
    return total


def _entries(store: Store, namespace: str | None) -> Iterator[Entry]:
    if namespace is None:
        for each in store.namespaces():
            yield from store.entries(each)
        return
    partitions = set()
    for entry in store.entries(namespace):
        partitions.add(entry.record.partition)
        yield entry
    if namespace != REJECTIONS:
        yield from (entry for entry in store.entries(REJECTIONS) if entry.record.partition in partitions)


def _total(store: Store, namespace: str | None) -> int:
    return sum(store.count(each) for each in (store.namespaces() if namespace is None else [namespace]))


def _line(entry: Entry) -> str:
    fields = {
        "stepcache": FORMAT,
        "record": record_fields(entry.record),
        "aliases": list(entry.aliases),
        "near": entry.near,
    }
    return json.dumps(fields, separators=(",", ":")) + "\n"


def _read(file: Path) -> Iterator[Entry]:
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                entry = _entry(line.decode("utf-8"))
            except (ValueError, RecursionError) as error:
                reason = error if isinstance(error, _UnfitLineError) else "it is no JSON text in UTF-8"
                raise UnfitFileError(f"{file}, line {number}: {reason}; nothing was imported") from error
            yield entry


class _UnfitLineError(ValueError):
    """A line is no record; the message quotes nothing of it."""


def _entry(line: str) -> Entry:
    from stepcache_core.store.codec import DecodeError, decode_record, encode_record

    fields = json.loads(line)
    if not isinstance(fields, dict) or fields.get("stepcache") != FORMAT:
        _refuse(f'it is no object with "stepcache": {FORMAT}')
    aliases, near = fields.get("aliases"), fields.get("near")
    if not isinstance(aliases, list) or not all(isinstance(alias, str) for alias in aliases):
        _refuse('"aliases" is no list of strings')
    if not isinstance(near, bool):
        _refuse('"near" is neither true nor false')
    try:
        record = decode_record(json.dumps(fields.get("record")))
        encode_record(record)
    except (DecodeError, InvalidArgumentError) as error:
        _refuse(f'"record" is no record ({type(error).__name__})')
    if not record.namespace:
        _refuse('"record" has no namespace')
    return Entry(record, tuple(aliases), near)


def _refuse(reason: str) -> NoReturn:
    raise _UnfitLineError(reason)


def _shown(entries: Iterable[Entry], label: str, total: int) -> Iterator[Entry]:
    """The entries, with a bar on a terminal and in silence elsewhere."""
    from tqdm import tqdm

    with tqdm(entries, desc=label, total=total, unit=" records", leave=False, disable=None) as bar:
        yield from bar
