"""Prose with arithmetic in it, as people and models write it, cut into tokens.

Plain text, unicode signs and LaTeX give the same tokens. What the lexer does not know becomes a token of kind
`BAD`, never silence: whoever reads the tokens must be able to tell that something was not understood.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import Final, NamedTuple

MAX_TEXT: Final = 6_000
"""Characters beyond which a text is not read at all."""
MAX_DIGITS: Final = 30
"""Digits a number may have; far below the interpreter's own limit for turning digits into an integer."""

NUMBER: Final = "number"
NAME: Final = "name"
WORD: Final = "word"
OPERATOR: Final = "operator"
RELATION: Final = "relation"
OPEN: Final = "open"
CLOSE: Final = "close"
FRACTION: Final = "fraction"
BOX: Final = "box"
MATH: Final = "math"
STOP: Final = "stop"
LABEL: Final = "label"
QUOTE: Final = "quote"
BAD: Final = "bad"


class Token(NamedTuple):
    """One token.

    Attributes:
        kind: One of the constants of this module.
        text: The token in its normal spelling: `-` for every minus, `*` for every sign of multiplication, a word in
            lower case.
        start: Where it begins in the source text.
        end: Where it ends.
        inside: Whether it stands between mathematical delimiters.
    """

    kind: str
    text: str
    start: int
    end: int
    inside: bool = False

    @property
    def run(self) -> None:
        """A token by itself is no run of mathematics."""
        return None


# The first alternatives are what most texts consist of, wherever it can be nothing else of the list below them. At the
# start of a line, which may hold a label or a bullet, they are tried only where it begins with neither.
_TOKEN: Final = re.compile(
    r"""
    [ \t]*+(?:(?P<newline>\n)|(?P<that_is>(?<!\w)i\.e\.))
  | (?P<hyphen>(?:(?<=\\\))|(?<=\w\$))-(?=(?:terms?|values?|variables?|axis)\b))
  | (?:(?<=[^\n])|(?=[ \t]*(?:(?!(?:step|Step|STEP)[ \t]|(?:[a-h]|[iv]{1,4})\)[ \t])[A-Za-z]
            |[0-9]+[A-Za-z ])))[ \t]*+(?:
        (?P<plain_words>(?<!\w)[A-Za-z]{2,}+(?![^\W_]|['\u2019\u2010\u2011-])
            (?:[ ][A-Za-z]{2,}+(?![^\W_]|['\u2019\u2010\u2011-]))*)
      | (?P<plain_number>(?<!\w)(?![1-9][0-9]{0,2}\.000(?![0-9.]))
            (?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,14})?(?![0-9]|[.,][\w.,]))
      | (?P<letter>[B-HJ-Zb-z](?![^\W_]|['\u2019\u2010\u2011-]))
      | (?P<sign>\+(?![+\-\u2212])|-(?![->\u2212])|/(?!/)|\*(?!\*))
      | (?P<equals>=(?![=!<>~]|\s?=))
      | (?P<comma>[,;?]|:(?!=)|\.(?![0-9]))
      | (?P<opening>[(\[{])
      | (?P<closing>[)\]}])
      | (?P<over>\\frac(?=\{)))
  | (?P<label>^[ \t]*(?:\#{1,6}[ \t]+)?(?:\*\*)?
        (?:(?:step|Step|STEP)[ \t]+[0-9]{1,3}(?=[ \t]*(?:[:.)\u2013\u2014*]|$))[:.)]?
          |[0-9]{1,3}[.)](?=[ \t]|\*\*|$)|\([0-9]{1,3}\)(?=[ \t])|[0-9]\ufe0f?\u20e3
          |\(?(?:[a-h]|i{1,3}|i?v|vi{1,3})\)(?=[ \t]+(?:[A-Za-z]{2}|[0-9]|\\[(\[]|\$|\*\*))))
  | (?P<heading>^[ \t]*\#{1,6}[ \t])
  | (?P<bullet>^[ \t]*(?:[*\u2022][ \t]+(?=\S)|[-+][ \t]+(?=[A-Za-z]{2}|\\[(\[]|\$|\*\*)))
  | (?P<dash>^[ \t]*[-+][ \t]+(?=\S))
  | [ \t]*+(?:
        (?P<space>[\r\f\v\u00a0\u2009\u202f]+|\\[,;:!> ]|\\displaystyle\b
            |\\(?:left|right|big|Big|bigg|Bigg)(?=[(\[{)\]}]|\\[{}]))
      | (?P<fence>```|~~~)
      | (?P<number>[0-9][0-9.,]*|\.[0-9][0-9.,]*)
      | (?P<vulgar>[\u00bc-\u00be\u2153-\u215e])
      | (?P<words>\\(?:text|textbf|textit|mathrm|mathbf|mathit|operatorname)\{[^{}\\$]{0,80}\})
      | (?P<frac>\\[dt]?frac(?=\s*\{))
      | (?P<box>\\f?boxed?\{)
      | (?P<mathopen>\\[(\[]|\\begin\{(?:align|aligned|equation|gather|gathered|cases|split)\*?\})
      | (?P<mathclose>\\[)\]]|\\end\{(?:align|aligned|equation|gather|gathered|cases|split)\*?\})
      | (?P<align>&)
      | (?P<dollar>\$\$?)
      | (?P<linebreak>\\\\)
      | (?P<arrow>=>|->|-->|[\u21d2\u2192\u27f9\u27f6\u2234\u2193\u21d3]
            |\\(?:Rightarrow|rightarrow|implies|to|therefore|Longrightarrow|quad|qquad|newline)\b)
      | (?P<badrel>[=!<>:~]=+|=(?:[!<>~]|\s?=)|[<>\u2260\u2264\u2265\u2261\u221d]
            |\\(?:neq?|leq?|geq?|lt|gt|equiv|sim)\b)
      | (?P<relation>=|\u2248|\\approx\b)
      | (?P<strong>\*\*)
      | (?P<times>\*(?!\*)|[\u00d7\u00b7\u22c5\u2217\u2219]|\\(?:cdot|times|ast)\b)
      | (?P<plus>\+(?![+\-\u2212]))
      | (?P<minus>[-\u2212](?![-\u2212])|\u2013(?=[\d\sA-Za-z(\\]))
      | (?P<divide>/(?!/)|[\u00f7\u2215\u2044]|\\div\b)
      | (?P<open>\\?\{|[(\[])
      | (?P<close>\\?\}|[)\]])
      | (?P<term>[A-Za-z](?=[-\u2010\u2011](?:terms?|values?|variables?)\b))
      | (?P<word>[^\W\d_]+(?:['\u2019][^\W\d_]+|[-\u2010\u2011][^\W\d_]{2,})*)
      | (?P<mark>[\u2713\u2714\u2705\u2611\ufe0f\u2728\u270f\U0001f389\U0001f38a\U0001f3af\U0001f44d\U0001f44f\U0001f449
            \U0001f4a1\U0001f4cc\U0001f4d0-\U0001f4da\U0001f4dd\U0001f50d\U0001f50e\U0001f536-\U0001f539
            \U0001f600-\U0001f60a\U0001f642\U0001f680\U0001f64c\U0001f9ee]|\\checkmark\b)
      | (?P<stop>[.;:!?,]|\u2026|\u2014|\u2013)
      | (?P<quote>["\u201c\u201d\u2018\u2019\u00ab\u00bb'])
      | (?P<tick>`)
      | (?P<bad>[^ \t]))
  | (?P<blanks>[ \t]+)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)

_NUMBER_SHAPE: Final = re.compile(
    r"(?![1-9][0-9]{0,2}\.000\Z)(?:0|[1-9][0-9]*|[1-9][0-9]{0,2}(?:,[0-9]{3})+)(?:\.[0-9]+)?|\.[0-9]+"
)
"""A number; in 1.000 the point parts thousands as likely as not."""
_SILENT: Final = frozenset({"hyphen", "space", "blanks", "tick", "mark"})
_DELIMITERS: Final = frozenset({"strong", "dollar", "mathopen", "mathclose"})
_OPERATORS: Final = {"plus": "+", "minus": "-", "times": "*", "divide": "/"}
_PLAIN: Final = {
    "plain_words": WORD,
    "letter": NAME,
    "plain_number": NUMBER,
    "sign": OPERATOR,
    "equals": RELATION,
    "opening": OPEN,
    "closing": CLOSE,
    "over": FRACTION,
    "comma": STOP,
    "that_is": STOP,
}
_GROUPS: Final = {index: group for group, index in _TOKEN.groupindex.items()}
_KINDS: Final = (None, *(_PLAIN.get(_GROUPS[index]) for index in range(1, _TOKEN.groups + 1)))
"""The kind of token that a group of the pattern is, by its number, where it is always the same."""
_BAD_AT: Final = _TOKEN.groupindex["bad"]
_NEWLINE_AT: Final = _TOKEN.groupindex["newline"]
_SIMPLE: Final = {
    "arrow": STOP,
    "linebreak": STOP,
    "badrel": BAD,
    "frac": FRACTION,
    "box": BOX,
    "stop": STOP,
    "quote": QUOTE,
    "fence": BAD,
    "align": BAD,
    # A sign at the start of a line, with mathematics after it, may be a bullet or a minus.
    "dash": BAD,
    "bad": BAD,
    "label": LABEL,
    "bullet": LABEL,
    "heading": LABEL,
}
_OPERANDS: Final = frozenset({NUMBER, NAME, CLOSE})
ARTICLES: Final = frozenset("aAI")
"""Letters that are words, too."""


def lex(text: str, variable: str = "") -> list[Token]:
    """The tokens of `text`, in order.

    Args:
        text: Prose, LaTeX, Markdown or all of them together, of at most `MAX_TEXT` characters.
        variable: The letter a reader of the text takes for the variable, where that is known.
    """
    tokens: list[Token] = []
    articles: list[int] = []
    text = _BOXED_WORDS.sub(_without_box, without_tables(text))
    _Lexer(tokens, articles, text, 0).lex()
    for index in articles:
        if _is_article(tokens, index, variable, text):
            tokens[index] = tokens[index]._replace(kind=WORD, text=tokens[index].text.lower())
    return tokens


_BOXED_WORDS: Final = re.compile(r"\\boxed\{[ ]?\\(?:text|textbf|mathrm)\{([A-Za-z][A-Za-z ,.]{1,80})\}[ ]?\}")
"""A box of words only, as round "No solution"."""


def _without_box(box: re.Match[str]) -> str:
    return box[1].rjust(box.end(1) - box.start()).ljust(len(box[0]))


_RULE: Final = re.compile(r"^[ \t]*+\|?(?:[ \t]*+:?-{2,}+:?[ \t]*+\|)+(?:[ \t]*:?-{2,}:?)?[ \t]*$", re.MULTILINE)
"""The line below the head of a table in Markdown."""
_NO_CELL: Final = re.compile(rf"{_RULE.pattern}|^[ \t]*+\|[ \t]*+\#(?=[ \t]*\|)", re.MULTILINE)
"""That line, or the sign of numbers at the head of the first column."""
_ROW: Final = re.compile(r"[ \t]*\|.*\|[ \t]*")
_FIRST_CELL: Final = re.compile(r"\A[ \t]*\|[ \t]*\**(?:Step[ ])?([0-9]{1,2})[.)]?\**[ \t]*(?=\|[^|\n]*[^|\s])")

_REASON: Final = re.compile(r"(=[^|\n=]*+)\|([ \t]*+[A-Za-z]{2}[^|=()\n]*+)\|")
"""A cell of words behind one with an equation, which tells how it came about or what is done next."""


def without_tables(text: str) -> str:
    """The text with each cell of a table a sentence of its own, and the numbers of rows that count them left out.

    Every other character stays where it was.
    """
    if not has_table(text):
        return text
    lines = _NO_CELL.sub(lambda said: " " * len(said[0]), text).split("\n")
    number = 0
    for at, line in enumerate(lines):
        if _ROW.fullmatch(line) is not None:
            first = _FIRST_CELL.match(line)
            is_numbered = first is not None and int(first[1]) == number + 1
            number += is_numbered
            begin = first.end() if first is not None and is_numbered else 0
            lines[at] = " " * begin + _REASON.sub(r"\1(\2)", line[begin:]).replace("|", ";")
    return "\n".join(lines)


def has_table(text: str) -> bool:
    """Whether a text has a table in Markdown."""
    return "|" in text and _RULE.search(text) is not None


class _Lexer:
    """Adds the tokens of a text, which begins at `offset` of the whole, to `tokens`.

    The places of letters that may be the article `a` or the pronoun `I` are added to `articles`.
    """

    def __init__(self, tokens: list[Token], articles: list[int], text: str, offset: int) -> None:
        self.tokens, self.articles, self.text, self.offset = tokens, articles, text, offset
        self.inside = False
        self.dollar = ""
        self.bold = False

    def lex(self) -> None:
        add, offset, new, inside = self.tokens.append, self.offset, tuple.__new__, self.inside
        for match in _TOKEN.finditer(self.text):
            index = match.lastindex or _BAD_AT
            raw = match[index]
            end = match.end() + offset
            start = end - len(raw)
            kind = _KINDS[index]
            if kind == WORD:
                for word in raw.lower().split(" "):
                    end = start + len(word)
                    add(new(Token, (WORD, word, start, end, inside)))
                    start = end + 1
            elif kind is not None:
                add(new(Token, (kind, raw, start, end, inside)))
            elif index == _NEWLINE_AT:
                if not inside:
                    add(Token(STOP, "\n", start, end))
            else:
                self.rarer(_GROUPS[index], raw, start, end)
                inside = self.inside
        if self.dollar:
            end = offset + len(self.text)
            add(Token(BAD, self.dollar, end, end))

    def rarer(self, group: str, raw: str, start: int, end: int) -> None:
        """Adds what a match of one of the later alternatives means."""
        tokens, inside = self.tokens, self.inside
        if group in _DELIMITERS:
            self.delimiter(group, raw, start, end)
        elif group in _SILENT or (group == "align" and inside):
            return
        elif group == "number":
            glued = self.text[end - self.offset : end - self.offset + 1].isalnum()
            _number(tokens, raw, start, glued=glued, inside=inside)
        elif group == "vulgar":
            _vulgar_fraction(tokens, raw, start, end, inside=inside)
        elif group in _OPERATORS:
            tokens.append(Token(OPERATOR, _OPERATORS[group], start, end, inside))
        elif group in {"word", "term"}:
            self.word(raw, start, end)
        elif group == "relation":
            tokens.append(Token(RELATION, "=" if raw == "=" else "≈", start, end, inside))
        elif group in {"open", "close"}:
            tokens.append(Token(OPEN if group == "open" else CLOSE, raw[-1], start, end, inside))
        elif group == "words":
            opening = raw.index("{") + 1
            _Lexer(tokens, self.articles, raw[opening:-1], start + opening).lex()
        else:
            self.bold = self.bold or (group == "label" and "**" in raw)
            factorial = raw == "!" and tokens and tokens[-1].end == start and tokens[-1].kind in _OPERANDS
            tokens.append(Token(BAD if factorial else _SIMPLE[group], raw, start, end, inside))

    def word(self, raw: str, start: int, end: int) -> None:
        """Adds a word with signs in it, one that touches something, or a letter."""
        tokens, inside = self.tokens, self.inside
        if len(raw) > 1:
            glued = tokens and tokens[-1].end == start and tokens[-1].kind == NUMBER
            kind = BAD if glued or (inside and "-" in raw) else WORD
            tokens.append(Token(kind, raw.lower().replace("’", "'") if kind == WORD else raw, start, end, inside))
            return
        if raw in ARTICLES:
            self.articles.append(len(tokens))
        tokens.append(Token(NAME if raw.isascii() else BAD, raw, start, end, inside))

    def delimiter(self, group: str, raw: str, start: int, end: int) -> None:
        """Adds what begins or ends mathematics, or bold text."""
        if group == "strong":
            emphasis = _is_emphasis(self.text, start - self.offset, closing=self.bold)
            kind, opens = MATH if emphasis else BAD, not self.bold
            self.bold = not self.bold
        elif group == "dollar":
            kind, opens = MATH, self.dollar == ""
            if self.dollar not in ("", raw):
                self.tokens.append(Token(BAD, raw, start, end, opens))
            self.dollar = raw if opens else ""
            self.inside = opens
        else:
            kind, opens = MATH, group == "mathopen"
            self.inside = opens
        self.tokens.append(Token(kind, "(" if opens else ")", start, end, self.inside))


def _is_emphasis(text: str, at: int, *, closing: bool) -> bool:
    """Whether the two stars at `at` open or close bold text; else they raise to a power."""
    before, after = text[at - 1 : at], text[at + 2 : at + 4]
    if closing:
        goes_on = after[:1].isalnum() or after[:1] in set("([{\\*") or (after[:1] == "." and after[1:].isdigit())
        return before.strip() != "" and not goes_on
    return not (before.isalnum() or before in set(")]}*")) and after[:1].strip() != ""


def _number(tokens: list[Token], raw: str, start: int, *, glued: bool, inside: bool) -> None:
    digits = raw.rstrip(".,")
    tail = raw[len(digits) :]
    end = start + len(digits)
    if len(digits) > MAX_DIGITS or not _NUMBER_SHAPE.fullmatch(digits) or len(tail) > 1 or (tail and glued):
        tokens.append(Token(BAD, raw, start, start + len(raw), inside))
        return
    if tokens and tokens[-1].end == start and tokens[-1].kind in {WORD, NAME}:
        tokens.append(Token(BAD, raw, start, end, inside))
        return
    tokens.append(Token(NUMBER, digits.replace(",", ""), start, end, inside))
    if tail:
        tokens.append(Token(STOP, tail, end, end + 1, inside))


def _vulgar_fraction(tokens: list[Token], raw: str, start: int, end: int, *, inside: bool) -> None:
    """A fraction that is one character; right after a whole number it is a mixed number: `2½` is 5/2."""
    value = Fraction(unicodedata.normalize("NFKC", raw).replace("\u2044", "/"))
    before = tokens[-1] if tokens and tokens[-1].end == start else None
    if before is None or before.kind not in {NUMBER, WORD, NAME, BAD}:
        tokens.append(Token(NUMBER, str(value), start, end, inside))
    elif before.kind == NUMBER and before.text.isdigit():
        tokens[-1] = Token(NUMBER, str(int(before.text) + value), before.start, end, inside)
    else:
        tokens.append(Token(BAD, raw, start, end, inside))


_BEFORE_VERB: Final = frozenset(
    "is equals by on to from in into as and alone gives when if term terms are we itself yields must has that which do "
    "does makes make satisfies solves".split()
)


def _is_before_a_number(tokens: list[Token], index: int) -> bool:
    """Whether a letter between a word and a number with its sign is the article, as in `there is a +5`."""
    before, token, after = tokens[index - 1] if index else None, tokens[index], tokens[index + 1]
    if before is None or before.kind != WORD or token.text == "I" or after.start == token.end:
        return False
    if after.kind == OPERATOR and after.text in "+-" and index + 2 < len(tokens):
        return tokens[index + 2].start == after.end
    return after.kind == NUMBER


def _is_before_a_measure(tokens: list[Token], index: int) -> bool:
    """Whether a percentage or a number of units comes next, as in `a 45% solution` and `a 50-lb mixture`."""
    number, *following = tokens[index + 1 : index + 4]
    if following[0:1] and following[0].text == "-" and following[0].start == number.end:
        following = [one for one in following[1:] if one.start == following[0].end]
    return number.kind == NUMBER and bool(following) and (following[0].kind == WORD or following[0].text == "%")


def _is_article(tokens: list[Token], index: int, variable: str, text: str) -> bool:
    """Whether a letter is the article `a` or the pronoun `I`, and not a variable of that name."""
    token = tokens[index]
    before = tokens[index - 1] if index else None
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if token.inside or after is None:
        return False
    if after.kind != WORD:
        is_known = token.text != variable != "" or (variable == "" and _is_before_a_measure(tokens, index))
        return is_known and _is_before_a_number(tokens, index)
    if before and (before.kind in {OPERATOR, RELATION} or (before.kind == NUMBER and before.end == token.start)):
        return False
    return not (token.text == variable and text[after.start : after.end] in _BEFORE_VERB)
