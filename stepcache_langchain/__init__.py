"""StepCache for LangChain: a cache for `set_llm_cache`, and a wrapper round any chat model."""

from stepcache_langchain.cache import StepCache
from stepcache_langchain.chat_model import StepCacheChatModel

__all__ = ["StepCache", "StepCacheChatModel"]
