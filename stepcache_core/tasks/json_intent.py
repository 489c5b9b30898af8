"""Whether a prompt asks for JSON and for nothing more: the words that say so, and those that speak against it."""

from __future__ import annotations

import re

_JSON = re.compile(r"\bjson\b", re.IGNORECASE)
_ASKING = re.compile(
    r"\W{0,4}(?:(?:from|using|given|based|for|about|with)\b[^,.:]{1,160}[,:]\s{1,4})?(?:(?:please|now|only|just|strictly)\s{1,4}){0,2}"
    r"(?:return|give|provide|produce|output|generate|create|write|respond|reply|answer|send|emit|make|build|format|present|"
    r"represent|express|extract|draft|compose|describe|summari[sz]e|list|convert|classify|identify|fill|use|show|print|turn|"
    r"encode|structure|report|analy[sz]e|get|find|rate|transform|label|score|detect|can|could|would|will|as|in|"
    r"i(?:\s{1,4}would|['’]d)\s{1,4}like|i\s{1,4}(?:need|want)|"
    r"(?:(?:your|the)\s{1,4})?(?:entire\s{1,4})?(?:answer|output|response|reply|result)\s{1,4}(?:should|must|has\s{1,4}to)\s{1,4}be)\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"^\W{0,4}(?:how|what|why|when|which|who|where|does|do|did|is|are|should|has|have|was|were)\b", re.IGNORECASE
)
_AS = re.compile(r"(?:\bas|\bin|,)\s{1,4}(?:an?\s{1,4})?(?:valid\s{1,4})?$", re.IGNORECASE)
_POLITE = re.compile(r"\W{0,4}(?:please|can|could|would|will)\b", re.IGNORECASE)
_OPENING = re.compile(r"\W{0,4}(?:(?:an?|one|the|only|valid|strict|single|this|your)\s{1,4}){0,4}", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|\n")


def asks_for_json(prompt: str, clause_end: int) -> bool:
    """Whether the word JSON stands where something is asked for, not where JSON is asked about."""
    mention = _JSON.search(prompt)
    if mention is None:
        return False
    ends = [end.end() for end in _SENTENCE_END.finditer(prompt, 0, mention.start())]
    start = ends[-1] if ends else 0
    lead = prompt[start : mention.start()]
    stop = _SENTENCE_END.search(prompt, max(mention.end(), clause_end))
    if _QUESTION.match(lead) is not None:
        # "What is the capital of France, as JSON with keys ...?" asks for a value; "What is JSON?" does not.
        return _AS.search(lead) is not None
    if stop is not None and stop[0] == "?" and _POLITE.match(lead) is None:
        return False
    return _OPENING.fullmatch(lead) is not None or _ASKING.match(lead) is not None


_FORMAT_RULE = re.compile(
    r"\b(?:please\s{1,4})?(?:"
    r"(?:do\s{1,4}not|don't|never)\s{1,4}(?:add|include|write|output|give|provide|use|return)\s{1,4}(?:any\s{1,4})?"
    r"(?:(?:other|extra|additional|further)\s{1,4})?(?:text|explanations?|commentary|comments?|prose|markdown|code\s{1,4}fences|notes)"
    r"|(?:with\s{1,4})?(?:no|without(?:\s{1,4}any)?)\s{1,4}(?:(?:other|extra|additional|further|surrounding)\s{1,4})?"
    r"(?:text|explanations?|commentary|comments?|prose|markdown|code\s{1,4}fences|preamble|notes)"
    r"|(?:return|output|respond\s{1,4}with|reply\s{1,4}with|give(?:\s{1,4}me)?|print)\s{1,4}(?:only|just)\s{1,4}"
    r"(?:the\s{1,4})?(?:valid\s{1,4}|raw\s{1,4})?json(?:\s{1,4}object)?"
    r"|only\s{1,4}(?:return|output|give|print)\s{1,4}(?:the\s{1,4})?(?:valid\s{1,4}|raw\s{1,4})?json(?:\s{1,4}object)?"
    r"|(?:and\s{1,4})?nothing\s{1,4}else"
    r")\b(?:\s{1,4}(?:or|and)\s{1,4}(?:text|explanations?|commentary|comments?|prose|markdown|notes)\b){0,2}",
    re.IGNORECASE,
)
_ASKED_JSON = re.compile(
    r"\b(?:write|make|build|draft|compose)(?:\s{1,4}(?:me|up|us))?(?:\s{1,4}(?:an?|one|the|valid|single|short|only)){0,4}"
    r"\s{1,4}json\b|\bconvert(?:\s{1,4}\w{1,24}){0,8}?\s{1,4}(?:to|into)\s{1,4}(?:an?\s{1,4})?(?:valid\s{1,4})?json\b"
    r"|\A\W{0,4}(?:please\s{1,4})?(?:describe|summari[sz]e|list)\b",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"```|[{}]|[\[\]]|\.jsonl?\b|\b(?:"
    r"explain\w*|explanations?|translat\w*|describe|elaborat\w*|justify|why|step[- ]by[- ]step|reasoning|think|"
    r"then|afterwards?|after\s+that|followed\s+by|also|additionally|in\s+addition|as\s+well|besides|finally|lastly|"
    r"secondly|next|plus|two\s+(?:json|versions|objects|examples)|both\s+(?:json|versions)|once|twice|again|"
    r"code|coding|script|function|program\w*|class|method|regex\w*|snippet|library|parser?|parsing|parsed|deseriali\w+|"
    r"seriali\w+|python|javascript|typescript|java|golang|rust|ruby|php|swift|kotlin|sql|bash|powershell|pandas|node|"
    r"react|jq|curl|api|endpoint|server|command|pydantic|dataclass|c\#|c\+\+|"
    r"fix|repair|valid(?:ate|ator|ation|ity)|debug|minif\w+|pretty[- ]?print\w*|lint|broken|malformed|invalid|error|"
    r"schemas?|jsonpath|json-ld|geojson|jsonl|ndjson|json5|jsonb|bson|json\s+lines|json\s+array|json\s+list|"
    r"json\s+objects|json\s+files?|objects|array\s+of|list\s+of\s+(?:json|dict\w*|records)|for\s+(?:each|every|all)|each\s+line|"
    r"one\s+per|per\s+line|every\s+line|several|multiple|"
    r"yaml|yml|xml|csv|tsv|toml|html|markdown|latex|table|bullet\w*|essay|poem|haiku|fences?|fenced|backticks?|"
    r"tags?|wrap\w*|enclos\w+|block|instead|rather\s+than|other\s+than|not\s+(?:use\s+|return\s+|in\s+|as\s+)?json|"
    r"(?:no|without|avoid|from|this|that|my|of|about)\s+(?:any\s+)?json|json\s+(?:to|into|or)|or\s+json|"
    r"(?:don't|do\s+not|never)\s+(?:\w+\s+){0,3}json|optional\w*|either|nested|write|draw|convert|difference|compare|"
    r"example\s+of|examples?|sample|template|placeholders?|mock|unless|if|null|empty|none|ignore|forget|plain\s+text"
    r")\b",
    re.IGNORECASE,
)
_SECOND_JOB = re.compile(
    r"(?:(?:^|[.!?;\n,])\s{0,8}(?:please\s{1,4})?|\band\s{1,8}(?:please\s{1,4})?)"
    r"(?:explain|describe|translate|tell|say|list|compare|rate|show|suggest|recommend|write|provide|create|generate|draw|"
    r"plot|discuss|analy[sz]e|define|name|mention|ask|help|teach|outline|elaborate|justify|comment|add|append|sort|"
    r"summari[sz]e|convert|calculate|solve|answer|give|make\s{1,4}(?:me|a|up)|state|let\s{1,4}me)\b(?!\s{0,4}[:=])"
    r"|(?:^|[.!?\n])\s{0,8}(?:what|how|who|when|where|is|are|which|can|could|would|do)\b",
    re.IGNORECASE,
)
_DENIAL = re.compile(
    r"\b(?:without|not|no|never|\w+n['’]t|omit\w*|leave\s{1,4}out|skip\w*|exclud\w+|except\w*|remov\w+|drop\w*|avoid\w*|"
    r"other\s{1,4}than|minus|lack\w*|missing|renam\w+|call|replac\w+)\b",
    re.IGNORECASE,
)


_ADDRESS = re.compile(r"(?<!\S)(?:https?://\S{1,500}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})")
"""The words inside an address ask for nothing."""


def denies_a_key(rest: str, keys: tuple[str, ...]) -> bool:
    """Whether a sentence takes a key back ("leave out age")."""
    names = {key.lower() for key in keys}
    return any(
        _DENIAL.search(sentence) is not None and not names.isdisjoint(re.findall(r"[\w-]+", sentence.lower()))
        for sentence in _SENTENCE_END.split(_without_format_rules(rest))
    )


def is_denied(lead: str) -> bool:
    """Whether the sentence that leads up to the keys forbids them ("without the keys")."""
    return _DENIAL.search(_SENTENCE_END.split(_without_format_rules(lead))[-1]) is not None


def _without_format_rules(text: str) -> str:
    return _FORMAT_RULE.sub(" ", text)


def asks_for_more(text: str) -> bool:
    """Whether words stand in it that hint at a second job, another format or a question about JSON."""
    text = _ADDRESS.sub(" ", _without_format_rules(text))
    return _MORE.search(_ASKED_JSON.sub(" json ", text)) is not None


def asks_for_another_job(after: str) -> bool:
    """Whether what follows the keys sets another task."""
    return _SECOND_JOB.search(_without_format_rules(after)) is not None
