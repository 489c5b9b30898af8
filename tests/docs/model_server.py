"""A scripted model behind an OpenAI-compatible address, for the examples in the pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from notebooks.model_here import ScriptedServer

_SCRIPT = {
    '"country"': '{"country": "England"}',
    "name, age and email": '{"name": "Ada Lovelace", "age": 36, "email": "ada@math.org"}',
    "3x + 5 = 20": "Subtract 5 from both sides: 3x = 15\n\nDivide both sides by 3: x = 5",
    "capital of France": "The capital of France is Paris.",
    "Berlin": "The Berlin office opens at nine.",
}


@contextmanager
def model_server() -> Iterator[str]:
    """Serve for as long as the block runs; its address, as OpenAI clients want it."""
    server = ScriptedServer(_SCRIPT, tokens_a_second=10_000).start()
    try:
        yield server.base_url
    finally:
        server.stop()
