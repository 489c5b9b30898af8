"""Test doubles, for this package's tests and for yours: a scripted model, a hashing embedder, a clock to set."""

from __future__ import annotations

import hashlib
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence

import numpy as np

from stepcache_core.model import Generation, Request, Usage
from stepcache_core.store.base import Vector

_WORD = re.compile(r"\w+|[^\w\s]")


class ScriptedModel:
    """A model that answers from a script and remembers what it was asked.

    Args:
        script: The answers in order, each a text, a `Generation`, or an exception to raise; or a function from the
            request to one of these. A list that is used up raises `AssertionError`.

    An answer given as text is charged one token for each word of the last user text and of the answer.
    """

    def __init__(
        self,
        script: Sequence[str | Generation | BaseException] | Callable[[Request], str | Generation | BaseException],
    ) -> None:
        self._script = script if callable(script) else None
        self._queue = [] if callable(script) else list(script)
        self.requests: list[Request] = []

    @property
    def calls(self) -> int:
        """How often it was asked."""
        return len(self.requests)

    def generate(self, request: Request) -> Generation:
        """For `engine.answer`."""
        self.requests.append(request)
        if self._script is not None:
            reply = self._script(request)
        else:
            assert self._queue, "the scripted model was called once more than its script is long"  # noqa: S101
            reply = self._queue.pop(0)
        if isinstance(reply, BaseException):
            raise reply
        if isinstance(reply, Generation):
            return reply
        return Generation(reply, Usage(len(request.prompt.split()), len(reply.split())))

    async def agenerate(self, request: Request) -> Generation:
        """For `engine.aanswer`."""
        return self.generate(request)

    def stream(self, request: Request) -> Iterator[str | Generation]:
        """For `engine.stream`: the answer word by word, then the generation."""
        generation = self.generate(request)
        yield from re.findall(r"\S+\s*|\s+", generation.text)
        yield generation

    async def astream(self, request: Request) -> AsyncIterator[str | Generation]:
        """For `engine.astream`."""
        for piece in self.stream(request):
            yield piece


class HashEmbedder:
    """Vectors from hashed words: the more words two texts share, the nearer they are. No weights, no download."""

    max_tokens = None

    def __init__(self, dimension: int = 64) -> None:
        self.name = f"hash-{dimension}"
        self.dimension = dimension

    def embed(self, texts: Sequence[str]) -> Vector:
        """Unit vectors of shape (len(texts), dimension); a text without words is the zero vector."""
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word in _WORD.findall(text.casefold()):
                digest = hashlib.sha256(word.encode("utf-8", "surrogatepass")).digest()
                row[int.from_bytes(digest[:4]) % self.dimension] += 1.0 if digest[4] % 2 else -1.0
            norm = float(np.linalg.norm(row))
            np.divide(row, norm or 1.0, out=row)
        return vectors


class FakeClock:
    """A clock that stands still until it is set: `clock.now += 60`."""

    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now
