"""A model that answers from a function, called as the benchmark calls a server."""

from __future__ import annotations

import json
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
    return json.dumps({key: _member(check, key) for key in check["keys"]})


def _member(check: dict[str, Any], key: str) -> Any:
    values = check.get("values", {}) | {path: some[0] for path, some in check.get("any_of", {}).items()}
    rule = check.get("schema", {}).get("properties", {}).get(key, {"type": "string"})
    if f"/{key}/0" in values:
        return [values[f"/{key}/0"]]
    if f"/{key}" in values:
        value = values[f"/{key}"]
        return str(value).upper() if rule.get("pattern") else value
    return _made_up(rule)


def _made_up(rule: dict[str, Any]) -> Any:
    if "enum" in rule:
        return rule["enum"][0]
    if rule.get("type") == "array":
        return ["a"] * rule.get("minItems", 1)
    least = rule.get("minimum", 1)
    made: dict[str, Any] = {"integer": least, "number": least, "boolean": True, "string": "ada@math.org"}
    return made[rule.get("type", "string")]


def answers_of(cases: list[Case]) -> Callable[[str], str]:
    """A script that is right about these cases, and at a loss otherwise."""
    right = {case.prompt: right_answer(case.check) for case in cases}
    return lambda prompt: right.get(prompt, "I do not know.")
