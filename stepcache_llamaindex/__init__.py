"""StepCache for LlamaIndex.

The face of the adapter to come. Until it is here, any LlamaIndex LLM can be used through the engine itself: give
`StepCacheEngine.answer` a function that calls it.
"""
