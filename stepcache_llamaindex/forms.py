"""The form an answer has to have: what its call announces, and the class that its caller makes of it.

An answer in another form reaches the caller as it is, and is neither kept nor served again: the caller's program
refuses it, and asking once more would only bring it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from llama_index.core.output_parsers.utils import extract_json_str
from pydantic import BaseModel

from stepcache_core.announced import calls_may_be_taken, may_be_taken, requires_a_call, schema_of_text
from stepcache_core.model import Request


@dataclass(slots=True)
class Prediction:
    """An object that is asked for.

    Attributes:
        output: Its class.
        was_seen: Whether a call that the cache sees has been made for it.
    """

    output: type[BaseModel] | None
    was_seen: bool = False


_prediction: ContextVar[Prediction | None] = ContextVar("stepcache_llamaindex_prediction", default=None)


@contextmanager
def predicting(output: type[BaseModel]) -> Iterator[Prediction]:
    """While an object of a class is asked for."""
    prediction = Prediction(output if isinstance(output, type) and issubclass(output, BaseModel) else None)
    within = _prediction.get()
    token = _prediction.set(prediction)
    try:
        yield prediction
    finally:
        _prediction.reset(token)
        if within is not None:
            within.was_seen |= prediction.was_seen


def output_class() -> type[BaseModel] | None:
    """The class of the object that a call is made for, where there is one."""
    prediction = _prediction.get()
    if prediction is None:
        return None
    prediction.was_seen = True
    return prediction.output


def is_in_form(
    request: Request, output: type[BaseModel] | None, text: str, calls: Sequence[tuple[str, dict[str, Any] | str]]
) -> bool:
    """Whether an answer has the form that its request announces, and that of the class made of it.

    Args:
        request: What is asked.
        output: The class.
        text: The answer's text.
        calls: The tools it calls, with their arguments, which may be JSON.
    """
    choice = request.params.get("tool_choice")
    if calls:
        given = [(name, _arguments(arguments)) for name, arguments in calls]
        judged = [name for name, _ in given] if output is not None else []
        fits = calls_may_be_taken(request.tools, choice, given, judged)
        return fits and (output is None or all(_takes(output, arguments) for _, arguments in given))
    if requires_a_call(request.tools, choice):
        return False
    schema = schema_of_text(request.params)
    if output is not None:
        return _takes_text(output, text, is_json=schema is not None)
    if schema is None:
        return True
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return may_be_taken(schema, value)


def _arguments(given: dict[str, Any] | str) -> Any:
    if not isinstance(given, str):
        return given
    try:
        return json.loads(given)
    except (ValueError, RecursionError):
        return {}  # as LlamaIndex reads them


def _takes(kind: type[BaseModel], arguments: object) -> bool:
    try:
        kind.model_validate(deepcopy(arguments))  # a validator may change what it is given, and that is served
    except Exception:  # noqa: BLE001  # as in the caller's program, whatever a validator of the user's raises
        return False
    return True


def _takes_text(kind: type[BaseModel], text: str, *, is_json: bool) -> bool:
    try:
        # Not of the value that JSON gives: a strict class takes a date from JSON, and from a text in Python none.
        kind.model_validate_json(text if is_json else extract_json_str(text))
    except Exception:  # noqa: BLE001  # as above
        return False
    return True
