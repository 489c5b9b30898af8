"""Every error StepCache raises to its caller; all say what was wrong, where, and what to do.

A fault *inside* the cache while a request is answered is never raised: the model answers instead, and
the ledger counts the fault.
"""

from __future__ import annotations


class StepCacheError(Exception):
    """Base of every error StepCache raises on purpose."""


class InvalidArgumentError(StepCacheError, ValueError):
    """An argument has a value or a type that cannot work; the message names the argument and the fix."""


class MissingExtraError(StepCacheError, ImportError):
    """An optional package is needed; the message holds the `pip install` line that brings it."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"the package {package!r} is not installed; install it with: pip install 'stepcache[{extra}]'")


class EmbedderMismatchError(StepCacheError):
    """A stored collection was made with another embedder; mixed vectors would compare as noise."""


class FolderInUseError(StepCacheError):
    """Another process has the store's folder open; a folder belongs to one process at a time."""


class UnfitFileError(StepCacheError):
    """A file to be imported holds a line that is no record; nothing of it was imported."""


class WeightsUnavailableError(StepCacheError):
    """Model weights could not be had from any source, or none matched its sha256."""
