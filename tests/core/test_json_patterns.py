"""Patterns of words: what their cheap tests rule out, and where they look, changes nothing of what they find."""

import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from random import Random
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from stepcache_core.tasks import json_value
from stepcache_core.tasks.json_value.reading.patterns import AnyCase, compiled, folded, spans_of
from stepcache_core.tasks.json_value.reading.phrases import Phrase
from tests.core.json_ways_of_asking import INLINE, LINES

SAMPLES, SAMPLES_OF_TESTED = 40, 400
"""How many texts are tried for a pattern; more for one that has words to be missed."""


def _patterns_in(value: Any) -> Iterator[AnyCase]:
    if isinstance(value, AnyCase):
        yield value
    elif isinstance(value, Phrase):
        yield from _patterns_in((value.whole, value.after))
    elif isinstance(value, tuple):
        for one in value:
            yield from _patterns_in(one)


def _all_patterns() -> list[AnyCase]:
    names = [module.name for module in walk_packages(json_value.__path__, f"{json_value.__name__}.")]
    found = (one for name in names for value in vars(import_module(name)).values() for one in _patterns_in(value))
    return list({id(one): one for one in found}.values())


PATTERNS = _all_patterns()


def _sample(items: Any, rng: Random, groups: dict[int, str]) -> str:
    """A text that the items of a parsed pattern may match, what they look around for aside."""
    return "".join(_one(kind, what, rng, groups) for kind, what in items)


def _one(kind: Any, what: Any, rng: Random, groups: dict[int, str]) -> str:
    if kind is op.LITERAL:
        return rng.choice([chr(what).lower(), chr(what).upper()])
    if kind in {op.ANY, op.NOT_LITERAL}:
        return "x"
    if kind is op.IN:
        return _of_set(what, rng)
    if kind is op.BRANCH:
        return _sample(rng.choice(what[1]), rng, groups)
    if kind is op.SUBPATTERN:
        groups[what[0]] = _sample(what[3], rng, groups)
        return groups[what[0]]
    if kind in {op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT}:
        least, most, inner = what
        times = rng.randint(least, min(most, least + 2))
        return "".join(_sample(inner, rng, groups) for _ in range(times))
    if kind is op.GROUPREF:
        return groups.get(what, "")
    if kind is op.GROUPREF_EXISTS:
        group, yes, no = what
        return _sample(yes if groups.get(group) else no or (), rng, groups)
    if kind is op.ASSERT and what[0] > 0:
        return _sample(what[1], rng, groups)
    return ""


def _of_set(what: Any, rng: Random) -> str:
    kind, value = rng.choice(what)
    if kind is op.NEGATE or (what[0][0] is op.NEGATE):
        return "q"
    if kind is op.LITERAL:
        return chr(value)
    if kind is op.RANGE:
        return chr(rng.randint(*value))
    return {op.CATEGORY_SPACE: " ", op.CATEGORY_DIGIT: "7"}.get(value, "w")


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda one: one.pattern[:40])
def test_each_pattern_finds_what_it_would_find_without_its_tests(pattern: AnyCase) -> None:
    plain = re.compile(pattern.pattern, re.IGNORECASE)
    rng = Random(pattern.pattern)
    parsed = parser.parse(pattern.pattern, re.IGNORECASE)
    samples = [_sample(parsed, rng, {}) for _ in range(SAMPLES_OF_TESTED if pattern.needs else SAMPLES)]
    for sample in samples:
        for text in (sample, f"Note. {sample} and more", f"One\n{sample}\n\nAge: 3, {sample}."):
            assert [one.span() for one in pattern.finditer(text)] == [one.span() for one in plain.finditer(text)]
            assert pattern.sub("\0", text) == plain.sub("\0", text)


def test_the_patterns_of_all_modules_are_tried() -> None:
    assert len(PATTERNS) > 100
    assert sum(bool(one.needs) for one in PATTERNS) > 30


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda one: one.pattern[:40])
def test_each_pattern_finds_the_same_in_prompts_of_every_case(pattern: AnyCase) -> None:
    plain = re.compile(pattern.pattern, re.IGNORECASE)
    for prompt in (one[0] for one in (*INLINE, *LINES)):
        for text in (prompt, prompt.upper(), prompt.replace("s", "ſ").replace("i", "İ").replace("k", "\u212a")):
            found, wanted = pattern.search(text), plain.search(text)
            assert (found and (found.span(), found.groupdict())) == (wanted and (wanted.span(), wanted.groupdict()))


@pytest.mark.parametrize("text", ["", "Straße", "İstanbul ſhip", "\u212aelvin", "ΌΣΟΣ", "ÅÉß€"])
def test_small_letters_stand_where_the_letters_stood(text: str) -> None:
    assert len(folded(text)) == len(text)


def test_a_letter_that_counts_as_a_plain_one_is_that_letter() -> None:
    assert folded("ſ\u212aİıS") == "skiis"


def test_names_stand_as_whole_words_or_as_the_end_of_a_hyphened_one() -> None:
    assert spans_of("Age, pre-age, ages and aged", ("age",)) == [(0, 3), (9, 12)]
    assert spans_of("the order-id; the order", ("order-id", "order")) == [(4, 12), (18, 23)]


def test_a_pattern_with_a_part_that_minds_case_is_matched_as_it_is_written() -> None:
    assert compiled(r"\bby (?-i:[A-Z])").search("BY anna, BY Bert") is not None
    assert compiled(r"\bby (?-i:[A-Z])").search("BY anna") is None


def test_a_search_between_two_places_finds_nothing_outside_them() -> None:
    pattern = compiled(r"\b(?:no|without) prose\b", opens="no without")
    assert pattern.search("no prose, without prose", 4) is not None
    assert pattern.search("no prose, without prose", 4, 15) is None
