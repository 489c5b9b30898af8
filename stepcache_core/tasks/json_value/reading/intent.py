"""Whether a prompt asks for JSON and for nothing more: the words that say so, and those that speak against it."""

from __future__ import annotations

import re

from stepcache_core.capitals import any_alphabet
from stepcache_core.remembered import remembered
from stepcache_core.tasks.json_value.reading.patterns import THE_WORD_JSON, AnyCase, compiled, stems

FOR_A_READER = (
    r"for (?:our|my|the|an?|this) (?:(?:new|internal|small) )?"
    r"(?:database|script|app|api|system|import|dashboard|feed|parser|form|pipeline|spreadsheet|service|backend)s?,? "
)
"""What will read the object, where that says nothing of what it holds."""
_BEFORE = (
    r"\W{0,4}(?:(?:hey|hi|hello)(?: there)?[,!] )?(?:" + FOR_A_READER + r"(?=i\b))?"
    r"(?:(?:from|using|given|based|for|about|with)\b[^,.:]{1,160}[,:] "
    r"|(?:from|using) (?:this|that|the) \w{1,24} (?:(?:below|above) )?)?"
    r"(?:(?:please|now|only|just|strictly|kindly) ){0,2}"
    r"(?:(?:can|could|would|will) you (?:please )?|(?:and )?|(?:you (?:must|should) ))"
)
_SORT_OF = (
    r"(?:(?:an?|one|single|valid|strictly|strict|raw|pure|plain|bare|flat|short|small|tiny|simple|compact"
    r"|complete|proper|"
    r"well-formed|clean|only|just|of) ){0,5}"
)
_MAKES = compiled(
    _BEFORE + r"(?:"
    r"(?:return|give|provide|produce|output|generate|respond|reply|answer)\b(?: (?:me|us|back|only|just|with"
    r"|using|strictly|your|answer|the"
    r"|output|response|to|this|query|question|request|following|it)\b){0,8}"
    r"|(?:create|write|make|build|present|draft|compose|print|show|fill(?: (?:in|out))?|extract)\b(?: (?:me"
    r"|us|up|only|just|out)\b){0,2}"
    r"(?: from (?:this|that|the) \w{1,24}(?: (?:below|above))?)?"
    r"|(?:i(?: would|['’]d) like|i (?:need|want))"
    r"|(?:(?:your|the) )?(?:entire )?(?:answer|output|response|reply|result) (?:should|must|has to) be"
    r") " + _SORT_OF
)
"""What leads up to JSON that is to be made."""
_PUTS = compiled(
    _BEFORE + r"(?:(?:invent|imagine|make up|think (?:up|of)|come up with) "
    r"[^.!?\n]{1,160}? and )?(?:"
    r"i(?: would|['’]d)? (?:need|want|like) (?!to\b|help\b|advice\b)[^.!?\n]{0,200}?\b(?:in|as)|"
    r"(?P<verb>return|give|provide|output|respond|reply|answer|represent|express|present|write|encode"
    r"|describe|list|show|summari[sz]e|"
    r"structure|format|state|report|print)\b[^.!?\n]{0,200}?\b(?:in|as)"
    r"|(?:create|generate|make|invent|imagine|extract|classify|identify|find|get|rate|label|score|detect|analy[sz]e"
    r"|transform|convert|turn|parse)\b"
    r"[^.!?\n]{0,200}?\bas"
    r"|(?:convert|turn|transform|put|encode|format|structure|parse|translate|extract)\b[^.!?\n]{0,200}?\b(?:in)?to"
    r") " + _SORT_OF
)
"""What leads up to JSON as the form that something is put in."""
_NOT_A_FORM = compiled(r"\b(?:the|this|that|these|those|my|our|your|its|his|her|their|some|from|of) $")
_QUESTION = re.compile(
    r"^\W{0,4}(?:how|what|why|when|which|who|where|does|do|did|is|are|should|has|have|was|were)\b", re.IGNORECASE
)
_AS = re.compile(
    r"^\W{0,4}(?:what|which|who|when)\b.*(?:\bas|,\s{0,4}(?:given\s{1,4})?in|,)\s{1,4}(?:an?\s{1,4})?(?:valid\s{1,4})?$",
    re.IGNORECASE | re.DOTALL,
)
_POLITE = re.compile(r"\W{0,4}(?:please|can|could|would|will)\b", re.IGNORECASE)
_OPENING = compiled(r"\W{0,4}(?:as )?(?:(?:an?|one|only|valid|strict|single|your) ){0,4}")
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|\n")
_THING = re.compile(
    r"\s{0,4}(?:$|[^\w\s]|(?:object|format|form|dictionary|document|output|response|record|profile|answer"
    r"|representation|value|text|string|only|"
    r"summary|description|with|containing|having|including|contains|that|which|describing|for|about|of"
    r"|representing|using|in|on|from|to|and|"
    r"matching|where|whose|as|based|given|listing|summari[sz]ing|instead|please|has|when|if)\b)",
    re.IGNORECASE,
)
"""What may follow the word JSON: "JSON path" and "JSON file" are other things."""


_POINT = re.compile(r"(?<=\w)[.!?](?=\w)")
"""A mark inside an address or a number, which ends no sentence."""


def asks_for_json(prompt: str, clause_end: int) -> bool:
    """Whether the word JSON stands where something is asked for, not where JSON is asked about."""
    mention = THE_WORD_JSON.search(prompt)
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


_FENCE = r"(?:(?:(?:markdown|json) )?code[\s-]{1,4}(?:fences?|fencing|blocks?)|(?:triple )?backticks|markdown)"
_ROUND = r"(?:before(?: (?:or|and) after)?|after|around|outside)"
_AT_START = r"(?:(?<=[.!]\s)|(?<=\n)|(?<!.))"
_FORMAT_RULE = compiled(
    r"\b(?:please )?(?:"
    r"(?:do not|don['’]t|never) (?:wrap|put|enclose|surround) "
    r"(?:(?:it|the json|the object|the answer) )?"
    rf"(?:in|into|inside|with) (?:(?:an?|any|the) )?{_FENCE}"
    rf"|(?:no|without(?: (?:any|an?))?|(?:skip|omit|leave out) the) {_FENCE}"
    rf"(?: {_ROUND} (?:it|the json|the object))?"
    r"|(?<!\w\s)(?:no|without any) (?:(?:other|extra) )?(?:prose|text|words|commentary)"
    rf" {_ROUND} (?:it|the json|the object)"
    rf"|{_AT_START}no (?:introductions?|intro|preamble|words)"
    rf"|{_AT_START}nothing (?:{_ROUND}|but) it"
    rf"|(?<!\w\s)nothing (?:{_ROUND}|but) the (?:json|object)(?: object)?"
    r"|(?<!\w\s)(?:(?:i (?:want|need)|give(?: me)?|return|output|send|print|(?:reply|respond|answer) with) )?"
    r"(?:(?:only|just) the (?:json )?object|(?:(?:only|just) )?(?:the )?(?:raw|bare|plain) json(?: object)?)"
    r"(?: only)?"
    r"(?=\s{0,4}(?:[.,;!]|\Z|and nothing else\b))"
    r"|(?:do not|don't|never) (?:add|include|write|output|give|provide|use|return) (?:any )?"
    r"(?:(?:other|extra|additional|further) )?(?:text|explanations?|commentary|comments?|prose|markdown"
    r"|code fences|notes)"
    r"|(?:with )?(?:no|without(?: any)?) (?:(?:other|extra|additional|further|surrounding) )?"
    r"(?:text|explanations?|commentary|comments?|prose|markdown|code fences|preamble|notes)"
    r"|(?:return|output|respond with|reply with|give(?: me)?|print) (?:only|just) "
    r"(?:the )?(?:valid |raw )?json(?: object)?"
    r"|only (?:return|output|give|print) (?:the )?(?:valid |raw )?json(?: object)?"
    r"|(?:(?:reply|respond|answer) with the json(?: object)? )?(?:and )?nothing else"
    r"|(?:and )?(?:(?:return|reply|respond|answer|output|give|send) (?:with )?)?(?:only|just|nothing but) "
    r"(?:the|valid|raw)?\s{0,4}json(?: object)?(?=\s{0,4}(?:[.,;!]|\Z))"
    r"|(?:and )?(?:(?:return|reply|respond|answer|output|give) (?:with )?)?(?:the )?json only(?=\s{0,4}(?:[.,;!]|\Z))"
    r"|output raw json|(?:no|without) (?:an? )?code (?:block|fence)s?"
    r")\b(?: (?:or|and) (?:text|explanations?|commentary|comments?|prose|markdown|notes)\b){0,2}",
    opens="please do don never no without skip omit leave nothing i give return output send print reply respond answer "
    "only just the raw bare plain json with and",
)
_ASKED_JSON = compiled(
    r"\b(?:(?:from|using) (?:this|that) \w{1,24} )?(?:write|make|build|draft|compose)(?: (?:me|up"
    r"|us))?(?: (?:an?|one|the|valid|single|short|only)){0,4}"
    r" json\b|\b(?:write|make|build|draft|compose)(?=(?: (?!(?:and|then|or)\b)(?:\w[\w'’-]{0,23}"
    r"|\([^()\n]{1,100}\))){1,10}? as (?:an? )?(?:valid )?json\b)"
    r"|\bconvert(?: \w{1,24}){0,8}? (?:to|into) (?:an? )?(?:valid )?json\b"
    r"|\b(?:describe|present|write|list) (?:it|them|him|her|this|that)"
    r"(?= (?:as|in) (?:(?:an?|one|single|valid) ){0,3}json\b)"
    r"|\A\W{0,4}(?:please )?(?:describe|summari[sz]e|list)\b",
    "json|describe|summari|list",
    opens="^ from using write make build draft compose convert describe present list",
)
_MORE = AnyCase(
    r"```|[{}]|[\[\]]|\.jsonl?\b|\b(?:"
    r"explain\w*|translat\w*|elaborat\w*|justify|step[- ]by[- ]step|"
    r"then|afterwards?|after\s+that|followed\s+by|additionally|in\s+addition|as\s+well|besides|"
    r"secondly|two\s+(?:json|versions|objects|examples)|both\s+(?:json|versions)|"
    r"regex\w*|deseriali\w+|seriali\w+|python|javascript|typescript|java|golang|php|kotlin|sql|bash|powershell|pandas|"
    r"jq|curl|pydantic|dataclass|c\#|c\+\+|"
    r"valid(?:ate|ator|ation|ity)|minif\w+|pretty[- ]?print\w*|lint|"
    r"schemas?|jsonpath|json-ld|geojson|jsonl|ndjson|json5|jsonb|bson|json\s+lines|json\s+array|json\s+list|"
    r"json\s+objects|json\s+files?|objects|array\s+of|list\s+of\s+(?:json|dict\w*|records)|for\s+(?:each"
    r"|every|all)|each\s+line|"
    r"(?:give|make|create|write|return|generate|produce|send|need|want)\s+(?:me\s+|us\s+)?"
    r"(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,4}|some|a\s+few)\s+of\s+(?:these|them|those)|"
    r"(?:one|line|row|object)s?\s+per|per\s+line|every\s+line|several|multiple|"
    r"yaml|yml|xml|csv|tsv|toml|html|markdown|latex|fences?|fenced|backticks?|"
    r"wrap\w*|enclos\w+|rather\s+than|other\s+than|not\s+(?:use\s+|return\s+|in\s+|as\s+)?json|"
    r"(?:no|without|avoid|from|this|that|my|of|about)\s+(?:any\s+)?json|(?:this|that|my|the|our|your"
    r"|from)\s+(?!(?:in|into|as|to)\s)\w{1,40}\s+json|json\s+(?:to|into|or)|or\s+json|"
    r"(?:don't|do\s+not|never)\s+(?:\w+\s+){0,3}json|optional\w*|"
    r"and\s+(?:an?|some|the)\s+(?:\w+\s+){1,3}(?:for|after|before|below|above|beneath|about)\s+(?:it|the\s+json)|"
    r"(?:start|begin|end|finish|prefix|prepend|precede|open|close)\w*\s+(?:your|the|each|every)\s+"
    r"(?:answer|reply|response|output|message|json)|example\s+of|placeholders?|mock|unless|if|plain\s+text"
    r")\b",
)
"""Words that ask for something else wherever they stand outside quotes."""
_WORDS_OF_MORE = (
    r"explanations?|describe|why|reasoning|think|also|finally|lastly|next|plus|once|twice|again|code|coding|"
    r"script|function|program\w*|class|method|snippet|library|parser?|parsing|parsed|rust|ruby|swift|node|"
    r"react|api|endpoint|server|command|fix|repair|debug|broken|wrong|malformed|invalid|error|table|bullet\w*|"
    r"essay|poem|haiku|tags?|block|instead|either|nested|write|draw|convert|difference|compare|examples?|"
    r"sample|template|null|empty|none|ignore|forget"
)
_MORE_UNLESS_TOLD_OF = AnyCase(rf"\b(?:{_WORDS_OF_MORE})\b", stems(_WORDS_OF_MORE))
"""Words that ask for something else, unless they belong to what is told: a table may be the product described."""
_QUOTED = re.compile(r"\"[^\"\n]{0,4000}\"|“[^”\n]{0,4000}”|«[^»\n]{0,4000}»")
_TOLD = compiled(
    r"\b(?:text|sentence|input|review|article|e-?mail|message|paragraph|passage|product|book|film|movie|song"
    r"|person|user|"
    r"ticket|event|order|item|place|company|recipe|title|name):\s[^.!?\n]{1,400}"
    r"|\b(?:for|about|describing|on|invent|imagine|up|think of) (?:an?|the|this) (?!(?:output|answer|result"
    r"|response|format|keys?|json)\b)[^,.;:!?()\n]{1,80}?"
    r"(?=[,.;:!?()\n]|$|\s(?:and|then|in|as|using|with|without|into|but|instead|plus|after|before|or)\b)"
    r"|(?<=[.;]\s)the (?!(?:output|answer|result|response|reply|format|layout|style|structure|shape|text|file"
    r"|document|json|object|keys?|"
    r"fields?|values?)\b)[\w-]{1,40} "
    r"(?:is|was|has) [^.;:!?\n]{1,160}"
    + any_alphabet(r"|(?<=[a-z,]\s)(?-i:[A-Z][\w'’-]{1,40}(?: [A-Z][\w'’-]{1,40}){1,6})")
)
"""What the prompt tells of: after a label, the thing the object is for, a fact, a proper name of several words."""
_JOBS = (
    r"explain|describe|translate|tell|say|list|compare|rate|show|suggest|recommend|write|provide|create|generate|draw|"
    r"plot|discuss|analy[sz]e|define|name|mention|ask|help|teach|outline|elaborate|justify|comment|add|append|sort|"
    r"summari[sz]e|convert|calculate|solve|answer|give|make (?:me|a|up)|state|let me"
)
_ASKS = r"what|how|who|when|where|is|are|which|can|could|would|do"
_SECOND_JOB = compiled(
    r"(?:(?:^|[.!?;\n,])\s{0,8}(?:please )?|\band\s{1,8}(?:please )?)"
    rf"(?:{_JOBS})\b(?!\s{{0,4}}(?:[:=]|<the\s))"
    rf"|(?:^|[.!?\n])\s{{0,8}}(?:{_ASKS})\b",
    stems(f"{_JOBS.replace('(?:me|a|up)', '')}|{_ASKS}"),
)
_DENIAL = compiled(
    r"\b(?:without|not|no|never|\w+n['’]t|omit\w*|leave out|skip\w*|exclud\w+|except\w*|remov\w+|drop\w*|avoid\w*|"
    r"other than|minus|lack\w*|missing|renam\w+|call|replac\w+)\b",
    "no|without|never|n't|n’t|omit|leave|skip|exclud|except|remov|drop|avoid|other|minus|lack|missing|renam|call|replac",
)


_TOLD_NO = AnyCase(r"(?:\s{0,2}[:=]\s{0,2}|\s)no(?=\s{0,2}(?:[,;\n]|[.!](?:\s|\Z)|\Z))", "no")
"""A value that is no: it takes nothing back."""
_ADDRESS = re.compile(r"(?<!\S)(?:https?://\S{1,500}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})")
"""The words inside an address ask for nothing."""


def denies_a_key(rest: str, keys: tuple[str, ...]) -> bool:
    """Whether a sentence takes a key back ("leave out age")."""
    names = {key.lower() for key in keys}
    small = rest.lower()
    if not _DENIAL.may_match_in(rest) or not any(name in small for name in names):
        return False
    rest = _TOLD_NO.sub(" ", rest)
    return any(
        _DENIAL.search(sentence) is not None and not names.isdisjoint(re.findall(r"[\w-]+", sentence.lower()))
        for sentence in _SENTENCE_END.split(without_format_rules(rest))
    )


_OF_KEYS = compiled(
    r"\b(?:the|all|these|those|both|its|which|other|more|extra|further|additional|third|fourth|fifth|own|every|each"
    r"|as an?|gets an?|prefix|add|capitali[sz]e|rename|(?:upper|lower|camel|snake)[-_ ]?case|three|four|five|six|\d) "
    r"(?:json )?(?:keys?|fields?)\b(?! (?:above|below|given|listed|asked for|named))"
    r"|\b(?:it|this|object|result|answer|output|everything) (?:(?:as|in|into|to) )?(?:an?|one) (?:json )?"
    r"(?:array|list)\b",
    "key|field|array|list",
)
_KEYS_AS_LISTED = compiled(
    r"\b(?:(?:include|use|fill(?: (?:in|out))?|keep|stick to|follow|return|provide|give) (?:(?:exactly|only|just) )?"
    r"(?:the order of )?(?:all )?(?:(?:of )?(?:the|these|those) )?(?:keys|fields)"
    r"|double quotes (?:for|around) (?:all )?(?:the )?keys"
    r"|(?:every|each) (?:key|field) (?:needs|has|must have) a value)"
    r"(?=\s{0,3}(?:[.!;]|\Z))",
    "key|field",
)
"""What is said of the keys and is so of any object that has just those."""


def speaks_of_keys(rest: str) -> bool:
    """Whether a prompt says more of the keys, or of what is around them, than their list."""
    if not _OF_KEYS.may_match_in(rest):
        return False
    return _OF_KEYS.search(_KEYS_AS_LISTED.sub(" ", _QUOTED.sub(" … ", without_format_rules(rest)))) is not None


def is_denied(lead: str) -> bool:
    """Whether the sentence that leads up to the keys forbids them ("without the keys")."""
    if not _DENIAL.may_match_in(lead):
        return False
    return _DENIAL.search(_SENTENCE_END.split(without_format_rules(lead))[-1]) is not None


@remembered(64, long=4_000)
def without_format_rules(text: str) -> str:
    """The text without what it says of the answer's form alone ("no explanation", "nothing else")."""
    return _FORMAT_RULE.sub(" ", text)


def asks_for_more(text: str) -> bool:
    """Whether words stand in it that hint at a second job, another format or a question about JSON."""
    text = _QUOTED.sub(" … ", _ADDRESS.sub(" ", without_format_rules(text)))
    text = _ASKED_JSON.sub(" json ", text)
    if _MORE.search(text) is not None:
        return True
    may_ask = _MORE_UNLESS_TOLD_OF.may_match_in(text)
    return may_ask and _MORE_UNLESS_TOLD_OF.search(_TOLD.sub(" … ", text)) is not None


def without_asking(after: str) -> str:
    """The text without the words that ask for the JSON itself, where the keys stand before them."""
    return _ASKED_OUTRIGHT.sub(" json ", after, count=1)


_ASKED_OUTRIGHT = compiled(
    r"\b(?:give|write|create|generate|provide|make)(?: (?:me|us))?"
    r"(?: (?:an?|one|the|single|valid|raw|it|this|that|them|all|as|in|into|of)){0,6} json\b"
)


def asks_for_another_job(after: str) -> bool:
    """Whether what follows the keys sets another task."""
    if not _SECOND_JOB.may_match_in(after):
        return False
    return _SECOND_JOB.search(_QUOTED.sub(" … ", without_format_rules(after))) is not None
