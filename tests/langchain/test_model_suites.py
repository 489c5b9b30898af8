"""LangChain's own suites for chat models, over the wrapper: cold, and again on what the first run stored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_tests.integration_tests import ChatModelIntegrationTests
from langchain_tests.unit_tests import ChatModelUnitTests

from stepcache_core import StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.testing import HashEmbedder
from stepcache_langchain import StepCacheChatModel
from tests.langchain.doubles import LocalChatModel

_STORE = MemoryStore()
"""One for the cold run of the suite and the warm one after it."""

_INNER = LocalChatModel()


_RUN_COLD: set[str] = set()


class TestStandardUnit(ChatModelUnitTests):
    @property
    def chat_model_class(self) -> type[BaseChatModel]:
        return StepCacheChatModel

    @property
    def chat_model_params(self) -> dict[str, Any]:
        return {"llm": LocalChatModel(), "engine": StepCacheEngine(MemoryStore(), HashEmbedder())}


pytestmark = pytest.mark.filterwarnings("ignore:StepCacheChatModel:UserWarning")


class TestCold(ChatModelIntegrationTests):
    @pytest.fixture(autouse=True)
    def _run(self, request: pytest.FixtureRequest) -> Iterator[None]:
        yield
        _RUN_COLD.add(request.node.name)

    @property
    def chat_model_class(self) -> type[BaseChatModel]:
        return StepCacheChatModel

    @property
    def chat_model_params(self) -> dict[str, Any]:
        return {"llm": _INNER, "engine": StepCacheEngine(_STORE, HashEmbedder())}

    @property
    def structured_output_kwargs(self) -> dict[str, Any]:
        return {"method": "function_calling"}

    @property
    def supports_json_mode(self) -> bool:
        return True

    @property
    def supports_anthropic_inputs(self) -> bool:
        return True

    @property
    def supports_model_override(self) -> bool:
        return True

    @property
    def model_override_value(self) -> str:
        return "local-other"


class TestWarm(TestCold):
    """The same tests on the store that `TestCold` filled: the model is not called once more."""

    @pytest.fixture(autouse=True)
    def _run(self, request: pytest.FixtureRequest) -> Iterator[None]:
        before = _INNER.calls
        yield
        if request.node.name in _RUN_COLD:
            assert _INNER.calls == before, "the model was called for what it had answered before"
