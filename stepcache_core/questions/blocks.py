"""An answer to a list of questions as one block for each question, without losing a byte."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from stepcache_core.questions.independence import asks_for_several
from stepcache_core.questions.listing import labels_from
from stepcache_core.questions.wording import content_of

_HEAD = re.compile(
    r"(?P<before>(?:\#{1,6}[ ]+)?(?:\*\*|__)?(?:(?:Q|A|Question|Answer)[ ]?)?\(?)(?P<label>\d{1,2}|[A-Za-z])"
    r"(?P<after>[.):]{1,2}(?:\*\*|__)?)(?=\s|\Z)",
    re.IGNORECASE,
)
_BULLET = re.compile(r"[-*+•](?=\s)")
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})")
_INTRODUCTION = re.compile(
    r"\s*(?:(?:sure|certainly|of course|absolutely)(?: thing)?[!,.]?\s*)?"
    r"(?:(?:here|below|these) are (?:(?:the|your|my) )?(?:(?:brief|short|concise) )?(?:answers|responses)"
    r"(?: (?:to|for) (?:all )?(?:of )?(?:the|your|these) questions)?|answers)?[:.!]?\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Block:
    """The answer to one question.

    Attributes:
        before: What stands before its label: nothing, a bracket, the start of bold text; or a bullet.
        label: Its number or letter, or an empty string.
        after: The point or bracket that closes the label.
        body: All else, without the white space that ends it.
        gap: That white space.
    """

    before: str
    label: str
    after: str
    body: str
    gap: str

    @property
    def text(self) -> str:
        return f"{self.before}{self.label}{self.after}{self.body}{self.gap}"

    @property
    def style(self) -> tuple[str, str]:
        return self.before, self.after

    def labelled(self, label: str) -> Block:
        return replace(self, label=label)


@dataclass(frozen=True, slots=True)
class Blocks:
    """An answer in blocks; introduction and blocks joined give it back byte for byte."""

    introduction: str
    blocks: tuple[Block, ...]

    @property
    def text(self) -> str:
        return self.introduction + "".join(block.text for block in self.blocks)


def blocks_of(text: str, questions: Sequence[str], labels: Sequence[str] | None) -> Blocks | str:
    """The answer in one block for each question, or why it cannot be told which part answers which.

    Args:
        text: The answer.
        questions: What was asked, in order.
        labels: The labels that the questions bear; without them, an answer may be numbered from 1 or not at all.
    """
    split = _labelled(text, labels or labels_from("1", len(questions)))
    if split is None and labels is None:
        split = _unlabelled(text, len(questions))
    if split is None:
        return "the cached answer does not fall into one block for each question"
    if not _INTRODUCTION.fullmatch(split.introduction):
        return "the cached answer opens with words that may be about all of it"
    if len({block.style for block in split.blocks}) > 1 or not all(block.body.strip() for block in split.blocks):
        return "the blocks of the cached answer are not all of one form"
    must_restate = not split.blocks[0].label or any(asks_for_several(question) for question in questions)
    if len(questions) > 1 and not _is_aligned(questions, split.blocks, must_restate):
        return "it cannot be told which block of the cached answer belongs to which question"
    return split


def runs_on(block: Block, others: Sequence[Block]) -> bool:
    """Whether the last block of an answer may end with words about all of it: it has more lines than others have."""
    return _lines(block) > min((_lines(other) for other in others), default=0)


_OF_ALL = re.compile(
    r"\W*(?:(?:all|both|only|neither|every|most|some|two|three|four|five) (?:of|\w+ (?:of|are|were|is|lie))"
    r"|(?:of|with|for) (?:the|these|all|those)|note|total|summary|sources?|score|remark|these|those|i|we|you|let|if"
    r"|feel|happy|good|would|hope|thank|cheers|any|so|overall|together|each|none|that['’]s)\b",
    re.IGNORECASE,
)
_ASKS_BACK = re.compile(r"\?[^\w?]*\Z")
_OF_ITS_OWN = re.compile(r"\b(?:it|its|he|she|his|her|they|their|this)\b", re.IGNORECASE)
_CLOSES_A_FENCE = re.compile(r"(?:`{3,}|~{3,})\s*\Z")


def may_close_the_answer(block: Block, questions: Sequence[str]) -> bool:
    """Whether the last line of the last block may be about all of the questions, of which the last is its own."""
    lines = block.body.splitlines()
    if len(lines) < 2 or not _lines(block) or lines[-1][:1] in " \t" or _BULLET.match(lines[-1]):
        return False
    last = lines[-1]
    if _CLOSES_A_FENCE.match(last):
        return False
    said, own = set(content_of(last)), set(content_of(questions[-1]))
    others = set().union(*(content_of(question) for question in questions[:-1])) - own
    is_its_own = _OF_ITS_OWN.search(last) or said & (own | set(content_of("\n".join(lines[:-1]))))
    is_of_all = _OF_ALL.match(last) is not None or _ASKS_BACK.search(last) is not None
    return is_of_all or bool(said & others) or not is_its_own


def _lines(block: Block) -> int:
    """Lines after the first that are neither indented nor an item of a list."""
    lines = block.body.splitlines()[1:]
    return sum(bool(line.strip()) and line[0] not in " \t" and not _BULLET.match(line) for line in lines)


def _labelled(text: str, labels: Sequence[str]) -> Blocks | None:
    heads = [head for head in _heads(text) if head["label"].isdigit() == labels[0].isdigit()]
    if [head["label"].casefold() for head in heads] != [label.casefold() for label in labels]:
        return None
    starts = [head.start() for head in heads]
    blocks = []
    for head, end in zip(heads, [*starts[1:], len(text)], strict=True):
        body = text[head.end() : end]
        blocks.append(_block(head["before"], head["label"], head["after"], body))
    return Blocks(text[: starts[0]], tuple(blocks))


def _heads(text: str) -> list[re.Match[str]]:
    """Labels at the beginning of a line, outside of fences."""
    heads, at, fenced = [], 0, False
    for line in text.splitlines(keepends=True):
        if _FENCE.match(line):
            fenced = not fenced
        head = None if fenced else _HEAD.match(text, at)
        if head:
            heads.append(head)
        at += len(line)
    return heads


def _unlabelled(text: str, count: int) -> Blocks | None:
    """One line for each question, all of them with a bullet or none."""
    rest = text.lstrip()
    lines = re.findall(r"\S[^\n]*\s*", rest)
    if "```" in text or "~~~" in text or any(gap.rpartition("\n")[2] for gap in re.findall(r"\n\s+", rest.rstrip())):
        return None
    bulleted = [bool(_BULLET.match(line)) for line in lines]
    if len(lines) != count or len(set(bulleted)) != 1 or any(_HEAD.match(line) for line in lines):
        return None
    width = int(bulleted[0])
    return Blocks(text[: len(text) - len(rest)], tuple(_block(line[:width], "", "", line[width:]) for line in lines))


def _block(before: str, label: str, after: str, body: str) -> Block:
    bare = body.rstrip()
    return Block(before, label, after, bare, body[len(bare) :])


def _is_aligned(questions: Sequence[str], blocks: Sequence[Block], must_restate: bool) -> bool:
    """Whether no block speaks of another question rather than its own, by the words that only one question has."""
    contents = [set(content_of(question)) for question in questions]
    spoken = [set(content_of(block.body)) for block in blocks]
    for place, said in enumerate(spoken):
        others = set().union(*(content for other, content in enumerate(contents) if other != place))
        own = contents[place] - others
        if said & own:
            continue
        if must_restate or said & (others - contents[place]):
            return False
    return True
