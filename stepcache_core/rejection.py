"""Pairs of requests that a user has found to need different answers.

A rejection is a record without steps, in a namespace of its own: it outlives the records that it is about, and neither
`Policy.ttl` nor `Policy.max_entries` removes it. It holds no text of either prompt. A request that is paired with
itself takes nothing from other records.
"""

from __future__ import annotations

import hashlib
import json

from stepcache_core.model import Record
from stepcache_core.partition import Keys

REJECTIONS = "stepcache/rejections"
"""The namespace that rejections are kept in."""


def rejection_id(record_id: str, keys: Keys) -> str:
    """The id of the rejection of a pair; the same whichever of the two is asked."""
    pair = json.dumps(["rejected", *sorted((record_id, keys.exact))])
    return hashlib.sha256(pair.encode("utf-8", "surrogatepass")).hexdigest()


def rejection(record_id: str, keys: Keys) -> Record:
    """What is stored to keep a pair apart."""
    return Record(rejection_id(record_id, keys), keys.partition, REJECTIONS, prompt="", steps=())
