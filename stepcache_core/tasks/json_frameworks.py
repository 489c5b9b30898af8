"""The format instructions that frameworks put into a prompt, as they word them: the schema is in them.

A program that sends these reads the answer with the same schema: they bind the whole answer, as a schema that is sent
along with the request does. An instruction that wants a code fence around the object is not for this task.

LangChain: `PydanticOutputParser` and `JsonOutputParser` (langchain_core/output_parsers/format_instructions.py).
LlamaIndex: `PydanticOutputParser` (llama_index/core/output_parsers/pydantic.py), which doubles the braces of its
schema.
Instructor: its JSON modes (instructor/processing/response.py).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from stepcache_core.tasks.json_phrases import compiled
from stepcache_core.tasks.json_text import JsonFaultError, loads, value_at

MAX_SCHEMA_CHARS: Final = 40_000


def _worded(words: str) -> re.Pattern[str]:
    """The pattern with each of its spaces standing for white space, as templates are indented and wrapped."""
    return re.compile(words.replace(" ", r"\s{1,16}"))


_LANGCHAIN: Final = _worded(
    r"(?:STRICT OUTPUT FORMAT:\n(?:-[^\n]{1,400}\n){1,8}\n)?"
    r"The output should be formatted as a JSON instance that conforms to the JSON schema below\. "
    r"As an example, for the schema \{[^\n]{1,400}\} the object \{[^\n]{1,120}\} is a well-formatted instance of "
    r"the schema\. "
    r"The object \{[^\n]{1,120}\} is not well-formatted\. "
    r"Here is the output schema(?: \([^()\n]{1,200}\))?:\s{0,3}```\s{0,3}"
)
_LANGCHAIN_END: Final = re.compile(r"\s*```")
_LLAMA_INDEX: Final = _worded(r"Here['’]s a JSON schema to follow:\s{0,3}")
_LLAMA_INDEX_END: Final = _worded(
    r"\s*Output a valid JSON object but do not repeat the schema\.\s{0,3}(?:assistant:\s*\Z)?"
)
_INSTRUCTOR: Final = _worded(
    r"As a genius expert, your task is to understand the content and provide the parsed objects in json that match the "
    r"following json_?schema:\s{0,16}"
)
_INSTRUCTOR_END: Final = _worded(r"\s*Make sure to return an instance of the JSON, not the schema itself\.?")
_DOUBLED: Final = re.compile(r"\{\{.*\}\}", re.DOTALL)
_FRAMES: Final = (
    (_LANGCHAIN, _LANGCHAIN_END),
    (_LLAMA_INDEX, _LLAMA_INDEX_END),
    (_INSTRUCTOR, _INSTRUCTOR_END),
)


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
        start = opening.search(prompt)
        if start is None:
            continue
        read = _schema_at(prompt, start.end())
        end = None if read is None else closing.match(prompt, read[1])
        if read is None or end is None or opening.search(prompt, end.end()) is not None:
            return None
        rest = f"{prompt[: start.start()].rstrip()}\n{prompt[end.end() :].lstrip()}".strip()
        return Framed(rest, read[0])
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
