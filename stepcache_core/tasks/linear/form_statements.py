"""What a sentence says in words of how an equation is written: which parts it has, and what stands on which side.

Most such words say nothing that turns an equation round; but they are true of one equation and false of another, and
so are read here and judged, or doubted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from stepcache_core.tasks.linear.cursor import Cursor
from stepcache_core.tasks.linear.lexer import STOP, WORD
from stepcache_core.tasks.linear.reading import SENTENCE_END, Mathematics, Run
from stepcache_core.tasks.linear.statement_kinds import Claim, Doubt, Form, Operation, SideValue, Statement, Value

_PARTS: Final = (
    dict.fromkeys(
        "fraction fractions denominator denominators numerator numerators cross-multiply cross-multiplying "
        "cross-multiplication".split(),
        "fraction",
    )
    | dict.fromkeys(
        "bracket brackets parentheses parenthesis distribute distributes distributing distributed distribution "
        "distributive expand expands expanding expanded".split(),
        "bracket",
    )
    | {"like-terms": "like terms", "decimal": "decimal", "decimals": "decimal"}
)
_OPERATIONS: Final = frozenset("addition subtraction multiplication division".split())
_TURNED: Final = frozenset("undo undoes undoing inverse opposite reverse".split())
_HAVING: Final = frozenset("has have having contain contains involve involves involving".split())
_STEPS: Final = frozenset({"one-step", "two-step"})
_COUNTED: Final = frozenset({"standard", "multi-step", "three-step"})
_ORDINALS: Final = frozenset({"first", "second", "third", "next", "last"})
_WORKS: Final = frozenset("work works satisfies satisfy solves solve is are".split())
_ALL: Final = frozenset({"all", "every", "any"})
_VARIABLE: Final = frozenset({"variable", "variables", "unknown", "x-term", "x-terms"})
_CONSTANT: Final = frozenset({"constant", "constants", "number", "numbers"})
_NUMBERS: Final = frozenset({"constant", "constants", "coefficient", "coefficients"})
_ROLES: Final = _VARIABLE | frozenset("constant constants coefficient coefficients denominator numerator".split())
_RESULTS: Final = frozenset({"result", "equation", "expression", "solution", "answer"})
_SOUGHT: Final = frozenset("find finding determine determining is are".split())
_POINTING: Final = _ALL | _ORDINALS | _SOUGHT | {"of"}
"""Words with which a sentence begins to say something of the equation that is not judged."""
_LINKS: Final = frozenset("is are the a an term called".split())
_LEFT: Final = frozenset({"left", "left-hand", "lhs"})
_RIGHT: Final = frozenset({"right", "right-hand", "rhs"})
_A_SIDE: Final = _LEFT | _RIGHT
_BEFORE_A_PART: Final = frozenset("on from in to of onto at".split())
_NO_SIDE: Final = frozenset("answer way track order one value number solution operation with after over".split())
_MOVING: Final = frozenset(
    "move moves moving moved bring bringing take taking transpose transposing put putting gather gathering".split()
)
_ALONE: Final = frozenset("isolate isolated isolates isolating alone".split())
_SIMPLIFYING: Final = frozenset(
    "simplify simplifies simplifying simplified calculate calculating compute computing evaluate evaluating combine "
    "combining".split()
)
_VANISHING: Final = frozenset(
    "cancel cancels canceled cancelled canceling cancelling eliminate eliminates eliminated eliminating remove removes "
    "removed removing rid disappears disappear vanishes vanish".split()
)
_TO_WHAT_VANISHES: Final = frozenset("out of the both all".split())
_BECOMING: Final = frozenset("is are was becomes become equals equal simplifies simplified".split())
_BETWEEN: Final = frozenset("is are appears appear term terms on from in to of the".split())

_SPEAKS_OF_FORM: Final = (
    _PARTS.keys()
    | _OPERATIONS
    | _COUNTED
    | _STEPS
    | _ROLES
    | _A_SIDE
    | _ALL
    | _RESULTS
    | _VANISHING
    | {"like", "numbers", "sides", "term", "terms"}
)
"""Words without which a sentence says nothing of how an equation is written."""


def forms(cursor: Cursor, stated: Sequence[Statement]) -> Iterator[Form | Doubt]:
    """What the sentences of a text say of an equation's form; `stated` is what else was read in it."""
    items = cursor.items
    if _SPEAKS_OF_FORM.isdisjoint(cursor.texts):
        return
    speaking = [at for at, item in enumerate(items) if item.text in _SPEAKS_OF_FORM]
    if _says_both_sides_only([items[at].text for at in speaking], stated):
        return
    first = 0
    ends = [at for at, item in enumerate(items) if item.kind == STOP and item.text in SENTENCE_END]
    for sentence, end in enumerate((*ends, len(items))):
        if any(first <= at < end for at in speaking):
            yield from _Sentence(cursor, first, end, sentence).all(stated)
        first = end + 1


def _says_both_sides_only(speaking: Sequence[str], stated: Sequence[Statement]) -> bool:
    """Whether "sides" is said of operations alone: "subtract 5 from both sides" says nothing of the form."""
    return set(speaking) == {"sides"} and len(speaking) <= sum([isinstance(each, Operation) for each in stated])


class _Sentence:
    """The items from `first` to `end`."""

    def __init__(self, cursor: Cursor, first: int, end: int, number: int) -> None:
        self.cursor, self.first, self.end, self.number = cursor, first, end, number
        items = enumerate(cursor.items[first:end], first)
        self.words = {at: item.text for at, item in items if item.kind == WORD}
        self.said = set(self.words.values())

    def all(self, stated: Sequence[Statement]) -> Iterator[Form | Doubt]:
        if _SPEAKS_OF_FORM.isdisjoint(self.said):
            return
        yield from self.parts()
        yield from self.operations()
        yield from self.vanishing()
        yield from self.coincidences()
        kinds = {type(each) for each in stated if each.sentence == self.number}
        if Claim not in kinds and self.is_vague():
            yield self.doubt("what is said of the equation")
        if Claim not in kinds and any(self.says_what(at) for at, word in self.words.items() if word in _ALL):
            yield Doubt("what is said of all values", self.number, grave=True)
        if SideValue in kinds:
            return
        places = [(at, word) for at, word in self.words.items() if word in _A_SIDE]
        sides = {at: "left" if word in _LEFT else "right" for at, word in places if self.is_side(at, word)}
        if sides:
            yield from self.placed(sides, puts_in=Value in kinds)
        elif "sides" in self.said:
            yield from self.on_both()

    def doubt(self, what: str) -> Doubt:
        return Doubt(what, self.number)

    def form(self, what: str, side: str = "") -> Form:
        return Form(what, side, self.number)

    def word(self, at: int) -> str:
        return self.words.get(at, "")

    def mentions(self) -> list[tuple[int, Run]]:
        """The expressions that are no equations."""
        items = enumerate(self.cursor.items[self.first : self.end], self.first)
        found = [(at, item.run) for at, item in items if isinstance(item, Mathematics)]
        return [(at, run) for at, run in found if not run.is_equation and run.readable]

    # -- parts ----------------------------------------------------------------------------------------------------

    def parts(self) -> Iterator[Form]:
        named = {_PARTS[word] for word in self.said if word in _PARTS} | (self.said & _STEPS)
        if "like" in self.said and any(map(self.is_like, self.words)):
            named.add("like terms")
        for part in sorted(named):
            yield self.form(part)

    def is_like(self, at: int) -> bool:
        return self.word(at) == "like" and self.word(at + 1) in {"term", "terms"}

    def operations(self) -> Iterator[Form | Doubt]:
        nouns = sorted(self.said & _OPERATIONS)
        if len(nouns) > 1:
            yield self.doubt("operations that are compared")
        elif nouns:
            yield self.form(nouns[0])._replace(whole=not self.said.isdisjoint(_TURNED | _HAVING))

    def coincidences(self) -> Iterator[Form]:
        """`x is the coefficient`: the value is the same number."""
        for at, run in self.mentions() if not self.said.isdisjoint(_NUMBERS) else ():
            is_letter = run.is_variable(self.cursor.variable)
            noun = self.noun(at, 1)
            if is_letter and noun in _NUMBERS and self.is_linked(at + 1, after=True):
                yield self.form("value a constant" if noun.startswith("constant") else "value a coefficient")

    def vanishing(self) -> Iterator[Form]:
        """`the variable cancels out`, `this removes x from the right side`."""
        for at, word in self.words.items():
            if word not in _VANISHING:
                continue
            after = at + 1
            while self.word(after) in _TO_WHAT_VANISHES:
                after += 1
            before = at - 1
            while self.word(before) in {"term", "terms", "both", "all", "will", "would", "is", "are"}:
                before -= 1
            if any(self.is_variable(place) or self.word(place) in _VARIABLE for place in (before, after)):
                sides = {"left" if each in _LEFT else "right" for each in self.said & _A_SIDE}
                yield self.form("variable gone", sides.pop() if len(sides) == 1 else "")

    def is_vague(self) -> bool:
        """Whether something is said of the equation that is not judged."""
        pointing = [at for at, word in self.words.items() if word in _POINTING]
        return (
            not _COUNTED.isdisjoint(self.said)
            or any(map(self.says_what, pointing))
            or self.gives_a_role()
            or self.isolates_a_number()
        )

    def says_what(self, at: int) -> bool:
        word, after = self.word(at), self.word(at + 1)
        if word in _ALL:
            claims = after in {"number", "numbers"} and self.word(at + 2) in _WORKS
            return (
                claims
                or after in {"value", "values"}
                or (self.is_variable(at + 1) and self.word(at + 2) not in {"term", "terms"})
            )
        if word in _ORDINALS:
            return after in {"term", "terms"}
        is_sought = (word in _SOUGHT and not self.is_variable(at - 1)) or (
            word == "of" and self.word(at - 1) == "value"
        )
        return is_sought and after == "the" and self.word(at + 2) in _ROLES - _VARIABLE

    def is_variable(self, at: int) -> bool:
        run = self.cursor.run_at(at)
        return run is not None and run.is_variable(self.cursor.variable)

    def isolates_a_number(self) -> bool:
        alone = [at for at, word in self.words.items() if word in _ALONE]
        what = [self.word(self.cursor.past(at + 1, {"the"})) for at in alone]
        return self.said.isdisjoint(_A_SIDE) and not _CONSTANT.isdisjoint(what)

    def gives_a_role(self) -> bool:
        """Whether an expression is called what it cannot be: a term with the variable a constant."""
        for at, run in self.mentions():
            nouns = {self.noun(at, -1), self.noun(at, 1)}
            has_variable, is_letter = bool(run.names), run.is_variable(self.cursor.variable)
            if has_variable and not nouns.isdisjoint({"constant", "constants", "denominator", "numerator"}):
                return True
            if has_variable and not is_letter and self.noun(at, -1) in _RESULTS and self.is_linked(at):
                return True
            if self.noun(at, 1) in _VARIABLE and self.is_linked(at + 1, after=True) and not is_letter:
                return True
        return False

    def noun(self, at: int, step: int) -> str:
        """The word beside an expression, without those that link the two."""
        at += step
        while self.first <= at < self.end and self.word(at) in _LINKS | {"in", "same", "as"}:
            at += step
        return self.word(at)

    def is_linked(self, at: int, *, after: bool = False) -> bool:
        return self.word(at if after else at - 1) in {"is", "are", "as"}

    # -- sides ----------------------------------------------------------------------------------------------------

    def is_side(self, at: int, word: str) -> bool:
        after, before = self.word(at + 1), self.word(at - 1)
        if word not in {"left", "right"} or after in {"side", "sides", "hand"}:
            return True
        if after in _NO_SIDE:
            return False
        return before in {"the", "on", "to", "from"} or self.cursor.stop_at(at + 1) == ":"

    def placed(self, sides: dict[int, str], *, puts_in: bool) -> Iterator[Form | Doubt]:
        """What is said to stand on which side; a value that is put in stands on none."""
        if puts_in:
            yield from self.compared(next(iter(sides.values())))
            return
        mentions = [(at, run) for at, run in self.mentions() if not self.is_operand(at)]
        if len(set(sides.values())) > 1:
            yield from self.on_two_sides(sides, mentions)
            return
        side = next(iter(sides.values()))
        if not _MOVING.isdisjoint(self.said):
            yield from self.moved(sides, mentions)
        elif mentions:
            vanishes = not _VANISHING.isdisjoint(self.said)
            for at, run in mentions:
                if not (vanishes and run.is_variable(self.cursor.variable)):
                    yield self.placing(at, run, min(sides), side)
        elif not _ALONE.isdisjoint(self.said):
            yield self.form("variable alone", side)
        elif not self.said.isdisjoint(_VARIABLE | _CONSTANT):
            yield from self.called(side)
        elif self.has_equation() or not _SIMPLIFYING.isdisjoint(self.said):
            yield self.form("something to simplify", side)
        elif self.cursor.stop_at(self.end - 1) != ":" and self.said - _A_SIDE - {"the", "hand", "side", "on"}:
            yield self.doubt("what is said of a side")

    def compared(self, side: str) -> Iterator[Form]:
        """`putting 5 in for x gives 3(5) + 5 = 20, which matches the right side`."""
        runs = [self.cursor.run_at(at) for at in range(self.first, self.end)]
        equations = [run for run in runs if run is not None and run.is_equation]
        if equations and equations[-1].sides[-1].expression is not None:
            yield Form("expression", side, self.number, equations[-1].sides[-1].form, whole=True)

    def is_operand(self, at: int) -> bool:
        """Whether what stands here is what both sides are changed by."""
        return self.word(at + 1) in {"from", "to", "on"} and self.word(at + 2) in {"both", "each"}

    def has_equation(self) -> bool:
        runs = (self.cursor.run_at(at) for at in range(self.first, self.end))
        return any(run is not None and run.is_equation for run in runs)

    def placing(self, at: int, run: Run, side_at: int, side: str) -> Form | Doubt:
        if run.expression is None:
            return self.doubt("what is said of a side")
        if run.is_variable(self.cursor.variable) and not _ALONE.isdisjoint(self.said):
            return self.form("variable alone", side)
        is_part = self.word(side_at - 1) in _BEFORE_A_PART or self.word(side_at - 2) in _BEFORE_A_PART
        whole = not is_part and side_at < at
        return Form("expression", side, self.number, run.expression.form, whole)

    def called(self, side: str) -> Iterator[Form]:
        if not self.said.isdisjoint(_VARIABLE):
            yield self.form("variable", side)
        if not self.said.isdisjoint(_CONSTANT):
            yield self.form("constant", side)

    def moved(self, sides: dict[int, str], mentions: Sequence[tuple[int, Run]]) -> Iterator[Form | Doubt]:
        """What is brought to which side."""
        goals = {at: side for at, side in sides.items() if "from" not in {self.word(at - 1), self.word(at - 2)}}
        named = [(at, run) for at, run in mentions if self.word(at - 1) not in _ALONE]
        things = {at: "variable" if run.names else "constant" for at, run in named}
        for at, word in self.words.items():
            if word in _VARIABLE | _CONSTANT and _ALONE.isdisjoint({self.word(at - 1), self.word(at - 2)}):
                things[at] = "variable" if word in _VARIABLE else "constant"
        if not things or not goals:
            yield self.doubt("what is moved")
            return
        for at, what in things.items():
            goal = next((side for place, side in goals.items() if place > at), list(goals.values())[-1])
            yield self.form(f"moved {what}", goal)

    def on_two_sides(self, sides: dict[int, str], mentions: Sequence[tuple[int, Run]]) -> Iterator[Form | Doubt]:
        if not _MOVING.isdisjoint(self.said):
            yield from self.moved(sides, mentions)
        elif mentions:
            is_first = min(sides) < mentions[0][0]
            for at, run in mentions:
                near = [place for place in sides if (place < at) == is_first]
                place = (max(near) if is_first else min(near)) if near else min(sides)
                yield self.placing(at, run, place, sides[place])
        elif self.said.isdisjoint(_BECOMING | {"same", "match", "both"}) and not self.has_equation():
            yield self.doubt("what is said of both sides")

    def on_both(self) -> Iterator[Form | Doubt]:
        """What is said to stand on both sides: "variables on both sides"."""
        for at, word in self.words.items():
            if word not in {"both", "each"} or self.word(at + 1) not in {"side", "sides"}:
                continue
            if self.word(at + 2) in {"have", "has", "contain", "contains"}:
                what = self.cursor.past(at + 3, {"the", "a", "an"})
                if self.is_variable(what) or self.word(what) in _VARIABLE:
                    yield self.form("variable", "both")
            before = at - 1
            while self.word(before) in _BETWEEN and before > self.first:
                before -= 1
            run = self.cursor.run_at(before)
            if self.word(at - 1) not in {"on", "from", "in", "to"} or self.operates_before(before):
                continue
            if self.word(before) in _VARIABLE | _CONSTANT or self.is_like(before - 1) or self.word(before) == "terms":
                yield self.form("variable" if self.word(before) not in _CONSTANT else "constant", "both")
            elif run is not None and run.is_variable(self.cursor.variable):
                yield self.form("variable", "both")
            elif run is not None and not run.is_equation and run.expression is not None:
                yield Form("expression", "both", self.number, run.expression.form)

    def operates_before(self, at: int) -> bool:
        """Whether a verb before says that this is what both sides are changed by."""
        return any(self.word(place) in _CHANGING for place in range(max(self.first, at - 5), at))


_CHANGING: Final[Collection[str]] = frozenset(
    f"{stem}{end}"
    for stem, ends in (
        ("add", "s ing ed"),
        ("subtract", "s ing ed"),
        ("divid", "e es ing ed"),
        ("multipl", "y ies ied"),
    )
    for end in ("", *ends.split())
) | {"multiplying"}
