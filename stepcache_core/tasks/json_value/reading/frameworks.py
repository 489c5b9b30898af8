"""The format instructions that frameworks put into a prompt: the schema of the answer stands in them.

A program that sends these reads the answer with the same schema: they bind the whole answer, as a schema that is sent
along with the request does. An instruction that wants a code fence around the object is not for this task. What their
words are is known by a digest: one word changed, and they are an instruction that nobody has read.

LangChain: `PydanticOutputParser` (langchain_core/output_parsers/pydantic.py) and `JsonOutputParser`
(langchain_core/output_parsers/format_instructions.py). LlamaIndex: `PydanticOutputParser`
(llama_index/core/output_parsers/pydantic.py), which doubles the braces of its schema.
"""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from stepcache_core.tasks.json_value.reading.patterns import compiled
from stepcache_core.tasks.json_value.syntax.text import JsonFaultError, loads, value_at

MAX_SCHEMA_CHARS: Final = 40_000
_WORD: Final = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class _Words:
    """A run of words that is known without being written here.

    Attributes:
        opening: The first of them.
        count: How many there are.
        digest: SHA-256 of them all, with one space between two.
    """

    opening: str
    count: int
    digest: str

    def end(self, prompt: str, start: int) -> int | None:
        """Where they end if they stand at `start`, spaces aside; None where they do not."""
        words = list(itertools.islice(_WORD.finditer(prompt, start), self.count))
        said = " ".join(word[0] for word in words).encode()
        return words[-1].end() if hashlib.sha256(said).hexdigest() == self.digest else None


_FENCE: Final = _Words("```", 1, "f1b901847390b0ed7e374e7c1e464ec17b46a427c487a5ad6cbd2906405083d5")
_FRAMES: Final = (
    (_Words("STRICT OUTPUT", 162, "18c40bf4aef1aedd85628afbd7684535b72fbe36dad2468aa0cf19dde0b021f8"), _FENCE),
    (_Words("The output", 65, "9a90d8d059247f27782a55ce6cc52023cc65de95fa6310ed643b2320b186db2d"), _FENCE),
    (
        _Words("Here's a", 6, "83efb9e5b971631bbc5c32d7cd2d0c7d9c465d64f35f5cb24a323c02a51db41e"),
        _Words("Output a", 11, "c638c7b1b7f32ffd59e2c34d37a1bb058d70c249c1723823e1259d392d6af184"),
    ),
)
"""The words before the schema, and those after it."""
_ANSWER_FOLLOWS: Final = re.compile(r"\s*assistant:\s*\Z")
_DOUBLED: Final = re.compile(r"\{\{.*\}\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Framed:
    """A prompt without a framework's instructions, and the JSON Schema that was in them."""

    rest: str
    schema: Mapping[str, Any]


_MORE: Final = compiled(
    r"\b(?:step[\s-]by[\s-]step|think (?:aloud|first|out loud|about it)|chain of thought|reasoning|explain|justify"
    r"|elaborate"
    r"|(?:before|after) (?:the json|answering|giving|you (?:answer|give|write|output))|markdown|code (?:blocks?"
    r"|fences?)|fenced"
    r"|yaml|xml|csv|(?:two|three|several|multiple|many) (?:objects|instances|versions|answers)|(?:list|array) of "
    r"(?:objects"
    r"|instances)|json (?:array|list|lines)|for each|one per|ignore)\b|```"
)


def asks_more(rest: str) -> bool:
    """Whether what stands around the instructions asks for more than the object, or for another form of it."""
    return _MORE.search(rest) is not None


def framed(prompt: str) -> Framed | None:
    """The prompt and the schema of the one format instruction in it; None where it holds none, or more."""
    for opening, closing in _FRAMES:
        if opening.opening not in prompt:
            continue
        places = [found.start() for found in re.finditer(re.escape(opening.opening), prompt)]
        found = [(place, end) for place in places if (end := opening.end(prompt, place)) is not None]
        if not found:
            continue
        start, at = found[0]
        read = _schema_at(prompt, len(prompt) - len(prompt[at:].lstrip()))
        end = None if read is None else closing.end(prompt, read[1])
        if len(found) > 1 or read is None or end is None:
            return None
        after = _ANSWER_FOLLOWS.sub("", prompt[end:])
        return Framed(f"{prompt[:start].rstrip()}\n{after.lstrip()}".strip(), read[0])
    return None


def _schema_at(prompt: str, start: int) -> tuple[Mapping[str, Any], int] | None:
    if prompt.startswith("{{", start):
        return _doubled_at(prompt, start)
    try:
        end = value_at(prompt, start)[1]
        schema = loads(prompt[start:end]) if end - start <= MAX_SCHEMA_CHARS else None
    except (ValueError, RecursionError):
        return None
    return (_of_an_object(schema), end) if isinstance(schema, dict) else None


def _doubled_at(prompt: str, start: int) -> tuple[Mapping[str, Any], int] | None:
    """The schema of a template in which each brace stands twice; it is all on one line."""
    line = prompt[start : start + MAX_SCHEMA_CHARS].split("\n", 1)[0]
    try:
        schema = loads(line.replace("{{", "{").replace("}}", "}")) if _DOUBLED.fullmatch(line.rstrip()) else None
    except JsonFaultError:
        return None
    return (_of_an_object(schema), start + len(line)) if isinstance(schema, dict) else None


def _of_an_object(schema: dict[str, Any]) -> Mapping[str, Any]:
    """The schema with the type that these frameworks leave out."""
    return {"type": "object", **schema} if "properties" in schema and "type" not in schema else schema
