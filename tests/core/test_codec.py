"""A record's text is ASCII, gives the record back, and is taken only whole and right."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepcache_core.errors import InvalidArgumentError
from stepcache_core.model import Outcome, Record, Source, Status, Step, Usage, Verdict
from stepcache_core.store.codec import (
    MAX_PAYLOAD_DEPTH,
    DecodeError,
    copy_json,
    decode_pointer,
    decode_record,
    encode_pointer,
    encode_record,
)
from tests.store_samples import record

TEXT = st.text(st.characters(), max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=10,
)
STEPS = st.builds(
    Step, text=TEXT, source=st.sampled_from(Source), verdict=st.builds(Verdict, st.sampled_from(Status), TEXT)
)
RECORDS = st.builds(
    Record,
    id=TEXT,
    partition=TEXT,
    namespace=TEXT,
    prompt=TEXT,
    steps=st.lists(STEPS, max_size=4).map(tuple),
    task=TEXT,
    verified=st.booleans(),
    outcome=st.sampled_from(Outcome),
    usage=st.builds(Usage, st.integers(), st.integers()),
    seconds=st.floats(allow_nan=False, allow_infinity=False),
    created_at=st.floats(allow_nan=False, allow_infinity=False),
    payload=JSON,
)


@settings(deadline=None, max_examples=100)
@given(RECORDS)
def test_every_record_survives_as_ascii_text(put: Record) -> None:
    text = encode_record(put)
    assert text.isascii()
    assert decode_record(text) == put


@given(TEXT)
def test_every_pointer_survives_as_ascii_text(record_id: str) -> None:
    assert encode_pointer(record_id).isascii()
    assert decode_pointer(encode_pointer(record_id)) == record_id


def test_whole_numbers_of_seconds_are_times_too() -> None:
    put = record("r1", created_at=3)
    assert decode_record(encode_record(put)) == put


def changed(**fields: Any) -> str:
    return json.dumps({**json.loads(encode_record(record("r1"))), **fields})


@pytest.mark.parametrize(
    "fields",
    [
        {"schema": 2},
        {"schema": True},
        {"schema": "1"},
        {"id": 1},
        {"id": None},
        {"partition": []},
        {"namespace": {}},
        {"prompt": 1.5},
        {"steps": "text"},
        {"steps": ["text"]},
        {"steps": [["text", "model", "pass"]]},
        {"steps": [["text", "model", "pass", None]]},
        {"steps": [["text", "elsewhere", "pass", ""]]},
        {"steps": [["text", "model", "perhaps", ""]]},
        {"task": None},
        {"verified": 1},
        {"outcome": "won"},
        {"usage": [1]},
        {"usage": [1, 2.5]},
        {"usage": [True, 2]},
        {"usage": {"prompt": 1}},
        {"seconds": "1"},
        {"seconds": float("inf")},
        {"created_at": float("nan")},
        {"created_at": None},
        {"unheard_of": 1},
    ],
    ids=str,
)
def test_a_record_with_a_field_that_does_not_fit_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(DecodeError):
        decode_record(changed(**fields))


@pytest.mark.parametrize("field", list(json.loads(encode_record(record("r1")))))
def test_a_record_that_lacks_a_field_is_refused(field: str) -> None:
    fields = json.loads(encode_record(record("r1")))
    del fields[field]
    with pytest.raises(DecodeError, match=field):
        decode_record(json.dumps(fields))


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "null", "{}", "[" * 100_000, '{"schema":1}', "9" * 5000])
def test_a_text_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(DecodeError):
        decode_record(text)
    with pytest.raises(DecodeError):
        decode_pointer(text)


def test_no_prefix_of_a_record_is_a_record() -> None:
    text = encode_record(record("r1"))
    for end in range(len(text)):
        with pytest.raises(DecodeError):
            decode_record(text[:end])


def test_a_copy_of_json_shares_nothing_that_can_be_edited() -> None:
    inner: list[Any] = [1]
    copied = copy_json({"a": inner})
    inner.append(2)
    assert copied == {"a": [1]}


def test_json_nested_too_deep_is_refused_rather_than_followed() -> None:
    nested: Any = "deepest"
    for _ in range(MAX_PAYLOAD_DEPTH):
        nested = [nested]
    assert copy_json(nested) == nested
    with pytest.raises(InvalidArgumentError, match="deeper"):
        copy_json([nested])
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(InvalidArgumentError, match="deeper"):
        copy_json(loop)
