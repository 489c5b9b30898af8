"""`StepCacheLLM`: a string model round another one, answered from verified steps where that can be done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, closing
from dataclasses import replace
from typing import Annotated, Any, Self

from langchain_core.caches import BaseCache
from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseLLM, LangSmithParams, LanguageModelInput
from langchain_core.outputs import Generation as LangChainGeneration
from langchain_core.outputs import GenerationChunk, LLMResult
from langchain_core.runnables import RunnableConfig
from pydantic import ConfigDict, Field, model_validator

from stepcache_core.facade import StepCacheEngine
from stepcache_core.model import NO_USAGE, Answer, Generation, Message, Request
from stepcache_langchain import generations
from stepcache_langchain.cache import standing_aside
from stepcache_langchain.calls import request_of_call, require_parts, to_stream, warn_of_foreign_settings
from stepcache_langchain.tenancy import for_run


class StepCacheLLM(BaseLLM):
    """Wraps a string model; a drop-in for it, with the arguments of each call in its key, which LangChain leaves out.

    Handlers see one run, on hits too; `generation_info["stepcache"]` says how a prompt was answered and what that
    saved, and `llm_output["token_usage"]` what was really spent.

    Args:
        llm: The string model to wrap. Settings such as `temperature` are its own.
        engine: Where answers are looked up and kept; it may be shared by many models.
        namespace: As for `StepCacheChatModel`.

    Example:
        ```python
        model = StepCacheLLM(llm=OpenAI(model="gpt-3.5-turbo-instruct"), engine=StepCacheEngine())
        ```
    """

    llm: BaseLLM
    engine: StepCacheEngine = Field(exclude=True, repr=False)
    namespace: Annotated[str, Field(min_length=1)] | Callable[[RunnableConfig], str] = "default"
    cache: BaseCache | bool | None = Field(default=False, exclude=True)
    """False: the engine is this model's cache, and a global one on top of it would cache twice."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    @model_validator(mode="before")
    @classmethod
    def _look_at_what_is_given(cls, given: Any) -> Any:
        require_parts(cls, given)
        warn_of_foreign_settings(cls, given)
        return given

    @model_validator(mode="after")
    def _adopt_what_the_wrapped_model_brings(self) -> Self:
        for name in ("callbacks", "tags"):
            if getattr(self, name) is None:
                setattr(self, name, getattr(self.llm, name))
        self.metadata = {**(self.llm.metadata or {}), **(self.metadata or {})} or None
        return self

    @property
    def _llm_type(self) -> str:
        return self.llm._llm_type

    @property
    def _identifying_params(self) -> Mapping[str, Any]:
        return self.llm._identifying_params

    def _get_ls_params(self, stop: list[str] | None = None, **kwargs: Any) -> LangSmithParams:
        return self.llm._get_ls_params(stop=stop, **kwargs)

    def get_token_ids(self, text: str) -> list[int]:
        """As the wrapped model."""
        return self.llm.get_token_ids(text)

    def get_num_tokens(self, text: str) -> int:
        """As the wrapped model."""
        return self.llm.get_num_tokens(text)

    # -- the roads in -------------------------------------------------------------------------------------------------

    def invoke(
        self,
        input: LanguageModelInput,
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,
    ) -> str:
        """Answer one input."""
        return super(StepCacheLLM, for_run(self, config)).invoke(input, config, stop=stop, **kwargs)

    async def ainvoke(
        self,
        input: LanguageModelInput,
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,
    ) -> str:
        """The asynchronous twin of `invoke`."""
        return await super(StepCacheLLM, for_run(self, config)).ainvoke(input, config, stop=stop, **kwargs)

    def batch(
        self,
        inputs: list[LanguageModelInput],
        config: RunnableConfig | list[RunnableConfig] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> list[str]:
        """Answer many inputs; each in its own namespace where the configurations differ in that."""
        if isinstance(config, list) and callable(self.namespace):
            # `BaseLLM.batch` merges prompts of all configurations in one call.
            options: Any = {"return_exceptions": return_exceptions, **kwargs}
            return super(BaseLLM, self).batch(inputs, config, **options)
        bound = for_run(self, config if isinstance(config, dict) else None)
        return super(StepCacheLLM, bound).batch(inputs, config, return_exceptions=return_exceptions, **kwargs)

    async def abatch(
        self,
        inputs: list[LanguageModelInput],
        config: RunnableConfig | list[RunnableConfig] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> list[str]:
        """The asynchronous twin of `batch`."""
        if isinstance(config, list) and callable(self.namespace):
            options: Any = {"return_exceptions": return_exceptions, **kwargs}
            return await super(BaseLLM, self).abatch(inputs, config, **options)
        bound = for_run(self, config if isinstance(config, dict) else None)
        return await super(StepCacheLLM, bound).abatch(inputs, config, return_exceptions=return_exceptions, **kwargs)

    def stream(
        self,
        input: LanguageModelInput,
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,
    ) -> Iterator[str]:
        """Answer one input in pieces."""
        yield from super(StepCacheLLM, for_run(self, config)).stream(input, config, stop=stop, **kwargs)

    async def astream(
        self,
        input: LanguageModelInput,
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[str]:
        """The asynchronous twin of `stream`."""
        async for piece in super(StepCacheLLM, for_run(self, config)).astream(input, config, stop=stop, **kwargs):
            yield piece

    # -- answering ----------------------------------------------------------------------------------------------------

    def _generate(
        self,
        prompts: list[str],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> LLMResult:
        return _result([self._answer(prompt, stop, kwargs) for prompt in prompts])

    async def _agenerate(
        self,
        prompts: list[str],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> LLMResult:
        return _result(await asyncio.gather(*(self._aanswer(prompt, stop, kwargs) for prompt in prompts)))

    def _answer(self, prompt: str, stop: list[str] | None, kwargs: dict[str, Any]) -> tuple[Answer, list[LLMResult]]:
        results: list[LLMResult] = []
        request = self._request(prompt, stop, kwargs)

        def generate(asked: Request) -> Generation:
            with standing_aside():
                results.append(self.llm._generate([_sent(prompt, request, asked)], stop=stop, **kwargs))
            return _generation(results[-1])

        return self.engine.answer(request, generate), results

    async def _aanswer(
        self, prompt: str, stop: list[str] | None, kwargs: dict[str, Any]
    ) -> tuple[Answer, list[LLMResult]]:
        results: list[LLMResult] = []
        request = self._request(prompt, stop, kwargs)

        async def generate(asked: Request) -> Generation:
            with standing_aside():
                results.append(await self.llm._agenerate([_sent(prompt, request, asked)], stop=stop, **kwargs))
            return _generation(results[-1])

        return await self.engine.aanswer(request, generate), results

    def _stream(
        self,
        prompt: str,
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[GenerationChunk]:
        request = to_stream(self._request(prompt, stop, kwargs), self.llm, kwargs)
        heard, answers = list[GenerationChunk](), list[Answer]()

        def generate(asked: Request) -> Iterator[str | Generation]:
            heard.clear()
            for chunk in self._chunks(_sent(prompt, request, asked), stop, kwargs):
                heard.append(chunk)
                yield chunk.text
            yield _generation(LLMResult(generations=[[_whole(heard)]]))

        with closing(self.engine.stream(request, generate, answers.append)) as pieces:
            for piece in filter(None, pieces):
                if run_manager is not None:
                    run_manager.on_llm_new_token(piece)
                yield GenerationChunk(text=piece)
        yield _last(answers[0], heard)

    async def _astream(
        self,
        prompt: str,
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[GenerationChunk]:
        request = to_stream(self._request(prompt, stop, kwargs), self.llm, kwargs)
        heard, answers = list[GenerationChunk](), list[Answer]()

        async def generate(asked: Request) -> AsyncIterator[str | Generation]:
            heard.clear()
            async for chunk in self._achunks(_sent(prompt, request, asked), stop, kwargs):
                heard.append(chunk)
                yield chunk.text
            yield _generation(LLMResult(generations=[[_whole(heard)]]))

        async with aclosing(self.engine.astream(request, generate, answers.append)) as pieces:
            async for piece in pieces:
                if not piece:
                    continue
                if run_manager is not None:
                    await run_manager.on_llm_new_token(piece)
                yield GenerationChunk(text=piece)
        yield _last(answers[0], heard)

    def _chunks(self, prompt: str, stop: list[str] | None, kwargs: dict[str, Any]) -> Iterator[GenerationChunk]:
        """The wrapped model's own stream, or its answer in one piece where it has none."""
        if type(self.llm)._stream is BaseLLM._stream:
            yield _chunk(self.llm._generate([prompt], stop=stop, **kwargs))
        else:
            yield from self.llm._stream(prompt, stop=stop, **kwargs)

    async def _achunks(
        self, prompt: str, stop: list[str] | None, kwargs: dict[str, Any]
    ) -> AsyncIterator[GenerationChunk]:
        streams = type(self.llm)
        if streams._stream is BaseLLM._stream and streams._astream is BaseLLM._astream:
            yield _chunk(await self.llm._agenerate([prompt], stop=stop, **kwargs))
        else:
            async for chunk in self.llm._astream(prompt, stop=stop, **kwargs):
                yield chunk

    def _request(self, prompt: str, stop: list[str] | None, kwargs: Mapping[str, Any]) -> Request:
        return request_of_call(self.llm, lambda: (Message("user", prompt),), self.namespace, stop, kwargs)


def _sent(prompt: str, request: Request, asked: Request) -> str:
    """What the model is sent: the prompt itself for a request that passes by the cache, which holds none."""
    return asked.prompt if request.messages else prompt


def _generation(result: LLMResult) -> Generation:
    """What a string model returned for one prompt, for the engine."""
    generation = generations.generation_of([_plain(one) for one in result.generations[0]])
    return replace(generation, usage=generations.spent_in(result.llm_output or {}))


def _plain(generation: LangChainGeneration) -> LangChainGeneration:
    """A generation without what it cost: that is not part of the answer, and another run's would differ."""
    return LangChainGeneration(text=generation.text, generation_info=generation.generation_info)


def _result(answered: Sequence[tuple[Answer, list[LLMResult]]]) -> LLMResult:
    served = [_served(answer) for answer, _ in answered]
    outputs = [results[0].llm_output or {} for _, results in answered if results]
    merged: dict[str, Any] = {name: value for output in outputs for name, value in output.items()}
    spent = sum((answer.usage for answer, _ in answered), NO_USAGE)
    if "token_usage" in merged or not outputs:
        merged["token_usage"] = {
            "prompt_tokens": spent.prompt_tokens,
            "completion_tokens": spent.completion_tokens,
            "total_tokens": spent.total_tokens,
        }
    return LLMResult(generations=served, llm_output=merged)


def _served(answer: Answer) -> list[LangChainGeneration | Any]:
    try:
        served = generations.served_generations(answer, chat=False)
    except generations.UnreadableRecordError:
        served = [LangChainGeneration(text=answer.text)]
    account = generations.account_of(answer)
    return [
        LangChainGeneration(text=one.text, generation_info={**(one.generation_info or {}), "stepcache": account})
        for one in served
    ]


def _chunk(result: LLMResult) -> GenerationChunk:
    generation = result.generations[0][0]
    return GenerationChunk(text=generation.text, generation_info=generation.generation_info)


def _whole(heard: Sequence[GenerationChunk]) -> GenerationChunk:
    """A stream's chunks as one.

    Raises:
        ValueError: It gave none.
    """
    if not heard:
        raise ValueError("No generation chunks were returned")
    whole, *rest = heard
    for chunk in rest:
        whole += chunk
    return whole


def _last(answer: Answer, heard: Sequence[GenerationChunk]) -> GenerationChunk:
    own = answer.outcome in generations.FROM_MODEL and heard
    reported = (_whole(heard).generation_info or {}) if own else {}
    return GenerationChunk(text="", generation_info={**reported, "stepcache": generations.account_of(answer)})
