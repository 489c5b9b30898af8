"""Recognition, verdicts and mending measured on public data nobody here wrote."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from stepcache_core.model import Request, Status
from stepcache_core.tasks.json_value import JsonProblem, JsonTask
from tests.public_data import rows, texts

TASK = JsonTask()
ANYTHING = JsonProblem("anything", {})


@pytest.mark.parametrize(
    ("name", "fields", "at_least"),
    [
        ("gsm_variants", ("question",), 800),
        ("number_swaps", ("question", "changed_question"), 1300),
        ("mbpp", ("text",), 900),
        ("prompt_pairs_hard", ("data",), 6000),
        ("prompt_pairs_labelled", ("a", "b"), 8000),
        ("linear_equations", ("question",), 2000),
        ("verifiable_instructions", ("prompt",), 280),
    ],
)
def test_no_question_that_names_no_keys_for_json_is_taken(name: str, fields: tuple[str, ...], at_least: int) -> None:
    """The seven prompts of verifiable_instructions that ask for JSON leave the keys to the model."""
    prompts = [text for row in rows(name) for field in fields for text in texts(row.get(field))]
    assert len(prompts) >= at_least
    assert [prompt for prompt in prompts if TASK.parse(Request.from_prompt(prompt)) is not None] == []


def test_verdicts_agree_with_the_labels_of_the_schema_set() -> None:
    disagree: list[tuple[str, str]] = []
    instances = 0
    for row in rows("json_schemas")[::4]:
        problem = JsonProblem("x", row["schema"])
        for instance in row["tests"]:
            verdict = TASK.verify_answer(problem, json.dumps(instance["data"]))
            instances += 1
            if verdict.status is not (Status.PASS if instance["valid"] else Status.FAIL):
                disagree.append((row["name"], verdict.reason))
    assert instances > 400
    assert len(disagree) <= instances * 0.002, disagree


def _expected(row: dict[str, Any]) -> Any:
    expected = row["expected"]
    if row["source"] == "json_repair" and not row["kwargs"].get("return_objects"):
        return json.loads(expected) if expected else None
    return expected


def _scalars(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from _scalars(item)
    elif isinstance(value, list):
        for item in value:
            yield from _scalars(item)
    else:
        yield json.dumps(value).strip('"').casefold() if not isinstance(value, str) else value.casefold()


def test_no_broken_text_is_mended_into_another_value(capsys: pytest.CaptureFixture[str]) -> None:
    """Rows whose expected value was made by coercing to a type (BAML) are compared by their scalars as text."""
    count: Counter[str] = Counter()
    different: list[tuple[str, str | None]] = []
    for row in rows("malformed_json"):
        if "expected" not in row or row.get("kwargs", {}).get("schema"):
            continue
        mended = TASK.mend(ANYTHING, row["input"])
        if mended is None:
            count["valid already" if TASK.verify_answer(ANYTHING, row["input"]).is_pass else "unrecovered"] += 1
            continue
        value, expected = json.loads(mended), _expected(row)
        if "target_type" in row and any(word not in row["input"].casefold() for word in _scalars(expected)):
            count["mapped by a type onto other words"] += 1
        elif value == expected or ("target_type" in row and list(_scalars(value)) == list(_scalars(expected))):
            count["recovered"] += 1
        else:
            different.append((row["input"], mended))
    with capsys.disabled():
        sys.stdout.write(f"\nmalformed_json: {dict(count)}, different: {len(different)}\n")
    assert different == []
    assert count["recovered"] >= 58
