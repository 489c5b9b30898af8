"""Skeletons of an object, with types where values go, as programs declare them: read to the JSON Schema they mean.

`{"name": string, "age": int | null}`, `{name: string; tags?: string[]}` and `interface Person {...}` are read as
a whole or not at all; a comment beside a member is its description.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from stepcache_core.tasks.json_value.reading.examples import example_text
from stepcache_core.tasks.json_value.reading.notes import from_note, may_lack
from stepcache_core.tasks.json_value.reading.phrases import Rule

MAX_SKELETON_CHARS: Final = 20_000
MAX_DEPTH: Final = 12
_TOKEN: Final = re.compile(
    r"(?P<comment>//[^\n]{0,400}|/\*(?:(?!\*/).){0,400}\*/|(?<=\s)#[^\n]{0,400})|(?P<text>\"(?:[^\"\\\n]|\\.){0,400}\""
    r"|'(?:[^'\\\n]|\\.){0,400}')|(?P<number>-?\d{1,15}(?:\.\d{1,15})?)(?![\w.])|(?P<name>[^\W\d][\w-]{0,63})"
    r"|(?P<mark>\.{3}|…|\[\]|[{}\[\](),:;?|<>])|(?P<space>\s+)",
    re.DOTALL,
)
_TYPES: Final[dict[str, Rule]] = {
    "string": {"type": "string"},
    "str": {"type": "string"},
    "text": {"type": "string"},
    "number": {"type": "number"},
    "float": {"type": "number"},
    "double": {"type": "number"},
    "decimal": {"type": "number"},
    "integer": {"type": "integer"},
    "int": {"type": "integer"},
    "boolean": {"type": "boolean"},
    "bool": {"type": "boolean"},
    "null": {"type": "null"},
    "none": {"type": "null"},
    "object": {"type": "object"},
    "dict": {"type": "object"},
    "list": {"type": "array"},
    "array": {"type": "array"},
}
_LISTS: Final = frozenset({"array", "list", "sequence", "readonlyarray"})


class _NoSkeletonError(ValueError):
    """The text is no skeleton, or says more than is read here."""


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Skeleton:
    """The JSON Schema of a skeleton, and where it ends in the text.

    Attributes:
        schema: What it means.
        end: The place after its last bracket.
        keys: Its keys, if it is an object that must have all of them, none of them null.
    """

    schema: Rule
    end: int
    keys: tuple[str, ...] = ()


def skeleton_at(text: str, start: int) -> Skeleton | None:
    """The skeleton that begins with the bracket at `start`; None where not all of it is understood."""
    try:
        reader = _Reader(_tokens(text, start))
        schema = reader.type(0)
    except (_NoSkeletonError, IndexError):
        return None
    if not reader.typed:
        return None
    return Skeleton(schema, reader.end, tuple(schema.get("properties", ())) if not reader.may_lack else ())


def _tokens(text: str, start: int) -> list[_Token]:
    """The tokens up to the bracket that closes the first one."""
    found: list[_Token] = []
    at, level = start, 0
    while at < min(len(text), start + MAX_SKELETON_CHARS):
        token = _TOKEN.match(text, at)
        if token is None or token.lastgroup is None:
            raise _NoSkeletonError
        at = token.end()
        if token.lastgroup != "space":
            found.append(_Token(token.lastgroup, token[0], token.start(), token.end()))
        level += (token[0] in {"{", "["}) - (token[0] in {"}", "]"})
        if level == 0:
            return found
        if level > MAX_DEPTH + 1:
            break
    raise _NoSkeletonError


class _Reader:
    """Reads tokens from left to right."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self.typed = False
        self.may_lack = False

    @property
    def end(self) -> int:
        return self._tokens[self._at - 1].end

    def type(self, depth: int, key: str = "") -> Rule:
        """One type of a key's value or several with bars between them."""
        some = [self._one(depth)]
        while self._takes("|"):
            some.append(self._one(depth))
        if len(some) > 1:
            return self._either(some)
        (alone,) = some
        return self._placed(alone["const"], key) if isinstance(alone.get("const"), str) else alone

    def _placed(self, text: str, key: str) -> Rule:
        """A text in quotes, alone in the place of a value: it stands for one."""
        rule = example_text(text, key)
        if "description" in rule or "anyOf" in rule:
            raise _NoSkeletonError
        return rule

    def _either(self, some: list[Rule]) -> Rule:
        self.may_lack |= {"type": "null"} in some
        if all("const" in rule and isinstance(rule["const"], str) for rule in some):
            return {"type": "string", "enum": [rule["const"] for rule in some]}
        return {"anyOf": some}

    def _one(self, depth: int) -> Rule:
        if depth > MAX_DEPTH:
            raise _NoSkeletonError
        token = self._next()
        if token.text == "{":
            rule = self._object(depth + 1)
        elif token.text == "[":
            rule = {"type": "array", "items": self.type(depth + 1)}
            while self._takes(","):
                if self._takes("...") or self._takes("…"):
                    break
                if self.type(depth + 1) != rule["items"]:
                    raise _NoSkeletonError
            self._expect("]")
        elif token.kind == "name":
            rule = self._named(token.text, depth)
        elif token.text == "<":
            rule = self._named(self._next().text, depth)
            self._expect(">")
        elif token.kind == "text":
            rule = {"const": token.text[1:-1]}
        elif token.kind == "number":
            rule = {"const": float(token.text) if "." in token.text else int(token.text)}
        else:
            raise _NoSkeletonError
        while self._takes("[]"):
            rule = {"type": "array", "items": rule}
        return rule

    def _named(self, name: str, depth: int) -> Rule:
        self.typed = True
        word = name.lower()
        if word in _LISTS and self._peek() in {"<", "["}:
            closing = {"<": ">", "[": "]"}[self._next().text]
            rule: Rule = {"type": "array", "items": self.type(depth + 1)}
            self._expect(closing)
            return rule
        if word == "optional" and self._takes("["):
            inner = self.type(depth + 1)
            self._expect("]")
            self.may_lack = True
            return {"anyOf": [inner, {"type": "null"}]}
        if word not in _TYPES:
            raise _NoSkeletonError
        self.may_lack |= word in {"null", "none"}
        return dict(_TYPES[word])

    def _object(self, depth: int) -> Rule:
        members: dict[str, Any] = {}
        required: list[str] = []
        self._comment()
        while not self._takes("}"):
            key = self._next()
            if key.kind not in {"name", "text"}:
                raise _NoSkeletonError
            name = key.text.strip("\"'")
            is_optional = self._takes("?")
            self._expect(":")
            rule = self.type(depth, name)
            if name in members:
                raise _NoSkeletonError
            is_parted = self._takes(",") or self._takes(";")
            remark = self._comment()
            if not is_parted and self._peek() != "}" and not self._ends_a_line():
                raise _NoSkeletonError
            members[name] = self._remarked(rule, remark) if remark else rule
            self.may_lack |= is_optional
            required += [] if is_optional else [name]
        if not members:
            raise _NoSkeletonError
        return {"type": "object", "required": required, "properties": members, "additionalProperties": False}

    def _remarked(self, rule: Rule, remark: str) -> Rule:
        """The rule with what a remark beside it says."""
        kind = rule.get("type")
        noted = (
            from_note(f"{kind}, {remark[:1].lower()}{remark[1:]}") if isinstance(kind, str) and len(rule) == 1 else None
        )
        if noted is None or may_lack(remark):
            raise _NoSkeletonError
        return noted

    def _ends_a_line(self) -> bool:
        before, after = self._tokens[self._at - 1], self._tokens[self._at]
        return before.kind == "comment" or after.start > before.end

    def _comment(self) -> str:
        remarks: list[str] = []
        while self._tokens[self._at].kind == "comment":
            remarks.append(self._next().text.strip("/*# \t\n"))
        return " ".join(remarks)

    def _next(self) -> _Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _peek(self) -> str:
        return self._tokens[self._at].text if self._at < len(self._tokens) else ""

    def _takes(self, text: str) -> bool:
        if self._peek() != text:
            return False
        self._at += 1
        return True

    def _expect(self, text: str) -> None:
        if not self._takes(text):
            raise _NoSkeletonError
