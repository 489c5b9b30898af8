"""Segmentation is lossless on any text, and cuts where a person would."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepcache_core import segment

LINES = [
    "1. first",
    "2) second",
    "Step 3: third",
    "- item",
    "  indented",
    "",
    "```",
    "```json",
    "\\[",
    "x = 5 \\]",
    "$$",
]
LINES += ["# Title", "plain words", "{", "}", "\t", "\u2028", "\r", "\x0b", "🙂"]
PIECES = st.lists(st.sampled_from(LINES), max_size=14)


@settings(deadline=None, max_examples=300)
@given(st.one_of(st.text(), PIECES.map("\n".join), PIECES.map("\r\n".join)))
def test_the_steps_joined_are_the_text(text: str) -> None:
    steps = segment(text)
    assert "".join(step.text for step in steps) == text
    assert all(step.text for step in steps)


@settings(deadline=None, max_examples=200)
@given(PIECES.map("\n".join))
def test_segmenting_a_step_again_changes_no_byte(text: str) -> None:
    assert "".join(inner.text for step in segment(text) for inner in segment(step.text)) == text


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("", []),
        ("one line", ["one line"]),
        ("1. a\n2. b\n\nSo c.", ["1. a\n", "2. b\n\n", "So c."]),
        ("Step 1: a\nmore\nStep 2: b", ["Step 1: a\nmore\n", "Step 2: b"]),
        ("1. a\n\n   still a\n2. b", ["1. a\n\n   still a\n", "2. b"]),
        ("para\nstill\n\npara", ["para\nstill\n\n", "para"]),
        ("We get\n\\[\n\n x = 5\n\n\\]\nthen", ["We get\n\\[\n\n x = 5\n\n\\]\nthen"]),
        ("See\n```py\na\n\n1. b\n```\nafter", ["See\n", "```py\na\n\n1. b\n```\n", "after"]),
        ('{"a": 1,\n\n"b": 2}', ['{"a": 1,\n\n"b": 2}']),
        ("- a\n  - inner\n- b", ["- a\n  - inner\n", "- b"]),
        ("```inline``` text\n\nnext", ["```inline``` text\n\n", "next"]),
        ("\n\nfirst\n\nsecond", ["\n\nfirst\n\n", "second"]),
    ],
)
def test_steps_are_cut_where_a_person_would(text: str, steps: list[str]) -> None:
    assert [step.text for step in segment(text)] == steps
