"""What a prompt gives to be worked on, apart from what it says of the answer: in tags, quotes, a fence, after a label.

Such text is told, not asked: a word in it sets no second job and no constraint. It is set apart only where the
prompt marks it, and where all that is asked stands outside the marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from stepcache_core.tasks.json_value.reading.shapes import CUT

MAX_BLOCKS: Final = 4
_TAGGED: Final = re.compile(
    r"<(?P<name>[A-Za-z][\w-]{0,30})>(?P<held>(?:(?!</?(?P=name)>).){1,20000}?)</(?P=name)>", re.DOTALL
)
_OF_THE_PROMPT: Final = re.compile(
    r"(?:your |the |my |output |response |answer |return |json |expected |important |additional |general |further "
    r"|main |extraction |formatting |required |allowed |optional |possible |special |key |desired |target ){0,3}"
    r"(?:instructions?|rules?|requirements?|guidelines?|constraints?|task|goal|objective|role|persona|system|format"
    r"|formatting|notes?|important|schema|output|response|answer|result|structure|shape|skeleton|template|keys?|fields?"
    r"|properties|attributes|columns|names?|types?|values|definitions?|descriptions?|examples?|samples?|hints?|steps"
    r"|style|tone|language|options|choices|categories|labels|conditions|warning|caution|attention|reminder|remember"
    r"|limits?|defaults?|units?|interface|model|json|reminders?|policy|policies|dos?|don['’]ts?|spec(?:ification)?s?"
    r"|legend|mapping|glossary|conventions?|criteria|scale|exceptions?|considerations?|restrictions?|tips?|context)",
    re.IGNORECASE,
)
"""What labels a part of the prompt that speaks of the answer."""
_QUOTED: Final = (
    re.compile(r"\"\"\"(?P<held>(?:(?!\"\"\").){1,20000})\"\"\"", re.DOTALL),
    re.compile(r"'''(?P<held>(?:(?!''').){1,20000})'''", re.DOTALL),
    re.compile(r"```(?:text|txt|plain|email|log)?\n(?P<held>(?!\s*[{\[])(?:(?!```).){1,20000})```", re.DOTALL),
    re.compile(r"(?:(?<=\n\n)|(?<=\A))(?P<held>\"[^\"\n]{20,4000}\"|“[^”\n]{20,4000}”)(?=\s*\n\s*\n|\s*\Z)"),
    re.compile(r"(?:(?<=\n)|(?<=\A))(?P<held>(?:> ?[^\n]{1,2000}(?:\n|\Z)){1,200})"),
    re.compile(
        r"(?:(?<=\n)|(?<=\A))(?P<rule>-{3,40}|={3,40}|\*{3,40}|_{3,40}|#{3,40}|~{3,40})[ "
        r"\t]*\n(?P<held>.{1,20000}?)\n(?P=rule)[ \t]*(?=\n|\Z)",
        re.DOTALL,
    ),
)
"""Marks at both ends of a text."""
_LABEL_BEFORE: Final = re.compile(
    r"(?:(?<=\n)|(?<=\A))(?:#{1,6} |\*\*)?(?P<label>[A-Za-z][\w'’ ()/-]{0,48})(?:\*\*)?[ \t]*:?(?:\*\*)?\s{0,3}\Z"
)
_NOUNS: Final = (
    r"text|input|data|message|e-?mail|mail|review|article|document|paragraph|passage|sentence|record|transcript|note"
    r"|letter|ticket|comment|post|tweet|report|description|entry|listing|advert|ad|cv|r[eé]sum[eé]|invoice|receipt|order"
    r"|bio|biography|profile|content|conversation|chat|dialogue|call|recipe|news|story|sheet|log|line|query|request"
    r"|feedback|complaint|announcement|source|raw|facts|details|material|abstract|page|snippet|excerpt|statement"
)
_LABEL: Final = re.compile(
    r"(?:(?<=\n)|(?<=\A))(?:#{1,6} (?P<heading>[A-Za-z][\w'’ /-]{0,40}?)[ \t]*:?[ \t]*\n"
    r"|\*\*(?P<bold>[A-Za-z][\w'’ /-]{0,40}?):?\*\*:?[ \t]*\n?"
    r"|(?P<line>[A-Za-z][\w'’ ()/-]{0,60}?)[ \t]*:[ \t]*\n"
    rf"|(?P<inline>(?:(?:the|this|our|user|customer|source|raw) )?(?:[a-z]\w{{0,20}} )?(?:{_NOUNS}))[ \t]*:[ "
    rf"\t]*(?=\S))",
    re.IGNORECASE,
)
"""What stands before a text that goes on to the end."""
_CUE: Final = re.compile(
    r"\s*(?:#{1,6} |\*\*)?(?:(?:your |the |final |valid )?(?:json )?"
    r"(?:json|output|answer|response|result|object)(?: json)?(?: object)?)(?:\*\*)?[ \t]*:?(?:\*\*)?",
    re.IGNORECASE,
)
"""Where the answer is to be written: the whole last line of a prompt."""
_ASKS: Final = re.compile(
    r"\bjson\b|(?:\A|[.!?:]\s|\n)\W{0,4}(?:please |now |only |also |then |finally ){0,2}"
    r"(?:return|respond|reply|output|answer|extract|use|include|give|provide|write|make sure|ensure|do not"
    r"|don['’]t|never"
    r"|remember|note|keep|convert|translate|format|if|the (?:answer|output|keys?|fields?))\b",
    re.IGNORECASE,
)
"""What a prompt may go on to ask, after a text whose end is not marked."""
_SPOKEN_OF: Final = re.compile(
    r"\s(?:in|inside|within|between|enclosed (?:in|by)|delimited by|wrapped in|in between) (?:the )?"
    r"(?:<[\w-]{1,30}>(?: and )?(?:</[\w-]{1,30}>)?|(?:triple )?(?:quotes|backticks|dashes)|\"\"\"|''')(?: (?:xml "
    r")?tags?)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Parted:
    """A prompt in two: what it asks, and the text that it gives for that."""

    asks: str
    given: str


def parted(prompt: str) -> Parted | None:
    """The prompt without the text that it gives; None where no such text is marked, or where it ends is in doubt."""
    body = _without_cue(prompt)
    asks, given = _between_marks(body)
    if not given:
        asks, given = _after_a_label(body)
    if not given or len(given) > MAX_BLOCKS or not asks.strip():
        return None
    return Parted(_SPOKEN_OF.sub("", asks).strip(), "\n".join(given))


def _without_cue(prompt: str) -> str:
    whole = prompt.rstrip()
    last_line = whole.rfind("\n") + 1
    if not last_line or _CUE.fullmatch(whole, last_line) is None:
        return prompt
    return prompt[: prompt.index("\n", len(whole[:last_line].rstrip()))]


def after_the_shape(prompt: str) -> tuple[str, str]:
    """What a prompt asks, and the text that stands by itself after its shape; an empty one where it asks more there."""
    before, _, after = prompt.partition(CUT)
    gap = _BY_ITSELF.match(after)
    given = "" if gap is None else after[gap.end() :].strip()
    if gap is None or not before.strip() or not given or CUT in after or _ASKS.search(given) is not None:
        return prompt, ""
    return f"{before}{CUT}{gap['fence'] or ''}", given


_BY_ITSELF: Final = re.compile(r"(?P<fence>\s*```)?[ \t]*\n\s*\n")


def _between_marks(prompt: str) -> tuple[str, list[str]]:
    given: list[str] = []

    def take(found: re.Match[str]) -> str:
        if _OF_THE_PROMPT.fullmatch(found["name"].replace("_", " ").replace("-", " ")):
            return found[0]
        if not found["held"].strip() or _BETWEEN_TWO_TAGS.fullmatch(found["held"]):
            return found[0]
        given.append(_under(found["name"].replace("_", " ").replace("-", " "), found["held"].strip(), prompt))
        return "\n"

    asks = _TAGGED.sub(take, prompt)
    for pattern in _QUOTED:
        if given:
            break
        found = pattern.search(asks)
        if found is None or not found["held"].strip() or pattern.search(asks, found.end()) is not None:
            continue
        label = _LABEL_BEFORE.search(asks, max(0, found.start() - 80), found.start())
        if label is not None and _OF_THE_PROMPT.fullmatch(label["label"].strip()):
            continue
        start = found.start() if label is None else label.start()
        held = found["held"].strip()
        held = "\n".join(line.removeprefix(">").strip() for line in held.split("\n")) if held[0] == ">" else held
        given.append(held if label is None else _under(label["label"], held, asks[:start]))
        asks = f"{asks[:start].rstrip()}\n\n{asks[found.end() :].lstrip()}"
    return asks, given


_BETWEEN_TWO_TAGS: Final = re.compile(r"\s*(?:and|or|to|,|…|\.\.\.)\s*", re.IGNORECASE)


def _after_a_label(prompt: str) -> tuple[str, list[str]]:
    """The text after the last label, where all that is asked stands before it."""
    for found in _labels(prompt):
        before, given = prompt[: found.start()], prompt[found.end() :].strip()
        if re.search(r"\bjson\b|[{]", before, re.IGNORECASE) is None:
            continue
        words = _words(found)
        if given and _ASKS.search(given) is None:
            return before.rstrip(), [_under(words, given, before)]
        quoted = _IN_QUOTES.match(given)
        line, after = (quoted[0], given[quoted.end() :].lstrip(" .\n")) if quoted else given.partition("\n")[::2]
        if found["inline"] and after and _ASKS.search(line) is None and _ASKS.match(after.lstrip()):
            return f"{before.rstrip()}\n\n{after.lstrip()}", [_under(words, line.strip(), before)]
    return prompt, []


_IN_QUOTES: Final = re.compile(r"\"[^\"\n]{1,4000}\"|“[^”\n]{1,4000}”")


def _words(label: re.Match[str]) -> str:
    return next(group for group in label.groups() if group is not None).strip()


_PLAIN_LABEL: Final = re.compile(rf"(?:(?:the|this|user|source|raw) )?(?:{_NOUNS})s?", re.IGNORECASE)


def _under(label: str, text: str, asks: str) -> str:
    """The text with its label, where that says of it more than what is asked does: "Sender" and "Recipient" differ."""
    label = " ".join(label.split())
    is_told = re.search(rf"\b{re.escape(label.lower())}s?\b", asks.lower()) is not None
    names_a_text = re.search(rf"(?:\A| )(?:{_NOUNS})s?\Z", label, re.IGNORECASE) is not None
    return text if _PLAIN_LABEL.fullmatch(label) or (is_told and names_a_text) else f"{label}:\n{text}"


def _labels(prompt: str) -> Iterator[re.Match[str]]:
    seen: set[str] = set()
    for found in _LABEL.finditer(prompt):
        words = _words(found).lower()
        if _OF_THE_PROMPT.fullmatch(words):
            continue
        if words in seen:
            return
        seen.add(words)
        yield found
