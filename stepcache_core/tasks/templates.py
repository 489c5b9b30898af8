"""Prompts in the templates of chat and instruction models: what is said in them, without their marks and labels."""

from __future__ import annotations

import re
from typing import Final

_MARK: Final = re.compile(
    r"(?:<\|im_start\|>(?P<chatml>\w{1,12})|<start_of_turn>(?P<gemma>\w{1,12}))(?=[ \t]*(?:\n|\Z))"
    r"|<\|start_header_id\|>(?P<llama>\w{1,12})<\|end_header_id\|>|<\|(?P<phi>system|user|assistant)\|>"
    r"|\[(?P<closes>/?)INST\]|<<(?P<ends>/?)SYS>>"
    r"|<\|(?:im_end|eot_id|end|begin_of_text)\|>|<end_of_turn>|</?s>"
)
"""Where somebody's turn begins or ends."""
_HEADING: Final = re.compile(r"^#{2,3} (?P<part>[^\n:]{1,40}):?[ \t]*$", re.MULTILINE)
_ABOUT_THE_TEMPLATE: Final = re.compile(
    r"(?:Below is an instruction that describes a task(?:, paired with an input that provides further context)?\. "
    r"Write a response that appropriately completes the request\.)?"
)
_ASKS: Final = re.compile(r"(?:Instruction|Task|Question|Q)\s?:\s*")
_GIVES: Final = re.compile(r"(?:Input|Text|Data)\s?:\s*")
_ANSWERS: Final = re.compile(r"(?:Output|Answer|A|Response)\s?:\s*")
_ANY_LABEL: Final = re.compile(
    r"[A-Z][a-z]{0,11}\s?:"
    r"|[\W_]{0,8}(?:\d{1,3}[.)]?\s)?(?i:(?:\w{1,12}\s)?(?:q|a|question|answer|instruction|task|input|output|response"
    r"|user|human|system|assistant|ai|bot)s?\s?\d{0,3})[*_)]{0,3}\s?:"
)
"""What begins another part, of whatever speaker; also in a list, in bold or with a number."""


def unwrapped(prompt: str) -> str:
    """What a prompt says, where it is one turn in a known template; the prompt as it is otherwise."""
    parts = _of_a_chat(prompt) or _under_headings(prompt) or _under_labels(prompt)
    return "\n\n".join(parts) if parts else prompt


def _of_a_chat(prompt: str) -> list[str]:
    """The scene, if one is set, and what the one user says; nothing where anybody says more."""
    said: list[tuple[str, str]] = []
    speaker, at = "", 0
    for mark in _MARK.finditer(prompt):
        said.append((speaker, prompt[at : mark.start()].strip()))
        speaker, at = _speaker_after(mark), mark.end()
    said.append((speaker, prompt[at:].strip()))
    said = [(who, text) for who, text in said if text]
    return [text for _, text in said] if [who for who, _ in said] in (["user"], ["system", "user"]) else []


def _speaker_after(mark: re.Match[str]) -> str:
    if mark["closes"] is not None:
        return "assistant" if mark["closes"] else "user"
    if mark["ends"] is not None:
        return "user" if mark["ends"] else "system"
    return mark["chatml"] or mark["gemma"] or mark["llama"] or mark["phi"] or ""


def _under_headings(prompt: str) -> list[str]:
    """What stands under `### Instruction:` and `### Input:`, where `### Response:` waits for the answer."""
    before, *rest = _HEADING.split(prompt)
    parts = list(zip(rest[::2], (text.strip() for text in rest[1::2]), strict=True))
    names = [name for name, _ in parts]
    if names not in (["Instruction", "Response"], ["Instruction", "Input", "Response"]) or parts[-1][1]:
        return []
    if _ABOUT_THE_TEMPLATE.fullmatch(before.strip()) is None or not parts[0][1]:
        return []
    return [text for _, text in parts if text]


def _under_labels(prompt: str) -> list[str]:
    """The same where a line begins with `Instruction:` or `Q:`, and the last one is `Output:` or `A:`."""
    lines = prompt.strip().split("\n")
    asks = _ASKS.match(lines[0])
    if asks is None or len(lines) < 2 or _ANSWERS.fullmatch(lines[-1].strip()) is None:
        return []
    parts = [[lines[0][asks.end() :]]]
    for line in lines[1:-1]:
        gives = _GIVES.match(line) if len(parts) == 1 else None
        if gives is not None:
            parts.append([line[gives.end() :]])
        elif _ANY_LABEL.match(line) is not None:
            return []
        else:
            parts[-1].append(line)
    texts = ["\n".join(part).strip() for part in parts]
    return texts if all(texts) else []
