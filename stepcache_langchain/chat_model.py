"""`StepCacheChatModel`: a chat model round another one, answered from verified steps where that can be done."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, closing
from dataclasses import replace
from typing import Annotated, Any, Self, cast

from langchain_core.caches import BaseCache
from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LangSmithParams, LanguageModelInput, ModelProfile
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.tools import BaseTool
from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, model_validator

from stepcache_core.facade import StepCacheEngine
from stepcache_core.model import Answer, Generation, Request, Reuse
from stepcache_langchain import convert, generations
from stepcache_langchain.cache import standing_aside, without_cache
from stepcache_langchain.calls import request_of_call, require_parts, to_stream, warn_of_foreign_settings
from stepcache_langchain.forms import Classes, Form, classes_of_output, classes_of_tools
from stepcache_langchain.generations import UnreadableRecordError
from stepcache_langchain.streaming import Relay, aeach_aside, atell, each_aside, tell, whole
from stepcache_langchain.substitution import substituted
from stepcache_langchain.tenancy import for_run


class StepCacheChatModel(BaseChatModel):
    """Wraps a chat model; a drop-in for it wherever a chat model is taken.

    It sees what a LangChain cache does not: the messages themselves, the model's settings as they are now, the
    arguments of the call, and streams.

    The wrapped model runs within this model's run: handlers see one run, and tokens are counted once. Its rate
    limiter is waited for when it is called, never on a hit, and its own callbacks see this model's runs. What it
    raises reaches the caller as it is.

    A message's `usage_metadata` is what its request really spent, nothing on a hit;
    `response_metadata["stepcache"]` says how it was answered and what was saved.

    `stream` shows verified steps at once, before the model is called, then what the model writes, as it passes. A
    stream that is not consumed to its end stores nothing. Of identical calls at once one goes to the model; identical
    streams at once all do, as to wait for another's consumer could be to wait for ever.

    With tools, output formats or stop words only the same request is served again, with the tool calls it had.

    Args:
        llm: The chat model to wrap. Settings such as `temperature` are its own.
        engine: Where answers are looked up and kept; it may be shared by many models.
        namespace: Who may share; two namespaces never see each other's records. A function reads it from the
            `RunnableConfig` of each run; where it gives none, that run passes by the cache.

    Example:
        ```python
        model = StepCacheChatModel(llm=ChatOpenAI(model="gpt-4o-mini"), engine=StepCacheEngine())
        ```
    """

    llm: BaseChatModel
    engine: StepCacheEngine = Field(exclude=True, repr=False)
    namespace: Annotated[str, Field(min_length=1)] | Callable[[RunnableConfig], str] = "default"
    cache: BaseCache | bool | None = Field(default=False, exclude=True)
    """False: the engine is this model's cache, and a global one on top of it would cache twice."""

    _classes: Classes = PrivateAttr(default_factory=dict)

    model_config = ConfigDict(arbitrary_types_allowed=True)

    @model_validator(mode="before")
    @classmethod
    def _look_at_what_is_given(cls, given: Any) -> Any:
        require_parts(cls, given)
        warn_of_foreign_settings(cls, given)
        return given

    @model_validator(mode="after")
    def _adopt_what_the_wrapped_model_brings(self) -> Self:
        for name in ("callbacks", "tags", "output_version"):
            if getattr(self, name) is None:
                setattr(self, name, getattr(self.llm, name))
        self.metadata = {**(self.llm.metadata or {}), **(self.metadata or {})} or None
        if self.rate_limiter is not None:
            # LangChain waits for a model's limiter before each stream; hits need none.
            self.llm = self.llm.model_copy(update={"rate_limiter": self.rate_limiter})
            self.rate_limiter = None
        return self

    # -- what it says of itself ---------------------------------------------------------------------------------------

    @property
    def _llm_type(self) -> str:
        return self.llm._llm_type

    @property
    def _identifying_params(self) -> Mapping[str, Any]:
        return self.llm._identifying_params

    def _get_ls_params(self, stop: list[str] | None = None, **kwargs: Any) -> LangSmithParams:
        return self.llm._get_ls_params(stop=stop, **kwargs)

    def _resolve_model_profile(self) -> ModelProfile | None:
        return self.llm.profile

    def _combine_llm_outputs(self, _llm_outputs: list[dict[str, Any] | None], /) -> dict[str, Any]:
        return self.llm._combine_llm_outputs(_llm_outputs)

    def get_token_ids(self, text: str) -> list[int]:
        """As the wrapped model."""
        return self.llm.get_token_ids(text)

    def get_num_tokens(self, text: str) -> int:
        """As the wrapped model."""
        return self.llm.get_num_tokens(text)

    def get_num_tokens_from_messages(self, messages: list[BaseMessage], tools: Sequence[Any] | None = None) -> int:
        """As the wrapped model."""
        return self.llm.get_num_tokens_from_messages(messages, tools)

    def _streaming_disabled(self, **kwargs: Any) -> bool:
        return super()._streaming_disabled(**kwargs) or self.llm._streaming_disabled(**kwargs)

    def _should_stream(self, *, async_api: bool, run_manager: Any = None, **kwargs: Any) -> bool:
        # A model set up to stream even within `invoke` does so here, on hits too.
        asked = {"async_api": async_api, "run_manager": run_manager, **kwargs}
        return super()._should_stream(**asked) or (
            not self._streaming_disabled(**kwargs) and self.llm._should_stream(**asked)
        )

    # -- the roads in -------------------------------------------------------------------------------------------------

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Bind tools in the wrapped model's own format; the calls it makes are served to the same request only."""
        if tool_choice is not None:
            kwargs["tool_choice"] = tool_choice
        return substituted(self.llm.bind_tools(tools, **kwargs), self._round(classes_of_tools(tools)))

    def with_structured_output(
        self, schema: dict[str, Any] | type, *, include_raw: bool = False, **kwargs: Any
    ) -> Runnable[LanguageModelInput, dict[str, Any] | BaseModel]:
        """Structured output by the wrapped model's own methods, with this model in its place."""
        bound = self.llm.with_structured_output(schema, include_raw=include_raw, **kwargs)
        return substituted(bound, self._round(classes_of_output(schema)))

    def _round(self, classes: Classes) -> Callable[[BaseChatModel], BaseChatModel]:
        def round_model(model: BaseChatModel) -> BaseChatModel:
            if model is self.llm and classes == self._classes:
                return self
            wrapper = self.model_copy(update={"llm": model})
            wrapper._classes = classes
            return wrapper

        return round_model

    def invoke(
        self,
        input: LanguageModelInput,
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,
    ) -> AIMessage:
        """Answer one input."""
        return super(StepCacheChatModel, for_run(self, config)).invoke(input, config, stop=stop, **kwargs)

    async def ainvoke(
        self,
        input: LanguageModelInput,
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,
    ) -> AIMessage:
        """The asynchronous twin of `invoke`."""
        return await super(StepCacheChatModel, for_run(self, config)).ainvoke(input, config, stop=stop, **kwargs)

    def stream(
        self,
        input: LanguageModelInput,
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,
    ) -> Iterator[AIMessageChunk]:
        """Answer one input in chunks."""
        yield from super(StepCacheChatModel, for_run(self, config)).stream(input, config, stop=stop, **kwargs)

    async def astream(
        self,
        input: LanguageModelInput,
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[AIMessageChunk]:
        """The asynchronous twin of `stream`."""
        chunks = super(StepCacheChatModel, for_run(self, config)).astream(input, config, stop=stop, **kwargs)
        async for chunk in chunks:
            yield chunk

    # -- answering ----------------------------------------------------------------------------------------------------

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        form = self._form(self._request(messages, stop, kwargs), kwargs)
        request = form.request
        results: list[ChatResult] = []

        def generate(asked: Request) -> Generation:
            given = convert.with_last_text(messages, request, asked)
            with standing_aside():
                results.append(self._wrapped()._generate_with_cache(given, stop=stop, **kwargs))
            return form.generation(results[-1].generations)

        answer = self.engine.answer(request, generate)
        try:
            result = _result(answer, results, form)
        except UnreadableRecordError:
            # The record cannot be read, such as when a class has got a new validator: it is written anew.
            answer = self.engine.answer(replace(request, reuse=Reuse.NEVER), generate)
            result = _result(answer, results, form)
            self.engine.store(request, form.generation(results[0].generations))
        if results and (kept := generations.kept_exactly(request, answer, results[0].generations)):
            self.engine.store(*kept)
        return result

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        form = self._form(self._request(messages, stop, kwargs), kwargs)
        request = form.request
        results: list[ChatResult] = []

        async def generate(asked: Request) -> Generation:
            given = convert.with_last_text(messages, request, asked)
            with standing_aside():
                results.append(await self._wrapped()._agenerate_with_cache(given, stop=stop, **kwargs))
            return form.generation(results[-1].generations)

        answer = await self.engine.aanswer(request, generate)
        try:
            result = _result(answer, results, form)
        except UnreadableRecordError:  # as in _generate
            answer = await self.engine.aanswer(replace(request, reuse=Reuse.NEVER), generate)
            result = _result(answer, results, form)
            await self.engine.astore(request, form.generation(results[0].generations))
        if results and (kept := generations.kept_exactly(request, answer, results[0].generations)):
            await self.engine.astore(*kept)
        return result

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        form = self._form(self._request_to_stream(messages, stop, kwargs), kwargs)
        try:
            for chunk in self._relayed(Relay(form), messages, stop, kwargs):
                tell(run_manager, chunk)
                yield chunk
        except UnreadableRecordError:
            for chunk in self._relayed(Relay(form, is_anew=True), messages, stop, kwargs):
                tell(run_manager, chunk)
                yield chunk

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        form = self._form(self._request_to_stream(messages, stop, kwargs), kwargs)
        try:
            async for chunk in self._arelayed(Relay(form), messages, stop, kwargs):
                await atell(run_manager, chunk)
                yield chunk
        except UnreadableRecordError:
            async for chunk in self._arelayed(Relay(form, is_anew=True), messages, stop, kwargs):
                await atell(run_manager, chunk)
                yield chunk

    def _relayed(
        self, relay: Relay, messages: list[BaseMessage], stop: list[str] | None, kwargs: dict[str, Any]
    ) -> Iterator[ChatGenerationChunk]:
        request, answers = relay.request, list[Answer]()

        def generate(asked: Request) -> Iterator[str | Generation]:
            yield ""  # what stands is shown before the model is called
            relay.begin()
            for chunk in each_aside(self._chunks(convert.with_last_text(messages, request, asked), stop, kwargs)):
                yield relay.hear(chunk)
            yield relay.generation()

        with closing(self.engine.stream(request, generate, answers.append)) as pieces:
            for piece in pieces:
                yield from relay.show(piece)
        if kept := relay.kept_apart(answers[0]):
            self.engine.store(*kept)
        yield from relay.end(answers[0])

    async def _arelayed(
        self, relay: Relay, messages: list[BaseMessage], stop: list[str] | None, kwargs: dict[str, Any]
    ) -> AsyncIterator[ChatGenerationChunk]:
        request, answers = relay.request, list[Answer]()

        async def generate(asked: Request) -> AsyncIterator[str | Generation]:
            yield ""  # what stands is shown before the model is called
            relay.begin()
            given = convert.with_last_text(messages, request, asked)
            async for chunk in aeach_aside(self._achunks(given, stop, kwargs)):
                yield relay.hear(chunk)
            yield relay.generation()

        async with aclosing(self.engine.astream(request, generate, answers.append)) as pieces:
            async for piece in pieces:
                for chunk in relay.show(piece):
                    yield chunk
        if kept := relay.kept_apart(answers[0]):
            await self.engine.astore(*kept)
        for chunk in relay.end(answers[0]):
            yield chunk

    def _chunks(
        self, messages: list[BaseMessage], stop: list[str] | None, kwargs: Mapping[str, Any]
    ) -> Iterator[ChatGenerationChunk]:
        """The wrapped model's own stream, or its answer in one piece where it has none."""
        model = self._wrapped()
        if not model._should_stream(async_api=False, **{**kwargs, "stream": True}):
            (generation, *_) = model._generate_with_cache(messages, stop=stop, **kwargs).generations
            yield whole(generation)
            return
        if model.rate_limiter:
            model.rate_limiter.acquire(blocking=True)
        yield from model._stream(messages, stop=stop, **kwargs)

    async def _achunks(
        self, messages: list[BaseMessage], stop: list[str] | None, kwargs: Mapping[str, Any]
    ) -> AsyncIterator[ChatGenerationChunk]:
        model = self._wrapped()
        if not model._should_stream(async_api=True, **{**kwargs, "stream": True}):
            (generation, *_) = (await model._agenerate_with_cache(messages, stop=stop, **kwargs)).generations
            yield whole(generation)
            return
        if model.rate_limiter:
            await model.rate_limiter.aacquire(blocking=True)
        async for chunk in model._astream(messages, stop=stop, **kwargs):
            yield chunk

    def _wrapped(self) -> BaseChatModel:
        # `_generate_with_cache` is `invoke` without a run of its own. A nested run would show every handler the same
        # tokens twice, and `_generate` alone would pass by the rate limiter, `output_version` and the metadata.
        # Without a run manager it sends no tokens ahead: an answer is shown when it has been checked.
        return cast("BaseChatModel", without_cache(self.llm))

    def _request(self, messages: Sequence[BaseMessage], stop: list[str] | None, kwargs: Mapping[str, Any]) -> Request:
        return request_of_call(self.llm, lambda: convert.core_messages(messages), self.namespace, stop, kwargs)

    def _form(self, request: Request, kwargs: Mapping[str, Any]) -> Form:
        return Form.of(request, kwargs, self._classes)

    def _request_to_stream(
        self, messages: Sequence[BaseMessage], stop: list[str] | None, kwargs: Mapping[str, Any]
    ) -> Request:
        return to_stream(self._request(messages, stop, kwargs), self.llm, kwargs)


def _result(answer: Answer, results: Sequence[ChatResult], form: Form) -> ChatResult:
    """The answer as a chat model gives it: what the wrapped model gave, where that is what is served."""
    own = results[0].generations if results and answer.outcome in generations.FROM_MODEL else []
    served = generations.accounted(own, answer) if own and generations.is_own(answer, own) else form.served(answer)
    llm_output = results[0].llm_output if own else None
    return ChatResult(generations=cast("list[ChatGeneration]", served), llm_output=llm_output)
