"""One equation in a prompt that is not understood to its last word: a template of an application, with its own rules.

What the words around the equation ask is not known, so nothing is ever solved or put right here. But where two prompts
differ in the equation alone, they ask the same of it. An answer to the one that is proved to be a worked solution, with
every word of it understood, does what these words ask; worked out anew for the other's numbers, in the same layout, it
does so for the other. That holds unless the words themselves tell equations apart ("if the solution is negative",
"rounded to one decimal"): such prompts are refused, and both solutions must be whole numbers. They must be of one sign
too, unless the words are of lessons and layout alone: of apples there are never fewer than none.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from stepcache_core.model import Message, Request, Step, Verdict
from stepcache_core.tasks.linear.languages import has_another_language
from stepcache_core.tasks.linear.lexer import ARTICLES
from stepcache_core.tasks.linear.likeness import says_what_may_differ, states_another_equation
from stepcache_core.tasks.linear.recognise import LinearProblem, only_equation, problem_of
from stepcache_core.tasks.linear.replay import replay
from stepcache_core.tasks.linear.steps import cut
from stepcache_core.tasks.linear.verify import verify, verify_answer
from stepcache_core.tasks.linear.vocabulary import NEUTRAL
from stepcache_core.tasks.linear.wording import understood
from stepcache_core.tasks.shaping import shapes_its_answer

MAX_PROMPT: Final = 4_000
"""Characters a prompt may have."""


@dataclass(frozen=True, slots=True)
class FramedProblem:
    """An equation and the words around it.

    Attributes:
        problem: The equation.
        frame: The prompt with a mark for the equation and for each mention of its letter, spaces made one.
        takes_any_sign: Whether its words are of lessons and layout alone, and so of no thing that a sign would mock.
    """

    problem: LinearProblem
    frame: str
    takes_any_sign: bool

    @property
    def signatures(self) -> tuple[str, ...]:
        """This equation, one of its shape, one of its family, and any equation, in these words."""
        words = hashlib.sha256(self.frame.encode("utf-8", "surrogatepass")).hexdigest()
        return tuple(f"framed:{words}:{signature}" for signature in self.problem.signatures)

    @property
    def kind(self) -> str | None:
        """What two solutions share: that they are whole numbers, and their sign; None where there is no such one."""
        solution = self.problem.solution
        if solution is None or solution.denominator != 1:
            return None
        return "whole" if self.takes_any_sign else "-" if solution < 0 else "+" if solution else "0"


class FramedEquationTask:
    """Lets a worked solution stand for prompts of the same words that differ in their equation."""

    name = "framed_equation"
    corrects = False
    replay_proves_itself = True

    def parse(self, request: Request) -> FramedProblem | None:
        if request.tools or request.response_schema is not None or shapes_its_answer(request):
            return None
        *before, last = request.messages
        if last.role != "user" or not _is_text_alone(last):
            return None
        said_before = "\n".join(message.content for message in before)
        if _TELLS_APART.search(said_before) is not None or has_another_language(said_before):
            return None
        found = framed(last.content)
        # What is said of a letter holds for that letter.
        names_a_letter = found is not None and _LETTER.search(said_before) is not None
        return replace(found, frame=f"{found.problem.variable}\0{found.frame}") if names_a_letter and found else found

    def segment(self, problem: FramedProblem, text: str) -> tuple[Step, ...]:
        return cut(text)

    def verify(self, problem: FramedProblem, steps: Sequence[Step]) -> tuple[Verdict, ...]:
        """The verdicts on the steps where all of them pass; else doubt about each: nothing less than all may stand."""
        verdicts = verify(problem.problem, steps)
        doubt = next((verdict.reason for verdict in verdicts if not verdict.is_pass), None)
        if doubt is None:
            return verdicts
        return tuple(Verdict.unknown(f"not all of the answer is proved: {doubt}") for _ in steps)

    def verify_answer(self, problem: FramedProblem, text: str) -> Verdict:
        steps = cut(text)
        doubt = next((verdict for verdict in self.verify(problem, steps) if not verdict.is_pass), None)
        whole = doubt or verify_answer(problem.problem, [step.text for step in steps])
        return whole if whole.is_pass else Verdict.unknown(whole.reason)

    def compatible(self, old: FramedProblem, new: FramedProblem) -> bool:
        return old.frame == new.frame and old.kind == new.kind is not None

    def may_mislead(self, old: FramedProblem, new: FramedProblem, text: str) -> bool:
        one, other = old.problem, new.problem
        return says_what_may_differ(text, one, other) or states_another_equation(text, one, other)

    def replay(self, old: FramedProblem, new: FramedProblem, steps: Sequence[Step]) -> tuple[Step, ...] | None:
        """The steps for the new equation where they keep the layout of the old ones, line by line."""
        replayed = replay(old.problem, new.problem, steps) if self.compatible(old, new) else None
        if replayed is None:
            return None
        before = _layout("".join(step.text for step in steps), old.problem.variable)
        after = _layout("".join(step.text for step in replayed), new.problem.variable)
        return replayed if before == after else None

    def solve(self, problem: FramedProblem) -> str | None:
        return None


_TAG: Final = re.compile(
    r"</?[A-Za-z][\w .:-]{0,40}>|<\|[\w-]{1,40}\|>|<{1,2}/?SYS>{1,2}|\[/?INST\]"
    r"|(?:\bwithin\s{1,3})?\\boxed\{(?:\.{3}|…|\s?)\}"
)
"""A tag or a placeholder, a mark of a chat template, and an empty box: where a result is to stand."""
_LETTER: Final = re.compile(r"(?<![\w'’])(?![aAI])[A-Za-z](?![\w'’])")
_COUNTED: Final = re.compile(
    r"\b(?:question|exercise|task|problem|assignment|homework|example|part|q|no\.|nr\.)\s{0,2}\d{1,3}\s{0,2}(?:[a-h]\b|\([a-h]\))?"
    r"|[\[(]?\b\d{1,2}\s(?:marks?|points?|pts?)\b[\])]?|^\s{0,8}\d{1,2}[.)](?=\s)|\bstep\s\d\b",
    re.IGNORECASE | re.MULTILINE,
)
"""Numbers that count questions, marks and lines."""
_TELLS_APART: Final = re.compile(
    r"\b(?:if|unless|whether|when|whenever|where|until|while|otherwise|else|case|cases|depending|depends|provided|except|"
    r"assum\w+|suppos\w+|only\s+(?:for|the)|should|could\s+be|might|may|either|or|nor|not|never|"
    r"\w+n['’]t(?! (?:skip|worry)\b)|cannot|"
    r"without|"
    r"round\w*|decimals?|fractions?|percent\w*|digits?|significant|approximat\w+|exact\w*|nearest|mixed|form|"
    r"positive|negative|even|odd|prime|whole|integers?|natural|rational|real|zero|greater|larger|bigger|less|smaller|"
    r"fewer|more|most|least|between|range|interval|domain|within|limit\w*|maximum|minimum|bound\w*|"
    r"check\w*|verif\w+|correct\w*|right|wrong|true|false|mistakes?|errors?|compar\w+|classif\w+|linear|quadratic|"
    r"squares?|squared|cubes?|cubed|roots?|sqrt|cbrt|powers?|exponents?|logs?|logarithm\w*|ln|lg|exp|"
    r"a?(?:sin|cos|tan|cot|sec|csc)h?|"
    r"arc(?:sin|cos|tan|cot|sec|csc)\w{0,4}|trig|trigonometr\w*|sine|cosine|tangent|floor|ceil\w*|trunc\w*|abs|absolute|"
    r"magnitude|modul(?:o|us|ar|i)|mod|sgn|(?<!careful with )(?<!careful with the )signs?|"
    r"factorials?|reciprocals?|opposite of|(?:additive|multiplicative) inverse|inverse of|negat\w+|halve[sd]?|"
    r"conjugates?|gcd|lcm|factors? of|divisors?|digits?|binary|octal|hex\w*|(?<!knowledge )base|roman|"
    r"congruen\w+|mean|average|complex|imaginary|"
    r"same|different(?:ly)?|vary|varying|alternat\w+|forbid\w*|refus\w+|declin\w+|reject\w*|having|perfect\s+numbers?|"
    r"(?:large|long|high|low)\s+(?:numbers?|values?|equations?|solutions?|answers?|results?|problems?|ones)|"
    r"similar|another|other|units?|twice|half|double|two|three|four|five|six|seven|eight|nine|ten|"
    r"eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|"
    r"dozen|hundred|thousand|times|small|big|huge|tiny|short(?:er|est)|quick(?:er|est)|easi(?:er|est)|simpl(?:er|est)|"
    r"exceed\w*|divisible|multiples?|parity|whichever|whatever|wherever|any\s+of|as\s+long|providing|in\s+the\s+event|"
    r"(?:as|when|where|if|is|are)\s+(?:needed|necessary|appropriate|applicable|relevant|enough)|once\s+(?:it|you|the|this)|"
    r"that\s+(?:has|have|are|is\s+(?!in\b|on\b|for\b|from\b))|which\s+(?:has|have|are|is)|equations\s+(?:with|of)|"
    r"first|second|third|last\s+(?:digit|number))\b|[<>≤≥≠²³^√%$€£]|\d",
    re.IGNORECASE,
)
"""Words that may ask one thing of one equation and another of the next, or of its solution."""
_TOUCHED: Final = re.compile(r"[^\W_]\Z|[|⌊⌈√∛∑∫]\s?\Z")
"""What in front of an equation, as in `sqrt(x) = 3` and `|x| = 3`, shows that it is but a part of one."""
_RAISED: Final = frozenset("°|⌋⌉!")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_LESSONS: Final = NEUTRAL | frozenset(
    """
    answering app application assistant behind bold book bot brief bullet bullets chapter class classroom comment
    comments concise course exam exercise exercises explain explained explaining explanation explanations format
    formatted friendly grade heading headings hello helpful hey hi home homework house inside italics language latex
    lesson lessons lines list markdown math maths moves on one own page paper patient per pupil pupils question
    questions school sentence sentences sheet short skills student students style teacher tests text textbook thank
    thanks tone transformation transformations tutor tutors under website word words worksheet
    """.split()
)
"""Words of lessons and of layout: but for a number of them, none measures a thing."""
_COUNTS: Final = re.compile(r"\b(?:number|amount|sum|total|quantity)s? of\b", re.IGNORECASE)
_ASKS: Final = re.compile(
    r"\b(?:solv(?:e|es|ed|ing)|solutions?|find|determine|calculate|compute|work(?:ed|ing)?\s+out|what|values?)\b",
    re.IGNORECASE,
)


def _is_text_alone(message: Message) -> bool:
    """Whether nothing is attached to a message; who speaks may be told."""
    return message.extra is None or (isinstance(message.extra, Mapping) and message.extra.keys() <= {"name"})


def framed(prompt: str) -> FramedProblem | None:
    """The one equation of a prompt and the words around it; None where they may tell equations apart."""
    if len(prompt) > MAX_PROMPT or "\0" in prompt:  # the mark of a frame
        return None
    text = _TAG.sub(lambda tag: "?".ljust(len(tag[0])), prompt)
    found = only_equation(understood(text))
    if found is None:
        return None
    item, run = found
    (variable,) = run.names
    if _TOUCHED.search(text[: item.start]) is not None or text[item.end : item.end + 1] in _RAISED:
        return None
    around = _without(prompt, item.start, item.end, variable)
    if variable in ARTICLES or _ASKS.search(around) is None:
        return None
    said = _COUNTED.sub(" ", _TAG.sub(" ", around))
    if _TELLS_APART.search(said) is not None or has_another_language(said):
        return None
    problem = problem_of(run, variable, prompt[item.start : item.end], "")
    if problem is None:
        return None
    return FramedProblem(problem, " ".join(around.split()), _is_of_lessons(around))


def _is_of_lessons(around: str) -> bool:
    words = _WORD.findall(_COUNTED.sub(" ", _TAG.sub(" ", around)))
    return _COUNTS.search(around) is None and all(word.lower() in _LESSONS for word in words)


def _without(prompt: str, start: int, end: int, variable: str) -> str:
    """The words around an equation, with marks for it and for its letter."""
    around = f"{prompt[:start]}\0=\0{prompt[end:]}"
    letter = re.compile(rf"(?<![A-Za-z0-9'’]){re.escape(variable)}(?![A-Za-z0-9'’])")
    return letter.sub("\0", around)


_NUMBERS: Final = re.compile(r"\d+(?:\.\d+)?|\\(?:d?frac|cdot|times|div|left|right)|[-+−–*/×÷·⋅(){}\s]")
_DEEDS: Final = re.compile(
    r"\b(?:add(?:ing|ed)?|subtract(?:ing|ed)?|divid(?:e|ing|ed)|multipl(?:y|ying|ied)|from|to|by|plus|minus)\b",
    re.IGNORECASE,
)


def _layout(text: str, variable: str) -> list[str]:
    """What is left of each line without its numbers, signs and operations."""
    letter = re.compile(rf"(?<![A-Za-z]){re.escape(variable)}(?![A-Za-z])")
    return [_NUMBERS.sub("", _DEEDS.sub("", letter.sub("\0", line))) for line in text.splitlines()]
