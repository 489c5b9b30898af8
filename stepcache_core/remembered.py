"""What was worked out of texts of late; of long texts only few, so that a process does not fill up with them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Concatenate, Generic, ParamSpec, TypeVar

LONG_KEPT = 4
"""Long texts of which a function remembers its result: what one request asks of its own prompt and answer again."""

P = ParamSpec("P")
T = TypeVar("T")


class Remembered(Generic[P, T]):
    """A function of a text that keeps its results of late.

    Args:
        function: What gives the result; its first argument is the text.
        kept: Results of short texts that are kept.
        long: From this many characters on a text is long, and the results of `LONG_KEPT` such are kept.
    """

    def __init__(self, function: Callable[Concatenate[str, P], T], kept: int, long: int) -> None:
        self.__wrapped__ = function
        self.__doc__ = function.__doc__
        self._long = long
        self._of_short = lru_cache(maxsize=kept)(function)
        self._of_long = lru_cache(maxsize=LONG_KEPT)(function)

    def __call__(self, text: str, /, *args: P.args, **kwargs: P.kwargs) -> T:
        kept = self._of_short if len(text) < self._long else self._of_long
        return kept(text, *args, **kwargs)  # type: ignore[arg-type]  # the checker knows no function behind it

    def cache_clear(self) -> None:
        """Forget all results."""
        self._of_short.cache_clear()
        self._of_long.cache_clear()


def remembered(kept: int, *, long: int) -> Callable[[Callable[Concatenate[str, P], T]], Remembered[P, T]]:
    """Let a function of a text keep its results; see `Remembered`."""
    return lambda function: Remembered(function, kept, long)
