"""The words a step may use and still be judged by its mathematics alone.

The lists are closed. A word outside them may turn the sense of an equation round ("x = 5 is wrong"), so a step
with such a word is never passed.
"""

from __future__ import annotations

from typing import Final

NEUTRAL: Final = frozenset(
    """
    a above add additional after again algebra algebraic all alone also an and any apply applying approach are
    arrange arriving as at back balance balanced basic be because been before begin beginning being below both
    bring brings but by calculate calculating calculation can carry carrying cancel cancels cancelling canceling
    check checking checks clear clearly collect collecting combine combining complete compute computing conclude
    conclusion confirm confirming confirms confirmed consider constant constants correct continue deal desired
    detailed determine determining distribute distributing do doing does done down each easy easily eliminate
    eliminates eliminating end entire equal equality equals equation equations equivalent evaluate evaluating
    every everything expand expanding expression expressions final finally find finding finish first follow
    following follows for form found from full fully further get gets getting given gives giving go goal good
    great group grouping happy hand has have having help hence here hold holds hope how i in indeed initial
    inside into inverse is isolate isolated isolates isolating isolation it its itself just keep keeping know
    last leads leaves leaving left left-hand let let's like like-terms line linear look looks made main make
    makes making math mathematical may me mean means method move moving must my need needed needs next nice
    notice now number numbers obtain obtained obtaining obtains of okay ok on once onto operation operations
    order original our out over part perform performing performed phase place please plug plugging previous
    problem procedure proceed process proceeding properly property prove put putting question quick reach
    rearrange rearranged rearranging reason recall recap reduce reduces reducing remaining remains remove
    removes removing required result resulting results reverse rewrite rewriting rewritten right right-hand rule
    same satisfied satisfies see set share should show showing shown shows side sides similarly simple simpler
    simplest simplification simplified simplifies simplify simplifying simply since single so solution solve
    solved solver solves solving some standard start started starting state step step-by-step steps still
    straightforward sub substitute substituted substituting substitution such summarize summary sure systematic
    systematically take taking task term terms that the their them then there therefore these they thing things
    this those through throughout thus to together true try turn two-step one-step unknown us use used uses
    using value values variable variables verification verified verifies verify verifying was way we we'll we're
    we've well were what when where which while whole will with within work working works write writing written
    yields yielding you your side-by-side both-sides answer answers x-term gather gathering transposing
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
    remember guess unsure unclear
    """.split()
)
"""Words that can turn a statement round, hedge it, or state a number; prose with one of them states something."""

SAFE_TO_STAND: Final = NEUTRAL - DANGEROUS
