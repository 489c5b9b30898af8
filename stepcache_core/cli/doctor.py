"""`stepcache doctor`: looks at each part that StepCache needs, and says of each what to mend."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

from stepcache_core import weights
from stepcache_core.cli.census import readable, size_of, take_each
from stepcache_core.cli.place import DATABASE, Place, opened, pinned
from stepcache_core.display.view import View, counted
from stepcache_core.embedding.onnx_minilm import MINILM_NAME, OnnxMiniLMEmbedder
from stepcache_core.errors import FolderInUseError, StepCacheError
from stepcache_core.store.signing import KEY_VARIABLE

DISTRIBUTION = "stepcache"

_HANDLES_FOR_ONE = 5
"""File handles for which Chroma holds one index open."""
_HANDLES_ADVISED = 10
"""For each namespace, with room for all else that a program opens; see `docs/storage.md`."""


class Health(StrEnum):
    """What a check comes to."""

    OK = "ok"
    NOTE = "note"
    """Nothing to mend, but good to know."""
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Check:
    """One finding.

    Attributes:
        part: What was looked at.
        health: What it comes to.
        finding: What was found.
        remedy: What to do about it; empty where there is nothing to do.
    """

    part: str
    health: Health
    finding: str
    remedy: str = ""


_MARKS = {Health.OK: "✓ ok", Health.NOTE: "· note", Health.PROBLEM: "✗ problem"}


def examine(place: Place) -> list[Check]:
    """Every check, in order; none fetches anything, calls a model, or makes a folder."""
    files = _weights()
    return [
        _version(),
        *_dependencies(),
        *_extras(),
        files,
        _embedder() if files.health is Health.OK else Check("embedder", Health.NOTE, "not tried without its weights"),
        *_store(place),
    ]


def view_of(checks: list[Check]) -> View:
    """The checks, to be shown."""
    problems = sum(check.health is Health.PROBLEM for check in checks)
    note = "nothing to mend" if not problems else f"{problems} to mend"
    rows = []
    for check in checks:
        rows.append((check.part, f"{_MARKS[check.health]}: {check.finding}"))
        if check.remedy:
            rows.append(("", f"  -> {check.remedy}"))
    return View("StepCache doctor", note, rows=tuple(rows))


# -- versions and extras ----------------------------------------------------------------------------------------------


def _version() -> Check:
    from stepcache_core import __version__

    return Check("versions", Health.OK, f"stepcache {__version__}, Python {platform.python_version()}, {sys.platform}")


def _dependencies() -> Iterator[Check]:
    unfit = [text for text in map(_unfit, _requirements("")) if text]
    if unfit:
        yield Check(
            "dependencies", Health.PROBLEM, "; ".join(unfit), f"pip install --upgrade --force-reinstall {DISTRIBUTION}"
        )
    else:
        yield Check("dependencies", Health.OK, "all are here, in versions that fit")


def _extras() -> Iterator[Check]:
    try:
        names = metadata.metadata(DISTRIBUTION).get_all("Provides-Extra") or []
    except metadata.PackageNotFoundError:
        yield Check("extras", Health.NOTE, f"not known: {DISTRIBUTION} runs without having been installed")
        return
    for name in sorted(set(names) - {"all"}):
        requirements = _requirements(name)
        missing = [one.name for one in requirements if not _installed(one.name)]
        unfit = [text for one in requirements if _installed(one.name) and (text := _unfit(one))]
        install = f"pip install '{DISTRIBUTION}[{name}]'"
        if unfit:
            yield Check(f"extra {name}", Health.PROBLEM, "; ".join(unfit), f"{install} --upgrade")
        elif missing:
            yield Check(f"extra {name}", Health.NOTE, f"not here: {', '.join(missing)}", f"if you want it: {install}")
        else:
            yield Check(f"extra {name}", Health.OK, "here")


def _requirements(extra: str) -> list[Requirement]:
    """What the distribution needs for an extra, or without any; extras that an extra brings along included."""
    try:
        texts = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return []
    found = []
    for requirement in map(Requirement, texts):
        marker = requirement.marker
        wanted = marker is None or marker.evaluate({"extra": extra})
        if not wanted or (extra and (marker is None or "extra" not in str(marker))):
            continue
        if requirement.name == DISTRIBUTION:
            found += [each for name in sorted(requirement.extras) for each in _requirements(name)]
        else:
            found.append(requirement)
    return found


def _installed(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _unfit(requirement: Requirement) -> str:
    """What is wrong with the version installed, or an empty text."""
    version = _installed(requirement.name)
    if version is None:
        return f"{requirement.name} is missing"
    if requirement.specifier.contains(version, prereleases=True):
        return ""
    return f"{requirement.name} is {version}, but {requirement.specifier} is needed"


# -- the embedder -----------------------------------------------------------------------------------------------------


def _weights() -> Check:
    folder = weights.cache_folder() / weights.MINILM.name
    size = readable(sum(file.size for file in weights.MINILM.files))
    if folder.is_dir():
        try:
            weights.fetch(weights.MINILM, sources=())
        except StepCacheError as error:
            rejected = [line.strip(" -") for line in str(error).splitlines() if "was rejected" in line]
            if rejected:
                return Check("weights", Health.PROBLEM, "; ".join(rejected), f"remove the file below {folder}")
        else:
            return Check("weights", Health.OK, f"{weights.MINILM.name} in {folder}, sha256 as it must be")
    return Check(
        "weights",
        Health.PROBLEM,
        f"{weights.MINILM.name} is not in {folder} ({size}); without it only equal requests and equal problems match",
        "it is fetched at the first request, or now: "
        'python -c "from stepcache_core.weights import MINILM, fetch; fetch(MINILM)"; '
        "without a network, the error of that command says which files to put there",
    )


def _embedder() -> Check:
    embedder = OnnxMiniLMEmbedder()
    try:
        embedder.embed(["loads the model"])
        started = time.perf_counter()
        embedder.embed(["What is the capital of France?"])
    except Exception as error:  # noqa: BLE001  # whatever it may be is the finding
        return Check("embedder", Health.PROBLEM, f"{embedder.name} fails: {type(error).__name__}: {error}",
                     "pip install --upgrade --force-reinstall onnxruntime tokenizers")  # fmt: skip
    milliseconds = (time.perf_counter() - started) * 1000
    return Check("embedder", Health.OK, f"{embedder.name}, {milliseconds:.1f} ms for a short prompt")


# -- the store --------------------------------------------------------------------------------------------------------


def _store(place: Place) -> Iterator[Check]:
    if place.url is None and not place.exists:
        yield _absent(place.path)
        return
    if place.url is None and not os.access(place.path, os.W_OK):
        yield Check("store", Health.PROBLEM, f"{place} can't be written to", f"give yourself the right to: {place}")
    try:
        yield from _records(place)
    except FolderInUseError as error:
        finding, _, remedy = str(error).partition("; ")
        yield Check("store", Health.PROBLEM, finding, remedy)
    except StepCacheError as error:
        yield Check("store", Health.PROBLEM, str(error), "" if place.url else _last_resort(place))


def _last_resort(place: Place) -> str:
    return (
        f"if no other program is at work in {place}, put back a copy of it, or remove it and start anew "
        "(it is a cache: what it held is asked of the model again)"
    )


def _absent(path: Path) -> Check:
    if path.exists() and not path.is_dir():
        return Check("store", Health.PROBLEM, f"{path} is not a folder", "choose another with --path")
    if path.is_dir():
        return Check("store", Health.NOTE, f"{path} holds no records yet (it has no {DATABASE})")
    parent = next(folder for folder in path.resolve().parents if folder.is_dir())
    if not os.access(parent, os.W_OK):
        return Check("store", Health.PROBLEM, f"{path} is not there, and {parent} can't be written to",
                     "choose another with --path, or give yourself the right to write there")  # fmt: skip
    return Check("store", Health.NOTE, f"{path} is not there yet; it is made at the first answer")


def _records(place: Place) -> Iterator[Check]:
    with place.client() as client:
        name, dimension = pinned(client, place)
    if name != MINILM_NAME:
        yield Check(
            "store's embedder",
            Health.PROBLEM,
            f"{place} holds records made with the embedder {name!r} (dimension {dimension}); "
            f"StepCacheEngine() without embedder= uses {MINILM_NAME!r} and will refuse them",
            "give the engine the embedder they were made with (if your program does, all is well), choose another "
            "place, or remove them with `stepcache clear`",
        )
    with opened(place) as store:
        count = sum(census.records for census in take_each(store.store, None).values())
        namespaces = len(store.store.namespaces())
        rejected = store.store.rejected
    size = "" if place.url else f", {readable(size_of(place.path))}"
    yield Check("store", Health.OK, f"{place}: {counted(count, 'record')}{size}")
    if not place.url:
        yield from _indexes(namespaces)
    if rejected:
        yield Check(
            "signatures",
            Health.PROBLEM,
            f"{rejected} rows were written with another key, or are damaged; they are not served",
            f"set {KEY_VARIABLE} to the key they were written with, put stepcache.key back, or remove them: "
            "stepcache clear",
        )
    if place.url and not os.environ.get(KEY_VARIABLE):
        yield Check("signatures", Health.NOTE, "records on a server are signed with a public key: damage is detected, "
                    "forgery is not", f"set {KEY_VARIABLE} to one secret in every process that shares it")  # fmt: skip


def _indexes(namespaces: int) -> Iterator[Check]:
    """Whether Chroma can hold the indexes of all namespaces of a folder open, as far as the system tells its limit."""
    handles = _file_handles()
    if handles is None or namespaces <= handles // _HANDLES_FOR_ONE:
        return
    yield Check(
        "namespaces",
        Health.PROBLEM,
        f"the folder holds {counted(namespaces, 'namespace')}, and of {handles} file handles Chroma keeps the indexes "
        f"of {handles // _HANDLES_FOR_ONE} open: similar prompts are no longer found in those used longest ago",
        f"raise the limit in the shell or service that runs your program: ulimit -n {namespaces * _HANDLES_ADVISED} "
        "(if it is higher there than here, all is well), or give groups of namespaces folders of their own",
    )


def _file_handles() -> int | None:
    """How many files a process may have open; None where there is no limit, or it can't be told."""
    if sys.platform == "win32":
        return None
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft
