"""What people say around a question: courtesies, how its answer is to be shown, and in which form it is wanted.

The clauses are closed lists over the words of a grammar, of which `VAR` is the letter asked for and `BLANK` that letter
with its value left open. A clause may stand anywhere and is left out before the rest is read, so a word that turns one
round ("do not show your work") is left over, and what has such a word is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from stepcache_core.tasks.linear.answer_form import ANY_FORM, AnswerForm

MANNER: Final = (
    r"(?:(?:and |by |with |while |in |please |then )*"
    r"(?:step by step|step-by-step|(?:a )?step-by-step solution|one step at a time|"
    r"(?:show|showing|show me|include|including|list|listing|write|write out|write down|give|provide|using)"
    r"(?: (?:all|your|the|each|every|all your|all the|all of your|me your|full|me the|detailed|clear))?"
    r" ?(?:of )?(?:work|working|workings|steps?|solution steps|calculations|step-by-step solution)(?: clearly)?|"
    r"steps|detailed steps|(?:all|your|all the|all your) steps|algebraically|carefully|"
    r"(?:walk|guide|take|talk) (?:me|us) through (?:it|this|that)|"
    r"(?:the|all the|full) (?:work|working|workings|steps)|"
    r"(?:give|state|write|end with|finish with) (?:me )?the (?:final )?(?:result|answer|value)(?: at the end)?)"
    r"(?: step by step| for (?:solving|finding) (?:it|VAR)| for (?:the|this) (?:equation|solution))?)"
)
STEPS: Final = re.compile(
    r"\b(?:steps?|step-by-step|work(?! out)|working(?! out)|workings|calculations|solution steps|through|"
    r"how (?:to|do|can|could|would|should))\b"
)
"""That steps are asked for."""


_ANSWER: Final = r"(?:answers?|results?|solutions?|values?)"
_THIS: Final = rf"(?:it|this|that|they|these|them|(?:the|your|my) (?:final |exact )?{_ANSWER})"
_WHOLE: Final = r"(?:an? )?(?:whole numbers?|whole|integers?)"
_NOT_WHOLE: Final = (
    rf"(?:(?:if|when|in case) (?:{_THIS}|VAR) (?:is not|isn't|are not|aren't) {_WHOLE}"
    rf"|(?:if|when|in case) (?:it's not|they're not|not) {_WHOLE}"
    rf"|should (?:{_THIS}|VAR) not be {_WHOLE}|unless (?:{_THIS}|VAR) (?:is|are) {_WHOLE})"
)
_GIVE: Final = (
    r"(?:(?:and|but|please|then|just) )*(?:leave|leaving|give|giving|give me|write|writing|keep|keeping|state|express|"
    r"use|using|i want|i need|i prefer|i'd like|i'd prefer|i would like|i would prefer)"
)
_FRACTION: Final = (
    r"(?:an? )?(?:(?:exact|simplified|reduced) )*fractions?(?: in (?:its |their )?(?:lowest|simplest) terms)?"
)
_NO_DECIMAL: Final = (
    r"(?:rather than|instead of|and not|not) (?:as )?(?:an? |any )?(?:(?:rounded|approximate) )*"
    r"(?:decimals?|decimal numbers?|approximations?)"
)
_AS_FRACTION: Final = (
    rf"(?:(?:and |but )?{_NOT_WHOLE} )?(?:{_GIVE} {_FRACTION}|(?:{_GIVE} )?(?:{_THIS} )?as {_FRACTION})"
    rf"(?: {_NO_DECIMAL})?(?: {_NOT_WHOLE})?"
)
_EXACTLY: Final = (
    rf"(?:{_GIVE} )?(?:{_THIS} )?(?:as )?(?:an? |the )?exact (?:values?|answers?|results?)(?: only)?(?! of\b)"
    r"|exactly|(?:no|without) rounding(?: (?:it|anything))?"
    rf"|(?:do not|don't) round(?: {_THIS}| anything)?"
    r"|(?:an? )?(?:exact )?fractions? (?:is|are) (?:fine|ok|okay|good|allowed)"
)
"""That the exact value is wanted, as it is stated in any case."""
_BLANKS: Final = r"BLANK(?: (?:\| )?(?:and )?BLANK){0,2}"
_AS_LINE: Final = (
    rf"(?:(?:and|please|then) )*(?:end|finish|ending|finishing|conclude|close) (?:with|by writing|in) "
    rf"(?:(?:the|a) (?:final |last )?line )?{_BLANKS}"
    rf"|{_GIVE} (?:{_THIS} )?(?:(?:on|as) the last line )?(?:as|in the form(?: of)?) {_BLANKS}"
    rf"|(?:(?:and|please) )*put (?:the {_ANSWER} )(?:on the last line )?as {_BLANKS}"
)
_KNOWN_AS: Final = (
    r"(?:(?:where|and|with) )?(?:VAR (?:is|being) the (?:unknown|variable)|the (?:unknown|variable) (?:is|being) VAR)"
)
_ROLE: Final = (
    r"(?:you are|you're|act as) (?:an?|my|our) "
    r"(?:(?:very|helpful|friendly|patient|careful|experienced|good|great|excellent|skilled|knowledgeable|precise|ai|math|"
    r"maths|mathematics|algebra) )*(?:assistant|tutor|teacher|mathematician|expert)"
    r"(?: (?:in|at|of) (?:math|maths|mathematics|algebra))?"
)
"""Who is to answer, said in the prompt itself."""
_COURTESY: Final = (
    r"please|pls|plz|thx|cheers|asap|thanks a lot|many thanks|thanks in advance|"
    r"thank you(?: (?:very|so) much)?(?: in advance)?|"
    r"excuse me|sorry to bother you(?: but)?|(?:thanks|thank you) for (?:helping|your help)(?: me)?|dear assistant|"
    r"(?:can|could|would|will) you possibly|"
    rf"(?:(?:can|could|would|will) you )?show(?: me| us)?(?: {MANNER})? how to|"
    r"how (?:to|(?:do|can|could|would|should) (?:i|we|you|one))(?= (?:solve|find|determine|calculate|work out)\b)|"
    r"i need (?:some |your )?help(?: with| in)?(?= (?:solving|finding|determining))|"
    r"(?:would|do) you mind(?= (?:solving|finding|determining|calculating))|would you be so kind as to|"
    r"(?:it would be|it'd be) (?:great|nice|kind|lovely|helpful) if you (?:could|would|can)|"
    r"(?:i'd|i would) (?:appreciate it|be (?:grateful|thankful|glad|happy|obliged)) if you (?:could|would|can)|"
    r"(?:i'd|i would) (?:appreciate|be (?:grateful|thankful) for|like|love) (?:your |some )?help "
    r"(?:with|in)(?= (?:solving|finding|determining))|"
    r"(?:(?:can|could|would|will) you )?(?:walk|guide|take|talk) (?:me|us) through"
    r"(?= (?:solving|finding|determining))|"
    r"(?:(?:can|could|would|will) you )?help (?:me|us) (?:with|in)(?= (?:solving|finding|determining))"
)
_CLAUSE: Final = re.compile(
    rf"(?<![\w-])(?:{_AS_FRACTION}|{_AS_LINE}|{_EXACTLY}|{_KNOWN_AS}|{_ROLE}|{_COURTESY}|"
    rf"(?:with )?(?:the )?(?:steps|working) included|{MANNER})(?![\w-])"
)
_AT_THE_END: Final = (
    r"(?:end|finish) with the (?:final )?(?:result|answer|value)|the (?:final )?(?:result|answer|value) at the end"
)
_FORM: Final = re.compile(
    rf"(?<![\w-])(?:(?P<fraction>{_AS_FRACTION})|(?P<line>{_AS_LINE})|(?P<end>{_AT_THE_END}))(?![\w-])"
)
_GERUNDS: Final = {
    "solving": "solve",
    "finding": "find",
    "determining": "determine",
    "calculating": "calculate",
}


def form_of(sentence: str) -> AnswerForm:
    """The form in which a sentence wants its answer."""
    if not any(word in sentence for word in ("fraction", "BLANK", "end", "finish")):
        return ANY_FORM
    asked = {match.lastgroup for match in _FORM.finditer(sentence)}
    return AnswerForm(fraction="fraction" in asked, line="line" in asked, end="end" in asked)


def plain(words: Sequence[str]) -> list[tuple[int, str]]:
    """The words that are left without the clauses, each with its place among all."""
    sentence = " ".join(words)
    left_out: set[int] = set()
    for match in _CLAUSE.finditer(sentence):
        first = sentence.count(" ", 0, match.start())
        left_out.update(range(first, first + match[0].count(" ") + 1))
    return [(at, _GERUNDS.get(word, word)) for at, word in enumerate(words) if at not in left_out]
