"""The form an answer has to have: what its call announces, and what its caller makes of it.

An answer in another form reaches the caller as it is, and is neither kept nor served again: the caller's parser refuses
it, and a retry would only get it once more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeGuard

from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration
from langchain_core.outputs import Generation as LangChainGeneration
from langchain_core.utils.json import parse_json_markdown
from pydantic import BaseModel
from typing_extensions import is_typeddict

from stepcache_core.announced import (
    calls_may_be_taken,
    may_be_taken,
    parameters_of,
    requires_a_call,
    schema_of_text,
)
from stepcache_core.model import Answer, Generation, Outcome, Request
from stepcache_langchain import generations
from stepcache_langchain.generations import NOT_KEPT, UnreadableRecordError

Classes = Mapping[str, type[BaseModel] | None]
"""The classes that a caller makes of an answer: of a tool's arguments by the tool's name, of the text by none.

No class where it takes whatever JSON it gets.
"""


def classes_of_tools(tools: Sequence[Any]) -> Classes:
    """Those of the tools that are classes, which a parser makes objects of and nobody calls."""
    return {_name(tool): tool for tool in tools if _is_class(tool)}


def classes_of_output(schema: Any) -> Classes:
    """The class of a structured output, as a tool and as a text; a schema is announced, and checked by no parser."""
    if _is_class(schema):
        return {_name(schema): schema, "": schema}
    if isinstance(schema, Mapping):
        named = schema.get("title") or next(iter(parameters_of([schema]) or ()), "")
        return {str(named): None, "": None}
    return {str(schema.__name__): None, "": None} if is_typeddict(schema) else {}


def _is_class(schema: object) -> TypeGuard[type[BaseModel]]:
    return isinstance(schema, type) and issubclass(schema, BaseModel)


def _name(schema: type[BaseModel]) -> str:
    return str(schema.model_config.get("title") or schema.__name__)


@dataclass(frozen=True, slots=True)
class Form:
    """What the answers to one request have to be like.

    Attributes:
        request: What is asked.
        parsed_as: The class of the objects that the provider makes of its answers.
        classes: What the caller makes of them.
    """

    request: Request
    parsed_as: type[BaseModel] | None
    classes: Classes

    @classmethod
    def of(cls, request: Request, arguments: Mapping[str, Any], classes: Classes) -> Form:
        """The form of the answers to a call with these arguments, as `with_structured_output` binds them."""
        schema = arguments.get("response_format")
        return cls(request, schema if _is_class(schema) else None, classes)

    def generation(self, answers: Sequence[LangChainGeneration]) -> Generation:
        """What a model answered, for the engine."""
        generation = generations.generation_for(self.request, answers, self.parsed_as)
        return generation if self._is_met(answers) else replace(generation, finish_reason=NOT_KEPT)

    def served(self, answer: Answer) -> list[LangChainGeneration]:
        """What the caller gets of an answer.

        Raises:
            UnreadableRecordError: The record cannot be read, or is not in form.
        """
        served = generations.served_generations(answer, chat=True, parsed_as=self.parsed_as)
        if answer.outcome is Outcome.EXACT and not self._is_met(served):
            raise UnreadableRecordError("the record holds an answer that its caller does not take")
        return served

    def _is_met(self, answers: Sequence[LangChainGeneration]) -> bool:
        return are_in_form({**self.request.params, "tools": self.request.tools}, answers, self.classes)


def are_in_form(
    arguments: Mapping[str, Any], answers: Sequence[LangChainGeneration], classes: Classes = MappingProxyType({})
) -> bool:
    """Whether answers have the form that the arguments of their call announce, and that of the caller's classes."""
    messages = [one.message for one in answers if isinstance(one, ChatGeneration)]
    return all(_is_in_form(arguments, one, classes) for one in messages if isinstance(one, AIMessage))


def _is_in_form(arguments: Mapping[str, Any], message: AIMessage, classes: Classes) -> bool:
    tools, choice = arguments.get("tools") or (), arguments.get("tool_choice")
    if calls := message.tool_calls:
        return calls_may_be_taken(tools, choice, [(call["name"], call["args"]) for call in calls], classes) and all(
            _is_taken(classes[call["name"]], call["args"]) for call in calls if call["name"] in classes
        )
    if requires_a_call(tools, choice):
        return False
    if (parsed := message.additional_kwargs.get("parsed")) is not None:
        return not isinstance(parsed, Mapping) or "" not in classes or _is_taken(classes[""], parsed)
    schema = schema_of_text(arguments)
    if schema is None:
        return True
    try:
        value = parse_json_markdown(message.text)
    except (ValueError, TypeError, RecursionError):
        return False
    return _is_taken(classes[""], value) if "" in classes else may_be_taken(schema, value)


def _is_taken(kind: type[BaseModel] | None, value: object) -> bool:
    if kind is None:
        return True
    try:
        kind.model_validate(deepcopy(value))  # a validator may change what it is given, and that is served
    except Exception:  # noqa: BLE001  # as in the caller's parser, whatever a validator of the user's raises
        return False
    return True
