"""Requests that give each key and its value on a line of its own and say so, said with the keys spelled out.

"Every line is a key and its value" names no key: the lines do. Where a line is no such pair, or more is
done to the lines than to leave one out or to add one with its value, the prompt stays as it is.
"""

from __future__ import annotations

import re
from typing import Final

from stepcache_core.tasks.json_value.reading.intent import without_format_rules
from stepcache_core.tasks.json_value.reading.patterns import AnyCase

MIN_LINES: Final = 2
MAX_LINES: Final = 64
_KEY: Final = r"[\"'`]?(?P<key>[A-Za-z_][\w-]{0,63})[\"'`]?"
_SAID: Final = AnyCase(
    r"(?:^|(?<=[.!;:,\n]\s)|(?<=\n)|(?P<opened>\())(?P<said>(?:"
    r"(?:each|every)(?:\s(?:of\sthe\s)?lines?|\sline)(?:\s(?:below|above|here))?\s(?:is|has|holds|gives|contains|starts\swith)\s"
    r"(?:an?|one|the)\skey(?:\sname)?(?:,?\s(?:followed\sby|and(?:\sthen)?|then|with)\s(?:(?:its|the|a|one)\s)value)"
    r"|(?:in\s(?:each|every)\sline,?\s)?(?:the\s)?first\sword(?:\s(?:of|in|on)\s(?:each|every|a|the)\sline(?:\s(?:below|above))?)?"
    r"\s?(?:\sis|=)\s?(?:(?:the|its|a)\s)?key"
    r"(?:(?:,|\sand|,\sand)\sthe\srest(?:\sof\s(?:it|the\sline))?(?:\sis)?\s(?:the|its)\svalue)?"
    r"))(?(opened)\)|(?=[.,;:]|\s(?:and|but)\s|\s*\n|\s*\Z))",
    "line|word",
    "key",
)
_LEFT_OUT: Final = re.compile(
    rf"[,;]?\s{{0,3}}(?:(?:and|but)\s)?\b(?:leave\s{_KEY}\sout|"
    rf"(?:leave\sout|omit|skip|drop)\s(?:the\skey\s)?{_KEY.replace('key>', 'other>')})"
    r"(?=[.,;!]|\s*\n|\s*\Z)",
    re.IGNORECASE,
)
_ADDED: Final = re.compile(
    rf"[,;]?\s{{0,3}}(?:(?:and|but)\s)?\badd\s(?:one\smore|another|one|a|the)\skey,?\s(?:named\s|called\s)?{_KEY}"
    r"(?:,?\s(?:with|and\sgive\sit)\sthe\svalue|,?\swhose\svalue\sis|\s?[:=])\s(?P<value>[^\n.;!]{1,120}?)(?=[.;!]|\s*\n|\s*\Z)",
    re.IGNORECASE,
)
_PAIR: Final = re.compile(
    rf"[ \t]{{0,8}}(?:[-*•][ \t])?{_KEY}(?:[ \t]{{0,3}}[:=][ \t]{{0,3}}|[ \t]{{1,8}})(?P<value>\S[^\n]{{0,200}})"
)
_MAY_GO_ON: Final = re.compile(r"[,;\"“”`]|[.!?](?:\s|\Z)")
"""Marks that end a value in the run of a sentence, but not at the end of a line."""
_SPEAKS: Final = re.compile(r"\b(?:json|(?:each|every)\s(?:of\sthe\s)?lines?|first\sword)\b", re.IGNORECASE)
_WORD: Final = re.compile(r"\w")


def keys_spelled_out(prompt: str) -> str:
    """The prompt with the keys of its lines named in a sentence; as it is where its lines are not said to hold any."""
    said = _SAID.search(prompt)
    if said is None or _SAID.search(prompt, said.end()) is not None:
        return prompt
    lines = prompt.split("\n")
    spoken = [_SPEAKS.search(line) is not None or _WORD.search(without_format_rules(line)) is None for line in lines]
    told = [place for place, speaks in enumerate(spoken) if not speaks]
    if not MIN_LINES <= len(told) <= MAX_LINES or any(
        _WORD.search(lines[place]) for place in range(told[0], told[-1]) if spoken[place]
    ):
        return prompt
    pairs = {
        found["key"]: found["value"].strip() for place in told if (found := _PAIR.fullmatch(lines[place].rstrip()))
    }
    if any(_MAY_GO_ON.search(value) for value in pairs.values()):
        return prompt
    if len(pairs) != len(told) or len({key.lower() for key in pairs}) != len(pairs):
        return prompt
    asked = "\n".join([*lines[: told[0]], "\0", *lines[told[-1] + 1 :]])
    changed = _changed(asked, pairs)
    if changed is None:
        return prompt
    asked = _SAID.sub(f"Use the keys {', '.join(pairs)}", changed, count=1)
    return asked.replace("\0", "\n".join(f"{key}: {value}" for key, value in pairs.items()))


def _changed(asked: str, pairs: dict[str, str]) -> str | None:
    """What is asked without the one pair that is left out or added; None where such a pair is not to be found."""
    dropped = _LEFT_OUT.search(asked)
    if dropped is not None:
        key = dropped["key"] or dropped["other"]
        if pairs.pop(key, None) is None:
            return None
        asked = _without(asked, dropped)
    added = _ADDED.search(asked)
    if added is not None:
        if added["key"] in pairs:
            return None
        pairs[added["key"]] = added["value"].strip(" \"'`")
        asked = _without(asked, added)
    return asked if len(pairs) >= MIN_LINES else None


def _without(text: str, found: re.Match[str]) -> str:
    """The text without a phrase, and without the mark that closes it where it is a sentence of its own."""
    before, after = text[: found.start()].rstrip(" "), text[found.end() :]
    is_a_sentence = before.endswith((".", "!", "\n")) and after[:1] in {".", "!"}
    return before + (after[1:] if is_a_sentence else after)
