"""What every embedder does, and that the two of MiniLM agree."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import threading
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepcache_core import weights
from stepcache_core.embedding import Embedder, OnnxMiniLMEmbedder, SentenceTransformerEmbedder, as_embedder
from stepcache_core.embedding import onnx_minilm as onnx_minilm_module
from stepcache_core.embedding.minilm_graph import build, read_safetensors
from stepcache_core.errors import MissingExtraError, WeightsUnavailableError

AWKWARD_TEXTS = [
    "",
    " \n\t ",
    "\x00\x01\x1b[0m",
    "lone \ud800 surrogate \udfff",
    "\ud83d\ude00",
    "\u202e\u200d\ufeff\ufffd\U0010ffff",
    "[SEP] [CLS] [PAD] [MASK] [UNK]",
    "x" * 5000,
    "汉" * 3000,
    "e" + "\u0301" * 3000,
    "word and then some " * 60_000,
]


def hashed(texts: list[str]) -> list[list[float]]:
    """A plain function as users have them: not normalised, and lists of floats."""
    return [[float(byte) for byte in hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()] for text in texts]


needs_sentence_transformers = pytest.mark.skipif(
    find_spec("sentence_transformers") is None, reason="sentence-transformers is not installed"
)
MINILM = ["onnx", pytest.param("sentence-transformers", marks=needs_sentence_transformers)]


@pytest.fixture(scope="session")
def embedders() -> dict[str, Embedder]:
    made = {
        "onnx": OnnxMiniLMEmbedder(),
        "sentence-transformers": SentenceTransformerEmbedder(),
        "function": as_embedder(hashed),
    }
    return cast("dict[str, Embedder]", made)


@pytest.fixture(params=[*MINILM, "function"])
def embedder(request: pytest.FixtureRequest, embedders: dict[str, Embedder]) -> Embedder:
    return embedders[request.param]


@pytest.fixture(params=MINILM)
def minilm(request: pytest.FixtureRequest, embedders: dict[str, Embedder]) -> Embedder:
    return embedders[request.param]


def test_it_fulfils_the_protocol(embedder: Embedder) -> None:
    assert isinstance(embedder, Embedder)
    assert embedder.name
    assert embedder.dimension > 0


def test_vectors_are_unit_float32_rows_in_the_order_of_the_texts(embedder: Embedder) -> None:
    texts = ["Solve 3x + 5 = 20", "Return a JSON object", "Solve 3x + 5 = 20"]

    vectors = embedder.embed(texts)

    assert vectors.shape == (3, embedder.dimension)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-6)
    assert vectors[0] == pytest.approx(vectors[2], abs=1e-6)
    assert float(vectors[0] @ vectors[1]) < 0.99


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimension)


@pytest.mark.parametrize("text", AWKWARD_TEXTS, ids=lambda text: ascii(text[:12]))
def test_no_text_is_too_awkward(embedder: Embedder, text: str) -> None:
    vector = embedder.embed([text])[0]

    assert np.isfinite(vector).all()
    assert float(np.linalg.norm(vector)) == pytest.approx(1.0, abs=1e-6)


def test_a_text_has_the_same_vector_alone_and_among_others(embedder: Embedder) -> None:
    texts = ["short", "a longer text of several words", "word " * 300, "", "another"]

    together = embedder.embed(texts)

    alone = np.concatenate([embedder.embed([text]) for text in texts])
    assert np.abs(together - alone).max() < 1e-6


def test_many_threads_get_what_one_gets(embedder: Embedder) -> None:
    texts = [f"request number {number} " * (1 + number * 20) for number in range(8)]
    expected = embedder.embed(texts)
    found: dict[int, Any] = {}

    def work(row: int) -> None:
        found[row] = embedder.embed([texts[row]])[0]

    threads = [threading.Thread(target=work, args=(row,)) for row in range(len(texts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert np.abs(np.stack([found[row] for row in range(len(texts))]) - expected).max() < 1e-6


@settings(deadline=None, max_examples=25)
@given(st.lists(st.text(max_size=40), max_size=3))
def test_any_text_has_a_finite_unit_vector(embedders: dict[str, Embedder], texts: list[str]) -> None:
    vectors = embedders["onnx"].embed(texts)

    assert vectors.shape == (len(texts), 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(len(texts)), abs=1e-6)


def test_a_paraphrase_is_nearer_than_another_question(minilm: Embedder) -> None:
    question, paraphrase, other = minilm.embed(
        ["What is the capital of France?", "Tell me the capital city of France.", "How do I boil an egg?"]
    )

    assert float(question @ paraphrase) > 0.85 > float(question @ other)


@pytest.mark.parametrize("words", [300, 2000])
def test_a_long_text_is_compared_to_its_end(minilm: Embedder, words: int) -> None:
    beginning = "the history of the railway in northern England " * (words // 8)
    first, second, same = minilm.embed(
        [beginning + "How old was Stephenson?" * 40, beginning + "Return a JSON object." * 40, beginning]
    )

    assert float(first @ second) < 0.999
    assert float(first @ same) < 0.999


def prompts(count: int, longest: int) -> list[str]:
    """Texts of 1 to `longest` words in many scripts, most of them short."""
    random = Random(20260330)
    words = (
        'solve the equation 3x + 5 = 20 return a JSON object with keys name, age {"a": [1.5, null]} naïve Straße '
        "привет как дела 汉字 输入 日本語のテキスト مرحبا بالعالم שלום עולם नमस्ते สวัสดี ελληνικά 한국어 🎉 👩‍👩‍👧 ﬁ é"
    ).split()
    lengths = [1, longest, *(min(longest, 1 + int(random.expovariate(1 / 20))) for _ in range(count - 2))]
    return [" ".join(random.choices(words, k=length)) for length in lengths]


@needs_sentence_transformers
def test_onnx_and_torch_give_the_same_vectors_under_one_name(embedders: dict[str, Embedder]) -> None:
    onnx, torch = embedders["onnx"], embedders["sentence-transformers"]
    texts = prompts(200, 400)

    difference = np.abs(onnx.embed(texts) - torch.embed(texts))

    assert difference.max() < 1e-6
    assert (onnx.name, onnx.dimension, onnx.max_tokens) == (torch.name, torch.dimension, torch.max_tokens)


@needs_sentence_transformers
def test_within_the_window_the_vectors_are_those_of_sentence_transformers_itself(
    embedders: dict[str, Embedder],
) -> None:
    from sentence_transformers import SentenceTransformer

    reference = SentenceTransformer(str(weights.fetch(weights.MINILM_FOLDER)), device="cpu", local_files_only=True)
    texts = ["", *prompts(40, 50)]

    assert np.abs(embedders["onnx"].embed(texts) - reference.encode(texts)).max() < 1e-6


@needs_sentence_transformers
def test_a_loaded_sentence_transformer_is_an_embedder_of_its_own_name(embedders: dict[str, Embedder]) -> None:
    from sentence_transformers import SentenceTransformer

    folder = weights.fetch(weights.MINILM_FOLDER)
    theirs = as_embedder(SentenceTransformer(str(folder), device="cpu", local_files_only=True), name="mine")

    assert (theirs.name, theirs.dimension, theirs.max_tokens) == ("mine", 384, 256)
    assert np.abs(theirs.embed(["word " * 400]) - embedders["onnx"].embed(["word " * 400])).max() < 1e-6
    assert SentenceTransformerEmbedder(folder).name == f"sentence-transformers/{folder.name}"


WITHOUT_TORCH = """
import sys
from stepcache_core.embedding import OnnxMiniLMEmbedder
assert "onnxruntime" not in sys.modules and "onnx" not in sys.modules, "loaded before it was needed"
OnnxMiniLMEmbedder().embed(["text"])
print(sorted({"torch", "transformers", "sentence_transformers"} & set(sys.modules)))
"""


def test_the_default_embedder_loads_late_and_never_torch() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_TORCH], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"


def test_without_the_package_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)

    with pytest.raises(MissingExtraError, match=r"stepcache\[sentence-transformers\]"):
        SentenceTransformerEmbedder().embed(["text"])


def test_many_threads_load_the_model_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    folder = weights.fetch(weights.MINILM)
    monkeypatch.setattr(weights, "fetch", lambda spec: calls.append(spec) or folder)
    embedder = OnnxMiniLMEmbedder()

    threads = [threading.Thread(target=embedder.embed, args=(["text"],)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert calls == [weights.MINILM]


def test_after_a_failure_the_weights_are_not_asked_for_at_every_request(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    now = [1000.0]

    def unavailable(spec: object) -> Path:
        calls.append(spec)
        raise WeightsUnavailableError("no source has them")

    monkeypatch.setattr(weights, "fetch", unavailable)
    monkeypatch.setattr(onnx_minilm_module.time, "monotonic", lambda: now[0])
    embedder = OnnxMiniLMEmbedder()
    for _ in range(3):
        with pytest.raises(WeightsUnavailableError, match="no source has them"):
            embedder.embed(["text"])
    assert len(calls) == 1

    now[0] += onnx_minilm_module.RETRY_SECONDS
    with pytest.raises(WeightsUnavailableError):
        embedder.embed(["text"])
    assert len(calls) == 2


@pytest.mark.parametrize(
    "content", [b"", b"short", b"\xff" * 64, b"\x02\0\0\0\0\0\0\0[]", b"\x0d\0\0\0\0\0\0\0" + b'{"a":{"b":1}}']
)
def test_a_file_that_is_no_safetensors_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "model.safetensors").write_bytes(content)

    with pytest.raises(WeightsUnavailableError, match="no safetensors file"):
        read_safetensors(tmp_path / "model.safetensors")


def test_weights_of_another_model_are_refused() -> None:
    with pytest.raises(WeightsUnavailableError, match="not all-MiniLM-L6-v2"):
        build({})
