"""Signed documents open only as they were sealed, where they were sealed, with the key that sealed them."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stepcache_core.errors import InvalidArgumentError, StepCacheError
from stepcache_core.store import signing
from stepcache_core.store.signing import KEY_FILE, KEY_VARIABLE, Place, Signer, key_from_environment, key_of_folder

PLACE = Place("namespace", "row", "record")
BODY = '{"id":"r1"}'


def test_a_sealed_document_opens_to_its_body_and_is_json() -> None:
    document = Signer(b"key").seal(BODY, PLACE)
    assert Signer(b"key").open(document, PLACE) == BODY
    assert json.loads(document)["body"] == {"id": "r1"}


@pytest.mark.parametrize(
    "elsewhere", [replace(PLACE, namespace="other"), replace(PLACE, row_id="other"), replace(PLACE, kind="alias")]
)
def test_a_document_does_not_open_in_another_place(elsewhere: Place) -> None:
    assert Signer(b"key").open(Signer(b"key").seal(BODY, PLACE), elsewhere) is None


def test_a_document_does_not_open_with_another_key() -> None:
    assert Signer(b"other").open(Signer(b"key").seal(BODY, PLACE), PLACE) is None


def test_a_document_of_another_schema_version_does_not_open(monkeypatch: pytest.MonkeyPatch) -> None:
    document = Signer(b"key").seal(BODY, PLACE)
    monkeypatch.setattr(signing, "SCHEMA_VERSION", 2)
    assert Signer(b"key").open(document, PLACE) is None


@pytest.mark.parametrize(
    "document", [None, 5, "", "{}", BODY, '{"mac":"', "é" * 100, '{"mac":"' + "0" * 64 + '","body":{}}']
)
def test_what_was_never_sealed_does_not_open(document: object) -> None:
    assert Signer(b"key").open(document, PLACE) is None


@given(position=st.integers(0, 200), letter=st.characters(max_codepoint=0x2FF))
def test_no_document_with_a_letter_changed_opens(position: int, letter: str) -> None:
    document = Signer(b"key").seal(BODY, PLACE)
    position %= len(document)
    changed = document[:position] + letter + document[position + 1 :]
    assert (Signer(b"key").open(changed, PLACE) is not None) == (changed == document)


@given(st.lists(st.text(st.characters(), max_size=5), min_size=6, max_size=6))
def test_two_places_share_a_seal_only_when_they_are_one(parts: list[str]) -> None:
    one, other = Place(*parts[:3]), Place(*parts[3:])
    assert (Signer(b"key").open(Signer(b"key").seal(BODY, one), other) == BODY) == (one == other)


def test_the_key_shows_in_no_repr() -> None:
    assert "secret" not in repr(Signer(b"secret"))


@pytest.mark.parametrize("key", [b"", "text", None])
def test_a_key_that_is_no_bytes_is_refused_without_showing_it(key: object) -> None:
    with pytest.raises(InvalidArgumentError, match="key") as refused:
        Signer(key)  # type: ignore[arg-type]
    assert "text" not in str(refused.value)


def test_the_environment_gives_the_key_unless_it_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "from outside")
    assert key_from_environment() == b"from outside"
    monkeypatch.setenv(KEY_VARIABLE, "")
    assert key_from_environment() is None
    monkeypatch.delenv(KEY_VARIABLE)
    assert key_from_environment() is None


def test_a_folder_keeps_its_key_in_a_file_only_its_owner_reads(tmp_path: Path) -> None:
    key = key_of_folder(tmp_path)
    assert len(key) == 32
    assert key_of_folder(tmp_path) == key
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600


def test_two_folders_have_two_keys(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert key_of_folder(tmp_path / "a") != key_of_folder(tmp_path / "b")


@pytest.mark.parametrize("content", ["zz" * 32, "ab" * 40])
def test_a_damaged_key_file_is_an_error_that_names_it(tmp_path: Path, content: str) -> None:
    (tmp_path / KEY_FILE).write_text(content)
    with pytest.raises(StepCacheError, match=KEY_FILE) as refused:
        key_of_folder(tmp_path)
    assert content not in str(refused.value)


def test_an_empty_key_file_is_waited_for_and_then_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signing, "_KEY_FILE_PATIENCE", 0.05)
    (tmp_path / KEY_FILE).touch()
    with pytest.raises(StepCacheError, match=KEY_FILE):
        key_of_folder(tmp_path)


def test_processes_that_open_a_folder_at_once_agree_on_its_key(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from stepcache_core.store.signing import key_of_folder; "
        "sys.stdin.read(); print(key_of_folder(Path(sys.argv[1])).hex())"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", program, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(4)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.close()
    keys = set()
    for process in processes:
        assert process.stdout is not None
        with process.stdout as output:
            keys.add(output.read().strip())
        assert process.wait() == 0
    assert keys == {key_of_folder(tmp_path).hex().encode()}
