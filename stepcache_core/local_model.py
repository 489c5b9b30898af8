"""A real language model on this machine, behind an OpenAI-compatible address: for demos, notebooks and benchmarks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import weakref
from importlib.util import find_spec
from types import TracebackType
from typing import IO, Any, Self

from stepcache_core import weights as weights_
from stepcache_core.errors import InvalidArgumentError, MissingExtraError, StepCacheError

START_SECONDS = 180.0
"""How long loading may take before it is given up."""
_STOP_SECONDS = 5.0


class LocalModelError(StepCacheError):
    """The local model did not start, or is not running."""


class LocalModel:
    """A llama.cpp server with a small instruction model, listening on a free loopback port.

    It runs in a process of its own: a fault in native code, or its memory, is not the caller's; and it ends when
    the caller's process ends, however that happens. It answers one request at a time, and at temperature 0 the
    same request always gets the same answer: prompts are not cached, as a cached prefix changes the last digits.

    Example:
        >>> with LocalModel() as model:  # doctest: +SKIP
        ...     ChatOpenAI(base_url=model.base_url, model=model.model_name, api_key="none", temperature=0)

    Args:
        weights: Which model; of one GGUF file. It is fetched at `start`.
        threads: Threads that compute. More than there are idle cores makes it many times slower.
        context: Tokens of prompt and answer together.
        port: Where to listen; 0 for any free port. Clients that count the address as part of a model's identity,
            as LangChain's do, find earlier answers again only at the same port.

    Raises:
        InvalidArgumentError: `threads` or `context` is not a positive whole number, or `port` no port.
    """

    def __init__(
        self,
        weights: weights_.Weights = weights_.QWEN_CODER_05B,
        *,
        threads: int = 1,
        context: int = 4096,
        port: int = 0,
    ) -> None:
        for name, value in (("threads", threads), ("context", context)):
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise InvalidArgumentError(f"LocalModel({name}={value!r}): give a whole number of 1 or more")
        self._weights = weights
        self._threads = threads
        self._context = context
        if isinstance(port, bool) or not isinstance(port, int) or not 0 <= port <= 65535:
            raise InvalidArgumentError(f"LocalModel(port={port!r}): give a port from 1 to 65535, or 0 for a free one")
        self._port = port
        self._lock = threading.Lock()
        self._base_url: str | None = None
        self._end: weakref.finalize[Any, Any] | None = None

    @property
    def model_name(self) -> str:
        """What the server calls the model."""
        return self._weights.name

    @property
    def base_url(self) -> str:
        """Where it listens, as OpenAI clients want it: `http://127.0.0.1:<port>/v1`.

        Raises:
            LocalModelError: It is not running.
        """
        if self._base_url is None:
            raise LocalModelError("this LocalModel is not running; call start(), or use it in a with statement")
        return self._base_url

    def start(self) -> Self:
        """Fetch the weights and start the server; a second call is a no-op.

        Raises:
            MissingExtraError: The package `xllamacpp` is not installed.
            WeightsUnavailableError: The weights could not be had.
            LocalModelError: The server ended or hung while it loaded; the message holds its last words.
        """
        with self._lock:
            if self._base_url is None:
                if find_spec("xllamacpp") is None:
                    raise MissingExtraError("xllamacpp", "demo")
                (file,) = self._weights.files
                path = weights_.fetch(self._weights) / file.path
                settings = {"path": str(path), "threads": self._threads, "context": self._context, "port": self._port}
                process, address = _launch({**settings, "name": self.model_name})
                self._end = weakref.finalize(self, _end, process)
                self._base_url = f"{address}/v1"
        return self

    def stop(self) -> None:
        """End the server; where none runs this is a no-op."""
        with self._lock:
            self._base_url = None
            if self._end is not None:
                self._end()
                self._end = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _launch(settings: dict[str, Any]) -> tuple[subprocess.Popen[bytes], str]:
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(  # noqa: S603 - this interpreter and this module, no shell
            [sys.executable, "-m", __name__, json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            # A group of its own keeps the Ctrl-C that is meant for the caller away from the server.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        overdue = threading.Timer(START_SECONDS, process.kill)
        overdue.start()
        try:
            address = _pipe(process.stdout).readline().decode().strip()
        except BaseException:
            _end(process)
            raise
        finally:
            overdue.cancel()
        if not address:
            _end(process)
            log.seek(0)
            last_words = log.read().decode("utf-8", "replace").strip()[-1000:]
            raise LocalModelError(f"the local model did not start (exit code {process.returncode}): {last_words}")
    return process, address


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # noqa: S101 - it was asked for
    return pipe


def _end(process: subprocess.Popen[bytes]) -> None:
    _pipe(process.stdin).close()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    _pipe(process.stdout).close()


def serve(settings: dict[str, Any]) -> None:
    """Serve the model until the standard input ends; the address is the one line of standard output."""
    # The native code writes to descriptor 1 as well: keep the caller's end apart, and send the rest to the log.
    announce = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = settings["path"]
    params.model_alias = {settings["name"]}
    params.n_ctx = settings["context"]
    params.n_parallel = 1
    params.port = settings["port"]
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = settings["threads"]
    params.cache_prompt = False
    params.cache_ram_mib = 0
    params.ui = False
    params.verbosity = 1
    server = xllamacpp.Server(params)
    announce.write(f"{server.listening_address}\n")
    announce.flush()
    sys.stdin.buffer.read()
    os._exit(0)  # the native threads may be in the middle of an answer that nobody waits for


if __name__ == "__main__":
    serve(json.loads(sys.argv[1]))
