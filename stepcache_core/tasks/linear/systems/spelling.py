r"""What answers to several equations write in many ways, in one: `\tag{1}`, `Eq. (1)`, lists with dashes, tables."""

from __future__ import annotations

import re
from typing import Final

from stepcache_core.tasks.linear.courtesies import without_courtesies
from stepcache_core.tasks.linear.systems.points import spell_out
from stepcache_core.tasks.linear.systems.tags import ORDINALS

_SHORT: Final = re.compile(r"\b[Ee]q(?:n)?(s?)\.?[ ~]?(?=\(?[1-9]\b)")
_TAG: Final = re.compile(r"\\tag\*?\{\(?([1-9])\)?\}")
_LEADER: Final = re.compile(r"[ \t]*(?:\.{2,}|…+|-{2,}>?|—+|→|⟶)[ \t]*\(([1-9])\)(?=[ \t]*(?:\n|$))")
"""Dots or dashes before the number of an equation."""
_SIGN: Final = r"[+\-−–×*·]"
_NAME: Final = r"(?:[Ee]quation[ ]?\(?([1-9])\)?|(?:the )?(first|second|third) equation)"
_IN_A_SUM: Final = re.compile(rf"\b{_NAME}(?=[ ]?{_SIGN}[ ]?(?:\d|\(|[Ee]quation))|(?<=[\d)][ ]{_SIGN}[ ]){_NAME}")
"""`Equation (1)` beside a sign, as in `Equation (1) + Equation (2)` and `2 × the first equation`."""
_DASHED: Final = re.compile(r"(?:(?<=:\n)|(?<=:\*\*\n))\n?(?:[ \t]*- [^\n]*(?:\n|$)){2,}")
"""Lines of a list, each with a dash, after words that introduce it."""
_DASH: Final = re.compile(r"^([ \t]*)- ", re.MULTILINE)
_FIRST_OF_A_SUM: Final = re.compile(
    r"^(?=[ \t]*(?:\d[ ]?[×*·]?[ ]?)?\([1-9]\)[ ]?(?:[+\-−–][ ]?(?:\d+[ ]?[×*·]?[ ]?)?\([1-9]\)|[×*·][ ]?\d))",
    re.MULTILINE,
)
"""Where a line begins with `(1) + (2)`, whose first number is not that of the line."""
_ROMAN: Final = re.compile(r"\((i{1,3}|iv)\)")
_ROMANS: Final = ("i", "ii", "iii", "iv")
_HYPHEN: Final = re.compile(r"\b([a-z])[-\u2010\u2011](?=(?:terms?|values?|coordinates?|coefficients?)\b)")
_BOXED_WORDS: Final = re.compile(r"\\boxed\{\s*\\(?:text|textbf|mathrm)\{([^{}\\$]{1,80})\}\s*\}")
_FENCE: Final = re.compile(r"^[ \t]*```[ \t]*\n((?:[^`\n]*\n)+?)[ \t]*```[ \t]*$", re.MULTILINE)
_ROW: Final = re.compile(r"^[ \t]*\|([^|\n]*)\|([^|\n]*)\|[ \t]*$", re.MULTILINE)
_HEAD: Final = re.compile(r"[ *]*(?:variable|letter|unknown|value|solution)s?[ *]*|[ :-]+", re.IGNORECASE)
_MARKUP: Final = re.compile(r"\\[()]|[$*\s]")


def plain(text: str, letters: frozenset[str]) -> str:
    """The text in one spelling; it is read for what it states, not for where it stands."""
    text = without_courtesies(text)
    if "|" in text:
        text = _ROW.sub(lambda row: _row(row, letters), text)
    if "- " in text:
        text = _DASHED.sub(lambda found: _DASH.sub(r"\1* ", found.group()), text)
    if "```" in text:
        text = _FENCE.sub(r"\1", text)
    if "i" not in letters:
        text = _ROMAN.sub(lambda found: f"({_ROMANS.index(found.group(1)) + 1})", text)
    text = _TAG.sub(r"\\quad (\1)", text)
    text = _LEADER.sub(r" \\quad (\1)", text)
    text = _SHORT.sub(r"equation\1 ", text)
    text = _HYPHEN.sub(lambda found: f"{found.group(1)} " if found.group(1) in letters else found.group(), text)
    text = _BOXED_WORDS.sub(r"\1", text)
    text = _IN_A_SUM.sub(lambda found: f"({ORDINALS[next(filter(None, found.groups()))] + 1})", text)
    return spell_out(_FIRST_OF_A_SUM.sub("consider ", text), letters)


def _row(row: re.Match[str], letters: frozenset[str]) -> str:
    """`| x | 3 |` as `x = 3`, and a head as an empty line; any other row stays as it is."""
    name, value = row.groups()
    letter = _MARKUP.sub("", name)
    if letter in letters and value.strip():
        return f"{letter} = {value.strip()}"
    return "" if _HEAD.fullmatch(name) and _HEAD.fullmatch(value) else row.group()
