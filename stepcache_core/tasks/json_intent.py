"""Whether a prompt asks for JSON and for nothing more: the words that say so, and those that speak against it."""

from __future__ import annotations

import re
from functools import lru_cache

_JSON = re.compile(r"\bjson\b", re.IGNORECASE)
_BEFORE = (
    r"\W{0,4}(?:(?:from|using|given|based|for|about|with)\b[^,.:]{1,160}[,:]\s{1,4}"
    r"|(?:from|using)\s{1,4}(?:this|that|the)\s{1,4}\w{1,24}\s{1,4}(?:(?:below|above)\s{1,4})?)?"
    r"(?:(?:please|now|only|just|strictly|kindly)\s{1,4}){0,2}"
    r"(?:(?:can|could|would|will)\s{1,4}you\s{1,4}(?:please\s{1,4})?|(?:and\s{1,4})?|(?:you\s{1,4}(?:must|should)\s{1,4}))"
)
_SORT_OF = (
    r"(?:(?:an?|one|single|valid|strictly|strict|raw|pure|plain|bare|flat|short|small|tiny|simple|compact|complete|proper|"
    r"well-formed|clean|only|just|of)\s{1,4}){0,5}"
)
_MAKES = re.compile(
    _BEFORE + r"(?:"
    r"(?:return|give|provide|produce|output|generate|respond|reply|answer)\b(?:\s{1,4}(?:me|us|back|only|just|with|using|strictly|your|answer|the"
    r"|output|response|to|this|query|question|request|following|it)\b){0,8}"
    r"|(?:create|write|make|build|present|draft|compose|print|show|fill(?:\s{1,4}(?:in|out))?|extract)\b(?:\s{1,4}(?:me|us|up|only|just|out)\b){0,2}"
    r"(?:\s{1,4}from\s{1,4}(?:this|that|the)\s{1,4}\w{1,24}(?:\s{1,4}(?:below|above))?)?"
    r"|(?:i(?:\s{1,4}would|['’]d)\s{1,4}like|i\s{1,4}(?:need|want))"
    r"|(?:(?:your|the)\s{1,4})?(?:entire\s{1,4})?(?:answer|output|response|reply|result)\s{1,4}(?:should|must|has\s{1,4}to)\s{1,4}be"
    r")\s{1,4}" + _SORT_OF,
    re.IGNORECASE,
)
"""What leads up to JSON that is to be made."""
_PUTS = re.compile(
    _BEFORE + r"(?:(?:invent|imagine|make\s{1,4}up|think\s{1,4}(?:up|of)|come\s{1,4}up\s{1,4}with)\s{1,4}"
    r"[^.!?\n]{1,160}?\s{1,4}and\s{1,4})?(?:"
    r"i(?:\s{1,4}would|['’]d)?\s{1,4}(?:need|want|like)\s{1,4}(?!to\b|help\b|advice\b)[^.!?\n]{0,200}?\b(?:in|as)|"
    r"(?P<verb>return|give|provide|output|respond|reply|answer|represent|express|present|write|encode|describe|list|show|summari[sz]e|"
    r"structure|format|state|report|print)\b[^.!?\n]{0,200}?\b(?:in|as)"
    r"|(?:create|generate|make|extract|classify|identify|find|get|rate|label|score|detect|analy[sz]e|transform|convert|turn|parse)\b"
    r"[^.!?\n]{0,200}?\bas"
    r"|(?:convert|turn|transform|put|encode|format|structure|parse|translate|extract)\b[^.!?\n]{0,200}?\b(?:in)?to"
    r")\s{1,4}" + _SORT_OF,
    re.IGNORECASE,
)
"""What leads up to JSON as the form that something is put in."""
_NOT_A_FORM = re.compile(
    r"\b(?:the|this|that|these|those|my|our|your|its|his|her|their|some|from|of)\s{1,4}$", re.IGNORECASE
)
_QUESTION = re.compile(
    r"^\W{0,4}(?:how|what|why|when|which|who|where|does|do|did|is|are|should|has|have|was|were)\b", re.IGNORECASE
)
_AS = re.compile(
    r"^\W{0,4}(?:what|which|who|when)\b.*(?:\bas|,\s{0,4}(?:given\s{1,4})?in|,)\s{1,4}(?:an?\s{1,4})?(?:valid\s{1,4})?$",
    re.IGNORECASE | re.DOTALL,
)
_POLITE = re.compile(r"\W{0,4}(?:please|can|could|would|will)\b", re.IGNORECASE)
_OPENING = re.compile(r"\W{0,4}(?:as\s{1,4})?(?:(?:an?|one|only|valid|strict|single|your)\s{1,4}){0,4}", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|\n")
_THING = re.compile(
    r"\s{0,4}(?:$|[^\w\s]|(?:object|format|form|dictionary|document|output|response|record|profile|answer|representation|value|text|string|only|"
    r"summary|description|with|containing|having|including|contains|that|which|describing|for|about|of|representing|using|in|on|from|to|and|"
    r"matching|where|whose|as|based|given|listing|summari[sz]ing|instead|please|has|when|if)\b)",
    re.IGNORECASE,
)
"""What may follow the word JSON: "JSON path" and "JSON file" are other things."""


_POINT = re.compile(r"(?<=\w)[.!?](?=\w)")
"""A mark inside an address or a number, which ends no sentence."""


def asks_for_json(prompt: str, clause_end: int) -> bool:
    """Whether the word JSON stands where something is asked for, not where JSON is asked about."""
    mention = _JSON.search(prompt)
    if mention is None or _THING.match(prompt, mention.end()) is None:
        return False
    ends = [end.end() for end in _SENTENCE_END.finditer(prompt, 0, mention.start())]
    start = ends[-1] if ends else 0
    lead = _POINT.sub("·", prompt[start : mention.start()])
    stop = _SENTENCE_END.search(prompt, max(mention.end(), clause_end))
    if _QUESTION.match(lead) is not None:
        # "What is the capital of France, as JSON with keys ...?" asks for a value; "What is JSON?" does not.
        return _AS.search(lead) is not None
    if stop is not None and stop[0] == "?" and _POLITE.match(lead) is None:
        return False
    if _OPENING.fullmatch(lead) is not None or _MAKES.fullmatch(lead) is not None:
        return True
    return _PUTS.fullmatch(lead) is not None and _NOT_A_FORM.search(lead) is None


_FENCE = (
    r"(?:(?:(?:markdown|json)\s{1,4})?code[\s-]{1,4}(?:fences?|fencing|blocks?)|(?:triple\s{1,4})?backticks|markdown)"
)
_ROUND = r"(?:before(?:\s{1,4}(?:or|and)\s{1,4}after)?|after|around|outside)"
_AT_START = r"(?:(?<=[.!]\s)|(?<=\n)|(?<!.))"
_FORMAT_RULE = re.compile(
    r"\b(?:please\s{1,4})?(?:"
    r"(?:do\s{1,4}not|don['’]t|never)\s{1,4}(?:wrap|put|enclose|surround)\s{1,4}"
    r"(?:(?:it|the\s{1,4}json|the\s{1,4}object|the\s{1,4}answer)\s{1,4})?"
    rf"(?:in|into|inside|with)\s{{1,4}}(?:(?:an?|any|the)\s{{1,4}})?{_FENCE}"
    rf"|(?:no|without(?:\s{{1,4}}(?:any|an?))?|(?:skip|omit|leave\s{{1,4}}out)\s{{1,4}}the)\s{{1,4}}{_FENCE}"
    rf"(?:\s{{1,4}}{_ROUND}\s{{1,4}}(?:it|the\s{{1,4}}json|the\s{{1,4}}object))?"
    r"|(?<!\w\s)(?:no|without\s{1,4}any)\s{1,4}(?:(?:other|extra)\s{1,4})?(?:prose|text|words|commentary)"
    rf"\s{{1,4}}{_ROUND}\s{{1,4}}(?:it|the\s{{1,4}}json|the\s{{1,4}}object)"
    rf"|{_AT_START}no\s{{1,4}}(?:introductions?|intro|preamble|words)"
    rf"|{_AT_START}nothing\s{{1,4}}(?:{_ROUND}|but)\s{{1,4}}it"
    rf"|(?<!\w\s)nothing\s{{1,4}}(?:{_ROUND}|but)\s{{1,4}}the\s{{1,4}}(?:json|object)(?:\s{{1,4}}object)?"
    r"|(?<!\w\s)(?:(?:i\s{1,4}(?:want|need)|give(?:\s{1,4}me)?|return|output|send|print|(?:reply|respond|answer)\s{1,4}with)\s{1,4})?"
    r"(?:(?:only|just)\s{1,4}the\s{1,4}(?:json\s{1,4})?object|(?:(?:only|just)\s{1,4})?(?:the\s{1,4})?(?:raw|bare|plain)\s{1,4}json(?:\s{1,4}object)?)"
    r"(?:\s{1,4}only)?"
    r"(?=\s{0,4}(?:[.,;!]|\Z|and\s{1,4}nothing\s{1,4}else\b))"
    r"|(?:do\s{1,4}not|don't|never)\s{1,4}(?:add|include|write|output|give|provide|use|return)\s{1,4}(?:any\s{1,4})?"
    r"(?:(?:other|extra|additional|further)\s{1,4})?(?:text|explanations?|commentary|comments?|prose|markdown|code\s{1,4}fences|notes)"
    r"|(?:with\s{1,4})?(?:no|without(?:\s{1,4}any)?)\s{1,4}(?:(?:other|extra|additional|further|surrounding)\s{1,4})?"
    r"(?:text|explanations?|commentary|comments?|prose|markdown|code\s{1,4}fences|preamble|notes)"
    r"|(?:return|output|respond\s{1,4}with|reply\s{1,4}with|give(?:\s{1,4}me)?|print)\s{1,4}(?:only|just)\s{1,4}"
    r"(?:the\s{1,4})?(?:valid\s{1,4}|raw\s{1,4})?json(?:\s{1,4}object)?"
    r"|only\s{1,4}(?:return|output|give|print)\s{1,4}(?:the\s{1,4})?(?:valid\s{1,4}|raw\s{1,4})?json(?:\s{1,4}object)?"
    r"|(?:(?:reply|respond|answer)\s{1,4}with\s{1,4}the\s{1,4}json(?:\s{1,4}object)?\s{1,4})?(?:and\s{1,4})?nothing\s{1,4}else"
    r"|(?:and\s{1,4})?(?:(?:return|reply|respond|answer|output|give|send)\s{1,4}(?:with\s{1,4})?)?(?:only|just)\s{1,4}(?:the|valid|raw)?\s{0,4}"
    r"json(?:\s{1,4}object)?(?=\s{0,4}(?:[.,;!]|\Z))"
    r"|(?:and\s{1,4})?(?:(?:return|reply|respond|answer|output|give)\s{1,4}(?:with\s{1,4})?)?(?:the\s{1,4})?json\s{1,4}only(?=\s{0,4}(?:[.,;!]|\Z))"
    r"|output\s{1,4}raw\s{1,4}json|(?:no|without)\s{1,4}(?:an?\s{1,4})?code\s{1,4}(?:block|fence)s?"
    r")\b(?:\s{1,4}(?:or|and)\s{1,4}(?:text|explanations?|commentary|comments?|prose|markdown|notes)\b){0,2}",
    re.IGNORECASE,
)
_ASKED_JSON = re.compile(
    r"\b(?:(?:from|using)\s{1,4}(?:this|that)\s{1,4}\w{1,24}\s{1,4})?(?:write|make|build|draft|compose)(?:\s{1,4}(?:me|up|us))?(?:\s{1,4}(?:an?|one|the|valid|single|short|only)){0,4}"
    r"\s{1,4}json\b|\b(?:write|make|build|draft|compose)(?=(?:\s{1,4}(?!(?:and|then|or)\b)(?:\w[\w'’-]{0,23}|\([^()\n]{1,100}\))){1,10}?\s{1,4}as\s{1,4}(?:an?\s{1,4})?(?:valid\s{1,4})?json\b)"
    r"|\bconvert(?:\s{1,4}\w{1,24}){0,8}?\s{1,4}(?:to|into)\s{1,4}(?:an?\s{1,4})?(?:valid\s{1,4})?json\b"
    r"|\b(?:describe|present|write|list)\s{1,4}(?:it|them|him|her|this|that)"
    r"(?=\s{1,4}(?:as|in)\s{1,4}(?:(?:an?|one|single|valid)\s{1,4}){0,3}json\b)"
    r"|\A\W{0,4}(?:please\s{1,4})?(?:describe|summari[sz]e|list)\b",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"```|[{}]|[\[\]]|\.jsonl?\b|\b(?:"
    r"explain\w*|translat\w*|elaborat\w*|justify|step[- ]by[- ]step|"
    r"then|afterwards?|after\s+that|followed\s+by|additionally|in\s+addition|as\s+well|besides|"
    r"secondly|two\s+(?:json|versions|objects|examples)|both\s+(?:json|versions)|"
    r"regex\w*|deseriali\w+|seriali\w+|python|javascript|typescript|java|golang|php|kotlin|sql|bash|powershell|pandas|"
    r"jq|curl|pydantic|dataclass|c\#|c\+\+|"
    r"valid(?:ate|ator|ation|ity)|minif\w+|pretty[- ]?print\w*|lint|"
    r"schemas?|jsonpath|json-ld|geojson|jsonl|ndjson|json5|jsonb|bson|json\s+lines|json\s+array|json\s+list|"
    r"json\s+objects|json\s+files?|objects|array\s+of|list\s+of\s+(?:json|dict\w*|records)|for\s+(?:each|every|all)|each\s+line|"
    r"(?:one|line|row|object)s?\s+per|per\s+line|every\s+line|several|multiple|"
    r"yaml|yml|xml|csv|tsv|toml|html|markdown|latex|fences?|fenced|backticks?|"
    r"wrap\w*|enclos\w+|rather\s+than|other\s+than|not\s+(?:use\s+|return\s+|in\s+|as\s+)?json|"
    r"(?:no|without|avoid|from|this|that|my|of|about)\s+(?:any\s+)?json|(?:this|that|my|the|our|your|from)\s+(?!(?:in|into|as|to)\s)\w{1,40}\s+json|json\s+(?:to|into|or)|or\s+json|"
    r"(?:don't|do\s+not|never)\s+(?:\w+\s+){0,3}json|optional\w*|"
    r"and\s+(?:an?|some|the)\s+(?:\w+\s+){1,3}(?:for|after|before|below|above|beneath|about)\s+(?:it|the\s+json)|"
    r"(?:start|begin|end|finish|prefix|prepend|precede|open|close)\w*\s+(?:your|the|each|every)\s+"
    r"(?:answer|reply|response|output|message|json)|example\s+of|placeholders?|mock|unless|if|plain\s+text"
    r")\b",
    re.IGNORECASE,
)
"""Words that ask for something else wherever they stand outside quotes."""
_MORE_UNLESS_TOLD_OF = re.compile(
    r"\b(?:explanations?|describe|why|reasoning|think|also|finally|lastly|next|plus|once|twice|again|"
    r"code|coding|script|function|program\w*|class|method|snippet|library|parser?|parsing|parsed|rust|ruby|swift|node|"
    r"react|api|endpoint|server|command|fix|repair|debug|broken|wrong|malformed|invalid|error|table|bullet\w*|essay|poem|haiku|"
    r"tags?|block|instead|either|nested|write|draw|convert|difference|compare|examples?|sample|template|null|empty|none|"
    r"ignore|forget)\b",
    re.IGNORECASE,
)
"""Words that ask for something else, unless they belong to what is told: a table may be the product described."""
_QUOTED = re.compile(r"\"[^\"\n]{0,4000}\"|“[^”\n]{0,4000}”|«[^»\n]{0,4000}»")
_TOLD = re.compile(
    r"\b(?:text|sentence|input|review|article|e-?mail|message|paragraph|passage|product|book|film|movie|song|person|user|"
    r"ticket|event|order|item|place|company|recipe|title|name):\s[^.!?\n]{1,400}"
    r"|\b(?:for|about|describing|on|invent|imagine|up|think\s{1,4}of)\s{1,4}(?:an?|the|this)\s{1,4}(?!(?:output|answer|result|response|format|keys?|json)\b)[^,.;:!?()\n]{1,80}?"
    r"(?=[,.;:!?()\n]|$|\s(?:and|then|in|as|using|with|without|into|but|instead|plus|after|before|or)\b)"
    r"|(?<=[.;]\s)the\s{1,4}(?!(?:output|answer|result|response|reply|format|layout|style|structure|shape|text|file|document|json|object|keys?|"
    r"fields?|values?)\b)[\w-]{1,40}\s{1,4}"
    r"(?:is|was|has)\s{1,4}[^.;:!?\n]{1,160}"
    r"|(?<=[a-z,]\s)(?-i:[A-Z][\w'’-]{1,40}(?:\s{1,4}[A-Z][\w'’-]{1,40}){1,6})",
    re.IGNORECASE,
)
"""What the prompt tells of: after a label, the thing the object is for, a fact, a proper name of several words."""
_SECOND_JOB = re.compile(
    r"(?:(?:^|[.!?;\n,])\s{0,8}(?:please\s{1,4})?|\band\s{1,8}(?:please\s{1,4})?)"
    r"(?:explain|describe|translate|tell|say|list|compare|rate|show|suggest|recommend|write|provide|create|generate|draw|"
    r"plot|discuss|analy[sz]e|define|name|mention|ask|help|teach|outline|elaborate|justify|comment|add|append|sort|"
    r"summari[sz]e|convert|calculate|solve|answer|give|make\s{1,4}(?:me|a|up)|state|let\s{1,4}me)\b(?!\s{0,4}(?:[:=]|<the\s))"
    r"|(?:^|[.!?\n])\s{0,8}(?:what|how|who|when|where|is|are|which|can|could|would|do)\b",
    re.IGNORECASE,
)
_DENIAL = re.compile(
    r"\b(?:without|not|no|never|\w+n['’]t|omit\w*|leave\s{1,4}out|skip\w*|exclud\w+|except\w*|remov\w+|drop\w*|avoid\w*|"
    r"other\s{1,4}than|minus|lack\w*|missing|renam\w+|call|replac\w+)\b",
    re.IGNORECASE,
)


_TOLD_NO = re.compile(r"(?:\s{0,2}[:=]\s{0,2}|\s)no(?=\s{0,2}(?:[,;\n]|[.!](?:\s|\Z)|\Z))", re.IGNORECASE)
"""A value that is no: it takes nothing back."""
_ADDRESS = re.compile(r"(?<!\S)(?:https?://\S{1,500}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})")
"""The words inside an address ask for nothing."""


def denies_a_key(rest: str, keys: tuple[str, ...]) -> bool:
    """Whether a sentence takes a key back ("leave out age")."""
    names = {key.lower() for key in keys}
    rest = _TOLD_NO.sub(" ", rest)
    return any(
        _DENIAL.search(sentence) is not None and not names.isdisjoint(re.findall(r"[\w-]+", sentence.lower()))
        for sentence in _SENTENCE_END.split(without_format_rules(rest))
    )


def is_denied(lead: str) -> bool:
    """Whether the sentence that leads up to the keys forbids them ("without the keys")."""
    return _DENIAL.search(_SENTENCE_END.split(without_format_rules(lead))[-1]) is not None


@lru_cache(maxsize=64)
def without_format_rules(text: str) -> str:
    """The text without what it says of the answer's form alone ("no explanation", "nothing else")."""
    return _FORMAT_RULE.sub(" ", text)


def asks_for_more(text: str) -> bool:
    """Whether words stand in it that hint at a second job, another format or a question about JSON."""
    text = _QUOTED.sub(" … ", _ADDRESS.sub(" ", without_format_rules(text)))
    text = _ASKED_JSON.sub(" json ", text)
    return _MORE.search(text) is not None or _MORE_UNLESS_TOLD_OF.search(_TOLD.sub(" … ", text)) is not None


def without_asking(after: str) -> str:
    """The text without the words that ask for the JSON itself, where the keys stand before them."""
    return _ASKED_OUTRIGHT.sub(" json ", after, count=1)


_ASKED_OUTRIGHT = re.compile(
    r"\b(?:give|write|create|generate|provide|make)(?:\s{1,4}(?:me|us))?"
    r"(?:\s{1,4}(?:an?|one|the|single|valid|raw|it|this|that|them|all|as|in|into|of)){0,6}\s{1,4}json\b",
    re.IGNORECASE,
)


def asks_for_another_job(after: str) -> bool:
    """Whether what follows the keys sets another task."""
    return _SECOND_JOB.search(_QUOTED.sub(" … ", without_format_rules(after))) is not None
