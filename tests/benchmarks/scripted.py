"""A model that answers from a function, called as the benchmark calls a server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator
from typing import Any

from benchmarks.microbench.model_calls import Call, Model, Shared
from benchmarks.microbench.oracle import solution
from benchmarks.microbench.workload import Case
from stepcache_core import Request


class ScriptedModel(Model):
    """Answers each prompt with `script(prompt)`, in two pieces; a token is a word."""

    def __init__(self, script: Callable[[str], str], shared: Shared | None = None) -> None:
        super().__init__("http://127.0.0.1:9/v1", "scripted", {}, shared)
        self.script = script
        self.asked: list[str] = []

    def _call(self, request: Request) -> Generator[str, None, Call]:
        self.asked.append(request.prompt)
        text = self.script(request.prompt)
        half = len(text) // 2
        yield text[:half]
        yield text[half:]
        return Call(text, len(request.prompt.split()), len(text.split()), "stop", 0.0)


def right_answer(check: dict[str, Any]) -> str:
    """An answer that fulfils a check, made from it."""
    if check["kind"] == "equation":
        return "\n".join(f"{name} = {value}" for name, value in solution(check).items())
    schema = {"properties": {key: {} for key in check["keys"]} | check.get("schema", {}).get("properties", {})}
    answer = {key: _made_up(schema["properties"][key]) for key in check["keys"]}
    for path, values in (
        {path: [one] for path, one in check.get("values", {}).items()} | check.get("any_of", {})
    ).items():
        _put(answer, schema, path.split("/")[1:], values[0])
    return json.dumps(answer)


def _put(inside: Any, schema: dict[str, Any], path: list[str], value: Any) -> None:
    """Sets a value in what was made up, in the form that its rule wants."""
    first, *rest = path
    if isinstance(inside, list):
        place: Any = int(first)
        rule = schema.get("items", {})
        inside.extend(_made_up(rule) for _ in range(place + 1 - len(inside)))
    else:
        place, rule = first, schema.get("properties", {}).get(first, {})
    if rest:
        if not isinstance(inside[place], dict | list):
            inside[place] = [] if rest[0].isdigit() else {}
        _put(inside[place], rule, rest, value)
    elif rule.get("type") == "string" or "pattern" in rule:
        pattern = rule.get("pattern", "")
        literal = re.fullmatch(r"\^((?:\w|\\\.)+)\$", pattern)
        written = literal[1].replace("\\", "") if literal else str(value)
        inside[place] = written.upper() if "a-z" in pattern else written
    else:
        inside[place] = value


def _made_up(rule: dict[str, Any]) -> Any:
    if "enum" in rule:
        return rule["enum"][0]
    if rule.get("type") == "object":
        return {key: _made_up(member) for key, member in rule.get("properties", {}).items()}
    if rule.get("type") == "array":
        return [_made_up(rule.get("items", {})) for _ in range(rule.get("minItems", 1))]
    least = rule.get("minimum", 1)
    made: dict[str, Any] = {"integer": least, "number": least, "boolean": True, "string": "ada@math.org"}
    return made[rule.get("type", "string")]


def answers_of(cases: list[Case]) -> Callable[[str], str]:
    """A script that is right about these cases, and at a loss otherwise."""
    right = {case.prompt: right_answer(case.check) for case in cases}
    return lambda prompt: right.get(prompt, "I do not know.")
