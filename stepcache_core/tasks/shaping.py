"""Settings of a request that make its answer another text than its prompt asks for.

An answer that is cut at a stop word, is written to a grammar or goes on with a text that the caller holds is right as
it is, whatever its prompt alone says: a task that does not read the setting leaves such a request to the model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from stepcache_core.model import Request

_SHAPING: Final = frozenset(
    "tools functions function_call tool_choice grammar guided_json guided_regex guided_choice guided_grammar "
    "guided_decoding structured_outputs json_schema response_schema response_format response_mime_type format "
    "text_format logit_bias logprobs top_logprobs prediction modalities audio stop stop_sequences suffix echo "
    "prefix n".split()
)
_WITHIN: Final = ("model_kwargs", "additional_kwargs", "extra_body", "options")
"""Settings that hold more settings."""
_NOTHING: Final[tuple[Any, ...]] = (None, False, "", [], (), {}, "none", "auto", "text", {"type": "text"})
_TURN_MARK: Final = re.compile(r"</?s>|<\|[\w-]{1,40}\|>|<(?:start|end)_of_turn>|\[/?INST\]")
"""What ends a turn in the templates of chat models, and never stands in an answer."""


def shapes_its_answer(request: Request, *, is_json: bool = False) -> bool:
    """Whether a setting of the request shapes its answer.

    Args:
        request: The request.
        is_json: Whether its prompt asks for JSON: then a setting that asks for it, too, adds nothing.
    """
    return any(
        _shapes(name, value, request.prompt) and not (is_json and _asks_for_json(name, value))
        for name, value in _settings(request)
    )


def _settings(request: Request) -> Iterator[tuple[str, Any]]:
    """The settings that may shape an answer, with those that stand within others."""
    for level in (request.params, *(request.params.get(name) for name in _WITHIN)):
        if isinstance(level, Mapping):
            yield from ((name, value) for name, value in level.items() if name in _SHAPING)


def _asks_for_json(name: str, value: Any) -> bool:
    if name == "response_format":
        return isinstance(value, Mapping) and value.get("type") in {"json", "json_object", "json_schema"}
    return (name, value) in (("format", "json"), ("response_mime_type", "application/json"))


def _shapes(name: str, value: Any, prompt: str) -> bool:
    if name == "n":
        return value not in (None, 1)
    if name in {"stop", "stop_sequences"}:
        words = [value] if isinstance(value, str) else value
        return bool(words) and not (
            isinstance(words, list | tuple) and all(_never_stands(one, prompt) for one in words)
        )
    return value not in _NOTHING


def _never_stands(word: Any, prompt: str) -> bool:
    return isinstance(word, str) and _TURN_MARK.fullmatch(word) is not None and word not in prompt
