"""The rows of a collection: how they are called, and how their documents are sealed and opened.

A row is a record, or a pointer from an alias to a record. Its id is a digest, so that any text can name a record.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stepcache_core.model import Record
from stepcache_core.store.base import Vector
from stepcache_core.store.codec import DecodeError, decode_pointer, decode_record, encode_pointer, encode_record
from stepcache_core.store.geometry import placed, unit_vector, unplaced
from stepcache_core.store.signing import Place, Signer

RECORD = "record"
ALIAS = "alias"


def digest(text: str) -> str:
    """The sha256 of any text, lone surrogates included, in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def record_row(record_id: str) -> str:
    """The id of the row that holds a record."""
    return f"{RECORD}-{digest(record_id)}"


def alias_row(alias: str) -> str:
    """The id of the row that points from an alias to a record."""
    return f"{ALIAS}-{digest(alias)}"


def record_metadata(record: Record, aliases: Sequence[str]) -> dict[str, str | float]:
    """What a record's row says beside its document: enough to tell its age and its aliases. It is not trusted."""
    return {"kind": RECORD, "created_at": float(record.created_at), "aliases": json.dumps(aliases)}


def created_at(metadata: Mapping[str, object] | None) -> float:
    """When the record of a row was made, in seconds since the epoch; 0 where that can't be told."""
    seconds = (metadata or {}).get("created_at")
    return float(seconds) if isinstance(seconds, int | float) else 0.0


def listed_aliases(metadata: Mapping[str, object] | None) -> list[str]:
    """The aliases that the record of a row was put under; others may have taken them since."""
    text = (metadata or {}).get("aliases")
    try:
        listed = json.loads(text) if isinstance(text, str) else []
    except (ValueError, RecursionError):
        return []
    return [alias for alias in listed if isinstance(alias, str)] if isinstance(listed, list) else []


class RowSeal:
    """Seals what is written to rows, and opens what is read from them; counts what can't be trusted."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer
        self._rejected: set[tuple[str, str, str]] = set()

    @property
    def rejected(self) -> int:
        """How many documents were found unfit; one that is met again counts once."""
        return len(self._rejected)

    def seal_record(self, record: Record) -> str:
        """The document of a record's row."""
        place = Place(record.namespace, record_row(record.id), RECORD)
        return self._signer.seal(encode_record(record), place)

    def seal_pointer(self, namespace: str, row_id: str, record_id: str) -> str:
        """The document of an alias's row."""
        return self._signer.seal(encode_pointer(record_id), Place(namespace, row_id, ALIAS))

    def open_record(self, namespace: str, row_id: str, document: object) -> Record | None:
        """The record in a document, or None when it was not put in that row by a store of this key."""
        body = self._signer.open(document, Place(namespace, row_id, RECORD))
        try:
            record = None if body is None else decode_record(body)
        except DecodeError:
            record = None
        if record is not None and record.namespace == namespace and record_row(record.id) == row_id:
            return record
        self._reject(namespace, row_id, document)
        return None

    def open_pointer(self, namespace: str, row_id: str, document: object) -> str | None:
        """The record id in a document, or None when it was not put in that row by a store of this key."""
        body = self._signer.open(document, Place(namespace, row_id, ALIAS))
        try:
            record_id = None if body is None else decode_pointer(body)
        except DecodeError:
            record_id = None
        if record_id is None:
            self._reject(namespace, row_id, document)
        return record_id

    def _reject(self, namespace: str, row_id: str, document: object) -> None:
        self._rejected.add((namespace, row_id, digest(str(document))))


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows to be written at once, column by column."""

    ids: list[str]
    spots: list[Vector]
    documents: list[str]
    metadatas: list[dict[str, str | float]]


def lay_out(record: Record, vector: Vector | None, aliases: Sequence[str], dimension: int, seal: RowSeal) -> Rows:
    """The rows of a record: its own, and for each alias a small one that points to it.

    Raises:
        InvalidArgumentError: The record can't be written as JSON, or the vector is not of this dimension and length.
    """
    row_id = record_row(record.id)
    aliases = list(dict.fromkeys(aliases))
    alias_rows = [alias_row(alias) for alias in aliases]
    ids = [row_id, *alias_rows]
    spots = [unplaced(dimension, row) for row in ids]
    if vector is not None:
        spots[0] = placed(unit_vector(vector, dimension), record.partition)
    pointers = [seal.seal_pointer(record.namespace, row, record.id) for row in alias_rows]
    metadatas = [record_metadata(record, aliases)]
    metadatas += [{"kind": ALIAS} for _ in alias_rows]
    return Rows(ids, spots, [seal.seal_record(record), *pointers], metadatas)
