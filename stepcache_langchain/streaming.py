"""What the caller of a stream is shown: the wrapped model's own chunks wherever its text is what is served."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any, cast

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models.chat_models import generate_from_stream
from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk

from stepcache_core.model import NO_USAGE, Answer, Generation, Request, Reuse, Usage
from stepcache_core.segmentation import segment
from stepcache_langchain import generations
from stepcache_langchain.cache import standing_aside
from stepcache_langchain.forms import Form


class Relay:
    """Turns the pieces of text that the engine lets pass into chunks of a message.

    The model's chunks wait here until the engine has shown their text; then they go out as they came. Where the engine
    shows another text (a verified beginning, a step at a time, a mended answer), it goes out in chunks of our own.

    Args:
        form: Of the answer. Where only the same request may be reused, no task has a say, and nothing waits.
        is_anew: Whether the record of the request can't be read, and is to be written anew.

    Attributes:
        request: What to ask the engine.
    """

    def __init__(self, form: Form, *, is_anew: bool = False) -> None:
        self.request = replace(form.request, reuse=Reuse.NEVER) if is_anew else form.request
        self._form = form
        self._is_anew = is_anew
        self._calls = 0
        self._heard: list[ChatGenerationChunk] = []
        self._answer: list[ChatGeneration] = []
        self._waiting: list[ChatGenerationChunk] = []
        self._before = ""
        """Shown before any model was called: a whole answer, or the beginning of one that the model goes on with."""
        self._is_models_own = True
        self._usage = NO_USAGE
        self._id: str | None = None

    # -- the model's side ---------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The model is called."""
        self._is_models_own &= self._calls == 0
        self._calls += 1
        self._heard, self._waiting = [], []

    def hear(self, chunk: ChatGenerationChunk) -> str:
        """Take a chunk of the model's; its text, for the engine."""
        self._heard.append(_copy(chunk))
        self._waiting.append(chunk)
        return chunk.text

    def generation(self) -> Generation:
        """The model's answer, whole, for the engine.

        Raises:
            ValueError: It gave no chunk at all.
        """
        if not self._heard:
            raise ValueError("No generation chunks were returned")
        (generation,) = generate_from_stream(iter(self._heard)).generations
        metadata = {**(generation.generation_info or {}), **generation.message.response_metadata}
        message = generation.message.model_copy(update={"response_metadata": metadata})
        self._answer = [ChatGeneration(message=message, generation_info=generation.generation_info)]
        return self._form.generation(self._answer)

    def kept_apart(self, answer: Answer) -> tuple[Request, Generation] | None:
        """What the engine didn't store of what the model gave: a record written anew, or as `kept_exactly` says."""
        if not self._calls:
            return None
        if self._is_anew:
            return self._form.request, self._form.generation(self._answer)
        return generations.kept_exactly(self._form.request, answer, self._answer)

    # -- the caller's side --------------------------------------------------------------------------------------------

    def show(self, piece: str) -> Iterator[ChatGenerationChunk]:
        """What the caller is shown, now that the engine has let a piece of text pass."""
        if not self._calls:
            if piece:
                self._before += piece
            elif self._before:
                self._is_models_own = False
                yield from (_text_chunk(step.text) for step in segment(self._before))
        elif self.request.reuse is not Reuse.STEPS or self._may_pass(piece):
            yield from self._release()
        elif piece:
            self._is_models_own = False
            yield _text_chunk(piece, self._id)

    def end(self, answer: Answer) -> Iterator[ChatGenerationChunk]:
        """The rest, with what the request cost and how it was answered.

        Raises:
            UnreadableRecordError: The record cannot be read; nothing of it has been shown.
        """
        if not self._calls:
            served = self._form.served(answer)
            yield from _message_chunks(cast("AIMessage", cast("ChatGeneration", served[0]).message))
            return
        is_own = self._is_models_own and generations.is_own(answer, self._answer)
        if is_own:
            yield from self._release()
        last = AIMessageChunk(content="", id=self._id, chunk_position="last")
        last.response_metadata = {"stepcache": generations.account_of(answer)}
        unseen = Usage(
            max(0, answer.usage.prompt_tokens - self._usage.prompt_tokens),
            max(0, answer.usage.completion_tokens - self._usage.completion_tokens),
        )
        if unseen != NO_USAGE or not is_own:
            last.usage_metadata = generations.usage_metadata(unseen)
        yield ChatGenerationChunk(message=last)

    def _may_pass(self, piece: str) -> bool:
        if not self._is_models_own:
            return False
        if piece:
            return "".join(chunk.text for chunk in self._waiting) == piece
        return all(_is_aside(chunk) for chunk in self._waiting)

    def _release(self) -> Iterator[ChatGenerationChunk]:
        waiting, self._waiting = self._waiting, []
        for chunk in waiting:
            self._usage += generations.usage_of([chunk])
            self._id = self._id or chunk.message.id
            # The message does not end here: what it cost and how it was answered is yet to come.
            yield _copy(chunk, chunk_position=None)


def _copy(chunk: ChatGenerationChunk, **update: Any) -> ChatGenerationChunk:
    """A chunk of its own; LangChain writes into those it is given."""
    message = chunk.message
    update |= {"response_metadata": {**message.response_metadata}, "additional_kwargs": {**message.additional_kwargs}}
    return ChatGenerationChunk(message=message.model_copy(update=update), generation_info=chunk.generation_info)


def _is_aside(chunk: ChatGenerationChunk) -> bool:
    """Whether a chunk says nothing of the answer and nothing of its end, such as a piece of reasoning."""
    message = chunk.message
    calls = isinstance(message, AIMessageChunk) and message.tool_call_chunks
    ends = chunk.generation_info or message.response_metadata or generations.usage_of([chunk]) != NO_USAGE
    return not (chunk.text or calls or ends)


def _message_chunks(message: AIMessage) -> Iterator[ChatGenerationChunk]:
    """A message in chunks that sum to it: its steps one by one, and all else with the last."""
    content = message.content
    *before, last = [step.text for step in segment(content)] if isinstance(content, str) and content else [content]
    yield from (_text_chunk(str(text)) for text in before)
    yield _last_chunk(message, last)


def _text_chunk(text: str, message_id: str | None = None) -> ChatGenerationChunk:
    return ChatGenerationChunk(message=AIMessageChunk(content=text, id=message_id))


def _last_chunk(message: AIMessage, content: str | list[Any]) -> ChatGenerationChunk:
    chunk = AIMessageChunk(
        content=content,
        id=message.id,
        additional_kwargs=message.additional_kwargs,
        response_metadata=message.response_metadata,
        usage_metadata=message.usage_metadata,
        tool_call_chunks=[
            tool_call_chunk(name=call["name"], args=json.dumps(call["args"]), id=call["id"], index=index)
            for index, call in enumerate(message.tool_calls)
        ],
        chunk_position="last",
    )
    return ChatGenerationChunk(message=chunk)


def whole(generation: ChatGeneration) -> ChatGenerationChunk:
    """An answer that a model without a stream of its own gave, as one chunk."""
    message = cast("AIMessage", generation.message)
    return _last_chunk(message, message.content)


def each_aside(chunks: Iterator[ChatGenerationChunk]) -> Iterator[ChatGenerationChunk]:
    """The chunks; while the model works on one, and not while the caller has it, every `StepCache` stands aside."""
    while True:
        with standing_aside():
            chunk = next(chunks, None)
        if chunk is None:
            return
        yield chunk


async def aeach_aside(chunks: AsyncIterator[ChatGenerationChunk]) -> AsyncIterator[ChatGenerationChunk]:
    """The asynchronous twin of `each_aside`."""
    while True:
        with standing_aside():
            chunk = await anext(chunks, None)
        if chunk is None:
            return
        yield chunk


def tell(run_manager: CallbackManagerForLLMRun | None, chunk: ChatGenerationChunk) -> None:
    """Tell handlers of a chunk."""
    if run_manager is not None:
        run_manager.on_llm_new_token(chunk.text, chunk=chunk)


async def atell(run_manager: AsyncCallbackManagerForLLMRun | None, chunk: ChatGenerationChunk) -> None:
    """The asynchronous twin of `tell`."""
    if run_manager is not None:
        await run_manager.on_llm_new_token(chunk.text, chunk=chunk)
