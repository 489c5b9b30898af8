"""Whether what opens like a question for a way, "how can I" or "how do we", asks for one."""

from __future__ import annotations

_BY_NATURE = frozenset(
    """balance choose communicate decide detect determine digest distinguish form gain generate get identify learn lose
    process produce read recover regain retrieve speak store switch talk walk""".split()
)
"""What "how do we" may ask of bodies and minds: "how do we form memories" asks for no advice."""
_IN_MIND = {("make", made) for made in ("choices", "decisions", "judgments", "memories", "sense", "sound", "sounds")}
_REPROACHED = frozenset("break forget hide hurt ignore keep kill kiss leave let lose miss sell sue throw".split())
"""What "how could I" may ask in dismay."""
_BEING = frozenset(
    """a better calm confident creative famous fearless fit fluent funny good great happier happy healthier healthy
    kind kinder more patient productive rich smart smarter strong stronger successful the""".split()
)
"""What is become on purpose, so that "how can I be" it asks for a way: not pregnant, not tired."""
_STATES = frozenset(
    """adult aunt brother child dad daughter father friend girl grandfather grandmother grandparent guardian guest human
    husband mom mother neighbor parent person sister son student uncle widow widower wife woman man boy boyfriend
    girlfriend single tenant roommate stepfather stepmother stepparent teenager victim""".split()
)
"""What one is well or ill, and does not become by being good at it: a parent."""


def is_no_request(opening: tuple[str, ...], verb: str, after: str) -> bool:
    """Whether what opens like a question for a way may ask for a cause: how it comes that one is or does it."""
    if verb == "be":
        return opening[1] in {"can", "could"} and after not in _BEING
    if verb == "keep" and after.endswith("ing") and opening[0] == "how":
        return opening != ("how", "to")
    if opening[1:2] in {("do",), ("does",)} and verb == "compare":
        return after in {"to", "with"}
    if opening[1:] in {("do", "we"), ("does", "one")} and (verb in _BY_NATURE or (verb, after) in _IN_MIND):
        return True
    return (opening[1] == "could" and verb in _REPROACHED) or (opening[1] == "can" and verb == "let")


def is_become(keys: list[str]) -> bool:
    """Whether to be it and to become it are one: a profession or a quality, not a state such as a parent's."""
    return (keys[0] in _BEING and _STATES.isdisjoint(keys)) or keys[-1:] == ["person"]
