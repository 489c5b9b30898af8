"""StepCache for LlamaIndex: a wrapper round any LLM, and the events it sends."""

from stepcache_llamaindex.events import (
    StepCacheBypassEvent,
    StepCacheEvent,
    StepCacheHitEvent,
    StepCacheLookupEvent,
    StepCacheMissEvent,
    StepCachePatchEvent,
    StepCacheStoreEvent,
)
from stepcache_llamaindex.llm import StepCacheLLM

__all__ = [
    "StepCacheBypassEvent",
    "StepCacheEvent",
    "StepCacheHitEvent",
    "StepCacheLLM",
    "StepCacheLookupEvent",
    "StepCacheMissEvent",
    "StepCachePatchEvent",
    "StepCacheStoreEvent",
]
