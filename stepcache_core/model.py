"""The values StepCache works with: frozen, slotted, and copied on the way in and out."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self, TypeAlias, TypeVar

from stepcache_core.errors import InvalidArgumentError
from stepcache_core.shown import Shown

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


class Status(StrEnum):
    """What a verifier says of a step."""

    PASS = "pass"  # noqa: S105
    FAIL = "fail"
    UNKNOWN = "unknown"


class Source(StrEnum):
    """Where the text of a step came from."""

    CACHE = "cache"
    REPLAY = "replay"
    MODEL = "model"
    FALLBACK = "fallback"


class Outcome(StrEnum):
    """How a request was answered."""

    EXACT = "exact"
    """The same request was answered before; its answer is served unchanged."""
    REUSE = "reuse"
    """Every cached step passed against the new request, or the request is a mere paraphrase."""
    REPLAY = "replay"
    """The task recomputed the failing steps; no model was called."""
    PATCH = "patch"
    """The passing steps were kept and the model wrote the rest."""
    SKIP = "skip"
    """A similar request is cached, but nothing of it may be reused: the model answered."""
    MISS = "miss"
    """Nothing similar is cached: the model answered."""
    FALLBACK = "fallback"
    """The model's answer was not right: the verified part of it, with the rest as the task works it out."""
    BYPASS = "bypass"
    """The cache stayed out of the way, on the caller's word or because nothing can be cached."""


class Reuse(StrEnum):
    """How far the cache may go for a request."""

    STEPS = "steps"
    """Steps of similar requests may be reused, as far as they are verified."""
    EXACT = "exact"
    """Only an answer to the very same request is served."""
    NEVER = "never"
    """Nothing is looked up and nothing is stored."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verifier's judgement of one step, with a reason a person can read."""

    status: Status
    reason: str

    @classmethod
    def passed(cls, reason: str) -> Self:
        """Proved against the request."""
        return cls(Status.PASS, reason)

    @classmethod
    def failed(cls, reason: str) -> Self:
        """Shown to be wrong for the request."""
        return cls(Status.FAIL, reason)

    @classmethod
    def unknown(cls, reason: str) -> Self:
        """Neither; never served as if it had passed."""
        return cls(Status.UNKNOWN, reason)

    @property
    def is_pass(self) -> bool:
        """Whether it is proved."""
        return self.status is Status.PASS

    @property
    def is_fail(self) -> bool:
        """Whether it is wrong; False for UNKNOWN too."""
        return self.status is Status.FAIL


UNJUDGED = Verdict(Status.UNKNOWN, "not judged")


@dataclass(frozen=True, slots=True)
class Step:
    """One contiguous piece of an answer; the steps joined give the answer back byte for byte."""

    text: str
    source: Source = Source.MODEL
    verdict: Verdict = UNJUDGED

    def with_source(self, source: Source) -> Step:
        """The same step, come from elsewhere."""
        return replace(self, source=source)

    def with_verdict(self, verdict: Verdict) -> Step:
        """The same step, judged anew."""
        return replace(self, verdict=verdict)


def join(steps: Iterable[Step]) -> str:
    """The text that the steps make together."""
    return "".join(step.text for step in steps)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens, as the backend counts them."""

    prompt_tokens: int = 0
    completion_tokens: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.prompt_tokens, int) or not isinstance(self.completion_tokens, int):
            raise InvalidArgumentError(
                "Usage(prompt_tokens, completion_tokens): give whole numbers, 0 where the backend counts none; "
                f"got {type(self.prompt_tokens).__name__} and {type(self.completion_tokens).__name__}"
            )

    @property
    def total_tokens(self) -> int:
        """Those read and those written."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(self.prompt_tokens + other.prompt_tokens, self.completion_tokens + other.completion_tokens)


NO_USAGE = Usage()


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation.

    Attributes:
        role: `system`, `user`, `assistant`, `tool` or whatever else the backend knows.
        content: The text.
        extra: All else of the message that decides an answer, as JSON: a name, tool calls, digests of attachments.
    """

    role: str
    content: str
    extra: Json = None

    def __post_init__(self) -> None:
        if not isinstance(self.role, str) or not isinstance(self.content, str):
            raise InvalidArgumentError(
                "Message(role, content): both must be str; "
                f"got {type(self.role).__name__} and {type(self.content).__name__}"
            )


@dataclass(frozen=True, slots=True)
class Request:
    """All that decides an answer.

    Attributes:
        messages: The conversation; when the last one is the user's, its text is what similar requests may differ in.
        namespace: Who may share; two namespaces never see each other's records.
        model: The identity of the model, with everything that is not in `params`.
        params: Sampling parameters, tool choice, stop words: any JSON-like mapping.
        tools: Tool definitions as JSON-like mappings.
        response_schema: A JSON Schema, or a pydantic model class (taken as its JSON Schema), the answer must fit.
        reuse: How far the cache may go for it.
        undescribed: The class name of the exception for which a call could not be described as a request. One that
            has it passes by the cache, and is counted among the faults.

    Raises:
        InvalidArgumentError: An argument is of the wrong type.
    """

    messages: tuple[Message, ...]
    namespace: str = "default"
    model: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    tools: tuple[Mapping[str, Any], ...] = ()
    response_schema: Any = None
    reuse: Reuse = Reuse.STEPS
    undescribed: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.messages, Message | str):
            raise InvalidArgumentError("Request(messages=...): give a tuple of Message, not a single one")
        for argument in ("messages", "tools"):
            if not isinstance(given := getattr(self, argument), Iterable) or isinstance(given, str | Mapping):
                raise InvalidArgumentError(f"Request({argument}=...): give a tuple, got {type(given).__name__}")
        messages = tuple(self.messages)
        for message in messages:
            if not isinstance(message, Message):
                raise InvalidArgumentError(
                    f"Request(messages=...): every item must be a Message, got {type(message).__name__}; "
                    "for a plain prompt use Request.from_prompt(text)"
                )
        if not isinstance(self.namespace, str) or not self.namespace:
            raise InvalidArgumentError("Request(namespace=...): give a non-empty string")
        if not isinstance(self.model, str):
            raise InvalidArgumentError(f"Request(model=...): give a string, got {type(self.model).__name__}")
        if not isinstance(self.params, Mapping):
            raise InvalidArgumentError(f"Request(params=...): give a mapping, got {type(self.params).__name__}")
        if not isinstance(self.reuse, Reuse):
            raise InvalidArgumentError(f"Request(reuse=...): give a stepcache_core.Reuse, got {self.reuse!r}")
        object.__setattr__(self, "messages", messages)
        object.__setattr__(self, "params", _own_copy("params", dict(self.params)))
        object.__setattr__(self, "tools", tuple(_own_copy("tools", list(self.tools))))
        object.__setattr__(self, "response_schema", _as_json_schema(self.response_schema))

    @classmethod
    def from_prompt(cls, prompt: str, *, system: str | None = None, **fields: Any) -> Self:
        """A request of one user message, with an optional system message before it."""
        before = (Message("system", system),) if system is not None else ()
        return cls(messages=(*before, Message("user", prompt)), **fields)

    @classmethod
    def of_undescribed(cls, error: Exception, namespace: str = "default") -> Self:
        """What stands for a call that could not be described, such as one with an image told by its path."""
        return cls((), namespace=namespace, reuse=Reuse.NEVER, undescribed=type(error).__name__)

    @property
    def prompt(self) -> str:
        """The last user text, or an empty string when the last message is not the user's."""
        if self.messages and self.messages[-1].role == "user":
            return self.messages[-1].content
        return ""

    def with_prompt(self, prompt: str) -> Request:
        """The same request with another last user text."""
        last = self.messages[-1]
        return replace(self, messages=(*self.messages[:-1], replace(last, content=prompt)))


_T = TypeVar("_T")


def _own_copy(argument: str, value: _T) -> _T:
    try:
        return copy.deepcopy(value)
    except Exception as error:
        raise InvalidArgumentError(
            f"Request({argument}=...): a value in it cannot be copied ({type(error).__name__}); give JSON-like values"
        ) from error


def _as_json_schema(schema: Any) -> dict[str, Any] | None:
    if schema is None:
        return None
    if isinstance(schema, type) and hasattr(schema, "model_json_schema"):
        try:
            return dict(schema.model_json_schema())
        except Exception as error:
            raise InvalidArgumentError(
                f"Request(response_schema={schema.__name__}): no JSON Schema can be made of it ({type(error).__name__})"
            ) from error
    if isinstance(schema, Mapping):
        return _own_copy("response_schema", dict(schema))
    raise InvalidArgumentError(
        "Request(response_schema=...): give a JSON Schema as a mapping or a pydantic model class, "
        f"got {type(schema).__name__}"
    )


@dataclass(frozen=True, slots=True)
class Generation:
    """What a model returned.

    Attributes:
        text: The answer.
        usage: Tokens spent on it.
        finish_reason: Why the model stopped, in the backend's word; an answer that was cut off is not stored, and one
            without a reason is taken as whole.
        payload: The adapter's own JSON, kept beside the record and handed back on a hit.
    """

    text: str
    usage: Usage = NO_USAGE
    finish_reason: str = "stop"
    payload: Json = None

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise InvalidArgumentError(
                f"Generation(text=...): the model function must give a string, got {type(self.text).__name__}"
            )
        if not isinstance(self.usage, Usage):
            raise InvalidArgumentError(
                "Generation(usage=...): give a stepcache_core.Usage(prompt_tokens, completion_tokens), "
                f"got {type(self.usage).__name__}"
            )
        if not isinstance(self.finish_reason, str | None):  # a backend that has none says None
            raise InvalidArgumentError(
                f"Generation(finish_reason=...): give a string, got {type(self.finish_reason).__name__}"
            )


@dataclass(frozen=True, slots=True)
class Record(Shown):
    """A cached request with its steps and provenance.

    Attributes:
        id: The exact key of the request it answers.
        partition: Hash of all that must be equal before steps may be shared.
        namespace: The request's namespace.
        prompt: The last user text.
        steps: The answer's steps, with the verdicts they had when stored.
        task: Name of the task that judged it, or an empty string.
        verified: Whether the whole answer passed its task's check.
        outcome: How the stored answer came about.
        usage: Tokens the answer cost when it was made.
        seconds: Wall seconds the model took for it.
        created_at: Seconds since the epoch.
        payload: The adapter's own JSON.
    """

    id: str
    partition: str
    namespace: str
    prompt: str
    steps: tuple[Step, ...]
    task: str = ""
    verified: bool = False
    outcome: Outcome = Outcome.MISS
    usage: Usage = NO_USAGE
    seconds: float = 0.0
    created_at: float = 0.0
    payload: Json = None

    @property
    def text(self) -> str:
        """The answer."""
        return join(self.steps)

    def __str__(self) -> str:
        from stepcache_core.display import as_text

        return as_text(self)


@dataclass(frozen=True, slots=True)
class Answer(Shown):
    """What the caller gets.

    Attributes:
        text: The answer.
        steps: Its steps, each with its source and verdict.
        outcome: How it was made.
        verified: Whether a task checked the whole answer and it passed.
        usage: Tokens this request really spent.
        saved: Tokens it did not spend, by what the reused record had cost.
        saved_seconds: Model seconds it did not spend, likewise.
        record_id: The record served or written, or None.
        similarity: Cosine similarity to the record reused, or None where no embedding was compared.
        task: Name of the task that recognised the request, or an empty string.
        seconds: Wall seconds from request to answer.
        payload: The adapter's own JSON of the record or generation served.
        reused: The cached steps it was made of, as they were stored; empty where the model wrote it all.
    """

    text: str
    steps: tuple[Step, ...]
    outcome: Outcome
    verified: bool = False
    usage: Usage = NO_USAGE
    saved: Usage = NO_USAGE
    saved_seconds: float = 0.0
    record_id: str | None = None
    similarity: float | None = None
    task: str = ""
    seconds: float = 0.0
    payload: Json = None
    reused: tuple[Step, ...] = field(default=(), repr=False)

    def __str__(self) -> str:
        from stepcache_core.display import as_text

        return as_text(self)
