"""The JSON verifier on public data: verdicts against labels, mending against json-repair, recognition, cost.

Each function returns figures as a mapping; `python -m benchmarks.verifiers_json` prints them all.
"""

from __future__ import annotations

import gc
import json
import re
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from stepcache_core.model import Request, Status
from stepcache_core.tasks.json_value import JsonProblem, JsonTask
from tests.public_data import PROMPTS, prompts, read_rows

TASK = JsonTask()


# --- verdicts --------------------------------------------------------------------------------------------------


def schema_verdicts() -> dict[str, Any]:
    """Verdicts on the instances of json_schemas against their labels; an unjudged instance does not agree."""
    count: Counter[str] = Counter()
    disagreements: list[dict[str, Any]] = []
    for row in read_rows("json_schemas"):
        problem = JsonProblem("x", row["schema"])
        for instance in row["tests"]:
            verdict = TASK.verify_answer(problem, json.dumps(instance["data"]))
            count["instances"] += 1
            wanted = Status.PASS if instance["valid"] else Status.FAIL
            if verdict.status is wanted:
                count["agree"] += 1
                continue
            count[
                "unjudged" if verdict.status is Status.UNKNOWN else "false pass" if verdict.is_pass else "false fail"
            ] += 1
            disagreements.append({"schema": row["description"], "label": instance["valid"],
                                  "verdict": verdict.status.value, "reason": verdict.reason})  # fmt: skip
    return {**count, "agreement": count["agree"] / count["instances"], "disagreements": disagreements}


# --- mending ---------------------------------------------------------------------------------------------------

_PRIMITIVES = {"string": "string", "int": "integer", "float": "number", "bool": "boolean", "null": "null"}
_TYPE_NAME = re.compile(r"FieldType::(?:Primitive\(TypeValue::)?(string|int|float|bool|null)(?:\(\)|\))", re.IGNORECASE)
_LITERAL = re.compile(r"FieldType::Literal\(LiteralValue::(?:String|Int|Bool)\((.*?)(?:\.into\(\))?\)\)")
_OF_A_TYPE = re.compile(r"(?P<type>.*)\.as_(?P<of>list|optional)\(\)|FieldType::List\((?P<item>.*)\)")
_MAP = re.compile(r"FieldType::map\(FieldType::string\(\), (?P<item>.*)\)")
_UNION = re.compile(r"FieldType::union\(vec!\[(?P<some>.*?),?\s*\]\)", re.IGNORECASE | re.DOTALL)


def _schema_of(target: str) -> dict[str, Any] | None:
    """The JSON Schema of a BAML row's target type, where the row spells that out; None for a class or an enum."""
    target = target.strip().removesuffix(".into()")
    primitive, literal = _TYPE_NAME.fullmatch(target), _LITERAL.fullmatch(target)
    if primitive is not None:
        return {"type": _PRIMITIVES[primitive[1].lower()]}
    if literal is not None:
        return {"const": json.loads(literal[1])}
    union = _UNION.fullmatch(target)
    if union is not None:
        some = [_schema_of(one) for one in re.split(r",\s+", union["some"])]
        return None if None in some else {"enum": [one["const"] for one in some if one]}
    outer, mapped = _OF_A_TYPE.fullmatch(target), _MAP.fullmatch(target)
    inner = outer["type"] or outer["item"] if outer is not None else mapped["item"] if mapped is not None else ""
    schema = _schema_of(inner) if inner else None
    if schema is None:
        return None
    if mapped is not None:
        return {"type": "object", "additionalProperties": schema}
    return {"anyOf": [schema, {"type": "null"}]} if outer and outer["of"] == "optional" else _list_of(schema)


def _list_of(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": schema}


def _expected(row: dict[str, Any]) -> Any:
    expected = row["expected"]
    if row["source"] == "json_repair" and not row["kwargs"].get("return_objects"):
        return json.loads(expected) if expected else ""
    return expected


def _same(one: Any, other: Any) -> bool:
    """Equality of JSON values: true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True) or (
        one == other and type(one) is type(other)
    )


def _ours(row: dict[str, Any]) -> tuple[bool, Any]:
    schema = _schema_of(row.get("target_type", ""))
    problem = JsonProblem("x", schema if schema is not None else {})
    text = row["input"]
    if not TASK.verify_answer(problem, text).is_pass:
        mended = TASK.mend(problem, text)
        if mended is None:
            return False, None
        text = mended
    return True, json.loads(text)


def _theirs(row: dict[str, Any]) -> tuple[bool, Any]:
    from json_repair import repair_json

    schema = _schema_of(row.get("target_type", ""))
    try:
        if schema is not None:
            return True, repair_json(row["input"], return_objects=True, schema=schema)
        return True, repair_json(row["input"], return_objects=True)
    except Exception:  # noqa: BLE001
        # With a schema json-repair raises where it finds no value that fits.
        return False, None


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from (key, *_words(item))
    elif isinstance(value, list):
        for item in value:
            yield from _words(item)
    else:
        yield value if isinstance(value, str) else json.dumps(value)


def _containers(value: Any) -> int:
    items = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if items is None else 1 + sum(map(_containers, items))


def _why_not_comparable(row: dict[str, Any]) -> str | None:
    """Why a row says nothing of mending; None where it does. Decided by the row alone, for both sides alike."""
    if "expected" not in row:
        return "no expected value is given"
    if row["source"] == "json_repair":
        return "by a schema object that the row does not hold" if row["kwargs"].get("schema") else None
    if "failing" in row["macro"] or "score" in row["macro"]:
        return "the expected value is a score or a failure"
    if row["expected"] is None and row["expected_raw"].strip() not in {"null", "None"}:
        return "the expected value could not be read"
    expected, text = row["expected"], row["input"]
    if _schema_of(row["target_type"]) is not None:
        return None
    known = set(re.split(r"[^\w.+-]+", text)) | set(re.findall(r"[\w-]+", text))
    if any(word not in known and word not in text for word in _words(expected) if word not in {"true", "false"}):
        return "its words come from a type that the row does not hold"
    opened = text.count("{") + text.count("[")
    if _containers(expected) > opened or (opened and not isinstance(expected, dict | list)):
        return "its structure comes from a type that the row does not hold"
    return None


def malformed() -> dict[str, Any]:
    """By source: rows whose expected value came out, rows refused, rows with another value; ours and json-repair's.

    A row that is valid as it stands counts for both. The expected values of the source `json_repair` are that
    library's own test results, guesses included, so it cannot lose there.
    """
    table: dict[str, Counter[str]] = {}
    apart: Counter[str] = Counter()
    others: list[dict[str, Any]] = []
    refused: list[dict[str, Any]] = []
    for row in read_rows("malformed_json"):
        why_not = _why_not_comparable(row)
        if why_not is not None:
            apart[f"{row['source']}: {why_not}"] += 1
            continue
        expected = _expected(row)
        count = table.setdefault(row["source"], Counter())
        count["rows"] += 1
        for who, (answered, value) in (("ours", _ours(row)), ("json-repair", _theirs(row))):
            found = "refused" if not answered else "recovered" if _same(value, expected) else "another value"
            count[f"{who}: {found}"] += 1
            if who == "ours" and found != "recovered":
                lost = {"input": row["input"], "expected": expected, "value": value, "target": row.get("target_type")}
                (others if answered else refused).append(lost | {"class": _why_lost(row["input"], expected)})
    return {
        "by source": {source: dict(count) for source, count in table.items()},
        "not comparable": dict(apart),
        "another value": others,
        "refused": refused,
        "lost, by class": dict(Counter(one["class"] for one in (*others, *refused))),
    }


def _why_lost(text: str, expected: Any) -> str:
    """What keeps a value from being recovered without a guess, by the text and the expected value alone."""
    opening = re.search(r"[{\[]", text)
    body = text if opening is None else text[opening.start() :].removesuffix("```")
    left_out = Counter(_WORD.findall(body)) - Counter(_WORD.findall(" ".join(_words(expected))))
    opened, closed = sum(map(text.count, "{[")), sum(map(text.count, "}]"))
    if left_out or not text.strip('"/} '):
        return "the expected value leaves out what the text says, or the text says nothing"
    if opened > closed:
        return "the text breaks off: items, letters or digits may be missing"
    if opening is None:
        return "which words of prose are the value"
    if sum(map(text.count, "\"'")) % 2:
        return "a quote is content or one too many"
    return "what words or marks between values mean"


_WORD = re.compile(r"\w+|\.{3}")


# --- recognition -----------------------------------------------------------------------------------------------


def recognition() -> dict[str, Any]:
    """How many public prompts the task takes, and which."""
    asked = [prompt for name in PROMPTS for prompt in prompts(name)]
    return {"prompts": len(asked), "taken": [one for one in asked if TASK.parse(Request.from_prompt(one)) is not None]}


# --- cost ------------------------------------------------------------------------------------------------------

_MEMBERS = 20
_COLD = """
import time
begun = time.perf_counter()
from stepcache_core.tasks.json_value import JsonProblem, JsonTask
loaded = time.perf_counter()
assert JsonTask().verify_answer(JsonProblem("x", {"type": "object"}), "{}").is_pass
print(loaded - begun, time.perf_counter() - loaded)
"""


def cost(repeats: int = 5000) -> dict[str, float]:
    """Microseconds to verify an object of 20 members not seen before, by schema and by keys; cold start in ms."""
    kinds: list[tuple[str, Any]] = [("string", "a word"), ("integer", 7), ("number", 1.5), ("boolean", True)]
    value = {f"member_{n}": kinds[n % 4][1] for n in range(_MEMBERS)}
    properties = {f"member_{n}": {"type": kinds[n % 4][0]} for n in range(_MEMBERS)}
    by_schema = JsonProblem("x", {"type": "object", "properties": properties, "required": list(value)})
    by_keys = JsonProblem("x", None, tuple(value), closed=True)
    texts = [json.dumps(value | {"member_1": n}) for n in range(repeats)]
    figures: dict[str, float] = {}
    for name, problem in (("schema", by_schema), ("keys", by_keys)):
        assert TASK.verify_answer(problem, json.dumps(value | {"member_1": -1})).is_pass
        taken = []
        gc.disable()
        for text in texts:
            begun = time.perf_counter_ns()
            TASK.verify_answer(problem, text)
            taken.append((time.perf_counter_ns() - begun) / 1000)
        gc.enable()
        cuts = statistics.quantiles(taken, n=100)
        figures |= {f"{name}: p50 µs": cuts[49], f"{name}: p99 µs": cuts[98]}
    cold = subprocess.run([sys.executable, "-c", _COLD], capture_output=True, text=True, check=True)
    imported, first = (float(seconds) * 1000 for seconds in cold.stdout.split())
    return figures | {"import ms": imported, "first verdict ms": first}


def main() -> None:
    """Print all figures as JSON."""
    figures = {
        "json_schemas": schema_verdicts(),
        "malformed_json": malformed(),
        "recognition": recognition(),
        "cost": cost(),
    }
    sys.stdout.write(json.dumps(figures, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
