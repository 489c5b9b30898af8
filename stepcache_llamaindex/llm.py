"""`StepCacheLLM`: any LlamaIndex LLM, answered from verified steps where that can be done.

How it works. LlamaIndex asks an LLM through eight primitives (`chat`, `complete`, their streams, and the four again as
coroutines), and through dozens of methods built on these, which providers override as they need: OpenAI's
`structured_predict` sends a `response_format`, Anthropic's does not; agents test for `FunctionCallingLLM`, prompt
templates for `LangChainLLM`. A wrapper that inherits LlamaIndex's general methods would change what is sent, and one
that forwards each method to the wrapped LLM would pass by the cache.

So `StepCacheLLM(llm=x)` makes an object of a new class, `(StepCacheLLM, type(x))`, that *holds x's own state*: it is
whatever x is, has all of x's methods, and only the eight primitives are StepCache's. What these need from the model
they ask of `_bare(self)`: the same state under x's own class, so that one primitive that is built on another (as
`MockLLM.achat` on `chat`) is looked up once.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self, cast
from uuid import uuid4
from weakref import WeakKeyDictionary, WeakValueDictionary

from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    ChatResponseAsyncGen,
    ChatResponseGen,
    CompletionResponse,
    CompletionResponseAsyncGen,
    CompletionResponseGen,
    LLMMetadata,
)
from llama_index.core.bridge.pydantic import PrivateAttr
from llama_index.core.llms.llm import LLM
from llama_index.core.prompts import BasePromptTemplate, PromptTemplate
from llama_index.core.types import TokenAsyncGen, TokenGen
from pydantic import BaseModel

from stepcache_core.errors import InvalidArgumentError
from stepcache_core.facade import StepCacheEngine
from stepcache_llamaindex import events
from stepcache_llamaindex.answering import Answering
from stepcache_llamaindex.forms import predicting
from stepcache_llamaindex.requests import Scope, asking, chat_call, completion_call

_tokens: WeakKeyDictionary[StepCacheEngine, str] = WeakKeyDictionary()
_engines: WeakValueDictionary[str, StepCacheEngine] = WeakValueDictionary()
"""The engines of this process, for wrappers that are pickled and come back."""
_classes: dict[Any, type[StepCacheLLM]] = {}
_classes_lock = threading.Lock()
_WRAPS = "__stepcache_wraps__"


class Attachment:
    """What a wrapper has beside the wrapped LLM's state: an engine, and the scope of its answers.

    Copies of a wrapper share it. It can be pickled, but an engine can't: in another process there is none.
    """

    def __init__(self, engine: StepCacheEngine | None, scope: Scope) -> None:
        self.engine = engine
        self.scope = scope

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        token = ""
        if self.engine is not None:
            token = _tokens.setdefault(self.engine, uuid4().hex)
            _engines[token] = self.engine
        return _attachment, (token, self.scope.namespace, self.scope.addresses)


def _attachment(token: str, namespace: str, addresses: tuple[str, ...]) -> Attachment:
    return Attachment(_engines.get(token), Scope(namespace, addresses))


class StepCacheLLM(LLM):  # type: ignore[misc, unused-ignore]
    """Wraps an LLM; a drop-in for it, as `Settings.llm` and everywhere else.

    The object is of the wrapped LLM's class too, and shares its settings: a temperature set on either is set on both,
    and counts in what may be shared from then on. On a miss the model is sent what the bare LLM would send, and its
    response comes back as it is. Its events, callbacks and rate limiter see the calls that are made, and those only.
    On a hit tracers get one pair of LLM events, tagged `stepcache.hit`; callback handlers, which count tokens as
    spent, get none.

    Requests with tools, output formats, stop words or reasoning are matched exactly only. In a template with a context
    (`context_str` and its kin) only the query (`query_str`) may differ from that of the answer reused, and only as
    a paraphrase does. What cannot be keyed passes by: LLMs with settings that have no stable form, such as functions
    or loaded models, and messages that refer to files or addresses.

    A pickled wrapper that is loaded in another process has no engine there, and is the bare LLM until it is wrapped
    anew.

    Args:
        llm: The LLM to wrap.
        engine: Where answers are looked up and kept; it may be shared by many LLMs.
        namespace: Who may share; two namespaces never see each other's records.

    Raises:
        InvalidArgumentError: An argument cannot work.

    Example:
        ```python
        Settings.llm = StepCacheLLM(llm=OpenAI(model="gpt-4o-mini"), engine=StepCacheEngine())
        ```
    """

    _stepcache: Attachment = PrivateAttr()

    if TYPE_CHECKING:
        # The wrapped LLM's own; without this, type checkers take the wrapper for abstract.
        @property
        def metadata(self) -> LLMMetadata: ...

    def __new__(cls, llm: LLM | None = None, engine: StepCacheEngine | None = None, namespace: str = "default") -> Self:
        if _wrapped_class(cls) is not None:
            copied: Self = super().__new__(cls)
            return copied
        if not isinstance(llm, LLM):
            raise InvalidArgumentError(f"StepCacheLLM(llm=...): give a LlamaIndex LLM, got {type(llm).__name__}")
        if isinstance(llm, StepCacheLLM):
            raise InvalidArgumentError("StepCacheLLM(llm=...): this LLM is wrapped already")
        if not isinstance(engine, StepCacheEngine):
            raise InvalidArgumentError(f"StepCacheLLM(engine=...): give a StepCacheEngine, got {type(engine).__name__}")
        if not isinstance(namespace, str) or not namespace:
            raise InvalidArgumentError("StepCacheLLM(namespace=...): give a non-empty string")
        joined: Any = _joined(cls, type(llm))
        made: Self = super().__new__(joined)
        return made

    def __init__(self, llm: LLM, engine: StepCacheEngine, namespace: str = "default") -> None:
        # Not `super().__init__`, which would make a state of its own.
        _take_state(self, llm, Attachment(engine, Scope.of(llm, namespace)))

    def __reduce__(self) -> tuple[Any, ...]:
        state: Any = self.__getstate__()
        private = {
            name: value for name, value in (state.get("__pydantic_private__") or {}).items() if name != "_stepcache"
        }
        state["__pydantic_private__"] = private or None
        return _restored, (type(self).__mro__[1], type(_bare(self)), state, self._stepcache)

    # -- the eight primitives -----------------------------------------------------------------------------------------

    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        bare = _bare(self)
        return _chat(self, bare, messages, kwargs).answer(lambda given: bare.chat(given, **kwargs))

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        bare = _bare(self)
        return _complete(self, bare, prompt, formatted, kwargs).answer(
            lambda given: bare.complete(given, formatted=formatted, **kwargs)
        )

    def stream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseGen:
        bare = _bare(self)
        return _chat(self, bare, messages, kwargs).stream(lambda given: bare.stream_chat(given, **kwargs))

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        bare = _bare(self)
        return _complete(self, bare, prompt, formatted, kwargs).stream(
            lambda given: bare.stream_complete(given, formatted=formatted, **kwargs)
        )

    async def achat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        bare = _bare(self)
        return await _chat(self, bare, messages, kwargs).aanswer(lambda given: bare.achat(given, **kwargs))

    async def acomplete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        bare = _bare(self)
        return await _complete(self, bare, prompt, formatted, kwargs).aanswer(
            lambda given: bare.acomplete(given, formatted=formatted, **kwargs)
        )

    async def astream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseAsyncGen:
        bare = _bare(self)
        return _chat(self, bare, messages, kwargs).astream(lambda given: bare.astream_chat(given, **kwargs))

    async def astream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseAsyncGen:
        bare = _bare(self)
        return _complete(self, bare, prompt, formatted, kwargs).astream(
            lambda given: bare.astream_complete(given, formatted=formatted, **kwargs)
        )

    # -- templates: which part of the text is the query ---------------------------------------------------------------

    def predict(self, prompt: BasePromptTemplate, **prompt_args: Any) -> str:
        with asking(self, prompt, prompt_args):
            answer: str = super().predict(prompt, **prompt_args)
            return answer

    async def apredict(self, prompt: BasePromptTemplate, **prompt_args: Any) -> str:
        with asking(self, prompt, prompt_args):
            answer: str = await super().apredict(prompt, **prompt_args)
            return answer

    def stream(self, prompt: BasePromptTemplate, **prompt_args: Any) -> TokenGen:
        with asking(self, prompt, prompt_args):
            return super().stream(prompt, **prompt_args)

    async def astream(self, prompt: BasePromptTemplate, **prompt_args: Any) -> TokenAsyncGen:
        with asking(self, prompt, prompt_args):
            return await super().astream(prompt, **prompt_args)

    # -- objects: what makes an answer one that the caller takes -------------------------------------------------------

    def structured_predict(
        self,
        output_cls: type[BaseModel],
        prompt: PromptTemplate,
        llm_kwargs: dict[str, Any] | None = None,
        **prompt_args: Any,
    ) -> BaseModel:
        given: dict[str, Any] = prompt_args if llm_kwargs is None else {"llm_kwargs": llm_kwargs, **prompt_args}
        with predicting(output_cls) as prediction:
            predicted: BaseModel = super().structured_predict(output_cls, prompt, **given)
        if not prediction.was_seen:
            events.bypassed("the LLM asks its client past the cache")
        return predicted

    async def astructured_predict(
        self,
        output_cls: type[BaseModel],
        prompt: PromptTemplate,
        llm_kwargs: dict[str, Any] | None = None,
        **prompt_args: Any,
    ) -> BaseModel:
        given: dict[str, Any] = prompt_args if llm_kwargs is None else {"llm_kwargs": llm_kwargs, **prompt_args}
        with predicting(output_cls) as prediction:
            predicted: BaseModel = await super().astructured_predict(output_cls, prompt, **given)
        if not prediction.was_seen:
            events.bypassed("the LLM asks its client past the cache")
        return predicted


def _chat(llm: StepCacheLLM, bare: LLM, messages: Sequence[ChatMessage], arguments: dict[str, Any]) -> Answering:
    attached = llm._stepcache
    return Answering(attached.engine, bare, chat_call(bare, attached.scope, messages, arguments), arguments)


def _complete(llm: StepCacheLLM, bare: LLM, prompt: str, formatted: bool, arguments: dict[str, Any]) -> Answering:
    attached = llm._stepcache
    call = completion_call(bare, attached.scope, prompt, formatted, arguments)
    return Answering(attached.engine, bare, call, arguments)


# -- the two classes over one state -----------------------------------------------------------------------------------


def _wrapped_class(kind: type[StepCacheLLM]) -> type[LLM] | None:
    """The wrapped LLM's class, of a class that `_joined` made."""
    return cast("type[LLM] | None", kind.__dict__.get(_WRAPS))


def _joined(face: type[StepCacheLLM], wrapped: type[LLM]) -> type[StepCacheLLM]:
    with _classes_lock:
        if (face, wrapped) not in _classes:
            _classes[face, wrapped] = _make_class(face, wrapped)
        return _classes[face, wrapped]


def _make_class(face: type[StepCacheLLM], wrapped: type[LLM]) -> type[StepCacheLLM]:
    namespace = {"__module__": __name__, "__doc__": face.__doc__}
    metaclass: Any = type(face)
    joined: type[StepCacheLLM] = metaclass(f"StepCache{wrapped.__name__}", (face, wrapped), namespace)
    type.__setattr__(joined, _WRAPS, wrapped)
    return joined


def _bare(llm: StepCacheLLM) -> LLM:
    """The wrapped LLM: the same state, under its own class."""
    wrapped = _wrapped_class(type(llm))
    assert wrapped is not None  # noqa: S101  # every instance is of a class that `_joined` made
    bare = object.__new__(wrapped)
    _set_state(bare, llm.__dict__, llm.__pydantic_fields_set__, llm.__pydantic_extra__, llm.__pydantic_private__)
    return bare


def _take_state(wrapper: StepCacheLLM, llm: LLM, attachment: Attachment) -> None:
    private = {**(llm.__pydantic_private__ or {}), "_stepcache": attachment}
    _set_state(wrapper, llm.__dict__, llm.__pydantic_fields_set__, llm.__pydantic_extra__, private)


def _set_state(
    llm: LLM,
    fields: Mapping[str, Any],
    given: set[str],
    extra: Mapping[str, Any] | None,
    private: Mapping[str, Any] | None,
) -> None:
    object.__setattr__(llm, "__dict__", fields)
    object.__setattr__(llm, "__pydantic_fields_set__", given)
    object.__setattr__(llm, "__pydantic_extra__", extra)
    object.__setattr__(llm, "__pydantic_private__", private)


def _restored(
    face: type[StepCacheLLM], wrapped: type[LLM], state: dict[str, Any], attachment: Attachment
) -> StepCacheLLM:
    """A wrapper from its pickle: the wrapped LLM as it restores itself, with what was attached."""
    llm = object.__new__(wrapped)
    llm.__setstate__(state)
    joined = _joined(face, wrapped)
    wrapper: StepCacheLLM = object.__new__(joined)
    _take_state(wrapper, llm, attachment)
    return wrapper
