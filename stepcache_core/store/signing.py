"""Signed documents: what comes back from a store is what StepCache put there, in that place.

A document is `{"mac":"<hex>","body":<JSON>}`. The MAC is HMAC-SHA256 over the body's very text and over the place it
was written for, so that a document that was edited, moved to another row or namespace, or written by someone
without the key is not opened. Nothing of a body is parsed before its MAC is right.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import time
from dataclasses import dataclass, field
from pathlib import Path

from stepcache_core.errors import InvalidArgumentError, StepCacheError

SCHEMA_VERSION = 1
KEY_VARIABLE = "STEPCACHE_KEY"
KEY_FILE = "stepcache.key"

INTEGRITY_KEY = b"stepcache: detects damage, keeps no one out"
"""Stands in where no secret is known: it reveals damage and misplaced documents, but anyone can sign with it."""

_KEY_BYTES = 32
_KEY_FILE_PATIENCE = 2.0
_BEFORE_MAC = '{"mac":"'
_AFTER_MAC = '","body":'
_MAC_END = len(_BEFORE_MAC) + hashlib.sha256().digest_size * 2
_BODY_START = _MAC_END + len(_AFTER_MAC)


@dataclass(frozen=True, slots=True)
class Place:
    """What a document is bound to: it opens nowhere else."""

    namespace: str
    row_id: str
    kind: str


@dataclass(frozen=True, slots=True)
class Signer:
    """Seals and opens documents with one key, which shows in no repr and no message."""

    key: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.key, bytes) or not self.key:
            raise InvalidArgumentError("key: give non-empty bytes, best 32 from secrets.token_bytes(32)")

    def seal(self, body: str, place: Place) -> str:
        """The signed document of a body, which is JSON text in ASCII."""
        return f"{_BEFORE_MAC}{self._mac(body, place)}{_AFTER_MAC}{body}}}"

    def open(self, document: object, place: Place) -> str | None:
        """The body of a document, or None when it was not sealed by this key for this place."""
        if not isinstance(document, str) or not document.isascii():
            return None
        if not (document.startswith(_BEFORE_MAC) and document.endswith("}")):
            return None
        body = document[_BODY_START:-1]
        mac = document[len(_BEFORE_MAC) : _MAC_END]
        if document[_MAC_END:_BODY_START] != _AFTER_MAC or not hmac.compare_digest(mac, self._mac(body, place)):
            return None
        return body

    def _mac(self, body: str, place: Place) -> str:
        # A JSON array has no line break, so place and body can't run into each other.
        bound = json.dumps([SCHEMA_VERSION, place.namespace, place.row_id, place.kind])
        return hmac.digest(self.key, f"{bound}\n{body}".encode("ascii"), "sha256").hex()


def key_from_environment() -> bytes | None:
    """The key in STEPCACHE_KEY, or None where that is unset or empty."""
    text = os.environ.get(KEY_VARIABLE, "")
    return text.encode("utf-8", "surrogateescape") or None


def key_of_folder(folder: Path) -> bytes:
    """The key of a store's folder, made at first use in a file that only its owner may read.

    Raises:
        StepCacheError: The file holds no key.
    """
    path = folder / KEY_FILE
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return _read_key(path)
    key = secrets.token_bytes(_KEY_BYTES)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key.hex())
        file.flush()
        os.fsync(file.fileno())
    return key


def _read_key(path: Path) -> bytes:
    # Another process may have made the file an instant ago, and not have written it yet.
    deadline = time.monotonic() + _KEY_FILE_PATIENCE
    while True:
        text = path.read_text(encoding="ascii", errors="replace").strip()
        if len(text) == _KEY_BYTES * 2:
            try:
                return bytes.fromhex(text)
            except ValueError:
                break
        if len(text) > _KEY_BYTES * 2 or time.monotonic() > deadline:
            break
        time.sleep(0.01)
    raise StepCacheError(
        f"{path} holds no key of {_KEY_BYTES} bytes in hex; put the right file back, or delete it to start "
        "with a new key, which leaves the records stored so far unreadable"
    )
