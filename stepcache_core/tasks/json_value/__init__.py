"""One JSON value: what a prompt asks for, checked, mended, replayed for other requests, and patched by a model.

Where to look: `reading/` makes a `problem` of a request; `judging` gives the verdict, by the `schema`, the stated
values and `grounding`; `mending` puts a value right without a model, over what `syntax/` knows of broken JSON;
`replaying/` edits a cached one for another request; `patching` asks the model for the rest. `described`, `rewritten`
and `spelling` say where a key or a value may be written otherwise than the prompt tells it.
"""

from stepcache_core.tasks.json_value.problem import JsonProblem
from stepcache_core.tasks.json_value.task import JsonTask

__all__ = ["JsonProblem", "JsonTask"]
