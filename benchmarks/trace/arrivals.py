"""Published traces of when requests came, and how long they were.

Azure's are CSV with the columns TIMESTAMP, ContextTokens, GeneratedTokens; Mooncake's are JSON Lines with `timestamp`
in milliseconds, `input_length`, `output_length`, and `hash_ids`: one number for each block of 512 prompt tokens, the
same for two requests whose prompts are equal up to and with that block.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

BLOCK_TOKENS = 512


@dataclass(frozen=True, slots=True)
class Arrival:
    """A request of a trace.

    Attributes:
        at: Seconds since the first one.
        prompt_tokens: How long its prompt was.
        output_tokens: How long its answer was.
        blocks: Names of its prompt's blocks, in order, where the trace has them.
    """

    at: float
    prompt_tokens: int
    output_tokens: int
    blocks: tuple[int, ...] = ()


def read_trace(path: Path) -> list[Arrival]:
    """The requests of a trace, in the order they came.

    Raises:
        ValueError: The file is neither of the two kinds.
    """
    text = path.read_text(encoding="utf-8")
    if text.startswith("TIMESTAMP,ContextTokens,GeneratedTokens"):
        found = [_azure(row) for row in csv.DictReader(text.splitlines())]
    elif text.startswith("{"):
        found = [_mooncake(json.loads(line)) for line in text.splitlines() if line]
    else:
        raise ValueError(f"{path} is neither an Azure trace (CSV) nor a Mooncake trace (JSON Lines)")
    found.sort(key=lambda one: one.at)
    return [Arrival(one.at - found[0].at, one.prompt_tokens, one.output_tokens, one.blocks) for one in found]


def _azure(row: dict[str, str]) -> Arrival:
    # Seven digits after the point; Python takes six.
    at = datetime.fromisoformat(row["TIMESTAMP"][:26]).timestamp()
    return Arrival(at, int(row["ContextTokens"]), int(row["GeneratedTokens"]))


def _mooncake(row: dict[str, Any]) -> Arrival:
    return Arrival(row["timestamp"] / 1000, row["input_length"], row["output_length"], tuple(row["hash_ids"]))


@dataclass(frozen=True, slots=True)
class Shared:
    """How much of a trace's prompts had been seen before.

    Attributes:
        requests: How many there are.
        tokens: Share of all prompt tokens, in whole blocks, that lie in blocks seen in an earlier request.
        begun: Share of requests whose first block was seen before, the one that most requests begin with left out.
        whole: Share of requests all of whose blocks were seen before: the only ones that may be a known request again.
    """

    requests: int
    tokens: float
    begun: float
    whole: float


def shared_prefixes(arrivals: Sequence[Arrival]) -> Shared:
    """What the blocks of a trace say about reuse."""
    seen: set[int] = set()
    tokens = known = begun = whole = 0
    firsts = Counter(one.blocks[0] for one in arrivals if one.blocks)
    commonest = firsts.most_common(1)[0][0] if firsts else None
    for one in arrivals:
        lengths = [min(BLOCK_TOKENS, one.prompt_tokens - at * BLOCK_TOKENS) for at in range(len(one.blocks))]
        tokens += sum(lengths)
        known += sum(length for block, length in zip(one.blocks, lengths, strict=True) if block in seen)
        own = [block for block in one.blocks if block != commonest]
        begun += bool(own) and own[0] in seen
        whole += bool(one.blocks) and all(block in seen for block in one.blocks)
        seen.update(one.blocks)
    count = len(arrivals)
    return Shared(count, known / max(1, tokens), begun / max(1, count), whole / max(1, count))
