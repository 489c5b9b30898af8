"""The model of these notebooks: a real one on this machine where it can be had, else one that answers from a script."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

from stepcache_core.errors import StepCacheError
from stepcache_core.local_model import LocalModel

EQUATION = (
    "Subtract {b} from both sides:\n\n{a}x + {b} - {b} = {c} - {b}\n\n{a}x = {d}\n\n"
    "Divide both sides by {a}:\n\nx = {x}\n\nTherefore, the solution is x = {x}"
)
SCRIPT = {
    '"country"': '{"country": "England"}',
    "keys name, age and email": '{"name": "Ada Lovelace", "age": 36, "email": "ada@math.org"}',
    "keys title, author and year": '{"title": "Dune", "author": "Frank Herbert", "year": 1965}',
    "3x + 5 = 20": EQUATION.format(a=3, b=5, c=20, d=15, x=5),
    "2(x - 3) = 4x + 10": "2x - 6 = 4x + 10\n\nx = 8",
    "capital of France": "The capital of France is Paris.",
    "capital of Spain": "The capital of Spain is Madrid.",
    "41 metres": "The tower of Alba is 41 metres high.",
    "43 metres": "The tower of Alba is 43 metres high.",
}
"""The answer to a last message that holds such a text; to any other, the message itself."""


class ScriptedServer:
    """A server on loopback that speaks OpenAI's protocol; its tokens are words, and it writes about 50 a second."""

    model_name = "scripted"

    def __init__(self, script: Mapping[str, str], tokens_a_second: float = 50.0) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(script, tokens_a_second))
        self.base_url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def start(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def start() -> LocalModel | ScriptedServer:
    """A running model with its `base_url` and `model_name`; it says which it is."""
    try:
        model = LocalModel().start()
    except StepCacheError as error:
        print(f"No real model can be had here ({type(error).__name__}): a scripted one stands in for it.")
        return ScriptedServer(SCRIPT).start()
    print(f"A real model on this machine: {model.model_name}")
    return model


def _handler(script: Mapping[str, str], tokens_a_second: float) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked = body["messages"][-1]["content"]
            answer = next((answer for text, answer in script.items() if text in asked), f"You said: {asked}")
            usage = {"prompt_tokens": len(asked.split()), "completion_tokens": len(answer.split())}
            time.sleep(usage["completion_tokens"] / tokens_a_second)
            message = {"role": "assistant", "content": answer}
            reply = {
                "id": "answer-1",
                "object": "chat.completion",
                "created": 1_700_000_000,
                "model": body["model"],
                "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                "usage": {**usage, "total_tokens": sum(usage.values())},
            }
            content = json.dumps(reply).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            return

    return Handler
