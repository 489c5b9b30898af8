"""A request to a `LinearProblem`: recognition is a verdict too, and doubt means that the request is not ours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, TypeAlias

from stepcache_core.model import Request
from stepcache_core.tasks.linear.algebra import Linear, Number
from stepcache_core.tasks.linear.answer_form import ANY_FORM, AnswerForm
from stepcache_core.tasks.linear.asking import asks_for_the_solution
from stepcache_core.tasks.linear.lexer import ARTICLES, MATH, STOP, WORD, Token
from stepcache_core.tasks.linear.manner import STEPS, form_of
from stepcache_core.tasks.linear.reading import Item, Run, canonical, may_round
from stepcache_core.tasks.linear.wording import ARROWS, BLANK, understood
from stepcache_core.tasks.shaping import shapes_its_answer

MAX_PROMPT: Final = 1_000
"""Characters a request for one equation may have."""
MAX_WORDS: Final = 40
"""Words and signs it may have beside the equation."""
_STOPS: Final = ARROWS | frozenset(".,:?!\n;—–…")


Difference: TypeAlias = tuple[Number, Number]


def difference(left: Linear, right: Linear, variable: str) -> Difference:
    """Coefficient and constant of what the left side is more than the right."""
    if right.terms:
        return left.coefficient(variable) - right.coefficient(variable), left.constant - right.constant
    return left.coefficient(variable), left.constant - right.constant


@dataclass(frozen=True, slots=True)
class LinearProblem:
    """One equation in one variable, as it was asked: `a*x + b = c*x + d`.

    Attributes:
        variable: The letter asked for.
        left: The exact left side.
        right: The exact right side.
        equation: The equation as the prompt writes it.
        wants_steps: Whether the prompt asks for the steps.
        sides: The tokens of both sides.
        products: Each bracket with the factor before it.
        difference: Coefficient and constant of what the left side is more than the right.
        story: The word problem that the equation is of; empty where the prompt states the equation.
        form: The form in which the prompt wants the answer.
    """

    variable: str
    left: Linear
    right: Linear
    equation: str
    wants_steps: bool = False
    sides: tuple[tuple[Token, ...], tuple[Token, ...]] = field(default=((), ()), compare=False, repr=False)
    products: tuple[tuple[Number, Linear], ...] = field(default=(), compare=False, repr=False)
    difference: Difference = field(init=False, compare=False, repr=False)
    story: str = ""
    form: AnswerForm = ANY_FORM

    def __post_init__(self) -> None:
        object.__setattr__(self, "difference", difference(self.left, self.right, self.variable))

    @property
    def coefficients(self) -> tuple[Number, Number, Number, Number]:
        """`a, b, c, d` of `a*x + b = c*x + d`."""
        return (
            self.left.coefficient(self.variable),
            self.left.constant,
            self.right.coefficient(self.variable),
            self.right.constant,
        )

    @property
    def solution(self) -> Fraction | None:
        """The only solution, or None where there is none or every number is one."""
        factor, rest = self.difference
        return Fraction(-rest, factor) if factor else None

    @property
    def values(self) -> dict[str, Fraction]:
        """The only solution by its letter; nothing where there is none."""
        solution = self.solution
        return {} if solution is None else {self.variable: solution}

    @property
    def is_identity(self) -> bool:
        """Whether every number is a solution."""
        return self.left == self.right

    @property
    def signatures(self) -> tuple[str, ...]:
        """The equation itself, its shape with the numbers taken out, which coefficients are zero, and any equation.

        An answer to a problem that asks for steps is found for one that does not, too.
        """
        style = "steps" if self.wants_steps else "plain"
        exact = ",".join(str(value) for value in self.coefficients)
        skeleton = "=".join(_skeleton(side, self.variable) for side in self.sides)
        zero = "".join("0" if not value else "1" for value in self.coefficients)
        head = f"linear_equation:{style}"
        own = (
            f"{head}{self.form.name}:{self.variable}:{exact}",
            f"{head}:shape:{skeleton}",
            f"{head}:family:{zero}",
            f"{head}:any",
        )
        return (*own, "linear_equation:plain:any") if self.wants_steps else own


def _skeleton(tokens: tuple[Token, ...], variable: str) -> str:
    text = canonical(tokens).replace(variable, "x")
    return re.sub(r"[+-]", "±", re.sub(r"[\d.]+", "n", text))


_SYSTEM_WORDS: Final = frozenset(
    """
    a accurate accurately ai algebra algebraic all always an and are assistant at by can careful carefully clear
    clearly correct correctly equation equations excellent expert for friendly good great help helpful helps
    honest in is knowledgeable learn linear math mathematical mathematician mathematics maths of patient please
    precise problem problems question questions reliable show shows skilled solve solver solves solving step
    step-by-step steps student students teacher that the their think to tutor user user's users variable
    variables very who with work you your
    """.split()
)


_NAMED_MODEL: Final = re.compile(
    r"\A\s*You are (?:ChatGPT|Claude|DeepSeek|Gemini|Gemma|Llama|Mistral|Phi|Qwen)[\d.-]{0,6}"
    r"(?:, (?:a large language model )?(?:created|developed|made|trained) by "
    r"[A-Z]\w{1,20}(?: [A-Z]\w{1,20})?)?(?=\.|\s*\Z)"
)
"""Who a model is said to be by default."""


def asks_one_thing(request: Request) -> bool:
    """Whether nothing but the last user text says what is wanted: no tools, no schema, no history, no odd demand."""
    return not request.tools and request.response_schema is None and _is_plain(request)


def _is_plain(request: Request) -> bool:
    if not request.messages or shapes_its_answer(request):
        return False
    *before, last = request.messages
    if last.role != "user" or last.extra is not None or len(before) > 1:
        return False
    return all(one.role in {"system", "developer"} and _is_harmless(one.content) for one in before)


def _is_harmless(system: str) -> bool:
    """Whether a system text only sets a scene: every word of it is one that demands no other form of answer."""
    if len(system) > 400:
        return False
    words = re.findall(r"[^\s.,!]+", _NAMED_MODEL.sub("", system).lower())
    return all(word in _SYSTEM_WORDS for word in words)


def recognise_prompt(prompt: str) -> LinearProblem | None:
    """The problem that a prompt asks, or None where any part of the prompt is not understood."""
    if len(prompt) > MAX_PROMPT:
        return None
    items = understood(prompt)
    found = only_equation(items)
    if found is None:
        return None
    item, run = found
    (variable,) = run.names
    if variable in ARTICLES:
        # A second look, now that the letter is known: `a` may be the article or the variable.
        items = understood(prompt, variable)
    words = _words(items, item, variable)
    if words is None or not asks_for_the_solution(words):
        return None
    return problem_of(run, variable, item.text or prompt[item.start : item.end], " ".join(words))


def only_equation(items: Sequence[Item]) -> tuple[Item, Run] | None:
    """The one equation that a text states, where it is a plain one in one letter."""
    equations = [(item, item.run) for item in items if item.run is not None and item.run.is_equation]
    if len(equations) != 1:
        return None
    _, run = equations[0]
    is_plain = run.relations == ("=",) and run.readable and not run.boxed and len(run.names) == 1
    return equations[0] if is_plain else None


def problem_of(run: Run, variable: str, equation: str, sentence: str) -> LinearProblem | None:
    """The problem an equation poses; how its answer is to be shown is said in the sentence that asks it."""
    left, right = run.sides[0], run.sides[1]
    if left.expression is None or right.expression is None:
        return None
    if may_round(left.tokens) or may_round(right.tokens):
        return None
    return LinearProblem(
        variable,
        left.expression.form,
        right.expression.form,
        equation,
        bool(STEPS.search(sentence)),
        (left.tokens, right.tokens),
        left.expression.products + right.expression.products,
        form=form_of(sentence),
    )


def _words(items: Sequence[Item], equation: Item, variable: str) -> list[str] | None:
    """The prompt with the equation and the variable named by `EQ` and `VAR`, and stops left out."""
    words: list[str] = []
    for item in items:
        if item.run is not None and item.run.is_equation:
            if item.start != equation.start or item.end != equation.end:
                return None
            words.append("EQ")
        elif item.run is not None:
            if not item.run.is_variable(variable):
                return None
            words.append("VAR")
        elif item.kind == WORD:
            words.append(item.text)
        elif item.kind == BLANK:
            if item.text != variable:
                return None
            words.append("BLANK")
        elif item.kind == STOP:
            if item.text not in _STOPS:
                return None
        elif item.kind != MATH:
            return None
        if len(words) > MAX_WORDS:
            return None
    return words
