"""How a list of keys is written: in a row or one a line, with what each item says of its key, and where it ends."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from stepcache_core.tasks.json_value.reading.notes import from_note, kind_named, may_lack
from stepcache_core.tasks.json_value.reading.patterns import compiled
from stepcache_core.tasks.json_value.reading.phrases import Rule

MAX_KEYS = 64


@dataclass(frozen=True, slots=True)
class KeyClause:
    """A list of keys, all of them spelled out.

    Attributes:
        start: Where the phrase that leads to it starts in the prompt.
        end: Where it ends.
        keys: The keys in the order named.
        closed: Whether the phrase itself says that there are no others.
        rules: What notes beside keys ask of their values.
        annotated: Whether a note was not understood.
        words: The phrase that leads to it and the keys, without notes.
    """

    start: int
    end: int
    keys: tuple[str, ...]
    closed: bool
    rules: tuple[tuple[str, Rule], ...] = field(default=(), hash=False)
    annotated: bool = False
    words: str = ""


_QUOTED_KEY = re.compile(r"\"([^\"\n]{1,64})\"|`([^`\n]{1,64})`|'([^'\n]{1,64})'|“([^”\n]{1,64})”|‘([^’\n]{1,64})’")
_BARE_KEY = re.compile(r"[A-Za-z_][\w-]{0,63}(?![\w’'/@-])")
_BULLETS = tuple(
    (re.compile(rf"{sign}\s{{1,8}}"), re.compile(rf"[,;]?\s{{0,8}}\n\s{{0,8}}{sign}\s{{1,8}}"))
    for sign in (r"[-–]", r"\*", "•", r"\d{1,2}[.)]")
)
"""How the first item of a list of lines begins, and how any other does."""
_AFTER_A_KEY = re.compile(r"\s{0,8}(?:,|\(|:\s|[-–—]\s|\band\b|&|\n)", re.IGNORECASE)
_NEXT_LINE = re.compile(r"[,;]?[ \t]{0,4}\n[ \t]{0,8}(?=[\"'`“‘\w])")
_SLASHED = re.compile(r"[a-z_]\w{0,63}(?:/[a-z_]\w{0,63}){2,63}+(?![\w/])", re.IGNORECASE)
_SEPARATOR = re.compile(r"\s{0,8}(?:,\s{0,8}(?:(?:and|&)\s{1,8})?|(?:\band\b|&)\s{1,8})", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\s{0,4}\((?P<note>[^()\n]{0,120}(?:\([^()\n]{0,80}\)[^()\n]{0,80}){0,4}+)\)")
_TO_LINE_END = re.compile(r"[ \t]{0,3}(?:[:=][ \t]{0,4}|[-–—][ \t]{1,4}|(?=\())(?P<note>[^\n]{1,240}(?=\n|$))")
_TO_SENTENCE_END = re.compile(r"\s{1,3}[-–—]\s{1,3}(?P<note>[^.;\n]{1,200})(?=[.;\n]|$)")
"""Notes beside a key: in brackets, or all the rest of its line."""
_CLOSE = compiled(r"\s{0,4}(?:only\b|,?\s{0,4}and nothing (?:else|more)\b)")
_EXACTLY = re.compile(r"\b(?:exactly|only|just|precisely)\b", re.IGNORECASE)
_FIRST_WORD = re.compile(r"[A-Za-z]{1,40}\b")
_WORD = re.compile(r"\s{0,8},?\s{0,8}(?:and\s{1,8})?([A-Za-z]{1,40})\b")
_LIST_END = re.compile(r"\s{0,8}(?:$|[.!?;:](?=\s|$)|\)|\n)")
_GOES_ON = re.compile(r"\s{0,4}[;|/\n]\s{0,4}[\"'`]?[\w-]{1,64}[\"'`]?[ \t]{0,4}(?:[;|/\n,]|\.?\s{0,4}$)")
"""A list that goes on after a separator that is not understood."""
CONNECTORS = frozenset(
    "for about describing describes that which from based representing on regarding concerning summarizing "
    "summarising given extracted where in to with when as only please make ensure each both all no nothing "
    "without do don return respond reply output give keep use extract".split()
)
_VERBS = frozenset(
    "explain describe translate tell say list compare rate show suggest recommend write provide create generate draw "
    "plot discuss analyze analyse define mention ask help teach outline elaborate justify add include append "
    "sort summarize summarise convert then also finally afterwards walk calculate solve answer".split()
)
NOT_KEYS = frozenset(
    "and or the a an following any these those your some it this such so etc like of is are be or but e.g keys fields "
    "key field indentation newlines whitespace spaces formatting markdown comments".split()
)


@dataclass(frozen=True, slots=True)
class _Layout:
    """How a list of keys is written.

    Attributes:
        at: Where its first key starts.
        between: What stands between two keys.
        by_line: Whether each key has a line of its own.
        needs_notes: Whether only notes that are understood tell it from lines of text.
    """

    at: int
    between: re.Pattern[str]
    by_line: bool = False
    needs_notes: bool = False


def _layout(prompt: str, head: re.Match[str], at: int) -> _Layout:
    for first, between in _BULLETS:
        bullet = first.match(prompt, at)
        if bullet is not None:
            return _Layout(bullet.end(), between, by_line=True)
    begins_a_line = "\n" in prompt[head.start() : at]
    item = _item(prompt, at) if begins_a_line else None
    if item is not None and _TO_LINE_END.match(prompt, item[1]) is not None:
        return _Layout(at, _NEXT_LINE, by_line=True, needs_notes=True)
    return _Layout(at, _SEPARATOR)


@dataclass(slots=True)
class _Items:
    """The keys read so far, and what their notes say."""

    keys: list[str] = field(default_factory=list)
    rules: list[tuple[str, Rule]] = field(default_factory=list)
    annotated: bool = False

    def add(self, key: str, note: str | None) -> bool:
        """Takes in a key; False when its note leaves it open if the key is wanted."""
        self.keys.append(key)
        if note is None:
            return True
        rule = from_note(note) or kind_named(note)
        if rule is not None:
            self.rules.append((key, rule))
        self.annotated |= rule is None
        return rule is not None or not may_lack(note)


def _note(prompt: str, end: int, layout: _Layout) -> re.Match[str] | None:
    """What stands beside a key; after a dash only what is understood, as a dash may also go on with the sentence."""
    if layout.by_line:
        return _TO_LINE_END.match(prompt, end)
    dashed = _TO_SENTENCE_END.match(prompt, end)
    return dashed if dashed is not None and from_note(dashed["note"]) is not None else _IN_BRACKETS.match(prompt, end)


def listed(prompt: str, head: re.Match[str], at: int) -> KeyClause | None:
    """The list that starts at a place, after a phrase that leads to it; None where it is in doubt."""
    layout = _layout(prompt, head, at)
    items = _Items()
    spaced: set[bool] = set()
    indents = {_indent(prompt, layout.at)}
    at, is_last = layout.at, False
    while len(items.keys) < MAX_KEYS:
        item = _item(prompt, at)
        if item is None:
            return None
        key, end = item
        note = _note(prompt, end, layout)
        if not items.add(key, None if note is None else note["note"]):
            return None
        end = end if note is None else note.end()
        separator = layout.between.match(prompt, end)
        spaced |= {_BLANK_LINE.match(prompt, end) is not None} if separator is not None and layout.by_line else set()
        if separator is None or (not layout.by_line and _reserved(prompt, separator.end())):
            if separator is not None and _may_be_a_key(prompt, separator.end()):
                return None
            break
        if is_last and separator[0].strip() == ",":
            break
        is_last = not layout.by_line and re.search(r"and|&", separator[0], re.IGNORECASE) is not None
        at = separator.end()
        indents.add(_indent(prompt, at))
    # Lines apart from the others may be of another list.
    if len(set(items.keys)) != len(items.keys) or len(spaced) > 1 or (layout.by_line and len(indents) > 1):
        return None
    if _GOES_ON.match(prompt, end) and not (layout.by_line and _BLANK_LINE.match(prompt, end)):
        return None
    if layout.needs_notes and (len(items.rules) < len(items.keys) or len(items.keys) < 2):
        return None
    return _closed(prompt, head, items, end)


def _indent(prompt: str, at: int) -> int:
    """How far the line of a place is set in: a line set in deeper tells of the one above."""
    line = prompt[prompt.rfind("\n", 0, at) + 1 : at]
    return len(line) - len(line.lstrip()) if not line.lstrip(" \t-–*•0123456789.)") else 0


def _closed(prompt: str, head: re.Match[str], items: _Items, end: int) -> KeyClause | None:
    """The list with what closes it; None when words follow that may go on with it."""
    closing = _CLOSE.match(prompt, end)
    if head["link"] == "(" and prompt[end : end + 1] == ")":
        end += 1
    dash = _DASH.match(prompt, end) if (head["link"] or "").strip() in _DASHES else None
    end = max(end, closing.end() if closing is not None else 0, dash.end() if dash is not None else 0)
    word = _WORD.match(prompt, end)
    if (
        dash is None
        and _LIST_END.match(prompt, end) is None
        and (word is None or word[1].lower() not in CONNECTORS | _VERBS | {"as"})
    ):
        return None
    closed = closing is not None or _EXACTLY.search(head["modifiers"] or "") is not None
    return KeyClause(
        head.start(),
        end,
        tuple(items.keys),
        closed,
        tuple(items.rules),
        items.annotated,
        f"{head[0]} {' '.join(items.keys)}",
    )


_BLANK_LINE = re.compile(r"[,;.]?[ \t]{0,4}\n[ \t]{0,4}\n")
_DASHES = frozenset("-–—")
_DASH = re.compile(r"\s{1,4}[-–—](?=[\s,.]|$)")


def _item(prompt: str, at: int) -> tuple[str, int] | None:
    quoted = _QUOTED_KEY.match(prompt, at)
    if quoted is not None:
        key = next(group for group in quoted.groups() if group is not None)
        return None if key.strip() != key or key.endswith((",", ".")) else (key, quoted.end())
    bare = _BARE_KEY.match(prompt, at)
    if bare is None or bare[0].endswith("-"):
        return None
    word = bare[0].lower()
    if word in NOT_KEYS | CONNECTORS and not (
        _is_noun_here(prompt, bare.end(), word) or (bare[0] == "a" and _AFTER_A_KEY.match(prompt, bare.end()))
    ):
        return None
    return bare[0], bare.end()


def _reserved(prompt: str, at: int) -> bool:
    word = _FIRST_WORD.match(prompt, at)
    if word is None or word[0].lower() not in CONNECTORS | _VERBS:
        return False
    return not _is_noun_here(prompt, word.end(), word[0].lower())


def _is_noun_here(prompt: str, end: int, word: str) -> bool:
    if word in _PRODUCTS:
        return _OF_A_PRODUCT.match(prompt, end) is not None
    ends_here = _ITEM_END.match(prompt, end) is not None
    return word in _NOUNS_TOO and (ends_here or (word in _WAYS and _ABOUT.match(prompt, end) is not None))


def _may_be_a_key(prompt: str, at: int) -> bool:
    """Whether a word that is no key otherwise is one more of the list, after which is said what the object is about."""
    word = _FIRST_WORD.match(prompt, at)
    if word is None:
        return False
    if word[0].lower() in _VERBS | {"given", "give", "keep", "use"} and _OF_A_PRODUCT.match(prompt, word.end()):
        return True
    return word[0].lower() in _NOUNS_TOO and _ABOUT.match(prompt, word.end()) is not None


_PRODUCTS = frozenset({"output", "reply", "return"})
_OF_A_PRODUCT = compiled(
    r"\s{0,4}(?:,|\(|\band\b|$|[.!?;](?=\s|$)|\n)| (?:for|about|of|describing|representing)\b(?! (?:each|every|all)\b)"
)
"""What follows what is put out, and no order to put it out."""
_WAYS = frozenset({"from", "to", "when"})
_ABOUT = compiled(r" (?:for|about|of|describing|representing|as|with|using|based)\b")


_NOUNS_TOO = frozenset(
    "answer comment draw extract from list make name outline plot rate show sort state to when".split()
)
"""Verbs and connectors that are a key where nothing follows that they could be about."""
_ITEM_END = re.compile(r"\s{0,4}(?:,|\(|\band\b|&|$|[.!?;:](?=\s|$)|\n)")


def slashed(prompt: str, head: re.Match[str]) -> KeyClause | None:
    """The keys of "keys title/author/year"; of two, one may be the other's alternative."""
    found = _SLASHED.match(prompt, head.end())
    if found is None or _LIST_END.match(prompt, found.end()) is None:
        return None
    keys = tuple(found[0].split("/"))
    if len(set(keys)) != len(keys):
        return None
    return KeyClause(head.start(), found.end(), keys, _EXACTLY.search(head["modifiers"]) is not None, words=head[0])
