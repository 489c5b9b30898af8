"""Sentences that say who answers, and for whom: "You are a careful data entry clerk at Acme Corp." says no more.

Each place of such a sentence holds what says nothing of values: a quality or a field of work before the noun, a plain
noun for who answers, an organisation after it. Any other word there, as in "a French assistant" or "a privacy officer",
may say how values are written, and the sentence stays as it is.
"""

from __future__ import annotations

import re
from typing import Final

from stepcache_core.capitals import any_alphabet
from stepcache_core.tasks.json_value.reading.patterns import compiled

_QUALITY: Final = (
    r"(?:(?:very|highly|extremely|most) )?"
    r"(?:helpful|harmless|honest|friendly|polite|respectful|careful|precise|accurate|reliable|diligent|meticulous|thorough"
    r"|attentive|detail-oriented|professional|expert|experienced|seasoned|senior|skilled|skilful|skillful|world-class"
    r"|leading|great|good|excellent|intelligent|smart|clever|knowledgeable|capable|competent|efficient|fast|powerful"
    r"|advanced|sophisticated|modern|strict|concise|trusted|trustworthy|dedicated|speciali[sz]ed|virtual|digital"
    r"|automated|useful|general-purpose|state-of-the-art)"
)
_FIELD: Final = (
    r"(?:ai|ai-powered|json|json-only|api|data|data[\s-]entry|information|document|records?|extraction|parsing"
    r"|(?:data|information)-extraction|(?:data|text|document|information)[\s-]processing|text[\s-]extraction|maths?"
    r"|mathematics|science|sales|structured-output|crm|hr|support|customer|service|business|office|web|online|software|back-?end|database"
    r"|research|product|inventory|order|booking|library|school)"
)
_AGENT: Final = (
    r"(?:(?:large )?language model|json(?: (?:data|object|document|output))? (?:formatter|generator|writer|producer"
    r"|converter)|personal assistant|assistant|ai|bot|chatbot|model|api|endpoint|server|service|system|tool|engine"
    r"|machine|program|algorithm|agent|helper|expert|specialist|professional|clerk|secretary|tutor|teacher|extractor|parser"
    r"|analyst|engineer|developer|programmer|scientist|librarian)"
)
_KNOWN: Final = (
    r"(?:ChatGPT|GPT(?:-\d\w{0,2})?|Claude|Gemini|Gemma|Llama|Qwen|Mistral|Copilot|Grok|DeepSeek|Phi)(?![\w-])"
)
"""Names of models; whoever else is named may speak in a manner of their own."""
_WHO: Final = (
    rf"(?:(?:an?|the|our|my|one of the) )(?:{_QUALITY}(?:\s?,(?: and)?| and)? |{_FIELD}(?: and)? ){{0,6}}{_AGENT}"
    rf"(?![\w'’-])"
)
_ORGANISATION: Final = (
    r"(?:company|firm|organi[sz]ation|business|team|department|shop|store|bank|hospital|clinic|school|university|library"
    r"|agency|hotel|restaurant|startup|app|application|api|crm|erp|website|site|platform|system|service|database"
    r"|back-?end|front-?end|pipeline)"
)
_NAME: Final = any_alphabet(r"(?-i:[A-Z][\w&-]{0,30}(?:\s[A-Z][\w&-]{0,30}){0,3})")
_NAMED_COMPANY: Final = any_alphabet(
    r"(?-i:[A-Z][\w&-]{1,30}(?:\s[A-Z][\w&-]{1,30}){0,2}\s"
    r"(?:AG|Bank|Co|Company|Corp|Corporation|GmbH|Group|Inc|Industries|LLC|Labs|Ltd|Technologies|University))(?![\w-])\.?"
)
_FOR: Final = (
    rf"(?: (?:for|at|of|inside|within|in) (?:(?:an?|the|our|my|your|this) (?:(?:{_FIELD}|small|large|local|internal) )"
    rf"{{0,2}}{_ORGANISATION}(?![\w'’-])|(?:the )?{_NAMED_COMPANY}))"
)
_BY: Final = rf"(?:\s?,)?(?: (?:trained|created|made|built|developed|provided|run) by {_NAME})"
_ADDRESSED: Final = (
    r"(?:you are|you['’]re|you (?:will )?(?:act|work|serve) as|(?:please )?(?:act|work|serve) as|i am|"
    r"your (?:role|job|task) is to (?:be|act as))"
)
_GIVES_JSON: Final = (
    r" (?:that|which|who) (?:only |always |strictly ){0,2}"
    r"(?:returns|outputs|produces|generates|writes|emits|speaks|(?:responds|replies|answers) (?:with|in))"
    r" (?:only |strictly )?(?:valid |strict |raw |structured )?json(?: only)?(?![\w-])(?! [a-z])"
)
_ROLE: Final = compiled(
    rf"\A\s{{0,4}}{_ADDRESSED} (?:{_KNOWN}(?:{_BY})?(?:\s?, {_WHO})?|{_WHO}(?: and {_WHO})?)(?:{_BY}|{_FOR}){{0,2}}"
    rf"(?:{_GIVES_JSON}| at(?= [a-z]{{2,20}}ing(?![\w-])))?"
)
_TASK: Final = compiled(r"\A\s{0,4}your (?:only |sole |main )?(?:role|job|task|purpose|goal) is to ")
_AS_ASKED: Final = compiled(
    r"\b(?:the|those|exactly the|only the) (?:fields|keys|values|data|details|information|properties) "
    r"(?:(?:that|which) )?(?:the user|users|they|i|we) "
    r"(?:asks?(?: you)? for|requests?|wants?|needs?|specif(?:y|ies)|lists?)"
    r"(?![\w-])"
    r"|\bthe (?:requested|required|specified) (?:fields|keys|values|properties)(?![\w-])"
)
_FOR_WHOM: Final = compiled(rf"{_FOR}(?=\W{{0,3}}\Z)")
_TERSE: Final = (
    r"(?:brief|concise|short|accurate|precise|careful|helpful|polite|friendly|honest|truthful|thorough|consistent"
    r"|briefly|concisely|accurately|precisely|carefully|politely|truthfully|consistently)"
)
_MANNER: Final = compiled(
    rf"\A\s{{0,4}}(?:please )?(?:always )?(?:be|stay|answer|reply|respond)(?: always| very| as)? {_TERSE}"
    rf"(?:(?:\s?,(?: and)?| and) {_TERSE}){{0,3}}(?: as possible)?(?=\W{{0,3}}\Z)"
)


SENTENCE_END: Final = re.compile(r"(?<=[.!?;])\s+|\n+")


def without_roles(text: str) -> str:
    """The text without what says who answers, for whom, and that it is done briefly, well, or as asked."""
    return " ".join(map(_without_role, SENTENCE_END.split(text)))


def without_opening_roles(prompt: str) -> str:
    """The prompt without the sentences at its beginning that say no more than who answers."""
    opened = _SENTENCE.match(prompt)
    while opened is not None and opened.end() < len(prompt) and not _ROLE.sub("", opened[0]).strip(" \t\n."):
        prompt = prompt[opened.end() :]
        opened = _SENTENCE.match(prompt)
    return prompt


_SENTENCE: Final = re.compile(r"\s*you[ '’a-z][^.!?\n]{1,200}(?:\.\s+|\n+)", re.IGNORECASE)


def _without_role(sentence: str) -> str:
    rest = _MANNER.sub("", _TASK.sub("", _ROLE.sub("", sentence)))
    return _FOR_WHOM.sub("", _AS_ASKED.sub("", rest))
