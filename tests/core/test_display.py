"""Answers, plans, records, deltas and accounts show themselves in notebooks and in terminals."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.console import Console

from stepcache_core import (
    Answer,
    Change,
    ChangeKind,
    Delta,
    Outcome,
    Plan,
    Policy,
    Record,
    Request,
    Source,
    Stats,
    Step,
    StepCacheEngine,
    Usage,
    Verdict,
    prompt_delta,
)
from stepcache_core.display import as_html, as_text
from stepcache_core.display.difference import Kind, compared
from stepcache_core.display.html import _COLOURS
from stepcache_core.display.safe_text import visible
from stepcache_core.display.terminal import WHOLE, as_terminal
from stepcache_core.plan import Considered
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks import default_tasks
from stepcache_core.testing import HashEmbedder, ScriptedModel
from tests.toy_task import TotalsTask

SOLVED = "Subtract 5 from both sides:\n3x = 15\n\nDivide both sides by 3:\nx = 5"
RECORD = Record("r1", "p", "default", "Solve it", (Step(SOLVED),), task="linear", created_at=1_700_000_000.0)
TAGS = {"div", "span", "b", "small", "ol", "li", "pre", "del", "ins", "details", "summary", "table", "tr", "th", "td"}
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class Page(HTMLParser):
    """What a browser makes of a piece of HTML: elements in order, attributes, and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[tuple[str, str | None]] = set()
        self.text = ""
        self.open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.open.append(tag)
        self.attributes |= set(attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data!r}")


@pytest.fixture(scope="module")
def answers() -> dict[str, tuple[Plan, Answer]]:
    """A plan and the answer it led to, for one request of each kind."""
    tasks = (*default_tasks(), TotalsTask(solves=True))
    policy = Policy(min_similarity=0.5)
    engine = StepCacheEngine(store=MemoryStore(), embedder=HashEmbedder(), tasks=tasks, policy=policy)

    def ask(prompt: str, *script: str) -> tuple[Plan, Answer]:
        request = Request.from_prompt(prompt)
        return engine.explain(request), engine.answer(request, ScriptedModel(script).generate)

    who = "Ada Lovelace, age 36, email ada@math.org, born in London"
    return {
        "miss": ask("Solve 3x + 5 = 20", SOLVED),
        "exact": ask("Solve 3x + 5 = 20"),
        "reuse": ask("Please find the value of x: 3x + 5 = 20"),
        "replay": ask("Solve 7x - 9 = 40"),
        "object": ask(
            f"Return a JSON object with the keys name and age for {who}.", '{"name": "Ada Lovelace", "age": 36}'
        ),
        "patch": ask(
            f"Return a JSON object with the keys name, age and country for {who}.",
            '{"name": "Ada Lovelace", "age": 36, "country": "England"}',
        ),
        "fallback": ask("Total: 2 3 4", "2 -> 3\n", "2 -> 3\n"),
    }


def painted(value: object, width: int = 80) -> str:
    console = Console(width=width, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(value)
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


# -- what is shown ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("miss", ["MISS", "model", "pass", "linear_equation", "passed whole"]),
        ("exact", ["EXACT", "cache", "saved", "the same request was answered before"]),
        ("reuse", ["REUSE", "cache", "pass", "3x = 15 has the problem's solution"]),
        ("replay", ["REPLAY", "replay", "x = 7 has the problem's solution", "no model was called"]),
        ("fallback", ["FALLBACK", "fallback", "4 -> 9"]),
    ],
)
def test_an_answer_shows_its_outcome_each_steps_source_and_why_it_stands(
    kind: str, words: list[str], answers: dict[str, tuple[Plan, Answer]]
) -> None:
    _, answer = answers[kind]
    for shown in (Page(answer._repr_html_()).text, str(answer), painted(answer, 300)):
        assert [word for word in words if word not in shown] == []


def test_an_answer_shows_similarity_tokens_and_seconds_spent_and_saved() -> None:
    answer = Answer(
        "x", (Step("x", Source.CACHE),), Outcome.REUSE, usage=Usage(1, 2), saved=Usage(30, 4), saved_seconds=1.5,
        similarity=0.93149, seconds=0.0123,
    )  # fmt: skip
    for shown in (Page(answer._repr_html_()).text, str(answer)):
        assert "similarity: 0.931" in shown
        assert "tokens: 3, saved 34" in shown
        assert "seconds: 0.012, saved 1.500" in shown


@pytest.mark.parametrize("kind", ["replay", "patch"])
def test_a_recomputed_or_repaired_step_is_compared_with_the_cached_one(
    kind: str, answers: dict[str, tuple[Plan, Answer]]
) -> None:
    plan, answer = answers[kind]
    assert plan.used is not None
    assert answer.reused == plan.used.record.steps
    added = "".join(re.findall(r"<ins[^>]*>(.*?)</ins>", answer._repr_html_()))
    assert ("England" if kind == "patch" else "Add 9 to") in added
    assert f"was: {answer.reused[0].text.splitlines()[0]}" in str(answer)


def test_a_step_that_is_served_as_it_was_is_compared_with_nothing(answers: dict[str, tuple[Plan, Answer]]) -> None:
    for kind in ("exact", "reuse"):
        html = answers[kind][1]._repr_html_()
        assert "<ins" not in html
        assert "<del" not in html


def test_cached_steps_that_nothing_stands_in_for_are_shown_as_left_out() -> None:
    cached = (Step("one\n"), Step("two\n"), Step("three"))
    answer = Answer("one\n", (replace(cached[0], source=Source.CACHE),), Outcome.REPLAY, reused=cached)
    assert Page(answer._repr_html_()).text.count("left out") == 2
    assert re.findall(r"\d\. [a-z ]+", str(answer)) == ["1. cache  ", "2. left out", "3. left out"]


def test_a_plan_shows_every_candidate_with_its_verdicts(answers: dict[str, tuple[Plan, Answer]]) -> None:
    plan, _ = answers["replay"]
    for shown in (Page(plan._repr_html_()).text, as_text(plan)):
        assert "Candidate 1, found by key, used" in shown
        assert "Solve 3x + 5 = 20" in shown
        assert "3x = 15 does not hold" in shown


def test_a_plan_shows_what_kept_a_similar_record_from_being_served() -> None:
    delta = prompt_delta("Turn on the lamps", "Turn off the lamps")
    one = Considered(RECORD, 0.97, (), 0, False, "the prompts differ", delta)
    plan = Plan(Outcome.SKIP, one.reason, considered=(one,))
    for shown in (Page(plan._repr_html_()).text, as_text(plan)):
        assert "similarity 0.970" in shown
        assert re.search(r"polarity\s*on → off", shown)


def test_a_record_shows_its_prompt_its_steps_and_where_it_comes_from() -> None:
    for shown in (Page(RECORD._repr_html_()).text, str(RECORD)):
        words = ["r1", "default", "Solve it", "3x = 15", "MISS", "2023-11-14 22:13:20 UTC"]
        assert [word for word in words if word not in shown] == []


@pytest.mark.parametrize("seconds", [0.0, -1e300, 1e300, float("nan")])
def test_a_record_with_any_time_shows_itself(seconds: float) -> None:
    assert "stored" in str(replace(RECORD, created_at=seconds))


def test_a_delta_and_an_account_show_themselves_line_by_line() -> None:
    delta = prompt_delta("Turn on the lamps", "Turn off the lamps")
    assert re.search(r"polarity\s*on → off", Page(delta._repr_html_()).text)
    assert "Nothing changed" in Page(Delta()._repr_html_()).text
    stats = Stats(requests=7, outcomes={Outcome.REUSE: 3}, saved=Usage(100, 11))
    assert re.search(r"outcome reuse\s*3", Page(stats._repr_html_()).text)
    assert re.search(r"tokens saved\s*111", as_text(stats))


def test_what_does_not_show_itself_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="a str can't be shown; give an Answer"):
        as_html("text")


# -- long ones fold ---------------------------------------------------------------------------------------------------


def test_a_long_answer_folds_and_nothing_of_it_is_lost() -> None:
    texts = [f"step {number}\n" for number in range(40)] + ["word " * 1000]
    answer = Answer("".join(texts), tuple(map(Step, texts)), Outcome.MISS)
    page = Page(answer._repr_html_())
    assert page.tags.count("details") == 2
    assert [text for text in texts if text.strip("\n") not in page.text] == []
    assert "… 29 more steps" in str(answer)
    assert [text for text in texts if text.strip("\n") not in as_text(answer, WHOLE)] == []


def test_an_answer_of_a_million_characters_is_shown_in_part_and_says_so() -> None:
    html = Answer("", (Step("<" * 1_000_000),), Outcome.MISS)._repr_html_()
    assert len(html) < 200_000
    assert "980,000 more characters" in html


def test_a_thousand_steps_are_shown_in_part_and_say_so() -> None:
    html = Answer("", (Step("a\n"),) * 1000, Outcome.MISS)._repr_html_()
    assert html.count("<li") == 400
    assert "992 more steps" in html
    assert "and 600 more" in html


# -- with and without colour ------------------------------------------------------------------------------------------


def test_without_styles_the_words_say_all_that_colours_say(answers: dict[str, tuple[Plan, Answer]]) -> None:
    for _, answer in answers.values():
        bare = re.sub(r' (style|class)="[^"]*"', "", answer._repr_html_())
        assert Page(bare).text == Page(answer._repr_html_()).text
        assert [s for s in answer.steps if f"<b>{s.source.value}</b> " not in bare] == []


def test_html_brings_no_script_no_style_sheet_and_nothing_to_fetch(answers: dict[str, tuple[Plan, Answer]]) -> None:
    for value in (value for pair in answers.values() for value in pair):
        page = Page(value._repr_html_())
        assert set(page.tags) <= TAGS
        assert {name for name, _ in page.attributes} <= {"class", "style", "align", "start"}
        assert not any("url" in (value or "") for _, value in page.attributes)


@pytest.mark.parametrize("colour", _COLOURS.values())
@pytest.mark.parametrize("page", ["#ffffff", "#111111"])
def test_the_colour_of_a_source_stands_out_from_a_light_and_from_a_dark_page(colour: str, page: str) -> None:
    """WCAG 2.2, 1.4.11: graphics need a contrast of 3:1."""
    one, other = sorted((luminance(colour), luminance(page)))
    assert (other + 0.05) / (one + 0.05) >= 3


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_a_terminal_gets_the_same_words_with_colour_within_its_width(answers: dict[str, tuple[Plan, Answer]]) -> None:
    for value in (value for pair in answers.values() for value in pair):
        seen = re.sub(r"\x1b\[[0-9;]*m", "", painted(value, 80))
        assert max(map(len, seen.splitlines())) <= 80
        assert "".join(seen.split()) == "".join(as_text(value).split())


# -- text is harmless -------------------------------------------------------------------------------------------------

TEXT = st.one_of(
    st.text(),
    st.text(alphabet="<>&\"'`=/ \n\t\r\x00\x1b[]\u202e\ud800$\\script!-"),
    st.sampled_from(
        [
            "<script>alert(1)</script>",
            "</pre></details><img src=x onerror=alert(1)>",
            '" onmouseover="alert(1)',
            "<!-- ",
            "]]>&lt;&#60;",
            "\x1b]8;;http://evil\x07link\x1b]8;;\x07",
        ]
    ),
)


def everything_of(text: str) -> list[object]:
    """Each kind of value, with that text wherever a text may stand."""
    steps = (Step(text, Source.REPLAY, Verdict.failed(text)), Step("kept", Source.CACHE), Step(text))
    record = Record(text, text, text, text, steps, task=text)
    delta = Delta((Change(ChangeKind.WORD, text, text, (0, 0), (0, 0)),))
    considered = Considered(record, 0.5, (Verdict.failed(text),) * 3, 0, False, text, delta)
    return [
        Answer(text, steps, Outcome.REPLAY, task=text, reused=(Step("old " + text), Step("kept"), Step(text + "x"))),
        Plan(Outcome.SKIP, text, steps, considered, (considered,)),
        record,
        delta,
        Stats(faults={text: 1}),
    ]


ATTRIBUTES = {
    attribute
    for value in (*everything_of("a"), *everything_of("long\n" * 500))
    for attribute in Page(as_html(value)).attributes
}
"""All there are, whatever the text."""


@settings(deadline=None)
@given(TEXT)
@example("\r\n" * 20)
def test_no_text_becomes_an_element_an_attribute_or_a_control(text: str) -> None:
    for value in everything_of(text):
        html = as_html(value)
        page = Page(html)
        assert page.open == []
        assert set(page.tags) <= TAGS
        assert page.attributes <= ATTRIBUTES
        assert html.encode("utf-8")
        assert not CONTROLS.search(html)


@settings(deadline=None)
@given(TEXT)
@example("-[\r\n]")
def test_no_text_moves_a_terminals_cursor_or_changes_its_colours(text: str) -> None:
    for value in everything_of(text):
        assert not CONTROLS.search(as_text(value))
        console = Console(width=80, file=StringIO(), color_system=None)
        console.print(as_terminal(value))
        assert not CONTROLS.search(console.file.getvalue())  # type: ignore[attr-defined]


@settings(deadline=None)
@given(st.text())
def test_the_visible_text_is_the_text_but_for_what_would_act(text: str) -> None:
    shown = visible(text)
    assert not CONTROLS.search(shown)
    if text.isprintable():
        assert shown == text


def test_rich_markup_in_a_text_is_text() -> None:
    assert "[bold red]x[/]" in painted(replace(RECORD, prompt="[bold red]x[/]"))


@settings(deadline=None)
@given(st.text(alphabet="ab 1\n.", max_size=30), st.text(alphabet="ab 1\n.", max_size=30))
@example("3x + 5 = 20", "7x - 9 = 40")
def test_the_runs_of_a_comparison_give_back_both_texts(old: str, new: str) -> None:
    runs = compared(old, new)
    assert "".join(run.text for run in runs if run.kind is not Kind.NEW) == old
    assert "".join(run.text for run in runs if run.kind is not Kind.OLD) == new


def test_texts_that_have_little_in_common_are_shown_one_after_the_other() -> None:
    old, new = "Therefore, the solution is x = 5.", "3. Divide both sides by -2: -2x / -2 = 16 / -2"
    assert [(run.kind, run.text) for run in compared(old, new)] == [(Kind.OLD, old), (Kind.NEW, new)]


def test_texts_too_different_to_be_aligned_in_time_are_shown_one_after_the_other() -> None:
    old, new = " ".join(map(str, range(5000))), " ".join(map(str, range(5000, 10000)))
    assert [run.kind for run in compared(old, new)] == [Kind.OLD, Kind.NEW]


# -- cheap where nothing is shown -------------------------------------------------------------------------------------


def test_importing_the_core_loads_nothing_to_show_with() -> None:
    program = "import sys, stepcache_core; print([n for n in sys.modules if n.split('.')[0] in ('rich', 'typer')])"
    program += "; print('stepcache_core.display' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert shown.split() == ["[]", "False"]


def test_plain_text_and_html_need_no_rich() -> None:
    program = (
        "import sys; from stepcache_core import Answer, Outcome; a = Answer('x', (), Outcome.MISS); str(a); "
        "a._repr_html_(); print('rich' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "False"
