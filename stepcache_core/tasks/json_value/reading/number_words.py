"""Small numbers in words."""

from __future__ import annotations

from typing import Final

NUMBERS: Final = {word: n for n, word in enumerate("one two three four five six seven eight nine ten".split(), 1)}
