"""When two keys mean the same in every record: by their spelling, their form, or what the request tells.

A word more makes another key ("price" and "total_price"), and so does another word, except in the ways listed here.
Where the request speaks of the new key's words and not of the value that is to stand under them, nothing is proved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from stepcache_core.model import Json
from stepcache_core.tasks.json_value.grounding import MADE_UP
from stepcache_core.tasks.json_value.replaying.whole_names import PROPER_NAME, may_be_called_otherwise
from stepcache_core.tasks.json_value.spelling import Words, in_full


@dataclass(frozen=True, slots=True)
class Renaming:
    """A key that another request calls otherwise.

    Attributes:
        before: Its words.
        after: The words of its new name.
        value: What it holds.
        told: What the new request says.
        subject: The same with a mark for each value that it states.
        beside: The words of each key that both requests ask for.
    """

    before: Words
    after: Words
    value: Json
    told: str
    subject: str
    beside: frozenset[Words]

    @property
    def either_way(self) -> tuple[tuple[Words, Words], tuple[Words, Words]]:
        return (self.before, self.after), (self.after, self.before)

    @property
    def data(self) -> str:
        """The subject without the words that say what the object is, and without the label of such a value."""
        thing = _THING.search(self.subject)
        return self.subject if thing is None else f"{self.subject[: thing.start()]} {self.subject[thing.end() :]}"


def is_same_name(renaming: Renaming) -> bool:
    """Whether both keys mean the same."""
    one, other, told = renaming.before, renaming.after, renaming.told
    beside = {in_full(words) for words in renaming.beside}
    if not one or not other or not beside.isdisjoint({in_full(one), in_full(other)}):
        return False
    if one == other:
        return True
    if in_full(one) == in_full(other):
        return not (_mentions(one, told) and _mentions(other, told))
    ends = {one[-1], other[-1]}.difference({"by", "count"})
    is_alone = not any(words[-1] in ends for words in renaming.beside if words)
    return is_alone and any(proves(renaming) for proves in _PROOFS)


# --- what the request says under the new name ------------------------------------------------------------------------


def _mentioning(words: Words) -> re.Pattern[str]:
    spoken = r"[\s_-]{0,3}".join(map(re.escape, words))
    return re.compile(rf"(?<![A-Za-z0-9]){spoken}s?(?![A-Za-z0-9])", re.IGNORECASE)


def _mentions(words: Words, told: str) -> list[re.Match[str]]:
    return list(_mentioning(words).finditer(told))


_ENDS = (
    r"[\"”]?(?=\s{0,3}(?:[;)\n]|[.!](?:\s|\Z)|\Z)|,\s{1,3}(?!(?:and|or|with|plus|as|et)\b)(?-i:[a-z])|\s{1,3}(?:and\s{1,3})?"
    r"(?:is|was|are|has|had|came|takes|took|costs?|works?|lives?)\b)"
)
"""What may follow a value that goes on no further."""


def _written(value: Json) -> str | None:
    """A value as a request would write it; None for what it would not."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return re.escape(str(value)) or None


def _is_told_under(words: Words, renaming: Renaming) -> bool:
    """Whether the request says these words once, right before the value."""
    written, mentions = _written(renaming.value), _mentions(words, renaming.told)
    if written is None or len(mentions) != 1:
        return False
    leads = re.compile(rf"(?:\s?[:=]|\s{{1,3}}is\b)?\s{{0,3}}[\"“]?{written}{_ENDS}", re.IGNORECASE)
    return leads.match(renaming.told, mentions[0].end()) is not None


def _is_free(words: Words, renaming: Renaming) -> bool:
    """Whether the request says nothing else under these words: they are not there, or lead to the value.

    Words inside the old key are that key, not another.
    """
    told = renaming.told
    if set(words) < set(renaming.before):
        told = _mentioning(renaming.before).sub("…", told)
    return not _mentions(words, told) or _is_told_under(words, renaming)


# --- who does it, and by whom it is done -----------------------------------------------------------------------------

_DONE_BY = frozenset(
    "approv compos creat design develop direct edit employ examin found illustrat inspect invent manag manufactur "
    "narrat organis organiz own photograph produc publish report review supervis suppli translat".split()
)
"""The stems of verbs of which the noun in -er or -or names nothing but who does it: a printer may be a machine."""


_ADAPTED = re.compile(r"\b(?:film|movie|series|show|screenplay|script|adapt\w*|based|after)\b", re.IGNORECASE)
"""Words of what may have one author and be written by another."""


def _agent_and_passive(renaming: Renaming) -> bool:
    """An organizer is by whom it is organized; who wrote it is the author."""
    for agent, passive in renaming.either_way:
        if len(agent) != 1 or len(passive) != 2 or passive[1] != "by":
            continue
        stem = passive[0].removesuffix("ed")
        is_doer = stem in _DONE_BY and agent[0] in {f"{stem}er", f"{stem}or"}
        is_written = agent[0] == "author" and passive[0] == "written" and _ADAPTED.search(renaming.told) is None
        if is_doer or is_written:
            by_another = re.compile(rf"\b{passive[0]}\s{{1,3}}(?:[\w,]{{1,30}}\s{{1,3}}){{1,3}}by\b", re.IGNORECASE)
            is_free = _is_free(renaming.after, renaming) and by_another.search(renaming.told) is None
            return is_free and isinstance(renaming.value, str)
    return False


# --- how many --------------------------------------------------------------------------------------------------------

_MONEY = frozenset("sales earnings savings expenses costs fees taxes wages profits losses funds means".split())


def _singulars(plural: str) -> Iterator[str]:
    if plural.endswith("s") and not plural.endswith(("ss", "us", "is")) and plural not in _MONEY:
        yield plural[:-1]
        if plural.endswith("ies"):
            yield f"{plural[:-3]}y"
        if plural.endswith(("ches", "shes", "xes", "sses")):
            yield plural[:-2]


def _counted(words: Words) -> frozenset[str]:
    """The nouns in the singular whose count the words may name: "number of rooms", "room_count"; "rooms", too."""
    match words:
        case ("number" | "num", "of", plural) | ("num", plural) | (plural,):
            return frozenset(_singulars(plural))
        case (noun, "count"):
            return frozenset({noun, *_singulars(noun)})
        case _:
            return frozenset()


def _count(renaming: Renaming) -> bool:
    """Rooms and their count, where the value is a number that the request tells right beside the noun."""
    value = renaming.value
    nouns = _counted(renaming.before) & _counted(renaming.after)
    if len(nouns) != 1 or not isinstance(value, int) or isinstance(value, bool) or value < 0:
        return False
    (noun,) = nouns
    plurals = {f"{noun}s", *(word for word in (*renaming.before, *renaming.after) if noun in _singulars(word))}
    many = "|".join(sorted(plurals, key=len, reverse=True))
    any_form = rf"(?<![A-Za-z0-9])(?:{many}|{noun})(?![A-Za-z0-9])"
    beside = (
        rf"(?<![\w.,-]){value}\s{{1,3}}(?:{many if value != 1 else f'{many}|{noun}'})(?![\w-])"
        rf"|(?<![A-Za-z0-9])(?:{many}|{noun}[\s_]count)\s{{0,3}}[:=]?\s{{0,3}}{value}(?![\w-]|[.,]\d)"
    )
    is_said_once = len(re.findall(any_form, renaming.told, re.IGNORECASE)) == 1
    return is_said_once and re.search(beside, renaming.told, re.IGNORECASE) is not None


# --- what the object is ----------------------------------------------------------------------------------------------

_THING = re.compile(
    r"\bJSON(?:\s(?:object|record|document|for|of|about|describing|representing)){0,3}\s(?:an?|one)\s"
    r"(?P<thing>(?:[\w-]{1,40}\s){0,2}?[\w-]{1,40})(?=\s?(?:[:.,;]|\Z)|\s(?:with|from|about|for|of|called|named|by)\b)",
    re.IGNORECASE,
)
_OWN: dict[str, frozenset[str] | None] = {
    "id": None,
    "name": frozenset(
        "animal artist band cat city company country course customer dish dog employee event film game hotel item "
        "library mountain movie museum park patient person planet player product project recipe restaurant river "
        "school shop song store student teacher team town university village".split()
    ),
    "title": frozenset(
        "album article book course episode film game lecture magazine movie novel painting paper play podcast poem "
        "series show song talk".split()
    ),
    "date": frozenset(
        "concert conference event exhibition flight invoice match meeting party wedding workshop".split()
    ),
}
"""What a thing has of its own, and which things surely do: the name in an order may be that of who ordered."""


def _of_the_thing(renaming: Renaming) -> bool:
    """The title of a book and its book_title, where the request says that the object is a book."""
    thing = _THING.search(renaming.subject)
    if thing is None:
        return False
    whole = tuple(thing["thing"].lower().split())
    for bare, qualified in renaming.either_way:
        qualifier = qualified[: -len(bare)]
        if len(bare) != 1 or qualified[-1:] != bare or bare[0] not in _OWN or qualifier not in {whole, whole[-1:]}:
            continue
        things = _OWN[bare[0]]
        if (things is not None and qualifier[-1] not in things) or (qualifier in renaming.beside and bare != ("date",)):
            return False
        if bare == ("name",) and qualifier[-1] not in _PERSONS and _may_be_a_persons(renaming):
            return False
        return not _is_spoken_of(qualifier, renaming, bare) and _is_free(renaming.after, renaming)
    return False


def _may_be_a_persons(renaming: Renaming) -> bool:
    """Whether a name, of which that of a person may be told too, may be that one."""
    names = {name.rstrip(".") for name in PROPER_NAME.findall(renaming.data)} - {renaming.value, "JSON"}
    persons = {name for name in names if " " in name and not any(map(str.isdigit, name))}
    is_like_one = PROPER_NAME.fullmatch(str(renaming.value)) is not None and " " in str(renaming.value)
    return bool(persons) or (is_like_one and bool(names))


def _is_spoken_of(noun: Words, renaming: Renaming, besides: Words) -> bool:
    """Whether the data speak of the thing by its noun, other than as the label of a value or in the old key."""
    label = re.escape("_".join(noun))
    data = re.sub(rf"(?<![\w-]){label}(?:\sis|\s?[:=])?\s?<the\s{label}>", " ", renaming.data, flags=re.IGNORECASE)
    data = re.sub(r"<the\s[^<>\n]{1,64}>", " ", _mentioning((*noun, *besides)).sub(" ", data))
    return bool(_mentions(noun, data))


# --- names of persons and events -------------------------------------------------------------------------------------

_PERSONS = frozenset(
    "artist author client composer customer director employee person founder guest manager organiser organizer owner "
    "patient player recipient reporter sender student supervisor teacher translator".split()
)
_NAMED = re.compile(r"\b(?:name|named|names|called|title|alias)\b", re.IGNORECASE)


def _is_whole_name(renaming: Renaming) -> bool:
    """Whether the value is a name of several words, given as the request gives it."""
    value = renaming.value
    if not isinstance(value, str) or len(value.split()) < 2:
        return False
    return value in {name.rstrip(".") for name in PROPER_NAME.findall(renaming.told)}


def _full_name(renaming: Renaming) -> bool:
    """A whole name given in the request is the full name; one that is made up is as full as it is."""
    if {renaming.before, renaming.after} != {("name",), ("full", "name")}:
        return False
    value = str(renaming.value)
    is_made_up = MADE_UP.search(renaming.told) is not None and PROPER_NAME.search(renaming.data) is None
    is_whole = is_made_up and PROPER_NAME.fullmatch(value) is not None and " " in value and "." not in value
    is_only = not may_be_called_otherwise(value, renaming.told)
    return (is_whole or _is_whole_name(renaming)) and is_only and _is_free(renaming.after, renaming)


def _name_of_it(renaming: Renaming) -> bool:
    """The customer and the customer_name, the event and the event_name, where the value is a name and nothing else."""
    for bare, named in renaming.either_way:
        if named != (*bare, "name") or len(bare) != 1 or not _is_whole_name(renaming):
            continue
        thing = _THING.search(renaming.subject)
        is_its_own = bare == ("event",) and thing is not None and thing["thing"].lower() == "event"
        label = re.compile(rf"(?<![\w-]){bare[0]}_name\s{{0,3}}[:=]", re.IGNORECASE)
        others = _NAMED.search(label.sub(" ", renaming.data).replace("_", " "))
        return (bare[0] in _PERSONS or is_its_own) and others is None and _is_free(renaming.after, renaming)
    return False


# --- labels that mean the same in every record -----------------------------------------------------------------------

_NOTHING = re.compile(r"(?!)")
_MONEY_NAMED = re.compile(
    r"\b(?:euros?|dollars?|pounds?|yen|yuan|rupees?|francs?|kron(?:e|er|or|a)|pesos?|rubles?|lira|zloty|sterling|cents?|name"
    r"|symbol)\b|[$€£¥]",
    re.IGNORECASE,
)
_OTHER_PHONE = re.compile(
    r"\b(?:mobile|cell|fax|work|home|office|private)\b|\+?\d[\d ()/-]{5,18}\d(?![\d-])", re.IGNORECASE
)
_SAME_LABELS: tuple[tuple[frozenset[str], Callable[[str], object], re.Pattern[str]], ...] = (
    (frozenset({"email", "email address", "e mail"}), re.compile(r"\S+@\S+").fullmatch, re.compile(r"\S@\S")),
    (frozenset({"phone", "phone number"}), re.compile(r"\D*(?:\d\D*){5,20}").fullmatch, _OTHER_PHONE),
    (frozenset({"zip", "zip code", "postcode", "post code", "postal code"}), re.compile(r".*\d.*").fullmatch, _NOTHING),
    (frozenset({"dob", "date of birth", "birth date", "birthdate"}), re.compile(r".*\d{4}.*").fullmatch, _NOTHING),
    (frozenset({"surname", "last name", "family name"}), re.compile(r"[^\d]+").fullmatch, _NOTHING),
    (frozenset({"forename", "first name", "given name"}), re.compile(r"[^\d]+").fullmatch, _NOTHING),
    (frozenset({"url", "link"}), re.compile(r"https?://\S+").fullmatch, re.compile(r"https?://", re.IGNORECASE)),
    (frozenset({"currency", "currency code"}), re.compile(r"[A-Z]{3}").fullmatch, _MONEY_NAMED),
)
"""Labels of one thing, what its value looks like, and what else in the request may be meant by one of them."""


def _alone(value: Json) -> str:
    return rf"(?<![\w@.]){re.escape(str(value))}(?![\w@/]|\.\w)"


def _same_label(renaming: Renaming) -> bool:
    before, after = (" ".join(in_full(words)) for words in (renaming.before, renaming.after))
    for labels, fits, another in _SAME_LABELS:
        if {before, after} <= labels:
            others = (tuple(label.split()) for label in labels if label not in before)
            is_only = another.search(re.sub(_alone(renaming.value), " ", renaming.told)) is None
            return is_only and bool(fits(str(renaming.value))) and all(_is_free(words, renaming) for words in others)
    return False


def _contact(renaming: Renaming) -> bool:
    """The one e-mail address that there is is the one for contact."""
    if {renaming.before, renaming.after} != {("email",), ("contact", "email")}:
        return False
    addresses = set(re.findall(r"[\w.+-]{1,64}@[\w.-]{1,64}\w", renaming.told))
    is_only = addresses == {renaming.value} or (not addresses and MADE_UP.search(renaming.told) is not None)
    return is_only and not _mentions(("contact",), _mentioning(renaming.before).sub(" ", renaming.told))


def _years_old(renaming: Renaming) -> bool:
    """The age of who is said to be so many years old."""
    if {renaming.before, renaming.after} != {("age",), ("years", "old")} or not isinstance(renaming.value, int):
        return False
    said = re.findall(r"(?<![\w.,-])(\d{1,3})(?:\s|-)years?(?:\s|-)old\b", renaming.told)
    return said == [str(renaming.value)] and len(_mentions(("old",), renaming.told)) == 1


def _listed(renaming: Renaming) -> bool:
    """Ingredients and the ingredient_list, where the value is a list."""
    for plural, listed in renaming.either_way:
        if len(plural) == 1 and listed[1:] == ("list",) and listed[0] in {plural[0], *_singulars(plural[0])}:
            return isinstance(renaming.value, list) and _is_free(renaming.after, renaming)
    return False


_PROOFS: tuple[Callable[[Renaming], bool], ...] = (
    _agent_and_passive,
    _count,
    _of_the_thing,
    _full_name,
    _name_of_it,
    _same_label,
    _contact,
    _years_old,
    _listed,
)
