"""What stands before the prompt, in a system prompt or earlier turns, and may make other values of those told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from stepcache_core.model import Message
from stepcache_core.tasks.json_value.problem import JsonProblem
from stepcache_core.tasks.json_value.reading.manners import without_manners
from stepcache_core.tasks.json_value.reading.patterns import compiled
from stepcache_core.tasks.json_value.reading.roles import SENTENCE_END, without_roles
from stepcache_core.tasks.json_value.reading.telling import ASKING

SYSTEMS: Final = frozenset({"system", "developer"})
"""Who sets the scene."""
_WORD: Final = re.compile(r"[^\W\d_][\w'’-]*|\S")
_MARK: Final = re.compile(r"[.,;:!()\"“”'’*#-]")
_SAYS_NOTHING: Final = ASKING.difference({"out", "up", "thank"}) | frozenset(
    "a accurate accurately ai all always am answering answers api asks assistant assistants assisting backend based "
    "be been bot careful carefully chatbot clear concise content converter converting converts correctly "
    "creates creating data-extraction designed desired do document documents endpoint engine entry exact exactly "
    "expert extracted extracting extraction extractor extracts files follow following formats formatted from "
    "generates generating given good great help helpful helpfully helps i'm information-extraction instruction "
    "instructions into is its machine machine-readable messages model must objects of on outputs outputting parsed "
    "parser parses parsing polite precise precisely produced produces producing prompt prompts provided provides "
    "read reads reliable replies request requested requests respectful responds response responses result results "
    "return returning returns schema service should skilled specialised specialist specialized step strictly "
    "structured structures structuring system systems task tasks text-to-json texts that that's tool tools "
    "transforms turning turns understand unstructured user user's users what who will work works writes writing "
    "you're your".split()
)
"""Words of a system prompt that says who answers, and that the answer is JSON."""


def as_said_before(problem: JsonProblem, before: Sequence[Message], *, is_attached: bool = False) -> JsonProblem:
    """The problem; with no value taken as stated where what stands before it may say how to write values, or others.

    An attachment may say so, too. Where what stands before speaks of keys, the prompt's may not be all of them.
    """
    if all(message.role in SYSTEMS and _says_nothing(message.content) for message in before) and not is_attached:
        return problem
    is_closed = problem.closed and not any(_OF_KEYS.search(message.content) for message in before)
    return replace(problem, subject=problem.told, stated=(), inferred=(), inside=(), closed=is_closed)


def may_ask_for_more(system: str) -> bool:
    """Whether a system prompt may ask for other keys or values, or for words around the object, in words not known.

    What says nothing of values, who answers, for whom and when, or that JSON is made, asks for none of that.
    """
    sentences = SENTENCE_END.split(without_manners(system).content)
    return not all(_says_nothing_of_values(one) or _tells_of_circumstances(one) for one in sentences)


def asks_beside(prompt: str) -> bool:
    """Whether a prompt asks for words around the object, for what every answer is to have, or for keys written so."""
    said = _QUOTED.sub(" ", prompt)
    return _BESIDE.search(said) is not None or _KEYS_WRITTEN.search(said) is not None


_QUOTED: Final = re.compile(r"\"[^\"\n]{0,4000}\"|“[^“”\n]{0,4000}”|«[^«»\n]{0,4000}»")
_BESIDE: Final = compiled(
    r"(?:\A\W{0,4}|(?<=[.!?]\s)|(?<=\n))(?:please |always |also |and |then ){0,2}(?:append|apologi[sz]e|cite|comment"
    r"|congratulate|greet|praise|prepend|rhyme|sign(?! up)|sing|speak|stamp|tag|talk|thank(?! you)|warn|welcome"
    r"|wish|use (?:single|curly) quotes)\b(?!\s?[:=])"
    r"|\b(?:every|each) (?:json )?(?:answer|repl(?:y|ies)|response|message|output) (?!is\b|as\b|in\b)"
    r"|\b(?:every|each) (?:json )?object (?:also |always )?"
    r"(?:bears?|carr(?:y|ies)|gets?|(?:has|needs|wants) (?:an? |its ))"
    r"|\b(?:and|always|first|never) say\b"
    r"|\b(?:schlüssel\w?|clés?|claves?|chiavi|chaves?|sleutels?|nyckla?r|nøgler|kluczy?|klucze|ключ\w{0,3})\b|字段|键|キー|키"
)
"""Orders to say something, what is said of every answer, and keys in languages of which no phrase is understood."""
_CASE: Final = r"(?:\w+[\s-]?case|capitals?|capital letters|capitali[sz]ed)"
_KEYS_WRITTEN: Final = compiled(
    rf"\b{_CASE} (?:for )?(?:(?:all|the) ){{0,2}}keys?\b"
    rf"|\bkeys? (?:must be|should be|are|is) (?:all |in |written ){{0,3}}{_CASE}\b"
)
"""How keys are to be written."""


def _tells_of_circumstances(sentence: str) -> bool:
    if _ORDERS.search(sentence) is not None:
        return False
    return _CIRCUMSTANCE.match(sentence) is not None or _MAKES_JSON.match(sentence) is not None


_CIRCUMSTANCE: Final = compiled(
    r"\W{0,4}(?:you|you['’](?:re|ve|ll)|act as|serve as|work as|i am|i['’]m|we|this is|the users?(?: will)?|users"
    r"|today is|your (?:job|task|role|goal|users?|name|audience|company|team|employer"
    r"|(?:answers?|outputs?|repl(?:y|ies)|responses?|results?) (?:is|are|will be|gets?) (?:\w+ly )?"
    r"(?:stored|saved|parsed|read|processed|used|consumed|logged|sent|fed)))\b"
)
"""Who answers, for whom, and when."""
_MAKES_JSON: Final = compiled(
    r"\W{0,4}(?:please )?(?:extract|convert|turn|put|transform|parse|structure)\b"
    r".{0,200}\b(?:json|objects?|structured)\b"
)
_TO_DO: Final = (
    "add append apologi[sz]e ask attach begin call change cite close comment congratulate count drop end explain "
    "finish give greet hide include insert introduce invent leave list mark mask mention name number open praise "
    "prefix put quote rate recite remind remove rename repeat reveal rhyme round say sign sing sort speak spell "
    "stamp start swear tag talk tell thank translate use warn welcome wish wrap write".replace(" ", "|")
)
_ORDERS: Final = compiled(
    r"\b(?:must|should|shall|always|never|only|every|each|have to|needs? to|do not|\w+n['’]t"
    rf"|(?:and|who|that|which|to|you|or) (?:\w+ly )?(?:{_TO_DO})s?"
    r"|(?:want|need|expect|like|love|prefer|require|enjoy|appreciate|request)(?:s|ed)?|will see|plus|including|together"
    r"|along with|as well|with (?:the|its|their|an?|each|all|both))\b"
)
"""What tells the reader to do something, or what is wanted or goes with something."""


_OF_KEYS: Final = compiled(
    r"\b(?:keys?|fields?|propert(?:y|ies)|attributes?|members?|add|include|insert|append|extend)\b"
)


_AS_TEXT: Final = compiled(r"\b(?:as|in|into|to) (?:an? |the |plain |single )?texts?(?= form|\W{0,3}\Z)")
"""What makes a text of a number."""
_ADJECTIVE: Final = compiled(
    r"\b(?:clear|concise|plain|single|one)(?: and|,)?(?: [a-z]{1,12})? (?:values?|facts?|details|texts?)\b"
    r"|\b(?:values?|facts?|details) (?:[a-z]{1,8} ){0,2}(?:clear|concise|plain|lines?|single|form)\b"
)
"""What values are to be like."""
_CHANGES: Final = compiled(
    r"\b(?:convert|transform|turn|encode|express|represent|structure|put|make)(?:s|ing)?\b"
    r"(?!.{0,200}\b(?:json|objects?|structured|machine-readable)\b)"
)
"""What makes another of something, where it is not said that JSON is made of it."""


def _says_nothing(text: str) -> bool:
    return all(map(_says_nothing_of_values, SENTENCE_END.split(without_manners(text).content)))


def _says_nothing_of_values(sentence: str) -> bool:
    if any(doubt.search(sentence) is not None for doubt in (_AS_TEXT, _ADJECTIVE, _CHANGES)):
        return False
    words = _WORD.findall(without_roles(sentence))
    return all(word.lower() in _SAYS_NOTHING or _MARK.fullmatch(word) is not None for word in words)
