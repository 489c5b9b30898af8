"""StepCache for LangChain: a cache for `set_llm_cache`, a wrapper round any model, and middleware for agents."""

from typing import TYPE_CHECKING, Any

from stepcache_core.errors import MissingExtraError
from stepcache_langchain.cache import StepCache
from stepcache_langchain.chat_model import StepCacheChatModel
from stepcache_langchain.llm import StepCacheLLM

if TYPE_CHECKING:
    from stepcache_langchain.middleware import StepCacheMiddleware as StepCacheMiddleware

__all__ = ["StepCache", "StepCacheChatModel", "StepCacheLLM"]


def __getattr__(name: str) -> Any:
    # The package `langchain` is needed for its agents only; the rest of this works with `langchain-core`.
    if name != "StepCacheMiddleware":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from stepcache_langchain.middleware import StepCacheMiddleware
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in {"langchain", "langgraph"}:
            raise
        raise MissingExtraError("langchain", "agents") from error
    return StepCacheMiddleware
