"""Requests that first say which object something takes, and then ask for it: "Write that body for ..."."""

from __future__ import annotations

from typing import Final

from stepcache_core.tasks.json_value.reading.patterns import compiled

READER: Final = (
    r"(?:the|our|my|an?|its) (?:(?:front|back|web|mobile|internal|new|old|little|small|import|upload|search"
    r"|admin|booking|"
    r"checkout|order|rest|http|json) ){0,2}"
    r"(?:front[\s-]?end|back[\s-]?end|page|screen|view|app|form|parser|script|service|program|system|tool"
    r"|web\s?site|site|"
    r"server|database|api|end\s?point|importer|loader|code|widget|client|component|handler|pipeline|job"
    r"|backend|dashboard)"
)
"""What an object is made for, where that says nothing of what it holds."""
_TAKES: Final = compiled(
    rf"(?:\A|(?<=[.!?:]\s)|(?<=\n)){READER} "
    r"(?:accepts|expects|takes|wants|reads|needs|requires) "
    r"(?=(?:(?:an?|one|single|small|flat|bare|plain) ){1,3}json (?:body|object|record|payload|document)\b)",
    "accepts|expects|takes|wants|reads|needs|requires",
    opens="the our my a an its",
)
_THAT: Final = compiled(
    r"(?:\A|(?<=[.!?:]\s)|(?<=\n))(?:please )?(?:write|give(?: me)?|return|create|make|build|produce|output|fill in) "
    r"(?:that|this|the|such an?) (?:json )?(?:body|object|record|payload|document)\b(?=\s{0,3}(?:[.:]|(?:for"
    r"|from|with|of)\b))"
)
_BODY: Final = compiled(r"\bjson (?:body|payload)\b")


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
