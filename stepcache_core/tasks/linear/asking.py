"""How people ask for the solution of an equation: a closed grammar, and what it does not cover is not understood.

A prompt comes as one sentence: its words in lower case without stops, `EQ` for the equation and `VAR` for the letter.
"""

from __future__ import annotations

import re
from typing import Final

_EQUATION: Final = "the|this|the following|following|this following|the given|given|my|an|a"
_KIND: Final = r"(?:(?:simple|basic|linear|algebra|algebraic|math|mathematical|one-variable) )*"
_NOUN: Final = rf"(?:(?:{_EQUATION}) )?{_KIND}(?:equation|problem|expression)?"
_WHAT: Final = rf"(?:(?:{_EQUATION}) )?{_KIND}(?:equation|problem)"
_WISH: Final = r"(?:need|want|would like|have|wish)"
FIND: Final = (
    r"(?:find out|find|determine|calculate|compute|get|work out|figure out|give|give me|tell me|identify|obtain|state|"
    rf"isolate|report|show me|let me know|i {_WISH} to (?:know|find|determine|calculate|work out|figure out)|i {_WISH})"
)
_OF: Final = (
    r"(?:(?:the |a |all )?(?:unknown |numerical |exact |correct )?"
    r"(?:values?|numbers?|solution|answer|unknown|variable)(?: of| for| to)? )?"
    r"(?:(?:the |a |all )?(?:unknown|variable|number) |all )?"
)
WHERE: Final = (
    r"(?:if|when|in|given|given that|where|such that|so that|that satisfies|that solves|which satisfies|satisfying|"
    r"from|for which|that makes|knowing that|for|using|to satisfy|with)"
)
MANNER: Final = (
    r"(?:(?:and |by |with |while |in |please |then )*"
    r"(?:step by step|step-by-step|(?:a )?step-by-step solution|"
    r"(?:show|showing|show me|include|including|list|listing|write|write out|write down|give|provide|using)"
    r"(?: (?:all|your|the|each|every|all your|all the|all of your|me your|full|me the|detailed|clear))?"
    r" ?(?:of )?(?:work|working|workings|steps?|solution steps|calculations|step-by-step solution)(?: clearly)?|"
    r"steps|detailed steps|(?:all|your) steps|algebraically|carefully|"
    r"(?:walk|guide|take|talk) (?:me|us) through (?:it|this|that)|"
    r"(?:the|all the|full) (?:work|working|workings|steps)|"
    r"(?:give|state|write|end with|finish with) (?:me )?the (?:final )?(?:result|answer|value)(?: at the end)?)"
    r"(?: step by step| for (?:solving|finding) (?:it|VAR)| for (?:the|this) (?:equation|solution))?)"
)
STEPS: Final = re.compile(r"\b(?:steps?|step-by-step|work|working|workings|calculations|solution steps|through)\b")
POLITE: Final = (
    r"(?:(?:hi|hello|hey|hi there|hello there|hey there|good morning|good evening|please|kindly|can you|could you|"
    r"would you|will you|i need (?:you )?to|help me(?: to)?|"
    r"i want to|i would like to|i need help to|let's|now|next) )*"
)

_SCENE: Final = (
    r"(?:(?:"
    r"hey|hi|hello|a|an|the|my|our|your|this|that|it|its|i|i'm|i am|we|me|us|he|she|"
    r"they|is|was|are|has|have|had|got|get|gets|gave|given|wrote|written|says|said|reads|"
    r"asks|asked|need|needs|want|wants|help|with|on|in|at|from|of|to|and|both|stuck|"
    r"quick|simple|easy|hard|tricky|little|short|small|algebra|algebraic|math|maths|"
    r"mathematics|homework|home|work|question|questions|problem|exercise|task|equation|test|"
    r"exam|quiz|class|lesson|teacher|textbook|book|worksheet|sheet|whiteboard|blackboard|board|"
    r"page|notebook|school|tomorrow|today|tonight|yesterday|week|practising|practicing|"
    r"preparing|studying|learning|working|doing|trying|solving|somebody|someone|daughter|son|"
    r"kid|child|friend|student|students|pupil|following|next|here|here's|there|for|about"
    r") )*"
)
"""Words that tell where an equation comes from and who asks; none of them asks for anything or turns anything round."""
_IT: Final = r"(?:it|this|that|the equation|this equation|that equation)"
_PRESENTED: Final = (
    r"(?:(?:here is|here's|i have|i have got|i've got|we have|we are given|i am given|there is|take|consider|"
    r"given|given that|suppose|suppose that|assume|assume that|let|we know|we know that|i know that|"
    r"it is known that|it is given that|knowing that|if|when|for|in|from|using|with|look at|start from|"
    rf"i am stuck on|i'm stuck on) )?{_NOUN} ?EQ(?: holds| is true)?"
)
_SET: Final = rf"(?:{_PRESENTED} |{_SCENE}EQ {_SCENE})"
"""An equation that is presented, or told of."""
_MUST: Final = r"(?:must|should|does|would|will|can|could)"
_BE: Final = r"(?:have to )?(?:be|equal|be equal to|have|take)"
_ASKED: Final = (
    rf"(?:solve (?:{_IT} )?for {_OF}VAR"
    rf"|(?:{FIND}|what is|what's) {_OF}VAR(?: equal to)?"
    rf"|{FIND} what VAR (?:is|{_MUST} be|has to be|equals)"
    rf"|show (?:me|us) how to (?:solve for|isolate|find|get) {_OF}VAR"
    rf"|what {_MUST} {_OF}VAR {_BE}"
    rf"|(?:what|which) (?:value|number) {_MUST} VAR {_BE}"
    r"|(?:what|which) (?:value|number) (?:is|must be|should be) VAR"
    r"|how much is VAR)"
)
_CONDITION: Final = (
    rf"(?:{WHERE} |to make |in order for |in order that )?(?:{WHERE} )?{_NOUN} ?EQ"
    r"(?: is true| holds| true| to hold| to be true| be true)?"
)
_SOLVES: Final = r"(?:satisfies|solves|makes|is a solution of|is the solution of|is|satisfy|solve|make)"
_TRUE: Final = r"(?: true| correct| satisfied| hold| hold true)?"
_CORE: Final = (
    rf"(?:{_SET}(?:and |then |so |now |please )*{POLITE}{_ASKED}"
    rf"|{_ASKED} {_CONDITION}"
    rf"|{_SET}(?:and |then |so |now |please )*{POLITE}solve(?: {_IT})?(?: for VAR)?"
    rf"|{_PRESENTED} (?:and |then )?(?:what|which) (?:value|number|value of VAR) {_SOLVES} {_IT}{_TRUE}"
    rf"|solve (?:for VAR )?(?:{WHERE} )?{_NOUN} ?EQ"
    rf"(?: for (?:{_OF})VAR| to find (?:{_OF})VAR| and {FIND} {_OF}VAR)?"
    rf"|solve {_WHAT} for (?:{_OF})VAR EQ"
    rf"|solve for (?:the )?(?:variable|unknown) (?:in )?{_NOUN} ?EQ"
    rf"|(?:rearrange|simplify and solve) {_NOUN} ?EQ (?:to (?:find|get|isolate)|and (?:find|solve for)|for) {_OF}VAR"
    rf"|(?:{FIND}|what is|what's) (?:the )?(?:solution|answer|root) (?:to|of|for) {_NOUN} ?EQ(?: for VAR)?"
    rf"|(?:what|which|for what|for which) (?:(?:values?|numbers?) (?:of )?)?VAR {_SOLVES} {_NOUN} ?EQ{_TRUE}"
    rf"|for (?:what|which) (?:value|number) (?:of )?VAR (?:is|does|will|would) {_NOUN} ?EQ{_TRUE}"
    r")"
)
_REQUEST: Final = re.compile(rf"{POLITE}(?:{_SCENE}{POLITE})?{_CORE}(?: please| for me| thanks| thank you){{0,3}}")
_NOT_WHOLE: Final = (
    r"if (?:it|this|the (?:answer|result|solution)) (?:is not|isn't) (?:a )?(?:whole|whole number|integer)"
)
_EXACTLY: Final = (
    rf"(?:{_NOT_WHOLE} )?(?:(?:please|leave|leaving|give|giving|write|keep|state) )*"
    r"(?:it|this|the (?:answer|result|value))? ?as (?:an? )?(?:exact |simplified |reduced )?"
    rf"(?:fraction|exact value|value)(?: in lowest terms)?(?: {_NOT_WHOLE})?"
    r"|(?:an? )?(?:exact )?fractions? (?:is|are) (?:fine|ok|okay|good)|(?:no|without) rounding"
)
"""That the exact value is wanted, as it is stated in any case."""
_MANNER: Final = re.compile(
    rf"(?<![\w-])(?:{MANNER}|{_EXACTLY}|(?:with )?steps included|please|thanks a lot|many thanks|thanks in advance|"
    r"thank you (?:very|so) much)(?![\w-])"
)


def asks_for_the_solution(sentence: str) -> bool:
    """Whether a sentence asks for the solution of its equation and for nothing else.

    How it is to be shown may be said anywhere; a word that turns it round ("do not show your work") is left over.
    """
    plain = " ".join(_MANNER.sub(" ", sentence).split())
    return any(_REQUEST.fullmatch(text) is not None for text in {sentence, plain})
