"""`StepCacheChatModel`: a chat model round another one, answered from verified steps where that can be done."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self, cast

from langchain_core.caches import BaseCache
from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LangSmithParams
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import ConfigDict, Field, model_validator

from stepcache_core.facade import StepCacheEngine
from stepcache_core.model import Answer, Generation, Request, Reuse
from stepcache_core.partition import canonical
from stepcache_langchain import convert, generations
from stepcache_langchain.cache import standing_aside, without_cache

_SETTINGS = (
    "model model_name deployment_name temperature top_p top_k min_p max_tokens max_completion_tokens max_output_tokens "
    "seed stop stop_sequences n frequency_penalty presence_penalty repetition_penalty repeat_penalty logit_bias "
    "logprobs top_logprobs reasoning reasoning_effort thinking verbosity model_kwargs extra_body default_headers "
    "default_query base_url openai_api_base azure_endpoint openai_organization api_version response_format "
    "response_mime_type response_schema format system num_ctx num_predict mirostat safety_settings service_tier"
).split()
"""Attributes that decide an answer under the names providers give them, read at each call beside the model's own
`_identifying_params`, which many leave empty."""

_SAMPLING = frozenset(
    "temperature top_p top_k min_p max_tokens max_completion_tokens max_output_tokens seed frequency_penalty "
    "presence_penalty repetition_penalty repeat_penalty model model_name timeout user".split()
)
"""Arguments of a call that leave the form of its answer alone; with any other, only the same request is reused."""

_SHAPES_THE_ANSWER = frozenset(
    "stop stop_sequences logprobs top_logprobs response_format response_mime_type response_schema format tools "
    "functions tool_choice modalities".split()
)


class StepCacheChatModel(BaseChatModel):
    """Wraps a chat model; a drop-in for it in `invoke`, `ainvoke`, `batch` and `generate`.

    It sees what a LangChain cache does not: the messages themselves, the model's settings as they are now, and the
    arguments of the call. `stream` gives the whole answer in one piece; `bind_tools` is not there yet.

    The wrapped model runs within this model's run: handlers see one run, and tokens are counted once. Its rate
    limiter is waited for when it is called, never on a hit, and its own callbacks see this model's runs. What it
    raises reaches the caller as it is.

    A message's `usage_metadata` is what its request really spent, nothing on a hit;
    `response_metadata["stepcache"]` says how it was answered and what was saved.

    Args:
        llm: The chat model to wrap.
        engine: Where answers are looked up and kept; it may be shared by many models.
        namespace: Who may share; two namespaces never see each other's records.

    Example:
        ```python
        model = StepCacheChatModel(llm=ChatOpenAI(model="gpt-4o-mini"), engine=StepCacheEngine())
        ```
    """

    llm: BaseChatModel
    engine: StepCacheEngine = Field(exclude=True, repr=False)
    namespace: str = Field(default="default", min_length=1)
    cache: BaseCache | bool | None = Field(default=False, exclude=True)
    """False: the engine is this model's cache, and a global one on top of it would cache twice."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    @model_validator(mode="after")
    def _adopt_callbacks_of_wrapped_model(self) -> Self:
        if self.callbacks is None:
            self.callbacks = self.llm.callbacks
        return self

    @property
    def _llm_type(self) -> str:
        return self.llm._llm_type

    @property
    def _identifying_params(self) -> Mapping[str, Any]:
        return self.llm._identifying_params

    def _get_ls_params(self, stop: list[str] | None = None, **kwargs: Any) -> LangSmithParams:
        return self.llm._get_ls_params(stop=stop, **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        request = self._request(messages, stop, kwargs)
        results: list[ChatResult] = []

        def generate(asked: Request) -> Generation:
            given = convert.with_last_text(messages, request, asked)
            with standing_aside():
                results.append(self._wrapped()._generate_with_cache(given, stop=stop, **kwargs))
            return generations.generation_for(request, results[-1].generations)

        return _result(self.engine.answer(request, generate), results)

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        request = self._request(messages, stop, kwargs)
        results: list[ChatResult] = []

        async def generate(asked: Request) -> Generation:
            given = convert.with_last_text(messages, request, asked)
            with standing_aside():
                results.append(await self._wrapped()._agenerate_with_cache(given, stop=stop, **kwargs))
            return generations.generation_for(request, results[-1].generations)

        return _result(await self.engine.aanswer(request, generate), results)

    def _wrapped(self) -> BaseChatModel:
        # `_generate_with_cache` is `invoke` without a run of its own. A nested run would show every handler the same
        # tokens twice, and `_generate` alone would pass by the rate limiter, `output_version` and the metadata.
        # Without a run manager it sends no tokens ahead: an answer is shown when it has been checked.
        return cast("BaseChatModel", without_cache(self.llm))

    def _request(self, messages: Sequence[BaseMessage], stop: list[str] | None, kwargs: Mapping[str, Any]) -> Request:
        """The request of a call; one that passes by the cache where anything in it has no stable form."""
        tools = kwargs.get("tools")
        try:
            settings = self._settings()
            canonical(kwargs)  # a class whose schema cannot be made raises here, and not in the engine
            request = Request(
                messages=convert.core_messages(messages),
                namespace=self.namespace,
                model=_identity(self.llm, settings),
                params={**{name: value for name, value in kwargs.items() if name != "tools"}, "stop": stop},
                tools=tuple(tools) if isinstance(tools, list | tuple) else () if tools is None else ({"tools": tools},),
            )
        except Exception:  # noqa: BLE001  # the call is answered all the same; the ledger counts the bypass
            return Request((), namespace=self.namespace, reuse=Reuse.NEVER)
        is_free = kwargs.keys() <= _SAMPLING and not stop and not _shapes_the_answer(settings)
        return request if is_free else replace(request, reuse=Reuse.EXACT)

    def _settings(self) -> dict[str, Any]:
        own = {name: getattr(self.llm, name, None) for name in _SETTINGS}
        named = {name: value for name, value in own.items() if value is not None and not callable(value)}
        return {**named, **self.llm._identifying_params}


def _identity(llm: BaseChatModel, settings: Mapping[str, Any]) -> str:
    """A model's class and settings as they are now, hashed: headers may hold credentials.

    Raises:
        UnkeyableError: A setting has no stable form.
    """
    name = f"{type(llm).__module__}.{type(llm).__qualname__}"
    text = json.dumps([name, llm._llm_type, canonical(settings)], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _shapes_the_answer(settings: Mapping[str, Any]) -> bool:
    """Whether a model is set up to give anything but one free text."""
    extra = [settings[name] for name in ("model_kwargs", "extra_body") if isinstance(settings.get(name), Mapping)]
    return any(
        any(level.get(name) for name in _SHAPES_THE_ANSWER) or (level.get("n") or 1) != 1
        for level in (settings, *extra)
    )


def _result(answer: Answer, results: Sequence[ChatResult]) -> ChatResult:
    """The answer as a chat model gives it: what the wrapped model gave, where that is what is served."""
    own = results[0].generations if results and answer.outcome in generations.FROM_MODEL else []
    if own and own[0].text == answer.text:
        served = generations.accounted(own, answer)
    else:
        served = generations.served_generations(answer, chat=True)
    return ChatResult(generations=cast("list[ChatGeneration]", served))
