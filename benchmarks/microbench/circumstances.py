"""What a run was made with: the machine, the versions, the commit, and digests of what decides its results."""

from __future__ import annotations

import hashlib
import platform
import subprocess
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from os import cpu_count
from pathlib import Path

import stepcache_core
from benchmarks.microbench.workload import Case

PACKAGES = ("chromadb", "onnxruntime", "xllamacpp", "langchain-core", "gptcache", "faiss-cpu")


def circumstances() -> dict[str, str]:
    """In words, for the report."""
    found = {"Machine": f"{_processor()}, {cpu_count()} cores, {platform.system()} {platform.machine()}"}
    found["Python"] = platform.python_version()
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found | {"commit": _commit(), "begun": datetime.now(UTC).strftime("%Y-%m-%d")}


def code_digest() -> str:
    """Of the product's source: rows of two versions of it do not belong in one table."""
    return _digest(file.read_bytes() for file in sorted(Path(stepcache_core.__file__).parent.rglob("*.py")))


def workload_digest(cases: Iterable[Case]) -> str:
    return _digest(case.line().encode() for case in cases)


def _digest(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()[:16]


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or "unknown processor"
    names = (line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name"))
    return next(names, "unknown processor")


def _commit() -> str:
    folder = Path(__file__).parent
    try:
        command = ["git", "describe", "--always", "--dirty"]
        found = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError:
        return "unknown"
    return found.stdout.strip() or "unknown"
