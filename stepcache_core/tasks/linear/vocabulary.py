"""The words a step may use and still be judged by its mathematics alone.

The lists are closed. A word outside them may turn the sense of an equation round ("x = 5 is wrong"), so a step
with such a word is never passed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

NEUTRAL: Final = frozenset(
    """
    a above absolutely according accordingly accuracy accurate across add addition additional after afterwards
    again aim algebra algebraic all allow allowing allows alone also an and answer answers any appear appears
    apply applying approach are arithmetic arrange arriving as at back balance balanced based
    basic be because been before begin beginning being below both both-sides breaking bring brings but by
    calculate calculating calculation came can cancel canceled canceling cancelled cancelling cancels carry
    carrying certainly changing check checking checks clear clearly collect collecting combine combining
    complete completely compute computing conclude concluding conclusion confirm confirmed
    confirming confirms consider constant constants contain containing contains continue correct correctness
    cross-multiplication cross-multiply cross-multiplying deal decimal denominator denominators desired detail
    detailed determine determining directly distribute distributes distributing distribution distributive
    division do does doing done down each easier easily easy effectively eliminate eliminated eliminates
    eliminating end ends ensure ensures ensuring entire equal equality equals equation equations equivalent
    evaluate evaluates evaluating every everything expand expanding expressed expression expressions final
    finally find finding finish first firstly follow following follows for form found fraction fractions from
    full fully fundamental further gather gathering get gets getting given gives giving go goal good great
    group grouping hand happy has have having help hence here here's hold holds hope how i i'll i've
    immediately implies in indeed information initial inside into inverse involved involves involving is
    isolate isolated isolates isolating isolation it it's its itself just keep keeping keeps know last lastly
    later law leads leaves leaving left left-hand let let's lets lhs like like-terms line linear look looks
    made main maintain maintained maintaining maintains make makes making math mathematical may me mean
    meaning means method move moving multiplication must my need needed needs next nice notice now number
    numbers numerator objective obtain obtained obtaining obtains of ok okay on once one-step onto operation
    operations order original our out over part perform performed performing phase place please plug plugging
    preserve preserves preserving previous principle problem procedure proceed proceeding process properly
    properties property prove purpose put putting question quick reach rearrange rearranged rearranging reason
    recall recap reduce reduces reducing remain remaining remains remove removes removing replace replaced
    replaces replacing represent represents required respectively rest result resulting results reverse
    rewrite rewriting rewritten rhs rid right right-hand rule rules same satisfied satisfies secondly see
    separate separated separating set share should show showing shown shows side side-by-side sides similarly
    simple simpler simplest simplification simplified simplifies simplify simplifying simply since single so
    solution solve solved solver solves solving some standard start started starting state statement step
    step-by-step steps still straightforward sub substitute substituted substitutes substituting substitution
    subtraction such summarize summary sure systematic systematically take taking target task term terms that
    that's the their them then there there's therefore these they thing things this those through throughout
    thus to together transform transformed transposing true try turn two-step undo undoes undoing unknown us
    use used uses using valid validate validates value values variable variables verification verified
    verifies verify verifying want wanted wants was way we we'll we're we've well were what when where which
    while whole will with within work working works write writing written x-term x-terms yes yielding yields you
    your why call sentence translate translating double-check double-checking decimals action actions
    description explanation justification match matches matching reasoning
    """.split()
)
"""Words that say nothing of one equation."""

OPERATIONS: Final = {
    "subtract": "-",
    "subtracting": "-",
    "subtracted": "-",
    "subtracts": "-",
    "add": "+",
    "adding": "+",
    "added": "+",
    "adds": "+",
    "divide": "/",
    "dividing": "/",
    "divided": "/",
    "divides": "/",
    "multiply": "*",
    "multiplying": "*",
    "multiplied": "*",
    "multiplies": "*",
}
"""Verbs of what is done to both sides."""

REWRITINGS: Final = dict.fromkeys(
    "move moves moving moved transpose transposing bring bringing take taking".split(), ">"
) | (dict.fromkeys("distribute distributes distributing".split(), "("))
"""Verbs of what changes how an equation is written: a term taken to the other side, a bracket multiplied out."""

RELATING: Final = frozenset("is are was be equals equal same becomes become match matches".split())
"""Words that say that what stands before them is what comes after."""

TECHNICAL: Final = frozenset("coefficient coefficients becomes become bracket brackets parentheses parenthesis".split())
"""Words that may claim something of an equation, and are judged where they stand."""

DANGEROUS: Final = frozenset(
    """
    no not never none neither nor nothing cannot can't cant don't dont doesn't doesnt isn't isnt aren't wasn't
    won't wouldn't shouldn't without wrong incorrect incorrectly false falsely mistake mistakes mistaken error
    errors erroneous instead or either unless except if suppose supposing assume assuming assumption pretend
    might maybe perhaps possibly probably approximately approx roughly nearly almost around actually wait oops
    sorry apologize apologies correction corrected however although though whereas despite contradiction
    contradicts contradictory inconsistent inconsistency identity infinitely infinite many impossible undefined
    invalid fails fail failed unlike different differs another other alternatively alternative than less more
    most least fewer between greater smaller larger bigger negative positive minus plus times over half twice
    double triple thrice third quarter zero one two three four five six seven eight nine ten eleven twelve
    thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty
    ninety hundred thousand million only percent squared cubed root roots square power exponent ignore disregard
    avoid avoiding remember guess unsure unclear doubt quadratic cubic nonlinear non-linear inequality inequalities
    """.split()
)
"""Words that can turn a statement round, hedge it, or state a number; prose with one of them states something."""

HARMLESS_PHRASES: Final = tuple(
    tuple(phrase.split())
    for phrase in (
        "one side",
        "other side",
        "on the other",
        "opposite side",
        "opposite operation",
        "opposite operations",
        "one variable",
        "one step",
        "set up",
        "end up with",
        "second step",
        "the second",
        "two steps",
        "three steps",
        "one by one",
        "in other words",
        "distribute the negative sign",
        "distributing the negative sign",
        "distribute the minus sign",
        "distributing the minus sign",
        "let me know if you have any questions",
        "let me know if you have any other questions",
        "let me know if you have any more questions",
        "let me know if you need any help",
        "let me know if you need any more help",
        "let me know if you need further help",
    )
)
"""Phrases that state nothing of the solution, with words in them that might state something elsewhere."""

_PHRASES: Final[dict[tuple[str, ...], list[tuple[str, ...]]]] = {}
for _phrase in sorted(HARMLESS_PHRASES, key=len, reverse=True):
    _PHRASES.setdefault(_phrase[:2], []).append(_phrase)


HARMLESS_OPENINGS: Final = frozenset(_PHRASES)
"""The first two words of harmless phrases."""
HARMLESS_BEGINNINGS: Final = frozenset(first for first, _ in _PHRASES)
"""The words that harmless phrases begin with."""


def harmless_phrases(first: str, second: str) -> Sequence[tuple[str, ...]]:
    """The harmless phrases that begin with two words, the longest first."""
    return _PHRASES.get((first, second), ())


_UNITS: Final = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
seventeen eighteen nineteen".split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
SPELLED: Final = {word: number for number, word in enumerate(_UNITS)} | {
    ten + (f"-{_UNITS[unit]}" if unit else ""): 10 * place + unit
    for place, ten in enumerate(_TENS, start=2)
    for unit in range(10)
}
"""Numbers below a hundred, in words."""

SAFE_TO_STAND: Final = NEUTRAL - DANGEROUS
