"""Where records are kept: the contract and the stores that fulfil it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stepcache_core.store.base import Candidate, Entry, ExpiringStore, Store, Vector
    from stepcache_core.store.chroma import ChromaStore
    from stepcache_core.store.memory import MemoryStore

__all__ = ["Candidate", "ChromaStore", "Entry", "ExpiringStore", "MemoryStore", "Store", "Vector"]

_HOMES = {
    "Candidate": "base",
    "ChromaStore": "chroma",
    "Entry": "base",
    "ExpiringStore": "base",
    "MemoryStore": "memory",
    "Store": "base",
    "Vector": "base",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
