"""A request to a `SystemProblem`: equations asked together, and definitions that lead up to a question.

The grammar is closed, as that of a single equation is: let, suppose, given, where; then solve, find, what is. All
statements hold at once, and each letter means one thing: a letter that is defined twice, or that is a function and
a number, makes the request not ours, and so does anything that is not linear once the known values are put in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from stepcache_core.tasks.linear.algebra import NotLinearError
from stepcache_core.tasks.linear.asking import FIND, POLITE, SCENE, WHERE
from stepcache_core.tasks.linear.lexer import CLOSE, LABEL, MATH, NAME, OPEN, STOP, WORD, Token
from stepcache_core.tasks.linear.manner import STEPS, form_of, plain
from stepcache_core.tasks.linear.polynomial import Expression, Function, Polynomial, letter_of
from stepcache_core.tasks.linear.reading import Item, Run, may_round
from stepcache_core.tasks.linear.recognise import MAX_PROMPT
from stepcache_core.tasks.linear.systems.problem import MAX_EQUATIONS, MAX_LETTERS, Given, SystemProblem, solve_forms
from stepcache_core.tasks.linear.vocabulary import SPELLED
from stepcache_core.tasks.linear.wording import ARROWS, BLANK, understood

MAX_WORDS: Final = 160
"""Words, signs and pieces of mathematics a request may have."""

# Lists and statements are atomic: a list of many equations must not be tried in every way of cutting it.
_VARS: Final = r"(?>VAR(?:(?: \|| and| \| and) VAR)*)"
_BLANKS: Final = r"(?>BLANK(?:(?: \|| and| \| and) BLANK)*)"
_EQS: Final = r"(?>EQ(?:(?: \|| and| \| and) EQ)*)"
_SYSTEM: Final = (
    r"(?:(?:the|this|a|my|these|following|given|two|three|both|linear|simultaneous|algebraic|below) )*"
    r"(?:(?:system|pair|set)(?: of)?(?: (?:the|these|two|three|linear|simultaneous|following|algebraic))*"
    r"(?: equations)?|equations|exercise|problem)(?: (?:below|here))?"
)
_UNKNOWNS: Final = (
    r"(?:(?:the )?(?:exact |correct )?(?:values?|solutions?)(?: of| for)? )?"
    r"(?:(?:the )?(?:unknowns?|variables?|(?:real )?numbers?|both) )?"
)
_LET: Final = r"(?:(?:and|now|also|next|then) )*(?:let|define)"
_SUPPOSE: Final = (
    r"(?:(?:and|now|also) )*(?:suppose|suppose that|assume|assume that|given|given that|if|where|consider|"
    rf"(?:(?:given|consider|i have|we have|here is|here are) )?{_SYSTEM}|with|i have|we have|"
    r"(?:the|our|my) (?:two |three )?equations are)"
)
_WHERE: Final = rf"(?:{WHERE}|(?:that|which) (?:satisfy|solve))"

_BE: Final = r"(?:be|be equal to|equal)"
_STATEMENT: Final = (
    rf"(?:{_LET} (?:VAR {_BE} (?:EXP|VAR)|{_EQS})(?: and (?:VAR {_BE} (?:EXP|VAR)|EQ))*"
    rf"|{_SUPPOSE} (?:\| )?{_EQS}|(?:both )?{_EQS}(?: (?:both )?(?:hold|are true))?)"
)
_ASK: Final = (
    rf"(?:solve (?:simultaneously )?(?:for {_UNKNOWNS}{_VARS} )?(?:\| )?"
    rf"(?:(?:in|given|given that|if|where|when|from|using) )?(?:{_SYSTEM} )?(?:\| )?{_EQS}"
    rf"(?: (?:\| )?(?:for|to find) {_UNKNOWNS}{_VARS})?(?: simultaneously)?"
    rf"|solve {_SYSTEM} for {_UNKNOWNS}{_VARS} (?:\| )?{_EQS}"
    rf"|{FIND} {_UNKNOWNS}{_VARS} (?:\| )?{_WHERE} (?:both )?(?:{_SYSTEM} )?(?:\| )?{_EQS}"
    rf"|{FIND} {_UNKNOWNS}{_VARS} (?:\| )?{_EQS}"
    rf"|(?:{FIND}|what is) (?:the )?solutions? (?:to|of|for) {_SYSTEM} (?:\| )?{_EQS}"
    rf"|(?:what is|what are|what's) {_UNKNOWNS}{_VARS} (?:\| )?(?:{_WHERE} )?(?:{_SYSTEM} )?(?:\| )?{_EQS}"
    rf"|(?:what|which) (?:(?:values?|numbers?) (?:of )?)?{_VARS} (?:satisfy|solve|make) (?:both )?(?:{_SYSTEM} )?{_EQS}"
    r"(?: true)?)"
)
_ASK_AFTER: Final = (
    rf"(?:solve for {_UNKNOWNS}{_VARS}"
    rf"|solve(?: (?:it|them|{_SYSTEM}))?(?: for {_UNKNOWNS}{_VARS})?"
    rf"|{FIND} {_UNKNOWNS}{_VARS}|(?:what is|what are|what's) {_UNKNOWNS}{_VARS}|what does VAR equal"
    rf"|(?:so )?{_BLANKS})"
)
_MORE: Final = rf"(?: (?:\| )?(?:where|given|given that|if|with) {_EQS})?"
_REQUEST: Final = re.compile(
    rf"(?>{POLITE})(?:(?>{SCENE})(?>{POLITE})(?:\| )?)?"
    rf"(?P<statements>(?:(?>{_STATEMENT} (?:\| )?(?:(?:and|then) )*+))*+){POLITE}"
    rf"(?:(?P<ask>{_ASK}{_MORE})|(?P<after>{_ASK_AFTER}))"
    r"(?: \|)?(?: please| for me| thanks| thank you){0,2}(?: \|)?"
)
_STOPS: Final = ARROWS | frozenset(".,:?!\n;—–…") | {"\\\\"}
_DEFINES: Final = re.compile(rf"(?:^|\| |\b(?:and|then) )(?:{_LET}|suppose|assume)\b")


@dataclass(frozen=True, slots=True)
class _Word:
    """A piece of the prompt: its name in the grammar, and the mathematics that it stands for."""

    name: str
    run: Run | None = None
    letter: str = ""


def recognise_system(prompt: str) -> SystemProblem | None:
    """The problem that a prompt of several equations asks, or None where any part of it is not understood."""
    if len(prompt) > MAX_PROMPT:
        return None
    items = _unlisted(understood(prompt))
    if not any(item.text == "let" or (item.run is not None and item.run.is_equation) for item in items):
        return None
    words = _words(items, prompt)
    if words is None:
        return None
    sentence = " ".join(word.name for word in words)
    left_out: Counter[str] = Counter()
    request = _REQUEST.fullmatch(sentence)
    if request is None:
        said = _without_idle_stops(words)
        sentence = " ".join(word.name for word in said)
        words = _plain(said)
        left_out = _letters(said) - _letters(words)
        request = _REQUEST.fullmatch(" ".join(word.name for word in words))
    if request is None or (request["after"] is not None and not request["statements"]):
        return None
    try:
        problem = _Reading(words, sentence, request).problem()
    except NotLinearError:
        return None
    if problem is None or _is_doubtful(problem):
        return None
    if any(SPELLED[said] != len(problem.equations) for said in _NUMBER_OF.findall(sentence)):
        return None
    # "End with y = ..." asks for y.
    return problem if left_out.keys() <= set(problem.asked) else None


def _unlisted(items: Sequence[Item]) -> Sequence[Item]:
    """The items without the numbers or bullets of a list of all the equations of one system."""
    labels = [at for at, item in enumerate(items) if item.kind == LABEL]
    equations = [at for at, item in enumerate(items) if item.run is not None and item.run.is_equation]
    if not labels or [at + 1 for at in labels] != equations:
        return items
    is_one = any(item.kind == WORD and item.text in _ONE_TASK for item in items[: labels[0]])
    marks = [items[at].text.strip(" \t.()") for at in labels]
    if not is_one or marks not in ([str(number + 1) for number in range(len(marks))], ["*"] * len(marks)):
        return items
    return [item for item in items if item.kind != LABEL]


_ONE_TASK: Final = frozenset({"system", "simultaneous", "simultaneously"})
"""Words that make one task of several equations."""
_NUMBER_OF: Final = re.compile(r"\b(two|three) (?:(?:linear|simultaneous|algebraic) )*equations\b")


def _is_doubtful(problem: SystemProblem) -> bool:
    """Whether two letters may be one, as x and X, a bracket may round what is in it, or `7 - (1)` be numbered."""
    sides = [side for given in problem.equations for side in given.sides]
    names = {token.text for side in sides for token in side if token.kind == NAME}
    ends = ["".join(token.text for token in given.sides[1][-3:]) for given in problem.equations]
    is_numbered = len(ends) > 1 and ends == [f"({number})" for number in range(1, len(ends) + 1)]
    return is_numbered or len({name.lower() for name in names}) < len(names) or any(map(may_round, sides))


def _letters(words: Sequence[_Word]) -> Counter[str]:
    """How often each letter stands alone."""
    return Counter(word.letter for word in words if word.letter)


def _without_idle_stops(words: Sequence[_Word]) -> list[_Word]:
    """The words without the stops between plain words."""
    return [word for at, word in enumerate(words) if word.name != "|" or _parts_mathematics(words, at)]


def _plain(words: Sequence[_Word]) -> list[_Word]:
    """The words without what is said of the manner."""
    left = [replace(words[at], name=name) for at, name in plain([word.name for word in words])]
    return [word for at, word in enumerate(left) if word.name != "|" or left[at - 1 : at] != [word]]


def _parts_mathematics(words: Sequence[_Word], at: int) -> bool:
    """Whether mathematics stands next to a stop."""
    return any(word.name in _MATHEMATICS for word in words[max(at - 1, 0) : at + 2])


_MATHEMATICS: Final = frozenset({"EQ", "VAR", "EXP", "BLANK"})


def _words(items: Sequence[Item], prompt: str) -> list[_Word] | None:
    """The prompt in the words of the grammar; a stop of any kind is `|`."""
    words: list[_Word] = []
    for index, item in enumerate(items):
        if len(words) > MAX_WORDS:
            return None
        if item.run is not None:
            word = _mathematics(item.run)
            if word is None:
                return None
            words.append(word)
        elif item.kind == WORD:
            written = prompt[item.start : item.end]
            is_letter = len(written) == 1 and _stands_for_a_letter(items, index)
            words.append(_Word("VAR", letter=written) if is_letter else _Word(item.text))
        elif item.kind == BLANK:
            words.append(_Word("BLANK", letter=item.text))
        elif item.kind == STOP:
            if item.text not in _STOPS:
                return None
            if words and words[-1].name != "|" and item.text != ":":
                words.append(_Word("|"))
        elif item.kind != MATH:
            return None
    return words


def _stands_for_a_letter(items: Sequence[Item], index: int) -> bool:
    """Whether `a` or `I` is a letter although a word follows it: `let a be 3`, `find a and b`."""
    before = items[index - 1].text if index and items[index - 1].kind == WORD else ""
    after = items[index + 1].text if index + 1 < len(items) and items[index + 1].kind == WORD else ""
    return (before in {"let", "define", "for", "of", "find", "and", "is", "are"} and after in _AFTER_A_LETTER) or (
        before == "let" and after == "equal"
    )


_AFTER_A_LETTER: Final = frozenset("be and if in when given where such from then simultaneously using".split())


def _mathematics(run: Run) -> _Word | None:
    if run.boxed or run.continues or any(not side.tokens for side in run.sides):
        return None
    if run.is_equation:
        return _Word("EQ", run) if run.relations == ("=",) else None
    tokens = run.sides[0].tokens
    if len(tokens) == 1 and tokens[0].kind == NAME:
        return _Word("VAR", run, tokens[0].text)
    return _Word("EXP", run)


class _Reading:
    """One pass over the statements of a prompt that fits the grammar."""

    def __init__(self, words: Sequence[_Word], sentence: str, request: re.Match[str]) -> None:
        self.words = words
        self.sentence = sentence
        self.request = request
        self.equations: list[Given] = []
        self.functions: dict[str, Function] = {}
        self.parameters: set[str] = set()
        self.free: set[str] = set()
        self.asked: list[str] = []

    def problem(self) -> SystemProblem | None:
        self.statements()
        if self.free & self.functions.keys() or len(self.free) > MAX_LETTERS or len(self.equations) > MAX_EQUATIONS:
            return None
        is_chain = bool(_DEFINES.search(self.request["statements"]))
        solved = solve_forms([one.difference for one in self.equations])
        if not solved.decided:
            return None
        asks_all = not self.asked
        asked = self.asked or sorted(self.free)
        if not set(asked) <= self.free or len(set(asked)) < len(asked):
            return None
        problem = SystemProblem(
            tuple(asked),
            tuple(self.equations),
            is_chain,
            asks_all,
            bool(STEPS.search(self.sentence)),
            tuple(sorted(self.functions.items())),
            solved,
            form=form_of(self.sentence),
        )
        return problem if self.is_fit(problem) else None

    def is_fit(self, problem: SystemProblem) -> bool:
        """Whether the question is one: a chain must lead to values, a system must be more than one equation."""
        if problem.is_chain:
            return problem.kind == "one" and not problem.asks_all
        plain = len(problem.equations) >= 2 and 2 <= len(problem.letters) <= 3 and not problem.functions
        # With one letter asked of many solutions, the answer would be a formula.
        return plain and (problem.kind != "many" or len(problem.asked) == len(problem.letters))

    def statements(self) -> None:
        words = self.words
        at = 0
        letting = False
        while at < len(words):
            word = words[at]
            if word.name in {"let", "define"}:
                letting = True
            elif word.name == "|" and not self.goes_on(at):
                letting = False
            elif word.name == "VAR" and letting and at + 1 < len(words) and words[at + 1].name in {"be", "equal"}:
                at += 1
                while words[at].name in {"be", "equal", "to"}:
                    at += 1
                self.define(word.letter, _tokens(words[at]))
            elif word.name in {"VAR", "BLANK"}:
                self.asked.append(word.letter)
            elif word.name == "EQ" and word.run is not None:
                self.equation(word.run, letting=letting)
            at += 1

    def goes_on(self, at: int) -> bool:
        return at + 1 < len(self.words) and self.words[at + 1].name in {"EQ", "and"}

    def define(self, letter: str, tokens: Sequence[Token]) -> None:
        """`let d be 84 + -84`: a letter with a new meaning."""
        if letter in self.free or letter in self.functions or letter in self.parameters:
            raise NotLinearError("a letter that has a meaning already")
        right = self.expression(tokens)
        self.free.add(letter)
        name = Token(NAME, letter, 0, 0)
        self.equations.append(Given(letter_of(letter), right, ((name,), tuple(tokens))))

    def equation(self, run: Run, *, letting: bool) -> None:
        left, right = (side.tokens for side in run.sides)
        if letting and _is_signature(left):
            self.function(left[0].text, left[2].text, right)
        elif letting and len(left) == 1 and left[0].kind == NAME:
            self.define(left[0].text, right)
        else:
            self.equations.append(Given(self.expression(left), self.expression(right), (left, right)))

    def function(self, name: str, parameter: str, body: Sequence[Token]) -> None:
        """`let f(x) = 3*x + 5`."""
        if name == parameter or name in self.free or name in self.functions or parameter in self.free:
            raise NotLinearError("a letter that has a meaning already")
        if parameter in self.functions or name in self.parameters:
            raise NotLinearError("a letter that has a meaning already")
        read_body = Expression(body, {}, self.functions, parameter)
        self.free |= read_body.letters - {parameter}
        self.parameters.add(parameter)
        self.functions[name] = Function(parameter, read_body.polynomial)

    def expression(self, tokens: Sequence[Token]) -> Polynomial:
        """As it is written, or, where it needs them to be read at all, with the values known so far."""
        try:
            read_here = Expression(tokens, {}, self.functions)
        except NotLinearError:
            known = solve_forms([one.difference for one in self.equations]).values
            read_here = Expression(tokens, known, self.functions)
        self.free |= read_here.letters
        return read_here.polynomial


def _is_signature(tokens: Sequence[Token]) -> bool:
    """`f(x)`."""
    return [token.kind for token in tokens] == [NAME, OPEN, NAME, CLOSE] and tokens[1].text == "("


def _tokens(word: _Word) -> Sequence[Token]:
    if word.run is not None:
        return word.run.sides[0].tokens
    return (Token(NAME, word.letter, 0, 0),)
