"""What the adapters have to know of a model's settings: which decide no answer, and which forbid reuse."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from stepcache_core.partition import UnkeyableError

SAMPLING = frozenset(
    "temperature top_p top_k min_p max_tokens max_completion_tokens max_output_tokens seed frequency_penalty "
    "presence_penalty repetition_penalty repeat_penalty model model_name timeout user".split()
)
"""Arguments of a call that leave the form of its answer alone; with any other, only the same request is reused."""

_KEPT = "asked|calls?|counts?|counter|seen|logs?|used|streamed"
_COUNTS_OR_KEEPS = re.compile(
    rf"{_KEPT}|(?:call|completion|error|failure|generation|hit|invocation|message|miss|num|n|prompt|query|request"
    rf"|response|retry|run|stream|token|total|turn|usage|tokens)_(?:{_KEPT}|history)"
    r"|(?:total|used|spent|last|previous)_(?:calls?|tokens|cost|usage|response|prompt|message|error|run)s?"
)
"""Fields that keep what a model did, and so change by themselves, unless they hold yes or no."""
_CHANGES_BY_ITSELF = re.compile(
    r"(?!previous_response_id)(?:last|next|previous|started)_\w{1,40}|current_(?:call|index|key|position|request|run|step|tokens?)"
    r"|(?:\w{1,40}_)?(?:time|at|until|expiry|spent|elapsed|cache|queue|stats|status)|(?:input_|output_)?tokens|cost"
    r"|(?:(?:call|correlation|message|request|response|run|session|span|thread|trace)_)?ids?"
)
"""The same of private attributes and of objects in settings, which hold state more often than settings."""


def address_of(client: object) -> str:
    """Where a model's client points, without what may be a credential in it; empty where it does not say."""
    url = getattr(client, "base_url", None) or getattr(getattr(client, "_client", None), "base_url", None)
    return str(url or "").partition("?")[0].rstrip("/")


def keeps_what_it_did(name: str, value: object = None) -> bool:
    """Whether an attribute of that name counts or keeps what was done; one that holds yes or no does not."""
    return not isinstance(value, bool) and _COUNTS_OR_KEEPS.fullmatch(name) is not None


def changes_by_itself(name: str) -> bool:
    """The same of a private attribute, by its name without underscores before it."""
    return _COUNTS_OR_KEEPS.fullmatch(name) is not None or _CHANGES_BY_ITSELF.fullmatch(name) is not None


KEPT_BY_THE_SERVER = frozenset({"conversation", "track_previous_responses", "use_previous_response_id"})
"""Settings and arguments with which a model's server goes on with a conversation that it keeps itself."""
_SETTINGS_WITHIN = ("model_kwargs", "additional_kwargs", "extra_body")


class KeptByServerError(UnkeyableError):
    """A model's server keeps the conversation: it decides the answer, and has to hear of each request itself."""


def require_no_conversation_elsewhere(*levels: object) -> None:
    """Refuse settings and arguments of a model whose server keeps the conversation.

    Raises:
        KeptByServerError: They say so.
    """
    for level in levels:
        if isinstance(level, Mapping):
            if any(level.get(name) for name in KEPT_BY_THE_SERVER):
                raise KeptByServerError("the model's server keeps the conversation")
            require_no_conversation_elsewhere(*(level.get(name) for name in _SETTINGS_WITHIN))


_SECRET_HEADER = re.compile(r"(?:proxy-)?authorization|cookie|(?:\w{1,20}-)*(?:api-?key|token)", re.IGNORECASE)


def without_credentials(name: object, value: Any) -> Any:
    """A setting without the credentials in it, which are renewed: headers of a request lose theirs."""
    if isinstance(name, str) and name.endswith("headers") and isinstance(value, Mapping):
        return {key: item for key, item in value.items() if not _SECRET_HEADER.fullmatch(str(key))}
    return value
