"""How people ask for the solution of an equation: a closed grammar, and what it does not cover is not understood.

A prompt comes as its words in lower case without stops, `EQ` for the equation, `VAR` for the letter and `BLANK` for the
letter with its value left open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from stepcache_core.tasks.linear.manner import plain

_EQUATION: Final = "the|this|the following|following|this following|the given|the next|next|given|my|an|a|its"
_KIND: Final = r"(?:(?:simple|basic|linear|algebra|algebraic|math|mathematical|one-variable) )*"
_NOUN: Final = rf"(?:(?:{_EQUATION}) )?{_KIND}(?:equation|problem|expression|exercise|one)?"
_WHAT: Final = rf"(?:(?:{_EQUATION}) )?{_KIND}(?:equation|problem|exercise|one|this)"
_I_WISH: Final = r"(?:i (?:need|want|would like|have|wish)|i'd like)"
_GRATEFUL: Final = r"(?:i'd|i would) be (?:grateful|thankful|glad|happy|obliged)"
FIND: Final = (
    r"(?:find out|find|determine|calculate|compute|get|work out|figure out|give|give me|tell me|identify|obtain|state|"
    rf"isolate|report|show me|tell us|let me know|{_I_WISH} to (?:know|have|find|determine|calculate|work out|"
    rf"figure out)|{_I_WISH}|need|{_GRATEFUL} for|{_GRATEFUL} to (?:have|know)|(?:i'd|i would) appreciate)"
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
POLITE: Final = (
    r"(?:(?:hi|hello|hey|hi there|hello there|hey there|good morning|good afternoon|good evening|please|pls|plz|kindly|"
    r"can you|could you|would you|will you|i need (?:you )?to|help me(?: to)?|"
    r"i want to|i would like to|i have to|i need help to|let's|now|next) )*"
)

SCENE: Final = (
    r"(?!(?:is|are|was|were|has|have) )(?:(?:"
    r"a|an|the|my|our|your|this|that|it|its|i|i'm|i am|we|me|us|he|she|"
    r"they|is|was|are|has|have|had|got|get|gets|gave|given|wrote|written|says|said|reads|"
    r"asks|asked|need|needs|want|wants|help|with|on|in|at|from|of|to|and|both|stuck|"
    r"quick|simple|easy|hard|tricky|little|short|small|algebra|algebraic|math|maths|"
    r"mathematics|homework|home|work|question|questions|problem|exercise|task|equation|test|"
    r"exam|quiz|class|lesson|teacher|textbook|book|worksheet|sheet|whiteboard|blackboard|board|"
    r"page|notebook|school|tomorrow|today|tonight|yesterday|week|practising|practicing|"
    r"preparing|studying|learning|working|doing|trying|solving|somebody|someone|daughter|son|"
    r"kid|child|friend|student|students|pupil|following|next|here|here's|there|for|about|"
    r"brother|sister|mother|father|mum|mom|dad|cousin|colleague|tutor|professor|lecturer|another|one more|set|"
    r"practice|practise|paper|past|final|mathematical|revision|were"
    r") )*"
)
"""Words that tell where an equation comes from and who asks; none of them asks for anything or turns anything round.

A verb in front would make a question of them: "is ... on the sheet?".
"""
_IT: Final = r"(?:it|this|that|the equation|this equation|that equation)"
_THE_EQUATION_IS: Final = r"(?:the|its|my|our) (?:equation|problem|exercise) (?:is|was|reads|says)"
_PRESENTED: Final = (
    r"(?:(?:here is|here's|i have|i have got|i've got|we have|we are given|i am given|there is|take|consider|"
    r"given|given that|suppose|suppose that|assume|assume that|let|we know|we know that|i know that|"
    r"it is known that|it is given that|knowing that|if|when|for|in|from|using|with|look at|start from|"
    rf"i am stuck on|i'm stuck on) )?(?:{_NOUN}|{_THE_EQUATION_IS}) ?EQ(?: holds| is true)?"
)
_SET: Final = rf"(?:{_PRESENTED} |{SCENE}(?:solve )?EQ {SCENE})"
"""An equation that is presented, or told of."""
_MUST: Final = r"(?:must|should|does|would|will|can|could)"
_BE: Final = r"(?:have to )?(?:be|equal|be equal to|have|take)"
_ASKED: Final = (
    rf"(?:solve (?:{_IT} )?for {_OF}VAR"
    rf"|(?:{FIND}|what is|what's|whats) {_OF}(?:the )?VAR(?: equal to)?"
    rf"|{FIND} what VAR (?:is|{_MUST} be|has to be|equals)"
    rf"|show (?:me|us) how to (?:solve for|isolate|find|get) {_OF}VAR"
    rf"|what {_MUST} {_OF}VAR {_BE}"
    rf"|(?:what|which) (?:value|number) {_MUST} VAR {_BE}"
    r"|(?:what|which) (?:value|number) (?:is|must be|should be) VAR"
    r"|how (?:much|big|large) is VAR)"
)
_CONDITION: Final = (
    rf"(?:{WHERE} |to make |in order for |in order that )?(?:{WHERE} )?(?:{_NOUN}|{_THE_EQUATION_IS}) ?EQ"
    r"(?: is true| holds| true| to hold| to be true| be true)?"
)
_SOLUTION: Final = r"(?:exact )?(?:solution|answer|root)"
_SOLVES: Final = r"(?:satisfies|solves|makes|is a solution of|is the solution of|is|satisfy|solve|make)"
_TRUE: Final = r"(?: true| correct| satisfied| hold| hold true)?"
_CORE: Final = (
    rf"(?:{_SET}(?:and |then |so |now |please )*{POLITE}{_ASKED}"
    rf"|{_ASKED} {_CONDITION}"
    rf"|{_SET}(?:and |then |so |now |please )*{POLITE}solve(?: {_IT})?(?: for VAR)?"
    rf"|{_SET}(?:so |then )*(?:BLANK|VAR)|BLANK {_CONDITION}|solve {_NOUN} ?EQ BLANK"
    rf"|when is EQ (?:and |then )?{_ASKED}"
    rf"|{_PRESENTED} (?:and |then )?(?:what|which) (?:value|number|value of VAR) {_SOLVES} {_IT}{_TRUE}"
    rf"|solve (?:for VAR )?(?:{WHERE} )?{_NOUN} ?EQ"
    rf"(?: for (?:{_OF})VAR| to find (?:{_OF})VAR| and {FIND} {_OF}VAR)?"
    rf"|solve (?:{_WHAT}|(?:the )?following) for (?:(?:{_OF})VAR|me|us) EQ"
    rf"|(?:find|isolate|determine|calculate) (?:the )?(?:unknown|variable) {_NOUN} ?EQ"
    rf"|solve for (?:the )?(?:variable|unknown) (?:in )?{_NOUN} ?EQ"
    rf"|(?:rearrange|simplify and solve) {_NOUN} ?EQ (?:to (?:find|get|isolate)|and (?:find|solve for)|for) {_OF}VAR"
    rf"|(?:{FIND}|what is|what's|whats) (?:the )?(?:{_SOLUTION} (?:to|of|for)|(?:unknown|variable) (?:in|of|from)) "
    rf"{_NOUN} ?EQ(?: for {_OF}VAR)?"
    rf"|(?:what|which|for what|for which) (?:(?:values?|numbers?) (?:of )?)?VAR {_SOLVES} {_NOUN} ?EQ{_TRUE}"
    rf"|for (?:what|which) (?:value|number) (?:of )?VAR (?:is|does|will|would) {_NOUN} ?EQ{_TRUE}"
    r")"
)
_REQUEST: Final = re.compile(rf"{POLITE}(?:{SCENE}{POLITE})?{_CORE}(?: please| for me| thanks| thank you){{0,3}}")

_BRIEFLY: Final = re.compile(r"\bin short\b")
"""Short is a word of a scene, too, as in "a short quiz"."""


def asks_for_the_solution(words: Sequence[str]) -> bool:
    """Whether a prompt asks for the solution of its equation and for nothing else.

    How it is to be shown may be said anywhere; a word that turns it round ("do not show your work") is left over.
    """
    sentence = " ".join(words)
    if _BRIEFLY.search(sentence) is not None:
        return False
    if _REQUEST.fullmatch(sentence) is not None:
        return True
    left = plain(words)
    return len(left) < len(words) and _REQUEST.fullmatch(" ".join(word for _, word in left)) is not None
