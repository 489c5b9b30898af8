"""Format instructions of frameworks, as the frameworks themselves word them."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, Field

from stepcache_core.model import Message, Request
from stepcache_core.tasks.json_value import JsonProblem, JsonTask
from stepcache_core.tasks.json_value.problem import are_alike

TASK = JsonTask()


class Tag(BaseModel):
    label: str


class Person(BaseModel):
    """Somebody."""

    name: str = Field(description='the full name, as "First Last"')
    age: int | None = None
    tags: list[Tag] = []


RIGHT = '{"name": "Ada Lovelace", "age": null, "tags": [{"label": "maths"}]}'
WRONG = ('{"name": 5}', '{"age": 36}', "[]", '{"name": "Ada", "tags": [{}]}', '{"name": "Ada", "age": "36"}')
QUERY = "Who wrote the first program? Tell me about her."


def parse(prompt: str, system: str = "") -> JsonProblem | None:
    messages = (*((Message("system", system),) if system else ()), Message("user", prompt))
    return TASK.parse(Request(messages))


def langchain_pydantic() -> str:
    parsers = pytest.importorskip("langchain_core.output_parsers")
    return str(parsers.PydanticOutputParser(pydantic_object=Person).get_format_instructions())


def langchain_json() -> str:
    parsers = pytest.importorskip("langchain_core.output_parsers")
    return str(parsers.JsonOutputParser(pydantic_object=Person).get_format_instructions())


def llama_index(query: str) -> str:
    """The prompt that LlamaIndex's program sends for a query."""
    program = pytest.importorskip("llama_index.core.program")
    llms = pytest.importorskip("llama_index.core.llms")
    sent: list[str] = []

    class Recorder(llms.CustomLLM):  # type: ignore[misc, name-defined]
        @property
        def metadata(self) -> Any:
            return llms.LLMMetadata()

        def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> Any:
            sent.append(prompt)
            return llms.CompletionResponse(text=RIGHT)

        def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> Any:
            raise NotImplementedError

    program.LLMTextCompletionProgram.from_defaults(output_cls=Person, prompt_template_str="{query}", llm=Recorder())(
        query=query
    )
    return sent[0]


def of_langchain(query: str, instructions: str) -> str:
    return f"Answer the user query.\n{instructions}\n{query}\n"


@pytest.mark.parametrize("instructions", [langchain_pydantic, langchain_json])
def test_a_prompt_with_langchains_instructions_asks_for_what_their_schema_says(instructions: Any) -> None:
    problem = parse(of_langchain(QUERY, instructions()))
    assert problem is not None
    assert not problem.unread
    assert TASK.verify_answer(problem, RIGHT).is_pass
    assert all(TASK.verify_answer(problem, wrong).is_fail for wrong in WRONG)
    assert TASK.mend(problem, f"Here it is:\n```json\n{RIGHT}\n```") == RIGHT


def test_a_prompt_of_llama_indexs_program_asks_for_what_its_schema_says() -> None:
    problem = parse(llama_index(QUERY))
    assert problem is not None
    assert problem.subject == QUERY
    assert TASK.verify_answer(problem, RIGHT).is_pass
    assert all(TASK.verify_answer(problem, wrong).is_fail for wrong in WRONG)


def test_another_query_in_the_same_instructions_is_another_problem() -> None:
    for of in (lambda query: of_langchain(query, langchain_json()), llama_index):
        one, other = parse(of("Describe Ada Lovelace.")), parse(of("Describe Grace Hopper."))
        assert one is not None
        assert other is not None
        assert not are_alike(one, other)
        assert one.signatures != other.signatures


@pytest.mark.parametrize(
    "query",
    [
        "Who is Ada? Explain your reasoning before the JSON.",
        "Who is Ada? Think step by step, then answer.",
        "Give several instances, one per programmer.",
        "Who is Ada? Put the JSON in a code block.",
    ],
)
def test_a_query_that_asks_for_more_than_the_object_is_not_taken(query: str) -> None:
    assert parse(of_langchain(query, langchain_pydantic())) is None
    assert parse(llama_index(query)) is None


def test_two_format_instructions_are_not_taken() -> None:
    assert parse(f"{langchain_pydantic()}\n{QUERY}\n{langchain_pydantic()}") is None


def test_an_instruction_that_wants_a_fence_is_not_taken() -> None:
    parsers = pytest.importorskip("langchain_classic.output_parsers")
    fields = [parsers.ResponseSchema(name=name, description=f"the {name}") for name in ("name", "city")]
    instructions = parsers.StructuredOutputParser.from_response_schemas(fields).get_format_instructions()
    assert "```json" in instructions
    assert parse(of_langchain(QUERY, instructions)) is None


def test_one_word_more_and_the_instruction_is_another() -> None:
    instructions = langchain_pydantic()
    assert (
        parse(of_langchain(QUERY, instructions.replace("JSON schema below.", "JSON schema below, in German."))) is None
    )
