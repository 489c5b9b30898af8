"""The ONNX graph of all-MiniLM-L6-v2, written from the weights file alone: no torch, no exported artefact to trust.

The architecture is BERT's encoder (post-norm, exact GELU) followed by the mean over the tokens that are not
padding and by L2 normalisation, as the model's Sentence-Transformers folder prescribes.

This module loads `onnx`: import it where it is used.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

from stepcache_core.errors import WeightsUnavailableError

Tensors: TypeAlias = dict[str, npt.NDArray[np.float32]]

LAYERS = 6
HEADS = 12
DIMENSION = 384
HEAD_SIZE = DIMENSION // HEADS
LAYER_NORM_EPSILON = 1e-12
OPSET = 17  # the first with LayerNormalization
IR_VERSION = 8
_HEADER_LIMIT = 1 << 20


def read_safetensors(path: Path) -> Tensors:
    """The float32 tensors of a safetensors file, mapped and not copied.

    The format is eight bytes of header length, a JSON header, and the raw little-endian tensors (the
    documentation of the safetensors library, "Format").

    Raises:
        WeightsUnavailableError: The file is not in that format.
    """
    size = path.stat().st_size
    try:
        with path.open("rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            if not 0 < length <= min(_HEADER_LIMIT, size - 8):
                raise WeightsUnavailableError(f"{path}: no safetensors file: its header claims {length} bytes")
            header = json.loads(file.read(length))
        content = np.memmap(path, dtype=np.uint8, mode="r", offset=8 + length)
        return {
            name: content[slice(*entry["data_offsets"])].view("<f4").reshape(entry["shape"])
            for name, entry in header.items()
            if name != "__metadata__" and entry["dtype"] == "F32"
        }
    except (struct.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise WeightsUnavailableError(f"{path}: no safetensors file ({error}); remove it to have it again") from error


def build(tensors: Tensors) -> ModelProto:
    """The graph `input_ids, attention_mask -> embedding`, both inputs int64 of shape (batch, tokens).

    Raises:
        WeightsUnavailableError: A tensor of the architecture is missing.
    """
    graph = _Graph(tensors)
    hidden = graph.embed("input_ids")
    bias = graph.attention_bias("attention_mask")
    for layer in range(LAYERS):
        hidden = graph.encoder_layer(hidden, bias, f"encoder.layer.{layer}")
    graph.mean_and_normalise(hidden, "attention_mask", "embedding")
    return graph.model()


@dataclass(slots=True)
class _Graph:
    """Nodes in order, each naming the value it makes."""

    tensors: Tensors
    nodes: list[NodeProto] = field(default_factory=list)
    initializers: dict[str, TensorProto] = field(default_factory=dict)

    def node(self, kind: str, *inputs: str, output: str | None = None, **attributes: Any) -> str:
        output = output or f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def constant(self, name: str, value: npt.NDArray[Any]) -> str:
        if name not in self.initializers:
            self.initializers[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def floats(self, value: float) -> str:
        return self.constant(f"float_{value!r}", np.array(value, np.float32))

    def ints(self, *values: int) -> str:
        return self.constant(f"ints_{'_'.join(map(str, values))}", np.array(values, np.int64))

    def weight(self, name: str) -> str:
        return self.constant(name, self._tensor(name))

    def _tensor(self, name: str) -> npt.NDArray[np.float32]:
        try:
            return self.tensors[name]
        except KeyError:
            raise WeightsUnavailableError(f"these weights are not all-MiniLM-L6-v2: {name!r} is missing") from None

    def linear(self, value: str, name: str) -> str:
        kernel = self.constant(f"{name}.kernel", self._tensor(f"{name}.weight").T)
        return self.node("Add", self.node("MatMul", value, kernel), self.weight(f"{name}.bias"))

    def layer_norm(self, value: str, name: str) -> str:
        scale, shift = self.weight(f"{name}.weight"), self.weight(f"{name}.bias")
        return self.node("LayerNormalization", value, scale, shift, axis=-1, epsilon=LAYER_NORM_EPSILON)

    def gelu(self, value: str) -> str:
        erf = self.node("Erf", self.node("Div", value, self.floats(float(np.sqrt(2.0)))))
        doubled = self.node("Mul", value, self.node("Add", erf, self.floats(1.0)))
        return self.node("Mul", doubled, self.floats(0.5))

    def embed(self, token_ids: str) -> str:
        words = self.node("Gather", self.weight("embeddings.word_embeddings.weight"), token_ids)
        tokens = self.node("Gather", self.node("Shape", token_ids), self.ints(1))
        positions = self.node(
            "Slice", self.weight("embeddings.position_embeddings.weight"), self.ints(0), tokens, self.ints(0)
        )
        first_sentence = self.constant("token_type", self._tensor("embeddings.token_type_embeddings.weight")[0])
        total = self.node("Add", self.node("Add", words, first_sentence), positions)
        return self.layer_norm(total, "embeddings.LayerNorm")

    def attention_bias(self, mask: str) -> str:
        """0 where a token counts, the lowest float where it is padding; shape (batch, 1, 1, tokens)."""
        counts = self.node("Cast", self.node("Unsqueeze", mask, self.ints(1, 2)), to=TensorProto.FLOAT)
        padding = self.node("Sub", self.floats(1.0), counts)
        return self.node("Mul", padding, self.floats(float(np.finfo(np.float32).min)))

    def encoder_layer(self, hidden: str, bias: str, name: str) -> str:
        attended = self.linear(
            self._attention(hidden, bias, f"{name}.attention.self"), f"{name}.attention.output.dense"
        )
        hidden = self.layer_norm(self.node("Add", attended, hidden), f"{name}.attention.output.LayerNorm")
        wide = self.gelu(self.linear(hidden, f"{name}.intermediate.dense"))
        narrow = self.linear(wide, f"{name}.output.dense")
        return self.layer_norm(self.node("Add", narrow, hidden), f"{name}.output.LayerNorm")

    def _attention(self, hidden: str, bias: str, name: str) -> str:
        query = self._heads(self.linear(hidden, f"{name}.query"), [0, 2, 1, 3])
        key = self._heads(self.linear(hidden, f"{name}.key"), [0, 2, 3, 1])
        value = self._heads(self.linear(hidden, f"{name}.value"), [0, 2, 1, 3])
        scores = self.node("Div", self.node("MatMul", query, key), self.floats(float(np.sqrt(HEAD_SIZE))))
        shares = self.node("Softmax", self.node("Add", scores, bias), axis=-1)
        mixed = self.node("Transpose", self.node("MatMul", shares, value), perm=[0, 2, 1, 3])
        return self.node("Reshape", mixed, self.ints(0, 0, DIMENSION))

    def _heads(self, value: str, order: list[int]) -> str:
        return self.node("Transpose", self.node("Reshape", value, self.ints(0, 0, HEADS, HEAD_SIZE)), perm=order)

    def mean_and_normalise(self, hidden: str, mask: str, output: str) -> None:
        counts = self.node("Cast", self.node("Unsqueeze", mask, self.ints(2)), to=TensorProto.FLOAT)
        total = self.node("ReduceSum", self.node("Mul", hidden, counts), self.ints(1), keepdims=0)
        tokens = self.node("Max", self.node("ReduceSum", counts, self.ints(1), keepdims=0), self.floats(1e-9))
        mean = self.node("Div", total, tokens)
        length = self.node("ReduceL2", mean, axes=[1], keepdims=1)
        self.node("Div", mean, self.node("Max", length, self.floats(1e-12)), output=output)

    def model(self) -> ModelProto:
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
            for name in ("input_ids", "attention_mask")
        ]
        outputs = [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", DIMENSION])]
        graph = helper.make_graph(self.nodes, "all-MiniLM-L6-v2", inputs, outputs, list(self.initializers.values()))
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
