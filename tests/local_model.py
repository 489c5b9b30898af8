"""The real 0.5B model, for the tests that need one; they skip with the reason where it cannot be had."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

import pytest

from stepcache_core import weights
from stepcache_core.errors import WeightsUnavailableError
from stepcache_core.local_model import LocalModel


@contextmanager
def running_local_model(context: int = 1024) -> Iterator[LocalModel]:
    """The model on a free port, its weights fetched if need be."""
    if find_spec("xllamacpp") is None:
        pytest.skip("xllamacpp is not installed")
    try:
        weights.fetch(weights.QWEN_CODER_05B)
    except WeightsUnavailableError as error:
        pytest.skip(f"the 0.5B model (491 MB) cannot be had: {error}")
    with LocalModel(context=context) as model:
        yield model
