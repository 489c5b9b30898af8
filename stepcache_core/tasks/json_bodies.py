"""Requests that first say which object something takes, and then ask for it: "Write that body for ..."."""

from __future__ import annotations

import re
from typing import Final

READER: Final = (
    r"(?:the|our|my|an?|its)\s{1,4}(?:(?:front|back|web|mobile|internal|new|old|little|small|import|upload|search|admin|booking|"
    r"checkout|order|rest|http|json)\s{1,4}){0,2}"
    r"(?:front[\s-]?end|back[\s-]?end|page|screen|view|app|form|parser|script|service|program|system|tool|web\s?site|site|"
    r"server|database|api|end\s?point|importer|loader|code|widget|client|component|handler|pipeline|job|backend|dashboard)"
)
"""What an object is made for, where that says nothing of what it holds."""
_TAKES: Final = re.compile(
    rf"(?:\A|(?<=[.!?:]\s)|(?<=\n)){READER}\s{{1,4}}"
    r"(?:accepts|expects|takes|wants|reads|needs|requires)\s{1,4}"
    r"(?=(?:(?:an?|one|single|small|flat|bare|plain)\s{1,4}){1,3}json\s{1,4}(?:body|object|record|payload|document)\b)",
    re.IGNORECASE,
)
_THAT: Final = re.compile(
    r"(?:\A|(?<=[.!?:]\s)|(?<=\n))(?:please\s{1,4})?(?:write|give(?:\s{1,4}me)?|return|create|make|build|produce|output|fill\s{1,4}in)\s{1,4}"
    r"(?:that|this|the|such\s{1,4}an?)\s{1,4}(?:json\s{1,4})?(?:body|object|record|payload|document)\b(?=\s{0,3}(?:[.:]|(?:for|from|with|of)\b))",
    re.IGNORECASE,
)
_BODY: Final = re.compile(r"\bjson\s{1,4}(?:body|payload)\b", re.IGNORECASE)


def asked_outright(prompt: str) -> str:
    """The prompt with the object asked for where it is said to be taken; as it is where it does not ask for it."""
    takes = _TAKES.search(prompt)
    if takes is None:
        return prompt
    that = _THAT.search(prompt, takes.end())
    if that is None or _THAT.search(prompt, that.end()) is not None or "?" in prompt[takes.start() : that.end()]:
        return prompt
    form = prompt[takes.end() : that.start()]
    asked = f"{prompt[: takes.start()]}Return {form}{prompt[that.end() :].lstrip(' :.')}"
    return _BODY.sub("JSON object", asked)
