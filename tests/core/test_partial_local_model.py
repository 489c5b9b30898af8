"""A real model is asked one question of four when one of four has changed."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from stepcache_core import Generation, Outcome, Request, Source, StepCacheEngine, Usage
from stepcache_core.local_model import LocalModel
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from tests.core.question_samples import CHANGED, OPENING, QUESTIONS, SILVER, ask
from tests.local_model import running_local_model


@pytest.fixture(scope="module")
def model() -> Iterator[LocalModel]:
    with running_local_model() as running:
        yield running


def test_a_real_model_is_asked_the_changed_question_only(model: LocalModel) -> None:
    asked: list[str] = []

    def generate(request: Request) -> Generation:
        asked.append(request.prompt)
        address = urlsplit(model.base_url)
        connection = http.client.HTTPConnection("127.0.0.1", address.port or 80, timeout=120)
        body = {
            "model": model.model_name,
            "messages": [{"role": "user", "content": request.prompt}],
            "temperature": 0,
            "max_tokens": 200,
        }
        headers = {"Content-Type": "application/json"}
        connection.request("POST", f"{address.path}/chat/completions", json.dumps(body), headers)
        reply = json.loads(connection.getresponse().read())
        connection.close()
        choice, usage = reply["choices"][0], reply["usage"]
        spent = Usage(usage["prompt_tokens"], usage["completion_tokens"])
        return Generation(choice["message"]["content"], spent, choice["finish_reason"])

    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder())
    first = engine.answer(ask(QUESTIONS), generate)
    answer = engine.answer(ask(CHANGED), generate)
    assert answer.outcome is Outcome.PATCH
    assert asked == [ask(QUESTIONS).prompt, f"{OPENING}3. {SILVER}"]
    assert [step.source for step in answer.steps] == [Source.CACHE, Source.CACHE, Source.MODEL, Source.CACHE]
    old, new = first.text.splitlines(), answer.text.splitlines()
    assert [line for place, line in enumerate(new) if place != 2] == [
        line for place, line in enumerate(old) if place != 2
    ]
    assert 0 < answer.usage.total_tokens < first.usage.total_tokens
