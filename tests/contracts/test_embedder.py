"""What every embedder does, and that the two of MiniLM agree."""

from __future__ import annotations

import hashlib
import math
import subprocess
import sys
import threading
from collections.abc import Sequence
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
from stepcache_core.embedding.windows import EXCERPT_CHARACTERS, MAX_CHARACTERS, MAX_WINDOWS, embed_in_windows, unit
from stepcache_core.errors import InvalidArgumentError, MissingExtraError, WeightsUnavailableError

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


# Windows, with a model that says which token ids it saw


def one_hot(windows: list[list[int]]) -> Any:
    return np.stack([np.bincount(window, minlength=4).astype(float) for window in windows])


def test_windows_are_weighted_by_their_tokens() -> None:
    vectors = embed_in_windows(["text"], lambda _: [[0, 0, 0], [1]], one_hot, 4)

    assert vectors[0] == pytest.approx(np.array([3.0, 1.0, 0.0, 0.0]) / math.sqrt(10.0))


def test_of_too_many_windows_an_even_spread_with_both_ends_is_taken() -> None:
    seen: list[int] = []

    def run(windows: list[list[int]]) -> Any:
        seen.extend(window[0] for window in windows)
        return np.ones((len(windows), 4))

    embed_in_windows(["text"], lambda _: [[index] for index in range(1000)], run, 4)

    assert len(seen) == MAX_WINDOWS
    assert (min(seen), max(seen)) == (0, 999)
    assert max(np.diff(sorted(seen))) <= 1000 / MAX_WINDOWS * 1.1


@pytest.mark.parametrize("length", [MAX_CHARACTERS, MAX_CHARACTERS + 1, 50 * MAX_CHARACTERS])
def test_what_is_tokenised_of_a_text_is_bounded_and_has_both_ends(length: int) -> None:
    seen: list[str] = []

    def tokenise(text: str) -> list[list[int]]:
        seen.append(text)
        return [[1]]

    embed_in_windows(["a" + "x" * (length - 2) + "z"], tokenise, one_hot, 4)

    assert sum(map(len, seen)) <= MAX_WINDOWS * EXCERPT_CHARACTERS
    assert seen[0][0] == "a"
    assert seen[-1][-1] == "z"


@given(st.lists(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=3, max_size=3), max_size=4))
def test_rows_become_unit_and_zeros_stay_zeros(rows: list[list[float]]) -> None:
    vectors = unit(np.array(rows).reshape(-1, 3))

    for row, vector in zip(rows, vectors, strict=True):
        assert float(np.linalg.norm(vector)) == pytest.approx(1.0 if any(row) else 0.0, abs=1e-5)


# Embedders of another make


class WithDocuments:
    """As LangChain's `Embeddings`."""

    model = "some-model"
    api_key = "sk-secret"

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[float(len(text)), 1.0] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


class WithBatch:
    """As LlamaIndex's `BaseEmbedding`."""

    model_name = "https://user:password@example.org/model"

    def get_text_embedding_batch(self, texts: list[str], show_progress: bool = False) -> list[list[float]]:
        return [[0.0, 3.0] for _ in texts]

    def __call__(self, nodes: Sequence[object]) -> Sequence[object]:
        return nodes


def test_langchain_embeddings_are_accepted_under_class_and_model() -> None:
    embedder = as_embedder(WithDocuments())

    assert embedder.name == "WithDocuments/some-model"
    assert embedder.dimension == 2
    assert embedder.embed(["abc"])[0] == pytest.approx(np.array([3.0, 1.0]) / math.sqrt(10.0))


def test_llamaindex_embeddings_are_accepted_and_an_address_is_no_name() -> None:
    embedder = as_embedder(WithBatch())

    assert embedder.name == "WithBatch"
    assert embedder.embed(["a", "b"]).tolist() == [[0.0, 1.0], [0.0, 1.0]]


@pytest.mark.parametrize(
    ("module", "maker", "size"),
    [
        ("langchain_core.embeddings", "DeterministicFakeEmbedding", "size"),
        ("llama_index.core.embeddings", "MockEmbedding", "embed_dim"),
    ],
)
def test_the_frameworks_own_embeddings_are_accepted(module: str, maker: str, size: str) -> None:
    foreign = getattr(pytest.importorskip(module), maker)(**{size: 8})

    embedder = as_embedder(foreign)

    assert embedder.name.startswith(maker)
    assert embedder.dimension == 8
    assert embedder.embed(["a", "b"]).shape == (2, 8)


def test_an_embedder_is_returned_as_it_is_without_loading_it() -> None:
    onnx, torch = OnnxMiniLMEmbedder(), SentenceTransformerEmbedder("no/such/model")

    assert as_embedder(onnx) is onnx
    assert as_embedder(torch) is cast("Any", torch)


def test_a_function_is_named_by_its_place_or_as_the_caller_says() -> None:
    assert as_embedder(hashed).name == f"{__name__}.hashed"
    assert as_embedder(hashed, name="mine").name == "mine"


def test_a_vector_of_zeros_stays_one() -> None:
    assert as_embedder(lambda texts: [[0.0, 0.0]]).embed(["a"]).tolist() == [[0.0, 0.0]]


@pytest.mark.parametrize(
    ("result", "complaint"),
    [
        ([[1.0, math.nan]], "NaN"),
        ([[math.inf, 1.0]], "infinity"),
        ([[1.0], [2.0]], "shape"),
        ([1.0], "shape"),
        ([[]], "shape"),
        (None, "returned"),
        ([["x"]], "no vectors"),
        ([[1.0, 2.0], [1.0]], "no vectors"),
    ],
)
def test_what_are_no_vectors_is_refused(result: Any, complaint: str) -> None:
    with pytest.raises(InvalidArgumentError, match=complaint):
        as_embedder(lambda texts: result).embed(["one text"])


def test_a_dimension_that_changes_is_refused() -> None:
    embedder = as_embedder(lambda texts: [[1.0] * len(texts[0])])
    embedder.embed(["ab"])

    with pytest.raises(InvalidArgumentError, match="vectors of 3 numbers, earlier of 2"):
        embedder.embed(["abc"])


def test_an_asynchronous_function_is_refused() -> None:
    async def embed(texts: list[str]) -> list[list[float]]:
        return hashed(texts)

    with pytest.raises(InvalidArgumentError, match="asynchronous"):
        as_embedder(embed).embed(["text"])


@pytest.mark.parametrize("thing", [None, 3, "all-MiniLM-L6-v2", object(), OnnxMiniLMEmbedder, WithDocuments])
def test_what_cannot_embed_is_refused_with_the_fix(thing: object) -> None:
    with pytest.raises(InvalidArgumentError, match="give an"):
        as_embedder(thing)


def test_a_model_that_is_neither_name_nor_folder_nor_model_is_refused() -> None:
    with pytest.raises(InvalidArgumentError, match="give a model's name"):
        SentenceTransformerEmbedder(3)
