"""How prose with arithmetic in it is cut into tokens, and expressions are read exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stepcache_core.tasks.linear.algebra import Linear, Number, parse_expression, quotient
from stepcache_core.tasks.linear.lexer import LABEL, MAX_DIGITS, NAME, NUMBER, STOP, WORD, Token, lex

WORDS = st.sampled_from(
    "Subtract subtract Simplifying so the Steps both sides don’t x-term I a both-sides I’ll 5 3x 0.25 x + (we get) "
    "12, thus: 4. \\( \\frac{1}{2} naïve e.g".split(" ")
)
WHOLE = st.integers(-(10**12), 10**12)
NUMBERS = st.one_of(WHOLE, st.fractions(max_denominator=10**6))
MONOMIALS = st.from_regex(r"-?(0|[1-9][0-9]{0,8})?(\.[0-9]{1,4})?x?", fullmatch=True).filter(
    lambda text: text.strip("-") != ""
)


def spelled(tokens: list[Token]) -> list[tuple[str, str]]:
    return [(token.kind, token.text) for token in tokens]


def numbers_of(form: Linear) -> list[Number]:
    return [form.constant, *(value for _, value in form.terms)]


@given(st.lists(WORDS, min_size=1, max_size=12))
def test_words_with_one_space_between_are_the_tokens_of_words_far_apart(words: list[str]) -> None:
    assert spelled(lex(" ".join(["So", *words]))) == spelled(lex(" \t ".join(["So", *words])))


@given(st.lists(WORDS, min_size=1, max_size=12), st.sampled_from([" ", "  ", "\n", "\n   "]))
def test_a_word_stands_where_its_token_says(words: list[str], space: str) -> None:
    text = space.join(words)
    for token in lex(text):
        if token.kind == WORD:
            assert text[token.start : token.end].lower().replace("’", "'") == token.text


@pytest.mark.parametrize("text", ["Step 2: x = 5", "STEP 3. Divide", "  step 4) so", "**Step 2:** Divide", "2. Divide"])
def test_the_number_of_a_step_is_a_label(text: str) -> None:
    assert lex(text)[0].kind == LABEL


@pytest.mark.parametrize(
    "text", ["Subtract 5 from both sides", "Steps 2 and 3", "  Simplify", "step by step", "Sub 2:"]
)
def test_a_word_at_the_start_of_a_line_is_a_word(text: str) -> None:
    word = text.split(maxsplit=1)[0]
    start = text.index(word)
    assert lex(text)[0] == Token(WORD, word.lower(), start, start + len(word))


@pytest.mark.parametrize("mark", [".", ",", ";", ":", ". ", ", so"])
@pytest.mark.parametrize("digits", ["5", "0", "120", "0.5", "3.25"])
def test_a_mark_after_a_number_is_no_part_of_it(digits: str, mark: str) -> None:
    assert spelled(lex(f"add {digits}{mark}"))[1:3] == [(NUMBER, digits), (STOP, mark[0])]


@pytest.mark.parametrize("text", ["5.x", "1,00", "12.3.4", "007", "5,,", "1" * (MAX_DIGITS + 1)])
def test_digits_that_write_no_number_are_none(text: str) -> None:
    assert NUMBER not in {token.kind for token in lex(f"add {text}")}


@given(NUMBERS, NUMBERS.filter(bool))
def test_a_quotient_is_exact_and_whole_where_it_comes_out_even(dividend: Number, divisor: Number) -> None:
    result = quotient(dividend, divisor)
    assert result * divisor == dividend
    assert isinstance(result, int) == ((Fraction(dividend) / divisor).denominator == 1)


@given(WHOLE, WHOLE.filter(bool), WHOLE, WHOLE.filter(bool))
def test_no_arithmetic_of_forms_makes_a_float(a: int, b: int, c: int, d: int) -> None:
    form = parse_expression(lex(f"({a}x + {c})/({b}) - \\frac{{{d}x}}{{{b}}} + {abs(a)}/{abs(b)}".replace("+ -", "- ")))
    for one in (form.form, form.form.over(d), form.form.times(quotient(c, d)).minus(form.form)):
        assert all(isinstance(value, int | Fraction) for value in numbers_of(one))
    assert form.form == Linear(
        (("x", Fraction(a - d, b)),) if a != d else (), Fraction(c, b) + Fraction(abs(a), abs(b))
    )


@given(MONOMIALS)
def test_a_number_or_letter_alone_reads_as_it_does_in_brackets(text: str) -> None:
    alone, wrapped = parse_expression(lex(text)), parse_expression(lex(f"({text})"))
    assert (alone.form, alone.names) == (wrapped.form, wrapped.names)


@pytest.mark.parametrize("text", ["we get a 45% solution", "make a 50-lb mixture", "it is a 5 kg bag"])
def test_before_a_measure_a_is_no_letter(text: str) -> None:
    assert "a" not in {token.text for token in lex(text) if token.kind == NAME}


@pytest.mark.parametrize("text", ["solve for a 3a + 2 = 5", "so a 2 = 6", "find a: 3a = 6%", "a - 5 apples"])
def test_elsewhere_a_before_a_number_is_one(text: str) -> None:
    assert "a" in {token.text for token in lex(text) if token.kind == NAME}
